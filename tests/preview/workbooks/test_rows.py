"""Rows of a workbook are removed: read back with other libraries, all others are as they were, and what names them moves along."""

import io
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook
from openpyxl.formatting.rule import ColorScaleRule, FormulaRule
from openpyxl.styles import Font
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.table import Table

from cardgen.preview.workbooks import edit
from cardgen.preview.workbooks.changes import CellChange, FormulaError
from cardgen.preview.workbooks.edit import edit_workbook, remove_rows
from cardgen.preview.workbooks.ods import edit_ods, ods_without_rows
from cardgen.preview.workbooks.xlsx_rows import RowShift, _TiedError, xlsx_without_rows
from cardgen.read.tables.workbook_reading import read_sheet
from cardgen.report.errors import UnlocatedError
from tests.preview.workbooks.test_edit import (
    REPEATED,
    RICH,
    bytes_of,
    number,
    ods,
    replaced_in,
    text,
    with_part,
    workbook,
)

ROWS = 9


MATRIX = ' table:number-matrix-columns-spanned="1" table:number-matrix-rows-spanned="1"'
SHEET = "xl/worksheets/sheet1.xml"


def list_of_cards() -> Workbook:
    """A list as people keep one: a table, styles, a choice of values, heights, a merged note and a name for the costs."""
    made = workbook(["name", "cost"], *([f"Card {line}", line] for line in range(2, ROWS + 1)))
    sheet = made.active
    sheet.add_table(Table(displayName="Cards", ref=f"A1:B{ROWS}"))
    sheet["G1"], sheet["H1"] = "more", "less"
    sheet.add_table(Table(displayName="More", ref=f"G1:H{ROWS}"))
    for line in range(2, ROWS + 1):
        sheet.cell(line, 1).font, sheet.row_dimensions[line].height = Font(bold=line % 2 == 0), 10 + line
    validity = DataValidation(type="list", formula1='"2,3,4"')
    validity.add("B2:B1048576")
    sheet.add_data_validation(validity)
    sheet["D12"] = "note"
    sheet.merge_cells("D12:E13")
    for name, column in (("costs", "B"), ("names", "A")):
        made.defined_names[name] = DefinedName(name, attr_text=f"cards!${column}$1:${column}${ROWS}")
    made.create_sheet("notes").append(["kept", "here"])
    return made


CARDS = bytes_of(list_of_cards())


@settings(max_examples=15)
@given(st.sets(st.integers(2, ROWS), min_size=1, max_size=ROWS - 2))
def test_the_rows_below_move_up_with_their_styles_and_what_names_them(lines):
    edited, has_formulas = remove_rows(CARDS, "cards", [*lines], False)
    book = load_workbook(io.BytesIO(edited))
    sheet, kept = book["cards"], [line for line in range(2, ROWS + 1) if line not in lines]
    assert not has_formulas
    assert [[cell.value for cell in row[:2]] for row in sheet.iter_rows(1, len(kept) + 2)] == [
        ["name", "cost"],
        *([f"Card {line}", line] for line in kept),
        [None, None],
    ]
    for at, line in enumerate(kept, 2):
        assert (sheet.cell(at, 1).font.b, sheet.row_dimensions[at].height) == (line % 2 == 0, 10 + line)
    last, gone = len(kept) + 1, len(lines)
    assert (sheet.tables["Cards"].ref, sheet.tables["More"].ref) == (f"A1:B{last}", f"G1:H{last}")
    assert str(sheet.data_validations.dataValidation[0].sqref) == "B2:B1048576"
    assert str(sheet.merged_cells) == f"D{12 - gone}:E{13 - gone}"
    assert [book.defined_names[name].attr_text for name in ("costs", "names")] == [
        f"cards!${column}$1:${column}${last}" for column in "BA"
    ]
    assert [cell.value for cell in book["notes"][1]] == ["kept", "here"]


