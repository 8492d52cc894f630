"""Arrange drawn components on sheets: which share them, how boards are spread, where unfoldable pieces have backs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from cardgen.geometry.outlines import RECTANGLE
from cardgen.geometry.units import Size
from cardgen.impose.duplex import separate_sides
from cardgen.impose.folded import unfolded_size
from cardgen.impose.layout import Layout
from cardgen.impose.leaves import impose_leaves
from cardgen.impose.pieces import impose_pieces, number_title
from cardgen.impose.seams import NO_SEAMS, find_seams
from cardgen.impose.tile import best_tiling, impose_tiles
from cardgen.model.piece import Piece
from cardgen.model.sheet import Sheet
from cardgen.pipeline.draw.components import DrawnComponent
from cardgen.plugin.components import PieceKind
from cardgen.plugin.making import PAPERS, BasesOf, BoxNet, DieNet, HubOf
from cardgen.records import dataclass
from cardgen.render.templates.localization import fill_placeholders
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import UnlocatedError

_STEPS: Mapping[type, str] = {DieNet: "build_die", BoxNet: "build_box", BasesOf: "build_bases", HubOf: "build_hub"}
WAYS = ("straight", "outline", "none")
"""Ways of cutting, in the order in which the sheets of a paper come."""


@dataclass(frozen=True, slots=True)
class SheetGroup:
    """Components that share their sheets; most are alone.

    Attributes:
        name: Name of the component, or of the group where several kinds share.
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
        found: Receives the error of a component that has no place on the paper, W511 for pieces that cannot be folded, and
            W512 for pieces that must have backs and are printed without.
    """
    sheets: list[Sheet] = []
    is_stated = any(part.component.printed_on for part in drawn)
    for shared in _group(drawn, strings):
        for group, imposed in _imposed(shared, layout, strings, found):
            own, steps = imposed, _steps(group)
            if is_stated or steps:
                material = _material(group) if is_stated else ""
                own = [replace(sheet, printed_on=material, steps=() if sheet.is_back else steps) for sheet in own]
            sheets += own
    yield from sorted(sheets, key=_batch) if is_stated else sheets


def _imposed(
    shared: SheetGroup, layout: Layout, strings: Mapping[str, str], found: Collector
) -> list[tuple[SheetGroup, list[Sheet]]]:
    """Return the sheets of a group: of its kinds one by one if they need as few so, since then all backs of a sheet are alike.

    Args:
        found: Receives what is found on these sheets; a group that has no place on the paper has none.
    """
    single = [SheetGroup(part.component.name, part.title, (part,)) for part in shared.components]
    ways = []
    try:
        for groups in (single, [shared]) if _may_be_apart(shared) else ([shared],):
            noted = Collector()
            ways.append(([(group, _impose(group, layout, strings, noted)) for group in groups], noted))
    except UnlocatedError as error:
        found.items.append(error.at(None))
        return []
    best, noted = min(ways, key=lambda way: sum(len(own) for _, own in way[0]))
    found.items += noted.items
    return best


def _may_be_apart(shared: SheetGroup) -> bool:
    """Return whether kinds may gain from sheets of their own: they have backs, not folded over, and straight cuts."""
    pieces = [piece for part in shared.components for piece in _printed(part)]
    return (
        len(shared.components) > 1
        and any(piece.back and not piece.fold for piece in pieces)
        and not any(
            isinstance(part.component, PieceKind) and _is_by_outline(part.component, part.pieces)
            for part in shared.components
        )
    )


def _material(group: SheetGroup) -> str:
    """Return what a group is printed on: documents on paper, and pieces on card, unless the game says otherwise."""
    kind = group.components[0].component
    return kind.printed_on or ("card" if isinstance(kind, PieceKind) else "paper")


def _steps(group: SheetGroup) -> tuple[str, ...]:
    """Return the keys of the strings that say how the pieces of a group are built, after they are cut."""
    keys: list[str] = []
    for part in group.components:
        made = part.component.made if isinstance(part.component, PieceKind) else None
        keys += [_STEPS[type(made)]] if made else []
        keys += ["build_holes"] if any(piece.holes for piece in part.pieces) else []
        is_figure = not made and any(piece.fold and piece.fold.base == "slot" for piece in part.pieces)
        keys += ["build_slot"] if is_figure else []
    return tuple(dict.fromkeys(keys))


def _batch(sheet: Sheet) -> tuple[int, int]:
    """Return the place of a sheet among those that are printed on other paper, or cut in another way."""
    return PAPERS.index(sheet.printed_on), WAYS.index(sheet.cut_way)


def _group(drawn: Sequence[DrawnComponent], strings: Mapping[str, str]) -> list[SheetGroup]:
    """Bring together the kinds that share sheets, at the place of the first of them.

    Args:
        strings: Fixed strings; `sheets_NAME` is the title of the sheets that the kinds of a group share.
    """
    groups: dict[object, list[DrawnComponent]] = {}
    for number, part in enumerate(drawn):
        kind = part.component
        key: object = number
        if isinstance(kind, PieceKind) and kind.sheet_group and part.pieces:
            sizes = frozenset(unfolded_size(piece) for piece in part.pieces)
            alike = None if kind.cut == "outline" else (kind.gutter, sizes)
            key = kind.sheet_group, kind.printed_on, kind.cut, alike
        groups.setdefault(key, []).append(part)
    found = []
    for parts in groups.values():
        kind = parts[0].component
        shared = isinstance(kind, PieceKind) and len(parts) > 1
        name = kind.sheet_group if shared and isinstance(kind, PieceKind) else kind.name
        titles = ", ".join(part.title for part in parts)
        found.append(SheetGroup(name, strings.get(f"sheets_{name}", titles) if shared else titles, tuple(parts)))
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
    seams = NO_SEAMS
    if any(best_tiling(piece.face.size, layout.paper, layout.margins).count > 1 for piece in pieces):
        seams = find_seams(pieces, part.seams)
    sheets = []
    for number, piece in enumerate(pieces, 1):
        own = piece.name if len(pieces) > 1 and piece.has_name else ""
        title = own or number_title(part.title, number, len(pieces))
        back = fill_placeholders(strings["back_of"], title=title)
        sheets += impose_tiles(piece, layout, title=title, seams=seams, back_title=back)
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
    gutter = max(part.component.gutter for part in group.components if isinstance(part.component, PieceKind))

    def impose(how: Layout) -> list[Sheet]:
        by_size = [pieces] if _is_by_outline(kind, pieces) else _equally_large(pieces)
        return [
            sheet
            for alike in by_size
            for sheet in impose_pieces(
                alike, how, kind=group.name, title=group.title, gutter=gutter, role=kind.role, cut=kind.cut
            )
        ]

    try:
        return impose(layout)
    except UnlocatedError as error:
        if error.code != "E501":
            raise
        try:  # if the sheet was not to be folded, this fails in the same way
            flat = impose(replace(layout, duplex="long-edge"))
        except UnlocatedError as other:
            raise other from None
        message = f"{error.message}: the backs of '{group.name}' are on sheets of their own, to be glued behind"
        found.add("W511", message, expected=error.expected, hints=error.hints)
        backs = [fill_placeholders(strings["back_of"], title=sheet.title) for sheet in flat]
        return [side for sheet, back in zip(flat, backs, strict=True) for side in separate_sides(sheet, back)]


def _is_by_outline(kind: PieceKind, pieces: Sequence[Piece]) -> bool:
    """Return whether pieces are cut one by one, so that those of different sizes can share a sheet."""
    return kind.cut == "outline" or (not kind.cut and any(piece.outline != RECTANGLE for piece in pieces))


def _equally_large(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Return pieces by the sizes of their slots, in the order in which these come."""
    by_size: dict[Size, list[Piece]] = {}
    for piece in pieces:
        by_size.setdefault(unfolded_size(piece), []).append(piece)
    return list(by_size.values())
