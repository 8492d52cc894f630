"""The rules of a described game in words."""

from __future__ import annotations

from pathlib import Path
from shutil import copy

import yaml
from pypdfium2 import PdfDocument
from recorded import check_recorded

import cardgen
from cardgen.plugin.language_files import read_language_files
from cardgen.plugin.rules import described
from cardgen.plugin.rules.described.expression_words import ExpressionWords
from cardgen.plugin.rules.described.nouns import NOUNS, Nouns
from cardgen.plugin.rules.described.parsing import parsed
from cardgen.plugin.rules.described.rules_words import rules_in_words
from cardgen.plugin.rules.described.schema import GameplayRules
from cardgen.yaml_loader import LOADER
from tests.plugin.effects.vocabulary import frozen
from tests.plugin.rules.described.oracles import EXAMPLES, ORACLES, opened

DESCRIBED = Path(described.__file__).parent


def words(name: str, language: str) -> str:
    """Return the rules of an example in words."""
    return opened(name)[0].in_words(language, {"cards": {"pt": "Cartas"}.get(language, "Cards")})


def test_moves_and_conditions_are_sentences_that_speak_to_the_player():
    text = words("crazy-eights", "en")
    assert "For 2 to 5 players." in text
    assert "Deal cards from the stock (7 if there are 2 players, otherwise 5) to each player's hand." in text
    assert "- As long as the rank of the top card of the discard pile is 8:\n  - Move the discard pile to" in text
    assert "the cards drawn this turn become 0" in text.lower()
    assert (
        "Choose a card from your hand whose rank is 8 or whose suit is the suit in play or with the same rank as"
        in text
    )
    assert "**Draw.** Only if the stock is not empty and" in text and "You may then make another move." in text
    assert "- **Hand** of each player: only its owner sees the faces" in text
    assert "The game ends when a player's hand is empty, or" in text
    lamps = words("signal-lamps", "en")
    assert "- If the crate is empty and the crate has not run out:\n  - From now on, the crate has run out.\n" in lamps
    assert "    - Move the card to the coast.\n  - Otherwise:\n    - Move the card to the broken lamps." in lamps
    assert "**You win together** when the lit lamps are 20: All twenty lamps are lit." in lamps


def test_words_are_those_of_the_place_where_they_stand():
    """A field and a number of the same name differ, articles and verbs fit, and each player has what is theirs."""
    text = words("crazy-eights", "en")
    assert "The suit in play becomes the suit of the top card of the discard pile." in text
    assert "Only if there is another player whose hand is not empty." in words("go-fish", "en")
    assert "- For each player:\n  - Move their hand to the stock." in words("rummy", "en")
    assert "whose rank is from the rank of the card to the rank of the card + 2." in words("rummy", "en")
    assert "more than the rank of the top piece of their opponent's bid" in words("goofspiel", "en")
    assert "the points of the second player after the leader" in words("solstice", "en")
    assert "The coins become 0." in words("lantern-street", "en")
    assert "You lose**: No card fits any more." in words("golf", "en")


