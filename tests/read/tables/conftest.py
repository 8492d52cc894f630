"""A model with a field of each type, and what reads rows of it from a file or a workbook."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import pytest
from openpyxl import Workbook
from pydantic import ConfigDict

from cardgen.plugin.schema import Headers, Identifier, LocalText, Model, PicturePath
from cardgen.read.tables.context import ListContext
from cardgen.read.tables.files import open_spreadsheet
from cardgen.read.tables.rows import read_rows
from cardgen.report.diagnostics import Collector
from cardgen.report.source import RowNode


class Troop(Model):
    power: int
    traits: tuple[str, ...] = ()


class Card(Model):
    id: Identifier | None = None
    name: LocalText
    copies: int = 1
    cost: int | None = None
    ratio: float | None = None
    unique: bool = False
    size: Literal["big-one", "small"] | None = None
    crew: tuple[Literal["sailor", "cook"], ...] = ()
    troop: Troop | None = None
    troops: tuple[Troop, ...] = ()
    art: PicturePath | None = None
    home: Annotated[str, Headers(("harbour",))] | None = None


class AnyCard(Model):
    model_config = ConfigDict(extra="allow")

    name: LocalText
    text: LocalText | None = None


class Read(NamedTuple):
    rows: list[RowNode]
    found: list[str]
    expected: list[str]

    @property
    def values(self) -> list[Any]:
        return [row.plain() for row in self.rows]


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Read]:
    """Reads the rows of a CSV text or bytes, or of cells in a workbook; gives their values and what was reported."""

    def read(
        content: str | bytes | Sequence[Sequence[Any]] | Path, model: type[Model] = Card, name: str = "cards.csv"
    ) -> Read:
        if isinstance(content, Path):
            path = content
        elif isinstance(content, str | bytes):
            path = tmp_path / name
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        else:
            path = tmp_path / "cards.xlsx"
            workbook = Workbook()
            workbook.active.title = "ships"
            for line in content:
                workbook.active.append(line)
            workbook.save(path)
        found = Collector()
        rows: list[RowNode] = []
        if spreadsheet := open_spreadsheet(path, path.name, found):
            table = spreadsheet.table(spreadsheet.first, found)
            rows = read_rows(table, model, ListContext(("en", "pt")), found) if table else []
        return Read(rows, [str(item) for item in found.items], [item.expected for item in found.items])

    return read
