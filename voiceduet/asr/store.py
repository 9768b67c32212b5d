"""The models on this machine: shipped, installed, checked and found."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from voiceduet import places
from voiceduet.asr.catalogue import NAME, Catalogue, load_catalogue
from voiceduet.asr.errors import ModelError, StoreError
from voiceduet.asr.faults import Fault, FaultCode, fault
from voiceduet.asr.files import Progress, file_sha256, ignore_progress
from voiceduet.asr.unpacking import copy_folder, model_root, unpack

SUMS_FILE = "SHA256SUMS.txt"
MARKER_FILE = "voiceduet-model.json"
ROOT_VARIABLE = "VOICEDUET_MODELS"
DERIVED_ENDING = "-words"
"""What the name of a shipped model gets when words are added to a copy of it."""


ANY_LANGUAGE = "any"
"""Language of a model that hears many. It confirms what another model heard, and hears alone only where it does so well
(measured: English; not Korean)."""
HEARD_BY_ANY = frozenset({"en"})


class ModelState(StrEnum):
    """Whether a model can be used now."""

    SHIPPED = "shipped"
    INSTALLED = "installed"
    AVAILABLE = "available"
    """Known, not fetched."""


@dataclass(frozen=True, slots=True)
class ModelStatus:
    """One model and where it is."""

    name: str
    language: str
    state: ModelState
    path: Path | None
    """`None` while it is not on this machine."""


@dataclass(frozen=True, slots=True)
class FoundModel:
    """The model to hear with."""

    path: Path
    name: str
    why: Fault
    """Why this one, for the user."""
    is_shipped: bool = False
    """It comes along and nobody has asked for another."""


def default_root(environment: Mapping[str, str] = os.environ) -> Path:
    """`$VOICEDUET_MODELS`, or the usual place of this machine."""
    chosen = environment.get(ROOT_VARIABLE)
    if chosen:
        return Path(chosen).expanduser()
    return places.models_dir()


def _no_check(path: Path) -> None:
    del path


@dataclass(frozen=True)
class ModelStore:
    """Models under one folder, one sub-folder each, together with those in the package."""

    root: Path = field(default_factory=default_root)
    catalogue: Catalogue = field(default_factory=load_catalogue)

    def list(self) -> tuple[ModelStatus, ...]:
        """All models: shipped, installed, then those that can be fetched."""
        shipped = [ModelStatus(it.name, it.language, ModelState.SHIPPED, it.path) for it in self.catalogue.shipped]
        installed = list(self._installed())
        names = {status.name for status in installed}
        rest = [
            ModelStatus(it.name, it.language, ModelState.AVAILABLE, None)
            for it in self.catalogue.known
            if it.name not in names
        ]
        return (*shipped, *installed, *rest)

    def install(
        self, wanted: str, check: Callable[[Path], object] = _no_check, progress: Progress = ignore_progress
    ) -> Path:
        """Fetch a model by name or language, check sum and contents, and put it in place in one step.

        `check` gets the unpacked folder and raises what is wrong with it. Returns the model's folder; one that is
        already there is left as it is. Raises `StoreError`.
        """
        model = self.catalogue.find(wanted)
        target = self.root / model.name
        if target.exists():
            return target
        archive = self.root / f"{model.name}.zip"
        self._make_root()
        from voiceduet.asr.download import fetch  # noqa: PLC0415 - nothing of the network is loaded to play

        fetch(model.url, archive, model.size, model.sha256, progress)
        try:
            with self._workshop() as workshop:
                unpack(archive, workshop)
                self._put_in_place(workshop, model.name, model.language, model.url, check)
        finally:
            archive.unlink(missing_ok=True)
        return target

    def install_from(self, source: Path, language: str, check: Callable[[Path], object] = _no_check) -> Path:
        """Install a zip file, a wheel or a folder from this machine, under the name of the file or folder.

        Raises `StoreError` when it holds no model, or a model of that name is there already.
        """
        if not source.exists():
            raise StoreError(f"there is no file or folder {source}")
        name = source.resolve().name if source.is_dir() else source.stem
        if not NAME.fullmatch(name):
            raise StoreError(
                f"{name!r} cannot be a model's name; rename it: Latin letters, digits, . _ and - are allowed"
            )
        if any(model.name == name for model in self.catalogue.shipped):
            raise StoreError(f"{name} is the name of a model in the package; rename the file or folder")
        if (self.root / name).exists():
            raise StoreError(f"a model {name} is installed already; remove it first: voiceduet models remove {name}")
        self._make_root()
        with self._workshop() as workshop:
            (copy_folder if source.is_dir() else unpack)(source, workshop)
            self._put_in_place(workshop, name, language, source.name, check)
        return self.root / name

    def derive(
        self,
        base: FoundModel,
        language: str,
        make: Callable[[Path], object],
        check: Callable[[Path], object] = _no_check,
    ) -> Path:
        """Put a changed copy of a model in place in one step: beside a shipped one, instead of an installed one.

        `make` gets the path of the folder that it has to write. Returns the model's folder.
        """
        shipped = any(model.name == base.name for model in self.catalogue.shipped)
        name = f"{base.name}{DERIVED_ENDING}" if shipped else base.name
        self._make_root()
        with self._workshop() as workshop:
            make(workshop)
            (workshop / MARKER_FILE).unlink(missing_ok=True)
            self._put_in_place(workshop, name, language, base.name, check)
        return self.root / name

    def verify(self, name: str) -> tuple[Fault, ...]:
        """Compare every file with the sums taken when the model was installed; returns what is wrong."""
        path = self.path_of(name)
        sums = path / SUMS_FILE
        if not sums.is_file():
            return (fault(FaultCode.SUMS_MISSING, file=SUMS_FILE),)
        findings = []
        for line in sums.read_text(encoding="utf-8").splitlines():
            wanted, _, relative = line.partition("  ")
            file = path / relative
            if not file.is_file():
                findings.append(fault(FaultCode.FILE_MISSING, file=relative))
            elif file_sha256(file) != wanted:
                findings.append(fault(FaultCode.FILE_CHANGED, file=relative))
        return tuple(findings)

    def remove(self, name: str) -> None:
        """Delete an installed model. Raises `StoreError` for one that is shipped or not there."""
        if any(model.name == name for model in self.catalogue.shipped):
            raise StoreError(f"{name} belongs to the package and cannot be removed")
        shutil.rmtree(self.path_of(name))

    def path_of(self, name: str) -> Path:
        """Folder of a model that is on this machine. Raises `StoreError`."""
        for status in self.list():
            if status.name == name and status.path is not None:
                return status.path
        there = ", ".join(status.name for status in self.list() if status.path is not None)
        raise StoreError(f"no model {name!r} is on this machine; there are: {there}")

    def find_model(self, language: str, prefer: str | None = None) -> FoundModel:
        """The model for a language: the one asked for (a name or a folder), an installed one, or the shipped one.

        Raises `ModelError` with the way to get one.
        """
        if prefer:
            return self._preferred(prefer)
        fitting = [status for status in self.list() if status.language == language and status.path is not None]
        for state, why in (
            (ModelState.INSTALLED, FaultCode.INSTALLED_FOR_LANGUAGE),
            (ModelState.SHIPPED, FaultCode.COMES_ALONG),
        ):
            for status in fitting:
                if status.state is state and status.path is not None:
                    return FoundModel(status.path, status.name, fault(why), state is ModelState.SHIPPED)
        if language in HEARD_BY_ANY:
            for status in self.list():
                if status.language == ANY_LANGUAGE and status.path is not None:
                    return FoundModel(status.path, status.name, fault(FaultCode.HEARS_ANY))
        raise ModelError(fault(FaultCode.NO_MODEL_OF, language=language))

    def _preferred(self, prefer: str) -> FoundModel:
        for status in self.list():
            if status.name == prefer and status.path is not None:
                return FoundModel(status.path, prefer, fault(FaultCode.ASKED_BY_NAME))
        folder = Path(prefer).expanduser()
        if folder.is_dir():
            return FoundModel(folder, folder.name, fault(FaultCode.FOLDER_NAMED))
        there = ", ".join(status.name for status in self.list() if status.path is not None)
        raise ModelError(fault(FaultCode.NO_SUCH_MODEL, wanted=prefer, names=there))

    def _installed(self) -> Iterator[ModelStatus]:
        for marker in sorted(self.root.glob(f"*/{MARKER_FILE}")):
            try:
                language = json.loads(marker.read_text(encoding="utf-8"))["language"]
            except (OSError, ValueError, KeyError, TypeError) as error:
                raise StoreError(f"{marker} is damaged; remove the folder {marker.parent} and install again") from error
            yield ModelStatus(marker.parent.name, str(language), ModelState.INSTALLED, marker.parent)

    def _put_in_place(
        self, workshop: Path, name: str, language: str, source: str, check: Callable[[Path], object]
    ) -> None:
        model = model_root(workshop)
        check(model)
        files = sorted(path for path in model.rglob("*") if path.is_file() and path.name != SUMS_FILE)
        sums = "".join(f"{file_sha256(path)}  {path.relative_to(model).as_posix()}\n" for path in files)
        (model / SUMS_FILE).write_text(sums, encoding="utf-8")
        marker = {"name": name, "language": language, "source": source}
        (model / MARKER_FILE).write_text(json.dumps(marker, ensure_ascii=False) + "\n", encoding="utf-8")
        target = self.root / name
        if target.exists():
            target.rename(workshop.with_name("replaced"))
        model.rename(target)

    def _make_root(self) -> None:
        try:
            self.root.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(
                f"models cannot be kept in {self.root}: {error.strerror}; name another folder in {ROOT_VARIABLE}"
            ) from error

    @contextmanager
    def _workshop(self) -> Iterator[Path]:
        """A folder beside the models, so that a finished model only needs a rename; gone afterwards."""
        with tempfile.TemporaryDirectory(prefix=".unpacking-", dir=self.root, ignore_cleanup_errors=True) as folder:
            try:
                yield Path(folder) / "model"
            except OSError as error:
                raise StoreError(f"the model could not be written to {self.root}: {error}") from error
