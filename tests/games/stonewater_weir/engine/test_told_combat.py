"""What the story says of an attack, which is all that people at the table see of it: who, where, and every number."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from cardgen.games.stonewater_weir.constants import ABILITY_IDS
from cardgen.games.stonewater_weir.engine.combat.enemy_attack import RUNNER, assign_hits, attack_from, take_hits
from cardgen.games.stonewater_weir.engine.combat.hero_attack import attack_numbers, attack_zone, flood_charge
from cardgen.games.stonewater_weir.engine.combat.long_arm import JAM, MISS, shoot_arm, turn_arm
from cardgen.games.stonewater_weir.engine.combat.march import march_all
from cardgen.games.stonewater_weir.engine.state.actions import KEEP_ROLL, LOWER, RAISE
from cardgen.games.stonewater_weir.engine.state.places import (
    ASSAULT,
    FORGE,
    HEAVY,
    HOME,
    LONG_ARM,
    RED,
    SUPPORT,
    WALL,
    Stream,
)
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.story import Event, events_of
from cardgen.games.stonewater_weir.engine.state.tables import CardRules
from cardgen.games.stonewater_weir.engine.town.slots import set_stored

from .siege import ILKA, TAMSIN, ability, area, options_of, position, put, rolls, run, tables, takes, units
from .test_abilities import hero_with

NORTH_1, NORTH_2, NORTH_3 = (area(f"north {zone}") for zone in (1, 2, 3))


def told(table: SiegePosition, act: Callable[..., Any], *arguments: Any, answers: Sequence[int] = ()) -> list[tuple]:
    table.telling = True
    run(table, act, *arguments, answers=answers)
    return [(Event(kind).name, *numbers) for kind, *numbers in events_of(table)]


def test_an_attack_tells_its_numbers_each_die_and_what_falls() -> None:
    table = hero_with("z1_dice1", text="tamsin: morale=5")
    put(table, "north 1", mudling=3)
    story = told(table, attack_zone, TAMSIN, NORTH_1, answers=rolls(4, 1))
    assert story[:4] == [
        ("ATTACK", TAMSIN, NORTH_1, 2, 4, 1, -1),
        ("ROLLED", TAMSIN, Stream.RED, 4),
        ("ROLLED", TAMSIN, Stream.RED, 1),
        ("HITS", TAMSIN, NORTH_1, 1),
    ]
    assert [name for name, *_ in story[4:]] == ["DESTROYED", "MORALE"]
    assert table.place[TAMSIN] == WALL


def test_the_second_attack_of_an_ability_is_told_with_the_ability() -> None:
    table = hero_with("z1_follow", text="tamsin: morale=5")
    put(table, "north 1", mudling=3)
    story = told(table, attack_zone, TAMSIN, NORTH_1, answers=rolls(4, 6))
    at = next(at for at, (name, *_) in enumerate(story) if name == "ABILITY")
    assert story[at][:2] == ("ABILITY", TAMSIN)
    assert ability("z1_follow") in story[at] or ABILITY_IDS.index("z1_follow") in story[at]
    assert story[at + 1 : at + 4] == [
        ("ATTACK", TAMSIN, NORTH_1, 1, 4, 3, -1),
        ("ROLLED", TAMSIN, Stream.RED, 6),
        ("HITS", TAMSIN, NORTH_1, 1),
    ]
    assert [name for name, *_ in story].count("MORALE") == 2


def test_a_flood_charge_is_told_for_each_of_its_zones() -> None:
    flood = replace(tables().cards[0], is_attack=True, is_massive=True, value=2, dice=2, target=3, zones=(0, 1))
    table = hero_with(cards=(*tables().cards, flood))
    put(table, "north 1", mudling=9)
    card = len(table.tables.cards) - 1
    story = told(table, flood_charge, TAMSIN, 0, card, answers=rolls(2, 3, 1, 6))
    assert story[:2] == [("ATTACK", TAMSIN, zone, 2, 3, 2, card) for zone in (NORTH_1, NORTH_2)]
    assert [event[3] for event in story if event[0] == "ROLLED"] == [2, 3, 1, 6]
    assert ("HITS", TAMSIN, NORTH_1, 1) in story and ("HITS", TAMSIN, NORTH_2, 1) in story


def test_lamplight_raises_single_dice_and_its_owner_is_asked() -> None:
    def lit(tokens: int) -> SiegePosition:
        table = hero_with(text=f"tamsin: lamplight={tokens} morale=5")
        put(table, "north 1", mudling=3)
        return table

    assert options_of(lit(3), attack_zone, TAMSIN, NORTH_1, answers=rolls(2)) == [KEEP_ROLL, RAISE + 2]
    raised, kept = lit(3), lit(3)
    told(raised, attack_zone, TAMSIN, NORTH_1, answers=[*rolls(2), RAISE + 2])
    assert (units(raised, "north 1"), raised.lamplight[TAMSIN]) == ({"mudling": 2}, 1)
    told(kept, attack_zone, TAMSIN, NORTH_1, answers=[*rolls(2), KEEP_ROLL])
    assert (units(kept, "north 1"), kept.lamplight[TAMSIN]) == ({"mudling": 3}, 3)
    for tokens, number in ((1, 2), (3, 4), (0, 3)):  # too few for two below the 4 that hits; no miss; none at all
        told(lit(tokens), attack_zone, TAMSIN, NORTH_1, answers=rolls(number))


def test_lamplight_lowers_a_hit_of_a_flood_charge_that_would_kill_the_runner() -> None:
    flood = CardRules("f", FORGE, RED, 0, is_attack=True, is_massive=True, value=2, dice=2, target=3, zones=(0,))
    for tokens, lowered in ((2, LOWER + 4), (1, -1)):  # a 4 needs two tokens to miss, a 5 three
        table = hero_with(cards=(*tables().cards, flood), text=f"tamsin: lamplight={tokens} morale=5")
        put(table, "north 1", mudling=1)
        table.runner = NORTH_1
        card = len(table.tables.cards) - 1
        answers = [*rolls(4, 5), *([lowered] if lowered > 0 else [])]
        told(table, flood_charge, TAMSIN, 0, card, answers=answers)
        assert (table.runner == NORTH_1) == (lowered > 0)
        assert units(table, "north 1") == {}
        assert table.lamplight[TAMSIN] == (0 if lowered > 0 else 1)


def test_the_last_hit_of_a_flood_charge_that_a_zone_can_take_is_that_on_the_runner() -> None:
    """Rules of play: "if a Flood Charge destroys every enemy in the Runner's zone and has hits left", the Runner dies."""
    flood = CardRules("f", FORGE, RED, 0, is_attack=True, is_massive=True, value=2, dice=2, target=3, zones=(0,))
    for is_there, offered in ((True, [KEEP_ROLL, RAISE + 2]), (False, [])):
        table = hero_with(cards=(*tables().cards, flood), text="tamsin: lamplight=2 morale=5")
        put(table, "north 1", mudling=1)
        table.runner = NORTH_1 if is_there else HOME
        card = len(table.tables.cards) - 1
        if offered:
            assert options_of(table, flood_charge, TAMSIN, 0, card, answers=rolls(4, 2)) == offered
        else:
            told(table, flood_charge, TAMSIN, 0, card, answers=rolls(4, 2))


def test_a_card_of_no_strength_takes_the_place_of_that_of_the_hero() -> None:
    table = hero_with()
    for value, strength in ((-1, 1), (0, 0), (1, 1), (3, 3)):
        card = replace(tables().cards[0], value=value, bonus=0, dice=0, target=0)
        used = replace(table.tables, cards=(*tables().cards, card))
        table.tables = used
        assert attack_numbers(table, TAMSIN, NORTH_1, [len(used.cards) - 1]).strength == strength


def test_a_one_never_hits() -> None:
    for stated, target in ((1, 2), (2, 2), (3, 3), (6, 4), (0, 4)):  # 0: the card states none
        card = replace(tables().cards[0], value=-1, bonus=0, dice=0, target=stated)
        table = hero_with(cards=(*tables().cards, card))
        assert attack_numbers(table, TAMSIN, NORTH_1, [len(table.tables.cards) - 1]).target == target


def test_the_long_arm_tells_what_it_rolls_and_where_it_turns_or_shoots() -> None:
    used = tables()
    faces = used.arm
    jam, miss, best = (1 + faces.index(face) for face in (JAM, MISS, max(faces)))
    table = position("active: tamsin")
    assert told(table, turn_arm, TAMSIN, 1, answers=rolls(best)) == [
        ("ROLLED", TAMSIN, Stream.ARM, max(faces)),
        ("ARM_TURNED", TAMSIN, 1),
    ]
    assert (table.arm, table.place[TAMSIN]) == (1, LONG_ARM)
    table = position("active: tamsin")
    before = table.arm
    assert told(table, turn_arm, TAMSIN, 1 - before, answers=rolls(jam))[1] == ("ARM_TURNED", TAMSIN, -1)
    assert table.arm == before
    zone = 3 * before + 2
    assert told(position("active: tamsin"), shoot_arm, TAMSIN, answers=rolls(miss))[1:] == [
        ("ARM_SHOT", TAMSIN, zone, 0)
    ]
    story = told(position("active: tamsin"), shoot_arm, TAMSIN, answers=rolls(best))
    assert story[1:3] == [("ARM_SHOT", TAMSIN, zone, max(faces)), ("HITS", TAMSIN, zone, max(faces))]


def test_enemies_tell_from_where_how_and_with_how_many_hits_they_attack() -> None:
    table = position("tamsin: place=wall-north morale=5")
    assert table.place[TAMSIN] == WALL
    put(table, "north 1", mudling=2)
    put(table, "north 2", spittoad=1)
    put(table, "north 3", wreckback=1)
    story = told(table, attack_from, NORTH_1, answers=takes(2))
    assert story[:2] == [("ENEMY_ATTACK", NORTH_1, ASSAULT, 2), ("HIT", TAMSIN, 2)]
    table.story = None
    story = told(table, attack_from, NORTH_2, answers=takes(1))
    assert story[:2] == [("ENEMY_ATTACK", NORTH_2, SUPPORT, 1), ("HIT", TAMSIN, 1)]
    table.story = None
    heavy = 3 * 0 + table.tables.settings.heavy_zone - 1
    if heavy != NORTH_3:
        put(table, "north 2", wreckback=1)
    story = told(table, attack_from, heavy, answers=takes(1) if heavy == NORTH_2 else ())
    assert any(event[:3] == ("ENEMY_ATTACK", heavy, HEAVY) for event in story)


def test_hits_are_split_between_none_and_what_kills() -> None:
    table = position("tamsin: morale=2\nilka: morale=3")
    assert options_of(table, assign_hits, 4, [TAMSIN, ILKA]) == takes(1, 2)
    assert options_of(table, assign_hits, 1, [TAMSIN, ILKA]) == takes(0, 1)
    assert told(table, assign_hits, 2, [TAMSIN, ILKA], answers=takes(1, 1))[0] == ("HIT", TAMSIN, 1)


def test_the_hit_on_the_runner_is_told_before_their_death() -> None:
    table = position("runner: place=home-north")
    assert table.runner == HOME
    story = told(table, take_hits, RUNNER, 2)
    assert story[0] == ("HIT", RUNNER, 2) and story[1][0] == "RUNNER_DIED"


def test_ignored_hits_are_told_before_those_that_count() -> None:
    table = hero_with("ignore2", text="tamsin: morale=5")
    story = told(table, take_hits, TAMSIN, 3)
    assert story[:2] == [("IGNORED", TAMSIN, 2), ("HIT", TAMSIN, 1)]


def test_all_that_can_march_does_so_once() -> None:
    table = position()
    put(table, "north 3", mudling=2, spittoad=1)
    put(table, "north 2", mudling=1)
    run(table, march_all)
    assert units(table, "north 2") == {"mudling": 2, "spittoad": 1}
    assert units(table, "north 1") == {"mudling": 1}


def test_a_card_is_told_as_used_once_it_ignores_hits_that_no_ability_does() -> None:
    """Abilities ignore the first hits of a round."""
    ward = replace(tables().cards[0], is_attack=False, ward=1)
    table = hero_with("ignore2", text="tamsin: morale=9", cards=(*tables().cards, ward))
    card = len(table.tables.cards) - 1
    set_stored(table, TAMSIN, [card])
    used = ("CARD_USED", TAMSIN, card)
    for hits, story in (
        (1, [("IGNORED", TAMSIN, 1)]),
        (1, [("IGNORED", TAMSIN, 1)]),
        (1, [("IGNORED", TAMSIN, 1), used]),
        (1, [("HIT", TAMSIN, 1), ("MORALE", TAMSIN, -1, 8)]),
    ):
        table.story = None
        assert told(table, take_hits, TAMSIN, hits) == story
    table = hero_with("ignore2", text="tamsin: morale=9", cards=(*tables().cards, ward))
    set_stored(table, TAMSIN, [card])
    table.telling = False
    run(table, take_hits, TAMSIN, 3)
    assert [*events_of(table)] == []
