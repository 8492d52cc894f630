"""Find the lists of cards in a tree of values, from JSON or YAML, and make a table of each.

A nested value becomes columns of its own: `{stats: {attack: 3}}` is the column `stats.attack`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from cardgen.read.json_text import clean_text
from cardgen.read.tables.csv_text import too_many
from cardgen.read.tables.table import Cell, NestedText, Table, TableRow
from cardgen.report.diagnostics import Collector, quoted
from cardgen.report.source import Node, Span

_MANY = 10
"""Items from which a list of texts beside other values is a list of cards, and a list inside each item is one too."""
_NAMES = ("name", "title", "id", "text")
"""Headings that cards have: `{name: [a, b], cost: [1, 2]}` is a table whose columns are written as lists."""
_TEXT = "text"
"""Heading of a list of texts."""
_MOST_NAMED = 5  # of the keys that are left out
_EMPTY_KEY = "#"  # a heading of a remark: a key without any character can name no field

Lists = dict[str, list[Node]]
Record = dict[str, Node]


def read_lists(root: Node, name: str, found: Collector) -> dict[str, Table]:
    """Return the tables in the value of a whole file, by the key of each list; empty for the only one of a file.

    Args:
        found: Receives E132 and E137, and W155 for values that are in no list.
    """
    lists = _lists_in(root)
    if isinstance(root.value, dict):
        _note_left_out(root.value, lists, found)
    lists = {key: items for key, items in lists.items() if items}
    if not lists:
        what = "an empty list" if isinstance(root.value, list) else "no list of cards"
        expected = "a list with a value for each card, such as [{name: Ogre, cost: 3}]"
        found.add("E137", f"the file holds {what}", Span(name, root.span.line, root.span.column), expected=expected)
    tables = {}
    for key, items in lists.items():
        table = _table(items, name, key if len(lists) > 1 else "", found)
        if table is None:
            return {}
        tables[table.list_name] = table
    return tables


def _lists_in(root: Node) -> Lists:
    """Return the lists of cards in a value, by their keys.

    These forms are known, and tried in this order: a list; an object of lists, each a kind of card; an object whose values
    are cards, by their names; an object whose lists are columns; an object that holds one of these; and one card.
    """
    value = root.value
    if isinstance(value, list):
        return _unpacked(value) or {"": value}
    if not isinstance(value, dict) or not value:
        return {}
    lists = _kinds_in(value)
    if lists:
        return lists
    if cards := _by_name(value) or _by_column(value):
        return {"": cards}
    inner: Lists = {}
    for key, node in value.items():
        if isinstance(node.value, dict) and any(isinstance(part.value, list | dict) for part in node.value.values()):
            for inside, items in _lists_in(node).items():
                inner.setdefault(inside or key, items)
    return inner or {"": [root]}


def _kinds_in(value: Mapping[str, Node]) -> Lists:
    """Return the lists of an object that are kinds of card: those of objects, and lists of texts if they are long or alone."""
    lists = {key: node.value for key, node in value.items() if isinstance(node.value, list) and node.value}
    kinds = {key: items for key, items in lists.items() if _has_records(value[key]) or len(items) >= _MANY}
    if len(lists) < len(value):
        return kinds
    return {} if _by_column(value) else lists


def _has_records(node: Node) -> bool:
    return isinstance(node.value, list) and any(isinstance(item.value, list | dict) for item in node.value)


def _unpacked(items: Sequence[Node]) -> Lists:
    """Return the lists inside the items of a list of packs, `[{name: Base, cards: [...]}]`; none if the items are cards."""
    packs = [item.value for item in items if isinstance(item.value, dict)]
    if not packs or len(packs) < len(items):
        return {}
    lists: Lists = {}
    for pack in packs:
        for key, node in pack.items():
            if isinstance(node.value, list) and (_has_records(node) or len(node.value) >= _MANY):
                lists.setdefault(key, []).extend(node.value)
    return {key: inside for key, inside in lists.items() if len(inside) >= _MANY * len(packs)}


def _by_name(value: Mapping[str, Node]) -> list[Node]:
    """Return the cards of an object that has a card for each name; none if its values are something else."""
    cards = [node for node in value.values() if isinstance(node.value, dict)]
    if len(cards) < max(2, len(value)):
        return []
    shared = set.intersection(*(set(card.value) for card in cards if isinstance(card.value, dict)))
    if not shared:
        return []
    named = []
    for key, node in value.items():
        assert isinstance(node.value, dict)
        place = node.key_span or node.span
        heading = next((name for name in ("name", "id") if name not in shared), "")
        own = {heading: Node(key, place, place)} if heading and heading not in node.value else {}
        named.append(Node({**own, **node.value}, node.span, node.key_span))
    return named


def _by_column(value: Mapping[str, Node]) -> list[Node]:
    """Return the cards of an object that has a list for each column; none if its lists are something else."""
    lists = [node.value for node in value.values() if isinstance(node.value, list) and not _has_records(node)]
    is_even = len(value) == len(lists) > 1 and len({len(items) for items in lists}) == 1
    if not is_even or not any(key.casefold() in _NAMES for key in value):
        return []
    return [Node(dict(zip(value, cells, strict=True)), cells[0].span) for cells in zip(*lists, strict=True)]


def _note_left_out(value: Mapping[str, Node], lists: Lists, found: Collector) -> None:
    """Warn (W155) of values that are in no list that was taken."""
    taken = {id(item) for items in lists.values() for item in items}
    left = [key for key, node in value.items() if node.value not in ([], {}, None, "") and not _holds(node, taken)]
    if left and "" not in lists:
        named = ", ".join(map(quoted, left[:_MOST_NAMED])) + (" and others" if len(left) > _MOST_NAMED else "")
        message = f"{named} {'is' if len(left) == 1 else 'are'} in no list of cards and left out"
        found.add("W155", message, value[left[0]].key_span or value[left[0]].span)


def _holds(node: Node, taken: set[int]) -> bool:
    """Return whether a value is, or holds at any depth, one of some items."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if id(one) in taken:
            return True
        inside = one.value
        waiting += inside if isinstance(inside, list) else inside.values() if isinstance(inside, dict) else ()
    return False


