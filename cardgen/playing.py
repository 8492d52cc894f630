"""Decks that are played: load them, find their game's rules, playtest them or let a person play."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardgen import __version__
from cardgen.diagnostics import Collector, in_order, shown
from cardgen.errors import CardgenError, Fault
from cardgen.project import open_deck
from cardgen.rules.contest import Contest, GameRules
from cardgen.simulate.levels import level_of
from cardgen.simulate.playtest import Progress, Wish, playtest
from cardgen.simulate.report import Report, Setup

MOST_GAMES = 1_000_000
GAMES, GAMES_UNTIL = 200, 10_000


@dataclass(frozen=True, slots=True)
class Asked:
    """The options of a playtest as a person gives them.

    Attributes:
        level, until: As text.
        games: Of a pairing; None leaves it to us.
        seed: Of all.
        jobs: Processes; 0 is one for each core.
        impact: Games for each card that is replaced by a blank.
    """

    level: str = "greedy"
    games: int | None = None
    seed: int = 0
    jobs: int = 0
    until: str = ""
    impact: int = 0


def play_decks(paths: Sequence[Path], asked: Asked, progress: Progress) -> Report:
    """Playtest decks.

    Raises:
        CardgenError: A deck has faults, or the game cannot be played here.
        Fault: E704 to E706 and E710, an option is wrong; E709, processes die.
    """
    level, jobs, until = level_of(asked.level), _jobs(asked.jobs), _until(asked.until)
    games = _games(asked.games if asked.games is not None else GAMES if until is None else GAMES_UNTIL, 1)
    impact = _games(asked.impact, 0)
    rules, decks = open_decks(paths)
    setup = Setup(names_of(paths), level, games, asked.seed, __version__)
    return playtest(rules, decks, Wish(setup, jobs, until, impact), progress)


def open_contest(paths: Sequence[Path]) -> Contest:
    """Two decks that play each other.

    Raises:
        CardgenError: As `open_decks`.
    """
    rules, decks = open_decks(paths)
    return rules.contest(decks[0], decks[1])


def open_decks(paths: Sequence[Path]) -> tuple[GameRules, list[Any]]:
    """The decks, all of one game that can be played here.

    Raises:
        CardgenError: A deck has faults; E707, E708.
    """
    found, opened = Collector(), []
    for path in paths:
        both = open_deck(path, found)
        if both is not None:
            opened.append(both)
    if found.has_errors or not opened:
        raise CardgenError(in_order(found.items))
    game = opened[0][1]
    for deck, other in opened:
        if other.id != game.id:
            message = f"{shown(deck.path)} is a deck of {other.name}, the first one is of {game.name}"
            found.add("E708", message, expected="decks of one game")
    if game.rules is None:
        found.add("E707", f"{game.name} cannot be played here", expected="a game that brings its rules")
    if found.has_errors or game.rules is None:
        raise CardgenError(in_order(found.items))
    return game.rules(), [deck.data for deck, _ in opened]


def names_of(paths: Sequence[Path]) -> tuple[str, ...]:
    """A name for each deck: its file's, numbered where two are alike."""
    stems = [path.stem for path in paths]
    return tuple(
        f"{stem} ({stems[: at + 1].count(stem)})" if stems.count(stem) > 1 else stem for at, stem in enumerate(stems)
    )


def write_page(report: Report, path: Path) -> None:
    """Write the report as a page.

    Raises:
        Fault: E601, it cannot be written; the old one is as it was.
    """
    from cardgen.simulate.page import page
    from cardgen.write.files import replace_file

    replace_file(path, page(report).encode())


def _games(games: int, least: int) -> int:
    if not least <= games <= MOST_GAMES:
        raise Fault(
            "E705", f"{games} games cannot be played", expected=f"a number from {max(least, 1)} to {MOST_GAMES}"
        )
    return games + games % 2


def _jobs(jobs: int) -> int:
    if not 0 <= jobs <= 1000:
        raise Fault(
            "E710", f"{jobs} processes cannot play", expected="a number from 1 to 1000, or 0: one for each core"
        )
    return jobs or os.cpu_count() or 1


def _until(text: str) -> float | None:
    """A half width as a share: `+-2%`, `2 %`, `0.02`."""
    if not text:
        return None
    number = re.fullmatch(r"(?:\+-|\+/-|±)?\s*(\d{1,3}(?:\.\d{1,6})?)\s*(%?)", text.strip())
    share = float(number[1]) / (100 if number[2] else 1) if number else 0.0
    if not 0.001 <= share <= 0.5:
        raise Fault("E706", f"{shown(text)} is no precision", expected="0.1% to 50%, such as +-2%")
    return share
