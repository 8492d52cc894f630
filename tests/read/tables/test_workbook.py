"""Workbooks: what spreadsheet programs hide in them, and what strangers may."""

import sys
import zipfile

import pytest
from openpyxl import Workbook, load_workbook

from cardgen.processes.sandbox import OverLimitError
from cardgen.read.tables import workbook as workbooks
from cardgen.read.tables.cell_faults import column_number
from cardgen.read.tables.package import UNPACKED_LIMIT
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import column_letters

CONTENT = (
    '<?xml version="1.0"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
    '<table:table table:name="ships">{}</table:table></office:spreadsheet></office:body></office:document-content>'
)


def cell(text, more=""):
    return f'<table:table-cell office:value-type="string"{more}><text:p>{text}</text:p></table:table-cell>'


def number(value):
    return f'<table:table-cell office:value-type="float" office:value="{value}"><text:p>{value}</text:p></table:table-cell>'


@pytest.fixture
def ods(tmp_path):
    def make(*rows, manifest=""):
        path = tmp_path / "cards.ods"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
            archive.writestr("META-INF/manifest.xml", f"<manifest>{manifest}</manifest>")
            archive.writestr("content.xml", CONTENT.format("".join(rows)))
        return path

    return make


def row(*cells, more=""):
    return f"<table:table-row{more}>{''.join(cells)}</table:table-row>"


def workbook(tmp_path, fill, name="cards.xlsx"):
    book = Workbook()
    book.active.title = "ships"
    book.active["A1"], book.active["B1"] = "name", "cost"
    book.active["A2"] = "Dawn"
    fill(book.active)
    book.save(tmp_path / name)
    return tmp_path / name


def test_letters_and_numbers_of_columns_agree():
    assert [column_letters(number) for number in (1, 26, 27, 702, 703)] == ["A", "Z", "AA", "ZZ", "AAA"]
    assert all(column_number(column_letters(number)) == number for number in range(1, 20_000, 7))


def test_ods_is_read(read, ods):
    path = ods(row(cell("name"), cell("cost"), cell("ratio")), row(cell("Dawn"), number(3), number(0.5)))
    assert read(path).values == [{"name": "Dawn", "cost": 3, "ratio": 0.5}]


def test_empty_rows_that_ods_repeats_do_not_count(read, ods):
    path = ods(
        row(cell("name")),
        row(cell("Dawn")),
        row('<table:table-cell table:number-columns-repeated="16384"/>', more=' table:number-rows-repeated="1048574"'),
    )
    assert read(path).found == []


def test_values_that_ods_repeats_too_often_are_an_error(read, ods):
    path = ods(row(cell("name")), row(cell("x"), more=' table:number-rows-repeated="1048575"'))
    assert read(path).found == ["cards.ods[ships]: error[E132]: the worksheet has a value in cell A1048576"]


def test_an_error_in_ods_is_told_at_its_cell(read, ods):
    path = ods(row(cell("name"), cell("cost")), row(cell("Dawn"), cell("#REF!", ' calcext:value-type="error"')))
    assert read(path).found == ["cards.ods[ships]!B2: error[E143]: column 'cost' holds an error"]


def test_ods_with_a_password_is_an_error(read, ods):
    path = ods(row(cell("name")), manifest="<manifest:encryption-data/>")
    assert read(path).found == ["cards.ods: error[E134]: workbook is protected by a password"]


def test_ods_with_a_worksheet_that_does_not_end_is_an_error(read, ods, monkeypatch):
    monkeypatch.setattr(workbooks, "SECONDS", 1)  # python-calamine never ends in some of them
    for end in ("</table:table-row>", "\x1b/table:table>", "<table:table-row>"):
        assert "error[E13" in read(ods(row(cell("name")), end)).found[0]


def test_ods_with_a_part_that_lies_before_its_file_is_an_error(read, ods):
    path = ods(row(cell("name")))
    path.write_bytes(path.read_bytes()[1:])  # the first part then begins one byte before the file
    assert read(path).found == ["cards.ods: error[E133]: file is a damaged workbook"]


def test_an_error_in_a_cell_is_told(read, tmp_path):
    def fill(sheet):
        sheet["B2"].value, sheet["B2"].data_type = "#REF!", "e"

    (message,) = read(workbook(tmp_path, fill)).found
    assert message == "cards.xlsx[ships]!B2: error[E143]: column 'cost' holds the error #REF!"


