from __future__ import annotations

import stat
import zipfile
from pathlib import Path

import pytest

from voiceduet.asr.errors import StoreError
from voiceduet.asr.unpacking import UnpackLimits, model_root, unpack

pytestmark = pytest.mark.logic


def zip_of(path: Path, *entries: tuple[str | zipfile.ZipInfo, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in entries:
            package.writestr(name, data)
    return path


@pytest.mark.parametrize("name", ["../out.txt", "a/../../out.txt", "/out.txt", "..\\out.txt", "C:/out.txt"])
def test_paths_that_lead_out_are_refused_before_anything_is_written(tmp_path: Path, name: str) -> None:
    archive = zip_of(tmp_path / "a.zip", ("good.txt", b"x"), (name, b"x"))
    with pytest.raises(StoreError, match="outside its folder"):
        unpack(archive, tmp_path / "into")
    assert not (tmp_path / "into").exists()


def test_links_are_refused(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("link")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with pytest.raises(StoreError, match="link"):
        unpack(zip_of(tmp_path / "a.zip", (link, b"/etc/passwd")), tmp_path / "into")


def test_a_file_that_grows_past_its_limit_is_stopped(tmp_path: Path) -> None:
    archive = zip_of(tmp_path / "a.zip", ("bomb", bytes(5_000_000)))
    assert archive.stat().st_size < 10_000
    with pytest.raises(StoreError, match="grows past the limit"):
        unpack(archive, tmp_path / "into", UnpackLimits(per_file=1_000_000))
    assert (tmp_path / "into/bomb").stat().st_size <= 1_000_000


def test_the_files_together_have_a_limit(tmp_path: Path) -> None:
    archive = zip_of(tmp_path / "a.zip", *((f"file{number}", bytes(400_000)) for number in range(5)))
    with pytest.raises(StoreError, match="grows past the limit"):
        unpack(archive, tmp_path / "into", UnpackLimits(total=1_000_000))


def test_too_many_files(tmp_path: Path) -> None:
    archive = zip_of(tmp_path / "a.zip", *((f"file{number}", b"") for number in range(5)))
    with pytest.raises(StoreError, match="5 files"):
        unpack(archive, tmp_path / "into", UnpackLimits(files=4))


def test_a_damaged_archive(tmp_path: Path) -> None:
    archive = zip_of(tmp_path / "a.zip", ("file", bytes(range(256)) * 100))
    data = bytearray(archive.read_bytes())
    data[60:80] = bytes(20)
    archive.write_bytes(data)
    with pytest.raises(StoreError, match="damaged"):
        unpack(archive, tmp_path / "into")


def test_no_archive_at_all(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_text("hello", encoding="utf-8")
    with pytest.raises(StoreError, match="no zip file"):
        unpack(tmp_path / "a.zip", tmp_path / "into")


def test_the_model_is_found_at_any_depth(tmp_path: Path) -> None:
    (tmp_path / "deep/er/am").mkdir(parents=True)
    (tmp_path / "deep/er/am/final.mdl").touch()
    assert model_root(tmp_path) == tmp_path / "deep/er"


def test_two_models_in_one_archive_are_refused(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "final.mdl").touch()
    with pytest.raises(StoreError, match="several models"):
        model_root(tmp_path)
