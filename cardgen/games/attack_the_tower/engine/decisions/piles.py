"""Decide about the top cards of draw piles: what chance turns up, and the order in which cards are put back."""

from __future__ import annotations

from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.hands import add_to_hand, discard_card, reveal_card
from cardgen.games.attack_the_tower.engine.state.position import FORCED, Position
from cardgen.games.attack_the_tower.engine.state.sights import (
    BOTTOM,
    TOP,
    put_on_pile,
    replace_top,
    seen_at,
    seen_from_top,
    set_seen,
    show_top,
    take_top,
    unseen_part,
)
from cardgen.plugin.rules.state import CHANCE

# One by one, since mypyc cannot infer the types of constants from a range while it reads a package and its modules.
LOOKS = 10
SETTLE = 11
TO_TOP = 0
TO_BOTTOM = 1
TO_DISCARD = 2


def look_at_top(position: Position, zone: int, count: int, viewers: int) -> tuple[int, ...] | None:
    """Let players see the top cards of a pile, and return the decision of chance which these are, if it is a player.

    Args:
        viewers: Players who see them, as in `sights.py`.
    """
    count = min(count, len(position.zones[zone]))
    known = seen_from_top(position, zone)
    if position.match.config.chance == "seeded":
        known = count
    show_top(position, zone, min(count, known), viewers)
    cards = position.zones[zone]
    for design in cards[::-1][: min(count, known)]:
        position.log = (position.log, CHANCE + FORCED, actions.SEE + 1000 * viewers + design)
    return (SETTLE, CHANCE, zone, count - known, viewers) if count > known else None


def legal_settle(position: Position, decision: tuple[int, ...]) -> list[int]:
    """Return the cards that chance can turn up next from a pile.

    Args:
        decision: A decision SETTLE.
    """
    start = actions.SEE + 1000 * decision[4]
    return [start + design for design in sorted(set(unseen_part(position, decision[2])))]


def apply_settle(position: Position, decision: tuple[int, ...], action: int) -> None:
    """Move the card that chance has turned up below the seen cards on top of its pile.

    Args:
        decision: A decision SETTLE.
        action: Action of `legal_settle`.
    """
    _, _, zone, count, viewers = decision
    design = (action - actions.SEE) % 1000
    cards, top = list(position.zones[zone]), seen_at(position, zone, TOP)
    low, high = len(seen_at(position, zone, BOTTOM)), len(cards) - len(top)
    cards.pop(low + cards[low:high].index(design))
    cards.insert(high - 1, design)
    position.zones[zone] = tuple(cards)
    set_seen(position, zone, TOP, (*top, viewers))
    position.decision = None
    if count > 1:
        position.decision = look_at_top(position, zone, count - 1 + seen_from_top(position, zone), viewers)


def choose_order(
    position: Position, chooser: int, zone: int, count: int, take: int, rest: int
) -> tuple[int, ...] | None:
    """Return the decision what becomes of the top cards of a pile, at which a player has looked.

    Args:
        position: Position to change: where nothing is to choose, the cards go where they belong.
        rest: TO_TOP, TO_BOTTOM or TO_DISCARD for the others.
    """
    if not count or (rest == TO_DISCARD and not take):
        for _ in range(count):
            discard_card(position, take_top(position, zone)[0])
        return None
    return (LOOKS, chooser, zone, count, 0, take, rest)


def legal_looks(position: Position, decision: tuple[int, ...]) -> list[int]:
    """Return the cards from which a player takes or places the next one.

    Args:
        decision: A decision LOOKS.
    """
    _, _, zone, count, placed, _, _ = decision
    cards = position.zones[zone][::-1][placed : placed + count]
    return [actions.ARRANGE + design for design in sorted(set(cards))]


def apply_looks(position: Position, decision: tuple[int, ...], action: int) -> None:
    """Take a card, or put it where it belongs.

    Args:
        decision: A decision LOOKS.
        action: Action of `legal_looks`.
    """
    _, chooser, zone, count, placed, take, rest = decision
    design = action - actions.ARRANGE
    position.decision = None
    cards = [*position.zones[zone][::-1][: placed + count]]
    viewers = _viewers(position, zone, chooser, len(cards))
    cards.pop(placed + cards[placed:].index(design))
    if take:
        replace_top(position, zone, tuple(cards), placed + count, viewers)
        add_to_hand(position, chooser, design)
        if viewers >> (1 - chooser) & 1:
            reveal_card(position, chooser, design)
        position.check_due = True
        position.decision = choose_order(position, chooser, zone, count - 1, take - 1, rest)
    elif rest == TO_TOP:
        cards.insert(placed, design)
        replace_top(position, zone, tuple(cards), placed + count, viewers)
        if count > 1:
            position.decision = (LOOKS, chooser, zone, count - 1, placed + 1, 0, rest)
    else:
        replace_top(position, zone, tuple(cards), placed + count, viewers)
        put_on_pile(position, zone, design, BOTTOM, viewers)
        position.decision = choose_order(position, chooser, zone, count - 1, 0, rest)
    position.change_count += 1


def _viewers(position: Position, zone: int, chooser: int, count: int) -> int:
    """Return who knows the top cards of a pile while a player moves them: with several, the other loses track."""
    top = seen_at(position, zone, TOP)
    return top[0] | 1 << chooser if count == 1 and top else 1 << chooser
