"""A template is rendered again exactly when something that it read has changed."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from cardgen.render.templates.dependencies import Recorder
from cardgen.render.templates.environment import Environment

DECK = {
    "bases": [{"name": "Dojo", "power": 2, "words": ["a", "a"]}, {"name": "Gate", "power": 1}],
    "motto": "Now",
    "flag": True,
}


def rendered(template: str, deck: dict[str, Any]) -> tuple[str, Recorder]:
    environment = Environment(lambda _name: None)
    recorder = Recorder(deck)
    recorder.begin()
    return environment.from_string(template).render(deck=recorder.view), recorder


def edited(edit: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    deck = copy.deepcopy(DECK)
    edit(deck)
    return deck


RENAMED = edited(lambda deck: deck["bases"][1].update(name="Wall"))
STRONGER = edited(lambda deck: deck["bases"][1].update(power=True))
LONGER = edited(lambda deck: deck["bases"].append({"name": "Inn", "power": 9}))
WITHOUT = edited(lambda deck: deck.pop("motto"))
WITH_ANOTHER = edited(lambda deck: deck.update(saying=deck.pop("motto")))
WITH_MORE = edited(lambda deck: deck.update(year=1600))
REORDERED = dict(reversed(DECK.items()))
OTHER_WORDS = edited(lambda deck: deck["bases"][0]["words"].append("b"))
ALL = {"RENAMED": RENAMED, "STRONGER": STRONGER, "LONGER": LONGER, "WITHOUT": WITHOUT, "WITH_MORE": WITH_MORE}
ALL |= {"OTHER_WORDS": OTHER_WORDS, "WITH_ANOTHER": WITH_ANOTHER, "REORDERED": REORDERED}

READS = {
    "{{ deck.motto }}": {"WITHOUT", "WITH_ANOTHER"},
    "{{ deck['motto'] }}{{ deck.bases[0].name }}": {"WITHOUT", "WITH_ANOTHER"},
    "{{ deck.bases | length }}": {"LONGER"},
    "{{ deck.bases[-1].name }}": {"RENAMED", "LONGER"},
    "{{ deck.bases[2] is defined }}": {"LONGER"},
    "{{ deck.bases[-3] is defined }}": {"LONGER"},
    "{% for base in deck.bases %}{{ base.name }}{% endfor %}": {"RENAMED", "LONGER"},
    "{{ deck.bases | map(attribute='name') | join(', ') }}": {"RENAMED", "LONGER"},
    "{{ deck.bases | sum('power') }}": {"STRONGER", "LONGER"},
    "{{ deck.year is defined }}": {"WITH_MORE"},
    "{{ deck.get('year', 5) }}": {"WITH_MORE"},
    "{{ 'motto' in deck }}": {"WITHOUT", "WITH_ANOTHER"},
    "{{ deck | length }}": {"WITHOUT", "WITH_MORE", "WITH_ANOTHER", "REORDERED"},
    "{{ deck | join }}": {"WITHOUT", "WITH_MORE", "WITH_ANOTHER", "REORDERED"},
    "{% for key, value in deck.items() %}{{ key }}{% endfor %}": {
        "WITHOUT",
        "WITH_MORE",
        "LONGER",
        "WITH_ANOTHER",
        "REORDERED",
    },  # its size is checked
    "{{ deck.bases == [] }}": {"RENAMED", "STRONGER", "LONGER", "OTHER_WORDS"},
    "{{ deck.bases[0] == deck.bases[1] }}": {"RENAMED", "STRONGER", "OTHER_WORDS"},
    "{{ (deck.bases + []) | length }}": {"LONGER"},
    "{{ ([] + deck.bases)[1].name }}": {"RENAMED", "LONGER"},
    "{{ deck.bases[0].words | join }}": {"OTHER_WORDS"},
    "{{ 'a' in deck.bases[0].words }}": {"OTHER_WORDS"},
    "{{ (deck.bases | selectattr('power', 'gt', 1) | list | first).name }}": {"STRONGER", "LONGER"},
    "{{ deck.bases != [] }}{{ deck.bases[1] != deck.bases[0] }}": {"RENAMED", "STRONGER", "LONGER", "OTHER_WORDS"},
    "{% set w = deck.bases[0].words %}{{ w < ['a'] }}{{ w <= ['a'] }}{{ w > ['a'] }}{{ w >= ['a'] }}": {"OTHER_WORDS"},
    "{% set w = deck.bases[0].words %}{{ w < ['b'] }}{{ w <= ['b'] }}{{ w > ['A'] }}{{ w >= ['b'] }}": {"OTHER_WORDS"},
    "{% set w = deck.bases[0].words %}{{ (w * 2) | join }}{{ (3 * w) | join }}{{ w.index('a') }}{{ w.index('a', 1) }}{{ w.count('a') }}{{ w.count('b') }}": {
        "OTHER_WORDS"
    },
    "{{ deck.bases[0].words | string }}{{ deck.bases[1] | string }}": {"RENAMED", "STRONGER", "OTHER_WORDS"},
    "{{ deck.bases.index(deck.bases[1]) }}": {"RENAMED", "STRONGER", "LONGER", "OTHER_WORDS"},
    "{% for base in deck.bases | reverse %}{{ base.name }}{% endfor %}": {"RENAMED", "LONGER"},
    "{{ deck.keys() | join }}{{ deck.bases[1].values() | join }}": {
        *("WITHOUT", "WITH_MORE", "RENAMED", "STRONGER", "WITH_ANOTHER", "REORDERED")
    },
    "{% for base in deck.bases[1:] %}{{ base.power }}{% endfor %}": {"STRONGER", "LONGER"},
    "nothing": set(),
}


@pytest.mark.parametrize(("template", "changed_by"), READS.items(), ids=READS)
def test_what_is_read_is_noted(template: str, changed_by: set[str]) -> None:
    output, recorder = rendered(template, DECK)
    assert output == Environment(lambda _name: None).from_string(template).render(deck=DECK)
    reads = recorder.reads
    assert Recorder(copy.deepcopy(DECK)).has_same(reads)
    assert {name for name, deck in ALL.items() if not Recorder(deck).has_same(reads)} == changed_by


def test_a_value_that_became_another_kind_has_changed() -> None:
    _, recorder = rendered("{{ deck.bases is defined }}", DECK)
    for other in ("none", {}, None):
        assert not Recorder({**DECK, "bases": other}).has_same(recorder.reads)
    _, recorder = rendered("{{ deck.bases[0].name }}", DECK)
    assert not Recorder({**DECK, "bases": [5]}).has_same(recorder.reads)


def test_each_template_has_its_own_reads_which_are_looked_at_once() -> None:
    """Of two templates that read as much, one may have to be rendered again and the other not."""
    recorder = Recorder(DECK)
    found = []
    for key in ("motto", "flag"):
        recorder.begin()
        assert recorder.view[key] == DECK[key]
        found.append(recorder.reads)
    assert [{steps for steps, _ in reads} for reads in found] == [{("motto",)}, {("flag",)}]
    now = Recorder(WITHOUT)
    for _ in range(2):
        assert [now.has_same(reads) for reads in found] == [False, True]


def test_a_list_is_compared_and_joined_as_the_list_that_it_shows() -> None:
    words = DECK["bases"][0]["words"]
    view = Recorder(DECK).view["bases"][0]["words"]
    for other in (["a"], ["a", "a"], ["a", "b"], ["b"], []):
        shown = (view < other, view <= other, view > other, view >= other, view == other, view != other)
        assert shown == (words < other, words <= other, words > other, words >= other, words == other, words != other)
        assert (view + other, other + view) == (words + other, other + words)
    for other in (("a",), "a", None):
        with pytest.raises(TypeError):
            view + other
        with pytest.raises(TypeError):
            other + view
    assert (view * 2, 2 * view, view[-1], view[0:1], [*reversed(view)]) == (words * 2, words * 2, "a", ["a"], words)
    assert (view.index("a", 1), view.count("a"), "a" in view, "b" in view) == (1, 2, True, False)
