"""What is told of diagnostics in each form, and in which order, stays as in the last version."""

import pickle
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from cardgen.report.diagnostics import Collector, Diagnostic, FaceSpot, did_you_mean, one_of, plural, sort_diagnostics
from cardgen.report.errors import (
    CardgenError,
    DrawnError,
    UnlocatedError,
    as_cardgen_error,
    final_errors,
    raise_errors,
)
from cardgen.report.formats import to_github, to_json, to_text
from cardgen.report.source import GameFileNode, Span
from tests.recorded import check_recorded

SPANS = [
    None, Span("b.yaml"), Span("b.yaml", 3), Span("b.yaml", 2, 5, 7), Span("b.yaml", 2, 1), Span("a.xlsx", 2, 1, 0, "ships"),
    Span("a.xlsx", 4, 28, 0, "crews"), Span("a.xlsx", 9, 0, 0, "crews"), Span("a.xlsx", sheet="crews"), Span("a.xlsx", 1, 2),
]  # fmt: skip
NOTES = tuple((f"see {number}", span) for number, span in enumerate(SPANS))
PLACES = [Diagnostic("E203", f"here {number}", span, "one, of: it", ("h%",)) for number, span in enumerate(SPANS)]
SEVERITIES = [
    replace(Diagnostic(code, f"{code} {is_strict} {in_draft}"), strict=is_strict, in_draft=in_draft)
    for code in ("E203", "W305", "E406")
    for is_strict in (False, True)
    for in_draft in (False, True)
]
SAME_PLACE = [Diagnostic(code, code, SPANS[3]) for code in ("W305", "E203", "E101")]


def coarse(measure: float | None, number: int, *, subject: str = "", more: int = 0) -> Diagnostic:
    return Diagnostic("W410", f"soft {number}", Span("c.yaml", number), subject=subject, measure=measure, more=more)


QUALITY = {
    "two": [coarse(250.4, 1), coarse(199.6, 2, subject="card 'A'")],
    "without measures": [coarse(None, 1), coarse(None, 2), coarse(None, 3), coarse(None, 4)],
    "some without": [coarse(None, 1, subject="x"), coarse(250, 2), coarse(250, 3), coarse(None, 4), coarse(260, 5)],
    "six": [coarse(200 + number, number) for number in range(6)],
    "counted only": [coarse(None, 1, more=3), coarse(None, 2, more=4)],
    "with counted": [coarse(90, 1, more=2000), coarse(280, 2)],
    "strict": [replace(coarse(200 + number, number), strict=True) for number in range(3)],
    "too many in a draft": [Diagnostic("E203", f"long {number}", in_draft=True) for number in range(52)],
    "too many strictly": [Diagnostic("W301", f"long {number}", strict=True) for number in range(52)],
    "too many and counted": [Diagnostic("E203", str(number)) for number in range(50)] + [Diagnostic("E203", "more", more=7)],
}  # fmt: skip


def found() -> Iterator[str]:
    groups = {
        "places": PLACES,
        "notes": [Diagnostic("W301", "notes", notes=NOTES)],
        "severities": SEVERITIES,
        "sorted": sort_diagnostics([*PLACES[::-1], *SAME_PLACE, *PLACES]),
        "sorted strictly": sort_diagnostics(SEVERITIES, strict=True),
        **QUALITY,
    }
    for name, items in groups.items():
        for form in (to_text, to_github, to_json):
            if form is not to_json or name in ("places", "notes", "severities"):
                told = form(items)
                yield from (f"== {name} {form.__name__}", re.sub("\n +", " ", told) if form is to_json else told)


def test_diagnostics_are_told_as_recorded(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("a.xlsx", "b.yaml"):
        (tmp_path / name).write_text("".join(f"line {number} of it\n" for number in range(1, 10)), "utf-8")
    check_recorded(Path(__file__).with_name("diagnostics.txt"), found())


def test_errors_reach_another_process_whole():
    for error in (UnlocatedError("E1", "m"), DrawnError("E1", "m", ["d"], expected="x", hints=("h",))):
        error.span, error.measure, error.part, error.is_final = Span("a", 1), 2.5, "p=", True
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), again.args, vars(again)) == (type(error), error.args, vars(error))
    assert vars(DrawnError("E1", "m", ["d"]))["drawn"] == ["d"]


@pytest.mark.parametrize(
    ("code", "of_deck", "of_command", "severities"),
    [
        ("E203", False, False, ["error"]),
        ("W305", False, False, None),
        ("W305", True, False, ["error"]),
        ("W305", False, True, ["error"]),
        ("E406", True, False, ["error"]),
        ("E406", False, False, None),
        ("", True, True, None),
    ],
)
def test_warnings_end_the_work_where_they_are_errors(code, of_deck, of_command, severities):
    collector = Collector(is_strict=of_deck)
    if code:
        collector.add(code, "odd", spot=FaceSpot("cards/a", False, (0, 0, 1, 1)))
        assert collector.items[0].spot == FaceSpot("cards/a", False, (0, 0, 1, 1))
    if severities is None:
        raise_errors(collector, strict=of_command)
        return
    with pytest.raises(CardgenError) as caught:
        raise_errors(collector, strict=of_command)
    assert [item.severity for item in caught.value.diagnostics] == severities


def test_an_error_without_a_place_is_told_at_the_boundary_and_final_where_nothing_is_drawn():
    with pytest.raises(CardgenError) as caught, as_cardgen_error(), final_errors():
        raise UnlocatedError("E406", "odd", hints=("h",))
    assert caught.value.diagnostics == (Diagnostic("E406", "odd", hints=("h",), strict=True),)
    with pytest.raises(UnlocatedError) as final, final_errors():
        raise UnlocatedError("E406", "odd")
    assert final.value.at(None).strict


def test_words_of_any_reasonable_length_are_suggested():
    assert did_you_mean("n" * 100, ["n" * 99]) == (f"did you mean '{'n' * 99}'?",)
    assert did_you_mean("n" * 101, ["n" * 100]) == ()
    assert one_of("nmae", iter(["name", "text"])) == {
        "expected": "one of: name, text",
        "hints": ("did you mean 'name'?",),
    }
    assert [plural(count, "deck") for count in (0, 1, 2)] == ["0 decks", "1 deck", "2 decks"]


def test_what_stands_in_a_game_file_is_named_by_its_keys():
    owners = {
        ("kinds", "ships", "fields", "cost", "min"): "field 'cost' of 'ships'",
        ("kinds", "ships", "fields"): "'ships'",
        ("kinds", "ships", "size", 0): "'ships'",
        ("deck", "sea", "kind"): "field 'sea' of the deck",
        ("checks", 1, "if"): "check 2",
        ("documents", "rules", "text"): "'rules'",
        ("looks", "dark"): "'dark'",
        ("kinds",): "",
        ("checks", "x"): "",
        ("title",): "",
        (): "",
    }
    node = GameFileNode({}, Span("game.yaml"))
    assert {path: node.owner(path) for path in owners} == owners
