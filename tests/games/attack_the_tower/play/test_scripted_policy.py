"""What players by the script pick of the opponent's things."""

from random import Random

import pytest

from cardgen.games.attack_the_tower.play.scripted_policy import choose_action

from .tables import common, does, lay, match_of

ENEMY = {"of": "troop", "owner": "opponent", "pick": "one"}


@pytest.mark.parametrize(
    ("effect", "theirs", "picked"),
    [
        ({"destroy": {"who": ENEMY}}, "l1 c1 h1", "pick troop 1.2a of player 2"),
        ({"strike": {"who": ENEMY, "amount": 1}}, "c1 l1 h1", "pick troop 1.2a of player 2"),
        ({"power": {"who": ENEMY, "add": -1, "until": "turn"}}, "h1 c1 l1", "pick troop 1.3a of player 2"),
        ({"destroy": {"who": {**ENEMY, "of": "base"}}}, "a0 l1 h2", "pick base 1.3 of player 2"),
    ],
)
def test_scripted_players_pick_what_their_card_hits_hardest(effect, theirs, picked):
    for seed in range(5):
        state = does(lay(match_of(common("x", effect)), "l1", theirs, my_hand="x"), "play x")
        assert state.action_to_string(choose_action(state, 0, Random(seed))) == picked
