"""Find effects that can never happen or never matter: wrong moments, empty ranges, zero amounts (E315)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.games.attack_the_tower.checks.context import AbilityContext, with_article
from cardgen.games.attack_the_tower.effects import (
    Area,
    Bonus,
    Bypass,
    Condition,
    CountedNumber,
    Delay,
    Discard,
    DiscardCost,
    Draw,
    EndBattle,
    LastingVerb,
    Mill,
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

_AMOUNTS = Draw | Discard | Mill | Recruit | Take | Soak | Strike | Area | DiscardCost
_FIGHTING = ("battle", "attacking", "defending")
_LARGEST_LIMIT = 99
_OTHER_TURN = {"attacker": "opponent", "defender": "own"}


def check_satisfiability(part: object, context: AbilityContext) -> Iterator[Finding]:
    """Yield E315 if a part of an ability can never happen or never matter."""
    match part:
        case Selector():
            yield from _limits(part, context)
            yield from _elsewhere(part, context)
            yield from _other_side(part, context)
        case Condition():
            yield from _condition(part, context)
        case Timing():
            yield from _timing(part, context)
        case Delay():
            yield from _delay(part, context)
        case EndBattle() if context.is_never_in_battle or (context.is_later and not context.is_at_attack):
            yield context.finding("has no battle to end", (), "it in a battle only: timing: {window: battle, ...}")
        case SpecialTroop():
            yield from _troop(part, context)
        case TraitChange() if part.gain == part.lose:
            yield context.finding(
                "gives and takes the same trait", ("lose",), "another trait, or only one of: gain, lose"
            )
        case Strike() | Area() | Bypass():
            yield from _structures(part, context)
    if isinstance(part, LastingVerb):
        yield from _until(part, context)
    yield from _amounts(part, context)


def _limits(selector: Selector, context: AbilityContext) -> Iterator[Finding]:
    """Check that something can match a selector, and that each of its keys matters."""
    power, trait = selector.power, selector.trait
    if trait is not None and trait == selector.no_trait:
        yield context.finding(
            f"selects {with_article(selector.of)} with and without {trait}", ("no_trait",), "another trait"
        )
    if power is not None and power.min is None and power.max is None:
        yield context.finding("has a range of power without limits", ("power",), "min, max or both")
    elif power is not None and power.min is not None and power.max is not None and power.min > power.max:
        yield context.finding("has a 'min' above its 'max'", ("power", "min"), f"{power.max} or less")
    if selector.by != "self" and selector.pick == "all":
        yield context.finding("says who picks, but picks nothing", ("by",), "'by' only with another 'pick' than all")


def _elsewhere(selector: Selector, context: AbilityContext) -> Iterator[Finding]:
    """Check that a selector does not look into a battle while there is none."""
    parent = context.ancestors[-1]
    if selector.in_ not in _FIGHTING or not context.is_never_in_battle:
        return
    # Otherwise evaluated as long as the effect lasts.
    if "while" in context.keys or (isinstance(parent, LastingVerb) and not selector.is_fixed):
        return
    moment = " at the end of the turn, when there is no battle" if context.delay else " outside battle"
    expected = "delay: {at: battle_end, ...}" if context.delay else "timing: {window: battle, ...}"
    problem = f"selects {with_article(selector.of)} with {quoted(f'in: {selector.in_}')}{moment}"
    yield context.finding(problem, ("in",), expected)


def _other_side(selector: Selector, context: AbilityContext) -> Iterator[Finding]:
    """Check that a selector does not look for players on a side on which they never are when the effect works."""
    side, other = context.own_side, {"attacker": "defender", "defender": "attacker"}
    if selector.in_ not in ("attacking", "defending") or selector.owner == "any" or side == "any":
        return
    there = side if selector.owner == "self" else other[side]
    right = {"attacker": "attacking", "defender": "defending"}[there]
    if selector.in_ != right:
        whose = "its player" if selector.owner == "self" else "the opponent"
        problem = (
            f"selects {with_article(selector.of)} with {quoted(f'in: {selector.in_}')}, but {whose} is the {there}"
        )
        yield context.finding(problem, ("in",), f"in: {right}, or another 'timing'")


def _bypass(part: Bypass, context: AbilityContext) -> Iterator[Finding]:
    """Check that troops that may hit manned bases can attack, since only attackers face bases."""
    never = {"attacker": "opponent", "defender": "self"}.get(context.own_side)
    if part.who.in_ == "defending" or part.who.owner == never:
        problem = "is for troops that only defend, but only attackers can hit bases"
        yield context.finding(problem, ("who",), "who: {in: attacking, ...}, in a turn in which they attack")


def _structures(part: Strike | Area | Bypass, context: AbilityContext) -> Iterator[Finding]:
    """Check that damage to bases and palaces counts, and that a card says so only where that is a question (R42)."""
    if isinstance(part, Bypass):
        yield from _bypass(part, context)
        return
    who, even = part.who, part.even_if_defended
    if who.of not in ("base", "palace"):
        if even:
            problem = f"damages {with_article(who.of)} even if defended"
            yield context.finding(problem, ("even_if_defended",), "it only with bases and palaces")
    elif who.is_ == "manned" and not even:
        problem = f"damages {with_article(who.of)} that troops defend, on which damage does not count"
        yield context.finding(problem, ("who", "is"), "even_if_defended: true beside it")
    elif who.is_ == "unmanned" and even:
        problem = f"damages {with_article(who.of)} that nobody defends, even if defended"
        yield context.finding(problem, ("even_if_defended",), "no 'even_if_defended' here")


def _condition(that: Condition, context: AbilityContext) -> Iterator[Finding]:
    """Check that a condition can hold and can fail."""
    least, most = that.atleast, that.atmost
    if least and least.amount == 0:
        yield context.finding("requires at least 0, which always holds", ("atleast", "amount"), "1 or more")
    for key, limit in (("atleast", least), ("atmost", most)):
        if limit and limit.amount > _LARGEST_LIMIT:
            yield context.finding(
                f"has the limit {limit.amount}, which is never reached", (key, "amount"), f"at most {_LARGEST_LIMIT}"
            )
    if least and most and least.of == most.of and least.amount > most.amount:
        expected = f"{most.amount} or less, the limit of 'atmost'"
        yield context.finding("requires more than its 'atmost' allows", ("atleast", "amount"), expected)


def _timing(timing: Timing, context: AbilityContext) -> Iterator[Finding]:
    """Check that side and turn fit: the player whose turn it is attacks."""
    if set(timing.window) == {"battle"} and timing.turn == _OTHER_TURN.get(timing.side):
        expected = "side: attacker with turn: own, defender with turn: opponent; or no 'side'"
        does, turn = ("attack", "their opponent's") if timing.turn == "opponent" else ("defend", "their own")
        yield context.finding(f"can never be met: players do not {does} in {turn} turn", ("side",), expected)


def _delay(delay: Delay, context: AbilityContext) -> Iterator[Finding]:
    """Check that effects are delayed once, and that only the end of a battle comes several times a turn."""
    if context.delay is not None:
        yield context.finding("delays effects that are delayed already", (), "its effects without the inner 'delay'")
    if delay.until is not None and delay.at != "battle_end":
        expected = "no 'until', or until: turn with at: battle_end"
        yield context.finding(f"cannot take {quoted(f'until: {delay.until}')}", ("until",), expected)


def _until(effect: LastingVerb, context: AbilityContext) -> Iterator[Finding]:
    """Check that a lasting effect does not end as soon as it begins."""
    at, until = (context.delay.at if context.delay else ""), effect.until
    if until is not None and (at == "turn_end" or (at == "battle_end" and until == "battle")):
        end = "turn" if at == "turn_end" else "battle"
        expected = "until: turn" if at == "battle_end" else "the effect without the delay"
        yield context.finding(f"begins at the end of the {end} and ends with it", ("until",), expected)


def _troop(troop: SpecialTroop, context: AbilityContext) -> Iterator[Finding]:
    """Check that a special troop has each word once, and that its words do not contradict each other."""
    lists: Sequence[tuple[str, tuple[str, ...]]] = (("traits", troop.traits), ("static", troop.static))
    for key, words in lists:
        for index, word in enumerate(words):
            if word in words[:index]:
                yield context.finding(f"has {word} twice", (key, index), "each word once")
    if {"guard", "cannot_defend"} <= set(troop.static):
        yield context.finding("is a guard and cannot defend", ("static",), "only one of: guard, cannot_defend")


def _amounts(part: object, context: AbilityContext) -> Iterator[Finding]:
    """Check that numbers make a difference, and that numbers of things are not negative."""
    if isinstance(part, _AMOUNTS):
        yield from _amount(part.amount, context, ("amount",), at_least_one=True)
    elif isinstance(part, Bonus):
        yield from _amount(part.amount, context, ("amount",))
    elif isinstance(part, Power) and part.add is not None:
        yield from _amount(part.add, context, ("add",))
    elif isinstance(part, Power) and isinstance(part.set, CountedNumber):
        yield from _amount(part.set, context, ("set",))


def _amount(
    amount: int | CountedNumber, context: AbilityContext, rest: Path, *, at_least_one: bool = False
) -> Iterator[Finding]:
    expected = "1 or more" if at_least_one else "any number but 0"
    number, place = (amount, rest) if isinstance(amount, int) else (amount.times, (*rest, "times"))
    if number == 0 or (at_least_one and number < 0):
        yield context.finding(f"has the amount {number}", place, expected)
    if isinstance(amount, CountedNumber) and amount.max is not None and amount.max < 1:
        yield context.finding(f"has the amount {amount.max}", (*rest, "max"), "1 or more")
