"""Describe the state of the page as data: faces, sheets, documents, problems, and the difference of two states.

Snapshots go from one process to another after each edit. Those values of which there are thousands have no slots, without which they
are pickled in half the time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal, NamedTuple

from cardgen.model.instructions import Instructions
from cardgen.report.diagnostics import Diagnostic
from cardgen.report.source import Span

SnapshotState = Literal["good", "faulty", "broken"]
"""`good`: everything is as the files say. `faulty`: some pieces have errors, the others are current. `broken`: nothing could
be drawn, and all that is shown is from before."""


@dataclass(frozen=True)
class ShownPicture:
    """A picture that the page can ask for.

    Attributes:
        key: Its name, made of what it shows; equal pictures have equal keys.
        width: Width of the trim, or of the page, mm.
        height: Height of the trim, or of the page, mm.
        bleed: How far the picture goes beyond the trim on each side, mm.
    """

    key: str
    width: float
    height: float
    bleed: float = 0.0


@dataclass(frozen=True)
class ShownPlace:
    """A place in a file.

    Attributes:
        file: Path as the user would write it.
        line: The line, or the row of a worksheet, from 1; 0 if unknown.
        column: The column, from 1; 0 if unknown.
        end: The column after the last character on that line; 0 if unknown.
        sheet: Name of the worksheet; empty in a text file.
        cell: The cell of a worksheet, such as `C7`; empty in a text file.
    """

    file: str
    line: int
    column: int
    end: int
    sheet: str
    cell: str


@dataclass(frozen=True)
class ShownFace:
    """A piece of the deck, once whatever its number of copies.

    Attributes:
        id: Its kind and its id, as in `bases/dojo`.
        back: Picture of its back; None if it has none.
        outline: Data of an SVG path, the line to cut along in fractions of the trim; empty for a rectangle.
        corner: Radius of its rounded corners, mm.
        endwise: Whether it is turned over top to bottom.
        place: Where the deck states it; None if in no single place.
        text: The words on its face, to search in.
        is_stale: Whether its pictures are from before, since it has errors now.
    """

    id: str
    kind: str
    name: str
    copies: int
    face: ShownPicture
    back: ShownPicture | None
    outline: str
    corner: float
    endwise: bool
    place: ShownPlace | None
    text: str
    is_stale: bool = False


@dataclass(frozen=True, slots=True)
class ShownKind:
    """A kind of piece.

    Attributes:
        role: What its pieces are: `card`, `board`, and so on.
        designs: Number of different pieces.
    """

    name: str
    title: str
    role: str
    designs: int
    copies: int


@dataclass(frozen=True, slots=True)
class ShownSheet:
    """A sheet of paper as it is printed, or a page that is not printed.

    Attributes:
        id: Its number, from 1; `front-1` for the first page of the file.
        kind: Name of what is on it; empty for the first pages of the file.
        verso: Picture of its verso; None if it is blank.
        pieces: Number of pieces on its recto.
        printed_on: What it is printed on, such as `card`; empty if the game does not say.
        is_stale: Whether it is from before, since the deck has errors now.
    """

    id: str
    kind: str
    title: str
    recto: ShownPicture
    verso: ShownPicture | None
    pages: tuple[int, ...]
    pieces: int
    printed_on: str
    is_stale: bool = False


@dataclass(frozen=True, slots=True)
class ShownDocument:
    """A document, such as the rules.

    Attributes:
        text: Its Markdown, in which words stand for icons.
        figures: Pictures of its figures, by name, as far as they are known.
        is_stale: Whether it is from before.
    """

    id: str
    title: str
    pages: tuple[ShownPicture, ...]
    text: str = ""
    figures: tuple[tuple[str, ShownPicture], ...] = ()
    is_stale: bool = False


@dataclass(frozen=True, slots=True)
class ShownSpot:
    """Where a problem is seen.

    Attributes:
        face: Id of the face.
        box: Left, top, width and height, mm.
    """

    face: str
    is_back: bool
    box: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class ShownProblem:
    """An error or a warning.

    Attributes:
        severity: `error` or `warning`.
        message: What is wrong.
        place: Where; None if in no file.
        expected: What would have been right; may be empty.
        hints: What to do.
        notes: Related facts, each with its place or None.
        spot: Where it is seen on a piece, whose picture shows it; None if on none.
    """

    code: str
    severity: str
    message: str
    place: ShownPlace | None
    expected: str
    hints: tuple[str, ...]
    notes: tuple[tuple[str, ShownPlace | None], ...]
    spot: ShownSpot | None = None


@dataclass(frozen=True, slots=True)
class ShownPrinted:
    """How the deck differs from what is on paper.

    Attributes:
        changes: The pieces and documents that differ, by id, with how: `new`, `changed`, `more` or `fewer` copies.
        missing: Number of pieces that are not on paper as they are now.
        gone: Number of designs that are on paper and no longer in the deck.
    """

    changes: Mapping[str, str]
    missing: int
    gone: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What is shown of a deck with some options.

    Attributes:
        subtitle: The line below; may be empty.
        state: See `SnapshotState`.
        languages: Codes of the languages that the deck can be shown in.
        card: Trim size of a card, mm.
        faces: Pieces by kind, in the order of the deck.
        problems: Errors and warnings by file and line.
        instructions: How to print the deck with these options; None until it can be printed.
        printed: How it differs from what is on paper; None if nothing is, or it is not known yet.
        missing: The pictures that the deck names and that do not exist, as it writes them; None if that is not known yet.
    """

    title: str
    subtitle: str = ""
    state: SnapshotState = "broken"
    language: str = ""
    languages: tuple[str, ...] = ()
    paper: str = ""
    card: tuple[float, float] = (0.0, 0.0)
    kinds: tuple[ShownKind, ...] = ()
    faces: tuple[ShownFace, ...] = ()
    sheets: tuple[ShownSheet, ...] = ()
    documents: tuple[ShownDocument, ...] = ()
    problems: tuple[ShownProblem, ...] = ()
    instructions: Instructions | None = None
    printed: ShownPrinted | None = None
    missing: tuple[str, ...] | None = None

    @property
    def errors(self) -> tuple[ShownProblem, ...]:
        """The problems that are errors."""
        return tuple(problem for problem in self.problems if problem.severity == "error")


