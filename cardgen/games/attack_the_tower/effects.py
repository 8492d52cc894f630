"""The effect vocabulary: what a card does, as data that is both printed and played.

An effect is a mapping with one verb: `destroy: {who: {...}}`. Each verb is a model here, and its arguments are the fields.
What an effect acts on is a selector. A selector may bind what it picks to a name (`as: t`), to which later ones refer
(`in: $t`). The words are those of the effect vocabulary in the rules file, section 14.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Discriminator, Field, Tag, model_validator

from cardgen.games.attack_the_tower.constants import Trait, TroopType
from cardgen.plugin.effects.bindings import BoundName, NameReference
from cardgen.plugin.effects.control_flow import Conditional, ForEachLoop
from cardgen.plugin.effects.verbs import OneVerb
from cardgen.plugin.schema import TAG, Expected, Model, OneOrMore, broken_rule

H09 = Expected("(rule H09; manual, Understanding troops and bases)", "E309")
H11 = Expected("(rule H11; samurai deck, Types of abilities)", "E311")
H12 = Expected("(rule H12: never in a renewal; samurai deck, Rules)", "E312")

Player = Literal["self", "opponent"]
Window = Annotated[Literal["main", "battle"], H12]
# The vocabulary of the rules file has `now` as well, for an effect that ends as soon as it begins.
Until = Annotated[Literal["battle", "turn"], H11]
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
    ]
    | NameReference,
    Expected("or $name, where 'as: name' has bound the name before", names="as"),
]


class PowerRange(Model):
    """A range of power; at least one limit."""

    min: Small | None = Field(None, description="Lowest power.")
    max: Small | None = Field(None, description="Highest power.")


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
    pick: Literal["all", "one", "up_to_2", "up_to_3"] = Field("all", description="How many of them are picked.")
    by: Literal["self", "opponent", "random"] = Field("self", description="Who picks.")
    as_: BoundName | None = Field(None, description="Name to which the pick is bound; later effects use it as `$name`.")


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


class LastingVerb(Model):
    """An effect that lasts; it needs `until`, except as an aura."""

    until: Until | None = Field(None, description="When it ends; no effect lasts beyond the turn.")
    while_: Condition | None = Field(None, description="Condition under which it works.")


class Destroy(Model):
    """Destroy troops, bases or palaces; cards say `sacrifice` for your own."""

    who: Selector = Field(description="What is destroyed.")


class Power(LastingVerb):
    """Change the power of things; troops with power below 1 die in combat."""

    who: Selector = Field(description="Things whose power changes.")
    add: Number | None = Field(None, description="Added to the power; may be negative.")
    set: Number | None = Field(None, description="Replaces the printed power.")

    @model_validator(mode="after")
    def _add_or_set(self) -> Power:
        if (self.add is None) == (self.set is None):
            raise broken_rule("E204", "needs either 'add' or 'set'", "one of: add, set")
        return self


class TraitChange(LastingVerb):
    """Give troops a trait, or take one away."""

    who: Selector = Field(description="Troops that gain or lose it.")
    gain: AnyTrait | None = Field(None, description="Trait that is gained.")
    lose: AnyTrait | None = Field(None, description="Trait that is lost.")

    @model_validator(mode="after")
    def _gain_or_lose(self) -> TraitChange:
        if self.gain is None and self.lose is None:
            raise broken_rule("E204", "needs 'gain' or 'lose'", "one of: gain, lose")
        return self


class Recruit(Model):
    """Put new troops on bases, up to 2 on each; troops without room are lost."""

    bases: Selector = Field(description="Bases that recruit.")
    amount: Number = Field(1, description="Number of troops for each base.")


class Move(Model):
    """Move troops to bases of their own type that have room."""

    who: Selector = Field(description="Troops that move.")
    to: Selector = Field(description="Base that they move to.")


class Swap(Model):
    """Exchange the slots of two bases; their troops move with them."""

    a: Selector = Field(description="The first base.")
    b: Selector = Field(description="The second base.")


class Build(Model):
    """Build a base outside a renewal."""

    card: Selector = Field(description="Base card that is built.")
    where: Literal["empty", "any"] = Field(
        "empty", description="`empty`: on an empty slot; `any`: also over a base, which is lost."
    )


class Draw(Model):
    """Draw cards."""

    who: Player = Field(description="Player who draws.")
    amount: Number = Field(1, description="Number of cards.")
    pile: Literal["ability", "base", "any"] = Field("any", description="Pile that is drawn from.")


class Discard(Model):
    """Discard cards from a hand."""

    who: Player = Field(description="Player whose hand it is.")
    amount: Number = Field(1, description="Number of cards.")
    by: Literal["owner", "self", "random"] = Field("owner", description="Who chooses the cards.")
    is_: Literal["ability", "base", "any"] = Field("any", description="Kind of cards.")


class Peek(Model):
    """Look at a whole hand."""

    who: Player = Field(description="Player whose hand it is.")


class Take(Model):
    """Take cards from a hand into yours; after use they go to their owner's discard pile."""

    who: Player = Field(description="Player whose hand it is.")
    amount: Number = Field(1, description="Number of cards.")
    by: Literal["self", "random"] = Field("random", description="Who chooses the cards.")


