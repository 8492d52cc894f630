from cardgen.play.simulate.formats import (
    LONGEST_NAME,
    change,
    duration,
    games_in_words,
    is_known,
    percent,
    points,
    rating,
    share,
    short_names,
    versus,
)
from cardgen.play.simulate.intervals import Interval


def test_numbers_are_rounded_and_differences_have_a_sign():
    assert [share(0.524), share(1.0), change(0.049), change(-0.001), change(-0.02), rating(55.6), rating(-0.2)] == [
        *("52 %", "100 %", "+5", "+0", "-2", "+56", "+0")
    ]
    assert percent(Interval(0.48, 0.524, 0.561)) == "52 % (48-56)"
    assert points(Interval(-0.01, 0.05, 0.09)) == "+5 (-1 to +9)"
    known = [Interval(0.0, 0.5, 1.0), Interval(0.01, 0.5, 1.0), Interval(0.0, 0.5, 0.99)]
    assert [(is_known(one), percent(one)) for one in known] == [
        (False, "-"),
        (True, "50 % (1-100)"),
        (True, "50 % (0-99)"),
    ]
    assert [games_in_words(count) for count in (0, 1, 999, 1000)] == ["0 games", "1 game", "999 games", "1,000 games"]
    assert [versus(names) for names in (["a"], ["a", "b"], ["a", "b", "a"])] == ["a", "a and b", "a, b and a"]


def test_times_are_as_coarse_as_an_estimate():
    times = {0: "1 s", 14.4: "14 s", 15: "20 s", 89.9: "90 s", 90: "2 min", 5369: "89 min", 5400: "1 h 30 min"}
    assert {seconds: duration(seconds) for seconds in times} == times
    longer = {118: "2 h", 120: "2 h", 124: "2 h", 126: "2 h 10 min", 176: "3 h"}
    assert {minutes: duration(60 * minutes) for minutes in longer} == longer


def test_short_names_stay():
    longest = "x" * LONGEST_NAME
    for names in (["elves", "samurai"], [longest, "elves"]):
        assert short_names(names) == {name: name for name in names}
    assert len(short_names([longest + "x"])[longest + "x"]) == LONGEST_NAME


def test_long_names_are_cut_and_differ():
    names = ["the-same-beginning-for-all-1", "the-same-beginning-for-all-2", "elves"]
    assert list(short_names(names).values()) == ["the-same-beginning…1", "the-same-beginning…2", "elves"]
    assert short_names(names[:1]) == {names[0]: "the-same-beginning-…"}


def test_names_that_differ_in_the_middle_are_numbered():
    names = [f"{'x' * 30}{middle}{'y' * 30}" for middle in "ab"]
    cut = short_names(names)
    assert sorted(cut) == sorted(names)
    assert [name[-2:] for name in cut.values()] == ["\u20261", "\u20262"]
    assert max(map(len, cut.values())) <= LONGEST_NAME
