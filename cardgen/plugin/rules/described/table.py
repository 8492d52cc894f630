"""Show a described game to people: its zones and numbers as lines, its choices and events in words."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from cardgen.geometry.units import Size
from cardgen.model.deck import LocalizedText
from cardgen.model.language import suitable_keys
from cardgen.plugin.rules.described.board_text import board_lines
from cardgen.plugin.rules.described.boards import space_text
from cardgen.plugin.rules.described.events import DECISION, MOVED, OWNER_BITS, SECRET, TABLE
from cardgen.plugin.rules.described.pictured import PicturedZones
from cardgen.plugin.rules.described.scope import Zone
from cardgen.plugin.rules.errors import LogError
from cardgen.plugin.rules.pictured import ChoiceSubject, TableArea
from cardgen.plugin.rules.tabletop import DeckFingerprint, LineRole, TableLine

_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "player": "Player",
        "what": "what do you do?",
        "winners": "Winners",
        "nobody": "Nobody has won.",
        "won": "You have won",
        "lost": "You have lost",
        "cut": "The game was cut off, since it was too long.",
        "moves": "{piece} goes from {from} to {to}",
        "hidden": "a card",
        "chosen": "{player} has chosen.",
        "card": "card",
        "empty": "empty",
        "yes": "yes",
        "no": "no",
    },
    "pt": {
        "player": "Jogador",
        "what": "o que você faz?",
        "winners": "Vitória de",
        "nobody": "Ninguém venceu.",
        "won": "Vocês venceram",
        "lost": "Vocês perderam",
        "cut": "A partida foi interrompida por ser longa demais.",
        "moves": "{piece} vai de {from} para {to}",
        "hidden": "uma carta",
        "chosen": "{player} já escolheu.",
        "card": "carta",
        "empty": "vazio",
        "yes": "sim",
        "no": "não",
    },
}
_WIDTH = 80
_UNTOLD = ("id", "name", "kind", "copies", "art")
"""Fields that are not told of a card, since they say nothing to a player."""


@dataclass(frozen=True)
class DescribedTable:
    """A described game as people play it; see `cardgen.plugin.rules.tabletop.Tabletop`.

    Attributes:
        contest: The contest.
        language: Code of the language.
    """

    contest: Any
    language: str
    legend: str = ""
    messages: Mapping[str, str] = field(default_factory=dict)
    settings: tuple[str, ...] = ()

    @property
    def _tables(self) -> Any:
        return self.contest.tables

    def _word(self, key: str) -> str:
        tables = (_WORDS.get(code, {}) for code in (*suitable_keys(self.language), "en"))
        return next((table[key] for table in tables if key in table), key)

    def _local(self, text: object) -> str:
        return text.in_language(self.language) if isinstance(text, LocalizedText) else str(text)

    def name(self, piece: int) -> str:
        """Return the name of a piece for people."""
        return self._local(self._tables.names[piece])

    def title(self, name: str) -> str:
        """Return the name of a zone or a number for people."""
        stated = self._tables.program.titles.get(name)
        words = name.replace("_", " ")
        return self._local(stated) if stated else words[:1].upper() + words[1:]

    @property
    def hides_hands(self) -> bool:
        """See `Tabletop.hides_hands`."""
        return any(zone.faces in ("owner", "others") for zone in self._tables.program.zones)

    @property
    def game(self) -> str:
        """See `Tabletop.game`."""
        return str(self._tables.program.game_id)

    @cached_property
    def players(self) -> tuple[str, ...]:
        """See `Tabletop.players`."""
        return tuple(f"{self._word('player')} {number + 1}" for number in range(self.contest.player_count))

    @property
    def decks(self) -> tuple[DeckFingerprint, ...]:
        """See `Tabletop.decks`."""
        tables = self._tables
        played, _, _ = tables.program.source.partition("    def features(self):")  # what follows only estimates chances
        names = set(re.findall(r"\bCARD_\w+", played))
        used = [tables.columns[column.name] for column in tables.program.columns if column.constant in names]
        found = []
        for deck in range(max(tables.decks, default=0) + 1):
            own = [piece for piece, number in enumerate(tables.decks) if number == deck]
            values = [(tables.keys[piece], [column[piece] for column in used]) for piece in own]
            digest = hashlib.blake2b(repr((values, tables.start)).encode(), digest_size=8).hexdigest()
            found.append(DeckFingerprint(self.game, digest))
        return tuple(found)

    def start(self, seed: int, first: int) -> Any:
        """See `Tabletop.start`."""
        return self.contest.start(seed, first)

    def from_text(self, text: str, seed: int = 0) -> Any:
        """Raise a `LogError`, because described games cannot read positions. See `Tabletop.from_text`."""
        del text, seed
        raise LogError("this game cannot start from a position", "a game from its start")

    def board(self, state: Any, player: int) -> list[TableLine]:
        """See `Tabletop.board`."""
        lines, seat = [], state.seat_of(player)
        for zone in self._tables.program.zones:
            if not zone.is_several:
                lines += self._zone(state, zone, 0, seat, self.title(zone.name), LineRole.PLAIN)
        table = self.numbers_of_table(state)
        lines += self._wrapped("", "   ".join(table), LineRole.PLAIN) if table else []
        for board in self._tables.program.boards.values():
            shown = [] if board.of_player else board_lines(self, state, board, 0)
            lines += [TableLine(line[:_WIDTH]) for line in shown]
        for owner in range(self.contest.player_count):
            role = LineRole.OWN if owner == seat else LineRole.OPPONENT
            who = self.players[(owner + state.first) % self.contest.player_count]
            lines.append(TableLine("   ".join([who, *self.numbers_of(state, owner, seat)])[:_WIDTH], role))
            for zone in self._tables.program.zones:
                if zone.of_player:
                    lines += self._zone(state, zone, owner, seat, f"  {self.title(zone.name)}", role)
            for board in self._tables.program.boards.values():
                shown = board_lines(self, state, board, owner) if board.of_player else []
                lines += [TableLine(line[:_WIDTH], role) for line in shown]
        return lines or [TableLine(self._word("empty"))]

    def numbers_of_table(self, state: Any) -> list[str]:
        """Return the numbers of the table, each with its name."""
        numbers = [one for one in self._tables.program.numbers if one.of == "table" and not one.formula]
        return [f"{self.title(one.name)}: {self._value(state, getattr(state, one.attribute), one)}" for one in numbers]

    def numbers_of(self, state: Any, seat: int, viewer: int) -> list[str]:
        """Return the numbers of a player, each with its name.

        Args:
            viewer: Seat of the viewer, who does not see what is secret; -1 sees everything.
        """
        numbers = [one for one in self._tables.program.numbers if one.of == "player" and not one.formula]
        return [
            f"{self.title(one.name)}: {self._value(state, getattr(state, one.attribute)[seat], one)}"
            if state.knows_number(one, seat, viewer)
            else f"{self.title(one.name)}: ?"
            for one in numbers
        ]

    def areas(self, state: Any, player: int, card: Size) -> Sequence[TableArea]:
        """See `ShowsPieces.areas`; the zones need no layout."""
        del card
        return PicturedZones(self, state, player).areas()

    def subject(self, state: Any, action: int) -> ChoiceSubject:
        """See `ShowsPieces.subject`."""
        pictured = PicturedZones(self, state, state.current_player())
        pictured.areas()
        return pictured.subject(action)

    def _value(self, state: Any, value: Any, number: Any) -> str:
        if number.type == "player":
            return self.players[(value + state.first) % self.contest.player_count] if value >= 0 else "-"
        return self._plain(value)

    def _plain(self, value: Any) -> str:
        return self._word("yes" if value else "no") if isinstance(value, bool) else str(value)

    def _zone(self, state: Any, zone: Zone, owner: int, seat: int, title: str, role: LineRole) -> list[TableLine]:
        """Return a zone as lines: the names of the pieces that lie open, and how many there are."""
        pieces, shown = state.pieces(zone, owner), state.knows(zone, owner, seat)
        told = state.told(zone, owner)
        open_pieces = [
            self.name(piece) if seen else f"?{self.told_of(piece, cannot)}"
            for piece, seen, cannot in zip(pieces, shown, told, strict=True)
            if seen or self.told_of(piece, cannot)
        ]
        hidden = len(pieces) - len(open_pieces)
        counts: dict[str, int] = {}
        for name in open_pieces:
            counts[name] = counts.get(name, 0) + 1
        names = [name if count == 1 else f"{count} {name}" for name, count in counts.items()]
        parts = [*names, *([f"({hidden})"] if hidden else [])]
        return self._wrapped(f"{title}: ", ", ".join(parts) or "-", role)

    def told_of(self, piece: int, cannot: int) -> str:
        """Return what all were told of a piece that is face down, such as `red 3`; empty if that is nothing certain.

        Args:
            cannot: Which pieces it cannot be, as bits.
        """
        tables, kind = self._tables, self._tables.kinds[piece]
        possible = tables.possible(piece, cannot) if cannot else []
        fields = [one for one in tables.program.columns if kind in one.kinds and one.name not in _UNTOLD]
        values = [
            {tables.columns[one.name][other] for other in possible}
            for one in fields
            if one.words or one.type == "number"
        ]
        return " ".join(self._plain(*found) for found in values if len(found) == 1)

    def _wrapped(self, title: str, text: str, role: LineRole) -> list[TableLine]:
        import textwrap

        lines = textwrap.wrap(text, _WIDTH - 4, initial_indent=title[: _WIDTH // 2], subsequent_indent="    ") or [
            title
        ]
        return [TableLine(line[:_WIDTH], role) for line in lines]

    def hand(self, state: Any, player: int) -> list[str]:
        """See `Tabletop.hand`."""
        return [*self.hand_names(state, player)]

    def hand_names(self, state: Any, player: int) -> Sequence[str]:
        """See `Tabletop.hand_names`."""
        seat = state.seat_of(player)
        zones = [zone for zone in self._tables.program.zones if zone.faces == "owner"]
        return [*dict.fromkeys(self.name(piece) for zone in zones for piece in state.pieces(zone, seat))]

    def question(self, state: Any) -> str:
        """See `Tabletop.question`."""
        return f"{self.players[state.current_player()]}: {self._word('what')}"

    def needs_hand_only(self, state: Any) -> bool:
        """Return False: every decision shows the table."""
        del state
        return False

    def choice(self, state: Any, action: int) -> str:
        """See `Tabletop.choice`."""
        domain, at = self._tables.actions[action]
        chosen = self._chosen(state, domain, at)
        stated = self._tables.program.moves[domain.move].title if domain.move else None
        if stated is not None:
            return self._local(stated).replace(f"{{{domain.binding}}}", chosen)
        words = (domain.move or domain.text).replace("_", " ")
        text = words[:1].upper() + words[1:]
        return f"{text}: {chosen}" if chosen else text

    def _chosen(self, state: Any, domain: Any, at: int) -> str:
        tables, count = self._tables, self.contest.player_count
        match domain.kind:
            case "pieces":
                text = self.name(at)
            case "players":
                text = self.players[(at + state.first) % count]
            case "spaces":
                text = space_text(tables.program.boards[domain.zone], at, count)
            case "places":
                text = f"{self._word('card')} {at + 1}"
            case "words":
                text = str(domain.words[at])
            case _:
                text = str(at) if domain.kind == "numbers" else ""
        return text

    def card_of(self, action: int) -> str:
        """See `Tabletop.card_of`."""
        domain, at = self._tables.actions[action]
        return self.name(at) if domain.kind == "pieces" else ""

    def cards(self) -> Sequence[str]:
        """See `Tabletop.cards`."""
        return [*dict.fromkeys(self.name(piece) for piece in range(len(self._tables.ids)))]

    def card(self, name: str) -> list[str]:
        """See `Tabletop.card`."""
        tables = self._tables
        for piece in range(len(tables.ids)):
            if self.name(piece) == name:
                fields = [one for one in tables.program.columns if tables.kinds[piece] in one.kinds]
                shown = [(one.name, tables.columns[one.name][piece]) for one in fields if one.name not in _UNTOLD]
                return [
                    f"{self.title(field)}: {self._plain(value)}"
                    for field, value in shown
                    if value != "" and isinstance(value, str | int | float)
                ]
        return []

    def event_count(self, state: Any) -> int:
        """See `Tabletop.event_count`."""
        return len(state.log())

    def story(self, state: Any, since: int, player: int) -> list[str]:
        """See `Tabletop.story`."""
        seat = state.seat_of(player)
        lines = [self._event(state, entry, seat) for entry in state.log()[since:]]
        return [line for line in lines if line]

    def _event(self, state: Any, entry: tuple[int, ...], seat: int) -> str:
        """Return an entry of the log in words; empty for one that says nothing."""
        seen = seat < 0 or bool(entry[0] >> seat & 1)
        count = self.contest.player_count
        if len(entry) == DECISION:
            who = self.players[(entry[1] + state.first) % count]
            domain, at = self._tables.actions[entry[2]]
            if not seen and entry[0] & SECRET:
                return self._word("chosen").format(player=who)
            hidden = self._word("hidden") if domain.kind == "pieces" else "?"
            chosen = self._chosen(state, domain, at) if seen else hidden
            stated = self._tables.program.moves[domain.move].say if domain.move else None
            if stated is not None and seen:
                return self._local(stated).replace("{player}", who).replace(f"{{{domain.binding}}}", chosen)
            words = (domain.move or domain.text).replace("_", " ")
            return f"{who}: {words}{f' ({chosen})' if chosen else ''}"
        if len(entry) == MOVED and entry[2] != entry[3]:
            piece = self.name(entry[1]) if seen else self._word("hidden")
            places = {"from": self._place(state, entry[2]), "to": self._place(state, entry[3])}
            return "  " + self._word("moves").format(piece=piece, **places)
        return ""

    def _place(self, state: Any, code: int) -> str:
        zone, owner = self._tables.program.zones[code >> OWNER_BITS], code & TABLE
        if owner == TABLE:
            return self.title(zone.name)
        if zone.board:
            return space_text(zone.board, owner, self.contest.player_count)
        return f"{self.title(zone.name)} ({self.players[(owner + state.first) % self.contest.player_count]})"

    def turn(self, state: Any) -> int:
        """See `Tabletop.turn`."""
        return self.contest.turn(state)  # type: ignore[no-any-return]

    def ending(self, state: Any) -> str:
        """See `Tabletop.ending`."""
        results, program = state.returns(), self._tables.program
        if state.is_cut_off():
            return self._word("cut")
        if program.together:
            end = program.endings[state.ending()] if state.ending() >= 0 else None
            words = self._local(end.text) if end and end.text else end.name.replace("_", " ") if end else ""
            return f"{self._word('won' if results[0] > 0 else 'lost')}{f': {words}' if words else ''}."
        best = max(results)
        winners = [name for name, result in zip(self.players, results, strict=True) if result == best]
        if len(winners) == len(results) > 1:
            return self._word("nobody")
        scores = ", ".join(str(one[0]) for one in state.scores()) if program.has_score else ""
        return f"{self._word('winners')}: {', '.join(winners)}{f' ({scores})' if scores else ''}"
