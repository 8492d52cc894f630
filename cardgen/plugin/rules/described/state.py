"""Implement the contract of states for all described games; the generated class adds the zones, the moves and the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Self

from cardgen.plugin.rules.described.boards import space_text
from cardgen.plugin.rules.described.declared import RuleNumber, Zone
from cardgen.plugin.rules.described.tables import GameTables
from cardgen.plugin.rules.described.transfer import TOLD, UP
from cardgen.plugin.rules.errors import IllegalActionError
from cardgen.plugin.rules.state import TERMINAL

_TRIES = 20
"""Ways of dealing what is hidden that are tried until the player who decides has something to choose."""
_BASE = (
    "luck", "first", "player", "turn", "direction", "_who", "_next", "_idle", "_ending", "_at", "_legal", "_count",
    "_cut", "_log", "_stack", "_work",
)  # fmt: skip


def dealt_again(pieces: Sequence[int], cannot: Sequence[int], rng: Random) -> Sequence[int]:
    """Return pieces in another order, by chance, each at a place where it may be.

    Args:
        pieces: The pieces as they lie, in the order of their places.
        cannot: Which pieces cannot be at each place, as bits.
    """
    if not any(cannot):
        return rng.sample(pieces, len(pieces))
    for _ in range(_TRIES):
        left, found = rng.sample(pieces, len(pieces)), dict[int, int]()
        for at in sorted(range(len(pieces)), key=lambda at: -cannot[at].bit_count()):
            fitting = next((place for place, piece in enumerate(left) if not cannot[at] >> piece & 1), -1)
            if fitting < 0:
                break
            found[at] = left.pop(fitting)
        else:
            return [found[at] for at in range(len(pieces))]
    return pieces


class DescribedState:
    """A position of a described game; see `cardgen.plugin.rules.state.State`.

    Attributes:
        luck: State of the random numbers; in a tree, what decides each pick.
        first: Player in the first seat.
        player: Seat whose turn it is.
        turn: Number of turns begun.
        direction: 1 if turns go clockwise, -1 otherwise.
        tables: The pieces and the actions, of the class.
        options: Methods that return the legal actions of each decision, of the class.
        held: Variables of pieces that the steps after a decision need, by the number of the decision, of the class.
        asks: Methods that return the number of the question of each decision, -1 for none, and the values in it.
    """

    __slots__ = _BASE
    tables: ClassVar[GameTables]
    seats: ClassVar[int]
    options: ClassVar[Sequence[Callable[[Any], list[int]]]]
    held: ClassVar[Mapping[int, tuple[str, ...]]]
    asks: ClassVar[Sequence[Callable[[Any], tuple[int, dict[str, Any]]]]]

    luck: Any

    def start(self, luck: Any, first: int) -> None:
        """Give everything but zones, numbers and variables its first value."""
        self.luck = luck
        self.first = first
        self.player = self.turn = self._who = self._idle = self._count = self._work = 0
        self.direction = 1
        self._next = self._ending = -1
        self._at = 0
        self._legal: Sequence[int] = ()
        self._cut = False
        self._log: list[tuple[Any, ...]] = []
        self._stack: list[tuple[Any, ...]] = []

    def copy_to(self, other: DescribedState) -> None:
        """Copy what `start` has set to another state."""
        other.luck = self.luck
        other.first = self.first
        other.player = self.player
        other.turn = self.turn
        other.direction = self.direction
        other._who = self._who
        other._next = self._next
        other._idle = self._idle
        other._ending = self._ending
        other._at = self._at
        other._legal = self._legal
        other._count = self._count
        other._cut = self._cut
        other._work = 0
        other._log = self._log[:]
        other._stack = self._stack[:]

    def clone(self) -> Self:
        """See `State.clone`."""
        raise NotImplementedError

    def apply_action(self, action: int) -> None:
        """See `State.apply_action`."""
        raise NotImplementedError

    def scores(self) -> list[tuple[Any, ...]]:
        """Return the score of each seat, with what decides between equal ones."""
        raise NotImplementedError

    def winners(self) -> list[int]:
        """Return the seats that have won."""
        raise NotImplementedError

    def payoffs(self) -> list[float] | None:
        """Return what each seat gains or loses; None if they win or lose."""
        raise NotImplementedError

    def current_player(self) -> int:
        """See `State.current_player`."""
        return TERMINAL if self._at < 0 else (self._who + self.first) % self.seats

    def legal_actions(self) -> Sequence[int]:
        """See `State.legal_actions`."""
        return self._legal

    def is_terminal(self) -> bool:
        """See `State.is_terminal`."""
        return self._at < 0

    def is_cut_off(self) -> bool:
        """Return whether the game was ended because it was too long."""
        return self._cut

    def repetitions(self) -> int:
        """Return the number of repetitions of steps since the last decision."""
        return self._work

    def ending(self) -> int:
        """Return the number of the way in which all players have won or lost; -1 without."""
        return self._ending

    def log(self) -> list[tuple[Any, ...]]:
        """Return what has happened; see `cardgen.plugin.rules.described.events`."""
        return self._log

    def decisions(self) -> int:
        """Return the number of decisions taken."""
        return self._count

    def features(self) -> list[tuple[float, ...]]:
        """Return what may matter for winning, of each seat: pieces in its zones, numbers and scores."""
        raise NotImplementedError

    def table_features(self) -> list[float]:
        """Return what may matter for winning together: pieces and numbers of the table and of all players."""
        raise NotImplementedError

    def at_decision(self) -> int:
        """Return the number of the decision that is to be taken; -1 after the end."""
        return self._at

    def decider(self) -> int:
        """Return the seat that decides."""
        return self._who

    def refuse(self, action: int) -> None:
        """Raise the error for an action that is not legal.

        Raises:
            InvalidActionError: The number is not an action of this game.
            IllegalActionError: The action is not allowed now.
        """
        self.action_to_string(action)
        raise IllegalActionError(f"{self.action_to_string(action)!r} is not allowed now")

    def cut_off(self, action: int) -> None:
        """End a game that is too long, undecided.

        Args:
            action: The action that is not taken any more.
        """
        del action
        self._at, self._legal, self._cut = -1, (), True

    def returns(self) -> list[float]:
        """See `State.returns`."""
        of_seats = self._results()
        return [of_seats[(player - self.first) % self.seats] for player in range(self.seats)]

    def _results(self) -> list[float]:
        """Return the result of each seat, from -1 to 1."""
        seats, program = self.seats, self.tables.program
        if self._at >= 0 or self._cut:
            return [0.0] * seats
        if program.together:
            ending = self._ending
            return [1.0 if ending >= 0 and program.endings[ending].is_win else -1.0] * seats
        payoffs = self.payoffs()
        if payoffs is not None:
            return self.tables.shared([max(-1.0, min(1.0, value / program.most)) for value in payoffs])
        won = {seat % self.tables.teams for seat in self.winners() if seat >= 0}
        if not won or (len(won) == self.tables.teams and seats > 1):
            return [0.0] * seats
        return [1.0 if seat % self.tables.teams in won else -1.0 for seat in range(seats)]

    def pieces(self, zone: Zone, seat: int) -> list[int]:
        """Return the pieces of a zone.

        Args:
            seat: Its owner; ignored for a zone of the table.
        """
        found: Any = getattr(self, zone.attribute)
        return found[seat] if zone.is_several else found  # type: ignore[no-any-return]

    def known(self, zone: Zone, seat: int) -> list[int]:
        """Return who knows each piece of a zone, as bits; none if nobody can know more than they see.

        Args:
            seat: Its owner; ignored for a zone of the table.
        """
        found: Any = getattr(self, zone.known, None)
        return [] if found is None else found[seat] if zone.is_several else found

    def sees(self, zone: Zone, seat: int, viewer: int) -> list[bool]:
        """Return which pieces of a zone lie open for a viewer.

        Args:
            seat: Its owner; ignored for a zone of the table.
            viewer: Seat of the viewer; -1 sees everything.
        """
        count, faces = len(self.pieces(zone, seat)), zone.faces
        if faces == "each" and viewer >= 0:
            return [bool(known & UP) for known in self.known(zone, seat)]
        if faces == "top" and viewer >= 0:
            return [at == count - 1 for at in range(count)]
        of_all = {"all": True, "owner": viewer == seat, "others": viewer != seat}.get(faces, False)
        return [viewer < 0 or of_all] * count

    def knows(self, zone: Zone, seat: int, viewer: int) -> list[bool]:
        """Return which pieces of a zone a viewer sees or has seen.

        Args:
            seat: Its owner; ignored for a zone of the table.
            viewer: Seat of the viewer; -1 sees everything.
        """
        if zone.faces == "top":
            return [True] * len(self.pieces(zone, seat))
        seen, known = self.sees(zone, seat, viewer), self.known(zone, seat)
        if viewer < 0 or not known:
            return seen
        return [sees or bool(mask >> viewer & 1) for sees, mask in zip(seen, known, strict=True)]

    def told(self, zone: Zone, seat: int) -> list[int]:
        """Return which pieces each piece of a zone cannot be, as bits, by what all were told of it.

        Args:
            seat: Its owner; ignored for a zone of the table.
        """
        return [mask >> TOLD for mask in self.known(zone, seat)] or [0] * len(self.pieces(zone, seat))

    def seat_of(self, player: int) -> int:
        """Return the seat of a player; -1, who sees everything, has none and stays -1."""
        return player if player < 0 else (player - self.first) % self.seats

    def observation_string(self, player: int) -> str:
        """See `State.observation_string`."""
        return "\n".join(self._lines(self.seat_of(player), self.sees))

    def information_state_string(self, player: int) -> str:
        """See `State.information_state_string`."""
        seat = self.seat_of(player)
        return "\n".join([*self._lines(seat, self.knows), *self.tables.history(self._log, seat)])

    def to_text(self) -> str:
        """See `State.to_text`."""
        variables = [f"{name}: {getattr(self, name)}" for name in type(self).__slots__ if name.startswith("_")]
        left_out = (
            "_log",
            "_legal",
            "first",
            *(() if isinstance(self.luck, int) else ("luck",)),
        )  # in a tree: an object
        base = [f"{name}: {getattr(self, name)}" for name in _BASE if name not in left_out]
        return "\n".join([*self._lines(-1, self.sees), *variables, *base])

    def _lines(self, seat: int, sees: Callable[[Zone, int, int], list[bool]]) -> list[str]:
        """Return the zones and numbers as a seat sees them."""
        tables, lines = self.tables, [f"first: {self.first}", f"decides: {self.current_player()}", f"viewer: {seat}"]
        for zone in tables.program.zones:
            for owner in zone.piles(self.seats):
                pieces, shown = self.pieces(zone, owner), sees(zone, owner, seat)
                if zone.board and not pieces:
                    continue
                told = self.told(zone, owner)
                words = [
                    tables.ids[piece] if seen else tables.hidden(piece, cannot)
                    for piece, seen, cannot in zip(pieces, shown, told, strict=True)
                ]
                name = f"{zone.name} of seat {owner + 1}" if zone.of_player else zone.name
                if zone.board:
                    name = f"{zone.name} on {space_text(zone.board, owner, self.seats)}"
                lines.append(f"{name}: {' '.join(words) if zone.faces != 'owner' else ' '.join(sorted(words))}")
        for number in tables.program.numbers:
            if not number.formula:
                lines.append(f"{number.name}: {self._seen_values(number, seat)}")
        return lines

    def _seen_values(self, number: RuleNumber, viewer: int) -> Any:
        """Return a number as a viewer sees it, or that of all players or pieces."""
        values = getattr(self, number.attribute)
        if number.type == "piece":
            names = [self.tables.piece_text(piece) for piece in (values if isinstance(values, list) else [values])]
            return " ".join(names)
        if not number.secret or viewer < 0:
            return values
        return [value if self.knows_number(number, seat, viewer) else "?" for seat, value in enumerate(values)]

    def knows_number(self, number: RuleNumber, seat: int, viewer: int) -> bool:
        """Return whether a viewer knows the number of a seat.

        Args:
            viewer: Seat of the viewer; -1 knows everything.
        """
        return viewer < 0 or not number.secret or bool(getattr(self, number.known)[seat] >> viewer & 1)

    def resample_from_infostate(self, player: int, rng: Random) -> Self:
        """See `State.resample_from_infostate`; also the luck to come is another one."""
        viewer = self.seat_of(player)
        for _ in range(_TRIES):
            other = self.clone()
            other.luck = self.tables.new_luck(rng)
            other._deal_again(viewer, rng)
            other._guess_numbers(viewer, rng)
            if self._at < 0 or self._who == viewer:
                return other
            other._legal = self.options[self._at](other)
            if other._legal:
                return other
        other = self.clone()
        other.luck = self.tables.new_luck(rng)
        return other

    def _deal_again(self, viewer: int, rng: Random) -> None:
        """Deal all pieces whose place a viewer does not know, among these places; only equal kinds change places."""
        pools: dict[str, list[int]] = {}
        places: dict[str, list[tuple[list[int], int, int]]] = {}
        kinds, tables = self.tables.kinds, self.tables
        # Steps that wait for this decision move these pieces from where they lie.
        held = {entry[3] for entry in self._stack} | {getattr(self, name) for name in self.held.get(self._at, ())}
        held.update(piece for due in getattr(self, "_later", ()) for piece in due[3] if isinstance(piece, int))
        held.update(tables.remembered(self))
        for zone in tables.hidden_zones:
            for owner in zone.piles(self.seats):
                pieces = self.pieces(zone, owner)
                seen, told = self.knows(zone, owner, viewer), self.told(zone, owner)
                for at, (piece, known, cannot) in enumerate(zip(pieces, seen, told, strict=True)):
                    if not known and piece not in held and not tables.is_marked(self, piece):
                        pools.setdefault(kinds[piece], []).append(piece)
                        places.setdefault(kinds[piece], []).append((pieces, at, cannot))
        for kind, pool in pools.items():
            dealt = dealt_again(pool, [cannot for _, _, cannot in places[kind]], rng)
            for (pieces, at, _), piece in zip(places[kind], dealt, strict=True):
                pieces[at] = piece

    def _guess_numbers(self, viewer: int, rng: Random) -> None:
        """Give the secret numbers that a viewer does not know any of their possible values."""
        for number in self.tables.program.numbers:
            if number.secret:
                values, possible = getattr(self, number.attribute), number.values(self.seats)
                for seat in range(self.seats):
                    if not self.knows_number(number, seat, viewer):
                        values[seat] = rng.choice(possible)

    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        """See `State.chance_outcomes`; chance decides nothing, since the seed has decided everything."""
        return []

    def action_to_string(self, action: int) -> str:
        """See `State.action_to_string`."""
        return self.tables.text_of(action)

    def string_to_action(self, text: str) -> int:
        """See `State.string_to_action`."""
        return self.tables.action_of(text)
