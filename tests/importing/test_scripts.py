"""Scripts of nanDECK and Squib are read without being run: ranges, measures, labels, arguments, layouts."""

import datetime
import io
import json
import zipfile

import openpyxl
import pytest
import yaml
from PIL import Image

import cardgen
from cardgen.geometry.units import Size
from cardgen.guard import pixels as guard_pixels
from cardgen.importing import cider_template, folder, tabletop
from cardgen.importing import files as importing_files
from cardgen.importing.boxes import FaceArea, Field, PictureBox, ShapeBox, TextBox, TypeStyle, color_of
from cardgen.importing.cider_template import _rules, read_template
from cardgen.importing.deck import ImportedDeck, ImportedKind, Note, title_of
from cardgen.importing.face_file import ThemeParts, write_face
from cardgen.importing.files import ArchiveFiles, FolderFiles, PictureTaker
from cardgen.importing.lists import read_list
from cardgen.importing.mse import find_set, parse_mse, plain_text
from cardgen.importing.nandeck import import_nandeck
from cardgen.importing.nandeck_labels import LabelTexts
from cardgen.importing.nandeck_script import parse_script, read_measure, read_range, split_arguments
from cardgen.importing.project import import_project
from cardgen.importing.squib import import_squib
from cardgen.importing.squib_layout import pixels, read_layout
from cardgen.importing.squib_script import arguments_of, is_literal, parse_ruby, words_in
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.yaml_loader import LOADER
from tests.write.samples import text_of

from .projects import ICON, picture, write


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("1-{(name)}", {1, 2, 3, 4, 5}),
        ("1-{([name])}", {1, 2, 3, 4, 5}),
        ("2-3,5", {2, 3, 5}),
        ("3-2", {2, 3}),
        ("ALL", {1, 2, 3, 4, 5}),
        (" ", {1, 2, 3, 4, 5}),
        ("7", {7}),
        ("all", {1, 2, 3, 4, 5}),
        ("100000", {100_000}),
        ("100001", None),
        ("1-x", None),
        ("1-999999999", None),
    ],
)
def test_a_range_names_cards(text, cards):
    assert read_range(text, 5) == cards


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("2.5", 25), ("50%", 31.5), ("50%-1", 21.5), ("-10%", -6.3), ("{1+2}*2", 60), ("(100%-2)/2", 21.5),
        ("999.9", 9999), ("1000", None), ("-999.9", -9999), ("-1000", None), ("", None), ("a", None), ("'5'", None), ("1j", None), ("1/0", None), ("__import__('os')", None), ("~1", None), ("not 1", None), ("+2-+1", 10), ("2**3", None), ("7//2", None), ("-(1-3)", 20), ("9" * 300, None), ("1e400", None),
    ],
)  # fmt: skip
def test_a_measure_is_a_sum_of_numbers_and_percentages(text, length):
    found = read_measure(text, 63, 10)
    assert found is None if length is None else found == pytest.approx(length)


def test_arguments_stand_between_commas_outside_of_quotes_and_brackets():
    assert split_arguments('"1-2", "a, b", {x(1,2)}, , 5%') == ["1-2", "a, b", "{x(1,2)}", "", "5%"]
    assert arguments_of("(str: data['a, b'], x: 5, :y => 'c', font: \"Arial 8\")") == {
        "str": "data['a, b']", "x": "5", "y": "'c'", "font": '"Arial 8"',
    }  # fmt: skip
    assert arguments_of("'a', 'b', x: 1), x: 2, y: 3") == {"": "'a'", "x": "1)", "y": "3"}, "the first of each counts"


def test_one_text_or_one_number_of_ruby_is_literal():
    for text in ("'a'", ' "it\'s" ', "-1.5", "'#b'", r"'it\'s'"):
        assert is_literal(text), text
    for text in ('"a #{b}"', "'a' + 'b'", "a", "", "1 + 2"):
        assert not is_literal(text), text


def test_a_bracket_that_was_never_opened_parts_no_arguments_wrongly():
    assert split_arguments('a, "b, c') == ["a", '"b, c'], "nor an open quote"
    assert split_arguments("a), b}, (c, d), [e, f]") == ["a)", "b}", "(c, d)", "[e, f]"]


def test_a_block_ends_with_its_own_end():
    script = parse_script(
        "IF=1\nENDMACRO\nMACRO=m\nENDMACRO\nFOR=i,1,2\nNEXT\nTEXT=1\nENDIF\nTEXT=2\n<A>=1,2\nTEXT=3,<a>,<A>\n"
    )
    assert [(one.line, one.arguments) for one in script.directives] == [(9, ["2"]), (11, ["3", "1", "2", "1", "2"])]


def test_a_label_is_found_by_its_name_in_any_letters_and_others_stay():
    kind = ImportedKind(rows=[{}, {}, {}])
    texts = LabelTexts({"a": "[ B ]!", "b": "x", "hues": ' "red" |"blue"'}, kind)
    assert texts.plain("[ A ] [none] [a]") == "x! [none] x!"
    path = r"C:\new\13\x.png"
    assert texts.parts(path, None, is_path=True) == (path,) and texts.parts(path, None) == ("C:\new\nx.png",)
    first, second = (texts.parts(name, frozenset({3, 1})) for name in ("[Hues]", "[HUES]"))
    assert first == second and [row.get("hues") for row in kind.rows] == ["red", None, "blue"]


def test_a_label_is_dealt_in_the_order_of_the_cards():
    kind = ImportedKind(rows=[{} for _ in range(40)])
    LabelTexts({"hues": "red|blue|green"}, kind).parts("[hues]", frozenset({33, 1, 9, 17, 41}))
    assert {number: row["hues"] for number, row in enumerate(kind.rows, 1) if row} == {
        1: "red", 9: "blue", 17: "green", 33: "red",
    }  # fmt: skip


