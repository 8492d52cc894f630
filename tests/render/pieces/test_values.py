"""What differs from piece to piece of a kind: how often it is printed, its size, its outline, its place and its name."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cardgen.geometry.folds import Fold
from cardgen.geometry.outlines import RECTANGLE, ROUND
from cardgen.geometry.units import Rect, Size
from cardgen.model.drawing import Artwork, Drawing, PlacedArtwork, PlacedImage, TextSpan, View
from cardgen.model.piece import Place
from cardgen.plugin.components import Entry, FieldInfo, PieceKind
from cardgen.plugin.making import DieNet, HubOf, PieceVariant
from cardgen.read.yaml import read_value
from cardgen.render.pieces.naming import _wrong, described_kind, place_of, shown_fields
from cardgen.render.pieces.nets_and_parts import draw_nets_and_parts, made_bleed
from cardgen.render.pieces.values import DeckValues, PieceValue, distinct, fitted_outline
from cardgen.report.diagnostics import Collector, Diagnostic
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.report.source import Node, RowNode, Span, TableColumn

HERE = Span("suns.yaml")
NODE: Any = SimpleNamespace(value={}, nearest=lambda path: Span("suns.yaml", 1 + path[1], 1 + len(path)))
KIND = PieceKind("cards", lambda _: (), "face.svg.j2", size=lambda _: Size(20, 40))


def entry(name: str, at: int = 0, **more: Any) -> Entry:
    return Entry(name, {"id": name}, ("cards", at), **more)


def values(players: int = 0) -> DeckValues:
    renderer: Any = SimpleNamespace(shared={"players": players}, diagnostics=Collector())
    deck: Any = SimpleNamespace(game="suns", node=NODE)
    return DeckValues(deck, Size(50, 60), renderer)


def value(variant: PieceVariant | None = None, **data: Any) -> PieceValue:
    return PieceValue(entry("a"), data, 1, variant or PieceVariant())


def test_a_value_that_is_stated_twice_is_one_piece_and_told() -> None:
    first, again, equal = entry("a"), entry("a", 1), entry("a")
    found = Collector()
    kept = [*distinct([first, entry("b", 2), again, equal], values().deck, found)]
    assert [(one.id, one.path) for one in kept] == [("a", ("cards", 0)), ("b", ("cards", 2))] and kept[0] is first
    assert [(item.code, item.span, item.notes) for item in found.items] == [
        ("E205", Span("suns.yaml", line, 4), (("first used", Span("suns.yaml", 1, 4)),)) for line in (2, 1)
    ]


@pytest.mark.parametrize(
    ("outline", "fold", "words"),
    [
        (ROUND, Fold(base="none"), "needs one straight side along its top"),
        (RECTANGLE, Fold(base="tab", width=30), "30 mm wide, but its feet are 20 mm"),
        (RECTANGLE, Fold(base="slot", width=7, slits=3), "7 mm wide, but its feet are 20 mm"),
    ],
)
def test_an_outline_that_cannot_be_folded_is_told_with_its_kind(outline, fold, words) -> None:
    with pytest.raises(UnlocatedError, match=words) as caught:
        fitted_outline("cards", outline, fold, Size(20, 40))
    assert caught.value.code == "E510" and caught.value.message.startswith("the pieces of 'cards' cannot be cut out: ")
    assert fitted_outline("cards", outline, None, Size(20, 40)) == outline


def test_a_variant_may_be_flat_or_folded_and_have_an_outline_of_its_own() -> None:
    folded = replace(KIND, fold=Fold())
    flat, other = PieceVariant(fold=False, outline=ROUND), PieceVariant(outline=ROUND)
    assert values().outline(folded, value(flat), Size(20, 40)) == ROUND
    assert values().outline(KIND, value(other), Size(20, 40)) == ROUND
    for kind, variant in ((folded, other), (KIND, PieceVariant(fold=Fold(), outline=ROUND))):
        with pytest.raises(UnlocatedError, match="one straight side along its top"):
            values().outline(kind, value(variant), Size(20, 40))


def test_a_game_is_asked_once_for_the_size_of_a_kind() -> None:
    asked: list[str] = []
    kinds = [
        replace(KIND, name=name, size=lambda card, side=side: asked.append("size") or Size(side, card.height))  # type: ignore[func-returns-value,misc]
        for name, side in (("cards", 20), ("tiles", 30))
    ]
    own, found = PieceVariant(size=lambda card: Size(1, card.width)), values()
    sizes = [found.size(kind, value(variant)) for kind in kinds for variant in (None, own, None)]
    assert sizes == [Size(side, length) for side in (20, 30) for side, length in ((side, 60), (1, 50), (side, 60))]
    assert len(asked) == 2


def test_what_is_wrong_with_a_number_of_copies_is_told_once_and_the_stated_one_is_taken() -> None:
    def counted(data: Mapping[str, Any], copies: int, players: int) -> int:
        if players == 2:
            raise CardgenError([Diagnostic("E222", "one"), Diagnostic("E222", "two")])
        if players == 3:
            raise UnlocatedError("E442", "no number")
        return 100 * copies + players

    kind = replace(KIND, copies_for=counted)
    for players, copies, told in (
        (0, 5, []),
        (1, 501, []),
        (2, 5, [("one", None), ("two", None)]),
        (3, 7, [("no number", Span("suns.yaml", 3, 4))]),
        (4, 704, []),
    ):
        found = values(players)
        for _ in range(2):
            assert found._copies(kind, entry("a", 2, copies=5, copies_for={3: 7, 4: 7}), {}) == copies
        assert [(item.message, item.span) for item in found.renderer.diagnostics.items] == told, players
    assert values(3)._copies(KIND, entry("a", copies=5, copies_for={3: 0}), {}) == 0


def test_a_card_has_a_place_of_its_own_only_where_its_kind_lies_on_the_table() -> None:
    own, there, variant = {"x": 1, "z": 2, "turn": 90}, Place(3, 4, 5), PieceVariant(place=Place(6, 7, 8))
    laid = replace(KIND, place=there)
    field = replace(laid, fields=(FieldInfo("place", "Place", "text"),))
    for kind, of, place in (
        (laid, value(place=own), Place(1, 2, 90)), (laid, value(variant, place=own), Place(1, 2, 90)), (laid, value(place="home"), there),
        (laid, value(variant), Place(6, 7, 8)), (laid, value(), there), (field, value(place=own), there), (KIND, value(place=own), None),
        (KIND, value(variant, place={"x": 1}), Place(6, 7, 8)),
    ):  # fmt: skip
        assert place_of(kind, of) == place


def test_a_text_is_found_where_all_of_it_is_written_or_any_word_with_a_wrong_letter() -> None:
    node = read_value("cards:\n  - name: Sunday\n    text: Sun\n    tags: Day, Sunk\n", Collector())
    find = _wrong(SimpleNamespace(node=node), entry("a"))  # type: ignore[arg-type]
    lines = [
        place and place.line
        for place in (find("SUN", ""), find("Sunday", ""), find("Sundays", ""), find("Sunk", ""), find("Sunk", "k"))
    ]
    assert lines == [3, 2, None, None, 4]


def test_titled_columns_of_lists_that_are_no_fields_are_shown_behind_the_fields() -> None:
    def row(columns: Mapping[str, TableColumn], **cells: Any) -> RowNode:
        return RowNode({key: Node(value, HERE) for key, value in cells.items()}, HERE, columns=columns)

    own = {"id": TableColumn("Id", 1)}
    first = own | {
        "weight": TableColumn("Weight", 4, "Weight"), "cost": TableColumn("Cost", 2, "Price"), "mood": TableColumn("Mood", 3, "Mood"),
        "mood.pt": TableColumn("Mood.pt", 5, "Mood.pt"), "odd": TableColumn("Odd", 6, "Odd"), "open": TableColumn("Open", 7, "Open"),
    }  # fmt: skip
    second = own | {"mood": TableColumn("Temper", 2, "Temper"), "age": TableColumn("Age", 3, "Age")}
    rows = [
        row(first, id="a", weight=1.5, cost=2, mood="sad", odd=1, open=True), row(first, weight=3, cost=2, odd="b", open=False),
        row(second, mood=1, age=4), Node({"age": Node("old", HERE), "more": Node(1, HERE)}, HERE),
        row(first, weight=None), Node("a name alone", HERE), Node(7, HERE),
    ]  # fmt: skip
    cost = FieldInfo("cost", "Cost", "integer")
    for found, shown in (
        (rows[:1], [("mood", "Mood", "text"), ("weight", "Weight", "number"), ("odd", "Odd", "number"), ("open", "Open", "text")]),
        (rows, [("mood", "Temper", "words"), ("weight", "Weight", "number"), ("odd", "Odd", "words"), ("open", "Open", "text"), ("age", "Age", "words")]),
        (rows[2:3], [("mood", "Temper", "number"), ("age", "Age", "number")]), ([], []), ("none", []), (None, []),
    ):  # fmt: skip
        deck: Any = SimpleNamespace(node=Node({} if found is None else {"cards": Node(found, HERE)}, HERE))
        given = shown_fields(replace(KIND, fields=(cost,)), deck)
        assert given == (cost, *(FieldInfo(*one) for one in shown))


def test_one_column_of_sentences_at_most_is_the_text_of_cards_and_none_beside_a_text() -> None:
    columns = {key: TableColumn(key, at, key) for at, key in enumerate(("note", "hint"), 1)}

    def types(**more: str) -> list[str]:
        cells = {key: Node(value, HERE) for key, value in {"note": "It is.", "hint": "It was.", **more}.items()}
        deck: Any = SimpleNamespace(node=Node({"cards": Node([RowNode(cells, HERE, columns=columns)], HERE)}, HERE))
        return [field.type for field in shown_fields(replace(KIND, fields=()), deck)]

    assert types() == ["prose", "fact"]
    assert types(text="Draw.") == types(rules="Draw.") == ["fact", "fact"]


def test_a_column_of_truth_values_is_none_of_numbers() -> None:
    renderer: Any = SimpleNamespace(shared={"t": {}, "deck": {"cards": [{"swift": True, "power": 2}]}}, language="en")
    assert described_kind(replace(KIND, name="cards", fields=()), renderer)["numbers"] == ["power"]


def test_only_the_small_discs_of_a_hub_have_a_bleed_of_a_millimetre_at_most() -> None:
    kinds = ((None, 3), (None, 0.5), (DieNet(16, 4), 3), (HubOf("dial"), 3), (HubOf("dial"), 0.5))
    assert [made_bleed(replace(KIND, made=made, bleed=bleed)) for made, bleed in kinds] == [3, 0.5, 3, 1, 0.5]


def test_words_on_a_die_are_printed_once_and_its_sides_bleed_below_their_neighbours() -> None:
    word, asked = TextSpan("font", 3, "#000000", 1, 2, (), 0), []
    side = Rect(0, 0, 16, 16)
    pictures = (
        PlacedArtwork(Artwork("<svg/>", Size(16, 16)), side),
        PlacedImage(Path("a.png"), side, side),
        View(side, ()),
    )

    def draw_side(_template: str, variables: Mapping[str, Any], size: Size, bleed: float, _subject: Any) -> Drawing:
        asked.append((variables["side"], bleed))
        return Drawing(size, bleed, (*pictures, word))

    renderer: Any = SimpleNamespace(
        shared={"players": 0, "t": {}, "deck": {}}, language="en", diagnostics=Collector(), draw_side=draw_side
    )
    deck: Any = SimpleNamespace(game="suns", node=NODE, data=None)
    die = Entry("die", {"id": "die", "name": "Die", "sides": [*"abcdef"]}, ("dice", 0))
    kind = replace(KIND, name="dice", entries=lambda _: (die,), made=DieNet(16, 4))
    (piece,) = draw_nets_and_parts(kind, DeckValues(deck, Size(50, 60), renderer))
    assert [side for side, bleed in asked if bleed] == [side for side, bleed in asked if not bleed] == [*"abcdef"]
    kinds = [type(item) for item in piece.face.items]
    assert kinds == [PlacedArtwork, PlacedImage, View] * 6 + [PlacedArtwork, PlacedImage, View, TextSpan] * 6
