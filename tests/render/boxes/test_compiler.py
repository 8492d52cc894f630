"""Files of boxes: where their boxes stand on cards of any size, and where a mistake in one is reported."""

import itertools
import re
from pathlib import Path
from typing import Any

import pytest
import segno
from hypothesis import given, settings
from hypothesis import strategies as st
from markupsafe import Markup

from cardgen.model.deck import LocalizedText
from cardgen.pipeline.face_files import face_template, marked_template
from cardgen.plugin.resources import resources
from cardgen.render.boxes.compiler import compile_face
from cardgen.render.boxes.description import FaceDescription
from cardgen.render.boxes.lengths import Length, length
from cardgen.render.templates.card_parts import is_stated, shown, sort_parts, stacked
from cardgen.render.templates.environment import Environment
from cardgen.render.templates.errors import TemplateError
from cardgen.render.templates.localization import in_language, localized
from cardgen.render.templates.part_texts import part_text
from cardgen.render.templates.qr import qr_code
from cardgen.render.templates.trace import TemplateTracer
from cardgen.report.errors import CardgenError, UnlocatedError
from tests.recorded import check_recorded

SIZES = [(40, 53), (44, 67), (63, 88), (70, 120), (88, 63)]
BLEED = 3.0
SHARED = {
    "fields": [],
    "kind": {"shape": "rectangle", "title": "Cards", "numbers": []},
    "deck": {"back": ""},
    "side": 5,
    "identity": {"title": "Deck", "subtitle": "", "emblem": "", "pattern": ""},
}
NUMBERS = st.integers(0, 240).map(lambda quarter: quarter / 4)


def rendered(source: str, card: dict[str, Any], size: tuple[float, float], folder: Path) -> str:
    """The output of a template, on a card of a size."""
    (folder / "t.svg.j2").write_text(source)
    return rendered_by(environment(folder, face_template), "t.svg.j2", card, size)


def environment(folder: Path, make: Any) -> Environment:
    """What renders the templates of a folder and the stock faces, with filters that need no fonts."""
    stock = resources().templates / "common"
    found = Environment(
        lambda name: next((path for path in (folder / name, stock / name) if path.is_file()), None), translate=make
    )
    filters = {
        "parts": lambda card, fields, **how: sort_parts(card, fields, lambda _: True, **how),
        "part_text": lambda parts, name: part_text(parts, name, Markup),
        "shown": shown,
        "stacked": lambda value: stacked(shown(value)),
        "is_stated": is_stated,
        "in_language": in_language,
        "rich": str,
        "color": lambda name: "#000000" if name == "dark" else f"#{name}",
        "has_icon": lambda name: name == "sword",
        "symbol_ground": lambda picture: "#aabbcc" if picture == "symbol.png" else "",
        "qr": lambda text: {"side": 29, "path": f"squares of {text}"},
        "text_width": lambda text, style: len(text),
        "text_height": lambda text, style, width, scale=1: len(text) / width * 4,
    }
    for name, function in filters.items():
        found.add_filter(name, function)
    return found


def rendered_by(found: Environment, name: str, card: dict[str, Any], size: tuple[float, float]) -> str:
    width, height = size
    return found.render_template(name, {"card": card, **SHARED, "width": width, "height": height, "bleed": BLEED})


def places(markup: str) -> dict[str, tuple[float, ...]]:
    """The places of boxes by their paths, as the marks of a template state them."""
    marks = re.findall(r"<!--box (\S+) (\S+) (\S+) (\S+) (\S+)-->", markup)
    return {path: tuple(map(float, numbers)) for path, *numbers in marks}


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("boxes")


def test_a_value_with_a_box_of_its_own_is_in_no_text_of_several(folder):
    room = {"left": 0, "right": 0, "top": 0, "height": 9}
    texts = {"name": "texts", "type": "text", "part": "body", **room}
    depth = {"name": "depth", "type": "text", "field": "depth", **room}
    card = {"name": "Eel", "text": "Draw a card.", "depth": "45 m", "zone": "reef"}
    for boxes in ((texts,), (texts, depth), (depth,)):
        face = FaceDescription.model_validate({"boxes": boxes})
        markup = rendered(compile_face(face, {}), card, (63, 88), folder)
        assert markup.replace("\xa0", " ").count("45 m") == 1
        assert ("Depth" in markup) == (depth not in boxes)
        assert ("Zone" in markup) == (texts in boxes)


