"""What is said about abilities and decks that are wrong in all ways, and how their effects are put into words.

The abilities of the other tests get parts of each other, so that most of them contradict themselves. The other files say
which fault is found, and which texts were read; here no word may change unseen.
"""

import json
import re
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from random import Random
from zlib import crc32

from pydantic import ValidationError

from cardgen.games.attack_the_tower.checks.deck import CHECKS
from cardgen.games.attack_the_tower.checks.effects import check_effects
from cardgen.games.attack_the_tower.constants import CONSTANTS
from cardgen.games.attack_the_tower.effects import Effect
from cardgen.games.attack_the_tower.schema import Ability, ArmyDeck
from cardgen.games.attack_the_tower.wording import LEXICONS, describe
from tests.games.attack_the_tower.play.armies import army
from tests.games.attack_the_tower.test_checks_of_new_effects import NONSENSE
from tests.games.attack_the_tower.test_effects import CONSTRUCTS, FACTIONS, USUAL
from tests.games.attack_the_tower.test_wording import tuples
from tests.recorded import Sums, check_recorded

HERE = Path(__file__).parent
ALL = [USUAL | keys for army in FACTIONS.values() for keys in army]
ALL += [{"id": name, "name": name} | USUAL | keys for name, keys in CONSTRUCTS.items()]
ALL += [{"id": "nonsense", "name": "nonsense", **USUAL, "effects": effects, **keys} for _, _, effects, keys in NONSENSE]
OWN, ENEMY = {"of": "troop", "owner": "self"}, {"of": "troop", "owner": "opponent"}
ONE, TURN = {"pick": "one"}, {"until": "turn"}
SEVERAL = {"atleast": {"of": {**OWN, "in": "battle"}, "amount": 1}, "atmost": {"of": ENEMY, "amount": 4}}
DRAW = {"draw": {"who": "self"}}
RARE = {
    "while-of-one": {
        "effects": [
            {"power": {"who": OWN, "add": 1, **TURN, "while": {"atleast": SEVERAL["atleast"]}}},
            {"trait": {"who": OWN, "gain": "initiative", **TURN}},
        ]
    },
    "other-branch-of-two": {
        "effects": [
            {
                "if": {
                    "that": {"atmost": SEVERAL["atmost"]},
                    "then": [DRAW],
                    "else": [{"draw": {"who": "self", "amount": 2}}, {"discard": {"who": "self"}}],
                }
            }
        ]
    },
    "chosen-few": {
        "choose": [{**OWN, "pick": "up_to_2", "as": "t"}],
        "effects": [{"power": {"who": {"of": "troop", "in": "$t"}, "add": 1, **TURN}}, DRAW],
    },
    "cost-alone": {"cost": {"discard": {"amount": 1}}},
    "four-types": {
        "effects": [
            {
                "recover": {
                    "who": {
                        "of": "card",
                        "owner": "self",
                        "in": "ability_discard",
                        "type": ["shooter", "cavalry", "light_infantry", "siege_weapon"],
                        **ONE,
                    }
                }
            }
        ]
    },
    "moved-onto": {
        "effects": [
            {"move": {"who": {**OWN, **ONE}, "to": {"of": "base", "owner": "self", **ONE, "as": "b"}}},
            {"power": {"who": {"of": "base", "in": "$b"}, "add": 1, **TURN}},
        ]
    },
    "struck-again": {
        "effects": [
            {"power": {"who": {**ENEMY, **ONE, "as": "t"}, "add": -1, **TURN}},
            {"strike": {"who": {"of": "troop", "in": "$t"}, "amount": 2}},
        ]
    },
    "beside-a-few": {"effects": [{"power": {"who": {**ENEMY, "in": "battle"}, "add": -1, **TURN, "while": SEVERAL}}]},
    "beside-any": {
        "effects": [
            {
                "power": {
                    "who": {"of": "troop", "in": "battle"},
                    "add": 1,
                    **TURN,
                    "while": {"atleast": SEVERAL["atleast"]},
                }
            }
        ]
    },
    "power-below-nothing": {"effects": [{"power": {"who": ENEMY, "set": -2, **TURN}}]},
    "protected-twice": {
        "effects": [
            {"protect": {"who": OWN, "from": ["initiative", "destroy"], **TURN}},
            {"protect": {"who": OWN, "from": ["destroy", "sacrifice"], **TURN}},
        ]
    },
    "swapped-there": {
        "choose": [{"of": "territory", "owner": "self", **ONE, "as": "t"}],
        "effects": [{"swap": {"a": {"of": "base", "in": "$t", **ONE}, "b": {"of": "base", "in": "$t", **ONE}}}],
    },
    "own-choice": {"effects": [{"discard": {"who": "self", "by": "self"}}]},
    "no-recruits-on-one": {
        "effects": [
            {
                "prevent": {
                    "what": "recruit",
                    "who": "opponent",
                    "site": {"of": "base", "owner": "opponent", **ONE},
                    **TURN,
                }
            }
        ]
    },
    "end-on-arrival": {"kind": "special", "icon": "star", "troop": {"power": 2, "enter": [{"end_battle": {}}]}},
    "two-choices": {
        "effects": [{"choose_one": {"options": [{"effects": [DRAW]}, {"effects": [{"peek": {"who": "opponent"}}]}]}}]
        * 2
    },
    "told-of-another": {
        "kind": "special",
        "icon": "star",
        "troop": {
            "power": 1,
            "enter": [{"when": {"event": "attack", "until": "next_turn", "effects": [{"end_battle": {}}]}}],
            "leave": [{"delay": {"at": "battle_end", "effects": [DRAW]}}],
        },
    },
}
"""Abilities of words that come together seldom."""
SELF, OTHER = {"who": "self"}, {"who": "opponent"}
BASE, AREA = {"of": "base", "owner": "self"}, {"of": "territory", "owner": "self"}
STAR = {"kind": "special", "icon": "star"}
GAINS, NO_ATTACK = (
    {"power": {"who": {"of": "troop", "in": "$t"}, "add": 1, **TURN}},
    {"what": "attack_on", **OTHER, **TURN},
)
DRAWS, CHOSEN = {"effects": [DRAW]}, {"choose": [{**AREA, **ONE, "as": "t"}]}
TWO_CHOSEN = [{**ENEMY, **ONE, "as": "t"}, {**ENEMY, **ONE, "as": "u"}]


