"""What the fuzz tests share: how many examples, broken bytes, and a limit on time."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from hypothesis import settings
from hypothesis import strategies as st

EXAMPLES = int(os.environ.get("VOICEDUET_FUZZ", "40"))
"""Examples a test; `VOICEDUET_FUZZ=20000 pytest tests/robust -k fuzz` tries for longer."""
HANG_S = 1.0

_F = TypeVar("_F", bound=Callable[..., object])


def fuzzed(test: _F) -> _F:
    """Run a property with the number of examples asked for."""
    return settings(max_examples=EXAMPLES)(test)


@contextmanager
def within_a_second() -> Iterator[None]:
    """Nothing that a user hands over may keep the program busy for longer."""
    begin = time.process_time()
    yield
    took = time.process_time() - begin
    assert took < HANG_S, f"it took {took:.1f} s"


@st.composite
def damaged(draw: st.DrawFn, whole: bytes) -> bytes:
    """A file after a few accidents: bytes changed, cut off, repeated, put in."""
    data = bytearray(whole)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        match draw(st.sampled_from(["change", "cut", "insert", "repeat", "end", "swap"])):
            case "change" if at < len(data):
                data[at] = draw(st.integers(0, 255))
            case "cut":
                del data[at : at + draw(st.integers(1, 200))]
            case "insert":
                data[at:at] = draw(st.binary(max_size=20))
            case "repeat":
                data[at:at] = data[at : at + draw(st.integers(1, 300))]
            case "end":
                del data[at:]
            case "swap":
                data[at : at + 4] = draw(st.sampled_from([b"\xff\xff\xff\xff", b"\0\0\0\0", b"\xff\xff\xff\x7f"]))
    return bytes(data)


def lines_of(text: str) -> st.SearchStrategy[str]:
    """The lines of a file in another order, some missing, some twice, with odd text between."""
    odd = st.text(max_size=30)
    return st.lists(st.sampled_from(text.splitlines()) | odd, max_size=40).map("\n".join)


json_values: st.SearchStrategy[object] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)
