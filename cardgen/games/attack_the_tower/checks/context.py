"""A part of an ability, what holds it, and the words for what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cardgen.games.attack_the_tower.effects import Delay, Effect, Selector
from cardgen.games.attack_the_tower.schema import Ability
from cardgen.games.attack_the_tower.wording.english import ENGLISH_LEXICON
from cardgen.plugin.game import Finding
from cardgen.plugin.schema import walk, yaml_key
from cardgen.report.diagnostics import quoted
from cardgen.report.source import Path

_NAMED = {*map(yaml_key, Effect.model_fields), "choose", "sacrifice", "count", "atleast", "atmost", "needs"}
_NAMED |= {"aura", "enter", "leave", "troop", "timing"}


@dataclass(frozen=True, slots=True)
class PartContext:
    """A part of an ability.

    Attributes:
        ability: The ability.
        start: Where the deck states the ability.
        place: Where it states the part.
        parts: All parts of the ability, by their places.
    """

    ability: Ability
    start: Path
    place: Path
    parts: Mapping[Path, object]

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that lead to the part."""
        return tuple(key for key in self.place[len(self.start) :] if isinstance(key, str))

    @property
    def around(self) -> tuple[object, ...]:
        """What holds the part, from the outside to the inside."""
        return tuple(self.parts[self.place[:end]] for end in range(len(self.start), len(self.place)))

    @property
    def counted(self) -> bool:
        """Whether it is a selector of things that are only counted."""
        return self.keys[-1] == "count" or self.keys[-2:-1] in (("atleast",), ("atmost",))

    @property
    def in_aura(self) -> bool:
        """Whether it is the aura of a special troop, or lies in it."""
        return self.keys[:2] == ("troop", "aura")

    @property
    def delay(self) -> Delay | None:
        """The delay that it lies in."""
        return next((part for part in self.around if isinstance(part, Delay)), None)

    @property
    def never_in_battle(self) -> bool:
        """Whether the game never comes to it in a battle."""
        if self.delay is not None:
            return self.delay.at == "turn_end"
        if self.in_aura or self.keys[:2] == ("troop", "leave"):
            return False
        return "battle" not in self.ability.timing.window

    def bound(self, selector: Selector) -> Selector | None:
        """What binds the `$name` that a selector looks in."""
        name = (selector.in_ or "").removeprefix("$")
        known = (part for part in self.parts.values() if isinstance(part, Selector))
        return next((part for part in known if part.as_ == name != selector.in_), None)

    def owner(self, selector: Selector) -> str:
        """Whose things a selector picks; what is in something of one owner is his too."""
        bound = self.bound(selector)
        return bound.owner if bound is not None and selector.owner == "any" else selector.owner

    def types(self, selector: Selector) -> set[str]:
        """The types that a selector names."""
        return {self.ability.icon if word == "icon" else word for word in selector.type}

    def finding(self, fault: str, rest: Path, expected: str, hints: tuple[str, ...] = ()) -> Finding:
        """Something is wrong with the part, at the rest of its path."""
        name = next(key for key in reversed(self.keys) if key in _NAMED)
        return Finding("E315", f"{name} of {quoted(self.ability.id)} {fault}", (*self.place, *rest), expected, hints)


def parts_of(ability: Ability, path: Path) -> Iterator[tuple[PartContext, object]]:
    """All parts of an ability, in the order of the deck.

    Args:
        ability: The ability.
        path: Where the deck states it.
    """
    parts = dict(walk(ability, path))
    for place, part in parts.items():
        yield PartContext(ability, path, place, parts), part


def alternatives(words: tuple[str, ...]) -> str:
    """The words for what would be right."""
    return words[0] if len(words) == 1 else f"one of: {', '.join(words)}"


def with_article(kind: str) -> str:
    """Return the name of what a selector selects, with its article: `a special troop`."""
    noun = ENGLISH_LEXICON.nouns[kind]
    return ENGLISH_LEXICON.grammar.indefinite(noun).text
