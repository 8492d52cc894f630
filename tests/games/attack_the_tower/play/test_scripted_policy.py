"""What players by the script do, and what they pick of the opponent's things."""

from random import Random

import pytest

from cardgen.games.attack_the_tower.engine import decisions
from cardgen.games.attack_the_tower.engine.compiler.match import compile_match
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.play.scripted_policy import _weakens, best_attack, choose_action

from .armies import with_abilities
from .tables import LETTERS, common, does, lay, match_of

ENEMY = {"of": "troop", "owner": "opponent", "pick": "one"}


@pytest.mark.parametrize(
    ("effect", "theirs", "picked"),
    [
        ({"destroy": {"who": ENEMY}}, "l1 c1 h1", "pick troop 1.2a of player 2"),
        ({"strike": {"who": ENEMY, "amount": 1}}, "c1 l1 h1", "pick troop 1.2a of player 2"),
        ({"power": {"who": ENEMY, "add": -1, "until": "turn"}}, "h1 c1 l1", "pick troop 1.3a of player 2"),
        ({"destroy": {"who": {**ENEMY, "of": "base"}}}, "a0 l1 h2", "pick base 1.3 of player 2"),
        ({"destroy": {"who": {**ENEMY, "pick": "up_to_2"}}}, "l1 c1 h1", "pick troop 1.2a of player 2"),
        (
            {"strike": {"who": {**ENEMY, "of": "base"}, "even_if_defended": True}},
            "a0 h2 l1",  # what has no troops is worth nothing
            "pick base 1.3 of player 2",
        ),
    ],
)
def test_scripted_players_pick_what_their_card_hits_hardest(effect, theirs, picked):
    for seed in range(5):
        state = does(lay(match_of(common("x", effect)), "l1", theirs, my_hand="x"), "play x")
        assert state.action_to_string(choose_action(state, 0, Random(seed))) == picked


class Luck:
    """Random numbers that are all the same."""

    def __init__(self, number):
        self.number = number

    def random(self):
        return self.number


def chosen(state, number=0.0, player=0):
    return state.action_to_string(choose_action(state, player, Luck(number)))


def asked(state, decision, *legal):
    state.decision, state.legal = decision, tuple(state.string_to_action(text) for text in legal)
    return state


MATCH = match_of(common("x"))
BASES = {kind: MATCH.names[MATCH.type.index(number)] for number, kind in enumerate(LETTERS)}


def test_a_hand_without_bases_is_burned():
    for hand, text in (("x knight", "burn"), (f"x {BASES['l']}", "keep")):
        state = lay(MATCH, my_hand=hand)
        state.phase = Phase.BURN
        assert chosen(asked(state, None, "keep", "burn")) == text


@pytest.mark.parametrize(
    ("mine", "turn", "bases", "text"),
    [
        ("l1", 5, 1, "draw base"),
        ("l1", 5, 2, "draw ability"),
        ("", 0, 2, "draw base"),  # before the first turn three are wanted
        ("", 0, 3, "draw ability"),
        ("l0 l0 l0 / s0 s0 s0 / h0 h0", 5, 0, "draw base"),
        ("l0 l0 l0 / s0 s0 s0 / h0 h0", 5, 1, "draw ability"),  # no more than there are empty slots
        ("l0 l0 l0 / s0 s0 s0 / h0 h0 h0", 5, 0, "draw ability"),
    ],
)
def test_bases_are_drawn_for_empty_slots(mine, turn, bases, text):
    state = lay(MATCH, mine, "l0 l0 l0", my_hand=" ".join(["x", *[BASES["a"]] * bases]))
    state.turn = turn
    ask = (decisions.DRAWS, 0, 2, decisions.ANY_PILE)
    assert chosen(asked(state, ask, "draw ability", "draw base")) == text
    only = "draw base" if text == "draw ability" else "draw ability"
    assert chosen(asked(state, ask, only)) == only


