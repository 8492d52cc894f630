"""Rows of any table: what its headings mean, what its cells become, and what is told stays as in the last version."""

import datetime
from pathlib import Path
from random import Random

from cardgen.pipeline.open.deck_file import list_models
from cardgen.pipeline.open.games import find_game
from cardgen.read.tables.cells import read_cell
from cardgen.read.tables.context import ListContext, StatedColumn
from cardgen.read.tables.headers import Column
from cardgen.read.tables.rows import read_rows
from cardgen.read.tables.shapes import shape_of
from cardgen.read.tables.table import Table, TableRow
from cardgen.report.diagnostics import Collector
from cardgen.report.formats import to_text
from cardgen.report.source import Node, Span
from tests.read.tables.conftest import Card
from tests.recorded import check_recorded

WORDS = {
    "names": ["Ogre", "Elf", "Owl", "Fox", "Bat", "Imp"],
    "same": ["red", "red", "red", "blue"],
    "texts": ["Draw two cards, then put one of them back on top of the deck.", "<b>Pay</b> 1 [sun]", "Sun\nand rain", "@[a]"],
    "counts": ["3", "x2", "1", "2 x", "4"],
    "numbers": ["0", "1", "2", "7", "9", "30", "44", "58", "61"],
    "rising": ["4", "5", "6", "7", "8"],
    "fractions": ["1.5", "2,5", "-3", "1/2", "50%", "2.0"],
    "pictures": ["a.png", "b.svg", "http://x.y/c", "ogre", "{file: a.png}"],
    "icons": ["sun", "moon", "star"],
    "suits": ["hearts", "Pik", "♠", "clubs"],
    "ranks": ["A", "K", "10", "2", "joker"],
    "truths": ["yes", "no", "x", "-"],
    "faces": ["own.svg.j2", "b.face.yaml"],
    "colors": ["#ff0000", "0xFF0000"],
    "typed": [3, 2.5, True, datetime.date(2026, 1, 2), 0, 1.0],
    "mixed": ["Ogre", "3", "a.png", "", None, "word"],
}  # fmt: skip
HEADINGS = [
    "name", "Name", "title", "Card", "nmae", "names", "id", "ID", "cost", "Cost", "coost", "copies", "Qty", "Count", "Number",
    "No", "Anzahl", "coppies", "text", "Text (pt)", "text.en", "name.pt", "name[de]", "Rules", "flavr", "art", "Image", "art.focus",
    "back", "Back", "face", "Symbol", "icon", "suit", "Rank", "Value", "type", "Type", "#note", "#", "frontTemplate", "layout",
    "troop.power", "troop", "troops", "size", "crew", "unique", "ratio", "home", "Harbour", "Hit Points", "HP!", "HP?", "2nd", None,
    "A sentence that is much too long to be the heading of any column of a list", "x" * 201, "Nombre", "colour",
]  # fmt: skip
LANGUAGES = (("en",), ("en", "pt"), ("pt", "xx"), ())


def any_table(rng: Random) -> list[TableRow]:
    width, length = rng.choice([1, 2, 3, 3, 4, 5]), rng.choice([0, 1, 2, 3, 4, 5, 8, 9])
    headings = rng.sample(HEADINGS, width)
    columns = [rng.choice([*WORDS.values()]) for _ in headings]
    columns = [rng.choice(([*column], sorted(map(str, filter(None, column))))) for column in columns]
    body = [[column[at % len(column)] if rng.random() > 0.06 else None for column in columns] for at in range(length)]
    lines = [headings, *body]
    if rng.random() < 0.15:
        lines.insert(0, ["My cards", *([] if rng.random() < 0.7 else ["of 2026"])])
    if rng.random() < 0.15:
        lines.insert(rng.randrange(len(lines)), [*lines[-1], "a note"])
    return [
        TableRow(number, [cell or None if cell == "" else cell for cell in line])
        for number, line in enumerate(lines, 1)
    ]


def any_context(rng: Random) -> ListContext:
    columns = {}
    if rng.random() < 0.2:
        field = rng.choice(["name", "copies", "text", "own field", "cost"])
        columns[field] = StatedColumn(rng.choice([heading for heading in HEADINGS if heading and len(heading) < 9]))
    return ListContext(
        rng.choice(LANGUAGES),
        columns,
        "ogre".__eq__ if rng.random() < 0.5 else None,
        {"sun", "moon"}.__contains__ if rng.random() < 0.5 else None,
        {"a": "of @[b]", "b": "both"} if rng.random() < 0.5 else {},
    )