def test_rows_of_a_worksheet_that_is_not_the_first_are_removed_and_those_of_others_stay():
    made = list_of_cards()
    made["notes"].append(["more", "rows"])
    made["notes"].add_table(Table(displayName="Notes", ref="A1:B2"))
    made.move_sheet("cards", 1)
    book = load_workbook(io.BytesIO(remove_rows(bytes_of(made), "cards", [3], False)[0]))
    assert [book["cards"].cell(line, 1).value for line in (2, 3, 4)] == ["Card 2", "Card 4", "Card 5"]
    assert (book["cards"].tables["Cards"].ref, book["notes"].tables["Notes"].ref) == (f"A1:B{ROWS - 1}", "A1:B2")
    assert [[cell.value for cell in row] for row in book["notes"].iter_rows()] == [["kept", "here"], ["more", "rows"]]
    data = ods(*(f"<table:table-row>{text(name)}</table:table-row>" for name in ("name", "Rain", "Sun")))
    emptied = remove_rows(data, "other", [1], False)[0]
    assert read_sheet(emptied, "cards")[0] == read_sheet(data, "cards")[0]


def test_only_parts_that_name_rows_are_written_anew():
    plain = bytes_of(workbook(["name", "cost"], ["Ant", 1], ["Bee", 2]))
    for data, parts in (
        (plain, {SHEET}),
        (CARDS, {SHEET, "xl/workbook.xml", "xl/tables/table1.xml", "xl/tables/table2.xml"}),
    ):
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            assert xlsx_without_rows(package, "cards", [2]).keys() == parts


def test_where_formulas_may_name_rows_they_are_emptied_and_stay():
    with pytest.raises(FormulaError, match="=B2\\*2"):
        remove_rows(RICH, "cards", [2], False)
    rows = dict(read_sheet(remove_rows(RICH, "cards", [3], False)[0], "cards")[0])
    assert 3 not in rows
    assert rows[4][0] == "Sun"
    assert 2 not in dict(read_sheet(remove_rows(RICH, "cards", [2], True)[0], "cards")[0])


def rows_left(data):
    """The first cells of the rows without row 3, by their lines."""
    return {line: row[0] for line, row in read_sheet(remove_rows(data, "cards", [3], False)[0], "cards")[0] if row[0]}


def small(change=lambda made, sheet: None):
    made = workbook(["name", "cost"], ["Rain", 2], ["Hail", 3], ["Sun", 4])
    change(made, made.active)
    return bytes_of(made)


def with_file(data, name, content="<x/>"):
    with zipfile.ZipFile(target := io.BytesIO(data), "a") as package:
        package.writestr(name, content)
    return target.getvalue()


def related(kind, content="<x/>"):
    """A worksheet with another part of some kind."""
    relation = f'<Relationship Id="q" Type="http://a.example/{kind}" Target="../more/one.xml"/>'
    data = with_file(small(), "xl/worksheets/_rels/sheet1.xml.rels", f"<Relationships>{relation}</Relationships>")
    return with_file(data, "xl/more/one.xml", content)


def rule(made):
    return lambda _book, sheet: sheet.conditional_formatting.add("B2:B4", made)


def validity(words):
    def add(_book, sheet):
        found = DataValidation(type="list", formula1=words)
        found.add("B2:B4")
        sheet.add_data_validation(found)

    return add


def bounds(least, most):
    def add(_book, sheet):
        found = DataValidation(type="whole", operator="between", formula1=least, formula2=most)
        found.add("B2:B4")
        sheet.add_data_validation(found)

    return add


def named(words):
    return lambda book, _sheet: book.defined_names.update({"x": DefinedName("x", attr_text=words)})


