"""Each mistake of an author is told once: what it is, where it is, and what to do."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

import cardgen.read.yaml_composer as module
import cardgen.read.yaml_mistakes as mistakes
from cardgen.read.yaml import load_yaml
from cardgen.read.yaml_errors import explain
from cardgen.read.yaml_lines import Failure
from cardgen.report.diagnostics import Collector, Diagnostic
from cardgen.report.source import Node, Span
from cardgen.yaml_loader import PythonLoader


def read(tmp_path: Path, content: str) -> tuple[Node | None, list[Diagnostic]]:
    (tmp_path / "deck.yaml").write_text(content, "utf-8")
    found = Collector()
    return load_yaml(tmp_path / "deck.yaml", found, "deck.yaml"), found.items


@pytest.mark.parametrize(
    ("line", "context", "first"), [(40, None, 20), (40, (30, 3), 20), (40, (7, 3), 7), (5, None, 0), (40, (0, 0), 0)]
)
def test_a_mistake_is_looked_for_up_to_the_value_that_was_parsed_and_at_least_twenty_lines_above(line, context, first):
    lines = ["", *(" " if number % 3 else f"key{number}: 1" for number in range(1, 60))]
    at = Failure("deck.yaml", "\n".join(lines), lines, "", line, 0, context)
    assert at.lines_before() == [number for number in range(line, first - 1, -1) if lines[number].strip()]
    assert (at.line_at(58), at.line_at(59), at.line_at(60)) == (" ", " ", "")
    assert at.span(3, 2, 4) == Span("deck.yaml", 4, 3, 7)


@pytest.mark.parametrize(
    ("content", "is_trusted"),
    [
        ("\u201cname\u201d: x\n", False), ("\u00a0name: x\n", False), ("-name: x\n", False), ("name: !x y\n", False), ("{a: 1}: x\n", False),
        ("{name:x}\n", True), ("name: #ff0000\n", True), ("name: \u00a07\n", True), ("name: x\nname: y\n", True),
    ],
)  # fmt: skip
def test_a_file_is_read_on_unless_its_meaning_is_in_doubt(tmp_path: Path, content: str, is_trusted: bool) -> None:
    root, found = read(tmp_path, content)
    assert found and (root is not None) == is_trusted


def told(tmp_path: Path, content: str) -> list[str]:
    return [str(item).removeprefix("deck.yaml:") for item in read(tmp_path, content)[1]]


def same(said: str, todo: str, *cases: tuple[str, str]) -> list[tuple[str, str, str]]:
    """Mistakes with the same remedy, each as where it is, before what is said of all, and the file."""
    return [(content, f"{place}{said}", todo) for place, content in cases]


TO_BE_QUOTED = (
    "*Draw* two cards", "**Draw** two cards", "* two", "& more", "% two", "@two", "`two`", "{icon} draws",
    "[Battle] draw", "> 3 draws", "| x", "? what", "- what", ", what",
)  # fmt: skip
# what is typed; what is said; what to do
MISTAKES = [
    *(
        (
            f"text: {text}\n",
            f"1:7: error[E105]: text that begins with '{text[0]}' needs quotes",
            f'put it in quotes: "{text}"',
        )
        for text in TO_BE_QUOTED
    ),
    ("text: *a\\b\n", "1:7: error[E105]: text that begins with '*' needs quotes", "put the whole text in quotes"),
    *same(
        ": error[E111]: '- ' is missing before 'id'",
        "begin each value of the list with '- ' | indent a key of the value before by 4 spaces",
        ("4:3", "cards:\n  - id: a\n    name: A\n  id: b\n    name: B\n"),
        ("4:3", "cards:\n  - id: a\n    name: A\n  id: b\n  name: B\n"),
    ),
    *same(
        ": error[E111]: '- ' is missing before 'id'",
        "begin each value of the list with '- '",
        ("2:3", "cards:\n  id: a\n  - id: b\n"),
        ("2:3", "cards:\n  id: a\n  name: A\n  - id: b\n"),
    ),
    *same(
        ": error[E112]: a quote is opened here and not closed",
        'close it with " at the end of the text',
        ("1:7", 'name: "Dojo\ncopies: 7\n'),
        ("1:7", 'name: "Dojo\ntext: "Hello"\nother: "fine"\n'),
        ("2:7", 'a: 1\nname: "Dojo\ntext: Hello\nother: "fine"\nlast: 1\n'),
        ("2:19", 'cards:\n  - {id: a, name: "Dojo, copies: 1}\n  - {id: b, name: "Fort", copies: 1}\n'),
    ),
    *same(
        ": error[E113]: a space is missing after 'copies:'",
        "write 'copies: 7'",
        ("3:5", "cards:\n  - id: a\n    copies:7\n    name: x\n"),
        ("4:5", "cards:\n  - id: a\n    name: x\n    copies:7\n  - id: b\n"),
        ("2:1", "title: x\ncopies:7\n"),
        ("2:1", "title: x\ncopies:7  \n"),
        ("1:1", "copies:7\ntitle: x\n"),
        ("1:12", "a: {id: x, copies:7, name: y}\n"),
    ),
    *same(
        ": error[E114]: colour #ffffff is read as a comment, because '#' begins one",
        'put it in quotes: "#ffffff"',
        ("2:8", 'colors:\n  ink: #ffffff\n  paper: "#000000"\n'),
        ("1:15", 'colors: {ink: #ffffff, paper: "#000000"}\nnext: 1\n'),
        ("1:33", 'colors: {paper: "#000000", ink: #ffffff}\n'),
        ("1:37", 'colors: {note: "a: #000000 b", ink: #ffffff}\n'),
    ),
    *same(
        ": error[E105]: a tab is used for indentation",
        "indent with spaces",
        ("2:1", "cards:\n\t- id: a\n"),
        ("3:1", "cards:\n  - id: a\n\tname: b\n"),
        ("3:1", "a:\n  b: 1\n\tc: 2\n"),
    ),
    *same(
        ": error[E115]: typographic quotes (”) do not quote text",
        "write straight quotes: \" or '",
        ("1:15", "a: {name: “A, B”}\n"),
        ("1:1", "“name”: x\n"),
    ),
    *same(
        ": error[E115]: a no-break space (U+00A0) separates nothing",
        "replace it by a plain space",
        ("2:1", "cards:\n\xa0\xa0- id: a\n"),
        ("3:1", "cards:\n  - id: a\n\xa0\xa0\xa0\xa0name: b\n"),
        ("1:1", "copies:\xa07\n"),
        ("1:9", "copies: 7\xa0\n"),
        ("3:1", "a:\n  b: 1\n\xa0 c: 1\n"),
    ),
    (
        "cards:\n\u202f\u202f- id: a\n",
        "2:1: error[E115]: a character that looks like a space (U+202F) separates nothing",
        "replace it by a plain space",
    ),
    *same(
        ": error[E105]: a mapping in { } is opened here and not closed",
        "close it with }",
        ("1:4", "a: {b: 1\nc: 2\n"),
        ("2:5", "cards:\n  - {id: a, name: B\n  - {id: b, name: C}\n"),
    ),
    *same(
        ": error[E105]: 'game toy' has no ':' between key and value",
        "write 'game: toy'",
        ("1:1", "game toy\ntitle: x\n"),
        ("2:1", "title: x\ngame toy\n"),
    ),
    (
        "cards:\n  - id: a\n    name: A\n    copies: 1\n    id: b\n    name: B\n    copies: 2\n  - id: c\n    name: C\n",
        "5:5: error[E111]: '- ' is missing before 'id'",
        "begin each value of the list with '- ': write '- id: ...', indented as the ones before",
    ),
    (
        "- id: a\nbases:\n  - id: b\n",
        "2:1: error[E111]: '- ' is missing before 'bases'",
        "begin each value of the list with '- ' | indent a key of the value before by 2 spaces | "
        "if 'bases' is not in this list, the key that it belongs to is missing above it",
    ),
    (
        "cards:\n  - a\n  b: 1\n",
        "3:3: error[E111]: '- ' is missing before 'b'",
        "begin each value of the list with '- '",
    ),
    (
        "cards:\n  id: a\n  name: A\n  - id: b\n    name: B\n",
        "2:3: error[E111]: '- ' is missing before 'id'",
        "begin each value of the list with '- '",
    ),
    ("cards:\n  - x: 1\n  -y: 2  \n", "3:3: error[E113]: a space is missing after '-'", "write '- y: 2'"),
    ("cards:\n  -id: a\n   name: A\n", "2:3: error[E113]: a space is missing after '-'", "write '- id:'"),
    (
        "cards:\n  - id: a\n    name: A\n  -id: b\n   name: A\n",
        "4:3: error[E113]: a space is missing after '-'",
        "write '- id: b'",
    ),
    (
        "name: 'Dojo\n  of the\ntext: 'Hello'\nother: 'fine'\n",
        "1:7: error[E112]: a quote is opened here and not closed",
        "close it with ' at the end of the text",
    ),
    (
        "name: 'Dojo\ntext: 'Hello'\nother: 'fine'\n",
        "1:7: error[E112]: a quote is opened here and not closed",
        "close it with ' at the end of the text",
    ),
    (
        "name: 'Queen's Guard'\n",
        "1:14: error[E112]: the quoted text ends before 's Guard''",
        "write '' for an apostrophe in single quotes, or put the text in double quotes",
    ),
    (
        'name: "Dojo\n  of" the\n',
        "2:7: error[E112]: the quoted text ends before 'the'",
        'write \\" for a quote inside the text, or put the whole text in single quotes',
    ),
    (
        'text: "He said "go" loudly"\n',
        "1:17: error[E112]: the quoted text ends before 'go\" loudly\"'",
        'write \\" for a quote inside the text, or put the whole text in single quotes',
    ),
    ("a: {id: x, name:y}\n", "1:12: error[E113]: a space is missing after 'name:'", "write 'name: y'"),
    ("name: text: more\n", "1:11: error[E105]: text with ': ' needs quotes", 'put it in quotes: "text: more"'),
    ("name: ?text: more\n", "1:12: error[E105]: text with ': ' needs quotes", 'put it in quotes: "?text: more"'),
    ("- \n  name: Go: now\n", "2:11: error[E105]: text with ': ' needs quotes", 'put it in quotes: "Go: now"'),
    (
        "a:\n  - name: Go: now\n    b: 1\n",
        "2:13: error[E105]: text with ': ' needs quotes",
        'put it in quotes: "Go: now"',
    ),
    (
        "text: *Draw\n",
        "1:7: error[E105]: alias '*Draw' has no anchor '&Draw' before it",
        "put text that begins with '*' in quotes",
    ),
    (
        "text: &Draw two\n",
        "1:7: warning[W250]: '&Draw' is read as the name of the text 'two'",
        "put text that begins with '&' in quotes",
    ),
    *same(
        "",
        "leave it out, or put the text in quotes",
        ("1:7: error[E110]: tag '!Draw' is not supported", "text: !Draw two\n"),
        ("1:7: error[E110]: tag '!' is not supported", "text: ! two\n"),
    ),
    ("a: 1\n% x: 1\n", "2:2: error[E105]: text that begins with '%' needs quotes", "put it in quotes"),
    *same(
        "",
        "indent all values of a list alike",
        (
            "3:2: error[E105]: this '- ' is indented by 1 space, and the one before by 2 spaces",
            "bases:\n  - id: a\n - id: b\n",
        ),
        (
            "3:5: error[E105]: this '- ' is indented by 4 spaces, and the one before by 2 spaces",
            "bases:\n  - id: a\n    - id: b\n",
        ),
        (
            "3:6: error[E105]: this '- ' is indented by 5 spaces, and the one before by 2 spaces",
            "bases:\n  - id: a\n     - id: b\n",
        ),
    ),
    *same(
        "",
        "expected no spaces or 4 spaces",
        (
            "4:4: error[E105]: 'copies' is indented by 3 spaces, and no key above it is",
            "bases:\n  - id: a\n    name: A\n   copies: 3\n",
        ),
        ("3:4: error[E105]: 'name' is indented by 3 spaces, and no key above it is", "bases:\n  - id: a\n   name: A\n"),
    ),
    (
        "bases:\n  - id: a\n      name: A\n",
        "3:7: error[E105]: 'name' is indented further than 'id', which has a value already",
        "indent it by 4 spaces, as the keys next to it",
    ),
    (
        "a:\n  b: 1\n c: 2\n",
        "3:2: error[E105]: 'c' is indented by 1 space, and no key above it is",
        "expected no spaces or 2 spaces",
    ),
    (
        "a: 1\n  b: 2\n",
        "2:3: error[E105]: 'b' is indented further than 'a', which has a value already",
        "do not indent it",
    ),
    (
        "\"a\": 1\n  'b': 2\n",
        "2:3: error[E105]: 'b' is indented further than 'a', which has a value already",
        "do not indent it",
    ),
    (
        " game: x\ntitle: y\n",
        "2:1: error[E105]: this does not belong to the value that begins the file",
        "indent all keys of the deck alike, most simply not at all",
    ),
    *same(
        "",
        "write paths with '/'; for a backslash in text write '\\\\', or use single quotes",
        ("1:13: error[E105]: '\\s' in double quotes is not an escape that YAML has", 'art: "C:\\art\\sun.png"\n'),
        ("1:9: error[E105]: '\\d' in double quotes is not an escape that YAML has", 'art: "C:\\decks\\sun.png"\n'),
        ("1:9: error[E105]: '\\u' in double quotes is not an escape that YAML has", 'art: "C:\\users\\x"\n'),
    ),
    (
        "text: “Draw: two”\n",
        "1:7: error[E115]: typographic quotes (“) do not quote text",
        "write straight quotes: \" or '",
    ),
    (
        "- id: a\n- id: b\n",
        "1:1: error[E109]: file contains a list instead of keys and values",
        "expected lines such as 'key: value' | write the key of the list on a line of its own above it, such as 'cards:'",
    ),
    ("a: [1, 2\nb: 1\n", "1:4: error[E105]: a list in [ ] is opened here and not closed", "close it with ]"),
    (
        "a: {b: {c}, d: [e] f}\n",
        "1:20: error[E105]: a mapping in { } is not closed, or a comma is missing",
        "put a value that holds one of [ ] { } in quotes",
    ),
    *same(
        ": error[E105]: this is neither a new key nor part of the value before",
        "align it with the keys next to it, or put the whole value in quotes",
        ("1:10", "a: {b: 1}}\n"),
        ("2:2", '"a": 1\n : 2\n'),
    ),
    (
        "cards:\n  - id: a\n    name B\n    copies: 1\n",
        "3:5: error[E105]: 'name B' has no ':' between key and value",
        "write 'name: B'",
    ),
    ("title: x\ngame = toy\n", "2:1: error[E105]: 'game = toy' has no ':' between key and value", "write 'game: toy'"),
    *same(
        ": error[E105]: a ':' where no key is possible",
        "put text with ': ' in quotes; otherwise check the indentation of this line and the one before",
        ("1:7", "x:y: z: 1\n"),
        ("3:4", "a:\n  12:30\n  b: c\n"),
        ("3:4", "a:\n  -x\n  b: c\n"),
    ),
    (
        "a:\n  - x:y: z\n  b: 1\n",
        "3:3: error[E111]: '- ' is missing before 'b'",
        "begin each value of the list with '- '",
    ),
    ("a: b\nc: d: e\n", "2:5: error[E105]: text with ': ' needs quotes", 'put it in quotes: "d: e"'),
]


@pytest.mark.parametrize(("content", "said", "todo"), MISTAKES, ids=[content for content, _, _ in MISTAKES])
def test_a_mistake_is_told_once_with_its_place_and_what_to_do(tmp_path, content, said, todo):
    node, (error,) = read(tmp_path, content)
    assert (node is None) or error.code in {"E111", "E113", "E114", "E115", "W250"}
    assert str(error) == f"deck.yaml:{said}"
    parts = [f"expected {error.expected}"] if error.expected else []
    assert " | ".join([*parts, *error.hints]) == todo
    assert error.expected or error.hints


def test_what_follows_a_mistake_is_not_read(tmp_path):
    """A scanner takes quadratic time for open brackets, so that these would take it hours."""
    (message,) = told(tmp_path, 'a: "b"' + "[" * 500_000)
    assert message.startswith("1:7: error[E112]: the quoted text ends before '[[[")


@pytest.mark.skipif(not yaml.__with_libyaml__, reason="compares the two parsers")
@pytest.mark.parametrize("content", [content for content, _, _ in MISTAKES])
def test_the_parser_without_c_finds_the_same_mistake(tmp_path, content, monkeypatch):
    with_c = told(tmp_path, content)
    monkeypatch.setattr(module, "LOADER", PythonLoader)
    monkeypatch.setattr(mistakes, "LOADER", PythonLoader)
    assert [said.split(": ")[0] for said in told(tmp_path, content)] == [said.split(": ")[0] for said in with_c]


@pytest.mark.parametrize(
    ("content", "value"),
    [
        ("c:\n- a: 1\n  b: 2\n  a: 3\n  b: 4\n- a: 5\n", [{"a": 1, "b": 2}, {"a": 3, "b": 4}, {"a": 5}]),
        ("c:\n- a: 1\n  b: 2\n  a: 3\n", [{"a": 1, "b": 2}]),
        (
            "c:\n- a: 1\n  b: 2\n  a: 3\n  b: 4\n  a: 5\n  b: 6\n",
            [{"a": 1, "b": 2}, {"a": 3, "b": 4}, {"a": 5, "b": 6}],
        ),
        ("c: {a: 1, b:2}", {"a": 1, "b": 2}),
        ("c: {a:1: 0, b:2: ''}", {"a": 0, "b": ""}),
        ("c: {a:1, 'b':}", {"a": 1, "b": None}),
        ("c:\n  a: #fff\n", {"a": "#fff"}),
        ("c: 7\u00a0\n", 7),
    ],
)
def test_a_plain_mistake_is_read_as_it_was_meant(tmp_path, content, value):
    node, found = read(tmp_path, content)
    assert found and node is not None
    assert node.plain() == {"c": value}


def test_a_value_that_is_written_to_its_key_has_its_own_place(tmp_path):
    node, _ = read(tmp_path, "a: {copies:7}\n")
    assert (str(node.at(("a", "copies")).span), node.at(("a", "copies")).span.end) == ("deck.yaml:1:12", 13)


def test_each_missing_dash_is_told(tmp_path):
    found = told(tmp_path, "c:\n- a: 1\n  b: 2\n  a: 3\n  b: 4\n  a: 5\n  b: 6\n")
    assert [said.split()[0] for said in found] == ["4:3:", "6:3:"]


def test_a_key_that_comes_again_alone_is_a_duplicate(tmp_path):
    assert told(tmp_path, "c:\n- a: 1\n  b: 2\n  a: 3\n") == ["4:3: error[E106]: key 'a' is defined twice"]


@pytest.mark.parametrize(
    "content",
    [
        "at: 12:30",
        "url: https://example.com/a.csv",
        "a: {url: https://example.com, at: 12:30}",
        "a: # a comment\n  b: 1",
        "a: # fff\n  b: 1",
        "a: '“Dawn”'",
        "a: “Dawn”",
        "a: rock & roll\nb: 1 - 2\nc: x*y",
        "- a",
        "a: &x {b: 1}\nc: *x",
        "a: &x 1",
        "a: &x text",
    ],
)
def test_what_is_meant_is_no_mistake(tmp_path, content):
    allowed = {"E109"} if content == "- a" else {"W250"} if content == "a: &x text" else set()
    assert {item.code for item in read(tmp_path, content)[1]} == allowed


# merge keys


@pytest.mark.parametrize(
    ("content", "value"),
    [
        ("a: &a {x: 1, y: 2}\nb: {<<: *a, y: 3}", {"x": 1, "y": 3}),
        ("a: &a {x: 1, y: 2}\nb: {y: 3, <<: *a}", {"x": 1, "y": 3}),
        ("a: [&a {x: 1}, &b {x: 2, y: 2}]\nb: {<<: [*a, *b]}", {"x": 1, "y": 2}),
        ("a: [&a {x: 1}, &b {x: 2, y: 2}]\nb: {<<: [*b, *a], z: 0}", {"x": 2, "y": 2, "z": 0}),
        ("a: &a {x: 1}\nc: &c {<<: *a, y: 2}\nb: {<<: *c}", {"x": 1, "y": 2}),
        ("b: {<<: {x: 1}}", {"x": 1}),
        ("a: &a {x: 1}\nb:\n  <<: *a\n  x: 2\n", {"x": 2}),
    ],
)
def test_a_merge_key_adds_what_is_not_there(tmp_path, content, value):
    node, found = read(tmp_path, content)
    assert found == []
    assert node.plain()["b"] == value


def test_merged_values_keep_their_places(tmp_path):
    node, _ = read(tmp_path, "a: &a\n  x: 1\nb:\n  <<: *a\n  y: 2\n")
    assert str(node.nearest(["b", "x"])) == "deck.yaml:2:6"
    assert str(node.nearest(["b", "x"], key=True)) == "deck.yaml:2:3"
    assert str(node.nearest(["b", "y"])) == "deck.yaml:5:6"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("a: &a {x: 1}\nb: {<<: *a, <<: *a}", "2:13: error[E106]: merge key '<<' is used twice"),
        ("b: {<<: 1}", "1:9: error[E110]: merge key '<<' needs a mapping, or a list of mappings"),
        ("b: &b {<<: *b}", "1:12: error[E108]: alias '*b' is inside the value it refers to"),
        ("b: {<<: *c}", "1:9: error[E105]: alias '*c' has no anchor '&c' before it"),
    ],
)
def test_a_wrong_merge_is_told(tmp_path, content, said):
    assert told(tmp_path, content) == [said]


def test_merges_count_towards_the_budget(tmp_path):
    bomb = "a0: &a0 {x: [1, 2, 3, 4, 5, 6, 7, 8, 9]}\n" + "".join(
        f"a{i + 1}: &a{i + 1} {{{', '.join(f'k{n}: {{<<: *a{i}}}' for n in range(9))}}}\n" for i in range(9)
    )
    (error,) = read(tmp_path, bomb)[1]
    assert error.code == "E108"


def test_keys_for_anchors_are_left_out(tmp_path):
    node, found = read(tmp_path, "x-common: &c {copies: 2}\ncards:\n  - {<<: *c, id: a}\n")
    assert found == []
    assert node.plain() == {"cards": [{"id": "a", "copies": 2}]}


LINES = st.lists(
    st.sampled_from(
        [
            "a: 1",
            "  b: 2",
            "  - c: 3",
            "    d: 4",
            "- e",
            " - f: 5",
            "g:7",
            'h: "x',
            "i: 'y'",
            "j: #fff",
            "k: {l}",
            "  m: *n",
            "o: &p q",
            "<<: *p",
            "\tr: 1",
            "\u00a0s: 1",
            "t: “u: v”",
            "w: [x",
            "}",
            "y: | z",
            "a b",
            "? c",
            "- - d",
            "-e: 1",
        ]
    ),
    max_size=7,
)


@settings(max_examples=300)
@given(LINES)
def test_lines_in_any_order_cause_no_traceback(tmp_path_factory, lines):
    node, found = read(tmp_path_factory.mktemp("yaml"), "\n".join(lines))
    assert (node is None) <= bool(found)
    assert all(item.span is not None for item in found)


def test_a_merge_key_that_is_used_twice_is_told_with_the_first_one(tmp_path):
    (item,) = read(tmp_path, "a: &a {x: 1}\nb: {<<: *a, y: 2, <<: *a}\n")[1]
    ((note, place),) = item.notes
    assert (note, place.line, place.column, place.end) == ("first used", 2, 5, 7)
    assert item.hints == ("merge several values with one list: '<<: [*a, *b]'",)


def test_an_error_of_a_parser_that_states_no_place_is_told_of_the_file():
    found = explain(yaml.YAMLError("of another kind"), "", [], "deck.yaml")
    assert (found.code, found.message, str(found.span)) == ("E105", "the file cannot be parsed", "deck.yaml")


def test_what_ended_the_reading_is_told_beside_the_same_mistake_on_another_line(tmp_path):
    glued = "error[E113]: a space is missing after"
    assert told(tmp_path, "a: {b:1}\ncopies:7\nname: x\n") == [f"1:5: {glued} 'b:'", f"2:1: {glued} 'copies:'"]


def test_each_item_without_a_dash_is_told_with_the_one_before(tmp_path):
    node, found = read(
        tmp_path, "cards:\n  - id: a\n    name: A\n    id: b\n    name: B\n    id: c\n    id: d\n    name: D\n"
    )
    told = [(item.code, item.span.line, item.notes[0][1].line) for item in found]
    assert told == [("E111", 4, 2), ("E106", 6, 4), ("E111", 7, 4)]
    cards = node.value["cards"]
    assert [(card["id"], card["name"]) for card in cards.plain()] == [("a", "A"), ("b", "B"), ("d", "D")]
    assert [(card.span.line, card.span.column) for card in cards.value] == [(2, 5), (4, 5), (7, 5)]
