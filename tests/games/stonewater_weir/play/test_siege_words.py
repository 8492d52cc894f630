"""The table, questions, choices and events of Stonewater Weir in words."""

import re
import string
from pathlib import Path

import pytest

from cardgen.games.attack_the_tower.play import localizer as attack_localizer
from cardgen.games.stonewater_weir.engine.effects.choosing import Choice
from cardgen.games.stonewater_weir.engine.state import actions
from cardgen.games.stonewater_weir.engine.state.places import Cause, Stream
from cardgen.games.stonewater_weir.engine.state.questions import FieldOrder, Question
from cardgen.games.stonewater_weir.engine.state.story import Event, events_of, tell
from cardgen.games.stonewater_weir.play import localizer
from cardgen.games.stonewater_weir.play.card_texts import text_of_card
from cardgen.games.stonewater_weir.play.choices import describe_question
from cardgen.games.stonewater_weir.play.contest import SiegeRules
from cardgen.games.stonewater_weir.play.localizer import CLASS_LISTS
from cardgen.games.stonewater_weir.play.narration import narrate
from cardgen.plugin.language_files import read_language_files
from cardgen.plugin.rules.tabletop import LineRole
from cardgen.report.errors import UnlocatedError
from cardgen.testing.play import check_tabletop

from .sieges import loaded, siege, told_states

WORDS = read_language_files(Path(localizer.__file__).parent)
LANGUAGES = tuple(WORDS)


