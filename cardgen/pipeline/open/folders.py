"""List the folders that hold the look of a deck, in the order in which they are searched.

A file of one's own goes before that of the game, that of the game before those of the games that it extends, and these
before what all games share.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from cardgen.guard.files import Stamp, stamp_of
from cardgen.plugin.game import Game
from cardgen.plugin.resources import resources
from cardgen.read.files import is_below, stamps_in
from cardgen.read.search_path import SearchPath
from cardgen.records import dataclass

_WATCHED_SUFFIXES = (".j2", ".face.yaml", ".md", ".ttf", ".otf")
_WATCHED_NAMES = re.compile(r"(theme|strings|strings\.[\w-]+|game)\.yaml")
_MAX_DEPTH = 4
"""Levels of folders below the deck whose templates are watched for changes."""
_MAX_FOLDERS = 500
"""A deck may lie in a folder with all kinds of other things."""


@dataclass(frozen=True, slots=True)
class LookFolders:
    """The folders that a deck is drawn from.

    Attributes:
        templates: Folders of templates; `theme.yaml`, `strings.en.yaml` and `icons/` lie there too.
    """

    deck: Path
    templates: tuple[Path, ...]
    fonts: tuple[Path, ...]
    pictures: tuple[Path, ...] = ()

    @property
    def library(self) -> SearchPath:
        """Looks up names in these folders."""
        return SearchPath(self.deck, self.templates, self.pictures)

    @property
    def lasting(self) -> tuple[Path, ...]:
        """Folders of templates that come with cardgen or an installed game, which do not change while cardgen runs."""
        return tuple(folder for folder in self.templates if not is_below(folder, self.deck))

    def stamps(self) -> Mapping[str, Stamp | None]:
        """Return the stamps of all files that decide the look, besides pictures."""
        others = [folder for folder in (*self.templates, *self.fonts) if not is_below(folder, self.deck)]
        return {**stamps_in(others), **_stamps_below(self.deck)}


def look_folders(deck: Path, game: Game, images: Iterable[str] = ()) -> LookFolders:
    """Return the folders that hold the look of a deck.

    Args:
        images: Folders of pictures below that of the deck, which is where they are looked for first.
    """
    own = [folder for folder in (deck / "templates", deck) if is_below(folder, deck)]
    templates = tuple(dict.fromkeys((*own, *game.folders, resources().templates / "common")))
    fonts = [folder / "fonts" for folder in (deck, *templates)]
    found = (
        folder for folder in fonts if folder.is_dir() and (is_below(folder, deck) or not folder.is_relative_to(deck))
    )
    shipped = resources().fonts, resources().fonts / "fallback"
    pictures = tuple(deck / name for name in images if is_below(deck / name, deck))
    return LookFolders(deck, templates, tuple(dict.fromkeys((*found, *shipped))), pictures)


def _stamps_below(deck: Path) -> dict[str, Stamp | None]:
    """Return the stamps of the files near a deck that may belong to its look."""
    return {path: stamp_of(path) for path in _watched_below(str(deck))}


def _watched_below(top: str) -> Iterator[str]:
    """Yield the watched files of a folder and of those below it, the nearest first, without hidden folders."""
    level, count = [top], 0
    for _ in range(_MAX_DEPTH):
        following: list[str] = []
        for folder in level:
            count += 1
            if count > _MAX_FOLDERS:
                return
            files, inside = _watched_in(folder)
            yield from files
            following += inside
        level = following


def _watched_in(folder: str) -> tuple[list[str], list[str]]:
    """Return the watched files of a folder, and the folders in it."""
    is_icons = os.path.basename(folder) == "icons"  # noqa: PTH119 - as for `stamp_of`
    files, folders = [], []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                name = entry.name
                if entry.is_dir(follow_symlinks=False):
                    folders += [entry.path] if name[:1] not in {".", "_"} else []
                elif is_icons or _WATCHED_NAMES.fullmatch(name) or name.endswith(_WATCHED_SUFFIXES):
                    files.append(entry.path)
    except OSError:
        return [], []
    return files, sorted(folders)