def test_rows_move_up_unless_something_else_may_name_them():
    """What names them may be a chart, a pivot table, a drawing, a condition, a validity, a name or what is unknown."""
    emptied, moved = {1: "name", 2: "Rain", 4: "Sun"}, {1: "name", 2: "Rain", 3: "Sun"}
    scale = {"end_type": "max", "start_color": "FF0000", "end_color": "00FF00"}
    for told, data, wanted in (
        ("nothing", small(), moved),
        ("chart", with_file(small(), "xl/charts/chart1.xml"), emptied),
        ("pivot table", with_file(small(), "xl/pivotTables/one.xml"), emptied),
        ("Pivot table", with_file(small(), "xl/PivotTables/one.xml"), emptied),
        ("drawing that hangs on a cell", related("drawing", "<d><twoCellAnchor/></d>"), emptied),
        ("drawing of nothing", related("drawing"), moved),
        ("settings", related("printerSettings"), moved),
        ("address", related("hyperlink"), moved),
        ("notes", related("comments"), emptied),
        ("headings of each page", small(named("cards!$1:$1")), moved),
        ("other rows on each page", small(named("cards!$1:$12")), emptied),
        ("formula", small(lambda _, sheet: sheet.__setitem__("D4", "=B4*2")), emptied),
        (
            "formula of another worksheet",
            small(lambda book, _: book.create_sheet("sums").append(["=cards!B4"])),
            emptied,
        ),
        ("unknown", with_part(small(), SHEET, "</sheetData>", "</sheetData><unheardOf/>"), emptied),
        ("condition", small(rule(FormulaRule(formula=["$B$4>1"]))), emptied),
        ("condition without a cell", small(rule(FormulaRule(formula=["TRUE"]))), moved),
        ("scale", small(rule(ColorScaleRule("formula", "$B$4", **scale))), emptied),
        ("scale of numbers", small(rule(ColorScaleRule("num", "4", **scale))), moved),
        ("validity", small(validity("$D$2:$D$4")), emptied),
        ("second bound of a validity", small(bounds("1", "$B$4")), emptied),
        ("validity between numbers", small(bounds("1", "4")), moved),
        ("validity of words", small(validity('"B2,B3"')), moved),
        ("name", small(named("SUM(cards!$B$2:$B$4)")), emptied),
        ("name of all in a row that goes", small(named("cards!$B$3")), emptied),
        ("name of a range", small(named("cards!$B$4")), moved),
        ("name of another worksheet", small(named("SUM(notes!$B$2:$B$4)")), moved),
        (
            "protection that is off",
            with_part(small(), SHEET, "</sheetData>", '</sheetData><sheetProtection sheet="0"/>'),
            moved,
        ),
    ):
        assert rows_left(data) == wanted, told
    assert remove_rows(small(), "cards", [9, 3, 3], False)[1] is False
    titles = remove_rows(small(named("cards!$1:$1")), "cards", [1], False)[0]
    assert {line for line, _ in read_sheet(titles, "cards")[0]} == {2, 3, 4}, "the headings are emptied and stay"
    quoted = small(lambda book, sheet: (setattr(sheet, "title", "Ann's"), named("'Ann''s'!$B$4")(book, sheet)))
    book = load_workbook(io.BytesIO(remove_rows(quoted, "Ann's", [3], False)[0]))
    assert book.defined_names["x"].attr_text == "'Ann''s'!$B$3"
    tied = small(lambda book, sheet: (setattr(sheet, "title", "Ann's"), named("SUM('Ann''s'!$B$2:$B$4)")(book, sheet)))
    assert xlsx_without_rows(zipfile.ZipFile(io.BytesIO(tied)), "Ann's", [3]) is None
    for name in ("_xmlsignatures/one.xml", "META-INF/documentsignatures.xml"):
        with pytest.raises(UnlocatedError, match="the workbook is signed"):
            remove_rows(with_file(small(), name), "cards", [3], False)
    with pytest.raises(UnlocatedError) as caught:
        remove_rows(small(), "none", [3], False)
    assert caught.value.code in ("E133", "E154"), caught.value
    with pytest.raises(UnlocatedError) as caught:
        xlsx_without_rows(zipfile.ZipFile(io.BytesIO(small())), "none", [3])
    assert caught.value.code == "E133"


def test_a_range_is_shortened_and_moved_by_the_rows_that_go():
    shift = RowShift([5, 3, 3])
    assert [shift(line) for line in range(1, 8)] == [1, 2, 3, 3, 4, 4, 5]
    assert [line for line in range(1, 8) if shift.takes(line)] == [3, 5]
    for before, after in (
        ("A1:B9", "A1:B7"), ("A1:B3", "A1:B2"), ("A3:A4", "A3"), ("A3:B4", "A3:B3"), ("B4", "B3"), ("C2", "C2"), ("$A$4:$B$6", "A3:B4"),
        ("A2:B1048576", "A2:B1048576"), ("A4:B1048576", "A3:B1048576"), ("A:C", "A:C"), ("A1:B", "A1:B"), ("B:A4", "B:A4"), ("", ""),
    ):  # fmt: skip
        assert shift.range(before) == after, before
    for gone in ("B3", "A5:D5"):
        with pytest.raises(_TiedError):
            shift.range(gone)


