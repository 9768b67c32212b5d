from __future__ import annotations

import pytest

from voiceduet.table import messages

pytestmark = pytest.mark.logic


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "ko_KR.UTF-8"}, "en"),
        ({"LANG": "ru_RU.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, "en"),
        ({"LANG": "ru_RU.UTF-8", "LC_MESSAGES": "en_US.UTF-8", "LC_ALL": "ru_RU"}, "ru"),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": "C"}, "en"),
    ],
)
def test_the_language_of_messages_follows_the_locale(environment: dict[str, str], language: str) -> None:
    assert messages.interface_language(environment) == language


def test_a_message_is_filled_in(monkeypatch: pytest.MonkeyPatch) -> None:
    assert messages.told("file.not_found", path="x.txt") == "there is no file x.txt; check the name and the folder"
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
    assert messages.told("file.not_found", path="x.txt") == "файла x.txt нет; проверьте имя и папку"


@pytest.mark.parametrize(
    ("texts", "fault"),
    [
        ({"en": "one"}, "messages.toml, topic.name: needs the languages en, ru"),
        ("one", "needs the languages"),
        ({"en": "{path}", "ru": "{file}"}, "the languages use different fields"),
    ],
)
def test_texts_that_do_not_fit_together_are_refused(texts: object, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        messages._checked("topic", "name", texts)
