"""Decks that are empty, queues of the dead, cards without room, dice that all hit, and what cannot be learnt."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardgen.games.stonewater_weir.engine.combat.dice import _roll_misses_again
from cardgen.games.stonewater_weir.engine.phases.order import pass_token
from cardgen.games.stonewater_weir.engine.phases.round_start import events
from cardgen.games.stonewater_weir.engine.phases.setup import events_in_deck
from cardgen.games.stonewater_weir.engine.phases.turns import next_turn
from cardgen.games.stonewater_weir.engine.state.actions import ACCEPT, DECLINE, KEEP_FACE_DOWN, KEEP_TOKEN, LEARN
from cardgen.games.stonewater_weir.engine.state.places import DEAD, FORGE, INN, PERMANENT
from cardgen.games.stonewater_weir.engine.state.position import (
    DISCARDS,
    EVENT_DECK,
    EVENT_DISCARDS,
    FACE_DOWN,
    LEVELS,
    POOL,
    SEASON_DECK,
    TOKEN_STOCK,
    SiegePosition,
)
from cardgen.games.stonewater_weir.engine.state.story import Event, events_of
from cardgen.games.stonewater_weir.engine.town.decks import draw_event, draw_resource, renew_season_decks
from cardgen.games.stonewater_weir.engine.town.slots import can_store, store_card, stored_cards
from cardgen.games.stonewater_weir.engine.turn.cards import receive_again
from cardgen.games.stonewater_weir.engine.turn.exchange import can_exchange
from cardgen.games.stonewater_weir.engine.turn.learning import learn
from cardgen.games.stonewater_weir.engine.turn.options import can_learn, hero_options
from tests.games.stonewater_weir.engine.siege import DOV, ILKA, TAMSIN, options_of, position, rolls, run, tables


def test_the_token_of_the_first_hero_stays_with_the_only_one_who_lives() -> None:
    for setting in ("next", "left"):
        table = position("", tables(first_hero=setting))
        for first, left in ((DOV, DOV), (ILKA, DOV)):
            table.first = first
            for hero in {*table.order} - {DOV}:
                table.place[hero], table.morale[hero] = DEAD, 0
            pass_token(table)
            assert table.first == left, setting


def test_the_turn_of_a_dead_hero_is_left_out() -> None:
    table = position()
    table.place[TAMSIN], table.morale[TAMSIN] = DEAD, 0
    table.queue = (TAMSIN, ILKA, DOV)
    next_turn(table)
    assert (table.active, table.queue) == (ILKA, (DOV,))


@pytest.mark.parametrize("round_", [4, 5, 6])
def test_an_event_of_the_season_acts_in_each_of_its_rounds(round_: int) -> None:
    """Seasons begin with the rounds 1, 4, 7 and 10."""
    acted: list[int] = []
    known = tables()
    event = replace(known.events[0], lasts_season=True, each_round=lambda table: acted.append(table.round), begin=None)
    quiet = replace(known.events[1], begin=None)
    table = position(f"round: {round_ - 1}", replace(known, events=(event, quiet, *known.events[2:])))
    table.events, table.piles[EVENT_DECK], table.piles[EVENT_DISCARDS] = (0,), (1,), ()
    run(table, events)
    lasts = round_ > 4
    assert (acted, table.round) == ([round_] if lasts else [], round_)
    assert (table.events, table.piles[EVENT_DISCARDS]) == (((0, 1), ()) if lasts else ((1,), (0,)))


def test_a_deck_of_too_few_events_gets_those_of_the_next_values() -> None:
    known = tables(events=3)
    few = tuple(replace(event, value=1 + at % 10, copies=2 if at < 10 else 0) for at, event in enumerate(known.events))
    assert events_in_deck(replace(known, events=few)) == tuple(at // 2 for at in range(12))
    none = tuple(replace(event, copies=0) for event in known.events)
    assert events_in_deck(replace(known, events=none)) == ()


def emptied(deck: int, **settings: object) -> SiegePosition:
    """A position in which a deck of the inn is empty, and three of its cards are discards."""
    table = position("", tables(4, **settings))
    table.season_left[INN] = 0
    cards = table.piles[FACE_DOWN + INN]
    table.piles[DISCARDS + INN] = cards[:3]
    table.piles[FACE_DOWN + INN] = () if deck >= POOL else cards[3:6]
    return table


@pytest.mark.parametrize("deck", [SEASON_DECK, POOL])
def test_an_empty_deck_is_made_of_the_discards_if_the_rules_say_so(deck: int) -> None:
    table = emptied(deck)
    assert draw_resource(table, deck + INN) == -1
    table = emptied(deck, empty_deck="reshuffle")
    found = {*table.piles[DISCARDS + INN], *table.piles[FACE_DOWN + INN]}
    count = len(table.piles[DISCARDS + INN]) + len(table.piles[FACE_DOWN + INN])
    assert draw_resource(table, deck + INN) in found
    assert (table.piles[DISCARDS + INN], len(table.piles[FACE_DOWN + INN])) == ((), count - 1)
    assert table.season_left[INN] == (count - 1 if deck == SEASON_DECK else 0)
    table.piles[FACE_DOWN + INN], table.season_left[INN] = (), 0
    assert draw_resource(table, deck + INN) == -1  # nothing is left at all


@pytest.mark.parametrize("count", [1, 2, 3, 4, 6, 7])
def test_a_pool_takes_the_discards_only_if_it_has_too_few_cards_for_a_season(count: int) -> None:
    """Of its three cards, players have seen one on top of it, and one beneath it."""
    table, season, pool = emptied(SEASON_DECK), SEASON_DECK + INN, POOL + INN
    top, middle, low = table.piles[FACE_DOWN + INN]
    old = table.piles[DISCARDS + INN]
    table.known[pool], table.piles[FACE_DOWN + INN], table.beneath[pool] = (top,), (middle,), (low,)
    renew_season_decks(table, count)
    seen = (table.known[season], table.season_left[INN], table.beneath[season], table.known[pool], table.beneath[pool])
    piles = table.piles[FACE_DOWN + INN], table.piles[DISCARDS + INN]
    if count > 3:
        assert seen == ((), min(count, 6), (), (), ())
        assert piles == (tuple(sorted((top, middle, low, *old))), ())
    else:
        below = ((low,), ()) if count == 3 else ((), (low,))
        assert seen == ((top,), int(count > 1), below[0], (), below[1])
        assert piles == ((middle,), old)


def test_discarded_events_make_a_new_deck() -> None:
    table = position()
    table.piles[EVENT_DECK], table.piles[EVENT_DISCARDS] = (), (4, 7)
    assert {draw_event(table), draw_event(table)} == {4, 7}
    assert (table.piles[EVENT_DECK], table.piles[EVENT_DISCARDS], draw_event(table)) == ((), (), -1)


def test_a_card_whose_slot_was_filled_again_is_lost() -> None:
    table = position()
    table.telling = True
    bows = [card for card, rules in enumerate(table.tables.cards) if (rules.group, rules.kind) == (FORGE, PERMANENT)]
    receive_again(table, TAMSIN, bows[0])
    assert stored_cards(table, TAMSIN) == [bows[0]]
    receive_again(table, TAMSIN, bows[1])
    assert stored_cards(table, TAMSIN) == [bows[0]]
    assert table.piles[DISCARDS + FORGE] == (bows[1],)
    assert [event for event, *_ in events_of(table)] == [Event.CARD_STORED, Event.CARD_LOST]


def test_dice_that_missed_are_rolled_again_if_the_player_wants_it() -> None:
    for answers, rolled in (([DECLINE], [[6, 1], [2]]), ([ACCEPT, *rolls(5, 3)], [[6, 5], [3]])):
        table, dice = position(), [[6, 1], [2]]
        run(table, _roll_misses_again, TAMSIN, (0, 1), dice, 3, answers=answers)
        assert dice == rolled
    table, dice = position(), [[6, 3], [4]]
    run(table, _roll_misses_again, TAMSIN, (0, 1), dice, 3)
    assert dice == [[6, 3], [4]]


def test_what_can_be_learnt() -> None:
    table = position()
    table.active, table.actions, table.food[TAMSIN] = TAMSIN, 3, 6
    assert can_learn(table, TAMSIN)
    stock, table.piles[TOKEN_STOCK] = table.piles[TOKEN_STOCK], ()
    assert not can_learn(table, TAMSIN)
    table.piles[TOKEN_STOCK] = stock
    table.tokens[LEVELS * TAMSIN] = stock[0]
    assert can_learn(table, TAMSIN)  # the next level has a stock of its own
    table.tokens[LEVELS * TAMSIN : LEVELS * (TAMSIN + 1)] = [stock[0]] * LEVELS
    assert not can_learn(table, TAMSIN)
    assert LEARN not in hero_options(table, TAMSIN)


def test_the_last_token_of_a_level_is_drawn_alone() -> None:
    table = position()
    table.active, table.actions, table.food[TAMSIN] = TAMSIN, 3, 6
    table.piles[TOKEN_STOCK] = table.piles[TOKEN_STOCK][:1]
    (last,) = table.piles[TOKEN_STOCK]
    assert options_of(table, learn, TAMSIN) == [KEEP_TOKEN + last, KEEP_FACE_DOWN + last]


def test_what_can_be_exchanged() -> None:
    """One card for another of its kind, or whatever fits; nothing without a card."""
    table = position()
    assert not can_exchange(table, TAMSIN, ILKA)
    bows = [card for card, rules in enumerate(table.tables.cards) if (rules.group, rules.kind) == (FORGE, PERMANENT)]
    for hero, bow in ((TAMSIN, bows[0]), (ILKA, bows[1])):
        store_card(table, hero, bow)
        assert can_exchange(table, TAMSIN, ILKA) and can_exchange(table, ILKA, TAMSIN)
        assert not can_store(table, hero, bows[2])
