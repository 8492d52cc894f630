"""Decks that are empty, queues of the dead, cards without room, dice that all hit, numbers below nothing, and what cannot be learnt."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardgen.games.stonewater_weir.effects import Exchange, Reinforce
from cardgen.games.stonewater_weir.engine.combat.dice import _roll_misses_again
from cardgen.games.stonewater_weir.engine.combat.enemy_attack import attack_from, endurance, hits_to_ignore
from cardgen.games.stonewater_weir.engine.combat.hero_attack import attack_numbers, flood_charge
from cardgen.games.stonewater_weir.engine.effects.heroes import exchange_step
from cardgen.games.stonewater_weir.engine.effects.town import reinforce_step
from cardgen.games.stonewater_weir.engine.phases.enemies import trigger
from cardgen.games.stonewater_weir.engine.phases.order import pass_token
from cardgen.games.stonewater_weir.engine.phases.round_start import events
from cardgen.games.stonewater_weir.engine.phases.setup import events_in_deck
from cardgen.games.stonewater_weir.engine.phases.turns import next_turn, turn
from cardgen.games.stonewater_weir.engine.settings import highest_value_of_level
from cardgen.games.stonewater_weir.engine.siege_state import SiegeState
from cardgen.games.stonewater_weir.engine.state.abilities import GRACE_TURN, SHARE_SPACE
from cardgen.games.stonewater_weir.engine.state.actions import (
    ACCEPT,
    AREA,
    DECLINE,
    KEEP_FACE_DOWN,
    KEEP_TOKEN,
    LEARN,
    TAKE,
)
from cardgen.games.stonewater_weir.engine.state.lasting import Modifier, Until, add_lasting
from cardgen.games.stonewater_weir.engine.state.places import (
    BUILDINGS,
    DEAD,
    DESTROYED,
    EAST,
    FORGE,
    HOME,
    INN,
    NORTH,
    PERMANENT,
    RED,
    Cause,
)
from cardgen.games.stonewater_weir.engine.state.position import (
    DISCARDS,
    ENEMY_DECK,
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
from cardgen.games.stonewater_weir.engine.state.tables import CardRules
from cardgen.games.stonewater_weir.engine.text.notation import read_position
from cardgen.games.stonewater_weir.engine.town.decks import (
    draw_enemy_card,
    draw_event,
    draw_resource,
    renew_season_decks,
)
from cardgen.games.stonewater_weir.engine.town.slots import can_store, store_card, stored_cards
from cardgen.games.stonewater_weir.engine.turn.attacks import attack_targets, attack_with
from cardgen.games.stonewater_weir.engine.turn.cards import receive_again, tactics_areas
from cardgen.games.stonewater_weir.engine.turn.exchange import can_exchange
from cardgen.games.stonewater_weir.engine.turn.learning import learn
from cardgen.games.stonewater_weir.engine.turn.options import can_learn, hero_options
from cardgen.games.stonewater_weir.engine.turn.visits import gain_rolled_food, gain_rolled_gold
from cardgen.plugin.rules.errors import IllegalActionError
from tests.games.stonewater_weir.engine.siege import (
    DOV,
    ILKA,
    TAMSIN,
    area,
    options_of,
    position,
    put,
    rolls,
    run,
    tables,
    takes,
    with_card,
)


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


def test_units_that_may_not_attack_hit_nobody_and_those_at_a_wall_stay_there() -> None:
    table = position("tamsin: place=wall-north")
    for text, enemy in (("north 1", "mudling"), ("north 2", "spittoad"), ("north 3", "wreckback")):
        put(table, text, **{enemy: 2})
    add_lasting(table, Modifier.NO_ATTACK, 1, Until.ROUND)
    table.telling, morale = True, [*table.morale]
    for zone in (1, 2, 3):
        run(table, attack_from, area(f"north {zone}"))
    assert ([*events_of(table)], table.morale, table.attacked) == ([], morale, 1 << area("north 1"))


def test_a_runner_shares_the_hits_on_the_wall_that_they_stand_on() -> None:
    for bank, asked in ((NORTH, True), (EAST, False)):
        table = position("tamsin: place=wall-north morale=5")
        put(table, "north 1", mudling=1)
        table.runner = HOME + bank
        if asked:
            assert options_of(table, attack_from, area("north 1")) == takes(0, 1)
        run(table, attack_from, area("north 1"), answers=takes(0) if asked else ())
        assert (table.morale[TAMSIN], table.runners_lost) == (4, int(asked)), "the loss of a Runner costs morale too"


def test_numbers_do_not_fall_below_what_can_be() -> None:
    """An attack has a die and no strength at least, a roll brings nothing at least, and who acts no more has no actions."""
    charge = next(at for at, card in enumerate(tables().cards) if card.is_massive)
    table = position("tamsin: food=1 gold=1 morale=4")
    for modifier in (Modifier.DICE, Modifier.STRENGTH, Modifier.CHARGE_DICE, Modifier.FOOD_ROLL, Modifier.GOLD_ROLL):
        add_lasting(table, modifier, -20, Until.GAME)
    add_lasting(table, Modifier.ACTIONS, -9, Until.GAME)
    assert attack_numbers(table, TAMSIN, area("north 1"), ())[::2] == (1, 0)
    zones = len(table.tables.cards[charge].zones)
    table.telling = True
    run(table, flood_charge, TAMSIN, NORTH, charge, answers=rolls(*[1] * zones))
    assert [event[3] for event in events_of(table) if event[0] == Event.ATTACK] == [1] * zones
    for gain in (gain_rolled_food, gain_rolled_gold):
        run(table, gain, TAMSIN, answers=rolls(6))
    assert (table.food[TAMSIN], table.gold[TAMSIN]) == (1, 1)
    table.queue = (TAMSIN,)
    run(table, next_turn)
    assert (table.active, table.actions) == (TAMSIN, 0)
    table.ignored[TAMSIN] = 3
    assert (hits_to_ignore(table, TAMSIN), endurance(table, TAMSIN)) == (0, 4)


def test_where_no_card_is_left_none_is_drawn() -> None:
    table = position("round: 4")
    table.piles[EVENT_DECK] = table.piles[EVENT_DISCARDS] = table.piles[ENEMY_DECK] = ()
    assert draw_enemy_card(table) == -1
    run(table, events)
    assert (table.round, table.events) == (5, ())


def test_a_pool_without_discards_gives_all_that_it_has_in_its_order() -> None:
    table = emptied(SEASON_DECK)
    season, pool, cards = SEASON_DECK + INN, POOL + INN, table.piles[FACE_DOWN + INN]
    table.piles[DISCARDS + INN], table.piles[FACE_DOWN + INN] = (), cards[1:2]
    table.known[pool], table.beneath[pool] = cards[:1], cards[2:]
    renew_season_decks(table, 7)
    assert (table.known[season], table.season_left[INN], table.beneath[season]) == (cards[:1], 1, cards[2:])


def test_grace_and_solitude_help_only_who_can_be_helped() -> None:
    most = tables().lamplight[1]
    for before, told in ((most - 1, 1), (most, 0)):
        table = position()
        table.telling, table.queue = True, (TAMSIN,)
        table.abilities[TAMSIN] |= GRACE_TURN
        table.lamplight[TAMSIN] = before
        run(table, next_turn)
        assert table.lamplight[TAMSIN] == most
        assert len([event for event in events_of(table) if event[0] == Event.ABILITY]) == told
    table = position("active: tamsin\nactions: 3 0 0")
    table.abilities[TAMSIN] |= SHARE_SPACE
    table.place[TAMSIN], table.morale[TAMSIN] = DEAD, 0
    run(table, turn)  # nobody is asked
    assert (table.active, table.morale[TAMSIN]) == (-1, 0)


def test_a_card_that_names_no_zones_works_in_all_and_one_that_is_too_dear_in_none() -> None:
    used, cards = tables(), {}
    for name, cost, more in (
        ("any", 0, {"is_attack": True}),
        ("dear", 3, {"is_attack": True}),
        ("mud", 0, {"is_tactics": True}),
    ):
        cards[name] = len(used.cards)
        used = with_card(used, CardRules(name, FORGE, RED, 0, cost, **more))
    table = position("active: tamsin\nactions: 3 0 0\ntamsin: gold=2", used)
    for text in ("north 1", "east 2", "south 3"):
        put(table, text, mudling=1)
    expected = [AREA + area(text) for text in ("north 1", "east 2", "south 3")]
    assert attack_targets(table, cards["any"]) == expected
    assert tactics_areas(table, cards["mud"]) == [*range(12)]
    table.slots[:4] = [cards["any"], cards["dear"], -1, -1]
    run(table, attack_with, TAMSIN, area("east 2"), cards["any"], answers=rolls(1))  # without a question
    assert stored_cards(table, TAMSIN) == [cards["dear"]]
    table.gold[TAMSIN], table.slots[0] = 3, cards["any"]
    asked = options_of(table, attack_with, TAMSIN, area("east 2"), cards["any"])
    assert len(asked) == 2, "to be done, or to add the other card"


def test_a_tactics_card_that_does_nothing_goes_when_its_time_is_over() -> None:
    used = with_card(tables(), CardRules("mud", FORGE, RED, 0, is_tactics=True, phases=2))
    card = len(used.cards) - 1
    table = position("", used)
    table.tactics = table.due = ((area("north 1"), card, 0),)
    run(table, trigger, area("north 1"), card)
    assert table.tactics == ((area("north 1"), card, 1),)
    table.due = table.tactics
    run(table, trigger, area("north 1"), card)
    assert (table.tactics, card in table.piles[DISCARDS + FORGE]) == ((), True)


def test_nothing_is_placed_on_ruins_or_exchanged_by_who_has_nothing() -> None:
    table = position()
    table.buildings = [DESTROYED] * len(BUILDINGS)
    run(table, reinforce_step(Reinforce()).do, TAMSIN, -1)
    run(table, exchange_step(Exchange()).do, TAMSIN, -1)
    assert sum(table.reinforced) == 0


def test_events_of_a_level_above_the_highest_are_those_of_the_highest() -> None:
    assert [highest_value_of_level(level) for level in range(1, 6)] == [3, 5, 10, 10, 10]


def test_the_team_wins_with_the_runner_at_home_and_loses_by_every_other_end() -> None:
    state = SiegeState.new(tables(3), 1)
    for cause in Cause:
        state.position.cause = cause
        result = {Cause.NONE: 0.0, Cause.HOME: 1.0}.get(cause, -1.0)
        assert state.returns() == [result] * 3, cause


def test_of_many_legal_actions_the_first_ones_are_told() -> None:
    for count, more in ((12, ""), (13, " and 1 more"), (15, " and 3 more")):
        state = SiegeState.new(tables(), 1)
        state._legal = [TAKE + number for number in range(count)]
        with pytest.raises(IllegalActionError) as caught:
            state.apply_action(TAKE + count)
        allowed = [state.action_to_string(TAKE + number) for number in range(12)]
        assert caught.value.expected == f"one of: {', '.join(allowed)}{more}"


def test_heroes_of_a_position_begin_without_lamplight_if_the_rules_say_so() -> None:
    for used in (tables(), tables(4, start_lamplight=False)):
        found, _ = read_position(used, "step: turn\nround: 4\nheroes: tamsin ilka dov bettany")
        assert found.lamplight[TAMSIN] == (used.lamplight[0] if used.settings.start_lamplight else 0)
    assert tables().lamplight[0] > 0
