"""Check the names that effects bind by `as` and use as `$name`, in the order of play (E205, E206)."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.games.attack_the_tower.effects import (
    Coin,
    Condition,
    CountedNumber,
    CountLimit,
    Delay,
    Destroy,
    Die,
    ForEach,
    LastingVerb,
    Return,
    Selector,
    When,
)
from cardgen.games.attack_the_tower.schema import Ability
from cardgen.plugin.effects.bindings import BindingCheck
from cardgen.plugin.game import Finding
from cardgen.plugin.schema import Model, walk
from cardgen.report.source import Path

_IN_CONDITION = "a condition or count binds no name; bind it in 'choose'"
_OF_CARD = "cards are not bound to names"
_COUNTED = "what is only counted is not bound to a name"
_SACRIFICED = "what was sacrificed is gone"
_DESTROYED = "what was destroyed is gone"
_RETURNED = "what was returned has left the table"
_IN_DELAY = "a name that 'delay' binds is known inside it only"
_IN_WHEN = "'when' happens later; bind the name there"
_IN_AURA = "an aura cannot use names"
_IN_LEAVE = "'leave' happens long after; bind the name there"


def check_bindings(ability: Ability, path: Path) -> Iterator[Finding]:
    """Check that each `$name` is bound before the game comes to it, and that no name is bound twice."""
    names, cost, troop = _AbilityBindings(), ability.cost, ability.troop
    # Needs and costs are checked before anything is picked, so they come first.
    yield from names.read(ability.needs, (*path, "needs"))
    if cost is not None:
        yield from names.read(cost.discard, (*path, "cost", "discard"))
    yield from names.read(ability.choose, (*path, "choose"))
    if cost is not None and cost.sacrifice is not None:
        yield from names.read(cost.sacrifice, (*path, "cost", "sacrifice"))
        names.scope.expire((cost.sacrifice.as_,), _SACRIFICED)
    yield from names.read(ability.effects, (*path, "effects"))
    if troop is not None:
        yield from names.read(troop.enter, (*path, "troop", "enter"))
        names.scope.expire(tuple(names.scope.bound), _IN_AURA)
        yield from names.read(troop.aura, (*path, "troop", "aura"))
        names.scope.expire(tuple(names.scope.expired), _IN_LEAVE)
        yield from names.read(troop.leave, (*path, "troop", "leave"))
        names.scope.expire((*names.scope.expired, *names.scope.bound), _IN_WHEN)
        yield from names.read(troop.when, (*path, "troop", "when"))


class _AbilityBindings(BindingCheck):
    """Reads the selectors, counts and conditions of this game."""

    def read(self, part: object, path: Path) -> Iterator[Finding]:
        """See `BindingCheck.read`."""
        match part:
            case Selector():
                yield from self._pick(part, path, _OF_CARD if part.of == "card" else "")
            case Condition() | CountLimit() | CountedNumber():
                yield from self._count(part, path)
            case When():
                yield from self.read_scoped(part.effects, (*path, "effects"), _IN_WHEN)
            case Delay():
                yield from self.read_scoped(part.effects, (*path, "effects"), _IN_DELAY)
            case Coin():
                yield from self.read_branches(((part.heads, (*path, "heads")), (part.tails, (*path, "tails"))))
            case Die():
                results = ((one.effects, (*path, "results", at, "effects")) for at, one in enumerate(part.results))
                yield from self.read_branches(results)
            case ForEach():
                counted = part.of.of == "card" or part.of.is_ == "destroyed_this_turn"
                yield from self._pick(part.of, (*path, "of"), _COUNTED if counted else "")
                yield from self.read(part.effects, (*path, "effects"))
            case _:
                yield from super().read(part, path)
        if isinstance(part, Destroy | Return):
            self.scope.expire((part.who.as_,), _DESTROYED if isinstance(part, Destroy) else _RETURNED)

    def _pick(self, selector: Selector, path: Path, not_bound: str) -> Iterator[Finding]:
        """Use and bind the names of a selector; `not_bound` is the reason why this one binds none, or empty."""
        yield from self._use(selector, path)
        if selector.as_ is None:
            return
        if not_bound:
            self.scope.expire((selector.as_,), not_bound)
        else:
            yield from self.scope.bind(selector.as_, (*path, "as"))

    def _count(self, part: object, path: Path) -> Iterator[Finding]:
        """Read selectors of things that are only counted, so that their names are not bound."""
        for inner, selector in walk(part, path):
            if isinstance(selector, Selector):
                yield from self._use(selector, inner)
                if selector.as_ not in self.scope.bound:
                    self.scope.expire((selector.as_,), _IN_CONDITION)

    def _use(self, selector: Selector, path: Path) -> Iterator[Finding]:
        if selector.in_ is not None and selector.in_.startswith("$"):
            yield from self.scope.use(selector.in_.removeprefix("$"), (*path, "in"))

    def fields_in_order(self, part: Model) -> list[str]:
        """Return the stated fields of a verb; a lasting one evaluates its number first and its `while` last."""
        names = super().fields_in_order(part)
        if isinstance(part, LastingVerb):
            names.sort(key=lambda name: {"add": 0, "set": 0, "while_": 2}.get(name, 1))
        return names
