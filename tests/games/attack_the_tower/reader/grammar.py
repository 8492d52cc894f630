"""A reader of the English of the cards: sentences to a small meaning of its own.

Written from the leaflet (`rules.en.md`: its glossary, the steps of a battle, the kinds of abilities) and from cards as they
are printed. It shares no word with the effects and their wording, so that both have to mean the same by the same sentence.

A meaning is a list of acts, tuples that begin with what is done: `("destroy", Things(...))`. The rest of the file is one
small rule for each form of sentence; a new form is a new rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

ANY_NUMBER = 99
AFTER = (
    r"after (?:this battle or, outside battle, the next one this turn|the next battle this turn"
    r"|this battle, or else the next|this battle|the next battle), "
)
LONGER_ENDS = (" until this battle ends or, outside battle, until the next one or the turn does",)
LONGER_ENDS += (" until the next battle or the turn ends",)
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
LIMITS = r"(?P<low>-?\d+)(?: (?P<more>or more|or less)| to (?P<high>-?\d+))?"
NUMBER = "|".join((*NUMBERS[1:], r"\d+"))
PILE = r"(?P<whose>your opponent's|your) (?P<pile>ability|base) pile"
TOP_CARDS = rf"the top (?:(?P<count>{NUMBER}) )?cards? of {PILE}"
TRAITS = ("initiative", "artillery", "unique", "loyal")
TRAIT = "|".join(TRAITS)
TYPES = {
    "light infantry": "light_infantry",
    "shooters?": "shooter",
    "heavy infantry": "heavy_infantry",
    "cavalry": "cavalry",
}
TYPES |= {"siege weapons?": "siege_weapon"}
PILES = {"your": "you", "your opponent's": "opponent", "any": "any"}


EVENTS = {"whenever an attack is declared": ("attack", "any"), "after each battle": ("battle end", "any")}
EVENTS |= {"whenever you declare an attack": ("attack", "you")}
EVENTS |= {"whenever your opponent declares an attack": ("attack", "opponent")}
EVENTS |= {"after each battle in which you attack": ("battle end", "you")}
EVENTS |= {"after each battle in which you defend": ("battle end", "opponent")}
for _word, _event in (("at the start of each", "turn start"), ("at the end of each", "turn end")):
    EVENTS |= {f"{_word} of your turns": (_event, "you"), f"{_word} turn": (_event, "any")}
    EVENTS |= {f"{_word} of your opponent's turns": (_event, "opponent")}
for _words, _who in (("", "any"), (" in your turn", "you"), (" in your opponent's turn", "opponent")):
    EVENTS[f"after each renewal{_words}"] = ("renewal", _who)


class Unreadable(Exception):
    """A sentence that no rule reads."""


@dataclass(frozen=True)
class Things:
    """What a group of words means: `up to two enemy troops of power 2 or more in this battle`.

    Attributes:
        kind: `troop`, `special`, `base`, `territory`, `palace`, or `card`, `ability` for cards (`base` in a zone).
        owner: `you`, `opponent` or `any`.
        types: Troop types; empty for all.
        words: Adjectives and states: `manned`, `full`, `room`, `complete`, `destroyed`, ...
        place: Where they are: None for anywhere, `battle`, `attacking`, `defending`, `fought`, or a tuple.
        traits: Traits that they have, and with a minus in front those that they lack.
        power: Lowest and highest power, None for no limit.
        many: How many are picked: 0 for all of them.
        up_to: Whether fewer may be picked.
        by: Who picks: `you`, `opponent` or `chance`.
        each: Whether the words speak of each one by itself.
        that: Whether they point back to what was mentioned before (`that base`, `those troops`).
        total: Highest power of all that is picked together, None for no limit.
        another: Whether it is not what the sentence has mentioned already.
        now: Whether the sentence says that only what fits now is meant.
    """

    kind: str
    owner: str = "any"
    types: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()
    place: Any = None
    traits: frozenset[str] = frozenset()
    power: tuple[int | None, int | None] | None = None
    many: int = 0
    up_to: bool = False
    by: str = "you"
    each: bool = False
    that: bool = False
    total: int | None = None
    another: bool = False
    now: bool = False


@dataclass(frozen=True)
class Card:
    """What a card says.

    Attributes:
        power: Power of its special troop; None without one.
        traits: Traits of its special troop.
        rules: What always holds for that troop: `cannot attack`, `cannot defend`, `guard`.
        needs: Condition without which it cannot be played, or None.
        cost: Acts that pay for it.
        acts: What it does when it is played.
        aura: What works while its troop is in play.
        leave: What happens when its troop leaves play.
    """

    power: int | None = None
    traits: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    needs: Any = None
    cost: tuple[Any, ...] = ()
    acts: tuple[Any, ...] = ()
    aura: tuple[Any, ...] = ()
    leave: tuple[Any, ...] = ()


@dataclass
class Reader:
    """Reads the cards of one army.

    Attributes:
        troops: Type of the troops of each name, in small letters, as the base cards print them.
        bases: Type of the bases of each name.
        text: What is still to be read of the sentence.
    """

    troops: Mapping[str, str]
    bases: Mapping[str, str]
    text: str = ""
    sentence: str = ""
    spoken: list[str] = field(default_factory=list)

    def card(self, printed: str) -> Card:
        """Return what the text of a card means."""
        plain = (
            re.sub(r"\*|\{\w+\} ?", "", printed)
            .replace("\N{MINUS SIGN}", "-")
            .replace("\N{NO-BREAK SPACE}", " ")
            .lower()
        )
        found: dict[str, Any] = {"acts": (), "rules": ()}
        self.spoken = []
        for number, sentence in enumerate(re.split(r"(?<=\.) ", plain)):
            self.text = self.sentence = sentence.removesuffix(".")
            if self.head(found):
                continue
            if number == 0 or ((found.get("power") is not None or "needs" in found) and not found["acts"]):
                self.conditions(found)
            key = "acts"
            if self.takes("when it leaves play in battle, ", "when it leaves play, "):
                key = "leave"
            elif self.takes("when it comes into play in battle, ", "when it comes into play, "):
                key = "acts"
            elif found.get("power") is not None and self.is_aura():
                key = "aura"
            acts = tuple(self.acts())
            if self.text:
                self.stop()
            found[key] = (*found.get(key, ()), *acts)
        return Card(**found)

    def is_aura(self) -> bool:
        """Return whether the sentence of a special troop holds all the time: it neither orders nor ends."""
        if self.text.startswith(("whenever ", *(f"{words}, " for words in EVENTS))):
            return True
        lasts = re.search(r"\b(until|this battle|cards? |draws|discards|at the end|after )", self.text)
        orders = re.match(
            r"(then, )?(destroy|sacrifice|recruit|move|return|remove|put|play|build|draw|discard|look|take|deal|for each|if)\b",
            self.text,
        )
        return self.text.startswith("in each renewal") or not (
            lasts
            or orders
            or "change places" in self.text
            or self.text.startswith(("choose", "your opponent ", "flip", "roll"))
        )

    def head(self, found: dict[str, Any]) -> bool:
        """Read the power and the traits of a special troop, and what always holds for it."""
        head = self.match(rf"power (\d+)((?:, (?:{TRAIT}))*)$")
        if head:
            found |= {"power": int(head[1]), "traits": tuple(head[2].split(", ")[1:])}
            return True
        if found.get("power") is not None:
            rules = {"cannot attack": "cannot attack", "cannot defend": "cannot defend"}
            rules["also defends each of your territories"] = "guard"
            for words, rule in rules.items():
                if self.text == words:
                    found["rules"] = (*found["rules"], rule)
                    return True
        return self.text in ("no trait", "no effect")

    def conditions(self, found: dict[str, Any]) -> None:
        """Read what a card needs and what it costs, which stand at its beginning."""
        if self.takes("only if "):
            found["needs"] = self.condition()
            if not self.text:  # the cost follows in a sentence of its own
                return
            self.must(": ")
        if re.match(r"(?:discard|sacrifice) [^:;.]*: ", self.text):
            found["cost"] = tuple(self.costs())
            self.must(": ")
        if self.text == "no effect":
            self.text = ""

    def costs(self) -> Iterator[Any]:
        """Read costs: `discard two cards and sacrifice one of your bases`."""
        yield self.act()
        while self.takes(" and "):
            yield self.act()

    # Lists of acts.

    def acts(self) -> Iterator[Any]:
        """Read what is done, one after the other."""
        self.takes("then, ")
        if not self.text:
            return
        yield self.act()
        while self.takes(", then "):
            yield self.act()

    def act(self) -> Any:
        """Read one thing that is done."""
        for words, rule in self.rules():
            found = self.match(words)
            if found:
                return rule(found)
        return self.says_of()

    def rules(self) -> Iterator[tuple[str, Any]]:
        """Give the first words of each form of sentence, and what reads the rest."""
        quantity = (
            rf"(?P<number>{NUMBER}) (?P<what>cards?|bases?|abilities|ability)(?P<how> of your choice| at random)?"
        )
        yield r"no effect$", lambda _: ("all", ())
        yield r"until end of turn, ", lambda _: self.lasting_list("turn")
        yield r"until your next turn, ", lambda _: self.lasting_list("next turn")
        yield r"(?P<who>your opponent chooses|choose) one: ", self.options
        yield r"flip a coin: on heads, ", lambda _: self.coin()
        yield rf"roll a die(?: with (?P<sides>{NUMBER}) sides)?: ", self.die
        yield r"(?P<whose>your opponent's|your) (?P<what>hand limit|limit of special troops) is ", self.limit
        yield r"while ", lambda _: self.while_()
        yield r"if ", lambda _: self.if_()
        yield r"for (?=each )", lambda _: self.for_each()
        yield r"at the end of this turn, ", lambda _: ("later", "turn", tuple(self.acts()))
        yield r"after each battle this turn, ", lambda _: self.after("each")
        yield AFTER, lambda _: self.after("once")
        yield r"destroy |sacrifice ", lambda found: ("destroy", self.one_at_random())
        yield (
            r"recruit (?P<number>\w+) troops? on ",
            lambda found: self.per(("recruit", self.things(), count(found["number"]))),
        )
        yield r"return ", lambda _: self.return_()
        yield r"remove ", lambda _: self.remove()
        yield r"put ", lambda _: self.put()
        yield rf"discard (?={TOP_CARDS})", lambda _: self.mill()
        yield rf"look at (?={TOP_CARDS})", lambda _: self.look_at_top()
        yield rf"look through {PILE} and ", self.search
        yield r"play (?!abilities)", lambda _: self.replay()
        yield r"move ", lambda _: self.move()
        yield r"build ", lambda _: self.build()
        yield rf"draw {quantity}", lambda found: self.per(("draw", "you", cards(found), count(found["number"])))
        yield (
            rf"your opponent draws {quantity}",
            lambda found: self.per(("draw", "opponent", cards(found), count(found["number"]))),
        )
        yield rf"discard {quantity}", lambda found: self.per(discard("you", found))
        yield rf"your opponent discards {quantity}", lambda found: self.per(discard("opponent", found))
        yield r"look at your opponent's hand", lambda _: ("look",)
        yield rf"take {quantity} from your opponent's hand", lambda found: self.per(steal(found))
        yield r"take (?=.* into your hand)", lambda _: self.recover()
        yield r"(?=whenever |at the (?:start|end) of each |after each )", lambda _: self.whenever()
        yield r"the attack is cancelled", lambda _: ("cancel",)
        yield r"redirect the attack to ", lambda _: ("redirect", self.things())
        yield r"a renewal takes place", lambda _: ("renew",)
        yield r"(?:this battle|the current battle, if any,) ends without combat", lambda _: ("end battle",)
        yield r"deal (?P<number>\d+) damage to ", self.strike
        yield (
            r"(?:in each battle )?ignore (?:up to )?(?P<number>\d+) damage (?:in all )?to (?P<whose>your|enemy) troops",
            self.ignore,
        )
        yield r"in combat ", lambda _: self.area()
        yield r"you cannot |your opponent cannot ", self.cannot
        yield r"in each renewal (?P<who>you|your opponent) ", self.renewal

    def whenever(self) -> Any:
        """Read what happens whenever something happens: the event, whose it is, and the acts."""
        for words, event in EVENTS.items():
            if self.takes(f"{words}, "):
                return ("lasting", "whenever", "", event, tuple(self.acts()))
        self.must("whenever ")
        things = self.things()
        self.must(" is destroyed")
        in_battle = bool(self.takes(" in battle"))
        self.must(", ")
        return ("lasting", "whenever", "", ("destroyed", things, in_battle), tuple(self.acts()))

    def options(self, found: re.Match[str]) -> Any:
        """Read acts of which somebody chooses one."""
        options = [tuple(self.acts())]
        while self.takes("; or ", "; "):
            options.append(tuple(self.acts()))
        return ("choose one", "opponent" if found["who"].startswith("your") else "you", tuple(options))

    def coin(self) -> Any:
        """Read what a coin decides."""
        heads = tuple(self.acts())
        return ("by chance", (heads, tuple(self.acts()) if self.takes("; on tails, ") else ()))

    def die(self, found: re.Match[str]) -> Any:
        """Read what a die decides: one list of acts for each of its sides."""
        results: dict[int, tuple[Any, ...]] = dict.fromkeys(range(1, count(found["sides"] or "six") + 1), ())
        while True:
            faces = self.match(r"on (\d+)(?: to (\d+)|((?:, \d+)*) or (\d+))?, ")
            if not faces:
                self.stop()
            named = range(int(faces[1]), int(faces[2]) + 1) if faces[2] else map(int, re.findall(r"\d+", faces[0]))
            results |= dict.fromkeys(named, tuple(self.acts()))
            if not self.takes("; "):
                return ("by chance", tuple(results.values()))

    def limit(self, found: re.Match[str]) -> Any:
        """Read a limit that changes."""
        change = self.match(r"(\d+)( higher| lower)?")
        if not change:
            self.stop()
        number = int(change[1]) * (-1 if change[2] == " lower" else 1)
        who = "you" if found["whose"] == "your" else "opponent"
        return self.end(("lasting", "limit", "", who, number, found["what"], bool(change[2])))

    # Lasting acts.

    def lasting_list(self, until: str) -> Any:
        """Read several things that last equally long: `until end of turn, A, and B`."""
        found = [self.lasts(self.act(), until)]
        while self.takes(", and "):
            found.append(self.lasts(self.act(), until))
        return ("all", tuple(found))

    def lasts(self, act: Any, until: str) -> Any:
        """Return an act, and those inside it, with their end."""
        if act[0] in ("all", "while"):
            inner = tuple(self.lasts(one, until) for one in act[-1])
            return (*act[:-1], inner)
        if act[0] != "lasting":
            self.stop()
        return (*act[:2], until, *act[3:])

    def end(self, act: Any) -> Any:
        """Read the end of a lasting act, and `for each`; `in this battle` is also the place of things that have none.

        Those that are meant as they are `now` have said where they are.
        """
        act = self.per(act)
        if self.takes(" in this battle"):
            self.spoken.append("battle")
            _, what, _, things, *rest = act
            has_place = isinstance(things, Things) and (things.place is not None or things.that or things.now)
            if what != "limit" and isinstance(things, Things) and not has_place:
                things = replace(things, place="battle")
            act = ("lasting", what, "battle", things, *rest)
        elif self.takes(*LONGER_ENDS):
            act = (*act[:2], "battle", *act[3:])
        elif self.takes(" until this battle ends"):
            self.spoken.append("battle")
            act = (*act[:2], "battle", *act[3:])
        elif self.takes(" until it ends", " until the battle ends", " until the next battle ends"):
            act = (*act[:2], "battle", *act[3:])
        return self.per(act)

    def says_of(self) -> Any:
        """Read what is said of things: `your Elves have printed power 2 and gain initiative`."""
        things = self.things()
        if self.match(r" and (?=.* change places)"):
            other = self.things()
            owners = bool(self.takes(" change places and owners, troops and all"))
            if not owners:
                self.must(" change places, troops and all")
            return ("swap", things, other, owners)
        if self.takes(" change places, troops and all"):
            one = replace(things, many=1)
            return ("swap", one, replace(one, another=True))
        if self.takes(" change places and owners, troops and all"):
            one = replace(things, many=1)
            return ("swap", one, replace(one, another=True), True)
        said = [("lasting", what, "", things, *rest) for what, *rest in self.predicates()]
        ended = self.end(said[-1])
        acts = tuple((*one[:2], ended[2], ended[3], *one[4:]) for one in said[:-1])
        return ("all", (*acts, ended)) if acts else ended

    def predicates(self) -> Iterator[tuple[Any, ...]]:
        """Read what follows a subject, with `and` between."""
        yield from self.predicate()
        while self.match(r" and (?=(?:gets?|has|have|gains?|loses?|becomes?|is|are|takes?|cannot|need|deals?|may)\b)"):
            yield from self.predicate()

    def predicate(self) -> Iterator[tuple[Any, ...]]:  # noqa: C901, PLR0911, one branch for each form
        """Read one thing that is said of a subject."""
        self.takes(" ")
        added = self.match(r"(?:gets?|has|have) ([+-]\d+) power")
        if added:
            yield "add", int(added[1])
            return
        if self.match(r"(?:has|have) printed power equal to the power that "):
            other = self.things()
            self.match(r" (?:has|have) now")
            yield "set", other
            return
        value = self.match(r"(?:has|have) printed power (-?\d+)")
        if value:
            yield "set", int(value[1])
            return
        changed = self.match(rf"(gains?|has|have|loses?|becomes?|is|are)( not)? ({TRAIT})((?: and (?:{TRAIT}))*)")
        if changed:
            verb = "lose" if changed[1].startswith("lose") or changed[2] else "gain"
            for trait in [changed[3], *changed[4].split(" and ")[1:]]:
                yield verb, trait
            return
        damage = self.match(r"takes? no (initiative or regular|initiative|regular) damage")
        if damage:
            for step in damage[1].split(" or "):
                yield "safe", step
            return
        dealt = self.match(r"deals? (\d+) (more|less) damage")
        if dealt:
            yield "deals", int(dealt[1]) * (1 if dealt[2] == "more" else -1)
            return
        fixed = {"cannot be destroyed by abilities except by damage": ("safe", "destroy")}
        fixed |= {
            "cannot, except by damage or as a cost, be destroyed by either player's abilities": ("safe", "destroy")
        }
        fixed |= {"need not be sacrificed": ("safe", "sacrifice"), "may hit manned bases": ("breach",)}
        fixed |= {"cannot be attacked": ("cannot", "opponent", "attacked")}
        for words, meaning in fixed.items():
            if self.takes(words):
                yield meaning
                return
        self.stop()

    def ignore(self, found: re.Match[str]) -> Any:
        """Read damage that is ignored."""
        whose = "you" if found["whose"] == "your" else "opponent"
        return self.end(("lasting", "ignore", "", whose, int(found["number"])))

    def strike(self, found: re.Match[str]) -> Any:
        """Read damage that is dealt, also to what is defended if the card says so."""
        act = self.per(("strike", self.things(), False, int(found["number"])))
        return (*act[:2], True, act[3]) if self.takes(", even if defended") else act

    def area(self) -> Any:
        """Read damage that troops also deal."""
        sources = self.things()
        found = self.match(r" also deals? (\d+) damage to ")
        if not found:
            self.stop()
        targets = self.things()
        self.takes(", even if defended")
        act = self.end(("lasting", "also deals", "", targets, int(found[1]), sources))
        self.takes(", even if defended")
        if act[2] == "battle" and sources.place is None and act[3].place == "battle":
            act = (*act[:5], replace(sources, place="battle"))
        return act

    def cannot(self, found: re.Match[str]) -> Any:
        """Read what a player cannot do."""
        who = "you" if found[0].startswith("you ") else "opponent"
        said = self.match(
            r"(declare attacks|attack|play abilities|recruit|build|renew)(?: (?:in|on) (?=any|one|up|all|your|two|three|the|that|those|each|another)| (?=any|one |up to|all |your |that |those ))?"
        )
        if not said:
            self.stop()
        where = self.things() if said[0].endswith((" ", " in ", " on ")) else None
        what = {"declare attacks": "attack", "play abilities": "ability"}.get(said[1], said[1])
        if what == "attack" and where is not None:
            what = "attacked"
        return self.end(("lasting", "cannot", "", where, who, what))

    def renewal(self, found: re.Match[str]) -> Any:
        """Read what a special troop changes in renewals."""
        draws = self.match(rf"draws? ({NUMBER}) (more|fewer) cards?(?: and )?")
        recruits = self.match(rf"recruits? ({NUMBER}) (more|fewer) troops? on each base")
        if not (draws or recruits):
            self.stop()
        changes = [count(each[1]) * (1 if each[2] == "more" else -1) if each else 0 for each in (draws, recruits)]
        return ("lasting", "renewal", "", "you" if found["who"] == "you" else "opponent", *changes)

    def while_(self) -> Any:
        """Read a condition under which something works."""
        that = self.condition()
        self.must(", ")
        return ("while", that, (self.act(),))

    # Conditions, counts and control.

    def if_(self) -> Any:
        """Read a condition under which something happens; `otherwise` may give another number of cards only."""
        that = self.condition()
        self.must(", ")
        then = tuple(self.acts())
        otherwise: tuple[Any, ...] = ()
        if self.takes("; otherwise, "):
            other = self.match(rf"({NUMBER}) (?:cards?|bases?|ability|abilities)$")
            otherwise = (with_number(then[0], count(other[1])),) if other else tuple(self.acts())
        return ("if", that, then, otherwise)

    def for_each(self) -> Any:
        """Read what happens for each of several things."""
        each = self.things()
        self.must(", ")
        return ("for each", replace(each, each=True), tuple(self.acts()))

    def after(self, when: str) -> Any:
        """Read what happens after a battle."""
        self.spoken.append("battle")
        return ("later", when, tuple(self.acts()))

    def condition(self) -> Any:
        """Read a condition: a list of counts with their limits, all of which must hold."""
        limits = []
        while True:
            found = self.match(r"(you have|your opponent has|there (?:is|are)) (at least |at most |no )?")
            if not found:
                self.stop()
            number = self.match(rf"({NUMBER}) ") if found[2] and found[2] != "no " else None
            things = self.noun(
                Things("", owner={"you have": "you", "your opponent has": "opponent"}.get(found[1], "any"))
            )
            least, most = 1, None
            if found[2] == "no ":
                least, most = 0, 0
            elif found[2] == "at most ":
                least, most = 0, count(number[1])
            elif number:
                least = count(number[1])
            limits.append((things, least, most))
            if not self.match(r" and (?=you have|your opponent has|there (?:is|are))"):
                return tuple(limits)

    def per(self, act: Any) -> Any:
        """Read `for each ..., at most 4` behind a number."""
        if not self.match(r" for (?=each )"):
            return act
        each = self.things()
        most = self.match(r", at most (-?\d+)")
        return with_number(act, lambda number: (number, each, abs(int(most[1])) if most else None))

    # Single verbs with rules of their own.

    def one_at_random(self) -> Things:
        """Read things, before which `at random` may stand."""
        chance = self.takes("at random ")
        things = self.things()
        return replace(things, by="chance") if chance else things

    def move(self) -> Any:
        """Read a move of troops."""
        who = self.things()
        if self.takes(
            " to your palace; it is yours", " to one of your bases of the same type with room for a troop; it is yours"
        ):
            return ("steal", who)
        self.must(" to ")
        return ("move", who, self.things())

    def return_(self) -> Any:
        """Read what goes back to hands."""
        things = self.things()
        self.must(" to its owner's hand", " to their owners' hands")
        return ("put", things, "hand")

    def remove(self) -> Any:
        """Read of troops that leave their bases."""
        things = self.things()
        self.must(" from its base", " from their bases")
        return ("put", things, "away")

    def put(self) -> Any:
        """Read what goes to a draw pile."""
        things = self.things()
        end = self.match(r" (on top|at the bottom) of (?:its owner's draw pile|their owners' draw piles)")
        if not end:
            self.stop()
        return ("put", things, "top" if end[1] == "on top" else "bottom")

    def top_cards(self) -> tuple[str, str, int]:
        """Read the top cards of a pile: whose it is, which one, and how many cards."""
        found = self.match(TOP_CARDS)
        if not found:
            self.stop()
        return PILES[found["whose"]], found["pile"], count(found["count"] or "one")

    def mill(self) -> Any:
        """Read of top cards that are discarded."""
        return self.per(("mill", *self.top_cards()))

    def look_at_top(self) -> Any:
        """Read of top cards that are looked at: how many are taken, and where the others go."""
        whose, pile, number = self.top_cards()
        taken = self.match(rf" and take (?:it|them) into your hand|, take ({NUMBER}) of them into your hand")
        take = 0 if not taken else count(taken[1]) if taken[1] else number
        rest = self.match(
            r" and (?:put (?:it|them|the rest|the other) (?P<end>back on top|at the bottom)(?: in any order)?"
            r"|discard (?:it|them|the rest|the other))"
        )
        end = "top" if not rest else {"back on top": "top", "at the bottom": "bottom"}.get(rest["end"], "discard")
        return ("look at top", whose, pile, number, take, end)

    def search(self, found: re.Match[str]) -> Any:
        """Read what is searched in a pile."""
        verb = self.match(r"take |discard |choose ")
        if not verb:
            self.stop()
        things = self.things()
        if verb[0] == "take ":
            self.must(" into your hand")
        self.must(", then shuffle it")
        if verb[0] == "choose ":
            self.must(" and put that card on top", " and put those cards on top")
        end = {"take ": "hand", "discard ": "discard", "choose ": "top"}[verb[0]]
        return ("search", PILES[found["whose"]], found["pile"], things, end)

    def replay(self) -> Any:
        """Read of an ability that is played from elsewhere than the hand."""
        things = self.things()
        if self.takes(" again"):
            return ("play again", things)
        return ("play from", things)

    def build(self) -> Any:
        """Read the building of a base."""
        card = self.things()
        found = self.match(r" on (an empty slot|any slot, even over a base)")
        if not found:
            self.stop()
        self.takes(", then shuffle the pile")
        return ("build", card, found[1] != "an empty slot")

    def recover(self) -> Any:
        """Read the taking of cards from a pile."""
        cards = self.things()
        self.must(" into your hand")
        self.takes(", then shuffle the pile")
        return ("recover", cards)

    # Things.

    def things(self) -> Things:
        """Read things, with how many of them are meant."""
        if self.text.startswith(("your palace", "the enemy palace", "both palaces")):
            return self.palace()
        found = Things("")
        found = replace(found, each=bool(self.match(r"each (?:of (?=up to|two|three|your|those|any number))?")))
        if self.match(r"any number of "):
            found = replace(found, many=ANY_NUMBER, up_to=True)
        picks = self.match(r"(up to )?(two|three|one|another|any)(?: of (?=your|those))?\b ?")
        if picks:
            many = {"one": 1, "two": 2, "three": 3, "another": 1, "any": 0}[picks[2]]
            found = replace(found, many=many, up_to=bool(picks[1]), another=picks[2] == "another")
        if self.match(r"(?:that|those) "):
            return self.noun(replace(found, that=True))
        self.match("all (?!.*all )?")
        if self.takes("your "):
            found = replace(found, owner="you")
        return self.noun(found)

    def palace(self) -> Things:
        """Read palaces, of which each player has one."""
        owner = "you" if self.takes("your palace") else "opponent" if self.takes("the enemy palace") else "any"
        if owner == "any":
            self.must("both palaces")
        found = self.where(Things("palace", owner))
        state = self.match(r" if it is (manned|unmanned)")
        return replace(found, words=found.words | {state[1]}) if state else found

    def noun(self, found: Things) -> Things:
        """Read a noun with everything that belongs to it."""
        while True:
            word = self.match(r"(enemy|manned|unmanned|full|complete|attacking|defending|unique|loyal) ")
            if not word:
                break
            if word[1] == "enemy":
                found = replace(found, owner="opponent")
            elif word[1] in TRAITS:
                found = replace(found, traits=found.traits | {word[1]})
            elif word[1] in ("attacking", "defending"):
                found = replace(found, place=word[1])
            else:
                found = replace(found, words=found.words | {word[1]})
        kind, types = self.kind()
        found = replace(found, kind=kind, types=types)
        return self.where(found)

    def kind(self) -> tuple[str, tuple[str, ...]]:
        """Read a bare noun, or a list of types or names."""
        simple = self.match(
            r"(special troop|troop abilit(?:y|ies)|troop|base|territory|territories|card|ability|abilities)s?\b"
        )
        if simple:
            word = simple[1]
            if word.startswith("troop abilit"):
                return "ability", tuple(TYPES.values())
            return {"special troop": "special", "territories": "territory", "abilities": "ability"}.get(word, word), ()
        kinds, types = set(), []
        while True:
            one = self.typed()
            if one is None:
                self.stop()
            kinds.add(one[0])
            types.append(one[1])
            if not self.match(r"(?:, | and | or )(?=" + self.type_words() + ")"):
                break
        if len(kinds) != 1:
            self.stop()
        return kinds.pop(), tuple(types)

    def type_words(self) -> str:
        """Return a pattern for the words that name a type or one of this army's own troops or bases."""
        names = [*map(re.escape, self.troops), *map(re.escape, self.bases)]
        return "|".join((*sorted(names, key=len, reverse=True), *TYPES))

    def typed(self) -> tuple[str, str] | None:
        """Read the name of a type: of troops, of bases or of abilities."""
        for name, troop_type in sorted(self.bases.items(), key=lambda item: -len(item[0])):
            if self.match(rf"{re.escape(name)}(?: bases?)?\b"):
                return "base", troop_type
        for name, troop_type in sorted(self.troops.items(), key=lambda item: -len(item[0])):
            if self.match(rf"{re.escape(name)}\b"):
                return "troop", troop_type
        for words, troop_type in TYPES.items():
            found = self.match(rf"(?:{words})( bases?| abilities| ability)?\b")
            if found:
                what = (found[1] or "").strip()
                return {"": "troop", "b": "base", "a": "ability"}[what[:1]], troop_type
        return None

    def where(self, found: Things) -> Things:
        """Read what stands behind a noun: its place, its traits, its power, who picks."""
        while True:
            before = self.text
            found = self.qualified(found)
            if self.text == before:
                return found

    def qualified(self, found: Things) -> Things:  # noqa: C901, PLR0911, PLR0912, one branch for each form
        """Read one of the things that may stand behind a noun."""
        if self.takes(" with room for a troop", " with a base that has room for a troop", " with room"):
            return replace(found, words=found.words | {"room"})
        if self.takes(" of the same type with room for a troop", " of the same type with room"):
            return replace(found, words=found.words | {"same type", "room"})
        if self.takes(" with two troops", " whose bases all hold two troops"):
            return replace(found, words=found.words | {"full"})
        if self.takes(" played this turn"):
            return replace(found, words=found.words | {"played"})
        if self.takes(" destroyed this turn"):
            return replace(found, words=found.words | {"destroyed"})
        total = self.match(r" of total power (\d+) or less")
        if total:
            return replace(found, total=int(total[1]))
        if self.takes(" destroyed so far this turn"):
            return replace(found, words=found.words | {"destroyed"}, now=True)
        if self.takes(" now in play", " there is now", " there are now"):
            return replace(found, now=True)
        if self.takes(" you have now"):
            return replace(found, owner="you", now=True)
        if self.takes(" that now "):
            return self.now_that(found)
        if self.match(r" now(?= attacking| defending| in | on | there)"):
            side = self.match(r" (attacking|defending)")
            return replace(found, place=side[1], now=True) if side else self.qualified(replace(found, now=True))
        trait = self.match(rf" (with|without|that is not|that are not) ({TRAIT})\b")
        if trait:
            minus = "" if trait[1] == "with" else "-"
            return replace(found, traits=found.traits | {minus + trait[2]})
        power = self.match(rf" of power {LIMITS}")
        if power:
            return replace(found, power=limits(power))
        if self.takes(" of your opponent's choice"):
            return replace(found, by="opponent")
        if self.text.startswith(" at random") and not self.text.startswith(" at random from"):
            self.takes(" at random")
            return replace(found, by="chance")
        zone = self.match(r" (?:from|in) (your opponent's|your|any) (hand|discard pile|draw pile)")
        if zone:
            return replace(found, place=("zone", PILES[zone[1]], zone[2]))
        held = self.match(r" in (?:the )?(hand|discard pile|draw pile)")
        if held:
            return replace(found, place=("zone", found.owner, held[1]))
        return self.placed(found)

    def now_that(self, found: Things) -> Things:
        """Read what is true of things when the card is played: `that now have initiative and have power 2`."""
        found = replace(found, now=True)
        while True:
            power = self.match(rf"(?:has|have) power {LIMITS}")
            trait = self.match(rf"(has|have|is|are|does not have|do not have|is not|are not) ({TRAIT})\b")
            if power:
                found = replace(found, power=limits(power))
            elif trait:
                found = replace(found, traits=found.traits | {("-" if " not" in trait[1] else "") + trait[2]})
            else:
                self.stop()
            if not self.match(r" and (?=(?:has|have|is|are|does|do)\b)"):
                return found

    def placed(self, found: Things) -> Things:  # noqa: C901, PLR0911, one branch for each form
        """Read the place of things on the table."""
        if found.place is None or isinstance(found.place, tuple):
            for words in (" in battle with ", " in battle beside "):
                if self.takes(words):
                    return replace(found, place=("battle beside", self.things()))
        if found.place is not None:
            return found
        # `in this battle` may also be how long something lasts; the place of things that are counted or picked is read first
        if self.is_place(" in this battle"):
            self.spoken.append("battle")
            return replace(found, place="battle")
        if self.takes(" in battle"):
            return replace(found, place="battle")
        if self.takes(" that fought in it"):
            return replace(found, place="fought")
        if self.takes(" there"):
            return replace(found, place="battle" if self.spoken[-1:] in ([], ["battle"]) else ("of", "there"))
        if self.match(r" on (?:it|them)\b"):
            return replace(found, place=("of", "it"))
        if self.match(r" (?:in|on) (?=(?:that|those) )"):
            return replace(found, place=("of", self.things()))
        inside = self.match(r" (on|in) (?=one of|one |up to|each|all|any|two|three|another|your )")
        if inside and not self.text.startswith(("your hand", "your discard", "your draw")):
            ground = self.things()
            if ground.kind == "territory":
                self.spoken.append("territory")
            return replace(found, place=("of", ground))
        return found

    def is_place(self, words: str) -> bool:
        """Take words that are the place of things, unless the rest of the sentence shows that they end it."""
        rest = self.text.removeprefix(words)
        ends = not rest or rest.startswith((", then", ", and", ".", ": ", "; ", " for each"))
        verbs = r"\b(gets?|has|have|gains?|loses?|becomes?|is|are|takes?|cannot|need|deals?|may|ignore)\b"
        subject = re.search(verbs, self.said()) and not self.said().startswith("deal ")
        if rest == self.text or (
            ends and subject and not re.search(r"for each [^,]*$|(?:you have|opponent has) [^,:]*$", self.said())
        ):
            return False
        self.text = rest
        return True

    def said(self) -> str:
        """Return what has been read of the clause."""
        said = self.sentence.removesuffix(self.text)
        return re.split(r", then |, and |: |, (?=until|while|if|for|after|at the end)", said)[-1]

    # Words.

    def match(self, pattern: str) -> re.Match[str] | None:
        """Take what a pattern matches at the beginning of the rest."""
        found = re.match(pattern, self.text)
        if found:
            self.text = self.text[found.end() :]
        return found

    def takes(self, *words: str) -> str:
        """Take the first of some words that the rest begins with."""
        for each in words:
            if self.text.startswith(each):
                self.text = self.text[len(each) :]
                return each
        return ""

    def must(self, *words: str) -> None:
        """Take words that have to come now."""
        if not self.takes(*words):
            self.stop()

    def stop(self) -> Any:
        """Give up."""
        raise Unreadable(f"{self.sentence!r}: cannot read {self.text!r}")


