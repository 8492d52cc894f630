"""The deck of Stonewater Weir: resource cards, enemies, events, heroes, and the pieces around them."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from cardgen.games.stonewater_weir.ability_texts import ability_text
from cardgen.games.stonewater_weir.constants import (
    AbilityId,
    Bank,
    BuildingId,
    CardColor,
    CardType,
    Grade,
    HeroId,
    ResourceClass,
    Role,
    SmugglingLine,
    UnitId,
)
from cardgen.games.stonewater_weir.effects import SiegeEffect, Zone
from cardgen.plugin.description.values import DataDeck
from cardgen.plugin.schema import ALT, WANTED, Expected, Identifier, LocalText, Model, OneOrMore, PicturePath, YesOrNo

Copies = Annotated[int, Field(ge=0, le=1000)]


class WeirPiece(Model):
    """What everything that is printed states."""

    id: Identifier = Field(description="Stable name, unique in its list.")
    name: LocalText = Field(description="Name for people.")
    copies: Copies = Field(1, description="Number of copies.")
    art: PicturePath | None = Field(None, description="Picture; a path relative to this file.")


class WeirCard(WeirPiece):
    """A card, or what has a picture like one."""

    flavor: LocalText | None = Field(None, description="Flavour text, without rules.")
    alt: LocalText | None = Field(None, description=ALT)
    text: LocalText | None = Field(
        None, description="Rule text in your own words. Left out, it is generated in every language."
    )
    art: Annotated[PicturePath | None, WANTED] = Field(
        None, description="Picture; a path relative to this file. Left out, a placeholder is printed, with a warning."
    )
    back: PicturePath | None = Field(None, description="Picture for the back of this card, instead of the common back.")


class Attack(Model):
    """What a card does in an attack: a weapon adds to the hero's own, a Flood Charge attacks by itself."""

    value: int | None = Field(None, description="Strength of a Flood Charge.")
    bonus: int | None = Field(None, description="Added to the strength of the hero.")
    dice: int | None = Field(None, description="Number of red dice; of a Flood Charge, for each zone.")
    target: int | None = Field(None, description="Lowest number that hits; left out, that of the zone.")
    zones: OneOrMore[Zone] = Field((), description="Zones that it can be used against; left out, all.")
    massive: YesOrNo = Field(False, description="Whether it is a Flood Charge.")


class ResourceCard(WeirCard):
    """A card of the Inn, the Market, Rainlore or the Forge."""

    type: Annotated[CardType, Expected("(rule V02)", "E302")] = Field(
        description="`permanent` stays in its slot after use, `discard` goes away, `instant` is used when drawn."
    )
    color: Annotated[CardColor | None, Expected("(rule V02)", "E302")] = Field(
        None, description="Colour of a card of type discard, which the slots of the heroes name."
    )
    cost: int = Field(0, description="Gold that its use costs, 0 to 4.")
    morale: Annotated[int, Field(ge=-10, le=10)] = Field(0, description="Morale gained or lost after use.")
    attack: Attack | None = Field(None, description="What it does in an attack.")
    tactics: YesOrNo = Field(False, description="Whether it is placed on a zone, and triggers in the enemies phase.")
    action: YesOrNo = Field(False, description="Whether its use always costs an action.")
    zones: OneOrMore[Zone] = Field((), description="Zones that a tactics card can be placed on.")
    stays: int = Field(1, description="Enemies phases that a tactics card stays on its zone.")
    effects: tuple[SiegeEffect, ...] = Field(
        (), description="What it does, in order; after an attack, if it is a weapon."
    )


Spawn = Annotated[
    Annotated[int, Field(ge=1, le=99)] | Role,
    Expected("a number of at least 1, or a role: assault, support or heavy (rule V07)", "E307"),
]


class SpawnTable(Model):
    """How many units a spawning point brings in each season; the name of a role brings one unit of it."""

    spring: Spawn = Field(description="Rounds 1 to 3.")
    summer: Spawn = Field(description="Rounds 4 to 6.")
    autumn: Spawn = Field(description="Rounds 7 to 9.")
    winter: Spawn = Field(description="Rounds 10 to 12.")


class EnemyCard(WeirCard):
    """A card of the enemies: which units a spawning point brings."""

    unit: Annotated[Role, Expected("(rule V06)", "E306")] = Field(description="Role of its units.")
    spawn: SpawnTable = Field(
        description="Number of units in each season; of assault and support units, one is elite and the rest are standard."
    )
    stars: int | None = Field(None, description="Fixed by the role; may be left out.")
    attacks: int | None = Field(None, description="Attacks of a standard unit, fixed by the role; may be left out.")
    resistance: int | None = Field(
        None, description="Resistance of a standard unit, fixed by the role; may be left out."
    )


