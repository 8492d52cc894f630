"""The games of a process: read again where they begin otherwise, moved by their player alone, and told as far as is asked for."""

import pickle
from dataclasses import replace
from random import Random
from types import SimpleNamespace

import pytest
import toy

from cardgen.pipeline.author_help.generated_texts import PieceTexts
from cardgen.pipeline.options import BuildOptions
from cardgen.plugin import registry
from cardgen.plugin.rules.state import CHANCE
from cardgen.preview.table import game_process, hosted_game, offers, workers
from cardgen.preview.table.game_process import Games
from cardgen.preview.table.hosted_game import HostedGame, OtherCodeError, packed, unpacked
from cardgen.preview.table.offers import offer
from cardgen.preview.table.played_game import PlayedGame
from cardgen.preview.table.requests import GameRef, Looker, Wanted
from cardgen.report.diagnostics import Diagnostic
from cardgen.report.errors import CardgenError, UnlocatedError
from tests.preview.table.harness import ELVES, ROOT, SAMURAI

POKER = ROOT / "examples/kuhn-poker/kuhn-poker.yaml"


@pytest.fixture(scope="module")
def ref():
    """A game of which the cards are dealt."""
    found = Games().contest(Wanted((POKER,), 2, "", ()))
    begun = GameRef(1, found["data"], 5, 0, None, ())
    actions, deciders, facts = Games().settle(begun)
    assert deciders == [-1] * len(actions) and (facts["mover"], facts["is_over"], facts["returns"]) == (0, False, [])
    return replace(begun, actions=tuple(actions))


def test_a_choice_is_taken_by_the_player_who_decides_if_there_is_one(ref):
    games = Games()
    view = games.look(ref, [Looker(0)])[Looker(0)]
    count = len(view["choices"])
    assert count and view["move"] == len(ref.actions)
    assert games.look(ref, [Looker(1)])[Looker(1)]["choices"] == []
    for player, choice in ((1, 0), (0, -1), (0, count), (-1, 0)):
        assert games.take(ref, player, choice) is None, (player, choice)
    actions, deciders, facts = games.take(ref, 0, count - 1)
    assert (actions[:-1], deciders[-1], facts["mover"]) == (ref.actions, 0, 1)
    assert games.take(ref, 0, 0)[0] != actions, "what is not stored is taken back"
    for last in range(count):
        other = replace(ref, actions=games.take(ref, 0, last)[0])
        games.take(ref, 0, (last + 1) % count)  # which another request has tried
        assert games.look(other, [Looker(0)]) == Games().look(other, [Looker(0)])


class Turns:
    """A game as the players of its turns."""

    def __init__(self, *movers):
        self.movers = [*movers]

    def is_terminal(self):
        return not self.movers

    def current_player(self):
        return self.movers[0]

    def legal_actions(self):
        return [5, 6]


def test_chance_acts_until_a_player_decides_and_agents_until_their_time_is_over(monkeypatch):
    session = SimpleNamespace(
        state=Turns(0, CHANCE, CHANCE, 1, CHANCE, 1, 0, 1, 1),
        actions=[],
        table=SimpleNamespace(event_count=lambda _: 0),
    )
    session.apply = lambda action: (session.actions.append(action), session.state.movers.pop(0))
    game = object.__new__(HostedGame)
    game._session, game._ref, game._logs, game._agents, game._contest = session, SimpleNamespace(seed=3), {}, {}, None
    lots = []
    monkeypatch.setattr(hosted_game, "sample_chance", lambda _state, rng: lots.append(rng.random()) or 9)
    monkeypatch.setattr(hosted_game, "agent_of", lambda level: level)
    monkeypatch.setattr(hosted_game, "make_move", lambda _contest, session, agent: session.apply(agent))
    assert game.take(0, 1) and session.actions == [6, 9, 9]
    # As `make_move` draws them: a game has the same lots, whether a person or an agent acts before.
    assert lots == [Random(f"agent 3 {number}").random() for number in (1, 2)]
    game.think({1: "greedy"})
    assert session.actions[3:] == ["greedy", 9, "greedy"], "it is the turn of somebody else"
    now = iter([0, 0, hosted_game.SHARE + 0.1])
    monkeypatch.setattr(hosted_game.time, "monotonic", lambda: next(now))
    game.think({0: "random", 1: "greedy"})
    assert session.actions[6:] == ["random", "greedy"], "one is left to move"


