"""Russian with the sounds of other languages: what a voice can say, and what it is told."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("wordfreq", reason="wordfreq is missing: pip install -e '.[ear]'")

from tools.ear.borrowed import lines_for, segments_for, speak_borrowed
from tools.ear.diphones import Sounds, Voice, diphone_voices, read_pairs, say_with
from tools.ear.prosody import LONGEST_S, SHORTEST_S, Durations, Spoken, spoken
from tools.ear.steps import EarError
from tools.ear.synthesis import Sayings
from tools.ear.utterances import SILENCE, Segment, Utterance, read_list
from tools.ear.words import Vocabulary
from voiceduet.asr.pronunciation import sound_rules

pytestmark = pytest.mark.speaks

CZECH = next(voice.sounds for voice in diphone_voices() if voice.name == "dita")
TINY = Sounds("#", "j", {"A": (("a:",), ("a",)), "I": (("i",),), "t": (("t",),), "c": (("t", "s"),), "m": (("m",),)})
SAYINGS = Sayings(Vocabulary(("пас",), ("гроза",), ("гроза",), ("мама",)), {"гроза": "гроз+а", "мама": "м+ама"})


def index_of(pairs: str) -> bytes:
    rows = "".join(f"{pair} 0 {at} 1 2\n" for at, pair in enumerate(pairs.split()))
    return b"EST_File index\nNumEntries 3\nEST_Header_End\n" + rows.encode("latin-1") + b"RIFF\x00\xff a-b 1 2"


def voice(folder: Path, pairs: str, sounds: Sounds = TINY) -> Voice:
    inventory = folder / "some.group"
    inventory.write_bytes(index_of(pairs))
    return Voice("some", "voice_some", "festvox-some", "free", inventory, sounds, 120.0, 1.0)


def test_voices_are_complete() -> None:
    voices = diphone_voices()
    assert len({voice.name for voice in voices}) == len(voices) >= 9
    for each in voices:
        assert each.licence
        assert each.package.startswith("festvox-")
        assert 60 <= each.pitch_hz <= 300
        assert 0 < each.share <= 1
        assert set(each.sounds.phones) <= set(sound_rules().phones)


def test_the_inventory_ends_where_the_recordings_begin(tmp_path: Path) -> None:
    path = tmp_path / "x.group"
    path.write_bytes(index_of("#-t t~-a: a:-#"))
    assert read_pairs(path) == {("#", "t"), ("t~", "a:"), ("a:", "#")}


@pytest.mark.parametrize(
    ("phones", "pairs", "said"),
    [
        ("t A", "#-t t-a: t-a a:-# a-#", "# t a: #"),  # the best way
        ("t A", "#-t t-a a-#", "# t a #"),  # another, where the voice lacks the best
        ("t A", "#-t t-a a:-#", None),  # none
        ("t A", "#-t t-a: t-a a-#", "# t a #"),  # the way that can go on
        ("c A", "#-t t-s s-a a-#", "# t s a #"),  # two sounds for one phone
        ("t' A", "#-t t-j j-a a-#", "# t j a #"),  # a glide for softness
        ("t' I", "#-t t-i i-#", "# t i #"),  # which i needs not
        ("A t'", "#-a a-t t-j j-# t-#", None),  # and which cannot be heard at the end
        ("zh A", "#-a a-#", None),  # no such sound
    ],
)
def test_what_a_voice_can_say(phones: str, pairs: str, said: str | None) -> None:
    known = frozenset((left, right) for left, _, right in (pair.partition("-") for pair in pairs.split()))
    ways = say_with(TINY, known, [SILENCE, *phones.split(), SILENCE])
    assert (ways and " ".join(sound for way in ways for sound in way)) == said


def test_soft_consonants_of_czech() -> None:
    assert CZECH.ways("n'", "k") == (("n~",),)
    assert CZECH.ways("m'", "A") == (("m", "j"),)
    assert CZECH.ways("l'", None) == ()


def durations() -> Durations:
    labels, end_s = [], 0.0
    for phone, length_s in (("A", 0.1), ("m", 0.05), (SILENCE, 0.3)) * 12:
        end_s += length_s
        labels.append(Segment(end_s, phone))
    return Durations.of([Utterance(Path("x.wav"), (("A",),), labels=tuple(labels))])


def test_durations_are_those_of_the_recordings() -> None:
    measured = durations()
    chance = np.random.default_rng(1)
    assert set(measured.phones) == {"A", "m"}
    assert measured.draw("A", chance) == pytest.approx(0.1)
    assert 0.05 < measured.draw("never heard", chance) < 0.1


def test_an_utterance_has_silence_around_it_and_its_stress_is_higher() -> None:
    said = spoken((("m", "A", "m", "a"),), durations(), 120, np.random.default_rng(2))
    assert [each.phone for each in said] == [SILENCE, "m", "A", "m", "a", SILENCE]
    assert all(SHORTEST_S <= each.duration_s <= LONGEST_S for each in said)
    assert all(60 < each.pitch_hz < 240 for each in said)
    assert said[2].pitch_hz > said[4].pitch_hz
    assert said == spoken((("m", "A", "m", "a"),), durations(), 120, np.random.default_rng(2))


def test_segments_are_written_as_festival_reads_them() -> None:
    segments = segments_for([Spoken("c", 0.1, 121.4), Spoken("A", 0.2, 99.6)], [("t", "s"), ("a:",)])
    assert segments == '(("t" 0.070 (0.035 121)) ("s" 0.030 (0.015 121)) ("a:" 0.200 (0.100 100)))'


def test_what_a_voice_cannot_say_is_passed_over(tmp_path: Path) -> None:
    sounds = Sounds("#", "j", {"A": (("a",),), "a": (("a",),), "m": (("m",),)})
    some = voice(tmp_path, "#-m m-a a-m a-#", sounds)
    lines = list(lines_for(some, tmp_path, SAYINGS, durations(), 5, 1))
    assert len(lines) == 5
    assert {line.words for line in lines} <= {("м+ама",) * count for count in (1, 2, 3, 4)}
    assert all(line.segments.startswith('(("#" 0.200') for line in lines)


def test_a_faulty_entry_is_named(tmp_path: Path) -> None:
    path = tmp_path / "voices.toml"
    sounds = '[sounds.x]\nsilence = "#"\nglide = "j"\n[sounds.x.phones]\n'
    path.write_text(f'{sounds}A = ["a"]\n[voices.y]\nselect = "z"\nsounds = "x"\n', encoding="utf-8")
    with pytest.raises(EarError, match=r"voices\.toml, voices\.y: .*licence.* is missing"):
        diphone_voices(path)
    path.write_text(f'{sounds}Q = ["a"]\n[voices]\n', encoding="utf-8")
    with pytest.raises(EarError, match=r"sounds\.x: 'Q' is no phone"):
        diphone_voices(path.rename(tmp_path / "voices2.toml"))


def test_a_voice_speaks(tmp_path: Path) -> None:
    installed = [each for each in diphone_voices() if each.is_installed]
    if not installed:
        pytest.skip("no diphone voice is installed, for example Debian's festvox-czech-dita")
    speak_borrowed(installed[0], tmp_path / "voice", SAYINGS, durations(), 2, 1)
    assert len(read_list(tmp_path / "voice")) == 2