def test_lines_of_forms_are_as_thick_as_stated_and_empty_forms_are_empty(tmp_path):
    lines = (
        "ELLIPSE=1,0,0,1,1,#ff0000,Empty,0.005",
        "ELLIPSE=1,0,0,1,1,#ff0000,#00ff00,-1",
        "LINE=1,0,0,1,1,#000000,1%",
    )
    write(tmp_path, {"deck.txt": "\n".join(lines)})
    (kind,) = import_nandeck(FolderFiles(tmp_path), "deck.txt").kinds
    assert [(one.fill, round(one.stroke_width, 6)) for one in kind.face[:2]] == [("", 0.05), ("#00ff00", 0.1)]
    assert round(kind.face[2].stroke_width, 6) == 0.6


def test_blocks_of_a_script_are_left_as_a_whole():
    script = parse_script('IF=[a]=1\nFOR=i,1,3\nTEXT=1,a,0,0,1,1\nNEXT\nENDIF\nTEXT=2,b,0,0,1,1\n; TEXT=3\n[x]="1|2"\n')
    assert [(one.line, one.keyword) for one in script.directives] == [(6, "TEXT")]
    assert (script.blocks, script.labels) == ([(1, "IF")], {"x": "1|2"})


def test_a_frame_stands_for_a_place():
    script = parse_script("<Title>=5%, 5%, 90%, 10%\nTEXT=1,[name],<title>,center\n")
    assert [one.arguments for one in script.directives] == [["1", "[name]", "5%", "5%", "90%", "10%", "center"]]


def test_labels_that_multiply_each_other_end():
    labels = {chr(97 + level): f"[{chr(98 + level)}]" * 50 for level in range(6)}
    assert len(LabelTexts(labels, ImportedKind()).plain("[a]" * 50)) <= 100_000


@pytest.mark.parametrize(
    ("script", "size", "count"),
    [
        ("", (60, 90), 1),
        ("unit = mm\nCARDSIZE = 5, 1000", (5, 1000), 1),
        ("UNIT = Inch\nCARDSIZE = 1, 2", (25.4, 50.8), 1),
        ("UNIT = feet\nCARDSIZE = 1, 2", (10, 20), 1),
        ("UNIT = MM\nCARDSIZE = 4.9, 50", (60, 90), 1),
        ("UNIT = MM\nCARDSIZE = 50, 1000.1", (60, 90), 1),
        ("UNIT = MM\nCARDSIZE = 50, 4.9", (60, 90), 1),
        ("UNIT = MM\nCARDSIZE = 1000.1, 50", (60, 90), 1),
        ("CARDSIZE = 5, 6\nCARDSIZE = [w], 8\n[w] = 7", (70, 80), 1),
        ("CARDS = 10000", (60, 90), 10_000),
        ("CARDS = 10001\nTEXT = 2-3, a, 0, 0, 1, 1", (60, 90), 3),
        ("CARDS = 0\nTEXT = x, a, 0, 0, 1, 1", (60, 90), 1),
        ("TEXT = ALL, a, 0, 0, 1, 1\nTEXT = 1-{(a)}, a, 0, 0, 1, 1", (60, 90), 1),
        ("TEXT = 5, a, 0, 0, 1, 1\nTEXT = 1-20000, a, 0, 0, 1, 1", (60, 90), 10_000),
    ],
)
def test_a_script_states_the_size_and_the_number_of_its_cards(tmp_path, script, size, count):
    write(tmp_path, {"deck.txt": script + "\n"})
    deck = import_nandeck(FolderFiles(tmp_path), "deck.txt")
    (kind,) = deck.kinds
    assert (kind.size.width, kind.size.height, len(kind.rows)) == (*map(pytest.approx, size), count)
    refused = [str(note) for note in deck.notes if "CARDSIZE" in str(note)]
    assert bool(refused) == ("CARDSIZE" in script and size == (60, 90))


def test_a_text_has_the_font_and_the_place_that_are_stated_in_any_letters(tmp_path):
    texts = ("LEFT, Bottom", "Right Top, top word wrap", "Full, BOTTOM", "x, y", "")
    write(
        tmp_path, {"deck.txt": "FONT = Arial,, i\n" + "".join(f"TEXT = 1, a, 0, 0, 1, 1, {text}\n" for text in texts)}
    )
    (kind,) = import_nandeck(FolderFiles(tmp_path), "deck.txt").kinds
    assert [(one.style.align, one.style.valign) for one in kind.face] == [
        ("left", "bottom"), ("right", "top"), ("justify", "bottom"), ("center", "middle"), ("center", "middle"),
    ]  # fmt: skip
    assert {(one.style.size, one.style.color, one.style.is_bold, one.style.is_italic) for one in kind.face} == {
        (12, "#000000", False, True)
    }


def test_the_angle_of_a_box_may_be_a_label(tmp_path):
    write(tmp_path, {"deck.txt": "[turn] = 360+30\n" + "".join(f"TEXT = 1, a, 0, 0, {size}, left, top, {angle}\n" for size, angle in (
        ("2, 3", "[turn]"), ("2, 3", ""), ("2, 3", "x"), ("-2, -3", "[turn]"), ("2, -3", "-90"),
    ))})  # fmt: skip
    (kind,) = import_nandeck(FolderFiles(tmp_path), "deck.txt").kinds
    assert [one.box.turn for one in kind.face] == [30, 0, 0, 210, 270]


