"""The report of whole runs, on games so small that they take no time, is as recorded."""

from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from cardgen.balancing import assistant, budget
from cardgen.balancing.assistant import BalanceOptions, UnfinishedBalance, _Assistant, balance_decks, open_balance
from cardgen.balancing.budget import in_time
from cardgen.balancing.freedom import Freedom
from cardgen.balancing.games import GameTrials
from cardgen.balancing.result import SECOND, BalanceSetup, PairingRate
from cardgen.balancing.space import UNCHANGED, Matchup, Number, Space
from cardgen.play.simulate.intervals import Interval
from cardgen.play.simulate.pace import Pace
from cardgen.play.simulate.run import InProcessExecutor
from cardgen.play.simulate.stage import PlaytestRun
from cardgen.plugin.rules.contest import Card
from cardgen.report.errors import UnlocatedError
from cardgen.report.json_text import to_json
from cardgen.report.source import Node, Span
from cardgen.version import __version__
from tests.cli.test_balance import RAID, SHARED
from tests.play.simulate.coins import CoinRules
from tests.recorded import check_recorded


class Contest:
    """A game without decisions: who has more strength wins more often, and the first seat is worth something."""

    player_count, teams = 2, (0, 1)

    def __init__(self, decks):
        self.decks = decks

    def start(self, seed, first):
        luck = Random(f"{seed}").random() * 10 + (1 if first == 0 else -1)
        return SimpleNamespace(
            is_terminal=lambda: True, returns=lambda: [1.0, -1.0] if self.chance() > luck else [-1.0, 1.0]
        )

    def chance(self):
        return 5 + self.decks[0] - self.decks[1]

    def summary(self, state, seed, first):
        return None

    def cards(self, player):
        names = ("all", "half", "none")
        return [Card(f"coins/{name}", name.title(), "coin", can_be_blank=name != "none") for name in names]


class Rules(CoinRules):
    def contest(self, decks, settings=None, players=None):
        return Contest(decks * 2 if self.shares_deck else decks)

    def blank(self, deck, card):
        return 0 if card == "coins/all" else deck / 2


class SharedRules(Rules):
    shares_deck = True


class Source:
    """A deck whose strength is the sum of its numbers; a text says how strong it is."""

    def __init__(self, name, values):
        self.name, self.values, self.data = name, values, sum(values)
        self.nodes = [Node(value, Span(f"{name}.yaml", 3 + at, 9, 11)) for at, value in enumerate(values)]

    def changed(self, overrides):
        return sum(overrides.get(id(node), node.value) for node in self.nodes)

    def new_findings(self, data):
        return [SimpleNamespace(message=f"{self.name}: {data}", code="W1")] * 2

    def is_legal(self, overrides):
        return self.changed(overrides) != 7


def opened(*decks, changing=1, rules=None):
    sources = [Source("abc"[at], values) for at, values in enumerate(decks)]
    freedom = Freedom(sources)
    for deck, source in enumerate(sources[:changing]):
        for at, node in enumerate(source.nodes):
            back = -1 if node.value > 4 else 0
            freedom.numbers.append(
                Number(deck, f"n{at} of {source.name}", node.value, -2, 2, card=f"coins/{at}", back=back)
            )
            freedom.stated.append(SimpleNamespace(node=node))
    return SimpleNamespace(sources=sources, freedom=freedom, rules=rules or Rules())


