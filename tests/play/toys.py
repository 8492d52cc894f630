"""Two toy games of several players, with chance and hidden cards, as any game may bring them.

*Bids*: two to four players with a deck each, against each other or in two teams. A prize of 1 or 2 is drawn; all bid a
card at the same time, which here means one after the other and face down; the highest bid takes the prize, an earlier
seat among equals. After three prizes the most points win.

*Beacon*: one to four players share a deck and win or lose together. Each is dealt two cards that only they see. In turn
each feeds a card to the fire or waits; after each round the wind may take 1 from it. After two rounds the fire must burn
at the goal or 1 above.
"""

import json
from collections import Counter
from copy import deepcopy
from hashlib import sha256

from cardgen.plugin.rules.contest import (
    NO_SETTINGS,
    Card,
    CardEffect,
    Contributor,
    Difficulty,
    Ending,
    GameSummary,
    Tree,
)
from cardgen.plugin.rules.errors import IllegalActionError, InvalidActionError, LogError
from cardgen.plugin.rules.state import CHANCE, TERMINAL
from cardgen.plugin.rules.tabletop import DeckFingerprint, LineRole, TableLine
from cardgen.report.errors import UnlocatedError

WAIT, NOTHING, WIND, PRIZE, DEAL, PLAY = 1, 2, 3, 10, 20, 40
NAMES = {WAIT: "wait", NOTHING: "no wind", WIND: "wind", PRIZE + 1: "prize 1", PRIZE + 2: "prize 2"}
NAMES |= {base + value: f"{word} {value}" for base, word in ((DEAL, "deal"), (PLAY, "play")) for value in range(10)}
NUMBERS = {name: action for action, name in NAMES.items()}


class ToyState:
    """What both games have in common; `data` is all of a position, as JSON can hold it."""

    def __init__(self, data):
        self.data = data

    def apply_action(self, action):
        if action not in NAMES:
            raise InvalidActionError(f"{action} is not an action of this game")
        if action not in self.legal_actions():
            raise IllegalActionError(f"illegal action '{NAMES[action]}'")
        self.data["events"].append([self.current_player(), action])
        self._apply(action)

    def is_terminal(self):
        return self.current_player() == TERMINAL

    def legal_actions(self):
        if self.current_player() == CHANCE:
            return [action for action, _ in self.chance_outcomes()]
        return [] if self.is_terminal() else self._choices()

    def clone(self):
        return type(self)(deepcopy(self.data))

    def action_to_string(self, action):
        return NAMES[action]

    def string_to_action(self, text):
        if text not in NUMBERS:
            raise InvalidActionError(f"{text!r} is not an action of this game")
        return NUMBERS[text]

    def to_text(self):
        return "\n".join(f"{key}: {json.dumps(value)}" for key, value in self.data.items())

    def observation_string(self, player):
        return json.dumps([player, self._seen(player)])

    def information_state_string(self, player):
        return json.dumps([player, self._seen(player), self.known(player)])

    def known(self, player):
        """The events, without what the player must not know."""
        return [
            event if self._is_open(number, player) else [event[0], -1]
            for number, event in enumerate(self.data["events"])
        ]


class Bids(ToyState):
    @classmethod
    def new(cls, decks, teams, first):
        count = len(decks)
        seats = [(first + seat) % count for seat in range(count)]
        hands = [sorted(deck) for deck in decks]
        return cls(
            {"seats": seats, "teams": list(teams), "hands": hands, "bids": {}, "prize": 0, "points": [0] * count}
            | {"round": 0, "events": []}
        )

    def current_player(self):
        if self.data["round"] == 3:
            return TERMINAL
        return self.data["seats"][len(self.data["bids"])] if self.data["prize"] else CHANCE

    def chance_outcomes(self):
        return [(PRIZE + 1, 0.5), (PRIZE + 2, 0.5)] if self.current_player() == CHANCE else []

    def _choices(self):
        return sorted({PLAY + value for value in self.data["hands"][self.current_player()]})

    def _apply(self, action):
        data, player = self.data, self.current_player()
        if player == CHANCE:
            data["prize"] = action - PRIZE
            return
        data["hands"][player].remove(action - PLAY)
        data["bids"][str(player)] = action - PLAY
        if len(data["bids"]) == len(data["seats"]):
            winner = max(data["seats"], key=lambda one: data["bids"][str(one)])
            data["points"][winner] += data["prize"]
            data.update(bids={}, prize=0, round=data["round"] + 1)

    def totals(self):
        """Points of each team."""
        found = Counter()
        for team, points in zip(self.data["teams"], self.data["points"], strict=True):
            found[team] += points
        return found

    def returns(self):
        totals, teams = self.totals(), self.data["teams"]
        if not self.is_terminal():
            return [0.0] * len(teams)
        best = [team for team, points in totals.items() if points == max(totals.values())]
        if len(best) == len(totals):
            return [0.0] * len(teams)
        return [1.0 if team in best and len(best) == 1 else 0.5 if team in best else -1.0 for team in teams]

    def _seen(self, player):
        bids = self.data["bids"]
        shown = {other: value if int(other) == player else "face down" for other, value in bids.items()}
        hand = self.data["hands"][player]
        return [hand, shown, *(self.data[key] for key in ("seats", "prize", "points", "round"))]

    def _is_open(self, number, player):
        running = len(self.data["events"]) - len(self.data["bids"])
        return number < running or self.data["events"][number][0] in (player, CHANCE)

    def resample_from_infostate(self, player, rng):
        other = self.clone()
        for bidder in other.data["bids"]:
            if int(bidder) != player:
                hand = other.data["hands"][int(bidder)]
                hand.append(other.data["bids"][bidder])
                bid = hand.pop(rng.randrange(len(hand)))
                hand.sort()
                other.data["bids"][bidder] = bid
                at = max(n for n, event in enumerate(other.data["events"]) if event[0] == int(bidder))
                other.data["events"][at][1] = PLAY + bid
        return other


