"""Translation by PO files: nothing is lost, and nothing else changes."""

from pathlib import Path

import polib
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from cardgen.cli.translate import _show
from cardgen.model.language import ANY_LANGUAGE
from cardgen.report.errors import CardgenError
from cardgen.report.source import Node, Span
from cardgen.translation.po import Status
from cardgen.translation.texts import Texts, TranslatableText, _states, _unique, texts_of
from cardgen.translation.translate import TranslationResult, translate
from cardgen.translation.write_words import NewWords, quote, with_strings, with_words
from cardgen.yaml_loader import LOADER
from tests.recorded import check_recorded

DECK = """\
game: cards
title: {en: The Tide Pool, pt: A poça de maré}  # a comment
languages: [en, pt]
cards:
  - id: fish
    name:  # another
      en: Lantern Fish
      pt: Peixe-lanterna  # not "peixe"
    text: {en: "Draw a card: one.", pt: 'Compre uma carta.'}
    copies: 3
  - {id: tide, name: Low Tide, text: {en: Reveal your hand., pt: Revele a mão., fr: Montrez.}}
  - id: crab
    name: Hermit Crab
    text:
      en: |
        Hide.
        Then move.
      pt: >
        Esconda-se.
"""


@pytest.fixture
def deck(tmp_path):
    path = tmp_path / "pool.yaml"
    path.write_text(DECK, "utf-8")
    return path


def words_of(path, language):
    return {text.context: text.words.get(language) for text in texts_of(path).texts}


def test_a_po_file_has_every_text_with_what_is_translated_already(deck):
    result = translate(deck, "fr")
    po = polib.pofile(str(result.po))
    assert result.po.name == "pool.fr.po"
    assert {entry.msgctxt: (entry.msgid, entry.msgstr) for entry in po}["cards/tide/text"] == (
        "Reveal your hand.",
        "Montrez.",
    )
    assert (result.status.total, result.status.new, result.status.missing) == (len(po), len(po), len(po) - 3)
    assert deck.read_text("utf-8") == DECK


def test_a_round_trip_changes_nothing(deck):
    first = translate(deck, "fr").po.read_bytes()
    again = translate(deck, "fr", is_written=True)
    assert (again.po.read_bytes(), again.files, again.words) == (first, (), 0)
    assert deck.read_text("utf-8") == DECK


def test_translations_go_into_the_deck_and_all_else_stays(deck):
    po = polib.pofile(str(translate(deck, "fr").po))
    for entry in po:
        entry.msgstr = entry.msgstr or f"«{entry.msgid}»"
    po.save(str(deck.with_name("pool.fr.po")))
    before = {language: words_of(deck, language) for language in ("en", "pt")}
    result = translate(deck, "fr", is_written=True)
    assert (result.files, result.left, result.status.missing) == ((deck,), (), 0)
    text = deck.read_text("utf-8")
    assert 'title: {en: The Tide Pool, pt: A poça de maré, fr: "«The Tide Pool»"}  # a comment\n' in text
    assert '      pt: Peixe-lanterna  # not "peixe"\n      fr: "«Lantern Fish»"\n    text:' in text
    assert words_of(deck, "fr") == {
        entry.msgctxt: entry.msgstr if entry.msgstr != entry.msgid else None for entry in polib.pofile(str(result.po))
    }
    assert words_of(deck, "pt") == before["pt"]
    assert {key: one for key, one in words_of(deck, "en").items() if before["en"][key]} == {
        key: one for key, one in before["en"].items() if one
    }
    assert translate(deck, "fr", is_written=True).files == ()


def test_a_changed_original_is_fuzzy_and_not_written(deck):
    po = polib.pofile(str(translate(deck, "fr").po))
    po.find("Lantern Fish").msgstr = "Poisson-lanterne"
    po.find("Low Tide").msgstr = "Marée basse"
    po.save(str(deck.with_name("pool.fr.po")))
    deck.write_text(DECK.replace("Lantern Fish", "Angler Fish").replace("name: Low Tide", "name: Ebb"), "utf-8")
    result = translate(deck, "fr", is_written=True)
    assert (result.status.changed, result.status.new, result.words) == (2 + 0, 0, 0)
    entry = polib.pofile(str(result.po)).find("Angler Fish")
    assert (entry.fuzzy, entry.previous_msgid, entry.msgstr) == (True, "Lantern Fish", "Poisson-lanterne")
    deck.write_text(deck.read_text("utf-8").replace("Angler Fish", "Viper Fish"), "utf-8")
    again = polib.pofile(str(translate(deck, "fr").po)).find("Viper Fish")
    assert (again.flags, again.previous_msgid) == (["fuzzy"], "Angler Fish"), "it is marked once"
    po = polib.pofile(str(deck.with_name("pool.fr.po")))
    po.find("Viper Fish").flags = ["fuzzy", "no-wrap", "keep"]
    po.save()
    deck.write_text(deck.read_text("utf-8").replace("Viper Fish", "Moray"), "utf-8")
    assert polib.pofile(str(translate(deck, "fr").po)).find("Moray").flags == ["no-wrap", "keep", "fuzzy"]
    deck.write_text(DECK.replace("id: fish", "id: angler"), "utf-8")
    gone = translate(deck, "fr")
    assert gone.status.gone == 1
    assert [one.msgstr for one in polib.pofile(str(gone.po)).obsolete_entries()] == ["Poisson-lanterne"]


