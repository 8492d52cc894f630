"""What is said of positions of games in which one value of a line was changed stays as in the last version."""

import re
from collections import Counter
from pathlib import Path
from random import Random
from zlib import crc32

import pytest

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.engine.attack_state import AttackState
from cardgen.games.attack_the_tower.engine.battle.pools import LENGTH
from cardgen.games.attack_the_tower.engine.decisions import (
    ANY_PILE,
    BASE_PILE,
    BUDGET,
    CARDS,
    DEAL,
    DRAWS,
    LENGTHS,
    LOTS,
    RECRUITS,
    UNITS,
    UPKEEP,
)
from cardgen.games.attack_the_tower.engine.decisions.piles import LOOKS, SETTLE
from cardgen.games.attack_the_tower.engine.decisions.search import PLACE, SEARCH
from cardgen.games.attack_the_tower.engine.history import RecordedState
from cardgen.games.attack_the_tower.engine.state.actions import HEADS, OPTION, ROLL
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.engine.state.zones import ABILITY_DRAW, BASE_DRAW, HAND, PLAYED
from cardgen.games.attack_the_tower.engine.text.invariants import find_violations
from cardgen.plugin.rules.errors import LogError
from cardgen.plugin.rules.programs import FIRST_REGISTER, NEXT_STEP, OWNER, PROGRAM
from cardgen.plugin.rules.state import CHANCE
from tests.recorded import check_recorded

from .armies import match
from .tables import common, does, lay, match_of
from .test_properties import CONFIGS, walk
from .test_set_and_add import MATCH, MINE, THEIRS

GAMES = [
    *((("strange", other), "explicit", seed) for seed in range(3) for other in ("elves", "strange")),
    (("forty-lockkeepers", "forty-spore_court"), "choose", 8),
    (("elves", "samurai"), "choose", 0),
    (("elves", "samurai"), "may", 0),
]
OFTEN_EDITED = ("phase", "group", "site", "stage", "ask", "mods", "delays", "stack", "damage", "fighters", "fight")
UNDER_WAY = ("decision", "modifiers", "delays", "combat_step", "damage", "sights")


def positions():
    """Yield one position for each decision and phase, and for each thing that may be under way."""
    seen = set()
    for armies, name, seed in GAMES:
        config = CONFIGS.get(name, Config(recruit="may", max_turns=12))
        for position in walk(AttackState.new(match(*armies, config), seed), Random(seed)):
            found = {name for name in UNDER_WAY if getattr(position, name)} | {"fighters" * (position.fighters >= 0)}
            found |= {position.decision[:2] if position.decision else position.phase}
            if not found <= seen:
                yield position
            seen |= found
    state = lay(MATCH, MINE, THEIRS, my_hand="banner giant", their_palace="yoke")
    yield does(state, "play banner", "play giant", "pick troop 1.1a of player 1")


def edited(value, base):
    """Yield a line's value with one of its words left out, doubled, or changed."""
    words = value.split()
    for at in sorted({*range(min(len(words), 4)), len(words) - 1} - {-1})[: 5 if any(map(str.isdigit, words)) else 2]:
        others = [[], [words[at]] * 2, ["moon"], [base], ["-2"], ["-1"], ["0"], ["1"], ["99"]]
        number = words[at].removesuffix(",")
        if number.lstrip("-").isdigit():
            numbers = int(number) - 1, int(number) + 1, int(number) ^ 1 << 80
            others += [[f"{other}{words[at].removeprefix(number)}"] for other in numbers]
        for other in others:
            yield " ".join([*words[:at], *other, *words[at + 1 :]])
    yield from ("", "nobody", "0", "7 1 0, 0 0 0", f"{value}, 0 0 0 1".removeprefix(", "))


def told():
    """Yield what is said, each with its first example, and a sum of all that is said of a line."""
    seen, sums, values = set(), {}, set()
    for position in positions():
        lines = position.to_text().split("\n")
        for at, line in enumerate(lines):
            key, _, value = line.partition(":")
            here = key, position.match, value if key in OFTEN_EDITED else ""
            if here in values:
                continue  # as in another position
            values.add(here)
            for changed in edited(value, position.match.names[0]):
                text = "\n".join([*lines[:at], f"{key}: {changed}".rstrip(), *lines[at + 1 :]])
                try:
                    again = AttackState.from_text(position.match, text)
                    said, read = "right", f"{again.legal_actions()} {again.to_text()}"
                except LogError as error:
                    said = read = str(error)
                number, total = sums.get(key, (0, 0))
                sums[key] = number + 1, crc32(read.encode(), total)
                kind = re.sub(r"\d", "", key), re.sub(r"'[^']*'|-?\d+", "", said.partition("; expected")[0])
                if kind not in seen:
                    seen.add(kind)
                    yield f"{key}:{value} -> {changed}: {said}"
    yield from (f"{key}, {number} times: {total:x}" for key, (number, total) in sums.items())


