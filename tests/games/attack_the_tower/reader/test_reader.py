"""Card, engine and leaflet mean the same: a reader of the English text predicts what the engine does.

Random abilities of the whole vocabulary are worded, read by `grammar`, and played twice on random tables: by the engine
from the effects, by `interpreter` from what was read. All outcomes of all choices must be the same. A sentence that the
reader cannot read fails. READER_ABILITIES sets how many abilities of each verb are tried; more take longer.
"""

import os
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from cardgen.games.attack_the_tower.wording import generated
from tests.games.attack_the_tower.reader.bridge import (
    CannotPlay,
    TooMany,
    can_play,
    engine_traces,
    match_of,
    random_state,
    reader_of,
    reader_traces,
    table_of,
)
from tests.games.attack_the_tower.reader.generator import VERBS, AbilityGenerator
from tests.games.attack_the_tower.test_wording import TEXTS

pytestmark = pytest.mark.extended

ABILITIES = int(os.environ.get("READER_ABILITIES", "3"))
TABLES, MOST_TRIED = 3, 20
BASES = {"of": "card", "owner": "self", "in": "base_draw"}
LOOK = {"look": {"who": "self", "pile": "base", "amount": 2}}
MOMENTS = {("main",): ("own", "opponent"), ("battle",): ("attacker", "defender")}


@pytest.mark.parametrize(("ability", "deck"), [pair for pairs in TEXTS.values() for pair in pairs])
def test_every_text_that_was_accepted_can_be_read(ability, deck):
    reader_of(deck).card(generated(ability, deck)[1].languages["en"])


@pytest.mark.parametrize("verb", VERBS)
def test_the_engine_does_what_the_text_says(verb):
    played = tried = 0
    while tried < ABILITIES or (not played and tried < MOST_TRIED):  # some cannot be played on any of their tables
        ability = AbilityGenerator(f"{verb} {tried}").ability(verb)
        played += sum(compare(ability, f"{verb} {tried}"))
        tried += 1
    assert played


@pytest.mark.parametrize(
    "effects",
    [
        ({"search": {"who": BASES | {"pick": "up_to_2"}, "to": "top"}},),
        (LOOK, {"search": {"who": BASES | {"pick": "up_to_2"}, "to": "discard"}}),
        (LOOK, {"search": {"who": BASES | {"type": "shooter", "pick": "one"}, "to": "hand"}}),
        (LOOK, {"recover": {"who": BASES | {"type": "shooter", "pick": "one"}}}),
        (
            {"put": {"who": {"of": "card", "owner": "self", "in": "hand", "pick": "up_to_2"}, "to": "top"}},
            {"draw": {"who": "self"}},
        ),
    ],
)
def test_the_order_of_a_pile_is_what_the_text_says(effects):
    ability = {"icon": "hand", "kind": "common", "timing": {"window": ("main", "battle")}, "effects": effects}
    assert any(compare(ability, "order"))


def compare(ability: dict[str, Any], seed: str) -> Iterator[bool]:
    """Play an ability on random tables, and give whether it could be played on each."""
    match = match_of(ability)
    deck = match.armies[0]
    text = generated(deck.abilities[0], deck)[1].languages["en"]
    card = reader_of(deck).card(text)
    random = Random(seed)
    moments = MOMENTS.get(tuple(deck.abilities[0].timing.window), ("own", "opponent", "attacker", "defender"))
    for _ in range(TABLES):
        moment = random.choice(moments)
        state = random_state(match, random, moment)
        begun = state.stage >= 0 or moment in ("own", "opponent")
        if not begun or not can_play(state, moment):
            yield False
            continue
        before, battle, renews = table_of(state), random.randrange(3), "after each renewal" in text
        try:
            engine = engine_traces(state, battle, renews=renews)
            reader = reader_traces(before, card, battle, renews=renews)
        except TooMany:
            yield False
            continue
        except CannotPlay:
            pytest.fail(f"{text}\nthe engine lets it be played where the text does not: {state.to_text()}")
        if engine != reader:
            pytest.fail(f"{text}\n{ability}\nas {moment}\n" + "\n".join(first_difference(engine, reader)))
        yield True


def first_difference(engine: set[Any], reader: set[Any]) -> list[str]:
    """Return where the most alike of two sets of traces differ: what only the engine has, or only the reader."""
    only, others = (engine - reader, reader) if engine - reader else (reader - engine, engine)
    one = next(iter(only))
    nearest = min(others, key=lambda other: len(list(differences(one, other))), default=())
    who = ("the engine", "the reader") if only <= engine else ("the reader", "the engine")
    return [f"{place}: {who[0]} has {a}, {who[1]} {b}" for place, a, b in differences(one, nearest)][:8]


def differences(one: Any, other: Any, place: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Give the places at which two views differ."""
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        for index, (a, b) in enumerate(zip(one, other, strict=True)):
            name = a[0] if isinstance(a, tuple) and a and isinstance(a[0], str) else index
            if a != b:
                yield from differences(a, b, f"{place} / {name}")
    else:
        yield place, one, other
