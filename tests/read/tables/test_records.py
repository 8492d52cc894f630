"""Lists of cards in trees of values: which are found, and what their tables hold, stays as in the last version."""

from pathlib import Path
from random import Random

import yaml

from cardgen.read.tables.records import _EMPTY_KEY, read_lists, shown_text
from cardgen.read.yaml import load_yaml, read_value
from cardgen.report.diagnostics import Collector
from cardgen.report.formats import to_text
from tests.recorded import check_recorded

NAMES = ("name", "cost", "text", "tags", "stats", "cards", "title", "#", "id")


def any_value(rng: Random, depth: int):
    """A tree of texts, numbers, lists whose lengths are about those that matter, and objects."""
    kind = rng.randrange(5) if depth else 0
    if kind < 2:
        return rng.choice(["Ogre", "", "two words", 3, 2.5, True, None])
    if kind == 2:
        keys = rng.sample(NAMES, rng.randint(1, 4))
        return {key: any_value(rng, depth - 1) for key in keys}
    length = rng.choice([0, 1, 2, 3, 9, 10, 11])
    if kind == 3:
        keys = rng.sample(NAMES, 3)
        return [
            {key: any_value(rng, depth - 2) if depth > 2 else f"{key} {at}" for key in keys} for at in range(length)
        ]
    return [rng.choice(["fire", "ice", 4]) for _ in range(length)]


def test_lists_in_any_tree_are_as_recorded(tmp_path):
    def told():
        for seed in range(150):
            rng = Random(seed)
            tree = (
                {key: any_value(rng, 3) for key in rng.sample(NAMES, rng.randint(1, 4))}
                if seed % 5
                else any_value(rng, 4)
            )
            file = tmp_path / "list.yaml"
            file.write_text(yaml.safe_dump(tree, sort_keys=False), "utf-8")
            found = Collector()
            root = load_yaml(file, found)
            yield f"== {seed}"
            for key, table in (read_lists(root, "list.yaml", found) if root else {}).items():
                yield f"{key}: {len(table.rows)} rows {table.list_name}"
                yield from (f"{row.line} {[*row.cells]}" for row in [*table.rows[:3], *table.rows[-1:]])
            yield from to_text(found.items).replace(str(tmp_path), "").splitlines()

    check_recorded(Path(__file__).with_name("records.txt"), told())


TEN = f"[{', '.join(['{name: A}'] * 10)}]"


def test_each_form_of_cards_gives_its_rows(tmp_path):
    for text, tables in (
        ("[[name, cost], [Ogre, 3], {x: 1}, 5]", {"": [["name", "cost"], ["Ogre", 3]]}),  # what is no row of a grid is none
        ("[{name: Ogre}, [a, b], 5]", {"": [["name", "text"], ["Ogre", None], [None, "a, b"], [None, 5]]}),
        ("{a: {name: A, id: 1}, b: {name: B, id: 2}}", {"": [["name", "id"], ["A", 1], ["B", 2]]}),
        ("{a: {id: 1}, b: {id: 2, name: C}}", {"": [["name", "id"], ["a", 1], ["C", 2]]}),
        ("{a: {name: A}, b: {name: B}}", {"": [["id", "name"], ["a", "A"], ["b", "B"]]}),
        ("{name: [A, B], cost: [3, 4]}", {"": [["name", "cost"], ["A", 3], ["B", 4]]}),
        ("{cost: [1, 2], power: [3, 4]}", {"cost": [["text"], [1], [2]], "power": [["text"], [3], [4]]}),
        ("{name: [A, B], cost: [3]}", {"name": [["text"], ["A"], ["B"]], "cost": [["text"], [3]]}),
        ("[{name: '  ', cost: false, tags: [], stats: {}}]", {"": [["name", "cost", "tags"], [None, False, None]]}),
        (
            f"[{{name: Base, cards: {TEN}, tokens: {TEN}, odd: [x]}}, {{cards: {TEN}, tokens: [{{name: T}}]}}]",
            {"": [["name"], *[["A"]] * 20]},
        ),
        (f"[{{pack: 1, cards: {TEN}, tokens: {TEN}}}]", {key: [["name"], *[["A"]] * 10] for key in ("cards", "tokens")}),
        ("[{'': Ogre, ' two  words ': 3}]", {"": [[_EMPTY_KEY, "two words"], ["Ogre", 3]]}),
    ):  # fmt: skip
        (tmp_path / "list.yaml").write_text(text, "utf-8")
        found = Collector()
        made = read_lists(load_yaml(tmp_path / "list.yaml", found, lists=True), "list.yaml", found)
        rows = {key: [[*row.cells] for row in table.rows] for key, table in made.items()}
        assert (rows, found.items) == (tables, []), text


def test_a_value_inside_another_is_a_text_for_people():
    for text, shown in {
        "[true, false, null, ' two  words ']": "yes, no, two words", "{name: Fox}": "name: Fox", "{name: Fox, cost: 2, fast: false}": "Fox: 2, no",
        "{cost: 2, name: Fox}": "cost: 2, name: Fox", "[{name: Fox}, {name: Owl, cost: 0}]": "name: Fox\nOwl: 0", "null": "",
    }.items():  # fmt: skip
        assert shown_text(read_value(text, Collector())) == shown, text


def test_items_without_a_value_are_no_cards(tmp_path):
    for text, rows in (
        ("[{name: Ogre}, {}, null, {cost: 3}]", [["name", "cost"], ["Ogre", None], [None, 3]]),
        ("[null, {}]", [[]]),
    ):
        (tmp_path / "list.yaml").write_text(text, "utf-8")
        found = Collector()
        (table,) = read_lists(load_yaml(tmp_path / "list.yaml", found, lists=True), "list.yaml", found).values()
        assert ([[*row.cells] for row in table.rows], found.items) == (rows, [])
