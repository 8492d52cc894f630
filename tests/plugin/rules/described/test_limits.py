"""Descriptions that loop, explode or go wrong: an error, or a game that is cut off, within the limits."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import pytest
import yaml
from pydantic import ValidationError

from cardgen.play.random_play import play_random
from cardgen.plugin.rules.described.compiler import compile_rules
from cardgen.plugin.rules.described.declared import MEMBERS
from cardgen.plugin.rules.described.rules import DescribedContest
from cardgen.plugin.rules.described.schema import GameplayRules
from cardgen.plugin.rules.described.tables import make_tables
from cardgen.plugin.rules.described.tree import TreeState
from cardgen.plugin.rules.described.trial import tried
from cardgen.plugin.rules.described.vocabulary import columns_of
from cardgen.plugin.rules.errors import InvalidActionError
from cardgen.yaml_loader import LOADER
from tests.plugin.rules.described.oracles import field, frozen

FIELDS = {"rank": field("integer"), "suit": field({"type": "choice", "of": ["red", "blue"]})}
BASE = """
players: 2
zones: {stock: {holds: cards, faces: nobody}, hand: {of: player, faces: owner}, row: {}}
numbers: {count: 0, points: {of: player}, done: no, next_one: {type: player}}
turn: {moves: {draw: {when: stock, do: [{move: stock.top, to: hand}]}}}
end: {score: points}
"""


def compiled(changes: str):
    """Return the compiled rules of a small game with some keys changed."""
    stated = {**yaml.load(BASE, LOADER), **yaml.load(changes, LOADER)}
    return compile_rules("small", GameplayRules.model_validate(frozen(stated)), {"cards": FIELDS}, {})


def played(changes: str):
    """Return the last state of a random game of a small game with some keys changed."""
    program = compiled(changes).program
    assert program
    cards = [{"id": f"c{n}", "rank": n, "suit": "red"} for n in range(6)]
    state = DescribedContest(make_tables(program, [{"cards": cards}], 2)).start(1, 0)
    play_random(state, Random(1))
    return state


@pytest.mark.parametrize(
    ("written", "start"),
    [("yes", True), ("'Yes'", True), ("'TRUE'", True), ("no", False), ("'No'", False), ("'false'", False), ("3", 3)],
)
def test_a_number_stated_as_its_first_value_begins_with_it(written, start):
    changed = f"numbers: {{count: {written}, points: {{of: player}}, done: no, next_one: {{type: player}}}}"
    program = compiled(changed).program
    assert program
    state = DescribedContest(make_tables(program, [{"cards": []}], 2)).start(1, 0)
    assert state.count == start and isinstance(start, bool) == isinstance(state.count, bool)


@pytest.mark.parametrize(
    "changes",
    [
        "phases: {ever: {until: no, phases: {idle: {rounds: 1, turn_start: [{add: 1, to: count}]}}}}\nturn: null",
        "turn: {moves: {wait: {do: [{set: count, to: count * count + 2}]}}}\nlongest: 60",
        "turn: {moves: {wait: {do: [{repeat: 1000, do: [{repeat: 1000, do: [{repeat: 1000, do: [{add: 1, to: count}]}]}]}]}}}\nlongest: 20",
        "turn: {moves: {wait: {do: [{repeat: 1000, do: [{repeat: 1000, do: [{move: stock, to: row}, {move: row, to: stock}]}]}]}}}",
        "turn: {moves: {wait: {do: [{repeat: 1000, do: [{repeat: 1000, do: [{later: turn, do: [{add: 1, to: count}]}]}]}]}}}\nlongest: 20",
    ],
)
def test_games_without_end_are_cut_off(changes):
    state = played(changes)
    assert state.is_cut_off() and state.returns() == [0.0, 0.0]
    assert abs(state.count) <= 10**12
    assert len(state.log()) < 510_000


@pytest.mark.parametrize(
    ("owner", "stated"),
    [
        ("row.top", "{of: cards}"),
        ("(row | first)", "{of: cards, min: -9, max: 9}"),
        ("gone", "{of: cards}"),
        ("lane[9]", "{of: lane}"),
    ],
)
@pytest.mark.parametrize("step", ["{set: N, to: 3}", "{add: 3, to: N}", "{roll: 1, to: N}"])
def test_a_number_of_what_is_not_there_stays_as_it_is(owner, stated, step):
    """As the top piece of an empty zone has none; asked for its number, it still says 0."""
    state = played(
        "boards: {lane: {columns: 2, rows: 1}}\n"
        f"numbers: {{count: 0, points: {{of: player}}, hurt: {stated}, gone: {{type: piece}}}}\n"
        f"turn: {{moves: {{go: {{do: [{step.replace('N', repr(owner + '.hurt'))}, {{add: '{owner}.hurt', to: count}}]}}}}}}\nlongest: 10"
    )
    assert (state.count, {*state.hurt}) == (0, {0})


def test_random_games_of_many_repetitions_are_few():
    program = compiled("set_up: [{repeat: 1000, do: [{repeat: 1000, do: [{shuffle: stock}]}]}]").program
    contest = DescribedContest(make_tables(program, [{"cards": []}], 2))
    assert contest.start(1, 0).repetitions() > 50_000
    assert tried(contest).games < 10
    program = compiled(
        "turn: {moves: {wait: {do: [{repeat: 1000, do: [{repeat: 50, do: [{add: 1, to: count}]}]}]}}}\nlongest: 10"
    ).program
    assert tried(DescribedContest(make_tables(program, [{"cards": []}], 2))).games < 4, "also those after the start"


def test_large_counts_are_harmless():
    state = played(
        "set_up: [{deal: stock, to: hand, count: 999999999}]\nturn: {moves: {take: {choose: {n: 'from_to(1, 999999999)'}}}}\nlongest: 10"
    )
    assert [len(hand) for hand in state.hand] == [3, 3]


MISTAKES = {
    f"turn: {{moves: {{take: {{when: '{'(' * 900}1{')' * 900}'}}}}}}": "is nested too deeply",
    f"turn: {{moves: {{take: {{when: '[{'1, ' * 400}1]'}}}}}}": "is too long",
    "numbers: {a: {is: 'turn + 11111111111'}, b: {is: '"
    + "a + " * 99
    + "a'}, c: {is: '"
    + "b + " * 11
    + "b'}}\nend: {score: c}": "number 'c' is too long",
    "steps: {a: [{run: b}, {run: b}], b: [{run: c}, {run: c}], c: [{run: d}, {run: d}], d: [{run: e}, {run: e}],"
    " e: [{run: f}, {run: f}], f: [{run: g}, {run: g}], g: [{run: h}, {run: h}], h: [{run: i}, {run: i}], i: []}\n"
    "set_up: [{run: a}]": "steps 'i' are run in too many places",
    "set_up: [{each: {one: stock | stated('hit')}, do: []}]\neffects: {hit: {do: []}}": "no piece has effects",
    "turn: {moves: {take: {when: count =}}}": "cannot be read",
    "numbers: {a: {is: b + 1}, b: {is: a + 1}}\nend: {score: a}": "numbers need each other without end",
    "steps: {a: [{run: a}]}\nset_up: [{run: a}]": "steps 'a' run themselves",
    "set_up: [{run: a}]": "unknown steps 'a'",
    "set_up: [{deal: stokc, to: hand}]": "unknown name 'stokc'",
    "set_up: [{move: stock.top, to: 3}]": "'3' is no zone",
    "set_up: [{set: points, to: 3}]": "number 'points' is of a player, and it is nobody's turn",
    "set_up: [{set: count, to: stock}]": "'stock' is pieces",
    "set_up: [{add: yes, to: count}]": "'true' is yes or no",
    "set_up: [{choose: {card: stock}}]": "nobody is there to choose",
    "set_up: [{end: round}]": "nothing called 'round' can end here",
    "set_up: [{effects: stock.top}]": "no piece has effects",
    "set_up: [{set: stock, to: 1}]": "'stock' is no number that can be set",
    "set_up: [{then: []}]": "'then' has no 'if'",
    "turn: {moves: {take: {choose: {card: hand}, where: card.rnak == 1}}}": "a piece has no 'rnak'",
    "turn: {moves: {take: {choose: {card: hand}, where: card.rank == 'x'}}}": "a number cannot be compared with a word",
    "turn: {moves: {take: {choose: {card: hand}, where: card.suit == 'rde'}}}": "unknown word 'rde'",
    "turn: {moves: {take: {choose: {card: count}}}}": "'count' is a number",
    "turn: {moves: {take: {when: hand | lenght > 1}}}": "unknown filter 'lenght'",
    "turn: {moves: {take: {when: hand | sum('suit') > 1}}}": "'suit' is a word",
    "turn: {moves: {take: {when: count = 1}}}": "cannot be read",
    "turn: {moves: {take: {when: foo(1)}}}": "unknown function 'foo'",
    "turn: {moves: {take: {when: hand.pop()}}}": "only functions can be called",
    "turn: {moves: {take: {when: hand > 3}}}": "pieces cannot be compared with a number",
    "turn: {moves: {take: {when: hand.size}}}": "pieces have no 'size'",
    "turn: {moves: {take: {when: hand is empty}}}": "unknown test 'is empty'",
    "turn: {moves: {take: {where: card.rank == 1}}}": "'where' without 'choose'",
    "turn: {moves: {take: {do: [{next: 3}]}}}": "'3' is a number",
    "turn: {moves: {take: {do: [{move: card, to: row}]}}}": None,
    "turn: {moves: {take: {choose: {card: hand}, say: '{player} takes {crad}.'}}}": "unknown name 'crad' in a text of move",
    "turn: {moves: {take: {choose: {card: hand}, title: 'Take {player}'}}}": "unknown name 'player' in a text of move",
    "turn: {moves: {take: {choose: {n: 'from_to(1, 3)'}, say: '{n} {n|card|cards}'}}}": "unknown name 'n|card|cards'",
    "turn: {}": "neither moves nor phases",
    "turn: null": "neither 'turn' nor 'phases'",
    "end: {}": "nothing says who has won",
    "zones: {stock: {holds: crads}}\nend: {winner: nobody}": "unknown kind 'crads'",
    "zones: {table: {faces: owner}}\nend: {winner: nobody}": "zone 'table' has no owner",
    "zones: {stock: {holds: cards, where: card.rank > count}}": "the pieces of 'stock' are chosen before the game begins",
    "zones: {stock: {holds: cards, where: player.left == player}}": "chosen before the game begins",
    "numbers: {size: {of: cards, is: card.rnak + 1}}\nend: {score: hand | sum('size')}": "a piece has no 'rnak'",
    "turn: {moves: {take: {when: it > 1}}}": "unknown name 'it'",
    "numbers: {player: 0}": "'player' means something else",
    "numbers: {suit: {type: choice}}": "a choice needs its words",
    "turn: {moves: {take: {when: count.__class__}}}": "a number has no '__class__'",
    "turn: {moves: {take: {when: \"hand | map('__class__')\"}}}": "unknown name '__class__'",
}  # fmt: skip


def test_typical_mistakes_are_told_at_their_place():
    for changes, message in MISTAKES.items():
        found = compiled(changes)
        assert found.program is None, changes
        told = " | ".join(f"{one.message}" for one in found.faults)
        assert message is None or message in told, (changes, told)
        for one in found.faults:
            assert (one.path[0], one.code[:2], bool(one.expected)) == ("rules", "E2", True), (changes, one)


def test_as_long_as_allowed_is_no_mistake():
    assert compiled(f"turn: {{moves: {{take: {{when: '1 in [{'1, ' * 396}1]'}}}}}}").program
    assert not compiled(f"turn: {{moves: {{take: {{when: '1 in [{'1, ' * 397}1]'}}}}}}").program


REMEDIES = {
    "turn: {moves: {take: {when: count > 1 && stock}}}": "write 'and' for '&&'",
    "turn: {moves: {take: {when: count == 1 and stock.top.rank = 2}}}": "write '==' to compare",
    "turn: {moves: {take: {when: count =}}}": "write '==' to compare",
    "turn: {moves: {take: {when: hand is empty}}}": "write 'not' before it: not hand",
    "turn: {moves: {take: {when: hand.length > 3}}}": "write '| length' for how many there are",
    "turn: {moves: {take: {when: count(hand) > 3}}}": "it is a filter: hand | count",
    "turn: {moves: {take: {when: stock.top.suit == red}}}": "write a word in quotes: 'red'",
    "turn: {moves: {take: {when: \"stock.top.rank == '3'\"}}}": "write 3 without quotes",
    "turn: {moves: {take: {when: opponent.hand}}}": "write 'left' for the next player, or 'others'",
    "turn: {moves: {take: {do: [{move: card, to: row}]}}}": "a choice binds it: 'choose: {card: hand}'",
    "turn: {moves: {take: {when: it.rank > 1}}}": "it is the item of a filter: hand | any('it.rank > 3')",
    "set_up: [{add: 1, to: points}]": "for all of them, put the step below 'each: {player: players}'",
}


def test_mistakes_name_their_remedy():
    for changes, hint in REMEDIES.items():
        (fault,) = compiled(changes).faults
        assert fault.hints == (hint,), (changes, fault)


def test_a_formula_is_told_once_and_at_its_own_place():
    """But where nobody is named, what asks for the number is wrong."""
    (fault,) = compiled(
        "numbers: {size: {of: cards, is: it.rnak}, points: {of: player}}\n"
        "turn: {moves: {take: {when: hand.top.size, choose: {card: hand}, where: card.size}}}"
    ).faults
    assert fault.path == ("rules", "numbers", "size", "is")
    (fault,) = compiled(
        "numbers: {next: {of: player, is: left.number}, points: {of: player}}\nset_up: [{set: next, to: 1}]"
    ).faults
    assert fault.path == ("rules", "set_up", 0, "set")


def test_steps_that_need_what_was_not_chosen_do_nothing():
    """Nobody can be chosen: `other` is empty, and only steps that ask whether it is there have an effect."""
    steps = {
        "reveal: hand, to: other": 0,
        "move: stock.top, to: other.hand": 0,
        "add: 1, to: other.points": 0,
        "set: count, to: other.points + 7": 0,
        "set: count, to: 'others | count(\"player == other\") + 7'": 0,
        "deal: stock, to: row, count: other.points + 1": 0,
        "swap: [hand, other.hand]": 0,
        "next: other": 0,
        "if: other.points == 0, then: [{set: count, to: 7}], else: [{set: count, to: 7}]": 0,
        "each: {card: other.hand}, do: [{set: count, to: 7}]": 0,
        "choose: {card: other.hand}, where: card.rank > 0": 0,
        "choose: {card: row}, where: card.rank > other.points": 0,
        "set: count, to: 7, if: other": 0,
        "set: count, to: 7, if: not other": 7,
        "set: count, to: 7, if: other is none": 7,
        "set: count, to: 7, if: other is none and stock": 7,
        "set: count, to: 7, if: not other is none": 0,
        "set: count, to: 3 if other else 7": 7,
        "if: other, then: [{set: count, to: 5}], else: [{set: count, to: 7}]": 7,
        "if: not other and stock, then: [{set: count, to: 7}]": 7,
    }
    for step, count in steps.items():
        for choice in (
            "choose: {other: others}, where: other.points > 100",
            "choose: {other: others}, if: points > 100",
        ):
            state = played(
                "set_up: [{deal: stock, to: hand, count: 2}]\n"
                f"turn: {{rounds: 1, moves: {{look: {{do: [{{{choice}}}, {{{step}}}]}}}}}}"
            )
            assert (state.count, [len(hand) for hand in state.hand]) == (count, [2, 2]), (step, choice)
            assert (state.points, len(state.stock)) == ([0, 0], 2), (step, choice)


def test_what_is_no_action_of_a_game_is_refused():
    state = played("longest: 10")
    last = len(state.tables.texts) - 1
    assert state.string_to_action(state.action_to_string(last)) == last
    for action in (-1, last + 1, "draw", 0.0, None):
        with pytest.raises(InvalidActionError, match=f"{action} is not an action of this game"):
            state.action_to_string(action)


@pytest.mark.parametrize(
    ("stated", "told"), [("{}", "binds 0 names"), ("{a: hand, b: row}", "binds 2 names"), ("hand", "binds no name")]
)
def test_a_choice_binds_one_name(stated, told):
    with pytest.raises(ValidationError) as caught:
        compiled(f"turn: {{moves: {{go: {{do: [{{choose: {stated}}}]}}}}}}")
    assert told in [item.get("ctx", {}).get("message") for item in caught.value.errors()]


def test_only_kinds_that_a_zone_holds_are_played_with_and_their_ids_differ():
    rules = {
        **yaml.load(BASE, LOADER),
        "zones": {"stock": {"holds": ["cards", "coins"]}, "hand": {"of": "player"}, "row": {}},
    }
    compiled = compile_rules(
        "small", GameplayRules.model_validate(frozen(rules)), {"cards": FIELDS, "coins": {}, "dice": {}}, {}
    )
    assert compiled.program and compiled.program.kinds == ("cards", "coins")
    values = [{"id": "a", "copies": 2}, {"id": "b", "copies": 0}]
    tables = make_tables(compiled.program, [{"cards": values, "coins": [{"id": "a"}], "dice": values}], 2)
    assert (tables.ids, tables.keys) == (("cards/a", "coins/a"), ("cards/a", "coins/a"))
    assert tables.start["stock"] == ((0, 0, 1),)


def test_fields_of_kinds_become_columns():
    """A field that several kinds have is one column: of the type and with the words of all, and of no type where they differ."""
    kinds = {
        "cards": {"rank": field("integer"), "suit": field({"type": "choice", "of": ["red", 1]}), "level": field({"type": "choice", "of": [1, 2]})},
        "coins": {"rank": field("number"), "suit": field({"type": "choice", "of": ["red", "gold"]}), "level": field("text")},
    }  # fmt: skip
    tags = SimpleNamespace(type="list", of=field({"type": "choice", "of": ["a", "b"]}))
    found = columns_of({**kinds, "dice": {"tags": tags, "odd": SimpleNamespace(type="list", of=field("boolean"))}})
    assert {name: (one.type, one.words, one.kinds) for name, one in found.items()} == {
        **dict.fromkeys(("id", "name", "kind"), ("text", (), ("cards", "coins", "dice"))),
        "copies": ("number", (), ("cards", "coins", "dice")),
        "rank": ("number", (), ("cards", "coins")), "suit": ("text", ("red", 1, "gold"), ("cards", "coins")),
        "level": ("unknown", (1, 2), ("cards", "coins")), "tags": ("texts", ("a", "b"), ("dice",)),
    }  # fmt: skip


def test_no_name_of_a_description_hides_what_every_state_has():
    public = {name for name in dir(TreeState) if not name.startswith("_")}
    assert public <= MEMBERS


def test_what_is_chosen_hides_nothing_that_every_state_has():
    """Whatever it is called: the player who decides, the decision and the moves so far are told apart from what was chosen."""
    hidden = dict.fromkeys(name.lstrip("_") for name in (*dir(TreeState), "_due", "_later") if name[:2] != "__")
    assert {"who", "at", "count", "legal", "log", "lines", "results", "loose", "stack"} <= {*hidden}
    steps = "".join(f"{{choose: {{{name}: players}}}}, {{add: 1, to: {name}.points}}, " for name in hidden)
    steps += ", ".join(f"{{add: 1, to: {name}.points}}" for name in hidden)
    changes = f"turn: {{rounds: 1, moves: {{go: {{do: [{steps}]}}}}}}"
    program = compiled(changes).program
    assert program
    contest = DescribedContest(make_tables(program, [{"cards": []}], 2))
    for state in (contest.start(1, 1), contest.tree_position()):
        chosen, rng = [0, 0], Random(3)
        while not state.is_terminal():
            assert state.clone().to_text() == state.to_text()
            action = rng.choice([*state.legal_actions()])
            found = state.action_to_string(action).rpartition("seat ")[2] if state.current_player() >= 0 else ""
            chosen = [count + 2 * (found == str(seat + 1)) for seat, count in enumerate(chosen)]
            state.apply_action(action)
        assert getattr(state, "state", state).points == chosen and sum(chosen) == 4 * len(hidden)
