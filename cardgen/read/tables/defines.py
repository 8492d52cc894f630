"""Read the defines of CardMaker: files `*_defines.csv` beside a list, whose texts `@[name]` stands for."""

from __future__ import annotations

from pathlib import Path

from cardgen.read.files import names_in
from cardgen.read.tables.files import open_spreadsheet
from cardgen.report.diagnostics import Collector

_SUFFIX = "_defines.csv"
_MOST_FILES = 50


def read_defines(file: Path) -> dict[str, str]:
    """Return the texts by their names in lower case, those of the list itself before those of others; none without files."""
    own = f"{file.stem}{_SUFFIX}"
    names = [name for name in names_in(file.parent) if name.lower().endswith(_SUFFIX)][:_MOST_FILES]
    found: dict[str, str] = {}
    for name in sorted(names, key=lambda name: name != own):
        spreadsheet = open_spreadsheet(file.parent / name, name, Collector())
        table = spreadsheet.table("", Collector()) if spreadsheet and spreadsheet.sheets == ("",) else None
        for row in table.rows if table else ():
            if len(row.cells) > 1 and row.cells[0] is not None:
                text = "" if row.cells[1] is None else str(row.cells[1])
                found.setdefault(str(row.cells[0]).strip().casefold(), text)
    return found
