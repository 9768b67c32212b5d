"""Writing files that only their owner may read (0600), whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from voiceduet import places


def write_private(path: Path, data: bytes) -> None:
    """Write a file in one step; an older one is replaced, missing folders are made 0700. May raise `OSError`."""
    places.make_private_dir(path.parent)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
