import pytest
from hypothesis import given
from hypothesis import strategies as st

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
        ("a \u2013 b", "a\u00a0\u2013 b"),
        ("a---b", "a\u2014b"),
        ("a --b", "a --b"),
        ("use --players 4", "use --players 4"),
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


@pytest.mark.parametrize(
    ("language", "before", "typed", "printed"),
    [
        ("en", "word", '"', "\u201d"),
        ("en", "word ", '"', "\u201c"),
        ("en", "a", "-1", "-1"),
        ("en", "a ", "-1", "\u22121"),
        ("en", "a", "--b", "\u2013b"),
        ("en", "a ", "--b", "--b"),
        ("fr", "feu", " !", "\u202f!"),
        ("fr", "feu", "!", "\u202f!"),
        ("fr", "feu ", "!", "!"),
        ("de", "in 5", " mm", "\u00a0mm"),
        ("de", "in", " mm", " mm"),
        ("fr", "titre", " :", "\u00a0:"),
        ("fr", "\u00ab", " oui", "\u00a0oui"),
    ],
)
def test_what_stands_before_decides_how_a_text_begins(language: str, before: str, typed: str, printed: str) -> None:
    assert smart_punctuation(typed, language, before) == printed


@pytest.mark.parametrize(
    ("language", "typed", "printed"),
    [
        ("fr", "Feu ! Quoi ?", "Feu\u202f! Quoi\u202f?"),
        ("fr", "Feu! Quoi?! Oui; non", "Feu\u202f! Quoi\u202f?! Oui\u202f; non"),
        ("fr", "Titre : texte, titre: texte, 10:30", "Titre\u00a0: texte, titre\u00a0: texte, 10:30"),
        ("fr", "\u00ab Oui \u00bb", "\u00ab\u00a0Oui\u00a0\u00bb"),
        ("fr", "\"dit 'oui'\"", "\u00ab\u00a0dit \u201coui\u201d\u00a0\u00bb"),
        ("fr-CA", 'Feu ! "Titre" : non!', "Feu ! \u00ab\u00a0Titre\u00a0\u00bb\u00a0: non!"),
        ("de", "100 % von 3 mm", "100\u00a0% von 3\u00a0mm"),
        ("de", "5 cm, 6 km, 7 kg, 45 min, 9 mil", "5\u00a0cm, 6\u00a0km, 7\u00a0kg, 45\u00a0min, 9 mil"),
        ("de", "z. B. oder d.h.", "z.\u202fB. oder d.\u202fh."),
        ("de", "v. u. Z.", "v.\u202fu.\u202fZ."),
        ("de", "'a 'b' c'", "\u201aa \u201ab\u2018 c\u2018"),
        ("de-CH", '"a"', "\u00aba\u00bb"),
        ("de-AT", '"a"', "\u201ea\u201c"),
        ("he", "\u05d2' 'a'", "\u05d2\u05f3 \u2019a\u2019"),
        ("de", "'geht's'", "\u201ageht\u2019s\u2018"),
        ("de", "'die alten' Hans' Hund", "\u201adie alten\u2018 Hans\u2019 Hund"),
        ("es", '\u00bf"Qu\u00e9"?', "\u00bf\u00abQu\u00e9\u00bb?"),
        ("es-MX", '"a"', "\u201ca\u201d"),
        ("he", '\u05e6\u05d4"\u05dc "a"', "\u05e6\u05d4\u05f4\u05dc \u201da\u201d"),
        ("ja", '"a"', "\u300ca\u300d"),
        ("en", "Fire ! 100 %", "Fire ! 100 %"),
        ("pt-BR", "5 mm", "5 mm"),
        ("pt-PT", "5 mm", "5\u00a0mm"),
        ("es", "z. B. ! 5 mm : d.h.", "z. B. ! 5\u00a0mm : d.h."),
    ],
)
def test_spaces_and_quotes_are_those_of_the_language(language: str, typed: str, printed: str) -> None:
    assert smart_punctuation(typed, language) == printed


@given(
    st.text(alphabet="a1 .:;!?\u00ab\u00bb\u00a0\u202f%-'\"\n"), st.sampled_from(["fr", "fr-CA", "de", "es"]), st.text()
)
def test_only_spaces_are_added_to_what_is_written(text: str, language: str, before: str) -> None:
    plain = text.replace("-", "").replace("'", "").replace('"', "").replace("...", "")
    printed = smart_punctuation(plain, language, before)
    assert "".join(printed.split()) == "".join(plain.split())
    assert smart_punctuation(printed, language, before) == printed
