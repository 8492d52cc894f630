"""The edits of a file of boxes that gestures make: as small as can be, and exact."""

import re

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.pipeline.face_files import read_face
from cardgen.preview.arrange.answers import edit_of
from cardgen.preview.arrange.edits import BoxChange, BoxFile, shifted
from cardgen.preview.text_edit import TextEdit
from cardgen.report.errors import UnlocatedError
from cardgen.yaml_loader import LOADER

FILE = """# My face
width: 63 # mm

boxes:
  # below all others
  - {name: ground, type: shape, left: 0, right: 0, top: 0, bottom: 0, fill: dark}
  - name: title # the name of the card
    type: text
    field: name
    left: 16.4 if card.cost else 6.8
    right: 6
    top: 3.4
    height: 9

  - {name: rules, type: text, field: text, center: 0, width: 50, bottom: 4, height: h * 0.3 + 2}
  - name: marks
    type: repeat
    over: card.list
    item: 4
    left: 3
    right: 3
    top: 1
    height: 4
    boxes:
      - {name: mark, type: shape, left: 0, right: 0, top: 0, bottom: 0, fill: dark}
  - {name: last, type: icon, icon: star, right: 4, width: 6, bottom: 4, height: 6} # the end
"""
"""A file in the ways in which people write."""


def apply(edit: TextEdit, text: str = FILE) -> str:
    return text[: edit.start] + edit.insert + text[edit.end :]


def changed_lines(text: str) -> list[tuple[str, str]]:
    """The lines that differ from those of the file, if their number is the same."""
    return [(a.strip(), b.strip()) for a, b in zip(FILE.split("\n"), text.split("\n"), strict=True) if a != b]


MOVES = {
    "a box with numbers": (
        {"4": BoxChange(left=1, right=1, top=-0.5, bottom=-0.5)},
        [("- {name: last, type: icon, icon: star, right: 4, width: 6, bottom: 4, height: 6} # the end",
          "- {name: last, type: icon, icon: star, right: 3, width: 6, bottom: 4.5, height: 6} # the end")],
    ),
    "an edge with a condition": (
        {"1": BoxChange(left=1.5)},
        [("left: 16.4 if card.cost else 6.8", "left: (16.4 if card.cost else 6.8) + 1.5")],
    ),
    "a box in the middle, and its formula": (
        {"2": BoxChange(left=2, right=2, top=-3)},
        [("- {name: rules, type: text, field: text, center: 0, width: 50, bottom: 4, height: h * 0.3 + 2}",
          "- {name: rules, type: text, field: text, center: 2, width: 50, bottom: 4, height: h * 0.3 + 5}")],
    ),
    "a width from the right": (
        {"4": BoxChange(right=2)},
        [("- {name: last, type: icon, icon: star, right: 4, width: 6, bottom: 4, height: 6} # the end",
          "- {name: last, type: icon, icon: star, right: 2, width: 8, bottom: 4, height: 6} # the end")],
    ),
    "a box that is repeated": (
        {"3.0": BoxChange(left=0.5)},
        [("- {name: mark, type: shape, left: 0, right: 0, top: 0, bottom: 0, fill: dark}",
          "- {name: mark, type: shape, left: 0.5, right: 0, top: 0, bottom: 0, fill: dark}")],
    ),
    "nothing": ({"1": BoxChange()}, []),
}  # fmt: skip


def test_a_move_changes_the_numbers_of_the_box_alone():
    for name, (changes, wanted) in MOVES.items():
        assert changed_lines(apply(BoxFile(FILE).move(changes))) == wanted, name


