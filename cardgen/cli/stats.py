"""`cardgen stats`: count what is in decks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardgen.cli import console, options
from cardgen.report.diagnostics import Diagnostic, plural

if TYPE_CHECKING:
    from cardgen.stats.collect import DeckSummary

By = Annotated[
    list[str] | None,
    typer.Option(
        "--by",
        metavar="FIELD",
        help="Group the pieces by a field, or by two (type,cost) in a table of both. May be given several times.",
        show_default=False,
    ),
]


def stats(  # noqa: PLR0917 - the options of the command, which Typer passes by name
    decks: options.Decks,
    by: By = None,
    html: options.Html = None,
    json: options.Json = False,
    only: options.Only = "",
    lang: options.Language = "",
    quiet: options.Quiet = False,
) -> None:
    """Show what is in decks: how many cards of which type, curves of costs, sums, and the longest texts.

    All fields of a deck are counted, whatever its game: numbers with their mean and curve, words with their counts, texts
    by their length. Every number counts copies. A deck that breaks a rule of its game is counted all the same.

    Example: cardgen stats decks/samurai.yaml --by type --html out/stats.html
    """
    from cardgen.stats.collect import deck_stats

    fields = [options.split_names(one) for one in by or ()]
    for names in fields:
        if not 0 < len(names) <= 2:
            raise typer.BadParameter(
                f"'{','.join(names)}' names {len(names)} fields; name one or two", param_hint="--by"
            )
    if html is not None:
        console.check_suffix(html, ".html", "--html")
    found: list[Diagnostic] = []
    summaries: list[DeckSummary] = []
    for deck in decks:
        with console.collect_errors(found):
            result = deck_stats(deck, fields or (None if html else ()), options.split_names(only), lang)
            summaries.append(result.summary)
            if result.problems and not quiet:
                typer.echo(f"{deck}: {plural(len(result.problems), 'problem')}; see cardgen check", err=True)
    _show(summaries, as_json=json, html=html)
    console.finish(found)


def _show(summaries: list[DeckSummary], *, as_json: bool, html: Path | None) -> None:
    from cardgen.report.json_text import to_json
    from cardgen.report.terminal import print_document
    from cardgen.stats.document import stats_document
    from cardgen.stats.files import write_page

    if as_json:
        typer.echo(to_json(summaries))
    elif html is None:
        print_document(stats_document(summaries))
    if html is not None and summaries:
        with console.errors_reported():
            write_page(summaries, html)
        typer.echo(html, err=as_json)
