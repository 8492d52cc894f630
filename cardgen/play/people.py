"""Run the games that people play at the terminal, from deck files and options as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cardgen.play.matches import open_contest
from cardgen.play.players import check_people
from cardgen.play.records import GameStart, open_session, write_record
from cardgen.play.simulate.levels import agent_of, level_of
from cardgen.play.terminal import TerminalGame


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """The options of a game at the terminal, as a person writes them.

    Attributes:
        people: Number of players who are people, the first ones; 0: all players are agents.
        players: Number of players; None: one for each deck, or the smallest number that the game allows.
        level: Level of the agents, such as `greedy`.
        record: New file for the record of the game; None for none.
        rules: Settings as `name=value`.
        language: Language of the game; empty: its first one.
        difficulty: Level of difficulty of a co-operative game; empty: that of the rules.
    """

    people: int = 1
    players: int | None = None
    level: str = "greedy"
    start: GameStart = field(default_factory=GameStart)
    record: Path | None = None
    rules: Sequence[str] = ()
    language: str = ""
    difficulty: str = ""


def play_at_terminal(paths: Sequence[Path], options: PlayOptions) -> None:
    """Play a game at the terminal, and write its record even if the game is left unfinished.

    Args:
        paths: The deck files, one for each player or a single one that all share, as the game requires.

    Raises:
        CardgenError: See `open_decks` and `open_session`.
        UnlocatedError: E504, E704, E718, E720 to E722, E734, E735, E760, E761, invalid option; E601, E733, the record cannot be
            written.
    """
    agent = agent_of(level_of(options.level))
    contest, game = open_contest(paths, options.rules, options.players, options.difficulty)
    people = check_people(contest, options.people)
    language = options.language or game.languages[0]
    session = open_session(contest.tabletop(language), options.start)
    if options.record is not None:
        write_record(options.record, session.record())
    terminal = TerminalGame(contest, session, agent, people, language)
    try:
        if options.start.replay is not None:
            terminal.retell()
        terminal.play()
    finally:
        if options.record is not None:
            write_record(options.record, session.record(), replace=True)
