"""E315: an effect asks for nothing that the game cannot do, so that what is printed is what is played.

Two tables say it all: what each kind of thing can be asked, and what each verb takes. Everything outside them would be
left out by the computer without a word, or played unlike the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from cardgen.diagnostics import shown
from cardgen.game import Finding
from cardgen.games.attack_the_tower.effects import (
    Area,
    Count,
    Delay,
    Discard,
    DiscardCost,
    Draw,
    Effect,
    Lasting,
    Prevent,
    Recruit,
    Renewal,
    Selector,
    Soak,
    Strike,
    Swap,
    Take,
    TraitChange,
)
from cardgen.games.attack_the_tower.schema import Ability
from cardgen.schema import walk, yaml_key
from cardgen.source import Path

_UNITS = ("troop", "special", "base", "palace")
_BATTLE = ("battle", "attacking", "defending", "$name")
_TABLE = ("field", *_BATTLE)
_DISCARDS, _DRAWS = ("ability_discard", "base_discard"), ("ability_draw", "base_draw")
_STATES = ("manned", "unmanned", "full", "has_room", "complete")
_TRAITS = ("trait", "no_trait")
_LOST = "destroyed_this_turn"
_AMOUNTS = Draw | Discard | Recruit | Take | Soak | Strike | Area | DiscardCost

# What a selector of each kind of thing can ask: its keys beside those that all have, and the words of `in` and `is`.
_MEANS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "troop": {"keys": ("type", "power", *_TRAITS), "in": _TABLE, "is": (*_STATES, _LOST)},
    "special": {"keys": ("power", *_TRAITS), "in": _TABLE, "is": (_LOST,)},
    "base": {"keys": ("type", "power", *_TRAITS), "in": _TABLE, "is": (*_STATES, _LOST)},
    "territory": {"keys": (), "in": _TABLE, "is": _STATES},
    "palace": {"keys": ("power",), "in": _TABLE, "is": ("manned", "unmanned")},
    "card": {"keys": ("type",), "in": ("hand", *_DISCARDS, *_DRAWS), "is": ("ability", "base")},
}


@dataclass(frozen=True, slots=True)
class _Takes:
    """What the selector of a verb may say; of what is left empty, everything.

    Attributes:
        of, owner, in_, pick, by: The words it may have there.
    """

    of: tuple[str, ...] = ()
    owner: tuple[str, ...] = ()
    in_: tuple[str, ...] = ()
    pick: tuple[str, ...] = ()
    by: tuple[str, ...] = ()


_ALL = _Takes(pick=("all",))
# By the last two keys that lead to the selector, or the last.
_TAKEN: Mapping[tuple[str, ...], _Takes] = {
    ("destroy", "who"): _Takes(_UNITS),
    ("power", "who"): _Takes(_UNITS),
    ("trait", "who"): _Takes(("troop", "special")),
    ("recruit", "bases"): _Takes(("base",)),
    ("move", "who"): _Takes(("troop",)),
    ("move", "to"): _Takes(("base",), pick=("one",)),
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
    ("choose",): _Takes((*_UNITS, "territory")),
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
_NAMED = {*map(yaml_key, Effect.model_fields), "choose", "sacrifice", "count", "atleast", "atmost", "aura"}


def check_sense(ability: Ability, path: Path) -> Iterator[Finding]:
    """Everything in an ability that the game cannot do.

    Args:
        ability: The ability.
        path: Where the deck states it.
    """
    for place, part in walk(ability, path):
        where = _Where(ability, path, place)
        match part:
            case Selector():
                yield from _meaning(part, where)
                yield from _taken(part, where)
            case Effect():
                yield from _aura(part, where)
            case Prevent():
                yield from _prevent(part, where)
            case Swap() if part.a.owner != part.b.owner:
                yield where.finding(
                    "exchanges bases of two players", ("b", "owner"), f"owner: {part.a.owner}, as in 'a'"
                )
            case TraitChange() if part.gain == "unique" and part.who.of != "special":
                expected = "who: {of: special, ...}: ordinary troops are never unique"
                yield where.finding("makes others than special troops unique", ("gain",), expected)
        if isinstance(part, Strike):
            yield from _strike(where)
        if isinstance(part, _AMOUNTS):
            yield from _amount(part.amount, where)


@dataclass(frozen=True, slots=True)
class _Where:
    """A part of an ability.

    Attributes:
        ability: The ability.
        start: Where the deck states the ability.
        place: Where it states the part.
    """

    ability: Ability
    start: Path
    place: Path

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that lead to the part."""
        return tuple(key for key in self.place[len(self.start) :] if isinstance(key, str))

    @property
    def counted(self) -> bool:
        """Whether it is a selector of things that are only counted."""
        return self.keys[-1] == "count" or self.keys[-2:-1] in (("atleast",), ("atmost",))

    @property
    def in_aura(self) -> bool:
        """Whether it is the aura of a special troop, or lies in it."""
        return self.keys[:2] == ("troop", "aura")

    def finding(self, fault: str, rest: Path, expected: str, hints: tuple[str, ...] = ()) -> Finding:
        """Something is wrong with the part, at the rest of its path."""
        name = next(key for key in reversed(self.keys) if key in _NAMED)
        return Finding("E315", f"{name} of {shown(self.ability.id)} {fault}", (*self.place, *rest), expected, hints)


