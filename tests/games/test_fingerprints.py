"""A record of a game goes on with a deck of other words and pictures, and is refused with one that plays otherwise."""

from typing import Any

import pytest

from cardgen.games.attack_the_tower.play.tabletop import _fingerprint as of_army
from cardgen.games.stonewater_weir.effects import Look, SiegeEffect
from cardgen.games.stonewater_weir.play.tabletop import _fingerprint as of_siege
from cardgen.model.deck import LocalizedText
from cardgen.plugin.rules.described.rules import DescribedContest
from cardgen.plugin.rules.described.tables import make_tables
from tests.games.attack_the_tower.play.armies import with_abilities
from tests.games.stonewater_weir.engine.siege import deck as weir_deck
from tests.plugin.rules.described.oracles import contest_of

CARD = {
    "id": "x",
    "name": "X",
    "kind": "troop",
    "icon": "shooter",
    "timing": {"window": "main"},
    "copies": 2,
    "text": "Go.",
}
STAR = {"kind": "special", "icon": "star"}
ONE = {"of": "troop", "owner": "self", "pick": "one"}


@pytest.mark.parametrize(
    ("changes", "plays_otherwise"),
    [
        *(
            ({key: value}, False)
            for key, value in (("name", "Y"), ("text", "Stop."), ("flavor", "y"), ("alt", "y"), ("turn", "endwise"))
        ),
        *(
            ({key: value}, True)
            for key, value in (("id", "y"), ("icon", "cavalry"), ("copies", 3), ("timing", {"window": "battle"}))
        ),
        ({"kind": "common", "icon": "hand"}, True),
        ({"needs": {"atleast": {"of": {"of": "troop", "owner": "self"}, "amount": 1}}}, True),
        ({"cost": {"discard": {"amount": 1}}}, True),
        ({"choose": [{**ONE, "as": "t"}]}, True),
        ({"effects": [{"draw": {"who": "self"}}]}, True),
        (STAR | {"troop": {"power": 2}}, True),
    ],
)
def test_what_an_army_plays_decides(changes, plays_otherwise):
    assert (of_army(with_abilities([CARD | changes])) != of_army(with_abilities([CARD]))) == plays_otherwise


def test_the_power_of_a_troop_and_the_bases_of_an_army_decide():
    deck = with_abilities([CARD | STAR | {"troop": {"power": 2}}])
    assert of_army(deck) != of_army(with_abilities([CARD | STAR | {"troop": {"power": 3}}]))
    assert [len(digest) for digest in (of_army(deck), of_siege(weir_deck()))] == [12, 12]
    base = deck.bases[0]
    for key, value, plays_otherwise in (
        *(("id", "y", True), ("type", "cavalry", True), ("copies", 9, True)),
        *(
            ("name", LocalizedText({"": "y"}), False),
            ("recruits", LocalizedText({"": "y"}), False),
            ("art", "y.svg", False),
        ),
    ):
        other = deck.model_copy(update={"bases": (base.model_copy(update={key: value}), *deck.bases[1:])})
        assert (of_army(other) != of_army(deck)) == plays_otherwise, key


LISTS = (
    *("inn", "market", "rainlore", "forge", "enemies", "events", "winds", "heroes", "abilities", "units"),
    *("buildings", "banks", "dice", "players"),
)


def other(value: Any) -> Any:
    """Another value of the same kind; None for what is left alone."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return LocalizedText({"": "Something else."}) if isinstance(value, LocalizedText) else None


def test_every_number_of_a_siege_decides_and_no_word():
    deck = weir_deck().model_copy(update={key: getattr(weir_deck(), key)[:1] for key in LISTS})
    before, seen = of_siege(deck), set()
    for key in LISTS:
        first, *rest = getattr(deck, key)
        for name, value in dict(first).items():
            new = other(value)
            if new is not None and (type(first), name) not in seen:
                seen.add((type(first), name))
                changed = deck.model_copy(update={key: (first.model_copy(update={name: new}), *rest)})
                assert (of_siege(changed) != before) == (not isinstance(new, LocalizedText)), (key, name)
    assert of_siege(deck.model_copy(update={"figures": ()})) == before
    for key in LISTS:
        assert of_siege(deck.model_copy(update={key: getattr(deck, key)[1:]})) != before, key
    hero = deck.heroes[0]
    for name, value in (
        ("alt", LocalizedText({"": "A woman."})),
        ("figure", "y.svg"),
        ("art", "y.svg"),
        ("back", "y.svg"),
    ):
        assert of_siege(deck.model_copy(update={"heroes": (hero.model_copy(update={name: value}),)})) == before, name
    looks = [Look(deck=kind) for kind in ("events", "enemies")]
    played = [deck.inn[0].model_copy(update={"effects": (SiegeEffect(look=look),)}) for look in looks]
    first, second = (of_siege(deck.model_copy(update={"inn": (card,)})) for card in played)
    assert first != second
    tracks = deck.tracks.model_copy(update={"food": deck.tracks.food.model_copy(update={"max": 9})})
    assert of_siege(deck.model_copy(update={"tracks": tracks})) != before


BIDS = """
fields: {rank: integer, weight: integer, side: integer}
rules:
  players: 2
  decks: own
  zones:
    hand: {of: player, holds: cards, faces: owner, where: card.side == 1}
    pile: {of: player}
  turn: {moves: {bid: {choose: {card: hand}, do: [{move: card, to: pile}]}}}
  end: {when: not hand, score: "pile | sum('rank')"}
"""


def test_what_a_described_game_plays_with_decides_for_the_deck_of_each_player():
    counters = BIDS.replace("  turn:", "  numbers: {wear: {of: cards}}\n  turn:")  # so that copies are told apart
    cards = [{"id": f"c{at}", "name": f"Card {at}", "rank": at, "weight": at, "side": 1} for at in range(3)]
    for game in (BIDS, counters):
        program = contest_of(game, cards, 2, decks=2).tables.program

        def of_decks(*changes: dict[str, Any], program: Any = program) -> list[str]:
            decks = [{"cards": [{**cards[0], **change}, *cards[1:]]} for change in changes]
            return [str(deck) for deck in DescribedContest(make_tables(program, decks, 2)).tabletop("en").decks]

        before = of_decks({}, {})
        assert before == [before[0]] * 2 and before[0].startswith("oracle ")
        for key, value, plays_otherwise in (
            ("id", "x", True), ("rank", 9, True), ("copies", 2, True), ("side", 2, True), ("name", "X", False), ("weight", 9, False),
        ):  # fmt: skip
            change = {key: value}
            assert [one != two for one, two in zip(before, of_decks(change, change), strict=True)] == [
                plays_otherwise
            ] * 2, (key, game)
        first, second = of_decks({}, {"rank": 9})
        assert first == before[0] and second != before[1]
        assert of_decks({"rank": 9}, {})[1] == before[1]
