"""Describe the typed Python code that expressions of rules become, and what names mean where they stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from cardgen.plugin.rules.described.declared import RESERVED, Board, PieceColumn, RuleNumber, Type, Zone


@dataclass(frozen=True, slots=True)
class ZonePlace:
    """A zone of a player or of the table, in code; or those of several players.

    Attributes:
        owner: Code of the owner, a seat or a space; empty for a zone of the table, and for those of several players.
        owners: Code of several owners; empty for one zone.
    """

    zone: Zone
    owner: str = ""
    owners: str = ""

    @property
    def code(self) -> str:
        """Code of the list of its pieces."""
        return f"self.{self.zone.attribute}" + (f"[{self.owner}]" if self.zone.is_several else "")

    @property
    def known(self) -> str:
        """Code of the list that says who knows each of its pieces."""
        return f"self.{self.zone.known}" + (f"[{self.owner}]" if self.zone.is_several else "")


@dataclass(frozen=True, slots=True)
class TypedCode:
    """The code of an expression, with its type.

    Attributes:
        type: Type of its value.
        place: Zone in which the piece or the pieces lie; None if it is not known.
        how: `top` or `bottom` for a piece that is taken from there, `zone` for a whole zone.
        words: Words that the value may be, or that texts consist of; empty without limit.
        item: Whether it depends on the item of a filter.
        number: Number that can be set; None for anything else.
        high: Largest value of `numbers`, as far as it is known.
        maybe: Whether a piece, a player or a space may be missing.
        board: Board of spaces; None for anything else.
        owner: Code of the piece or the space of a number, if it may be missing; empty for anything else.
    """

    code: str
    type: Type
    place: ZonePlace | None = None
    how: str = ""
    words: tuple[str | int, ...] = ()
    item: bool = False
    number: RuleNumber | None = None
    high: int = 0
    maybe: bool = False
    board: Board | None = None
    owner: str = ""

    def with_code(self, code: str) -> TypedCode:
        """Return the value with other code, by which zones of several players name their owners."""
        place = replace(self.place, owners=code) if self.place and self.place.owners else self.place
        return replace(self, code=code, place=place)


@dataclass(slots=True)
class ZonesRead:
    """Names of the zones that an expression reads in a way that matters elsewhere.

    Attributes:
        ordered: Those whose order it depends on.
        examined: Those whose pieces a filter goes through.
    """

    ordered: set[str] = field(default_factory=set)
    examined: set[str] = field(default_factory=set)

    def update(self, other: ZonesRead) -> None:
        """Add the zones that a part of the expression reads."""
        self.ordered |= other.ordered
        self.examined |= other.examined


@dataclass(frozen=True, slots=True)
class RuleNames:
    """All that the rules of a game name.

    Attributes:
        columns: Fields of pieces by name.
        effects: Parameters of each effect by name, each with its type.
        formulas: Cache of the code of formulas, with the zones that they read, by what they depend on.
    """

    zones: Mapping[str, Zone]
    numbers: Mapping[str, RuleNumber]
    columns: Mapping[str, PieceColumn]
    kinds: tuple[str, ...]
    constants: Mapping[str, str | int | float | bool] = field(default_factory=dict)
    boards: Mapping[str, Board] = field(default_factory=dict)
    effects: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    formulas: dict[tuple[object, ...], tuple[TypedCode, ZonesRead]] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class RuleScope:
    """What names mean at one place of the rules.

    Attributes:
        words: The vocabulary of the game.
        player: Code of the player whose turn it is; empty where there is none.
        names: Values bound by choices, loops and effects.
        pending: Formulas that are being compiled, each for the one before.
        sure: Whether to ask something of nobody is an error; otherwise the answer is that of the last seat.
    """

    words: RuleNames
    player: str = ""
    names: Mapping[str, TypedCode] = field(default_factory=dict)
    pending: tuple[str, ...] = ()
    sure: bool = True

    def bind(self, name: str, value: TypedCode) -> RuleScope:
        """Return the scope with one more name."""
        return replace(self, names={**self.names, name: value})

    def known(self) -> list[str]:
        """Return all names, for suggestions."""
        words = self.words
        return [*self.names, *words.zones, *words.numbers, *words.boards, *words.constants, *sorted(RESERVED)]


def constant(value: str | float | bool) -> TypedCode:
    """Return the code of a constant."""
    if isinstance(value, bool):
        return TypedCode(str(value), "yes")
    if isinstance(value, str):
        return TypedCode(repr(value), "text", words=(value,))
    return TypedCode(repr(value), "number")
