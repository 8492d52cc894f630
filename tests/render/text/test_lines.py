import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.render.text.lines import ParagraphBreaker, _justified_cost, _last_line_cost, _overfull, _ragged_cost
from cardgen.render.text.rich import Icon, Run, plain_text
from cardgen.render.text.shaping import Shaper

from .samples import BOOK, PROPERTY, RULES, aligns, break_lines, rich, rich_texts, sentences

RAGGED = RULES.changed(hyphenate=False)
CENTERED = RAGGED.changed(align="center")


def texts(text: str, style, width: float, language: str = "en") -> list[str]:
    return [line.text for line in break_lines(rich(text, language), style, width, language)]


@PROPERTY
@given(rich_texts, aligns, st.floats(20, 60), st.booleans())
def test_no_line_is_wider_than_the_box(inlines, align, width, hyphenate) -> None:
    style = RULES.changed(align=align, hyphenate=hyphenate)
    for line in break_lines(inlines, style, width, "pt"):
        parts = sum(1 for piece in line.segments if piece.can_start_line)
        assert line.min_width(align) * style.size <= width + 1e-6 or parts <= 1


@PROPERTY
@given(rich_texts, aligns, st.floats(5, 60))
def test_the_text_of_the_lines_is_the_text(inlines, align, width) -> None:
    lines = break_lines(inlines, RAGGED.changed(align=align), width)
    expected = plain_text(inlines).replace("\ufffc", "")
    assert "".join(line.text for line in lines).replace(" ", "") == expected.replace(" ", "")
    assert [piece.content for line in lines for piece in line.segments if isinstance(piece.content, Icon)] == [
        part._replace(color=RAGGED.color) for part in inlines if isinstance(part, Icon)
    ]


@PROPERTY
@given(sentences, st.floats(8, 60))
def test_dividing_words_loses_and_adds_nothing_but_hyphens(text, width) -> None:
    lines = break_lines((Run(text),), RULES.changed(align="justify"), width, "pt")
    assert re.sub(r"-?\n", "", "\n".join(line.text for line in lines)).replace(" ", "") == text.replace(" ", "")


@PROPERTY
@given(rich_texts, aligns, st.floats(4, 25), st.sampled_from([0.0, 0.05]))
def test_no_paragraph_takes_fewer_lines_than_the_least(inlines, align, width, tracking) -> None:
    measure = Shaper(RULES.changed(align=align, tracking=tracking), BOOK)
    for pieces in measure.shape_paragraphs(inlines):
        paragraph = ParagraphBreaker(pieces, measure, "pt")
        lines = paragraph.lines(width)
        if all(line.min_width(align) <= width for line in lines):
            assert paragraph.min_line_count(width) <= len(lines)


@PROPERTY
@given(sentences, st.floats(10, 60))
def test_ragged_text_takes_no_more_lines_than_it_must(text, width) -> None:
    greedy, used = 1, 0.0
    space = BOOK.space(RAGGED.regular) * RAGGED.size
    for word in text.split(" "):
        need = BOOK.shape_word(RAGGED.regular, word).width * RAGGED.size
        if used and used + space + need > width + 1e-9:
            greedy, used = greedy + 1, 0.0
        used += need + (space if used else 0.0)
    assert len(break_lines((Run(text),), CENTERED, width)) == greedy
    assert len(break_lines((Run(text),), RAGGED, width)) == greedy


def test_centered_lines_are_balanced() -> None:
    text = "Your opponent cannot declare attacks for the rest of this turn."
    assert texts(text, CENTERED, 34) == ["Your opponent cannot declare", "attacks for the rest of this turn."]


def test_no_word_is_alone_in_the_last_line() -> None:
    text = "Strikes first: a foe it kills deals no damage at all to you"
    natural = sum(line.width for line in break_lines(rich(text), RAGGED, 1000)) * RAGGED.size
    lines = texts(text, RAGGED, natural - 0.5)
    assert len(lines) == 2
    assert len(lines[1].split()) > 1


def test_a_number_stays_with_what_it_counts() -> None:
    assert not any(line.endswith(" 25") for line in texts("Shuffle your 25 bases and your 25 abilities", RAGGED, 31))


