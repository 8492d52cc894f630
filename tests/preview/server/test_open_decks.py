"""What the server knows of a deck that is open with several options."""

import asyncio

from cardgen.pipeline.options import BuildOptions
from cardgen.preview.server.open_decks import OpenDecks
from cardgen.preview.session.snapshot import Snapshot
from tests.preview.coroutines import run_coroutine


def test_the_missing_pictures_are_those_of_a_deck_that_a_page_follows(tmp_path):
    """One that nobody follows, such as another language that was looked at before, is not drawn again after an edit."""
    (tmp_path / "cards.yaml").write_text("game: cards\ncards:\n  - {name: Ferry, art: ferry.png}\n", "utf-8")

    async def missing():
        opened = OpenDecks([tmp_path / "cards.yaml"], BuildOptions()).by_id["cards"]
        before, now = opened.live(BuildOptions(language="pt")), opened.live(BuildOptions())
        before.snapshot, now.snapshot = Snapshot("", missing=()), Snapshot("", missing=("ferry.png",))
        now._listeners.add(asyncio.Event())
        found = await opened.missing_pictures(BuildOptions())
        opened.close()
        return found

    assert run_coroutine(missing()) == ("ferry.png",)
