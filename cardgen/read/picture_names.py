"""Find pictures under names as people write them: without the suffix, in other case, with the path of another computer."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from cardgen.read.files import names_in

PICTURES = (".svg", ".png", ".jpg", ".jpeg", ".webp")
"""Suffixes of pictures, in the order in which they are tried."""
FETCHED = "fetched"
"""Folder below that of the deck into which `cardgen pull` puts pictures."""
_SKIPPED = frozenset({"out", "node_modules", "templates", "icons", "fonts", "games"})
_MOST_FOLDERS = 50  # below a deck; one may lie in a folder with all kinds of other things
_WEB = re.compile(r"https?://", re.IGNORECASE)


class FoundPicture(NamedTuple):
    """A name of a picture, as the folders have it.

    Attributes:
        name: The path of the file from its folder, with `/`.
        is_other: Whether the file is called otherwise, but for its suffix.
    """

    name: str
    folder: Path
    is_other: bool


def is_web_address(name: str) -> bool:
    """Return whether the name of a picture is an address of the web."""
    return bool(_WEB.match(name.strip()))


def fetched_stem(address: str) -> str:
    """Return the name, without a suffix, of the file into which the picture of an address is fetched."""
    last = unquote(urlsplit(address.strip()).path.rstrip("/").rpartition("/")[2])
    words = re.sub(r"[^a-z0-9]+", "-", last.rpartition(".")[0].lower() or last.lower()).strip("-")[:40]
    return f"{words or 'picture'}-{hashlib.sha256(address.strip().encode()).hexdigest()[:10]}"


def variants(name: str) -> list[str]:
    """Return a name with each suffix that a picture may have, if it has none of them.

    Args:
        name: The name, with `/` between its parts.
    """
    return [] if name.lower().endswith(PICTURES) else [name + suffix for suffix in PICTURES]


def search(names: Sequence[str], folders: Sequence[Path], below: Path) -> Iterator[FoundPicture]:
    """Yield the files that names may mean whatever their case: below the folders, then anywhere below the deck.

    Args:
        names: Names of one picture, with `/` between their parts; only their last parts are looked for below the deck.
    """
    for folder in folders:
        for name in names:
            if same := _whatever_case(folder, name):
                yield FoundPicture(same, folder, is_other=same != name)
    last = {name.rpartition("/")[2].casefold() for name in names}
    homes = [
        (folder, each)
        for folder in _folders_below(below)
        for each in names_in(below / folder)
        if each.casefold() in last
    ]
    if len(homes) == 1:  # another one of this name might be meant
        yield FoundPicture("/".join(filter(None, homes[0])), below, is_other=True)


def _whatever_case(folder: Path, name: str) -> str:
    """Return the name of a file that differs from a name in nothing but case; empty if there is none, or several."""
    found = ""
    for part in name.split("/"):
        if part in ("", "."):
            continue
        same = [each for each in names_in(folder) if each.casefold() == part.casefold()]
        own = part if part in same else same[0] if len(same) == 1 else ""
        if not own:
            return ""
        folder, found = folder / own, f"{found}/{own}" if found else own
    return found


def _folders_below(top: Path) -> list[str]:
    """Return the folders in a folder and in those, as paths from it, without hidden ones and those of results."""
    found, level = [""], [""]
    for _ in range(2):
        following = [
            f"{folder}/{name}" if folder else name
            for folder in level
            for name in names_in(top / folder)
            if not name.startswith((".", "_")) and name.lower() not in _SKIPPED and (top / folder / name).is_dir()
        ]
        level = following[:_MOST_FOLDERS]
        found += level
    return found
