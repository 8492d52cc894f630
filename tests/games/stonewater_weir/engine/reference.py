"""A second implementation of spawning and combat: slow, obvious, written from the rules text and not from the engine.

A table is plain data: `zones` maps (bank, zone) to a list of the names of figures, `left` is a list of the figures in the
supply, heroes are dicts. Figures are placed, hit and moved one by one.
"""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterable, Iterator
from typing import Any

Table = dict[str, Any]

BANKS = ["north", "east", "south", "west"]
TO_THE_LEFT = ["north", "west", "south", "east"]
BUILDINGS = {
    "north": ["inn", "undercroft"],
    "east": ["granary", "forge_hall"],
    "south": ["fish_market", "lamp_house"],
    "west": ["counting_house", "rain_tower"],
}
ROLE = {"mudling": "assault", "reaver": "assault", "spittoad": "support", "matron": "support", "wreckback": "heavy"}
IS_ELITE = {"mudling": False, "reaver": True, "spittoad": False, "matron": True, "wreckback": False}
ATTACKS = {"mudling": 1, "reaver": 2, "spittoad": 1, "matron": 2, "wreckback": 1}
RESISTANCE = {"mudling": 1, "reaver": 2, "spittoad": 1, "matron": 2, "wreckback": 3, "undercurrent": 4}
HIT_ORDER = ["undercurrent", "wreckback", "spittoad", "matron", "mudling", "reaver"]


class Breach(Exception):
    """An enemy is in the town."""


# Spawning


def place_one(table: Table, place: tuple[str, int], role: str, is_elite: bool) -> bool:
    """Place one figure; standard and elite stand in for each other. Return whether one was left."""
    for wanted in (is_elite, not is_elite):
        for name in table["left"]:
            if ROLE[name] == role and IS_ELITE[name] == wanted:
                table["left"].remove(name)
                table["zones"][place].append(name)
                return True
    return False


def spawn_units(table: Table, place: tuple[str, int], role: str, standard: int, elite: int) -> str:
    """Place what is due, and what stands in for it; return `surge` if all figures are on the board."""
    due = [False] * standard + [True] * elite
    missing = 0
    if role == "heavy":
        due = [False] * (standard + elite)
    # Figures of their own kind first, so that an elite one does not stand in where it is due itself.
    rest = []
    for is_elite in due:
        own = [name for name in table["left"] if ROLE[name] == role and IS_ELITE[name] == is_elite]
        if own:
            table["left"].remove(own[0])
            table["zones"][place].append(own[0])
        else:
            rest.append(is_elite)
    for is_elite in rest:
        if not place_one(table, place, role, is_elite):
            missing += 1
    if not missing:
        return ""
    if not table["left"]:
        return "surge"
    if role == "assault":
        return spawn_units(table, place, "support", 1, 1)
    if role == "support":
        return spawn_units(table, place, "heavy", 1, 0)
    return spawn_units(table, place, "assault", 2, 1)


def surges_of(symbols: Iterable[str]) -> list[int]:
    """Return after which rolls (from 0) there is a Surge: three equal ones in a row; the count starts again after it."""
    found, run = [], ""
    for index, symbol in enumerate(symbols):
        run = run + symbol if run.endswith(symbol) else symbol
        if len(run) == 3:
            found.append(index)
            run = ""
    return found


# Hits on enemies


def hit_enemies(table: Table, place: tuple[str, int], hits: int, strength: int) -> tuple[int, int]:
    """Assign hits one by one; return how many figures are destroyed, and how many hits the Tether took."""
    destroyed = loosened = 0
    for _ in range(hits):
        for name in HIT_ORDER:
            if strength < RESISTANCE[name]:
                continue
            if name == "undercurrent":
                if table["undercurrent"] == place:
                    table["tether"] -= 1
                    loosened += 1
                    if table["tether"] < 1:
                        table["undercurrent"] = None
                    break
            elif name in table["zones"][place]:
                table["zones"][place].remove(name)
                table["left"].append(name)
                destroyed += 1
                break
    return destroyed, loosened


# Attacks of the enemies: one unit after the other, and each finds the table as the one before has left it


def quarter_of(place: str) -> str:
    """Return the bank of a place of a hero, such as `wall-north` or `inn`."""
    if place.startswith("wall-"):
        return place.removeprefix("wall-")
    return next((bank for bank, names in BUILDINGS.items() if place in names), "")


def attack_outcomes(table: Table, bank: str, zone: int) -> list[Table]:
    """Return every table that players can bring about when the units in a zone attack."""
    role = {1: "assault", 2: "support", 3: "heavy"}[zone]
    attackers = [name for name in table["zones"][bank, zone] if ROLE[name] == role]
    if role == "assault" and not heroes_at(table, f"wall-{bank}"):
        return [table]  # they enter the town when they march
    outcomes = [table]
    for name in attackers:
        for _ in range(ATTACKS[name]):
            hit = heavy_hit if role == "heavy" else light_hit
            outcomes = without_doubles(after for one in outcomes for after in hit(one, bank, role))
    return outcomes


