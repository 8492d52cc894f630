"""Read the variants of a playtest from text: numbers of players, difficulties and other settings."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product

from cardgen.play.simulate.report_team import Variant
from cardgen.plugin.rules.contest import Difficulty, GameRules, HasDifficulty
from cardgen.report.diagnostics import did_you_mean, quoted
from cardgen.report.errors import UnlocatedError

MOST_VARIANTS = 100
ALL = "all"
"""Stands for every difficulty of a game."""

PlayerCounts = str | int | Sequence[int] | None
"""Numbers of players: `2,4,6` as text, a single number or several; None or an empty text: not stated."""


def parse_settings(rules: Sequence[str]) -> dict[str, str]:
    """Read settings of a game, each given as `name=value`; the game checks names and values.

    Raises:
        UnlocatedError: E722, a setting has another form or is given twice.
    """
    found: dict[str, str] = {}
    for text in rules:
        name, equals, value = (part.strip() for part in text.partition("="))
        name = name.lower().replace("-", "_")
        if not (name and equals and value):
            raise UnlocatedError("E722", f"invalid rule {quoted(text)}", expected="NAME=VALUE, such as max_builds=1")
        if name in found:
            raise UnlocatedError("E722", f"rule {quoted(name)} is given twice", expected="each rule once")
        found[name] = value
    return found


def parse_counts(text: PlayerCounts) -> tuple[int, ...]:
    """Return numbers of players, each once; none if the text states none.

    Raises:
        UnlocatedError: E763, the text is not a list of numbers.
    """
    if text is None or isinstance(text, int):
        return () if text is None else (text,)
    parts = [str(part).strip() for part in (text.split(",") if isinstance(text, str) else text)]
    if parts == [""]:
        return ()
    if not all(re.fullmatch(r"-?\d{1,6}", part, re.ASCII) for part in parts):
        message = f"invalid numbers of players {quoted(','.join(parts))}"
        raise UnlocatedError("E763", message, expected="a number, or several separated by commas, such as 2,4")
    return tuple(dict.fromkeys(map(int, parts)))


def parse_difficulty(rules: GameRules, text: str) -> tuple[str, tuple[str, ...]]:
    """Return the setting that decides the difficulty of a game, and the chosen values of it.

    Args:
        text: Levels of difficulty, or other words for them, separated by commas; `all` for every level.

    Raises:
        UnlocatedError: E760, the game has no difficulty; E761, it has no such level.
    """
    known = difficulty_of(rules)
    if known is None:
        raise UnlocatedError("E760", "--difficulty cannot be used: the game states no levels of difficulty")
    if text.strip().lower() == ALL:
        return known.setting, known.levels
    levels = {level.lower(): level for level in known.levels}
    levels |= {word.lower(): level for word, level in known.synonyms.items()}
    found = []
    for word in (part.strip().lower() for part in text.split(",")):
        if word not in levels:
            expected = f"one of: {', '.join(known.levels)}"
            hints = did_you_mean(word, levels)
            raise UnlocatedError("E761", f"unknown difficulty {quoted(word)}", expected=expected, hints=hints)
        found.append(levels[word])
    return known.setting, tuple(sorted({*found}, key=known.levels.index))


def difficulty_of(rules: GameRules) -> Difficulty | None:
    """Return the levels of difficulty that a game states; None for none."""
    return rules.difficulty if isinstance(rules, HasDifficulty) else None


def settings_with_difficulty(rules: GameRules, settings: Mapping[str, str], difficulty: str) -> dict[str, str]:
    """Return settings with those of a single difficulty added.

    Args:
        difficulty: A level of difficulty; empty: the settings stay as they are.

    Raises:
        UnlocatedError: E722, the setting is stated twice; E760, the game has no difficulty; E761, it has no such
            level, or several are named.
    """
    if not difficulty:
        return dict(settings)
    name, levels = parse_difficulty(rules, difficulty)
    if name in settings:
        raise UnlocatedError("E722", f"rule {quoted(name)} is given twice", expected="--rule or --difficulty")
    if len(levels) > 1:
        raise UnlocatedError("E761", f"a game has one difficulty, not {len(levels)}", expected="a single level")
    return {**settings, name: levels[0]}


def parse_variants(
    rules: GameRules, settings: Sequence[str], counts: Sequence[int], difficulty: str
) -> tuple[dict[str, str], tuple[Variant, ...]]:
    """Return the settings that all games share, and the variants of the others.

    Args:
        settings: Settings as `name=value` or `name=value,value`.
        counts: Numbers of players, at least one.
        difficulty: Levels of difficulty, separated by commas; empty: that of the settings.

    Returns:
        The settings with a single value, and one variant for each number of players and choice of the others.

    Raises:
        UnlocatedError: E722, E760, E761, invalid settings; E764, there are more than 100 variants.
    """
    given = {name: _values(value) for name, value in parse_settings(settings).items()}
    if difficulty:
        name, levels = parse_difficulty(rules, difficulty)
        if name in given:
            raise UnlocatedError("E722", f"rule {quoted(name)} is given twice", expected="--rule or --difficulty")
        given[name] = levels
    known = difficulty_of(rules)
    # A difficulty is named in the report, also if it is the only one.
    varied = [name for name, values in given.items() if len(values) > 1 or (known and name == known.setting)]
    common = {name: values[0] for name, values in given.items() if name not in varied}
    choices = product(*(given[name] for name in varied))
    chosen = [dict(zip(varied, values, strict=True)) for values in choices]
    variants = tuple(Variant(count, values) for count in counts for values in chosen)
    if len(variants) > MOST_VARIANTS:
        message = f"{len(variants)} combinations of players and settings are too many"
        raise UnlocatedError("E764", message, expected=f"at most {MOST_VARIANTS}")
    return common, variants


def _values(text: str) -> tuple[str, ...]:
    """Return the values of a setting, each once; empty parts are kept for the game to refuse."""
    return tuple(dict.fromkeys(part.strip() for part in text.split(",")))