class Recover(Model):
    """Take cards from your piles into your hand."""

    who: Selector = Field(description="Cards that are taken.")


class Prevent(LastingVerb):
    """Forbid a player to do something."""

    what: Literal["attack", "attack_on", "ability", "recruit", "build"] = Field(
        description="What is forbidden; `attack_on` is an attack on a place."
    )
    who: Player = Field(description="Player who must not do it.")
    site: Selector | None = Field(None, description="Place where it is forbidden; left out, everywhere.")


class Protect(LastingVerb):
    """Protect troops, bases or palaces."""

    who: Selector = Field(description="What is protected.")
    from_: OneOrMore[Literal["initiative", "regular", "destroy", "sacrifice"]] = Field(
        min_length=1, description="What they are protected from."
    )


class Soak(LastingVerb):
    """Ignore the first points of damage to a player's troops."""

    who: Player = Field(description="Player whose troops are meant.")
    amount: Number = Field(description="Points of damage.")


class Strike(Model):
    """Deal damage in a battle; it counts as combat damage."""

    who: Selector = Field(description="What takes the damage.")
    amount: Number = Field(1, description="Points of damage.")


class Bonus(LastingVerb):
    """Deal more damage in combat, or less; power does not change."""

    who: Selector = Field(description="Troops that deal the damage.")
    amount: Small = Field(description="Points of damage added for each; may be negative.")


class Area(LastingVerb):
    """In the regular step, each of some troops also deals damage to each of others."""

    from_: Selector = Field(description="Troops that deal the damage.")
    who: Selector = Field(description="What takes the damage.")
    amount: Small = Field(1, description="Points of damage that each deals to each.")


class Bypass(LastingVerb):
    """Let troops break a rule of combat."""

    who: Selector = Field(description="Troops that may break it.")
    rule: Literal["manned"] = Field("manned", description="`manned`: they may hit bases that are defended.")


class Renewal(Model):
    """Change renewals; only as the aura of a special troop."""

    who: Player = Field(description="Player whose part of the renewal changes.")
    draw: Small = Field(0, description="Cards drawn in addition; negative for fewer.")
    recruit: Small = Field(0, description="Troops recruited on each base in addition; negative for fewer.")

    @model_validator(mode="after")
    def _draw_or_recruit(self) -> Renewal:
        if not self.draw and not self.recruit:
            raise broken_rule("E204", "needs 'draw' or 'recruit'", "one of: draw, recruit, other than 0")
        return self


class EndBattle(Model):
    """End the battle without combat; written `end_battle: {}`."""


class Delay(Model):
    """Effects that happen later."""

    at: Literal["battle_end", "turn_end"] = Field(description="When they happen.")
    until: Annotated[Literal["turn"], Expected("with at: battle_end, or left out", "E311")] | None = Field(
        None, description="`turn`: they happen at the end of every battle this turn. Left out, once."
    )
    effects: tuple[Effect, ...] = Field(min_length=1, description="What happens then, in order.")


class If(Conditional[Condition, "Effect"]):
    """Effects that depend on a condition."""


class ForEach(ForEachLoop[Selector, "Effect"]):
    """Effects that happen once for each of several things."""


class Effect(OneVerb):
    """One thing that a card does: a mapping with exactly one verb."""

    destroy: Destroy | None = Field(None, description="Destroy troops, bases or palaces.")
    power: Power | None = Field(None, description="Change power.")
    trait: TraitChange | None = Field(None, description="Give or take a trait.")
    recruit: Recruit | None = Field(None, description="Put troops on bases.")
    move: Move | None = Field(None, description="Move troops.")
    swap: Swap | None = Field(None, description="Exchange the slots of two bases.")
    build: Build | None = Field(None, description="Build a base outside a renewal.")
    draw: Draw | None = Field(None, description="Draw cards.")
    discard: Discard | None = Field(None, description="Discard cards.")
    peek: Peek | None = Field(None, description="Look at a hand.")
    take: Take | None = Field(None, description="Take cards from a hand.")
    recover: Recover | None = Field(None, description="Take cards from your piles.")
    prevent: Prevent | None = Field(None, description="Forbid something.")
    protect: Protect | None = Field(None, description="Protect troops, bases or palaces.")
    soak: Soak | None = Field(None, description="Ignore damage.")
    strike: Strike | None = Field(None, description="Deal damage in a battle.")
    bonus: Bonus | None = Field(None, description="Deal more damage in combat.")
    area: Area | None = Field(None, description="Deal damage to several things in combat.")
    bypass: Bypass | None = Field(None, description="Break a rule of combat.")
    renewal: Renewal | None = Field(None, description="Change renewals; only as the aura of a special troop.")
    end_battle: EndBattle | None = Field(None, description="End the battle without combat.")
    delay: Delay | None = Field(None, description="Effects that happen later.")
    if_: If | None = Field(None, description="Effects that depend on a condition.")
    for_each: ForEach | None = Field(None, description="Effects that happen once for each of several things.")
