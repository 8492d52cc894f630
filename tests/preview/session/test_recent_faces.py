"""The faces that were asked for last are remembered, and no more of them than a window shows."""

from hypothesis import example, given
from hypothesis import strategies as st

from cardgen.preview.session.recent_faces import MOST, RecentFaces


@example([f"cards/{number}" for number in range(MOST)] * 2 + ["cards/a/b", "cards/0", "bases/0"])
@given(st.lists(st.sampled_from([f"{kind}/{number}" for kind in ("cards", "bases") for number in range(MOST)])))
def test_the_last_faces_are_known(asked):
    seen = RecentFaces()
    for face in asked:
        seen.note(face)
    last = [*dict.fromkeys(reversed(asked))][:MOST]
    assert all((face in seen) == (face in last) for face in asked)
    assert {f"{kind}/{own}" for kind, ids in seen.by_kind.items() for own in ids} == {*last}
