"""Import decks of Tabletop Simulator: saves and saved objects, whose faces and backs are cut from pictures of whole sheets.

Source: Tabletop Simulator knowledge base, "Save File Format"; a card's `CardID` is 100 times the number of its sheet plus its
place on it, row by row.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardgen.geometry.units import Size
from cardgen.guard.pixels import TooManyPixelsError, as_jpeg, as_png, facts_of, opened, prepared
from cardgen.importing.boxes import Element, FaceArea, Field, PictureBox, ShapeBox, TextBox, TypeStyle
from cardgen.importing.deck import ImportedDeck, ImportedKind
from cardgen.importing.files import PictureTaker, ProjectFiles
from cardgen.report.diagnostics import plural, quoted
from cardgen.report.errors import UnlocatedError

if TYPE_CHECKING:
    from PIL import Image

TOOL = "Tabletop Simulator"
_BLEED = 4.0  # mm by which the colour behind a face reaches over its edge, more than any bleed
_EDGE = "edge"
"""Key of the colour that surrounds a picture and is drawn into the bleed."""
_HEIGHT = 88.0  # mm of a card that is taller than wide; its width follows from its picture
_SAMPLES = 16  # on each side of a picture, of the colour of its edge
_MOST_COLUMNS, _MOST_ROWS, _MOST_CARDS = 10, 7, 5_000
_SUFFIXES = (".png", ".jpg", ".jpeg", ".webp")
_COLUMNS = {
    "name": "Name", "copies": "Copies", "art": "Face", "back": "Back", "text": "Description", "deck": "Deck", _EDGE: "Edge",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Card:
    """A card of a save.

    Attributes:
        id: Its `CardID`.
        name: Its nickname.
        text: Its description.
        deck: Nickname of its deck.
        sheets: The `CustomDeck` that its number refers to.
    """

    id: int
    name: str
    text: str
    deck: str
    sheets: Mapping[str, Any]


def import_tabletop(files: ProjectFiles, name: str, value: object, title: str) -> ImportedDeck:
    """Return the decks of a save.

    Args:
        files: The files beside the save, among them the pictures of the sheets.

    Raises:
        UnlocatedError: E161, it holds no card.
    """
    stated = str(value.get("SaveName") or "") if isinstance(value, dict) else ""
    deck = ImportedDeck(stated or title, TOOL)
    cards = list(_cards(value))
    if not cards:
        raise UnlocatedError("E161", f"{quoted(name)} holds no card of Tabletop Simulator")
    if len(cards) > _MOST_CARDS:
        raise UnlocatedError("E161", f"{quoted(name)} holds {len(cards):,} cards", expected=f"at most {_MOST_CARDS:,}")
    kind = ImportedKind(title=deck.title)
    kind.columns = dict(_COLUMNS)
    cutter = _SheetCutter(files, deck)
    rows: dict[tuple[str, ...], dict[str, str]] = {}
    for card in cards:
        sheet, index = card.sheets.get(str(card.id // 100)), card.id % 100
        if not isinstance(sheet, dict):
            deck.leave(f"card {quoted(card.name or card.id)}: it names no sheet")
            continue
        face = cutter.cut(sheet, "FaceURL", index, card.name)
        is_own = bool(sheet.get("UniqueBack"))
        back = cutter.cut(sheet, "BackURL", index if is_own else -1, f"{card.deck or 'cards'}-back")
        key = (card.name, card.text, face, back, card.deck, "" if face else str(card.id))
        first = {"name": card.name, "copies": "0", "art": face, "back": back, "text": card.text, "deck": card.deck}
        row = rows.setdefault(key, {**first, _EDGE: cutter.edges.get(face, "")})
        row["copies"] = str(int(row["copies"]) + 1)
    kind.rows = list(rows.values())
    kind.columns = {
        key: title
        for key, title in kind.columns.items()
        if any(row.get(key) for row in kind.rows) or key in ("name", "text", "art", _EDGE)
    }
    kind.size = cutter.card_size()
    if any(row["art"] for row in kind.rows):
        kind.face = _face(kind.size, frozenset(n for n, row in enumerate(kind.rows, 1) if not row["art"]))
    deck.kinds.append(kind)
    deck.take(f"{plural(len(cards), 'card')}, {len(kind.rows)} of them different, from {name}")
    if deck.pictures:
        deck.take(f"{plural(len(deck.pictures), 'picture')}, cut from {plural(cutter.count, 'sheet')}")
    return deck


def _face(size: Size, without: frozenset[int]) -> list[Element]:
    """Return a face that is one picture, with the colour of its edge in the bleed.

    Args:
        without: Numbers of the cards whose picture was left, which show their words.
    """
    width, height = size.width, size.height
    whole = FaceArea(-_BLEED, -_BLEED, width + 2 * _BLEED, height + 2 * _BLEED)
    face: list[Element] = [
        ShapeBox(whole, "rect", Field(_EDGE)),
        PictureBox(FaceArea(0, 0, width, height), Field("art")),
    ]
    if without:
        middle = TypeStyle(14, align="center", valign="middle")
        face.append(TextBox(FaceArea(4, 4, width - 8, 14), (Field("name"),), middle, cards=without))
        face.append(TextBox(FaceArea(4, 20, width - 8, height - 24), (Field("text"),), TypeStyle(9), cards=without))
    return face


def _cards(value: object) -> Iterator[_Card]:
    """Yield the cards of a save, of its bags and of the states of its objects, in order."""
    waiting: list[tuple[object, str, Mapping[str, Any]]] = [(value, "", {})]
    while waiting:
        one, deck, sheets = waiting.pop()
        if isinstance(one, list):
            waiting += [(item, deck, sheets) for item in reversed(one)]
            continue
        if not isinstance(one, dict):
            continue
        own = one.get("CustomDeck")
        sheets = own if isinstance(own, dict) and own else sheets
        inside, name = one.get("ContainedObjects"), str(one.get("Nickname") or "")
        number = one.get("CardID")
        if isinstance(number, int) and sheets and "DeckIDs" not in one:
            yield _Card(number, name.strip(), str(one.get("Description") or "").strip(), deck, sheets)
        elif isinstance(one.get("DeckIDs"), list) and not inside:
            yield from (_Card(id, "", "", name, sheets) for id in one["DeckIDs"] if isinstance(id, int))
        is_deck = "DeckIDs" in one
        for key in ("ObjectStates", "ContainedObjects"):
            waiting.append((one.get(key), name if is_deck else deck, sheets if is_deck else {}))


class _SheetCutter:
    """Cuts cards from the pictures of sheets, each of which is decoded once.

    Attributes:
        count: Number of sheets that were cut.
        edges: Colour of the edge of each picture by its name.
    """

    def __init__(self, files: ProjectFiles, deck: ImportedDeck) -> None:
        self.files, self.deck = files, deck
        self.pictures = PictureTaker(files, deck)
        self.count = 0
        self._cut: dict[tuple[str, int, int], list[str] | None] = {}
        self._ratios: list[float] = []
        self.edges: dict[str, str] = {}

    def cut(self, sheet: Mapping[str, Any], key: str, index: int, words: str) -> str:
        """Return the picture of one card in the new folder; empty if its sheet was left, which is noted.

        Args:
            sheet: An entry of `CustomDeck`.
            key: `FaceURL` or `BackURL`.
            index: Place of the card on the sheet, row by row; -1 for a picture of one card.
        """
        address = str(sheet.get(key) or "")
        columns, rows = (1, 1) if index < 0 else (_count(sheet, "NumWidth"), _count(sheet, "NumHeight"))
        if not address:
            return ""
        if (address, columns, rows) not in self._cut:
            self._cut[address, columns, rows] = self._pieces(address, columns, rows, words)
        pieces = self._cut[address, columns, rows]
        return pieces[index] if pieces and index < len(pieces) else ""

    def card_size(self) -> Size:
        """Return the size of a card, whose proportions are those of most pictures: poker where they are near to it."""
        ratio = sorted(self._ratios)[len(self._ratios) // 2] if self._ratios else 63 / _HEIGHT
        if abs(ratio - 63 / _HEIGHT) < 0.03:
            return Size(63, _HEIGHT)
        width = min(max(ratio, 0.2), 5.0) * _HEIGHT
        return Size(round(width, 1), _HEIGHT) if ratio <= 1 else Size(_HEIGHT, round(_HEIGHT / min(ratio, 5.0), 1))

    def _pieces(self, address: str, columns: int, rows: int, words: str) -> list[str] | None:
        found = self._find(address)
        if found is None:
            self.deck.leave_picture(address, "is not beside the save; save it there, as files are never fetched")
            return None
        try:
            data = self.files.read(found, is_picture=True)
            with opened(io.BytesIO(data)) as image:
                facts = facts_of(image)
                self.pictures.budget.spend(facts.width * facts.height, len(data))
                pixels, alpha = prepared(image, None)
        except UnlocatedError as error:
            self.deck.leave(error.message)
            return None
        except TooManyPixelsError as error:
            self.deck.leave_picture(found, f"has too many pixels: {error}")
            return None
        except Exception:  # Pillow raises anything for a damaged file
            self.deck.leave_picture(found, "is neither PNG, JPEG nor WebP")
            return None
        width, height = pixels.width // columns, pixels.height // rows
        if not width or not height:
            self.deck.leave_picture(found, f"is too small for {columns} x {rows} cards")
            return None
        self.count += 1
        self._ratios.append(width / height)
        names = []
        for place in range(columns * rows):
            left, top = place % columns * width, place // columns * height
            area = (left, top, left + width, top + height)
            piece, veil = pixels.crop(area), alpha.crop(area) if alpha else None
            suffix, made = (".jpg", as_jpeg(piece)) if facts.format == "JPEG" else (".png", as_png(piece, veil))
            stem = words if columns * rows == 1 else f"{found.rpartition('/')[2].rpartition('.')[0]}-{place + 1:02}"
            names.append(self.pictures.put(f"{stem}.x", suffix, made))
            self.edges[names[-1]] = _edge_color(piece)
        return names

    def _find(self, address: str) -> str | None:
        """Return the picture of a sheet among the files: by its path, by its last name, or as the game caches it."""
        plain = address.split("{", maxsplit=1)[0]  # {Unique} and other tags follow the address
        cached = re.sub(r"[^A-Za-z0-9]", "", plain)
        return self.files.find(plain, _SUFFIXES) or self.files.find(cached, _SUFFIXES)


def _edge_color(image: Image.Image) -> str:
    """Return the median colour of the edge of a picture."""
    right, bottom = image.width - 1, image.height - 1
    along = [(right * n // _SAMPLES, bottom * n // _SAMPLES) for n in range(_SAMPLES + 1)]
    places = [place for x, y in along for place in ((x, 0), (x, bottom), (0, y), (right, y))]
    around = [image.getpixel(place) for place in places]
    around = [(color,) * 3 if isinstance(color, int) else color for color in around]
    middle = [sorted(color[n] for color in around if isinstance(color, tuple))[len(around) // 2] for n in range(3)]
    return f"#{middle[0]:02x}{middle[1]:02x}{middle[2]:02x}"


def _count(sheet: Mapping[str, Any], key: str) -> int:
    value, most = sheet.get(key), _MOST_COLUMNS if key == "NumWidth" else _MOST_ROWS
    return min(max(value, 1), most) if isinstance(value, int) else 1
