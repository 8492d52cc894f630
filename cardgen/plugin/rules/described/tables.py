"""Turn decks into tables: pieces as numbers, their fields as tuples, and the actions that they make possible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any

from cardgen.plugin.rules.described.boards import space_text
from cardgen.plugin.rules.described.declared import PieceColumn, Zone
from cardgen.plugin.rules.described.events import SECRET
from cardgen.plugin.rules.described.program import Domain, Program
from cardgen.plugin.rules.errors import InvalidActionError
from cardgen.report.errors import UnlocatedError

MOST_PIECES = 2000
_DEFAULTS: Mapping[str, Any] = {
    "number": 0,
    "yes": False,
    "text": "",
    "texts": (),
    "numbers": (),
    "effects": (),
    "unknown": 0,
}


@dataclass(frozen=True)
class GameTables:
    """The pieces of a contest and all of its actions, as plain data.

    Attributes:
        program: The compiled rules.
        ids: Text of each piece, unique among pieces that differ.
        keys: Kind and id of each piece in its deck, such as `ships/dory`.
        columns: Values of each field by piece; one more for no piece.
        start: Pieces in each zone at the start: of each player, or of the table alone.
    """

    program: Program
    players: int
    ids: tuple[str, ...]
    keys: tuple[str, ...]
    names: tuple[Any, ...]
    kinds: tuple[str, ...]
    decks: tuple[int, ...]
    columns: Mapping[str, tuple[Any, ...]]
    start: Mapping[str, tuple[tuple[int, ...], ...]]

    @property
    def teams(self) -> int:
        """Number of teams; that of the players if each is alone, as they are if they do not share out evenly."""
        teams = self.program.teams
        return self.players if not teams or self.players % teams else teams

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """Number of the first action of each domain, and of all actions."""
        found = [0]
        for domain in self.program.domains:
            found.append(found[-1] + self.size(domain))
        return tuple(found)

    def size(self, domain: Domain) -> int:
        """Return the number of actions of a domain."""
        if domain.kind == "spaces":
            return self.program.boards[domain.zone].count(self.players)
        sizes = {"pieces": len(self.ids), "places": self.places, "players": self.players}
        return sizes.get(domain.kind, domain.size)

    @cached_property
    def places(self) -> int:
        """Number of places that a zone can have: that of all pieces."""
        return sum(len(pieces) for zone in self.start.values() for pieces in zone)

    @cached_property
    def actions(self) -> tuple[tuple[Domain, int], ...]:
        """Domain of each action, and its number in it."""
        return tuple((domain, at) for domain in self.program.domains for at in range(self.size(domain)))

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """Text of each action."""
        return tuple(self._text(domain, at) for domain, at in self.actions)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Number of each action by its text."""
        return {text: number for number, text in enumerate(self.texts)}

    def text_of(self, action: int) -> str:
        """Return the text of an action.

        Raises:
            InvalidActionError: The number is not an action of this game.
        """
        if not isinstance(action, int) or not 0 <= action < len(self.texts):
            raise InvalidActionError(f"{action} is not an action of this game")
        return self.texts[action]

    def action_of(self, text: str) -> int:
        """Return the action with a text.

        Raises:
            InvalidActionError: No action has this text.
        """
        found = self.numbers.get(text)
        if found is None:
            raise InvalidActionError(f"{text!r} is not an action of this game")
        return found

    def _text(self, domain: Domain, at: int) -> str:
        match domain.kind:
            case "plain":
                return domain.text
            case "pieces":
                chosen = self.ids[at]
            case "players":
                chosen = f"seat {at + 1}"
            case "spaces":
                chosen = space_text(self.program.boards[domain.zone], at, self.players)
            case "places":
                chosen = f"at {at + 1}"
            case "numbers" | "words":
                chosen = str(domain.words[at] if domain.words else at)
        return f"{domain.text} {chosen}"

    @cached_property
    def hidden_zones(self) -> tuple[Zone, ...]:
        """Zones in which not everybody sees everything."""
        return tuple(zone for zone in self.program.zones if zone.faces not in ("all", "top"))

    @cached_property
    def _marks(self) -> tuple[str, ...]:
        kinds = self.program.kinds
        return tuple(number.attribute for number in self.program.numbers if number.of in kinds and not number.formula)

    def is_marked(self, state: Any, piece: int) -> bool:
        """Return whether a number that is not 0 lies on a piece, by which all recognize it."""
        return any(getattr(state, name)[piece] for name in self._marks)

    def hidden(self, piece: int, cannot: int = 0) -> str:
        """Return the text of a piece that is face down: its kind, if there are several, and what it may be.

        Args:
            cannot: Which pieces it cannot be, as bits.
        """
        kind = self.kinds[piece]
        text = "?" if len(self.program.kinds) < 2 else f"?{kind}"
        return f"{text}[{' '.join(self.ids[one] for one in self.possible(piece, cannot))}]" if cannot else text

    def possible(self, piece: int, cannot: int) -> list[int]:
        """Return the pieces that one which is face down may be.

        Args:
            cannot: Which pieces it cannot be, as bits.
        """
        kind = self.kinds[piece]
        return [one for one, own in enumerate(self.kinds) if own == kind and not cannot >> one & 1]

    def piece_text(self, piece: int) -> str:
        """Return the text of a piece; `-` for none."""
        return self.ids[piece] if piece >= 0 else "-"

    def remembered(self, state: Any) -> Iterator[int]:
        """Yield the pieces that numbers of a state hold."""
        for number in self.program.numbers:
            if number.type == "piece" and not number.formula:
                value = getattr(state, number.attribute)
                yield from value if isinstance(value, list) else (value,)

    def shared(self, of_seats: list[float]) -> list[float]:
        """Return results of seats, in which each team has the mean of its members."""
        if self.teams == self.players:
            return of_seats
        members = [of_seats[team :: self.teams] for team in range(self.teams)]
        return [sum(members[seat % self.teams]) / len(members[seat % self.teams]) for seat in range(self.players)]

    def new_luck(self, rng: Random) -> int:
        """Return the state of random numbers of a game."""
        return rng.getrandbits(64)

    def history(self, log: Sequence[tuple[Any, ...]], seat: int) -> list[str]:
        """Return what a seat has seen of what has happened.

        Args:
            seat: The viewer; -1 sees everything.
        """
        lines = []
        for entry in log:
            if len(entry) == 2:
                lines.append(f"said: {entry[1]}")
                continue
            seen = seat < 0 or entry[0] >> seat & 1
            if len(entry) == 3:
                unseen = "?" if entry[0] & SECRET else self.actions[entry[2]][0].text
                text = self.texts[entry[2]] if seen else unseen
                lines.append(f"{entry[1] + 1}: {text}")
            elif len(entry) == 4:
                piece = self.ids[entry[1]] if seen else self.hidden(entry[1])
                lines.append(f"{piece} {entry[2]}>{entry[3]}")
        return lines


