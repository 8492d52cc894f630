"""What the script answers to questions that seldom come up."""

from random import Random

import pytest

from cardgen.games.stonewater_weir.engine.state import actions
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.questions import Question
from cardgen.games.stonewater_weir.play.scripted import choose_action
from tests.games.stonewater_weir.engine.siege import DOV, ILKA, TAMSIN, position

LOWER, RAISE, TAKE, HERO = actions.LOWER, actions.RAISE, actions.TAKE, actions.HERO


def answered(question, options, **changes):
    """Return all answers to a question, with different luck."""
    table: SiegePosition = position()
    for name, value in changes.items():
        setattr(table, name, value)
    table.question, table.options = question, tuple(options)
    return {choose_action(table, Random(seed)) for seed in range(5)}


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
        ((Question.HITS, TAMSIN, 4), (TAKE, TAKE + 1, TAKE + 2), TAKE + 2),
        ((Question.REINFORCEMENT, TAMSIN, 2), (actions.ACCEPT, actions.DECLINE), max(actions.ACCEPT, actions.DECLINE)),
        ((Question.REROLL, TAMSIN, 0), (actions.ACCEPT, actions.DECLINE), actions.ACCEPT),
        ((Question.REROLL, TAMSIN, 0), (actions.DECLINE,), actions.DECLINE),
        ((Question.EXCHANGE, TAMSIN, ILKA), (actions.GIVE, actions.DONE), actions.DONE),
        ((Question.EXCHANGE, TAMSIN, ILKA), (actions.GIVE + 3, actions.GIVE + 5), actions.GIVE + 3),
        ((Question.TARGET_HERO, TAMSIN), (actions.DECLINE,), actions.DECLINE),
    ],
)
def test_the_script_answers(question, options, answer):
    assert answered(question, options) == {answer}


def test_the_hero_with_the_lowest_morale_is_helped():
    morale = [5] * 6
    morale[DOV] = 3
    assert answered((Question.TARGET_HERO, TAMSIN), (HERO + TAMSIN, HERO + ILKA, HERO + DOV), morale=morale) == {
        HERO + DOV
    }
