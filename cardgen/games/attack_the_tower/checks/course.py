"""Find effects on the course of the game that could never happen or mean nothing (E350 to E353).

Attacks are cancelled and redirected while there is one, renewals are held in the main phase and forbidden before they
are announced; a coin, a die or a choice decides between different things; totals of power limit any number of things.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.games.attack_the_tower.checks.context import AbilityContext
from cardgen.games.attack_the_tower.effects import (
    Cancel,
    Coin,
    Die,
    Limit,
    OneOf,
    Power,
    Prevent,
    Redirect,
    Renew,
    Selector,
    When,
)
from cardgen.plugin.game import Finding
from cardgen.report.diagnostics import quoted

_BATTLE_PLACES = ("battle", "attacking", "defending", "fought")


def check_course(part: object, context: AbilityContext) -> Iterator[Finding]:
    """Yield what is wrong with a part of an ability that changes the course of the game."""
    match part:
        case Cancel() | Redirect():
            yield from _attack(part, context)
        case Renew():
            yield from _renew(context)
        case Prevent() if part.what == "renewal":
            yield from _no_renewal(part, context)
        case Limit() if part.add == 0:
            yield context.coded("E350", "changes a limit by 0", ("add",), "any number but 0")
        case OneOf() | Coin() | Die():
            yield from _alternatives(part, context)
        case When():
            yield from _trigger(part, context)
        case Selector():
            yield from _total(part, context)
        case Power() if part.same_as is not None and (context.is_in_aura or part.same_as.pick != "one"):
            expected = "same_as: {..., pick: one}, in an effect that happens once"
            yield context.coded("E350", "compares with more or less than one thing", ("same_as",), expected)


def _attack(part: Cancel | Redirect, context: AbilityContext) -> Iterator[Finding]:
    """Check that there can be an attack, and that the territory to which it turns can be attacked."""
    declared = context.is_at_attack
    if context.is_never_in_battle or (context.is_later and not declared):
        yield context.coded("E350", "has no attack before it", (), "it in a battle only: timing: {window: battle, ...}")
        return
    if isinstance(part, Redirect) and part.to.in_ in _BATTLE_PLACES:
        problem = f"turns an attack to a territory {quoted(f'in: {part.to.in_}')}, which it has already"
        yield context.coded("E350", problem, ("to", "in"), "a territory without 'in'")
    if isinstance(part, Redirect) and not declared:
        timing = context.ability.timing
        side = {"own": "attacker", "opponent": "defender"}.get(timing.turn, timing.side)
        owner = {"attacker": "opponent", "defender": "self"}.get(side)
        if owner is not None and part.to.owner != owner:
            yield context.coded(
                "E350", f"turns an attack to a territory of {part.to.owner}", ("to", "owner"), f"owner: {owner}"
            )


def _trigger(part: When, context: AbilityContext) -> Iterator[Finding]:
    """Check that an event can still come while the effect waits for it, and says what is destroyed."""
    if (part.event == "destroyed") != (part.of is not None):
        expected = "of: one of: troop, base, special" if part.of is None else "event: destroyed, or no 'of'"
        yield context.coded("E351", f"waits for {quoted(part.event)} of {part.of or 'nothing'}", ("event",), expected)
    if part.type and part.of not in ("troop", "base"):
        yield context.coded("E351", "waits for a type of what has none", ("type",), "of: troop or of: base beside it")
    if context.trigger is not None or context.delay is not None:
        yield context.coded(
            "E351", "waits inside an effect that waits already", (), "its effects without the outer one"
        )
    on_troop = context.keys == ("troop", "when")
    if on_troop != (part.until is None):
        expected = "no 'until'" if on_troop else "until: turn, or next_turn on a special ability (rule H11)"
        yield context.coded("E351", "does not end when it should", ("until",) if part.until else (), expected)
    elif part.until == "battle":
        yield context.coded("E351", "ends with a battle", ("until",), "until: turn")
    elif part.until == "turn" and part.event in ("turn_start", "turn_end", "renewal"):
        hints = ("write delay: {at: turn_end, ...} for the end of this turn",) if part.event == "turn_end" else ()
        problem = f"waits for {quoted(part.event)}, which comes at most once before it ends"
        yield context.coded("E351", problem, ("event",), "until: next_turn, or 'when' of a special troop", hints)
    elif part.until == "next_turn" and part.event == "turn_start" and part.who == "self":
        yield context.coded("E351", "ends before the player's turn begins", ("who",), "who: opponent")


def _renew(context: AbilityContext) -> Iterator[Finding]:
    """Check that a renewal is held in the main phase, when the card is played, as the last thing that the card does."""
    if context.is_later or "battle" in context.ability.timing.window:
        expected = "timing: {window: main}, and the effect on the card itself or in 'enter'"
        yield context.coded("E350", "holds a renewal that could fall into a battle or the end of a turn", (), expected)
    elif context.is_followed:
        problem = "holds a renewal before other effects, which would happen first"
        yield context.coded("E350", problem, (), "the renewal once, as the last effect")


def _no_renewal(part: Prevent, context: AbilityContext) -> Iterator[Finding]:
    """Check that a renewal is forbidden before a player announces it."""
    if context.is_in_aura:
        return
    if part.until != "next_turn":
        problem = "forbids a renewal in a turn in which it has been announced already"
        yield context.coded("E350", problem, ("until",), "until: next_turn, or an aura")
    elif part.who == "self":
        yield context.coded("E350", "ends before the player could renew again", ("who",), "who: opponent")


def _alternatives(part: OneOf | Coin | Die, context: AbilityContext) -> Iterator[Finding]:
    """Check that alternatives differ, and that each face of a die has one meaning."""
    if isinstance(part, OneOf):
        lists = [option.effects for option in part.options]
        if any(effects in lists[:at] for at, effects in enumerate(lists)):
            yield context.coded("E353", "offers the same thing twice", ("options",), "alternatives that differ")
    elif isinstance(part, Coin):
        if part.heads == part.tails:
            yield context.coded("E353", "has the same effects on both sides", ("tails",), "sides that differ")
    else:
        seen: set[int] = set()
        for at, result in enumerate(part.results):
            for face in result.faces:
                if face > part.sides:
                    yield context.coded(
                        "E353", f"has no face {face}", ("results", at, "faces"), f"faces from 1 to {part.sides}"
                    )
                elif face in seen:
                    yield context.coded(
                        "E353", f"has two results for {face}", ("results", at, "faces"), "each face once"
                    )
                seen.add(face)


def _total(selector: Selector, context: AbilityContext) -> Iterator[Finding]:
    """Check that a total of power limits any number of units."""
    if selector.total_power is not None:
        if selector.pick != "any_number":
            problem = f"has a total of power with {quoted(f'pick: {selector.pick}')}"
            yield context.coded("E354", problem, ("total_power",), "pick: any_number beside it")
        if selector.of in ("card", "territory", "palace"):
            problem = f"adds up the power of {quoted(selector.of)}, which has none to add"
            yield context.coded("E354", problem, ("total_power",), "of: one of: troop, special, base")
    if selector.pick == "any_number" and selector.by == "random":
        yield context.coded("E354", "lets chance pick any number", ("by",), "by: self or opponent")
