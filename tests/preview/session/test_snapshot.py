"""The difference between two snapshots is enough to make the second of the first."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from things import CARDS

from cardgen.plugin.making import DieNet
from cardgen.preview.session.last_good import with_kind, with_missing, with_missing_kinds
from cardgen.preview.session.snapshot import (
    ShownFace,
    ShownKind,
    ShownPicture,
    ShownPlace,
    ShownPrinted,
    ShownSpot,
    Snapshot,
    difference,
    shown_place,
    shown_problem,
    snapshot_json,
)
from cardgen.preview.session.snapshot_parts import listed_faces
from cardgen.report.diagnostics import Diagnostic, FaceSpot
from cardgen.report.source import Span


def face(id: str, key: str) -> ShownFace:
    return ShownFace(id, "cards", id, 1, ShownPicture(key, 63, 88, 3), None, "", 0.0, False, None, "")


FACES = st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from("xyz")), unique_by=lambda item: item[0])
SNAPSHOTS = st.builds(
    lambda title, faces: Snapshot(title=title, faces=tuple(face(*item) for item in faces)),
    st.sampled_from(["Suns", "Moons"]),
    FACES,
)


def applied(before: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """Do what the page does with a difference."""
    after = {**before}
    for name, value in change.items():
        if name not in ("faces", "sheets", "documents"):
            after[name] = value
            continue
        known = {item["id"]: item for item in before[name]} | value["set"]
        after[name] = tuple(known[id] for id in value.get("order", [item["id"] for item in before[name]]))
    return after


@given(SNAPSHOTS, SNAPSHOTS)
def test_a_difference_leads_from_one_snapshot_to_the_other(before, after):
    assert applied(snapshot_json(before), difference(before, after)) == snapshot_json(after)


@given(SNAPSHOTS)
def test_equal_snapshots_have_no_difference(snapshot):
    assert difference(snapshot, snapshot) == {}


def test_a_problem_keeps_all_that_it_says():
    span = Span("suns.yaml", 3, 5, 9)
    item = Diagnostic(
        "E203",
        "unknown key 'coppies'",
        span,
        "one of: copies",
        ("did you mean 'copies'?",),
        (("see", None), ("also", Span("b.yaml", 2, 1, 4))),
    )
    shown = shown_problem(item)
    assert (shown.code, shown.severity, shown.message) == ("E203", "error", "unknown key 'coppies'")
    assert shown.place is not None and (shown.place.file, shown.place.line, shown.place.column) == ("suns.yaml", 3, 5)
    assert (shown.expected, shown.hints, shown.notes) == (
        "one of: copies",
        ("did you mean 'copies'?",),
        (("see", None), ("also", ShownPlace("b.yaml", 2, 1, 4, "", ""))),
    )
    assert shown_problem(Diagnostic("W101", "odd")).place is None


def test_a_place_in_no_file_is_none_and_a_spot_is_that_of_its_face():
    assert shown_place(Span("a.xlsx", 3, 2, 0, "cards")) == ShownPlace("a.xlsx", 3, 2, 0, "cards", "B3")
    assert shown_place(Span("a.yaml", 3, 5, 9)) == ShownPlace("a.yaml", 3, 5, 9, "", "")
    assert shown_place(Span("")) is shown_place(None) is None
    faint, wrong = Diagnostic("W412", "faint", spot=FaceSpot("cards/a", True, (1, 2, 3, 4))), Diagnostic("E1", "wrong")
    problems = tuple(map(shown_problem, (faint, wrong)))
    assert (problems[0].spot, problems[1].spot) == (ShownSpot("cards/a", True, (1, 2, 3, 4)), None)
    assert Snapshot("", problems=problems).errors == problems[1:]


def test_each_value_that_differs_is_told():
    after = {
        "title": "b", "subtitle": "c", "state": "good", "language": "pt", "languages": ("pt", "en"), "paper": "A4", "card": (63.0, 88.0),
        "kinds": (ShownKind("a", "A", "card", 1, 2),), "problems": (shown_problem(Diagnostic("E1", "x")),), "printed": ShownPrinted({"a": "new"}, 1, 2),
        "missing": ("a.png",),
    }  # fmt: skip
    for name, value in after.items():
        changed = Snapshot(**{"title": "a", name: value})
        told = difference(Snapshot(title="a"), changed)
        assert [*told] == [name] and applied(snapshot_json(Snapshot(title="a")), told)[name] == json_of(
            snapshot_json(changed)[name]
        ), name


def json_of(value: Any) -> Any:
    return [json_of(one) for one in value] if isinstance(value, tuple) else value


def test_faces_from_before_are_those_of_entries_that_there_are_or_that_were_left_out():
    components = [CARDS, replace(CARDS, name="dice", made=DieNet()), replace(CARDS, name="oars")]
    game = SimpleNamespace(components=components)
    job = SimpleNamespace(project=SimpleNamespace(game=game), deck=SimpleNamespace(data=None))
    place = ShownPlace("a.yaml", 3, 5, 9, "", "")
    before = [
        replace(face(id, "x"), kind=id.partition("/")[0], place=replace(place, line=line))
        for line, id in enumerate(
            ("cards/dawn", "cards/gone", "cards/wrong", "dice/gone", "others/gone", "oars/dusk", "oars/gone")
        )
    ]
    kept = listed_faces(before, job, {replace(place, line=2, end=0)})
    assert [one.id for one in kept] == ["cards/dawn", "cards/wrong", "dice/gone", "others/gone", "oars/dusk"]


def test_what_is_missing_stands_behind_its_former_neighbours():
    def shown(ids: str, kind: str = "cards") -> list[ShownFace]:
        return [replace(face(id, "x"), kind=kind) for id in ids]

    for now, before, wanted in (
        ("", "abc", "ABC"), ("b", "abc", "AbC"), ("c", "abcd", "ABcD"), ("ca", "abc", "caB"), ("ad", "abcd", "aBCd"), ("axd", "abcd", "aBCxd"),
        ("xy", "ab", "ABxy"), ("abc", "", "abc"), ("ba", "abc", "bCa"), ("dcba", "abcd", "dcba"),
    ):  # fmt: skip
        found = with_missing(shown(now), shown(before))
        assert "".join(one.id.upper() if one.is_stale else one.id for one in found) == wanted, (now, before)
    mixed = [*shown("a", "x"), *shown("bc", "y"), *shown("d", "z")]
    for kind, wanted in (("x", "12bcd"), ("y", "a12d"), ("z", "abc12"), ("new", "abcd12")):
        assert "".join(one.id for one in with_kind(mixed, kind, shown("12", kind))) == wanted, kind
    few, many, other = (ShownKind(name, name, "card", designs, 9) for name, designs in (("a", 1), ("a", 3), ("b", 2)))
    assert with_missing_kinds([few, other], [many]) == [many, other]
    assert with_missing_kinds([many], [few, other]) == [many]
    for changed in (replace(many, title="New"), replace(many, copies=4), replace(many, designs=4)):
        assert with_missing_kinds([changed], [many]) == [changed]
