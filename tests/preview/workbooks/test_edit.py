"""A cell of a workbook is written alone: read back with other libraries, nothing else has changed."""

import io
import zipfile

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml import etree
from openpyxl import Workbook, load_workbook
from openpyxl.comments import Comment
from openpyxl.formatting.rule import ColorScaleRule
from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.datavalidation import DataValidation

from cardgen.preview.workbooks import edit
from cardgen.preview.workbooks.changes import CellChange, FormulaError, parse_part
from cardgen.preview.workbooks.edit import edit_workbook, remove_rows
from cardgen.preview.workbooks.ods import edit_ods
from cardgen.preview.workbooks.xlsx import edit_xlsx, number_of
from cardgen.read.tables.workbook_reading import read_sheet
from cardgen.report.errors import UnlocatedError


def workbook(*rows) -> Workbook:
    made = Workbook()
    made.active.title = "cards"
    for row in rows:
        made.active.append(row)
    return made


def bytes_of(made: Workbook) -> bytes:
    target = io.BytesIO()
    made.save(target)
    return target.getvalue()


def rich_workbook() -> bytes:
    """Styles, a comment, a width, a formula, a validity, a format by values, merged cells, and a second worksheet."""
    made = workbook(["name", "cost", "double"], ["Rain", 2, "=B2*2"], [None, 1.5], ["Sun", True, "**x**"], ["a\nb"])
    sheet = made.active
    sheet["A2"].font, sheet["B3"].fill = Font(bold=True), PatternFill("solid", "FFAA00")
    sheet["B2"].number_format = "0.00"
    sheet["A2"].comment = Comment("Look here", "Ada")
    sheet.column_dimensions["A"].width, sheet.row_dimensions[3].height = 41, 33
    sheet.freeze_panes, sheet.auto_filter.ref = "B2", "A1:C4"
    sheet.merge_cells("E1:F2")
    validity = DataValidation(type="list", formula1='"1,2,3"')
    validity.add("B2:B9")
    sheet.add_data_validation(validity)
    sheet.conditional_formatting.add(
        "B2:B9", ColorScaleRule("min", start_color="FF0000", end_type="max", end_color="00FF00")
    )
    made.create_sheet("notes").append(["=cards!B2", "kept"])
    return bytes_of(made)


RICH = rich_workbook()
ANY_VALUE = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**12), 10**12), st.floats(allow_nan=False, allow_infinity=False, width=32),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12), st.sampled_from(["_x0041_", "=A1", "  a  b ", "a\r\nb\tc", "12"]),
)  # fmt: skip


def described(data: bytes) -> dict:
    """What openpyxl reads of a workbook, cell by cell, and of what stands around the cells."""
    book = load_workbook(io.BytesIO(data))
    found = {}
    for sheet in book:
        for row in sheet.iter_rows():
            for cell in row:
                if type(cell).__name__ == "Cell" and (cell.value is not None or cell.has_style or cell.comment):
                    comment = cell.comment and cell.comment.text
                    found[sheet.title, cell.row, cell.column] = (
                        cell.value,
                        cell.font.b,
                        cell.fill.fgColor.rgb,
                        cell.number_format,
                        comment,
                    )
        found[sheet.title] = (
            str(sheet.merged_cells), sheet.freeze_panes, sheet.auto_filter.ref, len(sheet.conditional_formatting),
            [str(one.sqref) for one in sheet.data_validations.dataValidation],
            [(key, one.width) for key, one in sheet.column_dimensions.items()], sheet.row_dimensions[3].height,
        )  # fmt: skip
    return found


RICH_CELLS = described(RICH)


