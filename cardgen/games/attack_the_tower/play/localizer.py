"""Messages and names of a match in one language: players, cards, places and units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from cardgen.games.attack_the_tower.constants import ICONS, TRAITS
from cardgen.games.attack_the_tower.effects import OneOf
from cardgen.games.attack_the_tower.engine.state.position import Match, Position
from cardgen.games.attack_the_tower.engine.state.units import BASE, PALACE, SPECIAL, TERRITORY, owner_of, slot_of
from cardgen.games.attack_the_tower.engine.state.zones import BASE_CARD, PALACE_ZONE
from cardgen.games.attack_the_tower.wording import generated
from cardgen.plugin.language_files import Messages
from cardgen.plugin.schema import walk
from cardgen.plugin.wording.sentences import to_clause


class PlayerName(str):
    """The name of an army, which decides the number of a verb: `{player:draws|draw}` names the army before the verb.

    Armies are named in the plural ("Elves") or not ("Kingdom"); in English and in Portuguese an `s` at the end tells which.
    """

    __slots__ = ()

    def __format__(self, verbs: str) -> str:
        """Return the name, followed by the verb in its number, if the singular and the plural are given."""
        if "|" not in verbs:
            return format(str(self), verbs)
        is_plural = self.endswith("s") and not self.endswith("ss")
        return f"{self!s} {verbs.split('|')[is_plural]}"


class Localizer(Messages):
    """Messages and names for one match.

    Attributes:
        language: A language that has a file `strings.LANGUAGE.yaml` here.
        players: Name of each player, which is that of the army; numbered if both armies have the same.
        cards: Name of each design (a card without its copies), by number.
        troops: Name of the troops that each design recruits, by number; empty for abilities.

    Raises:
        UnlocatedError: E504, the language is unknown.
    """

    def __init__(self, match: Match, language: str) -> None:
        super().__init__(Path(__file__).parent, language)
        self.match = match
        names = [deck.faction.name.in_language(language) for deck in match.armies]
        if names[0] == names[1]:
            names = [f"{name} {at}" for at, name in enumerate(names, 1)]
        self.players = [PlayerName(name) for name in names]
        self.cards: list[str] = []
        self.troops: list[str] = []
        for deck in match.armies:
            self.cards += [base.name.in_language(language) for base in deck.bases]
            self.cards += [ability.name.in_language(language) for ability in deck.abilities]
            self.troops += [base.recruits.in_language(language) for base in deck.bases] + [""] * len(deck.abilities)

    def alternatives(self, design: int) -> list[str]:
        """Return the alternatives that a card offers in the words of its text; none unless it offers exactly one choice.

        Args:
            design: Design of the card; -1 for none.
        """
        if design < 0 or self.match.kind[design] == BASE_CARD:
            return []
        deck = self.match.armies[self.match.army[design]]
        first = self.match.army.index(self.match.army[design])
        ability = deck.abilities[design - first - len(deck.bases)]
        choices = [part for _, part in walk(ability) if isinstance(part, OneOf)]
        if len(choices) != 1:
            return []
        alone = {"needs": None, "cost": None, "choose": (), "troop": None}
        found = []
        for option in choices[0].options:
            part = ability.model_copy(update={**alone, "effects": option.effects})
            _, text = generated(part, deck)
            found.append(to_clause(plain_text(self, text.in_language(self.language)).rstrip(".")))
        return found

    def territory(self, number: int) -> str:
        """Return the name of a territory, 0 to 2, or of the palace, 3, with its article where a language has one."""
        return self.say("the_palace") if number == 3 else self.say("the_territory", number=number + 1)

    def area(self, number: int) -> str:
        """Return the name of a territory, 0 to 2, or of the palace, 3, as it stands after a word such as "your"."""
        return self.say("palace") if number == 3 else self.say("territory", number=number + 1)

    def listed(self, cards: Iterable[int]) -> str:
        """Return cards as a list, each name once with its number of copies."""
        counts = Counter(self.cards[design] for design in cards)
        return ", ".join(times(count, name) for name, count in counts.items()) or self.say("nothing")

    def unit(self, position: Position, unit: int) -> str:
        """Return the name of a unit on the table, with its owner."""
        return self.say("of", unit=self._unit(position, unit), player=self.players[owner_of(unit)])

    def _unit(self, position: Position, unit: int) -> str:
        if unit >= SPECIAL:
            return self.cards[position.zones[PALACE_ZONE + (unit & 1)][(unit - SPECIAL) >> 1]]
        if unit >= PALACE:
            return self.say("palace")
        if unit >= TERRITORY:
            return self.area((unit - TERRITORY) % 3)
        slot = slot_of(unit)
        base = self.cards[position.bases[slot]]
        if unit >= BASE:
            return self.in_slot(base, slot)
        troops = self.troops[position.bases[slot]]
        if position.troops >> (2 * slot) & 3 == 3:
            troops = self.say("one_of_two", troops=troops, number=(unit & 1) + 1)
        return self.in_slot(self.say("troop_on", troops=troops, base=base), slot)

    def in_slot(self, name: str, slot: int) -> str:
        """Return what lies in a slot, 0 to 17, with where that is."""
        return self.say("in_slot", name=name, territory=slot % 9 // 3 + 1, place=slot % 3 + 1)


def times(count: int, name: str) -> str:
    """Return a name with its number of copies: `Dojo`, `2 x Dojo`.

    Args:
        count: Number of copies; 1 is not written.
    """
    return name if count == 1 else f"{count} x {name}"


def plain_text(localizer: Localizer, text: str) -> str:
    """Return an author's text without markup: icons as words, nothing bold."""
    for icon in (*ICONS, *TRAITS):
        text = text.replace(f"{{{icon}}}", f"[{localizer.say(icon)}]")
    return text.replace("*", "")
