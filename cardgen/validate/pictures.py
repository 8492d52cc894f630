"""Pictures that a deck names."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.model.deck import Deck, PictureReference
from cardgen.plugin.schema import walk
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import UnlocatedError


class CheckedNames(dict[str, UnlocatedError | None]):
    """What is wrong with each name, by a check that raises it; each is checked once."""

    def __init__(self, check: Callable[[str], object]) -> None:
        super().__init__()
        self._check = check

    def __missing__(self, name: str) -> UnlocatedError | None:
        try:
            self._check(name)
            self[name] = None
        except UnlocatedError as fault:
            self[name] = fault
        return self[name]


def check_pictures(deck: Deck, check: Callable[[str], object], diagnostics: Collector) -> None:
    """Note the faults of all pictures, each where the deck names it.

    Args:
        deck: Whose pictures to look at.
        check: Reads a picture by the path that the deck states; raises `UnlocatedError` (E121 to E125). Called once for each.
        diagnostics: Gets the faults.
    """
    faults = CheckedNames(check)
    for path, value in walk(deck.data):
        if isinstance(value, PictureReference) and (fault := faults[value]):
            diagnostics.items.append(fault.at(deck.node.nearest(path)))
