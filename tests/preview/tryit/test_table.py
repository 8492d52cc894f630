"""Games that people play in the page: who sees what, whose turn it is, and what a click does."""

import json
import re

import pytest
from play.toys import BEACON, BeaconRules, BidRules

from cardgen.geometry.units import Size
from cardgen.play.matches import open_contest
from cardgen.play.session import resume
from cardgen.play.simulate.agents import RandomAgent
from cardgen.plugin.resources import resources
from cardgen.preview.tryit.game_process import KeptGames
from cardgen.preview.tryit.requests import NewGame, Viewing
from cardgen.preview.tryit.saved import SavedGames
from cardgen.preview.tryit.table import GameTable
from cardgen.report.errors import UnlocatedError

DECKS = resources().decks
CARD = Size(40, 53)
BIDS = BidRules().contest([[1, 2, 3], [4, 5, 6]])


def table_of(contest=BIDS, people=1, first=0, language="en"):
    return GameTable(contest, RandomAgent(), people, 3, first, language)


def played(table, person=lambda view: 0):
    """Play a game to its end, and return all views."""
    views = []
    for _ in range(1000):
        table.play_on()
        view = table.view("en", CARD)
        views.append(view)
        if view["is_over"]:
            return views
        if view["hand_over"]:
            table.look()
        elif view["choices"]:
            table.take(view["move"], person(view))
    raise AssertionError(views[-1])


@pytest.mark.parametrize(("contest", "people"), [(BIDS, 1), (BIDS, 2), (BeaconRules().contest([BEACON], players=3), 2)])
def test_a_game_is_played_to_its_end(contest, people):
    *before, last = played(table_of(contest, people))
    assert last["question"] and not last["choices"] and last["log"]
    assert all(view["choices"] or view["hand_over"] or view["is_thinking"] for view in before)


def test_what_another_person_may_not_see_is_not_sent_while_they_look():
    seen = {0: "", 1: ""}
    for view in played(table_of(people=2)):
        if view["hand_over"]:
            assert not (view["choices"] or view["lines"] or view["log"] or view["areas"] or view["news"])
        elif not view["is_over"]:
            seen[view["viewer"]] += json.dumps([view["lines"], view["choices"]])
    table = BIDS.tabletop("en")
    state = table.start(3, 0)
    hands = ["\n".join(line.text for line in table.board(state, player)) for player in (0, 1)]
    assert hands[0] != hands[1], "the players of this game hide something"
    assert "play 4" not in seen[0] and "play 1" not in seen[1]
    assert "play 1" in seen[0] and "play 4" in seen[1]


def test_one_person_sees_their_own_cards_while_agents_play():
    table = table_of(first=1)
    before = table.view("en", CARD)
    assert before["is_thinking"] and before["viewer"] == 0 and before["lines"] and not before["choices"]
    table.play_on()
    assert table.view("en", CARD)["choices"]


def test_a_second_click_on_a_choice_does_nothing():
    table = table_of()
    table.play_on()
    move = table.view("en", CARD)["move"]
    table.take(move, 0)
    after = table.move
    table.take(move, 0)
    table.take(table.move, 10_000)
    assert after > move and table.move == after


def test_a_decision_is_taken_back_with_what_followed_from_it():
    table = table_of()
    table.play_on()
    start = table.view("en", CARD)
    assert not start["can_undo"]
    table.take(start["move"], 0)
    table.play_on()
    later = table.view("en", CARD)
    assert later["can_undo"] and later["news"]
    table.undo()
    again = table.view("en", CARD)
    assert (again["move"], again["choices"], again["news"]) == (start["move"], start["choices"], [])


def test_nobody_takes_back_the_decision_of_another_person():
    table = table_of(people=2)
    table.play_on()
    table.look()
    table.take(table.move, 0)
    move = table.move
    table.undo()  # the screen is on its way to the other person
    assert table.move == move and table.view("en", CARD)["hand_over"]
    table.look()
    table.undo()  # who has not decided anything yet
    assert table.move == move


def test_the_record_goes_on_where_the_game_was():
    table = table_of()
    table.play_on()
    table.take(table.move, 1)
    session = resume(BIDS.tabletop("en"), table.record())
    assert len(session.actions) == table.move


def test_a_game_changes_its_language():
    contest, _ = open_contest([DECKS / "samurai.yaml", DECKS / "elves.yaml"])
    table = GameTable(contest, RandomAgent(), 1, 1, 0, "en")
    table.play_on()
    english, portuguese = table.view("en", CARD), table.view("pt", CARD)
    assert english["choices"][0]["text"] == "Draw an ability"
    assert portuguese["choices"][0]["text"] == "Comprar uma habilidade"
    assert english["choices"][0]["places"] == portuguese["choices"][0]["places"] == ["ability_draw 0"]
    with pytest.raises(UnlocatedError, match="unknown language"):
        table.view("xx", CARD)


