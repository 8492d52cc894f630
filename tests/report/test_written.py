import pytest

from cardgen.report.source import Node, RowNode, Span, TableColumn
from cardgen.report.written import WrittenWords


def text(words: str, line: int) -> Node:
    return Node(words, Span("deck.yaml", line, 3))


DECK = WrittenWords(
    Node(
        {
            "name": Node({"en": text("Samurai", 1), "pt": text("Samurais", 2)}, Span("deck.yaml", 1)),
            "cards": Node([text("The *Old* Mill", 3), text("Old", 4), text("x", 5), text("Samurai", 6), text("Of", 7)], Span("deck.yaml", 3)),
            "cost": Node(7, Span("deck.yaml", 8)),
        },
        Span("deck.yaml", 1),
    )
)  # fmt: skip


@pytest.mark.parametrize(
    ("shown", "line"),
    [
        ("SAMURAI", 1),
        ("For the Samurais!", 2),
        ("the old mill, again", 3),
        ("an old one", 4),
        ("x", None),
        ("a lord of x", 7),
        ("7", None),
        ("", None),
    ],
)
def test_the_longest_value_that_is_shown_is_found(shown: str, line: int | None) -> None:
    found = DECK.find(shown)
    assert (found and found.line) == line


@pytest.mark.parametrize(
    ("shown", "characters", "parted", "line"),
    [
        ("The Old x", "x", False, 5),
        ("The Old x", "o", False, 4),
        ("mill o", "o", False, None),
        ("mill o", "o", True, 3),
        ("an old one", "o", True, 4),  # what is shown whole
        ("", "o", True, 3),
    ],
)
def test_only_a_value_with_the_wrong_characters_is_found(shown: str, characters: str, parted: bool, line: int | None):
    found = DECK.find(shown, characters, parted=parted)
    assert (found and found.line) == line


@pytest.mark.parametrize(("sheet", "place"), [("ships", "a[ships]!C1"), ("", "a:1")])
def test_wrong_characters_of_a_title_are_in_the_header_of_its_column(sheet: str, place: str):
    columns = {"n2nd": TableColumn("2\u16a0", 3), "name": TableColumn("name", 1)}
    row = RowNode({}, Span("a", 7, 1, 0, sheet), header_span=Span("a", 1, 0, 0, sheet), columns=columns)
    assert str(WrittenWords(row).find("2\u16a0", "\u16a0")) == place
    assert WrittenWords(row).find("2\u16a0") is None, "it is no text of a card"
    keyed = Node({"n2nd \u16a0": Node("a", Span("b", 1, 9), Span("b", 1, 3))}, Span("b", 1))
    assert str(WrittenWords(keyed).find("n2nd \u16a0", "\u16a0")) == "b:1:3"


@pytest.mark.parametrize(("shown", "line"), [("THE OLD MILL", 3), ("the old mill, again", None), ("an old one", None)])
def test_of_whole_values_only_one_that_is_all_of_the_text_is_found(shown: str, line: int | None):
    found = DECK.find(shown, whole=True)
    assert (found and found.line) == line
