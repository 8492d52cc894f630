"""Check that the attributes of a game are what `Game` requires; no deck is needed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import inf
from pathlib import Path
from typing import Any, NamedTuple, get_args

from cardgen.geometry.outlines import Outline
from cardgen.geometry.units import Size
from cardgen.model.language import LANGUAGE_CODE
from cardgen.model.piece import Place
from cardgen.plugin.components import Document, Duplex, FieldInfo, PieceKind
from cardgen.plugin.game import Game
from cardgen.plugin.making import PAPERS, Cut, Made, PieceVariants
from cardgen.plugin.schema import IDENTIFIER
from cardgen.report.diagnostics import Diagnostic, quoted

_NAMES = "small letters and digits, joined by hyphens, such as 'player-aid'"


class _Requirement(NamedTuple):
    """The requirement on one attribute of a game."""

    attribute: str
    is_met: Callable[[Any], bool]
    expected: str


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch(IDENTIFIER, value) is not None


def _is_size(value: Any) -> bool:
    return isinstance(value, Size) and value.is_positive


def _is_length(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < inf


def _are_languages(value: Any) -> bool:
    if not isinstance(value, tuple) or not value:
        return False
    are_codes = all(isinstance(code, str) and LANGUAGE_CODE.fullmatch(code) for code in value)
    return are_codes and len({*value}) == len(value)


def _is_file(value: Any) -> bool:
    return value is None or (isinstance(value, Path) and value.is_file())


def _are_fields(value: Any) -> bool:
    return isinstance(value, tuple) and all(isinstance(field, FieldInfo) for field in value)


def _is_paper(value: Any) -> bool:
    return value in ("", *PAPERS)


def _is_fold(value: Any) -> bool:
    if value is None:
        return True
    from cardgen.geometry.folds import Fold

    return isinstance(value, Fold)


def _are_holes(value: Any) -> bool:
    if value == ():
        return True
    from cardgen.geometry.holes import Hole

    return isinstance(value, tuple) and all(isinstance(hole, Hole) for hole in value)


def _are_players(value: Any) -> bool:
    return (
        isinstance(value, tuple) and len({*value}) == len(value) and all(type(one) is int and one > 0 for one in value)
    )


_REQUIREMENTS = (
    _Requirement("id", _is_name, _NAMES),
    _Requirement("name", _is_text, "text"),
    _Requirement("schema", callable, "a function that returns the pydantic model of a deck"),
    _Requirement("resources", lambda value: isinstance(value, Path) and value.is_dir(), "the path of a folder"),
    _Requirement("card", _is_size, "a Size in mm, such as Size(63, 88)"),
    _Requirement("languages", _are_languages, "a tuple of different codes of languages, such as ('en', 'pt-BR')"),
    _Requirement("checks", callable, "a function that returns the checks"),
    _Requirement("identity", callable, "a function that returns the DeckIdentity of a deck"),
    _Requirement("variables", callable, "a function that returns a mapping"),
    _Requirement("codes", _is_file, "the path of a YAML file, or None"),
    _Requirement("example", _is_file, "the path of a deck file, or None"),
    _Requirement("players", _are_players, "a tuple of different numbers above 0, such as (2, 3, 4)"),
    _Requirement("complete", callable, "a function that returns a mapping"),
    _Requirement("rules", lambda value: value is None or callable(value), "a function that returns the rules, or None"),
)
_KIND = (
    _Requirement("entries", callable, "a function from the deck to entries"),
    _Requirement("face", _is_text, "the name of a template"),
    _Requirement("back", lambda value: value is None or _is_text(value), "the name of a template, or None"),
    _Requirement("size", callable, "a function from the card size to the trim size"),
    _Requirement("bleed", _is_length, "a number in mm, at least 0"),
    _Requirement("gutter", _is_length, "a number in mm, at least 0"),
    _Requirement("plan", lambda value: value is None or callable(value), "a function, or None"),
    _Requirement("seams", lambda value: value is None or callable(value), "a function, or None"),
    _Requirement("outline", lambda value: isinstance(value, Outline), "an Outline"),
    _Requirement("role", _is_text, "one word, such as 'card'"),
    _Requirement("fold", _is_fold, "a Fold, or None"),
    _Requirement("sheet_group", lambda value: isinstance(value, str), "text, which may be empty"),
    _Requirement("fields", _are_fields, "a tuple of FieldInfo"),
    _Requirement("printed_on", _is_paper, f"empty, or one of: {', '.join(PAPERS)}"),
    _Requirement("cut", lambda value: value in get_args(Cut), "empty, or one of: straight, outline, none"),
    _Requirement("made", lambda value: value is None or isinstance(value, get_args(Made)), "a net or parts, or None"),
    _Requirement("holes", _are_holes, "a tuple of Hole"),
    _Requirement("variants", lambda value: value is None or isinstance(value, PieceVariants), "PieceVariants, or None"),
    _Requirement("copies_for", lambda value: value is None or callable(value), "a function, or None"),
    _Requirement("place", lambda value: value is None or isinstance(value, Place), "a Place, or None"),
    _Requirement("duplex", lambda value: value in get_args(Duplex), f"one of: {', '.join(get_args(Duplex))}"),
)
_DOCUMENT = (
    _Requirement("text", _is_text, "the name of a template, such as 'rules.{lang}.md'"),
    _Requirement("page", _is_text, "the name of a template"),
    _Requirement("printed_on", _is_paper, f"empty, or one of: {', '.join(PAPERS)}"),
)


def contract_problems(game: Game) -> list[Diagnostic]:
    """Return every breach (E212) of the contract by a game.

    Nothing of the game is called, and its templates are not looked for: `cardgen.testing` does that.
    """
    return [Diagnostic("E212", message, expected=expected) for message, expected in _problems(game)]


def _problems(game: Game) -> Iterator[tuple[str, str]]:
    owner = f"game {quoted(game.id)}"
    for attribute, is_met, expected in _REQUIREMENTS:
        value = getattr(game, attribute)
        if not is_met(value):
            yield f"'{attribute}' of {owner} is {_shown(value)}", expected
    if not isinstance(game.components, tuple) or not game.components:
        expected = "a tuple of PieceKind and Document, at least one"
        yield f"'components' of {owner} is {_shown(game.components)}", expected
        return
    names = [getattr(component, "name", None) for component in game.components]
    for at, component in enumerate(game.components):
        if not isinstance(component, PieceKind | Document):
            yield f"component {at + 1} of {owner} is {_shown(component)}", "a PieceKind or a Document"
        elif not _is_name(component.name):
            yield f"name of component {at + 1} of {owner} is {_shown(component.name)}", _NAMES
        elif component.name in names[:at]:
            yield f"two components of {owner} have the name {quoted(component.name)}", "a different name for each"
        else:
            for attribute, is_met, expected in _KIND if isinstance(component, PieceKind) else _DOCUMENT:
                value = getattr(component, attribute)
                if not is_met(value):
                    yield f"'{attribute}' of component {quoted(component.name)} of {owner} is {_shown(value)}", expected


def _is_printable_size(value: object) -> bool:
    return isinstance(value, Size) and all(isinstance(length, int | float) for length in (value.width, value.height))


def _shown(value: object) -> str:
    """Return a value as people recognise it: text, paths and numbers as they are, of other things their type."""
    if value is None or isinstance(value, str | int | float | Path | tuple) or _is_printable_size(value):
        return quoted(value)
    return f"of type {quoted(type(value).__name__)}"
