"""Inlines measured: words shaped and icons sized in em, each with the gap in front of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cardgen.model.drawing import Word
from cardgen.render.text.fonts import FontBook
from cardgen.render.text.rich import Icon, Inline, Run
from cardgen.render.text.style import TextStyle
from cardgen.report.errors import UnlocatedError

ICON_HEIGHT = 1.42  # of the cap height: the artwork has about a tenth of air on each side, so its ink is a bit higher
_DRAWN = {"\u00ad": "", "\u2060": "", "\u200b": "", "\u2011": "-"}
_UNBREAKABLE = str.maketrans({"\u202f": "\u00a0"})


class Segment(NamedTuple):
    """What is never parted, unless a word is divided.

    Attributes:
        gap: Space in front of it, em; 0 joins it to the piece before.
        width: With the tracking behind its last glyph, em.
        content: The word or icon.
        source: The word as it was written, soft hyphens included.
        font, color: Of the word, or of the text around the icon.
        breaks: Whether a line may start with it.
    """

    gap: float
    width: float
    content: Word | Icon
    source: str
    font: str
    color: str
    breaks: bool


class Shaper:
    """Makes pieces of one style."""

    def __init__(self, style: TextStyle, fontbook: FontBook) -> None:
        self.style = style
        self.fontbook = fontbook
        self._features = style.shaping
        self._icon = ICON_HEIGHT * fontbook.metrics(style.regular).cap_height

    def paragraphs(self, inlines: Iterable[Inline]) -> list[list[Segment]]:
        """The pieces between the author's line ends.

        Raises:
            UnlocatedError: E407, a font of the style lacks a character.
        """
        self._out: list[list[Segment]] = [[]]
        self._gap, self._breaks = 0.0, False
        for inline in inlines:
            if isinstance(inline, Run):
                self._run(inline)
            elif isinstance(inline, Icon):
                icon = inline if inline.color else inline._replace(color=self.style.color)
                self._put(self._icon, icon, "", self.style.regular, icon.color)
            else:
                self._out.append([])
                self._gap, self._breaks = 0.0, False
        return self._out

    def _run(self, run: Run) -> None:
        text = run.text.upper() if self.style.case == "upper" else run.text
        font, color = self.style.font(run.bold, run.italic), run.color or self.style.color
        missing = self.fontbook.missing(font, text)
        if missing:
            raise missing_glyph_error(font, missing)
        space = self.fontbook.space(font) + self.style.tracking
        if text.isascii():
            for number, part in enumerate(text.split(" ")):
                if number:
                    self._gap, self._breaks = space, True
                if part:
                    self._word(part, font, color)
            return
        for number, part in enumerate(text.translate(_UNBREAKABLE).split(" ")):
            if number:
                self._gap, self._breaks = space, True
            self._special(part, font, color, space)

    def _special(self, text: str, font: str, color: str, space: float) -> None:
        """A part that may hold spaces that do not break, and breaks without a space."""
        for number, bound in enumerate(text.split("\u00a0")):
            if number:
                self._gap = max(self._gap, space)
            for at, part in enumerate(bound.split("\u200b")):
                self._breaks = self._breaks or at > 0
                if part:
                    self._word(part, font, color)

    def _word(self, text: str, font: str, color: str) -> None:
        word = self.shaped(text, font)
        self._put(word.width + self.style.tracking * len(word.glyphs), word, text, font, color)

    def _put(self, width: float, content: Word | Icon, source: str, font: str, color: str) -> None:
        line = self._out[-1]
        first = not line
        named = not first and isinstance(line[-1].content, Icon) and isinstance(content, Word)  # by the icon before it
        breaks = self._breaks and not first and not named
        line.append(Segment(0.0 if first else self._gap, width, content, source, font, color, breaks))
        self._gap, self._breaks = 0.0, False

    def shaped(self, text: str, font: str) -> Word:
        """A word as it is drawn: without the characters that only guide the breaking of lines."""
        if not text.isascii():
            for character, drawn in _DRAWN.items():
                text = text.replace(character, drawn)
        return self.fontbook.word(font, text, self._features)

    def part(self, piece: Segment, text: str) -> Segment:
        """A piece with a part of its word."""
        word = self.shaped(text, piece.font)
        width = word.width + self.style.tracking * len(word.glyphs)
        return piece._replace(width=width, content=word, source=text)


def missing_glyph_error(font: str, missing: str) -> UnlocatedError:
    """The fault of characters that a font cannot draw."""
    named = ", ".join(f"'{character}' (U+{ord(character):04X})" for character in missing[:5])
    more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
    return UnlocatedError(
        "E407",
        f"font '{font}' has no glyph for {named}{more}",
        hints=("use another character, or give the style a font that has it",),
    )