@pytest.mark.parametrize("width", [6, 9, 12, 20])
def test_an_icon_is_never_parted_from_what_it_touches(width: float) -> None:
    lines = break_lines(rich("one ({hand}) two {star}three four{hand}{star}, five"), RAGGED, width)
    joined = [["" if isinstance(p.content, Icon) else p.content.text for p in line.segments] for line in lines]
    found = "|".join(",".join(parts) for parts in joined)
    assert re.search(r"\(,,\)", found)
    assert re.search(r",three", found)
    assert re.search(r"four,,,,", found)


def test_a_hard_space_does_not_break_but_is_a_space() -> None:
    assert texts("aa\u00a0bb\u202fcc dd", RAGGED, 10) == ["aa bb cc", "dd"]


@pytest.mark.parametrize("style", [RULES, CENTERED])
def test_a_hard_space_yields_where_no_line_has_room_for_what_it_binds(style) -> None:
    assert texts("Rarity\u00a0Common", style, 13) == ["Rarity", "Common"]
    assert texts("In 5\u00a0km, rarity\u00a0common", style, 13) == ["In 5 km,", "rarity", "common"]
    assert texts("oui\u00a0: \u00ab\u00a0oui\u00a0\u00bb", style, 5, "fr") == ["oui :", "\u00ab oui \u00bb"]


def test_no_word_is_divided_for_looks_where_hard_spaces_yield() -> None:
    lines = texts("keepers common lanterns\u00a0of\u00a0tomorrow", RULES, 13)
    assert lines == ["keepers", "common", "lanterns of", "tomorrow"]


def test_a_narrow_space_is_six_tenths_of_a_space() -> None:
    narrow, usual, none = (
        break_lines((Run(f"aa{space}bb"),), RAGGED, 90)[0].width for space in ("\u202f", "\u00a0", "")
    )
    assert usual - none == pytest.approx(BOOK.space(RAGGED.regular))
    assert narrow - none == pytest.approx(0.6 * BOOK.space(RAGGED.regular))


def test_a_zero_width_space_breaks() -> None:
    assert texts("aaaa\u200bbbbb", RAGGED, 6) == ["aaaa", "bbbb"]
    assert texts("aaaa\u200bbbbb", RAGGED, 60) == ["aaaabbbb"]


def test_a_soft_hyphen_shows_only_where_it_is_used() -> None:
    assert texts("aaaaaa\u00adbbbbbb", RAGGED, 12) == ["aaaaaa-", "bbbbbb"]
    assert texts("aaaaaa\u00adbbbbbb", RAGGED, 60) == ["aaaaaabbbbbb"]


def test_a_word_may_be_divided_more_than_once() -> None:
    lines = texts("anti\u00addis\u00adesta\u00adblish\u00adment", RAGGED, 7)
    assert len(lines) > 2
    assert "".join(line.rstrip("-") for line in lines) == "antidisestablishment"
    assert all(line.endswith("-") for line in lines[:-1])


def test_the_work_of_dividing_a_word_grows_with_its_length_and_not_with_its_square(monkeypatch) -> None:
    shape, letters = Shaper.with_text, []

    def counted(self, segment, text):
        letters.append(len(text))
        return shape(self, segment, text)

    monkeypatch.setattr(Shaper, "with_text", counted)
    for count in (50, 200):
        letters.clear()
        word = "valuable" * count
        lines = texts(f"{word} b", RULES, 40)
        assert "".join(line.removesuffix("-") for line in lines).replace(" ", "") == f"{word}b"
        assert all(len(line) > 32 for line in lines[:-1])
        assert sum(letters) < 100 * len(word)


def test_a_compound_is_divided_at_its_hyphen_in_any_style() -> None:
    assert texts("Cidade-\u00e1rvore", RAGGED, 10, "pt") == ["Cidade-", "-\u00e1rvore"]


def test_the_last_word_is_not_divided_by_pattern() -> None:
    assert texts("territory", RULES, 8) == ["territory"]