def test_what_has_no_place_or_shows_nothing_is_no_box(tmp_path):
    """What has no place is told; a text without words and a picture that is missing is none."""
    write(tmp_path, {"fox.svg": ICON})
    place = "0,0,1,1"
    for line, count, told in (
        ("CARDSIZE=x,8", 0, "CARDSIZE: the size cannot be read"), ("CARDSIZE=6,", 0, "CARDSIZE: the size cannot be read"),
        *((f"{what},{at}", 0, f"{what.partition('=')[0]}: its place") for what in ("TEXT=1,a", "HTMLTEXT=1,a", "TEXTFONT=1,a", "IMAGE=1,fox.svg", "RECTANGLE=1")
          for at in ("x,0,1,1", "0,x,1,1", "0,0,x,1", "0,0,1,x", "0,0,0,1", "0,0,1,0")),
        *((f"{what}=1,,{place}", 0, "") for what in ("TEXT", "HTMLTEXT", "TEXTFONT")), (f"IMAGE=1,owl.svg,{place}", 0, "picture 'owl.svg' is not in"),
        *((f"LINE=1,{at}", 0, "LINE: its place") for at in ("x,0,1,1", "0,0,1,")), (f"ICONS=1,a,{place},1,1", 0, "ICONS: there are no icons"),
        *((f"ICON=1,a,fox.svg\nICONS=1,a,{at}", 0, "ICONS: ") for at in (f"{place},0,1", f"{place},1,0", f"{place},1", "0,x,1,1,1,1")),
        (f"TEXT=1,a,{place}", 1, ""), (f"HTMLTEXT=1,a,{place}", 1, ""), (f"TEXTFONT=1,a,{place}", 1, ""), (f"IMAGE=1,fox.svg,{place}", 1, ""),
        (f"RECTANGLE=1,{place}", 1, ""), ("LINE=1,0,0,0,0", 1, ""), (f"ICON=1,a,fox.svg\nICONS=1,a,{place},1,-1", 1, ""),
    ):  # fmt: skip
        write(tmp_path, {"deck.txt": line})
        deck = import_nandeck(FolderFiles(tmp_path), "deck.txt")
        (kind,) = deck.kinds
        left = [note.text for note in deck.notes if not note.is_taken]
        assert (len(kind.face), kind.size) == (count, Size(60, 90)), line
        assert [text.startswith(told) for text in left] == [True] * bool(told), (line, left)


def test_a_line_that_is_not_as_wide_as_anything_is_a_tenth_of_a_millimetre_wide(tmp_path):
    for width, expected in (("0", 0.1), ("-1", 0.1), ("x", 0.1), ("0.001", 0.01), ("0.2", 2.0)):
        write(tmp_path, {"deck.txt": f"RECTANGLE=1,0,0,1,1,#fff,#fff,{width}\nLINE=1,0,0,1,1,#fff,{width}\n"})
        (kind,) = import_nandeck(FolderFiles(tmp_path), "deck.txt").kinds
        assert [round(one.stroke_width, 6) for one in kind.face] == [expected] * 2, width


def test_a_sequence_is_dealt_to_the_cards_of_its_range(tmp_path):
    write(tmp_path, {"deck.txt": "CARDS=4\n[names]=Fox|Owl\n[hue]=#ff0000|#00ff00\nFONT=Arial,9,,[hue]\n"
          "TEXT=2-4,The [names],0,0,100%,20%\nIMAGE=1-4,img/[names].svg,0,20%,5,5\nRECTANGLE=1-4,0,0,1,1,[hue]\n",
          "img/Fox.svg": ICON, "img/Owl.svg": ICON.replace("c33", "33c")})  # fmt: skip
    result = import_project(tmp_path / "deck.txt", tmp_path / "new")
    (kind,) = result.imported.kinds
    assert [row.get("names", "") for row in kind.rows] == ["", "Fox", "Owl", "Fox"]
    assert [row["hue"] for row in kind.rows] == ["#ff0000", "#00ff00"] * 2
    assert [row["picture_1"] for row in kind.rows] == ["", "art/fox.svg", "art/owl.svg", "art/fox.svg"]
    assert "fill: =card.hue," in (result.folder / "cards-face.face.yaml").read_text("utf-8")


def test_a_line_is_a_thin_form_that_is_turned_and_marks_of_other_tools_stay_as_they_are(tmp_path):
    script = (
        "CARDS=1\n[text]={T}: *draw*\\\nFONT=Arial,9,,#000000\nLINE=1,1,1,4,5,#ff0000,0.1\nTEXT=1,[text],0,0,100%,20%\n"
    )
    write(tmp_path, {"deck.txt": script + 'TEXT=1,"{%x} [text]",0,50%,100%,20%\n'})
    result = import_project(tmp_path / "deck.txt", tmp_path / "new")
    (made,) = cardgen.build(result.deck, out=tmp_path / "out").files
    words = text_of(made.read_bytes(), 2)
    assert words.count("{T}: *draw*\\") == 2 and "{%x}" in words
    line = yaml.load((result.folder / "cards-face.face.yaml").read_text("utf-8"), LOADER)["boxes"][1]
    assert [line[key] for key in ("left", "top", "width", "height", "rotate")] == [0, 29.5, 50, 1, 53.13]


def test_a_backslash_before_the_closing_quote_ends_a_text_of_ruby_only_if_it_is_escaped_itself():
    script = parse_ruby("text str: 'a\\\\', layout: 'one' # first (\ntext str: 'it\\'s # no', layout: 'two'\n")
    assert [(one.line, one.value("layout")) for one in script.commands] == [(1, "one"), (2, "two")]


def test_a_bracket_of_ruby_that_was_never_opened_joins_no_lines():
    script = parse_ruby("text str: 'a')\ntext str: 'b'\ntext str: ('c'\n)\ntext str: 'd'\n")
    assert [(one.line, one.value("str")) for one in script.commands] == [
        (1, "'a')"),
        (2, "b"),
        (3, "('c'\n)"),
        (5, "d"),
    ]


def test_a_bracket_of_ruby_that_is_never_closed_takes_200_lines_at_most():
    script = parse_ruby("text str: ('a'\n" + "x\n" * 199 + "text str: 'b'\n" * 2)
    assert [(one.line, one.value("str")) for one in script.commands[1:]] == [(202, "b")]


def test_statements_of_ruby_may_go_over_lines():
    script = parse_ruby(
        "x = Squib.xlsx file: 'a.xlsx', # remark\n  sheet: 1\ntext str: x['name'],\n  layout: :title\nputs 1\n"
    )
    assert script.data["x"].arguments == {"file": "'a.xlsx'", "sheet": "1"}
    assert [(one.name, one.line, one.value("layout")) for one in script.commands] == [("text", 3, "title")]
    (joined,) = parse_ruby("text \\\n  str: 'a'\n").commands
    assert joined.value("str") == "a"
    assert words_in("%w(a b)") == words_in("['a', \"b\", ]") == ["a", "b"]
    assert [words_in(text) for text in ("['a', b]", "[a, 'b']", "[]", "'a', 'b'")] == [None] * 4