@settings(max_examples=40)
@given(st.integers(1, 8), st.integers(1, 8), ANY_VALUE)
@example(1, 6, "a part of merged cells")
@example(2, 3, "in place of a formula")
@example(3, 1, "in a row that has no cell there")
@example(9, 9, "beyond all others")
@example(3, 2, "of\rtwo lines")
def test_exactly_one_cell_changes(line, column, value):
    change = CellChange(line, column, value)
    if (line, column) in [(1, 6), (2, 5), (2, 6)]:
        with pytest.raises(UnlocatedError, match="merged cells"):
            edit_workbook(RICH, "cards", [change], False)
        return
    if (line, column) == (2, 3):
        with pytest.raises(FormulaError, match="=B2\\*2"):
            edit_workbook(RICH, "cards", [change], False)
    edited, has_formulas = edit_workbook(RICH, "cards", [change], True)
    assert has_formulas
    before, after = dict(RICH_CELLS), described(edited)
    place = ("cards", line, column)
    style = before.pop(place, (None, *[None] * 4))[1:]
    now = after.pop(place, (None, *style))
    assert before == after
    assert style == now[1:] or style[0] is None  # a new cell has the style of its column
    read = dict(read_sheet(edited, "cards")[0]).get(line, [])
    found = read[column - 1] if column <= len(read) else None
    if isinstance(value, str):
        assert (str(found) if found is not None else "") == _as_read(value)
    else:
        assert found == value and type(found) in (type(value), int)
    parts = _parts(edited)
    changed = {name for name, content in _parts(RICH).items() if content != parts[name]}
    assert changed <= {"xl/worksheets/sheet1.xml", "xl/workbook.xml"}
    assert list(parts) == list(_parts(RICH))


def test_all_formulas_in_the_way_are_told():
    made = load_workbook(io.BytesIO(RICH))
    made["cards"]["C3"] = "=B3*2"
    file = io.BytesIO()
    made.save(file)
    with pytest.raises(FormulaError, match=r"^cell C2 holds the formula =B2\*2, and 1 more do$") as caught:
        edit_workbook(file.getvalue(), "cards", [CellChange(line, 3, 1) for line in (2, 3, 4)], False)
    assert caught.value.formulas == [("C2", "=B2*2"), ("C3", "=B3*2")]


def test_a_formula_that_another_cell_states_is_told_by_its_sign():
    data = bytes_of(workbook(["name", "cost"], ["Rain", 2], ["Sun", 3], ["Hail", 4]))
    data = with_part(
        data, SHEET, '<c r="B2" t="n"><v>2</v></c>', '<c r="B2"><f t="shared" ref="B2:B3" si="0">1+1</f><v>2</v></c>'
    )
    data = with_part(data, SHEET, '<c r="B3" t="n"><v>3</v></c>', '<c r="B3"><f t="shared" si="0"/><v>2</v></c>')
    with pytest.raises(FormulaError, match=r"^cell B3 holds the formula =$") as caught:
        edit_workbook(data, "cards", [CellChange(3, 2, 1)], False)
    assert caught.value.formulas == [("B3", "=")]
    edited, has_formulas = edit_workbook(data, "cards", [CellChange(3, 2, 1)], True)
    assert has_formulas and dict(read_sheet(edited, "cards")[0])[3] == ["Sun", 1]


def _as_read(text: str) -> str:
    kept = "".join(sign for sign in text.replace("\r\n", "\n").replace("\r", "\n") if _fits_xml(sign))
    for sign in "\u2028\u2029":
        kept = kept.replace(sign, "\n")
    return kept.strip()


def _fits_xml(sign: str) -> bool:
    return sign in "\t\n" or (sign >= " " and sign not in "\ufffe\uffff")


def _parts(data: bytes) -> dict[str, bytes]:
    package = zipfile.ZipFile(io.BytesIO(data))
    return {name: package.read(name) for name in package.namelist()}


def with_part(data: bytes, name: str, old: str, new: str) -> bytes:
    """The workbook with other words in a part."""
    parts = _parts(data)
    assert old in parts[name].decode()
    parts[name] = parts[name].decode().replace(old, new, 1).encode()
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as package:
        for one, content in parts.items():
            package.writestr(one, content)
    return target.getvalue()


SHEET = "xl/worksheets/sheet1.xml"


