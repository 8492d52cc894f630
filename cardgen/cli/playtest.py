"""`cardgen playtest`: play decks against each other and say whether they are fair."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardgen.cli import console, options
from cardgen.report.errors import CardgenError, UnlocatedError

if TYPE_CHECKING:
    from cardgen.play.matches import PlaytestOptions
    from cardgen.play.simulate.report import Report
    from cardgen.play.simulate.stage import Progress
    from cardgen.report.diagnostics import Diagnostic

Level = Annotated[
    str,
    typer.Option(
        help="How well both sides play: random, script, greedy, search (50 rollouts), mcts (200 simulations), mcts-800; or 0 to 4. "
        "Several, with commas between: verdicts must hold at each."
    ),
]
Games = Annotated[
    int | None,
    typer.Option(
        help="Games of each pairing, both seats. [default: 200; with --until at most 10000]", show_default=False
    ),
]
Seed = Annotated[int, typer.Option(help="The same seed gives the same report.")]
Jobs = Annotated[int, typer.Option(help="Processes; 0 takes one for each core.")]
Scheduler = Annotated[
    str,
    typer.Option(
        metavar="ADDRESS",
        help="Play on a Dask cluster, tcp://host:8786, in place of --jobs; needs pip install 'cardgen[cluster]'.",
        show_default=False,
    ),
]
Until = Annotated[
    str, typer.Option(help="Stop once each win rate is known so well: 2%, +-2% or 0.02.", show_default=False)
]
Html = Annotated[
    Path | None, typer.Option(help="Write the report as one page that needs no network.", show_default=False)
]
Json = Annotated[bool, typer.Option("--json", help="The report as JSON, on standard output.")]
Skill = Annotated[
    int,
    typer.Option(
        metavar="GAMES",
        help="Also let each deck play itself so many times, each level against the one below: does it reward skill?",
    ),
]
Impact = Annotated[
    int,
    typer.Option(
        metavar="GAMES",
        help="Also replace each ability by a blank and play so many games with it against the other decks, at the "
        "strongest level: what does each card do for its deck?",
    ),
]
Rules = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        metavar="NAME=VALUE",
        help="Play by another ruling, such as max_builds=1; may be given again.",
        show_default=False,
    ),
]


def playtest(  # noqa: PLR0913, PLR0917 - the options of the command, which Typer calls by name
    decks: options.Decks,
    level: Level = "greedy",
    games: Games = None,
    seed: Seed = 0,
    jobs: Jobs = 0,
    scheduler: Scheduler = "",
    until: Until = "",
    skill: Skill = 0,
    impact: Impact = 0,
    rule: Rules = None,
    html: Html = None,
    json: Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Play decks against each other by their game's rules, and say which pairings are fair.

    Each pair of games is played with the same luck and swapped seats. A verdict is given only if its 95 % interval
    allows one. Ctrl-C ends early and reports what was played. One deck plays against itself.

    Example: cardgen playtest decks/elves.yaml decks/samurai.yaml --level search --games 400 --html report.html
    """
    from cardgen.play.matches import PlaytestOptions, try_page
    from cardgen.play.simulate.report import to_json
    from cardgen.play.simulate.tables import show

    if html is not None:
        console.check_suffix(html, ".html", "--html")
    asked = PlaytestOptions(level, games, seed, jobs, until, skill, impact, rule or (), scheduler)
    try:
        if html is not None:
            try_page(html)
        report, faults = _played(decks, asked, quiet=quiet)
    except CardgenError as error:
        console.fail(error.diagnostics)
    except UnlocatedError as fault:
        console.fail([fault.at(None)])
    if json:
        typer.echo(to_json(report))
    elif not quiet:
        show(report)
    if html is not None:
        faults += _write(report, html, quiet=quiet)
    if faults:
        console.fail(faults)


def _write(report: Report, html: Path, *, quiet: bool) -> list[Diagnostic]:
    """Write the page; why it cannot be written is told after the report, which must not be lost."""
    from cardgen.play.matches import write_page

    try:
        write_page(report, html)
    except UnlocatedError as fault:
        return [fault.at(None)]
    if not quiet:
        typer.echo(html, err=True)
    return []


def _played(decks: list[Path], asked: PlaytestOptions, *, quiet: bool) -> tuple[Report, list[Diagnostic]]:
    """The report, and what ended it before its time."""
    from cardgen.play.matches import play_decks
    from cardgen.play.simulate.playtest import Unfinished

    try:
        with _progress(quiet=quiet) as told:
            return play_decks(decks, asked, told), []
    except Unfinished as fault:
        return fault.report, [fault.at(None)]


@contextmanager
def _progress(*, quiet: bool) -> Iterator[Progress]:
    """A bar with the running estimate, on a terminal; elsewhere only how many games there are."""
    if quiet or not sys.stderr.isatty():
        yield lambda done, _most, now: None if done or quiet else typer.echo(now, err=True)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeRemainingColumn())
    with Progress(*columns, TextColumn("{task.description}"), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)

        def told(done: int, most: int, now: str) -> None:
            if done:
                bar.update(task, completed=done, total=most, description=now)
            else:
                bar.console.print(now, markup=False, highlight=False)

        yield told