class Beacon(ToyState):
    @classmethod
    def new(cls, deck, players, first):
        seats = [(first + seat) % players for seat in range(players)]
        return cls(
            {"seats": seats, "hands": [[] for _ in seats], "pile": sorted(deck["cards"]), "goal": deck["goal"]}
            | {"fire": 0, "done": 0, "is_windy": False, "events": []}
        )

    def current_player(self):
        count = len(self.data["seats"])
        if self.data["is_windy"] or sum(map(len, self.data["hands"])) + self._played() < 2 * count:
            return CHANCE
        return TERMINAL if self.data["done"] == 2 * count else self.data["seats"][self.data["done"] % count]

    def _played(self):
        return sum(action >= PLAY for _, action in self.data["events"])

    def chance_outcomes(self):
        if self.current_player() != CHANCE:
            return []
        if self.data["is_windy"]:
            return [(NOTHING, 0.5), (WIND, 0.5)]
        pile = Counter(self.data["pile"])
        return [(DEAL + value, count / pile.total()) for value, count in sorted(pile.items())]

    def _choices(self):
        return [WAIT, *sorted({PLAY + value for value in self.data["hands"][self.current_player()]})]

    def _apply(self, action):
        data, count = self.data, len(self.data["seats"])
        player = self.current_player()
        if DEAL <= action < PLAY:
            data["pile"].remove(action - DEAL)
            data["hands"][data["seats"][sum(map(len, data["hands"])) % count]].append(action - DEAL)
        elif action in (NOTHING, WIND):
            data["fire"] = max(data["fire"] - (action == WIND), 0)
            data["is_windy"] = False
        else:
            if action >= PLAY:
                data["hands"][player].remove(action - PLAY)
                data["fire"] += action - PLAY
            data["done"] += 1
            data["is_windy"] = data["done"] % count == 0

    def returns(self):
        count = len(self.data["seats"])
        if not self.is_terminal():
            return [0.0] * count
        return [1.0 if 0 <= self.data["fire"] - self.data["goal"] <= 1 else -1.0] * count

    def _seen(self, player):
        sizes = [len(hand) for hand in self.data["hands"]]
        return [
            sorted(self.data["hands"][player]),
            sizes,
            *(self.data[key] for key in ("seats", "fire", "done", "goal")),
        ]

    def _is_open(self, number, player):
        return not DEAL <= self.data["events"][number][1] < PLAY or self._owner(number) == player

    def _owner(self, number):
        """Who was dealt the card of an event; the deals come first."""
        return self.data["seats"][number % len(self.data["seats"])]

    def resample_from_infostate(self, player, rng):
        """Deal the hands of the others and the pile anew; what they have played stays dealt to them."""
        other = self.clone()
        hands, pile = other.data["hands"], other.data["pile"]
        unseen = [value for owner, hand in enumerate(hands) if owner != player for value in hand] + pile
        rng.shuffle(unseen)
        for owner, hand in enumerate(hands):
            if owner != player:
                hands[owner] = [unseen.pop() for _ in hand]
        other.data["pile"] = sorted(unseen)
        for owner in range(len(hands)):
            played = [action - PLAY for mover, action in other.data["events"] if mover == owner and action >= PLAY]
            values = [*hands[owner], *played]
            for number, event in enumerate(other.data["events"]):
                if owner != player and DEAL <= event[1] < PLAY and self._owner(number) == owner:
                    event[1] = DEAL + values.pop(0)
        return other


