"""Compile the verbs of lasting effects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from cardgen.games.attack_the_tower import effects as model
from cardgen.games.attack_the_tower.engine.compiler.expressions import compile_condition, compile_number
from cardgen.games.attack_the_tower.engine.compiler.scope import Scope
from cardgen.games.attack_the_tower.engine.compiler.selectors import compile_selector
from cardgen.games.attack_the_tower.engine.state import lasting
from cardgen.games.attack_the_tower.engine.state.lasting import Duration, TriggerEvent, VerbCode
from cardgen.games.attack_the_tower.engine.state.position import (
    CompiledLastingEffect,
    CompiledNumber,
    CompiledSelector,
    Frame,
    Position,
)
from cardgen.games.attack_the_tower.engine.state.stats import NOW, TRAIT_BITS, unit_stats

SelectorCompiler = Callable[[model.Selector], CompiledSelector]

DURATIONS = {
    "battle": Duration.BATTLE,
    "turn": Duration.TURN,
    "next_turn": Duration.NEXT_TURN,
    None: Duration.AURA,
}
PREVENTED = {
    "attack": lasting.ATTACK,
    "attack_on": lasting.ATTACK_ON,
    "ability": lasting.ABILITY,
    "recruit": lasting.RECRUIT,
    "build": lasting.BUILD,
    "renewal": lasting.RENEWING,
}
PROTECTED_FROM = {
    "initiative": lasting.FROM_INITIATIVE,
    "regular": lasting.FROM_REGULAR,
    "destroy": lasting.FROM_DESTROY,
    "sacrifice": lasting.FROM_SACRIFICE,
}


def compile_lasting(
    verb: str, effect: object, scope: Scope, units: SelectorCompiler | None
) -> list[CompiledLastingEffect]:
    """Compile the lasting effects of one verb; `trait` may give two of them.

    Args:
        units: Compiles a selector; None in an aura, where nobody ever chooses.
    """
    return LASTING_VERBS[verb](effect, scope, units or (lambda selector: compile_selector(selector, scope)))


def _power(effect: model.Power, scope: Scope, units: SelectorCompiler) -> list[CompiledLastingEffect]:
    if effect.same_as is not None:
        targets, compared = units(effect.who), units(effect.same_as)

        def power(position: Position, frame: Frame) -> int:
            return sum(power for power, _ in unit_stats(position, compared(position, frame, NOW)).values())

        return [_lasting(VerbCode.SET, effect, scope, number=power, targets=targets)]
    value, verb = (effect.set, VerbCode.SET) if effect.set is not None else (effect.add, VerbCode.ADD)
    return [_lasting(verb, effect, scope, number=compile_number(value or 0, scope), targets=units(effect.who))]


def _trait(effect: model.TraitChange, scope: Scope, units: SelectorCompiler) -> list[CompiledLastingEffect]:
    targets = units(effect.who)
    changes = ((VerbCode.GAIN, effect.gain), (VerbCode.LOSE, effect.lose))
    return [_lasting(verb, effect, scope, bits=TRAIT_BITS[trait], targets=targets) for verb, trait in changes if trait]


def _prevent(effect: model.Prevent, scope: Scope, units: SelectorCompiler) -> list[CompiledLastingEffect]:
    site = units(effect.site) if effect.site is not None else None
    bits, against = PREVENTED[effect.what], _against(effect.who)
    return [_lasting(VerbCode.PREVENT, effect, scope, bits=bits, against=against, targets=site)]


def _protect(effect: model.Protect, scope: Scope, units: SelectorCompiler) -> list[CompiledLastingEffect]:
    bits = sum(PROTECTED_FROM[word] for word in set(effect.from_))
    return [_lasting(VerbCode.PROTECT, effect, scope, bits=bits, targets=units(effect.who))]


def _soak(effect: model.Soak, scope: Scope, _: SelectorCompiler) -> list[CompiledLastingEffect]:
    amount = compile_number(effect.amount, scope)
    return [_lasting(VerbCode.SOAK, effect, scope, number=amount, against=_against(effect.who))]


def _bonus(effect: model.Bonus, scope: Scope, units: SelectorCompiler) -> list[CompiledLastingEffect]:
    amount = compile_number(effect.amount, scope)
    return [_lasting(VerbCode.BONUS, effect, scope, number=amount, targets=units(effect.who))]


def _area(effect: model.Area, scope: Scope, units: SelectorCompiler) -> list[CompiledLastingEffect]:
    sources = units(effect.from_)
    amount = compile_number(effect.amount, scope)
    targets, bits = units(effect.who), lasting.EVEN_IF_DEFENDED if effect.even_if_defended else 0
    return [_lasting(VerbCode.AREA, effect, scope, number=amount, bits=bits, sources=sources, targets=targets)]


def _bypass(effect: model.Bypass, scope: Scope, units: SelectorCompiler) -> list[CompiledLastingEffect]:
    return [_lasting(VerbCode.BYPASS, effect, scope, targets=units(effect.who))]


def _limit(effect: model.Limit, scope: Scope, _: SelectorCompiler) -> list[CompiledLastingEffect]:
    which = {"hand": lasting.HAND_LIMIT, "special": lasting.SPECIAL_LIMIT}[effect.what]
    value, replaces = (effect.add, 0) if effect.set is None else (effect.set, 1)
    number = compile_number(value or 0, scope)
    compiled = _lasting(VerbCode.LIMIT, effect, scope, number=number, bits=which, against=_against(effect.who))
    return [replace(compiled, draw=replaces)]


def _renewal(effect: model.Renewal, scope: Scope, _: SelectorCompiler) -> list[CompiledLastingEffect]:
    recruits, against = compile_number(effect.recruit, scope), _against(effect.who)
    return [CompiledLastingEffect(VerbCode.RENEWAL, Duration.AURA, recruits, against=against, draw=effect.draw)]


_EVENTS = {
    "turn_start": TriggerEvent.TURN_START,
    "turn_end": TriggerEvent.TURN_END,
    "attack": TriggerEvent.ATTACK,
    "battle_end": TriggerEvent.BATTLE_END,
    "renewal": TriggerEvent.RENEWAL,
    "destroyed": TriggerEvent.DESTROYED,
}


def compile_trigger(effect: model.When, program: int, losses: tuple[int, ...]) -> CompiledLastingEffect:
    """Compile a lasting effect that waits for an event.

    Args:
        losses: See `CompiledLastingEffect`.
    """
    against = lasting.EITHER if effect.who == "any" else _against(effect.who)
    event = _EVENTS[effect.event]
    until = DURATIONS[effect.until]
    return CompiledLastingEffect(
        VerbCode.WHEN, until, lambda *_: 0, bits=event, against=against, program=program, losses=losses
    )


def _against(who: str) -> int:
    return int(who == "opponent")


def _lasting(  # noqa: PLR0913, one argument for each part of an effect
    verb: int,
    effect: model.LastingVerb,
    scope: Scope,
    *,
    number: CompiledNumber = lambda *_: 0,
    bits: int = 0,
    against: int = 0,
    targets: CompiledSelector | None = None,
    sources: CompiledSelector | None = None,
) -> CompiledLastingEffect:
    holds = compile_condition(effect.while_, scope) if effect.while_ is not None else None
    return CompiledLastingEffect(verb, DURATIONS[effect.until], number, bits, against, targets, sources, holds)


LastingCompiler = Callable[[object, Scope, SelectorCompiler], list[CompiledLastingEffect]]

LASTING_VERBS: dict[str, LastingCompiler] = {
    "power": cast(LastingCompiler, _power),
    "trait": cast(LastingCompiler, _trait),
    "prevent": cast(LastingCompiler, _prevent),
    "protect": cast(LastingCompiler, _protect),
    "soak": cast(LastingCompiler, _soak),
    "bonus": cast(LastingCompiler, _bonus),
    "area": cast(LastingCompiler, _area),
    "bypass": cast(LastingCompiler, _bypass),
    "renewal": cast(LastingCompiler, _renewal),
    "limit": cast(LastingCompiler, _limit),
}
