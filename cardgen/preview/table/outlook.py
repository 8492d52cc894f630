"""Compute what each choice of a player would change, from what that player knows alone.

The true position is never looked at: a choice is tried in positions that the player cannot tell from it, with other luck and other
hidden cards. What it changes in all of them is told; if they differ, the rest depends on chance or on what is hidden.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, TypedDict

from cardgen.geometry.units import Size
from cardgen.play.random_play import sample_chance
from cardgen.plugin.rules.errors import IllegalActionError
from cardgen.plugin.rules.pictured import PlacedPiece, ShowsPieces, TableArea
from cardgen.plugin.rules.state import CHANCE
from cardgen.plugin.rules.tabletop import Tabletop

SAMPLES = 12
"""Positions in which a choice is tried, so that what is told as sure is the same in several."""
MORE_SAMPLES = 24
"""Positions in which it is tried if they differ; fewer once they have nothing in common."""
SECONDS = 0.15
"""Time after which no further choice is tried."""
Change = tuple[str, str, str, str]
"""What changes: its key in the words of the page, what it is about, and the values before and after it."""
NOTHING: Change = "none", "", "", ""
"""Stands alone for a choice that changes nothing, among others that do."""


class Outlook(TypedDict):
    """What a choice changes, as far as its player can know, and whether more depends on chance or on what is hidden."""

    changes: list[Change]
    is_open: bool


def outlooks(table: Tabletop, state: Any, player: int, first: int, card: Size) -> dict[int, Outlook]:
    """Return the outlook of the choices of a player by their numbers, as many as the time allows, at least one.

    Args:
        first: Number of the first choice that is asked for; those before it follow the last one.
    """
    if not isinstance(table, ShowsPieces):
        return {}
    actions, found = state.legal_actions(), dict[int, Outlook]()
    before, end = table.areas(state, player, card), time.monotonic() + SECONDS
    for number in [*range(first, len(actions)), *range(first)]:
        sure: list[Change] | None = None
        is_open = False
        for sample in range(MORE_SAMPLES):
            after = _tried(table, state, player, (actions[number], sample), card)
            if after is not None:
                now = changes(before, after)
                is_open |= sure not in (None, now)
                sure = now if sure is None else [change for change in sure if change in now]
            if not sure if is_open else sample + 1 >= SAMPLES:
                break
        if sure is not None:
            found[number] = {"changes": sure, "is_open": is_open}
        if time.monotonic() > end:
            break
    return found


def told_apart(found: Mapping[int, Outlook]) -> dict[int, Outlook]:
    """Return outlooks of choices without what is the same for all of them, which helps nobody to choose."""
    stated = {number: one["changes"] or [NOTHING] * (not one["is_open"]) for number, one in found.items()}
    common = set.intersection(*map(set, stated.values())) if stated else set[Change]()
    are_open = all(one["is_open"] for one in found.values())
    return {
        number: {
            "changes": [change for change in stated[number] if change not in common],
            "is_open": one["is_open"] and not are_open,
        }
        for number, one in found.items()
    }


def _tried(
    table: ShowsPieces, state: Any, player: int, trial: tuple[int, int], card: Size
) -> Sequence[TableArea] | None:
    """Return the table after an action in a position that the player takes for possible; None if it is not legal there."""
    rng = Random(f"outlook {trial}")
    other = state.resample_from_infostate(player, rng)
    try:
        other.apply_action(trial[0])
    except IllegalActionError:
        return None
    while not other.is_terminal() and other.current_player() == CHANCE:
        other.apply_action(sample_chance(other, rng))
    return table.areas(other, player, card)


def changes(before: Sequence[TableArea], after: Sequence[TableArea]) -> list[Change]:
    """Return in which numbers, rows and places two pictures of a table differ."""
    found: list[Change] = []
    rows, numbers = _rows(before), _numbers(before)
    for name, value in _numbers(after).items():
        if numbers.get(name, value) != value:
            found.append(("count", name, numbers[name], value))
    rows_after = _rows(after)
    for title, count in rows.items():  # a row that is new says nothing that its pieces do not
        if rows_after.get(title, 0) != count:
            found.append(("row", title, str(count), str(rows_after.get(title, 0))))
    return [*found, *_places(_on_boards(before), _on_boards(after))]


def _numbers(areas: Sequence[TableArea]) -> dict[str, str]:
    return {f"{name} ({area.owner})" if area.owner else name: value for area in areas for name, value in area.numbers}


def _rows(areas: Sequence[TableArea]) -> dict[str, int]:
    """Return how many pieces lie in each row."""
    found: dict[str, int] = {}
    for area in areas:
        if not area.board and area.pieces:
            count = sum(piece.count for piece in area.pieces if piece.piece)
            found[area.title] = found.get(area.title, 0) + count
    return found


def _on_boards(areas: Sequence[TableArea]) -> dict[str, tuple[str, PlacedPiece]]:
    """Return what lies on boards by its place, with the title of the board."""
    return {piece.place: (area.title, piece) for area in areas if area.board for piece in area.pieces}


def _places(
    before: Mapping[str, tuple[str, PlacedPiece]], after: Mapping[str, tuple[str, PlacedPiece]]
) -> list[Change]:
    """Return what is different at the places of boards."""
    found: list[Change] = []
    for place in dict.fromkeys((*before, *after)):
        (old_board, old), (new_board, new) = before.get(place, ("", None)), after.get(place, ("", None))
        if old is None or new is None:
            if new:
                found.append(("new", new.name, "", new_board))
            elif old:
                found.append(("gone", old.name, old_board, ""))
        elif old.count != new.count and old.piece and new.piece:
            found.append(("count", new.name.partition(": ")[0], str(old.count), str(new.count)))
        elif (old.name, old.piece) != (new.name, new.piece):
            name = old.name.partition(": ")[0]  # of a pile, whose top piece follows it
            found.append(("becomes", name, "", new.name.removeprefix(f"{name}: ")))
        elif old.note != new.note and new.count:  # a sign at an empty place repeats what the choice says
            found.append(("count", new.name, old.note or "–", new.note or "–"))
        elif (old.side, old.turn) != (new.side, new.turn):
            found.append(("turned", new.name, "", ""))
    return found
