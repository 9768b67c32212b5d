"""A small server on the loopback that can misbehave."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Behaviour:
    """What the server does with its one file."""

    body: bytes
    stops_after: int | None = None
    """Bytes of a connection after which it hangs up."""
    claims: int | None = None
    """Another length than it has."""
    knows_ranges: bool = True
    status: int | None = None
    """An error for every request."""
    ranges: list[str | None] = field(default_factory=list)
    """The `Range` of each request so far."""


@contextmanager
def serving(behaviour: Behaviour) -> Iterator[str]:
    """Serve until the end of the block; gives the address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked = self.headers.get("Range")
            behaviour.ranges.append(asked)
            if behaviour.status is not None:
                self.send_error(behaviour.status)
                return
            start = int(asked[6:-1]) if asked and behaviour.knows_ranges else 0
            part = behaviour.body[start:]
            self.send_response(206 if start else 200)
            if start:
                total = len(behaviour.body)
                self.send_header("Content-Range", f"bytes {start}-{total - 1}/{total}")
            self.send_header("Content-Length", str(len(part) if behaviour.claims is None else behaviour.claims - start))
            self.end_headers()
            self.wfile.write(part[: behaviour.stops_after])

        def log_message(self, *_: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/model.zip"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
