"""`cardgen balance`: propose changes of numbers that make decks a fair match."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardgen.cli import console, options
from cardgen.cli.playtest import game_progress, write_page
from cardgen.report.errors import CardgenError, UnlocatedError

if TYPE_CHECKING:
    from cardgen.balancing.assistant import BalanceOptions
    from cardgen.balancing.result import BalanceReport
    from cardgen.report.diagnostics import Diagnostic

QUICK = "5m"

Deck = Annotated[Path, typer.Argument(metavar="DECK", help="The deck to balance.", show_default=False)]
Against = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="AGAINST",
        help="The decks that it plays against; none if both players share the deck.",
        show_default=False,
    ),
]
Level = Annotated[
    str,
    typer.Option(
        metavar="LEVELS",
        help="Levels of skill at which the target must be met, separated by commas: random, script, greedy, search, mcts "
        "and others as in playtest.",
    ),
]
Target = Annotated[
    str,
    typer.Option(
        metavar="SCORES",
        help="Score of the deck that is wanted, in percent: one number, pirates=55,trolls=45, or a .yaml or .csv file with a "
        "matrix. [default: 50]",
        show_default=False,
    ),
]
Within = Annotated[
    float, typer.Option(metavar="POINTS", help="Largest distance from the target, in percentage points.")
]
May = Annotated[
    str,
    typer.Option(
        metavar="NAMES",
        help="Change only these numbers, separated by commas: a card (ferry), a key (copies), or both (ferry/copies). See "
        "--list. [default: all]",
        show_default=False,
    ),
]
Changes = Annotated[
    int,
    typer.Option(
        metavar="NUMBER",
        help="Largest number of changes; copies that move from a card to another are one.",
    ),
]
Reach = Annotated[int, typer.Option(metavar="STEPS", help="How far a number may change, in steps.")]
Games = Annotated[
    int,
    typer.Option(
        metavar="NUMBER",
        help="Number of games of each level, in all pairings and stages together; random and script play three times as "
        "many.",
    ),
]
HeldOut = Annotated[
    str,
    typer.Option(
        metavar="LEVELS",
        help="Levels that take no part in the search, at which the best proposals are played too; none for none.",
    ),
]
All = Annotated[bool, typer.Option("--all", help="Let the other decks change too.")]
Seed = Annotated[int, typer.Option(metavar="NUMBER", help="Seed of all games: the same seed gives the same proposals.")]
For = Annotated[
    str,
    typer.Option(
        "--for",
        metavar="TIME",
        help="Report after this time, such as 20m or 1h30m, with as many of the games as there is time for.",
        show_default=False,
    ),
]
Quick = Annotated[
    bool,
    typer.Option(
        "--quick", help=f"The same as --for {QUICK}: say what can be said by then, and what more games would tell."
    ),
]
List = Annotated[bool, typer.Option("--list", help="List the numbers that may change, and play nothing.")]
Write = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Write the deck with a proposal applied, comments and layout unchanged; a folder if several decks change. "
        "Nothing is written if no change is needed, or if the proposal does not meet the target.",
        show_default=False,
    ),
]
Pick = Annotated[int, typer.Option(metavar="NUMBER", min=1, help="Number of the proposal that --write applies.")]


def balance(  # noqa: PLR0913, PLR0917 - the options of the command, which Typer calls by name
    deck: Deck,
    against: Against = None,
    level: Level = "script,greedy",
    target: Target = "",
    within: Within = 5.0,
    may: May = "",
    changes: Changes = 3,
    reach: Reach = 3,
    games: Games = 4000,
    held_out: HeldOut = "random",
    change_all: All = False,
    rule: options.Rules = None,
    time: For = "",
    quick: Quick = False,
    seed: Seed = 0,
    jobs: options.Jobs = 0,
    scheduler: options.Scheduler = "",
    list_numbers: List = False,
    html: options.Html = None,
    json: options.Json = False,
    write: Write = None,
    pick: Pick = 1,
    quiet: options.Quiet = False,
) -> None:
    """Propose the fewest and smallest changes of numbers that bring the win rates of a deck to a target.

    Many candidates are played a little, the promising ones more, and the finalists again with fresh luck. The numbers that a
    deck names under keep stay as they are. It says first how long it will take. Ctrl-C, a request to end, --quick and --for
    stop early and report what is known. If numbers alone cannot do it, the
    report says so and names the card to blame.

    Example: cardgen balance decks/samurai.yaml decks/elves.yaml --html balance.html --write better.yaml
    """
    from cardgen.balancing.assistant import BalanceOptions

    if html is not None:
        console.check_suffix(html, ".html", "--html")
    chosen = BalanceOptions(
        level=level,
        target=target,
        within=within,
        may=options.split_names(may),
        changes=changes,
        reach=reach,
        games=games,
        held_out=held_out,
        change_all=change_all,
        seed=seed,
        jobs=jobs,
        scheduler=scheduler,
        rules=rule or (),
        time=time or QUICK * quick,
    )
    paths = [deck, *(against or ())]
    if list_numbers:
        _list(paths, chosen, quiet=quiet)
    else:
        _run(paths, chosen, html, write, pick, json=json, quiet=quiet)


def _run(
    paths: list[Path],
    chosen: BalanceOptions,
    html: Path | None,
    write: Path | None,
    pick: int,
    *,
    json: bool,
    quiet: bool,
) -> None:
    """Balance the decks, and print and write what is found."""
    from cardgen.balancing import output

    with console.errors_reported(quiet=quiet):
        output.check_outputs(paths, html, write, pick)
        report, errors = _balance(paths, chosen, quiet=quiet)
    _show(report, json=json, quiet=quiet)
    if html is not None:
        errors += write_page(lambda: output.write_page(report, html, paths), html, quiet=quiet)
    if write is not None:
        errors += _write_deck(paths, report, pick, write, quiet=quiet)
    if errors:
        console.fail(errors, quiet=quiet)


def _list(paths: list[Path], chosen: BalanceOptions, *, quiet: bool) -> None:
    from cardgen.balancing.output import list_numbers

    with console.errors_reported(quiet=quiet):
        list_numbers(paths, chosen)


def _balance(paths: list[Path], chosen: BalanceOptions, *, quiet: bool) -> tuple[BalanceReport, list[Diagnostic]]:
    """Return the report, and the error that ended it early."""
    import cardgen

    try:
        with game_progress(quiet=quiet) as on_progress:
            return cardgen.balance(paths[0], paths[1:], chosen, progress=on_progress), []
    except cardgen.UnfinishedBalance as error:
        return error.report, [*error.diagnostics]


def _show(report: BalanceReport, *, json: bool, quiet: bool) -> None:
    from cardgen.report.json_text import to_json

    if json:
        typer.echo(to_json(report))
    elif not quiet:
        from cardgen.balancing.document import balance_document
        from cardgen.report.terminal import print_document

        print_document(balance_document(report))


def _write_deck(paths: list[Path], report: BalanceReport, pick: int, write: Path, *, quiet: bool) -> list[Diagnostic]:
    from cardgen.balancing.output import why_not_written, write_deck

    try:
        reason = why_not_written(report, pick)
        files, left = write_deck(paths, report, pick, write)
    except UnlocatedError as error:
        return [error.at(None)]
    except CardgenError as error:
        return [*error.diagnostics]
    if reason and not quiet:
        typer.echo(f"{write} is not written: {reason}", err=True)
    for file in files:
        if not quiet:
            typer.echo(file, err=True)
    for text in left:
        if not quiet:
            typer.echo(f"  write the text anew: {text}", err=True)
    return []
