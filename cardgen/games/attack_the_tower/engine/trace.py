"""Which effects of the cards did something in a game: its actions once more, on cards that tell when they work.

Games are played without any of this, so nobody who thinks ahead is slowed down; to do the actions once more takes as
long as a game of random players, a few milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from cardgen.games.attack_the_tower.effects import Delay, Effect, ForEach, If
from cardgen.games.attack_the_tower.engine.compiler.lasting_effects import LASTING
from cardgen.games.attack_the_tower.engine.compiler.match import Match
from cardgen.games.attack_the_tower.engine.compiler.program import Compiler, Step
from cardgen.games.attack_the_tower.engine.state.lasting import LastingEffect, Verb
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.zones import Frame
from cardgen.games.attack_the_tower.schema import Ability
from cardgen.plugin.schema import Model, yaml_key


@dataclass(frozen=True, slots=True)
class EffectPart:
    """One effect of a card; what only says when or how often others happen is no effect of its own.

    Attributes:
        verb: What it does.
        when: What it stands in: `then`, `else`, `later`, `enter`, `leave`, `aura`; nothing for what just happens.
        model: As the deck has it.
        words: Words of the vocabulary in it and around it: `destroy`, `is: unmanned`.
    """

    verb: str
    when: str
    model: Model
    words: tuple[str, ...]


def parts(ability: Ability) -> tuple[EffectPart, ...]:
    """The effects of a card in the order in which they are written."""
    own = [word for model in (ability.needs, ability.cost, *ability.choose) if model for word in _words(model)]
    found = [*_parts(ability.effects, "", own)]
    if ability.troop is not None:
        found += _parts(ability.troop.enter, "enter", own)
        found += _parts(ability.troop.leave, "leave", own)
        found += _parts((ability.troop.aura,) if ability.troop.aura is not None else (), "aura", own)
    return tuple(found)


def _parts(effects: Iterable[Effect], when: str, around: Sequence[str]) -> Iterator[EffectPart]:
    for effect in effects:
        for verb, model in effect.verbs.items():
            if isinstance(model, If):
                within = [*around, verb, *_words(model.that)]
                yield from _parts(model.then, "then", within)
                yield from _parts(model.else_, "else", within)
            elif isinstance(model, ForEach):
                yield from _parts(model.effects, when, [*around, verb, *_words(model.of)])
            elif isinstance(model, Delay):
                words = (f"{key}: {value}" for key, value in (("at", model.at), ("until", model.until)) if value)
                yield from _parts(model.effects, "later", [*around, verb, *words])
            else:
                yield EffectPart(verb, when, model, tuple(dict.fromkeys((*around, verb, *_words(model)))))


def _words(model: Model) -> Iterator[str]:
    """The words of a closed list that somebody wrote, with their keys."""
    for name in sorted(model.model_fields_set):
        value, key = getattr(model, name), yaml_key(name)
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, Model):
                yield from _words(one)
            elif isinstance(one, str) and key != "as" and not one.startswith("$"):
                yield f"{key}: {one}"


class TracedMatch(Match):
    """A match whose cards note what they do.

    Attributes:
        done: Design and number (in `parts`) of each effect that did something.
    """

    def __init__(self, match: Match) -> None:
        self.done: set[tuple[int, int]] = set()
        first, second = match.armies  # not starred: mypyc would pass the pair as one
        super().__init__(first, second, match.config)

    def compiler(self, ability: Ability, design: int) -> Compiler:
        """Compile a card so that it tells."""
        return _Compiler(self, ability, design)


class _Compiler(Compiler):
    """Compiles one card; each effect stands between two steps that compare the table before and after."""

    def __init__(self, match: TracedMatch, ability: Ability, design: int) -> None:
        super().__init__(match, ability, design)
        self.done = match.done
        self.numbers = {id(part.model): number for number, part in enumerate(parts(ability))}

    def effect(self, verb: str, model: object) -> list[Step]:
        number, first = self.numbers.get(id(model)), len(self.match.lasting)
        steps = super().effect(verb, model)
        if number is None:
            return steps
        if verb in LASTING:
            self._tell(range(first, len(self.match.lasting)), number)
            return steps
        key, before = (self.design, number), list[object]()

        def begin(position: Position, frame: list[int]) -> None:
            del frame
            before[:] = [_table(position)]

        def end(position: Position, frame: list[int]) -> None:
            del frame
            if before != [_table(position)]:
                self.done.add(key)

        return [begin, *steps, end]

    def auras(self) -> tuple[int, ...]:
        found = super().auras()
        if self.ability.troop is not None and self.ability.troop.aura is not None:
            (model,) = self.ability.troop.aura.verbs.values()
            self._tell(found, self.numbers[id(model)])
        return found

    def _tell(self, effects: Iterable[int], number: int) -> None:
        for effect in effects:
            self.match.lasting[effect] = _telling(
                self.match.lasting[effect], lambda: self.done.add((self.design, number))
            )


def _table(position: Position) -> object:
    """All that an effect can change at once."""
    damage = tuple(sorted(position.damage.items())) if position.damage else ()
    return (position.troops, *position.bases, *position.zones, position.winner, position.ended, damage)


def _telling(effect: LastingEffect, tell: Callable[[], None]) -> LastingEffect:
    """The same lasting effect; it tells when the rules ask for it and it has somebody to work on."""
    who, holds, number = effect.who, effect.holds, effect.number

    def telling_who(position: Position, frame: Frame, level: int) -> int:
        units = who(position, frame, level) if who is not None else 0
        if units:
            tell()
        return units

    def telling_holds(position: Position, frame: Frame, level: int) -> bool:
        found = holds is None or holds(position, frame, level)
        if found:
            tell()
        return found

    def telling_number(position: Position, frame: Frame) -> int:
        if position.phase in (Phase.RECRUIT, Phase.RENEWAL_DRAW):
            tell()
        return number(position, frame)

    if effect.verb == Verb.RENEWAL:
        return replace(effect, number=telling_number)
    return replace(effect, holds=telling_holds) if who is None else replace(effect, who=telling_who)
