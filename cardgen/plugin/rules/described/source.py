"""Assemble the source of the generated class: its attributes, its constructor, its copy, and how a game ends."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.plugin.rules.described.builder import RuleBuilder
from cardgen.plugin.rules.described.declared import TYPE_WORDS, RuleNumber
from cardgen.plugin.rules.described.features import features_source
from cardgen.plugin.rules.described.parsing import ExpressionFault
from cardgen.plugin.rules.described.scope import RuleScope, TypedCode


def class_source(builder: RuleBuilder) -> str:
    """Return the source of the class of states."""
    constructor, ending = [*_constructor(builder)], [*_ending(builder)]
    slots = ", ".join(repr(name) for name in _attributes(builder))
    lines = [
        "class Game(DescribedState):",
        '    """A position of the game: pieces are numbers, zones are lists of them with the top piece last."""',
        "",
        f"    __slots__ = ({slots},)" if slots else "    __slots__ = ()",
        "",
        *constructor,
        "",
        *_clone(builder),
        "",
    ]
    functions = [["", *function.source()] for function in builder.functions.all]
    repeats = any("self._work += 1" in line for source in functions for line in source)
    lines += [line for line in _APPLY if repeats or line.strip() != "self._work = 0"]
    lines += [*_GO_ON, "        self.cut_off(action)"]
    for source in functions:
        lines += source
    asks = [line for decision in builder.decisions for line in ("", *decision.ask.source())]
    lines += ["", *ending, "", *features_source(builder), *asks, "", ""]
    steps = ", ".join(f"Game.{function.name}" for function in builder.functions.steps)
    lines.append(f"STEPS = ({steps},)")
    takes = "".join(f"Game.{decision.take.name}, " for decision in builder.decisions)
    options = "".join(f"Game.{decision.options.name}, " for decision in builder.decisions)
    entries = "".join(f"{number}, " for name, number in builder.variables.items() if name.startswith("#"))
    asked = "".join(f"Game.{decision.ask.name}, " for decision in builder.decisions)
    lines += [f"TAKES = ({takes})", f"OPTIONS = ({options})", f"EFFECTS = ({entries})", f"HELD = {builder.held!r}"]
    lines.append(f"ASKS = ({asked})")
    words = [
        f"{name} = {words!r}\n{name}_AT = {{word: at for at, word in enumerate({name})}}"
        for words, name in builder.word_lists.items()
    ]
    return "\n".join([*words, *([""] if words else []), *lines, ""])


_APPLY = """
    def apply_action(self, action):
        if action not in self._legal:
            self.refuse(action)
        self._count += 1
        self._work = 0
        if self._count >= LONGEST or len(self._log) > MOST_LOG:
            self.cut_off(action)
            return
        step = TAKES[self._at](self, action)
""".strip("\n").split("\n")

# Goes on from `step` until a player decides, and falls through where the game is to be cut off.
_GO_ON = """
        for some in MOST_STEPS:
            for _ in some:
                if step < 0:
                    return
                step = STEPS[step](self)
            if len(self._log) > MOST_LOG:
                break
