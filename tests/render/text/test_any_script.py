"""Text in scripts that the shipped fonts lack, set with fallback fonts."""

import re
from itertools import accumulate, pairwise

import pytest
import uharfbuzz as hb
from hypothesis import given
from hypothesis import strategies as st

from cardgen.geometry.units import Rect
from cardgen.model.drawing import PlacedArtwork, TextSpan
from cardgen.plugin.resources import resources
from cardgen.render.text import fit_size, scripts
from cardgen.render.text.blocks import ListItem, TableCell, TextTable
from cardgen.render.text.fit import fit_text
from cardgen.render.text.flow import fill_columns
from cardgen.render.text.fonts import FontBook
from cardgen.render.text.rich import Run, plain_text
from cardgen.render.text.scripts import analyze, emergency_breaks, is_right_to_left
from cardgen.render.text.shaping import Shaper
from cardgen.render.text.style import TextStyle
from tests.render.text.any_script import (
    ARABIC,
    BOOK,
    HEBREW,
    JAPANESE,
    STYLE,
    THAI,
    fitted,
    japanese,
    languages,
    lines_of,
    rich,
    shown,
    texts,
)
from tests.render.text.samples import PROPERTY, RULES, aligns, break_lines, icon, span_right

FORBIDDEN_STARTS = "。、）」・ーゃょっ！？"
FORBIDDEN_ENDS = "（「"


def text_of(line: list[TextSpan]) -> str:
    return "".join(word.text for span in line for word in span.words)


@given(japanese.map(lambda text: text + "。"), st.floats(12, 60), aligns)
@PROPERTY
def test_no_line_begins_or_ends_with_what_japanese_forbids(text: str, width: float, align: str) -> None:
    lines = [text_of(line) for line in lines_of(fitted(text, "ja", width, align=align, fit="shrink"))]
    starts_badly = text[0] in FORBIDDEN_STARTS
    for number, line in enumerate(lines):
        assert (number == 0 and starts_badly) or line[0] not in FORBIDDEN_STARTS
        assert number == len(lines) - 1 or line[-1] not in FORBIDDEN_ENDS
    assert "".join(lines) == text


def test_japanese_breaks_between_any_two_other_characters():
    lines = [text_of(line) for line in lines_of(fitted(JAPANESE, "ja", 20))]
    assert len(lines) > 5
    assert "".join(lines) == JAPANESE
    assert {len(line) for line in lines[:-1]} <= {5, 6, 7}


def test_a_text_that_no_card_can_show_is_not_analysed_whole(monkeypatch):
    begun = analyze(JAPANESE * 20, "ja").breaks
    monkeypatch.setattr(scripts, "_MOST_ANALYSED", len(JAPANESE) * 9)
    found = analyze(JAPANESE * 20, "ja").breaks
    assert {at for at in found if at < len(JAPANESE) * 9} == {at for at in begun if at < len(JAPANESE) * 9}
    assert begun <= found
    assert {*range(len(JAPANESE) * 9, len(JAPANESE) * 20)} <= found  # between any two characters
    syllables = emergency_breaks("\ud55c" * len(JAPANESE) * 20)
    assert len(syllables) == len(JAPANESE) * 9 - 1


def test_justified_japanese_fills_the_line_between_its_characters():
    *lines, _last = lines_of(fitted(JAPANESE, "ja", 30, align="justify"))
    for line in lines:
        assert line[0].x == pytest.approx(0)
        assert max(map(span_right, line)) == pytest.approx(30)
        assert not any(span.trailing_space for span in line)


@given(texts, languages, st.floats(25, 60), aligns)
@PROPERTY
def test_every_character_is_drawn_once_and_no_line_is_wider_than_its_box(text, language, width, align):
    items = fitted(text, language, width, align=align, fit="shrink", height=400)
    inlines = rich(text, language)
    spans = [item for item in items if isinstance(item, TextSpan)]
    drawn = "".join(word.text for span in spans for word in span.words)
    hyphens = drawn.count("-") - plain_text(inlines).count("-")
    wanted = re.sub(r"[\s\ufffc]", "", plain_text(inlines))
    assert hyphens >= 0
    assert sorted(drawn.replace("-", "")) == sorted(wanted.replace("-", ""))
    icons = [item for item in items if isinstance(item, PlacedArtwork)]
    assert len(icons) == plain_text(inlines).count("\ufffc")
    for span in spans:  # centred lines are centred by their ink, which may be less wide than their advance
        left, right = BOOK.ink(span.font, span.words[0]).left, BOOK.ink(span.font, span.words[-1]).right
        size = span.size if align == "center" else 0.0
        assert span.x + max(left, 0.0) * size >= -1e-6
        assert span_right(span) - max(right, 0.0) * size <= width + 1e-6
    for picture in icons:
        assert picture.box.x >= -1e-6
        assert picture.box.right <= width + 1e-6


