"""An analyst that is loaded in the background: nobody gives a clue while the referee still says its first words."""

from __future__ import annotations

import threading
from collections.abc import Callable

from voiceduet.grammar.judge.analyst import Analyst, Finding, HearsAlike
from voiceduet.grammar.judge.verdict import Relaxation


class LaterAnalyst:
    """Stands for an analyst; whoever asks it before it is there waits."""

    def __init__(self, language: str, load: Callable[[], Analyst]) -> None:
        """Begin to load; what goes wrong is raised when it is first asked."""
        self.language = language
        self._load = load
        self._thread = threading.Thread(target=self._try, name="clue judge", daemon=True)
        self._analyst: Analyst | None = None
        self._thread.start()

    def _try(self) -> None:
        try:
            self._analyst = self._load()
        except Exception:  # noqa: BLE001 - it is tried again, and raised, by whoever asks
            self._analyst = None

    @property
    def analyst(self) -> Analyst:
        """The analyst itself."""
        self._thread.join()
        if self._analyst is None:
            self._analyst = self._load()
        return self._analyst

    def normalise(self, text: str) -> str:
        """See `Analyst.normalise`."""
        return self.analyst.normalise(text)

    def relate(self, clue: str, card: str) -> Finding | None:
        """See `Analyst.relate`."""
        return self.analyst.relate(clue, card)

    def examine(self, clue: str, relaxed: frozenset[Relaxation]) -> tuple[Finding, ...]:
        """See `Analyst.examine`."""
        return self.analyst.examine(clue, relaxed)

    def number_hint(self, number: int, card: str) -> Finding | None:
        """See `Analyst.number_hint`."""
        return self.analyst.number_hint(number, card)

    def sounds_like(self, clue: str, card: str) -> bool:
        """See `HearsAlike.sounds_like`; never, for an analyst that knows no sounds."""
        return isinstance(self.analyst, HearsAlike) and self.analyst.sounds_like(clue, card)
