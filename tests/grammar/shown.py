"""Meanings as the case files write them: what is done, asked about, or met with silence."""

from __future__ import annotations

from collections.abc import Callable

from voiceduet.grammar.intents import Intent
from voiceduet.grammar.meaning import Ambiguous, Meaning, NotUnderstood, Understood


def shown(meaning: Meaning, named: Callable[[Intent], str]) -> str:
    """«act …», «ask …» with `|` between what is asked about, or «silence»; `named` writes an act."""
    match meaning:
        case Understood(best=best, sure=sure):
            return f"{'act' if sure else 'ask'} {named(best.intent)}"
        case Ambiguous(candidates=candidates):
            return "ask " + "|".join(named(each.intent) for each in candidates)
        case NotUnderstood():
            return "silence"
