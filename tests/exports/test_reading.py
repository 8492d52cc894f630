"""A deck in words: each piece once, in every language, as a page of sections and as text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from lxml import html

from cardgen.exports.job import export
from cardgen.pipeline.draw.words import _plain
from cardgen.pipeline.options import ExportOptions
from cardgen.report.errors import CardgenError

DECK = """\
game: cards
title: Orchard <Field>
languages: [en, pt]
cards:
  - {name: {en: Oak & Ash, pt: Carvalho}, type: tree, cost: 3, copies: 2, alt: {en: A bare tree, pt: Uma árvore},
     text: {en: "Gain **2** {star}.", pt: "Ganhe **2** {star}."}, notes: secret}
  - {name: {en: Reed, pt: Junco}, cost: 1, power: 2, text: {en: Draw a card., pt: Compre uma carta.}}
  - {name: Sky, type: <high>, cost: <b>9, text: "{star} **Count** the stars. {star} Moon: {star} star, 2 {star} or 3. {star} 4, no more stars. {castle} Casting. Each star {star}: {arrow_down} Going down."}
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
    assert page.xpath("//title/text()") == page.xpath("//h1/text()") == ["Orchard <Field>"]
    assert page.xpath("//section/h2/text()") == ["Cards"]
    assert page.xpath("//article/h3/text()") == ["Oak & Ash", "Reed", "Sky"]
    oak, reed, sky = page.xpath("//article")
    assert [term.text for term in oak.iter("dt", "dd")] == ["Cost", "3"]
    assert [term.text for term in reed.iter("dl", "dt", "dd")][1:] == ["Cost", "1", "Power", "2"]
    assert len(reed.findall("dl")) == 1
    assert [text.text for text in sky.iter("p", "dd")][:2] == ["<high>", "<b>9"]
    assert [text.text for text in oak.iter("p")] == ["tree", "Gain 2 star.", "Picture: A bare tree", "2 copies"]
    assert page.xpath("//nav//a[@hreflang]/@href") == ["reading.pt.html"]
    assert page.xpath("//nav//a[@hreflang]/text()") == ["Orchard <Field> (pt)"]
    assert page.xpath("//nav//a/@hreflang") == page.xpath("//nav//a/@lang") == ["pt"]
    anchors = page.xpath("//nav//a[not(@hreflang)]/@href")
    assert all(page.get_element_by_id(anchor.removeprefix("#")) is not None for anchor in anchors)
    assert "secret" not in html.tostring(page, encoding="unicode")


def test_an_icon_is_not_told_where_the_words_beside_it_say_its_name(folder: Path) -> None:
    lines = (folder / "reading.en.txt").read_text("utf-8").splitlines()
    assert (
        lines[-1] == "Count the stars. Moon: star, 2 star or 3. star 4, no more stars. Casting. Each star: Going down."
    )


@pytest.mark.parametrize(("language", "told"), [
    ("pt", "Dê dois Barões de Latão (star) seus, Irmãos\u2011Lobo (moon) e {} de HP. Um Corvo (HP)."),
    ("de", "Dê dois Barões de Latão (Star) seus, Irmãos\u2011Lobo (Moon) e {} de HP. Um Corvo (HP)."),
])  # fmt: skip
def test_an_icon_that_qualifies_a_name_is_told_behind_it(language: str, told: str) -> None:
    text = "Dê dois {star} Barões de Latão seus, *{moon} Irmãos\u2011Lobo* e {star} de {HP}. Um {HP} Corvo."
    said = _plain(text, language=language, strings={"star": "Star", "moon": "Moon"})
    assert said == told.format("Star")


def test_the_text_says_the_same_in_the_other_language(folder: Path) -> None:
    lines = (folder / "reading.pt.txt").read_text("utf-8").splitlines()
    assert lines == ["Orchard <Field>", "", "", "Cartas (3)", "", "Carvalho", "tree", "Cost: 3", "Ganhe 2 star.", "Imagem: Uma árvore", "2 cópias",
                         "", "Junco", "Cost: 1", "Power: 2", "Compre uma carta.", "", "Sky", "<high>", "Cost: <b>9", lines[-1]]  # fmt: skip