def test_the_games_that_were_asked_for_last_are_kept_and_one_that_begins_otherwise_is_read_anew(ref, monkeypatch):
    monkeypatch.setattr(game_process, "MOST_GAMES", 2)
    games = Games()
    one, two, three = (replace(ref, id=number) for number in (1, 2, 3))
    first, second = games._game(one), games._game(two)
    assert games._game(one) is first and games._game(replace(one, actions=())) is first
    games._game(three)
    assert games._game(one) is first and games._game(two) is not second
    for other in ({"seed": 6}, {"first": 1}, {"contest": ref.contest + b"."}):
        before = games._game(one)
        assert games._game(replace(one, actions=(), **other)) is not before, other
    assert not game_process._is_same(one, replace(one, position="")) and game_process._is_same(one, two)


def test_the_log_is_told_from_where_it_is_known_in_each_language_and_no_longer_than_a_page_shows(ref, monkeypatch):
    games, more = Games(), ref
    while True:
        played = games.take(more, games._game(more).facts()["mover"], 0)
        more = replace(more, actions=tuple(played[0]))
        if played[2]["is_over"]:
            break
    seen = Looker(0)
    whole = games.look(more, [seen])[seen]
    assert (whole["log_from"], len(whole["log"])) == (0, len(whole["log"])) and len(whole["log"]) > 2
    later = replace(seen, since=2)
    told = games.look(more, [later])[later]
    assert (told["log_from"], told["log"]) == (2, whole["log"][2:])
    monkeypatch.setattr(hosted_game, "MOST_TOLD", 1)
    for looker in (seen, later):
        told = games.look(more, [looker])[looker]
        assert (told["log_from"], told["log"]) == (len(whole["log"]) - 1, whole["log"][-1:])
    monkeypatch.setattr(hosted_game, "MOST_LOGS", 1)
    watching = replace(seen, viewer=-1)
    for looker in (seen, watching, seen):
        assert games.look(more, [looker])[looker]["is_over"]
        assert len(games._game(more)._logs) == 1
    monkeypatch.setattr(hosted_game, "MOST_LOGS", 2)
    for language in ("en", "pt", "en", "de"):
        games.look(more, [replace(seen, language=language)])
    assert [language for _, language in games._game(more)._logs] == ["en", "de"], "those that were asked for last"
    assert (games.moved(more, more.contest), games.outlooks(more, seen, 0)) == (None, {})


def test_a_contest_tells_whether_hands_are_hidden():
    decks = {"kuhn-poker": True, "thin-ice": False}
    wanted = [Wanted((ROOT / f"examples/{name}/{name}.yaml",), 2, "", ()) for name in decks]
    assert [Games().contest(one)["hides_hands"] for one in wanted] == [*decks.values()]


def test_chance_acts_before_a_game_is_told_at_its_beginning(ref, monkeypatch):
    class Begun:
        def __init__(self):
            self.actions, self.deciders = [], []

        def draw_lots(self):
            self.actions.append(9)
            self.deciders.append(CHANCE)

        def facts(self):
            return {"mover": 0}

    games = Games()
    monkeypatch.setattr(games, "_game", lambda _: Begun())
    assert games.settle(ref) == ((9,), [CHANCE], {"mover": 0})