@settings(max_examples=25)  # each compiles a template
@given(
    st.lists(
        st.tuples(
            st.sampled_from([("left", "width"), ("right", "width"), ("left", "right"), ("center", "width")]),
            st.sampled_from([("top", "height"), ("bottom", "height"), ("top", "bottom"), ("middle", "height")]),
            *[NUMBERS] * 4,
        ),
        min_size=1,
        max_size=4,
    ),
    st.sampled_from(SIZES),
    st.sampled_from([None, "width", "height", "side"]),
)
def test_a_box_keeps_its_distances_on_a_card_of_any_size(folder, stated, size, scaled_by):
    width, height = size
    scale = {None: 1.0, "width": width / 63, "height": height / 63, "side": min(size) / 63}[scaled_by]
    whole = width / scale, height / scale
    boxes = [
        {"name": f"box {index}", "type": "shape", x[0]: a, x[1]: b, y[0]: c, y[1]: d}
        for index, (x, y, a, b, c, d) in enumerate(stated)
    ]
    face = FaceDescription.model_validate({"boxes": tuple(boxes), **({scaled_by: 63.0} if scaled_by else {})})
    found = places(rendered(compile_face(face, {}, "a"), {}, size, folder))
    for index, box in enumerate(boxes):
        x, y, box_width, box_height = found[str(index)]
        for keys, start, extent, room in (
            (("left", "right", "center", "width"), x, box_width, whole[0]),
            (("top", "bottom", "middle", "height"), y, box_height, whole[1]),
        ):
            distances = start, room - start - extent, start + extent / 2 - room / 2, extent
            for key, distance in zip(keys, distances, strict=True):
                if key in box:
                    assert distance == pytest.approx(box[key], abs=1e-3), (box, size)


@given(st.lists(st.sampled_from([1.5, -0.25, "h", "w / 2", "b"]), min_size=1, max_size=6))
def test_lengths_add_up(terms):
    values = {"h": 88.0, "w": 63.0, "b": 3.0}
    total = Length()
    for index, term in enumerate(terms):
        total = total - length(term) if index % 2 else total + length(term)
    wanted = sum(eval(str(term), {}, values) * (-1) ** index for index, term in enumerate(terms))
    assert eval(total.expression, {}, values) == pytest.approx(wanted)
    assert total - total == Length()


def test_repeated_boxes_share_a_line(folder):
    box = {"name": "n", "type": "repeat", "over": "card.list", "item": 10.0, "gap": 2.0, "left": 3.0, "right": 3.0}
    inner = ({"name": "i", "type": "shape", "left": 1.0, "right": 1.0, "top": 0.0, "bottom": 0.0},)
    cases = {
        ("right", False, 2): [4, 16],
        ("left", False, 2): [63 - 3 - 10 + 1, 63 - 3 - 22 + 1],
        ("right", True, 2): [4, 63 - 3 - 10 + 1],
        ("right", True, 1): [63 - 3 - 10 + 1],
        ("right", False, 6): [4 + index * (47 / 6 + 2) for index in range(6)],  # narrower, so that all have room
    }
    for (direction, spread, count), wanted in cases.items():
        one = {**box, "top": 0.0, "height": 5.0, "direction": direction, "spread": spread, "boxes": inner}
        face = FaceDescription.model_validate({"boxes": (one,)})
        markup = rendered(compile_face(face, {}, "a"), {"list": [*range(count)]}, (63, 88), folder)
        found = [float(x) for x in re.findall(r"<!--box 0\.0 (\S+)", markup)]
        assert found == pytest.approx(wanted), (direction, spread, count)