STATED = {
    "another value": ("0", {"fill": "accent"}, "fill: dark}", "fill: accent}"),
    "a new key in braces": ("0", {"radius": 2.5}, "fill: dark}", "fill: dark, radius: 2.5}"),
    "a new key below": ("1", {"color": "paper"}, "    height: 9\n", "    height: 9\n    color: paper\n"),
    "a key of a box that repeats": ("3", {"gap": 1.0}, "    height: 4\n", "    height: 4\n    gap: 1\n"),
    "a key less in braces": ("0", {"fill": None}, ", fill: dark}", "}"),
    "a key less that is not there": ("0", {"fill": None, "radius": None}, ", fill: dark}", "}"),
    "a key less below": ("1", {"right": None, "width": 40.0}, "    right: 6\n    top: 3.4\n    height: 9\n",
                         "    top: 3.4\n    height: 9\n    width: 40\n"),
    "a value that needs quotes": ("0", {"when": "card.cost in [1, 2]"}, "fill: dark}", 'fill: dark, when: "card.cost in [1, 2]"}'),
    "a word that is no text": ("1", {"color": "on"}, "    height: 9\n", '    height: 9\n    color: "on"\n'),
}  # fmt: skip


def test_what_a_gesture_moves_by_nothing_keeps_its_digits():
    file = BoxFile("boxes:\n  - {left: 5.125, width: 3.12345, center: 2.125}\n")
    assert file.move({"0": BoxChange(left=1e-9, right=-1e-9)}) == TextEdit(0, 0, "")


def test_boxes_are_found_by_the_names_around_them():
    file = BoxFile("boxes:\n  - {}\n  - {name: a, boxes: [{}, {name: b, boxes: [{}, {name: c}]}]}\n  - name: 5\n")
    around = {("a",): "1", ("a", "0"): "1.0", ("a", "b"): "1.1", ("a", "b", "0"): "1.1.0", ("a", "b", "c"): "1.1.1"}
    assert file.paths() == {("0",): "0", **around, ("5",): "2"}


def test_a_value_is_stated_where_it_belongs():
    for name, (path, values, old, new) in STATED.items():
        text = apply(BoxFile(FILE).state(path, values))
        assert text == FILE.replace(old, new, 1), name
        read_face(text, "a")


def test_boxes_are_added_removed_and_reordered_without_their_neighbours():
    lines = FILE.split("\n")
    added = apply(
        BoxFile(FILE).add(
            {"name": "new", "type": "text", "field": "cost", "left": 1.0, "width": 9.0, "top": 1, "height": 2.0}
        )
    )
    assert added == FILE + "  - {name: new, type: text, field: cost, left: 1, width: 9, top: 1, height: 2}\n"
    assert apply(BoxFile(FILE).remove(["1"])) == "\n".join(lines[:6] + lines[13:])
    assert apply(BoxFile(FILE).remove(["0", "4"])) == "\n".join(lines[:5] + lines[6:25] + [""])
    assert apply(BoxFile(FILE).reorder("0", 1)) == "\n".join(lines[:5] + lines[6:13] + [lines[5]] + lines[13:])
    assert apply(BoxFile(FILE).reorder("4", -1)) == "\n".join([*lines[:15], lines[25], *lines[15:25], ""])
    assert apply(BoxFile(FILE).reorder("4", 1)) == FILE
    assert apply(BoxFile(FILE).reorder("0", -1)) == apply(BoxFile(FILE).move({})) == FILE
    for path, by, most in (("1", 9, 3), ("3", -9, -3)):
        assert BoxFile(FILE).reorder(path, by) == BoxFile(FILE).reorder(path, most)
    assert apply(BoxFile(FILE).remove(["0", "1", "2", "4"])) == "\n".join(
        [*lines[:5], *lines[13:14], *lines[15:25], ""]
    )
    with pytest.raises(UnlocatedError, match="a face has at least one box"):
        BoxFile(FILE).remove("01234")
    for text in (added, apply(BoxFile(FILE).reorder("4", -4))):
        read_face(text, "a")


def test_the_last_line_needs_no_end():
    whole = "boxes:\n- {name: a}\n- {name: b}"
    for edit, names in (
        (BoxFile(whole).add({"name": "c"}), "abc"), (BoxFile(whole).remove(["1"]), "a"), (BoxFile(whole).remove(["0"]), "b"),
        (BoxFile(whole).reorder("1", -1), "ba"), (BoxFile(whole).reorder("0", 1), "ba"), (BoxFile(whole).state("1", {"left": 1}), "ab"),
    ):  # fmt: skip
        text = apply(edit, whole)
        assert "".join(box["name"] for box in yaml.safe_load(text)["boxes"]) == names, text


