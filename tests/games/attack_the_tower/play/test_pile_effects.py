"""Effects on piles and on what leaves the table: what moves where, and who knows it."""

from random import Random

import pytest

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.engine.attack_state import AttackState
from cardgen.games.attack_the_tower.engine.decisions.playing import replayable
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.changes import remove_units
from cardgen.games.attack_the_tower.engine.state.sights import (
    BOTTOM,
    TOP,
    put_on_pile,
    replace_top,
    seen_at,
    seen_from_top,
    show_top,
    take_top,
    unseen_part,
)
from cardgen.games.attack_the_tower.engine.state.units import SPECIAL
from cardgen.games.attack_the_tower.engine.state.zones import (
    ABILITY_DISCARD,
    ABILITY_DRAW,
    BASE_DISCARD,
    BASE_DRAW,
    HAND,
    KNOWN,
    PLAYED,
)
from cardgen.plugin.rules.state import CHANCE

from .tables import choices, common, design_of, does, hand, lay, match_of, palace, shape
from .test_turn_effects import star

STAY = Config(palace_advance="may", must_act=False)
EXPLICIT = Config(chance="explicit", palace_advance="may", must_act=False)
OWN, ENEMY = ({"of": "card", "owner": owner, "pick": "one"} for owner in ("self", "opponent"))
DESTROY = {"destroy": {"who": {"of": "troop", "owner": "opponent"}}}


def ready(*effects, mine="l1", theirs="l1", config=STAY, cards=(), my_hand="x", **more):
    return lay(match_of(common("x", *effects), *cards, config=config), mine, theirs, my_hand=my_hand, **more)


def played(*effects, **more):
    return does(ready(*effects, **more), "play x")


def stack(state, player, *names, zone=ABILITY_DRAW):
    """Put cards on top of a pile, the last name on top."""
    pile = list(state.zones[zone + player])
    for name in names:
        pile.remove(design_of(state.match, name, player))
    state.zones[zone + player] = (*pile, *(design_of(state.match, name, player) for name in names))
    return state


def top(state, player, count, zone=ABILITY_DRAW):
    return " ".join(state.match.names[d].split("/")[0] for d in state.zones[zone + player][::-1][:count])


def seen_line(state, viewer, player, kind="ability"):
    found = [
        line
        for line in state.observation_string(viewer).splitlines()
        if line.startswith(f"player {player + 1} {kind} seen")
    ]
    return found[0].partition(": ")[2] if found else ""


# Things that return.


def test_base_returns_to_its_owners_hand_and_its_troops_go():
    state = played({"return": {"who": {"of": "base", "owner": "opponent", "pick": "one"}}}, theirs="c2")
    assert shape(state, 1) == ""
    assert state.match.type[state.zones[HAND + 1][0]] == 3
    assert state.zones[KNOWN + 1] == state.zones[HAND + 1]
    assert state.zones[BASE_DISCARD + 1] == ()
    assert not any(state.losses)  # nothing was destroyed


@pytest.mark.parametrize(("end", "index"), [("top", -1), ("bottom", 0)])
def test_special_troop_returns_to_a_pile_where_both_know_it(end, index):
    effect = {"return": {"who": {"of": "special", "owner": "opponent", "pick": "one"}, "to": end}}
    state = played(effect, their_palace="knight")
    assert palace(state, 1) == ""
    assert state.match.names[state.zones[ABILITY_DRAW + 1][index]] == "knight/2"
    words = "3 knight/2" if end == "top" else "/ 3 knight/2"
    assert seen_line(state, 0, 1) == seen_line(state, 1, 1) == words


def test_troop_on_a_base_is_no_card():
    state = played({"return": {"who": {"of": "troop", "owner": "opponent"}}}, theirs="l2 s1", their_palace="knight")
    assert (shape(state, 1), palace(state, 1), hand(state, 1)) == ("l0 s0", "knight", "")
    assert not any(state.losses)


