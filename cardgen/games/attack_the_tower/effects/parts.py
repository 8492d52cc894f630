"""What effects are made of: selectors, numbers, conditions, costs and timing."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Discriminator, Field, Tag

from cardgen.games.attack_the_tower.constants import Trait, TroopType
from cardgen.plugin.effects.bindings import BoundName, NameReference
from cardgen.plugin.schema import TAG, Expected, Model, OneOrMore
from cardgen.records import dataclass

H09 = Expected("(rule H09; manual, Understanding troops and bases)", "E309")
H11 = Expected("(rule H11; samurai deck, Types of abilities)", "E311")
H12 = Expected("(rule H12: never in a renewal; samurai deck, Rules)", "E312")

Player = Literal["self", "opponent"]
Window = Annotated[Literal["main", "battle"], H12]
# The vocabulary of the rules file has `now` as well, for an effect that ends as soon as it begins.
Until = Annotated[Literal["battle", "turn", "next_turn"], H11]
AnyTrait = Annotated[Trait, H09]
# Larger numbers would not fit the notation of a position, nor the cards.
Small = Annotated[int, Field(ge=-99, le=99)]
Zone = Annotated[
    Literal[
        "field",
        "battle",
        "attacking",
        "defending",
        "hand",
        "ability_discard",
        "base_discard",
        "ability_draw",
        "base_draw",
        "played",
    ]
    | NameReference,
    Expected("or $name, where 'as: name' has bound the name before", names="as"),
]


class PowerRange(Model):
    """A range of power; at least one limit."""

    min: Small | None = Field(None, description="Lowest power.")
    max: Small | None = Field(None, description="Highest power.")


UNITS = ("troop", "special", "base", "palace")
DISCARDS, DRAWS = ("ability_discard", "base_discard"), ("ability_draw", "base_draw")
SOME = ("one", "up_to_2", "up_to_3")


@dataclass(frozen=True, slots=True)
class Allowed:
    """The words that the selector of a verb may have; empty allows all.

    Attributes:
        in_: Zones; if not empty, the selector must state one.
        by: Who picks.
        is_: States, if the selector states one.
    """

    of: tuple[str, ...] = ()
    owner: tuple[str, ...] = ()
    in_: tuple[str, ...] = ()
    pick: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    is_: tuple[str, ...] = ()


class Selector(Model):
    """The things that an effect acts on: all things that match every stated key, or some of them."""

    of: Literal["troop", "special", "base", "territory", "palace", "card"] = Field(description="Kind of thing.")
    owner: Literal["self", "opponent", "any"] = Field("any", description="Owner; `self` is the player of the card.")
    type: OneOrMore[Annotated[TroopType | Literal["icon"], Expected()]] = Field(
        (), description="Troop type; `icon` is the type of the card's own icon."
    )
    in_: Zone | None = Field(
        None, description="Zone, or the `$name` of something bound before. Left out, cards are looked for in hands."
    )
    is_: (
        Literal["manned", "unmanned", "full", "has_room", "complete", "ability", "base", "destroyed_this_turn"] | None
    ) = Field(None, description="State. A base is `unmanned` if no living troop defends its territory.")
    trait: AnyTrait | None = Field(None, description="Trait that they must have.")
    no_trait: AnyTrait | None = Field(None, description="Trait that they must not have.")
    power: PowerRange | None = Field(None, description="Range of their power.")
    pick: Literal["all", "one", "up_to_2", "up_to_3", "any_number"] = Field(
        "all", description="How many of them are picked."
    )
    total_power: int | None = Field(
        None, ge=1, le=99, description="Highest power that they have in all; only with pick: any_number."
    )
    by: Literal["self", "opponent", "random"] = Field("self", description="Who picks.")
    as_: BoundName | None = Field(None, description="Name to which the pick is bound; later effects use it as `$name`.")

    @property
    def has_stats(self) -> bool:
        """Whether it selects by power or traits, which effects can change."""
        return self.power is not None or self.trait is not None or self.no_trait is not None

    @property
    def is_fixed(self) -> bool:
        """Whether a lasting effect on it stays with what fits when the effect begins.

        Otherwise the effect works on whatever fits at each moment, as every aura does. What is picked or bound to a name
        is fixed, and so is what is selected by power or traits.

        Source:
            R44.
        """
        return self.pick != "all" or self.as_ is not None or self.has_stats


class CountedNumber(Model):
    """A number that is counted in play: a factor for each thing."""

    count: Selector = Field(description="Things that are counted.")
    times: int = Field(1, ge=-9, le=9, description="Factor for each thing.")
    max: Small | None = Field(None, description="Upper limit of the total.")


def _number_tag(value: object) -> str:
    return f"{TAG}count" if isinstance(value, dict | CountedNumber) else f"{TAG}number"


Number = Annotated[
    Annotated[Small, Tag(f"{TAG}number")] | Annotated[CountedNumber, Tag(f"{TAG}count")], Discriminator(_number_tag)
]


class CountLimit(Model):
    """A limit for the number of things of a kind."""

    of: Selector = Field(description="Things that are counted.")
    amount: int = Field(ge=0, description="The limit, included.")


class Condition(Model):
    """A condition; with both keys, both must hold."""

    atleast: CountLimit | None = Field(None, description="Lowest number of things there may be.")
    atmost: CountLimit | None = Field(None, description="Highest number of things there may be.")


EVEN_IF_DEFENDED: bool = Field(
    False, description="Whether a base or palace takes the damage even while troops defend it; the text says so."
)


class DiscardCost(Model):
    """Cards that the player discards to play the card."""

    amount: Number = Field(description="Number of cards.")


class Cost(Model):
    """The cost of a card, which must be paid in full to play it."""

    discard: DiscardCost | None = Field(None, description="Cards discarded from your hand.")
    sacrifice: Selector | None = Field(None, description="Your own troop or base that is destroyed.")


class Timing(Model):
    """When an ability can be played; never during a renewal (rule H12)."""

    window: OneOrMore[Window] = Field(min_length=1, description="The main phase, a battle, or both.")
    side: Literal["any", "attacker", "defender"] = Field("any", description="The side you must be on in the battle.")
    turn: Literal["any", "own", "opponent"] = Field("any", description="Whose turn it must be.")
