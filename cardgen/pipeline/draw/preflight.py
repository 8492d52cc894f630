"""Report what the preflight finds on the faces of a deck, each at the piece that shows it first."""

from __future__ import annotations

from collections.abc import Iterable

from cardgen.model.piece import Piece
from cardgen.pipeline.open.project import Project
from cardgen.report.diagnostics import Collector, Diagnostic


def check_faces(kind: str, pieces: Iterable[Piece], project: Project, found: Collector) -> None:
    """Run the preflight over the faces and backs of some pieces; sides that look the same are one.

    Args:
        pieces: The pieces, without marks of a draft.
    """
    seen: set[object] = set()
    for piece in pieces:
        for side, words in ((piece.face, ""), (piece.back, "the back of ")):
            if side is None or side in seen:
                continue
            seen.add(side)
            subject = f"{words}{kind} '{piece.name}'"
            place = project.deck.node.nearest(piece.path)
            found.items += (
                Diagnostic(
                    finding.code,
                    finding.message,
                    place,
                    finding.expected,
                    finding.hints,
                    ((f"on {subject}", None),),
                    subject=subject,
                    measure=finding.measure,
                )
                for finding in project.preflight.check(side)
            )
