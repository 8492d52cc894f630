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
from pydantic import TypeAdapter

from cardgen.play.matches import open_decks
from cardgen.plugin.rules.described.compiler import compile_rules
from cardgen.plugin.rules.described.rules import DescribedContest
from cardgen.plugin.rules.described.schema import GameplayRules
from cardgen.plugin.rules.described.stated_effects import effects_annotation
from cardgen.plugin.rules.described.tables import make_tables
from cardgen.plugin.rules.state import CHANCE
from cardgen.yaml_loader import LOADER
from tests.plugin.effects.vocabulary import frozen

EXAMPLES = Path(__file__).parents[4] / "examples"
SUITS = ("clubs", "diamonds", "hearts", "spades")
Card = Mapping[str, Any]


def field(spec: Any) -> Any:
    """Return a field as `game.yaml` states it."""
    stated = {"type": spec} if isinstance(spec, str) else spec
    return SimpleNamespace(type=stated["type"], words=tuple(stated.get("of", ())))


def contest_of(text: str, cards: list[Card], players: int, *, decks: int = 1) -> DescribedContest:
    """Return a contest of a game that is described in a text with `fields` and `rules`."""
    stated = yaml.load(text, LOADER)
    rules = GameplayRules.model_validate(frozen(stated["rules"]))
    fields = {name: field(spec) for name, spec in stated["fields"].items()}
    compiled = compile_rules("oracle", rules, {"cards": fields}, {})
    assert compiled.program, "\n".join(f"{one.path}: {one.message}; {one.expected}" for one in compiled.faults)
    read = TypeAdapter(effects_annotation(rules.effects)).validate_python
    cards = [{**card, "effects": read(card["effects"])} if "effects" in card else card for card in cards]
    return DescribedContest(make_tables(compiled.program, [{"cards": cards}] * decks, players))


@cache
def opened(name: str) -> tuple[Any, Mapping[str, Any]]:
    """Return the rules of an example, and its deck as plain values."""
    found = open_decks([EXAMPLES / name / f"{name}.yaml"])
    return found.rules, found.rules.plain(found.decks[0])


def _by_rank(card: Card) -> int:
    """Return OpenSpiel's number of a card: rank times four plus suit, from the two of clubs."""
    return int((card["rank"] - 2) % 13 * 4 + SUITS.index(card["suit"]))


def _by_suit(card: Card) -> int:
    """Return OpenSpiel's number of a card: suit times thirteen plus rank, from the ace."""
    return int(SUITS.index(card["suit"]) * 13 + card["rank"] - 1)


def _penalty(number: int, card: Card) -> Card:
    # OpenSpiel's penalty of a low card is its number plus 2, and that of an ace is 10.
    is_low = 2 <= card["rank"] <= 10 and card["rank"] != 8
    return {**card, "penalty": number + 2 if is_low else max(card["penalty"], 10)}


@dataclass(frozen=True, eq=False)
class Oracle:
    """A game of OpenSpiel and its description.

    Attributes:
        name: Name of OpenSpiel's game; with hyphens, that of the example.
        load: What OpenSpiel loads.
        players: Number of players.
        number: Returns OpenSpiel's number of a card.
        actions: Returns OpenSpiel's action for the text of one of a player.
        chance: Returns OpenSpiel's action for the text of one of chance, from the number of chance actions before; None
            if OpenSpiel has none.
        changed: Returns a card with OpenSpiel's values, from its number, where these are not those of the example.
        opening: Returns OpenSpiel's actions of chance before the cards are dealt, from the number of hands before and that
            of players.
        points: Returns what a hand adds to a player's points, from OpenSpiel's result; None if the whole game is one of
            OpenSpiel, not each of its hands.
    """

    name: str
    load: str
    players: int
    number: Callable[[Card], int]
    actions: Callable[[str], int]
    chance: Callable[[str, int], int | None]
    changed: Callable[[int, Card], Card] = lambda _, card: card
    opening: Callable[[int, int], tuple[int, ...]] = lambda _, __: ()
    points: Callable[[float], float] | None = None

    @cache  # noqa: B019  # there is one of each
    def contest(self) -> DescribedContest:
        """Return the contest of the example, in which a card has OpenSpiel's number as its id."""
        rules, deck = opened(self.name.replace("_", "-"))
        numbered = sorted(((self.number(card), card) for card in deck["cards"]), key=lambda one: one[0])
        assert [number for number, _ in numbered] == [*range(len(numbered))]
        cards = [{**self.changed(number, card), "id": f"c{number}"} for number, card in numbered]
        return DescribedContest(make_tables(rules.program, [{"cards": cards}], self.players))

    def begin(self, hands: int) -> Any:
        """Return OpenSpiel's state before the cards of a hand are dealt, from the number of hands before."""
        import pyspiel

        state = pyspiel.load_game(self.load).new_initial_state()
        for action in self.opening(hands, self.players):
            state.apply_action(action)
        return state

    def found(self, ours: Any) -> list[float]:
        """Return the results of our game: the points of all hands so far, or what OpenSpiel returns."""
        return ours.state.points[:] if self.points else ours.state.payoffs() or ours.returns()

    def after(self, points: list[float], results: list[float]) -> list[float]:
        """Return what `found` returns after a hand, from what it returned before and OpenSpiel's results."""
        return [sum(pair) for pair in zip(points, map(self.points, results), strict=True)] if self.points else results


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