def of_chosen(name):
    return {"power": {"who": {"of": "troop", "in": f"${name}"}, "add": -1, **TURN}}


AT_EDGES = {
    "territories": {
        "effects": [
            {"prevent": {**NO_ATTACK, "site": {**AREA, **ONE, "as": "t"}}},
            {"prevent": {**NO_ATTACK, "site": {**AREA, "pick": "up_to_2"}}},
            {"prevent": {**NO_ATTACK, "site": {"of": "territory", "in": "$t"}}},
        ]
    },
    "sacrificed": {"cost": {"sacrifice": {**OWN, **ONE, "as": "t"}}, "effects": [GAINS]},
    "named-in-leave": {
        **STAR,
        "troop": {
            "power": 1,
            "leave": [
                {"destroy": {"who": {**ENEMY, **ONE, "as": "t"}}},
                {"power": {"who": {**OWN, **ONE, "as": "u"}, "add": 1, **TURN}},
            ],
            "when": [
                {
                    "event": "attack",
                    "effects": [GAINS, {"power": {"who": {"of": "troop", "in": "$u"}, "add": 1, **TURN}}],
                }
            ],
        },
    },
    "named-loss": {
        "effects": [{"for_each": {"of": {**OWN, "is": "destroyed_this_turn", "as": "t"}, "effects": [GAINS]}}]
    },
    "counted-again": {
        "choose": [{**OWN, **ONE, "as": "t"}],
        "effects": [{"if": {"that": {"atleast": {"of": {**ENEMY, "as": "t"}, "amount": 1}}, "then": [GAINS]}}],
    },
    "set-by-itself": {
        "effects": [{"power": {"who": {**OWN, **ONE, "as": "t"}, "set": {"count": {"of": "base", "in": "$t"}}, **TURN}}]
    },
    "cancelled-late": {
        **STAR,
        "troop": {
            "power": 1,
            "when": [{"event": "attack", "effects": [{"delay": {"at": "battle_end", "effects": [{"cancel": {}}]}}]}],
        },
    },
    "fights-in-renewal": {
        **STAR,
        "troop": {
            "power": 1,
            "when": [{"event": "renewal", "effects": [{"destroy": {"who": {**ENEMY, "in": "battle"}}}]}],
        },
    },
    "attack-of-either": {
        "effects": [
            {
                "when": {
                    "event": "attack",
                    "who": "any",
                    **TURN,
                    "effects": [{"power": {"who": {**OWN, "in": "attacking"}, "add": 1, "until": "battle"}}],
                }
            }
        ]
    },
    "swapped-across": {
        "choose": [{**AREA, **ONE, "as": "t"}],
        "effects": [{"swap": {"a": {"of": "base", "owner": "opponent", "in": "$t", **ONE}, "b": {**BASE, **ONE}}}],
    },
    "lost-base": {
        "effects": [{"when": {"event": "destroyed", "of": "base", "type": "shooter", **OTHER, **TURN, **DRAWS}}]
    },
    "next-turn-of-either": {
        **STAR,
        "troop": {"power": 1},
        "effects": [{"when": {"event": "turn_start", "who": "any", "until": "next_turn", **DRAWS}}],
    },
    "first-and-third": {"effects": [{"choose_one": {"options": [DRAWS, {"effects": [{"peek": OTHER}]}, DRAWS]}}]},
    "total-of-palace": {
        "effects": [{"destroy": {"who": {"of": "palace", "owner": "opponent", "pick": "any_number", "total_power": 3}}}]
    },
    "renewal-on-arrival": {**STAR, "troop": {"power": 1, "enter": [{"renewal": {**SELF, "draw": 1}}]}},
    "strike-unmanned": {
        "effects": [{"strike": {"who": {**BASE, "owner": "opponent", "is": "unmanned", **ONE}, "amount": 2}}]
    },
    "just-so-many": {"needs": {"atleast": {"of": OWN, "amount": 99}}, **DRAWS},
    "too-many": {"needs": {"atmost": {"of": OWN, "amount": 100}, "atleast": {"of": OWN, "amount": 0}}, **DRAWS},
    "no-more-than-none": {
        "effects": [
            {"draw": {**SELF, "amount": {"count": OWN, "max": 0}}},
            {"power": {"who": ENEMY, "add": {"count": OWN, "times": -1, "max": 0}, **TURN}},
        ]
    },
    "own-played": {"effects": [{"replay": {"who": {"of": "card", "owner": "self", "in": "played", **ONE}}}]},
    "built-ability": {
        "effects": [{"build": {"card": {"of": "card", "owner": "self", "in": "base_discard", "is": "ability", **ONE}}}]
    },
    "cards-of-both": {"needs": {"atleast": {"of": {"of": "card", "in": "hand"}, "amount": 1}}, **DRAWS},
    "bound-move": {
        "choose": [{**OWN, "type": "shooter", **ONE, "as": "t"}],
        "effects": [{"move": {"who": {"of": "troop", "in": "$t"}, "to": {**BASE, "type": "cavalry", **ONE}}}],
    },
    "alike-limits": {"needs": {"atleast": {"of": OWN, "amount": 3}, "atmost": {"of": ENEMY, "amount": 2}}, **DRAWS},
    "one-power": {"effects": [{"destroy": {"who": {**ENEMY, "power": {"min": 2, "max": 2}, **ONE}}}]},
    "twice-below": {
        **STAR,
        "troop": {
            "power": 1,
            "traits": ["loyal", "loyal"],
            "static": ["guard", "cannot_defend", "guard"],
            "aura": {"power": {"who": {**OWN, "as": "t"}, "add": 1}},
        },
    },
    "taken-from-oneself": {"effects": [{"take": SELF}, {"peek": SELF}, {"discard": {**OTHER, "amount": 0}}]},
    "special-called-troop": {
        "choose": [{"of": "special", "owner": "self", **ONE, "as": "t"}],
        "effects": [{"power": {"who": {"of": "troop", "in": "$t", "power": {"min": 2}}, "add": 1, **TURN}}],
    },
    "if-in-if": {"effects": [{"if": {"that": SEVERAL, "then": [{"if": {"that": SEVERAL, "then": [DRAW]}}]}}]},
    "if-in-if-or-else": {
        "effects": [{"if": {"that": SEVERAL, "then": [{"if": {"that": SEVERAL, "then": [DRAW]}}], "else": [DRAW]}}]
    },
    "leaves-on-any-side": {
        **STAR,
        "timing": {"window": "battle", "side": "attacker"},
        "troop": {"power": 1, "leave": [{"destroy": {"who": {**OWN, "in": "defending", **ONE}}}]},
    },
    "total-of-two": {"effects": [{"destroy": {"who": {**ENEMY, "pick": "up_to_2", "total_power": 3}}}]},
    "unique-base": {"effects": [{"trait": {"who": BASE, "gain": "unique", **TURN}}]},
    "plain-then-counted": {
        "effects": [{"power": {"who": OWN, "add": 1, **TURN}}, {"power": {"who": OWN, "add": {"count": BASE}, **TURN}}]
    },
    "ends-with-battle": {
        "effects": [
            {"delay": {"at": "battle_end", "effects": [{"power": {"who": OWN, "add": 1, "until": "battle"}}]}},
            {"delay": {"at": "battle_end", "until": "turn", "effects": [GAINS]}},
        ]
    },
    "chosen-for-enter": {**STAR, **CHOSEN, "troop": {"power": 1, "enter": [GAINS]}},
    "chosen-for-leave": {**STAR, **CHOSEN, "troop": {"power": 1, "leave": [GAINS]}},
    "choice-in-choice-before-others": {
        "effects": [
            {
                "choose_one": {
                    "options": [{"effects": [{"coin": {"heads": [DRAW], "tails": [{"peek": OTHER}]}}, DRAW]}, DRAWS]
                }
            }
        ]
    },
    "used-in-another-order": {"choose": TWO_CHOSEN, "effects": [of_chosen("u"), of_chosen("t")]},
    "used-once": {"choose": TWO_CHOSEN, "effects": [of_chosen("t")]},
    "used-in-between": {"choose": TWO_CHOSEN, "effects": [of_chosen("t"), of_chosen("u"), of_chosen("t")]},
    "turned-outside-battle": {
        "timing": {"window": ["main"]},
        "effects": [{"redirect": {"to": {**AREA, "owner": "opponent", "in": "battle", **ONE}}}],
    },
    "renewal-or-draw": {
        "timing": {"window": ["main"]},
        "effects": [{"choose_one": {"options": [{"effects": [{"renew": {}}]}, DRAWS]}}],
    },
    "few-cards-of-both": {"needs": {"atmost": {"of": {"of": "card", "in": "hand"}, "amount": 1}}, **DRAWS},
    "cards-anywhere": {
        "effects": [
            {"recover": {"who": {"of": "card", "owner": "self", "in": pile, "is": kind, **ONE}}}
            for pile in ("ability_discard", "base_discard", "played")
            for kind in ("ability", "base")
        ]
        + [
            {"replay": {"who": {"of": "card", "owner": owner, "in": pile, **ONE}}}
            for pile in ("played", "ability_discard")
            for owner in ("any", "opponent")
        ]
    },
    "cards-by-type": {
        "effects": [
            {"draw": {**SELF, "amount": {"count": {"of": "card", "owner": owner, "type": "shooter", **place}}}}
            for owner in ("self", "opponent")
            for place in ({}, {"in": "hand"}, {"in": "hand", "is": "base"}, {"in": "ability_discard"})
        ]
    },
    "forbidden-at": {
        "effects": [
            {"prevent": {"what": what, "who": who, "site": {"of": kind, "owner": owner, **ONE}, **TURN}}
            for what in ("attack", "attack_on", "recruit", "build")
            for who, owner in (("self", "self"), ("opponent", "self"), ("opponent", "any"))
            for kind in ("territory", "base")
        ]
    },
    "palaces": {
        "effects": [
            {verb: {"who": {"of": "palace", "owner": owner, "is": state}, **more}}
            for verb, more in (("destroy", {}), ("strike", {"amount": 2}), ("protect", {"from": ["destroy"], **TURN}))
            for owner in ("opponent", "any")
            for state in ("manned", "unmanned")
        ]
    },
    "what-was-destroyed": {
        "effects": [
            {"draw": {**SELF, "amount": {"count": {**OWN, "is": "destroyed_this_turn", **more}}}}
            for more in ({}, {"type": "shooter"}, {"trait": "loyal"}, {"power": {"min": 2}}, {"in": "battle"})
        ]
        + [{"destroy": {"who": {**OWN, "is": "destroyed_this_turn", **ONE}}}]
    },
    "moved-by-type": {
        "effects": [
            {"move": {"who": {**OWN, "type": one, **ONE}, "to": {**BASE, "type": other, **ONE}}}
            for one, other in (("shooter", "shooter"), ("icon", "cavalry"), ("shooter", "icon"))
        ]
        + [{"move": {"who": {**OWN, **ONE}, "to": {**BASE, "owner": owner, **ONE}}} for owner in ("any", "opponent")]
        + [{"move": {"who": {**OWN, "owner": "any", **ONE}, "to": {**BASE, "owner": "any", **ONE}}}]
    },
    "chosen-for-when": {**STAR, **CHOSEN, "troop": {"power": 1, "when": [{"event": "attack", "effects": [GAINS]}]}},
}
"""Abilities at the edges of what is right, on either side."""
DELAYED = {"at": "battle_end"}
ALONE = {
    "counted-in-between": {
        "effects": [
            {"power": {"who": {**OWN, "as": "t"}, "add": 1, **TURN}},
            {"if": {"that": {"atleast": {"of": ENEMY, "amount": 1}}, "then": [GAINS]}},
        ]
    },
    "delayed-twice": {
        "effects": [{"delay": {**DELAYED, "effects": [{"delay": {**DELAYED, **TURN, **DRAWS}}]}}],
    },
    "named-in-delay": {
        "effects": [
            {"delay": {**DELAYED, "effects": [{"power": {"who": {**ENEMY, **ONE, "as": "t"}, "add": -1, **TURN}}]}},
            GAINS,
        ]
    },
    "on-either-side": {
        **STAR,
        "timing": {"window": ["main"], "turn": "own"},
        "troop": {"power": 1},
        "effects": [
            {"power": {"who": {**OWN, "in": "defending"}, "add": 1, "until": until}} for until in ("turn", "next_turn")
        ],
    },
    "named-as-a-place": {
        "timing": {"window": "battle"},
        "effects": [
            {"power": {"who": {**ENEMY, **ONE, "as": "battle"}, "add": -1, **TURN}},
            {"power": {"who": {**OWN, "type": "shooter", "in": "battle"}, "add": 1, **TURN}},
        ],
    },
}
"""Abilities whose parts no other ability gets."""
RARE |= AT_EDGES
NUMBERS = (-100, -99, -10, -9, -1, 0, 1, 2, 4, 9, 10, 11, 20, 21, 25, 26, 99, 100, 1000, 1001)
WITHOUT = [
    {"power": {"who": OWN}}, {"power": {"who": OWN, "add": 1, "set": 1}}, {"power": {"who": OWN, "set": 0}}, {"trait": {"who": OWN}},
    {"trait": {"who": OWN, "lose": "loyal"}}, {"limit": {"what": "hand", **SELF}}, {"limit": {"what": "hand", **SELF, "add": 1, "set": 1}},
    {"renewal": SELF}, {"renewal": {**SELF, "recruit": 1}}, {"choose_one": {"options": [DRAWS]}}, {"choose_one": {"options": [DRAWS] * 4}},
    {"delay": {"at": "battle_end", "until": "battle", **DRAWS}}, {"delay": {"at": "battle_end", "effects": []}},
    {"die": {"results": [{"faces": [], **DRAWS}]}}, {"coin": {"heads": []}}, {"draw": SELF, "renew": {}}, {"drawn": SELF},
]  # fmt: skip
ALL += [{"id": name, "name": name} | USUAL | keys for name, keys in RARE.items()]
EDITED, MIXED = 2, 1600
"""How often each ability is edited, and how many are mixed."""
SELECTED = ("owner", "type", "in", "is", "trait", "no_trait", "power", "pick", "by", "as")
ARMIES = ("elves", "samurai")
CONDITION = {"atleast": {"of": {"of": "troop", "owner": "self"}, "amount": 1}}


