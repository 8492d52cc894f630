"""Stonewater Weir: a siege that one to six players hold off together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.games.stonewater_weir.pieces import ENTRIES
from cardgen.plugin.code import GameCode
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


GAME = GameCode(
    file=resources().templates / "stonewater-weir" / "game.yaml",
    schema=_schema,
    entries=ENTRIES,
    example=resources().decks / "stonewater.yaml",
    rules=_rules,
)
