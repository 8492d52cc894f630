"""Show boards of described games as lines of text: what is on each space, in a few letters."""

from __future__ import annotations

from typing import Any

from cardgen.plugin.rules.described.declared import Board


def board_lines(table: Any, state: Any, board: Board, seat: int) -> list[str]:
    """Return a board as lines: a row of a grid is one, and so is each space with a name.

    A space shows its numbers that are not 0 and its pieces.

    Args:
        table: The `DescribedTable`.
        seat: Seat of its owner; 0 for that of the table.
    """
    size = len(board.names)
    texts = [_space(table, state, board, space) for space in range(seat * size, (seat + 1) * size)]
    if not board.cells[0][0]:
        return [f"{name}: {text or '-'}" for name, text in zip(board.names, texts, strict=True)]
    width, columns = max(2, *map(len, texts)), max(column for column, _ in board.cells)
    lines = [board.names[:columns], *(texts[at : at + columns] for at in range(0, size, columns))]
    shown = [
        " ".join((text.rstrip("1") if not row else text or ".").ljust(width) for text in line)
        for row, line in enumerate(lines)
    ]
    return [f"{row or '':3} {line}".rstrip() for row, line in enumerate(shown)]


def _space(table: Any, state: Any, board: Board, space: int) -> str:
    program, found = table.contest.tables.program, []
    for number in (one for one in program.numbers if one.of == board.name and one.is_on_table):
        value = getattr(state, number.attribute)[space]
        if number.type == "player":
            found += [str((value + state.first) % table.contest.player_count + 1)] if value >= 0 else []
        elif value is True:
            found.append("x")
        elif value:
            found.append(str(value))
    for zone in (one for one in program.zones if one.board == board):
        shown = state.knows(zone, space, state.seat_of(-1) if zone.faces == "all" else state.seats)
        pieces = zip(state.pieces(zone, space), shown, strict=True)
        found += [table.name(piece) if seen else "?" for piece, seen in pieces]
    return "/".join(found)
