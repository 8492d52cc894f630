from dataclasses import fields
from pathlib import Path
from random import Random

import pytest
from things import CARDS

from cardgen.geometry.units import Edges, Size
from cardgen.impose.layout import Layout
from cardgen.pipeline.options import BuildOptions, LayoutOptions
from cardgen.pipeline.presets import PRESETS, load_presets
from cardgen.pipeline.print_settings import adapt_to_printer, resolve
from cardgen.report.diagnostics import Collector
from tests.recorded import check_recorded
from tests.told import told_in_full

USUAL = Size(40, 53)
FILE = """\
papers:
  cardstock: {size: 200x280mm, margins: "8mm,6mm", gap: 2mm}
  A4: 210x296mm
cards:
  mine: 61x91mm
  Round corners: {size: poker, corners: 3, bleed: 2mm, gap: 0.125in}
  flush: {size: poker, gap: 0}
"""


@pytest.fixture
def resolved(tmp_path):
    """What comes of a command line, with the presets above beside the deck; and the codes of its faults."""
    (tmp_path / PRESETS).write_text(FILE)

    def resolved(paper="letter", card="", **options):
        found = Collector()
        settings = resolve(BuildOptions(paper=paper, card=card, **options), load_presets(tmp_path, found), USUAL, found)
        return settings, [item.code for item in found.items]

    return resolved


def faults_of(tmp_path, text):
    (tmp_path / PRESETS).write_text(text)
    found = Collector()
    load_presets(tmp_path, found)
    return [(item.code, item.span.line) for item in found.items]


def test_nothing_asked_is_what_the_game_and_the_margins_of_printers_say(resolved):
    settings, codes = resolved()
    assert (settings.paper.name, settings.card, codes) == ("Letter", USUAL, [])
    assert settings.layout == Layout(Size(215.9, 279.4))


def test_a_paper_of_ones_own_brings_its_margins_and_its_gap(resolved):
    settings, _ = resolved("Cardstock")
    assert settings.paper.size == Size(200, 280)
    assert (settings.layout.margins, settings.layout.gap) == (Edges(left=6, top=8, right=6, bottom=8), 2)


def test_a_card_of_ones_own_goes_before_the_paper(resolved):
    settings, _ = resolved("cardstock", "round corners")
    layout = settings.layout
    assert settings.card == Size(63.5, 88.9)
    assert (layout.gap, layout.bleed, layout.corners) == (3.175, 2, 3)


def test_the_command_line_goes_before_both(resolved):
    settings, _ = resolved("cardstock", "round-corners", gap="0", bleed="1mm", corners="0", margins="4")
    layout = settings.layout
    assert (layout.gap, layout.bleed, layout.corners, layout.margins) == (0, 1, 0, Edges.all(4))


def test_a_length_of_nothing_is_a_length(resolved):
    assert resolved("cardstock", "flush")[0].layout.gap == 0
    assert [resolved(bleed=bleed)[0].bleed_of(CARDS) for bleed in ("", "0", "1mm")] == [CARDS.bleed, 0, 1]
    assert CARDS.bleed > 0


def test_a_name_of_ones_own_goes_before_the_usual_one(resolved):
    assert resolved("a4")[0].paper.size == Size(210, 296)
    assert resolved(card="mine")[0].card == Size(61, 91)


def test_all_faults_are_found_at_once_and_defaults_stand_in(resolved):
    settings, codes = resolved(
        "a44", "pokr", gap="-1", bleed="x", margins="1,2,3", corners="900mm", split=True, duplex="fold"
    )
    assert codes == ["E502", "E502", "E506", "E506", "E506", "E506", "E508"]
    assert (settings.paper.size, settings.card, settings.layout.split) == (Size(210, 297), USUAL, False)


def test_no_file_is_no_preset(tmp_path):
    found = Collector()
    assert (load_presets(tmp_path, found).papers, found.items) == ({}, [])


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("papers:\n  a: 5x5mm", [("E204", 2)]),
        ("papers:\n  a: {size: a4, margins: -3}", [("E204", 2)]),
        ("papers:\n  a: {size: a4, gap: [1]}", [("E204", 2)]),
        ("cards:\n  a: {size: poker, corners: true}", [("E204", 2)]),
        ("cards:\n  a: {gap: 3}", [("E202", 2)]),
        ("cards:\n  a: {size: poker, gaps: 3}", [("E203", 2)]),
        ("sizes: 3", [("E203", 1)]),
        ("papers: [a4", [("E105", 1)]),
    ],
)
def test_faults_in_the_file_have_their_place(tmp_path, text, faults):
    assert faults_of(tmp_path, text) == faults


@pytest.mark.parametrize(
    ("option", "code", "text"),
    [
        ("paper", "E502", "papers:\n  a: b5\n  Mine: 5x5mm"),
        ("card", "E502", "papers: {b: b5}\ncards:\n  mine: {size: poker, gap: x}"),
        ("plotter", "E532", "plotters:\n\n  mine: {arms: 3}"),
    ],
)
def test_what_is_unknown_since_the_file_has_errors_has_its_place_there(tmp_path, option, code, text):
    (tmp_path / PRESETS).write_text(text)
    found = Collector()
    resolve(BuildOptions(**{option: "mine"}), load_presets(tmp_path, found), USUAL, found)
    (item,) = [item for item in found.items if item.code == code]
    assert (item.span.line, item.span.column) == (3, 3)
    assert item.span.file.endswith(PRESETS)


A4 = Layout(Size(210, 297))


