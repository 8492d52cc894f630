// Making PDFs and exports, and marking what is on paper. The work goes on while another tab is shown.
import { address, ask, type Instructions, type Options, type Problem, Refusal } from "./api";
import { useValue } from "./listening";
import { getState, onConnected, type State } from "./store";

export interface Choices {
  may_make: boolean;
  targets: { name: string; title: string; about: string; has_url: boolean }[];
  printers: string[];
  plotters: string[];
}

export interface Made {
  files: { name: string; path: string; size: number }[];
  folder: string;
  facts: string[];
  left_out: string[];
  problems: Problem[];
  built: string;
  instructions: Instructions | null; // if they are not those of the deck
}

/** What is being made for a target, or was made last. */
export interface Work {
  stage: string; // empty when nothing is being made
  made: Made | null;
  failure: string;
  of: string; // what the deck looked like, and what was asked for
  marked: string; // what was recorded as printed
  stop: () => void;
}

const NONE: Work = { stage: "", made: null, failure: "", of: "", marked: "", stop: () => undefined };
let printing: { works: Record<string, Work>; choices: Choices | null } = { works: {}, choices: null };
let deck = "";
const listeners = new Set<() => void>();

function change(to: Partial<typeof printing>): void {
  printing = { ...printing, ...to };
  for (const listener of listeners) listener();
}

/** Return the works by target and the choices, and draw the component again when they change. */
export function usePrinting(): { choices: Choices | null; workOf(target: string): Work } {
  if (deck !== getState().deck) {
    deck = getState().deck;
    for (const work of Object.values(printing.works)) work.stop();
    printing = { works: {}, choices: null };
    void loadChoices();
  }
  const { works, choices } = useValue(listeners, () => printing);
  return { choices, workOf: (target) => works[target] ?? NONE };
}

async function loadChoices(): Promise<void> {
  const asked = deck;
  const found = await ask<Choices>(asked, "printing").catch(() => null);
  if (asked === deck && found) change({ choices: found });
}

function set(target: string, work: Partial<Work>): void {
  const { works } = printing;
  change({ works: { ...works, [target]: { ...(works[target] ?? NONE), ...work } } });
}

/** Return a text that differs when other files would be made. */
export function lookOf({ snapshot, options }: State, body: object): string {
  const sides = snapshot?.sheets.flatMap((sheet) => [sheet.recto.key, sheet.verso?.key ?? ""]) ?? [];
  return JSON.stringify([options, sides, body]);
}

/** Make a PDF (`pdf`) or the files of a target, with the options of the page. */
export async function make(target: string, body: object): Promise<void> {
  const { options } = getState();
  const stopping = new AbortController();
  const of = lookOf(getState(), body);
  set(target, { ...NONE, stage: "start", of, stop: () => stopping.abort() });
  const mine = deck;
  const tell = (change: Partial<Work>): void => {
    if (mine === deck) set(target, change);
  };
  try {
    const made = await followed(mine, target, options, body, stopping.signal, (stage) => tell({ stage }));
    tell({ stage: "", made });
  } catch (error) {
    const failure = stopping.signal.aborted ? "" : error instanceof Refusal ? error.message : String(error);
    tell({ stage: "", failure });
  }
}

/** Follow the work, which the server tells in lines of JSON. */
async function followed(
  of: string,
  target: string,
  options: Options,
  body: object,
  signal: AbortSignal,
  onStage: (stage: string) => void,
): Promise<Made> {
  const sent = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal };
  const answer = await fetch(address(of, `make/${target}`, options), sent).catch((error: unknown) => {
    throw signal.aborted ? error : new Refusal(0, "The preview does not answer; is it still running?");
  });
  if (!answer.ok || !answer.body) throw new Refusal(answer.status, await answer.text());
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Refusal(0, "The preview ended before the files were made.");
    const lines = (text + value).split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) {
      const told = JSON.parse(line) as { stage?: string; made?: Made };
      if (told.made) return told.made;
      if (told.stage) onStage(told.stage);
    }
  }
}

export function fileAddress(name: string): string {
  return address(deck, `made/${encodeURIComponent(name)}`, {});
}

/** Record that the PDF that was made is on paper. */
export async function markPrinted(built: string): Promise<void> {
  const mine = deck;
  const tell = (change: Partial<Work>) => mine === deck && printing.works.pdf?.made?.built === built && set("pdf", change);
  try {
    const { designs, pieces } = await ask<{ designs: number; pieces: number }>(deck, "printed", {}, { built });
    tell({ marked: `Recorded: ${count(designs, "design")}, ${count(pieces, "piece")} on paper.`, failure: "" });
  } catch (error) {
    tell({ failure: error instanceof Refusal ? error.message : String(error) });
  }
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

onConnected(() => {
  if (deck === getState().deck && !printing.choices) void loadChoices();
});
