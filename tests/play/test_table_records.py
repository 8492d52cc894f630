"""Recorded games of people: what counts, who has won, and where agents mislead."""

import pytest

import cardgen
from cardgen import PlaytestOptions
from cardgen.play import playtests
from cardgen.play.matches import open_decks
from cardgen.play.simulate.document import playtest_document
from cardgen.play.table_records import _fingerprints, read_finished
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
    text = "".join(f"# {line}\n" for line in heads) + "| position\n" + (f"returns: {returns}\n" if returns else "")
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
