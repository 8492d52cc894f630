"""What the sandbox finds in a workbook: cells at fault, the extent of a worksheet, and what its cells hold."""

import datetime
import io
import zipfile

import pytest
from openpyxl import Workbook
from python_calamine import CalamineError, PasswordError

from cardgen.read.tables import workbook_reading
from cardgen.read.tables.cell_faults import cell_faults, repetitions, sheet_paths
from cardgen.read.tables.package import kind_of, open_package, read_part
from cardgen.read.tables.table import CELL_LIMIT, COLUMN_LIMIT, ROW_LIMIT
from cardgen.read.tables.workbook_reading import plain_cell, read_sheet, sheet_names
from cardgen.report.errors import UnlocatedError

from .test_workbook import CONTENT

OLD = b"\xd0\xcf\x11\xe0 a document of many parts "
MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def package(**parts):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return zipfile.ZipFile(data)


def xlsx(rows, more="", target="worksheets/one.xml", path="xl/worksheets/one.xml"):
    relation = '<Relationship Id="r{}" Target="{}"/>'
    return package(
        **{
            "xl/_rels/workbook.xml.rels": f"<r>{relation.format(0, 'x.xml')}{relation.format(1, target)}</r>",
            "xl/workbook.xml": f'<w xmlns:r="rel"><sheet name="a" sheetId="r0" r:id="r1"/>{more}</w>',
            path: f"<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>",
        }
    )


def test_cells_of_xlsx_at_fault():
    rows = (
        '<row><c r="A1"><f>1</f></c><c t="e"><v> #REF! </v></c><c><f>1</f><v>2</v></c><c t="str"><f>1</f></c></row>'
        '<row><c/><c><f>1</f><v> </v></c><c t="e"/></row>'
        '<row r="7"><c t="e"/><c r="C7" t="e"/><c><f/></c><c r="AB7"><f/></c></row>'
        '<row><c t="e"/><c r="B9" t="e"/></row><row r="x"><c r="$D$10"><f/></c></row>'
    )
    assert cell_faults(xlsx(rows), "xlsx", "a") == {
        (1, 1): "", (1, 2): "#REF!", (2, 2): "", (2, 3): "an error", (7, 1): "an error", (7, 3): "an error", (7, 4): "", (7, 28): "",
        (8, 1): "an error", (9, 2): "an error", (10, 4): "",
    }  # fmt: skip


@pytest.mark.parametrize("suspect", ["<c><f>1</f></c>", "<c><f/></c>", '<c><f t="shared"/></c>', "<c t = 'e'/>"])
def test_a_cell_that_may_be_at_fault_is_looked_at(suspect):
    (place,) = cell_faults(xlsx(f"<row>{suspect}</row>"), "xlsx", "a")
    assert place == (1, 1)
    (place,) = cell_faults(xlsx(f'<x:row xmlns:x="y">{suspect}</x:row>'.replace("f>", "x:f>")), "xlsx", "a")
    assert place == (1, 1)


def test_cells_of_ods_at_fault():
    error, formula = 'calcext:value-type="error"', 'table:formula="x"'

    def cells(*attributes):
        return "".join(f"<table:table-cell {text}/>" for text in attributes)

    many = "table:number-columns-repeated"
    rows = [
        cells(error, formula, f'{formula} office:value-type="float"', f'{formula} calcext:value-type="float"', ""),
        cells(f'{many}="3"', error, f'{many}="x"', error, f'{many}="0"', formula),
        cells(error),
    ]
    lines = "".join(
        f"<table:table-row{more}>{row}</table:table-row>"
        for row, more in zip(rows, ("", ' table:number-rows-repeated="4"', ""), strict=True)
    )
    before = f'<table:table-row>{cells(error)}</table:table-row></table:table><table:table table:name="b">'
    after = f'</table:table><table:table table:name="c"><table:table-row>{cells(error)}</table:table-row>'
    archive = package(**{"content.xml": CONTENT.format(before + lines + after)})
    assert cell_faults(archive, "ods", "b") == {
        (1, 1): "an error", (1, 2): "", (2, 4): "an error", (2, 6): "an error", (2, 8): "", (6, 1): "an error",
    }  # fmt: skip
    assert cell_faults(archive, "ods", "c") == {(1, 1): "an error"} == cell_faults(archive, "ods", "ships")
    assert [repetitions(text) for text in (None, "", "x", "0", "1", "7", "-2", "9" * 9, "1" * 10)] == [
        1, 1, 1, 1, 1, 7, 1, 10**9 - 1, 1,
    ]  # fmt: skip


