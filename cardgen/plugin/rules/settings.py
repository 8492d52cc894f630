"""Parse settings of a game's rules as people write them: `crew=2`, `storms=no`, `max_stops=none`.

A game states its settings as a frozen dataclass whose defaults are the rules as printed::

    @dataclass(frozen=True, slots=True)
    class HarbourRules:
        wind: Literal["fair", "foul"] = "fair"
        storms: bool = True
        max_stops: int | None = None
        max_turns: Annotated[int, Range(1, 1000)] = 200
        chance: Annotated[Literal["seeded", "explicit"], INTERNAL] = "seeded"

and reads what a person wrote with `parse_settings(HarbourRules, {"max_turns": "30"})`. The type of a field says what it
takes: a closed list of words, yes or no, or a number (0 to 100 unless a `Range` says otherwise), each also `none` if the
field may be None. Fields marked `INTERNAL` are for the program; people cannot change them. A field marked `AtTable(value)` has
another default when people play: simulations need some rulings so that every game ends.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from types import NoneType
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from cardgen.records import dataclass
from cardgen.report.diagnostics import did_you_mean, one_of, quoted
from cardgen.report.errors import UnlocatedError

SettingsType = TypeVar("SettingsType")

INTERNAL: Final = "internal"
"""Marks a field that is not a setting: `Annotated[..., INTERNAL]`."""

_BOOLEANS: Mapping[str, bool] = {"yes": True, "no": False, "true": True, "false": False, "on": True, "off": False}
_SYNONYMS = ("true", "false", "on", "off")


class Range(NamedTuple):
    """The numbers that a setting takes, both ends included."""

    low: int
    high: int


class AtTable(NamedTuple):
    """The default of a setting when people play, where simulations have another."""

    value: object


@dataclass(frozen=True, slots=True)
class NoSettings:
    """The settings of a game that leaves no ruling open."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting of a game's rules.

    Attributes:
        default: Its value in the rules as printed.
        words: Words that it takes, with the value that each stands for.
        numbers: Numbers that it takes; None if it takes words only.
        at_table: Its default when people play.
    """

    name: str
    default: object
    words: Mapping[str, object]
    numbers: Range | None
    at_table: object

    @property
    def choices(self) -> tuple[str, ...]:
        """The values that it accepts, for people: `0 to 100`, `none`; each value once, without synonyms."""
        numbers = (f"{self.numbers.low} to {self.numbers.high}",) if self.numbers else ()
        return (*numbers, *self._distinct_words)

    @property
    def _distinct_words(self) -> list[str]:
        return [word for word in self.words if word not in _SYNONYMS]

    def parse(self, text: str) -> Any:
        """Return the value that a text stands for.

        Args:
            text: As a person writes it; case and surrounding spaces are ignored.

        Raises:
            UnlocatedError: E721, the setting does not take this value.
        """
        word = text.strip().lower()
        if word in self.words:
            return self.words[word]
        if self.numbers and re.fullmatch(r"[0-9]{1,6}", word) and self.numbers.low <= int(word) <= self.numbers.high:
            return int(word)
        numbers = [f"a number from {self.numbers.low} to {self.numbers.high}"] if self.numbers else []
        choices = [*numbers, *self._distinct_words]
        raise UnlocatedError(
            "E721",
            f"rule '{self.name}' cannot be {quoted(text)}",
            expected=" or ".join(filter(None, (", ".join(choices[:-1]), choices[-1]))),
            hints=did_you_mean(word, self._distinct_words),
        )

    def format(self, value: object) -> str:
        """Return a value as a person writes it."""
        return next((word for word, meant in self.words.items() if meant == value), str(value))


def read_settings(kind: type[Any]) -> dict[str, Setting]:
    """Return the settings of a game by name, in the order of the dataclass."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        field.name: _read_setting(field.name, field.default, hints[field.name])
        for field in fields(kind)
        if INTERNAL not in getattr(hints[field.name], "__metadata__", ())
    }


def parse_settings(kind: type[SettingsType], texts: Mapping[str, str]) -> SettingsType:
    """Return the rules as printed with some settings changed.

    Args:
        texts: Values by the names of the settings, as a person writes them.

    Raises:
        UnlocatedError: E720, there is no such setting; E721, a setting does not take this value.
    """
    known = read_settings(kind)
    for name in texts:
        if name not in known:
            raise UnlocatedError("E720", f"unknown rule {quoted(name)}", **one_of(name, known))
    return kind(**{name: known[name].parse(text) for name, text in texts.items()})


def format_settings(values: object, *, at_table: bool = False) -> list[str]:
    """Return the settings that differ from the defaults, each as `name=value`.

    Args:
        at_table: Whether people play; otherwise the defaults are those of simulations.
    """
    settings = read_settings(type(values)).values()
    stated = [(setting, getattr(values, setting.name)) for setting in settings]
    return [
        f"{setting.name}={setting.format(value)}"
        for setting, value in stated
        if value != (setting.at_table if at_table else setting.default)
    ]


def settings_at_table(kind: type[Any]) -> dict[str, str]:
    """Return the settings whose defaults differ when people play, as a person writes them."""
    settings = read_settings(kind).values()
    return {one.name: one.format(one.at_table) for one in settings if one.at_table != one.default}


def _read_setting(name: str, default: object, hint: Any) -> Setting:
    marks: tuple[object, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *rest = get_args(hint)
        marks = tuple(rest)
    at_table = next((mark.value for mark in marks if isinstance(mark, AtTable)), default)
    if hint is bool:
        return Setting(name, default, _BOOLEANS, None, at_table)
    if get_origin(hint) is Literal:
        return Setting(name, default, {str(value): value for value in get_args(hint)}, None, at_table)
    words: dict[str, object] = {"none": None} if NoneType in get_args(hint) else {}
    numbers = next((mark for mark in marks if isinstance(mark, Range)), Range(0, 100))
    return Setting(name, default, words, numbers, at_table)
