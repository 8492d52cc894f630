"""Tabletop Simulator: sheets, pictures, and a saved object that puts decks, board and counters on the table.

The format is that of its knowledge base, "Save File Format"; `CustomPDF` and `Custom_Tile` as saves have them.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from cardgen.exports.bundle import Bundle, fingerprint, safe_name
from cardgen.exports.material import ExportJob
from cardgen.exports.raster import Canvas, RasterPictures, canvas_of, info_of, png
from cardgen.exports.sheets import CardSheet, sheets_of
from cardgen.geometry.outlines import HEXAGON, RECTANGLE, ROUND, Outline
from cardgen.geometry.units import MM_PER_INCH, Rect, Size
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece
from cardgen.model.sheet import Placement, Side
from cardgen.pipeline.draw import DrawnComponent
from cardgen.write.document import Page, compose_pdf

Object = dict[str, Any]

# The knowledge base: a unit of the table is "about an inch". That a card of scale 1 is a poker card and a tile of scale 1
# has a side of 2 units is what saves suggest, nobody states it; only sizes relative to the table depend on it.
_CARD_HEIGHT = 88.9
_TILE_SIDE = 2 * MM_PER_INCH
_THICKNESS = 0.1
_ROUNDED_CARD = 0
_TILES: dict[Outline, int] = {RECTANGLE: 0, HEXAGON: 1, ROUND: 2}
_GAP = 1.0  # table units between two things


def write_tts(material: ExportJob, bundle: Bundle) -> dict[str, Any]:
    """Write sheets, pictures, rules and the saved object; gives what the manifest tells of them."""
    profile = material.profile
    sheets = [sheet for part in material.decks for sheet in sheets_of(part, profile)]
    wanted = [pair for sheet in sheets for pair in sheet.drawings]
    others = [piece for part in material.others for piece in part.pieces if piece.copies]
    wanted += [(side, _canvas(side, material)) for piece in others for side in (piece.face, piece.back) if side]
    with RasterPictures(wanted, material) as pictures:
        table = _Table(material, bundle, pictures)
        key = 0
        for part in material.decks:
            own = [sheet for sheet in sheets if sheet.part is part]
            table.put(table.deck(part, own, key), material.card)
            key += len(own)
        for piece in others:
            bagged = Size(MM_PER_INCH, MM_PER_INCH)
            table.put(table.tiles(piece), bagged if piece.copies > 1 else piece.face.size)
        for part in material.documents:
            table.put(table.book(part), Size(4 * MM_PER_INCH, 4 * MM_PER_INCH))
        save = {"SaveName": material.title, "GameMode": material.title, "ObjectStates": table.objects}
    name = bundle.add(
        f"{safe_name(material.name)}.json", (json.dumps(save, indent=1, ensure_ascii=False) + "\n").encode()
    )
    where = "Documents/My Games/Tabletop Simulator/Saves/Saved Objects"
    return {"saved_object": name, "put_it_into": where, "objects": [made["Nickname"] for made in table.objects]}


def _canvas(drawing: Drawing, material: ExportJob) -> Canvas:
    return canvas_of(drawing.size, material.profile.dpi, material.profile.limit)


@dataclass(slots=True)
class _Table:
    """Objects in a row, from left to right."""

    material: ExportJob
    bundle: Bundle
    pictures: RasterPictures
    objects: list[Object] = field(default_factory=list)
    _edge: float = 0.0
    _guids: set[str] = field(default_factory=set)
    _urls: dict[bytes, str] = field(default_factory=dict)

    def put(self, thing: Object, size: Size) -> None:
        """Put an object to the right of the last one."""
        width = size.width / MM_PER_INCH
        thing["Transform"]["posX"] = round(self._edge + width / 2, 3)
        self._edge += width + _GAP
        self.objects.append(thing)

    def deck(self, part: DrawnComponent, sheets: list[CardSheet], key: int) -> Object:
        """A deck face down, with all copies; one card alone is a card."""
        custom = {str(key + sheet.number): self._sheet(sheet) for sheet in sheets}
        cards = []
        for sheet in sheets:
            number = key + sheet.number
            for index, piece in enumerate(sheet.pieces):
                for copy in range(piece.copies):
                    own = {str(number): custom[str(number)]}
                    card = self._object("Card", piece.name, f"{part.component.name}/{piece.id}/{copy}", face_up=False)
                    scale = round(self.material.card.height / _CARD_HEIGHT, 4)
                    card["Transform"] |= {"scaleX": scale, "scaleY": 1, "scaleZ": scale}
                    cards.append(card | {"CardID": 100 * number + index, "CustomDeck": own})
        if len(cards) == 1:
            return cards[0]
        deck = self._object("DeckCustom", part.title, part.component.name, face_up=False)
        deck["Transform"] |= cards[0]["Transform"]
        return deck | {
            "DeckIDs": [card["CardID"] for card in cards],
            "CustomDeck": custom,
            "ContainedObjects": cards,
        }

    def _sheet(self, sheet: CardSheet) -> Object:
        stem = f"{sheet.part.component.name}-{sheet.number}"
        face = self._url(f"{stem}-faces", png(sheet.faces(self.pictures)), "png")
        shared = sheet.one_back
        if shared:
            back = self._url(f"{stem}-back", png(self.pictures.picture(shared, sheet.grid.cell)), "png")
        else:
            back = self._url(f"{stem}-backs", png(sheet.backs(self.pictures)), "png")
        grid = {"NumWidth": sheet.grid.columns, "NumHeight": sheet.grid.rows}
        # Without it the last cell would be the picture that others see of a card in a hand.
        hidden = {"BackIsHidden": True, "UniqueBack": shared is None}
        return {"FaceURL": face, "BackURL": back, **grid, **hidden, "Type": _ROUNDED_CARD}

    def tiles(self, piece: Piece) -> Object:
        """A board or counter; several copies lie in a bag."""
        made = [self._tile(piece, copy) for copy in range(piece.copies)]
        if len(made) == 1:
            return made[0]
        bag = self._object("Bag", f"{piece.name} ({len(made)})", f"{piece.kind}/bag")
        return bag | {"ContainedObjects": made}

    def _tile(self, piece: Piece, copy: int) -> Object:
        """A tile with both sides; number 2 of its states lies other side up."""
        sides = [side for side in (piece.face, piece.back) if side]
        urls = [self._picture(piece, name, side) for name, side in zip(("front", "back"), sides, strict=False)]
        tile = self._side(piece, f"{piece.kind}/{piece.id}/{copy}", urls[0], urls[-1])
        if len(urls) == 2 and urls[0] != urls[1]:
            tile["States"] = {"2": self._side(piece, f"{piece.kind}/{piece.id}/{copy}/2", urls[1], urls[0])}
        return tile

    def _side(self, piece: Piece, path: str, top: str, bottom: str) -> Object:
        tile = self._object("Custom_Tile", piece.name, path)
        width, height = piece.face.size.width, piece.face.size.height
        tile["Transform"] |= {"scaleX": round(width / _TILE_SIDE, 4), "scaleZ": round(height / _TILE_SIDE, 4)}
        tile["Locked"] = width > 2 * self.material.card.width  # a board stays where it is
        # Stretched onto a square, which the scale then makes what it should be.
        shape = {"Type": _TILES.get(piece.outline, 0), "Thickness": _THICKNESS, "Stackable": False, "Stretch": True}
        image = {"ImageURL": top, "ImageSecondaryURL": bottom, "WidthScale": 0.0, "CustomTile": shape}
        return tile | {"CustomImage": image}

    def book(self, part: DrawnComponent) -> Object:
        """A document, to be leafed through on the table."""
        pages = [
            Page(Side((Placement(page, Rect(0, 0, page.size.width, page.size.height)),)), page.size)
            for page in part.pages
        ]
        data = compose_pdf(pages, info_of(self.material), self.material.fonts)
        url = self._url(part.component.name, data, "pdf")
        book = self._object("Custom_PDF", part.title, part.component.name)
        return book | {"CustomPDF": {"PDFUrl": url, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}}

    def _picture(self, piece: Piece, side: str, drawing: Drawing) -> str:
        picture = self.pictures.picture(drawing, _canvas(drawing, self.material))
        return self._url(f"{safe_name(piece.id)}-{side}", png(picture), "png")

    def _url(self, stem: str, data: bytes, suffix: str) -> str:
        """Write a file; its address changes with its content, as the simulator keeps what it once loaded."""
        if data not in self._urls:
            name = self.bundle.add(f"{stem}-{fingerprint(data)}.{suffix}", data)
            base = self.material.choice.url
            local = (self.bundle.folder / name).resolve().as_uri()
            self._urls[data] = f"{base.rstrip('/')}/{quote(name)}" if base else local
        return self._urls[data]

    def _object(self, kind: str, name: str, path: str, *, face_up: bool = True) -> Object:
        transform = {
            "posX": 0.0,
            "posY": 1.0,
            "posZ": 0.0,
            "rotX": 0.0,
            "rotY": 180.0,
            "rotZ": 0.0 if face_up else 180.0,
        }
        scale = {"scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}
        return {"GUID": self._guid(path), "Name": kind, "Transform": transform | scale, "Nickname": name}

    def _guid(self, path: str) -> str:
        """Six hex digits that no other object has, the same in every build."""
        for salt in range(1 << 24):
            guid = hashlib.sha256(f"{salt}/{path}".encode()).hexdigest()[:6]
            if guid not in self._guids:
                self._guids.add(guid)
                return guid
        raise AssertionError("more objects than six digits can tell apart")
