"""Texts with a mistake or two in them: what is read of them, what is told, and where, stays as in the last version."""

import re
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from random import Random

from cardgen.geometry.units import Rect
from cardgen.read.json_text import read_json
from cardgen.read.svg import load_svg
from cardgen.read.yaml_composer import Composer
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import UnlocatedError
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
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
SVG = """\
<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:i="urn:i"
  width="36.5mm" height="24pt" viewBox="-1 0,36.5 24" fill="none" color="CurrentColor" i:v="1">
 <title>Sun</title><!-- the sky -->
 <style>.a{fill:url(#g);stroke:red!important} #r, rect.b{opacity:.5} </style>
 <defs><linearGradient id="g"><stop offset="0.5" stop-color="currentColor"/></linearGradient></defs>
 <i:view><path d="M1 1"/></i:view>
 <g class="a" style="font-family: Cinzel; stroke : blue" xlink:href="#g" id="g">
  <path id="r" d="M0 0&#10;h1 &quot;" fill="url( '#g' )" aria-hidden="true"/>
  <rect class="b c" mask="url(#gone)" x="-0.0000001" width="2.50" data-x="y"/>
 </g>
 <a href="#r"><text x="1" xml:space="preserve" font-family="Arial, cinzel"> a &lt; currentColor <tspan>c</tspan>d </text></a>
 <use href="#r" transform="rotate(4)"/><image href="data:image/png;base64,PICTURE"/><animate attributeName="x" to="1"/>
</svg>
""".replace("PICTURE", PIXEL)
ELEMENTS = [
    "<g/>", "<text>a</text>", "<script/>", "<foreignObject/>", "<?xml-stylesheet href='x'?>", "<?php x?>", "<!-- c -->", "&lt;a", "&a;",
    "<set attributeName='HREF'/>", "<animate attributeName='xlink:href'/>", "<set attributeName='x'/>", "<style>.a{fill:blue} a b{}</style>",
    "<style>*{d:e}</style>", "<style>@media print{}</style>", "<style>path{fill:#123}/* x */ #t.u{}</style>", "<use href='other.svg#a'/>",
    "<use href='#'/>", "<use href='#r'/>", "<image href='a.png'/>", "<image href='data:image/png;base64,AAAA'/>", "<a xlink:href='x'><g/></a>",
    "<image href='data:image/png;base64,A'/>", "<a xlink:href='#r'/>", "<filter><feImage href='#r'/></filter>", "<g id='r' class='a'/>",
    "<i:x/>", "<x xmlns='urn:x'/>", "<desc>x</desc>", "<g><g font-family='Arial'><text>b</text></g></g>", "<text>currentColor</text>",
    "<text font-family='Nope'> <tspan font-family='Cinzel'>x</tspan></text>", "<animateMotion><mpath/></animateMotion>", "<metadata><script/></metadata>",
    "<svg viewBox='0 0 1 1'><rect width='1' height='1' id='g2' fill='url(#g2)'/></svg>", "<g " + " ".join(f"a{n}='1'" for n in range(201)) + "/>",
    "<g " + " ".join(f"a{n}='1'" for n in range(200)) + "/>",
]  # fmt: skip
ATTRIBUTES = [
    "onload='x'", "ONCLICK='x'", "xml:base='x'", "xml:lang='en'", "data-a='1'", "aria-b='1'", "role='x'", "version='1.1'", "class='b  a'",
    "fill='url(http://a.b)'", "fill='url(#g) red'", "mask='URL( &quot;#r&quot; )'", "filter='src(x)'", "d='@import'", "opacity='\\69'", "cursor='image(x)'",
    "href='x.svg'", "href='#g'", "stroke='currentcolor'", "tabindex='1'", "font-family='Arial'", "font-family='Alegreya Sans'", "style='fill:red !important'",
    "style='FILL : a;;b:c;d'", "style='-x-y:z'", "clip-path='url(#&#228;)'", "stop-color='calc(1)'", "points='1&#13;2&#9;3'", "i:k='v'", "baseProfile='x'",
]  # fmt: skip
SIZES = [
    'width="36" height="24"', 'width="1in" height="2.5cm"', 'width="72pt" height="6pc"', 'width="5em" height="1"', 'width="100%" height="1"', 'height="4"',
    'viewBox="0 0 0 1"', 'viewBox="0 0 1"', 'viewBox="0 0 1000000 2"', 'viewBox="0 0 1000001 2"', 'viewBox="0 0 1 -1"', 'viewBox="0,0,1 2"', 'viewBox="a b c d"',
    'viewBox="0 0 inf 1"', 'width="+1e1px" height=" 2 "', 'width=".5" height="1."', 'width="0" height="1"', 'viewBox="-0.0000004 0.1234567 1 1"',
]  # fmt: skip


def changed_svg(seed: int) -> str:
    """Return a picture with other elements and attributes."""
    rng, lines = Random(seed), SVG.splitlines(keepends=True)
    for _ in range(rng.choice((1, 1, 2))):
        number, way = rng.randrange(3, len(lines)), rng.randrange(5)
        starts = [match.end() for match in re.finditer(r"<[a-z]+", lines[number])]
        if way < 2:
            lines[number] = rng.choice(ELEMENTS) + lines[number]
        elif way < 4 and starts:
            at = rng.choice(starts)
            lines[number] = f"{lines[number][:at]} {rng.choice(ATTRIBUTES)}{lines[number][at:]}"
        else:
            lines[2] = re.sub('width=.*24"', rng.choice(SIZES), lines[2])
    return "".join(lines)


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


def test_changed_svg_is_told_as_recorded(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def cases() -> Iterator[str]:
        for seed in range(260):
            text = changed_svg(seed)
            Path("d.svg").write_text(text, "utf-8")
            yield f"== {seed} {changed_lines(SVG, text)[:180]}"
            try:
                one = load_svg(Path("d.svg"), lambda: ("Alegreya Sans", "Cinzel"))
            except UnlocatedError as error:
                told = told_in_full(error.at(error.span))
                yield "not well-formed" if "not well-formed" in told else told  # the parser's words, which change
            else:
                yield f"{one.view_box} {one.attributes}"
                texts = [one.body, one.nested(Rect(1, 2.5, -0.0, 2), color="#f00"), one.document("red"), one.document()]
                yield from (blake2b(text.encode(), digest_size=6).hexdigest() for text in texts)

    check_recorded(Path(__file__).with_name("changed_svg.txt"), cases())


def changed_lines(before: str, after: str) -> str:
    """Return the first line of a text that is another one than before, for whoever reads the recording."""
    pairs = enumerate(zip(before.split("\n"), after.split("\n"), strict=False), 1)
    return next((f"{number}: {new!r}" for number, (old, new) in pairs if old != new), "")
