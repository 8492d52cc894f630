"""The effects that a deck may have, as it states them."""

from itertools import product
from typing import Any, get_args

from cardgen.games.stonewater_weir.constants import CLASSES, BuildingId, UnitId
from cardgen.games.stonewater_weir.effects import Closable, Number


def options(**values: Any) -> Any:
    """Every choice of one value for each name; None leaves it out."""
    for chosen in product(*values.values()):
        yield {name: value for name, value in zip(values, chosen, strict=True) if value is not None}


ZONES = ((), (2,), (1, 3))
SOME_UNITS = (None, 1, 3)
TRACKS = ("morale", "food")
# By verb: arguments of each kind.
ARGUMENTS: dict[str, list[dict[str, Any]]] = {
    "gain": [*options(track=TRACKS, amount=(None, 3, "yellow"), who=(None, "hero", "all", "first"))],
    "lose": [*options(track=TRACKS, amount=(None, 2), who=(None, "all", "first"))],
    "draw": [*options(deck=(*CLASSES, "any"), **{"from": (None, "season")}, of=(None, 2))],
    "act": [*options(amount=(None, 2))],
    "move": [*options(who=(None, "hero"))],
    "repair": [*options(what=(None, "destroyed"))],
    "reinforce": [*options(amount=(None, 2))],
    "damage": [*options(amount=(None, 2)), *options(building=get_args(BuildingId))],
    "strike": [*options(dice=(1, 3), target=(3, 6), strength=(2,), zones=ZONES[1:])],
    "push": [*options(amount=SOME_UNITS, zones=ZONES[1:])],
    "drift": [*options(amount=SOME_UNITS, zones=ZONES[1:])],
    "halt": [*options(what=("attack", "march", "both"), zones=ZONES[1:])],
    "tether": [*options(by=(-2, 1))],
    "look": [*options(deck=("events", "enemies"))],
    "boost": [*options(dice=(None, 1, 2), bonus=(None, 1), reroll=(None, True))],
    "exchange": [*options()],
    "ward": [*options(hits=(None, 2))],
    "spawn": [*options(unit=get_args(UnitId), amount=(None, 2), field=(None, "each"))],
    "runner": [*options(zones=(None, 2))],
    "march": [*options(zones=((2,), (2, 3)))],
    "surge": [*options()],
    "modify": [
        *options(number=get_args(Number), by=(-1, 1, 2)),
        *options(number=("dice", "target"), by=(-2, 1), zones=((2,), (1, 3))),
    ],
    "forbid": [*options(what=get_args(Closable))],
}