@pytest.mark.parametrize(
    ("value", "length"),
    [
        (75, 75),
        ("75", 75),
        ("0.5in", 150),
        ("25.4mm", 300),
        ("2.54 cm", 300),
        ("72pt", 300),
        ("25.4MM", 300),
        ("1 Inch", 300),
        (".5IN", 150),
        ("+2px", 2),
        ("a", None),
        (True, None),
        (None, None),
    ],
)
def test_a_length_of_squib_has_a_unit(value, length):
    assert pixels(value, 300) == (None if length is None else pytest.approx(length))


def test_what_only_begins_like_a_list_or_in_brackets_is_an_expression_of_ruby():
    assert arguments_of("(1) + (2), x: 1") == {"": "(1) + (2)", "x": "1"}
    assert arguments_of("(1, x: 1") == {"": "(1, x: 1"}, "nor what is never closed"
    assert [words_in(text) for text in ("['a', 'b'].first", "%w(a b).first")] == [None, None]
    (last,) = parse_ruby("text str: 'a',\n  x: (5\n").commands
    assert (last.value("str"), last.arguments["x"]) == ("a", "(5"), "the last statement is read though it is open"


def squib(folder, script, **files):
    """The deck of a script of Squib, and what was left."""
    write(folder, {"x.rb": f"Squib::Deck.new(layout: 'a.yml') do\n{script}\nend\n", **files})
    deck = import_squib(FolderFiles(folder), ["x.rb"], "")
    return deck.kinds[0], [str(note) for note in deck.notes if not note.is_taken]


def test_a_list_of_squib_is_the_worksheet_that_is_named_or_numbered(tmp_path):
    book = openpyxl.Workbook()
    book.active.append(["Name"])
    book.active.append(["first"])
    for title in ("Cards", "1000"):
        book.create_sheet(title).append(["Name"])
        book[title].append([title])
    book.save(tmp_path / "list.xlsx")
    for sheet, name in (("", "first"), ("sheet: 0", "first"), ("sheet: 1", "Cards"), ("sheet: 'Cards'", "Cards"), ("sheet: '1000'", "1000")):  # fmt: skip
        kind, _ = squib(tmp_path, f"x = xlsx file: 'list.xlsx'{sheet and ', '}{sheet}")
        assert [row.get("name") for row in kind.rows] == [name], sheet


def test_a_font_without_a_size_and_a_layout_that_is_no_mapping_are_left(tmp_path):
    kind, left = squib(
        tmp_path,
        "text str: 'a', font: 'Sans Bold', height: 1\ntext str: 'b', layout: 'in', y: 1e9\nrect x: 0, radius: 9",
        **{"a.yml": "- in\n"},
    )
    first, second, frame = kind.face
    assert (first.style.size, first.style.is_bold, second.style.size, first.box.height) == (36, True, 36, 1.0)
    assert (second.box.y, frame.form, round(frame.radius, 3)) == (first.box.y, "rect", 0.762)
    assert "left: x.rb:3: text: there is no layout 'in'" in left and any("fonts" in note for note in left)


@pytest.mark.parametrize(("stated", "count"), [("", 1), ("3", 3), ("10000", 10_000), ("99999", 10_000), ("100000", 1), ("x.size", 1)])  # fmt: skip
def test_a_script_of_squib_states_how_many_cards_it_has(tmp_path, stated, count):
    write(tmp_path, {"x.rb": f"Squib::Deck.new({stated and f'cards: {stated}'}) do\ntext str: 'a'\nend\n"})
    assert len(import_squib(FolderFiles(tmp_path), ["x.rb"], "").kinds[0].rows) == count


def test_boxes_of_a_layout_extend_others():
    text = 'a: &a {x: 10, y: 0.5in}\nb:\n  extends: a\n  x: += 5\nc:\n  <<: *a\n  x: -= 1\nd:\n  extends: [b, c]\n  y: "*= 2"\ne:\n  extends: e\n'
    layout = read_layout(text, Collector(), "x.yml")
    assert layout["b"] == {"x": 15, "y": "0.5in"}
    assert layout["d"]["y"] == 300 and layout["e"] == {}
    both = read_layout("a: {x: 1, y: 2}\nb: {y: 3}\nc: {extends: [a, lost, b], z: 4}\n", Collector(), "x.yml")
    assert both["c"] == {"x": 1, "y": 3, "z": 4}
    chain = "".join(f"a{n}: {{extends: a{n - 1}, x: += 1}}\n" for n in range(1, 40))
    halved = read_layout("a: {x: 9, y: 8, z: 7}\nb: {extends: a, x: /= 0, y: /= 2, z: += much}\n", Collector(), "x.yml")
    assert halved["b"] == {"x": 9, "y": 4, "z": 7}
    assert [read_layout(chain, Collector(), "x.yml")[f"a{n}"]["x"] for n in (1, 20, 21, 22, 39)] == [1, 20, 21, 21, 21]


def test_of_a_layout_that_cannot_be_read_three_faults_are_told(tmp_path):
    keys = "".join(f"{key}: {{x: 1}}\n{key}: {{x: 2}}\n" for key in "abcde")
    write(tmp_path, {"x.rb": "require 'squib'\nSquib::Deck.new(layout: 'x.yml') do\n  text str: 'a', y: 9\nend\n"})
    write(tmp_path, {"x.yml": keys})
    told = [
        (note.file, note.line)
        for note in import_squib(FolderFiles(tmp_path), ["x.rb"], "").notes
        if note.file == "x.yml" and not note.is_taken
    ]
    assert told == [("x.yml", 2), ("x.yml", 4), ("x.yml", 6)]


def test_long_lines_of_open_quotes_and_brackets_are_read_in_one_pass():
    assert parse_ruby("text '" + "\\'" * 150_000).commands[0].name == "text"
    assert len(split_arguments("{(" * 150_000 + ",x")) == 1
    assert len(arguments_of("a: 1, " * 50_000)) == 1


