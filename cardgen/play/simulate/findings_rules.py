"""Word what the games of a playtest say about the rules themselves: games without end, and agents that know too much."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from cardgen.play.simulate.match import GameResult
from cardgen.play.simulate.report import ReportFinding
from cardgen.plugin.rules.contest import Contest, StatesCautions

_BLIND = ("random", "script")
"""Levels that do not evaluate what their actions lead to."""


def rules_findings(
    contests: Sequence[Contest], results: Sequence[GameResult], levels: Iterable[str]
) -> Iterable[ReportFinding]:
    """Yield what is to be known about the rules before the other findings are believed."""
    repeated = Counter(result.summary.cut_off for result in results if result.summary.cut_off)
    if repeated:
        count = sum(repeated.values())
        games = "1 game was" if count == 1 else f"{count} games were"
        ((action, _),) = repeated.most_common(1)
        text = f"{games} ended because {'it was' if count == 1 else 'they were'} too long; '{action}' repeats"
        yield ReportFinding("endless", "", "", text)
    contest = contests[0] if contests else None
    if isinstance(contest, StatesCautions):
        for text in contest.cautions(looks_ahead=any(level not in _BLIND for level in levels)):
            yield ReportFinding("caution", "", "", text)
