"""Run one game from its actions, and describe it for each viewer with a log that only grows."""

from __future__ import annotations

import pickle
import time
from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import Any

from cardgen.geometry.units import Size
from cardgen.pipeline.kept_drawings import code_state
from cardgen.play.agent_moves import make_move
from cardgen.play.random_play import sample_chance
from cardgen.play.session import GameSession
from cardgen.play.simulate.levels import agent_of
from cardgen.plugin.rules.contest import Contest
from cardgen.plugin.rules.state import CHANCE
from cardgen.plugin.rules.tabletop import StatesGoal, Tabletop
from cardgen.preview.table.outlook import Outlook, outlooks, told_apart
from cardgen.preview.table.requests import EVERYTHING, GameRef, Looker
from cardgen.preview.table.seat_view import (
    SeatView,
    card_text,
    decision,
    from_side,
    numbers_of,
    sentences,
    table_of_seat,
    waiting,
)
from cardgen.report.visible import visible, visible_line

SHARE = 0.25
"""Seconds that agents may play before the others are told what they have done so far."""
MOST_LOGS = 24
"""Logs of a game that are kept, by viewer and language."""
RECENT = 20
"""Actions in which all choices about a card lie that a question is about."""
MOST_TOLD = 400
"""Entries of the log that are sent at most."""
_SOURCES = ("games", "model", "play", "plugin")
"""Packages whose classes a contest consists of."""


class OtherCodeError(Exception):
    """A contest was stored by another state of the code, whose objects this one may read wrongly."""


def packed(contest: Contest, languages: Sequence[str]) -> bytes:
    """Return a contest with the languages of its game, to be stored."""
    return _code() + pickle.dumps((contest, tuple(languages)), pickle.HIGHEST_PROTOCOL)


def unpacked(data: bytes) -> tuple[Contest, tuple[str, ...]]:
    """Return a contest and the languages of its game; the data are of this user's own store.

    Raises:
        OtherCodeError: Other code has packed them.
    """
    if not data.startswith(_code()):
        raise OtherCodeError
    try:
        contest, languages = pickle.loads(data[len(_code()) :])
    except (
        AttributeError,
        EOFError,
        ImportError,
        TypeError,
        ValueError,
        pickle.UnpicklingError,
    ) as error:  # of an installed game
        raise OtherCodeError from error
    return contest, languages


def _code() -> bytes:
    return sha256(code_state(_SOURCES).encode()).digest()