def test_names_in_sentences_turn_nothing_around(tmp_path):
    deck = tmp_path / "army.yaml"
    text = re.sub(r"^( *)art: .*\n", "", (DECKS / "samurai.yaml").read_text("utf-8"), flags=re.MULTILINE)
    assert "name: Dojo" in text
    deck.write_text(text.replace("name: Dojo", 'name: "Do\\u202ejo"'), "utf-8")
    contest, _ = open_contest([deck, deck])
    view = played(GameTable(contest, RandomAgent(), 1, 1, 0, "en"))[-1]
    assert any("Do<U+202E>jo" in event for event in view["log"])
    assert "\u202e" not in json.dumps([view["log"], view["question"], view["lines"]], ensure_ascii=False)


@pytest.fixture(scope="module")
def games():
    return KeptGames(DECKS / "samurai.yaml", SavedGames(None))


def test_nothing_of_the_hand_of_an_agent_is_sent(games):
    wanted = NewGame((DECKS / "samurai.yaml", DECKS / "elves.yaml"), seed=2)
    view = games.begin(wanted, Viewing("en", (40, 53)))
    for _ in range(9):
        view = games.take(view["game"], Viewing("en", (40, 53)), view["move"], 0)
    other = next(area for area in view["areas"] if not area["board"] and area["role"] == "opponent")
    assert other["pieces"] and all(piece["piece"] in ("abilities/", "bases/") for piece in other["pieces"])
    assert not any(piece["place"].startswith("hand 1") for area in view["areas"] for piece in area["pieces"])
    assert view["lines"][0]["role"] == "title"


def test_games_are_kept_by_their_names(games):
    deck = DECKS / "samurai.yaml"
    first, second = (games.begin(NewGame((deck, deck), seed=seed), Viewing()) for seed in (1, 2))
    assert first["players"] == ["Samurai 1", "Samurai 2"]
    assert games.view(first["game"], Viewing())["seed"] == 1
    assert games.view(second["game"], Viewing("xx"))["seed"] == 2, "a language that the game lacks is not an error"
    assert games.view("other", Viewing()) is None and games.record("other") is None
    assert games.record(first["game"]).startswith("# cardgen play")


def test_what_is_wrong_with_a_new_game_is_told(games):
    deck = DECKS / "samurai.yaml"
    assert games.begin(NewGame((deck,)), Viewing())["problems"][0]["code"] == "E718"
    assert games.begin(NewGame((deck, deck), people=3), Viewing())["problems"][0]["code"] == "E735"
    assert games.begin(NewGame((deck, deck), first=2), Viewing())["problems"][0]["code"] == "E735"
    assert games.begin(NewGame((deck, DECKS / "stonewater.yaml")), Viewing())["problems"][0]["code"] == "E708"


def test_an_offer_names_the_decks_of_the_same_game(games, tmp_path):
    others = {name: DECKS / f"{name}.yaml" for name in ("samurai", "elves", "stonewater")}
    offer = games.offer({**others, "gone": tmp_path / "gone.yaml"})
    assert offer["opponents"] == ["samurai", "elves"] and offer["player_counts"] == [2]
    shared = KeptGames(DECKS / "stonewater.yaml", SavedGames(None)).offer(others)
    assert shared["shares_deck"] and shared["opponents"] == [] and "journeyman" in shared["difficulties"]


def test_people_choose_their_heroes():
    deck = DECKS / "stonewater.yaml"
    view = KeptGames(deck, SavedGames(None)).begin(NewGame((deck,), 1), Viewing())
    assert view["question"] == "Which hero do you take?"
    assert [choice["piece"] for choice in view["choices"]][5] == "heroes/hask"


def test_generated_texts_are_told_beside_those_of_the_deck(games):
    texts = KeptGames(DECKS / "elves.yaml", SavedGames(None)).texts("en")
    paths = texts["abilities/closed-paths"]
    assert paths["generated"]["text"] == "Until end of turn, your opponent cannot declare attacks."
    assert paths["stated"]["text"].startswith("Your opponent cannot declare attacks")
    assert "turno" in games.texts("pt")["abilities/last-prayer"]["generated"]["text"]


def test_a_deck_without_rules_or_with_errors_is_not_offered(tmp_path):
    deck = tmp_path / "pool.yaml"
    deck.write_text("game: cards\ntitle: Pool\ncards: [{name: Fish}]\n")
    offer = KeptGames(deck, SavedGames(None)).offer({})
    assert not offer["is_playable"] and not offer["has_rules"]
    deck.write_text("game: attack-the-tower\n")
    offer = KeptGames(deck, SavedGames(None)).offer({})
    assert not offer["is_playable"] and offer["has_rules"] and offer["problems"]
