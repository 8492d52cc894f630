"""Embed fonts in a PDF, as TrueType, and only the glyphs in use.

Shaped words come in, elements of TJ arrays go out. ReportLab's `TTFont` chooses glyphs by character, so it can show
neither ligatures nor the alternates of font features. Here each pair of a glyph and the characters it stands for gets
its own code in a composite font (PDF 32000-1, 9.7): exact for drawing and copying, and not limited to 256 glyphs.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import uharfbuzz as hb
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream, PDFString

from cardgen.model.drawing import ShapedWord
from cardgen.model.font_file import LAST_FONTS, has_outlines, load_face
from cardgen.model.font_instance import font_faults, regular_instance
from cardgen.report.errors import UnlocatedError
from cardgen.write.operators import format_number

_LAYOUT_TABLES = ("GDEF", "GPOS", "GSUB", "BASE", "kern", "DSIG")
_FLAG_SYMBOLIC, _FLAG_ITALIC = 4, 64  # PDF 32000-1, table 123


class FontSet:
    """The fonts of one document, each opened when text first uses it.

    Args:
        document: The `PDFDocument` that embeds the fonts; ReportLab has no types for its methods.
    """

    def __init__(self, paths: Mapping[str, Path], document: Any) -> None:
        self._paths = paths
        self._document = document
        self._fonts: dict[str, EmbeddedFont] = {}

    def __getitem__(self, key: str) -> EmbeddedFont:
        """Return the font with a key.

        Raises:
            UnlocatedError: E408 if there is no such font, it cannot be read, or it has no outlines.
        """
        font = self._fonts.get(key)
        if font is None:
            if key not in self._paths:
                raise UnlocatedError(
                    "E408", f"unknown font '{key}'", expected=f"one of: {', '.join(sorted(self._paths))}"
                )
            with font_faults(self._paths[key]):
                font = self._fonts[key] = EmbeddedFont(key, self._paths[key], f"F{len(self._fonts) + 1}")
            self._document.delayedFonts.append(font)
        return font

    def first_with(self, text: str, key: str) -> EmbeddedFont:
        """Return the font with a key, or else the first that comes with cardgen and has all characters of a text.

        If none has them, the first that comes with cardgen draws boxes for them: in many other fonts nothing would be seen.

        Raises:
            UnlocatedError: See `__getitem__`.
        """
        shipped = [name for name in LAST_FONTS if name in self._paths]
        drawing_boxes = shipped[0] if shipped else key
        return next((font for font in map(self.__getitem__, (key, *shipped)) if font.has(text)), self[drawing_boxes])


class EmbeddedFont:
    """One font of one document. ReportLab calls `addObjects` after all text has been written.

    Raises:
        UnlocatedError: E408 if the file has no outlines.
    """

    def __init__(self, key: str, path: Path, resource: str) -> None:
        self.key = key
        self._path = path
        self.resource = resource
        self._face = load_face(path)
        if not has_outlines(self._face):
            raise UnlocatedError("E408", f"font '{key}' has no outlines", expected="a .ttf or .otf file")
        self._font = hb.Font(self._face)
        self._font.set_variations(regular_instance(self._face))
        self._per_mille = 1000 / self._face.upem
        self._codes: dict[tuple[int, str], int] = {}
        self._widths: dict[int, float] = {}
        # By identity, which avoids hashing all glyphs; the word is kept so that no other word gets the same identity.
        self._encoded: dict[int, tuple[ShapedWord, str]] = {}
        self._space: int | None = self._font.get_nominal_glyph(0x20)

    def encode(self, word: ShapedWord) -> str:
        """Return a word as elements of a TJ array: strings of codes, with kerning between them."""
        known = self._encoded.get(id(word))
        if known is None:
            known = self._encoded[id(word)] = word, self._elements(word)
        return known[1]

    def encode_raised(self, word: ShapedWord, size: float) -> str:
        """Return a word whose glyphs have rises: parts of TJ arrays, with a text rise between them.

        The glyphs alone do not give the characters in order, so the word states its text for copying (PDF 32000-1, 14.9.4).

        Args:
            size: Size of the font, in points.
        """
        parts = [format_number(round(-1000 * word.start, 2))] if word.start else []
        height = 0.0
        for (glyph, text, advance), rise in zip(word.glyphs, word.rises, strict=True):
            if abs(rise - height) > 0.0005:
                parts.append(f"] TJ {format_number(rise * size)} Ts [")
                height = rise
            parts.append(f"<{self._code(glyph, text):04x}>")
            shift = self._width(glyph) - 1000 * advance
            parts += [format_number(round(shift, 2))] if abs(shift) > 0.05 else []
        actual = word.text.encode("utf-16-be").hex()
        return f"] TJ /Span <</ActualText <feff{actual}>>> BDC [{''.join(parts)}] TJ EMC {'0 Ts ' if height else ''}["

    def gap(self, width: float) -> str:
        """Return a space of a given width as elements of a TJ array."""
        if self._space is None:
            return format_number(-1000 * width)
        return f"<{self._code(self._space, ' '):04x}>{format_number(self._width(self._space) - 1000 * width)}"

    @property
    def space(self) -> str:
        """A space of the normal width as an element of a TJ array, for the end of a span; "" if the font has none."""
        return "" if self._space is None else f"<{self._code(self._space, ' '):04x}>"

    def has(self, text: str) -> bool:
        """Return whether the font has all characters of a text."""
        return all(self._font.get_nominal_glyph(ord(character)) for character in text)

    def shape(self, text: str) -> ShapedWord:
        """Shape plain text, as labels have it, with a box for each character that the font lacks."""
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        hb.shape(self._font, buffer)
        infos, positions = buffer.glyph_infos, buffer.glyph_positions
        starts = sorted({info.cluster for info in infos})
        # A character that is shown by several glyphs is copied with the first of them.
        source = {start: text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)}
        glyphs = tuple(
            (info.codepoint, source.pop(info.cluster, ""), position.x_advance / self._face.upem)
            for info, position in zip(infos, positions, strict=True)
        )
        return ShapedWord(text, glyphs, sum(advance for _, _, advance in glyphs))

    def addObjects(self, document: Any) -> None:  # noqa: N802 - the name that ReportLab calls
        """Add the font with the glyphs in use to a document.

        Raises:
            UnlocatedError: E408, the font is damaged.
        """
        with font_faults(self._path):
            self._add_objects(document)

    def _add_objects(self, document: Any) -> None:
        subset, new_ids = self._subset()
        name = f"{_subset_tag(subset)}+{self.key}"
        descendant = PDFDictionary(
            {
                "Type": PDFName("Font"),
                "Subtype": PDFName("CIDFontType2"),
                "BaseFont": PDFName(name),
                "CIDSystemInfo": PDFDictionary(
                    {"Registry": PDFString("Adobe"), "Ordering": PDFString("Identity"), "Supplement": 0}
                ),
                "FontDescriptor": document.Reference(self._descriptor(name, subset, document)),
                "W": PDFArray([1, PDFArray([format_number(self._width(glyph)) for glyph, _ in self._codes])]),
                "CIDToGIDMap": document.Reference(PDFStream(content=self._glyph_map(new_ids))),
            }
        )
        font = PDFDictionary(
            {
                "Type": PDFName("Font"),
                "Subtype": PDFName("Type0"),
                "BaseFont": PDFName(name),
                "Encoding": PDFName("Identity-H"),
                "DescendantFonts": PDFArray([document.Reference(descendant)]),
                "ToUnicode": document.Reference(PDFStream(content=_to_unicode(self._codes))),
            }
        )
        document.idToObject["BasicFonts"][self.resource] = document.Reference(font)

    def _elements(self, word: ShapedWord) -> str:
        elements, codes = [format_number(round(-1000 * word.start, 2))] if word.start else [], ""
        for glyph, text, advance in word.glyphs:
            codes += f"{self._code(glyph, text):04x}"
            shift = self._width(glyph) - 1000 * advance
            if abs(shift) > 0.05:  # of 1000 per em; smaller shifts are below a micrometre in text of 20 mm
                elements.append(f"<{codes}>{format_number(round(shift, 2))}")
                codes = ""
        return "".join(elements) + (f"<{codes}>" if codes else "")

    def _code(self, glyph: int, text: str) -> int:
        """Return the code of a glyph that stands for the given characters; 0 is reserved for missing characters."""
        return self._codes.setdefault((glyph, text), len(self._codes) + 1)

    def _width(self, glyph: int) -> float:
        """Return the advance of a glyph in the font, in thousandths of an em."""
        width = self._widths.get(glyph)
        if width is None:
            advance: int = self._font.get_glyph_h_advance(glyph)
            width = self._widths[glyph] = advance * self._per_mille
        return width

    def _subset(self) -> tuple[bytes, Mapping[int, int]]:
        """Return a font file with the glyphs in use, and the new id of each glyph by its old one."""
        request = hb.SubsetInput()
        request.glyph_set.update(glyph for glyph, _ in self._codes)
        request.drop_table_tag_set.update(int.from_bytes(tag.encode("ascii"), "big") for tag in _LAYOUT_TABLES)
        # The text is shaped, so no alternates are needed; it is printed, so no hints are needed.
        request.flags = hb.SubsetFlags.NO_LAYOUT_CLOSURE | hb.SubsetFlags.NO_HINTING
        if any(glyph == 0 for glyph, _ in self._codes):  # the box that stands for missing characters
            request.flags |= hb.SubsetFlags.NOTDEF_OUTLINE
        if self._face.has_var_data:
            request.pin_all_axes_to_default(self._face)
            for axis, value in regular_instance(self._face).items():
                request.pin_axis_location(self._face, axis, value)
        plan = hb.SubsetPlan(self._face, request)
        data = plan.execute().blob.data
        if "glyf" not in self._face.table_tags:
            from cardgen.write.outlines import to_truetype

            data = to_truetype(data)
        return data, plan.old_to_new_glyph_mapping

    def _glyph_map(self, new_ids: Mapping[int, int]) -> bytes:
        glyphs = [0, *(new_ids[glyph] for glyph, _ in self._codes)]
        return struct.pack(f">{len(glyphs)}H", *glyphs)

    def _descriptor(self, name: str, subset: bytes, document: Any) -> PDFDictionary:
        scale, font = self._per_mille, self._font
        box = struct.unpack_from(">4h", self._face.reference_table("head").data, 36)  # xMin, yMin, xMax, yMax
        extents = font.get_font_extents("ltr")
        slant = font.get_style_value(hb.StyleTag.SLANT_ANGLE)
        cap_height = font.get_metric_position_with_fallback(hb.OTMetricsTag.CAP_HEIGHT)
        file = PDFStream(PDFDictionary({"Length1": len(subset)}), subset)
        return PDFDictionary(
            {
                "Type": PDFName("FontDescriptor"),
                "FontName": PDFName(name),
                "Flags": _FLAG_SYMBOLIC | (_FLAG_ITALIC if slant else 0),
                "FontBBox": PDFArray([format_number(side * scale) for side in box]),
                "ItalicAngle": format_number(slant),
                "Ascent": format_number(extents.ascender * scale),
                "Descent": format_number(extents.descender * scale),
                "CapHeight": format_number(cap_height * scale),
                # The font does not state it; this is the usual estimate, which viewers use only for substitute fonts.
                "StemV": round(50 + (font.get_style_value(hb.StyleTag.WEIGHT) / 65) ** 2),
                "FontFile2": document.Reference(file),
            }
        )


def _subset_tag(subset: bytes) -> str:
    """Return six capital letters that depend on the subset (PDF 32000-1, 9.6.4)."""
    return "".join(chr(ord("A") + byte % 26) for byte in hashlib.sha256(subset).digest()[:6])


def _to_unicode(codes: Iterable[tuple[int, str]]) -> bytes:
    """Return the ToUnicode map from codes, which count from 1, to characters (PDF 32000-1, 9.10.3)."""
    lines = [
        f"<{code:04x}> <{text.encode('utf-16-be').hex()}>" for code, (_, text) in enumerate(codes, start=1) if text
    ]
    blocks: list[str] = []
    for start in range(0, len(lines), 100):  # a block may have at most 100 entries
        block = lines[start : start + 100]
        blocks += [f"{len(block)} beginbfchar", *block, "endbfchar"]
    head = [
        "/CIDInit /ProcSet findresource begin",
        "12 dict begin begincmap",
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
        "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
        "1 begincodespacerange <0000> <ffff> endcodespacerange",
    ]
    return "\n".join([*head, *blocks, "endcmap CMapName currentdict /CMap defineresource pop end end"]).encode("ascii")
