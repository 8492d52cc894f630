"""Write the table of speed of the documents, which states the last recorded results of `benchmarks/run.py`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
_TABLE = re.compile(r"(<!-- speed: [^\n]* -->\n)(.*?)(<!-- end of speed -->)", re.DOTALL)


def page() -> str:
    """Return the page on speed with the table of the recorded results."""
    results = json.loads((ROOT / "benchmarks/results.json").read_text("utf-8"))
    text = (ROOT / "docs/explanation/speed.md").read_text("utf-8")
    return _TABLE.sub(lambda match: match[1] + table(results) + match[3], text)


def table(results: dict[str, Any]) -> str:
    """Return a Markdown table of the results.

    Args:
        results: What `benchmarks/run.py --record` writes.
    """
    lines = [
        f"Commit {results['commit']} of {results['date']}, Python {results['python']}, {results['machine']}:\n",
        f"| Job | Wall s | CPU s | CPU of {results['against']} | Ratio | Peak MiB |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for name, found in results["jobs"].items():
        new, old = found["new"], found["old"]
        ratio = f"{old['cpu']:.3f} | {new['cpu'] / old['cpu']:.2f}" if old else " | "
        lines.append(f"| {name} | {new['wall']:.3f} | {new['cpu']:.3f} | {ratio} | {new['memory']:.0f} |")
    return "\n".join(lines) + "\n"
