"""The reference of rules as data: every key, step, filter, name and error, from the models and tables that compile them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from inspect import getdoc

from pydantic import BaseModel

from cardgen.plugin.codes import all_codes
from cardgen.plugin.rules.described import schema, step_schema
from cardgen.plugin.rules.described.declared import TYPE_WORDS
from cardgen.plugin.rules.described.expressions import FUNCTIONS, TESTS
from cardgen.plugin.rules.described.filters import FILTERS
from cardgen.plugin.rules.described.names import GENERAL, OF_SPACES
from cardgen.plugin.rules.described.step_schema import STEPS
from docs.generate.game_file import table_of_keys

START = """# Rules of play as data

The section `rules:` of a `game.yaml` says how a game is played. cardgen compiles it to Python, so that people and programs
play the game: `cardgen play`, `playtest`, `balance`, OpenSpiel. `cardgen rules` prints them in words, and with `--python` what
they are compiled to. The document `rules-of-play.md` prints these words: `documents: {reference: {text: rules-of-play.md}}`.
`cardgen check` plays 200 random games, and tells moves that are never legal, cards that can never be chosen, games without
end, and a seat that always wins, each at its line; `--no-trial` leaves that out. [Describe rules of play](../how-to/describe-rules.md)
shows how tricks, auctions, hidden information and boards are written; this page is the reference of all words.

```yaml
rules:
  players: 2-5
  zones:
    stock: {holds: cards, faces: nobody, shuffled: yes}
    discard: {}
    hand: {of: player, faces: owner}
  numbers:
    suit: {type: choice, words: cards.suit}
  set_up:
    - {deal: stock, to: hand, count: 7 if players | length == 2 else 5}
    - {move: stock.top, to: discard}
    - {set: suit, to: discard.top.suit}
  turn:
    moves:
      play:
        choose: {card: hand}
        where: card.rank == 8 or card.suit == suit or card.rank == discard.top.rank
        do:
          - {move: card, to: discard}
          - {set: suit, to: card.suit}
          - {choose: {named: cards.suit}, if: card.rank == 8, set: suit}
        say: "{player} plays {card}."
      draw:
        when: stock
        do: [{move: stock.top, to: hand}]
  end:
    when: not hand
    score: 0 - (hand | length)
```
"""

SECTIONS: tuple[tuple[str, type[BaseModel], str, str], ...] = (
    ("The section `rules`", schema.GameplayRules, "players: 2-4", ""),
    (
        "A board",
        schema.BoardRules,
        "boards: {sky: {of: player, columns: 6, rows: 6}, river: {spaces: {mill: [ford], ford: [weir], weir: []}}}",
        "The name of a board means its spaces: `sky`, `left.sky`. Who is a neighbour of one space has it as a neighbour too.",
    ),
    (
        "A zone",
        schema.ZoneRules,
        "zones: {stock: {holds: cards, faces: nobody, shuffled: yes}, hand: {of: player, faces: owner}}",
        """From the zones follow what each player sees, what they remember, and how programs imagine what they do not see: all pieces
whose place a player does not know are dealt again among these places. What was revealed stays known until it is shuffled away.""",
    ),
    (
        "A number",
        schema.NumberRules,
        "numbers: {passes: 0, broken: no, score: {of: player}, trump: {type: choice, words: cards.suit}}",
        """In `is` and `start` of a number on pieces or spaces, `card` or `space` is the one that it lies on; `it` means either in `is`.
A number of the type `piece` is nothing until it is set; all players know which piece it names.
A number of the type `player` is nobody until it is set; to ask something of nobody is an error while the game is played (E726).
A secret integer needs `min` and `max`, because programs that play imagine any of these values. A value that the rules themselves
state, such as `{set: bid, to: 0}`, is known to all.""",
    ),
    (
        "A phase",
        schema.PhaseRules,
        "turn: {from: leader, rounds: 1, moves: {play: {choose: {card: hand}, do: [{move: card, to: played}]}}}",
        """A phase has either `moves` or `phases` of its own. `until` is looked at before and after each turn. A player without a legal move
