"""Processor time of each ear over the recordings of a manifest, whatever else the machine does meanwhile.

    python -m tools.bench_ears tests/audio_fixtures/manifest.jsonl

Every recording is heard at a table of its own words, as `voiceduet bench ear` does, which measures by the clock.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from voiceduet.asr.activity import WebrtcSpeechDetector
from voiceduet.asr.ears import ListenSettings, make_recognizers
from voiceduet.asr.endpointing import Endpointer
from voiceduet.asr.gate import MicGate
from voiceduet.asr.listener import Listener
from voiceduet.asr.ports import AudioFrame, Hypothesis, PhraseSet, Recognizer, Utterance
from voiceduet.asr.sources.file import FileSource
from voiceduet.asr.store import ModelStore
from voiceduet.asr.vosk_recognizer import load_model
from voiceduet.grammar.meaning import NotUnderstood
from voiceduet.grammar.scopes import Scope, TableWords
from voiceduet.table.hearing import TableHearing
from voiceduet.table.manifests import BOARD_SIZE, read_manifest, words_of
from voiceduet.table.setup import load_deck

LANGUAGE = "ru"
NAMES = ("limited", "open", "weighing")


class TimedEar:
    """An ear, and what it took: while it is said, and at each end."""

    def __init__(self, ear: Recognizer) -> None:
        self._ear = ear
        self.hearing_s = 0.0
        self.closing_s: list[float] = []

    def set_phrases(self, phrases: PhraseSet) -> None:
        """Not timed: nobody waits for it."""
        self._ear.set_phrases(phrases)

    def accept(self, frame: AudioFrame) -> str | None:
        """Timed as hearing."""
        began_s = time.process_time()
        partial = self._ear.accept(frame)
        self.hearing_s += time.process_time() - began_s
        return partial

    def finish(self) -> tuple[Hypothesis, ...]:
        """Timed as closing."""
        began_s = time.process_time()
        heard = self._ear.finish()
        self.closing_s.append(time.process_time() - began_s)
        return heard

    def reset(self) -> None:
        """Not timed."""
        self._ear.reset()


def main() -> None:
    """Hear all and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("manifest", type=Path, nargs="+")
    manifests = parser.parse_args().manifest
    settings = ListenSettings()
    ears = [TimedEar(ear) for ear in make_recognizers(load_model(ModelStore().find_model(LANGUAGE).path))]
    activity = WebrtcSpeechDetector(settings.aggressiveness, settings.floor_db)
    listener = Listener(ears, Endpointer(settings.endpoint), activity, MicGate(settings.gate))
    hearing, deck = TableHearing(LANGUAGE), load_deck(LANGUAGE)
    work_s = sound_s = 0.0
    ends: dict[str, list[float]] = defaultdict(list)
    for number, row in enumerate(row for manifest in manifests for row in read_manifest(manifest, LANGUAGE)):
        drawn = random.Random(number).sample(deck, BOARD_SIZE + 1)  # noqa: S311 - repeatable boards
        scope = Scope(row.scope, TableWords(words_of(row, deck, tuple(drawn)), bare_touch=row.bare))
        listener.drop()
        listener.set_phrases(hearing.phrases(scope))
        for frame in FileSource(row.path).frames():
            began_s = time.process_time()
            events = listener.feed(frame)
            took_s = time.process_time() - began_s
            work_s, sound_s = work_s + took_s, sound_s + frame.duration_s
            for utterance in (event for event in events if isinstance(event, Utterance)):
                is_answered = not isinstance(hearing.understand(utterance, scope), NotUnderstood)
                ends["that are understood" if is_answered else "of anything else"].append(took_s)
    print(f"processor time for a second of sound: {work_s / sound_s:.4f} s, {sound_s:.0f} s heard")
    for name, ear in zip(NAMES, ears, strict=False):
        print(f"{name:9} {ear.hearing_s / sound_s:.4f} s hearing, at the end {_spread(ear.closing_s)}")
    for which, times in ends.items():
        print(f"last frame of utterances {which}: {_spread(times)}")


def _spread(times_s: Sequence[float]) -> str:
    ordered = sorted(times_s)
    middle, most = ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return f"{middle:.3f} s, 95 of 100 {most:.3f} s, longest {ordered[-1]:.3f} s (of {len(ordered)})"


if __name__ == "__main__":
    main()