def _meaning(selector: Selector, where: _Where) -> Iterator[Finding]:
    """Every key of a selector means something for what it selects."""
    means, lost = _MEANS[selector.of], selector.is_ == _LOST
    thing = "a special troop" if selector.of == "special" else f"a {selector.of}"
    for key in ("type", "power", *_TRAITS):
        if getattr(selector, key) and (key not in means["keys"] or (lost and key != "type")):
            of = "what was destroyed" if lost else thing
            yield where.finding(f"asks for the {key} of {of}", (key,), f"no {shown(key)} here")
    if selector.in_ and lost:
        yield where.finding("asks where something was destroyed", ("in",), "no 'in' here")
    elif selector.in_ and _word(selector.in_) not in means["in"]:
        yield where.finding(f"looks for {thing} in {selector.in_}", ("in",), _one_of(means["in"]))
    if selector.is_ and selector.is_ not in means["is"]:
        yield where.finding(f"looks for {thing} that is {selector.is_}", ("is",), _one_of(means["is"]))
    if lost and not where.counted and where.keys[-2:-1] != ("for_each",):
        yield where.finding("works on what was destroyed", ("is",), "that in a count, a condition or for_each")
    if _shows_hidden(selector):
        expected = "no 'type' here; only how many bases and abilities a hand holds is public"
        yield where.finding("would tell the type of hidden cards by what it does", ("type",), expected)


def _shows_hidden(selector: Selector) -> bool:
    hidden = selector.of == "card" and selector.in_ in (None, "hand", *_DRAWS)
    return hidden and selector.owner != "self" and bool(selector.type)


def _taken(selector: Selector, where: _Where) -> Iterator[Finding]:
    """The selector says only what its verb takes."""
    takes = _TAKEN.get(where.keys[-2:]) or _TAKEN.get(where.keys[-1:]) or _Takes()
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
            fault = f"has no {shown(said)}" if value is None else f"cannot take {shown(f'{said}: {value}')}"
            yield where.finding(fault, (said,), f"{said}: {_one_of(words)}")


def _word(value: str) -> str:
    return "$name" if value.startswith("$") else value


def _one_of(words: tuple[str, ...]) -> str:
    return words[0] if len(words) == 1 else f"one of: {', '.join(words)}"


def _aura(effect: Effect, where: _Where) -> Iterator[Finding]:
    """An aura is something that lasts."""
    (verb,) = effect.verbs.values()
    if where.keys == ("troop", "aura") and not isinstance(verb, Lasting | Renewal):
        expected = "one of: power, trait, prevent, protect, soak, bonus, area, bypass, renewal"
        yield where.finding("does something once", (), expected, ("for once write it in 'enter'",))


def _prevent(part: Prevent, where: _Where) -> Iterator[Finding]:
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
        expected = f"site: {{of: {_one_of(sites)}}}" if sites else f"no 'site' with {part.what}"
        hints = ("for one territory write what: attack_on",) if part.what == "attack" else ()
        yield where.finding(fault, ("site",), expected, hints)


def _strike(where: _Where) -> Iterator[Finding]:
    """Damage is dealt in a battle only."""
    outer = [part for place, part in walk(where.ability, where.start) if where.place[: len(place)] == place]
    moments = [part.at for part in outer if isinstance(part, Delay)]
    if "turn_end" in moments:
        yield where.finding("deals damage at the end of the turn, outside battle", (), "delay: {at: battle_end, ...}")
    elif not moments and "leave" not in where.keys and "battle" not in where.ability.timing.window:
        yield where.finding("deals damage outside battle", (), "timing: {window: battle, ...}")


def _amount(amount: int | Count, where: _Where) -> Iterator[Finding]:
    numbers: list[tuple[Path, int]] = [((), amount)] if isinstance(amount, int) else [(("times",), amount.times)]
    if isinstance(amount, Count) and amount.max is not None:
        numbers.append((("max",), amount.max))
    for rest, number in numbers:
        if number < 0:
            yield where.finding(f"has the amount {number}", ("amount", *rest), "0 or more")
