"""What the meaning of a card does on a plain table, as the leaflet tells it.

Wherever somebody has a choice, `choose` is asked; `outcomes` plays a card again and again until all choices are made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from tests.games.attack_the_tower.reader.grammar import ANY_NUMBER, Card, Things
from tests.games.attack_the_tower.reader.table import (
    BASE_POWER,
    HAND_LIMIT,
    PALACE_POWER,
    ROOM,
    TYPE_POWER,
    TYPE_TRAITS,
    Over,
    Table,
    Thing,
)

PRINTED, TRAITS, NOW = range(3)


class TooMany(Exception):
    """More outcomes than anybody would compare."""


class CannotPlay(Exception):
    """The card cannot be played here: what it needs or costs is not there."""


class Player:
    """Plays one card on one table.

    Attributes:
        table: The table; is changed.
        me: Player of the card.
        choose: Picks one of several options.
        mentioned: Things that the text has mentioned, the last first: kind, types, and the things.
    """

    def __init__(self, table: Table, me: int, choose: Callable[[Sequence[Any]], Any]) -> None:
        self.table = table
        self.me = me
        self.choose = choose
        self.subject: Things | None = None
        self.picked: list[Thing] | None = None
        self.mentioned: list[tuple[str, tuple[str, ...], list[Thing]]] = []

    # A card.

    def play(self, name: str, card: Card) -> None:
        """Play a card from the hand."""
        table = self.table
        table.piles["hand", self.me].remove(name)
        if card.needs is not None and not self.holds(card.needs):
            raise CannotPlay
        for act in card.acts:
            found = self.find(act[1]) if act[0] == "steal" and act[1].kind == "special" else []
            if found and not any(self.could_keep(thing) for thing in found):
                raise CannotPlay
        for act in card.cost:
            self.pay(act)
        if card.power is not None:
            special = {"name": name, "power": card.power, "traits": set(card.traits)}
            self.arrive(special | {"rules": set(card.rules), "card": card})
        else:
            table.piles.setdefault(("played", 0), []).append(name)
        for act in card.acts:
            self.do(act)

    def arrive(self, special: dict[str, Any]) -> None:
        """Put a special troop on the palace, where it is the newest."""
        self.table.number += 1
        self.table.palaces[self.me].append(special | {"id": self.table.number, "arrived": True})
        self.settle()

    def pay(self, act: Any) -> None:
        """Pay a cost in full."""
        if act[0] == "discard":
            amount = self.amount(act[-1])
            if len(self.table.piles["hand", self.me]) < amount:
                raise CannotPlay
        elif not self.pick_from(act[1]):
            raise CannotPlay
        self.do(act, cost=True)

    def do(self, act: Any, *, cost: bool = False) -> None:
        """Do one thing, and what the rules do after it."""
        if act[0] == "destroy":
            self.destroy(self.things(act[1]), cost=cost)
        else:
            getattr(self, "do_" + ("all_" if act[0] == "all" else act[0].replace(" ", "_")))(*act[1:])
        self.settle()

    def do_all(self, acts: Sequence[Any]) -> None:
        for act in acts:
            self.do(act)

    def do_if(self, that: Any, then: Sequence[Any], otherwise: Sequence[Any]) -> None:
        self.do_all(then if self.holds(that) else otherwise)

    def do_choose_one(self, who: str, options: Sequence[Any]) -> None:
        """Do one of several things, whoever chooses it."""
        del who
        self.do_all(self.choose(list(options)))

    def do_by_chance(self, results: Sequence[Any]) -> None:
        self.do_all(self.choose(list(dict.fromkeys(results))))

    def do_all_(self, acts: Sequence[Any]) -> None:
        """Do several things that one sentence says, all of them about its subject."""
        self.subject = None
        for act in acts:
            self.begin(act, None) if act[0] in ("lasting", "all", "while") else self.do(act)

    def do_for_each(self, things: Things, acts: Sequence[Any]) -> None:
        if (things.place and things.place[0] == "zone") or "destroyed" in things.words:
            for _ in range(self.count(things)):
                self.do_all(acts)
            return
        for thing in sorted(self.things(things), key=order_of(self.table)):
            self.mention(things, [thing])
            self.do_all(acts)

    def do_later(self, when: str, acts: Sequence[Any]) -> None:
        self.table.delayed.append((when, self.me, tuple(acts), list(self.mentioned)))

    def do_while(self, that: Any, acts: Sequence[Any]) -> None:
        for act in acts:
            self.begin(act, that)

    def do_lasting(self, *act: Any) -> None:
        self.subject = None
        self.begin(("lasting", *act), None)

    def begin(self, act: Any, that: Any) -> None:
        """Begin something that lasts: what is picked, or fits now, is fixed; a class is whoever belongs to it."""
        if act[0] in ("all", "while"):
            for one in act[-1]:
                self.begin(one, act[1] if act[0] == "while" else that)
            return
        _, what, until, things, *rest = act
        fixed: list[list[Thing] | None] = [None, None]
        groups = [things, rest[1] if what == "also deals" else None]
        for index in (1, 0):
            group = groups[index]
            if isinstance(group, Things) and (group.many or group.that or group.now):
                before = self.picked if group is self.subject else None  # one subject of several verbs is picked once
                fixed[index] = self.things(group) if before is None else before
                self.subject, self.picked = group, fixed[index]
            elif isinstance(group, Things):
                self.mention(group, self.find(group))
        if what == "set" and isinstance(rest[0], Things):
            models = self.things(rest[0])
            if not models:
                return
            rest = [self.stats(models[0])[0]]
        if what in ("add", "set", "ignore", "also deals", "limit"):
            rest = [self.amount(rest[0]), *rest[1:]]
        self.table.lasting.append(
            {
                "what": what,
                "until": until,
                "things": things,
                "rest": rest,
                "me": self.me,
                "fixed": fixed,
                "that": that,
                "mentioned": list(self.mentioned),
            }
        )

    # Counting and picking.

    def amount(self, number: Any) -> int:
        """Return a number, or one for each thing that is counted."""
        if isinstance(number, int):
            return number
        times, things, most = number
        found = times * self.count(things)
        return found if most is None else max(-most, min(most, found))

    def count(self, things: Things) -> int:
        """Return how many things there are."""
        if "destroyed" in things.words:
            return self.count_lost(things, self.table.lost)
        if things.kind in ("card", "ability") or (things.place and things.place[0] == "zone"):
            return sum(len(self.cards(things, player)) for player in (0, 1))
        return len(self.find(things))

    def count_lost(self, things: Things, lost: Sequence[tuple[int, str, str]]) -> int:
        """Return how many of some lost things are meant."""
        kinds = {"troop": ("troop", *(() if things.types else ("special",)))}.get(things.kind, (things.kind,))
        return sum(
            kind in kinds and self.is_whose(things, owner) and (not things.types or troop_type in things.types)
            for owner, kind, troop_type in lost
        )

    def is_whose(self, things: Things, owner: int) -> bool:
        return things.owner == "any" or owner == (self.me if things.owner == "you" else 1 - self.me)

    def holds(self, that: Any) -> bool:
        return all(
            least <= self.count(things) and (most is None or self.count(things) <= most) for things, least, most in that
        )

    def cards(self, things: Things, player: int) -> list[str]:
        """Return the cards of a pile or a hand of a player that are meant."""
        _, whose, zone = things.place
        if whose != "any" and player != (self.me if whose == "you" else 1 - self.me):
            return []
        if zone == "hand":
            held = self.table.piles["hand", player]
            return [name for name in held if self.is_card(things, name)]
        kind = "base" if things.kind == "base" else "ability"
        return [name for name in self.table.piles[f"{kind} {zone}", player] if self.is_card(things, name)]

    def is_card(self, things: Things, name: str) -> bool:
        """Return whether a card is one of those that are meant."""
        kind, troop_type = self.table.kinds[name]
        return things.kind in ("card", kind) and (not things.types or troop_type in things.types)

    def find(self, things: Things, level: int = NOW) -> list[Thing]:
        """Return all things that are meant, before anybody picks."""
        if things.that:
            return self.those(things)
        kinds = ("troop", "special") if things.kind == "troop" and not things.types else (things.kind,)
        if "destroyed" in things.words:
            return []
        found = [thing for kind in kinds for thing in self.table.all(kind) if self.fits(thing, things, level)]
        return [thing for thing in found if self.is_in(thing, things.place)]

    def those(self, things: Things) -> list[Thing]:
        """Return what was mentioned before, in the words of the text."""
        for kind, types, found in self.mentioned:
            alike = kind == things.kind or {kind, things.kind} == {"troop", "special"}
            if alike and (not things.types or types == things.types):
                return [thing for thing in found if self.table.exists(thing)]
        raise AssertionError(f"nothing was mentioned that is {things}")

    def fits(self, thing: Thing, things: Things, level: int) -> bool:  # noqa: PLR0911, one return for each word
        """Return whether a thing is one of those that are meant, wherever it is."""
        table = self.table
        if not self.is_whose(things, table.owner(thing)):
            return False
        if things.types and table.type(thing) not in things.types:
            return False
        for word in things.words:
            if word == "manned" and not table.is_manned(thing):
                return False
            if word == "unmanned" and table.is_manned(thing):
                return False
            if word in ("full", "room") and not self.has_troops(thing, word):
                return False
            if word == "complete" and not table.is_complete(table.territory(thing) or ("territory", -1, -1)):
                return False
        if not things.traits and things.power is None:
            return True
        power, traits = self.stats(thing, level)
        if any((trait[1:] in traits) if trait.startswith("-") else (trait not in traits) for trait in things.traits):
            return False
        low, high = things.power or (None, None)
        return (low is None or power >= low) and (high is None or power <= high)

    def has_troops(self, thing: Thing, word: str) -> bool:
        """Return whether bases are full or have room; of a territory, whether all are, or whether one has."""
        bases = self.table.bases_in(thing) if thing[0] == "territory" else [self.table.base_of(thing)]
        full = [len(base["troops"]) >= ROOM for base in bases]
        return bool(full) and all(full) if word == "full" else not all(full)

    def is_in(self, thing: Thing, place: Any) -> bool:
        table = self.table
        if place is None:
            return True
        if place == "fought" and table.fought is not None and thing[0] in ("troop", "special"):
            return thing in table.fought
        if place in ("battle", "attacking", "defending", "fought"):
            return thing in table.fighting("battle" if place == "fought" else place, thing[0])
        if place[0] == "battle beside":
            return thing in table.fighting("battle", thing[0]) and any(
                self.is_in(each, "battle") for each in self.find(place[1])
            )
        if place[0] == "of":
            return any(self.is_inside(thing, ground) for ground in self.ground(place[1]))
        return False

    def ground(self, words: Any) -> list[Thing]:
        """Return the bases or territories that a text speaks of as a place."""
        if words == "it":
            return next(found for kind, _, found in self.mentioned if kind == "base")
        if words == "there":
            return next(found for kind, _, found in self.mentioned if kind == "territory")
        return self.those(words) if words.that else self.find(words)

    def is_inside(self, thing: Thing, ground: Thing) -> bool:
        """Return whether a thing is on a base or in a territory."""
        if ground[0] == "base":
            base = self.table.base_of(thing)
            return base is not None and base["id"] == ground[1]
        return self.table.territory(thing) == ground

    def mention(self, things: Things, found: list[Thing]) -> None:
        """Remember what the text has just mentioned."""
        self.mentioned.insert(0, (things.kind, things.types, list(found)))

    def things(self, things: Things, among: Callable[[Thing], bool] | None = None) -> list[Thing]:
        """Return the things that are meant, and let somebody pick where the text lets them."""
        if (
            isinstance(things.place, tuple)
            and things.place[0] == "of"
            and isinstance(things.place[1], Things)
            and not things.place[1].that
        ):
            ground = self.things(things.place[1])
            found = [
                thing
                for thing in self.find(replace_place(things))
                if any(self.is_inside(thing, each) for each in ground)
            ]
        else:
            found = self.find(things)
        picked = self.pick([thing for thing in found if among is None or among(thing)], things)
        self.mention(things, picked)
        return picked

    def pick_from(self, things: Things) -> list[Thing]:
        """Return what could be picked."""
        return self.find(things)

    def pick(self, found: list[Thing], things: Things) -> list[Thing]:
        """Let somebody pick some of several things."""
        if not things.many:
            return found
        optional = things.up_to and (things.by != "chance" or things.many == ANY_NUMBER)
        numbers = range(0 if optional else min(things.many, len(found)), min(things.many, len(found)) + 1)
        options = [list(group) for number in numbers for group in combinations(found, number)]
        if things.total is not None:
            options = [group for group in options if sum(self.stats(thing)[0] for thing in group) <= things.total]
        return self.choose(options) if options else []

    # Power, traits, and what lasts.

    def at_work(self, what: tuple[str, ...]) -> list[Any]:
        """Return what lasts of some kinds: of played cards, then the auras of special troops."""
        table = self.table
        found = [one for one in table.lasting if one["what"] in what]
        for player in (0, 1):
            for special in table.palaces[player]:
                for act in special["card"].aura if special.get("card") else ():
                    found += [one for one in aura_of(act, player, None) if one["what"] in what]
        return found

    def affected(self, one: Any, level: int = NOW, index: int = 0) -> list[Thing]:
        """Return the things that something lasting works on now."""
        other = Player(self.table, one["me"], self.choose)
        other.mentioned = list(one["mentioned"])
        if one["that"] is not None and not all(
            least <= other.count_at(things, level) and (most is None or other.count_at(things, level) <= most)
            for things, least, most in one["that"]
        ):
            return []
        if one["fixed"][index] is not None:
            return [thing for thing in one["fixed"][index] if self.table.exists(thing)]
        things = (one["things"], one["rest"][1] if len(one["rest"]) > 1 else None)[index]
        return other.find(things, level) if isinstance(things, Things) else []

    def count_at(self, things: Things, level: int) -> int:
        """Return how many things there are, as far as power and traits are known at a level."""
        if (
            "destroyed" in things.words
            or things.kind in ("card", "ability")
            or (things.place and things.place[0] == "zone")
        ):
            return self.count(things)
        return len(self.find(things, level))

    def number_of(self, one: Any) -> int:
        """Return the number of something lasting."""
        number = one["rest"][0]
        if isinstance(number, int):
            return number
        other = Player(self.table, one["me"], self.choose)
        times, things, most = number
        found = times * other.count_at(things, TRAITS)
        return found if most is None else max(-most, min(most, found))

    def stats(self, thing: Thing, level: int = NOW) -> tuple[int, set[str]]:
        """Return power and traits of a thing: printed ones, then changed traits, then changed power."""
        table = self.table
        if thing[0] == "troop":
            troop_type = table.type(thing)
            power, traits = TYPE_POWER[troop_type], set(TYPE_TRAITS.get(troop_type, ()))
        elif thing[0] == "special":
            special = table.special(thing)
            power, traits = special["power"], set(special["traits"])
        else:
            power, traits = {"base": BASE_POWER, "palace": PALACE_POWER}.get(thing[0], 0), set()
        if level >= TRAITS:
            for one in self.at_work(("gain", "lose")):
                if thing in self.affected(one, PRINTED):
                    (traits.add if one["what"] == "gain" else traits.discard)(one["rest"][0])
        if level >= NOW:
            for what in ("set", "add"):
                for one in self.at_work((what,)):
                    if thing in self.affected(one, TRAITS):
                        power = self.number_of(one) + (power if what == "add" else 0)
        return power, traits

    def is_safe(self, thing: Thing, step: str) -> bool:
        """Return whether something protects a thing."""
        return any(one["rest"][0] == step and thing in self.affected(one) for one in self.at_work(("safe",)))

    def is_forbidden(self, player: int, what: str, place: Thing | None = None) -> bool:
        """Return whether a player cannot do something at a place."""
        for one in self.at_work(("cannot",)):
            who, named = one["rest"]
            if named != what or player != (one["me"] if who == "you" else 1 - one["me"]):
                continue
            if one["things"] is None:
                if one["that"] is None or Player(self.table, one["me"], self.choose).holds(one["that"]):
                    return True
            elif place is not None and any(
                place == each or self.table.territory(place) == each for each in self.affected(one)
            ):
                return True
        return False

    # What happens once.

    def destroy(self, found: list[Thing], *, cost: bool = False) -> None:
        """Destroy things: the troops of a base go with it, cards go to their discard piles."""
        table = self.table
        doomed = []
        for thing in found:
            own = table.owner(thing) == self.me
            if own and not cost and self.is_safe(thing, "sacrifice") and self.choose([True, False]):
                continue  # it need not be sacrificed, but may be
            if not cost and self.is_safe(thing, "destroy"):
                continue
            doomed.append(thing)
        self.remove(doomed)

    def remove(self, doomed: list[Thing], to: str = "") -> None:
        """Take things off the table at the same time.

        Args:
            doomed: The things.
            to: Where their cards go: `hand`, `top` or `bottom` of the draw pile; empty for things that are destroyed.
        """
        table = self.table
        waiting, lost = self.watchers("destroyed"), list(table.lost)
        leaving = []
        for thing in doomed:
            if not table.exists(thing):
                continue
            owner = table.owner(thing)
            if thing[0] == "palace":
                table.winner = 1 - owner
            elif thing[0] == "troop":
                base = table.base_of(thing)
                table.lost.append((owner, "troop", base["type"]))
                base["troops"].remove(thing[1])
            elif thing[0] == "base":
                slot = table.slot_of(thing)
                assert slot
                base = table.slots[slot]
                table.lost += [(owner, "troop", base["type"]) for _ in base["troops"]]
                table.lost.append((owner, "base", base["type"]))
                self.lay(base["name"], to or "discard")
                table.slots[slot] = None
            else:
                special = table.special(thing)
                table.palaces[owner].remove(special)
                self.lay(special["name"], to or "discard")
                table.lost.append((owner, "special", ""))
                leaving.append((owner, special))
            table.damage.pop(thing, None)
        if table.winner is not None:
            raise Over
        if to:
            table.lost = lost  # they only leave play
        else:
            self.set_off_losses(waiting, table.lost[len(lost) :])
        for owner, special in sorted(leaving, key=lambda one: one[0] != table.active):
            if special.get("card") and special["card"].leave:
                table.due.append((None, owner, special["card"].leave, []))

    def lay(self, name: str, to: str) -> None:
        """Put a card where it goes, with its owner: the hand, the discard pile, or an end of the draw pile."""
        table = self.table
        owner, kind = int(name.split(":", maxsplit=1)[0]), table.kinds[name][0]
        if to == "hand":
            table.piles["hand", owner].append(name)
        elif to == "discard":
            table.piles[f"{kind} discard pile", owner].append(name)
        else:
            table.lay_on_pile(f"{kind} draw pile", owner, name, to)

    def do_put(self, things: Things, to: str) -> None:
        """Take things off the table, or cards out of a hand or a discard pile, and put them elsewhere."""
        if things.place is None or things.place[0] != "zone":
            on_bases = (lambda thing: thing[0] == "troop") if to == "away" else None
            self.remove(self.things(things, on_bases), to)
            return
        for pile, name in self.choose_cards(things):
            self.table.piles[pile].remove(name)
            self.lay(name, to)
            self.check()

    def choose_cards(self, things: Things) -> Iterator[tuple[tuple[str, int], str]]:
        """Give cards of hands or piles that somebody chooses one after the other, each with where it lies."""
        for _ in range(things.many or ANY_NUMBER):
            held = [(player, name) for player in (0, 1) for name in sorted(set(self.cards(things, player)))]
            options: list[Any] = [*held, None] if things.up_to and held else list(held)
            one = self.choose(options) if options else None
            if one is None:
                return
            player, name = one
            zone = things.place[2]
            yield ("hand" if zone == "hand" else f"{self.table.kinds[name][0]} {zone}", player), name

    def whose(self, word: str) -> int:
        """Return the player that `you` or `opponent` means."""
        return self.me if word == "you" else 1 - self.me

    def do_mill(self, whose: str, pile: str, number: Any) -> None:
        for _ in range(self.amount(number)):
            name = self.table.take_top(f"{pile} draw pile", self.whose(whose), self.choose)
            if name:
                self.lay(name, "discard")

    def do_look_at_top(self, whose: str, pile: str, number: int, take: int, end: str) -> None:
        """Look at the top cards of a draw pile, take some, and put the others somewhere."""
        table, zone, player = self.table, f"{pile} draw pile", self.whose(whose)
        seen = [name for name in (table.take_top(zone, player, self.choose) for _ in range(number)) if name]
        for _ in range(min(take, len(seen))):
            name = self.choose(sorted(set(seen)))
            seen.remove(name)
            table.piles["hand", self.me].append(name)
        while seen:  # in any order
            name = self.choose(sorted(set(seen))) if end != "discard" else seen[0]
            seen.remove(name)
            self.lay(name, end)

    def do_search(self, whose: str, pile: str, things: Things, end: str) -> None:
        """Look through a draw pile for cards; then it is shuffled."""
        table, zone, player = self.table, f"{pile} draw pile", self.whose(whose)
        found: list[str] = []
        among = replace(things, place=("zone", whose, "draw pile"))
        for at, name in self.choose_cards(among):
            table.piles[at].remove(name)
            found.append(name)
            if end == "hand":
                table.piles["hand", self.me].append(name)
            elif end == "discard":
                self.lay(name, "discard")
            self.check()
        table.known.pop((zone, player), None)
        for name in found if end == "top" else ():
            self.lay(name, "top")

    def do_play_again(self, things: Things) -> None:
        """Play an ability again that was played this turn: here, only cards that do nothing lie beside the board."""
        del things

    def do_play_from(self, things: Things) -> None:
        table = self.table
        if self.is_forbidden(self.me, "ability"):
            return
        held = [
            (player, name)
            for player in (0, 1)
            for name in sorted(set(self.cards(things, player)))
            if name not in table.book or self.may_keep(table.book[name])
        ]
        if not held:
            return
        player, name = self.choose(held)
        table.piles["ability discard pile", player].remove(name)
        if name in table.book:
            self.arrive({**table.book[name], "traits": set(table.book[name]["traits"])})
        else:
            table.piles.setdefault(("played", 0), []).append(name)

    def may_keep(self, special: dict[str, Any]) -> bool:
        """Return whether there is room for a special troop: nobody may discard another one for it."""
        own = [("special", each["id"]) for each in self.table.palaces[self.me]]
        counting = [thing for thing in own if "loyal" not in self.stats(thing)[1]]
        return "loyal" in special["traits"] or len(counting) < self.limit(self.me, "limit of special troops")

    def do_steal(self, things: Things) -> None:
        """Bring an enemy troop to one of the player's bases of its type with room, a special troop to the palace."""
        table = self.table
        if things.kind == "special":
            for thing in self.things(things, self.could_keep):
                special = table.special(thing)
                table.palaces[1 - self.me].remove(special)
                table.palaces[self.me].append(special | {"arrived": True})
            return

        def goals(troop: Thing) -> list[Any]:
            mine = [base for slot, base in table.slots.items() if slot[0] == self.me and base]
            return [base for base in mine if base["type"] == table.type(troop) and len(base["troops"]) < ROOM]

        for troop in self.things(things, lambda each: each[0] == "troop" and bool(goals(each))):
            goal = self.choose(goals(troop))
            table.base_of(troop)["troops"].remove(troop[1])
            goal["troops"].append(troop[1])

    def could_keep(self, thing: Thing) -> bool:
        """Return whether there would be room for an enemy special troop."""
        table, special = self.table, self.table.special(thing)
        before = [list(palace) for palace in table.palaces]
        table.palaces[1 - self.me].remove(special)
        table.palaces[self.me].append(special)
        counting = [each for each in table.palaces[self.me] if "loyal" not in self.stats(("special", each["id"]))[1]]
        fits = len(counting) <= self.limit(self.me, "limit of special troops")
        table.palaces = before
        return fits

    def do_recruit(self, things: Things, number: Any) -> None:
        """Put new troops on bases, two at most on each."""
        found, table = self.things(things), self.table
        for thing in found:
            base = table.base_of(thing)
            if self.is_forbidden(table.owner(thing), "recruit", thing) or base is None:
                continue
            for _ in range(min(self.amount(number), ROOM - len(base["troops"]))):
                table.number += 1
                base["troops"].append(table.number)

    def do_move(self, who: Things, to: Things) -> None:
        """Move troops to another base of their type with room."""
        table = self.table
        troops = [thing for thing in self.things(who) if thing[0] == "troop"]
        room = replace_words(to)

        def can_take(base: Thing) -> bool:
            place = table.base_of(base)
            return len(place["troops"]) < ROOM and any(self.may_move(troop, base) for troop in troops)

        for target in self.things(room, can_take):
            movers = [troop for troop in troops if self.may_move(troop, target)]
            place = table.base_of(target)
            for group in [
                self.choose(
                    [list(group) for group in combinations(movers, min(len(movers), ROOM - len(place["troops"])))]
                )
            ]:
                for troop in group:
                    table.base_of(troop)["troops"].remove(troop[1])
                    place["troops"].append(troop[1])

    def may_move(self, troop: Thing, base: Thing) -> bool:
        """Return whether a troop may move to a base: another one of its own type and owner."""
        table = self.table
        other = table.base_of(base)
        here = table.base_of(troop)
        return here is not other and here["type"] == other["type"] and table.owner(troop) == table.owner(base)

    def do_swap(self, one: Things, other: Things, owners: bool = False) -> None:
        """Exchange the slots of two bases."""
        table = self.table
        first = self.things(one)
        if not first:
            return
        second = self.things(
            other, lambda base: base != first[0] and (owners or table.owner(base) == table.owner(first[0]))
        )
        if second:
            here, there = table.slot_of(first[0]), table.slot_of(second[0])
            assert here and there
            table.slots[here], table.slots[there] = table.slots[there], table.slots[here]

    def do_build(self, card: Things, over: bool) -> None:
        table, me = self.table, self.me
        held = sorted(set(self.cards(card, me)))
        self.shuffle_for(card)
        empty = [slot for slot, base in table.slots.items() if slot[0] == me and not base]
        slots = [
            slot for slot in empty if not any(other[:2] == slot[:2] and other < slot for other in empty)
        ]  # all alike
        slots += [
            slot
            for slot, base in table.slots.items()
            if slot[0] == me and base and over and not self.is_safe(("base", base["id"]), "destroy")
        ]
        slots = [slot for slot in slots if not self.forbids_building(slot)]
        if not held or not slots:
            return
        name = self.choose(held)
        zone = card.place[2]
        pile = ("hand" if zone == "hand" else f"base {zone}", me)
        slot = self.choose(slots)
        table.piles[pile].remove(name)
        if table.slots[slot]:
            self.remove([("base", table.slots[slot]["id"])])
        table.number += 1
        table.slots[slot] = {"id": table.number, "name": name, "type": table.kinds[name][1], "troops": []}

    def shuffle_for(self, cards: Things) -> None:
        """Shuffle the player's draw pile if cards are chosen from it, even if none is found."""
        if cards.place[2] == "draw pile":
            kind = "base" if cards.kind == "base" else "ability"
            self.table.known.pop((f"{kind} draw pile", self.me), None)

    def forbids_building(self, slot: tuple[int, int, int]) -> bool:
        base = self.table.slots[slot]
        place = ("base", base["id"]) if base else ("territory", *slot[:2])
        return self.is_forbidden(slot[0], "build") or self.is_forbidden(slot[0], "build", place)

    def do_draw(self, who: str, kind: str, number: Any) -> None:
        """Draw cards, each from either pile, or from the other if the pile is empty."""
        table = self.table
        player = self.me if who == "you" else 1 - self.me
        for _ in range(self.amount(number)):
            piles = [each for each in ("ability", "base") if table.piles[f"{each} draw pile", player]]
            wanted = [kind] if kind in piles else piles
            if not wanted:
                return
            name = table.take_top(f"{self.choose(wanted)} draw pile", player, self.choose)
            table.piles["hand", player].append(name)

    def do_discard(self, who: str, kind: str, by: str, number: Any) -> None:
        """Discard cards of a hand."""
        del by  # whoever chooses, any of them may be chosen
        player = self.me if who == "you" else 1 - self.me
        for _ in range(self.amount(number)):
            name = self.card_of(player, kind)
            if name:
                self.discard(player, name)

    def card_of(self, player: int, kind: str) -> str:
        """Return a card of a hand that somebody chooses."""
        held = sorted(
            {name for name in self.table.piles["hand", player] if kind in ("card", self.table.kinds[name][0])}
        )
        return str(self.choose(held)) if held else ""

    def discard(self, player: int, name: str) -> None:
        """Put a card of a hand on its owner's discard pile."""
        table = self.table
        table.piles["hand", player].remove(name)
        owner = int(name.split(":", maxsplit=1)[0])
        table.piles[f"{table.kinds[name][0]} discard pile", owner].append(name)

    def do_look(self) -> None:
        """Look at the opponent's hand."""
        self.table.seen.add(1 - self.me)

    def do_take(self, kind: str, by: str, number: Any) -> None:
        """Take cards of the opponent's hand."""
        del by
        for _ in range(self.amount(number)):
            name = self.card_of(1 - self.me, kind)
            if name:
                self.table.piles["hand", 1 - self.me].remove(name)
                self.table.piles["hand", self.me].append(name)
                self.check()

    def do_recover(self, things: Things) -> None:
        """Take cards from a pile into the hand."""
        most = things.many or 99
        self.shuffle_for(things)
        for _ in range(most):
            held = sorted(set(self.cards(things, self.me)))
            options = [*held, ""] if things.up_to and held else held
            name = (
                self.choose(options if things.many else options[:1]) if options else ""
            )  # any order, if all are taken
            if not name:
                return
            zone = things.place[2]
            kind = self.table.kinds[name][0]
            self.table.piles["hand" if zone == "hand" else f"{kind} {zone}", self.me].remove(name)
            self.table.piles["hand", self.me].append(name)
            self.check()

    def do_end_battle(self) -> None:
        self.table.ended = self.table.battle is not None

    def do_strike(self, things: Things, even: bool, number: Any) -> None:
        """Deal damage in a battle; what took its power is destroyed."""
        table = self.table
        found = self.things(things)
        hit = [thing for thing in found if even or thing[0] not in ("base", "palace") or not table.is_manned(thing)]
        for thing in hit:
            points = self.absorb(thing, self.amount(number))
            if points > 0:
                table.damage[thing] = table.damage.get(thing, 0) + points
        self.remove([thing for thing in hit if table.damage.get(thing, 0) >= self.stats(thing)[0]])
        if table.battle is None:
            table.damage = {}  # outside a battle it is forgotten at once

    def absorb(self, thing: Thing, points: int) -> int:
        """Return what is left of damage to a thing after what is ignored."""
        if thing[0] not in ("troop", "special"):
            return points
        for one in self.table.lasting:
            if one["what"] == "ignore" and self.ignores_for(one) == self.table.owner(thing):
                less = min(points, one["rest"][0])
                one["rest"] = [one["rest"][0] - less]
                points -= less
        return points

    def ignores_for(self, one: Any) -> int | None:
        """Return whose troops something lets ignore damage."""
        other = Player(self.table, one["me"], self.choose)
        if one["that"] is not None and not other.holds(one["that"]):
            return None
        return one["me"] if one["things"] == "you" else 1 - one["me"]

    # Attacks and renewals.

    def do_cancel(self) -> None:
        """Cancel the attack: no battle takes place, so nothing comes after it."""
        table = self.table
        if table.battle is not None and not table.ended:
            table.ended = table.cancelled = True
            table.delayed = [one for one in table.delayed if one[0] != "once"]

    def do_redirect(self, to: Things) -> None:
        """Turn the attack to another territory of the defender, or to the palace behind an empty one."""
        table = self.table
        if table.battle is None or table.ended or self.is_forbidden(table.active, "attack"):
            return
        group, site, _ = table.battle

        def is_open(place: Thing) -> bool:
            """Return whether the attack can be turned to a territory."""
            is_other = place[1] == 1 - table.active and place[2] != site
            return is_other and not self.is_forbidden(table.active, "attacked", place)

        for place in self.things(to, is_open):
            is_empty = not table.bases_in(place) and not table.defenders_of(place)
            table.battle = (group, place[2], "palace" if is_empty else "territory")

    def do_renew(self) -> None:
        """Hold a renewal, in which nobody builds."""
        table = self.table
        if table.battle is not None or self.is_forbidden(self.me, "renew"):
            return
        order = [Player(table, player, self.choose) for player in (table.active, 1 - table.active)]
        for player in order:
            amount = 1 + player.renewal_extra(player.me)[1]
            player.do_recruit(Things("base", "you"), amount)
            player.settle()
        for player in order:
            player.do_draw("you", "card", 2 + player.renewal_extra(player.me)[0])
            player.settle()
        self.fire("renewal", table.active)

    def renewal_extra(self, player: int) -> tuple[int, int]:
        """Return how many more cards a player draws in a renewal, and how many more troops come to each base."""
        found = [one["rest"] for one in self.at_work(("renewal",)) if self.ignores_for(one) == player]
        return sum(rest[0] for rest in found), sum(rest[1] for rest in found)

    # What happens whenever something happens.

    def watchers(self, event: str) -> list[Any]:
        """Return what waits for an event and is not happening already; what the active player owns comes first."""
        found = [one for one in self.at_work(("whenever",)) if one["things"][0] == event]
        found = [one for one in found if self.key_of(one) not in self.table.running]
        return sorted(found, key=lambda one: one["me"] != self.table.active)

    @staticmethod
    def key_of(one: Any) -> Any:
        """Return what is the same for copies of one card of one player."""
        return one["me"], one["things"], one["rest"][0]

    def waiting_for(self, event: str, player: int) -> list[Any]:
        """Return what an event of a player sets off."""

        def is_meant(one: Any) -> bool:
            who = one["things"][1]
            return who == "any" or player == (one["me"] if who == "you" else 1 - one["me"])

        return [one for one in self.watchers(event) if is_meant(one)]

    def set_off(self, found: Sequence[Any]) -> None:
        """Let things happen as soon as the rules have been seen to, in their order."""
        for one in found:
            self.table.running.append(self.key_of(one))
            self.table.due.append((self.key_of(one), one["me"], one["rest"][0], list(one["mentioned"])))

    def set_off_losses(self, waiting: Sequence[Any], lost: Sequence[tuple[int, str, str]]) -> None:
        """Let what waits for a loss happen once for each thing that was lost."""
        for one in waiting:
            _, things, in_battle = one["things"]
            times = Player(self.table, one["me"], self.choose).count_lost(things, lost)
            self.set_off([one] * (times if self.table.battle or not in_battle else 0))

    def fire(self, event: str, player: int) -> None:
        """Let an event of a player happen, with all that it sets off."""
        self.set_off(self.waiting_for(event, player))
        self.settle()

    def settle(self) -> None:
        """Do what the rules do after each effect, then what that effect has set off."""
        self.check()
        due, self.table.due = self.table.due, []
        for key, me, acts, mentioned in due:
            other = Player(self.table, me, self.choose)
            other.mentioned = mentioned
            other.do_all(acts)
            if key is not None:
                self.table.running.remove(key)

    # What the rules do after each effect.

    def check(self) -> None:
        """Discard special troops above the limit, older unique ones, and cards above the limit of the hand."""
        table = self.table
        for player in (table.active, 1 - table.active):
            complete = self.limit(player, "limit of special troops")
            own = [("special", each["id"]) for each in table.palaces[player]]
            counting = [thing for thing in own if "loyal" not in self.stats(thing)[1]]
            if len(counting) > complete:
                self.remove([self.choose(counting)], "discard")  # discarded, not destroyed
                self.check()
                return
            unique = [thing for thing in own if "unique" in self.stats(thing)[1]]
            if len(unique) > 1:
                self.remove(unique[:1])
                self.check()
                return
            while len(table.piles["hand", player]) > self.limit(player, "hand limit"):
                self.discard(player, self.choose(sorted(set(table.piles["hand", player]))))

    def limit(self, player: int, what: str) -> int:
        """Return the limit of a hand or of special troops."""
        table = self.table
        limit = (
            HAND_LIMIT if what == "hand limit" else sum(table.is_complete(("territory", player, t)) for t in range(3))
        )
        changes = [
            one for one in self.at_work(("limit",)) if one["rest"][1] == what and self.ignores_for(one) == player
        ]
        for one in changes:
            limit = limit if one["rest"][2] else self.number_of(one)
        return max(limit + sum(self.number_of(one) for one in changes if one["rest"][2]), 0)

    # Time passes.

    def end_battle(self) -> None:
        """End the battle without combat: all heal, what was put off happens, what lasted until now ends."""
        table = self.table
        if not table.cancelled:
            table.fought = [thing for thing in table.fighting("battle", "troop") if thing[0] in ("troop", "special")]
            table.damage = {}
            due = [one for one in table.delayed if one[0] in ("once", "each")]
            table.delayed = [one for one in table.delayed if one[0] != "once"]
            self.happen(due, self.waiting_for("battle end", table.active))
        table.lasting = [one for one in table.lasting if one["until"] != "battle"]
        table.battle = table.fought = None
        table.ended = table.cancelled = False
        table.damage = {}
        self.settle()

    def end_turn(self) -> None:
        """End the turn: what was put off happens, what lasted stops, played cards are discarded."""
        table = self.table
        due = [one for one in table.delayed if one[0] == "turn"]
        table.delayed = []
        self.happen(due, self.waiting_for("turn end", table.active))
        for name in table.piles.pop(("played", 0), []):
            table.piles["ability discard pile", int(name.split(":")[0])].append(name)
        table.active = 1 - table.active
        table.lasting = [one for one in table.lasting if one["until"] == "next turn" and one["me"] != table.active]
        table.delayed, table.lost = [], []
        waiting = self.waiting_for("turn start", table.active)
        self.set_off(waiting)
        self.settle()

    def happen(self, due: Sequence[Any], waiting: Sequence[Any]) -> None:
        """Do what was put off, in order, then what the moment sets off."""
        self.table.running += [self.key_of(one) for one in waiting]
        for _, me, acts, mentioned in due:
            other = Player(self.table, me, self.choose)
            other.mentioned = mentioned
            other.do_all(acts)
        for one in waiting:
            self.table.running.remove(self.key_of(one))
        self.set_off(waiting)
        self.settle()


