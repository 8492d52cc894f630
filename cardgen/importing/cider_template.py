"""Read a template of Cider, HTML with Handlebars and CSS, as boxes: the elements whose place is absolute.

A page that flows has no boxes before a browser lays it out, so what is in the flow belongs to the box around it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser

from cardgen.geometry.units import Size
from cardgen.importing.boxes import Element, FaceArea, Field, Parts, PictureBox, ShapeBox, TextBox, TypeStyle, color_of
from cardgen.importing.deck import ImportedDeck, ImportedKind, key_of

_LARGEST = 200_000  # characters of a page or a style sheet
_MOST_NODES, _DEEPEST = 2_000, 60
_USUAL = (825.0, 1125.0)  # pixels of a card at 300 dpi, with 1/8 in of bleed on each side
_BLEED = 37.5
_DPI = 300.0
_SCREEN_DPI = 96.0
_REMARK = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_LENGTH = re.compile(r"(-?\d{1,6}(?:\.\d{1,6})?)(px|%|in|mm|cm|pt|)")
_BARS = re.compile(r"\{\{\{?\s*(.{0,200}?)\s*\}?\}\}", re.DOTALL)
_CARD = re.compile(r"\bcard\.([\w-]+)")
_ASSET = re.compile(r"assets\.([\w-]+)")
_VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)
_UNSHOWN = frozenset(("style", "script", "head", "title"))

Styles = Mapping[str, str]
Face = tuple[list[Element], Size, str]
"""Elements, card size and background colour."""


@dataclass(slots=True)
class _Tag:
    """An element of the page, with its children and texts in order."""

    name: str
    attributes: Mapping[str, str]
    inside: list[_Tag | str] = field(default_factory=list)


class _Page(HTMLParser):
    """Builds a tree of a page within limits of nodes and depth."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = _Tag("", {})
        self.open = [self.root]
        self.count = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """See `HTMLParser`."""
        self.count += 1
        if self.count > _MOST_NODES:
            return
        made = _Tag(tag, {name: value or "" for name, value in attrs})
        self.open[-1].inside.append(made)
        if tag not in _VOID and len(self.open) < _DEEPEST:
            self.open.append(made)

    def handle_endtag(self, tag: str) -> None:
        """See `HTMLParser`."""
        at = next((index for index in range(len(self.open) - 1, 0, -1) if self.open[index].name == tag), 0)
        if at:
            del self.open[at:]

    def handle_data(self, data: str) -> None:
        """See `HTMLParser`."""
        if data.strip():
            self.open[-1].inside.append(" ".join(data.split()))


def read_template(
    page: str, sheet: str, kind: ImportedKind, take: Callable[[str], str], name: str, deck: ImportedDeck
) -> Face | None:
    """Return the boxes of a template; None if it has none whose place is absolute.

    Args:
        page: Its HTML.
        sheet: Its CSS.
        take: Takes an asset by its name, and returns the name of the picture in the new folder.
    """
    if len(page) > _LARGEST or len(sheet) > _LARGEST:
        return None
    tree = _Page()
    tree.feed(page)
    tree.close()
    own = "".join(
        text for tag in _tags(tree.root) if tag.name == "style" for text in tag.inside if isinstance(text, str)
    )
    reader = _PageReader([*_rules(sheet), *_rules(own)], kind, take, name, deck)
    top = next((tag for tag in _tags(tree.root) if tag.name not in ("html", "body", "", *_UNSHOWN)), None)
    return reader.read(top) if top else None


def _tags(tag: _Tag) -> Iterator[_Tag]:
    waiting = [tag]
    while waiting:
        one = waiting.pop()
        yield one
        waiting += [part for part in reversed(one.inside) if isinstance(part, _Tag)]


def _rules(sheet: str) -> list[tuple[str, Styles]]:
    """Return the rules of a style sheet by the last simple selector of each."""
    rules: list[tuple[str, Styles]] = []
    for block in _REMARK.sub("", sheet).split("}"):
        selectors, _, body = block.rpartition("{")
        pairs = (part.partition(":") for part in body.split(";"))
        styles = {key.strip().casefold(): value.strip() for key, _, value in pairs if value.strip()}
        rules += [
            (selector.split()[-1], styles) for selector in selectors.rpartition("{")[2].split(",") if selector.split()
        ]
    return rules


