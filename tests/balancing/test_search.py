"""The search on contests whose truth is known."""

from dataclasses import replace
from math import log
from types import SimpleNamespace

import pytest

from cardgen.balancing.assistant import _Assistant
from cardgen.balancing.evidence import Evidence
from cardgen.balancing.propose import Costs, distance
from cardgen.balancing.rates import RateBook
from cardgen.balancing.result import BalanceSetup, NumberChange, PairingRate
from cardgen.balancing.search import LAST_STEPS, Found, GameBudget, Search
from cardgen.balancing.space import UNCHANGED, Matchup, Number, Space
from cardgen.balancing.surrogate import (
    LARGEST,
    LEVEL,
    OPPONENT,
    PAIR,
    SHARED,
    SMALLEST,
    Observation,
    Surrogate,
    sigmoid,
)
from cardgen.play.simulate.intervals import Interval
from cardgen.report.source import Node, Span

from .worlds import Formula, free

SETUP = BalanceSetup(("suns", "moons"), ("suns",), ("script",), (), 400, 0, 0.05, 3, 6, "0")
EFFECTS = [0.3, 0.02, -0.01, 0.2, 0.0, 0.05]


def opened(trials, *, rounds=2000, seed=1, changes=3, is_legal=lambda _: True, **more):
    budget = GameBudget((rounds,) * len(trials.space.matchups), **more)
    return Search(trials.space, trials, is_legal, Costs(most_changes=changes), budget, seed)


def search(trials, **options):
    return opened(trials, **options).run()


def miss(trials, candidate):
    rates = [trials.rate(candidate, at) for at in range(len(trials.space.matchups))]
    return distance(trials.space, [log(rate / (1 - rate)) for rate in rates])


def test_a_deck_that_is_too_strong_comes_to_a_half_with_one_change():
    trials = Formula(free(EFFECTS), [0.62], EFFECTS)
    found = search(trials)
    assert miss(trials, UNCHANGED) == pytest.approx(15, abs=0.5)
    assert min(miss(trials, one) for one in found.finalists) < 3.5
    assert [trials.space.change_count(one) for one in found.finalists].count(1) == 1


def test_a_target_is_met_that_is_no_half():
    space = Space(free(EFFECTS).numbers, (Matchup(0, 1, 0, 0.65),))
    trials = Formula(space, [0.0], EFFECTS)
    assert abs(trials.rate(search(trials).finalists[0], 0) - 0.65) < 0.04


def test_the_same_seed_finds_the_same_and_another_plays_other_luck():
    found = [search(Formula(free(EFFECTS), [0.6], EFFECTS), rounds=120, seed=seed) for seed in (1, 1, 2)]
    assert found[0].finalists == found[1].finalists
    assert found[0].retest == found[1].retest
    assert found[0].evidence.blocks == found[1].evidence.blocks != found[2].evidence.blocks


def test_finalists_are_played_with_luck_that_the_search_has_not_seen():
    trials = Formula(free(EFFECTS), [0.6], EFFECTS)
    search(trials, rounds=150)
    *searched, last = trials.played
    before = {seed for block in searched for seeds in block.values() for seed in seeds}
    after = {seed for seeds in last.values() for seed in seeds}
    assert after.isdisjoint(before)
    assert UNCHANGED in {candidate for candidate, _ in last}


def test_all_candidates_of_a_block_have_the_same_luck_and_blocks_differ():
    trials = Formula(free(EFFECTS), [0.6], EFFECTS)
    search(trials, rounds=150)
    seen = []
    for block in trials.played:
        assert len({tuple(seeds) for seeds in block.values()}) == 1
        seen += next(iter(block.values()))
    assert len(seen) == len(set(seen))


def test_nothing_illegal_is_played():
    trials = Formula(free(EFFECTS), [0.6], EFFECTS)
    search(trials, rounds=150, is_legal=lambda candidate: 0 not in dict(candidate))
    assert not [index for block in trials.played for candidate, _ in block for index, _ in candidate if index == 0]


