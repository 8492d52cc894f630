"""Check the lines of a position, which people may have written, so that a game can continue from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.games.attack_the_tower.engine import decisions
from cardgen.games.attack_the_tower.engine.battle import pools
from cardgen.games.attack_the_tower.engine.decisions import search
from cardgen.games.attack_the_tower.engine.decisions.piles import LOOKS, SETTLE
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.battlefield import special_troops
from cardgen.games.attack_the_tower.engine.state.phase import NAMES, Phase
from cardgen.games.attack_the_tower.engine.state.position import EFFECT, Position
from cardgen.games.attack_the_tower.engine.state.sights import BOTH, BOTTOM, TOP, seen_at
from cardgen.games.attack_the_tower.engine.state.stats import NOW
from cardgen.games.attack_the_tower.engine.state.units import PALACES, TERRITORIES, bases_of, bits
from cardgen.games.attack_the_tower.engine.state.zones import (
    ABILITY_DISCARD,
    ABILITY_DRAW,
    BASE_CARD,
    BASE_DISCARD,
    BASE_DRAW,
    COMMON_CARD,
    PALACE_ZONE,
    PLAYED,
    SPECIAL_CARD,
    TROOP_CARD,
)
from cardgen.plugin.rules.programs import FIRST_REGISTER, NEXT_STEP, OWNER, PROGRAM
from cardgen.plugin.rules.state import CHANCE

Violation = tuple[str, str]
"""Key of a line, and what was expected of it."""

IN_BATTLE = range(Phase.WINDOW, Phase.TURN_END)
IN_STEP = (Phase.HIT, Phase.STEP_END)
_OF_CHANCE = (decisions.UNITS, decisions.CARDS, decisions.DEAL, decisions.LOTS, SETTLE)
_LOTS = {actions.OPTION: actions.HEADS - actions.OPTION, actions.HEADS: 2, actions.ROLL: actions.MOST_SIDES}
"""Highest number of alternatives, by the action of the first of them."""
ABILITIES = (TROOP_CARD, COMMON_CARD, SPECIAL_CARD)
KINDS = {
    PALACE_ZONE: ((SPECIAL_CARD,), "special troops"),
    ABILITY_DRAW: (ABILITIES, "abilities"),
    ABILITY_DISCARD: (ABILITIES, "abilities"),
    BASE_DRAW: ((BASE_CARD,), "bases"),
    BASE_DISCARD: ((BASE_CARD,), "bases"),
    PLAYED: (ABILITIES, "abilities"),
}
"""Kinds of cards that each zone may hold, and their name; zones that are not listed may hold any card."""


def expected_phases() -> str:
    """Return the phases, and the lines that a position within a battle needs, as an expectation."""
    ordinary = [name for number, name in enumerate(NAMES) if number not in IN_BATTLE]
    battle = [name for number, name in enumerate(NAMES) if number in IN_BATTLE and number not in IN_STEP]
    step = [NAMES[number] for number in IN_STEP]
    return (
        f"one of: {', '.join(ordinary)}; with the lines group, site and stage also {', '.join(battle)}; "
        f"with these and fight {' and '.join(step)}"
    )


def find_violations(position: Position) -> Iterator[Violation]:
    """Yield the lines that break an invariant; those after the first one may be consequences of it."""
    yield from _players(position)
    yield from _numbers(position)
    yield from _battle(position)
    yield from _damage(position)
    yield from _seen(position)
    yield from _effects(position)
    if position.decision is not None and not _is_decision(position, position.decision):
        yield "ask", "nothing, or the value that a position of the game has at such a moment"


def expected_kind(position: Position, zone: int, design: int) -> str:
    """Return what cards a zone may hold if it cannot hold a card; an empty text if it can."""
    kinds, expected = KINDS.get(zone & ~1, ((), ""))
    return "" if not kinds or position.match.kind[design] in kinds else expected


def _players(position: Position) -> Iterator[Violation]:
    if position.active not in (0, 1):
        yield "active", "player 1 or player 2"
    if position.player not in (0, 1) and position.phase not in (Phase.FIRST_PLAYER, Phase.OVER):
        yield "player", "player 1 or player 2"


def _numbers(position: Position) -> Iterator[Violation]:
    if Phase.SETUP_BUILD < position.phase < Phase.OVER and position.turn < 1:
        yield "turn", f"a number from 1 to {position.match.config.max_turns + 1}"
    if position.arrived_this_turn < 0 or position.arrived_this_turn & ~(
        special_troops(position, 0) | special_troops(position, 1)
    ):
        yield "fresh", "0, or bits of special troops in a palace"
    if position.fighters < -1 or (position.fighters >= 0 and position.group < 0):
        yield "fighters", "bits of units in a battle, or no such line"
    if min(position.losses) < 0:
        yield "lost", "numbers of 0 or more"


def _battle(position: Position) -> Iterator[Violation]:
    phase, parts = position.phase, ("group", "site", "stage")
    if phase in IN_BATTLE and any(getattr(position, name) < 0 for name in parts):
        yield (
            "phase",
            "also the lines group (number of the attacking territory less 1, or 3 for the palace), site (number of the "
            "attacked territory less 1) and stage (0, or 1 before the palace)",
        )
    for name in parts:
        if phase not in IN_BATTLE and phase != Phase.OVER and getattr(position, name) >= 0:
            yield name, "-1, or a phase of a battle in the line phase"
    fight = position.combat_step
    if fight is not None and (len(fight) != pools.LENGTH or min(fight) < 0 or fight[0] > 1 or fight[1] > 2):
        yield "fight", "nothing, or the value that a position of the game has at such a moment"
    if phase in IN_STEP and fight is None:
        yield "phase", "also the line fight, as a position of the game has it at such a moment"


def _damage(position: Position) -> Iterator[Violation]:
    units = _units(position)
    for unit, points in (position.damage or {}).items():
        if unit < 0 or not units >> unit & 1 or points < 1:
            yield "damage", "pairs of the number of a unit on the table and its damage (1 or more)"


def _seen(position: Position) -> Iterator[Violation]:
    for key, zone in (("ability seen", ABILITY_DRAW), ("base seen", BASE_DRAW)):
        for player in (0, 1):
            top, bottom = (seen_at(position, zone + player, end) for end in (TOP, BOTTOM))
            too_many = len(top) + len(bottom) > len(position.zones[zone + player])
            if too_many or not all(1 <= viewers <= BOTH for viewers in (*top, *bottom)):
                yield f"player {player + 1} {key}", "1, 2 or 3 for each seen card, at most as many as the pile has"


def _units(position: Position) -> int:
    """Return the set of all units on the table."""
    specials = special_troops(position, 0) | special_troops(position, 1)
    return position.troops | bases_of(position.built) | TERRITORIES | PALACES | specials


def _effects(position: Position) -> Iterator[Violation]:
    match = position.match
    written = "as a position of the game has them while such an effect works"
    for modifier in position.modifiers:
        if not _is_frame(modifier, len(match.lasting)) or not _works(position, modifier):
            yield "mods", f"groups of effect, value, owner and registers, {written}"
    for delay in position.delays:
        if not _is_frame(delay, len(match.programs)) or len(delay) != FIRST_REGISTER + match.registers[delay[PROGRAM]]:
            yield "delays", f"groups of program, moment, owner and registers, {written}"
    for frame in position.stack:
        right = _is_frame(frame, len(match.programs)) and len(frame) == FIRST_REGISTER + match.registers[frame[PROGRAM]]
        if not right or not 0 <= frame[NEXT_STEP] <= len(match.programs[frame[PROGRAM]]):
            yield "stack", f"groups of program, next step, owner and registers, {written}"


def _is_frame(values: Sequence[int], programs: int) -> bool:
    return len(values) >= 3 and 0 <= values[0] < programs and values[2] in (0, 1)


def _works(position: Position, modifier: Sequence[int]) -> bool:
    """Return whether a lasting effect has all registers that it reads."""
    effect = position.match.lasting[modifier[EFFECT]]
    if modifier[EFFECT] == position.match.arrival:
        return len(modifier) == FIRST_REGISTER + 1 and modifier[FIRST_REGISTER] in (
            1 << unit for unit in bits(special_troops(position, modifier[OWNER]))
        )
    if effect.program >= 0:
        return len(modifier) == 3 + position.match.registers[effect.program]
    try:
        for part in (effect.targets, effect.sources, effect.holds):
            if part is not None:
                part(position, modifier, NOW)
    except IndexError:
        return False
    return True


def _is_decision(position: Position, decision: tuple[int, ...]) -> bool:
    """Return whether somebody can have this decision to make."""
    if not decision or decision[0] not in range(len(decisions.LENGTHS)):
        return False
    if len(decision) != decisions.LENGTHS[decision[0]] or decision[1] not in (0, 1, CHANCE):
        return False
    if decision[1] == CHANCE and decision[0] not in _OF_CHANCE:
        return False
    if decision[0] == decisions.LOTS:
        return _is_register(position, decision[4]) and 0 < decision[3] <= _LOTS.get(decision[2], 0)
    if decision[0] in (decisions.UNITS, decisions.RECRUITS, decisions.BUDGET):
        return _is_decision_on_units(position, decision)
    return decision[0] == decisions.UPKEEP or _is_decision_on_cards(position, decision)


def _is_decision_on_units(position: Position, decision: tuple[int, ...]) -> bool:
    """Return whether the units and the register of a decision exist."""
    if decision[2] < 0 or decision[2] & ~_units(position):
        return False
    return decision[0] == decisions.RECRUITS or _is_register(position, decision[3])


def _is_register(position: Position, number: int) -> bool:
    """Return whether the running program has a register."""
    return bool(position.stack) and FIRST_REGISTER <= number < len(position.stack[-1])


def _is_decision_on_cards(position: Position, decision: tuple[int, ...]) -> bool:
    """Return whether the zones, cards and piles of a decision exist."""
    kind, place, more = decision[0], decision[2], decision[3]
    if kind in (LOOKS, SETTLE):
        return place & ~1 in search.PILES and min(decision[3:]) >= 0 and decision[3] <= len(position.zones[place])
    if kind == decisions.DRAWS:
        return more in (decisions.ANY_PILE, decisions.ABILITY_PILE, decisions.BASE_PILE)
    if not 0 <= place < (2 if kind == decisions.CARDS else len(position.zones)):
        return False
    if kind == search.PLACE:
        return more in position.zones[place]
    if kind == decisions.DEAL:
        return bool(position.zones[place]) and more in (0, 1)
    return 0 <= more < len(position.match.card_sets)