def test_leaving_sets_off_leave_and_protection_from_destruction_does_not_help():
    safe = {"protect": {"who": {"of": "special"}, "from": "destroy", "until": "turn"}}
    back = {"return": {"who": {"of": "special", "owner": "self"}}}
    troop = star("t", leave=(DESTROY,))
    state = played(safe, back, cards=(troop,), my_palace="t")
    assert (shape(state, 1), hand(state, 0)) == ("l0", "t")


def test_stolen_base_returns_to_the_army_that_it_belongs_to():
    swap = {
        "swap": {
            "a": {"of": "base", "owner": "self", "pick": "one"},
            "b": {"of": "base", "owner": "opponent", "pick": "one"},
        }
    }
    state = played(swap, {"return": {"who": {"of": "base", "owner": "self"}}}, mine="l1", theirs="c1")
    assert (shape(state, 0), shape(state, 1)) == ("", "l1")
    assert len(state.zones[HAND + 1]) == 1


# put


def test_put_from_the_hand_is_secret():
    state = ready({"put": {"who": {**OWN, "in": "hand", "is": "ability"}, "to": "top"}}, my_hand="x knight elder")
    state.zones[KNOWN] = tuple(sorted(design_of(state.match, name, 0) for name in ("knight", "x")))
    does(state, "play x")
    assert sorted(choices(state)) == ["arrange elder", "arrange knight"]
    does(state, "arrange knight")
    assert top(state, 0, 1) == "knight"
    assert state.zones[KNOWN] == ()  # the other player no longer knows which of the two is left
    assert "knight" not in seen_line(state, 1, 0)
    assert seen_line(state, 0, 0) == "1 knight"
    assert "arrange knight" not in state.information_state_string(1)
    assert "arrange a card" in state.information_state_string(1)


@pytest.mark.parametrize(("kind", "put", "known"), [("ability", "knight", "hut"), ("base", "hut", "elder knight")])
def test_a_card_put_from_the_hand_leaves_what_is_known_of_the_other_kind(kind, put, known):
    who = {**OWN, "in": "hand", "is": kind}
    state = ready({"put": {"who": who, "to": "top"}}, my_hand="x knight elder hut yard")
    state.zones[KNOWN] = tuple(sorted(design_of(state.match, name, 0) for name in ("knight", "elder", "hut")))
    does(state, "play x", f"arrange {put}")
    assert " ".join(sorted(state.match.names[design] for design in state.zones[KNOWN])) == known


@pytest.mark.parametrize(("amount", "known"), [(1, "knight"), (2, "")])
def test_a_card_that_both_have_seen_is_known_in_the_hand_unless_it_was_one_of_several(amount, known):
    put = {"put": {"who": {**OWN, "in": "ability_discard"}, "to": "top"}}
    look = {"look": {"who": "self", "pile": "ability", "amount": amount, "take": 1}}
    state = ready(put, look)
    knight = design_of(state.match, "knight", 0)
    pile = [*state.zones[ABILITY_DRAW]]
    pile.remove(knight)
    state.zones[ABILITY_DRAW], state.zones[ABILITY_DISCARD] = tuple(pile), (knight,)
    does(state, "play x", *["arrange knight"] * (amount - 1))  # a card alone is taken
    assert "knight" in hand(state, 0)
    assert " ".join(state.match.names[design] for design in state.zones[KNOWN]) == known


def test_put_from_a_discard_pile_is_seen_by_both_and_drawn_by_name():
    put = {"put": {"who": {**ENEMY, "in": "ability_discard"}, "to": "top"}}
    state = ready(put, {"draw": {"who": "opponent", "pile": "ability"}})
    pile = list(state.zones[ABILITY_DRAW + 1])
    design = design_of(state.match, "elder", 1)
    pile.remove(design)
    state.zones[ABILITY_DRAW + 1], state.zones[ABILITY_DISCARD + 1] = tuple(pile), (design,)
    does(state, "play x")
    assert state.zones[KNOWN + 1] == (design,)


