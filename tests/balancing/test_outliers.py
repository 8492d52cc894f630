"""What is usual for a number is what its definition says of its peers."""

from statistics import median
from types import SimpleNamespace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from cardgen.balancing.outliers import DEVIATION, FAR, FEWEST_PEERS, usual_value

NUMBERS = st.lists(
    st.tuples(st.sampled_from(["cost", "power", "copies"]), st.integers(-5, 40)), min_size=1, max_size=16
)


def number(key: str, value: int) -> Any:
    return SimpleNamespace(node=SimpleNamespace(value=value), words=("cards", key))


def expected(key: str, value: int, others: list[tuple[str, int]]) -> int | None:
    own = [other for name, other in others if name == key]
    peers = own if len(own) >= FEWEST_PEERS else [other for name, other in others if name != "copies"]
    if len(peers) < FEWEST_PEERS:
        return None
    spread = max(1, DEVIATION * median(abs(peer - median(peers)) for peer in peers))
    if abs(value - median(peers)) <= FAR * spread:
        return None
    return round(median(peers) + (spread if value > median(peers) else -spread))


@given(NUMBERS, st.integers(1, 3))
def test_an_outlier_comes_back_to_one_deviation_from_the_median_of_its_peers(stated, decks):
    numbers = [number(key, value) for key, value in stated]
    sources: Any = [SimpleNamespace(numbers=numbers[first::decks]) for first in range(decks)]
    found = usual_value(sources, numbers[0])
    assert found == expected(*stated[0], stated[1:])
    assert found is None or isinstance(found, int)


def test_half_a_deviation_is_rounded():
    numbers = [number("cost", value) for value in (90, 2, 2, 3, 3, 4, 9)]
    found = usual_value([SimpleNamespace(numbers=numbers)], numbers[0])  # type: ignore[list-item]
    assert found == 4 and isinstance(found, int)


def test_a_number_at_the_limit_is_usual_still():
    peers = [number("cost", value) for value in (2, 2, 2, 3, 3, 3)]  # 2.5 on average, one deviation is 1
    for value, usual in ((0, None), (-1, 2), (5, None), (6, 4)):
        stated = number("cost", value)
        sources: Any = [SimpleNamespace(numbers=[stated, *peers])]
        assert usual_value(sources, stated) == usual, value
