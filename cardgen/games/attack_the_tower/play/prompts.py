"""Word questions, actions, and what others wait for, for people; `engine/state/actions.py` has the texts that can be read back."""

from __future__ import annotations

from cardgen.games.attack_the_tower.engine import decisions
from cardgen.games.attack_the_tower.engine.attack_state import AttackState
from cardgen.games.attack_the_tower.engine.battle.pools import INITIATIVE_STEP, STEP, available_damage, usable_parts
from cardgen.games.attack_the_tower.engine.decisions import search
from cardgen.games.attack_the_tower.engine.decisions.piles import LOOKS, TO_BOTTOM
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.battlefield import guards, special_attackers
from cardgen.games.attack_the_tower.engine.state.limits import hand_limit
from cardgen.games.attack_the_tower.engine.state.phase import PALACE_BATTLE, Phase
from cardgen.games.attack_the_tower.engine.state.position import Log, Position
from cardgen.games.attack_the_tower.engine.state.stats import unit_stats
from cardgen.games.attack_the_tower.engine.state.units import TERRITORY_SLOTS, owner_of
from cardgen.games.attack_the_tower.engine.state.zones import HAND
from cardgen.games.attack_the_tower.play.localizer import Localizer, times
from cardgen.plugin.rules.programs import PROGRAM

_PHASES = {
    Phase.FIRST_PLAYER: "ask_first",
    Phase.BURN: "ask_burn",
    Phase.SETUP_BUILD: "ask_setup",
    Phase.ANNOUNCE: "ask_announce",
    Phase.RENEWAL_BUILD: "ask_renewal",
    Phase.OPPONENT: "ask_opponent",
    Phase.REPLY: "ask_reply",
    Phase.ACT: "ask_act",
    Phase.WINDOW: "ask_window",
    Phase.STEP_WINDOW: "ask_steps",
    Phase.ADVANCE: "ask_advance",
}
_SEARCHED = {
    search.RECOVER: "recover",
    search.DISCARD_IT: "discard",
    search.PUT_ON_TOP: "put_on_top",
    search.PUT_BELOW: "put_below",
    search.PLAY_IT: "play",
}
_PLAIN = (
    "keep",
    "burn",
    "draw_ability",
    "draw_base",
    "renew",
    "hold",
    "pass",
    "end",
    "done",
    "stop",
    "advance",
    "stay",
)
_ANY_NUMBER = 20  # more than a table ever has to pick
# What is asked in these phases does not belong to the card that was played last.
_DELAYED_PHASES = (Phase.BATTLE_OVER, Phase.NEXT_TURN)


def describe_question(localizer: Localizer, position: AttackState) -> str:
    """Return the question that the current player has to answer, after the attack to which it belongs."""
    return _after_attack(localizer, position, position.current_player(), _question(localizer, position))


def describe_wait(localizer: Localizer, position: AttackState, viewer: int) -> str:
    """Return what others wait for, after the attack to which it belongs.

    Args:
        viewer: The player who waits, 0 or 1; -1 for somebody who watches.
    """
    mover, ask, count = position.current_player(), position.decision, 0
    if ask is None:
        key = _PHASES.get(position.phase, "ask_hit")
    elif ask[0] == decisions.CARDS:
        key, count = "ask_take" if ask[5] == decisions.TAKE else "ask_discard", ask[4]
    elif ask[0] == decisions.DRAWS:
        key, count = _key_of_draw(position), ask[2]
    else:
        key = {search.PLACE: "ask_place", decisions.UPKEEP: "ask_upkeep", decisions.RECRUITS: "ask_recruit"}.get(
            ask[0], "ask_effect"
        )
    values = {"player": localizer.players[mover], "other": localizer.players[1 - mover], "count": count}
    words = localizer.say(key.replace("ask_", "wait_"), card=_running(localizer, position), **values)
    return _after_attack(localizer, position, viewer, words)


def _after_attack(localizer: Localizer, position: AttackState, viewer: int, words: str) -> str:
    """Return words after a sentence that says who attacks what, if there is an attack."""
    if position.group < 0:
        return words
    attacker, site = position.active, position.site if position.stage != PALACE_BATTLE else 3
    key = "attack_on_you" if viewer == 1 - attacker else "your_attack" if viewer == attacker else "an_attack"
    attack = localizer.say(
        key,
        attacker=localizer.players[attacker],
        other=localizer.players[1 - attacker],
        site=localizer.area(site) if key == "attack_on_you" else localizer.territory(site),
        group=localizer.area(position.group),
    )
    return f"{attack} {words}"


