"""The values of expressions, and what is said of those that cannot be computed, as recorded."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from cardgen.plugin.description.rules import DeckRules, Expressed
from cardgen.processes import allowance
from cardgen.render.expressions.evaluation import DeckExpressions
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.report.source import Span
from tests.recorded import check_recorded

from .test_evaluation import PORTS, SHIPS, check, expressions

VALUES = (
    "card.b", "card['b']", "card.get('b')", "card.get('zz', 7)", "card.get('zz')", "card | length", "card | list", "card.values() | list", "'b' in card", "card | dictsort | length", "card.items",
    "card.home", "card.home.values() | list", "card.home.items() | list", "card.home.name", "card.home.far", "card.next.b", "card.next.next", "card.crew[5]", "card.crew | reject('eq', 'cook')", "ships", "ships | map(attribute='b') | list", "(ships | max('cost')).b", "deck.title ~ deck.total",
    "total + 1", "deck['total']", "deck.flag.b", "deck.flags | length", "deck.harbour.depth", "harbour.depth", "constants.fleet", "constants.none", "'x' if false", "none", "1.5", "true", "{'a': 1}", "(1, 2)", "'a' ~ 'b' | upper",
    "'<&>'", "card.name | titled", "card.name | in_language('pt')", "{% if 1 %}", "two_words.a", "'a' * 100000", "'a' * 100001", "[] | min", "card.none", "1 +", "", "1 = 1", "a || b", "range", "loop", "card.cost // 0", "x.y", "card.naem", "shps",
)  # fmt: skip
CHAIN = {f"f{at}": f"card.f{at + 1} + 1" for at in range(40)} | {"f40": "1"}


def placed(formulas: Mapping[str, str], line: int = 1) -> dict[str, Expressed]:
    return {
        name: Expressed(text, f"formula '{name}'", Span("game.yaml", at))
        for at, (name, text) in enumerate(formulas.items(), line)
    }


def rules(formulas: Mapping[str, str], **more: Any) -> DeckRules:
    values = {
        "deck_formulas": placed({"total": "ships | sum('cost')"}, 90),
        "deck_references": {"flag": "ships", "flags": "ships", "gone": "nothing"},
    } | more
    return DeckRules(
        {"ships": False, "ports": False, "harbour": True, "two-words": False},
        {"ships": placed(formulas), "ports": placed({"far": "card.depth * 2"}, 50)}, {"ships": {"home": "ports", "next": "ships"}}, constants={"fleet": 54}, checks=(), **values,
    )  # fmt: skip


def deck() -> dict[str, Any]:
    ships = [{**ship, "next": "brig" if ship["id"] == "dory" else ["dory", "none"]} for ship in SHIPS]
    return {
        "title": "Old",
        "ships": ships,
        "ports": [dict(port) for port in PORTS],
        "harbour": {"id": "h", "depth": 3},
        "two-words": [],
        "flag": "dory",
        "flags": ["dory", "brig", "zz"],
        "plain": {"a": [1]},
    }


def said(items: list[Any]) -> list[str]:
    messages = [_OTHERS.sub(r"\1 ...", item.message) for item in items]
    return [
        f"{item.code} {message} | {item.expected} | {item.hints} | {item.span and item.span.line}"
        for item, message in zip(items, messages, strict=True)
    ]


_OTHERS = re.compile(
    r"(syntax of [^:]*:|fails:(?! there is| an empty list)) .*"
)  # other releases of Jinja have other words


def told() -> Iterator[str]:
    for text in VALUES:
        found = Collector()
        done = DeckExpressions(rules({"b": "card.cost + 1", "value": text})).complete(deck(), found)
        yield f"{text}: {str([ship['value'] for ship in done['ships']])[:700]} {said(found.items)}"
    for count in (29, 30, 31, 32):
        found = Collector()
        chain = {name: text for name, text in CHAIN.items() if int(name[1:]) >= 40 - count}
        done = DeckExpressions(rules(chain)).complete(deck(), found)
        yield f"chain of {count}: {done['ships'][0][f'f{40 - count}']} {[item.message[:60] for item in found.items]}"
    for formulas in (
        {"a": "card.b", "b": "card.a"},
        {"a": "card['a']"},
        {"a": "card['b'] + card['c']", "b": "card.cost", "c": "card['a']"},
        {"a": "card.b + card.c", "b": "1", "c": "card.b + card.d", "d": "card.c"},
        {"a": "deck.a", "b": "ships"},
        {"a": "card.total"},
        {"a": "x.a"},
        {"a": "1 +", "b": "(", "c": "a | nope"},
    ):
        yield f"faults of {formulas}: {said(DeckExpressions(rules(formulas)).faults())} of the deck {said(DeckExpressions(rules({}, deck_formulas=placed(formulas))).faults())}"
    for formulas, references in (
        ({}, {}),
        ({"t": "1 / 0"}, {}),
        ({"t": "deck.u", "u": "deck.t"}, {}),
        ({"t": "u + 1", "u": "2"}, {}),
        ({"t": "u * 10 + v", "u": "2", "v": "u + 1"}, {}),
        ({}, {"flag": "ports"}),
    ):
        found = Collector()
        one = DeckExpressions(
            DeckRules({"ships": False}, {}, {}, (), deck_formulas=placed(formulas), deck_references=references)
        )
        whole = deck()
        done = one.complete(whole, found)
        yield f"deck {formulas} {references}: {done is whole} {done.get('t')} {done['flag']} {said(found.items)}"
    copies = Expressed("copies *", "copies_for", Span("game.yaml", 3))
    yield f"faults of copies: {said(DeckExpressions(rules({}, copies=(replace(copies, text='copies * 2'), copies))).faults())}"
    yield from told_of_checks()


def told_of_checks() -> Iterator[str]:
    for stated in (
        {
            "that": "ships | length == 3",
            "say": "  {{ ships | length }}\n ships {{ none }}",
            "expected": "{{ 1 + 2 }} &",
            "source": "rule 1",
        },
        {"that": "false", "say": "{{ title }}", "at": "title"},
        {"that": "false", "source": "page 2", "at": "plain.a"},
        {"that": "card.cost > 5", "each": "ships"},
        {"that": "card.b > 5", "each": ("ships", "harbour", "plain"), "say": "{{ card.nope }}"},
        {"that": "card.depth == 9", "each": ("ports", "harbour"), "at": "depth", "warning": True},
        {"that": "card.nope", "each": "ships"},
        {"that": "1 / 0", "code": "E301"},
        {"that": "total == 10"},
        {"that": "card.id == 'h'", "each": "harbour", "at": "id", "code": "W301"},
        {"that": "'x' in card.a", "each": "plain"},
        {"that": "false", "say": "{{ 1 + }}", "expected": "{{ a b }}"},
    ):
        one = DeckExpressions(replace(rules({"b": "card.cost"}), checks=(check(**stated),)))
        yield f"check {stated}: {said(one.faults())}"
        if one.faults():
            continue
        for each in one.findings(deck()):
            notes = [note for note, _ in each.notes]
            yield f"  {said([each])} {each.path} {each.on_key} {notes}"
    yield f"no checks {[*expressions().findings(deck())]}"
    allowance.begin()
    copies = expressions(constants={"fleet": 54})
    for text in (
        "copies * players",
        "card.cost",
        "-1",
        "0",
        "10000",
        "10001",
        "1.0",
        "'a'",
        "true",
        "constants.fleet",
        "zz",
        "none",
    ):
        try:
            yield f"copies {text}: {copies.copies(Expressed(text, 'copies_for', Span('game.yaml', 3)), {'cost': 3}, 4, 2)}"
        except UnlocatedError as error:
            yield f"copies {text}: {error.code} {error.message} | {error.expected}"
    for formulas in ({"a": "card.cost"}, {"a": "card.nope"}):
        try:
            yield f"plain {expressions(formulas).plain(deck())['ships'][0].get('a')}"
        except CardgenError as error:
            yield f"plain {said([*error.diagnostics])}"


def test_values_and_messages_of_expressions() -> None:
    check_recorded(Path(__file__).with_name("expressions.txt"), told())