def report(decks, levels=("random",), held_out=(), *, changing=1, games=400, seconds=None, executor=None, **options):
    rules = options.pop("rules", None)
    ready, targets = opened(*decks, changing=changing, rules=rules), options.pop("targets", {})
    pairs = [
        (first, second) for first in range(len(decks)) for second in range(first + 1, len(decks)) if first < changing
    ]
    matchups = tuple(Matchup(*pair, level, targets.get(pair, 0.5)) for level in range(len(levels)) for pair in pairs)
    space = Space(tuple(ready.freedom.numbers), matchups)
    names = tuple(one.name for one in ready.sources)
    setup = BalanceSetup(
        names,
        names[:changing],
        levels,
        held_out,
        games,
        3,
        options.pop("within", 0.05),
        2,
        len(space.numbers),
        "0",
        **options,
    )
    ticks = iter(range(10**6))
    pace = Pace(deadline=seconds, clock=lambda: next(ticks) / 10)
    told = []
    run = PlaytestRun(executor or InProcessExecutor(), lambda *news: told.append(news), pace)
    trials = GameTrials(ready.rules, ready.freedom, space, levels, {}, run)
    try:
        found = _Assistant(in_time(setup, trials) if seconds else setup, ready, space, trials).report()
    except UnfinishedBalance as error:
        found = error.report
        told.append((str(error),))
    first = [text for *_, text in told[:1]]
    return [*first, *to_json(found).split("\n"), *(text for text, *rest in told[-1:] if not rest)]


class Failing(InProcessExecutor):
    """Is lost after some rounds, or interrupted."""

    def __init__(self, after, error):
        self.after, self.error = after, error

    def play(self, plan, tasks):
        for task in tasks:
            self.after -= 1
            if self.after < 0:
                raise self.error
            yield from super().play(plan, [task])


LOST = UnlocatedError("E714", "the workers are gone")
RUNS = {
    "a strong deck against two": lambda: report(
        [[5, 2], [3], [4, 1]], ("random", "script"), ("greedy", "search-8"), games=200
    ),
    "two may change, with targets": lambda: report(
        [[3, 1], [2, 3], [4]], changing=2, targets={(0, 1): 0.6, (0, 2): 0.35}, games=600
    ),
    "only the second pairing is off": lambda: report([[5, 1], [5], [4]], games=600, within=0.12),
    "numbers cannot do it in the second pairing": lambda: report([[5, 4, 3], [11], [3]], ("script",), games=700),
    "on target": lambda: report([[3], [3]], games=200, within=0.1),
    "numbers cannot do it": lambda: report([[4, 4, 4], [3], [11]], ("script",), games=700),
    "shared by both": lambda: report([[3], [3]], games=200, is_shared=True, rules=SharedRules()),
    "shared by both, in vain": lambda: report([[3], [3]], games=600, within=0.02, is_shared=True, rules=SharedRules()),
    "stopped in the search": lambda: report([[5, 2], [3]], executor=Failing(150, KeyboardInterrupt())),
    "stopped at once": lambda: report([[5, 2], [3]], executor=Failing(0, KeyboardInterrupt())),
    "stopped before the second level": lambda: report(
        [[5, 2], [3]], ("random", "script"), executor=Failing(9, KeyboardInterrupt())
    ),
    "stopped in the test": lambda: report(
        [[5, 2], [3]], held_out=("greedy",), executor=Failing(420, KeyboardInterrupt())
    ),
    "lost": lambda: report([[5, 2], [3]], executor=Failing(300, LOST)),
    "lost after the search": lambda: report([[5, 2], [3]], held_out=("greedy",), executor=Failing(420, LOST)),
    "little time": lambda: report([[5, 2], [3]], seconds=60, games=4000, within=0.15),
}


def test_whole_runs_are_reported_as_recorded(monkeypatch):
    monkeypatch.setattr(budget, "seconds_of_games", lambda kinds, _workers: dict.fromkeys(kinds, 0.1))
    lines = [line for name, run in RUNS.items() for line in (f"== {name}", *run())]
    check_recorded(Path(__file__).with_name("assistants.txt"), lines)


def run_of(*decks, changing):
    ready = opened(*decks, changing=changing)
    space = Space(tuple(ready.freedom.numbers), (Matchup(0, 1, 0), Matchup(0, 2, 0)))
    setup = BalanceSetup(tuple("abc"), tuple("abc")[:changing], ("random",), (), 400, 3, 0.05, 2, 4, "0")
    return _Assistant(setup, ready, space, None)


def test_the_texts_of_all_decks_that_change_are_told_once():
    assert run_of([3, 1], [2, 3], [4], changing=2)._texts(((0, 1), (1, -1), (2, 2))) == ["a: 4", "b: 7"]


