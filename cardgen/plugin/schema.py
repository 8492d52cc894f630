"""Building blocks for the pydantic models of a game's deck file.

A game's models state shapes, types and closed lists. They hold plain values (`LocalizedText`, `PictureReference`, str,
int) and never read a file. Every field has a description, which the editor shows. Lists are tuples, in the models and in
the data that they validate, so that a deck cannot change once it has been read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, get_args, get_origin

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    StringConstraints,
    Tag,
    ValidationError,
)
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from cardgen.geometry.focus import parse_focus
from cardgen.model.deck import IconReference, LocalizedText, PictureReference
from cardgen.model.language import LANGUAGE_CODE, find_language, is_language
from cardgen.records import dataclass
from cardgen.report.source import Path

Item = TypeVar("Item")

# Begins the tag of a union, which becomes part of the paths of pydantic's errors. YAML does not allow this character, so no
# key of a deck can be mistaken for a tag.
TAG = "\0"


def yaml_key(name: str) -> str:
    """Return the key of a field in the deck: the field `in_` has the key `in`, which is a keyword in Python."""
    return name.rstrip("_")


def models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """Yield the models that an annotation allows, also those inside containers."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from models_in(part)


class Model(BaseModel):
    """Base of every mapping in a deck: unknown keys are errors, types are not converted, instances are immutable."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", alias_generator=yaml_key, defer_build=True)


class LateModel:
    """Marks a field whose model is imported only for a file that states it."""

    def model(self) -> type[BaseModel]:
        """Import and return the model."""
        raise NotImplementedError

    def __get_pydantic_core_schema__(self, _source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(lambda value: self.model().model_validate(value))

    def __get_pydantic_json_schema__(self, _schema: Any, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        self.model().model_rebuild()
        return handler(self.model().__pydantic_core_schema__)


Values = Sequence[tuple[Path, object]]
"""Values of a deck with their paths in it."""

_PLAIN = frozenset({str, int, float, bool, type(None)})


def walk(value: object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    """Yield all values inside a value with their paths, itself first, in the order of the fields.

    Args:
        value: A model, a dict, a tuple, or anything else. Fields that the deck does not state are skipped.
    """
    # A stack instead of recursion, because nested generators pass each value through all levels above it.
    stack = [(path, value)]
    while stack:
        path, value = stack.pop()
        yield path, value
        if type(value) in _PLAIN:  # most values are, and to ask whether one is a model takes long
            continue
        if isinstance(value, BaseModel):
            stated = value.model_fields_set
            fields = [name for name in type(value).model_fields if name in stated]
            stack += [((*path, key), item) for key, item in reversed((value.__pydantic_extra__ or {}).items())]
            stack += [((*path, yaml_key(name)), getattr(value, name)) for name in reversed(fields)]
        elif isinstance(value, dict):
            stack += [((*path, key), item) for key, item in reversed(value.items())]
        elif isinstance(value, tuple):
            stack += [((*path, index), value[index]) for index in reversed(range(len(value)))]


def walk_within(value: object, within: Path) -> Iterator[tuple[Path, object]]:
    """Yield all values inside a part of a deck with their paths in the deck, as `walk` does.

    Args:
        within: Path of the part, which the deck has; empty for the whole deck.
    """
    for key in within:
        if isinstance(value, BaseModel):
            value = next(getattr(value, name) for name in type(value).model_fields if yaml_key(name) == key)
        else:
            value = value[key]  # type: ignore[index]  # a mapping or a tuple
    return walk(value, within)


def values_within(value: object, within: Path = ()) -> Values:
    """Return what is more than plain text or a number of the values that `walk_within` yields, for several checks.

    Args:
        within: Path of the part, which the deck has; empty for the whole deck.
    """
    return [(path, inner) for path, inner in walk_within(value, within) if type(inner) not in _PLAIN]


def broken_rule(
    code: str, message: str, expected: str = "", known: Iterable[str] = (), names: str = "", hints: Iterable[str] = ()
) -> PydanticCustomError:
    """Return an error for a validator to raise, with the code and the words of the diagnostic.

    Args:
        message: What is wrong; the name of the value is put in front.
        expected: What would be right; may be empty.
        known: Words that are allowed, for a suggestion.
        names: See `Expected`.
        hints: What to do; without any, the most similar known word is suggested.
    """
    context = {"code": code, "message": message, "expected": expected, "known": tuple(known), "names": names}
    context["hints"] = tuple(hints)
    return PydanticCustomError("broken_rule", "{message}", context)


@dataclass(frozen=True, slots=True)
class _OneOrMore:
    """Marks a tuple that a deck may also write as one bare value; the editor's schema allows both."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        several = handler(source)
        either = core_schema.union_schema([handler.generate_schema(get_args(source)[0]), several])
        return core_schema.no_info_before_validator_function(
            lambda value: value if isinstance(value, tuple) else (value,), several, json_schema_input_schema=either
        )


ONE_OR_MORE = _OneOrMore()
OneOrMore = Annotated[tuple[Item, ...], ONE_OR_MORE]


@dataclass(frozen=True, slots=True)
class Expected:
    """Marks a type with what its values must be, and with the code of the rule that other values break.

    The words of a `Literal` are listed automatically, also of one inside a union.

    Attributes:
        expected: What a value must be; for a closed list, what follows the list.
        names: Key that binds names, if the value may also be such a name after a `$`; empty without names.
    """

    expected: str = ""
    code: str = "E204"
    names: str = ""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        parts = (source, *get_args(source))  # unions are flat
        words = tuple(str(word) for part in parts if get_origin(part) is Literal for word in get_args(part))
        expected = f"one of: {', '.join(words)} {self.expected}".rstrip() if words else self.expected

        def check(value: Any, inner: core_schema.ValidatorFunctionWrapHandler) -> Any:
            try:
                return inner(value)
            except ValidationError as error:
                raise broken_rule(self.code, "", expected, words, self.names) from error

        return core_schema.no_info_wrap_validator_function(check, handler(source))


