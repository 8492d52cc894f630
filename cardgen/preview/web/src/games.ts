// A game that people play in the page: what the server has told of it, and what is asked of it.
import { useEffect, useState } from "preact/hooks";
import { address, ask, type Face, type Options, Refusal, type Snapshot } from "./api";
import { useValue } from "./listening";
import { getState, onConnected, onFiles } from "./store";

/** What can be played; mirrors cardgen/preview/tryit/offers.py. */
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

export interface PlacedPiece {
  place: string;
  name: string;
  piece: string; // KIND/ID; KIND/ for one that nobody may know; empty for an empty place
  deck: number;
  side: "face" | "back";
  count: number;
  note: string;
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
}

export interface Choice {
  text: string;
  piece: string;
  deck: number;
  places: string[];
}

/** What is seen of a game; mirrors cardgen/preview/tryit/table.py. */
export interface GameView {
  game: string;
  move: number;
  seed: number;
  players: string[];
  people: number;
  viewer: number;
  is_over: boolean;
  is_thinking: boolean;
  hand_over: string;
  question: string;
  choices: Choice[];
  areas: Area[];
  lines: { text: string; role: string }[];
  news: string[];
  log: string[];
  can_undo: boolean;
}

/** What a person wants to play. */
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
  decks: string[]; // names of the decks of the game, by their numbers
  view: GameView | null;
  isWaiting: boolean;
  failure: string;
  selected: string[]; // places that the person has chosen so far
  isOld: boolean; // whether the deck has been edited since the game began
}

const KEPT = "cardgen-game";
const NOTHING: Playing = { deck: "", offer: null, decks: [], view: null, isWaiting: false, failure: "", selected: [], isOld: false };
let playing: Playing = NOTHING;
const listeners = new Set<() => void>();

function set(change: Partial<Playing>): void {
  playing = { ...playing, ...change };
  for (const listener of listeners) listener();
}

export const usePlaying = (): Playing => useValue(listeners, () => playing);

onFiles(() => set({ isOld: playing.view !== null }));
onConnected(() => playing.view && void act("view"));

/** Ask what can be played with the deck of the page, and find the game that this window plays with it. */
export async function enter(): Promise<void> {
  const { deck } = getState();
  snapshots.clear();
  if (playing.deck !== deck) {
    set({ ...NOTHING, deck });
    const kept = keptGame();
    if (kept?.deck === deck) {
      set({ decks: kept.decks });
      await act("view", {}, kept.game);
    }
  }
  try {
    const offer = await ask<Offer>(deck, "offer");
    if (playing.deck === deck) set({ offer });
  } catch (error) {
    fail(error);
  }
}

/** Begin a game. */
export async function begin(wanted: Wanted): Promise<void> {
  const { deck } = getState();
  snapshots.clear(); // the opponent may have been edited
  const decks = wanted.shares_deck ? [deck] : [deck, wanted.opponent || deck];
  await settle(() => ask<GameView>(deck, "games", getState().options, { ...wanted, card: card() }), { decks, isOld: false });
}

/** Ask something of the game: `view`, `take`, `undo` or `look`. */
export async function act(name: string, body: object = {}, game = playing.view?.game): Promise<void> {
  if (game) await settle(() => ask<GameView>(playing.deck, `games/${game}/${name}`, getState().options, { ...body, card: card() }));
}

/** Take a choice by its number; only one at a time. */
export function take(choice: number): void {
  if (playing.view && !playing.isWaiting) void act("take", { move: playing.view.move, choice });
}

export function undo(): void {
  if (playing.view?.can_undo && !playing.isWaiting) void act("undo");
}

/** Leave the game, to begin another one. */
export function leave(): void {
  keep(null);
  set({ view: null, selected: [], failure: "" });
}

/** Select the places of a choice one after the other; the last that leaves a single choice takes it. */
export function select(place: string): void {
  const { view, selected } = playing;
  if (!view) return;
  if (selected.includes(place)) return set({ selected: selected.filter((one) => one !== place) });
  const left = choicesAt(view, [...selected, place]);
  if (!left.length) return set({ selected: choicesAt(view, [place]).length ? [place] : [] });
  if (left.length === 1) return take(left[0]!);
  set({ selected: [...selected, place] });
}

export function clearSelection(): void {
  set({ selected: [] });
}

/** Return the numbers of the choices that are about all of some places. */
export function choicesAt(view: GameView, places: string[]): number[] {
  return view.choices.flatMap((choice, number) => (places.every((place) => choice.places.includes(place)) ? [number] : []));
}

export function recordAddress(view: GameView): string {
  return address(playing.deck, `games/${view.game}/record`, {});
}

let asks = 0;
let answered = 0; // the newest ask that has been answered

async function settle(asked: () => Promise<GameView>, more: Partial<Playing> = {}): Promise<void> {
  const { deck } = playing;
  const number = ++asks;
  set({ isWaiting: true, failure: "" });
  try {
    const view = await asked();
    if (playing.deck !== deck || number < answered) return; // an answer that was overtaken is an older state of the game
    answered = number;
    set({ ...more, view, selected: [], isWaiting: false });
    keep({ deck, game: view.game, decks: playing.decks });
    if (view.is_thinking) window.setTimeout(() => playing.view === view && void act("view"), 20);
  } catch (error) {
    if (playing.deck !== deck) return;
    if (error instanceof Refusal && error.status === 410) leave();
    set({ isWaiting: false });
    fail(error);
  }
}

function fail(error: unknown): void {
  set({ failure: error instanceof Error ? error.message : String(error) });
}

function card(): [number, number] | undefined {
  return getState().snapshot?.card;
}

interface Kept {
  deck: string;
  game: string;
  decks: string[];
}

function keptGame(): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}

function keep(game: Kept | null): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(game));
  } catch {
    // a browser that keeps nothing: the game is found again as long as the page is open
  }
}

const snapshots = new Map<string, Promise<Snapshot>>();

/** Return the pieces of a deck by their ids: of the deck of the page as they are now, of another one as they were. */
export function useFaces(deck: string, options: Options, snapshot: Snapshot): Map<string, Face> {
  const isOwn = deck === getState().deck;
  const key = `${deck} ${JSON.stringify(options)}`;
  const [other, setOther] = useState<Snapshot | null>(null);
  useEffect(() => {
    if (isOwn) return;
    let isObsolete = false;
    if (!snapshots.has(key)) snapshots.set(key, ask<Snapshot>(deck, "snapshot", options));
    snapshots.get(key)!.then(
      (found) => !isObsolete && setOther(found),
      () => snapshots.delete(key),
    );
    return () => {
      isObsolete = true;
    };
  }, [key, isOwn]);
  return facesById(isOwn ? snapshot : other);
}

const indexed = new WeakMap<Snapshot, Map<string, Face>>();

function facesById(snapshot: Snapshot | null): Map<string, Face> {
  if (!snapshot) return new Map();
  let found = indexed.get(snapshot);
  if (!found) {
    found = new Map(snapshot.faces.map((face) => [face.id, face]));
    // `KIND/` stands for any piece of a kind, of which only the back is seen.
    for (const face of snapshot.faces) if (!found.has(`${face.kind}/`)) found.set(`${face.kind}/`, face);
    indexed.set(snapshot, found);
  }
  return found;
}
