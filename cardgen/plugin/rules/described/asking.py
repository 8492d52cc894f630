"""Tell people what is asked in a described game: the phase, the question, what the others wait for, and the goal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from cardgen.model.deck import LocalizedText
from cardgen.plugin.rules.described.declared import Type
from cardgen.plugin.rules.described.program import DecisionWords
from cardgen.plugin.rules.described.questions import GAP, WHO
from cardgen.plugin.rules.state import TERMINAL


def phase_of(table: Any, state: Any) -> str:
    """Return the phase that the present decision is in; empty in a game of one phase, and after the end."""
    words = _words(table, state)
    return str(table.heading(words.phases[-1])) if words and words.phases else ""


def question_of(table: Any, state: Any) -> str:
    """Return what the player who decides is asked, as the rules state it, or else by what they may do."""
    words = _words(table, state)
    if words is None:
        return ""
    stated = _stated(table, state, words)
    if stated or words.moves:
        return stated or str(table.word("what"))
    domain, _ = table.contest.tables.actions[state.legal_actions()[0]]
    return str(table.word("choose").format(what=table.title(domain.binding)))


def waiting_of(table: Any, state: Any) -> str:
    """Return what those who do not decide wait for; it holds nothing that only some players know."""
    words = _words(table, state)
    if words is None:
        return ""
    who, question = table.player_at(state, state.decider()), _stated(table, state, words)
    if question:
        return str(table.word("waits").format(player=who, question=question))
    if not words.moves:
        return str(table.word("waits_choice").format(player=who))
    moves = ", ".join(dict.fromkeys(table.move_words(move) for move in words.moves))
    return str(table.word("waits_moves").format(player=who, moves=moves))


def goal_of(table: Any) -> str:
    """Return what the players try to do, as the rules state it, or else by how the game ends."""
    program = table.contest.tables.program
    if program.goal is not None:
        return str(table.local(program.goal))
    if program.together:
        ends = [(end, table.local(end.text) if end.text else end.name.replace("_", " ")) for end in program.endings]
        told = [table.word("win" if end.is_win else "lose").format(words=words.rstrip(".")) for end, words in ends]
        return " ".join([table.word("together"), *told])
    return str(table.word("gain" if not program.has_score else "lowest" if program.lowest else "highest"))


def _words(table: Any, state: Any) -> DecisionWords | None:
    """Return the words of the present decision; None if nobody decides."""
    if state.current_player() == TERMINAL:
        return None
    found: DecisionWords = table.contest.tables.program.decisions[state.at_decision()]
    return found


def _stated(table: Any, state: Any, words: DecisionWords) -> str:
    """Return the question that the rules state for the present position; empty if they state none."""
    number, values = state.asks[state.at_decision()](state)
    if number < 0:
        return ""
    text, types = words.questions[number]
    return filled(table, state, text, {WHO: "player", **types}, {WHO: state.decider(), **values})


def filled(table: Any, state: Any, text: LocalizedText, types: Mapping[str, Type], values: Mapping[str, Any]) -> str:
    """Return a text of the rules with the values in its braces."""

    def words(gap: re.Match[str]) -> str:
        name, one, many = gap.groups()
        if one is not None:
            return str(one if values[name] == 1 else many)
        return str(table.value_words(state, values[name], types[name]))

    return GAP.sub(words, table.local(text))
