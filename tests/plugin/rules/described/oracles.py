"""Describe games that OpenSpiel has too, and play both in step."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import yaml

from cardgen.plugin.rules.described.compiler import compile_rules
from cardgen.plugin.rules.described.rules import DescribedContest
from cardgen.plugin.rules.described.schema import GameplayRules
from cardgen.plugin.rules.described.tables import make_tables
from cardgen.plugin.rules.state import CHANCE

FOLDER = Path(__file__).with_name("oracles")
SUITS = ("clubs", "diamonds", "hearts", "spades")
Card = Mapping[str, Any]


def frozen(value: Any) -> Any:
    """Return values with tuples in place of lists, as the reader of decks gives them."""
    if isinstance(value, dict):
        return {key: frozen(item) for key, item in value.items()}
    return tuple(map(frozen, value)) if isinstance(value, list) else value


def field(spec: Any) -> Any:
    """Return a field as `game.yaml` states it."""
    stated = {"type": spec} if isinstance(spec, str) else spec
    return SimpleNamespace(type=stated["type"], words=tuple(stated.get("of", ())))


def contest_of(text: str, cards: list[Card], players: int) -> DescribedContest:
    """Return a contest of a game that is described in a text with `fields` and `rules`."""
    stated = yaml.safe_load(text)
    rules = GameplayRules.model_validate(frozen(stated["rules"]))
    fields = {name: field(spec) for name, spec in stated["fields"].items()}
    compiled = compile_rules("oracle", rules, {"cards": fields}, {})
    assert compiled.program, "\n".join(f"{one.path}: {one.message}; {one.expected}" for one in compiled.faults)
    return DescribedContest(make_tables(compiled.program, [{"cards": cards}], players))


def _fifty_two(*more: Callable[[int, int], Mapping[str, Any]]) -> list[Card]:
    """Return the cards by OpenSpiel's numbers: rank times four plus suit, from the two of clubs."""
    cards = []
    for rank in range(13):
        for suit, name in enumerate(SUITS):
            extra = {key: value for one in more for key, value in one(rank, suit).items()}
            cards.append({"id": f"c{rank * 4 + suit}", "suit": name, "rank": rank + 2, **extra})
    return cards


def _penalty(rank: int, suit: int) -> Mapping[str, Any]:
    # OpenSpiel's penalty of low cards is the number of the card plus 2.
    return {"penalty": 50 if rank == 6 else 10 if rank >= 9 else rank * 4 + suit + 2}


def _points(rank: int, suit: int) -> Mapping[str, Any]:
    return {"points": 1 if suit == 2 else 13 if (suit, rank) == (3, 10) else 0, "opens": (suit, rank) == (0, 0)}


def _blackjack() -> list[Card]:
    """Return the cards by OpenSpiel's numbers: suit times thirteen plus rank, from the ace."""
    return [{"id": f"c{n}", "value": min(n % 13 + 1, 10), "ace": n % 13 == 0} for n in range(52)]


@dataclass(frozen=True, eq=False)
class Oracle:
    """A game of OpenSpiel and its description.

    Attributes:
        name: Name of the file, and of OpenSpiel's game.
        load: What OpenSpiel loads.
        players: Number of players.
        cards: The cards.
        actions: Returns OpenSpiel's action for the text of one of a player.
        chance: Returns OpenSpiel's action for the text of one of chance, from the number of chance actions before; None
            if OpenSpiel has none.
    """

    name: str
    load: str
    players: int
    cards: list[Card]
    actions: Callable[[str], int]
    chance: Callable[[str, int], int | None]

    @cache  # noqa: B019  # there is one of each
    def contest(self) -> DescribedContest:
        """Return the contest of the description."""
        return contest_of((FOLDER / f"{self.name}.yaml").read_text("utf-8"), self.cards, self.players)


def _number(text: str) -> int:
    found = re.search(r"(\d+)$", text)
    assert found, text
    return int(found[1])


def _drawn(text: str, _before: int) -> int | None:
    return _number(text)


def _eights(text: str) -> int:
    plain = {"draw": 52, "pass": 53}
    if text.startswith("choose named"):
        return 54 + SUITS.index(text.rsplit(maxsplit=1)[-1])
    return plain[text] if text in plain else _number(text)


def _outcome_first(text: str, before: int) -> int | None:
    return _number(text) - 1 if before == 0 else _number(text)


def _hell(text: str, before: int) -> int | None:
    return _number(text) - (before == 1)


