"""The difference between two snapshots is enough to make the second of the first."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from cardgen.preview.session.snapshot import ShownFace, ShownPicture, Snapshot, difference, shown_problem, snapshot_json
from cardgen.report.diagnostics import Diagnostic
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
        "E203", "unknown key 'coppies'", span, "one of: copies", ("did you mean 'copies'?",), (("see", None),)
    )
    shown = shown_problem(item)
    assert (shown.code, shown.severity, shown.message) == ("E203", "error", "unknown key 'coppies'")
    assert shown.place is not None and (shown.place.file, shown.place.line, shown.place.column) == ("suns.yaml", 3, 5)
    assert (shown.expected, shown.hints, shown.notes) == (
        "one of: copies",
        ("did you mean 'copies'?",),
        (("see", None),),
    )
    assert shown_problem(Diagnostic("W101", "odd")).place is None