def test_what_cannot_be_written_safely_is_refused_with_the_reason():
    plain = bytes_of(workbook(["name", "cost"], ["Rain", 2], ["Sun", 3]))
    table = with_part(
        plain, SHEET, '<c r="B2" t="n"><v>2</v></c>', '<c r="B2"><f t="dataTable" ref="B2:B3">1+1</f><v>2</v></c>'
    )
    also_protected = with_part(plain, SHEET, "</sheetData>", '</sheetData><sheetProtection sheet="true"/>')
    shared = with_part(
        plain, SHEET, '<c r="B2" t="n"><v>2</v></c>', '<c r="B2"><f t="shared" ref="B2:B3" si="0">1+1</f><v>2</v></c>'
    )
    array = with_part(
        plain, SHEET, '<c r="B2" t="n"><v>2</v></c>', '<c r="B2"><f t="array" ref="B2:B3">1+1</f><v>2</v></c>'
    )
    protected = with_part(plain, SHEET, "</sheetData>", '</sheetData><sheetProtection sheet="1"/>')
    several = workbook(["name", "cost", "kind"], ["Rain", 2, "a"], ["Sun", 3, "b"])
    several.active.merge_cells("A2:A3")
    several.active.merge_cells("C2:C3")
    several.active.append(["Hail", 4, "c"])
    formulas = with_part(
        shared, SHEET, "</sheetData>", '<row r="9"><c r="E9"><f t="array" ref="E9:F9">1+1</f></c></row></sheetData>'
    )
    cases = [
        (bytes_of(several), CellChange(3, 1, "x"), "merged cells"), (bytes_of(several), CellChange(3, 3, "x"), "merged cells"), (formulas, CellChange(9, 6, 1), "a formula of several cells"),
        (shared, CellChange(2, 2, 1), "a formula of several cells"), (array, CellChange(3, 2, 1), "a formula of several cells"),
        (table, CellChange(3, 2, 1), "a formula of several cells"), (protected, CellChange(2, 1, "x"), "protected"),
        (also_protected, CellChange(2, 1, "x"), "protected"), (plain, CellChange(2, 1, "x" * 32_768), "too long"),
        (plain, CellChange(2, 1, float("nan")), "finite"), (plain, CellChange(2, 1, float("-inf")), "finite"), (b"no workbook", CellChange(1, 1, 1), "not a workbook"),
    ]  # fmt: skip
    for data, change, words in cases:
        for changes in ([change], [CellChange(1, 1, "name"), change]):
            with pytest.raises(UnlocatedError, match=words) as raised:
                edit_workbook(data, "cards", changes, True)
            assert raised.value.expected == ("at most 32,767 characters" if words == "too long" else ""), words
    assert edit_workbook(plain, "cards", [CellChange(2, 1, "x" * 32_767)], False)
    allowed = with_part(plain, SHEET, "</sheetData>", '</sheetData><sheetProtection sheet="0" objects="1"/>')
    assert edit_workbook(allowed, "cards", [CellChange(2, 1, "x")], False) and remove_rows(allowed, "cards", [2], False)
    assert edit_workbook(RICH, "cards", [CellChange(1, 5, "the first of merged cells")], False)


def test_a_workbook_that_would_be_read_otherwise_is_refused(monkeypatch):
    change = CellChange(3, 1, "Hail")
    one = CellChange(3, 1, 1)

    def split(*what, **more):
        return {name: part.replace(b"E1:F2", b"E1:F3") for name, part in edit_xlsx(*what, **more).items()}

    for wanted, other in (
        *((change, other) for other in (CellChange(3, 1, "Snow"), CellChange(4, 1, "Hail"), CellChange(3, 1, True), None)), (one, CellChange(3, 1, True)),
    ):  # fmt: skip
        made = split if other is None else lambda *what, other=other, **more: edit_xlsx(*what[:2], [other], **more)
        monkeypatch.setattr(edit, "edit_xlsx", made)
        with pytest.raises(UnlocatedError, match="would not be read again as it should be"):
            edit_workbook(RICH, "cards", [wanted], over_formulas=False)
    for more in (CellChange(20, 9, "where nothing was"), CellChange(2, 1, None)):
        made = lambda *what, more=more, **rest: edit_xlsx(*what[:2], [change, more], **rest)  # noqa: E731
        monkeypatch.setattr(edit, "edit_xlsx", made)
        with pytest.raises(UnlocatedError, match="would not be read again as it should be"):
            edit_workbook(RICH, "cards", [change], over_formulas=False)
    monkeypatch.setattr(edit, "edit_xlsx", edit_xlsx)
    assert edit_workbook(RICH, "cards", [change], over_formulas=False)