BATTLE = {"phase": Phase.WINDOW, "group": 3, "site": 0, "stage": 0}
STEP = BATTLE | {"phase": Phase.HIT}
FIGHT = [1, 2, *[0] * (LENGTH - 2)]
SEEN = ((1, 3), (2,), *[()] * 5, (3,))
"""Two cards on top of a pile of three, and the lowest one; and the lowest base of the other player."""
KNIGHT, PALACE_UNIT, AREA = 80, 78, 72
RIGHT = [
    {}, {"phase": Phase.OVER, "player": 2, "turn": 0, "group": 0}, {"phase": Phase.FIRST_PLAYER, "player": -1, "turn": 0},
    {"phase": Phase.SETUP_BUILD, "turn": 0}, {"turn": 1}, {"arrived_this_turn": 1 << KNIGHT}, BATTLE, BATTLE | {"fighters": 0},
    STEP | {"combat_step": FIGHT}, {"damage": {0: 1, PALACE_UNIT: 9, KNIGHT: 2, AREA: 1}}, {"sights": SEEN},
]  # fmt: skip
WRONG = [
    ("active", {"active": 2}), ("player", {"player": 2}), ("turn", {"turn": 0}), ("lost", {"losses": [0] * 21 + [-1]}),
    ("fresh", {"arrived_this_turn": 1 << KNIGHT + 2}), ("fresh", {"arrived_this_turn": -1}), ("fresh", {"arrived_this_turn": 1}),
    ("fighters", {"fighters": 0}), ("fighters", BATTLE | {"fighters": -2}),
    *(("phase", BATTLE | {part: -1}) for part in ("group", "site", "stage")),
    *((part, {part: 0}) for part in ("group", "site", "stage")),
    ("phase", STEP), ("phase", STEP | {"phase": Phase.STEP_END}), ("fight", STEP | {"combat_step": FIGHT[1:]}),
    *(("fight", STEP | {"combat_step": [*FIGHT[:at], value, *FIGHT[at + 1 :]]}) for at, value in ((0, 2), (1, 3), (5, -1))),
    *(("damage", {"damage": wrong}) for wrong in ({0: 0}, {0: 1, 4: 1}, {-1: 1}, {KNIGHT + 1: 1})),
    *(("player 1 ability seen", {"sights": (top, low, *SEEN[2:])}) for top, low in (((1, 3), (2, 2)), ((0,), ()), ((), (4,)))),
    ("player 2 base seen", {"sights": (*SEEN[:7], (0,))}),
]  # fmt: skip


def found_wrong(**changes):
    """The keys of the lines that are wrong, of a position after changes."""
    state = lay(match_of(common("x", {"draw": {"who": "self"}})), "l2 s1", "l1", my_palace="knight")
    state.zones[ABILITY_DRAW] = state.zones[ABILITY_DRAW][:3]
    for name, value in changes.items():
        setattr(state, name, value)
    return {key for key, _ in find_violations(state)}


def test_what_is_wrong_with_a_position():
    for changes in RIGHT:
        assert found_wrong(**changes) == set(), changes
    for key, changes in WRONG:
        assert found_wrong(**changes) == {key}, changes


