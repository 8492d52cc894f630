// The cards of a list as the server reads them from a text that need not be saved, and the gestures that edit that text.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { ask, Refusal } from "./api";
import { editText, getEditing, type ListedFile, loadEditor, loadText, useEditor } from "./editing";
import type { Edit } from "./editor-types";
import { getState, notify, useStore } from "./store";
import { inTurn, removeRows, typeValues, type ValueChange } from "./values";

export interface Column {
  key: string;
  title: string;
  field: string; // that it gives
  type: string; // empty if the game does not know it
  choices: string[]; // of its own; those of icons and pictures are the same for all columns
}

export interface Row {
  line: number;
  cells: string[]; // as the columns
  places?: number[]; // line and column of each cell in a YAML file, one after the other
  locked?: number[]; // columns that are edited as text
}

export interface Grid {
  lists: string[]; // keys of the lists of the file, or its worksheets
  source: { key: string; line?: number; end?: number };
  columns: Column[];
  unused: { name: string; type: string; choices: string[] }[]; // fields that no card states
  choices: Record<string, string[]>; // by type
  rows: Row[];
  more: number;
  kind: string;
  described: boolean; // whether a game.yaml beside the deck states the fields
  revisions?: Record<string, string>;
}

export type Texts = Record<string, string>; // by the keys of columns

export interface CellsGesture {
  cells: [number, string, string][]; // row, key of the column, text
  insert?: { at: number; rows: Texts[] };
}

export type Gesture = CellsGesture | { duplicate: number[] } | { remove: number[] } | { column: string };

export interface Field {
  kind: string;
  name: string;
  type: string;
  choices?: string[];
}

export interface ShownGrid {
  grid: Grid | null;
  failure: string;
  isBusy: boolean; // rows are coming or going, so that their numbers change
  perform(gesture: Gesture, then?: () => void): Promise<boolean>; // `then` is called before keys that wait are taken
}

const REST = 700; // ms after the last edit, after which the text is read again

/** Return a list of a file as a grid, which follows the text in the editor. What is typed is shown at once, before it is written. */
export function useGrid(file: ListedFile, list: string): ShownGrid {
  const { edit } = useStore();
  const { version } = getEditing();
  const texts = useEditor();
  const [state, setState] = useState<{ grid: Grid | null; failure: string }>({ grid: null, failure: "" });
  const [busy, setBusy] = useState(0);
  const known = useRef({ text: null as string | null, list, asked: 0, pending: 0, timer: 0, shown: state }).current;
  known.shown = state;
  const isBook = file.type === "workbook";
  const present = () => (isBook ? String(getState().edit) : (texts?.text(file.name) ?? null));
  const text = useMemo(present, [texts, file.name, version, isBook && edit]);

  const read = (text: string): Promise<Grid> => {
    const { delimiter = "" } = getEditing().open.get(file.name)?.base ?? {};
    return ask<Grid>(getState().deck, "grid", {}, { name: file.name, list, delimiter, text });
  };

  /** Read the text again; returns false if something newer was asked for meanwhile, which is shown instead. */
  const load = async (tries = 4): Promise<boolean> => {
    window.clearTimeout(known.timer);
    const [asked, now] = [++known.asked, present()];
    let found: typeof state;
    try {
      const grid = await read(isBook ? "" : (now ?? ""));
      found = { grid: grid.lists.length ? grid : null, failure: grid.lists.length ? "" : "This file has no list of cards." };
    } catch (error) {
      // A server that has too much to do answers another time.
      if (error instanceof Refusal && error.status === 503 && tries > 1 && asked === known.asked) return load(tries - 1);
      found = { grid: known.shown.grid, failure: error instanceof Error ? error.message : String(error) };
    }
    if (asked !== known.asked) return false;
    [known.text, known.list] = [now, list];
    setState(found);
    return true;
  };
  useEffect(() => {
    if (texts && text !== null && (text !== known.text || list !== known.list)) void load();
  }, [texts, text, list]);
  useEffect(() => () => window.clearTimeout(known.timer), []);

  const write = async (grid: Grid, gesture: Gesture): Promise<boolean> => {
    if (!getEditing().isEditable) return notify("Only the computer that runs the preview can change files."), false;
    const { delimiter = "" } = getEditing().open.get(file.name)?.base ?? {};
    const isDone = await editText(file.name, async (text) => {
      const { rows } = text === known.text ? grid : await read(text); // of another program, or an undo
      const isOther = rows.length !== grid.rows.length || rowsIn(gesture).some((row) => !areEqual(rows[row]?.cells, grid.rows[row]?.cells));
      if (isOther) throw new Error("The rows have changed meanwhile; do it again.");
      return (await ask<{ edits: Edit[] }>(getState().deck, "grid/edit", {}, { text, source: grid.source, delimiter, gesture })).edits;
    });
    known.text = present();
    return isDone;
  };

  const perform = async (gesture: Gesture, then?: () => void): Promise<boolean> => {
    const { grid } = known.shown;
    if (!grid || !texts) return false;
    const isInPlace = "cells" in gesture && !gesture.insert && gesture.cells.every(([, key]) => grid.columns.some((one) => one.key === key));
    known.asked++; // what is being read is out of date
    known.pending++;
    window.clearTimeout(known.timer);
    if ("cells" in gesture) {
      known.shown = { ...known.shown, grid: withCells(grid, gesture.cells) };
      setState(known.shown);
    }
    if (!isInPlace) setBusy((count) => count + 1);
    const isDone = await (!isBook
      ? inTurn(() => write(grid, gesture))
      : "remove" in gesture
        ? removeRows(file, grid.source.key, gesture.remove.map((row) => grid.rows[row]!.line), grid.revisions ?? {})
        : typeValues(cellChanges(file, grid, gesture)));
    known.pending--;
    if (!isInPlace) while (!(await load())); // the rows are shown as they are now before anything else is done with them
    else if (!isDone) await load();
    else if (!known.pending) known.timer = window.setTimeout(() => void load(), REST);
    if (isDone) then?.();
    if (!isInPlace) setBusy((count) => count - 1);
    return isDone;
  };
  return { ...state, isBusy: busy > 0, perform };
}

