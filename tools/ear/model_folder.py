"""The folder that Vosk loads: `am/final.mdl`, `conf/`, `graph/`. Written without torch."""

from __future__ import annotations

import math
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from tools.ear.kaldi_files import KaldiWriter, write_nnet, write_transitions
from tools.ear.mel import mfcc_conf
from tools.ear.settings import FRAMES_PER_OUTPUT
from tools.ear.utterances import phone_numbers
from voiceduet.asr.acoustic.kaldi_model import Nnet
from voiceduet.asr.pronunciation import Phones, sound_rules
from voiceduet.asr.wordgraph.folder import LEXICON_FILE, GraphFolder, lexicon_lines, write_graph, write_phones
from voiceduet.asr.wordgraph.word_tree import PhoneTable, build_tree

UNKNOWN = "[unk]"
UNKNOWN_COST = 9.0
"""Of the unknown word where every word may be heard."""
RAREST_PAIR = 12.0
"""Pairs of phones that cost more are not in the unknown word."""
DECODING = {
    "min-active": 200,
    "max-active": 3000,
    "beam": 12.0,
    "lattice-beam": 4.0,
    "acoustic-scale": 1.0,
    "frame-subsampling-factor": FRAMES_PER_OUTPUT,
    "endpoint.silence-phones": 1,
    "endpoint.rule2.min-trailing-silence": 5.0,
    "endpoint.rule3.min-trailing-silence": 5.0,
    "endpoint.rule4.min-trailing-silence": 5.0,
    "frames-per-chunk": 60,
}
"""Utterances are ended by the listener, so that Vosk must not do it in a pause within one.

60 frames go through the network at a time: with the usual 20 it takes twice as long, with more a second ear that begins
to hear in the pause learns too late that something was said."""

Probabilities = npt.NDArray[np.float64]
PairCost = Callable[[str | None, str | None], float]


def unknown_cost(after: Probabilities, scale: float) -> PairCost:
    """Cost of phone pairs in the unknown word. `after`: probability of a phone after another, silence first.

    The boundary of a word counts as silence does.
    """
    numbers = phone_numbers()
    boundary = np.log(after[0, 1:] / after[0, 1:].sum())

    def cost(before: str | None, following: str | None) -> float:
        if before is None:
            return -scale * float(boundary[numbers[following or ""] - 1])
        value = -math.log(after[numbers[before], numbers[following] if following else 0])
        return scale * value if following is None or value < RAREST_PAIR else math.inf

    return cost


def write_acoustic_model(path: Path, nnet: Nnet) -> None:
    """Write `final.mdl`: the four places of a phone in a word share its scores."""
    phones = len(sound_rules().phones)
    out = KaldiWriter()
    write_transitions(out, 1 + 4 * phones, [0, *(1 + at // 4 for at in range(4 * phones))])
    write_nnet(out, nnet)
    path.write_bytes(out.data())


def write_model(
    folder: Path, nnet: Nnet, lexicon: Mapping[str, Sequence[Phones]], costs: Mapping[str, float], cost: PairCost
) -> None:
    """Write a whole model folder in one step; one that is there is replaced. `costs`: of words in open speech."""
    partly = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(partly, ignore_errors=True)
    for name in ("am", "conf", "graph"):
        (partly / name).mkdir(parents=True)
    write_acoustic_model(partly / "am" / "final.mdl", nnet)
    (partly / "conf" / "mfcc.conf").write_text(mfcc_conf(), encoding="utf-8")
    decoding = "".join(f"--{name}={value}\n" for name, value in DECODING.items())
    (partly / "conf" / "model.conf").write_text(decoding, encoding="utf-8")
    write_word_graph(partly / "graph", lexicon, costs, cost)
    shutil.rmtree(folder, ignore_errors=True)
    partly.rename(folder)


def write_word_graph(
    folder: Path, lexicon: Mapping[str, Sequence[Phones]], costs: Mapping[str, float], cost: PairCost
) -> None:
    """Write the `graph` folder of a lexicon, and beside the graphs how its words are said."""
    table = PhoneTable.of(sound_rules().phones)
    labels = {word: label for label, word in enumerate([*sorted(lexicon), UNKNOWN], start=1)}
    entries = ((labels[word], phones) for word, ways in sorted(lexicon.items()) for phones in ways)
    tree = build_tree(entries, table, labels[UNKNOWN], cost)
    label_costs = {label: costs.get(word, UNKNOWN_COST) for word, label in labels.items()}
    write_phones(folder, table)
    write_graph(folder, GraphFolder(tree, labels, label_costs))
    common_first = sorted(lexicon.items(), key=lambda item: (round(costs.get(item[0], UNKNOWN_COST), 4), item))
    lines = lexicon_lines((word, way) for word, ways in common_first for way in ways)
    (folder / LEXICON_FILE).write_text("".join(lines), encoding="utf-8")


def note_in_order(folder: Path, ways: Iterable[tuple[str, Phones]], cost_of: Callable[[str], float]) -> None:
    """Add ways of words to `lexicon.txt` where the words belong: common words first, a word's own ways together."""
    path = folder / LEXICON_FILE
    known = [line + "\n" for line in path.read_text(encoding="utf-8").splitlines()]
    lines = dict.fromkeys((*known, *lexicon_lines(ways)))
    costs = {word: (round(cost_of(word), 4), word) for word in {line.partition(" ")[0] for line in lines}}
    ordered = sorted(lines, key=lambda line: costs[line.partition(" ")[0]])
    path.write_text("".join(ordered), encoding="utf-8")
