from dataclasses import replace
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cardgen.geometry.outlines import ROUND
from cardgen.geometry.units import Rect, Size
from cardgen.impose.layout import Layout
from cardgen.impose.paper import CARDS, PAPERS, find_paper
from cardgen.impose.pieces import impose_pieces
from cardgen.impose.products import SLACK, fill_product, fits_slot, products
from cardgen.report.errors import UnlocatedError
from tests.recorded import check_recorded

from .shapes import few, flips, inside, lengths, make_piece, overlap

LETTER = Size(215.9, 279.4)
distinct = {(one.paper, one.columns, one.rows, one.first, one.step): one for one in products().values()}
some_product = st.sampled_from(list(distinct.values()))


def test_slots_of_each_product_are_on_the_paper_and_apart():
    assert len({one.name.partition("-")[0] for one in products().values()}) > 8
    assert len(distinct) > 50
    for product in distinct.values():
        for lying in (False, True):
            page = product.paper.turned if lying else product.paper
            boxes = product.slots(lying=lying)
            assert len(boxes) == product.columns * product.rows, product.name
            assert all(inside(box, Rect(-0.2, -0.2, page.width + 0.4, page.height + 0.4)) for box in boxes), (
                product.name
            )
            shrunk = [Rect(box.x + 0.05, box.y + 0.05, box.width - 0.1, box.height - 0.1) for box in boxes]
            assert not any(overlap(a, b) for i, a in enumerate(shrunk) for b in shrunk[:i]), product.name


def test_slots_lie_about_as_far_from_the_left_edge_as_from_the_right_one():
    for product in distinct.values():
        left, right = product.first.x, product.paper.width - max(box.right for box in product.slots(lying=False))
        assert abs(left - right) < 3, product.name


@pytest.mark.parametrize(
    ("name", "paper", "count", "first"),
    [  # https://www.avery.com/templates/8371 and the sheet that Avery sells in Europe
        ("avery-8371", LETTER, 10, Rect(19.05, 12.7, 88.9, 50.8)),
        ("avery-5371", LETTER, 10, Rect(19.05, 12.7, 88.9, 50.8)),
        ("avery-c32011", Size(210, 297), 10, Rect(15, 13.5, 85, 54)),
    ],
)
def test_business_cards_have_the_slots_that_their_makers_state(name, paper, count, first):
    boxes = products()[name].slots(lying=False)
    assert (products()[name].paper, len(boxes), boxes[0]) == (paper, count, first)


@few
@given(some_product, st.integers(1, 40), lengths(5, 100), lengths(5, 100), flips, st.booleans())
def test_every_piece_is_in_a_slot_and_its_back_behind_it(product, count, width, height, flip, exact):
    size = product.slot if exact else Size(width, height)
    layout = Layout(product.paper, duplex=f"{flip}-edge", product=product)
    try:
        sheets = impose_pieces([make_piece(size, copies=count)], layout, kind="cards", title="Cards")
    except UnlocatedError as error:
        assert error.code == "E501"
        assert max(size.width, size.height) > min(product.slot.width, product.slot.height)
        assume(False)
    assert sum(sheet.piece_count for sheet in sheets) == count
    for sheet in sheets:
        slots = product.slots(lying=sheet.paper.width > sheet.paper.height)
        for slot, face, back in zip(slots, sheet.recto.placements, sheet.verso.placements, strict=False):
            assert face.trim.size == size
            assert inside(face.trim, Rect(slot.x - SLACK, slot.y - SLACK, slot.width + 0.1, slot.height + 0.1))
            assert abs(face.trim.x - slot.x - (slot.right - face.trim.right)) < 1e-6
            about_x = (flip == "long") == (sheet.paper.height > sheet.paper.width)
            across = sheet.paper.width - face.trim.right if about_x else face.trim.x
            down = face.trim.y if about_x else sheet.paper.height - face.trim.bottom
            assert (back.trim.x, back.trim.y) == (pytest.approx(across), pytest.approx(down))
        assert not sheet.recto.marks


