"""What a build reports of the files that it wrote."""

from dataclasses import replace

import pytest

from cardgen.geometry.units import Size
from cardgen.impose.layout import Layout
from cardgen.impose.order import order_files
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import _pages, prepare
from cardgen.pipeline.printed_file.output import build_deck, describe_printing_mode, prepare_output
from cardgen.pipeline.printed_file.records import built_digest, mark_printed, target_built
from cardgen.pipeline.printed_file.targets import file_stem, target_of
from cardgen.report.errors import CardgenError
from cardgen.write import file_set
from cardgen.write.files import write_temporary

A4 = Size(210, 297)


@pytest.fixture
def build(toy_folder):
    def build(**choices):
        return build_deck(toy_folder / "suns.yaml", toy_folder / "out", BuildOptions(**choices), lambda _stage: None)

    return build


def test_a_result_counts_sheets_pages_and_pieces(build, toy_folder):
    result = build()
    assert result.files == (toy_folder / "out" / "suns.pdf",)
    assert (result.title, result.paper) == ("Toy: Suns", "A4")
    assert (result.sheets, result.page_count, result.piece_count) == ({"cards": 1, "rules": 1}, 6, 11)
    assert (result.changes, result.warnings, result.cut_files, result.instructions) == ((), (), (), None)


def test_fronts_and_backs_are_two_files(build):
    result = build(split=True, only=("cards",))
    assert [file.name for file in result.files] == ["suns-fronts.pdf", "suns-backs.pdf"]
    assert result.page_count == 3
    assert result.instructions and result.instructions.parts


def test_a_draft_needs_no_record_and_what_cannot_be_written_is_told_with_all_else(toy_folder):
    deck, target = toy_folder / "suns.yaml", toy_folder / "out" / "suns.pdf"
    target.parent.mkdir()
    (target.parent / ".cardgen").write_text("")
    deck.write_text(deck.read_text("utf-8").replace("art/sun.svg", "art/none.svg"), "utf-8")
    options = BuildOptions(only=("cards",))
    assert prepare_output(deck, target, replace(options, draft=True), str).sheets
    with pytest.raises(CardgenError) as caught:
        prepare_output(deck, target, options, str)
    assert {item.code for item in caught.value.diagnostics} == {"E601", "E121"}


def test_a_draft_is_not_recorded_as_what_is_on_paper(build, toy_folder):
    build(only=("cards",))
    (record,) = (toy_folder / "out" / ".cardgen").rglob("*.built.json")
    printed = record.read_bytes()
    deck = toy_folder / "suns.yaml"
    deck.write_text(deck.read_text("utf-8").replace("Dusk", "Dark"), "utf-8")
    build(only=("cards",), draft=True)
    assert record.read_bytes() == printed
    build(only=("cards",))
    assert record.read_bytes() != printed


def test_each_file_of_a_split_build_has_its_own_bookmarks(toy_folder):
    def bookmarks(**choices):
        job = prepare(toy_folder / "suns.yaml", BuildOptions(only=("cards",), **choices))
        assert (job.title, job.subject, job.author, job.language) == ("Toy: Suns", "We rise.", "Ada Lovelace", "en")
        files = order_files(len(job.sheets), job.settings.layout)
        return [[page.bookmark for page in _pages(job, file)] for file in files]

    assert bookmarks() == [["How to print", "Contents and rights", "Cards", None]]
    assert bookmarks(split=True) == [["How to print", "Contents and rights", "Cards"], ["Cards"]]


def test_a_build_that_fails_at_any_of_its_files_leaves_all_of_them_as_they_were(build, toy_folder, monkeypatch):
    def files():
        return {path: path.read_bytes() for path in (toy_folder / "out").rglob("*") if path.is_file()}

    choices = {"split": True, "plotter": "silhouette", "cut_files": ("svg",), "only": ("cards",)}
    build(**choices)
    before = files()
    names = ("suns-fronts.pdf", "suns-backs.pdf", "suns-cut-cards.svg", "suns.built.json")
    assert set(names) <= {path.name for path in before}
    deck = toy_folder / "suns.yaml"
    deck.write_text(deck.read_text("utf-8").replace("Dawn", "Dusk"), "utf-8")
    for name in names:

        def fail(temporary, data, name=name):
            if temporary.name.startswith(f".{name}."):
                raise OSError(28, "No space left on device")
            write_temporary(temporary, data)

        monkeypatch.setattr(file_set, "write_temporary", fail)
        with pytest.raises(CardgenError, match="E601"):
            build(**choices)
        assert files() == before


def test_cut_files_know_their_pages(build):
    result = build(plotter="silhouette", cut_files=("svg", "dxf"), only=("cards",))
    names = [(cut.path.name, cut.pages) for cut in result.cut_files]
    assert names[:2] == [("suns-cut-cards.svg", (3,)), ("suns-cut-cards.dxf", (3,))]


