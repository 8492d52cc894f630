"""What is known while the words of one ability are put together, and what has been said so far."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from cardgen.games.attack_the_tower.constants import TYPES, TroopType
from cardgen.games.attack_the_tower.wording.grammar import Grammar, Noun, Phrase, joined

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardgen.games.attack_the_tower.effects import Selector
    from cardgen.games.attack_the_tower.schema import Ability, ArmyDeck, Base

# How `in: battle` is said: in this battle; in any; after one; when a special troop comes or goes.
BattleMode = Literal["this", "any", "fought", "there"]


class Bound(NamedTuple):
    """What a name stands for.

    Attributes:
        selector: What was picked.
        noun: It, without more words about it.
        plural: Whether it can be more than one thing.
        said: Whether the text has spoken of it.
    """

    selector: Selector
    noun: Noun
    plural: bool
    said: bool


class Clause(NamedTuple):
    """Words of one or more effects.

    Attributes:
        text: The words.
        order: Whether they order the player to do something, so that another order may follow in the same sentence.
        turn: Whether they hold until the end of the turn, which is yet to be said.
        linked: Whether they begin with what they depend on.
    """

    text: str
    order: bool = True
    turn: bool = False
    linked: bool = False


@dataclass(slots=True)
class Discourse:
    """The speaker: grammar, names, and the state of the text.

    Attributes:
        battle: How `in: battle` is said now.
        battle_said: Whether the text has named the battle, so that `there` is enough.
        side_said: Whether it has said that the player attacks or defends.
        aura: Whether an aura is being told, which lasts: its troops have what others get.
        bound: Names of the effects.
    """

    grammar: Grammar
    language: str
    deck: ArmyDeck
    ability: Ability
    battle: BattleMode = "any"
    battle_said: bool = False
    side_said: bool = False
    aura: bool = False
    bound: dict[str, Bound] = field(default_factory=dict)

    @property
    def side(self) -> str:
        """The player's side, if the card can be played only on one; whoever's turn it is attacks."""
        timing = self.ability.timing
        if set(timing.window) != {"battle"} or timing.side != "any":
            return timing.side
        return {"any": "any", "own": "attacker", "opponent": "defender"}[timing.turn]

    @property
    def coming_battle(self) -> Literal["this", "next", "either"]:
        """The battle that ends next, by when the card is played; a special troop may come or go at another time."""
        if self.battle == "this":
            return "this"
        return "next" if set(self.ability.timing.window) == {"main"} and self.battle != "there" else "either"

    @contextmanager
    def within(self, battle: BattleMode) -> Iterator[None]:
        """Speak of battles in another way for a while."""
        before, self.battle = self.battle, battle
        yield
        self.battle = before

    def noun(self, selector: Selector, *, own: bool) -> Noun:
        """The noun of what a selector picks, with the names of this deck for things of its own."""
        kind = _kind(selector)
        types = self._types(selector)
        if kind in {"territory", "palace", "special", "card"} or not types:
            return self.grammar.nouns[kind]
        if kind == "ability" and len(types) == len(TYPES):
            return self.grammar.nouns[kind].inside(self.grammar.phrases["of_any_type"])
        make = {"base": self._base_noun, "ability": self._ability_noun}.get(kind, self._troop_noun)
        nouns = [make(troop_type, own=own) for troop_type in types]
        if kind == "troop":  # what stands before them is masculine, and so should be the first of them
            nouns.sort(key=lambda noun: noun.feminine)
        both, either = self.grammar.phrases["and"], self.grammar.phrases["or"]
        return Noun(
            joined([noun.one for noun in nouns], either) if all(noun.one for noun in nouns) else "",
            joined([noun.many for noun in nouns], both if selector.pick == "all" else either),
            all(noun.feminine for noun in nouns),
        )

    def only_type(self, selector: Selector) -> TroopType | None:
        """The type of everything that a selector picks, if there is but one."""
        types = self._types(selector)
        return types[0] if len(types) == 1 else None

    def _types(self, selector: Selector) -> list[TroopType]:
        icon = self.ability.icon
        chosen = {icon if word == "icon" else word for word in selector.type}
        return [troop_type for troop_type in TYPES if troop_type in chosen]

    def _troop_noun(self, troop_type: TroopType, *, own: bool) -> Noun:
        generic = self.grammar.nouns[troop_type]
        bases = self._bases(troop_type) if own else ()
        names = {base.recruits.words(self.language) for base in bases}
        if len(names) != 1:
            return generic.inside(self.grammar.phrases["troop.type"], icon=_icon(troop_type))
        (name,) = names
        stated = next((base.gender for base in bases if base.gender), None)
        feminine = stated == "feminine" if stated else self.grammar.is_feminine(name)
        return Noun("", f"{_icon(troop_type)} {name}", feminine)

    def _base_noun(self, troop_type: TroopType, *, own: bool) -> Noun:
        base = self.grammar.nouns["base"]
        bases = self._bases(troop_type) if own else ()
        names = {base.name.words(self.language) for base in bases}
        if len(names) != 1:
            return self._of_type(base, troop_type)
        slots = {"icon": _icon(troop_type), "name": next(iter(names))}
        return self._forms(base, "base.named", "base.plural" if bases[0].plural else "base.named", slots)

    def _ability_noun(self, troop_type: TroopType, *, own: bool) -> Noun:
        del own  # abilities are called by their icons, whoever has them
        return self._of_type(self.grammar.nouns["ability"], troop_type)

    def _of_type(self, noun: Noun, troop_type: TroopType) -> Noun:
        """A base or an ability of a type, by the word for the type."""
        phrases = self.grammar.phrases
        return noun.inside(phrases["of_type"], icon=_icon(troop_type), type=phrases[f"type.{troop_type}"])

    def _forms(self, noun: Noun, one: str, many: str, slots: dict[str, str]) -> Noun:
        """A noun in two patterns, one for each number."""
        say = self.grammar.say
        single, several = noun.form(plural=False), noun.form(plural=True)
        return Noun(say(one, n=single, **slots), say(many, n=several, **slots), noun.feminine)

    def _bases(self, troop_type: TroopType) -> Sequence[Base]:
        return [base for base in self.deck.bases if base.type == troop_type]

    def bind(self, selector: Selector, *, said: bool, plural: bool) -> None:
        """Remember what a selector names."""
        if selector.as_:
            noun = self.noun(selector, own=selector.owner == "self")
            if not plural and not noun.one:
                noun = self.grammar.nouns[selector.of]
            self.bound[selector.as_] = Bound(selector, noun, plural, said)

    def antecedent(self, selector: Selector) -> Bound | None:
        """What the `$name` of a selector stands for."""
        return self.bound.get(selector.in_[1:]) if selector.in_ and selector.in_.startswith("$") else None

    def owner(self, selector: Selector) -> str:
        """Whose it is; what is in something of one owner is his too."""
        bound = self.antecedent(selector)
        return bound.selector.owner if bound and selector.owner == "any" else selector.owner

    def quantity(self, number: int, noun: str) -> Phrase:
        """So many things of a kind: `two cards`."""
        return self.grammar.quantity(number, self.grammar.nouns[noun])


def _icon(troop_type: TroopType) -> str:
    return f"{{{troop_type}}}"


def _kind(selector: Selector) -> str:
    """The noun of what a selector picks."""
    if selector.of != "card":
        return selector.of
    zone = selector.in_ or ""
    if selector.is_ in {"ability", "base"}:
        return str(selector.is_)
    return zone.split("_")[0] if zone.startswith(("ability_", "base_")) else "base" if selector.type else "card"