def _question(localizer: Localizer, position: AttackState) -> str:
    ask = position.decision
    if ask is None and position.phase == Phase.HIT:
        return _how_much(localizer, position)
    if ask is None:
        return localizer.say(_PHASES[position.phase], card=_running(localizer, position))
    if ask[0] == decisions.CARDS:
        return _which_cards(localizer, position, *ask[2:])
    if ask[0] == decisions.DRAWS:
        return localizer.say(_key_of_draw(position), count=ask[2])
    if ask[0] in (decisions.UNITS, decisions.BUDGET):
        return localizer.say(_key_of_pick(ask), card=_running(localizer, position), count=ask[4])
    keys = {
        search.SEARCH: "ask_search",
        search.PLACE: "ask_place",
        decisions.UPKEEP: "ask_upkeep",
        decisions.LOTS: "ask_option",
        LOOKS: "ask_order",
    }
    return localizer.say(keys.get(ask[0], "ask_recruit"), card=_running(localizer, position))


def _key_of_draw(position: Position) -> str:
    """Return the key of the question from which pile to draw."""
    return "ask_renewal_draw" if position.phase in (Phase.RENEWAL_DRAW, Phase.RENEWAL_BUILD) else "ask_draw"


def _key_of_pick(ask: tuple[int, ...]) -> str:
    """Return the key of the question for a decision about units."""
    if ask[0] == decisions.BUDGET:
        return "ask_total"
    if ask[5] == decisions.VOLUNTARY:
        return "ask_voluntary"
    if ask[4] >= _ANY_NUMBER:
        return "ask_any"
    return "ask_several" if ask[4] > 1 else "ask_units"


def _how_much(localizer: Localizer, position: AttackState) -> str:
    combat_step = position.combat_step
    initiative = combat_step is not None and combat_step[STEP] == INITIATIVE_STEP
    unit = (position.legal_actions()[0] - actions.HIT) // actions.POINT_LIMIT
    left = available_damage(position, usable_parts(position, unit, owner_of(unit) != position.active))
    step = localizer.say("initiative_step" if initiative else "regular_step")
    lethal = unit_stats(position, 1 << unit)[unit][0] - (position.damage or {}).get(unit, 0)
    return localizer.say("ask_hit", step=step, left=left, unit=localizer.unit(position, unit), lethal=max(0, lethal))


def _which_cards(localizer: Localizer, position: Position, hand: int, _cards: int, count: int, purpose: int) -> str:
    """Return the question for a decision about cards of a hand, with what asks for it: a card, or the limit of the hand."""
    limit = hand_limit(position, hand)
    if (
        purpose == decisions.DISCARD and len(position.zones[HAND + hand]) - count >= limit
    ):  # an effect would go below it
        return localizer.say("ask_discard_limit", limit=limit, count=count)
    key = "ask_take" if purpose == decisions.TAKE else "ask_discard"
    return localizer.say(key, card=_running(localizer, position), count=count)


def _running(localizer: Localizer, position: Position) -> str:
    """Return the name of the card whose effect asks the question."""
    design = _running_design(position)
    return localizer.cards[design] if design >= 0 else localizer.say("ask_effect")


def _running_design(position: Position) -> int:
    """Return the design of the ability whose effect runs, else of the one that was played last; -1 for none."""
    if position.stack:
        return position.match.program_cards[position.stack[-1][PROGRAM]]
    log: Log = position.log
    while log is not None and position.phase not in _DELAYED_PHASES:
        action: int = log[2]
        log = log[0]
        if actions.PLAY <= action < actions.CARD:
            return action - actions.PLAY
    return -1


Words = tuple[str, dict[str, object]]
"""The key of a message, and the values of its placeholders."""


def describe_action(localizer: Localizer, position: Position, action: int) -> str:
    """Return an action in words."""
    key, values = _words_of(localizer, position, action)
    return localizer.say(key, **values)


def narrate_action(localizer: Localizer, position: Position, action: int, player: int) -> str:
    """Return an action as a sentence about what a player did.

    Args:
        player: Who did it; any number where nobody does, as with a coin.
    """
    key, values = _words_of(localizer, position, action)
    return localizer.say(f"did_{key}", **{"player": localizer.players[player], **values})


