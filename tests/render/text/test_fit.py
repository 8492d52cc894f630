import math
import re
from itertools import pairwise

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from cardgen.geometry.units import MM_PER_POINT, Rect, Size
from cardgen.model.drawing import Artwork, PlacedArtwork, TextSpan, View
from cardgen.render.text.fit import FittedText, _beginning, _is_near, fit_text
from cardgen.render.text.rich import Break, Icon, Run
from cardgen.report.errors import UnlocatedError
from cardgen.report.quality import hint_to_shorten

from .samples import BOOK, PROPERTY, RULES, aligns, icon, left_and_right, rich, rich_texts, span_right, text_of

BOX = Rect(3, 31, 34, 14)
LONG = (
    "Until end of turn your {hand} Samurai get **+1 power**. If one falls in battle, draw a card. Then sacrifice one."
)
METRICS = BOOK.metrics(RULES.regular)


def place(text: str, style=RULES, box: Rect = BOX, **choices) -> FittedText:
    return fit_text(rich(text), style, box, **{"fontbook": BOOK, "icons": icon, "language": "en", **choices})


def baselines(block: FittedText) -> list[float]:
    return sorted({item.y for item in block.items if isinstance(item, TextSpan)})


@PROPERTY
@given(rich_texts, aligns, st.sampled_from(["top", "middle", "bottom"]), st.floats(15, 60), st.floats(4, 40))
def test_nothing_leaves_the_box(inlines, align, valign, width, height) -> None:
    box = Rect(5, 7, width, height)
    block = fit_text(inlines, RULES, box, align=align, valign=valign, fit="shrink", fontbook=BOOK, icons=icon,
                    language="pt")  # fmt: skip
    if any(isinstance(item, View) for item in block.items):  # it is cut at its box
        ((item,), (fault,)) = block.items, block.faults
        assert (item.window, fault.code) == (box, "E406")
        return
    # Ink is centred, so a line may move by the air beside its outer glyphs.
    air = 0.15 * block.size if align == "center" else 1e-6
    for left, right in map(left_and_right, block.items):
        assert left >= box.x - air
        assert right <= box.right + air
    for item in block.items:
        if isinstance(item, TextSpan):
            inks = [BOOK.ink(item.font, word) for word in item.words]
            assert item.y - min(ink.bottom for ink in inks) * item.size <= box.bottom + 1e-6 or valign == "bottom"
            assert box.y <= item.y <= box.bottom + 1e-6


@PROPERTY
@given(rich_texts, st.floats(20, 50), st.floats(3, 20), st.floats(0.1, 10))
def test_more_height_never_makes_text_smaller(inlines, width, height, more) -> None:
    def size(high: float) -> float:
        try:
            return fit_text(inlines, RULES, Rect(0, 0, width, high), fit="shrink", fontbook=BOOK, icons=icon,
                           language="en").size  # fmt: skip
        except UnlocatedError:
            return 0.0

    assert size(height) <= size(height + more)


def height_taken(block: FittedText, style, valign: str) -> float:
    """What the rules of vertical alignment ask of a box, from where the lines and their ink came out, mm.

    At the top the box holds everything from the ascenders down to the deepest ink; at the bottom down to the
    descenders; in the middle whatever is centred, and as much air above and below as the ink of the other side takes.
    """
    ys = baselines(block)
    inks = {
        y: [
            (ink.top * item.size, -ink.bottom * item.size)
            for item in block.items
            if isinstance(item, TextSpan) and item.y == y
            for ink in (BOOK.ink(item.font, word) for word in item.words)
        ]
        for y in (ys[0], ys[-1])
    }
    between, depth = ys[-1] - ys[0], max(below for _, below in inks[ys[-1]])
    metrics = BOOK.metrics(style.regular)
    if valign == "top":
        return metrics.ascent * block.size + between + depth
    if valign == "bottom":
        return (metrics.ascent + metrics.descent) * block.size + between
    above, below = metrics.cap_height * block.size, 0.0
    if len(ys) == 1 and not any(c.isalpha() for i in block.items for w in i.words for c in w.text):
        above, below = max(top for top, _ in inks[ys[0]]), depth
    over = max(top for top, _ in inks[ys[0]]) - above
    return above + below + between + 2 * max(depth - below, over, 0.0)


deep_texts = st.lists(st.text("apqgyjÇÁfn41", min_size=1, max_size=7), min_size=1, max_size=12).map(" ".join)


