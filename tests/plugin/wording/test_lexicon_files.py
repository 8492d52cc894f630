"""The words of a game in one language are a file, on top of the grammar of the language."""

from cardgen.plugin.wording.lexicon import read_lexicons


def test_a_language_is_a_file_whose_missing_words_are_english(tmp_path):
    (tmp_path / "strings.en.yaml").write_text(
        'noun.card: "card|cards"\nnoun.troop: "troop|troops"\ndraw: "draw <x>"\nlose: "lose <x>"\n', "utf-8"
    )
    (tmp_path / "strings.pt.yaml").write_text(
        'noun.card: "carta|cartas|feminine"\nnoun.day: "dia|dias|masculine"\ndraw: "compre <x>"\n', "utf-8"
    )
    (tmp_path / "strings.tlh.yaml").write_text('draw: "<x> yItlhap"\n', "utf-8")  # a language without a grammar
    lexicons = read_lexicons(tmp_path)
    assert [*lexicons] == ["en", "pt"]
    portuguese = lexicons["pt"]
    assert portuguese.say("draw", x=portuguese.quantity(2, "card")) == "compre duas cartas"
    assert portuguese.say("lose", x="1") == "lose 1"
    assert [noun.feminine for noun in portuguese.nouns.values()] == [True, False, False]
