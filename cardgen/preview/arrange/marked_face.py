"""Draw a face so that it is known which box of its file each of its elements is of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lxml import etree

from cardgen.geometry.units import Size
from cardgen.model.drawing import DrawingItem
from cardgen.render.face.face import Face
from cardgen.render.pieces.drawing import DrawnFrom


@dataclass(slots=True)
class ArrangedBox:
    """A box on a card.

    Attributes:
        path: Its number in the file, from 0; `4.0` for the first box that the fifth repeats.
        places: Where it stands, in units of the face; several if it is repeated.
        svg: What it shows, as a document as large as the card with its bleed; empty for a box inside a repeated one.
        size: Size of its largest letters, in points; 0 for a box without text.
        problems: What is wrong with it.
    """

    path: str
    places: list[tuple[float, float, float, float]] = field(default_factory=list)
    svg: str = ""
    size: float = 0.0
    problems: list[str] = field(default_factory=list)


def read_marks(root: etree._Element) -> tuple[str, dict[etree._Element, str]]:
    """Return the file that a face is of and the box of each of its elements, and leave out the comments that say so.

    The place of a box is an attribute of the root by its path.
    """
    owner, path = "", ""
    marks: dict[etree._Element, str] = {}
    for child in [*root]:
        if not isinstance(child, etree._Comment):
            marks[child] = path
            continue
        word, _, rest = str(child.text).partition(" ")
        if word == "face":
            owner = rest
            root.remove(child)
        elif word == "box":
            path, *_ = rest.split(" ")
            marks[child] = rest
    return owner, marks


class MarkedFace(Face):
    """A face that knows of which box each of its elements is.

    Attributes:
        owner: Name of the file of boxes.
        boxes: The boxes by their paths.
        drawn: What each of them shows.
        others: What is wrong with the face as a whole, such as elements that are not drawn.
    """

    def __init__(
        self,
        renderer: Any,
        root: etree._Element,
        owner: str,
        source: tuple[Path, str],
        side: DrawnFrom,
        marks: Mapping[etree._Element, str],
    ) -> None:
        super().__init__(renderer, root, source[0], side.size, side.bleed, side.subject)
        self.owner, self.source = owner, source
        self.boxes: dict[str, ArrangedBox] = {}
        self.drawn: dict[str, list[DrawingItem]] = {}
        self.others: list[str] = []
        self._of: dict[etree._Element, str] = {}
        for element, mark in marks.items():
            if isinstance(element, etree._Comment):
                key, *numbers = mark.split(" ")
                x, y, width, height = (round(float(number), 4) for number in numbers)
                self.boxes.setdefault(key, ArrangedBox(key)).places.append((x, y, width, height))
                root.remove(element)
            else:
                self._of[element] = mark

    @property
    def view(self) -> Size:
        """Width and height in units of the face."""
        _, _, width, height = map(float, str(self._root.get("viewBox")).split())
        return Size(width, height)

    def _element(self, element: etree._Element) -> None:
        if not self.drawn:  # what was found before the first element
            self.others = self._told()
        start, known = len(self.items), len(self.faults.problems)
        super()._element(element)
        path = self._of[element]
        self.drawn.setdefault(path, []).extend(self.items[start:])
        self.boxes[path].problems += self._told()[known:]

    def _told(self) -> list[str]:
        told = (problem.error for problem in self.faults.problems)
        return [f"{error.message}{f'; {error.hints[0]}' if error.hints else ''}" for error in told]
