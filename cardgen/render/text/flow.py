"""Documents: blocks set in rows, rows filled into columns one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from cardgen.geometry.units import Mm, Rect, Size
from cardgen.model.drawing import Artwork, Item, PlacedArtwork
from cardgen.render.text.blocks import Figure, FlowBlock, Heading, ListItem, Paragraph, Spacer, TextTable, ThematicBreak
from cardgen.render.text.fonts import FontBook
from cardgen.render.text.lines import Line, ParagraphBreaker
from cardgen.render.text.place import IconSource, LineSetter
from cardgen.render.text.rich import Inline, Run, plain_text
from cardgen.render.text.shaping import Shaper
from cardgen.render.text.style import TextStyle
from cardgen.render.transform import moved, scaled
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError

_TOLERANCE = 1e-6
_HANG = 1.2  # em that a list item is moved in when its style says nothing
_MARKER_GAP = 0.4  # em between the marker and the text
_CELL_GAP, _CELL_PADDING = 1.0, 0.22  # em between columns of a table, and above and below a row
_SMALLEST_FIGURE = 0.75  # how far a figure may be scaled to fit a column: smaller, its words cannot be read
_BALANCE = 0.5  # mm to which the height of the columns of a last page is found
_RULE, _HEAD_RULE, _HAIRLINE = 0.2, 0.25, 0.1  # mm


class Row(NamedTuple):
    """What is never split: a line, a figure, a row of a table.

    Attributes:
        space: In front of it; dropped at the top of a column, mm.
        height: mm.
        keep: The next row must be in the same column.
        items: Placed as if its top left corner were 0, 0.
    """

    space: Mm
    height: Mm
    keep: bool
    items: tuple[Item, ...]


def fill_columns(
    blocks: Sequence[FlowBlock],
    pages: Iterable[Sequence[Rect]],
    *,
    fontbook: FontBook,
    icons: IconSource,
    language: str,
) -> list[tuple[Item, ...]]:
    """Fill the columns of pages with a document; those of the last page end at about one height.

    A heading stays with what follows it, and the end of a text with the figure behind it; no paragraph leaves a single
    line in a column, figures and rows of tables are never split.

    Args:
        blocks: The document.
        pages: The columns of each page, boxes of equal width, mm; as many pages are asked for as are needed, so they
            may have no end.
        fontbook: The fonts.
        icons: Gives an icon by name and colour.
        language: Two letters, for dividing words.

    Returns:
        The items of each column used.

    Raises:
        UnlocatedError: E405 columns of different widths, E406 something is larger than a column or the columns are too few,
            E407 a font lacks a character, E408 unknown font, E409 unknown icon (from `icons`).
    """
    if not blocks:
        return []
    rows: list[Row] = []
    filled: list[tuple[Item, ...]] = []
    width = 0.0
    for columns in pages:
        if not width:
            width = columns[0].width
            rows = RowSetter(width, fontbook, icons, language).rows(blocks)
        for column in columns:
            if abs(column.width - width) > _TOLERANCE:
                message = f"columns of the page are {width:g} mm and {column.width:g} mm wide"
                raise UnlocatedError("E405", message, expected="columns of one width")
        counts = _counts(rows, [column.height for column in columns])
        if not counts[0]:
            message = f"a part of the document is {rows[0].height:.1f} mm high, its column {columns[0].height:.1f} mm"
            raise UnlocatedError("E406", message, hints=("make the figure or the row of the table smaller",))
        for column, count in zip(columns, counts, strict=False):
            filled.append(_placed(rows[:count], column))
            rows = rows[count:]
        if not rows:
            return filled
    rest = sum(row.space + row.height for row in rows)
    raise UnlocatedError("E406", f"text is {rest:.0f} mm too long for its columns")


def _counts(rows: Sequence[Row], heights: Sequence[Mm]) -> list[int]:
    """How many rows go into each column of a page; if it is the last one, its columns are made as low as can be."""
    counts = _filled(rows, heights)
    low, high = 0.0, max(heights) if sum(counts) == len(rows) else 0.0
    while high - low > _BALANCE:
        height = (low + high) / 2
        found = _filled(rows, [min(height, most) for most in heights])
        parted = any(rows[end - 1].keep for end in accumulate(found[:-1]) if end)
        if sum(found) == len(rows) and not parted:
            counts, high = found, height
        else:
            low = height
    return counts


def _filled(rows: Sequence[Row], heights: Sequence[Mm]) -> list[int]:
    counts: list[int] = []
    for height in heights:
        rest = rows[sum(counts) :]
        counts += [_count(rest, height)] if rest else []
    return counts


def _count(rows: Sequence[Row], height: Mm) -> int:
    """How many rows go into a column."""
    bottom, count = 0.0, 0
    for row in rows:
        bottom += row.height + (row.space if count else 0.0)
        if bottom > height + _TOLERANCE:
            break
        count += 1
    good = count
    while good and good < len(rows) and rows[good - 1].keep:
        good -= 1
    # What wants to stay together may be longer than a column; then it is split where the column ends.
    return good or count


def _placed(rows: Sequence[Row], column: Rect) -> tuple[Item, ...]:
    items: list[Item] = []
    y = column.y
    for number, row in enumerate(rows):
        y += row.space if number else 0.0
        items += moved(row.items, column.x, y)
        y += row.height
    return tuple(items)


class RowSetter:
    """Sets blocks in rows of one width.

    Args:
        width: Of the column, mm.
        fontbook: The fonts.
        icons: Gives an icon by name and colour.
        language: Two letters, for dividing words.
    """

    def __init__(self, width: Mm, fontbook: FontBook, icons: IconSource, language: str) -> None:
        self._width = width
        self._fontbook = fontbook
        self._icons = icons
        self._language = language

    def rows(self, blocks: Iterable[FlowBlock]) -> list[Row]:
        """All rows of a document, with the space between them."""
        rows: list[Row] = []
        after = extra = 0.0
        for block in blocks:
            if isinstance(block, Spacer):
                extra += block.height
                continue
            if isinstance(block, Figure) and rows and not extra:
                rows[-1] = rows[-1]._replace(keep=True)  # the text that leads to it
            before, next_after = _spaces(block)
            made = self._block(block)
            made[0] = made[0]._replace(space=max(after, before) + extra)
            rows += made
            after, extra = next_after, 0.0
        return rows

    def _block(self, block: FlowBlock) -> list[Row]:
        if isinstance(block, Figure):
            return [self._figure(block)]
        if isinstance(block, ThematicBreak):
            return [Row(0.0, _RULE, False, (rule(block.style.color, Rect(0, 0, self._width, _RULE)),))]
        if isinstance(block, TextTable):
            return self._table(block)
        if isinstance(block, ListItem):
            return self._list_item(block)
        assert isinstance(block, (Heading, Paragraph))
        keep = isinstance(block, Heading) or plain_text(block.inlines).endswith(":")
        rows = self._text(block.inlines, block.style, block.style.indent, keep or block.style.keep_with_next)
        return [row._replace(keep=True) for row in rows] if isinstance(block, Heading) else rows

    def _figure(self, figure: Figure) -> Row:
        """A figure that is a little wider than the column is made smaller; its words must stay legible."""
        scale = min(1.0, self._width / figure.size.width) if figure.size.width else 1.0
        if scale < _SMALLEST_FIGURE:
            message = f"a figure is {figure.size.width:.1f} mm wide, its column {self._width:.1f} mm"
            raise UnlocatedError("E406", message, hints=("make the figure smaller",))
        x = (self._width - scale * figure.size.width) / 2
        items = scaled(figure.items, scale) if scale < 1 else figure.items
        return Row(0.0, scale * figure.size.height, False, tuple(moved(items, x, 0.0)))

    def _list_item(self, item: ListItem) -> list[Row]:
        style = item.style
        hang = style.indent or _HANG * style.size
        left = hang * (item.depth + 1)
        rows = self._text(item.inlines, style, left, plain_text(item.inlines).endswith(":"))
        if item.marker:
            room = left - _MARKER_GAP * style.size
            line = self._lines((Run(item.marker, bold=True),), style, room)[0]
            marker = self._setter(style).line(line, 0.0, baseline(style, self._fontbook), room, "right")
            rows[0] = rows[0]._replace(items=(*marker, *rows[0].items))
        return rows

    def _text(self, inlines: Sequence[Inline], style: TextStyle, left: Mm, keep: bool) -> list[Row]:
        """A row for each line; the first two stay together, and the last two."""
        room = self._width - left
        lines = self._lines(inlines, style, room)
        setter, y, last = self._setter(style), baseline(style, self._fontbook), len(lines) - 1
        return [
            Row(
                0.0,
                style.leading * style.size,
                keep if number == last else number in (0, last - 1),
                tuple(setter.line(line, left, y, room, style.align)),
            )
            for number, line in enumerate(lines)
        ]

    def _setter(self, style: TextStyle) -> LineSetter:
        return LineSetter(style, style.size, self._fontbook, self._icons)

    def _lines(self, inlines: Sequence[Inline], style: TextStyle, room: Mm) -> list[Line]:
        return self._broken(self._paragraphs(inlines, style), style, room)

    def _paragraphs(self, inlines: Sequence[Inline], style: TextStyle) -> list[ParagraphBreaker]:
        measure = Shaper(style, self._fontbook)
        return [ParagraphBreaker(pieces, measure, self._language) for pieces in measure.paragraphs(inlines)]

    def _broken(self, paragraphs: Iterable[ParagraphBreaker], style: TextStyle, room: Mm) -> list[Line]:
        lines = [line for paragraph in paragraphs for line in paragraph.lines(room / style.size)]
        for line in lines:
            if line.tightest(style.align) * style.size > room + _TOLERANCE:
                raise UnlocatedError("E406", f"{quoted(line.text)} is wider than its column of {room:.1f} mm")
        return lines

    def _table(self, table: TextTable) -> list[Row]:
        styles = [table.head_style if number == 0 else table.style for number in range(len(table.rows))]
        cells = [
            [self._paragraphs(cell.inlines, style) for cell in row]
            for row, style in zip(table.rows, styles, strict=True)
        ]
        gap = _CELL_GAP * table.style.size
        widths = self._table_widths(cells, styles, gap)
        rows: list[Row] = []
        for number, (row, style) in enumerate(zip(table.rows, styles, strict=True)):
            setter, y0 = self._setter(style), baseline(style, self._fontbook)
            pad, step = _CELL_PADDING * style.size, style.leading * style.size
            items: list[Item] = []
            x, height = 0.0, 0.0
            for cell, paragraphs, width in zip(row, cells[number], widths, strict=True):
                lines = self._broken(paragraphs, style, width)
                for at, line in enumerate(lines):
                    items += setter.line(line, x, pad + y0 + at * step, width, cell.align)
                height = max(height, len(lines) * step)
                x += width + gap
            thick = _HEAD_RULE if number == 0 else _HAIRLINE
            height += 2 * pad
            items.append(rule(style.color, Rect(0.0, height - thick, self._width, thick)))
            rows.append(Row(0.0, height, number == 0, tuple(items)))
        return rows

    def _table_widths(self, cells: list[list[list[ParagraphBreaker]]], styles: list[TextStyle], gap: Mm) -> list[Mm]:
        """Between the widest word and the whole text of each column, as far as the width allows."""
        least, most = [], []
        for column in zip(*cells, strict=True):
            pairs = [(p, style.size) for cell, style in zip(column, styles, strict=True) for p in cell]
            least.append(max(p.least_width * size for p, size in pairs))
            most.append(max(p.width * size for p, size in pairs))
        room = self._width - gap * (len(least) - 1)
        if sum(least) > room + _TOLERANCE:
            raise UnlocatedError("E406", f"a table needs {sum(least) - room:.1f} mm more than its column is wide")
        return min(column_widths(least, most, room), key=lambda widths: self._table_height(cells, styles, widths))

    def _table_height(self, cells: list[list[list[ParagraphBreaker]]], styles: list[TextStyle], widths: list[Mm]) -> Mm:
        return sum(
            max(len(self._broken(cell, style, width)) for cell, width in zip(row, widths, strict=True)) * style.size
            for row, style in zip(cells, styles, strict=True)
        )


def column_widths(least: Sequence[Mm], most: Sequence[Mm], room: Mm) -> Iterator[list[Mm]]:
    """Ways to share out the width of a table: some columns, the narrow ones first, get all they want.

    Args:
        least: What each column must have, mm; all of it fits the room.
        most: What each column wants, mm.
        room: mm.

    Yields:
        Widths that sum up to `room`; first those that satisfy most columns.
    """
    order = sorted(range(len(most)), key=lambda column: most[column])
    for satisfied in range(len(order), -1, -1):
        widths = [most[column] if column in order[:satisfied] else least[column] for column in range(len(most))]
        left = room - sum(widths)
        if left < -_TOLERANCE:
            continue
        wishes = [want - width for want, width in zip(most, widths, strict=True)]
        if sum(wishes) > left:
            yield [width + wish * left / sum(wishes) for width, wish in zip(widths, wishes, strict=True)]
        else:
            spare = (left - sum(wishes)) / len(widths)
            yield [want + spare for want in most]


def baseline(style: TextStyle, fontbook: FontBook) -> Mm:
    """Of a line, from the top of its row: the letters stand in the middle of the leading, mm."""
    metrics = fontbook.metrics(style.regular)
    return (style.leading + metrics.ascent - metrics.descent) / 2 * style.size


def rule(color: str, box: Rect) -> PlacedArtwork:
    """A filled box; all of one colour are one artwork."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" width="1mm" height="1mm">'
        f'<rect width="1" height="1" fill="{color}"/></svg>'
    )
    return PlacedArtwork(Artwork(svg, Size(1, 1)), box)


def _spaces(block: FlowBlock) -> tuple[Mm, Mm]:
    """Before and after it."""
    if isinstance(block, Figure):
        return block.space, block.space
    if isinstance(block, ThematicBreak):
        half_a_line = block.style.leading * block.style.size / 2
        return half_a_line, half_a_line
    assert not isinstance(block, Spacer)
    return block.style.space_before, block.style.space_after
