"""Recorded games of people: what counts, who has won, and where agents mislead."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

import cardgen
from cardgen import PlaytestOptions
from cardgen.play import playtests
from cardgen.play.matches import open_decks
from cardgen.play.simulate.document import playtest_document
from cardgen.play.simulate.document_people import people_section
from cardgen.play.simulate.intervals import UNKNOWN, Interval, wilson
from cardgen.play.table_records import _expected, _fingerprints, _row, read_finished, with_people
from cardgen.plugin.resources import resources
from cardgen.report.sections import Section

DECKS = [resources().decks / f"{name}.yaml" for name in ("samurai", "elves")]


@pytest.fixture(scope="module")
def identities():
    return _fingerprints(open_decks(DECKS))


def write(folder, number, decks, seats, returns):
    heads = ["cardgen play, format 2", "game: attack-the-tower", f"players: {len(seats)}"]
    heads += [f"deck {at}: {deck}" for at, deck in enumerate(decks, 1)]
    heads += ["start: seed 1, player 1 begins", *(f"seat {at}: {seat}" for at, seat in enumerate(seats, 1))]
    text = (
        "".join(f"# {line}\n" for line in heads)
        + "| position\n| seat 1: nobody\n"
        + (f"returns: {returns}\n" if returns else "")
    )
    (folder / f"{number}.playthrough").write_text(text, "utf-8")


def test_people_are_compared_with_agents(tmp_path, identities):
    samurai, elves = identities
    for number in range(8):
        write(tmp_path, number, identities, ("person", "greedy"), "1 -1")
    write(tmp_path, 8, [elves, samurai], ("person", "person, then script"), "-1 1")
    write(tmp_path, 9, ["samurai 000000000000", elves], ("person", "person"), "1 -1")
    write(tmp_path, 10, identities, ("person", "greedy"), "")
    (tmp_path / "11.playthrough").write_bytes(b"\xff\xfe")
    write(tmp_path, 12, identities, ("person", "person", "person"), "1 -1 -1")
    assert len(read_finished(tmp_path)) == 11
    options = PlaytestOptions(level="random", games=2, jobs=1, records=tmp_path)
    report = cardgen.playtest(DECKS, options)
    found = {(row.deck, row.who): row for row in report.people.rows}
    assert (report.people.games, report.people.others) == (9, 2)
    assert found.keys() == {("samurai", "people"), ("elves", "greedy"), ("elves", "people")}
    row = found["samurai", "people"]
    assert (row.games, row.score.estimate) == (8, 1) and row.score.low > 0.6
    assert row.agents == report.levels[0].pairings[0].score
    assert row.differs == (row.agents.high < row.score.low)
    assert found["elves", "greedy"].score.estimate == 0
    titles = [part.title for part in playtest_document(report).parts if isinstance(part, Section)]
    assert "Games of people" in titles
    left_out = " Left out: 2 games of other or older decks."
    told = "9 recorded games of people at tables; undecided games count as half."
    assert people_section(report.people).parts[0].text == told + left_out
    assert people_section(replace(report.people, others=0)).parts[0].text == told
    nobody = people_section(replace(report.people, rows=()))
    assert [part.text for part in nobody.parts] == ["No recorded game is of these decks as they are now."]


def test_games_of_other_numbers_of_players_count_as_what_they_are(tmp_path):
    opened = open_decks([Path(__file__).parents[2] / "examples" / "crazy-eights" / "crazy-eights.yaml"])
    deck = _fingerprints(opened)
    write(tmp_path, 0, deck, ("person", "greedy", "person", "script"), "1 -1 -1 -1")
    write(tmp_path, 1, deck, ("person", "greedy"), "-1 1")
    write(tmp_path, 2, deck, ("person",) * 6, "1 -1 -1 -1 -1 -1")
    report = SimpleNamespace(setup=SimpleNamespace(decks=("eights",)), strongest=level())
    found = with_people(report, opened, tmp_path)
    assert (found.games, found.others) == (2, 1)
    assert [(row.deck, row.who, row.games, row.score) for row in found.rows] == [
        ("eights", "greedy", 2, wilson(0.5, 2)),
        ("eights", "people", 2, wilson(0.25, 2)),
        ("eights", "script", 1, wilson(0.0, 1)),
    ]


def test_people_are_told_even_if_agents_had_no_time(tmp_path, identities, monkeypatch):
    """The agents have a limit of time unless the user gives one; what they left out is told."""
    write(tmp_path, 1, identities, ("person", "person"), "1 -1")
    monkeypatch.setattr(playtests, "TIME_BESIDE_PEOPLE", 1e-9)
    report = cardgen.playtest(DECKS, PlaytestOptions(level="random", jobs=1, records=tmp_path))
    assert (report.games, report.stopped) == (0, "time") and report.left_out >= playtests.GAMES
    assert {(row.deck, row.score.estimate, row.agents) for row in report.people.rows} == {
        ("samurai", 1, None),
        ("elves", 0, None),
    }
    told = repr(playtest_document(report))
    assert "Games of people" in told and f"{report.left_out:,} games left out" in told
    for limit in ({"games": 2}, {"time": "1m"}, {"until": "2%"}):
        assert playtests._most_time(PlaytestOptions(records=tmp_path, **limit)) == (60 if "time" in limit else None)


def test_a_record_that_is_a_link_out_of_the_folder_is_not_read(tmp_path, identities):
    folder = tmp_path / "games"
    folder.mkdir()
    write(tmp_path, 1, identities, ("person", "person"), "1 -1")
    write(folder, 2, identities, ("person", "person"), "-1 1")
    (folder / "1.playthrough").symlink_to(tmp_path / "1.playthrough")
    assert [game.returns for game in read_finished(folder)] == [(-1, 1)]


def test_a_folder_that_is_none_is_told_before_the_games(tmp_path):
    with pytest.raises(cardgen.CardgenError, match="is not a folder"):
        cardgen.playtest(DECKS, PlaytestOptions(games=1, records=tmp_path / "gone"))


def level(**parts):
    empty = {"pairings": (), "deck_scores": (), "line_ups": ()}
    return SimpleNamespace(**{**empty, **parts})


def score(middle):
    return Interval(middle - 0.1, middle, middle + 0.1)


def test_people_are_compared_with_agents_in_the_same_company():
    pairs = [SimpleNamespace(first="a", second=other, score=score(at)) for other, at in (("a", 0.5), ("b", 0.3))]
    duel = level(pairings=pairs)
    assert _expected(duel, "a", ["a", "b"], 2) == score(0.3)
    assert _expected(duel, "b", ["a", "b"], 2) == score(0.3).flipped
    assert _expected(duel, "a", ["a", "a"], 2) == score(0.5)
    assert _expected(duel, "c", ["c", "b"], 2) is None
    several = level(deck_scores=[SimpleNamespace(deck=deck, score=score(at)) for deck, at in (("a", 0.2), ("b", 0.4))])
    assert [_expected(several, deck, ["a", "b", "c"], 3) for deck in "abc"] == [score(0.2), score(0.4), None]
    assert _expected(level(deck_scores=[SimpleNamespace(deck="a", score=UNKNOWN)]), "a", ["a"], 3) is None
    lines = [
        SimpleNamespace(team=team, variant=players and SimpleNamespace(players=players))
        for team, players in ((None, 2), (UNKNOWN, 2), (score(0.6), 3), (score(0.7), 2))
    ]
    assert [_expected(level(line_ups=lines), "a", ["a"], players) for players in (2, 3, 4)] == [
        *(score(0.7), score(0.6), None)
    ]
    assert _expected(level(line_ups=[SimpleNamespace(team=score(0.8), variant=None)]), "a", ["a"], 4) == score(0.8)


def test_people_differ_from_agents_if_the_intervals_do():
    people = wilson(0.5, 4)
    for agents, differs in (
        (score(0.5), False),
        (Interval(0.0, 0.1, people.low - 0.01), True),
        (Interval(0.0, 0.1, people.low), False),
        (Interval(people.high, 0.99, 1), False),
        (Interval(people.high + 0.01, 0.99, 1), True),
    ):
        row = _row("a", "people", [(1.0, agents), (0.0, agents), (1.0, None), (0.0, agents)])
        assert (row.deck, row.who, row.games, row.score, row.differs) == ("a", "people", 4, people, differs)
        assert row.agents.high == pytest.approx(agents.high)
    assert _row("a", "people", [(1.0, None)]).agents is None