@pytest.mark.parametrize(
    ("written", "color"),
    [
        ("#AABBCC", "#aabbcc"), ("aabbcc80", "#aabbcc"), ("#aBc", "#aabbcc"), ("#abcd 5", "#aabbcc"), ("'red'", "#ff0000"), (":Red", "#ff0000"),
        ("(0,0)(1,1) #fff", "none"), ("", "none"),
    ],
)  # fmt: skip
def test_a_colour_is_written_in_many_ways(written, color):
    assert color_of(written, "none") == color


def test_marks_of_magic_set_editor_meet_without_a_gap():
    assert plain_text("<b>Swift</b><b>ness</b> <i-auto>(fast)</i-auto>") == "**Swiftness** *(fast)*"
    assert plain_text("<b>Swift</b> <b>step</b> {x} <sym>W</sym>") == "**Swift step** (x) W"
    assert plain_text("a &lt;b&gt; <kw>c</kw> &amp;amp;") == "a <b> c &amp;", "what is written as text is no tag"


def test_only_the_marks_that_begin_a_line_of_magic_set_editor_say_its_level():
    deep = "\n\tset info:\n\t\tnotes:\n"
    for text, inside in (
        (
            "card:\n\tname: Fox\n\trule text:\n\t\tone\n\t\t|two\n\t\t# three: 3\n\n\tcost: 3\n# no: 1\n",
            [("name", 2, "Fox"), ("rule text", 3, "one\n|two\n# three: 3"), ("cost", 8, "3")],
        ),
        ("\ufeffcard:\n|Name: Fox\n|a_text:\n||one\n||\ttwo\n", [("name", 2, "Fox"), ("a text", 3, "one\n\ttwo")]),
    ):
        (card,) = parse_mse(text).inside
        assert (card.key, card.line, card.text) == ("card", 1, "")
        assert [(block.key, block.line, block.text) for block in card.inside] == inside
    (deck,) = parse_mse(f"styling:{deep}").inside
    assert [(block.key, [inner.key for inner in block.inside]) for block in deck.inside] == [("set info", ["notes"])]


def test_pieces_of_a_sheet_keep_what_is_clear_and_a_sheet_without_a_pixel_for_each_is_left(tmp_path):
    sheet = Image.new("RGBA", (8, 4), (200, 0, 0, 255))
    sheet.paste((0, 0, 200, 0), (0, 0, 4, 4))
    sheet.save(tmp_path / "a.png")
    for width, height, count in ((2, 1, 2), (9, 1, 0), (1, 5, 0)):
        deck = ImportedDeck("", "")
        cutter = tabletop._SheetCutter(FolderFiles(tmp_path), deck)
        stated = {"FaceURL": "a.png", "NumWidth": width, "NumHeight": height}
        names = [name for name in (cutter.cut(stated, "FaceURL", at, "x") for at in range(2)) if name]
        assert (len(names), len(deck.notes)) == (count, not count)
        if names:
            alphas = [Image.open(io.BytesIO(deck.pictures[name])).getpixel((1, 1))[3:] for name in names]
            assert (alphas[0], cutter.edges) == ((0,), {names[0]: "#0000c8", names[1]: "#c80000"})


def test_a_card_of_a_save_is_of_the_deck_that_it_lies_in_and_has_its_sheets():
    own, shared, loose = {"1": "own"}, {"1": "shared"}, {"2": "loose"}
    inside = [
        {"CardID": 100, "Nickname": " Oak ", "CustomDeck": {}},
        {"CardID": "101"},
        {"CardID": 102, "Description": " Tall. ", "CustomDeck": own},
    ]
    save = {
        "ObjectStates": [
            {
                "Nickname": "Bag",
                "ContainedObjects": [
                    {"CardID": 5, "Nickname": "without sheets"},
                    {"CardID": 1, "Nickname": "Fox", "CustomDeck": own},
                    {"Nickname": "Trees", "DeckIDs": [9, 9], "CustomDeck": shared, "ContainedObjects": inside},
                    {"Nickname": "Loose", "DeckIDs": [7, "8", 9], "CustomDeck": loose, "CardID": 6},
                ],
            },
            {"CardID": 2, "CustomDeck": own},
        ]
    }
    assert [(card.id, card.name, card.text, card.deck, card.sheets) for card in tabletop._cards(save)] == [
        (1, "Fox", "", "", own), (100, "Oak", "", "Trees", shared), (102, "", "Tall.", "Trees", own),
        (7, "", "", "Loose", loose), (9, "", "", "Loose", loose), (2, "", "", "", own),
    ]  # fmt: skip


def test_sheets_are_found_as_the_game_keeps_them_and_cut_without_what_is_left_over(tmp_path, monkeypatch):
    sheet = {"FaceURL": "http://x.org/a-b/{Unique}", "BackURL": "", "NumWidth": 2, "NumHeight": 2}
    names = {100: "", 101: "Owl", 103: ""}
    cards = [
        {"CardID": number, "Nickname": names[number], "CustomDeck": {"1": sheet}} for number in (100, 101, 103, 100)
    ]
    write(tmp_path / "images", {"httpxorgab.png": picture(43, 21)})
    write(tmp_path, {"save.json": json.dumps({"ObjectStates": cards})})
    result = import_project(tmp_path / "save.json", tmp_path / "new")
    (kind,) = result.imported.kinds
    assert [(row["name"], row["copies"]) for row in kind.rows] == [("Card 1", "2"), ("Owl", "1"), ("Card 3", "1")]
    for number in (1, 2, 4):
        with Image.open(result.folder / f"art/httpxorgab-0{number}.png") as piece:
            assert piece.size == (21, 10)
    for most, code in ((4, ""), (3, "E161")):
        monkeypatch.setattr(tabletop, "_MOST_CARDS", most)
        if code:
            with pytest.raises(CardgenError, match=code):
                import_project(tmp_path / "save.json", tmp_path / "more")
        else:
            import_project(tmp_path / "save.json", tmp_path / "new", overwrite=True)


def test_the_data_of_a_set_is_a_file_of_its_name():
    assert [find_set(iter(names)) for names in (["asset", "a/set"], ["set"], ["set.txt", "reset"])] == [
        "a/set",
        "set",
        None,
    ]