@pytest.mark.parametrize(
    ("options", "duplex", "flip", "evens"),
    [
        (LayoutOptions(), "short-edge", "short", "reversed"),
        (LayoutOptions(duplex="manual"), "manual", "short", "reversed"),
        (LayoutOptions(duplex="long-edge", evens="normal"), "long-edge", "long", "normal"),
        (LayoutOptions(duplex="none"), "none", "long", "normal"),
    ],
)
def test_a_printer_decides_what_the_user_leaves_open(options, duplex, flip, evens):
    layout = Layout(A4.paper, duplex=options.duplex or "long-edge", evens=options.evens or "normal")
    layout = adapt_to_printer(layout, options, "short", "reversed")
    assert (layout.duplex, layout.flip, layout.evens) == (duplex, flip, evens)


WAYS = {
    "paper": ["a4", "letter", "A6", "cardstock", "CardStock", "avery-8371", "200x150mm", "8x10in", "a44", "5x5mm", "roll"], "card": ["", "", "mine", "round corners", "poker", "40x53", "pokr", "0x4"],
    "margins": ["", "", "4", "10mm,5mm", "1,2,3,4", "1,2,3", "300", "-1"], "gap": ["", "", "0", "2mm", "0.25in", "-1", "x"], "bleed": ["", "", "3", "1.5mm", "99"],
    "corners": ["", "", "3", "0", "900"], "marks": ["crop", "lines", "none"], "duplex": ["", "", "long-edge", "short-edge", "manual", "fold", "none"],
    "evens": ["", "", "normal", "reversed"], "split": [False, False, False, True], "plotter": ["", "", "", "silhouette", "Arm", "armm"], "printer": ["", "", "office", "home", "none"],
    "ink": ["full", "low"], "cut_files": [(), (), ("svg",), ("svg", "dxf"), ("png",)], "large_print": [False, True],
}  # fmt: skip
PRINTERS = "printers:\n  office: {dx: 1.5, scale_y: 1.01, flip: short-edge, evens: reversed}\n  home: {angle: 0.5, landscape: right}\n"


def test_options_are_resolved_as_recorded(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CARDGEN_CONFIG", str(tmp_path))
    (tmp_path / "printers.yaml").write_text(PRINTERS)
    plotters = "plotters:\n  Leg: {inset: 9}\n  Arm: {inset: 12, arm: 15mm, line: 0.6}\n"
    (tmp_path / PRESETS).write_text(f"{FILE}  roll: {{size: 90x900mm}}\n{plotters}")

    def told():
        for seed in range(160):
            rng, found = Random(seed), Collector()
            changed = rng.sample([*WAYS], rng.choice((1, 2, 3, 5)))
            options = {name: chosen for name in changed if (chosen := rng.choice(WAYS[name])) != ""}
            yield f"== {seed} {options}"
            settings = resolve(BuildOptions(**options), load_presets(Path(), found), USUAL, found)
            yield f"{settings.paper} {settings.card} {settings.printer_name!r} {settings.printer and settings.printer.dx} {settings.ink} {settings.cut_files} {settings.large_print}"
            usual, layout = Layout(settings.paper.size), settings.layout
            own = [one.name for one in fields(Layout) if getattr(layout, one.name) != getattr(usual, one.name)]
            yield " ".join(f"{name}={getattr(layout, name)}" for name in own)
            yield from map(told_in_full, found.items)
        (tmp_path / "printers.yaml").write_text("printers: [")
        found = Collector()
        assert resolve(BuildOptions(printer="office"), load_presets(Path(), found), USUAL, found).printer is None
        yield from map(told_in_full, found.items)

    check_recorded(Path(__file__).with_name("settings.txt"), (line.replace(str(tmp_path), "here") for line in told()))


def test_a_paper_of_ones_own_has_its_name_as_people_write_it(tmp_path):
    (tmp_path / PRESETS).write_text("papers: {box: a5, card: a5}\n")
    for name, shown in (("box", "BOX"), ("card", "Card"), ("a10", "A4")):
        found = Collector()
        assert resolve(BuildOptions(paper=name), load_presets(tmp_path, found), USUAL, found).paper.name == shown


def test_a_paper_of_ones_own_is_no_product_of_that_name(tmp_path):
    for text, is_product in (("cards: {}", True), ("papers: {avery-8371: a4}", False)):
        (tmp_path / PRESETS).write_text(text)
        settings = resolve(BuildOptions(paper="Avery 8371"), load_presets(tmp_path, found := Collector()), USUAL, found)
        assert ((settings.layout.product is not None), found.items) == (is_product, [])
    (tmp_path / PRESETS).write_text("cards: {mine: {size: 50.8x88.9mm, gap: 2mm}}")
    for gap, codes in (("", []), ("3mm", ["E508"])):  # a gap that a preset states is for plain paper
        found = Collector()
        options = BuildOptions(paper="Avery 8371", card="mine", gap=gap)
        settings = resolve(options, load_presets(tmp_path, found), USUAL, found)
        assert (settings.layout.gap, [item.code for item in found.items]) == (3 if gap else None, codes)


def test_a_printer_that_was_measured_on_another_edge_is_told(tmp_path, monkeypatch):
    monkeypatch.setenv("CARDGEN_CONFIG", str(tmp_path))
    (tmp_path / "printers.yaml").write_text(PRINTERS)
    for duplex, codes in (("long-edge", ["E527"]), ("short-edge", []), ("none", []), (None, [])):
        found = Collector()
        resolve(BuildOptions(printer="office", duplex=duplex), load_presets(tmp_path, found), USUAL, found)
        assert [item.code for item in found.items] == codes, duplex


def test_a_length_is_no_truth_value(tmp_path):
    for value, codes in (
        ("true", [("E204", 1)]),
        ("no", [("E204", 1)]),
        ("[1]", [("E204", 1)]),
        ("2", []),
        ("2.5", []),
        ("2mm", []),
    ):
        assert faults_of(tmp_path, f"papers: {{mine: {{size: a4, gap: {value}}}}}\n") == codes, value
