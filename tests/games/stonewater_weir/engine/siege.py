"""Short ways to a position, and to what happens in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from cardgen.api import load
from cardgen.games.stonewater_weir.constants import ABILITY_IDS
from cardgen.games.stonewater_weir.engine.compiler import compile_deck
from cardgen.games.stonewater_weir.engine.settings import SiegeSettings
from cardgen.games.stonewater_weir.engine.siege_state import SiegeState
from cardgen.games.stonewater_weir.engine.state.actions import ROLL, TAKE
from cardgen.games.stonewater_weir.engine.state.asking import GameEnded, Unanswered
from cardgen.games.stonewater_weir.engine.state.places import AREAS, BANKS, UNIT_COUNT, UNITS
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.tables import CardRules, EnemyRules, SiegeTables
from cardgen.games.stonewater_weir.engine.text.notation import read_position
from cardgen.plugin.resources import resources

# Heroes by number, as in the deck; the letters of the table of worked examples stand for them.
TAMSIN, ILKA, DOV, BETTANY, OREN, HASK = range(6)
HERO_NAMES = ("tamsin", "ilka", "dov", "bettany", "oren", "hask")
PALADIN, ARCHER, SMUGGLER, BLACKSMITH, SORCERER, MERCENARY = range(6)


@cache
def deck() -> Any:
    return load(resources().decks / "stonewater.yaml").data


@cache
def tables(players: int = 4, **settings: Any) -> SiegeTables:
    return compile_deck(deck(), SiegeSettings(**settings), players)


def with_card(tables: SiegeTables, card: CardRules) -> SiegeTables:
    """Add a design without copies, so that cards stay conserved in the other piles."""
    return replace(tables, cards=(*tables.cards, card))


def with_enemies(tables: SiegeTables, *cards: EnemyRules) -> SiegeTables:
    return replace(tables, enemies=(*tables.enemies, *cards))


def area(text: str) -> int:
    """Return the number of an area such as `north 1`."""
    bank, zone = text.split()
    return 3 * BANKS.index(bank) + int(zone) - 1


def position(
    text: str = "", tables_: SiegeTables | None = None, heroes: str = "tamsin ilka dov bettany"
) -> SiegePosition:
    """Return a position; its heroes have no lamplight unless the text gives them some, so nobody is asked about rolls."""
    used = tables_ or tables()
    stated = {line.split(":")[0] for line in text.splitlines()}
    lines = ["step: turn", "round: 4", f"heroes: {heroes}"]
    found, _ = read_position(used, "\n".join([line for line in lines if line.split(":")[0] not in stated] + [text]))
    for hero in found.order:
        if f"{HERO_NAMES[hero]}: " not in text or "lamplight" not in text:
            found.lamplight[hero] = 0
    return found


def rolls(*numbers: int) -> list[int]:
    return [ROLL + number for number in numbers]


def takes(*numbers: int) -> list[int]:
    return [TAKE + number for number in numbers]


def run(position: SiegePosition, act: Callable[..., Any], *arguments: Any, answers: Sequence[int] = ()) -> Any:
    """Do something in a position, with all answers and rolls given; all of them must be needed."""
    position.tape, position.cursor, position.checking = [*answers], 0, True
    result = act(position, *arguments)
    assert position.cursor >= len(answers), "some answers were not needed"
    return result


def options_of(
    position: SiegePosition, act: Callable[..., Any], *arguments: Any, answers: Sequence[int] = ()
) -> list[int]:
    """Return the legal actions of the first question that the answers leave open."""
    copy = position.copy()
    copy.tape, copy.cursor, copy.checking = [*answers], 0, True
    try:
        act(copy, *arguments)
    except Unanswered:
        return [*copy.options]
    raise AssertionError("nobody is asked")


def ends(position: SiegePosition, act: Callable[..., Any], *arguments: Any, answers: Sequence[int] = ()) -> int:
    """Return how the game ends when something is done."""
    try:
        run(position, act, *arguments, answers=answers)
    except GameEnded:
        return position.cause
    raise AssertionError("the game goes on")


def units(position: SiegePosition, text: str) -> dict[str, int]:
    """Return the units of an area such as `north 1`, by name."""
    start = UNIT_COUNT * area(text)
    return {UNITS[unit]: number for unit, number in enumerate(position.units[start : start + UNIT_COUNT]) if number}


def all_units(position: SiegePosition) -> dict[str, int]:
    """Return the units on the board, by name."""
    found = {UNITS[unit]: sum(position.units[unit::UNIT_COUNT]) for unit in range(UNIT_COUNT)}
    return {name: number for name, number in found.items() if number}


def put(position: SiegePosition, text: str, **numbers: int) -> None:
    """Put figures of the supply into an area such as `north 1`."""
    for name, number in numbers.items():
        position.units[UNIT_COUNT * area(text) + UNITS.index(name)] += number
        position.supply[UNITS.index(name)] -= number
        assert position.supply[UNITS.index(name)] >= 0


def ability(name: str) -> int:
    return 1 << ABILITY_IDS.index(name)


def random_position(seed: int, tables_: SiegeTables | None = None, actions: int = 60) -> SiegeState:
    """Return the state after some actions of random players, at most those of a whole game."""
    state, rng = SiegeState.new(tables_ or tables(), seed), Random(seed)
    for _ in range(actions):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state


ALL_AREAS = [f"{bank} {zone}" for bank in BANKS for zone in (1, 2, 3)]
assert len(ALL_AREAS) == AREAS