def test_the_order_of_calculation_goes_with_a_formula_that_is_replaced():
    data = with_part(
        RICH, "[Content_Types].xml", "</Types>", '<Override PartName="/xl/calcChain.xml" ContentType="x"/></Types>'
    )
    data = with_part(
        data,
        "xl/_rels/workbook.xml.rels",
        "</Relationships>",
        '<Relationship Id="q" Target="calcChain.xml" Type="x"/></Relationships>',
    )
    with zipfile.ZipFile(target := io.BytesIO(data), "a") as package:
        package.writestr("xl/calcChain.xml", '<calcChain><c r="C2" i="1"/></calcChain>')
    stated = '<calcPr calcId="124519" fullCalcOnLoad="1"/>'
    known = with_part(target.getvalue(), "xl/workbook.xml", stated, '<calcPr calcId="7" iterate="1"/>')
    book = _parts(edit_workbook(known, "cards", [CellChange(2, 3, 5)], True)[0])["xl/workbook.xml"]
    assert [dict(one.attrib) for one in etree.fromstring(book) if etree.QName(one).localname == "calcPr"] == [
        {"calcId": "7", "iterate": "1", "fullCalcOnLoad": "1"}
    ], "a second one would be damage"
    data = with_part(target.getvalue(), "xl/workbook.xml", stated, "")
    edited = _parts(edit_workbook(data, "cards", [CellChange(2, 3, 5)], True)[0])
    assert [etree.QName(one).localname for one in etree.fromstring(edited["xl/workbook.xml"])][-3:] == [
        "sheets", "definedNames", "calcPr",
    ], "in the order that Excel wants"  # fmt: skip
    assert not any(b"calcChain" in content or "calcChain" in name for name, content in edited.items())
    assert b'fullCalcOnLoad="1"' in edited["xl/workbook.xml"]


def test_the_worksheet_that_is_named_is_written():
    edited = edit_workbook(RICH, "notes", [CellChange(1, 2, "other"), CellChange(2, 1, "new")], False)[0]
    assert read_sheet(edited, "notes")[0] == [(1, [None, "other"]), (2, ["new", None])]
    assert read_sheet(edited, "cards")[0] == read_sheet(RICH, "cards")[0]
    edited = edit_workbook(REPEATED, "other", [CellChange(1, 1, "new")], False)[0]
    assert _places(read_sheet(edited, "other")[0]) == {(1, 1): "new"}
    assert read_sheet(edited, "cards")[0] == read_sheet(REPEATED, "cards")[0]


def test_many_cells_are_written_at_once_in_the_types_that_they_have():
    data = bytes_of(workbook(["name", "cost"], *([f"Card {number}", number] for number in range(300))))
    changes = [CellChange(line, column, f"{line}") for line in range(2, 310) for column in (1, 2, 4)]
    rows = dict(read_sheet(edit_workbook(data, "cards", changes, False)[0], "cards")[0])
    assert (
        rows[1] == ["name", "cost", None, None]
        and rows[77] == ["77", 77, None, "77"]
        and rows[309] == ["309", "309", None, "309"]
    )


def ods(*rows: str) -> bytes:
    """A workbook of LibreOffice with rows given as XML."""
    spaces = " ".join(
        f'xmlns:{key}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for key, name in
        (("office", "office"), ("table", "table"), ("text", "text"))
    )  # fmt: skip
    other = '<table:table table:name="other"><table:table-row><table:table-cell/></table:table-row></table:table>'
    table = f'<table:table table:name="cards">{"".join(rows)}</table:table>'
    content = f"<office:document-content {spaces}><office:body><office:spreadsheet>{other}{table}</office:spreadsheet></office:body></office:document-content>"
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as package:
        package.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        package.writestr("META-INF/manifest.xml", "<manifest/>", compress_type=zipfile.ZIP_DEFLATED)
        package.writestr("content.xml", content, compress_type=zipfile.ZIP_DEFLATED)
    return target.getvalue()


