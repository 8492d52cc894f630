"""Which edits of a workbook follow each other, which are refused since another program has saved it, and what can be undone."""

import pytest
from openpyxl import Workbook

from cardgen.preview.editor.files import ConflictError, DeckFiles, revision_of
from cardgen.preview.workbooks import files as workbooks
from cardgen.preview.workbooks.changes import CellChange
from cardgen.preview.workbooks.files import WorkbookFiles, WrittenCells
from cardgen.processes import allowance
from cardgen.report.errors import UnlocatedError

CHANGES = [CellChange(2, 1, "Ferry")]


class Boats:
    """A workbook, of which each edit makes a content with a number behind it."""

    def __init__(self, path, monkeypatch):
        Workbook().save(path)
        self.path, self.first, self.asked = path, path.read_bytes(), []
        self.files = WorkbookFiles(DeckFiles(path))
        monkeypatch.setattr(workbooks, "in_sandbox", self.edited)

    def edited(self, function, noun, data, *arguments):
        self.asked.append((function, noun, data, *arguments))
        return self.content(len(self.asked)), bool(len(self.asked) % 2)

    def content(self, number):
        return self.first + b"%d" % number if number else self.first

    def revision(self, number):
        return revision_of(self.content(number))

    def write(self, base):
        return self.files.write("boats.xlsx", self.revision(base), "Sheet", CHANGES)

    def remove(self, base):
        return self.files.remove("boats.xlsx", self.revision(base), "Sheet", [3, 2], over_formulas=True)

    def restore(self, base, revision):
        self.files.restore("boats.xlsx", self.revision(base), self.revision(revision))


@pytest.fixture
def boats(tmp_path, monkeypatch):
    return Boats(tmp_path / "boats.xlsx", monkeypatch)


def test_edits_of_cells_follow_each_other_whichever_of_them_a_page_has_seen(boats):
    assert boats.files.revisions() == {"boats.xlsx": boats.revision(0)}
    assert boats.write(0) == WrittenCells(boats.revision(1), boats.revision(0), True)
    assert boats.write(0) == WrittenCells(boats.revision(2), boats.revision(1), False)
    assert boats.write(1).revision == boats.revision(3)
    edit = "cardgen.preview.workbooks.edit:edit_workbook", "workbook"
    assert boats.asked[1] == (*edit, boats.content(1), "Sheet", CHANGES, False)
    with pytest.raises(ConflictError):
        boats.write(9)
    assert boats.path.read_bytes() == boats.content(3) and len(boats.asked) == 3


def test_what_another_program_saves_during_an_edit_stays(boats, monkeypatch):
    boats.files.write("boats.xlsx", boats.revision(0), "Sheet", CHANGES, over_formulas=True)
    assert boats.asked[0][-1] is True

    def meanwhile(*_):
        boats.path.write_bytes(b"by another program")
        return boats.content(9), False

    monkeypatch.setattr(workbooks, "in_sandbox", meanwhile)
    with pytest.raises(ConflictError):
        boats.write(1)
    assert boats.path.read_bytes() == b"by another program"


def test_after_rows_were_removed_cells_stand_elsewhere(boats):
    boats.write(0)
    assert boats.remove(1) == WrittenCells(boats.revision(2), boats.revision(1), False)
    assert boats.asked[1][0].endswith(":remove_rows") and boats.asked[1][3:] == ("Sheet", [3, 2], True)
    for base in (0, 1):
        with pytest.raises(ConflictError):
            boats.write(base)
    boats.write(2)
    assert boats.write(2).before == boats.revision(3)
    boats.restore(4, 1)
    with pytest.raises(ConflictError):
        boats.write(2)
    assert boats.write(1).before == boats.revision(1)


def test_what_was_written_is_undone_unless_another_program_has_saved_the_workbook(boats, monkeypatch):
    boats.write(0)
    boats.write(1)
    for base, revision in ((2, 0), (0, 2), (2, 1)):
        boats.restore(base, revision)
        assert boats.path.read_bytes() == boats.content(revision)
    with pytest.raises(UnlocatedError, match="as it was is not kept any more"):
        boats.restore(1, 9)
    boats.path.write_bytes(b"by another program")
    with pytest.raises(ConflictError):
        boats.restore(1, 0)
    assert boats.path.read_bytes() == b"by another program"
    boats.path.write_bytes(boats.content(1))
    monkeypatch.setattr(workbooks, "_KEPT", 3 * len(boats.first) + 9)
    boats.restore(1, 0)
    boats.write(0)  # which keeps its content before, and forgets the one that was not used for longest
    boats.restore(3, 0)
    boats.restore(0, 2)
    with pytest.raises(UnlocatedError, match="not kept"):
        boats.restore(2, 1)
    monkeypatch.setattr(workbooks, "_KEPT", 1)
    boats.write(2)
    assert [*boats.files._kept] == [("boats.xlsx", boats.revision(4))], "the last one at least"


def test_each_workbook_has_contents_of_its_own(boats):
    more = boats.path.with_name("more.xlsx")
    boats.write(0)
    more.write_bytes(boats.content(1))  # a copy
    first = boats.revision(1)
    assert boats.files.revisions() == {"boats.xlsx": boats.revision(1), "more.xlsx": first}
    with pytest.raises(ConflictError):
        boats.files.write("more.xlsx", boats.revision(0), "Sheet", CHANGES)
    assert boats.files.write("more.xlsx", first, "Sheet", CHANGES) == WrittenCells(boats.revision(2), first, False)
    assert (boats.path.read_bytes(), more.read_bytes()) == (boats.content(1), boats.content(2))
    assert boats.files.write("more.xlsx", first, "Sheet", CHANGES).before == boats.revision(2)
    with pytest.raises(UnlocatedError, match="not kept"):
        boats.files.restore("more.xlsx", boats.revision(3), boats.revision(0))
    boats.files.restore("more.xlsx", boats.revision(3), boats.revision(2))
    assert (boats.path.read_bytes(), more.read_bytes()) == (boats.content(1), boats.content(2))


def test_each_edit_has_the_whole_time_of_a_command(boats):
    allowance.spend("workbooks", 99)
    boats.write(0)
    assert allowance.left("workbooks", 5) == 5


def test_workbooks_that_cannot_be_read_have_no_revision(boats, monkeypatch):
    boats.path.with_name("cards.csv").write_text("name\n", "utf-8")
    assert [*boats.files.revisions()] == ["boats.xlsx"]

    def unread(*_):
        raise errors[-1]

    monkeypatch.setattr(workbooks, "read_file", unread)
    errors = [UnlocatedError("E133", "too large"), FileNotFoundError()]  # it was deleted a moment ago
    while errors:
        assert boats.files.revisions() == {}
        errors.pop()