def test_rows_of_any_table_are_as_recorded():
    models = list_models(find_game("cards"))["cards"], Card

    def told():
        for seed in range(170):
            rng = Random(seed)
            rows, context, found = any_table(rng), any_context(rng), Collector()
            lines = [row.line for row in rows]
            faults = (
                {(rng.choice(lines), rng.randint(1, 3)): rng.choice(["", "#REF!", "an error"])} if seed % 9 == 0 else {}
            )
            merged = (
                [(top := rng.choice(lines), left := rng.randint(1, 3), top + rng.randrange(3), left)]
                if seed % 7 == 0
                else []
            )
            table = Table("c.xlsx" if seed % 2 else "c.csv", "s" if seed % 2 else "", rows, faults, merged)
            yield f"== {seed} {context.languages} {context.columns}"
            yield from (f"< {[*row.cells]}" for row in rows[:3])
            for row in read_rows(table, models[seed % 4 == 0], context, found):
                spans = [str(node.span).rpartition("!")[2] for node in row.value.values()]
                yield f"> {row.plain()} {row.span} {spans} {[(key, one.header, one.number) for key, one in row.columns.items()] if row.span.line < 3 else ''}"
            yield from to_text(found.items).splitlines()

    check_recorded(Path(__file__).with_name("rows.txt"), told())


CELLS = [
    "3", "-3", "+3", "3.0", "3.00", "3.5", "3,5", ".5", "-,5", "1.", "1e3", "1E-2", "1e400", "9" * 17, "9" * 18, f"1.{'2' * 17}",
    f"1.{'2' * 18}", "007", "1_000", "\u0663", "\u22123", "\u20133", "-0", "0", "1", "1.123456789012", "1.1234567890123", "1" * 15,
    "1" * 16, "a", "a,b", "a; b,c", "a\nb;", ",", "{a: 1}", "{a: 1}\n{a: 2}", "{a: 1}, {a: 2}", "[1, x]", "- 1\n- 2", "a: 1", "a: 1, b: 2",
    "a: 1\nb: 2", "{a: 1", "{}", "[]", "x: [", "on foot", "On-Foot", "5", "TRUE", "Big_One",
    3, 3.0, 3.5, -1, 0, 1, 0.0, 1.0, 5, 1e20, True, False, datetime.date(2026, 1, 2), datetime.datetime(2026, 1, 2, 3, 4),
    datetime.time(18, 5), datetime.timedelta(hours=30),
]  # fmt: skip
TRUE = "yes y true t x 1 on ✓ ✔ ☑ sim s si sí ja j oui verdadeiro wahr vrai verdadero"
FALSE = "no n false f 0 off - – ☐ não nao nein non falso falsch faux"


def test_cells_of_every_shape_are_as_recorded():
    shapes = {name: shape_of(field.annotation, field.metadata) for name, field in Card.model_fields.items()}
    shapes |= {
        "truth or number": shape_of(bool | int),
        "numbers": shape_of(tuple[float, ...]),
        "lists": shape_of(tuple[tuple[int, ...], ...]),
    }
    shapes |= {"words or text": shape_of(str | None), "mapping": shape_of(dict[str, int]), "any": None}

    def told():
        for name, shape in shapes.items():
            yield f"== {name}"
            for cell in CELLS:
                found = Collector()
                node = read_cell(cell, Column(0, "head", (name,), "", shape), Span("c.csv", 2), found)
                errors = [(item.code, item.message, item.expected) for item in found.items]
                yield f"{cell!r}: {node.plain() if node else None!r} {errors if name == 'troop' or not node else ''}"

    check_recorded(Path(__file__).with_name("cells.txt"), told())


def test_words_for_yes_and_no():
    def value(word):
        node = read_cell(word, Column(0, "u", ("unique",), "", shape_of(bool)), Span("c.csv", 2), Collector())
        return node.value

    for truth, words in ((True, TRUE), (False, FALSE)):
        assert [word for word in words.split() if value(word) is not truth or value(word.upper()) is not truth] == []


def test_truth_values_of_a_spreadsheet_are_none_as_words_of_a_quiz():
    def value(cell, header):
        return read_cell(cell, Column(0, header, ("own",), "", None), Span("c.csv", 2), Collector()).value

    for cell, truth in (
        ("TRUE", True),
        ("WAHR", True),
        (True, True),
        ("FALSE", False),
        ("FAUX", False),
        (False, False),
    ):
        assert value(cell, "Swift") is truth, cell
        assert value(cell, "Correct answer") == str(truth).upper(), cell
    for word in ("true", "yes", "x", "No", "T"):
        assert value(word, "Swift") == word


def test_the_values_of_a_nested_cell_have_its_place():
    place = Span("c.csv", 2)
    node = read_cell(
        "[{power: 1, traits: [a, b]}]", Column(0, "t", ("troops",), "", shape_of(tuple[dict, ...])), place, Collector()
    )

    def spans(node: Node):
        yield node.span
        for part in (
            node.value.values() if isinstance(node.value, dict) else node.value if isinstance(node.value, list) else ()
        ):
            yield from spans(part)

    assert [*spans(node)] == [place] * 6
