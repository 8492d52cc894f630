"""A second implementation of Attack the Tower: slow, obvious, from the rules alone, for elves and samurai only.

The game is one function that runs from the first draw to the end and asks `choose(player, options)` wherever somebody
has a choice; options are the texts of actions. Cards are written out by hand from what is printed on them. Nothing is
shared with the engine.
"""

from __future__ import annotations

POWER = {"light_infantry": 1, "shooter": 1, "heavy_infantry": 2, "cavalry": 3, "siege_weapon": 4}
SPECIALS = {"elderheart": 7, "keeper-of-scrolls": 4}
MAIN_ONLY = {"drowning-tide"}
SETS = {"first-light": ("light_infantry", 2), "last-prayer": ("light_infantry", 2), "death-poem": ("heavy_infantry", 3)}


class Over(Exception):
    """The game has ended."""


class Unit:
    def __init__(self, kind, owner):
        self.kind, self.owner = kind, owner
        self.plus = []  # one entry for each Perfect Cut on it
        self.damage = 0


class Base(Unit):
    def __init__(self, name, kind, owner):
        super().__init__(kind, owner)
        self.name = name
        self.troops = []


class Reference:
    def __init__(self, choose, piles, kinds, first, max_turns):
        """Args: piles[player] = (abilities, bases), the top last; kinds: base name -> type."""
        self.choose_raw = choose
        self.kinds = kinds
        self.ability_draw = [list(piles[p][0]) for p in (0, 1)]
        self.base_draw = [list(piles[p][1]) for p in (0, 1)]
        self.discards = [[], []]
        self.hand = [[], []]
        self.slots = [[[None] * 3 for _ in range(3)] for _ in (0, 1)]
        self.palace = [[], []]
        self.active = first
        self.max_turns = max_turns
        self.turn = 0
        self.played = []  # (card, player) of this turn, in order
        self.burning = []  # which of them burn the bases of this battle
        self.lost_trolls = [0, 0]
        self.battle = None  # (group, site, stage)
        self.marching = None  # who goes on from the territory to the palace, in a battle at the palace
        self.version = 0
        self.winner = None

    # helpers

    def choose(self, player, options):
        return options[0] if len(options) == 1 else self.choose_raw(player, options)

    def bases(self, p, territory=None):
        rows = self.slots[p] if territory is None else [self.slots[p][territory]]
        return [base for row in rows for base in row if base]

    def troops(self, p, territory=None):
        return [troop for base in self.bases(p, territory) for troop in base.troops]

    def name(self, unit):
        """The text of a unit."""
        for p in (0, 1):
            for i, special in enumerate(self.palace[p]):
                if special is unit:
                    return f"special {i + 1} of player {p + 1}"
            for t in range(3):
                for s in range(3):
                    base = self.slots[p][t][s]
                    if base is unit:
                        return f"base {t + 1}.{s + 1} of player {p + 1}"
                    for i, troop in enumerate(base.troops if base else []):
                        if troop is unit:
                            return f"troop {t + 1}.{s + 1}{'ab'[i]} of player {p + 1}"
        return f"palace of player {unit.owner + 1}"

    def pick(self, player, units, decline=None):
        """One of some units, or none if that can be declined; of two alike troops of a base the second is no choice."""
        if not units:
            return None
        shown = []
        for unit in units:
            base = next((b for b in self.bases(unit.owner) if unit in b.troops), None)
            twin = (
                base and base.troops.index(unit) == 1 and base.troops[0] in units and base.troops[0].plus == unit.plus
            )
            if not twin:
                shown.append(unit)
        picked = self.choose(player, [*(f"pick {self.name(unit)}" for unit in shown), *([decline] if decline else [])])
        return next((unit for unit in shown if f"pick {self.name(unit)}" == picked), None)

    def volunteers(self, player, units):
        """Those of some units, in order, that a player sacrifices though they need not be."""
        found = []
        while units:
            unit = self.pick(player, units, "no more")
            if unit is None:
                break
            found.append(unit)
            units = [other for other in units if other is not unit]
        return found

    def draw(self, player, count):
        for _ in range(count):
            piles = {"draw ability": self.ability_draw[player], "draw base": self.base_draw[player]}
            options = [word for word, pile in piles.items() if pile]
            if options:
                self.hand[player].append(piles[self.choose(player, options)].pop())

    def checks(self):
        for p in (self.active, 1 - self.active):
            while len(self.palace[p]) > sum(all(row) for row in self.slots[p]):
                self.destroy([self.pick(p, self.palace[p])])
            while len(self.hand[p]) > 5:
                card = self.choose(p, [f"choose {name}" for name in sorted(set(self.hand[p]))])[7:]
                self.hand[p].remove(card)
                self.discards[p].append(card)

    def destroy(self, units):
        for unit in units:
            self.version += 1
            if isinstance(unit, Base):
                self.destroy(list(unit.troops))
                for row in self.slots[unit.owner]:
                    if unit in row:
                        row[row.index(unit)] = None
                        self.discards[unit.owner].append(unit.name)
            elif unit in self.palace[unit.owner]:
                self.palace[unit.owner].remove(unit)
                self.discards[unit.owner].append(unit.kind)
            elif unit.kind == "palace":
                self.winner = 1 - unit.owner
            else:
                for base in self.bases(unit.owner):
                    if unit in base.troops:
                        base.troops.remove(unit)
                        self.lost_trolls[unit.owner] += unit.kind == "heavy_infantry"
        if self.winner is not None:
            raise Over

    # power and traits

    def fighting(self):
        """Attackers and defenders of the current battle."""
        if self.battle is None:
            return [], []
        group, site, stage = self.battle
        mine = self.palace[self.active] if group == 3 else self.troops(self.active, group)
        if self.marching is not None:
            mine = [unit for unit in mine if any(unit is one for one in self.marching)]
        other = 1 - self.active
        return list(mine), list(self.troops(other, site) if stage == "territory" else self.palace[other])

    def structures(self):
        if self.battle is None:
            return []
        other = 1 - self.active
        return self.bases(other, self.battle[1]) if self.battle[2] == "territory" else [self.tower[other]]

    def own_in_battle(self, player, kind):
        attackers, defenders = self.fighting()
        return [unit for unit in attackers + defenders if unit.owner == player and unit.kind == kind]

    def power(self, unit):
        if isinstance(unit, Base):
            return 4
        if unit.kind == "palace":
            return 10
        power = SPECIALS.get(unit.kind) or POWER[unit.kind]
        for card, player in self.played:
            if card in SETS and player == unit.owner and SETS[card][0] == unit.kind:
                power = SETS[card][1]
        power += 3 * len(unit.plus)
        for card, player in self.played:
            if card == "silk-and-venom" and player != unit.owner and self.own_in_battle(player, "cavalry"):
                attackers, defenders = self.fighting()
                power -= unit in attackers + defenders
        return power

    def initiative(self, unit):
        bright = ("first-light", unit.owner) in self.played and unit.kind == "light_infantry"
        return unit.kind == "shooter" or bright

    # the game

    def run(self):
        self.tower = [Unit("palace", 0), Unit("palace", 1)]
        try:
            self.setup()
            for turn in range(1, self.max_turns + 1):
                self.turn = turn
                self.take_turn(turn)
                self.active = 1 - self.active
        except Over:
            pass

    def setup(self):
        order = (self.active, 1 - self.active)
        for p in order:
            while True:
                self.draw(p, 5)
                rest = len(self.ability_draw[p]) + len(self.base_draw[p])
                if self.choose(p, ["keep", "burn"] if rest >= 5 else ["keep"]) == "keep":
                    break
                self.discards[p] += self.hand[p]
                self.hand[p] = []
        for p in order:
            self.build(p)

    def build(self, p):
        while True:
            places = []
            for t in range(3):
                empty = [s for s in range(3) if self.slots[p][t][s] is None]
                places += [(t, s) for s in range(3) if s not in empty or s in empty[:1]]
            options = {
                f"build {card} on {t + 1}.{s + 1} of player {p + 1}": (card, t, s)
                for card in set(self.hand[p])
                if card in self.kinds
                for t, s in places
            }
            answer = self.choose(p, [*sorted(options), "done"])
            if answer == "done":
                return
            card, t, s = options[answer]
            self.hand[p].remove(card)
            if self.slots[p][t][s]:
                self.destroy([self.slots[p][t][s]])
            self.slots[p][t][s] = Base(card, self.kinds[card], p)
            self.checks()

    def take_turn(self, turn):
        self.renewed, self.attacked = False, False
        self.futile, self.futile_version, self.attack_count = set(), -1, 0
        if turn == 1:
            self.idle = False
        options = ["renew"] if self.idle and not self.could_attack() else ["renew", "hold"]
        if self.choose(self.active, options) == "renew":
            self.renewal()
        self.main()
        self.end_turn()

    def renewal(self):
        self.renewed = True
        order = (self.active, 1 - self.active)
        for p in order:
            for base in self.bases(p):
                if len(base.troops) < 2:
                    base.troops.append(Unit(base.kind, p))
        for p in order:
            self.draw(p, 2 + sum(special.kind == "keeper-of-scrolls" for special in self.palace[p]))
            self.checks()
        for p in order:
            self.build(p)

    def plays(self, player, in_battle):
        found = set()
        for card in self.hand[player]:
            if card in self.kinds or (in_battle and card in MAIN_ONLY):
                continue
            if card == "closed-paths" and player == self.active:
                continue
            if card == "scorched-steppe" and not (
                in_battle and player == self.active and self.own_in_battle(player, "cavalry")
            ):
                continue
            if card in SPECIALS and len(self.palace[player]) >= sum(all(row) for row in self.slots[player]):
                continue
            found.add(f"play {card}")
        return sorted(found)

    def attacks(self):
        if any(card == "closed-paths" and player != self.active for card, player in self.played):
            return []
        if self.attack_count >= 12:
            return []
        groups = [t for t in range(3) if self.troops(self.active, t)] + [3] * bool(self.palace[self.active])
        found = []
        for g in groups:
            for site in range(3):
                if (g, site) not in self.futile or self.futile_version != self.version:
                    found.append(f"attack {'palace' if g == 3 else f'territory {g + 1}'} -> territory {site + 1}")
        return found

    def could_attack(self):
        """Whether an attack is possible now, or once a special troop has come from the hand (R57)."""
        forbidden = any(card == "closed-paths" and player != self.active for card, player in self.played)
        comes = any(play[5:] in SPECIALS for play in self.plays(self.active, False))
        return self.attacks() or (comes and not forbidden)

    def main(self):
        opponent = 1 - self.active
        while True:
            # the opponent's window
            answer = self.choose(opponent, [*self.plays(opponent, False), "pass"])
            if answer != "pass":
                self.play(opponent, answer[5:])
                reply = self.choose(self.active, [*self.plays(self.active, False), "pass"])
                if reply != "pass":
                    self.play(self.active, reply[5:])
                continue
            attacks = self.attacks()
            must = self.idle and not self.renewed and not self.attacked and self.could_attack()
            answer = self.choose(
                self.active, [*self.plays(self.active, False), *attacks, *([] if must else ["end turn"])]
            )
            if answer == "end turn":
                return
            if answer.startswith("play "):
                self.play(self.active, answer[5:])
            else:
                words = answer.split()
                self.attack(3 if words[1] == "palace" else int(words[2]) - 1, int(words[-1]) - 1)

    def play(self, player, card):
        self.hand[player].remove(card)
        self.version += 1
        if card in SPECIALS:
            self.palace[player].append(Unit(card, player))
        else:
            self.burning += [len(self.played)] * (card == "scorched-steppe")
            self.played.append((card, player))
        if card == "perfect-cut":
            target = self.pick(player, self.troops(player) + self.palace[player])
            if target:
                target.plus.append(object())
        if card == "drowning-tide":
            for base in self.bases(player):
                if base.kind == "siege_weapon" and base.troops:
                    self.destroy([self.pick(player, list(base.troops))])
                    self.checks()
            for t in range(3):
                if any(troop.kind == "siege_weapon" for troop in self.troops(player, t)) and self.bases(1 - player):
                    self.destroy([self.pick(player, self.bases(1 - player))])
                    self.checks()
        self.checks()

    # battle

    def attack(self, group, site):
        self.attacked = True
        self.attack_count += 1
        before = self.version
        self.battle = (group, site, "territory")
        if not self.structures():
            self.palace_battle(group, site)
        else:
            self.window()
            if self.fighting()[0] and self.structures():
                self.combat()
            fought = self.fighting()[0]
            self.after_battle()
            self.marching = fought  # R45: who comes to the group later stays at home
            if self.fighting()[0] and not self.structures():
                self.palace_battle(group, site)
            self.marching = None
        self.battle = None
        if self.version == before:
            if self.futile_version != self.version:
                self.futile = set()
            self.futile.add((group, site))
            self.futile_version = self.version

    def palace_battle(self, group, site):
        self.battle = (group, site, "palace")
        self.window()
        if self.fighting()[0]:
            self.combat()
        self.after_battle()

    def window(self):
        player, passes = 1 - self.active, 0
        while passes < 2:
            answer = self.choose(player, [*self.plays(player, True), "pass"])
            if answer == "pass":
                passes += 1
            else:
                passes = 0
                self.play(player, answer[5:])
            player = 1 - player

    def after_battle(self):
        for index, (card, player) in enumerate(list(self.played)):
            kind = {"last-prayer": "light_infantry", "death-poem": "heavy_infantry"}.get(card)
            if kind:
                mercy = ("arrow-of-mercy", player) in self.played and self.own_in_battle(player, "shooter")
                own = self.own_in_battle(player, kind)
                self.destroy(self.volunteers(player, own) if mercy else own)
            if index in self.burning and self.battle[2] == "territory" and not self.fighting()[1]:
                self.destroy(self.structures())
            self.checks()
        self.burning = []

    def combat(self):
        attackers, defenders = self.fighting()
        self.destroy([unit for unit in attackers + defenders if self.power(unit) < 1])
        self.checks()
        everybody = [*self.structures(), *self.fighting()[0], *self.fighting()[1]]
        carry = self.step(True, 0)
        self.checks()
        self.step(False, carry)
        for unit in everybody:
            unit.damage = 0
        self.checks()

    def step(self, early, carry):
        attackers, defenders = self.fighting()
        structures = self.structures()
        power = {unit: self.power(unit) for unit in attackers + defenders + structures}
        strikes = {unit: self.initiative(unit) == early for unit in attackers + defenders}
        general = sum(power[u] for u in attackers if strikes[u] and u.kind != "siege_weapon")
        siege = sum(power[u] for u in attackers if strikes[u] and u.kind == "siege_weapon")
        back = sum(power[u] for u in defenders if strikes[u] and u.kind != "siege_weapon")
        if not early:
            back += sum(power[u] for u in structures)
            siege += carry
            for card, player in self.played:
                if card == "breath-of-ash":
                    dragons = len(self.own_in_battle(player, "siege_weapon"))
                    for unit in attackers + defenders:
                        unit.damage += dragons * (unit.owner != player)
        general = self.spread(self.active, defenders, general, power)
        if not early:
            for unit in structures:
                unmanned = all(u.damage >= power[u] for u in defenders)
                pool = general + siege if unmanned else 0
                left = self.spread(self.active, [unit], pool, power)
                if unmanned:
                    siege, general = left, 0
        self.spread(1 - self.active, attackers, back, power)
        self.destroy([u for u in attackers + defenders + structures if u.damage and u.damage >= power[u]])
        return general + siege if early else 0

    def spread(self, player, units, pool, power):
        for unit in units:
            need = max(power[unit] - unit.damage, 0)
            options = [f"deal {n} to {self.name(unit)}" for n in range(min(need, pool) + 1)]
            points = int(self.choose(player, options).split()[1])
            unit.damage += points
            pool -= points
        return pool

    def end_turn(self):
        for card, player in list(self.played):
            if card == "counsel-of-stones":
                self.draw(player, sum(troop.kind == "shooter" for troop in self.troops(player)))
                self.checks()
            if card == "moss-on-bone":
                for _ in range(self.lost_trolls[player]):
                    room = [b for b in self.bases(player) if b.kind == "heavy_infantry" and len(b.troops) < 2]
                    base = self.pick(player, room)
                    if base:
                        base.troops.append(Unit(base.kind, player))
        for card, player in self.played:
            self.discards[player].append(card)
        self.played = []
        self.lost_trolls = [0, 0]
        for p in (0, 1):
            for unit in self.troops(p) + self.palace[p]:
                unit.plus = []
        self.idle = not (self.renewed or self.attacked)

    def table(self):
        """What stands and lies where."""
        return [
            (
                [[(base.name, len(base.troops)) if base else None for base in row] for row in self.slots[p]],
                [special.kind for special in self.palace[p]],
                sorted(self.hand[p]),
                len(self.ability_draw[p]),
                len(self.base_draw[p]),
                sorted(self.discards[p]),
            )
            for p in (0, 1)
        ]
