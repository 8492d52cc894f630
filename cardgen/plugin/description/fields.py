"""The fields of a kind as `game.yaml` states them: one model for each type."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Discriminator, Field, StringConstraints, Tag

from cardgen.plugin.schema import TAG, Expected, LocalText, Model, PlainText, YesOrNo

TypeName = Literal["text", "rich", "integer", "number", "boolean", "choice", "list", "color", "picture", "icon"]
FieldName = Annotated[
    str,
    StringConstraints(pattern=r"^[^\W\d_](\w*[^\W_])?$", max_length=60),
    Expected("letters, digits and underscores, such as 'attack_power'"),
]
KindName = Annotated[
    str,
    StringConstraints(pattern="^[a-z][a-z0-9]*(-[a-z0-9]+)*$", max_length=60),
    Expected("lower-case letters and digits, joined by hyphens, such as 'player-aids'"),
]
Expression = Annotated[str, StringConstraints(min_length=1, max_length=10_000), Expected("an expression, in quotes")]


class AnyField(Model):
    """What fields of every type may state."""

    title: LocalText | None = Field(None, description="Name for people; left out, the name of the field.")
    help: PlainText | None = Field(None, description="What the field is for; the editor shows it.")
    columns: tuple[PlainText, ...] = Field((), description="Other headers under which spreadsheets may have the field.")
    optional: YesOrNo = Field(False, description="Whether a value may leave the field out.")
    default: Any = Field(None, description="Value of the field where it is left out.")


class TextField(AnyField):
    """Words in one language or several."""

    type: Literal["text"] = Field(description="Type of the values.")


class RichField(AnyField):
    """Words with `**bold**`, `*italic*` and `{icon}`."""

    type: Literal["rich"] = Field(description="Type of the values.")


class IntegerField(AnyField):
    """A whole number."""

    type: Literal["integer"] = Field(description="Type of the values.")
    min: int | None = Field(None, description="Smallest number that is allowed.")
    max: int | None = Field(None, description="Largest number that is allowed.")


class NumberField(AnyField):
    """A number, with or without decimals."""

    type: Literal["number"] = Field(description="Type of the values.")
    min: float | None = Field(None, description="Smallest number that is allowed.")
    max: float | None = Field(None, description="Largest number that is allowed.")


class BooleanField(AnyField):
    """Yes or no."""

    type: Literal["boolean"] = Field(description="Type of the values.")


class ChoiceField(AnyField):
    """One of several words or numbers."""

    type: Literal["choice"] = Field(description="Type of the values.")
    of: Annotated[tuple[str | int, ...], Expected("a list of words or whole numbers")] = Field(
        min_length=1, max_length=1000, description="The words or numbers to choose from."
    )


class ListField(AnyField):
    """Several values of one type."""

    type: Literal["list"] = Field(description="Type of the values.")
    of: FieldSpec = Field(description="Type of the items.")
    min: int | None = Field(None, ge=0, description="Smallest number of items that is allowed.")
    max: int | None = Field(None, ge=0, description="Largest number of items that is allowed.")


class ColorField(AnyField):
    """A colour, written `"#rrggbb"`."""

    type: Literal["color"] = Field(description="Type of the values.")


class PictureField(AnyField):
    """The path of a picture beside the deck."""

    type: Literal["picture"] = Field(description="Type of the values.")


class IconField(AnyField):
    """The name of an icon."""

    type: Literal["icon"] = Field(description="Type of the values.")


class ReferenceField(AnyField):
    """Another value of the deck, by its id or its name."""

    type: Literal["reference"] = Field(description="Type of the values.")
    to: KindName = Field(description="Kind of piece that is referred to.")


class FormulaField(AnyField):
    """A value that is computed; the deck does not state it."""

    type: Literal["formula"] = Field("formula", description="Type of the values; may be left out.")
    formula: Expression = Field(description="Expression that gives the value, such as `card.cost * 2`.")


class CodeField(AnyField):
    """A value of a type that the Python code of the game brings."""

    type: str = Field(description="Name of the type.")


_FIELDS: dict[str, type[AnyField]] = {
    "text": TextField,
    "rich": RichField,
    "integer": IntegerField,
    "number": NumberField,
    "boolean": BooleanField,
    "choice": ChoiceField,
    "list": ListField,
    "color": ColorField,
    "picture": PictureField,
    "icon": IconField,
    "reference": ReferenceField,
    "formula": FormulaField,
}
TYPES = (*_FIELDS,)
"""Names of the types of fields that every game has."""


def _long_form(value: Any) -> Any:
    """Return a field with its type as a key: `text` is short for `{type: text}`."""
    return {"type": value} if isinstance(value, str) and value else value


def _type_of(value: Any) -> str:
    """Return the tag of a field; a type that is not known may be one of the game's own."""
    if not isinstance(value, dict):
        return f"{TAG}{next((name for name, model in _FIELDS.items() if isinstance(value, model)), 'code')}"
    stated = value.get("type", "formula" if "formula" in value else "code")
    return f"{TAG}{stated}" if stated in TYPES else f"{TAG}code"


_LongForm = Annotated[
    Annotated[TextField, Tag(f"{TAG}text")]
    | Annotated[RichField, Tag(f"{TAG}rich")]
    | Annotated[IntegerField, Tag(f"{TAG}integer")]
    | Annotated[NumberField, Tag(f"{TAG}number")]
    | Annotated[BooleanField, Tag(f"{TAG}boolean")]
    | Annotated[ChoiceField, Tag(f"{TAG}choice")]
    | Annotated[ListField, Tag(f"{TAG}list")]
    | Annotated[ColorField, Tag(f"{TAG}color")]
    | Annotated[PictureField, Tag(f"{TAG}picture")]
    | Annotated[IconField, Tag(f"{TAG}icon")]
    | Annotated[ReferenceField, Tag(f"{TAG}reference")]
    | Annotated[FormulaField, Tag(f"{TAG}formula")]
    | Annotated[CodeField, Tag(f"{TAG}code")],
    Discriminator(_type_of),
]
FieldSpec = Annotated[_LongForm, BeforeValidator(_long_form, json_schema_input_type=TypeName | _LongForm)]
ListField.model_rebuild()