passes; if nobody has one, the phase ends. Without `until` and `rounds`, turns go on until the game ends. With `order: together`, moves
put what is chosen into zones that others do not see, or into secret numbers, and the steps of `finish` show it; steps that would show
it earlier are refused (E234).""",
    ),
    (
        "A move",
        schema.MoveRules,
        "moves: {build: {when: grain > 0, choose: {plan: hand}, where: plan.cost <= grain, do: [{move: plan, to: village}]}}",
        "One move is a turn, unless `again` holds. Each choice is a decision of its own.",
    ),
    (
        "A question",
        step_schema.QuestionRules,
        'turn: {moves: {go: {}}, question: [{if: not hand, text: Your hand is empty. Go!}, {text: "Grain left: {grain}. Go?"}]}',
        """`question` of a phase, or of a step `choose` or `ask`, is a text, or several of which the first is asked whose condition holds. Values in braces are filled in: `{grain}`, `{row.top}`,
and with a number the form of a word, `{grain} {grain|sack|sacks}`. All players read the question, since the others wait for the answer:
what only some of them see cannot be in it (E234), but how many cards a hidden zone has.""",
    ),
    (
        "An effect",
        schema.EffectRules,
        'effects: {draw: {parameters: {n: integer}, do: [{deal: deck, to: hand, count: n}], text: "Draw {n} {n|card|cards}."}}',
        """A field of the type `effects` holds those that a card states: `effects: [{draw: 2}, {hit: {n: 3, who: left}}]`, or `draw 2; hit 3 left`
in a spreadsheet. The step `{effects: card}` does them.""",
    ),
    (
        "The end",
        schema.EndRules,
        "end: {when: not stock, score: points, tie_break: hand | length}",
        """`when` is looked at after every move and after the steps of `finish`. Where all win or lose together, `score` says how far they have come;
