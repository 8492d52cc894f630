"""What is said of positions of games in which one value of a line was changed stays as in the last version."""

import re
from pathlib import Path
from random import Random
from zlib import crc32

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.engine.attack_state import AttackState
from cardgen.plugin.rules.errors import LogError
from tests.recorded import check_recorded

from .armies import match
from .tables import does, lay
from .test_properties import CONFIGS, walk
from .test_set_and_add import MATCH, MINE, THEIRS

GAMES = [
    *((("strange", other), "explicit", seed) for seed in range(3) for other in ("elves", "strange")),
    (("forty-lockkeepers", "forty-spore_court"), "choose", 8),
    (("elves", "samurai"), "choose", 0),
    (("elves", "samurai"), "may", 0),
]
OFTEN_EDITED = ("phase", "group", "site", "stage", "ask", "mods", "delays", "stack", "damage", "fighters", "fight")
UNDER_WAY = ("decision", "modifiers", "delays", "combat_step", "damage", "sights")


def positions():
    """Yield one position for each decision and phase, and for each thing that may be under way."""
    seen = set()
    for armies, name, seed in GAMES:
        config = CONFIGS.get(name, Config(recruit="may", max_turns=12))
        for position in walk(AttackState.new(match(*armies, config), seed), Random(seed)):
            found = {name for name in UNDER_WAY if getattr(position, name)} | {"fighters" * (position.fighters >= 0)}
            found |= {position.decision[:2] if position.decision else position.phase}
            if not found <= seen:
                yield position
            seen |= found
    state = lay(MATCH, MINE, THEIRS, my_hand="banner giant", their_palace="yoke")
    yield does(state, "play banner", "play giant", "pick troop 1.1a of player 1")


def edited(value, base):
    """Yield a line's value with one of its words left out, doubled, or changed."""
    words = value.split()
    for at in sorted({*range(min(len(words), 7)), len(words) - 1} - {-1})[: 7 if any(map(str.isdigit, words)) else 2]:
        others = [[], [words[at]] * 2, ["moon"], [base], ["-2"], ["-1"], ["0"], ["1"], ["99"]]
        number = words[at].removesuffix(",")
        if number.lstrip("-").isdigit():
            numbers = int(number) - 1, int(number) + 1, int(number) ^ 1 << 80
            others += [[f"{other}{words[at].removeprefix(number)}"] for other in numbers]
        for other in others:
            yield " ".join([*words[:at], *other, *words[at + 1 :]])
    yield from ("", "nobody", "0", "7 1 0, 0 0 0", f"{value}, 0 0 0 1".removeprefix(", "))


def told():
    """Yield what is said, each with its first example, and a sum of all that is said of a line."""
    seen, sums, values = set(), {}, set()
    for position in positions():
        lines = position.to_text().split("\n")
        for at, line in enumerate(lines):
            key, _, value = line.partition(":")
            here = key, position.match, value if key in OFTEN_EDITED else ""
            if here in values:
                continue  # as in another position
            values.add(here)
            for changed in edited(value, position.match.names[0]):
                text = "\n".join([*lines[:at], f"{key}: {changed}".rstrip(), *lines[at + 1 :]])
                try:
                    again = AttackState.from_text(position.match, text)
                    said, read = "right", f"{again.legal_actions()} {again.to_text()}"
                except LogError as error:
                    said = read = str(error)
                number, total = sums.get(key, (0, 0))
                sums[key] = number + 1, crc32(read.encode(), total)
                kind = re.sub(r"\d", "", key), re.sub(r"'[^']*'|-?\d+", "", said.partition("; expected")[0])
                if kind not in seen:
                    seen.add(kind)
                    yield f"{key}:{value} -> {changed}: {said}"
    yield from (f"{key}, {number} times: {total:x}" for key, (number, total) in sums.items())


def test_edited_positions():
    check_recorded(Path(__file__).with_name("edits.txt"), told())
