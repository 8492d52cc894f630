import json
import pickle
from collections import Counter
from concurrent.futures import Future
from dataclasses import replace
from time import monotonic

import pytest

from cardgen.pipeline import report_page
from cardgen.play import playtests
from cardgen.play.playtests import open_executor
from cardgen.play.simulate import pace, pool
from cardgen.play.simulate.agents import RandomAgent
from cardgen.play.simulate.document import playtest_document
from cardgen.play.simulate.intervals import UNKNOWN, Interval
from cardgen.play.simulate.match import play_round
from cardgen.play.simulate.playtest import Playtest, PlaytestRequest, UnfinishedPlaytest, _over_levels, playtest
from cardgen.play.simulate.playtest_table import PlaytestTable, looks
from cardgen.play.simulate.pool import MultiProcessExecutor
from cardgen.play.simulate.report_setup import Setup
from cardgen.play.simulate.report_team import Variant
from cardgen.play.simulate.run import InProcessExecutor, MatchPlan, WorkersLostError, chunks, play_tasks, run
from cardgen.play.simulate.tally import score_in
from cardgen.play.simulate.verdicts import verdict_of
from cardgen.report.errors import UnlocatedError
from cardgen.report.html import render_page
from cardgen.report.json_text import to_json

from .coins import CoinContest, CoinRules

RULES = CoinRules()


def wish(decks=("three", "two"), games=40, level="random", executor=None, **more):
    setup = Setup(tuple(decks), tuple(level.split(",")), games, 5, "0", **more)
    return PlaytestRequest(setup, executor) if executor else PlaytestRequest(setup)


def report(decks=(3, 2), **choices):
    names = choices.pop("names", [f"d{at}" for at in range(len(decks))])
    return playtest(RULES, list(decks), wish(names, **choices))


def test_all_pairings_are_played():
    found = report((3, 2, 1))
    assert [(p.first, p.second) for p in found.levels[0].pairings] == [("d0", "d1"), ("d0", "d2"), ("d1", "d2")]
    assert found.games == 120
    for pairing in found.levels[0].pairings:
        assert pairing.games == pairing.won + pairing.lost + pairing.undecided == 40


def test_a_single_deck_plays_itself():
    (pairing,) = report((3,)).levels[0].pairings
    assert (pairing.first, pairing.second, pairing.verdict) == ("d0", "d0", "mirror")
    assert pairing.score.estimate == 0.5


def test_a_single_deck_has_no_others_to_be_rated_by():
    (rating,) = report((3,)).levels[0].ratings
    assert (rating.deck, rating.elo, rating.score) == ("d0", Interval(0.0, 0.0, 0.0), UNKNOWN)


def test_odd_numbers_of_games_make_whole_pairs():
    assert report(games=7).games == 8


def test_the_same_seed_gives_the_same_report_on_any_number_of_processes():
    once = report(games=60)
    assert (
        report(games=60, executor=MultiProcessExecutor(2)) == report(games=60, executor=MultiProcessExecutor(3)) == once
    )
    other = playtest(RULES, [3, 2], replace(wish(), setup=replace(wish().setup, seed=6)))
    assert other.levels[0].pairings != once.levels[0].pairings


def test_who_may_take_more_is_found_out():
    found = report((3, 1), level="search-20", games=60)
    assert found.levels[0].pairings[0].verdict == "favours d0"
    assert found.levels[0].ratings[0].elo.low > found.levels[0].ratings[1].elo.high


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


def test_rounds_are_sent_in_chunks_that_keep_all_workers_busy():
    def sizes(levels, rounds, workers):
        plan = MatchPlan((CoinContest([3, 2]),), levels)
        return [len(chunk) for chunk in chunks(plan, [(0, seed) for seed in range(rounds)], workers)]

    assert sizes(("random", "script"), 200, 2) == [8] * 25
    assert sizes(("random", "script"), 50, 2) == [3] * 16 + [2]
    assert sizes(("script", "script"), 10, 2) == [1] * 10
    assert sizes(("script", "greedy"), 200, 2) == [1] * 200


def test_one_job_plays_in_this_process_and_several_are_ended_with_the_playtest(monkeypatch):
    ended = []
    monkeypatch.setattr(pool.ProcessPool, "close", lambda self: ended.extend([self]))
    with open_executor(1, "") as executor:
        assert isinstance(executor, InProcessExecutor)
    with open_executor(2, "") as executor:
        assert isinstance(executor, MultiProcessExecutor)
        assert ended == []
    assert len(ended) == 1


def test_without_a_number_of_jobs_each_core_has_one(monkeypatch):
    for cores, workers in ((3, 3), (1, 1), (None, 1)):
        monkeypatch.setattr(playtests.os, "cpu_count", lambda cores=cores: cores)
        with open_executor(0, "") as executor:
            assert executor.workers == workers
            assert isinstance(executor, MultiProcessExecutor) == (workers > 1)


