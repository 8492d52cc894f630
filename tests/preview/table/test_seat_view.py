"""What a seat is sent says nothing that its player may not know, whatever happens in a game."""

import json
from collections import OrderedDict
from dataclasses import replace
from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.geometry.units import Size
from cardgen.plugin.rules.pictured import ChoiceSubject, PlacedPiece, ShowsPieces, TableArea
from cardgen.plugin.rules.state import CHANCE
from cardgen.plugin.rules.tabletop import CountsNumbers, ExplainsWaiting, LineRole, TableLine
from cardgen.preview.table import hosted_game
from cardgen.preview.table.hosted_game import HostedGame, _Log, packed, unpacked
from cardgen.preview.table.requests import EVERYTHING, PUBLIC, GameRef, Looker
from cardgen.preview.table.seat_view import decision, from_side, numbers_of, sentences, table_of_seat, waiting
from tests.amounts import amount
from tests.preview.coroutines import run_coroutine
from tests.preview.table.harness import ELVES, HEARTS, SAMURAI, Player, room_of, seated

CARD = Size(40, 53)


@pytest.fixture(scope="module")
def contests():
    """The contests of two games with hidden hands, as they are stored."""

    async def read():
        found = []
        for decks, seats in (([SAMURAI, ELVES], 2), ([HEARTS], 4)):
            rooms, room = await room_of(decks, seats)
            found.append((await rooms.shared.contest(room.state))["data"])
            rooms.close()
        return found

    return run_coroutine(read())


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**53), moves=st.integers(0, 60), which=st.sampled_from([0, 1]))
def test_a_view_is_the_same_in_every_world_that_the_player_cannot_tell_apart(contests, seed, moves, which):
    """`resample_from_infostate` deals anew what is hidden: a view that changes with it tells something hidden."""
    contest, _ = unpacked(contests[which])
    table, rng = contest.tabletop("en"), Random(seed)
    state = table.start(seed, 0)
    for _ in range(moves):
        if state.is_terminal():
            return
        state.apply_action(rng.choice(list(state.legal_actions())))
    for viewer in range(len(table.players)):
        shown = table_of_seat(table, state, viewer, CARD)
        for _ in range(3):
            other = state.resample_from_infostate(viewer, rng)
            assert table_of_seat(table, other, viewer, CARD) == shown, f"player {viewer}"
            if not state.is_terminal() and state.current_player() == viewer:
                assert decision(table, other) == decision(table, state)


@pytest.mark.extended
@pytest.mark.parametrize(("decks", "seats"), [([SAMURAI, ELVES], 2), ([HEARTS], 4)])
async def test_no_frame_names_a_card_of_another_hand_that_its_seat_may_not_know(decks, seats):
    """The pages of all seats are read during a game, whole at night; a known card is in that hand in every possible world."""

    def hands(view):
        """Return the names of all cards that a page sees in hands; what was played this turn lies in a row too."""
        shown = [area for area in view["areas"] if "hand" in area["title"].casefold()]
        return {piece["name"] for area in shown for piece in area["pieces"] if piece["piece"]}

    rooms, room = await room_of(decks, seats)
    pages = [*await seated(room, seats), await Player(room).enter()]
    await pages[0].say("start")
    rng = Random(11)
    contest, _ = unpacked(room.game.ref.contest)
    table = contest.tabletop("en")
    state = table.start(room.game.ref.seed, room.game.ref.first)
    moves = 0
    while not pages[0].view["is_over"] and moves < amount(60, nightly=4000):
        moves += 1
        for number, page in enumerate(pages):
            for owner in {*range(seats)} - {number}:
                mine = {*table.hand_names(state, number)} if number < seats else set()
                shown = set(table.hand_names(state, owner)) & hands(page.view) - mine
                viewers = [number] if number < seats else [other for other in range(seats) if other != owner]
                worlds = [
                    state.resample_from_infostate(viewer, rng) for viewer in viewers for _ in range(3 if shown else 0)
                ]
                assert all(shown <= set(table.hand_names(world, owner)) for world in worlds), (number, owner, shown)
            assert "seed" not in json.dumps(page.view)
        mover = next(one for one in pages if one.view["choices"])
        view = mover.view
        await mover.say("take", move=view["move"], choice=int(rng.random() * len(view["choices"])))
        for action in room.game.ref.actions[view["move"] :]:
            state.apply_action(action)
    rooms.close()


