"""What the nouns say of themselves, in the cases that few decks have."""

import copy
import pickle
import struct
from pathlib import Path

import pytest
from lxml import etree

from cardgen.geometry.focus import Focus
from cardgen.geometry.units import Rect, Size
from cardgen.model.adjustment import Adjustment
from cardgen.model.deck import ChoiceWord, LocalizedText, PictureReference, is_spreadsheet, split_sheet
from cardgen.model.drawing import (
    Artwork,
    PlacedArtwork,
    PlacedImage,
    Rotated,
    TextSpan,
    View,
    artworks_of,
    image_files_of,
    text_spans,
    with_fonts,
)
from cardgen.model.font_file import load_face
from cardgen.model.font_instance import font_faults
from cardgen.model.language import find_language, is_language
from cardgen.model.svg_fonts import check_text_font, texts_of
from cardgen.report.errors import UnlocatedError


@pytest.mark.parametrize("turn", ["left", "right"])
def test_paper_is_corrected_in_the_same_way_for_a_landscape_page_on_it(turn):
    """A landscape page turned to the left has its right where the paper has its top."""
    one = Adjustment(1, 2, 0.5, 1.01, 0.99)
    assert one.for_landscape(turn) == Adjustment(*((-2, 1) if turn == "left" else (2, -1)), 0.5, 0.99, 1.01)
    assert one.for_landscape("left").for_landscape("right") == one
    assert one.scale_only == Adjustment(0, 0, 0, 1.01, 0.99)


@pytest.mark.parametrize(
    ("degrees", "seen"), [(0, (1, 2, 4, 2)), (90, (2, -3, 2, 4)), (180, (5, -2, 4, 2)), (-90, (6, 1, 2, 4))]
)
def test_a_box_in_rotated_items_is_seen_where_they_are_turned(degrees, seen):
    found = Rotated(degrees, 5, 1, ()).box_around(Rect(1, 2, 4, 2))
    assert (found.x, found.y, found.width, found.height) == pytest.approx(seen)


def test_what_is_drawn_is_found_in_any_depth_in_painting_order():
    box, span = Rect(0, 0, 1, 1), TextSpan("Alegreya", 3, "#000000", 0, 0, (), 1)
    image = PlacedImage(Path("a.png"), box, box)
    first, second = (PlacedArtwork(Artwork(f"<svg {name}/>", Size(1, 1)), box) for name in "ab")
    items = (first, Rotated(9, 0, 0, (image, View(box, (span, second)))), span)
    assert [one.svg for one in artworks_of(items)] == ["<svg a/>", "<svg b/>"]
    assert image_files_of(items) == [Path("a.png")] and list(text_spans(items)) == [span, span]
    assert [one.font for one in text_spans(with_fonts(items, {"Alegreya": "B"}))] == ["B", "B"]
    assert with_fonts(items, {"Other": "B"}) == items


@pytest.mark.parametrize(
    ("languages", "told"),
    [
        ({"pt": "Lua", "en": "Moon", "de": "Mond"}, "Mond"), ({"pt": "Lua", "en": "Moon"}, "Moon"), ({"pt": "Lua", "it": "Luna"}, "Lua"),
        ({"pt": "Lua", "de-AT": "Mond", "de": "Der Mond"}, "Mond"), ({"en": "Moon", "": "Luna"}, "Luna"),
    ],
)  # fmt: skip
def test_a_reader_gets_words_of_the_language_or_english_ones_or_the_first(languages, told):
    assert LocalizedText(languages).in_language("de-AT") == told


def test_what_a_font_does_to_its_readers_is_a_fault_of_its_file(tmp_path):
    file = tmp_path / "Bark.ttf"
    for error in (
        RuntimeError(),
        ValueError(),
        KeyError(),
        IndexError(),
        ZeroDivisionError(),
        struct.error(),
        OSError(),
    ):
        with pytest.raises(UnlocatedError, match=r"font file 'Bark\.ttf' cannot be read$") as found, font_faults(file):
            raise error
        assert found.value.code == "E408" and Path(found.value.span.file).name == "Bark.ttf", error
    with pytest.raises(TypeError), font_faults(file):
        raise TypeError
    for made, reason in ((lambda: None, "no such file or directory"), (file.mkdir, "it is a folder")):
        made()
        with pytest.raises(UnlocatedError, match=rf"font file 'Bark\.ttf' cannot be read: {reason}$"):
            load_face(file)


