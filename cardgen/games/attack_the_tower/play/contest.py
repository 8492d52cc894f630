"""Two armies that play each other, as simulations see them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from cardgen.games.attack_the_tower.play import facts
from cardgen.games.attack_the_tower.play.board import board
from cardgen.games.attack_the_tower.play.config import Config
from cardgen.games.attack_the_tower.play.evaluation import evaluate
from cardgen.games.attack_the_tower.play.match import Match
from cardgen.games.attack_the_tower.play.script import script
from cardgen.games.attack_the_tower.play.state import AttackState
from cardgen.games.attack_the_tower.schema import Ability, ArmyDeck
from cardgen.rules.contest import Card, Facts


class AttackContest:
    """Two armies and settings; see `cardgen.rules.contest.Contest` for what the methods mean."""

    def __init__(self, first: ArmyDeck, second: ArmyDeck, config: Config | None = None) -> None:
        self.match = Match(first, second, config)
        self._cards = [_cards(deck) for deck in self.match.armies]
        self._all = [card for cards in self._cards for card in cards]

    def __reduce__(self) -> tuple[Any, ...]:
        return AttackContest, (*self.match.armies, self.match.config)

    def start(self, seed: int, first: int) -> AttackState:
        """The start of a game; the luck goes with the seats."""
        return AttackState.new(self.match, seed, first=first, streams=(0, 1) if first == 0 else (1, 0))

    def evaluate(self, state: AttackState, player: int) -> float:
        """How likely a player is to win."""
        return evaluate(state, player)

    def script(self, state: AttackState, player: int, rng: Random) -> int:
        """What a plain player does."""
        return script(state, player, rng)

    def turn(self, state: AttackState) -> int:
        """The number of the turn."""
        return state.turn

    def facts(self, state: AttackState) -> Facts:
        """What happened."""
        both = [facts.drawn_and_used(state, player) for player in (0, 1)]
        drawn = tuple(frozenset(self._all[design].id for design in found) for found, _ in both)
        used = tuple({self._all[design].id: count for design, count in sorted(found.items())} for _, found in both)
        return Facts(state.turn, drawn, used, facts.used_features(state))

    def cards(self, player: int) -> Sequence[Card]:
        """All designs of a player's deck."""
        return self._cards[player]

    def features(self) -> Sequence[str]:
        """All that `facts` can name."""
        return facts.FEATURES

    def board(self, state: AttackState, player: int) -> str:
        """The table as a player sees it; -1 sees both hands."""
        return board(state, [card.name for card in self._all], player)


def _cards(deck: ArmyDeck) -> list[Card]:
    bases = [Card(f"bases/{base.id}", base.name.words("en"), base.type) for base in deck.bases]
    abilities = [Card(f"abilities/{a.id}", a.name.words("en"), a.kind, can_be_blank=True) for a in deck.abilities]
    return [*bases, *abilities]


class AttackRules:
    """The executable rules of Attack the Tower, as simulations ask for them."""

    def contest(self, first: ArmyDeck, second: ArmyDeck) -> AttackContest:
        """Let two armies play each other by the rules as printed."""
        return AttackContest(first, second)

    def blank(self, deck: ArmyDeck, card: str) -> ArmyDeck:
        """The army with one ability that can be played but does nothing."""
        abilities = tuple(_blank(a) if f"abilities/{a.id}" == card else a for a in deck.abilities)
        return deck.model_copy(update={"abilities": abilities})


def _blank(ability: Ability) -> Ability:
    nothing: dict[str, object] = {"kind": "common", "icon": "hand", "needs": None, "cost": None, "troop": None}
    return ability.model_copy(update={**nothing, "choose": (), "effects": ()})
