"""Roll a single die for a hero, which lamplight can change."""

from __future__ import annotations

from cardgen.games.stonewater_weir.engine.state.actions import DOWN, KEEP_ROLL, UP
from cardgen.games.stonewater_weir.engine.state.asking import ask, roll
from cardgen.games.stonewater_weir.engine.state.lasting import Modifier, total
from cardgen.games.stonewater_weir.engine.state.places import Stream
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.questions import Question
from cardgen.games.stonewater_weir.engine.state.story import Event, tell
from cardgen.games.stonewater_weir.engine.town.heroes import change_lamplight

DIE = (1, 2, 3, 4, 5, 6)


def has_light(position: SiegePosition, hero: int) -> bool:
    """Return whether a hero can change a roll."""
    return position.lamplight[hero] > 0 and total(position, Modifier.NO_LIGHT) <= 0


def change_roll(position: SiegePosition, hero: int, stream: int, number: int, lowest: int, highest: int) -> int:
    """Ask whether lamplight changes a number that a hero has rolled, one token for each step.

    Args:
        lowest: Lowest number to which it can be changed.

    Returns:
        The number after all changes.
    """
    while has_light(position, hero):
        options = [KEEP_ROLL]
        if number < highest:
            options.append(UP)
        if number > lowest:
            options.append(DOWN)
        answer = ask(position, position.owner[hero], (Question.LIGHT_ROLL, hero, number, stream), options)
        if answer == KEEP_ROLL:
            break
        change_lamplight(position, hero, -1)
        number += 1 if answer == UP else -1
    return number


def roll_yellow(position: SiegePosition, hero: int) -> int:
    """Roll the yellow die for a hero, who may raise it; nothing is gained by lowering it."""
    faces = position.tables.yellow
    number = faces[roll(position, Stream.YELLOW, len(faces)) - 1]
    tell(position, Event.ROLLED, hero, Stream.YELLOW, number)
    return change_roll(position, hero, Stream.YELLOW, number, number, max(faces))


def roll_red(position: SiegePosition, hero: int) -> int:
    """Roll the red die of smuggling for a hero, who may change it."""
    number = roll(position, Stream.SMUGGLE)
    tell(position, Event.ROLLED, hero, Stream.SMUGGLE, number)
    return change_roll(position, hero, Stream.SMUGGLE, number, 1, 6)
