"""Libraries that another library imports and never uses here: loaded only if they are used after all."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType


@contextmanager
def postponed(name: str) -> Iterator[None]:
    """Within it, an `import` of the library gives something that loads it when it is first asked for anything."""
    if name in sys.modules:
        yield
        return
    standing_in = ModuleType(name)
    standing_in.__getattr__ = lambda what: getattr(importlib.import_module(name), what)  # type: ignore[method-assign]
    sys.modules[name] = standing_in
    try:
        yield
    finally:
        del sys.modules[name]
