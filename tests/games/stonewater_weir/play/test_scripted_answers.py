"""What the script answers to questions, above all to those that seldom come up."""

from random import Random

import pytest

from cardgen.games.stonewater_weir.engine.effects.choosing import Choice
from cardgen.games.stonewater_weir.engine.state import actions
from cardgen.games.stonewater_weir.engine.state.abilities import BITS
from cardgen.games.stonewater_weir.engine.state.places import (
    ASSAULT,
    DAMAGED,
    DEAD,
    EAST,
    FORGE,
    HEAVY,
    HOME,
    NORTH,
    PERMANENT,
    RED,
    SOUTH,
    WALL,
    WEST,
    Stream,
)
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.questions import FieldOrder, Question
from cardgen.games.stonewater_weir.engine.state.tables import CardRules, EnemyRules
from cardgen.games.stonewater_weir.play import scripted
from cardgen.games.stonewater_weir.play.action_values import MUST_MAN, rank_actions
from cardgen.games.stonewater_weir.play.scripted import choose_action, suggest_actions
from tests.games.stonewater_weir.engine.siege import (
    BETTANY,
    DOV,
    ILKA,
    TAMSIN,
    area,
    position,
    put,
    tables,
    with_card,
    with_enemies,
)

LOWER, RAISE, TAKE, HERO, BANK, AREA = (
    actions.LOWER,
    actions.RAISE,
    actions.TAKE,
    actions.HERO,
    actions.BANK,
    actions.AREA,
)
EFFECT, UP, DECLINE = Question.EFFECT, actions.UP, actions.DECLINE
BANKS = tuple(BANK + bank for bank in range(4))


def answered(question, options, units=None, tables_=None, **changes):
    """Return all answers to a question, with different luck."""
    table: SiegePosition = position("", tables_)
    for text, numbers in (units or {}).items():
        put(table, text, **numbers)
    for name, value in changes.items():
        setattr(table, name, value)
    table.question, table.options = question, tuple(options)
    return {choose_action(table, Random(seed)) for seed in range(8)}


@pytest.mark.parametrize(
    ("question", "options", "answer"),
    [
        (
            (Question.LIGHT_ATTACK, TAMSIN, 0),
            (actions.KEEP_ROLL, LOWER + 5, LOWER + 8 + 4, LOWER + 16 + 6),
            LOWER + 8 + 4,
        ),
        ((Question.LIGHT_ATTACK, TAMSIN, 0), (actions.KEEP_ROLL,), actions.KEEP_ROLL),
        ((Question.HITS, -1, 3), (TAKE + 1, TAKE + 2, TAKE + 3), TAKE + 1),  # the Runner takes none that he need not
        # Who could die takes no more than leaves them alive; others share hits as evenly as they can.
        ((Question.HITS, TAMSIN, 4), (TAKE, TAKE + 1, TAKE + 2), TAKE + 2),
        ((Question.HITS, TAMSIN, 3), range(TAKE, TAKE + 4), TAKE + 2),
        ((Question.HITS, TAMSIN, 4), range(TAKE, TAKE + 5), TAKE + 2),
        ((Question.HITS, TAMSIN, 7), range(TAKE, TAKE + 6), TAKE + 4),
        ((Question.HITS, TAMSIN, 4), range(TAKE + 3, TAKE + 5), TAKE + 3),
        ((Question.HITS, TAMSIN, 9), range(TAKE, TAKE + 3), TAKE + 2),
        ((Question.HITS, TAMSIN, 9), range(TAKE, TAKE + 6), TAKE + 4),
        ((Question.REINFORCEMENT, TAMSIN, 2), (actions.ACCEPT, DECLINE), actions.ACCEPT),
        ((Question.REROLL, TAMSIN, 0), (actions.ACCEPT, DECLINE), actions.ACCEPT),
        ((Question.REROLL, TAMSIN, 0), (DECLINE,), DECLINE),
        ((Question.EXCHANGE, TAMSIN, ILKA), (actions.GIVE, actions.DONE), actions.DONE),
        ((Question.EXCHANGE, TAMSIN, ILKA), (actions.GIVE + 3, actions.GIVE + 5), actions.GIVE + 3),
        ((Question.TARGET_HERO, TAMSIN), (DECLINE,), DECLINE),
        ((EFFECT, Choice.BENEATH, TAMSIN), (DECLINE, actions.ACCEPT), actions.ACCEPT),
    ],
)
def test_the_script_answers(question, options, answer):
    assert answered(question, options) == {answer}


