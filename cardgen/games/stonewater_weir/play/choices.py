"""Word decisions: what is asked, and what each action does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from cardgen.games.stonewater_weir.constants import hitting
from cardgen.games.stonewater_weir.engine.combat.hero_attack import attack_numbers
from cardgen.games.stonewater_weir.engine.effects.choosing import Choice
from cardgen.games.stonewater_weir.engine.state import actions
from cardgen.games.stonewater_weir.engine.state.places import UNITS, Z3, Stream
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.questions import FieldOrder, Question
from cardgen.games.stonewater_weir.engine.state.story import Event, events_of
from cardgen.games.stonewater_weir.engine.state.tables import FOOD_LINE, GOLD_LINE
from cardgen.games.stonewater_weir.play.card_texts import text_of_card
from cardgen.games.stonewater_weir.play.localizer import SiegeLocalizer

_FIXED: Final = {
    actions.END_TURN: "end_turn",
    actions.DONE: "done",
    actions.DECLINE: "decline",
    actions.ACCEPT: "accept",
    actions.STORE: "store",
    actions.USE_NOW: "use_now",
    actions.LOSE_CARD: "lose_card",
    actions.KEEP_ROLL: "keep_roll",
    actions.UP: "up",
    actions.DOWN: "down",
}
_RUNNER = -1
_OTHERWISE = (Event.TURN, Event.VISITED, Event.ATTACK, Event.ABILITY)
"""After these, an effect is that of no card."""


def describe_question(localizer: SiegeLocalizer, position: SiegePosition) -> str:
    """Return the question that the current player has to answer."""
    kind, *numbers = position.question
    if kind == Question.HITS and numbers[0] == _RUNNER:
        return localizer.say("ask_hits_runner", hits=numbers[1])
    if kind == Question.FIRST_FIELD:
        return localizer.say(f"ask_first_field_{FieldOrder(numbers[0]).name.lower()}")
    if kind == Question.EFFECT:
        asked, source = localizer.say(f"ask_effect_{Choice(numbers[0]).name.lower()}"), _source(localizer, position)
        return f"{source}: {asked[0].lower()}{asked[1:]}" if source else asked
    if kind == Question.LIGHT_ROLL:
        return _rolled(localizer, *numbers)
    return localizer.say(f"ask_{Question(kind).name.lower()}", **_values(localizer, kind, numbers))


def _source(localizer: SiegeLocalizer, position: SiegePosition) -> str:
    """Return the name of the card or event whose effect runs, as far as the story of the game tells; empty if it does not."""
    names = {
        Event.CARD_USED: localizer.cards,
        Event.TACTICS_TRIGGERED: localizer.cards,
        Event.EVENT_DRAWN: localizer.events,
    }
    for kind, *numbers in reversed([*events_of(position)]):
        if kind in _OTHERWISE:
            break
        if kind in names:
            return names[Event(kind)][numbers[1 if kind == Event.CARD_USED else 0]]
    return ""


def _rolled(localizer: SiegeLocalizer, hero: int, number: int, stream: int) -> str:
    """Return the question whether lamplight changes a roll, with what its numbers bring."""
    lines = [
        {GOLD_LINE: "track_gold", FOOD_LINE: "track_food"}.get(line, f"class_{line}")
        for line in localizer.tables.smuggling
    ]
    table = ", ".join(f"{rolled} {localizer.say(line)}" for rolled, line in enumerate(lines, 1))
    key = f"ask_light_{Stream(stream).name.lower()}"
    return localizer.say(key, hero=localizer.short_heroes[hero], number=number, table=table)


def _values(localizer: SiegeLocalizer, kind: int, numbers: list[int]) -> dict[str, object]:
    """Return what the placeholders of a question stand for."""
    values: dict[str, object] = {}
    if numbers and 0 <= numbers[0] < len(localizer.short_heroes):
        values["hero"] = localizer.short_heroes[numbers[0]]
    if len(numbers) > 1:
        second = numbers[1]
        if kind in (Question.WEAPONS, Question.LIGHT_ATTACK):
            values["area"] = localizer.area(second)
        elif kind in (Question.KEEP_CARD, Question.PLACE_TACTICS, Question.TARGET):
            values |= {"card": localizer.cards[second], "text": text_of_card(localizer, second)}
        elif kind == Question.EXCHANGE:
            values["other"] = localizer.short_heroes[second]
        elif kind == Question.REINFORCEMENT:
            values["building"] = localizer.building(second)
        values |= {"number": second} | ({"hits": second} if kind == Question.HITS else {})
    return values


def describe_choice(localizer: SiegeLocalizer, position: SiegePosition, action: int) -> str:
    """Return a legal action in words."""
    if action in _FIXED:
        return localizer.say(_FIXED[action])
    if action == actions.SHOOT:
        area = 3 * position.arm + Z3
        return localizer.say("shoot", area=localizer.area(area), enemies=_enemies(localizer, position, area))
    if action == actions.LEARN:
        return _learn(localizer, position)
    if position.question[0] == Question.HERO:
        return _hero(localizer, action - actions.HERO)
    for start, end, describe in _RANGES:
        if start <= action < end:
            return describe(localizer, position, action - start)
    return actions.to_text(localizer.tables, action)


def card_of(localizer: SiegeLocalizer, action: int) -> str:
    """Return the name of the card that an action is about; empty if there is none."""
    card = card_number(localizer, action)
    if card >= 0:
        return localizer.cards[card]
    for start, names in (
        (actions.HERO, localizer.heroes),
        (actions.EVENT, localizer.events),
        (actions.ABILITY, localizer.abilities),
        (actions.TOKEN, localizer.tokens),
        (actions.KEEP_TOKEN, localizer.tokens),
        (actions.KEEP_FACE_DOWN, localizer.tokens),
    ):
        if start <= action < start + len(names):
            return names[action - start]
    return ""


def card_number(localizer: SiegeLocalizer, action: int) -> int:
    """Return the design of the resource card that an action is about; -1 if there is none."""
    for start, end, design_of in _CARDS:
        if start <= action < end:
            design = design_of(action - start)
            return design if 0 <= design < len(localizer.cards) else -1
    return -1


_CARDS: Final[Sequence[tuple[int, int, Callable[[int], int]]]] = (
    *(
        (start, start + actions.STRIDE, lambda rest: rest)
        for start in (actions.USE, actions.DISCARD, actions.CARD, actions.ADD)
    ),
    *((start, start + actions.STRIDE, lambda rest: rest) for start in (actions.DISCARD_HELD, actions.USE_HELD)),
    *((start, start + actions.STRIDE, lambda rest: rest) for start in (actions.GIVE, actions.TAKE_CARD, actions.DRAW)),
    (actions.ATTACK, actions.CHARGE, lambda rest: rest % actions.STRIDE - 1),
    (actions.CHARGE, actions.USE, lambda rest: rest % actions.STRIDE),
    (actions.TRIGGER, actions.SWAP, lambda rest: rest % actions.STRIDE),
    (actions.SWAP, actions.SWAP + actions.STRIDE**2, lambda rest: rest % actions.STRIDE),
)
"""Ranges of actions that are about a card, each with the function that returns its design."""


def _enemies(localizer: SiegeLocalizer, position: SiegePosition, area: int) -> str:
    return localizer.joined(localizer.enemies_in(position, area))


def _hero(localizer: SiegeLocalizer, hero: int) -> str:
    """Return a hero whom a player can take, with what they can do."""
    rules = localizer.tables.heroes[hero]
    abilities = [name for bit, name in enumerate(localizer.abilities) if rules.abilities >> bit & 1]
    name, known = localizer.heroes[hero], ", ".join(abilities)
    return localizer.say("take_hero", hero=name, strength=rules.strength, abilities=known)


def _learn(localizer: SiegeLocalizer, position: SiegePosition) -> str:
    hero = position.active
    tokens = position.tokens[4 * hero : 4 * hero + 4]
    level = next((number for number, token in enumerate(tokens) if token < 0), 0)
    return localizer.say("learn", level=level + 1, food=position.tables.heroes[hero].food[level])


def _attack(localizer: SiegeLocalizer, position: SiegePosition, rest: int) -> str:
    area, design = divmod(rest, actions.STRIDE)
    cards = [design - 1] if design else []
    dice, target, strength = attack_numbers(position, position.active, area, cards)
    shown = localizer.say(
        "numbers",
        dice=localizer.count("attack_dice", dice),
        target=hitting(target),
        strength=strength,
    )
    values = {"area": localizer.area(area), "enemies": _enemies(localizer, position, area), "numbers": shown}
    if not cards:
        return localizer.say("attack", **values)
    return localizer.say("attack_with", card=localizer.cards[cards[0]], **values)


def _charge(localizer: SiegeLocalizer, position: SiegePosition, rest: int) -> str:
    bank, design = divmod(rest, actions.STRIDE)
    zones = position.tables.cards[design].zones
    shown = "; ".join(
        f"{localizer.say('row_zone', zone=zone + 1)}: {_enemies(localizer, position, 3 * bank + zone)}"
        for zone in zones
    )
    return localizer.say("charge", card=localizer.cards[design], bank=localizer.bank(bank), enemies=shown)


def _of_die(key: str) -> Callable[[SiegeLocalizer, SiegePosition, int], str]:
    return lambda localizer, _position, rest: localizer.say(key, number=rest % 8, zone=rest // 8 + 1)


def _swap(localizer: SiegeLocalizer, _position: SiegePosition, rest: int) -> str:
    own, other = divmod(rest, actions.STRIDE)
    return localizer.say("swap", card=localizer.cards[own], other=localizer.cards[other])


def _trigger(localizer: SiegeLocalizer, _position: SiegePosition, rest: int) -> str:
    area, design = divmod(rest, actions.STRIDE)
    return localizer.say("trigger", card=localizer.cards[design], area=localizer.area(area))


def _of_card(key: str) -> Callable[[SiegeLocalizer, SiegePosition, int], str]:
    return lambda localizer, _position, card: localizer.say(key, card=localizer.cards[card])


def _of_token(key: str) -> Callable[[SiegeLocalizer, SiegePosition, int], str]:
    return lambda localizer, _position, token: localizer.say(key, ability=localizer.tokens[token])


_RANGES: Final = (
    (actions.TAKE, actions.TAKE + actions.MOST_HITS + 1, lambda lo, _p, hits: lo.count("take_hits", hits)),
    (actions.RAISE, actions.HERO, _of_die("raise")),
    (actions.HERO, actions.BANK, lambda lo, _p, hero: lo.heroes[hero]),
    (actions.BANK, actions.AREA, lambda lo, _p, bank: lo.bank(bank)),
    (actions.AREA, actions.BUILDING, lambda lo, p, area: f"{lo.area(area)}: {_enemies(lo, p, area)}"),
    (actions.BUILDING, actions.UNIT, lambda lo, _p, building: lo.building(building)),
    (actions.UNIT, actions.UNIT + len(UNITS), lambda lo, _p, unit: lo.say(f"unit_{unit}")),
    (actions.NUMBER, actions.NUMBER + actions.MOST_NUMBER + 1, lambda lo, _p, number: lo.say("number", number=number)),
    (actions.USE_BUILDING, actions.REPAIR, lambda lo, _p, building: lo.say(f"visit_{building}")),
    (actions.REPAIR, actions.TURN_ARM, lambda lo, _p, one: lo.say("repair", building=lo.building(one))),
    (actions.TURN_ARM, actions.EXCHANGE, lambda lo, _p, bank: lo.say("turn_arm", bank=lo.bank(bank))),
    (actions.EXCHANGE, actions.ABILITY, lambda lo, _p, hero: lo.say("exchange", hero=lo.heroes[hero])),
    (actions.ABILITY, actions.DECK, lambda lo, _p, ability: lo.say("ability", ability=lo.abilities[ability])),
    (actions.DECK, actions.CLASS, lambda lo, _p, deck: lo.deck_name(deck)),
    (actions.CLASS, actions.WIND, lambda lo, _p, group: lo.say(f"class_{group}")),
    (actions.LOWER, actions.ATTACK, _of_die("lower")),
    (actions.ATTACK, actions.CHARGE, _attack),
    (actions.CHARGE, actions.USE, _charge),
    (actions.USE, actions.DISCARD, _of_card("play")),
    (actions.DISCARD, actions.CARD, _of_card("discard")),
    (actions.CARD, actions.ADD, _of_card("card")),
    (actions.ADD, actions.DISCARD_HELD, _of_card("add")),
    (actions.DISCARD_HELD, actions.USE_HELD, _of_card("discard_held")),
    (actions.USE_HELD, actions.GIVE, _of_card("use_held")),
    (actions.GIVE, actions.TAKE_CARD, _of_card("give")),
    (actions.TAKE_CARD, actions.DRAW, _of_card("take")),
    (actions.KEEP_TOKEN, actions.KEEP_FACE_DOWN, _of_token("keep_token")),
    (actions.KEEP_FACE_DOWN, actions.TRIGGER, _of_token("keep_face_down")),
    (actions.TRIGGER, actions.SWAP, _trigger),
    (actions.SWAP, actions.SWAP + actions.STRIDE**2, _swap),
)
"""Ranges of actions, each with the function that describes them by their number in the range."""
