"""Findings about the rules: games without end, and cautions of a contest."""

from __future__ import annotations

from cardgen.play.simulate.findings_rules import rules_findings
from cardgen.play.simulate.match import GameResult
from cardgen.plugin.rules.contest import GameSummary

NOTHING = frozenset()


def result(cut_off: str) -> GameResult:
    """Return a game that was ended, or not."""
    summary = GameSummary(9, (NOTHING,), ({},), NOTHING, (NOTHING,), cut_off=cut_off)
    return GameResult(0, (0.5,), 9, (0.5,), summary, False)


def test_games_without_end_are_counted_with_the_move_that_repeats():
    (found,) = rules_findings([], [result("pass"), result(""), result("pass"), result("draw")], ["random"])
    assert (found.kind, found.text) == ("endless", "3 games were ended because they were too long; 'pass' repeats")
    assert [*rules_findings([], [result("")], ["random"])] == []


class Cautious:
    def cautions(self, *, looks_ahead):
        return [f"it is hidden, {looks_ahead}", "it is long"]


def test_cautions_are_about_those_who_look_ahead():
    for levels, looks in ((["random", "script"], False), (["script", "greedy"], True), (["search"], True)):
        found = rules_findings([Cautious(), None], [], levels)
        assert [(one.kind, one.text) for one in found] == [
            ("caution", f"it is hidden, {looks}"),
            ("caution", "it is long"),
        ]
    (one,) = rules_findings([], [result("pass")], [])
    assert one.text == "1 game was ended because it was too long; 'pass' repeats"
