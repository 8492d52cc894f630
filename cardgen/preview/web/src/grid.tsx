import "./grid.css";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { getEditing, type ListedFile, showFace } from "./editing";
import { GridBody, NUMBERS, rowAt, useHeights } from "./grid-body";
import { facesOf, faultsOf } from "./grid-faults";
import { GridHead, leftOf, usualWidth } from "./grid-head";
import { GridInput, type Typing } from "./grid-input";
import { useKept } from "./grid-kept";
import { type Column, type Gesture, goBack, type Grid, inOneStep, type Texts, useGrid } from "./grid-model";
import { headingsOf, pasteByHeadings } from "./grid-paste";
import { arrangedRows, block, blockText, copiedCells, edges, moved, newCard, rowsOf, type Selection, type Sort, type Spot, spotsOf } from "./grid-selection";
import { GridTools } from "./grid-tools";
import { go, notify, useStore } from "./store";

/** The cards of a list as a table. Each gesture is one edit of the file, and one step of undo. */
export function GridView({ file }: { file: ListedFile }) {
  const [list, setList] = useState("");
  const shown = useGrid(file, list);
  const { grid, failure } = shown;
  if (!grid) {
    return (
      <p class="empty" role={failure ? "alert" : "status"}>
        {failure || "Reading the cards"}
      </p>
    );
  }
  return (
    <>
      {failure && (
        <p class="trouble" role="alert">
          {failure}. The table shows the cards as they were.
        </p>
      )}
      <CardGrid key={grid.source.key} file={file} grid={grid} isBusy={shown.isBusy} perform={shown.perform} setList={setList} />
    </>
  );
}

interface Properties {
  file: ListedFile;
  grid: Grid;
  isBusy: boolean;
  perform(gesture: Gesture, then?: () => void): Promise<boolean>;
  setList(list: string): void;
}

