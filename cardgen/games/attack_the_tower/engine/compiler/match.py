"""Compile two armies and the settings to a match: tables by design, and the programs of all cards."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.constants import ICONS, TYPES
from cardgen.games.attack_the_tower.engine.compiler.playability import compile_playable, compile_timing
from cardgen.games.attack_the_tower.engine.compiler.program import CardCompiler
from cardgen.games.attack_the_tower.engine.state.lasting import SPECIAL_LIMIT, Duration, VerbCode
from cardgen.games.attack_the_tower.engine.state.position import CompiledLastingEffect, Match
from cardgen.games.attack_the_tower.engine.state.stats import LOYAL, POWER_OF, TRAIT_BITS, TRAITS_OF
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
STATIC_RULES = {"cannot_attack": CANNOT_ATTACK, "cannot_defend": CANNOT_DEFEND, "guard": GUARD}


def compile_match(
    first: ArmyDeck,
    second: ArmyDeck,
    config: Config | None = None,
    card_compiler: Callable[[Match, Ability, int], CardCompiler] = CardCompiler,
) -> Match:
    """Compile a match.

    Args:
        first: Army of player 1.
        second: Army of player 2.
        config: The settings; None means the rules as printed.
        card_compiler: Makes the compiler of one ability card.
    """
    match = Match(first, second, config or Config())
    abilities: list[tuple[int, Ability]] = []
    for seat, deck in enumerate(match.armies):
        for base in deck.bases:
            _add_base(match, seat, base)
        for ability in deck.abilities:
            abilities.append((len(match.names), ability))
            _add_ability(match, seat, ability)
    match.designs = {name: design for design, name in enumerate(match.names)}
    for design, ability in abilities:
        _compile_ability(match, design, card_compiler(match, ability, design))
    match.every_card = match.card_set_of_kind(None)  # the hand limit asks for it, whatever the effects do
    match.troop = [
        (POWER_OF[match.type[design]], TRAITS_OF[match.type[design]])
        if kind == BASE_CARD
        else (match.power[design], match.traits[design])
        for design, kind in enumerate(match.kind)
    ]
    match.has_static_rules = any(match.static)
    match.has_auras = any(match.auras)
    match.has_limit_changes = any(
        (effect.verb in (VerbCode.GAIN, VerbCode.LOSE) and effect.bits & LOYAL != 0)
        or (effect.verb == VerbCode.LIMIT and effect.bits == SPECIAL_LIMIT)
        for effect in match.lasting
    )
    if any(_replaces(match.lasting[effect]) for effects in match.auras for effect in effects):
        match.arrival = len(match.lasting)
        match.lasting.append(CompiledLastingEffect(VerbCode.ARRIVAL, Duration.ARRIVAL, lambda *_: 0))
    match.verb_bits = [1 << effect.verb for effect in match.lasting]
    match.aura_verbs = [sum({match.verb_bits[effect] for effect in effects}) for effects in match.auras]
    return match


def _replaces(effect: CompiledLastingEffect) -> bool:
    """Return whether of two such effects the later one holds (R53)."""
    verbs = (VerbCode.SET, VerbCode.GAIN, VerbCode.LOSE)
    return effect.verb in verbs or (effect.verb == VerbCode.LIMIT and effect.draw == 1)


def _add_design(match: Match, seat: int, card: Base | Ability, name: str, kind: int, troop_type: int) -> None:
    match.names.append(name)
    match.titles.append(card.name.in_language("en"))
    match.copies.append(card.copies)
    match.army.append(seat)
    match.kind.append(kind)
    match.type.append(troop_type)
    for table in (match.power, match.traits, match.static, match.situations):
        table.append(0)
    match.playable.append(None)
    match.play_program.append(-1)
    match.leave_program.append(-1)
    match.auras.append(())


def _add_base(match: Match, seat: int, base: Base) -> None:
    _add_design(match, seat, base, _unique_name(match, seat, "base", base.id), BASE_CARD, TYPES.index(base.type))


def _add_ability(match: Match, seat: int, ability: Ability) -> None:
    icon = ICONS.index(ability.icon)
    name = _unique_name(match, seat, "ability", ability.id)
    _add_design(match, seat, ability, name, KINDS[ability.kind], icon if icon < 5 else -1)
    if ability.troop is not None:
        match.power[-1] = ability.troop.power
        match.traits[-1] = sum(TRAIT_BITS[trait] for trait in set(ability.troop.traits))
        match.static[-1] = sum(STATIC_RULES[word] for word in set(ability.troop.static))
    match.situations[-1] = compile_timing(ability.timing)


def _unique_name(match: Match, seat: int, kind: str, id: str) -> str:
    """Return the id made unique: `/ability` if a base of the army has it, `/2` if the first army has that name."""
    name = id
    if id in match.names and any(card.id == id for card in match.armies[seat].bases) and kind == "ability":
        name = f"{id}/{kind}"
    return f"{name}/{seat + 1}" if name in match.names else name


def _compile_ability(match: Match, design: int, compiler: CardCompiler) -> None:
    match.playable[design] = compile_playable(compiler.ability, compiler.scope)
    match.play_program[design] = compiler.compile_play()
    match.leave_program[design] = compiler.compile_leave()
    match.auras[design] = compiler.compile_auras()
    compiler.finish()
    match.program_cards += [design] * (len(match.programs) - len(match.program_cards))
