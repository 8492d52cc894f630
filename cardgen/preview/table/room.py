"""Run one room: who may do what in it, and what each page is told.

| frame | tells |
| --- | --- |
| `words` | the words of the page in its language |
| `you` | the secret of the person, once |
| `room` | seats, people, and what is proposed |
| `game` | what the seat of the page sees of the game |
| `outlook` | what choices of the page would change |
| `notice` | something that happened in the room, by the key of its words |
| `refused` | that a message was not obeyed, and why |

Whatever changes a room is stored before a page is told of it. One lock lets messages change the room one after the other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from cardgen.play.simulate.levels import level_of
from cardgen.preview.table.limits import NEW_MEMBERS, Bucket
from cardgen.preview.table.messages import MOST_SETTINGS, Message, MessageError
from cardgen.preview.table.page import RoomPage
from cardgen.preview.table.room_frames import words_frame
from cardgen.preview.table.room_game import RoomGame, refused
from cardgen.preview.table.room_state import MOST_MEMBERS, Member, RoomState, Seat
from cardgen.preview.table.shared import Shared
from cardgen.processes.worker import WorkerLostError
from cardgen.report.errors import UnlocatedError


class Room(RoomGame):
    """A room that obeys what its pages ask for.

    Args:
        shared: What all rooms of the server share.
    """

    def __init__(self, code: str, state: RoomState, shared: Shared) -> None:
        super().__init__(code, state, shared)
        self._names = Bucket(*NEW_MEMBERS)

    async def enter(self, page: RoomPage, message: Message) -> None:
        """Let a page in, as the member whose secret it has, or as somebody who watches."""
        async with self._lock:
            self._choose_words(page, message)
            secret = message.get("secret", "")
            found = self.state.proved(secret)
            page.member = found.id if found else 0
            self.pages.add(page)
            if secret and not found:
                page.send(refused("secret"))
            await self.tell()
            self._let_agents_play()  # should they have given up

    async def leave(self, page: RoomPage) -> None:
        """Take a page out that is not connected any more."""
        self.pages.discard(page)
        async with self._lock:
            await self.tell(game=False)

    async def obey(self, page: RoomPage, message: Message) -> None:
        """Do what a page asks for, or tell it why not."""
        if message["do"] == "try":  # may wait for agents that think; other messages do not
            if page.trial is None or page.trial.done():
                page.trial = asyncio.create_task(self.send_outlook(page, message["move"], message["choice"]))
            return
        act: Callable[[RoomPage, Message], Awaitable[None]] = getattr(self, f"_{message['do']}")
        async with self._lock:
            try:
                await act(page, message)
                await self.tell()
            except MessageError as error:
                page.send(refused(error.reason))
            except WorkerLostError:
                page.send(refused("lost"))

    async def edited(self, found: Mapping[str, Any]) -> None:
        """Take the decks as they are after an edit, and find out whether the present game can go on with them.

        Args:
            found: The decks as they were read; see `Games.contest`.
        """
        async with self._lock:
            self.is_edited = "problems" not in found and found["identity"] != self.state.facts.get("identity")
            self.can_apply = self.is_edited and self._is_playing() and await self._moved(found) is not None
            await self.tell(game=False)

    async def _moved(self, found: Mapping[str, Any]) -> str | None:
        """Return the position of the present game with other decks; None if it cannot go on with them."""
        position: str | None = await self._shared.workers.table.answer("moved", self._running().ref, found["data"])
        return position

    # what a page may ask for

    async def _enter(self, _page: RoomPage, _message: Message) -> None:
        raise MessageError("message")  # only once

    async def _look(self, page: RoomPage, message: Message) -> None:
        self._choose_words(page, message)

    async def _join(self, page: RoomPage, message: Message) -> None:
        if page.member:
            raise MessageError("joined")
        if len(self.state.members) >= MOST_MEMBERS or not self._names.take():
            raise MessageError("full")
        member = self.add_member(message["name"])
        secret = member.new_secret()
        page.member = member.id
        self._save()
        page.send({"type": "you", "secret": secret})

    async def _rename(self, page: RoomPage, message: Message) -> None:
        member = self._member(page)
        member.name = self._free_name(message["name"], member.id)
        self._save()

    async def _leave(self, page: RoomPage, _message: Message) -> None:
        member = self._member(page)
        for number in self.state.seats_of(member.id):
            self.state.seats[number] = self._empty(number)
        member.digest = ""
        if not member.held:
            del self.state.members[member.id]
        self._save()
        for other in self.pages:
            if other.member == member.id:
                other.member = 0

    async def _sit(self, page: RoomPage, message: Message) -> None:
        member, number = self._member(page), self._seat(message)
        seat = self.state.seats[number]
        if seat.who == "person":
            raise MessageError("taken")
        if self._is_playing():
            if member.held and number not in member.held:
                raise MessageError("has_seen")
            member.held = sorted({*member.held, number})
            self._note_player(number, "person")
        seat.who, seat.member = "person", member.id
        self._save()

    async def _stand(self, page: RoomPage, message: Message) -> None:
        member, number = self._member(page), self._seat(message)
        if number not in self.state.seats_of(member.id):
            raise MessageError("not_yours")
        self.state.seats[number] = self._empty(number)
        self._save()

    async def _fill(self, page: RoomPage, message: Message) -> None:
        member, number = self._member(page), self._seat(message)
        seat = self.state.seats[number]
        if seat.who == "person" and seat.member != member.id and self.is_here(seat.member):
            raise MessageError("taken")
        if self._is_playing() and not self.state.seats_of(member.id):
            raise MessageError("seated")
        try:
            seat.level = level_of(message["level"])
        except UnlocatedError:
            raise MessageError("message") from None
        seat.who = "agent"
        if self._is_playing():
            self._note_player(number, seat.level)
        self._save()
        self._let_agents_play()

    async def _free(self, page: RoomPage, message: Message) -> None:
        self._member(page)
        number = self._seat(message)
        if self._is_playing() or self.state.seats[number].who == "person":
            raise MessageError("taken")
        self.state.seats[number] = self._empty(number)
        self._save()

    async def _arrange(self, page: RoomPage, message: Message) -> None:
        self._member(page)
        if self._is_playing():
            raise MessageError("playing")
        state = self.state
        if "players" in message:
            if message["players"] not in state.player_counts:
                raise MessageError("message")
            more = [Seat(deck=state.seats[-1].deck) for _ in range(message["players"] - len(state.seats))]
            state.seats = [*state.seats[: message["players"]], *more]
            state.first = min(state.first, len(state.seats) - 1)
        if "difficulty" in message:
            if message["difficulty"] not in ("", *state.difficulties):
                raise MessageError("message")
            state.difficulty = message["difficulty"]
        if "rules" in message:
            rules = {**state.rules, **message["rules"]}
            state.rules = {name: value for name, value in [*rules.items()][:MOST_SETTINGS] if value}
        if "first" in message:
            state.first = min(message["first"], len(state.seats) - 1)
        if "deck" in message:
            if message["deck"] not in state.opponents:
                raise MessageError("message")
            state.seats[self._seat(message)].deck = message["deck"]
        self._save()

    async def _start(self, page: RoomPage, _message: Message) -> None:
        member = self._member(page)
        if self._is_playing():
            self._propose(member, "restart", 0)
            await self._settle_proposal()
        else:
            await self.begin()

    async def _take(self, page: RoomPage, message: Message) -> None:
        game = self._running()
        if (message.get("game", game.ref.id), message["move"]) != (game.ref.id, game.moves):
            return  # a second click, or one on what is not so any more
        if self._viewer(page.member) != game.mover:
            raise MessageError("turn")
        if not await game.take(self._shared.workers, self._shared.store, message["choice"]):
            raise MessageError("message")
        await self._after_moves()

    async def _show(self, page: RoomPage, _message: Message) -> None:
        if self._running().mover in self.state.seats_of(page.member):
            self._shown[page.member] = self._running().mover

    async def _undo(self, page: RoomPage, _message: Message) -> None:
        member, game = self._member(page), self._running()
        to = game.last_decision(self.state.seats_of(member.id))
        if to < 0:
            raise MessageError("nothing_back")
        self._propose(member, "undo", to)
        await self._settle_proposal()

    async def _rewind(self, page: RoomPage, message: Message) -> None:
        member, game = self._member(page), self._running()
        if message["move"] >= game.moves:
            raise MessageError("nothing_back")
        self._propose(member, "rewind", message["move"])
        await self._settle_proposal()

    async def _answer(self, page: RoomPage, message: Message) -> None:
        member, proposal = self._member(page), self.state.proposal
        if proposal is None or member.id not in self.waited_for():
            raise MessageError("no_question")
        if not message["yes"]:
            self.state.proposal = None
            self._save()
            self._notice("declined", name=member.name)
            return
        proposal.agreed.append(member.id)
        await self._settle_proposal()

    async def _apply(self, page: RoomPage, _message: Message) -> None:
        member, game = self._member(page), self._running()
        if not self.state.seats_of(member.id):
            raise MessageError("seated")
        found = await self._shared.contest(self.state)
        if "problems" in found:
            page.send(refused("problems", found["problems"]))
            return
        position = await self._moved(found)
        if position is None:
            raise MessageError("rules")
        await self._begin_with(found, game.ref.seed, game.ref.first, position)
        self._notice("applied", name=member.name)

    def _member(self, page: RoomPage) -> Member:
        member = self.state.members.get(page.member)
        if member is None:
            raise MessageError("name_first")
        return member

    def _seat(self, message: Message) -> int:
        number: int = message.get("seat", 0)
        if number >= len(self.state.seats):
            raise MessageError("message")
        return number

    def _empty(self, number: int) -> Seat:
        return Seat(level=self.state.seats[number].level, deck=self.state.seats[number].deck)

    def _note_player(self, number: int, who: str) -> None:
        """Note that somebody else plays on a seat of the present game, for its record."""
        played_by = self.state.facts["played_by"][number]
        if played_by[-1] != who:
            played_by.append(who)

    def _free_name(self, name: str, id: int) -> str:
        taken = {member.name.casefold() for member in self.state.members.values() if member.id != id and member.digest}
        number, free = 2, name
        while free.casefold() in taken:
            free, number = f"{name} {number}", number + 1
        return free

    def add_member(self, name: str) -> Member:
        """Return a new member."""
        id = max(self.state.members, default=0) + 1
        member = self.state.members[id] = Member(id, self._free_name(name, id))
        return member

    def _choose_words(self, page: RoomPage, message: Message) -> None:
        page.language = message.get("language", page.language)
        page.card = tuple(message["card"]) if "card" in message else page.card
        page.send(words_frame(page.language))