def test_a_column_that_neither_side_shows_is_not_printed():
    columns = {name: name for name in ("name", "art", "seal", "heat")}
    area, style = FaceArea(0, 0, 9, 9), TypeStyle(9)
    face = [TextBox(area, (Field("name"), "heat"), style), ShapeBox(area, "rect", "#112233")]
    seal = PictureBox(area, Field("seal"))
    for drawn, hidden in (([*face, seal], {"art", "heat"}), (face, {"art", "seal", "heat"}), (None, ())):
        assert folder._not_printed(ImportedKind(columns=columns, face=drawn)) == frozenset(hidden)


def test_the_worksheets_of_a_list_are_named_or_numbered_and_its_cells_become_texts(tmp_path):
    book = openpyxl.Workbook()
    book.active.append(["a", None, "a"])
    book.active.append([True, 2.0, 1.5, "beyond"])
    book.active.append([False, datetime.date(2020, 1, 2), None])
    book.create_sheet("next").append(["b"])
    book["next"].append([5])
    book.create_sheet("more").append(["a", "b"])
    book["more"].append([2.5, datetime.time(8, 30)])
    book["more"].append([-3.0])
    book.save(tmp_path / "list.xlsx")
    (tmp_path / "words.txt").write_text("a,b\n1\n", "utf-8")
    (tmp_path / "own.yml").write_text("- {a: 2.0, b: 2.5}\n", "utf-8")
    files, deck = FolderFiles(tmp_path), ImportedDeck("", "")
    assert read_list(files, "words", deck).rows == ({"a": "1", "b": ""},)
    assert read_list(files, "own", deck).rows == ({"a": "2", "b": "2.5"},)
    first, second, named, beyond, lost = (read_list(files, "LIST", deck, sheet) for sheet in (0, 1, "next", 3, "lost"))
    assert first == read_list(files, "LIST", deck)
    assert first.headings[:3] == ("a", "column 2", "a")
    assert [[row[key] for key in ("a", "column 2")] for row in first.rows] == [["yes", "2"], ["no", "2020-01-02"]]
    assert read_list(files, "LIST", deck, "more").rows == ({"a": "2.5", "b": "08:30:00"}, {"a": "-3", "b": ""})
    assert (second, second.headings, second.rows) == (named, ("b",), ({"b": "5"},))
    assert (beyond, lost) == (None, None)


@pytest.mark.parametrize(("name", "is_script"), [("a.rb", True), ("a.HTML", True), ("a.JSON", False), ("set", False)])
def test_scripts_have_a_limit_of_their_own(tmp_path, name, is_script):
    (tmp_path / name).write_bytes(b" " * (2 * 2**20 + 1))
    files = FolderFiles(tmp_path)
    if not is_script:
        assert len(files.text(name)) == 2 * 2**20 + 1
        return
    with pytest.raises(UnlocatedError, match="too large"):
        files.text(name)
    (tmp_path / name).write_bytes(b"\r\n\r" + b" " * (2 * 2**20 - 3))
    assert files.text(name).startswith("\n\n ")


def test_a_hidden_file_is_not_the_one_of_the_same_name_without_a_dot(tmp_path):
    (tmp_path / "ogre.png").write_bytes(b"")
    found = [FolderFiles(tmp_path).find(name) for name in ("./Ogre.png", "C:\\cards\\ogre.png", ".ogre.png")]
    assert found == ["ogre.png", "ogre.png", None]


def test_of_files_whose_names_differ_in_letters_alone_the_first_is_meant():
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as made:
        for name in ("art/Ogre.png", "art/ogre.png", "Deep/ogre.PNG"):
            made.writestr(name, name)
    files = ArchiveFiles(archive.getvalue())
    assert [files.find(name) for name in ("art/OGRE.png", "deep/ogre.png", "x/Ogre.png")] == [
        "art/Ogre.png", "Deep/ogre.PNG", "Deep/ogre.PNG",
    ]  # fmt: skip


def test_a_script_of_any_encoding_and_any_line_ends_is_read(tmp_path):
    text = "caf\u00e9\r\none\rtwo\n"
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "cp1252"):
        (tmp_path / "a.txt").write_bytes(text.encode(encoding))
        assert FolderFiles(tmp_path).text("a.txt") == "caf\u00e9\none\ntwo\n", encoding


def test_folders_of_an_archive_are_no_files():
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as made:
        made.mkdir("art")
        made.writestr("deck/art.png", "")
    files = ArchiveFiles(archive.getvalue())
    assert ([*files.names], files.find("art", [".png"])) == (["deck/art.png"], "deck/art.png")


def test_a_file_is_a_title_by_its_words():
    names = ("deck/old_foxes-2.rb", "--.rb", "élan.txt")
    assert [title_of(name) for name in names] == ["Old foxes 2", "Cards", "Élan"]


def test_an_element_of_a_page_has_the_place_of_its_name_and_a_box_without_a_side_is_none():
    place = "position: absolute; top: 0; left: 0; width: 96px"
    sheet = f"#a, .high {{ {place}; height: 48px }} #b:hover, .b:hover {{ {place}; height: 9px }} .flat {{ {place}; height: 0 }}"
    named = ('id="a"', 'id="b" class="b"', 'class="flat"', 'class="high low"')
    words = "{{#if card.name}}the {{card.name}}{{/if}}"
    page = f"<section>{''.join(f'<p {name}>{words}</p>' for name in named)}</section>"
    deck = ImportedDeck("", "")
    elements, _, _ = read_template(page, sheet, ImportedKind(columns={"name": "name"}), str, "x.html", deck)
    assert [(one.parts, round(one.box.height, 2)) for one in elements] == [(("the ", Field("name")), 4.06)] * 2
    assert [str(note) for note in deck.notes] == ["left: x.html: {{#if card.name}}: only values of the card are read"]


