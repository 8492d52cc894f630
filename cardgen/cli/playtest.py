"""`cardgen playtest`: play decks against each other and report whether they are fair."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from cardgen.cli import console, options
from cardgen.interrupts import kept_for_games
from cardgen.report.errors import UnlocatedError

if TYPE_CHECKING:
    from cardgen.play.playtests import PlaytestOptions
    from cardgen.play.simulate.report import Report
    from cardgen.play.simulate.stage import Progress
    from cardgen.report.diagnostics import Diagnostic

LINE_EVERY = 30.0
"""Seconds between two lines of progress where there is no terminal."""

Level = Annotated[
    str,
    typer.Option(
        metavar="LEVELS",
        help="Level of skill of all players: random, script, greedy, search (50 rollouts), mcts (200 simulations), mcts-800, or "
        "a number from 0 to 4. Separate several levels by commas; a verdict must hold at each.",
    ),
]
Games = Annotated[
    int | None,
    typer.Option(
        metavar="NUMBER",
        help="Number of games of each pairing or line-up. [default: 200; with --until at most 10000]",
        show_default=False,
    ),
]
Seed = Annotated[int, typer.Option(metavar="NUMBER", help="Seed of all games: the same seed gives the same report.")]
Until = Annotated[
    str,
    typer.Option(
        metavar="PRECISION",
        help="Stop once each win rate is known to this precision: 2%, +-2% or 0.02.",
        show_default=False,
    ),
]
Skill = Annotated[
    int,
    typer.Option(
        metavar="GAMES",
        help="Also play this many games of each deck against itself, each level against the one below, to see whether the "
        "deck rewards skill.",
    ),
]
Impact = Annotated[
    int,
    typer.Option(
        metavar="GAMES",
        help="Also play this many games with a blank in place of each card that can be blank, at the strongest level, to see "
        "what each card contributes to its deck.",
    ),
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        metavar="NAME=VALUE",
        help="Change a setting of the rules; an unknown name lists them all. Can be repeated. In a co-operative game "
        "NAME=VALUE,VALUE compares several values.",
        show_default=False,
    ),
]
Players = Annotated[
    str,
    typer.Option(
        metavar="N",
        help="Number of players, for games that leave it open; in a co-operative game also several, separated by commas. "
        "[default: as many as there are decks for]",
        show_default=False,
    ),
]
Difficulties = Annotated[
    str,
    typer.Option(
        "--difficulty",
        metavar="LEVELS",
        help="Levels of difficulty of a co-operative game, separated by commas, or all. [default: that of the rules]",
        show_default=False,
    ),
]


For = Annotated[
    str,
    typer.Option(
        "--for",
        metavar="TIME",
        help="Stop after this time, such as 5m, 90s or 1h30m, and report what was played.",
        show_default=False,
    ),
]

Records = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER",
        help="Also count the games that people have finished at tables, and compare them with those of agents, which are "
        "stopped after 2 minutes unless --games, --until or --for is given; cardgen table writes them to out/games.",
        show_default=False,
    ),
]


def playtest(  # noqa: PLR0913, PLR0917 - the options of the command, which Typer calls by name
    decks: options.Decks,
    level: Level = "greedy",
    games: Games = None,
    seed: Seed = 0,
    jobs: options.Jobs = 0,
    scheduler: options.Scheduler = "",
    until: Until = "",
    skill: Skill = 0,
    impact: Impact = 0,
    rule: Settings = None,
    players: Players = "",
    difficulty: Difficulties = "",
    time: For = "",
    records: Records = None,
    html: options.Html = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Play decks against each other and report how fair they are.

    Games come in rounds with the same luck, in which every player has each seat once. A verdict needs the whole 95 %
    interval to support it. It says first how long it will take. Ctrl-C, a request to end, and --for stop early and report
    what was played. A single deck plays against itself. In a
    co-operative game the report says how often the players win with each number of players at each difficulty, how they
    lose, and what helps them.

    Example: cardgen playtest decks/elves.yaml decks/samurai.yaml --level search --games 400 --html report.html
    """
    from cardgen.play.playtests import PlaytestOptions

    if html is not None:
        console.check_suffix(html, ".html", "--html")
    chosen = PlaytestOptions(
        level=level,
        games=games,
        seed=seed,
        jobs=jobs,
        until=until,
        skill=skill,
        impact=impact,
        rules=rule or (),
        scheduler=scheduler,
        players=players,
        difficulty=difficulty,
        time=time,
        records=records,
    )
    _run(decks, chosen, html, json=json, quiet=quiet)


def _run(decks: list[Path], chosen: PlaytestOptions, html: Path | None, *, json: bool, quiet: bool) -> None:
    """Play the games, and print and write the report."""
    from cardgen.play import playtests
    from cardgen.play.simulate.document import playtest_document
    from cardgen.report.json_text import to_json
    from cardgen.report.terminal import print_document

    with console.errors_reported(quiet=quiet):
        if html is not None:
            playtests.check_page(html)
        report, errors = _play(decks, chosen, quiet=quiet)
    if json:
        typer.echo(to_json(report))
    elif not quiet:
        print_document(playtest_document(report))
    if html is not None:
        errors += write_page(lambda: playtests.write_page(report, html, decks), html, quiet=quiet)
    if errors:
        console.fail(errors, quiet=quiet)


def write_page(write: Callable[[], None], html: Path, *, quiet: bool) -> list[Diagnostic]:
    """Write the page of a report; return an error instead of raising it, as the report must not be lost."""
    try:
        write()
    except UnlocatedError as error:
        return [error.at(None)]
    if not quiet:
        typer.echo(html, err=True)
    return []


def _play(decks: list[Path], chosen: PlaytestOptions, *, quiet: bool) -> tuple[Report, list[Diagnostic]]:
    """Return the report, and the error that ended it early."""
    import cardgen

    try:
        with game_progress(quiet=quiet) as on_progress:
            return cardgen.playtest(decks, chosen, progress=on_progress), []
    except cardgen.UnfinishedPlaytest as error:
        return error.report, [*error.diagnostics]


@contextmanager
def game_progress(*, quiet: bool) -> Iterator[Progress | None]:
    """Yield a function that shows progress: on a terminal a bar with the estimate so far, elsewhere a line now and then.

    Ctrl-C and a request to end are kept until games are played, since they stop games only.

    Args:
        quiet: Whether to show nothing; the function is None then.
    """
    with kept_for_games():
        if quiet:
            yield None
        elif sys.stderr.isatty():
            with _bar() as show:
                yield show
        else:
            yield _lines()


def _lines() -> Progress:
    """Return a function that prints what the games are for, and how far they are every `LINE_EVERY` seconds."""
    told = [monotonic()]

    def print_line(done: int, most: int, now: str) -> None:
        if not done:
            typer.echo(now, err=True)
        elif monotonic() - told[0] >= LINE_EVERY:
            told[0] = monotonic()
            typer.echo(f"{done:,} of {most:,} games: {now}", err=True)

    return print_line


@contextmanager
def _bar() -> Iterator[Progress]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from cardgen.report.screen import Screen

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("games: {task.description}", markup=False))
    with Progress(*columns, console=Screen(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)

        def print_report(done: int, most: int, now: str) -> None:
            if done:
                bar.update(task, completed=done, total=most, description=now)
            else:
                bar.console.print(now, markup=False, highlight=False)

        yield print_report
