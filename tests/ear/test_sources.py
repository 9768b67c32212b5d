"""Sources of speech: their lists and labels, and what is never trained on."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("num2words", reason="num2words is missing: pip install -e '.[ear]'")

from tools.ear.asterisk import Prompt, held_out_prompts, plain_text, trained_names, training_prompts
from tools.ear.festvox import cut, phone_names, read_labels
from tools.ear.steps import EarError
from tools.ear.utterances import SILENCE, Segment, chunks_of, phone_numbers, read_list, write_list

pytestmark = pytest.mark.logic

PROJECT = Path(__file__).parents[2]
LABELS = """#
0.30 125 pau
0.40 125 d
0.60 125 oo
0.70 125 mm
1.10 125 pau
"""


def test_a_recording_is_cut_in_its_pauses(tmp_path: Path) -> None:
    ends = ((0.5, SILENCE), (3.0, "A"), (3.4, SILENCE), (6.0, "O"), (6.4, SILENCE))
    segments = [Segment(end_s, phone) for end_s, phone in ends]
    first, second = cut(tmp_path / "x.wav", segments)
    assert [first.begin_s, first.end_s, second.begin_s, second.end_s] == pytest.approx([0.0, 3.2, 3.2, 6.4])
    assert first.chunks + second.chunks == (("A",), ("O",))
    assert [label.end_s for label in second.labels] == pytest.approx([0.2, 2.8, 3.2])


def test_labels_of_festvox(tmp_path: Path) -> None:
    (tmp_path / "a.lab").write_text(LABELS, encoding="utf-8")
    (utterance,) = cut(tmp_path / "a.wav", read_labels(tmp_path / "a.lab", phone_names()))
    assert utterance.chunks == (("d", "O", "m'"),)
    (tmp_path / "a.lab").write_text("0.30 125 qq\n", encoding="utf-8")
    with pytest.raises(EarError, match=r"a\.lab.*'qq'"):
        read_labels(tmp_path / "a.lab", phone_names())


def test_all_phones_of_the_labels_are_ours() -> None:
    assert set(phone_names().values()) <= set(phone_numbers())


def test_prepositions_are_said_with_the_next_word() -> None:
    assert chunks_of(["в", "л+есе"]) == (("v", "l'", "E", "s'", "i"),)
    assert chunks_of(["с"]) == ()


def test_a_list_of_speech_is_read_back(tmp_path: Path) -> None:
    (tmp_path / "0.opus").write_bytes(b"")
    write_list(tmp_path, [("0.opus", ["д+ом", "к+от"])])
    (utterance,) = read_list(tmp_path)
    assert utterance.path == tmp_path / "0.opus"
    assert utterance.chunks == (("d", "O", "m"), ("k", "O", "t"))


@pytest.mark.parametrize("line", ["0.opus", "0.opus\t", "gone.opus\tд+ом"])
def test_a_faulty_list_is_told_with_its_line(tmp_path: Path, line: str) -> None:
    (tmp_path / "0.opus").write_bytes(b"")
    (tmp_path / "list.tsv").write_text(f"0.opus\tд+ом\n{line}\n", encoding="utf-8")
    with pytest.raises(EarError, match=r"list\.tsv, line 2"):
        read_list(tmp_path)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Нажмите 1.", "нажмите один ."),
        ("[гудок] Готово!", "готово !"),
        ("[ascending tones]", ""),
        ("Звёздочка *", ""),
        ("press", ""),
    ],
)
def test_texts_of_prompts(text: str, plain: str) -> None:
    assert plain_text(text) == plain


def test_prompts_are_either_trained_on_or_a_test(tmp_path: Path) -> None:
    prompts = [Prompt(name, tmp_path, "да") for name in (*sorted(trained_names()), "prompt-of-the-test", "new")]
    trained, held = training_prompts(prompts), held_out_prompts(prompts)
    assert len(trained) == len(trained_names()) == 261
    assert [prompt.name for prompt in held] == ["prompt-of-the-test", "new"]


def test_the_human_test_sets_are_no_source() -> None:
    """ktuberling and klettres measure; nothing of the pipeline may even name them."""
    for path in sorted((PROJECT / "tools" / "ear").rglob("*")):
        if path.suffix in {".py", ".txt", ".toml", ".tsv"}:
            text = path.read_text("utf-8").lower()
            assert "ktuberling" not in text, path.name
            assert "klettres" not in text, path.name
