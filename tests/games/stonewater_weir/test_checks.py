"""Each of the rules V01 to V18 broken, with the message and the place at which it points; a hero twice."""

import pytest
import yaml

from cardgen.plugin.codes import read_codes
from cardgen.games.stonewater_weir import GAME

# Rule; the entry in which the change is; what is replaced by what; the message, after the text at which it points.
BROKEN = [
    ("V01", "id: alder-bow", "copies: 3", "copies: 4", "forge: | E301 deck has 31 Forge cards"),
    ("V02", "id: cutpurse", "type: instant", "type: instant\n    color: red", "red | E302 'cutpurse' has a color, but its type is instant"),
    ("V02", "id: salted-eel", "    color: orange\n", "", "discard | E302 'salted-eel' is of type discard and has no color"),
]
