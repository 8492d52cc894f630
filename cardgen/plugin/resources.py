"""Locate the folders of templates, decks and fonts that come with cardgen."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cardgen.guard.files import declare_shipped
from cardgen.records import dataclass


@dataclass(frozen=True, slots=True)
class Resources:
    """The folders that come with cardgen.

    Attributes:
        root: The folder that holds the other three.
    """

    root: Path

    @property
    def templates(self) -> Path:
        """Templates: one folder for each game, and `common`."""
        return self.root / "templates"

    @property
    def decks(self) -> Path:
        """The decks that ship, with their pictures in `art`."""
        return self.root / "decks"

    @property
    def fonts(self) -> Path:
        """Font files, each with its licence."""
        return self.root / "fonts"


@cache
def resources() -> Resources:
    """Return the folders inside an installed wheel (`cardgen/_data`), or else those of the source checkout."""
    package = Path(__file__).resolve().parent.parent
    data = package / "_data"
    found = Resources(data if data.is_dir() else package.parent)
    declare_shipped([found.templates, found.decks, found.fonts])
    return found
