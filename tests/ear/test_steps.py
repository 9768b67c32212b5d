"""Steps are done once; what is missing is told."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tools.ear.settings import FULL, SMALL
from tools.ear.steps import EarError, Steps

pytestmark = pytest.mark.tool

PROJECT = Path(__file__).parents[2]


def test_a_step_is_done_once_for_a_mark(tmp_path: Path) -> None:
    steps, done = Steps(tmp_path), list[str]()
    for mark in ("a", "a", "b"):
        steps.run("words", mark, lambda it=mark: done.append(it))  # type: ignore[misc]
    assert done == ["a", "b"]


def test_a_failed_step_is_done_again(tmp_path: Path) -> None:
    def fail() -> None:
        raise EarError("no speech")

    steps, done = Steps(tmp_path), list[str]()
    steps.run("words", "a", lambda: done.append("first"))
    with pytest.raises(EarError, match="no speech"):
        steps.run("words", "b", fail)
    steps.run("words", "b", lambda: done.append("second"))
    assert done == ["first", "second"]


def test_marks_follow_the_settings_named() -> None:
    assert FULL.mark() != SMALL.mark()
    other = replace(FULL, steps=7)
    assert other.mark() != FULL.mark()
    assert other.mark("seed", "nouns") == FULL.mark("seed", "nouns")


@pytest.mark.skipif(importlib.util.find_spec("torch") is not None, reason="torch is installed")
def test_without_the_extra_one_line_says_what_to_install(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tools.ear", "build", "--out", str(tmp_path / "model")]
    result = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert ".[ear]" in result.stderr


@pytest.mark.parametrize(("start", "message"), [("gone.pt", "no network to train further"), ("network.pt", "writes")])
def test_a_network_to_train_further_is_looked_at_first(tmp_path: Path, start: str, message: str) -> None:
    pytest.importorskip("wordfreq", reason="wordfreq is missing: pip install -e '.[ear]'")
    pipeline = pytest.importorskip("tools.ear.pipeline", reason="a package is missing: pip install -e '.[ear]'")
    (tmp_path / "network.pt").touch()
    with pytest.raises(EarError, match=message):
        pipeline.Pipeline(tmp_path, SMALL, None, tmp_path / start).build(tmp_path / "model")
