"""Fields of positions, declared once, are written and read back; what cannot be read is named with its line."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.plugin.rules.errors import LogError
from cardgen.plugin.rules.position_text import (
    Lines,
    attribute,
    bits,
    counted,
    group,
    integer,
    many,
    number,
    or_none,
    row,
    shown_if,
    word,
    write_fields,
)

PLACES = ("mill", "quay", "ford")
FIELDS = [
    attribute("round", number(1, 12)),
    attribute("pair", row(word(PLACES), integer, separator=" "), ("place", "water")),
    group("carts", [attribute(name, number(0), "carts", at=at, omit=0) for at, name in enumerate(PLACES)]),
    attribute("visited", bits(PLACES), omit=0),
    attribute("stack", many(many(integer), ", ")),
    attribute("deck", counted(PLACES), seen=lambda position, _: f"{len(position.deck)} cards"),
    shown_if(lambda position: position.round > 6, attribute("guest", or_none(word(PLACES), -1), optional=True)),
]
POSITIONS = st.builds(
    SimpleNamespace,
    round=st.integers(1, 12),
    place=st.integers(0, 2),
    water=st.integers(),
    carts=st.lists(st.integers(0, 99), min_size=3, max_size=3),
    visited=st.integers(0, 7),
    stack=st.lists(st.lists(st.integers(), min_size=1).map(tuple)).map(tuple),
    deck=st.lists(st.integers(0, 2)).map(lambda cards: tuple(sorted(cards))),
    guest=st.integers(-1, 2),
)


def blank():
    return SimpleNamespace(carts=[0, 0, 0], visited=0, guest=None)


def read(text, **options):
    position = blank()
    Lines(text, [field.name for field in FIELDS], **options).read(position, FIELDS)
    return position


@given(POSITIONS)
def test_what_is_written_is_read_back(position):
    lines = write_fields(position, FIELDS)
    names = {line.partition(":")[0] for line in lines}
    assert ("carts" in names, "visited" in names) == (any(position.carts), position.visited > 0)
    again = read("\n".join(reversed(lines)))  # the order of lines does not matter
    if position.round <= 6:
        again.guest = position.guest
    assert again == position
    assert write_fields(again, FIELDS) == lines


def test_a_text_of_all_kinds():
    position = SimpleNamespace(
        round=7, place=2, water=-40, carts=[0, 3, 0], visited=5, stack=((1, 2), (3,)), deck=(0, 0, 2), guest=-1
    )
    lines = [
        "round: 7", "pair: ford -40", "carts: quay=3", "visited: mill ford", "stack: 1 2, 3", "deck: mill=2 ford=1",
        "guest: -",
    ]  # fmt: skip
    assert write_fields(position, FIELDS) == lines
    assert write_fields(position, FIELDS, viewer=1) == [*lines[:5], "deck: 3 cards", lines[6]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\nround: 13", "line 2: expected a number from 1 to 12, found '13'"),
        ("round: ١", "line 1: expected a number from 1 to 12, found '١'"),
        ("round: 1\nround: 1", "line 2: 'round' is there twice"),
        ("gest: -", "line 1: unknown line 'gest' in a position; expected 'guest'"),
        ("rounds: 1", "line 1: unknown line 'rounds' in a position; expected 'round'"),
        ("pair: ford", "line 1: expected 2 values, found 1"),
        ("pair: lake 1", "line 1: 'lake' is not one of: mill, quay, ford"),
        ("carts: quay", "line 1: expected 'name=value', found 'quay'"),
        ("carts: lake=1", "line 1: 'lake' is not one of: mill, quay, ford"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(text, message):
    with pytest.raises(LogError) as error:
        read(text)
    assert str(error.value).startswith(f"E703 {message}")


def test_values_are_separated_with_and_without_spaces_and_groups_are_not_optional():
    assert read("stack: 1 2,3 ,4").stack == ((1, 2), (3,), (4,))
    with pytest.raises(LogError, match=r"the line 'carts: \.\.\.' is missing"):
        Lines("", ["carts"]).read(blank(), [FIELDS[2]], complete=True)


def test_numbers_have_the_digits_of_the_longer_limit():
    assert [number(-120, 5).read(text) for text in ("-120", "5", "-7", "005")] == [-120, 5, -7, 5]
    for text in ("-0120", "6", "--1", "+1", ""):
        with pytest.raises(ValueError, match="expected a number from -120 to 5"):
            number(-120, 5).read(text)


def test_of_equal_words_the_first_is_read():
    for words in (("mill", "quay", "mill"), {4: "mill", 2: "quay", 0: "mill"}):
        codec, (first, other, last) = word(words), words if isinstance(words, dict) else range(3)
        assert [codec.read(text) for text in ("mill", "quay")] == [first, other]
        assert [codec.write(number) for number in (first, other, last)] == ["mill", "quay", "mill"]
        with pytest.raises(ValueError, match=r"^'ford' is not one of: mill, quay$"):
            codec.read("ford")


def test_cards_are_counted_in_their_order_and_sets_have_each_word_once():
    assert (counted(PLACES).write((2, 0, 2)), counted(PLACES).write(())) == ("mill=1 ford=2", "-")
    assert counted(PLACES).read("ford=2 mill=1 quay=0") == (0, 2, 2)
    assert read("visited: ford mill ford").visited == 5
    assert write_fields(SimpleNamespace(stack=[]), [attribute("stack", many(integer), omit=[])]) == []


def test_a_complete_text_has_all_lines_but_optional_ones():
    lines = Lines("round: 1", ["round", "guest"])
    lines.read(blank(), [FIELDS[0], FIELDS[-1]], complete=True)
    with pytest.raises(LogError, match=r"E703 the line 'deck: \.\.\.' is missing; expected cards"):
        lines.read(blank(), [attribute("deck", counted(PLACES), expected="cards")], complete=True)


def test_an_expectation_replaces_the_message_of_the_value():
    with pytest.raises(LogError, match="E703 line 3: round: invalid value 'x'; expected a round"):
        Lines("title\nmore\nround: x", ["round"], start=2).read(
            blank(), [attribute("round", integer, expected="a round")]
        )


def test_separators_words_and_what_stands_for_nothing_are_those_of_the_field():
    colours = {3: "red", 0: "blue", 1: "green"}
    for codec, value, text in (
        (row(integer, word(PLACES), integer), (1, 2, 3), "1,ford,3"),
        (row(integer, integer, separator=" / "), (1, 2), "1 / 2"),
        (bits(colours, ", "), 0b1011, "blue, green, red"),
        (bits(("a", "b")), 0b10, "b"),
        (or_none(integer, 7), 7, "-"),
        (or_none(integer, 7), -1, "-1"),
        (or_none(row(integer, integer), ()), (), "-"),
        (counted(("x", "y")), (0, 1, 1), "x=1 y=2"),
        (counted(()), (), "-"),
    ):
        assert (codec.write(value), codec.read(text)) == (text, value)
    assert [
        line.partition(":")[0] for line in write_fields(blank(), [group("boats", [attribute("visited", integer)])])
    ] == ["boats"]
