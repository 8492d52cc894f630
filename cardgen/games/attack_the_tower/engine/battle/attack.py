"""An attack from its declaration to its end: windows, combat, the march on the palace (rules file, section 6)."""

from __future__ import annotations

from cardgen.games.attack_the_tower.engine import abilities
from cardgen.games.attack_the_tower.engine.abilities import begin_main, close_window, open_window, ready
from cardgen.games.attack_the_tower.engine.battle import combat
from cardgen.games.attack_the_tower.engine.battle.damage_assignment import assign_damage
from cardgen.games.attack_the_tower.engine.compiler.unit_verbs import BATTLE_END, EACH_BATTLE_END
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.damage import end_battle_effects, renew_aura_absorption
from cardgen.games.attack_the_tower.engine.state.lasting import ATTACK, ATTACK_ON, Verb
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.stats import prevented
from cardgen.games.attack_the_tower.engine.state.units import TERRITORY, TERRITORY_SLOTS, slots_of
from cardgen.games.attack_the_tower.engine.state.zones import NO_SITE, PALACE_BATTLE, TERRITORY_BATTLE

# All attacks of a set of groups, by its bits.
_ATTACKS = [
    [actions.ATTACK + 3 * group + site for group in range(4) if groups >> group & 1 for site in range(3)]
    for groups in range(16)
]


def attacks(position: Position) -> list[int]:
    """All attacks that the active player may declare: any group with troops, any opposing territory."""
    config, player = position.match.config, position.active
    if position.attacks >= config.max_attacks:
        return []
    own = position.troops >> (18 * player)
    groups = (own & 63 != 0) | (own & 63 << 6 != 0) << 1 | (own & 63 << 12 != 0) << 2
    if position.special_attackers(player):
        groups |= 8
    found = _ATTACKS[groups]
    if position.verbs >> Verb.PREVENT & 1:
        sites = _open_sites(position)
        found = [action for action in found if (action - actions.ATTACK) % 3 in sites]
    if position.futile and position.futile_at == position.changes and not config.repeat_idle_attack:
        found = [action for action in found if not position.futile >> (action - actions.ATTACK) & 1]
    return found if config.harmless_attack else [action for action in found if _harms(position, action)]


def _open_sites(position: Position) -> list[int]:
    if prevented(position, position.active, ATTACK) is not None:
        return []
    barred = prevented(position, position.active, ATTACK_ON)
    if barred is None:
        return [0, 1, 2]
    first = 3 * (1 - position.active)
    slots = slots_of(barred) if barred >= 0 else -1
    areas = barred >> TERRITORY
    return [site for site in (0, 1, 2) if not (areas >> (first + site) & 1 or slots & TERRITORY_SLOTS[first + site])]


def _harms(position: Position, action: int) -> bool:
    """Whether an attack could deal damage as things stand: not artillery alone against troops (R40)."""
    position.group, position.site = divmod(action - actions.ATTACK, 3)
    position.stage = TERRITORY_BATTLE
    if _empty(position):
        position.stage = PALACE_BATTLE
    harmful = combat.harmful(position)
    position.group = position.site = -1
    position.stage = NO_SITE
    return harmful


def declare(position: Position, action: int) -> None:
    """Declare an attack; the window of the battle opens."""
    position.group, position.site = divmod(action - actions.ATTACK, 3)
    position.attacked = True
    position.attacks += 1
    position.mark = position.changes
    _open(position, TERRITORY_BATTLE)


def _open(position: Position, stage: int) -> None:
    position.stage = stage
    renew_aura_absorption(position)
    open_window(position, Phase.WINDOW)


def legal_window(position: Position) -> list[int]:
    """Play an ability, or pass (S: the defender may start; R07)."""
    if position.ended:
        return [actions.PASS]
    return [*abilities.plays(position, position.player, _situation(position)), actions.PASS]


def _situation(position: Position) -> int:
    return abilities.BATTLE_ATTACKER if position.player == position.active else abilities.BATTLE_DEFENDER


def apply_window(position: Position, action: int) -> None:
    """Both players alternate until both pass in a row."""
    player = position.player
    position.player = 1 - player
    if action != actions.PASS:
        position.passes = 0
        abilities.play(position, player, action)
        return
    position.passes += 1
    if position.passes == 2 or not ready(position, position.player, _situation(position)):
        close_window(position, position.phase)


