"""Declare the functions that the rules call for a card or an event."""

from __future__ import annotations

from typing import NamedTuple

from cardgen.games.stonewater_weir.engine.state.tables import (
    AfterAttack,
    AreaEffect,
    EventEffect,
    UseCondition,
    UseEffect,
)


class CardHooks(NamedTuple):
    """The functions of a resource card; see `CardRules`."""

    use: UseEffect | None = None
    can_use: UseCondition | None = None
    trigger: AreaEffect | None = None
    after_attack: AfterAttack | None = None
    ward: int = 0


class EventHooks(NamedTuple):
    """The functions of an event; see `EventRules`."""

    begin: EventEffect | None = None
    each_round: EventEffect | None = None
