"""Worked cases of the corrections C1 to C6 of the rules model, section 9."""

from __future__ import annotations

from cardgen.games.stonewater_weir.engine.combat.enemy_attack import attack_from
from cardgen.games.stonewater_weir.engine.field.spawning import spawn_all, spawn_card
from cardgen.games.stonewater_weir.engine.phases.enemies import attack
from cardgen.games.stonewater_weir.engine.phases.phase import SiegePhase
from cardgen.games.stonewater_weir.engine.phases.round_start import bring_back
from cardgen.games.stonewater_weir.engine.phases.setup import events_in_deck
from cardgen.games.stonewater_weir.engine.phases.turns import next_turn
from cardgen.games.stonewater_weir.engine.siege_state import SiegeState
from cardgen.games.stonewater_weir.engine.state.actions import ACCEPT, BANK, DECLINE, DISCARD, HERO, SHOOT, USE_BUILDING
from cardgen.games.stonewater_weir.engine.state.places import (
    BANKS,
    COUNTING_HOUSE,
    DAMAGED,
    DESTROYED,
    EAST,
    FORGE,
    NORTH,
    OTTER_INN,
    SOUTH,
    UNDERCROFT,
    WEST,
    WHOLE,
)
from cardgen.games.stonewater_weir.engine.state.position import DISCARDS
from cardgen.games.stonewater_weir.engine.state.questions import Question
from cardgen.games.stonewater_weir.engine.town.slots import stored_cards
from cardgen.games.stonewater_weir.engine.turn.options import hero_options
from cardgen.games.stonewater_weir.engine.turn.perform import perform
from cardgen.games.stonewater_weir.engine.turn.visits import visit_building
from cardgen.games.stonewater_weir.play.contest import SiegeRules
from cardgen.plugin.rules.settings import settings_at_table
from tests.games.stonewater_weir.engine.siege import (
    HASK,
    ILKA,
    OREN,
    TAMSIN,
    area,
    options_of,
    position,
    put,
    rolls,
    run,
    tables,
    units,
)


def test_a_new_turn_may_begin_with_the_building_of_the_last_one() -> None:
    """Rules model, C2: the building of the latest action counts within one turn of a hero only."""
    table = position("active: tamsin\nactions: 1 0 2\ntamsin: place=forge_hall")
    run(table, visit_building, TAMSIN, COUNTING_HOUSE, answers=rolls(1))
    table.queue = (TAMSIN,)
    run(table, next_turn)
    assert USE_BUILDING + COUNTING_HOUSE in hero_options(table, TAMSIN)
    run(table, visit_building, TAMSIN, COUNTING_HOUSE, answers=rolls(1))
    assert USE_BUILDING + COUNTING_HOUSE not in hero_options(table, TAMSIN)


def test_the_long_arm_may_be_used_again_and_again() -> None:
    """Rules model, C2: it is no building."""
    table = position("active: tamsin\nactions: 3 0 0\ntamsin: place=long-arm")
    put(table, "north 3", mudling=3)
    run(table, perform, TAMSIN, SHOOT, answers=rolls(1))
    assert SHOOT in hero_options(table, TAMSIN)


def test_each_summoning_card_brings_an_elite_unit() -> None:
    """Rules model, C3: of assault and support units that a card brings, one is elite, also if it brings a single one."""
    for card in tables().enemies:
        for season, (role, number) in enumerate(card.spawn):
            table = position(f"round: {3 * season + 1}")
            spawn_card(table, [other.id for other in table.tables.enemies].index(card.id), area("east 3"))
            common, elite = (("mudling", "reaver"), ("spittoad", "matron"), ("wreckback", ""))[role]
            expected = {common: number} if not elite else {elite: 1, common: number - 1}
            assert units(table, "east 3") == {name: count for name, count in expected.items() if count}, card.id


def test_out_of_elite_figures_a_standard_one_stands_in() -> None:
    """Rules model, C3 and "Out of figures"."""
    table = position("round: 4")
    put(table, "west 3", reaver=8)
    spawn_card(table, [card.id for card in table.tables.enemies].index("reed-crawl"), area("east 3"))
    assert units(table, "east 3") == {"mudling": table.tables.enemies[0].spawn[1][1]}


def test_players_choose_where_spawning_begins() -> None:
    """Rules model, C5: then clockwise. Of two Reavers that are left, the first two fields with Mudlings get one each."""
    crawl = [card.id for card in tables().enemies].index("reed-crawl")
    for first in range(4):
        table = position("round: 1")
        table.enemy_slots = [crawl] * 12
        put(table, "north 1", reaver=6)
        assert options_of(table, spawn_all) == [BANK + bank for bank in (NORTH, EAST, SOUTH, WEST)]
        run(table, spawn_all, answers=[BANK + first, *rolls(1, 2, 3, 1)])
        found = [units(table, f"{BANKS[(first + step) % 4]} 3").get("reaver", 0) for step in range(4)]
        assert found == [1, 1, 0, 0]