agents learn from it even if random play never wins.""",
    ),
    (
        "A way to win or lose together",
        schema.OutcomeRules,
        "lose: {flooded: {when: water >= 9, text: The dam is lost}}",
        "",
    ),
)

STEP_EXAMPLES: Mapping[str, str] = {
    "choose": "{choose: {given: hand}, where: given.rank > 3, by: left, optional: yes}",
    "move": "{move: stock, to: row, count: 3}",
    "deal": "{deal: stock, to: hand, count: 5}",
    "shuffle": "{shuffle: stock}",
    "turn": "{turn: row.top, face: up}",
    "add": "{add: 1, to: left.score}",
    "roll": "{roll: 6, to: die}",
    "reveal": "{reveal: hand, to: left}",
    "set": "{set: suit, to: row.top.suit}",
    "then": "{if: die == 6, then: [{add: 1, to: score}], else: [{move: stock.top, to: hand}]}",
    "each": "{each: {other: others}, do: [{move: other.hand.top, to: row}]}",
    "repeat": "{repeat: 10, while: hand | length > 6, do: [{move: hand.top, to: row}]}",
    "swap": "{swap: [hand, left.hand]}",
    "end": "{end: turn}",
    "next": "{next: left}",
    "effects": "{effects: row.top}",
    "run": "{run: wound, with: {player: left, points: 2}}",
    "offer": "{offer: others, choose: {answer: hand}, where: answer.trap, do: [{move: answer, to: discard}, {effects: answer}]}",
    "later": "{later: turn, do: [{add: -2, to: score}]}",
    "tell": "{tell: left.hand, that: card.suit == suit}",
    "say": '{say: "{left} has {left.score} points."}',
}
STEP_NOTES: Mapping[str, str] = {
    "choose": "Without anything to choose, the name is nothing: a step that needs it does nothing, `if: given` asks whether there is one, and `card != given` holds for every card.",
    "deal": "In `set_up`, `start` and `finish` all players receive pieces, one after the other; in a turn the player, or all with `to: players.hand`.",
    "offer": "Steps go on after the last player.",
    "later": "Those of `turn` are also done when a phase ends in the middle of a turn.",
    "run": "With the name `player` in `with`, `hand` means theirs.",
    "tell": "Programs that play imagine only what fits; the table shows what is certain of a piece that is face down.",
    "each": "With the name `player`, `hand` means theirs.",
}

FILTER_WORDS: Mapping[str, tuple[str, str]] = {
    "length": ("How many there are.", "hand | length"),
    "count": ("For how many it holds.", "hand | count('card.rank > 3')"),
    "sum": ("Sum of a number of each; 0 of nothing.", "hand | sum('rank')"),
    "max": ("Greatest number; 0 of nothing.", "hand | max('rank')"),
    "min": ("Least number; 0 of nothing.", "hand | min('rank')"),
    "where": ("Those for which it holds, or whose field has a value.", "hand | where('suit', suit)"),
    "any": ("Whether it holds for one.", "players | any('player.score > 9')"),
    "all": ("Whether it holds for all.", "hand | all('card.rank > 3')"),
    "best": ("The first with the greatest value.", "players | best('player.score')"),
    "worst": ("The first with the least value.", "hand | worst('rank')"),
    "all_best": ("All with the greatest value.", "players | all_best('player.score')"),
    "all_worst": ("All with the least value.", "players | all_worst('player.score')"),
    "sort": ("From the least to the greatest value.", "hand | sort('rank')"),
    "first": ("The first.", "hand | sort('rank') | first"),
    "last": ("The last.", "hand | sort('rank') | last"),
    "map": ("A value of each.", "hand | map('suit')"),
    "distinct": ("Each different value once.", "hand | distinct('suit') | length"),
    "most_alike": ("Size of the largest group with the same value.", "hand | most_alike('rank')"),
    "longest_run": ("Length of the longest run of numbers.", "hand | longest_run('rank')"),
    "groups": ("How many groups of at least so many (2) have the same value.", "hand | groups('rank', 3)"),
    "take": ("So many (1) from the bottom.", "hand | take(3)"),
    "top": ("So many (1) from the top.", "row | top(3)"),
    "makes": ("Whether the numbers of some of them sum to a total.", "row | makes('rank', 7)"),
    "ways": ("In how many ways they do.", "row | ways('rank', 15)"),
    "longest_line": (
        "Length of the longest straight line of spaces of a grid for which it holds, also diagonal.",
        "sky | longest_line('lit')",
    ),
    "connected": (
        "All spaces that are joined to these by spaces for which it holds, through neighbours `beside` (left out) or `around`.",
        "sky | where('it.column == 1') | connected('lit', 'around')",
    ),
    "stated": (
        "Sum of what an effect says on pieces: its first number, or 1 each time; for effects that hold while a card is in play.",
        "camp | stated('banner')",
    ),
    "within": (
        "Those that cost at most a limit together and are worth most: a number of each, the limit, and a worth.",
        "hand | within('cost', grain, 'rank')",
    ),
}
NAME_WORDS: Mapping[str, str] = {
    "player": "Player whose turn it is, or whom an expression is about; `player.number` counts from 1.",
    "players": "All players, from the first seat.",
    "others": "All but the player, from the next one; also `left.others`.",
    "left": "The next player; also `left.left`.",
    "right": "The player before.",
    "first_player": "Player in the first seat.",
    "nobody": "No player.",
    "nothing": "No piece.",
    "turn": "Number of the turn, from 1.",
    "direction": "1, or -1 after `{set: direction, to: 0 - direction}`: the turns then go the other way.",
    "yes": "It holds.",
    "no": "It does not hold.",
}
SPACE_WORDS: Mapping[str, str] = {
    "column": "Its column, from 1.",
    "row": "Its row, from 1 at the top.",
    "number": "Its number on the board, from 1, row by row.",
    "name": "Its name; in a grid `a1` is at the top left.",
    "owner": "Player whose board it is on.",
    "beside": "Its neighbours; in a grid those across a side.",
    "around": "Its neighbours; in a grid those across a side or a corner.",
    "north": "The next space up; nothing at the edge.",
    "east": "The next space to the right; nothing at the edge.",
    "south": "The next space down; nothing at the edge.",
    "west": "The next space to the left; nothing at the edge.",
}
FUNCTION_WORDS: Mapping[str, tuple[str, str]] = {
    "from_to": ("The numbers from one to another, both ends included.", "from_to(1, 6)"),
    "min": ("The least of two to five numbers.", "min(score, 9)"),
    "max": ("The greatest of two to five numbers.", "max(score, 0)"),
    "abs": ("A number without its sign.", "abs(score - left.score)"),
    "distance": (
        "Steps from one space to another through neighbours `beside`; -1 if no way leads there.",
        "distance(sky[0], sky[7]) <= 3",
    ),
}
TEST_WORDS: Mapping[str, tuple[str, str]] = {
    "none": ("A piece, a player or a space is not there.", "row.top is none"),
    "odd": ("A number is odd.", "die is odd"),
    "even": ("A number is even.", "die is even"),
}
PIECE_WORDS = """| Expression | Meaning |
| --- | --- |
| `hand.top`, `hand.bottom`, `hand.rest`, `hand[0]` | pieces of a zone; `rest` is all but the top |
| `left.hand`, `players[0].score` | a zone or a number of another player |
| `card.rank` | a field of a piece, also `name`, `id`, `kind`, `copies`, and its numbers; of no piece it is 0, no or an empty word |
| `cards.suit` | the words of a choice |
| `spot.post`, `spot.lit` | a zone or a number of a space |
| `text[0]` | a letter of a text |
"""
ERRORS = ("E230", "E231", "E232", "E233", "E234", "E219", "E725", "E726", "W243", "W244", "W245", "W246")


def page() -> str:
    """Return the text of the page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield START
    for title, model, example, note in SECTIONS:
        text = " ".join((getdoc(model) or "").split())
        yield from (f"## {title}", "", text, "", f"```yaml\n{example}\n```", "", *table_of_keys(model))
        yield from ("", *([note, ""] if note else []))
    yield from ("## Steps", "", "Every step may have `if:` with a condition.", "")
    for verb in _in_step(STEPS, STEP_EXAMPLES):
        step = STEPS[verb]
        keys = [key for key in table_of_keys(step) if not key.startswith("| `if` | The step is left out")]
        note = f" {STEP_NOTES[verb]}" if verb in STEP_NOTES else ""
        yield from (
            f"### `{verb}`",
            "",
            f"{getdoc(step)}{note}",
            "",
            f"```yaml\n- {STEP_EXAMPLES[verb]}\n```",
            "",
            *keys,
            "",
        )
    yield from _expressions()
    yield from ("## Errors", "", "| Code | What it says |", "| --- | --- |")
    codes = all_codes()
    yield from (f"| [{code}](codes.md#{code.lower()}) | {codes[code][''].what} |" for code in ERRORS)


