"""Decks that are played: load them, find their game's rules, playtest them or let a person play."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardgen.pipeline.project import open_deck
from cardgen.play.players import check_players
from cardgen.play.playthrough import actions_of
from cardgen.play.session import GameSession, resumed
from cardgen.play.simulate.cluster import open_cluster, parse_address
from cardgen.play.simulate.levels import LADDER, level_below, levels_of
from cardgen.play.simulate.playtest import PlaytestRequest, playtest
from cardgen.play.simulate.pool import executor_for
from cardgen.play.simulate.report import Report, Setup
from cardgen.play.simulate.run import Executor
from cardgen.play.simulate.stage import Progress
from cardgen.plugin.game import Game
from cardgen.plugin.rules.contest import Contest, GameRules
from cardgen.plugin.rules.errors import LogError
from cardgen.plugin.rules.tabletop import Tabletop
from cardgen.read.files import FileKind, decode, read_file
from cardgen.report.diagnostics import Collector, Diagnostic, quoted, sort_diagnostics
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.report.source import Span, display_path
from cardgen.version import __version__

MOST_GAMES = 1_000_000
_PLAYED = FileKind("file", missing="E730", unreadable="E730", too_large="E730", limit=4 * 2**20)
GAMES, GAMES_UNTIL = 200, 10_000


@dataclass(frozen=True, slots=True)
class PlaytestOptions:
    """The options of a playtest as a person gives them.

    Attributes:
        level, until: As text; levels have commas between.
        games: Of a pairing; None leaves it to us.
        seed: Of all.
        jobs: Processes; 0 is one for each core.
        skill: Games of each deck against itself, a level against the one below.
        impact: Games for each card that is replaced by a blank.
        rules: Settings as `name=value`.
        scheduler: Address of a Dask cluster that plays; as text, empty for this computer.
    """

    level: str = "greedy"
    games: int | None = None
    seed: int = 0
    jobs: int = 0
    until: str = ""
    skill: int = 0
    impact: int = 0
    rules: Sequence[str] = ()
    scheduler: str = ""


@dataclass(frozen=True, slots=True)
class GameStart:
    """Where a game begins that people play.

    Attributes:
        seed: Of shuffles and lots.
        first: Who has the first seat.
        replay: A recorded game to go on with.
        to: After so many of its moves; None: after all.
        position: A position to begin from.
    """

    seed: int = 0
    first: int = 0
    replay: Path | None = None
    to: int | None = None
    position: Path | None = None


def play_decks(paths: Sequence[Path], asked: PlaytestOptions, progress: Progress) -> Report:
    """Playtest decks.

    Raises:
        CardgenError: A deck has faults, or the game cannot be played here.
        UnlocatedError: E704 to E706, E710, E711 and E720 to E723, an option is wrong; E712, E713, a cluster cannot play.
        Unfinished: Whoever played was lost: E709, E713, E714.
    """
    levels, crew, until = levels_of(asked.level), _crew(asked), _until(asked.until)
    games = _games(asked.games if asked.games is not None else GAMES if until is None else GAMES_UNTIL, 1)
    skill, impact, settings = _games(asked.skill, 0), _games(asked.impact, 0), settings_of(asked.rules)
    if skill and not any(level_below(level) for level in levels):
        raise UnlocatedError("E723", f"nobody plays worse than {LADDER[0]}", expected="--skill with another --level")
    rules, decks = open_decks(paths)
    setup = Setup(names_of(paths), levels, games, asked.seed, __version__, until, skill, impact, settings)
    with crew as players:
        return playtest(rules, decks, PlaytestRequest(setup, players), progress)


def settings_of(rules: Sequence[str]) -> dict[str, str]:
    """Settings of a game, given as `name=value`; the game says whether it knows them.

    Raises:
        UnlocatedError: E722, one has no such form or is given twice.
    """
    found: dict[str, str] = {}
    for text in rules:
        name, equals, value = (part.strip() for part in text.partition("="))
        name = name.lower().replace("-", "_")
        if not (name and equals and value):
            raise UnlocatedError("E722", f"{quoted(text)} changes no rule", expected="NAME=VALUE, such as max_builds=1")
        if name in found:
            raise UnlocatedError("E722", f"rule {quoted(name)} is given twice", expected="each rule once")
        found[name] = value
    return found


def open_contest(paths: Sequence[Path], rules: Sequence[str] = ()) -> Contest:
    """Two decks that play each other.

    Args:
        paths: The deck files.
        rules: Settings as `name=value`.

    Raises:
        CardgenError: As `open_decks`.
        UnlocatedError: E720 to E722, a setting is wrong.
    """
    settings = settings_of(rules)
    rules_of_game, decks = open_decks(paths)
    check_players(rules_of_game, len(decks))
    return rules_of_game.contest(decks, settings)


def open_decks(paths: Sequence[Path], game: Game | None = None) -> tuple[GameRules, list[Any]]:
    """The decks, all of one game that can be played here.

    Args:
        paths: The deck files.
        game: What they must be decks of; None: the first one's game.

    Raises:
        CardgenError: A deck has faults; E707, E708.
    """
    found, opened = Collector(), []
    for path in paths:
        both = open_deck(path, found)
        if both is not None:
            opened.append(both)
    if found.has_errors or not opened:
        raise CardgenError(sort_diagnostics(found.items))
    game = game or opened[0][1]
    for deck, other in opened:
        if other.id != game.id:
            message = f"{quoted(deck.path)} is a deck of {other.name}, not of {game.name}"
            found.add("E708", message, expected="decks of one game")
    if game.rules is None:
        found.add("E707", f"{game.name} cannot be played here", expected="a game that brings its rules")
    if found.has_errors or game.rules is None:
        raise CardgenError(sort_diagnostics(found.items))
    return game.rules(), [deck.data for deck, _ in opened]


def open_session(table: Tabletop, start: GameStart) -> GameSession:
    """The game that people at a table go on with.

    Raises:
        CardgenError: A file is no record or position of these decks: E700 to E703, E730, E732; with its line.
        UnlocatedError: E734, the record has not so many moves.
    """
    path = start.replay or start.position
    if path is None:
        return GameSession(table, start.seed, start.first)
    text = _text_of(path)
    try:
        if start.replay is None:
            return GameSession(table, start.seed, start.first, text)
        return resumed(table, text, start.to)
    except LogError as error:
        lines = text.splitlines()
        end = len(lines[error.line - 1]) + 1 if 0 < error.line <= len(lines) else 0
        span = Span(display_path(str(path)), error.line, 1 if end else 0, end)
        hints = tuple(_ways_out(lines, error.line)) if start.replay else ()
        raise CardgenError([Diagnostic(error.code, error.message, span, error.expected, hints)]) from error
    except UnlocatedError as fault:
        raise CardgenError([fault.at(Span(display_path(str(path))))]) from fault


def _ways_out(lines: Sequence[str], wrong: int) -> Iterator[str]:
    """What can be done about a record that goes wrong at a line."""
    made = next((line.partition(": ")[2] for line in lines if line.startswith("# cardgen: ")), __version__)
    if made != __version__:
        yield f"it was recorded by cardgen {quoted(made)}, this is {__version__}: rules may have changed"
    if lines[wrong - 1 : wrong] and lines[wrong - 1].startswith("# rules: "):
        rules = lines[wrong - 1].removeprefix("# rules: ")
        options = "".join(f" --rule {rule}" for rule in rules.split() if "=" in rule)
        yield f"play by the rules of the record:{options}" if options else "leave --rule out"
    right = len(actions_of("\n".join(lines[: wrong - 1])))
    if right:
        before = f"the {right} moves before it are" if right > 1 else "the move before it is"
        yield f"{before} right: --to {right} goes on from there"


def _text_of(path: Path) -> str:
    """The text of a record or a position."""
    try:
        return decode(read_file(path, _PLAYED))
    except UnlocatedError as fault:
        raise CardgenError([fault.at(Span(display_path(str(path))))]) from fault
    except UnicodeDecodeError as error:
        message = f"file is not UTF-8 text; it looks like {error.reason}"
        span = Span(display_path(str(path)))
        raise CardgenError([Diagnostic("E730", message, span, "a recorded game or a position")]) from error


def write_game(path: Path, text: str, *, anew: bool = False) -> None:
    """Write a record or a position.

    Args:
        path: The file.
        text: What it is to hold.
        anew: It is our own from before, and may be replaced.

    Raises:
        UnlocatedError: E733, it is there already; E601, it cannot be written.
    """
    from cardgen.write.files import replace_file

    if not anew and path.exists():
        raise UnlocatedError("E733", f"{quoted(path)} is there already", expected="a new name: no game is overwritten")
    replace_file(path, text.encode())


def names_of(paths: Sequence[Path]) -> tuple[str, ...]:
    """A name for each deck: its file's, numbered where two are alike."""
    stems = [path.stem for path in paths]
    return tuple(
        f"{stem} ({stems[: at + 1].count(stem)})" if stems.count(stem) > 1 else stem for at, stem in enumerate(stems)
    )


