"""Contrast is measured as WCAG does."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.model.deck import Deck
from cardgen.report.diagnostics import Collector
from cardgen.report.source import Node, Span
from cardgen.validate.contrast import check_contrast, contrast_ratio

COLORS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


@pytest.fixture
def deck() -> Deck:
    stated = {"ink": Node("#777777", Span("deck.yaml", 3, 8)), "paper": Node("#ffffff", Span("deck.yaml", 4, 8))}
    colors = Node(stated, Span("deck.yaml", 3, 3))
    root = Node({"colors": colors}, Span("deck.yaml", 1, 1))
    return Deck(Path("deck.yaml"), "game", None, root)


def found(deck: Deck, colors: dict[str, str], text: str, on: str) -> list[tuple[str, str]]:
    collector = Collector()
    check_contrast(deck, colors, [SimpleNamespace(text=text, on=on, where="rules")], collector, ("colors",))
    return [(item.code, str(item.span)) for item in collector.items]


@pytest.mark.parametrize(
    ("first", "second", "ratio"),
    [
        ("#000000", "#ffffff", 21.0),
        ("#767676", "#ffffff", 4.54),  # the lightest grey that passes on white, WebAIM
        ("#777777", "#ffffff", 4.48),
        ("#ff0000", "#ffffff", 4.00),
        ("#0000ff", "#ffffff", 8.59),
    ],
)
def test_contrast_of_known_pairs(first, second, ratio):
    assert contrast_ratio(first, second) == pytest.approx(ratio, abs=0.005)


@given(COLORS, COLORS)
def test_contrast_is_from_1_to_21_in_any_order(first, second):
    assert 1 <= contrast_ratio(first, second) <= 21.0001
    assert contrast_ratio(first, second) == contrast_ratio(second, first)


def test_luminance_counts_green_most():
    assert (
        contrast_ratio("#000000", "#00ff00")
        > contrast_ratio("#000000", "#ff0000")
        > contrast_ratio("#000000", "#0000ff")
    )


def test_readable_pair_is_no_error(deck):
    assert found(deck, {"ink": "#767676", "paper": "#ffffff"}, "ink", "paper") == []


def test_error_points_at_the_words_or_else_the_ground_or_else_the_palette(deck):
    for words, ground, place in (("ink", "paper", "3:8"), ("muted", "paper", "4:8"), ("muted", "white", "3:3")):
        assert found(deck, {words: "#777777", ground: "#ffffff"}, words, ground) == [("E320", f"deck.yaml:{place}")]


def test_each_pair_is_told_with_its_colours_and_its_contrast_which_is_never_rounded_up(deck):
    collector = Collector()
    pairs = [SimpleNamespace(text=text, on=on, where="rules") for text, on in (
        ("ink", "none"), ("lost", "none"), ("ink", "paper"), ("paper", "ink"), ("paper", "paper"),
    )]  # fmt: skip
    check_contrast(deck, {"ink": "#777777", "paper": "#ffffff"}, pairs, collector, ("colors",))
    unknown, low = "theme names the unknown colour", "is not readable (rules)"
    hints = ("make one of them darker or the other lighter",)
    assert [(item.message, item.expected, item.hints) for item in collector.items] == [
        (f"{unknown} 'none' in 'contrast'", "one of: ink, paper", ()),
        (f"{unknown} 'lost' in 'contrast'", "one of: ink, paper", ()),
        (f"ink on paper {low}: #777777 on #ffffff has a contrast of 4.47:1", "at least 4.5:1", hints),
        (f"paper on ink {low}: #ffffff on #777777 has a contrast of 4.47:1", "at least 4.5:1", hints),
        (f"paper on paper {low}: #ffffff on #ffffff has a contrast of 1.0:1", "at least 4.5:1", hints),
    ]


def test_color_that_nobody_names_is_an_error_of_the_theme(deck):
    assert [code for code, _ in found(deck, {"paper": "#ffffff"}, "inc", "paper")] == ["E206"]