class Version(NamedTuple):
    """Which of two snapshots is the newer one: that with the greater version.

    Attributes:
        start: Start of the process that published it, counted from 1.
        number: Number among all that this process has published, counted from 1.
    """

    start: int
    number: int


News = Snapshot | Sequence[ShownFace]
"""What a process publishes of a deck: all that is shown; or some of the faces, while all else is as it published before."""

_LISTS = ("faces", "sheets", "documents")
_VALUES = tuple(one.name for one in fields(Snapshot) if one.name not in _LISTS)  # sent whole


def with_faces(snapshot: Snapshot, faces: Iterable[ShownFace]) -> Snapshot:
    """Return a snapshot with other faces in the place of those with the same ids."""
    others = {face.id: face for face in faces}
    return replace(snapshot, faces=tuple(others.get(face.id, face) for face in snapshot.faces))


def snapshot_json(snapshot: Snapshot) -> dict[str, Any]:
    """Return a snapshot as it is sent to a page."""
    return asdict(snapshot)


def difference(before: Snapshot, after: Snapshot) -> dict[str, Any]:
    """Return what changes from one snapshot to the next, as it is sent to a page.

    Returns:
        Each value that differs. Of `faces`, `sheets` and `documents`, `set` holds the items that are new or different, by
        id, and `order` all ids if they are not the same as before. Empty if nothing differs.
    """
    found: dict[str, Any] = {}
    for name in _VALUES:
        if getattr(before, name) != (value := getattr(after, name)):
            found[name] = _plain(value)
    for name in _LISTS:
        changed = _list_difference(getattr(before, name), getattr(after, name))
        if changed:
            found[name] = changed
    return found


def _list_difference(before: Sequence[Any], after: Sequence[Any]) -> dict[str, Any]:
    if before == after:
        return {}
    known: Mapping[str, Any] = {item.id: item for item in before}
    order = [item.id for item in after]
    found: dict[str, Any] = {
        "set": {item.id: asdict(item) for item in after if (old := known.get(item.id)) is not item and old != item}
    }
    if order != [item.id for item in before]:
        found["order"] = order
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return asdict(value) if hasattr(value, "__dataclass_fields__") else value


def shown_place(span: Span | None) -> ShownPlace | None:
    """Return a position as it is sent to a page; None for none."""
    if span is None or not span.file:
        return None
    return ShownPlace(span.file, span.line, span.column, span.end, span.sheet, span.cell)


def shown_problem(item: Diagnostic) -> ShownProblem:
    """Return a diagnostic as it is sent to a page."""
    notes = tuple((text, shown_place(span)) for text, span in item.notes)
    spot = ShownSpot(*item.spot) if item.spot else None
    return ShownProblem(
        item.code, item.severity, item.message, shown_place(item.span), item.expected, item.hints, notes, spot
    )
