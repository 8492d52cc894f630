"""Programs of card effects: steps that run in order, jump, and keep values in named registers.

A game compiles each effect of a card to a few steps. A frame is one run of a program, a list of whole numbers:
`[program, next step, owner, registers...]`. Since a frame is plain data and a step is the only thing that is executed
at a time, a program can stop after any step, for example because a player must decide something, and go on later, in a
copy of the game or after the game was saved as text.

The game decides what a step does to the position, and how a player makes a decision; `P` is its type of a position.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

P = TypeVar("P")

Step = Callable[[P, list[int]], None]
"""Does one thing to a position; may read and write the registers and the next step of the frame."""

PROGRAM: Final = 0
"""Index into a frame: number of the program."""
NEXT_STEP: Final = 1
"""Index into a frame: number of the step that runs next; that of the last step plus one at the end."""
OWNER: Final = 2
"""Index into a frame: player who owns the card."""
FIRST_REGISTER: Final = 3
"""Index into a frame: the first register, from which on all are registers."""


class Registers:
    """Assigns the registers of one card's programs, some of them to names.

    All programs of a card share their registers, so that an effect that is delayed finds what was bound before.

    Attributes:
        count: Number of registers so far.
    """

    def __init__(self) -> None:
        self.count = 0
        self._by_name: dict[str, int] = {}

    def add(self, name: str | None = None) -> int:
        """Add a register and return its index into a frame.

        Args:
            name: Name to bind to it, in place of any earlier register of that name; None for an unnamed register.
        """
        index = FIRST_REGISTER + self.count
        self.count += 1
        if name is not None:
            self._by_name[name] = index
        return index

    def find(self, name: str) -> int:
        """Return the index of the register that a name is bound to.

        Raises:
            KeyError: The name is not bound.
        """
        return self._by_name[name]


def if_else(
    holds: Callable[[P, list[int]], bool], then: Sequence[Step[P]], otherwise: Sequence[Step[P]]
) -> list[Step[P]]:
    """Return steps that run one of two sequences."""
    then_length, otherwise_length = len(then), len(otherwise)

    def branch(position: P, frame: list[int]) -> None:
        if not holds(position, frame):
            frame[NEXT_STEP] += then_length + 1

    def skip(position: P, frame: list[int]) -> None:
        del position
        frame[NEXT_STEP] += otherwise_length

    return [branch, *then, skip, *otherwise]


def branch(index: Callable[[list[int]], int], bodies: Sequence[Sequence[Step[P]]]) -> list[Step[P]]:
    """Return steps that run one of several sequences.

    Args:
        index: Returns which sequence runs, from the frame; a number outside the sequences runs none.
    """
    length = sum(len(body) + 1 for body in bodies)
    starts = [sum(len(body) + 1 for body in bodies[:at]) for at in range(len(bodies))]

    def jump(position: P, frame: list[int]) -> None:
        del position
        found = index(frame)
        frame[NEXT_STEP] += starts[found] if 0 <= found < len(starts) else length

    def leave(rest: int) -> Step[P]:
        def skip(position: P, frame: list[int]) -> None:
            del position
            frame[NEXT_STEP] += rest

        return skip

    steps: list[Step[P]] = [jump]
    for body, start in zip(bodies, starts, strict=True):
        steps += [*body, leave(length - start - len(body) - 1)]
    return steps


def for_each(
    items: Callable[[P, list[int]], int], body: Sequence[Step[P]], *, remaining: int, current: int
) -> list[Step[P]]:
    """Return steps that run a sequence once for each of several things.

    Args:
        items: Things, evaluated once before the first run: a set as bits, or minus a count of things that have no
            number.
        remaining: Index of the register that holds the things still to come.
        current: Index of the register that the body reads: one bit, the lowest first, or 0 for a counted thing.
    """
    body_length = len(body)

    def begin(position: P, frame: list[int]) -> None:
        frame[remaining] = items(position, frame)

    def take_next(position: P, frame: list[int]) -> None:
        del position
        left = frame[remaining]
        if not left:
            frame[NEXT_STEP] += body_length + 1
            return
        frame[current] = 0 if left < 0 else left & -left
        frame[remaining] = left + 1 if left < 0 else left & (left - 1)

    def repeat(position: P, frame: list[int]) -> None:
        del position
        frame[NEXT_STEP] -= body_length + 2

    return [begin, take_next, *body, repeat]


def run(position: P, frame: list[int], steps: Sequence[Step[P]], is_interrupted: Callable[[], bool]) -> bool:
    """Run a program from its next step on.

    Returns:
        Whether the program has ended.
    """
    step = frame[NEXT_STEP]
    while step < len(steps):
        frame[NEXT_STEP] = step + 1
        steps[step](position, frame)
        if is_interrupted():
            return False
        step = frame[NEXT_STEP]
    return True