def test_the_strongest_troops_are_built_on_an_empty_slot_beside_most_bases():
    state = lay(MATCH, "l0 / s0 s0", my_hand=f"{BASES['c']} {BASES['a']}")
    state.phase = Phase.RENEWAL_BUILD
    builds = [f"build {BASES[kind]} on {slot} of player 1" for kind in "ca" for slot in ("1.1", "1.2", "2.3", "3.1")]
    assert chosen(asked(state, None, *builds, "done")) == f"build {BASES['a']} on 2.3 of player 1"
    assert chosen(asked(state, None, builds[0], "done")) == "done", "nothing is built over a base"
    assert chosen(asked(state, None, builds[3], builds[5], "done")) == builds[5]


@pytest.mark.parametrize(
    ("mine", "theirs", "palaces", "value", "attack"),
    [
        ("l0", "l1", ("", ""), -99, ""),
        ("h1", "l1 l0", ("", ""), 1, "attack territory 1 -> territory 1"),  # what is left is not enough for a base
        ("c1 a1", "l0 l0", ("", ""), 4, "attack territory 1 -> territory 1"),
        (
            "/ c2 a2",
            "l0 l0 / l0 l0 l0",
            ("", ""),
            12 + 10,
            "attack territory 2 -> territory 2",
        ),  # then the palace falls
        ("/ / a2 a2", "l2 l2 l2 / h2 h2 l0 / s2 s2 s2", ("", ""), 8 + 8, "attack territory 3 -> territory 2"),
        ("c2 a1", "l0 l0 l0 / c2 c2 c2 / a2 a2 a2", ("", ""), 8, "attack territory 1 -> territory 1"),
        ("c2 a1", "/ s2 s2 s2 / h2 h2 h2", ("", ""), 10, "attack territory 1 -> territory 1"),
        ("c2 a1", "/ c2 c2 c2 / a2 a2 a2", ("", "knight"), 0, "attack territory 1 -> territory 1"),
        ("c2 a2", "/ c2 c2 c2 / a2 a2 a2", ("", "knight"), 10, "attack territory 1 -> territory 1"),
        ("l1", "s1 / l1 / a1", ("elder", ""), 5 + 10, "attack palace -> territory 1"),
        ("l1", "h2 / h2 / h2", ("", ""), -3, "attack territory 1 -> territory 1"),
    ],
)
def test_attacks_are_rated_by_what_they_destroy(mine, theirs, palaces, value, attack):
    state = lay(MATCH, mine, theirs, my_palace=palaces[0], their_palace=palaces[1])
    found, action = best_attack(state, 0)
    assert (found, state.action_to_string(action) if action >= 0 else "") == (value, attack)
    other = lay(MATCH, theirs, mine, my_palace=palaces[1], their_palace=palaces[0])
    assert best_attack(other, 1) == (found, action)


def test_the_luck_decides_whether_abilities_are_played_or_kept():
    state = lay(MATCH, "l1", "a2", my_hand="x")
    state.phase = Phase.ACT
    asked(state, None, "play x", "attack territory 1 -> territory 1", "end turn")
    assert (chosen(state, 0.69), chosen(state, 0.7)) == ("play x", "end turn"), "no attack is good"
    must = lay(MATCH, "l1", "h1 / a2 / a1", my_hand="x")
    must.phase = Phase.ACT
    asked(must, None, "play x", *(f"attack territory 1 -> territory {site}" for site in (1, 2, 3)))
    assert chosen(must, 0.9) == "attack territory 1 -> territory 1", "the player must act"
    asked(state, None, "attack territory 1 -> territory 2", "end turn")
    assert chosen(state) == "end turn"
    good = lay(MATCH, "c2", "l1 / l0", my_hand="x")
    good.phase = Phase.ACT
    assert best_attack(good, 0) == (15, good.string_to_action("attack territory 1 -> territory 1"))
    for legal in (["attack territory 1 -> territory 2", "end turn"], ["attack territory 1 -> territory 2"]):
        assert chosen(asked(good, None, *legal)) == legal[-1], "the best attack is not allowed"
    for phase in (Phase.WINDOW, Phase.STEP_WINDOW):
        state.phase = phase
        asked(state, None, "play x", "pass")
        assert (chosen(state, 0.69), chosen(state, 0.7)) == ("play x", "pass")
        assert chosen(asked(state, None, "pass")) == "pass"
    for phase in (Phase.OPPONENT, Phase.REPLY):
        state.phase = phase
        asked(state, None, "play x", "pass")
        assert (chosen(state, 0.69), chosen(state, 0.7)) == ("pass", "pass")
        assert chosen(asked(state, None, "pass", "play x"), 0.7) == "play x"
        assert chosen(asked(state, None, "play x")) == "play x"


