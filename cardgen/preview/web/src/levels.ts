const NAMES: Record<string, string> = {
  random: "random: any move",
  script: "script: rules of thumb",
  greedy: "greedy: looks one turn ahead",
  "search-50": "search: tries moves in many games",
  "mcts-200": "mcts: the strongest, slow",
};

/** Return a level with what it means. */
export function levelName(level: string): string {
  return NAMES[level] ?? level;
}