@pytest.mark.parametrize("late_after", [1, 2])
def test_once_it_is_late_only_the_finalists_are_played(late_after):
    """The first block is of the decks as they are; a block of changes is played even if it is late by then."""
    trials = Formula(free(EFFECTS), [0.6], EFFECTS, late_after=late_after)
    found = search(trials, rounds=900)
    assert len(trials.played) == 3
    assert {candidate for candidate, _ in trials.played[-1]} == {UNCHANGED, *found.finalists}
    assert found.finalists and not found.is_stopped
    everything = Formula(free(EFFECTS), [0.6], EFFECTS)
    search(everything, rounds=900)
    assert len(everything.played) > 5


def test_random_changes_stay_in_their_ranges_and_keep_the_sum_of_copies():
    """Two moves of copies can take from one card more than each of them."""
    copies = [Number(0, f"c{at}", 4, -1, 1, group=0) for at in range(12)]
    space = Space((*copies, Number(0, "power", 5, 0, 1)), (Matchup(0, 1, 0),))
    searching = opened(Formula(space, [0.6], [0.1] * 13), changes=5)
    found = [searching._random_candidate() for _ in range(60)]
    assert all(map(space.is_inside, found))
    assert max(len(one) for one in found) > 3, "several moves"


@pytest.mark.parametrize("blocks", [0, 1, 6])
def test_what_is_known_is_kept_when_it_is_stopped(blocks):
    found = search(Formula(free(EFFECTS), [0.6], EFFECTS, stop_after=blocks), rounds=150)
    assert found.is_stopped
    assert not found.retest
    assert bool(found.finalists) == (blocks > 1)  # the first block is of the decks as they are


def test_the_budget_is_kept():
    trials = Formula(free(EFFECTS), [0.6], EFFECTS)
    searching = opened(trials, rounds=500)
    found = searching.run()
    for _ in range(LAST_STEPS):
        searching.test_again(found, found.finalists[0])
    rounds = sum(len(seeds) for block in trials.played for seeds in block.values())
    assert 400 < rounds < 600
    assert len(found.retest[found.finalists[0], 0]) == 25 + 3 * 67, "a share of its own, and the last steps"


@pytest.mark.parametrize(("rounds", "finalists"), [(100, 1), (500, 2), (500, 3)])
def test_each_finalist_gets_its_share_of_what_is_kept_for_the_retest(rounds, finalists):
    trials = Formula(free(EFFECTS), [0.6], EFFECTS)
    found = search(trials, rounds=rounds, finalists=finalists)
    tested = {candidate: len(seeds) for (candidate, _), seeds in trials.played[-1].items()}
    assert tested.keys() == {UNCHANGED, *found.finalists} and len(found.finalists) == finalists
    assert set(tested.values()) == {round(0.6 / 3 * rounds / (finalists + 1))}, "two thirds are for the last steps"
    before = sum(len(seeds) for block in trials.played[:-1] for seeds in block.values())
    assert 0.3 * rounds < before <= 0.5 * rounds
    assert {len(seeds) for seeds in trials.played[0].values()} == {round(0.3 * 0.4 * rounds)}


def test_what_stops_the_last_steps_is_known():
    trials = Formula(free(EFFECTS), [0.6], EFFECTS)
    searching = opened(trials, rounds=150)
    found = searching.run()
    searching.test_again(found, found.finalists[0])
    assert not found.is_stopped
    trials.stop_after = len(trials.played) + 1
    searching.test_again(found, found.finalists[0])
    assert found.is_stopped


def test_without_a_retest_the_search_has_all_rounds():
    trials = Formula(free(EFFECTS), [0.6], EFFECTS)
    assert search(trials, rounds=500, retest=False).retest == {}
    assert 0.9 * 500 < sum(len(seeds) for block in trials.played for seeds in block.values()) <= 1.1 * 500
    assert {len(seeds) for seeds in trials.played[0].values()} == {150}


def test_two_decks_may_change_and_each_pairing_counts():
    effects = [0.25, 0.25, 0.1, -0.2]
    trials = Formula(free(effects, decks=2), [0.5, 0.0, -0.6], effects)
    found = search(trials, changes=4)
    assert miss(trials, UNCHANGED) > 10
    assert miss(trials, found.finalists[0]) < 4.5


