"""Convert Markdown to the blocks of a document. markdown-it-py parses; this module maps its tokens."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from cardgen.render.text.blocks import (
    Figure,
    FlowBlock,
    Heading,
    ListItem,
    PageBreak,
    Paragraph,
    TableCell,
    TextTable,
    ThematicBreak,
)
from cardgen.render.text.punctuation import smart_punctuation
from cardgen.render.text.rich import ICON_IN_TEXT, Break, Icon, Inline, Run, tidy
from cardgen.render.text.scripts import is_wide
from cardgen.render.text.style import TextStyle
from cardgen.report.errors import UnlocatedError

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

_ICON = re.compile(r"\{([^{}\s]+)\}")
_PAGE_BREAK = r"\newpage"
_ALIGNS: dict[str, Literal["left", "center", "right"]] = {
    "text-align:center": "center",
    "text-align:right": "right",
}


def parse_markdown(
    text: str, styles: Callable[[str], TextStyle], figure: Callable[[str, str], Figure], language: str
) -> list[FlowBlock]:
    r"""Read a document.

    Supported are headings, paragraphs, lists (also nested), `**strong**`, `*emphasis*`, `---`, tables, `{icon}` in
    text, pictures that stand alone as figures, and a paragraph `\newpage`, which starts a new page as in Pandoc. A
    backslash at the end of a line breaks it. HTML is text.

    Args:
        styles: Returns the styles `h1` to `h6`, `body`, `item` (lists), `head` and `cell` (tables) by name.
        figure: Returns the figure of `![words](name)` for its name and its words.

    Raises:
        UnlocatedError: E405, an element that a document cannot hold; also the errors of `styles` and `figure`.
    """
    return list(_TokenReader(styles, figure, language).blocks(_parser().parse(text)))


def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt  # slow to load, and only documents use it

    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    # Joining text would make an escaped brace look like one that starts an icon.
    parser.disable(["text_join", "link", "autolink"])
    parser.inline.ruler.before("emphasis", "icon", _icon)
    return parser


def _icon(state: StateInline, silent: bool) -> bool:
    match = _ICON.match(state.src, state.pos)
    if not match:
        return False
    if not silent:
        state.push("icon", "", 0).content = match[1]
    state.pos = match.end()
    return True


class _TokenReader:
    """Reads the tokens of one document."""

    def __init__(self, styles: Callable[[str], TextStyle], figure: Callable[[str, str], Figure], language: str) -> None:
        self._styles = styles
        self._figure = figure
        self._language = language
        self._lists: list[int | None] = []  # next number of each open list, None for bullets
        self._marker = ""

    def blocks(self, tokens: Sequence[Token]) -> Iterator[FlowBlock]:
        """Yield the blocks of a document, in order."""
        at = 0
        while at < len(tokens):
            token = tokens[at]
            if token.type == "table_open":
                end = next(i for i in range(at, len(tokens)) if tokens[i].type == "table_close")
                yield self._table(tokens[at:end])
                at = end
            elif token.type in ("heading_open", "paragraph_open"):
                yield self._text(token, tokens[at + 1])
                at += 2
            elif token.type == "hr":
                yield ThematicBreak(self._styles("body"))
            else:
                self._list(token)
            at += 1

    def _list(self, token: Token) -> None:
        """Enter or leave a list."""
        if token.type == "bullet_list_open":
            self._lists.append(None)
        elif token.type == "ordered_list_open":
            start = token.attrGet("start")
            self._lists.append(1 if start is None else int(start))
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            self._lists.pop()
        elif token.type == "list_item_open":
            number = self._lists[-1]
            self._marker = "\u2022" if number is None else f"{number}."
            self._lists[-1] = None if number is None else number + 1
        elif token.type != "list_item_close":
            raise _unsupported(token)

    def _text(self, token: Token, content: Token) -> FlowBlock:
        children = content.children or []
        if [child.type for child in children] == ["image"]:
            return self._figure(str(children[0].attrGet("src")), children[0].content)
        if content.content == _PAGE_BREAK and not self._lists:
            return PageBreak()
        inlines = self._inlines(children, token)
        if token.type == "heading_open":
            return Heading(int(token.tag[1:]), self._styles(token.tag), inlines)
        if self._lists:
            marker, self._marker = self._marker, ""
            return ListItem(self._styles("item"), marker, inlines, len(self._lists) - 1)
        return Paragraph(self._styles("body"), inlines)

    def _table(self, tokens: Sequence[Token]) -> TextTable:
        rows: list[list[TableCell]] = []
        for at, token in enumerate(tokens):
            if token.type == "tr_open":
                rows.append([])
            elif token.type in ("th_open", "td_open"):
                align = _ALIGNS.get(str(token.attrGet("style")), "left")
                rows[-1].append(TableCell(self._inlines(tokens[at + 1].children or [], tokens[at + 1]), align))
        return TextTable(self._styles("cell"), self._styles("head"), tuple(map(tuple, rows)))

    def _inlines(self, children: Iterable[Token], parent: Token) -> tuple[Inline, ...]:
        out: list[Inline] = []
        bold = italic = 0
        before = ""
        children = [*children]
        for at, child in enumerate(children):
            if child.type in ("strong_open", "strong_close"):
                bold += child.nesting
            elif child.type in ("em_open", "em_close"):
                italic += child.nesting
            elif child.type == "icon":
                out.append(Icon(child.content))
                before = ICON_IN_TEXT
            elif child.type == "hardbreak":
                out.append(Break())
                before = ""
            elif child.type in _TEXTS:
                text = " " if child.type == "softbreak" else child.content
                if child.type == "softbreak" and is_wide(before[-1:]) and is_wide(_next_character(children, at)):
                    text = ""  # Japanese and Chinese put no spaces where the lines of a file end
                text = smart_punctuation(text, self._language, before) if child.type == "text" else text
                out.append(Run(text, bold > 0, italic > 0))
                before = text or before
            else:
                raise _unsupported(child, parent)
        return tidy(out)


def _next_character(children: Sequence[Token], at: int) -> str:
    """Return the first character of the text behind a token; empty if there is none."""
    return next((child.content[:1] for child in children[at + 1 :] if child.content), "")


_TEXTS = frozenset({"text", "text_special", "code_inline", "softbreak"})


def _unsupported(token: Token, parent: Token | None = None) -> UnlocatedError:
    lines = (parent or token).map
    name = token.type.removesuffix("_open").replace("_", " ")
    where = f" in line {lines[0] + 1}" if lines else ""
    expected = "headings, paragraphs, lists, tables, rules, and pictures that stand alone"
    return UnlocatedError("E405", f"document contains a {name}{where}", expected=expected)
