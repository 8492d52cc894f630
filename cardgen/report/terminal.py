"""Print a report in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rich import box
from rich.cells import cell_len
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text

from cardgen.report.screen import Screen
from cardgen.report.sections import (
    Bars,
    Cards,
    Cell,
    CellContent,
    Columns,
    DataTable,
    Intervals,
    KeyPoints,
    Part,
    Remark,
    ReportDocument,
    Section,
    Tone,
)
from cardgen.report.visible import visible_line

_WIDE = 1000  # columns if the output is not a terminal, so that no line is broken
_COLORS: Mapping[Tone, str] = {"": "", "info": "", "good": "green", "bad": "red", "open": "yellow"}
_SIGNS: Mapping[Tone, str] = {"": "-", "info": "-", "good": "+", "bad": "!", "open": "?"}


def print_document(document: ReportDocument) -> None:
    """Print a report on standard output, without its title; tables are as wide as they must be if it is no terminal."""
    screen = Screen()
    if not screen.is_terminal:
        screen.width = _WIDE
    for at, shown in enumerate(_print_parts(document.parts)):
        if at and not isinstance(shown, _Joined):
            screen.print()
        screen.print(shown.inner if isinstance(shown, _Joined) else shown, crop=False)


class _Joined:
    """What stands right below what was printed before it."""

    def __init__(self, inner: RenderableType) -> None:
        self.inner = inner


def _print_parts(parts: Iterable[Part]) -> Iterator[RenderableType | _Joined]:
    for part in parts:
        match part:
            case Section() if part.only != "page":
                yield from _print_section(part)
            case Remark() if part.only != "page":
                yield Text(_plain(part.text), _COLORS[part.tone])
            case KeyPoints():
                yield from _print_findings(part)
            case DataTable() if part.only != "page" and part.rows:
                yield _print_table(part)
            case Section() | Intervals() | Columns() | Bars() | Cards() | Remark() | DataTable():
                pass  # shown on the page alone


def _print_section(section: Section) -> Iterator[RenderableType | _Joined]:
    inner = list(_print_parts(section.parts))
    if not inner:
        return
    if section.title:
        yield Text(_plain(section.title), f"bold {_COLORS[section.tone]}")
        inner[0] = inner[0] if isinstance(inner[0], _Joined) else _Joined(inner[0])
    yield from inner


def _print_findings(findings: KeyPoints) -> Iterator[_Joined]:
    for one in findings.items:
        if findings.style != "signs":
            yield _Joined(Text(_plain(one.text), "bold" if findings.style == "bold" else ""))
            continue
        line = RichTable.grid(padding=(0, 1))
        line.add_row(Text(_SIGNS[one.tone], f"bold {_COLORS[one.tone]}"), Text(_plain(one.text)))
        yield _Joined(Padding(line, (0, 0, 0, 1), expand=False))
    if not findings.items:
        yield _Joined(Text(" Nothing."))


def _print_table(table: DataTable) -> RichTable:
    """Return a table whose names a narrow terminal may break, but never its numbers."""
    shown = RichTable(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
    kept = [at for at, column in enumerate(table.head) if column.only != "page"]
    rows = [[_print_cell(row[at]) for at in kept] for row in table.rows]
    for place, at in enumerate(kept):
        column = table.head[at]
        width = 0 if column.is_text else max(cell_len(row[place].plain) for row in rows)
        shown.add_column(
            Text(_plain(column.title)),
            justify="left" if column.is_text else "right",
            overflow="fold",
            min_width=width or None,
        )
    shown.show_header = any(column.title for column in table.head)
    for row in rows:
        shown.add_row(*row)
    return shown


def _print_cell(content: CellContent) -> Text:
    if isinstance(content, tuple):
        return Text("\n").join(_print_cell(one) for one in content)
    cell = content if isinstance(content, Cell) else Cell(content)
    return Text(_plain(cell.short or cell.text), _COLORS[cell.tone])


def _plain(text: str) -> str:
    return visible_line(text.replace("\n", " "))
