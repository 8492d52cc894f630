"""JSON with positions: what is read, where it stands, and what is wrong with what cannot be read."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.read import json_text
from cardgen.read.json_text import read_json
from cardgen.report.diagnostics import Collector

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=8), inside, max_size=4),
    max_leaves=20,
)


def parse(text):
    found = Collector()
    return read_json(text, "c.json", found), [f"{item.span}: {item.code}: {item.message}" for item in found.items]


@given(JSON.filter(lambda value: isinstance(value, list | dict)), st.sampled_from((None, 2, "\t")), st.booleans())
def test_what_the_standard_library_writes_is_read_and_each_value_stands_at_its_place(value, indent, ascii_only):
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    root, _ = parse(text)
    lines = text.splitlines(keepends=True)
    waiting = [root]
    while waiting:
        node = waiting.pop()
        inside = node.value
        rest = "".join([lines[node.span.line - 1][node.span.column - 1 :], *lines[node.span.line :]])
        plain = json.JSONDecoder(strict=False).raw_decode(rest)[0]
        assert isinstance(plain, list | dict) == isinstance(inside, list | dict)
        if isinstance(inside, dict):
            assert len(inside) <= len(plain)
            for key, item in inside.items():
                start = lines[item.key_span.line - 1][item.key_span.column - 1 :]
                assert start.startswith('"') and (
                    key in start or "\\" in start or not key.isprintable() or "\ufffd" in key
                )
                waiting.append(item)
        elif isinstance(inside, list):
            assert len(inside) == len(plain)
            waiting += inside
        elif not isinstance(inside, str):
            assert inside == plain


def test_pairs_of_surrogates_are_one_character_and_halves_are_replaced():
    assert parse(r'["\ud83d\ude00", "\ud83d", "\u0007"]')[0].plain() == ["\U0001f600", "\ufffd", "\ufffd"]


def test_numbers_that_a_computer_cannot_hold_stay_as_they_are_written():
    long = f"0.{'1' * 32}"
    assert parse(f"[123456789012345678901234567890, 1e999, NaN, 2.5, {long}, {long}1]")[0].plain() == [
        "123456789012345678901234567890", "1e999", "NaN", 2.5, 1 / 9, f"{long}1",
    ]  # fmt: skip


def test_values_on_lines_of_their_own_are_a_list():
    root, found = parse('{"name": "Fox"}\n\n{"name": "Owl"}\n')
    assert (root.plain(), found) == ([{"name": "Fox"}, {"name": "Owl"}], [])
    assert str(root.value[1].value["name"].span) == "c.json:3:10"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[1, 2,]", "c.json:1:6: E155: a comma stands before no value"),
        ('{"a": 1,}', "c.json:1:8: E155: a comma stands before no value"),
        ("{a: 1}", "c.json:1:2: E155: a key is not in double quotes"),
        ("['x']", "c.json:1:2: E155: a text begins with '"),
        ('["x" "y"]', "c.json:1:6: E155: a comma is missing before this"),
        ('[{"a" 1}]', "c.json:1:7: E155: a colon is missing after a key"),
        ('["x]', "c.json:1:2: E155: a quote is never closed"),
        ('[\n{"a": 1}', "c.json:2:9: E155: the file ends before its last bracket is closed"),
        ("// remark\n[]", "c.json:1:1: E155: JSON has no remarks"),
        ("[1]]", "c.json:1:4: E155: there is a ']' too much"),
        ("[oops]", "c.json:1:2: E155: 'oops' is no value of JSON"),
        ('{"a": 1}\n{"a": oops}', "c.json:2:7: E155: 'oops' is no value of JSON"),
        (r'["\x"]', "c.json:1:3: E155: a backslash stands before a letter that it cannot stand before"),
        ("[" * 61, "c.json:1:61: E107: values are nested more than 60 deep"),
        ('{"a":' * 61, "c.json:1:301: E107: values are nested more than 60 deep"),
        (" \n", "c.json: E109: file is empty"),
        ('["' + "x" * 100_001 + '"]', "c.json:1:2: E132: a text has 100,001 characters"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text, problem):
    assert parse(text) == (None, [problem])


@pytest.mark.parametrize("one", ["[]", "{}", '[{"a": []}]'])
def test_values_beside_each_other_are_not_nested(one):
    text = f"[{', '.join([one] * 100)}]"
    found = Collector()
    assert read_json(text, "c.json", found).plain() == json.loads(text)
    assert found.items == []


def test_a_key_that_is_given_twice_is_told_with_both_places():
    root, found = parse('{"cost": 1,\n "cost": 2}')
    assert (root.plain(), found) == ({"cost": 1}, ["c.json:2:2: E106: key 'cost' is given twice"])


def test_keys_are_cleaned_as_texts_are_and_both_may_be_as_long_as_the_limit(monkeypatch):
    monkeypatch.setattr(json_text, "LONGEST_TEXT", 4)
    value, found = parse('{"a\\u0001\\r\\n": "abcd"}')
    assert (value.plain(), found) == ({"a\ufffd\n": "abcd"}, [])
    assert parse('["abcde"]') == (None, ["c.json:1:2: E132: a text has 5 characters"])


def test_a_file_has_so_many_values_at_most(monkeypatch):
    monkeypatch.setattr(json_text, "VALUE_LIMIT", 4)
    assert parse('[1, {"a": 2}]')[1] == []
    assert parse('[1, {"a": 2},\n 3]') == (None, ["c.json:2:2: E103: file contains more than 4 values"])


def test_a_key_with_quotes_in_it_stands_where_it_begins():
    root, _ = parse(r'{"a": {"b\"c\"d": 1, "\\": 2, "e\\\"f": 3}}')
    assert [(item.key_span.column, item.key_span.end) for item in root.value["a"].value.values()] == [
        (8, 17),
        (22, 26),
        (31, 39),
    ]
