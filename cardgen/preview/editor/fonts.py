"""Store fonts that are dropped onto the page in the folder of the deck, never over another file."""

from __future__ import annotations

import re
from pathlib import Path

from cardgen.preview.editor.pictures import put_new
from cardgen.read.files import is_below
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError

FONTS = (".ttf", ".otf")
_FOLDER = "fonts"
_STARTS = (b"\x00\x01\x00\x00", b"OTTO", b"true")
"""First bytes of fonts with outlines. Source: OpenType specification, *Table Directory*."""


def add_font(folder: Path, name: str, data: bytes) -> str:
    """Put a font into the folder `fonts` of a deck; return its path from there.

    Raises:
        UnlocatedError: E408, it is no font, or another one has its name; E601, it cannot be written.
    """
    path = Path(name)
    stem = re.sub(r"[^A-Za-z0-9-]+", "", path.stem)[:60]
    target = folder / _FOLDER / f"{stem}{path.suffix.lower()}"
    if not stem or not data.startswith(_STARTS) or not is_below(target, folder):
        raise UnlocatedError("E408", f"{quoted(name)} is not a font that can be used", expected="a .ttf or .otf file")
    try:
        target.parent.mkdir(exist_ok=True)
        if put_new(target, data):
            return target.relative_to(folder).as_posix()
    except OSError as error:
        raise UnlocatedError("E601", f"font {quoted(name)} cannot be written: {error.strerror}") from error
    raise UnlocatedError(
        "E408", f"there is another font {quoted(target.name)} already", hints=["give the file another name"]
    )
