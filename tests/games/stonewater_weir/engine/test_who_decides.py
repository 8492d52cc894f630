"""Who is asked: the player of a hero decides for that hero, and the player with the first-hero token for all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cardgen.games.stonewater_weir.engine.combat.dice import ZoneRoll, _roll_misses_again, roll_attack
from cardgen.games.stonewater_weir.engine.combat.enemy_attack import _absorbs, assign_hits
from cardgen.games.stonewater_weir.engine.effects.choosing import choose_hero
from cardgen.games.stonewater_weir.engine.field.order import ask_order
from cardgen.games.stonewater_weir.engine.field.runner import move_runner
from cardgen.games.stonewater_weir.engine.phases.enemies import tactics
from cardgen.games.stonewater_weir.engine.phases.round_start import resurrection
from cardgen.games.stonewater_weir.engine.phases.turns import turn
from cardgen.games.stonewater_weir.engine.state.abilities import HEAL2, SCRY, SEASON_CARD
from cardgen.games.stonewater_weir.engine.state.asking import Unanswered
from cardgen.games.stonewater_weir.engine.state.places import DEAD, GRANARY, LEAVING, RUNNER_DUE, Stream
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.questions import FieldOrder, Question
from cardgen.games.stonewater_weir.engine.town.rolls import change_roll
from cardgen.games.stonewater_weir.engine.town.slots import set_stored
from cardgen.games.stonewater_weir.engine.turn.attacks import attack_at_once, attack_with
from cardgen.games.stonewater_weir.engine.turn.cards import receive_card, use_stored
from cardgen.games.stonewater_weir.engine.turn.exchange import exchange_cards
from cardgen.games.stonewater_weir.engine.turn.free_abilities import use_ability
from cardgen.games.stonewater_weir.engine.turn.learning import learn
from tests.games.stonewater_weir.engine.siege import BETTANY, DOV, ILKA, TAMSIN, area, position, put, rolls, tables

NORTH_1, NORTH_2 = area("north 1"), area("north 2")


def game() -> SiegePosition:
    """A game of two players: Tamsin and Ilka are of the first, Dov and Bettany of the second."""
    table = position("active: bettany\nactions: 0 0 3", tables(2))
    for place in ("north 1", "north 2", "north 3", "east 1", "east 2"):
        put(table, place, mudling=2)
    table.lamplight[BETTANY], table.food[BETTANY], table.gold[BETTANY] = 3, 6, 4
    table.morale[ILKA] = table.morale[DOV] = 2
    table.abilities[BETTANY] |= SEASON_CARD | SCRY | HEAL2
    set_stored(table, BETTANY, [design("alder-bow"), design("sluice-crossbow")])
    return table


def design(name: str) -> int:
    return [card.id for card in tables(2).cards].index(name)


def asked(table: SiegePosition, act: Callable[..., Any], *arguments: Any, answers: list[int]) -> tuple[Question, int]:
    """What is asked first, and of which player."""
    table.tape, table.cursor, table.checking = [*answers], 0, True
    with pytest.raises(Unanswered):
        act(table, *arguments)
    return Question(table.question[0]), table.chooser


def reinforced(table: SiegePosition, hero: int) -> None:
    table.place[hero], table.reinforced[GRANARY] = GRANARY, 1
    _absorbs(table, hero)


def crowded(table: SiegePosition, hero: int) -> None:
    """Draw weapons until there is no room for one."""
    for _ in range(5):
        receive_card(table, hero, design("sluice-crossbow"))


def laid(table: SiegePosition, hero: int) -> None:
    table.slots[4 * hero] = design("nail-barrels")
    use_stored(table, hero, design("nail-barrels"))


OF_A_HERO: dict[Question, list[tuple[Callable[..., Any], tuple[Any, ...], list[int]]]] = {
    Question.REROLL: [(_roll_misses_again, ((0,), [[1]], 3), [])],
    Question.LIGHT_ATTACK: [(roll_attack, ([ZoneRoll(NORTH_1, 1, 1)], 4), rolls(3))],
    Question.LIGHT_ROLL: [(change_roll, (Stream.YELLOW, 2, 1, 3), [])],
    Question.REINFORCEMENT: [(reinforced, (), [])],
    Question.KEEP_CARD: [(crowded, (), [])],
    Question.PLACE_TACTICS: [(laid, (), [])],
    Question.LEARN: [(learn, (), [])],
    Question.EXCHANGE: [(lambda table, hero: exchange_cards(table, hero, TAMSIN), (), [])],
    Question.DECK: [(use_ability, (SEASON_CARD,), []), (use_ability, (SCRY,), [])],
    Question.TARGET_HERO: [(use_ability, (HEAL2,), [])],
    Question.EFFECT: [(choose_hero, ((TAMSIN, ILKA),), [])],
    Question.ACTION: [(lambda table, _: turn(table), (), [])],
    Question.WEAPONS: [
        (lambda table, hero: attack_with(table, hero, NORTH_2, design("quarry-sling"), stored=False), (), [])
    ],
    Question.TARGET: [(lambda table, hero: attack_at_once(table, hero, design("alder-bow"), stored=True), (), [])],
}


@pytest.mark.parametrize("question", OF_A_HERO, ids=lambda question: question.name.lower())
def test_the_player_of_a_hero_decides_for_the_hero(question: Question) -> None:
    for act, arguments, answers in OF_A_HERO[question]:
        assert asked(game(), act, BETTANY, *arguments, answers=answers) == (question, 1)


def entering(table: SiegePosition) -> None:
    table.runner, table.runner_leg = RUNNER_DUE, LEAVING
    table.units = [0] * len(table.units)
    move_runner(table)


def dying(table: SiegePosition) -> None:
    table.place[TAMSIN], table.morale[TAMSIN] = DEAD, 0
    resurrection(table)


def due(table: SiegePosition) -> None:
    table.tactics = table.due = ((NORTH_1, design("nail-barrels"), 0), (NORTH_2, design("nail-barrels"), 0))
    tactics(table)


OF_ALL: dict[Question, tuple[Callable[..., Any], tuple[Any, ...]]] = {
    Question.FIRST_FIELD: (ask_order, (FieldOrder.SPAWNING,)),
    Question.RUNNER_FIELD: (entering, ()),
    Question.HITS: (assign_hits, (2, [TAMSIN, ILKA])),
    Question.TACTICS: (due, ()),
    Question.RESURRECT: (dying, ()),
    Question.EFFECT: (choose_hero, (-1, (TAMSIN, ILKA))),
}


@pytest.mark.parametrize("question", OF_ALL, ids=lambda question: question.name.lower())
@pytest.mark.parametrize(("first", "player"), [(ILKA, 0), (DOV, 1)])
def test_the_player_with_the_first_hero_decides_for_all(question: Question, first: int, player: int) -> None:
    act, arguments = OF_ALL[question]
    table = game()
    table.first = first
    assert asked(table, act, *arguments, answers=[]) == (question, player)


def test_each_question_is_asked_of_somebody_here() -> None:
    """Heroes are chosen by their players in turn, and outcomes of chance are nobody's."""
    assert {*OF_A_HERO, *OF_ALL} == {*Question} - {Question.CHANCE, Question.HERO}