def test_nouns_have_their_articles_and_verbs():
    """Gender and number follow from the ending of the first word; a word of capitals stays one within a sentence."""
    english, portuguese = NOUNS["en"](), NOUNS["pt"]()
    with_article = "o mapa,a carta,as ações,as mãos,a mão,o baralho,os naipes,os dias,a cor,o gás,a cidade,o coringa"
    for expected in (*with_article.split(","), "uma carta"):
        assert portuguese.the(expected.partition(" ")[2]) == expected.replace("uma ", "a "), expected
        assert portuguese.bare(expected) == expected.partition(" ")[2]
    for title, inside in (("HP left", "HP left"), ("VP", "VP"), ("Gold", "gold"), ("A card", "a card"), ("", "")):
        assert english.lower(title) == inside
    for place, lies in (
        ("your hand", "in"), ("the table", "on"), ("your hand and the table", "in"), ("the board, your hand", "on"),
        ("the ice and your hand", "on"),
    ):  # fmt: skip
        assert english.lies(place) == f"{lies} {place}"
    for clause, negated in (
        ("the key fits", "the key does not fit"), ("it counts for all", "it does not count for all"),
        ("hearts are broken", "hearts are not broken"), ("gold", "gold"),
    ):  # fmt: skip
        assert english.negated(clause) == negated
    for subject, is_plural in (
        ("the points", True), ("your dice", True), ("the pass", False), ("the status", False), ("the points of a card", True),
        ("the card of the players", False), ("the points, the life", False), ("the cards drawn this turn", True),
    ):  # fmt: skip
        assert english.is_plural(subject) == is_plural, subject
    assert portuguese.agreed("os pontos", "os pontos não é 5") == "os pontos não são 5"
    assert portuguese.agreed("os pontos", "os pontos passa a ser 5") == "os pontos passam a ser 5"
    assert english.agreed("the dice", "the dice becomes 5") == "the dice become 5"
    assert (
        english.contracted("a other than other the the end a unit A ace") == "another than other the end a unit An ace"
    )
    joined = "de o, De as, em os, Em a, por a, de este, de essas, de ela, a o, a as, de outro, a um"
    assert portuguese.contracted(joined) == "do, Das, nos, Na, pela, deste, dessas, dela, ao, às, de outro, a um"
    assert [portuguese.possessive(whose, "a carta") for whose in ("you", "each")] == [
        "sua carta",
        "a carta de cada jogador",
    ]
    plain = Nouns()
    assert (plain.the("karto"), plain.some("karto"), plain.possessive("you", "karto"), plain.lies("karto")) == (
        "karto",
    ) * 4


def test_counters_spaces_and_rows_have_words_of_their_own():
    stated = """
players: 2
boards: {ring: {columns: 14, rows: 1}}
numbers: {seeds: {of: ring}, at: 3, own: {is: ring | where('it.number < 8')}}
turn: {moves: {sow: {choose: {pit: own}, when: "at and ring[at - 1].seeds == 2", do: [{add: 1, to: "ring[at].seeds"}, {add: 1, to: "ring[at - 2].seeds"}]}}}
end: {score: at}
"""
    found = rules_in_words(GameplayRules.model_validate(frozen(yaml.load(stated, LOADER))), "en", {})
    assert "14 spaces in a row" in found
    assert "the seeds of the space of the ring whose number is the at are 2. Choose a space from the own." in found
    assert "to the seeds of the space of the ring whose number is the at + 1." in found
    assert "to the seeds of the space of the ring whose number is the at \N{MINUS SIGN} 2 + 1." in found


def test_a_zone_that_begins_with_pieces_of_several_kinds_names_them_all():
    stated = "players: 2\nzones: {bag: {holds: [cards, coins, cubes], faces: nobody, shuffled: yes}}\nturn: {moves: {go: {}}}\nend: {}\n"
    rules = GameplayRules.model_validate(frozen(yaml.load(stated, LOADER)))
    found = rules_in_words(rules, "en", {"cards": "Cards", "coins": "Gold coins", "cubes": "Cubes"})
    (line,) = (line for line in found.splitlines() if line.startswith("- **Bag**"))
    assert "cards, gold coins, cubes" in line


def test_a_branch_that_only_tells_something_is_left_out():
    told, step = "{say: Nothing.}", "{add: 1, to: at}"
    for then, other, expected in (
        (step, told, "If the at is 2, add 1 to the at."),
        (step, f"{told}, {step}", "If the at is 2, add 1 to the at. Otherwise: add 1 to the at."),
        (f"{step}, {told}", step, "If the at is 2, add 1 to the at. Otherwise: add 1 to the at."),
    ):
        stated = f"players: 2\nnumbers: {{at: 3}}\nturn: {{moves: {{go: {{do: [{{if: at == 2, then: [{then}], else: [{other}]}}]}}}}}}\nend: {{score: at}}\n"
        found = rules_in_words(GameplayRules.model_validate(frozen(yaml.load(stated, LOADER))), "en", {})
        assert (
            expected in found and "Otherwise: ." not in found and ("Otherwise" in found) == ("Otherwise" in expected)
        ), found


