const TURNS = /[\u202a-\u202e\u2066-\u2069]/;

/** Return words of a deck for a place that has no elements, where they must not turn the direction of what follows. */
export function isolated(words: string): string {
  return TURNS.test(words) ? `\u2068${words}\u2069` : words;
}
