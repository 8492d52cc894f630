"""The table with its pieces: what lies where on the boards, and what actions are about."""

import re
from random import Random

import pytest

from cardgen.games.stonewater_weir.engine.state import actions
from cardgen.games.stonewater_weir.engine.state.places import DAMAGED, DEAD, EAST, HOME, MUDLING, SOUTH, WALL
from cardgen.games.stonewater_weir.engine.state.questions import Question
from cardgen.games.stonewater_weir.play import board_places as places
from cardgen.geometry.units import Size
from cardgen.play.random_play import sample_chance
from cardgen.plugin.resources import resources
from cardgen.plugin.rules.state import CHANCE
from cardgen.plugin.rules.tabletop import LineRole

from .sieges import siege

CARD = Size(44, 68)
TEMPLATES = resources().templates / "stonewater-weir"


@pytest.fixture(scope="module")
def table():
    return siege(players=2).tabletop("en")


@pytest.fixture
def state(table):
    return begun(table)


def begun(table):
    """A siege at the first decision of a hero's turn."""
    found, rng = table.start(3, 0), Random(1)
    for _ in range(400):
        player = found.current_player()
        if player != CHANCE and found.position.active >= 0:
            return found
        found.apply_action(sample_chance(found, rng) if player == CHANCE else rng.choice(found.legal_actions()))
    raise AssertionError("no hero has a turn")


def pieces(table, state):
    return {piece.place: piece for area in table.areas(state, 0, CARD) for piece in area.pieces}


def test_heroes_of_the_viewer_come_first_and_boards_last(table, state):
    areas = table.areas(state, 1, CARD)
    roles = [area.role for area in areas if area.role in (LineRole.OWN, LineRole.ALLY)]
    assert roles == sorted(roles, key=lambda role: role != LineRole.OWN) and LineRole.OWN in roles
    assert [area.board for area in areas if area.board] == [
        "town/town",
        "banks/north",
        "banks/east",
        "banks/south",
        "banks/west",
    ]


def test_units_and_tokens_lie_in_their_places(table, state):
    position = state.position
    position.units = [0] * len(position.units)
    position.units[5 * (3 * SOUTH + 1) + MUDLING] = 3
    position.buildings[2 * EAST] = DAMAGED
    position.undercurrent, position.tether = 3 * SOUTH + 2, 7
    found = pieces(table, state)
    unit = found[f"unit {3 * SOUTH + 1} {MUDLING}"]
    assert (unit.piece, unit.count) == ("units/mudling", 3)
    x, y, width, height = places.FIGURES[1]
    assert x <= unit.box[0] and unit.box[0] + unit.box[2] <= x + width and unit.box[1] + unit.box[3] <= y + height
    assert found[f"damage {2 * EAST}"].side == "face"
    assert found["tether"].box[0] == pytest.approx(places.POOL[0] + 8 + 2 * 14.3 - 7)
    assert found["undercurrent"].piece == "figures/undercurrent"


def test_the_runner_stands_on_each_area_and_each_wall(table, state):
    seen = []
    for place in range(HOME + 4):
        state.position.runner = place
        runner = pieces(table, state)["runner"]
        board = next(area.board for area in table.areas(state, 0, CARD) if runner in area.pieces)
        seen.append((board, runner.box))
    assert len(set(seen)) == HOME + 4
    banks = [f"banks/{bank}" for bank in ("north", "east", "south", "west") for _ in range(3)]
    assert [board for board, _ in seen] == banks + 4 * ["town/town"]


def test_a_point_of_the_town_turns_with_its_bank():
    assert places.turned(100, 250, SOUTH) == (100, 250)
    assert places.turned(100, 250, EAST) == (250, 165)


def test_actions_are_about_cards_and_places_that_are_on_the_table(table, state):
    hero = state.position.active
    state.position.slots[4 * hero] = 0
    use = table.subject(state, actions.USE)
    assert use.piece.startswith("inn/") and use.places == (f"card {hero} 0",)
    assert table.subject(state, actions.REPAIR + 3).places == ("building 3",)
    assert table.subject(state, actions.ATTACK + actions.STRIDE * 4).places == ("area 4",)
    other = state.position.order[1]
    state.position.slots[4 * other] = 1
    assert table.subject(state, actions.CARD + 1).places == (f"card {other} 1",)
    state.position.place[other] = DEAD
    assert table.subject(state, actions.CARD + 1).places == ()  # their cards are not shown
    found = pieces(table, state)
    for action in (
        actions.USE,
        actions.REPAIR + 3,
        actions.ATTACK + actions.STRIDE * 4,
        actions.BANK + 2,
        *state.legal_actions(),
    ):
        assert {*table.subject(state, action).places} <= {*found}


def test_figures_on_a_wall_and_in_buildings_are_in_the_town(table, state):
    first, second = state.position.order[:2]
    state.position.place[first], state.position.place[second] = WALL + EAST, 0
    found = pieces(table, state)
    for hero in (first, second):
        x, y, width, height = found[f"figure {hero}"].box
        assert x >= 0 and x + width <= places.TOWN and y >= 0 and y + height <= places.TOWN


def test_places_are_those_that_the_boards_show():
    field, town = ((TEMPLATES / f"{name}.svg.j2").read_text("utf-8") for name in ("field", "town"))
    slots = re.search(r"set slots = \[(.*?)\] %}", field)[1]
    assert numbers(slots) == [number for slot in places.SLOTS for number in slot]
    for zone, (tactics, figures) in enumerate(zip(places.TACTICS, places.FIGURES, strict=True), 1):
        line = re.search(rf"^  {zone}: (.*)$", field, re.MULTILINE)[1]
        assert numbers(re.search(r'"tactics": \[(.*?)\]', line)[1]) == [*tactics]
        assert numbers(re.search(r'"figures": \[\[(.*?)\]', line)[1]) == [*figures]
    assert numbers(re.search(r"set pool = (.*?) %}", field)[1]) == [*places.POOL]
    for name, expected in (
        ("hero", places.HERO_PLACES),
        ("reinforced", places.REINFORCED),
        ("damaged", places.DAMAGED),
    ):
        found = re.search(rf"round_place\(\[(.*?)\]\[loop.index0\], ([\d.]+), [\d.]+, \"{name}-", town)
        assert [(x, float(found[2])) for x in numbers(found[1])] == [*expected]


def numbers(text):
    return [float(number) for number in re.findall(r"\d+(?:\.\d+)?", text)]


def test_a_hero_of_the_only_player_has_no_owner_beside_their_name():
    for players, named in ((1, False), (2, True)):
        table = siege(players).tabletop("en")
        titles = [area.title for area in table.areas(begun(table), 0, CARD) if area.role == LineRole.OWN]
        assert titles and all((table.players[0] in title) == named for title in titles), titles


def test_a_hero_who_is_not_in_the_game_is_no_place_and_one_to_be_chosen_is_a_piece(table, state):
    present, absent = state.position.order[0], next(hero for hero in range(6) if hero not in state.position.order)
    assert table.subject(state, actions.HERO + present).places == (f"hero {present}",)
    assert table.subject(state, actions.HERO + absent).places == ()
    state.position.question = (Question.HERO,)
    found = table.subject(state, actions.HERO + absent)
    assert (found.piece, found.places) == (f"heroes/{state.position.tables.heroes[absent].id}", ())
