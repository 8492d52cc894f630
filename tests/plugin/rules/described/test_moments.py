"""Steps at a later moment, answers, named steps with values, standing effects, remembered pieces, and what all are told."""

from __future__ import annotations

from pathlib import Path
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from cardgen.plugin.rules.described.state import dealt_again
from tests.plugin.rules.described.oracles import contest_of
from tests.plugin.rules.described.test_limits import compiled

DUEL = (Path(__file__).with_name("held_out") / "banners.yaml").read_text("utf-8")
CARDS = [
    {"id": "flag", "rank": 1, "trap": False, "effects": "banner 2"},
    {"id": "drum", "rank": 1, "trap": False, "effects": "fury 3"},
    {"id": "pit", "rank": 2, "trap": True, "effects": ""},
    {"id": "net", "rank": 4, "trap": True, "effects": ""},
]  # fmt: skip


def duel(*actions: str):
    """Return a game after some actions; both players have every card."""
    state = contest_of(DUEL, [{**card, "copies": 2} for card in CARDS], 2).start(1, 0)
    for action in actions:
        state.apply_action(state.string_to_action(action))
    return state


def names(state) -> list[str]:
    return [state.action_to_string(action) for action in state.legal_actions()]


def test_an_effect_without_steps_holds_while_its_card_is_in_play():
    raised = duel("raise flag", "raise drum")
    assert names(raised.clone()) == ["raise drum", "attack", "rouse"]
    for action in ("attack", "choose answer: none", "choose answer: none"):
        raised.apply_action(raised.string_to_action(action))
    assert raised.life == [9, 7]


def test_players_are_asked_again_until_nobody_answers():
    state = duel("raise flag", "attack")
    assert state.current_player() == 0 and names(state) == [
        "choose answer net",
        "choose answer pit",
        "choose answer: none",
    ]
    state.apply_action(state.string_to_action("choose answer pit"))
    assert state.current_player() == 1 and state.life == [9, 7], "the trap wounds the attacker, who may answer too"
    state.apply_action(state.string_to_action("choose answer: none"))
    assert names(state) == ["choose answer net", "choose answer: none"]
    state.apply_action(state.string_to_action("choose answer: none"))
    assert state.life == [9, 7] and state.current_player() == 0, "an attack without power does nothing"


def test_steps_for_later_are_done_at_the_end_of_the_turn():
    state = duel("raise drum", "rouse")
    assert state.might == [0, 3] and state.current_player() == 1
    copy = state.clone()
    for action in ("attack", "choose answer: none", "choose answer: none"):
        state.apply_action(state.string_to_action(action))
    assert state.life == [6, 9] and state.might == [0, 0] and state.current_player() == 0
    assert copy.might == [0, 3], "a copy keeps what is left to do"
    copy.apply_action(copy.string_to_action("raise drum"))
    assert copy.might == [0, 0]


def test_steps_for_the_end_of_a_phase_are_those_of_the_player_who_noted_them():
    game = """
fields: {rank: integer}
rules:
  players: 2
  zones: {stock: {holds: cards}}
  numbers: {points: {of: player}, day_points: {of: player}}
  turn: null
  phases:
    day:
      rounds: 2
      moves: {go: {do: [{later: day, do: [{add: player.number, to: points}]}, {later: turn, do: [{add: player.number, to: day_points}]}]}, rest: {}}
  end: {score: points}
"""
    for actions, points, now in (
        (("go", "rest", "rest", "rest"), [1, 0], [[1, 0], [1, 0], [1, 0], [1, 0]]),
        (("rest", "go", "rest", "go"), [0, 4], [[0, 0], [0, 2], [0, 2], [0, 4]]),
        (("go", "go", "go", "rest"), [2, 2], [[1, 0], [1, 2], [2, 2], [2, 2]]),
    ):
        state = contest_of(game, [], 2).start(1, 0)
        for action, of_turn in zip(actions, now, strict=True):
            assert state.points == [0, 0]
            state.apply_action(state.string_to_action(action))
            assert state.day_points == of_turn
        assert state.is_terminal() and state.points == points, actions


def test_a_remembered_piece_is_known_and_stays_in_its_place():
    state = duel("raise drum")
    assert "last: drum" in state.observation_string(1)
    assert state.resample_from_infostate(1, Random(2)).last == state.last
    assert "last: -" in duel().observation_string(0)


def test_a_deal_begins_with_the_player_that_is_named():
    cards = [{"id": f"c{rank}", "rank": rank, "trap": False, "effects": ""} for rank in range(7)]
    state = contest_of(DUEL, cards, 2).start(1, 0)
    assert [len(hand) for hand in state.hand] == [3, 4]


