"""YAML: what it means, where it was written, and every way in which a file can be bad."""

import json
import os
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

import cardgen.read.yaml_composer as module
from cardgen.read.yaml import load_yaml, parsed_file, read_value
from cardgen.read.yaml_faults import ERROR_LIMIT
from cardgen.read.yaml_lines import DEPTH_LIMIT
from cardgen.report.diagnostics import Collector, Diagnostic
from cardgen.report.source import Node
from cardgen.yaml_loader import PythonLoader


def read(tmp_path: Path, content: str | bytes) -> tuple[Node | None, list[Diagnostic]]:
    path = tmp_path / "deck.yaml"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    found = Collector()
    return load_yaml(path, found, "deck.yaml"), found.items


def test_a_shared_file_is_parsed_again_after_a_change_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Its problems are told each time, and its name is that in the current folder."""
    path = tmp_path / "theme.yaml"
    path.write_text("a: 1\na: 2\n", "utf-8")
    told, nodes = Collector(), []
    for folder in (tmp_path, tmp_path, tmp_path.parent):
        monkeypatch.chdir(folder)
        nodes.append(parsed_file(path, told))
    assert nodes[0] is nodes[1] is not nodes[2]
    name = f"{tmp_path.name}/theme.yaml"
    assert [(one.code, one.span and one.span.file) for one in told.items] == [
        ("E106", "theme.yaml"), ("E106", "theme.yaml"), ("E106", name),
    ]  # fmt: skip
    path.write_text("a: 10\n", "utf-8")
    changed = parsed_file(path, told)
    assert changed and changed.plain() == {"a": 10} and len(told.items) == 3
    path.unlink()
    assert parsed_file(path, told) is None and told.items[3].code == "E101"


def value(tmp_path: Path, content: str | bytes) -> object:
    node, found = read(tmp_path, content)
    assert found == []
    assert node is not None
    return node.plain()


def only(tmp_path: Path, content: str | bytes) -> Diagnostic:
    node, found = read(tmp_path, content)
    assert node is None
    assert len(found) == 1
    return found[0]


def test_only_what_begins_with_x_and_a_hyphen_is_left_out(tmp_path: Path) -> None:
    written = "x-: 1\nx-ray: 2\nx: 3\nxp: 4\nX-: 5\nax-: 6\nin: {x-: 7}\n"
    assert value(tmp_path, written) == {"x": 3, "xp": 4, "X-": 5, "ax-": 6, "in": {"x-": 7}}


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        *[("0", 0), ("12", 12), ("-3", -3), ("+1", 1), ("1.5", 1.5), (".5", 0.5), ("-2.5e3", -2500.0)],
        *[("true", True), ("false", False), ("null", None), ("~", None), ("", None)],
        *[
            (text, text)
            for text in ("no", "yes", "on", "Off", "True", "NULL", "2024-01-31", "12:30", "0x1f", "0o7", "007")
        ],
        *[(text, text) for text in ("1_000", "1e5", ".inf", ".nan", "1.2.3", "-x", "+", "9" * 30, "1." + "0" * 40)],
        *[
            ("'12'", "12"),
            ('"true"', "true"),
            ("''", ""),
            ("'no'", "no"),
            ('"a\\nb"', "a\nb"),
            ("|\n  a\n  b\n", "a\nb\n"),
        ],
    ],
)
def test_scalar_means_what_it_looks_like(tmp_path: Path, written: str, meant: object) -> None:
    got = value(tmp_path, f"key: {written}")
    assert got == {"key": meant}
    assert type(got["key"]) is type(meant)  # type: ignore[index]


def test_every_value_knows_its_place(tmp_path: Path) -> None:
    node, _ = read(
        tmp_path, "name: Árvore de élfos\ncards:\n  - {id: one, copies: 4}\n  - id: two\n    text: |\n      a\n"
    )
    assert node is not None
    one, two = node.nearest(["cards", 0]), node.nearest(["cards", 1])
    assert str(node.span) == "deck.yaml:1:1"
    assert (node.nearest(["name"]).column, node.nearest(["name"]).end) == (7, 22)
    assert str(node.nearest(["cards"], key=True)) == "deck.yaml:2:1"
    assert (one.line, one.column, one.end) == (3, 5, 25)
    assert (two.line, two.column, two.end) == (4, 5, 12)
    copies = node.nearest(["cards", 0, "copies"])
    assert (copies.line, copies.column, copies.end) == (3, 23, 24)
    assert node.nearest(["cards", 0, "copies"], key=True).column == 15
    assert (node.nearest(["cards", 1, "text"]).line, node.nearest(["cards", 1, "text"]).end) == (5, 12)


def test_file_is_named_as_given_unless_told_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "deck.yaml"
    path.write_text("a: 1")
    node = load_yaml(path, Collector())
    assert node is not None
    assert node.span.file == str(path)


@pytest.mark.parametrize("start", ["", "\ufeff", "---\n", "# words\n", "\ufeff---\n"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_harmless_openings_change_nothing(tmp_path: Path, start: str, newline: str) -> None:
    node, found = read(tmp_path, (start + "a: 1\nb: no\n").replace("\n", newline))
    assert found == []
    assert node is not None
    assert node.plain() == {"a": 1, "b": "no"}
    assert node.nearest(["b"]).line == 2 + start.count("\n")
    assert node.nearest(["b"]).column == 4


def test_alias_is_the_value_at_a_place_of_its_own(tmp_path: Path) -> None:
    node, found = read(tmp_path, "a: &x {b: 1}\nc: *x\n&k d: 2\n*k : 3\n")
    assert node is not None
    assert node.plain() == {"a": {"b": 1}, "c": {"b": 1}, "d": 2}
    assert str(node.nearest(["c"])) == "deck.yaml:2:4"
    assert str(node.nearest(["c", "b"])) == "deck.yaml:1:11"
    assert [item.code for item in found] == ["E106"]


def test_alias_of_no_anchor_is_told_with_the_one_that_is_meant(tmp_path: Path) -> None:
    assert only(tmp_path, "a: &fish {b: 1}\nc: *fsih\n").hints == ("did you mean 'fish'?",)
    assert only(tmp_path, "a: &fish {b: 1}\nc: *boat\n").hints == ("put text that begins with '*' in quotes",)


def test_anchor_can_be_given_again(tmp_path: Path) -> None:
    assert value(tmp_path, "a: &x 1\nb: &x 2\nc: *x\n") == {"a": 1, "b": 2, "c": 2}


def test_text_with_a_colon_is_to_be_quoted(tmp_path: Path) -> None:
    for text in ("a: {en: Ten years: one arrow., pt: x}", "a: [Ten years: one: two]", "a: Ten years: one arrow."):
        _, found = read(tmp_path, text)
        assert [item.code for item in found] == ["E105"]
        assert "in quotes" in found[0].hints[0]
    _, found = read(tmp_path, "a: {b: c\nd: e")
    assert found[0].hints == ("close it with }",)


# files that are none


def test_missing_file_says_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "samurai.yaml").write_text("a: 1")
    found = Collector()
    assert load_yaml(tmp_path / "samuray.yaml", found) is None
    assert found.items[0].code == "E101"
    assert "samurai.yaml'?" in found.items[0].hints[0]


@pytest.mark.parametrize("name", ["a\0b", "deck.yaml/x", "x" * 5000])
def test_name_that_can_be_no_file_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "deck.yaml").write_text("a: 1")
    found = Collector()
    assert load_yaml(tmp_path / name, found) is None
    assert [item.code for item in found.items] in (["E101"], ["E102"])


def test_folder_pipe_and_huge_file_are_refused_unread(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    with (tmp_path / "huge").open("wb") as stream:
        stream.truncate(40 * 2**20)
    for name, code, words in (("folder", "E102", "is a folder"), ("pipe", "E102", ""), ("huge", "E103", "40.0 MiB")):
        found = Collector()
        assert load_yaml(tmp_path / name, found) is None, name
        assert [(item.code, words in item.message) for item in found.items] == [(code, True)]


def test_too_many_values_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "NODE_LIMIT", 100)
    assert only(tmp_path, "a: [" + "1," * 100 + "]").code == "E103"


# bytes that are no text


@pytest.mark.parametrize(
    ("content", "likeness"),
    [
        ("a: é".encode("utf-16"), "UTF-16"),
        ("a: some words".encode("utf-16-le"), "UTF-16"),
        ("a: some words".encode("utf-16-be"), "UTF-16"),
        ("a: é".encode("utf-32"), "UTF-32"),
        ("name: coração".encode("latin-1"), "Latin-1"),
        (b"%PDF-1.7\n\xe2\xe3", "PDF"),
        (b"\x89PNG\r\n\x1a\n\0\0", "a PNG picture, not YAML"),
        (b"\xd0\xcf\x11\xe0\0\0", "an old office document, not YAML"),
        (b"PK\x03\x04\x14\0", "spreadsheet"),
        (b'<?xml version="1.0"?>\n<svg/>', "file is a picture (SVG), not YAML"),
        (b"<html>rtf", "file is XML or HTML, not YAML"),
        (b"{\\rtf1 <b", "file is a text document, not YAML"),
        (b"\x81\x8d\xff", "binary"),
        (b"a: b\0c", "binary"),
    ],
)
def test_other_encoding_is_named(tmp_path: Path, content: bytes, likeness: str) -> None:
    error = only(tmp_path, content)
    assert error.code == "E104"
    assert likeness in error.message


def test_first_bad_byte_is_pointed_at(tmp_path: Path) -> None:
    assert str(only(tmp_path, b"\xef\xbb\xbfa: 1\nb: \xc3\xa9\xe9\n").span) == "deck.yaml:2:5"


@pytest.mark.parametrize(("escape", "number"), [("\\u0000", "0000"), ("\\a", "0007"), ("\\uFFFE", "FFFE")])
def test_an_escaped_control_character_is_refused_too(tmp_path: Path, escape: str, number: str) -> None:
    node, [error] = read(tmp_path, f'a: 1\nb: "x{escape}"\n')
    assert (error.code, f"U+{number}" in error.message, str(error.span)) == ("E104", True, "deck.yaml:2:4")
    assert node is not None
    assert node.plain() == {"a": 1, "b": "x"}


@pytest.mark.parametrize("char", ["\x01", "\x1b", "\x7f", "\x80", "\ufffe"])
def test_control_character_is_refused_by_its_number(tmp_path: Path, char: str) -> None:
    error = only(tmp_path, f"a: 1\nb: x{char}\n")
    assert error.code == "E104"
    assert f"U+{ord(char):04X}" in error.message
    assert str(error.span) == "deck.yaml:2:5"


# text that is no YAML


@pytest.mark.parametrize(
    ("content", "place", "words"),
    [
        ("a:\n  b: 1\n  \tc: 2", "3:3", "tab"),
        ("a: {b: 1", "1:4", "not closed"),
        ("a: %x", "1:4", "'%'"),
        ("{a: @x}", "1:5", "'@' cannot start a value"),
        ("a: !x!y 1", "1:4", "'!'"),
        ("%YAML 2.0\n---\na: 1", "1:1", "incompatible"),
    ],
)
def test_syntax_error_is_reported_in_plain_words(tmp_path: Path, content: str, place: str, words: str) -> None:
    error = only(tmp_path, content)
    assert error.code == "E105"
    assert str(error.span) == f"deck.yaml:{place}"
    assert words in error.message


@pytest.mark.skipif(not yaml.__with_libyaml__, reason="compares the two parsers")
@pytest.mark.parametrize(
    "content", ["a:\n\tb: 1\n", "a: b: c", "a: @x", "a: [1, 2\nb: 1", "a:\n  - 1\n b: 2", "a: 'x' y"]
)
def test_parser_without_c_says_the_same(tmp_path: Path, content: str, monkeypatch: pytest.MonkeyPatch) -> None:
    error = only(tmp_path, content)
    monkeypatch.setattr(module, "LOADER", PythonLoader)
    again = only(tmp_path, content)
    assert (again.code, again.message, again.hints) == (error.code, error.message, error.hints)


@pytest.mark.parametrize("content", ["", "\n\n", "# only words\n", "---\n", "null", "\ufeff"])
def test_empty_file_is_refused(tmp_path: Path, content: str) -> None:
    error = only(tmp_path, content)
    assert (error.code, error.message) == ("E109", "file is empty")


@pytest.mark.parametrize("content", ["- a\n- b", "just words", "12", "''"])
def test_root_without_keys_is_refused(tmp_path: Path, content: str) -> None:
    assert only(tmp_path, content).code == "E109"


@pytest.mark.parametrize("content", ["\u00a0title: Tide Pool", "title:\u00a0Tide Pool", "title\u3000Tide Pool"])
def test_root_whose_key_is_glued_by_an_odd_space_is_told_so(tmp_path: Path, content: str) -> None:
    error = only(tmp_path, content)
    assert (error.code, error.span.line) == ("E115", 1) and "separates nothing" in error.message


# YAML that is too much, or too clever


def test_every_duplicate_key_is_reported_with_the_first(tmp_path: Path) -> None:
    node, found = read(tmp_path, "a: 1\nb: {c: 1, c: 2}\na: 3\na: {d: 1, d: 2}\n")
    assert [(item.code, str(item.span)) for item in found] == [
        ("E106", "deck.yaml:2:11"),
        ("E106", "deck.yaml:3:1"),
        ("E106", "deck.yaml:4:1"),
        ("E106", "deck.yaml:4:11"),
    ]
    assert str(found[1].notes[0][1]) == "deck.yaml:1:1"
    assert node is not None
    assert node.plain() == {"a": 1, "b": {"c": 1}}


def test_a_flood_of_errors_is_cut(tmp_path: Path) -> None:
    for text in ("a: 1\n" * 10 * ERROR_LIMIT, "".join(f"a{number}: {{b:1}}\n" for number in range(ERROR_LIMIT + 2))):
        assert len(read(tmp_path, text)[1]) == ERROR_LIMIT


@pytest.mark.parametrize(
    ("content", "place", "words"),
    [
        ("a: !!python/object/apply:os.system [ls]", "1:4", "'!!python/object/apply:os.system'"),
        ("a: !!int 3", "1:4", "'!!int'"),
        ("a: !own {b: 1}", "1:4", "'!own'"),
        ("c:\n  <<: 1", "2:7", "merge key"),
        ("a: &x [1]\nc:\n  <<: *x", "1:8", "merge key"),
        ("1.5: a", "1:1", "'1.5'"),
        ("-1: a", "1:1", "'-1'"),
        ("+1: a", "1:1", "'+1'"),
        ("a: 1\n?\n", "2:2", "''"),
        ("a:\n  true: 1", "2:3", "'true'"),
        ("~: a", "1:1", "'~'"),
        ("[a, b]: c", "1:1", "list or mapping"),
        ("? {a: 1}\n: c", "1:3", "list or mapping"),
        ("a: 1\n---\nb: 2", "2:1", "second document"),
    ],
)
def test_feature_with_surprises_is_refused(tmp_path: Path, content: str, place: str, words: str) -> None:
    error = only(tmp_path, content)
    assert error.code == "E110"
    assert str(error.span) == f"deck.yaml:{place}"
    assert words in error.message


def test_whole_number_is_a_key(tmp_path: Path) -> None:
    assert value(tmp_path, "copies: {1: 4, 2: 6, 0: 1}") == {"copies": {"1": 4, "2": 6, "0": 1}}


def test_errors_of_several_kinds_come_together(tmp_path: Path) -> None:
    _, found = read(tmp_path, "a: 1\na: 2\nb: !!int 1\n3.5: 4\n~: 5\n")
    assert [item.code for item in found] == ["E106", "E110", "E110", "E110"]


def test_a_merge_without_a_value_takes_none_of_a_key_that_is_refused(tmp_path: Path) -> None:
    _, found = read(tmp_path, "a:\n  <<:\n  3.5: {b: 1}\n")
    assert [(item.code, item.span.line) for item in found] == [("E110", 3), ("E110", 2)]


def test_a_list_of_what_is_refused_is_none(tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    for text, read_alone in (("- {a: 1}\n", [{"a": 1}]), ("- {a: 1}\n- {1.5: a}\n", None)):
        path.write_text(text)
        found = Collector()
        node = load_yaml(path, found, "cards.yaml", lists=True)
        assert (node and node.plain()) == read_alone and bool(found.items) == (read_alone is None)


def test_quoted_merge_sign_is_a_key(tmp_path: Path) -> None:
    assert value(tmp_path, "'<<': 1") == {"<<": 1}


@pytest.mark.parametrize(
    "content", ["[" * 100_000, "a: " + "{a: " * 100_000, "- " * 100_000, "a: " + "[" * 61 + "]" * 61]
)
def test_deep_nesting_is_refused(tmp_path: Path, content: str) -> None:
    error = only(tmp_path, content)
    assert (error.code, error.message) == ("E107", "values are nested more than 60 deep")


def test_nesting_up_to_the_limit_is_read(tmp_path: Path) -> None:
    depth = DEPTH_LIMIT - 1
    assert read(tmp_path, "a: " + "[" * depth + "]" * depth)[1] == []


def test_nesting_by_aliases_counts(tmp_path: Path) -> None:
    chain = "a0: &a0 []\n" + "".join(f"a{i + 1}: &a{i + 1} [*a{i}]\n" for i in range(DEPTH_LIMIT))
    assert only(tmp_path, chain).code == "E107"


def test_billion_laughs_are_refused(tmp_path: Path) -> None:
    bomb = "a0: &a0 [lol]\n" + "".join(f"a{i + 1}: &a{i + 1} [{', '.join([f'*a{i}'] * 9)}]\n" for i in range(9))
    error = only(tmp_path, bomb)
    assert error.code == "E108"
    assert error.span is not None
    assert error.span.line == 7  # the one that comes to 9 ** 6 and all before it


@pytest.mark.parametrize("content", ["a: &x [*x]", "a: &x {b: {c: *x}}", "&r\na: *r"])
def test_value_that_holds_itself_is_refused(tmp_path: Path, content: str) -> None:
    assert only(tmp_path, content).code == "E108"


# properties

TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Cn", "Zl", "Zp"]), max_size=20)
DATA = st.recursive(
    st.one_of(TEXT, st.integers(-(10**17), 10**17), st.booleans(), st.none()),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(TEXT, inner, max_size=4)),
    max_leaves=12,
)


@settings(max_examples=50)
@given(st.dictionaries(TEXT, DATA, min_size=1, max_size=4))
def test_json_means_in_yaml_what_it_means_in_json(
    tmp_path_factory: pytest.TempPathFactory, data: dict[str, object]
) -> None:
    assert value(tmp_path_factory.mktemp("yaml"), json.dumps(data, ensure_ascii=False, indent=1)) == data


@settings(max_examples=50)
@given(st.one_of(st.binary(max_size=60), st.text("ab:-?&*![]{}|>'\"#\n \t,<%0", max_size=40).map(str.encode)))
def test_no_bytes_at_all_cause_a_traceback(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    node, found = read(tmp_path_factory.mktemp("yaml"), content)
    assert (node is None) <= bool(found)
    for item in found:
        assert item.code in {"E104", "E105", "E106", "E108", "E109", "E110", "W250"} | {
            f"E{n}" for n in range(111, 116)
        }
        assert item.span is not None


def test_a_value_alone_has_no_control_characters_and_its_place_is_that_in_the_text():
    def told(text, name=""):
        found = Collector()
        node = read_value(text, found, name)
        return node and node.plain(), [(item.code, item.message, item.span and str(item.span)) for item in found.items]

    assert told("[a, {b: 1}]") == (["a", {"b": 1}], [])
    bell = "text contains the control character U+0007"
    assert told("a\x07b") == (None, [("E104", bell, None)]) and told("a\x07b", "c.yaml") == (
        None,
        [("E104", bell, "c.yaml")],
    )
    assert told("a: !x 1")[0] is None and told("a: [1")[0] is None


def test_a_value_whose_line_has_nothing_but_odd_spaces_stands_there(tmp_path):
    node, _ = read(tmp_path, "a: \u00a0\n  b\n")
    span = node.value["a"].span
    assert (span.line, span.column, span.end) == (1, 4, 4)


def test_a_text_that_begins_with_and_is_no_name_if_it_is_on_lines_of_its_own(tmp_path):
    assert [item.code for item in read(tmp_path, "a: &c coins\n")[1]] == ["W250"]
    assert read(tmp_path, "a: &c\n  coins\n")[1] == []
    for other in ("3", "[coins]", "{coins: 1}", "true", ""):
        assert read(tmp_path, f"a: &c {other}\n")[1] == [], other