def test_texts_to_put_in_by_hand_are_told_with_their_files(capsys):
    status = Status(0, 0, 0, 0, 5)
    for places, told in (
        ((), ""),
        (("b.csv",), "1 translation must be put in by hand: b.csv\n"),
        (("b.csv", "a.csv", "b.csv"), "3 translations must be put in by hand: a.csv, b.csv\n"),
    ):
        left = tuple(TranslatableText(f"{at}", {}, Span(place)) for at, place in enumerate(places))
        _show(TranslationResult(Path("a.po"), status, (), 0, left), is_written=False)
        assert capsys.readouterr().out == f"a.po: 5 texts; nothing new, all translated\n{told}"


ENGLISH = """\
# What the pages say.
cards: Cards
"no": Nothing
mark: Cut here
"""


def translated(source, **words):
    """Fills in the translations of a PO file by their contexts, and writes them."""
    po = polib.pofile(str(translate(source, "de").po))
    for context, text in words.items():
        next(entry for entry in po if entry.msgctxt == context).msgstr = text
    po.save(po.fpath)
    return translate(source, "de", is_written=True)


def test_the_fixed_words_of_a_game_get_a_file_for_the_language(tmp_path):
    (tmp_path / "game.yaml").write_text("id: toy\nname: {en: Toy, pt: Brinquedo}\nkinds: {}\n", "utf-8")
    (tmp_path / "strings.en.yaml").write_text(ENGLISH, "utf-8")
    (tmp_path / "strings.pt.yaml").write_text("cards: Cartas\n", "utf-8")
    german = tmp_path / "strings.de.yaml"
    result = translated(tmp_path, cards="Karten", no="Nichts", mark="Hier: schneiden")
    assert [text.context for text in texts_of(tmp_path).texts] == ["name", "cards", "no", "mark"]
    assert (result.files, result.words, result.left) == ((german,), 3, ())
    assert german.read_text("utf-8") == 'cards: "Karten"\n"no": "Nichts"\nmark: "Hier: schneiden"\n'
    assert (tmp_path / "strings.en.yaml").read_text("utf-8") == ENGLISH
    assert translate(tmp_path, "de", is_written=True).files == ()
    german.write_text("# von Hand\nmark: |\n  Hier\n  schneiden\ncards: Karten # ja", "utf-8")
    assert translated(tmp_path, mark="Dort", no="Nein").files == (german,)
    assert german.read_text("utf-8") == '# von Hand\nmark: "Dort"\ncards: Karten # ja\n"no": "Nein"\n'
    (tmp_path / "strings.en.yaml").write_text(f"{ENGLISH}more: More\n", "utf-8")
    assert translated(tmp_path, more="Mehr").words == 1
    assert german.read_text("utf-8") == '# von Hand\nmark: "Dort"\ncards: Karten # ja\n"no": "Nein"\nmore: "Mehr"\n'


def test_a_file_of_several_languages_is_translated_into_one_of_the_new_language(tmp_path):
    strings = "cards: {en: Cards, pt: Cartas}\nmark: Cut here\n"
    (tmp_path / "strings.yaml").write_text(strings, "utf-8")
    result = translated(tmp_path / "strings.yaml", cards="Karten", mark="Hier schneiden")
    assert [path.name for path in result.files] == ["strings.de.yaml"]
    assert (tmp_path / "strings.yaml").read_text("utf-8") == strings
    assert words_of(tmp_path, "de") == {"cards": "Karten", "mark": "Hier schneiden"}
    assert words_of(tmp_path, "en")["cards"] == "Cards"


