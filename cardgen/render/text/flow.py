"""Fill the columns of pages with a document, row after row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, pairwise

from cardgen.geometry.units import Mm, Rect
from cardgen.model.drawing import DrawingItem, PageBlock
from cardgen.render.text.blocks import ColumnBlock, FlowBlock, PageBreak
from cardgen.render.text.columns import FilledColumn, shifted
from cardgen.render.text.fonts import FontBook
from cardgen.render.text.place import IconSource
from cardgen.render.text.rows import KnownRows, Row, RowSetter
from cardgen.render.transform import moved
from cardgen.report.errors import UnlocatedError

_TOLERANCE = 1e-6
_TABLE_END = 0.2  # of the height of a column; the least that a page holds of the end of a table
_HOLE = 0.2  # of the height of a column; the most that stays empty so that a table or a paragraph is not split
_NOTE = 0.25  # of the height of a column; the most of a note at the end, which is short beside the section above it
_BALANCE = 0.5  # mm; precision to which the columns of the last page are balanced


def fill_columns(
    blocks: Sequence[FlowBlock],
    pages: Iterable[Sequence[Rect]],
    *,
    fontbook: FontBook,
    icons: IconSource,
    language: str,
    known: KnownRows | None = None,
    report: Callable[[UnlocatedError], None] = lambda _error: None,
) -> list[FilledColumn]:
    """Fill the columns of pages with a document, and balance the columns of the last page.

    A heading stays with the block after it, and a text with the figure it introduces, on pages of one column as a whole
    where that leaves no large hole; no paragraph leaves a single line in a column, no table a single row, and none of
    up to six rows is split; figures and rows of tables never are. A table that a column would hold whole is not split
    where no more than a fifth of a column stays empty instead, and no page begins with the end of a table of less than
    a fifth of a column. On pages of one column, a short note below a line is not alone on the last page, but has the
    section above it there. The head row of a table is repeated at the top of each column, and a line between two parts
    of the document is dropped there. The columns before a page break are balanced, too.

    Args:
        pages: Columns of each page: boxes of equal width, mm, origin top left of the page. The iterable may be
            endless; only as many pages as needed are taken.
        known: Rows of texts that need not be set again; receives those that are set.
        report: Receives E407 for characters that no font of a style has, for which boxes are drawn.

    Returns:
        The columns used, in the coordinates of their pages; those that a page break leaves empty hold nothing.

    Raises:
        UnlocatedError: E405, columns of different widths; E406, something is larger than a column, or there are too few
            columns; E408, unknown font; E409, unknown icon (raised by `icons`).
    """
    parts: list[list[Row]] = []
    filled: list[FilledColumn] = []
    width = 0.0
    for columns in pages if _parts(blocks) else ():
        if not width:
            width = columns[0].width
            setter = RowSetter(width, fontbook, icons, language, known)
            parts = [setter.rows(part) for part in _parts(blocks)]
            for error in setter.lacking:
                report(error)
        _check_widths(columns, width)
        page, parts[0] = _filled_page(parts[0], columns)
        filled += page
        if not parts[0]:
            parts.pop(0)
            filled += [FilledColumn()] * (len(columns) - len(page) if parts else 0)
        if not parts:
            return filled
    if not parts:
        return []
    rest = sum(map(_height, parts))
    raise UnlocatedError("E406", f"text is {rest:.0f} mm too long for its columns")


def _check_widths(columns: Iterable[Rect], width: Mm) -> None:
    """Raise E405 unless all columns have a width."""
    for column in columns:
        if abs(column.width - width) > _TOLERANCE:
            message = f"columns of the page are {width:g} mm and {column.width:g} mm wide"
            raise UnlocatedError("E405", message, expected="columns of one width")


def _parts(blocks: Iterable[FlowBlock]) -> list[list[ColumnBlock]]:
    """Split a document at its page breaks; parts without a block are left out."""
    parts: list[list[ColumnBlock]] = [[]]
    for block in blocks:
        if isinstance(block, PageBreak):
            parts.append([])
        else:
            parts[-1].append(block)
    return [part for part in parts if part]


def _filled_page(rows: Sequence[Row], columns: Sequence[Rect]) -> tuple[list[FilledColumn], list[Row]]:
    """Return each column of a page that is used, and the rows that are left for the next page."""
    counts = _column_counts(rows, [column.height for column in columns])
    if not counts[0]:
        message = f"a part of the document is {rows[0].height:.1f} mm high, its column {columns[0].height:.1f} mm"
        raise UnlocatedError("E406", message, hints=("make the figure or the row of the table smaller",))
    ends = list(accumulate(counts, initial=0))
    page = [_placed(rows[start:end], column) for (start, end), column in zip(pairwise(ends), columns, strict=False)]
    return page, list(rows[ends[-1] :])


def _column_counts(rows: Sequence[Row], heights: Sequence[Mm]) -> list[int]:
    """Return the number of rows in each column of a page; on the last page the columns are balanced."""
    counts = _fill(rows, heights, heights)
    if len(heights) == 1:
        counts = [_without_end(rows, _unparted(rows, counts[0], heights[0]), heights[0])]
    low, high = 0.0, max(heights) if sum(counts) == len(rows) else 0.0
    while high - low > _BALANCE:
        height = (low + high) / 2
        found = _fill(rows, [min(height, limit) for limit in heights], heights)
        if sum(found) == len(rows) and not _parted(rows, found, heights):
            counts, high = found, height
        else:
            low = height
    return counts


def _unparted(rows: Sequence[Row], count: int, height: Mm) -> int:
    """Return the number of rows of a page without those of a paragraph whose end has room, but goes with a figure.

    What the page shows in the hole that is left below would stand within the paragraph.
    """
    end = next((number for number in range(count, len(rows)) if rows[number].begins), len(rows))
    bottom = _height(rows[:end]) - rows[0].space
    start = count
    while start and end > count and (rows[start - 1].keep or not rows[start].begins):
        start -= 1
    return start if start and _height(rows[start:count]) <= _HOLE * height and bottom <= height + _TOLERANCE else count


def _without_end(rows: Sequence[Row], count: int, height: Mm) -> int:
    """Return the number of rows of a page without its last section, if a note below a line would follow it alone."""
    has_line = any(row.is_rule for row in rows[count - 1 : count + 1])
    if not has_line or count == len(rows) or _height(rows[count:]) > _NOTE * height:
        return count
    start = next((number for number in range(count - 1, 0, -1) if rows[number].is_heading), 0)
    return start if start and _height(rows[start:count]) <= 2 * _NOTE * height else count


def _height(rows: Sequence[Row]) -> Mm:
    return sum(row.space + row.height for row in rows)


def _parted(rows: Sequence[Row], counts: Sequence[int], heights: Sequence[Mm]) -> bool:
    """Return whether a column ends within what should stay together."""
    ends = pairwise(accumulate(counts[:-1], initial=0))
    return any(
        rows[end - 1].keep or _unsplit(rows[start:end], end - start, height) < end - start
        for (start, end), height in zip(ends, heights, strict=False)
        if end > start
    )


def _fill(rows: Sequence[Row], heights: Sequence[Mm], limits: Sequence[Mm]) -> list[int]:
    """Return the number of rows in each column.

    Args:
        heights: How far each column is filled, mm.
        limits: Heights of the columns, mm.
    """
    counts: list[int] = []
    for number, (height, limit) in enumerate(zip(heights, limits, strict=True), 1):
        rest = rows[sum(counts) :]
        table_end = _TABLE_END * height if number == len(heights) else 0.0
        counts += [_row_count(rest, height, table_end, limit)] if rest else []
    return counts


def _row_count(rows: Sequence[Row], height: Mm, table_end: Mm, limit: Mm) -> int:
    """Return the number of rows that fit a column.

    Args:
        height: How far the column is filled, mm.
        table_end: Least height of the end of a table that the next column may begin with, mm.
        limit: Height of the column, mm.
    """
    bottom = sum(head.height for head in _repeated_head(rows, height))
    count = 0
    for row in rows:
        bottom += row.height + (row.space if count else 0.0)
        if bottom > height + _TOLERANCE:
            break
        count += 1
    good = count
    while good and good < len(rows) and (rows[good - 1].keep or 0 < rows[good - 1].after < table_end - _TOLERANCE):
        good -= 1
    # Rows that should stay together may be longer than a column; then they are split where the column ends.
    return _unsplit(rows, good, limit) or good or count


def _unsplit(rows: Sequence[Row], count: int, height: Mm) -> int:
    """Return the number of rows of a column of `count` rows without those of a table that it splits and should not.

    Args:
        height: How far it would be filled if it were not balanced, mm.
    """
    start = count
    while start and (rows[start - 1].after or (start < count and rows[start - 1].keep)):
        start -= 1
    above = _height(rows[start:count])
    after = rows[count - 1].after if count else 0.0
    return start if above <= _HOLE * height and above + after <= height + _TOLERANCE else count


def _repeated_head(rows: Sequence[Row], height: Mm) -> list[Row]:
    """Return the head row that a column repeats; empty if it starts with no table, or has no room for both rows."""
    head = rows[0].head if rows else None
    return [head] if head and head.height + rows[0].height <= height + _TOLERANCE else []


def _placed(rows: Sequence[Row], column: Rect) -> FilledColumn:
    """Return the items of a column; a head row is read out only where its table begins."""
    items: list[DrawingItem] = []
    blocks: list[PageBlock] = []
    figures: list[tuple[Mm, Mm]] = []
    y = column.y
    rows = rows[1:] if rows[1:] and rows[0].is_rule else rows
    repeated = _repeated_head(rows, column.height)
    for number, row in enumerate([*repeated, *rows]):
        y += row.space if number else 0.0
        if number >= len(repeated):
            for block in shifted(row.blocks, len(items)):
                before = blocks[-1] if blocks and not block.begins else None
                if before and before.stop == block.start and block.role not in {"th", "td"}:  # a further line
                    blocks[-1] = before._replace(stop=block.stop)
                else:
                    blocks.append(block)
        figures += [(column.x, y) for block in row.blocks if block.role == "figure"]
        items += moved(row.items, column.x, y)
        y += row.height
    return FilledColumn(tuple(items), tuple(blocks), tuple(figures))
