"""Make data classes whose methods are compiled when they are first called.

`dataclass` behaves as that of the standard library, which compiles six functions for each class when its module is imported: for
the hundred classes that a command imports, that took 6 % of its time. Type checkers see the one of the standard library. Compiled
modules use that one, and so does a class that inherits from one of them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from operator import attrgetter
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(cls=None, /, *, frozen=False, eq=True, slots=False, kw_only=False):
        """Return a class as `dataclasses.dataclass` does.

        Args:
            cls: The class; None returns a decorator.
            eq: Whether objects compare by their fields; those of a frozen class then have a hash too.
        """

        def make(original):
            made = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)(original)
            for name, method in _methods(made, frozen=frozen, eq=eq, slots=slots).items():
                if name not in original.__dict__ or (name == "__hash__" and original.__dict__[name] is None):
                    setattr(made, name, method)
            return made

        return make if cls is None else make(cls)


def _methods(cls: type[Any], *, frozen: bool, eq: bool, slots: bool) -> Mapping[str, Any]:
    """Return the methods of a data class by name."""
    fields = dataclasses.fields(cls)

    def init(self: Any, *values: Any, **named: Any) -> None:
        cls.__init__ = _initializer(cls, is_plain=not frozen)
        cls.__init__(self, *values, **named)

    def represent(self: Any) -> str:
        shown = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in fields if field.repr)
        return f"{type(self).__qualname__}({shown})"

    methods: dict[str, Any] = {"__init__": init, "__repr__": represent}
    if eq:
        values = _getter([field.name for field in fields if field.compare])
        methods["__eq__"] = lambda self, other: (
            values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented
        )
        methods["__hash__"] = (lambda self: hash(values(self))) if frozen else None
    if frozen:
        methods |= _frozen(cls, {field.name for field in fields})
    if frozen and slots:
        state = _getter([field.name for field in fields])
        methods["__getstate__"] = lambda self: [*state(self)]
        methods["__setstate__"] = _set_state
    return methods


def _getter(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that returns the values of fields."""
    if len(names) > 1:
        return attrgetter(*names)
    return (lambda self: (getattr(self, names[0]),)) if names else lambda _self: ()


def _set_state(self: Any, state: list[Any]) -> None:
    for field, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)


def _frozen(cls: type[Any], names: set[str]) -> Mapping[str, Any]:
    """Return the methods that refuse to change a field."""

    def set_value(self: Any, name: str, value: Any) -> None:
        if type(self) is cls or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def delete(self: Any, name: str) -> None:
        if type(self) is cls or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    return {"__setattr__": set_value, "__delattr__": delete}


def _initializer(cls: type[Any], *, is_plain: bool) -> Callable[..., None]:
    """Return the function that sets all fields.

    Args:
        is_plain: Whether a field can be assigned; otherwise it is set behind the back of the class.
    """
    known: dict[str, Any] = {"missing": dataclasses.MISSING, "assign": object.__setattr__}
    positional, named, lines = list[str](), list[str](), list[str]()
    for number, field in enumerate(dataclasses.fields(cls)):
        value, default = field.name, ""
        if field.default_factory is not dataclasses.MISSING:
            known[f"make_{number}"] = field.default_factory
            default = "=missing"
            value = (
                f"make_{number}() if {field.name} is missing else {field.name}" if field.init else f"make_{number}()"
            )
        elif field.default is not dataclasses.MISSING:
            known[f"default_{number}"] = field.default
            default = f"=default_{number}"
            value = field.name if field.init else f"default_{number}"
        elif not field.init:
            continue
        if field.init:
            (named if field.kw_only else positional).append(f"{field.name}{default}")
        slot = getattr(cls, field.name, None)
        if is_plain:
            lines.append(f"self.{field.name} = {value}")
        elif isinstance(slot, MemberDescriptorType):
            known[f"set_{number}"] = slot.__set__
            lines.append(f"set_{number}(self, {value})")
        else:
            lines.append(f"assign(self, {field.name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    arguments = ", ".join(["self", *positional, *(["*", *named] if named else [])])
    made: dict[str, Any] = {}
    exec(f"def __init__({arguments}):\n " + "\n ".join(lines or ["pass"]), known, made)
    initializer: Callable[..., None] = made["__init__"]
    initializer.__qualname__ = f"{cls.__qualname__}.__init__"
    return initializer
