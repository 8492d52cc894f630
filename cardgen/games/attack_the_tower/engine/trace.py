"""Replay a game with cards that record their effects, to find which effects did something.

Games themselves are played without recording, so that simulations are not slowed down. A replay takes as long as a game
of random players, a few milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from cardgen.games.attack_the_tower.effects import Coin, Delay, Die, Effect, ForEach, If, OneOf, When
from cardgen.games.attack_the_tower.engine.compiler.lasting_effects import LASTING_VERBS
from cardgen.games.attack_the_tower.engine.compiler.match import compile_match
from cardgen.games.attack_the_tower.engine.compiler.program import CardCompiler
from cardgen.games.attack_the_tower.engine.state.lasting import VerbCode
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.engine.state.position import CompiledLastingEffect, Frame, Match, Position, Step
from cardgen.games.attack_the_tower.schema import Ability
from cardgen.plugin.schema import Model, yaml_key


@dataclass(frozen=True, slots=True)
class EffectPart:
    """One effect of a card; control flow (`if`, `for_each`, `delay`) is not an effect of its own.

    Attributes:
        when: Where it stands: `then`, `else`, `later`, `whenever`, `enter`, `leave` or `aura`; empty if it simply happens.
        words: Words of the vocabulary in it and around it, such as `destroy` and `is: unmanned`.
    """

    verb: str
    when: str
    model: Model
    words: tuple[str, ...]


def parts(ability: Ability) -> tuple[EffectPart, ...]:
    """Return the effects of a card in the order in which they are written."""
    own = [word for model in (ability.needs, ability.cost, *ability.choose) if model for word in _words(model)]
    found = [*_parts(ability.effects, "", own)]
    if ability.troop is not None:
        found += _parts(ability.troop.enter, "enter", own)
        found += _parts(ability.troop.leave, "leave", own)
        for trigger in ability.troop.when:
            found += _parts(trigger.effects, "whenever", [*own, *_words(trigger.model_copy(update={"effects": ()}))])
        found += _parts((ability.troop.aura,) if ability.troop.aura is not None else (), "aura", own)
    return tuple(found)


def _parts(effects: Iterable[Effect], when: str, around: Sequence[str]) -> Iterator[EffectPart]:
    for effect in effects:
        verb, model = effect.verb
        if isinstance(model, If):
            within = [*around, verb, *_words(model.that)]
            yield from _parts(model.then, "then", within)
            yield from _parts(model.else_, "else", within)
        elif isinstance(model, ForEach):
            yield from _parts(model.effects, when, [*around, verb, *_words(model.of)])
        elif isinstance(model, OneOf | Coin | Die):
            for outcome, branch in _branches(model):
                yield from _parts(branch, when, [*around, verb, outcome])
        elif isinstance(model, When):
            event = model.model_copy(update={"effects": ()})
            yield from _parts(model.effects, "whenever", [*around, verb, *_words(event)])
        elif isinstance(model, Delay):
            words = (f"{key}: {value}" for key, value in (("at", model.at), ("until", model.until)) if value)
            yield from _parts(model.effects, "later", [*around, verb, *words])
        else:
            yield EffectPart(verb, when, model, tuple(dict.fromkeys((*around, verb, *_words(model)))))


def _branches(model: OneOf | Coin | Die) -> Iterator[tuple[str, tuple[Effect, ...]]]:
    """Yield the alternatives of a choice, a coin or a die, each with its name."""
    if isinstance(model, OneOf):
        yield from ((f"option {at}", option.effects) for at, option in enumerate(model.options, 1))
    elif isinstance(model, Coin):
        yield from (("heads", model.heads), ("tails", model.tails))
    else:
        yield from ((f"on {result.faces}", result.effects) for result in model.results)


def _words(model: Model) -> Iterator[str]:
    """Yield the words of closed lists that a deck uses, with their keys."""
    for name in sorted(model.model_fields_set):
        value, key = getattr(model, name), yaml_key(name)
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, Model):
                yield from _words(one)
            elif isinstance(one, str) and key != "as" and not one.startswith("$"):
                yield f"{key}: {one}"


class EffectTrace:
    """A copy of a match whose cards record which of their effects do something.

    Attributes:
        match: The copy; play its games as those of the original.
        done: Design and number (in `parts`) of each effect that did something so far.
    """

    def __init__(self, match: Match) -> None:
        done: set[tuple[int, int]] = set()
        self.done = done
        first, second = match.armies  # not starred: mypyc would pass the pair as one
        self.match = compile_match(
            first,
            second,
            match.config,
            lambda match, ability, design: _RecordingCardCompiler(match, ability, design, done),
        )


class _RecordingCardCompiler(CardCompiler):
    """Compiles one card; each effect stands between two steps that compare the table before and after."""

    def __init__(self, match: Match, ability: Ability, design: int, done: set[tuple[int, int]]) -> None:
        super().__init__(match, ability, design)
        self.done = done
        self.numbers = {id(part.model): number for number, part in enumerate(parts(ability))}

    def compile_effect(self, verb: str, model: object) -> list[Step]:
        number, first = self.numbers.get(id(model)), len(self.match.lasting)
        steps = super().compile_effect(verb, model)
        if number is None:
            return steps
        if verb in LASTING_VERBS:
            self._record(range(first, len(self.match.lasting)), number)
            return steps
        key, before = (self.design, number), list[object]()

        def begin(position: Position, frame: list[int]) -> None:
            del frame
            before[:] = [_table(position)]

        def end(position: Position, frame: list[int]) -> None:
            del frame
            if before != [_table(position)]:
                self.done.add(key)

        def watched(step: Step) -> Step:
            def run(position: Position, frame: list[int]) -> None:
                step(position, frame)
                if position.winner >= 0:  # the game ends before the last step
                    self.done.add(key)

            return run

        return [begin, *map(watched, steps), end]

    def compile_auras(self) -> tuple[int, ...]:
        found = super().compile_auras()
        if self.ability.troop is not None and self.ability.troop.aura is not None:
            _, model = self.ability.troop.aura.verb
            auras = [effect for effect in found if self.match.lasting[effect].program < 0]
            self._record(auras, self.numbers[id(model)])
        return found

    def _record(self, effects: Iterable[int], number: int) -> None:
        for effect in effects:
            self.match.lasting[effect] = _recording(
                self.match.lasting[effect], lambda: self.done.add((self.design, number))
            )


def _table(position: Position) -> object:
    """Return everything that an effect can change at once."""
    damage = tuple(sorted(position.damage.items())) if position.damage else ()
    ended = (position.battle_ended, position.site, position.phase)
    return (position.troops, *position.bases, *position.zones, position.sights, *ended, damage)


def _recording(effect: CompiledLastingEffect, record: Callable[[], None]) -> CompiledLastingEffect:
    """Return a lasting effect that calls `record` whenever the rules use it and it works on something."""
    targets, holds, number = effect.targets, effect.holds, effect.number

    def recording_targets(position: Position, frame: Frame, level: int) -> int:
        units = targets(position, frame, level) if targets is not None else 0
        if units:
            record()
        return units

    def recording_holds(position: Position, frame: Frame, level: int) -> bool:
        found = holds is None or holds(position, frame, level)
        if found:
            record()
        return found

    def recording_number(position: Position, frame: Frame) -> int:
        if position.phase in (Phase.RECRUIT, Phase.RENEWAL_DRAW):
            record()
        return number(position, frame)

    if effect.verb == VerbCode.RENEWAL:
        return replace(effect, number=recording_number)
    return replace(effect, holds=recording_holds) if targets is None else replace(effect, targets=recording_targets)
