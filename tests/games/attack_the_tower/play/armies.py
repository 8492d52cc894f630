"""Armies and matches for the tests of play."""

from functools import cache
from pathlib import Path

import yaml

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.engine.compiler.match import compile_match
from cardgen.games.attack_the_tower.engine.state.position import Match
from cardgen.games.attack_the_tower.schema import ArmyDeck
from cardgen.plugin.resources import resources
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector
from cardgen.report.formats import to_text
from cardgen.validate.schema import validate_as
from cardgen.yaml_loader import LOADER

HERE = Path(__file__).parent
WHOLE = HERE.parents[2] / "decks_broken" / "lacks-portuguese.yaml"
FORTY = yaml.load((HERE.parent / "forty_abilities.yaml").read_text("utf-8"), LOADER)


# Special troops with costs, or with a choice, before they enter play.
COSTLY = [
    {
        "id": name,
        "name": name,
        "kind": "special",
        "icon": "star",
        "copies": 8,
        "timing": {"window": ("main", "battle")},
        "troop": {"power": 2, "traits": ("loyal",)},
        **more,
    }
    for name, more in {
        "greedy": {"cost": {"discard": {"amount": 1}}},
        "cruel": {"cost": {"sacrifice": {"of": "base", "owner": "self", "pick": "one"}}},
        "choosy": {
            "choose": ({"of": "base", "owner": "opponent", "pick": "one", "as": "b"},),
            "effects": ({"destroy": {"who": {"of": "base", "in": "$b"}}},),
        },
    }.items()
]


