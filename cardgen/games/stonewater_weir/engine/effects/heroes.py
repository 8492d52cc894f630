"""Help heroes by effects: more actions, other places, better attacks, fewer hits."""

from __future__ import annotations

from cardgen.games.stonewater_weir.effects import Act, Boost, Exchange, MoveHero, Ward
from cardgen.games.stonewater_weir.engine.effects.choosing import Choice, choose, choose_hero
from cardgen.games.stonewater_weir.engine.effects.steps import Step
from cardgen.games.stonewater_weir.engine.state.actions import BANK, BUILDING
from cardgen.games.stonewater_weir.engine.state.lasting import Modifier, Until, add_lasting
from cardgen.games.stonewater_weir.engine.state.places import DESTROYED, WALL
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.turn.exchange import can_exchange, exchange_cards


def is_their_turn(position: SiegePosition, hero: int) -> bool:
    """Return whether it is the turn of a hero."""
    return position.active == hero


def act_step(act: Act) -> Step:
    """Return the step of more actions."""
    amount = act.amount

    def do(position: SiegePosition, hero: int, area: int) -> None:
        del area
        if is_their_turn(position, hero):
            position.actions += amount

    return Step(do, is_their_turn)


def move_step(move: MoveHero) -> Step:
    """Return the step of moving a hero."""
    who = move.who

    def do(position: SiegePosition, hero: int, area: int) -> None:
        del area
        moved = hero if who == "self" else choose_hero(position, hero, position.living())
        place = choose(position, hero, Choice.PLACE, free_places(position, moved))
        position.place[moved] = place - BUILDING if place >= BUILDING else WALL + place - BANK

    return Step(do)


def free_places(position: SiegePosition, hero: int) -> list[int]:
    """Return the walls and buildings to which a hero can move: not where they are, nor a building in use or in ruins."""
    here = position.place[hero]
    taken = {position.place[other] for other in position.living()}
    walls = [BANK + bank for bank in range(4) if here != WALL + bank]
    buildings = [
        BUILDING + building
        for building in range(WALL)
        if building not in taken and position.buildings[building] != DESTROYED
    ]
    return walls + buildings


def boost_step(boost: Boost) -> Step:
    """Return the step that improves the next wall attack."""
    changes = [
        (modifier, amount)
        for modifier, amount in (
            (Modifier.DICE, boost.dice),
            (Modifier.STRENGTH, boost.bonus),
            (Modifier.REROLLS, int(boost.reroll)),
        )
        if amount
    ]

    def would(position: SiegePosition, hero: int) -> bool:
        return is_their_turn(position, hero) and position.actions > 0

    def do(position: SiegePosition, hero: int, area: int) -> None:
        del area
        for modifier, amount in changes:
            add_lasting(position, modifier, amount, Until.ATTACK, hero=hero)

    return Step(do, would)


def ward_step(ward: Ward) -> Step:
    """Return the step that lets a hero ignore hits in this round."""
    hits = ward.hits

    def do(position: SiegePosition, hero: int, area: int) -> None:
        del area
        add_lasting(position, Modifier.WARD, hits, Until.ROUND, hero=hero)

    return Step(do)


def exchange_step(exchange: Exchange) -> Step:
    """Return the step of an exchange of cards."""
    del exchange

    def would(position: SiegePosition, hero: int) -> bool:
        return any(other != hero and can_exchange(position, hero, other) for other in position.living())

    def do(position: SiegePosition, hero: int, area: int) -> None:
        del area
        others = [other for other in position.living() if other != hero and can_exchange(position, hero, other)]
        if others:
            exchange_cards(position, hero, choose_hero(position, hero, others))

    return Step(do, would)
