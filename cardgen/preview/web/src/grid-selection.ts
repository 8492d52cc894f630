// What is selected in a grid, and where the keys lead. Rows are counted as they are shown, sorted and filtered.
import { readCells, writtenCell } from "./csv";
import type { Column, Row, Texts } from "./grid-model";

export interface Spot {
  row: number;
  column: number;
}

/** A block of cells: from the one that is edited to the one that was reached with Shift. */
export interface Block {
  from: Spot;
  to: Spot;
}

/** Blocks that are selected together; the last one is that of the keys. */
export type Selection = Block[];

export interface Sort {
  column: string;
  isDown: boolean;
}

export const block = (from: Spot, to: Spot = from): Block => ({ from, to });

export function edges({ from, to }: Block) {
  return {
    top: Math.min(from.row, to.row),
    bottom: Math.max(from.row, to.row),
    left: Math.min(from.column, to.column),
    right: Math.max(from.column, to.column),
  };
}

export function isIn(one: Block, row: number, column: number): boolean {
  const { top, bottom, left, right } = edges(one);
  return row >= top && row <= bottom && column >= left && column <= right;
}

/** Return the rows of a selection, each once, from the top. */
export function rowsOf(selection: Selection): number[] {
  const found = new Set<number>();
  for (const one of selection) for (let { top, bottom } = edges(one); top <= bottom; top++) found.add(top);
  return [...found].sort((one, other) => one - other);
}

/** Return where a key leads from a spot; null for another key. */
export function moved(spot: Spot, key: string, isFar: boolean, rows: number, columns: number, page: number): Spot | null {
  const step = (by: Partial<Spot>) => ({
    row: Math.max(0, Math.min(rows - 1, spot.row + (by.row ?? 0))),
    column: Math.max(0, Math.min(columns - 1, spot.column + (by.column ?? 0))),
  });
  const far = isFar ? Infinity : 1;
  switch (key) {
    case "ArrowUp":
      return step({ row: -far });
    case "ArrowDown":
      return step({ row: far });
    case "ArrowLeft":
      return step({ column: -far });
    case "ArrowRight":
      return step({ column: far });
    case "PageUp":
      return step({ row: -page });
    case "PageDown":
      return step({ row: page });
    case "Home":
      return step({ column: -Infinity, row: isFar ? -Infinity : 0 });
    case "End":
      return step({ column: Infinity, row: isFar ? Infinity : 0 });
    default:
      return null;
  }
}

const folded = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const order = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** Return the numbers of the rows that the filters leave, in the order of a column; rows without a value are last. */
export function arrangedRows(rows: Row[], columns: Column[], sort: Sort | null, filters: Record<string, string>): number[] {
  const wanted = columns.flatMap(({ key }, number) => (filters[key] ? [[number, folded(filters[key])] as const] : []));
  const found = rows.flatMap((row, number) => (wanted.every(([at, words]) => folded(row.cells[at] ?? "").includes(words)) ? [number] : []));
  const at = columns.findIndex(({ key }) => key === sort?.column);
  if (!sort || at < 0) return found;
  const words = (number: number) => rows[number]!.cells[at] ?? "";
  return found.sort((one, other) => {
    const [a, b] = [words(one), words(other)];
    if (!a || !b) return a ? -1 : b ? 1 : one - other;
    return (sort.isDown ? -1 : 1) * order.compare(a, b) || one - other;
  });
}

/** Return all cells of a selection. */
export function spotsOf(selection: Selection): Spot[] {
  return selection.flatMap((one) => {
    const { top, bottom, left, right } = edges(one);
    return Array.from({ length: bottom - top + 1 }, (_, at) => Array.from({ length: right - left + 1 }, (_, number) => ({ row: top + at, column: left + number }))).flat();
  });
}

/** Return the texts of a block as a spreadsheet takes them from the clipboard. */
export function blockText(one: Block, order: number[], rows: Row[]): string {
  const { top, bottom, left, right } = edges(one);
  const records = order.slice(top, bottom + 1).map((number) => Array.from({ length: right - left + 1 }, (_, at) => rows[number]!.cells[left + at] ?? ""));
  return records.map((record) => record.map((text) => writtenCell(text, "\t")).join("\t")).join("\n");
}

/** Return the cells that a spreadsheet has put on the clipboard. */
export function copiedCells(text: string): string[][] {
  const records = readCells(text.replaceAll("\r\n", "\n").replaceAll("\r", "\n"), "\t");
  return records.map((record) => (record.length ? record.map((cell) => cell.text) : [""]));
}

/** Return the first values of a new card, with an id that none has, and the column of its name. */
export function newCard(columns: Column[], rows: Row[]): { name: Column | undefined; values: Texts } {
  const named = (name: string) => columns.find((one) => one.title.toLowerCase() === name) ?? columns.find((one) => one.title.toLowerCase().startsWith(`${name}.`));
  const [id, name] = [named("id"), named("name") ?? columns.find((one) => ["", "text", "rich"].includes(one.type))];
  const taken = new Set(id && rows.map((one) => one.cells[columns.indexOf(id)]));
  let number = rows.length + 1;
  while (taken.has(`card-${number}`)) number++;
  const values = { ...(id && { [id.key]: `card-${number}` }), ...(name && { [name.key]: "New card" }) };
  return { name, values: Object.keys(values).length ? values : { name: "New card" } };
}
