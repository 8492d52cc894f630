"""Judge how fair decks are to each other, and compute the number of games that a verdict needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, log10

from cardgen.play.simulate.formats import versus
from cardgen.play.simulate.intervals import Interval

TOLERANCE = 0.1
"""A score is fair if it differs from the fair share by at most this part of it: 45 to 55 % for two players, 22.5 to
27.5 % for four."""

MIRROR, BALANCED, NOT_ENOUGH, DISAGREE = "mirror", "balanced", "not enough games", "levels disagree"
STRONG, WEAK, FAIR, OPEN = "too strong", "too weak", "fair", "not enough games"
MOST_NEEDED = 100_000  # games; a score exactly on a limit would never lead to a verdict


def fair_range(share: float) -> tuple[float, float]:
    """Return the lowest and the highest fair score.

    Args:
        share: Score of a player in a fair contest, such as 0.5 for two players.
    """
    return share * (1 - TOLERANCE), share * (1 + TOLERANCE)


FAIR_OF_TWO = fair_range(0.5)
"""The fair scores of two players."""


def verdict_of(score: Interval, first: str, second: str) -> str:
    """Return the verdict on a pairing: the whole interval of the score must lie on one side of a limit."""
    if first == second:
        return MIRROR
    if FAIR_OF_TWO[0] <= score.low and score.high <= FAIR_OF_TWO[1]:
        return BALANCED
    if score.low > FAIR_OF_TWO[1]:
        return f"favours {first}"
    return f"favours {second}" if score.high < FAIR_OF_TWO[0] else NOT_ENOUGH


def verdict_of_deck(score: Interval, wide: Interval, share: float) -> str:
    """Return the verdict on one of several decks: FAIR, STRONG, WEAK or OPEN.

    Args:
        score: Score of the deck with its 95 % interval; to be fair, the whole of it must be.
        wide: The same with an interval that is corrected for the number of decks; a deck is too strong or too weak only
            if the whole of that is.
        share: Score of the deck if all were equal.
    """
    low, high = fair_range(share)
    if low <= score.low and score.high <= high:
        return FAIR
    return STRONG if wide.low > high else WEAK if wide.high < low else OPEN


def verdict_of_line_up(decks: Sequence[tuple[str, float, str]]) -> str:
    """Return the verdict on a line-up of several decks; partners, whose scores are the same, are named together."""
    if len(decks) == 1:
        return MIRROR
    if all(verdict == FAIR for _, _, verdict in decks):
        return BALANCED
    strong = [(score, name) for name, score, verdict in decks if verdict == STRONG]
    weak = [(score, name) for name, score, verdict in decks if verdict == WEAK]
    if strong:
        return f"favours {_with_score(max(strong)[0], strong)}"
    return f"puts {_with_score(min(weak)[0], weak)} at a disadvantage" if weak else NOT_ENOUGH


def _with_score(score: float, decks: Iterable[tuple[float, str]]) -> str:
    return versus([name for own, name in decks if own == score])


def over_levels(verdicts: Iterable[str]) -> str:
    """Return one verdict from those of all levels; it must hold at every level of skill."""
    said = set(verdicts)
    if len(said) == 1:
        return said.pop()
    return DISAGREE if len(said - {NOT_ENOUGH}) > 1 else NOT_ENOUGH


def games_needed(score: Interval, games: int, share: float = 0.5) -> int | None:
    """Estimate the number of games that would settle a verdict if the score stays as it is.

    An interval narrows with the square root of the number of games; it must no longer contain the nearest limit.

    Returns:
        The number of games, or None for more than `MOST_NEEDED`.
    """
    distance = min(abs(score.estimate - limit) for limit in fair_range(share))
    if not games or distance * distance * MOST_NEEDED < score.half_width**2 * games:
        return None
    needed = games * (score.half_width / distance) ** 2
    unit = 10 ** max(int(log10(needed)) - 1, 0)
    return int(ceil(needed / unit) * unit)
