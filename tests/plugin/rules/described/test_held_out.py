"""Games that were described after the language was made, against OpenSpiel's own: the same decisions and scores."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardgen.plugin.rules.state import CHANCE
from tests.amounts import amount
from tests.plugin.rules.described.oracles import SUITS, contest_of

pyspiel = pytest.importorskip("pyspiel")
pytestmark = pytest.mark.extended
FOLDER = Path(__file__).with_name("held_out")
CARDS: dict[str, tuple[int, list[dict[str, Any]]]] = {
    "mancala": (2, []),
    "yacht": (2, [{"id": f"d{die}"} for die in range(5)]),
    "spades": (
        4,
        [
            {"id": f"c{suit * 13 + rank}", "rank": rank + 2, "suit": SUITS[suit]}
            for suit in range(4)
            for rank in range(13)
        ],
    ),
    "pig": (2, []),
    "tic_tac_toe": (2, []),
    "connect_four": (2, []),
    "euchre": (
        4,
        [
            {
                "id": f"c{rank * 4 + suit}",
                "rank": rank + 9,
                "suit": SUITS[suit],
                "color": ("black", "red")[suit in (1, 2)],
            }
            for rank in range(6)
            for suit in range(4)
        ],
    ),
    "cribbage": (
        2,
        [
            {"id": f"c{suit * 13 + rank}", "rank": rank + 1, "value": min(rank + 1, 10), "suit": SUITS[suit]}
            for suit in range(4)
            for rank in range(13)
        ],
    ),
}


@cache
def contest(name: str) -> Any:
    """Return the contest of a game of the folder."""
    players, cards = CARDS[name]
    text = (FOLDER / f"{name}.yaml").read_text("utf-8")
    if name == "spades":  # OpenSpiel 2.0 never notes that spades are broken
        text = text.replace("{set: broken, to: yes,", "{set: broken, to: no,")
    return contest_of(text, cards, players)


def number(text: str) -> int:
    """Return the number at the end of the text of an action, such as that of a card."""
    found = re.search(r"(\d+)$", text)
    assert found, text
    return int(found[1])


def begun(name: str, first: int) -> tuple[Any, Any]:
    """Return the first position of a game, in which a player is the first, and OpenSpiel's."""
    ours = contest(name).tree_position()
    ours.apply_action(ours.legal_actions()[first])
    return ours, pyspiel.load_game(name).new_initial_state()


def play(ours: Any, theirs: Any, rng: Random, meaning: Callable[[str], int], chance: Callable[[str], int]) -> None:
    """Play a random game in both to the end.

    Args:
        meaning: Returns OpenSpiel's action for the text of one of a player.
        chance: Returns OpenSpiel's action for the text of one of chance.
    """
    while not ours.is_terminal():
        if ours.current_player() == CHANCE:
            action = rng.choice([one for one, _ in ours.chance_outcomes()])
            theirs.apply_action(chance(ours.action_to_string(action)))
            ours.apply_action(action)
            continue
        if theirs.is_chance_node():  # the last card of a pack is none of chance
            theirs.apply_action(*theirs.legal_actions())
        meanings = {meaning(ours.action_to_string(action)): action for action in ours.legal_actions()}
        assert ours.current_player() == theirs.current_player(), f"{theirs}\n{ours.to_text()}"
        assert sorted(meanings) == sorted(theirs.legal_actions()), f"{theirs}\n{ours.to_text()}"
        action = rng.choice(sorted(meanings))
        ours.apply_action(meanings[action])
        theirs.apply_action(action)
    assert theirs.is_terminal(), theirs


def play_pig(seed: int) -> None:
    ours, theirs = begun("pig", 0)
    play(ours, theirs, Random(seed), ["roll", "stop"].index, lambda text: number(text) - 1)
    assert ours.returns() == theirs.returns()


def play_grid(name: str, seed: int) -> None:
    ours, theirs = begun(name, 0)

    def meaning(text: str) -> int:
        column, row = "abcdefg".index(text[-2]), int(text[-1]) - 1
        return column + 3 * row if name == "tic_tac_toe" else column

    play(ours, theirs, Random(seed), meaning, number)
    assert ours.returns() == theirs.returns()


def play_mancala(seed: int) -> None:
    ours, theirs = begun("mancala", 0)
    play(ours, theirs, Random(seed), lambda text: "abcdefghijklmn".index(text[-2]) + 1, number)
    assert ours.returns() == theirs.returns()


def play_spades(seed: int) -> None:
    ours, theirs = begun("spades", 0)
    play(ours, theirs, Random(seed), lambda text: number(text) + 52 * text.startswith("bid"), number)
    assert ours.state.payoffs() == theirs.returns()


