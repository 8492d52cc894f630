"""Roll the red dice of an attack, roll again, and change single dice by lamplight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cardgen.games.stonewater_weir.engine.state.actions import ACCEPT, DECLINE, KEEP_ROLL, LOWER, RAISE
from cardgen.games.stonewater_weir.engine.state.asking import ask, roll
from cardgen.games.stonewater_weir.engine.state.places import Stream
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.questions import Question
from cardgen.games.stonewater_weir.engine.state.story import Event, tell
from cardgen.games.stonewater_weir.engine.town.heroes import change_lamplight
from cardgen.games.stonewater_weir.engine.town.rolls import has_light

HIGHEST_NUMBER = 6


class ZoneRoll(NamedTuple):
    """The dice that are rolled for a zone.

    Attributes:
        useful: Number of hits that the zone can take, one for the Runner included if they are in danger.
    """

    area: int
    dice: int
    useful: int


def roll_attack(
    position: SiegePosition,
    hero: int,
    zones: Sequence[ZoneRoll],
    target: int,
    *,
    rerolls: int = 0,
    endangers_runner: bool = False,
) -> list[int]:
    """Roll the dice of an attack, and return the number of hits in each zone.

    A player is asked about lamplight only if a token more or fewer could matter: dice are raised to the number that hits,
    and not beyond the hits that the zone can take. Where a hit that is left would kill the Runner, dice that hit are
    lowered below that number.

    Args:
        rerolls: How often the player may roll all dice that have missed once more.
        endangers_runner: Whether a hit that is left kills the Runner: that of a Flood Charge.
    """
    areas = [zone.area for zone in zones]
    rolled = [_roll_dice(position, hero, zone.dice) for zone in zones]
    for _ in range(rerolls):
        _roll_misses_again(position, hero, areas, rolled, target)
    hits = [sum(number >= target for number in numbers) for numbers in rolled]
    while target <= HIGHEST_NUMBER and has_light(position, hero):
        tokens = position.lamplight[hero]
        options = [
            start + 8 * (area % 3) + number
            for (area, _, useful), numbers, count in zip(zones, rolled, hits, strict=True)
            for start, steps in _light_uses(
                numbers, target, count, useful, spares_runner=endangers_runner and position.runner == area
            )
            for number, cost in steps
            if cost <= tokens
        ]
        if not options:
            break
        answer = ask(position, position.owner[hero], (Question.LIGHT_ATTACK, hero, areas[0]), [KEEP_ROLL, *options])
        if answer == KEEP_ROLL:
            break
        start, new = (LOWER, target - 1) if answer >= LOWER else (RAISE, target)
        zone, number = divmod(answer - start, 8)
        index = next(index for index, area in enumerate(areas) if area % 3 == zone)
        rolled[index][rolled[index].index(number)] = new
        hits[index] += 1 if new > number else -1
        change_lamplight(position, hero, -abs(new - number))
    return hits


def _light_uses(
    numbers: Sequence[int], target: int, hits: int, useful: int, *, spares_runner: bool
) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Yield what lamplight can do to the dice of a zone: the action, and each number with the tokens that it takes."""
    different = sorted(set(numbers))
    if hits < useful:
        yield RAISE, [(number, target - number) for number in different if number < target]
    elif spares_runner:
        yield LOWER, [(number, number - target + 1) for number in different if number >= target]


def _roll_dice(position: SiegePosition, hero: int, count: int) -> list[int]:
    numbers = [roll(position, Stream.RED) for _ in range(count)]
    if position.telling:
        for number in numbers:
            tell(position, Event.ROLLED, hero, Stream.RED, number)
    return numbers


def _roll_misses_again(
    position: SiegePosition, hero: int, areas: Sequence[int], rolled: list[list[int]], target: int
) -> None:
    """Let the player roll all dice once more that have missed."""
    if all(number >= target for numbers in rolled for number in numbers):
        return
    answer = ask(position, position.owner[hero], (Question.REROLL, hero, areas[0]), [ACCEPT, DECLINE])
    if answer == DECLINE:
        return
    for numbers in rolled:
        for index, number in enumerate(numbers):
            if number < target:
                numbers[index] = _roll_dice(position, hero, 1)[0]