def test_the_fixed_words_beside_a_deck_are_translated_with_it(deck):
    folder = deck.parent / "templates"
    folder.mkdir()
    (folder / "strings.en.yaml").write_text("cut_cards: Cut them.\n", "utf-8")
    result = translated(deck, cut_cards="Schneide alles aus.", title="Das Becken")
    assert result.files == (deck, folder / "strings.de.yaml")
    assert (folder / "strings.de.yaml").read_text("utf-8") == 'cut_cards: "Schneide alles aus."\n'


def test_a_line_is_ended_only_where_another_one_follows():
    def new(key: str) -> NewWords:
        return NewWords(TranslatableText(key, {}, Span("strings.yaml"), key), "de", "b", "en")

    for text, key, made in (
        ("a: x", "a", 'a: "b"'), ("a: x\n", "a", 'a: "b"\n'), ("a: x", "c", 'a: x\nc: "b"\n'), ("a: x\n", "c", 'a: x\nc: "b"\n'),
        ("", "c", 'c: "b"\n'),
    ):  # fmt: skip
        assert with_strings(text, [new(key)]) == (made, [])


def test_a_file_that_cannot_take_new_words_is_left_to_the_author(tmp_path):
    (tmp_path / "strings.en.yaml").write_text("cards: Cards\nmark: Cut here\n", "utf-8")
    (tmp_path / "strings.de.yaml").write_text("{}\n", "utf-8")
    result = translated(tmp_path, cards="Karten", mark="Hier schneiden")
    assert ([text.key for text in result.left], result.files, result.words) == (["cards", "mark"], (), 0)


@pytest.mark.parametrize(("mark", "ending"), [("\ufeff", "\r\n"), ("\ufeff", "\n"), ("", "\r\n")])
def test_the_mark_and_the_line_ends_of_a_file_stay(deck, mark, ending):
    text = DECK.replace("game: cards\n", "").replace("languages", "game: cards\nlanguages")
    deck.write_bytes(f"{mark}{text}".replace("\n", ending).encode())
    assert translated(deck, **{"title": "Das Becken", "cards/fish/name": "Fisch", "cards/crab/text": "a\nb"}).files
    made = deck.read_bytes().decode()
    assert made.startswith(f"{mark}title:") and made.count("\n") == made.count(ending)
    assert made.removeprefix(mark).replace(ending, "\n") == (
        text.replace("A poça de maré}", 'A poça de maré, de: "Das Becken"}')
        .replace('peixe"\n', 'peixe"\n      de: "Fisch"\n')
        .replace("Esconda-se.\n", 'Esconda-se.\n      de: "a\\nb"\n')
    )


def test_a_file_whose_lines_end_in_two_ways_keeps_them(deck):
    text = DECK.replace("copies: 3\n", "copies: 3\r\n")
    deck = deck.with_suffix(".YML")
    deck.write_bytes(text.encode())
    assert translated(deck, **{"cards/fish/name": "Fisch"}).files == (deck,)
    assert deck.read_bytes().decode() == text.replace('peixe"\n', 'peixe"\n      de: "Fisch"\n')


def test_characters_that_end_lines_or_files_elsewhere_are_escaped():
    assert (
        quote('a "b"\n\x7f\x85\x9f\xa0\u2028\u2029\ufeffé')
        == '"a \\"b\\"\\n\\u007f\\u0085\\u009f\xa0\\u2028\\u2029\\ufeffé"'
    )


def test_words_of_a_spreadsheet_are_left_to_the_author(tmp_path):
    (tmp_path / "cards.csv").write_text("name,text\nGull,Fly.\n", "utf-8")
    deck = tmp_path / "deck.yaml"
    deck.write_text("game: cards\ncards: cards.csv\n", "utf-8")
    po = polib.pofile(str(translate(deck, "fr").po))
    po.find("Gull").msgstr = "Mouette"
    po.save(po.fpath)
    result = translate(deck, "fr", is_written=True)
    assert ([text.context.rpartition("/")[2] for text in result.left], result.files) == (["name"], ())


LONG = "A line that is so long that it has to be wrapped in the file, since it has more than a hundred characters."
OLDER = """# by Ada
msgid ""
msgstr ""
"Project-Id-Version: pool\\n"
"Language: xx\\n"

# a remark
#, python-format
msgctxt "cards/fish/name"
msgid "Lantern Fish"
msgstr "Poisson-lanterne"

#, c-format
msgctxt "cards/tide/name"
msgid "Ebb"
msgstr "Reflux"

msgctxt "cards/crab/name"
msgid "Crab"
msgstr ""

msgctxt "cards/eel/name"
msgid "Eel"
msgstr "Anguille"

msgctxt "cards/ray/name"
msgid "Ray"
msgstr ""

#~ msgctxt "title"
#~ msgid "The Pond"
#~ msgstr "L'étang"

#~ msgctxt "cards/cod/name"
#~ msgid "Cod"
#~ msgstr "Morue"
"""


