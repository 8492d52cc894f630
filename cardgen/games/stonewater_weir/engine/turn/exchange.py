"""Exchange cards between two heroes."""

from __future__ import annotations

from cardgen.games.stonewater_weir.engine.state.actions import DONE, GIVE, STRIDE, SWAP, TAKE_CARD
from cardgen.games.stonewater_weir.engine.state.asking import ask
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.questions import Question
from cardgen.games.stonewater_weir.engine.state.story import Event, tell
from cardgen.games.stonewater_weir.engine.town.slots import (
    can_store,
    fits_at_once,
    remove_stored,
    set_stored,
    stored_cards,
)


def can_exchange(position: SiegePosition, hero: int, other: int) -> bool:
    """Return whether two heroes can exchange anything."""
    own, theirs = stored_cards(position, hero), stored_cards(position, other)
    if fits_at_once(position, other, own) or fits_at_once(position, hero, theirs):  # the usual case
        return True
    return bool(exchange_options(position, hero, other))


def exchange_options(position: SiegePosition, hero: int, other: int) -> list[int]:
    """Return the single exchanges that two heroes can make: a card given, a card taken, or one for another."""
    own, theirs = sorted(set(stored_cards(position, hero))), sorted(set(stored_cards(position, other)))
    options = [GIVE + card for card in own if can_store(position, other, card)]
    options += [TAKE_CARD + card for card in theirs if can_store(position, hero, card)]
    options += [
        SWAP + STRIDE * given + taken
        for given in own
        for taken in theirs
        if given != taken
        and can_store(position, other, given, without=taken)
        and can_store(position, hero, taken, without=given)
    ]
    return options


def exchange_cards(position: SiegePosition, hero: int, other: int) -> None:
    """Let two heroes exchange cards, one exchange after the other; no card moves twice."""
    moved: set[int] = set()
    while True:
        options = [option for option in exchange_options(position, hero, other) if not _cards_of(option) & moved]
        if moved:
            options.append(DONE)
        answer = ask(position, position.owner[hero], (Question.EXCHANGE, hero, other), options)
        if answer == DONE:
            return
        moved |= _cards_of(answer)
        _exchange(position, hero, other, answer)


def _cards_of(option: int) -> set[int]:
    if option >= SWAP:
        return set(divmod(option - SWAP, STRIDE))
    return {option - (TAKE_CARD if option >= TAKE_CARD else GIVE)}


def _exchange(position: SiegePosition, hero: int, other: int, answer: int) -> None:
    given = taken = -1
    if answer >= SWAP:
        given, taken = divmod(answer - SWAP, STRIDE)
    elif answer >= TAKE_CARD:
        taken = answer - TAKE_CARD
    else:
        given = answer - GIVE
    if given >= 0:
        remove_stored(position, hero, given)
    if taken >= 0:
        remove_stored(position, other, taken)
        set_stored(position, hero, [*stored_cards(position, hero), taken])
        tell(position, Event.CARD_GIVEN, other, hero, taken)
    if given >= 0:
        set_stored(position, other, [*stored_cards(position, other), given])
        tell(position, Event.CARD_GIVEN, hero, other, given)
