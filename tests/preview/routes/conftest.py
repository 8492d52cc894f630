"""A page of a small deck, as a browser on the same computer opens it."""

from pathlib import Path

import pytest

from cardgen.pipeline.options import BuildOptions
from cardgen.preview.server.access import Guard
from cardgen.preview.server.open_decks import OpenDecks
from tests.preview.applications import application_of
from tests.preview.asgi import Client

HOST = "127.0.0.1:8270"
ORIGIN = {"origin": f"http://{HOST}"}


@pytest.fixture
def page(tmp_path: Path) -> Client:
    (tmp_path / "cards.yaml").write_text("game: cards\ncards:\n  - {name: Ferry}\n", "utf-8")
    decks = OpenDecks([tmp_path / "cards.yaml"], BuildOptions())
    one = Client(Guard(application_of(decks), "token", 8270, ("127.0.0.1",)), HOST)
    assert one.get("/?token=token").status_code == 200
    return one
