"""Two games as text, replayed line by line.

To record them anew after a change of the rules: `python -m play.test_playthrough` in the folder above.
"""

from pathlib import Path
from random import Random

import pytest

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.engine.attack_state import AttackState
from cardgen.play.playthrough import record, replay
from cardgen.plugin.rules.errors import LogError

from .armies import match

GAMES = {
    "elves-samurai-auto": ("elves samurai", "auto", 8),
    "lockkeepers-spore-court-choose": ("forty-lockkeepers forty-spore_court", "choose", 5),
}


def path(name):
    return Path(__file__).with_name(f"{name}.playthrough")


def first(header):
    words = dict(line.split(": ", 1) for line in header)
    config = Config(damage=words["damage"], max_turns=20)
    return AttackState.new(match(*words["armies"].split(), config), int(words["seed"]))


def recorded(name):
    armies, damage, seed = GAMES[name]
    header = [f"armies: {armies}", f"damage: {damage}", f"seed: {seed}"]
    state, rng, actions = first(header), Random(seed), []
    while not state.is_terminal():
        actions.append(rng.choice(state.legal_actions()))
        state.apply_action(actions[-1])
    return record(header, first(header), actions)


@pytest.mark.parametrize("name", GAMES)
def test_replays(name):
    assert replay(path(name).read_text(), first).is_terminal()


def test_edited_line_is_named():
    lines = path("elves-samurai-auto").read_text().splitlines()
    number = next(n for n, line in enumerate(lines) if line.startswith("player 1: draw"))
    old = lines[number]
    lines[number] = old.replace("draw base", "draw ability") if "base" in old else old.replace("ability", "base")
    with pytest.raises(LogError, match=f"E703 line {number + 1}: "):
        replay("\n".join(lines), first)


if __name__ == "__main__":
    for game in GAMES:
        path(game).write_text(recorded(game))
