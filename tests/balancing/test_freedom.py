"""Which numbers may change and how far, in decks that are nothing but numbers."""

from types import SimpleNamespace

import pytest

from cardgen.balancing.freedom import Freedom, _is_paired, find_freedom
from cardgen.balancing.space import Number
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Node, Span


class Deck:
    """A deck of numbers from -99 to `most`, all of which but `idle` are part of its fingerprint."""

    def __init__(self, most=99, is_legal=lambda **_: True, keep=(), **numbers):
        self.name, self.keep, self.most, self.legal = "deck", keep, most, is_legal
        self.game, self.asked = SimpleNamespace(languages=("en",)), []
        self.numbers = [
            SimpleNamespace(node=Node(value, Span("deck.yaml", at)), name=f"{name} of card", card="cards/card", words=("cards", name))
            for at, (name, value) in enumerate(numbers.items(), 1)
        ]  # fmt: skip
        self.data = self.changed({})

    def changed(self, overrides):
        values = {one.words[1]: overrides.get(id(one.node), one.node.value) for one in self.numbers}
        return values if all(-99 <= value <= self.most for value in values.values()) else None

    def is_legal(self, overrides):
        self.asked.append(overrides)
        return self.legal(**self.changed(overrides))


def contest(decks, _settings, players):
    assert len(decks) == players == 2
    if decks[0].get("broken", 1) != 1:
        raise ValueError("such a deck has no contest")
    playing = repr({name: value for name, value in decks[0].items() if name[:4] != "idle"})
    return SimpleNamespace(
        tabletop=lambda _: SimpleNamespace(decks=[SimpleNamespace(fingerprint=playing)] * ("silent" not in decks[0]))
    )


RULES = SimpleNamespace(player_counts=(2,), shares_deck=False, contest=contest)


def found(reach=3, may=(), **stated):
    freedom = find_freedom([Deck(**stated)], [0], may, RULES, reach)
    return [
        (one.name.split()[0], one.least, one.most, one.step, one.group, one.back)
        for one, stated in zip(freedom.numbers, freedom.stated, strict=True)
        if one.value == stated.node.value and one.name == stated.name
    ]


