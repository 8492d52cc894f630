"""What the preview writes: cells of spoiled workbooks, and the bodies of its requests."""

from __future__ import annotations

import io
import json
import re
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from cardgen.preview.editor.files import revision_of
from cardgen.preview.workbooks.changes import CellChange
from cardgen.read.tables.workbook import in_sandbox
from cardgen.report.errors import UnlocatedError

from . import child, servers, verdict, words
from .mutators import mutate_bytes
from .seeds import plant_small
from .sizes import write_book

_ROWS = "".join(
    f'<row r="{at}"><c r="A{at}" t="s" s="1"><v>0</v></c><c r="B{at}"><v>{at}</v></c><c r="C{at}"><f>B{at}*2</f><v>4</v></c></row>'
    for at in (1, 2, 3, 9)
)
_TOKENS = ("x", "", "-1", "0", "999999999", "99999999999999999999", "1e5", "A0", "XFD1048576", "A1:XFD1048576", "true", "\N{ARABIC-INDIC DIGIT THREE}", "B2:A1")  # fmt: skip
_BOMB = "".join(f'<!ENTITY e{at} "{f"&e{at - 1};" * 9}">' for at in range(1, 10))
_PARTS = ("<", "&", "<!--x-->", "<?p q?>", "</row>", "<f>1</f>", "]]>", "\x01", "<c/>" * 9_000, f'<!DOCTYPE x [<!ENTITY e0 "xxxxxxxxx">{_BOMB}]>', "&e9;")  # fmt: skip
_VALUES = ("x", 2, 2.5, True, None, "=1", "_x0041_", "\ud800", "\0", "a" * 40_000, 10**400, -0.0, 1e308, [1], "]]>", "1\r2")  # fmt: skip
_NUMBERS = (1, 2, 3, 9, 0, -3, 400, 100_000, 10**9)


def _spoiled_book(path: Path, random: Random) -> None:
    """Write a small workbook of which some attributes, elements or bytes are others."""
    write_book(path, ["name"], _ROWS, random.choice((0, 2)), random.choice((1, 2)))
    with zipfile.ZipFile(path) as package:
        parts = {name: package.read(name).decode() for name in package.namelist()}
    for _ in range(random.choice((0, 1, 1, 2, 4))):
        name = random.choice([*parts, *["xl/s0.xml"] * 5])
        text = parts[name]
        places = [*re.finditer('="([^"]*)"', text), *re.finditer(r"<(\w+)[^>]*?(?:/>|>[^<]*</\1>)", text)]
        at = random.choice(places) if places and random.random() < 0.8 else None
        if at is None:
            cut = random.randrange(len(text) + 1)
            parts[name] = text[:cut] + random.choice(_PARTS) + text[cut:]
        elif at[0][0] == "=":
            parts[name] = text[: at.start(1)] + random.choice(_TOKENS) + text[at.end(1) :]
        else:
            parts[name] = text[: at.start()] + at[0] * random.choice((0, 2, 50)) + text[at.end() :]
    out = io.BytesIO()
    with zipfile.ZipFile(
        out, "w", random.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2))
    ) as made:
        for name, text in parts.items():
            if random.random() > 0.01:
                made.writestr(name, text.encode("utf-8", "surrogatepass"))
    path.write_bytes(mutate_bytes(out.getvalue(), random) if random.random() < 0.1 else out.getvalue())


def cells(folder: Path, random: Random) -> list[str]:
    """Set cells of a spoiled workbook; what cannot be written is an error of a user."""
    _spoiled_book(folder / "list.xlsx", random)
    data = (folder / "list.xlsx").read_bytes()
    changes = [
        CellChange(random.choice(_NUMBERS), random.choice(_NUMBERS), random.choice(_VALUES))  # type: ignore[arg-type]
        for _ in range(random.choice((1, 1, 3)))
    ]
    is_over = random.random() < 0.5

    def edit() -> None:
        try:
            in_sandbox("cardgen.preview.workbooks.edit:edit_workbook", "workbook", data, "s0", changes, is_over)
        except UnlocatedError as error:
            print(f"error[{error.code}]: {error.message}", file=sys.stderr, flush=True)

    return verdict.judge(child.wait(*child.start(["--version"], folder, {}, edit)), {}, {}, set())


