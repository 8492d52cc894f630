"""Settings of rules as a game states them and as people write them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import pytest

from cardgen.plugin.rules.settings import INTERNAL, Range, format_settings, parse_settings, read_settings
from cardgen.report.errors import UnlocatedError


@dataclass(frozen=True, slots=True)
class Voyage:
    """Settings of a small game."""

    wind: Literal["fair", "foul"] = "fair"
    storms: bool = True
    crew: int = 7
    days: Annotated[int, Range(1, 365)] = 30
    stops: int | None = None
    chance: Annotated[Literal["seeded", "explicit"], INTERNAL] = "seeded"


def test_types_say_what_a_setting_takes():
    assert {name: setting.choices for name, setting in read_settings(Voyage).items()} == {
        "wind": ("fair", "foul"),
        "storms": ("yes", "no"),
        "crew": ("0 to 100",),
        "days": ("1 to 365",),
        "stops": ("0 to 100", "none"),
    }


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
    ],
)
def test_settings_are_read_and_written(text, voyage):
    assert parse_settings(Voyage, dict([text.split("=")])) == voyage
    assert format_settings(voyage) == [text]


@pytest.mark.parametrize(
    ("name", "text", "code", "expected"),
    [
        ("chance", "explicit", "E720", "one of: wind, storms, crew, days, stops"),
        ("wind", "foal", "E721", "fair or foul"),
        ("crew", "101", "E721", "a number from 0 to 100"),
        ("days", "0", "E721", "a number from 1 to 365"),
        ("stops", "-1", "E721", "a number from 0 to 100 or none"),
        ("storms", "2", "E721", "yes or no"),
    ],
)
def test_other_settings_are_refused(name, text, code, expected):
    with pytest.raises(UnlocatedError) as caught:
        parse_settings(Voyage, {name: text})
    assert (caught.value.code, caught.value.expected) == (code, expected)


def test_misspelt_word_is_suggested():
    with pytest.raises(UnlocatedError) as caught:
        parse_settings(Voyage, {"wind": "foull"})
    assert caught.value.hints == ("did you mean 'foul'?",)
