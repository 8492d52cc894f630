"""The file `game.yaml`: what a game is, without a line of Python."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, Discriminator, Field, StringConstraints, Tag

from cardgen.plugin.description.building import (
    Bases,
    CopiesFor,
    FoldSpec,
    HoleShape,
    Hub,
    Length,
    NetShape,
    PaperName,
    PlaceShape,
    Players,
    Shape,
    SizeName,
    TemplateName,
    VariantsDescription,
)
from cardgen.plugin.description.fields import Expression, FieldName, FieldSpec, KindName
from cardgen.plugin.schema import (
    TAG,
    Expected,
    Identifier,
    Language,
    LateModel,
    LocalText,
    Model,
    OneOrMore,
    PlainText,
    YesOrNo,
    broken_rule,
)

Role = Literal["card", "tile", "token", "board", "standee", "aid", "die", "box", "dial", "part"]
Scalar = Annotated[str | int | float | bool, Expected("a text, a number, or true or false")]
CodeOfGame = Annotated[
    str, StringConstraints(pattern=r"^[EW]3\d\d$"), Expected("the letter E or W, a 3 and two digits")
]
FolderOrId = Annotated[
    str, StringConstraints(min_length=1, max_length=200), Expected("the id of a game, or a folder below this one")
]


class LargePrintDescription(Model):
    """Pages that stand in for the pieces of a kind in large print."""

    text: TemplateName = Field(
        description="Markdown template, which sees the values of the kind as `cards`; `{lang}` stands for the language."
    )
    page: TemplateName = Field("page.svg.j2", description="Template of one page, with text of 8 points or more.")


class KindDescription(Model):
    """A kind of piece, and the fields of its values."""

    title: LocalText | None = Field(None, description="Name of the kind for people; left out, its key.")
    role: Role = Field("card", description="What the pieces are in the game; exports and instructions go by it.")
    fields: dict[FieldName, FieldSpec] = Field({}, max_length=500, description="Fields of each value, by name.")
    other_fields: Literal["rich"] | None = Field(
        None, description="`rich` accepts keys and columns beside the fields, and shows them as text."
    )
    face: TemplateName | None = Field(None, description="Template of the face; left out, a stock face of the look.")
    back: TemplateName | None = Field(
        None, description="Template of the back, or `none`; left out, a stock back for cards, tiles and tokens."
    )
    size: SizeName | None = Field(None, description="Size by name or measure; left out, the card size of the deck.")
    shape: Shape = Field("rectangle", description="What is cut out of the size.")
    bleed: Length = Field(3.0, description="How far ink runs past the cut, in mm.")
    gutter: Length | None = Field(
        None,
        description="Gap between two pieces on a sheet, in mm; left out, 0 for rectangles, and 6 for other shapes.",
    )
    safe: Length | None = Field(
        None,
        description="Distance from the cut within which nothing but ground should be drawn, in mm; left out, 2.5, or less "
        "on pieces whose shorter side is under 40 mm.",
    )
    tiled: YesOrNo = Field(
        False, description="Whether a piece that is larger than the paper is spread over several sheets."
    )
    fold: FoldSpec = Field(False, description="Whether, and how, pieces are folded, as standees are.")
    net: NetShape | None = Field(None, description="Net that is cut out, folded and glued: a die or a tuck box.")
    base_of: Bases | None = Field(
        None, description="Kinds of figures with a slit; the pieces are the cross pieces that they are slid over."
    )
    hub_of: Hub | None = Field(
        None, description="Kind with a hole; the pieces are the parts of a paper hub on which it turns."
    )
    holes: tuple[HoleShape, ...] = Field((), max_length=100, description="Holes to cut, and points to mark.")
    variants: VariantsDescription | None = Field(
        None, description="What is different for some values: size, shape, fold, templates or place."
    )
    endwise: YesOrNo = Field(False, description="Whether players turn the pieces over top to bottom to see the back.")
    duplex: Literal["any", "one-sided", "two-sided"] = Field(
        "any", description="`one-sided` prints no backs; `two-sided` warns where a build prints none."
    )
    sheet_group: str = Field(
        "",
        max_length=60,
        description="Kinds of one group share their sheets, if their pieces are equally large or `cut: outline`;"
        " those with backs only if that saves a sheet.",
    )
    printed_on: PaperName | None = Field(
        None, description="Material; sheets are grouped by it. Left out, `card` in a game that states it for others."
    )
    cut: Literal["straight", "outline", "none"] | None = Field(
        None, description="How the sheets are cut; left out, along the outline unless it is a rectangle."
    )
    copies: int = Field(1, ge=0, le=10_000, description="Copies of a value that states none.")
    copies_for: CopiesFor | None = Field(
        None,
        description="Copies for a number of players: a table `{1: 4, 2: 4}`, or an expression of `players`, `copies` and "
        "`card`. A value may state its own.",
    )
    place: PlaceShape | None = Field(
        None, description="Place on the table of a virtual tabletop; a value may state its own."
    )
    large_print: LargePrintDescription | None = Field(
        None, description="Pages that stand in for the pieces in large print; left out, the pieces are enlarged."
    )
    single: YesOrNo = Field(False, description="Whether there is exactly one piece, for which the deck needs no list.")


def _one_check(value: object) -> object:
    """Return a check; a text alone is what must be so."""
    return {"that": value} if isinstance(value, str) else value


class CheckDescription(Model):
    """A rule that every deck must keep, as an expression."""

    that: Expression = Field(description="Expression that must be true, such as `ships | sum('copies') == 54`.")
    each: OneOrMore[KindName] = Field(
        (), description="Kind each of whose values is checked, as `card`, or a list of kinds."
    )
    say: PlainText | None = Field(
        None, description="Message for a deck that breaks the rule; `{{ }}` holds expressions."
    )
    expected: PlainText | None = Field(
        None, description="What the rule requires, for the message; `{{ }}` holds expressions."
    )
    source: PlainText | None = Field(None, description="Where the rule is written, such as `rule 7`.")
    at: PlainText | None = Field(
        None,
        description="What the message points at: a field of `each`, a key of the deck, or, with dots, what stands in it.",
    )
    warning: YesOrNo = Field(False, description="Whether a deck that breaks the rule can be built all the same.")
    code: CodeOfGame | None = Field(
        None, description="Code of the message, which the game explains, such as E301; W301 is a warning."
    )

    @property
    def code_of_message(self) -> str:
        """Code of the message: that of the game, or else that of the core."""
        return self.code or ("W241" if self.warning else "E227")


class DocumentDescription(Model):
    """A text on whole pages, such as the rules."""

    title: LocalText | None = Field(None, description="Name of the document for people; left out, its key.")
    text: TemplateName = Field(description="Markdown template; `{lang}` stands for the language: `rules.{lang}.md`.")
    page: TemplateName = Field("page.svg.j2", description="Template of one page.")
    printed_on: PaperName | None = Field(
        None, description="Material; left out, `paper` in a game that states it for others."
    )


class LookDescription(Model):
    """A variant of the stock face and the stock back, which a deck chooses by its key `look`."""

    title: LocalText | None = Field(None, description="Name of the look for people.")
    face: TemplateName | None = Field(None, description="Template of the face.")
    back: TemplateName | None = Field(None, description="Template of the back.")
    card: SizeName | None = Field(None, description="Card size of decks with this look.")


NONE = "none"
"""Stands in place of what a game inherits and leaves out."""
Item = TypeVar("Item")


_OR_NONE = "`NAME: none` leaves out one of the game extended."


def _stated(value: object) -> object:
    if value is None:
        raise broken_rule("E204", "", f"keys with values below it, or '{NONE}' to leave out what is inherited")
    return value


OrNone = Annotated[
    Annotated[Item, Tag(f"{TAG}stated")] | Annotated[Literal["none"], Tag(f"{TAG}none")],
    Discriminator(lambda value: f"{TAG}{'none' if value == NONE else 'stated'}"),
    BeforeValidator(_stated),
]


class _Gameplay(LateModel):
    """Marks the rules of play."""

    def model(self) -> type[BaseModel]:
        """Return the model of the rules."""
        from cardgen.plugin.rules.described.schema import GameplayRules

        return GameplayRules


class GameDescription(Model):
    """A game: kinds of piece, documents, and the rules of its decks."""

    id: Identifier = Field(description="Stable name, by which decks refer to the game.")
    name: LocalText = Field(description="Name for people.")
    extends: FolderOrId | None = Field(None, description="Game from which everything is taken that is not stated here.")
    languages: OneOrMore[Language] | None = Field(
        None,
        description="Languages of the decks, the first of which is the default; left out, those of the game extended.",
    )
    card: SizeName | None = Field(None, description="Card size by name or measure, such as poker or 63x88.")
    players: Players | None = Field(
        None, description="Numbers of players, as a list or `{min: 1, max: 6}`; `--players` takes one of them."
    )
    constants: dict[FieldName, Scalar] = Field(
        {}, max_length=500, description="Numbers and texts that templates and expressions see as `constants`."
    )
    deck: dict[FieldName, OrNone[FieldSpec]] = Field(
        {}, max_length=500, description=f"Fields of the deck file itself. {_OR_NONE}"
    )
    kinds: dict[KindName, OrNone[KindDescription]] = Field(
        {}, max_length=200, description=f"Kinds of piece; each is also the key of a list in the deck. {_OR_NONE}"
    )
    checks: tuple[Annotated[CheckDescription, BeforeValidator(_one_check)], ...] = Field(
        (), max_length=1000, description="Rules that every deck must keep."
    )
    documents: dict[KindName, OrNone[DocumentDescription]] = Field(
        {}, max_length=100, description=f"Texts on whole pages. {_OR_NONE}"
    )
    order: OneOrMore[KindName] = Field(
        (), description="Kinds and documents in the order of the finished file; others follow in the order stated."
    )
    looks: dict[KindName, OrNone[LookDescription]] = Field(
        {}, max_length=100, description=f"Variants of the stock face; the first is the default. {_OR_NONE}"
    )
    rules: Annotated[Any, _Gameplay()] = Field(
        None, description="How the game is played: zones, turns, moves, effects and the end."
    )
    example: TemplateName | None = Field(None, description="Deck file beside this one that shows the game.")
