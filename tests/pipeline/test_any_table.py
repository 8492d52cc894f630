"""Any table gives a PDF or a named reason, with any look; nothing is an accident."""

import csv
import io
import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from looks.conftest import LOOKS

from cardgen import BuildOptions, build
from cardgen.report.errors import CardgenError

USUAL = (
    "name",
    "text",
    "type",
    "cost",
    "art",
    "copies",
    "suit",
    "rank",
    "value",
    "id",
    "Face",
    "icon",
    "flavor",
    "notes",
    "Kosten",
    "\N{CROSSED SWORDS}",
)
TEXTS = st.text(st.characters(exclude_categories=("Cs", "Cn")), max_size=30)
VALUES = st.one_of(
    st.sampled_from(
        ["", "3", "Hearts", "Q", "ann.png", "#ff0000", "{coin}", "**so**", "<b>x</b>", "2/3", "yes", "None", "=1+1"]
    ),
    st.integers(-999, 99_999).map(str),
    TEXTS,
)
HEADINGS = st.lists(st.one_of(st.sampled_from(USUAL), TEXTS), min_size=1, max_size=7)


@st.composite
def tables(draw):
    head = draw(HEADINGS)
    rows = draw(st.lists(st.lists(VALUES, max_size=len(head)), max_size=5))
    return [head, *rows]


def as_csv(table, mark=","):
    out = io.StringIO()
    csv.writer(out, delimiter=mark).writerows(table)
    return out.getvalue()


def as_json(table):
    head, *rows = table
    return json.dumps([dict(zip(head, row, strict=False)) for row in rows])


FORMATS = {"csv": as_csv, "tsv": lambda table: as_csv(table, "\t"), "json": as_json, "yaml": as_json}


@given(tables(), st.sampled_from(sorted(FORMATS)), st.sampled_from(["", *LOOKS]))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_table_gives_a_pdf_or_a_reason(tmp_path, table, suffix, look):
    file = tmp_path / f"cards.{suffix}"
    file.write_text(FORMATS[suffix](table), "utf-8", errors="replace")
    try:
        result = build(file, tmp_path / "out", BuildOptions(look=look))
    except CardgenError as error:
        assert [item for item in error.diagnostics if item.is_error]
    else:
        assert result.files[0].read_bytes().startswith(b"%PDF")
        assert "Look: " in result.summary