def test_looks_are_fixed():
    assert looks(1000) == [50, 100, 200, 400, 800, 1000]
    assert (looks(30), looks(50), looks(51)) == ([30], [50], [50, 51])


def test_it_stops_when_it_is_precise_enough():
    found = report((3, 3), games=4000, until=0.08)
    assert found.stopped == "precise enough"
    assert found.games == 200  # 100 games give 9.6 %, 200 give 6.9 %
    assert found.levels[0].pairings[0].score.half_width <= 0.08
    assert found.left_out == 0  # the other games were not wanted any more
    assert report((3, 3), games=200, until=0.08).stopped == report((3, 3), games=60, until=0.01).stopped == ""


def test_precision_is_that_of_the_least_precise_pairing():
    """A pairing that one deck always wins is precise soon; that of two equal decks is not."""
    table = PlaytestTable(RULES, [3, 3, 1], wish("abc").setup, Variant(2))
    (stage,) = table.levels
    plain = play_round(CoinContest([3, 2]), [RandomAgent()] * 2, 1)
    for at, (key, rounds) in enumerate(stage.played.items()):
        scores = (1.0, 0.0) if key != (1, 2) else (0.5, 0.5)
        rounds.update({seed: tuple(replace(one, scores=scores) for one in plain) for seed in range(40 + at)})
    widths = {key: score_in(rounds).half_width for key, rounds in stage.in_order().items()}
    assert widths[1, 2] > 2 * max(widths[0, 1], widths[0, 2])
    assert table._widest(stage) == widths[1, 2]


def test_no_round_is_played_twice_between_looks(monkeypatch):
    monkeypatch.setattr(pace, "PROBE", 0.001)
    told = []
    found = playtest(RULES, [3, 3], wish(games=4000, until=0.08), lambda *now: told.append(now[0]))
    assert [done for done in told if done] == [*range(2, found.games + 2, 2)]


def test_progress_names_three_pairings_at_most(monkeypatch):
    monkeypatch.setattr(pace, "PROBE", 0.001)

    def last(decks):
        told = []
        playtest(RULES, decks, wish("abcd"[: len(decks)], games=2), lambda *now: told.append(now[2]))
        return told[-1].partition(", about")[0]

    two, three, six = last([3, 2]), last([3, 2, 1]), last([3, 2, 1, 1])
    assert two.startswith("a ") and two.endswith(" b")
    assert (three.count("±"), ", ..." in three) == (3, False)
    assert (six.count("±"), six.endswith(", ...")) == (3, True)


def test_a_page_shows_the_faces_of_cards_whatever_is_found(monkeypatch, tmp_path):
    asked = []
    monkeypatch.setattr(report_page, "face_pictures", lambda decks, cards: asked.append((decks, cards)) or {})
    monkeypatch.setattr(report_page, "write_page", lambda *_: None)
    found = replace(report(games=2), findings=())
    paths = [tmp_path / "d0.yaml", tmp_path / "d1.yaml"]
    for one in (found, replace(found, games=0)):
        playtests.write_page(one, tmp_path / "page.html", paths)
    decks = {"d0": paths[0], "d1": paths[1]}
    assert asked == [(decks, [("d0", "coins/all"), ("d1", "coins/all")]), (decks, [])]


def test_a_time_is_counted_from_the_first_game_on():
    games = Playtest(RULES, [3, 2], wish().setup)
    for seconds in (0.5, 60.0):
        before = monotonic()
        deadline = games.run(InProcessExecutor(), None, seconds).pace.deadline
        assert before + seconds <= deadline <= monotonic() + seconds
    assert games.run(InProcessExecutor(), None).pace.deadline is None


def test_ctrl_c_keeps_what_was_played():
    count = []

    def interrupted(done, *_):
        count.append(done)
        if done >= 10:
            raise KeyboardInterrupt

    found = playtest(RULES, [3, 2], wish(), interrupted)
    assert (found.stopped, found.games, found.left_out) == ("ctrl-c", 10, 30)
    assert count == [2, 4, 6, 8, 10]
    (played, *_) = playtest_document(found).parts
    assert played.text == "10 games, level random, seed 5; stopped early, 30 games left out"


def test_levels_that_were_not_begun_are_left_out():
    def interrupted(*_):
        raise KeyboardInterrupt

    found = playtest(RULES, [3, 2, 1], wish("abc", level="random,script"), interrupted)
    assert [level.level for level in found.levels] == ["random"]
    assert (found.stopped, found.games) == ("ctrl-c", 2)
    assert render_page(playtest_document(found)).count('class="intervals"') == 2  # pairings and ratings
    assert {one.kind for one in found.findings} <= {"games", "dead"}
    assert {one.verdict for one in found.verdicts} == {"not enough games"}