def _table(items: Sequence[Node], name: str, key: str, found: Collector) -> Table | None:
    """Return a list as a table whose first row holds the headings; None after E132, it is too large."""
    if items and isinstance(items[0].value, list):
        return _grid_table(items, name, key, found)
    records: list[tuple[Node, Record]] = []
    headings: dict[str, Span] = {}
    for item in items:
        record = _flat(item)
        for heading, node in record.items():
            headings.setdefault(heading, node.key_span or node.span)
        if record:
            records.append((item, record))
        if error := too_many(len(headings), len(records), len(headings) * len(records)):
            found.items.append(error.at(item.span))
            return None
    line = items[0].span.line if items else 1
    head = TableRow(line, [heading or _EMPTY_KEY for heading in headings], [*headings.values()])
    return Table(name, rows=[head, *(_row(item, record, headings) for item, record in records)], list_name=key)


def _grid_table(items: Sequence[Node], name: str, key: str, found: Collector) -> Table | None:
    """Return a list of lists as a table whose rows they are; None after E132, it is too large."""
    rows: list[TableRow] = []
    count = 0
    for item in items:
        if not isinstance(item.value, list):
            continue
        count += len(item.value)
        if error := too_many(len(item.value), len(rows) + 1, count):
            found.items.append(error.at(item.span))
            return None
        rows.append(TableRow(item.span.line, [_cell(node) for node in item.value], [node.span for node in item.value]))
    return Table(name, rows=rows, list_name=key)


def _row(item: Node, record: Record, headings: Mapping[str, Span]) -> TableRow:
    nodes = [record.get(heading) for heading in headings]
    cells = [_cell(node) if node else None for node in nodes]
    return TableRow(item.span.line, cells, [node.span if node else item.span for node in nodes])


def _flat(item: Node) -> Record:
    """Return the values of a card by their headings: the keys on the way, with dots between them."""
    if not isinstance(item.value, dict):
        return {_TEXT: item} if item.value is not None else {}
    record: Record = {}
    for heading, node in _leaves("", item):
        record.setdefault(heading, node)
    return record


def _leaves(prefix: str, node: Node) -> Iterator[tuple[str, Node]]:
    assert isinstance(node.value, dict)
    for key, inside in node.value.items():
        heading = f"{prefix}{' '.join(key.split())}"
        if isinstance(inside.value, dict):
            yield from _leaves(f"{heading}.", inside)
        else:
            yield heading, inside


def _cell(node: Node) -> Cell:
    """Return a value as a cell: a list as the text that a card shows, with the list itself for fields that accept one."""
    value = node.value
    if isinstance(value, list | dict):
        text = shown_text(node)
        return NestedText(text, node) if text else None
    return (clean_text(value).strip() or None) if isinstance(value, str) else value


def shown_text(node: Node) -> str:
    """Return a value as a text for people: `a, b` for a list, and a line for each object in a list."""
    value = node.value
    if isinstance(value, list):
        separator = "\n" if _has_records(node) else ", "
        return separator.join(text for part in value if (text := shown_text(part)))
    if isinstance(value, dict):
        parts = {key: text for key, part in value.items() if (text := shown_text(part))}
        first = next(iter(parts), "")
        if first.casefold() in _NAMES and len(parts) > 1:
            return f"{parts.pop(first)}: {', '.join(parts.values())}"
        return ", ".join(f"{key}: {text}" for key, text in parts.items())
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else re.sub(r"\s+", " ", str(value)).strip()
