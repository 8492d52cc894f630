"""Count the use of cards and effects in all games of a deck."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cardgen.play.simulate.intervals import mean, wilson
from cardgen.play.simulate.line_ups import Contests, RoundsByLineUp, players_with
from cardgen.play.simulate.match import GameResult, is_cooperative
from cardgen.play.simulate.report_cards import CardUse, Contribution, EffectUse, GroupUse, Impact, OutcomeUse
from cardgen.play.simulate.report_team import Variant
from cardgen.plugin.rules.contest import Card, Contest, Contributor, contributors_of

Impacts = Mapping[tuple[int, str], Impact]
"""Impacts by number of the deck and id of the card."""


@dataclass(frozen=True, slots=True)
class Appearance:
    """The appearance of a deck in a game.

    Attributes:
        players: Players who use the deck: one, or all who share it.
    """

    result: GameResult
    players: tuple[int, ...]

    @property
    def score(self) -> float:
        """Score of the deck."""
        return self.result.scores[self.players[0]]

    def has_drawn(self, card: str) -> bool:
        """Return whether a card was drawn."""
        return any(card in self.result.summary.drawn[player] for player in self.players)

    def times_used(self, card: str) -> int:
        """Return how often a card was played."""
        return sum(self.result.summary.used[player].get(card, 0) for player in self.players)

    @property
    def is_won(self) -> bool:
        """Whether the deck has won without sharing the win."""
        return self.score == 1

    def has_helped(self, contributor: str) -> bool:
        """Return whether a contributor was of use to the players."""
        return self.result.summary.contributions.get(contributor, 0) > 0

    def has_worked(self, card: str, effect: int) -> bool:
        """Return whether an effect of a card changed something."""
        return any((card, effect) in self.result.summary.effects[player] for player in self.players)


@dataclass(frozen=True, slots=True)
class TableGames:
    """The games of one number of players and one choice of settings, at one level."""

    variant: Variant
    contests: Contests
    played: RoundsByLineUp


class DeckGames:
    """All games of a deck; one that several players bring to a game counts for each of them.

    Attributes:
        contributors: What else helps the players, in a contest that states it.
    """

    def __init__(self, number: int, tables: Sequence[TableGames]) -> None:
        contests = tables[0].contests
        key = next(key for key in contests if number in key)
        self.number = number
        self.cards = contests[key].cards(key.index(number))
        self.contributors = contributors_of(contests[key])
        self.is_cooperative = is_cooperative(contests[key])
        self.appearances = [
            Appearance(result, players)
            for table in tables
            for own, rounds in table.played.items()
            for players in players_with(number, own, table.contests[own])
            for games in rounds
            for result in games
        ]

    def card(self, deck: str, card: Card, impacts: Impacts) -> CardUse:
        """Return the use of a card.

        Args:
            impacts: Impacts of all cards that were replaced by blanks.
        """
        drawn = [game for game in self.appearances if game.has_drawn(card.id)]
        played = [game for game in self.appearances if game.times_used(card.id)]
        dead = mean([float(not game.times_used(card.id)) for game in drawn])
        return CardUse(
            deck,
            card.id,
            card.name,
            card.group,
            drawn=len(drawn) / len(self.appearances) if self.appearances else 0.0,
            dead=wilson(dead, len(drawn)),
            played=len(played),
            with_it=wilson(mean([game.score for game in drawn]), len(drawn)),
            effects=tuple(
                EffectUse(effect.name, sum(game.has_worked(card.id, at) for game in played))
                for at, effect in enumerate(card.effects)
            ),
            impact=impacts.get((self.number, card.id)),
            use=self._use(played) if self.is_cooperative else None,
        )

    def contribution(self, deck: str, contributor: Contributor, impacts: Impacts) -> Contribution:
        """Return what a contributor other than a card adds.

        Args:
            impacts: Impacts of all that was replaced by blanks.
        """
        use = self._use([game for game in self.appearances if game.has_helped(contributor.id)])
        impact = impacts.get((self.number, contributor.id))
        return Contribution(deck, contributor.id, contributor.name, contributor.group, use, impact)

    def _use(self, games: Sequence[Appearance]) -> OutcomeUse:
        """Return in how many won and lost games something was used, given the games in which it was."""
        all_won = sum(game.is_won for game in self.appearances)
        all_lost = len(self.appearances) - all_won
        won = sum(game.is_won for game in games)
        lost = len(games) - won
        return OutcomeUse(
            won,
            lost,
            wilson(won / all_won if all_won else 0.0, all_won),
            wilson(lost / all_lost if all_lost else 0.0, all_lost),
        )

    def groups(self, deck: str) -> Iterable[GroupUse]:
        """Yield the use of each group of cards."""
        for group in dict.fromkeys(card.group for card in self.cards):
            ids = [card.id for card in self.cards if card.group == group]
            counts = [float(sum(game.times_used(id) for id in ids)) for game in self.appearances]
            yield GroupUse(deck, group, mean(counts))


def unused_features(contests: Iterable[Contest], results: Iterable[GameResult]) -> tuple[str, ...]:
    """Return the features of the rules that no game made use of."""
    met = {name for result in results for name in result.summary.features}
    return tuple(dict.fromkeys(name for one in contests for name in one.features() if name not in met))


def unused_words(contests: Iterable[Contest], results: Sequence[GameResult]) -> tuple[str, ...]:
    """Return the words on cards whose effects never changed anything."""
    worked = {effect for result in results for found in result.summary.effects for effect in found}
    known: dict[str, bool] = {}
    for one in contests:
        for card in (card for player in range(one.player_count) for card in one.cards(player)):
            for number, effect in enumerate(card.effects):
                for word in effect.words:
                    known[word] = known.get(word, False) or (card.id, number) in worked
    return tuple(sorted(word for word, met in known.items() if not met))
