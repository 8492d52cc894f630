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
from cardgen.report.diagnostics import Collector, to_text
from cardgen.validate.schema import validate_as

HERE = Path(__file__).parent
WHOLE = HERE.parents[2] / "decks_broken" / "lacks-portuguese.yaml"
FORTY = yaml.safe_load((HERE.parent / "forty_abilities.yaml").read_text("utf-8"))


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


@cache
def army(name: str) -> ArmyDeck:
    """Return an army that ships with cardgen, one with ten of the forty designs (`forty-elves`), or `costly`."""
    found = Collector()
    if name == "costly":
        return with_abilities(COSTLY, name)
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
