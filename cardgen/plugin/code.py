"""Load the Python code of a game that a `game.yaml` describes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.geometry.units import Mm, Size
from cardgen.plugin.components import Entry
from cardgen.plugin.game import Check
from cardgen.plugin.identity import DeckIdentity
from cardgen.records import dataclass

if TYPE_CHECKING:  # listing games does not import pydantic
    from pydantic import BaseModel

    from cardgen.plugin.rules.contest import GameRules


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCode:
    """A `game.yaml` and the Python code that belongs to it.

    An installed package names it, or a whole `Game`, as an entry point of the group `cardgen.games`, under the id of the
    game. Everything but the file may be left out; what the code does not say is taken from the file.

    Attributes:
        file: The `game.yaml`; the folder in which it lies holds the templates.
        schema: Returns the model of the decks, which the kinds and fields of the file are added to. A class attribute
            `constants_of_game` of the model is replaced by the constants of the game, also of one that extends it.
        entries: Name of a kind to its function from the deck (the game's model) to entries; for a kind that is not
            here, the deck has a list with the fields that the file states.
        sizes: Name of a kind to its function from the card size to the trim size.
        plans: Name of a kind to its `plan`; see `PieceKind`.
        seams: Name of a kind to its `seams`; see `PieceKind`.
        types: Name of a type of field to a function that returns its annotation for pydantic.
        checks: See `Game`; they run before the checks of the file.
        identity: See `Game`.
        variables: See `Game`.
        choices: See `Game`.
        codes: See `Game`.
        example: See `Game`.
        rules: See `Game`.
    """

    file: Path
    schema: Callable[[], type[BaseModel]] | None = None
    entries: Mapping[str, Callable[[Any], Sequence[Entry]]] = field(default_factory=dict)
    sizes: Mapping[str, Callable[[Size], Size]] = field(default_factory=dict)
    plans: Mapping[str, Callable[[Size], object]] = field(default_factory=dict)
    seams: Mapping[str, Callable[[Size], tuple[Sequence[Mm], Sequence[Mm]]]] = field(default_factory=dict)
    types: Mapping[str, Callable[[], Any]] = field(default_factory=dict)
    checks: Callable[[], Sequence[Check]] | None = None
    identity: Callable[[Any], DeckIdentity] | None = None
    variables: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None
    choices: Callable[[Any], Mapping[str, str]] | None = None
    codes: Path | None = None
    example: Path | None = None
    rules: Callable[[], GameRules] | None = None
