"""Return the rules of play of a game as text: in words, or as the Python that they are compiled to."""

from __future__ import annotations

from pathlib import Path

from cardgen.pipeline.author_help.named_game import game_named
from cardgen.plugin.hooks import game_rules
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError


def rules_text(game: str, folder: Path, language: str = "", *, python: bool = False) -> str:
    """Return the rules of a game.

    Args:
        game: See `game_named`.
        language: Language code; empty for the first language of the game.

    Raises:
        CardgenError: There is no such game, or it cannot be used.
        UnlocatedError: E707, it does not describe rules.
    """
    from cardgen.plugin.rules.described.rules import DescribedRules

    found = game_named(game, folder)
    rules = game_rules(found)
    if not isinstance(rules, DescribedRules):
        problem = "has no rules of play" if rules is None else "is played by Python of its own"
        raise UnlocatedError("E707", f"{quoted(found.id)} {problem}", expected="a game.yaml with the section 'rules'")
    if python:
        return rules.program.source
    names = {component.name: component.title or component.name for component in found.components}
    return rules.in_words(language or found.languages[0], names)
