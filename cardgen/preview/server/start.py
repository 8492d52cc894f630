"""Start the preview: draw the first deck while the server is still being imported."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path

from platformdirs import user_state_path

from cardgen.pipeline.options import BuildOptions
from cardgen.preview.server.access import kept_token
from cardgen.preview.server.listening import LOOPBACK, open_socket
from cardgen.preview.server.open_decks import OpenDecks


def show_decks(
    decks: Sequence[Path],
    options: BuildOptions,
    announce: Callable[[str], None],
    *,
    out: Path = Path("out"),
    host: str = LOOPBACK,
    port: int = 0,
    is_polling: bool = False,
) -> None:
    """Show decks in the browser until Ctrl-C.

    Args:
        options: Options of the build, which a page can change for itself.
        announce: Called with the address, as soon as it can be opened.
        out: Folder of what is made of the decks.
        port: Port to listen on; 0 takes the first that is free from `PORT` on.
        is_polling: Whether to look for changed files again and again, for network drives that report no changes.

    Raises:
        UnlocatedError: E793, the address or the port cannot be used.
    """
    state = user_state_path("cardgen")
    open_decks = OpenDecks(decks, options, out, is_polling=is_polling, games=state / "preview-games")
    for opened in [*open_decks.by_id.values()][:1]:
        opened.worker.launch()
    try:
        with contextlib.closing(open_socket(host, port)) as listening:
            from cardgen.preview.server.http_server import serve

            serve(open_decks, listening, host, kept_token(state), announce)
    finally:
        open_decks.close()
