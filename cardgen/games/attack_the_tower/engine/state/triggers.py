"""Find the effects that an event sets off (`when`), and run them."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.games.attack_the_tower.engine.state.lasting import EITHER, VerbCode
from cardgen.games.attack_the_tower.engine.state.position import EFFECT, LOSS_COUNT, CompiledLastingEffect, Position
from cardgen.games.attack_the_tower.engine.state.zones import PALACE_ZONE
from cardgen.plugin.rules.programs import FIRST_REGISTER, OWNER, PROGRAM

WAITING = 1 << VerbCode.WHEN
"""Bit of `Position.active_verbs` while any effect waits for an event; callers ask for it first, which costs less."""

Watcher = tuple[CompiledLastingEffect, int, tuple[int, ...]]
"""An effect that waits for an event, its owner, and the registers of its program."""


def fire(position: Position, event: int, player: int) -> None:
    """Start the effects that an event of a player sets off; those of the active player happen first.

    Args:
        event: A `TriggerEvent` other than DESTROYED.
    """
    found = [one for one in watchers(position, event) if one[0].against in (EITHER, one[1] ^ player)]
    _start(position, [(one, 1) for one in found])


def fire_losses(position: Position, waiting: Sequence[Watcher], before: Sequence[int]) -> None:
    """Start the effects that losses set off, once for each thing that was destroyed.

    Args:
        waiting: Effects that waited for DESTROYED before them.
        before: `position.losses` before them.
    """
    lost = [after - old for after, old in zip(position.losses, before, strict=True)]
    found = []
    for effect, owner, registers in waiting:
        players = (0, 1) if effect.against == EITHER else (owner ^ effect.against,)
        count = sum(lost[LOSS_COUNT * player + index] for player in players for index in effect.losses)
        found.append(((effect, owner, registers), count))
    _start(position, found)


def watchers(position: Position, event: int) -> list[Watcher]:
    """Return the effects that wait for an event, those of the active player first, without those that run already.

    Args:
        event: A `TriggerEvent`.
    """
    match = position.match
    found: list[Watcher] = []
    for modifier in position.modifiers:
        effect = match.lasting[modifier[EFFECT]]
        if effect.verb == VerbCode.WHEN and effect.bits == event:
            found.append((effect, modifier[OWNER], modifier[FIRST_REGISTER:]))
    for player in (0, 1):
        for design in position.zones[PALACE_ZONE + player]:
            for index in match.auras[design]:
                effect = match.lasting[index]
                if effect.verb == VerbCode.WHEN and effect.bits == event:
                    found.append((effect, player, (0,) * match.registers[effect.program]))
    running = {(frame[PROGRAM], frame[OWNER]) for frame in position.stack}
    found = [one for one in found if (one[0].program, one[1]) not in running]
    return sorted(found, key=lambda one: one[1] != position.active)


def _start(position: Position, found: Sequence[tuple[Watcher, int]]) -> None:
    """Start effects, each a number of times; the first of them runs first."""
    for (effect, owner, registers), count in reversed(found):
        position.stack += [[effect.program, 0, owner, *registers] for _ in range(count)]
