"""Which instance of a variable font is used: one font file may hold every weight of a family."""

from __future__ import annotations

from typing import Any

REGULAR_WEIGHT = 400


def regular_instance(face: Any) -> dict[str, float]:
    """Return the values of the axes of a face that differ from its defaults; empty for a font without a weight axis.

    The default of many variable fonts, such as Noto Sans JP, is not the regular weight but the thinnest.

    Args:
        face: A face of uharfbuzz.
    """
    if not face.has_var_data:
        return {}
    weights = [axis for axis in face.axis_infos if axis.tag == "wght"]
    return {axis.tag: min(max(REGULAR_WEIGHT, axis.min_value), axis.max_value) for axis in weights}
