"""The deck of Attack the Tower: a faction, its bases and its abilities."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, model_validator

from cardgen.games.attack_the_tower.card_frames import Frame
from cardgen.games.attack_the_tower.constants import CONSTANTS, Icon, Kind, TroopType
from cardgen.games.attack_the_tower.effects import AnyTrait, Condition, Cost, Effect, Selector, Timing, When
from cardgen.plugin.effects.parts import check_size
from cardgen.plugin.schema import ALT, WANTED, Color, Expected, Identifier, LocalText, Model, PicturePath, YesOrNo

Copies = Annotated[int, Field(ge=1, le=1000)]


class Colors(Model):
    """The faction's palette."""

    primary: Color = Field(description="Main colour of frames, banners and backs.")
    dark: Color = Field(description="Darkest colour, behind light text.")
    ink: Color = Field(description="Colour of text on paper.")
    paper: Color = Field(description="Background of text.")
    accent: Color = Field(description="Colour of ornaments, and of light text on the dark colour.")


class Faction(Model):
    """The faction whose deck it is, and its look."""

    id: Identifier = Field(description="Stable name in lower-case letters; it stays when the name for people changes.")
    name: LocalText = Field(description="Name for people.")
    motto: LocalText | None = Field(None, description="One short line.")
    quote: LocalText | None = Field(None, description="One or two sentences for the rules page.")
    colors: Colors = Field(description="Palette; text must be readable on its background (contrast 4.5:1).")
    emblem: PicturePath | None = Field(
        None, description="Picture of the emblem; a path relative to this file. Left out, it is a banner with a star."
    )
    pattern: PicturePath | None = Field(
        None, description="Square picture that repeats on backs. Left out, it is a lattice of flowers."
    )
    land: PicturePath | None = Field(
        None,
        description="Wide picture of the army's world, 302 x 260 in proportion, for board, box and leaflet. Left out, it"
        " is generated in the palette.",
    )
    corner: PicturePath | None = Field(
        None,
        description="Ornament of the top left corner; the other corners turn it. Left out, it is a quarter rosette.",
    )
    frame: Frame = Field(
        "plain",
        description="Frame of cards, counters and aids: plain, lacquer, bark, brass, gills, or a template of your own.",
    )


class Base(Model):
    """A base card: a place that recruits troops of one type."""

    id: Identifier = Field(description="Stable name, unique in its list.")
    name: LocalText = Field(description="Name of the place.")
    recruits: LocalText = Field(description="Name of its troops, in the plural.")
    plural: YesOrNo = Field(False, description="Whether the name of the place is plural, as in 'Islands recruit'.")
    gender: Literal["masculine", "feminine"] | None = Field(
        None, description="Gender of the name of the troops, for languages that need it. Left out, its ending decides."
    )
    type: Annotated[TroopType, Expected("(rule H05; manual, Understanding troops and bases)", "E305")] = Field(
        description="Type of its troops."
    )
    copies: Copies = Field(description="Number of copies; a deck has 25 bases in all.")
    art: Annotated[PicturePath | None, WANTED] = Field(
        None, description="Picture; a path relative to this file. Left out, a placeholder is printed, with a warning."
    )
    flavor: LocalText | None = Field(None, description="Flavour text, without rules.")
    alt: LocalText | None = Field(None, description=ALT)
    back: PicturePath | None = Field(None, description="Picture for the back of this card, instead of the common back.")
    turn: Literal["sideways", "endwise"] = Field(
        "sideways", description="How players turn the card over to see its back upright: like a page, or top to bottom."
    )
    power: int | None = Field(None, description="Fixed by the game: 4; may be left out.")
    troop_power: int | None = Field(None, description="Fixed by the type; may be left out.")
    traits: tuple[AnyTrait, ...] | None = Field(None, description="Fixed by the type; may be left out.")
    faction: Identifier | None = Field(None, description="The id of this faction; may be left out.")


