"""The result of a playtest: one frozen record, which the terminal, JSON and the page show."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass

from cardgen.rules.contest import Contest
from cardgen.simulate.intervals import Interval, mean, of_pairs, wilson
from cardgen.simulate.match import Pair, Result
from cardgen.simulate.ratings import ratings

FAIR = (0.45, 0.55)
"""A pairing is fair if the whole interval lies within; what is wholly outside is not."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What was played.

    Attributes:
        decks: Name of each deck, unique.
        level: Of both players.
        games: Of each pairing, as asked for.
        seed: Of all.
        version: Of cardgen.
    """

    decks: tuple[str, ...]
    level: str
    games: int
    seed: int
    version: str


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two decks against each other.

    Attributes:
        first, second: Their names.
        games, won, lost, undecided: Of the first deck; undecided games count as a half.
        score: Of the first deck.
        verdict: `balanced`, `favours NAME` or `not enough games`; `mirror` for a deck against itself.
        seat: Score of whoever began.
        turns, longest: Median and maximum.
        comebacks: Share of the games whose winner was far behind.
    """

    first: str
    second: str
    games: int
    won: int
    lost: int
    undecided: int
    score: Interval
    verdict: str
    seat: Interval
    turns: float
    longest: int
    comebacks: Interval


@dataclass(frozen=True, slots=True)
class CardUse:
    """A card in all games of its deck.

    Attributes:
        deck, id, name, group: What it is.
        drawn: Share of the games in which it came to the hand.
        dead: Share of those in which it was never played.
        with_it: Score of its deck in the games in which it was drawn; longer games draw more.
        impact: What the score gains by it, against a blank in its place; None if that was not played.
    """

    deck: str
    id: str
    name: str
    group: str
    drawn: float
    dead: float
    with_it: Interval
    impact: Interval | None = None


@dataclass(frozen=True, slots=True)
class GroupUse:
    """A group of cards, such as a type of base: how many of them a deck played in a game, on average."""

    deck: str
    group: str
    used: float


@dataclass(frozen=True, slots=True)
class Rating:
    """Strength of a deck on the scale of Elo; the mean of all decks is 0."""

    deck: str
    elo: Interval


@dataclass(frozen=True, slots=True)
class Report:
    """All that a playtest has found.

    Attributes:
        setup: What was played.
        stopped: Why not all games were played: `ctrl-c`, `precise enough`, or nothing.
        games: How many were played.
        pairings: Each with its verdict.
        seat: Score of whoever began, over all pairings.
        undecided: Share of all games.
        turns, turns_95, decisions: Median and 95 % of the turns, median of the decisions.
        ratings, cards, groups: See there.
        comebacks: Share of the games whose winner was far behind.
        unused: What the rules provide and no game made use of.
    """

    setup: Setup
    stopped: str
    games: int
    pairings: tuple[Pairing, ...]
    seat: Interval
    undecided: float
    turns: float
    turns_95: float
    decisions: float
    ratings: tuple[Rating, ...]
    cards: tuple[CardUse, ...]
    groups: tuple[GroupUse, ...]
    comebacks: Interval
    unused: tuple[str, ...]


Played = Mapping[tuple[int, int], Sequence[Pair]]
"""By two numbers of decks: the pairs of games, in the order of their seeds."""

Impacts = Mapping[tuple[int, str], Interval]
"""By deck and id of a card."""


def make_report(
    setup: Setup, contests: Mapping[tuple[int, int], Contest], played: Played, impacts: Impacts, stopped: str = ""
) -> Report:
    """Everything that the games tell.

    Args:
        setup: What was asked for.
        contests: By two numbers of decks.
        played: What came of it.
        impacts: Of cards that were replaced by blanks.
        stopped: As in `Report`.
    """
    results = [result for pairs in played.values() for pair in pairs for result in pair]
    turns = [result.facts.turns for result in results]
    met = {name for result in results for name in result.facts.features}
    known = dict.fromkeys(name for contest in contests.values() for name in contest.features())
    rated = ratings(
        {key: scores_of(pairs) for key, pairs in played.items() if key[0] != key[1]}, len(setup.decks), setup.seed
    )
    return Report(
        setup=setup,
        stopped=stopped,
        games=len(results),
        pairings=tuple(_pairing(setup.decks, key, pairs) for key, pairs in played.items()),
        seat=_seat([pair for pairs in played.values() for pair in pairs]),
        undecided=mean([float(result.score == 0.5) for result in results]),
        turns=quantile(turns, 0.5),
        turns_95=quantile(turns, 0.95),
        decisions=quantile([result.decisions for result in results], 0.5),
        ratings=tuple(Rating(name, elo) for name, elo in zip(setup.decks, rated, strict=True)),
        cards=tuple(_cards(setup.decks, contests, played, impacts)),
        groups=tuple(_groups(setup.decks, contests, played)),
        comebacks=_comebacks(results),
        unused=tuple(name for name in known if name not in met) if results else (),
    )


