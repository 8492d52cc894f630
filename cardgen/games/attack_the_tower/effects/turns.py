"""Verbs that change the course of a turn: attacks that have been declared, and renewals."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from cardgen.games.attack_the_tower.effects.parts import Allowed, Selector
from cardgen.plugin.schema import Model


class EndBattle(Model):
    """End the battle without combat; written `end_battle: {}`."""


class Cancel(Model):
    """Cancel the attack before combat; written `cancel: {}`.

    No battle takes place, so nothing happens that was to happen after it. The attack counts as declared, and can be
    declared again.
    """


class Redirect(Model):
    """Turn the attack to another territory of the defender, before combat there.

    The attacking troops stay the same. A territory that cannot be attacked cannot be picked, and an attack that has led
    to combat goes on.
    """

    to: Annotated[
        Selector, Allowed(("territory",), ("self", "opponent"), pick=("one",), by=("self", "opponent", "random"))
    ] = Field(description="Territory that is attacked instead.")


class Renew(Model):
    """Hold a renewal outside its time; written `renew: {}`.

    When everything on the card is done, both players recruit, draw and build as in any renewal, and the main phase
    begins anew. Nothing happens if the player of the card cannot renew.
    """
