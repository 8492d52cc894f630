"""Run an attack from its declaration to its end: windows, combat, advance on the palace (rules file, section 6)."""

from __future__ import annotations

from cardgen.games.attack_the_tower.engine.abilities import (
    begin_main_phase,
    close_window,
    holds_ability,
    legal_plays,
    open_window,
    play_ability,
)
from cardgen.games.attack_the_tower.engine.battle import combat, pools
from cardgen.games.attack_the_tower.engine.battle.damage_assignment import assign_damage
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.battlefield import (
    attackers,
    defenders,
    special_attackers,
    structures,
)
from cardgen.games.attack_the_tower.engine.state.damage import end_battle_effects, renew_aura_absorption
from cardgen.games.attack_the_tower.engine.state.lasting import (
    ATTACK,
    ATTACK_ON,
    BATTLE_END,
    EACH_BATTLE_END,
    TriggerEvent,
    VerbCode,
)
from cardgen.games.attack_the_tower.engine.state.phase import NO_BATTLE, PALACE_BATTLE, TERRITORY_BATTLE, Phase
from cardgen.games.attack_the_tower.engine.state.position import MOMENT, Position
from cardgen.games.attack_the_tower.engine.state.stats import prevented_places
from cardgen.games.attack_the_tower.engine.state.triggers import WAITING, fire
from cardgen.games.attack_the_tower.engine.state.units import SPECIALS_OF, TERRITORY
from cardgen.games.attack_the_tower.engine.state.zones import BATTLE_ATTACKER, BATTLE_DEFENDER
from cardgen.plugin.rules.programs import OWNER, PROGRAM

_BEFORE_COMBAT = (Phase.WINDOW, Phase.CLASH)

# All attacks of a set of groups, by the bits of the set.
_ATTACKS = [
    [actions.ATTACK + 3 * group + site for group in range(4) if groups >> group & 1 for site in range(3)]
    for groups in range(16)
]


def legal_attacks(position: Position) -> list[int]:
    """Return the attacks that the active player may declare: any group with troops on any opposing territory."""
    config, player = position.match.config, position.active
    if position.attacks >= config.max_attacks:
        return []
    own = position.troops >> (18 * player)
    groups = (own & 63 != 0) | (own & 63 << 6 != 0) << 1 | (own & 63 << 12 != 0) << 2
    if special_attackers(position, player):
        groups |= 8
    found = _ATTACKS[groups]
    if position.active_verbs >> VerbCode.PREVENT & 1:
        sites = _open_sites(position)
        found = [action for action in found if (action - actions.ATTACK) % 3 in sites]
    futile = position.futile_attacks
    if futile and position.change_count_at_futile == position.change_count and not config.repeat_idle_attack:
        found = [action for action in found if not futile >> (action - actions.ATTACK) & 1]
    return found if config.harmless_attack else [action for action in found if _can_harm(position, action)]


def _open_sites(position: Position) -> list[int]:
    """Return the opposing territories (0 to 2) on which attacks are not prevented."""
    if prevented_places(position, position.active, ATTACK) is not None:
        return []
    prevented = prevented_places(position, position.active, ATTACK_ON) or 0
    first = TERRITORY + 3 * (1 - position.active)
    return [site for site in (0, 1, 2) if not prevented >> (first + site) & 1]


def _can_harm(position: Position, action: int) -> bool:
    """Return whether an attack could deal damage as things stand; artillery alone cannot hit troops (R40)."""
    position.group, position.site = divmod(action - actions.ATTACK, 3)
    position.stage = TERRITORY_BATTLE
    if _is_territory_empty(position):
        position.stage = PALACE_BATTLE
    harmful = combat.can_deal_damage(position)
    position.group = position.site = -1
    position.stage = NO_BATTLE
    return harmful


