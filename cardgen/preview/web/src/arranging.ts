// The arrangement of one card: what the server says of its boxes, and the gestures that edit the file that describes them.
import { ask } from "./api";
import { editText, getEditing, loadEditor, loadFiles, loadText } from "./editing";
import type { Edit } from "./editor-types";
import { getState, notify } from "./store";
import { inTurn } from "./values";

const PAUSE = 1000; // ms until a server that had too much to do is asked again

/** A place in units of the face: left, top, width, height. */
export type Place = [number, number, number, number];

/** A box as it is on this card. */
export interface ShownBox {
  path: string;
  places: Place[];
  svg: string; // what it shows, with the bleed of the card; empty for a box inside a repeated one
  size: number; // points of its largest letters
  problems: string[];
}

/** What the file states of a box. */
export type Stated = { name: string; type: string; boxes?: Stated[] } & Record<string, unknown>;

export interface Arrangement {
  file: string; // name among the templates
  path: string; // from the folder of the deck; empty for a file that comes with cardgen
  text: string;
  width: number;
  height: number;
  scale: number; // millimetres of a unit
  bleed: number; // mm
  boxes: ShownBox[];
  stated: Stated[];
  problems: string[];
}

export interface Refused {
  refused: string;
  template?: string;
}

export interface Choices {
  fields: [string, string][]; // name and type
  styles: [string, string, string][]; // name, size with font, and colour
  fonts: string[]; // names of families
  colors: Record<string, string>;
  icons: string[];
  deck: DeckChoices;
}

/** The texts, the look and the palette of the deck, and what else it may choose. */
export interface DeckChoices {
  file: string; // that states them; empty for a list without a deck file
  texts: [string[], string][]; // paths in the file, as `title.en`, and words; empty for one that it does not state
  looks: string[];
  palettes: Record<string, string[]>; // colours by name
  look: string;
  palette: string;
}

/** How the edges of a box move, in units of the face. */
export interface Change {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export type Gesture =
  | { do: "move"; changes: Record<string, Change> }
  | { do: "state"; path: string; values: Record<string, unknown> }
  | { do: "add"; values: Record<string, unknown> }
  | { do: "remove"; paths: string[] }
  | { do: "reorder"; path: string; by: number };

export const isRefused = (found: Arrangement | Refused): found is Refused => "refused" in found;

/** Return what the file states of a box; nothing for a path that it does not have. */
export function statedOf(found: Arrangement, path: string): Stated | undefined {
  const [first, second] = path.split(".").map(Number);
  const box = found.stated[first!];
  return second === undefined ? box : box?.boxes?.[second];
}

/** Ask for the boxes of a card, with the text of its file as it is in the editor, or another one. */
export function fetchBoxes(face: string, name = "", text = ""): Promise<Arrangement | Refused> {
  const { deck, options } = getState();
  return ask(deck, "arrange", options, { face, name, text });
}

/**
 * Give the boxes of a card as soon as the server has them, until the returned function is called: one that has too much to do
 * gives none in time, which is told, and is asked again.
 */
export function awaitBoxes(face: string, name: string, text: string, take: (answer: Arrangement | Refused) => void, tell: (words: string) => void = () => undefined): () => void {
  let isObsolete = false;
  let timer = 0;
  const read = () =>
    void fetchBoxes(face, name, text).then(
      (answer) => isObsolete || take(answer),
      (error: Error) => {
        if (isObsolete) return;
        timer = window.setTimeout(read, PAUSE);
        tell(error.message);
      },
    );
  read();
  return () => {
    isObsolete = true;
    window.clearTimeout(timer);
  };
}

export function fetchChoices(face: string): Promise<Choices> {
  const { deck, options } = getState();
  return ask(deck, "arrange/choices", options, { face });
}

export async function fetchWorst(face: string, box: Stated): Promise<string> {
  const { deck, options } = getState();
  return (await ask<{ face: string }>(deck, "arrange/worst", options, { face, box })).face;
}

/** Return the edit of a text that a gesture stands for. Its paths number the boxes of `basis`, if that is another text. */
export async function edited(text: string, gesture: Gesture, basis = text): Promise<Edit> {
  return ask<Edit>(getState().deck, "arrange/edit", {}, { text, gesture, ...(basis !== text && { basis }) });
}

export const applied = (text: string, edit: Edit): string => text.slice(0, edit.start) + edit.insert + text.slice(edit.end);

const latest = new WeakMap<Stated[], string>(); // the text that the last gesture left, by what the boxes were when it was made

/**
 * Edit the file that describes a face: one gesture after the other, each of which is undone in one step. A file that comes with
 * cardgen is copied beside the deck first, after which `begin` is called. Returns whether the file has changed.
 */
export function perform(arrangement: Arrangement, gesture: Gesture, begin: () => void): Promise<boolean> {
  return inTurn(() => write(arrangement, gesture, begin));
}

/** Return the path of the file that describes a face, also if it was copied after its boxes were read; empty if it has none. */
export function pathOf({ path, file }: Arrangement): string {
  return path || (getEditing().files.find(({ name }) => name === `templates/${file}`)?.name ?? "");
}

async function write(arrangement: Arrangement, gesture: Gesture, begin: () => void): Promise<boolean> {
  const path = pathOf(arrangement) || (await ownFile(arrangement));
  if (!path) return false;
  const texts = await loadEditor();
  if (!texts.has(path)) {
    await loadFiles();
    await loadText(path);
  }
  if (!getEditing().isEditable || !texts.has(path)) {
    notify("Only the computer that runs the preview can change files.");
    return false;
  }
  begin();
  let [hasChanged, after] = [false, ""];
  const isDone = await editText(path, async (text) => {
    const edit = await edited(text, gesture, latest.get(arrangement.stated) ?? arrangement.text);
    hasChanged = edit.start !== edit.end || edit.insert !== "";
    after = applied(text, edit);
    return hasChanged ? [edit] : [];
  });
  if (isDone) latest.set(arrangement.stated, after);
  return isDone && hasChanged;
}

/** Copy a file that comes with cardgen beside the deck; return its path, or nothing if that cannot be. */
async function ownFile(arrangement: Arrangement): Promise<string> {
  const { deck } = getState();
  const found = await ask<{ path?: string; refused?: string }>(deck, "arrange/copy", {}, { name: arrangement.file });
  if (found.path) {
    notify(`The look is your own now: it was copied to ${found.path}, beside the deck.`);
    await loadFiles();
  } else notify(found.refused ?? "The look cannot be copied.");
  return found.path ?? "";
}

/** Return the text of the file in the editor; empty if it is not open. */
export function openText(path: string, texts: { has(name: string): boolean; text(name: string): string } | null): string {
  return path && texts?.has(path) ? texts.text(path) : "";
}
