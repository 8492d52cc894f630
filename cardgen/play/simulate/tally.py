"""From the games of one level to what they tell: pairings, ratings, cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from cardgen.play.simulate.intervals import Interval, mean, of_pairs, wilson
from cardgen.play.simulate.match import GameResult, Pair
from cardgen.play.simulate.ratings import expected, ratings
from cardgen.play.simulate.report import CardUse, EffectUse, GroupUse, Impact, Level, Pairing, Rating, Setup
from cardgen.play.simulate.verdicts import NOT_ENOUGH, games_needed, verdict_of
from cardgen.plugin.rules.contest import Card, Contest

Key = tuple[int, int]
"""Numbers of two decks, the smaller one first; twice the same for a deck that plays itself."""

Contests = Mapping[Key, Contest]
Played = Mapping[Key, Sequence[Pair]]
"""The pairs of games in the order of their seeds."""

Impacts = Mapping[tuple[int, str], Impact]
"""By deck and id of a card."""

Appearance = tuple[GameResult, int, float]
"""A deck in a game: the game, as which player, its score."""


def level_of_games(setup: Setup, level: str, contests: Contests, played: Played, impacts: Impacts) -> Level:
    """Everything that the games of a level tell.

    Args:
        setup: What was asked for.
        level: Its name.
        contests: All that were to be played.
        played: What came of them.
        impacts: Of cards that were replaced by blanks, at this level.
    """
    results = [result for pairs in played.values() for pair in pairs for result in pair]
    turns = [result.summary.turns for result in results]
    scores = {key: scores_of(pairs) for key, pairs in played.items() if key[0] != key[1]}
    rated = ratings(scores, len(setup.decks), setup.seed)
    decks = [_Appearances(number, contests, played) for number in range(len(setup.decks))]
    return Level(
        level=level,
        games=len(results),
        pairings=tuple(
            _pairing(setup.decks, key, pairs, expected(rated[key[0]].estimate, rated[key[1]].estimate))
            for key, pairs in played.items()
        ),
        seat=_seat([pair for pairs in played.values() for pair in pairs]),
        undecided=wilson(mean([float(result.score == 0.5) for result in results]), len(results)),
        turns=quantile(turns, 0.5),
        turns_95=quantile(turns, 0.95),
        decisions=quantile([result.decisions for result in results], 0.5),
        lengths=tuple(sorted(Counter(turns).items())),
        comebacks=_comebacks(results),
        ratings=tuple(
            Rating(name, elo, _against_all(number, scores))
            for number, (name, elo) in enumerate(zip(setup.decks, rated, strict=True))
        ),
        cards=tuple(
            deck.card(name, card, impacts) for name, deck in zip(setup.decks, decks, strict=True) for card in deck.cards
        ),
        groups=tuple(use for name, deck in zip(setup.decks, decks, strict=True) for use in deck.groups(name)),
    )


def scores_of(pairs: Iterable[Pair]) -> list[float]:
    """Score of the first deck in each pair."""
    return [(one.score + other.score) / 2 for one, other in pairs]


def rates_of(pairings: Iterable[Pairing]) -> dict[tuple[str, str], Interval]:
    """Scores of all ordered pairs of decks."""
    found: dict[tuple[str, str], Interval] = {}
    for pairing in pairings:
        found[pairing.first, pairing.second] = pairing.score
        if pairing.first != pairing.second:
            found[pairing.second, pairing.first] = pairing.score.flipped
    return found


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which a share of the values lies; 0 of nothing."""
    return sorted(values)[round(share * (len(values) - 1))] if values else 0.0


def unused_features(contests: Iterable[Contest], results: Iterable[GameResult]) -> tuple[str, ...]:
    """What the rules provide and no game made use of."""
    met = {name for result in results for name in result.summary.features}
    return tuple(dict.fromkeys(name for one in contests for name in one.features() if name not in met))


