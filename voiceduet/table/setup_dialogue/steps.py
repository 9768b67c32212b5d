"""The questions of setting up: asking them, reading back what was agreed on, and what comes next."""

from __future__ import annotations

from voiceduet.engine.errors import SetupError
from voiceduet.engine.mission import STANDARD, Mission
from voiceduet.engine.setup import Edition
from voiceduet.engine.side import Side
from voiceduet.grammar.setup.scopes import Stage
from voiceduet.table.setup_dialogue.cards import ask_card, ask_row, begin_board, name_on_card, turn_to_row
from voiceduet.table.setup_dialogue.reply import SetupReply
from voiceduet.table.setup_dialogue.state import BoardSource
from voiceduet.table.wording_setup_catalog import SetupLine

_QUESTIONS = {
    Stage.RESUME: SetupLine.RESUME,
    Stage.NAMES: SetupLine.ASK_NAMES,
    Stage.MISSION: SetupLine.ASK_MISSION,
    Stage.KEY: SetupLine.ASK_KEY,
    Stage.FIRST: SetupLine.ASK_FIRST,
    Stage.EDITION: SetupLine.ASK_EDITION,
    Stage.BOARD: SetupLine.ASK_BOARD,
}
_BOARDS = {
    BoardSource.DECK: SetupLine.BOARD_DRAWN,
    BoardSource.DICTATED: SetupLine.BOARD_DICTATED,
    BoardSource.FILE: SetupLine.BOARD_FROM_FILE,
}


def enter(reply: SetupReply, stage: Stage) -> None:
    """Go to a step and ask its question."""
    if stage is Stage.SUMMARY:
        sum_up(reply)
    else:
        reply.move(stage=stage, place=None)
        ask(reply)


def ask(reply: SetupReply) -> None:
    """Ask the open question."""
    moment = reply.moment
    if moment.stage in {Stage.ROW, Stage.CHECK}:
        ask_row(reply)
    elif moment.stage is Stage.WORD and moment.place is not None:
        ask_card(reply, moment.place)
    elif moment.stage is Stage.MISTAKES:
        ask_mistakes(reply)
    elif moment.stage in _QUESTIONS:
        reply.say(_QUESTIONS[moment.stage])
    else:
        sum_up(reply)


def ask_mistakes(reply: SetupReply) -> None:
    """Ask how many mistakes a mission allows of which only the tokens are known."""
    city = reply.table.cities.get(reply.moment.city)
    if city is None:
        reply.say(SetupLine.ASK_MISTAKES, count=reply.moment.tokens)
    else:
        reply.say(SetupLine.ASK_MISTAKES_OF, city=city.name, count=reply.moment.tokens)


def go_on(reply: SetupReply, answered: Stage) -> None:
    """After a step was answered: the next one, or, when something else was open, that again."""
    if reply.moment.stage is not answered and not (answered is Stage.MISSION and reply.moment.stage is Stage.MISTAKES):
        ask(reply)
    elif reply.moment.returning:
        sum_up(reply)
    else:
        enter(reply, following(reply, answered))


def following(reply: SetupReply, stage: Stage) -> Stage:
    """The step after this one."""
    asked = reply.table.asked
    return asked[asked.index(stage) + 1] if stage in asked[:-1] else Stage.SUMMARY


def go_back(reply: SetupReply) -> None:
    """One step back."""
    moment, asked = reply.moment, reply.table.asked
    match moment.stage:
        case Stage.WORD:
            ask_row(reply)
        case Stage.ROW | Stage.CHECK if moment.row > 1:
            turn_to_row(reply, moment.row - 1)
        case Stage.ROW | Stage.CHECK:
            enter(reply, Stage.BOARD)
        case Stage.MISTAKES:
            enter(reply, Stage.MISSION)
        case Stage.SUMMARY if reply.draft.board is BoardSource.DICTATED:
            turn_to_row(reply, moment.row)
        case Stage.SUMMARY if asked:
            enter(reply, asked[-1])
        case stage if moment.returning or stage is Stage.EDITION:
            sum_up(reply)
        case stage if stage in asked and asked.index(stage) > 0:
            enter(reply, asked[asked.index(stage) - 1])
        case _:
            reply.say(SetupLine.FIRST_STEP)
            ask(reply)


