"""Actions as numbers, and their texts: each text names one action of a match, and gives it back.

Players count from 1 in texts; a place is `territory.slot`; the two troops of a base are a and b; a card of the other
army is said to be `theirs` by its army's number.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cardgen.games.attack_the_tower.engine.state.units import (
    BASE,
    MOST_SPECIALS,
    PALACE,
    SPECIAL,
    TERRITORY,
    owner_of,
    slot_of,
)
from cardgen.games.attack_the_tower.engine.state.zones import BASE_CARD
from cardgen.plugin.rules.errors import InvalidActionError

if TYPE_CHECKING:
    from cardgen.games.attack_the_tower.engine.compiler.match import Match

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
PICK = 200  # + unit
PLAY, CARD, DEAL, FIRST = 1000, 2000, 3000, 4000  # + design; of FIRST + player
UNSEEN = FIRST - 1  # a card that only its owner saw
BUILD = 10_000  # + 18 * design + slot
HIT = 100_000  # + 1000 * unit + points
MOST_POINTS, MOST_UNITS = 1000, SPECIAL + 2 * MOST_SPECIALS

_UNIT = r"(?:(troop|base) ([1-3])\.([1-3])([ab]?)|(territory|special) (\d+)|(palace)) of player ([12])"
_PATTERNS = (
    ("attack", re.compile(r"attack (?:territory ([1-3])|(palace)) -> territory ([1-3])")),
    ("pick", re.compile(rf"pick {_UNIT}")),
    ("hit", re.compile(rf"deal (\d+) to {_UNIT}")),
    ("card", re.compile(r"(play|choose|deal) (\S+)")),
    ("build", re.compile(r"build (\S+) on ([1-3])\.([1-3]) of player ([12])")),
    ("first", re.compile(r"player ([12]) begins")),
)


def unit_text(unit: int) -> str:
    """The text of a unit."""
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
    """The text of one of nine slots, such as 2.1."""
    return f"{slot // 3 + 1}.{slot % 3 + 1}"


def to_text(match: Match, action: int) -> str:
    """The text of an action.

    Raises:
        InvalidActionError: The number is no action.
    """
    text = _text(match, action)
    if text is None:
        raise InvalidActionError(f"{action!r} is no action of this game")
    return text


def _text(match: Match, action: int) -> str | None:  # noqa: PLR0911, one line a kind of action
    if not isinstance(action, int) or isinstance(action, bool) or action < 0:
        return None
    if action < len(WORDS) or action == UNSEEN:
        return WORDS[action] if action != UNSEEN else "deal a card"
    if ATTACK <= action < ATTACK + 12:
        group, site = divmod(action - ATTACK, 3)
        return f"attack {'palace' if group == 3 else f'territory {group + 1}'} -> territory {site + 1}"
    if PICK <= action < PICK + MOST_UNITS:
        return f"pick {unit_text(action - PICK)}"
    for word, start in (("play", PLAY), ("choose", CARD), ("deal", DEAL)):
        if start <= action < start + len(match.names):
            return f"{word} {match.names[action - start]}"
    if FIRST <= action < FIRST + 2:
        return f"player {action - FIRST + 1} begins"
    if BUILD <= action < BUILD + 18 * len(match.names):
        design, slot = divmod(action - BUILD, 18)
        return f"build {match.names[design]} on {slot_text(slot % 9)} of player {slot // 9 + 1}"
    if HIT <= action < HIT + MOST_POINTS * MOST_UNITS:
        unit, points = divmod(action - HIT, MOST_POINTS)
        return f"deal {points} to {unit_text(unit)}"
    return None


def all_actions(match: Match) -> tuple[int, ...]:
    """All actions that players or chance can have in a match, in order."""
    designs = range(len(match.names))
    units = [*range(BASE), *range(BASE, TERRITORY, 2), *range(TERRITORY, MOST_UNITS)]
    found = [*range(len(WORDS)), *range(ATTACK, ATTACK + 12), *[PICK + unit for unit in units]]
    found += [PLAY + design for design in designs if match.kind[design] != BASE_CARD]
    found += [start + design for start in (CARD, DEAL) for design in designs]
    found += [FIRST, FIRST + 1]
    found += [BUILD + 18 * design + slot for design in designs if match.kind[design] == BASE_CARD for slot in range(18)]
    if match.config.damage == "choose":
        found += [HIT + MOST_POINTS * unit + points for unit in units for points in range(MOST_POINTS)]
    return tuple(found)


def from_text(match: Match, text: str) -> int:
    """The action that a text names.

    Raises:
        InvalidActionError: It names none.
    """
    if text in WORDS:
        return WORDS.index(text)
    for kind, pattern in _PATTERNS:
        found = pattern.fullmatch(text)
        if found:
            action = _number(match, kind, found)
            if action is not None and _text(match, action) == text:
                return action
    raise InvalidActionError(f"{text!r} is no action of this game")


def _number(match: Match, kind: str, found: re.Match[str]) -> int | None:
    groups = found.groups()
    if kind == "attack":
        return ATTACK + 3 * (3 if groups[1] else int(groups[0]) - 1) + int(groups[2]) - 1
    if kind == "pick":
        return PICK + _unit(groups)
    if kind == "hit":
        return HIT + MOST_POINTS * _unit(groups[1:]) + int(groups[0]) if int(groups[0]) < MOST_POINTS else None
    if kind == "first":
        return FIRST + int(groups[0]) - 1
    design = match.numbers.get(groups[1] if kind == "card" else groups[0])
    return None if design is None else _card_number(kind, design, groups)


def _card_number(kind: str, design: int, groups: tuple[str, ...]) -> int:
    if kind == "card":
        return {"play": PLAY, "choose": CARD, "deal": DEAL}[groups[0]] + design
    return BUILD + 18 * design + 9 * (int(groups[3]) - 1) + 3 * (int(groups[1]) - 1) + int(groups[2]) - 1


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
