import json

import pytest

from cardgen.report.diagnostics import (
    Collector,
    Diagnostic,
    abridge,
    collect_by_kind,
    did_you_mean,
    has_too_many,
    quoted,
    quoted_yaml,
    sort_diagnostics,
    untold,
)
from cardgen.report.errors import CardgenError, UnlocatedError, raise_errors
from cardgen.report.formats import to_github, to_json, to_text
from cardgen.report.quality import KINDS
from cardgen.report.source import Span


@pytest.fixture
def deck(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def deck(text: str) -> None:
        (tmp_path / "a.yaml").write_bytes(text.encode())

    return deck


def lines_of(span: Span) -> list[str]:
    return to_text([Diagnostic("E203", "x", span)]).splitlines()[1:]


def test_the_letter_of_the_code_is_the_severity():
    assert Diagnostic("E203", "x").severity == "error"
    assert Diagnostic("W305", "x").severity == "warning"
    assert Diagnostic("W305", "x", strict=True).severity == "error"


def test_text_says_place_code_expected_hints_notes_and_the_line(deck):
    deck("game: toy\ncards:\n  - nmae: Dojo\n")
    item = Diagnostic(
        "E203",
        "unknown key 'nmae'",
        Span("a.yaml", 3, 5, 9),
        expected="one of: id, name",
        hints=("did you mean 'name'?", "or leave it out"),
        notes=(("first here", Span("a.yaml", 1, 1)), ("no place", None)),
    )
    assert to_text([item]).splitlines() == [
        "a.yaml:3:5: error[E203]: unknown key 'nmae'", "  expected one of: id, name", "  hint: did you mean 'name'?",
        "  hint: or leave it out", "  note: first here at a.yaml:1:1", "  note: no place", "    3 |   - nmae: Dojo",
        "      |     ^^^^",
    ]  # fmt: skip


def test_text_without_a_place_is_one_line():
    assert to_text([Diagnostic("W330", "no words")]) == "warning[W330]: no words"
    assert to_text([]) == ""


@pytest.mark.parametrize(
    ("text", "span", "lines"),
    [
        ("ab\n", Span("a.yaml", 1, 2), ["    1 | ab", "      |  ^"]),
        ("ab\n", Span("a.yaml", 1, 3), ["    1 | ab", "      |   ^"]),
        ("\ufeffab\n", Span("a.yaml", 1, 1, 3), ["    1 | ab", "      | ^^"]),
        ("\tab\n", Span("a.yaml", 1, 2, 4), ["    1 |  ab", "      |  ^^"]),
        ("a" * 300, Span("a.yaml", 1, 200, 999), ["    1 | " + "a" * 100, "      | " + " " * 60 + "^" * 40]),
        ("a\x1bbc", Span("a.yaml", 1, 2, 4), ["    1 | a<U+001B>bc", "      |  ^^^^^^^^^"]),
        ("\u202ea\u202db", Span("a.yaml", 1, 4), ["    1 | <U+202E>a<U+202D>b", f"      | {' ' * 17}^"]),
        ("a\x1bb", Span("a.yaml", 1, 2), ["    1 | a<U+001B>b", "      |  ^^^^^^^^"]),
        ("a\x1b[2Jb", Span("a.yaml", 1, 1), ["    1 | a<U+001B>[2Jb", "      | ^"]),
        ("\n" * 99 + "ab", Span("a.yaml", 100, 1), ["    100 | ab", "        | ^"]),
        ("a\r\nb\r\n", Span("a.yaml", 2, 1), ["    2 | b", "      | ^"]),
        ("ab", Span("a.yaml", 2, 1), []),
        ("ab\ncd", Span("a.yaml", 2, 1), ["    2 | cd", "      | ^"]),
        ("ab", Span("a.yaml", 1), []),
        ("ab", Span("a.yaml", 0, 1), []),
        ("ab", Span("gone.yaml", 1, 1), []),
        ("ab", Span("a.yaml\0", 1, 1), []),
    ],
)
def test_carets_stand_below_the_place(deck, text, span, lines):
    deck(text)
    assert lines_of(span) == lines


def test_a_file_that_is_no_text_shows_no_line(tmp_path):
    (tmp_path / "b").write_bytes(b"\xff\xfe")
    assert lines_of(Span(str(tmp_path / "b"), 1, 1)) == []


def test_json_is_read_back(deck):
    deck("ab")
    notes = (("first", Span("a.yaml", 1)), ("none", None))
    items = [Diagnostic("W301", 'größer\n"x"', Span("a.yaml", 2, 3), "so", ("h",), notes), Diagnostic("E101", "y")]
    first, second = json.loads(to_json(items))
    assert first == {
        "severity": "warning",
        "code": "W301",
        "message": 'größer\n"x"',
        "place": {"file": "a.yaml", "line": 2, "column": 3},
        "expected": "so",
        "hints": ["h"],
        "notes": [
            {"text": "first", "place": {"file": "a.yaml", "line": 1, "column": 0}},
            {"text": "none", "place": None},
        ],
    }
    assert (second["place"], second["expected"], second["hints"], second["notes"]) == (None, None, [], [])
    assert json.loads(to_json([])) == []


def test_github_gets_one_command_a_line():
    items = [
        Diagnostic("E203", "50 % of\nit: a, b", Span("d,e:f.yaml", 2, 3), expected="x", hints=("y", "z")),
        Diagnostic("W330", "no words", strict=False),
        Diagnostic("W330", "no words", Span("a\x1b.yaml"), strict=True),
    ]
    assert to_github(items).splitlines() == [
        "::error file=d%2Ce%3Af.yaml,line=2,col=3,title=E203::50 %25 of%0Ait: a, b; expected x; y; z",
        "::warning title=W330::no words",
        "::error file=a<U+001B>.yaml,title=W330::no words",
    ]


def test_order_is_that_of_the_file_and_each_is_said_once():
    late, early, none = (Diagnostic("E1", "x", span) for span in (Span("a", 2, 1), Span("a", 1, 9), None))
    assert sort_diagnostics([late, early, none, late]) == [none, early, late]


def test_strict_makes_warnings_errors():
    (item,) = sort_diagnostics([Diagnostic("W330", "x")], strict=True)
    assert item.is_error
    assert "error[W330]" in to_text([item])


@pytest.mark.parametrize("of_deck", [True, False])
def test_under_strict_the_warnings_beside_an_error_are_errors_too(of_deck):
    found = Collector(is_strict=of_deck)
    found.add("W305", "odd")
    found.add("E203", "wrong")
    with pytest.raises(CardgenError) as error:
        raise_errors(found, strict=not of_deck)
    assert [(item.code, item.severity) for item in error.value.diagnostics] == [("E203", "error"), ("W305", "error")]


def test_a_collector_keeps_each_once_and_knows_of_errors():
    found = Collector()
    found.add("W330", "x", hints=["h"])
    found.add("W330", "x", hints=["h"])
    assert not found.has_errors
    found.add("E101", "x")
    assert found.has_errors
    assert len(found.items) == 2


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a\n  b", "'a b'"),
        (5, "'5'"),
        ("a" * 40, f"'{'a' * 40}'"),
        ("a" * 41, f"'{'a' * 39}…'"),
        ("\x1b[31mred", "'<U+001B>[31mred'"),
        ("\u202eabc", "'<U+202E>abc'"),
    ],
)
def test_values_are_shown_short_and_harmless(value, text):
    assert quoted(value) == text


