"""Recordings of names of pictures, and their texts."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("num2words", reason="num2words is missing: pip install -e '.[ear]'")
pytest.importorskip("kaldi_native_fbank", reason="kaldi-native-fbank is missing: pip install -e '.[ear]'")

from tools.ear.stamps import read_stamps
from tools.ear.steps import EarError

pytestmark = pytest.mark.logic


def test_recordings_and_their_texts(tmp_path: Path) -> None:
    (tmp_path / "food").mkdir()
    (tmp_path / "food" / "nut.txt").write_text("A nut.\nru.utf8=Орех.\nbg.utf8=Орех!\n", "utf-8")
    for name in ("nut_desc_ru.ogg", "nut_desc_bg.ogg", "nut_desc.ogg", "pie_desc_ru.ogg"):
        (tmp_path / "food" / name).write_bytes(b"")
    assert [(stamp.path.name, stamp.text) for stamp in read_stamps("ru", tmp_path)] == [("nut_desc_ru.ogg", "Орех.")]
    with pytest.raises(EarError, match="tuxpaint-stamps-default"):
        read_stamps("el", tmp_path)
