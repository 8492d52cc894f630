"""Learn: draw two tokens and keep one, as an ability or face down for strength.

Source:
    Rules model, section 4, "Learning"; S06. The other token leaves the game: 12 tokens a level are six heroes with two.
"""

from __future__ import annotations

from cardgen.games.stonewater_weir.engine.state.actions import KEEP_FACE_DOWN, KEEP_TOKEN, TOKEN
from cardgen.games.stonewater_weir.engine.state.asking import ask, draw_from
from cardgen.games.stonewater_weir.engine.state.places import LAMP_HOUSE, Stream
from cardgen.games.stonewater_weir.engine.state.position import (
    FACE_DOWN_TOKEN,
    LEVELS,
    TOKEN_STOCK,
    TOKENS_OUT,
    SiegePosition,
)
from cardgen.games.stonewater_weir.engine.state.questions import Question
from cardgen.games.stonewater_weir.engine.state.story import Event, tell
from cardgen.games.stonewater_weir.engine.town.decks import add_to_pile, remove_from_pile
from cardgen.games.stonewater_weir.engine.town.heroes import change_food
from cardgen.games.stonewater_weir.engine.turn.accounts import spend_action
from cardgen.games.stonewater_weir.engine.turn.options import learning_cost, next_level

DRAWN_TOKENS = 2


def learn(position: SiegePosition, hero: int) -> None:
    """Let a hero learn at the Lamp House, as an action."""
    spend_action(position, hero, LAMP_HOUSE)
    position.place[hero] = LAMP_HOUSE
    tell(position, Event.VISITED, hero, LAMP_HOUSE)
    level = next_level(position, hero)
    change_food(position, hero, -learning_cost(position, hero, level))
    drawn = []
    for _ in range(DRAWN_TOKENS):
        if position.piles[TOKEN_STOCK + level]:
            token = draw_from(position, Stream.TOKENS, position.piles[TOKEN_STOCK + level], TOKEN)
            remove_from_pile(position, TOKEN_STOCK + level, token)
            drawn.append(token)
    choices = sorted(set(drawn))
    options = [KEEP_TOKEN + token for token in choices] + [KEEP_FACE_DOWN + token for token in choices]
    answer = ask(position, position.owner[hero], (Question.LEARN, hero), options)
    is_face_down = answer >= KEEP_FACE_DOWN
    token = answer - (KEEP_FACE_DOWN if is_face_down else KEEP_TOKEN)
    drawn.remove(token)
    for other in drawn:
        add_to_pile(position, TOKENS_OUT, other)
    keep_token(position, hero, level, token, is_face_down=is_face_down)


def keep_token(position: SiegePosition, hero: int, level: int, token: int, *, is_face_down: bool) -> None:
    """Put a token into the slot of its level.

    Args:
        level: Level, from 0.
    """
    position.tokens[LEVELS * hero + level] = token + (FACE_DOWN_TOKEN if is_face_down else 0)
    if is_face_down:
        position.strength_tokens[hero] += 1
    else:
        position.abilities[hero] |= position.tables.tokens[token].ability
    tell(position, Event.LEARNED, hero, token, int(is_face_down))