def test_styles_of_everything_apply_and_a_box_is_no_rounder_than_its_shorter_side(tmp_path, monkeypatch):
    sheet = "* { position: absolute; color: #00ff00 } p { background: #112233; border-radius: 999px } p:hover { width: 9px }"
    sizes = ((96, 48), (48, 96), (96, 96))
    boxes = (f"<p style='width: {width}px; height: {height}px'>x</p>" for width, height in sizes)
    page = f"<main>{''.join(boxes)}</main>"

    def read(page, sheet=sheet):
        return read_template(page, sheet, ImportedKind(), str, "x.html", ImportedDeck("", ""))

    elements, _, _ = read(page)
    plates, words = elements[::2], elements[1::2]
    assert [round(one.radius / one.box.width, 3) for one in plates] == [0.25, 0.5, 0.5]
    assert {one.style.color for one in words} == {"#00ff00"}
    plates = read(page, f"{sheet}@media print{{p{{background:#445566}}}}")[0][::2]
    assert {one.fill for one in plates} == {"#445566"}, "without blanks, as tools write sheets"
    box = "<p style='position: absolute; width: 9px; height: 9px'>x</p>"
    card = f"<main>{box}</main>"
    for width, mm in (("20000px", 1000), ("30px", 7.94), ("3px", 5)):
        _, size, _ = read(f"<main style='width: {width}; height: 100px'>{box}</main>", "")
        assert size.width == mm, width
    assert read("<style>p { }</style>", "") is None, "a page without an element"
    drawn = read(f"<main>{box.replace('>x', '><style>a</style><script>b</script>x')}</main>", "")
    assert [one.parts for one in drawn[0]] == [("x",)]
    for most, is_read in ((len(page), True), (len(page) - 1, False)):
        monkeypatch.setattr(cider_template, "_LARGEST", most)
        assert (read(page) is not None, read(card, " " * most) is not None, read(card, " " * (most + 1))) == (
            is_read,
            True,
            None,
        )


def test_remarks_of_a_style_sheet_are_no_rules():
    sheet = "/* a { b: c } */ .p, div .q:x { Width: 1px; /* ; height: 2px } */ color: red }\n/* open r { s: t }"
    styles = {"width": "1px", "color": "red"}
    assert _rules(sheet) == [(".p", styles), (".q:x", styles)]


def test_a_face_without_words_has_its_colours_in_a_theme():
    kind = ImportedKind(rows=[{"name": "Fox"}], columns={"name": "Name"}, background="#102030")
    kind.face = [ShapeBox(FaceArea(0, 0, 9, 9), "rect", "#405060")]
    theme = yaml.load(dict(folder._files(ImportedDeck("Foxes", "a tool", [kind]), "foxes"))["theme.yaml"], LOADER)
    assert theme == {"colors": {"color-1": "#102030"}}


def test_a_picture_whose_name_changes_may_be_drawn_twice(tmp_path):
    line = "IMAGE = ALL, [file], 0, 0, 1, 1\n"
    files = {
        "deck.txt": f"LINK = list.csv\n{line}{line}",
        "list.csv": "name,file\nFox,F\u00fcchse.svg\n",
        "F\u00fcchse.svg": ICON,
    }
    write(tmp_path, files)
    deck = import_nandeck(FolderFiles(tmp_path), "deck.txt")
    assert [row["file"] for row in deck.kinds[0].rows] == [*deck.pictures]
    assert [note.text for note in deck.notes if not note.is_taken] == []


def test_a_script_of_squib_may_draw_a_column_twice_and_take_files_from_a_layout(tmp_path):
    script = "x = csv file: 'list.csv'\nsvg file: x['file']\nsvg file: x['file'], y: 9\npng layout: 'red'\n"
    files = {
        "x.rb": f"Squib::Deck.new(layout: 'boxes') do\n{script}end\n",
        "list.csv": "name,file\nFox,F\u00fcchse.svg\n",
        "F\u00fcchse.svg": ICON,
        "boxes.yaml": "red: {file: red fox.svg, x: 9}\n",
        "red fox.svg": ICON.replace("c33", "33c"),
    }
    write(tmp_path, files)
    deck = import_squib(FolderFiles(tmp_path), ["x.rb"], "")
    first, second, red = deck.kinds[0].face
    assert [deck.kinds[0].rows[0]["file"], red.source] == [*deck.pictures] and first.source == second.source
    assert [note.text for note in deck.notes if not note.is_taken] == []


def test_a_row_of_icons_has_those_that_are_stated_before_it(tmp_path):
    icons = "ICON=1,{0},{0}.svg\nICONS=1,ab,0,0,1,1,1,1\n"
    write(tmp_path, {"deck.txt": "".join(map(icons.format, "ab")), "a.svg": ICON, "b.svg": ICON.replace("c33", "33c")})
    (kind,) = import_nandeck(FolderFiles(tmp_path), "deck.txt").kinds
    assert [{*row.icons} for row in kind.face] == [{"a"}, {"a", "b"}]


def test_rich_text_keeps_its_marks_and_other_text_shows_them():
    kind = ImportedKind(rows=[{"text": "a *b*"}], columns={"text": "text"})
    box = TextBox(FaceArea(0, 0, 9, 9), (Field("text"),), TypeStyle())
    for kept, shown in (("rich", {"field": "text"}), ("text", None)):
        stated = yaml.load(write_face(kind, [box], {"text": kept}, ThemeParts(), "x"), LOADER)["boxes"][1]
        found = {key: stated[key] for key in ("field", "value") if key in stated}
        assert found == shown if shown else "replace" in found["value"], kept


def test_a_note_has_the_place_that_is_known():
    assert [str(Note(True, "x", *place)) for place in ((), (5,), (0, "a"), (5, "a"))] == [
        "took: x", "took: x", "took: a: x", "took: a:5: x",
    ]  # fmt: skip


def test_a_face_has_as_many_boxes_as_it_may_with_its_ground(monkeypatch):
    monkeypatch.setattr(folder, "MOST_BOXES", 4)
    told = "left: boxes of the face of Cards after the first 3: a face has no more"
    for count, notes in ((3, []), (4, [told]), (5, [told])):
        face = [ShapeBox(FaceArea(at, 1, 5, 5), "rect", "#ff0000") for at in range(count)]
        kind = ImportedKind(rows=[{"name": "Fox"}], columns={"name": "Name"}, face=face)
        deck = ImportedDeck("Foxes", "Squib", [kind])
        files = dict(folder._files(deck, "foxes"))
        boxes = yaml.load(files["cards-face.face.yaml"], LOADER)["boxes"]
        assert (len(boxes), [str(note) for note in deck.notes]) == (4, notes), count


