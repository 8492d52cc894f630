"""A part of an ability with everything around it, for checks that depend on where it stands."""

from __future__ import annotations

from dataclasses import replace

from cardgen.games.attack_the_tower.effects import Delay, Effect, ForEach, LastingVerb, Selector, When
from cardgen.games.attack_the_tower.schema import Ability
from cardgen.games.attack_the_tower.wording import LEXICONS
from cardgen.plugin.effects.parts import PartContext
from cardgen.plugin.game import Finding
from cardgen.plugin.schema import yaml_key
from cardgen.report.diagnostics import quoted
from cardgen.report.source import Path

# Keys that name a part in messages.
_NAMED = {*map(yaml_key, Effect.model_fields), "choose", "sacrifice", "count", "atleast", "atmost", "needs"}
_NAMED |= {"aura", "enter", "leave", "when", "troop", "timing"}

# Keys of lists whose effects happen one after the other.
_SEQUENCES = {"effects", "then", "else", "heads", "tails", "enter", "leave"}


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
    def trigger(self) -> When | None:
        """The `when` that contains the part, or None."""
        return self.find_ancestor(When)

    @property
    def is_at_attack(self) -> bool:
        """Whether the part happens when an attack has just been declared."""
        return self.trigger is not None and self.trigger.event == "attack" and self.delay is None

    @property
    def is_later(self) -> bool:
        """Whether the part happens at another moment than when its card is played or its troop arrives."""
        return self.delay is not None or self.trigger is not None or self.keys[:2] == ("troop", "leave")

    @property
    def is_followed(self) -> bool:
        """Whether the card does anything after the part, or does the part several times."""
        if self.find_ancestor(ForEach) is not None:
            return True
        for end in range(len(self.root), len(self.path)):
            container, index = self.path[:end], self.path[end]
            if isinstance(index, int) and container[-1] in _SEQUENCES and (*container, index + 1) in self.parts:
                return True
        return False

    @property
    def is_never_in_battle(self) -> bool:
        """Whether the game never comes to the part during a battle."""
        if self.trigger is not None:
            return self.trigger.event in ("turn_start", "turn_end", "renewal")
        if self.delay is not None:
            return self.delay.at == "turn_end"
        if self.is_in_aura or self.keys[:2] == ("troop", "leave"):
            return False
        return "battle" not in self.ability.timing.window

    @property
    def own_side(self) -> str:
        """The side on which the card's player is in every battle of the part: `attacker`, `defender` or `any`.

        The player whose turn it is attacks, and no effect lasts beyond the turn but that of an aura or until the next turn.
        """
        verb, timing = self.find_ancestor(LastingVerb), self.ability.timing
        if self.trigger is not None and self.trigger.event == "attack" and self.trigger.who != "any":
            return {"self": "attacker", "opponent": "defender"}[self.trigger.who]
        lasts = self.keys[:2] in (("troop", "aura"), ("troop", "when"), ("troop", "leave"))
        if lasts or (verb is not None and verb.until == "next_turn"):
            return "any"
        if timing.turn != "any":
            return {"own": "attacker", "opponent": "defender"}[timing.turn]
        return timing.side if set(timing.window) == {"battle"} else "any"

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

    def coded(self, code: str, problem: str, rest: Path, expected: str, hints: tuple[str, ...] = ()) -> Finding:
        """Return a finding about the part.

        Args:
            problem: What is wrong, to follow `destroy of 'raze'`.
            rest: Path from the part to the wrong value.
        """
        return replace(self.finding(problem, rest, expected, hints), code=code)

    def finding(self, problem: str, rest: Path, expected: str, hints: tuple[str, ...] = ()) -> Finding:
        """Return a finding E315 about the part.

        Args:
            problem: What is wrong, to follow `destroy of 'raze'`.
            rest: Path from the part to the wrong value.
        """
        name = next(key for key in reversed(self.keys) if key in _NAMED)
        return Finding("E315", f"{name} of {quoted(self.ability.id)} {problem}", (*self.path, *rest), expected, hints)


def alternatives(words: tuple[str, ...]) -> str:
    """Return the words that are allowed, as an expectation: `one of: a, b`."""
    return words[0] if len(words) == 1 else f"one of: {', '.join(words)}"


def with_article(kind: str) -> str:
    """Return the name of what a selector selects, with its article: `a special troop`."""
    english = LEXICONS["en"]
    return english.grammar.indefinite(english.nouns[kind]).text
