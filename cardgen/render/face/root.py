"""Parse the output of a template, and read the viewBox of its root."""

from __future__ import annotations

import math

from lxml import etree

from cardgen.geometry.units import Size
from cardgen.render.face.attributes import read_text
from cardgen.render.face.svg import SVG
from cardgen.report.errors import UnlocatedError
from cardgen.report.xml_positions import DOCUMENT_TYPE

_TOLERANCE = 0.01  # mm; templates may round the numbers they print

_PARSER = etree.XMLParser(
    resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
)


def parse_markup(markup: str) -> etree._Element:
    """Return the root of a template's output.

    Raises:
        etree.XMLSyntaxError: It is not well-formed.
        ValueError: It declares a document type, or has characters that cannot be encoded.
    """
    if DOCUMENT_TYPE in markup:  # entities can expand without limit, and no template needs them
        raise ValueError("it declares a document type")
    return etree.fromstring(markup.encode(), _PARSER)


def read_view_box(root: etree._Element, size: Size | None) -> Size:
    """Return the width and the height of a face, in its own units.

    Args:
        size: Trim size, mm; None if the viewBox decides.

    Raises:
        UnlocatedError: E405, it has no viewBox, or none of that proportion.
    """
    if root.tag != f"{{{SVG}}}svg":
        raise UnlocatedError(
            "E405", "output of the template is not an <svg> document", expected=f'<svg xmlns="{SVG}" ...>'
        )
    try:
        x, y, width, height = map(float, read_text(root, "viewBox").replace(",", " ").split())
    except ValueError:
        x = y = width = height = -1
    if x or y or not (0 < width < math.inf and 0 < height < math.inf):
        raise UnlocatedError("E405", "template has no valid viewBox", expected='viewBox="0 0 WIDTH HEIGHT"')
    if size is None:
        return Size(width, height)
    if abs(height * size.width / width - size.height) > _TOLERANCE:
        message = f"viewBox of the template is {Size(width, height)}, but the piece is {size}"
        raise UnlocatedError(
            "E405", message, expected='viewBox="0 0 {{ width }} {{ height }}", or one of that proportion'
        )
    return size if abs(width - size.width) <= _TOLERANCE else Size(width, height)
