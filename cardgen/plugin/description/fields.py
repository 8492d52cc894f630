"""Model the fields of a kind in `game.yaml`: one model for each type."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from pydantic import Discriminator, Field, GetCoreSchemaHandler, GetJsonSchemaHandler, StringConstraints, Tag
from pydantic_core import CoreSchema, core_schema

from cardgen.model.deck import LocalizedText
from cardgen.plugin.schema import IDENTIFIER, TAG, Expected, LocalText, Model, PlainText, YesOrNo

TypeName = Literal["text", "rich", "integer", "number", "boolean", "choice", "list", "color", "picture", "icon"]
_OTHER_TYPES = ("reference", "formula")
FieldName = Annotated[
    str,
    StringConstraints(pattern=r"^[^\W\d_](\w*[^\W_])?$", max_length=60),
    Expected("letters, digits and underscores, such as 'attack_power'"),
]
KindName = Annotated[
    str,
    StringConstraints(pattern=f"^{IDENTIFIER}$", max_length=60),
    Expected("lower-case letters and digits, joined by hyphens, such as 'player-aids'"),
]
Expression = Annotated[str, StringConstraints(min_length=1, max_length=10_000), Expected("an expression, in quotes")]


Words = Annotated[
    tuple[str | int, ...],
    Field(min_length=1, max_length=1000),
    Expected("a list of words, in quotes if they are true or false, or of whole numbers"),
    Tag(f"{TAG}words"),
]
Titles = Annotated[
    dict[Annotated[str, StringConstraints(min_length=1, max_length=200)], LocalText | None],
    Field(min_length=1, max_length=1000),
    Tag(f"{TAG}titles"),
]


class AnyField(Model):
    """What fields of every type may state."""

    title: LocalText | None = Field(None, description="Name for people; left out, the name of the field.")
    help: PlainText | None = Field(None, description="What the field is for; the editor shows it.")
    printed: YesOrNo = Field(
        True,
        description="Whether the face shows it in words or digits; if not, stock faces leave it out, and nothing warns.",
    )
    columns: tuple[PlainText, ...] = Field((), description="Other headers under which spreadsheets may have the field.")
    optional: YesOrNo = Field(False, description="Whether a value may leave the field out.")
    default: Any = Field(None, description="Value of the field where it is left out.")


class PlainField(AnyField):
    """A value whose type says everything about it.

    `text` is words in one language or several, `rich` words with `**bold**`, `*italic*` and `{icon}`, `boolean` yes or
    no, `color` a colour written `"#rrggbb"`, `picture` the path of a file beside the deck, `icon` the name of an icon.
    """

    type: Literal["text", "rich", "boolean", "color", "picture", "icon"] = Field(description="Type of the values.")


class IntegerField(AnyField):
    """A whole number."""

    type: Literal["integer"] = Field(description="Type of the values.")
    min: int | None = Field(None, description="Smallest number that is allowed.")
    max: int | None = Field(None, description="Largest number that is allowed.")


class NumberField(AnyField):
    """A number, with or without decimals."""

    type: Literal["number"] = Field(description="Type of the values.")
    min: float | None = Field(None, allow_inf_nan=False, description="Smallest number that is allowed.")
    max: float | None = Field(None, allow_inf_nan=False, description="Largest number that is allowed.")


class ChoiceField(AnyField):
    """One of several words or numbers."""

    type: Literal["choice"] = Field(description="Type of the values.")
    of: Words | Titles = Field(
        description="The words or numbers to choose from; or a mapping from each word to its title, in one language or "
        "several.",
        discriminator=Discriminator(lambda value: f"{TAG}{'titles' if isinstance(value, dict) else 'words'}"),
    )

    @property
    def words(self) -> tuple[str | int, ...]:
        """The words or numbers."""
        return (*self.of,)

    @property
    def titles(self) -> dict[str, LocalizedText]:
        """Titles by word, of those that have any."""
        stated = self.of if isinstance(self.of, dict) else {}
        return {word: title for word, title in stated.items() if title is not None}


class ListField(AnyField):
    """Several values of one type."""

    type: Literal["list"] = Field(description="Type of the values.")
    of: FieldSpec = Field(description="Type of the items.")
    min: int | None = Field(None, ge=0, description="Smallest number of items that is allowed.")
    max: int | None = Field(None, ge=0, description="Largest number of items that is allowed.")


class ReferenceField(AnyField):
    """Another value of the deck, by its id or its name."""

    type: Literal["reference"] = Field(description="Type of the values.")
    to: KindName = Field(description="Kind of piece that is referred to.")


class FormulaField(AnyField):
    """A value that is computed; the deck does not state it."""

    type: Literal["formula"] = Field("formula", description="Type of the values; may be left out.")
    formula: Expression = Field(description="Expression that gives the value, such as `card.cost * 2`.")


class CodeField(AnyField, extra="allow"):
    """A value of a type that the Python code of the game brings; a type that is misspelt may have any keys too."""

    type: str = Field(
        description="Name of the type.", json_schema_extra={"not": {"enum": [*get_args(TypeName), *_OTHER_TYPES]}}
    )


_FIELDS: dict[str, type[AnyField]] = {
    "text": PlainField,
    "rich": PlainField,
    "integer": IntegerField,
    "number": NumberField,
    "boolean": PlainField,
    "choice": ChoiceField,
    "list": ListField,
    "color": PlainField,
    "picture": PlainField,
    "icon": PlainField,
    "reference": ReferenceField,
    "formula": FormulaField,
}
TYPES = (*_FIELDS,)
"""Names of the types of fields that every game has."""


def _long_form(value: Any) -> Any:
    """Return a field with its type as a key: `text` is short for `{type: text}`."""
    return {"type": value} if isinstance(value, str) and value else value


class _ShortForm:
    """Marks a field that may be written as its type alone."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(_long_form, handler(source))

    def __get_pydantic_json_schema__(self, schema: Any, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"anyOf": [{"enum": [*get_args(TypeName)]}, handler(schema["schema"])]}


def _type_of(value: Any) -> str:
    """Return the tag of a field; a type that is not known may be one of the game's own."""
    if isinstance(value, AnyField):
        model = type(value)
    else:
        stated = value.get("type", "formula" if "formula" in value else "") if isinstance(value, dict) else ""
        model = _FIELDS.get(stated, CodeField) if isinstance(stated, str) else CodeField
    return f"{TAG}{_TAGS[model]}"


_TAGS: dict[type[AnyField], str] = {
    PlainField: "plain",
    IntegerField: "integer",
    NumberField: "number",
    ChoiceField: "choice",
    ListField: "list",
    ReferenceField: "reference",
    FormulaField: "formula",
    CodeField: "code",
}
_LongForm = Annotated[
    Annotated[PlainField, Tag(f"{TAG}plain")]
    | Annotated[IntegerField, Tag(f"{TAG}integer")]
    | Annotated[NumberField, Tag(f"{TAG}number")]
    | Annotated[ChoiceField, Tag(f"{TAG}choice")]
    | Annotated[ListField, Tag(f"{TAG}list")]
    | Annotated[ReferenceField, Tag(f"{TAG}reference")]
    | Annotated[FormulaField, Tag(f"{TAG}formula")]
    | Annotated[CodeField, Tag(f"{TAG}code")],
    Discriminator(_type_of),
]
FieldSpec = Annotated[_LongForm, _ShortForm()]
