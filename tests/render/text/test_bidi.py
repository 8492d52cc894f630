"""The order of mixed text, by the examples of UAX #9 and against python-bidi."""

import unicodedata

import pytest
from bidi import get_display
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cardgen.render.text.bidi import base_level, embedding_levels, visual_order
from cardgen.render.text.place import in_visual_order
from cardgen.render.text.rich import Icon
from cardgen.render.text.shaping import Segment

# python-bidi forgets what stands before an isolate when it resolves brackets behind it, so isolates have cases of their own.
mixed = st.text("abאבعل12٣٤ .,+-$%()[]{}!:/\u0301\u064e\u00ab\u00bb", max_size=16)


def seen(text: str, base: int) -> str:
    """The characters from left to right, as on a line of their own."""
    levels = embedding_levels(text, base)
    end = len(text.rstrip())  # spaces at the end of a line have the level of the paragraph
    levels[end:] = [base] * (len(text) - end)
    return "".join(text[at] for at in visual_order(levels))


@pytest.mark.parametrize(
    ("text", "base", "expected"),
    [
        ("abc אבג def", 0, "abc גבא def"),
        ("abc (אבג) def", 0, "abc (גבא) def"),
        ("אבג 12-15", 1, "12-15 גבא"),
        ("אבג -12", 1, "12- גבא"),
        ("אבג (abc) דה", 1, "הד )abc( גבא"),
        ("عل 12,5", 1, "12,5 لع"),
        ("a \u2067אב!\u2069 b", 0, "a \u2067!בא\u2069 b"),
        ("a \u2068אב!\u2069 b", 0, "a \u2068!בא\u2069 b"),
        ("אב \u2066a!\u2069 ג", 1, "ג \u2069a!\u2066 בא"),
        ("אב\ufffcגד", 1, "דג\ufffcבא"),
    ],
)
def test_mixed_text_is_put_in_order(text: str, base: int, expected: str) -> None:
    assert seen(text, base) == expected


@settings(max_examples=500)
@example("a\u2329a\u232a", 1)  # brackets that are canonically equivalent match each other
@example("a\u2329a\u3009", 1)
@example("a\u3008a\u232a", 1)
@example("a(a[)]", 1)  # pairs do not cross
@example("a([a)]", 1)
@example("a((a)א)", 1)  # the outer pair is resolved before the inner one
@example("a([a]א)", 1)
@given(mixed, st.integers(0, 1))
def test_the_order_is_that_of_another_implementation(text: str, base: int) -> None:
    assert seen(text, base) == get_display(text, base_dir="LR"[base])


@given(st.text(max_size=30), st.integers(0, 1))
def test_any_text_has_a_level_for_each_character_and_an_order_that_loses_none(text: str, base: int) -> None:
    levels = embedding_levels(text, base)
    assert len(levels) == len(text)
    assert all(level >= base for level in levels)
    assert sorted(visual_order(levels)) == list(range(len(text)))


@given(st.lists(st.integers(0, 6), max_size=20))
def test_an_order_is_a_permutation_and_one_direction_keeps_or_turns_it(levels: list[int]) -> None:
    order = visual_order(levels)
    assert sorted(order) == list(range(len(levels)))
    assert visual_order([2] * len(levels)) == list(range(len(levels)))
    assert visual_order([1] * len(levels)) == list(range(len(levels)))[::-1]


@given(st.text("abאבعل12 .(", max_size=12))
def test_the_first_letter_decides_the_direction(text: str) -> None:
    letters = [unicodedata.bidirectional(character) for character in text]
    strong = [kind for kind in letters if kind in ("L", "R", "AL")]
    assert base_level(text) == (bool(strong) and strong[0] != "L")


@pytest.mark.parametrize(("openings", "level"), [(1, 1), (63, 1), (64, 0)])
def test_as_many_brackets_are_paired_as_the_standard_says(openings: int, level: int) -> None:
    """With pairs (BD16, N0), closing brackets follow what is before the opening ones; without, the line (N2)."""
    levels = embedding_levels(f"א{'(' * openings}א{')' * openings}a", 0)
    assert set(levels[openings + 2 : -1]) == {level}


def test_isolates_inside_of_one_that_is_too_deep_count_for_nothing() -> None:
    deepest = "\u2066" * 62  # level 124, of at most 125 (BD2)
    assert embedding_levels(f"{deepest}a", 0)[-1] == 124
    assert (
        embedding_levels(f"{deepest}\u2066\u2067a", 0)[-1] == 124
    )  # X5a: no room for the first, so none for the second
    assert embedding_levels(f"{deepest}\u2066\u2067\u2069\u2069\u2067א", 0)[-1] == 125  # both have ended


@pytest.mark.parametrize(("isolate", "deepest"), [("\u2067", 125), ("\u2066", 124)])
def test_isolates_are_nested_up_to_the_level_of_the_standard(isolate: str, deepest: int) -> None:
    """What is in more of them has the level of the last one that counts."""
    levels = embedding_levels(isolate * 200 + "a", 0)
    assert max(levels[:-1]) == deepest
    assert levels[:4] == ([0, 1, 3, 5] if deepest % 2 else [0, 2, 4, 6])


def test_gaps_that_meet_are_one_and_a_space_if_one_of_them_is() -> None:
    """The gap before Hebrew runs with it, so that it is seen behind it."""
    for gaps, levels, expected in (
        ((0.0, 0.2, 0.3), (0, 1, 0), [("a", 0.0, False), ("b", 0.0, False), ("c", 0.5, True)]),
        ((0.0, 0.2, 0.0), (0, 1, 0), [("a", 0.0, False), ("b", 0.0, False), ("c", 0.2, True)]),
        ((0.0, 0.2, 0.3), (0, 0, 0), [("a", 0.0, False), ("b", 0.2, True), ("c", 0.3, True)]),
        ((0.0, 0.2, 0.3), (1, 1, 1), [("c", 0.0, False), ("b", 0.3, True), ("a", 0.2, True)]),
    ):
        words = [
            Segment(gap, 1.0, Icon("sun", ""), name, "", "", True, 0.1, level, level, is_analyzed=True)
            for name, gap, level in zip("abc", gaps, levels, strict=True)
        ]
        found = in_visual_order(words)
        assert [(one.source, gap, is_space) for gap, one, is_space in found] == expected
        wider = in_visual_order(words, 2)
        assert [one.source for _, one, _ in wider] == [name for name, _, _ in expected]
        assert sum(gap for gap, _, _ in wider) == pytest.approx(2 * sum(gaps) + 0.2)
        assert [is_space for _, _, is_space in wider] == [is_space for _, _, is_space in expected]