def test_values_of_yaml_are_shown_as_they_are_written():
    value = {"a": [True, None, 1.5], "c": (False, {})}
    assert quoted_yaml(value) == "'{a: [true, null, 1.5], c: [false, {}]}'"


def test_the_nearest_word_is_suggested_if_there_is_one():
    assert did_you_mean("nmae", ["name", "text"]) == ("did you mean 'name'?",)
    assert did_you_mean("zzz", ["name"]) == ()
    assert did_you_mean("name" * 1000, ["name" * 1000 + "s"]) == ()


def test_errors_carry_what_is_to_be_said():
    fault = UnlocatedError("E406", "too high", expected="less", hints=["h"])
    item = fault.at(Span("a", 1), ("n", None))
    assert item == Diagnostic("E406", "too high", Span("a", 1), "less", ("h",), (("n", None),))
    assert "E406" in str(CardgenError([item]))
    fault.span, fault.measure, fault.is_final = Span("b", 2), 4.5, True
    notes = (("named here", Span("a", 1)), ("n", None))
    wanted = Diagnostic("E406", "too high", Span("b", 2), "less", ("h",), notes, strict=True, measure=4.5)
    assert fault.at(Span("a", 1), ("n", None)) == wanted
    assert fault.at(None).notes == ()


def test_the_exception_says_what_a_terminal_would() -> None:
    span = Span("deck.yaml", 3, 5, 8)
    found = [Diagnostic("E203", "unknown key 'nmae'", span, "name", ("did you mean 'name'?",))]
    assert str(CardgenError(found)) == to_text(found)