def test_a_level_that_was_not_played_may_say_something_else():
    def interrupted(done, *_):
        if done == 800:
            raise KeyboardInterrupt

    found = playtest(RULES, [3, 1], wish(games=800, level="random,script"), interrupted)
    assert found.levels[0].pairings[0].verdict == "favours three"
    assert (found.verdicts[0].verdict, found.verdicts[0].needed) == ("not enough games", None)


class Lost(InProcessExecutor):
    """Its processes are lost after some rounds, whenever it is asked."""

    def __init__(self, rounds):
        self.rounds, self.asked = rounds, 0

    def play(self, plan, tasks):
        self.asked += 1
        yield from play_tasks(plan, tasks[: self.rounds])
        raise WorkersLostError("E709", "they died")


def test_processes_that_are_lost_three_times_leave_the_games_played_until_then():
    executor = Lost(2)
    with pytest.raises(UnfinishedPlaytest, match="they died") as caught:
        playtest(RULES, [3, 2], wish(executor=executor))
    found = caught.value.report
    assert (executor.asked, found.stopped, found.games, found.left_out) == (3, "lost", 12, 28)
    with pytest.raises(UnlocatedError, match="they died"):
        playtest(RULES, [3, 2], wish(executor=Lost(0)))


@pytest.mark.parametrize(
    ("of_levels", "is_whole", "verdict", "needed"),
    [
        ([("favours a", None), ("not enough games", 400)], True, "not enough games", 400),
        ([("not enough games", 400), ("not enough games", 900)], True, "not enough games", 900),
        ([("not enough games", 400), ("not enough games", None)], True, "not enough games", None),
        ([("balanced", None), ("favours a", None)], True, "levels disagree", None),
        ([("balanced", None), ("balanced", None)], True, "balanced", None),
        ([("balanced", None), ("balanced", None)], False, "not enough games", None),
        ([("not enough games", 400)], False, "not enough games", 400),
        ([("mirror", None)], False, "mirror", None),
    ],
)
def test_a_verdict_over_all_levels_needs_the_games_of_the_one_that_needs_most(of_levels, is_whole, verdict, needed):
    assert _over_levels(of_levels, is_whole) == (verdict, needed)


def test_progress_tells_the_running_estimate():
    told = []
    playtest(RULES, [3, 2], wish(games=6), lambda *now: told.append(now))
    assert [(done, most) for done, most, _ in told] == [(2, 6), (4, 6), (6, 6)]
    assert "three" in told[-1][2]


def test_all_levels_are_played_with_the_same_seeds():
    found = report((3, 1), level="random,search-20", games=10)
    assert [level.level for level in found.levels] == ["random", "search-20"]
    assert found.games == 20
    assert found.levels[0].pairings == report((3, 1), games=10).levels[0].pairings
    assert found.levels[1].pairings == report((3, 1), level="search-20", games=10).levels[0].pairings


def test_skill_and_impact_are_the_same_on_any_number_of_processes():
    asked = {"games": 10, "level": "script", "skill": 8, "impact": 12}
    assert report((3, 2, 1), **asked) == report((3, 2, 1), **asked, executor=MultiProcessExecutor(2))


def test_skill_is_measured_at_each_level_with_each_deck():
    found = report((3, 2), names=("a", "b"), games=2, level="random,script,greedy", skill=4)
    assert [(gap.deck, gap.level, gap.below, gap.games) for gap in found.skill] == [
        *(("a", "script", "random", 4), ("b", "script", "random", 4)),
        *(("a", "greedy", "script", 4), ("b", "greedy", "script", 4)),
    ]
    table = PlaytestTable(RULES, [3, 2], wish("ab", 2, "script,greedy", skill=4).setup, Variant(2))
    assert table.planned() == Counter(
        {("script", "script"): 2, ("greedy", "greedy"): 2, ("script", "random"): 8, ("greedy", "script"): 8}
    )


def test_progress_counts_all_games():
    told = []
    playtest(RULES, [3, 2, 1], wish("abc", 10, "script", skill=4, impact=16), lambda *now: told.append(now))
    # Three cards with four pairs against each of two decks; the games without blanks are there.
    text = "30 games for the pairings, 12 games for skill, 48 games without each of 3 cards"
    assert told.pop(0) == (0, 90, text)
    assert told[-1][:2] == (3 * 10 + 3 * 4 + 3 * 16,) * 2
    assert [done for done, _, _ in told] == list(range(2, told[-1][0] + 1, 2))
    assert told[-1][2].startswith("impact: c without Coins of 1 (6 of 6)")  # each of three against two others
    told.clear()
    playtest(RULES, [3, 2], wish("ab", 2, "script", skill=4), lambda *now: told.append(now))
    assert told[0] == (0, 10, "2 games for the pairings, 8 games for skill")
    assert told[-1] == (10, 10, "skill: script against random with b, about 1 s left")
    told.clear()
    playtest(RULES, [3, 2], wish("ab", 2, "script,greedy", skill=4), lambda *now: told.append(now))
    assert told[0] == (0, 20, "4 games for the pairings, 16 games for skill")
    assert told[-1][:2] == (20, 20) and told[-1][2].startswith("skill: greedy against script with b")