def values_of(value, key=""):
    """Yield each value below another with its key, and the dict or list that it is in with its place there."""
    for at, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        name = at if isinstance(value, dict) else key
        yield inner, name, value, at
        yield from values_of(inner, name)


def pool_of_values():
    """Return what the abilities have under each key."""
    pool = {}
    for ability in ALL:
        for value, key, *_ in values_of(ability):
            pool.setdefault(key, {})[repr(value)] = value
    return {key: [*values.values()] for key, values in pool.items()}


def edited():
    """Yield the abilities with values of each other, what names refer to, and effects that follow or depend."""
    pool, rng = pool_of_values(), Random(1)
    for ability in ALL:
        for edit in range(EDITED):
            changed = deepcopy(ability)
            effects, others = changed.get("effects") or [], deepcopy(rng.choice(ALL).get("effects") or [])
            if edit % 3 == 1:
                changed["effects"] = [*effects, *others]
            elif edit % 3 == 2 and effects:
                changed["effects"] = [
                    {"if": {"that": deepcopy(CONDITION), "then": effects, "else": others}},
                    *others[: edit % 2],
                ]
            places = [place for place in values_of(changed) if place[1] not in ("id", "name", "text", "copies")]
            names = [value for value, key, *_ in places if key == "as"]
            selectors = [value for value, *_ in places if isinstance(value, dict) and "of" in value]
            for selector in rng.sample(selectors, min(edit % 2 + 1, len(selectors))) if names else ():
                selector["in"] = f"${rng.choice(names)}"
            if not names or edit % 2:
                _, key, parent, at = rng.choice(places)
                parent[at] = deepcopy(rng.choice(pool[key]))
            yield changed