# Every verb that changes piles, sides, turns or what happens later, on cards that can be played often.
_UNIT = {"of": "troop", "owner": "opponent", "pick": "one"}
_DRAW = {"draw": {"who": "self"}}
_STRANGE = {
    "chooser": {"choose_one": {"options": ({"effects": (_DRAW,)}, {"effects": ({"renew": {}},)}), "by": "opponent"}},
    "gambler": {"coin": {"heads": ({"destroy": {"who": _UNIT}},), "tails": ({"discard": {"who": "self"}},)}},
    "roller": {
        "die": {
            "results": (
                {"faces": (1, 2), "effects": (_DRAW,)},
                {"faces": (6,), "effects": ({"peek": {"who": "opponent"}},)},
            )
        }
    },
    "lister": {"look": {"who": "self", "pile": "ability", "amount": 3, "take": 1, "rest": "bottom"}},
    "spy": {"look": {"who": "opponent", "pile": "base", "amount": 3}},
    "thief": {"look": {"who": "opponent", "pile": "ability", "amount": 2, "take": 1}},
    "miller": {"mill": {"who": "opponent", "pile": "base", "amount": 2}},
    "hunter": {
        "search": {"who": {"of": "card", "owner": "opponent", "in": "ability_draw", "pick": "one"}, "to": "discard"}
    },
    "sorter": {"search": {"who": {"of": "card", "owner": "self", "in": "base_draw", "pick": "one"}, "to": "top"}},
    "hider": {"put": {"who": {"of": "card", "owner": "self", "in": "hand", "pick": "one"}, "to": "top"}},
    "giver": {
        "put": {"who": {"of": "card", "owner": "opponent", "in": "base_discard", "pick": "up_to_2"}, "to": "bottom"}
    },
    "sender": {"return": {"who": {"of": "base", "owner": "opponent", "pick": "one"}, "to": "top"}},
    "caller": {"return": {"who": {"of": "special", "pick": "one"}}},
    "pusher": {"return": {"who": {"of": "troop", "owner": "opponent", "pick": "up_to_2"}}},
    "again": {"replay": {"who": {"of": "card", "owner": "self", "in": "ability_discard", "pick": "one"}}},
    "echo": {"replay": {"who": {"of": "card", "in": "played", "pick": "one"}}},
    "raider": {"steal": {"who": _UNIT}},
    "lurer": {"steal": {"who": {"of": "special", "owner": "opponent", "pick": "one"}}},
    "trader": {
        "swap": {
            "a": {"of": "base", "owner": "self", "pick": "one"},
            "b": {"of": "base", "owner": "opponent", "pick": "one"},
        }
    },
    "copier": {"power": {"who": {"of": "troop", "owner": "self"}, "same_as": _UNIT, "until": "turn"}},
    "sweeper": {"destroy": {"who": {"of": "troop", "owner": "opponent", "pick": "any_number", "total_power": 3}}},
    "bolt": {"strike": {"who": _UNIT, "amount": 3}},
    "holder": {"limit": {"what": "hand", "who": "self", "add": 2, "until": "turn"}},
    "leader": {"limit": {"what": "special", "who": "self", "add": 1, "until": "turn"}},
    "mourner": {"when": {"event": "destroyed", "of": "troop", "who": "any", "until": "turn", "effects": (_DRAW,)}},
}
_IN_BATTLE = {
    "stopper": {"cancel": {}},
    "guide": {"redirect": {"to": {"of": "territory", "pick": "one", "owner": "self"}}},
}
_TROOPS = {
    "clock": {
        "when": (
            {"event": "turn_start", "effects": (_DRAW,)},
            {"event": "turn_end", "who": "any", "effects": ({"mill": {"who": "self", "pile": "ability"}},)},
        )
    },
    "alarm": {
        "when": (
            {"event": "attack", "who": "opponent", "effects": ({"destroy": {"who": {**_UNIT, "in": "battle"}}},)},
            {"event": "battle_end", "who": "any", "effects": (_DRAW,)},
        )
    },
    "ghoul": {
        "when": (
            {
                "event": "destroyed",
                "of": "base",
                "who": "any",
                "effects": ({"destroy": {"who": {"of": "base", "owner": "opponent", "pick": "one"}}},),
            },
        ),
        "leave": ({"steal": {"who": _UNIT}},),
    },
    "jailer": {
        "enter": (
            {"prevent": {"what": "renewal", "who": "opponent", "until": "next_turn"}},
            {"power": {"who": {"of": "troop", "owner": "self"}, "add": 1, "until": "next_turn"}},
        )
    },
    "regent": {
        "aura": {"limit": {"what": "special", "who": "self", "add": 1}},
        "when": ({"event": "renewal", "who": "any", "effects": (_DRAW,)},),
    },
}
STRANGE = [
    {"id": name, "name": name, "kind": "common", "icon": "hand", "effects": (effect,),
     "timing": {"window": ("main",) if name == "chooser" else ("main", "battle")}}
    for name, effect in _STRANGE.items()
] + [
    {"id": name, "name": name, "kind": "common", "icon": "hand", "effects": (effect,), "timing": {"window": ("battle",)}}
    for name, effect in _IN_BATTLE.items()
] + [
    {"id": name, "name": name, "kind": "special", "icon": "star", "timing": {"window": ("main", "battle")},
     "troop": {"power": 2, "traits": ("loyal",) if name != "regent" else (), **troop}}
    for name, troop in _TROOPS.items()
]  # fmt: skip


@cache
def army(name: str) -> ArmyDeck:
    """Return an army that ships with cardgen, one with ten of the forty designs (`forty-elves`), or `costly`."""
    found = Collector()
    if name == "costly":
        return with_abilities(COSTLY, name)
    if name == "strange":
        return with_abilities(STRANGE, name)
    if name.startswith("forty-"):
        faction = name.removeprefix("forty-")
        return with_abilities(FORTY[faction], faction.replace("_", "-"))
    deck = validate_as(load_yaml(resources().decks / f"{name}.yaml", found), ArmyDeck, found)
    assert to_text(found.items) == ""
    return deck


def with_abilities(abilities: list[dict], name: str = "test") -> ArmyDeck:
    """A small army with these abilities; copies need not sum to 25."""
    plain = load_yaml(WHOLE, Collector()).plain()
    plain["faction"]["id"] = name
    plain["abilities"] = [{"copies": 1, "text": "x", **ability, "art": "art/dot.svg"} for ability in abilities]
    return ArmyDeck.model_validate(_plain(plain))


def _plain(value):
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return tuple(_plain(item) for item in value) if isinstance(value, list) else value


@cache
def match(first: str, second: str, config: Config | None = None) -> Match:
    """A match of two armies by name."""
    return compile_match(army(first), army(second), config)


ALL = ("elves", "samurai", "forty-elves", "forty-samurai", "forty-lockkeepers", "forty-spore_court")