ENDINGS = (
    Ending("lit", "the beacon is lit", True),
    Ending("dark", "the fire is too low"),
    Ending("burnt", "the tower burns"),
)
BELLOWS, BLANKET = "tools/bellows", "tools/blanket"
LEVELS = {"calm": 0, "gusty": 1, "stormy": 3}
"""Levels of difficulty of the beacon, with what each adds to the goal."""


class ToyContest:
    """A contest of either game."""

    def __init__(self, state, decks, teams):
        self.state, self.decks, self.teams, self.player_count = state, decks, tuple(teams), len(teams)

    def start(self, seed, first):
        del seed  # all luck is drawn where chance moves
        if self.state is Bids:
            return Bids.new(self.decks, self.teams, first)
        return Beacon.new(self.decks[0], self.player_count, first)

    def evaluate(self, state, player):
        if self.state is Beacon:
            if state.is_terminal():
                return (state.returns()[player] + 1) / 2
            return 1 / (2 + abs(state.data["fire"] - state.data["goal"]))
        totals, own = state.totals(), self.teams[player]
        if state.is_terminal():
            best = [team for team in totals if totals[team] == max(totals.values())]
            return 1 / len(best) if own in best else 0.0
        return (1 + totals[own]) / sum(1 + points for points in totals.values())

    def script(self, state, player, rng):
        del rng
        if self.state is Bids:
            hand = state.data["hands"][player]
            return PLAY + (max(hand) if state.data["prize"] == 2 else min(hand))
        missing = state.data["goal"] + 1 - state.data["fire"]
        fitting = [value for value in state.data["hands"][player] if value <= missing]
        return PLAY + max(fitting) if fitting else WAIT

    def turn(self, state):
        return state.data["round"] if self.state is Bids else state.data["done"]

    def summary(self, state, seed, first):
        del seed, first
        events, count = state.data["events"], self.player_count
        used = tuple(
            dict(sorted(Counter(f"cards/{a - PLAY}" for p, a in events if p == player and a >= PLAY).items()))
            for player in range(count)
        )
        if self.state is Bids:
            drawn = tuple(frozenset(f"cards/{value}" for value in deck) for deck in self.decks)
        else:
            drawn = tuple(
                frozenset(
                    f"cards/{a - DEAL}" for n, (_, a) in enumerate(events) if DEAL <= a < PLAY and state._owner(n) == p
                )
                for p in range(count)
            )
        effects = tuple(frozenset((card, 0) for card in own if not card.endswith("/0")) for own in used)
        features = frozenset(NAMES[action].split()[0] for _, action in events)
        if self.state is Bids:
            return GameSummary(self.turn(state), drawn, used, features, effects)
        tools = {BELLOWS: sum(action >= PLAY for _, action in events)} if self.decks[0].get("bellows") else {}
        return GameSummary(self.turn(state), drawn, used, features, effects, self._ending(state), tools)

    def _ending(self, state):
        missing = state.data["goal"] - state.data["fire"]
        return "dark" if missing > 0 else "burnt" if missing < -1 else "lit"

    def endings(self):
        return ENDINGS if self.state is Beacon else ()

    def contributors(self):
        """A bellows that lowers the goal by 2, in decks that have it, and a blanket that does nothing."""
        if self.state is Bids or "bellows" not in self.decks[0]:
            return ()
        return Contributor(BELLOWS, "Bellows", "tools"), Contributor(BLANKET, "Blanket", "tools")

    def cards(self, player):
        values = self.decks[player] if self.state is Bids else self.decks[0]["cards"]
        return [
            Card(f"cards/{value}", f"Card {value}", "card", can_be_blank=True, effects=(CardEffect("burn", ("burn",)),))
            for value in sorted(set(values))
        ]

    def features(self):
        return ("prize", "play") if self.state is Bids else ("deal", "play", "wait", "wind", "no")

    def tabletop(self, language):
        return ToyTabletop(self, language)


