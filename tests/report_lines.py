"""A report as lines, whichever printer shows its parts, to be recorded."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from cardgen.report.sections import DataTable, ReportDocument, Section


def report_lines(document: ReportDocument) -> Iterator[str]:
    """Yield the parts, a line for each; the rows of a table; and what a part states beyond its defaults."""
    for part in document.parts:
        yield from _lines(part, "")


def _lines(part: object, indent: str) -> Iterator[str]:
    if isinstance(part, Section):
        yield f"{indent}{_told(part, without=('parts',))}"
        for inner in part.parts:
            yield from _lines(inner, f"{indent}  ")
    elif isinstance(part, DataTable):
        yield f"{indent}{_told(part, without=('columns', 'rows'))}"
        for row in (part.columns, *part.rows):
            yield f"{indent}| {' | '.join(map(_told, row))}"
    else:
        yield f"{indent}{_told(part)}"


def _told(value: object, without: tuple[str, ...] = ()) -> str:
    if is_dataclass(value):
        stated = [(one.name, getattr(value, one.name)) for one in fields(value) if one.name not in without]
        told = ", ".join(f"{name}: {_told(of)}" for name, of in stated if of not in (None, "", False))
        return f"{type(value).__name__}({told})"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_told, value))}]"
    return f"{round(value, 2) + 0:g}" if isinstance(value, float) else str(value)
