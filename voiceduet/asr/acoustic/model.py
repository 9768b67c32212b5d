"""A model folder as phrases are weighed with it: network, features, ways of saying words, and what else is said."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from voiceduet.asr.acoustic.cepstra import CepstraSettings, cepstra
from voiceduet.asr.acoustic.kaldi_model import read_network
from voiceduet.asr.acoustic.lexicon import SpokenLexicon
from voiceduet.asr.acoustic.network import AcousticNetwork
from voiceduet.asr.acoustic.paths import PhoneTree, pair_scores
from voiceduet.asr.arrays import Floats, Integers, np
from voiceduet.asr.errors import LexiconError, ModelError
from voiceduet.asr.faults import FaultCode, fault
from voiceduet.asr.wordgraph.folder import LEXICON_FILE, read_phones

PAIRED_WORDS = 4_000
"""So many words, spread over the lexicon, tell which phones follow each other."""
AS_COMMON = 300
"""So many most common words are equally likely."""
COMMONNESS = 0.5
"""Power of a word's rank behind them that it is less likely by. Where 2 or 3 of 100 words that are not on the table
pass, 1.5 to 2 more of 100 on it are believed than with 0, and 1.4 more than with 1."""
PAIR_SCALE = 0.75
"""Weight of the phone statistics in speech that is no word; less takes up more speech."""


@dataclass(frozen=True, slots=True)
class OtherWords:
    """Words that are compared with those of a phrase."""

    lexicon: SpokenLexicon
    rows: Integers
    """Their rows of it, rising."""
    tree: PhoneTree
    """One sequence for each of them."""
    likely: Floats
    """(rows,): natural logarithm of how likely each is beside the most common words."""

    @classmethod
    def of(cls, lexicon: SpokenLexicon, rows: Integers) -> OtherWords:
        """Lay words of a lexicon out."""
        likely = np.float32(-COMMONNESS) * np.log1p(rows / np.float32(AS_COMMON))
        return cls(lexicon, rows, PhoneTree.of_table(lexicon.table(rows)), likely.astype(np.float32))

    def places(self, words: Iterable[str]) -> Integers:
        """Where in `rows` these words are."""
        own = np.array([row for word in words for row in self.lexicon.rows_of(word)], np.intp)
        found = np.searchsorted(self.rows, own)
        return np.extract(self.rows[np.minimum(found, len(self.rows) - 1)] == own, found)


@dataclass(frozen=True, slots=True)
class AcousticModel:
    """Everything that weighing needs; never changes."""

    network: AcousticNetwork
    settings: CepstraSettings
    lexicon: SpokenLexicon
    others: OtherWords
    follow: Floats
    """(phones, phones): weighted score of one phone after another."""

    def answers(self, sound: bytes) -> Floats:
        """(times, 2 × phones): the network's scores of sound as an `AudioFrame` has it, one row for 30 ms."""
        return self.network.scores(cepstra(sound, self.settings))


def can_weigh(folder: Path) -> bool:
    """Whether a model folder is of the kind that lists how its words are said."""
    return (folder / "graph" / LEXICON_FILE).is_file()


@dataclass(frozen=True, slots=True)
class AcousticFiles:
    """A model folder read and found good, before the words are laid out."""

    network: AcousticNetwork
    settings: CepstraSettings
    lexicon: SpokenLexicon
    phones: int

    @classmethod
    def read(cls, folder: Path) -> AcousticFiles:
        """Read what weighing needs. Raises `ModelError` for a folder that is damaged or of another kind."""
        try:
            network = AcousticNetwork(read_network(folder / "am" / "final.mdl"))
            phones = read_phones(folder / "graph" / "phones.txt").phones
            if network.outputs != 2 * (len(phones) + 1):
                raise ModelError(f"final.mdl has {network.outputs} answers, not two for each phone")
            lexicon = SpokenLexicon.read(folder / "graph" / LEXICON_FILE, phones)
            return cls(network, CepstraSettings.read(folder / "conf" / "mfcc.conf"), lexicon, len(phones) + 1)
        except (ModelError, LexiconError) as error:
            raise ModelError(fault(FaultCode.MODEL_DAMAGED, error, path=folder)) from error

    def prepared(self) -> AcousticModel:
        """Lay the other words out, all of them: a tenth of a second.

        With half of them a third to a half more of the words that are not on the table but sound like one of it pass.
        """
        lexicon = self.lexicon
        others = OtherWords.of(lexicon, lexicon.most_common(len(lexicon)))
        follow = np.float32(PAIR_SCALE) * pair_scores(lexicon.table(lexicon.spread(PAIRED_WORDS)), self.phones)
        return AcousticModel(self.network, self.settings, lexicon, others, follow)


def load_acoustic_model(folder: Path) -> AcousticModel:
    """Load what weighing needs of a model folder. Raises `ModelError` for one that is damaged or of another kind."""
    return AcousticFiles.read(folder).prepared()
