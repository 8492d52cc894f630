"""What a rule of the preflight takes and yields."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from cardgen.geometry.units import Rect

if TYPE_CHECKING:  # only faces that have changed pay for reading their SVG
    from cardgen.preflight.side import PieceSide


class FaceFinding(NamedTuple):
    """What a rule finds on a face.

    Attributes:
        message: See `Diagnostic`, also for the other attributes.
        measure: How bad it is: less is worse.
        is_advice: Whether it is within what print forgives, so that a report shows it and a build does not warn of it.
    """

    code: str
    message: str
    expected: str = ""
    hints: tuple[str, ...] = ()
    measure: float | None = None
    is_advice: bool = False
    box: Rect | None = None


Rule = Callable[["PieceSide"], Iterator[FaceFinding]]
"""Yields what is wrong with a side of a piece."""
