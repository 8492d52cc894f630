"""Turn inline content into segments: shaped words and sized icons, each with the gap before it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cardgen.model.drawing import ShapedWord
from cardgen.render.text.fallback import choose_fonts
from cardgen.render.text.fonts import FontBook
from cardgen.render.text.rich import Break, Icon, Inline, Run, plain_text
from cardgen.render.text.scripts import (
    Analysis,
    analyze,
    has_same_script,
    is_complex,
    is_cursive,
    is_right_to_left,
    upper_case,
)
from cardgen.render.text.style import TextStyle

ICON_HEIGHT = 1.42  # of the cap height: icons leave about a tenth of their side empty, so their ink is a bit higher
_DIRECTIONS = "\u061c\u200e\u200f\u2066\u2067\u2068\u2069"  # characters that only steer the direction
_DRAWN = {"\u00ad": "", "\u2060": "", "\u200b": "", "\u2011": "-", **dict.fromkeys(_DIRECTIONS, "")}
_THIN = 0.6  # width of a narrow no-break space, of that of a space
_BOUND_SPACE = re.compile("([\u00a0\u202f])")
_SPACES = {" ": 1.0, "\u00a0": 1.0, "\u202f": _THIN, "\u200b": 0.0}
_CLEAR = (
    1.45  # spaces between a word and the ink of a figure: a 1 has hardly any white on its left, and would look joined
)
DOT = "·"  # between words of a list: it starts no line, and is left out at the end of one
_ELASTIC = 0.2  # em by which justified text opens or closes the place between two ideographs


class Segment(NamedTuple):
    """A word or an icon: the smallest unit between two possible line breaks, unless a word is divided.

    A word in several fonts, scripts or directions is several segments without a gap, and so is text without spaces
    between words.

    Attributes:
        gap: Space before it, em; 0 joins it to the segment before.
        width: Advance width with the tracking after its last glyph, em.
        source: The word as written, soft hyphens included; empty for an icon.
        font: Key of the font of the word, or of the text around the icon.
        color: Colour of the word or icon, `#rrggbb` or a colour name of the theme.
        can_start_line: Whether a line may start with it.
        elastic: By how much justified text may open or close the place before it, beside its gap, em.
        level: Embedding level; an odd one runs from right to left.
        gap_level: Embedding level of the space before it.
        base: Level of its paragraph: 1 if it runs from right to left.
        is_tracked: Whether the tracking of the style applies.
        is_analyzed: Whether its paragraph has been analyzed; otherwise all of it runs from left to right.
    """

    gap: float
    width: float
    content: ShapedWord | Icon
    source: str
    font: str
    color: str
    can_start_line: bool
    elastic: float = 0.0
    level: int = 0
    gap_level: int = 0
    base: int = 0
    is_tracked: bool = True
    is_analyzed: bool = False


class Shaper:
    """Shapes and measures inline content in one text style.

    Args:
        language: Language code, for the direction of the text, its letter forms and its capitals.

    Attributes:
        style: The style; after letters that join, without its tracking.
        is_complex: Whether the content shaped last has other scripts than Latin, Greek and Cyrillic, or fallback fonts.
        lacking: Characters that no font of the style has, each once; a box is drawn for each.
    """

    def __init__(self, style: TextStyle, fontbook: FontBook, language: str = "") -> None:
        self.style = style
        self.fontbook = fontbook
        self.is_complex = False
        self.lacking = ""
        self._language = language
        self._features = style.opentype_features
        self._icon_side = ICON_HEIGHT * fontbook.metrics(style.regular).cap_height
        self._segments: list[Segment] = []
        self._gap, self._can_break = 0.0, False
        self._level = self._gap_level = self._base = 0

    def shape_paragraphs(self, inlines: Iterable[Inline]) -> list[list[Segment]]:
        """Return the segments of each paragraph; the author's line breaks separate paragraphs."""
        paragraphs: list[list[Run | Icon]] = [[]]
        for inline in inlines:
            if isinstance(inline, Break):
                paragraphs.append([])
            else:
                is_upper = self.style.case == "upper" and isinstance(inline, Run)
                paragraphs[-1].append(self._upper(inline) if is_upper else inline)  # type: ignore[arg-type]
        content = [inline for paragraph in paragraphs for inline in paragraph]
        self.is_complex = is_right_to_left(self._language) or any(map(self._needs_analysis, content))
        if self.is_complex and self.style.tracking and is_cursive(plain_text(content)):
            self.style = self.style.changed(tracking=0.0)  # letters that join must not be parted
            self._features = self.style.opentype_features
        return [self._shape_paragraph(paragraph) for paragraph in paragraphs]

    def _upper(self, run: Run) -> Run:
        return run._replace(text=upper_case(run.text, self._language))

    def _needs_analysis(self, inline: Run | Icon) -> bool:
        if isinstance(inline, Icon):
            return False
        if is_complex(inline.text):
            return True
        has_fallbacks = bool(self.style.fallbacks or self.fontbook.last)
        return has_fallbacks and bool(self.fontbook.missing(self.style.font(inline.bold, inline.italic), inline.text))

    def _shape_paragraph(self, paragraph: Sequence[Run | Icon]) -> list[Segment]:
        self._segments = []
        self._gap, self._can_break = 0.0, False
        self._level = self._gap_level = self._base = 0
        analysis = analyze(plain_text(paragraph), self._language) if self.is_complex else None
        self._base = analysis.base if analysis else 0
        at = 0
        for inline in paragraph:
            if isinstance(inline, Icon):
                if analysis:
                    self._level = analysis.levels[at]
                    self._can_break = self._can_break or at in analysis.breaks
                icon = inline if inline.color else inline._replace(color=self.style.color)
                self._append(self._icon_side, icon, "", self.style.regular, icon.color)
                at += 1
            else:
                if analysis:
                    self._add_analyzed_run(inline, analysis, at)
                else:
                    self._add_run(inline)
                at += len(inline.text)
        return self._segments

    def _add_run(self, run: Run) -> None:
        """Add text that runs from left to right, in one font, with spaces between its words."""
        text = run.text
        font, color = self.style.font(run.bold, run.italic), run.color or self.style.color
        self._note_lacking(self.fontbook.missing(font, text))
        space = self.fontbook.space(font) + self.style.tracking
        if text.isascii():
            for index, part in enumerate(text.split(" ")):
                if index:
                    self._gap, self._can_break = space, True
                if part:
                    self._add_word(part, font, color)
            return
        for index, part in enumerate(text.split(" ")):
            if index:
                self._gap, self._can_break = space, True
            if not part.isascii():
                self._add_part(part, font, color, space)
            elif part:
                self._add_word(part, font, color)

    def _add_part(self, text: str, font: str, color: str, space: float) -> None:
        """Add text without breakable spaces; it may hold no-break spaces and zero-width spaces."""
        for number, bound in enumerate(_BOUND_SPACE.split(text)):
            if number % 2:
                self._gap = max(self._gap, space * _SPACES[bound])
                continue
            for index, part in enumerate(bound.split("\u200b")):
                self._can_break = self._can_break or index > 0
                if part:
                    self._add_word(part, font, color)

    def _add_analyzed_run(self, run: Run, analysis: Analysis, offset: int) -> None:
        """Add text of any script."""
        text, color = run.text, run.color or self.style.color
        last = self.fontbook.last_bold if run.bold else self.fontbook.last
        fonts, lacking = choose_fonts(text, (*self.style.fonts(run.bold, run.italic), *last), self.fontbook)
        self._note_lacking(lacking)
        levels, breaks = analysis.levels, analysis.breaks
        start = 0
        for at in range(1, len(text) + 1):
            if at < len(text) and not (
                text[at] in _SPACES
                or text[at - 1] in _SPACES
                or offset + at in breaks
                or levels[offset + at] != levels[offset + at - 1]
                or fonts[at] != fonts[at - 1]
                or not has_same_script(text, at)
            ):
                continue
            part = text[start:at]
            if part in _SPACES:
                space = self.fontbook.space(fonts[start]) + self.style.tracking
                self._gap, self._gap_level = max(self._gap, _SPACES[part] * space), levels[offset + start]
                self._can_break = self._can_break or part in " \u200b"
            elif part.strip(_DIRECTIONS):
                self._level = levels[offset + start]
                self._can_break = self._can_break or offset + start in breaks
                self._add_word(part, fonts[start], color)
            start = at

    def _note_lacking(self, characters: str) -> None:
        if characters:
            self.lacking = "".join(dict.fromkeys(self.lacking + characters))

    def _add_word(self, text: str, font: str, color: str) -> None:
        word = self._shape_word(text, font, self._level)
        space = self.fontbook.space(font)
        if self._gap >= space and text[0].isdigit():
            self._gap += max(0.0, _CLEAR * space - self._gap - self.fontbook.ink(font, word).left)
        self._append(word.width + self.style.tracking * len(word.glyphs), word, text, font, color)

    def _append(self, width: float, content: ShapedWord | Icon, source: str, font: str, color: str) -> None:
        first = not self._segments
        # An icon labels the word behind it, so no line starts with that word.
        labelled = not first and isinstance(self._segments[-1].content, Icon) and isinstance(content, ShapedWord)
        can_start_line = self._can_break and not first and not labelled and source != DOT
        gap = 0.0 if first else self._gap
        if self.is_complex:
            elastic = _ELASTIC if can_start_line and not gap else 0.0
            segment = Segment(
                gap,
                width,
                content,
                source,
                font,
                color,
                can_start_line,
                elastic,
                self._level,
                self._gap_level,
                self._base,
                bool(self.style.tracking),
                True,
            )
        else:
            segment = Segment(gap, width, content, source, font, color, can_start_line)
        self._segments.append(segment)
        self._gap, self._can_break = 0.0, False

    def _shape_word(self, text: str, font: str, level: int) -> ShapedWord:
        """Shape a word without the characters that only control line breaking."""
        if not text.isascii():
            for character, drawn in _DRAWN.items():
                text = text.replace(character, drawn)
        return self.fontbook.shape_word(font, text, self._features, self._language, rtl=level % 2 == 1)

    def with_text(self, segment: Segment, text: str) -> Segment:
        """Return a segment with another text, such as a part of its word.

        Args:
            text: New text, with the hyphen if it ends in one.
        """
        word = self._shape_word(text, segment.font, segment.level)
        width = word.width + self.style.tracking * len(word.glyphs)
        return segment._replace(width=width, content=word, source=text)
