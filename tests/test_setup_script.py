"""`make setup` on machines that lack something: the script runs with a made-up interpreter and a made-up apt-get."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.tool

PROJECT = Path(__file__).parents[1]

INTERPRETER = r"""#!/usr/bin/env bash
# Answers what scripts/setup asks of a Python; VERSION, ENSUREPIP and PIP say how.
case "$*" in
    *sys.exit\(sys.version_info*) [[ ${VERSION-} != old ]] ;;
    *ensurepip*) [[ ${ENSUREPIP-} != no || -e $HERE/installed ]] ;;
    *-venv*) echo python3.12-venv ;;
    "-m venv "*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
    "-m pip --version") true ;;
    "-m pip install"*) echo "pip $*" >>"$HERE/log"; [[ ${PIP-} != broken ]] ;;
    --version) echo Python 3.12.1 ;;
    *) echo "unexpected: $*" >&2; exit 9 ;;
esac
"""
APT = '#!/bin/sh\necho "apt $*" >>"$HERE/log"; touch "$HERE/installed"; [ "$APT" != broken ]\n'


class Machine:
    """A copy of the set-up scripts in a folder of its own, where any part of the system can be missing."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.environment = os.environ | {"HERE": str(home), "PATH": f"{home}/bin:{os.environ['PATH']}"}
        shutil.copytree(PROJECT / "scripts", home / "scripts")
        (home / "pyproject.toml").write_text("[project]\n")
        (home / "bin").mkdir()
        for program, text in {"python3": INTERPRETER, "apt-get": APT}.items():
            (home / "bin" / program).write_text(text)
            (home / "bin" / program).chmod(0o755)
        self.define("can_install() { true; }")
        for part in ("espeak", "portaudio", "player"):
            self.define(f"has_{part}() {{ true; }}")

    def define(self, function: str) -> None:
        with (self.home / "scripts" / "system.sh").open("a") as script:
            script.write(function + "\n")

    def lacks(self, *parts: str) -> None:
        for part in parts:
            self.define(f"has_{part}() {{ [[ -e $HERE/installed ]]; }}")

    def setup(self, **answers: str) -> subprocess.CompletedProcess[str]:
        script = str(self.home / "scripts" / "setup")
        environment = self.environment | {"PYTHON": f"{self.home}/bin/python3", **answers}
        return subprocess.run([script], env=environment, capture_output=True, text=True, check=False, timeout=30)

    @property
    def log(self) -> list[str]:
        log = self.home / "log"
        return log.read_text().splitlines() if log.exists() else []


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_packages_are_installed_once_and_again_when_the_project_changes(machine: Machine) -> None:
    assert machine.setup().returncode == 0
    assert machine.setup().returncode == 0
    assert [line.split()[:1] for line in machine.log] == [["pip"]]
    assert machine.log[0].endswith("--editable .[dev,en,ko]")
    (machine.home / "pyproject.toml").write_text("[project]\nversion = '2'\n")
    assert machine.setup().returncode == 0
    assert len(machine.log) == 2


def test_root_gets_only_what_is_missing(machine: Machine) -> None:
    machine.lacks("espeak", "player")
    done = machine.setup(ENSUREPIP="no")
    assert done.returncode == 0, done.stderr
    assert machine.log[1].endswith("--no-install-recommends python3.12-venv espeak-ng alsa-utils")
    assert "installing system packages: python3.12-venv espeak-ng alsa-utils" in done.stderr


def test_others_are_told_the_one_line_and_go_on_without_sound(machine: Machine) -> None:
    machine.define("can_install() { false; }")
    machine.lacks("espeak", "portaudio")
    done = machine.setup()
    assert done.returncode == 0
    assert "    sudo apt-get install -y espeak-ng libportaudio2\n" in done.stderr
    assert "games on the screen and from recordings work" in done.stderr
    assert not any(line.startswith("apt") for line in machine.log)


def test_without_the_venv_module_it_stops_with_the_line_to_run(machine: Machine) -> None:
    machine.define("can_install() { false; }")
    done = machine.setup(ENSUREPIP="no")
    assert done.returncode == 1
    assert "    sudo apt-get install -y python3.12-venv\n" in done.stderr
    assert "cannot make a virtual environment" in done.stderr


def test_a_failing_apt_get_does_not_stop_what_can_go_on(machine: Machine) -> None:
    machine.lacks("espeak")
    done = machine.setup(APT="broken")
    assert done.returncode == 0
    assert "apt-get failed; going on without: espeak-ng" in done.stderr


def test_failing_pip_says_what_can_be_done_and_is_tried_again(machine: Machine) -> None:
    done = machine.setup(PIP="broken")
    assert done.returncode == 1
    assert "pip could not install the packages" in done.stderr
    assert machine.setup().returncode == 0


def test_an_old_python_is_refused_with_the_version_needed(machine: Machine) -> None:
    machine.define("find_python() { is_new_enough bin/python3; }")
    done = machine.setup(VERSION="old")
    assert done.returncode == 1
    assert "Python 3.11 or newer is needed" in done.stderr
    assert "make setup PYTHON=" in done.stderr
    assert machine.log == []


def test_nothing_calls_sudo_by_itself() -> None:
    for path in [PROJECT / "Makefile", PROJECT / ".ci" / "run", *(PROJECT / "scripts").iterdir()]:
        for line in path.read_text("utf-8").splitlines():
            assert "sudo" not in line or "printf" in line or line.lstrip().startswith("#"), f"{path.name}: {line}"
