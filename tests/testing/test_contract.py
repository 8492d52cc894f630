"""Every game keeps the contract: those that are installed, and those of the tests."""

from collections.abc import Iterator

import pytest
import toy

from cardgen.plugin import registry
from cardgen.plugin.game import Game
from cardgen.testing import CHECKS, GameUnderTest

OWN = {toy.GAME.id: toy.GAME}
"""Games that are not installed."""


@pytest.fixture(params=sorted({*registry.game_ids(), *OWN}))
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "_added", OWN)
        found = registry.find_game(request.param)
        assert found
        yield found


@pytest.mark.parametrize("check", CHECKS)
def test_game_keeps_the_contract(game, check, tmp_path):
    assert game.example
    check(GameUnderTest(game, game.example, tmp_path, games=3))