class Book:
    """What is known of candidates: their scores in each pairing, and which of them is better than which."""

    def __init__(self, scores, better=()):
        self.scores, self.better = scores, better

    def rates(self, candidate):
        known = [Interval(score - 0.03, score, score + 0.03) for score in self.scores[candidate]]
        return [PairingRate("a", "b", "random", 0.5, None, one, 200) for one in known]

    def is_better(self, candidate, than=UNCHANGED):
        return (candidate, than) in self.better


def test_a_candidate_is_judged_by_all_its_pairings():
    """The change of the first number brings an outlier back."""
    run, back, both = run_of([5, 1], [2], [4], changing=1), ((0, -1),), ((0, -1), (1, 1))
    for scores, is_met, is_missed in (
        ((0.5, 0.5), True, False),
        ((0.5, 0.57), False, False),
        ((0.57, 0.5), False, False),
        ((0.5, 0.7), False, True),
        ((0.7, 0.5), False, True),
    ):
        book = Book({back: scores, both: (0.5, 0.5)}, [(back, UNCHANGED)])
        assert run._outliers_back(book, back) == (not is_missed), scores
        assert run._rank(book, back)[:3] == (is_missed, not is_met, -(not is_missed)), scores
        assert run._has_idle_changes(book, both, [both, back]) == (not is_missed), scores
    book.better.append((both, back))
    assert not run._has_idle_changes(Book({back: (0.5, 0.5)}, book.better), both, [back])


def test_games_that_cannot_begin_are_an_error():
    with pytest.raises(UnlocatedError) as error:
        report([[5, 2], [3]], executor=Failing(0, LOST))
    assert error.value is LOST


def begun(monkeypatch, paths, progress=None, **options):
    """Return what a run begins with: the setup, the space, the games to play, and the numbers of the decks that change."""
    monkeypatch.setattr(assistant, "_Assistant", lambda *begun: SimpleNamespace(report=lambda: begun))
    monkeypatch.setattr(assistant, "in_time", lambda setup, _trials: setup)
    monkeypatch.setattr(assistant, "monotonic", lambda: 1000.0)
    setup, ready, space, trials = balance_decks(paths, BalanceOptions(**options), progress)
    assert trials.run.progress is progress
    assert list(space.numbers) == ready.freedom.numbers and trials.space is space and trials.freedom is ready.freedom
    return setup, space, trials, sorted({number.deck for number in space.numbers})


@pytest.fixture
def raids(tmp_path):
    """Three decks of a game to which each player brings one."""
    game = RAID.replace("players: 2\n", "players: 2\n  decks: own\n").replace(
        "{holds: cards", "{of: player, holds: cards"
    )
    game = game.replace("discard: {}", "discard: {of: player}")
    game = game.replace(
        "[{deal: deck, to: hand, count: 3}]", "[{each: {player: players}, do: [{deal: deck, to: hand}]}]"
    )
    (tmp_path / "game.yaml").write_text(game, "utf-8")
    for name in ("ours", "theirs", "others"):
        (tmp_path / f"{name}.yaml").write_text(SHARED, "utf-8")
    return [tmp_path / f"{name}.yaml" for name in ("ours", "theirs", "others")]


def test_a_run_begins_with_what_the_options_say(monkeypatch, raids):
    setup, space, trials, changing = begun(
        monkeypatch, raids, print, level="script,greedy", held_out="random,script", target="theirs=60,others=45", may=["copies"],
        within=4, changes=2, games=600, seed=7, time="5m", reach=2,
    )  # fmt: skip
    assert setup == BalanceSetup(
        ("ours", "theirs", "others"), ("ours",), ("script", "greedy"), ("random",), 600, 7, 0.04, 2,
        len(space.numbers), __version__, {}, is_shared=False,
    )  # fmt: skip
    assert space.matchups == tuple(
        Matchup(0, other, level, target) for level in (0, 1) for other, target in ((1, 0.6), (2, 0.45))
    )
    assert (changing, trials.levels, trials.run.pace.deadline) == ([0], ("script", "greedy"), 1300.0)
    assert {number.name.split()[0] for number in space.numbers} == {"copies"}
    assert max(max(number.most, -number.least) for number in space.numbers) == 2