def fields(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_messages_have_the_same_placeholders_in_each_language():
    for key, english in WORDS["en"].items():
        portuguese = WORDS["pt"][key]
        assert english and portuguese, key
        if key != "card_head":
            assert fields(portuguese) <= fields(english) | {"building"}, key


@pytest.mark.parametrize("folder", [localizer, attack_localizer], ids=["siege", "tower"])
def test_each_language_states_every_message_once(folder):
    keys = []
    for language in LANGUAGES:
        text = Path(folder.__file__).with_name(f"strings.{language}.yaml").read_text("utf-8")
        keys.append(re.findall(r"^(\w+):", text, re.MULTILINE))
        assert len(set(keys[-1])) == len(keys[-1])
    assert keys[0] == keys[1]


def test_everything_that_the_rules_ask_or_report_has_words():
    unasked = {Question.CHANCE, Question.EFFECT, Question.FIRST_FIELD, Question.LIGHT_ROLL}
    assert {f"ask_{kind.name.lower()}" for kind in Question if kind not in unasked} <= WORDS["en"].keys()
    assert {f"ask_effect_{choice.name.lower()}" for choice in Choice} <= WORDS["en"].keys()
    assert {f"ask_first_field_{order.name.lower()}" for order in FieldOrder} <= WORDS["en"].keys()
    assert {f"ask_light_{one.name.lower()}" for one in (Stream.YELLOW, Stream.SMUGGLE, Stream.ARM)} <= WORDS[
        "en"
    ].keys()
    assert {f"did_{event.name.lower()}" for event in Event} <= WORDS["en"].keys()
    assert {cause.name.lower() for cause in Cause if cause} <= WORDS["en"].keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_calls_units_and_classes_like_the_cards(language):
    game, deck = loaded().game, loaded().data
    localizer = siege().tabletop(language)._localizer
    for number, unit in enumerate(deck.units):
        assert localizer.say(f"unit_{number}") in unit.name.in_language(language)
        assert localizer.say(f"units_{number}").split()[0] in unit.plural.in_language(language)
    titles = {kind.name: kind.title.in_language(language) for kind in game.components if kind.name in CLASS_LISTS}
    assert [localizer.say(f"class_{number}") for number in range(4)] == [titles[name] for name in CLASS_LISTS]


def test_a_name_shared_by_a_card_and_an_event_leads_to_both():
    rules, deck = SiegeRules(), loaded().data
    event = deck.events[0]
    called_alike = deck.inn[0].model_copy(update={"name": event.name})
    table = rules.contest([deck.model_copy(update={"inn": (called_alike, *deck.inn[1:])})], {}, 2).tabletop("en")
    of_event = siege(2).tabletop("en").card(event.name.in_language("en"))
    of_both = table.card(event.name.in_language("en"))
    assert of_both[-len(of_event) :] == of_event and len(of_both) > len(of_event)
    assert table.cards().count(event.name.in_language("en")) == 1


def test_what_has_no_text_has_no_empty_paragraph():
    deck = loaded().data
    plain = deck.heroes[0].model_copy(update={"abilities": ()})
    table = SiegeRules().contest([deck.model_copy(update={"heroes": (plain, *deck.heroes[1:])})], {}, 2).tabletop("en")
    name = plain.name.in_language("en")
    assert len(table.card(name)) == len(siege(2).tabletop("en").card(name)) - 1
    assert all(text for one in table.cards() for text in table.card(one))


def test_the_contract_of_the_table_holds():
    check_tabletop(siege(5, "master"), loaded().game)


def test_the_picture_shows_the_fields_the_town_and_the_heroes():
    contest = siege(2)
    table = contest.tabletop("en")
    state = table.start(1, 1)
    position = state.position
    hero = position.order[0]
    position.units[5 * 1 + 0], position.units[5 * 1 + 3] = 2, 1
    position.undercurrent, position.tether = 8, 7
    position.buildings[2], position.reinforced[0] = 1, 2
    position.place[hero], position.active, position.actions = 8 + 3, hero, 2
    text = "\n".join(line.text for line in table.board(state, 0))
    assert "NORTH             EAST              SOUTH             WEST" in text
    assert "Zone 2  2 Mudlings" in text
    assert "        1 Matron" in text
    assert "UNDERCURRENT 7" in text
    assert "Granary damaged" in text
    assert "Otter Inn +2" in text
    assert "2 actions left" in text
    assert "at the West wall" in text
    assert "Player 2; " in text  # the first seat is that of player 2
    roles = {
        line.text.split(":")[0].strip(" >*"): line.role for line in table.board(state, 1) if "lamplight" in line.text
    }
    names = [table._localizer.heroes[one] for one in position.order]
    assert [roles[name] for name in names] == [LineRole.OWN] * 2 + [LineRole.ALLY] * 2


def test_each_hero_that_is_taken_is_told_with_the_player():
    *_, (table, state) = told_states(siege(), "en", 1)
    names, position = table._localizer.heroes, state.position
    seats = [
        f"{table._localizer.player_of(position.owner[hero], state.first)} takes {names[hero]}."
        for hero in position.order
    ]
    assert table.story(state, 0, 0)[: len(seats)] == seats
    assert {line.partition(" takes ")[0] for line in seats} == set(table.players)


def test_dice_of_one_roll_are_told_together():
    *_, (table, _) = told_states(siege(), "en", 1)
    localizer = table._localizer
    rolled = [(Event.ROLLED, 0, 9, number) for number in (3, 5, 6)]
    (text,) = narrate(localizer, rolled)
    assert text == f"{localizer.short_heroes[0]} rolls a 3, 5, 6."
    one, other = localizer.short_heroes[:2]
    red, arm, yellow = (
        [(Event.ROLLED, hero, stream, number) for hero, number in ((0, 3), (1, 5), (1, 6))]
        for stream in (Stream.RED, Stream.ARM, Stream.YELLOW)
    )
    assert narrate(localizer, red) == [f"{one} rolls a 3.", f"{other} rolls a 5, 6."], "each hero alone"
    assert narrate(localizer, yellow) == [f"{one} rolls a 3.", f"{other} rolls a 5.", f"{other} rolls a 6."]
    assert narrate(localizer, arm) == [], "the arm tells its shot"
    hits = [(Event.HIT, 0, Stream.RED), (Event.HIT, 0, Stream.RED)]
    assert narrate(localizer, hits) == [f"{one} takes 9 hits."] * 2, "what is no roll is told each time"


def test_who_takes_a_hero_is_told_by_the_seat_from_who_has_the_first():
    table = siege(3).tabletop("en")._localizer
    for first in range(3):
        (told,) = narrate(table, [(Event.TAKEN, 0, 1)], first)
        assert told == f"{table.players[(1 + first) % 3]} takes {table.heroes[0]}."


def test_cards_can_be_read_by_name():
    for language in LANGUAGES:
        table = siege().tabletop(language)
        names = table.cards()
        assert len(names) > 100
        for name in names:
            lines = table.card(name)
            assert lines, name
            assert all("\n" not in line and not line.startswith(" ") for line in lines)
    assert siege().tabletop("en").card("Alder Bow")[0].startswith("Alder Bow: Forge, permanent")
    assert siege().tabletop("en").card("no such card") == []


def test_choices_name_the_card_they_are_about():
    table = siege().tabletop("en")
    cards = table._localizer.cards
    assert table.card_of(actions.USE + 3) == table.card_of(actions.ATTACK + actions.STRIDE * 5 + 4) == cards[3]
    assert table.card_of(actions.CHARGE + actions.STRIDE * 2 + 3) == cards[3]
    assert table.card_of(actions.ATTACK + actions.STRIDE * 5) == table.card_of(actions.END_TURN) == ""
    assert table.card_of(actions.ABILITY) == table._localizer.abilities[0]


def test_an_unknown_language_is_refused():
    with pytest.raises(UnlocatedError, match="unknown language 'de'"):
        siege().tabletop("de")


def test_the_story_is_the_events_since_a_decision():
    table, state = next(pair for pair in told_states(siege(), "en", 4) if pair[1].position.round == 2)
    count = table.event_count(state)
    assert count == len(list(events_of(state.position)))
    assert table.story(state, count, 0) == []
    assert len(table.story(state, 0, 0)) > len(table.story(state, count - 5, 0)) > 0


def asked_after(*story, question, telling=True):
    """A question after some events."""
    table = siege().tabletop("en")
    position = table.start(1, 0).position
    position.telling, position.question = telling, question
    for event in story:
        tell(position, *event)
    return describe_question(table._localizer, position)


def test_an_effect_is_asked_about_by_the_name_of_what_is_going_on():
    table = siege().tabletop("en")._localizer
    question, plain = (Question.EFFECT, Choice.HERO, 0), table.say("ask_effect_hero")
    used, event, trap = (Event.CARD_USED, 0, 3), (Event.EVENT_DRAWN, 2), (Event.TACTICS_TRIGGERED, 5, 1)
    inner = f"{plain[0].lower()}{plain[1:]}"
    assert asked_after(question=question) == plain
    for story, name in (
        ((used,), table.cards[3]),
        ((used, event), table.events[2]),
        ((trap, (Event.GOLD, 0, 1, 2)), table.cards[5]),
    ):
        assert asked_after(*story, question=question) == f"{name}: {inner}"
    for other in (Event.TURN, Event.VISITED, Event.ATTACK, Event.ABILITY):
        assert asked_after(used, (other, 0, 1, 2, 3, 4, 5), question=question) == plain


def test_questions_name_what_they_are_about():
    table = siege().tabletop("en")._localizer
    hero, card, other = table.short_heroes[2], table.cards[4], table.short_heroes[3]
    texts = {
        (Question.HITS, -1, 3): "Those under attack share 3 hits: how many does the Runner take?",
        (Question.HITS, 2, 3): table.say("ask_hits", hero=hero, hits=3),
        (Question.REINFORCEMENT, 2, 5): table.say("ask_reinforcement", hero=hero, building=table.building(5)),
        (Question.WEAPONS, 2, 7): table.say("ask_weapons", hero=hero, area=table.area(7)),
        (Question.KEEP_CARD, 2, 4): table.say("ask_keep_card", hero=hero, card=card, text=text_of_card(table, 4)),
        (Question.EXCHANGE, 2, 3): table.say("ask_exchange", hero=hero, other=other),
        (Question.LEARN, 2): table.say("ask_learn", hero=hero),
    }
    assert {question: asked_after(question=question) for question in texts} == texts


def test_hits_are_told_of_heroes_and_of_the_runner():
    table = siege().tabletop("en")._localizer
    assert narrate(table, [(Event.HIT, -1, 1)]) == ["The Runner takes 1 hit."]
    assert narrate(table, [(Event.HIT, -1, 2)]) == ["The Runner takes 2 hits."]
    assert narrate(table, [(Event.HIT, 0, 2)]) == [f"{table.short_heroes[0]} takes 2 hits."]


def test_players_are_named_by_their_seats_from_who_has_the_first():
    table = siege(3).tabletop("en")._localizer
    for first in range(3):
        assert [table.player_of(seat, first) for seat in range(3)] == [*table.players[first:], *table.players[:first]]
