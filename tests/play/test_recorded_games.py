"""Games of random choices: what can be chosen, what becomes of it and what people are told stay as in the last version.

The other files say what must hold; here nothing may change unseen. A line has sums of the rules, of the words at the
terminal, of the pieces on the page and of what is counted at the end.
"""

from contextlib import suppress
from pathlib import Path
from random import Random
from zlib import crc32

import pytest
import toy
import yaml

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.engine.state.actions import DEAL, FIRST, all_actions
from cardgen.games.attack_the_tower.play.contest import AttackContest
from cardgen.games.attack_the_tower.play.scripted_policy import best_attack
from cardgen.games.stonewater_weir.engine.state.questions import Question
from cardgen.games.stonewater_weir.play.action_values import rank_actions
from cardgen.games.stonewater_weir.play.contest import SiegeContest, SiegeRules
from cardgen.geometry.units import Size
from cardgen.plugin.rules.contest import SuggestsActions
from cardgen.plugin.rules.pictured import ShowsPieces
from cardgen.plugin.rules.simple import SimpleRules
from cardgen.plugin.rules.tabletop import CountsNumbers, ExplainsWaiting
from cardgen.testing.play import check_tree
from cardgen.yaml_loader import LOADER
from tests.games.attack_the_tower.play.armies import STRANGE, army, with_abilities
from tests.games.attack_the_tower.play.tables import SPECIALS
from tests.games.stonewater_weir.play.sieges import loaded
from tests.plugin.rules.described.oracles import EXAMPLES, opened
from tests.plugin.test_simple_rules import Race, Rescue, Secret, Teams
from tests.recorded import check_recorded

CONSTRUCTS = yaml.load(
    (Path(__file__).parents[1] / "games/attack_the_tower/constructs.yaml").read_text("utf-8"), LOADER
)
CARD, PARTS = Size(63, 88), 6
MOST_OF_A_KIND = 60
ENOUGH = 50
"""Choices that games of a kind have together, for those that are short."""


class Sums:
    """Sums of what is told, by what it is about."""

    def __init__(self) -> None:
        self.sums = {}

    def add(self, about, *told):
        self.sums[about] = crc32(repr(told).encode(), self.sums.get(about, 0))

    def __str__(self):
        return ", ".join(f"{about} {total:x}" for about, total in self.sums.items())


def played(contest, language, seed, most=90, told_each=9, scripted=0.3):
    """Play a game at random, and return the sums of all that happens and is told on its way."""
    table, rng, sums, chosen = contest.tabletop(language), Random(seed), Sums(), []
    sums.add("cards", table.players, table.legend, table.settings, [(name, table.card(name)) for name in table.cards()])
    first, known = seed % len(table.players), 0
    state = table.start(seed, first)
    while not state.is_terminal() and len(chosen) < most:
        mover, legal = state.current_player(), list(state.legal_actions())
        sums.add("rules", mover, [state.action_to_string(action) for action in legal], state.to_text())
        if len(chosen) % told_each == 0:
            tell(sums, table, state, mover, legal, known)
            sums.add("script", state.resample_from_infostate(mover, rng).to_text())
            known = table.event_count(state)
        sums.add("worth", *worths(contest, state, mover))
        action = contest.script(state, mover, rng)
        sums.add("script", action, isinstance(contest, SuggestsActions) and contest.suggestions(state, mover, rng))
        chosen.append(action if rng.random() < scripted else rng.choice(legal))
        state.apply_action(chosen[-1])
    tell(sums, table, state, -1, (), known)
    sums.add("end", state.is_terminal() and (state.returns(), table.ending(state)))
    plain = contest.start(seed, first)
    for action in chosen:
        plain.apply_action(action)
    found = contest.summary(plain, seed, first)
    sums.add("summary", found.turns, sorted(found.features), found.ending, sorted(found.contributions.items()))
    for player in range(contest.player_count):
        sums.add(
            "summary", sorted(found.drawn[player]), sorted(found.used[player].items()), sorted(found.effects[player])
        )
    return f"{len(chosen)} choices, {sums}"