@dataclass(frozen=True, slots=True)
class Headers:
    """Marks a field with other headers that its column may have in a spreadsheet.

    Attributes:
        words: The headers; case, spaces, hyphens and underscores do not matter.
    """

    words: tuple[str, ...]


TEXT = "text (in quotes, if it is a number)"
"""What is expected of a text, in a message about a value that is none."""
PlainText = Annotated[str, StringConstraints(min_length=1), Expected(TEXT)]


@dataclass(frozen=True, slots=True)
class _IsLanguage:
    """Marks the code of a language; the error for another text names the code that was meant, `ja` for `jp`."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        def check(value: Any, inner: core_schema.ValidatorFunctionWrapHandler) -> Any:
            with suppress(ValidationError):
                code = inner(value)
                if is_language(code):
                    return code
            meant = find_language(value) if isinstance(value, str) else ""
            hints = [f"did you mean '{meant}'?"] if meant else []
            raise broken_rule("E204", "", "the code of a language, such as en or pt-BR", hints=hints)

        return core_schema.no_info_wrap_validator_function(check, handler(source))


Language = Annotated[str, StringConstraints(pattern=f"^{LANGUAGE_CODE.pattern}$"), _IsLanguage()]
IDENTIFIER = "[a-z][a-z0-9]*(-[a-z0-9]+)*"
EXPRESSION_WORDS = frozenset(("and", "or", "not", "in", "is", "if", "else", "true", "false", "none"))
"""Words of the language of expressions, which no name may be."""
Identifier = Annotated[
    str,
    StringConstraints(pattern=f"^{IDENTIFIER}$", max_length=60),
    Expected("lower-case letters and digits, joined by hyphens, such as 'standing-stones'"),
]
Color = Annotated[str, StringConstraints(pattern="^#[0-9a-fA-F]{6}$"), Expected('a colour as "#rrggbb", in quotes')]
WANTED = "a finished deck states it"
"""Marks an optional picture, `Annotated[PicturePath | None, WANTED]`: decks without it get a warning, drafts do not."""


def yes_or_no(value: Any) -> Any:
    """Return True or False for `yes`, `no`, `on`, `off` and other spellings of the two; anything else as it is."""
    words = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
    return words.get(value.lower(), value) if isinstance(value, str) else value


YesOrNo = Annotated[bool, Expected("yes or no"), BeforeValidator(yes_or_no)]


def _focus(value: object) -> object:
    """Return the focus of a picture as text; what is none is left to the check of the type."""
    try:
        return str(parse_focus(value))
    except (TypeError, ValueError):
        return None


FilePath = Annotated[str, StringConstraints(min_length=1), Expected("the path of a picture")]
FocusPoint = Annotated[
    str,
    BeforeValidator(_focus, json_schema_input_type=str | tuple[float, float]),
    Expected("top, bottom, left, right, center, two such as 'top left', or two numbers from 0 to 1 such as [0.5, 0.2]"),
]


class FocusedPicture(Model):
    """A picture, and the point of it that stays in view where it is larger than its window.

    Attributes:
        focus: Words such as `top`, or two numbers from 0 to 1.
    """

    file: FilePath = Field(description="Path of the picture.")
    focus: FocusPoint | None = Field(
        None,
        description="The point that stays in view where the picture is larger than its window: top, bottom, left, right, "
        "center, two such as 'top left', or two numbers from 0 to 1 such as [0.5, 0.2].",
    )


def _picture(value: str | FocusedPicture) -> PictureReference:
    if isinstance(value, str):
        return PictureReference(value)
    return PictureReference(value.file, parse_focus(value.focus) if value.focus else None)


IS_PICTURE = AfterValidator(_picture)
IS_ICON = AfterValidator(IconReference)
if TYPE_CHECKING:  # whatever a deck writes, the value is a `PictureReference`, which is text
    PicturePath = str
else:
    PicturePath = Annotated[
        Annotated[FilePath, Tag(f"{TAG}path>")] | Annotated[FocusedPicture, Tag(f"{TAG}picture>")],
        Discriminator(lambda value: f"{TAG}picture>" if isinstance(value, dict) else f"{TAG}path>"),
        IS_PICTURE,
    ]
"""A picture: its path, or a mapping of its path and its focus."""


@dataclass(frozen=True, slots=True)
class _TextOrLanguages:
    """Marks text that a deck writes as a string, or as a mapping from languages to strings."""

    def __get_pydantic_core_schema__(self, _source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        words, language = handler.generate_schema(PlainText), handler.generate_schema(Language)
        languages = core_schema.dict_schema(language, words, min_length=1, strict=True)
        either = core_schema.tagged_union_schema(
            {f"{TAG}words": words, f"{TAG}languages": languages},
            lambda value: f"{TAG}languages" if isinstance(value, dict) else f"{TAG}words",
        )
        return core_schema.no_info_after_validator_function(
            lambda value: LocalizedText(value if isinstance(value, dict) else {"": value}),
            either,
            serialization=core_schema.plain_serializer_function_ser_schema(lambda text: text),
        )


IS_TEXT = _TextOrLanguages()
LocalText = Annotated[LocalizedText, IS_TEXT]
ALT = "What the picture shows, for who cannot see it; read out by screen readers, and not printed."
"""Description of the key `alt` of a value."""