class SpecialTroop(Model):
    """The troop that a special ability puts on the palace."""

    power: int = Field(le=99, description="Power, at least 1.")
    traits: tuple[AnyTrait, ...] = Field((), description="Traits: initiative, artillery, unique, loyal.")
    static: tuple[Literal["cannot_attack", "cannot_defend", "guard"], ...] = Field(
        (), description="What always holds for it; a `guard` also defends every territory of its owner."
    )
    aura: Effect | None = Field(None, description="Effect that works while the troop is in play; it has no `until`.")
    enter: tuple[Effect, ...] = Field((), description="Effects when it comes into play, in order.")
    leave: tuple[Effect, ...] = Field((), description="Effects when it leaves play, in order.")
    when: tuple[When, ...] = Field((), description="Effects whenever something happens while it is in play.")


class Ability(Model):
    """An ability card."""

    id: Identifier = Field(description="Stable name, unique in its list.")
    name: LocalText = Field(description="Name of the card.")
    kind: Annotated[Kind, Expected("(rule H07; samurai deck, Types of abilities)", "E307")] = Field(
        description="`troop` and `common` abilities are discarded at the end of the turn, `special` ones stay on the palace."
    )
    icon: Annotated[Icon, Expected("(rule H07; samurai deck, Types of abilities)", "E307")] = Field(
        description="One of the five types for `troop`, `hand` for `common`, `star` for `special`."
    )
    copies: Copies = Field(description="Number of copies; a deck has 25 abilities in all.")
    art: Annotated[PicturePath | None, WANTED] = Field(
        None, description="Picture; a path relative to this file. Left out, a placeholder is printed, with a warning."
    )
    timing: Timing = Field(description="When it can be played.")
    needs: Condition | None = Field(None, description="Condition that must hold when it is played.")
    cost: Cost | None = Field(None, description="Cost that must be paid in full to play it.")
    choose: tuple[Selector, ...] = Field((), description="What is picked first and bound to names.")
    effects: tuple[Effect, ...] = Field((), description="What it does, in order.")
    troop: SpecialTroop | None = Field(None, description="The troop of a special ability.")
    text: LocalText | None = Field(
        None, description="Rule text in your own words. Left out, it is generated from the effects in every language."
    )
    flavor: LocalText | None = Field(None, description="Flavour text, without rules.")
    alt: LocalText | None = Field(None, description=ALT)
    back: PicturePath | None = Field(None, description="Picture for the back of this card, instead of the common back.")
    turn: Literal["sideways", "endwise"] = Field(
        "sideways", description="How players turn the card over to see its back upright: like a page, or top to bottom."
    )
    faction: Identifier | None = Field(None, description="The id of this faction; may be left out.")

    _sized = model_validator(mode="after")(check_size)


class Counters(Model):
    """The two-sided troop counters."""

    count: int | None = Field(default=None, description="Fixed by the game: 9; may be left out.")
    faces: tuple[int, ...] | None = Field(default=None, description="Fixed by the game: 1 and 2; may be left out.")
    spares: int = Field(default=15, ge=0, le=91, description="Number of spare counters to print.")


def _fixed(name: str) -> Any:
    return Field(None, description=f"Fixed by the game: {CONSTANTS[name]}; may be left out.")


class Constants(Model):
    """Numbers that the game fixes for every deck; a deck that states them must agree."""

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
    """One army of Attack the Tower: 25 bases and 25 abilities of one faction.

    Attributes:
        constants_of_game: Numbers that the game fixes; a game that extends this one may fix others.
    """

    constants_of_game: ClassVar[Mapping[str, int]] = CONSTANTS

    game: str = Field(description="Id of the game: attack-the-tower.")
    faction: Faction = Field(description="The faction: its names and its look.")
    bases: tuple[Base, ...] = Field(min_length=1, description="Base cards; their copies add up to 25.")
    abilities: tuple[Ability, ...] = Field(min_length=1, description="Ability cards; their copies add up to 25.")
    counters: Counters = Field(default_factory=Counters, description="Troop counters.")
    constants: Constants = Field(Constants(), description="Numbers that the game fixes; may be left out.")