def test_items_of_several_widths_follow_each_other_and_shrink_together(folder):
    box = {
        "name": "n",
        "type": "repeat",
        "over": "card.list",
        "item": "item * 2",
        "gap": 1.0,
        "left": 3.0,
        "right": 0.0,
    }
    inner = ({"name": "i", "type": "shape", "left": 0.0, "right": 0.0, "top": 0.0, "bottom": 0.0},)
    cases = {
        ("right", False, (2, 3, 1)): [(3, 4), (8, 6), (15, 2)],
        ("left", False, (2, 3)): [(59, 4), (52, 6)],
        ("right", True, (2, 3)): [(3, 4), (57, 6)],
        ("right", True, (2,)): [(59, 4)],
        ("left", True, (2,)): [(59, 4)],
        ("down", True, (2,)): [(3, 60)],
        ("right", False, (20, 30)): [(3, 59 * 0.4), (3 + 59 * 0.4 + 1, 59 * 0.6)],
    }
    for (direction, spread, items), wanted in cases.items():
        one = {**box, "top": 0.0, "height": 5.0, "direction": direction, "spread": spread, "boxes": inner}
        face = FaceDescription.model_validate({"boxes": (one,)})
        markup = rendered(compile_face(face, {}, "a"), {"list": [*items]}, (63, 88), folder)
        found = [tuple(map(float, place)) for place in re.findall(r"<!--box 0\.0 (\S+) \S+ (\S+)", markup)]
        assert len(found) == len(wanted), (direction, spread, items)
        for place, other in zip(found, wanted, strict=True):
            assert place == pytest.approx(other, abs=0.02), (direction, spread, items)
        words = {**inner[0], "type": "text", "name": "w", "text": "x"}  # which are drawn after all forms
        face = FaceDescription.model_validate({"boxes": ({**one, "boxes": (*inner, words)},)})
        markup = rendered(compile_face(face, {}), {"list": [*items]}, (63, 88), folder)
        places = [re.findall(rf'<{tag} x="(\S+)" y="\S+" width="(\S+)"', markup) for tag in ("rect", "card:text")]
        assert places[0] == places[1] and len(places[0]) == len(items), (direction, spread, items)


def test_stacked_items_stand_where_their_boxes_say(folder):
    pip = {
        "name": "p",
        "type": "icon",
        "icon": "star",
        "center": "item[0] * 10",
        "width": 4.0,
        "middle": "item[1]",
        "height": 4.0,
    }
    pip["rotate"] = "180 if item[1] > 0 else 0"
    one = {"name": "n", "type": "repeat", "over": "card.list", "direction": "stacked", "boxes": (pip,)}
    face = FaceDescription.model_validate({"boxes": ({**one, "left": 0.0, "right": 0.0, "top": 0.0, "bottom": 8.0},)})
    markup = rendered(compile_face(face, {}), {"list": [[-1, -5], [1, 5]]}, (60, 88), folder)
    assert re.findall(r'x="(\S+)" y="(\S+)" size', markup) == [("18.0", "33.0"), ("38.0", "43.0")]
    assert re.findall(r"rotate\((\S+) (\S+) (\S+)\)", markup) == [("0", "20.0", "35.0"), ("180", "40.0", "45.0")]


def test_a_form_is_turned_about_its_middle_and_an_expression_without_a_value_is_no_colour(folder):
    box = {"name": "a", "type": "shape", "left": 10.0, "top": 20.0, "width": 20.0, "height": 10.0}
    face = FaceDescription.model_validate(
        {"boxes": (box | {"rotate": 30.0, "fill": "=card.hue", "stroke": "=card.edge"},)}
    )
    markup = rendered(compile_face(face, {}), {"hue": "", "edge": "dark"}, (63, 88), folder)
    assert "rotate(30 20 25)" in markup and 'fill="none" stroke="#000000"' in markup


def test_a_hollow_form_is_what_its_corners_leave_and_a_tile_has_a_corner_in_the_middle(folder):
    place = {"left": 10.0, "width": 20.0, "top": 10.0, "height": 40.0}
    arch = {
        "name": "arch",
        "type": "shape",
        "hollow": True,
        "radius": ("h / 8", 4.0, 0.0, 0.0),
        "fill": "dark",
        **place,
    }
    tiles = {"name": "tiles", "type": "picture", "file": "x.svg", "tile": 9.0, "color": "deep", **place}
    face = FaceDescription.model_validate({"boxes": (arch, tiles)})
    markup = rendered(compile_face(face, {}), {}, (63, 88), folder)
    assert (
        'd="M10 10H30V50H10zM10 21.0a11.0 11.0 0 0 1 11.0 -11.0H26a4 4 0 0 1 4 4V50H10z" fill-rule="evenodd"' in markup
    )
    assert 'id="tile-tiles" width="9" height="9"' in markup and 'patternTransform="translate(20 30)"' in markup


STOCK = sorted((resources().templates / "common" / "stock").glob("*.face.yaml"))
CARDS = (
    {
        "id": "a",
        "name": "Ann",
        "cost": 3,
        "text": "Draw a card. " * 20,
        "type": "Hero",
        "attack": 4,
        "life": 2,
        "back": "b",
    },
    {"id": "b", "name": "Seven of Swords", "suit": "sword", "rank": 7, "tags": ["swift", "old"], "artist": "Ada"},
)


@pytest.fixture(scope="module")
def marked(folder) -> Environment:
    """What renders faces with marks, each compiled once."""
    return environment(folder, marked_template)


