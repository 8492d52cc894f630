"""The rulings R54 to R57 of the rules file, section 10c; R53 is in `test_set_and_add.py`.

M is the manual, E the elves deck, S the samurai deck.
"""

import pytest

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.engine.phases.turn import can_attack_after_arrival
from cardgen.games.attack_the_tower.engine.state.phase import Phase

from .tables import choices, common, does, hand, lay, match_of, palace, shape
from .test_effects_play import star
from .test_properties import FIELDS
from .test_rulings import ENEMY, says

LURE = {"steal": {"who": {"of": "special", "owner": "opponent", "pick": "one"}}}
FULL = "l1 l1 l1"


@pytest.mark.parametrize(
    ("mine", "my_palace", "their_palace", "playable"),
    [
        (FULL, "", "elder", True),
        ("l1 l1", "", "elder", False),  # no complete territory
        (FULL, "knight", "elder", False),  # it is taken already
        (FULL, "warden", "elder", True),  # a loyal one takes none
        ("l1", "", "warden", True),  # a loyal one needs none
        ("l1", "", "", True),  # a part without a target does nothing
    ],
)
def test_r54_a_special_troop_that_could_not_be_kept_is_not_taken(mine, my_palace, their_palace, playable):
    says(
        common("x", LURE),
        "Move one enemy special troop to your palace; it is yours.",
        "Mova uma tropa especial inimiga para o seu palácio; ela é sua.",
    )
    match = match_of(common("x", LURE))
    state = lay(match, mine, FULL, my_hand="x", my_palace=my_palace, their_palace=their_palace)
    assert ("play x" in choices(state)) == playable


def test_r54_only_those_that_could_be_kept_are_a_choice():
    state = lay(match_of(common("x", LURE)), "l1", FULL, my_hand="x", their_palace="elder warden")
    does(state, "play x")
    assert (palace(state, 0), palace(state, 1)) == ("warden", "elder")


@pytest.mark.parametrize(("their_palace", "playable"), [("elder warden", False), ("warden", True), ("elder", False)])
def test_r54_holds_for_each_troop_that_a_card_takes(their_palace, playable):
    """Without a complete territory only the loyal one, of power 2, can be kept."""
    for powers in (({"max": 3}, {"min": 5}), ({"min": 5}, {"max": 3})):
        takes = [{"steal": {"who": {**LURE["steal"]["who"], "power": power}}} for power in powers]
        state = lay(match_of(common("x", *takes)), "l1", FULL, my_hand="x", their_palace=their_palace)
        assert ("play x" in choices(state)) == playable, powers


def test_r54_where_it_happens_later_nothing_happens():
    later = common("x", {"delay": {"at": "turn_end", "effects": (LURE,)}})
    state = does(lay(match_of(later), "l1", FULL, my_hand="x", their_palace="elder"), "play x", "end turn")
    assert (palace(state, 0), palace(state, 1)) == ("", "elder")


# R55: a part without a target does nothing, whoever chooses it.


def test_r55_an_opponent_may_choose_the_part_that_has_no_target():
    destroy, draw = {"destroy": {"who": {**ENEMY, "pick": "one"}}}, {"draw": {"who": "self"}}
    options = ({"effects": (destroy,)}, {"effects": (draw,)})
    card = common("x", {"choose_one": {"by": "opponent", "options": options}})
    state = does(lay(match_of(card), "l1", "l0", my_hand="x"), "play x", "option 1")
    assert (shape(state, 1), hand(state, 0)) == ("l0", "")


# R56: M "the old Base is destroyed along with its Troops".


DRAW = {"draw": {"who": "self", "pile": "ability"}}


