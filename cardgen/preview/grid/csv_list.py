"""Read and edit the cards of a table of text, such as CSV: what is not edited stays as it is written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from cardgen.preview.grid.rows import GridRow, other_id
from cardgen.preview.text_edit import TextEdit
from cardgen.report.errors import UnlocatedError

_SEPARATOR_LINE = re.compile(r"sep=.\n", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CsvRecord:
    """A record of a table of text.

    Attributes:
        line: Line on which it begins, from 1.
        cells: Where each of its cells starts and ends, quotes included.
    """

    line: int
    cells: Sequence[tuple[int, int]]


def read_records(text: str, delimiter: str) -> Iterator[CsvRecord]:
    """Yield the records of a table of text that are not blank, as `read_csv` finds them."""
    stop = re.escape(delimiter)
    pattern = re.compile(rf' *"(?:[^"]|"")*"?[^{stop}\n]*|[^{stop}\n]*')
    head = _SEPARATOR_LINE.match(text)
    at, line = (head.end(), 2) if head else (0, 1)
    while at < len(text):
        start, first, cells = at, line, []
        while True:
            end = pattern.match(text, at).end()  # type: ignore[union-attr]  # it matches anything
            cells.append((at, end))
            at = end + 1
            if text[end : end + 1] != delimiter:
                break
        line += text.count("\n", start, at)
        if text[start:end].replace(delimiter, "").replace('"', "").strip():
            yield CsvRecord(first, cells)


def written_cell(words: str, delimiter: str) -> str:
    """Return a cell as it is written: in quotes where it has to be."""
    if any(sign in words for sign in ('"', "\n", delimiter)) or words != words.strip():
        return '"' + words.replace('"', '""') + '"'
    return words


def set_record(text: str, record: CsvRecord, delimiter: str, cells: Mapping[int, str]) -> list[TextEdit]:
    """Return the edits that give cells of a record other words.

    Args:
        cells: Words by the number of the column, from 1.
    """
    edits, tail, width = [], "", len(record.cells)
    for number, words in sorted(cells.items()):
        if number <= len(record.cells):
            start, end = record.cells[number - 1]
            if words != cell_text(text[start:end]):
                edits.append(TextEdit(start, end, written_cell(words, delimiter)))
        elif words:
            tail += delimiter * (number - width) + written_cell(words, delimiter)
            width = number
    end = record.cells[-1][1]
    return [*edits, TextEdit(end, end, tail)] if tail else edits


def cell_text(written: str) -> str:
    """Return what a cell says, without its quotes and without spaces around."""
    words = written.lstrip(" ")
    if not words.startswith('"'):
        return words.strip()
    inside = re.match(r'"((?:[^"]|"")*)"?(.*)', words, re.DOTALL)
    assert inside
    return (inside[1].replace('""', '"') + inside[2]).strip()


class CsvList:
    """The cards of a table of text; the key of a column is its number, from 1.

    Args:
        head: Number of the record with the headings, from 0.
    """

    def __init__(self, text: str, delimiter: str, head: int = 0) -> None:
        self.text = text
        self.delimiter = delimiter
        self._records = [*read_records(text, delimiter)]
        self._head = head

    @cached_property
    def _body(self) -> Sequence[CsvRecord]:
        return self._records[self._head + 1 :]

    def titles(self) -> Mapping[str, str]:
        """Return the titles of the columns by their keys, in the order of the file."""
        head = self._texts(self._records[self._head]) if len(self._records) > self._head else []
        width = max([len(head), *(len(record.cells) for record in self._body)])
        return {str(at + 1): (head[at] if at < len(head) else "") or f"Column {at + 1}" for at in range(width)}

    def rows(self) -> Sequence[GridRow]:
        """See `CardList`."""
        return [
            GridRow(record.line, {str(at): words for at, words in enumerate(self._texts(record), 1) if words})
            for record in self._body
        ]

    def set_cells(self, cells: Iterable[tuple[int, str, str]]) -> list[TextEdit]:
        """See `CardList`."""
        by_row: dict[int, dict[int, str]] = {}
        for row, key, words in cells:
            by_row.setdefault(row, {})[int(key)] = words
        found = []
        for row, values in by_row.items():
            found += set_record(self.text, self._record(row), self.delimiter, values)
        return found

    def insert(self, at: int, rows: Sequence[Mapping[str, str]]) -> list[TextEdit]:
        """See `CardList`."""
        width = len(self.titles())
        lines = [
            self.delimiter.join(written_cell(row.get(str(number + 1), ""), self.delimiter) for number in range(width))
            for row in rows
        ]
        return self._added(at, lines)

    def duplicate(self, rows: Sequence[int]) -> list[TextEdit]:
        """See `CardList`."""
        number = next((int(key) for key, title in self.titles().items() if title.strip().lower() == "id"), 0)
        taken = {texts[number - 1] for record in self._body if len(texts := self._texts(record)) >= number > 0}
        lines = []
        for row in sorted(rows):
            record = self._record(row)
            start = record.cells[0][0]
            line = self.text[start : record.cells[-1][1]]
            if 0 < number <= len(record.cells):
                first, last = (place - start for place in record.cells[number - 1])
                line = (
                    line[:first]
                    + written_cell(other_id(taken, cell_text(line[first:last])), self.delimiter)
                    + line[last:]
                )
            lines.append(line)
        return self._added(max(rows) + 1, lines)

    def remove(self, rows: Sequence[int]) -> list[TextEdit]:
        """See `CardList`."""
        records = [self._record(row) for row in sorted({*rows})]
        return [TextEdit(record.cells[0][0], min(record.cells[-1][1] + 1, len(self.text)), "") for record in records]

    def add_column(self, title: str) -> list[TextEdit]:
        """Return the edits that add a column without values."""
        words = written_cell(title, self.delimiter)
        if not self._records:
            return [TextEdit(len(self.text), len(self.text), f"{words}\n")]
        return set_record(self.text, self._records[self._head], self.delimiter, {len(self.titles()) + 1: title})

    def _record(self, row: int) -> CsvRecord:
        if not 0 <= row < len(self._body):
            raise UnlocatedError("E109", "the row cannot be found in the file; save it first")
        return self._body[row]

    def _texts(self, record: CsvRecord) -> list[str]:
        return [cell_text(self.text[start:end]) for start, end in record.cells]

    def _added(self, row: int, lines: Sequence[str]) -> list[TextEdit]:
        """Return the edit that writes lines before a row, or behind the last one."""
        if row < len(self._body):
            at = self._body[row].cells[0][0]
            return [TextEdit(at, at, "".join(f"{line}\n" for line in lines))]
        last = self._records[-1].cells[-1][1] if self._records else 0
        return [TextEdit(last, last, "".join(f"\n{line}" for line in lines))]
