"""Rules of a few lines: a game states what can be chosen and what follows, and gets the whole contract of a contest.

A game subclasses `SimpleGame`, and its rules are a `SimpleRules(...)`. That suits games in which every choice is
public and which a program can copy as often as it likes; a game of secret choices, or one that must be played a thousand
times a second, implements `cardgen.plugin.rules.contest.GameRules` itself.
"""

from cardgen.plugin.rules.simple.game import Luck, SimpleGame
from cardgen.plugin.rules.simple.rules import SimpleRules

__all__ = ["Luck", "SimpleGame", "SimpleRules"]
