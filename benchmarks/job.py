"""What the measured processes do, with nothing but cardgen's own commands and functions.

Usage: job.py build ARGUMENT...     the command line, with the game of the benchmark registered
       job.py rebuild DECK OLD NEW  builds, replaces OLD by NEW in the deck, builds again as a preview does; prints the seconds of each
"""

from __future__ import annotations

import gc
import sys
from pathlib import Path

from cardgen.plugin.registry import add_game

from game import GAME  # isort: skip


def _rebuild(deck: Path, old: str, new: str) -> None:
    from time import perf_counter

    from cardgen.pipeline.build import prepare, write
    from cardgen.pipeline.cache import BuildCache
    from cardgen.pipeline.options import BuildOptions

    gc.set_threshold(100_000)  # as the command line does
    workshop = BuildCache()
    for _ in range(2):
        start = perf_counter()
        job = prepare(deck, BuildOptions(), workshop=workshop)
        write(job, deck.with_suffix(".pdf"), workshop)
        print(perf_counter() - start)
        text = deck.read_text("utf-8")
        assert old in text or new in text
        deck.write_text(text.replace(old, new), "utf-8")


if __name__ == "__main__":
    add_game(GAME)
    if sys.argv[1] == "rebuild":
        _rebuild(Path(sys.argv[2]), *sys.argv[3:])
    else:
        from cardgen.__main__ import main

        main()
