"""Hold what all drawings of a build share: fonts, styles, pictures, diagnostics."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from cardgen.geometry.units import Mm, Rect
from cardgen.model.deck import FOCUS_MARK, PLACEHOLDER
from cardgen.model.drawing import Artwork, Drawing, DrawingItem, PlacedArtwork
from cardgen.records import dataclass
from cardgen.render.pictures import is_vector
from cardgen.render.text.rich import NAMESPACE, Run, parse_markup
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Span

if TYPE_CHECKING:
    from cardgen.model.svg_fonts import Families
    from cardgen.render.pictures import PictureSource
    from cardgen.render.text.fonts import FontBook
    from cardgen.render.text.theme_styles import Styles


_UPRIGHT = 1.2
"""How much higher than wide a picture is that is no symbol, but fills an upright card, or is cropped to what has a head."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The thing being drawn, for messages.

    Attributes:
        name: Name such as `card 'Dojo'`.
        place: Returns where the deck states a field of it; the empty field stands for the whole.
        role: What it is, as a noun that takes a plural s.
        piece: Kind and id of the flat piece that it is a side of, such as `cards/ferry`; empty for anything else.
        wrong: Returns where it states a text, or the words of a text that have one of some characters.
    """

    name: str
    place: Callable[[str], Span | None] = lambda _field: None
    role: str = "piece"
    piece: str = ""
    is_back: bool = False
    wrong: Callable[[str, str], Span | None] = lambda _text, _characters: None


@dataclass(slots=True, kw_only=True)
class RenderContext:
    """Fonts, styles and pictures of a build, and what has been made of them so far.

    Attributes:
        styles: Text styles in the colours of the deck.
        families: Returns the font families that `<text>` of plain SVG may use; None does not check them.
        texts: Typeset texts and their faults by their markup and the scale of their face, so that equal texts are set once for all faces.
        pieces: Returns the face of a piece for the name of its kind and its id, which may be empty for the first, or None
            for a piece that has errors; None while there is nothing to show, as on pieces themselves.
        is_draft: Whether a face is drawn without the elements that have errors.
        placed: Parts of faces by what they depend on, so that the faces of a deck hold each only once.
    """

    styles: Styles
    fonts: FontBook
    pictures: PictureSource
    language: str
    diagnostics: Collector
    families: Families | None = None
    pieces: Callable[[str, str], Drawing | None] | None = None
    is_draft: bool = False
    texts: dict[tuple[bytes, float], tuple[Sequence[DrawingItem], Sequence[UnlocatedError]]] = field(
        default_factory=dict
    )
    placed: dict[tuple[object, ...], PlacedArtwork] = field(default_factory=dict)
    _artworks: dict[Artwork, Artwork] = field(default_factory=dict)
    _icons: dict[tuple[str, str], Artwork] = field(default_factory=dict)
    _has_icon: dict[str, bool] = field(default_factory=dict)
    _widths: dict[tuple[str, str], Mm] = field(default_factory=dict)
    _heights: dict[tuple[str, str, Mm, float], Mm] = field(default_factory=dict)

    def icon(self, name: str, color: str) -> Artwork:
        """Return an icon in a colour; each is made once.

        Args:
            color: Name of a colour, or `#rrggbb`.

        Raises:
            UnlocatedError: E409, unknown icon; E408, unknown colour.
        """
        value = self.styles.color(color)
        if (name, value) not in self._icons:
            picture = self.pictures.icon(name)
            self._icons[name, value] = Artwork(picture.document(value), picture.view_box.size)
        return self._icons[name, value]

    def shared_artwork(self, artwork: Artwork) -> Artwork:
        """Return the first artwork that equals this one, so that the faces of a deck hold each only once."""
        return self._artworks.setdefault(artwork, artwork)

    def forget_parts(self) -> None:
        """Drop what is kept in case that a later face has equal parts."""
        for kept in (self.texts, self.placed, self._artworks):
            kept.clear()

    def has_icon(self, name: str) -> bool:
        """Return whether the game has an icon of this name that can be drawn."""
        if name not in self._has_icon:
            try:
                self.pictures.icon(name)
                self._has_icon[name] = True
            except UnlocatedError:
                self._has_icon[name] = False
        return self._has_icon[name]

    def symbol_ground(self, href: str) -> str:
        """Return the colour around the symbol that a picture is, or `paper` if it is transparent; empty for other pictures.

        Args:
            href: The picture as a deck names it; one with a focus is to be cropped, whatever it shows.
        """
        if not href or FOCUS_MARK in href or href.startswith(PLACEHOLDER):
            return ""
        try:
            picture = self.pictures.picture(href, None)
        except UnlocatedError:  # the picture element reports it
            return ""
        if is_vector(picture) or picture.height_px > _UPRIGHT * picture.width_px:
            return ""
        return "paper" if picture.ground == "transparent" else picture.ground

    def text_width(self, text: str, style: str) -> Mm:
        """Return the width of a text at the full size of a style, mm: that of its longest line.

        Args:
            text: Plain text; what the font lacks is measured in the font that it is drawn in.

        Raises:
            UnlocatedError: E408, unknown style.
        """
        if (text, style) not in self._widths:
            from cardgen.render.text.shaping import Shaper

            found = self.styles.style(style)
            runs = [(Run(line),) for line in text.split("\n")]
            lines = [line for run in runs for line in Shaper(found, self.fonts).shape_paragraphs(run)]
            self._widths[text, style] = found.size * max(sum(part.gap + part.width for part in line) for line in lines)
        return self._widths[text, style]

    def text_height(self, markup: str, style: str, width: Mm, scale: float = 1.0) -> Mm:
        """Return the height of a text that is broken into lines at the full size of a style, or at that of its widest word, mm.

        Args:
            markup: Content of a text element; 0 is the height of what cannot be set, which the text element reports.
            width: Width of its box, mm.

        Raises:
            UnlocatedError: E408, unknown style.
        """
        key = markup, style, width, scale
        if key not in self._heights:
            from lxml import etree

            from cardgen.render.text.fit import fit_text

            found = self.styles.style(style).scaled(scale)
            try:
                inlines = parse_markup(etree.fromstring(f'<text xmlns:card="{NAMESPACE}">{markup}</text>'))
                box = Rect(0, 0, width, math.inf)
                block = fit_text(
                    inlines, found, box, fit="shrink", fontbook=self.fonts, icons=self.icon, language=self.language
                )
                self._heights[key] = block.height
            except (UnlocatedError, etree.XMLSyntaxError):
                self._heights[key] = 0.0
        return self._heights[key]