""".strip("\n").split("\n")


def _set_numbers(builder: RuleBuilder) -> list[RuleNumber]:
    return [number for number in builder.words.numbers.values() if not number.formula]


def _variables(builder: RuleBuilder) -> dict[str, str]:
    return {name: start for name, start in builder.variables.items() if not name.startswith("#")}


def _attributes(builder: RuleBuilder) -> Iterator[str]:
    for name, zone in builder.words.zones.items():
        yield zone.attribute
        if name in builder.analysis.tracked:
            yield zone.known
    for number in _set_numbers(builder):
        yield number.attribute
        if number.secret:
            yield number.known
    yield from _variables(builder)


def _constructor(builder: RuleBuilder) -> Iterator[str]:
    """Yield the constructor: pieces where they lie at the start, numbers at their first value."""
    yield "    def __init__(self, luck, first):"
    yield "        self.start(luck, first)"
    for name, zone in builder.words.zones.items():
        start, code = f"START[{name!r}]", f"self.{zone.attribute}"
        if zone.board:
            yield f"        {code} = [[] for _ in range(COUNT_{zone.board.constant})]"
        elif not zone.of_player:
            yield f"        {code} = {f'[*{start}[0]]' if zone.holds else '[]'}"
        elif zone.holds:
            yield f"        {code} = [[*{start}[(seat + first) % PLAYERS]] for seat in SEATS]"
        else:
            yield f"        {code} = [[] for _ in SEATS]"
        if name in builder.analysis.tracked:
            known = f"[[0] * len(pieces) for pieces in {code}]" if zone.is_several else f"[0] * len({code})"
            yield f"        self.{zone.known} = {known}"
    for number in _set_numbers(builder):
        yield f"        self.{number.attribute} = {_start(builder, number)}"
        if number.secret:
            yield f"        self.{number.known} = [ALL] * PLAYERS"
    for name, start in _variables(builder).items():
        yield f"        self.{name} = {start}"
    yield "        step = 2"
    yield from (*_GO_ON, "        self.cut_off(-1)")


def _start(builder: RuleBuilder, number: RuleNumber) -> str:
    """Return the code of the first value of a number, or of those of all players or pieces."""
    text, path = builder.rules.numbers[number.name].start, ("numbers", number.name, "start")
    scope = RuleScope(builder.words, "player" if number.of == "player" else "")
    if number.of in builder.words.kinds:
        scope = scope.bind("card", TypedCode("card", "piece"))
    if number.of in builder.words.boards:
        scope = scope.bind("space", TypedCode("space", "space", board=builder.words.boards[number.of]))
    default = {"number": "0", "yes": "False", "player": "-1", "piece": "-1"}
    default |= {"text": repr(number.words[0]) if number.words else "''"}
    code = default[number.type]
    if text is not None:
        found = builder.value(text, scope, path)
        if found.type not in (number.type, "unknown"):
            fault = ExpressionFault("E233", f"'{text}' is {TYPE_WORDS[found.type]}", TYPE_WORDS[number.type])
            builder.fault(fault, path)
        code = found.code
    if number.of == "player":
        return f"[{code} for player in SEATS]"
    if number.of in builder.words.kinds:
        return f"[{code} for card in range(PIECES)] + [{default[number.type]}]"
    if number.of in builder.words.boards:
        board = builder.words.boards[number.of]
        return f"[{code} for space in range(COUNT_{board.constant})] + [{default[number.type]}]"
    return code


def _clone(builder: RuleBuilder) -> Iterator[str]:
    """Yield the copy: lists are copied, everything else cannot change."""
    yield "    def clone(self):"
    yield "        other = Game.__new__(Game)"
    yield "        self.copy_to(other)"
    for name, zone in builder.words.zones.items():
        for attribute in (zone.attribute, *([zone.known] if name in builder.analysis.tracked else [])):
            value = f"[pieces[:] for pieces in self.{attribute}]" if zone.is_several else f"self.{attribute}[:]"
            yield f"        other.{attribute} = {value}"
    for number in _set_numbers(builder):
        copied = "" if number.of == "table" else "[:]"
        yield f"        other.{number.attribute} = self.{number.attribute}{copied}"
        if number.secret:
            yield f"        other.{number.known} = self.{number.known}[:]"
    for name in _variables(builder):
        yield f"        other.{name} = self.{name}"
    yield "        return other"


def _ending(builder: RuleBuilder) -> Iterator[str]:
    """Yield the methods that say who has won, and by how much."""
    end, scope = builder.rules.end, RuleScope(builder.words, "player")
    yield "    def scores(self):"
    yield '        """Return the score of each seat, with what decides between equal ones."""'
    if end.score is None:
        yield "        return [(0,) for _ in SEATS]"
    else:
        parts = [builder.value(end.score, scope, ("end", "score"), "number", "yes").code]
        parts += [
            builder.value(text, scope, ("end", "tie_break", at), "number", "yes").code
            for at, text in enumerate(end.tie_break)
        ]
        yield f"        return [({', '.join(parts)},) for player in SEATS]"
    yield ""
    yield "    def winners(self):"
    yield '        """Return the seats that have won."""'
    if end.winner in ("highest", "lowest"):
        if end.score is None and end.payoff is None and not (end.win or end.lose):
            fault = ExpressionFault("E234", "nothing says who has won", "score, winner, payoff, win or lose")
            builder.fault(fault, ("end",), on_key=True)
        best = "max" if end.winner == "highest" else "min"
        yield "        scores = self.scores()"
        yield f"        wanted = {best}(scores)"
        yield "        return [seat for seat in SEATS if scores[seat] == wanted]"
    else:
        value = builder.value(end.winner, scope, ("end", "winner"), "player", "players")
        yield "        player = self.player"
        yield f"        return [*{value.code}]" if value.type == "players" else f"        return [{value.code}]"
    yield ""
    yield "    def payoffs(self):"
    yield '        """Return what each seat gains or loses; None if they win or lose."""'
    if end.payoff is None:
        yield "        return None"
    else:
        yield f"        return [{builder.value(end.payoff, scope, ('end', 'payoff'), 'number').code} for player in SEATS]"
