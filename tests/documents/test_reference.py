"""The generated reference pages say what the code says."""

import re
from pathlib import Path

import pytest
import toy
import yaml

import cardgen
from cardgen.pipeline.open.project import open_project
from cardgen.pipeline.options import DeckOptions
from cardgen.render.face.attributes import ATTRIBUTES
from cardgen.render.templates.card_parts import sort_parts
from cardgen.render.templates.reference import DESCRIPTIONS, ELEMENTS, JINJA_FILTERS, OWN_FILTERS, PARTS, VARIABLES
from cardgen.report.diagnostics import Collector
from cardgen.yaml_loader import LOADER
from docs.generate.__main__ import PAGES, REFERENCE

ROOT = Path(__file__).parents[2]
CONFIG = (ROOT / "zensical.toml").read_text("utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_a_generated_page_is_current(name):
    """If it is not: python -m docs.generate."""
    assert (REFERENCE / name).read_text("utf-8") == PAGES[name]()


def test_every_page_has_a_description_of_its_own():
    heads = [
        (ROOT / "docs" / page).read_text("utf-8").split("---\n")[1] for page in re.findall(r'"([\w/-]+\.md)"', CONFIG)
    ]
    found = [yaml.load(head, LOADER)["description"] for head in heads]  # one with a colon is quoted
    assert [text for text in found if not re.fullmatch(r"\S.{20,150}\.", text)] == []
    assert len(set(found)) == len(found)


def test_the_site_fetches_no_font_and_publishes_no_generator():
    assert "\nfont = false\n" in CONFIG
    assert 'exclude_docs = "generate/"' in CONFIG
    assert re.search(r'^site_url = "https://', CONFIG, re.MULTILINE)


def test_every_page_is_in_the_navigation():
    pages = {str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*.md")}
    assert pages == set(re.findall(r'"([\w/-]+\.md)"', CONFIG))


@pytest.mark.parametrize(
    "page", sorted((ROOT / "docs").rglob("*.md")) + sorted(ROOT.glob("*.md")), ids=lambda p: p.name
)
def test_every_relative_link_leads_to_a_file(page):
    prose = re.sub(r"`[^`\n]+`", "", page.read_text("utf-8"))
    links = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", prose)
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_public_name_is_documented():
    page = (REFERENCE / "python.md").read_text("utf-8")
    shown = set(re.findall(r"^::: [\w.]+\.(\w+)$", page, flags=re.MULTILINE))
    for members in re.findall(r"members: \[(.+)\]", page):
        shown |= set(members.split(", "))
    assert {*cardgen.__all__} - {"__version__"} <= shown


@pytest.fixture
def renderer(toy_game):
    """The renderer of the smallest game."""
    return open_project(toy.DECK, DeckOptions(language="en"), Collector()).renderer


def test_every_variable_of_templates_is_documented(renderer):
    of_pieces = {"card", "fields", "kind", "width", "height", "bleed", "holes", "side", "box"}
    of_documents = {"page", "pages", "text_end"}
    assert {*renderer.shared, *of_pieces, *of_documents} == {*VARIABLES}


def test_every_part_of_a_card_is_documented():
    assert {*sort_parts({}, [], lambda _name: False)} == {*PARTS}


def test_every_filter_of_templates_is_documented(renderer):
    assert {*renderer.environment.filters} == {*OWN_FILTERS, *JINJA_FILTERS}


def test_every_attribute_of_an_element_is_documented():
    assert {name: {*texts} for name, texts in DESCRIPTIONS.items()} == ATTRIBUTES
    assert {*ELEMENTS} == {*ATTRIBUTES}


@pytest.mark.parametrize("name", [name for name, text in {**OWN_FILTERS, **JINJA_FILTERS}.items() if text.result])
def test_the_example_of_a_filter_prints_what_is_documented(renderer, name):
    described = {**OWN_FILTERS, **JINJA_FILTERS}[name]
    assert renderer.environment.from_string(described.example).render() == described.result
