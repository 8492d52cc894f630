"""Boards of spaces: grids, spaces with names, pieces and numbers on them, and what is asked of nobody."""

from __future__ import annotations

from itertools import chain, combinations
from random import Random

import pytest

from cardgen.geometry.units import Size
from cardgen.play.random_play import play_random
from cardgen.plugin.rules.described.boards import connected, distance, longest_line
from cardgen.plugin.rules.errors import NobodyError
from tests.plugin.rules.described.oracles import contest_of
from tests.plugin.rules.described.test_limits import compiled

OUTPOSTS = """
fields: {rank: integer}
rules:
  players: 2
  boards: {coast: {spaces: {mill: [ford], ford: [weir], weir: [ford], reef: []}}}
  zones:
    stock: {holds: cards, faces: nobody, shuffled: yes}
    hand: {of: player, faces: owner}
    post: {of: coast}
  numbers: {holder: {of: coast, type: player}, joined: {of: coast, is: "space.beside | count('holder')"}}
  set_up: [{deal: stock, to: hand, count: 4}]
  turn:
    moves:
      build:
        choose: {spot: coast}
        where: spot.post | length < 2 and spot.number < 4
        do:
          - {choose: {card: hand}}
          - {move: card, to: spot.post}
          - {set: spot.holder, to: player}
      pass: {when: not hand}
  end: {when: turn > 12, score: "coast | count('it.holder == player')"}
"""


def played(text: str, players: int = 2):
    """Return the last state of a random game with eight cards."""
    state = contest_of(text, [{"id": f"c{rank}", "rank": rank} for rank in range(8)], players).start(3, 0)
    play_random(state, Random(2))
    return state


def test_pieces_lie_on_spaces_with_names():
    state = played(OUTPOSTS)
    (board,) = state.tables.program.boards.values()
    assert board.names == ("mill", "ford", "weir", "reef")
    assert board.beside == ((1,), (0, 2), (1,), ())
    assert sum(map(len, state.post)) == 6 and not state.post[3], "three spaces with two pieces each"
    assert "post on ford: " in state.to_text()


def test_a_table_shows_boards_as_rows_of_words():
    contest = contest_of(OUTPOSTS, [{"id": f"c{rank}", "rank": rank} for rank in range(8)], 2)
    state = contest.start(3, 0)
    play_random(state, Random(2))
    shown = [line.text for line in contest.tabletop("en").board(state, 0)]
    assert sum(line.startswith(("mill: ", "ford: ", "weir: ")) for line in shown) == 3 and "reef: -" in shown


def test_pieces_on_spaces_lie_below_their_board_and_what_counts_on_a_piece_is_noted_beside_it():
    stated = ", hurt: {of: cards}, tired: {of: cards, type: boolean}}\n  set_up: [{deal: stock, to: hand, count: 4}]"
    text = OUTPOSTS.replace("}\n  set_up: [{deal: stock, to: hand, count: 4}]", stated).replace(
        "- {move: card, to: spot.post}", "- {move: card, to: spot.post}\n          - {add: card.rank % 3, to: card.hurt}"
        "\n          - {set: card.tired, to: card.rank < 1}"
    )  # fmt: skip
    contest = contest_of(text, [{"id": f"c{rank}", "rank": rank} for rank in range(8)], 2)
    state = contest.start(3, 0)
    play_random(state, Random(2))
    areas = contest.tabletop("en").areas(state, 0, Size(63, 88))
    titles = [area.title for area in areas]
    spaces = [f"{name}: Post" for name in ("mill", "ford", "weir")]
    assert titles[titles.index("reef: -") + 1 :][:3] == spaces and "reef: Post" not in titles
    laid = [piece for area in areas if area.title in spaces for piece in area.pieces]
    for piece in laid:
        rank = int(piece.name[1:])
        notes = [f"Hurt {rank % 3}"] * (rank % 3 > 0) + ["Tired"] * (rank < 1)
        assert piece.note == ", ".join(notes), piece
    assert len(laid) == 6 and {piece.name for piece in laid} >= {"c0"}


