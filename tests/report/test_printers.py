"""Every part of a report, in all its forms, is printed as recorded: on the page, in a narrow terminal, and into a file."""

from pathlib import Path

import pytest

from cardgen.report import terminal
from cardgen.report.html import render_page
from cardgen.report.screen import Screen
from cardgen.report.sections import (
    Bars,
    CardPicture,
    Cards,
    Cell,
    Columns,
    DataTable,
    IntervalRow,
    Intervals,
    KeyPoint,
    KeyPoints,
    Remark,
    ReportColumn,
    ReportDocument,
    Section,
    ticks,
)
from tests.recorded import check_recorded

POINTS = [KeyPoint(tone or "nothing", tone, f"a/{tone}") for tone in ("", "good", "bad", "open", "info")]
PAGE, FILE = ReportColumn("page", only="page"), ReportColumn("file", only="terminal")
WORDS = ReportColumn("said", is_text=True)
EDGE = "x" * 24
"""As long as a cell that is not broken may be."""
TABLES = {
    "cells": DataTable(
        ("name", "heat", "bar", PAGE, FILE, WORDS),
        [
            ("a", Cell("-2", heat=-2), Cell("half", bar=0.5), "p", "f", EDGE),
            ("b", Cell("-0.3", heat=-0.3), Cell("bad", "bad", bar=1), "p", "f", EDGE + "x"),
            ("c", Cell("0.3", heat=0.3), Cell("open", "open", short="o"), "p", "f", Cell(EDGE + "x")),
            ("d", Cell("2", heat=2), Cell("good", "good", detail="more & more"), "p", "f", ""),
            (Cell("e", heat=0), (Cell("1", heat=1), Cell("2", "info")), ("one", "two"), "", "", (Cell("<x>"), EDGE)),
        ],
    ),
    "the name on the page": DataTable(
        (FILE, "<b> & c", ReportColumn("d", is_text=True)),
        [("f", EDGE + "x", Cell("none", "open", bar=0)), ("f", "2", "3"), ("f", EDGE, Cell("4", "bad"))],
    ),
    "a long number": DataTable(("name", "<number> & more"), [("a", EDGE + "x")]),
    "words": DataTable(("name", WORDS, WORDS), [("a", "b", "c")]),
    "two columns of words": DataTable(("name", WORDS), [("a", "b")]),
    "three, not all words": DataTable(("name", WORDS, "number"), [("a", "b", "c")]),
    "four": DataTable(tuple("abcd"), [tuple("1234")]),
    "grid": DataTable(("", "b"), [("1", "2"), ("", "4")], is_grid=True),
    "no titles": DataTable(("", ReportColumn("")), [("1", "2")]),
    "twelve": DataTable(tuple("abcdefghijkl"), [tuple("123456789012")]),
    "thirteen": DataTable(tuple("abcdefghijklm"), [tuple("1234567890123")]),
    "on the page": DataTable(("a",), [("1",)], only="page"),
    "in the terminal": DataTable(("a",), [("1",)], only="terminal"),
    "empty": DataTable(("a",), []),
}
PLOTS = {
    "intervals": Intervals(
        [
            IntervalRow("plain & simple", (0.2, 0.5, 0.8), "50 %"),
            IntervalRow("weak", (-1, 0.1, 0.3), "10 %", is_strong=False, band=(0.4, 0.6)),
            IntervalRow("marked", (0.5, 0.9, 4), "90 %", mark=0.55, before=(0.3, 0.35, 0.4)),
            IntervalRow("at the ends", (0, 1, 1), "1", mark=0, band=(0, 1)),
        ],
        0,
        1,
        [(value, f"{value:g}") for value in ticks(0, 1)],
        band=(0.45, 0.55),
    ),
    "another axis": Intervals([IntervalRow("x", (12, 15, 19), "15")], 10, 20, [(10, "ten")]),
    "columns": Columns("turns", ["3", "4", "5"], [("lost", [10, 2, 0]), ("burnt", [0, 3, 0])], (2, "fair")),
    "one series": Columns("games", ["<1>", "2"], [("", [0, 4])], (0.5, "<mean>")),
    "in the middle": Columns("games", ["1", "2"], [("", [1, 1])], (1, "half")),
    "eight series": Columns("games", ["1"], [(f"s{at}", [1]) for at in range(9)]),
    "many": Columns("games", [f"{at:02}" for at in range(60)], [("", list(range(60)))]),
    "a name at each third": Columns("games", [f"{at:030}" for at in range(10)], [("", [1] * 10)]),
    "long names": Columns("games", [f"name {at:09}" for at in range(12)], [("", [1000] * 12)]),
    "nothing": Columns("games", [], [("", [])]),
    "zeros": Columns("games", ["1"], [("", [0])]),
    "bars": Bars("<cards>", [("a & b", 1, "one", "bad"), ("c", 4, "<four>", ""), ("d", 0, "0", "good")]),
    "bars of nothing": Bars("none", [("a", 0, "zero", "")]),
    "no bars": Bars("none", []),
}
CARDS = Cards(
    [
        CardPicture("a/good", "Good <one>", ("1", "2", "3 & 4"), "good", before="a/"),
        CardPicture("a/bad", "Bad", (), "bad", before="unknown"),
        CardPicture("unknown", "Unknown", ("1",)),
    ]
)
DOCUMENT = ReportDocument(
    "<All> of it\x1b",
    [
        Remark("A <remark>\nof two lines\x1b."),
        Remark("bad", "bad"),
        Remark("on the page", only="page"),
        Remark("in the terminal", only="terminal"),
        KeyPoints(POINTS),
        KeyPoints(POINTS[:2], "bold"),
        KeyPoints(POINTS[:2], "lines"),
        KeyPoints([]),
        Section("Tables & more", [Section(f"<{name}>", [part]) for name, part in TABLES.items()], "bad", "told & said"),
        Section("", [Section(name, [part]) for name, part in PLOTS.items()], is_grid=True),
        Section("Told", [Remark("t")], told="without <tone>"),
        Section("", [Section("Deep", [Section("Deeper", [Remark("down")], "open")])]),
        Section("on the page", [Remark("p")], only="page"),
        Section("in the terminal", [Remark("t")], only="terminal"),
        Section("Points", [KeyPoints(POINTS[1:2])]),
        CARDS,
        Cards([CardPicture("a/bad", "Told", tuple("1234"))]),
        Cards([CardPicture("unknown", "Unknown")]),
    ],
    {"a/": "data:,old", "a/good": "data:,good&", "a/bad": "data:,bad"},
)