def test_marks_change_nothing_but_the_grouping(folder, marked):
    """Of a list of items, the forms at the bottom are drawn before all else: the marked face has the same elements."""
    plain = environment(folder, face_template)
    for file in STOCK:
        made = [rendered_by(each, f"stock/{file.name}", CARDS[0], (63, 88)) for each in (plain, marked)]
        parts = [sorted(re.findall(r"<(?!!|/?g>)[^>]*>[^<]*", re.sub(r"\s+", "", markup))) for markup in made]
        assert parts[0] == parts[1], file.name


def test_the_boxes_of_the_stock_faces_stand_on_pieces_of_any_size(marked):
    """Nothing stands beyond the bleed but the corner of the look of text, which the cut takes off."""
    for file in STOCK:
        for card, size in itertools.product(CARDS, (SIZES[0], SIZES[3])):
            markup = rendered_by(marked, f"stock/{file.name}", card, size)
            w, h = map(float, re.findall(r'viewBox="0 0 (\S+) (\S+)"', markup)[0])
            room = BLEED * w / size[0] + 0.01
            for path, (x, y, width, height) in places(markup).items():
                assert width > 0 and height > 0, (file.name, path, size)
                if file.name != "text.face.yaml":
                    inside = -room <= x <= x + width <= w + room and -room <= y <= y + height <= h + room
                    assert inside, (file.name, path, size)


def elements(folder: Path, **box: Any) -> list[dict[str, str]]:
    """The elements of a face with one box at 10, 20, each with its name and attributes."""
    face = FaceDescription.model_validate({"boxes": ({"name": "a", "left": 10.0, "top": 20.0, **box},)})
    markup = rendered(compile_face(face, {}, "a"), {"cost": 3}, (63, 88), folder)
    found = re.findall(r"<([\w:]+)((?: [\w:-]+=\"[^\"]*\")+)", markup)
    return [{"": name, **dict(re.findall(r'([\w:-]+)="([^"]*)"', more))} for name, more in found]


def test_the_generated_picture_of_a_card_is_the_same_in_every_language(folder):
    name = LocalizedText({"en": "Hawk", "pt": "Gavião"})
    face = FaceDescription.model_validate(
        {
            "boxes": (
                {"name": "a", "type": "picture", "part": "art", "left": 1.0, "top": 1.0, "width": 9.0, "height": 9.0},
            )
        }
    )
    source = compile_face(face, {}, "a")
    drawn = {
        rendered(source, {"id": "k7", "name": localized(name, language), "art": None}, (63, 88), folder)
        for language in ("en", "pt")
    }
    assert len(drawn) == 1
    assert 'href="placeholder:k7 Hawk"' in drawn.pop()


def test_a_field_that_a_card_lacks_is_an_error_where_its_box_is_shown_all_the_same(folder):
    for field in ("zone", "deep zone"):
        box = {"name": "a", "type": "text", "field": field, "left": 1.0, "top": 1.0, "width": 9.0, "height": 9.0}
        for when, fails in ((None, False), ("card.id", True), ("not card.id", False)):
            face = FaceDescription.model_validate({"boxes": (box | {"when": when},)})
            try:
                markup = rendered(compile_face(face, {}), {"id": "k7"}, (63, 88), folder)
            except TemplateError as error:
                assert fails and error.diagnostic.code == "E403" and field in error.diagnostic.message
            else:
                assert not fails and "card:text" not in markup


def test_what_is_square_stands_in_the_middle_of_its_box(folder):
    for width, height, x, y, side in ((20.0, 8.0, 16, 20, 8), (6.0, 12.0, 10, 23, 6), (5.0, 5.0, 10, 20, 5)):
        (icon,) = (
            one for one in elements(folder, type="icon", icon="star", width=width, height=height) if "size" in one
        )
        assert [float(icon[name]) for name in ("x", "y", "size")] == [x, y, side]
        *discs, text = elements(folder, type="number", field="cost", width=width, height=height)[1:]
        middle = x + side / 2, y + side / 2
        rings = [disc for disc in discs if disc[""] == "circle"]
        assert [(float(disc["cx"]), float(disc["cy"])) for disc in rings] == [middle] * 3
        assert [float(disc["r"]) for disc in rings] == pytest.approx([side / 2 * part for part in (1, 0.9, 0.8)])
        left, top, across, down = (float(text[name]) for name in ("x", "y", "width", "height"))
        assert (left + across / 2, top + down / 2) == pytest.approx(middle)
        assert (across / 2) ** 2 + (down / 2) ** 2 <= (0.8 * side / 2 + 0.1 * side) ** 2, (
            "it lies on the innermost ring"
        )


