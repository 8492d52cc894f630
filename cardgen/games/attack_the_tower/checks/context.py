"""A part of an ability with everything around it, for checks that depend on where it stands."""

from __future__ import annotations

from cardgen.games.attack_the_tower.effects import Delay, Effect, Selector
from cardgen.games.attack_the_tower.schema import Ability
from cardgen.games.attack_the_tower.wording.english import ENGLISH_LEXICON
from cardgen.plugin.effects.parts import PartContext
from cardgen.plugin.game import Finding
from cardgen.plugin.schema import yaml_key
from cardgen.report.diagnostics import quoted
from cardgen.report.source import Path

# Keys that name a part in messages.
_NAMED = {*map(yaml_key, Effect.model_fields), "choose", "sacrifice", "count", "atleast", "atmost", "needs"}
_NAMED |= {"aura", "enter", "leave", "troop", "timing"}


class AbilityContext(PartContext):
    """A part of an ability and its surroundings."""

    @property
    def ability(self) -> Ability:
        """The ability."""
        ability = self.parts[self.root]
        assert isinstance(ability, Ability)
        return ability

    @property
    def is_counted(self) -> bool:
        """Whether the part is a selector whose things are only counted."""
        return self.keys[-1] == "count" or self.keys[-2:-1] in (("atleast",), ("atmost",))

    @property
    def is_in_aura(self) -> bool:
        """Whether the part is the aura of a special troop, or inside it."""
        return self.keys[:2] == ("troop", "aura")

    @property
    def delay(self) -> Delay | None:
        """The delay that contains the part, or None."""
        return self.find_ancestor(Delay)

    @property
    def is_never_in_battle(self) -> bool:
        """Whether the game never comes to the part during a battle."""
        if self.delay is not None:
            return self.delay.at == "turn_end"
        if self.is_in_aura or self.keys[:2] == ("troop", "leave"):
            return False
        return "battle" not in self.ability.timing.window

    def find_binder(self, selector: Selector) -> Selector | None:
        """Return the selector that binds the `$name` in a selector's `in`, or None."""
        name = (selector.in_ or "").removeprefix("$")
        known = (part for part in self.parts.values() if isinstance(part, Selector))
        return next((part for part in known if part.as_ == name != selector.in_), None)

    def owner_of(self, selector: Selector) -> str:
        """Return whose things a selector picks; things inside another thing belong to its owner."""
        binder = self.find_binder(selector)
        return binder.owner if binder is not None and selector.owner == "any" else selector.owner

    def types_of(self, selector: Selector) -> set[str]:
        """Return the troop types that a selector names."""
        return {self.ability.icon if word == "icon" else word for word in selector.type}

    def finding(self, problem: str, rest: Path, expected: str, hints: tuple[str, ...] = ()) -> Finding:
        """Return a finding E315 about the part.

        Args:
            problem: What is wrong, to follow `destroy of 'raze'`.
            rest: Path from the part to the wrong value.
            expected: What would be right.
            hints: What to do.
        """
        name = next(key for key in reversed(self.keys) if key in _NAMED)
        return Finding("E315", f"{name} of {quoted(self.ability.id)} {problem}", (*self.path, *rest), expected, hints)


def alternatives(words: tuple[str, ...]) -> str:
    """Return the words that are allowed, as an expectation: `one of: a, b`."""
    return words[0] if len(words) == 1 else f"one of: {', '.join(words)}"


def with_article(kind: str) -> str:
    """Return the name of what a selector selects, with its article: `a special troop`."""
    noun = ENGLISH_LEXICON.nouns[kind]
    return ENGLISH_LEXICON.grammar.indefinite(noun).text
