"""Rule texts that a game generates from its effects: grammar, lexicon, sentences and the numbers in a text.

How a game uses it:

1. State the game's own words in a file for each language: nouns and sentence patterns, which `read_lexicons` puts on the
   `Grammar` of the language (`ENGLISH`, `PORTUGUESE`). A game may also make a `Lexicon` on a grammar of its own.
2. Turn each effect into a clause with `Lexicon.say`, whose patterns agree in number and gender with what fills them.
3. Join clauses with `join_words`, and make sentences of them with `to_sentence`.
4. Compare a text that an author wrote with the generated one by `compare_numbers`.

Nothing here depends on a game, and only `read_lexicons` reads files; all else works on strings.
"""