def _expressions() -> Iterator[str]:
    yield "## Expressions"
    yield ""
    yield "Expressions are those of checks and formulas: names, numbers, `'words'`, `and or not`, comparisons, `in`, `+ - * // %`,"
    yield "`a if b else c`. Division rounds down, and by 0 gives the number itself. An expression gives one of: "
    yield f"{', '.join(word for name, word in TYPE_WORDS.items() if name != 'unknown')}. A zone alone is a condition: it holds pieces."
    yield from ("", PIECE_WORDS)
    yield from ("### Names", "", "| Name | Meaning |", "| --- | --- |")
    yield from (f"| `{name}` | {NAME_WORDS[name]} |" for name in _in_step(GENERAL, NAME_WORDS))
    yield from ("", "### What a space has", "", "| Name | Meaning |", "| --- | --- |")
    yield from (f"| `{name}` | {SPACE_WORDS[name]} |" for name in _in_step(OF_SPACES, SPACE_WORDS))
    for title, known, words in (
        ("Functions", FUNCTIONS, FUNCTION_WORDS),
        ("Tests", TESTS, TEST_WORDS),
        ("Filters", FILTERS, FILTER_WORDS),
    ):
        yield from ("", f"### {title}", "")
        if title == "Filters":
            yield "Filters look at pieces, players, spaces, numbers or words. Their argument is the name of a field, or an expression about one"
            yield 'of them, in quotes: `hand | where("card.rank > 3")`. `it` is the item in any filter, and `card`, `player` or `space` too.'
            yield ""
        yield from ("| Word | Meaning | Example |", "| --- | --- | --- |")
        for name in _in_step(known, words):
            meaning, example = words[name]
            yield f"| `{name}` | {meaning} | `{example.replace('|', chr(92) + '|')}` |"
    yield ""


def _in_step(known: Iterable[str], told: Mapping[str, object]) -> list[str]:
    """Return what the code knows, all of which must be told.

    Raises:
        KeyError: Something is missing, or told without being known.
    """
    if {*known} != {*told}:
        raise KeyError(f"describe {sorted({*known} ^ {*told})}")
    return [*known]
