"""Turn inline content into segments: shaped words and sized icons, each with the gap before it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cardgen.model.drawing import ShapedWord
from cardgen.render.text.fonts import FontBook
from cardgen.render.text.rich import Icon, Inline, Run
from cardgen.render.text.style import TextStyle
from cardgen.report.errors import UnlocatedError

ICON_HEIGHT = 1.42  # of the cap height: icons leave about a tenth of their side empty, so their ink is a bit higher
_DRAWN = {"\u00ad": "", "\u2060": "", "\u200b": "", "\u2011": "-"}
_UNBREAKABLE = str.maketrans({"\u202f": "\u00a0"})


class Segment(NamedTuple):
    """A word or an icon: the smallest unit between two possible line breaks, unless a word is divided.

    Attributes:
        gap: Space before it, em; 0 joins it to the segment before.
        width: Advance width with the tracking after its last glyph, em.
        content: The shaped word, or the icon.
        source: The word as written, soft hyphens included; empty for an icon.
        font: Key of the font of the word, or of the text around the icon.
        color: Colour of the word or icon, `#rrggbb` or a colour name of the theme.
        can_start_line: Whether a line may start with it.
    """

    gap: float
    width: float
    content: ShapedWord | Icon
    source: str
    font: str
    color: str
    can_start_line: bool


class Shaper:
    """Shapes and measures inline content in one text style.

    Args:
        style: Text style.
        fontbook: Fonts by key.
    """

    def __init__(self, style: TextStyle, fontbook: FontBook) -> None:
        self.style = style
        self.fontbook = fontbook
        self._features = style.opentype_features
        self._icon_side = ICON_HEIGHT * fontbook.metrics(style.regular).cap_height

    def shape_paragraphs(self, inlines: Iterable[Inline]) -> list[list[Segment]]:
        """Return the segments of each paragraph; the author's line breaks separate paragraphs.

        Raises:
            UnlocatedError: E407, a font of the style lacks a character.
        """
        self._paragraphs: list[list[Segment]] = [[]]
        self._gap, self._can_break = 0.0, False
        for inline in inlines:
            if isinstance(inline, Run):
                self._add_run(inline)
            elif isinstance(inline, Icon):
                icon = inline if inline.color else inline._replace(color=self.style.color)
                self._append(self._icon_side, icon, "", self.style.regular, icon.color)
            else:
                self._paragraphs.append([])
                self._gap, self._can_break = 0.0, False
        return self._paragraphs

    def _add_run(self, run: Run) -> None:
        text = run.text.upper() if self.style.case == "upper" else run.text
        font, color = self.style.font(run.bold, run.italic), run.color or self.style.color
        missing = self.fontbook.missing(font, text)
        if missing:
            raise missing_glyph_error(font, missing)
        space = self.fontbook.space(font) + self.style.tracking
        if text.isascii():
            for index, part in enumerate(text.split(" ")):
                if index:
                    self._gap, self._can_break = space, True
                if part:
                    self._add_word(part, font, color)
            return
        for index, part in enumerate(text.translate(_UNBREAKABLE).split(" ")):
            if index:
                self._gap, self._can_break = space, True
            self._add_part(part, font, color, space)

    def _add_part(self, text: str, font: str, color: str, space: float) -> None:
        """Add text without breakable spaces; it may hold no-break spaces and zero-width spaces."""
        for number, bound in enumerate(text.split("\u00a0")):
            if number:
                self._gap = max(self._gap, space)
            for index, part in enumerate(bound.split("\u200b")):
                self._can_break = self._can_break or index > 0
                if part:
                    self._add_word(part, font, color)

    def _add_word(self, text: str, font: str, color: str) -> None:
        word = self._shape_word(text, font)
        self._append(word.width + self.style.tracking * len(word.glyphs), word, text, font, color)

    def _append(self, width: float, content: ShapedWord | Icon, source: str, font: str, color: str) -> None:
        paragraph = self._paragraphs[-1]
        first = not paragraph
        # An icon labels the word behind it, so no line starts with that word.
        labelled = not first and isinstance(paragraph[-1].content, Icon) and isinstance(content, ShapedWord)
        can_start_line = self._can_break and not first and not labelled
        paragraph.append(Segment(0.0 if first else self._gap, width, content, source, font, color, can_start_line))
        self._gap, self._can_break = 0.0, False

    def _shape_word(self, text: str, font: str) -> ShapedWord:
        """Shape a word without the characters that only control line breaking."""
        if not text.isascii():
            for character, drawn in _DRAWN.items():
                text = text.replace(character, drawn)
        return self.fontbook.shape_word(font, text, self._features)

    def with_text(self, segment: Segment, text: str) -> Segment:
        """Return a segment with another text, such as a part of its word.

        Args:
            segment: Segment that holds a word.
            text: New text, with the hyphen if it ends in one.
        """
        word = self._shape_word(text, segment.font)
        width = word.width + self.style.tracking * len(word.glyphs)
        return segment._replace(width=width, content=word, source=text)


def missing_glyph_error(font: str, missing: str) -> UnlocatedError:
    """Return the error (E407) for characters that a font cannot draw.

    Args:
        font: Key of the font.
        missing: The characters, each once.
    """
    named = ", ".join(f"'{character}' (U+{ord(character):04X})" for character in missing[:5])
    more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
    return UnlocatedError(
        "E407",
        f"font '{font}' has no glyph for {named}{more}",
        hints=("use another character, or give the style a font that has it",),
    )