def test_a_log_of_a_seat_names_no_card_that_another_one_drew(contests):
    data = contests[0]
    game = HostedGame(GameRef(1, data, 3, 0, None, ()))
    rng = Random(3)
    contest, _ = unpacked(data)
    table = contest.tabletop("en")
    for _ in range(30):
        choices = game.state.legal_actions()
        player = game.state.current_player()
        before = {number: len(game.view(Looker(number))["log"]) for number in (0, 1, PUBLIC)}
        words = table.choice(game.state, action := rng.choice(list(choices)))
        hand = sorted(table.hand_names(game.state, player))
        game.take(player, list(choices).index(action))
        drawn = sorted(set(table.hand_names(game.state, player)) - set(hand)) if words.startswith("Draw") else []
        for viewer in (1 - player, PUBLIC):
            told = json.dumps(game.view(Looker(viewer))["log"][before[viewer] :])
            assert not [name for name in drawn if name in told], (viewer, told)


def test_a_question_about_a_card_that_was_played_says_what_the_card_does(contests):
    game = HostedGame(GameRef(1, contests[0], 3, 0, None, ()))
    rng, found = Random(3), False
    while not found and not game.state.is_terminal():
        mover = game.state.current_player()
        views = [game.view(Looker(player)) for player in (mover, 1 - mover)]
        assert all(view["about"][0].partition(":")[0] in view["question"] for view in views if view["about"])
        found = "Your opponent has played" in views[0]["question"]
        if found:
            assert views[0]["about"] == views[1]["about"] != []
        game.take(mover, rng.randrange(len(game.state.legal_actions())))
    assert found


def test_the_log_of_a_language_asked_for_late_is_whole(contests):
    data = contests[1]
    early, late = (HostedGame(GameRef(1, data, 8, 0, None, ())) for _ in range(2))
    for language in ("", "pt"):
        early.view(Looker(1, language=language))
    rng = Random(8)
    for _ in range(20):
        early.take(early.state.current_player(), int(rng.random() * len(early.state.legal_actions())))
    late.go_to(early.actions)
    assert late.view(Looker(1))["log"] == early.view(Looker(1))["log"] != early.view(Looker(1, language="pt"))["log"]
    assert late.view(Looker(1, language="pt"))["log"] == early.view(Looker(1, language="pt"))["log"]
    assert early.view(Looker(1, since=3))["log"] == early.view(Looker(1))["log"][3:]
    again = early.actions[:5]
    early.go_to(again)
    assert early.actions == again and early.view(Looker(1))["move"] == 5


def test_a_contest_is_stored_and_read_back(contests):
    contest, languages = unpacked(contests[1])
    assert contest.player_count == 4 and languages[0] == "en"
    assert unpacked(packed(contest, languages))[1] == languages


def test_numbers_are_those_that_a_viewer_sees():
    class Counting(CountsNumbers):
        players = ("Ann", "Bob", "Cat")

        def numbers(self, state, player):
            return (("round", "3"), ("hand", str(player)), *([("secret", "1")] if player else []))

    table = Counting()
    assert numbers_of(table, None, 2) == {"round": "3", "hand": "2", "secret": "1"}
    assert numbers_of(table, None, PUBLIC) == {"round": "3"}
    assert numbers_of(object(), None, 0) == {}


def test_what_lies_open_at_the_end_is_told_in_the_order_and_roles_of_a_seat():
    def area(title, role, pieces):
        return {"title": title, "role": role, "pieces": pieces}

    seen = [area("Hand of A", "", "all"), area("Stock", "", "open"), area("Hand of B", "", "b"), area("Left", "", "l")]
    own = [area("Hand of B", "own", "hidden"), area("Deck", "pile", "d"), area("Stock", "shared", "closed")]
    assert from_side(seen, own) == [
        area("Hand of B", "own", "b"),
        area("Deck", "pile", "d"),
        area("Stock", "shared", "open"),
        area("Hand of A", "", "all"),
        area("Left", "", "l"),
    ]