def test_a_position_goes_on_with_other_decks_in_the_first_language_and_with_the_luck_of_the_game(ref, monkeypatch):
    def read(text, seed):
        return SimpleNamespace(to_text=lambda: f"{seed}: {text}")

    tables = {"pt": SimpleNamespace(from_text=read)}
    monkeypatch.setattr(game_process, "unpacked", lambda data: (SimpleNamespace(tabletop=tables.get), ("pt", "en")))
    games = Games()
    assert games.moved(ref, b"") == f"5: {games._game(ref).position()}"
    for error in (
        CardgenError([Diagnostic("E701", "no state")]),
        UnlocatedError("E701", "no state"),
        ValueError,
        KeyError,
    ):

        def refuse(*_, error=error):
            raise error

        tables["pt"].from_text = refuse
        assert games.moved(ref, b"") is None, error


def test_what_other_code_has_stored_is_not_read(ref, monkeypatch):
    contest, languages = unpacked(ref.contest)
    assert unpacked(packed(contest, ["pt", "en"]))[1] == ("pt", "en") and languages
    code = ref.contest[:32]
    for broken in (
        b"",
        ref.contest[1:],
        ref.contest[:32],
        code + b"words",
        code + pickle.dumps(5),
        code + b"cnone\nNone\n.",
    ):
        with pytest.raises(OtherCodeError):
            unpacked(broken)
    monkeypatch.setattr(hosted_game, "code_state", lambda _: "another version")
    with pytest.raises(OtherCodeError):
        unpacked(ref.contest)
    games, wanted = Games(), Wanted((POKER,), 2, "", ())
    identity = games.contest(wanted)["identity"]
    again = games.reopened(ref, wanted, identity)
    assert again not in (None, ref.contest) and unpacked(again)
    assert games.reopened(ref, None, identity) is games.reopened(ref, wanted, ["other"]) is None
    assert games.reopened(replace(ref, actions=(99,)), wanted, identity) is None


def test_a_deck_that_cannot_be_played_is_told(tmp_path, monkeypatch):
    (tmp_path / "a.yaml").write_text("game: cards\ncards: [{name: Fox}]\n", "utf-8")
    found = Games().contest(Wanted((tmp_path / "a.yaml",), 2, "", ()))
    assert [*found] == ["problems"] and "it has no executable rules" in found["problems"][0]
    assert [Games().settings(tmp_path / name, "en") for name in ("a.yaml", "gone.yaml")] == [[], []]

    def refuse(*_):
        raise UnlocatedError("E720", "no settings")

    monkeypatch.setattr(game_process, "settings_of", refuse)
    assert Games().settings(POKER, "en") == []
    assert Games().contest(Wanted((POKER,), 2, "", ("odd=1",)))["problems"] == ["unknown rule 'odd'"]
    (problem,) = Games().contest(Wanted((POKER,), 2, "hard", ()))["problems"]
    assert "states no levels of difficulty" in problem
    assert Games().settings(tmp_path / "a.yaml", "en") == []
    with monkeypatch.context() as patch:
        patch.setattr(game_process, "settings_of", lambda *asked: [asked])
        assert Games().settings(POKER, "pt-BR") == [(POKER, "pt-BR")]

    def refuse(*_):
        raise CardgenError([Diagnostic("W330", "odd"), Diagnostic("E204", "wrong")])

    monkeypatch.setattr(game_process, "open_contest", refuse)
    assert Games().contest(Wanted((POKER,), 2, "", ())) == {"problems": ["wrong"]}
    told = {"is_playable": False, "has_rules": False}
    assert offer(tmp_path / "a.yaml", {}).items() > told.items()
    monkeypatch.setattr(offers, "open_decks", refuse)
    assert offer(POKER, {}) == {"is_playable": False, "has_rules": True, "problems": ["wrong"]}


