"""What moves of pieces do to what players know of them, and shares of teams."""

from __future__ import annotations

from random import Random

import pytest

from cardgen.geometry.units import Size
from cardgen.plugin.rules.described import tables
from cardgen.plugin.rules.described.rules import DescribedRules
from cardgen.report.errors import UnlocatedError
from tests.plugin.rules.described.oracles import contest_of

GAME = """
fields: {rank: integer}
rules:
  players: 2
  zones:
    stock: {holds: cards, faces: nobody, refill: discard}
    discard: {}
    row: {faces: each}
    other: {faces: each}
    pile: {faces: nobody}
    hand: {of: player, faces: owner}
  phases:
    only: {rounds: 9, moves: {act: {do: [STEPS]}, show: {do: [{turn: row.top}]}, mix: {do: [{shuffle: pile}]}}}
  end: {score: hand | length}
"""
CARDS = [{"id": f"c{n}", "rank": n} for n in range(7)]


def after(steps: str, *moves: str, set_up: str = ""):
    """Return the state after some moves of a game, of which `act` does some steps, and its zones by name."""
    text = GAME.replace("STEPS", steps) + (f"  set_up: [{set_up}]\n" if set_up else "")
    contest = contest_of(text, CARDS, 2)
    state = contest.start(1, 0)
    for move in moves:
        state.apply_action(state.string_to_action(move))
    return state, {zone.name: zone for zone in contest.tables.program.zones}


def test_what_lay_open_lies_face_down_where_it_goes_and_is_remembered():
    for target in ("other", "pile"):
        state, zones = after(f"{{move: row.top, to: {target}}}", "show", "act", set_up="{move: stock.top, to: row}")
        for viewer in (0, 1):
            assert state.sees(zones[target], 0, viewer) == [False], (target, viewer)
            assert state.knows(zones[target], 0, viewer) == [True], (target, viewer)
    state, zones = after("{move: row.top, to: other}", "act", set_up="{move: stock.top, to: row}")
    assert state.knows(zones["other"], 0, 0) == [False]  # it lay face down all the time


def test_a_shuffled_zone_is_known_to_nobody():
    known = "{move: row, to: pile}"
    state, zones = after(known, "show", "act", set_up="{move: stock, to: row, count: 3}")
    assert sum(state.knows(zones["pile"], 0, 0)) == 1
    state.apply_action(state.string_to_action("mix"))
    assert state.knows(zones["pile"], 0, 0) == state.knows(zones["pile"], 0, 1) == [False] * 3


def test_pieces_are_refilled_in_the_middle_of_a_step():
    for step in ("{move: stock, to: hand, count: 6}", "{deal: stock, to: hand, count: 6}"):
        state, zones = after(step, "act", set_up="{move: stock, to: discard, count: 5}")
        sizes = {name: len(state.pieces(zones[name], 0)) for name in ("stock", "discard", "hand")}
        assert sizes == {"stock": 1, "discard": 0, "hand": 6}, step


def test_swapped_zones_have_the_pieces_and_the_knowledge_of_each_other():
    set_up = "{move: stock, to: pile, count: 3}, {each: {player: players}, do: [{move: stock.top, to: hand}]}"
    before, zones = after("", set_up=set_up)
    state, _ = after("{swap: [hand, pile]}, {move: pile.top, to: row}", "act", set_up=set_up)
    own = before.player
    assert (state.hand[own], state.row, state.pile) == (before.pile, before.hand[own], [])
    assert [state.knows(zones["hand"], own, viewer) for viewer in (own, 1 - own)] == [[True] * 3, [False] * 3]
    assert [state.knows(zones["row"], 0, viewer) for viewer in (own, 1 - own)] == [[True], [False]]


TEAMS = """
fields: {rank: integer}
rules:
  players: 4
  teams: 2
  zones: {stock: {holds: cards}}
  numbers: {points: {of: player}}
  turn: {rounds: 1, moves: {gain: {choose: {n: "from_to(0, 3)"}, do: [{add: n, to: points}]}}}
  end: {score: points, payoff: points, most: 9}
"""


