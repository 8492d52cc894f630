"""The list of all actions of a match has every action that is ever legal, each once and in order."""

from random import Random

import pytest

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.engine.attack_state import AttackState
from cardgen.games.attack_the_tower.engine.state.actions import all_actions

from .armies import match

ARMIES = [("elves", "samurai"), ("lockkeepers", "spore-court"), ("forty-elves", "forty-samurai")]


@pytest.mark.parametrize("damage", ["auto", "choose"])
@pytest.mark.parametrize("armies", ARMIES, ids="-".join)
def test_every_legal_action_is_listed(armies, damage):
    played = match(*armies, Config(damage=damage, chance="explicit", max_turns=40))
    listed, met = set(all_actions(played)), set()
    for seed in range(8):
        state, rng = AttackState.new(played, seed), Random(seed)
        while not state.is_terminal():
            met.update(state.legal_actions())
            state.apply_action(rng.choice(state.legal_actions()))
    assert met <= listed
    assert len(met) > 100


def test_listed_actions_are_in_order_and_have_a_text_each():
    played = match("elves", "samurai", Config())
    listed = all_actions(played)
    assert list(listed) == sorted(set(listed))
    state = AttackState.new(played, 0)
    assert [state.string_to_action(state.action_to_string(action)) for action in listed] == list(listed)
