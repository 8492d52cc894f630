"""`cardgen play`: a game at the terminal, against an agent, between two people, or between agents."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardgen.cli import console
from cardgen.errors import CardgenError, Fault

if TYPE_CHECKING:
    from cardgen.rules.contest import Contest
    from cardgen.simulate.agents import Agent

Decks = Annotated[
    tuple[Path, Path], typer.Argument(metavar="DECK DECK", help="Your deck and the other (YAML).", show_default=False)
]
Level = Annotated[str, typer.Option(help="How well the agent plays: random, script, greedy, search, search-200, mcts.")]
Seed = Annotated[int, typer.Option(help="Decides the shuffles; the same seed deals the same cards.")]
Second = Annotated[bool, typer.Option("--second", help="The other begins.")]
Watch = Annotated[bool, typer.Option("--watch", help="Agent against agent, both hands open.")]
Two = Annotated[bool, typer.Option("--two", help="Two people at one terminal; each sees his own hand in his turn.")]


def play(
    decks: Decks,
    level: Level = "greedy",
    seed: Seed = 0,
    second: Second = False,
    watch: Watch = False,
    two: Two = False,
) -> None:
    """Play a game at the terminal: your deck against another, which an agent plays.

    Whoever has a choice is shown the table and what he may do, by number. q ends the game.

    Example: cardgen play decks/elves.yaml decks/samurai.yaml --level search
    """
    from cardgen.playing import open_contest
    from cardgen.simulate.levels import agent_of, level_of

    if watch and two:
        raise typer.BadParameter("--watch is for agents, --two for people; take one")
    try:
        agent = agent_of(level_of(level))
        contest = open_contest(decks)
    except CardgenError as error:
        console.fail(error.diagnostics)
    except Fault as fault:
        console.fail([fault.at(None)])
    people = () if watch else (0, 1) if two else (0,)
    _play(contest, agent, people, contest.start(seed, int(second)), seed)


def _play(contest: Contest, agent: Agent, people: tuple[int, ...], state: Any, seed: int) -> None:
    """To the end of the game, or until a person has enough."""
    from cardgen.rules.random_play import sample_chance
    from cardgen.rules.state import CHANCE
    from cardgen.simulate.agents import View

    rng, turn = Random(f"agent {seed}"), -1
    while not state.is_terminal():
        mover = state.current_player()
        if not people and contest.turn(state) != turn:
            turn = contest.turn(state)
            typer.echo(contest.board(state, -1) + "\n")
        if mover == CHANCE:
            action = sample_chance(state, rng)
        elif mover in people:
            chosen = _asked(contest, state, mover)
            if chosen is None:
                typer.echo("The game is left undecided.")
                return
            action = chosen
        else:
            action = agent.choose(View(contest, state, mover), rng)
        if mover not in people:
            who = "chance" if mover == CHANCE else f"player {mover + 1}"
            typer.echo(f"{who}: {state.action_to_string(action)}")
        state.apply_action(action)
    typer.echo("\n" + contest.board(state, -1))
    winners = [f"Player {player + 1} has won." for player, value in enumerate(state.returns()) if value > 0]
    typer.echo("\n" + (winners[0] if winners else "Nobody has won."))


def _asked(contest: Contest, state: Any, player: int) -> int | None:
    """What a person chooses; None if he leaves."""
    legal = state.legal_actions()
    typer.echo("\n" + contest.board(state, player) + "\n")
    for number, action in enumerate(legal, 1):
        typer.echo(f"  {number:3}  {state.action_to_string(action)}")
    while True:
        try:
            text = input(f"player {player + 1}, 1 to {len(legal)}, or q: ").strip().lower()
        except EOFError:
            return None
        if text in ("q", "quit"):
            return None
        if text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= len(legal) and len(text) < 6:
            return int(legal[int(text) - 1])
        typer.echo(f"that is no number from 1 to {len(legal)}")
