"""The effects of a card, compiled to a program: steps that run one after the other and may stop to ask.

A frame is [program, next step, owner, registers...]. A step may change the next step (`if`, `for_each`), leave a
question in `position.ask`, or change the table. Registers hold sets of units; those of `for_each` over things that are
only counted hold minus their number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cardgen.games.attack_the_tower.effects import Delay, Effect, ForEach, If, Selector
from cardgen.games.attack_the_tower.engine import decisions
from cardgen.games.attack_the_tower.engine.compiler import card_verbs, unit_verbs
from cardgen.games.attack_the_tower.engine.compiler.expressions import card_fits, condition, count, number
from cardgen.games.attack_the_tower.engine.compiler.lasting_effects import LASTING, compile_lasting
from cardgen.games.attack_the_tower.engine.compiler.selectors import Scope, select
from cardgen.games.attack_the_tower.engine.state.lasting import FROM_SACRIFICE, Select, Verb
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.stats import NOW, affected_by
from cardgen.games.attack_the_tower.engine.state.zones import SPECIAL_CARD
from cardgen.plugin.rules.state import CHANCE

if TYPE_CHECKING:
    from cardgen.games.attack_the_tower.engine.compiler.match import Match
    from cardgen.games.attack_the_tower.schema import Ability

Step = Callable[[Position, list[int]], None]
MOST = {"one": 1, "up_to_2": 2, "up_to_3": 3}


class Compiler:
    """Compiles one card; its programs and lasting effects go to the match."""

    def __init__(self, match: Match, ability: Ability, design: int) -> None:
        kind = match.type[design]
        self.match = match
        self.ability = ability
        self.design = design
        self.scope = Scope(kind if kind >= 0 else None, match.fitting)
        self.owners: list[int] = []

    def play(self) -> int:
        """The program of playing the card: choices, costs, then what it does."""
        ability, steps = self.ability, list[Step]()
        for selector in ability.choose:
            steps += self.picks(selector)[0]
        if ability.cost is not None and ability.cost.sacrifice is not None:
            picked, units = self.picks(ability.cost.sacrifice, among=unprotected)
            steps += [*picked, unit_verbs.destroy(units)]
        if ability.cost is not None and ability.cost.discard is not None:
            amount = number(ability.cost.discard.amount, self.scope)
            steps.append(card_verbs.discard("self", amount, "owner", self.match.fits_id(None)))
        if self.match.kind[self.design] == SPECIAL_CARD:
            steps.append(unit_verbs.place(self.design))
        steps += self.steps(ability.effects)
        if ability.troop is not None:
            steps += self.steps(ability.troop.enter)
        return self.add(steps)

    def leave(self) -> int:
        """The program of the troop leaving play; -1 if there is none."""
        troop = self.ability.troop
        return self.add(self.steps(troop.leave)) if troop is not None and troop.leave else -1

    def auras(self) -> tuple[int, ...]:
        """The lasting effects of the troop being in play."""
        troop = self.ability.troop
        if troop is None or troop.aura is None:
            return ()
        first = len(self.match.lasting)
        for verb, model in troop.aura.verbs.items():
            if verb in LASTING:
                self.match.lasting += compile_lasting(verb, model, self.scope, None)
        return tuple(range(first, len(self.match.lasting)))

    def add(self, steps: Sequence[Step]) -> int:
        """Number a program."""
        self.match.programs.append(tuple(steps))
        self.match.registers.append(0)
        self.owners.append(len(self.match.programs) - 1)
        return len(self.match.programs) - 1

    def finish(self) -> None:
        """Once all is compiled: how many registers the programs of this card need."""
        for program in self.owners:
            self.match.registers[program] = self.scope.registers - 3

    def steps(self, effects: Sequence[Effect]) -> list[Step]:
        """The steps of effects in order."""
        return [step for effect in effects for verb, model in effect.verbs.items() for step in self.effect(verb, model)]

    def effect(self, verb: str, model: object) -> list[Step]:
        """The steps of one effect."""
        if isinstance(model, If):
            return self._if(model)
        if isinstance(model, ForEach):
            return self._for_each(model)
        if isinstance(model, Delay):
            return [unit_verbs.delay(self.add(self.steps(model.effects)), model.at, model.until)]
        if verb in LASTING:
            return self._lasting(verb, model)
        return unit_verbs.COMPILE[verb](self, model)

    def _lasting(self, verb: str, model: object) -> list[Step]:
        steps: list[Step] = []

        def selected(selector: Selector) -> Select:
            # What is picked is a set of its own, and so is what fits by its power or traits of now; the rest stays open to
            # whoever fits later.
            by_stats = selector.power or selector.trait or selector.no_trait
            if selector.pick == "all" and selector.as_ is None and not by_stats:
                return select(selector, self.scope)
            picked, units = self.picks(selector)
            steps.extend(picked)
            return units

        first = len(self.match.lasting)
        compiled = compile_lasting(verb, model, self.scope, selected)
        self.match.lasting += compiled
        return [*steps, *(unit_verbs.begin(first + index) for index in range(len(compiled)))]

    def _if(self, model: If) -> list[Step]:
        holds = condition(model.that, self.scope)
        then, other = self.steps(model.then), self.steps(model.else_)

        def branch(position: Position, frame: list[int]) -> None:
            if not holds(position, frame, NOW):
                frame[1] += len(then) + 1

        def skip(_: Position, frame: list[int]) -> None:
            frame[1] += len(other)

        return [branch, *then, skip, *other]

    def _for_each(self, model: ForEach) -> list[Step]:
        scope, things = self.scope, model.of
        rest = scope.register()
        one = scope.register(things.as_)
        counted = things.of == "card" or things.is_ == "destroyed_this_turn"
        units, amount = select(things, scope), count(things, scope)
        body = self.steps(model.effects)

        def begin(position: Position, frame: list[int]) -> None:
            frame[rest] = -amount(position, frame, NOW) if counted else units(position, frame, NOW)

        def following(_: Position, frame: list[int]) -> None:
            left = frame[rest]
            if not left:
                frame[1] += len(body) + 1
                return
            frame[one] = 0 if left < 0 else left & -left
            frame[rest] = left + 1 if left < 0 else left & (left - 1)

        def again(_: Position, frame: list[int]) -> None:
            frame[1] -= len(body) + 2

        return [begin, following, *body, again]

    def picks(
        self, selector: Selector, among: Callable[[Position, list[int]], int] | None = None
    ) -> tuple[list[Step], Select]:
        """Steps that let somebody pick, and what was picked.

        Args:
            selector: What may be picked, how many, and by whom.
            among: Narrows it down.
        """
        units = select(selector, self.scope)
        register = self.scope.register(selector.as_)
        most, optional = MOST.get(selector.pick, 0), selector.pick.startswith("up_to")

        def pick(position: Position, frame: list[int]) -> None:
            mask = units(position, frame, NOW)
            if among is not None:
                mask &= among(position, frame)
            if not most or (not optional and mask.bit_count() <= most):
                frame[register] = mask
                return
            frame[register] = 0
            chooser = {"self": frame[2], "opponent": 1 - frame[2], "random": CHANCE}[selector.by]
            position.ask = decisions.units(chooser, mask, register, most, optional and chooser != CHANCE)

        def picked(_position: Position, frame: Sequence[int], _level: int) -> int:
            return frame[register]

        return [pick], picked

    def fits(self, selector: Selector) -> int:
        """The number of the set of cards that fit a selector."""
        return self.match.number_fits(card_fits(selector, self.scope))


def unprotected(position: Position, frame: Sequence[int]) -> int:
    """Everything but what its owner need not sacrifice."""
    del frame
    return ~affected_by(position, Verb.PROTECT, FROM_SACRIFICE)
