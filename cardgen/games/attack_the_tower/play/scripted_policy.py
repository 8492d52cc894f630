"""Play by rules of thumb: build and renew until a group is stronger than a territory, then attack there.

It uses only what the player can see. Other agents are measured against it, and use it to play on when they try out a
turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random

from cardgen.games.attack_the_tower.engine import decisions
from cardgen.games.attack_the_tower.engine.evaluation import base_powers, special_power, territory_powers
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.engine.state.position import Match, Position
from cardgen.games.attack_the_tower.engine.state.stats import (
    BASE_POWER,
    PALACE_POWER,
    POWER_OF,
    printed_stats,
    unit_stats,
)
from cardgen.games.attack_the_tower.engine.state.units import BASE, TERRITORY, owner_of
from cardgen.games.attack_the_tower.engine.state.zones import BASE_CARD, HAND

Rule = Callable[[Position, int, Sequence[int], Random], int]
WINDOW_PLAYS, WANTED_BASES = 0.7, 2


def choose_action(position: Position, player: int, rng: Random) -> int:
    """Return one of the legal actions of a position in which a player decides.

    Args:
        player: The player, 0 or 1, who is to move.
    """
    legal = position.legal or ()
    rule = ASKED.get(position.decision[0]) if position.decision is not None else DECIDED.get(position.phase)
    return rule(position, player, legal, rng) if rule is not None else _any(legal, rng)


def _any(legal: Sequence[int], rng: Random) -> int:
    return legal[int(rng.random() * len(legal))]


def _burn(position: Position, player: int, legal: Sequence[int], rng: Random) -> int:
    """Burn a hand without bases."""
    del legal, rng  # both can be chosen, or nobody is asked
    kind = position.match.kind
    bases = sum(kind[design] == BASE_CARD for design in position.zones[HAND + player])
    return actions.KEEP if bases else actions.BURN


def _draw(position: Position, player: int, legal: Sequence[int], rng: Random) -> int:
    """Draw bases while slots are empty and the hand has few of them."""
    kind = position.match.kind
    held = sum(kind[design] == BASE_CARD for design in position.zones[HAND + player])
    missing = 9 - (position.built >> (18 * player) & 0x3FFFF).bit_count() // 2
    wanted = actions.DRAW_BASE if held < min(missing, WANTED_BASES + (not position.turn)) else actions.DRAW_ABILITY
    return wanted if wanted in legal else _any(legal, rng)


def _build(position: Position, player: int, legal: Sequence[int], rng: Random) -> int:
    """Build the base with the strongest troops on an empty slot beside most bases; never build over a base."""
    del player
    best, chosen = -1.0, actions.DONE
    for action in legal:
        if action >= actions.BUILD:
            design, slot = actions.design_and_slot(action)
            if position.bases[slot] < 0:
                start = slot - slot % 3
                beside = sum(position.bases[other] >= 0 for other in range(start, start + 3))
                value = POWER_OF[position.match.type[design]] + 2 * beside + rng.random() / 4
                if value > best:
                    best, chosen = value, action
    return chosen


def _announce(position: Position, player: int, legal: Sequence[int], rng: Random) -> int:
    """Renew, unless an attack is good now or the renewal would help the opponent more."""
    del legal, rng  # both can be chosen, or nobody is asked
    room = [(position.built & ~position.troops & 0x3FFFF << 18 * who).bit_count() for who in (player, 1 - player)]
    if room[0] + 2 >= room[1] and best_attack(position, player)[0] < PALACE_POWER:
        return actions.RENEW
    return actions.HOLD if best_attack(position, player)[0] > 0 else actions.RENEW


def best_attack(position: Position, player: int) -> tuple[int, int]:
    """Return the value of the most promising attack, and the attack.

    Args:
        player: The attacker, 0 or 1.

    Returns:
        The power of what the attack destroys minus that of what it risks, and the action; -99 and -1 without an attack.
    """
    power, wall = territory_powers(position), base_powers(position)
    own = [*power[3 * player : 3 * player + 3], special_power(position, player)]
    guard = special_power(position, 1 - player)
    best, chosen = -99, -1
    for group in range(4):
        strength = own[group]
        for site in range(3) if strength else ():
            place = 3 * (1 - player) + site
            troops, bases = power[place], wall[place]
            over = strength - troops
            value = over
            if over >= 0:
                value = troops + min(over // BASE_POWER * BASE_POWER, bases)
                if over >= bases + (PALACE_POWER + guard if not bases else 0):
                    value += PALACE_POWER
            if value > best:
                best, chosen = value, actions.ATTACK + 3 * group + site
    return best, chosen


def _act(position: Position, player: int, legal: Sequence[int], rng: Random) -> int:
    """Play abilities first, then make good attacks, then end the turn."""
    plays = [action for action in legal if actions.PLAY <= action < actions.CARD]
    if plays and rng.random() < WINDOW_PLAYS:
        return _any(plays, rng)
    value, attack = best_attack(position, player)
    if attack in legal and (value > 0 or actions.END not in legal):
        return attack
    return actions.END if actions.END in legal else _any(legal, rng)


def _window(position: Position, player: int, legal: Sequence[int], rng: Random) -> int:
    """Play an ability in a battle, most of the time."""
    del position, player
    plays = [action for action in legal if action >= actions.PLAY]
    return _any(plays, rng) if plays and rng.random() < WINDOW_PLAYS else actions.PASS


def _wait(position: Position, player: int, legal: Sequence[int], rng: Random) -> int:
    """Keep abilities for battles during the opponent's turn, most of the time."""
    del position, player
    return actions.PASS if actions.PASS in legal and rng.random() < WINDOW_PLAYS else _any(legal, rng)


