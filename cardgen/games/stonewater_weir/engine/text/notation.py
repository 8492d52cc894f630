"""A position as canonical text."""

from __future__ import annotations

from cardgen.games.stonewater_weir.engine.state.position import SiegePosition

_SKIPPED = {"tables", "tape", "cursor", "chooser", "options", "weights", "question", "luck", "story", "telling"}


def write(begin: SiegePosition, position: SiegePosition, first: int) -> str:
    """Return a game as text.

    Args:
        begin: Position in which the current step begins.
        position: Position now, with the answers of the step and the luck to come.
        first: Player in the first seat.
    """
    lines = [f"first: {first}"]
    lines += [f"{name}: {getattr(begin, name)}" for name in SiegePosition.__slots__ if name not in _SKIPPED]
    return "\n".join([*lines, f"tape: {position.tape}", f"luck: {position.luck}"])
