"""What players read of territories, and of cards of each other's hand that they know."""

import pytest

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.engine.state.piles import refill_piles
from cardgen.games.attack_the_tower.engine.state.zones import (
    ABILITY_DISCARD,
    ABILITY_DRAW,
    BASE_DISCARD,
    BASE_DRAW,
    KNOWN,
)
from cardgen.games.attack_the_tower.play.localizer import Localizer
from cardgen.games.attack_the_tower.play.prompts import describe_action, describe_question
from cardgen.games.attack_the_tower.play.subjects import subject_of
from cardgen.games.attack_the_tower.play.table_view import draw_table

from .tables import common, does, lay, match_of


@pytest.mark.parametrize("owner", [0, 1])
def test_a_territory_is_told_by_its_number_and_owner(owner):
    territory = {"of": "territory", "owner": ("self", "opponent")[owner], "pick": "one", "as": "t"}
    match = match_of(common("x", {"destroy": {"who": {"of": "base", "in": "$t"}}}, choose=(territory,)))
    state = does(lay(match, "l1 / s1", "l1 / c1", my_hand="x"), "play x")
    localizer = Localizer(match, "en")
    assert describe_question(localizer, state) == "x: choose one of these."
    told = [describe_action(localizer, state, action) for action in state.legal_actions()]
    name = localizer.players[owner]
    assert told == [f"Pick territory {number} ({name})" for number in (1, 2, 3)]
    places = [subject_of(state, action).places for action in state.legal_actions()]
    assert places == [(f"territory {3 * owner + at}",) for at in range(3)]


def test_a_player_reads_what_they_know_of_the_other_hand():
    match = match_of(common("x"))
    state = lay(match, "l1", "l1", my_hand="knight x", their_hand="elder x")
    localizer = Localizer(match, "en")
    known = {0: "elder", 1: "knight"}
    for viewer, name in known.items():
        state.zones[KNOWN + 1 - viewer] = (match.designs[name if viewer else f"{name}/2"],)
    for viewer, name in known.items():
        lines = [line.text for line in draw_table(localizer, state, viewer)]
        assert [line for line in lines if "known" in line.lower()] == [f"Known cards in hand: {name}"]


@pytest.mark.parametrize("player", [0, 1])
def test_empty_piles_are_made_of_the_discards_of_their_player(player):
    state = lay(match_of(common("x"), config=Config(reshuffle=True)), "l1", "l1")
    piles = ((ABILITY_DRAW, ABILITY_DISCARD), (BASE_DRAW, BASE_DISCARD))
    for draw, discard in piles:
        for owner in (0, 1):
            state.zones[discard + owner], state.zones[draw + owner] = state.zones[draw + owner], ()
    gone = [sorted(state.zones[discard + player]) for _, discard in piles]
    refill_piles(state, player)
    assert [sorted(state.zones[draw + player]) for draw, _ in piles] == gone
    for draw, discard in piles:
        assert state.zones[discard + player] == state.zones[draw + 1 - player] == ()
    kept = state.zones[ABILITY_DRAW + player]
    state.zones[ABILITY_DISCARD + player] = kept[:2]
    refill_piles(state, player)
    assert (state.zones[ABILITY_DRAW + player], state.zones[ABILITY_DISCARD + player]) == (kept, kept[:2])