def test_pieces_are_dealt_to_the_players_that_are_named_and_to_no_others():
    """Also where a name of theirs stands for other players before the steps are done."""
    for stated, hands in (
        ("{deal: stock, to: players.hand, count: 2}", [[7, 4], [6, 3], [5, 2]]),
        ("{deal: stock, to: others.hand, count: 2}", [[], [7, 5], [6, 4]]),
        ("{deal: stock, to: others.hand, count: 2, from: right}", [[], [6, 4], [7, 5]]),
        ("{deal: stock, to: (players | where('not it.hand')).hand, count: 2}", [[7, 4], [6, 3], [5, 2]]),
        ("{run: soon, with: {hands: others.hand}}", [[], [7], [6]]),
        ("{each: {one: players}, do: [{run: late, with: {hands: one.others.hand}}]}", [[4, 3], [7, 2], [6, 5]]),
    ):
        game = f"""
fields: {{rank: integer}}
rules:
  players: 3
  zones: {{stock: {{holds: cards}}, hand: {{of: player}}}}
  steps:
    soon: [{{deal: stock, to: hands, count: 1}}]
    late: [{{later: turn, do: [{{deal: stock, to: hands, count: 1}}]}}]
  turn: {{moves: {{go: {{do: [{stated}]}}}}}}
  end: {{when: turn > 4, score: 0}}
"""
        state = contest_of(game, [{"id": f"c{rank}", "rank": rank} for rank in range(8)], 3).start(1, 0)
        state.apply_action(state.string_to_action("go"))
        assert state.hand == hands, stated


def test_zones_of_the_players_that_are_named_are_shuffled_and_no_others():
    game = """
fields: {rank: integer}
rules:
  players: 3
  zones: {stock: {holds: cards}, hand: {of: player}}
  set_up: [{deal: stock, to: hand, count: 20}]
  turn: {moves: {go: {do: [{shuffle: others.hand}]}}}
  end: {when: turn > 4, score: 0}
"""
    state = contest_of(game, [{"id": f"c{rank}", "rank": rank} for rank in range(60)], 3).start(1, 0)
    before = [[*hand] for hand in state.hand]
    state.apply_action(state.string_to_action("go"))
    assert [hand == old for hand, old in zip(state.hand, before, strict=True)] == [True, False, False]
    assert [sorted(hand) for hand in state.hand] == [sorted(hand) for hand in before]


def test_the_owner_of_a_zone_that_a_number_names_chooses_cards_that_they_see():
    changes = """
numbers: {speaker: {type: player}}
set_up: [{deal: stock, to: hand, count: 2}, {set: speaker, to: first_player}]
turn: {moves: {offer: {do: [{choose: {mine: speaker.hand}, by: speaker}, {move: mine, to: row}]}}}
end: {score: hand | length, when: not hand}
"""
    source = compiled(changes).program.source
    assert "CHOOSE_MINE + mine for mine in self.hand" in source and "enumerate" not in source


def test_what_all_are_told_limits_what_a_hidden_piece_may_be():
    text = """
fields: {suit: {type: choice, of: [red, blue]}, rank: integer}
rules:
  players: 2
  zones: {crate: {holds: cards, faces: nobody, shuffled: yes}, rack: {of: player, faces: others}, coast: {}}
  set_up: [{deal: crate, to: rack, count: 3}]
  turn:
    moves:
      tell: {choose: {suit: cards.suit}, do: [{tell: left.rack, that: card.suit == suit}]}
      light: {choose: {mine: rack}, do: [{move: mine, to: coast}, {move: crate.top, to: rack}]}
  end: {when: turn > 20, score: rack | length}
"""
    cards = [{"id": f"{suit[0]}{rank}", "suit": suit, "rank": rank} for suit in ("red", "blue") for rank in range(5)]
    contest = contest_of(text, cards, 2)
    for seed in range(10):
        state = contest.start(seed, 0)
        state.apply_action(state.string_to_action("tell red"))
        tables, real = state.tables, state.rack[1]
        for _ in range(5):
            world = state.resample_from_infostate(1, Random(seed))
            told = [tables.columns["suit"][piece] for piece in world.rack[1]]
            assert told == [tables.columns["suit"][piece] for piece in real]
            assert world.observation_string(1) == state.observation_string(1)
        assert "[" in state.observation_string(1)
        table = contest.tabletop("en")
        assert any("?red" in line.text for line in table.board(state, 1)) == (told.count("red") > 0)


@given(
    st.permutations(range(6)), st.lists(st.integers(0, 63), min_size=6, max_size=6), st.randoms(use_true_random=False)
)
def test_pieces_are_dealt_again_only_where_they_may_be(pieces, masks, rng):
    cannot = [mask & ~(1 << piece) for mask, piece in zip(masks, pieces, strict=True)]
    dealt = dealt_again(pieces, cannot, rng)
    assert sorted(dealt) == sorted(pieces)
    assert not any(mask >> piece & 1 for mask, piece in zip(cannot, dealt, strict=True))