def test_a_formula_without_a_stored_value_is_told(read, tmp_path):
    def fill(sheet):
        sheet["B2"] = "=1+1"

    (message,) = read(workbook(tmp_path, fill)).found
    assert message == "cards.xlsx[ships]!B2: error[E143]: column 'cost' holds a formula without a stored value"


def test_a_formula_whose_stored_value_is_empty_text_is_an_empty_cell(read, tmp_path):
    def fill(sheet):
        sheet["B2"] = '=IF(1=1,"","x")'

    path, changed = workbook(tmp_path, fill), tmp_path / "stored" / "cards.xlsx"
    changed.parent.mkdir()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            new.writestr(name, data.replace(b'<c r="B2">', b'<c r="B2" t="str">') if "sheet1" in name else data)
    assert not [problem for problem in read(changed).found if "E143" in problem]


def test_a_formula_in_a_remark_does_not_matter(read, tmp_path):
    def fill(sheet):
        sheet["C1"], sheet["C2"] = "#sum", "=1+1"

    assert read(workbook(tmp_path, fill)).found == []


def test_merged_rows_share_their_value(read, tmp_path):
    def fill(sheet):
        sheet["B2"], sheet["A3"], sheet["A4"] = 3, "Dusk", "Noon"
        sheet.merge_cells("B2:B4")

    result = read(workbook(tmp_path, fill))
    assert [row["cost"] for row in result.values] == [3, 3, 3]
    assert result.found == [
        "cards.xlsx[ships]!B2: warning[W151]: cells of 3 rows are merged; the value counts for each of these rows"
    ]


def test_leading_rows_and_columns_keep_their_numbers(read, tmp_path):
    def fill(sheet):
        sheet.insert_rows(1, 3)
        sheet.insert_cols(1, 2)

    (row_,) = read(workbook(tmp_path, fill)).rows
    assert str(row_.value["name"].span) == "cards.xlsx[ships]!C5"


def test_a_formatted_but_empty_cell_far_away_does_not_count(read, tmp_path):
    def fill(sheet):
        sheet["ZZ900000"].number_format = "0.00"

    assert read(workbook(tmp_path, fill)).found == []


@pytest.mark.parametrize("place", ["B200000", "XFD2"])
def test_a_value_far_away_is_told_at_its_cell(read, tmp_path, place):
    def fill(sheet):
        sheet[place] = "x"

    (message,) = read(workbook(tmp_path, fill)).found
    assert message == f"cards.xlsx[ships]: error[E132]: the worksheet has a value in cell {place}"


def test_a_wide_and_long_table_is_too_large(read, tmp_path):
    def fill(sheet):
        sheet["C3000"], sheet["ALK3"] = "x", "y"

    (message,) = read(workbook(tmp_path, fill)).found
    assert message.startswith("cards.xlsx[ships]: error[E132]: the worksheet has 3,000 rows and 999 columns")


TOO_LARGE = "takes too much memory to read"


