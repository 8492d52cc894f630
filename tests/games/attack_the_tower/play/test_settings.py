"""Rulings as people write them."""

from dataclasses import replace
from random import Random

import pytest

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.play.contest import AttackRules
from cardgen.plugin.rules.settings import format_settings, parse_settings, read_settings, settings_at_table
from cardgen.report.errors import UnlocatedError

from .armies import army

SETTINGS = read_settings(Config)


def values():
    """All words that a setting can have, and a number where it takes any."""
    for name, setting in SETTINGS.items():
        if setting.numbers:
            yield name, "7", 7
        elif isinstance(setting.default, bool):
            yield from ((name, word, meant) for word, meant in (("yes", True), ("no", False), ("Off", False)))
        else:
            yield from ((name, word, word) for word in setting.choices)
    yield from (("max_burns", "none", None), ("max_builds", "None", None), ("max_builds", "0", 0))


@pytest.mark.parametrize(("name", "text", "meant"), list(values()))
def test_each_setting_takes_its_values(name, text, meant):
    config = parse_settings(Config, {name: text})
    assert getattr(config, name) == meant
    assert replace(config, **{name: SETTINGS[name].default}) == Config()
    assert parse_settings(Config, dict(pair.split("=") for pair in format_settings(config))) == config


RULINGS = {
    "damage": "auto",
    "initiative_vs_structures": "regular",
    "overflow": "same_step",
    "artillery_overflow": "same_step",
    "first_to_assign": "attacker",
    "first_in_battle": "defender",
    "ability_windows": "battle",
    "max_burns": None,
    "recruit": "must",
    "opening_window": True,
    "build_over": True,
    "max_builds": None,
    "palace_advance": "must",
    "guarded_palace_strikes": True,
    "max_attacks": 12,
    "max_abilities": 50,
    "repeat_idle_attack": False,
    "heal_before_palace": True,
    "unique_scope": "any",
    "hand_limit_always": True,
    "empty_pile": "other",
    "reshuffle": False,
    "max_turns": 200,
    "palace_is_base": False,
    "commons_reach_specials": True,
    "special_attacks_at_once": True,
    "must_act": True,
    "harmless_attack": True,
}
"""The rules file, section 10, in simulations."""


def test_the_rules_are_played_as_they_were_decided():
    assert {name: setting.default for name, setting in SETTINGS.items()} == RULINGS
    limits = {name: tuple(setting.numbers) for name, setting in SETTINGS.items() if setting.numbers}
    assert limits == {
        "max_burns": (0, 100),
        "max_builds": (0, 100),
        "max_attacks": (1, 100),
        "max_abilities": (1, 1000),
        "max_turns": (1, 1000),
    }
    at_table = {name: value for name, value in settings_at_table(Config).items() if value != RULINGS[name]}
    assert at_table == {"must_act": "no", "repeat_idle_attack": "yes"}  # R48, R49


def test_a_table_tells_what_people_play_otherwise():
    rules, decks = AttackRules(), [army("elves"), army("lockkeepers")]
    told = [
        rules.contest(decks, texts).tabletop("en").settings
        for texts in (settings_at_table(Config), {}, {**settings_at_table(Config), "max_turns": "9"})
    ]
    assert told == [[], ["repeat_idle_attack=no", "must_act=yes"], ["max_turns=9"]]


@pytest.mark.parametrize("name", ["max_build", "chance", "first_player", ""])
def test_unknown_settings_are_refused(name):
    with pytest.raises(UnlocatedError) as caught:
        parse_settings(Config, {name: "1"})
    assert caught.value.code == "E720"
    assert caught.value.expected == "one of: " + ", ".join(SETTINGS)
    assert caught.value.hints == (("did you mean 'max_builds'?",) if name == "max_build" else ())


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("build_over", "maybe", "yes or no"),
        ("recruit", "7", "must or may"),
        ("initiative_vs_structures", "late", "regular, early or never"),
        ("max_builds", "-1", "a number from 0 to 100 or none"),
        ("max_turns", "0", "a number from 1 to 1000"),
        ("max_turns", "99999999999", "a number from 1 to 1000"),
        ("max_turns", "٣", "a number from 1 to 1000"),
    ],
)
def test_values_that_a_setting_cannot_have_are_refused(name, text, expected):
    with pytest.raises(UnlocatedError) as caught:
        parse_settings(Config, {name: text})
    assert (caught.value.code, caught.value.expected) == ("E721", expected)


@pytest.mark.parametrize("name", SETTINGS)
def test_games_end_under_every_setting(name):
    """One value of each that is not the rule as printed."""
    word = next(text for other, text, meant in values() if other == name and meant != getattr(Config(), name))
    contest = AttackRules().contest(
        [army("elves"), army("lockkeepers")], {name: word, "max_turns": "30"} | {name: word}
    )
    state, rng = contest.start(1, 0), Random(1)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    contest.summary(state, 1, 0)
    assert contest.match.config != Config()
