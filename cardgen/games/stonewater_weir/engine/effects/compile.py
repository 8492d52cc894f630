"""Compile cards and events to the functions that the rules call."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cardgen.games.stonewater_weir.effects import SiegeEffect
from cardgen.games.stonewater_weir.engine.effects.cards import draw_step, look_step
from cardgen.games.stonewater_weir.engine.effects.fields import (
    drift_step,
    halt_step,
    march_step,
    push_step,
    runner_step,
    spawn_step,
    strike_step,
    surge_step,
    tether_step,
)
from cardgen.games.stonewater_weir.engine.effects.heroes import (
    act_step,
    boost_step,
    exchange_step,
    move_step,
    ward_step,
)
from cardgen.games.stonewater_weir.engine.effects.hooks import CardHooks, EventHooks
from cardgen.games.stonewater_weir.engine.effects.rules import forbid_step, modify_step
from cardgen.games.stonewater_weir.engine.effects.steps import Step
from cardgen.games.stonewater_weir.engine.effects.town import damage_step, reinforce_step, repair_step
from cardgen.games.stonewater_weir.engine.effects.tracks import gain_step, lose_step
from cardgen.games.stonewater_weir.engine.state.lasting import Until
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.schema import EventCard, ResourceCard

STEPS: Mapping[str, Callable[[Any], Step]] = {
    "gain": gain_step,
    "lose": lose_step,
    "draw": draw_step,
    "act": act_step,
    "move": move_step,
    "repair": repair_step,
    "reinforce": reinforce_step,
    "damage": damage_step,
    "strike": strike_step,
    "push": push_step,
    "drift": drift_step,
    "halt": halt_step,
    "tether": tether_step,
    "look": look_step,
    "boost": boost_step,
    "exchange": exchange_step,
    "ward": ward_step,
    "spawn": spawn_step,
    "runner": runner_step,
    "march": march_step,
    "surge": surge_step,
}
"""Makes the step of each verb that does something at once."""
LASTING_STEPS: Mapping[str, Callable[[Any, Until], Step]] = {"modify": modify_step, "forbid": forbid_step}
"""Makes the step of each verb that lasts as long as its event."""


def compile_card(card: ResourceCard) -> CardHooks:
    """Return the functions of a resource card."""
    if card.type == "permanent" and card.attack is None:
        wards = sum(effect.ward.hits for effect in card.effects if effect.ward)
        effects = [effect for effect in card.effects if not effect.ward]
    else:
        wards, effects = 0, [*card.effects]
    if not effects:
        return CardHooks(ward=wards)
    steps = [_step(effect, Until.ROUND) for effect in effects]
    if card.attack is not None:
        return CardHooks(after_attack=_after_attack(steps))
    if card.tactics:
        return CardHooks(trigger=_trigger(steps))
    return CardHooks(use=_use(steps), can_use=_can_use(steps), ward=wards)


def compile_event(event: EventCard) -> EventHooks:
    """Return the functions of an event; what it changes lasts by itself, so nothing happens again in later rounds."""
    until = Until.SEASON if event.duration == "season" else Until.ROUND
    steps = [_step(effect, until) for effect in event.effects]

    def begin(position: SiegePosition) -> None:
        for step in steps:
            step.do(position, -1, -1)

    return EventHooks(begin)


def _step(effect: SiegeEffect, until: Until) -> Step:
    verb, arguments = effect.verb
    return LASTING_STEPS[verb](arguments, until) if verb in LASTING_STEPS else STEPS[verb](arguments)


def _use(steps: Sequence[Step]) -> Callable[[SiegePosition, int], None]:
    def use(position: SiegePosition, hero: int) -> None:
        for step in steps:
            step.do(position, hero, -1)

    return use


def _can_use(steps: Sequence[Step]) -> Callable[[SiegePosition, int], bool]:
    def can_use(position: SiegePosition, hero: int) -> bool:
        return any(step.would(position, hero) for step in steps)

    return can_use


def _trigger(steps: Sequence[Step]) -> Callable[[SiegePosition, int], None]:
    def trigger(position: SiegePosition, area: int) -> None:
        for step in steps:
            step.do(position, -1, area)

    return trigger


def _after_attack(steps: Sequence[Step]) -> Callable[[SiegePosition, int, int, int], None]:
    def after_attack(position: SiegePosition, hero: int, area: int, destroyed: int) -> None:
        del destroyed
        for step in steps:
            step.do(position, hero, area)

    return after_attack
