"""Draw the pieces that pages of documents show, once the first page asks for one of their kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from cardgen.geometry.units import Mm, Size
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece
from cardgen.pipeline.open.project import Project
from cardgen.plugin.components import PieceKind
from cardgen.render.pieces.drawing import draw_pieces
from cardgen.report.diagnostics import did_you_mean, quoted
from cardgen.report.errors import UnlocatedError


class DocumentPieces:
    """Lets the renderer of a project show pieces, as long as it is entered.

    Pieces that have been drawn for their own sheets are shown as they are; those of other kinds are drawn when asked for.

    Args:
        card: Trim size of a card, mm.
        bleed_of: Function from a kind to the distance that its ink runs past the trim, mm.
    """

    def __init__(
        self, project: Project, kinds: Mapping[str, PieceKind], card: Size, bleed_of: Callable[[PieceKind], Mm]
    ) -> None:
        self._project = project
        self._kinds = kinds
        self._card = card
        self._bleed_of = bleed_of
        self._faces: dict[str, dict[str, Drawing]] = {}

    def know(self, kind: str, pieces: Iterable[Piece]) -> None:
        """Take the pieces of a kind that have been drawn for their own sheets."""
        self._faces[kind] = {piece.id: piece.face for piece in pieces}

    def __enter__(self) -> None:
        """Begin to show pieces."""
        self._project.renderer.pieces = self._face

    def __exit__(self, *_: object) -> None:
        """Show pieces no longer: a piece shows no other."""
        self._project.renderer.pieces = None

    def _face(self, kind: str, name: str) -> Drawing | None:
        """Return the face of a piece; without a name, of the first of its kind; None for one that other errors left out.

        Raises:
            UnlocatedError: E405, there is no such kind or no such piece.
        """
        if kind not in self._kinds:
            expected, hints = f"one of: {', '.join(self._kinds)}", did_you_mean(kind, self._kinds)
            raise UnlocatedError(
                "E405", f"unknown kind of piece {quoted(kind)}", expected=expected, hints=hints, part="kind"
            )
        if kind not in self._faces:
            self._draw(self._kinds[kind])
        faces = self._faces[kind]
        if name and name not in faces and not any(item.is_error for item in self._project.renderer.diagnostics.items):
            expected, hints = f"one of: {', '.join(faces)}" if faces else "", did_you_mean(name, faces)
            message = f"no piece {quoted(name)} of {quoted(kind)} can be shown"
            raise UnlocatedError("E405", message, expected=expected, hints=hints, part="name")
        return faces.get(name or next(iter(faces), ""))

    def _draw(self, kind: PieceKind) -> None:
        renderer = self._project.renderer
        renderer.pieces = None
        try:
            bled = replace(kind, bleed=self._bleed_of(kind))
            self.know(kind.name, draw_pieces(bled, self._project.deck, self._card, renderer, self._kinds))
        finally:
            renderer.pieces = self._face
