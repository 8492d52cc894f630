"""Find formulas that need themselves, in their texts, before any is evaluated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from jinja2 import meta, nodes

from cardgen.plugin.description.rules import DeckRules
from cardgen.render.expressions.computed_deck import NO_CYCLE
from cardgen.render.templates.environment import Environment
from cardgen.report.diagnostics import Diagnostic, quoted


def find_cycles(environment: Environment, rules: DeckRules) -> Iterator[Diagnostic]:
    """Yield E224 for each formula that needs itself, directly or by way of others of its card, or of the deck."""
    of_cards = ((formulas, "card") for formulas in rules.formulas.values())
    for formulas, holder in (*of_cards, (rules.deck_formulas, "deck")):
        needs = {
            name: _fields_used(environment, formula.text, holder) & {*formulas} for name, formula in formulas.items()
        }
        for name in formulas:
            if way := _way_back(name, needs):
                steps = " -> ".join(quoted(step) for step in way)
                message = f"{formulas[name].name} needs itself: {steps}"
                yield Diagnostic("E224", message, formulas[name].span, NO_CYCLE)
                break


def _fields_used(environment: Environment, text: str, holder: str) -> set[str]:
    """Return the fields of its own card, or of the deck, that a formula uses."""
    tree = environment.parse(f"{{{{ {text} }}}}")
    found = {node.attr for node in tree.find_all(nodes.Getattr) if _is_name(node.node, holder)}
    for node in tree.find_all(nodes.Getitem):
        if _is_name(node.node, holder) and isinstance(node.arg, nodes.Const):
            found.add(str(node.arg.value))
    return found | meta.find_undeclared_variables(tree) if holder == "deck" else found


def _is_name(node: nodes.Node, name: str) -> bool:
    return isinstance(node, nodes.Name) and node.name == name


def _way_back(name: str, needs: Mapping[str, set[str]]) -> list[str]:
    """Return the names on a way from a formula back to itself, both ends included; empty if there is none."""
    ways, seen = [[name]], set[str]()
    while ways:
        way = ways.pop()
        for step in sorted(needs[way[-1]]):
            if step == name:
                return [*way, step]
            if step not in seen:
                seen.add(step)
                ways.append([*way, step])
    return []
