"""How a piece of text looks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from cardgen.geometry.units import Mm

Align = Literal["left", "center", "right", "justify"]
TIGHTEST_LEADING = 1.05  # below it the descenders of one line touch the accents of the next


@dataclass(frozen=True, slots=True)
class TextStyle:
    """A text style, complete.

    Attributes:
        name: As the theme names it.
        regular, bold, italic, bold_italic: Font keys; an empty one stands for `regular` (a title face has one cut).
        size: Height of the em, mm.
        leading: From baseline to baseline, as a multiple of the size.
        color: `#rrggbb`.
        align: Where lines stand in their box.
        case: `upper` sets capitals, with the punctuation that the font has for them.
        tracking: Extra width behind each glyph, em; it switches ligatures off.
        hyphenate: Whether words may be divided; words too long for a line are divided only if so.
        features: OpenType tags, such as `lnum`; off with a hyphen before them.
        min_size: The smallest size that fitting may use, mm.
        space_before, space_after: Around a block of a document, mm; of two that meet the larger counts.
        indent: Of a block of a document from the left, mm; the marker of a list item hangs in it.
        keep_with_next: Never the last thing in a column.
    """

    name: str
    regular: str
    size: Mm
    bold: str = ""
    italic: str = ""
    bold_italic: str = ""
    leading: float = 1.2
    color: str = "#000000"
    align: Align = "left"
    case: Literal["none", "upper"] = "none"
    tracking: float = 0.0
    hyphenate: bool = False
    features: tuple[str, ...] = ()
    min_size: Mm = 0.0
    space_before: Mm = 0.0
    space_after: Mm = 0.0
    indent: Mm = 0.0
    keep_with_next: bool = False

    def font(self, bold: bool = False, italic: bool = False) -> str:
        """The font key of a cut."""
        if bold and italic:
            return self.bold_italic or self.bold or self.italic or self.regular
        return (self.bold if bold else self.italic if italic else "") or self.regular

    @property
    def shaping(self) -> tuple[str, ...]:
        """The OpenType features that follow from all of the style."""
        capitals = ("case",) if self.case == "upper" else ()
        return (*capitals, *(("-liga",) if self.tracking else ()), *self.features)

    @property
    def tightest(self) -> float:
        """The smallest leading that fitting may use."""
        return min(self.leading, TIGHTEST_LEADING)

    def scaled(self, factor: float) -> TextStyle:
        """The style with all lengths multiplied."""
        lengths = ("size", "min_size", "space_before", "space_after", "indent")
        return replace(self, **{name: getattr(self, name) * factor for name in lengths})

    def changed(self, **values: Any) -> TextStyle:
        """The style with some values replaced."""
        return replace(self, **values) if values else self
