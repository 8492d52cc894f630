"""Classes of `cardgen.records` behave as those of `dataclasses`."""

import copy
import dataclasses
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from cardgen import records

FLAGS = [{"frozen": frozen, "slots": slots} for frozen in (False, True) for slots in (False, True)]


def made(decorator: Callable[..., Any], **flags: bool) -> tuple[Any, Any, Any, Any]:
    """A class, one that inherits from it, one without fields, and one that writes its own methods."""

    class Card:
        """A card."""

        name: str
        cost: int = 1
        tags: list[str] = dataclasses.field(default_factory=list)
        note: str = dataclasses.field(default="", compare=False, repr=False)
        cache: dict[str, int] = dataclasses.field(default_factory=dict, init=False, repr=False, compare=False)
        kind: str = dataclasses.field(default="card", init=False)

    class Nothing:
        """No fields."""

    class Own:  # noqa: PLW1641 - the decorator adds the hash
        """Own methods."""

        value: int
        double: int = dataclasses.field(init=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "double", 2 * self.value)

        def __repr__(self) -> str:
            return "own"

        def __eq__(self, other: object) -> bool:
            return isinstance(other, type(self))

    one = decorator(**flags)(Card)

    unit = type("Unit", (one,), {"__annotations__": {"power": int, "range": int}, "range": 0, "__doc__": "A unit."})
    return one, decorator(**flags, kw_only=True)(unit), decorator(**flags)(Nothing), decorator(**flags)(Own)


def outcome(act: Callable[[], Any]) -> object:
    try:
        return act()
    except (AttributeError, TypeError, ValueError):
        return "refused"


def loose(card: Any, **values: object) -> Any:
    """An object of a class that inherits from a data class and is none itself."""
    made = type("Loose", (card,), {})("a")
    for name, value in values.items():
        setattr(made, name, value)
    return made


def message(act: Callable[[], Any]) -> str:
    with pytest.raises(TypeError) as found:
        act()
    return str(found.value)


def odd(made: Any) -> Any:
    """An object with an attribute that its class does not know."""
    object.__setattr__(made, "other", 1)
    return made


def keeps(made: Any, name: str) -> bool:
    """Whether an object has an attribute that was deleted."""
    delattr(made, name)
    return hasattr(made, name)


ACTS: list[Callable[[Any, Any, Any, Any], Any]] = [
    lambda card, *_: repr([card("a"), card("a", 2, ["x"], note="n")]),
    lambda card, *_: [card("a") == card("a", note="n"), card("a") == card("b"), card("a") == "a"],
    lambda card, *_: (card("a") == card("a", tags=["x"]), card("a").tags is card("a").tags, card("a").cache),
    lambda card, *_: hash(card("a", tags=())) == hash(card("a", tags=(), note="n")),
    lambda card, *_: hash(card("a")),
    lambda card, *_: card(),
    lambda card, *_: card("a", size=1),
    lambda card, *_: card("a", 1, [], "n", {}),
    lambda card, *_: setattr(card("a"), "name", "b"),
    lambda card, *_: setattr(card("a"), "other", "b"),
    lambda card, *_: delattr(card("a"), "name"),
    lambda card, *_: repr(dataclasses.replace(card("a"), cost=4)),
    lambda card, *_: dataclasses.replace(card("a"), cache={}),
    lambda card, *_: dataclasses.asdict(card("a", 3)),
    lambda card, *_: card.__match_args__,
    lambda card, *_: repr(copy.copy(card("a", 3))),
    lambda card, *_: copy.deepcopy(card("a", 3, ["x"])) == card("a", 3, ["x"]),
    lambda card, *_: hasattr(card("a"), "__dict__"),
    lambda card, unit, *_: repr(unit("a", 2, power=3)),
    lambda card, unit, *_: unit("a", 2, [], "", 3),
    lambda card, unit, *_: (unit("a", power=1) == unit("a", power=1), unit("a", power=1) == card("a")),
    lambda card, unit, *_: setattr(unit("a", power=1), "cost", 2),
    lambda _card, _unit, nothing, _own: (repr(nothing()), nothing() == nothing()),
    lambda _card, _unit, nothing, _own: nothing(1),
    lambda *classes: (repr(classes[3](2)), classes[3](2) == classes[3](3), classes[3](2).double),
    lambda *classes: hash(classes[3](2)) == hash(classes[3](2)),
    lambda card, *_: (card("a").kind, card("a", kind="b")),
    # That of the standard library refuses another attribute by mistake if the class is frozen and has slots.
    lambda card, *_: hasattr(card, "__slots__") or setattr(loose(card), "other", "b"),
    lambda card, *_: setattr(loose(card), "name", "b"),
    lambda card, *_: delattr(loose(card), "name"),
    lambda card, *_: hasattr(card, "__slots__") or keeps(loose(card, other=1), "other"),
    lambda card, *_: keeps(odd(card("a")), "other"),
    lambda card, *_: copy.copy(odd(loose(card))).other,
    lambda card, *_: message(card),
    lambda card, *_: [repr(loose(card)), card("a") == loose(card), loose(card) == card("a")],
]


@pytest.mark.parametrize("flags", FLAGS, ids=str)
def test_a_class_behaves_as_one_of_the_standard_library(flags: dict[str, bool]) -> None:
    for number, act in enumerate(ACTS):
        ours, standard = made(records.dataclass, **flags), made(dataclasses.dataclass, **flags)
        found, expected = outcome(lambda: act(*ours)), outcome(lambda: act(*standard))  # noqa: B023 - called at once
        assert found == expected, number


@records.dataclass(frozen=True, slots=True)
class Placed:
    x: float
    y: float = 0.0


@records.dataclass(frozen=True, slots=True, eq=False)
class Same:
    x: float


def test_a_frozen_class_with_slots_is_pickled() -> None:
    assert pickle.loads(pickle.dumps([Placed(1), Placed(2, 3)])) == [Placed(1), Placed(2, 3)]


def test_a_class_without_eq_compares_by_identity() -> None:
    assert Same(1) != Same(1)
    assert len({Same(1), Same(1)}) == 2
