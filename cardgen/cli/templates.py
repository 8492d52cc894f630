"""`cardgen templates`: the templates that a deck is drawn with, copies of them, and what they may use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cardgen.cli import console, options

if TYPE_CHECKING:
    from cardgen.pipeline.author_help.templates import TemplateUse

Target = Annotated[
    str,
    typer.Argument(
        metavar="DECK",
        help="Deck file (YAML or a spreadsheet), a folder with a game.yaml, or the id of a game, such as cards.",
        show_default=False,
    ),
]
Names = Annotated[
    list[str] | None,
    typer.Option(
        "--copy",
        metavar="NAME",
        help="Copy this template into the folder templates/ beside the deck, to change it there; without .svg.j2 or .face.yaml if you "
        "like. May be given several times. Never overwrites a file.",
        show_default=False,
    ),
]
Describe = Annotated[
    bool,
    typer.Option(
        "--describe",
        help="Print every variable, with its type and an example, and every filter, element, style, colour, icon and font "
        "that templates may use.",
    ),
]
Kinds = Annotated[
    str,
    typer.Option(
        "--kinds",
        metavar="NAMES",
        help="With --describe: only these kinds of piece, separated by commas. [default: all]",
        show_default=False,
    ),
]


def templates(
    deck: Target,
    copy: Names = None,
    describe: Describe = False,
    kinds: Kinds = "",
    lang: options.Language = "",
) -> None:
    """List the templates that draw a deck, copy them to change them, or print what they may use.

    Templates that a line of the deck chooses, such as frames, are listed with that line.

    A template beside the deck, or in the folder templates/ there, is used in place of the one of the same name that comes
    with the game.

    Example: cardgen templates decks/samurai.yaml --copy base
    """
    from cardgen.pipeline.author_help.templates import copy_templates, list_templates, open_target

    with console.errors_reported():
        target = open_target(deck)
        if copy:
            for copied in copy_templates(target, copy):
                typer.echo(f"{copied.file}: {_purpose(copied.use)}")
                if copied.use.needs:
                    typer.echo(f"  it uses {', '.join(copied.use.needs)}, which may be copied too")
            typer.echo("change the copy and build the deck; without the copy, the original is used again")
        elif describe:
            from cardgen.pipeline.author_help.template_guide import describe_templates

            typer.echo(describe_templates(target, options.split_names(kinds), lang), nl=False)
        else:
            uses = list_templates(target)
            width = max((len(use.name) for use in uses), default=0)
            for use in uses:
                typer.echo(f"{use.name:<{width}}  {use.owner:<10}  {_purpose(use)}")


def _purpose(use: TemplateUse) -> str:
    """Return what a template draws or what chooses it, in words."""
    return ", ".join(use.draws) or "used by the others"
