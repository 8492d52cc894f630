"""Record what a template reads of the deck, so that it is rendered again only when that has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

Steps = tuple[Any, ...]
"""Keys and indices that lead from a value to one inside it."""
Aspect = Literal["presence", "kind", "shape", "whole"]
"""`presence`: whether there is a value; `kind`: what a value is, which is all there is to know of a text or a number;
`shape`: the keys of a mapping, or the length of a list; `whole`: everything inside it too."""
Reads = Mapping[tuple[Steps, Aspect], str]
"""What was read, and in what state it was."""
_Note = Callable[[Steps, Aspect, Any], None]
_MISSING = object()


class Recorder:
    """Gives templates a value whose use it notes.

    Attributes:
        reads: What was read since `begin`.
    """

    def __init__(self, value: Any) -> None:
        self.reads: dict[tuple[Steps, Aspect], str] = {}
        self.view = _view(value, (), self._note)
        self._value = value
        self._checked: dict[int, tuple[Reads, bool]] = {}

    def begin(self) -> None:
        """Forget what was read."""
        self.reads = {}

    def has_same(self, reads: Reads) -> bool:
        """Return whether the value is still as it was when it was read.

        Args:
            reads: What was read then; an object that many templates share is looked at once.
        """
        known = self._checked.get(id(reads))
        if known is None:
            is_same = all(_state(self._inside(steps), aspect) == state for (steps, aspect), state in reads.items())
            known = self._checked[id(reads)] = reads, is_same
        return known[1]

    def _note(self, steps: Steps, aspect: Aspect, value: Any) -> None:
        if (steps, aspect) not in self.reads:
            self.reads[steps, aspect] = _state(value, aspect)

    def _inside(self, steps: Steps) -> Any:
        value = self._value
        for step in steps:
            try:
                value = value[step]
            except (LookupError, TypeError):
                return _MISSING
        return value


def _state(value: Any, aspect: Aspect) -> str:
    if value is _MISSING or aspect == "presence":
        return "missing" if value is _MISSING else "present"
    is_mapping = isinstance(value, dict)
    if aspect == "whole" or not (is_mapping or isinstance(value, list)):
        return repr(value)
    if aspect == "kind":
        return "a mapping" if is_mapping else "a list"
    return f"keys {[*value]}" if is_mapping else f"length {len(value)}"


def _view(value: Any, steps: Steps, note: _Note) -> Any:
    """Return a value as templates see it, after noting what kind of value it is."""
    note(steps, "kind", value)
    if isinstance(value, dict):
        return _Mapping(value, steps, note)
    return _List(value, steps, note) if isinstance(value, list) else value


class _Noted:
    """A container that notes what of it is read."""

    _value: Any
    _steps: Steps
    _note: _Note

    def __len__(self) -> int:
        self._note(self._steps, "shape", self._value)
        return len(self._value)

    def __eq__(self, other: object) -> bool:
        return bool(self._whole() == _plain(other))

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self._whole())

    def _whole(self) -> Any:
        self._note(self._steps, "whole", self._value)
        return self._value


class _Mapping(_Noted, dict[Any, Any]):
    """A mapping that notes which of its keys are read."""

    def __init__(self, value: dict[Any, Any], steps: Steps, note: _Note) -> None:
        super().__init__(value)
        self._value, self._steps, self._note = value, steps, note

    def __getitem__(self, key: Any) -> Any:
        if key in self:
            return _view(self._value[key], (*self._steps, key), self._note)
        raise KeyError(key)

    def __contains__(self, key: object) -> bool:
        is_inside = key in self._value
        self._note((*self._steps, key), "presence", None if is_inside else _MISSING)
        return is_inside

    def __iter__(self) -> Iterator[Any]:
        self._note(self._steps, "shape", self._value)
        return iter([*self._value])

    def get(self, key: Any, default: Any = None) -> Any:
        return self[key] if key in self else default  # noqa: SIM401 - it would call itself

    def keys(self) -> Any:
        return [*self]

    def values(self) -> Any:
        return [self[key] for key in self]

    def items(self) -> Any:
        return [(key, self[key]) for key in self]


class _List(_Noted, list[Any]):
    """A list that notes which of its items are read."""

    def __init__(self, value: list[Any], steps: Steps, note: _Note) -> None:
        super().__init__(value)
        self._value, self._steps, self._note = value, steps, note

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice) or not 0 <= index < len(self._value):
            return [*self][index]
        return _view(self._value[index], (*self._steps, index), self._note)

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(len(self)))

    def __reversed__(self) -> Iterator[Any]:
        return (self[index] for index in reversed(range(len(self))))

    def __contains__(self, item: object) -> bool:
        return _plain(item) in self._whole()

    def __lt__(self, other: Any) -> bool:
        return bool(self._whole() < _plain(other))

    def __gt__(self, other: Any) -> bool:
        return bool(self._whole() > _plain(other))

    def __le__(self, other: Any) -> bool:
        return bool(self._whole() <= _plain(other))

    def __ge__(self, other: Any) -> bool:
        return bool(self._whole() >= _plain(other))

    def __add__(self, other: Any) -> Any:
        return [*self, *other] if isinstance(other, list) else NotImplemented

    def __radd__(self, other: Any) -> Any:
        return [*other, *self] if isinstance(other, list) else NotImplemented

    def __mul__(self, times: Any) -> Any:
        return [*self] * times

    __rmul__ = __mul__

    def index(self, item: Any, *limits: Any) -> int:
        return int(self._whole().index(_plain(item), *limits))

    def count(self, item: Any) -> int:
        return int(self._whole().count(_plain(item)))


def _plain(value: Any) -> Any:
    """Return a value without the view, noted as read."""
    return value._whole() if isinstance(value, _Noted) else value