def test_opponent_may_choose_what_they_put():
    put = {"put": {"who": {**ENEMY, "in": "hand", "by": "opponent"}, "to": "bottom"}}
    state = played(put, their_hand="knight elder")
    assert state.current_player() == 1
    does(state, "arrange knight/2")
    assert state.zones[ABILITY_DRAW + 1][0] == design_of(state.match, "knight", 1)


def test_opponent_may_choose_what_the_player_of_the_card_puts():
    state = ready({"put": {"who": {**OWN, "in": "hand", "by": "opponent"}, "to": "top"}}, my_hand="x knight elder")
    does(state, "play x")
    assert (state.current_player(), choices(state)) == (1, ["choose knight", "choose elder"])
    assert top(does(state, "choose elder"), 0, 1) == "elder"


# mill, look, search


def test_mill_discards_from_the_top_as_far_as_there_are_cards():
    state = stack(ready({"mill": {"who": "opponent", "pile": "ability", "amount": 2}}), 1, "knight", "elder")
    does(state, "play x")
    assert [state.match.names[d] for d in state.zones[ABILITY_DISCARD + 1]] == ["elder/2", "knight/2"]
    assert "both players see elder/2" in state.information_state_string(0)
    state = ready({"mill": {"who": "opponent", "pile": "ability", "amount": 9}})
    state.zones[ABILITY_DISCARD + 1] = state.zones[ABILITY_DRAW + 1][2:]
    state.zones[ABILITY_DRAW + 1] = state.zones[ABILITY_DRAW + 1][:2]
    assert does(state, "play x").zones[ABILITY_DRAW + 1] == ()


def test_cards_looked_at_are_known_to_the_looker_only():
    state = stack(ready({"look": {"who": "opponent", "pile": "ability", "amount": 2}}), 1, "idol", "knight", "elder")
    does(state, "play x", "arrange knight/2")
    assert top(state, 1, 3) == "knight elder idol"
    assert seen_line(state, 0, 1) == "1 knight/2 1 elder/2"
    assert seen_line(state, 1, 1) == "1 1"
    assert "player 1 sees elder/2" in state.information_state_string(0)
    assert "elder/2" not in state.information_state_string(1).partition("history:")[2]
    for rng in map(Random, range(5)):
        assert top(state.resample_from_infostate(0, rng), 1, 2) == "knight elder"
    assert len({top(state.resample_from_infostate(1, Random(seed)), 1, 2) for seed in range(20)}) > 5


@pytest.mark.parametrize(("who", "player", "is_known"), [("opponent", 1, True), ("self", 0, False)])
def test_a_drawn_card_is_known_if_the_other_player_has_seen_it_on_the_pile(who, player, is_known):
    """Player 1 has looked at the top card."""
    pile = {"who": who, "pile": "ability"}
    state = stack(ready({"look": {**pile, "amount": 1}}, {"draw": pile}), player, "idol", "elder")
    does(state, "play x")
    assert hand(state, player).startswith("elder")
    assert bool(state.zones[KNOWN + player]) == is_known
    assert state.zones[KNOWN + 1 - player] == ()


@pytest.mark.parametrize(("put", "known"), [("knight", ["range", "stable"]), ("stable", ["elder", "knight"])])
def test_who_puts_a_card_of_a_hand_on_a_pile_hides_which_of_its_kind_are_left(put, known):
    state = ready(
        {"put": {"who": {**OWN, "in": "hand"}, "to": "bottom"}}, my_hand="x elder knight idol range stable hut"
    )
    state.zones[KNOWN] = tuple(design_of(state.match, name, 0) for name in ("range", "stable", "elder", "knight"))
    does(state, "play x", f"arrange {put}")
    assert [state.match.names[design] for design in state.zones[KNOWN]] == known
    for seed in range(5):
        held = hand(state.resample_from_infostate(1, Random(seed)), 0).split()
        assert len(held) == 5 and {*known} <= {*held}