def text(words: str, more: str = "") -> str:
    return f'<table:table-cell table:style-name="ce1" office:value-type="string"{more}><text:p>{words}</text:p></table:table-cell>'


def number(value: float, more: str = "") -> str:
    return f'<table:table-cell office:value-type="float" office:value="{value}"{more}><text:p>{value}</text:p></table:table-cell>'


REPEATED = ods(
    f"<table:table-row>{text('name')}{text('cost')}</table:table-row>",
    f'<table:table-row table:number-rows-repeated="4">{text("Rain")}{number(2, " table:number-columns-repeated=" + chr(34) + "3" + chr(34))}</table:table-row>',
    f"<table:table-row>{text('Sun')}{number(3, ' table:formula=' + chr(34) + 'of:=1+2' + chr(34))}</table:table-row>",
)


@settings(max_examples=40)
@given(st.integers(1, 9), st.integers(1, 6), ANY_VALUE)
@example(6, 2, "in place of a formula")
@example(3, 3, "among equal rows and cells")
@example(9, 6, "beyond all others")
@example(2, 1, "two\twords")
def test_exactly_one_cell_of_an_ods_changes(line, column, value):
    if (line, column) == (6, 2):
        with pytest.raises(FormulaError, match="of:=1\\+2"):
            edit_workbook(REPEATED, "cards", [CellChange(line, column, value)], False)
    edited, has_formulas = edit_workbook(REPEATED, "cards", [CellChange(line, column, value)], True)
    before, after = (_places(read_sheet(data, "cards")[0]) for data in (REPEATED, edited))
    before.pop((line, column), None)
    found = after.pop((line, column), None)
    assert before == after and has_formulas
    if isinstance(value, str):
        assert (str(found) if found is not None else "") == _as_read(value).replace("\t", " ")
    else:
        assert found == value
    assert [name for name, content in _parts(edited).items() if content != _parts(REPEATED)[name]] in (
        ["content.xml"],
        [],
    )
    root = etree.fromstring(_parts(edited)["content.xml"])
    styled = root.xpath("//*[local-name()='table-cell'][@*[local-name()='style-name']='ce1']")
    assert len(styled) >= 4  # the styles stay


def _places(rows) -> dict:
    return {(line, at): cell for line, row in rows for at, cell in enumerate(row, 1) if cell is not None}


@pytest.mark.parametrize(
    ("value", "stated"),
    [
        (3, {"value-type": "currency", "currency": "EUR", "value": "3"}),
        (0.5, {"value-type": "currency", "currency": "EUR", "value": "0.5"}),
        (True, {"value-type": "boolean", "boolean-value": "true"}),
        ("dear", {"value-type": "string"}),
        (None, {}),
    ],
)
def test_a_comment_of_an_ods_cell_stays_and_the_currency_of_a_number(value, stated):
    noted = (
        number(2, ' office:currency="EUR"')
        .replace("float", "currency")
        .replace("<text:p>", "<office:annotation><text:p>dear</text:p></office:annotation><text:p>")
    )
    data = ods(f"<table:table-row>{text('cost')}</table:table-row><table:table-row>{noted}</table:table-row>")
    xml = _parts(edit_workbook(data, "cards", [CellChange(2, 1, value)], False)[0])["content.xml"]
    cell = etree.fromstring(xml).xpath("//*[local-name()='table-cell'][*[local-name()='annotation']]")[0]
    assert {name.rpartition("}")[2]: of for name, of in cell.attrib.items()} == stated
    shown = [] if value is None else [str(value).upper() if value is True else str(value)]
    assert cell.xpath("*//text()") == ["dear", *shown]


