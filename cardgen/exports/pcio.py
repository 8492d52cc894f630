"""Write a playingcards.io room: a ZIP file of widgets and pictures.

The format is not published. Its schema 8, of the rooms that people save today, is described by the kit for authors of Grow
Giant Games (`docs/pcio-format.md`) and read by the importer of VirtualTabletop (`server/pcioimport.mjs`).
"""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass, field
from typing import Any

from cardgen.exports.bundle import Bundle, safe_name
from cardgen.exports.prepare import ExportJob
from cardgen.geometry.outlines import RECTANGLE
from cardgen.geometry.units import Size
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece
from cardgen.pipeline.draw.components import DrawnComponent
from cardgen.pipeline.draw.raster import PictureRequest, RasterPictures, png, sides_of, trim_pixels
from cardgen.plugin.components import AID, BOARD, PieceKind, is_card
from cardgen.report.json_text import format_json

Widget = dict[str, Any]

SCHEMA = "8"
_CARD_HEIGHT = 160  # the room's own default
_ROOM = 1600, 1000
_GAP, _EDGE = 12, 20
_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # a ZIP file needs a time, and the same room must give the same bytes


def write_pcio(job: ExportJob, bundle: Bundle) -> dict[str, Any]:
    """Write the room.

    Returns:
        The entries of the manifest about it.
    """
    parts = job.decks + job.others
    room = _Room(_CARD_HEIGHT / job.card.height)
    for part in parts:
        room.add(part)
    requests = {
        drawing: PictureRequest(drawing, trim_pixels(drawing.size, job.profile.dpi, job.profile.limit), outline)
        for piece in job.pieces
        for drawing, outline in sides_of(piece)
    }
    with RasterPictures(requests.values(), job) as pictures:
        files = {name: png(pictures.picture(requests[drawing])) for drawing, name in room.assets.items()}
    name = bundle.add(f"{safe_name(job.name)}.pcio", _zipped(room.widgets, files))
    return {"room": name, "widgets": len(room.widgets), "parts": [part.title for part in parts]}


@dataclass(slots=True)
class _Room:
    """Widgets: boards and piles of pieces in rows, left to right, top to bottom.

    Attributes:
        scale: Units of the room per mm.
    """

    scale: float
    widgets: list[Widget] = field(default_factory=list)
    assets: dict[Drawing, str] = field(default_factory=dict)
    _x: int = _EDGE
    _y: int = _EDGE
    _row: int = 0

    def add(self, part: DrawnComponent) -> None:
        """Add a component: one-sided boards and aids go straight onto the table, everything else into a pile.

        Only pieces in a pile can be turned over, so a two-sided board becomes a pile as well.
        """
        pieces = list(part.pieces)
        lies = isinstance(part.component, PieceKind) and part.component.role in {BOARD, AID}
        flat = [piece for piece in pieces if lies and piece.back is None]
        for piece in flat:
            for copy in range(1, piece.copies + 1):
                self._board(piece, copy)
        if len(pieces) > len(flat):
            self._pile(part, [piece for piece in pieces if not (lies and piece.back is None)])

    def _board(self, piece: Piece, copy: int) -> None:
        width, height = self._units(piece.face.size)
        x, y = self._place(width, height)
        box = {"x": x, "y": y, "z": 1, "width": width, "height": height}
        name = f"board-{safe_name(piece.id)}{f'-{copy}' if copy > 1 else ''}"
        self._widget("board", name, **box, boardImage=self._asset(piece.face, piece, "front"))

    def _pile(self, part: DrawnComponent, pieces: list[Piece]) -> None:
        name = part.component.name
        width, height = self._units(pieces[0].face.size)
        x, y = self._place(width + 8, height + 8)
        pile, deck = f"pile-{name}", f"deck-{name}"
        box = {"x": x, "y": y, "z": 2, "width": width + 8, "height": height + 8}
        self._widget("holder", pile, **box, label=part.title, hasShuffleButton=True)
        types = {
            safe_name(piece.id): {
                "label": piece.name,
                "face": self._asset(piece.face, piece, "front"),
                "back": self._back(piece, is_card=is_card(part.component)),
            }
            for piece in pieces
        }
        is_rectangle = pieces[0].outline == RECTANGLE
        templates = {
            f"{side}Template": _template(side, width, height, rounded=is_rectangle) for side in ("face", "back")
        }
        about = {"collectionName": part.title, "cardWidth": width, "cardHeight": height, "enlarge": True}
        self._widget("cardDeck", deck, parent=pile, x=x + 4, y=y + 4, z=3, **about, cardTypes=types, **templates)
        copies = [(piece, copy) for piece in pieces for copy in range(1, piece.copies + 1)]
        for at, (piece, copy) in enumerate(copies):
            kind = safe_name(piece.id)
            card = {"deck": deck, "cardType": kind, "parent": pile, "x": x + 4, "y": y + 4, "z": 1000 + at}
            self._widget("card", f"{name}-{kind}-{copy}", **card, faceup=False)

    def _back(self, piece: Piece, *, is_card: bool) -> str:
        """Return the picture of a back; a token without one shows its face on both sides, a card has none."""
        if piece.back:
            return self._asset(piece.back, piece, "back")
        return "" if is_card else self._asset(piece.face, piece, "front")

    def _units(self, size: Size) -> tuple[int, int]:
        return round(size.width * self.scale), round(size.height * self.scale)

    def _place(self, width: int, height: int) -> tuple[int, int]:
        """Reserve the next free place in the row, or in a new row below it, and return its x and y."""
        if self._x > _EDGE and self._x + width > _ROOM[0] - _EDGE:
            self._x, self._y, self._row = _EDGE, self._y + self._row + _GAP, 0
        place = self._x, self._y
        self._x += width + _GAP
        self._row = max(self._row, height)
        return place

    def _asset(self, drawing: Drawing, piece: Piece, side: str) -> str:
        if drawing not in self.assets:
            self.assets[drawing] = f"{safe_name(piece.kind)}-{safe_name(piece.id)}-{side}.png"
        return f"package://userassets/{self.assets[drawing]}"

    def _widget(self, kind: str, name: str, **properties: object) -> None:
        self.widgets.append({"id": name, "type": kind, **properties})


def _template(side: str, width: int, height: int, *, rounded: bool) -> Widget:
    """Return the template of a side that consists of one picture."""
    box = {"x": 0, "y": 0, "w": width, "h": height}
    picture = {"type": "image", "valueType": "dynamic", "value": side, "color": "white", **box}
    return {"includeBorder": "none", "includeRadius": rounded, "objects": [picture]}


def _zipped(widgets: list[Widget], files: dict[str, bytes]) -> bytes:
    """Return the file of a room, stored without compression as the site does; equal rooms have equal bytes."""
    out = io.BytesIO()
    entries = {
        "widgets.json": format_json(widgets, indent=1).encode(),
        "schemaVersion": SCHEMA.encode(),
    }
    entries |= {f"userassets/{name}": data for name, data in files.items()}
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in entries.items():
            archive.writestr(zipfile.ZipInfo(name, _LONG_AGO), data)
    return out.getvalue()
