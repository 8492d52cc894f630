"""The effect vocabulary: what cards and events do, as data that is both printed and played.

An effect is a mapping with one verb: `gain: {track: food, amount: 2}`. Each verb is a model here, and its arguments are the
fields. Three kinds of card have effects. A resource card is used by a hero, who makes the choices. A tactics card lies on a
zone, and does to this zone what it does, in the enemies phase. An event happens to everybody, and the player with the first
hero makes the choices; what it changes lasts as long as the event. `USES` says which verb stands where.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from cardgen.games.stonewater_weir.constants import BuildingId, ResourceClass, UnitId
from cardgen.plugin.effects.verbs import OneVerb
from cardgen.plugin.schema import Expected, Model, OneOrMore, YesOrNo

V18 = Expected("(rule V18)", "E318")

TrackName = Annotated[Literal["morale", "food", "gold", "lamplight"], V18]
Amount = Annotated[int, Field(ge=1, le=9)]
Units = Annotated[Amount | Literal["all"], Expected("or a whole number from 1 to 9")]
Zone = Annotated[Literal[1, 2, 3], Expected("(rule V05)", "E305")]
Zones = OneOrMore[Zone]
ZONES = "Zones of which the player chooses one, in any field; left out on a tactics card, which does it where it lies."
Closable = Literal[
    "inn",
    "undercroft",
    "granary",
    "forge_hall",
    "fish_market",
    "lamp_house",
    "counting_house",
    "rain_tower",
    "long_arm",
    "lamplight",
    "attack_morale",
]
Number = Literal[
    "dice", "target", "card_cost", "food_roll", "gold_roll", "upkeep", "actions", "spawn", "cards", "charge_dice"
]


class Gain(Model):
    """Gain morale, food, gold or lamplight, up to the limit of the track."""

    track: TrackName = Field(description="What is gained.")
    amount: Annotated[Amount | Literal["yellow"], Expected("or a whole number from 1 to 9")] = Field(
        1, description="How much; `yellow` rolls the yellow die once for everybody who gains."
    )
    who: Literal["self", "hero", "all", "first"] = Field(
        "self", description="`self` is the user, `hero` any one hero, `all` every hero, `first` the first hero."
    )


class Lose(Model):
    """Lose morale, food, gold or lamplight; nobody's morale falls below 1, and nothing below 0."""

    track: TrackName = Field(description="What is lost.")
    amount: Amount = Field(1, description="How much.")
    who: Literal["self", "all", "first"] = Field(
        "self", description="`self` is the user, `all` every hero, `first` the first hero."
    )


class DrawCard(Model):
    """Draw a resource card, which is then stored, used at once or lost as usual."""

    deck: Annotated[ResourceClass | Literal["any"], Expected()] = Field(
        description="Class of the card; `any` lets the player choose."
    )
    from_: Literal["pool", "season"] = Field("pool", description="The pool, or the deck of the season.")
    of: Amount = Field(1, description="Look at that many cards, and take one; the others go beneath the deck.")


class Act(Model):
    """Have more actions in this turn."""

    amount: Amount = Field(1, description="Number of actions.")


class MoveHero(Model):
    """Put a hero on any wall, or into a building that is not destroyed and that no other hero is in."""

    who: Literal["self", "hero"] = Field("self", description="`self` is the user, `hero` any one hero.")


class Repair(Model):
    """Remove the token of a damaged building, or turn that of a destroyed one to its damaged side."""

    what: Literal["damaged", "destroyed"] = Field("damaged", description="State of the building.")


class Reinforce(Model):
    """Put a reinforcement on a building; each one cancels a hit."""

    amount: Amount = Field(1, description="Number of reinforcements, each on any building.")


class Damage(Model):
    """Damage buildings; a reinforcement takes the damage, and one that is damaged already stays as it is."""

    building: Annotated[BuildingId | None, V18] = Field(
        None, description="The building; left out, those of the bank that a wind card names."
    )
    amount: Annotated[int, Field(ge=1, le=2)] = Field(1, description="Number of buildings of that bank.")


class StrikeZone(Model):
    """Attack a zone with dice that belong to the card: neither bonuses nor lamplight change them."""

    dice: Amount = Field(description="Number of red dice.")
    target: Annotated[int, Field(ge=2, le=6)] = Field(description="Lowest number that hits.")
    strength: Amount = Field(description="Strength of each hit.")
    zones: Zones = Field((), description=ZONES)


class Push(Model):
    """Move units of a zone one zone away from the town; those in zone 3 stay where they are."""

    amount: Units = Field("all", description="Number of units, which the player chooses, or all.")
    zones: Zones = Field((), description=ZONES)


class Drift(Model):
    """Move units of a zone into the same zone of a neighbouring field."""

    amount: Units = Field("all", description="Number of units, which the player chooses, or all.")
    zones: Zones = Field((), description=ZONES)


class Halt(Model):
    """Keep the units of a zone from attacking, marching or both, until the end of the round."""

    what: Literal["attack", "march", "both"] = Field(description="What they do not do.")
    zones: Zones = Field((), description=ZONES)


class Tether(Model):
    """Change the Tether of the Undercurrent; below 1, it leaves."""

    by: Annotated[int, Field(ge=-9, le=9)] = Field(description="Added to the Tether; negative loosens it.")


