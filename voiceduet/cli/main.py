"""The entry of the command line: one line for every mistake, exit codes, never a traceback."""

from __future__ import annotations

import gc
import os
import platform
import signal
import sys
import tempfile
import threading
import traceback
from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path

from voiceduet import __version__, places
from voiceduet.asr.errors import AsrError
from voiceduet.cli.parsing import CommandModule, parse
from voiceduet.engine.errors import DuetError
from voiceduet.table.errors import UserError
from voiceduet.table.messages import interface_language, told
from voiceduet.tts.synthesis import SpeechFault

WRONG_USE = 2
PROGRAM_ERROR = 70
INTERRUPTED = 130
SIGNALLED = 128
LEAVE_LIMIT_S = 8.0
"""So long devices may take to close after a signal."""
BROKEN_PIPE = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return 0 done, 1 the answer is "no", 2 wrong use, 70 a fault of the program, 130, 141."""
    _force_utf8()
    if argv is None:
        _heed_signals()
    try:
        module, args = _parsed(sys.argv[1:] if argv is None else argv)
        code = module.run(args)
        sys.stdout.flush()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the last resort: users never see a traceback
        return _failed(error)
    return code


def _parsed(argv: Sequence[str]) -> tuple[CommandModule, Namespace]:
    """Load the command that is asked for. There is no garbage in what is loaded, and looking for it takes time."""
    gc.disable()
    try:
        return parse(argv)
    finally:
        gc.enable()


def _failed(error: Exception) -> int:
    match error:
        case BrokenPipeError():
            _drop_output()
            return BROKEN_PIPE
        case UserError() | DuetError():
            return _complain(str(error), WRONG_USE)
        case AsrError() | SpeechFault():
            return _complain(error.text(interface_language()), WRONG_USE)
        case OSError():
            return _complain(_system_error(error), WRONG_USE)
        case _:
            return _unexpected(error)


def _heed_signals() -> None:
    """Leave in good order on Ctrl-C, when the system ends the program, and when its terminal is closed.

    A sound system that does not let go is left behind: whatever was said before is on the disk.
    """

    def end(number: int, _: object) -> None:
        last_resort = threading.Timer(LEAVE_LIMIT_S, os._exit, (SIGNALLED + number,))
        last_resort.daemon = True
        last_resort.start()
        raise KeyboardInterrupt if number == signal.SIGINT else SystemExit(SIGNALLED + number)

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, end)


def _force_utf8() -> None:
    for stream in (sys.stdout, sys.stderr, sys.stdin):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace" if stream is sys.stdin else "backslashreplace")


def _drop_output() -> None:
    """Let the interpreter's last flush go nowhere."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(text: str, code: int) -> int:
    if os.environ.get("VOICEDUET_DEBUG") == "1":
        traceback.print_exc()
    with suppress(OSError):
        print(f"voiceduet: {' '.join(text.split())}", file=sys.stderr)
    return code


def _system_error(error: OSError) -> str:
    return told("cli.system_error", what=error.strerror or type(error).__name__, path=error.filename or "-")


def _unexpected(error: Exception) -> int:
    what = f"{type(error).__name__}: {error}"[:200]
    path = _write_report(error)
    if path is None:
        return _complain(told("cli.unexpected_no_report", what=what), PROGRAM_ERROR)
    return _complain(told("cli.unexpected", what=what, path=path), PROGRAM_ERROR)


def _write_report(error: Exception) -> Path | None:
    """Write what happened into a file that only its owner can read; `None` where that fails too."""
    lines = [
        f"voiceduet {__version__}, Python {sys.version}, {platform.platform()}\n",
        *traceback.format_exception(error),
    ]
    try:
        places.make_private_dir(places.report_dir())
        handle, name = tempfile.mkstemp(prefix="error-", suffix=".txt", dir=places.report_dir())
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as report:
            report.writelines(lines)
    except OSError:
        return None
    return Path(name)


if __name__ == "__main__":
    sys.exit(main())
