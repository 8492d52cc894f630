"""The options that fill in the choices of a build, an export or a picture.

A command takes its choices as one parameter; on the command line, an option stands for each of their fields.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import wraps
from typing import Annotated, Any, get_type_hints

from cardgen.cli import options
from cardgen.pipeline.options import OPTIONS, options_of

DECK = options_of("deck")
"""The fields that say how a deck is drawn."""

LAYOUT = options_of("layout")
"""The fields that say how its pieces are placed on paper."""


def takes_choices(kind: type, *names: str, **own: Any) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Turn the parameter `choices` of a command into options.

    Args:
        kind: Dataclass of the choices; its defaults are those of the options.
        *names: The fields that have an option, by default all of them; the others keep their defaults.
        **own: Options that this command has in place of the usual ones, by field.
    """
    defaults, types = {field.name: field.default for field in fields(kind)}, get_type_hints(kind)
    shown = [name for name in OPTIONS if name in (names or defaults)]

    def option(name: str) -> inspect.Parameter:
        default, typed = defaults[name], types[name]
        if default == ():  # several names are typed with commas between them, or the option is given several times
            default, typed = ([], list[str]) if OPTIONS[name].is_repeated else ("", str)
        annotation = own.get(name, Annotated[typed, options.declared(name, default)])
        return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)

    def parameters(command: Callable[..., None]) -> Iterator[inspect.Parameter]:
        for parameter in inspect.signature(command, eval_str=True).parameters.values():
            if parameter.name == "choices":
                yield from map(option, shown)
            else:
                yield parameter

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def call(**given: Any) -> None:
            chosen = {name: given.pop(name) for name in shown}
            several = {name: _several(chosen[name]) for name in shown if defaults[name] == ()}
            command(choices=kind(**(chosen | several)), **given)

        found = list(parameters(command))
        call.__signature__ = inspect.Signature(found)  # type: ignore[attr-defined]
        call.__annotations__ = {parameter.name: parameter.annotation for parameter in found}
        return call

    return decorate


def _several(typed: str | list[str]) -> tuple[str, ...]:
    return options.split_names(typed) if isinstance(typed, str) else tuple(typed)