class Fake(CountsNumbers, ShowsPieces, ExplainsWaiting):
    """A game of two whose state says all that it tells, by viewer where it is a mapping."""

    players = ("Ann", "Bob")

    def _seen(self, state, what, player):
        return state[what][player] if isinstance(state.get(what), dict) else state.get(what, [])

    def board(self, state, player):
        return [TableLine(*line) for line in self._seen(state, "lines", player)]

    def areas(self, state, player, card):
        return self._seen(state, "areas", player)

    def numbers(self, state, player):
        return self._seen(state, "numbers", player)

    def story(self, state, since, player):
        return self._seen(state, "story", player)[since:]

    def waiting(self, state, player):
        return f"{player} waits\n"

    def card_of(self, action):
        return {1: "Fox", 2: "Owl", 3: "Fox"}.get(action, "")

    def card(self, name):
        return [f"what {name} does\x1b"]

    def choice(self, state, action):
        return f"take {action}"

    def question(self, state):
        return "Which?"

    def subject(self, state, action):
        return ChoiceSubject("cards/fox", 1, ("a1",)) if action == 3 else ChoiceSubject("", 0, ())


def test_who_watches_sees_what_all_players_see_alike():
    pike, carp, hidden = (PlacedPiece(name, name, piece=f"fish/{name}") for name in ("pike", "carp", "hidden"))
    lines = {
        0: [
            ("Turn 3", LineRole.TITLE),
            ("Ann: 3 fish", LineRole.OWN),
            ("A pike", LineRole.ALLY),
            ("---", LineRole.MUTED),
        ],
        1: [
            ("Turn 3", LineRole.TITLE),
            ("Ann: 3 fish", LineRole.OPPONENT),
            ("A pike", LineRole.OWN),
            ("---", LineRole.MUTED),
        ],
    }
    areas = {
        0: [
            TableArea("Lake", LineRole.PLAIN, (), board="boards/lake"), TableArea("Hand of Ann", LineRole.OWN, (hidden,)),
            TableArea("Row", LineRole.ALLY, (pike, hidden), numbers=(("Depth", "3"), ("Secret", "1"))), TableArea("Bank", LineRole.PLAIN, (), numbers=(("Coins", "3"),)),
            TableArea("Own", LineRole.OWN, (pike,)),
        ],
        1: [
            TableArea("Lake", LineRole.PLAIN, (pike,), board="boards/lake"), TableArea("Hand of Ann", LineRole.OPPONENT, (carp,)),
            TableArea("Row", LineRole.OWN, (carp, pike), numbers=(("Depth", "3"), ("Secret", "2"))), TableArea("Bank", LineRole.PLAIN, (), numbers=(("Coins", "3"),)),
        ],
    }  # fmt: skip
    seen = table_of_seat(Fake(), {"lines": lines, "areas": areas}, PUBLIC, CARD)
    assert [(line["text"], line["role"]) for line in seen["lines"]] == [
        ("Turn 3", "title"), ("Ann: 3 fish", ""), ("A pike", ""), ("---", "muted"),
    ]  # fmt: skip
    told = [
        (area["title"], [one["name"] for one in area["pieces"]], area["numbers"], area["role"])
        for area in seen["areas"]
    ]
    assert told == [("Lake", [], (), ""), ("Row", ["pike"], (("Depth", "3"),), ""), ("Bank", [], (("Coins", "3"),), "")]
    story = {0: ["Ann draws a pike.", "Rain.", "Wind."], 1: ["Ann draws.", "Rain.", "Wind."]}
    assert sentences(Fake(), {"story": story}, 0, PUBLIC) == ["Rain.", "Wind."]
    assert sentences(Fake(), {"story": story}, 1, 0) == ["Rain.", "Wind."]


def test_who_waits_is_told_for_what_unless_chance_decides():
    def state(mover):
        return SimpleNamespace(current_player=lambda: mover)

    assert [waiting(Fake(), state(0), viewer) for viewer in (1, -1, PUBLIC)] == [
        "1 waits<U+000A>",
        *["-1 waits<U+000A>"] * 2,
    ]
    assert waiting(Fake(), state(CHANCE), 1) == waiting(object(), state(0), 1) == ""