ORACLES = {
    one.name: one
    for one in (
        Oracle("kuhn_poker", "kuhn_poker", 2, [{"id": f"c{n}", "rank": n} for n in range(3)], ["pass", "bet"].index, _drawn),
        Oracle(
            "leduc_poker", "leduc_poker", 2, [{"id": f"c{n}", "rank": n // 2 + 1} for n in range(6)],
            ["fold", "call", "raise"].index, _drawn,
        ),
        Oracle("crazy_eights", "crazy_eights(players=4)", 4, _fifty_two(_penalty), _eights, _drawn),
        Oracle("hearts", "hearts", 4, _fifty_two(_points), _number, _outcome_first),
        Oracle("oh_hell", "oh_hell", 3, _fifty_two(), lambda text: _number(text) + 52 * text.startswith("bid"), _hell),
        Oracle("blackjack", "blackjack", 1, _blackjack(), ["hit", "stand"].index, _drawn),
    )
}  # fmt: skip


def play_in_step(oracle: Oracle, seed: int, *, first: int = 0) -> int:
    """Play a random game in both, and return the number of decisions.

    Raises:
        AssertionError: They differ.
    """
    import pyspiel

    rng, game = Random(seed), pyspiel.load_game(oracle.load)
    ours, theirs = oracle.contest().tree_position(), game.new_initial_state()
    decisions = chance = 0
    if oracle.players > 1:
        ours.apply_action(ours.legal_actions()[first])
    if oracle.name == "crazy_eights":  # their dealer sits before the player who begins
        theirs.apply_action(52 + oracle.players - 1)
    while not ours.is_terminal():
        while theirs.is_chance_node() and ours.current_player() != CHANCE:
            ((only, _),) = theirs.chance_outcomes()
            theirs.apply_action(only)
        where = f"{oracle.name}, seed {seed}, decision {decisions}:\n{theirs}\n{ours.to_text()}"
        if ours.current_player() == CHANCE:
            outcomes = ours.chance_outcomes()
            action = rng.choices([one for one, _ in outcomes], [share for _, share in outcomes])[0]
            meant = oracle.chance(ours.action_to_string(action), chance)
            chance += 1
            ours.apply_action(action)
            if meant is not None:
                assert theirs.is_chance_node(), where
                theirs.apply_action(meant)
            continue
        assert theirs.current_player() == ours.current_player(), where
        meanings = {oracle.actions(ours.action_to_string(action)): action for action in ours.legal_actions()}
        assert sorted(meanings) == sorted(theirs.legal_actions()), where
        meant = rng.choice(sorted(meanings))
        ours.apply_action(meanings[meant])
        theirs.apply_action(meant)
        decisions += 1
    assert theirs.is_terminal(), f"{oracle.name}, seed {seed}: {theirs}"
    payoffs = ours.state.payoffs() or ours.returns()
    assert payoffs == theirs.returns(), f"{oracle.name}, seed {seed}: {payoffs}, {theirs.returns()}"
    return decisions


def play_goofspiel(seed: int, cards: int = 13) -> int:
    """Play a random game of goofspiel in both, in which OpenSpiel's players bid at the same time.

    Raises:
        AssertionError: They differ.
    """
    import pyspiel

    rng, theirs = Random(seed), pyspiel.load_game(f"goofspiel(num_cards={cards})").new_initial_state()
    ours = goofspiel(cards).tree_position()
    ours.apply_action(ours.legal_actions()[0])
    bids: list[int] = []
    decisions = 0
    while not ours.is_terminal():
        action = rng.choice(list(ours.legal_actions()))
        meant = _number(ours.action_to_string(action)) - 1
        if ours.current_player() == CHANCE:
            theirs.apply_action(meant)
        elif not theirs.is_terminal():  # OpenSpiel plays the last card of each player itself
            player = len(bids)
            assert ours.current_player() == player
            legal = sorted(_number(ours.action_to_string(one)) - 1 for one in ours.legal_actions())
            assert legal == theirs.legal_actions(player)
            bids.append(meant)
            if player:
                theirs.apply_actions(bids)
                bids = []
        ours.apply_action(action)
        decisions += 1
    assert theirs.is_terminal() and ours.returns() == theirs.returns(), f"goofspiel, seed {seed}"
    return decisions


@cache
def goofspiel(cards: int) -> DescribedContest:
    """Return the contest of goofspiel."""
    listed = [{"id": f"{use}{n}", "value": n, "use": use} for use in ("bid", "prize") for n in range(1, cards + 1)]
    return contest_of((FOLDER / "goofspiel.yaml").read_text("utf-8"), listed, 2)
