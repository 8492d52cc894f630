"""Positions laid out by hand: any bases, troops, special troops and hands, at any point of the turn."""

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.engine.attack_state import AttackState
from cardgen.games.attack_the_tower.engine.compiler.match import compile_match
from cardgen.games.attack_the_tower.engine.state.changes import build_base, update_active_verbs
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.engine.state.zones import (
    ABILITY_DISCARD,
    ABILITY_DRAW,
    BASE_CARD,
    BASE_DISCARD,
    BASE_DRAW,
    HAND,
    PALACE_ZONE,
)

from .armies import with_abilities

LETTERS = "lshca"  # light infantry, shooter, heavy infantry, cavalry, artillery

SPECIALS = [
    {"id": name, "kind": "special", "icon": "star", "copies": 3, "name": name, "troop": troop,
     "timing": {"window": ("main", "battle")}}
    for name, troop in {
        "knight": {"power": 3},
        "elder": {"power": 7},
        "duellist": {"power": 4, "traits": ("initiative", "unique")},
        "rival": {"power": 2, "traits": ("unique",)},
        "warden": {"power": 2, "traits": ("loyal",)},
        "bombard": {"power": 6, "traits": ("artillery",)},
        "sentry": {"power": 1, "traits": ("initiative",), "static": ("guard",)},
        "idol": {"power": 5, "static": ("cannot_attack",)},
        "raider": {"power": 5, "static": ("cannot_defend",)},
    }.items()
]  # fmt: skip


def match_of(*abilities, config=None):
    """A match in which both armies have the special troops above and some more abilities, three of each."""
    plain = [{"copies": 3, "name": "x", "kind": "common", "icon": "hand", **ability} for ability in abilities]
    first = with_abilities([*SPECIALS, *plain], "north")
    second = with_abilities([*SPECIALS, *plain], "south")
    return compile_match(first, second, config or Config())


def common(name, *effects, window=("main", "battle"), **more):
    """A common ability that can be played at any time."""
    return {"id": name, "effects": effects, "timing": {"window": window}, **more}


def troop(name, icon, *effects, window=("main", "battle"), **more):
    """A troop ability that can be played at any time."""
    return {"id": name, "kind": "troop", "icon": icon, "effects": effects, "timing": {"window": window}, **more}


def lay(
    match,
    mine="",
    theirs="",
    *,
    my_hand="",
    their_hand="",
    my_palace="",
    their_palace="",
    phase=Phase.ACT,
    kind=AttackState,
    discarded=0,
):
    """A position in which player 1 is to act.

    Args:
        match: The match.
        mine, theirs: The territories, such as "l2 c1 - / s0": a letter of LETTERS and the troops for each base.
        my_hand, their_hand, my_palace, their_palace: Ids of cards.
        phase: Where in the turn; the active player is player 1.
        kind: Class of the state.
        discarded: Cards of each draw pile that are on its discard pile.
    """
    state = kind.new(match, 0, first=0)
    state.decision = state.legal = None
    state.turn, state.phase, state.player = 5, phase, 0
    for player, text in ((0, mine), (1, theirs)):
        for t, territory in enumerate(text.split("/")):
            for s, word in enumerate(territory.split()):
                if word != "-":
                    _base(state, player, 9 * player + 3 * t + s, LETTERS.index(word[0]), int(word[1]))
    cards = ((0, HAND, my_hand), (1, HAND, their_hand), (0, PALACE_ZONE, my_palace), (1, PALACE_ZONE, their_palace))
    for player, zone, names in cards:
        found = [_take(state, design_of(match, name, player), player) for name in names.split()]
        state.zones[zone + player] = tuple(sorted(found) if zone == HAND else found)
    for draw, discard in ((ABILITY_DRAW, ABILITY_DISCARD), (BASE_DRAW, BASE_DISCARD)):
        for player in (0, 1):
            pile = state.zones[draw + player]
            state.zones[discard + player], state.zones[draw + player] = pile[:discarded], pile[discarded:]
    update_active_verbs(state)
    state._advance()
    return state


def design_of(match, name, player):
    """The design of a card of a player's army."""
    both = [d for d, text in enumerate(match.names) if text.split("/")[0] == name]
    return next(d for d in both if match.army[d] == player)


def _take(state, design, player):
    zone = (BASE_DRAW if state.match.kind[design] == BASE_CARD else ABILITY_DRAW) + player
    pile = list(state.zones[zone])
    pile.remove(design)
    state.zones[zone] = tuple(pile)
    return design


def _base(state, player, slot, kind, troops):
    match = state.match
    pile = state.zones[BASE_DRAW + player]
    design = next(d for d in pile if match.type[d] == kind)
    _take(state, design, player)
    build_base(state, design, slot)
    state.troops |= (0, 1, 3)[troops] << 2 * slot


def does(state, *texts):
    """Play actions by their texts; `pass` also where there is nothing to pass."""
    for text in texts:
        names = {state.action_to_string(action): action for action in state.legal_actions()}
        if text == "pass" and text not in names:
            continue
        player = state.current_player()
        exact = f"{text}/2" if player == 1 and f"{text}/2" in names else text
        assert exact in names, f"{exact!r} is none of {sorted(names)}"
        state.apply_action(names[exact])
    return state


def choices(state):
    """The texts of all legal actions."""
    return [state.action_to_string(action) for action in state.legal_actions()]


def shape(state, player):
    """The bases and troops of a player, in the words of `lay`, trailing empty slots left out."""
    territories = []
    for t in range(3):
        words = []
        for slot in range(9 * player + 3 * t, 9 * player + 3 * t + 3):
            design = state.bases[slot]
            troops = (state.troops >> 2 * slot & 3).bit_count()
            words.append(f"{LETTERS[state.match.type[design]]}{troops}" if design >= 0 else "-")
        while words and words[-1] == "-":
            words.pop()
        territories.append(" ".join(words))
    return " / ".join(territories).rstrip(" /")


def palace(state, player):
    """The names of the special troops of a player."""
    return " ".join(state.match.names[d].split("/")[0] for d in state.zones[PALACE_ZONE + player])


def hand(state, player):
    """The names of the cards in a hand."""
    return " ".join(state.match.names[d].split("/")[0] for d in state.zones[HAND + player])
