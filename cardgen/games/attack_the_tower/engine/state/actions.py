"""Number the actions, and convert them to text and back; each text names exactly one action of a match.

In texts, players, territories and slots count from 1; a slot is `territory.slot`; the two troops of a base are a and b;
a card of the second army has `/2` after its name where both armies have a card of that name.
"""

from __future__ import annotations

import re

from cardgen.games.attack_the_tower.engine.state.position import Match
from cardgen.games.attack_the_tower.engine.state.units import (
    BASE,
    MAX_SPECIALS,
    PALACE,
    SPECIAL,
    TERRITORY,
    owner_of,
    slot_of,
)
from cardgen.games.attack_the_tower.engine.state.zones import BASE_CARD
from cardgen.plugin.rules.errors import InvalidActionError

KEEP, BURN, DRAW_ABILITY, DRAW_BASE, RENEW, HOLD, PASS, END, DONE, STOP, ADVANCE, STAY = range(12)
WORDS = (
    "keep",
    "burn",
    "draw ability",
    "draw base",
    "renew",
    "hold",
    "pass",
    "end turn",
    "done",
    "no more",
    "attack palace",
    "stay",
)
ATTACK = 16  # + 3 * group + site; group 3 is the palace
OPTION = 32  # + number of the alternative, from 0
HEADS, TAILS = 36, 37
ROLL, MOST_SIDES = 40, 20  # + face - 1
PICK = 200  # + unit
PLAY, CARD, DEAL = 1000, 2000, 3000  # + design
FIRST = 4000  # + player
UNSEEN = FIRST - 1  # the deal of a card that only its owner saw
ARRANGE = 5000  # + design; a choice that only the player who makes it sees
UNSEEN_CHOICE = ARRANGE + 999
SEE = 5000  # + 1000 * viewers + design; the viewers as in `sights.py`
BUILD, SLOTS = 10_000, 18  # BUILD + SLOTS * design + slot
HIT = 100_000  # + 1000 * unit + points
POINT_LIMIT, UNIT_LIMIT = 1000, SPECIAL + 2 * MAX_SPECIALS

_UNSEEN = {UNSEEN: "deal a card", UNSEEN_CHOICE: "arrange a card"}
_VIEWERS = ("arrange", "player 1 sees", "player 2 sees", "both players see")

_UNIT = r"(?:(troop|base) ([1-3])\.([1-3])([ab]?)|(territory|special) (\d{1,3})|(palace)) of player ([12])"
_PATTERNS = (
    ("attack", re.compile(r"attack (?:territory ([1-3])|(palace)) -> territory ([1-3])")),
    ("pick", re.compile(rf"pick {_UNIT}")),
    ("hit", re.compile(rf"deal (\d{{1,3}}) to {_UNIT}")),
    ("card", re.compile(r"(play|choose|deal) (\S+)")),
    ("build", re.compile(r"build (\S+) on ([1-3])\.([1-3]) of player ([12])")),
    ("first", re.compile(r"player ([12]) begins")),
    ("sight", re.compile(r"(arrange|player 1 sees|player 2 sees|both players see) (\S+)")),
    ("lot", re.compile(r"(option|roll) (\d{1,2})")),
)


def build_action(design: int, slot: int) -> int:
    """Return the action that builds a base in a slot.

    Args:
        slot: Slot of either player, from 0 to 17.
    """
    return BUILD + SLOTS * design + slot


def design_and_slot(action: int) -> tuple[int, int]:
    """Return the design and the slot of an action of `build_action`."""
    return divmod(action - BUILD, SLOTS)


def unit_text(unit: int) -> str:
    """Return the text of a unit, such as `troop 2.1b of player 1`."""
    player = owner_of(unit)
    if unit >= SPECIAL:
        name = f"special {((unit - SPECIAL) >> 1) + 1}"
    elif unit >= PALACE:
        name = "palace"
    elif unit >= TERRITORY:
        name = f"territory {(unit - TERRITORY) % 3 + 1}"
    else:
        kind, letter = ("base", "") if unit >= BASE else ("troop", "ab"[unit & 1])
        name = f"{kind} {slot_text(slot_of(unit) % 9)}{letter}"
    return f"{name} of player {player + 1}"


def slot_text(slot: int) -> str:
    """Return the text of one of a player's nine slots (0 to 8), such as `2.1`."""
    return f"{slot // 3 + 1}.{slot % 3 + 1}"


def to_text(match: Match, action: int) -> str:
    """Return the text of an action.

    Raises:
        InvalidActionError: E701, the number is not an action.
    """
    text = _text(match, action)
    if text is None:
        raise InvalidActionError(f"{action!r} is not an action of this game")
    return text


