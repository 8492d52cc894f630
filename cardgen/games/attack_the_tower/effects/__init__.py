"""The effect vocabulary: what a card does, as data that is both printed and played.

An effect is a mapping with one verb: `destroy: {who: {...}}`. Each verb is a model here, and its arguments are the fields.
What an effect acts on is a selector. A selector may bind what it picks to a name (`as: t`), to which later ones refer
(`in: $t`). The words are those of the effect vocabulary in the rules file, section 14.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cardgen.games.attack_the_tower.constants import TroopType
from cardgen.games.attack_the_tower.effects.cards import (
    Build,
    Discard,
    Draw,
    LookAtPile,
    Mill,
    Peek,
    Put,
    Recover,
    Replay,
    Return,
    SearchPile,
    Steal,
    Take,
)
from cardgen.games.attack_the_tower.effects.lasting import (
    Area,
    Bonus,
    Bypass,
    LastingVerb,
    Limit,
    Power,
    Prevent,
    Protect,
    Renewal,
    Soak,
    TraitChange,
)
from cardgen.games.attack_the_tower.effects.parts import (
    AnyTrait,
    Condition,
    Cost,
    CountedNumber,
    CountLimit,
    DiscardCost,
    Number,
    Player,
    PowerRange,
    Selector,
    Timing,
    Until,
)
from cardgen.games.attack_the_tower.effects.turns import Cancel, EndBattle, Redirect, Renew
from cardgen.games.attack_the_tower.effects.units import (
    Destroy,
    Move,
    Recruit,
    Strike,
    Swap,
)
from cardgen.plugin.effects.bindings import NameReference
from cardgen.plugin.effects.control_flow import Alternative, ChooseOne, Conditional, ForEachLoop
from cardgen.plugin.effects.verbs import OneVerb
from cardgen.plugin.schema import Expected, Model, OneOrMore

__all__ = [
    "AnyTrait",
    "Area",
    "Bonus",
    "Build",
    "Bypass",
    "Cancel",
    "Coin",
    "Condition",
    "Cost",
    "CountLimit",
    "CountedNumber",
    "Delay",
    "Destroy",
    "Die",
    "DieResult",
    "Discard",
    "DiscardCost",
    "Draw",
    "Effect",
    "EndBattle",
    "ForEach",
    "If",
    "LastingVerb",
    "Limit",
    "LookAtPile",
    "Mill",
    "Move",
    "NameReference",
    "Number",
    "OneOf",
    "Peek",
    "Power",
    "PowerRange",
    "Prevent",
    "Protect",
    "Put",
    "Recover",
    "Recruit",
    "Redirect",
    "Renew",
    "Renewal",
    "Replay",
    "Return",
    "SearchPile",
    "Selector",
    "Soak",
    "Steal",
    "Strike",
    "Swap",
    "Take",
    "Timing",
    "TraitChange",
    "When",
]


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


class OneOf(ChooseOne["Effect"]):
    """Alternatives of which a player chooses one when the game comes to them."""

    options: tuple[Alternative[Effect], ...] = Field(
        min_length=2, max_length=3, description="The two or three alternatives, each `{effects: [...]}`."
    )
    by: Player = Field("self", description="Player who chooses.")


class Coin(Model):
    """Effects that depend on a coin."""

    heads: tuple[Effect, ...] = Field(min_length=1, description="Effects on heads.")
    tails: tuple[Effect, ...] = Field((), description="Effects on tails.")


class DieResult(Model):
    """What happens on some faces of a die."""

    faces: OneOrMore[Annotated[int, Field(ge=1, le=20)]] = Field(min_length=1, description="The faces.")
    effects: tuple[Effect, ...] = Field(min_length=1, description="What happens on one of them, in order.")


class Die(Model):
    """Effects that depend on a die; on a face that is not named, nothing happens."""

    sides: int = Field(6, ge=2, le=20, description="Number of faces.")
    results: tuple[DieResult, ...] = Field(min_length=1, description="What happens on which faces.")


class When(Model):
    """Effects that happen whenever something happens.

    They happen once for each thing that is destroyed, also if the card itself goes at the same time. While effects of
    one `when` last, they never set off the same `when` again, that of another copy of the card neither.
    """

    event: Literal["turn_start", "turn_end", "attack", "battle_end", "renewal", "destroyed"] = Field(
        description="What happens: a turn begins or ends, an attack is declared, a battle or a renewal is over, a thing is "
        "destroyed."
    )
    who: Literal["self", "opponent", "any"] = Field(
        "self",
        description="Player whose turn, attack, renewal or loss it is; an attack and its battles are the attacker's.",
    )
    of: Literal["troop", "base", "special"] | None = Field(None, description="Kind of thing that is destroyed.")
    type: OneOrMore[Annotated[TroopType | Literal["icon"], Expected()]] = Field(
        (), description="Troop type of what is destroyed."
    )
    until: Until | None = Field(
        None, description="When it ends; stated in an effect, never in 'when' of a special troop."
    )
    effects: tuple[Effect, ...] = Field(min_length=1, description="What happens then, in order.")

    @property
    def things(self) -> Selector:
        """The selector of one thing that is destroyed."""
        kind = self.of or "troop"
        return Selector.model_validate({"of": kind, "owner": self.who, "type": self.type, "pick": "one"})


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
    return_: Return | None = Field(None, description="Take things off the table without destroying them.")
    put: Put | None = Field(None, description="Put cards on top or at the bottom of a pile.")
    mill: Mill | None = Field(None, description="Discard the top cards of a pile.")
    look: LookAtPile | None = Field(None, description="Look at the top cards of a pile, and order them or take some.")
    search: SearchPile | None = Field(None, description="Look through a pile for cards.")
    replay: Replay | None = Field(None, description="Play an ability from a discard pile, or again.")
    steal: Steal | None = Field(None, description="Bring an enemy troop to your side.")
    prevent: Prevent | None = Field(None, description="Forbid something.")
    protect: Protect | None = Field(None, description="Protect troops, bases or palaces.")
    soak: Soak | None = Field(None, description="Ignore damage.")
    strike: Strike | None = Field(None, description="Deal damage in a battle.")
    bonus: Bonus | None = Field(None, description="Deal more damage in combat.")
    area: Area | None = Field(None, description="Deal damage to several things in combat.")
    bypass: Bypass | None = Field(None, description="Break a rule of combat.")
    renewal: Renewal | None = Field(None, description="Change renewals; only as the aura of a special troop.")
    limit: Limit | None = Field(None, description="Change the limit of a hand or of special troops.")
    end_battle: EndBattle | None = Field(None, description="End the battle without combat.")
    cancel: Cancel | None = Field(None, description="Cancel the attack.")
    redirect: Redirect | None = Field(None, description="Turn the attack to another territory.")
    renew: Renew | None = Field(None, description="Hold a renewal outside its time.")
    delay: Delay | None = Field(None, description="Effects that happen later.")
    if_: If | None = Field(None, description="Effects that depend on a condition.")
    for_each: ForEach | None = Field(None, description="Effects that happen once for each of several things.")
    choose_one: OneOf | None = Field(None, description="Alternatives of which a player chooses one.")
    coin: Coin | None = Field(None, description="Effects that depend on a coin.")
    die: Die | None = Field(None, description="Effects that depend on a die.")
    when: When | None = Field(None, description="Effects that happen whenever something happens.")