def test_rings_of_a_plate_are_as_wide_on_all_sides(folder):
    found = elements(folder, type="number", field="cost", plate="rectangle", width=20.0, height=8.0)
    plates = [[float(one[name]) for name in ("x", "y", "width", "height")] for one in found if one[""] == "rect"]
    assert len(plates) == 3
    for index, (x, y, width, height) in enumerate(plates):
        by = x - 10
        assert (by > 0) == (index > 0)
        assert (y, x + width, y + height) == pytest.approx((20 + by, 30 - by, 28 - by))


def test_each_corner_of_a_form_has_its_radius(folder):
    """The path begins behind the upper left corner; straight lines and quarters of circles alternate, clockwise."""
    (path,) = (
        one
        for one in elements(folder, type="shape", fill="dark", width=30.0, height=16.0, radius=(1.0, 2.0, 3.0, 4.0))
        if "d" in one
    )
    steps = re.findall(r"([MHVa])([^MHVaz]*)", path["d"])
    assert [sign for sign, _ in steps] == [*"MaHaVaHa"]
    numbers = [[float(word) for word in words.split()] for _, words in steps]
    assert numbers[0] == [10, 21] and numbers[2::2] == [[38], [33], [14]]
    assert numbers[1::2] == [
        [1, 1, 0, 0, 1, 1, -1],
        [2, 2, 0, 0, 1, 2, 2],
        [3, 3, 0, 0, 1, -3, 3],
        [4, 4, 0, 0, 1, -4, -4],
    ]


FACE = """# A face
boxes:
  - {name: bar, type: shape, left: 4, right: 4, top: 4, height: 9, fill: primary}

  - name: title
    type: text
    field: name
    left: 6
    right: 6
    top: 4
    height: 9
"""
MISTAKES = [
    ("    right: 6\n", "", "E420", 5, "states left", "two of left, right and width"),
    ("    right: 6\n", "    center: 6\n", "E420", 5, "states left and center", "or center and width"),
    ("    height: 9\n", "    middle: 6\n", "E420", 5, "states top and middle", "or middle and height"),
    ("field: name", "field: name\n    text: Hi", "E420", 5, "states field and text", "one of field, part, value, text"),
    ("type: text", "type: txet", "E420", 5, "'txet'", "type: one of text, number"),
    ("type: text", "type: text\n    fit: shrnk", "E204", 7, "'shrnk'", "one of: shrink"),
    ("    height: 9\n", "    heightz: 9\n", "E203", 11, "'heightz'", ""),
    ("left: 4", 'left: "{{ 4 }}"', "E204", 3, "left of 'bar'", "an expression alone"),
    ("name: title", "name: bar", "E420", 1, "two boxes are called 'bar'", "another name"),
    ("boxes:", "let: {h: 3}\nboxes:", "E420", 1, "'h'", ""),
    ("boxes:", "width: 63\nside: 88\nboxes:", "E420", 1, "width and side", "one of them"),
    ("left: 4", 'left: " "', "E204", 3, "left of 'bar'", "an expression, such as h / 2"),
    ("left: 4", 'left: "1\\n"', "E204", 3, "left of 'bar'", "an expression alone"),
    ("name: title", "name: 1st", "E204", 5, "'1st'", "beginning with a letter"),
    ("name: title", f"name: {'x' * 61}", "E204", 5, "xxx", "up to 60 letters"),
    ("    field: name\n", "", "E420", 5, "states nothing to show", "one of field, part, value, text"),
    ("    left: 6\n    right: 6\n", "", "E420", 5, "states nothing", "such as left and width"),
    (
        "    height: 9\n",
        "    height: 9\n    bottom: 1\n",
        "E420",
        5,
        "states top and bottom and height",
        "such as top and height",
    ),
    ("type: text\n    ", "", "E420", 5, "has no type", "type: one of text, number"),
    *(
        ("left: 4", f'left: "{text}"', "E204", 3, "left of 'bar'", "an expression alone")
        for text in ("4 }}", "{% 4", "4 %}", "{# 4", "4 #}")
    ),
    *(
        ("boxes:", f"let: {{{name}: 3}}\nboxes:", "E420", 1, f"the name '{name}' in 'let'", "small letters and '_'")
        for name in ("w", "b", "s", "card", "item", "loop", "parts", "width", "height", "bleed")
    ),
    ("boxes:", "let: {A: 3}\nboxes:", "E420", 1, "the name 'A' in 'let'", "small letters and '_'"),
    ("boxes:", f"let: {{{'a' * 41}: 3}}\nboxes:", "E420", 1, "in 'let'", "small letters and '_'"),
    ("boxes:", "width: 0\nboxes:", "E204", 2, "width", ""),
    ("boxes:", "side: 0\nboxes:", "E204", 2, "side", ""),
]


