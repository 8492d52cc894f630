"""Set the blocks of documents as rows: lines, figures and rows of tables, which columns are filled with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from cardgen.geometry.units import Mm, Rect, Size
from cardgen.model.drawing import Artwork, DrawingItem, PageBlock, PlacedArtwork, Role
from cardgen.render.text.blocks import (
    ColumnBlock,
    Figure,
    Heading,
    ListItem,
    Paragraph,
    TextTable,
    ThematicBreak,
)
from cardgen.render.text.fallback import missing_glyph_error
from cardgen.render.text.fonts import FontBook
from cardgen.render.text.lines import Line, ParagraphBreaker
from cardgen.render.text.place import IconSource, LineSetter
from cardgen.render.text.rich import Inline, Run, plain_text
from cardgen.render.text.scripts import is_right_to_left
from cardgen.render.text.shaping import Shaper
from cardgen.render.text.style import TextStyle
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError

_TOLERANCE = 1e-6
_HANG = 1.2  # em; indent of a list item whose style states none
_MARKER_GAP = 0.4  # em between the marker and the text
_CELL_GAP, _CELL_PADDING = 1.0, 0.22  # em between columns of a table, and above and below a row
_SHORT = 6  # rows of a table that is not split
_RULE, _HEAD_RULE, _HAIRLINE = 0.2, 0.25, 0.1  # mm
_HEADINGS: tuple[Role, ...] = ("h1", "h2", "h3", "h4", "h5", "h6")


class Row(NamedTuple):
    """The smallest unit of a document, never split: a line, a figure, a row of a table.

    Attributes:
        space: Space above it, mm; dropped at the top of a column.
        keep: Whether the next row must be in the same column.
        items: Items, with the origin at the top left of the row, mm.
        head: Head row of its table, which is repeated above it at the top of a column.
        after: Height of the rows of its table after it, mm; 0 outside tables.
        is_rule: Whether it is a line between two parts of the document; dropped at the top of a column.
    """

    space: Mm
    height: Mm
    keep: bool
    items: tuple[DrawingItem, ...]
    head: Row | None = None
    blocks: tuple[PageBlock, ...] = ()
    after: Mm = 0.0
    is_rule: bool = False

    @property
    def begins(self) -> bool:
        """Whether it is no further line of a paragraph."""
        return not self.blocks or self.blocks[0].begins

    @property
    def is_heading(self) -> bool:
        """Whether it is a line of a heading."""
        return bool(self.blocks) and self.blocks[0].role in _HEADINGS


class KnownRows:
    """The rows of texts that have been set, so that a document with one change sets only what differs.

    Args:
        before: Rows of the previous build, with the same fonts, icons and language; None for none.
    """

    def __init__(self, before: KnownRows | None = None) -> None:
        self._before: Mapping[tuple[Mm, ColumnBlock], tuple[Row, ...]] = before.used if before else {}
        self.used: dict[tuple[Mm, ColumnBlock], tuple[Row, ...]] = {}

    def get(self, width: Mm, block: ColumnBlock, make: Callable[[ColumnBlock], list[Row]]) -> list[Row]:
        """Return the rows of a block.

        Args:
            width: Width of the column, mm.
            make: Sets it, if it is not known.
        """
        if isinstance(block, Figure):  # to compare its items would take longer than to place them
            return make(block)
        key = width, block
        found = self._before.get(key)
        self.used[key] = tuple(make(block)) if found is None else found
        return list(self.used[key])


class RowSetter:
    """Sets blocks as rows of one width.

    Args:
        width: Width of the column, mm.
        known: Rows that need not be set again; receives those that are set.

    Attributes:
        lacking: Error of each style that lacks characters, for which boxes are drawn.
    """

    def __init__(
        self, width: Mm, fontbook: FontBook, icons: IconSource, language: str, known: KnownRows | None = None
    ) -> None:
        self.lacking: list[UnlocatedError] = []
        self._known = known or KnownRows()
        self._width = width
        self._fontbook = fontbook
        self._icons = icons
        self._language = language
        self._is_right_to_left = is_right_to_left(language)

    def rows(self, blocks: Iterable[ColumnBlock]) -> list[Row]:
        """Return all rows of a part of a document without page breaks, with the space between them."""
        rows: list[Row] = []
        after, is_item = 0.0, False
        for block in blocks:
            if isinstance(block, Figure) and rows and not is_item:  # an item stays with its list
                rows[-1] = rows[-1]._replace(keep=True)  # the text that introduces the figure
            before, next_after = _spaces(block)
            made = self._known.get(self._width, block, self._block)
            made[0] = made[0]._replace(space=max(after, before))
            rows += made
            after, is_item = next_after, isinstance(block, ListItem)
        return rows

    def _block(self, block: ColumnBlock) -> list[Row]:
        if isinstance(block, Figure):
            return [self._figure(block)]
        if isinstance(block, ThematicBreak):
            line = rule(block.style.color, Rect(0, 0, self._width, _RULE))
            return [Row(0.0, _RULE, False, (line,), is_rule=True)]
        if isinstance(block, TextTable):
            return self._table(block)
        if isinstance(block, ListItem):
            return self._list_item(block)
        assert isinstance(block, (Heading, Paragraph))
        keep = block.style.keep_with_next or plain_text(block.inlines).endswith(":")
        role = _HEADINGS[block.level - 1] if isinstance(block, Heading) else "p"
        rows = self._text(block.inlines, block.style, block.style.indent, keep, role)
        return [row._replace(keep=True) for row in rows] if isinstance(block, Heading) else rows

    def _figure(self, figure: Figure) -> Row:
        items = figure.centered(self._width)
        shown = PageBlock("figure", 0, len(items), words=figure.words)
        return Row(0.0, figure.scale(self._width) * figure.size.height, False, tuple(items), blocks=(shown,))

    def _list_item(self, item: ListItem) -> list[Row]:
        style = item.style
        hang = style.indent or _HANG * style.size
        left = hang * (item.depth + 1)
        rows = self._text(item.inlines, style, left, plain_text(item.inlines).endswith(":"), "item")
        if item.marker:
            room = left - _MARKER_GAP * style.size
            line = self._lines((Run(item.marker, bold=True),), style, room)[0]
            x = self._width - room if self._is_right_to_left else 0.0
            marker = self._setter(style).line(line, x, baseline(style, self._fontbook), room, "right")
            end = len(marker)
            text = PageBlock("item", end, end + len(rows[0].items))
            blocks = (PageBlock("label", 0, end), text)
            rows[0] = rows[0]._replace(items=(*marker, *rows[0].items), blocks=blocks)
        return rows

    def _text(self, inlines: Sequence[Inline], style: TextStyle, left: Mm, keep: bool, role: Role) -> list[Row]:
        """Set a paragraph: one row per line; the first two lines stay together, and so do the last two."""
        room = self._width - left
        lines = self._lines(inlines, style, room)
        setter, y, last = self._setter(style), baseline(style, self._fontbook), len(lines) - 1
        left = 0.0 if self._is_right_to_left else left
        rows = []
        for number, line in enumerate(lines):
            items = tuple(setter.line(line, left, y, room, style.align))
            stays = keep if number == last else number in (0, last - 1)
            block = PageBlock(role, 0, len(items), begins=number == 0)
            rows.append(Row(0.0, style.leading * style.size, stays, items, blocks=(block,)))
        return rows

    def _setter(self, style: TextStyle) -> LineSetter:
        return LineSetter(style, style.size, self._fontbook, self._icons)

    def _lines(self, inlines: Sequence[Inline], style: TextStyle, room: Mm) -> list[Line]:
        return self._break(self._paragraphs(inlines, style), style, room)

    def _paragraphs(self, inlines: Sequence[Inline], style: TextStyle) -> list[ParagraphBreaker]:
        shaper = Shaper(style, self._fontbook, self._language)
        paragraphs = shaper.shape_paragraphs(inlines)
        if shaper.lacking:
            self.lacking.append(missing_glyph_error(style.fonts(), shaper.lacking, self._language))
        return [ParagraphBreaker(segments, shaper, self._language) for segments in paragraphs]

    def _break(self, paragraphs: Iterable[ParagraphBreaker], style: TextStyle, room: Mm) -> list[Line]:
        lines = [line for paragraph in paragraphs for line in paragraph.lines(room / style.size)]
        for line in lines:
            if line.min_width(style.align) * style.size > room + _TOLERANCE:
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
            items: list[DrawingItem] = []
            blocks: list[PageBlock] = []
            x, height = 0.0, 0.0
            for cell, paragraphs, width in zip(row, cells[number], widths, strict=True):
                lines = self._break(paragraphs, style, width)
                start, first = self._width - x - width if self._is_right_to_left else x, len(items)
                for at, line in enumerate(lines):
                    items += setter.line(line, start, pad + y0 + at * step, width, cell.align)
                blocks.append(PageBlock("td" if number else "th", first, len(items), begins=not blocks))
                height = max(height, len(lines) * step)
                x += width + gap
            thick = _HEAD_RULE if number == 0 else _HAIRLINE
            height += 2 * pad
            items.append(rule(style.color, Rect(0.0, height - thick, self._width, thick)))
            rows.append(Row(0.0, height, False, tuple(items), blocks=tuple(blocks)))
        return _kept_together(rows, has_head=any(cell.inlines for cell in table.rows[0]))

    def _table_widths(self, cells: list[list[list[ParagraphBreaker]]], styles: list[TextStyle], gap: Mm) -> list[Mm]:
        """Return the column widths with the lowest table, each at least as wide as its widest word."""
        minimum, natural = [], []
        for column in zip(*cells, strict=True):
            pairs = [(p, style.size) for cell, style in zip(column, styles, strict=True) for p in cell]
            minimum.append(max(p.min_width * size for p, size in pairs))
            natural.append(max(p.width * size for p, size in pairs))
        room = self._width - gap * (len(minimum) - 1)
        if sum(minimum) > room + _TOLERANCE:
            raise UnlocatedError("E406", f"a table needs {sum(minimum) - room:.1f} mm more than its column is wide")
        return min(column_widths(minimum, natural, room), key=lambda widths: self._table_height(cells, styles, widths))

    def _table_height(self, cells: list[list[list[ParagraphBreaker]]], styles: list[TextStyle], widths: list[Mm]) -> Mm:
        return sum(
            max(len(self._break(cell, style, width)) for cell, width in zip(row, widths, strict=True)) * style.size
            for row, style in zip(cells, styles, strict=True)
        )


def _kept_together(rows: Sequence[Row], *, has_head: bool) -> list[Row]:
    """Return the rows of a table: the first two below the head stay together, the last two, and all of a short one.

    Args:
        rows: Rows of one table; the first is the head row.
        has_head: Whether the head row has words; one without is left out, and the first cells head their rows.
    """
    last = len(rows) - 1
    head = rows[0] if has_head else None
    after = [sum(row.height for row in rows[number:]) for number in range(1, len(rows) + 1)]
    body = [
        row._replace(keep=number < last and (number in (1, last - 1) or last <= _SHORT), head=head, after=after[number])
        for number, row in enumerate(rows[1:], 1)
    ]
    if has_head or not body:
        return [rows[0]._replace(keep=True, after=after[0]), *body]
    return [row._replace(blocks=(row.blocks[0]._replace(role="th"), *row.blocks[1:])) for row in body]


def column_widths(minimum: Sequence[Mm], natural: Sequence[Mm], room: Mm) -> Iterator[list[Mm]]:
    """Yield column widths of a table in which some columns, narrow ones first, get their natural width.

    Args:
        minimum: Smallest width of each column, mm; their sum fits the room, but for a rounding error.
        natural: Width of each column at which none of its text wraps, mm; not less than its minimum.
        room: Width to share out, mm.

    Yields:
        Widths of all columns, mm, with the sum `room`. The first give the most columns their natural width; the last
        start from the minimum of all columns and are always there.
    """
    order = sorted(range(len(natural)), key=lambda column: natural[column])
    for satisfied in range(len(order), -1, -1):
        widths = [natural[column] if column in order[:satisfied] else minimum[column] for column in range(len(natural))]
        left = room - sum(widths)
        if left < -_TOLERANCE and satisfied:
            continue
        left = max(left, 0.0)  # widths that fit exactly may exceed the room by a rounding error
        lacking = [full - width for full, width in zip(natural, widths, strict=True)]
        if sum(lacking) > left:
            yield [width + lack * left / sum(lacking) for width, lack in zip(widths, lacking, strict=True)]
        else:
            spare = (left - sum(lacking)) / len(widths)
            yield [full + spare for full in natural]


def baseline(style: TextStyle, fontbook: FontBook) -> Mm:
    """Return the distance from the top of a row to its baseline, mm; letters are centred in the leading."""
    metrics = fontbook.metrics(style.regular)
    return (style.leading + metrics.ascent - metrics.descent) / 2 * style.size


def rule(color: str, box: Rect) -> PlacedArtwork:
    """Return a filled box; all boxes of one colour and size share one artwork.

    Args:
        color: `#rrggbb`.
        box: Position and size, mm.
    """
    width, height = f"{box.width:.4f}", f"{box.height:.4f}"
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}mm" height="{height}mm">'
        f'<rect width="{width}" height="{height}" fill="{color}"/></svg>'
    )
    return PlacedArtwork(Artwork(svg, Size(box.width, box.height)), box)


def _spaces(block: ColumnBlock) -> tuple[Mm, Mm]:
    """Return the space before and after a block, mm."""
    if isinstance(block, Figure):
        return block.space, block.space
    if isinstance(block, ThematicBreak):
        half_a_line = block.style.leading * block.style.size / 2
        return half_a_line, half_a_line
    return block.style.space_before, block.style.space_after