@given(texts, languages, st.floats(25, 60))
@PROPERTY
def test_nothing_of_a_line_overlaps(text: str, language: str, width: float) -> None:
    items = fitted(text, language, width, fit="shrink", height=400)
    for line in lines_of(items):
        for span, following in pairwise(line):
            assert span_right(span) <= following.x + 1e-6


@given(st.lists(st.sampled_from(["กุกู", "ปี้", "กก", "A", "ญฐ"]), min_size=2, max_size=5), st.floats(0.2, 1.0))
@PROPERTY
def test_no_mark_touches_the_line_above_or_below_in_a_low_box(words: list[str], share: float) -> None:
    height = share * STYLE.leading * STYLE.size * len(words)
    lines = lines_of(fitted("\n".join(words), "th", fit="shrink", height=height))
    inks = [[(span, BOOK.ink(span.font, word)) for span in line for word in span.words] for line in lines]
    for upper, lower in pairwise(inks):
        bottom = max(span.y - ink.bottom * span.size for span, ink in upper)
        assert bottom <= min(span.y - ink.top * span.size for span, ink in lower) + 1e-6


def test_a_hebrew_line_runs_from_right_to_left_with_its_numbers_and_brackets():
    (line,) = lines_of(fitted(HEBREW, "he", 80))
    assert shown(line) == ". יכל 12-15 ) זחט ( דהו אבג" or shown(line).split()[::-1][:2] == ["אבג", "דהו"]
    assert max(map(span_right, line)) == pytest.approx(80)


def test_left_means_the_start_and_right_the_end():
    for language, start, end in (("he", "right", "left"), ("en", "left", "right")):
        words = "אבג" if language == "he" else "abc"
        for align, side in (("left", start), ("right", end)):
            (line,) = lines_of(fitted(words, language, 80, align=align))
            edge = line[0].x if side == "left" else 80 - span_right(line[-1])
            assert edge == pytest.approx(0)


@pytest.mark.parametrize(
    ("text", "runs_left"),
    [("12", True), ("Samurai من", True), ("Print this page.", False), ("Cards: \u2068من\u2069 (1)", False)],
)
def test_text_in_an_arabic_deck_runs_from_right_to_left_unless_all_of_it_is_latin(text, runs_left):
    (line,) = lines_of(fitted(text, "ar", 80))
    edge = 80 - max(map(span_right, line)) if runs_left else line[0].x
    assert edge == pytest.approx(0, abs=1e-6)
    assert not set(text_of(line)) & set("\u2068\u2069")


def test_the_last_line_of_justified_arabic_stands_at_the_right():
    *lines, last = lines_of(fitted(ARABIC, "ar", 35, align="justify"))
    assert lines
    for line in lines:
        assert line[0].x == pytest.approx(0, abs=1e-6)
    assert max(map(span_right, last)) == pytest.approx(35)


@pytest.mark.parametrize(("language", "words"), [("en", "abc def"), ("he", "אבג דהו")])
def test_a_dot_between_words_is_left_out_where_a_line_ends_between_them(language, words):
    upper, lower = lines_of(fitted(f"{words} · {words}", language, 14, align="center"))
    assert text_of(upper) == text_of(lower) != ""
    assert "·" not in text_of(upper)
    assert "·" in text_of(lines_of(fitted("12345678 · 12345678", language, 14))[0]), "a product"
    (whole,) = lines_of(fitted(f"{words} · {words} ·", language, 60, align="center"))
    assert text_of(whole).count("·") == 2


def test_an_icon_and_a_bold_word_keep_their_places_in_arabic():
    items = fitted("اسحب **ABC** {a} من", "ar", 80)
    spans = {word.text: span for span in items if isinstance(span, TextSpan) for word in span.words}
    (icon,) = (item for item in items if isinstance(item, PlacedArtwork))
    assert spans["من"].x < icon.box.x < spans["ABC"].x < spans["اسحب"].x
    assert spans["ABC"].font == "AlegreyaSans-Bold"


