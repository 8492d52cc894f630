"""The reference of rule settings: names, values, defaults and rulings from the settings class, texts from the words of the table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from inspect import getdoc
from typing import Any

from cardgen.games.attack_the_tower.play.contest import AttackRules
from cardgen.games.stonewater_weir.play.contest import SiegeRules
from cardgen.plugin.rules.contest import HasSettings
from cardgen.plugin.rules.settings import Setting, read_settings

GAMES: Mapping[str, tuple[HasSettings, str]] = {
    "Attack the Tower": (AttackRules(), "R01 to R57 are the numbers of the rulings."),
    "Stonewater Weir": (SiegeRules(), "S01 to S21 are the numbers of the rulings."),
}
"""Each game with its rules, and what the texts refer to."""


def page() -> str:
    """Return the text of the page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# Rule settings"
    yield ""
    yield "Where the rules of a game leave something open, `--rule NAME=VALUE` chooses another ruling. `cardgen play`,"
    yield "`cardgen table` and `cardgen playtest` accept the option, and the page of a table lists the settings before a game."
    yield "Every record and report states them. The defaults are the rules as printed; where people play with another one than"
    yield "simulations, whose games must end, the text says so. A playtest lists the rules that no game used: changing them would"
    yield "make no difference."
    for game, (rules, numbers) in GAMES.items():
        yield from ("", f"## {game}", "", numbers, "")
        yield from ("| Setting | Values | Default | Meaning |", "| --- | --- | --- | --- |")
        texts, rulings = rules.settings_words("en"), _rulings(rules.settings_type)
        for name, setting in read_settings(rules.settings_type).items():
            meaning = _meaning(setting, f"{rulings.get(name, '')} {texts[name]}".strip())
            yield f"| `{name}` | {_setting_values(setting)} | `{setting.format(setting.default)}` | {meaning} |"


def _rulings(kind: type[Any]) -> Mapping[str, str]:
    """Return the numbers of the rulings in the docstring of settings, by their names."""
    return dict(re.findall(r"^ *(\w+): ((?:[A-Z]\d+(?:, )?)+\.)$", getdoc(kind) or "", flags=re.MULTILINE))


def _meaning(setting: Setting, text: str) -> str:
    """Return the text of a setting, with its default when people play if that differs."""
    differs = setting.at_table != setting.default
    return f"{text} `{setting.format(setting.at_table)}` when people play." if differs else text


def _setting_values(setting: Setting) -> str:
    """Return the values of a setting as Markdown."""
    return ", ".join(choice if choice[0].isdigit() else f"`{choice}`" for choice in setting.choices)
