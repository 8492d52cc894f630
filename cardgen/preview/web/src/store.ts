// The state of the page: what the server has sent, and what the user has chosen. Components read it with `useStore`.
import { type About, applyDifference, askFirst, type Face, follow, levelOf, type Options, type Snapshot } from "./api";
import { useValue } from "./listening";

export type Vision = "" | "grey" | "deuteranopia" | "protanopia" | "tritanopia";

/** What the user has chosen about looking, kept in this browser. */
export interface Looking {
  theme: "" | "light" | "dark";
  zoom: number; // of cards: screen pixels per mm
  sheetZoom: number; // of sheets and documents: share of the width of the window
  tableZoom: number; // of the table that is played on: 1 fits into the window
  pixelsPerMm: number; // of this screen, by calibration
  isCalibrated: boolean;
  showsBleed: boolean;
  showsSafe: boolean;
  showsBacks: boolean;
  vision: Vision;
  editorIsOpen: boolean;
  editorWidth: number; // share of the width of the window
  yamlIsTable: boolean; // whether the cards of a YAML file are shown as a table
  csvIsTable: boolean;
}

export interface State {
  about: About | null;
  failure: string;
  deck: string;
  options: Options;
  snapshot: Snapshot | null;
  isConnected: boolean;
  isBusy: boolean;
  changed: ReadonlySet<string>; // ids of faces and sheets that the last edit changed
  edit: number; // counts the edits, so that equal ones are told apart
  tab: string;
  selected: string; // id of the face that is shown large; empty for none
  search: string;
  showsChanged: boolean; // only what differs from the last print
  kind: string; // name of the only kind that is shown; empty for all
  problemsAreOpen: boolean;
  notice: string; // what has just happened, for some seconds
  dialog: "" | "calibrate" | "keys";
  looking: Looking;
}

/** Share of the window from which on the editor has it alone. */
export const WIDE = 0.9;
const CSS_PIXELS_PER_MM = 96 / 25.4;
const KEPT = "cardgen-preview";

function keptLooking(): Looking {
  const usual: Looking = {
    theme: "",
    zoom: innerWidth < 500 ? 4 : 4.5, // on a phone, two cards of a usual size side by side
    sheetZoom: innerWidth < 500 ? 0.44 : 0.2, // on a phone, both sides of a sheet side by side
    tableZoom: 1,
    pixelsPerMm: CSS_PIXELS_PER_MM,
    isCalibrated: false,
    showsBleed: false,
    showsSafe: false,
    showsBacks: false,
    vision: "",
    editorIsOpen: false,
    editorWidth: 0.46,
    yamlIsTable: false,
    csvIsTable: true,
  };
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(KEPT) ?? "{}") };
  } catch {
    return usual;
  }
}

function addressOptions(): { deck: string; options: Options } {
  const options: Options = Object.fromEntries(new URLSearchParams(location.search));
  const { deck = "", ...rest } = options;
  return { deck, options: rest };
}

