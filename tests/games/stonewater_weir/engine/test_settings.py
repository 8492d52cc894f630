"""The rulings S01 to S21 as settings: each default, and what the alternative changes (S22 and S23 are no rules)."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from cardgen.games.stonewater_weir import play
from cardgen.games.stonewater_weir.engine.combat.enemy_attack import attack_from
from cardgen.games.stonewater_weir.engine.combat.hero_attack import attack_numbers
from cardgen.games.stonewater_weir.engine.combat.long_arm import shoot_arm
from cardgen.games.stonewater_weir.engine.combat.march import march_all
from cardgen.games.stonewater_weir.engine.field.figures import add_units
from cardgen.games.stonewater_weir.engine.field.runner import move_runner
from cardgen.games.stonewater_weir.engine.field.spawning import spawn_all
from cardgen.games.stonewater_weir.engine.phases.enemies import begin_enemies, tactics
from cardgen.games.stonewater_weir.engine.phases.order import pass_token
from cardgen.games.stonewater_weir.engine.phases.round_end import round_end
from cardgen.games.stonewater_weir.engine.phases.round_start import can_resurrect, events
from cardgen.games.stonewater_weir.engine.phases.setup import events_in_deck
from cardgen.games.stonewater_weir.engine.settings import SiegeSettings
from cardgen.games.stonewater_weir.engine.siege_state import SiegeState
from cardgen.games.stonewater_weir.engine.state.actions import BANK, END_TURN, HERO, KEEP_ROLL, WIND
from cardgen.games.stonewater_weir.engine.state.places import HEAVY, IN_HILLS, INN, NORTH, WEST, Cause
from cardgen.games.stonewater_weir.engine.state.position import DISCARDS, FACE_DOWN, OUT, SEASON_DECK, SiegePosition
from cardgen.games.stonewater_weir.engine.town.decks import draw_resource, renew_season_decks
from cardgen.games.stonewater_weir.engine.town.heroes import kill_hero
from cardgen.games.stonewater_weir.engine.turn.options import hero_options
from cardgen.plugin.language_files import read_language_files
from cardgen.plugin.rules.settings import format_settings, parse_settings, read_settings
from cardgen.report.errors import UnlocatedError
from tests.games.stonewater_weir.engine.siege import (
    DOV,
    ILKA,
    TAMSIN,
    ability,
    all_units,
    area,
    ends,
    options_of,
    position,
    put,
    rolls,
    run,
    tables,
    units,
)

DISCARDED = {
    "inn": "strong-ale=2 weir-songs=1",
    "market": "lamp-oil=2 cutpurse=1",
    "rainlore": "lamp-chant=2 backwash=1",
    "forge": "alder-bow=2 eel-spear=1",
}


def at(text: str = "", players: int = 4, heroes: str = "tamsin ilka dov bettany", **settings: object) -> SiegePosition:
    table = position(text, tables(players, **settings), heroes)
    table.enemy_slots = [-1] * 12
    return table


def test_every_setting_is_explained() -> None:
    text = SiegeSettings.__doc__ or ""
    for language, words in read_language_files(Path(play.__path__[0])).items():
        told = {name.removeprefix("setting_") for name in words if name.startswith("setting_")}
        assert told == {field.name for field in fields(SiegeSettings)} - {"chance"}, language
    assert all(f"S{number:02}" in text for number in range(1, 22))


def test_settings_as_people_write_them() -> None:
    assert "chance" not in read_settings(SiegeSettings)
    settings = parse_settings(SiegeSettings, {"difficulty": "full", "must_act": "yes", "leave_by": "7", "events": "5"})
    assert (settings.has_followers, settings.must_act, settings.leave_by, settings.highest_event) == (True, True, 7, 5)
    assert format_settings(settings) == ["difficulty=full", "events=5", "leave_by=7", "must_act=yes"]
    with pytest.raises(UnlocatedError, match="rule 'difficulty' cannot be 'hard'"):
        parse_settings(SiegeSettings, {"difficulty": "hard"})


RULINGS = {
    "difficulty": "journeyman",
    "events": "difficulty",
    "start_lamplight": True,
    "heroes": "random",
    "more_points": 0,
    "first_hero": "next",
    "leave_by": None,
    "short_heavy_elite": 3,
    "arm_keeper": True,
    "heavy_zone": 3,
    "token_strength": "bonus",
    "leftovers": "out",
    "empty_deck": "nothing",
    "light_on_arm": True,
    "solo_heroes": 4,
    "event_limit": "value",
    "must_act": False,
    "runner_check": "before",
    "surge_streak": "step",
    "streak_after_surge": "restart",
    "roll_abilities": "total",
    "home_in_last_round": True,
    "followers_of_second": "own",
    "raise_at_damaged": True,
    "undercurrent_stops_runner": False,
    "token_of_dead": "next",
}
"""Rules model, section 7."""


def test_the_rules_are_played_as_they_were_decided() -> None:
    known = read_settings(SiegeSettings)
    assert {name: setting.default for name, setting in known.items()} == RULINGS
    limits = {name: tuple(setting.numbers) for name, setting in known.items() if setting.numbers}
    assert limits == {
        "more_points": (0, 4),
        "leave_by": (3, 12),
        "short_heavy_elite": (2, 3),
        "heavy_zone": (2, 3),
        "solo_heroes": (1, 6),
    }


@pytest.mark.parametrize(
    ("words", "undercurrent", "followers", "highest"),
    [
        (("apprentice", "easy"), False, False, 3),
        (("journeyman", "middle"), True, False, 5),
        (("master", "full"), True, True, 10),
    ],
)
def test_difficulties(words: tuple[str, str], undercurrent: bool, followers: bool, highest: int) -> None:
    for word in words:
        settings = SiegeSettings(difficulty=word, events="difficulty")  # type: ignore[arg-type]
        assert (settings.has_undercurrent, settings.has_followers) == (undercurrent, followers)
        assert settings.highest_event == highest


def test_a_deck_of_events_has_at_least_twelve() -> None:
    for settings in ({"events": 3}, {"events": "difficulty", "difficulty": "easy"}, {"events": 5}, {"events": "all"}):
        used = tables(4, **settings)
        found = events_in_deck(used)
        assert len(found) >= 12
        assert max(used.events[event].value for event in found) in (3, 5, 10)


def test_without_lamplight() -> None:
    state = SiegeState.new(tables(4, start_lamplight=False), 1)
    assert state.position.lamplight == [0] * 6


def test_choosing_heroes() -> None:
    state = SiegeState.new(tables(2, heroes="choose"), 1)
    for hero in (4, 2, 0, 5):
        state.apply_action(HERO + hero)
    assert state.position.order == (4, 2, 0, 5)
    assert [state.position.owner[hero] for hero in state.position.order] == [0, 0, 1, 1]


def test_s01_first_hero() -> None:
    heroes = "oren dov ilka bettany hask tamsin"
    table = at("token: oren", 3, heroes)
    pass_token(table)
    assert table.first == DOV
    table = at("token: oren\nround: 4", 3, heroes, first_hero="left")
    pass_token(table)
    run(table, events)
    assert table.first == ILKA
    table = at("token: ilka", 1, first_hero="left")  # nobody else plays
    table.queue = ()
    run(table, events)
    assert table.first == TAMSIN


def test_s02_leaving_by_a_round() -> None:
    text = "round: 7\nrunner: place=south-3 entered=5"
    run(at(text), round_end)
    assert ends(at(text, leave_by=7), round_end) == Cause.TIME


def test_s03_only_elite_left() -> None:
    for settings, count in (({}, 3), ({"short_heavy_elite": 2}, 2)):
        table = at(**settings)  # type: ignore[arg-type]
        put(table, "west 3", wreckback=8, mudling=24)
        assert add_units(table, area("north 3"), HEAVY, 1, 0)
        assert units(table, "north 3") == {"reaver": count}


def test_s04_keeper_of_the_arm() -> None:
    for settings, morale in (({}, 4), ({"arm_keeper": False}, 5)):
        table = at("tamsin: place=long-arm", **settings)  # type: ignore[arg-type]
        put(table, "west 3", wreckback=1)
        run(table, attack_from, area("west 3"))
        assert table.morale[TAMSIN] == morale


def test_s05_zone_of_wreckbacks() -> None:
    for settings, where in (({}, "west 3"), ({"heavy_zone": 2}, "west 2")):
        table = at("tamsin: place=counting_house", **settings)  # type: ignore[arg-type]
        put(table, "west 3", wreckback=1)
        run(table, march_all)
        assert units(table, where) == {"wreckback": 1}
        run(table, attack_from, area(where))
        assert table.morale[TAMSIN] == 4


def test_s06_strength_tokens() -> None:
    table = at("tamsin: tokens=z1_roll2~,-,-,-")
    assert table.strength_tokens[TAMSIN] == 1
    for settings in ({}, {"token_strength": "value"}):
        table = at("tamsin: tokens=z1_roll2~,-,-,-", **settings)  # type: ignore[arg-type]
        assert attack_numbers(table, TAMSIN, area("west 3")).strength == 2


def test_s07_leftovers() -> None:
    for settings, pile in (({}, OUT), ({"leftovers": "discard"}, DISCARDS)):
        table = at("round: 3\nseason cards: inn=2", **settings)  # type: ignore[arg-type]
        run(table, round_end)
        assert len(table.piles[pile + INN]) == 2


def test_s08_empty_deck() -> None:
    for group, (name, cards) in enumerate(DISCARDED.items()):
        text = f"discards {name}: {cards}"
        assert draw_resource(at(text), SEASON_DECK + group) == -1
        table = at(text, empty_deck="reshuffle")
        drawn = draw_resource(table, SEASON_DECK + group)
        assert sorted((drawn, *table.piles[FACE_DOWN + group])) == [*at().piles[FACE_DOWN + group]]
        assert [table.piles[DISCARDS + other] for other in range(4)] == [()] * 4


def test_a_pool_that_is_too_small_for_a_season_is_filled_with_its_discards() -> None:
    for group, (name, cards) in enumerate(DISCARDED.items()):
        table = at(f"discards {name}: {cards}\nface down {name}: {cards.replace('2', '1')}")
        renew_season_decks(table, 3)
        assert (table.season_left[group], table.piles[DISCARDS + group]) == (3, ()), name
        assert len(table.piles[FACE_DOWN + group]) == 5, name


def test_s09_lamplight_on_the_long_arm() -> None:
    side = tables().arm.index(2) + 1
    table = at("tamsin: lamplight=3")
    put(table, "north 3", mudling=3)
    assert KEEP_ROLL in options_of(table, shoot_arm, TAMSIN, answers=rolls(side))
    for text, settings, answers in (
        ("tamsin: lamplight=3", {"light_on_arm": False}, rolls(side)),
        ("tamsin: lamplight=3", {}, rolls(tables().arm.index(0) + 1)),
        ("tamsin: lamplight=3", {}, rolls(tables().arm.index(-1) + 1)),
    ):
        table = at(text, **settings)  # type: ignore[arg-type]
        put(table, "north 3", mudling=3)
        run(table, shoot_arm, TAMSIN, answers=answers)


def test_s10_heroes_of_one_player() -> None:
    assert tables(1).hero_count == 4
    assert (tables(1, solo_heroes=2).hero_count, sum(tables(1, solo_heroes=2).points)) == (2, 4)


def test_s11_levels() -> None:
    assert SiegeSettings(events=3).highest_event == 3
    assert [SiegeSettings(events=level, event_limit="level").highest_event for level in (1, 2, 3)] == [3, 5, 10]


def test_s12_three_actions() -> None:
    for settings, can_end in (({}, True), ({"must_act": True}, False)):
        table = at("active: tamsin\nactions: 1 0 2", **settings)  # type: ignore[arg-type]
        assert (END_TURN in hero_options(table, TAMSIN)) == can_end
        table.actions = 0
        assert hero_options(table, TAMSIN) == [END_TURN]


def test_s13_check_of_the_runner() -> None:
    for settings, lost in (({}, 1), ({"runner_check": "after"}, 0)):
        table = at("runner: place=south-2", **settings)  # type: ignore[arg-type]
        put(table, "south 2", mudling=1)
        run(table, begin_enemies)
        assert table.runners_lost == lost
        run(table, tactics)
        assert table.runners_lost == 1


def test_s14_streak() -> None:
    heroes = "tamsin ilka dov bettany oren hask"
    north, answers = BANK + NORTH, rolls(1, 1, 1, 2, 3, 2)  # north A A, east A
    assert tables(6).points == (2, 1, 2, 1)
    table = at("", 6, heroes)
    run(table, spawn_all, answers=[north, *answers[:3], WIND + WEST, *answers[3:]])
    assert table.undercurrent == area("west 3")
    table = at("", 6, heroes, surge_streak="field")
    run(table, spawn_all, answers=[north, *answers])
    assert table.undercurrent == -1
    table = at("streak: A 2", 6, heroes, surge_streak="game")
    run(table, spawn_all, answers=[north, *rolls(1), WIND + NORTH, *rolls(2, 3, 2, 3, 2)])
    assert table.undercurrent == area("north 3")


def test_s15_fourth_equal_symbol() -> None:
    for settings, tether in (({}, 10), ({"streak_after_surge": "continue"}, 10)):
        table = at("undercurrent: south-3 1", **settings)  # type: ignore[arg-type]
        run(table, spawn_all, answers=[BANK + NORTH, *rolls(2, 2, 2, 2)])
        assert table.tether == (6 if not settings else tether)


def test_s16_roll_two_dice() -> None:
    for settings, dice in (({}, 3), ({"roll_abilities": "extra"}, 6)):
        table = at(**settings)  # type: ignore[arg-type]
        table.abilities[ILKA] = ability("z1_roll2") | ability("z1_roll3")
        assert attack_numbers(table, ILKA, area("west 1")).dice == dice


def test_s17_home_in_round_twelve() -> None:
    text = "round: 12\nrunner: place=home-east leg=returning"
    assert ends(at(text), round_end) == Cause.HOME
    assert ends(at(text, home_in_last_round=False), round_end) == Cause.TIME


def test_s18_followers_of_the_second() -> None:
    text = "runner: place=due leg=returning lost=1 field=north"
    for settings, where in (({}, "west 3"), ({"followers_of_second": "first"}, "north 3")):
        table = at(text, difficulty="full", **settings)  # type: ignore[arg-type]
        run(table, move_runner, answers=[WIND + WEST])
        assert all_units(table) == units(table, where) == {"mudling": 2}


def test_s19_damaged_lamp_house() -> None:
    for settings, allowed in (({}, True), ({"raise_at_damaged": False}, False)):
        assert can_resurrect(at("buildings: lamp_house=damaged", **settings)) == allowed  # type: ignore[arg-type]
    assert not can_resurrect(at("buildings: lamp_house=destroyed"))


def test_s20_undercurrent_and_runner() -> None:
    text = "runner: place=south-3\nundercurrent: south-3 5"
    for settings, place in (({}, IN_HILLS), ({"undercurrent_stops_runner": True}, area("south 3"))):
        table = at(text, **settings)  # type: ignore[arg-type]
        run(table, move_runner)
        assert table.runner == place
        run(table, begin_enemies)
        assert table.runners_lost == (1 if settings else 0)


def test_s21_token_of_a_dead_hero() -> None:
    for settings, first in (({}, ILKA), ({"token_of_dead": "stay"}, TAMSIN)):
        table = at("active: dov\ntoken: tamsin", **settings)  # type: ignore[arg-type]
        kill_hero(table, TAMSIN)
        assert table.first == first
        pass_token(table)
        assert table.is_alive(table.first)
        table = at("token: tamsin", **settings)  # type: ignore[arg-type]
        table.active = -1
        kill_hero(table, TAMSIN)  # at the end of a season, when nobody is about to pass the token
        assert table.first == ILKA