def test_each_player_of_a_team_gains_the_mean_of_the_team():
    """Seats of a team are not beside each other: seats 1 and 3 play against 2 and 4."""
    state = contest_of(TEAMS, CARDS, 4).start(1, 0)
    for number in (3, 0, 1, 2):
        state.apply_action(state.string_to_action(f"gain {number}"))
    assert state.is_terminal() and [9 * gain for gain in state.returns()] == [2, 1, 2, 1]
    state = contest_of(TEAMS.replace("most: 9", "most: 2"), CARDS, 4).start(1, 0)
    for number in (3, 0, 1, 2):
        state.apply_action(state.string_to_action(f"gain {number}"))
    assert state.returns() == [0.75, 0.5, 0.75, 0.5], "3 is as much as the most"


def test_a_table_has_the_numbers_of_each_player_and_tells_allies_from_opponents():
    contest = contest_of(TEAMS, CARDS, 4)
    state, table = contest.start(1, 0), contest.tabletop("en")
    state.apply_action(state.string_to_action("gain 3"))
    for viewer, roles in ((0, "OPPONENT ALLY OPPONENT OWN"), (-1, "OPPONENT OPPONENT OPPONENT OPPONENT")):
        areas = table.areas(state, viewer, Size(63, 88))[1:]
        assert [area.role.name for area in areas] == roles.split()
        order = ("2", "3", "4", "1") if viewer == 0 else ("1", "2", "3", "4")
        assert [(area.title, area.owner, area.numbers) for area in areas] == [
            (f"Player {one}", f"Player {one}", (("Points", "3" if one == "1" else "0"),)) for one in order
        ]


def ended(text: str, moves: str, players: int, first: int = 0) -> tuple[list[float], str]:
    """Return the results of a game, and how its table says that it ended."""
    contest = contest_of(text, CARDS, players)
    state = contest.start(1, first)
    assert state.returns() == [0.0] * players, "nothing is won before the end"
    for move in moves.split(", "):
        state.apply_action(state.string_to_action(move))
    assert state.is_terminal()
    return state.returns(), contest.tabletop("en").ending(state)


def test_those_with_most_points_win_with_their_team_and_nobody_if_all_have_as_many():
    text = TEAMS.replace(", payoff: points, most: 9", "")
    told = "Winner: Player 1 and Player 3. Points: Player 1 3, Player 2 0, Player 3 1, Player 4 2."
    assert ended(text, "gain 3, gain 0, gain 1, gain 2", 4) == ([1, -1, 1, -1], told)
    told = "Winner: Player 2 and Player 4. Points: Player 2 3, Player 3 0, Player 4 1, Player 1 2."
    assert ended(text, "gain 3, gain 0, gain 1, gain 2", 4, 1) == ([-1, 1, -1, 1], told)
    assert ended(text, "gain 3, gain 3, gain 1, gain 2", 4) == ([0] * 4, "Nobody has won.")
    alone = text.replace("players: 4", "players: 1").replace("  teams: 2\n", "")
    assert ended(alone, "gain 0", 1) == ([1], "Winner: Player 1. Points: Player 1 0.")


CHAMPION = """
fields: {rank: integer}
rules:
  players: 3
  numbers: {champion: {type: player}}
  turn: {rounds: 1, moves: {claim: {do: [{set: champion, to: player}]}, rest: {}}}
  end: {winner: champion}
"""


def test_a_winner_whom_the_rules_name_is_told_without_points_and_may_be_nobody():
    assert ended(CHAMPION, "rest, claim, rest", 3) == ([-1, 1, -1], "Winner: Player 2.")
    assert ended(CHAMPION, "rest, claim, rest", 3, 2) == ([1, -1, -1], "Winner: Player 1.")
    assert ended(CHAMPION, "rest, rest, rest", 3) == ([0] * 3, "Nobody has won.")


CHANCE_OF_PILES = """
fields: {rank: integer}
rules:
  players: 1
  zones: {stock: {holds: cards, faces: nobody, shuffled: yes}, hand: {}, row: {}}
  set_up: [%s]
  turn: {moves: {draw: {do: [{move: stock.top, to: row}]}}}
  end: {score: turn, when: not stock}
"""


