"""Collect the errors in a face's SVG and find the element each is about."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from lxml import etree

from cardgen.model.svg_elements import DRAWN_ELEMENTS, NOT_DRAWN
from cardgen.render.face.attributes import local_name, read_box, read_number, read_text
from cardgen.render.face.color_names import color_hints, is_color
from cardgen.render.face.svg import CARD, SVG
from cardgen.report.diagnostics import MOST_OF_A_KIND, did_you_mean, quoted
from cardgen.report.errors import UnlocatedError
from cardgen.report.quality import stops
from cardgen.report.source import Span

if TYPE_CHECKING:  # only templates with faults pay for the import
    from cardgen.render.templates.problems import FaceProblem

_HOLDERS_OF_BARE_TEXT = etree.XPath("//*[self::s:svg or self::s:g][text()[normalize-space()]]", namespaces={"s": SVG})
_COLORS = etree.XPath(
    " | ".join(f"//s:*/@{name}" for name in ("fill", "stroke", "stop-color", "flood-color")), namespaces={"s": SVG}
)
_KNOWN = {f"{{{SVG}}}{name}" for name in (*DRAWN_ELEMENTS, *NOT_DRAWN, "b", "i", "br")}  # the last three are in texts


class FaceFaults:
    """What is wrong with one face.

    Args:
        numbers: Number of each element in the order of the document, for the places of problems; None if not needed.

    Attributes:
        element: The element that is being read, which an error is about.
        problems: What is wrong, the first problems of each code.
        places: Their places in the template, when they are known.
        scale: Millimetres of one unit of the face, when it is known.
        untold: Number of the other problems by code.
    """

    def __init__(self, root: etree._Element, numbers: Mapping[etree._Element, int] | None) -> None:
        self._root = root
        self._numbers = numbers or {}
        self._met: Counter[str] = Counter()
        self._stops = False
        self.element = root
        self.problems: list[FaceProblem] = []
        self.places: Sequence[Span] = ()
        self.scale = 0.0
        self.untold: Counter[str] = Counter()

    def fail(self, error: UnlocatedError) -> None:
        """Note why the element that is being read is not drawn, which stops the work whatever the code says."""
        error.is_final = True
        self.report(error)

    def report(self, error: UnlocatedError, element: etree._Element | None = None) -> None:
        """Note a problem.

        Args:
            element: The element with the problem; None for the one that is being read.
        """
        from cardgen.render.templates.problems import FaceProblem

        self._stops = self._stops or error.is_final or stops(error.code)
        self._met[error.code] += 1
        if self._met[error.code] > MOST_OF_A_KIND:
            self.untold[error.code] += 1
            return
        element = self.element if element is None else element
        number = self._numbers.get(element, -1)
        text = "".join(map(str, element.itertext()))
        box = self._box_of(element)
        self.problems.append(FaceProblem(error, describe_element(element), field_of(element), number, text, box))

    def _box_of(self, element: etree._Element) -> tuple[float, float, float, float] | None:
        """Return the left, top, width and height of what an element covers, mm; None for one that states no box, or that is moved."""
        above = [one for one in element.iterancestors() if one is not self._root]
        if any(one.tag != f"{{{SVG}}}g" or one.get("transform") or one.get("style") for one in above):
            return None
        try:
            box, turn = read_box(element, above=0), math.radians(read_number(element, "rotate", 0.0))
        except UnlocatedError:
            return None
        sin, cos, scale = abs(math.sin(turn)), abs(math.cos(turn)), self.scale
        width, height = box.width * cos + box.height * sin, box.width * sin + box.height * cos
        left, top = box.x + (box.width - width) / 2, box.y + (box.height - height) / 2
        return left * scale, top * scale, width * scale, height * scale

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong that stops the work."""
        return not self._stops


def find_undrawn(root: etree._Element) -> Iterator[tuple[UnlocatedError, etree._Element]]:
    """Yield W425 for what the converter leaves out: elements that SVG does not have, and text outside of a text."""
    tags = {str(element.tag) for element in root.iter(f"{{{SVG}}}*")} - _KNOWN
    for tag in sorted(tags):
        name = tag.rpartition("}")[2]
        for element in root.iter(tag):
            if next(element.iterancestors(f"{{{CARD}}}*"), None) is not None:
                continue  # a text says itself what it cannot hold
            hints = did_you_mean(name, DRAWN_ELEMENTS)
            yield UnlocatedError("W425", f"unknown element <{name}> is not drawn", hints=hints), element
    holders: list[etree._Element] = _HOLDERS_OF_BARE_TEXT(root)  # type: ignore[assignment]  # no other result
    for element in holders:
        where = f"directly in <{local_name(element)}>"
        yield UnlocatedError("W425", f"text {where} is not drawn", hints=("put it into a <card:text>",)), element


def find_unknown_colors(root: etree._Element) -> Iterator[tuple[UnlocatedError, etree._Element]]:
    """Yield W428 for each colour of plain SVG that does not exist."""
    values: list[Any] = _COLORS(root)  # type: ignore[assignment]  # strings that know their element
    for value in values:
        if not is_color(str(value)):
            hints = color_hints(str(value))
            message = f"{value.attrname} of <{local_name(value.getparent())}> is {quoted(value)}, which is no colour"
            expected = "a name of CSS, or #rrggbb; a colour of the theme as {{ 'name' | color }}"
            yield (
                UnlocatedError("W428", message, expected=expected, hints=hints, part=value.attrname),
                value.getparent(),
            )


def describe_element(element: etree._Element) -> str:
    """Return an element for people: `<text rules>`, with its place if it is called by a style that others of its face have."""
    name, tag = read_text(element, "from") or read_text(element, "id"), local_name(element)
    style = read_text(element, "style")
    if name or not style:
        return f"<{tag} {name}>" if name else f"<{tag}>"
    alike = [one for one in element.getroottree().iter(element.tag) if read_text(one, "style") == style]
    x, y = read_text(element, "x"), read_text(element, "y")
    return f"<{tag} {style} at {x}, {y}>" if len(alike) > 1 and x and y else f"<{tag} {style}>"


def field_of(element: etree._Element) -> str:
    """Return the field of the deck that an element, or the one around it, draws; empty for none."""
    around = (above.get("from") for above in element.iterancestors(f"{{{CARD}}}text"))
    return read_text(element, "from") or next((str(name) for name in around if name), "")


def find_culprit(element: etree._Element, error: UnlocatedError) -> etree._Element:
    """Return the element inside a text that an error is about; the text itself if it is about the whole."""
    for child in element.iter(etree.Element):
        name = local_name(child)
        if child is not element and (
            (name == "icon" and error.code in {"E405", "E409"} and f"'{read_text(child, 'name')}'" in error.message)
            or (name == "icon" and not child.get("name") and error.code == "E405" and "has no name" in error.message)
            or (error.code == "E405" and f"<{name}>" in error.message)
        ):
            return child
    return element
