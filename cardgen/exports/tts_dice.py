"""Make dice for Tabletop Simulator: a cube as a Wavefront OBJ file, its picture, and its rotations.

The simulator has dice with pictures of its own, but the layout of their picture is published only as a template inside the
program. A model of the type "dice" states its own layout, which is that of the printed net without the tabs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PIL import Image

from cardgen.geometry.nets import die_corners
from cardgen.geometry.units import MM_PER_INCH
from cardgen.model.piece import Piece
from cardgen.pipeline.draw.raster import PictureRequest, RasterPictures, trim_pixels

DICE_MODEL = 2
"""Type of a model that is rolled."""
_PLASTIC = 0
_COLUMNS, _ROWS = 4, 3
_CELLS: Mapping[str, tuple[int, int]] = {"1": (1, 0), "2": (0, 1), "3": (1, 1), "5": (2, 1), "4": (3, 1), "6": (1, 2)}
"""Column and row of each side in the picture."""
_INSET = 0.01
"""Share of a side that is left out at its edges, where the filter of a texture mixes neighbouring sides."""
# The simulator, like its engine Unity, mirrors x when it reads a model, and turns clockwise as seen along an axis.
_UP: Mapping[str, tuple[int, int, int]] = {
    "1": (0, 0, 0),
    "2": (0, 0, 90),
    "3": (270, 0, 0),
    "4": (90, 0, 0),
    "5": (0, 0, 270),
    "6": (180, 0, 0),
}
"""Rotation about x, y and z that turns each side up, degrees."""


def side_requests(piece: Piece, dpi: float) -> list[PictureRequest]:
    """Return the pictures of the sides of a die.

    Args:
        dpi: Pixels per inch.
    """
    return [PictureRequest(side, trim_pixels(side.size, dpi)) for side in piece.sides]


def texture(piece: Piece, dpi: float, pictures: RasterPictures) -> Image.Image:
    """Return the picture on a die: its six sides as in the net, over a ground in the colour of their corners.

    Args:
        dpi: Pixels per inch.
    """
    requests = side_requests(piece, dpi)
    pixels = requests[0].pixels.width
    sides = [pictures.picture(request).convert("RGB") for request in requests]
    whole = Image.new("RGB", (_COLUMNS * pixels, _ROWS * pixels), sides[0].getpixel((0, 0)))
    for number, side in enumerate(sides, 1):
        column, row = _CELLS[str(number)]
        whole.paste(side.resize((pixels, pixels)), (column * pixels, row * pixels))
    return whole


def model(edge: float) -> bytes:
    """Return the cube as an OBJ file of triangles, in inches, which are the units of the table.

    Args:
        edge: Length of an edge, mm.
    """
    lines, faces = ["# a die", "o die"], []
    count = 0
    for name, corners in die_corners(edge / MM_PER_INCH).items():
        column, row = _CELLS[name]
        ends = ((_INSET, _INSET), (1 - _INSET, _INSET), (1 - _INSET, 1 - _INSET), (_INSET, 1 - _INSET))
        for (x, y, z), (across, down) in zip(corners, ends, strict=True):
            lines.append(f"v {x:.5f} {y:.5f} {z:.5f}")
            lines.append(f"vt {(column + across) / _COLUMNS:.5f} {1 - (row + down) / _ROWS:.5f}")
        centre = [sum(axis) for axis in zip(*corners, strict=True)]
        lines.append("vn " + " ".join(f"{(number > 1e-6) - (number < -1e-6):d}" for number in _along_axis(centre)))
        normal = count // 4 + 1
        first, second, third, fourth = (f"{count + at}/{count + at}/{normal}" for at in (1, 2, 3, 4))
        faces += [f"f {first} {fourth} {third}", f"f {first} {third} {second}"]  # anticlockwise as seen from outside
        count += 4
    return ("\n".join([*lines, *faces]) + "\n").encode()


def _along_axis(centre: list[float]) -> list[float]:
    """Return a vector without what rounding has left in its other directions."""
    longest = max(map(abs, centre))
    return [number if abs(number) > longest / 2 else 0.0 for number in centre]


def dice_attributes(piece: Piece, mesh: str, picture: str, values: list[str]) -> dict[str, Any]:
    """Return what an object of the simulator states of a die, beside name and place.

    Args:
        values: What each side shows, from side 1 to 6.
    """
    assert len(piece.sides) == len(values)
    return {
        "CustomMesh": {
            "MeshURL": mesh,
            "DiffuseURL": picture,
            "NormalURL": "",
            "ColliderURL": "",
            "Convex": True,
            "MaterialIndex": _PLASTIC,
            "TypeIndex": DICE_MODEL,
            "CastShadows": True,
        },
        "RotationValues": [
            {"Value": value, "Rotation": dict(zip("xyz", map(float, _UP[str(number)]), strict=True))}
            for number, value in enumerate(values, 1)
        ],
    }
