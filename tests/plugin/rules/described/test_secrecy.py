"""Numbers that only their player sees, and choices that all make at the same time."""

from __future__ import annotations

from random import Random

import pytest
import yaml

from cardgen.geometry.units import Size
from cardgen.plugin.rules.described.compiler import compile_rules
from cardgen.plugin.rules.described.declared import RuleNumber
from cardgen.plugin.rules.described.rules import DescribedContest
from cardgen.plugin.rules.described.schema import GameplayRules
from cardgen.plugin.rules.described.tables import make_tables
from cardgen.plugin.rules.tabletop import LineRole
from cardgen.yaml_loader import LOADER
from tests.plugin.effects.vocabulary import frozen
from tests.plugin.rules.described.oracles import contest_of, field
from tests.plugin.rules.described.test_limits import compiled

SEALED = """
fields: {rank: integer}
rules:
  players: 3
  zones: {stock: {holds: cards, faces: nobody, shuffled: yes}}
  numbers:
    bid: {of: player, secret: yes, min: 0, max: 9}
    points: {of: player}
  phases:
    rounds:
      rounds: 4
      phases:
        bidding:
          from: first_player
          order: together
          rounds: 1
          moves:
            offer: {choose: {n: "from_to(1, 9)"}, do: [{set: bid, to: n}], say: "{player} offers {n}."}
            keep: {do: [{set: bid, to: 0}]}
          finish:
            - {each: {player: players}, do: [{reveal: bid}, {add: bid, to: points}]}
        hiding:
          from: first_player
          rounds: 1
          moves:
            hide: {do: [{choose: {n: "from_to(0, 9)"}, set: bid}]}
  end: {score: points}
"""


def sealed():
    return contest_of(SEALED, [{"id": f"c{n}", "rank": n} for n in range(4)], 3)


def seen(state, player: int) -> tuple[str, ...]:
    """Return all that a player learns of a state, also as lines for people."""
    table = sealed().tabletop("en")
    board = [line.text for line in table.board(state, player)]
    return (
        state.observation_string(player), state.information_state_string(player), *board, *table.story(state, 0, player),
    )  # fmt: skip


FACES = """
fields: {}
rules:
  players: 2
  zones:
    stock: {holds: cards, faces: nobody}
    z_top: {faces: top}
    z_all: {faces: all}
    z_each: {faces: each}
    z_owner: {of: player, faces: owner}
    z_others: {of: player, faces: others}
  set_up:
    - {deal: stock, to: z_top, count: 3}
    - {deal: stock, to: z_all, count: 3}
    - {deal: stock, to: z_each, count: 3}
    - {deal: stock, to: z_owner, count: 3}
    - {deal: stock, to: z_others, count: 3}
  turn: {moves: {rest: {do: []}}}
  end: {when: turn > 2, score: turn}
"""


def test_faces_lie_open_for_those_whom_the_zone_states():
    state = contest_of(FACES, [{"id": f"c{n}"} for n in range(24)], 2).start(1, 0)
    zones = {zone.name: zone for zone in state.tables.program.zones}
    for name, by_itself, by_the_other in (
        ("stock", "---", "---"),
        ("z_top", "--o", "--o"),
        ("z_all", "ooo", "ooo"),
        ("z_each", "---", "---"),
        ("z_owner", "ooo", "---"),
        ("z_others", "---", "ooo"),
    ):
        for viewer, expected in ((1, by_itself), (0, by_the_other), (-1, "ooo")):
            found = "".join("-o"[is_open] for is_open in state.sees(zones[name], 1, viewer))
            assert found == expected, (name, viewer)
            known = "".join("-o"[is_known] for is_known in state.knows(zones[name], 1, viewer))
            assert known == ("ooo" if name == "z_top" else expected), (name, viewer)