def mixed():
    """Yield abilities of which up to three values, or words of selectors, are those of others."""
    pool, rng = pool_of_values(), Random(2)
    for _ in range(MIXED):
        changed = deepcopy(rng.choice(ALL))
        for _ in range(rng.randrange(1, 4)):
            places = [place for place in values_of(changed) if place[1] not in ("id", "name", "text", "copies", "kind")]
            selectors = [value for value, *_ in places if isinstance(value, dict) and "of" in value]
            if selectors and rng.random() < 0.6:
                key = rng.choice(SELECTED)
                rng.choice(selectors)[key] = deepcopy(rng.choice(pool[key]))
            else:
                _, key, parent, at = rng.choice(places)
                parent[at] = deepcopy(rng.choice(pool[key]))
        yield changed


def valid(abilities):
    for plain in abilities:
        with suppress(ValidationError):
            yield Ability.model_validate(tuples(plain))


def keys_of(value, keys=()):
    """Yield the last three keys on the way to each number and word, with the dict or list that it is in and its place there."""
    for at, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        own = (*keys, at)[-3:] if isinstance(value, dict) else keys
        if isinstance(inner, str | int):
            yield own, value, at
        yield from keys_of(inner, own)


def admitted():
    """Yield which numbers and words each key may have, with ! where the checks find something, and whether it is needed."""
    kept = ("id", "name", "text", "copies", "art", "as")
    words = {}
    for ability in ALL:
        for (*_, key), parent, at in keys_of(ability):
            words.setdefault(key, {"any", "all", "one", "self", "turn", "base"}).add(str(parent[at]))
    seen = {}
    for ability in ALL:
        changed = deepcopy(ability)
        for keys, parent, at in [*keys_of(changed)]:
            value = parent[at]
            if keys in seen or keys[-1] in kept:
                continue
            tried = (*NUMBERS, True, "1") if isinstance(value, int) else (*sorted(words[keys[-1]]), 1)
            right = []
            for other in tried:
                parent[at] = other
                right += [f"{other}{'!' * any(check_effects(one, ()))}" for one in valid([changed])]
            is_needed = isinstance(parent, dict) and bool(parent.pop(at)) and not [*valid([changed])]
            parent[at] = value
            seen[keys] = f"{'.'.join(keys)}: {', '.join(right)}{' (needed)' * is_needed}"
    yield from sorted(seen.values())
    for verb in WITHOUT:
        try:
            Effect.model_validate(tuples(verb))
        except ValidationError as error:
            yield f"{verb}: {error.errors()[0]['msg']}; {error.errors()[0].get('ctx', {}).get('expected', '')}"
        else:
            yield f"{verb}: right"


