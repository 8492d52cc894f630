import pytest
from fontTools.ttLib import TTFont
from hypothesis import given

from cardgen.render.text import font
from cardgen.render.text.fonts import FontBook
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Span, display_path

from .samples import BOOK, FONTS, PROPERTY, REGULAR, words


def test_fonts_are_known_by_the_stem_of_their_file() -> None:
    assert REGULAR in BOOK.names()
    assert BOOK.path(REGULAR) == FONTS / f"{REGULAR}.ttf"


def test_the_first_folder_wins(tmp_path) -> None:
    own = tmp_path / f"{REGULAR}.ttf"
    own.write_bytes(BOOK.path(REGULAR).read_bytes())
    assert FontBook([tmp_path, FONTS]).path(REGULAR) == own


def test_a_missing_folder_holds_no_fonts(tmp_path) -> None:
    book = FontBook([tmp_path / "none"])
    assert book.names() == []
    with pytest.raises(UnlocatedError) as caught:
        book.path("a")
    assert caught.value.expected == "a .ttf file in fonts/"
    for name in ("a.TTF", "b.Otf", "c.woff", "ttf"):
        (tmp_path / name).touch()
    assert FontBook([tmp_path]).names() == ["a", "b"]


def test_a_font_of_pictures_is_an_error_of_its_file(tmp_path, monkeypatch) -> None:
    (tmp_path / "Bits.ttf").write_bytes(BOOK.path(REGULAR).read_bytes())
    monkeypatch.setattr(font, "has_outlines", lambda _face: False)
    with pytest.raises(UnlocatedError) as caught:
        FontBook([tmp_path]).metrics("Bits")
    assert (caught.value.code, caught.value.message) == ("E408", "font file 'Bits.ttf' has no outlines")
    assert caught.value.expected == "a .ttf or .otf file with outlines, not with pictures of its glyphs"
    assert caught.value.span == Span(display_path(str(tmp_path / "Bits.ttf")))


def test_an_unknown_font_is_named_with_the_nearest_one() -> None:
    with pytest.raises(UnlocatedError) as caught:
        BOOK.shape_word("AlegreyaSans-Regulr", "x")
    assert caught.value.code == "E408"
    assert caught.value.hints == (f"did you mean '{REGULAR}'?",)
    assert caught.value.expected == f"one of: {', '.join(BOOK.names())}"


def test_a_file_that_is_no_font_is_an_error(tmp_path) -> None:
    (tmp_path / "Broken.ttf").write_text("no font")
    with pytest.raises(UnlocatedError, match=r"Broken\.ttf"):
        FontBook([tmp_path]).metrics("Broken")


@pytest.mark.parametrize("table", ["head", "maxp", "cmap", "glyf", "loca", "hhea", "hmtx", "GSUB", "GPOS"])
@pytest.mark.parametrize("filler", [b"\0", b"\xff", b"\x7f"])
def test_a_damaged_font_is_a_fault_of_its_file_or_none(tmp_path, table: str, filler: bytes) -> None:
    data = bytearray(BOOK.path(REGULAR).read_bytes())
    at = data.index(table.encode(), 12)
    start, length = (int.from_bytes(data[at + more : at + more + 4], "big") for more in (8, 12))
    data[start : start + length] = filler * length
    path = tmp_path / "Broken.ttf"
    path.write_bytes(data)
    book = FontBook([tmp_path])
    try:
        word = book.shape_word("Broken", "Hafen")
        book.ink("Broken", word)
    except UnlocatedError as error:
        assert (error.code, error.span) == ("E408", Span(display_path(str(path))))


@pytest.mark.parametrize("text", ["", "\u2060", "\u00ad", "\ufeff"])
def test_a_word_of_nothing_visible_has_no_glyph_that_is_seen(text: str) -> None:
    word = BOOK.shape_word(REGULAR, text)
    assert word.width == 0
    assert "".join(source for _, source, _ in word.glyphs) in {"", text}


@PROPERTY
@given(words)
def test_unkerned_width_is_the_sum_of_the_advances(text: str) -> None:
    font = TTFont(BOOK.path(REGULAR))
    advances, cmap = font["hmtx"], font.getBestCmap()
    expected = sum(advances[cmap[ord(character)]][0] for character in text) / font["head"].unitsPerEm
    assert BOOK.shape_word(REGULAR, text, ("-kern", "-liga")).width == pytest.approx(expected)


def test_kerning_is_that_of_the_font() -> None:
    """Found in the font's own table, pair adjustment by classes, with fontTools."""
    font = TTFont(BOOK.path(REGULAR))
    first, second = (font.getBestCmap()[ord(character)] for character in "To")
    expected = _kerning(font, first, second) / font["head"].unitsPerEm
    pair = BOOK.shape_word(REGULAR, "To").width - BOOK.shape_word(REGULAR, "To", ("-kern",)).width
    assert expected < 0
    assert pair == pytest.approx(expected)


