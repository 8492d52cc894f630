"""Report what the preflight finds on the faces of a deck, each at the piece that shows it first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from cardgen.geometry.units import Mm
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece
from cardgen.pipeline.open.project import Project
from cardgen.plugin.components import PieceKind
from cardgen.preflight.faces import SideReport
from cardgen.report.diagnostics import Collector, Diagnostic, FaceSpot

if TYPE_CHECKING:
    from cardgen.preflight.finding import FaceFinding

INSET: Mm = 2.5
"""Distance from the cut within which nothing but ground should be, if the game does not state another one."""
_SHARE = 1 / 16  # of the shorter side: the inset of a piece that is too small for 2.5 mm


class SideFindings(NamedTuple):
    """What the preflight finds on a side of a piece."""

    piece: Piece
    side: Drawing
    is_back: bool
    found: tuple[FaceFinding, ...]


def find_on_faces(
    kind: PieceKind, pieces: Iterable[Piece], project: Project, *, with_advice: bool = True
) -> Iterator[SideFindings]:
    """Yield the faces and backs of some pieces on which something is found; sides that look the same are one."""
    sides = [*_distinct(pieces)]
    jumps = _size_jumps(sides) if with_advice else {}
    for piece, side, is_back in sides:
        found = _report(kind, piece, side, project, is_back=is_back, with_advice=with_advice).found
        if found := (*found, *jumps.get(side, ())):
            yield SideFindings(piece, side, is_back, found)


def _distinct(pieces: Iterable[Piece]) -> Iterator[tuple[Piece, Drawing, bool]]:
    """Yield each face and back that looks like none before, and whether it is a back."""
    seen: set[Drawing] = set()
    for piece in pieces:
        for side, is_back in ((piece.face, False), (piece.back, True)):
            if side is not None and side not in seen:
                seen.add(side)
                yield piece, side, is_back


def _size_jumps(sides: Iterable[tuple[Piece, Drawing, bool]]) -> dict[Drawing, list[FaceFinding]]:
    """Return by face what is found between faces of a size, and between backs; large print has cards of several sizes."""
    from cardgen.preflight.neighbors import find_size_jumps

    alike: dict[object, list[Drawing]] = {}
    for _, side, is_back in sides:
        alike.setdefault((is_back, side.size), []).append(side)
    found: dict[Drawing, list[FaceFinding]] = {}
    for faces in alike.values():
        for number, finding in find_size_jumps(faces):
            found.setdefault(faces[number], []).append(finding)
    return found


def with_edges(kind: PieceKind, pieces: Iterable[Piece], project: Project) -> Iterator[Piece]:
    """Yield pieces with the colours along their sides, which decide how they lie beside each other on a sheet."""
    for piece in pieces:
        edges = _report(kind, piece, piece.face, project).edges
        if piece.back:
            edges += _report(kind, piece, piece.back, project, is_back=True).edges
        yield replace(piece, edges=edges)


def _report(
    kind: PieceKind, piece: Piece, side: Drawing, project: Project, *, is_back: bool = False, with_advice: bool = False
) -> SideReport:
    least = INSET if kind.safe is None else kind.safe
    inset = 0.0 if piece.net else min(least, min(side.size.width, side.size.height) * _SHARE)
    outline = piece.outline.mirrored() if is_back else piece.outline
    return project.preflight.check(side, outline, inset, with_advice=with_advice)


def check_faces(kind: PieceKind, pieces: Iterable[Piece], project: Project, found: Collector) -> None:
    """Report what is found on the faces and backs of some pieces, without advice."""
    told = [item for item in project.renderer.diagnostics.items if item.code in ("E406", "W411")]
    shrunk = {(item.subject, f"{item.measure:.4f}") for item in told if item.measure is not None}
    for each in find_on_faces(kind, pieces, project, with_advice=False):
        name = kind.called(each.piece.name)
        found.items += (
            _diagnostic(kind, each, finding, project)
            for finding in each.found
            if finding.code != "W417" or (name, f"{finding.measure:.4f}") not in shrunk  # which is told already
        )


def find_advice(kind: PieceKind, pieces: Iterable[Piece], project: Project) -> Iterator[Diagnostic]:
    """Yield what only the full standard of print asks for: for each code the worst spot, and how many more there are."""
    spots: dict[str, list[tuple[SideFindings, FaceFinding]]] = {}
    for each in find_on_faces(kind, pieces, project):
        for finding in each.found:
            if finding.is_advice:
                spots.setdefault(finding.code, []).append((each, finding))
    for _, listed in sorted(spots.items()):
        worst = _diagnostic(kind, *min(listed, key=lambda spot: spot[1].measure or 0.0), project)
        rest = len(listed) - 1
        more = ((f"{rest} more on {kind.name}; cardgen check --report page.html shows them", None),) if rest else ()
        yield replace(worst, notes=(*worst.notes, *more))


def _diagnostic(kind: PieceKind, where: SideFindings, finding: FaceFinding, project: Project) -> Diagnostic:
    name = kind.called(where.piece.name)
    subject = f"the back of {name}" if where.is_back else name
    box, piece = finding.box, f"{where.piece.kind}/{where.piece.id}"
    return Diagnostic(
        finding.code,
        finding.message,
        project.deck.node.nearest(where.piece.path),
        finding.expected,
        finding.hints,
        ((f"on {subject}{_where(finding)}", None),),
        subject=subject,
        measure=finding.measure,
        spot=FaceSpot(piece, where.is_back, (box.x, box.y, box.width, box.height)) if box else None,
    )


def _where(finding: FaceFinding) -> str:
    """Return the place of a finding in words."""
    box = finding.box
    return f", {box.x:.1f} mm from its left and {box.y:.1f} mm from its top" if box else ""