_ROUTES = ("grid", "grid/edit", "grid/edit", "arrange", "arrange/edit", "arrange/type", "arrange/cells", "arrange/restore", "arrange/value", "arrange/choices", "arrange/worst", "dropped", "fetched-icon", "suggest", "explain", "name-pictures", "grid/pasted")  # fmt: skip
_TEXTS = ("goods:\n  - {name: Rope, cost: 2}\n", 'name,cost\nA,1\nB,"q\nr"\n', "goods: &a\n- *a\n", "", "\ud800", "{" * 300, "[" * 60_000, "sep=;\na;b\n1;2", "a," * 50_000, "goods:\n - {name: 'a\n\n  b', <<: {q: 1}}\n")  # fmt: skip
_WORDS = ("x", "", "name", "goods", "2", "0.inside.0", "-1", "../x", "\0", "\ud800", "list.xlsx", "deck.yaml", "ships.csv", "art/rope.svg", "a" * 3_000, "- x", "'", "\n|\n x", *words.TEXTS[:6])  # fmt: skip
_KEYS = ("name", "text", "list", "delimiter", "source", "gesture", "key", "head", "languages", "types", "cells", "insert", "at", "rows", "duplicate", "remove", "column", "columns", "field", "choices", "path", "line", "focus", "do", "changes", "values", "paths", "left", "words", "face", "box", "base", "sheet", "revision", "pictures", "kind", "before", "after")  # fmt: skip


def _value(random: Random, depth: int = 0) -> Any:
    kind = random.randrange(6)
    if depth < 3 and kind == 0:
        return [_value(random, depth + 1) for _ in range(random.choice((0, 1, 3)))]
    if depth < 3 and kind == 1:
        return {random.choice(_KEYS): _value(random, depth + 1) for _ in range(random.choice((0, 1, 3)))}
    return random.choice((None, True, 0, 1, -1, 2, 10**30, 1.5, float("inf"), float("nan"), *_WORDS))


def _gesture(random: Random) -> Any:
    number, word = random.choice((0, 1, 2, -1, 10**9, 1.5, None)), random.choice(_WORDS)
    changes = {random.choice(("0", "0.inside.0", "x")): {"left": number, "right": 1, "top": 0, "bottom": 0}}
    return random.choice(
        (
            {"cells": [[number, random.choice(("name", "cost", "a.b", "0")), word]]},
            {"cells": [], "insert": {"at": number, "rows": [{word: word}]}},
            {"duplicate": [number, 1]},
            {"remove": [number]},
            {"column": word},
            {"field": {"kind": "goods", "name": word, "type": word, "choices": random.choice((None, ["a"], 5))}},
            {"do": "move", "changes": changes},
            {"do": "add", "values": _value(random)},
            {"do": "reorder", "path": "0", "by": number},
            _value(random),
        )
    )


def bodies(folder: Path, random: Random) -> list[str]:
    """Send bodies of requests to a preview, nearly right or not at all, beside a spoiled workbook."""
    plant_small(folder)
    _spoiled_book(folder / "list.xlsx", random)
    base = revision_of((folder / "list.xlsx").read_bytes())

    def request() -> tuple[str, str, bytes]:
        spot = {"line": random.choice((2, 1, 0, -1, 10**9)), "column": random.choice((1, 2, 0, "x")), "sheet": "s0", "field": "name", "path": random.choice((["goods", 0, "name"], [[]], [None], "abc"))}  # fmt: skip
        source = {"key": random.choice(("goods", "", "x")), "languages": ["en"], "types": {"cost": "integer"}, "head": random.choice((0, 1, -1, "x"))}  # fmt: skip
        body: dict[str, Any] = {"name": random.choice(("deck.yaml", "ships.csv", "list.xlsx", "x")), "text": random.choice(_TEXTS), "list": "goods", "delimiter": random.choice(("", ",", "ab")), "source": source, "gesture": _gesture(random), "changes": [{"value": spot, "words": random.choice(_VALUES)}], "base": base, "face": "goods/rope", "before": random.choice(_TEXTS), "after": random.choice(_TEXTS), "pictures": [[random.choice((1, 0, -1, 10**9)), "art/rope.svg"]], "line": random.choice((1, 0, -1, 10**9)), "kind": "goods"}  # fmt: skip
        for _ in range(random.choice((0, 0, 1, 2))):
            body[random.choice([*body])] = _value(random)
        return "POST", f"/api/decks/deck/{random.choice(_ROUTES)}", json.dumps(body).encode()

    return servers.ask_preview(folder, request)


CLASSES: dict[str, Callable[[Path, Random], list[str]]] = {"cells": cells, "bodies": bodies}
"""The inputs of the preview's edits, by the name of their class."""
