import pytest

from cardgen.render.text.punctuation import smart_punctuation


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ('"So," he said.', "\u201cSo,\u201d he said."),
        ("'So,' he said.", "\u2018So,\u2019 he said."),
        ("don't", "don\u2019t"),
        ("the players' turn", "the players\u2019 turn"),
        ("'tis the '90s", "\u2019tis the \u201990s"),
        ("'don't'", "\u2018don\u2019t\u2019"),
        ('("a")', "(\u201ca\u201d)"),
        ("\"'a' b\"", "\u201c\u2018a\u2019 b\u201d"),
        ("a -- b", "a\u00a0\u2013 b"),
        ("a - b", "a\u00a0\u2013 b"),
        ("a---b", "a\u2014b"),
        ("-1 power, +1", "\u22121 power, +1"),
        ("get (-2)", "get (\u22122)"),
        ("5 - 2", "5 \u2212 2"),
        ("two-handed, 2-3", "two-handed, 2-3"),
        ("wait...", "wait\u2026"),
        ("plain", "plain"),
    ],
)
def test_english_is_set_as_a_printer_would(typed: str, printed: str) -> None:
    assert smart_punctuation(typed, "en") == printed


@pytest.mark.parametrize(
    ("language", "printed"),
    [
        ("pt", "\u201ca\u201d"),
        ("xx", "\u201ca\u201d"),
        ("de", "\u201ea\u201c"),
        ("pl", "\u201ea\u201d"),
        ("fr", "\u00ab\u00a0a\u00a0\u00bb"),
    ],
)
def test_quotes_are_those_of_the_language(language: str, printed: str) -> None:
    assert smart_punctuation('"a"', language) == printed


def test_a_german_apostrophe_closes_nothing() -> None:
    assert smart_punctuation("'geht's'", "de") == "\u201ageht\u2019s\u2018"


def test_what_stands_before_decides_the_first_quote() -> None:
    assert smart_punctuation('"', "en", "word") == "\u201d"
    assert smart_punctuation('"', "en", "word ") == "\u201c"
    assert smart_punctuation("-1", "en", "a") == "-1"
    assert smart_punctuation("-1", "en", "a ") == "\u22121"
