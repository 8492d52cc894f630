// The connection of a page with a room: what the server has told, and what is asked of it.
import { useValue } from "./listening";
import type { Area, LogEntry, Outlook, RoomFrame, View } from "./table-types";

export interface TableState {
  status: "connecting" | "open" | "away" | "closed";
  language: string;
  languages: string[];
  words: Record<string, string>;
  room: RoomFrame | null;
  view: View | null;
  handOver: boolean; // the screen is on its way to the next person at it
  log: LogEntry[];
  seen: number; // moves that were made before the last decision of this page
  changed: ReadonlySet<string>; // places that are others since then
  selected: string[]; // places that the person has chosen so far
  isWaiting: boolean; // for the answer to a choice
  decided: number; // the game in which this page has taken a choice about a piece
  outlook: Record<number, Outlook>; // what choices would change, by their numbers, as far as it was told
  refusal: string; // key of the words, without `refused_`
  problems: string[];
  notice: string;
}

const NOTHING: TableState = {
  status: "connecting",
  language: "",
  languages: [],
  words: {},
  room: null,
  view: null,
  handOver: false,
  log: [],
  seen: 0,
  changed: new Set(),
  selected: [],
  isWaiting: false,
  decided: 0,
  outlook: {},
  refusal: "",
  problems: [],
  notice: "",
};
const FINAL = [4404, 4429, 4503, 4500]; // why the server closes a connection for good
const AGAIN = [300, 1000, 2000, 4000]; // milliseconds until the next trial
const MOST_SENT = 3; // connections on which a choice is sent, if they end before it is answered

/** A choice that the server has not answered yet. */
interface Taking {
  choice: number;
  view: View; // in which it was chosen
  socket: WebSocket | null; // on which it was sent
  sent: number; // how often it was sent
}

type Frame = { type: string } & Record<string, any>;

/** A room as this page sees it. */
export class TableClient {
  state: TableState = NOTHING;
  private readonly listeners = new Set<() => void>();
  private socket: WebSocket | null = null;
  private trials = 0;
  private timer = 0;
  private isClosed = false;
  private taking: Taking | null = null;
  private unsent = new Set<string>(); // messages that wait for a connection
  private looks: { language: string; card?: [number, number] }; // size of the cards in mm
  private tried = -1; // the choice from which on outlooks were asked for last; -1 if the answer has come
  private before = new Map<string, string>(); // the table at the last decision of this page

  /**
   * @param code of the room
   * @param secret by which the seat is taken again; empty for none
   * @param keep is called with a new secret, or with an empty one that serves no more
   */
  constructor(
    readonly code: string,
    private secret: string,
    language: string,
    private readonly keep: (secret: string) => void = () => undefined,
  ) {
    this.looks = { language };
    this.open();
  }

  use(): TableState {
    return useValue(this.listeners, () => this.state);
  }

  close(): void {
    this.isClosed = true;
    window.clearTimeout(this.timer);
    this.socket?.close();
  }

  /** The link by which the seat of this page is taken on another device; empty for somebody who watches. */
  get ownLink(): string {
    return this.secret ? `${this.link}#${this.secret}` : "";
  }

  get link(): string {
    return `${location.origin}/t/${this.code}`;
  }

  /** Send a message, or keep it until there is a connection again: once, however often it was asked for meanwhile. */
  say(what: string, more: object = {}): void {
    const message = JSON.stringify({ do: what, ...more });
    if (this.isOpen) this.socket!.send(message);
    else this.unsent.add(message);
  }

  /** Choose the language of the words, or the size of the cards, which is 0 as long as none is drawn. */
  look(change: Partial<TableClient["looks"]>): void {
    if (change.card && !change.card[0]) return;
    this.looks = { ...this.looks, ...change };
    if (this.isOpen) this.say("look", change);
  }

  private get isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Take a choice by its number; only one at a time. Without a connection it is sent when there is one again. */
  take(choice: number): void {
    const { view } = this.state;
    if (!view || this.taking) return;
    this.before = tableOf(view.areas);
    this.taking = { choice, view, socket: null, sent: 0 };
    this.set({ isWaiting: true, refusal: "", seen: view.move, changed: new Set(), decided: hasLit(view) ? view.game : this.state.decided });
    if (this.isOpen) this.sendTaking(this.taking);
  }

