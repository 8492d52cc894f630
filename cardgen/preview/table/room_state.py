"""Hold what a room is apart from its game: its decks, seats, members, and a proposal that waits for answers."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import Any, Literal

from cardgen.report.json_text import format_json, parse_json

SIGNS = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""Signs of a code: none is taken for another one when it is read aloud or written down."""
CODE_LENGTH = 8
"""Signs of a code: 6 * 10^11 codes, of which a stranger may try some in a minute (`limits`)."""
MOST_MEMBERS = 40
"""People who have taken a name in a room, at most."""
Who = Literal["open", "person", "agent"]


def new_code() -> str:
    """Return a code that nobody can guess."""
    return "".join(secrets.choice(SIGNS) for _ in range(CODE_LENGTH))


@dataclass(slots=True)
class Member:
    """Somebody who has written a name.

    Attributes:
        id: Number in the room.
        name: What the others call them.
        digest: SHA-256 of the secret by which they come back; empty after they have left.
        held: Seats of the present game that they have had, whose hidden things they know.
    """

    id: int
    name: str
    digest: str = ""
    held: list[int] = field(default_factory=list)

    def new_secret(self) -> str:
        """Return a secret, and remember only its digest."""
        secret = secrets.token_urlsafe(24)
        self.digest = _digest(secret)
        return secret

    def is_proved_by(self, secret: str) -> bool:
        """Return whether a secret is theirs, in a time that tells nothing about it."""
        return hmac.compare_digest(self.digest, _digest(secret))


@dataclass(slots=True)
class Seat:
    """A place at the table: that of the player of the same number.

    Attributes:
        who: Who plays.
        member: The person, or who has left the seat to an agent; 0 for nobody.
        level: Level of the agent.
        deck: Name of the deck that the player brings; empty where all share one.
    """

    who: Who = "open"
    member: int = 0
    level: str = "greedy"
    deck: str = ""


@dataclass(slots=True)
class PendingProposal:
    """A proposal that everybody at the table has to agree to.

    Attributes:
        what: `undo` or `rewind`.
        to: Number of moves that stay.
        by: The member who proposed it.
        agreed: Members who have agreed.
    """

    what: str
    to: int
    game: int
    by: int
    agreed: list[int] = field(default_factory=list)


@dataclass(slots=True)
class RoomState:
    """A room, as it is stored.

    Attributes:
        seats: The seats in turn order.
        members: Everybody who has written a name, by number.
        difficulty: Level of difficulty; empty for that of the rules.
        rules: Settings of the rules of the next game that differ from the usual ones, as people write them.
        shares_deck: Whether all players use one deck.
        player_counts: Numbers of players that the game allows.
        difficulties: Levels of difficulty of the game.
        opponents: Names of the decks that can be brought to the table; none if all share one.
        first: Player who begins the next game.
        game: Number of the present game; 0 before the first one.
        facts: Of the present game: `players`, `languages`, `hides_hands`, `identity`.
        is_public: Whether it was opened for others, and not for a game in the workshop.
        is_recorded: Whether the present game is over, and its record is written.
        proposal: What waits for answers; None for nothing.
    """

    deck: str
    seats: list[Seat]
    difficulty: str
    rules: dict[str, str]
    shares_deck: bool
    player_counts: list[int]
    difficulties: list[str]
    opponents: list[str]
    first: int
    is_public: bool
    members: dict[int, Member] = field(default_factory=dict)
    game: int = 0
    facts: dict[str, Any] = field(default_factory=dict)
    is_recorded: bool = False
    proposal: PendingProposal | None = None

    def seats_of(self, member: int) -> list[int]:
        """Return the seats of a person."""
        return [number for number, seat in enumerate(self.seats) if seat.who == "person" and seat.member == member]

    def people(self) -> set[int]:
        """Return the members who play."""
        return {seat.member for seat in self.seats if seat.who == "person"}

    def levels(self) -> dict[int, str]:
        """Return the level of each player who is an agent."""
        return {number: seat.level for number, seat in enumerate(self.seats) if seat.who == "agent"}

    def proved(self, secret: str) -> Member | None:
        """Return the member whose secret it is; all are compared, so that the time does not tell which."""
        found = [member for member in self.members.values() if member.is_proved_by(secret)]
        return found[0] if found else None

    def as_text(self) -> str:
        """Return the room as JSON."""
        return format_json(asdict(self), indent=None)


def room_from_text(text: str) -> RoomState:
    """Read a room from the JSON of `as_text`."""
    data = parse_json(text)
    members = {int(id): Member(**member) for id, member in data.pop("members").items()}
    proposal = data.pop("proposal")
    return RoomState(
        seats=[Seat(**seat) for seat in data.pop("seats")],
        members=members,
        proposal=PendingProposal(**proposal) if proposal else None,
        **data,
    )


def _digest(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