def test_arabic_letters_join_and_lose_their_tracking(monkeypatch):
    style = STYLE.changed(tracking=0.2, features=("lnum",))
    features, shape = set(), BOOK.shape_word

    def spy(font, text, own=(), *more, **named):
        features.add(own)
        return shape(font, text, own, *more, **named)

    monkeypatch.setattr(BOOK, "shape_word", spy)
    shaper = Shaper(style, BOOK, "ar")
    ((word,),) = shaper.shape_paragraphs(rich("سلام", "ar"))
    assert shaper.style.tracking == 0 and features == {("lnum",)}, "and keep their ligatures"
    assert [source for _, source, _ in word.content.glyphs] == list("مالس"), "glyphs run from left to right"
    apart = sum(BOOK.shape_word("TestArabic-Regular", letter, rtl=True).width for letter in "سلام")
    assert word.content.width < 0.9 * apart, "joined letters are narrower than letters alone"


def test_words_of_arabic_are_never_divided():
    lines = break_lines(rich(ARABIC, "ar"), STYLE, 14, "ar", book=BOOK)
    words = {segment.source.strip("().،") for line in lines for segment in line.segments}
    assert words <= {word.strip("().،") for word in ARABIC.split()} | {""}


def test_marks_have_the_font_and_the_place_of_their_letter():
    ((word,),) = Shaper(STYLE, BOOK, "ar").shape_paragraphs(rich("قَالَ", "ar"))
    assert word.font == "TestArabic-Regular"
    assert any(word.content.rises)
    ((word, *_rest),) = Shaper(STYLE, BOOK, "he").shape_paragraphs(rich("שָׁלוֹם", "he"))
    assert word.font == "TestHebrew-Regular"


@pytest.mark.parametrize(
    ("font", "word", "rtl"),
    [
        ("TestArabic-Regular", "\u0642\u064e\u0627\u0644\u064e", True), ("TestHebrew-Regular", "\u05d0\u05b8\u05d1\u05b8", True),
        ("TestThai-Regular", "\u0e08\u0e31\u0e48\u0e27", False), ("AlegreyaSans-Regular", "AVfi\u0301", False),
    ],
)  # fmt: skip
def test_each_glyph_stands_where_the_shaper_puts_it(font: str, word: str, rtl: bool) -> None:
    loaded = hb.Font(hb.Face(hb.Blob.from_file_path(BOOK.path(font))))
    buffer = hb.Buffer()
    buffer.add_str(word)
    buffer.guess_segment_properties()
    hb.shape(loaded, buffer)
    pens = accumulate((place.x_advance for place in buffer.glyph_positions), initial=0)
    wanted = [
        (info.codepoint, pen + place.x_offset, place.y_offset)
        for info, place, pen in zip(buffer.glyph_infos, buffer.glyph_positions, pens, strict=False)
    ]
    shaped = BOOK.shape_word(font, word, rtl=rtl)
    places = accumulate((advance for _, _, advance in shaped.glyphs), initial=shaped.start)
    upem = loaded.face.upem
    assert [
        (glyph, round(place * upem), round(rise * upem))
        for (glyph, _, _), place, rise in zip(shaped.glyphs, places, shaped.rises or [0] * 99, strict=False)
    ] == wanted
    assert round(shaped.width * upem) == sum(place.x_advance for place in buffer.glyph_positions)
    assert wanted[0][1] or not rtl, "the mark of the last letter is the first glyph"


# จั่ว/การ์ด/สอง/ใบ (draw two cards) and แล้ว/เลือก/หนึ่ง/ใบ/เพื่อ/เล่น/ทันที (then choose one to play at once).
THAI_WORDS = ["จั่ว", "การ์ด", "สอง", "ใบ", " ", "แล้ว", "เลือก", "หนึ่ง", "ใบ", "เพื่อ", "เล่น", "ทันที"]


@pytest.mark.parametrize("align", ["left", "center", "justify"])
def test_lines_of_thai_end_between_words(align: str) -> None:
    assert "".join(THAI_WORDS) == THAI
    ends = {*accumulate(len(word) for word in THAI_WORDS if word != " ")}
    for width in (12, 14, 18, 24, 31):
        lines = [text_of(line) for line in lines_of(fitted(THAI, "th", width, align=align))]
        assert {*accumulate(map(len, lines))} <= ends, (width, lines)
        assert len(lines) > 1
        assert "".join(lines) == THAI.replace(" ", "")


def test_words_of_thai_are_found_in_each_part_of_a_text() -> None:
    parts = ["จั่ว", "การ์ด", " Dragon ", "สอง", "ใบ", "\u200b", "เล่น", "ซ้ำๆ"]
    starts = [*accumulate(map(len, parts))]
    assert analyze("".join(parts), "th").breaks == {starts[0], starts[3], starts[6]}


