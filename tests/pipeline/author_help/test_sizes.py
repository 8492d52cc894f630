"""Which cards fit on which paper."""

import pytest

from cardgen.impose.paper import CARDS, COMMON_CARDS, COMMON_PAPERS, PAPERS
from cardgen.pipeline.author_help.sizes import fit_record, list_fits
from cardgen.pipeline.options import BuildOptions
from cardgen.report.errors import CardgenError


def test_common_cards_are_fitted_on_common_papers(tmp_path):
    fits = list_fits(tmp_path, BuildOptions(paper=""))
    assert [(fit.card, fit.paper) for fit in fits] == [
        (card, paper) for card in COMMON_CARDS for paper in COMMON_PAPERS
    ]


def test_one_pair_has_the_ways_of_both_orientations(tmp_path):
    (fit,) = list_fits(tmp_path, BuildOptions(paper="a4", card="poker"))
    assert [(way.columns, way.rows) for way in fit.ways] == [(3, 3), (4, 2)]
    assert fit.best == fit.ways[0]
    assert fit_record(fit)["best"]["count"] == 9


def test_a_size_of_the_users_own_goes_first_and_before_a_known_one(tmp_path):
    (tmp_path / "sizes.yaml").write_text("papers: {mine: 100x150mm, letter: 215x279mm}\n", "utf-8")
    papers = {fit.paper: fit.paper_size for fit in list_fits(tmp_path, BuildOptions(paper="", card="poker"))}
    assert list(papers)[:2] == ["mine", "letter"]
    assert (papers["letter"].width, papers["letter"].height) == (215, 279)
    (tmp_path / "sizes.yaml").write_text(
        "papers: {mine: {size: 100x150mm, margins: 20mm}, other: 100x150mm}\n", "utf-8"
    )
    for margins, counts in (("", [0, 2]), ("5mm", [2, 2]), ("31mm", [0, 0])):
        fits = list_fits(tmp_path, BuildOptions(paper="", card="63x88", margins=margins))[:2]
        assert [fit.best.count if fit.best else 0 for fit in fits] == counts


def test_cards_of_the_users_own_go_first(tmp_path):
    (tmp_path / "sizes.yaml").write_text("cards: {mine: 40x50mm, other: 30x30mm, poker: 60x90mm}\n", "utf-8")
    cards = {
        fit.card: (fit.card_size.width, fit.card_size.height) for fit in list_fits(tmp_path, BuildOptions(paper="a4"))
    }
    assert [*cards][:3] == ["mine", "other", "poker"] and len(cards) == len(CARDS) + 2
    assert [cards[name] for name in ("mine", "other", "poker")] == [(40, 50), (30, 30), (60, 90)]


def test_a_card_that_fits_a_slot_either_way_round_has_both_ways(tmp_path):
    (fit,) = list_fits(tmp_path, BuildOptions(paper="avery-8371", card="40x40mm"))
    assert [(way.lying, way.columns, way.rows) for way in fit.ways] == [(False, 2, 5), (True, 5, 2)]


@pytest.mark.parametrize("options", [{"paper": "a44"}, {"card": "pokre"}, {"gap": "wide"}, {"margins": "wide"}])
def test_an_option_that_is_wrong_is_an_error(tmp_path, options):
    with pytest.raises(CardgenError):
        list_fits(tmp_path, BuildOptions(**options))


def test_a_card_that_fits_on_no_paper_has_no_best_way(tmp_path):
    (fit,) = list_fits(tmp_path, BuildOptions(paper="100x100", card="tarot"))
    record = fit_record(fit)
    assert (fit.best, record["best"], record["folded"], sum(way["count"] for way in record["ways"])) == (
        None,
        None,
        0,
        0,
    )
    assert {way["largest_gap_mm"] for way in record["ways"]} == {None}
    assert record["paper_mm"] == [100, 100] and record["card"] == "tarot"


def test_what_the_record_of_a_fit_says(tmp_path):
    (fit,) = list_fits(tmp_path, BuildOptions(paper="a4", card="50x70"))
    record = fit_record(fit)
    assert {key: record[key] for key in ("card_mm", "paper_mm", "gap_mm")} == {
        "card_mm": [50, 70],
        "paper_mm": [210, 297],
        "gap_mm": fit.gap,
    }
    portrait, landscape = record["ways"]
    assert (portrait["orientation"], portrait["columns"], portrait["rows"]) == ("portrait", 4, 4)
    assert (landscape["orientation"], landscape["columns"], landscape["rows"]) == ("landscape", 5, 2)
    for way, found in zip(record["ways"], fit.ways, strict=True):
        assert (
            way["count"] == way["columns"] * way["rows"] == found.count
            and way["count_with_bleed"] == found.spaced <= found.count
        )
        assert way["largest_gap_mm"] == (None if found.largest_gap is None else round(found.largest_gap, 2))


def test_a_card_may_lie_in_the_slots_of_a_product(tmp_path):
    def ways(card):
        (fit,) = list_fits(tmp_path, BuildOptions(paper="avery-8371", card=card))
        return [(way.lying, way.columns, way.rows, way.count) for way in fit.ways]

    assert (ways("80x50"), ways("50x80"), ways("100x100")) == ([(False, 2, 5, 10)], [(True, 5, 2, 10)], [])


def test_a_card_is_fitted_on_all_papers_a_paper_with_all_cards_and_a_gap_takes_room(tmp_path):
    (tmp_path / "sizes.yaml").write_text("cards: {mine: 40x50mm}\n", "utf-8")
    papers, cards = (
        list_fits(tmp_path, BuildOptions(**{"paper": "", "card": "", **one}))
        for one in ({"card": "poker"}, {"paper": "a4"})
    )
    assert ({fit.card for fit in papers}, [fit.paper for fit in papers]) == ({"poker"}, [*PAPERS])
    assert ({fit.paper for fit in cards}, [fit.card for fit in cards]) == ({"a4"}, ["mine", *CARDS])
    for gap, count in (
        ("", 9),
        ("0.4mm", 9),
        ("6mm", 8),
    ):  # 9 upright, or 8 on paper that lies
        (fit,) = list_fits(tmp_path, BuildOptions(paper="a4", card="poker", gap=gap))
        assert (fit.gap, fit.best.count, fit_record(fit)["gap_mm"]) == (
            float(gap.removesuffix("mm") or 0),
            count,
            fit.gap,
        )