def worths(contest, state, mover):
    """Yield what a position is worth by rules of thumb, and what can be done in it."""
    yield [round(contest.evaluate(state, player), 6) for player in range(contest.player_count)]
    if isinstance(contest, AttackContest):
        yield best_attack(state, mover)
    elif isinstance(contest, SiegeContest) and state.position.question[0] == Question.ACTION:
        position = state.position
        ranked = rank_actions(position, position.question[1], position.options, lambda: 0.0)
        yield [(round(value, 6), action) for value, action in ranked]


def tell(sums, table, state, mover, legal, known):
    """Add what everybody is told in a position."""
    viewers = (*range(len(table.players)), -1)
    if legal:
        sums.add("words", table.question(state), table.needs_hand_only(state), table.turn(state))
        sums.add("words", [(table.choice(state, action), table.card_of(action)) for action in legal])
        if isinstance(table, ExplainsWaiting):
            sums.add("words", [table.waiting(state, viewer) for viewer in viewers if viewer != mover])
    for viewer in viewers:
        sums.add("words", table.board(state, viewer), table.story(state, known, viewer))
        if isinstance(table, CountsNumbers):
            sums.add("words", table.numbers(state, viewer))
        if isinstance(table, ShowsPieces):
            sums.add("pieces", table.areas(state, viewer, CARD))
    for player in viewers[:-1]:
        sums.add("words", table.hand(state, player), table.hand_names(state, player))
        sums.add("rules", state.observation_string(player), state.information_state_string(player))
    if isinstance(table, ShowsPieces):
        sums.add("pieces", [table.subject(state, action) for action in legal])


def constructed(part):
    """An army with some of the cards that together use the whole vocabulary."""
    usual = {"kind": "troop", "icon": "shooter", "copies": 2, "timing": {"window": ("main", "battle")}}
    cards = [usual | {"id": name, "name": name} | keys for name, keys in [*CONSTRUCTS.items()][part::PARTS]]
    return with_abilities([*SPECIALS[part % 3 :: 3], *cards], f"army-{part}")


def speaking_of(*words):
    """An army with the cards that have one of these words in what they do, which are about the same things so."""
    usual = {"kind": "common", "icon": "hand", "copies": 3, "timing": {"window": ("main", "battle")}}
    cards = [{"id": name, "name": name} | keys for name, keys in CONSTRUCTS.items()] + STRANGE
    found = [usual | card for card in cards if any(f"'{word}'" in str(card) for word in words)]
    return with_abilities([*SPECIALS[::3], *(card for card in found if card["kind"] == "common")], words[0])


def attack_the_tower():
    armies = [army("strange"), army("costly"), army("forty-spore_court"), *map(constructed, range(PARTS))]
    settings = [
        {}, {"damage": "choose"}, {"ability_windows": "steps"}, {"heal_before_palace": False, "recruit": "may"},
        {"initiative_vs_structures": "early", "overflow": "next_step"}, {"artillery_overflow": "next_step", "damage": "choose"},
    ]  # fmt: skip
    for words in (("look", "search", "put"), ("build", "look"), ("delay", "when")):
        for damage in ("auto", "choose"):
            config = Config(damage=damage, opening_hand=14, hand_limit=16)
            yield AttackContest([speaking_of(*words)] * 2, config)
    for at, first in enumerate(armies):
        many = {"opening_hand": 12, "hand_limit": 14} if at >= len(armies) - PARTS else {}
        yield AttackContest([first, armies[at - 1]], Config(**settings[at % len(settings)], **many))


def stonewater_weir():
    settings = [
        {}, {"difficulty": "full", "light_on_arm": "no", "leftovers": "discard", "first_hero": "left", "raise_at_damaged": "no"},
        {"difficulty": "full", "token_strength": "value", "roll_abilities": "extra", "empty_deck": "reshuffle"},
        {"leave_by": "5", "heavy_zone": "2", "must_act": "yes", "token_of_dead": "stay", "more_points": "4"},
        {"difficulty": "master", "surge_streak": "game", "streak_after_surge": "continue", "undercurrent_stops_runner": "yes",
         "more_points": "4", "heroes": "choose", "runner_check": "after", "followers_of_second": "first"},
        {"difficulty": "easy", "start_lamplight": "no", "arm_keeper": "no", "home_in_last_round": "no", "more_points": "3"},
    ]  # fmt: skip
    for at, each in enumerate(settings):
        yield SiegeRules().contest([loaded().data], each, at + 1)
    for at, level in enumerate(("apprentice", "middle", "journeyman", "easy", "full", "master")):
        yield SiegeRules().contest([loaded().data], {"difficulty": level, "events": str(10 - at)}, 6 - at)


