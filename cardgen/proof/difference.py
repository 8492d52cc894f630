"""List the differences between two versions of a deck, and show before and after side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cardgen.changes.compare import Change, Status, compare
from cardgen.changes.components import split_into_leaves
from cardgen.changes.fingerprint import Fingerprints
from cardgen.geometry.outlines import RECTANGLE, Outline
from cardgen.geometry.units import Rect, Size
from cardgen.model.drawing import Drawing, with_fonts
from cardgen.model.sheet import Placement, Side
from cardgen.pipeline.draw.components import DrawnDeck
from cardgen.plugin.components import Document
from cardgen.plugin.hooks import piece_entries
from cardgen.proof.gallery import MARGIN, GalleryCell, GallerySection, lay_out_gallery
from cardgen.proof.page import compose_proof, draw_gallery
from cardgen.proof.pixel_difference import find_differing_boxes
from cardgen.render.pieces.values import value_of
from cardgen.render.templates.localization import fill_placeholders
from cardgen.write.page import Page

_SMALLEST = 0.56
"""Smallest scale of a drawing: below it one can see that a card changed, but not what."""
_MOST_KEYS = 5
"""Number of changed keys named below a card; the list names all of them."""
_SHOWN: tuple[Status, ...] = ("changed", "new", "gone", "more", "fewer")

DesignKey = tuple[str, str]
"""The kind and the id of a design."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A design that differs between the two versions.

    Attributes:
        keys: The keys in the deck whose values differ; none if a picture, a template or the theme changed.
    """

    change: Change
    keys: tuple[str, ...] = ()


def list_differences(before: DrawnDeck, after: DrawnDeck) -> list[Difference]:
    """List the designs that look different in two versions of a deck, or have another number of copies.

    Returns:
        The differences, in the order of the components; empty if the versions look the same.
    """
    old, new = _entries(before), _entries(after)
    changes = compare(before.inventory, after.inventory)
    return [
        Difference(change, _keys(old.get(change.design.key, {}), new.get(change.design.key, {})))
        if change.status == "changed"
        else Difference(change)
        for change in changes
        if change.status != "same"
    ]


def difference_record(difference: Difference) -> dict[str, object]:
    """Return what the JSON says of a difference."""
    change = difference.change
    return {
        "status": change.status,
        "kind": change.design.kind,
        "id": change.design.id,
        "name": change.design.name,
        "copies_before": change.before.copies if change.before else 0,
        "copies_after": change.after.copies if change.after else 0,
        "keys": difference.keys,
    }


def draw_differences(before: DrawnDeck, after: DrawnDeck, found: Sequence[Difference]) -> bytes:
    """Return a PDF that shows the differences between two versions.

    Args:
        found: The differences from `list_differences`.

    Raises:
        CardgenError: E4xx if a template or the theme has errors; E12x or E602 if a picture cannot be converted.
    """
    t, paper = after.project.strings, after.paper.size
    older = _Version(before, _foreign(before, after))
    newer = _Version(after, {})
    cells = list(_cells(found, older, newer, t))
    cells = _marked(after, older.fonts, cells)
    sections = [
        GallerySection(t[f"diff_{status}"], tuple(cell for owner, cell in cells if owner == status))
        for status in _SHOWN
    ]
    sections = [section for section in sections if section.cells]
    files = [str(job.deck.path) for job in (before, after)]
    subtitle = fill_placeholders(t["diff_files"], title=after.title, before=files[0], after=files[1])
    pages = lay_out_gallery(sections, paper, Size(paper.width - 2 * MARGIN, paper.height), _SMALLEST)
    return compose_proof(
        after, f"{after.title}: {t['diff']}", list(draw_gallery(after, pages, t["diff"], subtitle)), older.fonts
    )


@dataclass(frozen=True, slots=True)
class _Shown:
    """The drawings of a design: face and back, or the two pages of a leaf."""

    sides: tuple[Drawing | None, ...]
    outline: Outline = RECTANGLE


class _Version:
    """One of the two versions, with its designs by key.

    Args:
        renamed: New key by old key, for fonts whose key means another font in the other version.
    """

    def __init__(self, job: DrawnDeck, renamed: Mapping[str, str]) -> None:
        self.job = job
        self.fonts = {new: job.fonts[old] for old, new in renamed.items()}
        self._renamed = renamed
        self._prints = Fingerprints(job.fonts)
        self._shown: dict[DesignKey, _Shown] = {}
        for part in job.drawn:
            name = part.component.name
            for piece in part.pieces:
                self._shown[name, piece.id] = _Shown((piece.face, piece.back), piece.outline)
            for number, leaf in enumerate(split_into_leaves(part.pages), 1):
                self._shown[name, f"leaf-{number}"] = _Shown((*leaf, None)[:2])

    def outline(self, key: DesignKey) -> Outline:
        return self._shown[key].outline

    def sides(self, key: DesignKey) -> list[tuple[str, Drawing | None]]:
        """Return the two sides of a design, each with its fingerprint."""
        found = self._shown[key].sides
        return [(self._prints.of_drawing(side), self._in_its_fonts(side)) if side else ("", None) for side in found]

    def _in_its_fonts(self, drawing: Drawing) -> Drawing:
        if not self._renamed:
            return drawing
        return Drawing(drawing.size, drawing.bleed, with_fonts(drawing.items, self._renamed))


def _entries(job: DrawnDeck) -> dict[DesignKey, Mapping[str, Any]]:
    """Return the data of each piece in the language of the build."""
    kinds = [part.component for part in job.drawn if not isinstance(part.component, Document)]
    return {
        (kind.name, entry.id): value_of(entry, job.project.renderer)
        for kind in kinds
        for entry in piece_entries(job.deck.game, kind, job.deck.data)
    }


def _keys(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the keys whose values differ, without `copies`, which is compared separately."""
    both = dict.fromkeys((*after, *before))
    return tuple(key for key in both if key != "copies" and before.get(key) != after.get(key))


