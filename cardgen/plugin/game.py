"""The plug-in contract: what a game brings. The core knows nothing else of any game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.geometry.units import Size
from cardgen.plugin.components import Document, PieceKind
from cardgen.plugin.identity import DeckIdentity, default_identity
from cardgen.report.source import Path as DataPath

if TYPE_CHECKING:  # a game is listed without paying for pydantic
    from pydantic import BaseModel

    from cardgen.plugin.rules.contest import GameRules


@dataclass(frozen=True, slots=True)
class Finding:
    """A breach of a game's rule, by the path of the value in the deck.

    Attributes:
        code: E3xx stops the build, W3xx is a warning.
        message: As in `Diagnostic`.
        path: Keys and indexes from the root of the deck.
        expected: What the rule asks for, with its source.
        hints: Ways out.
        on_key: Point at the key, not at the value.
        notes: Other places of the deck that clash with this one.
    """

    code: str
    message: str
    path: DataPath
    expected: str = ""
    hints: tuple[str, ...] = ()
    on_key: bool = False
    notes: tuple[tuple[str, DataPath], ...] = ()


Check = Callable[[Any], Iterable[Finding]]


def no_variables(_deck: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return nothing: the game's templates see only the variables that every template sees."""
    return {}


@dataclass(frozen=True, slots=True)
class Game:
    """One game: its data, its checks and its look.

    Attributes:
        id: As decks name it; also the name of its folder in `templates/`.
        name: For people.
        schema: Gives the pydantic model of a deck file (a function, so that listing games stays cheap).
        checks: Rules that the schema cannot state; they see the game's model of the deck.
        components: Kinds of piece and documents, in the order of the finished file.
        card: Default card size.
        languages: Languages of its fixed strings; the first is the default.
        codes: YAML file that explains its E3xx and W3xx codes.
        resources: Folder that holds its templates, theme, icons and strings.
        rules: Gives its executable rules (a function, so that builds stay cheap); None if it cannot be played here.
        identity: Gives title, palette and emblem of a deck from the game's model of it.
        variables: Gives the variables that the game's templates see beside those that every template sees, from the
            deck as templates see it (`deck`: plain values in the language of the build).
    """

    id: str
    name: str
    schema: Callable[[], type[BaseModel]]
    checks: Callable[[], Sequence[Check]]
    components: tuple[PieceKind | Document, ...]
    card: Size
    languages: tuple[str, ...]
    codes: Path
    resources: Path
    rules: Callable[[], GameRules] | None = None
    identity: Callable[[Any], DeckIdentity] = default_identity
    variables: Callable[[Mapping[str, Any]], Mapping[str, Any]] = no_variables