def _text(match: Match, action: int) -> str | None:  # noqa: PLR0911, one return for each kind of action
    if not isinstance(action, int) or isinstance(action, bool) or action < 0:
        return None
    if action < PICK:
        return _text_of_word(action)
    if action in _UNSEEN:
        return _UNSEEN[action]
    if PICK <= action < PICK + UNIT_LIMIT:
        return f"pick {unit_text(action - PICK)}"
    for word, start in (("play", PLAY), ("choose", CARD), ("deal", DEAL)):
        if start <= action < start + len(match.names):
            return f"{word} {match.names[action - start]}"
    if FIRST <= action < BUILD:
        return _text_of_sight(match, action)
    if BUILD <= action < BUILD + SLOTS * len(match.names):
        design, slot = design_and_slot(action)
        return f"build {match.names[design]} on {slot_text(slot % 9)} of player {slot // 9 + 1}"
    if HIT <= action < HIT + POINT_LIMIT * UNIT_LIMIT:
        unit, points = divmod(action - HIT, POINT_LIMIT)
        return f"deal {points} to {unit_text(unit)}"
    return None


def _text_of_sight(match: Match, action: int) -> str | None:
    """Return the text of who begins, of a choice that only one player sees, or of what players see."""
    if action < FIRST + 2:
        return f"player {action - FIRST + 1} begins"
    viewers, design = divmod(action - SEE, 1000)
    if not 0 <= viewers <= 3 or design >= len(match.names):
        return None
    return f"{_VIEWERS[viewers]} {match.names[design]}"


def _text_of_word(action: int) -> str | None:
    """Return the text of an action that names no unit and no card."""
    if action < len(WORDS):
        return WORDS[action]
    if ATTACK <= action < ATTACK + 12:
        group, site = divmod(action - ATTACK, 3)
        return f"attack {'palace' if group == 3 else f'territory {group + 1}'} -> territory {site + 1}"
    if OPTION <= action < OPTION + 3:
        return f"option {action - OPTION + 1}"
    if ROLL <= action < ROLL + MOST_SIDES:
        return f"roll {action - ROLL + 1}"
    return {HEADS: "heads", TAILS: "tails"}.get(action)


def all_actions(match: Match) -> tuple[int, ...]:
    """Return all actions that players or chance can have in a match, in ascending order within each kind."""
    designs = range(len(match.names))
    units = [*range(BASE), *range(BASE, TERRITORY, 2), *range(TERRITORY, UNIT_LIMIT)]
    found = [*range(len(WORDS)), *range(ATTACK, ATTACK + 12), *[PICK + unit for unit in units]]
    found += [PLAY + design for design in designs if match.kind[design] != BASE_CARD]
    found += [start + design for start in (CARD, DEAL) for design in designs]
    found += [FIRST, FIRST + 1]
    found += match.extra_actions
    found += [build_action(card, slot) for card in designs if match.kind[card] == BASE_CARD for slot in range(SLOTS)]
    if match.config.damage == "choose":
        found += [HIT + POINT_LIMIT * unit + points for unit in units for points in range(POINT_LIMIT)]
    return tuple(found)


def from_text(match: Match, text: str) -> int:
    """Return the action that a text names.

    Args:
        text: The text, as `to_text` returns it.

    Raises:
        InvalidActionError: E701, the text does not name an action.
    """
    if text in WORDS:
        return WORDS.index(text)
    if text in ("heads", "tails"):
        return HEADS if text == "heads" else TAILS
    for kind, pattern in _PATTERNS:
        found = pattern.fullmatch(text)
        if found:
            action = _number(match, kind, found)
            if action is not None and _text(match, action) == text:
                return action
    raise InvalidActionError(f"{text!r} is not an action of this game")


def _number(match: Match, kind: str, found: re.Match[str]) -> int | None:
    groups = found.groups()
    if kind == "attack":
        return ATTACK + 3 * (3 if groups[1] else int(groups[0]) - 1) + int(groups[2]) - 1
    if kind == "pick":
        return PICK + _unit(groups)
    if kind == "hit":
        return HIT + POINT_LIMIT * _unit(groups[1:]) + int(groups[0])
    if kind == "lot":
        return {"option": OPTION, "roll": ROLL}[groups[0]] + int(groups[1]) - 1
    if kind == "first":
        return FIRST + int(groups[0]) - 1
    design = match.designs.get(groups[1] if kind in ("card", "sight") else groups[0])
    return None if design is None else _card_number(kind, design, groups)


def _card_number(kind: str, design: int, groups: tuple[str, ...]) -> int:
    if kind == "sight":
        return SEE + 1000 * _VIEWERS.index(groups[0]) + design
    if kind == "card":
        return {"play": PLAY, "choose": CARD, "deal": DEAL}[groups[0]] + design
    return build_action(design, 9 * (int(groups[3]) - 1) + 3 * (int(groups[1]) - 1) + int(groups[2]) - 1)


def _unit(groups: tuple[str | None, ...]) -> int:
    kind, territory, slot, letter, other, number, _, owner = groups
    player = int(owner or 1) - 1
    if kind is not None:
        place = 9 * player + 3 * (int(territory or 1) - 1) + int(slot or 1) - 1
        return BASE + 2 * place if kind == "base" else 2 * place + (letter == "b")
    if other == "territory":
        return TERRITORY + 3 * player + int(number or 1) - 1
    if other == "special":
        return SPECIAL + 2 * (int(number or 1) - 1) + player
    return PALACE + player