@pytest.mark.parametrize("rest", ["top", "bottom", "discard"])
def test_look_takes_some_and_places_the_rest(rest):
    look = {"look": {"who": "self", "pile": "ability", "amount": 3, "take": 1, "rest": rest}}
    state = stack(ready(look), 0, "idol", "knight", "elder")
    size = len(state.zones[ABILITY_DRAW])
    does(state, "play x", "arrange knight")
    assert (hand(state, 0), state.zones[KNOWN]) == ("knight", ())
    if rest != "discard":
        does(state, "arrange idol")
    pile = state.zones[ABILITY_DRAW]
    names = [state.match.names[d] for d in pile]
    if rest == "top":
        assert names[::-1][:2] == ["idol", "elder"]
    elif rest == "bottom":
        assert names[:2] == ["elder", "idol"]
    else:
        assert [state.match.names[d] for d in state.zones[ABILITY_DISCARD]] == ["elder", "idol"]
    assert len(pile) == size - (3 if rest == "discard" else 1)


def test_search_of_the_opponents_pile_shows_what_is_left_for_the_hand():
    search = {"search": {"who": {**ENEMY, "in": "ability_draw"}, "to": "discard"}}
    state = played(search, their_hand="knight elder")
    assert "choose idol/2" in choices(state)
    assert state.zones[KNOWN + 1] == state.zones[HAND + 1]
    does(state, "choose idol/2")
    assert state.zones[ABILITY_DISCARD + 1] == (design_of(state.match, "idol", 1),)


def test_search_may_put_a_card_on_top_or_take_it():
    own = played({"search": {"who": {**OWN, "in": "ability_draw"}, "to": "top"}})
    assert top(does(own, "choose idol"), 0, 1) == "idol"
    assert seen_line(own, 1, 0) == "3 idol"
    theirs = played({"search": {"who": {**ENEMY, "in": "base_draw", "type": "cavalry"}, "to": "hand"}})
    assert state_types(theirs) == [3]


def state_types(state):
    return [state.match.type[d] for d in state.zones[HAND] if state.match.army[d] == 1]


def test_looking_is_chance_if_chance_is_a_player_and_seen_cards_stay():
    look = {"look": {"who": "self", "pile": "ability", "amount": 2}}
    state = played(look, {"draw": {"who": "self", "pile": "ability"}}, config=EXPLICIT)
    assert state.current_player() == CHANCE
    outcomes = dict(state.chance_outcomes())
    assert sum(outcomes.values()) == pytest.approx(1)
    first, second = (state.string_to_action(f"player 1 sees {name}") for name in ("elder", "idol"))
    state.apply_action(first)
    state.apply_action(second)
    does(state, "arrange idol")
    assert hand(state, 0) == "idol"  # the draw asked chance no more
    assert seen_line(state, 0, 0) == "1 elder"


def test_shuffling_forgets_what_was_seen():
    look = {"look": {"who": "self", "pile": "base", "amount": 1}}
    search = {"recover": {"who": {**OWN, "in": "base_draw"}}}
    assert seen_line(played(look), 0, 0, "base").startswith("1 ")
    state = played(look, search)
    state.apply_action(state.legal_actions()[0])
    assert state.sights == ()


def test_card_taken_from_the_opponents_pile_is_dealt_anew_only_within_its_army():
    state = played({"look": {"who": "opponent", "pile": "ability", "amount": 2, "take": 1}})
    state.apply_action(state.legal_actions()[0])
    for seed in range(10):
        other = state.resample_from_infostate(1, Random(seed))
        assert [state.match.army[d] for d in other.zones[HAND]] == [1]
        assert sorted(other.zones[ABILITY_DRAW]) == sorted(state.zones[ABILITY_DRAW])


# replay, steal


