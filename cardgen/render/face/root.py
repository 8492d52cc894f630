"""Parse the output of a template, and check the root of the face: its viewBox, and the cost of the whole document."""

from __future__ import annotations

import math
from pathlib import Path

from lxml import etree

from cardgen.geometry.units import Size
from cardgen.guard.svg_cost import check_cost
from cardgen.guard.svg_limits import TooCostlyError
from cardgen.model.deck import FOCUS_MARK
from cardgen.render.face.attributes import read_text
from cardgen.render.face.errors import FaceFaults
from cardgen.render.face.svg import SHARED, SVG, XLINK
from cardgen.render.pictures import PictureSource
from cardgen.report.errors import UnlocatedError
from cardgen.report.xml_positions import DOCUMENT_TYPE

_MOST_SHARED = 64 * 2**20
"""Bytes of definitions in the artworks of one face, each of which holds all that it may use."""
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


def check_face_cost(root: etree._Element, pictures: PictureSource, folder: Path, faults: FaceFaults) -> None:
    """Check that a face can be drawn in an acceptable time, with the pictures that it places.

    Args:
        faults: Gets the element that is to blame.

    Raises:
        UnlocatedError: E404, it cannot.
    """
    try:
        check_cost(root, lambda element: _weight_of_picture(element, pictures, folder))
        shared = sum(len(etree.tostring(child)) for child in root if child.tag in SHARED)
        if shared * len(root) > _MOST_SHARED:
            definitions = next(child for child in root if child.tag in SHARED)
            what = "has large definitions, which each of its many elements may use"
            raise TooCostlyError(definitions, what, "put the elements into one <g>")
    except TooCostlyError as error:
        faults.element = root if error.element is None else error.element
        hints = [error.hint] if error.hint else []
        raise UnlocatedError("E404", f"output of the template {error.what}", hints=hints, part=error.part) from error


def _weight_of_picture(element: etree._Element, pictures: PictureSource, folder: Path) -> int:
    """Return what the picture of an `<image>` adds to the weight of the document."""
    stated = read_text(element, "href") or read_text(element, f"{{{XLINK}}}href")
    try:
        return pictures.picture(stated.partition(FOCUS_MARK)[0], folder).weight
    except UnlocatedError:  # reported when it is placed
        return 0
