"""The screen tells how to print with the very words of page 1."""

import re
from dataclasses import replace

import pytest

from cardgen.model.drawing import TextSpan
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import prepare
from cardgen.pipeline.printed_file.instructions import _parts, _Texts, print_instructions


def letters(text: str) -> str:
    """Return a text without spaces and soft hyphens, which depend on the lines."""
    return re.sub(r"[\s\u00ad-]", "", text)


@pytest.mark.parametrize(
    "options",
    [{}, {"duplex": "manual", "evens": "reversed"}, {"duplex": "fold"}, {"duplex": "none", "language": "pt"}],
    ids=["both-sides", "by-hand", "folded", "one-side"],
)
def test_every_word_of_the_instructions_is_on_page_1(toy_folder, options):
    job = prepare(toy_folder / "suns.yaml", BuildOptions(**options))
    page = "".join(word.text for item in job.front[0][0].items if isinstance(item, TextSpan) for word in item.words)
    told = print_instructions(job)
    assert told is not None
    paragraphs = [told.intro, *(one for part in told.parts for one in part.paragraphs if not part.are_steps)]
    steps = [one for part in told.parts for one in part.paragraphs if part.are_steps]
    for paragraph in paragraphs:
        assert letters("".join(words.text for words in paragraph)) in letters(page)
    for step in steps:  # on paper, the title and the text of a step are apart
        for sentence in re.split(r": ", "".join(words.text for words in step)):
            assert letters(sentence).rstrip(":.") in letters(page)
    assert any(part.are_steps and part.title for part in told.parts)
    assert all(part.paragraphs and all(part.paragraphs) for part in told.parts)


def test_marks_of_the_strings_become_looks(toy_folder):
    told = print_instructions(prepare(toy_folder / "suns.yaml", BuildOptions()))
    assert told is not None
    words = [word for part in told.parts for paragraph in part.paragraphs for word in paragraph]
    assert not any("*" in word.text for word in words)
    assert {word.text for word in words if word.bold} >= {"A4", "100%"}
    assert any(word.italic for word in words)


def test_a_deck_without_sheets_has_no_instructions(toy_folder):
    deck = toy_folder / "suns.yaml"
    job = prepare(deck, BuildOptions(), since=prepare(deck, BuildOptions()).inventory)
    assert job.sheets == ()
    assert print_instructions(job) is None


def test_a_printer_several_papers_and_a_note_are_told(built, tmp_path):
    def told(job, printer=""):
        made = print_instructions(replace(job, settings=replace(job.settings, printer_name=printer)))
        return [(part.title, ["".join(word.text for word in one) for one in part.paragraphs]) for part in made.parts]

    job, _ = built("samurai", language="en", only=("counters",))
    paper, *_, note = told(job, "office")
    assert "office" in paper[1][1] and len(paper[1]) == 2
    assert note == ("", ["Each player needs an army of their own. " + note[1][0].partition("their own. ")[2]])
    assert len(told(job)[0][1]) == 1
    (tmp_path / "game.yaml").write_text(
        "id: g\nname: G\nkinds:\n  coins: {role: token, size: 20x20, printed_on: heavy-card}\ndocuments: {log: {text: log.md}}\n"
    )
    (tmp_path / "log.md").write_text("Row.\n")
    (tmp_path / "deck.yaml").write_text("coins: [{name: One}]\n")
    parts = told(prepare(tmp_path / "deck.yaml", BuildOptions()))
    alone = told(prepare(tmp_path / "deck.yaml", BuildOptions(only=("coins",))))
    assert [len(one[0][1]) for one in (parts, alone)] == [2, 1]
    assert parts[-1][0] == alone[-1][0] == "Print and build in this order"
    assert told(job)[-2][0] == "Cut and glue"
    assert [line.count("\u00b7") for line in parts[-1][1]] == [2, 2]


STRINGS = {
    "paper_title": "Paper", "paper_text": "Take **{paper}**, {measure}.", "adjusted_for": "For {printer}.", "papers_text": "See {title}.", "order_title": "In this order", "then_title": "Then",
}  # fmt: skip


def test_all_that_page_1_says_is_told_in_its_order_and_what_it_does_not_say_is_not():
    card, sheet = ({"name": name, "title": name.title()} for name in ("card", "paper"))
    parts = [
        {"title": "Cards", "pages": "2 sheets, pages 3-6", "todo": "Cut.", "paper": "card"},
        {"title": "Rules", "pages": "1 sheet, page 7", "todo": "*Fold.*", "paper": ""},
    ]
    how = {"way_title": "Way", "way": "Both sides.", "steps_title": "Steps", "steps": ["One.", "Two."], "test": "Try."}
    usual = {"paper": "A4", "measure": "210 mm", "printer": "", "papers": [], "how": how, "parts": parts, "note": ""}

    def told(**changes):
        found = _parts({**usual, **changes}, _Texts(STRINGS, "en"))
        words = [
            (part.title, ["".join(word.text for word in paragraph) for paragraph in part.paragraphs], part.are_steps)
            for part in found
        ]
        return [part for part in words if part[1]]

    ways = [("Way", ["Both sides."], False), ("Steps", ["One.", "Two."], True), ("", ["Try."], False)]
    paper, cards, rules = (
        "Take A4, 210 mm.",
        "Cards \u00b7 2 sheets, pages 3-6: Cut.",
        "Rules \u00b7 1 sheet, page 7: Fold.",
    )
    assert told() == [("Paper", [paper], False), *ways, ("Then", [cards, rules], True)]
    on_card = cards.replace(":", " \u00b7 Card:")
    assert told(printer="office", papers=[card, sheet], note="Enjoy.") == [
        ("Paper", [paper, "For office.", "See In this order."], False), *ways, ("In this order", [on_card, rules], True), ("", ["Enjoy."], False),
    ]  # fmt: skip
    assert told(papers=[card]) == [("Paper", [paper], False), *ways, ("In this order", [on_card, rules], True)]
    assert told(how={**how, "steps": [], "test": "", "way": ""}) == [
        ("Paper", [paper], False),
        ("Then", [cards, rules], True),
    ]
    looks = [
        word for part in _parts(usual, _Texts(STRINGS, "en")) for paragraph in part.paragraphs for word in paragraph
    ]
    assert [word.text for word in looks if word.bold] == ["A4", "Cards", "Rules"] and [
        word.text for word in looks if word.italic
    ] == ["Fold."]