function addressTab(): { tab: string; selected: string } {
  const [tab = "", ...rest] = decodeURIComponent(location.hash.replace(/^#\/?/, "")).split("/");
  return { tab: tab || "cards", selected: rest.join("/") };
}

let state: State = {
  about: null,
  failure: "",
  ...addressOptions(),
  ...addressTab(),
  snapshot: null,
  isConnected: true,
  isBusy: false,
  changed: new Set(),
  edit: 0,
  search: "",
  showsChanged: false,
  kind: "",
  problemsAreOpen: false,
  notice: "",
  dialog: "",
  looking: keptLooking(),
};
const listeners = new Set<() => void>();
const hearers = { snapshot: new Set<() => void>(), files: new Set<() => void>(), connected: new Set<() => void>(), leave: new Set<() => void>() };

/** Call a function after each new state of the deck. */
export const onSnapshot = (hear: () => void): void => void hearers.snapshot.add(hear);
/** Call a function when files of the deck have changed. */
export const onFiles = (hear: () => void): void => void hearers.files.add(hear);
/** Call a function when the server can be reached, also for the first time: what happened before was not told. */
export const onConnected = (hear: () => void): void => void hearers.connected.add(hear);
/** Call a function before another deck is shown. */
export const onLeave = (hear: () => void): void => void hearers.leave.add(hear);
let lastNotice = 0;

/** Tell the user something for some seconds. */
export function notify(notice: string): void {
  update({ notice });
  window.clearTimeout(lastNotice);
  lastNotice = window.setTimeout(() => update({ notice: "" }), 7000);
}

let stopFollowing: () => void = () => undefined;

export function getState(): State {
  return state;
}

export function update(change: Partial<State>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

export function look(change: Partial<Looking>): void {
  const looking = { ...state.looking, ...change };
  try {
    localStorage.setItem(KEPT, JSON.stringify(looking));
  } catch {
    // a browser that keeps nothing: the choice lasts as long as the page
  }
  update({ looking });
}

/** Let the style sheet know the theme, and how colours are seen. */
export function applyLook(theme: string, vision: Vision): void {
  const { dataset } = document.documentElement;
  if (theme) dataset.theme = theme;
  else delete dataset.theme;
  dataset.vision = vision;
}

/** Return the state, and draw the component again when it changes. */
export const useStore = (): State => useValue(listeners, getState);

/** Return a part of the state, and draw the component again only when that part is another one: for what there is a thousand of. */
export const useSelected = <T,>(select: (state: State) => T): T => useValue(listeners, () => select(state));

/** Show another tab, or a face large. */
export function go(tab: string, selected = ""): void {
  const hash = `#/${[tab, selected].filter(Boolean).join("/")}`;
  if (hash !== location.hash) history.pushState(null, "", hash);
  update({ tab, selected });
}

/** Set an option of the build for this page; an empty value takes the default of the command again. */
export function setOption(name: string, value: string): void {
  const options = { ...state.options };
  if (value) options[name] = value;
  else delete options[name];
  open(state.deck, options);
}

export function open(deck: string, options: Options): void {
  const isOther = deck !== state.deck;
  if (isOther) hearers.leave.forEach((hear) => hear());
  update({ deck, options, ...(isOther ? { snapshot: null, selected: "", search: "", kind: "", showsChanged: false } : {}), changed: new Set() });
  stateOptions();
  connect();
}

/** Write the deck and its options into the address, also into an older one that the browser went back to. */
function stateOptions(): void {
  const { deck, options } = state;
  const query = new URLSearchParams({ ...(deckIsImplied(deck) ? {} : { deck }), ...options }).toString();
  history.replaceState(null, "", `${location.pathname}${query ? `?${query}` : ""}${location.hash}`);
}

function deckIsImplied(deck: string): boolean {
  return (state.about?.decks.length ?? 0) < 2 && deck === state.about?.decks[0]?.id;
}

function connect(): void {
  stopFollowing();
  stopFollowing = follow(state.deck, state.options, {
    onSnapshot: show,
    onChange: (change) => state.snapshot && show(applyDifference(state.snapshot, change)),
    onBusy: (isBusy) => update({ isBusy }),
    onFiles: () => hearers.files.forEach((hear) => hear()),
    onConnection: (isConnected) => {
      if (isConnected !== state.isConnected) update({ isConnected });
      if (isConnected) hearers.connected.forEach((hear) => hear());
    },
  });
}

function show(snapshot: Snapshot): void {
  const before = state.snapshot;
  const isWrong = ({ problems }: Snapshot) => problems.some((problem) => levelOf(problem) === "error");
  const had = before ? isWrong(before) : false;
  const has = isWrong(snapshot);
  const changed = before && before.language === snapshot.language ? changedIds(before, snapshot) : new Set<string>();
  update({
    snapshot,
    changed,
    edit: state.edit + 1,
    problemsAreOpen: has && !had ? true : had && !has ? false : state.problemsAreOpen,
  });
  if (before) followRenamed(before, snapshot);
  hearers.snapshot.forEach((hear) => hear());
  document.title = `${has ? "✕ " : ""}${snapshot.title} – cardgen preview`;
}

/** Keep showing a card whose id has become another one with its name: the one that now stands where it stood. */
function followRenamed(before: Snapshot, after: Snapshot): void {
  const named = ({ faces }: Snapshot) => faces.find((face) => face.id === state.selected);
  const old = named(before);
  if (!old?.place || named(after)) return;
  const { file, line, sheet, cell } = old.place;
  const now = after.faces.find(({ kind, place }) => kind === old.kind && place?.file === file && place.line === line && place.sheet === sheet && place.cell === cell);
  if (now) showInstead(now.id);
}

/** Show another face large, in the same entry of the history. */
export function showInstead(id: string): void {
  history.replaceState(null, "", `#/cards/${id}`);
  update({ selected: id });
}

function changedIds(before: Snapshot, after: Snapshot): Set<string> {
  const known = new Map(before.faces.map((face) => [face.id, face]));
  const sheets = new Map(before.sheets.map((sheet) => [sheet.id, sheet]));
  const found = new Set<string>();
  for (const face of after.faces) {
    const old = known.get(face.id);
    if (!old || old.face.key !== face.face.key || old.back?.key !== face.back?.key) found.add(face.id);
  }
  for (const sheet of after.sheets) {
    const old = sheets.get(sheet.id);
    if (!old || old.recto.key !== sheet.recto.key || old.verso?.key !== sheet.verso?.key) found.add(`sheet ${sheet.id}`);
  }
  return found;
}

const foldedTexts = new WeakMap<Face, string>();

/** Return the faces that the search, the choice of a kind and that of what has changed leave. */
export function shownFaces(now: State): Face[] {
  const words = folded(now.search).split(/\s+/).filter(Boolean);
  return (now.snapshot?.faces ?? []).filter((face) => {
    if (now.kind && face.kind !== now.kind) return false;
    if (now.showsChanged && now.snapshot?.printed && !now.snapshot.printed.changes[face.id]) return false;
    if (!words.length) return true;
    const text = foldedTexts.get(face) ?? folded(`${face.name} ${face.id} ${face.text}`);
    foldedTexts.set(face, text);
    return words.every((word) => text.includes(word));
  });
}

function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Follow the address, which names the tab and the face that is shown large. */
export function followAddress(): void {
  addEventListener("hashchange", () => update(addressTab()));
  addEventListener("popstate", () => {
    update(addressTab());
    if (state.about) stateOptions(); // else it is the gallery, whose address states none
  });
}

export async function start(): Promise<void> {
  followAddress();
  try {
    const about = await askFirst<About>("/api/preview", (failure) => update({ failure }));
    const known = about.decks.some((deck) => deck.id === state.deck);
    update({ about, deck: known ? state.deck : (about.decks[0]?.id ?? ""), failure: "" });
    connect();
  } catch (error) {
    update({ failure: String(error instanceof Error ? error.message : error) });
  }
}
