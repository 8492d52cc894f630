// A table that is pasted with its headings: its columns go where the headings say, whatever their order.
import { ask } from "./api";
import { addField, type CellsGesture, type Column, type Gesture, type Grid, type Texts } from "./grid-model";
import { getState, notify } from "./store";

/** A heading, as the server understands it. */
interface Heading {
  at: number; // of the column in what is pasted
  title: string;
  field: string;
  key: string; // the field, with the language of its texts
  type: string;
  known: boolean; // whether the game has the field
  usable: boolean; // whether a card may state it all the same
  column: string; // key of that of the list into which the cells go; empty if it has none
}

const LONGEST = 60; // characters of a heading

/** Return what the first row of a pasted table means; nothing if it cannot be one of headings. */
export async function headingsOf(grid: Grid, columns: Column[], cells: string[][], text: string): Promise<Heading[]> {
  const [head, ...others] = cells;
  if (!others.length || head!.length < 2 || head!.some((cell) => cell.length > LONGEST || /^[\d.,]+$/.test(cell))) return [];
  const own = columns.map(({ key, title, field }) => ({ key, title, field }));
  return ask<Heading[]>(getState().deck, "grid/pasted", {}, { kind: grid.kind, text, columns: own });
}

interface Place {
  grid: Grid;
  columns: Column[];
  order: number[]; // of the rows, as they are shown
  top: number; // the row into which the first card goes
  isTable: boolean; // whose columns need a heading
  perform(gesture: Gesture): Promise<boolean>;
}

/**
 * Write cards by their headings; a column that is missing is added. A card that takes the row of one with another name replaces
 * all of it; one of the same name keeps what the pasted table has no column for.
 */
export async function pasteByHeadings(headings: Heading[], cards: string[][], { grid, columns, order, top, isTable, perform }: Place): Promise<boolean> {
  const keys = new Map<number, string>(); // of the columns of the list, by those of what is pasted
  const added: string[] = [];
  const leftOut: string[] = [];
  let width = columns.length;
  for (const { at, title, field, key, type, known, usable, column } of headings) {
    if (column) {
      keys.set(at, column);
      continue;
    }
    const isStated = !known && grid.described && (await addField({ kind: grid.kind, name: field, type }));
    const isAdded = (usable || isStated) && (!isTable || (await perform({ column: title })));
    (isAdded ? added : leftOut).push(title);
    if (isAdded) keys.set(at, isTable ? String(++width) : key);
  }
  const name = columns.findIndex((column) => column.field === "name" && [...keys.values()].includes(column.key));
  const cells: CellsGesture["cells"] = [];
  const insert: Texts[] = [];
  cards.forEach((card, number) => {
    const texts = Object.fromEntries([...keys].map(([at, key]) => [key, card[at] ?? ""]));
    const at = order[top + number];
    const row = at === undefined ? undefined : grid.rows[at];
    if (at === undefined || !row) return void insert.push(Object.fromEntries(Object.entries(texts).filter(([, words]) => words)));
    const isOther = name >= 0 && row.cells[name] !== texts[columns[name]!.key];
    columns.forEach(({ key }, column) => {
      const words = texts[key] ?? (isOther ? "" : row.cells[column]);
      if (words !== row.cells[column] && !row.locked?.includes(column)) cells.push([at, key, words ?? ""]);
    });
    for (const [key, words] of Object.entries(texts)) if (words && columns.every((column) => column.key !== key)) cells.push([at, key, words]);
  });
  const isDone = await perform({ cells, ...(insert.length && { insert: { at: grid.rows.length, rows: insert } }) });
  const count = cards.length === 1 ? "1 card was" : `${cards.length} cards were`;
  if (isDone) notify([`${count} pasted by the headings.`, added.length && `New: ${added.join(", ")}.`, leftOut.length && `The cards have no field ${leftOut.join(", ")}.`].filter(Boolean).join(" "));
  return isDone;
}
