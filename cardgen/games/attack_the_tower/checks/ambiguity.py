"""E315: what the text of a card would not tell apart from something else, or could not say at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import takewhile

from cardgen.games.attack_the_tower.checks.context import PartContext, alternatives, with_article
from cardgen.games.attack_the_tower.effects import Delay, Effect, ForEach, If, LastingVerb, Selector, Swap
from cardgen.games.attack_the_tower.schema import Ability
from cardgen.plugin.game import Finding
from cardgen.plugin.schema import walk, yaml_key
from cardgen.report.diagnostics import quoted

_HOLDERS = Delay | ForEach | If
_LISTS = ("effects", "then", "else", "enter", "leave")
_FILTERS = ("type", "is_", "trait", "no_trait", "power")
# What there is in, on or under what was bound, and can be said.
_WITHIN: Mapping[str, tuple[str, ...]] = {
    "troop": ("troop",),
    "special": ("special", "troop"),
    "base": ("troop", "base"),
    "territory": ("troop", "base", "territory"),
}


def check_ambiguity(part: object, context: PartContext) -> Iterator[Finding]:
    """What a part of an ability asks for and its text would not say.

    Args:
        part: The part.
        context: Its place.
    """
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
                yield from _chosen(
                    selector, PartContext(part, context.start, (*context.place, "choose", index), context.parts)
                )


def _within(selector: Selector, context: PartContext) -> Iterator[Finding]:
    """What was bound is meant as a whole; what is in it can be narrowed down."""
    bound = context.bound(selector)
    if bound is None or bound.of not in _WITHIN or selector.of not in _WITHIN:
        return
    if selector.of not in _WITHIN[bound.of]:
        fault = f"looks for {with_article(selector.of)} in {selector.in_}, {with_article(bound.of)}"
        yield context.finding(fault, ("of",), alternatives(_WITHIN[bound.of]))
    elif bound.of in (selector.of, "special"):
        if context.keys[-2:-1] in (("atleast",), ("atmost",)):
            yield context.finding(
                f"asks how many of {selector.in_} there are", ("in",), "another condition: the name means all of them"
            )
        yield from _narrowed(selector, bound, context)
    if selector.owner not in ("any", bound.owner) and (bound.owner != "any" or selector.of == bound.of):
        yield context.finding(
            f"asks again whose {selector.in_} is", ("owner",), "no 'owner': it is said where the name is bound"
        )


def _narrowed(selector: Selector, bound: Selector, context: PartContext) -> Iterator[Finding]:
    for name in _FILTERS:
        if getattr(selector, name):
            key = yaml_key(name)
            fault = f"asks for the {key} of some of {selector.in_}"
            yield context.finding(fault, (key,), f"no {quoted(key)}, or it where the name is bound")
    if selector.pick == "all":
        return
    chosen = any(bound is choice for choice in context.ability.choose)
    single = _single(bound, context)
    if single and selector.pick != "one":
        yield context.finding(f"picks some of {selector.in_}, which is one thing", ("pick",), "no 'pick'")
    elif chosen and not single:
        yield context.finding(f"picks some of {selector.in_}, which were picked", ("pick",), "no 'pick'")


def _mixed_up(selector: Selector, context: PartContext) -> Iterator[Finding]:
    """What the text calls `that troop` or `it` is the last one of its kind that it has spoken of."""
    bound = context.bound(selector)
    if bound is None:
        return
    alike = [
        said for said in _said_before(context) if _called_alike(said, bound, context, typed=selector.of == bound.of)
    ]
    if any(said is bound for said in alike) and alike[-1] is not bound:
        fault = f"means {selector.in_} where its text would mean {with_article(bound.of)} that it speaks of in between"
        yield context.finding(fault, ("in",), f"in: {selector.in_} before the other is picked")


def _said_before(context: PartContext) -> Iterator[Selector]:
    """What the text has spoken of: what is picked, and what that lies in; what is chosen first only when it is used."""
    for place, part in takewhile(lambda item: item[0] != context.place, context.parts.items()):
        at = PartContext(context.ability, context.start, place, context.parts)
        if not isinstance(part, Selector) or at.counted or at.keys == ("choose",):
            continue
        bound = context.bound(part)
        if bound is not None:
            yield bound
        if bound is None or bound.of != part.of:
            yield part


def _called_alike(one: Selector, other: Selector, context: PartContext, *, typed: bool) -> bool:
    """Whether two things have one noun, or one pronoun; `there` has neither type nor number."""
    same_types = not typed or context.types(one) == context.types(other)
    same_number = (one.of == "territory" and not typed) or _single(one, context) == _single(other, context)
    return one.of == other.of and same_types and same_number


def _single(selector: Selector, context: PartContext) -> bool:
    """Whether it is one thing, or one after the other."""
    each = any(isinstance(part, ForEach) and part.of is selector for part in context.parts.values())
    return each or selector.pick == "one"


def _two(part: Swap, context: PartContext) -> Iterator[Finding]:
    """Of `two of your bases` neither can be told from the other later."""
    one, other = (selector.model_copy(update={"as_": None}) for selector in (part.a, part.b))
    for key, selector in (("a", part.a), ("b", part.b)):
        if one == other and selector.as_:
            fault = f"binds {quoted(selector.as_)} to one of two bases that its text would not tell apart"
            yield context.finding(fault, (key, "as"), "no 'as', or selectors that differ")


def _goes_on(effect: Effect, context: PartContext) -> Iterator[Finding]:
    """Inside a sentence, what depends on something stands last: the rest would seem to depend on it too."""
    (name, verb), *_ = effect.verbs.items()
    depends = isinstance(verb, _HOLDERS) or (isinstance(verb, LastingVerb) and verb.while_ is not None)
    if not depends or context.keys == ("effects",) or context.keys[-1:] not in [(key,) for key in _LISTS]:
        return
    siblings = context.around[-1]
    if isinstance(siblings, tuple) and effect is not siblings[-1]:
        fault = f"has {quoted(name)} before other effects, which would seem to belong to it"
        yield context.finding(fault, (), f"{quoted(name)} as the last of them")


def _else(part: If, context: PartContext) -> Iterator[Finding]:
    """An `otherwise` belongs to one `if`."""
    inner = any(isinstance(item, If) for effect in part.then for _, item in walk(effect))
    if part.else_ and inner:
        expected = "no 'if' in 'then' beside an 'else'"
        yield context.finding("has an 'else' that would seem to be of the 'if' in 'then'", ("else",), expected)


def _chosen(selector: Selector, context: PartContext) -> Iterator[Finding]:
    """What is chosen first is used, and the text tells of it before anything depends on something."""
    name = f"${selector.as_}"
    uses = [place for place, part in context.parts.items() if isinstance(part, Selector) and part.in_ == name]
    if selector.as_ is None:
        yield context.finding("picks something that nothing can use", (), "'as' with a name, and the name in an effect")
    elif not uses:
        yield context.finding(f"picks {name}, which nothing uses", ("as",), f"in: {name} in an effect")
    else:
        first = PartContext(context.ability, context.start, uses[0], context.parts)
        if {"effects", "then", "else"} & set(first.keys[1:]):
            fault = f"picks {name} at once, but it is first used where its text would pick it later"
            holder = next(key for key in reversed(first.keys) if key in ("delay", "if", "for_each"))
            hints = (f"its first use is in {quoted(holder)}",)
            yield context.finding(fault, ("as",), f"in: {name} before that, or the pick there", hints)