class EventCard(WeirCard):
    """An event, which is drawn at the start of each round but the first."""

    value: int = Field(description="How bad it is, 1 to 10; the difficulty may leave out high values.")
    duration: Annotated[Literal["round", "season"], Expected("(rule V08)", "E308")] = Field(
        description="How long it lasts."
    )
    effects: tuple[SiegeEffect, ...] = Field(min_length=1, description="What it does, in order.")


class WindCard(WeirCard):
    """A wind card, which names the bank of a field."""

    bank: Annotated[Bank, Expected("(rule V09)", "E309")] = Field(description="Bank of the field that it names.")


class ResourceSlot(Model):
    """A slot of a hero for cards of certain classes, one type and certain colours."""

    classes: OneOrMore[Annotated[ResourceClass, Expected("(rule V11)", "E311")]] = Field(
        min_length=1, description="Classes of the cards that it holds."
    )
    type: Annotated[Literal["permanent", "discard"], Expected("(rule V11)", "E311")] = Field(
        description="Type of the cards that it holds."
    )
    colors: OneOrMore[Annotated[CardColor, Expected("(rule V11)", "E311")]] = Field(
        (), description="Colours of the cards of type discard that it holds; left out, both."
    )


class AbilitySlot(Model):
    """A slot of a hero for an ability that is learnt."""

    level: int = Field(description="Level of its abilities, 1 to 4.")
    food: int = Field(description="Food that learning costs, 1 to 6.")


class Hero(WeirCard):
    """A hero, with a hero board and a figure."""

    id: Annotated[HeroId, Expected("(rule V11)", "E311")] = Field(description="Which of the six heroes it is.")
    title: LocalText = Field(description="What the hero does in the town: the Lockwarden.")
    figure: Annotated[PicturePath | None, WANTED] = Field(
        None, description="Picture of the figure, which stands without a ground; a path relative to this file."
    )
    strength: int = Field(description="Strength without cards and abilities.")
    abilities: tuple[Annotated[AbilityId, Expected("(rule V10)", "E310")], ...] = Field(
        description="Abilities from the start, one or two."
    )
    slots: tuple[ResourceSlot, ...] = Field(min_length=1, description="Slots for resource cards.")
    learning: tuple[AbilitySlot, ...] = Field(description="Slots for abilities, one for each level.")


class AbilityToken(WeirPiece):
    """A special ability: a token with the ability on its face and +1 strength on its back."""

    id: Annotated[AbilityId, Expected("(rule V10)", "E310")] = Field(description="Which ability it is.")
    level: int = Field(description="Level, 1 to 4.")
    text: LocalText | None = Field(None, description="Text in your own words. Left out, that of the game.")

    @model_validator(mode="after")
    def _take_text_of_game(self) -> Self:
        if self.text is None:
            object.__setattr__(self, "text", ability_text(self.id))  # so that documents can list the abilities, too
        return self


class TownFigure(WeirPiece):
    """A figure that is neither a hero nor an enemy unit."""

    id: Annotated[Literal["runner", "undercurrent"], Expected("(rule V12)", "E312")] = Field(
        description="Which figure it is."
    )


class UnitFigure(WeirCard):
    """A kind of enemy figure."""

    id: Annotated[UnitId, Expected("(rule V12)", "E312")] = Field(description="Which of the five units it is.")
    plural: LocalText = Field(description="Name of several of them.")
    role: Role | None = Field(None, description="Fixed by the game; may be left out.")
    grade: Grade | None = Field(None, description="Fixed by the game; may be left out.")
    attacks: int | None = Field(None, description="Fixed by the game; may be left out.")
    resistance: int | None = Field(None, description="Fixed by the game; may be left out.")


class Building(WeirCard):
    """A building of the town."""

    id: Annotated[BuildingId, Expected("(rule V13)", "E313")] = Field(description="Which of the eight buildings it is.")
    bank: Annotated[Bank, Expected("(rule V13)", "E313")] = Field(description="Bank on which it stands.")
    number: int | None = Field(None, description="Its line in the table of the Undercroft, 1 to 6; two have none.")
    line: Annotated[SmugglingLine | None, Expected("(rule V13)", "E313")] = Field(
        None, description="What a smuggling roll of its number brings: a card of a class, gold or food."
    )