def test_words_and_pictures_that_are_copied_are_the_same():
    word = ChoiceWord("m", LocalizedText({"en": "Moon", "pt": "Lua"}), "pt")
    for made in (copy.copy(word), copy.deepcopy(word), pickle.loads(pickle.dumps(word))):
        assert (made, made.shown, made.titles, repr(made)) == (word, "Lua", word.titles, repr(word))
    assert repr(word) != repr(ChoiceWord("m", LocalizedText({"en": "Moon"}), "pt"))
    picture = PictureReference("a.png", Focus(0.25, 1))
    assert (picture, picture.name, repr(picture)) == ("a.png", "a.png#focus=0.25,1", "'a.png#focus=0.25,1'")


@pytest.mark.parametrize(
    ("name", "file", "sheet"),
    [
        ("cards.xlsx# ships ", "cards.xlsx", "ships"), ("a#1/Cards.ODS#", "a#1/Cards.ODS", ""), ("a#b.csv", "a#b.csv", ""),
        ("a.numbers#b#c", "a.numbers#b#c", ""), ("a.yaml#b", "a.yaml#b", ""), ("-", "-", ""),
    ],
)  # fmt: skip
def test_a_worksheet_is_named_behind_the_file_of_a_list(name, file, sheet):
    assert split_sheet(name) == (file, sheet)
    assert is_spreadsheet(name) == (not name.endswith(("#b", "#c")))


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("EN", "en"), ("at", "de-AT"), (" mx ", "es-MX"), ("English", "en"), ("eng", "en"), ("deu-at", "de-AT"), ("english-us", "en-US"),
        ("zh_hant_tw", "zh-Hant-TW"), ("es-419", "es-419"), ("frca", "fr-CA"), ("fil", "fil"), ("xxca", ""), ("xx", ""), ("en-USA", ""), ("", ""),
    ],
)  # fmt: skip
def test_the_code_of_a_language_is_found_however_it_is_written(written, code):
    assert find_language(written) == code
    assert is_language(written) == (written == code != "")


SVG = """<svg xmlns="http://www.w3.org/2000/svg" font-family="Top, 'Two  Words'">
<text>a <tspan font-family="inherit">b</tspan> c<tspan/> k</text><g style="fill: red; FONT-FAMILY : &quot;Own&quot;;"><text font-family="Lost">d<tspan/></text>
<text style="font-family: inherit">e</text><text style="font-family: Mine" font-family="Serif">i</text><text style="x-font-family: no" font-family="Attr">f</text></g><text> </text><textPath font-family=",">g</textPath><title>h</title></svg>"""


def test_text_of_a_picture_has_the_families_of_the_nearest_element_that_names_some():
    found = list(texts_of(etree.fromstring(SVG)))
    assert [(one.words, one.families, one.owner.tag.rpartition("}")[2]) for one in found] == [
        ("a c k", ("Top", "Two  Words"), "svg"), ("b", ("Top", "Two  Words"), "svg"), ("d", ("Lost",), "text"), ("e", ("Own",), "g"),
        ("i", ("Mine",), "text"),
        ("f", ("Attr",), "text"), ("g", (), "textPath"),
    ]  # fmt: skip
    faults = [check_text_font(one, lambda: ["Serif", "two  words"], " of a.svg") for one in found]
    hint = "convert the text to paths in your SVG editor, or put the font's .ttf file into fonts/ beside the deck"
    assert [(one and (one.message, one.expected, one.part, one.hints)) for one in faults] == [
        None, None, ("text 'd' of a.svg uses the unknown font 'Lost'", "one of: Serif, two  words", "font-family", (hint,)),
        ("text 'e' of a.svg uses the unknown font 'Own'", "one of: Serif, two  words", "style", (hint,)),
        ("text 'i' of a.svg uses the unknown font 'Mine'", "one of: Serif, two  words", "style", (hint,)),
        ("text 'f' of a.svg uses the unknown font 'Attr'", "one of: Serif, two  words", "font-family", (hint,)),
        ("text 'g' of a.svg names no font", "a font-family, one of: Serif, two  words", "", (hint,)),
    ]  # fmt: skip
    assert check_text_font(found[2], lambda: ["lost"], "") is None
    assert check_text_font(found[2], lambda: ["Last"], "").hints[0] == "did you mean 'Last'?"
