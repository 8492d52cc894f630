"""Parts of a card with everything around them, for checks that depend on the position of a part.

A game derives its own context, with a property for each question of its checks::

    class CrewContext(PartContext):
        @property
        def is_in_storm(self) -> bool:
            return any(isinstance(part, Storm) for part in self.ancestors)

    for context, part in CrewContext.iter_parts(card, ("crews", 0)):
        ...
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Self, TypeVar

from cardgen.plugin.schema import broken_rule, walk
from cardgen.records import dataclass
from cardgen.report.source import Path

MOST_PARTS = 500
"""Values in one card, nested ones included. Checks compare parts with each other; the largest card that ships has 59."""

AncestorType = TypeVar("AncestorType")
AnyCard = TypeVar("AnyCard")


def check_size(card: AnyCard) -> AnyCard:
    """Return a card, as a validator of its model.

    Raises:
        PydanticCustomError: E204, the card has too many parts to be printed, or to be checked in an acceptable time.
    """
    count = sum(1 for _ in walk(card))
    if count > MOST_PARTS:
        raise broken_rule("E204", f"has {count:,} values in it", f"at most {MOST_PARTS}, nested ones included")
    return card


@dataclass(frozen=True)
class PartContext:
    """A part of a card and its surroundings.

    Attributes:
        parts: All parts of the card by their paths, in the order of the deck, the card itself first.
    """

    root: Path
    path: Path
    parts: Mapping[Path, object]

    @classmethod
    def iter_parts(cls, card: object, root: Path) -> Iterator[tuple[Self, object]]:
        """Yield all parts of a card with their contexts, in the order of the deck, the card itself first."""
        parts = dict(walk(card, root))
        for path, part in parts.items():
            yield cls(root, path, parts), part

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys on the way from the card to the part, without list indexes."""
        return tuple(key for key in self.path[len(self.root) :] if isinstance(key, str))

    @property
    def ancestors(self) -> tuple[object, ...]:
        """The parts that contain this one, from the card to the innermost."""
        return tuple(self.parts[self.path[:end]] for end in range(len(self.root), len(self.path)))

    def find_ancestor(self, kind: type[AncestorType]) -> AncestorType | None:
        """Return the outermost part of a type that contains this one, or None."""
        return next((part for part in self.ancestors if isinstance(part, kind)), None)

    def at(self, path: Path) -> Self:
        """Return the context of another part of the same card."""
        return replace(self, path=path)