@pytest.mark.parametrize("question", [(Question.TARGET_HERO, TAMSIN), (EFFECT, Choice.HERO, TAMSIN)])
def test_the_hero_with_the_lowest_morale_is_helped(question):
    morale = [5] * 6
    morale[DOV] = 3
    assert answered(question, (HERO + TAMSIN, HERO + ILKA, HERO + DOV), morale=morale) == {HERO + DOV}


CROWD = {"north 2": {"mudling": 3}, "east 3": {"wreckback": 2}, "south 1": {"matron": 1}, "west 3": {"mudling": 2}}


def test_any_hero_may_be_chosen():
    heroes = (HERO + TAMSIN, HERO + DOV)
    assert answered((Question.HERO,), heroes) == {*heroes}


def test_the_runner_sets_out_where_the_fewest_enemies_stand_and_will_come():
    assert answered((Question.RUNNER_FIELD,), BANKS, CROWD) == {BANK + SOUTH}
    base = len(tables().enemies)
    # Two Mudlings bring a Reaver, which counts twice; cards count as they are in this season.
    used = with_enemies(
        tables(),
        EnemyRules("pair", ASSAULT, 1, ((ASSAULT, 2),) * 4),
        EnemyRules("wrecks", HEAVY, 1, ((HEAVY, 2),) * 4),
        EnemyRules("early", HEAVY, 1, ((HEAVY, 9), *[(HEAVY, 0)] * 3)),
        EnemyRules("late", HEAVY, 1, ((HEAVY, 0), *[(HEAVY, 9)] * 3)),
    )
    pair, wrecks, early, late = range(base, base + 4)

    def chosen(north, east, round, slot=0):
        slots = [-1] * 12
        slots[3 * NORTH + slot], slots[3 * EAST + slot] = north, east
        return answered((Question.RUNNER_FIELD,), BANKS[:2], None, used, enemy_slots=slots, round=round)

    for slot in range(3):
        assert chosen(pair, wrecks, 4, slot) == {BANK + EAST}
        assert chosen(wrecks, pair, 4, slot) == {BANK + NORTH}
    assert chosen(early, late, 3) == {BANK + EAST}
    assert chosen(early, late, 4) == {BANK + NORTH}


def test_a_hero_returns_where_many_are_dead_or_the_fields_are_quiet():
    question, options = (Question.RESURRECT,), (HERO + ILKA, DECLINE)
    for dead, mudlings, answer in (
        ((ILKA,), 20, HERO + ILKA),
        ((ILKA,), 21, DECLINE),
        ((ILKA, DOV), 24, HERO + ILKA),
    ):
        place = [DEAD if hero in dead else WALL for hero in range(6)]
        assert answered(question, options, {"north 3": {"mudling": mudlings}}, place=place) == {answer}, dead


def test_more_cards_are_used_against_what_is_worth_it_and_rather_one_that_stays():
    cards = tables().cards
    stays, goes = (next(at for at, card in enumerate(cards) if card.kind == kind) for kind in (PERMANENT, RED))
    question = (Question.WEAPONS, TAMSIN, area("north 1"))
    options = (actions.DONE, *(actions.ADD + card for card in (goes, stays)))
    strong, weak = {"north 1": {"reaver": 3}}, {"north 1": {"mudling": 3}}
    assert answered(question, options, strong) == {actions.ADD + stays}
    assert answered(question, options[:2], strong) == {actions.ADD + goes}
    assert answered(question, options, weak) == {actions.DONE}


