import os
from pathlib import Path

from cardgen.report.source import Node, RowNode, Span, TableColumn, column_letters, display_path, place_of_byte


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
    assert TREE.nearest(("cards", 8)).line == TREE.nearest(("cards", 2)).line == 2
    assert TREE.nearest(("nope",), key=True).line == 1


def test_parts_that_the_file_does_not_hold_are_skipped():
    assert TREE.nearest(("cards", 0, "<tag>", "name")).line == 4
    assert TREE.nearest(("cards", "<tag>", 0, "name")).line == 4
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
    for whole in (plain.part("cos"), plain.part("ost"), plain.part("")):  # a part of a word is none
        assert whole == plain.span
    folded = Node("a\nb", Span("a.yaml", 2, 8, 11))
    assert folded.part("b") == folded.span


def test_a_cell_of_a_worksheet_is_named_by_its_letters():
    assert [column_letters(number) for number in (1, 26, 27, 52, 53, 702, 703, 0)] == [
        *("A", "Z", "AA", "AZ", "BA", "ZZ", "AAA", "")
    ]
    spans = [Span("a.xlsx", *place, sheet="ships") for place in ((4, 28), (4,), ())]
    assert [(str(span), span.cell) for span in spans] == [
        ("a.xlsx[ships]!AB4", "AB4"),
        ("a.xlsx[ships]!4", "4"),
        ("a.xlsx[ships]", ""),
    ]
    assert Span("a.csv", 4, 28).cell == ""


def test_a_cell_has_a_place_also_if_it_is_empty():
    columns = {"cost": TableColumn("Cost", 3)}
    sheet, csv = (RowNode({}, Span("a", 7, 1, 0, name), columns=columns) for name in ("ships", ""))
    assert sheet.cell_span("cost") == Span("a", 7, 3, 0, "ships")
    assert sheet.cell_span("name") == sheet.span
    assert csv.cell_span("cost") == csv.span


def test_a_byte_has_a_line_and_a_column():
    data = "\ufeffä\nb\r\nc".encode() + b"\xff"
    places = {3: (1, 1), 5: (1, 2), 6: (2, 1), 9: (3, 1), 10: (3, 2), 11: (3, 3)}
    assert {offset: place_of_byte(data, offset) for offset in places} == places


def test_words_in_quotes_have_a_place_only_where_nothing_is_escaped():
    def part(value, width, **more):
        return Node(value, Span("a.yaml", 2, 8, 8 + width, **more)).part("cost")

    assert part("a cost", 6) == Span("a.yaml", 2, 10, 14)
    assert part("a cost", 8) == Span("a.yaml", 2, 11, 15)
    for value, width in (("a cost", 7), ("a cost", 9), ('a "cost"', 10), ("a\\ cost", 9), ("it's cost", 11)):
        assert part(value, width) == Span("a.yaml", 2, 8, 8 + width), value
    assert part('a "cost"', 8) == Span("a.yaml", 2, 11, 15)
    assert part("a cost", 6, sheet="ships").column == 8