def examples():
    """The rules of the described examples, each with decks for its players and settings."""
    names = [path.parent.name for path in EXAMPLES.glob("*/game.yaml") if "\nrules:" in path.read_text("utf-8")]
    for at, name in enumerate(sorted(names)):
        rules, deck = opened(name)
        players = rules.player_counts[-(at % 2)]
        yield rules, ([deck] * (1 if rules.shares_deck else players), {}, players)


def simple():
    words = {"pt": {"walk": "andar", "Winners": "Venceu", "Player": "Jogador"}}
    deck = toy.GAME.schema().model_construct(game="toy")
    for at, game in enumerate((Race, Rescue, Teams, Secret)):
        yield SimpleRules("toy", game, (2, 3, 4), words=words).contest([deck], {"goal": str(7 + at)}, (2, 3, 4, 4)[at])


def described():
    for rules, table in examples():
        yield rules.contest(*table)


def late_sieges():
    """Sieges that last: the team plays well, and few of its choices are at random."""
    for at, level in enumerate(("apprentice", "full", "master")):
        yield SiegeRules().contest([loaded().data], {"difficulty": level}, 2 + 2 * at)


def games(source, **how):
    for at, contest in enumerate(source()):
        table = contest.tabletop("en")
        yield f"== {table.game}, {', '.join(map(str, table.decks))}, {', '.join(table.settings)}"
        seed, choices = at, 0
        while choices < ENOUGH:
            told = played(contest, ("en", "pt")[seed % 2], seed, **how)
            seed, choices = seed + 1, choices + int(told.partition(" ")[0])
            yield told


@pytest.mark.parametrize("source", [attack_the_tower, stonewater_weir, simple, described])
def test_games(source, learns_little):
    told = [*games(source)]
    if source == stonewater_weir:
        told += games(late_sieges, most=240, told_each=12, scripted=0.97)
    check_recorded(Path(__file__).with_name(f"games_{source.__name__}.txt"), told)


def named(contest, every, seed, moves):
    """Yield what actions are called in a position, in which most of them are not legal: those of a kind in one line."""
    tables, rng = [contest.tabletop(language) for language in ("en", "pt")], Random(seed)
    state, kinds = tables[0].start(seed, 0), {}
    for _ in range(moves):
        state.apply_action(contest.script(state, state.current_player(), rng))
    for action in every:
        text = state.action_to_string(action)
        kind = text.split()[0]
        if len(kinds.setdefault(kind, [])) < MOST_OF_A_KIND:
            with suppress(IndexError):  # nothing is there, or nobody asks for it
                words = [(table.choice(state, action), table.card_of(action)) for table in tables]
                kinds[kind].append((text, *words, tables[0].subject(state, action)))
    for told in filter(None, kinds.values()):
        yield f"{told[-1][0]} = {told[-1][1][0]}, and {len(told) - 1} more: {crc32(repr(told).encode()):x}"


def test_actions(learns_little):
    tower = AttackContest([army("strange"), constructed(PARTS - 1)])
    weir = SiegeRules().contest([loaded().data], {"difficulty": "full"}, 4)
    ours = {"tower": [action for action in all_actions(tower.match) if action < DEAL or action >= FIRST]}
    ours["weir"] = SiegeRules().tree([loaded().data]).actions
    told = []
    for (name, every), contest in zip(ours.items(), (tower, weir), strict=True):
        for moves in (30, 130):
            told += [f"== {name}, {moves} moves", *named(contest, every, moves, moves)]
    check_recorded(Path(__file__).with_name("actions.txt"), told)


def test_trees():
    for rules, table in [*examples()][::4]:
        check_tree(rules.tree(*table), games=1)
