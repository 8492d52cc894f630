"""Effects that hold other effects: conditions, loops, alternatives and optional effects.

Each model is generic over the game's own types. A game derives from it and names its effect as a forward reference, so
that effects can be nested::

    class If(Conditional[Condition, "Effect"]):
        \"\"\"Effects that depend on a condition.\"\"\"

    class Effect(OneVerb):
        if_: If | None = Field(None, description="Effects that depend on a condition.")

The keys and their descriptions come with the base; the editor shows them. The order of a list is the order of play.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from pydantic import Field

from cardgen.plugin.schema import Model

ConditionType = TypeVar("ConditionType")
EffectType = TypeVar("EffectType")
NumberType = TypeVar("NumberType")
SelectorType = TypeVar("SelectorType")


class Conditional(Model, Generic[ConditionType, EffectType]):
    """Effects that depend on a condition: `if: {that: ..., then: [...], else: [...]}`.

    Attributes:
        else_: Effects if it does not hold; may be empty.
    """

    that: ConditionType = Field(description="The condition.")
    then: tuple[EffectType, ...] = Field(min_length=1, description="Effects if it holds.")
    else_: tuple[EffectType, ...] = Field((), description="Effects if it does not hold.")


class ForEachLoop(Model, Generic[SelectorType, EffectType]):
    """Effects that happen once for each of several things: `for_each: {of: ..., effects: [...]}`.

    Attributes:
        of: Selector of the things; a name that it binds refers to one of them at a time.
        effects: Effects for each, in the order of play.
    """

    of: SelectorType = Field(description="The things; `as` binds the one whose turn it is.")
    effects: tuple[EffectType, ...] = Field(min_length=1, description="What happens for each, in order.")


class RepeatLoop(Model, Generic[NumberType, EffectType]):
    """Effects that happen several times: `repeat: {times: 3, effects: [...]}`.

    Attributes:
        times: Number of rounds.
        effects: Effects of each round, in the order of play.
    """

    times: NumberType = Field(description="How often.")
    effects: tuple[EffectType, ...] = Field(min_length=1, description="What happens each time, in order.")


class Alternative(Model, Generic[EffectType]):
    """One alternative of a choice.

    Attributes:
        effects: Its effects, in the order of play.
    """

    effects: tuple[EffectType, ...] = Field(min_length=1, description="What happens if it is chosen, in order.")


class ChooseOne(Model, Generic[EffectType]):
    """Alternatives of which the player chooses one: `choose_one: {options: [{effects: [...]}, ...]}`.

    Attributes:
        options: The alternatives, in the order of the text; at least two.
    """

    options: tuple[Alternative[EffectType], ...] = Field(min_length=2, description="The alternatives.")


class OptionalEffects(Model, Generic[EffectType]):
    """Effects that the player may decline: `may: {effects: [...], else: [...]}`.

    Attributes:
        effects: Effects if the player accepts, in the order of play.
        else_: Effects if the player declines; may be empty.
    """

    effects: tuple[EffectType, ...] = Field(min_length=1, description="What happens if the player accepts, in order.")
    else_: tuple[EffectType, ...] = Field((), description="Effects if the player declines.")
