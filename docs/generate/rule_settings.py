"""The reference of rule settings: names, values and defaults from the settings class, texts from its docstring."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from inspect import getdoc
from typing import Any

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.stonewater_weir.engine.settings import SiegeSettings
from cardgen.plugin.rules.settings import Setting, read_settings

GAMES: Mapping[str, tuple[type[Any], str]] = {
    "Attack the Tower": (Config, "R01 to R57 are the numbers of the rulings."),
    "Stonewater Weir": (SiegeSettings, "S01 to S21 are the numbers of the rulings."),
}
"""Each game with the class of its settings, and what the texts refer to."""


def page() -> str:
    """Return the text of the page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# Rule settings"
    yield ""
    yield "Where the rules of a game leave something open, `--rule NAME=VALUE` chooses another ruling. `cardgen play` and"
    yield "`cardgen playtest` accept the option, and every record and report states the settings. The defaults are the rules as"
    yield "printed; where `cardgen play` has another one than simulations, whose games must end, the text says so. A playtest lists"
    yield "the rules that no game used: changing them would make no difference."
    for game, (kind, numbers) in GAMES.items():
        yield from ("", f"## {game}", "", numbers, "")
        yield from ("| Setting | Values | Default | Meaning |", "| --- | --- | --- | --- |")
        texts = descriptions(kind)
        for name, setting in read_settings(kind).items():
            yield f"| `{name}` | {_setting_values(setting)} | `{setting.format(setting.default)}` | {_meaning(setting, texts)} |"


def descriptions(kind: type[Any]) -> Mapping[str, str]:
    """Return the text of each setting in the `Attributes` section of the docstring, as one line.

    Args:
        kind: The class of the settings.
    """
    section = (getdoc(kind) or "").partition("Attributes:\n")[2]
    found = re.findall(r"^ {4}(\w+): (.+(?:\n {8}.+)*)", section, flags=re.MULTILINE)
    return {name: " ".join(text.split()).replace("|", r"\|") for name, text in found}


def _meaning(setting: Setting, texts: Mapping[str, str]) -> str:
    """Return the text of a setting, with its default in `cardgen play` if that differs."""
    text = texts[setting.name]
    differs = setting.at_table != setting.default
    return f"{text} `{setting.format(setting.at_table)}` in `cardgen play`." if differs else text


def _setting_values(setting: Setting) -> str:
    """Return the values of a setting as Markdown."""
    return ", ".join(choice if choice[0].isdigit() else f"`{choice}`" for choice in setting.choices)
