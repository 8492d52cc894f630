"""Write the code of decisions: the actions that are legal, and what is bound by the one that is taken."""

from __future__ import annotations

from ast import literal_eval
from dataclasses import dataclass, replace

from cardgen.plugin.rules.described.absence import guards, least_of
from cardgen.plugin.rules.described.build import span
from cardgen.plugin.rules.described.builder import ALL, VARIABLE, RuleBuilder, seen_by
from cardgen.plugin.rules.described.declared import SINGLE, Type, python_name
from cardgen.plugin.rules.described.parsing import ExpressionFault
from cardgen.plugin.rules.described.program import Domain, DomainKind
from cardgen.plugin.rules.described.questions import write_questions
from cardgen.plugin.rules.described.scope import RuleScope, TypedCode, ZonePlace
from cardgen.plugin.rules.described.secrecy import secret_mask
from cardgen.plugin.rules.described.step_schema import ChooseStep
from cardgen.plugin.rules.described.steps import assign, number
from cardgen.plugin.rules.described.writer import Function
from cardgen.report.source import Path

MOST_NUMBERS = 1000
"""Numbers among which a player can choose if the rules do not tell the largest one, from 0."""
_KINDS: dict[Type, DomainKind] = {
    "pieces": "pieces",
    "players": "players",
    "spaces": "spaces",
    "numbers": "numbers",
    "texts": "words",
}


@dataclass(frozen=True, slots=True)
class CompiledChoice:
    """Something that can be chosen, in code.

    Attributes:
        domain: Its actions.
        options: Code of the list of legal actions.
        before: Lines that must come before it.
        bound: What is bound, given the code of the action less that of the first.
        mask: Code of the players who see what is chosen.
    """

    domain: Domain
    options: str
    before: tuple[str, ...]
    bound: TypedCode
    mask: str

    def chosen(self, code: str) -> TypedCode:
        """Return what is bound by an action.

        Args:
            code: Code of the number of the action, less that of the first of the domain.
        """
        return self.bound.with_code(self.bound.code.format(code))


def choice(
    builder: RuleBuilder,
    choose: dict[str, str],
    where: str | None,
    scope: RuleScope,
    path: Path,
    move: str = "",
    *,
    chooser: str = "",
) -> CompiledChoice | None:
    """Return the code of a choice; None after a fault.

    Args:
        move: Name of the move; empty for a step.
        chooser: Code of the player who chooses; left out, the one whose turn it is.
    """
    ((name, text),) = choose.items()
    source = builder.value(text, scope, (*path, "choose", name), *_KINDS)
    if source.type not in _KINDS:
        return None
    kind = _KINDS[source.type]
    if kind == "pieces" and source.how == "zone" and source.place and _is_blind(source.place, chooser or scope.player):
        kind = "places"  # the number of a piece would tell which one it is
    if kind == "numbers" and (stated := source.words or _stated_numbers(source.code)):
        kind, source = "words", replace(source, words=stated)
    variable = python_name(name) if name != "player" else "chosen"
    place = source.place if kind in ("pieces", "places") else None
    item = TypedCode(variable, SINGLE[source.type], place, words=source.words, item=True, board=source.board)
    hoists: dict[str, str] = {}
    inner = scope.bind(name, item)
    condition = builder.allowed(where, inner, (*path, "where"), hoists) if where else ""
    if kind == "words" and not source.words:
        builder.fault(
            ExpressionFault("E233", f"the words of '{text}' are not known", "a choice such as cards.suit"),
            (*path, "choose", name),
        )
        return None
    domain = builder.domain(_domain(kind, source, name, move, place))
    options, bound = _options(builder, domain, source, variable, f" if {condition}" if condition else "")
    before = tuple(f"{short} = {code}" for code, short in hoists.items())
    mask = seen_by(place) if place is not None and kind == "pieces" else ALL
    return CompiledChoice(domain, options, before, replace(item, code=bound, item=False), mask)


def _domain(kind: DomainKind, source: TypedCode, name: str, move: str, place: ZonePlace | None) -> Domain:
    """Return the actions by which something is chosen from a source."""
    size = {
        "numbers": min(source.high, MOST_NUMBERS) + 1 if source.high else MOST_NUMBERS + 1,
        "words": len(source.words),
    }
    return Domain(
        f"{'MOVE' if move else 'CHOOSE'}_{f'{python_name(move)}_' if move else ''}{python_name(name)}".upper(),
        move or f"choose {name}",
        kind,
        size.get(kind, 0),
        source.words,
        move,
        name,
        place.zone.name if place else source.board.name if source.board else "",
    )


def _options(builder: RuleBuilder, domain: Domain, source: TypedCode, variable: str, where: str) -> tuple[str, str]:
    """Return the code of the list of legal actions, and a pattern for the code of what an action binds.

    Args:
        variable: Name of one item of the source in the code.
        where: Code of the condition of the list; empty for none.
    """
    number_of, bound = variable, "{}"
    if domain.kind == "words":
        words = builder.words_constant(source.words)
        number_of, bound = f"{words}_AT[{variable}]", f"{words}[{{}}]"
    if domain.kind == "numbers" and not 0 < source.high <= MOST_NUMBERS:
        where = f" if 0 <= {variable} < {domain.size}{where.replace(' if ', ' and ', 1)}"
    options = f"[{domain.constant} + {number_of} for {variable} in {source.code}{where}]"
    if domain.kind == "places":
        return (
            f"[{domain.constant} + at_ for at_, {variable} in enumerate({source.code}){where}]",
            f"{source.code}[{{}}]",
        )
    return f"distinct({options})" if domain.kind == "pieces" else options, bound


