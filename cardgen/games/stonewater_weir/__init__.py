"""Stonewater Weir: a siege that one to six players hold off together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.games.stonewater_weir.boards import (
    card_sheet_seams,
    card_sheet_size,
    field_seams,
    field_size,
    hero_board_seams,
    hero_board_size,
    long_arm_size,
    plan_town,
    town_seams,
    town_size,
)
from cardgen.games.stonewater_weir.pieces import ENTRIES
from cardgen.plugin.code import GameCode
from cardgen.plugin.game import Check
from cardgen.plugin.resources import resources

if TYPE_CHECKING:
    from pydantic import BaseModel

    from cardgen.plugin.rules.contest import GameRules


def _schema() -> type[BaseModel]:
    from cardgen.games.stonewater_weir.schema import WeirDeck

    return WeirDeck


def _rules() -> GameRules:
    from cardgen.games.stonewater_weir.play.contest import SiegeRules

    return SiegeRules()


def _checks() -> Sequence[Check]:
    from cardgen.games.stonewater_weir.checks import CHECKS

    return CHECKS


GAME = GameCode(
    file=resources().templates / "stonewater-weir" / "game.yaml",
    schema=_schema,
    entries=ENTRIES,
    sizes={
        "heroes": hero_board_size,
        "banks": field_size,
        "town": town_size,
        "long-arm": long_arm_size,
        "card-sheet": card_sheet_size,
    },
    plans={"town": plan_town},
    seams={"heroes": hero_board_seams, "town": town_seams, "banks": field_seams, "card-sheet": card_sheet_seams},
    checks=_checks,
    codes=Path(__file__).with_name("codes.yaml"),
    example=resources().decks / "stonewater.yaml",
    rules=_rules,
)
