"""Rule texts that a game generates from its effects: grammar, lexicon, sentences and the numbers in a text.

How a game uses it:

1. State the game's own words once for each language: nouns (`Noun`) and sentence patterns, in a `Lexicon` that stands on
   the `Grammar` of the language (`ENGLISH`, `PORTUGUESE`, or one that the game writes).
2. Turn each effect into a clause with `Lexicon.say`, whose patterns agree in number and gender with what fills them.
3. Join clauses with `join_words`, and make sentences of them with `to_sentence`.
4. Compare a text that an author wrote with the generated one by `compare_numbers`.

Nothing here depends on a game or reads files; everything works on strings.
"""
