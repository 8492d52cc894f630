"""Decode the text of a list: UTF-8, UTF-16, or Windows-1252 with a warning."""

from __future__ import annotations

import codecs
import re

from cardgen.read.files import line_and_column, looks_like
from cardgen.report.diagnostics import Collector, quoted
from cardgen.report.source import Span

_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f]")


def decode_list(data: bytes, name: str, diagnostics: Collector) -> str | None:
    """Return the content of a file as text; None after an error.

    Windows-1252 is read with a warning, as its bytes are also valid in other encodings, where they are other letters.

    Args:
        diagnostics: Receives the errors E133 and E135, and the warning W152.
    """
    text = _decode(data, name, diagnostics)
    if text is not None and (control := _CONTROL.search(text)):
        line, column = line_and_column(text, control.start())
        message = f"file contains the control character U+{ord(control[0]):04X}"
        diagnostics.add("E135", message, Span(name, line, column, column + 1), hints=["delete it"])
        return None
    return text


def _decode(data: bytes, name: str, diagnostics: Collector) -> str | None:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) and not data.startswith(codecs.BOM_UTF32_LE):
        return _decoded(data, "utf-16", name, diagnostics)
    looks = ""
    try:
        text = data.decode("utf-8-sig")
        if "\0" not in text:
            return text
    except UnicodeDecodeError:
        pass
    looks = looks_like(data)
    if looks == "UTF-16 text":
        return _decoded(
            data, "utf-16-le" if data[1::2].count(0) >= data[::2].count(0) else "utf-16-be", name, diagnostics
        )
    if looks != "Windows-1252 or Latin-1 text":
        diagnostics.add(
            "E133", f"file is not text; it looks like {looks}", Span(name), hints=["save it with the encoding UTF-8"]
        )
        return None
    text = data.decode("cp1252")
    strange = re.search("[^\x00-\x7f]", text)
    line, _ = line_and_column(text, strange.start() if strange else 0)
    sample = quoted(text[max(0, strange.start() - 12) : strange.start() + 12].strip()) if strange else ""
    diagnostics.add(
        "W152",
        f"file is not UTF-8 text and was read as Windows-1252, as in {sample}",
        Span(name, line),
        hints=["check the accents, or save the file as 'CSV UTF-8'"],
    )
    return text


def _decoded(data: bytes, encoding: str, name: str, diagnostics: Collector) -> str | None:
    try:
        return data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError:
        diagnostics.add("E135", "file is broken UTF-16 text", Span(name), hints=["save it as 'CSV UTF-8'"])
        return None
