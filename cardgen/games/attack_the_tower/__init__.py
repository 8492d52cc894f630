"""Attack the Tower: a game of two armies with nine slots each, and a palace to destroy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.games.attack_the_tower.pieces import COMPONENTS
from cardgen.geometry.units import Size
from cardgen.plugin.game import Check, Game
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
    )


def _variables(deck: Mapping[str, Any]) -> Mapping[str, Any]:
    faction = deck["faction"]
    ornaments = {name: faction[name] or f"ornaments/{name}.svg" for name in ("emblem", "pattern", "corner")}
    return {"faction": {**faction, **ornaments}}


GAME = Game(
    id="attack-the-tower",
    name="Attack the Tower",
    schema=_schema,
    checks=_checks,
    components=COMPONENTS,
    card=Size(40.0, 53.0),
    languages=("en", "pt"),
    codes=Path(__file__).with_name("codes.yaml"),
    resources=resources().templates / "attack-the-tower",
    example=resources().decks / "samurai.yaml",
    rules=_rules,
    identity=_identity,
    variables=_variables,
)
