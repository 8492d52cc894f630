"""Contests of the deck that ships."""

from functools import cache
from random import Random

from cardgen.api import load
from cardgen.games.stonewater_weir.play.contest import SiegeContest, SiegeRules
from cardgen.plugin.resources import resources

DECK = resources().decks / "stonewater.yaml"


@cache
def loaded():
    """The deck and its game."""
    return load(DECK)


@cache
def siege(players=4, difficulty="journeyman", without=()) -> SiegeContest:
    """A contest of some players, with parts taken out of the deck."""
    rules, deck = SiegeRules(), loaded().data
    for part in without:
        deck = rules.blank(deck, part)
    return rules.contest([deck], {"difficulty": difficulty}, players)


def states(contest, seed, scripted=0.5, first=0):
    """The states of a game in which the script decides some of the time; it is one state that moves on."""
    state, rng = contest.start(seed, first), Random(seed)
    yield state
    while not state.is_terminal():
        mover = state.current_player()
        is_scripted = rng.random() < scripted
        state.apply_action(contest.script(state, mover, rng) if is_scripted else rng.choice(state.legal_actions()))
        yield state


def told_states(contest, language, seed, scripted=0.7):
    """The tabletop in a language, with the states of a game that keeps its story."""
    table, rng = contest.tabletop(language), Random(seed)
    state = table.start(seed, 0)
    while not state.is_terminal():
        yield table, state
        mover = state.current_player()
        is_scripted = rng.random() < scripted
        state.apply_action(contest.script(state, mover, rng) if is_scripted else rng.choice(state.legal_actions()))
    yield table, state
