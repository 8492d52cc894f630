"""Write a report as a page, with the faces of the cards that it judges."""

from __future__ import annotations

import io
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from PIL import Image

from cardgen.pipeline.draw.components import DrawnDeck
from cardgen.pipeline.draw.raster import PictureRequest, RasterPictures, trim_pixels
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import prepare
from cardgen.report.errors import CardgenError
from cardgen.report.html import render_page
from cardgen.report.sections import ReportDocument
from cardgen.write.files import replace_file

_DPI = 100
_LARGEST = 320  # pixels; a board is shown small
_QUALITY = 78  # of WebP; a card takes some 8 kB


def write_page(document: ReportDocument, path: Path) -> None:
    """Write a report as one page that needs no network.

    Args:
        path: File to write; an older one is replaced.

    Raises:
        UnlocatedError: E601, the file cannot be written; an older one is unchanged.
    """
    replace_file(path, render_page(document).encode())


def face_pictures(decks: Mapping[str, Path], cards: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Draw faces of cards as `data:` addresses, by `DECK/KIND/ID`.

    A deck that cannot be drawn has no pictures: the report on its games is worth having without.

    Args:
        decks: The deck files by the names that the report has for them.
        cards: Deck and id, with its kind, of each card to draw; others are drawn too if that costs nothing.
    """
    kinds: dict[str, dict[str, None]] = {}
    for deck, card in cards:
        kinds.setdefault(deck, {})[card.partition("/")[0]] = None
    pictures: dict[str, str] = {}
    for deck, names in kinds.items():
        try:
            drawn = prepare(decks[deck], BuildOptions(only=tuple(names)), lambda _stage: None)
        except CardgenError:
            continue
        pictures.update({f"{deck}/{key}": picture for key, picture in draw_faces(drawn)})
    return pictures


def draw_faces(deck: DrawnDeck, wanted: Iterable[str] | None = None) -> Iterator[tuple[str, str]]:
    """Yield the face of each piece as a `data:` address, with its `KIND/ID`.

    Args:
        wanted: The pieces to draw; None for all.
    """
    keys = None if wanted is None else set(wanted)
    requests = {
        f"{piece.kind}/{piece.id}": PictureRequest(
            piece.face, trim_pixels(piece.face.size, _DPI, _LARGEST), piece.outline
        )
        for part in deck.drawn
        for piece in part.pieces
        if keys is None or f"{piece.kind}/{piece.id}" in keys
    }
    with RasterPictures(requests.values(), deck) as rendered:
        for key, request in requests.items():
            yield key, data_address(rendered.picture(request))


def data_address(picture: Image.Image) -> str:
    """Return a picture as a `data:` address."""
    out = io.BytesIO()
    picture.save(out, "WEBP", quality=_QUALITY, method=4)
    return f"data:image/webp;base64,{b64encode(out.getvalue()).decode()}"
