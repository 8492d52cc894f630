"""The deck file of Attack the Tower: one faction, its bases and its abilities."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from cardgen.games.attack_the_tower.constants import CONSTANTS, Icon, Kind, TroopType
from cardgen.games.attack_the_tower.effects import AnyTrait, Condition, Cost, Effect, Selector, Timing
from cardgen.plugin.schema import Color, Expected, Identifier, LocalText, Model, PicturePath

Copies = Annotated[int, Field(ge=1, le=1000)]


class Colors(Model):
    """The faction's palette."""

    primary: Color = Field(description="Its own colour: frames, banners, backs.")
    dark: Color = Field(description="The darkest: behind light words.")
    ink: Color = Field(description="Words on paper.")
    paper: Color = Field(description="The ground of words.")
    accent: Color = Field(description="Ornament and light words on the dark.")


class Faction(Model):
    """Whose deck it is, and how it looks."""

    id: Identifier = Field(description="Stable name in small letters: nothing breaks when the name for people changes.")
    name: LocalText = Field(description="Name for people.")
    motto: LocalText | None = Field(None, description="One short line.")
    quote: LocalText | None = Field(None, description="A sentence or two for the rules page.")
    colors: Colors = Field(description="Its palette; words must be readable on their grounds (4.5:1).")
    emblem: PicturePath = Field(description="Its sign, beside this file.")
    pattern: PicturePath = Field(description="A picture that repeats, for backs.")
    corner: PicturePath = Field(description="Ornament of the top left corner; it is turned for the others.")


class Base(Model):
    """A base card: a place that recruits troops of one type."""

    id: Identifier = Field(description="Stable name, used once.")
    name: LocalText = Field(description="Name of the place.")
    recruits: LocalText = Field(description="Name of its troops, in the plural.")
    plural: bool = Field(False, description="Whether the name of the place is a plural: 'Islands recruit'.")
    gender: Literal["masculine", "feminine"] | None = Field(
        None, description="Of the name of the troops, for languages that need it; guessed from its ending if left out."
    )
    type: Annotated[TroopType, Expected("(rule H05; manual, Understanding troops and bases)", "E305")] = Field(
        description="Type of its troops."
    )
    copies: Copies = Field(description="How many such cards; 25 bases in a deck.")
    art: PicturePath = Field(description="Its picture, beside this file.")
    flavor: LocalText | None = Field(None, description="A line that says nothing about the rules.")
    back: PicturePath | None = Field(None, description="A picture for its back, instead of that of all such cards.")
    turn: Literal["sideways", "endwise"] = Field(
        "sideways", description="How players turn it over to see its back upright: like a page, or top to bottom."
    )
    power: int | None = Field(None, description="Fixed by the game: 4. May be left out.")
    troop_power: int | None = Field(None, description="Fixed by the type. May be left out.")
    traits: tuple[AnyTrait, ...] | None = Field(None, description="Fixed by the type. May be left out.")
    faction: Identifier | None = Field(None, description="Its faction, which is this one. May be left out.")


class SpecialTroop(Model):
    """The troop that a special ability puts on the palace."""

    power: int = Field(le=99, description="At least 1.")
    traits: tuple[AnyTrait, ...] = Field((), description="Any of initiative, artillery, unique, loyal.")
    static: tuple[Literal["cannot_attack", "cannot_defend", "guard"], ...] = Field(
        (), description="What always holds for it; guard: it also defends every territory of its owner."
    )
    aura: Effect | None = Field(None, description="Works while it is in play; its effect has no `until`.")
    enter: tuple[Effect, ...] = Field((), description="When it comes into play.")
    leave: tuple[Effect, ...] = Field((), description="When it leaves play.")


class Ability(Model):
    """An ability card."""

    id: Identifier = Field(description="Stable name, used once.")
    name: LocalText = Field(description="Name of the card.")
    kind: Annotated[Kind, Expected("(rule H07; samurai deck, Types of abilities)", "E307")] = Field(
        description="troop and common are gone at the end of the turn, special stays on the palace."
    )
    icon: Annotated[Icon, Expected("(rule H07; samurai deck, Types of abilities)", "E307")] = Field(
        description="troop: one of the five types; common: hand; special: star."
    )
    copies: Copies = Field(description="How many such cards; 25 abilities in a deck.")
    art: PicturePath = Field(description="Its picture, beside this file.")
    timing: Timing = Field(description="When it can be played.")
    needs: Condition | None = Field(None, description="Must hold when it is played.")
    cost: Cost | None = Field(None, description="Paid in full, or the card cannot be played.")
    choose: tuple[Selector, ...] = Field((), description="Picks that are made first and bound to names.")
    effects: tuple[Effect, ...] = Field((), description="What it does, in order.")
    troop: SpecialTroop | None = Field(None, description="Of a special ability: its troop.")
    text: LocalText | None = Field(
        None, description="What it does, in your words. Without it the text is made of the effects, in every language."
    )
    flavor: LocalText | None = Field(None, description="A line that says nothing about the rules.")
    back: PicturePath | None = Field(None, description="A picture for its back, instead of that of all such cards.")
    turn: Literal["sideways", "endwise"] = Field(
        "sideways", description="How players turn it over to see its back upright: like a page, or top to bottom."
    )
    faction: Identifier | None = Field(None, description="Its faction, which is this one. May be left out.")


class Counters(Model):
    """The two-sided troop counters."""

    count: int | None = Field(default=None, description="Fixed by the game: 9. May be left out.")
    faces: tuple[int, ...] | None = Field(default=None, description="Fixed by the game: 1 and 2. May be left out.")
    spares: int = Field(default=15, ge=0, le=91, description="How many more to print, for those that get lost.")


def _fixed(name: str) -> Any:
    return Field(None, description=f"Fixed by the game: {CONSTANTS[name]}. May be left out.")


class Constants(Model):
    """Numbers that the game fixes for every deck; those that a deck states must agree."""

    ability_cards: int | None = _fixed("ability_cards")
    base_cards: int | None = _fixed("base_cards")
    counters: int | None = _fixed("counters")
    territories: int | None = _fixed("territories")
    slots_per_territory: int | None = _fixed("slots_per_territory")
    piles: int | None = _fixed("piles")
    troops_per_base_max: int | None = _fixed("troops_per_base_max")
    opening_hand: int | None = _fixed("opening_hand")
    hand_limit: int | None = _fixed("hand_limit")
    renewal_draw: int | None = _fixed("renewal_draw")
    base_power: int | None = _fixed("base_power")
    palace_power: int | None = _fixed("palace_power")


class ArmyDeck(Model):
    """One army of Attack the Tower: 25 bases and 25 abilities of one faction."""

    game: str = Field(description="attack-the-tower")
    faction: Faction = Field(description="The army: its name, its words, its look.")
    bases: tuple[Base, ...] = Field(min_length=1, description="The base cards, 25 with their copies.")
    abilities: tuple[Ability, ...] = Field(min_length=1, description="The ability cards, 25 with their copies.")
    counters: Counters = Field(default_factory=Counters, description="The troop counters.")
    constants: Constants = Field(Constants(), description="Numbers that the game fixes. May be left out.")
