"""Write a saved object of Tabletop Simulator with decks, boards, tokens, standees and dice.

The format is that of its knowledge base, "Save File Format"; `CustomPDF`, `Custom_Tile`, `Custom_Token` and
`Figurine_Custom` as saves have them.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from cardgen.exports.bundle import Bundle, fingerprint, safe_name
from cardgen.exports.prepare import ExportJob
from cardgen.exports.sheets import CardSheet, sheets_of
from cardgen.exports.tts_dice import dice_attributes, model, side_requests, texture
from cardgen.geometry.outlines import HEXAGON, RECTANGLE, ROUND, Outline
from cardgen.geometry.units import MM_PER_INCH, Rect, Size
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece, Place
from cardgen.model.sheet import Placement, Side
from cardgen.pipeline.draw.components import DrawnComponent
from cardgen.pipeline.draw.raster import PictureRequest, RasterPictures, info_of, png, sides_of, trim_pixels
from cardgen.plugin.components import BOARD, STANDEE, PieceKind
from cardgen.report.json_text import format_json
from cardgen.write.document import compose_pdf
from cardgen.write.page import Page

TableObject = dict[str, Any]

# The knowledge base says that a unit of the table is "about an inch". Saves suggest, though no document states it, that at
# scale 1 a card is a poker card, a tile or a token has sides of 2 units, and a figurine is 2 units high. Only the sizes
# relative to the table depend on it.
_CARD_HEIGHT = 88.9
_TILE_SIDE = 2 * MM_PER_INCH
_FIGURINE_HEIGHT = 2 * MM_PER_INCH
_THICKNESS = 0.1
_CARDS: dict[Outline, int] = {RECTANGLE: 0, HEXAGON: 3, ROUND: 4}
"""Types of cards: 0 has rounded corners; 1 has sharp ones and serves all other outlines."""
_SHARP_CARD = 1
_TILES: dict[Outline, int] = {RECTANGLE: 0, HEXAGON: 1, ROUND: 2}
_GAP = 1.0  # table units between two things
_ROW = 24.0  # table units; longest row beside things that have a place
_ABOVE_BOARDS = 1.5  # height from which things fall onto the boards, table units


def write_tts(job: ExportJob, bundle: Bundle) -> dict[str, Any]:
    """Write sheets, pictures, rules and the saved object.

    Returns:
        The entries of the manifest about them.
    """
    sheets = {part.component.name: sheets_of(part, job.profile) for part in job.decks}
    requests = [request for own in sheets.values() for sheet in own for request in sheet.requests]
    others = [(part, piece) for part in job.others for piece in part.pieces]
    requests += [
        request
        for _part, piece in others
        for request in (
            side_requests(piece, job.profile.dpi) if piece.sides else [_request(*side, job) for side in sides_of(piece)]
        )
    ]
    with RasterPictures(requests, job) as pictures:
        table = _Table(job, bundle, pictures, job.card.growth_from(job.project.game.card))
        key = 0
        for part in job.decks:
            own = sheets[part.component.name]
            if own:
                table.put(table.deck(part, own, key), own[0].pieces[0].face.size, _place_of(part))
            key += len(own)
        for part, piece in others:
            for thing in table.pieces(part, piece):
                is_bag = thing["Name"] == "Bag"
                size = (piece.sides[0] if piece.sides else piece.face).size
                table.put(thing, Size(MM_PER_INCH, MM_PER_INCH) if is_bag else size, piece.place)
        for part in job.documents:
            table.put(table.book(part), Size(4 * MM_PER_INCH, 4 * MM_PER_INCH))
        table.lay_out()
        save = {"SaveName": job.title, "GameMode": job.title, "ObjectStates": table.objects}
    name = bundle.add(f"{safe_name(job.name)}.json", f"{format_json(save, indent=1)}\n".encode())
    where = "Documents/My Games/Tabletop Simulator/Saves/Saved Objects"
    return {"saved_object": name, "put_it_into": where, "objects": [made["Nickname"] for made in table.objects]}


def _request(drawing: Drawing, outline: Outline, job: ExportJob) -> PictureRequest:
    return PictureRequest(drawing, trim_pixels(drawing.size, job.profile.dpi, job.profile.limit), outline)


def _place_of(part: DrawnComponent) -> Place | None:
    """Return the place of a deck, which is that of its kind."""
    return part.component.place if isinstance(part.component, PieceKind) else None


@dataclass(slots=True)
class _Table:
    """Objects at their places; those without one in a row, from left to right, beside them."""

    job: ExportJob
    bundle: Bundle
    pictures: RasterPictures
    spread: float = 1.0  # by how much places move apart, so that pieces which grow with the cards do not overlap
    objects: list[TableObject] = field(default_factory=list)
    _beside: list[tuple[TableObject, Size]] = field(default_factory=list)
    _placed: list[Rect] = field(default_factory=list)
    _guids: set[str] = field(default_factory=set)
    _urls: dict[bytes, str] = field(default_factory=dict)
    _pictures: dict[PictureRequest, str] = field(default_factory=dict)  # address of each that has been written
    _dice: dict[tuple[Drawing, ...], tuple[str, str]] = field(default_factory=dict)  # of their models and pictures

    def put(self, thing: TableObject, size: Size, place: Place | None = None) -> None:
        """Put an object on the table.

        Args:
            place: Its place; None for a place beside the others.
        """
        self.objects.append(thing)
        if place is None:
            self._beside.append((thing, size))
            return
        x, z = self.spread * place.x / MM_PER_INCH, self.spread * place.z / MM_PER_INCH
        reach = max(size.width, size.height) / MM_PER_INCH if place.turn % 180 else size.width / MM_PER_INCH
        thing["Transform"] |= {"posX": round(x, 3), "posZ": round(z, 3)}
        thing["Transform"]["rotY"] = (thing["Transform"]["rotY"] + place.turn) % 360
        if not thing.get("Locked"):
            thing["Transform"]["posY"] = _ABOVE_BOARDS
        self._placed.append(Rect(x - reach / 2, z, reach, 0.0))

    def lay_out(self) -> None:
        """Give a place to each object without one: in one row, or in rows to the right of those that have a place."""
        start = max((box.right for box in self._placed), default=-_GAP) + _GAP
        most = _ROW if self._placed else math.inf
        edge, top, deepest = start, max((box.y for box in self._placed), default=0.0), 0.0
        for thing, size in self._beside:
            width, depth = size.width / MM_PER_INCH, size.height / MM_PER_INCH
            if edge > start and edge + width - start > most:
                edge, top, deepest = start, top - deepest - _GAP, 0.0
            thing["Transform"]["posX"] = round(edge + width / 2, 3)
            if self._placed:
                thing["Transform"]["posZ"] = round(top - depth / 2, 3)
            edge, deepest = edge + width + _GAP, max(deepest, depth)

    def deck(self, part: DrawnComponent, sheets: list[CardSheet], key: int) -> TableObject:
        """Return a deck that is face down, with all copies; a single card is returned as a card.

        Args:
            key: Number of sheets in the earlier decks, so that each sheet has a unique number.
        """
        custom = {str(key + sheet.number): self._sheet(sheet) for sheet in sheets}
        cards = []
        for sheet in sheets:
            number = key + sheet.number
            for index, piece in enumerate(sheet.pieces):
                scale = round(piece.face.size.height / _CARD_HEIGHT, 4)
                for copy in range(piece.copies):
                    own = {str(number): custom[str(number)]}
                    card = self._object("Card", piece.name, f"{part.component.name}/{piece.id}/{copy}", face_up=False)
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

    def _sheet(self, sheet: CardSheet) -> TableObject:
        stem = f"{sheet.part.component.name}-{sheet.number}"
        face = self._url(f"{stem}-faces", png(sheet.faces(self.pictures)), "png")
        shared = sheet.one_back
        if shared:
            back = self._url(f"{stem}-back", png(self.pictures.picture(sheet.request(shared))), "png")
        else:
            back = self._url(f"{stem}-backs", png(sheet.backs(self.pictures)), "png")
        grid = {"NumWidth": sheet.grid.columns, "NumHeight": sheet.grid.rows}
        # Otherwise the last cell would be what other players see of a card in a hand.
        hidden = {"BackIsHidden": True, "UniqueBack": shared is None}
        form = _CARDS.get(sheet.pieces[0].outline, _SHARP_CARD)
        return {"FaceURL": face, "BackURL": back, **grid, **hidden, "Type": form}

    def pieces(self, part: DrawnComponent, piece: Piece) -> list[TableObject]:
        """Return a piece that is not a card; several copies go into a bag, but dice lie side by side.

        Args:
            part: Component of the piece; its role decides what the piece becomes.
        """
        role = part.component.role if isinstance(part.component, PieceKind) else ""
        made = [self._piece(piece, role, copy) for copy in range(piece.copies)]
        if len(made) == 1 or piece.sides:
            return made
        bag = self._object("Bag", f"{piece.name} ({len(made)})", f"{piece.kind}/bag")
        return [bag | {"ContainedObjects": made}]

    def _die(self, piece: Piece, path: str) -> TableObject:
        """Return a die that can be rolled."""
        die = self._object("Custom_Model", piece.name, path)
        if piece.sides not in self._dice:
            mesh = self._url(f"{safe_name(piece.id)}-die", model(piece.sides[0].size.width), "obj")
            sides = png(texture(piece, self.job.profile.dpi, self.pictures))
            self._dice[piece.sides] = mesh, self._url(f"{safe_name(piece.id)}-sides", sides, "png")
        mesh, picture = self._dice[piece.sides]
        die["Transform"] |= {"posY": _ABOVE_BOARDS}
        return die | {"Locked": False, **dice_attributes(piece, mesh, picture, [*piece.side_names])}

    def _piece(self, piece: Piece, role: str, copy: int) -> TableObject:
        """Return one copy of a piece: a figurine, a tile, or, for an outline that no tile has, a token.

        State 2 of a tile or a token has the other side up.
        """
        if piece.sides:
            return self._die(piece, f"{piece.kind}/{piece.id}/{copy}")
        urls = [
            self._picture(piece, name, *side) for name, side in zip(("front", "back"), sides_of(piece), strict=False)
        ]
        path = f"{piece.kind}/{piece.id}/{copy}"
        if role == STANDEE:
            return self._figurine(piece, path, urls[0], urls[-1])
        flat: Callable[[Piece, str, str, str], TableObject]
        flat = self._tile if piece.outline in _TILES else self._token
        thing = flat(piece, path, urls[0], urls[-1])
        if len(urls) == 2 and urls[0] != urls[1]:
            thing["States"] = {"2": flat(piece, f"{path}/2", urls[1], urls[0])}
        for state in (thing, *thing.get("States", {}).values()):
            state["Locked"] = role == BOARD  # so that a player who brushes against it does not move it
        return thing

    def _tile(self, piece: Piece, path: str, top: str, bottom: str) -> TableObject:
        """Return a tile with both of its sides."""
        tile = self._object("Custom_Tile", piece.name, path)
        width, height = piece.face.size.width, piece.face.size.height
        tile["Transform"] |= {"scaleX": round(width / _TILE_SIDE, 4), "scaleZ": round(height / _TILE_SIDE, 4)}
        # The picture is stretched to a square; the scale restores its proportions.
        form = {"Type": _TILES[piece.outline], "Thickness": _THICKNESS, "Stackable": False, "Stretch": True}
        image = {"ImageURL": top, "ImageSecondaryURL": bottom, "WidthScale": 0.0, "CustomTile": form}
        return tile | {"CustomImage": image}

    def _token(self, piece: Piece, path: str, top: str, _bottom: str) -> TableObject:
        """Return a token: its shape follows from the opaque part of its picture, which is the same on both sides."""
        token = self._object("Custom_Token", piece.name, path)
        scale = round(max(piece.face.size.width, piece.face.size.height) / _TILE_SIDE, 4)
        token["Transform"] |= {"scaleX": scale, "scaleZ": scale}
        form = {"Thickness": _THICKNESS, "MergeDistancePixels": 15.0, "StandUp": False, "Stackable": False}
        image = {"ImageURL": top, "ImageSecondaryURL": "", "WidthScale": 0.0, "CustomToken": form}
        return token | {"CustomImage": image}

    def _figurine(self, piece: Piece, path: str, front: str, back: str) -> TableObject:
        """Return a picture that stands upright in one of the simulator's bases."""
        figurine = self._object("Figurine_Custom", piece.name, path)
        scale = round(piece.face.size.height / _FIGURINE_HEIGHT, 4)
        figurine["Transform"] |= {"scaleX": scale, "scaleY": scale, "scaleZ": scale}
        image = {"ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0}
        return figurine | {"Locked": False, "CustomImage": image}

    def book(self, part: DrawnComponent) -> TableObject:
        """Return a document that players can leaf through on the table."""
        pages = [
            Page(Side((Placement(page, Rect(0, 0, page.size.width, page.size.height)),)), page.size)
            for page in part.pages
        ]
        data = compose_pdf(pages, info_of(self.job), self.job.fonts)
        url = self._url(part.component.name, data, "pdf")
        book = self._object("Custom_PDF", part.title, part.component.name)
        return book | {"CustomPDF": {"PDFUrl": url, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}}

    def _picture(self, piece: Piece, side: str, drawing: Drawing, outline: Outline) -> str:
        """Return the address of a picture of one side, which is made once for all copies and for equal sides."""
        request = _request(drawing, outline, self.job)
        if request not in self._pictures:
            picture = png(self.pictures.picture(request))
            self._pictures[request] = self._url(f"{safe_name(piece.id)}-{side}", picture, "png")
        return self._pictures[request]

    def _url(self, stem: str, data: bytes, suffix: str) -> str:
        """Write a file and return its address, which changes with its content, since the simulator caches what it loads."""
        if data not in self._urls:
            name = self.bundle.add(f"{stem}-{fingerprint(data)}.{suffix}", data)
            base = self.job.options.url
            local = (self.bundle.folder / name).resolve().as_uri()
            self._urls[data] = f"{base.rstrip('/')}/{quote(name)}" if base else local
        return self._urls[data]

    def _object(self, kind: str, name: str, path: str, *, face_up: bool = True) -> TableObject:
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
        """Return six hex digits that are unique to an object and the same in every build."""
        for salt in range(1 << 24):
            guid = hashlib.sha256(f"{salt}/{path}".encode()).hexdigest()[:6]
            if guid not in self._guids:
                self._guids.add(guid)
                return guid
        raise AssertionError("more objects than six hex digits can distinguish")
