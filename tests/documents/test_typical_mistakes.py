"""Each typical mistake is answered as the table says, and leaves what was built before, unless it can be drawn."""

import pytest

from docs.generate.typical_mistakes import TITLES, answer_to, answers, mistakes

MISTAKES = mistakes()


def test_there_are_enough_of_each_sort():
    counts = [sum(mistake.about == about for mistake in MISTAKES) for about in TITLES]
    assert all(count >= least for count, least in zip(counts, (10, 8, 8, 6, 8), strict=True)), counts
    assert len({mistake.title for mistake in MISTAKES}) == len(MISTAKES)
    assert [mistake.title for mistake in MISTAKES] == list(answers())


@pytest.mark.parametrize("mistake", MISTAKES, ids=[mistake.title for mistake in MISTAKES])
def test_a_mistake_is_answered(mistake, tmp_path):
    old = tmp_path / "out" / f"{mistake.command.split()[-1].rpartition('.')[0]}.pdf"
    if str(old.relative_to(tmp_path)) not in {name.rpartition("/")[0] for name in mistake.files}:
        old.parent.mkdir()
        old.write_bytes(b"old")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    answer = answer_to(mistake, tmp_path)
    assert answer == answers()[mistake.title]
    if answer.endswith("exit code 0\n"):  # it is drawn all the same
        assert before.pop(old) != old.read_bytes()
    assert {path: path.read_bytes() for path in before} == before
    files = {path for path in (tmp_path / "out").rglob("*") if path.is_file() and ".cardgen" not in path.parts}
    assert {path.name for path in files} <= {old.name, "notes.txt"}


@pytest.mark.parametrize("mistake", MISTAKES, ids=[mistake.title for mistake in MISTAKES])
def test_an_answer_says_where_what_and_what_to_do(mistake):
    answer = answers()[mistake.title]
    is_told = "warning[" in answer and answer.rstrip().endswith("exit code 0")
    assert is_told or answer.rstrip().endswith(("exit code 1", "exit code 2"))
    if "Usage: " in answer:
        assert "Did you mean" in answer or "deck.yaml" in answer
        return
    problems = [line for line in answer.splitlines() if "error[" in line or "warning[" in line]
    assert problems
    assert "  expected " in answer or "  hint: " in answer
    assert "/tmp/" not in answer
