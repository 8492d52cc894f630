"""What happened in a game, read from its log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cardgen.games.attack_the_tower.play import actions as act
from cardgen.games.attack_the_tower.play import view
from cardgen.games.attack_the_tower.play.match import Match
from cardgen.games.attack_the_tower.play.position import Position
from cardgen.games.attack_the_tower.play.units import BASE, PALACE, SPECIAL, TERRITORY
from cardgen.games.attack_the_tower.play.zones import (
    ABILITY_DRAW,
    BASE_DRAW,
    COMMON_CARD,
    HAND,
    PALACE_ZONE,
    SPECIAL_CARD,
    TROOP_CARD,
)

_PLAYED = {
    TROOP_CARD: "play a troop ability",
    COMMON_CARD: "play a common ability",
    SPECIAL_CARD: "play a special ability",
}
_WORDS = {
    act.BURN: "burn an opening hand",
    act.RENEW: "renew",
    act.HOLD: "do not renew",
    act.ADVANCE: "decide to attack the palace",
}
_PICKED = ((SPECIAL, "special troop"), (PALACE, "palace"), (TERRITORY, "territory"), (BASE, "base"), (0, "troop"))
FEATURES = (
    "burn an opening hand",
    "build a base",
    "renew",
    "do not renew",
    "attack from a territory",
    "attack from the palace",
    *_PLAYED.values(),
    "pick a troop",
    "pick a base",
    "pick a territory",
    "pick a special troop",
    "choose a card",
    "have a special troop at the end",
    "exhaust a draw pile",
    "destroy a palace",
    "end undecided",
)
"""All that a game can make use of; settings add to it (deciding to attack the palace, assigning damage)."""


def used_features(position: Position) -> frozenset[str]:
    """The names of what the rules provide and this game made use of."""
    return frozenset(_features(position)) & frozenset(FEATURES)


def _features(position: Position) -> Iterator[str]:
    for action in {action for _, action in view.events(position)}:
        yield _of_action(position.match, action)
    zones = position.zones
    if zones[PALACE_ZONE] or zones[PALACE_ZONE + 1]:
        yield "have a special troop at the end"
    if not all(zones[ABILITY_DRAW : BASE_DRAW + 2]):
        yield "exhaust a draw pile"
    yield "destroy a palace" if position.winner >= 0 else "end undecided"


def _of_action(match: Match, action: int) -> str:
    if act.ATTACK <= action < act.PICK:
        return "attack from the palace" if action >= act.ATTACK + 9 else "attack from a territory"
    if act.PICK <= action < act.PLAY:
        return "pick a " + next(name for first, name in _PICKED if action - act.PICK >= first)
    if act.PLAY <= action < act.CARD:
        return _PLAYED[match.kind[action - act.PLAY]]
    if act.CARD <= action < act.DEAL:
        return "choose a card"
    return "build a base" if act.BUILD <= action < act.HIT else _WORDS.get(action, "")


def drawn_and_used(position: Position, player: int) -> tuple[set[int], Counter[int]]:
    """The designs that came to a player's hand from a pile, and how often he played or built each."""
    army = position.match.army
    drawn = {design for design in position.zones[HAND + player] if army[design] == player}
    used: Counter[int] = Counter()
    for _, action in view.events(position):
        if act.DEAL <= action < act.UNSEEN:
            drawn.add(action - act.DEAL)
        elif act.PLAY <= action < act.CARD:
            used[action - act.PLAY] += 1
        elif act.BUILD <= action < act.HIT:
            used[(action - act.BUILD) // 18] += 1
    return {d for d in drawn if army[d] == player}, Counter({d: n for d, n in used.items() if army[d] == player})
