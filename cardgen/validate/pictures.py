"""Pictures that a deck names."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.diagnostics import Collector
from cardgen.errors import Fault
from cardgen.model.deck import Deck, Picture
from cardgen.schema import walk


def check_pictures(deck: Deck, check: Callable[[str], object], diagnostics: Collector) -> None:
    """Note the faults of all pictures, each where the deck names it.

    Args:
        deck: Whose pictures to look at.
        check: Reads a picture by the path that the deck states; raises `Fault` (E121 to E125). Called once for each.
        diagnostics: Gets the faults.
    """
    faults: dict[str, Fault | None] = {}
    for path, value in walk(deck.data):
        if not isinstance(value, Picture):
            continue
        if value not in faults:
            faults[value] = _fault_of(value, check)
        if fault := faults[value]:
            diagnostics.items.append(fault.at(deck.node.nearest(path)))


def _fault_of(href: str, check: Callable[[str], object]) -> Fault | None:
    try:
        check(href)
    except Fault as fault:
        return fault
    return None
