"""Run the attacks of the enemies: which figures they hit, and how players split the hits.

Source:
    Rules model, section 2, table of roles; section 4, "Buildings", "Assault in Z1"; S04, S05, C4.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.games.stonewater_weir.engine.field.runner import kill_runner
from cardgen.games.stonewater_weir.engine.state.abilities import ignored_hits
from cardgen.games.stonewater_weir.engine.state.actions import ACCEPT, DECLINE, TAKE
from cardgen.games.stonewater_weir.engine.state.asking import ask
from cardgen.games.stonewater_weir.engine.state.lasting import Modifier, total
from cardgen.games.stonewater_weir.engine.state.places import (
    ASSAULT,
    ATTACKS,
    HEAVY,
    HOME,
    LONG_ARM,
    MATRON,
    MUDLING,
    REAVER,
    SPITTOAD,
    SUPPORT,
    UNIT_COUNT,
    WALL,
    WRECKBACK,
    Z1,
    bank_of_place,
)
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.questions import Question
from cardgen.games.stonewater_weir.engine.state.story import Event, tell
from cardgen.games.stonewater_weir.engine.town.buildings import hit_building, remove_reinforcement
from cardgen.games.stonewater_weir.engine.town.heroes import change_morale, leader
from cardgen.games.stonewater_weir.engine.town.slots import stored_cards

RUNNER = -1
"""Stands for the Runner among heroes."""


def attack_from(position: SiegePosition, area: int) -> None:
    """Let the units of an area attack that do so from there."""
    if position.halted >> area & 1:
        return
    bank, zone = divmod(area, 3)
    units = position.units[UNIT_COUNT * area : UNIT_COUNT * (area + 1)]
    if zone == Z1 and units[MUDLING] + units[REAVER]:
        _attack_wall(position, area, units)
    if zone == 1 and units[SPITTOAD] + units[MATRON]:
        hits = _hits(position, area, units, SPITTOAD, MATRON)
        figures = figures_on_bank(position, bank)
        if hits and figures:
            tell(position, Event.ENEMY_ATTACK, area, SUPPORT, hits)
            assign_hits(position, hits, figures)
    if zone == position.tables.settings.heavy_zone - 1 and units[WRECKBACK]:
        hits = _hits(position, area, units, WRECKBACK, WRECKBACK)
        if hits:
            tell(position, Event.ENEMY_ATTACK, area, HEAVY, hits)
        for _ in range(hits):  # one after the other: what the first one does is done when the next one attacks
            _attack_bank(position, bank)


def _attack_wall(position: SiegePosition, area: int, units: Sequence[int]) -> None:
    """Let Mudlings attack the heroes on the wall; if there are none, they enter when they march."""
    bank = area // 3
    heroes = [hero for hero in position.order if position.place[hero] == WALL + bank]
    if not heroes:
        return
    position.attacked |= 1 << area
    hits = _hits(position, area, units, MUDLING, REAVER)
    if hits:
        tell(position, Event.ENEMY_ATTACK, area, ASSAULT, hits)
        assign_hits(position, hits, [*heroes, RUNNER] if position.runner == HOME + bank else heroes)


def _hits(position: SiegePosition, area: int, units: Sequence[int], common: int, rare: int) -> int:
    """Return the hits of the units of a role in an area."""
    hits = units[common] * ATTACKS[common]
    if rare != common:
        hits += units[rare] * ATTACKS[rare]
    if position.lasting:
        bank, zone = divmod(area, 3)
        if total(position, Modifier.NO_ATTACK, zone=zone, bank=bank) > 0:
            return 0
    return hits


def figures_on_bank(position: SiegePosition, bank: int) -> list[int]:
    """Return the heroes on a wall and in the two buildings behind it, and RUNNER if they are on that wall."""
    figures = [hero for hero in position.order if bank_of_place(position.place[hero]) == bank]
    return [*figures, RUNNER] if position.runner == HOME + bank else figures


def endurance(position: SiegePosition, figure: int) -> int:
    """Return how many hits a figure can take before further ones are lost.

    Args:
        figure: Hero, or RUNNER.
    """
    if figure == RUNNER:
        return 1
    return position.morale[figure] + hits_to_ignore(position, figure)


def hits_to_ignore(position: SiegePosition, hero: int) -> int:
    """Return how many hits a hero can still ignore in this round, by abilities, stored cards and lasting effects."""
    cards, total_hits = position.tables.cards, ignored_hits(position.abilities[hero])
    for card in stored_cards(position, hero):
        total_hits += cards[card].ward
    if position.lasting:
        total_hits += total(position, Modifier.WARD, hero)
    return max(total_hits - position.ignored[hero], 0)


def assign_hits(position: SiegePosition, hits: int, figures: Sequence[int]) -> None:
    """Ask how hits are split among figures, and give them their hits.

    A figure takes no more hits than kill it; hits that exceed what all can take are lost.

    Args:
        figures: Heroes, and RUNNER.
    """
    limits = [endurance(position, figure) for figure in figures]
    left = min(hits, sum(limits))
    shares = []
    for index, figure in enumerate(figures):
        least = max(0, left - sum(limits[index + 1 :]))
        most = min(limits[index], left)
        options = [TAKE + share for share in range(least, most + 1)]
        share = ask(position, leader(position), (Question.HITS, figure, left), options) - TAKE
        shares.append(share)
        left -= share
    for figure, share in zip(figures, shares, strict=True):
        if share:
            take_hits(position, figure, share)


def take_hits(position: SiegePosition, figure: int, hits: int) -> None:
    """Give hits to a figure.

    Args:
        figure: Hero, or RUNNER.
        hits: Number of hits, at least 1.
    """
    if figure == RUNNER:
        tell(position, Event.HIT, RUNNER, hits)
        kill_runner(position)
        return
    ignored = min(hits, hits_to_ignore(position, figure))
    if ignored:
        position.ignored[figure] += ignored
        tell(position, Event.IGNORED, figure, ignored)
        if position.telling and position.ignored[figure] > ignored_hits(position.abilities[figure]):
            _tell_wards(position, figure)
    taken = hits - ignored
    if taken > 0:
        tell(position, Event.HIT, figure, taken)
        change_morale(position, figure, -taken)


def _tell_wards(position: SiegePosition, hero: int) -> None:
    """Record that stored cards which ignore hits were of use."""
    for card in stored_cards(position, hero):
        if position.tables.cards[card].ward:
            tell(position, Event.CARD_USED, hero, card)


def _attack_bank(position: SiegePosition, bank: int) -> None:
    """Let a Wreckback hit every hero of a bank, the one on the Long Arm, and every unprotected building of the bank.

    All of it happens at once: a hero who dies of the hit has protected their building from it, and what the death of the
    Runner costs comes after the hits.
    """
    figures = figures_on_bank(position, bank)
    buildings = (2 * bank, 2 * bank + 1)
    protected = {place for hero in position.order if (place := position.place[hero]) in buildings}
    if position.tables.settings.arm_keeper:
        figures = [*(hero for hero in position.order if position.place[hero] == LONG_ARM), *figures]
    for figure in [figure for figure in figures if not _absorbs(position, figure)]:
        take_hits(position, figure, 1)
    for building in buildings:
        if building not in protected:
            hit_building(position, building)


def _absorbs(position: SiegePosition, figure: int) -> bool:
    """Ask whether a reinforcement takes the hit for the hero in a building, and remove it if so."""
    building = position.place[figure] if figure != RUNNER else LONG_ARM
    if not (0 <= building < WALL and position.reinforced[building]):
        return False
    question = (Question.REINFORCEMENT, figure, building)
    if ask(position, position.owner[figure], question, [ACCEPT, DECLINE]) == DECLINE:
        return False
    remove_reinforcement(position, building)
    return True
