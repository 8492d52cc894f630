"""What is done to a folder, by class: each function spoils it at random and may return another command line."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import socket
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from . import words
from .boxes import plant_boxes
from .seeds import EXAMPLES, plant_example, plant_samurai, plant_small
from .sizes import WRITERS, deck_of_game, write_game


@dataclass(slots=True)
class Input:
    """A folder and a command line.

    Attributes:
        folder: The folder, in which `../canary` is a folder that nothing may read.
        deck: The deck file in it.
        random: The source of all choices.
        command: Arguments of the command line; empty for one that is chosen at random.
        before: What the process does before the command, by name: see `child.BEFORE`.
        env: Environment variables beside those of the harness.
    """

    folder: Path
    deck: Path
    random: Random
    command: list[str] = field(default_factory=list)
    before: str = ""
    env: dict[str, str] = field(default_factory=dict)

    def choose(self, pattern: str) -> Path | None:
        """Return a file that matches a pattern, or None."""
        found = sorted(path for path in self.folder.rglob(pattern) if path.is_file() and "out" not in path.parts)
        return self.random.choice(found) if found else None


def mutate_bytes(data: bytes, random: Random) -> bytes:
    """Return data with some bytes changed, removed, doubled or cut off."""
    found = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 5, 30))):
        at = random.randrange(len(found) + 1) if random.random() < 0.6 else random.randrange(min(len(found), 200) + 1)
        end = min(len(found), at + random.choice((1, 1, 4, 64, 1000)))
        match random.randrange(6):
            case 0:
                found[at:end] = random.randbytes(end - at)
            case 1:
                found[at:end] = b"\xff" * (end - at)
            case 2:
                found[at:end] = b"\0" * (end - at)
            case 3:
                found[at:at] = found[at:end] * random.choice((1, 3))
            case 4:
                del found[at:end]
            case _ if random.random() < 0.2:
                del found[at:]
    return bytes(found)


_TOKEN = re.compile(r"[\w.#/%&-]+|\"[^\"]*\"|'[^']*'|\S")


def mutate_text(text: str, values: Sequence[str], random: Random) -> str:
    """Return text in which some words are others, and some parts are missing, doubled or repeated."""
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        tokens = list(_TOKEN.finditer(text))
        if not tokens:
            return random.choice(values)
        one, other = random.choice(tokens), random.choice(tokens)
        new = random.choice(values)
        match random.randrange(9):
            case 0 | 1 | 2 | 3:
                text = text[: one.start()] + new + text[one.end() :]
            case 4:
                text = text[: one.start()] + json.dumps(new) + text[one.end() :]
            case 5:
                text = text[: one.start()] + new + text[one.start() :]
            case 6:
                text = text[: one.start()] + other[0] + text[one.end() :]
            case 7:
                text = text[: min(one.start(), other.start())] + text[max(one.start(), other.start()) :]
            case _:
                line = text.splitlines()[text[: one.start()].count("\n")]
                # A list of 500 cards, or of 500 long texts, is honest work of more than 20 seconds on a busy machine.
                text = text.replace(line, "\n".join([line] * random.choice((2, 2, 50, 200))), 1)
    return text


def _spoil(item: Input, pattern: str, values: Sequence[str]) -> None:
    path = item.choose(pattern)
    if path is None:
        return
    data = path.read_bytes()
    if item.random.random() < 0.12:
        path.write_bytes(mutate_bytes(data, item.random))
    else:
        text = mutate_text(data.decode("utf-8", "surrogateescape"), values, item.random)
        path.write_bytes(text.encode("utf-8", "surrogatepass"))


def deck(item: Input) -> None:
    """Spoil the deck file."""
    values = [*words.NUMBERS, *words.TEXTS, *words.YAML]
    name = item.deck.name
    if item.random.random() < 0.15:  # many of something
        text = item.deck.read_text("utf-8", "surrogateescape")
        more = item.random.choice(
            (
                "\nmore: &m {a: 1}\nall: [" + "*m, " * 4_000 + "]\n",
                "\n" + "\n".join(f"key{i}: 1" for i in range(20_000)),
                "\ncards:\n" + "- {name: a}\n" * 4_000,
                "\ngoods:\n" + "- &a {name: x, cost: 1, copies: 999}\n" + "- *a\n" * 900,
                "\ncards: [" + "1, " * 60_000 + "1]\n",
                "\n" + "\n".join(f"key{i}: 1" for i in range(300_000)),
            )
        )
        item.deck.write_text(text + more, "utf-8", "surrogateescape")
    else:
        _spoil(item, name, values)


def game(item: Input) -> None:
    """Spoil the description of the game, its theme, fixed strings, sizes or rules."""
    pattern = item.random.choice(("game.yaml", "game.yaml", "theme.yaml", "sizes.yaml", "strings*.yaml", "*.md"))
    if pattern == "theme.yaml" and item.random.random() < 0.1:
        path = item.choose(pattern) or item.folder / "theme.yaml"
        chain = "".join(f"  s{i}: {{like: s{i + 1}}}\n" for i in range(item.random.choice((30, 3_000))))
        path.write_text(f"styles:\n{chain}", "utf-8")
        return
    values = [*words.NUMBERS, *words.TEXTS, *words.YAML, *words.TEMPLATE, "card.cost ** 99999", "M0 0L1e9 1Z"]
    _spoil(item, pattern, values)
    if pattern == "sizes.yaml":
        item.command = ["build", item.deck.name, *item.random.choice((["--paper", "mine"], ["--card", "small"], []))]


def table(item: Input) -> None:
    """Spoil a spreadsheet."""
    path = item.choose(item.random.choice(("*.csv", "*.xlsx", "*.ods"))) or item.choose("*.csv")
    if path is None:
        return
    if path.suffix == ".csv":
        _spoil(
            item,
            path.name,
            [*words.TEXTS, *words.NUMBERS, '"', '""', ",", ";", "\t", "\r", "\x00", "=1+1", "," * 5_000, "\n" * 5_000],
        )
        return
    data = path.read_bytes()
    if item.random.random() < 0.3:
        path.write_bytes(mutate_bytes(data, item.random))
        return
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    name = item.random.choice([name for name in parts if name.endswith("xml")])
    text = mutate_text(parts[name].decode("utf-8"), [*words.TEXTS, *words.NUMBERS, *words.MARKUP], item.random)
    parts[name] = text.encode("utf-8", "surrogatepass")
    if item.random.random() < 0.1:
        parts["../canary/away.txt"] = b"0" * 10_000_000
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for part, content in parts.items():
            archive.writestr(part, content)
    path.write_bytes(out.getvalue())


def workbook(item: Input) -> None:
    """Put a valid workbook that asks for much in the place of the deck, or of a list in it."""
    name = item.random.choice(sorted(WRITERS))
    WRITERS[name](item.folder / name, item.random)
    if item.random.random() < 0.6:
        item.deck = item.folder / name
    else:
        item.deck.write_text(item.deck.read_text("utf-8").replace("ships.csv\n", f"{name}\n"), "utf-8")


def large_game(item: Input) -> None:
    """Put a valid game that asks for much in the place of the small one."""
    write_game(item.folder / "game.yaml", item.random)
    item.deck.write_text(deck_of_game(item.random), "utf-8")


def template(item: Input) -> None:
    """Spoil a template."""
    _spoil(item, "*.j2", [*words.TEMPLATE, *words.MARKUP, *words.TEMPLATE, *words.NUMBERS, *words.TEXTS[:12]])


def boxes(item: Input) -> None:
    """Spoil a file of boxes."""
    plant_boxes(item.folder, item.random)


def picture(item: Input) -> None:
    """Spoil a picture, or give it sizes that no memory holds."""
    path = item.choose(item.random.choice(("*.svg", "*.svg", "*.png", "*.jpg", "*.webp"))) or item.choose("*.svg")
    if path is None:
        return
    other = item.folder / "art" / "fish.png"
    if path.suffix == ".svg":
        _spoil(item, path.name, [*words.MARKUP, *words.MARKUP, *words.NUMBERS, *words.TEXTS[:12]])
    elif item.random.random() < 0.15:
        from PIL import Image

        side = item.random.choice((1, 3_000, 9_000, 20_000))
        large = other if other.parent.is_dir() else path.with_suffix(".png")
        Image.new("1", (side, side)).save(large)
        if large == other and item.random.random() < 0.5:
            _name_many(item, large)
    else:
        path.write_bytes(mutate_bytes(path.read_bytes(), item.random))
        if other.exists() and path != other and path.suffix != ".png":  # the deck names the PNG
            shutil.copy(path, other)


def _name_many(item: Input, picture: Path) -> None:
    """Let the deck name 40 copies of a picture."""
    cards = ""
    for number in range(40):
        copy = picture.with_name(f"copy{number}.png")
        copy.unlink(missing_ok=True)
        copy.hardlink_to(picture)
        cards += f"  - {{name: Copy {number}, text: x, cost: 1, kind: food, art: art/{copy.name}}}\n"
    text = item.deck.read_text("utf-8", "surrogateescape")
    item.deck.write_text(text.replace("ships: ships.csv", f"{cards}ships: ships.csv"), "utf-8", "surrogateescape")


def font(item: Input) -> None:
    """Spoil a font, or put one in the place of one that ships."""
    from cardgen.plugin.resources import resources

    path = item.choose("*.ttf")
    if path is None or item.random.random() < 0.4:
        path = item.folder / "fonts" / "AlegreyaSans-Regular.ttf"
        path.parent.mkdir(exist_ok=True)
        shutil.copy(resources().fonts / path.name, path)
    data = path.read_bytes()
    if item.random.random() < 0.5 and len(data) > 300:  # a table by its name, so that others stay whole
        count = int.from_bytes(data[4:6], "big")
        at = 12 + 16 * item.random.randrange(max(1, min(count, 40)))
        start = int.from_bytes(data[at + 8 : at + 12], "big")
        end = start + min(int.from_bytes(data[at + 12 : at + 16], "big"), 4_000)
        if start < end <= len(data):
            changed = mutate_bytes(data[start:end], item.random)[: end - start].ljust(end - start, b"\0")
            data = data[:start] + changed + data[end:]
            path.write_bytes(data)
            return
    path.write_bytes(mutate_bytes(data, item.random))


def manifest(item: Input) -> None:
    """Leave records, manifests and locks of others in the folder of the output."""
    out = item.folder / "out"
    places = {
        f".cardgen/{item.deck.stem}.{kind}.json": ["build", "--changed"] if kind == "printed" else ["build"]
        for kind in ("built", "printed", "artworks")
    }
    places |= {f"{item.deck.stem}-png/manifest.json": ["export", "--to", "png"], ".cardgen.lock": ["build", "--split"]}
    name = item.random.choice(sorted(places))
    path = out / name
    path.parent.mkdir(parents=True, exist_ok=True)
    own = path.read_text("utf-8") if path.exists() else json.dumps({"version": 1, "kinds": [], "looks": [], "pid": 1})
    far = ["../../canary/secret.txt", "/etc/x", "a/../../b", "", ".", "..", "\0", "a" * 5_000, 7, None, ["x"], {"a": 1}]
    deep = item.random.choice(('{"made_by":', "[")) * 100_000
    listed = json.dumps({"made_by": "cardgen 1", "files": far, "parts": far, "removed": far, "version": 10**400})
    spoiled = mutate_text(own, [*words.NUMBERS, "null", '"', "{", "[", "true", '"\\ud800"', deep], item.random)
    path.write_text(item.random.choice((deep, listed, spoiled, spoiled)), "utf-8", errors="surrogatepass")
    (out / ".x.pdf.999999.part").write_text("left")
    command, *more = places[name]
    item.command = [item.random.choice((command, command, "printed")) if not more else command, item.deck.name, *more]


def record(item: Input) -> None:
    """Spoil the record of a game, or what a person types."""
    item.command = ["play", item.deck.name, item.deck.name, "--people", "0", "--seed", "3"]
    path = item.folder / "game.txt"
    path.write_text(
        "# cardgen 0.1.0\nseed 3\n"
        + "".join(f"{item.random.randrange(9)}\n" for _ in range(item.random.randrange(40))),
        "utf-8",
    )
    if item.random.random() < 0.5:
        _spoil(item, "game.txt", [*words.TEXTS, *words.NUMBERS, "#", "seed", "-"])
    names = [*words.NAMES, "x" * 300, "a\0b", "/", "", "out", "deck.yaml"]
    typed = [
        f"save {item.random.choice(names)}",
        "1",
        "2",
        "hand",
        "what",
        "back",
        "position a\0b",
        "9" * 9_000,
        words.EVIL,
        "1 1 1 1",
    ]
    lines = "\n".join(item.random.choice(typed) for _ in range(12))
    (item.folder / "typed.txt").write_text(f"{lines}\nquit\n", "utf-8", errors="surrogateescape")
    if item.random.random() < 0.6:
        item.command[3:5] = ["--people", "1"]
        item.before = "typed"
    else:
        item.command += ["--replay" if item.random.random() < 0.5 else "--position", "game.txt"]


def name(item: Input) -> None:
    """Give a file a name that does harm, and name it in the deck."""
    new = item.random.choice(words.NAMES)
    path = item.choose(item.random.choice(("*.svg", "*.csv", "*.ttf", "*.j2", "*.yaml")))
    try:
        if path:
            path.rename(path.with_name(new.replace(".svg", path.suffix)))
            if path == item.deck:
                item.deck = path.with_name(new.replace(".svg", path.suffix))
    except (OSError, ValueError):
        return
    if path and item.deck.exists() and item.random.random() < 0.5:
        quoted = json.dumps(new.replace(".svg", path.suffix).encode("utf-8", "replace").decode())
        text = item.deck.read_text("utf-8", "surrogateescape")
        item.deck.write_text(text.replace(path.name, quoted), "utf-8", "surrogateescape")


def link(item: Input) -> None:
    """Put a link, a device, a pipe, a socket or a folder in the place of a file or of a folder."""
    everything = [path for path in item.folder.rglob("*") if path != item.deck]
    everything += [item.folder / "out" / name for name in (f"{item.deck.stem}.pdf", ".cardgen", ".cardgen.lock")]
    everything += [item.folder / name for name in ("theme.yaml", "strings.en.yaml", "sizes.yaml", "fonts", "templates")]
    everything += [item.folder / "fonts" / name for name in ("Cinzel.ttf", "Cinzel-Bold.ttf")]
    path = item.random.choice(sorted(everything))
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    canary = item.folder.parent / "canary"
    suffix = path.suffix if path.suffix in {".svg", ".png", ".csv", ".yaml", ".ttf"} else ".txt"
    match item.random.randrange(9):
        case 0 | 1 | 2:
            path.symlink_to(canary / f"secret{suffix}")
        case 3:
            path.symlink_to(canary)
        case 4:
            path.symlink_to("/")
        case 5:
            path.symlink_to(item.random.choice(("/dev/zero", "/dev/full", path.name, "/proc/self/mem")))
        case 6:
            os.mkfifo(path)
        case 7 if len(str(path)) < 100:
            with socket.socket(socket.AF_UNIX) as server:
                server.bind(str(path))
        case _:
            path.mkdir()


def place(item: Input) -> None:
    """Run in an odd place: streams that are closed or full, a folder that is gone, strange variables."""
    item.before = item.random.choice(
        ("close 0", "close 1", "close 2", "close 012", "full", "gone", "read-only", "", "umask")
    )
    strange: list[dict[str, str]] = [
        {"HOME": "/nonexistent"}, {"TMPDIR": "/nonexistent"}, {"LC_ALL": "C", "PYTHONUTF8": "0"}, {"COLUMNS": "0"},
        {"COLUMNS": "-5", "LINES": "x"}, {"TERM": "dumb"}, {"CARDGEN_CONFIG": "/dev/null"}, {"XDG_CACHE_HOME": "/proc/none"},
        {"SOURCE_DATE_EPOCH": "9" * 40}, {"TZ": "x" * 300}, {"CARDGEN_CONFIG": str(item.folder)},
    ]  # fmt: skip
    item.env = item.random.choice(strange)
    (item.folder / "printers.yaml").write_text(item.random.choice(words.YAML), "utf-8")


def option(item: Input) -> None:
    """Write hostile values behind the options."""
    values = [
        *words.NUMBERS,
        *words.TEXTS[:12],
        "10x10",
        "5x5x5",
        "a4",
        "../x",
        "-",
        "--",
        "all",
        "1,2",
        "x=1",
        f"{item.deck}",
    ]
    values = [value for value in values if "\0" not in value]
    names = {
        "build": ["--paper", "--card", "--lang", "--look", "--palette", "--only", "--players", "--margins", "--gap", "--bleed", "--marks",
                  "--corners", "--plotter", "--cut-file", "--ink", "--duplex", "--printer", "--out", "--one"],
        "box": ["--thickness", "--out", "--paper"], "stats": ["--by", "--only", "--lang", "--html"], "sizes": ["--paper", "--card"],
        "export": ["--to", "--card", "--url", "--only"], "show": ["--dpi", "--out"], "explain": ["--format"], "diff": ["--out"],
    }  # fmt: skip
    command = item.random.choice(sorted(names))
    given = [
        word
        for _ in range(item.random.choice((1, 2)))
        for word in (item.random.choice(names[command]), item.random.choice(values))
    ]
    decks = [] if command in {"sizes", "explain"} else [item.deck.name] * (1 + (command == "diff"))
    item.command = [command, *decks, *([item.random.choice(values)] if command in {"show", "explain"} else []), *given]


CLASSES: dict[str, Callable[[Input], None]] = {
    function.__name__: function
    for function in (
        deck, game, table, workbook, large_game, template, boxes, picture, font, manifest, record, name, link, place,
        option,
    )
}  # fmt: skip
"""The mutators by the name of their class."""

_COMMANDS = (
    [["check"]] * 4
    + [["build"]] * 6
    + [["build", "--draft"], ["stats"], ["export", "--to", "tts"], ["export", "--to", "png"]]
)
_COMMANDS += [
    ["proof"],
    ["build", "--split", "--plotter", "silhouette", "--cut-file", "svg"],
    ["check", "--format", "json"],
    ["box"],
]


def make_input(kind: str, folder: Path, random: Random) -> Input:
    """Plant a seed in an empty folder, spoil it, and return it with the command to run."""
    if kind == "record" or (kind == "deck" and random.random() < 0.1):
        path = plant_samurai(folder)
    elif kind in {"deck", "game", "table", "template", "font"} and random.random() < 0.3:
        path = plant_example(random.choice(EXAMPLES), folder)
    else:
        path = plant_small(folder)
    item = Input(folder, path, random)
    (folder / "out").mkdir(exist_ok=True)
    (folder / "out" / f"{path.stem}.pdf").write_bytes(b"%PDF-old")
    CLASSES[kind](item)
    if kind in {"deck", "game", "template", "picture"} and random.random() < 0.3:
        CLASSES[kind](item)
    if not item.command:
        command, *more = random.choice(_COMMANDS)
        item.command = [command, item.deck.name, *more]
    return item
