"""Run the game of a room: its beginning, the moves of agents, what is proposed, and what each page sees of it."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Mapping
from typing import Any

from cardgen.preview.table.messages import MessageError
from cardgen.preview.table.page import Frame, RoomPage
from cardgen.preview.table.played_game import PlayedGame, opened
from cardgen.preview.table.requests import PUBLIC, Looker
from cardgen.preview.table.room_frames import game_frame, room_frame
from cardgen.preview.table.room_state import Member, PendingProposal, RoomState
from cardgen.preview.table.shared import Shared
from cardgen.processes.worker import WorkerLostError

_MOST_SEED = 2**53
_MOST_FAILURES = 3
HIDDEN = -1
"""In place of a seat: the screen is on its way to the next person at it."""


class RoomGame:
    """A room with its game and the pages that are connected to it.

    Args:
        shared: What all rooms of the server share.

    Attributes:
        game: The present game; None before the first one.
        is_edited: Whether the decks have changed for the rules since the present game began.
        can_apply: Whether the present game could go on with the decks as they were at the last edit.
        is_outdated: Whether a game is stored that cannot go on with this version of cardgen and these decks. It stays in the store
            until the next one begins, and goes on when they are as they were.
    """

    def __init__(self, code: str, state: RoomState, shared: Shared) -> None:
        self.code = code
        self.state = state
        self.pages: set[RoomPage] = set()
        self.game: PlayedGame | None = None
        self.is_edited = self.can_apply = self.is_outdated = False
        self._shared = shared
        self._lock = asyncio.Lock()
        self._shown: dict[int, int] = {}  # the seat that is seen by a member with several
        self._agents: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Go on where the stored game was.

        Raises:
            WorkerLostError: The process that computes it ended.
        """
        if self.state.game:
            self.game = await self._shared.reopened(self.state)
            self.is_outdated = self.game is None and not self.state.is_recorded
        if self.game:
            await self._after_moves()
        else:
            self.state.proposal = None

    def close(self) -> None:
        """Let the connections be closed, and the agents stop."""
        for page in self.pages:
            page.close()
        if self._agents:
            self._agents.cancel()

    def is_here(self, member: int) -> bool:
        """Return whether a page of a member is connected."""
        return any(page.member == member for page in self.pages)

    async def tell(self, *, game: bool = True) -> None:
        """Tell every page what is new to it.

        Args:
            game: Whether the game may be new.
        """
        for page in self.pages:
            frame = room_frame(self, page, self._shared.titles)
            if frame != page.room:
                page.room = frame
                page.send(frame)
        if self.game is None or not game:
            return
        looks = {page: self._looker(page) for page in self.pages}
        wanted = [looker for looker in dict.fromkeys(looks.values()) if looker]
        views = await self.game.views(self._shared.workers, wanted) if wanted else {}
        for page, looker in looks.items():
            page.send(game_frame(self.game, page, views[looker] if looker else None))

    async def begin(self, seed: int | None = None) -> list[str]:
        """Begin a game with the decks as they are now; agents take the empty seats.

        Returns:
            What is wrong with the decks, as sentences; nothing if the game has begun.
        """
        state = self.state
        found = await self._shared.contest(state)
        if "problems" in found:
            for page in self.pages:
                page.send(refused("problems", found["problems"]))
            problems: list[str] = found["problems"]
            return problems
        for seat in state.seats:
            if seat.who == "open":
                seat.who = "agent"
        for id, member in [*state.members.items()]:
            member.held = state.seats_of(id)
            if not member.digest:
                del state.members[id]
        players = [[seat.level if seat.who == "agent" else "person"] for seat in state.seats]
        found["played_by"], found["taken_back"] = players, 0
        await self._begin_with(found, secrets.randbelow(_MOST_SEED) if seed is None else seed, state.first, None)
        return []

    async def _begin_with(self, found: Mapping[str, Any], seed: int, first: int, position: str | None) -> None:
        """Begin a game of a contest that was read."""
        state = self.state
        state.facts = {**state.facts, **{name: value for name, value in found.items() if name != "data"}}
        state.is_recorded = self.is_edited = self.can_apply = self.is_outdated = False
        self._shown.clear()

        def begun(number: int) -> str:
            state.game = number
            return state.as_text()

        stored = self._shared.store.begin_game(self.code, begun, found["data"], seed, first, position)
        self.game = await opened(stored, self._shared.workers, self._shared.store)
        await self._after_moves()

    async def _after_moves(self) -> None:
        """Do what follows after moves were stored."""
        game = self._running_or_over()
        if self.state.proposal and (self.state.proposal.to >= game.moves or game.is_over):
            self.state.proposal = None
            self._save()
        if game.is_over and not self.state.is_recorded:
            await self._shared.record(self.code, self.state, game)
            self.state.is_recorded = True
            self._save()
        self._let_agents_play()

    def _let_agents_play(self) -> None:
        if self._is_agents_turn() and (self._agents is None or self._agents.done()):
            self._agents = asyncio.create_task(self._play_agents())

    def _is_agents_turn(self) -> bool:
        return self.game is not None and not self.game.is_over and self.game.mover in self.state.levels()

    async def _play_agents(self) -> None:
        """Let agents play until it is the turn of a person; their moves are told on a beat, which hides how long they think."""
        loop, failures = asyncio.get_running_loop(), 0
        while self._is_agents_turn() and failures < _MOST_FAILURES:
            game, ref, levels = self._running(), self._running().ref, self.state.levels()
            start = loop.time()
            try:
                played = await self._shared.workers.thinker(ref.id).answer("think", ref, levels)
            except (WorkerLostError, TimeoutError):
                failures += 1
                continue
            if beat := self._shared.beat:
                await asyncio.sleep(beat - (loop.time() - start) % beat)
            async with self._lock:
                if self.game is game and game.ref is ref and self.state.levels() == levels:
                    game.store(self._shared.store, played)
                    await self._after_moves()
                    await self.tell()

    def _propose(self, member: Member, what: str, to: int) -> None:
        if not self.state.seats_of(member.id):
            raise MessageError("seated")
        self.state.proposal = PendingProposal(what, to, self.state.game, member.id)

    def waited_for(self) -> set[int]:
        """Return the members whose answer to the proposal is missing: those at the table who are here."""
        proposal = self.state.proposal
        if proposal is None:
            return set()
        return {id for id in self.state.people() if self.is_here(id)} - {proposal.by, *proposal.agreed}

    async def _settle_proposal(self) -> None:
        """Do what everybody has agreed to."""
        proposal = self.state.proposal
        assert proposal is not None
        if self.waited_for():
            self._save()
            return
        self.state.proposal = None
        if proposal.what == "restart":
            self._save()  # also where the decks have errors now
            await self.begin()
            return
        self.state.facts["taken_back"] = self.state.facts.get("taken_back", 0) + 1
        room = self.code, self.state.as_text()
        await self._running().take_back(self._shared.workers, self._shared.store, proposal.to, room)
        for page in self.pages:
            page.log = ((0, 0, ""), 0)
        self._notice("taken_back")
        await self._after_moves()

    def _looker(self, page: RoomPage) -> Looker | None:
        """Return how a page sees the game; None while the screen is on its way to another person at it."""
        game, viewer = self._running_or_over(), self._viewer(page.member)
        if viewer == HIDDEN and not game.is_over:
            return None
        seen = PUBLIC if viewer == HIDDEN else viewer
        known, since = page.log
        told = -1 if game.is_over else seen
        return Looker(seen, page.language, page.card, since if known == (game.ref.id, told, page.language) else 0)

    async def send_outlook(self, page: RoomPage, move: int, first: int) -> None:
        """Tell a page what the choices of its seat would change, if it still decides and the game is at this move.

        An outlook waits for those before it.
        """
        found, game, workers = dict[int, Any](), self.game, self._shared.workers
        async with workers.outlook_turn:
            is_now = game and game is self.game and not game.is_over and game.moves == move and page in self.pages
            looker = self._looker(page) if is_now else None
            if game and looker and looker.viewer == game.mover:
                with contextlib.suppress(WorkerLostError, TimeoutError):
                    found = await workers.outlooks.answer("outlooks", game.ref, looker, first)
        page.send({"type": "outlook", "move": move, "choices": {str(choice): one for choice, one in found.items()}})

    def _viewer(self, member: int) -> int:
        """Return the seat through which a member sees the game; PUBLIC for somebody who watches."""
        seats, game = self.state.seats_of(member) if member else [], self._running_or_over()
        if len(seats) < 2:
            return seats[0] if seats else PUBLIC
        shown = self._shown.get(member, HIDDEN)
        if game.mover in seats and shown != game.mover:
            shown = HIDDEN if self.state.facts.get("hides_hands") else game.mover
        elif shown == HIDDEN and not self.state.facts.get("hides_hands"):
            shown = seats[0]
        self._shown[member] = shown
        return shown

    def _is_playing(self) -> bool:
        return self.game is not None and not self.game.is_over

    def _running(self) -> PlayedGame:
        if self.game is None or self.game.is_over:
            raise MessageError("no_game")
        return self.game

    def _running_or_over(self) -> PlayedGame:
        assert self.game is not None
        return self.game

    def _save(self) -> None:
        self._shared.store.save_room(self.code, self.state.as_text())

    def _notice(self, key: str, **values: str) -> None:
        for page in self.pages:
            page.send({"type": "notice", "key": key, **values})


def refused(reason: str, problems: object = None) -> Frame:
    """Return the frame that says that a message was not obeyed."""
    return {"type": "refused", "reason": reason, "problems": problems or []}
