"""The time that games take: told before them, measured meanwhile, and limited."""

import itertools
import signal
import sys
from collections import Counter

import pytest

from cardgen import interrupts
from cardgen.play.playtests import PlaytestOptions, _most_games, check_options, parse_precision, parse_time
from cardgen.play.simulate import pace as pace_module
from cardgen.play.simulate.formats import duration
from cardgen.play.simulate.pace import Pace, seconds_of_games
from cardgen.play.simulate.run import InProcessExecutor, MatchPlan, run
from cardgen.play.simulate.stage import PlaytestInterrupted, PlaytestRun, Stage
from cardgen.report.errors import UnlocatedError
from play.simulate.coins import CoinContest

SCRIPT, GREEDY = ("script", "script"), ("greedy", "greedy")


@pytest.fixture
def pace():
    """A hundred quick games and ten slow ones; each look at the clock takes a second."""
    planned = Counter({SCRIPT: 100, GREEDY: 10})
    return Pace(planned, expected={SCRIPT: 0.1, GREEDY: 12.0}, clock=itertools.count().__next__)


def test_times_are_read_and_told():
    times = {"5m": 300, "90s": 90, "90": 90, "1h30m": 5400, "1.5 h": 5400, "2 min 5 s": 125, "5 minutes": 300, "": None}
    times |= {" 1S ": 1, "168h": 604_800}
    assert {text: parse_time(text) for text in times} == times
    for text in ("soon", "0", "-5m", "5x", "m", "8000h", "1d", "168h1s", "0.01m"):
        with pytest.raises(UnlocatedError, match="invalid time"):
            parse_time(text)
    told = {
        0.2: "1 s",
        12: "12 s",
        44: "40 s",
        89: "90 s",
        91: "2 min",
        3600: "60 min",
        4800: "80 min",
        5999: "1 h 40 min",
    }
    assert {seconds: duration(seconds) for seconds in told} == told
    assert duration(7200) == "2 h"


def test_precisions_are_read():
    told = {"+-2%": 0.02, "2 %": 0.02, " +/- 0.1%": 0.001, "\u00b150%": 0.5, "0.02": 0.02, "0.5": 0.5, "": None}
    assert {text: parse_precision(text) for text in told} == told
    for text in ("0.09%", "0", "51%", "0.51", "-2%", "2", "two", "+-%"):
        with pytest.raises(UnlocatedError) as caught:
            parse_precision(text)
        assert (caught.value.code, caught.value.message) == ("E706", f"invalid precision '{text}'")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"games": 0}, ("E705", "number of games out of range: 0", "a number from 1 to 1000000")),
        ({"games": 1_000_001}, ("E705", "number of games out of range: 1000001", "a number from 1 to 1000000")),
        ({"skill": -1}, ("E705", "number of games out of range: -1", "a number from 1 to 1000000")),
        ({"impact": -2}, ("E705", "number of games out of range: -2", "a number from 1 to 1000000")),
        ({"skill": 2, "level": "random"}, ("E723", "no level is weaker than random", "--skill with another --level")),
        ({"level": "expert"}, ("E704",)),
        ({"until": "2"}, ("E706",)),
        ({"time": "1d"}, ("E724",)),
        ({"rules": ["a"]}, ("E722",)),
        ({"players": "two"}, ("E763",)),
    ],
)
def test_wrong_options_are_told_before_decks_are_opened(options, told):
    with pytest.raises(UnlocatedError) as caught:
        check_options(PlaytestOptions(**options))
    found = caught.value
    assert (found.code, found.message, found.expected)[: len(told)] == told


def test_the_edges_of_options_are_allowed():
    check_options(PlaytestOptions(games=1))
    check_options(PlaytestOptions(games=1_000_000, skill=2, level="random,script"))


def test_with_a_precision_to_reach_more_games_may_be_played():
    cases = [({}, 200), ({"time": "5m"}, 200), ({"until": "2%"}, 10_000), ({"until": "2%", "games": 7}, 7)]
    assert [_most_games(PlaytestOptions(**options)) for options, _ in cases] == [most for _, most in cases]


def test_the_time_is_first_estimated_and_then_measured(pace):
    assert pace.told_plan() == ", about 2 min"
    pace.begin()
    pace.note(SCRIPT, 50)
    assert pace.seconds_left() == 50 * 0.1 + 10 * 12  # a second of games does not tell yet
    pace.note(SCRIPT, 20)
    assert pace.seconds_left() == 30 * 2 / 70 + 10 * 12
    pace.deadline = 14
    assert pace.told_left() == ", about 11 s left"
    pace.deadline = 0
    assert pace.is_over and pace.seconds_left() == 0
    assert Pace(deadline=7, clock=lambda: 7).is_over
    for games, told in ((99, ""), (100, ", about 10 s")):
        assert Pace(Counter({SCRIPT: games}), expected={SCRIPT: 0.1}).told_plan() == told
    assert Pace(pace.planned).told_plan() == Pace(pace.planned).told_left() == ""


def test_a_game_is_timed_though_nobody_waits_for_its_end(monkeypatch):
    monkeypatch.setattr("cardgen.play.simulate.pace.PROBE", 0.001)
    kinds = {SCRIPT: CoinContest([3, 2]), GREEDY: CoinContest([3, 2])}
    quick = seconds_of_games(kinds, 2)
    monkeypatch.setattr("cardgen.play.simulate.pace.LONGEST_PROBE", -1)
    assert quick.keys() == seconds_of_games(kinds, 1).keys() == kinds.keys()
    assert all(seconds > 0 for seconds in quick.values())


