// The game that people play in the workshop: a room of this page, which others can be invited to.
import { ask, Refusal } from "./api";
import { useValue } from "./listening";
import { getState, onConnected } from "./store";
import { TableClient } from "./table-client";

/** What can be played; mirrors cardgen/preview/table/offers.py. */
export interface Offer {
  is_playable: boolean;
  has_rules: boolean;
  problems: string[];
  opponents?: string[];
  shares_deck?: boolean;
  player_counts?: number[];
  levels?: string[];
  difficulties?: string[];
}

/** What a person wants to play; with no people, the room is open and others take the seats. */
export interface Wanted {
  opponent: string;
  shares_deck: boolean;
  players: number;
  people: number;
  level: string;
  seed: number;
  first: number;
  difficulty: string;
}

interface Playing {
  deck: string; // that the following is about
  offer: Offer | null;
  client: TableClient | null;
  isWaiting: boolean;
  failure: string;
  invitation: string; // the link of a room that was opened for others
}

const KEPT = "cardgen-room";
const NOTHING: Playing = { deck: "", offer: null, client: null, isWaiting: false, failure: "", invitation: "" };
let playing: Playing = NOTHING;
const listeners = new Set<() => void>();

function set(change: Partial<Playing>): void {
  playing = { ...playing, ...change };
  for (const listener of listeners) listener();
}

export const usePlaying = (): Playing => useValue(listeners, () => playing);

/** Ask what can be played with the deck of the page, and find the game that this window plays with it. */
export async function enter(): Promise<void> {
  const { deck } = getState();
  if (playing.deck !== deck) {
    playing.client?.close();
    set({ ...NOTHING, deck });
    const kept = keptRoom();
    if (kept?.deck === deck) connect(kept.code, kept.secret);
  }
  try {
    const offer = await ask<Offer>(deck, "offer");
    if (playing.deck === deck) set({ offer, failure: "" });
  } catch (error) {
    if (playing.deck === deck) set({ failure: error instanceof Error ? error.message : String(error) });
  }
}

/** Begin a game, or open a room for others. */
export async function begin({ opponent, shares_deck, ...wanted }: Wanted): Promise<void> {
  const { deck } = playing;
  set({ isWaiting: true, failure: "", invitation: "" });
  try {
    const decks = shares_deck ? [deck] : [deck, opponent || deck];
    const { people, seed, ...open } = wanted;
    const sent = JSON.stringify({ decks, ...open, ...(people ? { people, seed } : {}) });
    const answer = await fetch("/api/rooms", { method: "POST", headers: { "content-type": "application/json" }, body: sent });
    if (!answer.ok) throw new Refusal(answer.status, await told(answer));
    const { code, secret } = (await answer.json()) as { code: string; secret: string };
    if (playing.deck !== deck) return; // another one is shown by now
    set({ isWaiting: false });
    if (people) connect(code, secret);
    else set({ invitation: `${location.origin}/t/${code}` });
  } catch (error) {
    if (playing.deck === deck) set({ isWaiting: false, failure: error instanceof Error ? error.message : String(error) });
  }
}

async function told(answer: Response): Promise<string> {
  const text = await answer.text();
  try {
    return (JSON.parse(text) as { message: string }).message;
  } catch {
    return text;
  }
}

function connect(code: string, secret: string): void {
  keep({ deck: playing.deck, code, secret });
  set({ client: new TableClient(code, secret, getState().options.lang ?? getState().snapshot?.language ?? "en") });
}

export function undo(): void {
  playing.client?.undo();
}

/** Leave the game, to begin another one. */
export function leave(): void {
  keep(null);
  playing.client?.close();
  set({ client: null, failure: "" });
}

interface Kept {
  deck: string;
  code: string;
  secret: string;
}

function keptRoom(): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}

function keep(room: Kept | null): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(room));
  } catch {
    // a browser that keeps nothing: the game is found again as long as the page is open
  }
}

onConnected(() => {
  if (playing.deck === getState().deck && !playing.offer) void enter();
});
