"""Convert the outlines of a font from cubic curves (CFF, in most .otf files) to the quadratic ones of TrueType.

A font in a PDF is embedded as TrueType, whatever it came as, so that all fonts have one path through the writer. Only the
subset in use is converted, some milliseconds for the glyphs of a deck.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

_MAX_ERROR = 0.0005  # em; at 72 pt, a hundredth of a millimetre
_DROPPED = ("CFF ", "CFF2", "VORG")


@lru_cache(maxsize=32)  # each picture of a preview is a PDF of its own, with the same glyphs
def to_truetype(data: bytes) -> bytes:
    """Return a font file with TrueType outlines and the same glyph ids.

    Args:
        data: A font file with CFF outlines.
    """
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import TTFont, newTable

    font = TTFont(BytesIO(data), recalcTimestamp=False)
    glyph_set, order = font.getGlyphSet(), font.getGlyphOrder()
    glyphs = {}
    for name in order:
        pen = TTGlyphPen(None)
        # The contours of TrueType run the other way round.
        glyph_set[name].draw(Cu2QuPen(pen, _MAX_ERROR * font["head"].unitsPerEm, reverse_direction=True))
        glyphs[name] = pen.glyph()
    outlines = font["glyf"] = newTable("glyf")
    outlines.glyphOrder, outlines.glyphs = order, glyphs
    font["loca"] = newTable("loca")
    for name in order:
        glyphs[name].recalcBounds(outlines)
        font["hmtx"][name] = (font["hmtx"][name][0], getattr(glyphs[name], "xMin", 0))
    maxp = font["maxp"] = newTable("maxp")
    maxp.tableVersion, maxp.numGlyphs = 0x00010000, len(order)
    unused = ("maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs", "maxStackElements")
    for limit in (*unused, "maxSizeOfInstructions"):
        setattr(maxp, limit, 0)
    maxp.maxZones = 1
    maxp.maxComponentElements = maxp.maxComponentDepth = 0
    font["post"] = post = newTable("post")
    post.formatType = 3.0
    for value in ("italicAngle", "underlinePosition", "underlineThickness", "isFixedPitch", "minMemType42"):
        setattr(post, value, 0)
    post.maxMemType42 = post.minMemType1 = post.maxMemType1 = 0
    for tag in _DROPPED:
        if tag in font:
            del font[tag]
    font.sfntVersion = "\x00\x01\x00\x00"
    file = BytesIO()
    font.save(file)
    return file.getvalue()