def on(index, **keys):
    """An ability with other words; a list of keys in `without` is left out."""
    left_out = keys.pop("without", ())
    return lambda army: (army["abilities"][index].update(keys), [army["abilities"][index].pop(key) for key in left_out])


def base(index, **keys):
    return lambda army: army["bases"][index].update(keys)


DESTROY = [{"destroy": {"who": {**OWN, "pick": "up_to_3"}}}]
FULL = [{"destroy": {"who": {"of": "base", "owner": "opponent", "is": "full"}}}]
COMPLETE = [{"needs": {"atleast": {"of": {**AREA, "is": "complete"}, "amount": 1}}, "effects": [DRAW]}]
DECKS = {
    "whole": lambda army: None,
    **{f"{key} of {copies}": lambda army, key=key, copies=copies: army[key][0].update(copies=copies)
       for key in ("bases", "abilities") for copies in (1, 3, 5, 6, 8)},
    **{f"constants and {more}": lambda army, more=more: army.update(constants={key: value + more for key, value in CONSTANTS.items()})
       for more in (0, 1)},
    **{f"counters {keys}": lambda army, keys=keys: army.update(counters=keys)
       for keys in ({}, {"count": 8}, {"count": 9, "faces": [1, 2]}, {"count": 10, "faces": [2, 1]})},
    "stated": base(1, power=4, troop_power=1, traits=["initiative"], faction="dots"),
    "power": base(1, power=5, troop_power=2, traits=[]),
    "traits": base(4, traits=["artillery", "loyal"], faction="dotts"),
    "more traits": base(0, traits=["initiative", "artillery"], power=3, faction="zebra"),
    **{f"{kind} with {icon}": on(1, kind=kind, icon=icon) for kind in ("troop", "common", "special") for icon in ("shooter", "hand", "star")},
    **{f"troop of {power} on {kind}": on(6, kind=kind, troop={"power": power}) for kind in ("special", "common") for power in (0, 1)},
    "special without a troop": on(6, without=["troop"]),
    "faction": on(2, faction="zebra"),
    "same ids": lambda army: (base(1, id="hut")(army), on(2, id="march")(army), on(3, id="hut")(army)),
    "more of the strong": lambda army: [base(at, copies=copies)(army) for at, copies in enumerate((3, 4, 5, 6, 7))],
    "without siege": lambda army: (army["bases"].pop(), base(0, copies=10)(army)),
    "only cavalry": lambda army: army.update(bases=[{**army["bases"][3], "copies": 25}]),
    "other order": lambda army: army["bases"].reverse(),
    "two of a type": lambda army: army["bases"].insert(1, {**army["bases"][0], "id": "hovel", "name": "Hovel", "recruits": "Nobody", "copies": 1}),
    **{f"without {name}": lambda army, at=at: army["abilities"].pop(at)
       for at, name in enumerate(("march", "volley", "wall", "charge", "stone", "help", "hero"))},
    **{f"{count} without effects": lambda army, count=count: [on(at, without=["effects"])(army) for at in range(count)] for count in (1, 2, 5, 6)},
    "neither": on(0, without=["effects", "text"]),
    "meant": lambda army: (on(0, effects=[])(army), on(1, effects=[])(army)),
    "meant but silent": lambda army: (on(0, effects=[], without=["text"])(army), on(1, without=["effects"])(army)),
    **{f"text {text}": on(1, effects=effects, text=text) for effects, texts in (
        (DESTROY, ("Three.", "Sete.", "Four, or three.", {"en": "Três.", "pt": "Três.", "fr": "Quatre."}, {"en": "3.", "pt": "4."})),
        (FULL, ("Destroy full bases.", "Full of two.", "Full of three.")),
    ) for text in texts},
    **{f"text of a territory {text}": on(1, **COMPLETE[0], text=text) for text in ("If whole.", "If all three.", "If two.", "If 3 of 2.")},
    **{f"troop of two, {text}": on(6, troop={"power": 2, "enter": [{"draw": {"who": "self", "amount": 3}}]}, text=text)
       for text in ("Power 2: draw 3.", "Draw 3.", "Power 2.", "Draw 2.")},
    "wrong effects": lambda army: [on(at, effects=[{"draw": {"who": "self", "amount": 0}}])(army) for at in (0, 3)],
}  # fmt: skip
"""Changes to a whole army."""


