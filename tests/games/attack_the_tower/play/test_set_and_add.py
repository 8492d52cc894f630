"""Cards that set a power and cards that add to it, against a model that knows only ruling R53.

R53: "a set power replaces the printed one; all additions and subtractions of the turn come on top, whatever was played
first; of two that set, the later one holds". The model keeps a list of what was played, in order, as a player would who
adds up what lies on the table. A special troop is played when it arrives, and takes its effect along when it leaves.
"""

from dataclasses import dataclass, field
from random import Random

import pytest

from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.changes import remove_units
from cardgen.games.attack_the_tower.engine.state.position import start_program
from cardgen.games.attack_the_tower.engine.state.stats import unit_stats
from cardgen.games.attack_the_tower.engine.state.units import SPECIAL
from cardgen.games.attack_the_tower.engine.state.zones import ABILITY_DRAW, PALACE_ZONE, PLAYED

from .armies import match as named
from .tables import common, design_of, does, lay, match_of

PRINTED = {"l": 1, "s": 1, "h": 2, "c": 3, "a": 4}
TYPES = {"l": "light_infantry", "s": "shooter", "h": "heavy_infantry", "c": "cavalry", "a": "siege_weapon"}
MINE, THEIRS = "l2 s1 h1 / c1 a1", "l1 c1 / h2 s1"

# Each card: of whose troops (0 the player's own, 1 the opponent's), of which type, one or all; `set` or `add`; a number.
CARDS = {
    "oath": (0, "l", "all", "set", 2),
    "giant": (0, "", "one", "set", 5),
    "curse": (1, "", "all", "set", 0),
    "even": (0, "", "all", "set", 1),
    "cut": (0, "", "one", "add", 3),
    "drums": (0, "", "all", "add", 1),
    "fear": (1, "", "all", "add", -1),
    "spurs": (0, "c", "all", "add", 2),
}
MOST = 7  # cards that are played on one table
AURAS = {
    "banner": (0, "l", "all", "set", 4),
    "yoke": (1, "", "all", "set", 2),
    "anthem": (0, "", "all", "add", 1),
    "dread": (1, "h", "all", "add", -1),
}


def effect_of(card, **until):
    whose, letter, pick, verb, number = card
    who = {"of": "troop", "owner": ("self", "opponent")[whose], "pick": pick}
    who |= {"type": TYPES[letter]} if letter else {}
    return {"power": {"who": who, verb: number, **until}}


def special(name, aura):
    frame = {
        "id": name,
        "name": name,
        "kind": "special",
        "icon": "star",
        "copies": MOST,
        "timing": {"window": ("main", "battle")},
    }
    return frame | {"troop": {"power": 2, "traits": ("loyal",), "aura": effect_of(aura)}}


MATCH = match_of(
    *(common(name, effect_of(card, until="turn"), copies=MOST) for name, card in CARDS.items()),
    *(special(name, aura) for name, aura in AURAS.items()),
)


@dataclass
class Model:
    """The table as its players see it: the troops, and what was played on whom, in order."""

    troops: dict[int, tuple[int, str]]  # by number: owner and letter
    played: list[tuple[str, int, str, frozenset[int], int]] = field(default_factory=list)

    def play(self, name, player, card, picked=None):
        whose, letter, _, verb, number = card
        owner = player ^ whose
        meant = {one for one, (own, kind) in self.troops.items() if own == owner and letter in ("", kind)}
        self.played.append((name, player, verb, frozenset(meant if picked is None else {picked}), number))

    def leave(self, name, player):
        self.played.remove(next(one for one in self.played if one[:2] == (name, player)))

    def power(self, troop):
        reached = [(verb, number) for *_, verb, meant, number in self.played if troop in meant]
        settings = [number for verb, number in reached if verb == "set"]
        start = settings[-1] if settings else PRINTED[self.troops[troop][1]]
        return start + sum(number for verb, number in reached if verb == "add")


def model_of():
    troops = {}
    for player, text in ((0, MINE), (1, THEIRS)):
        for t, territory in enumerate(text.split("/")):
            for s, word in enumerate(territory.split()):
                for n in range(int(word[1])):
                    troops[2 * (9 * player + 3 * t + s) + n] = (player, word[0])
    return Model(troops)


def test_the_power_of_troops_is_what_the_table_adds_up_to():
    for seed in range(60):
        rng, model, state = Random(seed), model_of(), lay(MATCH, MINE, THEIRS)
        for _ in range(rng.randint(2, MOST)):
            story = [one[:2] for one in model.played]
            palaces = [(name, player) for name, player in story if name in AURAS]
            if palaces and rng.random() < 0.15:
                name, player = rng.choice(palaces)
                index = state.zones[PALACE_ZONE + player].index(design_of(MATCH, name, player))
                remove_units(state, 1 << (SPECIAL + 2 * index + player))
                model.leave(name, player)
                state.legal = None
                state._advance()
            else:
                name, player = rng.choice([*CARDS, *AURAS]), rng.randrange(2)
                if (name, player) in palaces:
                    continue
                picked = play(state, name, player, rng)
                model.play(name, player, CARDS.get(name) or AURAS[name], picked)
            expected = {troop: model.power(troop) for troop in model.troops}
            found = {unit: power for unit, (power, _) in unit_stats(state, state.troops).items()}
            assert found == expected, f"seed {seed}: {[one[:2] for one in model.played]}"
            again = type(state).from_text(MATCH, state.to_text())
            assert unit_stats(again, again.troops) == unit_stats(state, state.troops)


def play(state, name, player, rng):
    """Play a card, whosever turn it is, and return the number of the troop that was picked."""
    design = design_of(MATCH, name, player)
    pile = list(state.zones[ABILITY_DRAW + player])
    pile.remove(design)
    state.zones[ABILITY_DRAW + player] = tuple(pile)
    state.zones[PLAYED] += (design,)
    state.legal = None
    start_program(state, player, design)
    state._advance()
    if state.decision is None:
        return None
    action = rng.choice(state.legal_actions())
    state.apply_action(action)
    return action - actions.PICK


@pytest.mark.parametrize("order", [("last-prayer", "perfect-cut"), ("perfect-cut", "last-prayer")])
def test_two_shipped_samurai_cards_give_power_5_in_either_order(order):
    """Last Prayer: "your Monks have printed power 2"; One Perfect Cut: "one of your troops gets +3 power": 2 + 3 = 5."""
    match = named("samurai", "elves")
    state = does(lay(match, "l1", "l1", my_hand=" ".join(order)), *(f"play {name}" for name in order))
    assert unit_stats(state, 1)[0][0] == 5


def test_a_trait_is_gained_or_lost_by_the_later_of_two_cards():
    """The same holds for traits, and for a special troop that arrives between two cards."""
    own = {"of": "troop", "owner": "self"}
    gain = common("gain", {"trait": {"who": own, "gain": "initiative", "until": "turn"}})
    lose = common("lose", {"trait": {"who": own, "lose": "initiative", "until": "turn"}})
    fog = special("fog", CARDS["even"])
    fog["troop"]["aura"] = {"trait": {"who": {"of": "troop"}, "lose": "initiative"}}
    match = match_of(gain, lose, fog)
    for order in (("gain", "lose"), ("lose", "gain"), ("gain", "fog"), ("fog", "gain"), ("lose", "fog", "gain")):
        state = lay(match, "s1", "l1", my_hand=" ".join(order))
        traits = unit_stats(does(state, *(f"play {name}" for name in order)), 1)[0][1]
        assert (traits & 1 == 1) == (order[-1] == "gain"), order
