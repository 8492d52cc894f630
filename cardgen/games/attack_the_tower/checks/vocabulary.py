"""Check the words that each selector and verb accepts, so that what is printed is what is played (E315).

Most of it is data: a table of what each kind of thing can be selected by, and the models of the verbs, whose fields state
what their selectors may have (`Allowed`). The engine would ignore
everything else, or play it unlike the text. Effects that can never happen are in `satisfiability.py`, those that a text
could not state clearly in `ambiguity.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import NoneType
from typing import get_args

from cardgen.games.attack_the_tower.checks.ambiguity import check_ambiguity
from cardgen.games.attack_the_tower.checks.context import AbilityContext, alternatives, with_article
from cardgen.games.attack_the_tower.checks.course import check_course
from cardgen.games.attack_the_tower.checks.piles import check_piles
from cardgen.games.attack_the_tower.checks.satisfiability import check_satisfiability
from cardgen.games.attack_the_tower.effects import (
    Effect,
    LastingVerb,
    Move,
    Peek,
    Prevent,
    Renewal,
    Selector,
    Swap,
    Take,
    TraitChange,
)
from cardgen.games.attack_the_tower.effects.parts import DISCARDS, DRAWS, Allowed
from cardgen.games.attack_the_tower.schema import Ability
from cardgen.plugin.game import Finding
from cardgen.plugin.schema import yaml_key
from cardgen.report.diagnostics import quoted
from cardgen.report.source import Path

_BATTLE = ("battle", "attacking", "defending", "$name")
_TABLE = ("field", *_BATTLE)
_STATES = ("manned", "unmanned", "full", "has_room")
_TRAITS = ("trait", "no_trait")
_DESTROYED = "destroyed_this_turn"

# What a selector of each kind of thing can state: keys beside those that all have, and the words of `in` and `is`.
SELECTABLE: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "troop": {"keys": ("type", "power", *_TRAITS), "in": _TABLE, "is": (_DESTROYED,)},
    "special": {"keys": ("power", *_TRAITS), "in": _TABLE, "is": (_DESTROYED,)},
    "base": {"keys": ("type", "power"), "in": ("field", "battle", "defending", "$name"), "is": (*_STATES, _DESTROYED)},
    "territory": {"keys": (), "in": _TABLE, "is": (*_STATES, "complete")},
    "palace": {"keys": (), "in": ("field", "battle"), "is": ("manned", "unmanned")},
    "card": {"keys": ("type",), "in": ("hand", *DISCARDS, *DRAWS, "played"), "is": ("ability", "base")},
}


_ALL = Allowed(("troop", "special", "base", "territory", "card"), pick=("all",))
_PARTS: Mapping[tuple[str, ...], Allowed] = {
    ("cost", "sacrifice"): Allowed(("troop", "special", "base"), ("self",), pick=("one",)),
    ("for_each", "of"): _ALL,
    ("choose",): Allowed(("troop", "special", "base", "territory")),
    ("count",): _ALL,
    ("atleast", "of"): _ALL,
    ("atmost", "of"): _ALL,
}


def _arguments_of_verbs() -> Iterator[tuple[tuple[str, ...], Allowed]]:
    """Yield what the selectors of each verb may have, as the fields of its model state it."""
    for verb, field in Effect.model_fields.items():
        (model,) = (part for part in get_args(field.annotation) if part is not NoneType)
        for name, argument in model.model_fields.items():
            yield from (
                ((yaml_key(verb), yaml_key(name)), one) for one in argument.metadata if isinstance(one, Allowed)
            )


ALLOWED: Mapping[tuple[str, ...], Allowed] = {**_PARTS, **dict(_arguments_of_verbs())}
"""What selectors may have, by the last two keys on the way to the selector, or by the last one."""

# Where each action can be prevented: attacks are declared on territories, and abilities are not played at a place.
_SITES: Mapping[str, tuple[str, ...]] = {
    "attack": (),
    "attack_on": ("territory",),
    "ability": (),
    "recruit": ("territory", "base"),
    "build": ("territory", "base"),
    "renewal": (),
}


def check_vocabulary(ability: Ability, path: Path) -> Iterator[Finding]:
    """Yield E315 for everything in an ability that the game cannot do, or that its text could not say."""
    for context, part in AbilityContext.iter_parts(ability, path):
        yield from _check_part(part, context)
        yield from check_satisfiability(part, context)
        yield from check_ambiguity(part, context)
        yield from check_course(part, context)
        yield from check_piles(part, context)


def _check_part(part: object, context: AbilityContext) -> Iterator[Finding]:
    match part:
        case Selector():
            yield from _meaning(part, context)
            yield from _arguments(part, context)
            yield from _palace(part, context)
            yield from _cards(part, context)
        case Effect():
            yield from _aura(part, context)
        case Prevent():
            yield from _prevent(part, context)
        case Swap():
            if {context.owner_of(part.a), context.owner_of(part.b)} != {"self", "opponent"}:
                yield from _one_owner(part.a, part.b, "b", "exchanges bases", context)
        case Move():
            yield from _one_owner(part.who, part.to, "to", "moves troops to bases", context)
            yield from _one_type(part, context)
        case Take() | Peek() if part.who == "self":
            yield context.finding("works on the player's own hand", ("who",), "who: opponent")
        case TraitChange() if part.gain == "unique" and part.who.of != "special":
            expected = "who: {of: special, ...}; ordinary troops are never unique"
            yield context.finding("makes things other than special troops unique", ("gain",), expected)


def _meaning(selector: Selector, context: AbilityContext) -> Iterator[Finding]:
    """Check that each key of a selector applies to the kind of thing that it selects."""
    selectable, destroyed, kind = SELECTABLE[selector.of], selector.is_ == _DESTROYED, with_article(selector.of)
    for key in ("type", "power", *_TRAITS):
        if getattr(selector, key) and (key not in selectable["keys"] or (destroyed and key != "type")):
            things = "what was destroyed" if destroyed else kind
            yield context.finding(f"selects {things} by {quoted(key)}", (key,), f"no {quoted(key)} here")
    if selector.in_ and destroyed:
        yield context.finding("selects what was destroyed by 'in'", ("in",), "no 'in' here")
    elif selector.in_ and _word(selector.in_) not in selectable["in"]:
        yield context.finding(
            f"selects {kind} with {quoted(f'in: {selector.in_}')}", ("in",), alternatives(selectable["in"])
        )
    if selector.is_ and selector.is_ not in selectable["is"]:
        yield context.finding(
            f"selects {kind} with {quoted(f'is: {selector.is_}')}", ("is",), alternatives(selectable["is"])
        )
    if destroyed and not context.is_counted and context.keys[-2:-1] != ("for_each",):
        expected = f"'is: {_DESTROYED}' only in a count, a condition or for_each"
        yield context.finding("acts on what was destroyed", ("is",), expected)
    if _shows_hidden(selector) and context.keys[-2:] != ("search", "who"):
        expected = "no 'type' here; only the numbers of bases and abilities in a hand are public"
        yield context.finding("reveals the type of hidden cards", ("type",), expected)


def _shows_hidden(selector: Selector) -> bool:
    hidden = selector.of == "card" and selector.in_ in (None, "hand", *DRAWS)
    return hidden and selector.owner != "self" and bool(selector.type)


def allowed_for(keys: tuple[str, ...]) -> Allowed:
    """Return the words that a selector may have.

    Args:
        keys: Keys on the way to the selector; the last two matter.
    """
    return ALLOWED.get(keys[-2:]) or ALLOWED.get(keys[-1:]) or Allowed()


def _arguments(selector: Selector, context: AbilityContext) -> Iterator[Finding]:
    """Check that a selector has only words that its verb takes."""
    allowed = allowed_for(context.keys)
    if context.is_in_aura and not context.is_counted:
        allowed = replace(allowed, pick=("all",))
        if selector.as_:
            yield context.finding("binds a name in an aura, which picks nothing", ("as",), "no 'as' here")
    for key in ("of", "owner", "in_", "pick", "by"):
        words, value = getattr(allowed, key), getattr(selector, key)
        if key == "in_" and selector.of == "card":
            value = value or "hand"
        if words and (value is None or _word(value) not in words):
            stated = yaml_key(key)
            problem = f"has no {quoted(stated)}" if value is None else f"cannot take {quoted(f'{stated}: {value}')}"
            yield context.finding(problem, (stated,), f"{stated}: {alternatives(words)}")
    if allowed.is_ and selector.is_ in SELECTABLE[selector.of]["is"] and selector.is_ not in allowed.is_:
        yield context.finding(
            f"cannot take {quoted(f'is: {selector.is_}')}", ("is",), f"is: {alternatives(allowed.is_)}"
        )


def _palace(selector: Selector, context: AbilityContext) -> Iterator[Finding]:
    """Check selectors of palaces: each player has one, and only destroy and strike can tell whether it is manned."""
    if selector.of != "palace" or "palace" not in allowed_for(context.keys).of:
        return
    if selector.pick != "all":
        yield context.finding("picks a palace, but each player has only one", ("pick",), "'owner' instead of 'pick'")
    if selector.is_ and (selector.owner == "any" or context.keys[-2] not in ("destroy", "strike")):
        expected = "'is' for a palace only in destroy or strike, with owner: self or opponent"
        hints = ("count special troops instead",)
        yield context.finding("selects a palace by whether it is manned", ("is",), expected, hints)


def _cards(selector: Selector, context: AbilityContext) -> Iterator[Finding]:
    """Check selectors of cards: of one kind where their type is stated, and of one player where they are counted."""
    if selector.of != "card":
        return
    if selector.in_ == "played" and context.keys[-2:] != ("replay", "who"):
        yield context.finding("selects cards beside the board", ("in",), "in: played only in replay")
    elif selector.in_ == "played" and selector.owner != "any":
        yield context.finding("selects cards beside the board by their owner", ("owner",), "no 'owner' here")
    elif selector.in_ == "ability_discard" and selector.owner == "any" and context.keys[-2:] == ("replay", "who"):
        yield context.finding("plays an ability without saying whose", ("owner",), "owner: self or opponent")
    kind = (selector.in_ or "").partition("_")[0]
    is_built = context.keys[-2:] == ("build", "card")  # which takes no abilities from anywhere
    if selector.is_ in ("ability", "base") and kind in ("ability", "base") and selector.is_ != kind and not is_built:
        yield context.finding(
            f"selects a card with {quoted(f'is: {selector.is_}')} in {selector.in_}", ("is",), f"is: {kind}"
        )
    of_two_kinds = not selector.is_ and kind in ("", "hand") and not is_built
    if selector.type and of_two_kinds and not _shows_hidden(selector):
        yield context.finding("selects cards of two kinds by type", ("type",), "is: ability or is: base beside it")
    if selector.owner == "any" and context.keys[-2:-1] in (("atleast",), ("atmost",)):
        yield context.finding("counts the cards of both players together", ("owner",), "owner: self or opponent")


def _word(value: str) -> str:
    return "$name" if value.startswith("$") else value


def _one_owner(one: Selector, other: Selector, key: str, does: str, context: AbilityContext) -> Iterator[Finding]:
    """Check that two selectors are of one owner, since troops and bases do not change sides."""
    owner = context.owner_of(one)
    if owner != context.owner_of(other):
        yield context.finding(f"{does} of two players", (key, "owner"), f"owner: {owner}, as in the other selector")
    elif owner == "any":
        yield context.finding(
            f"{does} without saying whose", (key, "owner"), "owner: self or opponent, in both selectors"
        )


def _one_type(part: Move, context: AbilityContext) -> Iterator[Finding]:
    """Check that troops go to bases of their own type."""
    troops = part.who if part.who.type else context.find_binder(part.who) or part.who
    if part.to.type and context.types_of(part.to) != context.types_of(troops):
        expected = "the type of the troops, or no 'type', since troops only move to bases of their own"
        yield context.finding("moves troops to bases of another type", ("to", "type"), expected)


def _aura(effect: Effect, context: AbilityContext) -> Iterator[Finding]:
    """Check that an aura is an effect that lasts."""
    _, verb = effect.verb
    if context.keys == ("troop", "aura") and not isinstance(verb, LastingVerb | Renewal):
        expected = "one of: power, trait, prevent, protect, soak, bonus, area, bypass, renewal, limit"
        yield context.finding("happens once, which an aura cannot", (), expected, ("put it in 'enter' to do it once",))


def _prevent(part: Prevent, context: AbilityContext) -> Iterator[Finding]:
    """Check that an action is forbidden where the player does it."""
    sites = _SITES[part.what]
    owner = {"self": "opponent", "opponent": "self"}[part.who] if part.what == "attack_on" else part.who
    if part.site is None:
        return
    if sites and part.site.owner not in (owner, "any"):
        problem = f"forbids {part.what} where {part.who} never does it"
        yield context.finding(problem, ("site", "owner"), f"owner: {owner}")
    if part.site.of not in sites:
        problem = f"forbids {part.what} at {with_article(part.site.of)}"
        expected = f"site: {{of: {alternatives(sites)}}}" if sites else f"no 'site' with {part.what}"
        hints = ("write what: attack_on to protect one territory",) if part.what == "attack" else ()
        yield context.finding(problem, ("site",), expected, hints)
