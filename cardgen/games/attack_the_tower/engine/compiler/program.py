"""Compile the effects of a card to programs: steps that run in order and may stop for a decision.

A step may leave a decision in `position.decision`, jump, or change the position. Registers hold sets of units; while
`for_each` runs over things that are only counted, its register holds minus their number.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.games.attack_the_tower.effects import (
    Coin,
    Delay,
    Die,
    Effect,
    ForEach,
    If,
    OneOf,
    Power,
    Replay,
    Selector,
    When,
)
from cardgen.games.attack_the_tower.engine import decisions
from cardgen.games.attack_the_tower.engine.compiler.card_verbs import CARD_VERBS, discard_step
from cardgen.games.attack_the_tower.engine.compiler.choices import compile_choice
from cardgen.games.attack_the_tower.engine.compiler.expressions import (
    compile_condition,
    compile_count,
    compile_number,
    lost_things,
)
from cardgen.games.attack_the_tower.engine.compiler.lasting_effects import (
    LASTING_VERBS,
    compile_lasting,
    compile_trigger,
)
from cardgen.games.attack_the_tower.engine.compiler.movement_verbs import MOVEMENT_VERBS
from cardgen.games.attack_the_tower.engine.compiler.pile_verbs import PILE_VERBS
from cardgen.games.attack_the_tower.engine.compiler.scope import Scope
from cardgen.games.attack_the_tower.engine.compiler.selectors import compile_selector
from cardgen.games.attack_the_tower.engine.compiler.turn_verbs import TURN_VERBS
from cardgen.games.attack_the_tower.engine.compiler.unit_verbs import (
    UNIT_VERBS,
    begin_step,
    delay_step,
    place_step,
    sacrifice_step,
)
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.position import CompiledSelector, Match, Position, Step
from cardgen.games.attack_the_tower.engine.state.stats import NOW
from cardgen.games.attack_the_tower.engine.state.zones import SPECIAL_CARD
from cardgen.games.attack_the_tower.schema import Ability
from cardgen.plugin.rules.programs import OWNER, branch, for_each, if_else
from cardgen.plugin.rules.state import CHANCE

_VERBS = UNIT_VERBS | MOVEMENT_VERBS | TURN_VERBS | CARD_VERBS | PILE_VERBS


class CardCompiler:
    """Compiles one ability card; its programs and lasting effects are added to the match.

    Attributes:
        match: The match that is being compiled.
        scope: What the words of the card refer to.
        programs: Numbers of the programs compiled so far.
    """

    def __init__(self, match: Match, ability: Ability, design: int) -> None:
        icon_type = match.type[design]
        self.match = match
        self.ability = ability
        self.design = design
        self.scope = Scope(match, icon_type if icon_type >= 0 else None)
        self.programs: list[int] = []

    def compile_play(self) -> int:
        """Compile what happens when the card is played (choices, costs, effects), and return the program's number."""
        ability, scope, steps = self.ability, self.scope, list[Step]()
        for selector in ability.choose:
            steps += compile_choice(selector, scope)[0]
        if ability.cost is not None and ability.cost.sacrifice is not None:
            choice, units = compile_choice(ability.cost.sacrifice, scope)
            steps += [*choice, sacrifice_step(units)]
        if ability.cost is not None and ability.cost.discard is not None:
            amount = compile_number(ability.cost.discard.amount, scope)
            steps.append(discard_step("self", amount, "owner", self.match.card_set_of_kind(None)))
        if self.match.kind[self.design] == SPECIAL_CARD:
            steps.append(place_step(self.design))
        steps += self.compile_effects(ability.effects)
        if ability.troop is not None:
            steps += self.compile_effects(ability.troop.enter)
        return self.add_program(steps)

    def compile_leave(self) -> int:
        """Compile what happens when the special troop leaves play; return the program's number, -1 if nothing does."""
        troop = self.ability.troop
        return self.add_program(self.compile_effects(troop.leave)) if troop is not None and troop.leave else -1

    def compile_auras(self) -> tuple[int, ...]:
        """Compile the lasting effects of the special troop being in play; return their indexes in the match."""
        troop = self.ability.troop
        if troop is None:
            return ()
        first = len(self.match.lasting)
        verb, model = troop.aura.verb if troop.aura is not None else ("", None)
        if verb in LASTING_VERBS:
            self.match.lasting += compile_lasting(verb, model, self.scope, None)
        return (*range(first, len(self.match.lasting)), *(self._add_trigger(model) for model in troop.when))

    def _add_trigger(self, model: When) -> int:
        """Add effects that an event sets off to the match, and return the index of the lasting effect."""
        program = self.add_program(self.compile_effects(model.effects))
        losses = lost_things(model.things, self.scope) if model.of is not None else ()
        self.match.lasting.append(compile_trigger(model, program, losses))
        return len(self.match.lasting) - 1

    def add_program(self, steps: Sequence[Step]) -> int:
        """Add a program to the match and return its number."""
        self.match.programs.append(tuple(steps))
        self.match.registers.append(0)
        self.programs.append(len(self.match.programs) - 1)
        return self.programs[-1]

    def finish(self) -> None:
        """Note, once everything is compiled, how many registers the programs of this card need."""
        for program in self.programs:
            self.match.registers[program] = self.scope.count

    def compile_effects(self, effects: Sequence[Effect]) -> list[Step]:
        """Return the steps of effects in order."""
        return [step for effect in effects for step in self.compile_effect(*effect.verb)]

    def compile_effect(self, verb: str, model: object) -> list[Step]:  # noqa: PLR0911, one return for each kind of verb
        """Return the steps of one effect."""
        if isinstance(model, If):
            return self._compile_if(model)
        if isinstance(model, ForEach):
            return self._compile_for_each(model)
        if isinstance(model, OneOf | Coin | Die):
            return self._compile_lots(model)
        if isinstance(model, When):
            return [begin_step([self._add_trigger(model)])]
        if isinstance(model, Delay):
            return [delay_step(self.add_program(self.compile_effects(model.effects)), model.at, model.until)]
        if verb in LASTING_VERBS:
            return self._compile_lasting(verb, model)
        if isinstance(model, Replay):
            self.match.replaying.add(self.design)
        return _VERBS[verb](self.scope, model)

    def _compile_lasting(self, verb: str, model: object) -> list[Step]:
        steps: list[Step] = []

        compared: list[CompiledSelector] = []

        def units(selector: Selector) -> CompiledSelector:
            if not selector.is_fixed:
                return compile_selector(selector, self.scope)
            choice, chosen = compile_choice(selector, self.scope)
            steps.extend(choice)
            if isinstance(model, Power) and selector is model.same_as:
                compared.append(chosen)
            return chosen

        first = len(self.match.lasting)
        compiled = compile_lasting(verb, model, self.scope, units)
        self.match.lasting += compiled
        begin = [begin_step(range(first, first + len(compiled)))]
        if compared:

            def is_there(position: Position, frame: list[int]) -> bool:
                return compared[0](position, frame, NOW) != 0

            begin = if_else(is_there, begin, [])  # without a thing to compare with, nothing changes
        return [*steps, *begin]

    def _compile_if(self, model: If) -> list[Step]:
        condition = compile_condition(model.that, self.scope)
        then, otherwise = self.compile_effects(model.then), self.compile_effects(model.else_)

        def holds(position: Position, frame: list[int]) -> bool:
            return condition(position, frame, NOW)

        return if_else(holds, then, otherwise)

    def _compile_lots(self, model: OneOf | Coin | Die) -> list[Step]:
        """Compile alternatives: a player, a coin or a die decides which effects happen."""
        register, chooser = self.scope.add(), ""
        numbers: list[int] = []  # which branch each outcome leads to
        if isinstance(model, OneOf):
            first, chooser = actions.OPTION, model.by
            branches = [option.effects for option in model.options]
            numbers = [*range(len(branches))]
        elif isinstance(model, Coin):
            first, branches, numbers = actions.HEADS, [model.heads, model.tails], [0, 1]
        else:
            first, branches = actions.ROLL, [result.effects for result in model.results]
            faces = {face: at for at, result in enumerate(model.results) for face in result.faces}
            numbers = [faces.get(face, -1) for face in range(1, model.sides + 1)]
        self.match.allow_actions(first, len(numbers))

        def ask(position: Position, frame: list[int]) -> None:
            who = {"self": frame[OWNER], "opponent": 1 - frame[OWNER]}.get(chooser, CHANCE)
            position.decision = decisions.choose_lot(who, first, len(numbers), register)

        bodies = [self.compile_effects(effects) for effects in branches]
        return [ask, *branch(lambda frame: numbers[~frame[register]], bodies)]

    def _compile_for_each(self, model: ForEach) -> list[Step]:
        scope, things = self.scope, model.of
        remaining = scope.add()
        current = scope.add(things.as_)
        counted = things.of == "card" or things.is_ == "destroyed_this_turn"
        units, amount = compile_selector(things, scope), compile_count(things, scope)
        body = self.compile_effects(model.effects)

        def items(position: Position, frame: list[int]) -> int:
            return -amount(position, frame, NOW) if counted else units(position, frame, NOW)

        return for_each(items, body, remaining=remaining, current=current)
