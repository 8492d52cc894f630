"""Faults in the SVG of a face: elements that are not drawn, and the element that an error is about."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from cardgen.model.svg_elements import DRAWN_ELEMENTS, NOT_DRAWN
from cardgen.render.attributes import local_name, read_text
from cardgen.render.face_svg import CARD, SVG
from cardgen.report.diagnostics import did_you_mean
from cardgen.report.errors import UnlocatedError

_HOLDERS_OF_BARE_TEXT = etree.XPath("//*[self::s:svg or self::s:g][text()[normalize-space()]]", namespaces={"s": SVG})
_KNOWN = {f"{{{SVG}}}{name}" for name in (*DRAWN_ELEMENTS, *NOT_DRAWN, "b", "i", "br")}  # the last three are in texts


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


def describe_element(element: etree._Element) -> str:
    """Return an element for people: `<text rules>`."""
    which = read_text(element, "from") or read_text(element, "style") or read_text(element, "id")
    return f"<{local_name(element)} {which}>" if which else f"<{local_name(element)}>"


def field_of(element: etree._Element) -> str:
    """Return the field of the deck that an element, or the one around it, draws; empty for none."""
    around = (above.get("from") for above in element.iterancestors(f"{{{CARD}}}text"))
    return read_text(element, "from") or next((str(name) for name in around if name), "")


def find_culprit(element: etree._Element, error: UnlocatedError) -> etree._Element:
    """Return the element inside a text that an error is about; the text itself if it is about the whole.

    Args:
        element: The text.
        error: The error.
    """
    for child in element.iter(etree.Element):
        name = local_name(child)
        if child is not element and (
            (name == "icon" and error.code in {"E405", "E409"} and f"'{read_text(child, 'name')}'" in error.message)
            or (name == "icon" and not child.get("name") and error.code == "E405" and "has no name" in error.message)
            or (error.code == "E405" and f"<{name}>" in error.message)
        ):
            return child
    return element