@pytest.fixture
def printed(monkeypatch, capsys):
    def lines(**options):
        monkeypatch.setattr(terminal, "Screen", lambda: Screen(legacy_windows=False, **options))
        terminal.print_document(DOCUMENT)
        return [line.rstrip().replace("\x1b", "ESC") for line in capsys.readouterr().out.split("\n")]

    return lines


def test_every_part_is_printed_as_recorded(printed):
    head, _, rest = render_page(DOCUMENT).partition("<style>")
    page = [head, rest.partition("</style>")[2].replace("<", "\n<").replace("\n\n", "\n").replace("\n</", "</")]
    narrow = printed(width=30, force_terminal=True, color_system="truecolor", no_color=False)
    found = ["== page", *page, "== narrow terminal", *narrow, "== file", *printed()]
    check_recorded(Path(__file__).with_name("printed.txt"), found)


def test_the_values_of_an_axis_are_at_equal_distances_from_end_to_end():
    assert ticks(0, 1) == [0, 0.25, 0.5, 0.75, 1] and ticks(-2, 4, 3) == [-2, 1, 4]


def test_no_line_of_a_file_is_broken(capsys):
    words = " ".join(["word"] * 60)
    terminal.print_document(ReportDocument("", [Remark(words), DataTable(("name",) * 40, [("1234",) * 40])]))
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["1234"] * 40 in lines
    assert any(line[-60:] == words.split() for line in lines)


def test_what_is_empty_is_printed_too():
    parts = [
        DataTable(("a", "b"), [("x", ())]),
        Columns("games", ["", ""], [("", [1, 2])]),
        Columns("games", [], [("", [])], (0, "fair")),
    ]
    page = render_page(ReportDocument("", parts))
    assert '<td class="empty" data-label="b"></td>' in page
    assert page.count('<span title=": ') == 2 and '<em class="right" style="left:0.0%">fair</em>' in page