def test_an_army_is_offered_the_other_decks_of_its_game_and_shared_decks_none(tmp_path, monkeypatch):
    (tmp_path / "broken.yaml").write_text("game: [", "utf-8")
    (tmp_path / "nowhere.yaml").write_text("game: nowhere\ntitle: x\n", "utf-8")
    (tmp_path / "none.yaml").write_text("title: x\n", "utf-8")
    others = {"a": SAMURAI, "b": ELVES, "poker": POKER} | {
        name: tmp_path / f"{name}.yaml" for name in ("broken", "nowhere", "none", "missing", "own/deck", "faulty")
    }
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "game.yaml").write_text(
        "id: own\nname: Own\nkinds: {cards: {fields: {cost: integre}}}\n", "utf-8"
    )
    (tmp_path / "own" / "deck.yaml").write_text("game: own\ncards: []\n", "utf-8")
    monkeypatch.setitem(registry._added, toy.GAME.id, replace(toy.GAME, schema=lambda: 1 // 0))
    (tmp_path / "faulty.yaml").write_text("game: toy\n", "utf-8")
    for deck, opponents, counts in ((SAMURAI, ["a", "b"], [2]), (POKER, [], [2])):
        found = offer(deck, others)
        assert (found["opponents"], found["player_counts"], found["has_rules"]) == (opponents, counts, True)


def test_texts_are_generated_in_a_language():
    english, portuguese = (Games().texts(SAMURAI, language) for language in ("en", "pt"))
    assert english.keys() == portuguese.keys() != set() and english != portuguese


def test_texts_that_a_deck_states_itself_are_told_beside_those_that_are_generated(monkeypatch):
    asked = []

    def found(deck, options):
        asked.append((deck, options))
        return [PieceTexts("pt", "cards", "fox", "Raposa", {"text": "Corre."}, {"text": "Corre!"})]

    monkeypatch.setattr(game_process, "generated_texts", found)
    assert Games().texts(SAMURAI, "pt") == {
        "cards/fox": {"generated": {"text": "Corre."}, "stated": {"text": "Corre!"}}
    }
    assert asked == [(SAMURAI, BuildOptions(language="pt"))]


def test_the_processes_of_games_end_together_and_a_game_always_thinks_in_the_same_one(monkeypatch):
    closed = []

    def close(worker):
        closed.append(worker)

    monkeypatch.setattr(workers.GameWorker, "close", close)
    monkeypatch.setattr(workers.os, "cpu_count", lambda: 3)
    found = workers.GameWorkers()
    thinkers = [found.thinker(number) for number in range(4)]
    assert thinkers[0] is thinkers[2] is not thinkers[1] is thinkers[3]
    found.close()
    assert {*closed} == {found.table, found.reader, found.outlooks, *thinkers}
    for count, most in ((1, 1), (None, 1), (99, workers.MOST_THINKERS)):
        monkeypatch.setattr(workers.os, "cpu_count", lambda count=count: count)
        found = workers.GameWorkers()
        assert len({found.thinker(number) for number in range(9)}) == most, count


async def test_moves_that_are_taken_back_are_removed_before_chance_acts_again():
    done = []

    class Store:
        def take_back(self, *what):
            done.append(("take back", *what))

        def add_moves(self, *what):
            done.append(("add", *what))

    class Table:
        async def answer(self, name, asked, *more):
            done.append((name, asked.actions, *more))
            return played

    game = PlayedGame(GameRef(7, b"", 5, 0, None, (1, 2, 3)), (0, -1, 1), {"mover": 1, "is_over": False})
    assert [game.last_decision(seats) for seats in ([0], [1], [0, 1], [2], [])] == [0, 2, 2, -1, -1]
    played = (1, 9), [0, -1], {"mover": 0, "is_over": True}
    await game.take_back(SimpleNamespace(table=Table()), Store(), 1, ("CODE", "state"))
    assert done == [("take back", 7, 1, "CODE", "state"), ("settle", (1,)), ("add", 7, 1, (9,))]
    assert (game.ref.actions, game.moves, game.deciders, game.mover, game.is_over) == ((1, 9), 2, [0, -1], 0, True)
    done.clear()
    for answer, is_taken in ((None, False), (((1, 9), [0, -1], {"mover": 1, "is_over": False}), True)):
        played = answer
        assert await game.take(SimpleNamespace(table=Table()), Store(), 4) is is_taken
    assert done == [("take", (1, 9), 0, 4)] * 2, "nothing that is new is to be stored"