def _pick(position: Position, player: int, legal: Sequence[int], rng: Random) -> int:
    """Pick from the opponent if possible; sacrifice nothing that need not be sacrificed.

    What weakens a troop or damages it a little does most to the weakest one, everything else to what is worth most.
    """
    if position.decision is not None and position.decision[-1] == decisions.VOLUNTARY:
        return actions.STOP
    theirs = [action - actions.PICK for action in legal if action >= actions.PICK]
    theirs = [unit for unit in theirs if owner_of(unit) != player]
    if not theirs:
        return _any(legal, rng)
    stats = unit_stats(position, sum(1 << unit for unit in theirs))
    worth = [_worth(position, unit, stats[unit][0]) for unit in theirs]
    if position.stack and _weakens(position.match, position.stack[-1][0]):
        wanted = min((value for value in worth if value > 0), default=0)
    else:
        wanted = max(worth)
    return _any(
        [actions.PICK + unit for unit, value in zip(theirs, worth, strict=True) if value == wanted] or legal, rng
    )


def _worth(position: Position, unit: int, power: int) -> int:
    """Return the power of a troop, or that of all troops on a base."""
    if BASE <= unit < TERRITORY:
        slot = (unit - BASE) >> 1
        return (position.troops >> 2 * slot & 3).bit_count() * printed_stats(position, 2 * slot)[0]
    return power


@lru_cache(maxsize=256)
def _weakens(match: Match, program: int) -> bool:
    """Return whether a program is that of an ability that damages troops or lowers their power."""
    if program not in match.play_program:
        return False
    design = match.play_program.index(program)
    army = match.armies[match.army[design]]
    title = match.titles[design]
    effects = next(one.effects for one in army.abilities if one.name.in_language("en") == title)
    verbs = [
        inner.verb[0] for effect in effects for inner in (effect, *(effect.for_each.effects if effect.for_each else ()))
    ]
    return "strike" in verbs or "power" in verbs


def _card(position: Position, player: int, legal: Sequence[int], rng: Random) -> int:
    """Choose an ability rather than a base while slots are empty, otherwise a base."""
    kind = position.match.kind
    full = (position.built >> (18 * player) & 0x3FFFF).bit_count() == 18
    rather = [a for a in legal if a >= actions.CARD and (kind[a - actions.CARD] == BASE_CARD) == full]
    return _any(rather or legal, rng)


DECIDED: dict[int, Rule] = {
    Phase.BURN: _burn,
    Phase.SETUP_BUILD: _build,
    Phase.ANNOUNCE: _announce,
    Phase.RENEWAL_BUILD: _build,
    Phase.OPPONENT: _wait,
    Phase.REPLY: _wait,
    Phase.ACT: _act,
    Phase.WINDOW: _window,
    Phase.STEP_WINDOW: _window,
}
ASKED: dict[int, Rule] = {decisions.DRAWS: _draw, decisions.UNITS: _pick, decisions.CARDS: _card}
