"""Every way to print, read back from the finished file."""

from ctypes import c_double
from dataclasses import replace
from string import ascii_letters

import pikepdf
import pypdfium2
import pytest
import toy

from cardgen.geometry.outlines import ROUND
from cardgen.geometry.units import MM_PER_POINT, Size
from cardgen.impose.duplex import flip_axis
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import prepare, write
from cardgen.plugin import registry

CARD = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:card="urn:cardgen" viewBox="0 0 {{ width }} {{ height }}">
  <card:text x="{{ width / 2 }}" y="0" width="{{ width / 2 }}" height="{{ height }}" style="name" align="left" valign="middle">{{ card.id }}</card:text>
</svg>
"""
LETTERS = ascii_letters[:41]


@pytest.fixture
def deck(toy_folder, monkeypatch):
    """A deck of 41 cards with a letter that begins in their middle, on both sides."""
    cards = "".join(f"  - {{id: c{ord(c)}, name: {c}, text: x}}\n" for c in LETTERS)
    head = (toy_folder / "suns.yaml").read_text("utf-8").partition("cards:")[0]
    (toy_folder / "suns.yaml").write_text(f"{head}cards:\n{cards}", "utf-8")
    (toy_folder / "templates").mkdir()
    for name in ("card", "back"):
        (toy_folder / "templates" / f"{name}.svg.j2").write_text(CARD.replace("card.id", "card.name"))
    return toy_folder / "suns.yaml"


def change_cards(monkeypatch, **choices):
    """Let the game's cards be of another kind."""
    kinds = tuple(replace(kind, **choices) if kind.name == "cards" else kind for kind in toy.GAME.components)
    monkeypatch.setattr(registry, "_added", {"toy": replace(toy.GAME, components=kinds)})


def built(deck, tmp_path, **choices):
    job = prepare(deck, BuildOptions(**{"only": ("cards",), **choices}))
    return job, write(job, tmp_path / "out.pdf")


def glyphs_of(path, skip=0):
    """Of each page: its size, and where each letter begins on its baseline, mm from the top left."""
    pages = []
    with pypdfium2.PdfDocument(path) as document:
        for number in range(skip, len(document)):
            page = document[number]
            width, height = page.get_size()
            text, found = page.get_textpage(), []
            for index in range(text.count_chars()):
                letter = text.get_text_range(index, 1)
                if letter.strip():
                    x, y = c_double(), c_double()
                    assert pypdfium2.raw.FPDFText_GetCharOrigin(text, index, x, y)
                    found.append((letter, x.value * MM_PER_POINT, (height - y.value) * MM_PER_POINT))
            pages.append((Size(width * MM_PER_POINT, height * MM_PER_POINT), found))
    return pages


def turned(size, x, y, axis):
    return (size.width - x, y) if axis == "vertical" else (x, size.height - y)


def apart(fronts, backs, size, axis):
    """The longest way from a letter to its twin, mm, once the backs are turned behind the fronts."""
    left = [(letter, *turned(size, x, y, axis)) for letter, x, y in backs]
    worst = 0.0
    for letter, x, y in fronts:
        twin = min((b for b in left if b[0] == letter), key=lambda b: abs(b[1] - x) + abs(b[2] - y))
        left.remove(twin)
        worst = max(worst, abs(twin[1] - x), abs(twin[2] - y))
    assert not left
    return worst


@pytest.mark.parametrize("paper", ["a4", "297x210mm", "letter", "250x250mm"])
@pytest.mark.parametrize("card", ["", "poker", "60x40mm"])
@pytest.mark.parametrize(("duplex", "flip"), [("long-edge", "long"), ("short-edge", "short")])
def test_each_letter_has_its_twin_behind_it(deck, tmp_path, paper, card, duplex, flip):
    _, (path,) = built(deck, tmp_path, paper=paper, card=card, duplex=duplex)
    pages = glyphs_of(path, skip=2)
    shown = "".join(letter for _, found in pages[::2] for letter, *_ in found)
    assert sorted(shown) == sorted(LETTERS)
    for (size, fronts), (other, backs) in zip(pages[::2], pages[1::2], strict=True):
        assert size == other
        assert apart(fronts, backs, size, flip_axis(size, flip)) <= 0.01
    assert len(pages[-1][1]) < len(pages[1][1])  # the last sheet is part-filled, and mirrored as a full one


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("card", ["", "poker", "60x40mm"])
def test_folded_each_letter_lies_on_its_twin(deck, tmp_path, paper, card):
    job, (path,) = built(deck, tmp_path, paper=paper, card=card, duplex="fold")
    for sheet, (size, found) in zip(job.sheets, glyphs_of(path, skip=2), strict=True):
        (fold,) = [mark for mark in sheet.recto.marks if mark.style == "fold"]
        axis = "vertical" if fold.x1 == fold.x2 else "horizontal"
        fronts = [glyph for glyph in found if (glyph[1] < fold.x1 if axis == "vertical" else glyph[2] < fold.y1)]
        backs = [glyph for glyph in found if glyph not in fronts]
        assert len(fronts) == len(backs) == sheet.piece_count
        assert apart(fronts, backs, size, axis) <= 0.01


