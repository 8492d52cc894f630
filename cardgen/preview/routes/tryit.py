"""Serve statistics, trials and games of a deck.

| address | answer |
| --- | --- |
| `/api/decks/DECK/offer` | what can be played: opponents, numbers of players, levels; see `Offer` |
| `/api/decks/DECK/texts` | the texts that effects generate, by the pieces that they are on |
| `/api/decks/DECK/trial` | statistics and quick games as long as somebody listens, as server-sent events; see `Trial` |
| `/api/decks/DECK/games` | POST: a new game; its view, see `GameTable.view` |
| `/api/decks/DECK/games/GAME/REQUEST` | POST: `view`, `take`, `undo` or `look`; the view after it |
| `/api/decks/DECK/games/GAME/record` | the game so far as text, which `cardgen play --replay` continues |

`trial` takes the name of the opponent and a level, besides the options of the build. Of these, only the language counts here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cardgen.play.simulate.levels import level_of
from cardgen.preview.routes.bodies import read_json, refused
from cardgen.preview.routes.decks import told
from cardgen.preview.server.open_decks import OpenDeck, OpenDecks
from cardgen.preview.server.page_options import read_options
from cardgen.preview.tryit.requests import NewGame, Viewing
from cardgen.preview.tryit.subject import TrialSubject
from cardgen.processes.worker import WorkerLostError
from cardgen.report.errors import UnlocatedError
from cardgen.report.visible import visible_line

PATIENCE = 120.0
"""Seconds that an answer may take; the strongest agents think for some."""
_REQUESTS = ("view", "take", "undo", "look")
_MOST_SEED = 2**53  # the largest number that the page writes without loss
_MOST_SIDE = 1000  # mm
_LOST = "this game cannot go on: a deck of it was edited before the preview was started again, or it is too old; begin another one"


def tryit_routes(open_decks: OpenDecks) -> list[Route]:
    """Return the addresses by which decks are tried out."""
    answers = _Tryout(open_decks)
    return [
        Route("/api/decks/{deck}/offer", answers.offer),
        Route("/api/decks/{deck}/texts", answers.texts),
        Route("/api/decks/{deck}/trial", answers.trial),
        Route("/api/decks/{deck}/games", answers.begin, methods=["POST"]),
        Route("/api/decks/{deck}/games/{game}/record", answers.record),
        Route("/api/decks/{deck}/games/{game}/{name}", answers.go_on, methods=["POST"]),
    ]


class _Tryout:
    """The answers."""

    def __init__(self, open_decks: OpenDecks) -> None:
        self._decks = open_decks

    async def offer(self, request: Request) -> Response:
        opened = self._decks.of(request)
        others = {id: Path(other.shown) for id, other in self._decks.by_id.items()}
        return JSONResponse(await _asked(opened, "offer", others))

    async def texts(self, request: Request) -> Response:
        opened, options = self._decks.view(request)
        return JSONResponse(await _asked(opened, "texts", options.language))

    async def trial(self, request: Request) -> Response:
        opened, query = self._decks.of(request), dict(request.query_params)
        opponent = self._opponent(opened, query.pop("opponent", ""))
        level = _level(query.pop("level", ""))
        language = read_options(self._decks.options, query).language
        trial = opened.trials.of(TrialSubject(Path(opened.shown), opponent, level, language))
        return told(self._decks, trial.follow)

    async def begin(self, request: Request) -> Response:
        opened, options = self._decks.view(request)
        body = await read_json(request)
        people, players = _number(body, "people", 1, 1, 20), _number(body, "players", 0, 0, 20)
        opponent = self._opponent(opened, _text(body, "opponent"))
        shares = body.get("shares_deck") is True
        wanted = NewGame(
            decks=(Path(opened.shown), *([] if shares else [opponent or Path(opened.shown)])),
            players=players or None,
            people=people,
            level=_level(_text(body, "level")),
            seed=_number(body, "seed", 0, -_MOST_SEED, _MOST_SEED),
            first=_number(body, "first", 0, 0, 20),
            difficulty=_text(body, "difficulty"),
        )
        view = await _asked(opened, "begin", wanted, _viewing(options.language, body))
        if "problems" in view:
            messages = "; ".join(one["message"] for one in view["problems"])
            return refused(422, messages, problems=view["problems"])
        return JSONResponse(view)

    async def go_on(self, request: Request) -> Response:
        opened, options = self._decks.view(request)
        name, body = request.path_params["name"], await read_json(request)
        if name not in _REQUESTS:
            raise HTTPException(404)
        viewing = _viewing(options.language, body)
        choice = (_number(body, "move", 0, 0, 10**9), _number(body, "choice", 0, 0, 10**9)) if name == "take" else ()
        view = await _asked(opened, name, request.path_params["game"], viewing, *choice)
        return JSONResponse(view) if view else refused(410, _LOST)

    async def record(self, request: Request) -> Response:
        opened, game = self._decks.of(request), request.path_params["game"]
        text = await _asked(opened, "record", game)
        if text is None:
            return refused(410, _LOST)
        headers = {"content-disposition": "attachment; filename=game.playthrough"}
        return Response(text, media_type="text/plain; charset=utf-8", headers=headers)

    def _opponent(self, opened: OpenDeck, name: str) -> Path | None:
        """Return the deck file of an opponent; None for the deck itself.

        Raises:
            HTTPException: 400, there is no deck of this name.
        """
        if name in ("", opened.id):
            return None
        other = self._decks.by_id.get(name)
        if other is None:
            raise HTTPException(400, "There is no deck of this name.")
        return Path(other.shown)


async def _asked(opened: OpenDeck, name: str, *arguments: object) -> Any:
    try:
        return await asyncio.wait_for(opened.games.ask(name, *arguments), PATIENCE)
    except TimeoutError:
        opened.games.stop()
        raise HTTPException(503, f"The games were stopped: an answer took more than {PATIENCE:g} seconds.") from None
    except WorkerLostError:
        raise HTTPException(503, "The process that plays the games ended.") from None


def _level(text: str) -> str:
    try:
        return level_of(text or "greedy")
    except UnlocatedError as error:
        raise HTTPException(400, visible_line(error.message)) from None


def _viewing(language: str, body: Mapping[str, Any]) -> Viewing:
    """Return how a game is looked at: the language of the address, and the size of a card as the page draws it."""
    card = body.get("card")
    usual = Viewing(language)
    if not isinstance(card, list) or len(card) != 2:
        return usual
    width, height = (side if isinstance(side, int | float) and 0 < side <= _MOST_SIDE else 0.0 for side in card)
    return Viewing(language, (width, height)) if width and height else usual


def _text(body: Mapping[str, Any], key: str) -> str:
    value = body.get(key, "")
    if not isinstance(value, str):
        raise HTTPException(400)
    return value


def _number(body: Mapping[str, Any], key: str, usual: int, least: int, most: int) -> int:
    value = body.get(key, usual)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise HTTPException(400, f"{key} must be a whole number from {least} to {most}")
    return value
