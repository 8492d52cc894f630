// The values of cards: where the deck states them, and how another one is written there, whatever the file is.
import { ask, Refusal } from "./api";
import { editText, fileOf, followText, getEditing, type ListedFile, loadEditor, loadFiles, loadText } from "./editing";
import type { Edit } from "./editor-types";
import type { Grid } from "./grid-model";
import { getState, notify } from "./store";

/** Where a deck states a value. */
export interface ValuePlace {
  field: string;
  path: (string | number)[]; // of YAML
  file: string; // as problems name it
  line: number; // of a table, as the next three
  column: number; // from 1; 0 if the table has none for it
  sheet: string; // of a workbook
  focus_column: number; // of the point of a picture
  revisions: Record<string, string>; // of the workbooks of the deck when their cells were found, by the names of the files
}

/** A value of a card, and where the deck states it. */
export interface ShownValue extends ValuePlace {
  type: string;
  words: string;
  focus: string; // of a picture: two numbers, or nothing for its middle
}

/** A value of a card with what it becomes: words, a number, a picture with its focus, or null to empty a cell. */
export interface ValueChange {
  value: ValuePlace;
  words: unknown;
}

/** Ask for the value of a card that a box shows; `{ field: NAME }` stands for any field. Its field is empty if there is no single one. */
export function fetchValue(face: string, box: object, item = 0): Promise<ShownValue> {
  const { deck, options } = getState();
  return ask(deck, "arrange/value", options, { face, box, item });
}

let last: Promise<unknown> = Promise.resolve();

/** Run edits one after the other, since each is made from the text that the one before it has left; a failed one is told. */
export function inTurn(edit: () => Promise<boolean>): Promise<boolean> {
  const { deck } = getState();
  const done = last.then(() => deck === getState().deck && edit()).catch((error: Error) => (notify(error.message), false));
  last = done;
  return done;
}

/** Write a value of a card where the deck states it by then, since rows may have moved while it was typed; see `typeValues`. */
export function typeFound(find: () => Promise<ShownValue>, changesOf: (value: ShownValue) => Promise<ValueChange[]>): Promise<boolean> {
  return inTurn(async () => {
    // The server finds the place in the file on the disk. It holds for the text of this page if that was made from the same file
    // before the place was found and after.
    let before: string | null = null;
    for (;;) {
      const value = await find();
      if (!value.field) return notify("The card is not there any more."), false;
      const after = await followFile(value);
      if (after === null) return false;
      if (after === before) return writeValues(await changesOf(value));
      before = after;
    }
  });
}

/** Bring the text in which a value stands up to date; return the revision of its file, or null if that cannot be edited now. */
async function followFile(value: ValuePlace): Promise<string | null> {
  if (!getEditing().files.length) await loadFiles();
  const file = fileOf(value);
  if (!file || file.type === "workbook") return ""; // what cannot be written is told there, and a workbook has its own revisions
  return followText(file.name);
}

/** Write a value of a card where the deck states it; see `typeValues`. */
export function typeValue(value: ValuePlace, words: unknown): Promise<boolean> {
  return typeValues([{ value, words }]);
}

/**
 * Write values of cards where the deck states them, in YAML, in a table or in a workbook: the smallest edit of each file, a step of
 * the one history for each file or worksheet. Returns whether everything was written; what was not is told.
 */
export const typeValues = (changes: ValueChange[]): Promise<boolean> => inTurn(() => writeValues(changes));

async function writeValues(changes: ValueChange[]): Promise<boolean> {
  if (!getEditing().files.length) await loadFiles();
  if (!getEditing().isEditable) return notify("Only the computer that runs the preview can change files."), false;
  const groups = new Map<string, ValueChange[]>();
  for (const change of changes) {
    const key = `${change.value.file}\n${change.value.sheet}`;
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  for (const group of groups.values()) if (!(await writeGroup(group))) return false;
  return true;
}

/** Return the edits that give a table another column, and a cell of it: what `inside` makes of the number of the column. */
export async function inNewColumn(value: ValuePlace, heading: string, inside: (column: number) => ValueChange): Promise<ValueChange[]> {
  const { sheet } = value;
  const file = fileOf(value);
  if (!file || (file.type === "table" && !(await loadText(file.name)))) return [];
  const text = file.type === "table" ? (await loadEditor()).text(file.name) : "";
  const { delimiter = "" } = getEditing().open.get(file.name)?.base ?? {};
  const { columns, source } = await ask<Grid>(getState().deck, "grid", {}, { name: file.name, list: sheet, delimiter, text });
  const column = columns.length + 1;
  return [{ value: { ...value, line: source.line ?? 1, column }, words: heading }, inside(column)];
}

async function writeGroup(changes: ValueChange[]): Promise<boolean> {
  const { value } = changes[0]!;
  const file = fileOf(value);
  if (!file) return notify(`${value.file} is not in the folder of the deck; edit it in another program.`), false;
  return file.type === "workbook" ? writeWorkbook(file, value.revisions, { changes }) : writeText(file, changes);
}

async function writeText(file: ListedFile, changes: ValueChange[]): Promise<boolean> {
  if (!(await loadText(file.name))) return false;
  const delimiter = getEditing().open.get(file.name)?.base.delimiter ?? "";
  return editText(file.name, async (text) => (await ask<{ edits: Edit[] }>(getState().deck, "arrange/type", {}, { text, changes, delimiter })).edits);
}

interface Written {
  revision: string;
  before: string;
  has_formulas: boolean;
}

let hasToldOfFormulas = false;

/** Remove rows of a worksheet. */
export function removeRows(file: ListedFile, sheet: string, lines: number[], revisions: Record<string, string>): Promise<boolean> {
  return inTurn(() => writeWorkbook(file, revisions, { sheet, remove: lines }));
}

/** Write cells of a workbook or remove rows; it is saved at once. Formulas go only if the user says so. */
async function writeWorkbook(file: ListedFile, revisions: Record<string, string>, edit: { changes: ValueChange[] } | { sheet: string; remove: number[] }, isOverFormulas = false): Promise<boolean> {
  const { deck } = getState();
  const base = revisions[file.name] ?? "";
  try {
    const body = { name: file.name, base, ...edit, over_formulas: isOverFormulas };
    const { revision, before, has_formulas } = await ask<Written>(deck, "arrange/cells", {}, body);
    const restore = (from: string, to: string) =>
      ask(deck, "arrange/restore", {}, { name: file.name, base: from, revision: to })
        .then(() => true)
        .catch((error: Error) => (notify(error.message), false));
    (await loadEditor()).addStep({ undo: () => restore(revision, before), redo: () => restore(before, revision) });
    if (has_formulas && !hasToldOfFormulas) {
      hasToldOfFormulas = true;
      notify(`Formulas in ${file.name} keep their values until a spreadsheet program has calculated and saved it.`);
    }
    return true;
  } catch (error) {
    const formulas = error instanceof Refusal ? (error.data as { formulas?: [string, string][] } | null)?.formulas : undefined;
    if (!formulas) throw error;
    const [cell, formula] = formulas[0]!;
    const more = formulas.length > 1 ? ` and ${formulas.length - 1} more` : "";
    const question = "remove" in edit ? "Remove it?" : "Replace it with what you typed?";
    return confirm(`Cell ${cell} holds the formula ${formula}${more}. ${question}`) && writeWorkbook(file, revisions, edit, true);
  }
}
