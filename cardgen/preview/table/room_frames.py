"""Make the frames that tell a page of its room."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Protocol

from cardgen.plugin.language_files import read_language_files
from cardgen.preview.table.page import Frame, RoomPage
from cardgen.preview.table.played_game import PlayedGame
from cardgen.preview.table.room_state import RoomState
from cardgen.preview.table.seat_view import SeatView


class ShownRoom(Protocol):
    """A room as frames tell of it; see `RoomGame`."""

    code: str
    state: RoomState
    game: PlayedGame | None
    is_edited: bool
    can_apply: bool
    is_outdated: bool

    def is_here(self, member: int) -> bool:
        """Return whether a page of a member is connected."""

    def waited_for(self) -> Collection[int]:
        """Return the members whose answer to the proposal is missing."""


def words_frame(language: str) -> Frame:
    """Return the words of the page in a language; English stands in for one that it does not have."""
    words = read_language_files(Path(__file__).parent)
    chosen = language if language in words else "en"
    return {"type": "words", "language": chosen, "languages": [*words], "words": words[chosen]}


def room_frame(room: ShownRoom, page: RoomPage, titles: Mapping[str, str]) -> Frame:
    """Return what a page is told of the room, apart from the game.

    Args:
        titles: Title of each deck of the server, by its name.
    """
    state, game = room.state, room.game
    member = state.members.get(page.member)
    own = state.seats_of(page.member) if member else []
    seated = state.people()
    is_playing = game is not None and not game.is_over
    return {
        "type": "room",
        "code": room.code,
        "deck": state.deck,
        "title": titles.get(state.deck, ""),
        "decks": [{"id": id, "title": titles[id]} for id in state.opponents if id in titles],
        "shares_deck": state.shares_deck,
        "player_counts": state.player_counts,
        "difficulties": state.difficulties,
        "difficulty": state.difficulty,
        "rules": state.rules,
        "first": state.first,
        "phase": "playing" if is_playing else "waiting" if game is None else "over",
        "players": state.facts.get("players", []),
        "languages": state.facts.get("languages", []),
        "seats": [
            {
                "who": seat.who,
                "name": state.members[seat.member].name if seat.member in state.members else "",
                "level": seat.level,
                "deck": seat.deck,
                "is_here": seat.who != "person" or room.is_here(seat.member),
                "is_yours": number in own,
                "was_yours": bool(member and number in member.held),
            }
            for number, seat in enumerate(state.seats)
        ],
        "watching": [one.name for id, one in state.members.items() if id not in seated and room.is_here(id)],
        "you": {"name": member.name, "seats": own} if member else None,
        "proposal": _proposal(room, page),
        "is_edited": room.is_edited,
        "can_apply": room.can_apply,
        "is_outdated": room.is_outdated,
        "is_recorded": state.is_recorded,
        "can_undo": is_playing and game is not None and game.last_decision(own) >= 0,
    }


def _proposal(room: ShownRoom, page: RoomPage) -> Frame | None:
    proposal = room.state.proposal
    if proposal is None:
        return None
    names = {id: member.name for id, member in room.state.members.items()}
    waited = room.waited_for()
    return {
        "what": proposal.what,
        "move": proposal.to,
        "by": names.get(proposal.by, ""),
        "waits_for": [names[id] for id in sorted(waited)],
        "asks_you": page.member in waited,
        "is_yours": page.member == proposal.by,
    }


def game_frame(game: PlayedGame, page: RoomPage, view: SeatView | None) -> Frame:
    """Return what a page sees of the game, and remember how much of the log it knows then.

    Args:
        view: What it sees; None while the screen is on its way to the next person at it.
    """
    common: dict[str, Any] = {"type": "game", "game": game.ref.id}
    if view is None:
        return {**common, "move": game.moves, "mover": game.mover, "is_over": False, "hand_over": True}
    told = game.ref.id, view["log_viewer"], page.language
    is_known = page.log[0] == told
    page.log = told, view["log_from"] + len(view["log"])
    return {**common, "hand_over": False, "log_is_new": not is_known, **view}
