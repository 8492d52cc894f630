"""Any table gives a PDF or a reason why nothing can be drawn: any headings, any text, any numbers of rows and columns."""

import csv
import io
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import prepare, write
from cardgen.report.errors import CardgenError

pytestmark = pytest.mark.usefixtures("no_front_pages")

ODD = ["", "name", "Name", "id", "Face", "back", "copies", "qty", "Anzahl", "art", "Bild", "focus", "icon", "type", "text", "#x", "a.b",
       "name.pt", "model_config", "copy", "__class__", "\u2694\ufe0f", '"', "'", "O'Brien", "=1", "<b>", "{x}", "@[x]", "2nd", "frontTemplate",
       "2", "-1", "3x", "yes", "sun", "a.png", "C:\\a.png", "http://x.y/a.png", "[sun]", "**", "\\n", "#ff0000", "x" * 300,
       "\u0627\u0644", "\u65e5\u672c", "\U0001f600", "\u0301"]  # fmt: skip
CELLS = st.one_of(st.sampled_from(ODD), st.text(max_size=8), st.integers(-9, 99).map(str))
TABLES = st.lists(st.lists(CELLS, max_size=6), min_size=1, max_size=5)


def result_of(path: Path) -> str:
    """What becomes of a list: the codes of its errors, or nothing if a PDF was written."""
    try:
        job = prepare(path, BuildOptions())
        (pdf,) = write(job, path.with_suffix(".pdf"))
    except CardgenError as error:
        errors = [item for item in error.diagnostics if item.is_error]
        assert errors and all(item.message for item in errors)
        return " ".join(sorted({item.code for item in errors}))
    assert pdf.read_bytes().startswith(b"%PDF")
    return ""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("tables")


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(TABLES)
def test_any_csv_gives_a_pdf_or_a_reason(folder, table):
    text = io.StringIO()
    csv.writer(text).writerows(table)
    path = folder / "cards.csv"
    path.write_bytes(text.getvalue().encode("utf-8", "replace"))
    result_of(path)


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(TABLES, min_size=1, max_size=2))
def test_any_workbook_gives_a_pdf_or_a_reason(folder, tables):
    book = Workbook()
    book.remove(book.worksheets[0])
    for number, table in enumerate(tables):
        sheet = book.create_sheet(f"List {number}")
        for row in table:
            sheet.append(
                [
                    "".join(char for char in cell if char.isprintable() and not "\ud800" <= char <= "\udfff")
                    for cell in row
                ]
            )
    path = folder / "cards.xlsx"
    book.save(path)
    result_of(path)


def test_any_heading_is_drawn(folder):
    path = folder / "headings.csv"
    headings = [heading for heading in dict.fromkeys(ODD) if heading and heading != "qty" and len(heading) < 99]
    headings.remove("Name")
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([headings, [f"Word {number}" for number in range(len(headings))]])
    assert result_of(path) == ""
