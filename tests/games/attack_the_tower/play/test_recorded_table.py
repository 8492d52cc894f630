"""What people are shown, asked and told of all of the vocabulary stays as in the last version, and what simulations get.

Each line of the record has an example in words and a sum of all that was found of its kind.
"""

from itertools import zip_longest
from pathlib import Path
from random import Random

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.engine.history import RecordedState
from cardgen.games.attack_the_tower.engine.state.phase import NAMES, Phase
from cardgen.games.attack_the_tower.play.contest import AttackContest
from cardgen.games.attack_the_tower.play.localizer import Localizer
from cardgen.games.attack_the_tower.play.prompts import narrate_action
from cardgen.games.attack_the_tower.play.tabletop import AttackTabletop
from cardgen.geometry.units import Size
from tests.games.attack_the_tower.test_effects import CONSTRUCTS
from tests.recorded import Sums, check_recorded

from .armies import STRANGE, army, match, with_abilities
from .tables import SPECIALS, lay, match_of
from .test_recorded_games import PALACES, PLAIN

LANGUAGES = ("en", "pt")
CARD = Size(40, 53)
ASKED = (
    "units",
    "cards",
    "draws",
    "search",
    "place",
    "deal",
    "upkeep",
    "recruits",
    "lots",
    "budget",
    "looks",
    "settle",
)
SETTINGS = [
    {"damage": "choose", "recruit": "may", "palace_advance": "may", "max_burns": 1},
    {"damage": "choose", "ability_windows": "steps", "initiative_vs_structures": "early", "max_turns": 9},
    {"special_attacks_at_once": False, "hand_limit_always": False, "must_act": False},
    {"max_turns": 5},
]
FIELDS = [
    ("s2 h1 c1 / l1", "c1 l0 a1 / s1 s2"), ("a2 l1 h1 / s1 s1 c0", "l1 h0 s1"), ("c2 l0", "a1 / l1 s1 h1 / c1 h0 h2"),
    ("l2 s1 a1 / c1 / h2 h0", "l0 / s2"), ("h1 s2 a1 / l1 h1 c1", "s2 l1 h1 / c2 a1 l1"),
]  # fmt: skip
_TWO = {"choose_one": {"options": ({"effects": ({"draw": {"who": "self"}},)}, {"effects": ({"renew": {}},)})}}
SELDOM = {"two-choices": {"timing": {"window": "main"}, "effects": (_TWO, _TWO)}}
UNTOLD = ("pass", "heads", "tails", "roll", "deal", "both", "player")
ACTIONS = (
    *("keep", "burn", "draw ability", "draw base", "renew", "hold", "pass", "end turn", "done", "no more"),
    *("attack palace", "stay", "deal hut", "deal knight", "player 1 begins", "player 2 begins", "player 1 sees hut"),
    *("player 2 sees knight", "both players see hut", "heads", "tails", "roll 1", "roll 20", "option 1", "option 2"),
    *("choose hut", "choose knight", "play knight", "pick palace of player 1", "pick palace of player 2"),
    *("pick territory 1 of player 1", "pick territory 3 of player 2", "pick special 1 of player 1"),
    *("pick special 1 of player 2", "pick base 1.1 of player 1", "pick base 1.2 of player 1"),
    *("pick troop 1.1a of player 1", "pick troop 1.2b of player 1", "attack territory 1 -> territory 3"),
    *("attack palace -> territory 1", "build hut on 1.3 of player 1", "build yard on 1.1 of player 1"),
    *("deal 0 to troop 1.1a of player 2", "deal 12 to palace of player 1"),
)
MOST_ASKED = 6
"""Questions about each card that is played."""


def contests():
    """Yield matches of armies that share all cards out, the cards of either, and a seed."""
    cards = [{"id": name, "name": name, **PLAIN, **keys} for name, keys in (CONSTRUCTS | SELDOM).items()] + STRANGE
    shared = [with_abilities([*SPECIALS, *cards[at::4]], f"army-{at}") for at in range(4)]
    shared[3] = shared[3].model_copy(update={"faction": army("elves").faction})
    ids = [[one["id"] for one in cards[at::4]] for at in range(4)]
    for at, settings in enumerate(SETTINGS):
        yield AttackContest([shared[at], shared[at - 1]], Config(**settings)), (ids[at], ids[at - 1]), at


class Watcher:
    """Adds what is shown, asked and told of a game, in one language after the other."""

    def __init__(self, sums, contest):
        self.sums, self.contest, self.count = sums, contest, 0
        self.tables = [AttackTabletop(contest.match, language) for language in LANGUAGES]

    def asked(self, state):
        """Add a question, and return what is asked."""
        self.count += 1
        number = self.count % 2
        table, language = self.tables[number], LANGUAGES[number]
        asked = ASKED[state.decision[0]] if state.decision else NAMES[state.phase]
        self.sums.add(f"asked {asked} {language}", table.question(state), table.needs_hand_only(state))
        for viewer in (-1, 1 - state.current_player()):
            self.sums.add(f"waits for {asked} {language}", table.waiting(state, viewer), viewer)
        for action in state.legal_actions():
            word, said = state.action_to_string(action).split()[0], table.choice(state, action)
            self.sums.add(f"choice {word} {language}", said, table.card_of(action), table.subject(state, action))
        scripted = self.contest.script(state, state.current_player(), Random(self.count))
        self.sums.add(f"script {asked}", state.action_to_string(scripted))
        return scripted

    def told(self, state, since, word):
        """Add what has happened."""
        number, viewer = self.count % 2, self.count % 3 - 1
        for text in self.tables[number].story(state, since, viewer):
            self.sums.add(f"told of {word} {LANGUAGES[number]}", text, viewer)

    def shown(self, state):
        """Add a table."""
        number, viewer = self.count % 2, self.count // 2 % 3 - 1
        table, language = self.tables[number], LANGUAGES[number]
        lines = table.board(state, viewer)
        assert max(len(line.text) for line in lines) <= 80
        self.sums.add(f"board {language}", lines[0].text, lines)
        for area in table.areas(state, viewer, CARD):
            self.sums.add(f"area {language}", area.title, area)
        self.sums.add(f"hand {language}", table.hand(state, viewer % 2), table.hand_names(state, viewer % 2))

    def goes_on(self, state, most, choose):
        """Add up to so many questions, and what comes of the answers; end where `choose` does."""
        for _ in range(most):
            scripted = self.asked(state) if not state.is_terminal() else -1
            action = choose(state, scripted) if scripted >= 0 else None
            if action is None:
                break
            since, word = len(state.moments), state.action_to_string(action).split()[0]
            state.apply_action(action)
            self.told(state, since, word)
            if state.group >= 0 and self.count % 4 == 0:
                self.shown(state)


