"""Verbs whose effects last: until the end of a battle or turn, or as an aura."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from cardgen.games.attack_the_tower.effects.parts import (
    EVEN_IF_DEFENDED,
    UNITS,
    Allowed,
    AnyTrait,
    Condition,
    Number,
    Player,
    Selector,
    Small,
    Until,
)
from cardgen.plugin.schema import Model, OneOrMore, broken_rule


class LastingVerb(Model):
    """An effect that lasts; it needs `until`, except as an aura."""

    until: Until | None = Field(
        None,
        description="When it ends. No effect lasts beyond the turn, except that of a special ability: `next_turn` is the "
        "start of your next turn.",
    )
    while_: Condition | None = Field(None, description="Condition under which it works.")


class Power(LastingVerb):
    """Change the power of things; troops with power below 1 die in combat."""

    who: Annotated[Selector, Allowed(UNITS)] = Field(description="Things whose power changes.")
    add: Number | None = Field(None, description="Added to the power; may be negative.")
    set: Number | None = Field(None, description="Replaces the printed power.")
    same_as: Annotated[Selector | None, Allowed(("troop", "special", "base"))] = Field(
        None, description="The thing whose present power replaces the printed power."
    )

    @model_validator(mode="after")
    def _add_or_set(self) -> Power:
        if sum(value is not None for value in (self.add, self.set, self.same_as)) != 1:
            raise broken_rule("E204", "needs either 'add', 'set' or 'same_as'", "one of: add, set, same_as")
        return self


class TraitChange(LastingVerb):
    """Give troops a trait, or take one away."""

    who: Annotated[Selector, Allowed(("troop", "special"))] = Field(description="Troops that gain or lose it.")
    gain: AnyTrait | None = Field(None, description="Trait that is gained.")
    lose: AnyTrait | None = Field(None, description="Trait that is lost.")

    @model_validator(mode="after")
    def _gain_or_lose(self) -> TraitChange:
        if self.gain is None and self.lose is None:
            raise broken_rule("E204", "needs 'gain' or 'lose'", "one of: gain, lose")
        return self


class Prevent(LastingVerb):
    """Forbid a player to do something."""

    what: Literal["attack", "attack_on", "ability", "recruit", "build", "renewal"] = Field(
        description="What is forbidden; `attack_on` is an attack on a place, `renewal` to announce a renewal."
    )
    who: Player = Field(description="Player who must not do it.")
    site: Selector | None = Field(None, description="Place where it is forbidden; left out, everywhere.")


class Protect(LastingVerb):
    """Protect troops, bases or palaces."""

    who: Annotated[Selector, Allowed(UNITS)] = Field(description="What is protected.")
    from_: OneOrMore[Literal["initiative", "regular", "destroy", "sacrifice"]] = Field(
        min_length=1, description="What they are protected from."
    )


class Soak(LastingVerb):
    """Ignore the first points of damage to a player's troops."""

    who: Player = Field(description="Player whose troops are meant.")
    amount: Number = Field(description="Points of damage.")


class Bonus(LastingVerb):
    """Deal more damage in combat, or less; power does not change."""

    who: Annotated[Selector, Allowed(UNITS)] = Field(description="Troops that deal the damage.")
    amount: Small = Field(description="Points of damage added for each; may be negative.")


class Area(LastingVerb):
    """Each of some troops also deals damage to each of others, in the step of combat in which it strikes."""

    from_: Annotated[Selector, Allowed(UNITS)] = Field(description="Troops that deal the damage.")
    who: Annotated[Selector, Allowed(UNITS)] = Field(description="What takes the damage.")
    amount: Small = Field(1, description="Points of damage that each deals to each.")
    even_if_defended: bool = EVEN_IF_DEFENDED


class Bypass(LastingVerb):
    """Let troops break a rule of combat."""

    who: Annotated[Selector, Allowed(("troop", "special"))] = Field(description="Troops that may break it.")
    rule: Literal["manned"] = Field("manned", description="`manned`: they may hit bases that are defended.")


class Limit(LastingVerb):
    """Change how many cards a player may hold, or how many special troops a player may have.

    The limit of special troops is the number of complete territories; loyal troops never count. A player above a limit
    discards down to it at once, also when this effect ends.
    """

    what: Literal["hand", "special"] = Field(description="Limit of the hand (initially 5), or of special troops.")
    who: Player = Field(description="Player whose limit changes.")
    add: Small | None = Field(None, description="Added to the limit; may be negative.")
    set: Annotated[int, Field(ge=0, le=25)] | None = Field(None, description="Replaces the limit.")

    @model_validator(mode="after")
    def _add_or_set(self) -> Limit:
        if (self.add is None) == (self.set is None):
            raise broken_rule("E204", "needs either 'add' or 'set'", "one of: add, set")
        return self


class Renewal(Model):
    """Change renewals; only as the aura of a special troop."""

    who: Player = Field(description="Player whose part of the renewal changes.")
    draw: Small = Field(0, description="Cards drawn in addition; negative for fewer.")
    recruit: Small = Field(0, description="Troops recruited on each base in addition; negative for fewer.")

    @model_validator(mode="after")
    def _draw_or_recruit(self) -> Renewal:
        if not self.draw and not self.recruit:
            raise broken_rule("E204", "needs 'draw' or 'recruit'", "one of: draw, recruit, other than 0")
        return self
