"""Import a nanDECK script: its linked list, sizes, labels, and the boxes of texts, pictures, shapes and icons."""

from __future__ import annotations

from cardgen.geometry.units import Size
from cardgen.importing.boxes import Element
from cardgen.importing.deck import ImportedDeck, ImportedKind, title_of
from cardgen.importing.files import ProjectFiles
from cardgen.importing.folder import elements_in_words
from cardgen.importing.lists import read_list
from cardgen.importing.nandeck_boxes import DRAWN, NandeckBoxReader
from cardgen.importing.nandeck_labels import LabelTexts
from cardgen.importing.nandeck_script import Directive, Script, parse_script, read_measure, read_range
from cardgen.report.diagnostics import plural, quoted

TOOL = "nanDECK"
_UNITS = {"CM": 10.0, "MM": 1.0, "INCH": 25.4}
_SETTINGS = frozenset(["CARDSIZE", "UNIT", "LINK", "CARDS", "LINKMULTI", "FONT", "HTMLFONT", "TEXTFONT", "ICON"])
_PAPER = frozenset(
    [
        "PAGE",
        "DPI",
        "MARGINS",
        "GAP",
        "GUIDE",
        "PRINT",
        "SAVE",
        "SAVEPDF",
        "SAVETTS",
        "DISPLAY",
        "EDGE",
        "OVERSAMPLE",
        "DUPLEX",
        "FOLD",
        "BORDER",
        "BLEED",
        "CANVAS",
        "CUTMARKS",
        "PRINTER",
        "PAGEIMAGE",
        "SAVEPAGES",
        "SAVEPAGE",
        "VALIGN",
        "HALIGN",
        "TAG",
        "FOOTER",
        "HEADER",
        "MOSAIC",
    ]
)


def import_nandeck(files: ProjectFiles, name: str) -> ImportedDeck:
    """Return the deck of a script.

    Raises:
        UnlocatedError: The script cannot be read.
    """
    deck = ImportedDeck(title_of(name), TOOL)
    script = parse_script(files.text(name))
    reader = _NandeckReader(script, files, name, deck)
    reader.read()
    deck.kinds.append(reader.kind)
    return deck


class _NandeckReader:
    """Reads one script: first its sizes and its list, then its boxes in their order."""

    def __init__(self, script: Script, files: ProjectFiles, name: str, deck: ImportedDeck) -> None:
        self.script, self.files, self.name, self.deck = script, files, name, deck
        self.kind = ImportedKind(title=deck.title)
        self.unit = 10.0
        self.size = Size(60, 90)
        self.texts = LabelTexts(script.labels, self.kind)
        self.elements: list[Element] = []

    def read(self) -> None:
        """Read the script."""
        self._note_unread()
        self._read_settings()
        self.kind.size = self.size
        self.deck.take(f"card size {self.size.width:g} x {self.size.height:g} mm", file=self.name)
        boxes = NandeckBoxReader(self.files, self.name, self.deck, self.kind, self.texts, self.size, self.unit)
        for directive in self.script.directives:
            if directive.keyword in DRAWN:
                self._draw(directive, boxes)
            elif directive.keyword in ("FONT", "HTMLFONT"):
                boxes.set_font(directive)
            elif directive.keyword == "ICON":
                boxes.set_icon(directive)
            elif directive.keyword not in _SETTINGS | _PAPER:
                self._leave(directive.line, f"{directive.keyword}: this directive is not read")
        if self.elements:
            self.deck.take(elements_in_words(self.elements), file=self.name)
        self.kind.face = self.elements

    def _note_unread(self) -> None:
        for line, keyword in self.script.blocks:
            self._leave(line, f"{keyword} and what is in it: only plain directives are read")
        if self.script.unknown:
            self._leave(self.script.unknown[0], f"{plural(len(self.script.unknown), 'line')} without a directive")
        paper = [directive.keyword for directive in self.script.directives if directive.keyword in _PAPER]
        if paper:
            self.deck.leave(
                f"{', '.join(dict.fromkeys(paper))}: paper and files are options of cardgen build", file=self.name
            )

    def _leave(self, line: int, text: str) -> None:
        self.deck.leave(text, line, self.name)

    def _read_settings(self) -> None:
        by_keyword = {directive.keyword: directive for directive in self.script.directives}
        if unit := by_keyword.get("UNIT"):
            self.unit = _UNITS.get(unit.argument(0).upper(), 10.0)
        if size := by_keyword.get("CARDSIZE"):
            width, height = (read_measure(self.texts.plain(size.argument(n)), 210, self.unit) for n in (0, 1))
            if width and height and 5 <= width <= 1_000 and 5 <= height <= 1_000:
                self.size = Size(width, height)
            else:
                self._leave(size.line, "CARDSIZE: the size cannot be read, 60 x 90 mm is taken")
        if link := by_keyword.get("LINK"):
            self._read_link(link, by_keyword.get("LINKMULTI"))
        if not self.kind.rows:
            self.kind.rows = [{} for _ in range(self._card_count(by_keyword.get("CARDS")))]

    def _read_link(self, link: Directive, multiple: Directive | None) -> None:
        found = read_list(self.files, link.argument(0), self.deck, line=link.line, file=self.name)
        if not found:
            return
        heading = multiple.argument(0).casefold() if multiple else ""
        for name in found.headings:
            if name.casefold() == heading:
                self.kind.columns["copies"] = name
                self.texts.columns[name.casefold()] = "copies"
            else:
                self.texts.columns[name.casefold()] = self.kind.key(name)
        keys = {name: self.texts.columns[name.casefold()] for name in found.headings}
        self.kind.rows = [{keys[name]: text for name, text in row.items()} for row in found.rows]

    def _card_count(self, cards: Directive | None) -> int:
        stated = self.texts.plain(cards.argument(0)) if cards else ""
        if stated.isdecimal() and 0 < int(stated) <= 10_000:
            return int(stated)
        ranges = [
            read_range(self.texts.plain(item.argument(0)), 1)
            for item in self.script.directives
            if item.keyword in DRAWN
        ]
        return min(max((max(found) for found in ranges if found), default=1), 10_000)

    def _draw(self, directive: Directive, boxes: NandeckBoxReader) -> None:
        written = self.texts.plain(directive.argument(0))
        total = len(self.kind.rows)
        cards = read_range(written, total)
        if cards is None:
            self._leave(directive.line, f"{directive.keyword}: the range {quoted(written)} cannot be read")
            return
        drawn = None if cards >= frozenset(range(1, total + 1)) else cards
        if element := boxes.read(directive, drawn):
            self.elements.append(element)
