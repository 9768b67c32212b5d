"""Playing a case in every edition it names and comparing what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from voiceduet.engine.errors import IllegalMove, SetupError
from voiceduet.engine.events import AgentFound, AssassinHit, BystanderHit, Event, event_names
from voiceduet.engine.game import apply
from voiceduet.engine.key import Identity, parse_key
from voiceduet.engine.moves import GiveClue, Move, Penalize
from voiceduet.engine.setup import Edition, GameOptions, GameSetup
from voiceduet.engine.state import new_game, visible_words
from voiceduet.table.cases.case import AnyCase, BadCase, Case, Expected, KeyCase
from voiceduet.table.cases.fields import Expectations, Moment, Value, differences

ClueCheck: TypeAlias = Callable[[str, int, tuple[str, ...]], bool]
"""Whether a clue word with its number is allowed against these visible words; only a sure "no" is a no (rules 9.6)."""

READINGS_TAKEN = {
    Edition.RU: ("winning_turn_free", "sudden_death_at_once"),
    Edition.KO: ("winning_turn_uses_token", "sudden_death_at_once"),
    Edition.EN: ("winning_turn_uses_token", "sudden_death_at_once"),
}
"""Where the texts disagree: the readings that each edition takes (rules 5.5, 7.2)."""
_OTHER_READINGS = frozenset({"winning_turn_free", "winning_turn_uses_token", "turn_goes_on_then_no_token"})

_RESULTS: dict[type[Event], Identity] = {
    AgentFound: Identity.AGENT,
    BystanderHit: Identity.BYSTANDER,
    AssassinHit: Identity.ASSASSIN,
}


@dataclass(frozen=True, slots=True)
class Failure:
    """One expectation that does not hold."""

    where: str
    """`step 3 (b stop)`, `final`, …"""
    field: str
    expected: Value
    got: Value
    editions: tuple[Edition, ...] = ()


@dataclass(frozen=True, slots=True)
class CaseResult:
    """What checking one case gave."""

    id: str
    title: str
    failures: tuple[Failure, ...] = ()
    problem: str = ""
    """Why the case cannot be used; empty when it can."""
    remarks: tuple[str, ...] = ()

    @property
    def is_ok(self) -> bool:
        """Whether every expectation holds."""
        return not self.failures and not self.problem


def check_case(case: AnyCase, is_allowed: ClueCheck) -> CaseResult:
    """Check one case; a case that cannot be used fails with its problem."""
    match case:
        case BadCase():
            return CaseResult(case.id, case.title, problem=case.problem)
        case KeyCase():
            return _check_key_case(case)
        case Case():
            return _check_game(case, is_allowed)


def _check_key_case(case: KeyCase) -> CaseResult:
    try:
        parse_key(case.text)
    except SetupError as error:
        failures = (Failure("key", "valid", expected=True, got=False),) if case.valid else ()
        return CaseResult(case.id, case.title, failures, remarks=(str(error),) if case.valid else ())
    failures = () if case.valid else (Failure("key", "valid", expected=False, got=True),)
    return CaseResult(case.id, case.title, failures)


def _check_game(case: Case, is_allowed: ClueCheck) -> CaseResult:
    merged: dict[tuple[str, str, str, str], Failure] = {}
    remarks = list(case.remarks)
    unread: list[str] = []
    for edition in case.editions:
        chosen = _chosen(case, edition)
        if not chosen:
            unread.append(f"no reading for edition {edition}, which takes {', '.join(READINGS_TAKEN[edition])}")
            continue
        tries = {name: _play(case, expected, edition, is_allowed) for name, expected in chosen.items()}
        best = min(tries, key=lambda name: len(tries[name].failures))
        if best and best not in READINGS_TAKEN[edition]:
            remarks.append(f"edition {edition} compared with the reading {best}")
        remarks += tries[best].remarks
        for failure in tries[best].failures:
            key = (failure.where, failure.field, repr(failure.expected), repr(failure.got))
            known = merged.get(key, failure)
            merged[key] = replace(known, editions=(*known.editions, edition))
    if len(unread) == len(case.editions):
        return CaseResult(case.id, case.title, problem="; ".join(unread) or "no edition is named")
    remarks += unread
    return CaseResult(case.id, case.title, tuple(merged.values()), remarks=tuple(dict.fromkeys(remarks)))


def _chosen(case: Case, edition: Edition) -> dict[str, Expected]:
    """Return the reading that the edition takes; where none has a name known here, all: one of them must hold."""
    if "" in case.readings:
        return case.readings
    taken = {name: expected for name, expected in case.readings.items() if name in READINGS_TAKEN[edition]}
    return taken or {name: expected for name, expected in case.readings.items() if name not in _OTHER_READINGS}


@dataclass(slots=True)
class _Course:
    """What one playing of a case brought."""

    failures: list[Failure]
    remarks: list[str]

    def compare(self, where: str, expected: Expectations, moment: Moment) -> None:
        self.failures += [Failure(where, *difference) for difference in differences(expected, moment)]


def _play(case: Case, expected: Expected, edition: Edition, is_allowed: ClueCheck) -> _Course:
    options = GameOptions(edition=edition, free_order=case.free_order)
    moment = Moment(new_game(GameSetup(case.board, case.key, case.mission, options)), edition)
    course = _Course([], [])
    judged = _judged_steps(case, expected)
    illegal: GiveClue | None = None
    for number, action in enumerate(case.actions):
        wanted: Expectations = expected.steps[number] if expected.steps else {}
        moment, illegal = _step(moment, action.move, is_allowed if number in judged else None)
        where = f"step {number + 1} ({action.text})"
        course.compare(where, wanted, moment)
        if moment.reason and "accepted" not in wanted:
            course.remarks.append(f"{where} was refused: {moment.reason}")
    course.compare("final", expected.final, moment)
    if illegal is not None:
        _after_illegal_clue(course, moment, illegal, expected)
    return course


def _judged_steps(case: Case, expected: Expected) -> frozenset[int]:
    """Return the actions whose clue is judged: those with `legal`, else the last clue when anything hangs on it."""
    steps = frozenset(number for number, wanted in enumerate(expected.steps or ()) if "legal" in wanted)
    if steps or not (expected.refused or expected.punished or "clue_legal" in expected.final):
        return steps
    clues = [number for number, action in enumerate(case.actions) if isinstance(action.move, GiveClue)]
    return frozenset(clues[-1:])


def _step(before: Moment, move: Move, is_allowed: ClueCheck | None) -> tuple[Moment, GiveClue | None]:
    """Make one move. A clue that the judge finds illegal is not accepted; it is returned beside."""
    state, legal = before.state, before.legal
    if is_allowed is not None and isinstance(move, GiveClue):
        legal = is_allowed(move.word, move.number, visible_words(state))
        if not legal:
            return Moment(state, before.edition, accepted=False, legal=False), move
    try:
        transition = apply(state, move)
    except IllegalMove as error:
        return Moment(state, before.edition, accepted=False, reason=str(error.reason), legal=legal), None
    names = tuple(name for event in transition.events for name in event_names(event))
    identity = _RESULTS.get(type(transition.events[0]))
    result = identity and identity.label
    return Moment(transition.state, before.edition, names, accepted=True, result=result, legal=legal), None


def _after_illegal_clue(course: _Course, moment: Moment, clue: GiveClue, expected: Expected) -> None:
    """Compare both ways of rules 7: the clue is not accepted, or it stands and is paid for."""
    course.compare("if the clue is refused", expected.refused or {}, moment)
    for move in (clue, Penalize(clue.by)):
        moment, _ = _step(moment, move, None)
    course.compare("if the clue is punished", expected.punished or {}, moment)
