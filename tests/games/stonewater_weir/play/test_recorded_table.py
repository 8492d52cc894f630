"""What people are shown and asked, and what the script does, stays as in the last version; also where games seldom come.

Each line of the record has an example in words and a sum of all that was found of its kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

from cardgen.games.stonewater_weir.constants import ABILITY_IDS
from cardgen.games.stonewater_weir.engine.combat.enemy_attack import attack_from
from cardgen.games.stonewater_weir.engine.effects.choosing import Choice
from cardgen.games.stonewater_weir.engine.phases.turns import turn
from cardgen.games.stonewater_weir.engine.state import actions
from cardgen.games.stonewater_weir.engine.state.abilities import BITS
from cardgen.games.stonewater_weir.engine.state.asking import GameEnded, Unanswered
from cardgen.games.stonewater_weir.engine.state.places import HOME, IN_HILLS, RUNNER_DUE
from cardgen.games.stonewater_weir.engine.state.position import KNOWN_DECKS, SiegePosition
from cardgen.games.stonewater_weir.engine.state.questions import Question
from cardgen.games.stonewater_weir.engine.state.story import Event, events_of
from cardgen.games.stonewater_weir.play.action_values import rank_actions
from cardgen.games.stonewater_weir.play.evaluation import score
from cardgen.games.stonewater_weir.play.narration import narrate
from cardgen.games.stonewater_weir.play.scripted import choose_action, suggest_actions
from cardgen.games.stonewater_weir.play.summary import _shown_by
from cardgen.games.stonewater_weir.play.tabletop import SiegeTabletop
from cardgen.geometry.units import Size
from tests.games.stonewater_weir.engine.any_siege import SETTINGS, any_position, crowd
from tests.games.stonewater_weir.engine.siege import deck, tables
from tests.recorded import Sums, check_recorded

from .sieges import siege, states, told_states

LANGUAGES = ("en", "pt")
CARD = Size(63, 88)


class Watcher:
    """Adds what each tabletop says of positions, and what the script would do."""

    def __init__(self) -> None:
        self.sums = Sums()

    def ask(self, tabletops: list[SiegeTabletop], state: Any) -> None:
        """Add a question, the choices, and what the script would do."""
        position = state.position
        kind, *numbers = position.question
        asked = Question(kind).name + (f" {Choice(numbers[0]).name}" if kind == Question.EFFECT else "")
        for language, table in zip(LANGUAGES, tabletops, strict=True):
            self.sums.add(f"asked {asked} {language}", table.question(state))
            for action in position.options:
                word = actions.to_text(position.tables, action).split()[0]
                self.sums.add(f"choice {word} {language}", table.choice(state, action), table.card_of(action))
                if language == "en":
                    self.sums.add(f"subject {word}", table.subject(state, action))
        for seed in range(3):
            chosen = choose_action(position, Random(seed))
            suggested = suggest_actions(position, Random(seed))
            self.sums.add(f"script {asked}", actions.to_text(position.tables, chosen), suggested)
        if kind == Question.ACTION:
            for value, action in rank_actions(position, numbers[0], position.options, lambda: 0.0):
                word = actions.to_text(position.tables, action).split()[0]
                self.sums.add(f"worth {word}", f"{value + 0:.6f}")

    def tell(self, tabletops: list[SiegeTabletop], position: Any) -> None:
        """Add what has happened."""
        events = [*events_of(position)]
        for language, table in zip(LANGUAGES, tabletops, strict=True):
            self.sums.add(f"story {language}", "", narrate(table._localizer, events, 1))
            for event in events:
                self.sums.add(f"told {Event(event[0]).name} {language}", narrate(table._localizer, [event], 2))

    def show(self, tabletops: list[SiegeTabletop], state: Any, number: int) -> Iterator[str]:
        """Add a table, and yield the first one in each language as it is printed."""
        viewer = number % 5 - 1
        for language, table in zip(LANGUAGES, tabletops, strict=True):
            lines = table.board(state, viewer)
            assert max(len(line.text) for line in lines) <= 80
            if number == 0:
                yield from (f"{line.role.name:8} {line.text}".rstrip() for line in lines)
            self.sums.add(f"board {language}", "", lines)
            for area in table.areas(state, viewer, CARD):
                self.sums.add(f"area {language} {area.title.partition(' (')[0]}", "", area)
            if viewer >= 0:
                self.sums.add(f"hand {language}", table.hand(state, viewer), table.hand_names(state, viewer))
        self.sums.add("score", f"{score(state.position):.6f}")


def ordered(value: object) -> object:
    """Return a part of a summary, in an order that does not depend on the process."""
    if isinstance(value, set | frozenset):
        return sorted(value)
    if isinstance(value, Mapping):
        return sorted(value.items())
    return [ordered(part) for part in value] if isinstance(value, tuple | list) else value


def rare_positions(watcher: Watcher) -> Iterator[str]:
    for number, settings in enumerate(SETTINGS):
        tabletops = [SiegeTabletop(deck(), tables(**settings), language) for language in LANGUAGES]
        for seed in range(number, 24, len(SETTINGS)):
            rng = Random(seed)
            table = any_position(rng, settings)
            table.active, table.actions = rng.choice(table.order), seed % 3
            crowd(table, rng)
            yield from watcher.show(tabletops, SimpleNamespace(position=table, first=seed % 4), seed)
            for act, *arguments in ((turn,), (attack_from, rng.randrange(12))):
                play(watcher, tabletops, table, rng, act, *arguments)


def told_games(watcher: Watcher) -> Iterator[str]:
    for players, difficulty, seed in ((3, "journeyman", 7), (2, "full", 2)):
        contest = siege(players, difficulty)
        tabletops = [contest.tabletop(language) for language in LANGUAGES]
        for number, (_, state) in enumerate(told_states(contest, "en", seed, scripted=0.9)):
            if state.is_terminal():
                watcher.tell(tabletops, state.position)
                for table in tabletops:
                    story = table.story(state, 0, -1)
                    assert story[-1] == table.ending(state)
                    assert not [text for text in story if "{" in text or "None" in text]
            elif state.position.question[0] != Question.CHANCE:
                watcher.ask(tabletops, state)
            if number % 40 == 1:
                yield from watcher.show(tabletops, state, number)
                watcher.sums.add("chance", f"{contest.evaluate(state, 0):.6f}")


def scripted_games(sums: Sums) -> None:
    for seed in range(15):
        contest = siege(1 + seed % 6, ("easy", "journeyman", "full")[seed % 3])
        *_, state = states(contest, seed, scripted=0.95, first=seed % 2)
        summary = contest.summary(state, seed, seed % 2)
        sums.add(f"game that ends by {summary.ending}", len(state.history()), state.history())
        for field in fields(summary):
            sums.add(f"summary {field.name}", ordered(getattr(summary, field.name)))


def play(
    watcher: Watcher, tabletops: list[SiegeTabletop], table: SiegePosition, rng: Random, act: Any, *arguments: Any
) -> None:
    """Do something with any answers, and add what is asked and told on the way."""
    tape: list[int] = []
    while True:
        after = table.copy()
        after.tape, after.cursor = [*tape], 0
        try:
            act(after, *arguments)
        except Unanswered:
            if after.question[0] != Question.CHANCE:
                watcher.ask(tabletops, SimpleNamespace(position=after))
            tape = [*after.tape, rng.choice(after.options)]
            continue
        except GameEnded:
            pass
        return watcher.tell(tabletops, after)


def told_events(sums: Sums) -> None:
    """Add what is told of the Runner in each place and of a look at each deck, and which abilities each attack, ignored hit and card shows."""
    contest = siege()
    for language in LANGUAGES:
        localizer = contest.tabletop(language)._localizer
        for place in (RUNNER_DUE, IN_HILLS, *range(HOME + 4)):
            for event in (Event.RUNNER_MOVED, Event.RUNNER_WAITS):
                if (place, event) != (RUNNER_DUE, Event.RUNNER_MOVED):
                    sums.add(f"told {event.name} in each place {language}", narrate(localizer, [(event, place)], 0))
        for looked_at in range(KNOWN_DECKS):
            sums.add(f"told SAW in each deck {language}", narrate(localizer, [(Event.SAW, 0, looked_at, 3)], 0))
    tables = contest.tables
    events = [(Event.ATTACK, 0, area, 1, 4, 1, card) for area in range(3) for card in range(-1, len(tables.cards))]
    events += [(Event.CARD_USED, 0, card) for card in range(len(tables.cards))]
    for ability in (*ABILITY_IDS, "all"):
        held = [sum(BITS.values()) if ability == "all" else BITS[ability]]
        for kind, *numbers in [*events, (Event.IGNORED, 0, 1)]:
            sums.add(f"shown by {Event(kind).name}", _shown_by(tables, held, kind, numbers))


def test_what_is_shown_and_asked_is_as_recorded() -> None:
    watcher = Watcher()

    def found() -> Iterator[str]:
        yield from rare_positions(watcher)
        yield from told_games(watcher)
        scripted_games(watcher.sums)
        told_events(watcher.sums)
        yield from watcher.sums.lines()

    check_recorded(Path(__file__).with_name("table.txt"), found())
