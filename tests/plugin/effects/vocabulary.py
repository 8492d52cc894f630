"""The effects of a small game, built from the building blocks."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import Field

from cardgen.plugin.effects.bindings import BindingCheck, BoundName, NameReference
from cardgen.plugin.effects.control_flow import ChooseOne, Conditional, ForEachLoop, OptionalEffects, RepeatLoop
from cardgen.plugin.effects.verbs import OneVerb
from cardgen.plugin.game import Finding
from cardgen.plugin.schema import Model
from cardgen.report.source import Path


class Ships(Model):
    """Selects ships."""

    of: str = "ship"
    in_: NameReference | None = None
    as_: BoundName | None = None


class AtLeast(Model):
    """A condition."""

    ships: int
    of: Ships | None = None


class Sink(Model):
    """Sink ships."""

    who: Ships


class If(Conditional[AtLeast, "Effect"]):
    """Effects on a condition."""


class ForEach(ForEachLoop[Ships, "Effect"]):
    """Effects for each ship."""


class Repeat(RepeatLoop[int, "Effect"]):
    """Effects several times."""


class Choose(ChooseOne["Effect"]):
    """One of several."""


class May(OptionalEffects["Effect"]):
    """Effects that can be declined."""


class Effect(OneVerb):
    """One thing that a card does."""

    sink: Sink | None = Field(None, description="Sink ships.")
    if_: If | None = Field(None, description="On a condition.")
    for_each: ForEach | None = Field(None, description="For each ship.")
    repeat: Repeat | None = Field(None, description="Several times.")
    choose_one: Choose | None = Field(None, description="One of several.")
    may: May | None = Field(None, description="If the player likes.")


class HarbourBindings(BindingCheck):
    """Reads the selectors of this game."""

    def read(self, part: object, path: Path) -> Iterator[Finding]:
        """See `BindingCheck.read`."""
        if isinstance(part, Ships):
            if part.in_:
                yield from self.scope.use(part.in_[1:], (*path, "in"))
            if part.as_:
                yield from self.scope.bind(part.as_, (*path, "as"))
        else:
            yield from super().read(part, path)


def effects(*items: dict) -> tuple[Effect, ...]:
    """The models of effects as a deck writes them."""
    return tuple(Effect.model_validate(frozen(item)) for item in items)


def frozen(value: object) -> object:
    """The same with tuples for lists, as decks are read."""
    if isinstance(value, dict):
        return {key: frozen(item) for key, item in value.items()}
    return tuple(map(frozen, value)) if isinstance(value, list) else value
