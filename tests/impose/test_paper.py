import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.geometry.units import Edges, Size
from cardgen.impose.paper import CARDS, PAPERS, find_card, find_paper, printable_areas, smallest_paper
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError

from .shapes import few


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("a4", Size(210, 297)),
        (" A4 ", Size(210, 297)),
        ("Letter", Size(215.9, 279.4)),
        ("half letter", Size(139.7, 215.9)),
        ("JIS_B5", Size(182, 257)),
        ("210x297mm", Size(210, 297)),
        ("297 x 210", Size(297, 210)),
    ],
)
def test_paper_is_found(text, size):
    assert find_paper(text) == size


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("poker", Size(63.5, 88.9)),
        ("euro-poker", Size(63, 88)),
        ("tgc:mini", Size(44.45, 63.5)),
        ("MPC:Jumbo", Size(89, 127)),
        ("40x53mm", Size(40, 53)),
        ("4cm x 53mm", Size(40, 53)),
    ],
)
def test_card_is_found(text, size):
    assert find_card(text) == size


@pytest.mark.parametrize("name", CARDS)
def test_every_card_name_is_found(name):
    assert find_card(name) == CARDS[name]


@pytest.mark.parametrize("name", PAPERS)
def test_named_papers_stand_upright(name):
    paper = find_paper(name)
    assert paper.width < paper.height


@pytest.mark.parametrize("name", [name for name in CARDS if name.partition(":")[2] in CARDS])
def test_vendor_size_is_near_the_plain_one(name):
    plain = CARDS[name.partition(":")[2]]
    if name == "mpc:jumbo":  # the one that really is another card
        assert abs(CARDS[name].height - plain.height) > 10
    else:
        assert abs(CARDS[name].width - plain.width) <= 1
        assert abs(CARDS[name].height - plain.height) <= 1


@pytest.mark.parametrize("text", ["", "a44", "letter!", "210", "210x", "0x0mm", "-5x5mm", "nanxnan", "1e9x1e9mm"])
def test_unknown_paper_is_a_fault(text):
    with pytest.raises(UnlocatedError) as caught:
        find_paper(text)
    assert caught.value.code == "E502"
    assert caught.value.message == f"unknown paper {quoted(text)}"
    assert caught.value.expected == (
        "WIDTHxHEIGHT with sides of 50 to 5080 mm, or a name of 'cardgen sizes', such as "
        "a2, a3, a4, a5, a6, b4, b5, jis-b4"
    )


def test_a_size_of_the_users_own_goes_before_one_that_ships():
    own = {"poker": Size(60, 90), "a4": Size(200, 300), "mine": Size(99, 100)}
    assert [find_card("Poker", own), find_card("mine", own), find_card("poker")] == [
        Size(60, 90), Size(99, 100), CARDS["poker"],
    ]  # fmt: skip
    assert [find_paper("A4", own), find_paper("mine", own)] == [Size(200, 300), Size(99, 100)]


def test_margins_that_fill_a_paper_are_told_by_their_sides():
    with pytest.raises(UnlocatedError) as caught:
        printable_areas(Size(100, 150), Edges(60, 71, 62, 83))
    assert (caught.value.code, caught.value.message) == (
        "E503",
        "paper of 100 x 150 mm is too small: margins of 60, 71, 62 and 83 mm (left, top, right, bottom) fill it",
    )


def test_close_name_is_hinted():
    for text, meant in (("leter", "letter"), ("HALF_leter", "half-letter")):
        with pytest.raises(UnlocatedError) as caught:
            find_paper(text)
        assert caught.value.hints == (f"did you mean '{meant}'?",)
    with pytest.raises(UnlocatedError) as caught:
        find_card("mini")
    assert caught.value.hints[0].startswith("did you mean '")


@pytest.mark.parametrize("text", ["49x297mm", "210x5081mm", "9" * 400 + "x297mm"])
def test_absurd_paper_is_out_of_range(text):
    with pytest.raises(UnlocatedError) as caught:
        find_paper(text)
    assert caught.value.code == "E502"
    assert "out of range" in caught.value.message


@pytest.mark.parametrize("text", ["4.9x60mm", "63x1001mm"])
def test_absurd_card_is_out_of_range(text):
    with pytest.raises(UnlocatedError) as caught:
        find_card(text)
    assert caught.value.code == "E502"
    assert "5 to 1000 mm" in caught.value.expected


@few
@given(st.text(max_size=60))
def test_any_text_gives_a_size_or_a_fault(text):
    for find in (find_paper, find_card):
        try:
            assert find(text).width > 0
        except UnlocatedError as fault:
            assert fault.code == "E502"
            assert len(fault.message) <= len("unknown card size ") + 40 * len("<U+10FFFF>")


def test_margins_that_fill_one_orientation_leave_the_other():
    paper = Size(100, 300)
    assert [page for page, _ in printable_areas(paper, Edges(left=60, right=60))] == [paper.turned]
    assert [page for page, _ in printable_areas(paper, Edges(top=60, bottom=60))] == [paper]


def test_margins_that_fill_the_paper_are_a_fault():
    with pytest.raises(UnlocatedError) as caught:
        printable_areas(Size(100, 150), Edges.all(75))
    assert caught.value.code == "E503"
    assert "100 x 150 mm" in caught.value.message
    assert "75" in caught.value.message


def test_smallest_paper_takes_an_exact_fit_and_a_turned_one():
    assert smallest_paper(Size(200, 287), Edges.all(5)) == "a4"
    assert smallest_paper(Size(287, 200), Edges.all(5)) == "a4"
    assert smallest_paper(Size(900, 900), Edges.all(5)) is None
