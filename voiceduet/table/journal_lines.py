"""The text form of a journal: one JSON object a line, each sealed by a checksum over itself and the line before.

    {"sum":"9f86d081884c7d65","n":0,"format":1,"header":{…}}
    {"sum":"60303ae22b998861","n":1,"entry":{…}}

`sum` is the first 16 hex digits of SHA-256 over the previous line's sum and the rest of this line. So a torn, changed,
repeated, missing or exchanged line is always noticed, and everything before it is sound.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

FORMAT = 1
_SUM_LENGTH = 16


class Damage(StrEnum):
    """Why a line is not sound; the value is the message's key."""

    TORN = "journal.torn"
    """The file ends in the middle of the line."""
    REPEATED = "journal.repeated"
    OUT_OF_ORDER = "journal.out_of_order"
    CHANGED = "journal.changed"


@dataclass(frozen=True, slots=True)
class SoundLines:
    """The readable prefix of a journal file."""

    payloads: tuple[dict[str, Any], ...]
    """The header, then the entries."""
    length: int
    """Bytes of the prefix."""
    last_sum: str
    damage: Damage | None
    """What is wrong with the line after the prefix, if there is one."""


class FormatTooNew(ValueError):  # noqa: N818 - says what it is
    """The header names a format that this version does not know."""


def plain(mapping: Mapping[str, Any]) -> dict[str, Any]:
    """Return the mapping as JSON knows it. Raise `TypeError` or `ValueError` for what JSON cannot hold."""
    copy: dict[str, Any] = json.loads(json.dumps(dict(mapping), allow_nan=False))
    return copy


def seal(previous_sum: str, number: int, payload: Mapping[str, Any]) -> tuple[str, bytes]:
    """Return the checksum and the bytes of line `number` (0 is the header); `payload` must be `plain`."""
    body = {"n": number, "format": FORMAT, "header": payload} if number == 0 else {"n": number, "entry": payload}
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    # A lone surrogate (an undecodable typed byte) becomes its JSON escape, so that the file stays UTF-8.
    inner = text.encode("utf-8", "backslashreplace")
    checksum = hashlib.sha256(previous_sum.encode("ascii") + inner).hexdigest()[:_SUM_LENGTH]
    return checksum, b'{"sum":"' + checksum.encode("ascii") + b'",' + inner[1:] + b"\n"


def read_lines(data: bytes) -> SoundLines:
    """Read as far as the lines are sound. Raise `FormatTooNew` for a header of a later version."""
    payloads: list[dict[str, Any]] = []
    position, last_sum, damage = 0, "", None
    while position < len(data) and damage is None:
        end = data.find(b"\n", position) + 1
        line = data[position:end] if end else data[position:]
        found = _open_line(line, last_sum, len(payloads)) if end else Damage.TORN
        if isinstance(found, Damage):
            damage = found
        else:
            last_sum, payload = found
            payloads.append(payload)
            position = end
    return SoundLines(tuple(payloads), position, last_sum, damage)


def _open_line(line: bytes, previous_sum: str, number: int) -> tuple[str, dict[str, Any]] | Damage:
    try:
        content = json.loads(line)
    except (ValueError, RecursionError):
        return Damage.CHANGED
    if not isinstance(content, dict):
        return Damage.CHANGED
    _refuse_later_format(content, number)
    payload = content.get("entry" if number else "header")
    if isinstance(payload, dict):
        checksum, sealed = seal(previous_sum, number, payload)
        if sealed == line:
            return checksum, payload
    return _kind_of_damage(content, number)


def _refuse_later_format(content: dict[str, Any], number: int) -> None:
    written = content.get("format")
    if number == 0 and isinstance(written, int) and written > FORMAT and "header" in content:
        raise FormatTooNew(str(written))


def _kind_of_damage(content: dict[str, Any], number: int) -> Damage:
    written = content.get("n")
    if isinstance(written, int) and not isinstance(written, bool) and written != number:
        return Damage.REPEATED if written < number else Damage.OUT_OF_ORDER
    return Damage.CHANGED
