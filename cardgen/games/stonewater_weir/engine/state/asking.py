"""Ask players and chance from anywhere in the rules.

A step of the round is an ordinary function that calls `ask` where somebody has a choice, and `roll` or `draw_from` where
chance decides. The answers of the step so far are on its tape. If the tape has run out, `ask` raises `Unanswered`: the
game waits, and shows the table as it is at that moment. When the answer is there, the state goes back to where the step
began, and the step runs again with the longer tape. Outcomes of chance are on the tape too, so a step that runs again
meets the same luck, and what players have seen stays as they saw it. If chance is a player (`chance: explicit`), its
outcomes are asked for like everybody's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from cardgen.games.stonewater_weir.engine.state.actions import ROLL, to_text
from cardgen.games.stonewater_weir.engine.state.places import Cause, Stream
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.questions import Question
from cardgen.plugin.rules.errors import LogError
from cardgen.plugin.rules.state import CHANCE


class Unanswered(BaseException):
    """A choice or an outcome of chance that is not on the tape yet."""


class GameEnded(BaseException):
    """The end of the game, in the middle of a step."""


def end_game(position: SiegePosition, cause: Cause) -> None:
    """End the game at once.

    Raises:
        GameEnded: Always.
    """
    position.cause = cause
    raise GameEnded


def ask(position: SiegePosition, seat: int, question: tuple[int, ...], options: Sequence[int]) -> int:
    """Return which of some actions a player takes.

    Args:
        question: What is asked: a `Question` and its numbers.
        options: Legal actions, at least one; a single one is taken without asking.

    Raises:
        Unanswered: The player has yet to decide.
    """
    at, tape = position.cursor, position.tape
    position.cursor = at + 1
    if at < len(tape):
        if position.checking:
            _check(position, tape[at], options)
        return tape[at]
    if len(options) == 1:
        tape.append(options[0])
        return options[0]
    position.chooser, position.question, position.options = seat, question, tuple(options)
    raise Unanswered


def ask_later(
    position: SiegePosition, seat: int, question: tuple[int, ...], options: Callable[[], Sequence[int]]
) -> int:
    """Do as `ask`, but work out the options only if the answer is not there yet."""
    at, tape = position.cursor, position.tape
    if at < len(tape) and not position.checking:
        position.cursor = at + 1
        return tape[at]
    return ask(position, seat, question, options())


def roll(position: SiegePosition, stream: int, sides: int = 6) -> int:
    """Return the side of a die.

    Args:
        stream: Source of luck (`Stream`).

    Returns:
        1 to `sides`.
    """
    at, tape = position.cursor, position.tape
    position.cursor = at + 1
    if at < len(tape):
        if position.checking:
            _check(position, tape[at], range(ROLL + 1, ROLL + sides + 1))
        return tape[at] - ROLL
    if position.tables.is_explicit:
        _ask_chance(position, stream, [ROLL + side for side in range(1, sides + 1)], (1,) * sides)
    value = _random_below(position, stream, sides) + 1
    tape.append(ROLL + value)
    return value


def draw_from(position: SiegePosition, stream: int, pile: Sequence[int], start: int) -> int:
    """Return one of the cards in a pile at random, without removing it.

    Args:
        stream: Source of luck (`Stream`).
        pile: Numbers of the cards, in ascending order, at least one.
        start: Number of the action of chance that means card 0.
    """
    at, tape = position.cursor, position.tape
    position.cursor = at + 1
    if at < len(tape):
        if position.checking:
            _check(position, tape[at], [start + card for card in pile])
        return tape[at] - start
    if position.tables.is_explicit:
        designs = sorted(set(pile))
        _ask_chance(position, stream, [start + d for d in designs], tuple(pile.count(d) for d in designs))
    card = pile[_random_below(position, stream, len(pile))]
    tape.append(start + card)
    return card


def _check(position: SiegePosition, answer: int, options: Sequence[int]) -> None:
    if answer not in options:
        raise LogError(f"the answer '{to_text(position.tables, answer)}' is not possible here")


def _ask_chance(position: SiegePosition, stream: int, options: Sequence[int], weights: tuple[int, ...]) -> None:
    position.chooser, position.question = CHANCE, (Question.CHANCE, stream)
    position.options, position.weights = tuple(options), weights
    raise Unanswered


def _random_below(position: SiegePosition, stream: int, limit: int) -> int:
    """Return the next random number of a stream, from 0 to `limit - 1`.

    Source:
        Knuth's MMIX linear congruential generator; its upper 31 bits.
    """
    luck = position.luck
    luck[stream] = number = (luck[stream] * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
    return (number >> 33) * limit >> 31


def new_luck(source: Random) -> list[int]:
    """Return random numbers for all streams."""
    return [source.getrandbits(64) for _ in Stream]
