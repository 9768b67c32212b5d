"""The keyboard beside a microphone: Enter is the one key, a typed line counts as said."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TextIO

from voiceduet.asr.sources.typed import typed_utterance
from voiceduet.table.ears import Inbox, KeyPressed


def watch_keyboard(lines: TextIO, inbox: Inbox, now_s: Callable[[], float]) -> None:
    """Read a terminal in a thread of its own until it closes; a stream that is no terminal is left alone.

    A game by voice needs no key; this is for cutting a long read-out, for push-to-talk, and for whoever cannot speak
    now.
    """
    if lines.isatty():
        threading.Thread(target=_read, args=(lines, inbox, now_s), name="keyboard", daemon=True).start()


def _read(lines: TextIO, inbox: Inbox, now_s: Callable[[], float]) -> None:
    with suppress(OSError, ValueError):  # the terminal was closed: the game goes on by voice
        for line in lines:
            text = line.strip()
            inbox.put(typed_utterance(text, at_s=now_s()) if text else KeyPressed())