def told_of_decks(whole):
    """Yield everything that is found in each deck."""
    for name, change in DECKS.items():
        army = deepcopy(whole)
        change(army)
        yield f"== {name}"
        deck = ArmyDeck.model_validate_json(json.dumps(army))
        for one in (finding for check in CHECKS for finding in check(deck)):
            path, hints = "/".join(map(str, one.path)), "".join(f"; {hint}" for hint in one.hints)
            notes = "".join(f"; {note} {'/'.join(map(str, where))}" for note, where in one.notes)
            yield f"{one.code} {path}{' (key)' * one.on_key}: {one.message}; expected {one.expected}{hints}{notes}"


def told(abilities):
    """Yield each finding once, with the first ability that has it, and a sum of all findings of a code."""
    seen, sums = set(), {}
    for at, ability in enumerate(abilities):
        for one in check_effects(ability, ("abilities", 7)):
            path = "/".join(map(str, one.path))
            text = f"{one.code} {path}{' (key)' if one.on_key else ''}: {one.message}; expected {one.expected}"
            text += "".join(f"; {hint}" for hint in one.hints)
            number, total = sums.get(one.code, (0, 0))
            sums[one.code] = number + 1, crc32(text.encode(), total)
            kind = re.sub(r"'[^']*'|\$\w+|\d+", "", text)
            if at < len(RARE) or kind not in seen:
                seen.add(kind)
                yield f"{ability.id}: {text}"
    yield from (f"{code}, {number} times: {total:x}" for code, (number, total) in sorted(sums.items()))


def words(abilities):
    """Yield the texts of rare abilities, and sums of those of all abilities that begin with a verb."""
    for ability in valid(ALL[-len(RARE) :]):
        texts = (f"{language} {describe(ability, army(ARMIES[0]), language)}" for language in LEXICONS)
        yield from (f"== {ability.id}", *texts)
    sums = Sums()
    for ability in abilities:
        verb, deck = ability.effects[0].verb[0] if ability.effects else "troop", army(ARMIES[len(ability.id) % 2])
        for language in LEXICONS:
            sums.add(f"{verb} {language}", describe(ability, deck, language))
    yield from sums.lines()


def test_what_the_vocabulary_admits():
    check_recorded(HERE / "admitted.txt", admitted())


def test_findings_of_decks(army):
    check_recorded(HERE / "deck_findings.txt", told_of_decks(army))


def test_findings_and_words():
    alone = [{"id": name, "name": name} | USUAL | keys for name, keys in ALONE.items()]
    abilities = [*valid([*ALL[-len(RARE) :], *alone, *edited(), *mixed()])]
    check_recorded(HERE / "findings.txt", told(abilities))
    check_recorded(HERE / "words.txt", words(abilities))
