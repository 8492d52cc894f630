"""The vocabulary of effects: what a card does, as data that is both printed and played.

An effect is a mapping with one verb: `destroy: {who: {...}}`. What an effect acts on is a selector. A selector may bind
what it picks (`as: t`), later ones refer to it (`in: $t`). The words are those of the rules' effect vocabulary; a verb is
a model here, its arguments are the fields.
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
Until = Annotated[Literal["now", "battle", "turn"], H11]
AnyTrait = Annotated[Trait, H09]
# With larger ones the numbers of a game would be too long for its notation, and for its cards.
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
    Expected("or $name, bound before by 'as: name'", names="as"),
]


class PowerRange(Model):
    """Limits of power."""

    min: Small | None = Field(None, description="Power at least this.")
    max: Small | None = Field(None, description="Power at most this.")


class Selector(Model):
    """What an effect acts on: all things that fit every key that is given, or some of them."""

    of: Literal["troop", "special", "base", "territory", "palace", "card"] = Field(description="What kind of thing.")
    owner: Literal["self", "opponent", "any"] = Field("any", description="Whose; self is the player of the card.")
    type: OneOrMore[Annotated[TroopType | Literal["icon"], Expected()]] = Field(
        (), description="Troop type; `icon` means the type of the card's own icon."
    )
    in_: Zone | None = Field(
        None, description="Where, or `$name` of something bound before. Cards are in a hand, unless it says where."
    )
    is_: (
        Literal["manned", "unmanned", "full", "has_room", "complete", "ability", "base", "destroyed_this_turn"] | None
    ) = Field(None, description="State. A base is unmanned if no living troop defends its territory.")
    trait: AnyTrait | None = Field(None, description="Only those with this trait.")
    no_trait: AnyTrait | None = Field(None, description="Only those without this trait.")
    power: PowerRange | None = Field(None, description="Only those of this power.")
    pick: Literal["all", "one", "up_to_2", "up_to_3"] = Field("all", description="How many of them.")
    by: Literal["self", "opponent", "random"] = Field("self", description="Who picks.")
    as_: BoundName | None = Field(None, description="Binds what is picked to a name for `$name`.")


class CountedNumber(Model):
    """A number that is counted in play."""

    count: Selector = Field(description="What is counted.")
    times: int = Field(1, ge=-9, le=9, description="Times this.")
    max: Small | None = Field(None, description="At most this.")


def _number_tag(value: object) -> str:
    return f"{TAG}count" if isinstance(value, dict | CountedNumber) else f"{TAG}number"


Number = Annotated[
    Annotated[Small, Tag(f"{TAG}number")] | Annotated[CountedNumber, Tag(f"{TAG}count")], Discriminator(_number_tag)
]


class CountLimit(Model):
    """How many things of a kind there are."""

    of: Selector = Field(description="What is counted.")
    amount: int = Field(ge=0, description="The limit.")


class Condition(Model):
    """Something that must hold; with both keys, both must."""

    atleast: CountLimit | None = Field(None, description="At least so many.")
    atmost: CountLimit | None = Field(None, description="At most so many.")


class DiscardCost(Model):
    """Cards to discard from the hand."""

    amount: Number = Field(description="How many cards.")


class Cost(Model):
    """What must be paid in full before a card can be played."""

    discard: DiscardCost | None = Field(None, description="Cards from your hand.")
    sacrifice: Selector | None = Field(None, description="Troops or bases of your own to destroy.")


class Timing(Model):
    """When an ability can be played; never in a renewal (rule H12)."""

    window: OneOrMore[Window] = Field(min_length=1, description="In the main phase, in a battle, or both.")
    side: Literal["any", "attacker", "defender"] = Field("any", description="Your side in the battle.")
    turn: Literal["any", "own", "opponent"] = Field("any", description="Whose turn it must be.")


class LastingVerb(Model):
    """An effect that lasts: needs `until`, except in an aura."""

    until: Until | None = Field(None, description="When it ends; nothing lasts beyond the turn.")
    while_: Condition | None = Field(None, description="It works only while this holds.")


class Destroy(Model):
    """Destroy; what a player destroys of his own is sacrificed."""

    who: Selector = Field(description="What is destroyed.")


class Power(LastingVerb):
    """Change power; below 1 dies in combat."""

    who: Selector = Field(description="Whose power.")
    add: Number | None = Field(None, description="Added to the power; may be negative.")
    set: Number | None = Field(None, description="Replaces the printed power.")

    @model_validator(mode="after")
    def _add_or_set(self) -> Power:
        if (self.add is None) == (self.set is None):
            raise broken_rule("E204", "needs either 'add' or 'set'", "one of: add, set")
        return self


class TraitChange(LastingVerb):
    """Give or take a trait."""

    who: Selector = Field(description="Who gains or loses it.")
    gain: AnyTrait | None = Field(None, description="The trait that is gained.")
    lose: AnyTrait | None = Field(None, description="The trait that is lost.")

    @model_validator(mode="after")
    def _gain_or_lose(self) -> TraitChange:
        if self.gain is None and self.lose is None:
            raise broken_rule("E204", "needs 'gain' or 'lose'", "one of: gain, lose")
        return self


class Recruit(Model):
    """Put troops on bases, up to 2 on each; what finds no room is lost."""

    bases: Selector = Field(description="The bases that recruit.")
    amount: Number = Field(1, description="Troops on each of them.")


class Move(Model):
    """Move troops to bases of their type that have room."""

    who: Selector = Field(description="The troops.")
    to: Selector = Field(description="The base they go to.")


class Swap(Model):
    """Two bases change slots; their troops stay on them."""

    a: Selector = Field(description="One base.")
    b: Selector = Field(description="The other.")


class Build(Model):
    """Build one base outside a renewal."""

    card: Selector = Field(description="The base card.")
    where: Literal["empty", "any"] = Field("empty", description="On an empty slot, or also over a base, which is lost.")


class Draw(Model):
    """Draw cards."""

    who: Player = Field(description="Who draws.")
    amount: Number = Field(1, description="How many cards.")
    pile: Literal["ability", "base", "any"] = Field("any", description="From which pile.")


class Discard(Model):
    """Discard cards from a hand."""

    who: Player = Field(description="Whose hand.")
    amount: Number = Field(1, description="How many cards.")
    by: Literal["owner", "self", "random"] = Field("owner", description="Who chooses them.")
    is_: Literal["ability", "base", "any"] = Field("any", description="Which cards.")


class Peek(Model):
    """Look at a whole hand."""

    who: Player = Field(description="Whose hand.")


class Take(Model):
    """Take cards from a hand into yours; after use they go to their owner's discard pile."""

    who: Player = Field(description="Whose hand.")
    amount: Number = Field(1, description="How many cards.")
    by: Literal["self", "random"] = Field("random", description="Who chooses them.")


