"""Write the generated reference pages, or verify that they are current.

Usage: python -m docs.generate [--check]
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from docs.generate import (
    boxes,
    codes,
    commands,
    effects,
    gallery,
    game_file,
    rule_settings,
    rules_as_data,
    sheets,
    siege_effects,
    speed,
    templates,
    typical_mistakes,
)

REFERENCE = Path(__file__).resolve().parent.parent / "reference"

DESCRIPTIONS: Mapping[str, str] = {
    "boxes.md": "Every key of a NAME.face.yaml, which describes a face by boxes.",
    "codes.md": "Every error and warning of cardgen: why it exists, an example, and what to write instead.",
    "commands.md": "Every command of cardgen with all of its options.",
    "effects.md": "Every effect that an ability of Attack the Tower can have, with the text that it prints.",
    "game-file.md": "Every key of a game.yaml, with its type and what it means.",
    "rules-as-data.md": "Every key, step, filter, name and error of the section rules: of a game.yaml, with an example of each.",
    "rule-settings.md": "Every setting of the rules of the games that ship.",
    "sheets.md": "Every sheet of labels or perforated cards that --paper knows by its product name.",
    "stonewater-effects.md": "Every effect that a card of Stonewater Weir can have, with the text that it prints.",
    "templates.md": "Every variable, filter, element and style that a template may use.",
    "typical-mistakes.md": "Mistakes that people make, and what cardgen answers.",
}
"""What search engines show of each generated page."""


def _described(name: str, page: Callable[[], str]) -> Callable[[], str]:
    return lambda: f"---\ndescription: {json.dumps(DESCRIPTIONS[name], ensure_ascii=False)}\n---\n\n{page()}"


_GENERATED: Mapping[str, Callable[[], str]] = {
    "boxes.md": boxes.page,
    "codes.md": codes.page,
    "commands.md": commands.page,
    "effects.md": effects.page,
    "game-file.md": game_file.page,
    "rules-as-data.md": rules_as_data.page,
    "rule-settings.md": rule_settings.page,
    "sheets.md": sheets.page,
    "stonewater-effects.md": siege_effects.page,
    "templates.md": templates.page,
    "typical-mistakes.md": typical_mistakes.page,
}
PAGES: Mapping[str, Callable[[], str]] = {
    "../examples.md": gallery.page,
    "../explanation/speed.md": speed.page,
    **{name: _described(name, page) for name, page in _GENERATED.items()},
}
"""Each generated page with the function that returns its text."""


def outdated() -> list[str]:
    """Return the names of the pages whose file differs from what the code says now."""
    return [name for name, page in PAGES.items() if _text_of(REFERENCE / name) != page()]


def _text_of(path: Path) -> str:
    return path.read_text("utf-8") if path.exists() else ""


def main(arguments: list[str]) -> int:
    """Write the pages, or with `--check` only compare them; returns the exit code."""
    names = outdated()
    if arguments == ["--check"]:
        for name in names:
            print(f"docs/reference/{name} is out of date; run: python -m docs.generate", file=sys.stderr)
        return 1 if names else 0
    for name in names:
        (REFERENCE / name).write_text(PAGES[name](), "utf-8")
        print(f"wrote docs/reference/{name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
