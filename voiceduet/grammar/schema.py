"""What the data files of a language look like."""

from __future__ import annotations

from functools import cached_property
from typing import Literal

from voiceduet.grammar.scopes import ScopeName
from voiceduet.schema import Field, Model, field_validator

SlotConstant = str | bool
GENERAL = "general"
"""In a sentence's `scopes`: every scope but `paused`."""
MOST_SHARE = 7.5
"""Beyond it the weighing ear says only that a phrase is unlikely, not how much."""


class SentenceEntry(Model):
    """Sentences of one intent that count in the same scopes."""

    intent: str
    scopes: list[ScopeName | Literal["general"]] = Field(min_length=1)
    say: list[str] = Field(min_length=1)
    ear: bool = True
    """Offered to the limited recogniser."""
    announced: bool = False
    """Begins with words that make it certain that the referee is meant."""
    alike: bool = False
    """A word stands in it that only sounds like a number: «ocean for». The clue is read back."""
    bare_only: bool = False
    """Counts only with the option `touch = "bare"` (voice.md, Listening 1)."""
    slots: dict[str, SlotConstant] = Field(default_factory=dict)


class WhoForms(Model):
    """How the two sides are called when they have no names."""

    a: list[str] = Field(min_length=1)
    b: list[str] = Field(min_length=1)


class SentencesFile(Model):
    """`sentences.yaml`."""

    language: str
    fillers: list[str]
    noise: list[str] = Field(default_factory=list)
    """Short words that the open ear makes of noise before and after speech; dropped at the edges of its texts only."""
    address: list[str]
    """Opening words that are meant for the referee."""
    address_last: list[str] = Field(default_factory=list)
    """Closing words that are, where the verb stands last."""
    markers: list[str]
    """Words that stand around a clue."""
    chatter: list[str]
    counting: list[str] = Field(default_factory=list)
    """Three numbers or more that are said to try the microphone or for their rhythm: no clue with its number."""
    clue_frames: list[str] = Field(default_factory=list)
    """Fixed words around a clue's word, `{clue}`, and its number, `{number}`: what is weighed where the model can."""
    negations: list[str] = Field(default_factory=list)
    """Words that make an act one that is not meant."""
    not_meant: dict[str, list[str]] = Field(default_factory=dict)
    """Beginnings of phrases to what may be said in their place so that nothing is meant; `""` stands before a whole."""
    who: WhoForms
    who_genitive: WhoForms
    rules: dict[str, str] = Field(default_factory=dict)
    sentences: list[SentenceEntry] = Field(min_length=1)

    @field_validator("clue_frames")
    @classmethod
    def _frames_are_whole(cls, frames: list[str]) -> list[str]:
        for frame in frames:
            if any(frame.split().count(slot) != 1 for slot in ("{clue}", "{number}")):
                raise ValueError(f"{frame!r}: {{clue}} and {{number}} must stand in it once each")
        return frames

    @field_validator("counting")
    @classmethod
    def _counts_are_long(cls, counts: list[str]) -> list[str]:
        short = next((count for count in counts if len(count.split()) < 3), None)
        if short is not None:
            raise ValueError(f"{short!r} has fewer than three words: it may be a clue with its number")
        return counts


class NumberEar(Model):
    """Which number words the limited recogniser is offered."""

    cardinal: list[str] = Field(min_length=10)


class NumbersFile(Model):
    """`numbers.toml`: spoken form to value."""

    language: str
    cardinal: dict[str, int]
    lowest_ten: Literal[10, 20] = 20
    """The lowest ten to which a unit is added: 10 in Korean, 20 where eleven is a word of its own."""
    ear: NumberEar
    nth: dict[str, dict[str, int]]
    """Slot name, `row_…` or `column_…`, to ordinals; `number_…` to other words for a clue's number."""

    @field_validator("nth")
    @classmethod
    def _on_the_table(cls, slots: dict[str, dict[str, int]]) -> dict[str, dict[str, int]]:
        for slot, forms in slots.items():
            kind = slot.partition("_")[0]
            if kind not in {"row", "column", "number"}:
                raise ValueError(f"{slot!r}: ordinal slots are named row_…, column_… or number_…")
            for form, value in forms.items():
                if kind != "number" and not 1 <= value <= 5:
                    raise ValueError(f"{slot}: {form!r} is {value}: rows and columns are 1 to 5")
        return slots