def rewritten(path, changes, method=zipfile.ZIP_DEFLATED):
    """Write some parts of a workbook anew; a change is a part, or a function of the part as it was."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for name, change in changes.items():
        parts[name] = change(parts[name]) if callable(change) else change
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return path


def filled(tmp_path, rows):
    """Return a workbook whose worksheet has these rows of XML behind its headings."""
    return rewritten(
        workbook(tmp_path, lambda sheet: None),
        {"xl/worksheets/sheet1.xml": lambda xml: xml.replace(b"</sheetData>", rows + b"</sheetData>")},
    )


def shared(tmp_path, text, count):
    """Return a workbook with a text that many cells share, as Excel writes texts."""
    cells = b"".join(b'<row r="%d"><c r="A%d" t="s"><v>0</v></c></row>' % (row, row) for row in range(3, count + 3))
    path = rewritten(
        filled(tmp_path, cells),
        {
            "xl/sharedStrings.xml": b'<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>'
            + text
            + b"</t></si></sst>"
        },
    )
    types = b'<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>'
    relation = b'<Relationship Id="rId99" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>'
    return rewritten(
        path,
        {
            "[Content_Types].xml": lambda xml: xml.replace(b"</Types>", types),
            "xl/_rels/workbook.xml.rels": lambda xml: xml.replace(b"</Relationships>", relation),
        },
    )


def merged(tmp_path, count):
    """Return a workbook with many ranges of merged cells."""
    ranges = b'<mergeCells count="1">' + b'<mergeCell ref="A3:B4"/>' * count + b"</mergeCells>"
    return rewritten(
        workbook(tmp_path, lambda sheet: None),
        {"xl/worksheets/sheet1.xml": lambda xml: xml.replace(b"</sheetData>", b"</sheetData>" + ranges)},
    )


def emoji(tmp_path):
    """Return a workbook with a long text, which one emoji makes four times as large, in many cells."""
    text = "\N{PARTY POPPER}".encode() + b"x" * 1_000_000
    cells = [b'<c r="A%d" t="inlineStr"><is><t>%b</t></is></c>' % (row, text) for row in range(3, 63)]
    return filled(tmp_path, b"".join(b"<row>%b</row>" % cell for cell in cells))


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit the memory of a process")
def test_small_workbooks_that_would_fill_the_memory_are_told(read, tmp_path, ods, monkeypatch):
    repeated = ' office:string-value="{}" table:number-columns-repeated="900"'
    hostile = {
        "a shared text of 1 MiB in 1,022 cells": lambda: shared(tmp_path, b"x" * 2**20, 1022),
        "a million merged ranges": lambda: merged(tmp_path, 1_000_000),
        "texts with an emoji": lambda: emoji(tmp_path),
        "a repeated value as an attribute": lambda: ods(
            row(cell("name")), row(cell("", repeated.format("x" * 10**6)), more=' table:number-rows-repeated="3"')
        ),
        "a repeated text": lambda: ods(
            row(cell("name")), row(cell("x" * 10_000), more=' table:number-rows-repeated="90000"')
        ),
        "a value in the last corner": lambda: workbook(tmp_path, lambda sheet: sheet.cell(1_048_576, 16_384, "x")),
    }
    for what, make in hostile.items():
        (message,) = read(make()).found
        assert any(words in message for words in ("too much memory", "far too large", "too long")), what
        monkeypatch.setattr(workbooks._sandbox, "memory", 200 * 2**20)  # which is filled in less time


def test_texts_of_more_characters_than_a_file_may_have_are_an_error(read, tmp_path):
    (message,) = read(shared(tmp_path, b"x" * 10_000, 4_000)).found
    assert message == "cards.xlsx[ships]: error[E132]: the worksheet holds more than 32 MiB of text"


def test_parts_that_are_compressed_in_rare_ways_are_not_unpacked(read, ods):
    for method in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        path = rewritten(ods(row(cell("name"))), {}, method)
        assert read(path).found == ["cards.ods: error[E133]: file is a damaged workbook"]
        path = ods(row(cell("name")))
        with zipfile.ZipFile(path, "a") as archive:
            archive.writestr("one", "x", method)
        assert read(path).found == ["cards.ods: error[E133]: file is a damaged workbook"]


def bomb(path, size, *, lie=False):
    """Write a workbook with a part that unpacks to many bytes."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
        with archive.open("xl/sharedStrings.xml", "w", force_zip64=False) as stream:
            for _ in range(size // 2**20):
                stream.write(bytes(2**20))
    if lie:
        data = path.read_bytes()
        path.write_bytes(data.replace((size // 2**20 * 2**20).to_bytes(4, "little"), (1000).to_bytes(4, "little")))
    return path


@pytest.mark.parametrize("lie", [False, True])
def test_a_zip_bomb_is_not_unpacked(read, tmp_path, lie):
    path = bomb(tmp_path / "cards.xlsx", UNPACKED_LIMIT + 2**24, lie=lie)
    (message,) = read(path).found
    assert message.startswith("cards.xlsx: error[E133]" if lie else "cards.xlsx: error[E132]: workbook unpacks to ")


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("cards.xlsx", b"name,cost\n", "error[E133]: file is not a workbook, but text"),
        ("cards.xlsx", b"<!DOCTYPE html><html>", "error[E133]: file is not a workbook; it looks like a web page"),
        ("cards.xlsx", b"\x89PNG\r\n", "error[E133]: file is not a workbook; it looks like a PNG picture"),
        ("cards.xlsx", b"", "error[E133]: file is not a workbook; it looks like an empty file"),
        ("cards.xlsx", b" \r\n", "error[E133]: file is not a workbook; it looks like an empty file"),
        ("cards.xlsx", b"PK\x03\x04rest", "error[E133]: file is a damaged workbook"),
        ("cards.xlsx", b"\xd0\xcf\x11\xe0" + bytes(99), "error[E133]: file is an old Excel workbook (.xls)"),
        (
            "cards.xlsx",
            b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le"),
            "error[E134]: workbook is protected by a password",
        ),
        ("cards.xls", b"x", "error[E133]: spreadsheets of the format .xls cannot be read"),
        ("cards.csv", b"PK\x03\x04rest", "error[E133]: file is not CSV text, but a workbook or another document"),
        ("cards.csv", b"\n<!doctype HTML>", "error[E133]: file is not CSV text, but a web page"),
    ],
)
def test_a_file_that_is_something_else_is_told(read, name, data, message):
    assert read(data, name=name).found == [f"{name}: {message}"]


@pytest.mark.parametrize(
    ("part", "what"),
    [
        ("xl/workbook.bin", "a binary Excel workbook (.xlsb)"),
        ("word/document.xml", "a Word document"),
        ("readme.txt", "a ZIP archive"),
    ],
)
def test_another_archive_is_told(read, tmp_path, part, what):
    with zipfile.ZipFile(tmp_path / "cards.xlsx", "w") as archive:
        archive.writestr(part, "x")
    assert read(tmp_path / "cards.xlsx").found == [f"cards.xlsx: error[E133]: file is not a workbook; it is {what}"]


def test_entities_of_a_worksheet_are_not_expanded(read, tmp_path):
    bomb = b'<!DOCTYPE x [<!ENTITY a "Dusk">]>'
    sheet = {"xl/worksheets/sheet1.xml": lambda xml: bomb + xml.replace(b"Dawn", b"&a;")}
    assert all("Dusk" not in str(row) for row in read(rewritten(workbook(tmp_path, lambda sheet: None), sheet)).values)
    levels = "".join(f'<!ENTITY e{at} "{f"&e{at - 1};" * 10}">' for at in range(1, 10))
    bomb = f'<!DOCTYPE x [<!ENTITY e0 "Dusk">{levels}]>'.encode()
    path = workbook(tmp_path, lambda sheet: sheet.cell(2, 2, "=1"))
    sheet = {"xl/worksheets/sheet1.xml": lambda xml: bomb + xml.replace(b"<v", b"<v>&e9;</v><v", 1)}
    (told,) = read(rewritten(path, sheet)).found
    assert told.startswith("cards.xlsx[ships]: error[E133]: ")


def test_macros_are_left_alone(read, tmp_path):
    path = workbook(tmp_path, lambda sheet: None, "cards.xlsm")
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("xl/vbaProject.bin", b"\xd0\xcf\x11\xe0")
    assert read(path).values == [{"name": "Dawn"}]


def test_openpyxl_agrees_about_values(read, tmp_path):
    def fill(sheet):
        sheet["B2"], sheet["A3"], sheet["B3"] = 12, "Line one\nLine two", 7

    path = workbook(tmp_path, fill)
    theirs = [list(line) for line in load_workbook(path).active.iter_rows(min_row=2, values_only=True)]
    assert [[line["name"], line["cost"]] for line in read(path).values] == theirs


def test_time_that_workbooks_take_counts_against_what_they_may_take_together(monkeypatch):
    """A crash counts as a second; where no process can be started, that is told."""

    class Ended(OverLimitError):
        def __init__(self, is_time):
            self.is_time = is_time

    def told(outcome):
        def call(function, *arguments, seconds):
            asked.append(seconds)
            if isinstance(outcome, Exception):
                raise outcome
            return outcome

        monkeypatch.setattr(workbooks._sandbox, "call", call)
        try:
            return workbooks.in_sandbox("a:b", "worksheet 'x'", b"")
        except UnlocatedError as error:
            return error.code, error.message, *error.hints

    asked = []
    delete = "delete everything below and to the right of the table"
    assert told(("rows", 2.5)) == "rows"
    assert told(Ended(False)) == ("E132", "worksheet 'x' takes too much memory to read", delete)
    assert told(OSError(12, "no memory")) == ("E131", "workbooks cannot be read: no process can be started: no memory")
    assert told(OSError("odd")) == ("E131", "workbooks cannot be read: no process can be started: odd")
    assert told(Ended(True)) == ("E132", "worksheet 'x' takes too long to read", delete)
    assert told(("rows", 0)) == "rows"
    whole = workbooks.SECONDS
    assert asked == [whole, whole - 2.5, whole - 3.5, whole - 3.5, whole - 3.5, 0]


def test_an_archive_with_a_part_of_a_sheet_is_no_workbook(read, tmp_path):
    path = tmp_path / "cards.ods"
    for parts in (["content.xml"], ["mimetype"], ["other.txt"]):
        with zipfile.ZipFile(path, "w") as package:
            for part in parts:
                package.writestr(part, "text")
        assert read(path).found == ["cards.ods: error[E133]: file is not a workbook; it is a ZIP archive"], parts