def test_what_a_contest_finds_out_once_is_not_timed(monkeypatch):
    """The clock goes on only while a contest is analysed, at the first decision of all, and with each later one."""
    now, analysed, seeds = [0.0], [], set()

    class Watched(CoinContest):
        def start(self, seed, first):
            seeds.add(seed)
            return super().start(seed, first)

    class Agent:
        def choose(self, view, rng):
            now[0] += 0.001 if analysed else 1000.0
            analysed.append(True)
            return view.legal_actions()[0]

    monkeypatch.setattr("cardgen.play.simulate.pace.monotonic", lambda: now[0])
    monkeypatch.setattr("cardgen.play.simulate.pace.agent_of", lambda _: Agent())
    monkeypatch.setattr("cardgen.play.simulate.pace.PROBE", 0.3)
    times = [seconds_of_games({SCRIPT: Watched([3, 2])}, workers)[SCRIPT] for workers in (1, 1, 2)]
    assert seeds == {*range(len(seeds))} and len(seeds) > 5, "each game has its own luck"
    assert 0 < times[0] < 1
    assert times[1] == pytest.approx(2 * times[2], rel=0.02)


@pytest.mark.parametrize(("usual", "seconds"), [(3, 5.0), (5, 5.0), (20, 20.0)])
def test_a_game_that_is_not_finished_is_at_least_as_long_as_so_far(monkeypatch, usual, seconds):
    """Five decisions of a second are made; a game of the yardstick has more, or fewer than those."""
    now = [0.0]

    class Slow:
        def choose(self, view, rng):
            now[0] += 1.0
            return view.legal_actions()[0]

    class Game:
        decisions = usual

    monkeypatch.setattr(pace_module, "LONGEST_PROBE", 4.5)
    monkeypatch.setattr(pace_module, "monotonic", lambda: now[0])
    monkeypatch.setattr(pace_module, "agent_of", lambda level: level if level == pace_module.YARDSTICK else Slow())
    played = pace_module.play_game
    monkeypatch.setattr(
        pace_module, "play_game", lambda *game: Game() if game[1][0] == pace_module.YARDSTICK else played(*game)
    )
    assert seconds_of_games({GREEDY: CoinContest([3, 2])}, 1) == {GREEDY: seconds}


def test_what_is_played_when_the_time_ends_is_not_interrupted(pace):
    playtest = PlaytestRun(InProcessExecutor(), None, pace)
    stage = Stage({0: CoinContest([3, 2])}, SCRIPT)
    pace.deadline = 2
    stage.play(playtest, [(0, 1)], lambda _: "coins")
    assert pace.is_over
    assert [*stage.played[0]] == [1]


def test_no_round_begins_after_the_time(pace):
    told, begun = [], []

    class Counted(CoinContest):
        def start(self, seed, first):
            begun.append(seed)
            return super().start(seed, first)

    stage = Stage({0: Counted([3, 2])}, SCRIPT)
    playtest = PlaytestRun(InProcessExecutor(), lambda *now: told.append(now), pace)
    pace.deadline = 12
    with pytest.raises(PlaytestInterrupted):
        stage.play(playtest, [(0, seed) for seed in range(50)], lambda _: "coins")
    assert 0 < playtest.done < 20
    assert len(begun) == playtest.done  # each round is told before the next one begins
    assert len(stage.played[0]) == playtest.done // 2
    assert playtest.stopped == "time"
    assert told[0][:2] == (2, 110)
    assert told[0][2].startswith("coins, about ")
    with pytest.raises(PlaytestInterrupted):
        stage.play(playtest, [(0, 99)], lambda _: "coins")
    assert 99 not in stage.played[0]


def test_rounds_are_in_the_order_of_their_seeds_whichever_ended_first(pace):
    told = []
    playtest = PlaytestRun(InProcessExecutor(), lambda *now: told.append(now), pace)
    playtest.tell("coins are flipped")
    assert told == [(0, 110, "coins are flipped, about 2 min")]
    stage = Stage({0: CoinContest([3, 2])}, SCRIPT)
    stage.play(playtest, [(0, 5), (0, 1)], lambda _: "coins")
    later, first = stage.played[0].values()
    assert stage.played[0] == {5: later, 1: first}
    assert later != first
    assert stage.in_order() == {0: [first, later]}
    pace.deadline = 0
    stage.play(playtest, [], lambda _: "coins")  # where nothing is left to play, nothing is interrupted


def test_an_interrupt_waits_for_games(monkeypatch):
    """What is known is reported, wherever the first Ctrl-C or request to end comes."""
    before = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr(interrupts, "_Seen", type("_Seen", (interrupts._Seen,), {}))
    signal.signal(signal.SIGINT, interrupts._stop)
    plan, kept = MatchPlan((CoinContest([3, 2]),), SCRIPT), {}
    asked = signal.SIGINT if sys.platform == "win32" else signal.SIGTERM
    try:
        with interrupts.kept_for_games():
            assert run(plan, [(0, 1)], InProcessExecutor(), kept.__setitem__)
            signal.raise_signal(asked)
            assert not run(plan, [(0, 2)], InProcessExecutor(), kept.__setitem__)
            with pytest.raises(KeyboardInterrupt):  # the second one is serious
                signal.raise_signal(asked)
        with interrupts.kept_for_games():
            assert not run(plan, [(0, 2), (0, 3)], InProcessExecutor(), lambda *_: signal.raise_signal(asked))
        assert list(kept) == [(0, 1)]
    finally:
        signal.signal(signal.SIGINT, before)
