"""Hold what the compiler of rules knows while it writes a class: names, faults, functions, actions and variables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from cardgen.plugin.game import Finding
from cardgen.plugin.rules.described.declared import Type, python_name
from cardgen.plugin.rules.described.events import OWNER_BITS, TABLE
from cardgen.plugin.rules.described.expressions import Compiler, truth
from cardgen.plugin.rules.described.parsing import ExpressionFault, parsed, wanted
from cardgen.plugin.rules.described.program import DecisionWords, Domain, Wording
from cardgen.plugin.rules.described.schema import GameplayRules
from cardgen.plugin.rules.described.scope import RuleNames, RuleScope, TypedCode, ZonePlace
from cardgen.plugin.rules.described.writer import Function, Functions
from cardgen.report.source import Path

VARIABLE = "_var_"
"""Begins the name of each variable that rules give a state; what every state has begins otherwise."""
ALL, NOBODY = "ALL", "0"
UNKNOWN = TypedCode("0", "unknown")


@dataclass(slots=True)
class RuleAnalysis:
    """What is found out while code is written, and needed from its first line on; the code is written again after a change.

    Attributes:
        tracked: Zones whose pieces some players know though they do not see them.
        ordered: Zones whose order is read, so that they are really shuffled where chance is a player.
        shuffled: Zones that are shuffled at some time.
        asked: Which of `direction`, the direction of turns, and `later`, steps at a later moment, are used.
        examined: Zones whose pieces a condition of a move or a choice examines one by one; no code depends on it.
    """

    tracked: set[str] = field(default_factory=set)
    ordered: set[str] = field(default_factory=set)
    shuffled: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)
    examined: set[str] = field(default_factory=set)

    def size(self) -> int:
        """Return how much has been found out."""
        return len(self.tracked) + len(self.ordered) + len(self.shuffled) + len(self.asked)


@dataclass(slots=True)
class Decision:
    """A place where a player decides.

    Attributes:
        options: Method that returns the legal actions.
        take: Method that takes one of them.
        ask: Method that returns what the player is asked; see `DescribedState.asks`.
        words: What people are told of it.
    """

    number: int
    options: Function
    take: Function
    ask: Function
    words: DecisionWords


class RuleBuilder:
    """The state of the compiler."""

    def __init__(self, rules: GameplayRules, words: RuleNames, analysis: RuleAnalysis, *, explicit: bool) -> None:
        self.rules = rules
        self.words = words
        self.analysis = analysis
        self.explicit = explicit
        self.faults: list[Finding] = []
        self.functions = Functions()
        self.domains: list[Domain] = []
        self.decisions: list[Decision] = []
        self.variables: dict[str, str] = {"_later": "()", "_due": "()"} if "later" in analysis.asked else {}
        self.said: list[Wording] = []
        self.word_lists: dict[tuple[str | int, ...], str] = {}
        self.in_turn = False
        self.together = 0  # moves of a phase in which all choose at the same time, while these are written
        self.is_secret = False  # whether the next choice is of a secret number
        self.turn_end: Function | None = None
        self.phase_ends: dict[str, Function] = {}
        self.phase_names = (*_phase_names(rules),)
        self.running: list[str] = []
        self.loops = 0
        self.held: dict[int, tuple[str, ...]] = {}  # variables of pieces that steps after a decision still need
        self.expanded = 0

    @property
    def now(self) -> Function:
        """The function that is being written."""
        return self.functions.now

    def fault(self, error: ExpressionFault, path: Path, *, on_key: bool = False) -> None:
        """Note what is wrong at a place of the description.

        Args:
            path: Of the expression; what is wrong with the formula of a number is placed at that.
            on_key: Whether the message points at the key.
        """
        path = ("numbers", error.formula, "is") if error.formula else path
        finding = Finding(
            error.code, error.message, ("rules", *path), error.expected, error.hints, on_key=on_key, part=error.part
        )
        if finding not in self.faults:
            self.faults.append(finding)

    def value(
        self,
        text: str,
        scope: RuleScope,
        path: Path,
        *types: Type,
        hoist: dict[str, str] | None = None,
        allows: bool = False,
    ) -> TypedCode:
        """Return the code of an expression; of one that is wrong, the fault is noted.

        Args:
            hoist: Receives what does not depend on the item of a choice, by code, with a name for it.
            allows: Whether it says what a player may do: the zones that it examines are noted.
        """
        try:
            compiler = Compiler(scope, hoist)
            found = compiler.value(parsed(text))
            self.analysis.ordered |= compiler.reads.ordered
            self.analysis.examined |= compiler.reads.examined if allows else set()
            return wanted(found, types, text) if types else found
        except ExpressionFault as error:
            self.fault(error, path)
            return UNKNOWN

    def condition(self, text: str, scope: RuleScope, path: Path, hoist: dict[str, str] | None = None) -> str:
        """Return the code of a condition."""
        return truth(self.value(text, scope, path, hoist=hoist))

    def allowed(self, text: str, scope: RuleScope, path: Path, hoist: dict[str, str] | None = None) -> str:
        """Return the code of a condition on what a player may do, and note the zones whose pieces it examines."""
        return truth(self.value(text, scope, path, hoist=hoist, allows=True))

    def place(self, text: str, scope: RuleScope, path: Path, *, several: bool = False) -> ZonePlace | None:
        """Return the zone that an expression names; None after a fault.

        Args:
            several: Whether it may name those of several players.
        """
        found = self.value(text, scope, path)
        if (found.type == "zones" and several) or (found.place and found.how == "zone"):
            return found.place
        if found.type == "zones":
            self.fault(ExpressionFault("E233", "the zone of one player is needed", "such as left.hand"), path)
        elif found.type != "unknown":
            zones = ", ".join(self.words.zones)
            self.fault(ExpressionFault("E233", f"'{text}' is no zone", f"one of: {zones}"), path)
        return None

    def variable(self, name: str, start: str = "-1") -> str:
        """Return the code of a variable of the state that no other one uses."""
        own = f"{VARIABLE}{python_name(name)}"
        attribute, at = own, 2
        while attribute in self.variables:
            attribute, at = f"{own}_{at}", at + 1
        self.variables[attribute] = start
        return f"self.{attribute}"

    def words_constant(self, words: tuple[str | int, ...]) -> str:
        """Return the name of a constant with the words of a choice; with `_AT` after it, that of their places."""
        return self.word_lists.setdefault(words, f"WORDS_{len(self.word_lists) + 1}")

    def domain(self, domain: Domain) -> Domain:
        """Return actions with a constant that no others have, and number them; equal ones are numbered once."""
        board = domain.zone if domain.kind == "spaces" else ""
        known = (domain.text, domain.kind, domain.size, domain.words, board)
        for other in self.domains:
            other_board = other.zone if other.kind == "spaces" else ""
            if (other.text, other.kind, other.size, other.words, other_board) == known:
                return other
        taken = {other.constant for other in self.domains}
        constant, at = domain.constant, 2
        while constant in taken:
            constant, at = f"{domain.constant}_{at}", at + 1
        texts = {other.text for other in self.domains}
        text, at = domain.text, 2
        while text in texts:
            text, at = f"{domain.text} ({at})", at + 1
        made = replace(domain, constant=constant, text=text)
        self.domains.append(made)
        return made

    def decision(self, name: str) -> Decision:
        """Return a new place where a player decides."""
        options = self.functions.new(f"_options_of_{python_name(name)}")
        take = self.functions.new(f"_take_{python_name(name)}", "action")
        number = len(self.decisions)
        made = Decision(number, options, take, Function(f"_ask_{number}"), DecisionWords())
        self.decisions.append(made)
        return made

    @contextmanager
    def writing(self, function: Function) -> Iterator[None]:
        """Write another function, and go on with the present one afterwards."""
        before = self.functions.now
        self.functions.now = function
        yield
        self.functions.now = before


def _phase_names(rules: GameplayRules) -> Iterator[str]:
    left = [*rules.phases.items(), *([("turn", rules.turn)] if rules.turn else [])]
    for name, phase in left:  # grows while it is read
        yield name
        left += phase.phases.items()


def seen_by(place: ZonePlace) -> str:
    """Return the code of the players who see the faces of a zone, as bits."""
    match place.zone.faces:
        case "all" | "top":
            return ALL
        case "owner" if place.zone.of_player:
            return f"1 << {place.owner}"
        case "others" if place.zone.of_player:
            return f"ALL ^ (1 << {place.owner})"
    return NOBODY


def union(*masks: str) -> str:
    """Return the code of all players of several sets."""
    if ALL in masks:
        return ALL
    return " | ".join(dict.fromkeys(mask for mask in masks if mask != NOBODY)) or NOBODY


def within(inner: str, outer: str) -> bool:
    """Return whether all players of a set are surely in another, which is not that of all players."""
    return inner in (NOBODY, outer)


def zone_code(place: ZonePlace) -> str:
    """Return the code of the number of a zone, with its owner in the last bits; see `events`."""
    first = place.zone.number << OWNER_BITS
    return f"{first} + {place.owner}" if place.zone.is_several else str(first + TABLE)


Emit = Callable[[RuleBuilder, Any, RuleScope, Path], RuleScope]
Names = Iterable[str]
