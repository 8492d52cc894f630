"""A part of Attack the Tower as rules in data, against its engine: the same decisions, choices and results."""

from __future__ import annotations

import dataclasses
import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Literal

import pytest

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.constants import TROOPS
from cardgen.games.attack_the_tower.engine.attack_state import AttackState
from cardgen.games.attack_the_tower.engine.compiler.match import compile_match
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from tests.amounts import amount
from tests.games.attack_the_tower.play.armies import with_abilities
from tests.plugin.rules.described.oracles import contest_of

FILE = Path(__file__).with_name("held_out") / "attack_the_tower.yaml"
CONFIG = Config(chance="explicit", repeat_idle_attack=True, must_act=False, max_turns=60)
_BASES = {"of": "base", "owner": "self", "in": "field"}
_TARGET = {"of": "base", "owner": "opponent", "in": "field", "is": "unmanned", "pick": "one"}

# Each ability: what the description's card states, and what the engine's card states.
ABILITIES: dict[str, tuple[str, dict[str, Any]]] = {
    "draw": ("draw 2", {"effects": ({"draw": {"who": "self", "amount": 2, "pile": "ability"}},)}),
    "muster": (
        "muster",
        {"effects": ({"recruit": {"bases": {**_BASES, "is": "has_room", "pick": "up_to_2"}, "amount": 1}},)},
    ),
    "raze": ("raze", {"effects": ({"destroy": {"who": _TARGET}},)}),
    "salvage": (
        "salvage",
        {"effects": ({"recover": {"who": {"of": "card", "owner": "self", "in": "base_discard", "pick": "one"}}},)},
    ),
    "drill": (
        "drill 1",
        {"effects": ({"power": {"who": {"of": "troop", "owner": "self", "pick": "all"}, "add": 1, "until": "turn"}},)},
    ),
    "levy": (
        "levy",
        {
            "cost": {"discard": {"amount": 1}},
            "choose": ({"of": "territory", "owner": "self", "pick": "one", "as": "t"},),
            "effects": ({"recruit": {"bases": {**_BASES, "in": "$t", "pick": "all"}, "amount": 1}},),
        },
    ),
}


@cache
def games(damage: Literal["auto", "choose"]) -> tuple[Any, Any]:
    """Return the contest of the description and the match of the engine, with the same cards."""
    army = with_abilities(
        [
            {"id": name, "name": name, "kind": "common", "icon": "hand", "copies": 4, **stated, "timing": _timing(name)}
            for name, (_, stated) in ABILITIES.items()
        ]
    )
    bases = [
        {"id": base.id, "type": base.type, "power": TROOPS[base.type].power, "copies": base.copies}
        for base in army.bases
    ]
    abilities = [
        {"id": name, "type": "hand", "power": 0, "copies": 4, "cost": int("cost" in stated), "effects": effects}
        | {"answer": _timing(name)["turn"] == "any", "battle": "battle" in _timing(name)["window"]}
        for name, (effects, stated) in ABILITIES.items()
    ]
    text = FILE.read_text("utf-8").replace("automatic: no", f"automatic: {'yes' if damage == 'auto' else 'no'}")
    config = dataclasses.replace(CONFIG, damage=damage)
    return contest_of(text, [*bases, *abilities], 2, decks=2), compile_match(army, army, config)


def _timing(name: str) -> dict[str, Any]:
    """Return when an ability may be played: some in either turn, and one before a combat too."""
    return {
        "window": ("main", "battle") if name == "drill" else ("main",),
        "turn": "own" if name in ("raze", "levy") else "any",
    }


_WORDS = {
    "draw ability": "draw_ability",
    "draw base": "draw_base",
    "end turn": "end",
    "no more": "none",
    "pass": "none",
    "player 1 begins": "1",
    "player 2 begins": "2",
}


def decisions(text: str, first: int) -> tuple[str, ...]:
    """Return the choices of the description that an action of the engine stands for, each as its last word.

    Args:
        text: The action as a text.
        first: Player who begins, 0 or 1: the description counts seats from there.
    """
    text = text.replace("/2", "")
    if found := re.fullmatch(r"(?:build (\S+) on|pick base) (\d)\.(\d) of player (\d)", text):
        card, territory, slot, player = found.groups()
        seat = (int(player) - 1 - first) % 2 + 1
        space = f"{' ace'[int(slot)]}{territory} of seat {seat}"
        return (card, space) if card else (space,)
    if found := re.fullmatch(r"attack territory (\d) -> territory (\d)|deal (\d+) to .*|pick territory (\d) .*", text):
        return tuple(word for word in found.groups() if word is not None)
    return (_WORDS.get(text) or text.rsplit(maxsplit=1)[-1],)


def last_word(text: str) -> str:
    """Return what an action of the description chooses: a space, a card without its deck, a number or a word."""
    found = re.search(r"\w\d of seat \d$|[\w-]+$", re.sub(r"@\d$", "", text))
    assert found, text
    return found[0]


def play(seed: int, damage: Literal["auto", "choose"]) -> list[float]:
    """Play a random game in both, without the decisions that leave no choice, and return its result."""
    contest, match = games(damage)
    rng, ours, theirs, first = Random(seed), contest.tree_position(), AttackState.new(match, seed), 0
    while not theirs.is_terminal():
        if len(theirs.legal_actions()) == 1:
            theirs.apply_action(theirs.legal_actions()[0])
            continue
        texts = {action: theirs.action_to_string(action) for action in theirs.legal_actions()}
        meanings = {decisions(text, first): action for action, text in texts.items()}
        assert len(meanings) == len(texts), texts
        chosen = rng.choice(sorted(meanings))
        for index, word in enumerate(chosen):
            _skip_forced(ours)
            where = f"seed {seed}, {chosen}:\n{theirs}\n{ours.to_text()}"
            assert ours.current_player() == theirs.current_player(), where
            legal = {last_word(ours.action_to_string(action)): action for action in ours.legal_actions()}
            assert len(legal) == len(ours.legal_actions()), where
            assert {*legal} == {one[index] for one in meanings if one[:index] == chosen[:index]}, where
            ours.apply_action(legal[word])
        if theirs.phase == Phase.FIRST_PLAYER:
            first = int(chosen[0]) - 1
        theirs.apply_action(meanings[chosen])
    _skip_forced(ours)
    assert ours.is_terminal() and ours.returns() == theirs.returns(), f"seed {seed}:\n{theirs}\n{ours.to_text()}"
    return ours.returns()  # type: ignore[no-any-return]


def _skip_forced(position: Any) -> None:
    while len(position.legal_actions()) == 1:
        position.apply_action(position.legal_actions()[0])


def test_games_in_step_with_the_engine():
    for seed in range(3):
        play(seed, "choose")
        play(seed, "auto")


@pytest.mark.extended
def test_many_games_in_step_with_the_engine():
    chosen = [play(seed, "choose") for seed in range(1000, 1000 + amount(6, nightly=40))]
    automatic = [play(seed, "auto") for seed in range(2000, 2000 + amount(6, nightly=60))]
    assert {one[0] for one in (*chosen, *automatic)} == {-1.0, 0.0, 1.0}
