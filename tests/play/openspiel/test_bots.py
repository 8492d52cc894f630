"""Our players among OpenSpiel's bots, and its tree search beside ours.

How strong both searches are against each other takes an hour to measure, with `CARDGEN_LADDER=1`; docs/openspiel.md has
the figures.
"""

import os
import re
from ast import literal_eval
from random import Random

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="cardgen[openspiel] is not installed")

from cardgen.play.openspiel import LevelBot, RolloutEvaluator, resampler  # noqa: E402
from cardgen.play.simulate.agents import rollout  # noqa: E402
from cardgen.play.simulate.intervals import of_rounds  # noqa: E402
from cardgen.plugin.resources import resources  # noqa: E402
from cardgen.report.errors import UnlocatedError  # noqa: E402

from .walks import decisions, random_states  # noqa: E402

LONG = pytest.mark.extended

SIMULATIONS = 60
STANDS_OUT = 0.3
WORLDS = 6
PAIRS = 100
SEEDS = (18, 19)  # of games in which some actions stand out


def tree_search(game, simulations, seed):
    """OpenSpiel's search, playing as `mcts-N` of ours; its first simulation looks at the root alone."""
    import numpy as np
    from open_spiel.python.algorithms.ismcts import ISMCTSBot

    bot = ISMCTSBot(game, RolloutEvaluator(seed), 1.0, simulations + 1, random_state=np.random.RandomState(seed))
    bot.set_resampler(resampler(seed))
    return bot


def standing_out(game, state):
    """The action that is far better than all others when each is tried in the same worlds; None if there is none."""
    player, rng, contest = state.current_player(), Random(0), game.tree.contest
    values = dict.fromkeys(state.inner.legal_actions(), 0.0)
    for seed in range(WORLDS):
        world = state.inner.resample_from_infostate(player, rng)
        for action in values:
            child = world.clone()
            child.apply_action(action)
            values[action] += rollout(contest, child, player, Random(seed), 1) / WORLDS
    best, second = sorted(values, key=values.__getitem__, reverse=True)[:2]
    return game.number(best) if values[best] - values[second] > STANDS_OUT else None


@LONG
def test_both_searches_take_what_stands_out(game):
    found, theirs, ours = 0, 0, 0
    for seed in SEEDS:
        for state in decisions(game, seed, most=120):
            best = standing_out(game, state)
            if best is not None:
                found += 1
                theirs += tree_search(game, SIMULATIONS, seed).step(state) == best
                ours += LevelBot(f"mcts-{SIMULATIONS}", seed).step(state) == best
    assert found >= 5
    assert theirs >= 0.7 * found
    assert ours >= 0.7 * found


def score(game, simulations, seed, seat):
    """Of our search in that seat, 0 to 1; OpenSpiel's has the other."""
    bots = [LevelBot(f"mcts-{simulations}", seed), tree_search(game, simulations, seed)]
    returns = pyspiel.evaluate_bots(game.new_initial_state(), bots if seat == 0 else bots[::-1], seed)
    return (returns[seat] + 1) / 2


@LONG
@pytest.mark.skipif(not os.environ.get("CARDGEN_LADDER"), reason="set CARDGEN_LADDER=1; takes an hour")
def test_neither_search_is_stronger(game):
    scores = [(score(game, 100, seed, 0) + score(game, 100, seed, 1)) / 2 for seed in range(PAIRS)]
    interval = of_rounds(scores, 2 * PAIRS)
    assert interval.low < 0.5 < interval.high


@LONG
def test_better_levels_win_in_its_arena(game):
    scores = [
        pyspiel.evaluate_bots(game.new_initial_state(), [LevelBot("script", seed), LevelBot("random", seed)], seed)[0]
        for seed in range(6)
    ]
    assert sum(scores) >= 4


def test_a_level_plays_the_same_with_the_same_seed(game):
    for level in ("greedy", "random"):
        for state in decisions(game, 3, most=20):
            assert LevelBot(level, 1).step(state) == LevelBot(level, 1).step(state) in state.legal_actions()


def test_what_one_expects_the_other_dreads(game):
    judge = RolloutEvaluator(1)
    for state in decisions(game, 4, most=40):
        before = str(state)
        mine, others = judge.evaluate(state)
        assert mine == -others
        assert -1 <= mine <= 1
        assert str(state) == before
        assert judge.prior(state) == [(action, 1 / len(state.legal_actions())) for action in state.legal_actions()]


def test_an_evaluator_plays_the_turns_and_with_the_luck_that_it_is_told(game):
    state, found = next(decisions(game, 4, most=40)), set()
    for seed, turns in ((1, 1), (1, 4), (2, 4)):
        value = rollout(game.tree.contest, state.inner.clone(), 0, Random(seed), turns)
        assert RolloutEvaluator(seed, turns).evaluate(state)[0] == pytest.approx(2 * value - 1)
        found.add(value)
    assert len(found) == 3


def test_a_decided_game_is_judged_by_its_result(game):
    *_, last = random_states(game, 5)
    assert last.is_terminal()
    assert sorted(last.returns()) == [-1, 1]
    assert RolloutEvaluator(1).evaluate(last) == last.returns()


def test_an_unknown_level_is_refused():
    with pytest.raises(UnlocatedError, match="expert") as caught:
        LevelBot("expert")
    assert caught.value.code == "E704"


@LONG
def test_the_example_of_the_page_runs(monkeypatch, capsys):
    root = resources().root
    page = root / "docs" / "how-to" / "use-openspiel.md"
    if not page.exists():
        pytest.skip("an installed package has no docs")
    code = re.search(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL)[1]
    monkeypatch.chdir(root)
    exec(code, {})
    assert sum(literal_eval(capsys.readouterr().out)) == 0
