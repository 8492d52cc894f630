"""Make the view of one player of a position, and random positions that the player cannot tell from it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.position import FORCED, Log, Position
from cardgen.games.attack_the_tower.engine.state.sights import BOTTOM, TOP, seen_at
from cardgen.games.attack_the_tower.engine.state.zones import ABILITY_DRAW, BASE_CARD, BASE_DRAW, HAND, KNOWN
from cardgen.games.attack_the_tower.engine.text import notation
from cardgen.plugin.rules.state import CHANCE


def events(position: Position) -> list[tuple[int, int]]:
    """Return all actions of the log with their players, as (player, action), the oldest first."""
    found: list[tuple[int, int]] = []
    log: Log = position.log
    while log is not None:
        log, player, action = log
        found.append((player, action))
    return found[::-1]


def observation(position: Position, player: int) -> str:
    """Return what a player sees now, as lines; equal for positions that differ only in what is hidden."""
    return "\n".join(notation.lines(position, player))


def information_state(position: Position, player: int) -> str:
    """Return what a player sees now and has seen before, as lines.

    The card of a draw is shown to the drawing player only. A random draw follows that player's choice of a pile.
    """
    shown = []
    for mover, action in _seen_events(position, player):
        # Passes are left out: whether one was forced is hidden, and that it was made follows from the next line.
        if action != actions.PASS:
            who = "chance" if mover == CHANCE else f"player {mover + 1}"
            shown.append(f"{who}: {actions.to_text(position.match, action)}")
    return "\n".join([*notation.lines(position, player), "history:", *shown])


def _seen_events(position: Position, player: int) -> Iterator[tuple[int, int]]:
    """Yield the events without the cards that the other player drew, and without what was forced."""
    drawer = -1
    for mover, action in events(position):
        seat = (mover + 1) % FORCED - 1
        if actions.ARRANGE <= action < actions.BUILD:
            yield seat, _seen_sight(seat, action, player)
            continue
        is_hidden = actions.DEAL <= action < actions.FIRST and drawer != player
        yield seat, actions.UNSEEN if is_hidden else action
        drawer = seat if seat != CHANCE else drawer


def _seen_sight(seat: int, action: int, player: int) -> int:
    """Return a choice that only one player sees, or what players see, as a player sees it."""
    viewers = (action - actions.SEE) // 1000
    if not viewers:
        return action if seat == player else actions.UNSEEN_CHOICE
    return action if viewers >> player & 1 else actions.UNSEEN


def resample(position: Position, player: int, rng: Random) -> None:
    """Deal everything anew that a player does not know.

    The player knows their own hand, the table, the discard piles, the cards of the other hand that were revealed, and
    how many abilities and bases the other hand holds. The rest of the other hand and all piles are dealt at random.
    """
    other, zones, army = 1 - player, position.zones, position.match.army
    hidden = list(zones[HAND + other])
    known = zones[KNOWN + other]
    for design in known:
        hidden.remove(design)
    # Only effects that note the actions of their own show cards of piles, or take them unseen.
    if position.match.extra_actions and (position.sights or any(army[design] == player for design in hidden)):
        _deal_unseen(position, player, hidden, rng)
        _end_deal(position, player, rng)
        return
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
    _end_deal(position, player, rng)


def _end_deal(position: Position, player: int, rng: Random) -> None:
    position.rng = rng.getrandbits(64)
    _redact_log(position, player)


def _deal_unseen(position: Position, player: int, hidden: list[int], rng: Random) -> None:
    """Deal anew what a player has not seen, where cards of piles were seen, or taken into the other hand.

    Args:
        hidden: Cards of the other hand that the player does not know.
    """
    zones, match = position.zones, position.match
    hand = list(zones[KNOWN + 1 - player])
    for zone in (ABILITY_DRAW, ABILITY_DRAW + 1, BASE_DRAW, BASE_DRAW + 1):
        is_base, owner = zone >= BASE_DRAW, zone & 1
        held = [d for d in hidden if match.army[d] == owner and (match.kind[d] == BASE_CARD) == is_base]
        cards = list(zones[zone])
        top, bottom = (seen_at(position, zone, end) for end in (TOP, BOTTOM))
        known = {at for at, viewers in enumerate(bottom) if viewers >> player & 1}
        known |= {len(cards) - 1 - at for at, viewers in enumerate(top) if viewers >> player & 1}
        places = [at for at in range(len(cards)) if at not in known]
        pool = held + [cards[at] for at in places]
        _shuffle(pool, rng)
        hand += pool[: len(held)]
        for at, design in zip(places, pool[len(held) :], strict=True):
            cards[at] = design
        zones[zone] = tuple(cards)
    zones[HAND + 1 - player] = tuple(sorted(hand))


def _shuffle(cards: list[int], rng: Random) -> None:
    """Shuffle like `rng.shuffle`, but in a quarter of the time: agents resample for every look ahead."""
    random = rng.random
    for last in range(len(cards) - 1, 0, -1):
        other = int(random() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]


def _redact_log(position: Position, player: int) -> None:
    """Remove from the log what a player has not seen; a log that is redacted already is kept, because it is long."""
    redacted = position.redacted_log
    if redacted is None or redacted[0] != player or redacted[1] is not position.log:
        log: Log = None
        for mover, action in _seen_events(position, player):
            log = (log, mover, action)
        position.log = log
        position.redacted_log = player, log
