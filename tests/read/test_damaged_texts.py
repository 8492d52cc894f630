"""Texts with a mistake or two in them: what is read of them, what is told, and where, stays as in the last version."""

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from random import Random

from cardgen.read.json_text import read_json
from cardgen.read.yaml_composer import Composer
from cardgen.report.diagnostics import Collector
from cardgen.report.source import Node
from tests.recorded import check_recorded
from tests.told import told_in_full

YAML = r"""game: cards  # the stock game
x-shared: &shared {cost: 1, tags: [sea, 'a']}
colors: {ink: "#23180f", paper: "#f3e7cf", 2: two}
cards:
  - id: fish
    <<: *shared
    name: Lantern Fish
    text: "Draw \"one\" card, \u0041nd pay 2."
  - {id: tide, name: 'High Tide', copies: 3,
     cost: -1.5}
  # the last
  - id: crab
    name: Hermit Crab
    text: |
      Hide: here.
    art: art/crab.png
notes:
- one
-   two: 2
    three: ~
"""
YAML_PARTS = [
    "- ", "-", ": ", ":", " ", "  ", "\t", "\n", '"', "'", "{", "}", "[", "]", ", ", "#", "&a ", "*a ", "*shared", "!x ", "!!str ", "%", "@", "`",
    "|", ">", "? ", "\u00a0", "\u2003", "\u201c", "\u2019", "\\", "\\x", "---\n", "...\n", "<<: ", "#fff", "#23180f ", "name:", "id: b\n    ", "x",
    "copies:7", "= ", "- -", "\x85", "\\u0007", "true", "1", "\n  - ", "\n    text: x", "\n   name: y", "\n      name: y", "  - -id: z\n",
    'a: "b\n', "key word\n", "<<: [*shared, x]\n    ",
]  # fmt: skip
JSON = r"""{"title": "Tide \"Pool\"", "cards": [
  {"id": "fish", "cost": 1, "tags": ["sea", "a\u00e9\n"], "copies": 2.50},
  {"id": "tide", "is": true, "art": null, "deep": [[], {}, [{"a": [-1e2]}]]}
 ], "more": {"k\\ey": "", "\\": false}
}
"""
JSON_PARTS = [
    ",", ":", '"', "'", "[", "]", "{", "}", " ", "\n", "\t", "//x\n", "/* x */", "# x\n", "\u201c", "\u2018", "\\", "\\x", "\\u12", "nul", "NaN",
    "-", "1.", "007", "x y", '"id": 3, ', '"a\\"', "\r\n", "\x07", "12345678901234567", "123456789012345678", "1e400", f"0.{'1' * 33}",
    f"0.{'1' * 32}", '{"b": 1}\n', "\u00e9", ", ]", "True", "-Infinity",
]  # fmt: skip


def damaged(text: str, parts: list[str], seed: int) -> str:
    """Return a text in which some characters, words or lines are gone, moved, doubled or new."""
    rng = Random(seed)
    for _ in range(rng.choice((1, 1, 1, 2))):
        at, lines = rng.randrange(len(text)), text.splitlines(keepends=True)
        way, line = rng.randrange(7), rng.randrange(len(lines))
        if way < 3:
            text = text[:at] + rng.choice(parts) + text[at + rng.choice((0, 0, 1)) :]
        elif way == 3:
            text = text[:at] + text[at + rng.choice((1, 1, 2, 5, 20)) :]
        elif way == 4:
            lines[line] = rng.choice((" ", "  ", "    ", "\t", "\u00a0 ")) + lines[line]
            text = "".join(lines)
        elif way == 5:
            lines[line] = lines[line].replace(
                *rng.choice(((" ", ""), ("  ", " "), (":", ""), (", ", " "), ('"', ""))), 1
            )
            text = "".join(lines)
        else:
            lines.insert(rng.randrange(len(lines)), lines[line] if rng.random() < 0.5 else lines.pop(line))
            text = "".join(lines)
    return text if rng.random() < 0.9 else text[: rng.randrange(len(text))]


def told(root: Node | None, found: Collector) -> Iterator[str]:
    """Yield what was told, and a digest of each value with its place."""

    def lines(node: Node, key: str) -> Iterator[str]:
        inside = node.value
        yield f"{key} {node.span.line}:{node.span.column}-{node.span.end} {node.key_span} {inside if not isinstance(inside, dict | list) else ''!r}"
        for name, part in (
            inside.items() if isinstance(inside, dict) else enumerate(inside if isinstance(inside, list) else ())
        ):
            yield from lines(part, str(name))

    values = [*lines(root, "")] if root else []
    digest = blake2b("\n".join(values).encode(), digest_size=6).hexdigest()
    yield f"{len(values)} values {digest if values else ''}"
    yield from map(told_in_full, found.items)


def test_damaged_yaml_is_told_as_recorded():
    def cases() -> Iterator[str]:
        for seed in range(420):
            found, text = Collector(), damaged(YAML, YAML_PARTS, seed)
            root = Composer(text, "d", found).read(lists=seed % 2 == 0)
            yield f"== {seed} {changed_lines(YAML, text)}"
            yield from told(root, found)

    check_recorded(Path(__file__).with_name("damaged_yaml.txt"), cases())


def test_damaged_json_is_told_as_recorded():
    def cases() -> Iterator[str]:
        for seed in range(330):
            found, text = Collector(), damaged(JSON, JSON_PARTS, seed)
            yield f"== {seed} {changed_lines(JSON, text)}"
            yield from told(read_json(text, "d", found), found)

    check_recorded(Path(__file__).with_name("damaged_json.txt"), cases())


def changed_lines(before: str, after: str) -> str:
    """Return the first line of a text that is another one than before, for whoever reads the recording."""
    pairs = enumerate(zip(before.split("\n"), after.split("\n"), strict=False), 1)
    return next((f"{number}: {new!r}" for number, (old, new) in pairs if old != new), "")
