"""Play a described game: its rules, a contest between decks, and the tree of its games, as the contract requires them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any

from cardgen.model.deck import LocalizedText, text_in
from cardgen.plugin.rules.contest import NO_SETTINGS, Card, CardEffect, Ending, GameSummary, Tree
from cardgen.plugin.rules.described.build import make_class
from cardgen.plugin.rules.described.evaluation import evaluation_of, together_value
from cardgen.plugin.rules.described.events import summary_of
from cardgen.plugin.rules.described.lookahead import TURNS, rollout_turns, scores_of
from cardgen.plugin.rules.described.program import Program
from cardgen.plugin.rules.described.schema import GameplayRules, PhaseRules
from cardgen.plugin.rules.described.table import DescribedTable
from cardgen.plugin.rules.described.tables import GameTables, make_tables
from cardgen.plugin.rules.described.tree import MOST_OUTCOMES, TreePosition, TreeState
from cardgen.plugin.rules.described.trial import trial_findings
from cardgen.plugin.rules.errors import NobodyError
from cardgen.plugin.rules.settings import NoSettings, parse_settings
from cardgen.plugin.rules.state import TERMINAL
from cardgen.report.diagnostics import Diagnostic
from cardgen.report.source import Path, Span

PlainDeck = Callable[[Any], Mapping[str, Any]]
"""Returns a deck, the game's model, as plain values with the values of its formulas."""


@dataclass(frozen=True, slots=True)
class DescribedRules:
    """The executable rules of a described game; see `cardgen.plugin.rules.contest.GameRules`.

    Attributes:
        program: The compiled rules.
        plain: Returns a deck as plain values.
        description: The rules as the file states them.
        locate: Returns where the file states something, from its path.
        names: Titles of fields and of words of choices.
    """

    program: Program
    plain: PlainDeck
    description: GameplayRules
    locate: Callable[[Path], Span]
    languages: tuple[str, ...] = ("en",)
    names: Mapping[str, LocalizedText] = field(default_factory=dict)

    def in_words(self, language: str, kinds: Mapping[str, LocalizedText | str], deck: Any = None) -> str:
        """Return the rules in words, as Markdown.

        Args:
            kinds: Name of each kind of piece for people.
            deck: Deck whose cards are named beside the effects that they state; None names none.
        """
        from cardgen.plugin.rules.described.rules_words import rules_in_words
        from cardgen.plugin.rules.described.stated_effects import cards_with

        columns, numbers = self.program.columns, self.program.numbers
        fields = frozenset(column.name for column in columns)
        flags = {one.name for one in columns if one.type == "yes"} | {one.name for one in numbers if one.type == "yes"}
        players = frozenset(one.name for one in numbers if one.type == "player")
        values = self.plain(deck) if deck is not None and self.description.effects else {}
        cards = cards_with((card for kind in self.program.kinds for card in values.get(kind, ())), language)
        names = {**self.names, **kinds}
        return rules_in_words(self.description, language, names, fields, frozenset(flags), players, cards=cards)

    @property
    def player_counts(self) -> tuple[int, ...]:
        """See `GameRules.player_counts`."""
        return self.program.players

    @property
    def shares_deck(self) -> bool:
        """See `GameRules.shares_deck`."""
        return not self.program.own_decks

    def contest(
        self, decks: Sequence[Any], settings: Mapping[str, str] = NO_SETTINGS, players: int | None = None
    ) -> DescribedContest:
        """See `GameRules.contest`."""
        parse_settings(NoSettings, settings)
        count = players or (self.program.players[0] if self.shares_deck else len(decks))
        plain = [deck.values if isinstance(deck, BlankedDeck) else self.plain(deck) for deck in decks]
        return DescribedContest(make_tables(self.program, plain, count), self.languages)

    def tree(self, decks: Sequence[Any], settings: Mapping[str, str] = NO_SETTINGS, players: int | None = None) -> Tree:
        """See `GameRules.tree`."""
        contest = self.contest(decks, settings, players)
        tables = contest.tables
        actions = range(len(tables.texts) + len(tables.ids) + MOST_OUTCOMES)
        longest = self.program.longest + 10 * len(tables.ids) + 10
        return Tree(contest, contest.tree_position, actions, longest)

    def trial(self, deck: Any) -> list[Diagnostic]:
        """Return what random games with a deck say about the rules: W243 to W246, each at the line that states it."""
        counts = dict.fromkeys((self.program.players[0], self.program.players[-1]))
        contests = [self.contest([deck] * (count if self.program.own_decks else 1), players=count) for count in counts]
        try:
            findings = [*trial_findings(contests, [*_move_paths(self.description)])]
        except NobodyError as error:
            path = ("rules", "numbers", error.asked) if error.asked in self.description.numbers else ("rules",)
            return [Diagnostic(error.code, error.message, self.locate(path), error.expected)]
        return [
            Diagnostic(one.code, one.message, self.locate(one.path), one.expected, hints=one.hints) for one in findings
        ]

    def blank(self, deck: Any, card: str) -> Any:
        """See `GameRules.blank`."""
        values = deck.values if isinstance(deck, BlankedDeck) else self.plain(deck)
        kind, _, card_id = card.partition("/")
        names = [column.name for column in self.program.columns if column.type == "effects"]
        changed = [
            {**value, **{name: [] for name in names if name in value}} if str(value["id"]) == card_id else value
            for value in values[kind]
        ]
        return BlankedDeck({**values, kind: changed})