def to_json(report: Report) -> str:
    """The report for scripts; shares and scores are numbers from 0 to 1."""
    return json.dumps(asdict(report), ensure_ascii=False, indent=2)


def scores_of(pairs: Iterable[Pair]) -> list[float]:
    """Score of the first deck in each pair."""
    return [(one.score + other.score) / 2 for one, other in pairs]


def verdict_of(score: Interval, first: str, second: str) -> str:
    """What can be said of a pairing: the whole interval must lie on one side of a limit."""
    if first == second:
        return "mirror"
    if FAIR[0] <= score.low and score.high <= FAIR[1]:
        return "balanced"
    if score.low > FAIR[1]:
        return f"favours {first}"
    return f"favours {second}" if score.high < FAIR[0] else "not enough games"


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which a share of the values lies; 0 of nothing."""
    return sorted(values)[round(share * (len(values) - 1))] if values else 0.0


def _pairing(decks: Sequence[str], key: tuple[int, int], pairs: Sequence[Pair]) -> Pairing:
    results = [result for pair in pairs for result in pair]
    count = Counter(result.score for result in results)
    score = of_pairs(scores_of(pairs), len(results))
    turns = [result.facts.turns for result in results]
    first, second = decks[key[0]], decks[key[1]]
    return Pairing(
        first,
        second,
        games=len(results),
        won=count[1.0],
        lost=count[0.0],
        undecided=count[0.5],
        score=score,
        verdict=verdict_of(score, first, second),
        seat=_seat(pairs),
        turns=quantile(turns, 0.5),
        longest=max(turns, default=0),
        comebacks=_comebacks(results),
    )


def _seat(pairs: Sequence[Pair]) -> Interval:
    """Score of whoever began: in the second game of a pair that is player 1."""
    return of_pairs([(one.score + 1 - other.score) / 2 for one, other in pairs], 2 * len(pairs))


def _comebacks(results: Sequence[Result]) -> Interval:
    decided = [result for result in results if result.score != 0.5]
    return wilson(mean([float(result.is_comeback) for result in decided]), len(decided))


def _of_deck(played: Played, deck: int) -> list[tuple[Result, int, float]]:
    """All games of a deck, as which player, with which score; a mirror counts for both players."""
    found = []
    for key, pairs in played.items():
        for player in (0, 1):
            if key[player] == deck:
                found += [(r, player, r.score if player == 0 else 1 - r.score) for pair in pairs for r in pair]
    return found


def _cards(
    decks: Sequence[str], contests: Mapping[tuple[int, int], Contest], played: Played, impacts: Impacts
) -> Iterable[CardUse]:
    for deck, name in enumerate(decks):
        games = _of_deck(played, deck)
        key = next(key for key in contests if deck in key)
        for card in contests[key].cards(key.index(deck)):
            drawn = [(r, player, score) for r, player, score in games if card.id in r.facts.drawn[player]]
            dead = mean([float(card.id not in r.facts.used[player]) for r, player, _ in drawn])
            with_it = wilson(mean([score for _, _, score in drawn]), len(drawn))
            share = len(drawn) / len(games) if games else 0.0
            yield CardUse(name, card.id, card.name, card.group, share, dead, with_it, impacts.get((deck, card.id)))


def _groups(decks: Sequence[str], contests: Mapping[tuple[int, int], Contest], played: Played) -> Iterable[GroupUse]:
    for deck, name in enumerate(decks):
        games = _of_deck(played, deck)
        key = next(key for key in contests if deck in key)
        cards = contests[key].cards(key.index(deck))
        for group in dict.fromkeys(card.group for card in cards):
            ids = {card.id for card in cards if card.group == group}
            yield GroupUse(name, group, mean([_sum(r.facts.used[player], ids) for r, player, _ in games]))


def _sum(used: Mapping[str, int], ids: Iterable[str]) -> float:
    return float(sum(used.get(card, 0) for card in ids))
