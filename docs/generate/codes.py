"""The reference of error and warning codes, from the pages that `cardgen explain` prints."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from cardgen.plugin.codes import Explanation, all_codes
from cardgen.report.quality import severity_note

STAGES = {
    "1": "Reading files",
    "2": "The shape of a deck",
    "3": "The rules of a game",
    "4": "Drawing",
    "5": "Paper, options and exports",
    "6": "Writing files",
    "7": "Playing",
}


def page() -> str:
    """Return the text of the page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# Errors and warnings"
    yield ""
    yield "Every problem that cardgen reports has a permanent code. `E` codes are errors; `W` codes are warnings, which"
    yield "`--strict`, or `strict: true` in the deck, turns into errors. Some `E` codes are warnings too, since the piece is drawn"
    yield "all the same; their pages say so. `cardgen explain CODE` prints the same text in the terminal."
    codes = sorted(all_codes().items(), key=lambda item: (item[0][1:], item[0]))
    for stage, group in groupby(codes, key=lambda item: item[0][1]):
        yield from ("", f"## {STAGES[stage]}")
        for code, explanations in group:
            for game, explanation in explanations.items():
                yield from ("", f"### {code} ({game})" if len(explanations) > 1 else f"### {code}", "")
                yield from _explanation(code, explanation)


def _explanation(code: str, explanation: Explanation) -> Iterator[str]:
    yield explanation.what
    if note := severity_note(code):
        yield from ("", note)
    yield from ("", f"**Why?** {explanation.why}", "")
    yield from ("```yaml", *explanation.example.splitlines(), "```", "")
    yield from ("**Instead:**", "", "```yaml", *explanation.instead.splitlines(), "```")
