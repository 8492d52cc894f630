from cardgen.play.simulate.formats import LONGEST_NAME, short_names


def test_short_names_stay():
    assert short_names(["elves", "samurai"]) == {"elves": "elves", "samurai": "samurai"}


def test_long_names_are_cut_and_differ():
    names = ["the-same-beginning-for-all-1", "the-same-beginning-for-all-2", "elves"]
    assert list(short_names(names).values()) == ["the-same-beginning…1", "the-same-beginning…2", "elves"]
    assert short_names(names[:1]) == {names[0]: "the-same-beginning-…"}


def test_names_that_differ_in_the_middle_are_numbered():
    names = [f"{'x' * 30}{middle}{'y' * 30}" for middle in "ab"]
    cut = short_names(names)
    assert sorted(cut) == sorted(names)
    assert len(set(cut.values())) == 2
    assert max(map(len, cut.values())) <= LONGEST_NAME
