"""Playtests of co-operative games: several numbers of players, difficulties, endings and contributors."""

import json
from dataclasses import replace

import pytest

from cardgen.play.simulate.document import playtest_document
from cardgen.play.simulate.document_team import team_sections
from cardgen.play.simulate.findings_team import count_endings, median_turn
from cardgen.play.simulate.intervals import wilson
from cardgen.play.simulate.playtest import PlaytestRequest, playtest
from cardgen.play.simulate.pool import MultiProcessExecutor
from cardgen.play.simulate.report_setup import Setup
from cardgen.play.simulate.report_team import EndingCount, Variant
from cardgen.plugin.rules.contest import contributors_of, endings_of
from cardgen.report.html import render_page
from cardgen.report.json_text import to_json
from cardgen.report.sections import DataTable
from cardgen.report.terminal import print_document
from play.toys import BEACON, BELLOWS, BLANKET, BeaconRules

HELPED = BEACON | {"goal": 12, "bellows": True}
GRID = tuple(Variant(count, {"weather": level}) for count in (2, 3) for level in ("calm", "stormy"))


def report(deck=BEACON, variants=GRID, level="script", games=60, executor=None, **more):
    teams = (0,) * variants[0].players
    setup = Setup(("a",), tuple(level.split(",")), games, 5, "0", teams=teams, variants=variants, **more)
    request = PlaytestRequest(setup, executor) if executor else PlaytestRequest(setup)
    return playtest(BeaconRules(), [deck], request)


def texts(found, kind):
    return [one.text for one in found.findings if one.kind == kind]


def test_every_number_of_players_meets_every_difficulty():
    found = report()
    line_ups = found.levels[0].line_ups
    assert [one.variant for one in line_ups] == list(GRID)
    assert found.games == 4 * 60
    for one in line_ups:
        assert one.team == wilson(one.team.estimate, 60)
    calm, stormy = (line_ups[at].team.estimate for at in (2, 3))
    assert calm > stormy


def test_each_cell_has_the_games_that_it_would_have_alone():
    alone = report(variants=GRID[2:3])
    assert report().levels[0].line_ups[2].team == alone.levels[0].line_ups[0].team


def test_findings_name_players_and_difficulty():
    told = " ".join(one.text for one in report().findings)
    for variant in GRID:
        assert f"With {variant.name} the players win " in told
    assert GRID[0].name == "2 players, weather calm"
    assert Variant(1).name == "1 player"
    assert Variant(3, {"first_hero": "left", "wind": "calm"}).name == "3 players, first hero left, wind calm"


def test_all_settings_of_a_variant_head_its_column_of_the_games_won():
    found = report(games=4)
    calm, stormy = ({"weather": level, "first_hero": "left"} for level in ("calm", "stormy"))
    line_ups = zip(found.levels[0].line_ups, (calm, stormy) * 2, strict=True)
    told = tuple(replace(one, variant=Variant(one.variant.players, rules)) for one, rules in line_ups)
    sections = team_sections(found.setup, replace(found.levels[0], line_ups=told), "")
    (grid,) = (part for one in sections for part in one.parts if isinstance(part, DataTable) and part.is_grid)
    assert grid.columns == ("", "weather calm, first hero left", "weather stormy, first hero left")
    assert [row[0] for row in grid.rows] == ["2 players", "3 players"]


def test_of_many_numbers_of_players_findings_name_the_lowest_and_the_highest_share():
    grid = tuple(Variant(count, {"weather": level}) for count in (1, 2, 3, 4) for level in ("calm", "stormy"))
    found = report(variants=grid, games=8)
    shares = [one.team.estimate for one in found.levels[0].line_ups]
    names = [grid[shares.index(pick(shares))].name for pick in (min, max)]
    told = [one.text for one in found.findings if "the players win " in one.text]
    assert {text.split(" the players win")[0] for text in told} >= {f"With {name}" for name in names}
    assert len([text for text in told if "hardly ever" not in text]) <= 2
    assert '<div class="scroll"' in render_page(playtest_document(found))


def test_all_endings_of_the_game_are_counted_with_their_turns():
    found = report(level="random")
    for line_up in found.levels[0].line_ups:
        assert [one.id for one in line_up.endings] == ["lit", "dark", "burnt"]
        assert sum(one.games for one in line_up.endings) == line_up.games
        assert line_up.team.estimate * line_up.games == pytest.approx(line_up.endings[0].games)
        assert all(sum(games for _, games in one.turns) == one.games for one in line_up.endings)
    assert sum(one.games for one in count_endings(found.levels[0])) == found.games


def test_a_contest_may_state_its_endings_alone_or_what_helps_its_players():
    for names in ("endings",), ("contributors",), ("endings", "contributors"), ():
        contest = type("Stated", (), {name: lambda _self, name=name: (name,) for name in names})()
        found = endings_of(contest), contributors_of(contest)
        assert found == tuple((name,) if name in names else () for name in ("endings", "contributors"))


def test_the_most_common_way_to_lose_is_told():
    (told, *_) = texts(report(BEACON | {"goal": 20}), "ending")
    assert told.startswith("100 % (")
    assert told.endswith("of the lost games end because the fire is too low, half of them by turn 6")


def test_ways_to_lose_that_hardly_occur_are_told():
    told = texts(report(BEACON | {"goal": 20}, games=200), "ending")
    assert told[1:] == ["Less than 5 % of the lost games end because the tower burns"]


