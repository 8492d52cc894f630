"""Draw pieces that are more than a flat face and back: dice and boxes on nets, bases of figures, hubs of dials."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cardgen.geometry.folds import Fold
from cardgen.geometry.nets import SIDES, Net, die_net
from cardgen.geometry.outlines import ROUND
from cardgen.geometry.tuck_box import Contents, notch_radius, sleeved, tuck_box
from cardgen.geometry.units import Mm, Size
from cardgen.model.drawing import Drawing, DrawingItem, PlacedArtwork, PlacedImage, View
from cardgen.model.piece import Piece
from cardgen.plugin.components import PieceKind
from cardgen.plugin.making import HUB_PARTS, PLAY, BasesOf, BoxNet, DieNet, HubOf, base_ids
from cardgen.render.context import Subject
from cardgen.render.pieces.naming import described_kind, place_of, shared_variables, titled_value
from cardgen.render.pieces.values import UNCHANGED, DeckValues, PieceValue, fitted_outline
from cardgen.render.templates.localization import fill_placeholders, localized, titled
from cardgen.render.transform import moved
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError


def draw_nets_and_parts(kind: PieceKind, values: DeckValues) -> list[Piece]:
    """Render the pieces of a kind that is made of a net or of parts.

    Returns:
        The pieces; those with an error are left out.

    Raises:
        UnlocatedError: E443, a net or a part cannot be made; E444, nothing goes into a box; E510, an outline does not
            fit.
    """
    match kind.made:
        case DieNet():
            return list(_dice(kind, kind.made, values))
        case BoxNet():
            return list(_boxes(kind, kind.made, values))
        case BasesOf():
            return list(_bases(kind, kind.made, values))
        case HubOf():
            return list(_hub(kind, kind.made, values))
    raise TypeError(kind.made)


def _dice(kind: PieceKind, made: DieNet, values: DeckValues) -> Iterator[Piece]:
    shared = shared_variables(kind, values)
    net = _made(kind, lambda: die_net(made.edge, made.tab))
    for value in values.of(kind):
        data, name, subject = titled_value(kind, value, values, shared["kind"]["title"])
        sides = data.get(made.sides)
        if not isinstance(sides, (list, tuple)) or len(sides) != SIDES:
            has = f"has {len(sides)} sides" if isinstance(sides, (list, tuple)) else "states no sides"
            values.renderer.diagnostics.add(
                "E443", f"{subject.name} {has}", subject.place(made.sides), expected=f"a list of {SIDES} sides"
            )
            continue
        template = value.entry.face or value.variant.face or kind.face
        drawn = _sides(kind, template, {"card": data, **shared}, made, values, subject)
        if drawn is None:
            continue
        under, over = drawn
        items: list[DrawingItem] = []
        for layer in (under, over):  # what runs past a side is covered by its neighbours
            for number, side in enumerate(layer, 1):
                panel = net.panels[str(number)]
                shown = side.items if layer is over else _without_text(side.items)
                items += moved(shown, panel.x, panel.y)
        face = Drawing(net.size, kind.bleed, tuple(items), "\n".join(side.words for side in over))
        yield replace(_piece(kind, value, name, face, net), sides=tuple(over), side_names=tuple(map(_word, sides)))


def _sides(
    kind: PieceKind,
    template: str,
    variables: dict[str, Any],
    made: DieNet,
    values: DeckValues,
    subject: Subject,
) -> tuple[list[Drawing], list[Drawing]] | None:
    """Return each side of a die with its bleed, and without; None after errors."""
    size = Size(made.edge, made.edge)
    under: list[Drawing] = []
    over: list[Drawing] = []
    for number, side in enumerate(variables["card"][made.sides], 1):
        own = {**variables, "side": side, "side_number": number}
        about = replace(subject, name=f"side {number} of {subject.name}")
        for layer, bleed in ((under, kind.bleed), (over, 0.0)):
            drawing = values.renderer.draw_side(template, own, size, bleed, about)
            if drawing is None:
                return None
            layer.append(drawing)
    return under, over


def _word(side: Any) -> str:
    """Return what is on a side in words: of a mapping, its name or its id."""
    if isinstance(side, Mapping):
        return str(side.get("name") or side.get("id") or "")
    return str(titled(side))


def _without_text(items: Iterable[DrawingItem]) -> list[DrawingItem]:
    """Return pictures alone: text does not bleed, and would be found twice in the file."""
    return [item for item in items if isinstance(item, (PlacedArtwork, PlacedImage, View))]


def _boxes(kind: PieceKind, made: BoxNet, values: DeckValues) -> Iterator[Piece]:
    contents = contents_of(made, values)
    if contents is None:
        raise UnlocatedError(
            "E444", f"nothing goes into the box '{kind.name}'", expected=f"pieces of: {', '.join(made.holds)}"
        )
    net, renderer = tuck_box(contents), values.renderer
    shared = shared_variables(kind, values)
    box = box_variables(contents, net, renderer.shared["t"]["box_count"], _titles(made.holds, values))
    for value in values.of(kind):
        data, name, subject = titled_value(kind, value, values, shared["kind"]["title"])
        variables = {"card": data, "box": localized(box, renderer.language), **shared}
        template = value.entry.face or value.variant.face or kind.face
        face = renderer.draw_side(template, variables, net.size, kind.bleed, subject)
        if face is not None:
            yield _piece(kind, value, name, face, net)


def box_variables(contents: Contents, net: Net, count: str, holds: Sequence[str]) -> dict[str, Any]:
    """Return what the template of a box sees as `box`.

    Args:
        count: Fixed string with the placeholder `{n}` for the number of cards.
        holds: Titles of the kinds in it; empty for the only box of a deck.
    """
    return {
        "outline": net.path,
        "panels": net.panels,
        "notch": notch_radius(contents.width),
        "count": fill_placeholders(count, n=contents.count),
        "width": contents.width,
        "height": contents.height,
        "depth": contents.depth,
        "holds": list(holds),
    }


def contents_of(made: BoxNet, values: DeckValues) -> Contents | None:
    """Return what goes into a box; None if there is nothing."""
    count, width, height = 0, 0.0, 0.0
    for kind in values.named(made.holds):
        for value in values.of(kind):
            if value.copies:
                size = values.size(kind, value)
                count += value.copies
                width, height = max(width, size.width), max(height, size.height)
    return sleeved(Size(width, height), count, made.thickness, made.sleeves) if count else None


def _titles(names: Iterable[str], values: DeckValues) -> list[str]:
    return [described_kind(kind, values.renderer)["title"] for kind in values.named(tuple(names))]


def _bases(kind: PieceKind, made: BasesOf, values: DeckValues) -> Iterator[Piece]:
    """Yield the cross pieces of all figures: folded over at the foot, with a slit from above."""
    shared = shared_variables(kind, values)
    figures = [(of, figure) for of in values.named(made.kinds) for figure in values.of(of)]
    ids = base_ids((of.name, figure.entry.id) for of, figure in figures)
    for (of, figure), own_id in zip(figures, ids, strict=True):
        title = described_kind(of, values.renderer)["title"]
        size = _base_size(kind, made, of, figure, values)
        fold = figure.fold(of)
        assert fold
        data, name, subject = titled_value(of, figure, values, title)
        variant = kind.variants.variant(data) if kind.variants else UNCHANGED
        slit = Fold("top", "slot", size.height - fold.depth, fold.width)
        outline = fitted_outline(kind.name, variant.outline or kind.outline, slit, size)
        variables = {"card": {**data, "of": title}, **shared}
        about = replace(subject, name=f"base of {subject.name}")
        face = values.renderer.draw_side(variant.face or kind.face, variables, size, kind.bleed, about)
        back = _back(kind, variant.back, variables, size, values, about)
        if face is not None and (back is not None or not kind.back):
            copies = figure.copies * fold.slits
            yield Piece(kind.name, own_id, name, face, back, copies, outline, fold=slit)


def _base_size(kind: PieceKind, made: BasesOf, of: PieceKind, figure: PieceValue, values: DeckValues) -> Size:
    """Return the size of the base of a figure as it stands.

    Raises:
        UnlocatedError: E443, the figure has no slit, or the base is not higher than it.
    """
    fold = figure.fold(of)
    if fold is None or fold.base != "slot":
        raise UnlocatedError(
            "E443",
            f"figures of '{of.name}' have no slit, so '{kind.name}' cannot be their bases",
            expected="fold: {base: slot} of the figures",
        )
    size = Size(made.width or values.size(of, figure).width, made.height or 2 * fold.depth)
    if not size.height > fold.depth:
        raise UnlocatedError(
            "E443",
            f"bases of '{kind.name}' are {size.height:g} mm high, and the slit of their figures {fold.depth:g} mm",
            expected=f"a height above {fold.depth:g} mm",
        )
    return size


def _back(
    kind: PieceKind, own: str | None, variables: dict[str, Any], size: Size, values: DeckValues, subject: Subject
) -> Drawing | None:
    behind = kind.back and (own or kind.back)
    return values.renderer.draw_side(behind, variables, size, kind.bleed, subject) if behind else None


def _hub(kind: PieceKind, made: HubOf, values: DeckValues) -> Iterator[Piece]:
    """Yield washer, axle and cap."""
    shared = shared_variables(kind, values)
    for card, size, copies in _hub_parts(kind, made, values):
        part = str(card["part"])
        subject = Subject(f"{kind.name} {quoted(part)}", role="part")
        face = values.renderer.draw_side(kind.face, {"card": card, **shared}, size, made_bleed(kind), subject)
        if face is not None:
            yield Piece(kind.name, part, str(card["name"]), face, None, copies, ROUND)


def made_bleed(kind: PieceKind) -> Mm:
    """Return the bleed of a made piece, which on the small discs of a hub is 1 mm at most."""
    return min(kind.bleed, 1.0) if isinstance(kind.made, HubOf) else kind.bleed


def _hub_parts(kind: PieceKind, made: HubOf, values: DeckValues) -> list[tuple[dict[str, Any], Size, int]]:
    """Return what templates see as `card` for each part of a hub, with its size and its number of copies.

    Raises:
        UnlocatedError: E443, the piece that turns has no hole, or one without room for an axle.
    """
    turning = next(iter(values.named((made.kind,))), None)
    hole = next((hole for hole in turning.holes if hole.diameter), None) if turning else None
    if turning is None or hole is None:
        raise UnlocatedError(
            "E443",
            f"pieces of '{made.kind}' have no hole, so '{kind.name}' cannot be their hub",
            expected=f"holes: [{{at: [0.5, 0.5], diameter: 8}}] of '{made.kind}'",
        )
    if not hole.diameter > PLAY:
        raise UnlocatedError(
            "E443",
            f"hole of '{made.kind}' is {hole.diameter:g} mm wide, which leaves no room for an axle",
            expected=f"a diameter above {PLAY:g} mm",
        )
    count = sum(value.copies for value in values.of(turning))
    wide, axle = hole.diameter + 2 * made.rim, hole.diameter - PLAY
    parts = []
    for part, diameter, each in zip(HUB_PARTS, (wide, axle, wide), (1, made.layers, 1), strict=True):
        title = values.renderer.shared["t"][f"hub_{part}"]
        card = {"id": part, "name": title, "part": part, "layers": made.layers, "hole": hole.diameter}
        parts.append((card, Size(diameter, diameter), each * count))
    return parts


def sample_variables(kind: PieceKind, values: DeckValues) -> tuple[dict[str, Any], Size] | None:
    """Return what the template of a made piece sees, for the first one of its kind, and its size; None without any.

    Args:
        kind: A kind that is made of a net or of parts.

    Raises:
        UnlocatedError: E443, a part cannot be made.
    """
    match kind.made:
        case HubOf():
            card, size, _ = _hub_parts(kind, kind.made, values)[0]
            return {"card": card}, size
        case BasesOf():
            for of in values.named(kind.made.kinds):
                for figure in values.of(of):
                    size = _base_size(kind, kind.made, of, figure, values)
                    return {"card": {**figure.data, "of": described_kind(of, values.renderer)["title"]}}, size
            return None
    found = values.of(kind)
    data = found[0].data if found else {}
    if isinstance(kind.made, DieNet):
        side = {"side": (data.get(kind.made.sides) or [None])[0], "side_number": 1}
        return {"card": data, **side}, Size(kind.made.edge, kind.made.edge)
    contents = contents_of(kind.made, values) if isinstance(kind.made, BoxNet) else None
    if contents is None or not isinstance(kind.made, BoxNet):
        return None
    net, count = tuck_box(contents), values.renderer.shared["t"]["box_count"]
    box = box_variables(contents, net, count, _titles(kind.made.holds, values))
    return {"card": data, "box": localized(box, values.renderer.language)}, net.size


def _piece(kind: PieceKind, value: PieceValue, name: str, face: Drawing, net: Net) -> Piece:
    return Piece(
        kind.name,
        value.entry.id,
        name,
        face,
        None,
        value.copies,
        net.shape,
        net=net,
        place=place_of(kind, value),
        path=value.entry.path,
    )


def _made(kind: PieceKind, make: Any) -> Net:
    try:
        net: Net = make()
    except ValueError as error:
        raise UnlocatedError("E443", f"pieces of '{kind.name}' cannot be made: {error}") from None
    return net