function CardGrid({ file, grid, isBusy, perform, setList }: Properties) {
  const { snapshot } = useStore();
  const { isEditable, goal } = getEditing();
  const sheet = file.type === "workbook" ? grid.source.key : "";
  const [kept, keep] = useKept(file.name, grid.source.key);
  const [added, setAdded] = useState<Column[]>([]); // columns without a value yet
  const [sort, setSort] = useState<Sort | null>(null);
  const [filters, setFilters] = useState<Record<string, string> | null>(null);
  const [selection, setSelection] = useState<Selection>([block({ row: 0, column: 0 })]);
  const [typing, setTyping] = useState<Typing | null>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const scroller = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const dragged = useRef<"" | "cells" | "rows">("");
  const sought = useRef<Spot | null>(null); // is brought into view as soon as its row is there
  const waiting = useRef<KeyboardEvent[]>([]); // keys that wait until rows have come or gone
  const typed = useRef({ cells: "", count: 0 }); // the row on which is typed, and how many there were
  const untouched = useRef(selection).current;

  const columns = useMemo(
    () =>
      [...grid.columns, ...added.filter(({ key }) => grid.columns.every((column) => column.key !== key))].map((column) => {
        const type = column.type || (kept.types[column.title] ?? "");
        return { ...column, type, choices: column.choices.length ? column.choices : (grid.choices[type] ?? []) };
      }),
    [grid.columns, added, kept.types],
  );
  const { rows } = grid;
  // Typing into a sorted column moves no row: the order is made anew when rows come or go, or something else is asked for.
  const order = useMemo(() => arrangedRows(rows, columns, sort, filters ?? {}), [sort, filters, rows.length, columns.length]);
  const widths = columns.map((column) => kept.widths[column.key] ?? usualWidth(column));
  const heights = useHeights(order, rows, widths, kept.isWrapped);
  const faults = useMemo(() => faultsOf(grid, file.name, snapshot?.problems ?? []), [grid, file.name, snapshot?.problems]);
  const faces = useMemo(() => facesOf(file.name, sheet, snapshot?.faces ?? []), [file.name, sheet, snapshot?.faces]);

  const last = selection.at(-1)!;
  const active = { row: Math.max(0, Math.min(order.length - 1, last.from.row)), column: Math.min(columns.length - 1, last.from.column) };
  const row = rows[order[active.row]!];
  const column = columns[active.column]!;
  const words = row?.cells[active.column] ?? "";
  const fault = faults.get(`${order[active.row]}:${active.column}`) ?? faults.get(`${order[active.row]}:-1`);
  const isLocked = Boolean(row?.locked?.includes(active.column));
  const place = { left: leftOf(widths, active.column), top: (heights.tops[active.row] ?? 0) + (filters ? 65 : 33), width: widths[active.column] ?? 100, height: (heights.tops[active.row + 1] ?? 32) - (heights.tops[active.row] ?? 0) };

  useLayoutEffect(() => {
    const measure = () => scroller.current && setView({ top: scroller.current.scrollTop, height: scroller.current.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    if (scroller.current) observer.observe(scroller.current);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => { // what is typed stays with its card when another program adds or removes rows
    const { cells, count } = typed.current;
    if (!typing || count === rows.length) return;
    const at = order.findIndex((number) => JSON.stringify(rows[number]!.cells) === cells);
    typed.current = { cells, count: rows.length };
    if (at >= 0) select([block({ row: at, column: active.column })]);
    else notify(`The card on which you typed “${typing.words}” is not there any more.`), setTyping(null);
  }, [rows]);
  useEffect(() => {
    if (row && selection !== untouched) showFace(faces.get(row.line)?.id ?? "");
  }, [row?.line, selection === untouched]);
  useLayoutEffect(() => { // before another key comes
    const event = isBusy ? undefined : waiting.current.shift();
    if (event) replay(event);
  });
  useEffect(() => {
    const take = (event: Event) => {
      const spot = spotOf(event);
      if (spot) write([[spot, (event as CustomEvent<string>).detail]]);
    };
    scroller.current?.addEventListener("cardgen-picture", take);
    return () => scroller.current?.removeEventListener("cardgen-picture", take);
  });
  useEffect(() => {
    if (goal?.name === file.name) lead(goal.line, goal.column);
  }, [goal]);

  /** Select the cell at a place of the file. */
  function lead(line: number, at: number) {
    const number = rows.findLastIndex((one) => one.line <= line);
    const shownAt = order.indexOf(number);
    if (shownAt < 0) return;
    const places = rows[number]!.places;
    const found = at && places ? columns.findLastIndex((_, index) => places[2 * index] === line && places[2 * index + 1]! <= at) : 0;
    select([block({ row: shownAt, column: Math.max(0, found) })]);
    input.current?.focus({ preventScroll: true });
  }

  /** Select blocks, and bring a spot of the last one into view. */
  function select(next: Selection, spot: Spot = next.at(-1)!.to) {
    setSelection(next);
    sought.current = spot;
  }
  useLayoutEffect(() => {
    const [box, spot] = [scroller.current, sought.current];
    if (!box || !spot || heights.tops[spot.row + 1] === undefined) return;
    sought.current = null;
    const head = box.querySelector<HTMLElement>(".grid-head")?.offsetHeight ?? 0;
    const [top, bottom] = [heights.tops[spot.row] ?? 0, (heights.tops[spot.row + 1] ?? 0) + head];
    if (top < box.scrollTop) box.scrollTop = top;
    else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
    const [left, right] = [leftOf(widths, spot.column), leftOf(widths, spot.column + 1)];
    if (left - NUMBERS < box.scrollLeft) box.scrollLeft = left - NUMBERS;
    else if (right > box.scrollLeft + box.clientWidth) box.scrollLeft = right - box.clientWidth;
  });

  const isWritable = (at: number, number: number) => isEditable && !rows[order[at]!]?.locked?.includes(number);
  function write(cells: [Spot, string][], insert: Texts[] = []) {
    const found = cells.flatMap(([spot, text]): [number, string, string][] => {
      const own = rows[order[spot.row]!];
      const isOther = own && (own.cells[spot.column] ?? "") !== text && isWritable(spot.row, spot.column);
      return isOther ? [[order[spot.row]!, columns[spot.column]!.key, text]] : [];
    });
    if (found.length || insert.length) void perform({ cells: found, ...(insert.length && { insert: { at: rows.length, rows: insert } }) });
  }

  function begin(start: string, isQuick: boolean) {
    if (!isEditable) return notify("Only the computer that runs the preview can change files.");
    if (isLocked) return notify(`${column.title} holds more than a text here; edit it as text.`);
    if (!row) return;
    setTyping({ words: start, isQuick });
    typed.current = { cells: JSON.stringify(row.cells), count: rows.length };
    if (input.current) input.current.value = start;
  }
  function end(isKept: boolean, text: string, step: string) {
    if (isKept) write([[active, text]]);
    setTyping(null);
    if (step === "blur") return;
    input.current?.focus({ preventScroll: true });
    const by = { Enter: "ArrowDown", ShiftEnter: "ArrowUp", Tab: "ArrowRight", ShiftTab: "ArrowLeft" }[step] ?? step;
    const next = by && moved(active, by, false, order.length, columns.length, 1);
    if (next) select([block(next)]);
  }

  async function paste(text: string) {
    const cells = copiedCells(text);
    if (cells.length === 1 && cells[0]!.length === 1) return write(spotsOf(selection).map((spot) => [spot, cells[0]![0]!]));
    const { top, left } = edges(last);
    const headings = await headingsOf(grid, columns, cells, text).catch(() => []);
    if (headings.length) {
      const isTable = file.type !== "yaml";
      const place = { grid, columns, order, top, isTable, perform };
      const isDone = await inOneStep(() => pasteByHeadings(headings, cells.slice(1), place));
      if (isDone) setSelection([block({ row: top, column: 0 }, { row: top + cells.length - 2, column: columns.length - 1 })]);
      return;
    }
    const width = Math.max(...cells.map((record) => record.length));
    const fits = (record: string[]) => record.slice(0, columns.length - left);
    const inside = cells.slice(0, order.length - top);
    const below = cells.slice(inside.length).map((record) => Object.fromEntries(fits(record).map((one, at) => [columns[left + at]!.key, one])));
    write(inside.flatMap((record, at) => fits(record).map((one, number): [Spot, string] => [{ row: top + at, column: left + number }, one])), below);
    setSelection([block({ row: top, column: left }, { row: top + cells.length - 1, column: Math.min(columns.length, left + width) - 1 })]);
    if (left + width > columns.length) notify(`${left + width - columns.length} more columns were left out; add them as new columns first.`);
  }
  function fillDown() {
    const { top, bottom, left, right } = edges(last);
    const source = rows[order[top]!];
    if (!source || top === bottom) return notify("Select the cell to copy, and those below it.");
    const cells: [Spot, string][] = [];
    for (let at = top + 1; at <= bottom; at++) for (let number = left; number <= right; number++) cells.push([{ row: at, column: number }, source.cells[number] ?? ""]);
    write(cells);
  }

  function insertCard() {
    const { name, values } = newCard(columns, rows);
    const isBook = file.type === "workbook";
    const at = isBook || !rows.length || sort ? rows.length : order[active.row]! + 1;
    const gesture = { cells: [], insert: { at, rows: [values] } };
    void perform(gesture, () => {
      setFilters(null);
      select([block({ row: sort ? active.row : at, column: name ? columns.indexOf(name) : 0 })]);
      input.current?.focus({ preventScroll: true });
    }).then(forget);
  }
  /** Forget the keys that wait for rows which have not come. */
  const forget = (isDone: boolean) => void (isDone || waiting.current.splice(0));
  const chosenRows = () => rowsOf(selection).flatMap((at) => (order[at] === undefined ? [] : [order[at]!]));
  function duplicate() {
    const chosen = chosenRows();
    if (!chosen.length) return;
    const then = () => sort || select([block({ row: Math.max(...chosen) + 1, column: active.column })]);
    void perform({ duplicate: chosen }, then).then(forget);
  }
  function remove() {
    const chosen = chosenRows();
    if (!chosen.length) return;
    setSelection([block({ row: Math.max(0, rowsOf(selection)[0]! - 1), column: active.column })]);
    void perform({ remove: chosen });
  }
  function addColumn(title: string, type: string) {
    keep({ types: { ...kept.types, [title]: type } });
    if (file.type !== "yaml") return void perform({ column: title });
    setAdded([...added, { key: title, title, field: title, type, choices: grid.unused.find((one) => one.name === title)?.choices ?? [] }]);
  }

  /** Keep a key for later while rows come or go; those that follow wait for their turn. */
  function holds(event: KeyboardEvent): boolean {
    if (!isBusy && !waiting.current.length) return false;
    event.preventDefault();
    waiting.current.push(event);
    return true;
  }
  function onKey(event: KeyboardEvent) {
    if (!event.isComposing && press(event)) event.preventDefault();
  }
  /** Do what a key says that was pressed while rows came or went. */
  function replay(event: KeyboardEvent) {
    const area = input.current;
    if (!area) return;
    if (!typing) {
      if (!press(event) && event.key.length === 1) begin(event.key, true);
    } else if (event.key === "Enter" || event.key === "Tab") end(true, area.value, event.key);
    else if (event.key.length === 1 || event.key === "Backspace") {
      area.value = event.key === "Backspace" ? area.value.slice(0, -1) : area.value + event.key;
      setTyping({ words: area.value, isQuick: true });
    }
    setView({ ...view }); // draws once more, for the next key
  }
  /** Do what a key says; returns whether it says something. */
  function press(event: KeyboardEvent): boolean {
    const { key, shiftKey, altKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    const page = Math.max(1, rowAt(heights.tops, view.top + view.height) - rowAt(heights.tops, view.top) - 2);
    if (key === "Tab" && !isCommand) {
      const next = moved(active, shiftKey ? "ArrowLeft" : "ArrowRight", false, order.length, columns.length, 1)!;
      if (next.column === active.column) return false; // the edge of the table: on to what follows it
      select([block(next)]);
      return true;
    }
    const next = moved(shiftKey ? last.to : active, key, isCommand, order.length, columns.length, page);
    if (next && !altKey) select(shiftKey ? [...selection.slice(0, -1), block(last.from, next)] : [block(next)], next);
    else if (isCommand && key.toLowerCase() === "z") goBack(shiftKey ? "redo" : "undo");
    else if (isCommand && key.toLowerCase() === "y") goBack("redo");
    else if (isCommand && key.toLowerCase() === "d") fillDown();
    else if (isCommand && key.toLowerCase() === "a") setSelection([block({ row: 0, column: 0 }, { row: order.length - 1, column: columns.length - 1 })]);
    else if (isCommand && key === "Enter") insertCard();
    else if (isCommand || altKey) return false;
    else if (key === "Enter" || key === "F2") begin(words, false);
    else if (key === "Delete" || key === "Backspace") write(spotsOf(selection).map((spot) => [spot, ""]));
    else if (key === " " && shiftKey) setSelection([block({ row: active.row, column: 0 }, { row: active.row, column: columns.length - 1 })]);
    else if (key === "Escape") {
      setSelection([block(active)]);
      (document.querySelector(".grid-tools button") as HTMLElement | null)?.focus();
    } else return false;
    return true;
  }
  function onClipboard(event: ClipboardEvent) {
    event.preventDefault();
    if (event.type === "paste") {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (text && isEditable && !isBusy) void paste(text);
      return;
    }
    event.clipboardData?.setData("text/plain", blockText(last, order, rows));
    if (event.type === "cut") write(spotsOf(selection).map((spot) => [spot, ""]));
  }

  function spotOf(event: Event): Spot | null {
    const cell = (event.target as HTMLElement).closest<HTMLElement>("[data-row]");
    return cell && { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
  }
  function onPointer(event: PointerEvent) {
    const spot = spotOf(event);
    if (!spot || event.button) return;
    if (typing) end(true, input.current?.value ?? "", "");
    dragged.current = event.pointerType !== "mouse" ? "" : spot.column < 0 ? "rows" : "cells";
    const [from, to] = spot.column < 0 ? [{ ...spot, column: 0 }, { ...spot, column: columns.length - 1 }] : [spot, spot];
    if (event.shiftKey) setSelection([...selection.slice(0, -1), block(spot.column < 0 ? { ...last.from, column: 0 } : last.from, to)]);
    else setSelection([...(event.ctrlKey || event.metaKey ? selection : []), block(from, to)]);
    input.current?.focus({ preventScroll: true });
  }
  function onMove(event: PointerEvent) {
    const spot = dragged.current && event.buttons === 1 ? spotOf(event) : null;
    if (!spot) return;
    const to = { row: spot.row, column: dragged.current === "rows" ? columns.length - 1 : Math.max(0, spot.column) };
    if (to.row !== last.to.row || to.column !== last.to.column) setSelection([...selection.slice(0, -1), block(last.from, to)]);
  }

  const face = row && faces.get(row.line);
  const template = `${NUMBERS}px ${widths.map((width) => `${width}px`).join(" ")}`;
  return (
    <div class="card-grid" style={{ "--columns": template, "--all": `${leftOf(widths, widths.length)}px` }}>
      <GridTools grid={grid} isTable={file.type !== "yaml"} isEditable={isEditable} hasFilters={Boolean(filters)} kept={kept} keep={keep} face={face} setList={setList} insertCard={insertCard} duplicate={duplicate} remove={remove} fillDown={fillDown} addColumn={addColumn} filter={() => setFilters(filters ? null : {})} />
      <div
        ref={scroller}
        class={`grid-scroll${isBusy ? " busy" : ""}`}
        onScroll={(event) => setView({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })}
      >
        <div
          role="grid"
          aria-label={`Cards of ${file.name}`}
          aria-multiselectable
          aria-rowcount={order.length + 1}
          aria-colcount={columns.length + 1}
          aria-busy={isBusy}
          onPointerDown={onPointer}
          onPointerMove={onMove}
          onPointerUp={() => (dragged.current = "")}
          onMouseDown={(event) => spotOf(event) && event.preventDefault()} // the field keeps the focus
          onDblClick={(event) => {
            const spot = spotOf(event);
            if (spot && spot.column >= 0) begin(words, false);
            else if (spot && face) go("cards", face.id);
          }}
        >
          <GridHead
            columns={columns}
            widths={widths}
            sort={sort}
            filters={filters}
            setSort={setSort}
            setFilters={setFilters}
            setWidth={(key, width) => keep({ widths: { ...kept.widths, [key]: width } })}
          />
          <GridBody order={order} rows={rows} columns={columns} heights={heights} view={view} selection={selection} faults={faults} isWrapped={kept.isWrapped} scroller={scroller} />
        </div>
        {row && (
          <GridInput
            input={input}
            column={column}
            label={`${column.title}, row ${order[active.row]! + 1}${words ? `: ${words}` : ""}${fault ? `; ${fault.words}` : ""}`}
            place={place}
            typing={typing}
            isReadOnly={!isEditable || isLocked}
            active={`grid-${active.row}-${active.column}`}
            begin={(start) => begin(start, true)}
            change={(text) => setTyping({ words: text, isQuick: typing?.isQuick ?? false })}
            end={end}
            holds={holds}
            onKey={onKey}
            onClipboard={onClipboard}
          />
        )}
      </div>
      <p class={`grid-status ${fault?.level ?? ""}`} role="status">
        {fault?.words ?? statusWords(order.length, rows.length, grid.more, rowsOf(selection).length)}
      </p>
    </div>
  );
}

function statusWords(shown: number, all: number, more: number, selected: number): string {
  const cards = shown === all ? `${all} ${all === 1 ? "card" : "cards"}` : `${shown} of ${all} cards`;
  return [cards, more && `${more} more are not shown`, selected > 1 && `${selected} selected`].filter(Boolean).join(", ");
}
