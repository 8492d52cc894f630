"""Make the box of a deck as a page: the cards that go into it, their size in sleeves, and the artwork on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from cardgen.geometry.nets import Net
from cardgen.geometry.tuck_box import Contents, Sleeves, sleeved, tuck_box
from cardgen.geometry.units import Edges, Mm, Rect, Size, parse_length
from cardgen.impose.marks import limit_edges, page_box, room_around
from cardgen.impose.paper import TOLERANCE, orientations, smallest_paper
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece
from cardgen.model.sheet import Label, Mark, Placement, Sheet, Side
from cardgen.pipeline.draw.components import DrawnDeck
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import Job, prepare
from cardgen.pipeline.printed_file.targets import file_stem
from cardgen.plugin.components import PieceKind, is_card
from cardgen.plugin.making import BoxNet
from cardgen.printer.pages import make_page
from cardgen.render.context import Subject
from cardgen.render.pieces.drawing import draw_pieces
from cardgen.render.pieces.nets_and_parts import box_variables
from cardgen.render.pieces.nets_and_parts import contents_of as contents_of_net
from cardgen.render.pieces.values import DeckValues
from cardgen.render.templates.localization import localized
from cardgen.report.diagnostics import quoted, sort_diagnostics
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.write.document import write_pdf
from cardgen.write.page import DocumentInfo

MARGIN: Mm = 3.0
"""Width of the rim of a paper that few home printers reach, mm: the net must be inside it, but bleed may be lost."""
BLEED: Mm = 3.0
"""Distance that ink runs past the net, mm."""
Each = Literal["size", "kind", "deck"]
_THICKNESS: Mm = 0.3  # of the heaviest paper that home printers take, 250 to 300 g/m2
_THICKEST: Mm = 5.0
_LABEL_BELOW: Mm = 6.0  # from the net to the baseline of the instructions


@dataclass(frozen=True, slots=True)
class Box:
    """A box, ready to be written.

    Attributes:
        net: Outline and folds, in mm from the top left corner of the net.
        title: What it is for, where a deck has several boxes.
    """

    contents: Contents
    net: Net
    sheet: Sheet
    title: str = ""


def box_deck(
    deck: Path,
    out: Path,
    options: BuildOptions,
    thickness: str | None = None,
    sleeves: Sleeves | None = None,
    each: Each | None = None,
) -> tuple[list[Box], Path]:
    """Draw the boxes of a deck and write their PDF, a page for each.

    Args:
        out: Folder of the PDF, which is named after the deck, or the PDF itself.
        options: Options of the build whose cards go into the boxes.
        thickness: Thickness of one card with its unit, as for `read_thickness`; a number alone is in mm. None takes that of
            the boxes of the game, or 0.3 mm.
        sleeves: Kind of sleeve that each card is in; None takes that of the boxes of the game, or none.
        each: What has a box of its own, as for `piles_of`; None draws the boxes of the game, if it has any for what is drawn.

    Returns:
        The boxes and the PDF.

    Raises:
        CardgenError: The deck or an option has errors.
        UnlocatedError: E501, the paper is too small; E530, the thickness is out of range; E531, the deck has no card;
            E601, the file cannot be written.
    """
    job = prepare(deck, options)
    stated = None if thickness is None else read_thickness(thickness)
    boxes = [] if each else boxes_of_game(job, stated, sleeves)
    if not boxes:
        for holds, pile in piles_of(job, each or "size"):
            boxes.append(make_box(job, contents_of(pile, stated or _THICKNESS, sleeves or "none"), holds))
    target = out if out.suffix.lower() == ".pdf" else out / f"{file_stem(deck, job.project.other_language)}-box.pdf"
    write_boxes(job, boxes, target)
    return boxes, target


def boxes_of_game(job: Job, thickness: Mm | None, sleeves: Sleeves | None) -> list[Box]:
    """Return the boxes that the game states for the kinds that are drawn, as a build draws them.

    Args:
        thickness: Thickness of one card, mm; None takes that of each box.
        sleeves: Kind of sleeve that each card is in; None takes that of each box.

    Raises:
        UnlocatedError: E501, the paper is too small for a net.
        CardgenError: A template has errors.
    """
    kinds = {part.name: part for part in job.project.game.components if isinstance(part, PieceKind)}
    drawn = {part.component.name for part in job.drawn}
    renderer = job.project.renderer
    values = DeckValues(job.deck, job.card, renderer, kinds)
    boxes = []
    for kind in kinds.values():
        if isinstance(kind.made, BoxNet) and drawn.intersection(kind.made.holds):
            made = replace(kind.made, thickness=thickness or kind.made.thickness, sleeves=sleeves or kind.made.sleeves)
            contents = contents_of_net(made, values)
            for piece in draw_pieces(replace(kind, made=made), job.deck, job.card, renderer, kinds) if contents else ():
                if contents and piece.net:
                    boxes.append(replace(_on_sheet(job, contents, piece.net, piece.face), title=piece.name))
    if renderer.diagnostics.has_errors:
        raise CardgenError(sort_diagnostics(renderer.diagnostics.items))
    return boxes


def piles_of(deck: DrawnDeck, each: Each) -> list[tuple[list[str], list[Piece]]]:
    """Return the cards that share a box, with the titles of their kinds, which are empty for the only box of a deck.

    Args:
        deck: The deck, drawn with the components that are wanted; those whose role is that of cards go in.
        each: `size` puts cards of one size together, `kind` those of one kind, `deck` all of them.

    Raises:
        UnlocatedError: E531, the deck has no cards.
    """
    piles: dict[object, tuple[list[str], list[Piece]]] = {}
    for part in deck.drawn:
        for piece in part.pieces if is_card(part.component) else ():
            if piece.copies:
                key = {"size": piece.face.size, "kind": piece.kind, "deck": None}[each]
                titles, pile = piles.setdefault(key, ([], []))
                pile.append(piece)
                if part.title not in titles:
                    titles.append(part.title)
    if not piles:
        expected = "a component of cards, such as --only NAME"
        raise UnlocatedError("E531", "nothing goes into the box: no component has cards", expected=expected)
    return [(titles if len(piles) > 1 else [], pile) for titles, pile in piles.values()]


def read_thickness(text: str) -> Mm:
    """Read the thickness of a card; a number alone is mm.

    Raises:
        UnlocatedError: E530, the text is not a length above 0 and up to 5 mm.
    """
    try:
        length = parse_length(text if text.strip()[-1:].isalpha() else f"{text.strip()}mm")
    except ValueError:
        length = 0.0
    if not 0 < length <= _THICKEST:
        expected = f"a length up to {_THICKEST:g} mm, such as 0.3mm"
        raise UnlocatedError("E530", f"thickness {quoted(text)} of a card is out of range", expected=expected)
    return length


def contents_of(cards: Sequence[Piece], thickness: Mm, sleeves: Sleeves = "none") -> Contents:
    """Return cards as they go into a box, in one pile.

    Args:
        cards: At least one card. Of several sizes, the largest width and the largest height count.
    """
    width, height = (max(getattr(piece.face.size, side) for piece in cards) for side in ("width", "height"))
    return sleeved(Size(width, height), sum(piece.copies for piece in cards), thickness, sleeves)


def make_box(job: Job, contents: Contents, holds: Sequence[str] = ()) -> Box:
    """Draw a box on the paper of a job.

    Args:
        holds: Titles of the kinds in it, where a deck has several boxes.

    Raises:
        UnlocatedError: E501, the paper is too small for the net.
        CardgenError: The template has errors.
    """
    net = tuck_box(contents)
    return replace(_on_sheet(job, contents, net, _draw(job, contents, net, holds)), title=", ".join(holds))


def _on_sheet(job: Job, contents: Contents, net: Net, drawing: Drawing) -> Box:
    """Put the artwork of a box on a sheet of its own."""
    strings = job.project.strings
    paper = _paper_for(net.size, job.paper.size)
    x, y = (paper.width - net.size.width) / 2, (paper.height - net.size.height) / 2
    trim = Rect(x, y, net.size.width, net.size.height)
    bleed = limit_edges(room_around(trim, page_box(paper)), BLEED)
    folds = tuple(Mark("fold", x + a, y + b, x + c, y + d) for (a, b), (c, d) in net.folds)
    cuts = tuple(tuple((x + a, y + b) for a, b in curve) for curve in net.outline)
    words = Label(strings["box_steps"], MARGIN + BLEED, min(trim.bottom + _LABEL_BELOW, paper.height - MARGIN))
    recto = Side((Placement(drawing, trim, bleed, outline=net.shape),), folds, (words,), cuts)
    return Box(contents, net, Sheet("box", strings["box"], paper, recto, None, piece_count=1, cut=True))


def write_boxes(job: Job, boxes: Sequence[Box], target: Path) -> None:
    """Write the PDF of some boxes, a page for each.

    Args:
        boxes: The boxes, at least one.

    Raises:
        UnlocatedError: E601, the target cannot be written; E602, an artwork cannot be converted.
    """
    info = DocumentInfo(f"{job.title}: {boxes[0].sheet.title}", job.author, job.subject, job.language, flip=None)
    pages = [make_page(box.sheet.recto, box.sheet.paper, None, job.settings.printer) for box in boxes]
    write_pdf(pages, target, info, job.fonts)


def _paper_for(net: Size, paper: Size) -> Size:
    """Return the paper in portrait if the net fits it that way, otherwise in landscape."""
    for page in orientations(paper):
        room = page.width - 2 * MARGIN, page.height - 2 * MARGIN
        if net.width <= room[0] + TOLERANCE and net.height <= room[1] + TOLERANCE:
            return page
    larger = smallest_paper(net, Edges.all(MARGIN))
    room_on = f"{Size(paper.width - 2 * MARGIN, paper.height - 2 * MARGIN)}, in portrait or landscape"
    raise UnlocatedError(
        "E501",
        f"net of the box, {net.width:.4g} x {net.height:.4g} mm, does not fit paper of {paper}",
        expected=f"at most {room_on}",
        hints=(f"it fits paper '{larger}'",) if larger else ("make a box for each kind of card: --each kind",),
    )


def _draw(job: Job, contents: Contents, net: Net, holds: Sequence[str]) -> Drawing:
    """Draw the artwork with the template `box.svg.j2` of the deck, of the game, or the plain one that all games share."""
    renderer = job.project.renderer
    about = box_variables(contents, net, job.project.strings["box_count"], holds)
    variables = {"box": localized(about, job.language)}
    drawing = renderer.draw_side("box.svg.j2", variables, net.size, BLEED, Subject("the box"))
    if drawing is None:
        raise CardgenError(sort_diagnostics(renderer.diagnostics.items))
    return drawing
