"""E315: an effect asks for nothing that the game cannot do, so that what is printed is what is played.

Two tables say most of it: what each kind of thing can be asked, and what each verb takes. Everything outside them would
be left out by the computer without a word, or played unlike the text. What can be asked and never be had is in
`never.py`, what cannot be said in `said.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from cardgen.games.attack_the_tower.checks.never import check_never
from cardgen.games.attack_the_tower.checks.said import check_said
from cardgen.games.attack_the_tower.checks.where import Where, one_of, parts_of, thing
from cardgen.games.attack_the_tower.effects import (
    Effect,
    Lasting,
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


def check_sense(ability: Ability, path: Path) -> Iterator[Finding]:
    """Everything in an ability that the game cannot do, or that its text would not say.

    Args:
        ability: The ability.
        path: Where the deck states it.
    """
    for where, part in parts_of(ability, path):
        yield from _sense(part, where)
        yield from check_never(part, where)
        yield from check_said(part, where)


def _sense(part: object, where: Where) -> Iterator[Finding]:
    match part:
        case Selector():
            yield from _meaning(part, where)
            yield from _taken(part, where)
            yield from _palace(part, where)
            yield from _cards(part, where)
        case Effect():
            yield from _aura(part, where)
        case Prevent():
            yield from _prevent(part, where)
        case Swap():
            yield from _one_owner(part.a, part.b, "b", "exchanges bases", where)
        case Move():
            yield from _one_owner(part.who, part.to, "to", "moves troops to bases", where)
            yield from _one_type(part, where)
        case Take() | Peek() if part.who == "self":
            yield where.finding("works on the hand of whoever plays it", ("who",), "who: opponent")
        case TraitChange() if part.gain == "unique" and part.who.of != "special":
            expected = "who: {of: special, ...}: ordinary troops are never unique"
            yield where.finding("makes others than special troops unique", ("gain",), expected)


def _meaning(selector: Selector, where: Where) -> Iterator[Finding]:
    """Every key of a selector means something for what it selects."""
    means, lost, kind = _MEANS[selector.of], selector.is_ == _LOST, thing(selector.of)
    for key in ("type", "power", *_TRAITS):
        if getattr(selector, key) and (key not in means["keys"] or (lost and key != "type")):
            of = "what was destroyed" if lost else kind
            yield where.finding(f"asks for the {key} of {of}", (key,), f"no {quoted(key)} here")
    if selector.in_ and lost:
        yield where.finding("asks where something was destroyed", ("in",), "no 'in' here")
    elif selector.in_ and _word(selector.in_) not in means["in"]:
        yield where.finding(f"looks for {kind} in {selector.in_}", ("in",), one_of(means["in"]))
    if selector.is_ and selector.is_ not in means["is"]:
        yield where.finding(f"looks for {kind} that is {selector.is_}", ("is",), one_of(means["is"]))
    if lost and not where.counted and where.keys[-2:-1] != ("for_each",):
        yield where.finding("works on what was destroyed", ("is",), "that in a count, a condition or for_each")
    if _shows_hidden(selector):
        expected = "no 'type' here; only how many bases and abilities a hand holds is public"
        yield where.finding("would tell the type of hidden cards by what it does", ("type",), expected)


def _shows_hidden(selector: Selector) -> bool:
    hidden = selector.of == "card" and selector.in_ in (None, "hand", *_DRAWS)
    return hidden and selector.owner != "self" and bool(selector.type)


def _takes(where: Where) -> _Takes:
    return _TAKEN.get(where.keys[-2:]) or _TAKEN.get(where.keys[-1:]) or _Takes()


def _taken(selector: Selector, where: Where) -> Iterator[Finding]:
    """The selector says only what its verb takes."""
    takes = _takes(where)
    if where.in_aura and not where.counted:
        takes = replace(takes, pick=("all",))
        if selector.as_:
            yield where.finding("picks nothing in an aura, so it binds no name", ("as",), "no 'as' here")
    for key in ("of", "owner", "in_", "pick", "by"):
        words, value = getattr(takes, key), getattr(selector, key)
        if key == "in_" and selector.of == "card":
            value = value or "hand"
        if words and (value is None or _word(value) not in words):
            said = yaml_key(key)
            fault = f"has no {quoted(said)}" if value is None else f"cannot take {quoted(f'{said}: {value}')}"
            yield where.finding(fault, (said,), f"{said}: {one_of(words)}")
    if takes.is_ and selector.is_ in _MEANS[selector.of]["is"] and selector.is_ not in takes.is_:
        yield where.finding(f"cannot take {quoted(f'is: {selector.is_}')}", ("is",), f"is: {one_of(takes.is_)}")


def _palace(selector: Selector, where: Where) -> Iterator[Finding]:
    """Each player has one palace, which can be asked whether it is manned by what may destroy it."""
    if selector.of != "palace" or "palace" not in _takes(where).of:
        return
    if selector.pick != "all":
        yield where.finding("picks a palace where each player has one", ("pick",), "no 'pick', but 'owner'")
    if selector.is_ and (selector.owner == "any" or where.keys[-2] not in ("destroy", "strike")):
        expected = "owner: self or opponent, in destroy or strike"
        yield where.finding("asks whether a palace is manned", ("is",), expected, ("or count special troops",))


def _cards(selector: Selector, where: Where) -> Iterator[Finding]:
    """Cards of one kind, and of one player where they are not counted one by one."""
    if selector.of != "card":
        return
    kind = (selector.in_ or "").partition("_")[0]
    if selector.is_ in ("ability", "base") and kind in ("ability", "base") and selector.is_ != kind:
        yield where.finding(f"looks for a card that is {selector.is_} in {selector.in_}", ("is",), f"is: {kind}")
    of_two_kinds = not selector.is_ and kind in ("", "hand") and where.keys[-2:] != ("build", "card")
    if selector.type and of_two_kinds and not _shows_hidden(selector):
        yield where.finding("asks for the type of cards of two kinds", ("type",), "with it is: ability or is: base")
    if selector.owner == "any" and where.keys[-2:-1] in (("atleast",), ("atmost",)):
        yield where.finding("counts the cards of both players as one", ("owner",), "owner: self or opponent")


def _word(value: str) -> str:
    return "$name" if value.startswith("$") else value


def _one_owner(one: Selector, other: Selector, key: str, does: str, where: Where) -> Iterator[Finding]:
    """Troops and bases do not change sides."""
    owner = where.owner(one)
    if owner != where.owner(other):
        yield where.finding(f"{does} of two players", (key, "owner"), f"owner: {owner}, as of the others")
    elif owner == "any":
        yield where.finding(f"{does} of nobody in particular", (key, "owner"), "owner: self or opponent, of both")


def _one_type(part: Move, where: Where) -> Iterator[Finding]:
    """Troops go to bases of their own type."""
    troops = part.who if part.who.type else where.bound(part.who) or part.who
    if part.to.type and where.types(part.to) != where.types(troops):
        expected = "the type of the troops, or no 'type': they go to bases of their own"
        yield where.finding("moves troops to bases of another type", ("to", "type"), expected)


def _aura(effect: Effect, where: Where) -> Iterator[Finding]:
    """An aura is something that lasts."""
    (verb,) = effect.verbs.values()
    if where.keys == ("troop", "aura") and not isinstance(verb, Lasting | Renewal):
        expected = "one of: power, trait, prevent, protect, soak, bonus, area, bypass, renewal"
        yield where.finding("does something once", (), expected, ("for once write it in 'enter'",))


def _prevent(part: Prevent, where: Where) -> Iterator[Finding]:
    """Something is forbidden where it is done."""
    sites = _SITES[part.what]
    owner = {"self": "opponent", "opponent": "self"}[part.who] if part.what == "attack_on" else part.who
    if part.site is None:
        return
    if sites and part.site.owner not in (owner, "any"):
        fault = f"forbids {part.what} where {part.who} never does it"
        yield where.finding(fault, ("site", "owner"), f"owner: {owner}")
    if part.site.of not in sites:
        fault = f"forbids {part.what} at a {part.site.of}"
        expected = f"site: {{of: {one_of(sites)}}}" if sites else f"no 'site' with {part.what}"
        hints = ("for one territory write what: attack_on",) if part.what == "attack" else ()
        yield where.finding(fault, ("site",), expected, hints)
