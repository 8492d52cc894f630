"""The page: plots are SVG that any reader takes, and nothing on it needs a network."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from cardgen.play.simulate import plots
from cardgen.play.simulate.formats import share
from cardgen.play.simulate.intervals import Interval
from cardgen.play.simulate.page import render_page
from cardgen.play.simulate.playtest import PlaytestRequest, playtest
from cardgen.play.simulate.report import Report, ReportFinding, Setup
from cardgen.report.plots import HEIGHT, LEFT, PLOT, heat, histogram

from .coins import CoinRules


@pytest.fixture(scope="module")
def report() -> Report:
    names = ('<script>"&', "b", "c")
    setup = Setup(names, ("random", "script"), 10, 5, "0", skill=4, impact=8, rules={"x": "<y>"})
    return playtest(CoinRules(), [3, 2, 1], PlaytestRequest(setup))


def test_all_markup_is_whole_and_nothing_is_fetched(report):
    shown = render_page(report)
    body = ElementTree.fromstring(re.search(r"<body>.*</body>", shown, re.S)[0])
    assert (
        len(body.findall(".//svg")) == 2 + 2 + 2 + 1 + 3
    )  # pairings, ratings, turns of two levels; skill; three decks
    assert "<script" not in shown
    assert not re.search(r"https?:|src=|href=|url\(|@import", shown)
    assert "x=&lt;y&gt;" in shown


def test_what_stands_out_comes_first(report):
    shown = render_page(replace(report, findings=(ReportFinding("unfair", "b", "", "b is < c"),)))
    assert '<li class="unfair">b is &lt; c</li>' in shown
    assert shown.index("b is &lt; c") < shown.index("<h2>Verdicts over all levels") < shown.index("<h2>Pairings")


def test_a_playtest_without_games_has_a_page(report):
    shown = render_page(replace(report, games=0, findings=(), stopped="ctrl-c"))
    assert "stopped early" in shown
    assert "<svg" not in shown


def test_bars_stand_where_their_values_are():
    svg = ElementTree.fromstring(plots.intervals([("x", Interval(0.25, 0.5, 1.5))], 0.0, 1.0, share))
    (bar,) = svg.findall("g/line")
    (dot,) = svg.findall("g/circle")
    assert float(bar.get("x1")) == LEFT + PLOT / 4
    assert float(dot.get("cx")) == LEFT + PLOT / 2
    assert float(bar.get("x2")) == LEFT + PLOT  # what is beyond ends at the edge


@pytest.mark.parametrize(("most", "wide"), [(10, "10 turns: 5"), (59, "59 turns: 5"), (200, "200 to 203 turns: 5")])
def test_histograms_are_as_high_as_what_they_count(most, wide):
    svg = ElementTree.fromstring(histogram([(3, 10), (most, 5)], "turns"))
    heights = [float(bar.get("height")) for bar in svg.findall("rect")]
    assert heights == [HEIGHT, HEIGHT / 2]
    assert svg.findall("rect")[-1][0].text == wide


def test_colours_tell_who_wins():
    assert heat(0.5) == "#ffffff"
    assert heat(0.9) == heat(1.0) != heat(0.0) == heat(0.1)