def test_a_gesture_hits_its_box_also_where_another_program_has_reordered_the_file():
    """The paths of a gesture number the boxes of the text that the page shows."""
    other = apply(BoxFile(FILE).reorder("4", -3))
    for path, here in (("2", "3"), ("3.0", "4.0"), ("4", "1"), ("0", "0")):
        gesture = {"do": "state", "path": path, "values": {"when": "card.cost"}}
        assert edit_of(other, gesture, FILE) == BoxFile(other).state(here, gesture["values"]), path
    moves = {"do": "move", "changes": {"2": {"top": 1}, "4": {"left": 1}}}
    assert edit_of(other, moves, FILE) == BoxFile(other).move({"3": BoxChange(top=1), "1": BoxChange(left=1)})
    assert edit_of(other, {"do": "remove", "paths": ["4", "1"]}, FILE) == BoxFile(other).remove(["1", "2"])
    assert edit_of(other, {"do": "reorder", "path": "4", "by": 2}, FILE) == BoxFile(other).reorder("1", 2)
    assert edit_of(FILE, {"do": "add", "values": {"name": "x"}}) == BoxFile(FILE).add({"name": "x"})
    for path, name in (("2", "rules"), ("3.0", "mark")):
        with pytest.raises(UnlocatedError, match=f"the box {name} was removed or renamed meanwhile"):
            edit_of(apply(BoxFile(FILE).remove([path[0]])), {"do": "state", "path": path, "values": {}}, FILE)
    twice = (
        "boxes:\n- name: left\n  boxes:\n  - {name: mark, top: 1}\n- name: right\n  boxes:\n  - {name: mark, top: 2}\n"
    )
    other = apply(BoxFile(twice).reorder("1", -1), twice)
    gesture = {"do": "state", "path": "1.0", "values": {"top": 3}}
    assert apply(edit_of(other, gesture, twice), other) == other.replace("top: 2", "top: 3")


def test_what_cannot_be_edited_is_refused_in_words():
    for text, path in (
        ("boxes: [{name: a, type: shape, left: 0}]\n", "0"),
        ("boxes: [\n  {name: a},\n  {name: b}\n]\n", "0"),
        ("boxes: &all [{name: a}, {name: b}]\n", "0"),
        ("boxes: 3\n", "0"),
        (": x", "0"),
        ("- boxes: []\n", "0"),
        ("", "0"),
        (FILE, "9"),
        (FILE, "5"),
        (FILE, "-1"),
        (FILE, "1.0"),
        (FILE, "3.1"),
        ("boxes: [{name: a}, b]", "1"),
    ):
        with pytest.raises(UnlocatedError) as caught:
            BoxFile(text).remove([path]) if path == "0" else BoxFile(text).box(path)
        assert "edited as text" in str(caught.value)


LONG = (
    "|\n    card.cost\n", ">-\n    card.cost\n\n    and more\n\n", '"card\n    .cost"\n', "'card\n    .cost' # why\n", "card\n    .cost\n",
    "[1,\n    2\n  ]\n", "{a: 1,\n    b: ']' }\n", "\n    card.cost\n", "[\n    # ]\n  ] # end\n",
)  # fmt: skip


