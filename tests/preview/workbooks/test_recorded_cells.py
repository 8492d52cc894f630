"""What the XML of a worksheet becomes when cells are written and rows removed, whole: made by hand, as other programs write it too."""

import re
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from cardgen.preview.workbooks.changes import CellChange
from cardgen.preview.workbooks.edit import edit_workbook, remove_rows
from cardgen.preview.workbooks.ods import edit_ods, ods_without_rows
from cardgen.preview.workbooks.xlsx import edit_xlsx
from cardgen.preview.workbooks.xlsx_rows import xlsx_without_rows
from cardgen.read.tables.workbook_reading import read_sheet
from cardgen.report.errors import UnlocatedError
from tests.preview.workbooks.test_edit import SHEET, bytes_of, number, ods, text, workbook
from tests.recorded import check_recorded

BASE = zipfile.ZipFile(BytesIO(bytes_of(workbook(["a"]))))
STYLED = """<dimension ref="B2:B6"/><cols><col min="3" max="4" style="5"/></cols><sheetData>
<row r="2" spans="1:2"><c r="B2" t="s" s="3" cm="1" vm="1" ph="1"><v>0</v></c></row>
<row r="4" s="7" customFormat="1"/><row r="5" s="8" customFormat="true"/><row r="6" s="7"/></sheetData>"""
BARE = "<sheetData><row><c><v>1</v></c><c><v>2</v></c></row><!-- a --><row><c r='C2'><v>3</v></c><c><v>4</v></c></row></sheetData>"
EMPTY = '<dimension ref="A1"/><sheetData/>'
CELLS: dict[str, list[list[CellChange]]] = {
    STYLED: [
        *([CellChange(line, column, "x")] for line, column in ((2, 3), (2, 1), (4, 4), (6, 4), (6, 5), (3, 1), (1, 1), (9, 1), (6, 2))),
        *([CellChange(2, 2, value)] for value in (None, True, False, 0, -1.5, "", " a ", "_x0041_", "<&>")),
        [CellChange(3, 2, 1), CellChange(3, 1, 2), CellChange(5, 2, 3)], [],
    ],
    BARE: [[CellChange(1, 2, 9)], [CellChange(2, 4, 9)], [CellChange(2, 1, 9)], [CellChange(3, 1, 9)]],
    EMPTY: [[CellChange(2, 2, 1)], [CellChange(1, 1, None)]],
    '<cols><col min="3" max="4" style="5"/><col min="7" max="7" style="6"/></cols><sheetData/>': [[CellChange(1, 7, 1)]],
    '<sheetData><row r="2" s="7" customFormat="0"/></sheetData>': [[CellChange(2, 1, 1)]],
    '<sheetData><row r="2"><extLst/></row></sheetData>': [[CellChange(2, 1, 1)]],
    '<sheetData><row r="2"><c r="A2"/><extLst/></row><row r="9"/></sheetData>': [[CellChange(2, 2, 1)]],
}  # fmt: skip
ROWS = [
    (STYLED, [2]), (STYLED, [1, 3]), (STYLED, [6]), (BARE, [1]), (BARE, [2, 1]),
    ('<autoFilter ref="A1:C4"/><sheetData><row r="1"/><row r="4"><c r="AB4"/></row></sheetData><mergeCells><mergeCell ref="A5:B7"/></mergeCells>', [3]),
    ('<sheetData><row r="4"/></sheetData><dataValidations><dataValidation sqref="B2:B4 D3 E2:E1048576"><formula1>"a,B2"</formula1></dataValidation></dataValidations>', [4]),
    ('<sheetData><row r="4"/></sheetData><mergeCells><mergeCell ref="A5:B7"/></mergeCells>', [5]),
    ('<sheetData><row r="4"/></sheetData><mergeCells><mergeCell ref="A5:B7"/></mergeCells>', [5, 6, 7]),
    ('<sheetData><row r="4"/></sheetData><mergeCells><mergeCell ref="A5:B7"/></mergeCells>', [6]),
    ('<sheetData><row r="4"/></sheetData><mergeCells><mergeCell ref="A5:B7"/></mergeCells>', [6, 7]),
    ('<sheetViews><sheetView><selection activeCell="B3" sqref="B3"/></sheetView></sheetViews><sheetData><row r="3"/><row r="4"/></sheetData>', [3]),
    ('<sheetData><row r="4"/></sheetData><hyperlinks><hyperlink ref="A4"/></hyperlinks>', [2]),
    ('<sheetPr/><sheetViews/><sheetFormatPr/><cols/><sheetData><row r="4"/></sheetData><sortState ref="A2:B5"/><phoneticPr/><printOptions/><pageMargins/>'
     '<pageSetup/><headerFooter/><ignoredErrors><ignoredError sqref="A3:A5"/></ignoredErrors><drawing/><tableParts/>', [2]),
    ('<sheetData><row r="4"/></sheetData><rowBreaks/>', [2]), ('<sheetData/><sheetProtection sheet="true"/>', [2]),
]  # fmt: skip
REPEATED = "<table:table-row table:number-rows-repeated='{}'>{}</table:table-row>"
ODS_ROWS = (
    REPEATED.format(1, text("name")),
    REPEATED.format(4, text("Rain") + number(2, ' table:number-columns-repeated="3"')),
    f"<table:table-row>\n {text('Sun')}\n {number(3)}</table:table-row>",
)
ODS_CHANGES = [
    *([CellChange(line, column, "x")] for line, column in ((2, 2), (3, 3), (5, 4), (5, 5), (5, 7), (7, 1), (8, 2), (6, 1))),
    *([CellChange(1, 1, value)] for value in (None, True, False, 0, -1.5, "a  b", "a  b   c", " a", "a ", "a\nb", "  ")),
    [CellChange(3, 2, 1), CellChange(4, 2, 1), CellChange(3, 3, 1)],
]  # fmt: skip


