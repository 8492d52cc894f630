// The headings of a grid: they sort and filter what is shown, and their edges are dragged.
import { NUMBERS } from "./grid-body";
import type { Column } from "./grid-model";
import type { Sort } from "./grid-selection";

interface Properties {
  columns: Column[];
  widths: number[];
  sort: Sort | null;
  filters: Record<string, string> | null; // null: they are not shown
  setSort(sort: Sort | null): void;
  setFilters(filters: Record<string, string>): void;
  setWidth(key: string, width: number): void;
}

export function GridHead({ columns, widths, sort, filters, setSort, setFilters, setWidth }: Properties) {
  return (
    <div role="rowgroup" class="grid-head">
      <div role="row" aria-rowindex={1} class="grid-row">
        <div role="columnheader" class="grid-number">
          <span class="hidden">Row</span>
        </div>
        {columns.map((column, number) => {
          const isSorted = sort?.column === column.key;
          const next = !isSorted ? { column: column.key, isDown: false } : sort.isDown ? null : { column: column.key, isDown: true };
          return (
            <div key={column.key} role="columnheader" class="grid-heading" aria-sort={isSorted ? (sort.isDown ? "descending" : "ascending") : "none"}>
              <button type="button" title={`${column.title}${column.type ? ` (${column.type})` : ""}: sort what is shown; the file keeps its order`} onClick={() => setSort(next)}>
                {column.title}
                {isSorted ? (sort.isDown ? " ↓" : " ↑") : ""}
              </button>
              {filters && (
                <input
                  type="search"
                  aria-label={`Filter ${column.title}`}
                  placeholder="Filter"
                  value={filters[column.key] ?? ""}
                  onKeyDown={(event) => event.stopPropagation()}
                  onInput={(event) => setFilters({ ...filters, [column.key]: event.currentTarget.value })}
                />
              )}
              <Edge width={widths[number]!} title={column.title} set={(width) => setWidth(column.key, width)} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The right edge of a heading, which can be moved. */
function Edge({ width, title, set }: { width: number; title: string; set(width: number): void }) {
  const bounded = (wanted: number) => set(Math.round(Math.max(44, Math.min(900, wanted))));
  return (
    <span
      class="grid-edge"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={`Width of ${title}`}
      aria-valuemin={44}
      aria-valuemax={900}
      aria-valuenow={width}
      onKeyDown={(event) => {
        const by = { ArrowLeft: -16, ArrowRight: 16 }[event.key];
        if (!by) return;
        event.preventDefault();
        event.stopPropagation();
        bounded(width + by);
      }}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const { left } = event.currentTarget.parentElement!.getBoundingClientRect();
        if (event.currentTarget.hasPointerCapture(event.pointerId)) bounded(event.clientX - left);
      }}
    />
  );
}

/** Return the width of a column that nobody has changed. */
export function usualWidth({ key, title, type }: Column): number {
  const name = (title || key).split(".")[0]!.toLowerCase();
  if (type === "integer" || type === "number" || type === "boolean") return Math.max(72, 24 + title.length * 8);
  if (type === "rich" || name === "text" || name === "flavor") return 260;
  return type === "picture" ? 170 : name === "name" ? 150 : 116;
}

export const leftOf = (widths: number[], column: number): number => widths.slice(0, column).reduce((sum, width) => sum + width, NUMBERS);
