"""Verbs that happen once and change what stands on the table."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from cardgen.games.attack_the_tower.effects.parts import EVEN_IF_DEFENDED, UNITS, Allowed, Number, Selector
from cardgen.plugin.schema import Model


class Destroy(Model):
    """Destroy troops, bases or palaces; cards say `sacrifice` for your own."""

    who: Annotated[Selector, Allowed(UNITS)] = Field(description="What is destroyed.")


class Recruit(Model):
    """Put new troops on bases, up to 2 on each; troops without room are lost."""

    bases: Annotated[Selector, Allowed(("base",), is_=("manned", "unmanned", "has_room"))] = Field(
        description="Bases that recruit."
    )
    amount: Number = Field(1, description="Number of troops for each base.")


class Move(Model):
    """Move troops to bases of their own type that have room."""

    who: Annotated[Selector, Allowed(("troop",))] = Field(description="Troops that move.")
    to: Annotated[Selector, Allowed(("base",), pick=("one",), is_=("has_room",))] = Field(
        description="Base that they move to."
    )


class Swap(Model):
    """Exchange the slots of two bases; their troops move with them.

    Bases of two players change owners, and so do their troops, until the bases leave play: then each card goes to the
    player whose army it belongs to.
    """

    a: Annotated[Selector, Allowed(("base",), pick=("one",))] = Field(description="The first base.")
    b: Annotated[Selector, Allowed(("base",), pick=("one",))] = Field(description="The second base.")


class Strike(Model):
    """Deal damage. In a battle it counts as combat damage; outside battle it is forgotten unless it kills at once."""

    who: Annotated[Selector, Allowed(UNITS)] = Field(description="What takes the damage.")
    amount: Number = Field(1, description="Points of damage.")
    even_if_defended: bool = EVEN_IF_DEFENDED
