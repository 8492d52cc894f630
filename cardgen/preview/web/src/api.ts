// What the server sends, and how it is asked for. The types mirror cardgen/preview/session/snapshot.py.

export interface Picture {
  key: string;
  width: number; // mm, of the trim or the page
  height: number;
  bleed: number; // mm that the picture shows beyond the trim on each side
}

export interface Place {
  file: string;
  line: number;
  column: number;
  end: number;
  sheet: string;
  cell: string;
}

export interface Face {
  id: string;
  kind: string;
  name: string;
  copies: number;
  face: Picture;
  back: Picture | null;
  outline: string;
  corner: number;
  endwise: boolean;
  place: Place | null;
  text: string;
  is_stale: boolean;
}

export interface Kind {
  name: string;
  title: string;
  role: string;
  designs: number;
  copies: number;
}

export interface Sheet {
  id: string;
  kind: string;
  title: string;
  recto: Picture;
  verso: Picture | null;
  pages: number[];
  pieces: number;
  printed_on: string;
  is_stale: boolean;
}

export interface Document {
  id: string;
  title: string;
  pages: Picture[];
  is_stale: boolean;
}

export interface Problem {
  code: string;
  severity: "error" | "warning";
  message: string;
  place: Place | null;
  expected: string;
  hints: string[];
  notes: [string, Place | null][];
  spot: Spot | null;
}

/** How grave a problem is on the page: a value that is missing is to be filled in, and an error only where a deck is made. */
export type Level = "error" | "unfilled" | "warning";
export const LEVELS: Level[] = ["error", "unfilled", "warning"];
export const levelOf = ({ code, severity }: Problem): Level => (severity === "error" && code === "E202" ? "unfilled" : severity);

/** Where a problem is seen. */
export interface Spot {
  face: string; // its id
  is_back: boolean;
  box: [number, number, number, number]; // left, top, width and height, mm
}

export interface Snapshot {
  title: string;
  subtitle: string;
  state: "good" | "faulty" | "broken";
  language: string;
  languages: string[];
  paper: string;
  card: [number, number];
  kinds: Kind[];
  faces: Face[];
  sheets: Sheet[];
  documents: Document[];
  problems: Problem[];
  instructions: Instructions | null;
  printed: Printed | null;
  missing: string[] | null; // pictures that the deck names and that do not exist; null if that is not known yet
}

/** How the deck differs from what is on paper. */
export interface Printed {
  changes: Record<string, "new" | "changed" | "more" | "fewer">; // by id of a face or a document
  missing: number;
  gone: number;
}

/** Words of one look: the words, whether they are bold, whether they are italic. */
export type Words = [string, boolean, boolean];

export interface InstructionPart {
  title: string; // empty for a remark
  paragraphs: Words[][];
  are_steps: boolean;
}

export interface Instructions {
  title: string;
  intro: Words[];
  parts: InstructionPart[];
}

interface ListDifference<Item> {
  set: Record<string, Item>;
  order?: string[];
}

type Listed = "faces" | "sheets" | "documents";
export type Difference = Partial<Omit<Snapshot, Listed>> & {
  faces?: ListDifference<Face>;
  sheets?: ListDifference<Sheet>;
  documents?: ListDifference<Document>;
};

export type Matrix = [number, number, number][];

export interface About {
  version: string;
  decks: { id: string; title: string; file: string }[];
  options: Record<string, string | number | boolean | string[]>;
  papers: { name: string; size: [number, number] }[];
  cards: { name: string; size: [number, number] }[];
  panel: PanelOption[];
  visions: Record<string, Matrix>;
}

/** An option of the print panel, as it is declared; without words and without a list, its value is typed. */
export interface PanelOption {
  name: string;
  label: string;
  words: [string, string][];
  hint: string;
  rare: boolean;
}

/** Options of the build that a page changes for itself, by the names of the address. */
export type Options = Record<string, string>;

/** Ask for what a page begins with; while the server cannot be reached or is busy, tell so and ask again each second. */
export async function askFirst<Answer>(url: string, onFailure: (message: string) => void): Promise<Answer> {
  for (;;) {
    try {
      return await answered<Answer>(await reached(url, {}));
    } catch (error) {
      if (!(error instanceof Refusal && (error.status === 0 || error.status > 500))) throw error;
      onFailure(error.message);
    }
    await new Promise((resolve) => window.setTimeout(resolve, 1000));
  }
}

