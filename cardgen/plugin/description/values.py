"""The values of data kinds: the keys that all of them have, their ids, and the annotation of each type of field."""

from __future__ import annotations

import keyword
import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, PlainValidator, StringConstraints

from cardgen.geometry.units import Size
from cardgen.model.deck import LocalizedText, PictureReference
from cardgen.model.language import LANGUAGE_CODE
from cardgen.plugin.description.choices import choice
from cardgen.plugin.description.fields import (
    AnyField,
    ChoiceField,
    IntegerField,
    ListField,
    NumberField,
    PlainField,
    ReferenceField,
)
from cardgen.plugin.schema import (
    ALT,
    EXPRESSION_WORDS,
    IS_ICON,
    ONE_OR_MORE,
    Color,
    Expected,
    Language,
    LocalText,
    Model,
    OneOrMore,
    PicturePath,
    PlainText,
    YesOrNo,
    broken_rule,
)
from cardgen.records import dataclass
from cardgen.report.errors import UnlocatedError

_ID = re.compile(r"[^\W_][\w .-]*")
_PICTURE = re.compile(r"[^\n<>|\"?*{}]{1,200}\.(?:svg|png|jpe?g|webp)", re.IGNORECASE)
_LONGEST_ID = 60
_WORDS_OF_ID = 6
"""Words of a text from which an id is made; more would only make file names long."""


class MadeId(str):
    """An id that was made from the name of a value, because the deck states none."""

    __slots__ = ()


def _value_id(value: Any) -> str:
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    if not isinstance(text, str) or len(text) > _LONGEST_ID or not _ID.fullmatch(text):
        raise broken_rule("E204", "", "up to 60 letters, digits, spaces, '.', '-' and '_', such as 'harbour-3'")
    return text


class DataValue(Model, protected_namespaces=()):
    """A value of a kind that a `game.yaml` describes."""

    id: Annotated[str, PlainValidator(_value_id, json_schema_input_type=str | int)] = Field(
        "", description="Stable name, unique in its list; left out, it is made from the name."
    )
    name: LocalText | None = Field(None, description="Name for people.")
    copies: Annotated[int, Field(ge=0, le=10_000)] = Field(1, description="Number of copies.")
    face: Annotated[str, StringConstraints(min_length=1, max_length=200)] | None = Field(
        None, description="Template of the face of this piece, instead of that of its kind."
    )
    back: PicturePath | None = Field(
        None, description="Picture for the back of this piece, instead of the common back."
    )
    alt: LocalText | None = Field(None, description=ALT)


STANDARD_FIELDS = tuple(DataValue.model_fields)
"""Names of the fields that every value of a data kind has."""


def _other(value: Any) -> Any:
    """Return a value of a key that the game does not describe.

    Raises:
        PydanticCustomError: E204, it is neither a scalar nor text in several languages, nor a list of these.
    """
    if isinstance(value, str):
        return (PictureReference(value) if _PICTURE.fullmatch(value) else LocalizedText({"": value})) if value else None
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, tuple):
        return tuple(_other(item) for item in value)
    texts = value if isinstance(value, dict) else {}
    if not texts or not all(LANGUAGE_CODE.fullmatch(key) and isinstance(text, str) for key, text in texts.items()):
        raise broken_rule("E204", "", "a text, a number, true or false, a list of these, or text in several languages")
    return LocalizedText(texts)


class OpenValue(DataValue, extra="allow"):
    """A value that may have keys beside the fields of its kind."""

    __pydantic_extra__: dict[str, Annotated[Any, PlainValidator(_other, json_schema_input_type=Any)]]


@dataclass(frozen=True, slots=True)
class FieldTypes:
    """What the types of fields depend on.

    Attributes:
        find_size: Returns the card size of a name or a measure; raises `UnlocatedError` for an unknown one.
        own: Name of a type that the code of the game brings to a function that returns its annotation.
    """

    find_size: Callable[[str], Size]
    own: Mapping[str, Callable[[], Any]] = field(default_factory=dict)

    def annotation(self, spec: AnyField) -> Any:
        """Return the annotation of the values of a field.

        Args:
            spec: The field; no formula, which decks do not state.
        """
        make = _ANNOTATIONS.get(type(spec))
        if make:
            return make(spec)
        if isinstance(spec, ListField):
            item: Any = self.annotation(spec.of)
            several: Any = tuple[item, ...]
            return Annotated[several, Field(min_length=spec.min, max_length=spec.max), ONE_OR_MORE]
        return self.own[str(getattr(spec, "type", ""))]()

    def size_name(self) -> Any:
        """Return the annotation of a card size by name or measure."""
        return Annotated[str, AfterValidator(self._known_size), Expected("a card size, such as poker or 63x88mm")]

    def _known_size(self, text: str) -> str:
        try:
            self.find_size(text)
        except UnlocatedError as error:
            raise ValueError(error.message) from None
        return text


IconName = Annotated[
    str,
    StringConstraints(min_length=1, max_length=100),
    IS_ICON,
    Expected("the name of an icon"),
]


def _range(spec: IntegerField | NumberField) -> str:
    match spec.min, spec.max:
        case None, None:
            return ""
        case None, most:
            return f", at most {most:g}"
        case least, None:
            return f", at least {least:g}"
        case least, most:
            return f" from {least:g} to {most:g}"


