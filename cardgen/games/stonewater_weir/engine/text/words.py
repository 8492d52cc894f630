"""The words of positions in texts, by the numbers of `state.places`."""

from __future__ import annotations

from cardgen.games.stonewater_weir.engine.state.places import (
    ABSENT,
    AREAS,
    BANKS,
    BUILDINGS,
    CLASSES,
    DEAD,
    HOME,
    IN_HILLS,
    LONG_ARM,
    NOWHERE,
    RUNNER_DUE,
    WALL,
)

AREA_WORDS = tuple(f"{BANKS[area // 3]}-{area % 3 + 1}" for area in range(AREAS))
CONDITIONS = ("whole", "damaged", "destroyed")
LEGS = ("leaving", "returning")
DECK_WORDS = (
    *(f"{name}-season" for name in CLASSES),
    *(f"{name}-pool" for name in CLASSES),
    "events",
    "enemies",
)
PILE_WORDS = (
    *(f"face down {name}" for name in CLASSES),
    *(f"discards {name}" for name in CLASSES),
    *(f"out {name}" for name in CLASSES),
    "event deck",
    "event discards",
    "enemy deck",
    "enemy discards",
    *(f"tokens {level}" for level in range(1, 5)),
    "tokens out",
)

PLACES = {
    **dict(enumerate(BUILDINGS)),
    **{WALL + bank: f"wall-{name}" for bank, name in enumerate(BANKS)},
    LONG_ARM: "long-arm",
    NOWHERE: "nowhere",
    DEAD: "dead",
    ABSENT: "absent",
}
RUNNER_PLACES = {
    **dict(enumerate(AREA_WORDS)),
    **{HOME + bank: f"home-{name}" for bank, name in enumerate(BANKS)},
    IN_HILLS: "hills",
    RUNNER_DUE: "due",
}
