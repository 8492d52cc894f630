"""The reference of rule settings: names, values and defaults from the settings class, texts from its docstring."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from inspect import getdoc
from types import NoneType
from typing import Any, get_args, get_type_hints

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.play.settings import FIXED, LIMITS


def page() -> str:
    """Return the text of the page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# Rule settings of Attack the Tower"
    yield ""
    yield "Where the rules leave something open, `--rule NAME=VALUE` plays by another choice. `cardgen play` and `cardgen playtest`"
    yield "take the option, and every record and report states the settings. The defaults are the rules as printed; R01 to R40"
    yield "are their numbers. A playtest names every rule that no game met: to change such a rule would change nothing."
    yield from ("", "| Setting | Values | Default | Meaning |", "| --- | --- | --- | --- |")
    hints, texts = get_type_hints(Config), descriptions()
    words = {"True": "yes", "False": "no", "None": "none"}
    for field in fields(Config):
        if field.name not in FIXED:
            default = words.get(str(field.default), str(field.default))
            yield f"| `{field.name}` | {_values(field.name, hints[field.name])} | `{default}` | {texts[field.name]} |"


def descriptions() -> Mapping[str, str]:
    """Return the text of each setting in the `Attributes` section of the docstring, as one line."""
    section = (getdoc(Config) or "").partition("Attributes:\n")[2]
    found = re.findall(r"^ {4}(\w+): (.+(?:\n {8}.+)*)", section, flags=re.MULTILINE)
    return {name: " ".join(text.split()).replace("|", r"\|") for name, text in found}


def _values(name: str, hint: Any) -> str:
    """Return the values of a setting as Markdown."""
    if hint is bool:
        return "`yes`, `no`"
    if hint is int or int in get_args(hint):
        low, high = LIMITS.get(name, (0, 100))
        return f"{low} to {high}" + ", `none`" * (NoneType in get_args(hint))
    return ", ".join(f"`{word}`" for word in get_args(hint))