def aura_of(act: Any, me: int, that: Any) -> list[Any]:
    """Return an aura as something that lasts."""
    if act[0] in ("all", "while"):
        return [one for inner in act[-1] for one in aura_of(inner, me, act[1] if act[0] == "while" else that)]
    _, what, _, things, *rest = act
    return [
        {
            "what": what,
            "until": "",
            "things": things,
            "rest": rest,
            "me": me,
            "fixed": [None, None],
            "that": that,
            "mentioned": [],
        }
    ]


def replace_place(things: Things) -> Things:
    """Return things wherever they are."""
    return replace(things, place=None)


def replace_words(things: Things) -> Things:
    """Return the base of a move without what the move itself looks after."""
    return replace(things, words=things.words - {"same type"})


def order_of(table: Table) -> Callable[[Thing], Any]:
    """Return the order in which things are gone through: by player, territory and slot."""

    def key(thing: Thing) -> Any:
        slot = table.slot_of(thing) if thing[0] in ("base", "troop") else None
        return (thing[0] == "special", slot or thing[1:], thing)

    return key


def outcomes(table: Table, play: Callable[[Table, Callable[[Sequence[Any]], Any]], Any], most: int) -> list[Any]:
    """Return what a way of playing gives, for all choices that can be made.

    Args:
        table: The table; is left as it is.
        play: Plays on a copy of it, asks for choices, and returns what came of it.
        most: Most outcomes to go through.

    Raises:
        TooMany: There are more.
    """
    found: list[Any] = []
    scripts: list[list[int]] = [[]]
    while scripts:
        script = scripts.pop()
        made: list[int] = []

        def choose(options: Sequence[Any], script: list[int] = script, made: list[int] = made) -> Any:
            at = len(made)
            index = script[at] if at < len(script) else 0
            if at >= len(script):
                scripts.extend([*made, other] for other in range(1, len(options)))
            made.append(index)
            return options[index]

        found.append(play(table.copy(), choose))
        if len(found) > most:
            raise TooMany
    return found