def test_limits_lists_of_zones_and_what_is_lost_read_as_people_say_them():
    """A bound is a remark, several zones are a list, and the lower value of a negative tie-break decides."""
    lantern = words("lantern-street", "en")
    assert "cards in your deck, your hand, your cards played and your discard pile." in lantern
    assert "Between equal scores, the lower value decides: your seat number." in lantern
    assert "the number of cards in their garden whose sort is beans (at most 4)" in words("allotment", "en")
    assert "Forget the card taken from the discard pile." in words("rummy", "en")
    assert "If none was chosen, move the top card of the stock" in words("upriver", "en")
    assert "The game ends when a player's height is 0, or the number of the turn" in words("kites", "en")
    assert "For each player such that the suit" in words("solstice", "en")


FLAGS = frozenset(("trap", "open", "ready"))


def said(condition: str, language: str = "en", *, tie_break: str = "[]", step: str = "add: 1, to: count") -> str:
    """Return the rules of a small game with a step that has a condition."""
    stated = yaml.load(
        f"""
players: 3
boards: {{ring: {{columns: 4, rows: 1}}}}
zones: {{row: {{}}, hand: {{of: player, holds: cards}}}}
numbers: {{count: 3, open: no, ready: {{of: player, type: boolean}}, leader: {{type: player}}, life: {{of: player}}}}
end: {{score: count, tie_break: {tie_break}}}
""",
        LOADER,
    )
    do = {"if": condition, "then": [yaml.load(f"{{{step}}}", LOADER)]}
    stated["turn"] = {"moves": {"go": {"choose": {"card": "hand"}, "do": [do]}}}
    rules, kinds = GameplayRules.model_validate(frozen(stated)), {"cards": {"pt": "Cartas"}.get(language, "Cards")}
    fields = frozenset(("rank", "trap", "tags"))
    return rules_in_words(rules, language, kinds, fields, FLAGS, frozenset(("leader",)))


def test_conditions_read_as_people_say_them():
    """What is yes or no is said as such, and what lies in a zone or is one of several is not equal to them."""
    for condition, english, portuguese in (
        ("card.trap == yes", "the card is trap", "essa carta é trap"),
        ("card.trap == no", "the card is not trap", "essa carta não é trap"),
        ("card.trap != yes", "the card is not trap", "essa carta não é trap"),
        ("not card.trap != no", "the card is not trap", "essa carta não é trap"),
        ("player.ready == yes", "you are ready", "você é ready"),
        ("leader.ready != yes", "the leader is not ready", "o leader não é ready"),
        ("open == no", "*open* is not true", "*open* não vale"),
        ("open == leader.ready", "*open* is true if and only if the leader is ready", "*open* vale se e somente se o leader é ready"),
        ("open != leader.ready", "*open* is true if and only if the leader is not ready", "*open* vale se e somente se o leader não é ready"),
        ("hand | any('it.trap == no')", "there is a card in your hand without trap", "há uma carta em seu hand sem trap"),
        ("hand | where('trap', yes) | length == 2", "there are exactly 2 cards in your hand with trap", "há exatamente 2 cartas em seu hand com trap"),
        ("hand | where('trap', no) | length == 2", "there are exactly 2 cards in your hand without trap", "há exatamente 2 cartas em seu hand sem trap"),
        ("player in others", "you are one of the other players", "você é um dos outros jogadores"),
        ("player not in others", "you are not one of the other players", "você não é um dos outros jogadores"),
        ("player in [left, right]", "you are the next player or the player before", "você é o próximo jogador ou o jogador anterior"),
        ("leader in others", "the leader is one of the other players", "o leader é um dos outros jogadores"),
        ("leader not in others", "the leader is not one of the other players", "o leader não é um dos outros jogadores"),
        ("card in row", "the card is in the row", "essa carta está no row"),
        ("card not in hand", "the card is not in your hand", "essa carta não está em seu hand"),
        ("card in hand + row", "the card is in your hand or the card is in the row", "essa carta está em seu hand ou essa carta está no row"),
        ("card not in hand + row", "the card is not in your hand and the card is not in the row", "essa carta não está em seu hand e essa carta não está no row"),
        ("card in (hand | where('it.rank > 3'))", "the card is one of the cards in your hand whose rank is more than 3", "essa carta está entre as cartas em seu hand cujo rank é maior que 3"),
        ("ring[0] in ring[1].beside", "the space of the ring with the number 1 is one of the neighbours of the space of the ring with the number 2", "a casa do ring com o número 1 está entre as casas vizinhas da casa do ring com o número 2"),
        ("ring[0] in ring", "the space of the ring with the number 1 is in the ring", "a casa do ring com o número 1 está no ring"),
        ("'x' in card.tags", "x is one of the tags of the card", "x está entre os tags dessa carta"),
        ("card.rank in [1, 3]", "the rank of the card is 1 or 3", "o rank dessa carta é 1 ou 3"),
        ("card.rank in from_to(1, 3)", "the rank of the card is a number from 1 to 3", "o rank dessa carta é um número de 1 a 3"),
        ("row[count].rank > 3", "the rank of the card of the row whose number is the count + 1 is more than 3", "o rank da carta do row cujo número é o count + 1 é maior que 3"),
        ("players[count] == leader", "the player whose seat number is the count + 1 is the leader", "o jogador cujo número do lugar é o count + 1 é o leader"),
        ("players[0] == leader", "the player in seat 1 is the leader", "o jogador no lugar 1 é o leader"),
    ):  # fmt: skip
        assert f"If {english}, add 1 to the count." in said(condition), condition
        assert f"Se {portuguese}, some 1 ao count." in said(condition, "pt"), condition


