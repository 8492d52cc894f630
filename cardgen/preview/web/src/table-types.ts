// What the server tells of a table; mirrors cardgen/preview/table/room_frames.py, hosted_game.py and seat_view.py.

export interface PlacedPiece {
  place: string;
  name: string;
  piece: string; // KIND/ID; KIND/ for one that nobody may know; empty for an empty place
  deck: number;
  side: "face" | "back";
  count: number;
  note: string;
  meaning: string; // of the signs in the note
  box: [number, number, number, number] | null; // mm on the board of the area
  turn: number;
}

export interface Area {
  title: string;
  role: string;
  pieces: PlacedPiece[];
  board: string;
  deck: number;
  side: "face" | "back";
  owner: string; // whose numbers they are; empty for those of the table
  numbers: [string, string][];
}

/** What a choice would change that not all do, as far as its player can know. */
export interface Outlook {
  changes: [key: string, name: string, before: string, after: string][]; // key of the words, without `change_`
  is_open: boolean; // whether more depends on chance or on what is hidden
}

export interface Choice {
  text: string;
  card: string; // name of the card that it is about; its text is in `cards`
  piece: string;
  deck: number;
  places: string[];
}

/** Number of moves, the events of the last one, and what the card in them does. */
export type LogEntry = [number, string[], string[]];

/** What is seen of a game through a seat. */
export interface View {
  game: number;
  move: number;
  mover: number; // -1 for nobody
  is_over: boolean;
  turn: number;
  returns: number[];
  players: string[]; // names of the rules
  viewer: number; // -2 for somebody who watches
  legend: string;
  goal: string; // of the game; empty if it does not tell
  question: string;
  about: string[]; // what the card that the question names does
  choices: Choice[];
  cards: Record<string, string[]>;
  lines: { text: string; role: string }[];
  areas: Area[];
}

export interface Seat {
  who: "open" | "person" | "agent";
  name: string;
  level: string;
  deck: string;
  is_here: boolean;
  is_yours: boolean;
  was_yours: boolean;
}

export interface Proposal {
  what: "undo" | "rewind" | "restart";
  move: number;
  by: string;
  waits_for: string[];
  asks_you: boolean;
  is_yours: boolean;
}

/** A setting of the rules; mirrors `settings_of` in cardgen/preview/table/offers.py. */
export interface Setting {
  name: string;
  values: string[];
  numbers: [number, number] | null; // the smallest and the largest
  usual: string;
  does: string;
}

export interface RoomFrame {
  code: string;
  deck: string;
  title: string;
  decks: { id: string; title: string }[];
  shares_deck: boolean;
  player_counts: number[];
  difficulties: string[];
  difficulty: string;
  rules: Record<string, string>; // settings that differ from the usual ones
  first: number;
  phase: "waiting" | "playing" | "over";
  players: string[];
  languages: string[];
  seats: Seat[];
  watching: string[];
  you: { name: string; seats: number[] } | null;
  proposal: Proposal | null;
  is_edited: boolean; // whether the decks have changed since the game began
  can_apply: boolean; // whether the game can go on with them
  is_outdated: boolean; // whether a game that is stored cannot go on
  is_recorded: boolean;
  can_undo: boolean;
}

export const LEVELS = ["random", "script", "greedy", "search-50", "mcts-200"];
