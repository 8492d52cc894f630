"""`cardgen play`: a game at the terminal, between people, agents, or both."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardgen.cli import console, options
from cardgen.report.errors import CardgenError, UnlocatedError

Decks = Annotated[
    list[Path],
    typer.Argument(
        metavar="DECK",
        help="Deck files (YAML), one for each player, yours first; a single one if the players of the game share it.",
        show_default=False,
    ),
]
Level = Annotated[
    str,
    typer.Option(
        metavar="LEVEL", help="Level of skill of the agents: random, script, greedy, search, mcts or mcts-800."
    ),
]
Seed = Annotated[int, typer.Option(metavar="NUMBER", help="Seed of the shuffles: the same seed deals the same cards.")]
First = Annotated[int, typer.Option(metavar="PLAYER", help="Number of the player who begins.")]
Second = Annotated[bool, typer.Option("--second", help="The second player begins; same as --first 2.")]
People = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Number of people, who take turns at this terminal and see only their own hands; agents play for the other "
        "players. [default: 1]",
        show_default=False,
    ),
]
Watch = Annotated[bool, typer.Option("--watch", help="Watch agents play, with all hands open; same as --people 0.")]
Two = Annotated[bool, typer.Option("--two", help="Two people play; same as --people 2.")]
Players = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Number of players, for games that leave it open. [default: as many as there are decks for]",
        show_default=False,
    ),
]
DifficultyLevel = Annotated[
    str,
    typer.Option(
        "--difficulty",
        metavar="LEVEL",
        help="Level of difficulty of a co-operative game. [default: that of the rules]",
        show_default=False,
    ),
]
Record = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write the game to this new file.", show_default=False)
]
Replay = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Replay a recorded game and continue from its end.", show_default=False),
]
To = Annotated[
    int | None,
    typer.Option(
        metavar="MOVE",
        help="With --replay: continue after the move with this number. [default: the last]",
        show_default=False,
    ),
]
Position = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="Begin from this position; cardgen fills in what it leaves out.", show_default=False
    ),
]


def play(  # noqa: PLR0913, PLR0917 - the options of the command, which Typer calls by name
    decks: Decks,
    level: Level = "greedy",
    seed: Seed = 0,
    first: First = 1,
    second: Second = False,
    people: People = None,
    watch: Watch = False,
    two: Two = False,
    players: Players = None,
    difficulty: DifficultyLevel = "",
    record: Record = None,
    replay: Replay = None,
    to: To = None,
    position: Position = None,
    rule: options.Rules = None,
    language: options.Language = "",
) -> None:
    """Play a game at the terminal, against agents or people.

    At each decision you see the table and your choices by number. ? lists what else you can type: read a card, take a
    decision back, save the game or the position.

    Example: cardgen play decks/elves.yaml decks/samurai.yaml --level search
    """
    from cardgen.play.people import PlayOptions, play_at_terminal
    from cardgen.play.records import GameStart

    given = [
        name for name, is_given in (("--people", people is not None), ("--watch", watch), ("--two", two)) if is_given
    ]
    _check(len(given) > 1, f"{' and '.join(given)} cannot be combined")
    _check(replay is not None and position is not None, "--replay and --position cannot be combined")
    _check(to is not None and replay is None, "--to needs --replay")
    _check(
        replay is not None and (seed != 0 or first != 1 or second),
        "a recorded game has its own --seed and --first; leave them out",
    )
    count = 0 if watch else 2 if two else 1 if people is None else people
    start = GameStart(seed, 1 if second else first - 1, replay, to, position)
    try:
        play_at_terminal(decks, PlayOptions(count, players, level, start, record, rule or (), language, difficulty))
    except CardgenError as error:
        console.fail(error.diagnostics)
    except UnlocatedError as error:
        console.fail([error.at(None)])


def _check(wrong: bool, message: str) -> None:
    """Refuse options that contradict each other."""
    if wrong:
        raise typer.BadParameter(message)
