"""Make the class of states of a contest from its source and its tables."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from functools import cache
from types import CodeType
from typing import Any

from cardgen.plugin.rules.described.boards import board_tables, connected, distance, longest_line
from cardgen.plugin.rules.described.events import SECRET
from cardgen.plugin.rules.described.helpers import HELPERS
from cardgen.plugin.rules.described.state import DescribedState
from cardgen.plugin.rules.described.tables import GameTables
from cardgen.plugin.rules.errors import NobodyError

_BUILTINS: dict[str, Any] = {
    "__build_class__": builtins.__build_class__,
    **{function.__name__: function for function in (abs, all, any, enumerate, len, max, min, range, sorted, sum, zip)},
}


def at(items: Sequence[int], index: int) -> int:
    """Return an item, from 0; -1 if there is none.

    Args:
        index: Its place; less than 0 from the end.
    """
    return items[index] if -len(items) <= index < len(items) else -1


def distinct(actions: list[int]) -> list[int]:
    """Return each action once: copies of a piece are the same choice."""
    return [*dict.fromkeys(actions)]


def all_different(actions: list[int]) -> list[int]:
    """Return actions as they are, in a game without copies."""
    return actions


MOST_STEPS = 20_000
"""Steps between two decisions, each without a repetition, after which a game is cut off."""
MOST_WORK = 50_000
"""Repetitions of steps between two decisions after which the remaining ones are left out."""
MOST_LOG = 500_000
"""Moves of pieces and choices, which are kept, after which a game is cut off; they take 50 MB."""
MOST_LATER = 1000
"""Steps that may wait for the end of a turn or of a phase; further ones are left out."""
MOST_NUMBER = 10**12
"""Largest product that a number can hold, so that numbers do not grow without end."""


def span(low: int, high: int) -> range:
    """Return the numbers from one to another, at most a thousand."""
    return range(low, min(high, low + 1000) + 1)


def sure(owner: int, name: str) -> int:
    """Return the number of a player or a space.

    Args:
        owner: The number; -1 if there is none.

    Raises:
        NobodyError: There is none.
    """
    if owner < 0:
        raise NobodyError(name)
    return owner


def limited(value: int) -> int:
    """Return a number within the limits of numbers."""
    return max(-MOST_NUMBER, min(MOST_NUMBER, value))


@cache
def _code(source: str) -> CodeType:
    return compile(source, "<rules>", "exec")


def make_class(source: str, tables: GameTables, base: type[DescribedState] = DescribedState) -> type[Any]:
    """Return the class of states of a contest.

    Args:
        source: Source from the compiler.
        base: Class that the generated one extends.
    """
    players, seats = tables.players, range(tables.players)
    has_copies = any(len({*pieces}) < len(pieces) for zone in tables.start.values() for pieces in zone)
    is_shared = any(zone.of_player and zone.holds for zone in tables.program.zones) and not tables.program.own_decks
    has_copies = has_copies or is_shared
    once: Callable[[list[int]], list[int]] = distinct if has_copies else all_different
    names: dict[str, Any] = {
        "__builtins__": dict(_BUILTINS),
        "__name__": "cardgen.rules",
        "DescribedState": base,
        "SEATS": tuple(seats),
        "PLAYERS": players,
        "PIECES": len(tables.ids),
        "MOST_PLACES": tables.places,
        "ALL": (1 << players) - 1,
        "LEFT_OF": tuple((seat + 1) % players for seat in seats),
        "RIGHT_OF": tuple((seat - 1) % players for seat in seats),
        "OTHERS_OF": tuple(tuple((seat + step) % players for step in range(1, players)) for seat in seats),
        "START": tables.start,
        "SECRET": SECRET,
        "LONGEST": tables.program.longest,
        "distinct": once,
        "at": at,
        "span": span,
        "limited": limited,
        "MOST_STEPS": [range(MOST_STEPS // 200)] * 200,  # the log is looked at between them
        "MOST_LOG": MOST_LOG,
        "MOST_WORK": MOST_WORK,
        "MOST_LATER": MOST_LATER,
        "sure": sure,
        "longest_line": longest_line,
        "connected": connected,
        "distance": distance,
        **HELPERS,
        **{
            f"{name}_{board.constant}": table
            for board in tables.program.boards.values()
            for name, table in board_tables(board, players).items()
        },
        **{column.constant: tables.columns[column.name] for column in tables.program.columns},
        **{domain.constant: first for domain, first in zip(tables.program.domains, tables.offsets, strict=False)},
    }
    exec(_code(source), names)  # made by the compiler of known nodes alone
    made: type[Any] = names["Game"]
    made.tables = tables
    made.seats = players
    made.options = names["OPTIONS"]
    made.held = names["HELD"]
    made.asks = names["ASKS"]
    return made
