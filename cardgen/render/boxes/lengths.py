"""Add and halve lengths, of which some are known and some are expressions of a template."""

from __future__ import annotations

import re
from dataclasses import dataclass

_SIMPLE = re.compile(r"[\w.]+")


@dataclass(frozen=True, slots=True)
class Length:
    """A sum: a number, and expressions each with a factor."""

    number: float = 0.0
    terms: tuple[tuple[float, str], ...] = ()

    def __add__(self, other: Length) -> Length:
        factors: dict[str, float] = {}
        for factor, text in (*self.terms, *other.terms):
            factors[text] = factors.get(text, 0.0) + factor
        terms = tuple((factor, text) for text, factor in factors.items() if factor)
        return Length(self.number + other.number, terms)

    def __sub__(self, other: Length) -> Length:
        return self + other.times(-1)

    def times(self, factor: float) -> Length:
        """Return the product with a number."""
        return Length(self.number * factor, tuple((factor * each, text) for each, text in self.terms))

    @property
    def expression(self) -> str:
        """The length as an expression."""
        found = ""
        for factor, text in self.terms:
            part = text if abs(factor) == 1 else f"{text} * {_written(abs(factor))}"
            found += f" - {part}" if factor < 0 else f" + {part}" if found else part
        number = round(self.number, 4)
        if not found:
            return _written(number)
        return f"{found} {'-' if number < 0 else '+'} {_written(abs(number))}" if number else found

    @property
    def printed(self) -> str:
        """The length as a template prints it."""
        return f"{{{{ {self.expression} }}}}" if self.terms else _written(round(self.number, 4))


def length(value: float | str) -> Length:
    """Return a length as a file of boxes states it."""
    if isinstance(value, str):
        return Length(0.0, ((1.0, value if _SIMPLE.fullmatch(value) else f"({value})"),))
    return Length(value)


def _written(number: float) -> str:
    return f"{round(number, 4):.10g}"


@dataclass(frozen=True, slots=True)
class BoxPlace:
    """Where a box stands: its upper left corner and its size."""

    x: Length
    y: Length
    width: Length
    height: Length

    def inset(self, by: float) -> BoxPlace:
        """Return the place without a margin."""
        margin = Length(by)
        return BoxPlace(self.x + margin, self.y + margin, self.width - margin.times(2), self.height - margin.times(2))

    @property
    def attributes(self) -> str:
        """The place as attributes of an element."""
        return f'x="{self.x.printed}" y="{self.y.printed}" width="{self.width.printed}" height="{self.height.printed}"'
