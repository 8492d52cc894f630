"""The texts of the special abilities (rules model, section 4), which belong to the game and not to its deck."""

from __future__ import annotations

from pathlib import Path

from cardgen.games.stonewater_weir.constants import AbilityId
from cardgen.model.deck import LocalizedText
from cardgen.plugin.language_files import read_language_files


def ability_text(ability: AbilityId) -> LocalizedText:
    """Return the text of a special ability in every language."""
    words = read_language_files(Path(__file__).parent / "wording")
    return LocalizedText({language: texts[f"ability.{ability}"] for language, texts in words.items()})
