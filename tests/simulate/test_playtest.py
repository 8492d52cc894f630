import json
from dataclasses import replace

import pytest

from cardgen.simulate import run as runner
from cardgen.simulate.intervals import Interval
from cardgen.simulate.page import page
from cardgen.simulate.playtest import Wish, looks, playtest
from cardgen.simulate.report import Setup, to_json, verdict_of
from cardgen.simulate.run import Plan, play_tasks, run

from .coins import CoinContest, CoinRules

RULES = CoinRules()


def wish(decks=("three", "two"), games=40, level="random", **more):
    return Wish(Setup(tuple(decks), level, games, 5, "0"), **more)


def report(decks=(3, 2), **choices):
    names = choices.pop("names", [f"d{at}" for at in range(len(decks))])
    return playtest(RULES, list(decks), wish(names, **choices), lambda *_: None)


def test_all_pairings_are_played():
    found = report((3, 2, 1))
    assert [(p.first, p.second) for p in found.pairings] == [("d0", "d1"), ("d0", "d2"), ("d1", "d2")]
    assert found.games == 120
    for pairing in found.pairings:
        assert pairing.games == pairing.won + pairing.lost + pairing.undecided == 40


def test_a_single_deck_plays_itself():
    (pairing,) = report((3,)).pairings
    assert (pairing.first, pairing.second, pairing.verdict) == ("d0", "d0", "mirror")
    assert pairing.score.estimate == 0.5


def test_odd_numbers_of_games_make_whole_pairs():
    assert report(games=7).games == 8


def test_the_same_seed_gives_the_same_report_on_any_number_of_processes():
    once = report(games=60)
    assert report(games=60, jobs=2) == report(games=60, jobs=3) == once
    other = playtest(RULES, [3, 2], replace(wish(), setup=replace(wish().setup, seed=6)), lambda *_: None)
    assert other.pairings != once.pairings


def test_who_may_take_more_is_found_out():
    found = report((3, 1), level="search-20", games=60)
    assert found.pairings[0].verdict == "favours d0"
    assert found.ratings[0].elo.low > found.ratings[1].elo.high


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (0.46, 0.54, "balanced"),
        (0.44, 0.54, "not enough games"),
        (0.51, 0.6, "not enough games"),
        (0.56, 0.7, "favours a"),
        (0.1, 0.44, "favours b"),
    ],
)
def test_a_verdict_needs_the_whole_interval(low, high, verdict):
    assert verdict_of(Interval(low, (low + high) / 2, high), "a", "b") == verdict


def test_looks_are_fixed():
    assert looks(1000) == [50, 100, 200, 400, 800, 1000]
    assert looks(30) == [30]


def test_it_stops_when_it_is_precise_enough():
    found = report((3, 3), games=4000, until=0.08)
    assert found.stopped == "precise enough"
    assert found.games == 200  # 100 games give 9.6 %, 200 give 6.9 %
    assert found.pairings[0].score.half_width <= 0.08
    assert report((3, 3), games=60, until=0.01).stopped == ""


def test_ctrl_c_keeps_what_was_played():
    count = []

    def interrupted(done, *_):
        count.append(done)
        if done >= 10:
            raise KeyboardInterrupt

    found = playtest(RULES, [3, 2], wish(), interrupted)
    assert (found.stopped, found.games) == ("ctrl-c", 10)
    assert count == [2, 4, 6, 8, 10]


def test_progress_tells_the_running_estimate():
    told = []
    playtest(RULES, [3, 2], wish(games=6), lambda *now: told.append(now))
    assert [(done, most) for done, most, _ in told] == [(2, 6), (4, 6), (6, 6)]
    assert "three" in told[-1][2]


def test_impact_is_that_of_a_blank():
    found = report((3, 2), level="search-20", games=20, impact=30)
    three, two = found.cards
    assert three.impact.estimate > 0
    assert two.impact.estimate >= 0
    assert report().cards[0].impact is None


def test_what_was_never_met_is_told():
    assert report().unused == ("give",)


def test_cards_that_are_never_played_are_dead():
    three, two = report().cards
    assert (three.drawn, three.dead, two.dead) == (1.0, 0.0, 1.0)


def test_json_and_page_have_it_all():
    found = report((3, 2, 1), names=("a<b", "c", "d"), impact=6)
    told = json.loads(to_json(found))
    assert told["setup"]["decks"] == ["a<b", "c", "d"]
    assert told["pairings"][0]["score"]["low"] <= told["pairings"][0]["score"]["estimate"]
    shown = page(found)
    assert "a&lt;b" in shown
    assert "<b " not in shown
    assert shown.count("<svg") == shown.count("</svg>") == 5
    assert "http" not in shown  # it works offline


class Deadly(CoinContest):
    """A contest whose process dies once for each seed that is a multiple of four."""

    def __init__(self, folder):
        super().__init__(3, 2)
        self.folder = folder

    def start(self, seed, first):
        mark = self.folder / str(seed)
        if seed % 4 == 0 and not mark.exists():
            mark.touch()
            import os

            os._exit(1)
        return super().start(seed, first)


def test_a_process_that_dies_loses_nothing(tmp_path):
    found = {}
    plan = Plan((Deadly(tmp_path),), ("random", "random"))
    assert run(plan, [(0, seed) for seed in range(1, 8)], 2, found.__setitem__)
    plain = Plan((CoinContest(3, 2),), ("random", "random"))
    assert found == dict(play_tasks(plain, sorted(found)))
    assert len(found) == 7


def test_a_worker_plays_what_it_is_told(monkeypatch):
    plan = Plan((CoinContest(3, 2),), ("random", "random"))
    monkeypatch.setattr(runner, "_plan", [plan])
    assert runner._work([(0, 1)]) == play_tasks(plan, [(0, 1)])
