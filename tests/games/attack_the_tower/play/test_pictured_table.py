"""The table with its pieces: what lies where, and what a player may not see."""

import pytest

from cardgen.games.attack_the_tower.engine.compiler.match import compile_match
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.phase import NO_BATTLE, PALACE_BATTLE, TERRITORY_BATTLE
from cardgen.games.attack_the_tower.engine.state.units import BASE, PALACE
from cardgen.games.attack_the_tower.engine.state.zones import BASE_CARD, BASE_DISCARD, HAND, KNOWN
from cardgen.games.attack_the_tower.play.localizer import Localizer
from cardgen.games.attack_the_tower.play.pictured_table import piece_of, table_areas
from cardgen.games.attack_the_tower.play.subjects import subject_of
from cardgen.geometry.units import Size
from cardgen.plugin.rules.tabletop import LineRole

from .tables import common, lay, match_of

CARD = Size(40, 53)
MATCH = match_of(common("flare"), common("ruse"))


@pytest.fixture
def state():
    return lay(MATCH, "l2 c1 - /s0", "- /l1", my_hand="flare ruse", their_hand="flare flare", their_palace="knight")


def pieces(state, player):
    areas = table_areas(Localizer(MATCH, "en"), state, player, CARD)
    return {piece.place: piece for area in areas for piece in area.pieces}


def test_bases_lie_in_their_places_with_counters_for_their_troops(state):
    found = pieces(state, 0)
    assert found["slot 0"].piece.startswith("bases/") and found["slot 0"].deck == 0
    assert (found["slot 2"].piece, found["slot 2"].count) == ("", 0)
    assert (found["troops 0"].side, found["troops 1"].side) == ("back", "face"), "the back shows two troops"
    assert "troops 3" not in found
    assert found["special 1 0"].piece == "abilities/knight" and found["special 1 0"].note == "3"
    (x, y, width, height), own = found["slot 0"].box, found["slot 1"].box
    assert (width, height) == (40, 53) and own[0] >= x + width and own[1] == y


def test_each_design_has_its_piece_whatever_its_army_holds():
    first, second = MATCH.armies
    few = compile_match(first.model_copy(update={"bases": first.bases[:2]}), second)
    for army, deck in enumerate(few.armies):
        pieces = [f"bases/{one.id}" for one in deck.bases] + [f"abilities/{one.id}" for one in deck.abilities]
        assert [piece_of(few, design) for design, owner in enumerate(few.army) if owner == army] == pieces


def test_more_special_troops_than_places_lie_on_each_other():
    found = pieces(lay(MATCH, their_palace="knight elder raider idol rival"), 0)
    boxes = [found[f"special 1 {number}"].box for number in range(5)]
    assert boxes[3:] == boxes[:2] and len({*boxes}) == 3


def test_each_sign_on_a_piece_is_explained(state):
    shooters = pieces(lay(MATCH, "s1", "a1"), 0)
    assert shooters["troops 0"].note == "1i"
    assert shooters["troops 0"].meaning == "1i: power 1, initiative (it deals its damage before other troops)."
    assert shooters["troops 9"].meaning == "4a: power 4, artillery (it damages bases and palaces only)."
    hurt = lay(MATCH, "l2 s0")
    hurt.damage = {PALACE: 3, 0: 1, BASE + 2: 1}
    found = pieces(hurt, 1)
    assert (found["palace 0"].note, found["palace 0"].meaning) == ("10*3", "10*3: power 10, has taken 3 damage.")
    assert found["troops 0"].meaning == "1*1: power 1, has taken 1 damage. 1: power 1."
    assert (found["slot 0"].note, found["slot 0"].meaning) == ("", "")
    assert (found["slot 1"].note, found["slot 1"].meaning) == ("4*1", "4*1: power 4, has taken 1 damage.")


def test_who_attacks_and_what_is_attacked_have_a_sign():
    state = lay(MATCH, "l2", "l1", my_palace="knight")

    def signs(group, site, stage):
        state.group, state.site, state.stage = group, site, stage
        return {place for place, piece in pieces(state, 1).items() if "\u2694" in piece.note}

    assert signs(-1, 0, NO_BATTLE) == set()
    assert signs(0, 2, TERRITORY_BATTLE) == {"territory 0", "territory 5"}
    assert signs(3, 1, TERRITORY_BATTLE) == {"palace 0", "territory 4"}
    assert signs(1, 2, PALACE_BATTLE) == {"territory 1", "palace 1"}
    state.active = 1
    assert signs(1, 2, PALACE_BATTLE) == {"territory 4", "palace 0"}


def test_a_hand_is_hidden_from_the_opponent_but_for_what_they_know(state):
    own, other = pieces(state, 0), pieces(state, 1)
    hand = {piece.piece for place, piece in own.items() if place.startswith("hand 0")}
    assert hand == {"abilities/flare", "abilities/ruse"}
    assert not any(place.startswith("hand 0") for place in other)
    unseen = other["unseen abilities 0"]
    assert (unseen.piece, unseen.side, unseen.count) == ("abilities/", "back", 2)
    ruse = MATCH.designs["ruse"]
    state.zones[KNOWN] = (ruse,)
    other = pieces(state, 1)
    assert other[f"hand 0 {ruse}"].piece == "abilities/ruse" and other["unseen abilities 0"].count == 1
    knight, base = MATCH.designs["knight"], MATCH.designs[MATCH.names[0]]
    state.zones[HAND], state.zones[KNOWN] = (*state.zones[HAND], knight, base, base), (ruse, knight, base)
    other = pieces(state, 1)
    assert [other[f"unseen {kind} 0"].count for kind in ("abilities", "bases")] == [1, 1]
    everything = pieces(state, -1)
    assert {"hand 0", "hand 1"} <= {place.rpartition(" ")[0] for place in everything}


def test_piles_show_their_backs_or_the_last_card(state):
    first, last = [design for design, kind in enumerate(MATCH.kind) if kind == BASE_CARD][:2]
    state.zones[BASE_DISCARD + 1] = (first, first, last)
    found = pieces(state, 0)
    assert (found["ability_draw 0"].piece, found["ability_draw 0"].side) == ("abilities/", "back")
    assert (found["base_discard 1"].count, found["base_discard 1"].piece) == (3, piece_of(MATCH, last))
    assert found["base_discard 0"].piece == ""


def test_the_viewer_is_below(state):
    areas = table_areas(Localizer(MATCH, "en"), state, 1, CARD)
    assert [area.role for area in areas] == [LineRole.OPPONENT, LineRole.OPPONENT, LineRole.OWN, LineRole.OWN]
    assert [area.deck for area in areas if area.board] == [0, 1]


def test_actions_are_about_cards_and_places(state):
    flare = MATCH.designs["flare"]
    play = subject_of(state, actions.PLAY + flare)
    assert (play.piece, play.deck, play.places) == ("abilities/flare", 0, (f"hand 0 {flare}",))
    for choice in (actions.ARRANGE, actions.SEE + 3000):
        seen = subject_of(state, choice + flare)
        assert (seen.piece, seen.deck, seen.places) == ("abilities/flare", 0, ())
    base = MATCH.kind.index(0)
    build = subject_of(state, actions.build_action(base, 2))
    assert build.places == (f"hand 0 {base}", "slot 2")
    assert subject_of(state, actions.ATTACK).places == ("territory 0", "territory 3")
    assert subject_of(state, actions.PICK + 3).places == ("troops 1",)
    assert subject_of(state, actions.DRAW_BASE).places == ("base_draw 0",)
    assert subject_of(state, actions.PASS).places == ()