@dataclass(frozen=True, slots=True)
class PieceDesign:
    """A piece of a deck before it has a number.

    Attributes:
        values: Its fields by name.
    """

    kind: str
    values: Mapping[str, Any]
    copies: int
    deck: int = 0
    numbers: list[int] = field(default_factory=list)


def make_tables(program: Program, decks: Sequence[Mapping[str, Any]], players: int) -> GameTables:
    """Return the tables of a contest.

    Args:
        decks: Each deck as plain values: a list of mappings for each kind.

    Raises:
        UnlocatedError: E725, there are too many pieces.
    """
    designs = [
        PieceDesign(kind, value, int(value.get("copies", 1) or 0), number)
        for number, deck in enumerate(decks)
        for kind in program.kinds
        for value in _listed(deck.get(kind))
    ]
    total = sum(design.copies for design in designs)
    if total > MOST_PIECES:
        raise UnlocatedError("E725", f"{total} pieces are too many to play with", expected=f"at most {MOST_PIECES}")
    listed: list[PieceDesign] = []
    for design in designs:
        times = design.copies if program.has_identities else min(design.copies, 1)
        design.numbers.extend(range(len(listed), len(listed) + times))
        listed += [design] * times
    ids = _ids(listed, len(decks) > 1)
    columns = {column.name: _values(program, column, listed) for column in program.columns}
    by_zone = {
        zone.name: _starting(program, zone, designs, columns, len(decks), players)
        for zone in program.zones
        if zone.holds
    }
    return GameTables(
        program,
        players,
        ids,
        tuple(f"{design.kind}/{design.values['id']}" for design in listed),
        tuple(_name(design) for design in listed),
        tuple(design.kind for design in listed),
        tuple(design.deck for design in listed),
        columns,
        by_zone,
    )


