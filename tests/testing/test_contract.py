"""Every game keeps the contract: those that are installed, those of the examples and those of the tests."""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
import toy
from play.toys import BEACON, BeaconRules, BidRules

from cardgen.pipeline.open.game_files import game_ids
from cardgen.pipeline.open.games import find_game, game_in_folder
from cardgen.plugin import registry
from cardgen.plugin.code import GameCode
from cardgen.plugin.game import Game
from cardgen.testing import CHECKS, GameUnderTest
from cardgen.testing.play import check_contest, check_tree

pytestmark = pytest.mark.usefixtures("no_front_pages")

EXAMPLES = Path(__file__).parents[2] / "examples"


def example_games() -> Iterator[tuple[str, Game | GameCode]]:
    """The games of the examples, imported from where they lie."""
    for package in sorted(EXAMPLES.glob("*/cardgen_*")):
        sys.path.insert(0, str(package.parent))
        yield package.name.removeprefix("cardgen_"), import_module(package.name).GAME


OWN = {"toy": toy.GAME, **dict(example_games())}
"""Games that are not installed."""
FOLDERS = sorted(
    file.parent.name for file in EXAMPLES.glob("*/game.yaml") if "extends: cards" not in file.read_text("utf-8")
)
"""Games of data alone, in the folders of the examples; those with stock faces are played in tests/examples."""


LARGE = ("stonewater-weir", "attack-the-tower")
"""Games whose decks take seconds to build and to export in each language."""
SLOW = ("brot-und-pao", "solstice", "sorry-im-late", "tideland")
"""Examples whose contract takes a second or more."""
SMALL = [
    name for name in (*sorted({*game_ids(), *OWN}), *(f"examples/{name}" for name in FOLDERS)) if name not in LARGE
]


@pytest.fixture(
    params=[
        *(pytest.param(name, marks=pytest.mark.extended if name.endswith(SLOW) else ()) for name in SMALL),
        *(pytest.param(name, marks=pytest.mark.extended) for name in LARGE),
    ]
)
def game(request: pytest.FixtureRequest, learns_little: None) -> Iterator[Game]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "_added", OWN)
        if request.param.startswith("examples/"):
            yield game_in_folder(EXAMPLES.parent / request.param)
            return
        found = find_game(request.param)
        assert found
        yield found


@pytest.mark.parametrize("check", CHECKS)
def test_game_keeps_the_contract(game, check, tmp_path):
    assert game.example
    check(GameUnderTest(game, game.example, tmp_path, games=3))


@pytest.mark.parametrize(
    ("rules", "decks", "players"),
    [
        (BeaconRules(), [BEACON], 1),
        (BeaconRules(), [BEACON], 4),
        (BidRules(), [[1, 2, 3], [2, 2, 2]], 2),
        (BidRules(teams=(0, 1, 0, 1)), [[1, 2, 3]] * 4, 4),
    ],
)
def test_rules_with_hidden_cards_teams_and_cooperation_keep_the_contract(rules, decks, players):
    check_contest(rules.contest(decks, players=players), players, 10)
    check_tree(rules.tree(decks, players=players))