class HostedGame:
    """A game as far as its actions go.

    Args:
        ref: The game; its actions are taken by `go_to`.
    """

    def __init__(self, ref: GameRef) -> None:
        self._contest, self._languages = unpacked(ref.contest)
        self._tables: dict[str, Tabletop] = {}
        self._ref = ref
        self._session = GameSession(self._speak(""), ref.seed, ref.first, ref.position)
        self._logs: OrderedDict[tuple[int, str], _Log] = OrderedDict()
        self._agents: dict[str, Any] = {}
        self._foreseen: tuple[object, dict[int, Outlook]] = None, {}  # of the last position that was asked about

    @property
    def actions(self) -> list[int]:
        """All actions so far."""
        return self._session.actions

    @property
    def deciders(self) -> list[int]:
        """The player who took each action; -1 for chance."""
        return self._session.deciders

    @property
    def state(self) -> Any:
        """The present state."""
        return self._session.state

    def go_to(self, actions: Sequence[int]) -> None:
        """Take the actions of the game as far as it was played, after taking back those that were taken back.

        Raises:
            IllegalActionError: They are not of this game.
        """
        known = self._session.actions
        if known != list(actions[: len(known)]):
            self._session.restart()
            self._logs.clear()
        for action in actions[len(self._session.actions) :]:
            self._apply(action)

    def take(self, player: int, choice: int) -> bool:
        """Take a choice of a player by its number, and all that chance does after it; return False if it is none."""
        state = self._session.state
        if state.is_terminal() or state.current_player() != player:
            return False
        legal = state.legal_actions()
        if not 0 <= choice < len(legal):
            return False
        self._apply(legal[choice])
        self.draw_lots()
        return True

    def draw_lots(self) -> None:
        """Let chance take its actions until a player decides."""
        while not self._session.state.is_terminal() and self._session.state.current_player() == CHANCE:
            rng = Random(f"agent {self._ref.seed} {len(self._session.actions)}")
            self._apply(sample_chance(self._session.state, rng))

    def think(self, levels: Mapping[int, str]) -> None:
        """Let agents play for a moment, or until somebody else decides."""
        end = time.monotonic() + SHARE
        while not self._session.state.is_terminal():
            level = levels.get(self._session.state.current_player())
            if level is None:
                break
            if level not in self._agents:
                self._agents[level] = agent_of(level)
            make_move(self._contest, self._session, self._agents[level])
            self.draw_lots()
            if time.monotonic() > end:
                break

    def facts(self) -> dict[str, Any]:
        """Return what the server has to know: who decides, -1 for nobody, whether it is over, and the results."""
        state = self._session.state
        is_over = state.is_terminal()
        return {
            "mover": -1 if is_over else state.current_player(),
            "is_over": is_over,
            "turn": self._contest.turn(state),
            "returns": list(state.returns()) if is_over else [],
        }

    def view(self, looker: Looker) -> SeatView:
        """Return what somebody sees."""
        table, state = self._speak(looker.language), self._session.state
        facts = self.facts()
        viewer = EVERYTHING if facts["is_over"] else looker.viewer
        log = self._log(viewer, looker.language).entries
        view: SeatView = {
            **facts,
            "move": len(self._session.actions),
            "players": list(table.players),
            "viewer": looker.viewer,
            "legend": table.legend,
            "goal": table.goal if isinstance(table, StatesGoal) else "",
            "question": "",
            "choices": [],
            "cards": {},
            "log_viewer": viewer,
            "log_from": max(looker.since, len(log) - MOST_TOLD),
            "log": log[max(looker.since, len(log) - MOST_TOLD) :],
            **table_of_seat(table, state, viewer, Size(*looker.card)),
        }
        if facts["is_over"]:
            view["question"] = visible(table.ending(state))
            if looker.viewer >= 0:
                own = table_of_seat(table, state, looker.viewer, Size(*looker.card))
                view["areas"] = from_side(view["areas"], own["areas"])
        elif facts["mover"] == looker.viewer:
            view |= decision(table, state)
        else:
            view["question"] = waiting(table, state, looker.viewer)
        view["about"] = self._asked_about(table, view["question"])
        return view

    def _asked_about(self, table: Tabletop, question: str) -> list[str]:
        """Return what a card that was just used does, if a question names it."""
        used = map(table.card_of, reversed(self._session.actions[-RECENT:]))
        card = next((name for name in used if name and name in question), "")
        return card_text(table, card) if card else []

    def outlooks(self, looker: Looker, first: int) -> dict[int, Outlook]:
        """Return what the choices of the player who decides would change, so far as was found out; see `outlook`."""
        state = self._session.state
        if state.is_terminal() or state.current_player() != looker.viewer:
            return {}
        position = (*self._session.actions,), looker.viewer, looker.language, looker.card
        if self._foreseen[0] != position:
            self._foreseen = position, {}
        found = self._foreseen[1]
        found |= outlooks(self._speak(looker.language), state, looker.viewer, first, Size(*looker.card))
        return told_apart(found)

    def record(self, notes: Collection[str]) -> str:
        """Return the game so far as text, which `cardgen play --replay` continues."""
        return self._session.record(notes)

    def position(self) -> str:
        """Return the present state as text, hidden parts included."""
        text: str = self._session.state.to_text()
        return text

    def _apply(self, action: int) -> None:
        before = self._session.table.event_count(self._session.state)
        self._session.apply(action)
        for (_, language), log in self._logs.items():
            log.add(self._speak(language), self._session.state, action, before)

    def _log(self, viewer: int, language: str) -> _Log:
        """Return the log of a viewer; a new one is told from the first action on."""
        key = viewer, language
        log = self._logs.get(key)
        if log is None:
            table, state = self._speak(language), self._session.begin()
            log = _Log(viewer, sentences(table, state, 0, viewer), numbers_of(table, state, viewer))
            for action in self._session.actions:
                before = table.event_count(state)
                state.apply_action(action)
                log.add(table, state, action, before)
            self._logs[key] = log
        self._logs.move_to_end(key)
        while len(self._logs) > MOST_LOGS:
            self._logs.popitem(last=False)
        return log

    def _speak(self, language: str) -> Tabletop:
        """Return the table in a language, or in the first one of the game."""
        language = language if language in self._languages else self._languages[0]
        if language not in self._tables:
            self._tables[language] = self._contest.tabletop(language)
        return self._tables[language]


class _Log:
    """What a viewer was told of each action.

    Attributes:
        actions: Number of actions that it covers.
        entries: Of each action its number from 1, sentences, and what the card in them does, as lines.
    """

    def __init__(self, viewer: int, start: list[str], numbers: dict[str, str]) -> None:
        self._viewer = viewer
        self._numbers = numbers
        self.actions = 0
        self.entries: list[tuple[int, list[str], list[str]]] = [(0, start, [])] if start else []

    def add(self, table: Tabletop, state: Any, action: int, before: int) -> None:
        """Take what was told of the next action."""
        self.actions += 1
        told = sentences(table, state, before, self._viewer)
        numbers = numbers_of(table, state, self._viewer)
        kept = (name for name, value in numbers.items() if self._numbers.get(name, value) != value)
        told += [visible_line(f"{name}: {self._numbers[name]} → {numbers[name]}.") for name in kept]
        new = (name for name, value in numbers.items() if not value and name not in self._numbers)
        told += [visible_line(f"{name}.") for name in new]
        self._numbers = numbers
        card = table.card_of(action)
        is_named = bool(card) and any(card in sentence for sentence in told)
        if told:
            self.entries.append((self.actions, told, card_text(table, card) if is_named else []))
