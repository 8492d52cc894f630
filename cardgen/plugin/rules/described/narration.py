"""Tell what happens in a described game in whole sentences, without what the viewer may not know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

from cardgen.plugin.rules.described.asking import filled
from cardgen.plugin.rules.described.events import DECISION, EFFECT, MOVED, OWNER_BITS, SAID, SECRET, TABLE
from cardgen.plugin.rules.described.stated_effects import effect_text

MOST_NAMED = 8
"""Pieces that a sentence names; of more, it tells their number."""
Entry = tuple[Any, ...]


class Narration:
    """Tells entries of the log to one viewer.

    Args:
        table: The `DescribedTable`.
        seat: Seat of the viewer; -1 sees everything.
    """

    def __init__(self, table: Any, state: Any, seat: int) -> None:
        self._table = table
        self._tables = table.contest.tables
        self._state = state
        self._seat = seat

    def sentences(self, entries: Sequence[Entry]) -> Iterator[str]:
        """Yield what steps say, and else a sentence for each decision and effect, and for pieces that go the same way."""
        at = 0
        while at < len(entries):
            entry = entries[at]
            at += 1
            if len(entry) == SAID:
                at += entry[0]
                yield self._said(*entry[1])
            elif len(entry) == DECISION:
                run = [*takewhile(lambda one: len(one) == MOVED, entries[at:])]
                at += len(run)
                text, is_told = self._decision(entry, run or entries[at : at + 1])
                if text:
                    yield text
                yield from self._run(run[is_told:])
            elif len(entry) == MOVED:
                run = [*takewhile(lambda one: len(one) == MOVED, entries[at - 1 :])]
                at += len(run) - 1
                yield from self._run(run)
            else:
                yield self._effect(entry)

    def _run(self, entries: Sequence[Entry]) -> Iterator[str]:
        """Yield a sentence for all pieces that go one way, of pieces that move one after the other."""
        ways: dict[tuple[int, ...], list[Entry]] = {}
        for entry in entries:
            if entry[2] != entry[3] or self._sees(entry):
                ways.setdefault((entry[2] >> OWNER_BITS, entry[3]), []).append(entry)
        yield from map(self._moved, ways.values())

    def _sees(self, entry: Entry) -> bool:
        return self._seat < 0 or bool(entry[0] >> self._seat & 1)

    def _decision(self, entry: Entry, following: Sequence[Entry]) -> tuple[str, bool]:
        """Return a decision in words, and whether they also tell the next entry: the move of its piece.

        A hidden piece that a step asks for needs no words if those of its moves follow.

        Args:
            following: The moves of pieces that come next, or an effect, which may show the piece that was chosen.
        """
        table, seen = self._table, self._sees(entry)
        domain, at = self._tables.actions[entry[2]]
        who = table.player_at(self._state, entry[1])
        if not seen and entry[0] & SECRET:
            return table.word("chosen").format(player=who), False
        words = self._tables.program.moves[domain.move] if domain.move else None
        stated = words.say if words else None
        near = following if stated else following[:1]  # a move that names its piece may lay it down with others
        is_shown = domain.kind == "pieces" and self._is_shown(at, near)
        hidden = table.word("hidden") if domain.kind == "pieces" else "?"
        is_seen = seen or is_shown
        chosen = table.chosen(self._state, domain, at) if is_seen else hidden
        if words is None and domain.kind == "pieces" and not is_seen:
            is_moved = any(self._run([one for one in following if len(one) == MOVED]))
            return "" if is_moved else table.word("chooses_hidden").format(player=who, piece=hidden), False
        if words is None or stated is None:
            choice = table.choice_words(domain, chosen)
            return table.word("chooses").format(player=who, choice=choice), False
        text = table.local(stated).replace("{player}", who).replace(f"{{{domain.binding}}}", chosen)
        first = following[0] if following and len(following[0]) == MOVED else ()
        if domain.kind == "plain":  # a viewer who sees the piece is told which one it is
            return text, bool(first) and words.moves_one and not self._sees(first)
        return text, domain.kind == "pieces" and first[1:2] == (at,)

    def _is_shown(self, piece: int, following: Sequence[Entry]) -> bool:
        """Return whether the viewer sees a piece that was chosen in what happens to it first."""
        places = {MOVED: 1, EFFECT: 2}
        own = [one for one in following if len(one) in places and one[places[len(one)]] == piece]
        return bool(own) and self._sees(own[0])

    def _said(self, number: int, values: Sequence[Any]) -> str:
        """Return what a step says."""
        text, types = self._tables.program.said[number]
        return filled(self._table, self._state, text, types, dict(zip(types, values, strict=True)))

    def _moved(self, entries: Sequence[Entry]) -> str:
        """Return in words that pieces go the same way, or are revealed where they are."""
        table = self._table
        names = [table.name(entry[1]) for entry in entries if self._sees(entry)]
        hidden = len(entries) - len(names)
        if len(names) > MOST_NAMED:
            names, hidden = [], len(entries)
        if hidden:
            names.append(table.word("hidden") if hidden == 1 else table.word("count_hidden").format(count=hidden))
        is_one = all(entry[2] == entries[0][2] for entry in entries)
        start = self._place(entries[0][2] if is_one else entries[0][2] | TABLE)
        places = {"from": start, "to": self._place(entries[0][3])}
        text = f" {table.word('and')} ".join(filter(None, (", ".join(names[:-1]), names[-1])))
        text = text[:1].upper() + text[1:]
        key = ("moves" if len(entries) == 1 else "several") if entries[0][2] != entries[0][3] else "revealed"
        return str(table.word(key).format(pieces=text, **places))

    def _effect(self, entry: Entry) -> str:
        """Return what an effect of a card does, in the words of the card."""
        tables, table = self._tables, self._table
        column = next(column for column in tables.program.columns if column.type == "effects")
        number, *values = tables.columns[column.name][entry[2]][entry[3]][:-1]
        name, words = [*tables.program.effects.items()][number]
        text = effect_text(words, name.replace("_", " "), tuple(values), table.language).replace("**", "")
        return str(table.word("effect").format(card=table.name(entry[2]), text=text))

    def _place(self, code: int) -> str:
        table, zone, owner = self._table, self._tables.program.zones[code >> OWNER_BITS], code & TABLE
        if owner == TABLE:
            return str(table.words(zone.name))
        if zone.board:
            return str(table.space_words(self._state, zone.board, owner))
        return str(
            table.word("zone_of").format(zone=table.words(zone.name), player=table.player_at(self._state, owner))
        )
