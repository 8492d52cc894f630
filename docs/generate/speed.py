"""Write the table of speed of the documents, which states the last recorded results of `benchmarks/run.py`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
_RULES = re.compile(r"(<!-- rules: [^\n]* -->\n)(.*?)(<!-- end of rules -->)", re.DOTALL)
_TABLE = re.compile(r"(<!-- speed: [^\n]* -->\n)(.*?)(<!-- end of speed -->)", re.DOTALL)


def page() -> str:
    """Return the page on speed with the table of the recorded results."""
    results = json.loads((ROOT / "benchmarks/results.json").read_text("utf-8"))
    text = (ROOT / "docs/explanation/speed.md").read_text("utf-8")
    text = _TABLE.sub(lambda match: match[1] + table(results) + match[3], text)
    described = json.loads((ROOT / "benchmarks/rules.json").read_text("utf-8"))
    return _RULES.sub(lambda match: match[1] + rules_table(described) + match[3], text)


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


def rules_table(results: dict[str, Any]) -> str:
    """Return a Markdown table of the speed of described rules.

    Args:
        results: What `benchmarks/rules.py --record` writes.
    """
    lines = [
        f"Python {results['python']}:\n",
        "| Game | Rules as data | OpenSpiel | Ratio | RLCard | Compiled to Python in |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for name, found in results["games"].items():
        ours, theirs, rival = found["described"], found["openspiel"], found.get("rlcard")
        speeds = f"{ours:,} | {theirs:,} | {ours / theirs:.2f} | {f'{rival:,}' if rival else ''}"
        lines.append(f"| {name.replace('_', ' ')} | {speeds} | {found['compile_ms']:.0f} ms |")
    return "\n".join(lines) + "\n"
