"""The rulebook of Stonewater Weir: every worked example is told and drawn, and both languages say the same."""

import re

import pytest
from lxml import etree

from cardgen.geometry.units import Rect
from cardgen.impose.seams import text_boxes
from cardgen.model.drawing import PlacedArtwork, text_spans
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import prepare
from cardgen.plugin.resources import resources
from cardgen.write.ink_saving import OUTLINE

DECK = resources().decks / "stonewater.yaml"
FOLDER = resources().templates / "stonewater-weir"
EXAMPLES = [f"t{number:02}" for number in range(1, 26)]
OTHERS = ["box", "town", "setup", "cards", "round", "runner", "attack", "buildings", "enemies"]
BLOCKS = {
    "heading": r"(?m)^(#+) ",
    "figure": r"!\[.+?\]\(figures/(.+?)\.svg\.j2\)",
    "item": r"(?m)^(-|\d\.) ",
    "row": r"(?m)^\|()",
    "number of the game": r"\{\{ (.+?) \}\}",
}


def text(language):
    return (FOLDER / f"rules.{language}.md").read_text("utf-8")


def place_of(example, blocks):
    return next(at for at, block in enumerate(blocks) if block.endswith(f"](figures/{example}.svg.j2)"))


@pytest.mark.parametrize("kind", BLOCKS)
def test_both_languages_have_the_same_blocks_in_the_same_order(kind):
    english, portuguese = (re.findall(BLOCKS[kind], text(language)) for language in ("en", "pt"))
    assert english == portuguese
    assert english


@pytest.mark.parametrize("language", ["en", "pt"])
def test_every_figure_is_shown_once(language):
    shown = re.findall(BLOCKS["figure"], text(language))
    drawn = {path.name.removesuffix(".svg.j2") for path in (FOLDER / "figures").iterdir()} - {"parts"}
    assert sorted(shown) == sorted(drawn) == sorted([*EXAMPLES, *OTHERS])


@pytest.mark.parametrize(("language", "word"), [("en", "Example"), ("pt", "Exemplo")])
@pytest.mark.parametrize("example", EXAMPLES)
def test_every_worked_example_is_told_just_before_its_figure(language, word, example):
    blocks = text(language).split("\n\n")
    at = place_of(example, blocks)
    told = " ".join(blocks[at - 2 : at])
    assert word in told


@pytest.mark.parametrize("language", ["en", "pt"])
def test_no_paragraph_is_read_out_as_a_heading(language):
    headings = re.findall(r"(?m)^#+ (.+)", text(language))
    assert all(len(heading) < 40 for heading in headings)


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize(("example", "numbers"), [
    ("t02", {"5"}), ("t07", {"5", "6"}), ("t08", {"2", "3", "4"}), ("t10", {"3", "2"}), ("t11", {"5", "2"}),
    ("t12", {"3", "5", "1", "2"}), ("t13", {"2", "3", "5"}), ("t15", {"3", "4", "5", "6", "2", "1"}),
    ("t16", {"2", "3", "4", "5", "6", "1"}), ("t17", {"2", "4"}), ("t19", {"5", "3", "1", "2"}), ("t20", {"2"}),
])  # fmt: skip
def test_the_numbers_of_an_example_are_told(language, example, numbers):
    blocks = text(language).split("\n\n")
    told = blocks[place_of(example, blocks) - 1]
    assert numbers <= set(re.findall(r"\d+", told))


def rules_pages(job):
    return next(part.pages for part in job.drawn if part.component.name == "rules")


def test_the_rulebook_has_at_most_ten_pages(job):
    assert len(rules_pages(job)) <= 10


@pytest.mark.extended
@pytest.mark.parametrize("language", ["en", "pt"])
def test_the_rulebook_fills_the_columns_of_at_most_ten_pages_of_letter(language):
    pages = rules_pages(prepare(DECK, BuildOptions(language=language, paper="letter", only=("rules",))))
    assert len(pages) <= 10
    top, bottom, middle = 16, pages[0].size.height - 13, pages[0].size.width / 2
    for number, page in enumerate(pages[:-2], 1):  # the last two have a picture in what is free
        spans = [span for span in text_spans(page.items) if span.y <= bottom]
        for right in (False, True):
            end = max(span.y for span in spans if (span.x > middle) == right)
            assert bottom - end < 0.17 * (bottom - top), f"page {number}, {'right' if right else 'left'} column"


@pytest.mark.extended
@pytest.mark.parametrize("language", ["en", "pt"])
def test_words_on_figures_keep_off_the_frame(language):
    pages = rules_pages(prepare(DECK, BuildOptions(language=language, only=("rules",))))
    figures = [(page.items[block.start : block.stop], block) for page in pages for block in page.blocks]
    figures = [(items, block.words) for items, block in figures if block.role == "figure"]
    assert len(figures) == len(EXAMPLES) + len(OTHERS)
    for items, words in figures:
        frame = next(item for item in items if isinstance(item, PlacedArtwork)).box
        gaps = [
            min(box.x - frame.x, frame.right - box.right, box.y - frame.y, frame.bottom - box.bottom)
            for box, _ in text_boxes(items)
        ]
        assert min(gaps, default=frame.width) > 1.5, words


def test_boxes_on_pictures_of_examples_keep_off_the_frame():
    pages = rules_pages(prepare(DECK, BuildOptions(only=("rules",))))
    figures = [(page.items[block.start : block.stop], block) for page in pages for block in page.blocks]
    found = [items for items, block in figures if block.role == "figure" and "example" in block.words]
    assert len(found) == len(EXAMPLES)
    for items in found:
        parts = [item for item in items if isinstance(item, PlacedArtwork)]
        drawn = [etree.fromstring(part.artwork.svg) for part in parts if part.box == parts[0].box]
        rects = [
            rect
            for svg in drawn
            for rect in svg.xpath("/*/*[local-name()='g'][not(@transform)]/*[local-name()='rect']")
        ]
        frame, *boxes = (Rect(*(float(rect.get(name)) for name in ("x", "y", "width", "height"))) for rect in rects)
        for box in boxes:
            gaps = box.x - frame.x, box.y - frame.y, frame.right - box.right, frame.bottom - box.bottom
            assert min(gaps) > 0.65


@pytest.mark.extended
def test_nobody_has_a_gender_in_english():
    assert not re.search(r"\b([Hh]e|[Ss]he|him|his|her|hers)\b", text("en"))


def test_the_line_around_a_figure_is_whole_in_low_ink():
    """In low ink, the rim of an artwork is left out, as it would look like the line to cut along."""
    pages = rules_pages(prepare(DECK, BuildOptions(only=("rules",))))
    figures = [
        page.items[block.start : block.stop] for page in pages for block in page.blocks if block.role == "figure"
    ]
    assert len(figures) == len(EXAMPLES) + len(OTHERS)
    for items in figures:
        figure = next(item for item in items if isinstance(item, PlacedArtwork))
        root = etree.fromstring(figure.artwork.svg)
        ground = next(root.iter("{*}rect"))
        x, y, width, height, line = (float(ground.get(name)) for name in ("x", "y", "width", "height", "stroke-width"))
        _, _, right, bottom = map(float, root.get("viewBox").split())
        assert min(x, y, right - x - width, bottom - y - height) - line / 2 >= 2 * OUTLINE
