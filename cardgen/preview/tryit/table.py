"""Run a game that people play in the page, and describe what each of them sees of it as data.

People sit at one screen. What one of them may not see is not sent while it is the turn of the other.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from cardgen.geometry.units import Size
from cardgen.play.agent_moves import make_move
from cardgen.play.session import GameSession, identity_of
from cardgen.play.simulate.agents import Agent
from cardgen.plugin.rules.contest import Contest
from cardgen.plugin.rules.pictured import ShowsPieces
from cardgen.plugin.rules.tabletop import Tabletop
from cardgen.report.visible import visible, visible_line

SHARE = 0.25
"""Seconds that agents may play before the page is told what they have done so far."""
MOST_TOLD = 400
"""Events of the log that are sent at most."""

TableView = dict[str, Any]
"""What the page shows of a game; see `GameTable.view`."""


class GameTable:
    """A game between people at one screen and agents.

    Args:
        agent: Plays for all players who are not people.
        people: Number of people, the first players.
        seed: Decides shuffles and random picks.
        first: Player in the first seat, from 0.
    """

    def __init__(self, contest: Contest, agent: Agent, people: int, seed: int, first: int, language: str) -> None:
        self._contest = contest
        self._agent = agent
        self._people = range(people)
        self._tables = {language: contest.tabletop(language)}
        self._session = GameSession(self._tables[language], seed, first)
        self._since = [0] * contest.player_count  # events before each player's last decision
        self._viewer = 0 if people == 1 else -1  # the person who sees the screen; -1 while it is handed over
        self._hand_over()

    @property
    def identity(self) -> tuple[str, ...]:
        """The game, its players, decks and rules, as lines of text."""
        return tuple(identity_of(self._session.table))

    @property
    def move(self) -> int:
        """Number of actions so far."""
        return len(self._session.actions)

    @property
    def progress(self) -> tuple[tuple[int, ...], int, tuple[int, ...]]:
        """All actions so far, who sees the screen, and the number of events before each player's last decision."""
        return tuple(self._session.actions), self._viewer, tuple(self._since)

    def go_to(self, actions: Sequence[int], viewer: int, since: Sequence[int]) -> None:
        """Take the actions of a game that was saved; see `progress`.

        Args:
            since: Number of events before each player's last decision.

        Raises:
            ValueError: They are not of this game.
        """
        for action in actions:
            if action not in self._session.state.legal_actions():
                raise ValueError(f"action {action} is not possible")
            self._session.apply(action)
        if len(since) != len(self._since) or viewer not in (-1, *self._people):
            raise ValueError("other players")
        self._viewer, self._since = viewer, [*since]

    def take(self, move: int, choice: int) -> None:
        """Take a choice of the person who decides; nothing happens if it is not about the present state.

        Args:
            move: Number of actions before the choice, so that a second click on it does nothing.
            choice: Number of the choice, from 0.
        """
        player = self._decider()
        if player is None or move != self.move or player != self._viewer:
            return
        actions = self._session.state.legal_actions()
        if 0 <= choice < len(actions):
            self._since[player] = self._session.table.event_count(self._session.state)
            self._session.apply(actions[choice])
            self._hand_over()

    def undo(self) -> None:
        """Take back the last decision of the person who looks at the screen, with all that followed from it."""
        if self._viewer in self._people and self._session.undo(self._viewer):
            self._since = [self._session.table.event_count(self._session.state)] * len(self._since)

    def look(self) -> None:
        """Show the screen to the person who decides: the others do not see it any more."""
        player = self._decider()
        if player is not None:
            self._viewer = player

    def play_on(self) -> None:
        """Let agents and chance play for a moment, or until a person decides."""
        end = time.monotonic() + SHARE
        while self._is_of_agents() and time.monotonic() < end:
            make_move(self._contest, self._session, self._agent)
        self._hand_over()

    def record(self) -> str:
        """Return the game so far as text, which `cardgen play --replay` continues."""
        return self._session.record()

    def view(self, language: str, card: Size) -> TableView:
        """Return what the page shows: for the person who looks at the screen, or for nobody while it is handed over.

        Raises:
            UnlocatedError: E504, the game does not have this language.
        """
        table = self._speak(language)
        state, is_over = self._session.state, self._session.state.is_terminal()
        view: TableView = {
            "move": self.move,
            "seed": self._session.seed,
            "players": list(table.players),
            "people": len(self._people),
            "viewer": self._viewer,
            "is_over": is_over,
            "is_thinking": self._is_of_agents(),
            "hand_over": "",
            "question": "",
            "choices": [],
            "areas": [],
            "lines": [],
            "news": [],
            "log": [],
            "can_undo": False,
        }
        viewer = -1 if is_over else self._viewer
        player = self._decider()
        if player is not None and player != self._viewer:
            return {**view, "hand_over": table.players[player]}
        if viewer < 0 and table.hides_hands and not is_over:
            return view  # agents play before the first person has looked at the screen
        since = self._since[self._viewer] if self._viewer >= 0 else 0
        view["log"] = _sentences(table.story(state, 0, viewer)[-MOST_TOLD:])
        view["news"] = _sentences(table.story(state, since, viewer)[-MOST_TOLD:])
        view["lines"] = [{"text": visible(line.text), "role": line.role} for line in table.board(state, viewer)]
        view["can_undo"] = self._session.can_undo(self._viewer)
        if isinstance(table, ShowsPieces):
            view["areas"] = [asdict(area) for area in table.areas(state, viewer, card)]
        if is_over:
            return {**view, "question": visible(table.ending(state))}
        if player is not None:
            view |= {"question": visible(table.question(state)), "choices": self._choices(table)}
        return view

    def _choices(self, table: Tabletop) -> list[dict[str, Any]]:
        state, found = self._session.state, []
        for action in state.legal_actions():
            subject = table.subject(state, action) if isinstance(table, ShowsPieces) else None
            found.append(
                {
                    "text": visible(table.choice(state, action)),
                    "piece": subject.piece if subject else "",
                    "deck": subject.deck if subject else 0,
                    "places": list(subject.places) if subject else [],
                }
            )
        return found

    def _speak(self, language: str) -> Tabletop:
        """Return the table in a language, which the session speaks from now on."""
        if language not in self._tables:
            self._tables[language] = self._contest.tabletop(language)
        self._session.table = self._tables[language]
        return self._session.table

    def _decider(self) -> int | None:
        """Return the person who decides; None if it is nobody's turn, or an agent's."""
        player = self._session.state.current_player()
        return player if player in self._people else None

    def _is_of_agents(self) -> bool:
        return not self._session.state.is_terminal() and self._decider() is None

    def _hand_over(self) -> None:
        """Hide the screen if another person decides, where people have something to hide; otherwise show it to them."""
        player = self._decider()
        if player is None or player == self._viewer:
            return
        is_secret = self._session.table.hides_hands and len(self._people) > 1
        self._viewer = -1 if is_secret else player


def _sentences(events: Sequence[str]) -> list[str]:
    """Return events as sentences in which no name turns the words around it; a name by itself is isolated by the page."""
    return [visible_line(event) for event in events]
