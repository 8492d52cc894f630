import json
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from cardgen.balancing import output
from cardgen.balancing.deck_numbers import open_source
from cardgen.balancing.output import write_deck
from cardgen.balancing.result import BalanceReport, BalanceSetup, NumberChange, PairingRate, Proposal
from cardgen.cli import balance
from cardgen.cli.balance import _write_deck
from cardgen.play.simulate.intervals import Interval
from cardgen.plugin.resources import resources
from cardgen.report.diagnostics import Diagnostic
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.yaml_loader import LOADER

DECKS = [resources().decks / "samurai.yaml", resources().decks / "elves.yaml"]
QUICK = [
    "--level", "random", "--games", 100, "--within", 15, "--held-out", "none", "--may",
    "keeper-of-scrolls,perfect-cut/add",
]  # fmt: skip


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    from .conftest import in_process

    folder = tmp_path_factory.mktemp("balance")
    page, deck = folder / "page.html", folder / "new.yaml"
    result = in_process("balance", *DECKS, *QUICK, "--jobs", 1, "--json", "--html", page, "--write", deck, cwd=folder)
    return result, page, deck


@pytest.mark.extended
def test_a_deck_that_needs_no_change_is_reported_and_not_written(report):
    result, page, deck = report
    assert result.code == 0
    told = json.loads(result.out)
    assert (told["proposals"], told["before"]["is_met"]) == ([], True)
    assert 'class="intervals"' in page.read_text("utf-8")
    assert not deck.exists()
    assert f"{deck} is not written: no change is needed" in result.err


@pytest.mark.extended
def test_nothing_is_written_if_numbers_cannot_do_it(run, tmp_path):
    deck = tmp_path / "new.yaml"
    result = run("balance", *DECKS, *QUICK, "--target", 80, "--write", deck)
    assert result.code == 1
    assert "No change is needed" not in result.out
    assert "error[E789]" in result.err
    assert not deck.exists()


def test_a_proposal_that_meets_the_target_is_written(tmp_path):
    source = open_source(DECKS[0], "samurai")
    number = next(one for one in source.numbers if one.name == "troop.power of Keeper of Scrolls")
    change = NumberChange("samurai", number.card, number.name, number.node.value, 5, str(number.node.span))
    rate = PairingRate("samurai", "elves", "script", 0.5, None, Interval(0.48, 0.5, 0.52), 200)
    proposal = Proposal((change,), 1, 1, (rate,), (), True, True)
    off = replace(rate, tested=Interval(0.6, 0.62, 0.64))
    before = replace(proposal, changes=(), rates=(off,), is_met=False, is_sure=False)
    setup = BalanceSetup(("samurai", "elves"), ("samurai",), ("script",), (), 100, 0, 0.05, 3, 1, "0")
    first = replace(proposal, changes=(replace(change, after=4),))
    report = BalanceReport(setup, "", 400, (), before, (first, proposal))
    files, _ = write_deck(DECKS, report, 2, tmp_path / "new.yaml")
    keeper = next(
        one for one in yaml.load(files[0].read_text("utf-8"), LOADER)["abilities"] if one["id"] == "keeper-of-scrolls"
    )
    assert keeper["troop"]["power"] == 5


@pytest.mark.extended
def test_two_processes_find_the_same_and_tell_it_in_tables(run, report, tmp_path, monkeypatch):
    monkeypatch.chdir(report[1].parent)  # places of numbers are told from the current folder
    page = tmp_path / "page.html"
    result = run("balance", *DECKS, *QUICK, "--jobs", 2, "--html", page)
    assert result.code == 0
    for text in ("numbers may change", "No change is needed", "predicted", "What one step"):
        assert text in result.out
    assert page.read_text("utf-8") == report[1].read_text("utf-8")


def test_the_numbers_are_listed_without_a_game(run):
    result = run("balance", *DECKS, "--list", "--may", "copies")
    assert result.code == 0
    assert "copies of" in result.out
    assert "Proposal" not in result.out


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--may", "coppies"], "E781"),
        (["--target", "even"], "E783"),
        (["--target", "trolls=55"], "E783"),
        (["--changes", 0], "E785"),
        (["--games", 10], "E785"),
        (["--level", "expert"], "E704"),
        (["--write", DECKS[1]], "E787"),
        (["--write", DECKS[1].parent / ".." / DECKS[1].parent.name / DECKS[1].name], "E787"),
        (["--write", "new.yaml", "--pick", 4], "E788"),
        (["--jobs", -1], "E710"),
    ],
)
def test_wrong_options_are_wrong_usage(run, options, code):
    result = run("balance", *DECKS, *options)
    assert (result.code, result.out) == (2, "")
    assert f"error[{code}]" in result.err


def test_a_deck_alone_has_no_opponent(run):
    result = run("balance", DECKS[0])
    assert (result.code, result.out) == (2, "")
    assert "E784" in result.err


