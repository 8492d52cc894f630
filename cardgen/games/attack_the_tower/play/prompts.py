"""Word questions and actions for people; `engine/state/actions.py` has the texts that can be read back."""

from __future__ import annotations

from cardgen.games.attack_the_tower.engine import decisions
from cardgen.games.attack_the_tower.engine.attack_state import AttackState
from cardgen.games.attack_the_tower.engine.battle.pools import INITIATIVE_STEP, STEP, available_damage, usable_parts
from cardgen.games.attack_the_tower.engine.decisions import search
from cardgen.games.attack_the_tower.engine.decisions.piles import LOOKS, TO_BOTTOM
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.battlefield import guards, special_attackers
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.engine.state.position import Log, Position
from cardgen.games.attack_the_tower.engine.state.stats import unit_stats
from cardgen.games.attack_the_tower.engine.state.units import TERRITORY_SLOTS, owner_of
from cardgen.games.attack_the_tower.play.localizer import Localizer, place_of, times

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
# An effect that runs in these phases was delayed, so it does not belong to the card that was played last.
_DELAYED_PHASES = (Phase.BATTLE_OVER, Phase.NEXT_TURN)


def describe_question(localizer: Localizer, position: AttackState) -> str:
    """Return the question that the current player has to answer."""
    ask = position.decision
    if ask is None and position.phase == Phase.HIT:
        return _how_much(localizer, position)
    if ask is None:
        return localizer.say(_PHASES[position.phase])
    if ask[0] == decisions.CARDS:
        return localizer.say("ask_take" if ask[5] == decisions.TAKE else "ask_discard", count=ask[4])
    if ask[0] == decisions.DRAWS:
        return localizer.say("ask_draw", count=ask[2])
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
    return localizer.say("ask_hit", step=localizer.say("initiative_step" if initiative else "regular_step"), left=left)


def _running(localizer: Localizer, position: Position) -> str:
    """Return the name of the card whose effect asks the question."""
    design = _running_design(position)
    return localizer.cards[design] if design >= 0 else localizer.say("ask_effect")


def _running_design(position: Position) -> int:
    """Return the design of the ability whose effect runs, or -1 if it is not the one that was played last."""
    log: Log = position.log
    while log is not None and position.phase not in _DELAYED_PHASES:
        action: int = log[2]
        log = log[0]
        if actions.PLAY <= action < actions.CARD:
            return action - actions.PLAY
    return -1


def describe_action(localizer: Localizer, position: Position, action: int) -> str:  # noqa: PLR0911, one line for each kind of action
    """Return an action in words.

    Args:
        position: The position before the action.
    """
    if action < len(_PLAIN):
        return localizer.say(_PLAIN[action])
    if action < actions.PICK:
        return _lot(localizer, position, action) if action >= actions.OPTION else _attack(localizer, position, action)
    if action < actions.PLAY:
        return _pick(localizer, position, action - actions.PICK)
    if action < actions.CARD:
        return localizer.say("play", card=localizer.cards[action - actions.PLAY])
    if action < actions.DEAL:
        return _card(localizer, position, action - actions.CARD)
    if actions.ARRANGE <= action < actions.BUILD:
        return _sight(localizer, position, action)
    if action < actions.FIRST:
        return localizer.say("deal", card=localizer.cards[action - actions.DEAL])
    if action < actions.BUILD:
        return f"{localizer.players[action - actions.FIRST]}: {localizer.say('first')}"
    if action < actions.HIT:
        return _build(localizer, position, *actions.design_and_slot(action))
    unit, points = divmod(action - actions.HIT, actions.POINT_LIMIT)
    return localizer.say("hit", points=points, unit=localizer.unit(position, unit))


def _sight(localizer: Localizer, position: Position, action: int) -> str:
    """Return a choice that only its player sees, or what players see of a pile."""
    viewers, design = divmod(action - actions.SEE, 1000)
    card = localizer.cards[design]
    if viewers:
        return localizer.say("turned_up", card=card)
    ask = position.decision
    if ask is not None and ask[0] == LOOKS and ask[5]:
        return localizer.say("recover", card=card)
    to_bottom = ask is not None and (ask[6] == TO_BOTTOM if ask[0] == LOOKS else ask[6] == search.PUT_BELOW)
    return localizer.say("put_below" if to_bottom else "put_on_top", card=card)


def _lot(localizer: Localizer, position: Position, action: int) -> str:
    """Return an alternative in the words of the card, or the face of a coin or a die."""
    if action in (actions.HEADS, actions.TAILS):
        return localizer.say("heads" if action == actions.HEADS else "tails")
    if action >= actions.ROLL:
        return localizer.say("roll", number=action - actions.ROLL + 1)
    number = action - actions.OPTION
    texts = localizer.alternatives(_running_design(position))
    text = texts[number] if number < len(texts) else ""
    return localizer.say("option_text" if text else "option", number=number + 1, text=text)


def _attack(localizer: Localizer, position: Position, action: int) -> str:
    group, site = divmod(action - actions.ATTACK, 3)
    player, other = position.active, 1 - position.active
    units = special_attackers(position, player) if group == 3 else position.troops & TERRITORY_SLOTS[3 * player + group]
    area = TERRITORY_SLOTS[3 * other + site]
    empty = not position.built & area and not guards(position, other)
    return localizer.say(
        "attack_empty" if empty else "attack",
        site=localizer.territory(site),
        group=localizer.territory(group),
        other=localizer.players[other],
        power=sum(power for power, _ in unit_stats(position, units).values()),
    )


def _pick(localizer: Localizer, position: Position, unit: int) -> str:
    kind = position.decision[0] if position.decision else decisions.UNITS
    key = {decisions.UPKEEP: "give_up", decisions.RECRUITS: "recruit_on"}.get(kind, "pick")
    return localizer.say(key, unit=localizer.unit(position, unit))


def _card(localizer: Localizer, position: Position, design: int) -> str:
    ask, key, other = position.decision, "choose", ""
    if ask is not None and ask[0] == decisions.CARDS:
        key, other = "take" if ask[5] == decisions.TAKE else "discard", localizer.players[ask[2]]
    elif ask is not None and ask[0] == search.SEARCH:
        key = _SEARCHED.get(ask[6], "choose")
    return localizer.say(key, card=localizer.cards[design], other=other)


def _build(localizer: Localizer, position: Position, design: int, slot: int) -> str:
    old = position.bases[slot]
    values: dict[str, object] = {
        "card": localizer.cards[design],
        "type": localizer.troops[design],
        "place": place_of(slot),
    }
    if old < 0:
        return localizer.say("build", **values)
    count = (position.troops >> (2 * slot) & 3).bit_count()
    troops = times(count, localizer.troops[old]) if count else localizer.say("none")
    return localizer.say("build_over", old=localizer.cards[old], troops=troops, **values)