def test_the_parts_of_worksheets_are_found():
    for target, path in (("one.xml", "xl/one.xml"), ("/xl/one.xml", "xl/one.xml"), ("../one.xml", "one.xml")):
        assert sheet_paths(xlsx("", target=target)) == {"a": path}
    with pytest.raises(UnlocatedError, match="file is a damaged workbook"):
        sheet_paths(xlsx("", '<sheet name="a" r:id="r0"/>'))  # readers could choose different ones
    assert sheet_paths(xlsx("", '<sheet name="b"/><sheet r:id="r0"/>')) == {"a": "xl/worksheets/one.xml", "b": "", "": "xl/x.xml"}  # fmt: skip
    for damaged in (xlsx("", '<sheet name="a" r:id="r0"/>'), xlsx("<row><f/>")):
        with pytest.raises(UnlocatedError, match="damaged workbook"):
            cell_faults(damaged, "xlsx", "a")
    with pytest.raises(UnlocatedError, match="damaged workbook"):
        cell_faults(xlsx("<f/>"), "xlsx", "b")
    with pytest.raises(UnlocatedError, match="damaged workbook"):
        read_part(xlsx(""), "nothing.xml")


def saved(fill):
    book, data = Workbook(), io.BytesIO()
    book.active.title = "ships"
    fill(book)
    book.save(data)
    return data.getvalue()


def test_names_and_rows_of_worksheets(monkeypatch):
    def fill(book):
        book.create_chartsheet("chart")
        for state in ("visible", "hidden", "veryHidden"):
            book.create_sheet(state).sheet_state = state
        sheet = book["ships"]
        sheet["B2"], sheet["A3"], sheet["C5"] = "name", "=1", 2.0
        sheet.merge_cells("A5:B6")
        sheet.merge_cells("D1:D2")

    data = saved(fill)
    assert sheet_names(data) == (["ships", "visible"], ["hidden", "veryHidden"])
    assert read_sheet(data, "visible") == ([], {}, [])
    rows, faults, merged = read_sheet(data, "ships")
    assert [(line, [cell for cell in cells if cell is not None]) for line, cells in rows] == [
        (2, ["name"]),
        (3, []),
        (5, [2]),
    ]
    assert faults == {(3, 1): ""} and sorted(merged) == [(1, 4, 2, 4), (5, 1, 6, 2)]
    monkeypatch.setattr(workbook_reading, "TEXT_LIMIT", 4)
    assert read_sheet(data, "ships")[0] == rows
    monkeypatch.setattr(workbook_reading, "TEXT_LIMIT", 3)
    with pytest.raises(UnlocatedError, match="more than 0 MiB of text"):
        read_sheet(data, "ships")
    monkeypatch.setattr(workbook_reading, "ROW_LIMIT", 6)
    many = saved(lambda book: [book.active.merge_cells(start_row=at, end_row=at, start_column=1, end_column=2) for at in range(1, 8)])  # fmt: skip
    with pytest.raises(UnlocatedError, match="has 7 merged ranges") as error:
        read_sheet(many, "ships")
    assert error.value.expected == "at most 6"
    monkeypatch.setattr(workbook_reading, "ROW_LIMIT", 7)
    assert len(read_sheet(many, "ships")[2]) == 7