def _move_paths(rules: GameplayRules) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each move with its path."""
    left: list[tuple[tuple[str, ...], PhaseRules]] = [(("phases", name), phase) for name, phase in rules.phases.items()]
    left += [(("turn",), rules.turn)] if rules.turn else []
    for path, phase in left:
        yield from ((name, (*path, "moves", name)) for name in phase.moves)
        left += [((*path, "phases", name), inner) for name, inner in phase.phases.items()]


@dataclass(frozen=True, slots=True)
class BlankedDeck:
    """A deck as plain values, in which a card has no effects."""

    values: Mapping[str, Any]


@dataclass(frozen=True)
class DescribedContest:
    """Players of a described game; see `cardgen.plugin.rules.contest.Contest`.

    Attributes:
        tables: The pieces and the actions.
    """

    tables: GameTables
    languages: tuple[str, ...] = ("en",)
    _made: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return DescribedContest, (self.tables, self.languages)

    @property
    def player_count(self) -> int:
        """See `Contest.player_count`."""
        return self.tables.players

    @property
    def teams(self) -> tuple[int, ...]:
        """See `Contest.teams`."""
        if self.tables.program.together:
            return (0,) * self.tables.players
        return tuple(player % self.tables.teams for player in range(self.tables.players))

    @property
    def state_class(self) -> type[Any]:
        """Class of the states."""
        if "class" not in self._made:
            self._made["class"] = make_class(self.tables.program.source, self.tables)
        return self._made["class"]  # type: ignore[no-any-return]

    def start(self, seed: int, first: int) -> Any:
        """See `Contest.start`."""
        return self.state_class(Random(seed).getrandbits(64), first)

    def tree_position(self) -> TreePosition:
        """Return the first position of the tree, in which chance decides who begins."""
        if "tree" not in self._made:
            self._made["tree"] = make_class(self.tables.program.explicit, self.tables, TreeState)
        return TreePosition(self._made["tree"], self.tables)

    def evaluate(self, state: Any, player: int) -> float:
        """See `Contest.evaluate`."""
        state = _inner(state)
        teams = self.teams
        if state is None:
            return 0.5 if len({*teams}) == 1 else 1 / len({*teams})
        if state.current_player() == TERMINAL:
            if len({*teams}) == 1:
                return together_value(state, self.evaluation.low, self.evaluation.high)
            results = state.returns()
            best = {team for team, result in zip(teams, results, strict=True) if result == max(results)}
            return 1 / len(best) if teams[player] in best else 0.0
        return float(self.evaluation.chance(state, player))

    @cached_property
    def evaluation(self) -> Any:
        """What estimates chances while a game goes on."""
        return evaluation_of(self)

    @cached_property
    def rollout_turns(self) -> int:
        """See `StatesDepth.rollout_turns`."""
        return rollout_turns(self)

    def part(self, state: Any) -> object:
        """See `StatesDepth.part`."""
        return None if self.rollout_turns == TURNS else scores_of(state)

    def script(self, state: Any, player: int, rng: Random) -> int:
        """See `Contest.script`: a random action, since a description has no rules of thumb."""
        del player
        legal = state.legal_actions()
        return int(legal[int(rng.random() * len(legal))])

    def turn(self, state: Any) -> int:
        """See `Contest.turn`."""
        inner = _inner(state)
        return 0 if inner is None else int(inner.turn)

    def summary(self, state: Any, seed: int, first: int) -> GameSummary:
        """See `Contest.summary`."""
        del seed, first
        return summary_of(self, state)

    def cards(self, player: int) -> tuple[Card, ...]:
        """See `Contest.cards`."""
        return self._cards[player if self.tables.program.own_decks else 0]

    @cached_property
    def _cards(self) -> tuple[tuple[Card, ...], ...]:
        tables = self.tables
        effects = next((column.name for column in tables.program.columns if column.type == "effects"), None)
        found: list[dict[str, Card]] = [{} for _ in range(max(tables.decks, default=0) + 1)]
        for piece, key in enumerate(tables.keys):
            own = tables.columns[effects][piece] if effects else ()
            names = [[*tables.program.effects][effect[0]] for effect in own]
            listed = tuple(CardEffect(f"{at}: {name}", (name,)) for at, name in enumerate(names, 1))
            card = Card(key, text_in(tables.names[piece], self.languages[0]), tables.kinds[piece], bool(listed), listed)
            found[tables.decks[piece]].setdefault(key, card)
        return tuple(tuple(cards.values()) for cards in found)

    def features(self) -> tuple[str, ...]:
        """Return the moves of the game: a report names those that nobody has made."""
        return tuple(dict.fromkeys(domain.move for domain in self.tables.program.domains if domain.move))

    def endings(self) -> tuple[Ending, ...]:
        """See `StatesEndings.endings`."""
        program = self.tables.program
        if not program.together:
            return ()
        stated = [Ending(end.name, _words(end), end.is_win) for end in program.endings]
        return (*stated, Ending("over", "the game is over", False), Ending("cut-off", "the game was cut off", False))

    def tabletop(self, language: str) -> DescribedTable:
        """See `Contest.tabletop`."""
        return DescribedTable(self, language)


def _words(end: Any) -> str:
    return str(end.text.in_language("en") if end.text else end.name.replace("_", " "))


def _inner(state: Any) -> Any:
    """Return the state of the generated class behind a position; None before a game of a tree is laid out."""
    return state.state if isinstance(state, TreePosition) else state