def test_a_whole_po_file_and_what_is_written_are_as_recorded(tmp_path, monkeypatch):
    (tmp_path / "sea").mkdir()
    monkeypatch.chdir(tmp_path / "sea")
    more = (
        f"  - {{name: Reef, text: '{LONG}'}}\n  - {{name: Reef, text: {{pt: Apenas aqui., fr-CA: Bonjour.}}}}\n"
        "  - id: pier\n    name: {en: Pier, pt: Cais, fr: Quai}\n    text:\n      en: Wait.\n\n"
    )
    game = "id: sea\nname: {en: Sea, pt: Mar}\nextends: cards\nkinds:\n  cards: {title: {en: Cards}, fields: {name: text, depth: {type: integer, title: {en: Depth}}}}\n"
    game += 'checks:\n  - {id: deep, error: {en: "Too deep"}}\n  - {error: {en: "Too deep", de: Tief}}\n'
    Path("game.yaml").write_text(game, "utf-8")
    Path("pool.yaml").write_text(DECK + more, "utf-8")
    Path("strings.yaml").write_text(
        'cards: {en: Cards, pt: Cartas}\n"on": {en: On, pt: ""}\nmark: In any language\n', "utf-8"
    )
    Path("strings.en.yaml").write_text("cards: The cards\nempty: ''\nmark: In English\n", "utf-8")
    found = []
    for source, language, older in (
        ("pool.yaml", "fr", OLDER),
        ("pool.yaml", "fr-CA", ""),
        ("game.yaml", "de", ""),
        (".", "pt", ""),
    ):
        if older:
            Path("pool.fr.po").write_text(older, "utf-8")
        first = translate(Path(source), language)
        po = polib.pofile(str(first.po))
        for entry in po:
            if entry.msgctxt.endswith(("text", "title")):
                entry.msgstr = entry.msgstr or f"<{entry.msgid[:12]}>"
        po.save(po.fpath)
        result = translate(Path(source), language, is_written=True)
        found += [
            f"== {source} {language}",
            f"{result.po.name} {first.status} {result.status} {[file.name for file in result.files]} {result.words}",
        ]
        found += [f"left {text.context}" for text in result.left]
        found += [result.po.read_text("utf-8"), *(f"= {file.name}\n{file.read_text('utf-8')}" for file in result.files)]
    check_recorded(Path(__file__).with_name("translated.txt"), found)


@pytest.mark.parametrize(
    ("language", "po", "code", "hints"),
    [
        ("jp", "", "E504", ("did you mean 'ja'?",)),
        ("xx", "", "E504", ()),
        ("fr", 'msgid "a" oops\nmsgstr ""\n', "E798", ()),
        ("fr", 'msgctxt "cards/tide/name"\nmsgid "Low"\nmsgstr "Basse"\n\nmsgid "a"\nmsgstr "b"\n', "E798", ()),
        ("fr", '#~ msgid "a"\n#~ msgstr "b"\n', "E798", ()),
    ],
)
def test_wrong_languages_and_files_are_told_and_stay(deck, language, po, code, hints):
    target = deck.with_name("pool.fr.po")
    if po:
        target.write_text(po, "utf-8")
    with pytest.raises(CardgenError) as error:
        translate(deck, language)
    assert [(one.code, one.hints) for one in error.value.diagnostics] == [(code, hints)]
    assert po == (target.read_text("utf-8") if target.exists() else "")


def test_a_po_file_of_another_encoding_is_told_and_stays(deck):
    target = deck.with_name("pool.fr.po")
    target.write_bytes('msgctxt "title"\nmsgid "The Tide Pool"\nmsgstr "La flaque \u00e9trange"\n'.encode("cp1252"))
    before = target.read_bytes()
    with pytest.raises(CardgenError, match="cannot be read as a PO file"):
        translate(deck, "fr")
    assert target.read_bytes() == before


