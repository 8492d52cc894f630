"""A file that is read again after an edit is as if it were read for the first time."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.read import yaml_edit
from cardgen.read.yaml import load_yaml
from cardgen.read.yaml_edit import EditedYaml
from cardgen.report.diagnostics import Collector

TEXT = """\
game: cards
title: Tide Pool
palette:
    primary: "#9e1b1f"
    # the sign
    mon: {x: 1}
# of the sea
cards:
  # the first
  - {id: fish, name: Lantern Fish, text: "Draw a card.",
     copies: 3}
  - id: tide
    text: |
      Reveal your hand.
      # and more

  # the last
  - id: crab
    name: Hermit Crab
    text: Hide
      here.
    more: [{a: 1}, {b: 2}]
notes:
- one
- two
other: true
"""
NAME = "deck.yaml"


def whole(file: Path) -> tuple[object, list[object]]:
    found = Collector()
    return load_yaml(file, found, NAME), found.items


def again(edited: EditedYaml, file: Path) -> tuple[object, list[object]]:
    found = Collector()
    return edited.read(file, found, NAME), found.items


@pytest.mark.parametrize(
    ("before", "after", "alone"),
    [
        ("Lantern Fish", "Angler Fish", True),
        ("copies: 3}", "copies: 4, cost: 1}", True),
        ("Reveal your hand.", "Show it.", True),
        ("- id: crab", "-   id: crab", False),
        ("- one", " - one", False),
        ("- one", "- {one: 1}", True),
        ("- two", "- [two]", True),
        ("      # and more", "      # and less", True),
        ("  # the last", "  # the very last", True),
        ("  # the last", "    # the last", True),
        ("Tide Pool", "Rock Pool", True),
        ("title: Tide Pool", "title: [Tide, Pool]", False),
        ("title: Tide Pool", "title: |", True),
        ("title: Tide Pool", "# title: Tide Pool", False),
        ("title: Tide Pool", "title: 'Tide Pool", False),
        ("title: Tide Pool", "name: Tide Pool", False),
        ("title: Tide Pool", "notes: Tide Pool", False),
        ("title: Tide Pool", " title: Tide Pool", False),
        ("title: Tide Pool", "? title : Tide Pool", False),
        ("title: Tide Pool", "--- title: Tide Pool", False),
        ("title: Tide Pool", "title: Tide Pool, other: {a: 1", False),
        ("title: Tide Pool", "title: {Tide: Pool}", True),
        ("#9e1b1f", "#9e1b20", True),
        ("    mon: {x: 1}", "    mon: {x: 1, y: [2]}", True),
        ("    mon: {x: 1}", "  mon: {x: 1}", False),
        ("    mon: {x: 1}", "    primary: 1", False),
        ("    mon: {x: 1}", "- mon", False),
        ("    mon: {x: 1}", "mon: {x: 1}", False),
        ("# of the sea", "# of the land", True),
        ("other: true", "other: false", True),
        ("  - id: crab", "  id: crab", False),
        ("  - id: crab", "   - id: crab", False),
        ("      here.", "  here.", False),
        ("      here.", "   - here.", False),
        ("copies: 3}", "copies: 3", False),
        ("copies: 3}", "copies: 3}}", False),
        ("name: Hermit Crab", "id: Hermit Crab", False),
        ("Hermit Crab", "&crab Hermit Crab", False),
        ("Hermit Crab", "*crab", False),
        ("Hermit Crab", "'Hermit Crab", False),
        ("Hermit Crab", "!!str Hermit Crab", False),
        ("Hermit Crab", "Hermit\u2028Crab", False),
        ("- two", "-", False),
        ("- two", "two: 2", False),
        ("- two", "- two\n- three", False),
        ("- two", "---", False),
    ],
)
def test_an_edit_gives_what_the_whole_file_gives(tmp_path, monkeypatch, before, after, alone):
    file = tmp_path / NAME
    file.write_text(TEXT, "utf-8")
    edited = EditedYaml()
    assert again(edited, file) == whole(file)
    composed: list[str] = []
    composer = yaml_edit.Composer

    def noted(text: str, *rest: object) -> object:
        composed.append(text)
        return composer(text, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(yaml_edit, "Composer", noted)
    assert before in TEXT
    file.write_text(TEXT.replace(before, after, 1), "utf-8")
    assert again(edited, file) == whole(file)
    assert (file.read_text("utf-8") not in composed) == alone
    file.write_text(TEXT, "utf-8")
    assert again(edited, file) == whole(file)


LINES = st.sampled_from(
    [*TEXT.splitlines(), "", "#", "  -", "- ", "  - a", "    b: '", '    "', "    - {", "   }", "x: >", "  k: &a 1"]
)


@settings(max_examples=150)
@given(st.lists(st.tuples(st.integers(0, 20), LINES | st.text("ab:-?&*![]{}|>'\"# ,", max_size=12)), max_size=5))
def test_any_lines_give_what_the_whole_file_gives(tmp_path_factory, changes):
    file = tmp_path_factory.mktemp("deck") / NAME
    file.write_text(TEXT, "utf-8")
    edited = EditedYaml()
    again(edited, file)
    lines = TEXT.splitlines()
    for at, line in changes:
        lines[at % len(lines)] = line
        file.write_text("\n".join(lines) + "\n", "utf-8")
        assert again(edited, file) == whole(file)


def test_what_is_done_to_a_tree_is_not_in_the_next_one(tmp_path):
    file = tmp_path / NAME
    file.write_text(TEXT, "utf-8")
    edited = EditedYaml()
    root, _ = again(edited, file)
    root.value.pop("title")
    root.value["notes"].value = []
    root.value["cards"].value.clear()
    assert again(edited, file) == whole(file)
    assert root.value["cards"] is not again(edited, file)[0].value["cards"]


def test_values_that_were_not_edited_are_the_same_objects(tmp_path):
    file = tmp_path / NAME
    file.write_text(TEXT, "utf-8")
    edited = EditedYaml()
    before = again(edited, file)[0].value["cards"].value
    file.write_text(TEXT.replace("Hermit", "Ghost"), "utf-8")
    after = again(edited, file)[0].value["cards"].value
    assert [old is new for old, new in zip(before, after, strict=True)] == [True, True, False]


def test_a_file_whose_values_do_not_begin_its_lines_is_read_whole(tmp_path):
    file = tmp_path / NAME
    for text in (
        "{a: 1,\n b: [2]}\n", " a: 1\n b:\n - 2\n", "? a\n: 1\n", "{a: 1}\n", "a: 1\n", "- 1\n- 2\n", "a: [1]\nb: 2\n",
        "a:\n  [1]\nb: 2\n", "a: 'x\u2028y'\nb: 1\nc: 2\nd: 3\n", "a: 'x\x85y'\nb:\n- 1\n- 2",
    ):  # fmt: skip
        edited = EditedYaml()
        for edit in (text, text.replace("1", "3"), text.replace("2", "[4]"), text):
            file.write_text(edit, "utf-8")
            assert again(edited, file) == whole(file), edit
        found = Collector()
        assert EditedYaml().read(file, found, NAME, lists=True) == load_yaml(file, found, NAME, lists=True)


def test_a_long_value_is_read_with_its_whole_file(tmp_path, monkeypatch):
    composed = []
    composer = yaml_edit.Composer
    monkeypatch.setattr(yaml_edit, "Composer", lambda text, *rest: composed.append(text) or composer(text, *rest))
    file = tmp_path / NAME
    line = "  - {id: a, name: Crab}"
    for most, is_whole in ((len(line), False), (len(line) - 1, True)):
        monkeypatch.setattr(yaml_edit, "MOST", most)
        file.write_text(f"cards:\n{line.replace('Crab', 'Fish')}\n  - {{id: b}}\n")
        edited = EditedYaml()
        again(edited, file)
        file.write_text(f"cards:\n{line}\n  - {{id: b}}\n")
        composed.clear()
        assert again(edited, file) == whole(file)
        assert (file.read_text() in composed[:1]) == is_whole


def test_an_edit_of_what_another_value_refers_to_is_read_whole(tmp_path):
    file, edited = tmp_path / NAME, EditedYaml()
    for text in ("a: &x 1\nb: *x\nc: 2\n", "a: 1\nb: *x\nc: 2\n", "a: &x 3\nb: *x\nc: 2\n"):
        file.write_text(text)
        assert again(edited, file) == whole(file), text


def test_a_file_that_is_gone_is_told_and_read_again_once_it_is_back(tmp_path):
    file, edited = tmp_path / NAME, EditedYaml()
    for text in (None, TEXT, None, TEXT.replace("Tide Pool", "Rock Pool")):
        file.write_text(text) if text else file.unlink(missing_ok=True)
        root, found = again(edited, file)
        assert (root, found) == whole(file) and (root is None) == (text is None) == bool(found)
