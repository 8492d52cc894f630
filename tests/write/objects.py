"""The objects of a file as lines, without what depends on the release of a library."""

import io
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name

HIDDEN = frozenset(
    {
        "/Length",
        "/Filter",
        "/Length1",
        "/FontFile2",
        "/Parent",
        "/ID",
        "/Producer",
        "/Creator",
        "/Trans",
        "/ProcSet",
        "/Keywords",
    }
)
CONVERTED = re.compile(r"/(FormXob\.)?A\d+")
"""Names of forms whose content the converter of artworks writes."""


class _Numbered:
    """Numbers for indirect objects, in the order in which they are reached."""

    def __init__(self) -> None:
        self.numbers: dict[tuple[int, int], int] = {}
        self.waiting: list[tuple[Any, str]] = []

    def shown(self, value: Any, key: str = "") -> str:
        if not (isinstance(value, pikepdf.Object) and value.is_indirect):
            return self.plain(value, key)
        if value.objgen not in self.numbers:
            self.numbers[value.objgen] = len(self.numbers) + 1
            self.waiting.append((value, key))
        return f"#{self.numbers[value.objgen]}"

    def plain(self, value: Any, key: str = "") -> str:
        if isinstance(value, pikepdf.Stream | Dictionary):
            hidden = HIDDEN | {"/Resources"} if CONVERTED.fullmatch(key) else HIDDEN
            entries = ((name, value[name]) for name in sorted(value.keys()) if name not in hidden)
            return "<< " + " ".join(f"{name} {self.shown(one, name)}" for name, one in entries) + " >>"
        if isinstance(value, Array):
            return "[" + " ".join(self.shown(one) for one in value) + "]"  # type: ignore[attr-defined]
        if isinstance(value, Name):
            return re.sub("[A-Z]{6}[+]", "SUBSET+", str(value))
        is_number = isinstance(value, float | int | Decimal)
        return f"{float(value):.3f}".rstrip("0").rstrip(".") if is_number else repr(str(value))


def objects_of(data: bytes) -> Iterator[str]:
    """All objects of a file in the order in which they are reached."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        found = _Numbered()
        yield found.shown(pdf.Root)
        yield "info " + found.plain(pdf.docinfo)
        for value, key in found.waiting:  # which grows meanwhile
            yield f"{found.shown(value)} {found.plain(value, key)}"
            if isinstance(value, pikepdf.Stream) and not CONVERTED.fullmatch(key):
                yield _content(value, key)


def _content(stream: pikepdf.Stream, key: str) -> str:
    data = stream.read_bytes()
    if key == "/CIDToGIDMap":
        return "  " + " ".join(str(int.from_bytes(data[at : at + 2], "big")) for at in range(0, len(data), 2))
    if stream.get("/Subtype") == Name.Image:
        return f"  {len(data)} bytes, the first {data[:6].hex()}"
    return re.sub("(?m)^", "  ", data.decode("utf-8", "backslashreplace").strip())