@pytest.mark.parametrize("name", ["game.yaml", "strings.yaml", "strings.fr.yaml", "templates/strings.pt.yaml"])
def test_nothing_is_translated_where_a_file_of_the_folder_is_at_fault(tmp_path, name):
    """A file that cannot be read has no texts, so that what is translated of it would be dropped."""
    (tmp_path / "templates").mkdir()
    for file, text in {"game.yaml": "id: g\nname: {en: Game}\n", "strings.yaml": "rules: Rules\n"}.items():
        (tmp_path / file).write_text(text, "utf-8")
    (tmp_path / name).write_text("a: [b\n", "utf-8")
    with pytest.raises(CardgenError) as error:
        translate(tmp_path, "de")
    assert [(one.code, Path(one.span.file).name) for one in error.value.diagnostics] == [("E105", Path(name).name)]
    assert not list(tmp_path.glob("*.po"))


def test_texts_of_one_context_are_numbered_from_the_second_on():
    texts = [
        TranslatableText(context, {"en": words}, Span("x")) for context, words in ("ax", "bx", "ax", ("a", ""), "ax")
    ]
    assert [text.context for text in _unique(texts)] == ["a", "b", "a (2)", "a (4)"]


def test_fixed_strings_come_in_the_order_of_the_file_for_all_languages_then_of_the_english_one(tmp_path):
    """Translators read the words of a page in the order of the author; whose place is told, too."""
    for file, text in (
        ("strings.yaml", "b: {en: B}\n"),
        ("strings.en.yaml", "c: C\na: A\n"),
        ("strings.de.yaml", "z: Z\na: Ä\nc: Ch\n"),
    ):
        (tmp_path / file).write_text(text, "utf-8")
    texts = texts_of(tmp_path / "strings.yaml").texts
    assert [(text.context, text.words, Path(text.span.file).name, text.span.line) for text in texts] == [
        ("b", {"en": "B"}, "strings.yaml", 1), ("c", {"en": "C", "de": "Ch"}, "strings.en.yaml", 1),
        ("a", {"en": "A", "de": "Ä"}, "strings.en.yaml", 2), ("z", {"de": "Z"}, "strings.de.yaml", 1),
    ]  # fmt: skip


def test_fixed_words_need_no_game_and_what_is_no_text_in_languages_stays(tmp_path):
    with pytest.raises(CardgenError, match="E101"):
        texts_of(tmp_path)
    with pytest.raises(CardgenError, match="E101"):
        texts_of(tmp_path / "none.yaml")
    (tmp_path / "strings.yaml").write_text("cards: Cards\n", "utf-8")
    assert [text.context for text in texts_of(tmp_path).texts] == ["cards"]
    game = "id: g\nname: {en: Game}\nconstants: {hand: five, en: {de: [x]}}\nlists: {en: a, de: [b]}\nkinds: {en: {}}\n"
    (tmp_path / "game.yaml").write_text(game, "utf-8")
    assert [text.context for text in texts_of(tmp_path / "game.yaml").texts] == ["name", "cards"]


def test_words_are_those_of_a_deck_only_if_it_states_them_as_they_are():
    """A game in Python may make texts that no file holds."""
    for value, words, is_stated in (
        ("Fish", {"": "Fish"}, True), ("Fish", {"": "fish"}, False), ("Fish", {"en": "Fish", "pt": "Peixe"}, False), (None, {"": "Fish"}, False), (5, {"": "5"}, False),
        ({"en": "Fish"}, {"en": "Fish"}, True), ({"en": "Fish"}, {"en": "Fish", "pt": "Peixe"}, False), ({"en": "Cod"}, {"en": "Fish"}, False), ({}, {"en": "Fish"}, False),
    ):  # fmt: skip
        span = Span("deck.yaml", 1)
        held = {key: Node(text, span) for key, text in value.items()} if isinstance(value, dict) else value
        assert _states(Node(held, span), words) is is_stated, (value, words)


def test_a_po_file_may_have_any_name(deck):
    target = deck.with_name("french.po")
    assert translate(deck, "fr", target).po == target and not deck.with_name("pool.fr.po").exists()
    assert polib.pofile(str(target)).metadata["Language"] == "fr"