def test_words_joined_by_a_no_break_space_are_divided_only_by_force() -> None:
    """A fact such as "Faction Earthbound" or "C Melbourne" is set on a line of its own, or smaller; what a small letter is joined to may be divided."""
    for text, is_divided in (
        ("a territory name", True),
        ("a territory\u00a0name", False),
        ("a category\u00a0name", False),
        ("x\u00a0territory name", True),
        ("X\u00a0territory name", False),
        ("a at 2\u00a0territory of", True),
        ("a at\u00a02\u00a0territory of", False),
        ("name\u00a0territory a", False),
        ("a territory\u00a0! name", True),
    ):
        for force in (False, True):
            shaper = Shaper(RULES, BOOK)
            (segments,) = shaper.shape_paragraphs(rich(text))
            paragraph = ParagraphBreaker(segments, shaper, "en")
            if force:
                paragraph.force()
            shown = [line.text for line in paragraph.lines(paragraph.width * 0.5)]
            assert any(line.endswith("-") for line in shown) == (is_divided or force), (text, shown)


def test_the_authors_line_ends_hold() -> None:
    assert texts("a\n\nb c", RAGGED, 60) == ["a", "", "b c"]


def test_nothing_is_one_empty_line() -> None:
    assert [line.text for line in break_lines((), RAGGED, 10)] == [""]


def test_tracking_widens_between_glyphs_only() -> None:
    plain, wide = (
        break_lines(rich("four more"), RAGGED.changed(tracking=tracking, features=("-liga",)), 90)[0].width
        for tracking in (0.0, 0.1)
    )
    assert wide - plain == pytest.approx(0.1 * (len("four more") - 1))


def test_letters_and_spaces_are_tracked_and_icons_are_not() -> None:
    for words, count in (("four", 3), ("four {a}", 5), ("{a} four", 4), ("{a} {a}", 1)):
        plain, wide = (
            break_lines(rich(words), RAGGED.changed(tracking=tracking, features=("-liga",)), 90)[0].width
            for tracking in (0.0, 0.1)
        )
        assert wide - plain == pytest.approx(0.1 * count), words


def test_capitals_are_set_by_the_style() -> None:
    assert texts("m\u00e3o", RAGGED.changed(case="upper"), 60) == ["M\u00c3O"]


def test_characters_without_a_glyph_are_named() -> None:
    shaper = Shaper(RAGGED, BOOK)
    ((first, *others),) = shaper.shape_paragraphs(rich("a \u4e2d**\U0001f600\u4e2d**"))
    assert shaper.lacking == "\u4e2d\U0001f600"
    assert [glyph for other in others for glyph, _, _ in other.content.glyphs] == [0, 0, 0]
    assert first.content.glyphs[0][0] != 0


@pytest.mark.parametrize("width", [24, 26, 28, 30, 34, 36])
def test_an_icon_stays_with_the_word_that_it_stands_for(width: float) -> None:
    inlines = rich(
        "At\u00e9 o fim do turno, seus {hand} Monges t\u00eam poder 2. Ap\u00f3s cada batalha, sacrifique quem lutou."
    )
    for line in break_lines(inlines, CENTERED, width, "pt")[:-1]:
        assert not isinstance(line.segments[-1].content, Icon)


@pytest.mark.parametrize("width", range(28, 44, 2))
def test_a_number_stays_with_the_word_before_it(width: float) -> None:
    text = "You built a base in territory 1, and kept three cards. Your opponent built one base in territory 2."
    assert not [line for line in texts(text, RAGGED, width) if line[0].isdigit()]


@pytest.mark.parametrize("width", [47, 50, 54, 58])
@pytest.mark.parametrize(
    "text",
    [
        "When it dies, all your other troops here become invulnerable",
        "Choose one of them and hold on to it until the reinforcements",
    ],
)
def test_a_long_word_is_not_alone_in_the_last_line_either(text: str, width: float) -> None:
    """It fills more of its line than a last line must, so nothing but the orphan itself speaks against it."""
    lines = texts(text, RAGGED, width)
    assert len(lines) == 2
    assert len(lines[-1].split()) > 1


