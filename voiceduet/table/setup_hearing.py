"""Between the ears and the grammar while the table is set up."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice

from voiceduet.asr.ports import PhraseSet, Utterance
from voiceduet.grammar.phrases import pair_cover
from voiceduet.grammar.setup.interpret import SetupHeard, interpret_setup
from voiceduet.grammar.setup.scopes import SetupScope, Stage
from voiceduet.grammar.setup.sentences import load_setup_grammar
from voiceduet.table.hearing import heard_texts
from voiceduet.table.setup import load_deck

_DICTATED = frozenset({Stage.ROW, Stage.CHECK, Stage.WORD})
_COMMON_CARDS = 5000
"""So many plausible words besides those of the deck sharpen the open ear; more of them blur it again."""

_CARD_WEIGHT = 8
"""So many times as likely as another word is one of the deck: «глина» is on a card, «галина» hardly."""


class SetupHearing:
    """What may be heard while a table is set up in one language, and what it means."""

    def __init__(self, language: str) -> None:
        """Raise `DataFileError` for a language whose data cannot be used."""
        self._grammar = load_setup_grammar(language)
        self.card_words = tuple(word.lower() for word in load_deck(language))

    def phrases(self, scope: SetupScope) -> PhraseSet:
        """What the ears may hear in this scope; words of cards in the open ear, beside what corrects them."""
        readers = self._grammar.readers(scope)
        offered = dict.fromkeys(
            " ".join(words)
            for entry in self._grammar.entries
            if entry.ear and scope.stage in entry.stages
            for pattern in entry.patterns
            for words in pair_cover(pattern, readers)
        )
        open_words = _words_of_cards(self._grammar.language.code) if scope.stage in _DICTATED else ()
        return PhraseSet(f"setup_{scope.stage}", tuple(offered), True, open_words)

    def warm_up(self) -> None:
        """Do now what would make the first row wait."""
        _words_of_cards(self._grammar.language.code)

    def understand(self, utterance: Utterance, scope: SetupScope) -> SetupHeard:
        """What was meant; sound without words means nothing."""
        heard = heard_texts(utterance.n_best)
        return interpret_setup(self._grammar, heard, scope) if heard else SetupHeard(None)


@lru_cache(maxsize=4)
def _words_of_cards(language_code: str) -> tuple[str, ...]:
    """Words that cards are likely to have, and those that stand around them in a correction."""
    grammar = load_setup_grammar(language_code)
    language = grammar.language
    cards = (language.forms.spelling(word) for word in load_deck(language_code) if " " not in word)
    plausible = (word for word in language.open_words if language.forms.is_plausible_clue(word))
    common = islice(filter(language.forms.is_lemma, plausible), _COMMON_CARDS)
    known = tuple(cards)
    words = dict.fromkeys((*known, *common, *language.numbers.spoken, *grammar.row_words))
    return (*words, *known * (_CARD_WEIGHT - 1))
