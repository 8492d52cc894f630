"""From a deck file to a PDF, with a game that the core has never heard of, and with the army that ships."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from cardgen.geometry.units import Size
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file import build
from cardgen.pipeline.printed_file.build import prepare, write
from cardgen.plugin.language_files import read_language_files
from cardgen.plugin.resources import resources
from cardgen.report.errors import CardgenError

LONG = "word " * 400


def texts_of(path: Path) -> list[str]:
    """The text of each page."""
    document = pypdfium2.PdfDocument(path)
    try:
        return [page.get_textpage().get_text_range() for page in document]
    finally:
        document.close()


def letters(text: str) -> str:
    """The text without what line breaking may change."""
    return re.sub(r"[\s\u00ad\u2010\ufffe-]+", "", text)


@pytest.fixture
def change(toy_folder: Path) -> Callable[..., Path]:
    """The toy deck with some of its text replaced."""

    def change(*pairs: tuple[str, str]) -> Path:
        deck = toy_folder / "suns.yaml"
        text = deck.read_text("utf-8")
        for old, new in pairs:
            assert old in text
            text = text.replace(old, new)
        deck.write_text(text, "utf-8")
        return deck

    return change


def faults(deck: Path, **choices: object) -> list[tuple[str, int]]:
    with pytest.raises(CardgenError) as caught:
        prepare(deck, BuildOptions(**choices))
    return [(item.code, item.span.line if item.span else 0) for item in caught.value.diagnostics]


class TestToyGame:
    def test_a_game_of_ones_own_is_printed(self, change, tmp_path):
        job = prepare(change(), BuildOptions())
        write(job, tmp_path / "suns.pdf")
        pages = texts_of(tmp_path / "suns.pdf")
        assert job.title == "Toy: Suns"
        assert len(pages) == 2 + 2 * len(job.sheets)
        assert [sheet.kind for sheet in job.sheets] == ["cards", "rules"]
        assert pages[2].count("Dawn") == 10 and pages[2].count("Dusk") == 1
        assert "Toy: Suns" in pages[1] and "We rise." in pages[1]
        assert "Put the higher card on top." in pages[4]
        with pikepdf.open(tmp_path / "suns.pdf") as pdf:
            assert pdf.docinfo["/Title"] == "Toy: Suns"
            assert pdf.docinfo["/Subject"] == "We rise."
            assert [int(page) for page in pdf.Root.ViewerPreferences.PrintPageRange] == [3, 6]

    def test_stages_are_announced(self, change):
        stages: list[str] = []
        prepare(change(), BuildOptions(), stages.append)
        assert stages == ["load", "cards", "rules"]

    def test_only_some_parts_are_drawn(self, change):
        job = prepare(change(), BuildOptions(only=("rules",)))
        assert {sheet.kind for sheet in job.sheets} == {"rules"}

    def test_the_language_is_that_of_the_build(self, change, tmp_path):
        write(prepare(change(), BuildOptions(language="pt")), tmp_path / "a.pdf")
        text = " ".join(texts_of(tmp_path / "a.pdf"))
        assert "Aurora" in text and "Descanse." in text and "Nascemos." in text
        assert "Dawn" not in text

    def test_a_warning_stops_only_a_strict_build(self, change):
        deck = change(("copies: 10", "copies: 13"))
        assert [item.code for item in prepare(deck, BuildOptions()).warnings] == ["W399"]
        assert faults(deck, strict=True) == [("W399", 11)]

    def test_a_template_beside_the_deck_goes_before_that_of_the_game(self, change, tmp_path):
        deck = change()
        (tmp_path / "templates").mkdir()
        (tmp_path / "templates" / "back.svg.j2").write_text("{{ 1 / 0 }}")
        assert faults(deck) == [("E403", 1)]  # once for both pieces

    def test_a_theme_beside_the_deck_is_checked(self, change, tmp_path):
        deck = change()
        (tmp_path / "templates").mkdir()
        theme = tmp_path / "templates" / "theme.yaml"
        theme.write_text("families: {}\nstyles: {}\ncolors: {a: white}\n")
        assert faults(deck) == [("E204", 3)]
        theme.write_text("families: {}\nstyles: {}\ncolors: {a: {mix: [b, ink], part: 1}}\n")
        assert faults(deck) == [("E408", 0)]
        theme.write_text("")
        assert faults(deck) == [("E109", 0)]

    def test_a_card_without_copies_is_not_printed(self, change):
        job = prepare(change(("copies: 10", "copies: 0")), BuildOptions())
        assert sum(sheet.piece_count for sheet in job.sheets if sheet.kind == "cards") == 1


class TestFaults:
    def test_all_faults_of_the_shape_are_said_at_once(self, change):
        deck = change(("copies: 10", "copies: ten"), ("id: dusk", "id: Dusk"), ("subtitle", "subtitel"))
        assert faults(deck) == [("E203", 4), ("E204", 11), ("E204", 12)]

    def test_all_faults_of_drawing_are_said_at_once(self, change):
        deck = change(
            ("art/sun.svg", "art/snu.svg"),
            ("**Rise** and {sun} shine.", LONG),
            ("Go to rest.", LONG),
            ("#222222", "#dddddd"),
            ("copies: 10", "copies: 13"),
        )
        codes = faults(deck, only=("cards", "nope"), paper="a44", card="pokr")
        assert codes[:3] == [("E502", 0), ("E502", 0), ("E504", 0)]
        assert sorted(codes[3:]) == [
            ("E121", 10),
            ("E320", 5),
            ("E406", 9),
            ("E406", 14),
            ("W399", 11),
            ("W412", 7),  # the ink on paper of nearly its colour
            ("W412", 12),
        ]

    def test_an_icon_that_is_not_there_is_said_where_it_is_written_and_not_again_by_drawing(self, change):
        assert faults(change(("{sun}", "{snu} and {snu}"), ("Dawn", '"{no-such}"'))) == [("E206", 8), ("E206", 9)]

    def test_a_faulty_icon_beside_the_deck_is_said_where_it_is_written(self, change, tmp_path):
        icon = tmp_path / "templates" / "icons" / "moon.svg"
        icon.parent.mkdir(parents=True)
        deck = change(("{sun}", "{moon}"))
        icon.write_text("<svg")
        assert faults(deck) == [("E122", 1)]  # in the file of the icon
        icon.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="3"/></svg>')
        assert not prepare(deck, BuildOptions()).warnings

    def test_an_unknown_language_is_said_once_and_alone(self, change):
        assert faults(change(), language="de") == [("E504", 0)]

    @pytest.mark.parametrize(
        ("written", "code"),
        [
            ("", "E202"),
            ("game: tyo", "E201"),
            ("game: 5", "E201"),
            ("game: [toy, toy]", "E201"),
            ("game: {a: b}", "E201"),
            ("game: null", "E201"),
        ],
    )
    def test_the_game_must_be_known(self, change, written, code):
        deck = change(("game: toy", written))
        with pytest.raises(CardgenError) as caught:
            prepare(deck, BuildOptions())
        (found,) = caught.value.diagnostics
        assert found.code == code
        assert "Node(" not in found.message
        assert "toy" in found.expected

    def test_a_misspelt_game_is_guessed(self, change):
        with pytest.raises(CardgenError) as caught:
            prepare(change(("game: toy", "game: tooy")), BuildOptions())
        assert caught.value.diagnostics[0].hints == ("did you mean 'toy'?",)

    def test_a_file_without_a_sheet_is_not_made(self, change):
        deck = change(("copies: 10", "copies: 0"), ("id: dusk", "id: dusk\n    copies: 0"))
        assert faults(deck, only=("cards",)) == [("E505", 1)]
        assert {sheet.kind for sheet in prepare(deck, BuildOptions()).sheets} == {"rules"}

    @pytest.mark.parametrize(("choice", "code"), [({"card": "300x400mm"}, "E501"), ({"paper": "50x50mm"}, "E501")])
    def test_what_does_not_fit_the_paper_is_said(self, change, choice, code):
        assert code in [found for found, _ in faults(change(), **choice)]


class TestWriting:
    """Whatever happens, the old file stays as it was and nothing is left beside it."""

    OLD = b"the old file"

    @pytest.fixture
    def target(self, tmp_path: Path) -> Path:
        target = tmp_path / "out" / "suns.pdf"
        target.parent.mkdir()
        target.write_bytes(self.OLD)
        return target

    def assert_untouched(self, target: Path) -> None:
        assert target.read_bytes() == self.OLD
        assert list(target.parent.iterdir()) == [target]

    @pytest.mark.parametrize(
        "pair",
        [("game: toy", "game: [toy"), ("**Rise**", LONG), ("art/sun.svg", "art/none.svg")],
        ids=["yaml", "overflow", "picture"],
    )
    def test_a_fault_in_a_strict_build_writes_nothing(self, change, target, pair):
        with pytest.raises(CardgenError) as caught:
            write(prepare(change(pair), BuildOptions(strict=True)), target)
        assert all(item.is_error for item in caught.value.diagnostics)
        self.assert_untouched(target)

    @pytest.mark.parametrize(
        ("old", "new", "code"), [("**Rise**", LONG, "E406"), ("art/sun.svg", "art/none.svg", "E121")]
    )
    def test_what_can_be_drawn_is_written_and_told(self, change, target, old, new, code):
        job = prepare(change((old, new)), BuildOptions())
        assert {(item.code, item.is_error) for item in job.warnings} == {(code, False)}
        write(job, target)
        assert target.read_bytes() != self.OLD

    @pytest.mark.parametrize(("stated", "is_refused"), [("true", True), ("false", False)])
    def test_a_deck_asks_for_warnings_to_be_errors(self, change, stated, is_refused):
        deck = change(("game: toy", f"game: toy\nstrict: {stated}"), ("art/sun.svg", "art/none.svg"))
        if is_refused:
            assert [code for code, _ in faults(deck)] == ["E121"]
        else:
            assert prepare(deck, BuildOptions()).warnings

    @pytest.mark.parametrize("step", ["fsync", "replace"])
    def test_an_interrupt_leaves_the_old_file(self, change, target, monkeypatch, step):
        def stop(*_args: object) -> None:
            raise KeyboardInterrupt

        job = prepare(change(), BuildOptions(only=("rules",)))
        monkeypatch.setattr(*((os, "fsync") if step == "fsync" else (Path, "replace")), stop)
        with pytest.raises(KeyboardInterrupt):
            write(job, target)
        monkeypatch.undo()
        self.assert_untouched(target)

    def test_a_full_disk_leaves_the_old_file(self, change, target, monkeypatch):
        def full(*_args: object) -> None:
            raise OSError(28, "No space left on device")

        job = prepare(change(), BuildOptions(only=("rules",)))
        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(CardgenError) as caught:
            write(job, target)
        monkeypatch.undo()
        assert caught.value.diagnostics[0].code == "E601"
        assert "no space left" in caught.value.diagnostics[0].message
        self.assert_untouched(target)

    @pytest.mark.parametrize("name", [".", "file/suns.pdf"])
    def test_a_target_that_cannot_be_is_told(self, change, tmp_path, name):
        (tmp_path / "file").write_text("x")
        with pytest.raises(CardgenError) as caught:
            write(prepare(change(), BuildOptions(only=("rules",))), tmp_path / name)
        assert [item.code for item in caught.value.diagnostics] == ["E601"]

    @pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is closed to root")
    def test_a_folder_that_is_closed_is_told(self, change, target):
        target.parent.chmod(0o500)
        with pytest.raises(CardgenError) as caught:
            write(prepare(change(), BuildOptions(only=("rules",))), target)
        target.parent.chmod(0o700)
        assert [item.code for item in caught.value.diagnostics] == ["E601"]
        self.assert_untouched(target)


class TestPaper:
    @pytest.mark.parametrize(
        ("paper", "name", "size"),
        [
            ("a4", "A4", Size(210, 297)),
            ("LETTER", "Letter", Size(215.9, 279.4)),
            ("a3", "A3", Size(297, 420)),
            ("legal", "Legal", Size(215.9, 355.6)),
            ("220x300mm", "220x300mm", Size(220, 300)),
        ],
    )
    def test_every_page_is_a_page_of_the_paper(self, change, tmp_path, paper, name, size):
        job = prepare(change(), BuildOptions(paper=paper))
        write(job, tmp_path / "a.pdf")
        assert job.paper.name == name
        with pikepdf.open(tmp_path / "a.pdf") as pdf:
            for page in pdf.pages:
                sides = sorted(float(side) * 25.4 / 72 for side in page.MediaBox[2:])
                assert sides == pytest.approx([size.width, size.height], abs=0.01)
        assert f"{size.width:g} × {size.height:g} mm" in texts_of(tmp_path / "a.pdf")[0]

    def test_cards_take_the_size_that_is_asked_for(self, change):
        job = prepare(change(), BuildOptions(card="poker", only=("cards",)))
        trims = {placement.trim.size for placement in job.sheets[0].recto.placements}
        assert trims == {Size(63.5, 88.9)}


class TestSamurai:
    """The army that ships."""

    def test_each_sheet_has_an_odd_and_an_even_page(self, built):
        job, path = built("samurai")
        with pikepdf.open(path) as pdf:
            assert len(pdf.pages) == 2 + 2 * len(job.sheets)
            drawn = [number for number, page in enumerate(pdf.pages, 1) if " Do" in page.Contents.read_bytes().decode()]
        rectos = [2 * number + 1 for number in range(1, len(job.sheets) + 1)]
        versos = [recto + 1 for recto, sheet in zip(rectos, job.sheets, strict=True) if sheet.verso]
        assert drawn == sorted([1, 2, *rectos, *versos])
        assert len(versos) < len(rectos)  # the board has no back

    def test_the_instructions_name_the_very_pages(self, built):
        job, path = built("samurai")
        text = letters(texts_of(path)[0])
        last = 2 + 2 * len(job.sheets)
        assert letters(f"3, 5, 7, … {last - 1}") in text
        assert letters(f"4, 6, 8, … {last}") in text
        assert letters(f"pages 3–{last}") in text
        assert job.paper.name in texts_of(path)[0]

    def test_the_contents_name_every_sheet(self, built):
        job, path = built("samurai")
        text = letters(texts_of(path)[1])
        for number, sheet in enumerate(job.sheets):
            assert letters(f"{3 + 2 * number}–{4 + 2 * number}") in text
            assert letters(sheet.title) in text

    def test_every_card_is_there(self, built):
        job, _ = built("samurai")
        pieces = {part.component.name: sum(piece.copies for piece in part.pieces) for part in job.parts}
        assert pieces["bases"] == pieces["abilities"] == 25
        assert pieces["counters"] >= 9
        assert [part.component.name for part in job.parts] == [
            "bases", "abilities", "counters", "board", "rules", "aid",
        ]  # fmt: skip

    def test_the_portuguese_build_has_no_english_in_it(self, built):
        _, path = built("samurai", language="pt")
        text = letters(" ".join(texts_of(path)))
        english = []
        for folder in ("common", "attack-the-tower"):
            words = read_language_files(resources().templates / folder)
            for key, text in words["en"].items():
                if text != words["pt"][key]:
                    parts = re.split(r"\{[^}]*\}|[*\\\"'\u2019\u201c\u201d]+|Attack the Tower", text)
                    english += [(key, part) for part in parts if len(letters(part)) >= 10]
        assert len(english) > 50
        assert [(key, part) for key, part in english if letters(part) in text] == []

    def test_the_english_build_has_them(self, built):
        _, path = built("samurai")
        assert letters("Print this file") in letters(" ".join(texts_of(path)))

    def test_the_same_deck_gives_the_same_bytes_anywhere(self, built, tmp_path):
        _, path = built("samurai")
        code = (
            "import sys; from pathlib import Path; from cardgen.pipeline.printed_file.build import *;"
            "write(prepare(Path(sys.argv[1]), BuildOptions()), Path(sys.argv[2]))"
        )
        deck = resources().decks / "samurai.yaml"
        subprocess.run(
            [sys.executable, "-c", code, os.path.relpath(deck, tmp_path), "elsewhere.pdf"],
            cwd=tmp_path,
            env={**os.environ, "PYTHONHASHSEED": "12345", "TZ": "Asia/Tokyo", "SOURCE_DATE_EPOCH": "1"},
            check=True,
        )
        assert (tmp_path / "elsewhere.pdf").read_bytes() == path.read_bytes()

    def test_the_same_job_written_twice_gives_the_same_bytes(self, built, tmp_path):
        job, path = built("samurai")
        write(job, tmp_path / "again.pdf")
        assert (tmp_path / "again.pdf").read_bytes() == path.read_bytes()


@pytest.mark.parametrize(("count", "error"), [(50, InterruptedError), (51, CardgenError)])
def test_a_deck_with_more_errors_of_a_kind_than_are_told_is_not_drawn(tmp_path, monkeypatch, count, error):
    def stop(*_args: object) -> None:
        raise InterruptedError

    cards = "".join(f"  - {{name: C{at}, text: '{{nothing{at}}}'}}\n" for at in range(count))
    (tmp_path / "deck.yaml").write_text(f"game: cards\ncards:\n{cards}", "utf-8")
    monkeypatch.setattr(build, "draw_deck", stop)
    stages: list[str] = []
    with pytest.raises(error):
        prepare(tmp_path / "deck.yaml", BuildOptions(), stages.append)
    assert stages == ["load"]