def test_a_build_of_nothing_changed_has_no_file(build, toy_folder):
    from cardgen.pipeline.printed_file.records import mark_printed

    build()
    mark_printed(toy_folder / "out" / "suns.pdf")
    result = build(changed=True)
    assert (result.files, result.sheets, result.page_count, result.piece_count) == ((), {}, 0, 0)
    assert {change.status for change in result.changes} == {"same"}


def test_faults_of_a_deck_are_told_in_full_where_only_changes_are_printed(build, toy_folder):
    """Also where what it looks like cannot be known."""
    build(only=("cards",))
    mark_printed(toy_folder / "out" / "suns.pdf")
    deck = toy_folder / "suns.yaml"
    deck.write_text(deck.read_text("utf-8").replace("Go to rest.", "{nothing}"), "utf-8")
    (toy_folder / "art" / "sun.svg").unlink()
    told = []
    for changed in (False, True):
        with pytest.raises(CardgenError) as caught:
            build(changed=changed, only=("cards",))
        told.append([str(item) for item in caught.value.diagnostics])
    assert told[0] == told[1] and len(told[0]) > 1


def test_the_summary_of_a_list_is_about_all_of_its_cards_where_only_changes_are_printed(tmp_path):
    def build(text, **choices):
        (tmp_path / "sea.csv").write_text(text, "utf-8")
        return build_deck(tmp_path / "sea.csv", tmp_path, BuildOptions(**choices), lambda _stage: None)

    build("name,copies\nDory,2\nMoby,1\n")
    mark_printed(tmp_path / "sea.pdf")
    result = build("name,copies\nDory,2\nOrca,1\n", changed=True)
    assert result.piece_count == 1 and result.summary.startswith("3 cards from 2 rows")


def test_a_record_that_cannot_be_read_stops_only_a_build_of_changes(build, toy_folder):
    build()
    (toy_folder / "out" / ".cardgen" / "suns.printed.json").write_text("?")
    with pytest.raises(CardgenError, match="E551"):
        build(changed=True)
    assert build().files


def test_a_target_is_a_file_in_a_folder_or_the_file_itself(tmp_path):
    assert target_of(tmp_path / "a.yaml", tmp_path / "out") == tmp_path / "out" / "a.pdf"
    assert target_of(tmp_path / "a.yaml", tmp_path / "b.PDF") == tmp_path / "b.PDF"
    assert target_of(tmp_path / "a.yaml", tmp_path / "out", "de") == tmp_path / "out" / "a.de.pdf"


def test_lists_of_one_stem_do_not_write_the_same_file(tmp_path):
    names = {
        "a.csv": "a",
        "a.xlsx": "a-xlsx",
        "a.xlsx#one": "a-one-xlsx",
        "b.csv": "b-csv",
        "b.yaml": "b",
        "c.ods": "c",
        "d": "d",
        "d.yaml": "d",
        "e.CSV": "e-csv",
        "e.yml": "e",
    }
    for name in names:
        (tmp_path / name.partition("#")[0]).touch()
    assert {name: file_stem(tmp_path / name) for name in names} == names


def test_each_language_has_a_file_and_a_record_of_its_own(tmp_path):
    deck = tmp_path / "deck.yaml"
    deck.write_text("game: cards\nlanguages: [en, de]\ncards: [{name: {en: Dawn, de: Morgen}}]\n")
    out = tmp_path / "out"

    def build(**options):
        result = build_deck(deck, out, BuildOptions(**options), lambda _stage: None)
        return [file.name for file in result.files]

    assert (build(), build(language="de"), build(language="en")) == (["deck.pdf"], ["deck.de.pdf"], ["deck.pdf"])
    mark_printed(target_of(deck, out))
    build(language="de")
    assert build(changed=True) == []
    assert build(changed=True, language="de") == ["deck.de-changed.pdf"]
    german = target_of(deck, out, "de")
    assert target_built(target_of(deck, out), built_digest(german)) == german
    assert target_built(target_of(deck, out), "other") is None
    (out / ".cardgen" / "deck.de.built.json").write_bytes((out / ".cardgen" / "deck.built.json").read_bytes())
    assert target_built(target_of(deck, out), built_digest(german)) == target_of(deck, out), (
        "the first language comes first"
    )


@pytest.mark.parametrize(
    ("layout", "mode"),
    [
        (Layout(A4), "both sides, flip on the long edge"),
        (Layout(A4, duplex="short-edge"), "both sides, flip on the short edge"),
        (Layout(A4, duplex="none"), "one side only"),
        (Layout(A4, duplex="fold"), "one side only"),
        (Layout(A4, split=True), "one side only, turn the stack, then the backs"),
        (
            Layout(A4, duplex="manual"),
            "odd pages, then even pages, with the stack turned on the long edge between them",
        ),
    ],
)
def test_the_way_to_print_is_told_in_a_few_words(layout, mode):
    assert describe_printing_mode(layout) == mode
