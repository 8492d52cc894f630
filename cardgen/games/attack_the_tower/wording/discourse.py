"""Track what a text may refer to, and what it has already said, while it is composed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field
from typing import TYPE_CHECKING, Literal, NamedTuple

from cardgen.games.attack_the_tower.constants import TYPES, TroopType
from cardgen.plugin.wording.lexicon import Lexicon
from cardgen.plugin.wording.phrases import Noun, join_words
from cardgen.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardgen.games.attack_the_tower.effects import Selector
    from cardgen.games.attack_the_tower.schema import Ability, ArmyDeck, Base

# What the text calls `in: battle`: in this battle; in any battle; in the one that was fought; where a special troop
# enters or leaves play.
BattleReference = Literal["this", "any", "fought", "there"]

# When effects happen: when the card is played, in a battle, outside battles, or at any time.
Moment = Literal["", "battle", "outside", "any"]
_COMING: Mapping[Moment, Literal["this", "next", "either"]] = {"battle": "this", "outside": "next", "any": "either"}


class Antecedent(NamedTuple):
    """The thing or things that a `$name` refers to.

    Attributes:
        selector: The selector that bound the name.
        noun: Its noun, without qualifiers.
        plural: Whether it can be more than one thing.
        said: Whether the text has mentioned it.
    """

    selector: Selector
    noun: Noun
    plural: bool
    said: bool


class Clause(NamedTuple):
    """One or more effects in words.

    Attributes:
        order: Whether they tell the player to do something, so that another order may follow in the same sentence.
        turn: `turn` or `next_turn` if they last until then, which the sentence has yet to say; else empty.
        linked: Whether they begin with what they depend on.
    """

    text: str
    order: bool = True
    turn: str = ""
    linked: bool = False


@dataclass(slots=True)
class Discourse:
    """The state of the text of one ability.

    Attributes:
        lexicon: Words of the text.
        language: Language of the names of the deck (ISO 639-1).
        deck: The deck, for those names.
        battle: What the text calls `in: battle` now.
        battle_said: Whether the text has named the battle, so that `there` is enough.
        moment: When the effects happen that the text speaks of; empty: when the card can be played.
        aura: Whether an aura is being described. It lasts, so troops `have` what they would otherwise `get`.
        antecedents: What each bound name refers to.
    """

    lexicon: Lexicon
    language: str
    deck: ArmyDeck
    ability: Ability
    battle: BattleReference = "any"
    battle_said: bool = False
    moment: Moment = ""
    aura: bool = False
    antecedents: dict[str, Antecedent] = field(default_factory=dict)

    @property
    def side(self) -> str:
        """The side on which the card can be played, or `any`; the player whose turn it is attacks."""
        timing = self.ability.timing
        if set(timing.window) != {"battle"} or timing.side != "any":
            return timing.side
        return {"any": "any", "own": "attacker", "opponent": "defender"}[timing.turn]

    @property
    def coming_battle(self) -> Literal["this", "next", "either"]:
        """The battle that ends next, given when the card is played; `either` if that can be this battle or a later one."""
        if self.battle == "this":
            return "this"
        windows = set(self.ability.timing.window)
        moment = self.moment or ("battle" if windows == {"battle"} else "outside" if windows == {"main"} else "any")
        return _COMING[moment]

    @contextmanager
    def speaking_of_battles(self, battle: BattleReference, moment: Moment | None = None) -> Iterator[None]:
        """Refer to battles in another way within a `with` block.

        Args:
            battle: What the text calls `in: battle`.
            moment: When the effects happen; None: as before.
        """
        before = self.battle, self.moment
        self.battle, self.moment = battle, moment or self.moment
        yield
        self.battle, self.moment = before

    def noun(self, selector: Selector, *, own: bool) -> Noun:
        """Return the noun for what a selector picks.

        Args:
            own: Whether it is the player's own, so that the names of this deck apply.
        """
        kind = _kind(selector)
        types = self._types(selector)
        if kind in {"territory", "palace", "special"} or not types:
            return self.lexicon.nouns[kind]
        if kind == "ability" and len(types) == len(TYPES):
            return self.lexicon.nouns[kind].inside(self.lexicon.phrases["of_any_type"])
        make = {"base": self._base_noun, "ability": self._ability_noun}.get(kind, self._troop_noun)
        nouns = [make(troop_type, own=own) for troop_type in types]
        if kind == "troop":  # words before a mixed list are masculine, so a masculine noun comes first
            nouns.sort(key=lambda noun: noun.feminine)
        both, either = self.lexicon.phrases["and"], self.lexicon.phrases["or"]
        return Noun(
            join_words([noun.one for noun in nouns], either) if all(noun.one for noun in nouns) else "",
            join_words([noun.many for noun in nouns], both if selector.pick == "all" else either),
            all(noun.feminine for noun in nouns),
        )

    def only_type(self, selector: Selector) -> TroopType | None:
        """Return the one type that a selector allows, or None if it allows several."""
        types = self._types(selector)
        return types[0] if len(types) == 1 else None

    def _types(self, selector: Selector) -> list[TroopType]:
        icon = self.ability.icon
        chosen = {icon if word == "icon" else word for word in selector.type}
        return [troop_type for troop_type in TYPES if troop_type in chosen]

    def _troop_noun(self, troop_type: TroopType, *, own: bool) -> Noun:
        generic = self.lexicon.nouns[troop_type]
        bases = self._bases(troop_type) if own else ()
        names = {base.recruits.in_language(self.language) for base in bases}
        if len(names) != 1:
            return generic.inside(self.lexicon.phrases["troop.type"], icon=_icon(troop_type))
        (name,) = names
        stated = next((base.gender for base in bases if base.gender), None)
        feminine = stated == "feminine" if stated else self.lexicon.grammar.is_feminine(name)
        return Noun("", f"{_icon(troop_type)} {name}", feminine)

    def _base_noun(self, troop_type: TroopType, *, own: bool) -> Noun:
        base = self.lexicon.nouns["base"]
        bases = self._bases(troop_type) if own else ()
        names = {base.name.in_language(self.language) for base in bases}
        if len(names) != 1:
            return self._of_type(base, troop_type)
        slots = {"icon": _icon(troop_type), "name": next(iter(names))}
        return self._forms(base, "base.plural" if bases[0].plural else "base.named", slots)

    def _ability_noun(self, troop_type: TroopType, *, own: bool) -> Noun:
        del own  # abilities are named by their icons, whoever owns them
        return self._of_type(self.lexicon.nouns["ability"], troop_type)

    def _of_type(self, noun: Noun, troop_type: TroopType) -> Noun:
        """Return the noun for a base or an ability of a type: `shooter base`."""
        phrases = self.lexicon.phrases
        return noun.inside(phrases["of_type"], icon=_icon(troop_type), type=phrases[f"type.{troop_type}"])

    def _forms(self, noun: Noun, many: str, slots: dict[str, str]) -> Noun:
        """Return the noun for a base with a name, with a pattern of its own for several."""
        say = self.lexicon.say
        single, several = noun.form(plural=False), noun.form(plural=True)
        return Noun(say("base.named", n=single, **slots), say(many, n=several, **slots), noun.feminine)

    def _bases(self, troop_type: TroopType) -> Sequence[Base]:
        return [base for base in self.deck.bases if base.type == troop_type]

    def bind(self, selector: Selector, *, said: bool, plural: bool) -> None:
        """Remember what the name of a selector refers to.

        Args:
            selector: The selector; without `as` nothing happens.
        """
        if selector.as_:
            noun = self.noun(selector, own=selector.owner == "self")
            if not plural and not noun.one:
                noun = self.lexicon.nouns[selector.of]
            self.antecedents[selector.as_] = Antecedent(selector, noun, plural, said)

    def antecedent(self, selector: Selector) -> Antecedent | None:
        """Return what the `$name` of a selector refers to, or None without one."""
        return self.antecedents.get(selector.in_[1:]) if selector.in_ and selector.in_.startswith("$") else None

    def owner(self, selector: Selector) -> str:
        """Return whose things a selector picks; things in a place belong to the owner of the place."""
        bound = self.antecedent(selector)
        return bound.selector.owner if bound and selector.owner == "any" else selector.owner


def _icon(troop_type: TroopType) -> str:
    return f"{{{troop_type}}}"


def _kind(selector: Selector) -> str:
    """Return the key of the noun for what a selector picks."""
    if selector.of != "card":
        return selector.of
    zone = selector.in_ or ""
    if selector.is_ in {"ability", "base"}:
        return str(selector.is_)
    return zone.split("_")[0] if zone.startswith(("ability_", "base_")) else "base" if selector.type else "card"
