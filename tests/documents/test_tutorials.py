"""A reader who follows a tutorial sees what it shows."""

import os

import pytest

from docs.generate.sessions import DOCS, PAGES, follow

pytestmark = [pytest.mark.extended, pytest.mark.skipif(os.name == "nt", reason="the pages show paths with slashes")]


@pytest.mark.parametrize("page", PAGES)
def test_a_tutorial_shows_what_its_commands_print(page, tmp_path):
    """If it does not: python -m docs.generate.sessions."""
    assert (DOCS / page).read_text("utf-8") == follow(DOCS / page, tmp_path)
    if page == "tutorial/your-own-game.md":
        written = {path.suffix for path in tmp_path.rglob("*") if path.is_file()}
        assert ".pdf" in written
        assert ".py" not in written, "a game of one's own takes no Python"
