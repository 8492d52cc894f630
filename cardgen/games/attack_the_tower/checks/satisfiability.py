"""E315: what can be asked for and never be had: no time, no number, and nothing that fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.games.attack_the_tower.checks.context import PartContext, with_article
from cardgen.games.attack_the_tower.effects import (
    Area,
    Bonus,
    Condition,
    CountedNumber,
    Delay,
    Discard,
    DiscardCost,
    Draw,
    EndBattle,
    LastingVerb,
    Power,
    Recruit,
    Selector,
    Soak,
    Strike,
    Take,
    Timing,
    TraitChange,
)
from cardgen.games.attack_the_tower.schema import SpecialTroop
from cardgen.plugin.game import Finding
from cardgen.report.diagnostics import quoted
from cardgen.report.source import Path

_AMOUNTS = Draw | Discard | Recruit | Take | Soak | Strike | Area | DiscardCost
_FIGHTING = ("battle", "attacking", "defending")
_MOST = 99
_OTHER_TURN = {"attacker": "opponent", "defender": "own"}


def check_satisfiability(part: object, context: PartContext) -> Iterator[Finding]:
    """What a part of an ability asks for in vain.

    Args:
        part: The part.
        context: Its place.
    """
    match part:
        case Selector():
            yield from _limits(part, context)
            yield from _elsewhere(part, context)
        case Condition():
            yield from _condition(part, context)
        case Timing():
            yield from _timing(part, context)
        case Delay():
            yield from _delay(part, context)
        case EndBattle() if context.never_in_battle or context.delay is not None:
            yield context.finding("has no battle to end", (), "it in a battle: timing: {window: battle, ...}")
        case SpecialTroop():
            yield from _troop(part, context)
        case TraitChange() if part.gain == part.lose:
            yield context.finding("gives and takes one trait", ("lose",), "another trait, or one of: gain, lose")
        case Strike():
            yield from _strike(context)
    if isinstance(part, LastingVerb) and not context.in_aura:
        yield from _until(part, context)
    yield from _amounts(part, context)


def _limits(selector: Selector, context: PartContext) -> Iterator[Finding]:
    """Something can be all that a selector asks, and asks something."""
    power, trait = selector.power, selector.trait
    if trait is not None and trait == selector.no_trait:
        yield context.finding(
            f"looks for {with_article(selector.of)} with and without {trait}", ("no_trait",), "another trait"
        )
    if power is not None and power.min is None and power.max is None:
        yield context.finding("asks for no power", ("power",), "one of: min, max; or both")
    elif power is not None and power.min is not None and power.max is not None and power.min > power.max:
        yield context.finding("asks for a 'min' above its 'max'", ("power", "min"), f"{power.max} or less")
    if selector.by != "self" and selector.pick == "all":
        yield context.finding("picks nothing, so nobody picks", ("by",), "it with pick: one, up_to_2 or up_to_3")


def _elsewhere(selector: Selector, context: PartContext) -> Iterator[Finding]:
    """Nothing is in a battle while there is none."""
    holder = context.around[-1]
    if selector.in_ not in _FIGHTING or not context.never_in_battle or isinstance(holder, Strike):
        return
    picked = selector.pick != "all" or selector.as_ or selector.power or selector.trait or selector.no_trait
    if "while" in context.keys or (isinstance(holder, LastingVerb) and not picked):  # it is asked as long as it lasts
        return
    moment = " at the end of the turn" if context.delay else ""
    expected = "delay: {at: battle_end, ...}" if context.delay else "timing: {window: battle, ...}"
    fault = f"looks for {with_article(selector.of)} in {selector.in_}{moment}, outside any battle"
    yield context.finding(fault, ("in",), expected)


def _strike(context: PartContext) -> Iterator[Finding]:
    """Damage is dealt in a battle only."""
    if not context.never_in_battle:
        return
    if context.delay:
        yield context.finding("deals damage at the end of the turn, outside battle", (), "delay: {at: battle_end, ...}")
    else:
        yield context.finding("deals damage outside battle", (), "timing: {window: battle, ...}")


def _condition(that: Condition, context: PartContext) -> Iterator[Finding]:
    """It can hold, and need not."""
    least, most = that.atleast, that.atmost
    if least and least.amount == 0:
        yield context.finding("asks for at least 0, which is always there", ("atleast", "amount"), "1 or more")
    for key, limit in (("atleast", least), ("atmost", most)):
        if limit and limit.amount > _MOST:
            yield context.finding(
                f"asks for {limit.amount}, which are never there", (key, "amount"), f"at most {_MOST}"
            )
    if least and most and least.of == most.of and least.amount > most.amount:
        expected = f"{most.amount} or less, as 'atmost' says"
        yield context.finding("asks for more than its 'atmost' allows", ("atleast", "amount"), expected)


def _timing(timing: Timing, context: PartContext) -> Iterator[Finding]:
    """Whoever attacks does so in his own turn."""
    if set(timing.window) == {"battle"} and timing.turn == _OTHER_TURN.get(timing.side):
        expected = "side: attacker with turn: own, defender with turn: opponent; or no 'side'"
        does, turn = ("attacks", "his opponent's") if timing.turn == "opponent" else ("defends", "his own")
        yield context.finding(f"never comes: nobody {does} in {turn} turn", ("side",), expected)


def _delay(delay: Delay, context: PartContext) -> Iterator[Finding]:
    """Things are put off once; after every battle, or at the one end of the turn."""
    if context.delay is not None:
        yield context.finding("puts off what is put off already", (), "its effects without a 'delay' around them")
    if delay.until is not None and (delay.until != "turn" or delay.at != "battle_end"):
        expected = "no 'until', or until: turn with at: battle_end"
        yield context.finding(f"cannot take {quoted(f'until: {delay.until}')}", ("until",), expected)


def _until(effect: LastingVerb, context: PartContext) -> Iterator[Finding]:
    """What lasts does not end as soon as it begins."""
    at, until = (context.delay.at if context.delay else ""), effect.until
    if until == "now":
        yield context.finding("ends as soon as it begins", ("until",), "one of: battle, turn")
    elif until is not None and (at == "turn_end" or (at == "battle_end" and until == "battle")):
        end = "turn" if at == "turn_end" else "battle"
        expected = "until: turn" if at == "battle_end" else "it without the delay"
        yield context.finding(f"begins at the end of the {end} and ends with it", ("until",), expected)


def _troop(troop: SpecialTroop, context: PartContext) -> Iterator[Finding]:
    """It has each trait once, and does not defend where it cannot."""
    lists: Sequence[tuple[str, tuple[str, ...]]] = (("traits", troop.traits), ("static", troop.static))
    for key, words in lists:
        for index, word in enumerate(words):
            if word in words[:index]:
                yield context.finding(f"has {word} twice", (key, index), "it once")
    if {"guard", "cannot_defend"} <= set(troop.static):
        expected = "one of them: a guard defends"
        yield context.finding("defends all territories and cannot defend", ("static",), expected)


def _amounts(part: object, context: PartContext) -> Iterator[Finding]:
    """Numbers that make a difference; those that say how many are not negative."""
    if isinstance(part, _AMOUNTS):
        yield from _amount(part.amount, context, ("amount",), at_least_one=True)
    elif isinstance(part, Bonus):
        yield from _amount(part.amount, context, ("amount",))
    elif isinstance(part, Power) and part.add is not None:
        yield from _amount(part.add, context, ("add",))
    elif isinstance(part, Power) and isinstance(part.set, CountedNumber):
        yield from _amount(part.set, context, ("set",))


def _amount(
    amount: int | CountedNumber, context: PartContext, rest: Path, *, at_least_one: bool = False
) -> Iterator[Finding]:
    expected = "1 or more" if at_least_one else "any number but 0"
    number, place = (amount, rest) if isinstance(amount, int) else (amount.times, (*rest, "times"))
    if number == 0 or (at_least_one and number < 0):
        yield context.finding(f"has the amount {number}", place, expected)
    if isinstance(amount, CountedNumber) and amount.max is not None and amount.max < 1:
        yield context.finding(f"has the amount {amount.max}", (*rest, "max"), "1 or more")
