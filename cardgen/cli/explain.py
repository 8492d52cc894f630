"""`cardgen explain`: what a code means."""

from __future__ import annotations

from typing import Annotated

import typer

from cardgen.report.diagnostics import did_you_mean

Code = Annotated[str, typer.Argument(metavar="[CODE]", help="Such as E203; without it, all codes.", show_default=False)]


def explain(code: Code = "") -> None:
    """Tell what an error or warning means, and what to do instead.

    Example: cardgen explain E203
    """
    from cardgen.plugin.codes import all_codes

    codes = all_codes()
    if not code:
        for name, entry in codes.items():
            typer.echo(f"{name}  {entry.what.splitlines()[0]}")
        return
    known = codes.get(code.upper())
    if known is None:
        hint = "".join(f"; {text}" for text in did_you_mean(code.upper(), codes))
        raise typer.BadParameter(f"there is no code '{code}'{hint}", param_hint="CODE")
    typer.echo(f"{code.upper()}: {known.what}\n\nWhy\n{_indented(known.why)}")
    typer.echo(f"\nExample\n{_indented(known.example)}\n\nInstead\n{_indented(known.instead)}")


def _indented(text: str) -> str:
    return "\n".join(f"  {line}".rstrip() for line in text.strip().splitlines())
