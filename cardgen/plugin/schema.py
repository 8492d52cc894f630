"""Building blocks for the pydantic models of a game's deck file.

A game's models state shape, types and closed lists; they give plain values (`LocalizedText`, `PictureReference`, str, int) and never
read a file. Every field carries a description: the editor shows it. Lists are tuples, in the models and for whoever
validates with them: nothing of a deck changes once it is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    GetCoreSchemaHandler,
    StringConstraints,
    ValidationError,
)
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from cardgen.model.deck import LocalizedText, PictureReference
from cardgen.model.language import LANGUAGE_CODE
from cardgen.report.source import Path

Item = TypeVar("Item")

# Begins the tag of a union, which gets into the paths of pydantic's errors: YAML has no such character, so no key has it.
TAG = "\0"


def yaml_key(name: str) -> str:
    """The key that a field has in the file: `in_` is written `in`, which is a word of Python."""
    return name.rstrip("_")


def models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """The models that an annotation allows, in containers too."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from models_in(part)


class Model(BaseModel):
    """A mapping of a deck file: no unknown keys, no changed types, nothing to be changed later."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", alias_generator=yaml_key, defer_build=True)


def walk(value: object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    """All values inside a value with their paths, itself first, in the order of the fields.

    Args:
        value: A model, a dict, a tuple, or anything else. Fields that the file does not state are left out.
        path: Where the value lies.
    """
    # A stack, not recursion: nested generators hand each value through all levels above it.
    stack = [(path, value)]
    while stack:
        path, value = stack.pop()
        yield path, value
        if isinstance(value, BaseModel):
            stated = value.model_fields_set
            fields = [name for name in type(value).model_fields if name in stated]
            stack += [((*path, yaml_key(name)), getattr(value, name)) for name in reversed(fields)]
        elif isinstance(value, dict):
            stack += [((*path, key), item) for key, item in reversed(value.items())]
        elif isinstance(value, tuple):
            stack += [((*path, index), value[index]) for index in reversed(range(len(value)))]


def broken_rule(
    code: str, message: str, expected: str = "", known: Iterable[str] = (), names: str = ""
) -> PydanticCustomError:
    """An error that a validator may raise to choose the code and the words of the diagnostic.

    Args:
        code: As in `Diagnostic`.
        message: What is wrong, without the name of the thing, which is put in front.
        expected: As in `Diagnostic`.
        known: The right words, for a did-you-mean.
        names: As in `Expected`.
    """
    context = {"code": code, "message": message, "expected": expected, "known": tuple(known), "names": names}
    return PydanticCustomError("broken_rule", "{message}", context)


@dataclass(frozen=True, slots=True)
class _OneOrMore:
    """Reads a lone value as a list of one; the editor's schema allows both."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        several = handler(source)
        either = core_schema.union_schema([handler.generate_schema(get_args(source)[0]), several])
        return core_schema.no_info_before_validator_function(
            lambda value: value if isinstance(value, tuple) else (value,), several, json_schema_input_schema=either
        )


OneOrMore = Annotated[tuple[Item, ...], _OneOrMore()]


@dataclass(frozen=True, slots=True)
class Expected:
    """Says in words what a value must be, and whose rule it breaks if it is not.

    The words of a `Literal`, also of one inside a union, are listed by themselves.

    Attributes:
        expected: As in `Diagnostic`; for closed lists what is put behind the list.
        code: Code of the diagnostic.
        names: The key that gives names, which are right too with `$` in front of them.
    """

    expected: str = ""
    code: str = "E204"
    names: str = ""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        words = tuple(_literals(source))
        expected = f"one of: {', '.join(words)} {self.expected}".rstrip() if words else self.expected

        def check(value: Any, inner: core_schema.ValidatorFunctionWrapHandler) -> Any:
            try:
                return inner(value)
            except ValidationError as error:
                raise broken_rule(self.code, "", expected, words, self.names) from error

        return core_schema.no_info_wrap_validator_function(check, handler(source))


def _literals(source: Any) -> Iterable[str]:
    if get_origin(source) is Literal:
        yield from get_args(source)
    else:
        for part in get_args(source):
            yield from _literals(part)


Words = Annotated[str, StringConstraints(min_length=1), Expected("text (in quotes, if it is a number)")]
Language = Annotated[
    str,
    StringConstraints(pattern=f"^{LANGUAGE_CODE.pattern}$"),
    Expected("the code of a language, such as en or pt-BR"),
]
Identifier = Annotated[
    str,
    StringConstraints(pattern="^[a-z][a-z0-9]*(-[a-z0-9]+)*$", max_length=60),
    Expected("small letters and digits, joined by hyphens, such as 'standing-stones'"),
]
Color = Annotated[str, StringConstraints(pattern="^#[0-9a-fA-F]{6}$"), Expected('a colour as "#rrggbb", in quotes')]
IS_PICTURE = AfterValidator(PictureReference)
PicturePath = Annotated[str, StringConstraints(min_length=1), Expected("the path of a picture"), IS_PICTURE]


@dataclass(frozen=True, slots=True)
class _LocalText:
    """Text from a string, or from a mapping of languages to strings."""

    def __get_pydantic_core_schema__(self, _source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        words, language = handler.generate_schema(Words), handler.generate_schema(Language)
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


IS_TEXT = _LocalText()
LocalText = Annotated[LocalizedText, IS_TEXT]