def test_mistakes_are_reported_at_their_places():
    for old, new, code, line, message, expected in MISTAKES:
        text = FACE.replace(old, new, 1)
        assert text != FACE, old
        with pytest.raises(CardgenError) as caught:
            face_template("a.face.yaml", Path("a.face.yaml"), text)
        (found,) = caught.value.diagnostics
        assert found.code == code and line in (1, found.span.line), (new, found)
        assert message in found.message and expected in found.expected, (new, found)
        assert found.hints == (("did you mean 'text'?",) if "txet" in new else found.hints)
    longest = FACE.replace("title", "x" * 60).replace("boxes:", f"let: {{{'a' * 40}: 3}}\nboxes:", 1)
    assert f"set {'a' * 40} = 3" in face_template("a.face.yaml", Path("a.face.yaml"), longest)


def test_each_box_stands_on_its_line_of_the_template():
    lines = face_template("a.face.yaml", Path("a.face.yaml"), FACE).split("\n")
    assert "<rect" in lines[2] and "card:text" in lines[4]
    place = "left: 1, right: 1, top: 1, height: 4"
    file = f"""instead:
  - when: card.big
    face: big.svg.j2

  - {{when: card.odd, face: odd.svg.j2}}
let:
  # a value on a line of its own
  a:
    3
  c: 4
boxes:
  - name: list
    type: repeat
    over: card.tags
    {place.replace(", ", chr(10) + "    ")}
    boxes:
      - {{name: one, type: text, text: first, {place}}}

      - {{name: two, type: text, text: second, {place}}}
  - {{name: last, type: text, text: third, {place}}}
"""
    lines = face_template("a.face.yaml", Path("a.face.yaml"), file).split("\n")
    for stated, written in (
        *(("when: card.big", "% if card.big"), ("when: card.odd", "% elif card.odd"), ("  a:", "set a = 3"), ("  c: 4", "set c = 4")),
        *(("name: list", "set r0 = card.tags"), ("first", "first"), ("second", "second"), ("third", "third")),
    ):  # fmt: skip
        number = next(at for at, line in enumerate(file.split("\n")) if stated in line)
        assert written in lines[number], written


def test_a_file_of_another_name_is_a_template_itself():
    assert face_template("a.svg.j2", Path("a.svg.j2"), FACE) == FACE


def test_a_field_that_no_card_has_is_an_error_only_if_it_resembles_one():
    card = {"name": "Ann", "cost": 0, "text": "", "plan": {}}
    assert not is_stated("plans", card)  # the plan of a board is no field
    assert is_stated("cost", card) and not is_stated("text", card) and not is_stated("artist", card)
    with pytest.raises(UnlocatedError) as caught:
        is_stated("cots", card, [{"name": "cost"}])
    assert caught.value.hints == ("did you mean 'cost'?",)


def test_a_qr_code_has_the_squares_of_its_library():
    for words in ("https://example.org/cards", "É isso?", "7"):
        code = qr_code(words)
        side = int(str(code["side"]))
        squares = [bytearray(side) for _ in range(side)]
        for x, y, run in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", str(code["path"])):
            squares[int(y)][int(x) : int(x) + int(run)] = b"\1" * int(run)
        expected = [*segno.make(words, micro=False, error="m", boost_error=False).matrix_iter(border=4)]
        assert [[*map(bool, row)] for row in squares] == [[*map(bool, row)] for row in expected], words
    with pytest.raises(UnlocatedError):
        qr_code("x" * 5000)


