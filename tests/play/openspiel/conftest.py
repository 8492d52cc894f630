"""Two decks that ship, as OpenSpiel loads them."""

import pytest

from cardgen.plugin.resources import resources


@pytest.fixture(scope="session")
def named():
    """What `pyspiel.load_game` takes."""
    decks = resources().decks
    return f"cardgen_attack_the_tower(deck1={decks / 'elves.yaml'},deck2={decks / 'samurai.yaml'})"


@pytest.fixture(scope="session")
def game(named):
    """The decks, loaded once."""
    import pyspiel

    return pyspiel.load_game(named)
