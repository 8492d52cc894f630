from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from cardgen.exports import mpc_order
from cardgen.exports.bundle import Bundle
from cardgen.exports.mpc_order import BRACKETS, order_xml
from cardgen.write.file_set import file_set

STOCKS = {"(S27) Smooth", "(S30) Standard Smooth", "(S33) Superior Smooth", "(M31) Linen", "(P10) Plastic"}


def read_order(text: bytes) -> tuple[int, dict[str, dict[int, str]]]:
    """Read an order as the tool does, whose tags these are: the quantity, and the picture of each slot of each side."""
    order = ElementTree.fromstring(text)
    assert [child.tag for child in order] == ["details", "fronts", "backs", "cardback"]
    details = {child.tag: child.text for child in order.find("details")}
    assert details.keys() == {"quantity", "bracket", "stock", "foil"}
    assert details["stock"] in STOCKS
    assert int(details["quantity"]) <= int(details["bracket"])
    sides: dict[str, dict[int, str]] = {}
    for side in ("fronts", "backs"):
        cards = [{child.tag: child.text for child in card} for card in order.find(side)]
        slots = [(int(slot), card["id"]) for card in cards for slot in card["slots"].split(",")]
        assert len(slots) == len(dict(slots)), "a slot has one picture"
        assert all(card["id"] == f"cards/{card['name']}" for card in cards)
        sides[side] = dict(slots)
    return int(details["quantity"]), sides


def test_an_order_has_a_face_and_a_back_for_each_card_and_the_pictures_beside(exported):
    result, manifest = exported("mpc-autofill")
    assert manifest["orders"] == ["suns.xml"]
    quantity, sides = read_order((result.folder / "suns.xml").read_bytes())
    assert quantity == 11
    assert [sides["fronts"][slot] for slot in range(11)] == ["cards/001_dawn_front.png"] * 10 + [
        "cards/002_dusk_front.png"
    ]
    assert set(sides["backs"].values()) == {"cards/001_cards_back.png"}
    for name in {*sides["fronts"].values(), *sides["backs"].values()}:
        with Image.open(result.folder / name) as picture:
            assert picture.size == (816, 1110)


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["x", "y", None])), min_size=1, max_size=BRACKETS[-1])
)
def test_every_slot_of_any_order_keeps_its_own_face_and_back(cards):
    slots = [
        {"name": 'A & "B" <c>', "front": f"cards/{face}.png", "back": back and f"cards/{back}.png"}
        for face, back in cards
    ]
    quantity, sides = read_order(order_xml(slots))
    assert quantity == len(cards)
    assert [sides["fronts"][slot] for slot in range(quantity)] == [row["front"] for row in slots]
    assert [sides["backs"][slot] for slot in range(quantity)] == [
        row["back"] or "cards/blank_back.png" for row in slots
    ]


@pytest.mark.parametrize(
    ("copies", "orders"),
    [
        ((1,), {"a-deck.xml": 1}), ((600, 12), {"a-deck.xml": 612}), ((600, 13), {"a-deck-1.xml": 612, "a-deck-2.xml": 1}),
        ((612, 612), {"a-deck-1.xml": 612, "a-deck-2.xml": 612}),
    ],
)  # fmt: skip
def test_as_many_orders_are_written_as_hold_all_copies(monkeypatch, copies, orders):
    rows = [
        {"name": f"Card {at}", "front": f"cards/{at}.png", "back": "cards/back.png", "copies": count}
        for at, count in enumerate(copies)
    ]
    monkeypatch.setattr(mpc_order, "write_images", lambda _job, _bundle: {"pieces": rows})
    written = {}

    def add(name, data):
        written[name] = data
        return name

    made = mpc_order.write_mpc_order(SimpleNamespace(name="A deck"), SimpleNamespace(add=add))
    assert made == {"orders": [*orders], "pieces": rows}
    assert {name: read_order(data)[0] for name, data in written.items()} == orders
    fronts = [front for data in written.values() for _, front in sorted(read_order(data)[1]["fronts"].items())]
    assert fronts == [row["front"] for row in rows for _ in range(row["copies"])]


@pytest.mark.parametrize(("count", "bracket"), [(1, 18), (18, 18), (19, 36), (504, 504), (505, 612)])
def test_an_order_is_in_the_first_bracket_that_holds_it(count, bracket):
    slots = [
        {"name": f"Card {slot}", "front": f"cards/{slot % 3}.png", "back": f"cards/{'ab'[slot > 0]}.png"}
        for slot in range(count)
    ]
    order = ElementTree.fromstring(order_xml(slots))
    assert order.findtext("details/bracket") == str(bracket)
    assert [card.findtext("query") for card in order.find("fronts")] == [
        f"Card {slot}" for slot in range(min(count, 3))
    ]
    assert order.findtext("cardback") == ("cards/b.png" if count > 2 else "cards/a.png")


def test_more_cards_than_one_order_takes_become_several_orders_with_a_white_back_where_none_is(tmp_path, monkeypatch):
    from cardgen.exports.profile import find_profile

    rows = [{"name": "sun", "copies": 700, "front": "cards/sun.png", "back": None}]
    monkeypatch.setattr(mpc_order, "write_images", lambda _job, _bundle: {"pieces": rows})
    job = SimpleNamespace(name="suns", profile=find_profile("mpc-autofill"))
    with file_set(tmp_path) as files:
        written = mpc_order.write_mpc_order(job, Bundle(tmp_path, files))
    assert written["orders"] == ["suns-1.xml", "suns-2.xml"]
    assert [read_order((tmp_path / name).read_bytes())[0] for name in written["orders"]] == [612, 88]
    with Image.open(tmp_path / "cards" / "blank_back.png") as picture:
        assert (picture.size, picture.getextrema()) == ((816, 1110), ((255, 255),) * 3)