@settings(max_examples=300)
@given(
    st.lists(deep_texts, min_size=1, max_size=3).map("\n".join),
    aligns,
    st.sampled_from(["top", "middle", "bottom"]),
    st.sampled_from([(0.0, 1.2, 0.0), (0.05, 1.05, 0.0), (0.0, 1.05, 1.3), (0.12, 1.0, 0.0), (-0.02, 1.2, 0.4)]),
    st.sampled_from([("none", 0.0), ("shrink", 0.0), ("shrink", 1.5)]),
    st.floats(8, 40),
)
@example("gypj", "left", "middle", (0.0, 1.2, 0.0), ("none", 0.0), 30)
@example("41", "center", "middle", (0.0, 1.2, 0.0), ("shrink", 1.5), 30)
@example("Ç\nÁ", "right", "top", (0.12, 1.0, 0.0), ("shrink", 0.0), 30)
def test_text_fits_the_height_that_it_takes_and_nothing_lower(text, align, valign, spaces, fitting, width) -> None:
    fit, smallest = fitting
    tracking, leading, after = spaces
    style = RULES.changed(tracking=tracking, leading=leading, space_after=after, min_size=smallest)
    inlines = rich(text)

    def fitted(height: float) -> FittedText | None:
        try:
            block = fit_text(inlines, style, Rect(2, 3, width, height), align=align, valign=valign, fit=fit,
                             fontbook=BOOK, icons=icon, language="en")  # fmt: skip
        except UnlocatedError as error:
            assert error.code == "E406"
            return None
        return None if any(fault.code == "E406" for fault in block.faults) else block

    block = fitted(400)
    assume(block is not None and len(baselines(block)) == block.lines)
    height = height_taken(block, style, valign)
    tightest = style.leading if fit == "none" else min(style.leading, 1.05)
    height -= (block.lines - 1) * (style.leading - tightest) * block.size
    exact, lower = fitted(height), fitted(height - 0.01)
    assert exact is not None and (exact.size, exact.lines) == (block.size, block.lines)
    assert height_taken(exact, style, valign) == pytest.approx(height, abs=1e-4)
    for upper, following in pairwise(baselines(exact)):
        gap = (following - upper) / exact.size
        assert math.isclose(gap, tightest, abs_tol=1e-4) or math.isclose(gap, tightest + after / 2.5, abs_tol=1e-4)
    assert lower is None or (fit == "shrink" and smallest and lower.size < block.size)


def test_text_that_fits_keeps_its_size_and_leading() -> None:
    block = place(LONG, box=Rect(0, 0, 34, 30), fit="shrink")
    first, second = baselines(block)[:2]
    assert block.size == RULES.size
    assert second - first == pytest.approx(RULES.leading * RULES.size)


def test_the_leading_is_tightened_before_the_size() -> None:
    roomy = place(LONG, box=Rect(0, 0, 34, 30))
    tight = place(LONG, box=Rect(0, 0, 34, roomy.height - 0.5), fit="shrink")
    smaller = place(LONG, box=Rect(0, 0, 34, roomy.height - 3), fit="shrink")
    assert tight.size == roomy.size
    assert tight.height < roomy.height
    assert smaller.size < roomy.size


def test_sizes_go_down_in_steps_to_the_smallest() -> None:
    assert place("mmmm", box=Rect(0, 0, RULES.size * 3.3, 9), fit="shrink").size in [
        pytest.approx(max(RULES.size * 0.975**step, RULES.min_size)) for step in range(30)
    ]


def test_the_last_step_before_the_smallest_size_is_taken_too() -> None:
    (span,) = place("mmmm", box=Rect(0, 0, 90, 9)).items
    width = span_right(span) - span.x
    style = RULES.changed(min_size=RULES.size * 0.975 * 0.99)
    assert place("mmmm", style, Rect(0, 0, width * 0.98, 9), fit="shrink").size == pytest.approx(RULES.size * 0.975)
    assert place("mmmm", style, Rect(0, 0, width * 0.97, 9), fit="shrink").size == pytest.approx(style.min_size)


@pytest.mark.parametrize("fit", ["none", "shrink"])
def test_what_does_not_fit_says_by_how_much(fit: str) -> None:
    box = Rect(0, 0, 15, 2)
    block = place(LONG, box=box, fit=fit)
    (fault,) = block.faults
    assert fault.code == "E406"
    assert "mm too high for its box of 15 x 2 mm" in fault.message
    assert ("the smallest size" in fault.message) == (fit == "shrink")
    assert "it takes" in fault.expected
    assert fault.measure == pytest.approx(block.size / MM_PER_POINT)
    (cut,) = block.items  # it does not fit at 3 pt either
    assert isinstance(cut, View)
    assert cut.window == box


