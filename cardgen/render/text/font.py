"""One font file: it shapes words and measures letters, in em."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from unicodedata import category

import uharfbuzz as hb

from cardgen.model.drawing import ShapedWord
from cardgen.model.font_file import has_outlines, load_face
from cardgen.model.font_instance import regular_instance
from cardgen.render.text.bidi import MIRRORED
from cardgen.render.text.scripts import is_complex
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Span, display_path

# Handled by the line breaker and never drawn: spaces, the characters that only allow or forbid a break, and the
# non-breaking hyphen, which is drawn as a hyphen. Then characters that only steer the shaping or the direction.
UNDRAWN = " \u00a0\u202f\u200b\u00ad\u2011\u2060\u200c\u200d\u200e\u200f\u061c\u2066\u2067\u2068\u2069\ufe0e\ufe0f"


class Metrics(NamedTuple):
    """Heights above and depth below the baseline, in em, all positive.

    They are measured on the letters d, p and H: the line metrics that font files state differ between foundries by a
    third of an em.
    """

    ascent: float
    descent: float
    cap_height: float


class Ink(NamedTuple):
    """Box of the ink of a word, in em.

    Attributes:
        left: Distance from the start of the word to its ink.
        right: Distance from the ink to the end of the word.
        top: Height of the ink above the baseline.
        bottom: Lower edge of the ink, negative below the baseline.
    """

    left: float
    right: float
    top: float
    bottom: float


class Font:
    """A loaded font file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.face = load_face(path)
        if not self.face.glyph_count:
            raise ValueError("the font has no glyphs")
        if not has_outlines(self.face):
            raise UnlocatedError(
                "E408",
                f"font file '{path.name}' has no outlines",
                expected="a .ttf or .otf file with outlines, not with pictures of its glyphs",
                span=Span(display_path(str(path))),
            )
        self.font = hb.Font(self.face)
        self.font.set_variations(regular_instance(self.face))
        self.upem = self.face.upem
        self.coverage = frozenset(map(chr, self.face.unicodes)) | frozenset(UNDRAWN)
        self._extents: dict[int, tuple[float, float, float, float]] = {}
        self.metrics = self._metrics()
        self.space = self._advance(" ", 0.25)

    def _metrics(self) -> Metrics:
        line = self.font.get_font_extents("ltr")
        ascent, descent = line.ascender / self.upem, -line.descender / self.upem

        def height(letter: str, default: float) -> float:
            glyph = self.font.get_nominal_glyph(ord(letter))
            return self.extents(glyph)[2] if glyph else default

        glyph = self.font.get_nominal_glyph(ord("p"))
        cap = height("H", ascent * 0.8)
        return Metrics(
            ascent=max(cap, height("d", ascent)),
            descent=max(0.0, -self.extents(glyph)[3]) if glyph else descent,
            cap_height=cap,
        )

    def _advance(self, character: str, default: float) -> float:
        glyph = self.font.get_nominal_glyph(ord(character))
        return self.font.get_glyph_h_advance(glyph) / self.upem if glyph else default

    def extents(self, glyph: int) -> tuple[float, float, float, float]:
        """Return left, width, top and bottom of the ink of a glyph, em; y points up."""
        found = self._extents.get(glyph)
        if found is None:
            box = self.font.get_glyph_extents(glyph)
            # A damaged glyph has no box, and no ink.
            values = (box.x_bearing, box.width, box.y_bearing, box.y_bearing + box.height) if box else (0, 0, 0, 0)
            found = self._extents[glyph] = tuple(value / self.upem for value in values)
        return found

    def shape(self, text: str, features: Sequence[str], language: str, *, rtl: bool) -> ShapedWord:
        """Shape a word, with the kerning and ligatures of the font; its glyphs are in order from left to right.

        Args:
            features: OpenType tags to turn on, or off with a hyphen before them.
            language: Language code, for the letter forms of the language; empty for none.
        """
        buffer = hb.Buffer()
        buffer.add_str(text)
        if language:
            buffer.language = language
        buffer.guess_segment_properties()
        if rtl:
            buffer.direction = "rtl"
        if is_complex(text):  # each mark keeps its own characters, so that it can be copied from the PDF
            buffer.cluster_level = hb.BufferClusterLevel.MONOTONE_CHARACTERS
        hb.shape(self.font, buffer, {tag.lstrip("-"): not tag.startswith("-") for tag in features})
        infos, positions = buffer.glyph_infos, buffer.glyph_positions or ()  # None for no text
        starts = sorted({info.cluster for info in infos})
        ends = dict(zip(starts, [*starts[1:], len(text)][: len(starts)], strict=True))  # U+2060 alone has no glyph
        # The first glyph of a cluster carries all of its characters, so that a ligature can be copied from the PDF.
        sources = [text[info.cluster : ends.pop(info.cluster, info.cluster)] for info in infos]
        if rtl:  # readers expect what is seen from left to right
            sources = [source.translate(MIRRORED) for source in sources]
        places: list[int] = []
        width = 0
        for position in positions:
            # The offset of an accent that is a glyph of its own becomes part of the advance before it.
            places.append(width + position.x_offset)
            width += position.x_advance
        ends_at = [*places[1:], width][: len(places)]
        rises = tuple(position.y_offset / self.upem for position in positions)
        glyphs = tuple(
            (info.codepoint, source, (end - start) / self.upem)
            for info, source, start, end in zip(infos, sources, places, ends_at, strict=True)
        )
        start = places[0] / self.upem if places else 0.0
        is_stacked = any(rises) or (is_complex(text) and any(not source for source in sources))
        is_stacked = is_stacked or (len(text) > 1 and any(category(character) == "Mn" for character in text))
        return ShapedWord(text, glyphs, width / self.upem, start, rises if is_stacked else ())

    def ink(self, word: ShapedWord) -> Ink:
        """Return the ink box of a word that was shaped in this font."""
        x, left, right, top, bottom = word.start, word.width, 0.0, 0.0, 0.0
        rises = word.rises or (0.0,) * len(word.glyphs)
        for (glyph, _, advance), rise in zip(word.glyphs, rises, strict=True):
            start, width, above, below = self.extents(glyph)
            if width:
                left, right = min(left, x + start), max(right, x + start + width)
                top, bottom = max(top, above + rise), min(bottom, below + rise)
            x += advance
        return Ink(min(left, right), word.width - right, top, bottom)