@pytest.mark.parametrize("form", [to_text, to_json, to_github])
def test_at_most_50_faults_of_a_kind_are_told_and_the_others_are_counted(form):
    faults = [Diagnostic("E203", f"unknown key 'key-{number}'") for number in range(1284)]
    told = form([*faults, Diagnostic("E202", "no key 'game'")])
    assert told.count("unknown key") == 50
    assert told.count("and 1,234 more") == 1
    assert "no key 'game'" in told


def test_faults_that_were_only_counted_are_counted_again():
    faults = [Diagnostic("E203", f"unknown key 'key-{number}'") for number in range(51)]
    told = abridge(abridge([*faults, untold("E203", 9), Diagnostic("E406", "too high")]))
    assert [(item.code, item.more) for item in told[-2:]] == [("E406", 0), ("E203", 10)]
    assert len(told) == 52
    assert abridge([untold("E203", 9), *faults])[-1].more == 10 and len(abridge([untold("E203", 9), *faults])) == 51


def test_more_errors_of_a_kind_than_are_told_are_too_many():
    errors = [Diagnostic("E302", f"id {number} is used twice") for number in range(50)]
    warnings = [Diagnostic("W305", str(number)) for number in range(99)]
    assert not has_too_many([*errors, *warnings])
    assert has_too_many([Diagnostic("E203", "other"), *errors, Diagnostic("E302", "one more")])
    assert has_too_many([*errors, Diagnostic("E302", "one more")])


def coarse(dpi, subject="", **more):
    return Diagnostic("E410", f"prints at {dpi} dpi", Span("deck.yaml", dpi), subject=subject, measure=dpi, **more)


def test_warnings_of_quality_are_told_as_one_with_the_place_of_the_worst():
    items = [
        coarse(150),
        Diagnostic("E203", "unknown key"),
        coarse(128, "card 'Ogre'"),
        coarse(199),
        coarse(180),
        coarse(190),
    ]
    (told, other) = collect_by_kind(items)
    assert other.code == "E203"
    assert str(told) == (
        "deck.yaml:128: warning[E410]: 5 pictures print under 200 dpi; the worst is 128 on card 'Ogre'"
    )
    assert [note for note, _ in told.notes] == [
        "prints at 128 dpi",
        "prints at 150 dpi",
        "prints at 199 dpi",
        "prints at 180 dpi",
        "and 1 more",
    ]


def test_warnings_that_stand_for_more_are_counted_with_them():
    (told,) = collect_by_kind([coarse(150), *map(coarse, range(160, 166)), coarse(198, more=100)])
    assert told.message == "107 pictures print under 200 dpi; the worst is 150" and told.notes[-1][0] == "and 103 more"


def test_pictures_that_lie_elsewhere_for_several_reasons_have_a_hint_for_each():
    found = [
        Diagnostic("E125", "a", hints=("fetch it", "or copy it")),
        Diagnostic("E125", "b", hints=("put '/' between folders",)),
    ]
    assert collect_by_kind([*found, *found])[0].hints == ("fetch it", "or copy it", "put '/' between folders")
    others = [coarse(150, hints=("a larger one",)), coarse(120, hints=("a smaller box",))]
    assert collect_by_kind(others)[0].hints == ("a smaller box",), "those of the worst"


def test_one_warning_of_a_kind_is_told_as_it_is():
    assert collect_by_kind([coarse(150), Diagnostic("W410", "soft")]) == [coarse(150), Diagnostic("W410", "soft")]


def test_warnings_of_quality_are_errors_under_strict_and_told_one_by_one():
    items = sort_diagnostics([coarse(150), coarse(160)], strict=True)
    assert all(item.is_error for item in items)
    assert collect_by_kind(items) == items


def test_every_kind_has_words_that_can_be_filled():
    for code in KINDS:
        worst = Diagnostic(code, "a", measure=5.0)
        (told,) = collect_by_kind([Diagnostic(code, "b", measure=7.0), worst])
        assert "2" in told.message
        assert "{" not in told.message


def test_what_stops_the_work_is_an_error_whatever_its_code():
    assert [item.severity for item in CardgenError([Diagnostic("E121", "is gone")]).diagnostics] == ["error"]
    both = CardgenError([Diagnostic("E121", "is gone"), Diagnostic("E203", "unknown")]).diagnostics
    assert [item.severity for item in both] == ["warning", "error"]
    final = UnlocatedError("E406", "too long")
    final.is_final = True
    assert final.at(None).is_error
