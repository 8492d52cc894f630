"""The contract of a game as a test that every game can run.

A package that provides a game needs one test:

    from cardgen.testing import check_game

    def test_game_keeps_the_contract(tmp_path):
        check_game("my-game", tmp_path)

`CHECKS` holds the parts of that test, for packages that prefer a separate test for each part.
"""

from cardgen.testing.contract import CHECKS, GameUnderTest, check_game

__all__ = ["CHECKS", "GameUnderTest", "check_game"]