class LettersFile(Model):
    """`letters.toml`: letter to its spoken names."""

    language: str
    letters: dict[str, list[str]]

    @field_validator("letters")
    @classmethod
    def _single(cls, letters: dict[str, list[str]]) -> dict[str, list[str]]:
        for letter, forms in letters.items():
            if len(letter) != 1 or not forms:
                raise ValueError(f"{letter!r}: one letter and at least one spoken form are needed")
        return letters


class Limits(Model):
    """Up to which cost a reading is acted on, asked about."""

    sure: float = Field(ge=0)
    ask: float = Field(ge=0)
    margin: float = Field(ge=0)
    """A rival reading that costs at most this much more makes the utterance ambiguous."""


class ShareLimits(Model):
    """What the weighing ear's shares decide: minus the natural logarithm of how likely a meaning is.

    Touches by a word are decided by `TouchWeights`.
    """

    sure: float = Field(ge=0, le=MOST_SHARE)
    """Up to this it is acted on what the limited ear heard too, and the open one nearly."""
    sure_apart: float = Field(ge=0, le=MOST_SHARE)
    """The same where the open ear heard something else."""
    ask: float = Field(ge=0, le=MOST_SHARE)
    """Up to this it is asked about what the limited ear heard too."""
    doubted: float = Field(ge=0, le=MOST_SHARE)
    """Beyond this it is asked about an act that the other ears are sure of."""
    other_words: float = Field(ge=0)
    """An act is asked about where other words are so much likelier than those that every phrase of its kind has."""
    instead: float = Field(ge=0)
    """A touch is asked about where another form of what announces it is so much likelier."""
    rival: float = Field(ge=0, le=MOST_SHARE)
    """Up to this a meaning is put beside another one that would be done."""
    lead: float = Field(ge=0)
    """A meaning that is done, or put beside another one, is so much likelier than every other."""
    ask_lead: float = Field(ge=0)
    """The same for one that is only asked about."""


class FramedLimits(Model):
    """What weighed clues decide: natural logarithms."""

    known: float = Field(le=0)
    """With a smaller share of the best of them something else was said."""
    near: float = Field(ge=0)
    """So much less likely than the best at most, and a clue is asked about."""
    near_alike: float = Field(ge=0)
    """The same for a word that sounds much like the best one."""
    alike: float = Field(ge=0, le=1)
    """Sound distance up to which it does."""
    clear: float = Field(ge=0)
    """So much likelier than all others, and a clue that would be asked about is acted on."""
    no_number: float
    """Other words so much likelier than any number after the word, and a clue is asked about."""
    talk: float
    """The same, and what was not announced is no clue."""


class TouchWeights(Model):
    """How far a touch is believed: natural logarithms, added up, each times its sign (`touch_belief.TouchSigns`)."""

    base: float
    cost: float = Field(le=0)
    agreed: float
    agreed_cost: float
    limited: float
    behind: float = Field(le=0)
    rival_behind: float = Field(ge=0)
    verb_behind: float = Field(le=0)
    other_words: float = Field(le=0)
    instead: float = Field(le=0)
    inflected: float
    sounds: float
    bare: float
    sure: float
    """From this on it is done."""
    ask: float
    """From this on it is asked about."""
    lead: float = Field(ge=0)
    """A touch that is done is so much likelier among the weighed phrases than every other meaning."""
    ask_lead: float = Field(ge=0)
    """The same for one that is only asked about."""