def test_pieces_lie_on_a_table_as_their_zones_show_them_and_those_of_the_viewer_come_last():
    def laid(text, viewer, first):
        contest = contest_of(text, [{"id": f"c{n}"} for n in range(24)], 2)
        areas = contest.tabletop("en").areas(contest.start(1, first), viewer, Size(63, 88))
        assert all(area.owner == area.title.rpartition(": ")[0] for area in areas)
        return [
            (
                area.title,
                area.role,
                [(one.place, one.name if one.side == "face" else "", one.count) for one in area.pieces],
            )
            for area in areas
        ]

    table, other, own = LineRole.PLAIN, LineRole.OPPONENT, LineRole.OWN
    assert laid(FACES, 0, 1) == [  # who begins sits in seat 1, and sees no pieces of their own that others see
        ("Stock", table, [("stock:top", "", 3)]),
        ("Z top", table, [("z_top:top", "c21", 3)]),
        ("Z all", table, [("z_all:20", "c20", 1), ("z_all:19", "c19", 1), ("z_all:18", "c18", 1)]),
        ("Z each", table, [("z_each:-1", "", 3)]),
        ("Player 2: Z owner", other, [("z_owner-1:-1", "", 3)]),
        (
            "Player 2: Z others",
            other,
            [("z_others-1:8", "c8", 1), ("z_others-1:6", "c6", 1), ("z_others-1:4", "c4", 1)],
        ),
        ("Player 1: Z owner", own, [("z_owner-2:9", "c9", 1), ("z_owner-2:11", "c11", 1), ("z_owner-2:13", "c13", 1)]),
        ("Player 1: Z others", own, [("z_others-2:0", "", 1), ("z_others-2:1", "", 1), ("z_others-2:2", "", 1)]),
    ]
    seen = laid(FACES, -1, 0)
    assert {role for _, role, _ in seen} == {table, other} and all(name for *_, pieces in seen for _, name, _ in pieces)
    rows = [laid(FACES.replace("to: z_all, count: 3", f"to: z_all, count: {count}"), 0, 0)[2][2] for count in (8, 9)]
    assert [len(row) for row in rows] == [8, 1] and rows[1] == [("z_all:top", "c12", 9)], "a long row is a pile"


HINTS = """
players: 2
zones:
  crate: {holds: cards, faces: nobody}
  purse: {holds: coins, faces: nobody}
  rack: {of: player, faces: others}
set_up: [{deal: crate, to: rack, count: 4}]
turn:
  moves:
    color: {choose: {suit: cards.suit}, do: [{tell: left.rack, that: card.suit == suit}]}
    height: {choose: {n: "from_to(0, 4)"}, do: [{tell: left.rack, that: card.rank == n}]}
end: {when: turn > 20, score: rack | length}
"""


def test_of_a_card_that_lies_face_down_all_is_shown_that_is_certain_and_nothing_of_other_pieces():
    fields = {
        "cards": {
            "suit": field({"type": "choice", "of": ["red", "blue"]}),
            "rank": field("integer"),
            "motto": field("text"),
        },
        "coins": {"worth": field("integer"), "metal": field({"type": "choice", "of": ["gold"]})},
    }
    rules = GameplayRules.model_validate(frozen(yaml.load(HINTS, LOADER)))
    program = compile_rules("hints", rules, fields, {}).program
    suits, ranks = ("red", "blue", "red", "blue", "red", "red", "blue", "red"), (0, 1, 3, 3, 3, 4, 2, 2)
    cards = [
        {"id": f"c{at}", "name": f"Card {at}", "suit": suit, "rank": rank, "motto": "Ahoy"}
        for at, (suit, rank) in enumerate(zip(suits, ranks, strict=True))
    ]
    coins = [{"id": "coin", "name": "Coin", "worth": 7, "metal": "gold", "copies": 2}]
    contest = DescribedContest(make_tables(program, [{"cards": cards, "coins": coins}], 2))
    table, state = contest.tabletop("en"), contest.start(1, 0)

    def shown(viewer):
        return [line.text for line in table.board(state, viewer) if line.text.startswith("  Rack: ")]

    first, second = "  Rack: Card 7, Card 5, Card 3, Card 1", "  Rack: Card 6, Card 4, Card 2, Card 0"
    assert (shown(0), shown(1)) == (["  Rack: (4)", second], [first, "  Rack: (4)"])
    for move, of_first, of_second in (
        ("color red", "(4)", "?blue, 3 ?red"),
        ("color red", "2 ?red, 2 ?blue", "?blue, 3 ?red"),
        ("height 3", "2 ?red, 2 ?blue", "?blue, 2 ?red 3, ?red"),
        ("height 1", "2 ?red, ?blue, ?blue 1", "?blue, 2 ?red 3, ?red"),
    ):
        state.apply_action(state.string_to_action(move))
        assert (shown(0), shown(1)) == ([f"  Rack: {of_first}", second], [first, f"  Rack: {of_second}"])
        assert shown(-1) == [first, second]
        assert "Purse: (2)" in [line.text for line in table.board(state, 0)]  # alike, but nobody was told so


