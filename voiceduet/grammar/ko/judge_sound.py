"""How Korean words sound, as far as spelling hides it: vowels that are no longer told apart, and final consonants."""

from __future__ import annotations

import unicodedata

_VOWELS = str.maketrans("ᅢᅤᅫᅬ", "ᅦᅨᅰᅰ")
"""ㅐ is spoken like ㅔ, ㅒ like ㅖ, ㅙ and ㅚ like ㅞ."""
_FINALS = str.maketrans("ᆩᆿᆺᆻᆽᆾᇀᇂᇁ", "ᆨᆨᆮᆮᆮᆮᆮᆮᆸ")
"""At the end of a syllable ㄲ ㅋ are spoken ㄱ; ㅅ ㅆ ㅈ ㅊ ㅌ ㅎ are spoken ㄷ; ㅍ is spoken ㅂ."""


def sound(word: str) -> str:
    """A key that two words share when they are spoken alike: 게 and 개, 빛 and 빚."""
    return unicodedata.normalize("NFD", word).translate(_VOWELS).translate(_FINALS)