def test_copies_move_in_pairs():
    numbers = tuple(Number(0, f"c{at}", 4, -3, 3, group=0) for at in range(4))
    trials = Formula(Space(numbers, (Matchup(0, 1, 0),)), [0.6], [0.3, 0.1, 0.0, 0.05])
    best = search(trials).finalists[0]
    assert sum(steps for _, steps in best) == 0
    assert miss(trials, best) < 4


def test_levels_share_what_they_have_in_common():
    space = Space(free(EFFECTS).numbers, (Matchup(0, 1, 0), Matchup(0, 1, 1)))
    trials = Formula(space, [0.6, 0.5], EFFECTS)
    assert miss(trials, search(trials, rounds=2000).finalists[0]) < 4


def test_effects_are_found_with_the_right_sign_and_size():
    trials = Formula(free(EFFECTS), [0.3], EFFECTS)
    found = search(trials, rounds=1500)
    effects = [own[0] for own in found.surrogate.linear().effects]
    for index, true in enumerate(EFFECTS):
        assert abs(effects[index] - true) < 4 * found.surrogate.effect_error(index) + 0.02


def test_a_model_without_games_says_a_half():
    model = Surrogate(free(EFFECTS))
    model.fit([])
    assert model.linear().logits(((0, 1),)) == [0.0]
    assert sigmoid(0.0) == 0.5
    assert all(0 <= sigmoid(-logit) < 1e-300 for logit in (700.5, 705.0, 709.0, 711.0, 750.0, 800.0, 9999.0))


@pytest.mark.parametrize("scores", [(0.5, 0.5), (0.0, 1.0)])
def test_what_effects_may_vary_by_has_limits(scores):
    """Also if nothing has an effect, or a step of one number wins all games."""
    model = Surrogate(free([0.0] * 6))
    seen = [
        Observation(one, 0, 0, score, 1e-6, 1e-6) for one, score in zip((UNCHANGED, ((0, 1),)), scores, strict=True)
    ]
    for _ in range(20):
        model.fit(seen * 30)
    assert model.variances.keys() and all(SMALLEST <= variance <= LARGEST for variance in model.variances.values())


def test_a_number_has_effects_of_its_own_against_each_opponent_and_at_each_level():
    space = Space((Number(2, "n", 5, -3, 3),), (Matchup(0, 2, 0), Matchup(1, 2, 1), Matchup(2, 3, 0), Matchup(0, 1, 0)))
    found = [dict(Surrogate(space).changes(((0, 2),), at)) for at in range(4)]
    assert found == [
        {(SHARED, 0, 0): 2 * sign, (OPPONENT, 0, other): 2 * sign, (LEVEL, 0, level): 2 * sign, (PAIR, 0, 0): 4 * sign}
        for sign, other, level in ((-1, 0, 0), (-1, 1, 1), (1, 3, 0))
    ] + [{}]
    alone = Space(space.numbers, space.matchups[:1])
    assert dict(Surrogate(alone).changes(((0, 1),), 0)) == {(SHARED, 0, 0): -1, (PAIR, 0, 0): -1}


def test_up_to_300_pairs_of_numbers_of_a_deck_have_a_joint_effect():
    """Each number makes a pair with itself, too: 24 numbers of a deck make 300 pairs, and 17 of each of two decks make 306."""
    for numbers, decks, has_pairs in ((24, 1, True), (25, 1, False), (33, 2, True), (34, 2, False)):
        model, both = Surrogate(free([0.0] * numbers, decks=decks)), ((0, 1), (decks, -2))
        kinds = [(kind, first, second) for (kind, first, second), _ in model.changes(both, 0) if kind == PAIR]
        assert kinds == ([(PAIR, 0, 0), (PAIR, 0, decks), (PAIR, decks, decks)] if has_pairs else []), (numbers, decks)


def outliers_in(effects, backs):
    """A free space in which some numbers are far above their peers."""
    space = free(effects)
    numbers = [
        replace(one, back=backs.get(at, 0), least=min(backs.get(at, 0), -3)) for at, one in enumerate(space.numbers)
    ]
    return Space(tuple(numbers), space.matchups)