def _cells(
    found: Sequence[Difference], older: _Version, newer: _Version, t: Mapping[str, str]
) -> Iterator[tuple[Status, GalleryCell]]:
    for difference in found:
        change, look = difference.change, difference.change.design
        version = newer if change.after else older
        outline, note = version.outline(look.key), _note(difference, t)
        if change.status != "changed":
            yield change.status, GalleryCell((version.sides(look.key)[0][1],), look.name, note, outline)
            continue
        sides = zip(older.sides(look.key), newer.sides(look.key), (t["diff_face"], t["diff_back"]), strict=True)
        for at, ((old_print, old), (new_print, new), side) in enumerate(sides):
            seen = outline.mirrored() if at else outline
            if old_print != new_print:
                yield "changed", GalleryCell((old, new), f"{look.name} · {side}", note, seen, arrow=bool(old and new))


def _note(difference: Difference, t: Mapping[str, str]) -> str:
    before, after = difference.change.before, difference.change.after
    if before and after and before.copies != after.copies:
        note = fill_placeholders(t["diff_copies"], before=before.copies, after=after.copies)
    else:
        note = f"{difference.change.design.copies} ×"
    keys = difference.keys[:_MOST_KEYS]
    return " · ".join([note, ", ".join(keys)] if keys else [note])


def _marked(
    job: DrawnDeck, fonts: Mapping[str, Path], cells: Sequence[tuple[Status, GalleryCell]]
) -> list[tuple[Status, GalleryCell]]:
    """Return the cells, with boxes around the differences where before and after have the same size."""
    pairs = {
        at: (before, after)
        for at, (_, cell) in enumerate(cells)
        for before, after in [(*cell.drawings, None)[:2]]
        if before and after and before.size == after.size
    }
    if not pairs:
        return list(cells)
    pages = [_page(drawing) for pair in pairs.values() for drawing in pair]
    boxes = dict(zip(pairs, find_differing_boxes(compose_proof(job, "", pages, fonts)), strict=True))
    return [(status, replace(cell, marked=boxes.get(at, ()))) for at, (status, cell) in enumerate(cells)]


def _page(drawing: Drawing) -> Page:
    return Page(Side((Placement(drawing, Rect(0, 0, drawing.size.width, drawing.size.height)),)), drawing.size)


def _foreign(before: DrawnDeck, after: DrawnDeck) -> dict[str, str]:
    """Return new keys for fonts of the older version that are missing in the newer one or mean another file there."""
    ours, theirs = after.fonts, before.fonts
    return {key: f"{key}-before" for key, path in theirs.items() if key not in ours or path != ours[key]}
