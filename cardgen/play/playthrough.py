"""Record a game as readable text, replay it, and find the first wrong line.

The text is a header of `# ` lines, the first state (each of its lines behind `| `), one line for each action, the last
state, and the returns. Each action ends with a digest of the state that it leads to, so that an edited line, or a change
of the rules, is found at exactly that line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from itertools import zip_longest

from cardgen.plugin.rules.errors import LogError, RulesError
from cardgen.plugin.rules.state import CHANCE, TERMINAL, State


def record(header: Iterable[str], state: State, actions: Iterable[int]) -> str:
    """Return the text of a game.

    Args:
        header: Lines that describe the first state; `replay` passes them to `first`.
        state: First state; it is changed.
    """
    return "\n".join(_lines(header, state, (state.action_to_string(action) for action in actions))) + "\n"


def _lines(header: Iterable[str], state: State, actions: Iterable[str]) -> Iterator[str]:
    yield from (f"# {line}" for line in header)
    yield from _shown(state)
    for action in actions:
        mover = _mover(state)
        state.apply_action(state.string_to_action(action))
        yield f"{mover}: {action} [{digest(state)}]"
    yield from _shown(state)
    if state.current_player() == TERMINAL:
        yield "returns: " + " ".join(f"{value:g}" for value in state.returns())


def digest(state: State) -> str:
    """Return four characters that nearly always differ for different states."""
    return sha256(state.to_text().encode()).hexdigest()[:4]


def _shown(state: State) -> list[str]:
    return [f"| {line}" for line in state.to_text().splitlines()]


def _mover(state: State) -> str:
    player = state.current_player()
    return {CHANCE: "chance", TERMINAL: "nobody"}.get(player, f"player {player + 1}")


def header_of(text: str) -> list[str]:
    """Return the lines of the header, without their mark."""
    return [line[2:] for line in text.splitlines() if line.startswith("# ")]


def actions_of(text: str) -> list[str]:
    """Return the texts of the actions of a recorded game."""
    words = (line.partition(": ")[2] for line in text.splitlines() if _is_action(line))
    return [word.rpartition(" [")[0] or word for word in words]


def _is_action(line: str) -> bool:
    return line.startswith(("player ", "chance: "))


def replay(text: str, first: Callable[[list[str]], State], to: int | None = None) -> State:
    """Play a recorded game again and compare every line.

    Args:
        text: Text from `record`.
        first: Makes the first state from the lines of the header.
        to: Number of actions after which to stop, ignoring the lines behind them; None: all actions.

    Returns:
        The last state.

    Raises:
        LogError: The text differs from the game; names the first wrong line, and what is right.
    """
    lines, actions = text.splitlines(), actions_of(text)
    if to is not None:
        ends = [number for number, line in enumerate(lines, 1) if _is_action(line)]
        lines, actions = lines[: ends[to - 1] if to else (ends or [len(lines) + 1])[0] - 1], actions[:to]
    state = first(header_of(text))
    given = _lines(header_of(text), state, actions)
    done = 0
    try:
        for number, (line, right) in enumerate(zip_longest(lines, given), 1):
            if line is None and to is not None:
                break
            if line != right:
                raise LogError(*_wrong(line, right), number)
            done = number
    except LogError:
        raise
    except RulesError as error:
        raise LogError(error.message, error.expected, done + 1) from error
    return state


def _wrong(line: str | None, right: str | None) -> tuple[str, str]:
    """Return what is wrong with a line, and what is right; for long lines, only the part that differs."""
    if line is None:
        return "the text ends before the game does", repr(right)
    if right is None:
        return f"{_around(line, 0)} differs from the game", "the end"
    (action, _, code), (right_action, _, right_code) = line.rpartition(" ["), right.rpartition(" [")
    if action and action == right_action and _is_action(line):
        return f"{action!r} does not lead to the state of its code, [{code}", f"[{right_code}, or the recorded action"
    differ = next((at for at, pair in enumerate(zip_longest(line, right)) if pair[0] != pair[1]), 0)
    return f"{_around(line, differ)} differs from the game", _around(right, differ)


def _around(line: str, at: int) -> str:
    if len(line) <= 100:
        return repr(line)
    start = max(at - 40, 0)
    return repr(("\u2026" if start else "") + line[start : start + 90] + ("\u2026" if start + 90 < len(line) else ""))