def test_lamplight_raises_the_highest_die_where_its_hit_decides_something():
    question = (Question.LIGHT_ATTACK, TAMSIN, area("east 1"))
    options = (actions.KEEP_ROLL, RAISE + 3, RAISE + 8 + 5)
    matron = {"east 2": {"matron": 1}}
    few = {"east 1": {"reaver": 3}, "east 2": {"mudling": 1}}
    assert answered(question, options, matron) == {RAISE + 8 + 5}
    assert answered(question, options, few) == {actions.KEEP_ROLL}
    assert answered(question, options, few, round=9) == {actions.KEEP_ROLL}
    assert answered(question, options, few, round=10) == {RAISE + 8 + 5}


@pytest.mark.parametrize(
    ("number", "stream", "options", "changes", "answer"),
    [
        (2, Stream.SMUGGLE, (actions.KEEP_ROLL, UP), {"lamplight": [3] * 6}, UP),
        (3, Stream.SMUGGLE, (actions.KEEP_ROLL, UP), {"lamplight": [3] * 6}, actions.KEEP_ROLL),
        (2, Stream.SMUGGLE, (actions.KEEP_ROLL, UP), {"lamplight": [2] * 6}, actions.KEEP_ROLL),
        (2, Stream.SMUGGLE, (actions.KEEP_ROLL, actions.DOWN), {"lamplight": [3] * 6}, actions.KEEP_ROLL),
        (1, Stream.ARM, (actions.KEEP_ROLL, UP), {"lamplight": [3] * 6}, actions.KEEP_ROLL),
        (1, Stream.ARM, (actions.KEEP_ROLL, UP), {"undercurrent": 5, "tether": 2, "arm": EAST}, UP),
        (2, Stream.ARM, (actions.KEEP_ROLL, UP), {"undercurrent": 5, "tether": 2, "arm": EAST}, actions.KEEP_ROLL),
        (1, Stream.ARM, (actions.KEEP_ROLL, UP), {"undercurrent": 5, "tether": 9, "arm": WEST}, actions.KEEP_ROLL),
        (1, Stream.ARM, (actions.KEEP_ROLL, UP), {"undercurrent": 4, "tether": 9, "arm": EAST}, actions.KEEP_ROLL),
    ],
)
def test_lamplight_changes_a_roll_where_plenty_is_left_or_the_tether_falls(number, stream, options, changes, answer):
    assert answered((Question.LIGHT_ROLL, TAMSIN, number, stream), options, **changes) == {answer}


def test_of_cards_without_room_the_strongest_stays():
    """A red die counts 1, a bonus 1.5, a strength of its own 0.8, a Flood Charge 1.5 and tactics 1; gold counts -0.4."""
    used, rules = tables(), {
        "weakest": {},
        "weak": {"dice": 1},
        "strong": {"dice": 2},
        "strength-0": {"dice": 2, "value": 0},
        "bonus": {"bonus": 2},
        "value": {"value": 4},
        "costly": {"dice": 2, "cost": 1},
        "flood": {"dice": 2, "is_massive": True},
        "tactics": {"dice": 2, "is_tactics": True},
    }  # fmt: skip
    numbers = {}
    for name, more in rules.items():
        numbers[name] = len(used.cards)
        used = with_card(used, CardRules(name, FORGE, RED, 0, **more))

    def kept(drawn, *held, more=()):
        options = (actions.LOSE_CARD, *more, *(actions.DISCARD_HELD + numbers[name] for name in held))
        (answer,) = answered((Question.KEEP_CARD, TAMSIN, numbers[drawn]), options, None, used)
        gone = answer - actions.DISCARD_HELD
        return next((name for name, number in numbers.items() if number == gone), answer)

    assert kept("strong", "weak", "weakest") == kept("strong", "weakest", "weak") == "weakest"
    for stronger, weaker in (
        ("bonus", "strong"), ("value", "bonus"), ("strong", "costly"), ("flood", "strong"), ("tactics", "strong"),
        ("flood", "tactics"),
    ):  # fmt: skip
        assert kept(stronger, weaker) == weaker
        assert kept(weaker, stronger) == actions.LOSE_CARD
    assert kept("strong", "strength-0") == kept("strength-0", "strong") == actions.LOSE_CARD  # equally strong
    use = actions.USE_HELD + numbers["weak"]
    assert kept("weak", "weakest", more=(actions.USE_NOW, use)) == actions.USE_NOW
    assert kept("weak", "weakest", more=(use, use + 1)) == use
    choice = (EFFECT, Choice.CARD, TAMSIN)
    cards = [actions.CARD + numbers[name] for name in ("weak", "bonus", "strong")]
    assert answered(choice, cards, None, used) == {actions.CARD + numbers["bonus"]}


