"""The events of a game in sentences, as far as a player may know it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from cardgen.games.attack_the_tower.engine import decisions
from cardgen.games.attack_the_tower.engine.attack_state import AttackState
from cardgen.games.attack_the_tower.engine.battle import combat
from cardgen.games.attack_the_tower.engine.history import NO_ACTION, Moment
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.phase import PALACE_BATTLE, TERRITORY_BATTLE, Phase
from cardgen.games.attack_the_tower.engine.state.zones import BASE_CARD, HAND, PALACE_ZONE
from cardgen.games.attack_the_tower.play.localizer import Localizer, place_of, times
from cardgen.games.attack_the_tower.play.prompts import describe_action
from cardgen.plugin.rules.state import CHANCE
from cardgen.plugin.wording.sentences import to_clause

Change = tuple[AttackState, AttackState]


def narrate(localizer: Localizer, moments: Sequence[Moment], viewer: int) -> list[str]:
    """Return what happened, one sentence for each event; repeated sentences are counted.

    Args:
        localizer: Messages and names.
        moments: In order.
        viewer: The player who reads it, 0 or 1, without the cards that the opponent drew; -1 for everything.
    """
    told = (sentence for pair in pairwise(moments) for sentence in _told(localizer, pair[0], pair[1].state, viewer))
    counted = ((text, sum(1 for _ in equal)) for text, equal in groupby(told))
    return [f"{text} (x {count})" if count > 1 else text for text, count in counted]


def _told(localizer: Localizer, moment: Moment, after: AttackState, viewer: int) -> Iterator[str]:
    before, mover, action = moment
    # Passes are left out, since the opponent must not learn whether they were forced.
    if action not in (NO_ACTION, actions.PASS) and not _is_draw(action):
        yield _action(localizer, before, mover, action)
    change = before, after
    if before.phase in (Phase.INITIATIVE, Phase.REGULAR) and action == NO_ACTION:
        yield from _strengths(localizer, change)
    if after.battle_ended and not before.battle_ended:
        yield localizer.say("no_combat")
    for player in (before.active, 1 - before.active):
        yield from (f"{localizer.players[player]}: {text}" for text in _on_table(localizer, change, player))
        if _is_draw(action):
            yield from (f"{localizer.players[player]}: {text}" for text in _drawn(localizer, change, player, viewer))
    if before.stage == TERRITORY_BATTLE and after.stage == PALACE_BATTLE:
        yield f"{localizer.players[after.active]}: {localizer.say('march')}"
    if after.winner >= 0 > before.winner:
        yield localizer.say("fallen", player=localizer.players[1 - after.winner])
    if after.turn != before.turn and after.phase != Phase.OVER:
        yield localizer.say("turn", turn=after.turn, player=localizer.players[after.active])


def _is_draw(action: int) -> bool:
    return action in (actions.DRAW_ABILITY, actions.DRAW_BASE) or actions.DEAL <= action < actions.FIRST


def _action(localizer: Localizer, before: AttackState, mover: int, action: int) -> str:
    text = to_clause(describe_action(localizer, before, action))
    ask = before.decision
    if mover != CHANCE:
        return f"{localizer.players[mover]}: {text}"
    lot = localizer.say("by_lot", text=text)
    if ask is None or ask[0] != decisions.CARDS:
        return lot
    return f"{localizer.players[ask[2] if ask[5] == decisions.DISCARD else 1 - ask[2]]}: {lot}"


def _strengths(localizer: Localizer, change: Change) -> Iterator[str]:
    """Yield how much damage each side deals in the step of combat that was fought."""
    before, after = change
    table = before.clone()
    steps = [combat.REGULAR_STEP] if before.phase == Phase.REGULAR else [combat.INITIATIVE_STEP, combat.REGULAR_STEP]
    for step in steps:
        combat.begin_step(table, step)
        pools = table.combat_step
        points = sum(pools[part] for part in (combat.POOL, combat.FREE, combat.EXTRA, combat.BREACH)) if pools else 0
        if pools and after.combat_step and step == after.combat_step[combat.STEP] and (points or pools[combat.DEFENCE]):
            yield localizer.say(
                "damage",
                step=localizer.say("regular_step" if step else "initiative_step"),
                first=localizer.players[before.active],
                points=points,
                second=localizer.players[1 - before.active],
                back=pools[combat.DEFENCE],
            )


def _on_table(localizer: Localizer, change: Change, player: int) -> Iterator[str]:
    """Yield what a player lost, recruited and moved."""
    before, after = change
    lost: list[str] = []
    gained: list[str] = []
    slots = range(9 * player, 9 * player + 9)
    bases = [Counter(state.bases[slot] for slot in slots) for state in change]
    swapped = bases[0] == bases[1] and any(before.bases[slot] != after.bases[slot] for slot in slots)
    for slot in slots if not swapped else ():
        old, new = before.bases[slot], after.bases[slot]
        counts = [(state.troops >> (2 * slot) & 3).bit_count() for state in change]
        if old >= 0 and new != old:
            lost.append(f"{localizer.cards[old]} {place_of(slot)}")
            counts[1] = 0
        if old >= 0 and counts[0] != counts[1]:
            name = f"{times(abs(counts[0] - counts[1]), localizer.troops[old])} {place_of(slot)}"
            (lost if counts[0] > counts[1] else gained).append(name)
    gone = Counter(before.zones[PALACE_ZONE + player])
    gone.subtract(after.zones[PALACE_ZONE + player])
    lost += [times(count, localizer.cards[design]) for design, count in gone.items() if count > 0]
    if swapped:
        yield localizer.say("swapped")
    elif lost and gained and not gone and bases[0] == bases[1]:
        yield localizer.say("moved")
    else:
        yield from (
            localizer.say(key, things=", ".join(names)) for key, names in (("lose", lost), ("gain", gained)) if names
        )


def _drawn(localizer: Localizer, change: Change, player: int, viewer: int) -> Iterator[str]:
    """Yield what a player drew; the opponent learns only the kind of the cards."""
    before, after = change
    found = Counter(after.zones[HAND + player])
    found.subtract(before.zones[HAND + player])
    for design in found.elements():
        secret = "a_base" if before.match.kind[design] == BASE_CARD else "an_ability"
        yield localizer.say("drew", card=localizer.say(secret) if viewer == 1 - player else localizer.cards[design])
