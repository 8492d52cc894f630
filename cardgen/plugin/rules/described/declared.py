"""Describe what the rules of a game declare: boards, zones, numbers and fields of pieces, and the types of values."""

from __future__ import annotations

import keyword
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from cardgen.plugin.schema import EXPRESSION_WORDS

Type = Literal[
    "number",
    "yes",
    "text",
    "piece",
    "pieces",
    "player",
    "players",
    "space",
    "spaces",
    "numbers",
    "texts",
    "zones",
    "effects",
    "unknown",
]
TYPE_WORDS: Mapping[str, str] = {
    "number": "a number",
    "yes": "yes or no",
    "text": "a word",
    "piece": "a piece",
    "pieces": "pieces",
    "player": "a player",
    "players": "players",
    "space": "a space",
    "spaces": "spaces",
    "numbers": "numbers",
    "texts": "words",
    "zones": "zones of several players",
    "effects": "effects",
    "unknown": "unknown",
}
SINGLE: Mapping[Type, Type] = {
    "pieces": "piece",
    "players": "player",
    "spaces": "space",
    "numbers": "number",
    "texts": "text",
}
"""Type of one of several."""
Faces = Literal["all", "owner", "others", "nobody", "top", "each"]
RESERVED = frozenset(
    [
        "player",
        "players",
        "others",
        "left",
        "right",
        "direction",
        "turn",
        "card",
        "it",
        "yes",
        "no",
        "from_to",
        "first_player",
        "nobody",
        "nothing",
        "round",
        "space",
        *EXPRESSION_WORDS,
    ]
)
"""Names that mean something in every expression."""
MEMBERS = frozenset(
    [
        "current_player",
        "legal_actions",
        "apply_action",
        "is_terminal",
        "returns",
        "clone",
        "observation_string",
        "information_state_string",
        "resample_from_infostate",
        "chance_outcomes",
        "action_to_string",
        "string_to_action",
        "to_text",
        "rng",
        "first",
        "player",
        "turn",
        "direction",
        "self",
        "action",
        "scores",
        "payoffs",
        "contest",
        "luck",
        "copy_to",
        "cut_off",
        "decider",
        "decisions",
        "draw",
        "ending",
        "features",
        "is_cut_off",
        "known",
        "knows",
        "knows_number",
        "log",
        "loosen",
        "pieces",
        "at_decision",
        "refuse",
        "repetitions",
        "seat_of",
        "sees",
        "start",
        "table_features",
        "told",
        "winners",
    ]
)
"""Attributes of a state that no zone or number may hide."""


@lru_cache(4096)  # asked for whenever a table is shown, for each of its zones and numbers
def python_name(name: str) -> str:
    """Return a name of a description as an identifier of Python that the generated class has not used yet."""
    plain = "".join(char if char.isascii() else f"u{ord(char):x}" for char in name)
    return f"{plain}_" if keyword.iskeyword(plain) or plain in MEMBERS else plain


class RuleAttribute:
    """What a state holds in an attribute: the pieces of a zone, or a number."""

    __slots__ = ()
    name: str

    @property
    def attribute(self) -> str:
        """Name of the attribute."""
        return python_name(self.name)

    @property
    def known(self) -> str:
        """Name of the attribute that holds who knows each of the pieces, or the number if it is secret: as bits, for each player."""
        return f"_known_{self.attribute}"


@dataclass(frozen=True, slots=True)
class Board:
    """A board of the rules; its spaces are numbered from 0, those of the first seat first if each player has one.

    Attributes:
        name: Name in the description.
        cells: Column and row of each space, from 1; 0 for spaces with names.
        beside: Neighbours of each space: those that it states, or across a side of a grid.
        around: Neighbours across a side or a corner.
    """

    name: str
    of_player: bool
    names: tuple[str, ...]
    cells: tuple[tuple[int, int], ...]
    beside: tuple[tuple[int, ...], ...]
    around: tuple[tuple[int, ...], ...]

    @property
    def constant(self) -> str:
        """End of the names of the tuples about its spaces in the generated source."""
        return python_name(self.name).upper().rstrip("_")

    def boards(self, players: int) -> int:
        """Return how many such boards there are."""
        return players if self.of_player else 1

    def count(self, players: int) -> int:
        """Return the number of spaces of all of them."""
        return len(self.names) * self.boards(players)


@dataclass(frozen=True, slots=True)
class Zone(RuleAttribute):
    """A zone of the rules.

    Attributes:
        name: Name in the description.
        number: Its place in the order of the description.
        faces: Who sees the faces.
        holds: Kinds that lie there at the start.
        kinds: Kinds of pieces that may lie there.
        refill: Zone that becomes this one when it is empty; empty without.
        keep: Top pieces that stay in the zone of `refill`.
        board: Board each of whose spaces has one; None without.
    """

    name: str
    number: int
    of_player: bool
    faces: Faces
    holds: tuple[str, ...] = ()
    refill: str = ""
    keep: int = 0
    board: Board | None = None

    def piles(self, players: int) -> range:
        """Return the numbers of its owners: seats, spaces, or 0 alone."""
        return range(self.board.count(players) if self.board else players if self.of_player else 1)

    @property
    def is_several(self) -> bool:
        """Whether there is one for each player or space."""
        return self.of_player or self.board is not None


@dataclass(frozen=True, slots=True)
class RuleNumber(RuleAttribute):
    """A number of the rules.

    Attributes:
        name: Name in the description.
        of: `table`, `player` or a kind of piece.
        type: Type of its values.
        words: Words of a choice.
        low: Smallest value; None without.
        high: Largest value; None without.
        formula: Expression that gives the value; empty for one that is set.
        secret: Whether only its player sees it.
        shown: Whether the table and the log show it.
    """

    name: str
    of: str
    type: Type
    words: tuple[str | int, ...] = ()
    low: int | None = None
    high: int | None = None
    formula: str = ""
    secret: bool = False
    shown: bool = True

    @property
    def is_on_table(self) -> bool:
        """Whether players find it at the table; a formula follows from what lies there."""
        return self.shown and not self.formula

    def values(self, players: int) -> tuple[int | str, ...]:
        """Return all values that a secret number can have."""
        if self.words:
            return self.words
        if self.type == "yes":
            return (False, True)
        return tuple(range(players) if self.type == "player" else range(self.low or 0, (self.high or 0) + 1))


@dataclass(frozen=True, slots=True)
class PieceColumn:
    """A field of pieces, as a tuple of its values by piece.

    Attributes:
        words: Words of a choice; empty without.
    """

    name: str
    type: Type
    words: tuple[str | int, ...] = ()
    kinds: tuple[str, ...] = ()

    @property
    def constant(self) -> str:
        """Name of the tuple in the generated source."""
        return f"CARD_{python_name(self.name).upper().rstrip('_')}"
