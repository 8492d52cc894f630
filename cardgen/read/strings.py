"""Read the fixed strings of the core and of a game, as `strings.yaml` states them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector


def fixed_words(folders: Sequence[Path], language: str, found: Collector) -> dict[str, str]:
    """What the `strings.yaml` of some folders say in a language; the later folder wins."""
    strings: dict[str, str] = {}
    for folder in folders:
        node = load_yaml(folder / "strings.yaml", found)
        plain = node.plain() if node else {}
        assert isinstance(plain, dict)
        strings |= {key: words[language] for key, words in plain.items()}
    return strings
