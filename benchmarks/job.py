"""Run cardgen's command line with the game of the benchmark.

Usage: job.py build ARGUMENT...
"""

from cardgen.__main__ import main
from cardgen.plugin.registry import add_game

from game import GAME  # isort: skip

if __name__ == "__main__":
    add_game(GAME)
    main()