@few
@given(some_product, st.integers(2, 30))
def test_ink_of_one_piece_never_reaches_the_slot_of_another(product, count):
    for sheet in fill_product(product, [product.slot] * count):
        for index, box in enumerate(sheet.boxes):
            assert min(vars_of(sheet.room(index, count))) >= -0.2
            inked = box.grown(sheet.room(index, count))
            others = (other for at, other in enumerate(sheet.boxes) if at != index)
            assert not any(overlap(inked, Rect(o.x + 0.05, o.y + 0.05, o.width - 0.1, o.height - 0.1)) for o in others)


def vars_of(edges):
    return edges.left, edges.top, edges.right, edges.bottom


def test_turned_sheets_have_the_right_edge_on_top():
    product = products()["avery-5388"]  # 1.75 in at both sides, 1 in at top and bottom
    assert product.slots(lying=True)[0] == Rect(25.4, pytest.approx(215.9 - 44.45 - 127), 76.2, 127)


def test_a_card_that_fits_no_slot_is_told_with_both_sizes_and_a_product_that_it_fits():
    with pytest.raises(UnlocatedError) as caught:
        fill_product(products()["avery-8371"], [Size(63.5, 88.9)])
    assert caught.value.code == "E501"
    assert "63.5 x 88.9 mm" in caught.value.message
    assert "88.9 x 50.8 mm" in caught.value.message
    name = caught.value.hints[0].split("'")[1]
    assert fill_product(products()[name], [Size(63.5, 88.9)])


def test_pieces_of_which_some_fit_only_upright_and_others_only_lying_slots_are_told():
    with pytest.raises(UnlocatedError) as caught:
        fill_product(products()["avery-8371"], [Size(80, 40), Size(40, 80), Size(40, 85)])
    assert caught.value.message.startswith("piece of 40 x 80 mm does not fit"), "the first that does not fit upright"
    assert "all pieces of a sheet the same way round" in caught.value.expected


def test_a_piece_may_be_larger_than_its_slot_by_what_makers_round_off_and_no_more():
    slot = Size(50, 30)
    for width, height, fits in (
        (0, 0, True),
        (SLACK, SLACK, True),
        (SLACK + 0.001, 0, False),
        (0, SLACK + 0.001, False),
    ):
        assert fits_slot(Size(slot.width + width, slot.height + height), slot) == fits, (width, height)


def test_a_product_is_a_paper_by_its_name_and_a_wrong_name_is_told_with_the_right_one():
    assert find_paper("Avery 8371") == LETTER
    with pytest.raises(UnlocatedError) as caught:
        find_paper("avery-c3201l")
    assert "avery-c3201" in caught.value.hints[0]


def test_pieces_that_are_cut_out_keep_their_lines():
    layout = Layout(LETTER, product=products()["avery-5196"])
    (sheet,) = impose_pieces([make_piece(Size(60, 60), outline=ROUND)], layout, kind="tokens", title="Tokens")
    assert sheet.recto.cuts


@pytest.mark.parametrize(
    ("option", "other"),
    [("--gap", {"gap": 2.0}), ("--gap", {"gap": 0.0}), ("--duplex fold", {"duplex": "fold", "gap": 2.0})],
)
def test_what_would_move_pieces_out_of_their_slots_is_a_contradiction(option, other):
    with pytest.raises(UnlocatedError) as caught:
        Layout(LETTER, product=products()["avery-8371"], **other).checked()
    assert caught.value.code == "E508"
    assert f"but {option} moves pieces" in caught.value.message and caught.value.expected.endswith(f", or no {option}")


def test_all_sizes_and_slots_are_as_recorded():
    """Each number is one that a maker states: a wrong one is found by nobody before the paper is in the printer."""

    def stated():
        for group, sizes in (("papers", PAPERS), ("cards", CARDS)):
            yield f"== {group}"
            yield from (f"{name}: {size.width:g} x {size.height:g}" for name, size in sizes.items())
        yield "== products"
        for product in distinct.values():
            names = [
                name
                for name, one in products().items()
                if replace(one, name="", about="") == replace(product, name="", about="")
            ]
            yield f"{product}: {' '.join(names)}"
            sizes = product.slot, product.slot.turned, Size(product.slot.width - 4, product.slot.height - 2)
            sheets = [fill_product(product, [size] * (product.columns * product.rows)) for size in dict.fromkeys(sizes)]
            yield " ".join(f"{crc32(repr((one.paper, one.boxes, one.rooms)).encode()):x}" for (one,) in sheets)

    check_recorded(Path(__file__).with_name("sizes.txt"), stated())
