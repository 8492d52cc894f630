"""Building what changed, marking what is printed, and showing what differs: as a person does it."""

import json
import shutil

import pypdfium2
import pytest

from cardgen.plugin.resources import resources

DECK = "suns.yaml"


def edit(folder, old, new, deck=DECK):
    path = folder / deck
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def words(path):
    document = pypdfium2.PdfDocument(path)
    try:
        return [page.get_textpage().get_text_range() for page in document]
    finally:
        document.close()


@pytest.fixture
def fonts_folder():
    return resources().fonts


@pytest.fixture
def after_print(run, in_folder):
    """The whole deck is printed."""
    assert run("build", DECK).code == 0
    assert run("printed", DECK).out == "suns.yaml: 3 designs, 12 pieces printed\n"
    return in_folder


def test_all_is_new_before_anything_is_printed(run, in_folder):
    result = run("build", DECK, "--changed")
    assert (result.code, result.out) == (0, "out/suns-changed.pdf\n")
    assert "  new     cards/dawn: Dawn, print 10\n" in result.err
    assert not (in_folder / "out" / "suns.pdf").exists()


def test_nothing_is_to_be_printed_twice(run, after_print):
    result = run("build", DECK, "--changed")
    assert (result.code, result.out) == (0, "")
    assert "nothing to print" in result.err
    assert not (after_print / "out" / "suns-changed.pdf").exists()


def test_a_card_that_looks_different_is_printed_with_all_its_copies(run, after_print):
    edit(after_print, "**Rise** and", "**Climb** and")
    result = run("build", DECK, "--changed")
    assert result.err == "  changed cards/dawn: Dawn, print 10, take out 10\n"
    pages = words(after_print / "out" / "suns-changed.pdf")
    assert len(pages) == 2 + 2  # ten cards of 50 x 70 mm take one sheet, and the rules are not printed again
    assert sum(page.count("Climb") for page in pages) == 10
    assert "rest" not in "".join(pages)


def test_copies_that_are_added_are_printed_alone(run, after_print):
    edit(after_print, "copies: 10", "copies: 11")
    assert run("build", DECK, "--changed").err == "  more    cards/dawn: Dawn, print 1\n"
    assert sum(page.count("Rise") for page in words(after_print / "out" / "suns-changed.pdf")) == 1


def test_order_does_not_count(run, after_print):
    text = (after_print / DECK).read_text("utf-8")
    head, dawn, dusk = text.partition("  - id: dawn")[0], *text.split("  - id: ")[1:]
    (after_print / DECK).write_text(f"{head}  - id: {dusk.rstrip()}\n  - id: {dawn}", "utf-8")
    assert "nothing to print" in run("build", DECK, "--changed").err


def test_what_is_printed_is_what_was_built_not_what_was_written_since(run, after_print):
    edit(after_print, "**Rise**", "**Climb**")
    assert run("build", DECK, "--changed").code == 0
    edit(after_print, "Go to rest.", "Sleep.")
    assert run("printed", DECK, "-q") == (0, "", "")
    assert run("build", DECK, "--changed").err == "  changed cards/dusk: Dusk, print 1, take out 1\n"


def test_a_part_may_be_printed_by_itself(run, after_print):
    edit(after_print, "**Rise**", "**Climb**")
    assert run("build", DECK, "--changed", "--only", "rules").out == ""
    assert run("printed", DECK).code == 0
    assert "cards/dawn" in run("build", DECK, "--changed").err


def test_a_card_that_goes_away_is_told_of(run, after_print):
    text = (after_print / DECK).read_text("utf-8")
    (after_print / DECK).write_text(text.partition("  - id: dusk")[0], "utf-8")
    result = run("build", DECK, "--changed")
    assert "  gone    cards/dusk: Dusk, take out 1\n" in result.err
    assert "nothing to print" in result.err


def test_another_folder_is_another_print(run, after_print):
    assert run("printed", DECK, "--out", "there").code == 1
    assert "new     cards/dawn" in run("build", DECK, "--changed", "--out", "there").err


def test_a_damaged_record_stops_the_build(run, after_print):
    (after_print / "out" / ".cardgen" / "suns.printed.json").write_text("?")
    result = run("build", DECK, "--changed")
    assert (result.code, result.out) == (1, "")
    assert "error[E551]" in result.err
    assert run("build", DECK).code == 0


