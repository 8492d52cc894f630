"""What the lines of a position must be for a game to go on from it: people write positions, too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.games.attack_the_tower.engine import decisions
from cardgen.games.attack_the_tower.engine.battle.combat import OPEN
from cardgen.games.attack_the_tower.engine.state.phase import NAMES, Phase
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.stats import NOW
from cardgen.games.attack_the_tower.engine.state.units import PALACES, TERRITORIES, bases_of
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
from cardgen.plugin.rules.state import CHANCE

Wrong = tuple[str, str]
"""What stands before the colon of a line, and what would be right."""

IN_BATTLE = range(Phase.WINDOW, Phase.TURN_END)
IN_STEP = (Phase.HIT, Phase.STEP_END)
FIGHT = OPEN + 1  # numbers of a step of combat
MANY = 1000
ABILITIES = (TROOP_CARD, COMMON_CARD, SPECIAL_CARD)
KINDS = {
    PALACE_ZONE: ((SPECIAL_CARD,), "special troops"),
    ABILITY_DRAW: (ABILITIES, "abilities"),
    ABILITY_DISCARD: (ABILITIES, "abilities"),
    BASE_DRAW: ((BASE_CARD,), "bases"),
    BASE_DISCARD: ((BASE_CARD,), "bases"),
    PLAYED: (ABILITIES, "abilities"),
}
"""What may lie in each zone, where it is not everything."""


def phases_expected() -> str:
    """The phases, and what else a position within a battle must say."""
    ordinary = [name for number, name in enumerate(NAMES) if number not in IN_BATTLE]
    battle = [name for number, name in enumerate(NAMES) if number in IN_BATTLE and number not in IN_STEP]
    step = [NAMES[number] for number in IN_STEP]
    return (
        f"one of: {', '.join(ordinary)}; with the lines group, site and stage also {', '.join(battle)}; "
        f"with these and fight {' and '.join(step)}"
    )


def wrong_lines(position: Position) -> Iterator[Wrong]:
    """The lines that cannot be so; those after the first one may be sound."""
    yield from _players(position)
    yield from _numbers(position)
    yield from _battle(position)
    yield from _damage(position)
    yield from _effects(position)
    if position.ask is not None and not _is_question(position, position.ask):
        yield "ask", "nothing, or what stands there in a position that was written in such a moment"


def kind_expected(position: Position, zone: int, design: int) -> str:
    """What cards a zone of a player must hold, if it cannot hold one of this design; else nothing."""
    kinds, expected = KINDS.get(zone & ~1, ((), ""))
    return "" if not kinds or position.match.kind[design] in kinds else expected


def _players(position: Position) -> Iterator[Wrong]:
    if position.active not in (0, 1):
        yield "active", "player 1 or player 2"
    if position.player not in (0, 1) and position.phase not in (Phase.FIRST_PLAYER, Phase.OVER):
        yield "player", "player 1 or player 2"


def _numbers(position: Position) -> Iterator[Wrong]:
    config = position.match.config
    limits = {
        "turn": (int(Phase.SETUP_BUILD < position.phase < Phase.OVER), config.max_turns + 1),
        "left": (0, MANY),
        "burns": (0, MANY),
        "passes": (0, 1),
        "group": (-1, 3),
        "site": (-1, 2),
        "stage": (-1, 1),
        "attacks": (0, config.max_attacks),
        "plays": (0, config.max_abilities),
        "futile": (0, (1 << 12) - 1),
        "rng": (0, (1 << 64) - 1),
    }
    for name, (low, high) in limits.items():
        if not low <= getattr(position, name) <= high:
            yield name, f"a number from {low} to {high}"
    if position.fresh < 0 or position.fresh & ~(position.specials(0) | position.specials(1)):
        yield "fresh", "0, or the bits of special troops in a palace"
    if min(position.lost) < 0:
        yield "lost", "numbers from 0 on"


def _battle(position: Position) -> Iterator[Wrong]:
    phase, parts = position.phase, ("group", "site", "stage")
    if phase in IN_BATTLE and any(getattr(position, name) < 0 for name in parts):
        yield (
            "phase",
            "with it the lines group (the territory that attacks less 1, or 3 for the palace), site (the territory "
            "that is attacked less 1) and stage (0, or 1 before the palace)",
        )
    for name in parts:
        if phase not in IN_BATTLE and phase != Phase.OVER and getattr(position, name) >= 0:
            yield name, "-1, or the phase of a battle"
    fight = position.fight
    if fight is not None and (len(fight) != FIGHT or min(fight) < 0 or fight[0] > 1 or fight[1] > 2):
        yield "fight", "nothing, or what stands there in a position that was written in such a moment"
    if phase in IN_STEP and fight is None:
        yield "phase", "with it the line fight, as a position has it that was written in such a moment"


def _damage(position: Position) -> Iterator[Wrong]:
    units = _units(position)
    for unit, points in (position.damage or {}).items():
        if unit < 0 or not units >> unit & 1 or points < 1:
            yield "damage", "pairs of the number of a unit on the table and its damage"


def _units(position: Position) -> int:
    """All units that there are."""
    specials = position.specials(0) | position.specials(1)
    return position.troops | bases_of(position.built) | TERRITORIES | PALACES | specials


def _effects(position: Position) -> Iterator[Wrong]:
    match = position.match
    written = "as a position has it that was written while such an effect worked"
    for mod in position.mods:
        if not _is_frame(mod, len(match.lasting)) or not _works(position, mod):
            yield "mods", f"effect, value, owner and registers, {written}"
    for delay in position.delays:
        if not _is_frame(delay, len(match.programs)) or len(delay) != 3 + match.registers[delay[0]]:
            yield "delays", f"program, moment, owner and registers, {written}"
    for frame in position.stack:
        right = _is_frame(frame, len(match.programs)) and len(frame) == 3 + match.registers[frame[0]]
        if not right or not 0 <= frame[1] <= len(match.programs[frame[0]]):
            yield "stack", f"program, next step, owner and registers, {written}"


def _is_frame(values: Sequence[int], programs: int) -> bool:
    return len(values) >= 3 and 0 <= values[0] < programs and values[2] in (0, 1)


def _works(position: Position, mod: Sequence[int]) -> bool:
    """Whether a lasting effect has all registers that it reads."""
    effect = position.match.lasting[mod[0]]
    try:
        for part in (effect.who, effect.source, effect.holds):
            if part is not None:
                part(position, mod, NOW)
    except IndexError:
        return False
    return True


def _is_question(position: Position, ask: tuple[int, ...]) -> bool:
    """Whether somebody can be asked this."""
    known = range(len(decisions.LENGTHS))
    if not ask or ask[0] not in known or len(ask) != decisions.LENGTHS[ask[0]] or ask[1] not in (0, 1, CHANCE):
        return False
    if ask[1] == CHANCE and ask[0] not in (decisions.UNITS, decisions.CARDS, decisions.DEAL):
        return False
    return ask[0] == decisions.UPKEEP or (
        _asks_units if ask[0] in (decisions.UNITS, decisions.RECRUITS) else _asks_cards
    )(position, ask)


def _asks_units(position: Position, ask: tuple[int, ...]) -> bool:
    """Whether the units and the register of a question are there."""
    if ask[2] < 0 or ask[2] & ~_units(position):
        return False
    return ask[0] == decisions.RECRUITS or (bool(position.stack) and 3 <= ask[3] < len(position.stack[-1]))


def _asks_cards(position: Position, ask: tuple[int, ...]) -> bool:
    """Whether the zones, cards and piles of a question are there."""
    kind, place, more = ask[0], ask[2], ask[3]
    if kind == decisions.DRAWS:
        return more in (decisions.ANY_PILE, decisions.ABILITY_PILE, decisions.BASE_PILE)
    if not 0 <= place < (2 if kind == decisions.CARDS else len(position.zones)):
        return False
    if kind == decisions.PLACE:
        return more in position.zones[place]
    if kind == decisions.DEAL:
        return bool(position.zones[place]) and more in (0, 1)
    return 0 <= more < len(position.match.fits)