def test_a_value_over_several_lines_is_replaced_and_passed_as_a_whole():
    for value in LONG:
        box = f"- name: a\n  when: {value}"
        for text in (f"boxes:\n{box}  left: 1\n- name: b\n", f"boxes:\n{box}- name: b\n", f"boxes:\n- name: b\n{box}"):
            file, stated = BoxFile(text), yaml.load(text, LOADER)["boxes"]
            first = int(stated[1]["name"] == "a")
            (kept,) = [one for one in stated if one["name"] == "b"]
            for values in ({"when": "x"}, {"when": None}, {"top": 3}, {"left": 2, "name": "c"}):
                edited = yaml.load(apply(file.state(f"{first}", values), text), LOADER)["boxes"]
                wanted = {key: one for key, one in (stated[first] | values).items() if one is not None}
                assert edited == ([kept, wanted] if first else [wanted, kept]), (text, values)
            assert yaml.load(apply(file.remove([f"{first}"]), text), LOADER)["boxes"] == [kept], text
            for path in "01":
                moved = yaml.load(apply(file.reorder(path, -1 if path == "1" else 1), text), LOADER)["boxes"]
                assert moved == stated[::-1], text
            assert yaml.load(apply(file.add({"name": "new"}), text), LOADER)["boxes"] == [*stated, {"name": "new"}], (
                text
            )


def test_what_a_key_lists_below_it_is_edited_as_text():
    for value in ("\n  - 1\n  - 2\n", "\n    a: 1\n", "\n"):
        text = f"boxes:\n- name: a\n  when: {value}  left: 1\n"
        with pytest.raises(
            UnlocatedError, match="the value is a list below its key, or left out, so it is edited as text"
        ):
            BoxFile(text).state("0", {"when": "card.name"})
        assert apply(BoxFile(text).state("0", {"left": 2}), text) == text.replace("left: 1", "left: 2")


def test_a_box_in_braces_is_edited_where_people_write_it():
    for box, values, wanted in (
        ("{a: 1, b: 2 }", {"c": 3}, "{a: 1, b: 2, c: 3 }"),
        ("{a: 1, b: 2, }", {"c": 3}, "{a: 1, b: 2, c: 3, }"),
        ("{a: 1, b: [2, 3] }", {"c": 3}, "{a: 1, b: [2, 3], c: 3 }"),
        ("{a: 1, # why\n   b: 2 # so\n  }", {"c": 3, "d": 4}, "{a: 1, # why\n   b: 2, c: 3, d: 4 # so\n  }"),
        ("{a: 1,  b: 2}", {"a": None}, "{b: 2}"),
        ("{a: 1, b: 2 }", {"b": None}, "{a: 1 }"),
        ("{a: 1, b: 2}", {"b": None, "c": "x y"}, "{a: 1, c: x y}"),
        ("{a: 1, b: 2}", {"b": 5, "c": "p, q"}, '{a: 1, b: 5, c: "p, q"}'),
    ):
        text = f"boxes:\n- {box}\n"
        assert apply(BoxFile(text).state("0", values), text) == f"boxes:\n- {wanted}\n", box


def test_a_length_keeps_its_form_when_a_distance_is_added():
    for value, by, wanted in (
        (3, 1.25, "4.25"), (2.346, 0.1, "2.45"), ("h", 0.25, "h + 0.25"), ("h + 0.25", 0.5, "h + 0.75"), ("h - 2", -1.5, "h - 3.5"),
        ("h - 2", 2, "h"), ("h - 2", 3, "h + 1"), ("max(a, b) - 2", 2, "max(a, b)"), ("(a)", 1, "(a) + 1"),
        ("a < b", 1, "(a < b) + 1"), ("a if b else c - 2", 1, "(a if b else c - 2) + 1"), ("(a if b else c)", 1, "(a if b else c) + 1"),
        *((f"a {word} b", 1, f"(a {word} b) + 1") for word in ("and", "or", "in", "is", "==", ">", "<=")), ("not a", 1, "(not a) + 1"), ("note + inner", 1, "note + inner + 1"),
        ("(a if b else c) + 1", -1, "(a if b else c)"), ("(a if b else c) - 2", 1, "(a if b else c) - 1"),
        ("(a) if b else (c)", 1, "((a) if b else (c)) + 1"), ("(a) if b else c - 2", 1, "((a) if b else c - 2) + 1"),
    ):  # fmt: skip
        assert shifted(value, by, in_braces=False) == wanted, value


