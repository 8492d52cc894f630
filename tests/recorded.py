"""Compare what comes out with what a file records, for what must stay the same from one version to the next.

`RECORD=1 pytest FILE` records it anew: read the difference before it is committed, and name it in the changelog if people
who have printed half of a deck would see it.
"""

import os
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any
from zlib import crc32


def check_recorded(path: Path, found: Iterable[str]) -> None:
    """Fail at the first line that is not the recorded one."""
    lines = [line for text in found for line in text.split("\n")]
    if os.environ.get("RECORD"):
        path.write_text("\n".join(lines) + "\n", "utf-8")
    recorded = path.read_text("utf-8").removesuffix("\n").split("\n")
    case = ""
    for number, (now, then) in enumerate(zip_longest(lines, recorded), 1):
        case = then if then and then.startswith("== ") else case
        assert now == then, (
            f"{path.name}:{number}, {case}: {now!r} instead of {then!r}; if that is meant, record it anew: RECORD=1 pytest"
        )


class Sums:
    """Sums of all that was found, each with its first example, for what is too much to be recorded word by word."""

    def __init__(self) -> None:
        self.found: dict[str, list[Any]] = {}

    def add(self, key: str, example: object, *more: object) -> None:
        entry = self.found.setdefault(key, [str(example).replace("\n", " / "), 0, 0])
        entry[1:] = entry[1] + 1, crc32(repr((example, *more)).encode(), entry[2])

    def lines(self) -> Iterator[str]:
        for key, (example, number, total) in sorted(self.found.items()):
            yield f"{key}, {number} times {total:x}: {example[:200]}"