@pytest.mark.parametrize("rounds", [150, 1500])
@pytest.mark.parametrize("seed", range(3))
def test_outliers_are_brought_back_first(rounds, seed):
    """Two numbers were raised by 4 and by 5; many others could also take 13 points away."""
    effects = [0.06, 0.06, *[0.15] * 6]
    trials = Formula(outliers_in(effects, {0: -4, 1: -5}), [9 * 0.06], effects)
    found = search(trials, rounds=rounds, seed=seed)
    assert found.finalists[0] == ((0, -4), (1, -5))
    book = RateBook(SETUP, trials.space, found)
    assert book.is_better(found.finalists[0]) or rounds < 1500


def test_outliers_that_do_no_harm_stay():
    effects = [-0.06, -0.06, *[0.15] * 6]
    trials = Formula(outliers_in(effects, {0: -4, 1: -5}), [0.5], effects)
    assert search(trials, rounds=1500).finalists[0] != ((0, -4), (1, -5))


def test_a_change_without_effect_is_not_better():
    trials = Formula(free([0.0] * 6), [0.5], [0.0] * 6)
    found = search(trials, rounds=400)
    book = RateBook(SETUP, trials.space, found)
    assert not any(book.is_better(one) for one in found.finalists)


@pytest.mark.parametrize("than", [UNCHANGED, ((0, 2),)])
def test_a_candidate_is_better_if_its_games_say_so_beyond_chance(than):
    """Two rounds of each say something; with fewer the model has decided."""
    space, one = free([0.1] * 2), ((0, 1),)

    def is_better(own, before):
        scores = {(one, 0): dict(enumerate(own)), (than, 0): dict(enumerate(before))}
        return RateBook(SETUP, space, Found(Surrogate(space), Evidence(), retest=scores)).is_better(one, than)

    for own, before, better in (
        ([0.5] * 10, [1.0] * 10, True),
        ([1.0] * 10, [0.5] * 10, False),
        ([0.5] * 10, [0.5] * 10, False),
        ([0.5] * 2, [1.0] * 2, False),
        ([0.5] * 400, [0.6] * 400, True),
        ([0.6] * 400, [0.6] * 400, False),
        ([1.0], [0.5] * 2, True),
        ([1.0] * 2, [0.5], True),
        ([], [], True),
    ):
        assert is_better(own, before) == better, (len(own), len(before))


def test_all_games_of_the_decks_as_they_are_count_for_them():
    trials = Formula(free(EFFECTS), [0.6], EFFECTS)
    found = search(trials, rounds=400)
    played = {seed for block in trials.played for seed in block.get((UNCHANGED, 0), ())}
    (rate,) = RateBook(SETUP, trials.space, found).rates(UNCHANGED)
    assert rate.games == 2 * len(played)


BOTH, ONE, OTHER, STEP = ((0, -2), (1, -5)), ((0, -4),), ((2, 1),), ((1, -1),)
"""Two numbers back, one back, a small other change; a number half of the way back counts, a step does not."""


class Book:
    """Rates that are stated, by candidate; those of others are 44 to 54 %."""

    def __init__(self, stated, is_better=True):
        self.stated, self.better = stated, is_better

    def rates(self, candidate):
        low, high = self.stated.get(candidate, (0.44, 0.54))
        return [PairingRate("suns", "moons", "script", 0.5, None, Interval(low, (low + high) / 2, high), 100)]

    def is_better(self, _candidate, than=UNCHANGED):
        return than == UNCHANGED or self.better


def assistant():
    return _Assistant(SETUP, None, outliers_in([0.1] * 4, {0: -4, 1: -5}), None)


def test_proposals_that_bring_more_outliers_back_come_first_unless_they_seem_to_miss():
    def ranked(*both):
        book = Book({BOTH: both})
        return sorted([STEP, OTHER, ONE, BOTH], key=lambda candidate: assistant()._rank(book, candidate))

    assert ranked(0.4, 0.5)[:2] == [BOTH, ONE]
    assert ranked(0.3, 0.4)[0] == ONE
    assert ranked(0.4, 0.48)[:2] == [ONE, BOTH]  # seems to miss, and is still a way to bring them back


