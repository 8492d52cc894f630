"""A plain table of the game, and what the leaflet says of it: who defends what, what power and traits things have.

Things are named by tuples: `("troop", 7)`, `("special", 9)`, `("base", 3)`, `("territory", 0, 2)`, `("palace", 1)`; the
numbers of troops, special troops and bases are theirs for good, those of territories and palaces begin with the player.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

Thing = tuple[Any, ...]

TYPE_POWER = {"light_infantry": 1, "shooter": 1, "heavy_infantry": 2, "cavalry": 3, "siege_weapon": 4}
TYPE_TRAITS = {"shooter": {"initiative"}, "siege_weapon": {"artillery"}}
BASE_POWER, PALACE_POWER, HAND_LIMIT, ROOM = 4, 10, 5, 2


class Over(Exception):
    """A palace has fallen."""


class Table:
    """Everything that lies on the table.

    Attributes:
        slots: By player, territory and slot: a base (`id`, `name`, `type`, `troops`, which are a list of numbers) or None.
        palaces: Special troops of each player, the oldest first: `id`, `name`, `power`, `traits`, `rules`, `card`.
        piles: By name of the pile and player: the names of its cards. `hand` is one of them.
        kinds: By name of a card: what it is (`base` or `ability`) and its type, or an empty one.
        active: Player whose turn it is.
        battle: Attacking territory (3 is the palace) and attacked one, and whether it is fought at the `palace`; or None.
        fought: Troops that fought in a battle, once it is over and `that fought in it` speaks of it; or None.
        ended: Whether a card has ended the battle.
        cancelled: Whether the attack was cancelled, so that nothing comes after it.
        due: What an event has set off and has not happened yet: what the interpreter knows.
        running: What events have set off and has not ended yet, which cannot be set off again.
        lasting: What lasts: tuples of what the interpreter knows.
        delayed: What happens later.
        lost: Player, kind and type of all that was destroyed this turn.
        damage: By thing: the damage that it has taken in this battle.
        winner: Player who has won, or None.
        seen: Players whose hand the other has looked at.
        known: By draw pile: how many cards on its top and at its bottom lie where somebody has seen them.
        book: By name of a card: the special troop that it puts on a palace.
    """

    def __init__(self) -> None:
        self.slots: dict[tuple[int, int, int], Any] = {
            (p, t, s): None for p in (0, 1) for t in range(3) for s in range(3)
        }
        self.palaces: list[list[Any]] = [[], []]
        self.piles: dict[tuple[str, int], list[str]] = {}
        self.kinds: dict[str, tuple[str, str]] = {}
        self.active = 0
        self.battle: tuple[int, int, str] | None = None
        self.fought: list[Thing] | None = None
        self.ended = self.cancelled = False
        self.due: list[Any] = []
        self.running: list[Any] = []
        self.lasting: list[Any] = []
        self.delayed: list[Any] = []
        self.lost: list[tuple[int, str, str]] = []
        self.damage: dict[Thing, int] = {}
        self.winner: int | None = None
        self.seen: set[int] = set()
        self.number = 1000
        self.known: dict[tuple[str, int], tuple[int, int]] = {}
        self.book: dict[str, dict[str, Any]] = {}

    def copy(self) -> Table:
        """Return a table of its own."""
        return deepcopy(self)

    # Draw piles, whose last card is on top.

    def take_top(self, pile: str, player: int, choose: Callable[[Sequence[Any]], Any]) -> str:
        """Take the top card off a draw pile, which chance decides if nobody knows it; nothing of an empty pile."""
        cards = self.piles[pile, player]
        if not cards:
            return ""
        top, bottom = self.known.get((pile, player), (0, 0))
        if top or bottom == len(cards):
            self.known[pile, player] = (top - 1, bottom) if top else (0, bottom - 1)
            return cards.pop()
        name = str(choose(sorted(set(cards[bottom:]))))
        del cards[cards.index(name, bottom)]
        return name

    def lay_on_pile(self, pile: str, player: int, name: str, end: str) -> None:
        """Put a card on the `top` or at the `bottom` of a draw pile."""
        cards = self.piles[pile, player]
        top, bottom = self.known.get((pile, player), (0, 0))
        cards.insert(len(cards) if end == "top" else 0, name)
        self.known[pile, player] = (top + 1, bottom) if end == "top" else (top, bottom + 1)

    # What there is.

    def all(self, kind: str) -> list[Thing]:
        if kind == "territory":
            return [("territory", p, t) for p in (0, 1) for t in range(3)]
        if kind == "palace":
            return [("palace", 0), ("palace", 1)]
        if kind == "special":
            return [("special", each["id"]) for own in self.palaces for each in own]
        bases = [base for base in self.slots.values() if base]
        if kind == "base":
            return [("base", base["id"]) for base in bases]
        return [("troop", number) for base in bases for number in base["troops"]]

    def slot_of(self, thing: Thing) -> tuple[int, int, int] | None:
        """Return the slot of a base, or of the base of a troop."""
        for slot, base in self.slots.items():
            if base and (thing == ("base", base["id"]) or (thing[0] == "troop" and thing[1] in base["troops"])):
                return slot
        return None

    def base_of(self, thing: Thing) -> Any:
        slot = self.slot_of(thing)
        return self.slots[slot] if slot else None

    def special(self, thing: Thing) -> Any:
        return next((each for own in self.palaces for each in own if thing == ("special", each["id"])), None)

    def exists(self, thing: Thing) -> bool:
        """Return whether a thing is still there."""
        return thing[0] in ("territory", "palace") or thing in self.all(thing[0])

    def owner(self, thing: Thing) -> int:
        if thing[0] in ("territory", "palace"):
            return int(thing[1])
        if thing[0] == "special":
            return next(p for p in (0, 1) for each in self.palaces[p] if each["id"] == thing[1])
        slot = self.slot_of(thing)
        assert slot
        return slot[0]

    def type(self, thing: Thing) -> str:
        """Return the type of a base or a troop, nothing for others."""
        base = self.base_of(thing) if thing[0] in ("base", "troop") else None
        return str(base["type"]) if base else ""

    def territory(self, thing: Thing) -> Thing | None:
        """Return the territory of a thing, or None for what is on a palace."""
        if thing[0] == "territory":
            return thing
        slot = self.slot_of(thing) if thing[0] in ("base", "troop") else None
        return ("territory", *slot[:2]) if slot else None

    # What the leaflet says of them.

    def bases_in(self, territory: Thing) -> list[Any]:
        return [base for (p, t, _), base in self.slots.items() if (p, t) == territory[1:] and base]

    def is_complete(self, territory: Thing) -> bool:
        """Return whether a territory has three bases."""
        return len(self.bases_in(territory)) == 3

    def defenders_of(self, place: Thing) -> list[Thing]:
        """Return the troops that defend a territory or a palace."""
        own = self.palaces[place[1]]
        if place[0] == "palace":
            return [("special", each["id"]) for each in own if "cannot defend" not in each["rules"]]
        troops: list[Thing] = [("troop", number) for base in self.bases_in(place) for number in base["troops"]]
        return troops + [("special", each["id"]) for each in own if "guard" in each["rules"]]

    def is_manned(self, thing: Thing) -> bool:
        """Return whether a living troop defends a thing."""
        place = self.territory(thing) or ("palace", self.owner(thing))
        return bool(self.defenders_of(place))

    def attackers(self) -> list[Thing]:
        if self.battle is None:
            return []
        if self.battle[0] == 3:
            own = self.palaces[self.active]
            return [("special", each["id"]) for each in own if "cannot attack" not in each["rules"]]
        home = ("territory", self.active, self.battle[0])
        return [("troop", number) for base in self.bases_in(home) for number in base["troops"]]

    def site(self) -> Thing | None:
        """Return what is attacked: a territory or a palace."""
        if self.battle is None:
            return None
        return (
            ("palace", 1 - self.active)
            if self.battle[2] == "palace"
            else ("territory", 1 - self.active, self.battle[1])
        )

    def fighting(self, side: str, kind: str) -> list[Thing]:
        """Return what fights: troops, and the defender's bases or palace; of a territory itself, whether it is in battle.

        Args:
            side: `attacking`, `defending` or `battle` for both.
            kind: Kind of thing that is asked for.
        """
        if self.battle is None:
            return []
        found: list[Thing] = []
        site = self.site()
        assert site
        if side != "defending":
            found += self.attackers()
            if self.battle[0] < 3:
                found.append(("territory", self.active, self.battle[0]))
        if side != "attacking":
            found += [*self.defenders_of(site), site]
            if site[0] == "territory":
                found += [("base", base["id"]) for base in self.bases_in(site)]
        return found