DRAWN = {
    "choose_one": {
        "options": ({"effects": ({"draw": {"who": "self"}},)}, {"effects": ({"peek": {"who": "opponent"}},)})
    }
}
HERE, GONE = 1, 1 << 4
"""A troop on the table, and one that is not."""
ASKED = {
    True: [
        (UPKEEP, 0), (UPKEEP, 1), (DRAWS, 0, 3, BASE_PILE), (DRAWS, 1, 0, ANY_PILE), (DEAL, CHANCE, ABILITY_DRAW, 1, 0, 0),
        (CARDS, CHANCE, 1, 0, 0, 0), (RECRUITS, 0, HERE, 7), (UNITS, CHANCE, HERE, FIRST_REGISTER, 0, 0), (BUDGET, 0, 0, FIRST_REGISTER, 0),
        (LOTS, 0, OPTION, 3, FIRST_REGISTER), (LOTS, CHANCE, HEADS, 2, FIRST_REGISTER), (LOTS, CHANCE, ROLL, 20, FIRST_REGISTER),
        (LOOKS, 0, ABILITY_DRAW, 3, 0, 0, 0), (SETTLE, CHANCE, ABILITY_DRAW, 0, 0), (SEARCH, 1, BASE_DRAW + 1, 0, 0, 0, 0)[: LENGTHS[SEARCH]],
        (PLACE, 0, BASE_DRAW, 4, 0),
    ],
    False: [
        (), (UPKEEP,), (UPKEEP, 0, 0), (UPKEEP, 2), (UPKEEP, CHANCE), (len(LENGTHS), 0), (-1, 0), (DRAWS, 0, 3, 9),
        (DEAL, CHANCE, ABILITY_DRAW, 2, 0, 0), (DEAL, CHANCE, ABILITY_DRAW, -1, 0, 0), (DEAL, CHANCE, PLAYED, 0, 0, 0),
        (DEAL, CHANCE, 99, 0, 0, 0), (CARDS, 0, 2, 0, 0, 0), (CARDS, 0, -1, 0, 0, 0), (CARDS, 0, 0, 99, 0, 0), (CARDS, 0, 0, -1, 0, 0),
        (RECRUITS, 0, HERE | GONE, 0), (RECRUITS, 0, -1, 0), (RECRUITS, CHANCE, HERE, 0), (UNITS, 0, GONE, FIRST_REGISTER, 0, 0),
        (UNITS, 0, HERE, FIRST_REGISTER - 1, 0, 0), (UNITS, 0, HERE, 99, 0, 0), (BUDGET, 0, GONE, FIRST_REGISTER, 0),
        (LOTS, 0, OPTION, 0, FIRST_REGISTER), (LOTS, 0, OPTION, 5, FIRST_REGISTER), (LOTS, 0, HEADS, 3, FIRST_REGISTER),
        (LOTS, 0, ROLL, 21, FIRST_REGISTER), (LOTS, 0, OPTION, 2, 99), (LOTS, 0, ROLL + 1, 2, FIRST_REGISTER),
        (LOOKS, 0, ABILITY_DRAW, 4, 0, 0, 0), (LOOKS, 0, ABILITY_DRAW, 1, 0, 0, -1), (LOOKS, 0, HAND, 0, 0, 0, 0),
        (LOOKS, CHANCE, ABILITY_DRAW, 3, 0, 0, 0), (PLACE, 0, BASE_DRAW, 5, 0), (PLACE, 0, HAND, 4, 0), (PLACE, 0, 99, 4, 0),
    ],
}  # fmt: skip
"""Decisions that somebody can have to make, and others."""


def test_what_nobody_can_be_asked():
    match = match_of(common("x", DRAWN))
    frame = match.frame(match.play_program[match.designs["x"]], 0)
    assert len(frame) > FIRST_REGISTER
    for is_right, decisions in ASKED.items():
        for decision in decisions:
            state = lay(match, "l2 s1", "l1")
            state.zones[ABILITY_DRAW], state.stack, state.decision = state.zones[ABILITY_DRAW][:3], [frame], decision
            assert ([key for key, _ in find_violations(state)] == []) == is_right, decision
            if FIRST_REGISTER in decision[3:] and decision[0] in (UNITS, BUDGET, LOTS):
                state.stack = []
                assert [key for key, _ in find_violations(state)] == ["ask"], decision


@pytest.mark.parametrize(
    ("at", "value", "is_right"),
    [
        (PROGRAM, -1, False), (PROGRAM, 99, False), (OWNER, 1, True), (OWNER, 2, False), (NEXT_STEP, -1, False), (NEXT_STEP, 3, True),
        (NEXT_STEP, 4, False), (None, None, False),
    ],
)  # fmt: skip
def test_a_program_that_does_not_exist(at, value, is_right):
    """Or is at a step that it does not have, or has more registers than it needs."""
    match = match_of(
        common("x", {"draw": {"who": "self"}}, {"peek": {"who": "opponent"}}, {"renew": {}}, window=("main",))
    )
    state = lay(match, "l1")
    frame = match.frame(match.play_program[match.designs["x"]], 0)
    assert len(match.programs[frame[PROGRAM]]) == 3
    state.stack = [[*frame, 0]] if at is None else [[*frame[:at], value, *frame[at + 1 :]]]
    assert {key for key, _ in find_violations(state)} == (set() if is_right else {"stack"})


def test_piles_that_a_text_leaves_out_hold_what_is_nowhere_else_shuffled_by_the_seed():
    table = lay(match_of(), "l2 c1", "s1", my_hand="knight elder knight hut", their_palace="idol")
    lines = table.to_text().splitlines()
    text = "\n".join(line for line in lines if not re.search(r" (ability|base) draw:", line))
    read = [RecordedState.from_partial_text(table.match, text, seed).zones for seed in (0, 0, 1)]
    assert read[0] == read[1]
    for zone, cards in enumerate(table.zones):
        is_pile = zone & ~1 in (ABILITY_DRAW, BASE_DRAW)
        assert [Counter(one[zone]) for one in read] == [Counter(cards)] * 3, zone
        assert (read[0][zone] != read[2][zone]) == is_pile, zone


def test_edited_positions():
    check_recorded(Path(__file__).with_name("edits.txt"), told())
