import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.geometry.units import Size
from cardgen.impose.layout import Layout
from cardgen.impose.order import even_pages, odd_pages, order_files, page_numbers
from cardgen.model.sheet import Sheet, Side

A4 = Layout(Size(210, 297))


def make_sheets(count):
    return [Sheet("cards", "Cards", Size(210, 297), Side(), None)] * count


@pytest.mark.parametrize("count", [0, 1, 2, 9, 40])
def test_sheet_k_is_on_pages_2k_plus_1_and_2k_plus_2(count):
    pages = page_numbers(make_sheets(count), A4)
    assert [(p.recto, p.verso) for p in pages] == [(2 * k + 1, 2 * k + 2) for k in range(1, count + 1)]


@pytest.mark.parametrize("count", [0, 1, 2, 9])
def test_file_has_an_even_number_of_pages(count):
    sheets = make_sheets(count)
    assert order_files(count, A4)[0].last == 2 * count + 2
    assert [page.verso for page in page_numbers(sheets, A4)][-1:] == ([order_files(count, A4)[0].last] if count else [])


@pytest.mark.parametrize(
    ("count", "odd", "even"),
    [(0, "", ""), (1, "3", "4"), (5, "3, 5, 7, 9, 11", "4, 6, 8, 10, 12"), (10, "3, 5, 7, ... 21", "4, 6, 8, ... 22")],
)
def test_page_lists_for_people(count, odd, even):
    assert odd_pages(make_sheets(count), A4) == odd
    assert even_pages(make_sheets(count), A4) == even


def print_by_hand(count, layout, *, face_up):
    """The sheets as they lie in the end, each (sheet on the recto, sheet on the verso), printed as page 1 says.

    A printer that stacks face down gives the stack back in order, so turned it is fed from the first sheet on; one
    that stacks face up has the last sheet on top, which is fed first.
    """
    files = order_files(count, layout)
    rectos = [leaf.sheet for leaf in files[0].leaves if not leaf.is_verso]
    versos = [leaf.sheet for leaf in files[-1].leaves if leaf.is_verso]
    fed = rectos[::-1] if face_up else rectos
    return list(zip(fed, versos, strict=True))


@given(st.integers(0, 60), st.sampled_from(["normal", "reversed"]), st.booleans())
def test_each_back_gets_behind_its_face_in_two_passes(count, evens, split):
    layout = Layout(A4.paper, duplex="manual", evens=evens, split=split)
    printed = print_by_hand(count, layout, face_up=evens == "reversed")
    assert sorted(printed) == [(sheet, sheet) for sheet in range(count)]


@given(st.integers(1, 60), st.sampled_from(["normal", "reversed"]), st.sampled_from(["fold", "none"]))
def test_one_sided_sheets_have_a_page_each(count, evens, duplex):
    layout = Layout(A4.paper, duplex=duplex)
    (file,) = order_files(count, layout)
    assert [(p.recto, p.verso) for p in page_numbers(make_sheets(count), layout)] == [
        (k + 3, None) for k in range(count)
    ]
    assert (file.first, file.last) == (3, count + 2)


@pytest.mark.parametrize(
    ("choice", "pages", "even"),
    [
        ({"duplex": "manual"}, [(3, 4), (5, 6), (7, 8)], "4, 6, 8"),
        ({"duplex": "manual", "evens": "reversed"}, [(3, 8), (5, 6), (7, 4)], "4, 6, 8"),
        ({"evens": "reversed"}, [(3, 4), (5, 6), (7, 8)], "8, 6, 4"),
        ({"split": True}, [(3, 1), (4, 2), (5, 3)], "1, 2, 3"),
        ({"split": True, "evens": "reversed"}, [(3, 3), (4, 2), (5, 1)], "1, 2, 3"),
    ],
)
def test_even_pages_go_in_the_order_that_the_printer_needs(choice, pages, even):
    layout = Layout(A4.paper, **choice)
    assert [(p.recto, p.verso) for p in page_numbers(make_sheets(3), layout)] == pages
    assert even_pages(make_sheets(3), layout) == even