def test_each_code_leads_to_its_piece(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    segno = pytest.importorskip("segno")
    page = html.fromstring((folder / "codes.en.html").read_text("utf-8"))
    assert page.xpath("//li/span/@aria-label") == ["1. Oak & Ash", "2. Reed", "3. Sky"]
    ids = html.fromstring((folder / "reading.en.html").read_text("utf-8")).xpath("//article/@id")
    for drawn, name in zip(page.xpath("//li//*[local-name()='path']/@d"), ids, strict=True):
        code = segno.make(f"https://example.org/orchard/reading.en.html#{name}", micro=False, error="m")
        assert drawn in code.svg_inline(omitsize=True, border=4)


def test_a_language_that_is_asked_for_is_the_only_one(tmp_path: Path) -> None:
    (tmp_path / "orchard.yaml").write_text(DECK, "utf-8")
    made = export(tmp_path / "orchard.yaml", "reading", tmp_path, ExportOptions(language="pt"))
    assert {*made.files} == {"reading.pt.html", "reading.pt.txt"}
    page = html.fromstring((made.folder / "reading.pt.html").read_text("utf-8"))
    assert page.xpath("//article/h3/text()") == ["Carvalho", "Junco", "Sky"]
    assert json.loads((made.folder / "manifest.json").read_text("utf-8"))["languages"] == ["pt"]


def test_a_text_in_another_language_is_marked(tmp_path: Path) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:card="urn:cardgen" viewBox="0 0 63.5 88.9">{}</svg>'
    text = '<card:text x="5" y="{}" width="50" height="9" style="body" lang="{}">{}</card:text>'
    words = text.format(9, "pt", "Uma árvore") + text.format(30, "en", "A tree")
    (tmp_path / "tree.svg.j2").write_text(svg.format(words), "utf-8")
    boxes = "boxes: [{name: a, type: text, left: 5, right: 5, top: 9, height: 9, text: Um olmo, lang: ='pt'}]"
    (tmp_path / "elm.face.yaml").write_text(boxes, "utf-8")
    (tmp_path / "trees.yaml").write_text(
        "game: cards\ntitle: T\ncards: [{name: Oak, face: tree.svg.j2}, {name: Elm, face: elm.face.yaml}]", "utf-8"
    )
    made = export(tmp_path / "trees.yaml", "reading", tmp_path, ExportOptions())
    files = {name: (made.folder / name).read_text("utf-8") for name in made.files}
    assert "codes.en.html" not in files, "without an address codes lead nowhere"
    page = html.fromstring(files["reading.en.html"])
    told = [(p.get("lang"), p.text) for p in page.iter("p")]
    assert told == [("pt", "Uma árvore"), (None, "A tree"), ("pt", "Um olmo")]
    assert "\nUma árvore\nA tree\n" in files["reading.en.txt"]
    (tmp_path / "tree.svg.j2").write_text(svg.format(text.format(9, "Portuguese", "Uma árvore")), "utf-8")
    with pytest.raises(CardgenError, match="lang of <card:text>"):
        export(tmp_path / "trees.yaml", "reading", tmp_path, ExportOptions())


def test_pages_of_languages_that_run_to_the_left_say_so(tmp_path: Path) -> None:
    card = "{name: {en: Oak, ar: \u0628\u0644\u0648\u0637}}"
    (tmp_path / "oaks.yaml").write_text(f"game: cards\ntitle: Oaks\nlanguages: [en, ar]\ncards: [{card}]\n", "utf-8")
    made = export(tmp_path / "oaks.yaml", "reading", tmp_path, ExportOptions())
    for code, direction in (("en", None), ("ar", "rtl")):
        page = html.fromstring((made.folder / f"reading.{code}.html").read_text("utf-8"))
        assert (page.get("lang"), page.get("dir")) == (code, direction)


def test_each_kind_with_pieces_is_a_section_and_pieces_of_one_id_have_places_of_their_own(tmp_path: Path) -> None:
    kinds = "kinds: {coins: {title: Coins & Co}, seals: {title: Seals}, others: {title: Nothing}}"
    (tmp_path / "game.yaml").write_text(f"id: sky\nname: Sky\n{kinds}\n", "utf-8")
    pieces = "coins: [{id: sun, name: <Sun>}, {id: moon, name: Mo\u202eon}]\nseals: [{id: sun, name: Sun}]\n"
    (tmp_path / "deck.yaml").write_text(f"game: sky\ntitle: Sky</title>\u202e\n{pieces}", "utf-8")
    made = export(tmp_path / "deck.yaml", "reading", tmp_path, ExportOptions(url="https://example.org"))
    texts = {name: (made.folder / name).read_text("utf-8") for name in made.files}
    page = html.fromstring(texts["reading.en.html"])
    assert page.xpath("//title/text()") == page.xpath("//h1/text()") == ["Sky: Sky</title><U+202E>"]
    assert page.xpath("//h2/text()") == page.xpath("//nav//a/text()") == ["Coins & Co", "Seals"]
    assert len(page.xpath("//nav")) == 1, "one language leads to no other"
    assert page.xpath("//article/@id") == ["coins-sun", "coins-moon", "seals-sun"]
    assert page.xpath("//article/h3/text()") == ["<Sun>", "Mo<U+202E>on", "Sun"]
    codes = html.fromstring(texts["codes.en.html"])
    labels = ["1. <Sun>", "2. Mo<U+202E>on", "1. Sun"]
    assert codes.xpath("//li/span/@aria-label") == codes.xpath("//li/text()") == labels
    assert all("\u202e" not in text for text in texts.values()), "it turns what follows it around"


def test_a_back_of_its_own_is_told_behind_its_face(tmp_path: Path) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:card="urn:cardgen" viewBox="0 0 20 20">{}</svg>'
    text = '<card:text x="1" y="5" width="18" height="9" style="body">{}</card:text>'
    for side, said in (("face", "Sun"), ("back", "Moon")):
        (tmp_path / f"{side}.svg.j2").write_text(svg.format(text.format(said)), "utf-8")
    kinds = "kinds: {coins: {title: Coins, role: token, size: 20x20, face: face.svg.j2, back: back.svg.j2%s}}"
    told = {}
    for duplex in ("", ", duplex: two-sided"):
        (tmp_path / "game.yaml").write_text(f"id: sky\nname: Sky\n{kinds % duplex}\n", "utf-8")
        (tmp_path / "deck.yaml").write_text("game: sky\ncoins: [{id: coin, copies: 4}]\n", "utf-8")
        made = export(tmp_path / "deck.yaml", "reading", tmp_path, ExportOptions())
        told[duplex] = (made.folder / "reading.en.txt").read_text("utf-8").splitlines()[-4:]
    assert told[""][-2:] == ["Sun", "4 copies"]
    assert told[", duplex: two-sided"] == ["Sun", "Coins, back:", "Moon", "4 copies"]