  private sendTaking(taking: Taking): void {
    taking.socket = this.socket;
    taking.sent += 1;
    this.say("take", { game: taking.view.game, move: taking.view.move, choice: taking.choice });
  }

  /** Send the choice again if its connection ended before the answer, and forget it if it cannot be taken any more. */
  private keepTaking({ game, move, choices }: Pick<View, "game" | "move" | "choices">): void {
    const { taking } = this;
    if (!taking) return;
    const isSame = game === taking.view.game && move === taking.view.move;
    if (isSame && taking.socket === this.socket) return;
    const isPossible = isSame && taking.sent < MOST_SENT && JSON.stringify(choices) === JSON.stringify(taking.view.choices);
    if (isPossible) this.sendTaking(taking);
    else this.taking = null;
  }

  /** Ask what a choice and those after it would change, one request at a time. */
  foresee(choice: number): void {
    const { view, outlook } = this.state;
    if (!view || !this.isOpen || this.tried >= 0 || outlook[choice] || choice >= view.choices.length) return;
    this.tried = choice;
    this.say("try", { move: view.move, choice });
  }

  undo(): void {
    if (this.state.room?.can_undo) this.say("undo");
  }

  /**
   * Select the places of a choice one after the other; the last that leaves a single choice takes it.
   *
   * @param isFinger whether a first place is only selected, so that a person who touches a card to read it does not play it; a
   * second touch takes its single choice
   */
  select(place: string, isFinger = false): void {
    const { view, selected } = this.state;
    if (!view) return;
    const isAgain = selected.includes(place);
    const left = choicesAt(view, isAgain ? selected : [...selected, place]);
    if (left.length === 1 && (isFinger ? selected.length : !isAgain)) return this.take(left[0]!);
    if (isAgain) return this.set({ selected: selected.filter((one) => one !== place) });
    if (!left.length) return this.set({ selected: choicesAt(view, [place]).length ? [place] : [] });
    this.set({ selected: [...selected, place] });
  }

  clearSelection(): void {
    this.set({ selected: [] });
  }

  dismiss(): void {
    this.set({ refusal: "", problems: [], notice: "" });
  }

  private set(change: Partial<TableState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }

