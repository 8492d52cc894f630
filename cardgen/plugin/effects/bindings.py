"""Names that effects bind (`as: t`) and use (`in: $t`), checked in the order of play.

A name must be bound before it is used (E206), and is bound once on each card (E205). A game derives a `BindingCheck`
that reads its own selectors and conditions; effects of `control_flow` are read here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

from pydantic import StringConstraints

from cardgen.plugin.effects.control_flow import ChooseOne, Conditional, ForEachLoop, OptionalEffects
from cardgen.plugin.game import Finding
from cardgen.plugin.schema import Model, yaml_key
from cardgen.report.diagnostics import did_you_mean, quoted
from cardgen.report.source import Path

BoundName = Annotated[str, StringConstraints(pattern="^[a-z][a-z0-9_]*$", max_length=30)]
"""A name that a selector binds: lower-case letters, digits and underscores."""

NameReference = Annotated[str, StringConstraints(pattern=r"^\$[a-z][a-z0-9_]*$", max_length=31)]
"""A bound name where it is used: `$` and the name."""


class NameScope:
    """The names of one card while its effects are read.

    Attributes:
        bound: Names that can be used now, with the path at which each was bound.
        expired: Names that were stated but cannot be used, with the reason, which becomes a hint.
        first: The path at which each name was first bound.
    """

    def __init__(self) -> None:
        self.bound: dict[str, Path] = {}
        self.expired: dict[str, str] = {}
        self.first: dict[str, Path] = {}

    def bind(self, name: str, path: Path) -> Iterator[Finding]:
        """Bind a name; yields E205 if the card has bound it before.

        Args:
            name: The name, without `$`.
        """
        if name in self.first:
            note = ("first bound", self.first[name])
            yield Finding("E205", f"name {quoted(name)} is bound twice", path, notes=(note,))
        else:
            self.bound[name] = self.first[name] = path

    def use(self, name: str, path: Path) -> Iterator[Finding]:
        """Use a name; yields E206 if it is not bound here.

        Args:
            name: The name, without `$`.
        """
        if name in self.bound:
            return
        known = ["$" + bound for bound in self.bound]
        expected = f"one of: {', '.join(known)}" if known else "a name that 'as' has bound before"
        hints = (self.expired[name],) if name in self.expired else did_you_mean("$" + name, known)
        yield Finding("E206", f"nothing is bound to {quoted('$' + name)}", path, expected, hints)

    def expire(self, names: Iterable[str | None], reason: str) -> None:
        """Take names out of use.

        Args:
            names: The names; None is passed over.
            reason: Why they cannot be used: lower case, no full stop.
        """
        for name in names:
            if name is not None:
                self.bound.pop(name, None)
                self.expired[name] = reason


class BindingCheck:
    """Reads the effects of one card in the order of play, and yields what is wrong with their names.

    A game overrides `read` for its selectors and conditions, and calls `super().read` for everything else.

    Attributes:
        scope: The names so far.
    """

    def __init__(self) -> None:
        self.scope = NameScope()

    def read(self, part: object, path: Path) -> Iterator[Finding]:
        """Read a part of a card; names that it binds can be used in the parts that are read after it.

        Args:
            part: A model, a tuple of parts, or a plain value, which has no names.
        """
        match part:
            case tuple():
                for index, item in enumerate(part):
                    yield from self.read(item, (*path, index))
            case Conditional():
                yield from self.read(part.that, (*path, "that"))
                yield from self.read_branches(((part.then, (*path, "then")), (part.else_, (*path, "else"))))
            case OptionalEffects():
                yield from self.read_branches(((part.effects, (*path, "effects")), (part.else_, (*path, "else"))))
            case ChooseOne():
                branches = ((option, (*path, "options", index)) for index, option in enumerate(part.options))
                yield from self.read_branches(branches)
            case ForEachLoop():
                yield from self.read(part.of, (*path, "of"))
                yield from self.read(part.effects, (*path, "effects"))
            case Model():
                for name in self.fields_in_order(part):
                    yield from self.read(getattr(part, name), (*path, yaml_key(name)))

    def read_branches(self, branches: Iterable[tuple[object, Path]]) -> Iterator[Finding]:
        """Read parts of which only one happens: none sees the names of another, all are known afterwards."""
        before: dict[str, Path] = self.scope.bound
        after: dict[str, Path] = {}
        for part, path in branches:
            self.scope.bound = dict(before)
            yield from self.read(part, path)
            after |= self.scope.bound
        self.scope.bound = after

    def read_scoped(self, part: object, path: Path, reason: str) -> Iterator[Finding]:
        """Read a part whose names are unknown after it.

        Args:
            reason: Why its names cannot be used later, for a hint.
        """
        before = dict(self.scope.bound)
        yield from self.read(part, path)
        self.scope.expire(tuple(self.scope.bound.keys() - before.keys()), reason)

    def fields_in_order(self, part: Model) -> list[str]:
        """Return the fields that a model states, in the order of play; by default, the order of the model.

        Override it for verbs whose play goes in another order.
        """
        return [name for name in type(part).model_fields if name in part.model_fields_set]
