"""Build the application from all routes of the preview, without access control."""

from __future__ import annotations

from starlette.applications import Starlette

from cardgen.preview.routes.arrange import arrange_routes
from cardgen.preview.routes.decks import deck_routes
from cardgen.preview.routes.files import file_routes
from cardgen.preview.routes.page import page_routes
from cardgen.preview.routes.printing import print_routes
from cardgen.preview.routes.tryit import tryit_routes
from cardgen.preview.server.open_decks import OpenDecks


def preview_application(open_decks: OpenDecks) -> Starlette:
    """Return the application that shows decks."""
    routes = [
        page_routes(),
        deck_routes(open_decks),
        file_routes(open_decks),
        arrange_routes(open_decks),
        print_routes(open_decks),
        tryit_routes(open_decks),
    ]
    return Starlette(routes=[route for some in routes for route in some])
