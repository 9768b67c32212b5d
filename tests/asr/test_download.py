from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from tests.asr.web import Behaviour, serving
from voiceduet.asr.download import fetch
from voiceduet.asr.errors import StoreError

pytestmark = pytest.mark.logic
BODY = bytes(range(256)) * 1000
SUM = hashlib.sha256(BODY).hexdigest()


def test_a_file_comes_whole_with_progress(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    with serving(Behaviour(BODY)) as url:
        fetch(url, tmp_path / "file", len(BODY), SUM, lambda done, total: seen.append((done, total)))
    assert (tmp_path / "file").read_bytes() == BODY
    assert seen[-1] == (len(BODY), len(BODY))
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_server_that_stops_half_way_is_asked_for_the_rest(tmp_path: Path) -> None:
    behaviour = Behaviour(BODY, stops_after=100_000)
    with serving(behaviour) as url:
        fetch(url, tmp_path / "file", len(BODY), SUM)
    assert (tmp_path / "file").read_bytes() == BODY
    assert behaviour.ranges == [None, "bytes=100000-", "bytes=200000-"]


def test_a_part_from_an_earlier_run_is_gone_on_with(tmp_path: Path) -> None:
    (tmp_path / "file.part").write_bytes(BODY[:50_000])
    behaviour = Behaviour(BODY)
    with serving(behaviour) as url:
        fetch(url, tmp_path / "file", len(BODY), SUM)
    assert behaviour.ranges == ["bytes=50000-"]
    assert (tmp_path / "file").read_bytes() == BODY


def test_a_server_without_ranges_begins_again(tmp_path: Path) -> None:
    (tmp_path / "file.part").write_bytes(BODY[:50_000])
    with serving(Behaviour(BODY, knows_ranges=False)) as url:
        fetch(url, tmp_path / "file", len(BODY), SUM)
    assert (tmp_path / "file").read_bytes() == BODY


def test_a_server_that_gives_nothing_more_is_given_up_and_the_part_kept(tmp_path: Path) -> None:
    (tmp_path / "file.part").write_bytes(BODY[:50_000])
    with serving(Behaviour(BODY, stops_after=0)) as url, pytest.raises(StoreError, match="goes on from here"):
        fetch(url, tmp_path / "file", len(BODY), SUM)
    assert (tmp_path / "file.part").stat().st_size == 50_000


def test_another_size_than_known_is_not_fetched(tmp_path: Path) -> None:
    with serving(Behaviour(BODY, claims=len(BODY) + 1)) as url, pytest.raises(StoreError, match="should have"):
        fetch(url, tmp_path / "file", len(BODY), SUM)


def test_a_larger_file_is_not_fetched(tmp_path: Path) -> None:
    with serving(Behaviour(BODY + b"more")) as url, pytest.raises(StoreError, match="should have"):
        fetch(url, tmp_path / "file", len(BODY), SUM)
    assert not (tmp_path / "file").exists()


def test_a_wrong_sum_deletes_the_file(tmp_path: Path) -> None:
    with serving(Behaviour(BODY[::-1])) as url, pytest.raises(StoreError, match="its sum is"):
        fetch(url, tmp_path / "file", len(BODY), SUM)
    assert list(tmp_path.iterdir()) == []


def test_a_part_that_is_too_long_is_thrown_away(tmp_path: Path) -> None:
    (tmp_path / "file.part").write_bytes(BODY + b"more")
    with serving(Behaviour(BODY)) as url:
        fetch(url, tmp_path / "file", len(BODY), SUM)
    assert (tmp_path / "file").read_bytes() == BODY


def test_an_error_of_the_server_is_told(tmp_path: Path) -> None:
    with serving(Behaviour(BODY, status=404)) as url, pytest.raises(StoreError, match="404"):
        fetch(url, tmp_path / "file", len(BODY), SUM)


def test_no_server_tells_the_way_without_network(tmp_path: Path) -> None:
    with serving(Behaviour(BODY)) as url:
        pass
    with pytest.raises(StoreError, match=r"cannot be reached.*--from"):
        fetch(url, tmp_path / "file", len(BODY), SUM)
