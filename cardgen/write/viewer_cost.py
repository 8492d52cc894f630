"""Estimate what it costs a viewer to show a converted picture, in bytes of drawing instructions.

A small file may ask for more than any viewer can do: millions of dashes along a line or of tiles in a pattern, a mask for
each of ten thousand shapes. The converter writes such things down without drawing them, so they are looked for in what it
has written, where all references and transformations have been resolved.
"""

from __future__ import annotations

import re
import zlib
from collections import Counter

import pikepdf

_MASK, _GROUP = 5_000, 500  # of each use: viewers draw them on canvases of their own
_TILE = 50  # viewers draw one tile, and copy it
_DASH = 4
_USES = re.compile(rb"/([^\s/\[\]<>()]+)\s+(Do|gs|scn|SCN)\b")
_DASHES = re.compile(rb"\[([\d. ]+)\]\s*[\d.]+\s+d\b")
_NUMBER = re.compile(rb"-?\d*\.?\d+")

_STEPS = re.compile(rb"/XStep ([-\d.]+)/YStep ([-\d.]+)")
_MATRIX = re.compile(rb"/Matrix\[([^\]]*)\]\Z")
_LONGEST_MATRIX = 400
"""Bytes; six numbers of 40 digits, with the names around them."""
_FINE = 1.0  # square points; a quarter of a millimetre square is half of it
_REPEATING_WORDS = ("dash", "<use", "marker", "<style")
_FEW = 20  # references, by which masks and patterns repeat each other some 1,500 times at most
_LONGEST = 64 * 2**20
"""Bytes of instructions of a form that are read: a page may have as many (`artwork.MOST_OF_A_PAGE`)."""
_KINDS = {b"Do": "/XObject", b"gs": "/ExtGState", b"scn": "/Pattern", b"SCN": "/Pattern"}
"""What the operands of operators name."""

_Known = dict[tuple[int, int], float]


def has_fine_tiles(data: bytes) -> bool:
    """Return whether a file of the converter has a pattern of very small tiles."""
    for steps in _STEPS.finditer(data):  # an expression that begins with the matrix would be tried at every byte
        matrix = _MATRIX.search(data, steps.start() - _LONGEST_MATRIX, steps.start())
        if _tile_area(matrix[1] if matrix else b"", *steps.groups()) < _FINE:
            return True
    return False


def repeats_much(svg: str, *, has_fine_tiles: bool) -> bool:
    """Return whether a picture may cost a viewer much more than its length; to find out how much takes time.

    Args:
        has_fine_tiles: Whether it may have a pattern of very small tiles.
    """
    if any(word in svg for word in _REPEATING_WORDS):
        return True
    is_fine = has_fine_tiles and "pattern" in svg
    return is_fine or (("mask" in svg or "pattern" in svg) and svg.count("url(") > _FEW)


def _tile_area(matrix: bytes, x: bytes, y: bytes) -> float:
    """Return the area of a tile, square points, for its matrix and its steps as a file states them."""
    a, b, c, d, *_ = (float(number) for number in (matrix or b"1 0 0 1").split())
    return abs(float(x) * float(y) * (a * d - b * c))


def viewer_cost(page: pikepdf.Dictionary) -> int:
    """Return how many bytes of instructions a viewer works through to show a page of the converter."""
    left, bottom, right, top = (float(side) for side in page.MediaBox)
    return round(_cost(page, abs((right - left) * (top - bottom)), {}))


def _cost(form: pikepdf.Object, area: float, known: _Known) -> float:
    """Return the cost of a page, a form or a tile.

    Args:
        area: What is visible of it at most, square points.
    """
    content = form.get("/Contents", form)
    data = _beginning(content) if isinstance(content, pikepdf.Stream) else b""
    total = len(data) + _dash_cost(data)
    resources = form.get("/Resources")
    if resources is None:
        return total
    named = {operator: resources.get(kind) for operator, kind in _KINDS.items()}
    for (name, operator), times in Counter(_USES.findall(data)).items():
        among = named[operator]
        used = among.get(f"/{name.decode('latin-1')}") if among is not None else None
        if used is not None:
            total += times * _cost_of_use(used, _KINDS[operator], area, known)
    return total


def _beginning(content: pikepdf.Stream) -> bytes:
    """Return the instructions of a stream of the converter, as far as they are counted; they may fill the memory."""
    data = content.read_raw_bytes()
    return zlib.decompressobj().decompress(data, _LONGEST + 1) if "/Filter" in content else data


def _cost_of_use(used: pikepdf.Object, kind: str, area: float, known: _Known) -> float:
    if kind == "/ExtGState":
        mask = used.get("/SMask")
        return _MASK + _once(mask.G, area, known) if isinstance(mask, pikepdf.Dictionary) and "/G" in mask else 0
    if not isinstance(used, pikepdf.Stream) or used.get("/Subtype") == "/Image":
        return 0
    cost = _once(used, area, known)
    if kind == "/Pattern":
        a, b, c, d, *_ = (float(number) for number in used.get("/Matrix", (1, 0, 0, 1, 0, 0)))
        step = abs(float(used.get("/XStep", 1)) * float(used.get("/YStep", 1)) * (a * d - b * c))
        return cost + _TILE * area / max(step, 1e-12)
    return cost + (_GROUP if "/Group" in used else 0)


def _once(form: pikepdf.Object, area: float, known: _Known) -> float:
    """Return the cost of a form, which is computed once however often it is used."""
    if form.objgen not in known:
        known[form.objgen] = 0  # a form that uses itself is drawn by no viewer
        known[form.objgen] = _cost(form, area, known)
    return known[form.objgen]


def _dash_cost(data: bytes) -> float:
    """Return the cost of the dashes of all lines, if they were as long as their coordinates allow."""
    periods = [sum(map(float, numbers.split())) for numbers in _DASHES.findall(data)]
    shortest = min((period for period in periods if period), default=0)
    if not shortest:
        return 0
    length = sum(map(abs, map(float, _NUMBER.findall(data))))
    return _DASH * length / shortest
