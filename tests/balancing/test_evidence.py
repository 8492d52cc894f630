"""What games of a block say of the mean score of each candidate, and how much of its variance is luck that all share."""

import pytest

from cardgen.balancing.evidence import LEAST_VARIANCE, TYPICAL_VARIANCE, Evidence
from cardgen.balancing.space import UNCHANGED, Matchup, Space

ONE, OTHER = ((0, 1),), ((0, 2),)
SPACE = Space((), (Matchup(0, 1, 0), Matchup(0, 2, 0), Matchup(0, 1, 1)))


def variances(**rows):
    """Noise and luck of a round, of candidates and their scores by seed in matchups called `a`, `b` and `c`."""
    block = {
        (candidate, "abc".index(matchup)): scores
        for matchup, own in rows.items()
        for candidate, scores in zip((UNCHANGED, ONE, OTHER), own, strict=False)
    }
    found = Evidence([block]).observations(SPACE)
    assert sorted((one.candidate, one.matchup) for one in found) == sorted(block)
    for one in found:
        scores = block[one.candidate, one.matchup]
        assert (one.block, one.score) == (0, pytest.approx(sum(scores.values()) / len(scores)))
    counts = [len(block[one.candidate, one.matchup]) for one in found]
    return {(round(one.noise * n, 6), round(one.luck * n, 6)) for one, n in zip(found, counts, strict=True)}


def test_luck_is_what_the_means_of_seeds_differ_by_beyond_noise():
    """As the analysis of variance says of a table of two candidates and four seeds."""
    first, second = {1: 1.0, 2: 0.5, 3: 0.0, 4: 0.5}, {1: 0.5, 2: 0.5, 3: 0.0, 4: 0.0}
    means = [0.75, 0.5, 0.0, 0.25]
    middle = sum(means) / 4
    residual = sum(
        (row[seed] - sum(row.values()) / 4 - means[seed - 1] + middle) ** 2 for row in (first, second) for seed in row
    )
    noise = (residual + 8 * TYPICAL_VARIANCE) / (1 * 3 + 8)
    luck = sum((mean - middle) ** 2 for mean in means) / 3 - noise / 2
    assert variances(a=[first, second]) == {(round(noise, 6), round(luck, 6))}
    extra = {**first, 9: 0.0}  # a seed that not all have played tells nothing of luck
    assert variances(a=[extra, second]) == {(round(noise, 6), round(luck, 6))}
    for alone in ([first], [second]):  # as of decks that only one candidate changes
        assert variances(a=[first, second], b=alone) == {(round(noise, 6), round(luck, 6))}
    twice = (2 * residual + 8 * TYPICAL_VARIANCE) / (2 * 3 + 8)
    both = 2 * sum((mean - middle) ** 2 for mean in means) / 6 - twice / 2
    assert variances(a=[first, second], b=[first, second]) == {(round(twice, 6), round(both, 6))}
    assert variances(a=[first, second], c=[first, second]) == {(round(noise, 6), round(luck, 6))}, "each level alone"


def test_few_games_leave_what_is_typical_and_no_variance_is_too_small():
    assert variances(a=[{1: 1.0, 2: 0.0}, {3: 1.0, 4: 0.0}]) == {(TYPICAL_VARIANCE, TYPICAL_VARIANCE)}
    assert variances(a=[{1: 1.0}, {1: 0.0}]) == {(TYPICAL_VARIANCE, TYPICAL_VARIANCE)}
    same = [dict.fromkeys(range(200), 0.5)] * 3
    assert variances(a=same) == {(LEAST_VARIANCE, LEAST_VARIANCE)}
    assert variances(a=same[:1]) == {(LEAST_VARIANCE, 0.0)}


def test_luck_of_a_candidate_alone_cannot_be_told_from_the_rest():
    squares = 8 * 2 * TYPICAL_VARIANCE + 2 * 0.25 + 0.125
    scores = {1: 1.0, 2: 0.0}, {5: 0.5, 6: 0.0}
    assert variances(a=scores[:1], b=scores[1:]) == {(round(squares / (8 + 1 + 1), 6), 0.0)}
