"""Searches in spaces of each sort play, learn and find what is recorded."""

from pathlib import Path

from cardgen.balancing.propose import Costs
from cardgen.balancing.rates import RateBook
from cardgen.balancing.result import BalanceSetup
from cardgen.balancing.search import Found, GameBudget, Search
from cardgen.balancing.space import UNCHANGED, Matchup, Number, Space
from tests.recorded import check_recorded

from .worlds import Formula, free

EFFECTS = [0.3, 0.02, -0.01, 0.2, 0.0, 0.05]


def worlds():
    """Trials by name, with the choices of their searches."""
    yield "one deck against another", Formula(free(EFFECTS), [0.6], EFFECTS), {}
    several = Space(
        free(EFFECTS, decks=2, reach=2).numbers,
        (Matchup(0, 1, 0), Matchup(0, 2, 0, 0.6), Matchup(1, 2, 1), Matchup(1, 2, 0)),
    )
    yield "two decks, three matchups, two levels", Formula(several, [0.5, -0.2, 0.3, 0.1], EFFECTS), {"rounds": 90}
    numbers = tuple(
        Number(0, f"n{at}", 5, -3, 3, group=(None, None, 0, 0, None)[at], card=f"cards/{at}", back=(0, -2, 0, 1, 3)[at])
        for at in range(5)
    )
    yield (
        "numbers in pairs, with outliers",
        Formula(Space(numbers, (Matchup(0, 1, 0),)), [0.4], EFFECTS[:5]),
        {"seed": 4},
    )
    yield (
        "one change, some illegal",
        Formula(free(EFFECTS), [-0.4], EFFECTS),
        {"changes": 1, "is_legal": lambda one: all(steps != 1 for _, steps in one)},
    )
    yield (
        "outliers of which some are illegal",
        Formula(Space(numbers, (Matchup(0, 1, 2), Matchup(0, 1, 0))), [0.4, 0.2], EFFECTS[:5]),
        {"rounds": 40, "changes": 1, "is_legal": lambda one: (1, -2) not in one},
    )
    yield "stopped", Formula(free(EFFECTS), [0.6], EFFECTS, stop_after=3), {}
    yield "stopped within a block", Formula(free(EFFECTS), [0.6], EFFECTS, stop_after=2, answers=2), {}
    yield "late", Formula(free(EFFECTS), [0.6], EFFECTS, late_after=4), {}
    yield "late from the start", Formula(free(EFFECTS), [0.6], EFFECTS, late_after=0), {"rounds": 30}
    bent = Space(free(EFFECTS[:3], decks=2, reach=1).numbers, (Matchup(1, 0, 0), Matchup(1, 2, 0)))
    yield "three numbers, few candidates", Formula(bent, [2.5, -4], [0.9, -1, 0.2]), {"rounds": 300, "seed": 7}
    yield (
        "no retest, few finalists",
        Formula(free(EFFECTS), [0.6], EFFECTS),
        {"rounds": 60, "finalists": 2, "retest": False},
    )


def searched(trials, *, rounds=120, seed=1, changes=3, is_legal=lambda _: True, **more):
    budget = GameBudget((rounds,) * len(trials.space.matchups), **more)
    search = Search(trials.space, trials, is_legal, Costs(most_changes=changes), budget, seed)
    return search.run(), search.rng.random()


def told_search(trials, found: Found, after):
    for block in trials.played:
        yield "played " + "; ".join(f"{_told(one)} at {at}: {len(seeds)}" for (one, at), seeds in block.items())
    model = found.surrogate.linear()
    yield f"next random number {after:.4f}, variances {_short(found.surrogate.variances.values())}"
    yield f"base {_short(model.base)}"
    for index, effects in enumerate(model.effects):
        yield f"effect of {index}: {_short(effects)}, error {found.surrogate.effect_error(index):.4f}"
    yield f"pairs {sorted((one, other, f'{value:.4f}') for one, rest in model.pairs.items() for other, value in rest.items())}"
    tried = [UNCHANGED, *found.finalists, *found.others][:5]
    for one in tried:
        errors = [found.surrogate.uncertainty(one, at) for at in range(len(trials.space.matchups))]
        yield f"{_told(one)}: logits {_short(model.logits(one))}, uncertain by {_short(errors)}"
        yield f"  makes further steps worth {_short(model.cross_effects(one))}"
    yield f"finalists {' | '.join(map(_told, found.finalists))}; others {len(found.others)}; stopped {found.is_stopped}"
    setup = BalanceSetup(("a", "b", "c"), ("a",), ("script", "greedy", "search"), (), 400, 0, 0.05, 3, 6, "0")
    book = RateBook(setup, trials.space, found)
    for one in tried:
        rates = "; ".join(
            f"{rate.first}-{rate.second} {rate.level} {_interval(rate.predicted)} {_interval(rate.tested)} {rate.games}"
            for rate in book.rates(one)
        )
        yield f"rates of {_told(one)}: {rates}; better {book.is_better(one)}"


def _interval(one):
    return "none" if one is None else _short([one.low, one.estimate, one.high])


def _told(candidate):
    return " ".join(f"n{index}{steps:+}" for index, steps in candidate) or "as it is"


def _short(values):
    return "[" + ", ".join(f"{round(value, 4) + 0:g}" for value in values) + "]"


def test_searches_are_as_recorded():
    lines = []
    for name, trials, options in worlds():
        lines += [f"== {name}", *told_search(trials, *searched(trials, **options))]
    check_recorded(Path(__file__).with_name("searches.txt"), lines)