def test_the_first_cell_of_a_worksheet_without_rows_is_written():
    for line, column in ((1, 1), (3, 2)):
        edited, _ = edit_workbook(ods(), "cards", [CellChange(line, column, "x")], False)
        assert _places(read_sheet(edited, "cards")[0]) == {(line, column): "x"}
    edited, _ = edit_workbook(ods("<table:table-column/>"), "cards", [CellChange(1, 1, "x")], False)
    (table,) = etree.fromstring(_parts(edited)["content.xml"]).xpath("//*[local-name()='table'][2]")
    assert [etree.QName(one).localname for one in table] == ["table-column", "table-row"], "rows stand behind columns"


def test_a_workbook_is_told_to_hold_formulas_if_it_does():
    plain = f"<table:table-row>{text('name')}</table:table-row>"
    counted = plain.replace("<table:table-cell", '<table:table-cell table:formula="of:=1"', 1)
    for rows, holds in (((plain,), False), ((plain, counted), True)):
        assert edit_workbook(ods(*rows), "cards", [CellChange(1, 1, "x")], False)[1] is holds
    one = bytes_of(workbook(["name"]))
    assert edit_workbook(one, "cards", [CellChange(1, 1, "x")], False)[1] is False


def test_numbers_of_rows_are_read_as_far_as_worksheets_have_them():
    for stated, number in (("1048576", 1_048_576), ("7", 7), ("1" * 10, 0), ("-1", 0), ("x", 0), ("", 0), (None, 0)):
        assert number_of(stated) == number, stated


def test_rows_that_are_added_follow_the_last_one():
    head = f"<table:table-row>{text('name')}</table:table-row>"
    data = ods(f"<table:table-header-rows>{head}</table:table-header-rows>", head, "<table:named-expressions/>")
    edited, _ = edit_workbook(data, "cards", [CellChange(4, 1, "Rain"), CellChange(3, 1, "Sun")], False)
    (table,) = etree.fromstring(_parts(edited)["content.xml"]).xpath("//*[local-name()='table'][2]")
    names = [one.tag.rpartition("}")[2] for one in table]
    assert names == ["table-header-rows", "table-row", "table-row", "table-row", "named-expressions"]
    assert [row[0] for _, row in read_sheet(edited, "cards")[0]] == ["name", "name", "Sun", "Rain"]


def test_words_are_stored_without_the_blanks_around_them():
    for data, part in ((RICH, SHEET), (REPEATED, "content.xml")):
        xml = _parts(edit_workbook(data, "cards", [CellChange(3, 1, " two  words\n")], False)[0])[part]
        cell = [one for one in etree.fromstring(xml).iter() if "two" in (one.text or "")]
        assert [(one.text, len(one)) for one in cell] == [("two  words", 0)] if part == SHEET else [("two", 1)]
        emptied, _ = edit_workbook(data, "cards", [CellChange(4, 1, " \t ")], False)
        assert (4, 1) not in _places(read_sheet(emptied, "cards")[0])
        removed, _ = edit_workbook(data, "cards", [CellChange(4, 1, None)], False)
        assert _parts(emptied) == _parts(removed), "blanks alone are no text"
        lines = [f"of{end}two lines" for end in ("\n", "\r", "\r\n")]
        broken = [edit_workbook(data, "cards", [CellChange(3, 1, line)], False)[0] for line in lines]
        assert _places(read_sheet(broken[0], "cards")[0])[3, 1] == "of\ntwo lines"
        assert [_parts(one) for one in broken] == [_parts(broken[0])] * 3, "every end of a line is stored alike"


