"""What the templates are given for each piece, but for its words, stays as in the last version."""

import re
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

from cardgen.games.stonewater_weir.pieces import ENTRIES
from tests.games.stonewater_weir.conftest import changed, read_deck
from tests.recorded import check_recorded

OTHER = [
    ("id: tamsin", "    figure: art/stonewater/figure-tamsin.svg\n", ""),
    ("id: fat-purse", "    art:", "    text: {en: One hero gains 2 gold., pt: Um herói ganha 2 de ouro.}\n    art:"),
    ("id: dov", "strength: 1", "strength: 1\n    text: {en: Dov., pt: Dov.}"),
    ("{id: z1_hit3", "  - {id: z1_dice1, level: 1, name: {en: Second Swing, pt: Segundo Golpe}}\n", ""),
    ("", "", "players:\n  - {players: 2, heroes: 4, points: 4}\n  - {players: 6, heroes: 6, points: 6}\n"),
]


def test_entries_are_as_recorded(tmp_path):
    (tmp_path / "other.yaml").write_text(changed(OTHER), "utf-8")
    (tmp_path / "stonewater.yaml").write_text(changed([]), "utf-8")

    def found() -> Iterator[str]:
        for name in ("stonewater", "other"):
            deck, _ = read_deck(tmp_path / f"{name}.yaml")
            for kind, entries in ENTRIES.items():
                first, *others = (re.sub(r"languages=\{.*?\}", "...", repr(entry)) for entry in entries(deck))
                yield f"{name} {kind}, {len(others) + 1} entries {crc32(repr(others).encode()):x}: {first}"

    deck, _ = read_deck(tmp_path / "other.yaml")
    cards = {entry.id: entry for entry in ENTRIES["market"](deck)}
    for name, own in (("fat-purse", "One hero gains 2 gold."), ("lamp-oil", "")):
        generated = cards[name].texts["text"].in_language("en")
        assert generated and generated != own
        assert cards[name].data["text"].in_language("en") == (own or generated)
    check_recorded(Path(__file__).with_name("entries.txt"), found())
