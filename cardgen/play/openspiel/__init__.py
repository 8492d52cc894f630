"""Offer the games as games of OpenSpiel; importing this package registers them.

`pyspiel.load_game("cardgen_attack_the_tower(deck1=decks/elves.yaml,deck2=decks/samurai.yaml)")` then lets the two
decks play each other under any of OpenSpiel's algorithms, and `cardgen(deck=my-game/deck.yaml)` loads the game of any
deck file, also one whose rules are data. Needs the extra: `pip install 'cardgen[openspiel]'`.
"""

from __future__ import annotations

try:
    import pyspiel  # noqa: F401, found here or named as what is missing
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("E715 OpenSpiel is not installed; try: pip install 'cardgen[openspiel]'") from error

from cardgen.play.openspiel.bots import LevelBot, RolloutEvaluator, resampler
from cardgen.play.openspiel.game import DeckGame, DeckState, short_name
from cardgen.play.openspiel.register import register_games

__all__ = ["DeckGame", "DeckState", "LevelBot", "RolloutEvaluator", "resampler", "short_name"]

register_games()
