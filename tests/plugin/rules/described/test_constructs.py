"""What becomes of each construct of rules: its code, its words and what is said of it stay as in the last version."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from difflib import unified_diff
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator
from pydantic import TypeAdapter, ValidationError
from recorded import check_recorded

from cardgen.model.deck import LocalizedText
from cardgen.plugin.rules.contest import GameSummary
from cardgen.plugin.rules.described.asking import goal_of, phase_of, question_of, waiting_of
from cardgen.plugin.rules.described.compiler import compile_rules
from cardgen.plugin.rules.described.expressions import Compiler
from cardgen.plugin.rules.described.parsing import ExpressionFault, parsed
from cardgen.plugin.rules.described.program import Program
from cardgen.plugin.rules.described.rules import DescribedContest
from cardgen.plugin.rules.described.rules_words import RulesWriter, rules_in_words
from cardgen.plugin.rules.described.schema import GameplayRules
from cardgen.plugin.rules.described.scope import RuleScope, TypedCode, ZonePlace
from cardgen.plugin.rules.described.stated_effects import StatedEffects, effects_annotation
from cardgen.plugin.rules.described.tables import make_tables
from cardgen.plugin.rules.described.vocabulary import Names
from cardgen.plugin.rules.errors import IllegalActionError, InvalidActionError
from cardgen.yaml_loader import LOADER
from tests.play.test_recorded_games import Sums, tell
from tests.plugin.effects.vocabulary import frozen
from tests.plugin.rules.described.oracles import field

STATED = yaml.load(Path(__file__).with_name("constructs.yaml").read_text("utf-8"), LOADER)
GAME = STATED["game"]
FIELDS = {name: field(spec) for name, spec in STATED["fields"].items()}
FIELDS["tags"] = SimpleNamespace(type="list", of=field("text"))
FIELDS["flags"] = SimpleNamespace(type="list", of=field("boolean"))
KINDS = {"cards": FIELDS}
PART = ("boards", "zones", "numbers")
"""Sections of which a change replaces only what it names."""


def changed(text: str) -> Mapping[str, Any]:
    """Return the rules of the game after a change: of its keys, or of those of its turn or its only move."""
    change = yaml.load(text, LOADER)
    move = {"do": change.pop("do")} if "do" in change else {}
    turn = {"moves": change.pop("moves", {"go": move})}
    change = {key: {**GAME[key], **value} if key in PART else value for key, value in change.items()}
    return frozen({**GAME, "turn": turn, **change})


def terms(rules: GameplayRules, language: str) -> tuple[Any, ...]:
    """Return what words of rules need: names of kinds, fields, what holds or does not, and players."""
    found = Names(rules, KINDS, {}).words
    flags = {one.name for one in (*found.columns.values(), *found.numbers.values()) if one.type == "yes"}
    players = {one.name for one in found.numbers.values() if one.type == "player"}
    kinds = {"cards": "Cards" if language == "en" else "Cartas"}
    return kinds, frozenset(found.columns), frozenset(flags), frozenset(players)


def in_words(rules: GameplayRules, language: str) -> list[str]:
    return rules_in_words(rules, language, *terms(rules, language)).splitlines()


def parts_of(program: Program) -> Iterator[str]:
    """Yield all that a program says besides its source, a line for each of its entries."""
    for one in fields(program):
        value = getattr(program, one.name)
        entries = [*value.items()] if isinstance(value, Mapping) else value
        entries = sorted(entries) if isinstance(value, frozenset) else entries
        if one.name not in ("source", "explicit"):
            yield from (f"{one.name}: {entry}" for entry in (entries if isinstance(entries, tuple | list) else [value]))


def differences(before: list[str], after: list[str]) -> list[str]:
    """Return the lines that differ; of the attributes of a state, the constructor tells too."""
    lines = [*unified_diff(before, after, n=0, lineterm="")][2:]
    return [line for line in lines if line[0] in "+-" and line[1:].strip() and "__slots__" not in line]


def told(fault: Any) -> str:
    return f"{fault.code} {fault.message}; {fault.expected}; {', '.join(fault.hints)}; {fault.part}"


def deck(rules: GameplayRules) -> Mapping[str, Any]:
    """Return a few cards that differ in all that they state."""
    effects = tuple(
        StatedEffects({"en": f"Draw {at % 3}."}, (("draw", (at % 3,)),) if at % 2 and "draw" in rules.effects else ())
        for at in range(10)
    )
    return {
        "cards": [
            {
                "id": f"c{at}",
                "name": LocalizedText({"en": f"Card {at}", "pt": f"Carta {at}"}),
                "copies": 1 + at % 2,
                "rank": at % 5,
                "cost": at % 3,
                "suit": ("red", "blue")[at % 2],
                "level": 1 + at // 2 % 2,
                "trap": at % 3 == 0,
                "tags": ("x", "y")[: at % 3],
                "effects": effects[at],
            }
            for at in range(10)
        ]
    }


def pieces(state: Any, contest: DescribedContest) -> list[int]:
    zones, players = contest.tables.program.zones, contest.player_count
    return sorted(piece for zone in zones for owner in zone.piles(players) for piece in state.pieces(zone, owner))


def played(rules: GameplayRules, program: Program, seed: int) -> str:
    """Play a game of a few random choices, in which no piece is lost; return the sums of all that happens and is told."""
    decks, players = [deck(rules)] * (2 if program.own_decks else 1), 2 + seed % 2
    players = players if players in program.players else min(program.players)
    contest = DescribedContest(make_tables(program, decks, players))
    table, rng, sums = contest.tabletop(("en", "pt")[seed % 3 % 2]), Random(seed), Sums()
    state = table.start(seed, seed % players)
    laid_out, count = pieces(state, contest), 0
    while not state.is_terminal() and count < 9:
        mover, legal = state.current_player(), list(state.legal_actions())
        sums.add("rules", mover, [state.action_to_string(action) for action in legal], state.to_text())
        if seed % 2 and count == 1:
            tell(sums, table, state, mover, legal, 0)
            sums.add("rules", state.resample_from_infostate(mover, rng).to_text())
        state.apply_action(rng.choice(legal))
        count += 1
        assert pieces(state, contest) == laid_out
    if not seed % 2:
        tell(sums, table, state, -1, (), 0)
    sums.add("end", state.to_text(), state.is_terminal() and (state.returns(), table.ending(state)))
    asked = phase_of(table, state), question_of(table, state), waiting_of(table, state)
    summary = contest.summary(state, seed, seed % players)
    sums.add("end", len(table.decks))
    sums.add(
        "end",
        [[sorted(one.items() if isinstance(one, Mapping) else one) for one in each] for each in summary_parts(summary)],
    )
    sums.add("asked", goal_of(table), *(() if state.current_player() < 0 and not state.is_terminal() else asked))
    if seed % 3 == 0:
        walk(sums, contest, rng)
    return f"{count} choices, {sums}"


def summary_parts(summary: GameSummary) -> tuple[Any, ...]:
    said = (summary.turns, summary.ending, summary.cut_off)
    return (
        summary.drawn,
        summary.used,
        summary.effects,
        (summary.features, summary.contributions),
        ((*map(str, said),),),
    )


def walk(sums: Sums, contest: DescribedContest, rng: Random) -> None:
    """Add what is told along a random way through the tree of a game, in which chance makes its own choices."""
    position, choices = contest.tree_position(), 0
    while not position.is_terminal() and choices < 4:
        legal = [*position.legal_actions()]
        choices += position.current_player() >= 0
        told = [position.action_to_string(action) for action in legal]
        assert [position.string_to_action(text) for text in told] == legal
        sums.add("tree", position.current_player(), told, position.to_text(), position.returns())
        sums.add("tree", position.observation_string(0), position.information_state_string(1 % contest.player_count))
        if position.current_player() < 0:
            sums.add("tree", [(action, round(share, 6)) for action, share in position.chance_outcomes()])
        elif choices == 2:
            sums.add("tree", position.resample_from_infostate(0, rng).to_text())
        before, kept = position.to_text(), position.clone()
        with pytest.raises((IllegalActionError, InvalidActionError)):
            position.apply_action(max(legal) + 1)
        position.apply_action(rng.choice(legal))
        assert kept.to_text() == before
    with pytest.raises(InvalidActionError, match="'outcome: 0' is not an action of this game"):
        position.string_to_action("outcome: 0")


def changes() -> Iterator[str]:
    """Yield each change, and how the game differs after it: its code, its other parts, a game and its words."""
    plain = GameplayRules.model_validate(frozen(GAME))
    base = compile_rules("constructs", plain, KINDS, {}).program
    assert base
    yield from ("== the game", *base.source.splitlines(), *parts_of(base))
    yield from differences(base.source.splitlines(), base.explicit.splitlines())
    told_before = {language: in_words(plain, language) for language in ("en", "pt")}
    for lines in told_before.values():
        yield from lines
    for number, text in enumerate(STATED["changes"]):
        yield f"== {text}"
        rules = GameplayRules.model_validate(changed(text))
        compiled = compile_rules("constructs", rules, KINDS, {})
        for fault in compiled.faults:
            yield f"{'.'.join(map(str, fault.path[1:]))}{' (key)' if fault.on_key else ''}: {told(fault)}"
        if compiled.program:
            lines = differences(base.source.splitlines(), compiled.program.source.splitlines())
            yield from lines
            explicit = differences(base.explicit.splitlines(), compiled.program.explicit.splitlines())
            yield from (f"with chance {line}" for line in explicit if line not in lines)
            yield from differences([*parts_of(base)], [*parts_of(compiled.program)])
            yield played(rules, compiled.program, number)
        for language, before in told_before.items():
            yield from differences(before, in_words(rules, language))


def scope() -> RuleScope:
    """Return a place of the rules where several things have a name."""
    words = Names(GameplayRules.model_validate(frozen(GAME)), KINDS, {"gold": 7}).words
    bound = {
        "card": TypedCode("card", "piece", ZonePlace(words.zones["hand"], "player")),
        "other": TypedCode("self._other", "player", maybe=True),
        "space": TypedCode("space", "space", board=words.boards["sky"]),
        "spot": TypedCode("self._spot", "space", board=words.boards["trail"], maybe=True),
        "chosen": TypedCode("chosen", "number"),
        "word": TypedCode("word", "text"),
    }
    return RuleScope(words, "player", bound)


def expressions() -> Iterator[str]:
    """Yield each expression with its code and what is known of its value."""
    here = scope()
    for text in map(str, STATED["expressions"]):
        yield f"== {text}"
        compiler = Compiler(here)
        try:
            found = compiler.value(parsed(text))
        except ExpressionFault as fault:
            yield told(fault)
            continue
        yield found.code
        known = {
            one.name: getattr(value, "name", getattr(getattr(value, "zone", None), "name", value))
            for one in fields(found)
            if one.name != "code" and (value := getattr(found, one.name))
        }
        reads = {one.name: sorted(getattr(compiler.reads, one.name)) for one in fields(compiler.reads)}
        yield ", ".join(f"{key} {value}" for key, value in {**known, **reads}.items() if value)


def words() -> Iterator[str]:
    """Yield each expression in words: as a value, as a condition and its opposite, and as what some cards have in common."""
    rules = GameplayRules.model_validate(frozen({**GAME, "players": 2}))
    writers = {one: RulesWriter(rules, one, *terms(rules, one), cards={})._expressions for one in ("en", "pt")}
    for text in map(str, STATED["expressions"]):
        try:
            Compiler(scope()).value(parsed(text))
        except ExpressionFault:
            continue
        yield f"== {text}"
        for writer in writers.values():
            with writer.speaking("any" if len(text) % 3 else "", card=writer.that("card"), other=writer.that("player")):
                said = writer.say(text)
                yield said
                told = [writer.condition(text), writer.condition(text, holds=False), writer.such(text, "card")]
                yield from (one for one in told if one not in (text, said))


EFFECTS = (
    *(
        "draw 123",
        "draw -5",
        "draw +7",
        "draw 1234567890",
        "draw 2",
        "draw",
        "draw 1 2",
        "draw x",
        "shine",
        "shine 1",
        "draw 2; shine\nmark me yes",
        " ; ",
        "pull 2",
        "",
    ),
    *(
        {"draw": 2},
        {"draw": "2"},
        {"draw": {"n": 2}},
        {"draw": {"m": 2}},
        {"draw": {}},
        {"draw": None},
        {"shine": None},
    ),
    *(
        {"shine": True},
        {"shine": 1},
        {"mark": {"is_on": True, "who": "me"}},
        {"mark": {"is_on": True, "who": None}},
        {"mark": ("me", "no")},
        {"mark": ("me",)},
    ),
    *(
        {"draw": 1, "shine": None},
        {},
        ("draw 2; shine", {"draw": 3}),
        (3,),
        (({"draw": 1},),),
        3,
        True,
        None,
        {"draw": True},
        {"draw": 2.5},
    ),
    StatedEffects({"en": "Draw 1."}, (("draw", (1,)),)),
)


def stated() -> Iterator[str]:
    """Yield what cards may state as their effects, and what is read from it or said of it."""
    reader = TypeAdapter(effects_annotation(GameplayRules.model_validate(frozen(GAME)).effects))
    for value in EFFECTS:
        yield f"== {value!r}"
        try:
            read = reader.validate_python(value)
            yield f"{dict(read.languages)} {read.effects} {read.gaps}"
        except ValidationError as error:
            yield from (f"{one['ctx'] if 'ctx' in one else one['msg']}" for one in error.errors())


def thawed(value: Any) -> Any:
    """Return a value with lists, as editors see it."""
    if isinstance(value, Mapping):
        return {key: thawed(one) for key, one in value.items()}
    return [*map(thawed, value)] if isinstance(value, tuple | list) else value


def test_editors_accept_what_the_rules_accept():
    """The JSON schema takes every form of a value, and refuses numbers of players that are something else."""
    stated = GameplayRules.model_json_schema()
    schema = Draft202012Validator(stated)
    assert schema.is_valid(GAME)
    of_keys = {key: Draft202012Validator({"$defs": stated["$defs"], **of}) for key, of in stated["properties"].items()}
    for text in STATED["changes"]:
        for key, value in thawed(changed(text)).items():
            assert value == GAME.get(key) or of_keys[key].is_valid(value), (text, key)
    for players, accepted in (
        (2, True),
        ("2-4", True),
        ([2, 4], True),
        (None, False),
        ({"most": 4}, False),
        (["a"], False),
    ):
        assert schema.is_valid({**GAME, "players": players}) == accepted, players


@pytest.mark.parametrize("source", [expressions, changes, words, stated])
def test_constructs(source):
    check_recorded(Path(__file__).with_name(f"constructs_{source.__name__}.txt"), source())
