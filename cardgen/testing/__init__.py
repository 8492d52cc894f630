"""The contract of a game as a test, for the tests of every game.

A package that brings a game needs one test:

    from cardgen.testing import check_game

    def test_game_keeps_the_contract(tmp_path):
        check_game("harbour", tmp_path)

`CHECKS` has the parts of that test, for a test of each part of its own.
"""

from cardgen.testing.contract import CHECKS, GameUnderTest, check_game

__all__ = ["CHECKS", "GameUnderTest", "check_game"]
