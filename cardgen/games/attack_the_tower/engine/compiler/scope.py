"""Resolve what the words of a card refer to: the type of its icon, bound names, and the cards of its match."""

from __future__ import annotations

from cardgen.games.attack_the_tower.constants import TYPES
from cardgen.games.attack_the_tower.effects import Selector
from cardgen.games.attack_the_tower.engine.state.position import Match
from cardgen.plugin.rules.programs import OWNER, Registers


class Scope(Registers):
    """The registers of a card's programs, and what else the card's effects refer to.

    Attributes:
        match: The match that is being compiled.
        icon_type: Troop type of the card's icon, or None if the icon is not a troop type.
    """

    def __init__(self, match: Match, icon_type: int | None) -> None:
        super().__init__()
        self.match = match
        self.icon_type = icon_type

    def types(self, selector: Selector) -> tuple[int, ...]:
        """Return the troop types that a selector names; `icon` means the type of the card's icon."""
        own = () if self.icon_type is None else (self.icon_type,)
        return tuple(kind for word in selector.type for kind in (own if word == "icon" else (TYPES.index(word),)))

    def designs(self, selector: Selector) -> frozenset[int]:
        """Return the designs that fit a selector of cards, whoever owns them."""
        return self.match.find_designs(selector.is_, self.types(selector) if selector.type else ())

    def card_set(self, selector: Selector) -> int:
        """Return the number of the set of designs that fit a selector of cards."""
        return self.match.card_set_number(self.designs(selector))


def player_of(who: str, frame: list[int]) -> int:
    """Return the player whom an effect names, `self` or `opponent`."""
    return frame[OWNER] if who == "self" else 1 - frame[OWNER]
