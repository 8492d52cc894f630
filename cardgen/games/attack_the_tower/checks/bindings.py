"""Names that effects bind by `as` and use as `$name`, in the order in which a game picks."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.games.attack_the_tower.effects import (
    Condition,
    CountedNumber,
    CountLimit,
    Delay,
    Destroy,
    ForEach,
    If,
    LastingVerb,
    Selector,
)
from cardgen.games.attack_the_tower.schema import Ability
from cardgen.plugin.game import Finding
from cardgen.plugin.schema import Model, walk, yaml_key
from cardgen.report.diagnostics import did_you_mean, quoted
from cardgen.report.source import Path

_IN_CONDITION = "a condition or count binds no name; bind it in 'choose'"
_OF_CARD = "cards are not bound to names"
_COUNTED = "what is only counted is not bound to a name"
_SACRIFICED = "what was sacrificed is gone"
_DESTROYED = "what was destroyed is gone"
_LATER = "a name of 'delay' is known in it only"
_IN_AURA = "an aura knows no names"
_IN_LEAVE = "'leave' happens long after; bind it there"


def check_bindings(ability: Ability, path: Path) -> Iterator[Finding]:
    """Each `$name` is bound before the game comes to it, and no name is bound twice.

    Args:
        ability: The ability.
        path: Where the deck states it.
    """
    names, cost, troop = _NameScope(), ability.cost, ability.troop
    # Whether a card can be played is asked before anything is picked.
    yield from names.read(ability.needs, (*path, "needs"))
    if cost is not None:
        yield from names.read(cost.discard, (*path, "cost", "discard"))
    yield from names.read(ability.choose, (*path, "choose"))
    if cost is not None and cost.sacrifice is not None:
        yield from names.read(cost.sacrifice, (*path, "cost", "sacrifice"))
        names.lose((cost.sacrifice.as_,), _SACRIFICED)
    yield from names.read(ability.effects, (*path, "effects"))
    if troop is not None:
        yield from names.read(troop.enter, (*path, "troop", "enter"))
        names.lose(tuple(names.bound), _IN_AURA)
        yield from names.read(troop.aura, (*path, "troop", "aura"))
        names.lose(tuple(names.lost), _IN_LEAVE)
        yield from names.read(troop.leave, (*path, "troop", "leave"))


class _NameScope:
    """The names of one card, while its parts are read.

    Attributes:
        bound: What can be used now, and where it was bound.
        lost: What was named and cannot be used, and why not.
        first: Where each name was bound first.
    """

    def __init__(self) -> None:
        self.bound: dict[str, Path] = {}
        self.lost: dict[str, str] = {}
        self.first: dict[str, Path] = {}

    def lose(self, names: tuple[str | None, ...], why: str) -> None:
        """Names that can no longer be used."""
        for name in names:
            if name is not None:
                self.bound.pop(name, None)
                self.lost[name] = why

    def read(self, part: object, place: Path) -> Iterator[Finding]:
        """Read a part of the card: what it uses is bound, what it binds can be used from here on."""
        match part:
            case tuple():
                for index, item in enumerate(part):
                    yield from self.read(item, (*place, index))
            case Selector():
                yield from self._use(part, place)
                yield from self._bind(part, place, _OF_CARD if part.of == "card" else "")
            case Condition() | CountLimit() | CountedNumber():
                yield from self._look(part, place)
            case If():
                yield from self._if(part, place)
            case Delay():
                before = dict(self.bound)
                yield from self.read(part.effects, (*place, "effects"))
                self.lose(tuple(self.bound.keys() - before.keys()), _LATER)
            case ForEach():
                counted = part.of.of == "card" or part.of.is_ == "destroyed_this_turn"
                yield from self._use(part.of, (*place, "of"))
                yield from self._bind(part.of, (*place, "of"), _COUNTED if counted else "")
                yield from self.read(part.effects, (*place, "effects"))
            case Model():
                yield from self._rest(part, place)

    def _rest(self, part: Model, place: Path) -> Iterator[Finding]:
        for name in _in_order(part):
            yield from self.read(getattr(part, name), (*place, yaml_key(name)))
        if isinstance(part, Destroy):
            self.lose((part.who.as_,), _DESTROYED)

    def _if(self, part: If, place: Path) -> Iterator[Finding]:
        """What one branch binds is unknown to the other, and known after both."""
        yield from self.read(part.that, (*place, "that"))
        before = dict(self.bound)
        yield from self.read(part.then, (*place, "then"))
        after, self.bound = self.bound, before
        yield from self.read(part.else_, (*place, "else"))
        self.bound |= after

    def _look(self, part: object, place: Path) -> Iterator[Finding]:
        """Nothing is picked where things are only counted."""
        for inner, selector in walk(part, place):
            if isinstance(selector, Selector):
                yield from self._use(selector, inner)
                if selector.as_ not in self.bound:
                    self.lose((selector.as_,), _IN_CONDITION)

    def _use(self, selector: Selector, place: Path) -> Iterator[Finding]:
        name = (selector.in_ or "").removeprefix("$")
        if not (selector.in_ or "").startswith("$") or name in self.bound:
            return
        known = ["$" + bound for bound in self.bound]
        expected = f"one of: {', '.join(known)}" if known else "a name bound by 'as' before"
        hints = (self.lost[name],) if name in self.lost else did_you_mean("$" + name, known)
        yield Finding("E206", f"nothing is bound to {quoted('$' + name)}", (*place, "in"), expected, hints)

    def _bind(self, selector: Selector, place: Path, not_because: str) -> Iterator[Finding]:
        name = selector.as_
        if name is None:
            return
        if not_because:
            self.lose((name,), not_because)
        elif name in self.first:
            note = ("first bound", self.first[name])
            yield Finding("E205", f"name {quoted(name)} is bound twice", (*place, "as"), notes=(note,))
        else:
            self.bound[name] = self.first[name] = (*place, "as")


def _in_order(part: Model) -> list[str]:
    """The fields of a verb or effect as the game comes to them: what lasts counts first, and asks its `while` last."""
    names = [name for name in type(part).model_fields if name in part.model_fields_set]
    if isinstance(part, LastingVerb):
        names.sort(key=lambda name: {"add": 0, "set": 0, "while_": 2}.get(name, 1))
    return names