def test_pieces_that_fit_in_few_places_are_dealt_first_and_lie_as_they_do_where_no_other_deal_is_found():
    pieces = [*range(200)]
    only_the_first = [*[0] * 199, sum(1 << piece for piece in pieces) ^ 1 << 199]
    for seed in range(3):
        dealt = dealt_again(pieces, only_the_first, Random(seed))
        assert dealt != pieces and dealt[-1] == 199 and sorted(dealt) == pieces
    pieces = pieces[:198]
    rings = [sum(1 << piece for piece in pieces) ^ 1 << at ^ 1 << at - at % 3 + (at + 1) % 3 for at in pieces]
    assert dealt_again(pieces, rings, Random(1)) == pieces, "each three fit in two ways, which are hard to find for all"


def test_what_waits_for_later_keeps_its_pieces_in_a_world_that_is_imagined():
    text = """
fields: {rank: integer}
rules:
  players: 2
  zones: {stock: {holds: cards, faces: nobody}, hand: {of: player, faces: owner}, row: {}}
  set_up: [{deal: stock, to: hand, count: 4}]
  turn:
    moves:
      keep:
        choose: {card: hand}
        do: [{later: turn, do: [{move: card, from: hand, to: row}]}, {choose: {n: "[1, 2]"}, by: left}]
  end: {when: not hand, score: hand | length}
"""
    state = contest_of(text, [{"id": f"c{rank}", "rank": rank} for rank in range(8)], 2).start(1, 0)
    kept = state.hand[0][1]
    state.apply_action(state.string_to_action(f"keep c{kept}"))
    assert state.current_player() == 1
    for seed in range(8):
        world = state.resample_from_infostate(1, Random(seed + 10))
        assert world.hand[0][1] == kept and world.hand[1] == state.hand[1] and world.luck != state.luck
        world.apply_action(world.legal_actions()[0])
        assert world.row == [kept]


def test_a_world_in_which_nobody_could_choose_is_the_real_one_with_other_luck():
    state = duel("raise flag", "attack")
    made = type(state)
    before, made.options = made.options, [lambda _: []] * len(made.options)
    try:
        world = state.resample_from_infostate(1, Random(1))
    finally:
        made.options = before
    assert world is not state and world.luck != state.luck and world.hand == state.hand
    assert names(world) == names(state)


def test_a_phase_without_moves_goes_on_for_those_who_take_part():
    text = """
fields: {rank: integer}
rules:
  players: 3
  zones: {stock: {holds: cards}}
  numbers: {count: 0}
  phases:
    work: {turn_start: [{add: 1, to: count}], who: player == first_player, rounds: 9}
    rest: {turn_start: [{add: 10, to: count}], who: count < 50}
    end: {moves: {go: {}}, rounds: 1}
  end: {score: count}
"""
    state = contest_of(text, [], 3).start(1, 0)
    assert state.count == 59 and names(state) == ["go"]


def test_mistakes_in_these_words_are_told_where_they_stand():
    told = {
        "steps: {wound: [{later: trun, do: [{add: 1, to: count}]}]}\nset_up: [{run: wound}]": ("E232", "turn"),
        "set_up: [{offer: stock, choose: {one: row}, do: [{add: 1, to: count}]}]": ("E233", ""),
        "set_up: [{tell: count, that: 'card.rank > 2'}]": ("E233", ""),
        "set_up: [{tell: players.hand, that: 'card.rank > 2'}]": ("E233", ""),
        "set_up: [{swap: [row, players.hand]}]": ("E233", ""),
        "set_up: [{move: row, to: players.hand}]": ("E233", ""),
        "set_up: [{deal: players.hand, to: row}]": ("E233", ""),
        "set_up: [{add: \"row | stated('banner')\", to: count}]\neffects: {baner: {}}": ("E232", "baner"),
        "set_up: [{move: \"row | within('rank', 3)\", to: hand}]": ("E233", ""),
        "numbers: {held: {type: piece, of: player, secret: yes}}": ("E234", ""),
        "set_up: [{run: wound, with: {n: cuont}}]\nsteps: {wound: [{add: 1, to: count}]}": ("E232", "count"),
    }
    for changes, (code, hint) in told.items():
        faults = compiled(changes).faults
        assert code in [fault.code for fault in faults], (changes, faults)
        assert not hint or any(hint in " ".join(fault.hints) for fault in faults), (changes, faults)


def test_a_move_that_may_be_made_again_can_end_the_game():
    game = """
fields: {rank: integer}
rules:
  players: 2
  zones: {deck: {holds: cards}}
  numbers: {score: {of: player}}
  turn: {moves: {go: {do: [{add: 1, to: score}], again: yes}, stop: {}}}
  end: {when: score >= 2, score: score}
"""
    state = contest_of(game, [{"id": "c", "rank": 1}], 2).start(1, 0)
    for _ in range(2):
        assert (state.current_player(), names(state)) == (0, ["go", "stop"])
        state.apply_action(state.string_to_action("go"))
    assert state.is_terminal() and state.score == [2, 0]
