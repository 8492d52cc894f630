"""State what a screen reader says of each piece of a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cardgen.model.drawing import Drawing
from cardgen.pipeline.draw.components import DrawnComponent
from cardgen.pipeline.draw.words import words_of
from cardgen.pipeline.open.project import Project
from cardgen.render.templates.localization import fill_placeholders
from cardgen.write.page import ShownPiece


def spoken_pieces(project: Project, parts: Iterable[DrawnComponent]) -> Mapping[Drawing, ShownPiece]:
    """Return what is read out for the faces and backs of pieces; sides that look the same are told as the first of them."""
    found: dict[Drawing, ShownPiece] = {}
    for part in parts:
        back = fill_placeholders(project.strings["back_of"], title=part.title)
        for piece, words in zip(part.pieces, words_of(part, project), strict=False):
            found.setdefault(piece.face, ShownPiece(words.name, words.text))
            if piece.back:
                found.setdefault(piece.back, ShownPiece(back, is_back=True))
    return found
