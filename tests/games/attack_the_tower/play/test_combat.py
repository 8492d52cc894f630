"""Combat against every assignment that the rules allow, enumerated by a separate and simple implementation."""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.engine.battle import pools
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.battlefield import manned_units
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.engine.state.units import (
    BASES,
    PALACE_OF,
    SLOTS_OF,
    SPECIAL,
    TERRITORIES_OF,
    TERRITORY,
    TERRITORY_SLOTS,
    bases_of,
)

from .tables import LETTERS, lay, match_of, shape

POWER = {"l": 1, "s": 1, "h": 2, "c": 3, "a": 4}


def outcomes(attackers, defenders, structures, rule):
    """All results of one combat: pairs of survivors of the attacker, and of troops and structures of the defender.

    Args:
        attackers, defenders: Lists of (name, power, traits), traits of `i` and `a`.
        structures: Powers.
        rule: R01: regular, never or early.
    """
    found = set()
    first = sum(p for _, p, t in attackers if "i" in t and "a" not in t)
    siege = sum(p for _, p, t in attackers if "i" in t and "a" in t)
    back = sum(p for _, p, t in defenders if "i" in t and "a" not in t)
    for hits in spreads(first, [p for _, p, _ in defenders]):
        dead = [h >= p for h, (_, p, _) in zip(hits, defenders, strict=True)]
        rest = first - sum(hits) + siege if all(dead) else 0
        for early in spreads(rest, structures) if rule == "early" else [(0,) * len(structures)]:
            for answer in spreads(back, [p for _, p, _ in attackers]):
                carry = first - sum(hits) + siege if rule == "regular" else 0
                found |= regular(attackers, defenders, structures, (hits, early, answer), carry)
    return found


def regular(attackers, defenders, structures, damage, carry):
    hits, early, answer = damage
    a = [(u, d) for u, d in zip(attackers, answer, strict=True) if d < u[1]]
    d = [(u, h) for u, h in zip(defenders, hits, strict=True) if h < u[1]]
    s = [p for p, e in zip(structures, early, strict=True) if e < p]
    pool = sum(u[1] for u, _ in a if u[2] == "")
    siege = sum(u[1] for u, _ in a if u[2] == "a") + carry
    strike = sum(u[1] for u, _ in d if u[2] == "") + sum(structures)
    found = set()
    for more in spreads(pool, [u[1] - h for u, h in d]):
        unmanned = all(m >= u[1] - h for m, (u, h) in zip(more, d, strict=True))
        for broken in spreads(pool - sum(more) + siege if unmanned else 0, s):
            for back in spreads(strike, [u[1] - h for u, h in a]):
                mine = tuple(sorted(u[0] for (u, h), b in zip(a, back, strict=True) if h + b < u[1]))
                theirs = tuple(sorted(u[0] for (u, h), m in zip(d, more, strict=True) if h + m < u[1]))
                left = tuple(sorted(p for p, b in zip(s, broken, strict=True) if b < p))
                found.add((mine, theirs, left))
    return found


def spreads(pool, needs):
    """All ways to deal at most `pool` damage, to each target at most what it needs."""
    return [hits for hits in product(*(range(need + 1) for need in needs)) if sum(hits) <= pool]


def units(text):
    """The troops of a territory such as "l2 s1"."""
    traits = {"s": "i", "a": "a"}
    return [(w[0], POWER[w[0]], traits.get(w[0], "")) for w in text.split() if w != "-" for _ in range(int(w[1]))]


def engine_outcomes(state):
    """All results that the engine reaches, whatever is assigned."""
    found, waiting, seen = set(), [state], set()
    while waiting:
        state = waiting.pop()
        text = state.to_text()
        if text in seen:
            continue
        seen.add(text)
        if state.phase == Phase.HIT:
            for action in state.legal_actions():
                assert action >= actions.HIT
                following = state.clone()
                following.apply_action(action)
                waiting.append(following)
        else:
            found.add(result(state))
    return found


def result(state):
    mine = [w[0] for w in shape(state, 0).split() for _ in range(int(w[1]))]
    theirs = [w[0] for w in shape(state, 1).split("/")[0].split() if w != "-" for _ in range(int(w[1]))]
    bases = [4 for w in shape(state, 1).split("/")[0].split() if w != "-"]
    return tuple(sorted(mine)), tuple(sorted(theirs)), tuple(bases)