@pytest.mark.parametrize("evens", ["normal", "reversed"])
def test_two_files_hold_the_fronts_and_the_backs(deck, tmp_path, evens):
    job, paths = built(deck, tmp_path, split=True, evens=evens, card="poker")
    assert [path.name for path in paths] == ["out-fronts.pdf", "out-backs.pdf"]
    fronts, backs = glyphs_of(paths[0], skip=2), glyphs_of(paths[1])
    assert len(fronts) == len(backs) == len(job.sheets) > 2
    for (size, front), (_, back) in zip(fronts, backs[::-1] if evens == "reversed" else backs, strict=True):
        assert apart(front, back, size, "vertical") <= 0.01


def test_reversed_backs_stand_last_first_in_one_file(deck, tmp_path):
    _, (path,) = built(deck, tmp_path, duplex="manual", evens="reversed", card="poker")
    pages = glyphs_of(path, skip=2)
    for (size, front), (_, back) in zip(pages[::2], pages[1::2][::-1], strict=True):
        assert apart(front, back, size, "vertical") <= 0.01


@pytest.mark.parametrize(
    ("options", "duplex", "sides", "firsts"),
    [
        ({}, "/DuplexFlipLongEdge", 2, [3]),
        ({"duplex": "short-edge"}, "/DuplexFlipShortEdge", 2, [3]),
        ({"duplex": "manual"}, "/Simplex", 2, [3]),
        ({"duplex": "fold"}, "/Simplex", 1, [3]),
        ({"duplex": "none"}, "/Simplex", 1, [3]),
        ({"split": True}, "/Simplex", 1, [3, 1]),
    ],
)
def test_the_print_dialog_is_told(deck, tmp_path, options, duplex, sides, firsts):
    job, paths = built(deck, tmp_path, **options)
    for path, first in zip(paths, firsts, strict=True):
        last = first - 1 + sides * len(job.sheets)
        with pikepdf.open(path) as pdf:
            preferences = pdf.Root.ViewerPreferences
            assert str(preferences.Duplex) == duplex
            assert [int(page) for page in preferences.PrintPageRange] == [first, last]
            assert len(pdf.pages) == last


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize(
    ("options", "en", "pt"),
    [
        ({"duplex": "short-edge"}, ["flip on short edge", "along its short edge"], ["virar na borda curta"]),
        ({"duplex": "manual", "evens": "reversed"}, ["stack by hand", "reverse order"], ["pilha à mão"]),
        ({"split": True}, ["of this file: the fronts", "the file of backs"], ["do arquivo dos versos"]),
        (
            {"duplex": "fold"},
            ["dashed line", "layer of glue", "pages 3–11"],
            ["linha tracejada", "camada fina de cola"],
        ),
        ({"duplex": "none"}, ["no backs", "a sleeve with"], ["não tem versos", "um protetor"]),
        ({"marks": "lines"}, ["Print the odd pages"], ["Imprima as páginas ímpares"]),
    ],
)
def test_the_instructions_tell_of_this_way(deck, tmp_path, options, en, pt, language):
    _, paths = built(deck, tmp_path, language=language, **options)
    with pypdfium2.PdfDocument(paths[0]) as document:
        text = " ".join(document[0].get_textpage().get_text_range().replace("\ufffe", "").split())
    for words in {"en": en, "pt": pt}[language]:
        assert words.replace(" ", "") in text.replace(" ", "")
    if options.get("duplex") in {"fold", "none"}:
        assert "long edge" not in text and "borda longa" not in text
    assert "{" not in text


def test_a_token_has_no_ink_outside_its_circle(deck, tmp_path, monkeypatch):
    change_cards(monkeypatch, outline=ROUND, gutter=8, bleed=2)
    (deck.parent / "templates" / "card.svg.j2").write_text(
        CARD.replace("<card:text", '<card:bleed fill="ink"/>\n<card:text')
    )
    job, (path,) = built(deck, tmp_path, card="30x30mm", marks="none")
    trim = job.sheets[0].recto.placements[0].trim
    scale = 150 / 25.4
    with pypdfium2.PdfDocument(path) as document:
        picture = document[2].render(scale=scale * MM_PER_POINT).to_pil().convert("L")
    middle = (trim.x + 15, trim.y + 15)
    inked = [
        picture.getpixel((int((middle[0] + d) * scale), int(middle[1] * scale))) < 128
        for d in (-16.5, 16.5, -17.6, 17.6)
    ]
    assert inked == [True, True, False, False]
    corner = 17 * 0.75  # inside the box with its bleed, outside the circle
    assert picture.getpixel((int((middle[0] - corner) * scale), int((middle[1] - corner) * scale))) > 128


def test_a_card_turned_endwise_has_its_back_the_other_way_up(deck, tmp_path, monkeypatch):
    (cards,) = (kind for kind in toy.GAME.components if kind.name == "cards")

    def entries(data):
        return [
            replace(entry, endwise=choice)
            for entry, choice in zip(cards.entries(data), (None, True, False), strict=False)
        ]

    for of_kind, turns in ((False, [0, 180, 0]), (True, [180, 180, 0])):
        change_cards(monkeypatch, endwise=of_kind, entries=entries)
        job, (path,) = built(deck, tmp_path, card="poker")
        assert [placement.turn for placement in job.sheets[0].verso.placements] == turns
        fronts, backs = (sorted(found) for _, found in glyphs_of(path, skip=2))
        assert [letter for letter, *_ in fronts] == [letter for letter, *_ in backs] == ["a", "b", "c"]
        for (_, _, y), (_, _, behind), turn in zip(fronts, backs, turns, strict=True):
            middle = job.sheets[0].recto.placements[0].trim
            level = middle.y + middle.height / 2
            assert behind == pytest.approx(2 * level - y if turn else y, abs=0.01)