def test_values_that_decide_between_equal_scores_are_told_with_the_end_that_wins():
    """A minus turns the end, if it stands before all of the value."""
    for stated, told in (
        ("[life]", "Between equal scores, the higher value decides: your life."),
        ("[0 - life]", "Between equal scores, the lower value decides: your life."),
        ("[-life, 0 - count]", "Between equal scores, the lower value decides: your life, the count."),
        (
            "[life, -count, life * 2]",
            "Between equal scores, the higher value decides: your life. If these are equal too, the lower value decides: "
            "the count. If these are equal too, the higher value decides: your life × 2.",
        ),
        ("[-life + count]", "Between equal scores, the higher value decides: \N{MINUS SIGN}your life + the count."),
        ("[0 - life - count]", "Between equal scores, the higher value decides: \N{MINUS SIGN}your life \N{MINUS SIGN} the count."),
    ):  # fmt: skip
        assert said("open", tie_break=stated).endswith(f"{told}\n"), stated
    assert "Se também forem iguais, decide o menor" in said("open", "pt", tie_break="[life, -count]")


def test_what_is_added_below_zero_is_subtracted_only_if_all_of_it_is():
    for stated, told in (
        ("-life", "subtract your life from the count"),
        ("0 - life", "subtract your life from the count"),
        ("-2", "subtract 2 from the count"),
        ("-life + 2", "add \N{MINUS SIGN}your life + 2 to the count"),
        ("0 - life - 2", "add \N{MINUS SIGN}your life \N{MINUS SIGN} 2 to the count"),
    ):
        assert f"true, {told}." in said("open", step=f"add: {stated}, to: count"), stated


def test_parts_of_a_phase_have_a_heading_in_bold():
    hearts = words("hearts", "en")
    assert [line for line in hearts.splitlines() if line.startswith("###")] == [
        f"### **{name}**" for name in ("Hand of cards", "Passing", "Tricks", "A trick")
    ]


