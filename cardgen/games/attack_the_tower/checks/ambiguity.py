"""Find effects whose text would be ambiguous or could not be written (E315)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import takewhile

from cardgen.games.attack_the_tower.checks.context import AbilityContext, alternatives, with_article
from cardgen.games.attack_the_tower.effects import (
    Coin,
    Delay,
    Die,
    Effect,
    ForEach,
    If,
    LastingVerb,
    OneOf,
    Selector,
    Swap,
    When,
)
from cardgen.games.attack_the_tower.schema import Ability
from cardgen.plugin.game import Finding
from cardgen.plugin.schema import walk, yaml_key
from cardgen.report.diagnostics import quoted

_CONTROL_FLOW = Coin | Delay | Die | ForEach | If | OneOf | When
_ALTERNATIVES = (Coin, Die, OneOf)
_LISTS = ("effects", "then", "else", "enter", "leave", "heads", "tails")
_HOLDERS = ("delay", "if", "for_each", "choose_one", "coin", "die", "when", "enter", "leave")
_FILTERS = ("type", "is_", "trait", "no_trait", "power")
# What can be selected inside something bound, by its kind.
_WITHIN: Mapping[str, tuple[str, ...]] = {
    "troop": ("troop",),
    "special": ("special", "troop"),
    "base": ("troop", "base"),
    "territory": ("troop", "base", "territory"),
}


def check_ambiguity(part: object, context: AbilityContext) -> Iterator[Finding]:
    """Yield E315 if the text of a part of an ability would be ambiguous."""
    match part:
        case Selector():
            yield from _within(part, context)
            yield from _mixed_up(part, context)
        case Effect():
            yield from _goes_on(part, context)
        case If():
            yield from _else(part, context)
        case Swap():
            yield from _two(part, context)
        case Ability():
            for index, selector in enumerate(part.choose):
                yield from _chosen(selector, context.at((*context.path, "choose", index)))


def _within(selector: Selector, context: AbilityContext) -> Iterator[Finding]:
    """Check selectors that refer to a bound name, or to what is inside it."""
    binder = context.find_binder(selector)
    if binder is None or binder.of not in _WITHIN or selector.of not in _WITHIN:
        return
    if selector.of not in _WITHIN[binder.of]:
        problem = f"selects {with_article(selector.of)} in {selector.in_}, which is {with_article(binder.of)}"
        yield context.finding(problem, ("of",), alternatives(_WITHIN[binder.of]))
    elif binder.of in (selector.of, "special"):
        if context.keys[-2:-1] in (("atleast",), ("atmost",)):
            expected = "another condition, since the name means everything that was picked"
            yield context.finding(f"counts what {selector.in_} refers to", ("in",), expected)
        yield from _narrowed(selector, binder, context)
    if selector.owner not in ("any", binder.owner) and (binder.owner != "any" or selector.of == binder.of):
        yield context.finding(
            f"states the owner of {selector.in_} again", ("owner",), "no 'owner'; it is stated where the name is bound"
        )


def _narrowed(selector: Selector, binder: Selector, context: AbilityContext) -> Iterator[Finding]:
    for name in _FILTERS:
        if getattr(selector, name):
            key = yaml_key(name)
            problem = f"restricts {selector.in_} by {quoted(key)}"
            yield context.finding(problem, (key,), f"no {quoted(key)} here; it belongs where the name is bound")
    if selector.pick == "all":
        return
    chosen = any(binder is choice for choice in context.ability.choose)
    single = _single(binder, context)
    if single and selector.pick != "one":
        yield context.finding(f"picks from {selector.in_}, which is a single thing", ("pick",), "no 'pick'")
    elif chosen and not single:
        yield context.finding(f"picks from {selector.in_}, which is picked already", ("pick",), "no 'pick'")


def _mixed_up(selector: Selector, context: AbilityContext) -> Iterator[Finding]:
    """Check that `that troop` or `it` refers to the last thing of its kind that the text has mentioned."""
    binder = context.find_binder(selector)
    if binder is None:
        return
    alike = [
        mention
        for mention in _mentioned_before(context)
        if _called_alike(mention, binder, context, typed=selector.of == binder.of)
    ]
    if any(mention is binder for mention in alike) and alike[-1] is not binder:
        problem = (
            f"refers to {selector.in_}, but its text would refer to {with_article(binder.of)} mentioned in between"
        )
        yield context.finding(problem, ("in",), f"in: {selector.in_} before the other is picked")


def _mentioned_before(context: AbilityContext) -> Iterator[Selector]:
    """Yield what the text has mentioned: picks and the places they are in; what is chosen first only where it is used."""
    for path, part in takewhile(lambda item: item[0] != context.path, context.parts.items()):
        mention = context.at(path)
        if not isinstance(part, Selector) or mention.is_counted or mention.keys == ("choose",):
            continue
        binder = context.find_binder(part)
        if binder is not None:
            yield binder
        if binder is None or binder.of != part.of:
            yield part


def _called_alike(one: Selector, other: Selector, context: AbilityContext, *, typed: bool) -> bool:
    """Return whether two things have the same noun or pronoun; `there` has neither type nor number."""
    same_types = not typed or context.types_of(one) == context.types_of(other)
    same_number = (one.of == "territory" and not typed) or _single(one, context) == _single(other, context)
    return one.of == other.of and same_types and same_number


def _single(selector: Selector, context: AbilityContext) -> bool:
    """Return whether a selector picks one thing, or one thing at a time."""
    each = any(isinstance(part, ForEach) and part.of is selector for part in context.parts.values())
    return each or selector.pick == "one"


def _two(part: Swap, context: AbilityContext) -> Iterator[Finding]:
    """Check that no name refers to one of `two of your bases`, which the text cannot tell apart."""
    one, other = (selector.model_copy(update={"as_": None}) for selector in (part.a, part.b))
    for key, selector in (("a", part.a), ("b", part.b)):
        if one == other and selector.as_:
            problem = f"binds {quoted(selector.as_)} to one of two bases that its text cannot tell apart"
            yield context.finding(problem, (key, "as"), "no 'as', or selectors that differ")


def _goes_on(effect: Effect, context: AbilityContext) -> Iterator[Finding]:
    """Check that a conditional effect inside a sentence comes last: what follows would seem to depend on it too."""
    name, verb = effect.verb
    depends = isinstance(verb, _CONTROL_FLOW) or (isinstance(verb, LastingVerb) and verb.while_ is not None)
    if not depends or context.keys == ("effects",) or context.keys[-1:] not in [(key,) for key in _LISTS]:
        return
    siblings = context.ancestors[-1]
    if isinstance(verb, _ALTERNATIVES) and any(isinstance(part, _ALTERNATIVES) for part in context.ancestors):
        problem = f"has {quoted(name)} inside another choice, coin or die, whose alternatives would run into its own"
        yield context.finding(problem, (), "only one choice, coin or die within another effect")
        return
    if isinstance(siblings, tuple) and effect is not siblings[-1]:
        problem = f"has {quoted(name)} before other effects, which would seem to belong to it"
        yield context.finding(problem, (), f"{quoted(name)} as the last effect")


def _else(part: If, context: AbilityContext) -> Iterator[Finding]:
    """Check that an `otherwise` can belong to one `if` only."""
    inner = any(isinstance(item, If) for effect in part.then for _, item in walk(effect))
    if part.else_ and inner:
        expected = "no 'if' in 'then' beside an 'else'"
        yield context.finding("has an 'else' that would seem to belong to the 'if' in 'then'", ("else",), expected)


def _chosen(selector: Selector, context: AbilityContext) -> Iterator[Finding]:
    """Check that what is chosen first is used, and that the text mentions it before any conditional effect."""
    name = f"${selector.as_}"
    uses = [path for path, part in context.parts.items() if isinstance(part, Selector) and part.in_ == name]
    if selector.as_ is None:
        yield context.finding(
            "picks something without a name, so that no effect can use it",
            (),
            "'as' with a name, and the name in an effect",
        )
    elif not uses:
        yield context.finding(f"picks {name}, which nothing uses", ("as",), f"in: {name} in an effect")
    else:
        first = context.at(uses[0])
        if set(_LISTS) & set(first.keys[1:]):
            problem = f"picks {name} first, but its text would pick it later, where it is first used"
            holder = next(key for key in reversed(first.keys) if key in _HOLDERS)
            hints = (f"its first use is in {quoted(holder)}",)
            yield context.finding(problem, ("as",), f"in: {name} in an earlier effect, or the pick there", hints)