def walked(text: str):
    """Return the last position of a random way through the tree of a game, how many actions it has, and their bound."""
    cards, rng = [{"id": f"c{rank}", "rank": rank} for rank in range(12)], Random(5)
    program = contest_of(text, cards, 1).tables.program
    tree = DescribedRules(program, lambda deck: deck, None, None).tree([{"cards": cards}])
    position, actions, first = tree.start(), 0, None
    while not position.is_terminal():
        first = position.state.stock[:] if position.current_player() >= 0 and first is None else first
        position.apply_action(rng.choice([*position.legal_actions()]))
        actions += 1
    return position.state, first, actions, tree.longest


def test_where_chance_is_a_player_pieces_below_a_shuffled_pile_are_drawn_last():
    for set_up, known in (
        ("{move: stock.top, to: hand}, {move: hand, to: stock, under: yes}", 1),
        ("{move: stock, to: hand, count: 9}, {swap: [stock, hand]}, {move: hand, to: stock, under: yes}", 12),
        ("{move: stock, to: hand}, {move: hand, to: stock}, {move: \"stock | where('it.rank == 3')\", to: hand}", 11),
    ):
        state, first, *_ = walked(CHANCE_OF_PILES % set_up)
        assert state.row[-known:] == first[:known][::-1], set_up


def test_a_tree_has_room_for_all_that_chance_decides():
    *_, actions, longest = walked(CHANCE_OF_PILES % "{move: stock.bottom, to: hand}" + "  longest: 10\n")
    assert 10 + 10 < actions <= longest


def test_a_loss_beyond_the_most_is_a_whole_one():
    text = (
        TEAMS.replace("teams: 2", "").replace("payoff: points", "payoff: 1 - 2 * points").replace("most: 9", "most: 4")
    )
    state = contest_of(text, CARDS, 4).start(1, 0)
    for number in (3, 2, 1, 0):
        state.apply_action(state.string_to_action(f"gain {number}"))
    assert state.returns() == [-1.0, -0.75, -0.25, 0.25]


def test_players_who_do_not_share_out_evenly_are_teams_of_one():
    text = TEAMS.replace("players: 4", "players: [3, 4]")
    assert [contest_of(text, CARDS, players).tables.teams for players in (3, 4)] == [3, 2]
    assert [[*contest_of(text, CARDS, players).teams] for players in (3, 4)] == [[0, 1, 2], [0, 1, 0, 1]]


def test_who_sees_everything_reads_all_that_happened_and_a_game_that_is_over_stays_over():
    text = """
fields: {rank: integer}
rules:
  players: 2
  zones: {stock: {holds: cards, faces: nobody}, hand: {of: player, faces: owner}, seen: {of: player, faces: owner}}
  numbers: {best: {of: player, type: piece}}
  set_up: [{deal: stock, to: hand, count: 2}]
  turn: {rounds: 1, moves: {keep: {choose: {card: hand}, do: [{set: best, to: card}, {move: card, to: seen}]}}}
  end: {score: best.rank}
"""
    contest = contest_of(text, CARDS, 2)
    state = contest.start(1, 0)
    kept = []
    while not state.is_terminal():
        kept.append(state.action_to_string(state.legal_actions()[0]).split()[-1])
        state.apply_action(state.legal_actions()[0])
    whole, own = (state.information_state_string(viewer).splitlines() for viewer in (-1, 0))
    assert [line for line in whole if line.startswith(("1: ", "2: "))] == [
        f"{at}: keep {card}" for at, card in enumerate(kept, 1)
    ]
    assert "2: keep" in own and not any(line.startswith("?") for line in whole)
    assert f"best: {' '.join(kept)}" in state.to_text().splitlines()
    for viewer in (0, 1):
        other = state.resample_from_infostate(viewer, Random(3))
        assert other.is_terminal() and not other.legal_actions()
        assert other.observation_string(viewer) == state.observation_string(viewer)