def test_a_word_of_thai_without_room_is_divided_between_clusters_and_never_behind_a_leading_vowel():
    word = THAI.replace(" ", "")
    for at, _ in emergency_breaks(word):
        assert word[at] not in "\u0e30\u0e32\u0e33\u0e34\u0e35\u0e36\u0e37\u0e38\u0e39\u0e47\u0e48\u0e49\u0e4c"
        assert word[at - 1] not in "เแโใไ"
    lines = [text_of(line) for line in lines_of(fitted("เพื่อเล่นทันที", "th", 4))]
    assert "".join(lines) == "เพื่อเล่นทันที"
    assert not {"เพื่อ", "ทันที"} & {*lines}


def test_each_character_takes_the_first_font_that_has_it():
    spans = [item for item in fitted("Samurai 日本", "en") if isinstance(item, TextSpan)]
    assert (spans[0].font, text_of(spans[:1])) == ("AlegreyaSans-Regular", "Samurai")
    assert {span.font for span in spans[1:]} == {"TestJapanese-Regular"}
    bold = fitted("**日本**", "ja")
    assert {span.font for span in bold if isinstance(span, TextSpan)} == {"TestJapanese-Bold"}


def faults(text, style, language):
    box = Rect(0, 0, 60, 60)
    return fit_text([Run(text)], style, box, fontbook=BOOK, icons=icon, language=language).faults


@pytest.mark.parametrize(
    ("text", "language", "described", "free"),
    [
        ("ひみつ", "ja", "'ひ' (U+3072, Hiragana)", "Noto Sans JP"),
        ("侍", "zh-Hant", "'侍' (U+4F8D, Chinese character)", "Noto Sans TC"),
        ("侍", "en", "'侍' (U+4F8D, Chinese character)", "Noto Sans SC"),
        ("侍", "ja-JP", "'侍' (U+4F8D, Chinese character)", "Noto Sans JP"),
        ("حب", "ar", "'ح' (U+062D, Arabic)", "Noto Naskh Arabic"),
        ("ქა", "ka", "'ქ' (U+10E5, Georgian)", "Noto Sans Georgian"),
        ("⚔", "en", "'⚔' (U+2694)", "fonts/ beside the deck"),  # the free one ships
        ("🐉", "en", "'🐉' (U+1F409)", "fonts/ beside the deck"),
    ],
)
def test_a_character_that_no_font_has_names_its_script_and_a_free_font(text, language, described, free):
    (fault,) = faults(text, STYLE.changed(fallbacks=()), language)
    assert fault.code == "E407"
    assert f"font 'AlegreyaSans-Regular' has no glyph for {described}" in fault.message
    assert free in fault.hints[-1]


def test_all_fonts_that_were_tried_are_named():
    (fault,) = faults("ქ", STYLE, "en")
    assert "fonts 'AlegreyaSans-Regular' and 'TestJapanese-Regular' and" in fault.message


@pytest.mark.parametrize(
    ("language", "expected"),
    [("ar", True), ("he", True), ("fa-IR", True), ("az-Arab", True), ("ku-Latn", False), ("en", False), ("ja", False)],
)
def test_the_direction_of_a_language(language: str, expected: bool) -> None:
    assert is_right_to_left(language) == expected


def test_korean_keeps_its_words_and_divides_them_only_in_need():
    assert analyze("카드를 한 장 뽑습니다.", "ko").breaks == frozenset()
    assert [at for at, _ in emergency_breaks("뽑습니다.")] == [1, 2, 3]


@pytest.mark.parametrize(("language", "expected"), [("tr", "DİZİ"), ("en", "DIZI"), ("de", "DIZI")])
def test_capitals_are_those_of_the_language(language: str, expected: str) -> None:
    ((word,),) = Shaper(STYLE.changed(case="upper"), BOOK, language).shape_paragraphs([Run("dizi")])
    assert word.source == expected


def test_lists_and_tables_of_a_hebrew_document_begin_at_the_right():
    blocks = [
        ListItem(STYLE, "1.", rich("אבג", "he")),
        TextTable(STYLE, STYLE, ((TableCell(rich("אב", "he")), TableCell(rich("גד", "he"))),)),
    ]
    (column,) = fill_columns(blocks, [(Rect(0, 0, 60, 50),)], fontbook=BOOK, icons=icon, language="he")
    spans = {word.text: span for span in column.items if isinstance(span, TextSpan) for word in span.words}
    assert spans["אבג"].x < spans["1"].x < 60
    assert span_right(spans["אבג"]) <= spans["1"].x
    assert spans["גד"].x < spans["אב"].x
    assert span_right(spans["אב"]) == pytest.approx(60)