def without_doubles(tables: Iterable[Table]) -> list[Table]:
    return [*{repr(view(one)): one for one in tables}.values()]


def heroes_at(table: Table, *places: str) -> list[str]:
    """Return the living heroes in some places."""
    return [name for name, hero in table["heroes"].items() if hero["place"] in places and hero["morale"] > 0]


def light_hit(table: Table, bank: str, role: str) -> Iterator[Table]:
    """Yield the tables after one hit of an assault or support unit: players say who takes it of those who can."""
    places = [f"wall-{bank}"] if role == "assault" else [f"wall-{bank}", *BUILDINGS[bank]]
    targets = heroes_at(table, *places) + (["runner"] if table["runner"] == f"home-{bank}" else [])
    if table["over"] or not targets:
        yield table
        return
    for name in targets:
        after = copy.deepcopy(table)
        give_hit(after, name)
        yield after


def heavy_hit(table: Table, bank: str, _role: str) -> Iterator[Table]:
    """Yield the tables after the attack of one heavy unit, which hits all that it can reach at the same time."""
    if table["over"]:
        yield table
        return
    inside = {place: heroes_at(table, place) for place in BUILDINGS[bank]}
    struck = heroes_at(table, f"wall-{bank}", "long-arm") + (["runner"] if table["runner"] == f"home-{bank}" else [])
    choices = [building for building in BUILDINGS[bank] if inside[building] and table["reinforced"][building]]
    struck += [name for building in BUILDINGS[bank] if building not in choices for name in inside[building]]
    for saved in itertools.product((True, False), repeat=len(choices)):
        after = copy.deepcopy(table)
        for building, token in zip(choices, saved, strict=True):
            if token:
                after["reinforced"][building] -= 1
            else:
                give_hit(after, inside[building][0])
        for name in sorted(struck, key="runner".__eq__):  # what a Runner's death costs follows from the hits
            give_hit(after, name)
        for building in BUILDINGS[bank]:
            if not inside[building]:
                hit_building(after, building)
        yield after


def give_hit(table: Table, name: str) -> None:
    """Give one hit to a hero or the Runner."""
    if name == "runner":
        table["runner"], table["runners_lost"] = "", table["runners_lost"] + 1
        for hero in table["heroes"].values():
            if hero["morale"] > 1:
                hero["morale"] -= 1
        table["over"] = table["over"] or table["runners_lost"] > 1
        return
    hero = table["heroes"][name]
    if hero["ignores"]:
        hero["ignores"] -= 1
    else:
        hero["morale"] -= 1
    table["over"] = table["over"] or all(other["morale"] < 1 for other in table["heroes"].values())


def hit_building(table: Table, building: str) -> None:
    """Hit a building that nobody protects."""
    if table["reinforced"][building]:
        table["reinforced"][building] -= 1
    elif table["buildings"][building] == "whole":
        table["buildings"][building] = "damaged"
    elif table["buildings"][building] == "damaged":
        table["buildings"][building] = "destroyed"
    table["over"] = table["over"] or [*table["buildings"].values()].count("destroyed") > 4


def is_as_good(one: Table, other: Table) -> bool:
    """Return whether the heroes and the Runner of a table are no worse off than those of another one, all else equal."""
    rest = [{**view(table), "heroes": None, "runners_lost": None} for table in (one, other)]
    return (
        rest[0] == rest[1]
        and one["runners_lost"] <= other["runners_lost"]
        and all(hero["morale"] >= other["heroes"][name]["morale"] for name, hero in one["heroes"].items())
        and all(hero["ignores"] >= other["heroes"][name]["ignores"] for name, hero in one["heroes"].items())
    )


# The march


def march(table: Table, guarded: set[str]) -> None:
    """Let all units march that did not attack; `guarded` are the banks whose walls were manned in the attack."""
    old = copy.deepcopy(table["zones"])
    for bank in TO_THE_LEFT:
        for name in old[bank, 1]:
            if ROLE[name] == "assault" and bank not in guarded:
                raise Breach
        for zone in (2, 3):
            for name in old[bank, zone]:
                if ROLE[name] == "assault" or (ROLE[name] == "support" and zone == 3):
                    table["zones"][bank, zone].remove(name)
                    table["zones"][bank, zone - 1].append(name)
    if table["undercurrent"] is not None:
        bank, zone = table["undercurrent"]
        if zone == 1:
            raise Breach
        table["undercurrent"] = (bank, zone - 1)


def view(table: Table) -> dict[str, Any]:
    """Return what two tables must have in common to be equal; of games that are over, no more than that."""
    if table["over"]:
        return {"over": True}
    return {
        "over": False,
        "zones": {place: sorted(figures) for place, figures in table["zones"].items()},
        "left": sorted(table["left"]),
        "heroes": {
            name: (max(hero["morale"], 0), hero["ignores"] if hero["morale"] > 0 else 0)
            for name, hero in table["heroes"].items()
        },
        **{name: table[name] for name in ("buildings", "reinforced", "undercurrent", "tether", "runners_lost")},
    }
