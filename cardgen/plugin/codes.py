"""Look up the explanations of diagnostic codes: those of the core, and those that games bring."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, cast

import yaml

from cardgen.plugin.registry import all_games
from cardgen.report.diagnostics import Collector, did_you_mean, quoted
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import display_path
from cardgen.yaml_loader import LOADER

CORE = ""
"""The owner of the core's own codes, where other codes have the id of a game."""
_CORE_CODE = re.compile(r"[EW]\d{3}")
_APART = re.compile(r"(?i)\b([ew])[\s-]+(?=\d)")  # "E 301"
_DECORATION = re.compile(r"(?i)^(?:error|warning)?\[|[\]:.]+$")  # "error[E301]:"
_GAME_CODE = re.compile(r"[EW]3\d{2}")


class _Loader(LOADER):  # type: ignore[misc]
    """A loader that refuses a key which is given twice: of two entries for one code, PyYAML would silently drop the first."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: dict[str, yaml.Mark] = {}
        for key in (key for key, _ in node.value if isinstance(key, yaml.ScalarNode)):
            if key.value in seen:
                raise yaml.constructor.ConstructorError(
                    "first given", seen[key.value], f"key {quoted(key.value)} is given twice", key.start_mark
                )
            seen[key.value] = key.start_mark
        return cast("dict[Any, Any]", super().construct_mapping(node, deep))


@dataclass(frozen=True, slots=True)
class Explanation:
    """The explanation of one code; each field is text for people.

    Attributes:
        what: What is wrong.
        why: Why that is a problem.
        example: An example of it, often YAML.
        instead: What would be right in place of the example.
    """

    what: str
    why: str
    example: str
    instead: str


def all_codes(found: Collector | None = None) -> dict[str, dict[str, Explanation]]:
    """Return the explanations of every code, in the order of their numbers.

    Args:
        found: Receives what is wrong with files of games (E214), whose codes are then left out.

    Returns:
        Code to explanations: that of the core under `CORE`, that of a game under its id. Two games may use one code.
    """
    files = {CORE: Path(__file__).with_name("codes.yaml")}
    files |= {game_id: game.codes for game_id, game in all_games().items() if game.codes}
    codes: dict[str, dict[str, Explanation]] = {}
    for owner, file in files.items():
        try:
            explanations = read_codes(file, _GAME_CODE if owner else _CORE_CODE)
        except UnlocatedError as error:
            explanations = {}
            if found is not None:
                found.items.append(error.at(None))
        for code, explanation in explanations.items():
            codes.setdefault(code, {})[owner] = explanation
    return dict(sorted(codes.items(), key=lambda item: (item[0][1:], item[0])))


def split_codes(text: str) -> list[str]:
    """Return the codes in what a user typed: `e301`, `E 301`, `301`, `GAME:E301`, `error[E301]`, several with spaces."""
    return [_DECORATION.sub("", part) for part in _APART.sub(r"\1", text.replace(",", " ")).split()]


def find_explanations(
    text: str, codes: Mapping[str, Mapping[str, Explanation]]
) -> dict[str, Mapping[str, Explanation]]:
    """Find the explanations of a code as a user writes it.

    Args:
        text: A code in upper or lower case, `e301`; its number, `301`, for the error and the warning of that number; each
            also of one game, `GAME:E301`.
        codes: All codes, as `all_codes` returns them.

    Returns:
        Each code that is meant, in upper case, with its explanations by owner; none if there is no such code.
    """
    game, _, code = text.rpartition(":")
    numbers = [f"E{code}", f"W{code}"] if code.isdigit() else [code.upper()]
    owned = {
        number: {owner: found for owner, found in codes.get(number, {}).items() if game in ("", owner)}
        for number in numbers
    }
    return {number: found for number, found in owned.items() if found}


def read_codes(file: Path, allowed: re.Pattern[str] = _GAME_CODE) -> dict[str, Explanation]:
    """Read the explanations of one file.

    Args:
        file: A YAML file: code to a mapping with the keys what, why, example and instead, all text.
        allowed: What each code must match; by default a code of a game, E3xx or W3xx.

    Raises:
        UnlocatedError: E214, the file has the wrong shape.
    """
    name = quoted(display_path(str(file)))
    try:
        stated: Any = yaml.load(file.read_text("utf-8"), _Loader) or {}
    except (OSError, ValueError, RecursionError, yaml.YAMLError) as error:
        raise UnlocatedError("E214", f"file of codes {name} cannot be read: {' '.join(str(error).split())}") from None
    if not isinstance(stated, dict):
        raise UnlocatedError(
            "E214", f"file of codes {name} is not a mapping", expected="a code such as E301 as each key"
        )
    keys = [field.name for field in fields(Explanation)]
    for code, entry in stated.items():
        if not isinstance(code, str) or not allowed.fullmatch(code):
            expected = f"a code that matches {allowed.pattern}"
            raise UnlocatedError("E214", f"key {quoted(code)} in {name} is not a code of a game", expected=expected)
        texts = entry if isinstance(entry, dict) else {}
        wrong = [key for key in (*keys, *texts) if not isinstance(texts.get(key), str) or key not in keys]
        if wrong:
            message = f"{quoted(wrong[0])} of {code} in {name} is {'unknown' if wrong[0] not in keys else 'not text'}"
            hints = did_you_mean(wrong[0], keys) if wrong[0] not in keys else ()
            raise UnlocatedError("E214", message, expected=f"text for each of: {', '.join(keys)}", hints=hints)
    return {code: Explanation(**{key: entry[key].strip() for key in keys}) for code, entry in stated.items()}
