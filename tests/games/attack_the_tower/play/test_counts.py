"""Numbers of action sequences from fixed positions, to depth 3, as counted by the slow second implementation.

To count anew after a change of the rules: `python -m play.test_counts > positions.perft` in the folder above.
"""

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.engine.attack_state import AttackState

from .armies import match
from .test_reference import reference_of

FILE = Path(__file__).with_name("positions.perft")
CONFIG = Config(damage="choose", max_turns=25)
DEPTH = 3
POSITIONS = [(seed, skip) for seed in range(8) for skip in (0, 35, 90, 160)]


def start(seed, skip):
    """The position after some random actions, and their texts."""
    armies = ("elves", "samurai") if seed % 2 else ("samurai", "elves")
    state, rng, texts = AttackState.new(match(*armies, CONFIG), seed), Random(seed), []
    while len(texts) < skip and not state.is_terminal():
        action = rng.choice(state.legal_actions())
        texts.append(state.action_to_string(action))
        state.apply_action(action)
    return state, texts


def count(state, depth):
    """The number of sequences of actions of this length."""
    if depth == 1 or state.is_terminal():
        return len(state.legal_actions())
    total = 0
    for action in state.legal_actions():
        following = state.clone()
        following.apply_action(action)
        total += count(following, depth - 1)
    return total


class Stop(Exception):
    """Raised at the end of the actions to replay."""


def options_after(seed, texts):
    """The legal actions of the second implementation after these actions; it replays the whole game."""
    texts, found = iter(texts), []

    def choose(_, options):
        text = next(texts, None)
        if text is None:
            found.extend(options)
            raise Stop
        return text

    with suppress(Stop):
        reference_of(start(seed, 0)[0], choose).run()
    return found


def slow_counts(seed, texts, depth):
    """The same counts, by the second implementation."""
    lines, counts = [texts], []
    for _ in range(depth):
        lines = [[*line, option] for line in lines for option in options_after(seed, line)]
        counts.append(len(lines))
    return counts


def rows():
    return [[int(word) for word in line.split()] for line in FILE.read_text().splitlines() if not line.startswith("#")]


@pytest.mark.parametrize(("seed", "skip", "one", "two", "three"), rows() if FILE.exists() else [])
def test_counts(seed, skip, one, two, three):
    state, _ = start(seed, skip)
    assert [count(state, depth) for depth in (1, 2, 3)] == [one, two, three]


@pytest.mark.parametrize(("seed", "skip"), [(1, 35), (2, 90)])
def test_file_was_counted_by_the_second_implementation(seed, skip):
    _, texts = start(seed, skip)
    one, two = slow_counts(seed, texts, 2)
    assert [seed, skip, one, two] in [row[:4] for row in rows()]


if __name__ == "__main__":
    print(
        "# seed, random actions before, sequences of 1, 2 and 3 actions; elves against samurai, even seeds the other way"
    )
    for seed, skip in POSITIONS:
        _, texts = start(seed, skip)
        if len(texts) == skip:
            print(seed, skip, *slow_counts(seed, texts, DEPTH))
