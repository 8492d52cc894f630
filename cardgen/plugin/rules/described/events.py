"""Read the log of a described game: which cards were drawn and played, and what has happened, in words.

An entry is a tuple whose first number says, as bits, which seats see it: `(seen, seat, action)` for a decision,
`(seen, piece, zone, zone)` for a piece that has gone from one zone to another, `(seen, seat, card, effect, -1)` for an
effect of a card. A zone is its number shifted by `OWNER_BITS`, plus the seat or the space of its owner, or `TABLE`. All
see what a step says, `(covered, (sentence, values))`: the sentence stands for so many of the entries that follow.
"""

from __future__ import annotations

from typing import Any

from cardgen.plugin.rules.contest import GameSummary

OWNER_BITS = 13
TABLE = (1 << OWNER_BITS) - 1
SECRET = 1 << 17
"""Bit of a decision of which those who do not see it do not know which move it is either."""
SAID, DECISION, MOVED, EFFECT = 2, 3, 4, 5
"""Lengths of the entries."""


def summary_of(contest: Any, state: Any) -> GameSummary:
    """Return what happened in a game, by player."""
    tables, players = contest.tables, contest.player_count
    drawn: list[set[str]] = [set() for _ in range(players)]
    used: list[dict[str, int]] = [{} for _ in range(players)]
    effects: list[set[tuple[str, int]]] = [set() for _ in range(players)]
    features: set[str] = set()
    actions, keys, zones = tables.actions, tables.keys, tables.program.zones
    own = tables.program.own_decks
    for entry in state.log():
        if len(entry) == DECISION:
            domain, at = actions[entry[2]]
            player = (entry[1] + state.first) % players
            features.add(domain.move)
            if domain.kind == "pieces" and (not own or tables.decks[at] == player):
                used[player][keys[at]] = used[player].get(keys[at], 0) + 1
                drawn[player].add(keys[at])
        elif len(entry) == MOVED:
            owner, zone = entry[3] & TABLE, zones[entry[3] >> OWNER_BITS]
            if zone.of_player and entry[2] != entry[3] and zone.faces != "all":
                player = (owner + state.first) % players
                if not own or tables.decks[entry[1]] == player:
                    drawn[player].add(keys[entry[1]])
        elif len(entry) == EFFECT:
            effects[(entry[1] + state.first) % players].add((keys[entry[2]], entry[3]))
    return GameSummary(
        turns=state.turn,
        drawn=tuple(map(frozenset, drawn)),
        used=tuple(used),
        features=frozenset(features - {""}),
        effects=tuple(map(frozenset, effects)),
        ending=_ending(contest, state),
        cut_off=repeated(tables, state) if state.is_cut_off() else "",
    )


def _ending(contest: Any, state: Any) -> str:
    program = contest.tables.program
    if not program.together:
        return ""
    if state.is_cut_off():
        return "cut-off"
    return program.endings[state.ending()].name if state.ending() >= 0 else "over"


def repeated(tables: Any, state: Any) -> str:
    """Return the move that was made most often at the end of a game that was too long; `?` if none was made."""
    last = [tables.actions[entry[2]][0].text for entry in state.log() if len(entry) == DECISION][-100:]
    return max(last, key=last.count, default="?")