def test_what_does_not_fit_is_shrunk_further_before_it_is_cut() -> None:
    block = place("twenty words " * 12, box=Rect(0, 0, 15, 9), fit="shrink")
    assert [fault.code for fault in block.faults] == ["E406"]
    assert 3 <= block.size / MM_PER_POINT < RULES.min_size / MM_PER_POINT
    assert all(isinstance(item, TextSpan) and span_right(item) <= 15.01 for item in block.items)


def test_text_that_is_shrunk_much_is_told() -> None:
    (fault,) = place(
        "word " * 26, style=RULES.changed(size=10 * MM_PER_POINT), box=Rect(0, 0, 30, 12), fit="shrink"
    ).faults
    assert fault.code == "W411"
    assert fault.measure is not None
    assert fault.measure < 8
    large = RULES.changed(size=30 * MM_PER_POINT, min_size=12 * MM_PER_POINT)
    block = place("word " * 5, style=large, box=Rect(0, 0, 40, 20), fit="shrink")
    assert block.size < 0.8 * large.size
    assert block.faults == ()  # it is still large
    large = RULES.changed(size=20 * MM_PER_POINT, min_size=5 * MM_PER_POINT)
    block = place("word " * 26, style=large, box=Rect(0, 0, 40, 13), fit="shrink")
    assert 6 < block.size / MM_PER_POINT < 8
    share = block.size / MM_PER_POINT / 9  # of the size from which text is read with ease
    assert [fault.hints for fault in block.faults] == [(hint_to_shorten(5 * 26 - 1, block.lines, share),)]


def test_a_smallest_size_above_that_of_the_style_enlarges_nothing() -> None:
    assert place("a", RULES.changed(min_size=2 * RULES.size), fit="shrink").size == RULES.size


def test_text_that_is_hardly_too_high_is_so_by_a_tenth_of_a_millimetre() -> None:
    height = height_taken(place("gypj", box=Rect(0, 0, 40, 40)), RULES, "top")
    (fault,) = place("gypj", box=Rect(0, 0, 40, height - 0.01)).faults
    assert " is 0.1 mm too high for " in fault.message


def test_a_word_that_is_too_wide_says_by_how_much() -> None:
    (fault,) = place("mmmmmm", box=Rect(0, 0, 4, 9), fit="shrink").faults
    assert re.match(r"a word of text 'mmmmmm' is .* mm too wide", fault.message)


def test_a_long_word_is_divided_rather_than_printed_tiny() -> None:
    """By the patterns of the language, where signs of an address allow it, or anywhere; a short word and a number are not."""

    def lines(text: str, width: float = 14) -> list[str]:
        block = place(text, box=Rect(0, 0, width, 40), fit="shrink")
        assert block.size > 0.7 * RULES.size or len(text) < 13
        spans = [item for item in block.items if isinstance(item, TextSpan)]
        return [" ".join(word.text for span in spans if span.y == y for word in span.words) for y in baselines(block)]

    assert lines("Electroencephalographically") == ["Electroen-", "cephalo-", "graphically"]
    assert all(line.endswith("-") for line in lines("W" * 24)[:-1])
    assert lines("example.org/cards/rules/of/play") == ["example.org/", "cards/rules/", "of/play"]
    assert len(lines("{hand} " + "W" * 24)) > 3
    assert len(lines("W1W1W1W1W1", 8)) > 1
    assert lines("mmmmmmmm", 12) == ["mmmmmmmm"]
    assert lines("123456789012", 12) == ["123456789012"]


def test_a_long_word_of_large_type_is_not_divided_while_it_is_read_with_ease() -> None:
    large = RULES.changed(size=22 * MM_PER_POINT, min_size=5 * MM_PER_POINT, hyphenate=False)

    def divides(width: float) -> bool:
        block = place("my grandmother's advice", large, Rect(0, 0, width, 60), fit="shrink")
        divided = any(
            word.text.endswith("-") for item in block.items if isinstance(item, TextSpan) for word in item.words
        )
        assert divided or block.size >= 9 * MM_PER_POINT
        return divided

    divided = [divides(width) for width in range(12, 60)]
    assert divided == sorted(divided, reverse=True) and {*divided} == {True, False}
    assert not divides(26)  # at about 13 pt


@pytest.mark.parametrize("box", [Rect(0, 0, 0, 9), Rect(0, 0, 9, 0), Rect(0, 0, -1, -1)])
def test_a_box_without_room_is_an_error(box: Rect) -> None:
    with pytest.raises(UnlocatedError, match="too"):
        place("a", box=box, fit="shrink")


