"""Check what a `game.yaml` says about building pieces: nets, parts, variants, copies for players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardgen.plugin.components import PieceKind
from cardgen.plugin.description.building import VariantDescription
from cardgen.plugin.description.fields import ChoiceField
from cardgen.plugin.description.kinds import fold_of, outline_of_shape
from cardgen.plugin.description.layers import Layers
from cardgen.plugin.description.schema import KindDescription
from cardgen.plugin.description.values import STANDARD_FIELDS
from cardgen.plugin.game import Finding
from cardgen.report.diagnostics import did_you_mean, one_of, quoted
from cardgen.report.source import Path


def building_faults(name: str, kind: KindDescription, layers: Layers, *, is_data: bool) -> Iterator[Finding]:
    """Yield what is wrong with how the pieces of a kind are built; sizes by name are checked elsewhere."""
    path: Path = ("kinds", name)
    ways = [key for key in ("net", "base_of", "hub_of") if getattr(kind, key)]
    if len(ways) > 1:
        words = " and ".join(quoted(way) for way in ways)
        yield Finding(
            "E228", f"kind {quoted(name)} states both {words}", path, f"one of: {', '.join(ways)}", on_key=True
        )
    yield from _net(name, kind, path, is_data=is_data)
    yield from _others(name, kind, layers, path)
    if kind.variants:
        yield from _variants(name, kind, path, is_data=is_data)
    yield from _copies(name, kind, layers, path)


def _net(name: str, kind: KindDescription, path: Path, *, is_data: bool) -> Iterator[Finding]:
    net = kind.net
    if net is None:
        return
    if (net.die is None) == (net.box is None):
        has = "is neither a die nor a box" if net.die is None else "is both a die and a box"
        yield Finding("E228", f"net of {quoted(name)} {has}", (*path, "net"), "{die: 16}, or {box: {holds: ...}}")
    if net.die:
        from cardgen.geometry.nets import die_net

        try:
            die_net(net.die.edge, net.die.tab)
        except ValueError as error:
            expected = f"a tab of less than {net.die.edge / 2:g} mm"
            yield Finding("E228", f"net of {quoted(name)}: {error}", (*path, "net", "die", "tab"), expected)
    if net.die and is_data and net.die.sides not in {"sides", *kind.fields}:
        message = f"net of {quoted(name)} takes its sides from unknown field {quoted(net.die.sides)}"
        place = (*path, "net", "die", "sides")
        expected = f"one of: {', '.join(('sides', *kind.fields))}"
        yield Finding("E220", message, place, expected, did_you_mean(net.die.sides, kind.fields))
    for key in ("size", "shape"):
        if key in kind.model_fields_set:
            message = f"{key} of {quoted(name)} follows from its net"
            yield Finding("E228", message, (*path, key), f"no {key}", ("leave it out",), on_key=True)


def _others(name: str, kind: KindDescription, layers: Layers, path: Path) -> Iterator[Finding]:
    """Yield E220 for names of kinds that the game does not have, and E228 for kinds that are no figures or dials."""
    kinds = _known_kinds(layers)
    named: list[tuple[str, Path]] = []
    if kind.net and kind.net.box:
        named += [(other, (*path, "net", "box", "holds")) for other in kind.net.box.holds]
    if kind.base_of:
        named += [(other, (*path, "base_of")) for other in kind.base_of.kinds]
    if kind.hub_of:
        named += [(kind.hub_of.kind, (*path, "hub_of"))]
    for other, place in named:
        if other not in kinds or other == name:
            what = "itself" if other == name else f"unknown kind {quoted(other)}"
            known = [one for one in kinds if one != name]
            message = f"{quoted(place[2])} of {quoted(name)} names {what}"
            yield Finding("E220", message, place, **one_of(other, known))
            continue
        stated = layers.kinds.get(other)
        if stated is not None and kind.base_of and not _has_slit(stated):
            message = f"'base_of' of {quoted(name)} names {quoted(other)}, whose pieces have no slit"
            yield Finding("E228", message, place, f"fold: {{base: slot}} of {quoted(other)}")
        if stated is not None and kind.hub_of and not any(hole.diameter for hole in stated.holes):
            message = f"'hub_of' of {quoted(name)} names {quoted(other)}, whose pieces have no hole"
            yield Finding("E228", message, place, f"holes: [{{diameter: 8}}] of {quoted(other)}")


def _known_kinds(layers: Layers) -> Mapping[str, object]:
    root = layers.root
    inherited = {one.name: one for one in root.components if isinstance(one, PieceKind)} if root else {}
    return {**inherited, **layers.kinds}


def _has_slit(kind: KindDescription) -> bool:
    fold = kind.fold
    return not isinstance(fold, bool) and fold.base == "slot"


def _variants(name: str, kind: KindDescription, path: Path, *, is_data: bool) -> Iterator[Finding]:
    assert kind.variants
    by, known = kind.variants.by, tuple(dict.fromkeys((*STANDARD_FIELDS, *kind.fields)))
    if is_data and by not in known and not kind.other_fields:
        message = f"variants of {quoted(name)} go by unknown field {quoted(by)}"
        yield Finding("E220", message, (*path, "variants", "by"), **one_of(by, known))
    spec = kind.fields.get(by)
    words = [str(word) for word in spec.words] if isinstance(spec, ChoiceField) else []
    for word, variant in kind.variants.of.items():
        place: Path = (*path, "variants", "of", word)
        if words and word not in words:
            message = f"variants of {quoted(name)} have {quoted(word)}, which {quoted(by)} cannot be"
            yield Finding("E220", message, place, on_key=True, **one_of(word, words))
        if kind.net and (variant.size or variant.shape is not None or variant.fold is not None):
            yield Finding("E228", f"size and shape of {quoted(name)} follow from its net", place, "a face, or a place")
        yield from _variant(name, word, variant, place)


def _variant(name: str, word: str, variant: VariantDescription, place: Path) -> Iterator[Finding]:
    what = f"variant {quoted(word)} of {quoted(name)}"
    try:
        if variant.shape is not None:
            outline_of_shape(variant.shape)
    except ValueError as error:
        yield Finding("E228", f"shape of {what}: {error}", (*place, "shape"))
    try:
        if variant.fold is not None:
            fold_of(variant.fold)
    except ValueError as error:
        yield Finding("E228", f"fold of {what}: {error}", (*place, "fold"))


def _copies(name: str, kind: KindDescription, layers: Layers, path: Path) -> Iterator[Finding]:
    players = tuple(layers.stated("players") or (layers.parent.players if layers.parent else ()))
    if kind.copies_for is None:
        return
    if not players:
        message = f"'copies_for' of {quoted(name)} needs the numbers of players of the game"
        yield Finding("E228", message, (*path, "copies_for"), "players: [2, 3, 4], beside 'kinds'", on_key=True)
    elif isinstance(kind.copies_for, dict):
        for number in kind.copies_for:
            if number not in players:
                message = f"'copies_for' of {quoted(name)} is for {number} players, for whom the game is not"
                expected = f"one of: {', '.join(map(str, players))}"
                yield Finding("E228", message, (*path, "copies_for", str(number)), expected, on_key=True)
