import os
from pathlib import Path

from cardgen.report.source import Node, Span, display_path


def node(value: object, line: int, key_line: int = 0) -> Node:
    return Node(value, Span("a.yaml", line, 3), Span("a.yaml", key_line, 1) if key_line else None)


TREE = node({"cards": node([node({"name": node("Dojo", 4, 3)}, 2), node(7, 5)], 2, 1), "5": node(1, 9)}, 1)


def test_a_place_is_shown_as_far_as_it_is_known():
    assert str(Span("a.yaml", 3, 7, 9)) == "a.yaml:3:7"
    assert str(Span("a.yaml", 3)) == "a.yaml:3"
    assert str(Span("a.yaml")) == "a.yaml"


def test_plain_values_have_no_places():
    assert TREE.plain() == {"cards": [{"name": "Dojo"}, 7], "5": 1}


def test_the_nearest_place_is_that_of_the_last_part_there_is():
    assert TREE.nearest(()).line == 1
    assert TREE.nearest(("cards", 0, "name")).line == 4
    assert TREE.nearest(("cards", 0, "name"), key=True).line == 3
    assert TREE.nearest(("cards", 0, "nope")).line == 2
    assert TREE.nearest(("cards", 8)).line == 2
    assert TREE.nearest(("nope",), key=True).line == 1


def test_parts_that_the_file_does_not_hold_are_skipped():
    assert TREE.nearest(("cards", 0, "<tag>", "name")).line == 4
    assert TREE.nearest((5,)).line == 1  # an index is no key


def test_a_path_below_the_current_folder_is_shown_short(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert display_path(str(tmp_path / "decks" / "a.yaml")) == os.path.join("decks", "a.yaml")  # noqa: PTH118
    assert display_path(str(tmp_path.parent)) == str(tmp_path.parent)
    assert display_path("a.yaml") == "a.yaml"


def test_without_a_current_folder_a_path_stays(tmp_path, monkeypatch):
    monkeypatch.setattr(Path, "cwd", lambda: tmp_path)

    def gone(*_args: object) -> str:
        raise FileNotFoundError

    monkeypatch.setattr(os.path, "relpath", gone)
    assert display_path("/x/a.yaml") == "/x/a.yaml"


def test_words_inside_of_a_text_have_their_own_place():
    text = "card.cost <= energy"
    plain, quoted = (Node(text, Span("a.yaml", 2, 8, 8 + len(text) + more)) for more in (0, 2))
    assert (plain.part("energy").column, plain.part("energy").end) == (21, 27)
    assert quoted.part("cost").column == 8 + 1 + 5
    for whole in (plain.part("cos"), plain.part("")):  # a part of a word is none
        assert whole == plain.span
    folded = Node("a\nb", Span("a.yaml", 2, 8, 11))
    assert folded.part("b") == folded.span