def test_a_name_shrinks_but_is_not_broken() -> None:
    box = Rect(0, 0, 18, 9)
    assert place("Goblin Spiderriders", box=box, fit="shrink").lines == 2
    one = place("Goblin Spiderriders", box=box, fit="line")
    assert one.lines == 1
    assert one.size < RULES.size
    smaller = place("Goblin Spiderriders", box=Rect(0, 0, 9, 9), fit="line")
    assert smaller.lines == 1
    assert re.match(r"text 'Goblin Spiderriders' is .* mm too wide", smaller.faults[0].message)


def test_nothing_takes_no_room() -> None:
    assert place("") == FittedText((), 0.0, RULES.size, 0)


@pytest.mark.parametrize("choice", [{"align": "centre"}, {"valign": "center"}, {"fit": "grow"}])
def test_an_unknown_choice_is_an_error(choice: dict[str, str]) -> None:
    with pytest.raises(UnlocatedError) as caught:
        place("a", **choice)
    assert caught.value.code == "E405"
    assert "one of" in caught.value.expected


def test_capitals_stand_in_the_middle_of_a_banner() -> None:
    (y,) = baselines(place("Gods", valign="middle"))
    middle = BOX.y + BOX.height / 2
    assert y - METRICS.cap_height * RULES.size / 2 == pytest.approx(middle)


def test_a_number_alone_stands_in_the_middle_by_its_ink() -> None:
    block = place("4", align="center", valign="middle")
    (span,) = block.items
    assert isinstance(span, TextSpan)
    ink = BOOK.ink(span.font, span.words[0])
    top, bottom = span.y - ink.top * span.size, span.y - ink.bottom * span.size
    left, right = span.x + ink.left * span.size, span_right(span) - ink.right * span.size
    assert ((left + right) / 2, (top + bottom) / 2) == pytest.approx((BOX.x + BOX.width / 2, BOX.y + BOX.height / 2))


def test_lines_of_words_with_dots_between_them_are_centred_without_the_dots() -> None:
    box = Rect(3, 31, 12, 14)
    for item in place("Cavalry · Infantry", align="center", box=box).items:
        assert isinstance(item, TextSpan)
        assert abs((item.x + span_right(item)) / 2 - box.x - box.width / 2) < 0.15


def test_tops_and_bottoms_touch_the_box() -> None:
    assert baselines(place("a", valign="top")) == [pytest.approx(BOX.y + METRICS.ascent * RULES.size)]
    assert baselines(place("a", valign="bottom")) == [pytest.approx(BOX.bottom - METRICS.descent * RULES.size)]


def test_alignment_puts_lines_at_their_side() -> None:
    (left,) = place("Gods", align="left").items
    (right,) = place("Gods", align="right").items
    assert left_and_right(left)[0] == BOX.x
    assert left_and_right(right)[1] == pytest.approx(BOX.right)


def test_justified_lines_fill_the_width_but_for_the_last() -> None:
    text = "Compare the power of both sides. The side with less power sacrifices a troop on a draw both sacrifice."
    block = place(text, align="justify")
    *full, last = [item for item in block.items if isinstance(item, TextSpan)]
    assert [span_right(span) for span in full] == [pytest.approx(BOX.right)] * len(full)
    assert last.space == pytest.approx(BOOK.space(last.font) * last.size)
    (alone,) = place("Draw two cards.", align="justify").items
    assert alone.space == last.space


def test_icons_are_centred_on_the_capitals() -> None:
    block = place("a {hand} b")
    (image,) = [item for item in block.items if isinstance(item, PlacedArtwork)]
    (y,) = baselines(block)
    assert image.box.y + image.box.height / 2 == pytest.approx(y - METRICS.cap_height * RULES.size / 2)
    assert image.artwork == icon("hand", RULES.color)
    for size in (Size(24, 12), Size(12, 24)):
        (other,) = place("{hand}", icons=lambda *_, size=size: Artwork("<svg/>", size)).items
        square = Rect(BOX.x, image.box.y, image.box.width, image.box.width)
        shown = Size(square.width * size.width / 24, square.height * size.height / 24)
        middle = other.box.x + other.box.width / 2, other.box.y + other.box.height / 2
        assert (other.box.width, other.box.height) == pytest.approx((shown.width, shown.height))
        assert middle == pytest.approx((square.x + square.width / 2, square.y + square.height / 2))


