"""Hold the filled columns of a document, and exchange the figures in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from cardgen.geometry.units import Mm
from cardgen.model.drawing import DrawingItem, PageBlock

if TYPE_CHECKING:  # a build with known pages does not pay for the import
    from cardgen.render.text.blocks import Figure


class FilledColumn(NamedTuple):
    """The content of a column.

    Attributes:
        items: Items in the coordinates of the page, mm.
        figures: Left edge of the column and top of the figure, mm, of each figure in the order of `blocks`.
    """

    items: tuple[DrawingItem, ...] = ()
    blocks: tuple[PageBlock, ...] = ()
    figures: tuple[tuple[Mm, Mm], ...] = ()


def with_figures(column: FilledColumn, figures: Iterator[Figure], width: Mm) -> FilledColumn:
    """Return a column with other figures of the same sizes.

    Args:
        figures: The figures from the first one of this column on; those of the column are taken.
        width: Of the column, mm; a figure stands in its middle.
    """
    from cardgen.render.transform import moved

    items, blocks, grown = list(column.items), list[PageBlock](), 0
    corners = iter(column.figures)
    for block in column.blocks:
        start, stop, words = block.start + grown, block.stop + grown, block.words
        if block.role == "figure":
            figure = next(figures)
            items[start:stop] = made = moved(figure.centered(width), *next(corners))
            grown += start + len(made) - stop
            stop, words = start + len(made), figure.words
        blocks.append(block._replace(start=start, stop=stop, words=words))
    return column._replace(items=tuple(items), blocks=tuple(blocks))


def shifted(blocks: Iterable[PageBlock], count: int) -> Iterator[PageBlock]:
    """Yield blocks of items that come after a number of other items."""
    return (block._replace(start=block.start + count, stop=block.stop + count) for block in blocks)
