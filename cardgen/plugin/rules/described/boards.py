"""Make the boards of rules, and the tables about their spaces that generated code reads: columns, rows and neighbours."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from cardgen.plugin.rules.described.declared import Board
from cardgen.plugin.rules.described.schema import BoardRules, GameplayRules
from cardgen.report.diagnostics import did_you_mean, quoted

DIRECTIONS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
"""Steps in columns and rows to the neighbours of a grid that have a name."""
_LINES = ((1, 0), (0, 1), (1, 1), (1, -1))


def boards_of(rules: GameplayRules, fault: Callable[..., None]) -> Iterator[tuple[str, Board]]:
    """Yield the boards of rules by name.

    Args:
        fault: Notes what is wrong, see `Names.fault`.
    """
    for name, stated in rules.boards.items():
        is_grid = stated.columns is not None and stated.rows is not None
        if is_grid == bool(stated.spaces) or (stated.columns is None) != (stated.rows is None):
            expected = "columns and rows, or spaces"
            fault("E234", f"board {quoted(name)} has no spaces, or two sorts", ("boards", name), expected, on_key=True)
        for space, others in stated.spaces.items():
            for at, other in enumerate(others):
                if other not in stated.spaces:
                    fault(
                        "E232",
                        f"unknown space {quoted(other)}",
                        ("boards", name, "spaces", space, at),
                        f"one of: {', '.join(stated.spaces)}",
                        did_you_mean(other, stated.spaces),
                    )
        yield name, _grid(name, stated) if is_grid else _named(name, stated)


def _named(name: str, stated: BoardRules) -> Board:
    """Return a board of spaces with names; who is a neighbour of one has it as a neighbour too."""
    spaces = (*stated.spaces,)
    beside = tuple(
        tuple(at for at, other in enumerate(spaces) if other in stated.spaces[one] or one in stated.spaces[other])
        for one in spaces
    )
    return Board(name, stated.of == "player", spaces, ((0, 0),) * len(spaces), beside, beside)


def _grid(name: str, stated: BoardRules) -> Board:
    columns, rows = stated.columns or 1, stated.rows or 1
    cells = [(column, row) for row in range(1, rows + 1) for column in range(1, columns + 1)]
    number = {cell: at for at, cell in enumerate(cells)}

    def near(steps: Sequence[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
        found = [[number.get((column + x, row + y), -1) for x, y in steps] for column, row in cells]
        return tuple(tuple(space for space in spaces if space >= 0) for spaces in found)

    if stated.hexagons:
        # A space of an even row has the spaces above and below at its left shoulder in its own column.
        shifts = [
            [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 0)],
            [(-1, -1), (0, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)],
        ]
        sets = [[number.get((column + x, row + y), -1) for x, y in shifts[row % 2]] for column, row in cells]
        hexagons = tuple(tuple(space for space in spaces if space >= 0) for spaces in sets)
    names = tuple(f"{_letters(column)}{row}" for column, row in cells)
    corners = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]
    return Board(
        name,
        stated.of == "player",
        names,
        tuple(cells),
        hexagons if stated.hexagons else near((*DIRECTIONS.values(),)),
        hexagons if stated.hexagons else near([(x, y) for y, x in corners]),
    )


def _letters(column: int) -> str:
    """Return the letters of a column: a to z, then aa."""
    first, last = divmod(column - 1, 26)
    return (chr(96 + first) if first else "") + chr(97 + last)


def space_text(board: Board, space: int, players: int) -> str:
    """Return the name of a space, with the seat of its board if each player has one."""
    seat, at = divmod(space, len(board.names))
    return f"{board.names[at]} of seat {seat + 1}" if board.of_player and players > 1 else board.names[at]


def board_tables(board: Board, players: int) -> dict[str, Any]:
    """Return the tuples that generated code reads, by name: entries by space, the last one for no space."""
    size, boards = len(board.names), range(board.boards(players))
    number = {cell: at for at, cell in enumerate(board.cells)}

    def steps(x: int, y: int) -> list[int]:
        return [number.get((column + x, row + y), -1) if column else -1 for column, row in board.cells]

    def of_all(one: Sequence[int]) -> tuple[int, ...]:
        return (*(seat * size + space if space >= 0 else -1 for seat in boards for space in one), -1)

    def of_all_sets(sets: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
        return (*(tuple(seat * size + space for space in spaces) for seat in boards for spaces in sets), ())

    return {
        "COUNT": size * len(boards),
        "SPACES": tuple(tuple(range(seat * size, seat * size + size)) for seat in boards),
        "COLUMN": (*(column for _ in boards for column, _ in board.cells), 0),
        "ROW": (*(row for _ in boards for _, row in board.cells), 0),
        "NUMBER": (*(at + 1 for _ in boards for at in range(size)), 0),
        "NAME": (*(name for _ in boards for name in board.names), ""),
        "OWNER": (*(seat for seat in boards for _ in range(size)), -1),
        "BESIDE": of_all_sets(board.beside),
        "AROUND": of_all_sets(board.around),
        **{name.upper(): of_all(steps(*step)) for name, step in DIRECTIONS.items()},
        "LINES": tuple(of_all(steps(*step)) for step in _LINES),
    }


def longest_line(spaces: Sequence[int], lines: Sequence[Sequence[int]]) -> int:
    """Return the length of the longest straight line of spaces that all are among some.

    Args:
        lines: Next space of each in each direction, -1 at the edge.
    """
    found, longest = {*spaces}, 0
    for following in lines:
        after = {following[space] for space in found}
        for space in found - after:  # where a line begins
            length, now = 1, following[space]
            while now in found:
                length, now = length + 1, following[now]
            longest = max(longest, length)
    return longest


def distance(one: int, other: int, near: Sequence[Sequence[int]]) -> int:
    """Return the number of steps between neighbours from one space to another; -1 if no way leads there."""
    steps, found, edge = 0, {one}, [one]
    while edge and one >= 0 and other not in found:
        edge = [*{space for known in edge for space in near[known]} - found]
        found.update(edge)
        steps += 1
    return steps if one >= 0 and other in found else -1


def connected(spaces: Sequence[int], allowed: Sequence[int], near: Sequence[Sequence[int]]) -> list[int]:
    """Return all allowed spaces that are joined by allowed ones to some of the given ones, which must be allowed too."""
    left = {*allowed}
    found = [space for space in dict.fromkeys(spaces) if space in left]
    left.difference_update(found)
    for space in found:  # grows while it is read
        more = [other for other in near[space] if other in left]
        left.difference_update(more)
        found += more
    return found