CASES = [
    ("l1", "l1"), ("s2", "l1 s1"), ("s1 h1", "c1"), ("s2 l2", "h1 -"), ("c2", "l2 l0"), ("a1 l1", "l1"), ("a1 s1", "s1"),
    ("s2 s2", "l0"), ("h2", "s2"), ("c1 s1", "a1"), ("a2", "l0 l0"), ("l2 h1", "l1 s1"), ("s2 h1", "h2"),
    ("c1 l1", "s1 l1"), ("s2 s1", "s2"),
]  # fmt: skip


@pytest.mark.parametrize("rule", ["regular", "never", "early"])
@pytest.mark.parametrize(("mine", "theirs"), CASES)
def test_engine_reaches_all_results_and_no_others(mine, theirs, rule):
    match = match_of(config=Config(damage="choose", palace_advance="may", initiative_vs_structures=rule))
    state = lay(match, mine, theirs)
    state.apply_action(actions.ATTACK)
    bases = [4 for word in theirs.split() if word != "-"]
    assert engine_outcomes(state) == outcomes(units(mine), units(theirs), bases, rule)


@given(st.lists(st.integers(0, 6), min_size=11, max_size=11), st.data())
def test_damage_is_spent_from_one_part_of_a_pool_after_the_other(before, data):
    state = lay(match_of(), "l1", "l1")
    state.combat_step = [*before]
    parts = data.draw(st.permutations([pools.POOL, pools.FREE, pools.EXTRA, pools.BREACH]))
    parts = parts[: data.draw(st.integers(1, 4))]
    available = pools.available_damage(state, parts)
    assert available == sum(before[part] for part in parts)
    points = data.draw(st.integers(0, available))
    pools.spend_damage(state, [], [points], parts)
    expected, rest = [*before], points
    for part in parts:
        taken = min(rest, before[part])
        expected[part], rest = before[part] - taken, rest - taken
    assert state.combat_step == expected and rest == 0


def test_automatic_assignment_gives_a_result_that_the_rules_allow():
    """No other choice of the attacker breaks more bases either."""
    rng = Random(5)
    match = match_of(config=Config(palace_advance="may"))
    for _ in range(150):
        mine, theirs = (
            " ".join(f"{rng.choice(LETTERS[:5])}{rng.randrange(low, 2)}" for _ in range(2)) for low in (1, 0)
        )
        state = lay(match, mine, theirs)
        state.apply_action(actions.ATTACK)
        bases = [4] * len(theirs.split())
        allowed = outcomes(units(mine), units(theirs), bases, "regular")
        assert result(state) in allowed, (mine, theirs)
        if "s1" not in theirs:  # otherwise it depends on the defender, whose initiative kills attackers first
            assert len(result(state)[2]) == min(len(left) for _, _, left in allowed), (mine, theirs)


def test_automatic_assignment_lets_the_regular_step_finish_what_initiative_wounded():
    """1 of a shooter and 2 of a heavy infantry kill a cavalry together."""
    state = lay(match_of(), "s1 h1", "c1 l0")
    state.apply_action(actions.ATTACK)
    assert shape(state, 1) == "c0 l0"


@pytest.mark.parametrize(
    ("doomed", "areas", "palace"),
    [
        (set(), {0, 1, 2}, True),
        ({"sentry"}, {0, 1}, True),  # nobody guards the third territory, which is empty
        ({"knight"}, {0, 1, 2}, True),
        ({"sentry", "knight", "raider"}, {0, 1}, False),
        ({"sentry", "knight"}, {0, 1}, False),  # the raider defends nothing
        ({"sentry", "first"}, {0, 1}, True),
        ({"sentry", "first", "second"}, {1}, True),
        ({"sentry", "third"}, {0}, True),
    ],
)
def test_what_is_manned_once_some_troops_are_dead(doomed, areas, palace):
    state = lay(match_of(), "l2 s0 / c1 - s0", "l1", my_palace="sentry knight raider")
    units = {"first": 0, "second": 1, "third": 6, "sentry": SPECIAL, "knight": SPECIAL + 2, "raider": SPECIAL + 4}
    found = manned_units(state, sum(1 << units[name] for name in doomed)) & (
        SLOTS_OF[0] | TERRITORIES_OF[0] | PALACE_OF[0] | BASES
    )
    slots = sum(TERRITORY_SLOTS[area] for area in areas)
    others = bases_of(TERRITORY_SLOTS[3])
    assert (
        found == slots | bases_of(slots) | others | sum(1 << TERRITORY + area for area in areas) | palace * PALACE_OF[0]
    )
