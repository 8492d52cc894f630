// The rows of a grid that are in view: as many as there are, only those are drawn. Rows with wrapped texts are measured.
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { address } from "./api";
import { encodePath } from "./editing";
import type { Fault } from "./grid-faults";
import type { Column, Row } from "./grid-model";
import { isIn, type Selection } from "./grid-selection";
import { getState } from "./store";

export const ROW = 32; // pixels of a row of one line
export const NUMBERS = 56; // pixels of the column with the numbers of the rows
const LINE = 19; // pixels of a line of text
const LETTER = 6.6; // pixels of a usual letter
const SPARE = 10; // rows that are drawn above and below those in view
const MOST_LINES = 8; // of a wrapped text

export interface Heights {
  tops: Float64Array; // of each row, and the end of the last
  measure(row: number, height: number): number; // returns by how much the row has grown
}

/** Return where rows stand, estimated from their texts until they are measured. */
export function useHeights(order: number[], rows: Row[], widths: number[], isWrapped: boolean): Heights & { settle(): void } {
  const [count, setCount] = useState(0);
  const measured = useMemo(() => new Map<string, number>(), [widths.join(), isWrapped]);
  const keyOf = (row: number) => rows[row]!.cells.join("\u0000");
  const estimated = (row: number) => {
    if (!isWrapped) return ROW;
    const lines = rows[row]!.cells.map((cell, at) => cell && cell.split("\n").reduce((sum, line) => sum + Math.ceil((line.length * LETTER || 1) / (widths[at]! - 16)), 0));
    return ROW + LINE * (Math.min(MOST_LINES, Math.max(1, ...lines.map(Number))) - 1);
  };
  const tops = useMemo(() => {
    const found = new Float64Array(order.length + 1);
    order.forEach((row, at) => (found[at + 1] = found[at]! + (measured.get(keyOf(row)) ?? estimated(row))));
    return found;
  }, [order, rows, measured, count]);
  const measure = (at: number, height: number) => {
    const by = height - (tops[at + 1]! - tops[at]!);
    if (Math.abs(by) > 0.5) measured.set(keyOf(order[at]!), height);
    return Math.abs(by) > 0.5 ? by : 0;
  };
  return { tops, measure, settle: () => setCount((before) => before + 1) };
}

/** Return the row at a distance from the top. */
export function rowAt(tops: Float64Array, top: number): number {
  let [low, high] = [0, tops.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (tops[middle]! <= top) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

interface Properties {
  order: number[];
  rows: Row[];
  columns: Column[];
  heights: ReturnType<typeof useHeights>;
  view: { top: number; height: number };
  selection: Selection;
  faults: Map<string, Fault>;
  isWrapped: boolean;
  scroller: { current: HTMLElement | null };
}

export function GridBody({ order, rows, columns, heights, view, selection, faults, isWrapped, scroller }: Properties) {
  const body = useRef<HTMLDivElement>(null);
  const { tops } = heights;
  const first = Math.max(0, rowAt(tops, view.top) - SPARE);
  const last = Math.min(order.length, rowAt(tops, view.top + view.height) + SPARE + 1);
  useLayoutEffect(() => {
    let [above, isOther] = [0, false];
    for (const element of body.current?.children ?? []) {
      const at = Number((element as HTMLElement).dataset.at);
      const by = heights.measure(at, (element as HTMLElement).offsetHeight);
      isOther ||= by !== 0;
      if (tops[at + 1]! <= view.top) above += by;
    }
    if (!isOther) return;
    heights.settle();
    if (above && scroller.current) scroller.current.scrollTop += above; // what is in view stays where it is
  });
  const active = selection.at(-1)?.from;
  return (
    <div ref={body} role="rowgroup" class="grid-rows" style={{ height: `${tops[order.length]}px` }}>
      {order.slice(first, last).map((row, index) => {
        const at = first + index;
        const fault = faults.get(`${row}:-1`);
        return (
          <div key={row} role="row" aria-rowindex={at + 2} data-at={at} class={`grid-row${isWrapped ? " wrapped" : ""}`} style={{ top: `${tops[at]}px` }}>
            <div role="rowheader" class={`grid-number ${fault?.level ?? ""}`} data-row={at} data-column={-1} title={fault?.words}>
              {row + 1}
            </div>
            {columns.map((column, number) => {
              const wrong = faults.get(`${row}:${number}`);
              const isSelected = selection.some((one) => isIn(one, at, number));
              const isActive = active?.row === at && active.column === number;
              const isLocked = rows[row]!.locked?.includes(number);
              return (
                <div
                  key={column.key}
                  id={`grid-${at}-${number}`}
                  role="gridcell"
                  aria-selected={isSelected}
                  aria-invalid={wrong?.level === "error" ? true : undefined}
                  aria-readonly={isLocked || undefined}
                  data-row={at}
                  data-column={number}
                  class={`grid-cell${isSelected ? " selected" : ""}${isActive ? " active" : ""}${wrong ? ` ${wrong.level}` : ""}${isLocked ? " locked" : ""}${isNumber(column) ? " number" : ""}`}
                  title={wrong?.words}
                >
                  <CellContent column={column} words={rows[row]!.cells[number] ?? ""} />
                </div>
              );
            })}
          </div>
        );
      })}
    </div>
  );
}

export const isNumber = ({ type }: Column): boolean => type === "integer" || type === "number";

/** What a cell says, with a small picture where it names one. */
function CellContent({ column, words }: { column: Column; words: string }) {
  const source = words && pictureOf(column, words);
  return (
    <>
      {source && <img src={source} alt="" loading="lazy" class={column.type === "icon" ? "icon" : undefined} onError={(event) => (event.currentTarget.hidden = true)} />}
      <span>{words}</span>
    </>
  );
}

/** Return the address of the picture or the icon that a cell names; empty if it names none that is known. */
export function pictureOf({ type, choices }: Column, words: string): string {
  const { deck } = getState();
  if (type === "icon") return choices.includes(words) ? address(deck, `icons/${encodeURIComponent(words)}`, {}) : "";
  if (type !== "picture") return "";
  const path = choices.includes(words) ? words : choices.find((one) => one.endsWith(`/${words}`));
  return path ? address(deck, `files/${encodePath(path)}`, {}) : "";
}
