"""Tally the results of the games of one level: pairings or line-ups, seats, ratings, lengths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from cardgen.play.simulate.card_use import DeckGames, Impacts, TableGames
from cardgen.play.simulate.intervals import UNKNOWN, Interval, mean, of_rounds, wilson
from cardgen.play.simulate.line_ups import LineUpKey, RoundsByLineUp, names_of, players_with, scores_of
from cardgen.play.simulate.match import GameResult, Round, fair_share, is_cooperative
from cardgen.play.simulate.ratings import expected, ratings
from cardgen.play.simulate.report import DeckScore, Level, LineUp, Pairing, Rating
from cardgen.play.simulate.report_setup import Setup
from cardgen.play.simulate.report_team import EndingCount
from cardgen.play.simulate.verdicts import (
    FAIR,
    NOT_ENOUGH,
    fair_range,
    games_needed,
    verdict_of,
    verdict_of_deck,
    verdict_of_line_up,
)
from cardgen.plugin.rules.contest import Contest, Ending, endings_of


def level_of_games(setup: Setup, level: str, tables: Sequence[TableGames], impacts: Impacts) -> Level:
    """Return all results of the games of a level.

    Args:
        tables: Games at this level by number of players and settings; of players against each other a single one.
    """
    played = tables[0].played
    rounds = [games for table in tables for found in table.played.values() for games in found]
    results = [result for games in rounds for result in games]
    turns = [result.summary.turns for result in results]
    decks = [DeckGames(number, tables) for number in range(len(setup.decks))]
    named = list(zip(setup.decks, decks, strict=True))
    rated = _rated(setup, played)
    line_ups = () if setup.is_duel else tuple(_line_up(setup, table, key) for table in tables for key in table.played)
    seats = () if setup.is_cooperative else _seats(rounds)
    return Level(
        level=level,
        games=len(results),
        pairings=_pairings(setup, played, rated),
        seat=UNKNOWN if setup.is_cooperative else seats[0],
        undecided=wilson(mean([float(_is_undecided(result)) for result in results]), len(results)),
        turns=quantile(turns, 0.5),
        turns_95=quantile(turns, 0.95),
        decisions=quantile([result.decisions for result in results], 0.5),
        lengths=tuple(sorted(Counter(turns).items())),
        comebacks=_comebacks(results),
        ratings=rated,
        cards=tuple(deck.card(name, card, impacts) for name, deck in named for card in deck.cards),
        groups=tuple(use for name, deck in named for use in deck.groups(name)),
        line_ups=line_ups,
        deck_scores=() if setup.is_duel else _deck_scores(setup, tables),
        seats=() if setup.is_duel else seats,
        contributions=tuple(deck.contribution(name, one, impacts) for name, deck in named for one in deck.contributors),
    )


def rates_of(pairings: Iterable[Pairing]) -> dict[tuple[str, str], Interval]:
    """Return the scores of all ordered pairs of different decks, by their names."""
    found: dict[tuple[str, str], Interval] = {}
    for pairing in pairings:
        found[pairing.first, pairing.second] = pairing.score
        found[pairing.second, pairing.first] = pairing.score.flipped
    return found


def quantile(values: Sequence[float], share: float) -> float:
    """Return a quantile, 0 for no values.

    Args:
        values: The values, in any order.
        share: Share of the values that are below it, 0 to 1.
    """
    return sorted(values)[round(share * (len(values) - 1))] if values else 0.0


def score_in(rounds: Sequence[Round], players: Sequence[int] = (0,), comparisons: int = 1) -> Interval:
    """Return the score of players in the rounds of a contest.

    Args:
        comparisons: Number of intervals that must all hold at once.
    """
    return of_rounds(scores_of(rounds, players), sum(map(len, rounds)), comparisons)


def _rated(setup: Setup, played: RoundsByLineUp) -> tuple[Rating, ...]:
    """Return the ratings of decks that play in pairs."""
    if not setup.is_duel:
        return ()
    scores = {(key[0], key[1]): scores_of(rounds) for key, rounds in played.items() if key[0] != key[1]}
    rated = ratings(scores, len(setup.decks), setup.seed)
    return tuple(
        Rating(name, elo, _against_all(number, scores))
        for number, (name, elo) in enumerate(zip(setup.decks, rated, strict=True))
    )


def _pairings(setup: Setup, played: RoundsByLineUp, rated: Sequence[Rating]) -> tuple[Pairing, ...]:
    if not setup.is_duel:
        return ()
    hopes = {key: expected(rated[key[0]].elo.estimate, rated[key[1]].elo.estimate) for key in played}
    return tuple(_pairing(setup.decks, key, rounds, hopes[key]) for key, rounds in played.items())


def _pairing(decks: Sequence[str], key: LineUpKey, rounds: Sequence[Round], hope: float) -> Pairing:
    results = [result for games in rounds for result in games]
    count = Counter(result.scores[0] for result in results)
    score = score_in(rounds)
    turns = [result.summary.turns for result in results]
    first, second = names_of(decks, key)
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
        seat=_seats(rounds)[0],
        turns=quantile(turns, 0.5),
        longest=max(turns, default=0),
        comebacks=_comebacks(results),
    )


def _line_up(setup: Setup, table: TableGames, key: LineUpKey) -> LineUp:
    decks, contest, rounds = setup.decks, table.contests[key], table.played[key]
    results = [result for games in rounds for result in games]
    turns = [result.summary.turns for result in results]
    together, share = is_cooperative(contest), fair_share(contest)
    judged = [] if together else _scores_in_line_up(decks, key, contest, rounds)
    scores = tuple(one for one, _ in judged)
    verdict = "" if together else verdict_of_line_up([(one.deck, one.score.estimate, one.verdict) for one in scores])
    return LineUp(
        decks=names_of(decks, key),
        games=len(results),
        undecided=sum(map(_is_undecided, results)),
        scores=scores,
        team=score_in(rounds) if together else None,
        verdict=verdict,
        needed=_needed(judged, len(results), share) if verdict == NOT_ENOUGH else None,
        turns=quantile(turns, 0.5),
        longest=max(turns, default=0),
        comebacks=_comebacks(results),
        variant=table.variant if together else None,
        endings=tuple(_ending(ending, results) for ending in endings_of(contest)),
    )


def _ending(ending: Ending, results: Iterable[GameResult]) -> EndingCount:
    turns = Counter(result.summary.turns for result in results if result.summary.ending == ending.id)
    return EndingCount(ending.id, ending.words, ending.is_win, turns.total(), tuple(sorted(turns.items())))


def _scores_in_line_up(
    decks: Sequence[str], key: LineUpKey, contest: Contest, rounds: Sequence[Round]
) -> list[tuple[DeckScore, Interval]]:
    """Return the score of each different deck, and with the interval that is corrected for their number."""
    different, share, found = list(dict.fromkeys(key)), fair_share(contest), []
    for deck in different:
        players = [player for users in players_with(deck, key, contest) for player in users]
        score, wide = score_in(rounds, players), score_in(rounds, players, len(different))
        found.append((DeckScore(decks[deck], score, verdict_of_deck(score, wide, share)), wide))
    return found


def _needed(judged: Iterable[tuple[DeckScore, Interval]], games: int, share: float) -> int | None:
    """Estimate the number of games for a verdict: one deck surely unfair, or all of them surely fair.

    Args:
        judged: The decks as `_scores_in_line_up` returns them.
    """
    low, high = fair_range(share)
    unfair, fair = [], []
    for one, wide in judged:
        if not low <= one.score.estimate <= high:
            unfair.append(games_needed(wide, games, share))
        elif one.verdict != FAIR:
            fair.append(games_needed(one.score, games, share))
    known = [needed for needed in unfair if needed is not None]
    if unfair:
        return min(known, default=None)
    return max(needed for needed in fair if needed is not None) if fair and None not in fair else None


def _deck_scores(setup: Setup, tables: Sequence[TableGames]) -> tuple[DeckScore, ...]:
    """Return the score of each deck over all its line-ups; none if each line-up has only one deck."""
    if all(len(set(key)) == 1 for key in tables[0].played):
        return ()
    share = fair_share(next(iter(tables[0].contests.values())))
    found = []
    for number, name in enumerate(setup.decks):
        scores, games = [], 0
        for contest, key, rounds in (
            (table.contests[key], key, rounds) for table in tables for key, rounds in table.played.items()
        ):
            users = [player for group in players_with(number, key, contest) for player in group]
            if users:
                scores += scores_of(rounds, users)
                games += sum(map(len, rounds))
        score, wide = of_rounds(scores, games), of_rounds(scores, games, len(setup.decks))
        found.append(DeckScore(name, score, "" if setup.is_cooperative else verdict_of_deck(score, wide, share)))
    return tuple(found)


def _against_all(deck: int, scores: Mapping[tuple[int, int], Sequence[float]]) -> Interval:
    """Return the score of a deck in all its rounds."""
    own = [score for key, found in scores.items() if key[0] == deck for score in found]
    own += [1 - score for key, found in scores.items() if key[1] == deck for score in found]
    return of_rounds(own, 2 * len(own))


def _seats(rounds: Sequence[Round]) -> tuple[Interval, ...]:
    """Return the score of each seat; player `first` has the first seat, the next player the second."""
    count = len(rounds[0][0].scores) if rounds else 1
    return tuple(
        of_rounds(
            [mean([result.scores[(result.first + seat) % count] for result in games]) for games in rounds],
            sum(map(len, rounds)),
        )
        for seat in range(count)
    )


def _is_undecided(result: GameResult) -> bool:
    """Return whether a game has no single winner; the game itself can win as well as a team."""
    return any(0 < score < 1 for score in result.scores)


def _comebacks(results: Sequence[GameResult]) -> Interval:
    decided = [result for result in results if not _is_undecided(result)]
    return wilson(mean([float(result.is_comeback) for result in decided]), len(decided))
