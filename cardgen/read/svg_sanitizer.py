"""Sanitize SVG pictures: keep what is static and draws, reject what loads or runs.

The parsed tree is changed in place: what has no meaning on paper is removed, and what is not allowed is rejected,
with its element.

No Python library does this. nh3 and lxml_html_clean sanitize HTML, defusedxml stops entities only (which are rejected
here before parsing), and scour and picosvg rewrite drawings. How much a picture draws, such as through `<use>` and filters, is
limited where it is converted, in a sandbox.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from typing import Any

from lxml import etree

from cardgen.model.svg_elements import DRAWN_ELEMENTS
from cardgen.read.css import StyleSheet
from cardgen.read.raster import check_raster, upright
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError

SVG = "http://www.w3.org/2000/svg"
ELEMENT_LIMIT = 50_000
_MOST_OCTAVES = 10  # each has half of the weight of the one before, and a colour has 256 steps
_MOST_ATTRIBUTES = 200  # of one element; style rules are compared with each

_ANIMATION = ("animate", "animateColor", "animateMotion", "animateTransform", "set")
_DROPPED = ("title", "desc", "metadata", "view", "cursor", "mpath", *_ANIMATION)
_UNDRAWN_ATTRIBUTES = ("class", "role", "version", "baseProfile", "tabindex", "contentScriptType", "contentStyleType")

_XLINK_HREF = "{http://www.w3.org/1999/xlink}href"
_XML = "{http://www.w3.org/XML/1998/namespace}"
_PLAIN_ATTRIBUTES = frozenset(
    {
        *(
            "id",
            "d",
            "x",
            "y",
            "width",
            "height",
            "cx",
            "cy",
            "r",
            "rx",
            "ry",
            "x1",
            "y1",
            "x2",
            "y2",
            "points",
            "viewBox",
        ),
        *(
            "fill",
            "fill-opacity",
            "fill-rule",
            "opacity",
            "transform",
            "clip-path",
            "offset",
            "stop-color",
            "stop-opacity",
        ),
        *("stroke", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "stroke-opacity", "stroke-width"),
    }
)
"""Attributes that are kept, and whose values only have to load nothing; nearly all that pictures have."""
# An id ends at "(" too, so that hostile text cannot cause backtracking.
_REFERENCE = re.compile(r"""url\(\s*(["']?)#([^"'()#\s]+)\1\s*\)""", re.IGNORECASE)
_LOADS = re.compile(r"(?:url|src|image|image-set|cross-fade|expression)\s*\(|@\s*import|\\", re.IGNORECASE)
_DATA = re.compile(r"data:image/(?:png|jpe?g);base64,([A-Za-z0-9+/=\s]*)", re.IGNORECASE)
_PLAIN_HINT = "save it as plain SVG from the program it was made with"


Links = Mapping[etree._Element, tuple[str, ...]]
"""The ids to which elements refer."""


class SvgError(UnlocatedError):
    """An error of a picture that was read.

    Attributes:
        element: Element that causes it; None for the whole picture.
    """

    element: etree._Element | None = None


def rejection(
    code: str,
    subject: str,
    element: etree._Element | None,
    what: str,
    hint: str = _PLAIN_HINT,
    *,
    part: str = "",
) -> SvgError:
    """Return the error for a rejected picture.

    Args:
        element: Element that causes the error; None for the whole picture.
        hint: What to do; empty for no hint.
        part: See `UnlocatedError`.
    """
    error = SvgError(code, f"{subject} {what}", hints=[hint] if hint else [], part=part)
    error.element = element
    return error


def sanitize(root: etree._Element, subject: str) -> Links:
    """Keep only what draws, and check that it is harmless.

    Afterwards every element is an SVG element, `xlink:href` has become `href`, and styles are in `style` attributes.

    Args:
        root: The `<svg>` element; changed in place.

    Returns:
        The ids to which each element refers that refers to any.

    Raises:
        UnlocatedError: E122, an embedded picture is damaged; E123, too complex to draw; E124, something is not allowed.
    """
    _check_nodes(root, subject)
    sheet = _style_sheet(root, subject)
    foreign = {f"{{{namespace}}}*" for namespace in _namespaces(root) if namespace != SVG}
    dropped = {f"{{{SVG}}}{name}" for name in (*_DROPPED, "style")}
    etree.strip_elements(root, etree.ProcessingInstruction, *sorted(foreign | dropped), with_tail=False)
    links: dict[etree._Element, tuple[str, ...]] = {}
    for count, element in enumerate(root.iter()):
        if count >= ELEMENT_LIMIT:
            raise rejection("E123", subject, element, f"has more than {ELEMENT_LIMIT:,} elements", "simplify it")
        if _clean_element(element, sheet, subject) and (found := tuple(_references(element))):
            links[element] = found
    return links


def _references(element: etree._Element) -> Iterator[str]:
    """Yield the ids that an element refers to."""
    for name, value in attributes_of(element):
        if name == "href" and value.startswith("#") and len(value) > 1:
            yield value[1:]
        elif "url(" in value:
            yield from (match[2] for match in _REFERENCE.finditer(value))


def with_references(value: str, ids: dict[str, str], missing: str) -> str:
    """Return the value of an attribute with its ids replaced."""
    return _REFERENCE.sub(lambda match: f"url(#{ids.get(match[2], missing)})", value)


def local_name(element: etree._Element) -> str:
    """Return the name of an element without its namespace."""
    return str(element.tag).rpartition("}")[2]


def attributes_of(element: etree._Element) -> list[tuple[str, str]]:
    """Return a copy of the names and values of the attributes, so that a loop over it may change them."""
    items: Any = element.items()
    return items  # type: ignore[no-any-return]


def _namespaces(root: etree._Element) -> set[str]:
    tags = {str(element.tag) for element in root.iter("*")}
    return {tag.rpartition("}")[0].removeprefix("{") for tag in tags}


def _check_nodes(root: etree._Element, subject: str) -> None:
    """Reject what must not be removed silently: entities, style sheets and animations that load files."""
    siblings = [*root.itersiblings(preceding=True), *root.itersiblings()]
    for node in [*siblings, *root.iter(etree.ProcessingInstruction, etree.Entity)]:
        if isinstance(node, etree._Entity):
            raise rejection("E124", subject, node, f"uses the entity {quoted(node.text)}")
        if isinstance(node, etree._ProcessingInstruction) and node.target == "xml-stylesheet":
            raise rejection("E124", subject, node, "loads a style sheet by <?xml-stylesheet?>")
    for element in root.iter(*(f"{{{SVG}}}{name}" for name in _ANIMATION)):
        if element.get("attributeName", "").lower().endswith("href"):
            raise rejection("E124", subject, element, "has an animation that loads something")


def _style_sheet(root: etree._Element, subject: str) -> StyleSheet:
    texts = []
    for element in root.iter(f"{{{SVG}}}style"):
        text = "".join(str(part) for part in element.itertext())
        _check_value(element, text, "<style>", subject)
        texts.append(text)
    try:
        return StyleSheet("\n".join(texts))
    except OverflowError as error:
        raise rejection("E123", subject, None, "has too many style rules", "simplify it") from error
    except ValueError as error:
        hint = "save it with presentation attributes instead of a style sheet; selectors may be .class, #id and element names"
        what = f"has a style rule that is not supported: {quoted(error)}"
        raise rejection("E124", subject, next(root.iter(f"{{{SVG}}}style")), what, hint) from error


def _clean_element(element: etree._Element, sheet: StyleSheet, subject: str) -> bool:
    """Check an element, and remove what has no meaning on paper; return whether it may refer to others."""
    name = local_name(element)
    if name not in DRAWN_ELEMENTS:
        raise rejection("E124", subject, element, f"has the element <{name}>, which is not allowed")
    if len(element.attrib) > _MOST_ATTRIBUTES:
        raise rejection("E123", subject, element, f"has an element with more than {_MOST_ATTRIBUTES} attributes", "")
    names = [] if sheet.is_empty else _selected_by(element)
    may_refer = not sheet.is_empty
    for key, value in attributes_of(element):
        if key not in _PLAIN_ATTRIBUTES:
            may_refer = True
            _clean_attribute(element, key, value, subject)
        elif "(" in value or "\\" in value or "@" in value:
            may_refer = True
            _check_value(element, value, key, subject)
    if may_refer:
        _set_style(element, name, names, sheet, subject)
    return may_refer


def _selected_by(element: etree._Element) -> list[str]:
    """Return the classes and the id of an element as selectors name them."""
    names = [f".{part}" for part in element.get("class", "").split()]
    return [*names, f"#{element.get('id')}"] if "id" in element.attrib else names


def _set_style(element: etree._Element, name: str, names: Sequence[str], sheet: StyleSheet, subject: str) -> None:
    try:
        style = sheet.style(name, names, element.get("style", ""))
    except OverflowError as error:
        raise rejection("E123", subject, element, "has style rules for too many elements", "simplify it") from error
    if style:
        element.set("style", style)
    elif "style" in element.attrib:
        del element.attrib["style"]


def _clean_attribute(element: etree._Element, key: str, value: str, subject: str) -> None:
    if key.lower().startswith("on"):
        raise rejection("E124", subject, element, f"has the event handler {quoted(key)}", part=f"{key}=")
    if key == f"{_XML}base":
        raise rejection("E124", subject, element, "has the attribute 'xml:base', which is not allowed", part=f"{key}=")
    if key in ("href", _XLINK_HREF):
        value = _checked_href(element, value, subject)
        del element.attrib[key]
        if local_name(element) != "a":
            element.set("href", value)
    elif (
        (key.startswith("{") and key != f"{_XML}space")
        or key in _UNDRAWN_ATTRIBUTES
        or key.startswith(("data-", "aria-"))
    ):
        del element.attrib[key]
    elif key == "numOctaves":
        element.set(key, _fewest_octaves(value))
    else:
        _check_value(element, value, key, subject)


def _fewest_octaves(value: str) -> str:
    """Return a number of octaves of turbulence that shows the same in less time."""
    try:
        return value if float(value) <= _MOST_OCTAVES else str(_MOST_OCTAVES)
    except ValueError:
        return value


def _check_value(element: etree._Element, value: str, where: str, subject: str) -> None:
    if "(" not in value and "\\" not in value and "@" not in value:
        return
    if found := _LOADS.search(_REFERENCE.sub("", value)):
        what = f"refers to something outside itself in {quoted(where)}: {quoted(value[found.start() :])}"
        raise rejection("E124", subject, element, what, "embed it, or draw it", part=where)


def _checked_href(element: etree._Element, value: str, subject: str) -> str:
    """Allow only references to an id of this document, and pictures embedded as PNG or JPEG, which become upright."""
    if value.startswith("#"):
        return value
    match = _DATA.fullmatch(value) if local_name(element) in ("image", "feImage") else None
    if not match:
        what = f"refers to something outside itself: {quoted(value)}"
        raise rejection("E124", subject, element, what, "embed it, or draw it", part="href")
    try:
        data = base64.b64decode(match[1], validate=False)
    except binascii.Error as error:
        raise rejection("E122", subject, element, "contains an embedded picture that is truncated") from error
    try:
        check_raster(BytesIO(data), "picture")
        turned = upright(data)
    except UnlocatedError as error:
        what = f"contains an embedded {error.message.replace('picture ', 'picture that ', 1)}"
        raise rejection(error.code, subject, element, what, "; ".join(error.hints), part="href") from error
    return f"data:{turned[0]};base64,{base64.b64encode(turned[1]).decode()}" if turned else value
