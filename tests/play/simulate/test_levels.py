import pytest

from cardgen.play.simulate.levels import LADDER, agent_of, level_below, level_of, levels_of
from cardgen.play.simulate.search import MctsAgent, SearchAgent
from cardgen.report.errors import UnlocatedError


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("random", "random"),
        (" Greedy", "greedy"),
        ("search", "search-50"),
        ("search-7", "search-7"),
        ("2", "greedy"),
        ("mcts-100000", "mcts-100000"),
    ],
)
def test_levels_have_full_names(text, level):
    assert level_of(text) == level


def test_numbers_name_the_ladder_and_an_empty_level_is_none():
    assert tuple(level_of(str(number)) for number in range(len(LADDER))) == LADDER
    with pytest.raises(UnlocatedError):
        levels_of("greedy,")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "expert",
        "9",
        "-1",
        "search-",
        "search-0",
        "search-x",
        "greedy-3",
        "mcts-100001",
        "search--5",
        "²",
        str(len(LADDER)),
    ],
)
def test_unknown_levels_are_refused(text):
    with pytest.raises(UnlocatedError) as caught:
        level_of(text)
    assert caught.value.code == "E704"
    assert "mcts-200" in caught.value.expected


@pytest.mark.parametrize(
    ("text", "hint"), [("serch", "search"), ("gredy", "greedy"), ("random-5", "random"), ("mtcs-100", "mcts")]
)
def test_close_names_are_offered(text, hint):
    with pytest.raises(UnlocatedError) as caught:
        level_of(text)
    assert caught.value.hints == (f"did you mean '{hint}'?",)


def test_numbers_reach_the_agents():
    search, tree = agent_of("search-7"), agent_of("mcts-9")
    assert isinstance(search, SearchAgent)
    assert search.rollouts == 7
    assert isinstance(tree, MctsAgent)
    assert tree.simulations == 9


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("greedy", ("greedy",)),
        ("search, greedy", ("greedy", "search-50")),
        ("mcts-9,search-200,search-7,0,random", ("random", "search-7", "search-200", "mcts-9")),
    ],
)
def test_several_levels_are_in_order(text, levels):
    assert levels_of(text) == levels


@pytest.mark.parametrize(
    ("level", "below"),
    [("random", None), *zip(LADDER[1:], LADDER, strict=False), ("search-7", "greedy"), ("mcts-9999", "mcts-200")],
)
def test_each_level_stands_above_the_next(level, below):
    assert level_below(level) == below