class _PageReader:
    def __init__(
        self,
        rules: list[tuple[str, Styles]],
        kind: ImportedKind,
        take: Callable[[str], str],
        name: str,
        deck: ImportedDeck,
    ) -> None:
        self.rules, self.kind, self.take, self.name, self.deck = rules, kind, take, name, deck
        self.by_key = {key_of(title).replace("_", "-"): key for key, title in kind.columns.items()}
        self.elements: list[Element] = []
        self.scale, self.trim = 25.4 / _DPI, 0.0

    def read(self, top: _Tag) -> Face | None:
        """Return the boxes below the element of the whole card."""
        styles = self._styles(top, {})
        width, height = (self._pixels(styles.get(side, ""), 0) for side in ("width", "height"))
        width, height = width or _USUAL[0], height or _USUAL[1]
        self.scale = 25.4 / (_DPI if max(width, height) > 500 else _SCREEN_DPI)
        self.trim = _BLEED if sorted((width, height)) == sorted(_USUAL) else 0.0
        self._inside(top, (0.0, 0.0, width, height), styles)
        if not self.elements:
            return None
        size = Size(*(round(min(max((side - 2 * self.trim) * self.scale, 5), 1_000), 2) for side in (width, height)))
        return self.elements, size, self._background(styles) or "#ffffff"

    def _styles(self, tag: _Tag, inherited: Styles) -> dict[str, str]:
        """Return the styles of an element: those that it inherits, those of its rules, and its own."""
        kept = ("font-size", "color", "text-align", "font-weight", "font-style")
        found = {key: value for key, value in inherited.items() if key in kept}
        names = {tag.name, *(f".{word}" for word in tag.attributes.get("class", "").split())}
        names.add(f"#{tag.attributes.get('id', '')}")
        for selector, styles in self.rules:
            parts = re.findall(r"[.#]?[\w-]+", selector)
            if all(part in names for part in parts):  # none of `*`, which everything has
                found |= styles
        own = (part.partition(":") for part in tag.attributes.get("style", "").split(";"))
        return found | {key.strip().casefold(): value.strip() for key, _, value in own if value.strip()}

    def _inside(self, tag: _Tag, area: tuple[float, float, float, float], styles: Styles) -> None:
        """Draw the positioned elements in an element that lies in an area: left, top, width and height in pixels."""
        for part in tag.inside:
            if isinstance(part, str) or part.name in _UNSHOWN:
                continue
            own = self._styles(part, styles)
            place = self._place(own, area) if own.get("position") in ("absolute", "fixed") else None
            if place:
                self._draw(part, place, own)
            self._inside(part, place or area, own)

    def _place(
        self, styles: Styles, area: tuple[float, float, float, float]
    ) -> tuple[float, float, float, float] | None:
        left, top, wide, high = area
        x, right, width = (self._pixels(styles.get(key, ""), wide) for key in ("left", "right", "width"))
        y, bottom, height = (self._pixels(styles.get(key, ""), high) for key in ("top", "bottom", "height"))
        if width is None:
            width = wide - (x or 0.0) - (right or 0.0)
        if height is None:
            height = high - (y or 0.0) - (bottom or 0.0)
        x = x if x is not None else wide - width - right if right is not None else 0.0
        y = y if y is not None else high - height - bottom if bottom is not None else 0.0
        return (left + x, top + y, width, height) if width > 0 and height > 0 else None

    def _pixels(self, text: str, whole: float) -> float | None:
        match = _LENGTH.fullmatch(text.strip())
        if not match:
            return None
        factor = {"%": whole / 100, "in": _DPI, "mm": _DPI / 25.4, "cm": _DPI / 2.54, "pt": _DPI / 72}.get(
            match[2], 1.0
        )
        return float(match[1]) * factor

    def _draw(self, tag: _Tag, place: tuple[float, float, float, float], styles: Styles) -> None:
        x, y, width, height = ((value - (self.trim if n < 2 else 0)) * self.scale for n, value in enumerate(place))
        box = FaceArea(x, y, width, height)
        if fill := self._background(styles):
            radius = (self._pixels(styles.get("border-radius", "").split(" ")[0], place[2]) or 0.0) * self.scale
            self.elements.append(ShapeBox(box, "rect", fill, radius=min(radius, width / 2, height / 2)))
        pictures = [one for one in _flowing(tag, self._is_placed) if isinstance(one, _Tag) and one.name == "img"]
        for picture in pictures or ([tag] if tag.name == "img" else []):
            if source := self._picture(picture.attributes.get("src", "")):
                is_whole = styles.get("object-fit") == "contain"
                self.elements.append(PictureBox(box, source, "meet" if is_whole else "slice"))
        words = " ".join(one for one in _flowing(tag, self._is_placed) if isinstance(one, str))
        if parts := self._parts(words):
            self.elements.append(TextBox(box, parts, self._text_style(styles)))

    def _is_placed(self, tag: _Tag) -> bool:
        return self._styles(tag, {}).get("position") in ("absolute", "fixed")

    def _background(self, styles: Styles) -> str:
        return color_of(styles.get("background-color") or styles.get("background", ""))

    def _text_style(self, styles: Styles) -> TypeStyle:
        pixels = self._pixels(styles.get("font-size", ""), 48.0) or 48.0
        align = styles.get("text-align", "left")
        is_middle = "center" in (styles.get("align-items"), styles.get("align-content"))
        weight = styles.get("font-weight", "")
        return TypeStyle(
            min(max(pixels * self.scale / 25.4 * 72, 1.0), 200.0),
            color_of(styles.get("color", ""), "#000000"),
            weight in ("bold", "bolder") or (weight.isdecimal() and int(weight) >= 600),
            styles.get("font-style") == "italic",
            "center"
            if align == "center" or styles.get("justify-content") == "center"
            else "right"
            if align == "right"
            else "left",
            "middle" if is_middle else "top",
        )

    def _parts(self, text: str) -> Parts:
        """Return a text as words and columns; what else Handlebars can do is left, with a note."""
        parts: list[str | Field] = []
        last = 0
        for match in _BARS.finditer(text):
            parts.append(text[last : match.start()])
            last = match.end()
            found = _CARD.search(match[1])
            if match[1].startswith(("/", "else")):
                continue
            if found and (key := self.by_key.get(found[1].casefold())) and not match[1].startswith("#"):
                parts.append(Field(key))
            else:
                self.deck.leave(f"{{{{{match[1][:60]}}}}}: only values of the card are read", file=self.name)
        parts.append(text[last:])
        return tuple(part for part in parts if part not in ("", " "))

    def _picture(self, source: str) -> str | Field | None:
        if found := _CARD.search(source):
            key = self.by_key.get(found[1].casefold())
            return Field(key) if key else None
        asset = _ASSET.search(source)
        return self.take(asset[1] if asset else source) or None


def _flowing(tag: _Tag, is_placed: Callable[[_Tag], bool]) -> Iterator[_Tag | str]:
    """Yield what flows in an element: its texts and the elements in it, without those that have a place of their own."""
    for part in tag.inside:
        if isinstance(part, str):
            yield part
        elif part.name not in _UNSHOWN and not is_placed(part):
            yield part
            yield from _flowing(part, is_placed)
