"""Turn the Markdown of a document, such as the rules, into blocks of text for a page that is narrower than paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from cardgen.geometry.units import Size
from cardgen.render.text.blocks import Figure, FlowBlock, Heading, ListItem, Paragraph, TextTable
from cardgen.render.text.markdown import parse_markdown
from cardgen.render.text.rich import Break, Icon, Inline
from cardgen.render.text.style import TextStyle
from cardgen.report.errors import UnlocatedError

Block = Mapping[str, Any]
"""What a part of the text is: `role` is `p`, `item`, `table`, `figure`, or a heading `h1` to `h6`, of which none is two levels below
the one around it. It has `runs`, of which each is a text and whether it is bold and italic; an item has its `marker` and `depth`, a
table its `rows` of such runs, and a figure its `name` and `words`."""
_STYLE = TextStyle("", "", 0)
"""A style that nothing is drawn in."""


@lru_cache(maxsize=16)
def rules_blocks(text: str, language: str) -> tuple[Block, ...]:
    """Return the blocks of a document; none of one that cannot be read, of which its deck tells the error."""

    def figure(name: str, words: str) -> Figure:
        figures.append(name)
        return Figure((), Size(0, 0), words=words)

    figures: list[str] = []
    try:
        blocks = parse_markdown(text, lambda _: _STYLE, figure, language)
    except UnlocatedError:
        return ()
    names, around = iter(figures), [0]
    return tuple(found for block in blocks if (found := _block(block, names, around)))


def _block(block: FlowBlock, figures: Iterator[str], around: list[int]) -> Block | None:
    match block:
        case Heading():
            while around[-1] >= block.level:
                around.pop()
            around.append(block.level)
            return {"role": f"h{len(around) - 1}", "runs": _runs(block.inlines)}
        case Paragraph():
            return {"role": "p", "runs": _runs(block.inlines)}
        case ListItem():
            return {"role": "item", "runs": _runs(block.inlines), "marker": block.marker, "depth": block.depth}
        case TextTable():
            return {"role": "table", "rows": [[_runs(cell.inlines) for cell in row] for row in block.rows]}
        case Figure():
            return {"role": "figure", "name": next(figures), "words": block.words}
    return None


def _runs(inlines: Iterable[Inline]) -> list[tuple[str, bool, bool]]:
    """Return texts, each with whether it is bold and italic."""
    found = []
    for part in inlines:
        if isinstance(part, Break):
            found.append(("\n", False, False))
        elif isinstance(part, Icon):
            found.append((part.name.replace("_", " "), False, False))
        else:
            found.append((part.text, part.bold, part.italic))
    return found