def play_yacht(seed: int) -> None:
    """Play a game in which OpenSpiel's players pick up all dice at once, and its dice have an order."""
    rng = Random(seed)
    ours, theirs = begun("yacht", 0)
    lines = contest("yacht").tables.program.boards["sheet"].names
    while not ours.is_terminal():
        rolls, picked = 0, ours.state.tray if ours.state else [*range(5)]
        while picked:
            faces = dict[int, int]()
            for die in picked:
                face = rng.choice(ours.legal_actions())
                faces[die] = number(ours.action_to_string(face))
                ours.apply_action(face)
            theirs.apply_action(sum((faces[die] - 1) * 6**at for at, die in enumerate(sorted(faces))))
            rolls += 1
            assert ours.current_player() == theirs.current_player(), f"{theirs}\n{ours.to_text()}"
            picked = [die for die in range(5) if rolls < 3 and rng.random() < 0.5]
            if rolls < 3:
                theirs.apply_action(sum(1 << die for die in picked))
            for text in (*(f"reroll d{die}" for die in picked), *(["roll"] if picked else [])):
                ours.apply_action(ours.string_to_action(text))
        texts = [ours.action_to_string(action) for action in ours.legal_actions()]
        known = [lines.index(text.split()[1]) + 32 for text in texts if text.startswith("write")]
        assert known == theirs.legal_actions(), f"{theirs}\n{ours.to_text()}"
        totals = [int(total) for total in re.findall(r"total: (\d+)", str(theirs))]
        assert totals == [sum(ours.state.points[at : at + 12]) for at in (0, 12)], str(theirs)
        action = rng.choice(known)
        ours.apply_action(ours.string_to_action(texts[known.index(action) - len(known)]))
        theirs.apply_action(action)
    assert ours.returns() == theirs.returns()


def play_euchre(seed: int) -> None:
    dealer = seed % 4
    ours, theirs = begun("euchre", dealer)
    theirs.apply_action(dealer)

    def meaning(text: str) -> int:
        if text == "order_up":
            return 25 + SUITS.index(contest("euchre").tables.columns["suit"][ours.state.upcard[-1]])
        plain = {"pass": 24, "alone": 29, "partner": 30}
        suit = text.rsplit(maxsplit=1)[-1]
        return plain[text] if text in plain else 25 + SUITS.index(suit) if suit in SUITS else number(text)

    play(ours, theirs, Random(seed), meaning, number)
    payoffs = ours.state.payoffs()
    assert [payoffs[(player - dealer) % 4] for player in range(4)] == theirs.returns(), f"{seed}: {theirs}"


def play_cribbage(seed: int) -> None:
    """Play a game in which OpenSpiel's players lay away both cards at once, and which it ends only after a whole count."""
    rng = Random(seed)
    ours, theirs = begun("cribbage", 0)
    laid: list[int] = []
    while not ours.is_terminal():
        if ours.current_player() == CHANCE:
            action = rng.choice([one for one, _ in ours.chance_outcomes()])
            theirs.apply_action(number(ours.action_to_string(action)))
            ours.apply_action(action)
            continue
        where = f"{seed}: {theirs}\n{ours.to_text()}"
        texts = {ours.action_to_string(action): action for action in ours.legal_actions()}
        text = rng.choice(sorted(texts))
        assert theirs.current_player() == ours.current_player(), where
        if text.startswith("lay_away"):
            laid.append(number(text))
            if len(laid) == 2:
                either = [52 + 52 * one + other for one, other in (laid, laid[::-1])]
                theirs.apply_action(next(one for one in either if one in theirs.legal_actions()))
                laid = []
        else:
            (go, *_) = theirs.legal_actions()
            assert sorted(go if one == "go" else number(one) for one in texts) == sorted(theirs.legal_actions()), where
            theirs.apply_action(go if text == "go" else number(text))
        ours.apply_action(texts[text])
        if not ours.is_terminal() and ours.current_player() != CHANCE and not laid:
            found = re.search(r"Scores: (\d+) (\d+)", str(theirs))
            assert found and [*map(int, found.groups())] == ours.state.points, f"{seed}: {theirs}\n{ours.to_text()}"
    assert theirs.is_terminal()


def test_games_of_each_in_step_with_openspiel():
    for seed in range(1000, 1000 + amount(100, nightly=1000)):
        play_pig(seed)
        play_euchre(seed)
        play_grid("tic_tac_toe", seed)
        play_grid("connect_four", seed)
        play_mancala(seed)
        play_spades(seed)
    for seed in range(1000, 1000 + amount(6, nightly=60)):
        play_cribbage(seed)
    for seed in range(1000, 1000 + amount(20, nightly=200)):
        play_yacht(seed)
