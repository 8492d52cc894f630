"""The reference of rule settings: names, values and defaults from the settings class, texts from its docstring."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from inspect import getdoc

from cardgen.games.attack_the_tower.config import Config
from cardgen.plugin.rules.settings import Setting, read_settings


def page() -> str:
    """Return the text of the page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# Rule settings of Attack the Tower"
    yield ""
    yield "Where the rules leave something open, `--rule NAME=VALUE` chooses another ruling. `cardgen play` and `cardgen playtest`"
    yield "accept the option, and every record and report states the settings. The defaults are the rules as printed; R01 to R40"
    yield "are the numbers of the rulings. A playtest lists the rules that no game used: changing them would make no difference."
    yield from ("", "| Setting | Values | Default | Meaning |", "| --- | --- | --- | --- |")
    texts = descriptions()
    for name, setting in read_settings(Config).items():
        yield f"| `{name}` | {_values(setting)} | `{setting.format(setting.default)}` | {texts[name]} |"


def descriptions() -> Mapping[str, str]:
    """Return the text of each setting in the `Attributes` section of the docstring, as one line."""
    section = (getdoc(Config) or "").partition("Attributes:\n")[2]
    found = re.findall(r"^ {4}(\w+): (.+(?:\n {8}.+)*)", section, flags=re.MULTILINE)
    return {name: " ".join(text.split()).replace("|", r"\|") for name, text in found}


def _values(setting: Setting) -> str:
    """Return the values of a setting as Markdown."""
    return ", ".join(choice if choice[0].isdigit() else f"`{choice}`" for choice in setting.choices)