TALL = {"center": 1.5, "width": "w / 3", "top": 4.0, "bottom": "h / 2"}
WIDE = {"right": 2.0, "width": 30.0, "middle": -3.0, "height": 8.0}
WHOLE = {"left": 0.0, "right": 0.0, "top": 0.0, "bottom": 0.0}
CHOICES: dict[str, tuple[dict[str, Any], ...]] = {
    "text": (
        *({"part": part} for part in ("name", "text", "kind", "type", "tags", "cost", "rank", "suit", "body", "rest", "facts", "credits")),
        *({"field": "cost", "fit": fit, "scale": 1.5} for fit in ("shrink", "line", "title", "label", "none")),
        *({"text": "It's {x}", "align": align} for align in ("left", "center", "right", "justify")),
        *({"value": "card.id ~ 1", "valign": valign} for valign in ("top", "middle", "bottom")),
        {"field": "own field", "bold": True, "italic": True, "min_size": 5.0, "rotate": 90.0, "color": "dark", "lang": "pt"},
        {"part": "body", "fit": "title", "style": "=card.style", "min_size": "h / 20", "scale": "w / 63"},
        {"part": "name", "fit": "title", "scale": "w / 63", "color": "=card.hue"},
        {"part": "name", "fit": "title", "scale": "w / 7"}, {"part": "name", "fit": "label", "scale": 4.0},
        {"text": "b", "bold": True}, {"text": "i", "italic": True}, {"text": "x", "fit": "none", "min_size": 5.0},
    ),
    "number": (
        *({"field": "cost", "plate": plate} for plate in ("round", "rectangle", "none")),
        {"part": "cost", "rings": ("dark",) * 8, "plate": "rectangle", "scale": 2.0, "rotate": 30.0, "color": "#102030"},
        {"value": "7", "rings": (), "style": "s", "scale": "w / 63", "color": None},
        {"value": "7", "rings": ("=card.hue",), "scale": "w / 63"},
    ),
    "picture": (
        *({"file": 'a"b.svg', "fit": fit} for fit in ("cover", "contain", "stretch")),
        {"part": "art"}, {"part": "art", "placeholder": False, "rotate": 45.0},
        {"field": "map", "color": "dark", "bleed": True}, {"file": "t.svg", "tile": 4.5, "color": "ink"},
        {"part": "art", "fit": "contain", "longest": 2.5}, {"file": "t.svg", "longest": 2.0},
    ),
    "icon": ({"icon": "star"}, {"part": "icon", "color": "=card.hue"}, {"field": "badge", "rotate": "w / 2"}, {"part": "suit"}, {"icon": "star", "ground": True}),
    "shape": (
        {}, {"fill": "dark"}, {"fill": "#123456", "stroke": "ink"}, {"stroke": "ink", "line": 1.25, "opacity": 0.5},
        {"fill": "dark", "radius": 2.0, "bleed": True}, {"fill": "dark", "radius": (0.0, 1.0, 2.0, "h / 9"), "rotate": 10.0},
        {"fill": "dark", "shape": "ellipse", "rotate": "w"}, {"fill": "=card.hue", "hollow": True, "radius": 3.0},
        {"fill": "dark", "radius": "h / 9"}, {"fill": "dark", "hollow": True}, {"fill": "dark", "opacity": 0.0}, {"fill": "dark", "bleed": True, "ground": True},
    ),
    "qr": ({"text": "7"}, {"field": "cost", "color": "dark", "ground": None, "rotate": 5.0}, {"part": "cost", "ground": "paper"}),
}  # fmt: skip
REPEATS = [
    {"direction": direction, **choice}
    for direction in ("right", "left", "down", "stacked")
    for choice in ({}, {"item": 5.0, "gap": 1.0}, {"item": "item * 3", "spread": True}, {"item": 90.0})
]
GROUNDS: tuple[dict[str, Any], ...] = (
    {"fill": "dark"}, {}, {"bleed": False, "fill": "dark"}, {"fill": "dark", "shape": "ellipse"}, {"fill": "dark", "opacity": 0.5},
    {"fill": "dark", "rotate": 3.0}, {"fill": "dark", "stroke": "ink"}, {"fill": "dark", "radius": 1.0},
    *({"fill": "dark", side: 1.0} for side in WHOLE),
    *({"fill": "dark", side: None, extent: 60.0} for side, extent in (("left", "width"), ("right", "width"), ("top", "height"), ("bottom", "height"))),
)  # fmt: skip
WHOLE_FACES = (
    """width: 63
let:
  a: h / 2
  b_2: 3

instead:
  - {when: card.rank, face: "it's.svg.j2"}
  - {when: card.suit, face: b.svg.j2}
boxes:
  - {name: one, type: shape, left: a, width: 3, top: 4, bottom: 5, fill: primary, when: card.cost > 2}
  - {name: two, type: shape, left: 1, width: 3, top: 4, bottom: 5, fill: dark}
  - {name: layer, type: layer, template: art.svg.j2, left: 0, right: 0, top: 0, bottom: 0}
  - {name: three, type: shape, left: 1, width: 3, top: 4, bottom: 5, fill: dark}
""",
    """height: 88
suits: true
boxes:
  - {name: body, type: text, part: body, left: 0, right: 0, top: 0, bottom: 0}
  - {name: z, type: text, field: zone, left: 0, right: 0, top: 0, bottom: 0}
  - name: list
    type: repeat
    over: card.list
    left: 1
    width: 9
    top: 2
    height: 4
    when: card.list | length > 1
    boxes:
      - {name: i, type: shape, left: 0, right: 0, top: 0, height: 1, fill: dark}
      - {name: j, type: shape, left: 0, right: 0, top: 0, height: 2, fill: dark, when: item.b}

      - {name: k, type: text, value: item.a, left: 0, right: 0, top: 0, height: 3}
      - {name: l, type: shape, left: 0, right: 0, top: 0, height: 4, fill: dark}
""",
    """side: 50
boxes:
  - {name: first, type: text, value: parts.stats, left: 0, right: 0, top: 0, bottom: 0}
  - name: list
    type: repeat
    over: card.list
    direction: down
    left: 1
    width: 9
    top: 2
    height: 4
    boxes:
      - {name: k, type: text, part: cost, left: 0, right: 0, top: 0, height: 3}
      - {name: l, type: shape, left: 0, right: 0, top: 0, height: 4, fill: dark}
""",
    """boxes:
  - name: list
    type: repeat
    over: card.list
    left: 1
    width: 9
    top: 2
    height: 4
    boxes:
      - {name: l, type: shape, left: 0, right: 0, top: 0, height: 4, fill: dark}
      - {name: m, type: text, part: cost, left: 0, right: 0, top: 0, height: 3}
  - {name: ground, type: shape, left: 0, right: 0, top: 0, bottom: 0, bleed: true, fill: dark}
  - {name: inner, type: shape, left: 1, right: 2, top: 3, bottom: 4, bleed: true, fill: dark}
""",
)


