"""Whatever is said or typed: no crash, no hang, and no move that was not said."""

from __future__ import annotations

import re
from functools import cache

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.robust.fuzzing import fuzzed, within_a_second
from tests.robust.running import LAYING, typed_here
from tests.table.transcripts import Conversation, open_table
from voiceduet.asr.ports import Ear, Endpoint, Hypothesis, RecognizedWord, Utterance
from voiceduet.engine.moves import GiveClue, Touch
from voiceduet.engine.words import fold
from voiceduet.table.dialogue.scope import scope_of
from voiceduet.table.dialogue.step import step

pytestmark = pytest.mark.logic

BOARD = [word.lower() for word in open_table().table.words.board]
SPOKEN = [
    *BOARD,
    *("касаюсь", "трогаю", "слова", "ряд", "карта", "анна", "второй", "стоп", "отмена", "да", "нет", "и", "или"),
    *("один", "два", "три", "ноль", "сто", "подсказка", "завтрак", "погода", "по", "буквам", "ка", "о", "тэ"),
    *("повтори", "сколько", "жетонов", "протест", "другая", "пауза", "продолжаем", "я", "сказал", "э", "ну"),
    *("egg", "touching", "row", "three", "달걀", "선택", "[unk]", "’", "1", "２", "III", "касаюсь слова"),
]
ODD = st.text(st.characters(exclude_characters="\n\r"), max_size=60)
mixtures = st.lists(st.sampled_from(SPOKEN) | st.sampled_from(SPOKEN) | ODD, max_size=9).map(" ".join)
lines = mixtures | ODD | st.sampled_from(["касаюсь яйцо", "завтрак три", "стоп", "отмена", "да", "нет"])
PLACES = re.compile(r"один|два|три|четыр|пят|перв|втор|трет|row|ряд|карт|\d")


def was_said(conversation: Conversation, line: str, said_before: str) -> None:
    """Every move of the step has its word, or its place, or a "yes" to a question, in what was said."""
    pending = conversation.state.memory.pending
    taken = conversation.say(line)
    heard = fold(f"{said_before} {line}") if pending is not None else fold(line)
    for move in taken.moves:
        if isinstance(move, Touch):
            word = fold(BOARD[move.index])
            assert word[: max(3, len(word) - 3)] in heard or PLACES.search(heard), f"{line!r} touched {word}"
        if isinstance(move, GiveClue):
            assert any(letter in heard for letter in fold(move.word)), f"{line!r} gave {move.word}"


@cache
def _warm() -> None:
    open_table().say("завтрак три")


@fuzzed
@given(st.lists(lines, min_size=1, max_size=12), st.sampled_from(["table", "table key=table", "table touch=bare"]))
@example(["завтрак три", "касаюсь " * 400], "table")
@example(["касаюсь яйцо " * 200], "table touch=bare")
@example(["два " * 500], "table")
@example(["по буквам " + "ка " * 500], "table")
@example(["\x1b[2J\x07\x00 касаюсь яйцо"], "table")
def test_fuzz_conversations(said: list[str], table: str) -> None:
    _warm()
    conversation, before = open_table(table), ""
    for line in said:
        with within_a_second():
            was_said(conversation, line, before)
        before = f"{before} {line}"[-4000:]


hypotheses = st.builds(
    lambda text, ear, score, confidence: Hypothesis(
        text, ear, tuple(RecognizedWord(word, confidence, 0.0, 1.0) for word in text.split()), score
    ),
    mixtures.filter(str.strip),
    st.sampled_from([Ear.LIMITED, Ear.OPEN]),
    st.floats(allow_nan=False, allow_infinity=False),
    st.floats(0, 1) | st.none(),
)


@fuzzed
@given(st.lists(hypotheses, max_size=12), st.booleans())
def test_fuzz_hypotheses(n_best: list[Hypothesis], in_clue: bool) -> None:
    """Two ears that contradict each other, odd scores, anything."""
    conversation = open_table()
    if not in_clue:
        conversation.say("завтрак три")
    scope = scope_of(conversation.state, conversation.table)
    utterance = Utterance(tuple(n_best), 0.0, 1.0, Endpoint.SILENCE, scope.name)
    with within_a_second():
        meaning = conversation.hearing.understand(utterance, scope)
        taken = step(conversation.table, conversation.state, meaning)
    everything = fold(" ".join(hypothesis.text for hypothesis in n_best))
    for move in taken.moves:
        if isinstance(move, Touch):
            word = fold(BOARD[move.index])
            assert word[: max(3, len(word) - 3)] in everything or PLACES.search(everything)


@fuzzed
@given(said=st.lists(st.text(max_size=40) | mixtures, max_size=6))
@example(said=["\udcff\udc80", "касаюсь \udcd1"])
@example(said=["а" * 100_000])
def test_fuzz_typed_lines_through_the_command_line(said: list[str], tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("typed") / "game.jsonl"
    run = typed_here(["play", *LAYING, "--journal", str(path)], said)
    assert run.returncode == 0, run.stderr
    assert typed_here(["resume", str(path)]).returncode == 0


OPTIONS = ["--board", "--key", "--mission", "--names", "--lang", "--style", "--first", "--touch", "--illegal", "--json"]
VALUES = [
    "deck",
    "draw",
    "table",
    "9-5",
    "Анна,Борис",
    "ru",
    "short",
    "a",
    "bare",
    "ask",
    "",
    "-1",
    "no such file",
    "\0",
]


@fuzzed
@given(
    st.sampled_from(["play", "resume", "check", "replay", "key", "missions", "doctor", "nonsense"]),
    st.lists(st.sampled_from(OPTIONS) | st.sampled_from(VALUES) | st.text(max_size=12), max_size=6),
)
def test_fuzz_command_lines(command: str, arguments: list[str]) -> None:
    """Never the exit code of a fault of the program, never a traceback."""
    if command == "doctor":
        arguments = [*arguments, "--no-such-option"]
    run = typed_here([command, *arguments], ["да"])
    assert run.returncode in (0, 1, 2), run.stderr
    assert "Traceback" not in run.stderr