def clash(position: Position) -> None:
    """The window is closed: combat, or the palace of an empty territory (E; R20)."""
    renew_aura_absorption(position)
    if position.ended or not position.attackers():
        position.phase = Phase.HEAL
    elif position.stage == TERRITORY_BATTLE and _empty(position):
        _march(position)
    else:
        combat.weak_die(position)
        position.phase = Phase.INITIATIVE


def _empty(position: Position) -> bool:
    return not position.structures() and not position.defenders()


def initiative(position: Position) -> None:
    """The initiative step begins; without initiative nothing happens in it."""
    combat.begin_step(position, combat.INITIATIVE_STEP)
    if combat.idle(position) and position.match.config.ability_windows == "battle":
        regular(position)
    else:
        _assign(position)


def regular(position: Position) -> None:
    """The regular step begins, unless an ability has ended the battle between the steps."""
    if position.ended:
        position.phase = Phase.HEAL
        return
    renew_aura_absorption(position)
    combat.begin_step(position, combat.REGULAR_STEP)
    _assign(position)


def _assign(position: Position) -> None:
    if position.match.config.damage == "auto":
        assign_damage(position)
        combat.end_turn_of_side(position)
        assign_damage(position)
        step_end(position)
    else:
        position.phase = Phase.HIT
        _next_hit(position)


def _next_hit(position: Position) -> None:
    """Whoever has something left to assign decides; then the step ends."""
    while combat.current_target(position) < 0:
        if not combat.end_turn_of_side(position):
            position.phase = Phase.STEP_END
            return
    position.player = position.active ^ combat.side(position)


def legal_hit(position: Position) -> list[int]:
    """How much damage the next target gets."""
    return combat.legal_hits(position)


def apply_hit(position: Position, action: int) -> None:
    """Assign it."""
    combat.apply_hit(position, action)
    _next_hit(position)


def step_end(position: Position) -> None:
    """The dead are removed; after initiative comes the regular step, then the battle is over."""
    fight = position.fight
    assert fight is not None
    combat.end_step(position)
    if fight[combat.STEP] == combat.REGULAR_STEP:
        position.phase = Phase.HEAL
    elif position.match.config.ability_windows == "steps":
        open_window(position, Phase.STEP_WINDOW)
    else:
        position.phase = Phase.REGULAR


def heal(position: Position) -> None:
    """All damage is forgotten; what was put off to the end of the battle happens."""
    position.fight = None
    if position.match.config.heal_before_palace or position.stage == PALACE_BATTLE:
        position.damage = None
    position.phase = Phase.BATTLE_OVER
    if position.delays:
        due = [delay for delay in position.delays if delay[1] in (BATTLE_END, EACH_BATTLE_END)]
        position.delays = tuple(delay for delay in position.delays if delay[1] != BATTLE_END)
        position.stack += [[delay[0], 0, *delay[2:]] for delay in reversed(due)]


def battle_over(position: Position) -> None:
    """Survivors that stand in an empty territory attack the palace by themselves (M; R19)."""
    end_battle_effects(position)
    if position.stage != TERRITORY_BATTLE or position.ended or not position.attackers() or not _empty(position):
        finish(position)
    elif position.match.config.palace_advance == "may":
        position.phase, position.player = Phase.ADVANCE, position.active
    else:
        _march(position)


def legal_advance(position: Position) -> list[int]:
    """Attack the palace or not, if the settings leave it open (R19)."""
    del position
    return [actions.ADVANCE, actions.STAY]


def apply_advance(position: Position, action: int) -> None:
    """On to the palace, or home."""
    if action == actions.ADVANCE:
        _march(position)
    else:
        finish(position)


def _march(position: Position) -> None:
    _open(position, PALACE_BATTLE)


def finish(position: Position) -> None:
    """The attack is over; if it changed nothing, it is not repeated before something does (R22)."""
    if position.changes == position.mark:
        if position.futile_at != position.changes:
            position.futile = 0
        position.futile |= 1 << (3 * position.group + position.site)
        position.futile_at = position.changes
    position.group = position.site = -1
    position.stage = NO_SITE
    position.ended = False
    position.damage = None
    begin_main(position)
