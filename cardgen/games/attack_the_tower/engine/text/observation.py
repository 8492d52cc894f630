"""What one player sees of a position, and positions that he cannot tell from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from cardgen.games.attack_the_tower.engine import decisions
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.zones import (
    ABILITY_DRAW,
    BASE_CARD,
    BASE_DRAW,
    FORCED,
    HAND,
    KNOWN,
    Log,
)
from cardgen.games.attack_the_tower.engine.text import notation
from cardgen.plugin.rules.state import CHANCE


def weights(position: Position, legal: Sequence[int]) -> list[int]:
    """How many chances in all each lot of the open question has: cards count as often as they are there."""
    ask = position.ask
    if ask is None or ask[0] not in (decisions.CARDS, decisions.DEAL):
        return [1] * len(legal)
    zone, start = (HAND + ask[2], actions.CARD) if ask[0] == decisions.CARDS else (ask[2], actions.DEAL)
    copies = Counter(position.zones[zone])
    return [copies[action - start] for action in legal]


def events(position: Position) -> list[tuple[int, int]]:
    """All actions with their players, the oldest first."""
    found: list[tuple[int, int]] = []
    log: Log = position.log
    while log is not None:
        log, player, action = log
        found.append((player, action))
    return found[::-1]


def observation(position: Position, player: int) -> str:
    """What a player sees now, as lines; equal for positions that differ only in what is hidden."""
    return "\n".join(notation.lines(position, player))


def information_state(position: Position, player: int) -> str:
    """What a player sees now and all that has happened as he saw it.

    The card of a draw is told to its owner only; a draw by lot follows the drawing player's choice of pile.
    """
    told = []
    for mover, action in _as_seen(position, player):
        if (
            action != actions.PASS
        ):  # whether a pass was forced must not be told, and that it was made is told by the next line
            who = "chance" if mover == CHANCE else f"player {mover + 1}"
            told.append(f"{who}: {actions.to_text(position.match, action)}")
    return "\n".join([*notation.lines(position, player), "history:", *told])


def _as_seen(position: Position, player: int) -> Iterator[tuple[int, int]]:
    """The events, without the cards that the other player drew, and without what was forced."""
    drawer = -1
    for mover, action in events(position):
        seat = (mover + 1) % FORCED - 1
        yield seat, actions.UNSEEN if actions.DEAL <= action < actions.FIRST and drawer != player else action
        drawer = seat if seat != CHANCE else drawer


def resample(position: Position, player: int, rng: Random) -> None:
    """Deal everything that a player does not know anew.

    He knows his own hand, the table, the discards, the cards he saw come into the other's hand, and how many abilities
    and bases that holds; the rest of the other's hand and all piles are dealt at random.
    """
    other, zones = 1 - player, position.zones
    hidden = list(zones[HAND + other])
    known = zones[KNOWN + other]
    for design in known:
        hidden.remove(design)
    kind, hand = position.match.kind, list(known)
    for zone in (ABILITY_DRAW, BASE_DRAW):
        cards = [design for design in hidden if (kind[design] == BASE_CARD) == (zone == BASE_DRAW)]
        held = len(cards)
        cards += zones[zone + other]
        _shuffle(cards, rng)
        hand += cards[:held]
        zones[zone + other] = tuple(cards[held:])
        own = list(zones[zone + player])
        _shuffle(own, rng)
        zones[zone + player] = tuple(own)
    zones[HAND + other] = tuple(sorted(hand))
    position.rng = rng.getrandbits(64)
    _veil(position, player)


def _shuffle(cards: list[int], rng: Random) -> None:
    """As `rng.shuffle`, which takes four times as long: agents deal anew for every look ahead."""
    random = rng.random
    for last in range(len(cards) - 1, 0, -1):
        other = int(random() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]


def _veil(position: Position, player: int) -> None:
    """Take out of the log what a player has not seen; that of a resampled position is kept, for it is long."""
    veiled = position.veiled
    if veiled is None or veiled[0] != player or veiled[1] is not position.log:
        log: Log = None
        for mover, action in _as_seen(position, player):
            log = (log, mover, action)
        position.log = log
        position.veiled = player, log
