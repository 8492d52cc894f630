"""Lasting verbs of the vocabulary, compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from cardgen.games.attack_the_tower import effects as model
from cardgen.games.attack_the_tower.engine.compiler.expressions import condition, number
from cardgen.games.attack_the_tower.engine.compiler.selectors import Scope, select
from cardgen.games.attack_the_tower.engine.state import lasting
from cardgen.games.attack_the_tower.engine.state.lasting import LastingEffect, Number, Select, Until, Verb
from cardgen.games.attack_the_tower.engine.state.stats import TRAIT_BITS

Selected = Callable[[model.Selector], Select]

UNTIL = {"now": Until.NOW, "battle": Until.BATTLE, "turn": Until.TURN, None: Until.AURA}
WHAT = {
    "attack": lasting.ATTACK,
    "attack_on": lasting.ATTACK_ON,
    "ability": lasting.ABILITY,
    "recruit": lasting.RECRUIT,
    "build": lasting.BUILD,
}
FROM = {
    "initiative": lasting.FROM_INITIATIVE,
    "regular": lasting.FROM_REGULAR,
    "destroy": lasting.FROM_DESTROY,
    "sacrifice": lasting.FROM_SACRIFICE,
}


def compile_lasting(verb: str, effect: object, scope: Scope, selected: Selected | None) -> list[LastingEffect]:
    """The lasting effects of one verb; `trait` may be two of them.

    Args:
        verb: As the deck writes it.
        effect: Its model.
        scope: What the words of the card mean.
        selected: Gives the units of a selector; None in an aura, where nothing is ever picked.
    """
    units = selected or (lambda selector: select(selector, scope))
    return LASTING[verb](effect, scope, units)


def _power(effect: model.Power, scope: Scope, units: Selected) -> list[LastingEffect]:
    value, verb = (effect.set, Verb.SET) if effect.set is not None else (effect.add, Verb.ADD)
    return [_lasting(verb, effect, scope, number=number(value or 0, scope), who=units(effect.who))]


def _trait(effect: model.TraitChange, scope: Scope, units: Selected) -> list[LastingEffect]:
    who = units(effect.who)
    changes = ((Verb.GAIN, effect.gain), (Verb.LOSE, effect.lose))
    return [_lasting(verb, effect, scope, bits=TRAIT_BITS[trait], who=who) for verb, trait in changes if trait]


def _prevent(effect: model.Prevent, scope: Scope, units: Selected) -> list[LastingEffect]:
    site = units(effect.site) if effect.site is not None else None
    return [_lasting(Verb.PREVENT, effect, scope, bits=WHAT[effect.what], against=_against(effect.who), who=site)]


def _protect(effect: model.Protect, scope: Scope, units: Selected) -> list[LastingEffect]:
    return [
        _lasting(Verb.PROTECT, effect, scope, bits=sum(FROM[word] for word in set(effect.from_)), who=units(effect.who))
    ]


def _soak(effect: model.Soak, scope: Scope, _: Selected) -> list[LastingEffect]:
    return [_lasting(Verb.SOAK, effect, scope, number=number(effect.amount, scope), against=_against(effect.who))]


def _bonus(effect: model.Bonus, scope: Scope, units: Selected) -> list[LastingEffect]:
    return [_lasting(Verb.BONUS, effect, scope, number=number(effect.amount, scope), who=units(effect.who))]


def _area(effect: model.Area, scope: Scope, units: Selected) -> list[LastingEffect]:
    source = units(effect.from_)
    amount = number(effect.amount, scope)
    return [_lasting(Verb.AREA, effect, scope, number=amount, source=source, who=units(effect.who))]


def _bypass(effect: model.Bypass, scope: Scope, units: Selected) -> list[LastingEffect]:
    return [_lasting(Verb.BYPASS, effect, scope, who=units(effect.who))]


def _renewal(effect: model.Renewal, scope: Scope, _: Selected) -> list[LastingEffect]:
    recruits = number(effect.recruit, scope)
    found = LastingEffect(Verb.RENEWAL, Until.AURA, recruits, against=_against(effect.who), draw=effect.draw)
    return [found]


def _against(who: str) -> int:
    return int(who == "opponent")


def _lasting(  # noqa: PLR0913, one argument a part
    verb: int,
    effect: model.LastingVerb,
    scope: Scope,
    *,
    number: Number = lambda *_: 0,
    bits: int = 0,
    against: int = 0,
    who: Select | None = None,
    source: Select | None = None,
) -> LastingEffect:
    holds = condition(effect.while_, scope) if effect.while_ is not None else None
    return LastingEffect(verb, UNTIL[effect.until], number, bits, against, who, source, holds)


Maker = Callable[[object, Scope, Selected], list[LastingEffect]]

LASTING: dict[str, Maker] = {
    "power": cast(Maker, _power),
    "trait": cast(Maker, _trait),
    "prevent": cast(Maker, _prevent),
    "protect": cast(Maker, _protect),
    "soak": cast(Maker, _soak),
    "bonus": cast(Maker, _bonus),
    "area": cast(Maker, _area),
    "bypass": cast(Maker, _bypass),
    "renewal": cast(Maker, _renewal),
}
