"""Programs run, jump, stop and go on without any game: the position is a list of what the steps noted."""

from copy import deepcopy

import pytest

from cardgen.plugin.rules.programs import FIRST_REGISTER, NEXT_STEP, Registers, branch, for_each, if_else, run


def note(word):
    """A step that notes a word."""

    def step(position, frame):
        position.append(word)

    return step


def executed(steps, position=None, registers=2):
    position = [] if position is None else position
    assert run(position, [0, 0, 0, *[0] * registers], steps, lambda: False)
    return position


def test_registers_follow_the_fixed_part_of_a_frame():
    registers = Registers()
    assert [registers.add(), registers.add("target"), registers.add()] == [FIRST_REGISTER + i for i in range(3)]
    assert registers.find("target") == FIRST_REGISTER + 1
    assert registers.count == 3


def test_a_name_is_bound_to_its_latest_register():
    registers = Registers()
    registers.add("x")
    assert registers.add("x") == registers.find("x") == FIRST_REGISTER + 1


def test_a_name_that_is_not_bound_is_an_error():
    with pytest.raises(KeyError):
        Registers().find("x")


@pytest.mark.parametrize(("holds", "expected"), [(True, ["then", "end"]), (False, ["else 1", "else 2", "end"])])
def test_only_one_branch_runs(holds, expected):
    steps = if_else(lambda position, frame: holds, [note("then")], [note("else 1"), note("else 2")])
    assert executed([*steps, note("end")]) == expected


@pytest.mark.parametrize("holds", [True, False])
def test_branches_may_be_empty(holds):
    assert executed([*if_else(lambda position, frame: holds, [], []), note("end")]) == ["end"]


def test_a_condition_is_evaluated_when_it_is_reached():
    steps = [note("first"), *if_else(lambda position, frame: position == ["first"], [note("second")], [])]
    assert executed(steps) == ["first", "second"]


def test_one_of_several_sequences_runs_or_none():
    bodies = [[note("a1"), note("a2")], [], [note("c")]]
    for index, expected in ((0, ["a1", "a2"]), (1, []), (2, ["c"]), (3, []), (-1, [])):
        steps = [note("first"), *branch(lambda frame, index=index: index, bodies), note("end")]
        assert executed(steps) == ["first", *expected, "end"], index
    assert executed([*branch(lambda frame: frame[FIRST_REGISTER], []), note("end")]) == ["end"]


def register_noted(index):
    def step(position, frame):
        position.append(frame[index])

    return step


@pytest.mark.parametrize(("items", "expected"), [(0b10110, [2, 4, 16]), (0, []), (-3, [0, 0, 0])])
def test_a_body_runs_for_each_thing(items, expected):
    body = [register_noted(FIRST_REGISTER + 1)]
    loop = for_each(lambda position, frame: items, body, remaining=FIRST_REGISTER, current=FIRST_REGISTER + 1)
    assert executed([*loop, note("end")]) == [*expected, "end"]


def test_things_are_evaluated_once():
    """A body that adds things does not run for ever."""
    loop = for_each(
        lambda position, frame: (1 << (len(position) + 2)) - 1, [note("x")], remaining=FIRST_REGISTER, current=4
    )
    assert executed(loop) == ["x", "x"]


def test_loops_and_branches_nest():
    inner = for_each(lambda position, frame: -2, [note("inner")], remaining=5, current=6)
    body = if_else(lambda position, frame: frame[4] == 2, inner, [note("other")])
    loop = for_each(lambda position, frame: 0b111, body, remaining=3, current=4)
    assert executed(loop, registers=4) == ["other", "inner", "inner", "other"]


def test_a_program_stops_after_a_step_and_goes_on_from_a_copy():
    steps = [*for_each(lambda position, frame: -2, [note("x")], remaining=3, current=4), note("end")]
    position, frame, stops = [], [0, 0, 0, 0, 0], 0
    while not run(position, frame, steps, lambda: True):
        position, frame, stops = deepcopy(position), deepcopy(frame), stops + 1
    assert position == ["x", "x", "end"] == executed(steps)
    assert frame[NEXT_STEP] == len(steps)
    assert stops > len(position)


def test_an_interrupted_last_step_is_not_repeated():
    position, frame = [], [0, 0, 0]
    assert not run(position, frame, [note("x")], lambda: True)
    assert run(position, frame, [note("x")], lambda: True)
    assert position == ["x"]