def test_every_choice_of_a_box_is_drawn_as_recorded(folder):
    """Whatever a box may state, in a high place of expressions or a wide one of numbers."""
    choices = [{"type": kind, **choice} for kind in CHOICES for choice in CHOICES[kind]]
    cases = [*map(dict.__or__, choices, itertools.cycle((TALL, WIDE)))]
    inner = {"type": "shape", "name": "i", "left": 0.5, "right": 1.5, "top": 0.25, "bottom": 0.75, "fill": "#000000"}
    cases += [{"type": "repeat", "over": "[1, 2]", "boxes": (inner,), **WIDE, **choice} for choice in REPEATS]
    cases += [{"type": "shape", "bleed": True, **WHOLE, **choice} for choice in GROUNDS]
    face = FaceDescription.model_validate({"boxes": tuple({"name": f"b{at}", **box} for at, box in enumerate(cases))})
    card = CARDS[1] | {
        "cost": 3,
        "text": "Draw.",
        "type": "Hero",
        "hue": "dark",
        "style": "s",
        "own field": "own",
        "art": "",
        "map": "m.png",
        "badge": "b",
        "icon": "i",
    }
    (folder / "every.svg.j2").write_text(compile_face(face, {}, "a"))
    found = environment(folder, face_template)

    def drawn(card: dict[str, Any]) -> dict[str, str]:
        markup = rendered_by(found, "every.svg.j2", card, (70, 120))
        pieces = re.split(r"<!--box (\d+) (.*?)-->", re.sub(r"\s*\n\s*", " ", markup))[1:]
        return {at: f"{place}\n{made.strip()}" for at, place, made in zip(*[iter(pieces)] * 3, strict=True)}

    made = drawn(card)
    told = [f"== {box}\n{made.get(str(at), 'nothing')}" for at, box in enumerate(cases)]
    bare = dict.fromkeys(card, "") | {"id": "b"}
    for key, value in card.items():
        told.append(f"== drawn with {key} alone\n{' '.join(drawn(bare | {key: value or 'x'}))}")
    for at, text in enumerate(WHOLE_FACES):
        for make in (face_template, marked_template):
            told.append(f"== {make.__name__} of {at}\n{make('a.face.yaml', Path('a.face.yaml'), text)}")
    check_recorded(Path(__file__).with_name("markup.txt"), told)


def test_a_face_that_is_described_by_boxes_is_traced_as_it_is_drawn(folder):
    """What is wrong with it is then told at a place of the template that the file stands for."""
    source = next(file for file in STOCK if "classic" in file.name)
    found = environment(folder, face_template)
    given = {"card": {"name": "Ann", "id": "a"}, "width": 63, "height": 88, "bleed": BLEED, **SHARED}
    traced = TemplateTracer(found).trace(f"stock/{source.name}", given)
    assert traced and traced.text == found.render_template(f"stock/{source.name}", given)
