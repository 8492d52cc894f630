import math
from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cardgen.geometry.units import Rect, Size
from cardgen.model.drawing import PlacedArtwork, PlacedImage, Rotated, TextSpan
from cardgen.render.text.blocks import (
    Figure,
    Heading,
    ListItem,
    PageBreak,
    Paragraph,
    TableCell,
    TextTable,
    ThematicBreak,
)
from cardgen.render.text.columns import with_figures
from cardgen.render.text.flow import fill_columns
from cardgen.render.text.rich import Run
from cardgen.render.text.rows import KnownRows, RowSetter, baseline, column_widths
from cardgen.render.transform import moved
from cardgen.report.errors import UnlocatedError

from .samples import BOOK, FONTS, PROPERTY, RULES, break_lines, icon, left_and_right, rich, sentences, text_of

BODY = RULES.changed(space_after=1.0)
TITLE = RULES.changed(size=4.0, space_before=3.0, hyphenate=False)
LEADING = BODY.leading * BODY.size
TEXT = "Compare the power of both sides. The side with less power sacrifices a troop; on a draw both sacrifice one."


ONE = (Rect(0, 0, 40, 500),)


def items_of(columns):
    return [column.items for column in columns]


def fill(blocks, columns=ONE, known=None):
    """Each column a page of its own."""
    pages = ((column,) for column in columns)
    return items_of(fill_columns(blocks, pages, fontbook=BOOK, icons=icon, language="en", known=known))


def paragraph(text: str = TEXT) -> Paragraph:
    return Paragraph(BODY.changed(hyphenate=False), rich(text))


def column(lines: float) -> Rect:
    return Rect(10, 20, 40, lines * LEADING)


def lines_of(items) -> list[float]:
    return sorted({round(item.y, 6) for item in items if isinstance(item, TextSpan)})


@PROPERTY
@given(st.lists(sentences, min_size=1, max_size=6), st.integers(3, 30), st.floats(25, 60))
def test_columns_hold_everything_in_order(texts, lines, width) -> None:
    boxes = [Rect(5 + 70 * number, 9, width, lines * LEADING) for number in range(500)]
    filled = fill([paragraph(text) for text in texts], boxes)
    assert " ".join(text_of(items) for items in filled).replace(" ", "") == "".join(texts).replace(" ", "")
    for items, box in zip(filled, boxes, strict=False):
        assert all(box.y < item.y <= box.bottom for item in items)
        for left, right in map(left_and_right, items):
            assert left >= box.x - 1e-6
            assert right <= box.right + 1e-6


@pytest.mark.parametrize("words", range(1, 40, 3))
def test_two_lines_stay_together_at_the_begin_and_at_the_end_of_a_paragraph(words) -> None:
    rows = RowSetter(30, BOOK, icon, "en").rows([paragraph("sacrifice " * words)])
    assert [row.keep for row in rows[:-1]] == [number in (0, len(rows) - 2) for number in range(len(rows) - 1)]
    assert not rows[-1].keep


@PROPERTY
@given(st.lists(sentences, min_size=1, max_size=6), st.integers(4, 12))
def test_no_paragraph_leaves_a_single_line(texts, lines) -> None:
    boxes = [Rect(0, 0, 40, lines * LEADING)] * 500
    filled = fill([paragraph(text) for text in texts], boxes)
    whole = [len(lines_of(fill([paragraph(text)])[0])) for text in texts]
    gap = LEADING + 1.0
    parts = []
    for items in filled:
        ys = lines_of(items)
        starts = [0] + [at for at in range(1, len(ys)) if ys[at] - ys[at - 1] > gap - 1e-3]
        parts.append([end - start for start, end in zip(starts, [*starts[1:], len(ys)], strict=True)])
    flat = [count for part in parts for count in part]
    assert sum(flat) == sum(whole)
    assert flat.count(1) <= whole.count(1)


