"""`cardgen stats`."""

import json
import re
from xml.etree import ElementTree

import pytest

CSV = """name,type,cost,power,keywords,text,qty
Hound,beast,1,2,swift; fire,Runs.,2
Wolf,beast,3,4,swift,Howls at the moon.,1
Wall,wall,2,,guard,Stands <still> & waits.,4
"""


@pytest.fixture
def cards(tmp_path):
    (tmp_path / "cards.csv").write_text(CSV)
    return tmp_path / "cards.csv"


def test_stats_of_a_list(run, cards):
    result = run("stats", cards)
    assert result.code == 0
    lines = [line.split() for line in result.out.splitlines()]
    assert ["Cards:", "7", "pieces,", "3", "designs"] in lines
    assert ["Cost", "1.86", "2", "1", "3", "13"] in [line[:6] for line in lines]
    assert ["Type", "wall", "4,", "beast", "3"] in lines
    assert ["Keywords", "guard", "4,", "swift", "3,", "fire", "2"] in lines


def test_stats_of_a_faction(run):
    result = run("stats", "decks/samurai.yaml", "--only", "bases", "--by", "type")
    assert result.code == 0
    assert "shooter" in result.out and "Abilities" not in result.out


def test_json_has_everything(run, cards):
    (deck,) = json.loads(run("stats", cards, "--by", "type,cost", "--json").out)
    (kind,) = deck["kinds"]
    assert {field["field"]: field["type"] for field in kind["fields"]} == {
        "text": "text",
        "type": "choice",
        "cost": "number",
        "power": "number",
        "keywords": "choice",
    }
    assert kind["by"][0]["cells"] == [[0, 4, 0], [2, 0, 1]]


def test_the_page_needs_no_network(run, cards, tmp_path):
    page = tmp_path / "stats.html"
    assert run("stats", cards, "--html", page).out == f"{page}\n"
    text = page.read_text("utf-8")
    assert "http" not in text.replace("http-equiv", "") and "<script" not in text
    body = ElementTree.fromstring(re.search("<body>.*</body>", text, re.DOTALL)[0])
    assert [one.get("class") for one in body.iter("div") if one.get("role") == "img"] == ["columns"] * 2  # cost, power
    assert "Type by Cost" in text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--by", "tpye"], "E149"),
        (["--lang", "xx"], "E504"),
        (["--only", "card"], "E504"),
        (["--by", "a,b,c"], "names 3 fields"),
        (["--html", "cards.csv"], "does not end in .html"),
    ],
)
def test_wrong_options_are_told(run, cards, options, message):
    result = run("stats", cards, *options)
    assert result.code == 2 and message in result.err


def test_a_deck_that_breaks_rules_is_counted(run, tmp_path):
    deck = tmp_path / "deck.yaml"
    deck.write_text("game: attack-the-tower\n", "utf-8")
    assert run("stats", deck).code == 1  # its shape is wrong
    result = run("stats", "tests/decks_broken/counts.yaml", "--only", "bases")
    assert result.code == 0
    assert "Bases: " in result.out and "see cardgen check" in result.err
    quiet = run("stats", "tests/decks_broken/counts.yaml", "--only", "bases", "--quiet")
    assert quiet == (0, result.out, "")
