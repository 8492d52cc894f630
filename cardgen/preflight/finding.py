"""What a rule of the preflight takes and yields."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from cardgen.model.drawing import Drawing

if TYPE_CHECKING:  # only faces that have changed pay for reading their SVG
    from cardgen.preflight.ground import Ground


class FaceFinding(NamedTuple):
    """What a rule finds on a face.

    Attributes:
        code: Code of the diagnostic.
        message: See `Diagnostic`, also for the other attributes.
        expected: What would have been right.
        hints: What to do.
        measure: How bad it is: less is worse.
    """

    code: str
    message: str
    expected: str = ""
    hints: tuple[str, ...] = ()
    measure: float | None = None


Rule = Callable[[Drawing, "Ground"], Iterator[FaceFinding]]
"""Yields what is wrong with a face, whose colours the ground knows."""
