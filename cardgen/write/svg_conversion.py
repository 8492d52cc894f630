"""Convert SVG documents to one PDF file; only a sandbox imports this module, as it loads the converter."""

from __future__ import annotations

from typing import Any

import typst


def convert(sizes: list[tuple[float, float]], documents: list[str], folders: list[str]) -> bytes | tuple[int, str]:
    """Return a PDF file with one page for each document; or the number of the first that the converter refuses, and why.

    Args:
        sizes: Width and height of each document, mm.
        folders: Folders with the fonts for their text. No other fonts are used.
    """
    found = _compile(sizes, documents, folders)
    if isinstance(found, bytes):
        return found
    for number, (size, document) in enumerate(zip(sizes, documents, strict=True) if len(sizes) > 1 else ()):
        reason = _compile([size], [document], folders)
        if not isinstance(reason, bytes):
            return number, reason
    return 0, found


def _compile(sizes: list[tuple[float, float]], documents: list[str], folders: list[str]) -> bytes | str:
    """Return a PDF file, or why there is none."""
    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=folders)
    pages = [
        f"#page(width: {width}mm, height: {height}mm, margin: 0pt, fill: none, "
        f'image("{index}.svg", width: 100%, height: 100%, fit: "stretch"))'
        for index, (width, height) in enumerate(sizes)
    ]
    files: Any = {f"{index}.svg": document.encode() for index, document in enumerate(documents)}
    files["main.typ"] = "\n".join(pages).encode()
    try:
        # The root is a file and so contains nothing: no picture can include a file by a relative path.
        data: bytes = typst.compile(files, root=__file__, font_paths=fonts, pdf_tags=False, timestamp=0)
        return data
    except MemoryError:
        raise
    except BaseException as error:  # a panic of the converter is no Exception
        return str(getattr(error, "message", error))
