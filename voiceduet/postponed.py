"""Parts of libraries that are not needed, left unloaded. Below all rooms: any of them may ask."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from types import ModuleType


@contextmanager
def postponed(*names: str) -> Iterator[None]:
    """Within it, an `import` of these gives something whose functions load the library when they are called.

    For what another library imports and never uses here.
    """
    standing_in = {name: ModuleType(name) for name in names if name not in sys.modules}
    for name, module in standing_in.items():
        module.__getattr__ = partial(_function, name)  # type: ignore[method-assign]
    sys.modules |= standing_in
    try:
        yield
    finally:
        for name in standing_in:
            del sys.modules[name]


@contextmanager
def parts_of(package: str) -> Iterator[None]:
    """Within it, modules of a package can be imported without the package itself, which would import all of them."""
    spec = None if package in sys.modules else importlib.util.find_spec(package)
    if spec is None or spec.submodule_search_locations is None:
        yield
        return
    standing_in = ModuleType(package)
    standing_in.__path__ = list(spec.submodule_search_locations)
    sys.modules[package] = standing_in
    try:
        yield
    finally:
        del sys.modules[package]


def _function(name: str, what: str) -> object:
    if what.startswith("__"):
        raise AttributeError(what)
    return partial(_call, name, what)


def _call(name: str, what: str, *args: object, **options: object) -> object:
    return getattr(importlib.import_module(name), what)(*args, **options)
