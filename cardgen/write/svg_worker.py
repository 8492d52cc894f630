"""The process that converts SVG: it reads requests from its standard input, and answers on its standard output.

It is started as a file of its own and imports nothing of cardgen, so that it begins at once. What it is told to convert may
take more memory or time than it may have; then the system ends it, and nothing else is harmed.

A request is the length of a description, the description as JSON, and the documents one after the other. An answer is one
byte, `+` for a PDF file and `-` for the words of an error, a length, and as many bytes.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import struct
import sys
from typing import Any, BinaryIO

LENGTH = struct.Struct(">Q")
_MEMORY = "RLIMIT_AS"


def main() -> None:
    """Answer requests until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the process that waits for this one
    source = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what a library prints is no answer
    import typst

    while request := _read_request(source):
        description, documents = request
        _limit(description["memory"], description["seconds"])
        try:
            data = convert(typst, description["sizes"], documents, description["folders"])
            answer = b"+", data
        except BaseException as error:  # a panic of the converter is no Exception
            answer = b"-", str(getattr(error, "message", error)).encode()
        answers.write(answer[0] + LENGTH.pack(len(answer[1])))
        answers.write(answer[1])
        answers.flush()


def convert(typst: Any, sizes: list[list[float]], documents: list[bytes], folders: list[str]) -> bytes:
    """Return a PDF file with one page for each document.

    Args:
        typst: The module of the converter.
        sizes: Width and height of each document, mm.
        folders: Folders with the fonts for their text. No other fonts are used.
    """
    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=folders)
    pages = [
        f"#page(width: {width}mm, height: {height}mm, margin: 0pt, fill: none, "
        f'image("{index}.svg", width: 100%, height: 100%, fit: "stretch"))'
        for index, (width, height) in enumerate(sizes)
    ]
    files = {f"{index}.svg": document for index, document in enumerate(documents)}
    files["main.typ"] = "\n".join(pages).encode()
    # The root is a file and so contains nothing: no picture can include a file by a relative path.
    data: bytes = typst.compile(files, root=__file__, font_paths=fonts, pdf_tags=False, timestamp=0)
    return data


def _read_request(source: BinaryIO) -> tuple[dict[str, Any], list[bytes]] | None:
    head = source.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    description = json.loads(source.read(LENGTH.unpack(head)[0]))
    return description, [source.read(length) for length in description["lengths"]]


def _limit(memory: int, seconds: int) -> None:
    """Let the system end this process if it takes more than that from now on; where it cannot, the parent does."""
    try:
        import resource
    except ImportError:  # on Windows
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    until = int(used.ru_utime + used.ru_stime) + 1 + seconds
    for name, limit in {"RLIMIT_CPU": until, _MEMORY: memory, "RLIMIT_CORE": 0}.items():
        if hasattr(resource, name):
            number = getattr(resource, name)
            hard = resource.getrlimit(number)[1]
            with contextlib.suppress(OSError, ValueError):  # macOS knows the names, but not all of the limits
                resource.setrlimit(number, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))


if __name__ == "__main__":
    main()
    sys.exit()
