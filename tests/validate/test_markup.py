"""Markup of texts: what is not closed, and icons that are not there."""

from pathlib import Path

import pytest

from cardgen.model.deck import Deck, IconReference, LocalizedText
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Node, Span
from cardgen.validate.markup import check_markup

KNOWN = ("sun", "moon")


class Meant(LocalizedText):
    """A text of a game that knows what its icons may be meant to be."""

    def hint_for(self, icon):
        return f"write {{sun}} for {icon}"


def told(*texts):
    """What is told of texts, which stand in one line each."""
    asked, found = [], Collector()

    def check(name):
        asked.append(name)
        if name == "torn":
            raise UnlocatedError("E122", "its file is torn")
        if name not in KNOWN:
            raise UnlocatedError("E409", "unknown icon", expected="one of: sun, moon", hints=("did you mean?",))

    nodes = [
        Node({key: Node(words, Span("deck.yaml", line, at)) for at, (key, words) in enumerate(one.languages.items(), 10)}, Span("deck.yaml", line, 5))
        if isinstance(one, LocalizedText) and "" not in one.languages else Node(str(one), Span("deck.yaml", line, 5))
        for line, one in enumerate(texts, 1)
    ]  # fmt: skip
    check_markup(Deck(Path("deck.yaml"), "demo", texts, Node(nodes, Span("deck.yaml"))), check, found)
    assert len(asked) == len({*asked}), "each icon is read once"
    return [(item.code, item.span.line, item.span.column, item.message, *item.hints) for item in found.items]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("plain", ""), ("**bold** and **more**", ""), ("a * star", ""), ("**bold", "W332"), ("**a** b **c", "W332"), ("***a***", ""),
        ("**a** **b** **c** **", "W332"), ("{sun} and {moon}", ""), ("{ sun }", "W332"), ("\\{ sun }", ""), ("\\*\\*not bold", ""),
        ("{torn}", "E122"), ("{snu}", "E206"), ("{snu} {snu}", "E206"), ("**{snu} {", "E206 W332 W332"),
    ],
)  # fmt: skip
def test_markup_that_is_not_closed_and_icons_that_are_not_there_are_told(text, codes):
    assert [code for code, *_ in told(LocalizedText({"": text}))] == codes.split()


def test_each_is_told_at_its_place_and_what_is_meant_once():
    brace = "for a brace that does not start an icon write \\{"
    assert told(LocalizedText({"en": "a", "pt": "{snu}"}), IconReference("snu"), IconReference("sun")) == [
        ("E206", 2, 5, "the file is the unknown icon 'snu'", "did you mean?"),
        ("E206", 1, 11, "unknown icon 'snu' in the file", "did you mean?", brace),
    ]
    assert told(Meant({"": "{snu} {mon}"}), Meant({"": "{snu}"}), *[LocalizedText({"": "{snu}"})] * 2) == [
        ("E206", 1, 5, "unknown icon 'snu' in the file", "did you mean?", "write {sun} for snu"),
        ("E206", 1, 5, "unknown icon 'mon' in the file", "did you mean?", "write {sun} for mon"),
        ("E206", 3, 5, "unknown icon 'snu' in the file", "did you mean?", brace),
        ("E206", 4, 5, "unknown icon 'snu' in the file", "did you mean?", brace),
    ]