def _text_of_number(value: Any) -> Any:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _whole_number(spec: Any) -> Any:
    return Annotated[int, Field(ge=spec.min, le=spec.max), Expected(f"a whole number{_range(spec)}")]


def _number(spec: Any) -> Any:
    whole = Field(  # pydantic refuses the limit 2.5 for whole numbers
        ge=None if spec.min is None else math.ceil(spec.min), le=None if spec.max is None else math.floor(spec.max)
    )
    limits = Field(ge=spec.min, le=spec.max)
    return Annotated[Annotated[int, whole] | Annotated[float, limits], Expected(f"a number{_range(spec)}")]


def _reference(spec: Any) -> Any:
    return Annotated[str, BeforeValidator(_text_of_number), Expected(f"the id or the name of one of the {spec.to}")]


_PLAIN: Mapping[str, Any] = {
    "text": LocalText,
    "rich": LocalText,
    "boolean": YesOrNo,
    "color": Color,
    "picture": PicturePath,
    "icon": IconName,
}
_ANNOTATIONS: Mapping[type[AnyField], Callable[[Any], Any]] = {
    IntegerField: _whole_number,
    NumberField: _number,
    PlainField: lambda spec: _PLAIN[spec.type],
    ChoiceField: choice,
    ReferenceField: _reference,
}


def attribute_of(key: str) -> str:
    """Return the name of a model's field for a key: `copy`, which models have already, becomes `copy_`."""
    return f"{key}_" if hasattr(Model, key) or keyword.iskeyword(key) else key


def name_of(value: Mapping[str, Any], fields: Iterable[str], language: str) -> str:
    """Return the name of a raw value, or else its first text; empty without any."""
    for key in ("name", *fields):
        text = value.get(key)
        if isinstance(text, dict):
            text = text.get(language) or text.get("en") or next(iter(text.values()), "")
        if isinstance(text, int | float) and not isinstance(text, bool):
            text = str(text)
        if isinstance(text, str) and text.strip():
            return text
    return ""


def slug(text: str) -> str:
    """Return an id made from a text: `Harbour Master, 2nd` is `harbour-master-2nd`; empty without a letter or digit."""
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss").casefold())
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    words = re.findall(r"[^\W_]+", plain.replace("'", "").replace("\u2019", ""))[:_WORDS_OF_ID]
    return "-".join(words)[:_LONGEST_ID].rstrip("-")


def _needs_another(stated: object) -> bool:
    """Return whether a stated id is a text that ids are not made of, such as one with an apostrophe."""
    return (
        isinstance(stated, str) and bool(stated.strip()) and not (len(stated) <= _LONGEST_ID and _ID.fullmatch(stated))
    )


def with_ids(values: Any, kind: str, fields: Iterable[str], language: str) -> Any:
    """Return the raw values of a list, each with an id; of equal names, the second gets `-2`, the third `-3`.

    Args:
        values: The list as the deck states it; anything else is returned as it is.
        kind: Name of the kind, from which the id of a value without any text is made.
    """
    if not isinstance(values, tuple):
        return values
    names = tuple(fields)
    taken = {str(value["id"]) for value in values if isinstance(value, dict) and value.get("id") is not None}
    numbers: dict[str, int] = {}  # the last one given for each name; a list may have the same name ten thousand times
    found: list[Any] = []
    for index, value in enumerate(values):
        named = value
        stated = value.get("id") if isinstance(value, dict) else None
        if isinstance(value, dict) and (stated is None or _needs_another(stated)):
            made = slug(stated or "") or slug(name_of(value, names, language)) or f"{kind}-{index + 1}"
            number = numbers.get(made, 1)
            unique = made if number == 1 else f"{made}-{number}"
            while unique in taken:
                number += 1
                unique = f"{made}-{number}"
            numbers[made] = number
            taken.add(unique)
            named = {**value, "id": MadeId(unique)}
        found.append(named)
    return tuple(found)


class DataDeck(Model, protected_namespaces=()):
    """The keys that the decks of every data game have."""

    game: str = Field("", description="Id of the game; may be left out beside a game.yaml.")
    title: LocalText | None = Field(None, description="Name of the deck.")
    subtitle: LocalText | None = Field(None, description="One line below the title.")
    author: PlainText | None = Field(None, description="Author of the deck.")
    palette: PlainText | None = Field(None, description="Name of a stock palette.")
    colors: dict[str, Color] = Field({}, description="Colours by name, instead of those of the palette.")
    emblem: PicturePath | None = Field(None, description="Picture of the emblem.")
    pattern: PicturePath | None = Field(None, description="Square picture that repeats as a ground.")
    land: PicturePath | None = Field(
        None,
        description="Wide picture of the world of the deck, for its box and front pages; left out, it is generated.",
    )
    corner: PicturePath | None = Field(None, description="Ornament of the top left corner.")
    back: PicturePath | None = Field(None, description="Picture of the common back.")
    languages: OneOrMore[Language] = Field((), description="Languages of this deck; left out, those of the game.")


DECK_KEYS = (*DataDeck.model_fields, "look", "size")
"""Keys that decks of data games have; templates see those that a deck does not state as None."""
NOT_KINDS = frozenset(
    (
        *DECK_KEYS,
        "pull",
        "deck",
        "constants",
        "card",
        *EXPRESSION_WORDS,
    )
)
"""Names that no kind may have: keys of decks, and what is a variable or a word of expressions."""
