"""Write cells and remove rows of the workbooks of a deck, and keep what they held before, so that each edit can be undone to the byte."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from cardgen.preview.editor.files import ConflictError, DeckFiles, revision_of
from cardgen.preview.workbooks.changes import CellChange
from cardgen.processes import allowance
from cardgen.read.files import read_file
from cardgen.read.tables.files import SPREADSHEET
from cardgen.read.tables.workbook import in_sandbox
from cardgen.report.errors import UnlocatedError
from cardgen.write.files import replace_file

_KEPT = 128 * 2**20
"""Bytes of earlier contents that are kept, at most."""


@dataclass(frozen=True, slots=True)
class WrittenCells:
    """A workbook after an edit.

    Attributes:
        revision: Name of its content.
        before: Name of the content that it had.
        has_formulas: Whether it holds formulas, whose stored values may be out of date now.
    """

    revision: str
    before: str
    has_formulas: bool


class WorkbookFiles:
    """The workbooks of one deck."""

    def __init__(self, files: DeckFiles) -> None:
        self._files = files
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._own: dict[str, set[str]] = {}  # revisions that follow each other by edits of cells alone

    def revisions(self) -> dict[str, str]:
        """Return the names of the contents of the workbooks, as `DeckFiles.listed` names them."""
        found = {}
        for file in self._files.listed():
            if file.type == "workbook":
                with suppress(FileNotFoundError, UnlocatedError):
                    found[file.name] = revision_of(read_file(self._files.path(file.name), SPREADSHEET))
        return found

    def write(
        self, name: str, base: str, sheet: str, changes: Sequence[CellChange], *, over_formulas: bool = False
    ) -> WrittenCells:
        """Give cells of a worksheet other values.

        Args:
            name: Name of the workbook, as `DeckFiles.listed` gives it.
            base: The revision from which the places of the cells were taken; edits of cells since then move none.
            over_formulas: Whether formulas may be replaced.

        Raises:
            FileNotFoundError: The deck has no such workbook.
            ConflictError: Another program has changed it since.
            UnlocatedError: It cannot be read or written; a `FormulaError` if a cell holds a formula that must stay.
        """
        return self._edit(name, base, "edit_workbook", sheet, [*changes], over_formulas)

    def remove(
        self, name: str, base: str, sheet: str, lines: Sequence[int], *, over_formulas: bool = False
    ) -> WrittenCells:
        """Take rows out of a worksheet; see `write`, and `remove_rows`."""
        return self._edit(name, base, "remove_rows", sheet, [*lines], over_formulas)

    def _edit(self, name: str, base: str, edit: str, *arguments: object) -> WrittenCells:
        with self._lock:
            path = self._files.path(name)
            data = self._present(name, base)
            allowance.begin()  # each edit is a command of its own
            edited, has_formulas = in_sandbox(f"cardgen.preview.workbooks.edit:{edit}", "workbook", data, *arguments)
            if read_file(path, SPREADSHEET) != data:  # another program has saved it meanwhile
                raise ConflictError(None)
            before, after = revision_of(data), revision_of(edited)
            if before not in self._own.get(name, ()) or edit == "remove_rows":
                self._own[name] = {before} if edit == "edit_workbook" else set()
            self._own[name].add(after)
            for revision, content in ((before, data), (after, edited)):
                self._keep(name, revision, content)
            replace_file(path, edited)
            return WrittenCells(after, before, has_formulas)

    def restore(self, name: str, base: str, revision: str) -> None:
        """Give a workbook the content back that it had before an edit, or after one that was undone.

        Raises:
            FileNotFoundError: The deck has no such workbook.
            ConflictError: Another program has changed it since.
            UnlocatedError: E601, that content is not kept any more, or cannot be written.
        """
        with self._lock:
            path = self._files.path(name)
            self._present(name, base)
            data = self._kept.get((name, revision))
            if data is None:
                raise UnlocatedError("E601", "the workbook as it was is not kept any more")
            replace_file(path, data)

    def _present(self, name: str, base: str) -> bytes:
        """Return the content of a workbook, if its cells stand where they stood in a revision."""
        data = read_file(self._files.path(name), SPREADSHEET)
        now, own = revision_of(data), self._own.get(name, set())
        if now != base and not {now, base} <= own:
            raise ConflictError(None)
        return data

    def _keep(self, name: str, revision: str, content: bytes) -> None:
        self._kept[name, revision] = content
        self._kept.move_to_end((name, revision))
        while sum(map(len, self._kept.values())) > _KEPT and len(self._kept) > 1:
            self._kept.popitem(last=False)