class Recover(Model):
    """Take cards from your discard pile into your hand."""

    who: Selector = Field(description="The cards.")


class Prevent(LastingVerb):
    """Forbid something."""

    what: Literal["attack", "attack_on", "ability", "recruit", "build"] = Field(description="What is forbidden.")
    who: Player = Field(description="To whom.")
    site: Selector | None = Field(None, description="The only place where it is forbidden.")


class Protect(LastingVerb):
    """Keep troops or bases from harm."""

    who: Selector = Field(description="Who is safe.")
    from_: OneOrMore[Literal["initiative", "regular", "destroy", "sacrifice"]] = Field(
        min_length=1, description="From what."
    )


class Soak(LastingVerb):
    """Ignore the first damage to a player's troops."""

    who: Player = Field(description="Whose troops.")
    amount: Number = Field(description="How much damage.")


class Strike(Model):
    """Deal damage in a battle; it counts as in combat."""

    who: Selector = Field(description="Who takes it.")
    amount: Number = Field(1, description="How much damage.")


class Bonus(LastingVerb):
    """Deal more damage; power does not change."""

    who: Selector = Field(description="Who deals it.")
    amount: Small = Field(description="How much more.")


class Area(LastingVerb):
    """In the regular step each of some deals damage to each of others, beside its own."""

    from_: Selector = Field(description="Who deals it.")
    who: Selector = Field(description="Who takes it.")
    amount: Small = Field(1, description="Damage of each to each.")


class Bypass(LastingVerb):
    """Break a rule of combat."""

    who: Selector = Field(description="Who may.")
    rule: Literal["manned"] = Field("manned", description="`manned`: may hit bases that are defended.")


class Renewal(Model):
    """Change what a renewal does; only as the aura of a special troop."""

    who: Player = Field(description="Whose part of the renewal.")
    draw: Small = Field(0, description="So many more cards are drawn.")
    recruit: Small = Field(0, description="So many more troops come to each base.")

    @model_validator(mode="after")
    def _draw_or_recruit(self) -> Renewal:
        if not self.draw and not self.recruit:
            raise broken_rule("E204", "needs 'draw' or 'recruit'", "one of: draw, recruit, other than 0")
        return self


class EndBattle(Model):
    """The battle ends without combat: written `end_battle: {}`."""


class Delay(Model):
    """Effects that happen later."""

    at: Literal["battle_end", "turn_end"] = Field(description="When.")
    until: Until | None = Field(
        None, description="`turn`: at the end of every battle of this turn. Without it they happen once."
    )
    effects: tuple[Effect, ...] = Field(min_length=1, description="What happens then, in order.")


class If(Conditional[Condition, "Effect"]):
    """Effects that depend on a condition."""


class ForEach(ForEachLoop[Selector, "Effect"]):
    """Effects that happen once for each of several things."""


class Effect(OneVerb):
    """One thing that a card does: exactly one verb."""

    destroy: Destroy | None = Field(None, description="Destroy troops or bases.")
    power: Power | None = Field(None, description="Change power.")
    trait: TraitChange | None = Field(None, description="Give or take a trait.")
    recruit: Recruit | None = Field(None, description="Put troops on bases.")
    move: Move | None = Field(None, description="Move troops.")
    swap: Swap | None = Field(None, description="Exchange two bases.")
    build: Build | None = Field(None, description="Build a base outside a renewal.")
    draw: Draw | None = Field(None, description="Draw cards.")
    discard: Discard | None = Field(None, description="Discard cards.")
    peek: Peek | None = Field(None, description="See a hand.")
    take: Take | None = Field(None, description="Take cards from a hand.")
    recover: Recover | None = Field(None, description="Take cards from your discard pile.")
    prevent: Prevent | None = Field(None, description="Forbid something.")
    protect: Protect | None = Field(None, description="Keep from harm.")
    soak: Soak | None = Field(None, description="Ignore damage.")
    strike: Strike | None = Field(None, description="Deal damage in a battle.")
    bonus: Bonus | None = Field(None, description="Deal more damage in combat.")
    area: Area | None = Field(None, description="Deal damage to many in combat.")
    bypass: Bypass | None = Field(None, description="Break a rule of combat.")
    renewal: Renewal | None = Field(None, description="Change a renewal (aura of a special troop only).")
    end_battle: EndBattle | None = Field(None, description="End the battle without combat.")
    delay: Delay | None = Field(None, description="Later.")
    if_: If | None = Field(None, description="On a condition.")
    for_each: ForEach | None = Field(None, description="For each of several things.")

    @property
    def verbs(self) -> dict[str, Model]:
        """The verb and its arguments, as {verb: model}."""
        return dict([self.verb])