/** Return the numbers of the rows that a gesture writes, copies or removes. */
function rowsIn(gesture: Gesture): number[] {
  if ("column" in gesture) return [];
  return "cells" in gesture ? gesture.cells.map(([row]) => row) : "duplicate" in gesture ? gesture.duplicate : gesture.remove;
}

const areEqual = (one?: string[], other?: string[]): boolean => JSON.stringify(one) === JSON.stringify(other);

function withCells(grid: Grid, cells: CellsGesture["cells"]): Grid {
  const numbers = new Map(grid.columns.map((column, number) => [column.key, number]));
  const rows = [...grid.rows];
  for (const [row, key, words] of cells) {
    const number = numbers.get(key);
    if (number === undefined || !rows[row]) continue;
    rows[row] = { ...rows[row], cells: rows[row].cells.map((before, at) => (at === number ? words : before)) };
  }
  return { ...grid, rows };
}

/** Return the cells of a worksheet that a gesture writes; rows go behind the last one, since formulas and styles hold the others. */
function cellChanges(file: ListedFile, grid: Grid, gesture: Exclude<Gesture, { remove: number[] }>): ValueChange[] {
  const first = grid.source.line ?? 1;
  const last = grid.rows.at(-1)?.line ?? first;
  const types = new Map(grid.columns.map((column) => [column.key, column.type]));
  const change = (line: number, key: string, words: string): ValueChange => ({
    value: { field: key, path: [], file: file.shown, line, column: Number(key), sheet: grid.source.key, focus_column: 0, revisions: grid.revisions ?? {} },
    words: words === "" ? null : !["text", "rich"].includes(types.get(key) ?? "") && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(words) ? Number(words) : words,
  });
  const added = (rows: Texts[]) => rows.flatMap((row, number) => Object.entries(row).map(([key, words]) => change(last + 1 + number, key, words)));
  if ("cells" in gesture) {
    const cells = gesture.cells.flatMap(([row, key, words]) => (grid.rows[row] ? [change(grid.rows[row].line, key, words)] : []));
    return [...cells, ...added(gesture.insert?.rows ?? [])];
  }
  if ("column" in gesture) return [change(first, String(grid.columns.length + 1), gesture.column)];
  return added(gesture.duplicate.map((row) => Object.fromEntries(grid.columns.flatMap(({ key }, number) => (grid.rows[row]!.cells[number] ? [[key, grid.rows[row]!.cells[number]!]] : [])))));
}

/** State a new field of a kind in the game.yaml beside the deck. */
export function addField(field: Field): Promise<boolean> {
  return inTurn(async () => {
    const name = "game.yaml";
    if (!(await loadText(name))) return false;
    return editText(name, async (text) => (await ask<{ edits: Edit[] }>(getState().deck, "grid/edit", {}, { text, source: {}, gesture: { field } })).edits);
  });
}

/** Run edits that are undone together, in whatever files they are. */
export async function inOneStep(edit: () => Promise<boolean>): Promise<boolean> {
  const texts = await loadEditor();
  let before = 0;
  await inTurn(async () => ((before = texts.steps().undo), true)); // behind the edits that are still being written
  try {
    return await edit();
  } finally {
    texts.joinSteps(before);
  }
}

/** Take back the last edit, in whatever file, or do it again; behind the edits that are still being written. */
export function goBack(way: "undo" | "redo"): void {
  void inTurn(async () => {
    const texts = await loadEditor();
    texts[way]();
    return true;
  });
}
