import pytest

from cardgen.changes.fingerprint import ArtworkDigests, Fingerprints
from cardgen.changes.inventory import Design, Inventory
from cardgen.geometry.units import Rect, Size
from cardgen.model.drawing import Artwork, Drawing, PlacedArtwork
from cardgen.pipeline.printed_file.records import (
    built_digest,
    mark_printed,
    read_artwork_digests,
    read_printed,
    record_artwork_digests,
    record_built,
    target_built,
)
from cardgen.report.errors import CardgenError

DOJO, LAIR, PRAYER = (
    Design(kind, name, name.title(), copies, "x")
    for kind, name, copies in (("bases", "dojo", 6), ("bases", "lair", 3), ("abilities", "prayer", 4))
)
WHOLE = Inventory(("bases", "abilities"), (DOJO, PRAYER))


def codes(call, *args):
    with pytest.raises(CardgenError) as failure:
        call(*args)
    return [item.code for item in failure.value.diagnostics]


def test_what_was_built_is_not_printed_before_it_is_said(tmp_path):
    record_built(tmp_path / "a.pdf", WHOLE)
    assert read_printed(tmp_path / "a.pdf") is None
    assert mark_printed(tmp_path / "a.pdf") == WHOLE
    assert read_printed(tmp_path / "a.pdf") == WHOLE


def test_each_pdf_has_its_own_record(tmp_path):
    record_built(tmp_path / "a.pdf", WHOLE)
    mark_printed(tmp_path / "a.pdf")
    assert read_printed(tmp_path / "b.pdf") is None


def test_a_part_that_is_printed_leaves_the_others_as_they_were(tmp_path):
    record_built(tmp_path / "a.pdf", WHOLE)
    mark_printed(tmp_path / "a.pdf")
    record_built(tmp_path / "a.pdf", Inventory(("bases",), (LAIR,)))
    assert mark_printed(tmp_path / "a.pdf").designs == (PRAYER, LAIR)


def test_equal_states_make_equal_files(tmp_path):
    files = []
    for name in ("a", "b"):
        record_built(tmp_path / name / "deck.pdf", WHOLE)
        files.append((tmp_path / name / ".cardgen" / "deck.built.json").read_bytes())
    assert files[0] == files[1]


def test_nothing_built_is_nothing_to_mark(tmp_path):
    assert codes(mark_printed, tmp_path / "a.pdf") == ["E550"]


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\xfe", b"[1]"])
def test_a_damaged_record_is_not_guessed_at(tmp_path, content):
    record_built(tmp_path / "a.pdf", WHOLE)
    mark_printed(tmp_path / "a.pdf")
    (tmp_path / ".cardgen" / "a.printed.json").write_bytes(content)
    assert codes(read_printed, tmp_path / "a.pdf") == ["E551"]
    assert codes(mark_printed, tmp_path / "a.pdf") == ["E551"]
    assert (tmp_path / ".cardgen" / "a.printed.json").read_bytes() == content


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / ".cardgen").write_text("")
    assert codes(record_built, tmp_path / "a.pdf", WHOLE) == ["E601"]
    assert codes(read_printed, tmp_path / "a.pdf") == ["E551"]


def art(svg: str) -> Artwork:
    return Artwork(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{svg}</svg>', Size(9, 9))


def fingerprint(artwork: Artwork, digests: ArtworkDigests) -> str:
    drawing = Drawing(Size(9, 9), 0, (PlacedArtwork(artwork, Rect(0, 0, 9, 9)),))
    return Fingerprints({}, digests).of_drawing(drawing)


def test_artworks_of_the_last_build_are_not_read_again(tmp_path):
    target, red, blue = tmp_path / "a.pdf", art('<rect fill="red"/>'), art('<rect fill="blue"/>')
    first = ArtworkDigests()
    alone = fingerprint(red, first)
    record_artwork_digests(target, first)
    again = read_artwork_digests(target)
    assert again.get(red, lambda _artwork: pytest.fail("read again")) == first.used[next(iter(first.used))]
    assert fingerprint(red, read_artwork_digests(target)) == alone
    assert fingerprint(blue, read_artwork_digests(target)) == fingerprint(blue, ArtworkDigests()) != alone


@pytest.mark.parametrize(
    "found", [[], [""], ["1 2 3"], ["1 2 3 inf"], ["1 2 3 4 5"], ["['inf', 1]"], 7, [["1 2 3 4"]], {"0": "1 2 3 4"}]
)
def test_damaged_digests_of_artworks_count_as_missing(tmp_path, found):
    target, red = tmp_path / "a.pdf", art('<rect fill="red"/>')
    first = ArtworkDigests()
    alone = fingerprint(red, first)
    record_artwork_digests(target, ArtworkDigests(used=dict.fromkeys(first.used, found)))
    assert fingerprint(red, read_artwork_digests(target)) == alone


def test_only_artworks_that_are_still_drawn_are_kept(tmp_path):
    target, red, blue = tmp_path / "a.pdf", art('<rect fill="red"/>'), art('<rect fill="blue"/>')
    for artwork in (red, blue):
        digests = read_artwork_digests(target)
        fingerprint(artwork, digests)
        record_artwork_digests(target, digests)
    assert list(read_artwork_digests(target).before) == list(digests.used)
    assert len(digests.used) == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"version": 0, "artworks": {}}',
        '{"version": 0, "artworks": {"a": ["1 2 3 4"]}}',
        '{"version": 1, "artworks": 3}',
        "\x00",
    ],
)
def test_a_damaged_record_of_artworks_costs_time_only(tmp_path, text):
    file = tmp_path / ".cardgen" / "a.artworks.json"
    file.parent.mkdir()
    file.write_text(text, "utf-8")
    assert read_artwork_digests(tmp_path / "a.pdf") == ArtworkDigests()


def test_digests_of_artworks_that_are_the_same_are_not_written_again(tmp_path):
    written = []
    for before, used in (({}, {}), ({"a": ("x",)}, {"a": ("x",)}), ({"a": ("x",)}, {"a": ("y",)}), ({"a": ("x",)}, {})):
        record_artwork_digests(tmp_path / "a.pdf", ArtworkDigests(before, used), lambda *file: written.append(file))
    assert len(written) == 2


def test_a_record_is_found_by_its_digest_in_any_language(tmp_path):
    target, other, french = (tmp_path / f"a[1]{language}.pdf" for language in ("", ".pt", ".fr"))
    assert built_digest(target) == "" and target_built(target, "") is None
    for path, designs in (
        (target, (DOJO,)),
        (other, (LAIR,)),
        (french, (LAIR, DOJO)),
        (tmp_path / "a1.de.pdf", (PRAYER,)),
    ):
        record_built(path, Inventory(("bases",), designs))
    digests = [built_digest(path) for path in (target, other, french, tmp_path / "a1.de.pdf")]
    assert [target_built(target, digest) for digest in digests] == [target, other, french, None]


def test_what_is_wrong_with_a_record_is_told_with_what_to_do(tmp_path):
    with pytest.raises(CardgenError) as nothing:
        mark_printed(tmp_path / "a.pdf")
    (error,) = nothing.value.diagnostics
    assert error.message.startswith("nothing was built for '")
    assert error.hints == ("build it first, with the same --out",)