/** A request that was not answered as hoped; the message is for people. */
export class Refusal extends Error {
  constructor(
    readonly status: number, // of HTTP; 0 if the server cannot be reached
    message: string,
    readonly data: unknown = null,
  ) {
    super(message);
  }
}

/** Ask the server about a deck: with GET, or with POST and JSON if there is something to send. */
export async function ask<Answer>(deck: string, rest: string, options: Options = {}, body?: unknown): Promise<Answer> {
  const sent = body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return answered<Answer>(await reached(address(deck, rest, options), sent));
}

/** Ask as `ask` does, and send a file as it is. */
export async function sendFile<Answer>(deck: string, rest: string, options: Options, file: Blob): Promise<Answer> {
  return answered<Answer>(await reached(address(deck, rest, options), { method: "POST", body: file }));
}

export async function reached(url: string, sent: RequestInit): Promise<Response> {
  try {
    return await fetch(url, sent);
  } catch {
    throw new Refusal(0, "The preview does not answer; is it still running?");
  }
}

export async function answered<Answer>(answer: Response): Promise<Answer> {
  const isJson = answer.headers.get("content-type")?.startsWith("application/json");
  const data: unknown = isJson ? await answer.json() : await answer.text();
  if (!answer.ok) throw new Refusal(answer.status, isJson ? ((data as { message?: string }).message ?? "") : String(data), data);
  return data as Answer;
}

export function address(deck: string, rest: string, options: Options): string {
  const query = new URLSearchParams(options).toString();
  return `/api/decks/${encodeURIComponent(deck)}/${rest}${query ? `?${query}` : ""}`;
}

export function pictureAddress(deck: string, options: Options, key: string, dpi: number): string {
  return address(deck, `pictures/${key}-${dpi}.png`, options);
}

export interface Follower {
  onSnapshot(snapshot: Snapshot): void;
  onChange(difference: Difference): void;
  onBusy(isBusy: boolean): void;
  onFiles(): void;
  onConnection(isConnected: boolean): void;
}

/**
 * Follow a deck until the returned function is called. The browser connects again by itself after the server was
 * stopped; a refusal ends that, so it is tried again here.
 */
export function follow(deck: string, options: Options, follower: Follower): () => void {
  let source: EventSource | null = null;
  let again = 0;
  let isClosed = false;

  function open(): void {
    source = new EventSource(address(deck, "events", options));
    const read = <Data>(name: string, take: (data: Data) => void): void => {
      source?.addEventListener(name, (event) => take(JSON.parse((event as MessageEvent<string>).data)));
    };
    source.onopen = () => {
      follower.onBusy(false); // the lost stream may have said that a build takes long, and never that it ended
      follower.onConnection(true);
    };
    source.onerror = () => {
      follower.onConnection(false);
      if (source?.readyState === EventSource.CLOSED && !isClosed) again = window.setTimeout(open, 1000);
    };
    read<Snapshot>("snapshot", (data) => follower.onSnapshot(data));
    read<Difference>("change", (data) => follower.onChange(data));
    read<number>("files", () => follower.onFiles());
    read<boolean>("busy", (data) => follower.onBusy(data));
  }

  open();
  return () => {
    isClosed = true;
    window.clearTimeout(again);
    source?.close();
  };
}

function changedList<Item extends { id: string }>(items: Item[], change: ListDifference<Item> | undefined): Item[] {
  if (!change) return items;
  const known = new Map(items.map((item) => [item.id, item]));
  for (const [id, item] of Object.entries(change.set)) known.set(id, item);
  const order = change.order ?? items.map((item) => item.id);
  return order.flatMap((id) => known.get(id) ?? []);
}

export function applyDifference(before: Snapshot, change: Difference): Snapshot {
  const { faces, sheets, documents, ...values } = change;
  return {
    ...before,
    ...values,
    faces: changedList(before.faces, faces),
    sheets: changedList(before.sheets, sheets),
    documents: changedList(before.documents, documents),
  };
}