class BankField(WeirPiece):
    """A bank and the field before it: one side with one spawning point, one with two."""

    id: Annotated[Bank, Expected("(rule V14)", "E314")] = Field(description="Bank of the field.")
    points: tuple[int, ...] = Field((1, 2), description="Spawning points of its two sides.")
    slots: tuple[str, ...] = Field(("A", "B", "C"), description="Symbols of the places for enemy cards.")
    zones: tuple[int, ...] = Field((3, 2, 1), description="Zones, from the outskirts to the wall.")
    tether: tuple[int, ...] = Field((10, 9, 8, 7, 6, 5, 4, 3, 2, 1), description="Numbers of the Tether.")


Face = Annotated[int | Literal["miss", "jam", "A", "B", "C"], Expected("or a whole number (rule V12)", "E312")]


class Dice(WeirPiece):
    """Dice of one kind."""

    id: Annotated[Literal["red", "yellow", "arm", "spawn"], Expected("(rule V12)", "E312")] = Field(
        description="Which dice they are: red ones, the yellow one, those of the Long Arm and of spawning."
    )
    faces: tuple[Face, ...] = Field(
        min_length=6, max_length=6, description="The six faces: numbers, miss and jam of the Long Arm, or A, B and C."
    )


class Track(Model):
    """A track of the heroes."""

    start: int = Field(description="Number on which a hero starts.")
    max: int = Field(description="Highest number.")


class Tracks(Model):
    """The four tracks of every hero."""

    morale: Track = Field(Track(start=5, max=10), description="A hero without morale dies.")
    food: Track = Field(Track(start=3, max=6), description="Paid at the end of a season, and for learning.")
    gold: Track = Field(Track(start=1, max=4), description="Paid for cards and repairs.")
    lamplight: Track = Field(Track(start=3, max=3), description="Tokens that change a roll by 1.")


class Party(Model):
    """How many heroes and spawning points a number of players has, and what each hero has in addition at the start."""

    players: int = Field(description="Number of players, 1 to 6.")
    heroes: int = Field(description="Number of heroes of all players.")
    points: int = Field(description="Number of spawning points on all fields.")
    supplies: Annotated[int, Field(ge=0, le=9)] = Field(
        0, description="Gold and food that each hero has at the start, that much of both, in addition to the tracks."
    )


PARTIES = tuple(
    Party(players=players, heroes=heroes, points=heroes, supplies=supplies)
    for players, heroes, supplies in ((1, 4, 0), (2, 4, 0), (3, 6, 3), (4, 4, 0), (5, 5, 2), (6, 6, 3))
)
"""By the number of players: heroes and spawning points (rules model, section 3), and supplies, which are our own."""


class WeirDeck(DataDeck):
    """The whole game of Stonewater Weir: its cards, heroes, enemies, boards, tokens and dice."""

    game: str = Field(description="Id of the game: stonewater-weir.")
    inn: tuple[ResourceCard, ...] = Field((), description="Cards of the Inn; their copies add up to 30.")
    market: tuple[ResourceCard, ...] = Field((), description="Cards of the Market; their copies add up to 30.")
    rainlore: tuple[ResourceCard, ...] = Field((), description="Cards of Rainlore; their copies add up to 30.")
    forge: tuple[ResourceCard, ...] = Field((), description="Cards of the Forge; their copies add up to 30.")
    enemies: tuple[EnemyCard, ...] = Field((), description="Enemy cards; their copies add up to 48.")
    events: tuple[EventCard, ...] = Field((), description="Events; their copies add up to 30.")
    winds: tuple[WindCard, ...] = Field((), description="Wind cards, one for each field.")
    heroes: tuple[Hero, ...] = Field((), description="The six heroes.")
    abilities: tuple[AbilityToken, ...] = Field(
        (), description="Special abilities; their copies add up to 48, 12 a level."
    )
    figures: tuple[TownFigure, ...] = Field((), description="The Runner and the Undercurrent.")
    units: tuple[UnitFigure, ...] = Field((), description="Enemy figures.")
    buildings: tuple[Building, ...] = Field((), description="The eight buildings, two on each bank.")
    banks: tuple[BankField, ...] = Field((), description="The four banks, with the fields before them.")
    dice: tuple[Dice, ...] = Field((), description="Dice: five red ones, the yellow one, and two with symbols.")
    tracks: Tracks = Field(Tracks.model_validate({}), description="Tracks of the heroes; may be left out.")
    players: tuple[Party, ...] = Field(PARTIES, description="Heroes and spawning points by players; may be left out.")
