"""What is said of texts of games in which one value of a line was changed stays as in the last version."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import pytest

from cardgen.games.stonewater_weir.engine.effects.choosing import Choice, choose
from cardgen.games.stonewater_weir.engine.field.runner import _enter
from cardgen.games.stonewater_weir.engine.field.undercurrent import BANISHED_MORALE, lower_tether
from cardgen.games.stonewater_weir.engine.phases.phase import SiegePhase
from cardgen.games.stonewater_weir.engine.siege_state import SiegeState
from cardgen.games.stonewater_weir.engine.state.actions import HERO
from cardgen.games.stonewater_weir.engine.state.asking import Unanswered
from cardgen.games.stonewater_weir.engine.state.places import (
    ABSENT,
    DEAD,
    FORGE,
    LONG_ARM,
    NOWHERE,
    PERMANENT,
    RUNNER_DUE,
    WALL,
    bank_of_place,
)
from cardgen.games.stonewater_weir.engine.state.position import (
    DISCARDS,
    ENEMY_DECK,
    EVENT_DECK,
    FACE_DOWN,
    KNOWN_ENEMIES,
    KNOWN_EVENTS,
    SEASON_DECK,
    TOKEN_STOCK,
)
from cardgen.games.stonewater_weir.engine.state.story import Event, events_of
from cardgen.games.stonewater_weir.engine.text.invariants import problems
from cardgen.games.stonewater_weir.engine.town.buildings import REINFORCEMENTS
from cardgen.plugin.rules.errors import LogError
from tests.games.stonewater_weir.engine.siege import DOV, TAMSIN, position, put, tables
from tests.recorded import check_recorded

OTHERS = ("", "moon", "-1", "0", "1", "13", "99", "tamsin", "north-1", "dead", "absent", "nowhere")


def texts() -> Iterator[str]:
    """Yield the text of one position for each step, and for each kind of line in it."""
    seen = set()
    for seed in range(2):
        state, rng = SiegeState.new(tables(difficulty="full"), seed), Random(seed)
        while not state.is_terminal():
            text = state.to_text()
            found = {state._begin.phase, *re.findall("^[a-z -]+(?=:)", text, re.MULTILINE)}
            if not found <= seen:
                yield text
            seen |= found
            state.apply_action(rng.choice(state.legal_actions()))
        yield state.to_text()


def edited(value: str) -> Iterator[str]:
    """Yield a line's value with one of its first words left out, or changed."""
    words = re.split("([^a-z0-9-]+)", value)
    for at in range(0, min(len(words), 30 if value.startswith("place") else 8), 2):
        number = [str(int(words[at]) + 1)] if words[at].isdigit() else []
        for other in (*OTHERS, *number):
            yield "".join([*words[:at], other, *words[at + 1 :]])


def told() -> Iterator[str]:
    """Yield what is said, each with its first example, and a sum of all that is said of a line."""
    seen: set[str] = set()
    sums: dict[str, tuple[int, int]] = {}
    edits: Counter[str] = Counter()
    for text in texts():
        lines = text.split("\n")
        for at, line in enumerate(lines):
            key, _, value = line.partition(": ")
            edits[key] += 1
            if edits[key] > (4 if key in ("actions", "answers", "lasting", "undercurrent", "runner") else 1):
                continue  # as in another position
            for changed in edited(value):
                try:
                    again = SiegeState.from_text(
                        tables(difficulty="full"), "\n".join([*lines[:at], f"{key}: {changed}", *lines[at + 1 :]])
                    )
                    said, read = "right", f"{again.legal_actions()} {again.to_text()}"
                except LogError as error:
                    said = read = str(error)
                number, total = sums.get(key, (0, 0))
                sums[key] = number + 1, crc32(read.encode(), total)
                kind = re.sub(r"'[^']*'|\d+|(?<= of )\S+|\S+(?= has morale)", "", said)
                if kind not in seen:
                    seen.add(kind)
                    yield f"{line} -> {changed}: {said}"
    yield from (f"{key}, {number} times: {total:x}" for key, (number, total) in sums.items())


MOST = {"morale": 10, "food": 6, "gold": 4, "lamplight": 3}
"""Highest number on each track."""
WRONG: list[tuple[str, dict[str, Any]]] = [
    ("5 figures of mudling are on the board, but the game has 24", {"units": {0: 5}, "supply": {0: 20}}),
    ("25 figures of mudling are on the board, but the game has 24", {"units": {0: 25}, "supply": {0: -1}}),
    ("an area has a negative number of figures", {"units": {0: -1}, "supply": {0: 25}}),
    ("2 copies of strong-ale are in the game instead of 3", {"piles": {FACE_DOWN: None}}),
    ("3 copies of reed-crawl are in the game instead of 4", {"piles": {ENEMY_DECK: None}}),
    ("0 copies of z1_hit3 are in the game instead of 1", {"piles": {TOKEN_STOCK: None}}),
    ("the events are not those of the deck", {"piles": {EVENT_DECK: None}}),
    ("a tactics card is due that lies on no zone", {"due": ((0, 0, 0),)}),
    (
        "a tactics card is due that lies on no zone",
        {"piles": {FACE_DOWN: None}, "tactics": ((0, 0, 0),), "due": ((0, 0, 0), (0, 0, 0))},
    ),
    ("", {"piles": {FACE_DOWN: None}, "tactics": ((0, 0, 0),), "due": ((0, 0, 0),)}),
    ("a season deck has more cards than are face down", {"season_left": {1: 31}}),
    ("", {"season_left": {1: 30, 3: 30}}),
    ("a card lies with another class", {"piles": {FACE_DOWN: FACE_DOWN + 3}}),
    ("a card lies with another class", {"piles": {FACE_DOWN + 3: DISCARDS + 2}}),
    ("tamsin has morale 0 and is alive", {"morale": {TAMSIN: 0}}),
    ("tamsin has morale 5 and is dead", {"place": {TAMSIN: DEAD}}),
    ("tamsin has morale 0 and is absent", {"place": {TAMSIN: ABSENT}, "morale": {TAMSIN: 0}}),
    ("", {"place": {TAMSIN: DEAD}, "morale": {TAMSIN: 0}}),
    *((f"a track of dov stands at {most + 1}", {track: {DOV: most + 1}}) for track, most in MOST.items()),
    *(("", {track: {DOV: most}}) for track, most in MOST.items()),
    *(("a track of dov stands at -1", {track: {DOV: -1}}) for track in ("food", "gold", "lamplight")),
    ("the Tether stands at 11", {"undercurrent": 3, "tether": 11}),
    ("the Tether stands at -1", {"tether": -1}),
    ("the Tether stands at 3", {"tether": 3}),
    ("the Tether stands at 0", {"undercurrent": 0}),
    ("", {"undercurrent": 0, "tether": 10}),
    ("", {"undercurrent": 11, "tether": 1}),
    ("there are more reinforcements than tokens", {"reinforced": {0: REINFORCEMENTS, 1: 1}}),
    ("", {"reinforced": {0: REINFORCEMENTS}}),
]


