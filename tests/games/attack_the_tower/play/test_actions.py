"""The list of all actions of a match has every action that is ever legal, each once and in order."""

from random import Random

import pytest

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.engine.attack_state import AttackState
from cardgen.games.attack_the_tower.engine.compiler.match import compile_match
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.actions import all_actions
from cardgen.plugin.rules.errors import InvalidActionError

from .armies import match, with_abilities
from .tables import common, match_of

ARMIES = [("elves", "samurai"), ("lockkeepers", "spore-court"), ("forty-elves", "forty-samurai")]


@pytest.mark.parametrize("damage", ["auto", "choose"])
@pytest.mark.parametrize("armies", ARMIES, ids="-".join)
def test_every_legal_action_is_listed(armies, damage):
    played = match(*armies, Config(damage=damage, chance="explicit", max_turns=40))
    listed, met = set(all_actions(played)), set()
    for seed in range(4):
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


def test_only_what_some_card_decides_by_lot_is_listed():
    draw, peek = {"draw": {"who": "self"}}, {"peek": {"who": "opponent"}}
    coin = {"coin": {"heads": (draw,), "tails": (peek,)}}
    of_six = {"die": {"sides": 6, "results": ({"faces": (6,), "effects": (draw,)},)}}
    of_twenty = {"die": {"sides": 20, "results": ({"faces": (1,), "effects": (draw,)},)}}
    two = {"choose_one": {"options": ({"effects": (draw,)}, {"effects": (peek,)})}}
    for effects, lots in (
        ((draw,), []),
        ((coin,), ["heads", "tails"]),
        ((of_six,), [f"roll {face}" for face in range(1, 7)]),
        (
            (of_twenty, coin, two),
            ["option 1", "option 2", "heads", "tails", *(f"roll {face}" for face in range(1, 21))],
        ),
    ):
        played = match_of(common("x", *effects))
        listed = [action for action in all_actions(played) if actions.OPTION <= action < actions.PICK]
        assert [actions.to_text(played, action) for action in listed] == lots


def test_what_lies_beside_the_actions_of_a_kind_is_no_action():
    played = match("elves", "samurai", Config())
    count = len(played.names)
    ends = {
        0: len(actions.WORDS), actions.ATTACK: 12, actions.OPTION: 3, actions.ROLL: actions.MOST_SIDES, actions.PICK: actions.UNIT_LIMIT,
        actions.PLAY: count, actions.CARD: count, actions.DEAL: count, actions.FIRST: 2, actions.ARRANGE: count,
        actions.SEE + 3000: count, actions.SEE + 4000: 0, actions.BUILD: actions.SLOTS * count,
        actions.HIT: actions.POINT_LIMIT * actions.UNIT_LIMIT,
    }  # fmt: skip
    for start, number in ends.items():
        for action in (start, start + number - 1) if number else ():
            assert actions.from_text(played, actions.to_text(played, action)) == action
        for action in (start - 1, start + number):
            if action not in (actions.UNSEEN, actions.FIRST + 1, actions.HEADS - 1):
                with pytest.raises(InvalidActionError, match=f"^E701 {action} is not an action of this game"):
                    actions.to_text(played, action)
    for other in (
        (True, 1.0, "1", None) if actions.__file__.endswith(".py") else ()
    ):  # compiled code takes integers alone
        with pytest.raises(InvalidActionError, match="is not an action of this game"):
            actions.to_text(played, other)


@pytest.mark.parametrize("number", ["0", "00", "1000", "9" * 5000])
@pytest.mark.parametrize(
    "text",
    [
        "pick special {} of player 1",
        "pick territory {} of player 2",
        "option {}",
        "roll {}",
        "deal {} to palace of player 1",
    ],
)
def test_numbers_out_of_range_are_no_actions(text, number):
    if text.startswith("deal") and number == "0":  # damage may be nothing
        return
    with pytest.raises(InvalidActionError):
        actions.from_text(match("elves", "samurai", Config()), text.format(number))


def test_cards_of_one_id_have_names_of_their_own():
    army = with_abilities([{"id": "hut", "name": "x", "timing": {"window": "main"}, "kind": "common", "icon": "hand"}])
    played = compile_match(army, army)
    assert [name for name in played.names if name.startswith("hut")] == ["hut", "hut/ability", "hut/2", "hut/ability/2"]
    for design, name in enumerate(played.names):
        assert actions.from_text(played, f"deal {name}") == actions.DEAL + design