@PROPERTY
@given(st.lists(sentences, min_size=1, max_size=9), st.integers(2, 4))
def test_columns_of_the_last_page_end_at_one_height(texts, count) -> None:
    def fill_pages(height):
        page = tuple(Rect(45 * number, 9, 40, height) for number in range(count))
        return items_of(fill_columns(blocks, (page for _ in range(99)), fontbook=BOOK, icons=icon, language="en"))

    blocks = [paragraph(text) for text in texts]
    filled = fill_pages(14 * LEADING)
    assert " ".join(text_of(items) for items in filled).replace(" ", "") == "".join(texts).replace(" ", "")
    last = filled[(len(filled) - 1) // count * count :]
    lowest = max(max(lines_of(items)) for items in last) - 9
    if len(filled) <= count and lowest > 4 * LEADING:  # a line less would not do
        assert len(fill_pages(lowest - LEADING)) > count


def test_columns_are_asked_for_only_when_needed() -> None:
    asked = []

    def columns():
        while True:
            asked.append(1)
            yield column(6)

    filled = fill([paragraph()] * 3, columns())
    assert len(filled) == len(asked) > 1


def test_all_lines_of_a_heading_stay_together() -> None:
    rows = RowSetter(20, BOOK, icon, "en").rows([Heading(6, TITLE, rich("word " * 20))])
    assert len(rows) > 4 and all(row.keep for row in rows)
    assert [block.role for row in rows for block in row.blocks] == ["h6"] * len(rows)


@pytest.mark.parametrize("before", range(12, 30))
def test_a_heading_goes_with_a_table_that_is_not_split(before: int) -> None:
    rows = (("Troop", "Power"), *((f"Line{number}", "x") for number in range(10)))
    blocks = [*[paragraph("one")] * before, Heading(2, BODY, rich("Title")), table(*rows)]
    filled = fill(blocks, [Rect(0, 0, 40, 30 * ROW)] * 3)
    assert not [items for items in filled if text_of(items).endswith("Title")]


def test_a_table_longer_than_a_column_is_split_where_it_begins() -> None:
    for before in (20, 24, 25, 26):
        filled = pages_with_table(50, 30, 1, before)
        assert "Line1" in text_of(filled[0]).split()


def test_a_head_without_words_and_without_rows_is_a_line() -> None:
    (items,) = fill([table(("", ""))])
    assert [type(item) for item in items] == [PlacedArtwork]


def test_a_heading_goes_with_what_follows() -> None:
    blocks = [paragraph("one"), Heading(2, TITLE, rich("Title")), paragraph()]
    first, second = fill(blocks, [column(5), column(9)])
    assert text_of(first) == "one"
    assert text_of(second).startswith("Title Compare")


def test_a_paragraph_that_announces_goes_with_what_follows() -> None:
    blocks = [paragraph("one"), paragraph("These are:"), ListItem(BODY, "\u2022", rich("x"))]
    first, _ = fill(blocks, [column(2.5), column(9)])
    assert text_of(first) == "one"
    blocks = [paragraph("one"), ListItem(BODY, "1.", rich("these:")), ListItem(BODY, "\u2022", rich("x"), 1)]
    first, _ = fill(blocks, [column(2.5), column(9)])
    assert text_of(first) == "one"


def test_a_paragraph_of_a_style_that_keeps_goes_with_what_follows() -> None:
    keeping = Paragraph(BODY.changed(keep_with_next=True), rich("two"))
    first, second = fill([paragraph("one"), keeping, paragraph("three")], [column(3), column(9)])
    assert (text_of(first), text_of(second)) == ("one", "two three")


def test_the_end_of_a_text_stays_with_the_figure_that_it_leads_to() -> None:
    figure = Figure((PlacedArtwork(icon("a", "b"), Rect(1, 2, 3, 4)),), Size(10, 12))
    blocks = [paragraph("one"), paragraph("You attack."), figure, paragraph("two")]
    first, second = fill(blocks, [column(4), column(9)])
    assert text_of(first) == "one"
    assert text_of(second) == "You attack. two"


@pytest.mark.parametrize(("times", "is_parted"), [(2, False), (6, True)], ids=["short", "long"])
def test_a_text_that_has_room_is_parted_for_the_figure_only_if_the_hole_would_be_large(times, is_parted) -> None:
    figure = Figure((PlacedArtwork(icon("a", "b"), Rect(1, 2, 3, 4)),), Size(10, 12))
    text = paragraph(times * f"{TEXT} ")
    room = 30 * LEADING - len(lines_of(fill([text])[0])) * LEADING
    fitting = range(math.floor(room / (LEADING + BODY.space_after)) + 1)
    filled = [fill([*[paragraph("one")] * before, text, figure], [column(30)] * 2) for before in fitting]
    pairs = [(text_of(columns[0]), text_of(columns[1])) for columns in filled if len(columns) == 2]
    assert pairs
    assert any("Compare" in first and "sacrifice" in second for first, second in pairs) == is_parted


@pytest.mark.parametrize("lines", [2.1, 3.1, 4.1, 5.1])
def test_a_text_without_room_for_its_end_is_parted_however_few_of_its_lines_are_above(lines) -> None:
    """Only for a figure after it is the beginning of a text moved to the next page."""
    space = LEADING + BODY.space_after
    columns = [Rect(0, 0, 40, 25 * space + lines * LEADING)] * 2
    first, second = fill([*[paragraph("one")] * 25, paragraph(6 * f"{TEXT} "), paragraph("end")], columns)
    assert "Compare" in text_of(first) and "Compare" in text_of(second)


@pytest.mark.parametrize(("times", "is_moved"), [(1, True), (6, False)], ids=["short", "long"])
def test_a_note_at_the_end_has_the_section_above_it_on_its_page_if_that_is_short(times, is_moved) -> None:
    text = [*[paragraph()] * 4, Heading(2, TITLE, rich("End")), *[paragraph()] * times]
    blocks = [*text, ThematicBreak(BODY), paragraph("note")]
    least = next(lines for lines in range(5, 100) if len(fill(text, [column(lines)] * 100)) == 1)
    for lines in (least, least + 1):  # with room for the line, too
        first, second = map(text_of, fill(blocks, [column(lines)] * 2))
        assert ("End" in first, "End" in second) == (not is_moved, is_moved)
        assert second.endswith("note")


def test_a_line_that_ends_a_document_moves_nothing_that_has_room() -> None:
    blocks = [paragraph(), Heading(2, TITLE, rich("End")), paragraph("note"), ThematicBreak(BODY)]
    least = next(lines for lines in range(5, 100) if len(fill(blocks[:-1], [column(lines)] * 9)) == 1)
    assert [text_of(items)[-4:] for items in fill(blocks, [column(least + 2)] * 2)] == ["note"]


def test_the_last_item_of_a_list_stays_with_the_list_and_not_with_the_figure_after_it() -> None:
    figure = Figure((PlacedArtwork(icon("a", "b"), Rect(1, 2, 3, 4)),), Size(10, 12))
    items = [ListItem(BODY, "", rich(word)) for word in ("one", "two")]
    first, second = fill([*items, figure, paragraph("three")], [column(4), column(9)])
    assert text_of(first) == "one two"
    assert text_of(second) == "three"


def test_a_heading_that_ends_the_document_needs_nothing_after_it() -> None:
    keeping = Paragraph(BODY.changed(keep_with_next=True), rich("two"))
    (items,) = fill([paragraph("one"), keeping], [column(3)])
    assert text_of(items) == "one two"


def test_what_cannot_stay_together_is_split() -> None:
    keeping = Paragraph(BODY.changed(keep_with_next=True), rich("one"))
    assert len(fill([keeping] * 9, [column(4)] * 9)) > 1


def test_the_larger_space_counts_and_none_at_the_top() -> None:
    blocks = [paragraph("one"), Heading(2, TITLE, rich("Title")), paragraph("two")]
    (items,) = fill(blocks, [Rect(0, 0, 40, 90)])
    one, title, two = items
    middle = (TITLE.leading * TITLE.size + LEADING) / 2
    metrics = BOOK.metrics(BODY.regular)
    half = (metrics.ascent - metrics.descent) / 2
    assert title.y - one.y == pytest.approx(3.0 + middle + half * (TITLE.size - BODY.size))
    assert two.y - title.y == pytest.approx(middle + half * (BODY.size - TITLE.size))
    (alone,) = fill(blocks[1:], [Rect(0, 0, 40, 90)])
    assert title.y - alone[0].y == pytest.approx(LEADING + 3.0)


def test_list_items_hang_from_their_markers() -> None:
    style = BODY.changed(indent=5.0)
    blocks = [
        ListItem(style, "1.", rich(TEXT)),
        ListItem(style, "", rich("more")),
        ListItem(style, "\u2022", rich("in"), 1),
    ]
    (items,) = fill(blocks)
    marker, first, *rest, more, bullet, inner = items
    assert text_of((marker,)) == "1."
    assert left_and_right(marker)[1] < 5
    assert {item.x for item in (first, *rest, more)} == {5.0}
    assert 5 < bullet.x < inner.x == 10.0
    assert marker.y == first.y


def test_a_marker_that_has_no_room_before_its_item_is_an_error() -> None:
    """It would begin to the left of the column."""
    long = ListItem(BODY.changed(indent=3.0), "100000.", rich("x"))
    with pytest.raises(UnlocatedError) as caught:
        fill([long])
    assert caught.value.code == "E406" and "100000." in caught.value.message
    (items,) = fill([ListItem(BODY.changed(indent=13.0), "100000.", rich("x"))])
    assert text_of(items) == "100000. x"


def test_a_figure_is_centred_and_never_split() -> None:
    figure = Figure((PlacedArtwork(icon("a", "b"), Rect(1, 2, 3, 4)),), Size(10, 12))
    first, second = fill([paragraph("one"), figure, paragraph("two")], [column(4.5), column(9)])
    assert text_of(first) == "one"
    assert second[0].box == Rect(10 + 15 + 1, 20 + 2, 3, 4)
    assert second[1].y > 20 + 12


def test_exchanged_figures_lie_as_in_columns_that_are_filled_with_them() -> None:
    def filled(*counts):
        figures = [
            Figure((PlacedArtwork(icon("a", "b"), Rect(1, 2, 3, 4)),) * count, Size(10, 12), words=f"{count} of it")
            for count in counts
        ]
        blocks = [paragraph("one"), figures[0], paragraph("two"), figures[1], paragraph("three")]
        (found,) = fill_columns(blocks, [(column(40),)], fontbook=BOOK, icons=icon, language="en")
        return found, figures

    for before, after in product(product((1, 2, 3), repeat=2), repeat=2):
        expected, figures = filled(*after)
        assert with_figures(filled(*before)[0], iter(figures), column(40).width) == expected


def test_a_figure_a_little_wider_than_its_column_is_scaled() -> None:
    figure = Figure((PlacedArtwork(icon("a", "b"), Rect(5, 10, 20, 10)),), Size(50, 25))
    (items,) = fill([figure], [Rect(0, 0, 40, 50)])
    assert items[0].box == Rect(4, 8, 16, 8)
    (row,) = RowSetter(40, BOOK, icon, "en").rows([figure])
    assert row.height == 20
    assert Figure((), Size(40 / 0.75, 25)).scale(40) == 0.75
    assert Figure((), Size(0, 25)).scale(40) == Figure((), Size(30, 25)).scale(40) == 1


@pytest.mark.parametrize("size", [Size(10, 60), Size(54, 10)])
def test_a_figure_larger_than_a_column_is_an_error(size: Size) -> None:
    with pytest.raises(UnlocatedError) as caught:
        fill([paragraph("one"), Figure((), size)], [Rect(0, 0, 40, 50)] * 3)
    assert caught.value.code == "E406"
    if size.width == 54:
        assert caught.value.message == "a figure is 54.0 mm wide, its column 40.0 mm"
        assert caught.value.hints == ("make the figure smaller",)


def test_too_few_columns_are_an_error() -> None:
    rows = RowSetter(40, BOOK, icon, "en").rows([paragraph()] * 9)
    left = sum(row.space + row.height for row in rows[12:])
    with pytest.raises(UnlocatedError, match=f"^text is {left:.0f} mm too long for its columns$"):
        fill([paragraph()] * 9, [column(7)] * 2)


def test_columns_of_different_widths_are_an_error() -> None:
    for width in (39, 41):
        with pytest.raises(UnlocatedError) as caught:
            fill([paragraph()] * 9, [column(6), Rect(0, 0, width, 90)])
        assert (caught.value.code, caught.value.expected) == ("E405", "columns of one width")
        assert caught.value.message == f"columns of the page are 40 mm and {width} mm wide"


def test_a_word_wider_than_the_column_is_an_error() -> None:
    with pytest.raises(UnlocatedError, match="wider than its column"):
        fill([paragraph("m" * 40)])


def test_no_blocks_fill_no_column() -> None:
    assert fill([]) == []


def test_a_rule_spans_the_column_in_the_colour_of_the_text() -> None:
    for color in ("#000000", "#112233"):
        (items,) = fill([ThematicBreak(BODY.changed(color=color))], [Rect(3, 4, 40, 50)])
        assert (items[0].box.x, items[0].box.y, items[0].box.width) == (3, 4, 40)
        assert f'fill="{color}"' in items[0].artwork.svg


def test_a_line_that_the_author_ends_is_followed_by_a_line_of_its_own() -> None:
    (items,) = fill([Paragraph(BODY, rich("Draw two\nThen discard\none"))])
    (first, *_) = fill([paragraph("Draw two")])
    assert text_of(items) == "Draw two Then discard one"
    assert lines_of(items) == pytest.approx([lines_of(first)[0] + at * LEADING for at in range(3)])


def test_no_rule_stands_above_the_text_at_the_top_of_a_column() -> None:
    lines = len(lines_of(fill([paragraph()])[0]))
    columns = fill([paragraph(), ThematicBreak(BODY), paragraph()], [column(lines), column(lines + 2)])
    assert [item for items in columns for item in items if isinstance(item, PlacedArtwork)] == []
    assert lines_of(columns[0]) == lines_of(columns[1])


def test_a_rule_stands_half_a_line_from_the_text_above_and_below_it() -> None:
    (items,) = fill([paragraph(), ThematicBreak(BODY), paragraph()])
    (line,) = [item for item in items if isinstance(item, PlacedArtwork)]
    lines = lines_of(items)
    above, below = max(y for y in lines if y < line.box.y), min(y for y in lines if y > line.box.y)
    drop = baseline(BODY, BOOK)  # from the top of a line
    assert line.box.y - (above - drop + LEADING) == pytest.approx(max(BODY.space_after, LEADING / 2))
    assert below - drop - line.box.bottom == pytest.approx(max(BODY.space_before, LEADING / 2))


def table(*rows: tuple[str, ...]) -> TextTable:
    cells = tuple(tuple(TableCell((Run(text),) if text else ()) for text in row) for row in rows)
    return TextTable(BODY.changed(hyphenate=False), BODY.changed(regular=RULES.bold), cells)


def test_the_head_of_a_table_stays_with_its_first_row() -> None:
    blocks = [paragraph("one"), table(("Troop", "Power"), ("Light", "1"), ("Heavy", "2"))]
    first, second = fill(blocks, [column(3.5), column(20)])
    assert text_of(first) == "one"
    assert text_of(second) == "Troop Power Light 1 Heavy 2"


LONG = table(("Troop", "Power"), *((f"Line{number}", str(number)) for number in range(12)))
ROW = LEADING + 2 * 0.22 * BODY.size


@PROPERTY
@given(st.integers(4, 13))
def test_a_table_repeats_its_head_in_each_column_and_leaves_no_row_alone(rows) -> None:
    filled = fill([LONG], [Rect(0, 0, 40, rows * ROW)] * 9)
    texts = [text_of(items) for items in filled]
    assert all(text.startswith("Troop Power Line") for text in texts)
    assert all(text.count("Line") > 1 for text in texts)
    assert " ".join(text.removeprefix("Troop Power ") for text in texts).split()[::2] == [f"Line{n}" for n in range(12)]
    assert all(max(lines_of(items)) <= rows * ROW for items in filled)


@pytest.mark.parametrize(("rows", "first"), [(6, 0), (7, 5)])
def test_a_table_of_up_to_six_rows_is_not_split(rows, first) -> None:
    blocks = [paragraph("one"), table(("Troop", "Power"), *(("Line", str(number)) for number in range(rows)))]
    filled = fill(blocks, [Rect(0, 0, 40, LEADING + BODY.space_after + 6.5 * ROW), column(20)])
    assert [text_of(items).count("Line") for items in filled] == [first, rows - first]


def pages_with_table(rows: int, height: int, columns: int, before: int, after: int = 0):
    """The items of each column of pages that are `height` rows high, of a table between single lines of text."""
    blocks = [
        *[paragraph("one")] * before,
        table(("Troop", "Power"), *((f"Line{number}", str(number)) for number in range(rows))),
        *[paragraph("two")] * after,
    ]
    pages = [[Rect(0, 0, 40, height * ROW)] * columns] * 9
    return items_of(fill_columns(blocks, pages, fontbook=BOOK, icons=icon, language="en"))


@PROPERTY
@given(st.integers(2, 30), st.integers(20, 40), st.integers(0, 35), st.integers(1, 2))
def test_a_page_begins_with_no_short_end_of_a_table(rows, height, lines, columns) -> None:
    filled = pages_with_table(rows, height, columns, lines)
    pages = [
        sum(text_of(items).count("Line") for items in filled[at : at + columns])
        for at in range(0, len(filled), columns)
    ]
    assert sum(pages) == rows
    after = [count for count in pages[1:] if 0 < count < rows]
    assert all(count * ROW >= 0.2 * height * ROW - 1e-6 for count in after)


@PROPERTY
@given(st.integers(5, 30), st.integers(20, 40), st.integers(1, 35), st.integers(1, 3))
def test_a_table_is_split_only_where_a_large_hole_would_be_left(rows, height, lines, columns) -> None:
    filled = pages_with_table(rows, height, columns, lines, lines)
    counts = [text_of(items).count("Line") for items in filled if "Line" in text_of(items)]
    assert sum(counts) == rows
    if len(counts) > 1 and rows + 1 < height:  # a column holds it whole, with its head
        assert (counts[0] + 1) * ROW > 0.2 * height * ROW - BODY.space_after


def test_a_table_is_split_where_it_would_leave_a_large_hole() -> None:
    assert "Line1" in text_of(pages_with_table(20, 30, 1, 18)[0]).split()


def test_the_end_of_a_table_may_begin_a_column_that_begins_no_page() -> None:
    filled = pages_with_table(23, 22, 2, 0, 80)
    assert [text_of(items).count("Line") for items in filled[:2]] == [21, 2]


def test_the_rows_of_a_table_that_stay_together() -> None:
    for count, keep in ((3, [1, 1, 1, 0]), (6, [1] * 6 + [0]), (7, [1, 1, 0, 0, 0, 0, 1, 0])):
        rows = RowSetter(40, BOOK, icon, "en").rows([table(("a", "b"), *[("x", "y")] * count)])
        assert [row.keep for row in rows] == [bool(one) for one in keep]
        below = [sum(row.height for row in rows[at:]) for at in range(1, count + 2)]
        assert [row.after for row in rows] == pytest.approx(below)


def test_a_row_of_a_table_is_as_high_as_its_highest_cell_whichever_that_is() -> None:
    def heights(*cells: str) -> list[float]:
        return [row.height for row in RowSetter(40, BOOK, icon, "en").rows([table(("a", "b"), cells)])]

    assert heights(TEXT, "x") == heights("x", TEXT) and heights(TEXT, "x")[1] > 3 * LEADING


def test_a_table_has_the_widths_of_columns_at_which_it_is_lowest() -> None:
    setter = RowSetter(60, BOOK, icon, "en")
    for row in (
        ("Monk of the river", TEXT),
        (TEXT, "Monk of the river"),
        (TEXT, TEXT + TEXT),
        ("word " * 5, "word " * 25),
    ):
        made = table(("a", "b"), row)
        styles = [made.head_style, made.style]
        cells = [[setter._paragraphs(cell.inlines, made.style) for cell in each] for each in made.rows]
        minimum, natural = (
            [max(getattr(part[0], name) * BODY.size for part in column) for column in zip(*cells, strict=True)]
            for name in ("min_width", "width")
        )
        lowest, chosen = (
            setter._table_height(cells, styles, widths)
            for widths in (
                min(column_widths(minimum, natural, 59), key=lambda one: setter._table_height(cells, styles, one)),
                setter._table_widths(cells, styles, 1),
            )
        )
        assert chosen == lowest, row


def test_narrow_columns_have_their_natural_width_before_wide_ones() -> None:
    assert next(column_widths([5, 5, 5], [50, 10, 20], 45)) == pytest.approx([15, 10, 20])


def test_a_head_that_is_repeated_is_read_out_once() -> None:
    columns = fill_columns([LONG], [[Rect(0, 0, 40, 6 * ROW)]] * 9, fontbook=BOOK, icons=icon, language="en")
    roles = [[block.role for block in column.blocks] for column in columns]
    assert [found.count("th") for found in roles] == [2] + [0] * (len(columns) - 1)
    assert sum(found.count("td") for found in roles) == 24
    for column in columns:
        assert all(
            "Troop" not in text_of(column.items[block.start : block.stop])
            for block in column.blocks
            if block.role == "td"
        )


@pytest.mark.parametrize(
    ("blocks", "words"),
    [
        ([Heading(2, BODY, rich("Title")), paragraph("one")], ["Title one"]),
        ([table(("Troop", "Power"), *[("Line", "x")] * 5)], ["Troop Power " + "Line x " * 4 + "Line x"]),
        ([paragraph("one")] * 12, ["one " * 7 + "one", "one one one one"]),
    ],
)  # fmt: skip
def test_what_stays_together_is_in_one_column_though_the_columns_are_balanced(blocks, words) -> None:
    """The second column is lower than the first one."""
    page = (column(20), Rect(60, 20, 40, 4 * LEADING + 3 * BODY.space_after))
    (first, *others) = items_of(fill_columns(blocks, [page], fontbook=BOOK, icons=icon, language="en"))
    assert [text_of(items) for items in (first, *others) if items] == words


def test_a_head_without_words_is_left_out() -> None:
    bare = table(("", ""), *((f"Line{number}", "x") for number in range(6)))
    first, second = fill([bare], [Rect(0, 0, 40, 4.5 * ROW), Rect(0, 0, 40, 50)])
    assert min(lines_of(first)) < LEADING
    assert sum(isinstance(item, PlacedArtwork) for item in (*first, *second)) == 6


def test_a_head_is_left_out_where_only_the_row_has_room() -> None:
    tall = " ".join(["word"] * 40)
    (lines,) = fill([table(("Text",), (tall,))])
    height = max(lines_of(lines)) - min(lines_of(lines)) + LEADING - 1
    filled = fill([table(("Text",), (tall,), (tall,))], [Rect(0, 0, 40, height)] * 4)
    assert [text_of(items)[:4] for items in filled] == ["Text", "word", "word"]


def test_a_page_break_starts_a_new_page_and_balances_the_old_one() -> None:
    page = (column(10), column(10))
    blocks = [PageBreak(), *[paragraph("one")] * 4, PageBreak(), PageBreak(), paragraph("two"), PageBreak()]
    filled = items_of(fill_columns(blocks, [page] * 3, fontbook=BOOK, icons=icon, language="en"))
    assert [text_of(items) for items in filled] == ["one one", "one one", "two"]


def test_columns_before_a_page_break_may_stay_empty() -> None:
    page = (column(10), column(10), column(10))
    blocks = [paragraph("one"), PageBreak(), paragraph("two")]
    filled = items_of(fill_columns(blocks, [page] * 2, fontbook=BOOK, icons=icon, language="en"))
    assert [text_of(items) for items in filled] == ["one", "", "", "two"]


def test_columns_are_balanced_though_the_text_ends_with_a_heading() -> None:
    blocks = [*[paragraph("one")] * 3, Heading(2, TITLE, rich("End"))]
    assert [
        text_of(items)
        for items in items_of(fill_columns(blocks, [(column(9), column(9))], fontbook=BOOK, icons=icon, language="en"))
    ] == ["one one", "one End"]


def test_a_column_has_room_for_its_rows_without_the_space_above_the_first() -> None:
    blocks = [Paragraph(TITLE, rich("Title")), paragraph("one")]
    rows = RowSetter(40, BOOK, icon, "en").rows(blocks)
    height = sum(row.height for row in rows) + sum(row.space for row in rows[1:])
    for less, columns in ((0, ["Title one"]), (0.01, ["Title", "one"])):
        filled = fill(blocks, [Rect(0, 0, 40, height - less)] * 5)
        assert [text_of(items) for items in filled if items] == columns, less


def test_cells_of_a_row_share_their_first_baseline() -> None:
    (items,) = fill([table(("a", "b"), ("x", TEXT), ("", "y"))])
    by_text = {text_of((item,)): item for item in items if isinstance(item, TextSpan)}
    start = next(item for text, item in by_text.items() if text.startswith("Compare"))
    assert by_text["x"].y == start.y
    assert by_text["y"].x == start.x == by_text["b"].x


def test_a_table_too_wide_is_an_error() -> None:
    with pytest.raises(UnlocatedError, match=r"^a table needs 42.6 mm more than its column is wide$"):
        fill([table(("m" * 20, "m" * 20), ("a", "b"))])


@st.composite
def tables(draw) -> tuple[list[float], list[float], float]:
    """Smallest and natural widths of columns, and a room that often fits some of them exactly, rounded in any way."""
    columns = draw(st.lists(st.tuples(st.floats(0.1, 40), st.just(0.0) | st.floats(0, 60)), min_size=1, max_size=6))
    minimum, natural = [low for low, _ in columns], [low + more for low, more in columns]
    mixed = [draw(st.sampled_from(pair)) for pair in zip(minimum, natural, strict=True)]
    exact = sum(draw(st.permutations(mixed)))
    room = draw(st.sampled_from([exact, math.nextafter(exact, 0), math.nextafter(exact, 1e9)]) | st.floats(0, 500))
    return minimum, natural, max(room, sum(draw(st.permutations(minimum))))


@settings(PROPERTY, max_examples=300)
@example(([11.8, 1.7], [48.900000000000006, 28.7], 77.6))
@example(([10.0, 10.0], [10.0, 10.0], 20.0))
@example(([10.0, 10.0], [20.0, 30.0], 20.0 - 1.0000001e-6))  # within the tolerance of the caller, but for rounding
@example(([0.1, 0.2, 0.3], [0.1, 0.2, 0.3], 0.6))  # their sum is a little more than 0.6
@example(([1.0, 1.0, 1.0], [1.0, 1.000001, 2.0], 4.0))  # too wide by just the tolerance
@given(tables())
def test_column_widths_fill_the_room(table) -> None:
    minimum, natural, room = table
    found = list(column_widths(minimum, natural, room))
    for widths in found:
        assert sum(widths) == pytest.approx(room, abs=2e-6)
        assert all(width >= low - 1e-6 for width, low in zip(widths, minimum, strict=True))
        wide = [width - full for width, full in zip(widths, natural, strict=True)]
        assert max(wide) <= 1e-6 or max(wide) - min(wide) <= 1e-6  # none gets more than it needs before all have that
    assert found
    most, *others = ([full - width for width, full in zip(widths, natural, strict=True)] for widths in found)
    satisfied = sum(lack <= 2e-6 for lack in most)
    assert all(satisfied >= sum(lack <= 0 for lack in lacking) for lacking in others)
    assert satisfied == len(natural) or sum(natural) > room


def test_a_table_that_fits_exactly_is_set() -> None:
    cells = ("Monk", "Two cards")
    widths = [break_lines(rich(f"**{cell}**"), BODY, 500)[0].width * BODY.size for cell in cells]
    (items,) = fill([table(cells, cells)], [Rect(0, 0, sum(widths) + BODY.size, 50)])
    assert len(lines_of(items)) == 2


def test_everything_can_be_moved() -> None:
    image = PlacedImage(FONTS, Rect(1, 1, 2, 2), Rect(1, 1, 1, 1))
    turned = Rotated(90, 1, 2, (image,))
    (found,) = moved([turned], 10, 20)
    assert found == Rotated(90, 11, 22, (PlacedImage(FONTS, Rect(11, 21, 2, 2), Rect(11, 21, 1, 1)),))


def test_a_document_with_one_change_is_set_as_if_it_were_new_without_setting_the_rest_again(monkeypatch):
    def blocks(*texts: str):
        return [
            Heading(1, TITLE, rich("Title")),
            *(paragraph(f"{text} {TEXT}") for text in texts),
            ListItem(BODY, "1.", rich(TEXT)),
        ]

    first, boxes = KnownRows(), [column(6)] * 9
    fill(blocks("one", "two", "three"), boxes, first)
    fresh = fill(blocks("one", "other", "three"), boxes)
    made: list[object] = []
    block = RowSetter._block
    monkeypatch.setattr(RowSetter, "_block", lambda setter, one: made.append(one) or block(setter, one))
    second = KnownRows(first)
    assert fill(blocks("one", "other", "three"), boxes, second) == fresh
    assert made == [blocks("other")[1]]
    narrow = [Rect(10, 20, 30, 6 * LEADING)] * 20
    assert fill(blocks("one", "two"), narrow, KnownRows(second)) == fill(blocks("one", "two"), narrow)
