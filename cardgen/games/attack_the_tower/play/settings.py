"""Settings as people write them: `max_builds=2`, `build_over=no`, `max_burns=none`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from cardgen.games.attack_the_tower.config import Config
from cardgen.report.diagnostics import did_you_mean, quoted
from cardgen.report.errors import UnlocatedError

_WORDS: Mapping[str, bool] = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
LIMITS: Mapping[str, tuple[int, int]] = {"max_turns": (1, 1000), "max_attacks": (1, 100), "max_abilities": (1, 1000)}
"""Of the numbers that keep a game finite; other numbers are 0 to 100."""

FIXED = ("chance", "first_player")
"""Settings that are no rulings: simulations swap the seats, and draw from shuffled piles."""


def config_of(settings: Mapping[str, str]) -> Config:
    """The rules as printed with some settings changed.

    Raises:
        UnlocatedError: E720, E721.
    """
    hints = {name: hint for name, hint in get_type_hints(Config).items() if name not in FIXED}
    changed: dict[str, Any] = {}
    for name, text in settings.items():
        if name not in hints:
            expected = f"one of: {', '.join(hints)}"
            raise UnlocatedError(
                "E720", f"unknown rule {quoted(name)}", expected=expected, hints=did_you_mean(name, hints)
            )
        changed[name] = _value(name, hints[name], text)
    return Config(**changed)


def _value(name: str, hint: Any, text: str) -> Any:
    """The value that a text means for a setting of this type."""
    word, low, high = text.strip().lower(), *LIMITS.get(name, (0, 100))
    allowed = _allowed(hint)
    if word in allowed:
        return allowed[word]
    if _takes_numbers(hint) and re.fullmatch(r"[0-9]{1,6}", word) and low <= int(word) <= high:
        return int(word)
    known = [key for key in allowed if key not in ("true", "on", "false", "off")]
    numbers = [f"a number from {low} to {high}"] if _takes_numbers(hint) else []
    raise UnlocatedError(
        "E721",
        f"rule '{name}' cannot be {quoted(text)}",
        expected=", ".join([*numbers, *known][:-1]) + " or " * (len([*numbers, *known]) > 1) + [*numbers, *known][-1],
        hints=did_you_mean(word, known),
    )


def _allowed(hint: Any) -> dict[str, object]:
    """The words of a closed list, with what they mean."""
    if hint is bool:
        return dict(_WORDS)
    if get_origin(hint) is Literal:
        return {str(value): value for value in get_args(hint)}
    return {"none": None} if NoneType in get_args(hint) else {}


def _takes_numbers(hint: Any) -> bool:
    return hint is int or int in get_args(hint)
