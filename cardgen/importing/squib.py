"""Import a Squib project: its lists, its layouts, and the boxes that its scripts draw, as far as they stand in the script.

Sizes of type are read as points of the paper, as newer releases of Squib draw them; see andymeneely/squib#293.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from cardgen.geometry.units import Size
from cardgen.importing.boxes import Element, color_of
from cardgen.importing.deck import ImportedDeck, ImportedKind, title_of
from cardgen.importing.files import ProjectFiles
from cardgen.importing.folder import elements_in_words
from cardgen.importing.lists import read_list
from cardgen.importing.squib_boxes import SquibBoxReader
from cardgen.importing.squib_layout import Layout, pixels, read_layout
from cardgen.importing.squib_script import (
    RubyCall,
    RubyScript,
    column_in,
    parse_ruby,
    plain,
    words_in,
)
from cardgen.report.diagnostics import Collector, quoted
from cardgen.report.errors import UnlocatedError

TOOL = "Squib"
_WIDTH, _HEIGHT, _DPI = 825.0, 1125.0, 300.0  # pixels of a card, which include 1/8 in of bleed on each side
_BLEED = 37.5
_RANGE = re.compile(r"\(?(\d{1,6})\s*\.\.(\.?)\s*(-?\d{1,6})\)?")


def import_squib(files: ProjectFiles, names: list[str], title: str) -> ImportedDeck:
    """Return the decks of a project: one kind of card for each script that makes one.

    Raises:
        UnlocatedError: A script cannot be read.
    """
    deck = ImportedDeck(title, TOOL)
    for name in names:
        text = files.text(name)
        reader = _SquibReader(parse_ruby(text), files, name, deck)
        reader.read()
        deck.kinds.append(reader.kind)
    return deck


def is_squib(text: str) -> bool:
    """Return whether a text is a script of Squib that makes a deck."""
    return "Squib" in text and "Deck.new" in text


class _SquibReader:
    """Reads one script."""

    def __init__(self, script: RubyScript, files: ProjectFiles, name: str, deck: ImportedDeck) -> None:
        self.script, self.files, self.name, self.deck = script, files, name, deck
        self.kind = ImportedKind(name=title_of(name).lower().replace(" ", "-"), title=title_of(name))
        self.layouts: dict[str, Mapping[str, object]] = {}
        self.keys: dict[str, str] = {}
        self.dpi, self.trim = _DPI, 0.0
        self.width, self.height = _WIDTH, _HEIGHT
        self.elements: list[Element] = []

    def read(self) -> None:
        """Read the script."""
        self._read_size()
        self._read_lists()
        self.boxes = SquibBoxReader(
            self.script, self.files, self.name, self.deck, self.kind, self.keys, self.dpi, self.trim
        )
        layouts = [self.script.deck.get("layout", "")]
        layouts += [one.value("file") for one in self.script.commands if one.name == "use_layout"]
        for written in layouts:
            for name in words_in(written) or ([plain(written)] if written else []):
                self.layouts |= self._layout(name)
        for command in self.script.commands:
            if command.name == "background":
                self.kind.background = color_of(command.value("color"), "#ffffff")
            elif command.name not in ("use_layout", "cut_zone", "safe_zone") and not command.name.startswith("save"):
                self._draw(command)
        if self.elements:
            self.deck.take(elements_in_words(self.elements), file=self.name)
        self.kind.face = self.elements

    def _leave(self, command: RubyCall, reason: str) -> None:
        self.deck.leave(f"{command.name}: {reason}", command.line, self.name)

    def _read_size(self) -> None:
        stated = self.script.deck
        self.dpi = pixels(_number(stated.get("dpi", "")), 300) or _DPI
        self.width = pixels(plain(stated.get("width", "")) or _WIDTH, self.dpi) or _WIDTH
        self.height = pixels(plain(stated.get("height", "")) or _HEIGHT, self.dpi) or _HEIGHT
        saves = [one for one in self.script.commands if one.name.startswith("save")]
        trims = [trim for one in saves if (trim := pixels(one.value("trim"), self.dpi))]
        is_usual = (self.width, self.height) in ((_WIDTH, _HEIGHT), (_HEIGHT, _WIDTH))
        self.trim = trims[0] if trims else _BLEED if is_usual else 0.0
        width, height = (self._mm(side - 2 * self.trim) for side in (self.width, self.height))
        if not (5 <= width <= 1_000 and 5 <= height <= 1_000):
            self.width, self.height, self.trim, self.dpi = _WIDTH, _HEIGHT, _BLEED, _DPI
            width, height = (self._mm(side - 2 * self.trim) for side in (self.width, self.height))
        self.kind.size = Size(round(width, 2), round(height, 2))
        self.deck.take(f"card size {self.kind.size.width:g} x {self.kind.size.height:g} mm", file=self.name)

    def _mm(self, length: float) -> float:
        return length / self.dpi * 25.4

    def _read_lists(self) -> None:
        for command in self.script.data.values():
            if not (name := command.value("file") or command.value("")):
                self._leave(command, "it names no file")
                continue
            if self.kind.rows:
                self._leave(command, f"cards are those of the first list, so {quoted(name)} is left")
                continue
            sheet = command.value("sheet", "0")
            at: str | int = int(sheet) if sheet.isdecimal() and len(sheet) < 4 else sheet
            found = read_list(self.files, name, self.deck, at, command.line, self.name)
            if not found:
                continue
            copies = (command.value("explode") or "qty").casefold()
            for heading in found.headings:
                is_copies = heading.casefold() == copies
                self.keys[heading.casefold()] = "copies" if is_copies else self.kind.key(heading)
                if is_copies:
                    self.kind.columns["copies"] = heading
            self.kind.rows = [{self.keys[name.casefold()]: text for name, text in row.items()} for row in found.rows]
        if not self.kind.rows:
            stated = plain(self.script.deck.get("cards", ""))
            self.kind.rows = [
                {} for _ in range(min(int(stated), 10_000) if stated.isdecimal() and len(stated) < 6 else 1)
            ]

    def _layout(self, name: str) -> Layout:
        found = self.files.find(name, (".yml", ".yaml"))
        if found is None:
            self.deck.leave(f"layout {quoted(name)} is not in the project", file=self.name)
            return {}
        problems = Collector()
        try:
            layout = read_layout(self.files.text(found), problems, found)
        except UnlocatedError as error:
            self.deck.leave(f"layout {quoted(name)}: {error.message}", file=self.name)
            return {}
        for problem in problems.items[:3]:
            self.deck.leave(f"layout: {problem.message}", problem.span.line if problem.span else 0, found)
        self.deck.take(f"{len(layout)} boxes of the layout {found}")
        return layout

    def _draw(self, command: RubyCall) -> None:
        cards = self._cards(command)
        if cards == frozenset():
            self._leave(command, f"the range {quoted(command.arguments.get('range', ''))} cannot be read")
            return
        named = command.arguments.get("layout", "")
        column = column_in(named, self.script.data)
        if column is None:
            self._draw_box(command, self._attributes(command, plain(named)), cards)
            return
        key = self.keys.get(column[0].casefold(), "")  # each card names the box that is drawn on it
        for value in dict.fromkeys(row.get(key, "") for row in self.kind.rows):
            numbers = frozenset(n for n, row in enumerate(self.kind.rows, 1) if row.get(key, "") == value)
            drawn = numbers & (cards or numbers)
            if drawn and value in self.layouts:
                self._draw_box(command, self._attributes(command, value), drawn)

    def _attributes(self, command: RubyCall, layout: str) -> dict[str, object]:
        """Return the attributes of a command, with those of its layout."""
        if layout and layout not in self.layouts:
            self._leave(command, f"there is no layout {quoted(layout)}")
        own = {name: value for name, value in command.arguments.items() if name not in ("layout", "range", "")}
        return {**self.layouts.get(layout, {}), **own}

    def _cards(self, command: RubyCall) -> frozenset[int] | None:
        """Return the numbers of the cards that a command draws on; None for all, none if they cannot be read."""
        written = command.arguments.get("range", "")
        if not written or plain(written) == "all":
            return None
        total = len(self.kind.rows)
        if match := _RANGE.fullmatch(written.strip()):
            last = int(match[3]) if int(match[3]) >= 0 else total + int(match[3])
            return frozenset(range(int(match[1]) + 1, min(last + (0 if match[2] else 1), total) + 1))
        numbers = re.findall(r"\d{1,6}", written) if re.fullmatch(r"[\[\]\d,\s]+", written) else []
        return frozenset(int(number) + 1 for number in numbers)

    def _draw_box(self, command: RubyCall, given: Mapping[str, object], cards: frozenset[int] | None) -> None:
        if element := self.boxes.read(command, given):
            self.elements.append(replace(element, cards=cards))


def _number(text: str) -> float | None:
    return float(text) if re.fullmatch(r"\d{1,5}(\.\d+)?", text.strip()) else None
