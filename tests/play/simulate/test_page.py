"""The page of a playtest: whole markup that fetches nothing, plots that stand where their values are."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from cardgen.play.simulate.document import playtest_document
from cardgen.play.simulate.document_parts import rate_cell, rates_plot
from cardgen.play.simulate.intervals import Interval
from cardgen.play.simulate.playtest import PlaytestRequest, playtest
from cardgen.play.simulate.report import Report, ReportFinding
from cardgen.play.simulate.report_setup import Setup
from cardgen.report.html import render_page
from cardgen.report.sections import CardPicture, Cards, Columns, DataTable, ReportDocument, Section

from .coins import CoinRules


def body_of(page: str) -> ElementTree.Element:
    """Read the body of a page as XML, which it is but for elements that have no end."""
    return ElementTree.fromstring(
        re.sub(r"<(br|img)([^>]*)>", r"<\1\2/>", re.search(r"<body>.*</body>", page, re.S)[0])
    )


@pytest.fixture(scope="module")
def report() -> Report:
    names = ('<script>"&', "b", "c")
    setup = Setup(names, ("random", "script"), 10, 5, "0", skill=4, impact=8, rules={"x": "<y>"})
    return playtest(CoinRules(), [3, 2, 1], PlaytestRequest(setup))


def test_all_markup_is_whole_and_nothing_is_fetched(report):
    shown = render_page(playtest_document(report))
    body = body_of(shown)
    plots = [
        one.get("class") for one in body.iter() if (one.get("class") or "").split(" ")[0] in ("intervals", "columns")
    ]
    # pairings, ratings of two levels; skill; three decks; turns of two levels
    assert (plots.count("intervals"), plots.count("columns")) == (2 + 2 + 1 + 3, 2)
    assert "<script" not in shown
    assert not re.search(r"https?:|src=|href=|url\(|@import", shown)
    assert "x=&lt;y&gt;" in shown


def test_what_stands_out_comes_first(report):
    shown = render_page(playtest_document(replace(report, findings=(ReportFinding("unfair", "b", "", "b is < c"),))))
    assert '<li class="bad">b is &lt; c</li>' in shown
    assert shown.index("b is &lt; c") < shown.index("<h2>Verdicts over all levels") < shown.index("<h2>Pairings")


def test_a_playtest_without_games_has_a_page(report):
    shown = render_page(playtest_document(replace(report, games=0, findings=(), stopped="ctrl-c")))
    assert "stopped early" in shown
    assert "<ul" not in shown


def test_faces_stand_with_their_cards_and_findings_lead_to_them(report):
    card = report.strongest.cards[0]
    finding = ReportFinding("dead", card.deck, card.id, "never played")
    key = f"{card.deck}/{card.id}"
    body = body_of(
        render_page(playtest_document(replace(report, findings=(finding,)), {key: "data:image/webp;base64,AA=="}))
    )
    (figure,) = body.iter("figure")
    (link,) = body.iter("a")
    assert link.get("href") == f"#{figure.get('id')}"
    assert figure.find(".//img").get("alt") == card.name


def shown(*parts):
    return body_of(render_page(ReportDocument("t", parts)))


def test_intervals_stand_where_their_values_are():
    body = shown(rates_plot([("x", Interval(0.25, 0.5, 1.5))]))
    styles = {one.get("class"): one.get("style") for one in body.iter("i")}
    assert styles["range"] == "left:25.0%;width:75.0%"  # what is beyond ends at the edge
    assert styles["dot"] == "left:50.0%"


def test_columns_are_as_high_as_what_they_count():
    body = shown(Columns("turns", ["3", "4"], [("lost", [10, 2]), ("burnt", [0, 3])]))
    assert [one.get("style") for one in body.iter("i") if one.get("style")] == [
        "height:100.0%",
        "height:30.0%",
        "height:20.0%",
    ]
    (plot,) = (one for one in body.iter("div") if one.get("class") == "columns")
    assert plot.get("aria-label") == "turns: 3: lost 10; 4: lost 2, burnt 3"


def test_a_histogram_counts_every_game(report):
    level = replace(report.levels[0], lengths=((3, 10), (180, 5)))
    document = playtest_document(replace(report, levels=(level,)))
    found = [part for section in walk(document.parts) for part in section.parts if isinstance(part, Columns)]
    assert [one.names for one in found] == [[str(number) for number in range(0, 181, 4)]]
    assert [one.series for one in found] == [[("", [10, *[0] * 44, 5])]]


def walk(parts):
    for part in parts:
        if isinstance(part, Section):
            yield part
            yield from walk(part.parts)


def test_colours_tell_who_wins():
    heats = [rate_cell(Interval(score, score, score)).heat for score in (0.1, 0.5, 0.9)]
    assert heats[0] < heats[1] == 0 < heats[2]
    assert rate_cell(None).heat is None


def test_what_has_nothing_to_show_has_no_heading():
    body = shown(Section("Empty", [Cards([CardPicture("no/picture", "x")]), DataTable(("a",), [])]))
    assert "Empty" not in "".join(body.itertext())