def _name(design: PieceDesign) -> Any:
    """Return the name of a piece, in all its languages if it has several."""
    name = design.values.get("name")
    return getattr(name, "source", None) or str(name or design.values["id"])


def _listed(value: Any) -> list[Mapping[str, Any]]:
    return [*value] if isinstance(value, list | tuple) else [value] if isinstance(value, Mapping) else []


def _ids(listed: Sequence[PieceDesign], has_decks: bool) -> tuple[str, ...]:
    """Return a text for each piece: its id, with what tells it from others where that is not enough."""
    plain = [str(design.values["id"]) for design in listed]
    if len({(design.values["id"], design.kind) for design in listed}) != len({*plain}):
        plain = [f"{design.kind}/{text}" for design, text in zip(listed, plain, strict=True)]
    if has_decks:
        plain = [f"{text}@{design.deck + 1}" for design, text in zip(listed, plain, strict=True)]
    seen: dict[str, int] = {}
    found = []
    for text in plain:
        seen[text] = seen.get(text, 0) + 1
        found.append(text if plain.count(text) == 1 else f"{text}#{seen[text]}")
    return tuple(found)


def _effects(program: Program, value: Any) -> tuple[tuple[Any, ...], ...]:
    """Return the effects of a piece: the number of each, its parameters, and its place on the piece."""
    numbers = {name: number for number, name in enumerate(program.effects)}
    stated = getattr(getattr(value, "source", value), "effects", ())
    return tuple((numbers[name], *values, place) for place, (name, values) in enumerate(stated))


def _values(program: Program, column: PieceColumn, listed: Sequence[PieceDesign]) -> tuple[Any, ...]:
    default = _DEFAULTS.get(column.type, 0)
    if column.type == "effects":
        return (*(_effects(program, design.values.get(column.name)) for design in listed), ())
    found = []
    for design in listed:
        value = design.kind if column.name == "kind" else design.values.get(column.name)
        if column.name == "copies":
            value = design.copies
        if isinstance(value, list):
            value = tuple(value)
        if isinstance(value, Mapping):  # a reference that leads to a value is its id
            value = value.get("id", default)
        found.append(default if value is None else str(value) if isinstance(value, str) else value)
    return (*found, default)


def _starting(
    program: Program,
    zone: Zone,
    designs: Sequence[PieceDesign],
    columns: Mapping[str, tuple[Any, ...]],
    decks: int,
    players: int,
) -> tuple[tuple[int, ...], ...]:
    """Return the pieces that lie in a zone at the start, of each player or of the table alone."""
    names: dict[str, Any] = {column.constant: columns[column.name] for column in program.columns}
    names = {"len": len, "SEATS": range(players), **names}
    code = program.where.get(zone.name)
    condition = (
        eval(f"lambda card, player: {code}", {"__builtins__": {}, **names}) if code else None
    )  # made of known nodes alone
    found = []
    for player in range(players) if zone.of_player else (0,):
        deck = player % decks if zone.of_player else 0
        pieces: list[int] = []
        for design in designs:
            if design.kind in zone.holds and design.deck == deck:
                fitting = [piece for piece in design.numbers if condition is None or condition(piece, player)]
                times = 1 if program.has_identities else design.copies
                pieces += [piece for piece in fitting for _ in range(times)]
        found.append(tuple(pieces))
    return tuple(found)
