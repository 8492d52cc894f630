"""Write positions as lines `name: value` and read them back, each line declared once as a `PositionField`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Any, Generic, TypeVar

from cardgen.plugin.rules.errors import LogError
from cardgen.records import dataclass
from cardgen.report.diagnostics import find_closest, quoted

P = TypeVar("P")
T = TypeVar("T")

_NEVER = object()


@dataclass(frozen=True, slots=True)
class Codec(Generic[T]):
    """How a kind of value is written and read.

    Attributes:
        write: Return the text of a value.
        read: Return the value of a text; raise ValueError, with a sentence, for any other text.
    """

    write: Callable[[T], str]
    read: Callable[[str], T]


@dataclass(frozen=True, slots=True)
class PositionField(Generic[P]):
    """A line of the text of a position.

    Attributes:
        name: What stands before the colon.
        write: Return the value in a position as text; None leaves the line out.
        read: Set the value in a position; raise ValueError, or a LogError without a line.
        expected: What a value should be, for messages; empty if the ValueError says it.
        seen: Return the text that a player sees, if it differs from the whole.
        optional: Whether complete texts may lack the line.
    """

    name: str
    write: Callable[[P], str | None]
    read: Callable[[P, str], object]
    expected: str = ""
    seen: Callable[[P, int], str | None] | None = None
    optional: bool = False


def write_fields(position: P, fields: Iterable[PositionField[P]], viewer: int | None = None) -> list[str]:
    """Return a position as lines.

    Args:
        viewer: Player who sees the position; None hides nothing.
    """
    texts = (
        (field.name, field.write(position) if viewer is None or field.seen is None else field.seen(position, viewer))
        for field in fields
    )
    return [f"{name}: {text}".rstrip() for name, text in texts if text is not None]


class Lines:
    """The values of a text by the names of their lines, each with the number of its line."""

    def __init__(self, text: str, names: Sequence[str], start: int = 0) -> None:
        """Split a text into its lines.

        Raises:
            LogError: E703, a line has another name, or one that was there before.
        """
        self._values: dict[str, tuple[int, str]] = {}
        for number, line in enumerate(text.splitlines(), 1):
            if number <= start or not line.strip():
                continue
            name, _, value = line.partition(":")
            if name not in names:
                raise LogError(f"unknown line {quoted(name)} in a position", suggestion(name, names), number)
            if name in self._values:
                raise LogError(f"{quoted(name)} is there twice", "it once", number)
            self._values[name] = number, value.strip()

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def number(self, name: str) -> int:
        """Return the number of a line; 0 if the text leaves it out."""
        return self._values.get(name, (0, ""))[0]

    def text(self, name: str) -> str:
        """Return the value of a line; empty if the text leaves it out."""
        return self._values.get(name, (0, ""))[1]

    def replace_words(self, name: str, change: Callable[[re.Match[str]], str]) -> None:
        """Change each word of the value of a line."""
        number, value = self._values[name]
        self._values[name] = number, re.sub(r"[^\s|]+", change, value)

    def read(self, position: P, fields: Iterable[PositionField[P]], *, complete: bool = False) -> None:
        """Set in a position what the lines say, in the order of the fields.

        Args:
            complete: Whether all lines that are not optional must be there.

        Raises:
            LogError: E703, a line is missing, or its value is wrong.
        """
        for field in fields:
            if field.name in self._values:
                self.parse(field.name, partial(field.read, position), field.expected)
            elif complete and not field.optional:
                raise LogError(f"the line '{field.name}: ...' is missing", field.expected)

    def parse(self, name: str, read: Callable[[str], T], expected: str = "") -> T:
        """Return what is read from a line, which must be there.

        Args:
            read: Reads the value; see `PositionField.read`.
            expected: See `PositionField`.

        Raises:
            LogError: E703, the value is wrong.
        """
        number, value = self._values[name]
        try:
            return read(value)
        except LogError as error:
            raise LogError(error.message, error.expected, number) from error
        except ValueError as error:
            if not expected:
                raise LogError(str(error), line=number) from error
            raise LogError(f"{name}: invalid value {quoted(value)}", expected, number) from error


def suggestion(wrong: str, known: Sequence[str]) -> str:
    """Return what was expected in place of a wrong word: the closest known one, or all of them."""
    near = find_closest(wrong, known)
    return repr(near) if near else f"one of: {', '.join(known)}"


def attribute(  # noqa: PLR0913, what a line can differ in
    name: str,
    value: Codec[Any],
    key: str | tuple[str, ...] = "",
    *,
    at: int | slice | None = None,
    omit: object = _NEVER,
    expected: str = "",
    optional: bool = False,
    seen: Callable[[Any, int], str | None] | None = None,
) -> PositionField[Any]:
    """Return the field of an attribute of positions.

    Args:
        key: Name of the attribute, or names of several, which share the line; empty if it is `name`.
        expected: See `PositionField`.
        optional: See `PositionField`.
        seen: See `PositionField`.
    """
    keys = (key or name,) if isinstance(key, str) else key
    get: Callable[[Any], Any] = attrgetter(*keys)

    def write(position: Any) -> str | None:
        found = get(position) if at is None else get(position)[at]
        return None if found == omit else value.write(found)

    def read(position: Any, text: str) -> None:
        found = value.read(text)
        if at is not None:
            get(position)[at] = found
        elif len(keys) == 1:
            setattr(position, keys[0], found)
        else:
            for one, part in zip(keys, found, strict=True):
                setattr(position, one, part)

    return PositionField(name, write, read, expected, seen, optional)


def shown_if(condition: Callable[[P], bool], field: PositionField[P]) -> PositionField[P]:
    """Return a field that is left out of positions in which a condition does not hold."""
    return replace(field, write=lambda position: field.write(position) if condition(position) else None)


def group(name: str, fields: Sequence[PositionField[P]]) -> PositionField[P]:
    """Return a field whose value consists of others, as words `name=value`; it is left out if they all are."""
    by_name = {field.name: field for field in fields}

    def write(position: P) -> str | None:
        texts = ((field.name, field.write(position)) for field in fields)
        return " ".join(f"{part}={text}" for part, text in texts if text is not None) or None

    def read(position: P, text: str) -> None:
        for part, value in _pairs(text):
            if part not in by_name:
                raise ValueError(f"{quoted(part)} is not one of: {', '.join(by_name)}")
            by_name[part].read(position, value)

    return PositionField(name, write, read)


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    for part in text.split():
        name, sign, value = part.partition("=")
        if not sign:
            raise ValueError(f"expected 'name=value', found {quoted(part)}")
        yield name, value


integer: Codec[int] = Codec(lambda number: str(int(number)), int)


def number(low: int = -99, high: int = 99) -> Codec[int]:
    """Return the kind of whole numbers between two limits."""

    def read(text: str) -> int:
        digits = text.removeprefix("-")
        is_number = digits.isascii() and digits.isdecimal() and len(digits) <= len(str(max(-low, high)))
        if not is_number or not low <= int(text) <= high:
            raise ValueError(f"expected a number from {low} to {high}, found {quoted(text)}")
        return int(text)

    return Codec(str, read)


def word(words: Sequence[str] | Mapping[int, str]) -> Codec[int]:
    """Return the kind of numbers that are written as words.

    Args:
        words: Word of each number; of equal words the first is read.
    """
    by_number: dict[int, str] = dict(words) if isinstance(words, Mapping) else dict(enumerate(words))
    numbers = {text: number for number, text in reversed(by_number.items())}

    def read(text: str) -> int:
        if text not in numbers:
            raise ValueError(f"{quoted(text)} is not one of: {', '.join(dict.fromkeys(by_number.values()))}")
        return numbers[text]

    return Codec(by_number.__getitem__, read)


def or_none(value: Codec[T], nothing: T) -> Codec[T]:
    """Return a kind of value with another one, which is written as `-`."""
    return Codec(
        lambda found: "-" if found == nothing else value.write(found),
        lambda text: nothing if text == "-" else value.read(text),
    )


def converted(value: Codec[Any], write: Callable[[T], Any], read: Callable[[Any], T]) -> Codec[T]:
    """Return the kind of what is written as another kind of value, given the ways there and back."""
    return Codec(lambda found: value.write(write(found)), lambda text: read(value.read(text)))


def many(value: Codec[T], separator: str = " ") -> Codec[tuple[T, ...]]:
    """Return the kind of any number of values."""
    return Codec(
        lambda found: separator.join(map(value.write, found)),
        lambda text: tuple(value.read(part) for part in _parts(text, separator) if part),
    )


def row(*values: Codec[Any], separator: str = ",") -> Codec[tuple[Any, ...]]:
    """Return the kind of a fixed number of values, one of each of some kinds."""

    def read(text: str) -> tuple[Any, ...]:
        parts = _parts(text, separator)
        if len(parts) != len(values):
            raise ValueError(f"expected {len(values)} values, found {len(parts)}")
        return tuple(value.read(part) for value, part in zip(values, parts, strict=True))

    return Codec(lambda found: separator.join(value.write(one) for value, one in zip(values, found, strict=True)), read)


def _parts(text: str, separator: str) -> list[str]:
    return [part.strip() for part in text.split(separator.strip() or None)]


def bits(words: Sequence[str] | Mapping[int, str], separator: str = " ") -> Codec[int]:
    """Return the kind of sets that are bits of a number, given the word of each bit."""
    return converted(
        many(word(words), separator),
        lambda number: [bit for bit in range(number.bit_length()) if number >> bit & 1],
        lambda found: sum(1 << bit for bit in set(found)),
    )


def counted(names: Sequence[str]) -> Codec[tuple[int, ...]]:
    """Return the kind of cards in ascending order, written as `name=copies`; none at all are `-`."""
    card, copies = word(names), number(0)

    def read(text: str) -> tuple[int, ...]:
        found = [] if text == "-" else [(card.read(name), copies.read(count)) for name, count in _pairs(text)]
        return tuple(sorted(one for one, count in found for _ in range(count)))

    return Codec(
        lambda cards: " ".join(f"{names[one]}={count}" for one, count in sorted(Counter(cards).items())) or "-", read
    )
