"""What a template may take: steps, time, and the size of every value that it makes."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from jinja2.environment import TemplateModule
from jinja2.exceptions import SecurityError
from jinja2.runtime import Undefined
from jinja2.utils import Namespace

from cardgen.render.template_errors import OverBudgetError

MAX_STEPS = 200_000
MAX_SECONDS = 0.5
"""Of one processor; the largest page of ours takes a twentieth. Only what no card needs depends on how fast it is."""
MAX_OUTPUT = 4_000_000
MAX_VALUE = 1_000_000
"""Characters, with ten for each value in a list, counted as often as the list names it."""
MAX_BITS = 128
"""Of a whole number."""
_STEPS_PER_LOOK = 64
"""At the clock, which takes longer than most steps. What a card needs is mostly done before the first look."""

_OPAQUE = (Namespace, TemplateModule)


class Budget:
    """Counts what one filling of a template takes; the time from its first look at the clock.

    Attributes:
        steps: So far.
        written: Characters printed so far.
    """

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Start anew."""
        self.steps = 0
        self.written = 0
        self._end = 0.0

    def step(self) -> None:
        """Count a step.

        Raises:
            OverBudgetError: There were too many, or they took too long.
        """
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise OverBudgetError(f"takes more than {MAX_STEPS} steps")
        if self.steps % _STEPS_PER_LOOK == 0:
            self._look_at_clock()

    def _look_at_clock(self) -> None:
        now = time.thread_time()
        self._end = self._end or now + MAX_SECONDS
        if now > self._end:
            raise OverBudgetError(f"takes longer than {MAX_SECONDS:g} s")

    def write(self, text: str) -> str:
        """Count text that is printed.

        Raises:
            OverBudgetError: It is too much.
        """
        self.written += len(text)
        if self.written > MAX_OUTPUT:
            raise OverBudgetError(f"writes more than {MAX_OUTPUT} characters")
        return text


def check_value(value: Any) -> Any:
    """The value, unless it is huge.

    Raises:
        OverBudgetError: It is.
        SecurityError: It holds something that is no data.
    """
    if isinstance(value, (str, bytes)):
        check_length(len(value))
    elif isinstance(value, int):
        if value.bit_length() > MAX_BITS:
            raise OverBudgetError("makes a huge number")
    elif isinstance(value, (list, tuple, dict)):
        _weigh(value)
    return value


def check_length(size: int) -> None:
    """Refuse a value of that many characters."""
    if size > MAX_VALUE:
        raise OverBudgetError(f"makes a value longer than {MAX_VALUE}")


def refuse_opaque(values: Iterable[object]) -> None:
    """Refuse what would show its inside, however large, as text.

    Raises:
        SecurityError: One of the values is such.
    """
    for value in values:
        if isinstance(value, _OPAQUE):
            raise SecurityError(f"a value of type '{type(value).__name__}' cannot be used as text")


def _weigh(value: Any) -> None:
    """Count all that is in a list; a list of lists of lists may be far larger than the memory it takes."""
    size, left = 0, [value]
    while left:
        item = left.pop()
        if isinstance(item, (list, tuple)):
            size += 10 * len(item)
            left += item
        elif isinstance(item, dict):
            size += 10 * len(item)
            left += [*item.keys(), *item.values()]
        elif isinstance(item, str):
            size += len(item)
        else:
            refuse_opaque([item])
        check_length(size)


def check_printable(value: Any) -> Any:
    """A value that can be printed: text, a number, or something undefined, which tells of itself.

    Raises:
        TypeError: Printing it would be a mistake.
    """
    if isinstance(value, (str, int, float, Undefined)):
        return value
    raise TypeError(f"what is printed is of type '{type(value).__name__}', not text or a number")