  private open(): void {
    const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/rooms/${encodeURIComponent(this.code)}/socket`;
    const socket = (this.socket = new WebSocket(url));
    this.tried = -1;
    socket.onopen = () => {
      this.say("enter", { ...this.looks, ...(this.secret ? { secret: this.secret } : {}) });
      for (const message of this.unsent) socket.send(message);
      this.unsent.clear();
    };
    socket.onmessage = (event: MessageEvent<string>) => this.hear(JSON.parse(event.data) as Frame);
    socket.onclose = (event) => {
      if (this.isClosed || this.socket !== socket) return;
      const isFinal = FINAL.includes(event.code);
      this.set({ status: isFinal ? "closed" : "away" });
      const wait = AGAIN[Math.min(this.trials++, AGAIN.length - 1)]!;
      if (!isFinal) this.timer = window.setTimeout(() => this.open(), wait);
    };
  }

  private hear({ type, ...told }: Frame): void {
    if (type === "words") this.set({ language: told.language, languages: told.languages, words: told.words });
    else if (type === "you") {
      this.secret = told.secret;
      this.keep(told.secret);
    } else if (type === "room") this.hearRoom(told as unknown as RoomFrame);
    else if (type === "game") this.hearGame(told as unknown as View & { hand_over: boolean; log: LogEntry[]; log_is_new: boolean });
    else if (type === "outlook") this.hearOutlook(told as unknown as { move: number; choices: Record<number, Outlook> });
    else if (type === "notice") this.set({ notice: this.said(told.key, told) });
    else if (type === "refused") {
      if (told.reason === "secret") this.keep((this.secret = ""));
      this.taking = null;
      this.set({ refusal: told.reason, problems: told.problems, isWaiting: false });
    }
  }

  private hearRoom(room: RoomFrame): void {
    this.trials = 0;
    if (!room.you && this.state.room?.you) this.keep((this.secret = ""));
    this.set({ room, status: "open" });
  }

  private hearGame({ hand_over, log, log_is_new, ...view }: View & { hand_over: boolean; log: LogEntry[]; log_is_new: boolean }): void {
    const isOther = view.game !== this.state.view?.game;
    this.keepTaking(view);
    const isWaiting = this.taking !== null;
    if (hand_over) {
      this.before = new Map();
      return this.set({ view: { ...view, areas: [], lines: [], choices: [], players: [] } as unknown as View, handOver: true, log: [], selected: [], isWaiting });
    }
    const isNew = log_is_new || isOther;
    if (isOther || !this.before.size || view.move < this.state.seen) this.before = tableOf(view.areas);
    const now = tableOf(view.areas);
    const changed = new Set([...now].flatMap(([place, what]) => (this.before.get(place) === what ? [] : [place])));
    const seen = isOther ? view.move : Math.min(this.state.seen, view.move);
    const isSame = !isOther && view.move === this.state.view?.move;
    this.set({
      view,
      handOver: false,
      log: isNew ? log : [...this.state.log, ...log],
      seen,
      changed,
      selected: isSame ? this.state.selected : [],
      outlook: isSame ? this.state.outlook : {},
      isWaiting,
      notice: !isOther && view.move > (this.state.view?.move ?? 0) ? "" : this.state.notice,
    });
    if (view.choices.length) this.foresee(0);
  }

  private hearOutlook({ move, choices }: { move: number; choices: Record<number, Outlook> }): void {
    const wasTried = this.tried;
    this.tried = -1;
    const isOfNow = move === this.state.view?.move;
    if (isOfNow) this.set({ outlook: { ...this.state.outlook, ...choices } });
    const next = isOfNow ? this.state.view!.choices.findIndex((_, number) => !this.state.outlook[number]) : 0;
    if (next >= 0 && !(isOfNow && next === wasTried)) this.foresee(next);
  }

  private said(key: string, values: Record<string, string>): string {
    return filled(this.state.words[key] ?? key, values);
  }
}

/** Return the numbers of the choices that are about all of some places. */
export function choicesAt(view: View, places: string[]): number[] {
  return view.choices.flatMap((choice, number) => (places.every((place) => choice.places.includes(place)) ? [number] : []));
}

/** Return whether choices are about pieces on the table. */
export const hasLit = (view: View) => view.choices.some((choice) => choice.places.length);

/** Return words of the table with their gaps filled. */
export function filled(words: string, values: Record<string, string | number>): string {
  return words.replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
}

/** Return a function that finds words by their keys. */
export function sayer(state: TableState): (key: string, values?: Record<string, string | number>) => string {
  return (key, values = {}) => filled(state.words[key] ?? key, values);
}
export type Say = ReturnType<typeof sayer>;

/** Return the names of the players by the rules, in the language of this page where the game has it. */
export function playersOf({ view, room }: TableState): string[] {
  return view?.players.length ? view.players : (room?.players ?? []);
}

/** Return the name of a player for this page: the person, and for the person at it "you", unless the name must stand in a sentence. */
export function nameOf(state: TableState, player: number, saysYou = true): string {
  const seat = state.room?.seats[player];
  const words = sayer(state);
  const ruled = playersOf(state)[player] ?? words("seat", { number: player + 1 });
  if (!seat) return ruled;
  const own = (state.room?.you?.seats.length ?? 0) < 2 && seat.is_yours;
  if (own && saysYou) return words("you");
  if (seat.who === "person" && seat.name) return seat.is_yours && !own ? ruled : seat.name;
  return ruled;
}

/** Return words in which players without a name of their own, such as "Player 2", are named as the people who play. */
export function named(state: TableState, text: string, saysYou = true): string {
  return playersOf(state).reduce((words, player, number) => {
    if (!/ \d+$/.test(player) || !words.includes(player)) return words;
    return words.split(new RegExp(`${player.replace(/[^\p{L}\p{N} ]/gu, "\\$&")}(?!\\d)`, "u")).join(nameOf(state, number, saysYou));
  }, text);
}

function tableOf(areas: Area[]): Map<string, string> {
  return new Map(areas.flatMap((area) => area.pieces.map((one) => [one.place, [one.piece, one.side, one.count, one.note, one.turn].join(" ")])));
}