def try_page(path: Path) -> None:
    """Find out before the first game whether a page can be written.

    Raises:
        UnlocatedError: E601, it cannot.
    """
    from cardgen.write.files import check_writable

    check_writable(path)


def write_page(report: Report, path: Path) -> None:
    """Write the report as a page.

    Raises:
        UnlocatedError: E601, it cannot be written; the old one is as it was.
    """
    from cardgen.play.simulate.page import page
    from cardgen.write.files import replace_file

    replace_file(path, page(report).encode())


def _games(games: int, least: int) -> int:
    if not least <= games <= MOST_GAMES:
        raise UnlocatedError(
            "E705", f"{games} games cannot be played", expected=f"a number from {max(least, 1)} to {MOST_GAMES}"
        )
    return games + games % 2


def _crew(asked: PlaytestOptions) -> AbstractContextManager[Executor]:
    if not asked.scheduler:
        return nullcontext(executor_for(_jobs(asked.jobs)))
    if asked.jobs:
        raise UnlocatedError(
            "E710", f"{asked.jobs} processes cannot play for --scheduler", expected="--jobs or --scheduler, not both"
        )
    return open_cluster(parse_address(asked.scheduler))


def _jobs(jobs: int) -> int:
    if not 0 <= jobs <= 1000:
        raise UnlocatedError(
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
        raise UnlocatedError("E706", f"{quoted(text)} is no precision", expected="0.1% to 50%, such as +-2%")
    return share