def test_values_that_are_no_words_are_left_and_keys_are_read_back():
    def new(key: str, words: dict[str, str] | None = None, line: int = 1, column: int = 1) -> NewWords:
        return NewWords(TranslatableText(key, words or {}, Span("strings.yaml", line, column), key), "de", "neu", "en")

    for text, key, made in (
        ("a: {b: c}\n", "a", None), ("a: [b]\n", "a", None), ("- a\n", "a", None), ("{a: b}\n", "a", None), ("words\n", "a", None),
        *(("", key, f'"{key}": "neu"\n') for key in ("a b", "a: b", "yes or no", "null", "true", "1", "#a", "ä")), *(("", key, f'{key}: "neu"\n') for key in ("a", "a-b", "a_1", "no_1")),
        ("# only a remark", "a", '# only a remark\na: "neu"\n'),
    ):  # fmt: skip
        changed, left = with_strings(text, [new(key)])
        assert (changed, len(left)) == ((text, 1) if made is None else (made, 0)), (text, key)
        assert made is None or yaml.load(changed, LOADER)[key] == "neu"
    for text, words, place, made in (
        ("k:\n  en: a\n  de: [b]\n", {"en": "a"}, (2, 3), 'k:\n  en: a\n  de: [b]\n  de: "neu"\n'),
        ("k:\n  en: a\n  x: {y: z}\nl: 1\n", {"en": "a"}, (2, 3), 'k:\n  en: a\n  x: {y: z}\n  de: "neu"\nl: 1\n'),
        ("k: {en: a}\n", {"en": "a"}, (1, 9), None), ("k: a\n", {"en": "a"}, (1, 4), None), ("k: {en: a}\n", {"": "a"}, (1, 4), None), ("", {"": "a"}, (1, 1), None),
        ("k:\n  en: a", {"en": "a"}, (2, 3), 'k:\n  en: a\n  de: "neu"\n'), ("- k: [a]\n- b: {en: a}\n", {"en": "a"}, (2, 6), '- k: [a]\n- b: {en: a, de: "neu"}\n'),
    ):  # fmt: skip
        changed, left = with_words(text, [new("", words, *place)])
        assert (changed, len(left)) == ((text, 1) if made is None else (made, 0)), text


def test_a_text_without_a_context_and_a_translation_loses_nothing_and_is_dropped(deck):
    deck.with_name("pool.fr.po").write_text('msgid "a"\nmsgstr ""\n', "utf-8")
    po = polib.pofile(str(translate(deck, "fr").po))
    assert all(entry.msgctxt for entry in po)


WORDS = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n\t\x85\u2028"), min_size=1, max_size=20
)
FORMS = {
    "flow": "k: {{en: {en}, pt: {pt}}}  # note\n",
    "block": "k:\n  en: {en}  # note\n  pt: {pt}\n",
    "plain": "k: {en}  # note\n",
    "lines": "k: |\n  one\n  two\nz: 1\n",
    "last": "k:\n    en: {en}\n    pt: {pt}",
    "literal": "k:\n  pt: {pt}\n  en: |\n    one\n    two\nz: 1\n",
    "there": "k: {{fr: {pt}, en: {en}}}\n",
    "anchored": "k: &words\n  en: {en}\n  pt: {pt}\n",
}


@given(st.sampled_from(sorted(FORMS)), WORDS, WORDS, WORDS)
def test_any_words_are_read_back_from_any_form_and_nothing_else_changes(form, english, portuguese, french):
    text = "a: 1\n" + FORMS[form].format(en=quote(english), pt=quote(portuguese)) + "\nb: 2\n" * (form != "last")
    old = yaml.load(text, LOADER)
    is_plain = isinstance(old["k"], str)
    lines = text.split("\n")
    is_block = lines[1] == "k:"
    column = len(lines[2]) - len(lines[2].lstrip()) if is_block else len("k: ")
    span = Span("f.yaml", 3 if is_block else 2, column + 1)
    place = TranslatableText("k", {"": old["k"]} if is_plain else old["k"], span)
    made, left = with_words(text, [NewWords(place, "fr", french, "en")])
    assert left == []
    new = yaml.load(made, LOADER)
    assert new == old | {"k": {"en": old["k"], "fr": french} if is_plain else old["k"] | {"fr": french}}
    again, _ = with_words(made, [NewWords(place, "fr", french, "en")]) if not is_plain else (made, [])
    assert yaml.load(again, LOADER) == new
    assert made.count("# note") == text.count("# note")


def test_the_words_to_translate_are_those_of_the_source_then_of_any_then_english():
    span = Span("deck.yaml")
    for words, source in (
        ({"pt": "p", "en": "e", ANY_LANGUAGE: "a", "de": "d"}, "d"), ({"pt": "p", "en": "e", ANY_LANGUAGE: "a"}, "a"),
        ({"pt": "p", "en": "e"}, "e"), ({"pt": "p", "fr": "f"}, "p"),
    ):  # fmt: skip
        text = TranslatableText("name", words, span)
        assert Texts((text,), "de").source_words(text) == source
