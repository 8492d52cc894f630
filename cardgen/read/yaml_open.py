"""Lists and mappings of a YAML file while they are read: what they hold so far, merge keys, and items without a dash."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from cardgen.read.yaml_faults import YamlFaults
from cardgen.read.yaml_lines import DASH_MISSING
from cardgen.records import dataclass
from cardgen.report.diagnostics import quoted
from cardgen.report.source import Node, Span


@dataclass(slots=True)
class OpenNode:
    """A list or mapping whose end has not been reached.

    Attributes:
        count: Number of nodes in the tree before it.
        height: Levels of nesting so far, its own included.
        key: Key whose value comes next; None if that value is to be dropped.
        key_span: Position of the key; None if a key comes next.
        glued: Value that is written to its key without a space, `{copies:7}`, as a node; None without such a value.
        merged: Values of the merge key `<<`; None for a list or without the key.
        earlier: Mappings that were begun before this one in the same item of a list, where a dash is missing between
            them.
    """

    value: list[Node] | dict[str, Node]
    start: Any
    count: int
    height: int = 1
    key: str | None = None
    key_span: Span | None = None
    glued: Node | None = None
    merged: Node | None = None
    earlier: list[dict[str, Node]] = field(default_factory=list)


def is_new_item(key: str, open_nodes: list[OpenNode]) -> bool:
    """Return whether a key that comes again may begin the next item of a list whose dash is missing."""
    *above, top = open_nodes
    is_item = bool(above) and isinstance(above[-1].value, list) and not top.start.flow_style
    return is_item and isinstance(top.value, dict) and key == next(iter(top.value))


def first_of(done: OpenNode, last: Node, items: list[Node], faults: YamlFaults) -> Node:
    """Return the last of the mappings of one item of a list, after adding those before it to the list.

    A key that comes again begins another mapping. If that has several keys, a dash is missing before it (E111);
    otherwise the key is simply given twice (E106).
    """
    assert isinstance(done.value, dict)  # `is_new_item` begins another mapping nowhere else
    mappings = [*done.earlier, done.value]
    kept = mappings[:1]
    for mapping in mappings[1:]:
        key, node = next(iter(mapping.items()))
        span = node.key_span or node.span
        if len(mapping) > 1:
            hints = [f"begin each value of the list with '- ': write '- {key}: ...', indented as the ones before"]
            note = ("the value before begins", kept[-1][key].key_span)
            faults.error(DASH_MISSING, f"'- ' is missing before {quoted(key)}", span, hints=hints, notes=[note])
            kept.append(mapping)
        else:
            note = ("first defined", kept[-1][key].key_span)
            faults.error("E106", f"key {quoted(key)} is defined twice", span, notes=[note])
    nodes = [Node(mapping, next(iter(mapping.values())).key_span or last.span) for mapping in kept]
    items += nodes[:-1]
    return nodes[-1]


def begin_merge(top: OpenNode, span: Span, faults: YamlFaults) -> None:
    """Expect the value of a merge key next.

    Args:
        span: Where the key `<<` was written.
        faults: Collects E106.
    """
    top.key, top.key_span = None, span
    if top.merged is not None:
        note = ("first used", top.merged.key_span)
        hints = ["merge several values with one list: '<<: [*a, *b]'"]
        faults.error("E106", "merge key '<<' is used twice", span, hints=hints, notes=[note])
        return
    top.merged = Node(None, span, span)


def merge(value: dict[str, Node], merged: Node, faults: YamlFaults) -> None:
    """Add the keys of other mappings that a mapping does not have itself; of several, the first one counts.

    Args:
        faults: Collects E110.

    Source:
        YAML 1.1, merge key language-independent type.
    """
    sources = merged.value if isinstance(merged.value, list) else [merged]
    for source in sources:
        if not isinstance(source.value, dict):
            hint = "write '<<: *name' with the name of a mapping, '&name', above"
            faults.reject("merge key '<<' needs a mapping, or a list of mappings", source.span, hint)
            continue
        for key, node in source.value.items():
            value.setdefault(key, node)
