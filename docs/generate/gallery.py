"""Write the table of figures of the gallery, which states what `benchmarks/described.py --record` measured last."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
_TABLE = re.compile(r"(<!-- figures: [^\n]* -->\n)(.*?)(<!-- end of figures -->)", re.DOTALL)


def page() -> str:
    """Return the gallery with the table of the recorded figures."""
    results = json.loads((ROOT / "benchmarks/described.json").read_text("utf-8"))
    text = (ROOT / "docs/examples.md").read_text("utf-8")
    return _TABLE.sub(lambda match: match[1] + table(results) + match[3], text)


def table(results: dict[str, dict[str, Any]]) -> str:
    """Return a Markdown table of the figures.

    Args:
        results: What `benchmarks/described.py --record` writes.
    """
    lines = [
        "| Game | Players | Lines of rules | Decisions a game | `greedy` | `search` |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for name, found in results.items():
        levels = " | ".join(
            f"{found[level]['share']:.0%} of {found[level]['games']}" for level in ("greedy", "search-50")
        )
        lines.append(f"| {name} | {found['measured']} | {found['lines']} | {found['decisions']} | {levels} |")
    return "\n".join(lines) + "\n"