def declare_attack(position: Position, action: int) -> None:
    """Declare an attack and open the window of its battle.

    Args:
        action: Action of `legal_attacks`.
    """
    position.group, position.site = divmod(action - actions.ATTACK, 3)
    position.attacked = True
    position.attacks += 1
    position.change_count_at_attack = position.change_count
    position.stage = TERRITORY_BATTLE
    _begin_battle(position, PALACE_BATTLE if _is_territory_empty(position) else TERRITORY_BATTLE)
    if position.active_verbs & WAITING:
        fire(position, TriggerEvent.ATTACK, position.active)
    if position.stack:  # such effects may give a player the first ability to play
        position.phase, position.passes = Phase.WINDOW, 0
        defender_first = position.match.config.first_in_battle == "defender"
        position.player = 1 - position.active if defender_first else position.active


def cancel_attack(position: Position) -> None:
    """Cancel the attack before combat; no battle takes place, so nothing happens after it."""
    if position.phase in _BEFORE_COMBAT and not position.battle_ended:
        position.battle_ended = True
        position.phase = Phase.BATTLE_OVER
        position.delays = tuple(delay for delay in position.delays if delay[MOMENT] != BATTLE_END)


def possible_redirections(position: Position) -> int:
    """Return the territories to which the attack can be turned, as a set; empty once it has led to combat."""
    if position.phase not in _BEFORE_COMBAT or position.battle_ended or position.fighters != -1:
        return 0
    first = TERRITORY + 3 * (1 - position.active)
    return sum(1 << (first + site) for site in _open_sites(position) if site != position.site)


def redirect_attack(position: Position, territories: int) -> None:
    """Turn the attack to another territory of the defender.

    Args:
        territories: Set of `possible_redirections`; only one territory has an effect.
    """
    found = territories & possible_redirections(position)
    if found.bit_count() == 1:
        position.site = (found.bit_length() - 1 - TERRITORY) % 3
        position.stage = TERRITORY_BATTLE
        position.stage = PALACE_BATTLE if _is_territory_empty(position) else TERRITORY_BATTLE
        position.change_count += 1


def _begin_battle(position: Position, stage: int, fighters: int = -1) -> None:
    """Begin a battle with its ability window.

    Args:
        stage: TERRITORY_BATTLE or PALACE_BATTLE; an empty territory has no battle of its own (R20, R41).
        fighters: Units that can take part; -1 for all of both sides.
    """
    position.stage = stage
    position.fighters = fighters
    renew_aura_absorption(position)
    open_window(position, Phase.WINDOW)


def legal_window(position: Position) -> list[int]:
    """Return the choices of a player in a window: play an ability, or pass (S: the defender may start; R07)."""
    if position.battle_ended:
        return [actions.PASS]
    return [*legal_plays(position, position.player, _situation(position)), actions.PASS]


def _situation(position: Position) -> int:
    return BATTLE_ATTACKER if position.player == position.active else BATTLE_DEFENDER


def apply_window(position: Position, action: int) -> None:
    """Play an ability or pass; players alternate until both pass in a row.

    Args:
        action: Action of `legal_window`.
    """
    player = position.player
    position.player = 1 - player
    if action != actions.PASS:
        position.passes = 0
        play_ability(position, player, action)
        return
    position.passes += 1
    if position.passes == 2 or not holds_ability(position, position.player, _situation(position)):
        close_window(position, position.phase)


def begin_clash(position: Position) -> None:
    """Begin combat after the window; the battle ends at once if abilities have left nobody to fight, or nothing."""
    renew_aura_absorption(position)
    cleared = position.stage == TERRITORY_BATTLE and _is_territory_empty(position)
    if position.battle_ended or cleared or not attackers(position):
        position.phase = Phase.HEAL
    else:
        combat.remove_weak(position)
        position.phase = Phase.INITIATIVE


def _is_territory_empty(position: Position) -> bool:
    return not structures(position) and not defenders(position)


def begin_initiative_step(position: Position) -> None:
    """Begin the initiative step; skip it if nobody has damage to assign and no window follows."""
    combat.begin_step(position, pools.INITIATIVE_STEP)
    if pools.has_no_damage(position) and position.match.config.ability_windows == "battle":
        begin_regular_step(position)
    else:
        _assign(position)


def begin_regular_step(position: Position) -> None:
    """Begin the regular step, unless an ability has ended the battle between the steps."""
    if position.battle_ended:
        position.phase = Phase.HEAL
        return
    renew_aura_absorption(position)
    combat.begin_step(position, pools.REGULAR_STEP)
    _assign(position)


