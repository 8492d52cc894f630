"""The application of the preview without processes, for tests of its addresses."""

import weakref
from pathlib import Path

from starlette.applications import Starlette

from cardgen.preview.server.application import preview_application
from cardgen.preview.server.open_decks import OpenDecks
from cardgen.preview.start.recent_decks import RecentDecks
from cardgen.preview.start.worker import StartWorker
from cardgen.preview.table.rooms import Rooms
from cardgen.preview.table.shared import Shared


def application_of(open_decks: OpenDecks, folder: Path = Path()) -> Starlette:
    """Return the application that shows decks, with rooms in memory."""
    decks = {id: Path(opened.shown) for id, opened in open_decks.by_id.items()}
    rooms = Rooms(Shared(decks, {id: opened.title for id, opened in open_decks.by_id.items()}, None))
    weakref.finalize(open_decks, rooms.close)
    starter = StartWorker(folder, RecentDecks(folder / ".recent-decks.json"))
    weakref.finalize(open_decks, starter.close)
    return preview_application(open_decks, rooms, starter)
