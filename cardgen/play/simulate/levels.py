"""Levels of skill by name: `random`, `greedy`, `mcts-200`, or a number from the weakest to the strongest."""

from __future__ import annotations

import re
from collections.abc import Callable

from cardgen.play.simulate.agents import Agent, GreedyAgent, RandomAgent, ScriptedAgent
from cardgen.play.simulate.search import MctsAgent, SearchAgent
from cardgen.report.diagnostics import did_you_mean, quoted
from cardgen.report.errors import UnlocatedError

LADDER = ("random", "script", "greedy", "search-50", "mcts-200")
"""The usual levels from the weakest to the strongest; tests show that each beats the one before. `--level 0` is the
first."""

_PLAIN: dict[str, Callable[[], Agent]] = {"random": RandomAgent, "script": ScriptedAgent, "greedy": GreedyAgent}
_COUNTED: dict[str, tuple[Callable[[int], Agent], int]] = {"search": (SearchAgent, 50), "mcts": (MctsAgent, 200)}
MOST_ROLLOUTS = 100_000


def level_of(text: str) -> str:
    """Return the full name of a level: `search` is `search-50`, `2` is `greedy`.

    Raises:
        UnlocatedError: E704, unknown level.
    """
    name = text.strip().lower()
    if re.fullmatch(r"\d{1,3}", name) and int(name) < len(LADDER):
        return LADDER[int(name)]
    if name in _PLAIN:
        return name
    kind, _, number = name.partition("-")
    if kind in _COUNTED and re.fullmatch(r"(-[1-9]\d{0,5})?", name[len(kind) :]):
        count = int(number or _COUNTED[kind][1])
        if count <= MOST_ROLLOUTS:
            return f"{kind}-{count}"
    known = [*_PLAIN, *_COUNTED]
    expected = (
        f"one of: {', '.join(LADDER)}, another number of rollouts up to {MOST_ROLLOUTS}, or 0 to {len(LADDER) - 1}"
    )
    hints = did_you_mean(kind, known)
    raise UnlocatedError("E704", f"unknown level {quoted(text)}", expected=expected, hints=hints)


def levels_of(text: str) -> tuple[str, ...]:
    """Return the full names of levels separated by commas, from the weakest to the strongest, each once.

    Raises:
        UnlocatedError: E704, unknown level.
    """
    return tuple(sorted({level_of(part) for part in text.split(",")}, key=_strength))


def level_below(level: str) -> str | None:
    """Return the strongest level of `LADDER` that is weaker; None below the weakest."""
    weaker = [step for step in LADDER if _strength(step) < _strength(level)]
    return weaker[-1] if weaker else None


def _strength(level: str) -> tuple[int, int]:
    kind, _, number = level.partition("-")
    return [*_PLAIN, *_COUNTED].index(kind), int(number or 0)


def agent_of(level: str) -> Agent:
    """Return the agent of a level, given by its full name."""
    if level in _PLAIN:
        return _PLAIN[level]()
    kind, _, number = level.partition("-")
    return _COUNTED[kind][0](int(number))
