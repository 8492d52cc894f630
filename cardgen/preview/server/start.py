"""Start the preview, or a table: draw the first deck while the server is still being imported."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from platformdirs import user_state_path

from cardgen.pipeline.options import BuildOptions
from cardgen.preview.server.access import TOKEN, kept_token
from cardgen.preview.server.listening import LOOPBACK, open_socket
from cardgen.preview.server.open_decks import OpenDecks
from cardgen.preview.start.recent_decks import RecentDecks
from cardgen.preview.start.worker import StartWorker
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError

if TYPE_CHECKING:
    from cardgen.preview.table.rooms import Rooms


def show_decks(  # noqa: PLR0913 - what the command offers, each named
    decks: Sequence[Path],
    options: BuildOptions,
    announce: Callable[[str], None],
    *,
    out: Path = Path("out"),
    host: str = LOOPBACK,
    port: int = 0,
    is_polling: bool = False,
    folder: Path = Path(),
) -> None:
    """Show decks in the browser until Ctrl-C.

    Args:
        decks: The decks; without one, the page begins with the choices for a new one.
        options: Options of the build, which a page can change for itself.
        announce: Called with the address, as soon as it can be opened.
        port: Port to listen on; 0 takes the first that is free from `PORT` on.
        is_polling: Whether to look for changed files again and again, for network drives that report no changes.

    Raises:
        UnlocatedError: E793, the address or the port cannot be used.
    """
    state = user_state_path("cardgen")
    open_decks = OpenDecks(decks, options, out, is_polling=is_polling)
    for opened in [*open_decks.by_id.values()][:1]:
        opened.worker.launch()
    recent = RecentDecks(state / "recent-decks.json")
    recent.note({opened.path: opened.printed_record for opened in open_decks.by_id.values()})
    starter = StartWorker(folder, recent)
    if not decks:
        starter.launch()  # before the page asks
    with (
        contextlib.closing(open_decks),
        contextlib.closing(starter),
        contextlib.closing(open_socket(host, port)) as listening,
    ):
        from cardgen.preview.server.application import preview_application
        from cardgen.preview.server.http_server import Listening, serve

        token = kept_token(state)

        async def told(address: str) -> None:
            announce(f"{address}/?{TOKEN}={token}")

        with contextlib.closing(open_rooms(open_decks, state / "rooms.sqlite3", out / "games")) as rooms:
            application = preview_application(open_decks, rooms, starter)
            serve(application, open_decks, Listening(listening, host, token), told)


@dataclass(frozen=True, slots=True)
class TableOptions:
    """How a table is reached.

    Attributes:
        host: Address to listen on.
        port: Port to listen on; 0 takes the first that is free from `PORT` on.
        certificate: File of a certificate for TLS; None for none.
        key: File of its private key; None if the file of the certificate holds it.
        public: Address under which a proxy offers the server; empty for none.
        records: Folder of the records of finished games.
        store: The database of rooms; None for that of this user.
        rules: Settings of the rules, as `name=value`; none leaves those of the room.
        is_new: Whether a new room is opened although there is one of these decks.
        is_polling: See `show_decks`.
    """

    host: str = LOOPBACK
    port: int = 0
    certificate: Path | None = None
    key: Path | None = None
    public: str = ""
    records: Path = Path("out/games")
    store: Path | None = None
    rules: Sequence[str] = ()
    is_new: bool = False
    is_polling: bool = False


def host_table(
    decks: Sequence[Path], build: BuildOptions, options: TableOptions, announce: Callable[[str], None]
) -> None:
    """Host a room in which people play decks by a link, until Ctrl-C.

    Args:
        announce: Called with the address of the room, as soon as it can be opened.

    Raises:
        UnlocatedError: E793, the address or the port cannot be used; E765, an option does not fit; E720 to E722, a setting of the
            rules; E792, the process that reads the decks ended.
        CardgenError: The decks cannot be played.
    """
    check_table(options)
    rules = _checked_rules(decks[0], options.rules) if options.rules else {}
    state = user_state_path("cardgen")
    open_decks = OpenDecks(decks, build, is_polling=options.is_polling)
    for opened in [*open_decks.by_id.values()][:1]:
        opened.worker.launch()
    with contextlib.closing(open_decks), contextlib.closing(open_socket(options.host, options.port)) as listening:
        from cardgen.preview.server.application import table_application
        from cardgen.preview.server.http_server import Listening, serve
        from cardgen.preview.table.rooms import NewRoom, RoomProblem
        from cardgen.processes.worker import WorkerLostError

        file = options.store or state / "rooms.sqlite3"
        with contextlib.closing(open_rooms(open_decks, file, options.records)) as rooms:

            async def told(address: str) -> None:
                code = "" if options.is_new else rooms.latest(tuple(open_decks.by_id))
                try:
                    if not code:
                        room, _ = await rooms.create(NewRoom(tuple(open_decks.by_id), rules=rules))
                        code = room.code
                    elif rules:
                        await rooms.change_rules(code, rules)
                except RoomProblem:
                    from cardgen.play import matches

                    matches.open_decks(decks[:1])  # tells where the problem is
                    raise
                except (WorkerLostError, TimeoutError):
                    raise UnlocatedError("E792", "the process that reads the decks ended unexpectedly") from None
                announce(f"{address}/t/{code}")

            reached = Listening(
                listening, options.host, kept_token(state), options.certificate, options.key, options.public.rstrip("/")
            )
            serve(table_application(open_decks, rooms), open_decks, reached, told)


def _checked_rules(deck: Path, texts: Sequence[str]) -> dict[str, str]:
    from cardgen.play.matches import open_decks, settings_type_of
    from cardgen.play.variants import parse_settings
    from cardgen.plugin.rules import settings

    rules = parse_settings(texts)
    settings.parse_settings(settings_type_of(open_decks([deck]).rules), rules)
    return rules


def open_rooms(open_decks: OpenDecks, file: Path, records: Path) -> Rooms:
    """Return the rooms of decks, which learn of each edit."""
    from cardgen.preview.table.rooms import Rooms
    from cardgen.preview.table.shared import Shared

    decks = {id: Path(opened.shown) for id, opened in open_decks.by_id.items()}
    titles = {id: opened.title for id, opened in open_decks.by_id.items()}
    rooms = Rooms(Shared(decks, titles, file, records))
    open_decks.on_touch.append(rooms.touch)
    return rooms


def check_table(options: TableOptions) -> None:
    """Check how a table is reached.

    Raises:
        UnlocatedError: E765, a file of TLS is missing, or the public address is none.
    """
    for file in filter(None, (options.certificate, options.key)):
        if not file.is_file():
            raise UnlocatedError("E765", f"there is no file {quoted(file)}", expected="a file in PEM format")
    if options.key and not options.certificate:
        raise UnlocatedError("E765", "a private key is named without its certificate", expected="--certificate FILE")
    parts = urlsplit(options.public)
    if options.public and (parts.scheme not in {"http", "https"} or not parts.netloc or parts.path.strip("/")):
        expected = "an address such as https://table.example.org"
        raise UnlocatedError("E765", f"{quoted(options.public)} is not the address of a server", expected=expected)
