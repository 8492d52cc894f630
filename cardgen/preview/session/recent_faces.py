"""Track recently requested faces: a guess at what the browser shows."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping

MOST = 24
"""Faces that are remembered: about what a large window shows."""


class RecentFaces:
    """The faces whose pictures a page asked for last."""

    def __init__(self) -> None:
        self._ids: OrderedDict[str, None] = OrderedDict()

    def note(self, face: str) -> None:
        """Note that a page has asked for the picture of a face.

        Args:
            face: Its kind and its id, as in `bases/dojo`.
        """
        self._ids[face] = None
        self._ids.move_to_end(face)
        if len(self._ids) > MOST:
            self._ids.popitem(last=False)

    def __contains__(self, face: str) -> bool:
        """Return whether a face is among them."""
        return face in self._ids

    @property
    def by_kind(self) -> Mapping[str, frozenset[str]]:
        """The ids of the pieces by the name of their kind."""
        pairs = [face.split("/", 1) for face in self._ids]
        return {kind: frozenset(own for name, own in pairs if name == kind) for kind, _ in pairs}