def _assign(position: Position) -> None:
    if position.match.config.damage == "auto":
        assign_damage(position)
        combat.end_turn_of_side(position)
        assign_damage(position)
        end_step(position)
    else:
        position.phase = Phase.HIT
        _find_next_hit(position)


def _find_next_hit(position: Position) -> None:
    """Let the side that still has a target decide its damage; after both sides the step ends."""
    while combat.current_target(position) < 0:
        if not combat.end_turn_of_side(position):
            position.phase = Phase.STEP_END
            return
    position.player = position.active ^ pools.assigning_side(position)


def legal_hit(position: Position) -> list[int]:
    """Return how much damage the next target may get, as actions."""
    return combat.legal_hits(position)


def apply_hit(position: Position, action: int) -> None:
    """Assign damage to the next target.

    Args:
        action: Action of `legal_hit`.
    """
    combat.apply_hit(position, action)
    _find_next_hit(position)


def end_step(position: Position) -> None:
    """Remove the dead; the regular step follows the initiative step, then the battle is over."""
    combat_step = position.combat_step
    assert combat_step is not None
    combat.end_step(position)
    if combat_step[pools.STEP] == pools.REGULAR_STEP:
        position.phase = Phase.HEAL
    elif position.match.config.ability_windows == "steps":
        open_window(position, Phase.STEP_WINDOW)
    else:
        position.phase = Phase.REGULAR


def heal(position: Position) -> None:
    """Forget all damage, and start the effects that were delayed to the end of the battle.

    Who fought is settled before, so that troops recruited by such an effect neither fought nor march on (R45).
    """
    position.combat_step = None
    if position.delays or position.active_verbs & WAITING:
        position.fighters = attackers(position) | defenders(position)
    if position.match.config.heal_before_palace or position.stage == PALACE_BATTLE:
        position.damage = None
    position.phase = Phase.BATTLE_OVER
    if position.active_verbs & WAITING:
        fire(position, TriggerEvent.BATTLE_END, position.active)
    if position.delays:  # these happen first, as at the end of the turn
        due = [delay for delay in position.delays if delay[MOMENT] in (BATTLE_END, EACH_BATTLE_END)]
        position.delays = tuple(delay for delay in position.delays if delay[MOMENT] != BATTLE_END)
        position.stack += [[delay[PROGRAM], 0, *delay[OWNER:]] for delay in reversed(due)]


def end_battle(position: Position) -> None:
    """End the battle; survivors that have cleared the territory begin another one at the palace (M, E, S; R19, R41)."""
    end_battle_effects(position)
    if (
        position.stage != TERRITORY_BATTLE
        or position.battle_ended
        or not attackers(position)
        or not _is_territory_empty(position)
    ):
        _end_attack(position)
    elif position.match.config.palace_advance == "may":
        position.phase, position.player = Phase.ADVANCE, position.active
    else:
        _advance_to_palace(position)


def legal_advance(position: Position) -> list[int]:
    """Return the choice to attack the palace or not, if the settings leave it open (R19)."""
    del position
    return [actions.ADVANCE, actions.STAY]


def apply_advance(position: Position, action: int) -> None:
    """Attack the palace, or end the attack.

    Args:
        action: Action of `legal_advance`.
    """
    if action == actions.ADVANCE:
        _advance_to_palace(position)
    else:
        _end_attack(position)


def _advance_to_palace(position: Position) -> None:
    """Begin the battle at the palace, in which the survivors and all special troops of the defender fight (R45)."""
    _begin_battle(position, PALACE_BATTLE, attackers(position) | SPECIALS_OF[1 - position.active][-1])


def _end_attack(position: Position) -> None:
    """End the attack; if it changed nothing, it cannot be repeated until something changes (R22)."""
    if position.change_count == position.change_count_at_attack:
        if position.change_count_at_futile != position.change_count:
            position.futile_attacks = 0
        position.futile_attacks |= 1 << (3 * position.group + position.site)
        position.change_count_at_futile = position.change_count
    position.group = position.site = -1
    position.stage = NO_BATTLE
    position.fighters = -1
    position.battle_ended = False
    position.damage = None
    begin_main_phase(position)