def test_every_oracle_has_words_in_portuguese():
    for name in ORACLES:
        text = words(name.replace("_", "-"), "pt")
        assert "## O fim" in text and "{0}" not in text, name
    kites = words("kites", "pt")
    assert "Distribua 4 cartas do baralho para a mão de cada jogador." in kites
    assert "Escolha uma carta de sua mão cujo vento é no máximo o vento." in kites
    assert "- Enquanto há mais de 6 cartas em sua mão:\n  - Escolha uma carta de sua mão (a carta em excesso)." in kites
    solstice = words("solstice", "pt")
    assert "há um jogador cujos pontos são no mínimo 40" in solstice
    assert "Isso termina quando não há cartas na mão do primeiro jogador." in solstice


def test_an_effect_names_the_cards_that_state_it():
    rules, deck = opened("kites")
    assert "Compre n cartas. *(" in rules.in_words("pt", {}, deck)
    assert "- Your opponent loses n height. *(Sharp Line, Glass Powder, Hawk" in rules.in_words("en", {}, deck)


def test_texts_of_effects_and_moves_have_no_marks_of_templates():
    kites = words("kites", "en")
    assert "- Draw n cards." in kites and "**Play a card.**" in kites
    assert "{" not in kites and "****" not in kites


def test_a_game_prints_the_same_words_on_a_page_of_their_own(tmp_path):
    for language, heading in (("en", "The end"), ("pt", "O fim")):
        options = cardgen.BuildOptions(language=language)
        with PdfDocument(cardgen.build(EXAMPLES / "kites/kites.yaml", tmp_path, options).files[0]) as pdf:
            texts = [" ".join(page.get_textpage().get_text_bounded().split()) for page in pdf]
        assert [at for at, text in enumerate(texts, 1) if heading.casefold() in text.casefold()] == [len(texts) - 1]
        assert len(texts) % 2 == 0 and texts[-1] == "", "a front, and a blank back"
        for told in words("kites", language).splitlines():
            first = told.strip("-# ").replace("**", "")[:18].strip()
            assert first.casefold() in texts[-2].casefold(), (language, told)


def test_every_example_is_told_as_recorded_and_shows_no_expression_as_it_is_written(monkeypatch):
    """Every expression of every example has words, in both languages; without them, the text would be that of the file."""
    monkeypatch.setattr(ExpressionWords, "say", lambda writer, text: writer._of(parsed(text)))
    monkeypatch.setattr(
        ExpressionWords, "condition", lambda writer, text, holds=True: writer._truth(parsed(text), holds)
    )
    monkeypatch.setattr(ExpressionWords, "such", lambda writer, text, name: writer._such(parsed(text), name))
    described = [path.parent.name for path in EXAMPLES.glob("*/game.yaml") if "\nrules:" in path.read_text("utf-8")]
    assert len(described) == 22
    told: list[str] = []
    for name in sorted(described):
        for language in ("en", "pt"):
            text = words(name, language)
            assert not {"|", "==", "('"} & {*text.replace("(", " (").split()}, name
            told += [f"== {name}, {language}", *filter(None, text.splitlines())]
    check_recorded(Path(__file__).with_name("words.txt"), told)


def test_portuguese_words_of_a_game_in_two_languages_have_no_english_names():
    for name in ("kites", "solstice"):
        text = words(name, "pt")
        for english in ("card", "player", "trick", "hand", "lost", "excess", "suit", "spring"):
            assert f" {english} " not in text and f"{english}:" not in text, (name, english)


def test_a_third_language_is_one_more_file_and_needs_no_grammar(tmp_path, monkeypatch):
    for file in DESCRIBED.glob("strings.*.yaml"):
        copy(file, tmp_path)
    (tmp_path / "strings.eo.yaml").write_text(
        'player: Ludanto\nrules.players: "Por {0}."\nrules.players_range: "{0} ĝis {1} ludantoj"\n', "utf-8"
    )
    monkeypatch.setattr("cardgen.plugin.language_files.read_language_files", lambda _: read_language_files(tmp_path))
    text = words("hearts", "eo")
    assert "Por 3 ĝis 5 ludantoj." in text and "rank of the card" in text
    assert "## The table" in text  # what the file lacks
    rules, deck = opened("hearts")
    assert rules.contest([deck], {}, 4).tabletop("eo").players[0] == "Ludanto 1"
