"""The contract of a game: what a plug-in brings. The core depends on nothing else in a game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.geometry.units import Size
from cardgen.model.deck import LocalizedText
from cardgen.plugin.components import Document, PieceKind
from cardgen.plugin.identity import DeckIdentity, default_identity
from cardgen.records import dataclass
from cardgen.report.diagnostics import Collector
from cardgen.report.source import Path as DataPath
from cardgen.report.source import Span

if TYPE_CHECKING:  # listing games does not import pydantic
    from pydantic import BaseModel

    from cardgen.plugin.rules.contest import GameRules


_CODE = re.compile(r"[EW]\d{3}")


@dataclass(frozen=True, slots=True)
class Finding:
    """A breach of a game's rule, with the path of the value in the deck.

    Attributes:
        code: `E3xx` for an error, which stops the build, or `W3xx` for a warning, as the game explains it; or a code of
            the core, such as E205 for an id that is used twice.
        message: As in `Diagnostic`.
        path: Keys and indexes from the root of the deck.
        expected: What the rule requires, with its source.
        hints: What to do about it.
        on_key: Whether the message points at the key instead of the value.
        notes: Text and path of other places in the deck that clash with this one, or their positions in another file.
        span: Position of the fault, if it is not in the deck; None takes that of `path`.
        part: Words inside of the value at which the message points; empty for all of it.

    Raises:
        ValueError: One of the values has another form.
    """

    code: str
    message: str
    path: DataPath
    expected: str = ""
    hints: tuple[str, ...] = ()
    on_key: bool = False
    notes: tuple[tuple[str, DataPath | Span], ...] = ()
    span: Span | None = None
    part: str = ""

    def __post_init__(self) -> None:
        if not _CODE.fullmatch(self.code):
            raise ValueError(f"code of a finding is {self.code!r}; expected one such as 'E301' or 'W301'")
        paths = self.path, *(path for _, path in self.notes if not isinstance(path, Span))
        if not isinstance(self.message, str) or not all(isinstance(path, tuple) for path in paths):
            raise ValueError(f"finding {self.code} needs a text as its message, and a tuple as each path")


Check = Callable[[Any], Iterable[Finding]]
"""Checks a rule that the schema cannot state: takes the game's model of a deck, and yields the breaches."""

POKER = Size(63.0, 88.0)


def no_checks() -> Sequence[Check]:
    """Return nothing: the schema states every rule of the game's decks."""
    return ()


def no_variables(_deck: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return nothing: the game's templates see only the variables that every template sees."""
    return {}


def no_choices(_deck: Any) -> Mapping[str, str]:
    """Return nothing: the decks of the game choose no templates."""
    return {}


def as_stated(deck: dict[str, Any], _found: Collector) -> Mapping[str, Any]:
    """Return a deck as it is: the game derives nothing from it.

    Args:
        deck: The deck as plain values in one language.
    """
    return deck


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One game: its data, its checks and its look.

    An installed package names its game as an entry point of the group `cardgen.games`, under the id of the game.

    Attributes:
        id: Name by which decks refer to the game, such as `harbour`.
        schema: Returns the pydantic model of a deck file. A function, so that listing games does not import pydantic.
        components: Kinds of piece and documents, in the order of the finished file.
        resources: Folder with the templates, icons, `theme.yaml` and `strings.LANGUAGE.yaml` of the game. The
            resources that all games share replace what is missing.
        card: Default card size, in mm.
        languages: Codes of the languages of the game, such as `en` or `pt-BR`; the first is the default.
        checks: Returns the rules that the schema cannot state.
        identity: Returns title, palette and emblem of a deck, from the game's model of it.
        variables: Returns the variables that the game's templates see beside those that every template sees, from the
            deck as templates see it (`deck`: plain values in the language of the build). Names that every template
            sees already, such as `identity`, keep their meaning.
        choices: Returns the templates that a deck can choose, by name, and what chooses each, such as `frame: brass`; from the
            game's model of the deck, or from None for what any deck can choose.
        codes: YAML file that explains the E3xx and W3xx codes of the checks; None if there are none.
        example: Deck file that shows the game, as small as possible; None if the game comes without decks.
        rules: Returns the executable rules. A function, so that builds do not import them; None if the game cannot be
            played here.
        has_described_rules: Whether `rules` are those that a file describes, which a check tries by random games.
        title: Name for the pages, which may be in several languages; empty takes `name`.
        extends: Game that this one extends; templates, icons, theme and fixed strings that this one lacks are taken from
            it. None if it extends none.
        constants: Numbers and texts that templates see as `constants`.
        complete: Returns the deck as templates see it, with all that the game derives from it, such as the values of
            formulas, and reports what is wrong with them.
        players: Numbers of players for which the game can be printed; empty if it does not matter.
    """

    id: str
    name: str
    schema: Callable[[], type[BaseModel]]
    components: tuple[PieceKind | Document, ...]
    resources: Path
    card: Size = POKER
    languages: tuple[str, ...] = ("en",)
    checks: Callable[[], Sequence[Check]] = no_checks
    identity: Callable[[Any], DeckIdentity] = default_identity
    variables: Callable[[Mapping[str, Any]], Mapping[str, Any]] = no_variables
    choices: Callable[[Any], Mapping[str, str]] = no_choices
    codes: Path | None = None
    example: Path | None = None
    rules: Callable[[], GameRules] | None = None
    has_described_rules: bool = False
    title: LocalizedText | str = ""
    extends: Game | None = None
    constants: Mapping[str, str | int | float | bool] = field(default_factory=dict)
    complete: Callable[[dict[str, Any], Collector], Mapping[str, Any]] = as_stated
    players: tuple[int, ...] = ()

    @property
    def folders(self) -> tuple[Path, ...]:
        """Folders of templates, icons, theme and fixed strings: its own, then those of the games that it extends."""
        own = [folder for folder in (self.resources / "templates", self.resources) if folder.is_dir()]
        return tuple(dict.fromkeys((*own, *(self.extends.folders if self.extends else ()))))