GRID = """
fields: {}
rules:
  players: 2
  boards: {sky: {of: player, columns: 3, rows: 2}}
  numbers: {lit: {of: sky, type: boolean}, most: {of: player, is: "player.sky | longest_line('lit')"}}
  turn: {moves: {light: {choose: {spot: sky}, where: "not spot.lit and (not spot.west or spot.west.lit)", do: [{set: spot.lit, to: yes}]}}}
  end: {when: players | all("player.sky | all('lit')"), score: most}
"""


def test_each_player_has_a_board_of_their_own():
    state = played(GRID)
    assert state.lit[:12] == [True] * 12
    assert [score[0] for score in state.scores()] == [3, 3]
    assert "light a2 of seat 2" in state.tables.texts


def test_pieces_on_the_board_of_each_player_lie_on_spaces_of_the_same_names():
    text = """
fields: {rank: integer}
rules:
  players: 2
  boards: {sky: {of: player, columns: 3, rows: 2}}
  zones: {stock: {holds: cards, faces: nobody}, post: {of: sky}}
  turn: {moves: {put: {choose: {spot: sky}, do: [{move: stock.top, to: spot.post}]}}}
  end: {when: turn > 4, score: turn}
"""
    contest = contest_of(text, [{"id": f"c{rank}", "rank": rank} for rank in range(8)], 2)
    state = contest.start(1, 0)
    for _ in range(2):  # the first player chooses the first space, the second one the last
        state.apply_action(min(state.legal_actions()))
        state.apply_action(max(state.legal_actions()))
    for seat, laid in ((0, ["c2: Post", "a1: Post"]), (1, ["a1: Post", "c2: Post"])):  # what is one's own is last
        areas = [(area.title, len(area.pieces)) for area in contest.tabletop("en").areas(state, seat, Size(63, 88))]
        assert [area for area in areas if area[0].endswith(": Post")] == [(title, 2) for title in laid], areas


def test_a_row_of_a_board_tells_whose_a_space_is_and_names_what_lies_open():
    """Players keep their numbers whoever begins, and what lies face down is a question mark."""
    text = """
fields: {rank: integer}
rules:
  players: 2
  boards: {sky: {of: player, columns: 2, rows: 1}}
  zones: {stock: {holds: cards, faces: nobody}, post: {of: sky, faces: all}, hole: {of: sky, faces: nobody}}
  numbers: {holder: {of: sky, type: player}, lit: {of: sky, type: boolean}, gain: {of: sky}}
  turn:
    moves:
      put:
        choose: {spot: sky}
        do:
          - {move: stock.top, to: spot.post}
          - {move: stock.top, to: spot.hole}
          - {set: spot.holder, to: player}
          - {set: spot.lit, to: yes}
          - {add: 4, to: spot.gain}
  end: {when: turn > 4, score: turn}
"""
    contest = contest_of(text, [{"id": f"c{rank}", "rank": rank} for rank in range(8)], 2)
    table = contest.tabletop("en")
    for first in (0, 1):
        state = contest.start(1, first)
        assert state.first == first
        for player in (first, 1 - first):
            state.apply_action(min(state.legal_actions()))
            lines = [line.text for line in table.board(state, 0)]
            (cells,) = (line.split() for line in lines if f" {player + 1}/" in line)
            (name,) = (table.name(piece) for piece in state.post[2 * (player != first)])
            assert cells == ["1", f"{player + 1}/x/4/{name}/?", "."], lines


def test_spaces_of_two_boards_that_are_chosen_by_the_same_name_are_different_choices():
    text = GRID.replace("boards: {", "boards: {trail: {spaces: {mill: [], ford: []}}, ").replace(
        "boolean}", "boolean}, seen: {of: trail}"
    )
    text = text.replace(
        "do: [{set", "do: [{choose: {spot: trail}}, {add: 3, to: spot.seen}, {choose: {spot: sky}}, {set"
    )
    state = contest_of(text, [], 2).start(1, 0)
    asked = []
    for _ in range(3):
        asked.append([state.action_to_string(action) for action in state.legal_actions()])
        state.apply_action(max(state.legal_actions()))
    whole = [f"{column}{row}" for row in (1, 2) for column in "abc"]
    assert [[text.partition(" of ")[0].split()[-1] for text in texts] for texts in asked[1:]] == [
        ["mill", "ford"],
        whole,
    ], asked
    assert state.seen[:2] == [0, 3]


