"""How much one stranger may ask."""

from hypothesis import given
from hypothesis import strategies as st

from cardgen.preview.table import limits
from cardgen.preview.table.limits import Bucket, Buckets

SIZE, RATE = 5, 2.0


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 8)), max_size=30))
def test_tokens_come_back_with_time_and_never_exceed_the_size(asked):
    """Waits are in quarters of a second, in each of which half a token comes back."""
    now, left = 0.0, float(SIZE)
    bucket = Bucket(SIZE, RATE, lambda: now)
    for wait, wanted in asked:
        now += wait / 4
        left = min(SIZE, left + wait / 4 * RATE)
        for _ in range(wanted):
            assert bucket.is_empty == (left < 1)
            assert bucket.take() == (left >= 1)
            left -= left >= 1


def test_each_name_has_a_bucket_until_it_was_not_used_for_longest(monkeypatch):
    monkeypatch.setattr(limits, "_MOST_KNOWN", 2)
    buckets = Buckets((1, 0.0))
    assert buckets.of("a").take() and buckets.of("b").take() and not buckets.of("a").take()
    assert buckets.of("c").take()  # in place of b
    assert not buckets.of("a").take() and buckets.of("b").take()
    bucket = Buckets((SIZE, RATE)).of("a")
    assert (bucket._size, bucket._rate) == (SIZE, RATE)
