import pytest

from cardgen.render.text.hyphens import division_points


def parts(text: str, language: str, patterns: bool = True) -> list[tuple[str, str]]:
    return [
        (text[: cut.offset] + cut.suffix, cut.prefix + text[cut.offset :])
        for cut in division_points(text, language, patterns)
    ]


def test_words_are_divided_by_the_patterns_of_the_language() -> None:
    assert parts("territory,", "en") == [("ter-", "ritory,"), ("terri-", "tory,")]
    assert parts("sacrificadas", "pt") == [
        ("sa-", "crificadas"),
        ("sacri-", "ficadas"),
        ("sacrifi-", "cadas"),
        ("sacrifica-", "das"),
    ]


@pytest.mark.parametrize("word", ["siege", "table", "de", "12345678", ""])
def test_short_words_and_numbers_are_not(word: str) -> None:
    assert parts(word, "en") == []
    assert parts("tables", "en") == [("ta-", "bles")]  # the shortest word that is
    assert parts("\u0130nternational", "en") == []  # two characters in lower case: the places would be of another word


def test_without_patterns_only_the_authors_own_places_count() -> None:
    assert parts("territory", "en", patterns=False) == []
    assert parts("ter\u00adritory", "en", patterns=False) == [("ter-", "\u00adritory")]
    assert parts("word\u2014word", "en", patterns=False) == [("word\u2014", "word")]


def test_a_compound_is_divided_at_its_hyphen_alone_which_portuguese_repeats() -> None:
    assert parts("counter-attacking", "en") == [("counter-", "attacking")]
    assert parts("cidade-\u00e1rvore", "pt") == [("cidade-", "-\u00e1rvore")]
    assert parts("d\u2011a", "en", patterns=False) == []
    assert parts("territory", "xx") == [], "a language without patterns"
    assert parts("(territory,", "en") == [("(ter-", "ritory,"), ("(terri-", "tory,")]


def test_a_word_that_no_line_has_room_for_is_divided_anywhere_but_at_its_ends() -> None:
    """With a hyphen between letters alone, and never before a mark; short words and numbers of up to twelve digits are not."""

    def forced(text: str, language: str = "xx") -> dict[int, str]:
        return {cut.offset: cut.suffix for cut in division_points(text, language, patterns=False, is_forced=True)}

    assert forced("WWW\u0301W12WWW") == {2: "-", 4: "", 5: "", 6: "", 7: "", 8: "-"}
    assert [len(forced(text)) for text in ("W" * 8, "W" * 9, "1" * 12, "1" * 13, "W1" * 5)] == [0, 6, 0, 10, 7]
    assert [*forced("territories", "en")] == [3, 5, 7]  # by the patterns of a language that has any
