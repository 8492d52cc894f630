"""Lists with a mistake or two in them: their rows, and what is told of them, stay as in the last version."""

import random
from collections.abc import Iterator
from pathlib import Path

from cardgen.read.tables.files import spreadsheet_from
from cardgen.report.diagnostics import Collector
from tests.read.test_damaged_texts import damaged
from tests.recorded import check_recorded
from tests.told import told_in_full

CSV = 'My cards\n\nname,cost,"text, long"\nDawn, 3 ,"Say ""Ha"",\nthen go."\n\nÉlan,,x;y\n"Dusk",5,\'z\'\n,"",|\nNoon,7,a|b\n'
CSV_PARTS = [",", ";", "\t", "|", '"', '""', "\n", "\r\n", "\r", " ", "sep=;\n", "\x0b", "\x07", "\x0c", ";;", ",,,", "\n\n", "x", '"a\nb"', "'", "\ufeff", "\x00", "\x1f"]  # fmt: skip
MARKDOWN = "# Ships\n\nWords.\n\n| name | cost |\n|:---|--:|\n| **Dory** | 2 |\n| A \\| b | [x](y) |\n| | |\n\n## Ports\nname | n\n--|--\nBay | &amp; `c`\n"
MARKDOWN_PARTS = ["|", "\\|", "\n", "\n\n", "-", ":", " ", "# ", "#", "`", "&lt;", "> ", "* ", "|---|---|\n", "| |", "<b>", "    ", "```\n", "=\n", "\t", "# Ports\n"]  # fmt: skip
JSON = '{"set": "Base", "cards": [{"name": "Fox", "stats": {"at": 3, "r": [1, 2]}, "tame": false},\n {"name": "Owl", "more": [{"a": "x", "b": 2}, {"c": true}], "none": null}],\n"ports": {"Bay": {"n": 1}, "Cape": {"n": 2.5}}, "grid": [["a", "b"], [1, 2]]}\n'
JSON_PARTS = [",", "[", "]", "{", "}", '"x": ', "'", "# a\n", "null, ", "[], ", '{"name": "Bat"}, ', '"text", ', "3, ", "[[1]], ", '"a": {}, ', "\n", "true, ", '{"cards": [{"name": "Elk"}]}, ', '": ']  # fmt: skip
YAML = "set: Base\ncards:\n- name: Fox\n  stats: {at: 3, r: [1, 2]}\n- {name: Owl, more: [{a: x}, {b: yes}], none: ~}\nports:\n  Bay: {n: 1}\n  Cape:\n    n: 2.5\n"
YAML_PARTS = ["- ", ": ", "[", "]", "{", "}", "#", "\n", "  ", "x: 1\n", "- 3\n", "- text\n", "~", "'", '"', "|\n  ", "- [a, b]\n"]  # fmt: skip
TEXTS = {
    ".csv": (CSV, CSV_PARTS), ".tsv": (CSV.replace(",", "\t"), CSV_PARTS), ".txt": (CSV.replace(",", ";"), CSV_PARTS),
    ".md": (MARKDOWN, MARKDOWN_PARTS), ".json": (JSON, JSON_PARTS), ".yaml": (YAML, YAML_PARTS), "": (JSON, JSON_PARTS),
}  # fmt: skip
ENCODINGS = [
    "utf-8",
    "utf-8",
    "utf-8",
    "utf-8",
    "utf-8",
    "utf-8-sig",
    "utf-16",
    "utf-16-le",
    "utf-16-be",
    "cp1252",
    "utf-32",
]


def test_damaged_lists_are_told_as_recorded():
    def cases() -> Iterator[str]:
        for seed in range(420):
            suffix, (whole, parts) = [*TEXTS.items()][seed % len(TEXTS)]
            encoding = random.Random(seed).choice(ENCODINGS)
            text, found = damaged(whole, parts, seed), Collector()
            yield f"== {seed} {suffix} {encoding}"
            opened = spreadsheet_from(text.encode(encoding, "replace"), suffix, "d", found)
            for sheet in opened.sheets if opened else ():
                table = opened.table(sheet, found)
                yield f"{table.name}, {len(table.rows)} rows"
                for row in table.rows:
                    places = [f"{place.line}:{place.column}-{place.end}" for place in row.places]
                    yield f"{row.line} {[*row.cells]!r} {' '.join(places)}".rstrip()
            yield from map(told_in_full, found.items)

    check_recorded(Path(__file__).with_name("damaged.txt"), cases())
