"""Build the applications from their routes, without access control."""

from __future__ import annotations

from starlette.applications import Starlette

from cardgen.preview.routes.arrange import arrange_routes
from cardgen.preview.routes.decks import deck_routes
from cardgen.preview.routes.files import file_routes
from cardgen.preview.routes.grid import grid_routes
from cardgen.preview.routes.page import page_routes, static_routes
from cardgen.preview.routes.printing import print_routes
from cardgen.preview.routes.rooms import room_routes
from cardgen.preview.routes.start import start_routes
from cardgen.preview.routes.tryit import tryit_routes
from cardgen.preview.server.open_decks import OpenDecks
from cardgen.preview.start.worker import StartWorker
from cardgen.preview.table.rooms import Rooms


def preview_application(open_decks: OpenDecks, rooms: Rooms, starter: StartWorker) -> Starlette:
    """Return the application that shows decks."""
    return Starlette(
        routes=[
            *page_routes(open_decks),
            *start_routes(open_decks, rooms, starter),
            *deck_routes(open_decks),
            *file_routes(open_decks),
            *arrange_routes(open_decks),
            *grid_routes(open_decks),
            *print_routes(open_decks),
            *tryit_routes(open_decks, rooms),
            *room_routes(open_decks, rooms),
        ]
    )


def table_application(open_decks: OpenDecks, rooms: Rooms) -> Starlette:
    """Return the application of tables alone: no guest reaches a file or a tool of the preview."""
    return Starlette(routes=[*static_routes(), *room_routes(open_decks, rooms)])