def test_the_words_of_a_line_are_one_span_with_its_space() -> None:
    first, bold, last = place("one two **three** four").items
    assert [word.text for word in first.words] == ["one", "two"]
    assert (first.trailing_space, bold.trailing_space, last.trailing_space) == (True, True, False)
    assert bold.font == RULES.bold
    assert bold.x == pytest.approx(span_right(first) + BOOK.space(RULES.regular) * RULES.size)


def test_words_of_one_span_look_alike_and_are_as_far_apart_as_spaces_with_the_tracking() -> None:
    inlines = (Run("one two ", color="#ff0000"), Run("three", color="#0000ff"))
    spans = fit_text(inlines, RULES.changed(tracking=0.1), BOX, fontbook=BOOK, icons=icon, language="en").items
    assert [(text_of((one,)), one.color) for one in spans] == [("one two", "#ff0000"), ("three", "#0000ff")]
    assert spans[0].space == pytest.approx((BOOK.space(RULES.regular) + 0.1) * RULES.size)


def test_what_is_joined_stays_joined() -> None:
    first, second = place("one**two**").items
    assert not first.trailing_space
    assert second.x == pytest.approx(span_right(first))


def test_the_items_hold_all_words_in_order() -> None:
    assert text_of(place(LONG, fit="shrink").items).replace(" .", ".") == LONG.replace("{hand} ", "").replace("*", "")


def test_paragraphs_keep_the_space_of_their_style_between_them() -> None:
    style = RULES.changed(space_after=1.5)
    apart, close = (baselines(place("Draw a card.\nDiscard it.", each, valign="top")) for each in (style, RULES))
    assert apart[0] == close[0]
    assert apart[1] - apart[0] == pytest.approx(close[1] - close[0] + 1.5)


def test_space_between_paragraphs_counts_where_text_is_fitted() -> None:
    box = Rect(0, 0, 34, 8)
    tight = place("One.\nTwo.\nThree.", RULES.changed(space_after=2, min_size=0.5), box, fit="shrink")
    assert tight.size < place("One.\nTwo.\nThree.", RULES.changed(min_size=0.5), box, fit="shrink").size
    assert tight.height <= box.height + RULES.size


def test_of_a_text_that_is_much_too_long_the_beginning_is_set_and_only_what_is_seen_is_drawn() -> None:
    words = [f"word{number} " for number in range(6_000)]
    box = Rect(0, 0, 15, 9)
    long, short = place("".join(words), box=box), place("".join(words[:150]), box=box)
    assert long.items == short.items
    assert "is more than" in long.faults[0].message
    assert "it takes more than" in long.faults[0].expected
    (cut,) = long.items
    assert isinstance(cut, View)
    assert 5 < len(cut.items) < 15
    assert "more than" not in short.faults[0].message


@pytest.mark.parametrize(
    ("full", "least", "is_told"), [(7, 6, False), (7, 5.9, True), (10, 8, False), (10, 7.9, True), (12, 9, False), (12, 8.9, True), (6, 6, False), (5, 5, False)]
)  # fmt: skip
def test_text_is_small_below_six_points_or_four_fifths_of_a_size_that_is_read_with_ease(
    full: float, least: float, is_told: bool
) -> None:
    """It is shrunk to exactly the smallest size that its style allows, which may be one of these bounds itself."""
    style = RULES.changed(size=full * MM_PER_POINT, min_size=least * MM_PER_POINT)
    width = fit_text(rich("word"), style.changed(size=style.min_size), Rect(0, 0, 99, 9), **HOW).items[0]
    box = Rect(0, 0, span_right(width), 20)
    found = fit_text(rich("word"), style, box, fit="line", **HOW)
    assert found.size / MM_PER_POINT == pytest.approx(least)
    assert [fault.code for fault in found.faults] == ["W411"] * is_told


HOW = {"fontbook": BOOK, "icons": icon, "language": "en"}


def test_of_a_long_text_only_the_beginning_is_set() -> None:
    text = [Run("abc"), Icon("hand"), Run("de"), Break(), Run("f")]
    for most in range(10):
        kept = _beginning(text, most)
        assert "".join(part.text if isinstance(part, Run) else "#" for part in kept) == "abc#de#f"[:most]
    assert _beginning(text, 8) == text


def test_a_part_of_a_line_is_near_a_box_up_to_a_distance() -> None:
    box = Rect(0, 10, 5, 20)
    assert [_is_near(box, y, 2) for y in (8, 8.1, 9, 20, 31, 31.9, 32)] == [False, True, True, True, True, True, False]