@pytest.mark.parametrize(
    ("do", "row", "discard"),
    [
        ("{move: hand.top, to: row}, {move: card, to: discard}", 1, 0),
        ("{move: card, to: row}, {move: 'hand + [card]', from: hand, to: discard}", 1, 2),
        ("{set: best, to: card}, {move: card, to: row}, {move: best, from: hand, to: discard}", 1, 0),
        ("{move: discard.top, from: discard, to: row}, {move: discard | first, from: discard, to: row}", 0, 0),
        ("{later: turn, do: [{move: hand.top, to: row}]}, {later: turn, do: [{move: card, to: discard}]}", 1, 0),
    ],
)
@pytest.mark.parametrize("faces", ["owner", "nobody"])
def test_a_piece_that_lies_elsewhere_stays_there(do, row, discard, faces):
    text = f"""
fields: {{rank: integer}}
rules:
  players: 2
  zones: {{stock: {{holds: cards, faces: nobody}}, hand: {{of: player, faces: {faces}}}, row: {{}}, discard: {{}}}}
  numbers: {{best: {{type: piece}}}}
  set_up: [{{deal: stock, to: hand, count: 3}}]
  turn: {{rounds: 1, moves: {{go: {{choose: {{card: hand}}, where: card == hand.top, do: [{do}]}}}}}}
  end: {{score: hand | length}}
"""
    state = contest_of(text, [{"id": f"c{rank}", "rank": rank} for rank in range(6)], 2).start(1, 0)
    state.apply_action(state.legal_actions()[0])
    assert [len(pieces) for pieces in (state.row, state.discard, state.hand[0])] == [row, discard, 3 - row - discard]


@pytest.mark.parametrize(
    ("numbers", "found"),
    [
        ("from_to(1, 3)", [1, 2, 3]),
        ("from_to(-2, 1)", [-2, -1, 0, 1]),
        ("from_to(-3, -2)", [-3, -2]),
        ("[2, -1]", [2, -1]),
        ("[0, 2000, 5]", [0, 2000, 5]),
        ("cards.level", [1, 4, -2]),
        ("from_to(zero - 1, zero + 1)", [0, 1]),  # what has to be computed is at least 0 and at most 1000
        ("from_to(995, 1005)", [*range(995, 1001)]),
        ("[zero - 1, 7, 1001]", [7]),
    ],
)
def test_numbers_are_chosen_as_they_are(numbers, found):
    """By a move and by a step, which may be declined: nothing is added then, also where numbers below 0 may be chosen."""
    text = f"""
fields: {{rank: integer, level: {{type: choice, of: [1, 4, -2]}}}}
rules:
  players: 2
  zones: {{stock: {{holds: cards, faces: nobody}}}}
  numbers: {{count: 0, zero: 0, points: {{of: player}}}}
  turn: {{moves: {{go: {{choose: {{n: "{numbers}"}}, do: [{{add: n, to: count}}]}}, stay: {{do: [{{choose: {{n: "{numbers}"}}, optional: yes}}, {{add: n, to: count}}, {{add: 10, to: points, if: n != 7}}]}}}}}}
  end: {{score: count, when: turn > 9}}
"""
    state = contest_of(text, [], 2).start(1, 0)
    *moves, stay = state.legal_actions()
    assert [state.action_to_string(action) for action in moves] == [f"go {number}" for number in found]
    chosen = state.clone()
    chosen.apply_action(stay)
    texts = [chosen.action_to_string(action) for action in chosen.legal_actions()]
    assert texts == [*(f"choose n {number}" for number in found), "choose n: none"]
    for begun, actions, added in ((state, moves, found), (chosen, chosen.legal_actions(), [*found, 0])):
        for action, number in zip(actions, added, strict=True):
            other = begun.clone()
            other.apply_action(action)
            assert other.count == number
            assert begun.string_to_action(begun.action_to_string(action)) == action


def test_a_game_has_so_many_pieces_at_most(monkeypatch):
    monkeypatch.setattr(tables, "MOST_PIECES", 5)
    few = [{"id": "a", "rank": 1, "copies": 3}, {"id": "b", "rank": 2, "copies": 2}]
    assert len(contest_of(TEAMS, few, 4).start(1, 0).stock) == 5
    with pytest.raises(UnlocatedError) as caught:
        contest_of(TEAMS, [*few, {"id": "c", "rank": 3, "copies": 1}], 4)
    assert (caught.value.code, caught.value.message) == ("E725", "6 pieces are too many to play with")
