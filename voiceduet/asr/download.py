"""Fetching one large file: resumed, limited, summed."""

from __future__ import annotations

import http.client
import re
import urllib.error
import urllib.request
from pathlib import Path

from voiceduet.asr.errors import StoreError
from voiceduet.asr.files import Progress, file_sha256, ignore_progress

CHUNK_BYTES = 1 << 16
TIMEOUT_S = 30.0
MAX_FRUITLESS = 3
"""Attempts in a row that bring not one byte."""


def fetch(url: str, target: Path, size: int, sha256: str, progress: Progress = ignore_progress) -> None:
    """Bring a file of known size and sum to `target`, going on with a part that is already there.

    Raises `StoreError` when the server cannot be reached, stops giving, offers another size, or the sum is wrong. A
    part that may still become right is kept, one that is wrong is deleted.
    """
    part = target.with_name(target.name + ".part")
    if part.exists() and part.stat().st_size > size:
        part.unlink()
    fruitless = 0
    while (have := part.stat().st_size if part.exists() else 0) < size:
        failure = _fetch_some(url, part, have, size, progress)
        fruitless = 0 if part.exists() and part.stat().st_size > have else fruitless + 1
        if fruitless >= MAX_FRUITLESS:
            raise StoreError(
                f"{url} gave {have} of {size} bytes and then no more ({failure}); try again later: it goes on from here"
            )
    found = file_sha256(part)
    if found != sha256:
        part.unlink()
        raise StoreError(f"{url} is not the file it should be: its sum is {found}, not {sha256}; nothing was installed")
    part.replace(target)


def _fetch_some(url: str, part: Path, have: int, size: int, progress: Progress) -> str:
    """One connection; returns why it ended."""
    headers = {"User-Agent": "voiceduet"} | ({"Range": f"bytes={have}-"} if have else {})
    request = urllib.request.Request(url, headers=headers)  # noqa: S310 - the catalogue admits http and https only
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as response:  # noqa: S310
            start = _start_of(response, have, size, url)
            _write(response, part, start, size, progress)
    except urllib.error.HTTPError as error:
        if error.code in {416, 412}:
            part.unlink(missing_ok=True)
            return f"the server refused to go on: {error.code}"
        raise StoreError(f"{url} cannot be fetched: the server says {error.code} {error.reason}") from error
    except urllib.error.URLError as error:
        raise StoreError(
            f"{url} cannot be reached ({error.reason}); check the network, or install a copy with --from FILE"
        ) from error
    except (OSError, http.client.HTTPException) as error:
        return str(error) or type(error).__name__
    return "the connection was closed"


def _start_of(response: http.client.HTTPResponse, have: int, size: int, url: str) -> int:
    """Where the answer's first byte belongs; an answer without a range begins at 0."""
    start, offered = 0, response.headers.get("Content-Length")
    if response.status == http.HTTPStatus.PARTIAL_CONTENT:
        span = re.fullmatch(r"bytes (\d+)-\d+/(\d+|\*)", response.headers.get("Content-Range", ""))
        if span is None or int(span[1]) != have:
            raise StoreError(f"{url}: the server goes on from another place than asked; try again later")
        start = have
    if offered is not None and offered.isdigit() and start + int(offered) != size:
        raise StoreError(f"{url} is offered with {start + int(offered)} bytes, but should have {size}; not fetched")
    return start


def _write(response: http.client.HTTPResponse, part: Path, start: int, size: int, progress: Progress) -> None:
    part.parent.mkdir(parents=True, exist_ok=True)
    done = start
    with part.open("ab" if start else "wb") as file:
        while chunk := response.read(CHUNK_BYTES):
            done += len(chunk)
            if done > size:
                break
            file.write(chunk)
            progress(done, size)
    if done > size:
        part.unlink()
        raise StoreError(f"the server sends more than the {size} bytes that the file should have; stopped and deleted")