def test_ability_is_played_from_the_discard_pile():
    replay = {"replay": {"who": {**OWN, "in": "ability_discard"}}}
    y = common("y", DESTROY)
    state = ready(replay, cards=(y,))
    pile = list(state.zones[ABILITY_DRAW])
    for name in ("y", "knight"):
        pile.remove(design_of(state.match, name, 0))
    state.zones[ABILITY_DRAW] = tuple(pile)
    state.zones[ABILITY_DISCARD] = (design_of(state.match, "y", 0), design_of(state.match, "knight", 0))
    does(state, "play x")  # the knight has no complete territory, so there is no choice
    assert shape(state, 1) == "l0"
    assert design_of(state.match, "y", 0) in state.zones[PLAYED]


@pytest.mark.parametrize("window", ["main", "battle"])
def test_abilities_are_played_again_only_when_their_timing_admits(window):
    cards = tuple(
        {**common(f"{name}-{turn}", DESTROY), "timing": {"window": (name,), "turn": turn}}
        for name in ("main", "battle")
        for turn in ("any", "own", "opponent")
    )
    state = ready(cards=cards, my_hand="battle-any")  # with a card to play there is a stop in the battle
    if window == "battle":
        does(state, "attack territory 1 -> territory 1")
    for player, turn in ((0, "own"), (1, "opponent")):
        designs = {card["id"]: design_of(state.match, card["id"], player) for card in cards}
        state.zones[ABILITY_DISCARD + player] = tuple(designs.values())
        found = replayable(state, player, ABILITY_DISCARD + player, frozenset(designs.values()))
        assert found == sorted(designs[f"{window}-{one}"] for one in ("any", turn))


def test_no_ability_is_played_again_while_abilities_are_prevented():
    bar = common("y", {"prevent": {"what": "ability", "who": "self", "until": "turn"}})
    state = ready(cards=(bar, common("z", DESTROY)), my_hand="y")
    spare = design_of(state.match, "z", 0)
    state.zones[ABILITY_DISCARD] = (spare,)
    assert replayable(state, 0, ABILITY_DISCARD, frozenset((spare,))) == [spare]
    assert replayable(does(state, "play y"), 0, ABILITY_DISCARD, frozenset((spare,))) == []


@pytest.mark.parametrize(("most", "found"), [(3, 1), (2, 0)])
def test_no_ability_is_played_again_once_enough_were_played(most, found):
    """Two were: what plays it, and one more."""
    state = lay(match_of(common("z", DESTROY), config=Config(max_abilities=most)), "l1", "l1")
    spare = design_of(state.match, "z", 0)
    state.zones[ABILITY_DISCARD], state.plays = (spare,), 2
    assert len(replayable(state, 0, ABILITY_DISCARD, frozenset((spare,)))) == found


@pytest.mark.parametrize(("by", "known"), [("self", "elder"), ("opponent", "")])
def test_who_chooses_from_the_other_hand_has_seen_it(by, known):
    put = {"put": {"who": {**ENEMY, "in": "hand", "by": by}, "to": "top"}}
    state = played(put, their_hand="elder knight")
    does(state, next(text for text in choices(state) if "knight" in text))
    assert hand(state, 1) == "elder"
    assert " ".join(state.match.names[design].split("/")[0] for design in state.zones[KNOWN + 1]) == known


def test_ability_is_played_again_but_never_by_itself():
    again = {"replay": {"who": {"of": "card", "in": "played", "pick": "one"}}}
    hit = common("y", {"destroy": {"who": {"of": "troop", "owner": "opponent", "pick": "one"}}})
    state = ready(again, cards=(hit,), my_hand="x x y", theirs="l2 s1")
    does(state, "play x")
    assert (state.zones[PLAYED], state.plays) == ((design_of(state.match, "x", 0),), 1)
    does(state, "play y", "pick troop 1.2a of player 2", "play x")
    assert (shape(state, 1), state.plays) == ("l1 s0", 4)


