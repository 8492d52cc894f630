"""`cardgen preview`: decks in the browser, which follow every edit."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from cardgen.cli import console, options
from cardgen.cli.choices import DECK, LAYOUT, takes_choices
from cardgen.pipeline.options import BuildOptions

Decks = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="DECK",
        help="Deck files, or folders of decks. [default: the current folder]",
        show_default=False,
    ),
]
Out = Annotated[
    Path,
    typer.Option(
        metavar="FOLDER", help="Folder for what the page makes: PDFs, exports, and the record of what was printed."
    ),
]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Print the address, and do not open the browser.")]
Host = Annotated[
    str,
    typer.Option(
        metavar="ADDRESS",
        help="Address to listen on; 0.0.0.0 lets other computers and phones of the same network open the page, if they are "
        "given the address with its token.",
    ),
]


@takes_choices(BuildOptions, *DECK, *LAYOUT)
def preview(
    *,
    decks: Decks = None,
    out: Out = Path("out"),
    no_browser: NoBrowser = False,
    port: options.Port = None,
    host: Host = "127.0.0.1",
    poll: options.Polling = False,
    choices: BuildOptions,
) -> None:
    """Show decks in the browser, and every edit as soon as it is saved.

    The page shows all cards, sheets and documents, and what is wrong with the deck. In a folder without decks, it begins
    with the choices for a new game. It is only for this computer; Ctrl-C ends it.

    Example: cardgen preview decks/samurai.yaml
    """
    with console.errors_reported():
        from cardgen.preview.server.deck_paths import find_decks
        from cardgen.preview.server.start import show_decks

        def announce(address: str) -> None:
            typer.echo(f"preview: {address}")
            if sys.stdout.isatty():
                typer.echo("  Ctrl-C ends it")
            if not no_browser:
                typer.launch(address)

        found = find_decks(decks or [], may_be_empty=True)
        folder = decks[0] if decks and decks[0].is_dir() else Path()
        show_decks(found, choices, announce, out=out, host=host, port=port or 0, is_polling=poll, folder=folder)
