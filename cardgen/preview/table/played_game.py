"""Keep the present game of a room: its moves as they are stored, and what the processes of games say about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cardgen.preview.table.requests import GameRef, Looker
from cardgen.preview.table.seat_view import SeatView
from cardgen.preview.table.store import RoomStore
from cardgen.preview.table.workers import GameWorkers


@dataclass(slots=True)
class PlayedGame:
    """A game as far as it was played and stored.

    Attributes:
        ref: The game with all actions that are stored.
        deciders: The player who took each action; -1 for chance.
        facts: See `HostedGame.facts`.
    """

    ref: GameRef
    deciders: Sequence[int] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def moves(self) -> int:
        """Number of actions."""
        return len(self.ref.actions)

    @property
    def mover(self) -> int:
        """The player who decides; -1 for nobody."""
        return int(self.facts["mover"])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.facts["is_over"])

    def last_decision(self, seats: Sequence[int]) -> int:
        """Return the number of actions before the last decision of some players; -1 if they have not decided anything."""
        return max((at for at, player in enumerate(self.deciders) if player in seats), default=-1)

    async def take(self, workers: GameWorkers, store: RoomStore, choice: int) -> bool:
        """Take a choice of the player who decides, and store it; return False if it is none."""
        played = await workers.table.answer("take", self.ref, self.mover, choice)
        if played is not None:
            self.store(store, played)
        return played is not None

    async def views(self, workers: GameWorkers, lookers: Sequence[Looker]) -> Mapping[Looker, SeatView]:
        """Return what some people see."""
        found: Mapping[Looker, SeatView] = await workers.table.answer("look", self.ref, lookers)
        return found

    def store(self, store: RoomStore, played: tuple[tuple[int, ...], list[int], dict[str, Any]]) -> None:
        """Store the moves that were made, before anybody is told of them.

        Args:
            played: All actions, who took them, and the facts after them.
        """
        actions, self.deciders, self.facts = played
        new = actions[self.moves :]
        if new:
            store.add_moves(self.ref.id, self.moves, new)
            self.ref = replace(self.ref, actions=actions)

    async def take_back(self, workers: GameWorkers, store: RoomStore, to: int, room: tuple[str, str]) -> None:
        """Take back moves.

        Args:
            room: Code and state of the room, which is saved with them.
        """
        store.take_back(self.ref.id, to, *room)
        self.ref = replace(self.ref, actions=self.ref.actions[:to])
        self.store(store, await workers.table.answer("settle", self.ref))


async def opened(ref: GameRef, workers: GameWorkers, store: RoomStore) -> PlayedGame:
    """Return a stored game, after all that chance does next.

    Raises:
        WorkerLostError: The process that computes it ended.
    """
    game = PlayedGame(ref)
    game.store(store, await workers.table.answer("settle", ref))
    return game
