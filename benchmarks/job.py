"""Run one measured job, with cardgen's own commands and functions only.

Usage: job.py build ARGUMENT...     run the command line with the game of the benchmark registered
       job.py rebuild DECK OLD NEW  build, replace OLD by NEW in the deck, build again in the same process; print the seconds
                                    that each build took
"""

from __future__ import annotations

import gc
import sys
from pathlib import Path

from cardgen.plugin.registry import add_game

from game import GAME  # isort: skip


def _rebuild(deck: Path, old: str, new: str) -> None:
    from time import perf_counter

    from cardgen.pipeline.cache import BuildCache
    from cardgen.pipeline.options import BuildOptions
    from cardgen.pipeline.printed_file.build import prepare, write

    gc.set_threshold(100_000)  # as the command line does
    cache = BuildCache()
    for _ in range(2):
        start = perf_counter()
        job = prepare(deck, BuildOptions(), cache=cache)
        write(job, deck.with_suffix(".pdf"), cache)
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
