"""List Russian words that people write and pymorphy3's dictionary lacks, for the clue judge.

    python -m tools.compile_russian_vocabulary      # needs wordfreq (see the tools extra)

Makes voiceduet/grammar/ru/judge_vocabulary.tsv: word, Zipf frequency (log10 of uses per billion words) to one digit.
"""

from __future__ import annotations

import re

from wordfreq import get_frequency_dict, zipf_frequency

from tools.compile_russian_morphemes import OUT
from voiceduet.grammar.ru.morphology import morphology

LOWEST = 1.0
"""The lowest frequency that wordfreq lists."""
HEAD = "# CC BY-SA 4.0. Frequencies from wordfreq 3.1 (Robyn Speer, data CC BY-SA 4.0); made by {tool}.\n"


def main() -> None:
    """Write the file."""
    morph = morphology()
    lines: list[str] = []
    for word in get_frequency_dict("ru", wordlist="best"):
        zipf = zipf_frequency(word, "ru")
        if re.fullmatch("[а-яё]{3,}", word) and zipf >= LOWEST and not morph.is_known(word):
            lines.append(f"{word}\t{zipf:.1f}")
    head = HEAD.format(tool="tools/compile_russian_vocabulary.py")
    (OUT / "judge_vocabulary.tsv").write_text(head + "\n".join(sorted(lines)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
