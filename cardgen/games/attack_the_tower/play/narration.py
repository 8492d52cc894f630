"""Narrate the events of a game in sentences, as far as a player may know them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from operator import itemgetter

from cardgen.games.attack_the_tower.engine import decisions
from cardgen.games.attack_the_tower.engine.attack_state import AttackState
from cardgen.games.attack_the_tower.engine.battle import combat
from cardgen.games.attack_the_tower.engine.battle.pools import (
    BREACH,
    DEFENCE,
    EXTRA,
    FREE,
    INITIATIVE_STEP,
    POOL,
    REGULAR_STEP,
    STEP,
)
from cardgen.games.attack_the_tower.engine.history import NO_ACTION, Moment
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.phase import PALACE_BATTLE, Phase
from cardgen.games.attack_the_tower.engine.state.sights import BOTH
from cardgen.games.attack_the_tower.engine.state.zones import (
    ABILITY_DISCARD,
    BASE_CARD,
    BASE_DISCARD,
    HAND,
    PALACE_ZONE,
)
from cardgen.games.attack_the_tower.play.localizer import Localizer, times
from cardgen.games.attack_the_tower.play.prompts import describe_action, narrate_action
from cardgen.plugin.rules.state import CHANCE
from cardgen.plugin.wording.sentences import to_clause

Change = tuple[AttackState, AttackState]


def narrate(localizer: Localizer, moments: Sequence[Moment], viewer: int) -> list[str]:
    """Return what happened, one sentence for each event; repeated sentences are counted.

    Args:
        viewer: The player who reads it, 0 or 1, without the cards that the opponent drew; -1 for everything.
    """
    told = (sentence for pair in pairwise(moments) for sentence in _told(localizer, pair[0], pair[1].state, viewer))
    counted = ((text, sum(1 for _ in equal)) for text, equal in groupby(told))
    return [
        localizer.say("repeated", text=text.rstrip("."), count=count) if count > 1 else text for text, count in counted
    ]


def _told(localizer: Localizer, moment: Moment, after: AttackState, viewer: int) -> Iterator[str]:
    before, action = moment.state, moment.action
    yield from _acted(localizer, moment, after, viewer)
    change = before, after
    if before.phase in (Phase.INITIATIVE, Phase.REGULAR):
        yield from _strengths(localizer, change)
    if after.battle_ended and not before.battle_ended:
        yield localizer.say("no_combat")
    for player in (before.active, 1 - before.active):
        yield from _on_table(localizer, change, player)
        if _is_draw(action):
            yield from _drawn(localizer, change, player, viewer)
    if after.stage == PALACE_BATTLE != before.stage and action != actions.ADVANCE:
        yield localizer.say("march", player=localizer.players[after.active])
    if after.winner >= 0 > before.winner:
        yield localizer.say("fallen", player=localizer.players[1 - after.winner])
    if after.turn != before.turn and after.phase != Phase.OVER:
        yield localizer.say("turn_begins", turn=after.turn, player=localizer.players[after.active])


def _acted(localizer: Localizer, moment: Moment, after: AttackState, viewer: int) -> Iterator[str]:
    """Yield what was done, and what was seen of piles."""
    before, mover, action = moment
    # Passes are left out, since the opponent must not learn whether they were forced.
    if actions.ARRANGE <= action < actions.BUILD:
        if action < actions.SEE + 1000:
            yield _arranged(localizer, before, mover, action, viewer)
    elif action not in (NO_ACTION, actions.PASS) and not _is_draw(action):
        yield _action(localizer, before, mover, action)
    yield from _sights(localizer, before, after, viewer)


def _arranged(localizer: Localizer, before: AttackState, mover: int, action: int, viewer: int) -> str:
    """Return a choice that only the player who makes it sees."""
    if viewer == 1 - mover:
        return localizer.say("arranged", player=localizer.players[mover])
    return narrate_action(localizer, before, action, mover)


def _sights(localizer: Localizer, before: AttackState, after: AttackState, viewer: int) -> Iterator[str]:
    """Yield the cards of piles that players have seen since, as far as the reader may know them."""
    log, seen = after.log, list[tuple[int, int]]()
    while log is not None and log is not before.log:
        log, _, action = log
        if actions.SEE + 1000 <= action < actions.BUILD:
            seen.insert(0, divmod(action - actions.SEE, 1000))
    for viewers, cards in groupby(seen, key=itemgetter(0)):
        names = localizer.listed(design for _, design in cards)
        if viewers == BOTH:
            yield localizer.say("seen_by_both", cards=names)
        elif viewer in (-1, viewers - 1):
            yield localizer.say("seen", player=localizer.players[viewers - 1], cards=names)


def _is_draw(action: int) -> bool:
    return action in (actions.DRAW_ABILITY, actions.DRAW_BASE) or actions.DEAL <= action < actions.FIRST


def _action(localizer: Localizer, before: AttackState, mover: int, action: int) -> str:
    ask = before.decision
    if mover != CHANCE:
        return narrate_action(localizer, before, action, mover)
    if ask is None or ask[0] != decisions.CARDS:
        return localizer.say("by_lot", text=to_clause(describe_action(localizer, before, action)))
    player = ask[2] if ask[5] == decisions.DISCARD else 1 - ask[2]
    return localizer.say("by_lot", text=narrate_action(localizer, before, action, player).rstrip("."))


def _strengths(localizer: Localizer, change: Change) -> Iterator[str]:
    """Yield how much damage each side deals in the step of combat that was fought."""
    before, after = change
    table = before.clone()
    steps = [REGULAR_STEP] if before.phase == Phase.REGULAR else [INITIATIVE_STEP, REGULAR_STEP]
    for step in steps:
        combat.begin_step(table, step)
        pools = table.combat_step
        points = sum(pools[part] for part in (POOL, FREE, EXTRA, BREACH)) if pools else 0
        if pools and after.combat_step and step == after.combat_step[STEP] and (points or pools[DEFENCE]):
            yield localizer.say(
                "damage",
                step=localizer.say("regular_step" if step else "initiative_step"),
                first=localizer.players[before.active],
                points=points,
                second=localizer.players[1 - before.active],
                back=pools[DEFENCE],
            )


def _on_table(localizer: Localizer, change: Change, player: int) -> Iterator[str]:
    """Yield what a player lost, recruited and moved."""
    before, after = change
    name = localizer.players[player]
    lost: list[str] = []
    gained: list[str] = []
    slots = range(9 * player, 9 * player + 9)
    bases = [Counter(state.bases[slot] for slot in slots) for state in change]
    swapped = bases[0] == bases[1] and any(before.bases[slot] != after.bases[slot] for slot in slots)
    for slot in slots if not swapped else ():
        old, new = before.bases[slot], after.bases[slot]
        counts = [(state.troops >> (2 * slot) & 3).bit_count() for state in change]
        if old >= 0 and new != old:
            lost.append(localizer.in_slot(localizer.cards[old], slot))
            counts[1] = 0
        if old >= 0 and counts[0] != counts[1]:
            troops = localizer.in_slot(times(abs(counts[0] - counts[1]), localizer.troops[old]), slot)
            (lost if counts[0] > counts[1] else gained).append(troops)
    gone = Counter(before.zones[PALACE_ZONE + player]) - Counter(after.zones[PALACE_ZONE + player])
    if _has_kept_cards(change, player):
        returned = ", ".join([*lost, *(localizer.cards[one] for one in gone.elements())])
        yield localizer.say("returned", player=name, things=returned)
        return
    lost += [times(count, localizer.cards[design]) for design, count in gone.items()]
    if swapped:
        yield localizer.say("swapped", player=name)
    elif lost and gained and not gone and bases[0] == bases[1]:
        yield localizer.say("moved", player=name)
    else:
        yield from (
            localizer.say(key, player=name, things=", ".join(things))
            for key, things in (("lose", lost), ("gain", gained))
            if things
        )


def _has_kept_cards(change: Change, player: int) -> bool:
    """Return whether cards left a player's side of the table without being discarded."""
    before, after = change
    left = Counter(design for design in before.bases[9 * player : 9 * player + 9] if design >= 0)
    left += Counter(before.zones[PALACE_ZONE + player])
    left.subtract(design for design in after.bases[9 * player : 9 * player + 9] if design >= 0)
    left.subtract(after.zones[PALACE_ZONE + player])
    for zone in (ABILITY_DISCARD, ABILITY_DISCARD + 1, BASE_DISCARD, BASE_DISCARD + 1):
        left.subtract((Counter(after.zones[zone]) - Counter(before.zones[zone])).elements())
    return bool(+left)


def _drawn(localizer: Localizer, change: Change, player: int, viewer: int) -> Iterator[str]:
    """Yield what a player drew; the opponent learns only the kind of the cards."""
    before, after = change
    found = Counter(after.zones[HAND + player])
    found.subtract(before.zones[HAND + player])
    for design in found.elements():
        secret = "a_base" if before.match.kind[design] == BASE_CARD else "an_ability"
        card = localizer.say(secret) if viewer == 1 - player else localizer.cards[design]
        yield localizer.say("drew", player=localizer.players[player], card=card)
