"""`cardgen explain`: what a code means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cardgen.cli import console
from cardgen.report.diagnostics import Collector, did_you_mean
from cardgen.report.quality import severity_note

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cardgen.plugin.codes import Explanation

Code = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="CODE",
        help="Codes, such as E203, e203 or 203, or GAME:E301 for the code of one game. [default: list all codes]",
        show_default=False,
    ),
]


def explain(code: Code = None) -> None:
    """Explain what errors or warnings mean, and what to do instead.

    Example: cardgen explain E203
    """
    from cardgen.plugin.codes import all_codes, find_explanations, split_codes
    from cardgen.plugin.registry import broken_games

    found = Collector()
    codes = all_codes(found)
    found.items += (item for items in broken_games().values() for item in items)
    console.print_diagnostics(found.items)
    if not code:
        for name, explanations in codes.items():
            for owner, explanation in explanations.items():
                typer.echo(f"{_head(name, owner, explanations)}  {explanation.what.splitlines()[0]}")
        return
    pages = []
    for text in split_codes(" ".join(code)):
        known = find_explanations(text, codes)
        if not known:
            raise typer.BadParameter(_unknown(text, codes), param_hint="CODE")
        for number, owned in known.items():
            note = severity_note(number)
            pages += [_page(_head(number, owner, owned), page, note) for owner, page in owned.items()]
    typer.echo("\n\n".join(pages))


def _unknown(text: str, codes: Mapping[str, Mapping[str, Explanation]]) -> str:
    """Return what is wrong with a code that does not exist, with the code or the game that is probably meant."""
    game, _, code = text.rpartition(":")
    games = sorted({owner for owned in codes.values() for owner in owned} - {""})
    if game and game not in games:
        hints = did_you_mean(game, games) or (f"the games with codes are {', '.join(games)}",)
        return "; ".join([f"there is no game '{game}' with codes of its own", *hints])
    code = code.upper()
    hints = did_you_mean(f"E{code}" if code.isdigit() else code, codes) or ("'cardgen explain' lists all codes",)
    return "; ".join([f"there is no code '{text}'", *hints])


def _head(code: str, owner: str, owned: Mapping[str, Explanation]) -> str:
    """Return a code for people: with its game if several have the code."""
    return f"{code} ({owner})" if len(owned) > 1 else code


def _page(head: str, explanation: Explanation, note: str) -> str:
    severity = {"Severity": note} if note else {}
    parts = severity | {"Why": explanation.why, "Example": explanation.example, "Instead": explanation.instead}
    pages = (f"{title}\n{_indented(text)}" for title, text in parts.items())
    return "\n\n".join([f"{head}: {explanation.what}", *pages])


def _indented(text: str) -> str:
    return "\n".join(f"  {line}".rstrip() for line in text.strip().splitlines())
