"""Armies that are drawn, and what is on their pieces."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import pytest

from cardgen.geometry.units import MM_PER_POINT
from cardgen.model.drawing import Drawing, DrawingItem, PlacedArtwork, Rotated, TextSpan
from cardgen.pipeline.printed_file.build import Job

ARMIES = ("samurai", "elves", "lockkeepers", "spore-court")
armies = pytest.mark.parametrize(
    "army", [ARMIES[0], *(pytest.param(army, marks=pytest.mark.extended) for army in ARMIES[1:])]
)
languages = pytest.mark.parametrize("language", ["en", pytest.param("pt", marks=pytest.mark.extended)])
LANGUAGES = ("en", "pt")
Draw = Callable[[str, str], Job]


class Line(NamedTuple):
    """Text on one baseline, in one size.

    Attributes:
        text: The words.
        left, right: Where they begin and end, mm.
        y: The baseline, mm.
        size: Size of the type, points.
        color: `#rrggbb`.
    """

    text: str
    left: float
    right: float
    y: float
    size: float
    color: str

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2


def flat(items: Iterable[DrawingItem]) -> Iterator[DrawingItem]:
    """All items, also those that are turned."""
    for item in items:
        if isinstance(item, Rotated):
            yield from flat(item.items)
        else:
            yield item


def icons_of(drawing: Drawing) -> list[PlacedArtwork]:
    """Pictures that do not cover the whole side."""
    found = [item for item in flat(drawing.items) if isinstance(item, PlacedArtwork)]
    return [item for item in found if item.box.width < drawing.size.width / 2]


def lines_of(drawing: Drawing) -> list[Line]:
    """Text of a side: what follows a word on its baseline, in its size, is of one line with it."""
    found: list[Line] = []
    for span in flat(drawing.items):
        if not isinstance(span, TextSpan):
            continue
        text = " ".join(word.text for word in span.words)
        width = sum(word.width for word in span.words) * span.size + span.space * (len(span.words) - 1)
        line = Line(text, span.x, span.x + width, round(span.y, 3), round(span.size / MM_PER_POINT, 3), span.color)
        last = found[-1] if found else None
        if last and (last.y, last.size) == (line.y, line.size) and 0 <= line.left - last.right < 0.5 * span.size:
            found[-1] = last._replace(text=f"{last.text} {line.text}", right=line.right)
        else:
            found.append(line)
    return found


def faces(job: Job, kind: str) -> dict[str, Drawing]:
    """Face of each design of a kind, by its id."""
    part = next(part for part in job.drawn if part.component.name == kind)
    return {piece.id: piece.face for piece in part.pieces}