def _size_and_dealer(hands: int, players: int) -> tuple[int, ...]:
    largest = {6: 8, 7: 7}.get(players, 10)
    return abs(largest - 1 - hands) + 1, (hands - 1) % players


ORACLES = {
    one.name: one
    for one in (
        Oracle("kuhn_poker", "kuhn_poker", 2, lambda card: card["rank"] - 11, ["pass", "bet"].index, _drawn),
        Oracle(
            "leduc_poker", "leduc_poker", 2, lambda card: 2 * card["rank"] - 22 + (card["suit"] == "spades"),
            ["fold", "call", "raise"].index, _drawn,
        ),
        # OpenSpiel's dealer sits before the player who begins.
        Oracle(
            "crazy_eights", "crazy_eights(players=4)", 4, _by_rank, _eights, _drawn, _penalty,
            opening=lambda _, players: (52 + players - 1,),
        ),
        Oracle(
            "hearts", "hearts", 4, _by_rank, _number, _drawn,
            opening=lambda hands, _: ((1, 3, 2, 0)[hands % 4],), points=lambda result: 26 - result,
        ),
        Oracle(
            "oh_hell", "oh_hell", 3, _by_rank, lambda text: _number(text) + 52 * text.startswith("bid"), _drawn,
            opening=_size_and_dealer, points=float,
        ),
        Oracle("blackjack", "blackjack", 1, _by_suit, ["hit", "stand"].index, _drawn),
    )
}  # fmt: skip


def play_in_step(oracle: Oracle, seed: int, *, first: int = 0) -> int:
    """Play a random game in both, and return the number of games of OpenSpiel: that of its hands, or 1."""
    rng, ours, theirs = Random(seed), oracle.contest().tree_position(), oracle.begin(0)
    chance = hands = 0
    points = [0.0] * oracle.players
    if oracle.players > 1:
        ours.apply_action(ours.legal_actions()[first])
    while not ours.is_terminal():
        if theirs.is_terminal():
            hands, points = hands + 1, oracle.after(points, theirs.returns())
            theirs = oracle.begin(hands)
        while theirs.is_chance_node() and ours.current_player() != CHANCE:
            ((only, _),) = theirs.chance_outcomes()
            theirs.apply_action(only)
        where = f"{oracle.name}, seed {seed}, hand {hands}:\n{theirs}\n{ours.to_text()}"
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
        assert not oracle.points or oracle.found(ours) == points, where
        meanings = {oracle.actions(ours.action_to_string(action)): action for action in ours.legal_actions()}
        assert sorted(meanings) == sorted(theirs.legal_actions()), where
        meant = rng.choice(sorted(meanings))
        ours.apply_action(meanings[meant])
        theirs.apply_action(meant)
    assert theirs.is_terminal(), f"{oracle.name}, seed {seed}: {theirs}"
    assert oracle.found(ours) == oracle.after(points, theirs.returns()), f"{oracle.name}, seed {seed}: {theirs}"
    return hands + 1


def play_goofspiel(seed: int, cards: int = 13) -> int:
    """Play a random game of goofspiel in both, in which OpenSpiel's players bid at the same time."""
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
    """Return the contest of goofspiel with the lowest cards of each suit."""
    rules, deck = opened("goofspiel")
    kept = {
        kind: [{**card, "id": f"{card['suit']}{card['rank']}"} for card in deck[kind] if card["rank"] <= cards]
        for kind in ("cards", "prizes")
    }
    return DescribedContest(make_tables(rules.program, [kept], 2))
