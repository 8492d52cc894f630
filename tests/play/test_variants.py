"""Numbers of players, difficulties and settings of a playtest, as people write them."""

import pytest

from cardgen.play.simulate.report_team import Variant
from cardgen.play.variants import parse_counts, parse_difficulty, parse_variants, settings_with_difficulty
from cardgen.report.errors import UnlocatedError
from play.toys import BeaconRules, BidRules


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("", ()),
        (None, ()),
        ("3", (3,)),
        ("2, 4,6", (2, 4, 6)),
        ("4,4", (4,)),
        (3, (3,)),
        ([2, 4], (2, 4)),
        ("-1", (-1,)),
    ],
)
def test_numbers_of_players_are_read(text, counts):
    assert parse_counts(text) == counts


@pytest.mark.parametrize("text", ["two", "2,", "2;3", "1.5", ",", "٣"])
def test_other_numbers_of_players_are_refused(text):
    with pytest.raises(UnlocatedError) as error:
        parse_counts(text)
    assert error.value.code == "E763"


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("calm", ("calm",)),
        ("stormy,calm", ("calm", "stormy")),
        ("Easy, HARD", ("calm", "stormy")),
        ("all", ("calm", "gusty", "stormy")),
        (" ALL ", ("calm", "gusty", "stormy")),
        ("Breeze", ("gusty",)),
        ("easy,calm", ("calm",)),
    ],
)
def test_difficulties_are_read_from_the_easiest_on(text, levels):
    assert parse_difficulty(BeaconRules(), text) == ("weather", levels)


@pytest.mark.parametrize("text", ["fair", "calm,", "calm fair", " ,"])
def test_unknown_difficulties_are_refused_with_the_known_ones(text):
    with pytest.raises(UnlocatedError) as error:
        parse_difficulty(BeaconRules(), text)
    assert error.value.code == "E761"
    assert error.value.expected == "one of: calm, gusty, stormy"


def test_a_game_without_difficulty_says_so():
    with pytest.raises(UnlocatedError) as error:
        parse_difficulty(BidRules(), "easy")
    assert error.value.code == "E760"


def test_a_game_at_the_terminal_has_one_difficulty():
    assert settings_with_difficulty(BeaconRules(), {}, "hard") == {"weather": "stormy"}
    assert settings_with_difficulty(BidRules(), {"a": "1"}, "") == {"a": "1"}
    for settings, text, code in (({}, "calm,gusty", "E761"), ({"weather": "calm"}, "calm", "E722"), ({}, "x", "E761")):
        with pytest.raises(UnlocatedError) as error:
            settings_with_difficulty(BeaconRules(), settings, text)
        assert error.value.code == code


def test_settings_with_several_values_are_varied_and_the_others_are_shared():
    common, variants = parse_variants(BeaconRules(), ["logs=2, 2", "wind=low, high,low"], (2, 3), "hard")
    assert common == {"logs": "2"}
    assert variants == tuple(
        Variant(count, {"wind": wind, "weather": "stormy"}) for count in (2, 3) for wind in ("low", "high")
    )


def test_a_hundred_variants_are_not_too_many():
    tens = [f"{name}={','.join(map(str, range(10)))}" for name in "ab"]
    assert len(parse_variants(BeaconRules(), tens, (2,), "")[1]) == 100
    common, variants = parse_variants(BeaconRules(), ["Max-Builds = 1"], (2, 3), "")
    assert (common, variants) == ({"max_builds": "1"}, (Variant(2), Variant(3)))
    assert parse_variants(BeaconRules(), ["weather=calm"], (2,), "") == ({}, (Variant(2, {"weather": "calm"}),))


def test_a_single_variant_has_nothing_that_differs():
    assert parse_variants(BeaconRules(), [], (3,), "") == ({}, (Variant(3),))


@pytest.mark.parametrize(
    ("settings", "difficulty", "code"),
    [
        (["weather=calm"], "calm", "E722"),
        (["max-builds=1", "MAX_BUILDS=2"], "", "E722"),
        (["=1"], "", "E722"),
        (["a="], "", "E722"),
        (["a"], "", "E722"),
        (["a=1,2,3,4,5,6,7,8,9,10,11", "b=1,2,3,4,5,6,7,8,9,10"], "", "E764"),
    ],
)
def test_settings_that_contradict_each_other_or_are_too_many_are_refused(settings, difficulty, code):
    with pytest.raises(UnlocatedError) as error:
        parse_variants(BeaconRules(), settings, (2,), difficulty)
    assert error.value.code == code
