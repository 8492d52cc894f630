"""Fetch the pictures that the cards of a deck name by addresses of the web into a folder beside the deck."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from cardgen.changes.rows import RowChange
from cardgen.guard.pixels import PixelBudget
from cardgen.model.deck import PictureReference
from cardgen.pipeline.open.deck_file import read_deck
from cardgen.plugin.schema import walk
from cardgen.read.fetch import download_address, fetch
from cardgen.read.picture_names import FETCHED, PICTURES, fetched_stem, is_web_address
from cardgen.read.raster import load_raster
from cardgen.read.svg import load_svg
from cardgen.report.diagnostics import Collector, quoted
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Span
from cardgen.validate.schema import validate
from cardgen.write.files import replace_file

_SIGNATURES = {b"\x89PNG": ".png", b"\xff\xd8\xff": ".jpg", b"RIFF": ".webp"}
_MOST_PICTURES = 2_000


@dataclass(frozen=True, slots=True)
class PulledFile:
    """A file that was fetched.

    Attributes:
        status: `new` if there was none, `same` if it has not changed.
        row_count: Number of values that the deck takes from it; 0 for a picture.
        changes: What differs from the older file.
    """

    path: Path
    status: Literal["new", "changed", "same"]
    row_count: int
    changes: tuple[RowChange, ...]

    @property
    def is_picture(self) -> bool:
        """Whether it is a picture, not a spreadsheet."""
        return self.path.suffix.lower() in PICTURES


def pull_pictures(path: Path, *, dry_run: bool, allow_local: bool = False) -> tuple[list[PulledFile], Collector]:
    """Fetch each picture that a card names by an address and that is not there yet.

    Args:
        allow_local: Whether an address may be of this computer or of the local network.

    Returns:
        The pictures, also those that were there; and the errors of those that could not be fetched (E145 to E148).
    """
    files: list[PulledFile] = []
    problems = Collector()
    for address, place in list(_addresses(path).items())[:_MOST_PICTURES]:
        folder = path.parent / FETCHED
        before = next(
            (file for suffix in PICTURES if (file := folder / (fetched_stem(address) + suffix)).is_file()), None
        )
        if before:
            files.append(PulledFile(before, "same", 0, ()))
            continue
        try:
            data = fetch(download_address(address, ""), allow_local=allow_local)
            target = folder / (fetched_stem(address) + _suffix(data, address))
        except UnlocatedError as error:
            problems.items.append(error.at(place))
            continue
        if not dry_run:
            folder.mkdir(exist_ok=True)
            replace_file(target, data)
        files.append(PulledFile(target, "new", 0, ()))
    return files, problems


def _addresses(path: Path) -> dict[str, Span]:
    """Return the addresses that pictures of a deck have, each with the place of the first."""
    return {str(value): place for value, place in reversed(list(_pictures(path))) if is_web_address(str(value))}


def _pictures(path: Path) -> Iterator[tuple[PictureReference, Span]]:
    """Yield the pictures that a deck names; none if it cannot be read, which a build reports."""
    node, game = read_deck(path, Collector())
    deck = validate(node, path, game, Collector()) if node and game else None
    for where, value in walk(deck.data) if deck else ():
        if isinstance(value, PictureReference):
            yield value, deck.node.nearest(where) if deck else Span("")


def _suffix(data: bytes, address: str) -> str:
    """Return the suffix of a picture by its content, which is checked as a build checks it.

    Raises:
        UnlocatedError: E148, it is no picture that cards can have.
    """
    head = data[:1000].lstrip().lower()
    suffix = next((suffix for sign, suffix in _SIGNATURES.items() if data.startswith(sign)), "")
    suffix = suffix or (
        ".svg" if head.startswith((b"<svg", b"<?xml", b"<!--")) and b"<svg" in data[:5000].lower() else ""
    )
    if suffix:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / f"picture{suffix}"
            file.write_bytes(data)
            try:
                load_svg(file) if suffix == ".svg" else load_raster(file, PixelBudget())
            except UnlocatedError as error:
                raise UnlocatedError("E148", f"no picture arrived from {quoted(address)}: {error.message}") from None
            return suffix
    hint = "copy the address of the picture itself, not that of the page that shows it"
    raise UnlocatedError("E148", f"no picture arrived from {quoted(address)}", hints=[hint])
