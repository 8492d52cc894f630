"""`cardgen play`: a game at the terminal, against an agent, between two people, or between agents."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardgen.cli import console, options
from cardgen.cli.playtest import Rules
from cardgen.report.errors import CardgenError, UnlocatedError

Decks = Annotated[
    tuple[Path, Path], typer.Argument(metavar="DECK DECK", help="Your deck and the other (YAML).", show_default=False)
]
Level = Annotated[str, typer.Option(help="How well the agent plays: random, script, greedy, search, mcts, mcts-800.")]
Seed = Annotated[int, typer.Option(help="Decides the shuffles; the same seed deals the same cards.")]
Second = Annotated[bool, typer.Option("--second", help="The other begins.")]
Watch = Annotated[bool, typer.Option("--watch", help="Agent against agent, both hands open.")]
Two = Annotated[bool, typer.Option("--two", help="Two people at one terminal; each sees his own hand in his turn.")]
Record = Annotated[Path | None, typer.Option(help="Write the game to this new file.", show_default=False)]
Replay = Annotated[Path | None, typer.Option(help="Tell a recorded game and go on from its end.", show_default=False)]
To = Annotated[int | None, typer.Option(help="With --replay: go on after this move.", show_default=False)]
Position = Annotated[
    Path | None, typer.Option(help="Begin from this position; what it leaves out is filled in.", show_default=False)
]


def play(  # noqa: PLR0913, PLR0917, each is an option
    decks: Decks,
    level: Level = "greedy",
    seed: Seed = 0,
    second: Second = False,
    watch: Watch = False,
    two: Two = False,
    record: Record = None,
    replay: Replay = None,
    to: To = None,
    position: Position = None,
    rule: Rules = None,
    language: options.Language = "en",
) -> None:
    """Play a game at the terminal: your deck against another, which an agent plays.

    Whoever has a choice is shown the table and what he may do, by number. ? lists what else can be typed: read a card,
    take back, save the game or the position.

    Example: cardgen play decks/elves.yaml decks/samurai.yaml --level search
    """
    from cardgen.play.matches import GameStart, open_contest, open_session, write_game
    from cardgen.play.simulate.levels import agent_of, level_of
    from cardgen.play.terminal import TerminalGame

    _check(watch and two, "--watch is for agents, --two for people; take one")
    _check(replay is not None and position is not None, "--replay and --position both say where to begin; take one")
    _check(to is not None and replay is None, "--to is a move of a recorded game; give it with --replay")
    _check(
        replay is not None and (seed != 0 or second), "a recorded game has its own --seed and --second; leave them out"
    )
    try:
        agent = agent_of(level_of(level))
        contest = open_contest(decks, rule or ())
        table = contest.tabletop(language)
        session = open_session(table, GameStart(seed, int(second), replay, to, position))
        if record is not None:
            write_game(record, session.record())
    except CardgenError as error:
        console.fail(error.diagnostics)
    except UnlocatedError as fault:
        console.fail([fault.at(None)])
    sitting = TerminalGame(contest, session, agent, () if watch else (0, 1) if two else (0,), language)
    try:
        if replay is not None:
            sitting.retell()
        sitting.play()
    finally:
        if record is not None:
            try:
                write_game(record, session.record(), anew=True)
            except UnlocatedError as fault:
                console.fail([fault.at(None)])


def _check(wrong: bool, message: str) -> None:
    if wrong:
        raise typer.BadParameter(message)