def _stated_numbers(code: str) -> tuple[int, ...]:
    """Return the numbers of the code of a list that states each, or of a span that begins below 0; empty for other code."""
    try:
        found = literal_eval(code.removeprefix("span"))
    except (ValueError, SyntaxError):  # it has to be computed
        return ()
    if code.startswith("span"):
        return (*span(*found),) if found[0] < 0 else ()
    return (*dict.fromkeys(found),)


def _is_blind(place: ZonePlace, chooser: str) -> bool:
    """Return whether a player does not see the faces of the pieces that they choose from."""
    match place.zone.faces:
        case "nobody":
            return True
        case "owner":
            return place.owner != chooser
        case "others":
            return place.owner == chooser
    return False


def log_choice(function: Function, domain: Domain, mask: str, code: str) -> None:
    """Write that a decision is remembered.

    Args:
        code: Code of the number of the action, less that of the first of the domain; empty for a move alone.
    """
    action = f"{domain.constant} + {code}" if code else domain.constant
    function.emit(f"self._log.append(({mask}, self._who, {action}))")


def choose(builder: RuleBuilder, step: ChooseStep, scope: RuleScope, path: Path) -> RuleScope:
    """Write a step `choose`, and return the scope with what is chosen."""
    ((name, _),) = step.choose.items()
    by = _chooser(builder, step.by, scope, (*path, "by")) if step.by else scope.player
    if not by:
        builder.fault(ExpressionFault("E234", "nobody is there to choose", "by: with a player"), (*path, "choose"))
        return scope.bind(name, TypedCode("0", "unknown"))
    secret = builder.is_secret
    made = choice(builder, step.choose, step.where, scope, path, chooser=by)
    if made is None:
        return scope.bind(name, TypedCode("0", "unknown"))
    variable, decision = builder.variable(name), builder.decision(name)
    write_questions(builder, decision, step.question, (*path, "question"))
    pieces = [value.code.removeprefix("self.") for value in scope.names.values() if value.type == "piece"]
    builder.held[decision.number] = tuple(code for code in pieces if code.isidentifier() and code.startswith(VARIABLE))
    now, after = builder.now, builder.functions.step(f"after_choosing_{python_name(name)}")
    decline = (
        builder.domain(Domain(f"{made.domain.constant}_NONE", f"{made.domain.text}: none", "plain", 1))
        if step.optional
        else None
    )
    decision.options.emit(*made.before, f"return {made.options}" + (f" + [{decline.constant}]" if decline else ""))
    now.emit(f"{variable} = {_nothing(made)}")
    conditions, _ = guards(step, scope)
    if step.if_ is not None:
        conditions.append(builder.condition(step.if_, scope, (*path, "if")))
    for condition in conditions:
        with now.block(f"if not {condition}:"):
            now.emit(f"return {after.number}")
    now.emit(f"options = self.{decision.options.name}()", f"if not options: return {after.number}")
    now.emit(f"self._who = {by}", *wait(decision.number))
    take = decision.take
    if decline:
        with take.block(f"if action == {decline.constant}:"):
            log_choice(take, decline, secret_mask(builder, ALL, hides_move=True) if secret else ALL, "")
            take.emit(f"return {after.number}")
    take.emit(f"chosen = action - {made.domain.constant}")
    mask = made.mask.replace(by, "self._who") if made.mask != ALL else ALL
    if secret:
        mask = secret_mask(builder, mask, hides_move=step.optional)
    log_choice(take, made.domain, mask, "chosen")
    take.emit(f"{variable} = {made.chosen('chosen').code}")
    bound = replace(made.bound, code=variable, maybe=True)
    if step.set:
        target = number(builder, step.set, scope, (*path, "set"))
        if target is not None:
            with builder.writing(take):
                assign(builder, target, bound, step.set, (*path, "set"))
    take.emit(f"return {after.number}")
    builder.functions.now = after
    return scope.bind(name, bound)


def _chooser(builder: RuleBuilder, text: str, scope: RuleScope, path: Path) -> str:
    """Return the code of the player who chooses, as that of the owner of a zone: nobody owns none and chooses nothing."""
    value = builder.value(text, scope, path, "player")
    name = value.number.name if value.number else text
    return f"sure({value.code}, {name!r})" if value.maybe and scope.sure else value.code


def _nothing(made: CompiledChoice) -> str:
    return repr("") if made.bound.type == "text" else str(least_of(made.bound) - 1)


def wait(decision: int) -> tuple[str, ...]:
    """Return the lines that stop for a decision, whose legal actions are in `options`."""
    return "self._legal = options", f"self._at = {decision}", "return -1"
