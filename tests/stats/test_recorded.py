"""Statistics of all sorts of values are as recorded: what scripts get, and what people are shown."""

from pathlib import Path
from zlib import crc32

import pytest

from cardgen.plugin.resources import resources
from cardgen.report.errors import CardgenError
from cardgen.report.json_text import to_json
from cardgen.report.sections import Remark, Section
from cardgen.stats.collect import DeckSummary, deck_stats
from cardgen.stats.document import _choice, _choice_text, curve, stats_document
from cardgen.stats.results import ChoiceSummary, Group, GroupTable, KindSummary, mark_place
from cardgen.stats.summary import Value, Values, overview, ranges, summarize
from cardgen.version import __version__
from tests.recorded import check_recorded
from tests.report_lines import report_lines

from .test_collect import DECK, GAME, MORE

LONG = "a word of more than 24 letters"
EVERY = [
    ("a", 2, {"cost": 1, "size": 10, "weight": 0.5, "kind_of": "light_infantry", "tags": ("x", "x", "y_z"), "new": True, "rules": "Run.", "line": "a\nb", "mixed": 1, "n.o": (1, 2)}),
    ("b", 1, {"cost": 3, "size": 250, "weight": 2.25, "kind_of": "light_infantry", "tags": ("y_z",), "new": False, "rules": "Run and hide.", "line": "a\nb", "mixed": "1", "name_of": LONG}),
    ("c", 4, {"cost": 3, "size": 90, "weight": 2.25, "kind_of": "Wall", "rules": "", "mixed": 2.0, "line": "a\nb", "name_of": LONG, "other": "o"}),
    ("d", 0, {"cost": 12, "size": 91, "kind_of": "Wall", "rules": ("Stay.", "Do."), "line": "a\nb", "name_of": LONG, "other": "o"}),
    ("A very long name of a card", 1, {"size": 0, "kind_of": None, "mixed": True, "rules": "x", "name_of": LONG, "other": "p"}),
    *((f"e{number}", 1, {"size": number * 7, "rules": "y" * number, "letter": f"w{number}", "same": 4, "many": number % 17}) for number in range(20)),
]  # fmt: skip


def made(entries, **types):
    titles = {"kind_of": "Sort"}
    return Values([Value(name, name.upper(), copies, fields) for name, copies, fields in entries], titles, types)


def told():
    every = made(EVERY, letter="choice", lost="number")
    by = [("kind_of",), ("cost",), ("size",), ("kind_of", "cost"), ("tags", "size"), ("new",), ("cost", "lost")]
    yield f"== overview {overview(every)} {[(name, every.type_of(name)) for name in (*every.names, 'lost', 'none')]}"
    alone = made(
        [
            ("a", 1, {"tags": ("x",), "new": (True, False), "odd": (True, "x"), "word": ("x", "y"), "n": 4, "m": 1}),
            ("b", 1, {"tags": ("x",), "n": 4, "m": 2}),
        ]
    )
    yield f"overview of what tells {overview(alone)}"
    one, none = made(EVERY[:1]), made([("a", 0, {"n": 5, "m": 1}), ("b", 0, {"n": 5, "m": 2})])
    kinds = [
        summarize("cards", "Cards", "card", every, by), summarize("units", "Units", "token", made(EVERY[:4])),
        summarize("one", "One", "card", one, [("cost",)]), summarize("letters", "Letters", "card", made(EVERY[5:], letter="choice")),
        summarize("none", "None", "card", none, [("n",), ("n", "m")]),
    ]  # fmt: skip
    decks = [DeckSummary("a.yaml", "A", "G", "en", tuple(kinds)), DeckSummary("b.yaml", "B", "G", "en", ())]
    for kind in kinds:
        yield f"== {kind.kind}: {kind.title}, {kind.role}, {kind.designs}, {kind.copies}"
        yield from (to_json(part).replace("\n", " ").replace("  ", "") for part in (*kind.fields, *kind.by))
    yield from (
        f"mark of {one.field}: {mark_place(one)}" for kind in kinds for one in kind.fields if one.type == "number"
    )
    document = stats_document(decks)
    yield f"== {document.title}"
    yield from report_lines(document)
    yield "== ranges"
    for numbers in (
        [-3, 20],
        [-3, 21],
        [0.5, -1],
        [n / 8 for n in range(14)],
        [5 * n for n in range(12)],
        [5 * n for n in range(13)],
        [*range(-40, 1000, 9)],
        [1e-7 * n for n in range(13)],
    ):
        yield f"{[(name, len(held)) for name, held in ranges(numbers)]}"
    yield f"{curve([0, 1, 8, 9, 16])!r} {curve([])!r}"


def told_decks(folder):
    """Yield the values of decks of a described game and of those that have models, field by field."""
    (folder / "game.yaml").write_text(GAME, "utf-8")
    (folder / "deck.yaml").write_text(DECK + MORE, "utf-8")
    names = ("lockkeepers.yaml", "stonewater.yaml")
    decks = [
        (folder / "deck.yaml", "en"),
        (folder / "deck.yaml", "pt"),
        *((resources().decks / name, "") for name in names),
    ]
    for path, language in decks:
        found = deck_stats(path, None, language=language)
        yield f"== {path.name} {found.summary.language}: {found.summary.title}, {found.summary.game}"
        yield from (f"{one.code} {one.message}" for one in found.problems)
        for kind in found.summary.kinds:
            yield f"{kind.kind}: {kind.title}, {kind.role}, {kind.designs}, {kind.copies}"
            for part in (*kind.fields, *kind.by):
                text = to_json(part).replace("\n", "").replace("  ", "")
                yield f"  {text[:150]} {crc32(text.encode()):x}"


def test_statistics_are_as_recorded(tmp_path):
    lines = [*told(), *told_decks(tmp_path)]
    check_recorded(
        Path(__file__).with_name("recorded.txt"), (line.replace(__version__, "VERSION").rstrip() for line in lines)
    )


def test_words_of_a_choice_that_are_left_out_are_counted():
    def choice(count: int) -> ChoiceSummary:
        return ChoiceSummary("type", "Type", 0, tuple((chr(97 + at), 1, 2) for at in range(count)))

    assert [_choice_text(choice(count))[-11:] for count in (8, 9, 10)] == [
        "f 2, g 2, h 2"[-11:],
        "h 2, 1 more",
        "h 2, 2 more",
    ]
    plots = [_choice(choice(count)).parts for count in (15, 16, 17)]
    assert [[len(bars.rows), *(note.text for note in notes)] for bars, *notes in plots] == [
        [15], [15, "and 1 more"], [15, "and 2 more"],
    ]  # fmt: skip


def test_of_a_kind_without_fields_only_its_number_is_told_and_only_in_the_terminal(tmp_path):
    def told(copies: int, designs: int, **more):
        (section,) = stats_document(
            [DeckSummary("d.yaml", "D", "G", "en", (KindSummary("mats", "Mats", "mat", designs, copies, (), **more),))]
        ).parts
        return section.parts[-1]

    assert told(1, 1) == Remark("Mats: 1 piece, 1 design", only="terminal")
    assert told(2, 1) == Remark("Mats: 2 pieces, 1 design", only="terminal")
    assert told(0, 2) == Remark("Mats: 0 pieces, 2 designs", only="terminal")
    assert isinstance(told(1, 1, by=(GroupTable("a", "A", (Group("x", 1, 1, {}, {}),)),)), Section)
    for text in ("{", "game: [1]", ""):
        (tmp_path / "deck.yaml").write_text(text, "utf-8")
        with pytest.raises(CardgenError):
            deck_stats(tmp_path / "deck.yaml")
