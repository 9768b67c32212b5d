"""Which pronunciation a recording holds, and texts in other languages."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("wordfreq", reason="wordfreq is missing: pip install -e '.[ear]'")

from tools.ear.choice import Word, choose
from tools.ear.foreign import foreign_sounds, foreign_words
from tools.ear.utterances import SILENCE, phone_numbers

pytestmark = pytest.mark.logic

NUMBERS = phone_numbers()
REPEATS = 3


def heard(*phones: str) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """Scores of a network that is sure of these phones, three outputs each."""
    scores = np.full((REPEATS * len(phones), 2 * len(NUMBERS)), -5.0, np.float32)
    for at, phone in enumerate(phones):
        scores[REPEATS * at, 2 * NUMBERS[phone]] = 0.0
        scores[REPEATS * at + 1 : REPEATS * (at + 1), 2 * NUMBERS[phone] + 1] = 0.0
    return scores


def slots(*ways: str) -> Word:
    """A slot for each text; ways are parted by |, phones by spaces."""
    return tuple(tuple(tuple(way.split()) for way in text.split("|")) for text in ways)


@pytest.mark.parametrize(
    ("said", "words", "chosen"),
    [
        (("SIL", "d", "A", "SIL"), [slots("d|d'", "A|a")], (("d", "A"),)),
        (("SIL", "d'", "a", "SIL"), [slots("d|d'", "A|a")], (("d'", "a"),)),
        (("d", "A"), [slots("d|d'", "A|a")], (("d", "A"),)),
        (("SIL", "A", "SIL"), [slots("h|", "A|a")], (("A",),)),
        (("SIL", "t", "sh", "I", "SIL"), [slots("ch|t sh", "I")], (("t", "sh", "I"),)),
        (("n", "O", "SIL", "d", "A"), [slots("n", "O|a"), slots("d", "a|A")], (("n", "O"), ("d", "A"))),
        (("n", "O", "d", "A", "SIL"), [slots("n", "O|a"), slots("d", "a|A")], (("n", "O"), ("d", "A"))),
    ],
)
def test_the_likeliest_way_is_chosen(
    said: tuple[str, ...], words: list[Word], chosen: tuple[tuple[str, ...], ...]
) -> None:
    found = choose(heard(*said), words, NUMBERS)
    assert found is not None
    assert found.chunks == chosen
    assert found.loss == pytest.approx(0.0)


def test_another_text_is_worse_and_one_that_is_too_long_has_no_way() -> None:
    scores = heard(SILENCE, "d", "A", SILENCE)
    other = choose(scores, [slots("n", "O")], NUMBERS)
    assert other is not None
    assert other.loss > 1.0
    assert choose(scores, [slots(*["d"] * 20)], NUMBERS) is None


def test_sounds_of_other_languages_are_phones_of_ours() -> None:
    languages, ways = foreign_sounds()
    assert "bg" in languages
    assert ways["t"] == (("t",), ("t'",))
    assert all(phone in NUMBERS for listed in ways.values() for way in listed for phone in way)


@pytest.mark.parametrize(
    ("sounds", "lengths"),
    [
        ("ɡ_ˈə_b_ɐ", [4]),
        ("tʃ_ˈi_f_t o_tʃ_ˈi_ɫ_ɐ", [4, 5]),
        ("b_o_m_b_ˈɔa_n_ə", [8]),
        ("p_ˈi_n_θ_a", []),
        ("k_ə_s (en)_z_ˈɛ_d_(bg)", []),
        ("n_j_(", []),
        ("", []),
    ],
)
def test_words_with_a_sound_that_is_not_ours_are_left_out(sounds: str, lengths: list[int]) -> None:
    assert [len(word) for word in foreign_words(sounds)] == lengths