def test_stolen_troop_moves_to_a_base_of_its_type():
    state = played(
        {"steal": {"who": {"of": "troop", "owner": "opponent", "pick": "one"}}}, mine="l0 h0 / h1", theirs="c1 h2 l0"
    )
    assert choices(state) == ["pick base 1.2 of player 1", "pick base 2.1 of player 1"]  # only its troops have a goal
    does(state, "pick base 2.1 of player 1")
    assert (shape(state, 0), shape(state, 1)) == ("l0 h0 / h2", "c1 h1 l0")
    assert not any(state.losses)


def test_stolen_special_troop_counts_towards_the_limit_and_goes_home_when_it_dies():
    effect = {"steal": {"who": {"of": "special", "owner": "opponent", "pick": "one"}}}
    state = played(effect, mine="l1 l1 l1", their_palace="elder warden")
    does(state, "pick special 1 of player 2")
    assert (palace(state, 0), palace(state, 1)) == ("elder", "warden")
    remove_units(state, 1 << SPECIAL)
    assert state.zones[ABILITY_DISCARD + 1] == (design_of(state.match, "elder", 1),)


def test_effects_follow_a_stolen_special_troop():
    power = {"power": {"who": {"of": "special", "owner": "opponent", "pick": "one"}, "add": 5, "until": "turn"}}
    effect = {"steal": {"who": {"of": "special", "owner": "opponent", "power": {"min": 6}, "pick": "one"}}}
    state = does(
        ready(power, effect, mine="l1", theirs="l1 l1 l1", their_palace="warden sentry"),
        "play x",
        "pick special 1 of player 2",
    )
    assert (palace(state, 0), palace(state, 1)) == ("warden", "sentry")
    again = AttackState.from_text(state.match, state.to_text())
    assert again.modifiers == state.modifiers


def test_actions_on_piles_have_texts():
    match = match_of(common("x", {"look": {"who": "self", "pile": "ability", "amount": 1}}))
    for action in (actions.ARRANGE, actions.SEE + 1000, actions.SEE + 3000, actions.UNSEEN_CHOICE, actions.ROLL + 5):
        text = actions.to_text(match, action)
        assert action == actions.UNSEEN_CHOICE or actions.from_text(match, text) == action
    assert set(actions.all_actions(match)) >= {actions.ARRANGE, actions.SEE + 1000}


# What players have seen of a pile, against a list of cards with their viewers.


def test_what_was_seen_of_a_pile_follows_its_cards():
    state = lay(match_of(common("x")))
    for seed in range(60):
        rng = Random(seed)
        zone = rng.choice((ABILITY_DRAW, ABILITY_DRAW + 1, BASE_DRAW, BASE_DRAW + 1))
        state.sights, state.zones[zone] = (), tuple(range(4))
        model = [[design, 0] for design in range(4)]
        for new in range(10, 24):
            viewers, count = rng.randint(1, 3), rng.randint(0, len(model))
            match rng.randrange(5):
                case 0:
                    show_top(state, zone, count, viewers)
                    for card in model[len(model) - count :]:
                        card[1] |= viewers
                case 1 if model:
                    assert take_top(state, zone) == tuple(model.pop())
                case 2:
                    put_on_pile(state, zone, new, TOP, viewers)
                    model.append([new, viewers])
                case 3:
                    put_on_pile(state, zone, new, BOTTOM, viewers)
                    model.insert(0, [new, viewers])
                case _:
                    count = min(count, 2)
                    replace_top(state, zone, (new, new + 50)[:count], count, viewers)
                    model[len(model) - count :] = [[new + 50, viewers], [new, viewers]][2 - count :]
            top, bottom = (seen_at(state, zone, end) for end in (TOP, BOTTOM))
            hidden = [0] * (len(model) - len(top) - len(bottom))
            assert [*bottom, *hidden, *reversed(top)] == [viewers for _, viewers in model]
            assert state.zones[zone] == tuple(design for design, _ in model)
            assert unseen_part(state, zone) == tuple(design for design, viewers in model if not viewers)
            seen = [bool(viewers) for _, viewers in reversed(model)]
            assert seen_from_top(state, zone) == [*seen, False].index(False)
            assert not state.sights or any(state.sights)
