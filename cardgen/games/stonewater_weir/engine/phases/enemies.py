"""Run the enemies phase.

Source:
    Rules model, section 4, "ENEMIES", "Cursed ground card"; S13, C1, C5.
"""

from __future__ import annotations

from cardgen.games.stonewater_weir.engine.combat.enemy_attack import attack_from
from cardgen.games.stonewater_weir.engine.combat.march import march_all
from cardgen.games.stonewater_weir.engine.field.figures import has_enemies
from cardgen.games.stonewater_weir.engine.field.order import ask_order
from cardgen.games.stonewater_weir.engine.field.runner import kill_runner, stops_runner
from cardgen.games.stonewater_weir.engine.phases.phase import SiegePhase
from cardgen.games.stonewater_weir.engine.state.actions import STRIDE, TRIGGER
from cardgen.games.stonewater_weir.engine.state.asking import ask
from cardgen.games.stonewater_weir.engine.state.places import AREAS, AROUND
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.questions import FieldOrder, Question
from cardgen.games.stonewater_weir.engine.state.story import Event, tell
from cardgen.games.stonewater_weir.engine.town.decks import discard_resource
from cardgen.games.stonewater_weir.engine.town.heroes import leader


def begin_enemies(position: SiegePosition) -> None:
    """Discard tactics cards of empty zones, then check the Runner's zone."""
    position.halted = position.attacked = 0
    position.phase = SiegePhase.TACTICS
    if position.tactics:
        _discard_wasted(position)
        position.due = position.tactics
    if position.tables.settings.runner_check == "before":
        check_runner(position)


def _discard_wasted(position: SiegePosition) -> None:
    staying = []
    for area, card, phases in position.tactics:
        if position.tables.cards[card].phases > 1 or has_enemies(position, area):
            staying.append((area, card, phases))
        else:
            discard_resource(position, card)
            tell(position, Event.TACTICS_WASTED, card, area)
    position.tactics = tuple(staying)


def check_runner(position: SiegePosition) -> None:
    """Kill the Runner if a unit is in their zone; the units there do nothing more in this round.

    Raises:
        GameEnded: It is the second Runner.
    """
    area = position.runner
    if 0 <= area < AREAS and stops_runner(position, area):
        position.halted |= 1 << area
        kill_runner(position)


def tactics(position: SiegePosition) -> None:
    """Trigger one tactics card; the players choose which."""
    if not position.due:
        position.phase = SiegePhase.ATTACK
        if position.tables.settings.runner_check == "after":
            check_runner(position)
        return
    options = sorted({TRIGGER + STRIDE * area + card for area, card, _ in position.due})
    answer = ask(position, leader(position), (Question.TACTICS,), options)
    trigger(position, *divmod(answer - TRIGGER, STRIDE))


def trigger(position: SiegePosition, area: int, card: int) -> None:
    """Let a tactics card act that is due, and discard it when its time is over.

    Of two cards of one design on the area, the one acts that has been there longer.
    """
    rules = position.tables.cards[card]
    _, _, phases = found = max(one for one in position.due if one[0] == area and one[1] == card)
    position.due = _without(position.due, found)
    tell(position, Event.TACTICS_TRIGGERED, card, area)
    if rules.trigger is not None:
        rules.trigger(position, area)
    at = position.tactics.index(found)
    stays = ((area, card, phases + 1),) if phases + 1 < rules.phases else ()
    position.tactics = (*position.tactics[:at], *stays, *position.tactics[at + 1 :])
    if not stays:
        discard_resource(position, card)


def _without(cards: tuple[tuple[int, int, int], ...], card: tuple[int, int, int]) -> tuple[tuple[int, int, int], ...]:
    at = cards.index(card)
    return (*cards[:at], *cards[at + 1 :])


def attack(position: SiegePosition) -> None:
    """Let the enemies attack and then march, field by field clockwise from one that players choose; Z1 attacks first.

    Raises:
        GameEnded: A Mudling or the Undercurrent enters the town, or what the attacks do ends the game.
    """
    position.phase = SiegePhase.ROUND_END
    banks = [bank for bank in AROUND if any(has_enemies(position, 3 * bank + zone) for zone in range(3))]
    if banks:
        order = ask_order(position, FieldOrder.ENEMIES, banks)
        for bank in order:
            for zone in range(3):
                attack_from(position, 3 * bank + zone)
        march_all(position, order)
