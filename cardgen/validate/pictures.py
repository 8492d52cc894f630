"""Check the pictures that a deck names."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.model.deck import Deck, PictureReference
from cardgen.plugin.schema import walk
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import UnlocatedError


class ErrorsByName(dict[str, UnlocatedError | None]):
    """Maps a name to the error that a check raises for it, or to None; each name is checked once.

    Args:
        check: Function of a name that raises `UnlocatedError`.
    """

    def __init__(self, check: Callable[[str], object]) -> None:
        super().__init__()
        self._check = check

    def __missing__(self, name: str) -> UnlocatedError | None:
        try:
            self._check(name)
            self[name] = None
        except UnlocatedError as error:
            self[name] = error
        return self[name]


def check_pictures(deck: Deck, check: Callable[[str], object], diagnostics: Collector) -> None:
    """Report the errors of all pictures, each where the deck names it.

    Args:
        deck: Deck whose pictures are checked.
        check: Reads a picture by the path that the deck states, once for each path; raises `UnlocatedError`, E121 to
            E125.
        diagnostics: Collects the errors.
    """
    errors = ErrorsByName(check)
    for path, value in walk(deck.data):
        if isinstance(value, PictureReference) and (error := errors[value]):
            diagnostics.items.append(error.at(deck.node.nearest(path)))
