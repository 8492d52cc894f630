"""The checks of every game: that it is found, described, built in every language, exported, and played."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cardgen.exports.job import export
from cardgen.exports.profile import find_profile
from cardgen.pipeline.open.game_files import game_ids
from cardgen.pipeline.open.games import find_game, game_in_folder
from cardgen.pipeline.open.project import open_deck
from cardgen.pipeline.options import BuildOptions, ExportOptions
from cardgen.pipeline.printed_file.build import prepare, write
from cardgen.plugin.codes import read_codes
from cardgen.plugin.conformance import contract_problems
from cardgen.plugin.game import Game
from cardgen.report.diagnostics import Collector
from cardgen.report.formats import to_text
from cardgen.testing.play import check_contest, check_tabletop, check_tree

TARGETS = ("png", "tts")
"""The export targets that accept every kind of piece."""
_DPI = 60
"""Resolution of the pictures of an export, of which only the files count; at that of the target they take a minute."""


@dataclass(frozen=True, slots=True)
class GameUnderTest:
    """A game, the deck to test it with, and a folder for files.

    Attributes:
        folder: An empty folder.
        games: Number of random games to play for each number of players.
    """

    game: Game
    deck: Path
    folder: Path
    games: int = 10


def check_game(game: str | Path, folder: Path, deck: Path | None = None, games: int = 10) -> None:
    """Check that a game keeps the contract of games.

    Args:
        game: Id of an installed game, or a folder with a `game.yaml`.
        folder: An empty folder, such as `tmp_path` of pytest.
        deck: A deck of the game; None for the example that comes with it.
        games: Number of random games to play for each number of players, if the game can be played.

    Raises:
        AssertionError: The game breaks the contract; the message says how.
        CardgenError: The game cannot be used, or its deck has errors.
    """
    found = game_in_folder(game) if isinstance(game, Path) else find_game(game)
    assert found, f"there is no game {game!r}; installed are: {', '.join(game_ids())}"
    deck = deck or found.example
    assert deck, f"game {found.id!r} has no example deck: state its `example`, or name a deck"
    for check in CHECKS:
        check(GameUnderTest(found, deck, folder / check.__name__, games))


def check_description(test: GameUnderTest) -> None:
    """Check that the game is found by its id, that it has what a game needs, and that its codes are explained."""
    game = test.game
    is_found = find_game(game.id) is game
    if not is_found and (game.resources / "game.yaml").is_file():
        is_found = game_in_folder(game.resources) is game
    assert is_found, f"another game is found by the id {game.id!r}"
    problems = contract_problems(game)
    assert not problems, to_text(problems)
    if game.codes:
        read_codes(game.codes)


def check_schema(test: GameUnderTest) -> None:
    """Check that the schema of decks has a key `game`, and that it can be written for editors."""
    from cardgen.validate.schema import editor_schema

    schema = json.loads(json.dumps(editor_schema(test.game)))
    assert "game" in schema.get("properties", {}), f"the schema of game {test.game.id!r} has no key 'game'"


def check_deck(test: GameUnderTest) -> None:
    """Check that the deck is one of the game, and that it breaks none of its rules."""
    found = Collector()
    opened = open_deck(test.deck, found)
    assert opened and not found.has_errors, to_text(found.items)
    deck, game = opened
    assert game is test.game, f"{test.deck} is a deck of game {deck.game!r}, not of {test.game.id!r}"


def check_build(test: GameUnderTest) -> None:
    """Check that the deck builds in every language of the game, with all components and words, and twice to the same bytes."""
    game = test.game
    made: list[bytes] = []
    for language in (*game.languages, game.languages[0]):
        job = prepare(test.deck, BuildOptions(language=language))
        drawn = [part.component.name for part in job.drawn if part.pieces or part.pages]
        expected = [component.name for component in game.components]
        assert drawn == expected, f"the deck {test.deck} has only {drawn} of the components {expected}"
        own = str(game.resources.resolve())
        lacking = [
            item for item in job.warnings if item.code == "W207" and (not item.span or _is_in(item.span.file, own))
        ]
        assert not lacking, to_text(lacking)
        (file,) = write(job, test.folder / f"{len(made)}-{language}.pdf")
        made.append(file.read_bytes())
    assert made[0] == made[-1], "two builds of the deck differ"


def check_exports(test: GameUnderTest) -> None:
    """Check that the deck is exported as pictures and to a virtual tabletop, with all that is played with."""
    for target in TARGETS:
        small = find_profile(target).model_copy(update={"dpi": _DPI})
        result = export(test.deck, target, test.folder, ExportOptions(), profile=small)
        left_out = [f"{item.title} ({item.reason})" for item in result.left_out if not item.is_for_paper]
        assert not left_out, f"the export to {target} leaves out {', '.join(left_out)}"
        missing = [name for name in result.files if not (result.folder / name).is_file()]
        assert result.files and not missing, f"the export to {target} has not written {missing or 'any file'}"


def check_play(test: GameUnderTest) -> None:
    """Check that random games by the rules of the game come to an end, if it has rules; see `cardgen.testing.play`."""
    if test.game.rules is None:
        return
    opened = open_deck(test.deck, Collector())
    assert opened, f"{test.deck} cannot be read"
    rules, data = test.game.rules(), opened[0].data
    counts = list(rules.player_counts)
    assert counts and counts == sorted({*counts}) and counts[0] >= 1, (
        f"player_counts is {counts}, not ascending numbers from 1"
    )
    for players in sorted({counts[0], counts[-1]}):
        decks = [data] if rules.shares_deck else [data] * players
        contest = rules.contest(decks, players=players)
        check_contest(contest, players, test.games)
        check_tabletop(contest, test.game)
        check_tree(rules.tree(decks, players=players))


CHECKS: tuple[Callable[[GameUnderTest], None], ...] = (
    check_description,
    check_schema,
    check_deck,
    check_build,
    check_exports,
    check_play,
)


def _is_in(file: str, folder: str) -> bool:
    return Path(file).resolve().is_relative_to(folder)
