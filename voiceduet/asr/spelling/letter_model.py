"""A model that hears spelled words: another model's network and words, with a graph of letters."""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
import time
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from voiceduet.asr.spelling.letter_graph import SpelledWords, letter_graph
from voiceduet.asr.wordgraph.folder import read_words
from voiceduet.asr.wordgraph.fst_file import write_acceptor

MADE = "letters-"
"""How the names of the made folders begin."""
MAKING = "making-"
"""How the names of folders begin in which one is being made, or was when the program ended."""
LEFT_BEHIND_S = 600.0
"""A folder of this age, seconds, is nobody's work any more: making one takes seconds."""
FORMAT = 5
"""Part of the name of a folder, so that a graph of an older program is made anew."""
OPTIONS = {
    "beam": "14.0",
    "lattice-beam": "8.0",
    "max-active": "5000",
    **{f"endpoint.rule{rule}.min-trailing-silence": "60.0" for rule in (1, 2, 3, 4)},
    "endpoint.rule5.min-utterance-length": "60.0",
}
"""Wider beams than for listening: an utterance is short, and other readings of the letters are wanted. No ends of its
own: in what is left behind one, a letter would be found."""
UNKNOWN = ("[unk]", "<UNK>", "<unk>")


def letter_model(model: Path, spelled: SpelledWords, cache: Path) -> Path:
    """The folder of the model for these words, from the cache or made now (about two seconds).

    Raises `OSError` where it cannot be written, `LexiconError` when the model's word list is damaged.
    """
    target = cache / f"{MADE}{_key(model, spelled)}"
    if (target / "graph" / "Gr.fst").is_file():
        return target
    cache.mkdir(parents=True, exist_ok=True)
    _sweep(cache)
    making = Path(tempfile.mkdtemp(prefix=MAKING, dir=cache))
    try:
        _make(model, spelled, making)
        with suppress(OSError):  # another table has made the same one meanwhile
            making.rename(target)
    finally:
        shutil.rmtree(making, ignore_errors=True)
    return target


def _sweep(cache: Path) -> None:
    """Remove what games left half made that ended meanwhile."""
    for folder in cache.glob(f"{MAKING}*"):
        with suppress(OSError):  # another table has removed it
            if time.time() - folder.stat().st_mtime > LEFT_BEHIND_S:
                shutil.rmtree(folder, ignore_errors=True)


def _key(model: Path, spelled: SpelledWords) -> str:
    words = (_graph_of(model) / "words.txt").stat()
    parts = [FORMAT, str(model.resolve()), words.st_size, words.st_mtime_ns, asdict(spelled)]
    return hashlib.sha256(json.dumps(parts, ensure_ascii=False).encode()).hexdigest()[:16]


def _graph_of(model: Path) -> Path:
    return model / "graph" if (model / "graph").is_dir() else model


def _make(model: Path, spelled: SpelledWords, target: Path) -> None:
    graph = _graph_of(model)
    labels = read_words(graph / "words.txt")
    unknown = next((labels[word] for word in UNKNOWN if word in labels), None)
    for path in sorted(each for each in model.rglob("*") if each.is_file()):
        place = target / path.relative_to(model)
        if path.name in {"Gr.fst", "model.conf"}:
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        _link(path, place)
    conf = model / "conf" / "model.conf"
    if conf.is_file():
        (target / "conf" / "model.conf").write_text(_with_options(conf.read_text("utf-8")), "utf-8")
    write_acceptor(target / graph.relative_to(model) / "Gr.fst", letter_graph(spelled, labels, unknown))


def _link(path: Path, place: Path) -> None:
    """A link, where the system makes one; else a copy."""
    try:
        place.symlink_to(path.resolve())
    except OSError:
        shutil.copyfile(path, place)


def _with_options(conf: str) -> str:
    kept = [line for line in conf.splitlines() if line.strip().lstrip("-").partition("=")[0] not in OPTIONS]
    return "\n".join([*kept, *(f"--{name}={value}" for name, value in OPTIONS.items())]) + "\n"