class CostWeights(Model):
    """What each doubt costs. Costs add up."""

    confidence: float = Field(ge=0)
    """Times one minus the lowest word confidence of the limited ear."""
    no_confidence: float = Field(ge=0)
    """The ear gave no confidence."""
    disagreement: float = Field(ge=0)
    """Times the sound distance (0-1) to what the open ear heard, beyond `disagreement_free`."""
    disagreement_free: float = Field(ge=0, le=1)
    slot_disagreement: float = Field(ge=0)
    """Times the sound distance (0-1) of the worst slot (a board word) to what the open ear heard in its place."""
    slot_disagreement_free: float = Field(ge=0, le=1)
    slot_score_step: float = Field(ge=0)
    """Distance that the open ear's texts are farther away for each point of score behind its best."""
    no_open: float = Field(ge=0)
    """There is no open hypothesis to compare with."""
    open_only: float = Field(ge=0)
    """The reading comes from the open ear alone."""
    unconfirmed: float = Field(ge=0)
    """More of the same, for acts: the limited ear heard something else."""
    score_step: float = Field(ge=0)
    """Times the score difference to the best hypothesis of the same ear."""
    rank_step: float = Field(ge=0)
    """Times the rank, where there is no score."""
    spread: float = Field(ge=0)
    """Times the mean sound distance (0-1) of the open ear's texts from its best, beyond `spread_free`."""
    spread_free: float = Field(ge=0, le=1)
    close_pair: float = Field(ge=0)
    """Another word of this table sounds almost the same and the open ear did not decide."""
    two_words: float = Field(ge=0)
    """Each word of a clue beyond the first, when it was not announced."""
    two_words_announced: float = Field(ge=0)
    """Each word of a clue beyond the first, when it was announced."""
    chatter: float = Field(ge=0)
    """The clue word is one that people mutter while thinking."""
    not_nominative: float = Field(ge=0)
    """The clue word is no dictionary form."""
    rare_word: float = Field(ge=0)
    """The clue word is not in the list of open words."""
    not_lemma: float = Field(ge=0)
    """The clue word is a dictionary form, but not the first one: a plural, a feminine adjective."""
    given_name: float = Field(default=0.0, ge=0)
    """The clue word is a person's name and nothing else: the ear knows them all, but hardly anybody gives one."""
    frequency: float = Field(ge=0)
    """For each power of ten that the clue word ranks behind the thousand most frequent open words."""
    brought_to_nominative: float = Field(ge=0)
    """The clue word was heard in another form than offered."""
    form_distance: float = Field(ge=0)
    """Times the sound distance (0-1) between the form heard and the form offered."""
    number_alike: float = Field(default=0.0, ge=0)
    """The number was a word that sounds like one; more than `limits.clue.sure`, so that it is read back."""
    number_too_big: float = Field(ge=0)
    """Clue numbers are 0 to 9 (rules 2.2)."""
    spelled_aloud: float = Field(ge=0)
    """Letter names are short and easily misheard."""
    missing_part: float = Field(ge=0)
    """A clue without word or number."""
    instead_of_answer: float = Field(default=0.4, ge=0)
    """A clue heard, not announced, while the answer to a question is awaited: it is read back first."""
    unannounced_part: float = Field(ge=0)
    """A bare word alone, as a clue without number."""


class CostsFile(Model):
    """`costs.toml`."""

    weights: CostWeights
    limits: dict[Literal["reveal", "change", "clue", "query"], Limits]
    classes: dict[str, Literal["reveal", "change", "clue", "query"]]
    """Intent name to the class of its limits."""
    unannounced_sure: float = Field(ge=0)
    """Up to which cost a clue that only the open ear heard and nobody announced is acted on; `limits.clue.sure` holds
    too. Noise sounds like some rare word more easily than like «подсказка» and a word."""
    shares: ShareLimits | None = None
    """Where a model of this language may weigh phrases."""
    touches: TouchWeights | None = None
    """The same, for touches by a word."""
    framed: FramedLimits | None = None
    """The same, for clues."""
    close_pair_distance: float = Field(ge=0, le=1)
    """Two board words at most this far apart are a close pair."""
    counting_distance: float = Field(ge=0, le=1)
    """A clue word at most this far from counting up to its number is read back."""
    address_distance: float = Field(ge=0, le=1)
    """An opening word at most this far from a command verb counts as addressed to the referee."""

    def changes_game(self, intent: str) -> bool:
        """Whether an act of this name does more than answer: it may be confirmed, doubted and taken back."""
        return self.classes[intent] in {"reveal", "change"}

    @cached_property
    def most_asked(self) -> float:
        """A reading that costs more is never even asked about."""
        return max(limits.ask for limits in self.limits.values())

    @cached_property
    def widest_margin(self) -> float:
        """A reading that costs so much more than the best is never its rival."""
        return max(limits.margin for limits in self.limits.values())


class SoundsFile(Model):
    """`sounds.toml`: spelling to sounds, and which sounds are close."""

    language: str
    is_rough: bool = False
    """The spelling does not tell well how a word sounds: the list of homophones knows better."""
    letters_apart: bool = False
    """Hangul is taken apart into letters, all words of a text run together, before anything is rewritten."""
    rewrite: list[tuple[str, str]]
    """Regular expressions and replacements, applied in order to a folded word."""
    close: dict[str, list[str]]
    """Name of a relation to its groups of sounds; sounds of one group replace each other at the relation's cost."""
    cost: dict[str, float]
    """Relation to cost, 0-1."""
    gap_cost: dict[str, float]
    """Sound to the cost of losing or adding it; all others cost 1."""