@pytest.mark.parametrize("width", [27, 28, 29, 30, 31, 32])
def test_a_number_does_not_end_a_line_before_what_it_counts(width: float) -> None:
    lines = texts("Draw 3 cards, then discard 2 cards of your choice and gain 4 coins.", RAGGED, width)
    assert not [line for line in lines[:-1] if line[-1].isdigit()]


@pytest.mark.parametrize("width", range(20, 32))
def test_a_number_does_not_start_a_line_after_what_it_numbers(width: float) -> None:
    text = "You built a base in territory 1, and kept three cards. Your opponent built one base in territory 2."
    assert not [line for line in texts(text, CENTERED, width) if line[0].isdigit()]


@pytest.mark.parametrize("style", [RAGGED, CENTERED])
@pytest.mark.parametrize("width", range(20, 44, 3))
def test_no_line_starts_with_the_dot_between_two_words(style, width: float) -> None:
    assert not [
        line for line in texts("Legendary Sailor · Sea · Human · Ancient · Cursed", style, width) if line[0] == "·"
    ]


@pytest.mark.parametrize("width", range(40, 64, 3))
def test_a_single_letter_does_not_end_a_line(width: float) -> None:
    text = "Choose a foe in a territory next to a base, and move a troop into a free place."
    assert not [line for line in texts(text, CENTERED, width)[:-1] if line.split()[-1] == "a"]


@pytest.mark.parametrize("width", range(42, 48))
def test_the_short_first_word_of_a_sentence_does_not_end_a_line(width: float) -> None:
    text = (
        "Declare which of your groups attacks which territory. The group must have a troop. You cannot name the palace."
    )
    lines = texts(text, RAGGED, width)
    assert not [line for line in lines if line.endswith((". The", ". You"))]


@pytest.mark.parametrize("width", [3, 8, 13, 18, 23])
def test_an_icon_is_not_parted_from_its_word_even_where_the_line_is_too_narrow(width: float) -> None:
    lines = break_lines(rich("the {hand} inconspicuous {star} reinforcements of {hand} {star} monks"), RAGGED, width)
    for line in lines[1:]:
        first = line.segments[0].content
        assert isinstance(first, Icon) or first.text in {"the", "of"}


@pytest.mark.parametrize("width", range(24, 60, 2))
def test_icons_in_a_row_stay_together(width: float) -> None:
    inlines = rich("Sacrifice a {hand} {star} or both of the {hand} {star} troops, and gain {hand} {star} for it.")
    for line in break_lines(inlines, RAGGED, width)[:-1]:
        assert not isinstance(line.segments[-1].content, Icon)


@pytest.mark.parametrize("width", range(24, 60, 2))
def test_a_number_stays_with_the_icon_of_what_it_counts(width: float) -> None:
    inlines = rich("Come back without cards and with 5 {hand}, 3 {star}, 1 {hand}; then pay 2 {star} for each field.")
    lines = break_lines(inlines, RAGGED, width)
    assert not [line for line in lines[:-1] if line.segments[-1].source.isdigit()]


@pytest.mark.parametrize("width", range(24, 60, 2))
def test_a_dot_between_words_does_not_start_a_line(width: float) -> None:
    text = "Hero boards and special abilities \u00b7 10 sheets, pages 49\u201364, 69\u201372 \u00b7 to be folded"
    lines = texts(text, RAGGED, width)
    assert not [line for line in lines if line.startswith("\u00b7")]


LONG_WORDS = "Extraordinary reinforcements continuously strengthen fortifications everywhere around the territory."


def divided(lines: list[str]) -> list[bool]:
    return [line.endswith("-") for line in lines[:-1]]


@pytest.mark.parametrize("width", [18.0, 20.5, 21.0])
def test_divided_words_do_not_stand_below_each_other(width: float) -> None:
    marks = divided(texts(LONG_WORDS, RULES, width))
    assert any(marks)
    assert not any(first and second for first, second in pairwise(marks))


@pytest.mark.parametrize("width", [18.5, 19.0, 19.5])
def test_words_are_divided_where_lines_would_be_half_empty(width: float) -> None:
    assert any(divided(texts(LONG_WORDS, RULES, width)))


