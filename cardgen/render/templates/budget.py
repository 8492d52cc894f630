"""Limit what a template may use: steps, time, memory, and the size of every value that it makes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from jinja2.environment import TemplateModule
from jinja2.exceptions import SecurityError
from jinja2.runtime import Undefined
from jinja2.utils import Namespace

from cardgen.processes.limits import memory_limited, memory_now, release_memory
from cardgen.render.templates.errors import OverBudgetError, TooSlowError

MAX_STEPS = 200_000
MAX_SECONDS = 0.5
"""CPU time; the largest page of the games that ship takes a twentieth of it."""
SECONDS_OF_DECK, SECONDS_OF_SIDE = 5.0, 0.02
"""CPU time of all templates of a deck, and more for each time that one is rendered; most take two milliseconds."""
MAX_MEMORY = 512 * 2**20
"""Bytes that a template may take, by the system where it can limit them; the values that ship take less than one million."""
_MOST_LEFT = 16 * 2**20
"""Bytes that templates which failed may leave behind; to collect them takes as long as to render dozens."""
MAX_OUTPUT = 4_000_000
MAX_VALUE = 1_000_000
"""Characters; each item of a list counts as ten, as often as the list holds it."""
MAX_BITS = 128
"""Size of an integer."""
_MOST_SECONDS = 2 * MAX_SECONDS
"""What one template can take before the clock is read; in more, the machine stood."""
_STEPS_PER_TIME_CHECK = 64
"""Reading the clock takes longer than most steps."""
COSTLY = 16
"""Steps that a filter or a call is as good as before the clock is read: on a long value, each can take a fifth of a second."""

_SMALL = frozenset({float, bool, type(None)})
"""Types whose values are small, and numerous in templates."""
_NUMBERS = _SMALL | {int}
_OPAQUE = (Namespace, TemplateModule)
_Value = TypeVar("_Value")


class Budget:
    """Counts what rendering a template uses.

    Attributes:
        steps: Steps so far.
        written: Characters printed so far.
    """

    def __init__(self) -> None:
        self._spent, self._times = 0.0, 0  # of all that was rendered before, and how often
        self._until_look = _STEPS_PER_TIME_CHECK
        self.steps = self.written = 0
        self._begun = 0.0
        self._has_failed, self._released = False, 0

    @contextmanager
    def rendering(self) -> Iterator[None]:
        """Count from zero within the block, which is one more that shares the time of the deck, and limit its memory."""
        self._reset()
        self._times += 1
        self._until_look = 0  # so that the first step looks whether time is left for the deck
        if self._has_failed and memory_now() > self._released + _MOST_LEFT:
            release_memory()  # else what the last one held stays beside what this one takes, as nothing is collected
            self._released = memory_now()
        self._has_failed = True
        try:
            with memory_limited(MAX_MEMORY):
                yield
            self._has_failed = False
        finally:
            self._spent += min(time.thread_time() - self._begun, _MOST_SECONDS)

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Count from zero within the block, such as a formula that another one asks for, and then go on as before."""
        kept = self.steps, self.written, self._begun
        self._reset()
        try:
            yield
        finally:
            self.steps, self.written, self._begun = kept

    def _reset(self) -> None:
        self.steps = self.written = 0
        self._begun = time.thread_time()

    def step(self, weight: int = 1) -> None:
        """Count a step.

        Args:
            weight: How soon to look at the clock: for 1 after many such steps, for `COSTLY` after a few.

        Raises:
            OverBudgetError: There were too many steps, or they took too long.
        """
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise OverBudgetError(f"takes more than {MAX_STEPS} steps")
        self._until_look -= weight
        if self._until_look <= 0:
            self._until_look = _STEPS_PER_TIME_CHECK
            self._check_time()

    def _check_time(self) -> None:
        used = time.thread_time() - self._begun
        if used > MAX_SECONDS:
            raise TooSlowError(f"takes longer than {MAX_SECONDS:g} s")
        if self._spent + used > SECONDS_OF_DECK + self._times * SECONDS_OF_SIDE:
            raise OverBudgetError(f"takes longer than {SECONDS_OF_SIDE:g} s for each of many pieces")

    def write(self, text: str) -> str:
        """Count text that is printed, and return it.

        Raises:
            OverBudgetError: The output is too long.
        """
        self.written += len(text)
        if self.written > MAX_OUTPUT:
            raise OverBudgetError(f"writes more than {MAX_OUTPUT} characters")
        return text


def measured_again(render: Callable[[], _Value]) -> _Value:
    """Call a function that renders, and once more if it takes too long.

    The clock of a virtual machine also counts time in which the machine stood, so one measurement is no proof.
    """
    try:
        return render()
    except TooSlowError:
        pass  # the traceback, and with it the values of the first time, is released here
    return render()


def check_value(value: Any) -> Any:
    """Return a value unless it is huge.

    Raises:
        OverBudgetError: The value is too large.
        SecurityError: It contains something that is not data.
    """
    if type(value) in _SMALL:
        return value
    if isinstance(value, (str, bytes)):
        if len(value) > MAX_VALUE:
            check_length(len(value))
    elif isinstance(value, int):
        if value.bit_length() > MAX_BITS:
            raise OverBudgetError("makes a huge number")
    elif isinstance(value, (list, tuple, dict)):
        _check_container(value)
    return value


def check_length(size: int) -> None:
    """Raise `OverBudgetError` for a value of more than `MAX_VALUE` characters."""
    if size > MAX_VALUE:
        raise OverBudgetError(f"makes a value longer than {MAX_VALUE}")


def reject_opaque(values: Iterable[object]) -> None:
    """Raise an error for values whose text would reveal their content, however large.

    Raises:
        SecurityError: One of the values is of such a type.
    """
    for value in values:
        if isinstance(value, _OPAQUE):
            raise SecurityError(f"a value of type '{type(value).__name__}' cannot be used as text")


def size_of(value: Any) -> int:
    """Return the size of a value as it is limited, in characters."""
    if isinstance(value, (list, tuple, dict)):
        return _check_container(value)
    return len(value) if isinstance(value, (str, bytes)) else 0


def _check_container(value: Any) -> int:
    """Check and return the size of a container, items counted as often as they occur."""
    size, left = 0, [value]
    while left:
        item = left.pop()
        if type(item) in _NUMBERS:
            continue
        if isinstance(item, (list, tuple)):
            size += 10 * len(item)
            if not _NUMBERS.issuperset(map(type, item)):  # most long lists are coordinates
                left += item
        elif isinstance(item, dict):
            size += 10 * len(item)
            left += [*dict.keys(item), *dict.values(item)]  # of a card, without computing its formulas
        elif isinstance(item, str):
            size += len(item)
        else:
            reject_opaque([item])
        check_length(size)
    return size


def check_printable(value: Any) -> Any:
    """Return a value that can be printed: text, a number, or an undefined value, whose error names it.

    Raises:
        TypeError: Printing a value of this type would be a mistake.
    """
    if isinstance(value, (str, int, float, Undefined)):
        return value
    raise TypeError(f"cannot print a value of type '{type(value).__name__}', only text and numbers")
