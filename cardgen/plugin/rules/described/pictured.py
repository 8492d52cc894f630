"""Lay out the table of a described game with its printed pieces: piles, rows and hands, drawn from the zones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from cardgen.plugin.rules.described.board_text import board_lines
from cardgen.plugin.rules.described.declared import Zone
from cardgen.plugin.rules.pictured import ChoiceSubject, PlacedPiece, TableArea
from cardgen.plugin.rules.tabletop import LineRole

MOST_IN_A_ROW = 8
"""Open pieces shown next to each other of a zone that no choice is about; more lie on a pile."""


class PicturedZones:
    """The table as one player sees it.

    Args:
        table: The `DescribedTable`.
        player: The viewer; -1 sees everything.
    """

    def __init__(self, table: Any, state: Any, player: int) -> None:
        self._table = table
        self._tables = table.contest.tables
        self._state = state
        self._seat = state.seat_of(player)
        program = self._tables.program
        self._looked_at = {*program.examined, *(domain.zone for domain in program.domains if domain.kind != "plain")}
        self.places: dict[int, list[str]] = {}
        self.piles: set[str] = set()

    def areas(self) -> list[TableArea]:
        """Return a row for each zone: those of the table, then those of each player, the viewer last.

        A row without pieces holds the numbers of the table; the first row of a player holds theirs.
        """
        zones, count = self._tables.program.zones, self._table.contest.player_count
        numbers = self._table.numbers_of_table(self._state)
        found = [TableArea("", LineRole.PLAIN, (), numbers=tuple(numbers))] if numbers else []
        found += [self._area(zone, 0, LineRole.PLAIN, "") for zone in zones if not zone.is_several]
        found += self._boards(0, LineRole.PLAIN, of_player=False)
        seats = sorted(range(count), key=lambda seat: seat == self._seat)
        for seat in seats:
            role = LineRole.OWN if seat == self._seat else LineRole.ALLY if self._is_ally(seat) else LineRole.OPPONENT
            own = [zone for zone in zones if zone.of_player]
            who = self._table.player_at(self._state, seat)
            areas = [self._area(zone, seat, role, who) for zone in own] or [TableArea(who, role, (), owner=who)]
            counted = tuple(self._table.numbers_of(self._state, seat, self._seat))
            found += [replace(areas[0], numbers=counted), *areas[1:]]
            found += self._boards(seat, role, of_player=True)
        return found

    def _boards(self, seat: int, role: LineRole, *, of_player: bool) -> Iterator[TableArea]:
        """Yield the boards of a player or of the table as rows of words, and the pieces on their spaces."""
        table, program = self._table, self._tables.program
        for board in program.boards.values():
            if board.of_player != of_player:
                continue
            for line in board_lines(table, self._state, board, seat):
                yield TableArea(line, role, ())
            zones = [zone for zone in program.zones if zone.board == board]
            size = len(board.names)
            for zone in zones:
                for space in range(seat * size, seat * size + size):
                    if self._state.pieces(zone, space):
                        yield self._area(zone, space, role, board.names[space % size])

    def _is_ally(self, seat: int) -> bool:
        teams = self._table.contest.teams
        return bool(self._seat >= 0 and teams[seat] == teams[self._seat])

    def _area(self, zone: Zone, owner: int, role: LineRole, who: str) -> TableArea:
        title = self._table.title(zone.name)
        return TableArea(f"{who}: {title}" if who else title, role, tuple(self._pieces(zone, owner)), owner=who)

    def _pieces(self, zone: Zone, owner: int) -> Iterator[PlacedPiece]:
        pieces: Sequence[int] = self._state.pieces(zone, owner)
        shown, told = self._state.knows(zone, owner, self._seat), self._state.told(zone, owner)
        name = f"{zone.name}-{owner + 1}" if zone.is_several else zone.name
        if not pieces:
            yield PlacedPiece(name, self._table.title(zone.name))
            return
        is_pile = zone.faces in ("nobody", "top") or (zone.name not in self._looked_at and len(pieces) > MOST_IN_A_ROW)
        if zone.faces == "others" and owner == self._seat:  # chosen by their places, whether they are known or not
            for at, (piece, seen, cannot) in enumerate(zip(pieces, shown, told, strict=True)):
                yield self._placed(f"{name}:{at}", piece, seen, 1, cannot)
            return
        if is_pile:
            self.piles.add(f"{name}:top")
            yield self._placed(f"{name}:top", pieces[-1], shown[-1], len(pieces))
            return
        counts: dict[tuple[int, bool], int] = {}
        for piece, seen in zip(pieces, shown, strict=True):
            key = (piece, True) if seen else (-1 - self._kind(piece), False)
            counts[key] = counts.get(key, 0) + 1
        of_kind = {-1 - self._kind(piece): piece for piece in pieces}
        # A hand is held sorted, as decks list it.
        in_order = sorted(counts.items()) if zone.faces == "owner" else counts.items()
        for (piece, seen), count in in_order:
            yield self._placed(f"{name}:{piece}", of_kind.get(piece, piece), seen, count)

    def _kind(self, piece: int) -> int:
        return int(self._tables.program.kinds.index(self._tables.kinds[piece]))

    def _placed(self, place: str, piece: int, seen: bool, count: int, cannot: int = 0) -> PlacedPiece:
        tables, deck = self._tables, self._tables.decks[piece]
        kind = tables.kinds[piece]
        if not seen:
            return PlacedPiece(place, kind, f"{kind}/", deck, "back", count, self._table.told_of(piece, cannot))
        self.places.setdefault(piece, []).append(place)
        values = [
            (self._table.title(number.name), getattr(self._state, number.attribute)[piece])
            for number in tables.program.numbers
            if number.of == kind and number.is_on_table
        ]
        notes = [title if value is True else f"{title} {value}" for title, value in values if value]
        return PlacedPiece(place, self._table.name(piece), tables.keys[piece], deck, "face", count, ", ".join(notes))

    def subject(self, action: int) -> ChoiceSubject:
        """Return what an action is about."""
        domain, at = self._tables.actions[action]
        zone = next((zone for zone in self._tables.program.zones if zone.name == domain.zone), None)
        if zone and domain.kind == "places" and zone.faces == "others" and zone.of_player:
            return ChoiceSubject(places=(f"{zone.name}-{self._seat + 1}:{at}",))
        if zone and domain.kind == "plain":
            self._lay_out(zone)
            piles = (f"{zone.name}:top", f"{zone.name}-{self._seat + 1}:top")
            return ChoiceSubject(places=tuple(pile for pile in piles if pile in self.piles))
        if domain.kind != "pieces":
            return ChoiceSubject()
        if zone:
            self._lay_out(zone)
        else:
            self.areas()
        return ChoiceSubject(self._tables.keys[at], self._tables.decks[at], tuple(self.places.get(at, ())))

    def _lay_out(self, zone: Zone) -> None:
        """Note where the pieces of a zone lie, in the order of `areas`."""
        size = len(zone.board.names) if zone.board else 1
        owners = zone.piles(self._table.contest.player_count)
        for owner in sorted(owners, key=lambda owner: owner // size == self._seat):
            for _ in self._pieces(zone, owner):
                pass