def test_all_decks_change_if_that_is_wanted_and_pairings_of_others_count(monkeypatch, raids):
    options = {"level": "random", "held_out": "none", "may": ["copies"], "target": "55"}
    setup, space, trials, changing = begun(monkeypatch, raids, change_all=True, **options)
    assert (setup.changing, setup.held_out, changing) == (("ours", "theirs", "others"), (), [0, 1, 2])
    assert space.matchups == (Matchup(0, 1, 0, 0.55), Matchup(0, 2, 0, 0.55), Matchup(1, 2, 0))
    assert trials.run.pace.deadline is None


def test_of_a_shared_deck_the_first_player_and_the_second_are_balanced(monkeypatch, tmp_path):
    (tmp_path / "game.yaml").write_text(RAID, "utf-8")
    deck = tmp_path / "raid.yaml"
    deck.write_text(SHARED, "utf-8")
    setup, space, trials, _ = begun(monkeypatch, [deck], target="60", change_all=True, held_out="")
    assert (setup.decks, setup.changing, setup.is_shared) == (("raid", SECOND), ("raid",), True)
    assert (setup.held_out, [*space.matchups]) == ((), [Matchup(0, 1, level, 0.6) for level in (0, 1)])
    assert len(trials.freedom.sources) == 2 and trials.freedom.sources[0] is trials.freedom.sources[1]
    with pytest.raises(UnlocatedError, match="the players of Raid share one deck, and 2 are named") as error:
        open_balance([deck, deck], BalanceOptions())
    assert error.value.code == "E780"


def test_a_game_that_two_cannot_play_has_no_opponents_to_be_balanced_against(tmp_path):
    deck = tmp_path / "raid.yaml"
    deck.write_text(SHARED, "utf-8")
    for players, can_two in (("3", False), ("[1, 3]", False), ("[2, 4]", True)):
        (tmp_path / "game.yaml").write_text(RAID.replace("players: 2", f"players: {players}"), "utf-8")
        if can_two:
            assert open_balance([deck], BalanceOptions()).freedom.numbers
            continue
        with pytest.raises(UnlocatedError, match="the decks of Raid have no opponents to be balanced against") as error:
            open_balance([deck], BalanceOptions())
        assert error.value.code == "E780"


def test_limits_of_options_are_told():
    for option, values in {"games": (99, 1_000_001), "changes": (0, 11), "reach": (0, 51), "within": (0.5, 31)}.items():
        for value in values:
            with pytest.raises(UnlocatedError, match=f"--{option} is out of range: {value}$") as error:
                balance_decks([], BalanceOptions(**{option: value}))
            assert (error.value.code, error.value.expected.count(" to ")) == ("E785", 1)
    for games, changes, reach, within in ((100, 1, 1, 1), (1_000_000, 10, 50, 30)):
        assistant._check_options(BalanceOptions(games=games, changes=changes, reach=reach, within=within))


def test_what_may_change_is_a_number_of_any_deck_that_changes(raids):
    raids[1].write_text(SHARED.replace("Strike", "Feint"), "utf-8")
    numbers = open_balance(raids, BalanceOptions(change_all=True, may=["feint"])).freedom.numbers
    assert {(number.deck, number.card) for number in numbers} == {(1, "cards/Feint")}
    with pytest.raises(UnlocatedError) as error:
        open_balance(raids, BalanceOptions(may=["feint"]))
    assert error.value.code == "E781"
    for path in raids[:2]:
        path.write_text(path.read_text("utf-8") + "keep: copies\n", "utf-8")
    with pytest.raises(UnlocatedError, match="no number of ours, theirs may change") as error:
        open_balance(raids[:2], BalanceOptions(change_all=True, may=["copies"]))
    assert error.value.code == "E782"
