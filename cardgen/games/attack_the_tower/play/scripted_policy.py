"""A plain player by rules of thumb: builds and renews until it is stronger somewhere, then attacks there.

It knows its own hand and the table only. It is the yardstick above random play, and the habit by which other agents
finish a turn that they think about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from cardgen.games.attack_the_tower.engine import decisions
from cardgen.games.attack_the_tower.engine.evaluation import base_powers, special_power, territory_powers
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.stats import BASE_POWER, PALACE_POWER, POWER_OF
from cardgen.games.attack_the_tower.engine.state.units import owner_of
from cardgen.games.attack_the_tower.engine.state.zones import BASE_CARD, HAND

Rule = Callable[[Position, int, Sequence[int], Random], int]
WINDOW_PLAYS, WANTED_BASES = 0.7, 2


def choose_action(position: Position, player: int, rng: Random) -> int:
    """One of the legal actions of a position in which this player decides."""
    legal = position.legal or ()
    rule = ASKED.get(position.decision[0]) if position.decision is not None else DECIDED.get(position.phase)
    return rule(position, player, legal, rng) if rule is not None else _any(legal, rng)


def _any(legal: Sequence[int], rng: Random) -> int:
    return legal[int(rng.random() * len(legal))]


def _burn(position: Position, player: int, legal: Sequence[int], rng: Random) -> int:
    """A hand without bases is burned."""
    del rng
    kind = position.match.kind
    bases = sum(kind[design] == BASE_CARD for design in position.zones[HAND + player])
    return actions.KEEP if bases or actions.BURN not in legal else actions.BURN


def _draw(position: Position, player: int, legal: Sequence[int], rng: Random) -> int:
    """Bases while slots are empty and the hand has few of them."""
    kind = position.match.kind
    held = sum(kind[design] == BASE_CARD for design in position.zones[HAND + player])
    missing = 9 - (position.built >> (18 * player) & 0x3FFFF).bit_count() // 2
    wanted = actions.DRAW_BASE if held < min(missing, WANTED_BASES + (not position.turn)) else actions.DRAW_ABILITY
    return wanted if wanted in legal else _any(legal, rng)


def _build(position: Position, player: int, legal: Sequence[int], rng: Random) -> int:
    """The strongest troops on an empty slot, where most bases stand already; nothing is built over."""
    del player
    best, chosen = -1.0, actions.DONE
    for action in legal:
        if action >= actions.BUILD:
            design, slot = divmod(action - actions.BUILD, 18)
            if position.bases[slot] < 0:
                start = slot - slot % 3
                beside = sum(position.bases[other] >= 0 for other in range(start, start + 3))
                value = POWER_OF[position.match.type[design]] + 2 * beside + rng.random() / 4
                if value > best:
                    best, chosen = value, action
    return chosen


def _announce(position: Position, player: int, legal: Sequence[int], rng: Random) -> int:
    """Renew unless an attack is good at once, or the renewal would help the other more."""
    if actions.HOLD not in legal:
        return _any(legal, rng)
    room = [(position.built & ~position.troops & 0x3FFFF << 18 * who).bit_count() for who in (player, 1 - player)]
    if room[0] + 2 >= room[1] and best_attack(position, player)[0] < PALACE_POWER:
        return actions.RENEW
    return actions.HOLD if best_attack(position, player)[0] > 0 else actions.RENEW


def best_attack(position: Position, player: int) -> tuple[int, int]:
    """The attack that promises most, and what it promises: what it destroys less what it risks."""
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
    """Troops into play first, then good attacks, then the end."""
    plays = [action for action in legal if actions.PLAY <= action < actions.CARD]
    if plays and rng.random() < WINDOW_PLAYS:
        return _any(plays, rng)
    value, attack = best_attack(position, player)
    if attack in legal and (value > 0 or actions.END not in legal):
        return attack
    return actions.END if actions.END in legal else _any(legal, rng)


def _window(position: Position, player: int, legal: Sequence[int], rng: Random) -> int:
    """In a battle abilities are mostly played."""
    del position, player
    plays = [action for action in legal if action >= actions.PLAY]
    return _any(plays, rng) if plays and rng.random() < WINDOW_PLAYS else actions.PASS


def _wait(position: Position, player: int, legal: Sequence[int], rng: Random) -> int:
    """Abilities are kept for battles in the opponent's turn."""
    del position, player
    return actions.PASS if actions.PASS in legal and rng.random() < WINDOW_PLAYS else _any(legal, rng)


def _pick(position: Position, player: int, legal: Sequence[int], rng: Random) -> int:
    """Of both sides' units rather the other's."""
    del position
    theirs = [action for action in legal if action >= actions.PICK and owner_of(action - actions.PICK) != player]
    return _any(theirs or legal, rng)


def _card(position: Position, player: int, legal: Sequence[int], rng: Random) -> int:
    """What is chosen among cards: an ability goes rather than a base while slots are empty, and the other way round."""
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
