"""Show a described game to people: its zones and numbers as lines, its choices and events in words."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from cardgen.geometry.units import Size
from cardgen.model.deck import text_in
from cardgen.plugin.language_files import words_in
from cardgen.plugin.rules.described.asking import goal_of, phase_of, question_of, waiting_of
from cardgen.plugin.rules.described.board_text import board_lines
from cardgen.plugin.rules.described.declared import Board, Zone
from cardgen.plugin.rules.described.narration import Narration
from cardgen.plugin.rules.described.pictured import PicturedZones
from cardgen.plugin.rules.described.questions import GAP
from cardgen.plugin.rules.errors import LogError
from cardgen.plugin.rules.pictured import ChoiceSubject, TableArea
from cardgen.plugin.rules.tabletop import DeckFingerprint, LineRole, TableLine

_WIDTH = 80
_UNTOLD = ("id", "name", "kind", "copies", "art")
"""Fields that are not told of a card, since they say nothing to a player."""


@dataclass(frozen=True)
class DescribedTable:
    """A described game as people play it; see `cardgen.plugin.rules.tabletop.Tabletop`."""

    contest: Any
    language: str
    legend: str = ""
    messages: Mapping[str, str] = field(default_factory=dict)
    settings: tuple[str, ...] = ()

    @property
    def _tables(self) -> Any:
        return self.contest.tables

    def word(self, key: str) -> str:
        """Return fixed words in this language."""
        return words_in(Path(__file__).parent, self.language)[key]

    def local(self, text: object) -> str:
        """Return a text in this language."""
        return text_in(text, self.language)

    def name(self, piece: int) -> str:
        """Return the name of a piece for people."""
        return self.local(self._tables.names[piece])

    def title(self, name: str) -> str:
        """Return the name of a zone, a number, a phase, a field or a word of a choice for people, as it begins a line."""
        words = self.words(name)
        return words[:1].upper() + words[1:]

    def words(self, name: str) -> str:
        """Return such a name as it stands within a sentence."""
        stated = self._tables.program.titles.get(name)
        return self.local(stated) if stated else name.replace("_", " ")

    def heading(self, phase: str) -> str:
        """Return the name of a phase, for which the title of a number of the same name does not stand.

        It is empty for one with the name of a zone, which would be taken for the title of that zone.
        """
        program = self._tables.program
        if any(one.name == phase for one in program.zones):
            return ""
        words = phase.replace("_", " ")
        is_number = any(one.name == phase for one in program.numbers)
        return words[:1].upper() + words[1:] if is_number else self.title(phase)

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
        return tuple(f"{self.word('player')} {number + 1}" for number in range(self.contest.player_count))

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
        lines, seat, phase = [], state.seat_of(player), phase_of(self, state)
        lines += [TableLine(phase[:_WIDTH], LineRole.TITLE)] if phase else []
        for zone in self._tables.program.zones:
            if not zone.is_several:
                lines += self._zone(state, zone, 0, seat, self.title(zone.name), LineRole.PLAIN)
        table = self.numbers_of_table(state)
        lines += self._wrapped("", "   ".join(map(": ".join, table)), LineRole.PLAIN) if table else []
        for board in self._tables.program.boards.values():
            shown = [] if board.of_player else board_lines(self, state, board, 0)
            lines += [TableLine(line[:_WIDTH]) for line in shown]
        for owner in range(self.contest.player_count):
            role = LineRole.OWN if owner == seat else LineRole.OPPONENT
            who = self.players[(owner + state.first) % self.contest.player_count]
            lines.append(
                TableLine("   ".join([who, *map(": ".join, self.numbers_of(state, owner, seat))])[:_WIDTH], role)
            )
            for zone in self._tables.program.zones:
                if zone.of_player:
                    lines += self._zone(state, zone, owner, seat, f"  {self.title(zone.name)}", role)
            for board in self._tables.program.boards.values():
                shown = board_lines(self, state, board, owner) if board.of_player else []
                lines += [TableLine(line[:_WIDTH], role) for line in shown]
        return lines

    def numbers(self, state: Any, player: int) -> list[tuple[str, str]]:
        """See `CountsNumbers.numbers`; a flag is told in the words that the rules give it, if they give it any.

        Numbers in what steps say are left out: the rules tell them themselves.
        """
        yes, said, flags = self.word("yes"), self._said, self._flags
        found = [(name, name, value) for name, value in self.numbers_of_table(state)]
        for seat in range(self.contest.player_count):
            own = self.numbers_of(state, seat, state.seat_of(player))
            found += [(f"{name} ({self.player_at(state, seat)})", name, value) for name, value in own]
        return [
            (shown, "" if name in flags else value)
            for shown, name, value in found
            if name not in said and (name not in flags or (flags[name] and value == yes))
        ]

    @cached_property
    def _said(self) -> set[str]:
        """Titles of the numbers in what steps say."""
        return {self.title(gap.rpartition(".")[2]) for _, types in self._tables.program.said for gap in types}

    @cached_property
    def _flags(self) -> dict[str, bool]:
        """Titles of the flags, with whether the rules give them words."""
        program = self._tables.program
        return {self.title(one.name): one.name in program.titles for one in program.numbers if one.type == "yes"}

    def numbers_of_table(self, state: Any) -> list[tuple[str, str]]:
        """Return name and value of the numbers of the table."""
        numbers = [one for one in self._tables.program.numbers if one.of == "table" and one.is_on_table]
        return [
            (self.title(one.name), self.value_words(state, getattr(state, one.attribute), one.type)) for one in numbers
        ]

    def numbers_of(self, state: Any, seat: int, viewer: int) -> list[tuple[str, str]]:
        """Return name and value of the numbers of a player.

        Args:
            viewer: Seat of the viewer, who does not see what is secret; -1 sees everything.
        """
        numbers = [one for one in self._tables.program.numbers if one.of == "player" and one.is_on_table]
        return [
            (
                self.title(one.name),
                self.value_words(state, getattr(state, one.attribute)[seat], one.type)
                if state.knows_number(one, seat, viewer)
                else "?",
            )
            for one in numbers
        ]

    def areas(self, state: Any, player: int, card: Size) -> Sequence[TableArea]:
        """See `ShowsPieces.areas`; the zones need no layout."""
        del card
        return PicturedZones(self, state, player).areas()

    def subject(self, state: Any, action: int) -> ChoiceSubject:
        """See `ShowsPieces.subject`."""
        return PicturedZones(self, state, state.current_player()).subject(action)

    def player_at(self, state: Any, seat: int) -> str:
        """Return the name of the player at a seat."""
        name: str = self.players[(seat + state.first) % self.contest.player_count]
        return name

    def space_words(self, state: Any, board: Board, space: int) -> str:
        """Return a space in words; one of a player's own board with its owner."""
        name, owner = self._plain(board.names[space % len(board.names)]), space // len(board.names)
        return f"{name} ({self.player_at(state, owner)})" if board.of_player else name

    def value_words(self, state: Any, value: Any, of_type: str) -> str:
        """Return a value of the rules in words."""
        if of_type == "player":
            return self.player_at(state, value) if value >= 0 else self.word("no_player")
        if of_type == "piece":
            return self.name(value) if value >= 0 else self.word("none").lower()
        return self._plain(value)

    def _plain(self, value: Any) -> str:
        if isinstance(value, bool):
            return self.word("yes" if value else "no")
        stated: object = self._tables.program.titles.get(value, value)
        return self.local(stated)

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
        return f"{self.players[state.current_player()]}: {question_of(self, state)}"

    def waiting(self, state: Any, player: int) -> str:
        """See `ExplainsWaiting.waiting`."""
        del player
        return waiting_of(self, state)

    @property
    def goal(self) -> str:
        """See `StatesGoal.goal`."""
        return goal_of(self)

    def needs_hand_only(self, state: Any) -> bool:
        """Return False: every decision shows the table."""
        del state
        return False

    def choice(self, state: Any, action: int) -> str:
        """See `Tabletop.choice`."""
        domain, at = self._tables.actions[action]
        return self.choice_words(domain, self.chosen(state, domain, at))

    def choice_words(self, domain: Any, chosen: str) -> str:
        """Return a choice in words, with what is chosen."""
        if not domain.move:  # the question says what is chosen
            return chosen[:1].upper() + chosen[1:] if chosen else self.word("none")
        stated = self._tables.program.moves[domain.move].title
        if stated is not None:
            return self.local(stated).replace(f"{{{domain.binding}}}", chosen)
        text = self.title(domain.move)
        return f"{text}: {chosen}" if chosen else text

    def move_words(self, move: str) -> str:
        """Return a move in words, whatever is chosen in it."""
        stated = self._tables.program.moves[move].title
        return GAP.sub(lambda gap: self.title(gap[1]).lower(), self.local(stated)) if stated else self.title(move)

    def chosen(self, state: Any, domain: Any, at: int) -> str:
        """Return what an action chooses, in words; empty for a move alone."""
        tables, count = self._tables, self.contest.player_count
        match domain.kind:
            case "pieces":
                text = self.name(at)
            case "players":
                text = self.players[(at + state.first) % count]
            case "spaces":
                text = self.space_words(state, tables.program.boards[domain.zone], at)
            case "places":
                text = f"{self.word('card')} {at + 1}"
            case "words":
                text = self._plain(domain.words[at])
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
        return [*Narration(self, state, state.seat_of(player)).sentences(state.log()[since:])]

    def turn(self, state: Any) -> int:
        """See `Tabletop.turn`."""
        return self.contest.turn(state)  # type: ignore[no-any-return]

    def ending(self, state: Any) -> str:
        """See `Tabletop.ending`."""
        results, program = state.returns(), self._tables.program
        if state.is_cut_off():
            return self.word("cut")
        if program.together:
            end = program.endings[state.ending()] if state.ending() >= 0 else None
            words = self.local(end.text) if end and end.text else end.name.replace("_", " ") if end else ""
            return f"{self.word('won' if results[0] > 0 else 'lost')}{f': {words}' if words else ''}."
        best = max(results)
        winners = [name for name, result in zip(self.players, results, strict=True) if result == best]
        if len(winners) == len(results) > 1:
            return self.word("nobody")
        told = self.word("wins").format(players=f" {self.word('and')} ".join(winners))
        if not program.has_score:
            return told
        scores = [f"{self.player_at(state, seat)} {score[0]}" for seat, score in enumerate(state.scores())]
        return f"{told} {self.word('scores').format(scores=', '.join(scores))}"