def test_the_median_turn_counts_games():
    assert median_turn(EndingCount("dark", "dark", False, 5, ((1, 1), (4, 4)))) == 4
    assert median_turn(EndingCount("dark", "dark", False, 0, ())) == 0


def test_variants_that_do_not_differ_are_told():
    found = report(
        variants=(Variant(3, {"weather": "calm"}), Variant(3, {"weather": "gusty"})), games=100, level="random"
    )
    (told,) = texts(found, "order")
    assert told.startswith("The players do not surely win ")
    assert "weather gusty" in told
    assert not texts(report(games=40), "order")  # too few games to say so


def test_a_contributor_is_worth_what_its_blank_costs():
    found = report(HELPED, variants=(Variant(3), Variant(2)), games=150, impact=300)
    bellows, blanket = found.levels[0].contributions
    assert (bellows.id, blanket.id, bellows.group) == (BELLOWS, BLANKET, "tools")
    assert bellows.impact.games == 300  # 150 with each number of players
    assert bellows.impact.gain.low > 0
    assert blanket.impact is None  # was never of use
    assert bellows.use.games_won + bellows.use.games_lost > 0
    assert (blanket.use.games_won, blanket.use.games_lost) == (0, 0)
    assert any(text.startswith("Bellows (tools) adds +") for text in texts(found, "card"))
    assert "Never used in any game: Blanket" in texts(found, "unused")


def test_a_card_is_counted_in_won_and_lost_games():
    found = report(variants=(Variant(3),))
    won = found.levels[0].line_ups[0].endings[0].games
    for card in found.levels[0].cards:
        assert card.use.games_won + card.use.games_lost == card.played
        assert card.use.won == wilson(card.use.games_won / won, won)


def test_a_card_of_lost_games_only_is_told():
    found = report({"cards": [0, 0, 0, 0, 0, 0, 1, 9, 9], "goal": 0}, variants=(Variant(3),), level="random", games=200)
    assert "Never used in a game that was won: Card 9" in texts(found, "unused")


def test_skill_is_measured_with_each_number_of_players():
    found = report(skill=20, games=10)
    assert [gap.variant for gap in found.skill] == list(GRID)
    assert {gap.games for gap in found.skill} == {20}


def test_reports_are_the_same_on_any_number_of_processes():
    asked = {"deck": HELPED, "games": 12, "impact": 16, "skill": 6}
    assert report(**asked) == report(**asked, executor=MultiProcessExecutor(2))


def test_the_report_is_shown_everywhere(capsys):
    found = report(HELPED, games=40, impact=40, skill=8, level="random,script")
    told = json.loads(to_json(found))
    assert told["setup"]["variants"][1] == {"players": 2, "rules": {"weather": "stormy"}}
    level = told["levels"][1]
    assert level["line_ups"][3]["variant"] == {"players": 3, "rules": {"weather": "stormy"}}
    assert [one["id"] for one in level["line_ups"][0]["endings"]] == ["lit", "dark", "burnt"]
    assert level["contributions"][0]["use"]["won"]["low"] >= 0
    assert "games_won" in level["cards"][0]["use"]
    page = render_page(playtest_document(found))
    assert "2 or 3 players together against the game" in page
    assert '<table class="grid">' in page
    for text in ("How the games end", "Games lost in each turn", "Tools of a", "the fire is too low", "weather stormy"):
        assert text in page
    print_document(playtest_document(found))
    printed = capsys.readouterr().out
    for text in ("How the games end at level script", "Games lost in each turn", "Tools", "lost: the fire is too low"):
        assert text in printed
    assert "None" not in printed + page


def test_reports_use_the_words_of_the_game_for_its_turns(capsys):
    found = report(games=20, turn_words=("watch", "watches"))
    print_document(playtest_document(found))
    told = capsys.readouterr().out + render_page(playtest_document(found))
    for words in ("median watch", "Games lost in each watch", "Watches of a game", "by watch ", "watches, median"):
        assert words in told
    assert "turn" not in told
    assert json.loads(to_json(found))["setup"]["turn_words"] == ["watch", "watches"]
    assert "turn_words" not in json.loads(to_json(report(games=4)))["setup"]


def test_nothing_is_said_of_won_games_if_none_was_won(capsys):
    found = report(BEACON | {"goal": 20}, variants=(Variant(3),), games=20)
    assert {card.use.won for card in found.levels[0].cards} == {wilson(0.0, 0)}
    page = render_page(playtest_document(found))
    assert "--share:50%" not in page
    assert page.count('<td data-label="used in won games">-</td>') == len(found.levels[0].cards)
    print_document(playtest_document(found))
    assert "50 %" not in capsys.readouterr().out


def test_a_stopped_playtest_reports_what_was_played():
    class Impatient(Exception):
        pass

    def stop(done, _most, _now):
        if done >= 70:
            raise KeyboardInterrupt

    setup = Setup(("a",), ("script",), 60, 5, "0", teams=(0, 0), variants=GRID)
    found = playtest(BeaconRules(), [BEACON], PlaytestRequest(setup), stop)
    assert found.stopped == "ctrl-c"
    assert [one.variant for one in found.levels[0].line_ups] == list(GRID[:2])
    assert texts(found, "team")