def test_what_is_wrong_with_a_position() -> None:
    for message, changes in WRONG:
        table = position()
        for name, value in changes.items():
            held = getattr(table, name)
            for at, new in value.items() if isinstance(value, dict) else ():
                if name != "piles":
                    held[at] = new
                elif isinstance(new, int):
                    held[at], held[new] = held[new], held[at]
                else:
                    held[at] = held[at][1:]
            if not isinstance(value, dict):
                setattr(table, name, value)
        assert {*problems(table)} == {message} - {""}, changes
        table.phase = SiegePhase.OVER  # perhaps in the middle of a step, with a card in nobody's hand
        cards = any(name in changes for name in ("piles", "due", "season_left"))
        assert {*problems(table)} == (set() if cards else {message} - {""}), changes
        table.phase = SiegePhase.SET_UP
        assert {*problems(table)} == ({message} if "figures of" in message else set()), changes


def test_cards_that_do_not_fit_the_slots_of_their_hero() -> None:
    table = position()
    bows = [card for card, rules in enumerate(table.tables.cards) if (rules.group, rules.kind) == (FORGE, PERMANENT)]
    for number, slots in enumerate((bows[:1], bows[:2])):
        table.slots[: len(slots)] = slots
        assert ("the cards of tamsin do not fit their slots" in problems(table)) == bool(number)


def test_cards_that_players_have_looked_at_are_in_the_game() -> None:
    table = position()
    for deck, pile in ((KNOWN_EVENTS, EVENT_DECK), (KNOWN_ENEMIES, ENEMY_DECK), (SEASON_DECK, FACE_DOWN)):
        top, second, *rest = table.piles[pile]
        table.known[deck], table.beneath[deck], table.piles[pile] = (top,), (second,), tuple(rest)
    assert [*problems(table)] == []


def test_a_deck_of_which_all_cards_lie_elsewhere_is_empty() -> None:
    """And what a text leaves out lies in the deck."""
    table = position()
    names = [table.tables.events[event].id for event in table.piles[EVENT_DECK]]
    assert len(names) > 9
    for gone in (names, names[1:]):
        again = position(f"event discards: {' '.join(f'{name}=1' for name in gone)}")
        assert len(again.piles[EVENT_DECK]) == len(names) - len(gone)
        assert again.piles[ENEMY_DECK] == table.piles[ENEMY_DECK]


def test_who_has_the_token_chooses_for_an_event() -> None:
    table = position()
    table.first = DOV
    for hero, player in ((-1, table.owner[DOV]), (TAMSIN, table.owner[TAMSIN])):
        with pytest.raises(Unanswered):
            choose(table, hero, Choice.HERO, [HERO + TAMSIN, HERO + DOV])
        assert table.chooser == player
    assert table.owner[DOV] not in (0, table.owner[TAMSIN])


def test_the_bank_of_a_place() -> None:
    banks = [bank_of_place(place) for place in (*range(WALL), *range(WALL, LONG_ARM), LONG_ARM, NOWHERE, DEAD, ABSENT)]
    assert banks == [0, 0, 1, 1, 2, 2, 3, 3, 0, 1, 2, 3, -1, -1, -1, -1]


def test_the_undercurrent_of_the_first_area_is_lowered_like_others() -> None:
    for area in (0, 11):
        table = position()
        table.undercurrent, table.tether, table.morale[TAMSIN] = area, 2, 5
        assert [lower_tether(table, hits, TAMSIN) for hits in (0, 1, 0)] == [0, 1, 0]
        assert (table.undercurrent, table.tether, table.morale[TAMSIN]) == (area, 1, 5)
        assert [lower_tether(table, 3, TAMSIN), lower_tether(table, 1, TAMSIN)] == [1, 0]
        assert (table.undercurrent, table.tether, table.morale[TAMSIN]) == (-1, 0, 5 + BANISHED_MORALE)


def test_a_runner_who_finds_no_free_zone_waits_and_it_is_told() -> None:
    table = position()
    table.telling, table.runner = True, RUNNER_DUE
    for bank in ("north", "east", "south", "west"):
        put(table, f"{bank} 1", wreckback=1)
    _enter(table)
    assert table.runner == RUNNER_DUE
    assert [*events_of(table)] == [(Event.RUNNER_WAITS, RUNNER_DUE)]


def test_edited_texts() -> None:
    check_recorded(Path(__file__).with_name("edits.txt"), told())
