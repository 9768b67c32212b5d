"""The architecture, read from the source: rooms, imports, sizes, docstrings (ARCHITECTURE.md)."""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from voiceduet.table.messages import load_messages

pytestmark = pytest.mark.logic

PROJECT = Path(__file__).parents[1]
PACKAGE = PROJECT / "voiceduet"
SOURCES = sorted(PACKAGE.rglob("*.py"))
CODE = [*SOURCES, *sorted((PROJECT / "tests").rglob("*.py")), *sorted((PROJECT / "tools").rglob("*.py"))]

BELOW: dict[str, set[str]] = {
    "engine": set(),
    "asr": set(),
    "tts": set(),
    "grammar": {"engine"},
    "table": {"engine", "asr", "tts", "grammar"},
    "web": {"engine", "asr", "tts", "grammar", "table"},
    "cli": {"engine", "asr", "tts", "grammar", "table", "web"},
}
"""Which rooms a room may import. Modules outside all rooms (`places`) may be imported by any but the engine."""

PURE = {"engine", "table/dialogue", "table/setup_dialogue"}
"""Parts that read no clock, chance, file, log or environment of their own."""
IMPURE_MODULES = {"time", "os", "logging", "secrets", "threading", "socket", "subprocess", "tempfile", "pathlib"}

MAX_FILE_LINES = 350
MAX_FUNCTION_LINES = 40


def name(path: Path) -> str:
    return path.relative_to(PROJECT).as_posix()


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), filename=name(path))


def imported(path: Path) -> Iterator[str]:
    """Yield the full name of everything that a module imports, also inside functions and under TYPE_CHECKING."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name(path)}, line {node.lineno}: relative import"
            module = node.module or ""
            yield from (f"{module}.{alias.name}" for alias in node.names)


def room_of(path: Path) -> str | None:
    parts = path.relative_to(PACKAGE).parts
    return parts[0] if len(parts) > 1 else None


def room_of_import(full_name: str) -> str | None:
    parts = full_name.split(".")
    return parts[1] if len(parts) > 1 and parts[0] == "voiceduet" and parts[1] in BELOW else None


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_imports_go_down_only(path: Path) -> None:
    room = room_of(path)
    if room is None:
        return
    assert room in BELOW, f"{name(path)} stands in a room that ARCHITECTURE.md does not know"
    for full_name in imported(path):
        target = room_of_import(full_name)
        assert target in {None, room} | BELOW[room], f"{name(path)} imports {full_name}: {room} may not import {target}"


def test_modules_outside_the_rooms_are_below_them() -> None:
    for path in PACKAGE.glob("*.py"):
        if path.name != "__main__.py":
            assert [each for each in imported(path) if room_of_import(each)] == [], name(path)


def test_each_outside_library_is_imported_in_one_module() -> None:
    users: dict[str, set[str]] = defaultdict(set)
    for path in SOURCES:
        for full_name in imported(path):
            library = full_name.partition(".")[0]
            if library not in sys.stdlib_module_names and library != "voiceduet":
                users[library].add(name(path))
    assert {library: sorted(paths) for library, paths in users.items() if len(paths) > 1} == {}


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_pure_parts_touch_nothing_outside(path: Path) -> None:
    inside = path.relative_to(PACKAGE).as_posix()
    if any(inside.startswith(f"{part}/") for part in PURE):
        used = {full_name.partition(".")[0] for full_name in imported(path)}
        assert used & IMPURE_MODULES == set()
        assert used <= set(sys.stdlib_module_names) | {"voiceduet"}


@pytest.mark.parametrize("path", CODE, ids=name)
def test_files_and_functions_stay_small(path: Path) -> None:
    lines = path.read_text("utf-8").count("\n")
    assert lines <= MAX_FILE_LINES, f"{name(path)} has {lines} lines"
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            assert length <= MAX_FUNCTION_LINES, f"{name(path)}, line {node.lineno}: {node.name} has {length} lines"


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_modules_and_public_classes_are_described(path: Path) -> None:
    module = tree(path)
    assert ast.get_docstring(module), f"{name(path)} has no docstring"
    for node in ast.walk(module):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            assert ast.get_docstring(node), f"{name(path)}, line {node.lineno}: class {node.name} has no docstring"


@pytest.mark.parametrize("path", CODE, ids=name)
def test_no_check_is_silenced_for_a_whole_file(path: Path) -> None:
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        silencer = line.strip().lower()
        assert not silencer.startswith(("# ruff: noqa", "# flake8: noqa", "# mypy: ignore")), f"{name(path)}:{number}"


@pytest.mark.parametrize("path", [each for each in CODE if each.name.startswith("test_")], ids=name)
def test_every_test_module_says_its_category(path: Path) -> None:
    marks = {
        node.value.attr
        for node in tree(path).body
        if isinstance(node, ast.Assign)
        and [target.id for target in node.targets if isinstance(target, ast.Name)] == ["pytestmark"]
        and isinstance(node.value, ast.Attribute)
    }
    assert marks, f"{name(path)}: set pytestmark to one category"
    assert marks <= {"logic", "hears", "speaks", "tool"}


def test_messages_used_in_the_code_exist() -> None:
    """Keys that are put together from parts are checked where they are used."""
    used = {
        node.args[0].value
        for path in SOURCES
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "told"
        and isinstance(node.args[0], ast.Constant)
    }
    assert used - set(load_messages()) == set()
