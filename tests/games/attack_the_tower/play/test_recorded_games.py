"""Games of random choices, and battles of all troops under each setting, go as they went in the last version.

The other files say what the rules ask for; here no choice, no death and no draw may change unseen.
"""

from itertools import product
from pathlib import Path
from random import Random
from zlib import crc32

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.engine.attack_state import AttackState
from cardgen.games.attack_the_tower.engine.compiler.match import compile_match
from tests.games.attack_the_tower.test_effects import CONSTRUCTS
from tests.recorded import check_recorded

from .armies import match, with_abilities
from .tables import common, does, lay, match_of, palace, shape

ENEMY, OWN = {"of": "troop", "owner": "opponent"}, {"of": "troop", "owner": "self"}
FIGHTING = [
    common(
        "storm",
        {"area": {"from": {**OWN, "in": "battle"}, "who": {**ENEMY, "in": "battle"}, "amount": 1, "until": "turn"}},
    ),
    common("tunnel", {"bypass": {"who": {**OWN, "type": "siege_weapon"}, "until": "turn"}}),
    common("fury", {"bonus": {"who": OWN, "amount": 2, "until": "turn"}}),
    common("ward", {"protect": {"who": ENEMY, "from": "initiative", "until": "turn"}}),
    common("haste", {"trait": {"who": OWN, "gain": "initiative", "until": "turn"}}),
    common("fear", {"power": {"who": ENEMY, "add": -1, "until": "turn"}}),
]
SETTINGS = {
    "as printed": {},
    "never": {"initiative_vs_structures": "never"},
    "early": {"initiative_vs_structures": "early", "artillery_overflow": "next_step"},
    "next step": {"overflow": "next_step", "artillery_overflow": "next_step"},
    "defender first": {"first_to_assign": "defender", "first_in_battle": "attacker"},
    "windows between the steps": {"ability_windows": "steps", "heal_before_palace": False},
    "may": {"palace_advance": "may", "recruit": "may", "guarded_palace_strikes": False},
    "no idle attacks": {"harmless_attack": False, "max_attacks": 2},
    "idle attacks": {"repeat_idle_attack": True, "must_act": False, "palace_is_base": True},
    "little": {"max_builds": 1, "build_over": False, "reshuffle": True, "unique_scope": "name"},
    "late limits": {"hand_limit_always": False, "empty_pile": "nothing", "max_burns": 1, "opening_window": False},
    "apart": {"commons_reach_specials": False, "special_attacks_at_once": False, "max_abilities": 3},
}  # fmt: skip
PLAIN = {"kind": "troop", "icon": "shooter", "copies": 2, "timing": {"window": ("main", "battle")}}
FIELDS = [
    ("l1", "l1"), ("s2 h1", "c1 l0"), ("s1 h2", "s2 c1"), ("a2 l1", "l0 l0"), ("a1 s1", "h1 -"), ("c2", "a2 / l1"),
    ("l2 s2", "s1 h1"), ("s2 s2", "c2 h2"), ("h1 c1", "l2 s1 h1"), ("a2", "s2 l1 c0"),
]  # fmt: skip
PALACES = [("", ""), ("knight", "sentry"), ("bombard duellist", "elder"), ("raider", "idol rival")]


def test_games():
    check_recorded(Path(__file__).with_name("games.txt"), games())


def games():
    pairs = [
        ("elves", "samurai"),
        ("samurai", "forty-lockkeepers"),
        ("forty-spore_court", "elves"),
        ("forty-elves", "forty-samurai"),
    ]
    for at, (name, changes) in enumerate(SETTINGS.items()):
        for damage in ("auto", "choose"):
            config = Config(damage=damage, max_turns=16, **changes)
            first, second = pairs[(at + (damage == "auto")) % len(pairs)]
            yield f"{name}, {damage}, {first} against {second}: {played(AttackState.new(match(first, second, config), at), at)}"


def test_games_with_all_of_the_vocabulary():
    check_recorded(Path(__file__).with_name("vocabulary.txt"), games_of_constructs())


def games_of_constructs():
    """Yield games between armies that share all constructs out, each with more cards than a game needs."""
    names = sorted(CONSTRUCTS)
    armies = [
        with_abilities([{"id": name, "name": name, **PLAIN, **CONSTRUCTS[name]} for name in names[at::8]], f"army-{at}")
        for at in range(8)
    ]
    for at, (name, changes) in product(range(8), SETTINGS.items()):
        other, number = (at + 1 + len(name) % 7) % 8, at + len(name)
        chance = ("seeded", "explicit")[number % 2]
        compiled = compile_match(armies[at], armies[other], Config(max_turns=16, chance=chance, **changes))
        yield f"{name}, {at} against {other}, {chance}: {played(AttackState.new(compiled, number), number)}"


def played(state, seed, most=400):
    """What a game comes to, and a sum of all choices and of some positions on its way."""
    rng, count, choices = Random(seed), 0, 0
    while not state.is_terminal() and count < most:
        legal = state.legal_actions()
        choices = crc32(f"{state.current_player()} {legal}".encode(), choices)
        state.apply_action(rng.choice(legal))
        count += 1
        if (count + seed) % 5 == 0:
            choices = crc32(state.to_text().encode(), choices)
    return f"{count} choices, turn {state.turn}, winner {state.winner}, {choices:x} {crc32(state.to_text().encode()):x}"


def test_battles():
    check_recorded(Path(__file__).with_name("battles.txt"), battles())


def battles():
    for name, changes in SETTINGS.items():
        matches = {
            damage: match_of(*FIGHTING, config=Config(damage=damage, **changes)) for damage in ("auto", "choose")
        }
        for at, (mine, theirs) in enumerate(FIELDS):
            own, other = PALACES[at % len(PALACES)]
            for card in ("", FIGHTING[at % len(FIGHTING)]["id"]):
                state = lay(matches["auto"], mine, theirs, my_palace=own, their_palace=other, my_hand=card)
                yield f"{name}, {mine} against {theirs}, {own} {other} {card}: {fought(state, at, card)}"
                state = lay(matches["choose"], mine, theirs, my_palace=own, their_palace=other, my_hand=card)
                yield f"  chosen: {fought(state, at, card)}"


def fought(state, seed, card):
    """Both sides after the active player has played a card, attacked twice, and everybody has chosen at random."""
    texts = {state.action_to_string(action): action for action in state.legal_actions()}
    if card:
        does(state, next(text for text in texts if card in text))
    rng, choices, count = Random(seed), 0, 0
    while not state.is_terminal() and count < 60 and state.turn == 5:
        legal = state.legal_actions()
        texts = [state.action_to_string(action) for action in legal]
        attacks = [action for action, text in zip(legal, texts, strict=True) if text.endswith("-> territory 1")]
        choices = crc32(" ".join(texts).encode(), choices)
        state.apply_action(rng.choice(attacks or legal) if state.attacks < 2 else rng.choice(legal))
        count += 1
    sides = " ".join(f"[{shape(state, player)} | {palace(state, player)}]" for player in (0, 1))
    return f"{sides} {state.winner} after {count} choices {choices:x}"