@pytest.mark.parametrize("width", [16.5, 17.0, 17.5, 29.0])
def test_words_are_not_divided_where_lines_are_full_enough(width: float) -> None:
    assert not any(divided(texts(LONG_WORDS, RULES, width)))


@pytest.mark.parametrize("width", [18.0, 24.0])
def test_no_more_words_are_divided_than_it_takes(width: float) -> None:
    assert sum(divided(texts(LONG_WORDS, RULES, width))) == 1


def test_dividing_words_adds_no_line_for_looks() -> None:
    assert len(texts(LONG_WORDS, RULES, 21.5)) == 5


def test_justified_text_takes_a_line_more_to_avoid_wide_gaps() -> None:
    assert len(texts(LONG_WORDS, RULES.changed(align="justify"), 16.5)) == 8


def test_the_lines_of_a_style_that_balances_are_as_long_as_each_other() -> None:
    text = "Can be hit only when no troop defends it."
    assert texts(text, RAGGED, 36) == ["Can be hit only when no troop", "defends it."]
    assert texts(text, RAGGED.changed(balance=True), 36) == ["Can be hit only when", "no troop defends it."]


def test_the_lines_of_a_style_that_balances_end_with_a_sentence() -> None:
    text = "Leave him in the rain. He will mend."
    assert texts(text, CENTERED, 29) == ["Leave him in the", "rain. He will mend."]
    assert texts(text, CENTERED.changed(balance=True), 29) == ["Leave him in the rain.", "He will mend."]
    balanced = RAGGED.changed(balance=True)
    assert texts("Both players, step by step. No abilities.", balanced, 30) == [
        "Both players, step by step.",
        "No abilities.",
    ]
    assert texts("Tide, and the rocks of the bay.", balanced, 27)[0] == "Tide, and the"


def test_what_a_line_costs_by_the_room_that_it_leaves() -> None:
    """Half of its width as much as 0.25; wide gaps as much as narrow ones by what each may change, and far more beyond it."""
    ragged, last = _ragged_cost(10), _last_line_cost(10)
    assert [ragged(slack, 0) for slack in (0, 5, 10)] == pytest.approx([0, 0.25, 1])
    assert [last(slack, 0) for slack in (0, 6, 7, 10)] == pytest.approx([0, 0, 0.01, 0.16])
    gaps = [_justified_cost(slack, 2) for slack in (0, 1.5, -0.3, 3, 1e9)]
    assert gaps == pytest.approx([0, 0.1, 0.1, 0.7, 250])
    assert _overfull(0, 0) == 1000 > gaps[-1]


def test_long_words_that_follow_each_other_lose_nothing_in_lines_of_any_width() -> None:
    """A line may begin with the end of one word and end with the beginning of the next, or with more of the same."""
    text = "sacrificadas extraordinariamente"
    for width in range(6, 30):
        for align in ("left", "justify", "center"):
            lines = texts(text, RULES.changed(align=align), width, "pt")
            assert "".join(line.removesuffix("-") for line in lines).replace(" ", "") == text.replace(" ", "")


def test_justified_text_that_fits_one_line_by_narrower_gaps_is_not_held_to_need_two() -> None:
    shaper = Shaper(RAGGED.changed(align="justify"), BOOK)
    paragraph = ParagraphBreaker(shaper.shape_paragraphs(rich("a b c d e f"))[0], shaper, "en")
    (line,) = paragraph.lines(paragraph.width)
    for share, count in ((0.14, 1), (0.16, 2)):
        width = paragraph.width - share * line.gaps
        assert len(paragraph.lines(width)) == count >= paragraph.min_line_count(width)


def test_of_two_spaces_beside_each_other_the_wider_one_counts() -> None:
    usual = break_lines((Run("aa bb"),), RAGGED, 90)[0].width
    for spaces in (" \u00a0", " \u202f", "\u00a0\u202f", "\u202f\u00a0"):
        assert break_lines((Run(f"aa{spaces}bb"),), RAGGED, 90)[0].width == pytest.approx(usual), spaces