def test_abilities_are_chosen_while_slots_are_empty_and_then_bases():
    full = "l0 l0 l0 / s0 s0 s0 / h0 h0 h0"
    for mine, text in (("l0", "choose x"), (full, f"choose {BASES['a']}")):
        state = lay(MATCH, mine, my_hand=f"x {BASES['a']}")
        ask = (decisions.CARDS, 0, 0, MATCH.every_card, 1, decisions.DISCARD)
        asked(state, ask, "choose x", f"choose {BASES['a']}")
        assert {chosen(state, number) for number in (0.0, 0.9)} == {text}
        only = asked(state, ask, "choose x")
        assert chosen(only) == "choose x"


@pytest.mark.parametrize(
    ("mine", "theirs", "text"),
    [
        ("l0 l0", "", "renew"),
        ("", "l0 l0", "renew"),  # nothing else to do
        ("l1 l0", "l1 l0", "renew"),
        ("c2 / l1", "l0 l1", "renew"),  # two more troops for the opponent
        ("c2 / l1", "l0 l0", "hold"),  # three more, and an attack is good
        ("a2 a2 c2", "l1 / l0 l0", "hold"),  # the palace can be destroyed
        ("c2", "l0 l0 / l0 l0 / l0 l0", "hold"),  # the opponent has more room, and an attack is good
        ("l1", "l0 l0 / s0 s0 / h0 h0", "renew"),  # no attack is good,
    ],
)
def test_a_renewal_is_announced_unless_an_attack_is_better(mine, theirs, text):
    state = lay(MATCH, mine, theirs)
    state.phase = Phase.ANNOUNCE
    assert chosen(asked(state, None, "renew", "hold")) == text


def test_equally_strong_troops_are_built_by_luck():
    state = lay(MATCH, my_hand=f"{BASES['l']} {BASES['s']}")
    state.phase = Phase.SETUP_BUILD
    builds = [f"build {BASES[kind]} on 1.1 of player 1" for kind in "ls"]
    asked(state, None, *builds, "done")
    assert {state.action_to_string(choose_action(state, 0, Random(seed))) for seed in range(8)} == {*builds}


def test_cards_that_damage_or_weaken_are_known_by_their_effects():
    troops = {"of": "troop", "owner": "opponent"}
    weaken, destroy = {"power": {"who": troops, "add": -1, "until": "turn"}}, {"destroy": {"who": ENEMY}}
    counted = {"for_each": {"of": {"of": "base", "owner": "self"}, "effects": ({"strike": {"who": ENEMY}},)}}
    later = {"id": "later", "kind": "special", "icon": "star", "name": "later", "timing": {"window": ("main",)}}
    later |= {"troop": {"power": 1, "leave": ({"strike": {"who": troops}},)}}
    cards = {"weaken": (weaken,), "destroy": (destroy,), "counted": (counted,), "both": (destroy, weaken)}
    armies = [
        with_abilities(
            [{**common(f"{name}-{army}", *effects), "name": f"{name}-{army}", "kind": "common", "icon": "hand"}
             for name, effects in cards.items()] + [{**later, "id": f"later-{army}", "name": f"later-{army}"}],
            army,
        )
        for army in ("north", "south")
    ]  # fmt: skip
    match = compile_match(*armies)
    plays = [title for title, program in zip(match.titles, match.play_program, strict=True) if program >= 0]
    weakening = [title for title in plays if _weakens(match, match.play_program[match.titles.index(title)])]
    assert weakening == [f"{name}-{army}" for army in ("north", "south") for name in ("weaken", "counted", "both")]
    assert not any(_weakens(match, program) for program in match.leave_program if program >= 0)
