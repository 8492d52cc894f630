"""Sixty-eight combinations of the cards that ship: two armies, a table, what is done there, and what a reader of the cards predicts.

The predictions were written from the printed cards, the leaflet and the rulings, before the engine ran.
"""

from functools import cache

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.engine.compiler.match import compile_match
from cardgen.games.attack_the_tower.engine.state.phase import Phase

from .armies import army
from .tables import choices, does, lay
from .test_combinations import GO, SEEN

E, S, L, P = "elves", "samurai", "lockkeepers", "spore-court"

# Each case: the acting army and the other one, the table, the actions, and what the table shows at the end; `cannot` and `can` name
# actions that are not, or are, among the choices then.
CASES = {
    "elves of power 2 with initiative kill what spiders have weakened": (
        (E, S), {"mine": "l1 c1", "theirs": "h1 / s0", "my_hand": "first-light silk-and-venom"},
        ["play first-light", "play silk-and-venom", GO], {"mine": "l0 c0", "theirs": " / s0", "winner": -1},
    ),
    "damage beside a lower power opens the base": (
        (E, S), {"mine": "a1 c1", "theirs": "c2 / s0", "my_hand": "breath-of-ash silk-and-venom"},
        ["play breath-of-ash", "play silk-and-venom", GO], {"mine": "a0 c0", "theirs": " / s0"},
    ),
    "printed power 3 saves a samurai from two dragons, until the battle is over": (
        (E, S), {"mine": "a2", "theirs": "h1", "my_hand": "breath-of-ash", "their_hand": "death-poem"},
        ["play breath-of-ash", "play death-poem", "pass", GO], {"mine": "a1", "theirs": "h0"},
    ),
    "trolls that fell return at the end of the turn": (
        (E, S), {"mine": "h2", "theirs": "c2", "my_hand": "moss-on-bone"},
        ["play moss-on-bone", GO], {"mine": "h2", "theirs": "c1"},
    ),
    "a wound of the first step counts in the second": (
        (E, S), {"mine": "h1 l1", "theirs": "c2", "my_hand": "moss-on-bone first-light"},
        ["play moss-on-bone", "play first-light", GO], {"mine": "h1 l0", "theirs": "c1"},
    ),
    "druids that fell draw nothing": (
        (E, S), {"mine": "s2 / s1", "theirs": "c2", "my_hand": "counsel-of-stones"},
        ["play counsel-of-stones", GO, "end turn", "draw ability"], {"mine": "s0 / s1", "theirs": "c2", "cards": 1},
    ),
    "each of two counsels draws for each druid": (
        (E, S), {"mine": "s2", "theirs": "c2", "my_hand": "counsel-of-stones counsel-of-stones"},
        ["play counsel-of-stones", "play counsel-of-stones", "end turn", *["draw ability"] * 4], {"cards": 4},
    ),
    "one complete territory has room for one heart only": (
        (E, S), {"mine": "l1 l1 l1", "theirs": "l1", "my_hand": "elderheart", "my_palace": "elderheart"},
        [], {"cannot": ["play elderheart"]},
    ),
    "closed paths come too late for an attack and its march": (
        (S, E), {"mine": "c2 / c1", "theirs": "l0 / s0", "their_hand": "closed-paths"},
        [GO, "play closed-paths"],
        {"mine": "c0 / c1", "theirs": " / s0", "cannot": ["attack territory 2 -> territory 2"]},
    ),
    "monks beside kyudokas need not be sacrificed": (
        (E, S), {"mine": "l1", "theirs": "l1 s1 / s0", "their_hand": "last-prayer arrow-of-mercy"},
        [GO, "play last-prayer", "play arrow-of-mercy", "no more"], {"mine": "l0", "theirs": "l1 s1 / s0"},
    ),
    "two prayers sacrifice who fought": (
        (E, S), {"mine": "s1", "theirs": "l1 h1 / s0", "their_hand": "last-prayer death-poem"},
        [GO, "play last-prayer", "play death-poem"], {"mine": "s0", "theirs": "l0 h0 / s0"},
    ),
    "a cut comes on top of a printed power, whichever was first": (
        (S, E), {"mine": "h1", "theirs": "h1 / s0", "my_hand": "perfect-cut death-poem"},
        ["play perfect-cut", "play death-poem", GO], {"mine": "h0", "theirs": " / s0"},
    ),
    "two keepers draw two cards more": (
        (S, E),
        {"mine": "l0 l0 l0 / s0 s0 s0", "theirs": "l0", "my_palace": "keeper-of-scrolls keeper-of-scrolls", "phase": Phase.ANNOUNCE},
        ["renew", *["draw ability"] * 6], {"cards": 4, "their_cards": 2, "mine": "l1 l1 l1 / s1 s1 s1"},
    ),
    "the steppe burns what the battle has left unmanned": (
        (S, E), {"mine": "c2", "theirs": "l1 l0 / s0", "my_hand": "scorched-steppe"},
        [GO, "play scorched-steppe"], {"mine": "c0", "theirs": " / s0"},
    ),
    "the steppe does not burn what a troop defends": (
        (S, E), {"mine": "c1", "theirs": "c1 / s0", "my_hand": "scorched-steppe", "their_hand": "silk-and-venom"},
        [GO, "play silk-and-venom", "play scorched-steppe"], {"mine": "c0", "theirs": "c1 / s0"},
    ),
    "mercy in battle does not spare a kaiju outside of it": (
        (S, E), {"mine": "a2 s1 / a1", "theirs": "l1 / s0", "my_hand": "arrow-of-mercy drowning-tide"},
        ["play arrow-of-mercy", "play drowning-tide", "pick base 1.1 of player 2"],
        {"mine": "a1 s1 / a0", "theirs": " / s0"},
    ),
    "what the tide destroyed is salvaged in the same turn": (
        (S, L), {"mine": "a2", "theirs": "l1 / s0", "my_hand": "drowning-tide", "their_hand": "salvage"},
        ["play drowning-tide", "pick base 1.1 of player 2", "play salvage", "choose barge-yard"],
        {"theirs": " / s0", "their_cards": 1},
    ),
    "all hands, and fast water for who is there": (
        (L, S), {"mine": "l0 c2 / l0", "theirs": "l0", "my_hand": "all-hands fast-water"},
        ["play all-hands", "play fast-water", "pick base 2.1 of player 1"], {"mine": "l2 l2 / c2"},
    ),
    "hulls ignore a part of a perfect cut": (
        (S, L), {"mine": "c1", "theirs": "h1 / s0", "my_hand": "perfect-cut", "their_hand": "braced-hulls"},
        ["play perfect-cut", "pass", GO, "play braced-hulls"], {"mine": "c0", "theirs": "h0 / s0"},
    ),
    "two hulls ignore more than two huns deal": (
        (S, L), {"mine": "c2", "theirs": "h2 / s0", "their_hand": "braced-hulls braced-hulls"},
        [GO, "play braced-hulls", "play braced-hulls"], {"mine": "c0", "theirs": "h2 / s0"},
    ),
    "a flare weakens what first light has raised": (
        (L, E), {"mine": "s2 c1", "theirs": "l2 / s0", "my_hand": "blinding-flare", "their_hand": "first-light"},
        [GO, "play first-light", "play blinding-flare", "pick troop 1.1a of player 2", "pick troop 1.1b of player 2"],
        {"mine": "s0 c0", "theirs": "l0 / s0"},
    ),
    "steam lasts to the palace": (
        (L, E), {"mine": "a2", "theirs": "l0 / s0", "my_hand": "full-steam"},
        ["play full-steam", GO], {"winner": 0},
    ),
    "steam keeps a crane alive in defence, where it deals nothing": (
        (E, L), {"mine": "c1 h1", "theirs": "a1 / s0", "their_hand": "full-steam"},
        [GO, "play full-steam"], {"mine": "c0 h1", "theirs": "a1 / s0"},
    ),
    "a toll closes two of three territories": (
        (E, L), {"mine": "l1", "theirs": "l1 / l1 / l1", "my_hand": "first-light", "their_hand": "toll-chain"},
        ["play first-light", "play toll-chain", "pick territory 1 of player 2", "pick territory 2 of player 2", "pass"],
        {"cannot": [GO, "attack territory 1 -> territory 2"], "can": ["attack territory 1 -> territory 3"]},
    ),
    "dragons reach a pilot who guards a territory": (
        (E, L),
        {"mine": "a2 c2", "theirs": "l0 l0 l0 / s0", "their_palace": "harbour-pilot", "my_hand": "breath-of-ash"},
        ["play breath-of-ash", GO], {"mine": "a0 c0", "theirs": " / s0", "their_palace": "", "winner": -1},
    ),
    "spiders weaken a special troop too": (
        (E, S),
        {"mine": "c1", "theirs": "- / s0 s0 s0", "their_palace": "keeper-of-scrolls", "my_hand": "silk-and-venom"},
        ["play silk-and-venom", GO], {"mine": "c0", "their_palace": "", "winner": -1},
    ),
    "a capling at home pays for a burst": (
        (P, E), {"mine": "c1 / l1", "theirs": "h1 / s0", "my_hand": "burst"},
        [GO, "play burst"], {"mine": "c0 / l0", "theirs": "h0 / s0"},
    ),
    "a cloud of two brings first light to nothing": (
        (P, E), {"mine": "s2", "theirs": "l1 l0 / s0", "my_hand": "choking-cloud", "their_hand": "first-light"},
        [GO, "play first-light", "play choking-cloud"], {"mine": "s0", "theirs": "l0 l0 / s0"},
    ),
    "gillhulks regrow after the battle in which they fell": (
        (P, E), {"mine": "h1 / h0", "theirs": "c1", "my_hand": "regrow"},
        [GO, "play regrow", "pick base 1.1 of player 1", "pick base 2.1 of player 1"],
        {"mine": "h1 / h1", "theirs": "c1"},
    ),
    "undermined, and a stump for the last card": (
        (P, S), {"mine": "l1", "theirs": "l1", "my_hand": "undermine sudden-stump burst"},
        ["play undermine", "play sudden-stump", "build great-stump on 1.2 of player 1"],
        {"mine": "l1 a0", "theirs": "l0", "cards": 0},
    ),
    "no stump without a card to discard": (
        (P, S), {"mine": "l1", "theirs": "l1", "my_hand": "sudden-stump"},
        [], {"cannot": ["play sudden-stump"]},
    ),
    "threads find nothing in an empty discard pile": (
        (P, S), {"mine": "l1", "theirs": "l1", "my_hand": "spreading-threads"},
        ["play spreading-threads"], {"mine": "l1", "cards": 0},
    ),
    "dust takes two of five, then one of three": (
        (P, L),
        {"mine": "l1", "theirs": "l1", "my_hand": "itching-dust itching-dust", "their_hand": "braced-hulls full-steam full-steam dredger dredger"},
        ["play itching-dust", "pass", "play itching-dust"], {"their_cards": 2},
    ),
    "a taken card works for its taker": (
        (P, L), {"mine": "a2", "theirs": "l0 l0 l0 / s0", "my_hand": "borrowed-mask", "their_hand": "full-steam"},
        ["play borrowed-mask", GO, "play full-steam"], {"mine": "a0", "theirs": " / s0", "winner": -1},
    ),
    "a queen finds no card that still lies beside the board": (
        (P, L), {"mine": "l1 l1 l1", "theirs": "l1", "my_hand": "undermine queen-of-rot"},
        ["play undermine", "play queen-of-rot"], {"cards": 0, "my_palace": "queen-of-rot"},
    ),
    "a queen brings back what paid for a stump": (
        (P, L), {"mine": "l1 l1 l1", "theirs": "l1", "my_hand": "sudden-stump burst queen-of-rot"},
        ["play sudden-stump", "choose burst", "build great-stump on 2.1 of player 1", "play queen-of-rot"],
        {"cards": 1, "my_palace": "queen-of-rot", "mine": "l1 l1 l1 / a0"},
    ),
    "a cap that attacks takes a defender along": (
        (P, E), {"mine": "l1", "theirs": "c1 / s0", "my_palace": "sleeping-cap"},
        ["attack palace -> territory 1"], {"my_palace": "", "theirs": "c0 / s0"},
    ),
    "a cap that defends takes the pilot along": (
        (L, P), {"mine": "l0 l0 l0", "theirs": "- / s0", "my_palace": "harbour-pilot", "their_palace": "sleeping-cap"},
        ["attack palace -> territory 1"], {"my_palace": "", "their_palace": "", "winner": -1},
    ),
    "two dragons clear a cap, and the palace falls in the same step": (
        (E, P), {"mine": "a2 h1", "theirs": "- / s0", "their_palace": "sleeping-cap", "my_hand": "breath-of-ash"},
        ["play breath-of-ash", GO], {"winner": 0},
    ),
    "two cuts make a keeper fell a palace": (
        (S, L),
        {"mine": "l0 l0 l0", "theirs": "l0 / s0", "my_palace": "keeper-of-scrolls", "my_hand": "perfect-cut perfect-cut"},
        ["play perfect-cut", "play perfect-cut", "attack palace -> territory 1"], {"winner": 0},
    ),
    "parts beyond a full hand": (
        (L, S), {"mine": "l1", "theirs": "l1", "my_hand": "spare-parts full-steam full-steam salvage salvage"},
        ["play spare-parts", "choose full-steam", "choose full-steam", "choose salvage"], {"cards": 4},
    ),
    "who shot the only kyudoka takes the mercy away": (
        (E, S), {"mine": "s1", "theirs": "l1 s1 / s0", "their_hand": "last-prayer arrow-of-mercy"},
        [GO, "play last-prayer", "play arrow-of-mercy"], {"mine": "s0", "theirs": "l0 s0 / s0"},
    ),
    "a gillhulk that regrows before the march stays at home": (
        (P, E), {"mine": "h1 c2", "theirs": "l0 / s0", "my_hand": "regrow"},
        [GO, "play regrow", "pick base 1.1 of player 1"], {"mine": "h1 c0", "theirs": " / s0"},
    ),
    "a tide over a complete territory takes the heart": (
        (S, E), {"mine": "a2", "theirs": "l0 l0 l0 / s0", "my_hand": "drowning-tide", "their_palace": "elderheart"},
        ["play drowning-tide", "pick base 1.1 of player 2"], {"their_palace": "", "theirs": "- l0 l0 / s0"},
    ),
    "a cloud of two opens the empty territory that a pilot guards": (
        (P, L), {"mine": "s2", "theirs": "- / s0 s0 s0", "my_hand": "choking-cloud", "their_palace": "harbour-pilot"},
        [GO, "play choking-cloud"], {"mine": "s0", "their_palace": "", "winner": -1},
    ),
    "a troll that was undermined returns": (
        (P, E), {"mine": "l1", "theirs": "h1", "my_hand": "undermine", "their_hand": "moss-on-bone"},
        ["play undermine", "play moss-on-bone", "end turn"], {"theirs": "h1"},
    ),
    "all druids draw before cards beyond five are discarded": (
        (E, S), {"mine": "s2 s2", "theirs": "l1", "my_hand": "counsel-of-stones moss-on-bone elderheart elderheart"},
        ["play counsel-of-stones", "end turn", *["draw base"] * 4, "choose elderheart", "choose elderheart"], {"cards": 5},
    ),
    "a stolen tide works with the stumps of its taker": (
        (P, S), {"mine": "a2 / a1", "theirs": "l1 / s0", "my_hand": "borrowed-mask", "their_hand": "drowning-tide"},
        ["play borrowed-mask", "play drowning-tide", "pick base 1.1 of player 2"],
        {"mine": "a1 / a0", "theirs": " / s0"},
    ),
    "a stolen keeper draws for its taker in the owner's renewal": (
        (P, S), {"mine": "l0 l0 l0", "theirs": "l0", "my_hand": "borrowed-mask", "their_hand": "keeper-of-scrolls"},
        ["play borrowed-mask", "play keeper-of-scrolls", "end turn", *["draw ability"] * 5],
        {"cards": 3, "their_cards": 2, "my_palace": "keeper-of-scrolls"},
    ),
    "a stolen pilot defends an empty territory of its taker": (
        (P, L), {"mine": "l0 l0 l0", "theirs": "c1", "my_hand": "borrowed-mask", "their_hand": "harbour-pilot"},
        ["play borrowed-mask", "play harbour-pilot", "end turn", "hold", "attack territory 1 -> territory 2"],
        {"my_palace": "", "theirs": "c0"},
    ),
    "monks at prayer fight at the palace if the territory was empty": (
        (S, E), {"mine": "l2 c2", "theirs": "- / s0", "my_hand": "last-prayer"},
        ["play last-prayer", GO], {"winner": 0},
    ),
    "samurai of a poem are sacrificed before the march": (
        (S, E), {"mine": "h2 c2 s1", "theirs": "l0 / s0", "my_hand": "death-poem"},
        ["play death-poem", GO], {"mine": "h0 c0 s0", "theirs": " / s0", "winner": -1},
    ),
    "silk is over when the spider falls in the first step": (
        (E, S), {"mine": "c1 l1", "theirs": "s1 h1 / l0", "my_hand": "silk-and-venom", "their_hand": "perfect-cut"},
        ["play silk-and-venom", "pass", GO, "play perfect-cut", "pick troop 1.1a of player 2"],
        {"mine": "c0 l0", "theirs": "s1 h1 / l0"},
    ),
    "a burst kills the pilot in an empty territory, and the group marches": (
        (P, L), {"mine": "l1 a2 c1", "theirs": "- / s0 s0 s0", "their_palace": "harbour-pilot", "my_hand": "burst"},
        [GO, "play burst"], {"winner": 0},
    ),
    "hulls of two ignore a burst and a part of the combat": (
        (P, L), {"mine": "l1 c1 / l1", "theirs": "h2 / s0", "my_hand": "burst", "their_hand": "braced-hulls"},
        [GO, "play braced-hulls", "play burst", "pick troop 2.1a of player 1"],
        {"mine": "l0 c0 / l0", "theirs": "h1 / s0"},
    ),
    "trolls that fell with their base return on another": (
        (S, E), {"mine": "a2", "theirs": "h2 / h0", "my_hand": "drowning-tide", "their_hand": "moss-on-bone"},
        ["play drowning-tide", "pick base 1.1 of player 2", "play moss-on-bone", "end turn"], {"theirs": " / h2"},
    ),
    "the steppe does not burn what a pilot defends": (
        (S, L),
        {"mine": "c1", "theirs": "h1 l0 / - / s0 s0 s0", "my_hand": "scorched-steppe", "their_hand": "braced-hulls", "their_palace": "harbour-pilot"},
        [GO, "play braced-hulls", "play scorched-steppe"],
        {"mine": "c0", "theirs": "h1 l0 /  / s0 s0 s0", "their_palace": "harbour-pilot"},
    ),
    "steam does nothing for a dredger, who is of no type": (
        (L, S), {"mine": "l1 l1 l1", "theirs": "- / s0", "my_palace": "dredger", "my_hand": "full-steam"},
        ["play full-steam", "attack palace -> territory 1"], {"winner": -1, "my_palace": ""},
    ),
    "dragons in defence breathe": (
        (S, E), {"mine": "l2 s1", "theirs": "a1 / s0", "their_hand": "breath-of-ash"},
        [GO, "play breath-of-ash"], {"mine": "l0 s0", "theirs": "a1 / s0"},
    ),
    "silk kills a shooter before it strikes": (
        (E, S), {"mine": "c1 l1", "theirs": "s2 / s0", "my_hand": "silk-and-venom"},
        ["play silk-and-venom", GO], {"mine": "c0 l0", "theirs": " / s0"},
    ),
    "a keeper and one cut do not fell a palace": (
        (S, E), {"mine": "l0 l0 l0", "theirs": "- / s0", "my_palace": "keeper-of-scrolls", "my_hand": "perfect-cut"},
        ["play perfect-cut", "attack palace -> territory 1"], {"winner": -1, "my_palace": ""},
    ),
    "two keepers draw in the other player's renewal": (
        (E, S),
        {"mine": "l0", "theirs": "l0 l0 l0 / s0 s0 s0", "their_palace": "keeper-of-scrolls keeper-of-scrolls", "phase": Phase.ANNOUNCE},
        ["renew", *["draw base"] * 6], {"cards": 2, "their_cards": 4},
    ),
    "a mask finds nothing in an empty hand": (
        (P, E), {"mine": "l1", "theirs": "l1", "my_hand": "borrowed-mask"}, ["play borrowed-mask"], {"cards": 0},
    ),
    "a cap that falls with the last defender takes nobody along": (
        (P, E), {"mine": "l0 l0 l0", "theirs": "h1 / s0", "my_palace": "sleeping-cap queen-of-rot"},
        ["attack palace -> territory 1"], {"my_palace": "", "theirs": "h0 / s0"},
    ),
    "a flare finds no power of 2 among caplings": (
        (L, P), {"mine": "s1 l1", "theirs": "l2 / s0", "my_hand": "blinding-flare"},
        [GO, "play blinding-flare"], {"theirs": "l0 / s0"},
    ),
    "all hands come between two attacks": (
        (E, L), {"mine": "c1 / c1", "theirs": "l1 / s0", "their_hand": "all-hands"},
        [GO, "play all-hands", "pass", "attack territory 2 -> territory 1"], {"mine": "c0 / c0", "theirs": "l0 / s0"},
    ),
    "a toll does not stop the march": (
        (S, L), {"mine": "c2 c2", "theirs": "l0 / s0", "their_hand": "toll-chain"},
        [GO, "play toll-chain", "pick territory 1 of player 2", "pick territory 2 of player 2"],
        {"mine": "c0 c0", "theirs": " / s0", "winner": -1},
    ),
    "a stolen toll waits for the other player's turn": (
        (P, L), {"mine": "l1", "theirs": "l1", "my_hand": "borrowed-mask", "their_hand": "toll-chain"},
        ["play borrowed-mask"], {"cards": 1, "cannot": ["play toll-chain"]},
    ),
}  # fmt: skip


@cache
def match_of_armies(first, second):
    return compile_match(army(first), army(second), Config())


def test_what_a_reader_of_the_shipped_cards_predicts_is_what_happens():
    assert len(CASES) == 68
    for title, (armies, table, actions, expected) in CASES.items():
        state = does(lay(match_of_armies(*armies), **table), *actions)
        for key, value in expected.items():
            if key in ("can", "cannot"):
                assert all((one in choices(state)) == (key == "can") for one in value), f"{title}: {key}"
            else:
                assert SEEN[key](state) == value, f"{title}: {key}"