def test_lines_and_groups_of_a_grid():
    tables = contest_of(GRID, [], 1 + 1).state_class
    lines = tables.options[0].__globals__["LINES_SKY"]
    around = tables.options[0].__globals__["AROUND_SKY"]
    for spaces, expected in (
        ([0, 1, 2], 3),
        ([0, 3], 2),
        ([0, 4], 2),
        ([2, 4], 2),
        ([0, 2], 1),
        ([2, 3], 1),
        ([], 0),
    ):
        assert longest_line(spaces, lines) == expected, spaces
    assert connected([0], [0, 4, 2, 9], around) == [0, 4, 2], "the board of the other player is apart"
    assert connected([9, 0, 5, 9], [0, 4, 2, 9], around) == [9, 0, 4, 2], "some of several spaces"


def test_hexagons_and_distances():
    text = GRID.replace("columns: 3, rows: 2", "columns: 4, rows: 3, hexagons: yes").replace(
        'where: "not spot.lit and (not spot.west or spot.west.lit)"',
        'where: "not spot.lit and distance(spot, sky[0]) <= 2"',
    )
    state = contest_of(text, [], 2).start(1, 0)
    (board,) = state.tables.program.boards.values()
    middle = board.names.index("b2")
    assert {board.names[at] for at in board.beside[middle]} == {"b1", "c1", "c2", "c3", "b3", "a2"}
    assert all(one in board.beside[other] for one in range(12) for other in board.beside[one])
    reached = {state.action_to_string(action).split()[1] for action in state.legal_actions()}
    assert reached == {"a1", "b1", "c1", "a2", "b2", "a3", "b3"}
    near = [[1], [0, 2], [1], []]
    assert [distance(0, other, near) for other in range(4)] == [0, 1, 2, -1] and distance(-1, 2, near) == -1


def test_what_nobody_has_is_an_error_and_not_that_of_the_last_player():
    text = OUTPOSTS.replace("joined:", "first_holder: {type: player}, joined:").replace(
        "end: {when: turn > 12", "end: {when: first_holder.hand | length > 9"
    )
    with pytest.raises(NobodyError, match="first_holder"):
        played(text)


@pytest.mark.parametrize(
    ("of", "asked"), [("cards", "(stock | first).keeper.hand"), ("coast", "(coast | first).keeper.hand")]
)
def test_what_nobody_has_is_an_error_whatever_the_number_that_names_a_player_is_of(of, asked):
    text = OUTPOSTS.replace("joined:", f"keeper: {{of: {of}, type: player}}, joined:").replace(
        "end: {when: turn > 12", f"end: {{when: {asked} | length > 9"
    )
    with pytest.raises(NobodyError, match="keeper"):
        played(text)


def test_mistakes_in_boards():
    for changes, message in (
        ("boards: {sky: {spaces: {a: [b], c: a}}}", "unknown space 'b'"),
        ("boards: {count: {columns: 3, rows: 3}}", "number 'count' has the name of a board"),
        ("zones: {stock: {holds: cards}, row: {of: sky}}", "nothing called 'sky' has zones"),
        (
            "boards: {sky: {columns: 3, rows: 3}}\nturn: {moves: {go: {choose: {spot: sky}, where: spot.col == 1}}}",
            "a space has no 'col'",
        ),
    ):
        assert message in [one.message for one in compiled(changes).faults], changes
    keys = ("columns: 3", "rows: 2", "spaces: {a: []}")
    for stated in chain.from_iterable(combinations(keys, count) for count in range(len(keys) + 1)):
        messages = [one.message for one in compiled(f"boards: {{sky: {{{', '.join(stated)}}}}}").faults]
        is_right = stated in (keys[:2], keys[2:])
        assert is_right == ("board 'sky' has no spaces, or two sorts" not in messages), stated
