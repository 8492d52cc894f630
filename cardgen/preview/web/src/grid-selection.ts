// What is selected in a grid, and where the keys lead. Rows are counted as they are shown, sorted and filtered.
import type { Column, Row } from "./grid-model";

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
