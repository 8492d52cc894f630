"""E315: an effect asks for nothing that the game cannot do, so that what is printed is what is played.

Two tables say most of it: what each kind of thing can be asked, and what each verb takes. Everything outside them would
be left out by the computer without a word, or played unlike the text. What can be asked and never be had is in
`satisfiability.py`, what cannot be said in `ambiguity.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from cardgen.games.attack_the_tower.checks.ambiguity import check_ambiguity
from cardgen.games.attack_the_tower.checks.context import PartContext, alternatives, parts_of, with_article
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
from cardgen.games.attack_the_tower.schema import Ability
from cardgen.plugin.game import Finding
from cardgen.plugin.schema import yaml_key
from cardgen.report.diagnostics import quoted
from cardgen.report.source import Path

_UNITS = ("troop", "special", "base", "palace")
_BATTLE = ("battle", "attacking", "defending", "$name")
_TABLE = ("field", *_BATTLE)
_DISCARDS, _DRAWS = ("ability_discard", "base_discard"), ("ability_draw", "base_draw")
_STATES = ("manned", "unmanned", "full", "has_room")
_TRAITS = ("trait", "no_trait")
_LOST = "destroyed_this_turn"

# What a selector of each kind of thing can ask: its keys beside those that all have, and the words of `in` and `is`.
_MEANS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "troop": {"keys": ("type", "power", *_TRAITS), "in": _TABLE, "is": (_LOST,)},
    "special": {"keys": ("power", *_TRAITS), "in": _TABLE, "is": (_LOST,)},
    "base": {"keys": ("type", "power"), "in": ("field", "battle", "defending", "$name"), "is": (*_STATES, _LOST)},
    "territory": {"keys": (), "in": _TABLE, "is": (*_STATES, "complete")},
    "palace": {"keys": (), "in": ("field", "battle"), "is": ("manned", "unmanned")},
    "card": {"keys": ("type",), "in": ("hand", *_DISCARDS, *_DRAWS), "is": ("ability", "base")},
}


@dataclass(frozen=True, slots=True)
class _Takes:
    """What the selector of a verb may say; of what is left empty, everything.

    Attributes:
        of, owner, in_, pick, by: The words it may have there.
        is_: The words it may have there, if it has any.
    """

    of: tuple[str, ...] = ()
    owner: tuple[str, ...] = ()
    in_: tuple[str, ...] = ()
    pick: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    is_: tuple[str, ...] = ()


_ALL = _Takes(("troop", "special", "base", "territory", "card"), pick=("all",))
# By the last two keys that lead to the selector, or the last.
_TAKEN: Mapping[tuple[str, ...], _Takes] = {
    ("destroy", "who"): _Takes(_UNITS),
    ("power", "who"): _Takes(_UNITS),
    ("trait", "who"): _Takes(("troop", "special")),
    ("recruit", "bases"): _Takes(("base",), is_=("manned", "unmanned", "has_room")),
    ("move", "who"): _Takes(("troop",)),
    ("move", "to"): _Takes(("base",), pick=("one",), is_=("has_room",)),
    ("swap", "a"): _Takes(("base",), pick=("one",)),
    ("swap", "b"): _Takes(("base",), pick=("one",)),
    ("build", "card"): _Takes(("card",), ("self",), ("hand", "base_discard", "base_draw"), ("one",), ("self",)),
    ("recover", "who"): _Takes(("card",), ("self",), (*_DISCARDS, *_DRAWS), by=("self",)),
    ("protect", "who"): _Takes(_UNITS),
    ("strike", "who"): _Takes(_UNITS, in_=_BATTLE),
    ("bonus", "who"): _Takes(_UNITS),
    ("area", "from"): _Takes(_UNITS),
    ("area", "who"): _Takes(_UNITS),
    ("bypass", "who"): _Takes(("troop", "special")),
    ("cost", "sacrifice"): _Takes(("troop", "special", "base"), ("self",), pick=("one",)),
    ("for_each", "of"): _ALL,
    ("choose",): _Takes(("troop", "special", "base", "territory")),
    ("count",): _ALL,
    ("atleast", "of"): _ALL,
    ("atmost", "of"): _ALL,
}
# What `prevent` can be confined to: attacks are declared on territories, and abilities are played nowhere in particular.
_SITES: Mapping[str, tuple[str, ...]] = {
    "attack": (),
    "attack_on": ("territory",),
    "ability": (),
    "recruit": ("territory", "base"),
    "build": ("territory", "base"),
}


def check_vocabulary(ability: Ability, path: Path) -> Iterator[Finding]:
    """Everything in an ability that the game cannot do, or that its text would not say.

    Args:
        ability: The ability.
        path: Where the deck states it.
    """
    for context, part in parts_of(ability, path):
        yield from _sense(part, context)
        yield from check_satisfiability(part, context)
        yield from check_ambiguity(part, context)


def _sense(part: object, context: PartContext) -> Iterator[Finding]:
    match part:
        case Selector():
            yield from _meaning(part, context)
            yield from _taken(part, context)
            yield from _palace(part, context)
            yield from _cards(part, context)
        case Effect():
            yield from _aura(part, context)
        case Prevent():
            yield from _prevent(part, context)
        case Swap():
            yield from _one_owner(part.a, part.b, "b", "exchanges bases", context)
        case Move():
            yield from _one_owner(part.who, part.to, "to", "moves troops to bases", context)
            yield from _one_type(part, context)
        case Take() | Peek() if part.who == "self":
            yield context.finding("works on the hand of whoever plays it", ("who",), "who: opponent")
        case TraitChange() if part.gain == "unique" and part.who.of != "special":
            expected = "who: {of: special, ...}: ordinary troops are never unique"
            yield context.finding("makes others than special troops unique", ("gain",), expected)


def _meaning(selector: Selector, context: PartContext) -> Iterator[Finding]:
    """Every key of a selector means something for what it selects."""
    means, lost, kind = _MEANS[selector.of], selector.is_ == _LOST, with_article(selector.of)
    for key in ("type", "power", *_TRAITS):
        if getattr(selector, key) and (key not in means["keys"] or (lost and key != "type")):
            of = "what was destroyed" if lost else kind
            yield context.finding(f"asks for the {key} of {of}", (key,), f"no {quoted(key)} here")
    if selector.in_ and lost:
        yield context.finding("asks where something was destroyed", ("in",), "no 'in' here")
    elif selector.in_ and _word(selector.in_) not in means["in"]:
        yield context.finding(f"looks for {kind} in {selector.in_}", ("in",), alternatives(means["in"]))
    if selector.is_ and selector.is_ not in means["is"]:
        yield context.finding(f"looks for {kind} that is {selector.is_}", ("is",), alternatives(means["is"]))
    if lost and not context.counted and context.keys[-2:-1] != ("for_each",):
        yield context.finding("works on what was destroyed", ("is",), "that in a count, a condition or for_each")
    if _shows_hidden(selector):
        expected = "no 'type' here; only how many bases and abilities a hand holds is public"
        yield context.finding("would tell the type of hidden cards by what it does", ("type",), expected)


def _shows_hidden(selector: Selector) -> bool:
    hidden = selector.of == "card" and selector.in_ in (None, "hand", *_DRAWS)
    return hidden and selector.owner != "self" and bool(selector.type)


def _takes(context: PartContext) -> _Takes:
    return _TAKEN.get(context.keys[-2:]) or _TAKEN.get(context.keys[-1:]) or _Takes()


def _taken(selector: Selector, context: PartContext) -> Iterator[Finding]:
    """The selector says only what its verb takes."""
    takes = _takes(context)
    if context.in_aura and not context.counted:
        takes = replace(takes, pick=("all",))
        if selector.as_:
            yield context.finding("picks nothing in an aura, so it binds no name", ("as",), "no 'as' here")
    for key in ("of", "owner", "in_", "pick", "by"):
        words, value = getattr(takes, key), getattr(selector, key)
        if key == "in_" and selector.of == "card":
            value = value or "hand"
        if words and (value is None or _word(value) not in words):
            said = yaml_key(key)
            fault = f"has no {quoted(said)}" if value is None else f"cannot take {quoted(f'{said}: {value}')}"
            yield context.finding(fault, (said,), f"{said}: {alternatives(words)}")
    if takes.is_ and selector.is_ in _MEANS[selector.of]["is"] and selector.is_ not in takes.is_:
        yield context.finding(f"cannot take {quoted(f'is: {selector.is_}')}", ("is",), f"is: {alternatives(takes.is_)}")


def _palace(selector: Selector, context: PartContext) -> Iterator[Finding]:
    """Each player has one palace, which can be asked whether it is manned by what may destroy it."""
    if selector.of != "palace" or "palace" not in _takes(context).of:
        return
    if selector.pick != "all":
        yield context.finding("picks a palace where each player has one", ("pick",), "no 'pick', but 'owner'")
    if selector.is_ and (selector.owner == "any" or context.keys[-2] not in ("destroy", "strike")):
        expected = "owner: self or opponent, in destroy or strike"
        yield context.finding("asks whether a palace is manned", ("is",), expected, ("or count special troops",))


def _cards(selector: Selector, context: PartContext) -> Iterator[Finding]:
    """Cards of one kind, and of one player where they are not counted one by one."""
    if selector.of != "card":
        return
    kind = (selector.in_ or "").partition("_")[0]
    if selector.is_ in ("ability", "base") and kind in ("ability", "base") and selector.is_ != kind:
        yield context.finding(f"looks for a card that is {selector.is_} in {selector.in_}", ("is",), f"is: {kind}")
    of_two_kinds = not selector.is_ and kind in ("", "hand") and context.keys[-2:] != ("build", "card")
    if selector.type and of_two_kinds and not _shows_hidden(selector):
        yield context.finding("asks for the type of cards of two kinds", ("type",), "with it is: ability or is: base")
    if selector.owner == "any" and context.keys[-2:-1] in (("atleast",), ("atmost",)):
        yield context.finding("counts the cards of both players as one", ("owner",), "owner: self or opponent")


def _word(value: str) -> str:
    return "$name" if value.startswith("$") else value


def _one_owner(one: Selector, other: Selector, key: str, does: str, context: PartContext) -> Iterator[Finding]:
    """Troops and bases do not change sides."""
    owner = context.owner(one)
    if owner != context.owner(other):
        yield context.finding(f"{does} of two players", (key, "owner"), f"owner: {owner}, as of the others")
    elif owner == "any":
        yield context.finding(f"{does} of nobody in particular", (key, "owner"), "owner: self or opponent, of both")


def _one_type(part: Move, context: PartContext) -> Iterator[Finding]:
    """Troops go to bases of their own type."""
    troops = part.who if part.who.type else context.bound(part.who) or part.who
    if part.to.type and context.types(part.to) != context.types(troops):
        expected = "the type of the troops, or no 'type': they go to bases of their own"
        yield context.finding("moves troops to bases of another type", ("to", "type"), expected)


def _aura(effect: Effect, context: PartContext) -> Iterator[Finding]:
    """An aura is something that lasts."""
    (verb,) = effect.verbs.values()
    if context.keys == ("troop", "aura") and not isinstance(verb, LastingVerb | Renewal):
        expected = "one of: power, trait, prevent, protect, soak, bonus, area, bypass, renewal"
        yield context.finding("does something once", (), expected, ("for once write it in 'enter'",))


def _prevent(part: Prevent, context: PartContext) -> Iterator[Finding]:
    """Something is forbidden where it is done."""
    sites = _SITES[part.what]
    owner = {"self": "opponent", "opponent": "self"}[part.who] if part.what == "attack_on" else part.who
    if part.site is None:
        return
    if sites and part.site.owner not in (owner, "any"):
        fault = f"forbids {part.what} where {part.who} never does it"
        yield context.finding(fault, ("site", "owner"), f"owner: {owner}")
    if part.site.of not in sites:
        fault = f"forbids {part.what} at a {part.site.of}"
        expected = f"site: {{of: {alternatives(sites)}}}" if sites else f"no 'site' with {part.what}"
        hints = ("for one territory write what: attack_on",) if part.what == "attack" else ()
        yield context.finding(fault, ("site",), expected, hints)
