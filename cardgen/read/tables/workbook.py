"""Read the worksheets of XLSX and ODS workbooks, in a sandbox.

A small workbook can ask for more memory and time than any machine has, in more ways than can be counted in advance: repeated
cells, shared texts, merged ranges, or one value in the last corner of a worksheet, which python-calamine lays out as a full
rectangle. So the sandbox has limits, and what comes out of it is limited too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cardgen.processes import allowance
from cardgen.processes.sandbox import OverLimitError, Sandbox
from cardgen.read.tables.table import CELL_LIMIT, COLUMN_LIMIT, ROW_LIMIT, TEXT_LIMIT, Table, TableRow
from cardgen.report.errors import UnlocatedError

MEMORY = 700 * 2**20
"""Bytes of address space that reading a workbook may take, where the system can limit it."""
SECONDS = 10
"""Seconds of processor time for all workbooks of a command; one of 32 MB takes about five."""

_SECONDS_OF_CRASH = 1
"""What filling the memory takes at most."""

_READING = "cardgen.read.tables.workbook_reading"
_sandbox = Sandbox(MEMORY, _READING)


@dataclass(frozen=True, slots=True)
class Workbook:
    """An opened workbook.

    Attributes:
        sheets: Names of the worksheets that are not hidden, in order.
        hidden: Names of the hidden ones.
    """

    name: str
    sheets: Sequence[str]
    hidden: Sequence[str]
    _data: bytes

    def table(self, sheet: str) -> Table:
        """Return a worksheet as a table, which has no rows if the worksheet is empty.

        Raises:
            UnlocatedError: E132 or E133, the worksheet is too large or damaged.
        """
        rows, faults, merged = in_sandbox(f"{_READING}:read_sheet", f"worksheet '{sheet}'", self._data, sheet)
        return Table(self.name, sheet, [TableRow(line, cells) for line, cells in rows], faults, merged)


def open_workbook(data: bytes, name: str) -> Workbook:
    """Open an XLSX or ODS workbook.

    Raises:
        UnlocatedError: E132 to E134: it is too large, no workbook or damaged, or protected by a password.
    """
    sheets, hidden = in_sandbox(f"{_READING}:sheet_names", "workbook", data)
    return Workbook(name, sheets, hidden, data)


def in_sandbox(function: str, what: str, *arguments: object) -> Any:
    """Return what a function returns in the sandbox of workbooks.

    Args:
        function: The function as `module:function`.

    Raises:
        UnlocatedError: E131 or E132, no process can be started, or it takes too much time or memory; and what it raises.
    """
    left = allowance.left("workbooks", SECONDS)
    try:
        value, used = _sandbox.call(function, *arguments, seconds=left)
    except OverLimitError as error:
        allowance.spend("workbooks", left if error.is_time else _SECONDS_OF_CRASH)
        raise UnlocatedError(
            "E132",
            f"{what} takes too {'long' if error.is_time else 'much memory'} to read",
            expected=f"at most {ROW_LIMIT:,} rows, {COLUMN_LIMIT:,} columns, {CELL_LIMIT:,} cells and "
            f"{TEXT_LIMIT // 2**20} MiB of text",
            hints=["delete everything below and to the right of the table"],
        ) from None
    except OSError as error:
        message = f"workbooks cannot be read: no process can be started: {error.strerror or error}"
        raise UnlocatedError("E131", message) from error
    allowance.spend("workbooks", used)
    return value
