"""Run the rules of the preflight over faces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.model.drawing import Drawing

if TYPE_CHECKING:  # they read SVG and pictures, which only drawing pays for
    from cardgen.preflight.finding import FaceFinding, Rule
    from cardgen.preflight.ground import Ground


class Preflight:
    """The preflight of one build after another; a face that has not changed is not looked at again."""

    def __init__(self) -> None:
        self._ground: Ground | None = None
        self._known: dict[Drawing, tuple[FaceFinding, ...]] = {}
        self._before = self._known

    def begin(self) -> None:
        """Begin another build: what the one before last knew is dropped."""
        self._ground = None
        self._before, self._known = self._known, {}

    def check(self, face: Drawing) -> tuple[FaceFinding, ...]:
        """Return what all rules find on a face."""
        found = self._known.get(face, self._before.get(face))
        if found is None:
            ground = self._ground = self._ground or _new_ground()
            found = tuple(finding for rule in _rules() for finding in rule(face, ground))
        self._known[face] = found
        return found


def _rules() -> tuple[Rule, ...]:
    """Return all rules; each is a module beside this one."""
    from cardgen.preflight.contrast import find_low_contrast

    return (find_low_contrast,)


def _new_ground() -> Ground:
    from cardgen.preflight.ground import Ground

    return Ground()
