"""From drawn components to sheets: which share them, how boards are spread, and where unfoldable pieces get their backs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from cardgen.impose.duplex import separate_sides
from cardgen.impose.folded import unfolded_size
from cardgen.impose.layout import Layout
from cardgen.impose.leaves import impose_leaves
from cardgen.impose.pieces import impose_pieces, number_title
from cardgen.impose.tile import impose_tiles
from cardgen.model.piece import Piece
from cardgen.model.sheet import Sheet
from cardgen.pipeline.draw import DrawnComponent
from cardgen.plugin.components import PieceKind
from cardgen.render.localization import fill_placeholders
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import UnlocatedError


@dataclass(frozen=True, slots=True)
class SheetGroup:
    """Components that share their sheets; most are alone.

    Attributes:
        name: Name of the component, or of the group where several kinds share.
        title: Titles of its components, for people.
        components: Components in the order of the game, at least one.
    """

    name: str
    title: str
    components: tuple[DrawnComponent, ...]


def impose_components(
    drawn: Sequence[DrawnComponent], layout: Layout, strings: Mapping[str, str], found: Collector
) -> Iterator[Sheet]:
    """Yield the sheets of all components, in their order.

    Args:
        drawn: What is printed; several documents or boards may have one name.
        layout: Paper, margins, marks, and how the backs get behind the faces.
        strings: Fixed strings in the language of the build.
        found: Receives the error of a component that has no place on the paper, W511 for pieces that cannot be folded, and
            W512 for pieces that must have backs and are printed without.
    """
    for group in _group(drawn):
        try:
            yield from _impose(group, layout, strings, found)
        except UnlocatedError as error:
            found.items.append(error.at(None))


def _group(drawn: Sequence[DrawnComponent]) -> list[SheetGroup]:
    """Bring together the kinds that share sheets, at the place of the first of them."""
    groups: dict[object, list[DrawnComponent]] = {}
    for number, part in enumerate(drawn):
        kind = part.component
        key: object = number
        if isinstance(kind, PieceKind) and kind.sheet_group and part.pieces:
            key = kind.sheet_group, unfolded_size(part.pieces[0]), kind.gutter
        groups.setdefault(key, []).append(part)
    found = []
    for parts in groups.values():
        kind = parts[0].component
        shared = isinstance(kind, PieceKind) and len(parts) > 1
        name = kind.sheet_group if shared and isinstance(kind, PieceKind) else kind.name
        found.append(SheetGroup(name, ", ".join(part.title for part in parts), tuple(parts)))
    return found


def _impose(group: SheetGroup, layout: Layout, strings: Mapping[str, str], found: Collector) -> list[Sheet]:
    part = group.components[0]
    kind = part.component
    if not isinstance(kind, PieceKind):
        return impose_leaves(part.pages, layout, kind=kind.name, title=part.title)
    for other in group.components:
        _check_backs(other, layout, found)
    if kind.tiled:
        return _impose_boards(part, kind, layout, strings)
    pieces = [piece for other in group.components for piece in _printed(other)]
    return _impose_pieces(group, kind, pieces, layout, strings, found)


def _check_backs(part: DrawnComponent, layout: Layout, found: Collector) -> None:
    """Report W512 for pieces that are useless without their backs."""
    kind = part.component
    if isinstance(kind, PieceKind) and kind.duplex == "two-sided" and layout.duplex == "none" and part.pieces:
        message = f"the backs of '{kind.name}' are not printed, and its pieces need them"
        found.add("W512", message, expected="--duplex long-edge, short-edge, manual or fold")


def _printed(part: DrawnComponent) -> list[Piece]:
    """Return the pieces as they are printed: those of a one-sided kind without their backs."""
    kind = part.component
    one_sided = isinstance(kind, PieceKind) and kind.duplex == "one-sided" and kind.fold is None
    return [replace(piece, back=None) if one_sided else piece for piece in part.pieces]


def _impose_boards(part: DrawnComponent, kind: PieceKind, layout: Layout, strings: Mapping[str, str]) -> list[Sheet]:
    """Spread each board over its sheets; of several boards, each has its own title."""
    pieces = _printed(part)
    sheets = []
    for number, piece in enumerate(pieces, 1):
        own = piece.name if len(pieces) > 1 and piece.name != piece.id else ""
        title = own or number_title(part.title, number, len(pieces))
        back = fill_placeholders(strings["back_of"], title=title)
        sheets += impose_tiles(piece, layout, title=title, seams=part.seams, back_title=back)
    return [replace(sheet, heading=part.title, role=kind.role) for sheet in sheets]


def _impose_pieces(
    group: SheetGroup,
    kind: PieceKind,
    pieces: Sequence[Piece],
    layout: Layout,
    strings: Mapping[str, str],
    found: Collector,
) -> list[Sheet]:
    """Put pieces into rows and columns; those that cannot be folded beside their backs get backs on sheets of their own."""

    def impose(how: Layout) -> list[Sheet]:
        return impose_pieces(pieces, how, kind=group.name, title=group.title, gutter=kind.gutter, role=kind.role)

    try:
        return impose(layout)
    except UnlocatedError as error:
        if layout.duplex != "fold" or error.code != "E501":
            raise
        try:
            flat = impose(replace(layout, duplex="long-edge"))
        except UnlocatedError as other:
            raise other from None
        message = f"{error.message}: the backs of '{group.name}' are on sheets of their own, to be glued behind"
        found.add("W511", message, expected=error.expected, hints=error.hints)
        backs = [fill_placeholders(strings["back_of"], title=sheet.title) for sheet in flat]
        return [side for sheet, back in zip(flat, backs, strict=True) for side in separate_sides(sheet, back)]
