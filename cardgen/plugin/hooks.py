"""Call the functions of a game, and check what they return.

An exception of a game's function, or a result of another type, is an error of the game (E215), never a bug in cardgen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from cardgen.geometry.units import Mm, Size
from cardgen.plugin.components import Entry, PieceKind
from cardgen.plugin.failure import running_game_code
from cardgen.plugin.game import Finding, Game
from cardgen.plugin.identity import DeckIdentity
from cardgen.report.diagnostics import Collector

if TYPE_CHECKING:  # builds do not import rules, and listing games does not import pydantic
    from pydantic import BaseModel

    from cardgen.plugin.rules.contest import GameRules

T = TypeVar("T")

_RULES = ("player_counts", "shares_deck", "contest", "tree", "blank")
_latest_entries: list[tuple[Any, dict[Callable[[Any], Any], tuple[Entry, ...]]]] = [(None, {})]
"""The deck whose entries were asked for last, and its entries by the function of their kind."""


def deck_model(game: Game) -> type[BaseModel]:
    """Return the model of the decks of a game.

    Raises:
        CardgenError: E215, the game's `schema` fails or returns something else.
    """
    from pydantic import BaseModel

    with running_game_code(game.id, "schema"):
        return _checked(
            game.schema(), lambda value: isinstance(value, type) and issubclass(value, BaseModel), "a model"
        )


def deck_findings(game: Game, data: Any) -> list[Finding]:
    """Return what the checks of a game find in a deck.

    Raises:
        CardgenError: E215, a check fails or yields something else.
    """
    with running_game_code(game.id, "checks"):
        return [_instance(finding, Finding) for check in game.checks() for finding in check(data)]


def deck_identity(game: Game, data: Any) -> DeckIdentity:
    """Return the identity of a deck.

    Raises:
        CardgenError: E215, the game's `identity` fails or returns something else.
    """
    with running_game_code(game.id, "identity"):
        return _instance(game.identity(data), DeckIdentity)


def template_variables(game: Game, deck: Mapping[str, Any]) -> dict[str, Any]:
    """Return the variables that a game adds for its templates.

    Raises:
        CardgenError: E215, the game's `variables` fails or returns something else.
    """
    with running_game_code(game.id, "variables"):
        variables = game.variables(deck)
        return dict(_checked(variables, _is_namespace, "a mapping of names to values"))


def completed_deck(game: Game, deck: dict[str, Any], found: Collector) -> dict[str, Any]:
    """Return a deck as templates see it, with all that its game derives from it.

    Args:
        deck: The deck as stated, as plain values in one language.

    Raises:
        CardgenError: E215, the game's `complete` fails or returns something else.
    """
    with running_game_code(game.id, "complete"):
        return dict(_checked(game.complete(deck, found), _is_namespace, "a mapping of names to values"))


def piece_entries(game_id: str, kind: PieceKind, data: Any) -> tuple[Entry, ...]:
    """Return the entries of a deck that become pieces of a kind.

    Those of the latest deck are kept, since every language and stage of a build asks for the same ones.

    Raises:
        CardgenError: E215, the kind's `entries` fails or returns something else.
    """
    latest, known = _latest_entries[0]
    if latest is not data:
        known = {}
        _latest_entries[0] = data, known
    if kind.entries not in known:
        with running_game_code(game_id, f"{kind.name}.entries"):
            known[kind.entries] = tuple(_instance(entry, Entry) for entry in kind.entries(data))
    return known[kind.entries]


def trim_size(game_id: str, kind: PieceKind, card: Size) -> Size:
    """Return the trim size of the pieces of a kind.

    Args:
        card: Card size of the build, mm.

    Raises:
        CardgenError: E215, the kind's `size` fails or returns something else.
    """
    with running_game_code(game_id, f"{kind.name}.size"):
        size = kind.size(card)
        return _checked(size, lambda value: isinstance(value, Size) and value.is_positive, "a Size in mm")


def board_plan(game_id: str, kind: PieceKind, card: Size) -> object:
    """Return the geometry that the templates of a kind see as `card.plan`; None if it has none.

    Args:
        card: Card size of the build, mm.

    Raises:
        CardgenError: E215, the kind's `plan` fails.
    """
    with running_game_code(game_id, f"{kind.name}.plan"):
        return kind.plan(card) if kind.plan else None


def board_seams(game_id: str, kind: PieceKind, card: Size) -> tuple[Sequence[Mm], Sequence[Mm]]:
    """Return the places at which the pieces of a tiled kind may be cut.

    Args:
        card: Card size of the build, mm.

    Returns:
        x and y, in mm; both empty if the kind names none.

    Raises:
        CardgenError: E215, the kind's `seams` fails or returns something else.
    """

    def are_seams(value: Any) -> bool:
        return len(value) == 2 and all(isinstance(at, int | float) for axis in value for at in axis)

    if kind.seams is None:
        return (), ()
    with running_game_code(game_id, f"{kind.name}.seams"):
        return _checked(kind.seams(card), are_seams, "two sequences of numbers, in mm")


def game_rules(game: Game) -> GameRules | None:
    """Return the executable rules of a game; None if it has none.

    Raises:
        CardgenError: E215, the game's `rules` fails or returns something else.
    """
    if game.rules is None:
        return None
    with running_game_code(game.id, "rules"):
        rules = game.rules()
        return _checked(rules, lambda value: all(hasattr(value, name) for name in _RULES), "a GameRules")


def _is_namespace(value: Any) -> bool:
    return isinstance(value, Mapping) and all(isinstance(name, str) for name in value)


def _instance(value: T, kind: type[Any]) -> T:
    return _checked(value, lambda value: isinstance(value, kind), f"of type {kind.__name__}")


def _checked(value: T, is_sound: Callable[[Any], bool], expected: str) -> T:
    """Return a value that a game returned, as it is.

    Raises:
        TypeError: It is not what was expected.
    """
    if not is_sound(value):
        shown = " ".join(repr(value).split())
        raise TypeError(f"it returned {shown if len(shown) <= 80 else type(value).__name__}; expected {expected}")
    return value
