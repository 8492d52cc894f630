"""What is said of slips in the file of a game with rules: where, what is wrong, and what to write."""

from __future__ import annotations

from textwrap import dedent, indent

from cardgen.pipeline.check import check_deck
from cardgen.pipeline.options import CheckOptions
from tests.plugin.rules.described.test_effects import GAME
from tests.plugin.rules.described.test_trial import written

MOVES = GAME[GAME.index("    moves:\n") : GAME.index("    turn_end:")]
INNER = MOVES.partition("\n")[2]
ZONES = GAME[GAME.index("  zones:\n") : GAME.index("  numbers:")]
SLIPS = {
    "a repetition without its number": (
        "      - repeat: 20\n        while: hand | length > 5",
        "      - while: hand | length > 5",
        {"while": ("E230", "'repeat' is missing beside 'while'")},
    ),
    "a verb that is misspelled": ("- {set: energy", "- {sett: energy", {"{sett": ("E230", "did you mean 'set'?")}),
    "moves without their key": (
        MOVES,
        indent(dedent(INNER), " " * 4),
        {"play:": ("E203", "write it below 'moves'"), "stop:": ("E203", "")},
    ),
    "moves without their key, below a list": (
        MOVES,
        INNER,
        {"play:": ("E111", "if 'play' is not in this list, the key that it belongs to is missing above it")},
    ),
    "zones without their key": (
        ZONES,
        indent(dedent(ZONES.partition("\n")[2]), " " * 2),
        {
            "deck:": ("E203", "did you mean 'decks'?"),
            "hand:": ("E203", "write it below 'zones'"),
            "discard:": ("E203", "write it below 'boards' or 'zones' or 'numbers'"),
        },
    ),
    "a key that is misspelled": ("    score: life", "    scores: life", {"scores": ("E203", "did you mean 'score'?")}),
    "a parameter that does not exist": (
        'en: "Deal {n} damage."',
        'en: "Deal {m} damage."',
        {"Stab": ("E206", "the text of the effect 'hit' may have {n}")},
    ),
    "a form for a parameter that does not exist": (
        "{n|card|cards}",
        "{m|card|cards}",
        {"Study": ("E206", "the text of the effect 'draw' may have {n}")},
    ),
    "quotes that are doubled": (
        "where: card.cost <= energy",
        "where: hand | best(''cost'') == card",
        {"where:": ("E231", "write each quote once: two stand for one only between single quotes")},
    ),
    "two steps in one entry": (
        "- {set: energy, to: 3}",
        "- {set: energy, deal: deck, to: hand}",
        {"deal: deck, to: hand}": ("E230", "")},
    ),
    "a key of another step": ("- {set: energy, to: 3}", "- {set: energy, to: 3, count: 2}", {"count: 2": ("E203", "")}),
    "a number of pieces below zero": ("to: hand, count: 2}", "to: hand, count: -2}", {"count: -2": ("E204", "")}),
    "repetitions below zero": ("- repeat: 20", "- repeat: -1", {"repeat: -1": ("E204", "")}),
    "a choice without a name": ("choose: {card: hand}\n", "choose: hand\n", {"choose: hand": ("E204", "")}),
    "a list as the winner": ("score: life", "winner: [True]", {"winner": ("E204", "")}),
}


def test_slips_are_told_at_their_line_with_what_to_write(tmp_path):
    for slip, (old, new, expected) in SLIPS.items():
        deck = written(tmp_path, (old, new))
        lines = [file.read_text("utf-8").splitlines() for file in (tmp_path / "game.yaml", tmp_path / "cards.csv")]
        found = check_deck(deck, CheckOptions(language="en", no_trial=True), lambda _: None)
        assert len(found) == len(expected), (slip, found)
        for one, (word, (code, hint)) in zip(found, expected.items(), strict=True):
            line = lines[one.span.file.endswith(".csv")][one.span.line - 1]
            assert (word in line, one.code) == (True, code), (slip, line, one)
            assert not hint or any(hint in told for told in one.hints), (slip, one)
            assert "no key here" not in one.expected, slip
