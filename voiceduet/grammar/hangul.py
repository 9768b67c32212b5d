"""Hangul: syllables of words, and syllables from spelled letters."""

from __future__ import annotations

import re
import unicodedata

_PIECES = re.compile("[가-힣]|[^가-힣]+")
_INITIALS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
_VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
_FINALS = ("", *"ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")
_PAIRS = {
    **{"ㅗㅏ": "ㅘ", "ㅗㅐ": "ㅙ", "ㅗㅣ": "ㅚ", "ㅜㅓ": "ㅝ", "ㅜㅔ": "ㅞ", "ㅜㅣ": "ㅟ", "ㅡㅣ": "ㅢ"},
    **{"ㄱㅅ": "ㄳ", "ㄴㅈ": "ㄵ", "ㄴㅎ": "ㄶ", "ㄹㄱ": "ㄺ", "ㄹㅁ": "ㄻ", "ㄹㅂ": "ㄼ", "ㄹㅅ": "ㄽ", "ㄹㅌ": "ㄾ"},
    **{"ㄹㅍ": "ㄿ", "ㄹㅎ": "ㅀ", "ㅂㅅ": "ㅄ"},
}
_SYLLABLE = re.compile(
    f"([{_INITIALS}])([ㅗㅜㅡ][{_VOWELS}]|[{_VOWELS}])((?:[ㄱㄴㄹㅂ][ㄱ-ㅎ]|[ㄱ-ㅎ])(?![{_VOWELS}])|[ㄱ-ㅎ](?=[ㄱ-ㅎ][{_VOWELS}]))?"
)


def pieces_of(word: str) -> tuple[str, ...]:
    """Every Hangul syllable of a word apart, and what stands between them; "3행" is "3" and "행"."""
    return tuple(_PIECES.findall(word))


def is_hangul(text: str) -> bool:
    """Whether a text is written in Hangul syllables only, spaces aside."""
    return bool(text.strip()) and all("가" <= letter <= "힣" or letter == " " for letter in text)


def letters_of(text: str) -> str:
    """The conjoining letters (jamo) of a text; initial and final consonants differ."""
    return unicodedata.normalize("NFD", text)


def spelled_out(text: str) -> str:
    """The letters of a text as they are named one by one, 바다 to ㅂㅏㄷㅏ; pairs of final consonants apart."""
    return "".join(_named(letter) for letter in text)


def _named(syllable: str) -> str:
    number = ord(syllable) - ord("가")
    if not 0 <= number < len(_INITIALS) * len(_VOWELS) * len(_FINALS):
        return syllable
    rest, final = divmod(number, len(_FINALS))
    initial, vowel = divmod(rest, len(_VOWELS))
    pairs = {both: pair for pair, both in _PAIRS.items() if both not in _VOWELS}
    ending = _FINALS[final]
    return f"{_INITIALS[initial]}{_VOWELS[vowel]}{pairs.get(ending, ending)}"


def compose(letters: str) -> str:
    """Syllables from letters as they are spelled, ㅂㅏㄷㅏ to 바다; what makes no syllable stays as it is."""
    return _SYLLABLE.sub(_syllable, letters)


def _syllable(match: re.Match[str]) -> str:
    initial, vowel, final = match[1], match[2], match[3] or ""
    vowel, final = _PAIRS.get(vowel, vowel), _PAIRS.get(final, final)
    if vowel not in _VOWELS or final not in _FINALS:
        return match[0]
    number = (_INITIALS.index(initial) * len(_VOWELS) + _VOWELS.index(vowel)) * len(_FINALS) + _FINALS.index(final)
    return chr(ord("가") + number)