class ToyTabletop:
    """Either game at the terminal, in a language that the terminal does not have."""

    settings = ()
    legend = "The numbers are the values of cards."
    hides_hands = True

    def __init__(self, contest, language):
        self._contest = contest
        self.game = "bids" if contest.state is Bids else "beacon"
        self.players = [f"Player {number}" for number in range(1, contest.player_count + 1)]
        self.decks = [
            DeckFingerprint(f"deck-{number}", sha256(json.dumps(deck).encode()).hexdigest()[:6])
            for number, deck in enumerate(contest.decks, 1)
        ]
        self.messages = {"left": "Schluss."} if language == "de" else {}

    def start(self, seed, first):
        return self._contest.start(seed, first)

    def from_text(self, text, seed=0):
        del seed
        try:
            data = {key: json.loads(value) for key, _, value in (line.partition(": ") for line in text.splitlines())}
        except json.JSONDecodeError as error:
            raise LogError("this is no position", line=1) from error
        return self._contest.state(data)

    def board(self, state, player):
        lines = [TableLine(f"Round {self.turn(state)}", LineRole.TITLE)]
        for owner, hand in enumerate(state.data["hands"]):
            role = LineRole.OWN if owner == player else LineRole.OPPONENT
            if owner != player and self._contest.teams[owner] == self._contest.teams[player]:
                role = LineRole.ALLY
            cards = " ".join(map(str, hand)) if player in (-1, owner) else f"{len(hand)} cards"
            lines.append(TableLine(f"{self.players[owner]}: {cards}", role))
        return lines

    def hand(self, state, player):
        return [f"  Card {value}" for value in state.data["hands"][player]]

    def hand_names(self, state, player):
        return [f"Card {value}" for value in dict.fromkeys(state.data["hands"][player])]

    def question(self, state):
        return f"{self.players[state.current_player()]}: which card?"

    def needs_hand_only(self, state):
        del state
        return False

    def choice(self, state, action):
        del state
        return NAMES[action]

    def card_of(self, action):
        return f"Card {action - PLAY}" if action >= PLAY else ""

    def cards(self):
        return [f"Card {value}" for value in range(10)]

    def card(self, name):
        return [f"{name} burns as long as its value."]

    def event_count(self, state):
        return len(state.data["events"])

    def story(self, state, since, player):
        events = state.data["events"] if player < 0 else state.known(player)
        names = [NAMES.get(action, "something") for _, action in events]
        movers = ["Chance" if mover == CHANCE else self.players[mover] for mover, _ in events]
        return [f"{mover}: {name}." for mover, name in zip(movers, names, strict=True)][since:]

    def turn(self, state):
        return self._contest.turn(state)

    def ending(self, state):
        best = max(state.returns())
        winners = [self.players[p] for p, value in enumerate(state.returns()) if value == best and best > 0]
        return f"Won by {', '.join(winners)}." if winners else "Nobody has won."


class BidRules:
    """A deck for each of two to four players; in teams if they are given for so many."""

    player_counts, shares_deck = (2, 3, 4), False

    def __init__(self, teams=None):
        self.teams = teams

    def contest(self, decks, settings=NO_SETTINGS, players=None):
        del settings, players
        return ToyContest(Bids, [sorted(deck) for deck in decks], self.teams or range(len(decks)))

    def tree(self, decks, settings=NO_SETTINGS, players=None):
        contest = self.contest(decks, settings, players)
        values = sorted({value for deck in decks for value in deck})
        actions = [PRIZE + 1, PRIZE + 2, *(PLAY + value for value in values)]
        return Tree(contest, lambda: contest.start(0, 0), actions, 3 * (len(decks) + 1))

    def blank(self, deck, card):
        return [0 if f"cards/{value}" == card else value for value in deck]


class BeaconRules:
    """One deck for one to four players, who play together."""

    player_counts, shares_deck = (1, 2, 3, 4), True
    difficulty = Difficulty("weather", tuple(LEVELS), {"easy": "calm", "Breeze": "gusty", "hard": "stormy"})

    def contest(self, decks, settings=NO_SETTINGS, players=None):
        for name, value in settings.items():
            if name != "weather" or value not in LEVELS:
                raise UnlocatedError("E720", f"unknown rule {name!r} or value {value!r}")
        more = LEVELS[settings.get("weather", "calm")]
        goals = [deck["goal"] + more - 2 * bool(deck.get("bellows")) for deck in decks]
        changed = [deck | {"goal": goal} for deck, goal in zip(decks, goals, strict=True)]
        return ToyContest(Beacon, changed, [0] * (players or 1))

    def tree(self, decks, settings=NO_SETTINGS, players=None):
        contest = self.contest(decks, settings, players)
        values = sorted(set(decks[0]["cards"]))
        actions = [WAIT, NOTHING, WIND, *(base + value for base in (DEAL, PLAY) for value in values)]
        return Tree(contest, lambda: contest.start(0, 0), actions, 4 * contest.player_count + 2)

    def blank(self, deck, card):
        if card.startswith("tools/"):
            return deck | {"bellows": deck["bellows"] and card != BELLOWS}
        return deck | {"cards": [0 if f"cards/{value}" == card else value for value in deck["cards"]]}


BEACON = {"cards": [1, 1, 1, 2, 2, 2, 3, 3, 4], "goal": 7}
"""A deck that three players who look at the fire win in about half of their games."""
