"""Pages 1 and 2 are true on every paper."""

import re
import shutil

import pypdfium2
import pytest
from large_box import write_large_box

from cardgen.model.drawing import PlacedArtwork, TextSpan
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import compose, prepare
from cardgen.pipeline.printed_file.front_matter import MOST_ROWS
from cardgen.pipeline.printed_file.front_pages import describe_file
from cardgen.plugin.resources import resources
from cardgen.read.icon_credits import credits_text, read_credits
from cardgen.version import __version__


@pytest.mark.parametrize(("paper", "length"), [("a4", 50), ("letter", 50), ("a3", 50), ("a5", 50), ("a6", 30)])
def test_the_ruler_is_as_long_on_paper_as_it_says(built, paper, length):
    job, _ = built("samurai", paper=paper, only=("counters",))
    (instructions, _), _ = job.front
    (ruler,) = (
        item for item in instructions.items if isinstance(item, PlacedArtwork) and 'id="ruler"' in item.artwork.svg
    )
    drawn = float(re.search(r"h([\d.]+)\"", ruler.artwork.svg)[1])
    assert drawn * ruler.box.width / ruler.artwork.size.width == pytest.approx(length, abs=0.01)
    assert instructions.size == job.paper.size


def test_more_sheets_than_the_page_has_rows_for_are_told_by_kind(toy_folder):
    deck = toy_folder / "suns.yaml"
    deck.write_text(deck.read_text("utf-8").replace("copies: 10", "copies: 5000"), "utf-8")
    job = prepare(deck, BuildOptions(only=("cards",)))
    assert len(job.sheets) > MOST_ROWS
    spans = [item for item in job.front[1][0].items if isinstance(item, TextSpan)]
    words = " ".join(word.text for span in spans for word in span.words)
    assert f"1–{len(job.sheets)} Cards 3–{2 + 2 * len(job.sheets)} 5001 " in words


@pytest.mark.parametrize(("title", "shown"), [("Suns", "Toy: Suns"), ("Toy", "Toy")])
def test_a_deck_that_is_named_like_its_game_says_so_once(toy_folder, title, shown):
    deck = toy_folder / "suns.yaml"
    deck.write_text(deck.read_text("utf-8").replace("title: Suns", f"title: {title}"), "utf-8")
    spans = [item for item in prepare(deck, BuildOptions()).front[1][0].items if isinstance(item, TextSpan)]
    assert " ".join(word.text for word in spans[0].words) == shown


def words_of(page) -> str:
    """Return the words of a page, in the order in which they are drawn."""
    return " ".join(word.text for item in page.items if isinstance(item, TextSpan) for word in item.words)


@pytest.mark.parametrize(
    ("language", "note"),
    [("en", "Each player needs an army of their own."), ("pt", "Cada pessoa precisa do seu próprio exército.")],
)
def test_page_1_of_an_army_says_that_each_player_needs_one(built, language, note):
    job, _ = built("samurai", language=language, only=("counters",))
    assert note in words_of(job.front[0][0])


def test_page_1_recommends_a_larger_size_only_where_cards_have_the_size_of_the_game(built):
    for card, is_told in [("", True), ("poker", False)]:
        job, _ = built("samurai", card=card, only=("bases",))
        assert ("--card" in words_of(job.front[0][0])) == is_told, card


def test_a_list_of_cards_is_known_by_its_title_alone(tmp_path):
    (tmp_path / "night-market.csv").write_text("name\nLantern\n", "utf-8")
    job = prepare(tmp_path / "night-market.csv", BuildOptions())
    assert (job.title, job.author, job.subject) == ("Night market", "cardgen", "")


def test_page_2_names_whom_the_fetched_icons_of_a_deck_are_by(tmp_path):
    """Only of icons that are there, and of authors without what a template could take for markup."""
    (tmp_path / "icons").mkdir()
    for name in ("wolf", "bear", "elk"):
        (tmp_path / "icons" / f"{name}.svg").write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
        )
    (tmp_path / "icons" / "credits.yaml").write_text("wolf: Lorc\nelk: Lorc\nbear: Ann <b>\ngone: Nobody\n")
    (tmp_path / "deck.yaml").write_text("game: cards\ncards: [{name: Pack}]\n")
    said = words_of(prepare(tmp_path / "deck.yaml", BuildOptions()).front[1][0])
    assert "Ann b (bear); Lorc (elk, wolf)" in said and "Nobody" not in said
    assert credits_text({"wolf": "Lorc", "bear": "Ann"}).decode().splitlines()[1:] == ['bear: "Ann"', 'wolf: "Lorc"']
    (tmp_path / "icons" / "credits.yaml").write_text("[wolf]\n")
    assert read_credits(tmp_path) == {} == read_credits(tmp_path / "icons")
    assert "Lorc" not in words_of(prepare(tmp_path / "deck.yaml", BuildOptions()).front[1][0])


def test_page_2_names_the_fonts_that_the_file_may_use_and_those_that_were_added(toy_folder):
    """Of the shipped ones for other scripts, those that its text needs; each family once, and the rights of each game once."""
    home, deck = resources().fonts, toy_folder / "suns.yaml"

    def rights(count=1):
        job = prepare(deck, BuildOptions(only=("cards",)))
        told = describe_file([job.project] * count, "Suns", job.sheets, job.paper, job.settings.layout, "office")
        assert (told["printer"], told["subtitle"]) == ("office", "We rise." if count == 1 else "")
        return told["rights"]

    licence, made = "under the SIL Open Font License 1.1.", f"Made with cardgen {__version__}."
    assert rights() == ["Free for all.", f"Fonts: Alegreya Sans, Cinzel, {licence}", made]
    (toy_folder / "fonts").mkdir()
    shutil.copy(home / "Cinzel-Bold.ttf", toy_folder / "fonts" / "OpenSun2-Bold.ttf")
    shutil.copy(home / "Cinzel-Bold.ttf", toy_folder / "fonts" / "Dawn[wght].ttf")
    deck.write_text(deck.read_text("utf-8").replace("Go to rest.", "\u0416 \u2200"), "utf-8")
    assert rights(2) == [
        "Free for all.",
        f"Fonts: Alegreya Sans, Cinzel, Noto Sans Math, {licence}",
        "Other fonts: Dawn, Open Sun2.",
        made,
    ]


WAYS = ({}, {"duplex": "manual"}, {"duplex": "none"}, {"split": True}, {"paper": "letter"})


@pytest.mark.parametrize(
    ("language", "options"), [*(("en", way) for way in WAYS), *zip(("pt", "de", "es", "fr"), WAYS, strict=False)]
)
def test_page_1_says_which_pages_go_on_which_paper(tmp_path, language, options):
    job = prepare(write_large_box(tmp_path), BuildOptions(language=language, **options))
    document = pypdfium2.PdfDocument(compose(job)[0])
    text = " ".join(document[0].get_textpage().get_text_range().split())
    strings = job.project.strings
    first = 3
    for name in ("card", "heavy_card", "paper"):
        count = sum(sheet.printed_on == name.replace("_", "-") for sheet in job.sheets)
        pages = count if options.get("duplex") == "none" or options.get("split") else 2 * count
        last = first + pages - 1
        assert (f"{first}–{last}" if last > first else str(first)) in text
        assert strings[f"paper_{name}"].split(",")[0].split()[0] in text
        first = last + 1
    document.close()