def test_characters_that_no_font_of_a_style_has_come_from_fonts_that_ship():
    home = resources().fonts
    book = FontBook([home, home / "fallback"])
    text = "a → ⇒ • ★ ☆ ♠♥♦♣ ⚀⚅ 🂡 ♔ ✓ ✗ ⚔ ☠ ① ⅓ ∞ ≥ 🐉🎲👍🏽 Ђ ἀ ễ ʔ"
    block = fit_text([Run(text)], RULES, Rect(0, 0, 60, 60), fontbook=book, icons=icon, language="en")
    assert block.faults == ()
    fonts = {span.font for span in block.items if isinstance(span, TextSpan)}
    assert {*book.last} <= fonts
    assert all(glyph for span in block.items for word in span.words for glyph, _, _ in word.glyphs)


def test_a_letter_is_looked_for_in_the_font_of_its_cut_and_then_in_the_fallbacks_of_the_style_and_of_the_book():
    home = resources().fonts
    alegreya, capitals = "AlegreyaSans-Regular", "Cinzel-Bold"  # which has no Cyrillic letters
    plain = TextStyle("plain", capitals, 3.0)
    cuts = TextStyle("cuts", alegreya, 3.0, bold=capitals, italic=capitals)
    for style, folders, run, font in (
        (plain, [home], Run("Ђ"), capitals),
        (plain.changed(fallbacks=((alegreya,) * 4,)), [home], Run("Ђ"), alegreya),
        (plain, [home, home / "fallback"], Run("Ђ"), "NotoSans-Regular"),
        (cuts, [home, home / "fallback"], Run("Ђ"), alegreya),
        (cuts, [home, home / "fallback"], Run("Ђ", bold=True), "NotoSans-Bold"),
        (cuts, [home, home / "fallback"], Run("Ђ", italic=True), "NotoSans-Regular"),
    ):
        ((word,),) = Shaper(style, FontBook(folders), "en").shape_paragraphs([run])
        assert word.font == font, (style, folders, run)


def test_no_fallback_is_opened_before_a_character_is_missing(monkeypatch):
    home = resources().fonts
    book = FontBook([home, home / "fallback"])
    opened = []
    path = book.path
    monkeypatch.setattr(book, "path", lambda font: opened.append(font) or path(font))
    fit_text([Run("Samurai")], RULES, Rect(0, 0, 60, 60), fontbook=book, icons=icon, language="en")
    assert opened
    assert not {*book.last} & {*opened}


def test_a_character_that_no_font_has_is_a_box_in_the_pdf():
    home = resources().fonts
    book = FontBook([home, home / "fallback"])
    block = fit_text([Run("中")], RULES, Rect(0, 0, 60, 60), fontbook=book, icons=icon, language="en")
    (span,) = block.items
    assert [glyph for glyph, _, _ in span.words[0].glyphs] == [0]
    ink = book.ink(span.font, span.words[0])
    assert ink.top > 0.5
    assert [fault.code for fault in block.faults] == ["E407"]


def test_a_syllable_of_lao_begins_at_a_vowel_that_is_written_before_its_consonant() -> None:
    assert emergency_breaks("\u0e81\u0e82\u0ec0\u0e81\u0e82") == ((2, "syllables"), (4, "clusters"))


@pytest.mark.parametrize("word", ["นกบินสูง", "ຂຄງກ", "កខគឃ", "ကခဂဃ"])
def test_no_line_ends_after_the_first_letter_of_a_word_without_spaces(word: str) -> None:
    places = [at for at, _ in emergency_breaks(word)]
    assert places
    assert min(places) >= 2


def test_a_line_of_another_script_is_centred_by_its_typical_letter_if_the_font_has_it(monkeypatch):
    book = FontBook([resources().fonts])
    font = RULES.regular
    ink = book.ink(font, book.shape_word(font, "x"))
    capitals = book.metrics(font).cap_height
    for letter, top, bottom in (("x", ink.top, ink.bottom), ("क", capitals, 0.0), ("", capitals, 0.0)):
        monkeypatch.setattr(fit_size, "TYPICAL_LETTERS", {"DEVANAGARI": letter, "LATIN": "g"})
        block = fit_text(
            [Run("क")], RULES, Rect(0, 0, 60, 60), valign="middle", fontbook=book, icons=icon, language="en"
        )
        (span,) = block.items
        assert span.y - (top + bottom) / 2 * span.size == pytest.approx(30), letter