def test_players_choose_where_attacks_begin() -> None:
    """Rules model, C5: the order decides what the hero on the Long Arm and those on the walls take first.

    The Runner on the south wall dies of a Wreckback, which costs Tamsin, who is hit in the north, 1 morale, but not the last.
    """
    text = "step: attack\nrunner: place=home-south leg=returning\ntamsin: place=wall-north morale=3"
    for first, morale in ((NORTH, 1), (SOUTH, 0)):
        table = position(text)
        put(table, "north 1", mudling=2)
        put(table, "south 3", wreckback=1)
        assert options_of(table, attack) == [BANK + NORTH, BANK + SOUTH]  # where enemies are
        run(table, attack, answers=[BANK + first])
        assert (table.morale[TAMSIN], table.phase) == (morale, SiegePhase.ROUND_END)


def test_wreckbacks_attack_one_after_the_other() -> None:
    """Rules model, C4: the first one kills the hero in the Otter Inn, so the second one damages it."""
    table = position("tamsin: place=inn morale=1\nilka: place=wall-north morale=3")
    put(table, "north 3", wreckback=2)
    run(table, attack_from, area("north 3"))
    assert not table.is_alive(TAMSIN)
    assert table.morale[ILKA] == 1
    assert (table.buildings[OTTER_INN], table.buildings[UNDERCROFT]) == (DAMAGED, DESTROYED)


def test_a_reinforcement_is_asked_about_for_each_wreckback() -> None:
    """Rules model, C4: the token takes the hit of one of the two, whichever it is."""
    for first in (ACCEPT, DECLINE):
        table = position("tamsin: place=inn morale=3\nbuildings: inn=whole+1")
        put(table, "north 3", wreckback=2)
        answers = [first] if first == ACCEPT else [DECLINE, ACCEPT]
        run(table, attack_from, area("north 3"), answers=answers)
        assert (table.morale[TAMSIN], table.buildings[OTTER_INN], table.reinforced[OTTER_INN]) == (2, WHOLE, 0)


def test_the_harder_game_has_more_spawning_points() -> None:
    """Rules model, C6: at most two on each field."""
    for players, more, points in (
        (4, 0, (1, 1, 1, 1)),
        (4, 1, (1, 1, 2, 1)),
        (6, 1, (2, 1, 2, 2)),
        (6, 4, (2, 2, 2, 2)),
    ):
        assert tables(players, more_points=more).points == points


def test_an_apprentice_meets_events_of_values_1_to_3_only() -> None:
    """Rules model, C6; the deck has four of each, which are the twelve that a game may need."""
    table = tables(difficulty="apprentice")
    values = [table.events[event].value for event in events_in_deck(table)]
    assert sorted(values) == [1] * 4 + [2] * 4 + [3] * 4
    assert max(table.events[event].value for event in events_in_deck(tables(difficulty="journeyman"))) == 5
    assert len(events_in_deck(tables(difficulty="master"))) == 30


def test_a_hero_discards_stored_cards_in_their_own_turn() -> None:
    """Rules model, C6: at any time of the turn, without an action."""
    bow = [card.id for card in tables().cards].index("alder-bow")
    cards = "tamsin: cards=alder-bow,-,-,-\nilka: cards=alder-bow,-,-,-"
    table = position(f"active: tamsin\nactions: 0 0 3\n{cards}")
    assert [action for action in hero_options(table, TAMSIN) if action >= DISCARD] == [DISCARD + bow]
    run(table, perform, TAMSIN, DISCARD + bow)
    assert (stored_cards(table, TAMSIN), stored_cards(table, ILKA)) == ([], [bow])
    assert (table.actions, table.piles[DISCARDS + FORGE]) == (0, (bow,))


def test_players_choose_their_heroes_in_turn() -> None:
    """Rules model, C6: people are asked, and each takes one of those that are left."""
    state = SiegeState.new(tables(2, heroes="choose"))
    for player, hero in ((0, HASK), (0, ILKA), (1, OREN), (1, TAMSIN)):
        assert (state.current_player(), state.position.question[0]) == (player, Question.HERO)
        state.apply_action(HERO + hero)
        assert HERO + hero not in state.legal_actions()
    assert state.position.order == (HASK, ILKA, OREN, TAMSIN)
    assert settings_at_table(SiegeRules().settings_type) == {"heroes": "choose"}


def test_more_heroes_have_more_supplies() -> None:
    """Numbers of our own, chosen by playtests: six heroes against six points would lose more often than four against four."""
    for players, gold, food in ((4, 1, 3), (5, 3, 5), (6, 4, 6)):
        start = SiegeState.new(tables(players)).position
        assert {(start.gold[hero], start.food[hero]) for hero in start.order} == {(gold, food)}
    table = position("heroes: tamsin ilka dov bettany oren hask\ntamsin: place=dead morale=0", tables(6))
    bring_back(table, TAMSIN)
    assert (table.gold[TAMSIN], table.food[TAMSIN]) == (1, 3)  # a hero who returns has no supplies