def _words_of(localizer: Localizer, position: Position, action: int) -> Words:  # noqa: PLR0911, one line for each kind of action
    if action < len(_PLAIN):
        return _PLAIN[action], {}
    if action < actions.PICK:
        return _lot(localizer, position, action) if action >= actions.OPTION else _attack(localizer, position, action)
    if action < actions.PLAY:
        return _pick(localizer, position, action - actions.PICK)
    if action < actions.CARD:
        return "play", {"card": localizer.cards[action - actions.PLAY]}
    if action < actions.DEAL:
        return _card(localizer, position, action - actions.CARD)
    if actions.ARRANGE <= action < actions.BUILD:
        return _sight(localizer, position, action)
    if action < actions.FIRST:
        return "deal", {"card": localizer.cards[action - actions.DEAL]}
    if action < actions.BUILD:
        return "first", {"player": localizer.players[action - actions.FIRST]}
    if action < actions.HIT:
        return _build(localizer, position, *actions.design_and_slot(action))
    unit, points = divmod(action - actions.HIT, actions.POINT_LIMIT)
    return "hit", {"points": points, "unit": localizer.unit(position, unit)}


def _sight(localizer: Localizer, position: Position, action: int) -> Words:
    """Return a choice that only its player sees, or what players see of a pile."""
    viewers, design = divmod(action - actions.SEE, 1000)
    card = localizer.cards[design]
    if viewers:
        return "turned_up", {"card": card}
    ask = position.decision
    if ask is not None and ask[0] == LOOKS and ask[5]:
        return "recover", {"card": card}
    to_bottom = ask is not None and (ask[6] == TO_BOTTOM if ask[0] == LOOKS else ask[6] == search.PUT_BELOW)
    return "put_below" if to_bottom else "put_on_top", {"card": card}


def _lot(localizer: Localizer, position: Position, action: int) -> Words:
    """Return an alternative in the words of the card, or the face of a coin or a die."""
    if action in (actions.HEADS, actions.TAILS):
        return "heads" if action == actions.HEADS else "tails", {}
    if action >= actions.ROLL:
        return "roll", {"number": action - actions.ROLL + 1}
    number = action - actions.OPTION
    texts = localizer.alternatives(_running_design(position))
    text = texts[number] if number < len(texts) else ""
    return "option_text" if text else "option", {"number": number + 1, "text": text}


def _attack(localizer: Localizer, position: Position, action: int) -> Words:
    group, site = divmod(action - actions.ATTACK, 3)
    player, other = position.active, 1 - position.active
    units = special_attackers(position, player) if group == 3 else position.troops & TERRITORY_SLOTS[3 * player + group]
    area, on_guard = TERRITORY_SLOTS[3 * other + site], guards(position, other)
    empty = not position.built & area and not on_guard
    bases = sum(position.bases[slot] >= 0 for slot in range(9 * other + 3 * site, 9 * other + 3 * site + 3))
    troops = _power_of(position, position.troops & area | on_guard)
    return "attack_empty" if empty else "attack", {
        "site": localizer.area(site),
        "group": localizer.area(group),
        "other": localizer.players[other],
        "power": _power_of(position, units),
        "defence": localizer.say(
            "defence",
            troops=localizer.say("power_of_troops", power=troops) if troops else localizer.say("none"),
            bases=localizer.say(("no_bases", "one_base", "some_bases")[min(bases, 2)], count=bases),
        ),
    }


def _power_of(position: Position, units: int) -> int:
    return sum(power for power, _ in unit_stats(position, units).values())


def _pick(localizer: Localizer, position: Position, unit: int) -> Words:
    kind = position.decision[0] if position.decision else decisions.UNITS
    key = {decisions.UPKEEP: "give_up", decisions.RECRUITS: "recruit_on"}.get(kind, "pick")
    return key, {"unit": localizer.unit(position, unit)}


def _card(localizer: Localizer, position: Position, design: int) -> Words:
    ask, key, other = position.decision, "choose", ""
    if ask is not None and ask[0] == decisions.CARDS:
        key, other = "take" if ask[5] == decisions.TAKE else "discard", localizer.players[ask[2]]
    elif ask is not None and ask[0] == search.SEARCH:
        key = _SEARCHED.get(ask[6], "choose")
    return key, {"card": localizer.cards[design], "other": other}


def _build(localizer: Localizer, position: Position, design: int, slot: int) -> Words:
    old = position.bases[slot]
    values: dict[str, object] = {
        "card": localizer.cards[design],
        "type": localizer.troops[design],
        "place": slot % 3 + 1,
        "territory": slot % 9 // 3 + 1,
    }
    if old < 0:
        return "build", values
    count = (position.troops >> (2 * slot) & 3).bit_count()
    troops = times(count, localizer.troops[old]) if count else localizer.say("none")
    return "build_over", {"old": localizer.cards[old], "troops": troops, **values}
