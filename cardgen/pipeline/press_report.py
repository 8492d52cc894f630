"""Make the report of a check: its problems, and a picture of each spot on the faces that the preflight found."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw

from cardgen.geometry.units import Edges, Mm, Rect
from cardgen.model.piece import Piece
from cardgen.pipeline.draw.preflight import SideFindings, find_on_faces
from cardgen.pipeline.draw.raster import PictureRequest, RasterPictures, trim_pixels
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import Job, Onlooker, prepare_partly
from cardgen.pipeline.report_page import data_address, write_page
from cardgen.plugin.components import PieceKind
from cardgen.preflight.finding import FaceFinding
from cardgen.report.diagnostics import Collector, Diagnostic
from cardgen.report.errors import CardgenError
from cardgen.report.sections import (
    CardPicture,
    Cards,
    DataTable,
    Part,
    Remark,
    ReportColumn,
    ReportDocument,
    Section,
    Tone,
)
from cardgen.report.source import Span

DRAWN = {
    "E406": "text that does not fit",
    "E407": "characters that no font has",
    "E410": "pictures that are too coarse",
    "W410": "coarse pictures",
    "W411": "text that had to shrink",
    "W426": "fields that the face does not show",
}
"""Titles of sections by code, for what is found while a face is drawn."""
TITLES = DRAWN | {
    "W412": "text that is hard to read on its ground",
    "W413": "text that is covered",
    "W414": "text beside an edge",
    "W415": "near the cut",
    "W416": "frames near the cut",
    "W417": "small text",
    "W418": "sizes that jump between cards",
}
"""Titles of sections by code."""
MOST_PICTURES = 12
"""Pictures of spots of one code on pieces of one kind; the others are usually the same."""
_DPI = 220
_AROUND: Mm = 7.0  # around a spot
_NARROWEST: Mm = 30.0  # of a picture
_MARK = (214, 26, 60)


class Spot(NamedTuple):
    """Something that was found on a side of a piece.

    Attributes:
        span: Where the deck states what is wrong; None if it does not.
    """

    where: SideFindings
    finding: FaceFinding
    span: Span | None

    @property
    def badness(self) -> tuple[bool, float]:
        """A key by which the worst spots come first."""
        return self.finding.is_advice, self.finding.measure or 0.0


def write_press_report(decks: Sequence[Path], options: BuildOptions, found: Sequence[Diagnostic], page: Path) -> None:
    """Write the report of a check as one page that needs no network.

    Args:
        page: File to write; an older one is replaced.

    Raises:
        UnlocatedError: E601, the file cannot be written; an older one is unchanged.
    """
    faces: list[Part] = []
    pictures: dict[str, str] = {}
    pictured: set[str] = set()
    for number, deck in enumerate(decks):
        met = Collector()
        try:
            job = prepare_partly(deck, options, met, Onlooker())
        except CardgenError:  # nothing can be drawn, which is among the problems
            continue
        sections = [*_sections(job, met.items, f"{number}", pictures)]
        pictured |= {part.told for part in sections if isinstance(part, Section)}
        if any(item.is_error for item in met.items):
            sections.append(Remark("Faces with errors are not drawn, and so not looked at.", "open"))
        elif not sections:
            sections.append(Remark("Every face keeps its distances, sizes and contrasts.", "good"))
        faces.append(Section(f"{job.title}: on the faces", sections))
    listed = [item for item in found if not (item.spot and item.code in pictured)]
    parts: list[Part] = [_problems(listed)] if listed else [] if found else [Remark("No problems.", "good")]
    write_page(ReportDocument("Check before printing", [*parts, *faces], pictures), page)


def _problems(found: Sequence[Diagnostic]) -> Section:
    """Return a table of the problems of which no picture is shown."""
    headings = ("Place", "Code", "Problem", "What to change")
    rows = [
        [
            str(item.span or item.subject),
            item.code,
            item.message,
            "; ".join([*([f"expected {item.expected}"] if item.expected else ()), *item.hints]),
        ]
        for item in found
    ]
    return Section("Problems", [DataTable([ReportColumn(each, is_text=True) for each in headings], rows)])


def _sections(job: Job, met: Sequence[Diagnostic], prefix: str, pictures: dict[str, str]) -> Iterator[Part]:
    """Yield a section for each code and kind of piece.

    Args:
        met: What was wrong while the deck was drawn.
    """
    spots: dict[tuple[str, str], list[Spot]] = defaultdict(list)
    for part in job.drawn:
        if isinstance(part.component, PieceKind):
            for side in find_on_faces(part.component, part.pieces, job.project):
                for finding in side.found:
                    spot = Spot(side, finding, job.deck.node.nearest(side.piece.path))
                    spots[finding.code, part.title].append(spot)
            for spot in _drawn_badly(part.pieces, met):
                spots[spot.finding.code, part.title].append(spot)
    shown = {key: sorted(each, key=lambda spot: spot.badness)[:MOST_PICTURES] for key, each in sorted(spots.items())}
    requests = {
        spot.where.side: _request(spot.where) for listed in shown.values() for spot in listed if spot.finding.box
    }
    with RasterPictures(requests.values(), job) as rendered:
        for (code, title), worst in shown.items():
            cards = []
            for number, spot in enumerate(worst):
                where, finding, span = spot
                key = f"{prefix}/{code}/{title}/{number}"
                if finding.box:
                    picture = rendered.picture(requests[where.side])
                    pictures[key] = data_address(_crop(picture, finding.box, requests[where.side].pixels.pixel))
                cards.append(_card(key, where, finding, span))
            rest = len(spots[code, title]) - len(worst)
            more = [Remark(f"and {rest} more like these")] if rest else []
            tone: Tone = "open" if all(spot.finding.is_advice for spot in spots[code, title]) else "bad"
            yield Section(f"{title}: {TITLES[code]}", [Cards(cards), *more], tone, told=code)


def _drawn_badly(pieces: Sequence[Piece], met: Sequence[Diagnostic]) -> Iterator[Spot]:
    """Yield what was wrong with single texts and pictures of some pieces, such as text that had to shrink."""
    known = {f"{piece.kind}/{piece.id}": piece for piece in pieces}
    for item in met:
        spot = item.spot if item.code in DRAWN else None
        piece = known.get(spot.piece) if spot else None
        side = piece and spot and (piece.back if spot.is_back else piece.face)
        if piece and spot and side:
            finding = FaceFinding(item.code, item.message, item.expected, item.hints, item.measure, box=Rect(*spot.box))
            yield Spot(SideFindings(piece, side, spot.is_back, (finding,)), finding, item.span)


def _request(where: SideFindings) -> PictureRequest:
    return PictureRequest(where.side, trim_pixels(where.side.size, _DPI, 4000))


def _card(key: str, where: SideFindings, finding: FaceFinding, span: Span | None) -> CardPicture:
    box = finding.box
    size = where.side.size
    is_part = box and (box.width < size.width or box.height < size.height)
    place = f"{box.width:.1f} x {box.height:.1f} mm at {box.x:.1f}, {box.y:.1f} mm" if box and is_part else ""
    expected = f"expected {finding.expected}" if finding.expected else ""
    lines = [finding.message, expected, *finding.hints, place, str(span or "")]
    name = f"{where.piece.name}{', back' if where.is_back else ''}"
    return CardPicture(key, name, [line for line in lines if line], "open" if finding.is_advice else "bad")


def _crop(picture: Image.Image, box: Rect, pixel: Mm) -> Image.Image:
    """Return the part of a face around a spot, with a line around the spot.

    Args:
        pixel: Side of a pixel, mm.
    """
    marked = picture.convert("RGB")
    spot = box.grown(Edges.all(0.5))
    corners = [round(side / pixel) for side in (spot.x, spot.y, spot.right, spot.bottom)]
    ImageDraw.Draw(marked).rectangle(corners, outline=_MARK, width=max(2, round(0.2 / pixel)))
    across, down = (max(_AROUND, (_NARROWEST - side) / 2) for side in (box.width, box.height))
    seen = box.grown(Edges(across, down, across, down))
    left, top = max(0, round(seen.x / pixel)), max(0, round(seen.y / pixel))
    right, bottom = min(picture.width, round(seen.right / pixel)), min(picture.height, round(seen.bottom / pixel))
    return marked.crop((left, top, max(right, left + 1), max(bottom, top + 1)))