def test_cells_of_an_ods_that_belong_to_others_are_refused():
    merged = f"<table:table-row>{text('a')}<table:covered-table-cell/>{text('b', MATRIX)}</table:table-row>"
    protected = ods(f"<table:table-row>{text('a')}</table:table-row>")
    protected = replaced_in(protected, "content.xml", b'name="cards"', b'name="cards" table:protected="true"')
    for data, column, words in (
        (ods(merged), 2, "cell B1 is a part of merged cells"), (ods(merged), 3, "cell C1 belongs to a formula of several cells"),
        (protected, 1, "the worksheet is protected"),
    ):  # fmt: skip
        for columns in ([column], [1, column]):
            with pytest.raises(UnlocatedError, match=words) as caught:
                edit_workbook(data, "cards", [CellChange(1, at, "x") for at in columns], True)
            assert caught.value.code == "E601"
    with pytest.raises(UnlocatedError, match="protected"):
        remove_rows(protected, "cards", [1], False)
    open_again = replaced_in(protected, "content.xml", b'protected="true"', b'protected="false"')
    for data in (ods(merged), open_again):
        assert edit_workbook(data, "cards", [CellChange(1, 1, "x")], False)[0]


def test_a_workbook_without_another_row_than_was_asked_for_is_refused(monkeypatch):
    data = ods(*(f"<table:table-row>{text(name)}</table:table-row>" for name in ("name", "Rain", "Sun")))
    for name, one, before in (
        ("xlsx_without_rows", small(), xlsx_without_rows),
        ("ods_without_rows", data, ods_without_rows),
    ):
        monkeypatch.setattr(edit, name, lambda package, sheet, _, before=before: before(package, sheet, [3]))
        with pytest.raises(UnlocatedError, match="would not be read again as it should be"):
            remove_rows(one, "cards", [2], False)
        assert remove_rows(one, "cards", [3], False)[0]


def test_what_would_lose_more_than_the_row_is_refused():
    made = workbook(["name", "cost"], ["Rain", 2], [None, 3], ["Sun", 4])
    made.active.merge_cells("A2:A3")
    with pytest.raises(UnlocatedError, match="row 2 holds the words of merged cells"):
        remove_rows(bytes_of(made), "cards", [2], False)
    assert len(read_sheet(remove_rows(bytes_of(made), "cards", [2, 3], False)[0], "cards")[0]) == 2
    made.active.protection.enable()
    with pytest.raises(UnlocatedError, match="protected"):
        remove_rows(bytes_of(made), "cards", [4], False)


def test_rows_of_an_ods_that_stand_in_the_file_once_are_removed_alone():
    data = ods(
        f"<table:table-row>{text('name')}{text('cost')}</table:table-row>",
        f'<table:table-row table:number-rows-repeated="4">{text("Rain")}{number(2)}</table:table-row>',
        f"<table:table-row>{text('Sun')}{number(3)}</table:table-row>",
    )
    rows = read_sheet(remove_rows(data, "cards", [3, 4], False)[0], "cards")[0]
    assert [(line, row[0]) for line, row in rows] == [(1, "name"), (2, "Rain"), (3, "Rain"), (4, "Sun")]
    inner = f'<table:table table:name="in"><table:table-row>{text("a")}</table:table-row></table:table>'
    nested = ods(
        f"<table:table-row>{text('name').replace('<text:p>', f'{inner}<text:p>')}</table:table-row>",
        f"<table:table-row>{text('Rain')}</table:table-row>",
    )
    content = edit_ods(zipfile.ZipFile(io.BytesIO(nested)), "cards", [CellChange(2, 1, "Sun")], over_formulas=False)
    assert b">a<" in content["content.xml"] and b"Rain" not in content["content.xml"]
    emptied = read_sheet(remove_rows(REPEATED, "cards", [3], False)[0], "cards")[0]  # it holds a formula further down
    assert [line for line, _ in emptied] == [1, 2, 4, 5, 6]
