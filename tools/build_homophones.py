"""Build `voiceduet/grammar/ru/homophones.txt`: groups of open words that sound the same («рот» and «род»).

Run `python tools/build_homophones.py` after the open words or the sounds have changed.
"""

from __future__ import annotations

from pathlib import Path

from voiceduet.engine.words import fold
from voiceduet.grammar.language import load_language

TARGET = Path(__file__).parent.parent / "voiceduet" / "grammar" / "ru" / "homophones.txt"
HEADER = """\
# Open words that sound the same, one group a line (voice.md, Listening 12). Made by tools/build_homophones.py from
# open_words.txt, whose licence (CC-BY-SA 4.0) holds here too, and sounds.toml.
"""


def main() -> None:
    """Write the groups, the one with the most frequent word first."""
    language = load_language("ru")
    groups: dict[str, dict[str, str]] = {}
    for word in language.open_words:
        groups.setdefault(language.sounds.of(word), {}).setdefault(fold(word), word)
    lines = [" ".join(group.values()) for group in groups.values() if len(group) > 1]
    TARGET.write_text(HEADER + "\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(lines)} groups written to {TARGET.name}")


if __name__ == "__main__":
    main()