def playing(card, rng):
    """Return a choice of actions by which a card is played, in an attack if it needs one, and its effects happen."""
    played = []

    def choose(state, _scripted):
        texts = {state.action_to_string(action): action for action in state.legal_actions()}
        if played and state.decision is None and not state.stack and played[0] < state.turn + (state.group < 0):
            return None
        play = None if played else next((text for text in texts if text.partition("/")[0] == f"play {card}"), None)
        attack = None if played else next((text for text in texts if text.startswith("attack ")), None)
        if play:
            played.append(state.turn)
        return texts[play or attack or rng.choice([*texts])] if "hold" not in texts else texts["hold"]

    return choose


def ending(state, _scripted):
    """Fight an attack with all damage, and end the turn."""
    texts = {state.action_to_string(action): action for action in state.legal_actions()}
    attacks = [text for text in texts if text.startswith("attack ")] if state.attacks < 2 else []
    wanted = [*attacks[-1:], *(["end turn"] if "end turn" in texts else []), [*texts][-1]]
    return None if "hold" in texts else texts[wanted[0]]


def told():
    sums = Sums()
    for contest, both, seed in contests():
        watcher, rng = Watcher(sums, contest), Random(seed)
        state = watcher.tables[0].start(seed, seed % 2)
        watcher.told(state, 0, "start")
        watcher.goes_on(state, 40, lambda state, scripted, rng=rng: rng.choice((scripted, *state.legal_actions())))
        watcher.shown(state)
        for at, cards in enumerate(zip_longest(*both, fillvalue="knight")):
            own, other = PALACES[at % len(PALACES)]
            is_second = at % 3 == 2
            hands = (f"{cards[0]} knight", "elder") if not is_second else ("knight", f"{cards[1]} elder")
            table = lay(
                contest.match, *FIELDS[at % len(FIELDS)], my_hand=hands[0], their_hand=hands[1], my_palace=own,
                their_palace=other, phase=Phase.ANNOUNCE if is_second else Phase.ACT, kind=RecordedState, discarded=at % 5,
            )  # fmt: skip
            watcher.goes_on(table, MOST_ASKED, playing(cards[is_second], rng))
            if at % 6 == 1:
                watcher.goes_on(table, 2 * MOST_ASKED, ending)
            if at % 3 == 0:
                watcher.shown(table)
        simulated(sums, contest, seed)
    worded(sums)
    for language in LANGUAGES:
        table = AttackTabletop(match("elves", "samurai"), language)
        for name in table.cards():
            sums.add(f"card that ships {language}", table.card(name))
    return sums.lines()


def worded(sums):
    """Add how each kind of action is worded, shown and told, also where a game of two people never has it."""
    state = lay(match_of(), "l1 s2", "l2", my_hand="knight", my_palace="elder", their_palace="knight")
    for language in LANGUAGES:
        table, localizer = AttackTabletop(state.match, language), Localizer(state.match, language)
        for text in ACTIONS:
            action = state.string_to_action(text)
            told = [] if text.split()[0] in UNTOLD else [narrate_action(localizer, state, action, 0)]
            sums.add(
                f"words of {text} {language}",
                " | ".join([table.choice(state, action), *told]),
                table.card_of(action),
                table.subject(state, action),
            )


def simulated(sums, contest, seed):
    """Add what simulations are told of a game and of its cards, and what players can read of the cards."""
    state, rng = contest.start(seed, seed % 2), Random(seed)
    while not state.is_terminal():
        state.apply_action(
            contest.script(state, state.current_player(), rng)
            if rng.random() < 0.5
            else rng.choice(state.legal_actions())
        )
    found = contest.summary(state, seed, seed % 2)
    sums.add(
        "summary",
        found.turns,
        *map(sorted, (*found.drawn, *found.effects)),
        *(sorted(one.items()) for one in found.used),
    )
    for feature in found.features:
        sums.add(f"feature {feature}", seed)
    sums.add("features", contest.features())
    for language in LANGUAGES:
        table = AttackTabletop(contest.match, language)
        sums.add(f"ending {language}", table.ending(state))
        for name in table.cards():
            sums.add(f"card {language}", table.card(name))
    for card in contest.cards(0):
        sums.add("card", card)


def test_what_is_shown_and_asked_is_as_recorded():
    check_recorded(Path(__file__).with_name("table.txt"), told())
