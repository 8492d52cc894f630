"""Set up matches: load the decks, find the rules of their game, make a contest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardgen.model.deck import deck_name
from cardgen.pipeline.open.project import open_deck
from cardgen.play.players import check_players
from cardgen.play.variants import parse_settings, settings_with_difficulty
from cardgen.plugin.game import Game
from cardgen.plugin.hooks import game_rules
from cardgen.plugin.rules.contest import Contest, GameRules, HasSettings
from cardgen.plugin.rules.settings import NoSettings, settings_at_table
from cardgen.report.diagnostics import Collector, Diagnostic, quoted, sort_diagnostics
from cardgen.report.errors import CardgenError


@dataclass(frozen=True, slots=True)
class OpenedDecks:
    """Decks of one game that has rules."""

    game: Game
    rules: GameRules
    decks: list[Any]


def open_decks(paths: Sequence[Path], game: Game | None = None) -> OpenedDecks:
    """Load decks of one game that can be played.

    Args:
        game: Game that the decks must belong to; None: the game of the first one.

    Raises:
        CardgenError: A deck has errors; E718, there is none; E707, the game has no rules; E708, the decks are of different games.
    """
    if not paths:
        raise CardgenError([Diagnostic("E718", "no deck is named", expected="at least one deck")])
    found, opened = Collector(), []
    for path in paths:
        deck_and_game = open_deck(path, found)
        if deck_and_game is not None:
            opened.append(deck_and_game)
    if found.has_errors or not opened:
        raise CardgenError(sort_diagnostics(found.items))
    game = game or opened[0][1]
    for deck, other in opened:
        if other.id != game.id:
            message = f"{quoted(deck.path)} is a deck of {other.name}, not of {game.name}"
            found.add("E708", message, expected="decks of one game")
    rules = game_rules(game)
    if rules is None:
        found.add("E707", f"{game.name} cannot be played: it has no executable rules")
    if found.has_errors or rules is None:
        raise CardgenError(sort_diagnostics(found.items))
    return OpenedDecks(game, rules, [deck.data for deck, _ in opened])


def open_contest(
    paths: Sequence[Path], rules: Sequence[str] = (), players: int | None = None, difficulty: str = ""
) -> tuple[Contest, Game]:
    """Load decks and set up a contest between people or agents at a table.

    Args:
        paths: The deck files, one for each player or a single one that all share, as the game requires.
        rules: Settings as `name=value`.
        players: Number of players; None: as `check_players` decides.
        difficulty: Level of difficulty of a co-operative game; empty: that of the rules.

    Raises:
        CardgenError: See `open_decks`.
        UnlocatedError: E718, wrong number of players or decks; E720 to E722, invalid setting; E760, E761, invalid
            difficulty.
    """
    settings = parse_settings(rules)
    opened = open_decks(paths)
    count = check_players(opened.rules, len(opened.decks), players)
    settings = settings_with_difficulty(opened.rules, settings, difficulty)
    settings = {**settings_at_table(settings_type_of(opened.rules)), **settings}
    return opened.rules.contest(opened.decks, settings, count), opened.game


def settings_type_of(rules: GameRules) -> type[Any]:
    """Return the dataclass of the settings of a game."""
    return rules.settings_type if isinstance(rules, HasSettings) else NoSettings


def name_decks(paths: Sequence[Path]) -> tuple[str, ...]:
    """Return a name for each deck: that of its file, numbered where two are alike."""
    stems = [deck_name(path) for path in paths]
    return tuple(
        f"{stem} ({stems[: at + 1].count(stem)})" if stems.count(stem) > 1 else stem for at, stem in enumerate(stems)
    )
