"""Settings of rules as a game states them and as people write them."""

from __future__ import annotations

from dataclasses import dataclass, make_dataclass
from typing import Annotated, Literal

import pytest

from cardgen.plugin.rules.settings import (
    INTERNAL,
    AtTable,
    NoSettings,
    Range,
    format_settings,
    parse_settings,
    read_settings,
    settings_at_table,
)
from cardgen.report.errors import UnlocatedError


@dataclass(frozen=True, slots=True)
class Voyage:
    """Settings of a small game."""

    wind: Literal["fair", "foul"] = "fair"
    storms: bool = True
    crew: int = 7
    days: Annotated[int, Range(1, 365)] = 30
    stops: int | None = None
    calls: int | None = 5
    leave: Annotated[bool, AtTable(False)] = True
    chance: Annotated[Literal["seeded", "explicit"], INTERNAL] = "seeded"


def test_types_say_what_a_setting_takes():
    assert {name: setting.choices for name, setting in read_settings(Voyage).items()} == {
        "wind": ("fair", "foul"),
        "storms": ("yes", "no"),
        "crew": ("0 to 100",),
        "days": ("1 to 365",),
        "stops": ("0 to 100", "none"),
        "calls": ("0 to 100", "none"),
        "leave": ("yes", "no"),
    }


def test_when_people_play_some_rulings_are_others():
    assert settings_at_table(Voyage) == {"leave": "no"}
    for leave, at_table, otherwise in ((True, ["leave=yes"], []), (False, [], ["leave=no"])):
        voyage = Voyage(leave=leave)
        assert (format_settings(voyage, at_table=True), format_settings(voyage)) == (at_table, otherwise)
    assert settings_at_table(NoSettings) == {}


def test_a_setting_has_its_range_and_its_value_at_the_table_in_any_order():
    for hint in (Annotated[int, Range(1, 9), AtTable(4)], Annotated[int, AtTable(4), Range(1, 9)]):
        kind = make_dataclass("Watch", [("hours", hint, 2)], frozen=True)
        assert read_settings(kind)["hours"].choices == ("1 to 9",)
        assert settings_at_table(kind) == {"hours": "4"}


def test_no_settings_are_the_rules_as_printed():
    assert parse_settings(Voyage, {}) == Voyage()
    assert format_settings(Voyage()) == []


@pytest.mark.parametrize(
    ("text", "voyage"),
    [
        ("wind=foul", Voyage(wind="foul")),
        ("storms=no", Voyage(storms=False)),
        ("crew=0", Voyage(crew=0)),
        ("days=365", Voyage(days=365)),
        ("stops=2", Voyage(stops=2)),
        ("leave=no", Voyage(leave=False)),
    ],
)
def test_settings_are_read_and_written(text, voyage):
    assert parse_settings(Voyage, dict([text.split("=")])) == voyage
    assert format_settings(voyage) == [text]


def test_settings_are_read_as_people_write_them():
    texts = {"wind": " FOUL ", "storms": "Off", "crew": "000007", "stops": "None", "leave": "true"}
    assert parse_settings(Voyage, texts) == Voyage(wind="foul", storms=False)


@pytest.mark.parametrize(
    ("name", "text", "code", "expected"),
    [
        ("chance", "explicit", "E720", "one of: wind, storms, crew, days, stops, calls, leave"),
        ("wind", "foal", "E721", "fair or foul"),
        ("crew", "101", "E721", "a number from 0 to 100"),
        ("days", "0", "E721", "a number from 1 to 365"),
        ("stops", "-1", "E721", "a number from 0 to 100 or none"),
        ("storms", "2", "E721", "yes or no"),
        ("crew", "0000007", "E721", "a number from 0 to 100"),
        ("days", "366", "E721", "a number from 1 to 365"),
    ],
)
def test_other_settings_are_refused(name, text, code, expected):
    with pytest.raises(UnlocatedError) as caught:
        parse_settings(Voyage, {name: text})
    assert (caught.value.code, caught.value.expected) == (code, expected)
    assert caught.value.message == (f"unknown rule '{name}'" if code == "E720" else f"rule '{name}' cannot be '{text}'")


def test_misspelt_word_is_suggested():
    with pytest.raises(UnlocatedError) as caught:
        parse_settings(Voyage, {"wind": "foull"})
    assert caught.value.hints == ("did you mean 'foul'?",)
