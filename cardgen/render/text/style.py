"""Text styles: font, size, leading, alignment and everything else that decides how text looks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from cardgen.geometry.units import Mm
from cardgen.records import dataclass

Align = Literal["left", "center", "right", "justify"]
MIN_LEADING = 1.05  # below this the descenders of one line touch the accents of the next


@dataclass(frozen=True, slots=True)
class TextStyle:
    """A text style with a value for every property.

    Attributes:
        regular, bold, italic, bold_italic: Font keys; an empty one falls back to `regular`.
        size: Height of the em, mm.
        leading: Distance from baseline to baseline, as a multiple of the size.
        color: `#rrggbb`.
        align: Horizontal alignment of lines in their box.
        case: `upper` sets capitals, with the font's punctuation for capitals.
        tracking: Extra width after each glyph, em; a value other than 0 turns ligatures off.
        hyphenate: Whether words may be divided by the patterns of the language.
        balance: Whether lines are to be about as long as each other, and to end with a sentence or at a comma where they
            may. Without it, centred and right-aligned lines are only as long.
        features: OpenType tags to turn on, such as `lnum`, or off with a hyphen before them.
        min_size: Smallest size that fitting may use, mm.
        space_before, space_after: Space around a block of a document, mm; of two adjacent spaces the larger applies.
        indent: Left indent of a block of a document, mm; the marker of a list item stands in it.
        keep_with_next: Whether a block stays in the same column as the block after it.
        fallbacks: Font keys of further families, each as `regular`, `bold`, `italic`, `bold_italic`: a character that
            one font lacks is taken from the next that has it.
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
    balance: bool = False
    features: tuple[str, ...] = ()
    min_size: Mm = 0.0
    space_before: Mm = 0.0
    space_after: Mm = 0.0
    indent: Mm = 0.0
    keep_with_next: bool = False
    fallbacks: tuple[tuple[str, str, str, str], ...] = ()

    def font(self, bold: bool = False, italic: bool = False) -> str:
        """Return the font key of a cut, or of the closest cut that the style has."""
        if bold and italic:
            return self.bold_italic or self.bold or self.italic or self.regular
        return (self.bold if bold else self.italic if italic else "") or self.regular

    def fonts(self, bold: bool = False, italic: bool = False) -> tuple[str, ...]:
        """Return the font key of a cut, and those of the same cut of the fallbacks."""
        cut = 2 * italic + bold
        return self.font(bold, italic), *(cuts[cut] for cuts in self.fallbacks)

    @property
    def opentype_features(self) -> tuple[str, ...]:
        """OpenType features that result from `case`, `tracking` and `features`."""
        capitals = ("case",) if self.case == "upper" else ()
        return (*capitals, *(("-liga",) if self.tracking else ()), *self.features)

    @property
    def min_leading(self) -> float:
        """Smallest leading that fitting may use, as a multiple of the size."""
        return min(self.leading, MIN_LEADING)

    def scaled(self, factor: float) -> TextStyle:
        """Return the style with all lengths multiplied by a factor."""
        lengths = ("size", "min_size", "space_before", "space_after", "indent")
        return replace(self, **{name: getattr(self, name) * factor for name in lengths})

    def changed(self, **values: Any) -> TextStyle:
        """Return the style with some attributes replaced."""
        return replace(self, **values) if values else self