@pytest.mark.parametrize("question", [(Question.PLACE_TACTICS, TAMSIN, 0), (EFFECT, Choice.ZONE, TAMSIN)])
def test_what_works_on_a_zone_works_where_it_meets_most(question):
    areas = [area("north 2"), area("east 3"), area("west 3")]
    assert answered(question, [AREA + at for at in areas], CROWD) == {AREA + area("east 3")}


def test_an_ability_that_helps_often_is_kept_and_otherwise_strength():
    tokens = tables().tokens
    strong, weak = (
        next(number for number, token in enumerate(tokens) if token.ability == BITS[name])
        for name in ("heal2", "food_plus1")
    )
    faces = (actions.KEEP_TOKEN, actions.KEEP_FACE_DOWN)
    both = [face + token for face in faces for token in (weak, strong)]
    assert answered((Question.LEARN, TAMSIN), both) == {actions.KEEP_TOKEN + strong}
    assert answered((Question.LEARN, TAMSIN), [face + weak for face in faces]) == {actions.KEEP_FACE_DOWN + weak}


def test_a_hero_is_moved_to_the_wall_without_a_hero_before_which_most_mudlings_stand():
    place = [*[-1] * 6]
    place[ILKA] = WALL + NORTH
    units = {"north 1": {"mudling": 5}, "east 1": {"mudling": 2}, "south 1": {"reaver": 2}, "west 1": {"spittoad": 9}}
    question, buildings = (EFFECT, Choice.PLACE, TAMSIN), (actions.BUILDING + 2, actions.BUILDING + 3)
    assert answered(question, (*BANKS, *buildings), units, place=place) == {BANK + SOUTH}
    assert answered(question, (BANK + NORTH, *buildings), units, place=place) == {BANK + NORTH}


@pytest.mark.parametrize("question", [(EFFECT, Choice.SIDE, TAMSIN), (Question.FIRST_FIELD, FieldOrder.SPAWNING)])
def test_units_drift_and_come_first_to_the_quietest_field(question):
    assert answered(question, BANKS, CROWD) == {BANK + WEST}


def test_enemies_attack_last_where_the_runner_stands_on_the_wall():
    question = (Question.FIRST_FIELD, FieldOrder.ENEMIES)
    for bank in range(4):
        assert answered(question, BANKS, runner=HOME + bank) == {BANK + (bank + 1) % 4}
        rest = [option for option in BANKS if option != BANK + (bank + 1) % 4]
        assert answered(question, rest, runner=HOME + bank) == {BANK + (bank + 2) % 4}
    assert answered(question, BANKS[1:], CROWD, runner=HOME - 1) == {BANK + EAST}


def test_a_building_that_is_damaged_comes_first():
    buildings = [0] * 8
    buildings[5] = DAMAGED
    options = [actions.BUILDING + building for building in (2, 5, 6)]
    assert answered((EFFECT, Choice.BUILDING, TAMSIN), options, buildings=buildings) == {actions.BUILDING + 5}


