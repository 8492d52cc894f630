"""A second implementation of spawning and combat: slow, obvious, written from the rules text and not from the engine.

A table is plain data: `zones` maps (bank, zone) to a list of the names of figures, `left` is a list of the figures in the
supply, heroes are dicts. Figures are placed, hit and moved one by one.
"""

from __future__ import annotations

import copy
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


# Attacks of the enemies


def quarter_of(place: str) -> str:
    """Return the bank of a place of a hero, such as `wall-north` or `inn`."""
    if place.startswith("wall-"):
        return place.removeprefix("wall-")
    return next((bank for bank, names in BUILDINGS.items() if place in names), "")


def outcomes_of_hits(table: Table, hits: int, targets: list[str]) -> Iterator[Table]:
    """Yield every table that players can reach by giving single hits to targets that still stand."""
    standing = [
        name for name in targets if (table["runner_alive"] if name == "runner" else table["heroes"][name]["morale"] > 0)
    ]
    if not hits or not standing:
        yield table
        return
    for name in standing:
        after = copy.deepcopy(table)
        give_hit(after, name)
        yield from outcomes_of_hits(after, hits - 1, targets)


def give_hit(table: Table, name: str) -> None:
    """Give one hit to a hero or the Runner."""
    if name == "runner":
        table["runner_alive"] = False
        return
    hero = table["heroes"][name]
    if hero["ignores"]:
        hero["ignores"] -= 1
    else:
        hero["morale"] -= 1


def attack_outcomes(table: Table, bank: str, zone: int) -> Iterator[Table]:
    """Yield every table after the attack of the units in a zone."""
    figures = table["zones"][bank, zone]
    alive = [name for name, hero in table["heroes"].items() if hero["morale"] > 0]
    on_wall = [name for name in alive if table["heroes"][name]["place"] == f"wall-{bank}"]
    in_quarter = [name for name in alive if quarter_of(table["heroes"][name]["place"]) == bank]
    runner = ["runner"] if table["runner"] == f"home-{bank}" and table["runner_alive"] else []
    if zone == 1 and on_wall:
        hits = sum(ATTACKS[name] for name in figures if ROLE[name] == "assault")
        yield from outcomes_of_hits(table, hits, on_wall + runner)
    elif zone == 2:
        hits = sum(ATTACKS[name] for name in figures if ROLE[name] == "support")
        yield from outcomes_of_hits(table, hits, in_quarter + runner)
    elif zone == 3:
        yield from heavy_outcomes(table, bank, figures.count("wreckback"), in_quarter, runner)
    else:
        yield table


def heavy_outcomes(table: Table, bank: str, hits: int, in_quarter: list[str], runner: list[str]) -> Iterator[Table]:
    """Yield every table after each heavy unit has hit each target; reinforcements may take hits for those inside."""
    on_arm = [name for name, hero in table["heroes"].items() if hero["place"] == "long-arm" and hero["morale"] > 0]
    open_buildings = [
        building
        for building in BUILDINGS[bank]
        if all(table["heroes"][name]["place"] != building for name in in_quarter)
    ]
    tables = [copy.deepcopy(table)]
    for _ in range(hits):
        for building in open_buildings:
            for one in tables:
                hit_building(one, building)
        for name in in_quarter + on_arm + runner:
            tables = [after for one in tables for after in hit_or_token(one, name)]
    yield from tables


def hit_or_token(table: Table, name: str) -> Iterator[Table]:
    """Yield the table after a hit on somebody, and the one in which a reinforcement takes it."""
    after = copy.deepcopy(table)
    if name == "runner" or after["heroes"][name]["morale"] > 0:
        give_hit(after, name)
    yield after
    place = "" if name == "runner" else table["heroes"][name]["place"]
    if table["reinforced"].get(place, 0):
        other = copy.deepcopy(table)
        other["reinforced"][place] -= 1
        yield other


def hit_building(table: Table, building: str) -> None:
    """Hit a building that nobody protects."""
    if table["reinforced"][building]:
        table["reinforced"][building] -= 1
    elif table["buildings"][building] == "whole":
        table["buildings"][building] = "damaged"
    elif table["buildings"][building] == "damaged":
        table["buildings"][building] = "destroyed"


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


def view(table: Table) -> Any:
    """Return what two tables must have in common to be equal."""
    return (
        {place: sorted(figures) for place, figures in table["zones"].items()},
        sorted(table["left"]),
        {name: max(hero["morale"], 0) for name, hero in table["heroes"].items()},
        table["buildings"],
        table["reinforced"],
        table["undercurrent"],
        table["tether"],
        table["runner_alive"],
    )