def test_r56_a_base_that_is_built_over_by_a_card_is_destroyed_with_its_troops():
    mourn = {"event": "destroyed", "who": "self", "until": "turn"}
    card = common("x", *({"when": {**mourn, "of": kind, "effects": (DRAW,)}} for kind in ("base", "troop")))
    build = {"build": {"card": {"of": "card", "owner": "self", "in": "hand", "pick": "one"}, "where": "any"}}
    match = match_of(card, common("y", build), config=Config(hand_limit=20))
    state = lay(match, "l2 s2", "l1", my_hand="x y range")
    does(state, "play x", "play y", "build range on 1.1 of player 1")
    assert shape(state, 0) == "s0 s2"
    assert len(hand(state, 0).split()) == 3  # once for the base, once for each of its two troops


def test_r56_a_base_that_is_built_over_in_a_renewal_is_destroyed_with_its_troops():
    ghoul = {"id": "ghoul", "kind": "special", "icon": "star", "timing": {"window": ("main",)}}
    mourn = {"event": "destroyed", "of": "base", "who": "self", "effects": (DRAW,)}
    match = match_of({**ghoul, "troop": {"power": 1, "when": (mourn,)}}, config=Config(hand_limit=20))
    state = lay(match, "l2 s2 h2", "l1", my_hand="range", my_palace="ghoul", phase=Phase.ANNOUNCE)
    does(state, "renew", "draw base", "draw base", "draw base", "draw base")
    before = len(hand(state, 0).split())
    does(state, "build range on 1.1 of player 1")
    assert (shape(state, 0), len(hand(state, 0).split())) == ("s0 s2 h2", before)  # the base has gone, a card has come


# R57: S, "renew or attack".


PEACE = star("peace", aura={"prevent": {"what": "attack", "who": "self"}}, traits=("loyal",))


def idle(hand_cards, phase=Phase.ANNOUNCE, **more):
    state = lay(
        match_of(common("any", DRAW), PEACE, config=Config(must_act=True)), my_hand=hand_cards, phase=phase, **more
    )
    state.previous_turn_idle, state.legal = True, None
    state._advance()
    return state


@pytest.mark.parametrize(
    ("mine", "hand_cards", "expected"),
    [
        (FULL.replace("1", "0"), "knight", ["renew", "hold"]),
        (FULL.replace("1", "0"), "idol", ["renew"]),  # cannot attack
        ("l0 l0", "knight", ["renew"]),  # cannot be played
        ("l0", "warden", ["renew", "hold"]),  # loyal
        (FULL.replace("1", "0"), "", ["renew"]),
        (FULL.replace("1", "0"), "any", ["renew"]),  # a common ability brings nobody
        (FULL.replace("1", "0"), "knight peace", ["renew", "hold"]),  # one of them is enough
        (FULL.replace("1", "0"), "peace", ["renew"]),  # forbids attacks as long as it is there
    ],
)
def test_r57_a_special_troop_that_may_be_played_may_make_the_attack(mine, hand_cards, expected):
    state = idle(hand_cards, mine=mine, theirs="l0")
    found = choices(state) if state.phase == Phase.ANNOUNCE else ["renew"]
    assert found == expected


def test_r57_whoever_announces_no_renewal_attacks():
    state = does(idle("knight", mine="l0 l0 l0", theirs="l0"), "hold")
    assert palace(state, 0) == "knight"  # there was nothing else to do
    assert "end turn" not in choices(state)
    does(state, "attack palace -> territory 1")
    assert (state.active, state.previous_turn_idle) == (1, False)  # the turn ended, as nothing was left to do


@pytest.mark.parametrize("phase", [Phase.ANNOUNCE, Phase.ACT])
def test_r57_trying_whether_a_troop_could_attack_leaves_no_trace(phase):
    """Neither of its arrival nor of its aura, which would bring one more of both with each look at the choices."""
    aura = {"power": {"who": {"of": "troop", "owner": "self"}, "set": 3}}
    banner = star("banner", aura=aura, traits=("loyal",))
    match = match_of(banner, config=Config(must_act=True))
    state = lay(match, FULL.replace("1", "0"), "l0", my_hand="banner knight", phase=phase)
    state.previous_turn_idle = True
    before = {name: getattr(state, name) for name in FIELDS}
    assert can_attack_after_arrival(state)
    assert {name: getattr(state, name) for name in FIELDS} == before