def with_sheet(xml: str) -> zipfile.ZipFile:
    """A workbook whose only worksheet consists of some elements."""
    whole = BASE.read(SHEET).decode()
    inside = whole[whole.index(">", whole.index("<worksheet")) + 1 : whole.index("</worksheet>")]
    with zipfile.ZipFile(target := BytesIO(), "w") as package:
        for name in BASE.namelist():
            package.writestr(name, whole.replace(inside, xml) if name == SHEET else BASE.read(name))
    return zipfile.ZipFile(target)


def lines_of(xml: bytes) -> Iterator[str]:
    """The rows and what stands beside them, without the names of namespaces."""
    shown = re.sub(
        r' xmlns(:\w+)?="[^"]*"',
        "",
        xml.decode().partition("?>")[2].partition("</table:table></office")[0].replace("\n", ""),
    )
    yield from re.sub(r"(?=<row|<table:table-row|<mergeCell |<dataValidation )", "\n", shown).split("\n")


def test_cells_of_an_xlsx_are_as_recorded():
    found = []
    for xml, edits in CELLS.items():
        for changes in edits:
            found.append(f"== {xml[:9]} {', '.join(f'{change.name} {change.value!r}' for change in changes)}")
            found += lines_of(edit_xlsx(with_sheet(xml), "cards", changes, over_formulas=False)[SHEET])
    for xml, rows in ROWS:
        found.append(f"== without {rows}: {xml[:60]!r}")
        try:
            parts = xlsx_without_rows(with_sheet(xml), "cards", rows)
            found += lines_of(parts[SHEET]) if parts else ["something else names rows"]
        except UnlocatedError as error:
            found.append(f"refused: {error}")
    check_recorded(Path(__file__).with_name("xlsx_cells.txt"), found)


def test_cells_of_an_ods_are_as_recorded():
    found, package = [], zipfile.ZipFile(BytesIO(ods(*ODS_ROWS)))
    for changes in ODS_CHANGES:
        found.append(f"== {', '.join(f'{change.name} {change.value!r}' for change in changes)}")
        found += [*lines_of(edit_ods(package, "cards", changes, over_formulas=False)["content.xml"])][2:]
    for words in (
        'a table:formula="of:=1"', "table:named-range", "table:database-range", "table:content-validation ", "table:shapes", 'a table:number-rows-spanned="2"',
        'a table:number-matrix-rows-spanned="2"', "table:data-pilot-table", "calcext:conditional-formats", "draw:frame",
    ):  # fmt: skip
        named = zipfile.ZipFile(BytesIO(ods(*ODS_ROWS, f"<{words}>")))
        assert ods_without_rows(named, "cards", [2]) is None, f"{words} may name rows"
    for rows in ([2], [3, 4], [5, 2, 5], [1, 6], [9], [1, 2, 3, 4, 5, 6]):
        parts = ods_without_rows(package, "cards", rows)
        found += [f"== without {rows}", *[*lines_of(parts["content.xml"])][2:]]
    check_recorded(Path(__file__).with_name("ods_cells.txt"), found)


def test_numbers_stay_numbers_as_far_as_a_workbook_holds_them():
    written = {
        "2": 2, "-2": -2, "0": 0, "2.50": 2.5, "-0.5": -0.5, "123456789012345": 123456789012345, "1.123456789": 1.123456789,
        "1234567890123456": "1234567890123456", "1.1234567890": "1.1234567890", "07": "07", "+2": "+2", "2.": "2.", ".5": ".5", "1e3": "1e3", "٣": "٣",
        " 2": "2", "a\tb": "a\tb", "a\r\nb\rc": "a\nb\nc", " a ": "a", "\t": None, "": None, "a\x07": "a", "a\x0b\x1f\ufffe\uffffb": "ab",
    }  # fmt: skip
    data = bytes_of(workbook(["a"], *([1] for _ in written)))
    changes = [CellChange(line, 1, words) for line, words in enumerate(written, 2)]
    book = edit_workbook(data, "cards", changes, False)[0]
    assert b"<v>-2</v>" in zipfile.ZipFile(BytesIO(book)).read(SHEET), "as a spreadsheet program writes it"
    emptied = remove_rows(book, "cards", [1], False)[0]
    found = {line: row[0] for line, row in read_sheet(emptied, "cards")[0]}
    assert [found.get(line) for line in range(1, len(written) + 1)] == [*written.values()]
    share = edit_workbook(bytes_of(workbook([2.5])), "cards", [CellChange(1, 1, "3")], False)[0]
    assert dict(read_sheet(share, "cards")[0]) == {1: [3]}
    yes = edit_workbook(bytes_of(workbook([True])), "cards", [CellChange(1, 1, "5")], False)[0]
    assert dict(read_sheet(yes, "cards")[0]) == {1: ["5"]}
    assert [type(one) for one in found.values()] == [type(one) for one in written.values() if one is not None]
