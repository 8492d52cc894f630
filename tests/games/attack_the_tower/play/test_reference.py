"""The engine against the slow second implementation: the same choices at every point of whole games."""

from random import Random

import pytest

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.engine.attack_state import AttackState
from cardgen.games.attack_the_tower.engine.state.zones import (
    ABILITY_DISCARD,
    ABILITY_DRAW,
    BASE_CARD,
    BASE_DISCARD,
    BASE_DRAW,
    HAND,
    PALACE_ZONE,
)

from .armies import match
from .reference import Reference

pytestmark = pytest.mark.extended

CHOOSE = Config(damage="choose", max_turns=25)


def table(state):
    names = state.match.names
    found = []
    for p in (0, 1):
        slots = [
            [
                (names[state.bases[g]], (state.troops >> 2 * g & 3).bit_count()) if state.bases[g] >= 0 else None
                for g in range(9 * p + 3 * t, 9 * p + 3 * t + 3)
            ]
            for t in range(3)
        ]
        zone = lambda *kinds: [names[d] for kind in kinds for d in state.zones[kind + p]]  # noqa: E731, B023
        found.append(
            (
                slots,
                zone(PALACE_ZONE),
                sorted(zone(HAND)),
                len(zone(ABILITY_DRAW)),
                len(zone(BASE_DRAW)),
                sorted(zone(ABILITY_DISCARD, BASE_DISCARD)),
            )
        )
    return found


def reference_of(state, choose):
    names, kinds = state.match.names, state.match.kind
    piles = [[[names[d] for d in state.zones[zone + p]] for zone in (ABILITY_DRAW, BASE_DRAW)] for p in (0, 1)]
    types = ("light_infantry", "shooter", "heavy_infantry", "cavalry", "siege_weapon")
    bases = {names[d]: types[state.match.type[d]] for d in range(len(names)) if kinds[d] == BASE_CARD}
    return Reference(choose, piles, bases, state.active, state.match.config.max_turns)


@pytest.mark.parametrize("seed", range(30))
def test_same_choices_in_whole_games(seed):
    armies = ("elves", "samurai") if seed % 2 else ("samurai", "elves")
    state, rng = AttackState.new(match(*armies, CHOOSE), seed), Random(seed)

    def choose(player, options):
        assert state.current_player() == player
        assert sorted(state.action_to_string(a) for a in state.legal_actions()) == sorted(options)
        assert table(state) == reference.table()
        action = rng.choice(state.legal_actions())
        state.apply_action(action)
        return state.action_to_string(action)

    reference = reference_of(state, choose)
    reference.run()
    assert state.is_terminal()
    assert state.winner == (-1 if reference.winner is None else reference.winner)
    assert table(state) == reference.table() or reference.winner is not None
