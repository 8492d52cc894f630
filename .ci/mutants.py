"""Test the tests: run a sample of the mutants that mutmut makes, and fail if too few of them are caught.

`[tool.mutmut]` in pyproject.toml names the mutated modules and the tests. mutmut runs, for each mutant, the tests that
reach its function. A mutant that these do not catch is given to mypy, since a change that the types forbid is never
committed. Not counted are mutants that only change the wording of a sentence, or that only drop the check of `zip` that
its arguments are equally long, which is an assertion. mutmut leaves constants of modules and
decorated functions, such as properties, unchanged.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COPIES = ROOT / "mutants"
FIRST = "cardgen.impose.leaves.x_fill_page__mutmut_1"
"""Name of a mutant that always exists; to run it alone makes all mutants and finds the tests of each."""
SURVIVED, NO_TESTS = 0, 33
"""Exit codes with which mutmut records that no test failed, and that no test reaches the function."""
STRICT = re.compile(r",\s*(strict=\w+)?\s*\)")
"""The end of a call of `zip`."""
STRING = re.compile(r'"(?:[^"\\]|\\.)*"' + r"|'(?:[^'\\]|\\.)*'")


def run_mutmut(*names: str) -> None:
    constant = os.environ | {"CI": "true"}  # tests with random examples try the same ones for each mutant
    done = subprocess.run(
        [sys.executable, "-m", "mutmut", "run", *names],
        cwd=ROOT,
        env=constant,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = re.split(r"[\r\n]+", done.stdout + done.stderr)
        sys.exit("\n".join(["mutmut failed:", *(line for line in said if not "\u2800" <= line[:1] <= "\u28ff")][-80:]))


def results() -> dict[str, tuple[Path, int | None]]:
    """Return the module and the exit code of each mutant by its name."""
    return {
        name: (file.relative_to(COPIES).with_suffix(""), code)
        for file in sorted(COPIES.rglob("*.meta"))
        for name, code in json.loads(file.read_text("utf-8"))["exit_code_by_key"].items()
    }


def diff_of(name: str) -> list[str]:
    """Return the lines of the difference that a mutant makes, with three lines of context."""
    shown = subprocess.run(
        [sys.executable, "-m", "mutmut", "show", name], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    return re.split(r"^@@.*@@$\n", shown, flags=re.MULTILINE)[1].rstrip("\n").split("\n")


def side(lines: list[str], sign: str) -> str:
    return "\n".join(line[1:] for line in lines if line[:1] in (sign, " ", ""))


def is_equivalent(lines: list[str]) -> bool:
    """Return whether only sentences differ, which are strings with a space in them, or the strictness of `zip`."""
    old, new = side(lines, "-"), side(lines, "+")
    if "zip(" in old and STRICT.sub(")", old) == STRICT.sub(")", new):
        return True
    before, after = STRING.findall(old), STRING.findall(new)
    if STRING.sub('""', old) != STRING.sub('""', new) or len(before) != len(after):
        return False
    return all(" " in text for text, other in zip(before, after, strict=True) if text != other)


def types_refuse(module: Path, lines: list[str]) -> bool:
    """Return whether mypy finds an error in the module with the change of a mutant."""
    source = (ROOT / module).read_text("utf-8")
    for indent in ("", "    "):
        old, new = (re.sub("^(?=.)", indent, side(lines, sign), flags=re.MULTILINE) for sign in "-+")
        if old in source:
            with tempfile.TemporaryDirectory() as folder:
                changed = Path(folder) / module.name
                changed.write_text(source.replace(old, new, 1), "utf-8")
                command = [sys.executable, "-m", "mypy", "--shadow-file", str(module), str(changed), str(module)]
                return subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode == 1
    return False


def line_of(module: Path, lines: list[str]) -> int:
    """Return the line of the module that a mutant changes."""
    removed = next((line[1:].strip() for line in lines if line[:1] == "-"), "")
    numbered = enumerate((ROOT / module).read_text("utf-8").splitlines(), 1)
    return next((number for number, line in numbered if line.strip() == removed), 0)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sample", type=int, default=0, help="number of mutants; 0 for all")
    parser.add_argument("--seed", type=int, default=0, help="seed of the sample")
    parser.add_argument(
        "--only", default="", help="beginning of the path of the mutated modules, such as cardgen/guard"
    )
    parser.add_argument("--fail-under", type=float, default=0, help="percentage that must be caught")
    chosen = parser.parse_args()
    run_mutmut(FIRST)
    names = [name for name, (module, _) in results().items() if module.as_posix().startswith(chosen.only)]
    if chosen.sample:
        names = sorted(random.Random(chosen.seed).sample(names, min(chosen.sample, len(names))))
    run_mutmut(*names)
    counts: Counter[str] = Counter()
    found = results()
    for name in names:
        module, code = found[name]
        fate = "caught by a test"
        if code in (SURVIVED, NO_TESTS, None):
            lines = diff_of(name)
            fate = (
                "not counted"
                if is_equivalent(lines)
                else "caught by mypy"
                if types_refuse(module, lines)
                else "survived"
            )
            if fate == "survived":
                print(f"{module}:{line_of(module, lines)}: {name}", "no test reaches it" if code == NO_TESTS else "")
                print(*(f"    {line}" for line in lines if line[:1] in "+-" and line), sep="\n")
        counts[fate] += 1
    total = len(names) - counts["not counted"]
    share = 100 * (total - counts["survived"]) / total
    print(", ".join(f"{number} {fate}" for fate, number in counts.most_common()), f"- {share:.1f} % of {total} caught")
    return int(share < chosen.fail_under)


if __name__ == "__main__":
    sys.exit(main())
