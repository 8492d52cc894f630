"""List what can be played with a deck: opponents, numbers of players, levels."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardgen.pipeline.open.deck_file import read_deck
from cardgen.play.matches import open_decks, settings_type_of
from cardgen.play.simulate.levels import LADDER
from cardgen.play.variants import difficulty_of
from cardgen.plugin.rules.contest import HasSettings
from cardgen.plugin.rules.settings import read_settings
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import CardgenError, UnlocatedError

Offer = dict[str, Any]
"""`is_playable`, and if it is not, `has_rules` of its game, and `problems` as texts; `opponents`, `shares_deck`,
`player_counts`, `levels` and `difficulties`."""


def offer(deck: Path, others: Mapping[str, Path]) -> Offer:
    """Return what can be played with a deck.

    Args:
        others: The decks of the preview by their names, this one among them.
    """
    try:
        opened = open_decks([deck])
    except (CardgenError, UnlocatedError) as error:
        found = error.diagnostics if isinstance(error, CardgenError) else (error.at(None),)
        has_rules = not any(item.code == "E707" for item in found)
        problems = [item.message for item in found if item.is_error]
        return {"is_playable": False, "has_rules": has_rules, "problems": problems}
    rules = opened.rules
    known = difficulty_of(rules)
    opponents = [] if rules.shares_deck else [name for name, path in others.items() if _game_of(path) == opened.game.id]
    return {
        "is_playable": True,
        "has_rules": True,
        "problems": [],
        "opponents": opponents,
        "shares_deck": rules.shares_deck,
        "player_counts": list(rules.player_counts),
        "levels": list(LADDER),
        "difficulties": list(known.levels) if known else [],
    }


def settings_of(deck: Path, language: str) -> list[dict[str, Any]]:
    """Return the settings of the rules of a deck, but for its difficulty.

    Returns:
        Of each `name`, `values`, `numbers` (the smallest and the largest, or None), `usual` (its value when people play) and
        `does`, a sentence, or nothing where the game does not say.

    Raises:
        CardgenError: See `open_decks`.
    """
    rules = open_decks([deck]).rules
    known = difficulty_of(rules)
    words = rules.settings_words(language) if isinstance(rules, HasSettings) else {}
    return [
        {
            "name": name,
            "values": [] if setting.numbers else setting.choices,
            "numbers": setting.numbers,
            "usual": setting.format(setting.at_table),
            "does": words.get(name, ""),
        }
        for name, setting in read_settings(settings_type_of(rules)).items()
        if not (known and name == known.setting)
    ]


def _game_of(deck: Path) -> str:
    """Return the id of the game of a deck; empty if it cannot be read."""
    try:
        _, game = read_deck(deck, Collector())
    except CardgenError:
        return ""
    return game.id if game else ""
