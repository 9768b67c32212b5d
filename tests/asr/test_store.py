from __future__ import annotations

import hashlib
import json
import zipfile
from pathlib import Path

import pytest

from tests.asr.web import Behaviour, serving
from voiceduet.asr.catalogue import Catalogue, KnownModel, load_catalogue
from voiceduet.asr.errors import ModelError, StoreError
from voiceduet.asr.faults import FaultCode
from voiceduet.asr.store import MARKER_FILE, ModelState, ModelStore, default_root

pytestmark = pytest.mark.logic


def make_zip(path: Path, folder: str = "small-xx/") -> Path:
    with zipfile.ZipFile(path, "w") as package:
        package.writestr(f"{folder}am/final.mdl", b"net")
        package.writestr(f"{folder}conf/mfcc.conf", b"--x=y")
    return path


def store_with(tmp_path: Path, url: str, archive: bytes) -> ModelStore:
    known = KnownModel("small-xx", "xx", url, len(archive), hashlib.sha256(archive).hexdigest(), "CC0-1.0")
    return ModelStore(tmp_path / "models", Catalogue((known,), load_catalogue().shipped))


@pytest.fixture
def store(tmp_path: Path) -> ModelStore:
    return store_with(tmp_path, "http://127.0.0.1:1/none.zip", b"x")


def test_a_model_is_fetched_checked_and_put_in_place(tmp_path: Path) -> None:
    archive = make_zip(tmp_path / "a.zip").read_bytes()
    checked: list[bool] = []
    with serving(Behaviour(archive, stops_after=200)) as url:
        store = store_with(tmp_path, url, archive)
        path = store.install("xx", check=lambda folder: checked.append((folder / "am/final.mdl").exists()))
    assert checked == [True]
    assert path == store.root / "small-xx"
    assert store.find_model("xx").path == path
    assert store.verify("small-xx") == ()
    assert [each.name for each in store.root.iterdir()] == ["small-xx"]


def test_installing_twice_fetches_once(tmp_path: Path) -> None:
    archive = make_zip(tmp_path / "a.zip").read_bytes()
    behaviour = Behaviour(archive)
    with serving(behaviour) as url:
        store = store_with(tmp_path, url, archive)
        assert store.install("xx") == store.install("small-xx")
    assert len(behaviour.ranges) == 1


def test_a_model_that_does_not_load_is_not_put_in_place(tmp_path: Path) -> None:
    archive = make_zip(tmp_path / "a.zip").read_bytes()

    def refuse(_: Path) -> None:
        raise ModelError("damaged")

    with serving(Behaviour(archive)) as url:
        store = store_with(tmp_path, url, archive)
        with pytest.raises(ModelError):
            store.install("xx", check=refuse)
    assert list(store.root.iterdir()) == []


@pytest.mark.parametrize("name", ["my-model.zip", "my-model.whl"])
def test_a_local_archive(store: ModelStore, tmp_path: Path, name: str) -> None:
    path = store.install_from(make_zip(tmp_path / name, "some/where/deep/"), "ru")
    assert path.name == "my-model"
    assert store.find_model("ru").name == "my-model"


def test_a_local_folder(store: ModelStore, tmp_path: Path) -> None:
    with zipfile.ZipFile(make_zip(tmp_path / "a.zip", "")) as package:
        package.extractall(tmp_path / "own")
    store.install_from(tmp_path / "own", "ru")
    assert json.loads((store.root / "own" / MARKER_FILE).read_text())["language"] == "ru"
    assert (tmp_path / "own/am/final.mdl").exists()


def test_a_folder_with_links_is_refused(store: ModelStore, tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own/final.mdl").symlink_to("/etc/hostname")
    with pytest.raises(StoreError, match="is a link"):
        store.install_from(tmp_path / "own", "ru")


def test_a_second_model_of_that_name_is_refused(store: ModelStore, tmp_path: Path) -> None:
    store.install_from(make_zip(tmp_path / "own.zip"), "ru")
    with pytest.raises(StoreError, match="installed already"):
        store.install_from(tmp_path / "own.zip", "ru")


def test_something_that_holds_no_model(store: ModelStore, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "own.zip", "w") as package:
        package.writestr("letter.txt", "hello")
    with pytest.raises(StoreError, match="no Vosk model"):
        store.install_from(tmp_path / "own.zip", "ru")
    assert list(store.root.iterdir()) == []


def test_changed_and_missing_files_are_found(store: ModelStore, tmp_path: Path) -> None:
    path = store.install_from(make_zip(tmp_path / "own.zip"), "ru")
    (path / "am/final.mdl").write_bytes(b"other")
    (path / "conf/mfcc.conf").unlink()
    assert list(map(str, store.verify("own"))) == ["am/final.mdl has changed", "conf/mfcc.conf is missing"]


def test_the_shipped_model_is_whole() -> None:
    assert ModelStore().verify("ru-table") == ()


def test_the_shipped_model_cannot_be_removed(store: ModelStore) -> None:
    with pytest.raises(StoreError, match="belongs to the package"):
        store.remove("ru-table")


def test_an_installed_model_can_be_removed(store: ModelStore, tmp_path: Path) -> None:
    path = store.install_from(make_zip(tmp_path / "own.zip"), "ru")
    store.remove("own")
    assert not path.exists()
    with pytest.raises(StoreError, match="there are: ru-table"):
        store.remove("own")


def test_the_list_tells_where_each_is(store: ModelStore, tmp_path: Path) -> None:
    store.install_from(make_zip(tmp_path / "own.zip"), "ko")
    states = {status.name: status.state for status in store.list()}
    assert states == {
        "ru-table": ModelState.SHIPPED,
        "own": ModelState.INSTALLED,
        "small-xx": ModelState.AVAILABLE,
    }


def test_without_an_installed_model_the_shipped_one_hears(store: ModelStore) -> None:
    found = store.find_model("ru")
    assert found.name == "ru-table"
    assert found.why.code is FaultCode.COMES_ALONG


def test_a_model_can_be_asked_for_by_name_or_folder(store: ModelStore, tmp_path: Path) -> None:
    store.install_from(make_zip(tmp_path / "own.zip"), "ru")
    assert store.find_model("ru", "ru-table").name == "ru-table"
    assert store.find_model("ru", str(tmp_path)).path == tmp_path
    with pytest.raises(ModelError, match="no model or folder 'none'"):
        store.find_model("ru", "none")


def test_a_language_without_a_model_tells_how_to_get_one(store: ModelStore) -> None:
    with pytest.raises(ModelError, match="models install ko"):
        store.find_model("ko")


def test_an_unknown_model_lists_the_known_ones(store: ModelStore) -> None:
    with pytest.raises(StoreError, match=r"there are: xx \(small-xx\)"):
        store.install("klingon")


def test_the_place_can_be_chosen(tmp_path: Path) -> None:
    assert default_root({"VOICEDUET_MODELS": str(tmp_path)}) == tmp_path
    assert default_root({}).name == "models"


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    store = ModelStore(tmp_path / "file" / "models")
    with pytest.raises(StoreError, match="VOICEDUET_MODELS"):
        store.install_from(make_zip(tmp_path / "own.zip"), "ru")
