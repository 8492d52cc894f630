import pytest

from cardgen.changes.inventory import Inventory, Look
from cardgen.errors import CardgenError
from cardgen.records import note_built, note_printed, printed_of

DOJO, LAIR, PRAYER = (
    Look(kind, name, name.title(), copies, "x")
    for kind, name, copies in (("bases", "dojo", 6), ("bases", "lair", 3), ("abilities", "prayer", 4))
)
WHOLE = Inventory(("bases", "abilities"), (DOJO, PRAYER))


def codes(call, *args):
    with pytest.raises(CardgenError) as failure:
        call(*args)
    return [item.code for item in failure.value.diagnostics]


def test_what_was_built_is_not_printed_before_it_is_said(tmp_path):
    note_built(tmp_path / "a.pdf", WHOLE)
    assert printed_of(tmp_path / "a.pdf") is None
    assert note_printed(tmp_path / "a.pdf") == WHOLE
    assert printed_of(tmp_path / "a.pdf") == WHOLE


def test_each_pdf_has_its_own_record(tmp_path):
    note_built(tmp_path / "a.pdf", WHOLE)
    note_printed(tmp_path / "a.pdf")
    assert printed_of(tmp_path / "b.pdf") is None


def test_a_part_that_is_printed_leaves_the_others_as_they_were(tmp_path):
    note_built(tmp_path / "a.pdf", WHOLE)
    note_printed(tmp_path / "a.pdf")
    note_built(tmp_path / "a.pdf", Inventory(("bases",), (LAIR,)))
    assert note_printed(tmp_path / "a.pdf").looks == (PRAYER, LAIR)


def test_equal_states_make_equal_files(tmp_path):
    files = []
    for name in ("a", "b"):
        note_built(tmp_path / name / "deck.pdf", WHOLE)
        files.append((tmp_path / name / ".cardgen" / "deck.built.json").read_bytes())
    assert files[0] == files[1]


def test_nothing_built_is_nothing_to_mark(tmp_path):
    assert codes(note_printed, tmp_path / "a.pdf") == ["E550"]


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\xfe", b"[1]"])
def test_a_damaged_record_is_not_guessed_at(tmp_path, content):
    note_built(tmp_path / "a.pdf", WHOLE)
    note_printed(tmp_path / "a.pdf")
    (tmp_path / ".cardgen" / "a.printed.json").write_bytes(content)
    assert codes(printed_of, tmp_path / "a.pdf") == ["E551"]
    assert codes(note_printed, tmp_path / "a.pdf") == ["E551"]
    assert (tmp_path / ".cardgen" / "a.printed.json").read_bytes() == content


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / ".cardgen").write_text("")
    assert codes(note_built, tmp_path / "a.pdf", WHOLE) == ["E601"]
    assert codes(printed_of, tmp_path / "a.pdf") == ["E551"]