@pytest.mark.parametrize(
    ("deck", "numbers"),
    [
        ({"a": 5, "b": 1, "c": -2, "d": 0}, [("a", -3, 3, 1, None, 0), ("b", 0, 3, 1, None, 0), ("c", -3, 1, 1, None, 0)]),
        ({"a": 5, "most": 5}, [("a", -3, 0, 1, None, 0)]), ({"a": 2, "most": 2}, [("a", -1, 0, 1, None, 0)]), ({"a": 5, "most": 7, "reach": 9}, [("a", -4, 2, 1, None, 0)]),
        ({"a": 12, "b": 13, "c": -12, "d": -26}, [("a", -3, 3, 1, None, 0), ("b", -3, 3, 1, None, 0), ("c", -3, 3, 1, None, 0), ("d", -3, 3, 3, None, 0)]),
        ({"a": 5, "idle": 5}, [("a", -3, 3, 1, None, 0)]), ({"idle": 5, "silent": 1, "may": ["idle"]}, [("idle", -3, 3, 1, None, 0)]),
        ({"broken": 1}, [("broken", 0, 3, 1, None, 0)]),
        ({"a": 5, "b": 5, "keep": ["cards/b"]}, [("a", -3, 3, 1, None, 0)]), ({"a": 5, "b": 5, "may": ["b"]}, [("b", -3, 3, 1, None, 0)]),
        ({"a": 5, "b": 4, "is_legal": lambda a, b: 3 <= a <= 6 and b == 4}, [("a", -2, 1, 1, None, 0)]),
        (
            {"a": 5, "b": 4, "c": 9, "is_legal": lambda a, b, c: a + b == 9 and c < 10},
            [("a", -3, 3, 1, 0, 0), ("b", -3, 3, 1, 0, 0), ("c", -3, 0, 1, None, 0)],
        ),
        (
            {"a": 5, "b": 5, "c": 5, "d": 5, "is_legal": lambda a, b, c, d: (a + b, c + d) == (10, 10)},
            [("a", -3, 3, 1, 0, 0), ("b", -3, 3, 1, 0, 0), ("c", -3, 3, 1, 1, 0), ("d", -3, 3, 1, 1, 0)],
        ),
        ({"a": 5, "b": 1, "is_legal": lambda a, b: a + b == 6}, [("a", -3, 3, 1, 0, 0), ("b", 0, 3, 1, 0, 0)]),
        ({**dict.fromkeys("abcdef", 3), "x": 11, "may": ["x"]}, [("x", -7, 0, 1, None, -7)]),
        ({**dict.fromkeys("abcdef", 3), "x": 11, "may": ["x"], "is_legal": lambda x, **_: x > 6}, [("x", -4, 0, 1, None, -4)]),
        ({"a": 5, "is_legal": lambda a: a == 5}, []), ({"idle": 5}, []),
        ({**dict.fromkeys("abcdef", 9), "x": 1, "may": ["x"], "most": 9}, [("x", 0, 7, 1, None, 7)]),
        ({**dict.fromkeys("abcdef", 9), "x": -3, "may": ["x"]}, [("x", 0, 2, 1, None, 2)]),
        ({**dict.fromkeys("abcdef", -3), "x": 11, "may": ["x"]}, [("x", -10, 0, 1, None, -10)]),
        ({**dict.fromkeys("abcdef", 9), "x": 1, "may": ["x"], "is_legal": lambda x, **_: x < 5}, [("x", 0, 3, 1, None, 3)]),
    ],
)  # fmt: skip
def test_numbers_change_as_far_as_the_schema_the_rules_and_their_peers_allow(deck, numbers):
    """Whatever has no effect or no other legal value stays; those that keep a sum are a group, from the first on."""
    try:
        assert found(**deck) == numbers
    except UnlocatedError as error:
        assert (error.code, error.message, numbers) == ("E782", "no number of deck may change", [])


def test_a_name_that_no_number_has_is_told_with_names_that_some_have():
    for pattern, hints in (
        ("pwer", ("did you mean 'power'?",)),
        ("zzz", ("list the numbers with: cardgen balance DECK --list",)),
    ):
        with pytest.raises(UnlocatedError) as caught:
            found(may=[pattern], power=5, cost=2)
        error = caught.value
        assert (error.code, error.message) == ("E781", f"--may names '{pattern}', which no number has")
        assert (error.expected, error.hints) == ("names such as power, cards, cost", hints)


def test_the_rules_are_asked_once_for_each_deck_of_candidates():
    first, second = Deck(a=5), Deck(b=5)
    freedom = find_freedom([first, second], [0, 1], (), RULES, 3)
    first.asked.clear()
    second.asked.clear()
    for steps in (1, 2, 1):
        assert freedom.is_legal(((0, 1), (1, steps)))
    assert [[*map(dict, deck.asked)] for deck in (first, second)] == [
        [{id(freedom.stated[0].node): 6}], [{id(freedom.stated[1].node): 6}, {id(freedom.stated[1].node): 7}],
    ]  # fmt: skip


def test_two_numbers_are_paired_if_one_may_go_up_and_the_other_one_down(monkeypatch):
    monkeypatch.setattr(Freedom, "is_legal", lambda _self, candidate: candidate == ((0, 1), (1, -1)))
    for ends, is_paired in ((((0, 1), (-1, 0)), True), (((0, 1), (0, 1)), False), (((-1, 0), (-1, 0)), False)):
        numbers = [Number(0, "", 5, least, most) for least, most in ends]
        assert _is_paired(Freedom([], numbers), 0, 1) == is_paired, ends
