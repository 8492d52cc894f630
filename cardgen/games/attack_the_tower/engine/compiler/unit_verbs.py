"""Compile the verbs that happen once and change what stands on the table; `movement_verbs` has those that move it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardgen.games.attack_the_tower import effects as model
from cardgen.games.attack_the_tower.engine import decisions
from cardgen.games.attack_the_tower.engine.compiler.choices import compile_choice
from cardgen.games.attack_the_tower.engine.compiler.expressions import compile_number
from cardgen.games.attack_the_tower.engine.compiler.scope import Scope
from cardgen.games.attack_the_tower.engine.state.changes import (
    add_special_troop,
    recruit_troops,
    remove_units,
    set_modifiers,
)
from cardgen.games.attack_the_tower.engine.state.damage import deal_damage, shielded_units
from cardgen.games.attack_the_tower.engine.state.hands import add_to_hand, reveal_card, without_card
from cardgen.games.attack_the_tower.engine.state.lasting import (
    BATTLE_END,
    EACH_BATTLE_END,
    FROM_DESTROY,
    FROM_SACRIFICE,
    RECRUIT,
    TURN_END,
    VerbCode,
)
from cardgen.games.attack_the_tower.engine.state.phase import NO_BATTLE
from cardgen.games.attack_the_tower.engine.state.position import CompiledSelector, Position, Step
from cardgen.games.attack_the_tower.engine.state.sights import BOTH, BOTTOM, TOP, put_on_pile
from cardgen.games.attack_the_tower.engine.state.stats import NOW, affected_by, prevented_slots, unit_stats
from cardgen.games.attack_the_tower.engine.state.units import (
    BASE,
    EVEN,
    PALACES,
    TROOPS,
    UNITS_OF,
    bits,
)
from cardgen.games.attack_the_tower.engine.state.zones import (
    ABILITY_DRAW,
    BASE_CARD,
    BASE_DRAW,
    PLAYED,
)
from cardgen.plugin.rules.programs import OWNER

# Lasting effects after which the state checks are due.
_CHECKED = (VerbCode.GAIN, VerbCode.LOSE, VerbCode.LIMIT)


def sacrifice_step(units: CompiledSelector) -> Step:
    """Return the step that pays a cost with units of the player; no protection forbids that (R46)."""

    def step(position: Position, frame: list[int]) -> None:
        remove_units(position, units(position, frame, NOW))

    return step


def destroy_steps(scope: Scope, units: CompiledSelector, *, own: bool) -> list[Step]:
    """Return the steps that destroy units; a player's own units are sacrificed.

    Nobody destroys what is protected from destruction. What need not be sacrificed is sacrificed if its player wants.

    Args:
        own: Whether units of the card's player can be among them.

    Source:
        R46.
    """
    wanted = scope.add() if own else -1

    def ask(position: Position, frame: list[int]) -> None:
        frame[wanted] = 0
        spared = affected_by(position, VerbCode.PROTECT, FROM_SACRIFICE) & UNITS_OF[frame[OWNER]]
        if spared:
            spared &= units(position, frame, NOW) & ~affected_by(position, VerbCode.PROTECT, FROM_DESTROY)
            count, player = spared.bit_count(), frame[OWNER]
            position.decision = decisions.choose_units(player, spared, wanted, count, decisions.VOLUNTARY)

    def destroy(position: Position, frame: list[int]) -> None:
        found = units(position, frame, NOW) & ~affected_by(position, VerbCode.PROTECT, FROM_DESTROY)
        if own:
            spared = affected_by(position, VerbCode.PROTECT, FROM_SACRIFICE) & UNITS_OF[frame[OWNER]]
            found &= ~spared | frame[wanted]
        remove_units(position, found)

    return [ask, destroy] if own else [destroy]


def begin_step(effects: Sequence[int]) -> Step:
    """Return the step that begins the lasting effects of one verb at once; their numbers are evaluated then."""

    def step(position: Position, frame: list[int]) -> None:
        lasting = position.match.lasting
        begun = [(effect, lasting[effect].number(position, frame), *frame[OWNER:]) for effect in effects]
        set_modifiers(position, (*position.modifiers, *begun))
        if any(lasting[effect].verb in _CHECKED for effect in effects):
            position.check_due = True
        position.change_count += 1

    return step


def delay_step(program: int, at: str, until: str | None) -> Step:
    """Return the step that puts off a program.

    Args:
        at: `turn_end` or `battle_end`.
        until: `turn` to run it at the end of every battle of the turn; None to run it once.
    """
    moment = TURN_END if at == "turn_end" else EACH_BATTLE_END if until == "turn" else BATTLE_END

    def step(position: Position, frame: list[int]) -> None:
        position.delays += ((program, moment, *frame[OWNER:]),)

    return step


def place_step(design: int) -> Step:
    """Return the step that moves a special troop to the palace, from beside the board where it lay for its costs."""

    def step(position: Position, frame: list[int]) -> None:
        position.zones[PLAYED] = without_card(position.zones[PLAYED], design)
        add_special_troop(position, frame[OWNER], design)

    return step


def _destroy(scope: Scope, effect: model.Destroy) -> list[Step]:
    steps, units = compile_choice(effect.who, scope)
    return [*steps, *destroy_steps(scope, units, own=effect.who.owner != "opponent")]


def _recruit(scope: Scope, effect: model.Recruit) -> list[Step]:
    steps, units = compile_choice(effect.bases, scope)
    amount = compile_number(effect.amount, scope)

    def step(position: Position, frame: list[int]) -> None:
        _recruit_on_bases(position, units(position, frame, NOW), amount(position, frame))

    return [*steps, step]


def _recruit_on_bases(position: Position, bases: int, amount: int) -> None:
    """Put troops on a set of bases, up to two on each; not where that is prevented."""
    slots = (bases >> BASE) & EVEN  # the lower bit of each slot
    slots |= slots << 1  # both bits: the slot as a set of places for troops
    for player in (0, 1):
        slots &= ~prevented_slots(position, player, RECRUIT)
    for _ in range(min(amount, 2)):  # each call puts one troop on every slot that has room
        recruit_troops(position, slots)


def _strike(scope: Scope, effect: model.Strike) -> list[Step]:
    # Damage that does not count is not a choice.
    is_limited = effect.who.of in ("base", "palace") and not effect.even_if_defended

    def among(position: Position, frame: Sequence[int]) -> int:
        del frame
        return ~shielded_units(position) if is_limited else -1

    steps, units = compile_choice(effect.who, scope, among)
    amount = compile_number(effect.amount, scope)

    def step(position: Position, frame: list[int]) -> None:
        found = units(position, frame, NOW) & among(position, frame)
        for unit in bits(found):
            deal_damage(position, (unit,), (amount(position, frame),))
        # All are struck before any is removed: `amount` and the power of a unit may depend on those that die.
        damage = position.damage or {}
        dead = [unit for unit, (power, _) in unit_stats(position, found).items() if damage.get(unit, 0) >= power]
        if position.stage == NO_BATTLE:  # damage lasts for a battle, and outside of one for no time at all
            position.damage = None
        remove_units(position, sum(1 << unit for unit in dead))

    return [*steps, step]


def _return(scope: Scope, effect: model.Return) -> list[Step]:
    on_bases = effect.who.of == "troop"
    steps, units = compile_choice(effect.who, scope, (lambda *_: TROOPS) if on_bases else None)

    def dispose(position: Position, design: int) -> None:
        match = position.match
        owner, is_base = match.army[design], match.kind[design] == BASE_CARD
        if effect.to == "hand":
            add_to_hand(position, owner, design)
            reveal_card(position, owner, design)
            position.check_due = True
        else:
            pile = (BASE_DRAW if is_base else ABILITY_DRAW) + owner
            put_on_pile(position, pile, design, TOP if effect.to == "top" else BOTTOM, BOTH)

    def step(position: Position, frame: list[int]) -> None:
        remove_units(position, units(position, frame, NOW) & ~PALACES, destroyed=False, dispose=dispose)

    return [*steps, step]


UNIT_VERBS: dict[str, Callable[[Scope, Any], list[Step]]] = {
    "destroy": _destroy,
    "return": _return,
    "recruit": _recruit,
    "strike": _strike,
}