def test_a_column_holds_pictures_if_a_box_shows_it_as_one_or_each_cell_names_one():
    box = FaceArea(1, 1, 5, 5)
    face = [PictureBox(box, Field("crest")), TextBox(box, (Field("word"),), TypeStyle())]
    rows = [{"word": "art/a.svg", "art": "art/a.svg", "crest": ""}, {"word": "a", "art": "", "crest": ""}]
    kind = ImportedKind(rows=rows, face=face)
    types = {"art": "picture", "crest": "picture", "word": "text"}
    assert {key: folder._type(kind, key) for key in types} == types


def test_each_heading_has_a_key_that_no_other_is_taken_for():
    """Lists are read by headings without their underscores."""
    for headings, keys in (
        (("Rules Text", "RulesText", "rules_text"), ["rules_text", "rulestext_2", "rules_text_3"]),
        (("RulesText", "Rules Text", "RulesText"), ["rulestext", "rules_text_2", "rulestext"]),
        (("Text 2", "Text", "TEXT", "Text2"), ["text_2", "text", "text_3", "text2_2"]),
        (("id", "ID", "2nd", "?"), ["own_id", "own_id_2", "n2nd", "field"]),
        ((f"{'x' * 39} {'y' * 9}", "x" * 41), ["x" * 39, "x" * 40]),
    ):
        kind = ImportedKind()
        assert [kind.key(heading) for heading in headings] == keys
        assert kind.columns == dict(zip(keys, headings, strict=True))


def test_a_line_without_a_width_is_thin_and_what_has_no_letters_is_called_by_its_key():
    line = ShapeBox(FaceArea(0, 0, 9, 0), "line", stroke="#112233", stroke_width=0)
    drawn = yaml.load(write_face(ImportedKind(), [line], {}, ThemeParts(), "x"), LOADER)["boxes"][1]
    assert (drawn["width"], drawn["height"], drawn["fill"]) == (9, 0.01, "#112233")
    kind = ImportedKind(name="?!", title="\x07", columns={"cost": "\u2028"}, rows=[{"cost": "1"}])
    imported = ImportedDeck(" ", "a tool", [kind])
    files = dict(folder._files(imported, "foxes"))
    assert (kind.name, kind.title, kind.columns["cost"], imported.title) == ("cards", "cards", "cost", "Cards")
    assert {"cards.csv", "game.yaml", "foxes.yaml"} <= {*files}


def test_words_of_a_project_stay_on_one_line_of_200_characters():
    assert folder._title(" The\n \x1bFoxes\u2028\x07and\tDens") == "The Foxes and Dens"
    assert folder._title("x" * 201) == "x" * 200


def test_a_path_means_its_own_file_before_another_of_its_name(tmp_path):
    for name in ("a/ogre.png", "b/ogre.png"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_bytes(b"")
    files, deck = FolderFiles(tmp_path), ImportedDeck("", "")
    (tmp_path / "b" / "imp").write_bytes(b"")
    (tmp_path / "b" / "imp.png").write_bytes(b"")
    assert FolderFiles(tmp_path).find("imp", [".png"]) == "b/imp"
    for wanted in ("b/ogre.png", "./b/ogre.png", "b\\ogre.png", "file:b/ogre.png", " file:///b/OGRE.png", "b/ogre"):
        assert files.find(wanted, [".png"]) == "b/ogre.png", wanted
    assert files.find("c/ogre.png") == "a/ogre.png"
    taker = PictureTaker(files, deck)
    assert [taker.take(wanted) for wanted in ("", "file:///c/elf.png", "https://x.org/elf.png")] == ["", "", ""]
    assert [str(note) for note in deck.notes] == [
        "left: picture 'file:///c/elf.png' is not in the project",
        "left: picture 'https://x.org/elf.png' is on the web; save it into the project first",
    ]
    svg = b"<svg xmlns='http://www.w3.org/2000/svg'/>"
    (tmp_path / "b" / "ogre.png").write_bytes(svg)
    taken = [PictureTaker(files, deck).take(where) for where in ("file:///b/ogre.png", "https://x.org/b/ogre.png")]
    assert (taken, deck.pictures) == (["art/ogre.svg", ""], {"art/ogre.svg": svg}), "an address has its last name alone"


def test_pictures_have_so_many_pixels_in_sum(tmp_path, monkeypatch):
    monkeypatch.setattr(guard_pixels, "_PIXELS_OF_A_BYTE", 0)
    monkeypatch.setattr(guard_pixels, "MOST_IN_SUM", 1000)
    files = {f"{name}.png": picture(*size) for name, size in (("a", (30, 20)), ("b", (20, 21)), ("c", (20, 20)))}
    write(tmp_path, files)
    deck = ImportedDeck("", "")
    pictures = PictureTaker(FolderFiles(tmp_path), deck)
    assert [pictures.take(name) for name in files] == ["art/a.png", "", "art/c.png"]
    (note,) = deck.notes
    assert str(note).startswith("left: picture 'b.png' has too many pixels: ")


def test_a_picture_that_is_taken_twice_counts_once(tmp_path, monkeypatch):
    monkeypatch.setattr(importing_files, "_MOST_BYTES", 10)
    deck = ImportedDeck("", "")
    pictures = PictureTaker(FolderFiles(tmp_path), deck)
    put = [("a", b"12345"), ("a", b"12345"), ("b/A", b"6789"), ("?.x", b"0"), ("c", b"1")]
    assert [pictures.put(name, ".png", data) for name, data in put] == [
        "art/a.png", "art/a.png", "art/a-2.png", "art/picture.png", "",
    ]  # fmt: skip
    assert [str(note) for note in deck.notes] == ["left: picture 'c' is left, as all pictures have more than 0 MiB"]