def test_outliers_come_first_only_if_that_helps_beyond_chance():
    def ranked(is_better):
        book = SimpleNamespace(
            rates=Book({BOTH: (0.4, 0.48), ONE: (0.4, 0.48)}).rates, is_better=lambda _candidate: is_better
        )
        return sorted([STEP, OTHER, ONE, BOTH], key=lambda candidate: assistant()._rank(book, candidate))

    assert ({*ranked(True)[:2]}, {*ranked(False)[:2]}) == ({ONE, BOTH}, {STEP, OTHER})


def test_of_proposals_that_meet_the_target_the_smaller_comes_first_of_others_the_nearer():
    """Distance and effort are both in points: a step costs 0.1, a change 0.4."""
    larger, both = ((2, 2),), ((2, 1), (3, 1))
    for stated, first in (
        ({OTHER: (0.42, 0.5), larger: (0.47, 0.53)}, OTHER),
        ({OTHER: (0.4, 0.48), larger: (0.42, 0.46)}, OTHER),
        ({OTHER: (0.395, 0.475), larger: (0.4, 0.48)}, larger),
        ({OTHER: (0.398, 0.478), both: (0.4, 0.48)}, OTHER),
    ):
        for order in (stated, reversed(stated)):
            assert min(order, key=lambda candidate: assistant()._rank(Book(stated), candidate)) == first, stated


def test_a_change_is_told_in_values_and_not_in_steps():
    number = Number(0, "gold", 40, -3, 3, step=4, card="cards/mine")
    opened = SimpleNamespace(freedom=SimpleNamespace(stated=[SimpleNamespace(node=Node(40, Span("suns.yaml", 3, 7)))]))
    (told,) = _Assistant(SETUP, opened, Space((number,), free(EFFECTS).matchups), None)._changes(((0, -2),))
    assert told == NumberChange("suns", "cards/mine", "gold", 40, 32, str(Span("suns.yaml", 3, 7)))


def test_the_last_games_are_of_what_the_answer_depends_on():
    """As long as it is not certain that the decks as they are miss the target, they are played, and then the best finalist."""
    for unchanged, both, asked in (
        ((0.54, 0.6), (0.4, 0.5), UNCHANGED),
        ((0.56, 0.6), (0.4, 0.5), BOTH),
        ((0.56, 0.6), (0.4, 0.48), BOTH),  # seems to miss, and few games say little
        ((0.56, 0.6), (0.3, 0.4), ONE),
    ):
        book = Book({UNCHANGED: unchanged, BOTH: both})
        assert assistant()._asked(book, [STEP, OTHER, ONE, BOTH]) == asked, (unchanged, both)
    assert assistant()._asked(Book({UNCHANGED: (0.56, 0.6)}), []) == UNCHANGED


def test_a_finalist_is_played_before_one_with_more_changes_unless_these_surely_help():
    """With a few games the smaller one seems to miss; what the other changes do besides may be chance."""
    more = (*BOTH, *OTHER)
    for both, is_better, asked in (
        ((0.4, 0.48), False, BOTH),
        ((0.4, 0.48), True, more),
        ((0.3, 0.4), False, more),  # misses for certain
    ):
        book = Book({UNCHANGED: (0.56, 0.6), BOTH: both}, is_better)
        assert assistant()._asked(book, [more, BOTH]) == asked, (both, is_better)
    book = Book({UNCHANGED: (0.56, 0.6), ONE: (0.4, 0.48)}, is_better=False)
    assert assistant()._asked(book, [((0, -4), (1, -5)), ONE]) == ((0, -4), (1, -5))  # brings more outliers back


@pytest.mark.parametrize(("other", "is_hopeless"), [((0.3, 0.4), True), ((0.3, 0.5), False)])
def test_numbers_cannot_do_it_only_if_nothing_that_seems_good_may_meet_the_target(other, is_hopeless):
    """A few games choose the finalists by chance; what the model knows of others must exclude these, too."""
    book = Book({BOTH: (0.3, 0.4), ONE: other})
    found = Found(None, None, finalists=[BOTH], others=[ONE])
    assert assistant()._is_hopeless(book, found) == is_hopeless
    assert not assistant()._is_hopeless(book, Found(None, None))
