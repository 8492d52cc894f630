// The trial of a deck: statistics and quick games in the background, as long as the tab is shown.
import { useEffect, useState } from "preact/hooks";
import { address, type Options, type Problem } from "./api";

export interface Interval {
  low: number;
  estimate: number;
  high: number;
}

interface Pairing {
  first: string;
  second: string;
  games: number;
  won: number;
  lost: number;
  undecided: number;
  score: Interval;
  verdict: string;
  needed: number | null;
}

interface LineUp {
  decks: string[];
  games: number;
  scores: { deck: string; score: Interval; verdict: string }[];
  team: Interval | null;
  verdict: string;
  needed: number | null;
  variant: { players: number; rules: Record<string, string> } | null;
  endings: { id: string; words: string; is_win: boolean; games: number }[];
}

export interface CardUse {
  deck: string;
  id: string;
  name: string;
  group: string;
  drawn: number;
  dead: Interval;
  played: number;
  with_it: Interval;
}

export interface Finding {
  kind: string;
  deck: string;
  card: string;
  text: string;
}

/** What of `cardgen playtest --json` is shown. */
export interface Report {
  setup: { decks: string[]; turn_words?: [string, string] };
  games: number;
  findings: Finding[];
  levels: {
    level: string;
    pairings: Pairing[];
    line_ups?: LineUp[];
    seat: Interval;
    undecided: Interval;
    turns: number;
    turns_95: number;
    decisions: number;
    cards: CardUse[];
  }[];
}

interface FieldBase {
  field: string;
  title: string;
}
export type FieldSummary =
  | (FieldBase & { type: "number"; count: number; missing: number; mean: number; median: number; least: number; most: number; total: number; curve: [string, number][] })
  | (FieldBase & { type: "choice"; missing: number; counts: [string, number, number][] })
  | (FieldBase & { type: "text"; mean: number; longest: [string, string, number][] });

export interface KindSummary {
  kind: string;
  title: string;
  designs: number;
  copies: number;
  fields: FieldSummary[];
}

/** What the server tells; mirrors cardgen/preview/tryit/trial.py. */
export interface Trial {
  state: "starting" | "playing" | "done" | "none" | "faulty" | "lost";
  games?: number;
  most?: number;
  report?: Report | null;
  stats?: { title: string; kinds: KindSummary[] };
  problems?: Problem[];
}

/** Follow the trial of a deck while this window is seen. */
export function useTrial(deck: string, options: Options, opponent: string, level: string): Trial {
  const [trial, setTrial] = useState<Trial>({ state: "starting" });
  const language = options.lang ?? "";
  useEffect(() => {
    let source: EventSource | null = null;
    let again = 0;
    const query: Options = { level, ...(opponent ? { opponent } : {}), ...(language ? { lang: language } : {}) };
    setTrial({ state: "starting" });

    function open(): void {
      source = new EventSource(address(deck, "trial", query));
      source.addEventListener("trial", (event) => setTrial(JSON.parse((event as MessageEvent<string>).data) as Trial));
      source.onerror = () => {
        if (source?.readyState === EventSource.CLOSED) again = window.setTimeout(open, 1000);
      };
    }
    function close(): void {
      window.clearTimeout(again);
      source?.close();
      source = null;
    }
    function turn(): void {
      if (document.hidden) close();
      else if (!source) open();
    }
    turn();
    document.addEventListener("visibilitychange", turn);
    return () => {
      document.removeEventListener("visibilitychange", turn);
      close();
    };
  }, [deck, language, opponent, level]);
  return trial;
}
