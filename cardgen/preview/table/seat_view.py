"""Describe what one seat sees of a game as data.

Everything is computed for one viewer from the contract of a game for people, which hides what that player may not know. The
view of somebody who watches holds only what the views of all players have in common.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from cardgen.geometry.units import Size
from cardgen.plugin.rules.pictured import ShowsPieces
from cardgen.plugin.rules.state import CHANCE
from cardgen.plugin.rules.tabletop import CountsNumbers, ExplainsWaiting, Tabletop
from cardgen.preview.table.requests import PUBLIC
from cardgen.report.visible import visible, visible_line

SeatView = dict[str, Any]
"""What a page shows: `lines` and `areas` of the table; `question`, `choices` and `cards` of the one who decides."""


def table_of_seat(table: Tabletop, state: Any, viewer: int, card: Size) -> SeatView:
    """Return the picture of the table, in words and in pieces.

    Args:
        viewer: A player, `EVERYTHING` or `PUBLIC`.
    """
    if viewer != PUBLIC:
        return {"lines": _lines(table, state, viewer), "areas": _areas(table, state, viewer, card)}
    views = [table_of_seat(table, state, player, card) for player in range(len(table.players))]
    return {"lines": _common_lines(views), "areas": _common_areas(views)}


def decision(table: Tabletop, state: Any) -> SeatView:
    """Return the question to the player who decides, their choices, and what the cards in them do."""
    choices, cards = [], {}
    for action in state.legal_actions():
        subject = table.subject(state, action) if isinstance(table, ShowsPieces) else None
        name = table.card_of(action)
        if name and name not in cards:
            cards[name] = card_text(table, name)
        choices.append(
            {
                "text": visible(table.choice(state, action)),
                "card": name,
                "piece": subject.piece if subject else "",
                "deck": subject.deck if subject else 0,
                "places": list(subject.places) if subject else [],
            }
        )
    return {"question": visible(table.question(state)), "choices": choices, "cards": cards}


def card_text(table: Tabletop, name: str) -> list[str]:
    """Return what the cards of a name are and do, as paragraphs."""
    return [visible(line) for line in table.card(name)]


def waiting(table: Tabletop, state: Any, viewer: int) -> str:
    """Return what a viewer waits for; empty if the game does not tell, or while chance decides."""
    if not isinstance(table, ExplainsWaiting) or state.current_player() == CHANCE:
        return ""
    return visible_line(table.waiting(state, max(viewer, -1)))


def sentences(table: Tabletop, state: Any, since: int, viewer: int) -> list[str]:
    """Return the events since a number of them, in which no name turns the words around it."""
    if viewer != PUBLIC:
        return [visible_line(event) for event in table.story(state, since, viewer)]
    told = [sentences(table, state, since, player) for player in range(len(table.players))]
    return [event for event in told[0] if all(event in others for others in told)]


def _lines(table: Tabletop, state: Any, viewer: int) -> list[dict[str, str]]:
    return [{"text": visible(line.text), "role": line.role} for line in table.board(state, viewer)]


def _areas(table: Tabletop, state: Any, viewer: int, card: Size) -> list[dict[str, Any]]:
    if not isinstance(table, ShowsPieces):
        return []
    return [asdict(area) for area in table.areas(state, viewer, card)]


def _common_lines(views: Sequence[SeatView]) -> list[dict[str, str]]:
    texts = [{line["text"] for line in view["lines"]} for view in views]
    return [
        {**line, "role": "" if line["role"] in {"own", "ally"} else line["role"]}
        for line in views[0]["lines"]
        if all(line["text"] in known for known in texts)
    ]


def _common_areas(views: Sequence[SeatView]) -> list[dict[str, Any]]:
    """Return the areas with what all players see alike; one without pieces is left out, unless it is a board."""
    others = [{area["title"]: area for area in view["areas"]} for view in views]
    found = []
    for area in views[0]["areas"]:
        same = [view.get(area["title"]) for view in others]
        if None in same:
            continue
        pieces = tuple(piece for piece in area["pieces"] if all(piece in one["pieces"] for one in same if one))
        numbers = tuple(number for number in area["numbers"] if all(number in one["numbers"] for one in same if one))
        if pieces or numbers or area["board"]:
            found.append({**area, "pieces": pieces, "numbers": numbers, "role": ""})
    return found


def from_side(areas: Sequence[SeatView], own: Sequence[SeatView]) -> list[SeatView]:
    """Return areas that lie open in the order and with the roles that a player sees."""
    left = {area["title"]: area for area in areas}
    return [*({**left.pop(area["title"], area), "role": area["role"]} for area in own), *left.values()]


def numbers_of(table: Tabletop, state: Any, viewer: int) -> dict[str, str]:
    """Return the values of the numbers whose changes the game does not tell itself, by their names.

    Args:
        viewer: A player, `EVERYTHING` or `PUBLIC`, who sees those that all players see alike.
    """
    if not isinstance(table, CountsNumbers):
        return {}
    if viewer != PUBLIC:
        return dict(table.numbers(state, viewer))
    views = [table.numbers(state, player) for player in range(len(table.players))]
    return {name: value for name, value in views[0] if all((name, value) in view for view in views)}
