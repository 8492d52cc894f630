"""Recorded games of people: what counts, who has won, and where agents mislead."""

import pytest

import cardgen
from cardgen import PlaytestOptions
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
    assert len(read_finished(tmp_path)) == 10
    options = PlaytestOptions(level="random", games=2, jobs=1, records=tmp_path)
    report = cardgen.playtest(DECKS, options)
    found = {(row.deck, row.who): row for row in report.people.rows}
    assert (report.people.games, report.people.others) == (9, 1)
    assert found.keys() == {("samurai", "people"), ("elves", "greedy"), ("elves", "people")}
    row = found["samurai", "people"]
    assert (row.games, row.score.estimate) == (8, 1) and row.score.low > 0.6
    assert row.agents == report.levels[0].pairings[0].score.estimate
    assert row.differs == (row.agents < row.score.low)
    assert found["elves", "greedy"].score.estimate == 0
    titles = [part.title for part in playtest_document(report).parts if isinstance(part, Section)]
    assert "Games of people" in titles


def test_a_folder_that_is_none_is_told_before_the_games(tmp_path):
    with pytest.raises(cardgen.CardgenError, match="is not a folder"):
        cardgen.playtest(DECKS, PlaytestOptions(games=1, records=tmp_path / "gone"))