def test_choices_name_their_cards_and_pieces():
    told = decision(Fake(), SimpleNamespace(legal_actions=lambda: [1, 3, 9]))
    assert told == {
        "question": "Which?",
        "choices": [
            {"text": "take 1", "card": "Fox", "piece": "", "deck": 0, "places": []},
            {"text": "take 3", "card": "Fox", "piece": "cards/fox", "deck": 1, "places": ["a1"]},
            {"text": "take 9", "card": "", "piece": "", "deck": 0, "places": []},
        ],
        "cards": {"Fox": ["what Fox does<U+001B>"]},
    }


def test_a_game_that_shows_no_pieces_is_played_by_its_words():
    class Words:
        """A table without the methods of `ShowsPieces`."""

        players = ("Ann", "Bob")
        board, card_of, card, choice, question = (
            getattr(Fake(), name) for name in ("board", "card_of", "card", "choice", "question")
        )

    state = {"lines": {player: [("A pike", LineRole.OWN)] for player in (0, 1)}}
    assert table_of_seat(Words(), state, 0, CARD) == {"lines": [{"text": "A pike", "role": "own"}], "areas": []}
    assert table_of_seat(Words(), state, PUBLIC, CARD) == {"lines": [{"text": "A pike", "role": ""}], "areas": []}
    (choice,) = decision(Words(), SimpleNamespace(legal_actions=lambda: [3]))["choices"]
    assert choice == {"text": "take 3", "card": "Fox", "piece": "", "deck": 0, "places": []}


def test_a_log_tells_numbers_that_the_game_does_not_and_what_a_named_card_does():
    def state(numbers, *story):
        return {"numbers": [*numbers.items()], "story": story}

    log = _Log(0, ["Begin."], {"Wind": "3", "Rain": ""})
    for action, now in (
        (1, state({"Wind": "3", "Rain": "", "Fog": "", "Mist": "", "Hail": "5"}, "Fox runs.")),
        (2, state({"Wind": "1", "Rain": "", "Fog": "", "Hail": "5"}, "Nobody sees it.")),
        (9, state({"Wind": "1", "Rain": "", "Fog": "", "Hail": "4"})),
        (1, state({"Wind": "1", "Rain": "", "Fog": "", "Hail": "4"})),
    ):
        log.add(Fake(), now, action, 0)
    assert log.entries == [
        (0, ["Begin."], []),
        (1, ["Fox runs.", "Fog.", "Mist."], ["what Fox does<U+001B>"]),
        (2, ["Nobody sees it.", "Wind: 3 → 1."], []),
        (3, ["Hail: 5 → 4."], []),
    ]
    assert _Log(0, [], {}).entries == []


def test_a_question_is_about_the_card_of_those_it_names_that_was_used_last(monkeypatch):
    game = object.__new__(HostedGame)
    game._session = SimpleNamespace(actions=[1, 2, 1, 9, 2, 9])
    assert game._asked_about(Fake(), "Fox or Owl?") == ["what Owl does<U+001B>"]
    assert game._asked_about(Fake(), "A Fox?") == ["what Fox does<U+001B>"] and game._asked_about(Fake(), "Whom?") == []
    monkeypatch.setattr(hosted_game, "RECENT", 3)
    assert game._asked_about(Fake(), "A Fox?") == []


def test_outlooks_are_kept_for_a_position_a_language_and_a_size_of_cards(contests, monkeypatch):
    game = HostedGame(GameRef(1, contests[0], 3, 0, None, ()))
    asked = []

    def found(table, state, viewer, first, card):
        asked.append((viewer, first, card))
        return {first: {"changes": [("count", str(first), "", "")], "is_open": False}}

    monkeypatch.setattr(hosted_game, "outlooks", found)
    looker = Looker(game.state.current_player())
    assert [*game.outlooks(looker, 0)] == [0] and [*game.outlooks(looker, 2)] == [0, 2]
    for other in (replace(looker, language="pt"), looker, replace(looker, card=(40, 53)), looker):
        assert [*game.outlooks(other, 1)] == [1], other
    assert game.outlooks(replace(looker, viewer=1 - looker.viewer), 0) == {}
    assert asked[4] == (looker.viewer, 1, Size(40, 53))
    for choice in (0, 1):  # another decision in place of the one that was taken back
        game.go_to([])
        game.take(looker.viewer, choice)
        assert [*game.outlooks(replace(looker, viewer=game.state.current_player()), choice)] == [choice]


