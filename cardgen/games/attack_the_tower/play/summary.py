"""Summarize a finished game from its log and a replay of its actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from cardgen.games.attack_the_tower.engine import decisions
from cardgen.games.attack_the_tower.engine.attack_state import AttackState
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.engine.state.position import FORCED, Match, Position
from cardgen.games.attack_the_tower.engine.state.units import BASE, PALACE, SPECIAL, TERRITORY
from cardgen.games.attack_the_tower.engine.state.zones import (
    ABILITY_DRAW,
    BASE_DRAW,
    BATTLE_ATTACKER,
    BATTLE_DEFENDER,
    COMMON_CARD,
    HAND,
    MAIN_OPPONENT,
    MAIN_OWN,
    PALACE_ZONE,
    SPECIAL_CARD,
    TROOP_CARD,
)
from cardgen.games.attack_the_tower.engine.text import observation

_PLAYED = {
    TROOP_CARD: "play a troop ability",
    COMMON_CARD: "play a common ability",
    SPECIAL_CARD: "play a special ability",
}
_WORDS = {
    actions.BURN: "burn an opening hand (rule max_burns)",
    actions.RENEW: "renew",
    actions.HOLD: "do not renew",
    actions.ADVANCE: "decide to attack the palace",
}
_PICKED = ((SPECIAL, "special troop"), (PALACE, "palace"), (TERRITORY, "territory"), (BASE, "base"), (0, "troop"))
_SITUATIONS = {
    MAIN_OWN: "play an ability in one's own main phase",
    MAIN_OPPONENT: "play an ability in the other's main phase",
    BATTLE_ATTACKER: "play an ability as attacker",
    BATTLE_DEFENDER: "play an ability as defender",
}
FEATURES = (
    "burn an opening hand (rule max_burns)",
    "build a base",
    "build over a base (rule build_over)",
    "renew",
    "do not renew",
    "have to renew or attack (rule must_act)",
    "attack from a territory",
    "attack from the palace",
    "attack with a special troop at once (rule special_attacks_at_once)",
    *_PLAYED.values(),
    *_SITUATIONS.values(),
    "pick a troop",
    "pick a base",
    "pick a territory",
    "pick a special troop",
    "choose a card",
    "discard down to the hand limit (rule hand_limit_always)",
    "give up a special troop",
    "have a special troop at the end",
    "exhaust a draw pile (rule empty_pile)",
    "destroy a palace",
    "end undecided (rule max_turns)",
)
"""All features of the rules that a game can use, with the setting that each one tries out. Settings can add more:
deciding to attack the palace, assigning damage."""


def possible_features(match: Match) -> tuple[str, ...]:
    """Return the features that the cards of a match allow, in the order of the rules."""
    kinds, situations = {_PLAYED.get(kind) for kind in match.kind}, 0
    for word in match.situations:
        situations |= word
    never = {name for name in _PLAYED.values() if name not in kinds}
    never |= {name for situation, name in _SITUATIONS.items() if not situations & situation}
    if _PLAYED[SPECIAL_CARD] in never:
        never |= {name for name in FEATURES if "special troop" in name or "from the palace" in name}
    return tuple(name for name in FEATURES if name not in never)


def replay_features(state: AttackState, chosen: Iterable[int]) -> frozenset[str]:
    """Replay the actions of a game, and return the features that only show at the moment itself.

    Args:
        state: Start of the game; is changed.
    """
    found: set[str] = set()
    for action in chosen:
        found.update(_at(state, action))
        state.apply_action(action)
    return frozenset(found)


def _at(state: AttackState, action: int) -> Iterator[str]:
    ask, phase = state.decision, state.phase
    if ask is not None:
        if ask[0] == decisions.UPKEEP:
            yield "give up a special troop"
        elif ask[0] == decisions.CARDS and not state.stack:
            yield "discard down to the hand limit (rule hand_limit_always)"
    elif actions.PLAY <= action < actions.CARD:
        yield _SITUATIONS[_situation(state)]
    elif phase == Phase.ACT:
        if actions.END not in (state.legal or ()):
            yield "have to renew or attack (rule must_act)"
        if actions.ATTACK + 9 <= action < actions.PICK and state.arrived_this_turn:
            yield "attack with a special troop at once (rule special_attacks_at_once)"
    if actions.BUILD <= action < actions.HIT and state.bases[actions.design_and_slot(action)[1]] >= 0:
        yield "build over a base (rule build_over)"


def _situation(state: AttackState) -> int:
    if state.phase in (Phase.WINDOW, Phase.STEP_WINDOW):
        return BATTLE_ATTACKER if state.player == state.active else BATTLE_DEFENDER
    return MAIN_OWN if state.player == state.active else MAIN_OPPONENT


def used_features(position: Position) -> frozenset[str]:
    """Return the features of the rules that a game used."""
    return frozenset(_features(position)) & frozenset(FEATURES)


def _features(position: Position) -> Iterator[str]:
    events = set(observation.events(position))
    for action in {action for _, action in events}:
        yield _of_action(position.match, action)
    if {(FORCED, actions.RENEW), (FORCED + 1, actions.RENEW)} & events:
        yield "have to renew or attack (rule must_act)"
    zones = position.zones
    if zones[PALACE_ZONE] or zones[PALACE_ZONE + 1]:
        yield "have a special troop at the end"
    if not all(zones[ABILITY_DRAW : BASE_DRAW + 2]):
        yield "exhaust a draw pile (rule empty_pile)"
    yield "destroy a palace" if position.winner >= 0 else "end undecided (rule max_turns)"


def _of_action(match: Match, action: int) -> str:
    if actions.ATTACK <= action < actions.PICK:
        return "attack from the palace" if action >= actions.ATTACK + 9 else "attack from a territory"
    if actions.PICK <= action < actions.PLAY:
        return "pick a " + next(name for first, name in _PICKED if action - actions.PICK >= first)
    if actions.PLAY <= action < actions.CARD:
        return _PLAYED[match.kind[action - actions.PLAY]]
    if actions.CARD <= action < actions.DEAL:
        return "choose a card"
    return "build a base" if actions.BUILD <= action < actions.HIT else _WORDS.get(action, "")


def drawn_and_used(position: Position, player: int) -> tuple[set[int], Counter[int]]:
    """Return the designs that a player drew, and how often the player played or built each.

    Args:
        player: The player, 0 or 1; only designs of their own army count.
    """
    army = position.match.army
    drawn = set(position.zones[HAND + player])
    used: Counter[int] = Counter()
    for _, action in observation.events(position):
        if actions.DEAL <= action < actions.UNSEEN:
            drawn.add(action - actions.DEAL)
        elif actions.PLAY <= action < actions.CARD:
            used[action - actions.PLAY] += 1
        elif actions.BUILD <= action < actions.HIT:
            used[actions.design_and_slot(action)[0]] += 1
    return {d for d in drawn if army[d] == player}, Counter({d: n for d, n in used.items() if army[d] == player})