def test_the_parts_of_a_workbook_stay_in_the_order_of_the_file():
    """A reader of ODS looks for the type at its beginning, whatever the directory at its end says."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as package:
        for name, content in _parts(REPEATED).items():
            package.writestr(name, content)
        package.filelist.reverse()
    edited, _ = edit_workbook(target.getvalue(), "cards", [CellChange(1, 1, "x")], False)
    assert [*_parts(edited)] == [*_parts(REPEATED)] and edited[30:38] == b"mimetype"


def test_a_part_that_is_no_xml_or_brings_entities_of_its_own_is_damaged():
    assert parse_part(b"<a>&amp;</a>").text == "&"
    for part in (b"<a>", b"", b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'):
        with pytest.raises(UnlocatedError) as caught:
            parse_part(part)
        assert caught.value.code == "E133", part


def test_a_worksheet_without_rows_is_damaged_and_a_range_that_is_none_ties_nothing():
    def edited(before, after):
        target = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(bytes_of(workbook(["a"])))) as package, zipfile.ZipFile(target, "w") as made:
            for name in package.namelist():
                content = package.read(name)
                made.writestr(name, content.replace(before, after) if name == "xl/worksheets/sheet1.xml" else content)
        return edit_xlsx(zipfile.ZipFile(target), "cards", [CellChange(1, 1, "x")], over_formulas=False)

    for ref in (b"", b"A", b"A1:B", b"1:2"):
        merged = b'</sheetData><mergeCells count="1"><mergeCell ref="%b"/></mergeCells>' % ref
        assert b"x</t>" in edited(b"</sheetData>", merged)["xl/worksheets/sheet1.xml"], ref
    with pytest.raises(UnlocatedError) as caught:
        edited(b"sheetData", b"nothing")
    assert caught.value.code == "E133"


def test_a_worksheet_that_is_not_there_any_more_is_damaged():
    for data, edit_sheet in ((RICH, edit_xlsx), (REPEATED, edit_ods)):
        with pytest.raises(UnlocatedError) as caught, zipfile.ZipFile(io.BytesIO(data)) as package:
            edit_sheet(package, "gone", [CellChange(1, 1, "x")], over_formulas=False)
        assert caught.value.code == "E133"


def test_a_share_of_an_ods_stays_a_share():
    data = ods(f"<table:table-row>{number(0.5).replace('float', 'percentage')}</table:table-row>")
    xml = _parts(edit_workbook(data, "cards", [CellChange(1, 1, 0.25)], False)[0])["content.xml"]
    assert b'office:value-type="percentage" office:value="0.25"' in xml


def test_nothing_of_the_value_before_stays_in_a_cell_of_an_ods():
    of_value = " ".join(
        f'{name}="1"' for name in (
            "office:value-type", "office:value", "office:date-value", "office:time-value", "office:boolean-value", "office:string-value", "table:formula",
            "table:style-name", 'xmlns:c="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0" c:value-type',
        )
    )  # fmt: skip
    data = ods(
        f"<table:table-row><table:table-cell {of_value}><text:p>1</text:p><text:p>2</text:p></table:table-cell></table:table-row>"
    )
    xml = edit_ods(zipfile.ZipFile(io.BytesIO(data)), "cards", [CellChange(1, 1, "x")], over_formulas=True)[
        "content.xml"
    ]
    (cell,) = etree.fromstring(xml).xpath("//*[local-name()='table-cell'][@*[local-name()='style-name']]")
    assert sorted((name.rpartition("}")[2], of) for name, of in cell.attrib.items()) == [
        ("style-name", "1"),
        ("value-type", "string"),
    ], "nor the type that LibreOffice states beside that of the format"
    assert cell.xpath(".//text()") == ["x"]


def test_numbers_in_a_workbook_that_are_none_count_as_missing():
    for name, good, bad in (
        ("xl/worksheets/sheet1.xml", b'min="1"', b'min="XFD9"'),
        ("xl/worksheets/sheet1.xml", b'<row r="2"', b'<row r="\xd9\xa3x"'),
    ):
        with_bad = replaced_in(RICH, name, good, bad)
        try:
            edit_workbook(with_bad, "cards", [CellChange(9, 1, "x")], over_formulas=False)
        except UnlocatedError as error:
            assert error.code in ("E133", "E601"), (good, error)


def replaced_in(data: bytes, name: str, old: bytes, new: bytes) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(target, "w") as made:
        for one in source.namelist():
            part = source.read(one)
            assert one != name or old in part
            made.writestr(one, part.replace(old, new) if one == name else part)
    return target.getvalue()