def _kerning(font: TTFont, first: str, second: str) -> int:
    """The kern of a pair of glyphs by the first subtable that states one."""
    table = font["GPOS"].table
    lookups = {n for record in table.FeatureList.FeatureRecord if record.FeatureTag == "kern"
               for n in record.Feature.LookupListIndex}  # fmt: skip
    for subtable in (
        getattr(s, "ExtSubTable", s) for n in sorted(lookups) for s in table.LookupList.Lookup[n].SubTable
    ):
        if first not in subtable.Coverage.glyphs:
            continue
        if subtable.Format == 1:
            pairs = subtable.PairSet[subtable.Coverage.glyphs.index(first)].PairValueRecord
            found = [record.Value1.XAdvance for record in pairs if record.SecondGlyph == second]
            if found:
                return found[0]
        else:
            classes = subtable.ClassDef1.classDefs.get(first, 0), subtable.ClassDef2.classDefs.get(second, 0)
            return subtable.Class1Record[classes[0]].Class2Record[classes[1]].Value1.XAdvance
    return 0


@PROPERTY
@given(words)
def test_glyphs_carry_all_characters_and_the_whole_width(text: str) -> None:
    word = BOOK.shape_word(REGULAR, text)
    assert "".join(source for _, source, _ in word.glyphs) == text
    assert sum(advance for _, _, advance in word.glyphs) == pytest.approx(word.width)


def test_a_ligature_stands_for_its_characters() -> None:
    sources = [source for _, source, _ in BOOK.shape_word(REGULAR, "office").glyphs]
    assert sources == ["o", "f", "fi", "c", "e"]


def test_features_choose_other_glyphs() -> None:
    assert BOOK.shape_word(REGULAR, "1", ("tnum",)).width != BOOK.shape_word(REGULAR, "1").width


def test_an_accent_without_a_letter_of_its_own_stands_over_its_letter() -> None:
    letter, accent = BOOK.shape_word(REGULAR, "m\u0303").glyphs
    assert letter[2] + accent[2] == pytest.approx(BOOK.shape_word(REGULAR, "m").width)
    assert letter[2] < BOOK.shape_word(REGULAR, "m").width


def test_metrics_are_those_that_the_font_states() -> None:
    stated = TTFont(BOOK.path(REGULAR))["OS/2"]
    metrics = BOOK.metrics(REGULAR)
    assert metrics.cap_height == pytest.approx(stated.sCapHeight / 1000, abs=0.005)
    assert metrics.ascent > metrics.cap_height > metrics.descent > 0


def test_missing_characters_are_reported_once_each_in_order() -> None:
    assert BOOK.missing(REGULAR, "a\u4e2d b\U0001f600\u4e2d") == "\u4e2d\U0001f600"


def test_what_is_never_drawn_is_never_missing() -> None:
    assert BOOK.missing(REGULAR, "a\u00a0\u202f\u00ad\u200b\u2011b") == ""


def test_ink_is_the_box_of_the_outlines() -> None:
    font = TTFont(BOOK.path(REGULAR))
    glyph = font["glyf"][font.getBestCmap()[ord("p")]]
    ink = BOOK.ink(REGULAR, BOOK.shape_word(REGULAR, "p"))
    found = (ink.left, ink.top, ink.bottom, BOOK.shape_word(REGULAR, "p").width - ink.right)
    assert found == pytest.approx((glyph.xMin / 1000, glyph.yMax / 1000, glyph.yMin / 1000, glyph.xMax / 1000))


def test_brackets_from_right_to_left_are_read_as_they_are_seen() -> None:
    cmap = TTFont(BOOK.path(REGULAR)).getBestCmap()
    names = TTFont(BOOK.path(REGULAR)).getGlyphOrder()
    text = "([{<\u00ab\u2039\u2264a\u2265\u203a\u00bb>}])"
    for rtl in (False, True):
        word = BOOK.shape_word(REGULAR, text, rtl=rtl)
        assert "".join(source for _, source, _ in word.glyphs) == text
        assert [names[glyph] for glyph, _, _ in word.glyphs] == [cmap[ord(source)] for _, source, _ in word.glyphs]


def test_ink_reaches_above_the_baseline_and_below_it() -> None:
    for text in ("p", "d", "-"):
        word = BOOK.shape_word(REGULAR, text)
        ink = BOOK.ink(REGULAR, word)
        assert BOOK.reach(REGULAR, word) == (ink.top, -ink.bottom)
    above, below = BOOK.reach(REGULAR, BOOK.shape_word(REGULAR, "p"))
    assert above > below > 0.1
