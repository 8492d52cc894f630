"""Turn and shoot the Long Arm.

Source:
    Rules model, section 4, "Catapult", "Messenger in the target Z3"; S04, S09.
"""

from __future__ import annotations

from cardgen.games.stonewater_weir.engine.combat.hero_attack import ATTACK_MORALE
from cardgen.games.stonewater_weir.engine.combat.hits import apply_hits
from cardgen.games.stonewater_weir.engine.field.runner import kill_runner
from cardgen.games.stonewater_weir.engine.state.asking import roll
from cardgen.games.stonewater_weir.engine.state.places import LONG_ARM, Z3, Stream
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.story import Event, tell
from cardgen.games.stonewater_weir.engine.town.heroes import change_morale
from cardgen.games.stonewater_weir.engine.town.rolls import change_roll

ARM_STRENGTH = 4
MISS, JAM = 0, -1


def turn_arm(position: SiegePosition, hero: int, bank: int) -> None:
    """Turn the Long Arm, unless it jams."""
    position.place[hero] = LONG_ARM
    face = _roll_arm(position, hero)
    if face != JAM:
        position.arm = bank
    tell(position, Event.ARM_TURNED, hero, -1 if face == JAM else bank)


def shoot_arm(position: SiegePosition, hero: int) -> int:
    """Shoot at the Z3 that the Long Arm faces.

    Returns:
        Number of enemies destroyed, by which the Tether counts too.
    """
    position.place[hero] = LONG_ARM
    face = _roll_arm(position, hero)
    area = 3 * position.arm + Z3
    if face > MISS and position.tables.settings.light_on_arm:
        numbers = [number for number in position.tables.arm if number > MISS]
        face = change_roll(position, hero, Stream.ARM, face, min(numbers), max(numbers))
    number = max(face, 0)
    tell(position, Event.ARM_SHOT, hero, area, number)
    if not number:
        return 0
    outcome = apply_hits(position, area, number, ARM_STRENGTH, hero)
    if outcome.has_effect:
        change_morale(position, hero, ATTACK_MORALE)
    if position.runner == area and outcome.left:  # nothing stands a hit of this strength, so no enemy is there any more
        kill_runner(position)
    return outcome.destroyed + outcome.lowered


def _roll_arm(position: SiegePosition, hero: int) -> int:
    faces = position.tables.arm
    face = faces[roll(position, Stream.ARM, len(faces)) - 1]
    tell(position, Event.ROLLED, hero, Stream.ARM, face)
    return face
