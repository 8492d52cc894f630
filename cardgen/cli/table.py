"""`cardgen table`: several people play a deck, each on their own device."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardgen.cli import console, options

Host = Annotated[
    str,
    typer.Option(
        metavar="ADDRESS",
        help="Address to listen on; 0.0.0.0 lets other computers and phones of the same network open the link.",
    ),
]
Certificate = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="Certificate for TLS, as PEM; the link then begins with https.", show_default=False
    ),
]
Key = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="Private key of the certificate, if its file does not hold it.", show_default=False
    ),
]
Public = Annotated[
    str,
    typer.Option(
        "--address",
        metavar="URL",
        help="Address under which a proxy offers the table, such as https://table.example.org.",
        show_default=False,
    ),
]
Records = Annotated[
    Path,
    typer.Option(metavar="FOLDER", help="Folder for the records of finished games; playtest --records reads them."),
]
Store = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Database of the rooms and their games. [default: in the state folder of the user]",
        show_default=False,
    ),
]
New = Annotated[bool, typer.Option("--new", help="Open a new room, also if there is one with these decks.")]
Open = Annotated[bool, typer.Option("--open", help="Open the link in the browser of this computer.")]


def table(  # noqa: PLR0913, PLR0917 - the options of the command, which Typer calls by name
    decks: options.Decks,
    host: Host = "127.0.0.1",
    port: options.Port = None,
    certificate: Certificate = None,
    key: Key = None,
    address: Public = "",
    records: Records = Path("out/games"),
    store: Store = None,
    rule: options.Rules = None,
    new: New = False,
    open_link: Open = False,
    poll: options.Polling = False,
) -> None:
    """Play a game with others by a link, each on their own device.

    It prints the link of a room. Whoever opens it writes a name and takes a seat; agents play on empty seats, and others
    watch. Each move is stored before anybody sees it, so the room goes on after a restart. Without --host, only this
    computer can open the link. Ctrl-C ends it.

    Example: cardgen table decks/samurai.yaml decks/elves.yaml --host 0.0.0.0
    """
    with console.errors_reported():
        from cardgen.pipeline.options import BuildOptions
        from cardgen.preview.server.deck_paths import find_decks
        from cardgen.preview.server.listening import is_shared
        from cardgen.preview.server.start import TableOptions, host_table

        def announce(link: str) -> None:
            typer.echo(f"table: {link}")
            if address or is_shared(host):
                typer.echo(link_picture(link))
            else:
                typer.echo("  Only this computer can open the link; --host 0.0.0.0 shares it with your network.")
            typer.echo("  Ctrl-C ends it; the games go on when you start it again.")
            if open_link:
                typer.launch(link)

        reached = host, port or 0, certificate, key, address
        chosen = TableOptions(*reached, records, store, rule or (), is_new=new, is_polling=poll)
        host_table(find_decks(decks), BuildOptions(), chosen, announce)


def link_picture(link: str) -> str:
    """Return the QR code of a link, drawn with half blocks."""
    import io

    import segno

    text = io.StringIO()
    segno.make(link, error="m", micro=False).terminal(text, compact=True, border=2)
    return text.getvalue().rstrip("\n")
