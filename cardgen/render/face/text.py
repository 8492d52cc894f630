"""Set the texts of a face in their style and fit them into their box."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, get_args

from lxml import etree

from cardgen.model.drawing import DrawingItem, Role, Rotated, spoken_in
from cardgen.model.language import is_language
from cardgen.render.context import RenderContext
from cardgen.render.face.attributes import about, read_box, read_length, read_number, read_text
from cardgen.render.face.errors import FaceFaults, find_culprit
from cardgen.render.face.svg import CARD
from cardgen.render.text.fit import fit_text
from cardgen.render.text.rich import parse_markup
from cardgen.render.transform import scaled
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError

_ROLES: dict[str, Role] = {role: role for role in get_args(Role) if role not in {"", "figure"}} | {"decoration": ""}
_OF_STYLE: dict[str, Role] = {role: role for role in get_args(Role) if role[:1] == "h"} | {"page-foot": ""}
_ICON = f"{{{CARD}}}icon"
_SPACES = re.compile(r"\s+")


def role_of(element: etree._Element) -> Role:
    """Return what a text is on a page: what its `role` states, or what its style suggests.

    Raises:
        UnlocatedError: E405, there is no such role.
    """
    if "role" not in element.attrib:
        return _OF_STYLE.get(read_text(element, "style"), "p")
    role = read_text(element, "role")
    if role not in _ROLES:
        expected = f"one of: {', '.join(_ROLES)}"
        raise UnlocatedError("E405", f"role of <card:text> is {quoted(role)}", expected=expected, part="role")
    return _ROLES[role]


def words_of(element: etree._Element) -> str:
    """Return the words of a text in one line, with icons as `{name}`; its `alt` if it has one, even an empty one.

    A text that states its language begins with it, as `spoken_in` writes it.
    """
    words = element.get("alt")
    if words is None:
        words = _SPACES.sub(" ", "".join(_words(element))).strip()
    return spoken_in(element.get("lang", ""), words)


def language_of(element: etree._Element) -> str:
    """Return the language that a text states; may be empty.

    Raises:
        UnlocatedError: E405, it is not the code of a language.
    """
    language = read_text(element, "lang")
    if language and not is_language(language):
        message = f"lang of <card:text> is {quoted(language)}"
        raise UnlocatedError("E405", message, expected="the code of a language, such as pt or pt-BR", part="lang")
    return language


def _words(element: etree._Element) -> Iterator[str]:
    yield element.text or ""
    for child in element.iterchildren(etree.Element):
        if child.tag == _ICON:
            yield f"{{{child.get('name')}}}"
        else:
            yield from _words(child)
            yield " " if etree.QName(child).localname == "br" else ""
        yield child.tail or ""


def set_text(
    element: etree._Element, context: RenderContext, scale: float, faults: FaceFaults
) -> Sequence[DrawingItem]:
    """Set a text, in mm; equal texts of all faces are set once.

    Args:
        scale: Millimetres of one unit of the face.

    Raises:
        UnlocatedError: It cannot be set.
    """
    texts, key = context.texts, (etree.tostring(element, with_tail=False), scale)
    if key not in texts:
        set_items, own_faults = _typeset(element, context, scale, faults)
        texts[key] = (tuple(scaled(set_items, scale)) if scale != 1 else set_items), own_faults
    items, found = texts[key]
    for fault in found:
        faults.report(fault, element)
    return items


def _typeset(
    element: etree._Element, context: RenderContext, unit: float, faults: FaceFaults
) -> tuple[tuple[DrawingItem, ...], tuple[UnlocatedError, ...]]:
    with about("style"):
        style = context.styles.style(read_text(element, "style"))
    scale = read_number(element, "scale", 1.0, above=0)
    if scale != 1:
        style = style.scaled(scale)
    changes: dict[str, Any] = {}
    for child in element.iter(etree.Element):
        if "color" in child.attrib:
            faults.element = child
            with about("color"):
                child.set("color", context.styles.color(read_text(child, "color")))
    faults.element = element
    if "color" in element.attrib:
        changes["color"] = read_text(element, "color")
    if "min-size" in element.attrib:
        changes["min_size"] = read_length(element, "min-size") * scale
    box = read_box(element)
    try:
        block = fit_text(
            parse_markup(element),
            style.changed(**changes),
            box,
            align=read_text(element, "align", style.align),
            valign=read_text(element, "valign", "top"),
            fit=read_text(element, "fit", "none"),
            fontbook=context.fonts,
            icons=context.icon,
            language=language_of(element) or context.language,
            unit=unit,
        )
    except UnlocatedError as error:
        faults.element = find_culprit(element, error)
        if error.code == "E409" and faults.element is not element:
            error.part = "name"
        raise
    degrees = read_number(element, "rotate", 0.0)
    if not degrees:
        return block.items, block.faults
    return (Rotated(degrees, box.x + box.width / 2, box.y + box.height / 2, block.items),), block.faults
