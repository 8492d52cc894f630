import json
import re

import pytest

from cardgen.cli.sizes import _detail
from cardgen.impose.fits import Fit

PRESETS = "papers:\n  small: {size: 100x150mm, margins: 10mm}\ncards:\n  tiny: 20x30mm\n"


def test_a_table_of_usual_cards_and_papers_is_shown(run, in_folder):
    result = run("sizes")
    assert result.code == 0
    assert not re.search(r" $", result.out, re.MULTILINE), "no line ends with a blank"
    head, poker, *_ = result.out.splitlines()
    lines = result.out.splitlines()
    starts = [head.index(f" {word}") + 1 for word in head.split()[1:]]
    assert all(line[at - 1] == " " != line[at] for line in lines[:5] for at in starts), "columns are aligned"
    assert head.split() == ["card", "mm", "a4", "letter", "a3", "legal"]
    assert " ".join(poker.split()) == "poker 63.5 x 88.9 3x3 = 9 (6) 3x3 = 9 (6) 6x3 = 18 L (15) 5x2 = 10 L (10)"


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        (("--card", "poker"), "poker 63.5 x 88.9 a4 210 x 297 3x3 = 9 (6; 4.8 mm) 4x2 = 8 (8; 11.0 mm) 4"),
        (("--paper", "letter"), "tcg 63 x 88 letter 215.9 x 279.4 3x3 = 9 (6; 2.7 mm) 4x2 = 8 (6; 5.8 mm) 4"),
        (("--paper", "a4", "--card", "200x287mm"), "200x287mm 200 x 287 a4 210 x 297 1x1 = 1 (1) - -"),
    ],
)
def test_one_card_or_one_paper_is_shown_in_detail(run, in_folder, asked, line):
    lines = [" ".join(shown.split()) for shown in run("sizes", *asked).out.splitlines()]
    assert line in lines


@pytest.mark.parametrize(
    ("way", "told"),
    [
        (Fit(False, 3, 3, 6, 4.75), "3x3 = 9 (6; 4.8 mm)"),
        (Fit(False, 3, 3, 6, 0.0), "3x3 = 9 (6; 0.0 mm)"),
        (Fit(True, 1, 1, 1, None), "1x1 = 1 (1)"),
        (Fit(True, 0, 2, 0, None), "-"),
    ],
)
def test_a_way_is_told_with_its_widest_gap_if_it_has_one(way, told):
    assert _detail(way) == told


def test_scripts_get_json(run, in_folder):
    (row,) = json.loads(run("sizes", "--paper", "a4", "--card", "poker", "--gap", "6mm", "--format", "json").out)
    assert (row["card_mm"], row["paper_mm"], row["gap_mm"]) == ([63.5, 88.9], [210, 297], 6)
    assert row["best"] == row["ways"][1]
    assert (row["best"]["orientation"], row["best"]["count"], row["folded"]) == ("landscape", 8, 4)


def test_papers_and_cards_beside_the_deck_come_first(run, in_folder):
    (in_folder / "sizes.yaml").write_text(PRESETS)
    for arguments in ((), ("suns.yaml",)):
        rows = json.loads(run("sizes", *arguments, "--format", "json").out)
        assert (rows[0]["card"], rows[0]["paper"], rows[0]["best"]["count"]) == ("tiny", "small", 16)


@pytest.mark.parametrize(
    ("arguments", "code"), [(("--card", "nope"), "E502"), (("--paper", "nope"), "E502"), (("--gap", "-1"), "E506")]
)
def test_a_size_that_is_none_is_wrong_usage(run, in_folder, arguments, code):
    result = run("sizes", *arguments)
    assert result.code == 2
    assert f"error[{code}]" in result.err


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (("--gap", "-3mm"), "E506"),
        (("--bleed", "-1"), "E506"),
        (("--margins", "1,2,3"), "E506"),
        (("--gap", "190mm", "--card", "poker", "--only", "cards"), "E507"),
        (("--duplex", "fold", "--split"), "E508"),
        (("--corners", "30mm"), "E509"),
    ],
)
def test_a_layout_that_cannot_be_is_wrong_usage(run, in_folder, options, code):
    result = run("build", "suns.yaml", *options)
    assert (result.code, result.out) == (2, "")
    assert f"error[{code}]" in result.err
    assert not (in_folder / "out").exists()


def test_both_files_of_a_split_build_are_named(run, in_folder):
    result = run("build", "suns.yaml", "--only", "cards", "--split")
    assert result.out.split() == ["out/suns-fronts.pdf", "out/suns-backs.pdf"]


def test_a_deck_that_is_not_there_is_wrong_usage(run):
    result = run("sizes", "poker")
    assert result.code == 2
    assert "there is no deck 'poker'" in result.err


def test_a_sheet_with_slots_shows_the_cards_that_fit_them(run, in_folder):
    lines = [" ".join(shown.split()) for shown in run("sizes", "--paper", "avery-8371").out.splitlines()]
    assert "business-us 50.8 x 88.9 avery-8371 215.9 x 279.4 - 5x2 = 10 (10) -" in lines
    assert "poker 63.5 x 88.9 avery-8371 215.9 x 279.4 - - -" in lines


def test_a_card_that_is_larger_than_a_paper_has_no_place_on_it(run, in_folder):
    (in_folder / "sizes.yaml").write_text("cards:\n  slab: 250x250mm\n")
    lines = [" ".join(shown.split()) for shown in run("sizes").out.splitlines()]
    assert "slab 250 x 250 - - 1x1 = 1 (1) -" in lines


def test_the_sizes_beside_a_deck_are_listed(run, in_folder):
    folder = in_folder / "elsewhere"
    folder.mkdir()
    (folder / "sizes.yaml").write_text(PRESETS, "utf-8")
    (folder / "deck.yaml").write_text("game: cards\n", "utf-8")
    assert "tiny" in run("sizes", folder / "deck.yaml").out and "tiny" not in run("sizes").out
