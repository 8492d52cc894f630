"""A deck in words: each piece once, in every language, as a page of sections and as text."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import html

from cardgen.exports.job import export
from cardgen.pipeline.options import ExportOptions

DECK = """\
game: cards
title: Orchard
languages: [en, pt]
cards:
  - {name: {en: Oak & Ash, pt: Carvalho}, type: tree, cost: 3, copies: 2, alt: {en: A bare tree, pt: Uma árvore},
     text: {en: "Gain **2** {star}.", pt: "Ganhe **2** {star}."}, notes: secret}
  - {name: {en: Reed, pt: Junco}, cost: 1, text: {en: Draw a card., pt: Compre uma carta.}}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("reading")
    (where / "orchard.yaml").write_text(DECK, "utf-8")
    made = export(where / "orchard.yaml", "reading", where, ExportOptions(url="https://example.org/orchard/"))
    assert {*made.files} == {f"{name}.{code}.{end}" for code in ("en", "pt") for name, end in
                             (("reading", "html"), ("reading", "txt"), ("codes", "html"))}  # fmt: skip
    return made.folder


def test_the_page_has_a_heading_for_each_piece_and_names_its_values(folder: Path) -> None:
    page = html.fromstring((folder / "reading.en.html").read_text("utf-8"))
    assert page.get("lang") == "en"
    assert page.xpath("//h1/text()") == ["Orchard"]
    assert page.xpath("//section/h2/text()") == ["Cards"]
    assert page.xpath("//article/h3/text()") == ["Oak & Ash", "Reed"]
    (oak, _) = page.xpath("//article")
    assert [term.text for term in oak.iter("dt", "dd")] == ["Cost", "3"]
    assert [text.text for text in oak.iter("p")] == ["tree", "Gain 2 star.", "Picture: A bare tree", "2 copies"]
    assert page.xpath("//nav//a[@hreflang]/@href") == ["reading.pt.html"]
    anchors = page.xpath("//nav//a[not(@hreflang)]/@href")
    assert all(page.get_element_by_id(anchor.removeprefix("#")) is not None for anchor in anchors)
    assert "secret" not in html.tostring(page, encoding="unicode")


def test_the_text_says_the_same_in_the_other_language(folder: Path) -> None:
    lines = (folder / "reading.pt.txt").read_text("utf-8").splitlines()
    assert lines[4:] == ["", "Carvalho", "tree", "Cost: 3", "Ganhe 2 star.", "Imagem: Uma árvore", "2 cópias",
                         "", "Junco", "Cost: 1", "Compre uma carta."]  # fmt: skip


def test_each_code_leads_to_its_piece(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    segno = pytest.importorskip("segno")
    page = html.fromstring((folder / "codes.en.html").read_text("utf-8"))
    assert page.xpath("//li/span/@aria-label") == ["1. Oak & Ash", "2. Reed"]
    ids = html.fromstring((folder / "reading.en.html").read_text("utf-8")).xpath("//article/@id")
    for drawn, name in zip(page.xpath("//li//*[local-name()='path']/@d"), ids, strict=True):
        code = segno.make(f"https://example.org/orchard/reading.en.html#{name}", micro=False, error="m")
        assert drawn in code.svg_inline(omitsize=True, border=4)