def test_ctrl_c_keeps_the_pairings_and_the_cards_tried_so_far():
    def interrupted(done, *_):
        if done >= 30:
            raise KeyboardInterrupt

    found = playtest(RULES, [3, 2], wish(games=20, impact=20), interrupted)
    assert (found.stopped, found.games) == ("ctrl-c", 20)
    assert sum(card.impact.games for card in found.levels[0].cards) == 10


def test_every_card_that_can_be_blank_is_tried():
    found = report((3, 2), games=20, impact=30)
    assert [card.impact.games for card in found.levels[0].cards] == [30, 30]
    assert {card.impact for card in report().levels[0].cards} == {None}


def test_impact_is_tried_by_the_strongest_players():
    found = report((3, 2), level="random,script", games=4, impact=4)
    assert [level.cards[0].impact is None for level in found.levels] == [True, False]


def test_what_was_never_met_is_told():
    assert report().unused == ("give",)
    assert report().unused_words == ("give",)  # and not `of: coin`, which is met in another effect


def test_effects_are_counted_in_the_games_in_which_their_card_was_played():
    three, two = report(games=40).levels[0].cards
    assert [(effect.name, effect.games) for effect in three.effects] == [("take", 40), ("give", 0)]
    assert (three.played, two.played) == (40, 0)


def test_cards_that_are_never_played_are_dead():
    three, two = report().levels[0].cards
    assert (three.drawn, three.dead.estimate, two.dead.estimate) == (1.0, 0.0, 1.0)


def test_json_and_page_have_it_all():
    found = report((3, 2, 1), names=("a<b", "c", "d"), impact=6)
    told = json.loads(to_json(found))
    assert told["setup"]["decks"] == ["a<b", "c", "d"]
    assert told["levels"][0]["pairings"][0]["score"]["low"] <= told["levels"][0]["pairings"][0]["score"]["estimate"]
    shown = render_page(playtest_document(found))
    assert "a&lt;b" in shown
    assert "a<b" not in shown
    assert shown.count('class="intervals"') == 5  # pairings, ratings, and the cards of three decks
    assert "http" not in shown  # it works offline


class Deadly(CoinContest):
    """A contest whose process dies once for each seed that is a multiple of four."""

    def __init__(self, folder):
        super().__init__([3, 2])
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
    plan = MatchPlan((Deadly(tmp_path),), ("random", "random"))
    assert run(plan, [(0, seed) for seed in range(1, 8)], MultiProcessExecutor(2), found.__setitem__)
    plain = MatchPlan((CoinContest([3, 2]),), ("random", "random"))
    assert found == dict(play_tasks(plain, sorted(found)))
    assert len(found) == 7


def test_games_that_nobody_waits_for_are_given_up(monkeypatch):
    class Pool:
        killed = 0

        def __init__(self, jobs):
            self.close = None

        def submit(self, work, calls):
            for call in calls:
                future = Future()
                future.set_result(work(*call))
                yield future

        def kill(self):
            self.killed += 1

    monkeypatch.setattr(pool, "ProcessPool", Pool)
    monkeypatch.setattr(pool.os, "cpu_count", lambda: 3)
    assert [MultiProcessExecutor(jobs).workers for jobs in (2, 3, 4)] == [2, 3, 3]
    plan, executor = MatchPlan((CoinContest([3, 2]),), ("random", "random")), MultiProcessExecutor(2)
    tasks = [(0, seed) for seed in range(4)]
    assert dict(executor.play(plan, tasks)) == dict(play_tasks(plan, tasks))
    assert executor._pool.killed == 0
    games = executor.play(plan, tasks)
    next(games)
    games.close()
    assert executor._pool.killed == 1


def test_a_worker_plays_what_it_is_told():
    numbers, contests = (5, 2), tuple(CoinContest(decks) for decks in ([3, 2], [1, 4]))
    tasks = [(0, 1), (1, 1), (1, 2), (0, 3)]
    for levels in (("random", "random"), ("script", "random")):
        plan = MatchPlan(contests, levels)
        pickled = {number: pickle.dumps(contest) for number, contest in zip(numbers, contests, strict=True)}
        assert pool._work(pickled, levels, [(numbers[at], seed) for at, seed in tasks]) == [
            ((numbers[at], seed), games) for (at, seed), games in play_tasks(plan, tasks)
        ]