def test_two_versions_are_listed_and_drawn(run, in_folder):
    (in_folder / "old.yaml").write_bytes((in_folder / DECK).read_bytes())
    edit(in_folder, "**Rise**", "**Climb**")
    edit(in_folder, "copies: 10", "copies: 9")
    result = run("diff", "old.yaml", DECK)
    assert result == (0, "changed cards/dawn: Dawn, 10 -> 9 x (text)\nout/suns-diff.pdf\n", "")
    (page,) = words(in_folder / "out" / "suns-diff.pdf")
    assert page.index("Rise") < page.index("Climb")
    assert "9 × (before: 10)" in page
    assert "Go to rest" not in page


def test_a_page_shows_the_faces_before_and_after(run, in_folder):
    (in_folder / "old.yaml").write_bytes((in_folder / DECK).read_bytes())
    edit(in_folder, "**Rise**", "**Climb**")
    result = run("diff", "old.yaml", DECK, "--html", "diff.html")
    assert result.out.endswith("out/suns-diff.pdf\ndiff.html\n")
    page = (in_folder / "diff.html").read_text("utf-8")
    assert [page.count(f'alt="Dawn, {at}"') for at in ("before", "after")] == [1, 1]
    assert "Dusk" not in page


def test_scripts_get_the_list_too(run, in_folder):
    (in_folder / "old.yaml").write_bytes((in_folder / DECK).read_bytes())
    edit(in_folder, "id: dusk", "id: night")
    edit(in_folder, "Go to rest.", "Sleep.")
    found = json.loads(run("diff", "old.yaml", DECK, "--format", "json").out)
    assert [(item["status"], item["id"]) for item in found] == [("new", "night"), ("gone", "dusk")]
    assert found[0] == {
        "status": "new",
        "kind": "cards",
        "id": "night",
        "name": "Dusk",
        "copies_before": 0,
        "copies_after": 1,
        "keys": [],
    }


def test_equal_versions_make_no_file(run, in_folder):
    (in_folder / "old.yaml").write_text("# other words\n" + (in_folder / DECK).read_text("utf-8"), "utf-8")
    assert run("diff", "old.yaml", DECK) == (0, "no piece looks different\n", "")
    assert json.loads(run("diff", "old.yaml", DECK, "--format", "json").out) == []
    assert not (in_folder / "out").exists()


def test_a_version_with_an_error_is_told_by_its_name(run, in_folder):
    (in_folder / "old.yaml").write_text("game: toy\n")
    result = run("diff", "old.yaml", DECK)
    assert result.code == 1
    assert "old.yaml" in result.err


def test_a_font_of_ones_own_may_differ_between_versions(run, in_folder, fonts_folder):
    """Both have a font of that name, and each is drawn with its own."""
    for name, source in (("old", "AlegreyaSans-Regular"), ("new", "AlegreyaSans-Italic")):
        (in_folder / name / "fonts").mkdir(parents=True)
        (in_folder / name / DECK).write_bytes((in_folder / DECK).read_bytes())
        shutil.copytree(in_folder / "art", in_folder / name / "art")
        font = (fonts_folder / f"{source}.ttf").read_bytes()
        (in_folder / name / "fonts" / "AlegreyaSans-Regular.ttf").write_bytes(font)
    result = run("diff", f"old/{DECK}", f"new/{DECK}")
    assert result.code == 0, result.err
    assert "changed cards/dusk: Dusk, 1 x\n" in result.out


def test_errors_of_all_decks_of_a_proof_are_told(run, in_folder):
    for name in ("one.yaml", "two.yaml"):
        (in_folder / name).write_text("game: nothing\n")
    result = run("proof", "one.yaml", DECK, "two.yaml", "--out", "p")
    assert (result.code, result.out) == (1, "p/suns-overview.pdf\np/suns-proof.pdf\n")
    assert "one.yaml:1:7: error[E201]" in result.err and "two.yaml:1:7: error[E201]" in result.err


def test_proofs_are_two_files(run, in_folder):
    assert run("proof", DECK, "--out", "p") == (0, "p/suns-overview.pdf\np/suns-proof.pdf\n", "")
    (overview,) = words(in_folder / "p" / "suns-overview.pdf")
    assert "Dawn" in overview and "10 × · 50 × 70 mm" in overview
    proofs = words(in_folder / "p" / "suns-proof.pdf")
    assert len(proofs) == 2  # a sheet of cards, one of rules
    assert "largest offset: 0.00 mm" in proofs[0]
    assert "the back is blank" in proofs[1]