class Look(Model):
    """Look at the top card of a deck, and put it back on top or beneath the deck."""

    deck: Literal["events", "enemies"] = Field(description="The deck.")


class Boost(Model):
    """Improve the next wall attack of the user in this turn."""

    dice: Annotated[int, Field(ge=0, le=9)] = Field(0, description="Dice that are rolled in addition.")
    bonus: Annotated[int, Field(ge=0, le=9)] = Field(0, description="Added to the strength.")
    reroll: YesOrNo = Field(False, description="Whether dice that miss are rolled once more.")


class Exchange(Model):
    """Exchange cards with another hero, wherever they are, without an action; written `exchange: {}`."""


class Ward(Model):
    """Ignore hits: as a permanent card in each round while it is in its slot, otherwise until the end of the round."""

    hits: Amount = Field(1, description="Number of hits.")


class Spawn(Model):
    """Place units in zone 3."""

    unit: Annotated[UnitId, V18] = Field(description="Which units.")
    amount: Amount = Field(1, description="How many in each field.")
    field: Literal["wind", "each"] = Field(
        "wind", description="`wind` is the field that a wind card names, `each` all four."
    )


class Runner(Model):
    """Let the Runner go on, if they are on a field and neither their zone nor the next holds an enemy."""

    zones: Annotated[int, Field(ge=1, le=2)] = Field(1, description="Number of zones.")


class March(Model):
    """Have the units of some zones march at once, in all fields, as in the march of the enemies phase."""

    zones: OneOrMore[Annotated[Literal[2, 3], Expected("(rule V05)", "E305")]] = Field(
        min_length=1, description="The zones, 2 and 3: nobody enters the town."
    )


class Surge(Model):
    """Have a Surge, as after three equal rolls of the spawning die; written `surge: {}`."""


class Modify(Model):
    """Change a number of the rules while the event lasts."""

    number: Annotated[Number, V18] = Field(description="The number.")
    by: Annotated[int, Field(ge=-9, le=9)] = Field(description="Added to it; it is never below its lowest value.")
    zones: Zones = Field((), description="Zones to which a change of `dice` or `target` is limited; left out, all.")


class Forbid(Model):
    """Close something while the event lasts."""

    what: Annotated[Closable, V18] = Field(
        description="A building, the Long Arm, the use of lamplight, or morale gained by wall attacks."
    )


class SiegeEffect(OneVerb):
    """One thing that a card does: a mapping with exactly one verb."""

    gain: Gain | None = Field(None, description="Gain morale, food, gold or lamplight.")
    lose: Lose | None = Field(None, description="Lose morale, food, gold or lamplight.")
    draw: DrawCard | None = Field(None, description="Draw a resource card.")
    act: Act | None = Field(None, description="Have more actions.")
    move: MoveHero | None = Field(None, description="Put a hero somewhere else.")
    repair: Repair | None = Field(None, description="Repair a building.")
    reinforce: Reinforce | None = Field(None, description="Reinforce a building.")
    damage: Damage | None = Field(None, description="Damage buildings.")
    strike: StrikeZone | None = Field(None, description="Attack a zone with dice of the card.")
    push: Push | None = Field(None, description="Push units back.")
    drift: Drift | None = Field(None, description="Move units to a neighbouring field.")
    halt: Halt | None = Field(None, description="Keep units from attacking or marching.")
    tether: Tether | None = Field(None, description="Change the Tether of the Undercurrent.")
    look: Look | None = Field(None, description="Look at the top card of a deck.")
    boost: Boost | None = Field(None, description="Improve the next wall attack.")
    exchange: Exchange | None = Field(None, description="Exchange cards with another hero.")
    ward: Ward | None = Field(None, description="Ignore hits.")
    spawn: Spawn | None = Field(None, description="Place units.")
    runner: Runner | None = Field(None, description="Let the Runner go on.")
    march: March | None = Field(None, description="Have units march at once.")
    surge: Surge | None = Field(None, description="Have a Surge.")
    modify: Modify | None = Field(None, description="Change a number of the rules.")
    forbid: Forbid | None = Field(None, description="Close something.")


Use = Literal["card", "instant", "tactics", "event"]

USES: Mapping[str, tuple[Use, ...]] = {
    "gain": ("card", "instant", "event"),
    "lose": ("card", "instant", "event"),
    "draw": ("card", "instant", "event"),
    "act": ("card",),
    "move": ("card",),
    "repair": ("card", "event"),
    "reinforce": ("card", "event"),
    "damage": ("instant", "event"),
    "strike": ("card", "tactics"),
    "push": ("card", "tactics"),
    "drift": ("card", "tactics"),
    "halt": ("card", "tactics"),
    "tether": ("card", "instant", "event"),
    "look": ("card",),
    "boost": ("card",),
    "exchange": ("card",),
    "ward": ("card",),
    "spawn": ("instant", "event"),
    "runner": ("event",),
    "march": ("event",),
    "surge": ("event",),
    "modify": ("event",),
    "forbid": ("event",),
}
"""Where each verb stands: on cards that a hero uses, on instant ones, on tactics cards, on events."""

AREA_VERBS = ("strike", "push", "drift", "halt")
"""Verbs that do something to one zone: they need `zones`, except on a tactics card."""
