"""Compile selectors that let somebody choose units: steps that ask, and what was chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardgen.games.attack_the_tower.effects import Selector
from cardgen.games.attack_the_tower.engine import decisions
from cardgen.games.attack_the_tower.engine.compiler.scope import Scope
from cardgen.games.attack_the_tower.engine.compiler.selectors import compile_selector
from cardgen.games.attack_the_tower.engine.state.position import CompiledSelector, Position, Step
from cardgen.games.attack_the_tower.engine.state.stats import NOW
from cardgen.plugin.rules.programs import OWNER
from cardgen.plugin.rules.state import CHANCE

PICK_LIMITS = {"one": 1, "up_to_2": 2, "up_to_3": 3}
"""Number of things that each `pick` allows; `all` and `any_number` have no limit."""

_ANY_NUMBER = 99


def is_optional(selector: Selector) -> bool:
    """Return whether fewer things may be picked than a selector allows."""
    return selector.pick.startswith("up_to") or selector.pick == "any_number"


def compile_choice(
    selector: Selector, scope: Scope, among: Callable[[Position, list[int]], int] | None = None
) -> tuple[list[Step], CompiledSelector]:
    """Compile a choice of units.

    Args:
        selector: Which units can be chosen, how many, and by whom.
        scope: What the words of its card refer to; the selector's `as` is bound in it.
        among: Limits the choice further; None for no limit.

    Returns:
        Steps that let somebody choose, and a selector of what was chosen.
    """
    units = compile_selector(selector, scope)
    register = scope.add(selector.as_)
    limit, optional = PICK_LIMITS.get(selector.pick, 0), is_optional(selector)
    limit = _ANY_NUMBER if selector.pick == "any_number" else limit
    most = selector.total_power

    def choose(position: Position, frame: list[int]) -> None:
        found = units(position, frame, NOW)
        if among is not None:
            found &= among(position, frame)
        if not limit or (not optional and found.bit_count() <= limit):
            frame[register] = found
            return
        frame[register] = 0
        chooser = {"self": frame[OWNER], "opponent": 1 - frame[OWNER], "random": CHANCE}[selector.by]
        if most is not None:
            position.decision = decisions.choose_within(chooser, found, register, most)
            return
        position.decision = decisions.choose_units(chooser, found, register, limit, optional and chooser != CHANCE)

    def chosen(_position: Position, frame: Sequence[int], _level: int) -> int:
        return frame[register]

    return [choose], chosen
