import pytest

from cardgen.impose.order import even_pages, odd_pages, page_count, page_numbers
from cardgen.model.sheet import Sheet, Side
from cardgen.units import Size


def make_sheets(count):
    return [Sheet("cards", "Cards", Size(210, 297), Side(), None)] * count


@pytest.mark.parametrize("count", [0, 1, 2, 9, 40])
def test_sheet_k_is_on_pages_2k_plus_1_and_2k_plus_2(count):
    pages = page_numbers(make_sheets(count))
    assert [(p.recto, p.verso) for p in pages] == [(2 * k + 1, 2 * k + 2) for k in range(1, count + 1)]


@pytest.mark.parametrize("count", [0, 1, 2, 9])
def test_file_has_an_even_number_of_pages(count):
    sheets = make_sheets(count)
    assert page_count(sheets) == 2 * count + 2
    assert [page.verso for page in page_numbers(sheets)][-1:] == ([page_count(sheets)] if count else [])


@pytest.mark.parametrize(
    ("count", "odd", "even"),
    [
        (0, "", ""),
        (1, "3", "4"),
        (5, "3, 5, 7, 9, 11", "4, 6, 8, 10, 12"),
        (10, "3, 5, 7, ... 21", "4, 6, 8, ... 22"),
    ],
)
def test_page_lists_for_people(count, odd, even):
    assert odd_pages(make_sheets(count)) == odd
    assert even_pages(make_sheets(count)) == even