RAID = """\
id: raid
name: Raid
kinds: {cards: {fields: {price: {type: integer}, effects: {type: effects}}}}
rules:
  players: 2
  zones:
    deck: {holds: cards, faces: nobody, shuffled: yes, refill: discard}
    hand: {of: player, faces: owner}
    discard: {}
  numbers: {life: {of: player, start: 12}}
  set_up: [{deal: deck, to: hand, count: 3}]
  turn:
    from: first_player
    turn_start: [{deal: deck, to: hand}]
    moves: {play: {choose: {card: hand}, do: [{move: card, to: discard}, {effects: card}]}}
  effects: {hit: {parameters: {n: integer}, do: [{add: 0 - n, to: left.life}], text: "Deal {n} damage."}}
  end: {when: left.life <= 0, score: life}
"""
SHARED = """\
game: raid
title: Raid
cards:
  - {name: Stab, copies: 8, price: 1, effects: [{hit: 4}]}
  - {name: Strike, copies: 6, price: 2, effects: [{hit: 5}]}
"""


@pytest.mark.extended
def test_a_shared_deck_is_balanced_between_the_first_player_and_the_second(run, tmp_path):
    (tmp_path / "game.yaml").write_text(RAID, "utf-8")
    deck, written = tmp_path / "raid.yaml", tmp_path / "new.yaml"
    deck.write_text(SHARED, "utf-8")
    options = ["--level", "random", "--games", 600, "--within", 12, "--held-out", "none", "--jobs", 1]
    result = run("balance", deck, *options, "--json", "--write", written)
    found = json.loads(result.out)
    assert [(one["first"], one["second"]) for one in found["before"]["rates"]] == [("first player", "second player")]
    assert found["before"]["rates"][0]["tested"]["estimate"] > 0.65, "who hits first, wins"
    changed = {one["name"] for proposal in found["proposals"] for one in proposal["changes"]}
    assert any(name.startswith("effects.hit") for name in changed), changed
    assert not any(name.startswith("price") for name in changed), "the rules do not use it"
    twice = run("balance", deck, deck)
    assert twice.code == 1 and "share one deck" in twice.err


def test_a_game_of_one_team_has_no_opponents(run):
    deck = resources().decks / "stonewater.yaml"
    for decks in ([deck], [deck, deck]):
        result = run("balance", *decks)
        assert (result.code, result.out) == (1, "")
        assert "error[E780]: the decks of Stonewater Weir have no opponents to be balanced against" in result.err
        assert "playtest --difficulty shows how often players who play together win" in result.err


def test_a_game_without_rules_cannot_be_balanced(run, in_folder):
    result = run("balance", "suns.yaml", "suns.yaml")
    assert (result.code, result.out) == (1, "")
    assert "E707" in result.err


def test_a_proposal_that_is_not_there_cannot_be_written(run, tmp_path):
    result = run("balance", *DECKS, *QUICK, "--quiet", "--pick", 99, "--write", tmp_path / "new.yaml")
    assert result.code == 2
    assert "E788" in result.err


def test_it_is_told_what_was_written_and_what_is_left_to_write(monkeypatch, capsys):
    made = [Path("new.yaml"), Path("new.csv")], ["Draw 3 cards.", "Lose 1."]
    asked = []
    monkeypatch.setattr(output, "why_not_written", lambda *given: asked.append(given) or "")
    left = "".join(f"  write the text anew: {text}\n" for text in made[1])
    for is_quiet, told in ((False, f"new.yaml\nnew.csv\n{left}"), (True, "")):
        monkeypatch.setattr(output, "write_deck", lambda *given: asked.append(given) or made)
        assert _write_deck(DECKS, None, 2, Path("new.yaml"), quiet=is_quiet) == []
        assert capsys.readouterr() == ("", told)
        assert [asked.pop(), asked.pop()] == [(DECKS, None, 2, Path("new.yaml")), (None, 2)]
    monkeypatch.setattr(output, "why_not_written", lambda *_: "it meets no target")
    monkeypatch.setattr(output, "write_deck", lambda *_: ([], []))
    for is_quiet, told in ((False, "new.yaml is not written: it meets no target\n"), (True, "")):
        assert _write_deck(DECKS, None, 1, Path("new.yaml"), quiet=is_quiet) == []
        assert capsys.readouterr() == ("", told)
    for error, codes in (
        (CardgenError([Diagnostic("E202", "missing"), Diagnostic("W411", "shrunk")]), ["E202", "W411"]),
        (UnlocatedError("E601", "no space left"), ["E601"]),
    ):
        monkeypatch.setattr(output, "write_deck", raises(error))
        assert [item.code for item in _write_deck(DECKS, None, 1, Path("new.yaml"), quiet=False)] == codes


def test_a_page_that_cannot_be_written_is_an_error_after_the_report(run, monkeypatch, tmp_path):
    shown = []
    monkeypatch.setattr(balance, "_balance", lambda *_, **__: ("report", []))
    monkeypatch.setattr(balance, "_show", lambda report, **_: shown.append(report))
    page = tmp_path / "page.html"
    for error, code in ((UnlocatedError("E601", "no space left"), 1), (None, 0)):
        monkeypatch.setattr(output, "write_page", raises(error) if error else lambda *_: None)
        result = run("balance", *DECKS, "--html", page)
        assert (result.code, "error[E601]: no space left" in result.err) == (code, bool(error))
        assert shown.pop() == "report"


def raises(error):
    def fail(*_):
        raise error

    return fail
