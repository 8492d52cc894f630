"""`cardgen explain`: what a code means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cardgen.cli import console
from cardgen.report.diagnostics import Collector, did_you_mean

if TYPE_CHECKING:
    from cardgen.plugin.codes import Explanation

Code = Annotated[
    str,
    typer.Argument(
        metavar="CODE",
        help="Code, such as E203, or GAME:E301 for the code of one game. [default: list all codes]",
        show_default=False,
    ),
]


def explain(code: Code = "") -> None:
    """Explain what an error or warning means, and what to do instead.

    Example: cardgen explain E203
    """
    from cardgen.plugin.codes import all_codes, find_explanations
    from cardgen.plugin.registry import broken_games

    found = Collector()
    codes = all_codes(found)
    found.items += (item for items in broken_games().values() for item in items)
    console.print_diagnostics(found.items)
    if not code:
        for name, explanations in codes.items():
            for explanation in explanations.values():
                typer.echo(f"{name}  {explanation.what.splitlines()[0]}")
        return
    number, known = find_explanations(code, codes)
    if not known:
        hint = "".join(f"; {text}" for text in did_you_mean(number, codes))
        raise typer.BadParameter(f"there is no code '{code}'{hint}", param_hint="CODE")
    typer.echo("\n\n".join(_page(number, owner if len(known) > 1 else "", text) for owner, text in known.items()))


def _page(code: str, game: str, explanation: Explanation) -> str:
    """Return the page of one code; it names the game if several owners have the code."""
    head = f"{code} ({game})" if game else code
    parts = {"Why": explanation.why, "Example": explanation.example, "Instead": explanation.instead}
    pages = (f"{title}\n{_indented(text)}" for title, text in parts.items())
    return "\n\n".join([f"{head}: {explanation.what}", *pages])


def _indented(text: str) -> str:
    return "\n".join(f"  {line}".rstrip() for line in text.strip().splitlines())