def unused_words(contests: Iterable[Contest], results: Iterable[GameResult]) -> tuple[str, ...]:
    """The words on cards all of whose effects never did anything."""
    happened = {effect for result in results for found in result.summary.effects for effect in found}
    known: dict[str, bool] = {}
    for one in contests:
        for card in (*one.cards(0), *one.cards(1)):
            for number, effect in enumerate(card.effects):
                for word in effect.words:
                    known[word] = known.get(word, False) or (card.id, number) in happened
    return tuple(sorted(word for word, met in known.items() if not met))


def _pairing(decks: Sequence[str], key: Key, pairs: Sequence[Pair], hope: float) -> Pairing:
    results = [result for pair in pairs for result in pair]
    count = Counter(result.score for result in results)
    score = of_pairs(scores_of(pairs), len(results))
    turns = [result.summary.turns for result in results]
    first, second = decks[key[0]], decks[key[1]]
    verdict = verdict_of(score, first, second)
    return Pairing(
        first,
        second,
        games=len(results),
        won=count[1.0],
        lost=count[0.0],
        undecided=count[0.5],
        score=score,
        expected=hope,
        verdict=verdict,
        needed=games_needed(score, len(results)) if verdict == NOT_ENOUGH else None,
        seat=_seat(pairs),
        turns=quantile(turns, 0.5),
        longest=max(turns, default=0),
        comebacks=_comebacks(results),
    )


def _against_all(deck: int, scores: Mapping[Key, Sequence[float]]) -> Interval:
    """Score of a deck in all its pairs of games."""
    own = [score for key, found in scores.items() if key[0] == deck for score in found]
    own += [1 - score for key, found in scores.items() if key[1] == deck for score in found]
    return of_pairs(own, 2 * len(own))


def _seat(pairs: Sequence[Pair]) -> Interval:
    """Score of whoever began: in the second game of a pair that is player 1."""
    return of_pairs([(one.score + 1 - other.score) / 2 for one, other in pairs], 2 * len(pairs))


def _comebacks(results: Sequence[GameResult]) -> Interval:
    decided = [result for result in results if result.score != 0.5]
    return wilson(mean([float(result.is_comeback) for result in decided]), len(decided))


class _Appearances:
    """A deck in all its games; a mirror counts for both players.

    Attributes:
        cards: All designs of the deck.
    """

    def __init__(self, number: int, contests: Contests, played: Played) -> None:
        key = next(key for key in contests if number in key)
        self.number = number
        self.cards = contests[key].cards(key.index(number))
        self.games: list[Appearance] = []
        for own, pairs in played.items():
            for player in (0, 1):
                if own[player] == number:
                    self.games += [(r, player, r.score if player == 0 else 1 - r.score) for pair in pairs for r in pair]

    def card(self, deck: str, card: Card, impacts: Impacts) -> CardUse:
        """What became of a card."""
        drawn = [(r, player, score) for r, player, score in self.games if card.id in r.summary.drawn[player]]
        played = [r.summary.effects[player] for r, player, _ in self.games if r.summary.used[player].get(card.id)]
        dead = mean([float(card.id not in r.summary.used[player]) for r, player, _ in drawn])
        return CardUse(
            deck,
            card.id,
            card.name,
            card.group,
            drawn=len(drawn) / len(self.games) if self.games else 0.0,
            dead=wilson(dead, len(drawn)),
            played=len(played),
            with_it=wilson(mean([score for _, _, score in drawn]), len(drawn)),
            effects=tuple(
                EffectUse(effect.name, sum((card.id, at) in happened for happened in played))
                for at, effect in enumerate(card.effects)
            ),
            impact=impacts.get((self.number, card.id)),
        )

    def groups(self, deck: str) -> Iterable[GroupUse]:
        """How many cards of each group were played in a game."""
        for group in dict.fromkeys(card.group for card in self.cards):
            ids = {card.id for card in self.cards if card.group == group}
            counts = [float(sum(r.summary.used[player].get(id, 0) for id in ids)) for r, player, _ in self.games]
            yield GroupUse(deck, group, mean(counts))
