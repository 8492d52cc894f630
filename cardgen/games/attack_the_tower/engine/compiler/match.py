"""Two armies and the settings, compiled once: tables of numbers by design, and the programs of all cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.constants import ICONS, TYPES
from cardgen.games.attack_the_tower.engine.compiler.playability import Playable, playable, situations
from cardgen.games.attack_the_tower.engine.compiler.program import Compiler, Step
from cardgen.games.attack_the_tower.engine.state.lasting import LastingEffect, Verb
from cardgen.games.attack_the_tower.engine.state.stats import LOYAL, POWER_OF, TRAIT_BITS, TRAITS_OF, Profile
from cardgen.games.attack_the_tower.engine.state.zones import (
    BASE_CARD,
    CANNOT_ATTACK,
    CANNOT_DEFEND,
    COMMON_CARD,
    GUARD,
    SPECIAL_CARD,
    TROOP_CARD,
)
from cardgen.games.attack_the_tower.schema import Ability, ArmyDeck, Base

KINDS = {"troop": TROOP_CARD, "common": COMMON_CARD, "special": SPECIAL_CARD}
STATIC = {"cannot_attack": CANNOT_ATTACK, "cannot_defend": CANNOT_DEFEND, "guard": GUARD}


class Match:
    """Everything that does not change while two armies play.

    Designs are numbered: the bases and the abilities of the first player's army, then those of the second. A match is
    immutable in use and is shared by all its positions; it can be pickled.

    Attributes:
        armies: The two decks.
        config: The settings.
        names: Text of each design.
        titles: The name that is printed on it, in English.
        numbers: Design of each text.
        copies, army, kind, type, power, traits, static: Tables by design; type -1 is none.
        troop: Power and traits of the troops that a base recruits, or of the special troop.
        situations: When each ability can be played, as bits of `timing.py`.
        playable: Whether the need of each ability holds, and its costs and choices can be made; None is always.
        program, leave: Programs of playing an ability, and of its troop leaving; -1 is none.
        aura: Lasting effects of each ability's troop.
        programs: All programs; `registers` is how many registers each needs.
        lasting: All lasting effects; `verb_bits` has the verb of each as a bit, `aura_verbs` those of each design.
        fits: Sets of cards that effects name.
    """

    def __init__(self, first: ArmyDeck, second: ArmyDeck, config: Config | None = None) -> None:
        self.armies = (first, second)
        self.config = config or Config()
        self.names: list[str] = []
        self.titles: list[str] = []
        self.copies: list[int] = []
        self.army: list[int] = []
        self.kind: list[int] = []
        self.type: list[int] = []
        self.power: list[int] = []
        self.traits: list[int] = []
        self.static: list[int] = []
        self.situations: list[int] = []
        self.playable: list[Playable | None] = []
        self.program: list[int] = []
        self.leave: list[int] = []
        self.aura: list[tuple[int, ...]] = []
        self.programs: list[tuple[Step, ...]] = []
        self.registers: list[int] = []
        self.lasting: list[LastingEffect] = []
        self.fits: list[frozenset[int]] = []
        abilities: list[tuple[int, Ability]] = []
        for seat, deck in enumerate(self.armies):
            for base in deck.bases:
                self._add_base(seat, base)
            for ability in deck.abilities:
                abilities.append((len(self.names), ability))
                self._add_ability(seat, ability)
        self.numbers = {name: design for design, name in enumerate(self.names)}
        for design, ability in abilities:
            self._compile(design, ability)
        self.troop: list[Profile] = [
            (POWER_OF[self.type[design]], TRAITS_OF[self.type[design]])
            if kind == BASE_CARD
            else (self.power[design], self.traits[design])
            for design, kind in enumerate(self.kind)
        ]
        self.any_static = any(self.static)
        self.any_aura = any(self.aura)
        self.any_loyalty = any(
            effect.verb in (Verb.GAIN, Verb.LOSE) and effect.bits & LOYAL != 0 for effect in self.lasting
        )
        self.verb_bits = [1 << effect.verb for effect in self.lasting]
        self.aura_verbs = [sum({self.verb_bits[effect] for effect in effects}) for effects in self.aura]

    def __reduce__(self) -> tuple[Any, ...]:
        return Match, (*self.armies, self.config)

    def _add(self, seat: int, card: Base | Ability, name: str, kind: int, troop_type: int) -> None:
        self.names.append(name)
        self.titles.append(card.name.in_language("en"))
        self.copies.append(card.copies)
        self.army.append(seat)
        self.kind.append(kind)
        self.type.append(troop_type)
        for table in (self.power, self.traits, self.static, self.situations):
            table.append(0)
        self.playable.append(None)
        self.program.append(-1)
        self.leave.append(-1)
        self.aura.append(())

    def _add_base(self, seat: int, base: Base) -> None:
        self._add(seat, base, self._name(seat, "base", base.id), BASE_CARD, TYPES.index(base.type))

    def _add_ability(self, seat: int, ability: Ability) -> None:
        icon = ICONS.index(ability.icon)
        self._add(seat, ability, self._name(seat, "ability", ability.id), KINDS[ability.kind], icon if icon < 5 else -1)
        if ability.troop is not None:
            self.power[-1] = ability.troop.power
            self.traits[-1] = sum(TRAIT_BITS[trait] for trait in set(ability.troop.traits))
            self.static[-1] = sum(STATIC[word] for word in set(ability.troop.static))
        self.situations[-1] = situations(ability.timing)

    def _name(self, seat: int, kind: str, id: str) -> str:
        """The id, made unique: cards of the second army are marked where both armies have one of that name."""
        name = id
        if id in self.names and any(card.id == id for card in (*self.armies[seat].bases,)) and kind == "ability":
            name = f"{id}/{kind}"
        return f"{name}/{seat + 1}" if name in self.names else name

    def _compile(self, design: int, ability: Ability) -> None:
        compiler = self.compiler(ability, design)
        self.playable[design] = playable(ability, compiler.scope)
        self.program[design] = compiler.play()
        self.leave[design] = compiler.leave()
        self.aura[design] = compiler.auras()
        compiler.finish()

    def compiler(self, ability: Ability, design: int) -> Compiler:
        """What makes programs of a card."""
        return Compiler(self, ability, design)

    def fitting(self, kind: str | None, types: tuple[int, ...]) -> frozenset[int]:
        """The designs of both armies that are of a kind (`ability`, `base`) and of one of some types."""
        wanted = {"ability": (False,), "base": (True,)}.get(kind or "", (False, True))
        return frozenset(
            design
            for design in range(len(self.names))
            if (self.kind[design] == BASE_CARD) in wanted and (not types or self.type[design] in types)
        )

    def number_fits(self, fits: frozenset[int]) -> int:
        """The number of a set of designs."""
        if fits not in self.fits:
            self.fits.append(fits)
        return self.fits.index(fits)

    def fits_id(self, kind: str | None) -> int:
        """The number of the set of all cards, or of all of a kind."""
        return self.number_fits(self.fitting(kind, ()))

    def bases_of_fits(self, fits: int) -> int:
        """The bases of a set."""
        return self.number_fits(self.fits[fits] & self.fitting("base", ()))

    def frame(self, program: int, owner: int, registers: Sequence[int] | None = None) -> list[int]:
        """A frame that runs a program from its start."""
        return [program, 0, owner, *(registers if registers is not None else [0] * self.registers[program])]