@pytest.mark.parametrize(
    ("faces", "hides"),
    [("all", False), ("nobody", False), ("top", False), ("each", False), ("owner", True), ("others", True)],
)
def test_the_screen_is_handed_over_only_where_a_zone_hides_from_some_what_it_shows_others(faces, hides):
    text = (
        FACES[: FACES.index("    z_top")]
        + f"    hand: {{of: player, faces: {faces}}}\n"
        + FACES[FACES.index("  turn:") :]
    )
    assert contest_of(text, [{"id": "c"}], 2).tabletop("en").hides_hands == hides


def test_others_do_not_see_what_is_chosen_at_the_same_time():
    shown = {}
    for text in ("offer 3", "offer 8", "keep"):
        state = sealed().start(1, 0)
        state.apply_action(state.string_to_action(text))
        shown[text] = [seen(state, player) for player in range(3)]
    assert len({views[0] for views in shown.values()}) == 3  # the player sees their own choice
    for player in (1, 2):
        assert len({views[player] for views in shown.values()}) == 1


def test_a_secret_is_known_once_it_is_revealed():
    state = sealed().start(1, 0)
    for text in ("offer 3", "keep", "offer 8"):
        state.apply_action(state.string_to_action(text))
    for player in range(3):
        assert "bid: [3, 0, 8]" in state.observation_string(player)


def test_a_choice_inside_of_a_move_is_secret_with_its_number():
    shown = []
    for number in (2, 7):
        state = sealed().start(1, 0)
        for text in ("keep", "keep", "keep", "hide", f"choose n {number}"):
            state.apply_action(state.string_to_action(text))
        shown.append(state)
    assert seen(shown[0], 1) == seen(shown[1], 1) and seen(shown[0], 0) != seen(shown[1], 0)


@pytest.mark.parametrize(
    "step", ["choose: {m: 'from_to(1, 9)'}", "offer: player, choose: {m: 'from_to(1, 9)'}, do: []"]
)
def test_others_do_not_see_what_is_chosen_within_a_move_at_the_same_time(step):
    offers = """do: [{set: bid, to: n}], say: "{player} offers {n}."}"""
    assert offers in SEALED
    contest = contest_of(SEALED.replace(offers, f"do: [{{{step}}}]}}"), [{"id": "c", "rank": 1}], 3)
    table, views = contest.tabletop("en"), []
    for number in (2, 7):
        state = contest.start(1, 0)
        for text in ("offer 3", f"choose m {number}"):
            state.apply_action(state.string_to_action(text))
        views.append([(state.information_state_string(one), *table.story(state, 0, one)) for one in range(3)])
    assert views[0][0] != views[1][0] and views[0][1:] == views[1][1:]


def test_programs_imagine_every_value_of_a_secret():
    rng, state = Random(1), sealed().start(1, 0)
    state.apply_action(state.string_to_action("offer 3"))
    imagined = [state.resample_from_infostate(1, rng) for _ in range(300)]
    assert {other.bid[0] for other in imagined} == set(range(10))
    assert {(other.bid[1], other.bid[2]) for other in imagined} == {(0, 0)}  # all know that they have not chosen yet
    assert {seen(other, 1) for other in imagined[:20]} == {seen(state, 1)}
    assert {state.resample_from_infostate(0, rng).bid[0] for _ in range(20)} == {3}