class Told(Fake):
    """A game with a goal and an end."""

    legend, goal = "Legend", "Catch fish"

    def ending(self, state):
        return "Ann wins\x1b"


class Silent(Fake):
    """The same without a goal."""

    legend = ""


class Position(dict):
    """What `Told` says, who decides, and whether the game is over."""

    def __init__(self, mover, is_over, **told):
        super().__init__(**told)
        self.mover, self.is_over = mover, is_over

    def is_terminal(self):
        return self.is_over

    def current_player(self):
        return self.mover

    def returns(self):
        return [1, -1]

    def legal_actions(self):
        return [1]


def test_a_view_is_whole_for_who_decides_for_who_waits_and_at_the_end():
    hands = {
        0: [TableArea("Hand of Ann", LineRole.OWN, ())],
        1: [TableArea("Hand of Bob", LineRole.OWN, ()), TableArea("Hand of Ann", LineRole.OPPONENT, ())],
        EVERYTHING: [TableArea("Hand of Ann", LineRole.PLAIN, ()), TableArea("Hand of Bob", LineRole.PLAIN, ())],
    }
    lines = {player: [(f"Line {player}", LineRole.PLAIN)] for player in hands}
    log = [(number, [f"Event {number}."], []) for number in range(3)]
    game = object.__new__(HostedGame)
    game._languages, game._tables = ("en", "pt"), {"pt": Told(), "en": Silent()}
    game._contest = SimpleNamespace(turn=lambda _: 4)
    game._logs = OrderedDict({(viewer, "pt"): SimpleNamespace(entries=log[: viewer + 3]) for viewer in hands})

    def seen(viewer, mover, *, is_over=False):
        game._session = SimpleNamespace(state=Position(mover, is_over, lines=lines, areas=hands), actions=[1, 9])
        return game.view(Looker(viewer, "pt", (40, 53), 1))

    def areas(view):
        return [(area["title"], area["role"]) for area in view["areas"]]

    decides, waits, over = seen(0, 0), seen(1, 0), seen(1, 0, is_over=True)
    game._session.state.is_over, game._logs[0, "en"] = False, game._logs[0, "pt"]
    silent = game.view(Looker(0, "en", (40, 53), 1))
    assert (silent["goal"], silent["legend"], silent["question"]) == ("", "", "Which?")
    common = {
        "mover": 0, "is_over": False, "turn": 4, "returns": [], "move": 2, "players": ["Ann", "Bob"], "legend": "Legend", "goal": "Catch fish",
        "log_from": 1, "about": [],
    }  # fmt: skip
    assert decides == decides | common | decision(Told(), Position(0, is_over=False)) | {
        "viewer": 0, "lines": [{"text": "Line 0", "role": LineRole.PLAIN}], "log_viewer": 0, "log": log[1:],
    }  # fmt: skip
    assert waits == waits | common | {
        "viewer": 1, "question": "1 waits<U+000A>", "choices": [], "cards": {}, "log_viewer": 1, "log": log[1:],
    }  # fmt: skip
    assert over == over | common | {
        "mover": -1, "is_over": True, "returns": [1, -1], "question": "Ann wins<U+001B>", "choices": [], "viewer": 1, "log_viewer": EVERYTHING,
        "lines": [{"text": f"Line {EVERYTHING}", "role": LineRole.PLAIN}], "log": log[1 : EVERYTHING + 3],
    }  # fmt: skip
    assert (areas(decides), areas(waits)) == (
        [("Hand of Ann", "own")],
        [("Hand of Bob", "own"), ("Hand of Ann", "opponent")],
    )
    assert areas(over) == areas(waits) and areas(seen(PUBLIC, 0, is_over=True)) == [
        ("Hand of Ann", ""),
        ("Hand of Bob", ""),
    ]