@pytest.mark.skipif(
    not scripted.__file__.endswith(".py"), reason="compiled code calls its own functions, whatever is patched"
)
@pytest.mark.parametrize(
    ("worths", "count"),
    [
        ((8.0, 7.9), 1),  # what costs nothing is simply done
        ((7.9, 7.8, 7.7, 7.6, 7.5), 4),
        ((3.0, 1.6, 1.5, 1.4), 2),
        ((-1.0, -2.0, -3.0), 2),
    ],
)
def test_a_few_actions_that_are_nearly_the_best_are_suggested(monkeypatch, worths, count):
    table = position()
    table.question, table.options = (Question.ACTION, BETTANY), (actions.END_TURN,)
    ranked = [(worth, 100 + at) for at, worth in enumerate(worths)]
    asked = []
    monkeypatch.setattr(scripted, "rank_actions", lambda *values: asked.append(values[:3]) or ranked)
    assert suggest_actions(table, Random(1)) == [action for _, action in ranked[:count]]
    assert asked == [(table, BETTANY, table.options)]


def test_other_fields_for_the_runner_are_suggested_too_and_nothing_else_is():
    table = position()
    for text, numbers in CROWD.items():
        put(table, text, **numbers)
    table.question, table.options = (Question.RUNNER_FIELD,), BANKS
    assert suggest_actions(table, Random(1)) == [BANK + SOUTH, BANK + NORTH, BANK + EAST, BANK + WEST]
    table.question = (Question.FIRST_FIELD, FieldOrder.SPAWNING)
    assert suggest_actions(table, Random(1)) == [BANK + WEST]


def worth(action, tables_=None, units=None, **changes):
    """Return what an action of Tamsin is worth by the rules of thumb."""
    table = position("active: tamsin", tables_)
    for text, numbers in (units or {}).items():
        put(table, text, **numbers)
    for name, value in {"actions": 3, **changes}.items():
        setattr(table, name, value)
    ((found, _),) = rank_actions(table, TAMSIN, [action], lambda: 0.0)
    return found


def test_a_flood_charge_beside_the_runner_is_refused_only_if_it_may_kill_them():
    used = with_card(
        tables(),
        CardRules("flood", FORGE, RED, 0, is_attack=True, is_massive=True, dice=3, target=4, value=3, zones=(0,)),
    )
    charge = actions.CHARGE + actions.STRIDE * NORTH + len(used.cards) - 1
    here, there = {"runner": area("north 1")}, {"runner": area("north 2")}
    assert worth(charge, used, {"north 1": {"mudling": 1}}, **here) == -9.0
    assert worth(charge, used, {"north 1": {"mudling": 1}}, **there) > -9.0
    assert worth(charge, used, {"north 1": {"mudling": 2}}, **here) > -9.0  # a hit and a half of three dice


def test_cards_are_used_where_they_meet_most_and_for_the_morale_that_helps():
    used, number = tables(), {}
    for name, more in {
        "any": {"is_tactics": True},
        "all": {"is_tactics": True, "zones": (0, 1, 2)},
        "far": {"is_tactics": True, "zones": (2,)},
        "some": {"morale": 3},
        "much": {"morale": 5},
        "slow": {"morale": 1, "costs_action": True},
        "costly": {"morale": 1, "cost": 9},
    }.items():
        number[name] = actions.USE + len(used.cards)
        used = with_card(used, CardRules(name, FORGE, RED, 0, **more))

    def of(name, **changes):
        return worth(number[name], used, {"west 1": {"reaver": 3}}, **changes)

    assert of("any") == of("all") > of("far")
    assert of("some") == of("much") > of("costly") == -5.0
    morale = [10] * 6
    assert of("some", morale=morale) == pytest.approx(of("some", morale=[7] * 6) - 0.8)
    assert of("some", morale=[8] * 6) == of("some", morale=morale)
    # With the last action, where the hero stays counts too: on a wall that nobody else will man.
    place = [WALL + WEST, *[WALL] * 5]
    stay = MUST_MAN - 0.25 * 6 - 2.5  # the six hits there would be deadly
    assert of("slow", actions=1, place=place, queue=()) == pytest.approx(of("slow", place=place, queue=()) + stay)