def test_who_imagines_the_hand_of_another_imagines_what_they_may_choose_from_it():
    """Not what they may choose in truth, which would tell what they hold."""
    text = """
fields: {rank: integer}
rules:
  players: 2
  zones: {stock: {holds: cards, faces: nobody, shuffled: yes}, hand: {of: player, faces: owner}, row: {}}
  numbers: {points: {of: player}}
  set_up: [{deal: stock, to: hand, count: 3}]
  turn: {moves: {play: {choose: {card: hand}, where: card.rank > 2, do: [{move: card, to: row}]}, stay: {}}}
  end: {score: points, when: turn > 9}
"""
    state = contest_of(text, [{"id": f"c{rank}", "rank": rank} for rank in range(9)], 2).start(1, 0)
    imagined = [state.resample_from_infostate(1, Random(seed)) for seed in range(30)]
    for other in imagined:
        playable = {f"play c{piece}" for piece in other.hand[0] if piece > 2}
        assert {other.action_to_string(action) for action in other.legal_actions()} == {*playable, "stay"}
    assert len({frozenset(other.hand[0]) for other in imagined}) > 5
    own = state.resample_from_infostate(0, Random(1))
    assert own.legal_actions() == state.legal_actions() and own.hand[0] == state.hand[0]


def test_copies_differ_only_where_numbers_lie_on_them():
    for number, actions in (
        ("points: {of: player}", 1),
        ("worth: {of: cards, is: card.rank + 1}", 1),
        ("hurt: {of: cards}", 2),
    ):
        text = f"""
fields: {{rank: integer}}
rules:
  players: 2
  zones: {{hand: {{of: player, holds: cards, faces: owner}}, row: {{}}}}
  numbers: {{{number}}}
  turn: {{moves: {{play: {{choose: {{card: hand}}, do: [{{move: card, to: row}}]}}}}}}
  end: {{when: turn > 3, winner: first_player}}
"""
        state = contest_of(text, [{"id": "elk", "rank": 1, "copies": 2}], 2).start(1, 0)
        texts = [state.action_to_string(action) for action in state.legal_actions()]
        assert (len({*texts}), len(state.hand[0])) == (actions, 2), number


def test_a_secret_number_has_the_values_of_its_type():
    for stated, values in (
        ({"type": "yes"}, (False, True)), ({"type": "player"}, (0, 1, 2)), ({"type": "number", "low": -1, "high": 2}, (-1, 0, 1, 2)),
        ({"type": "word", "words": ("red", "blue")}, ("red", "blue")),
    ):  # fmt: skip
        assert RuleNumber("bid", "player", secret=True, **stated).values(3) == values


TOGETHER = "turn: {{order: together, rounds: 1, moves: {{pick: {{choose: {{card: hand}}, do: [{}]}}}}}}"
MISTAKES = {
    TOGETHER.format("{set: points, to: card.rank}"): "number 'points' would show what is chosen",
    TOGETHER.format("{add: card.rank, to: count}"): "number 'count' would show what is chosen",
    TOGETHER.format("{move: card, to: row}"): "zone 'row' would show what is chosen",
    TOGETHER.format("{move: card, to: left.hand}"): "zone 'hand' would show what is chosen",
    TOGETHER.format("{reveal: card}"): "the step 'reveal' would show what is chosen",
    "numbers: {bid: {secret: yes}, points: {of: player}}": "number 'bid' is secret, and has no player",
    "numbers: {bid: {of: player, secret: yes}, points: {of: player}}": "nothing says what it may be",
    "numbers: {bid: {of: player, secret: yes, is: 1}, points: {of: player}}": "and follows from others",
}


def test_rules_that_would_show_a_secret_are_refused():
    for changes, message in MISTAKES.items():
        faults = compiled(changes).faults
        assert [one.code for one in faults] == ["E234"] and message in faults[0].message, (changes, faults)
    assert not compiled(TOGETHER.format("{move: stock.top, to: hand}, {add: 1, to: count}")).faults
