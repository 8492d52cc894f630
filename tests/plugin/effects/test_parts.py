"""Parts of a card with their surroundings."""

import pytest
from pydantic_core import PydanticCustomError

from cardgen.plugin.effects.parts import MOST_PARTS, PartContext, check_size

from .vocabulary import Effect, If, Sink, effects

NESTED = {"if": {"that": {"ships": 2}, "then": [{"sink": {"who": {"as": "s"}}}]}}


def contexts():
    """The contexts of a nested effect, by their keys."""
    (effect,) = effects(NESTED)
    return {context.keys: (context, part) for context, part in PartContext.iter_parts(effect, ("cards", 3))}


def test_parts_come_in_the_order_of_the_deck():
    assert list(contexts())[:5] == [(), ("if",), ("if", "that"), ("if", "that", "ships"), ("if", "then")]
    assert contexts()["if", "then", "sink"][0].path == ("cards", 3, "if", "then", 0, "sink")


def test_part_knows_what_contains_it():
    context, part = contexts()["if", "then", "sink"]
    assert isinstance(part, Sink)
    assert [type(ancestor) for ancestor in context.ancestors] == [Effect, If, tuple, Effect]
    assert context.find_ancestor(If) is context.parts["cards", 3, "if"]
    assert context.find_ancestor(Sink) is None
    assert context.find_ancestor(Effect) is context.parts["cards", 3], "the outermost of two"


def test_context_moves_to_another_part():
    context, _ = contexts()["if", "then", "sink"]
    assert context.at(("cards", 3, "if")) == contexts()["if",][0]


def test_a_card_has_not_too_many_parts():
    largest = tuple(range(MOST_PARTS - 1))  # it counts itself
    assert check_size(largest) is largest
    with pytest.raises(PydanticCustomError, match="has 1,200 values in it"):
        check_size(tuple(range(1199)))
    with pytest.raises(PydanticCustomError):
        check_size((largest,))