def sum_up(reply: SetupReply) -> None:
    """Read the whole set-up back and ask whether to begin; what is missing is asked for first."""
    draft = reply.draft
    reply.move(returning=False, place=None)
    if draft.board is BoardSource.DICTATED:
        if draft.open_row is not None:
            begin_board(reply)
            return
        clash = name_on_card(reply)
        if clash is not None:
            reply.say(SetupLine.WORD_IS_NAME, word=clash)
            reply.move(stage=Stage.NAMES, returning=True)
            ask(reply)
            return
    reply.move(stage=Stage.SUMMARY)
    reply.drop_taken()
    part = reply.phrases.part
    reply.say(
        SetupLine.SUMMARY_TABLE,
        names=names_text(reply),
        board=part(_BOARDS[draft.board]),
        key=key_text(reply),
    )
    usual = Edition(reply.table.language)
    edition = () if draft.edition is usual else (edition_text(reply),)
    parts = reply.phrases.file.common.separator.join((first_text(reply), *edition))
    reply.say(SetupLine.SUMMARY_GAME, mission=mission_text(reply), first=parts)
    reply.say(SetupLine.ASK_BEGIN)


def names_text(reply: SetupReply) -> str:
    """Who plays."""
    if not any(reply.draft.names):
        return reply.phrases.part(SetupLine.NO_NAMES)
    return reply.phrases.part(SetupLine.NAMES, first=Side.A, second=Side.B)


def mission_text(reply: SetupReply) -> str:
    """Which mission is played."""
    mission, city = reply.draft.mission, reply.table.cities.get(reply.draft.city)
    numbers = {"tokens": mission.tokens, "mistakes": mission.mistakes}
    if city is not None:
        return reply.phrases.part(SetupLine.MISSION_CITY, city=city.name, **numbers)
    if mission == STANDARD:
        return reply.phrases.part(SetupLine.MISSION_STANDARD)
    return reply.phrases.part(SetupLine.MISSION, **numbers)


def key_text(reply: SetupReply) -> str:
    """Which key is played with."""
    return reply.phrases.part(SetupLine.KEY_ON_TABLE if reply.draft.key_on_table else SetupLine.KEY_DRAWN)


def first_text(reply: SetupReply) -> str:
    """Who begins."""
    first = reply.draft.first
    if first is None:
        return reply.phrases.part(SetupLine.FIRST_OPEN)
    return reply.phrases.part(SetupLine.FIRST, who=first)


def edition_text(reply: SetupReply) -> str:
    """Whose rules are played."""
    return reply.phrases.part(SetupLine(f"edition_{reply.draft.edition.value}"))


def board_text(reply: SetupReply) -> str:
    """Where the words come from."""
    return reply.phrases.part(_BOARDS[reply.draft.board])


def set_mission(reply: SetupReply, tokens: int, mistakes: int | None, city: str = "") -> None:
    """Agree on a mission, or ask for what is missing of it; one that the rules do not know is refused."""
    if mistakes is None and 1 <= tokens <= 11:
        if reply.moment.stage not in {Stage.MISSION, Stage.MISTAKES}:
            reply.move(returning=True)
        reply.move(stage=Stage.MISTAKES, tokens=tokens, city=city)
        ask_mistakes(reply)
        return
    try:
        mission = Mission(tokens, mistakes or 0)
    except SetupError:
        reply.say(SetupLine.MISSION_IMPOSSIBLE)
        ask(reply)
        return
    reply.agree(mission=mission, city=city)
    reply.say_taken(mission_text(reply))
    go_on(reply, Stage.MISSION)
