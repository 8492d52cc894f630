"""CSV: the delimiter and the encoding are found, and records keep the line on which they begin."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.read.tables import csv_text
from cardgen.read.tables.csv_text import find_delimiter, read_csv
from cardgen.read.tables.encoding import decode_list
from cardgen.read.tables.table import COLUMN_LIMIT, ROW_LIMIT
from cardgen.report.diagnostics import Collector


def table(data):
    found = Collector()
    data = data if isinstance(data, bytes) else data.encode()
    text = decode_list(data, "cards.csv", found)
    result = read_csv(text, "cards.csv", found) if text is not None else None
    rows = [(row.line, list(row.cells)) for row in result.rows] if result else None
    return rows, [str(item) for item in found.items]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found(delimiter):
    lines = (["name", "text"], ["Dawn", "Hello, world; again"], ["Dusk", "1,5"])
    text = "".join(f'"{delimiter}"'.join(["", *line, ""])[2:-2].join('""') + "\n" for line in lines)
    assert delimiter == find_delimiter(text)


def test_a_title_above_the_table_does_not_hide_the_delimiter():
    assert find_delimiter("My cards\n\nname;cost\nDawn;3\nDusk;4\n") == ";"
    assert find_delimiter("a;b;c,d\n1;2;3\n4;5\n6;7;8;9\n") == ";"


def test_a_list_of_sentences_is_one_column():
    rows, found = table("prompt\nWhat is that smell?\nOh no, not again\nWho, me?\nNever\n")
    assert ([line[1] for line in rows][2], found) == (["Oh no, not again"], [])


def test_the_line_of_excel_that_names_the_delimiter_is_followed():
    assert table("sep=|\nname|cost\na,b|3\n") == ([(2, ["name", "cost"]), (3, ["a,b", "3"])], [])


def test_a_record_has_the_line_on_which_it_begins():
    rows, _ = table('name,text\n\nDawn,"one\r\ntwo"\n\n\nDusk,x\n')
    assert rows == [(1, ["name", "text"]), (3, ["Dawn", "one\ntwo"]), (7, ["Dusk", "x"])]


def test_quotes_are_undone():
    assert table('name,text\n"5"" gun","a, b"\n')[0][1][1] == ['5" gun', "a, b"]


def test_a_cell_has_the_line_breaks_of_texts_whatever_they_are_in_the_file():
    rows, messages = table(b'name,text\r\n" Sun ","a\r\nb\rc\nd\r"\r\n"\r\n ",x\r\n')
    assert ([cells for _, cells in rows], messages) == ([["name", "text"], ["Sun", "a\nb\nc\nd"], [None, "x"]], [])


def test_a_quote_after_a_space_counts():
    assert table('name, text\nDawn, "a, b"\n')[0][1][1] == ["Dawn", "a, b"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('name,text\nDawn,"The sun\nDusk,x\n', "2:6"),
        ('name,text\nDawn,"The sun\nDusk,"x"\nNoon,y\n', "2:6"),
        ('name,text\nDawn,"a "b" c"\n', "2:6"),
        ('name,text\n"Dawn\nday","x"\nDusk,"y\n', "4:6"),
        ('name;text\n"x;y\n', "2:1"),
        ('sep=;\nname;text\n\nx;"y\n', "4:3"),
        ('name,text\rDawn,"x\rDusk,y\r', "2:6"),
        ('name,text\nDawn,   "x\n', "2:9"),
    ],
)
def test_a_quote_that_is_not_closed_is_told_where_it_opens(text, place):
    rows, found = table(text)
    assert rows is None
    assert found == [
        f"cards.csv:{place}: error[E136]: a quote is never closed, or a quote inside a text is written once"
    ]


@pytest.mark.parametrize("quote", ["", '"'])
def test_a_cell_that_is_too_long_is_told_where_it_begins(quote):
    rows, found = table(f"name;text\nDawn;x\nDusk;{quote}{'a ' * 60_000}b{quote};\nNoon;y\n")
    assert rows is None
    assert found == ["cards.csv:3:6: error[E132]: a cell has 120,001 characters"]


def test_a_quote_that_is_not_closed_before_a_long_text_is_told():
    _, found = table(f'name;text\nDawn;"x\nDusk;{"a " * 60_000}b\n')
    assert found[0].startswith("cards.csv:2:6: error[E136]")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_unicode_is_found(encoding):
    assert table("name,text\nAção,“é”\n".encode(encoding)) == ([(1, ["name", "text"]), (2, ["Ação", "“é”"])], [])


def test_windows_1252_is_read_with_a_warning():
    rows, (warning,) = table("name,text\nDawn,x\nAção,“é”\n".encode("cp1252"))
    assert rows[2] == (3, ["Ação", "“é”"])
    told = "warning[W152]: file is not UTF-8 text and was read as Windows-1252, as in"
    assert warning == f"cards.csv:3: {told} 'ext Dawn,x Ação,“é”'"
    _, (warning,) = table("Ação,what the card says\n".encode("cp1252"))
    assert warning == f"cards.csv:1: {told} 'Ação,what the'"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\x89PNG\r\n\x1a\n\xff", "cards.csv: error[E133]: file is not text; it looks like a PNG picture"),
        (b"name\nDa\x07wn\n", "cards.csv:2:3: error[E135]: file contains the control character U+0007"),
        (b"name\nDa\x1b[31mwn\n", "cards.csv:2:3: error[E135]: file contains the control character U+001B"),
        (b"\xff\xfen\0a\0m", "cards.csv: error[E135]: file is broken UTF-16 text"),
    ],
)
def test_other_data_is_an_error(data, message):
    assert table(data) == (None, [message])


def test_a_row_with_too_many_columns_is_an_error():
    _, found = table("a,b\n" + "," * COLUMN_LIMIT + "x\n")
    assert found == ["cards.csv:2: error[E132]: a row has 1,001 columns"]


def test_too_many_rows_are_an_error():
    _, found = table("a,b\n" + "x,y\n" * ROW_LIMIT)
    assert found == [f"cards.csv:{ROW_LIMIT + 1}: error[E132]: the table has more than 100,000 rows"]


def test_too_many_cells_are_an_error(monkeypatch):
    monkeypatch.setattr(csv_text, "CELL_LIMIT", 30)
    assert table("a,b\n" + ",x\n" * 20)[1] == ["cards.csv:16: error[E132]: the table has more than 15 rows"]
    assert table("a,b\n" + "x,,,,,,,,\n" * 20)[1] == []  # empty cells at the end of a row do not count


CELLS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=8).map(str.strip)


@given(st.lists(st.lists(CELLS, min_size=3, max_size=3), min_size=1, max_size=8), st.sampled_from(",;\t|"))
def test_what_a_spreadsheet_program_writes_is_read_back(lines, delimiter):
    lines = [["name", "text", "cost"], *lines]
    text = "".join(delimiter.join('"' + cell.replace('"', '""') + '"' for cell in line) + "\r\n" for line in lines)
    rows, found = table(text)
    assert found == []
    assert [[cell or "" for cell in (*cells, *[None] * 3)][:3] for _, cells in rows] == [
        line for line in lines if any(line)
    ]


@given(st.text(max_size=60))
def test_any_text_is_a_table_or_an_error_with_its_line(text):
    rows, found = table(text.encode("utf-8", "surrogatepass"))
    assert (rows is None) == any(": error[" in problem for problem in found)
    lines = [line for line, _ in rows or ()]
    assert lines == sorted(set(lines)) and all(1 <= line <= len(text.splitlines()) + 1 for line in lines)
    known = set(text) | {"\n"}
    assert {character for _, cells in rows or () for cell in cells for character in str(cell or "")} <= known