def test_the_extent_of_a_worksheet_is_limited():
    check = workbook_reading._check_extent
    across = CELL_LIMIT // ROW_LIMIT
    check(ROW_LIMIT - 1, across - 1)
    check(CELL_LIMIT // COLUMN_LIMIT - 1, COLUMN_LIMIT - 1)
    for row, column, told in (
        (ROW_LIMIT, 0, f"a value in cell A{ROW_LIMIT + 1}"),
        (0, COLUMN_LIMIT, "a value in cell ALM1"),
        (ROW_LIMIT - 1, across, f"{ROW_LIMIT:,} rows and {across + 1:,} columns"),
        (CELL_LIMIT // COLUMN_LIMIT, COLUMN_LIMIT - 1, f"{CELL_LIMIT // COLUMN_LIMIT + 1:,} rows and {COLUMN_LIMIT:,} columns"),
    ):  # fmt: skip
        with pytest.raises(UnlocatedError, match=told):
            check(row, column)


def test_cells_become_plain_values():
    class Other:
        pass

    day = datetime.date(2026, 1, 2)
    given = [
        "",
        " \n ",
        " a\r\nb\rc\x0bd\u2028e\x00f\t",
        2.0,
        -0.5,
        1e15,
        999_999_999_999_999.0,
        True,
        7,
        day,
        Other(),
        None,
    ]
    assert [*map(repr, map(plain_cell, given))] == [
        *map(repr, [None, None, "a\nb\nc\nd\ne\nf", 2, -0.5, 1e15, 999_999_999_999_999, True, 7, day, None, None])
    ]


def test_errors_of_the_library_are_told():
    class PanicException(BaseException):
        pass

    told = {
        PasswordError("x"): ("E134", "workbook is protected by a password"),
        CalamineError("x"): ("E133", "file cannot be read: x"),
        PanicException("x"): ("E133", "file cannot be read: it is damaged or far too large"),
    }
    for error, what in told.items():
        with pytest.raises(UnlocatedError) as found, workbook_reading._calamine_errors("file"):
            raise error
        assert (found.value.code, found.value.message) == what
    with pytest.raises(KeyboardInterrupt), workbook_reading._calamine_errors("file"):
        raise KeyboardInterrupt


def test_packages_are_of_a_kind_or_not_accepted():
    mime = {"mimetype": "application/spreadsheet", "META-INF/manifest.xml": "<x/>"}
    assert kind_of(package(**{"xl/workbook.xml": ""})) == kind_of(package(**{"x/y/workbook.xml": "", **mime})) == "xlsx"
    assert kind_of(package(**{"content.xml": "", **mime})) == "ods"
    assert kind_of(package(**{"content.xml": "", **mime, "META-INF/manifest.xml": "<x>encryption</x>"})) == "ods"
    with pytest.raises(UnlocatedError, match="protected by a password"):
        kind_of(package(**{"content.xml": "", **mime, "META-INF/manifest.xml": "<encryption-data/>"}))
    others = {
        "a ZIP archive": mime, "a Word document": {"word/document.xml": ""}, "a presentation": {"ppt/presentation.xml": ""},
        "a Numbers document": {"Index/Document.iwa": ""}, "a binary Excel workbook (.xlsb)": {"xl/workbook.bin": ""},
    }  # fmt: skip
    others["a ZIP archive;"] = {"content.xml": "", **mime, "mimetype": "text"}
    for what, parts in others.items():
        with pytest.raises(UnlocatedError) as error:
            kind_of(package(**parts))
        assert error.value.message == f"file is not a workbook; it is {what.rstrip(';')}"


def test_archives_are_limited(monkeypatch):
    data = package(**dict.fromkeys("abc", "x" * 10)).fp.getvalue()
    assert len(open_package(data, "archive", 3).namelist()) == 3
    with pytest.raises(UnlocatedError, match="archive has 3 parts") as error:
        open_package(data, "archive", 2)
    assert error.value.expected == "at most 2 parts"
    monkeypatch.setattr("cardgen.read.tables.package.UNPACKED_LIMIT", 30)
    open_package(data)
    monkeypatch.setattr("cardgen.read.tables.package.UNPACKED_LIMIT", 29)
    with pytest.raises(UnlocatedError, match="workbook unpacks to 0 MiB"):
        open_package(data)
    monkeypatch.undo()
    twice = data.replace(b"b", b"a")
    locked = bytearray(data)
    locked[data.index(b"PK\x01\x02") + 8] |= 1
    for broken, noun, code, message, hint in (
        (twice, "archive", "E133", "file is a damaged archive", "save it again"),
        (twice, "workbook", "E133", "file is a damaged workbook", "open it in a spreadsheet program, and save it again"),
        (bytes(locked), "archive", "E134", "archive is protected by a password", "save a copy without a password"),
        (b"x", "archive", "E133", "file is not an archive; it looks like text", None),
        (b"x", "workbook", "E133", "file is not a workbook; it looks like text", "save it as .xlsx, .ods or .csv"),
        (data[:40], "archive", "E133", "file is a damaged archive", "save it again"),
        (OLD, "workbook", "E133", "file is an old Excel workbook (.xls)", "save it as .xlsx, .ods or .csv"),
        (OLD + "EncryptedPackage".encode("utf-16-le"), "workbook", "E134", "workbook is protected by a password", "save a copy without a password"),
    ):  # fmt: skip
        with pytest.raises(UnlocatedError) as error:
            open_package(broken, noun)
        assert (error.value.code, error.value.message, error.value.hints) == (code, message, (hint,) if hint else ())