def length_at(written: str) -> float:
    return eval(written.strip('"'), {}, {"h": 88.0, "card": {"cost": 3}})


@settings(max_examples=60)
@given(
    st.sampled_from(
        [0, 4, 2.25, -1, "h", "h / 2", "h * 0.3 + 2", "9 if card['cost'] else 3", "(h if h > 3 else 1) - 0.5"]
    ),
    st.lists(st.integers(-40, 40).map(lambda quarter: quarter / 4), min_size=1, max_size=8),
)
def test_any_number_of_gestures_add_up(value, steps):
    now, wanted = value, length_at(str(value)) + sum(steps)
    for step in steps:
        word = shifted(now, step, in_braces=True)
        now = float(word) if re.fullmatch(r"-?[\d.]+", word) else word.strip('"')
    assert length_at(str(now)) == pytest.approx(wanted, abs=0.01)
    assert len(str(now)) <= len(str(value)) + 14  # one offset, however many gestures


ODD = """boxes:
- {name: "a, {b}", type: text, at: [1, [2, 3]], left: 1, more: {x: '}', y: 2}, top: 'it''s' } # end
- name: b

  when: "a \\" b" # why
  left:   2.50   # far
  list: [1,
    2]
  boxes:
  - {type: shape, left: 1}
  - name: inner
    left: 3
- {type: shape, name: 'it''s', fill: "}"}
"""


def test_any_value_is_stated_and_taken_away_wherever_it_stands():
    """Read as YAML, the file differs by what was stated alone."""
    for path in ("0", "1", "1.0", "1.1", "2"):
        first, *rest = map(int, path.split("."))

        def box(text, first=first, rest=rest):
            found = yaml.load(text, LOADER)["boxes"][first]
            return found["boxes"][rest[0]] if rest else found

        stated = box(ODD)
        for values in (
            {},
            *({key: value} for key in stated if key != "boxes" for value in (None, 5.25, "x")),
            {"new": "a: b", "other": "{{ x }}", "third": -1.23456, "shown": True, "hidden": False, "list": "[1, 2]"},
            {"quote": 'say "a" \\ b', "two": "a\nb", "number": "12", "word": "Null", "colon": "a:b", "end": "a "},
            dict.fromkeys([key for key in stated if key != "boxes"][:2]),
            dict.fromkeys([key for key in stated if key != "boxes"][1:]) | {"last": 1},
        ):
            try:
                text = apply(BoxFile(ODD).state(path, values), ODD)
            except UnlocatedError as error:
                assert str(error).endswith("so it is edited as text"), (path, values)
                continue
            wanted = stated | values | ({"third": -1.2346, "list": [1, 2]} if "third" in values else {})
            assert box(text) == {key: value for key, value in wanted.items() if value is not None}, (path, values, text)
            others = [one for number, one in enumerate(yaml.load(text, LOADER)["boxes"]) if number != first]
            assert others == [one for number, one in enumerate(yaml.load(ODD, LOADER)["boxes"]) if number != first], (
                text
            )
            assert "# end" in text and text.startswith("boxes:\n- "), text


def test_what_is_no_list_of_boxes_is_refused():
    for text in ("", "5", "- a", "boxes: 5", "boxes:", "boxes: {a: 1}", "boxes: [", "face: []"):
        with pytest.raises(UnlocatedError, match="the file cannot be read"):
            BoxFile(text)
    file = BoxFile("boxes:\n  - {name: a, boxes: [{name: b}, 5]}\n  - 5\n  - {boxes: {c: 1}}\n")
    assert file.paths() == {("a",): "0", ("a", "b"): "0.0", ("a", "1"): "0.1", ("1",): "1", ("2",): "2"}
    assert [sorted(file.box(path).value) for path in ("0", "0.0", "2")] == [["boxes", "name"], ["name"], ["boxes"]]
    for path in ("1", "3", "-1", "0.1", "0.2", "0.-1", "0.0.0", "1.0", "2.0"):
        with pytest.raises(UnlocatedError, match=f"there is no box {path}"):
            file.box(path)
