"""Turn words into the squares of a QR code."""

from __future__ import annotations

import segno

from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError

_MARGIN = 4
"""Modules around a code that have the colour of its ground. Source: ISO/IEC 18004, section 9.1."""


def qr_code(words: str) -> dict[str, object]:
    """Return a code with its margin: `side`, in modules, and `path`, data of an SVG path in modules.

    Raises:
        UnlocatedError: E403, they are more than a code holds.
    """
    try:
        code = segno.make(words, micro=False, error="m", boost_error=False)
    except segno.DataOverflowError:
        message = f"{quoted(words[:30])} and more is too long for a QR code"
        raise UnlocatedError("E403", message, expected="at most 2,331 bytes") from None
    parts = []
    for y, row in enumerate(code.matrix, _MARGIN):
        x = _MARGIN
        for run in bytes(row).replace(b"\x01\x00", b"\x01,\x00").replace(b"\x00\x01", b"\x00,\x01").split(b","):
            if run[0]:
                parts.append(f"M{x} {y}h{len(run)}v1h-{len(run)}z")
            x += len(run)
    return {"side": len(code.matrix) + 2 * _MARGIN, "path": "".join(parts)}