def count(words: str) -> int:
    """Return a number in words or digits."""
    return int(words) if words.isdigit() else 1 if words in ("a", "an") else NUMBERS.index(words)


def limits(found: re.Match[str]) -> tuple[int | None, int | None]:
    """Return the lowest and the highest number of a range."""
    low, high = int(found["low"]), int(found["high"] or found["low"])
    return (None, low) if found["more"] == "or less" else (low, None) if found["more"] else (low, high)


def cards(found: re.Match[str]) -> str:
    """Return the kind of cards that a quantity names."""
    return {"c": "card", "b": "base", "a": "ability"}[found["what"][0]]


def discard(who: str, found: re.Match[str]) -> Any:
    by = {" of your choice": "you", " at random": "chance"}.get(found["how"] or "", who)
    return ("discard", who, cards(found), by, count(found["number"]))


def steal(found: re.Match[str]) -> Any:
    """Return the taking of cards from the opponent's hand; without a word for it, the player chooses."""
    return ("take", cards(found), "chance" if found["how"] == " at random" else "you", count(found["number"]))


def with_number(act: Any, number: Any) -> Any:
    """Return an act with another number; what stands for it may be a function of the old one."""
    at = {"lasting": 4}.get(act[0], len(act) - 1)
    if act[0] == "lasting" and act[1] == "also deals":
        at = 4
    old = act[at]
    return (*act[:at], number(old) if callable(number) else number, *act[at + 1 :])
