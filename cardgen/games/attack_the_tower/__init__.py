"""Attack the Tower: a game of two armies with nine slots each, and a palace to destroy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.games.attack_the_tower.board_plan import board_seams, board_size, plan_board
from cardgen.games.attack_the_tower.card_frames import FRAMES, template_of
from cardgen.games.attack_the_tower.pieces import ENTRIES
from cardgen.plugin.code import GameCode
from cardgen.plugin.game import Check
from cardgen.plugin.identity import DeckIdentity
from cardgen.plugin.resources import resources

if TYPE_CHECKING:
    from pydantic import BaseModel

    from cardgen.games.attack_the_tower.schema import ArmyDeck
    from cardgen.plugin.rules.contest import GameRules


def _schema() -> type[BaseModel]:
    from cardgen.games.attack_the_tower.schema import ArmyDeck

    return ArmyDeck


def _checks() -> Sequence[Check]:
    from cardgen.games.attack_the_tower.checks.deck import CHECKS

    return CHECKS


def _rules() -> GameRules:
    from cardgen.games.attack_the_tower.play.contest import AttackRules

    return AttackRules()


def _identity(deck: ArmyDeck) -> DeckIdentity:
    faction = deck.faction
    return DeckIdentity(
        title=faction.name,
        subtitle=faction.motto or "",
        palette=faction.colors.model_dump(),
        palette_path=("faction", "colors"),
        emblem=faction.emblem,
        pattern=faction.pattern,
        land=faction.land,
    )


def _variables(deck: Mapping[str, Any]) -> Mapping[str, Any]:
    faction = deck["faction"]
    ornaments = {name: faction[name] or f"ornaments/{name}.svg" for name in ("emblem", "pattern", "corner")}
    return {"faction": {**faction, **ornaments, "frame": template_of(faction["frame"])}}


def _choices(deck: ArmyDeck | None) -> Mapping[str, str]:
    """Return the frames: those that ship, and that of the deck."""
    chosen = deck.faction.frame if deck else None
    frames = dict.fromkeys((*FRAMES, chosen or FRAMES[0]))
    return {template_of(frame): f"frame: {frame}{' (chosen)' if frame == chosen else ''}" for frame in frames}


GAME = GameCode(
    file=resources().templates / "attack-the-tower" / "game.yaml",
    schema=_schema,
    entries=ENTRIES,
    sizes={"board": board_size},
    plans={"board": plan_board},
    seams={"board": board_seams},
    checks=_checks,
    identity=_identity,
    variables=_variables,
    choices=_choices,
    codes=Path(__file__).with_name("codes.yaml"),
    example=resources().decks / "samurai.yaml",
    rules=_rules,
)
