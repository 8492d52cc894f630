import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Cell, readCells, writtenCell } from "./csv";
import { fileOf, getEditing, loadEditor, type OpenFile, useEditor } from "./editing";
import { getState, useStore } from "./store";

const ROW = 30; // pixels, as in editor.css
const SPARE = 12; // rows that are drawn above and below those in view

/** A CSV file as a table. Each edit of a cell is an edit of the text, and is saved and undone like any other. */
export function TableView({ file }: { file: OpenFile }) {
  useStore();
  const { version, isEditable } = getEditing();
  const texts = useEditor();
  const text = texts?.text(file.name) ?? file.base.text;
  const { delimiter } = file.base;
  const records = useMemo(() => readCells(text, delimiter), [text, delimiter, version]);
  const columns = Math.max(1, ...records.slice(0, 200).map((record) => record.length));
  const [scroll, setScroll] = useState({ top: 0, height: 800 });
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current) setScroll({ top: box.current.scrollTop, height: box.current.clientHeight });
  }, []);

  const first = Math.max(1, Math.floor(scroll.top / ROW) - SPARE);
  const last = Math.min(records.length, Math.ceil((scroll.top + scroll.height) / ROW) + SPARE);
  const faults = faultyRows(text, records, file.name);

  const write = (row: number, column: number, words: string) => {
    const record = records[row];
    const cell = record?.[column];
    if (!texts || cell?.text === words || (!cell && !words)) return;
    if (cell) texts.replace(file.name, cell.from, cell.to, writtenCell(words, delimiter));
    else {
      const end = record?.[record.length - 1]?.to ?? startOf(text, records, row);
      texts.replace(file.name, end, end, delimiter.repeat(Math.max(0, column - (record?.length || 1) + 1)) + writtenCell(words, delimiter));
    }
  };
  const addRow = () => {
    const isOpen = text.length > 0 && !text.endsWith("\n");
    texts?.replace(file.name, text.length, text.length, `${isOpen ? "\n" : ""}${delimiter.repeat(columns - 1)}\n`);
    requestAnimationFrame(() => box.current?.scrollTo({ top: box.current.scrollHeight }));
  };
  const removeRow = (row: number) => {
    const record = records[row];
    if (!record?.length || !texts) return;
    const from = record[0]!.from;
    texts.replace(file.name, from, Math.min(text.length, record[record.length - 1]!.to + 1), "");
  };

  return (
    <div class="table" ref={box} onScroll={(event) => setScroll({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })}>
      <table aria-label={file.name} aria-rowcount={records.length}>
        <thead>
          <tr>
            <th scope="col">
              <span class="hidden">Row</span>
            </th>
            {Array.from({ length: columns }, (_, column) => (
              <th key={column} scope="col">
                <CellInput row={0} column={column} cell={records[0]?.[column]} label={`Header ${column + 1}`} write={write} isReadOnly={!isEditable} />
              </th>
            ))}
            <th />
          </tr>
        </thead>
        <tbody>
          {first > 1 && <tr aria-hidden="true" style={{ height: `${(first - 1) * ROW}px` }} />}
          {records.slice(first, last).map((record, index) => {
            const row = first + index;
            return (
              <tr key={row} aria-rowindex={row + 1} class={faults.get(row) ? "faulty" : undefined} title={faults.get(row)}>
                <th scope="row">{row + 1}</th>
                {Array.from({ length: columns }, (_, column) => (
                  <td key={column}>
                    <CellInput
                      row={row}
                      column={column}
                      cell={record[column]}
                      label={`${records[0]?.[column]?.text || `Column ${column + 1}`}, row ${row + 1}`}
                      write={write}
                      isReadOnly={!isEditable}
                    />
                  </td>
                ))}
                <td>
                  {isEditable && (
                    <button type="button" class="quiet" aria-label={`Remove row ${row + 1}`} onClick={() => removeRow(row)}>
                      ✕
                    </button>
                  )}
                </td>
              </tr>
            );
          })}
          {last < records.length && <tr aria-hidden="true" style={{ height: `${(records.length - last) * ROW}px` }} />}
        </tbody>
      </table>
      {isEditable && (
        <button type="button" class="quiet add" onClick={addRow}>
          Add a row
        </button>
      )}
    </div>
  );
}

interface CellProperties {
  row: number;
  column: number;
  cell: Cell | undefined;
  label: string;
  isReadOnly: boolean;
  write(row: number, column: number, words: string): void;
}

function CellInput({ row, column, cell, label, write, isReadOnly }: CellProperties) {
  const words = cell?.text ?? "";
  return (
    <input
      aria-label={label}
      value={words}
      readOnly={isReadOnly}
      data-row={row}
      data-column={column}
      onInput={(event) => write(row, column, event.currentTarget.value)}
      onKeyDown={(event) => {
        const by = { ArrowUp: -1, ArrowDown: 1, Enter: event.shiftKey ? -1 : 1 }[event.key];
        const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
        if (isUndo) {
          event.preventDefault();
          void loadEditor().then((texts) => (event.shiftKey ? texts.redo() : texts.undo()));
        } else if (by) {
          event.preventDefault();
          document.querySelector<HTMLInputElement>(`.table [data-row="${row + by}"][data-column="${column}"]`)?.focus();
        }
      }}
    />
  );
}

/** Return where a record begins, also a blank one. */
function startOf(text: string, records: Cell[][], row: number): number {
  for (let before = row - 1; before >= 0; before--) {
    const cell = records[before]?.at(-1);
    if (cell) return Math.min(text.length, cell.to + row - before);
  }
  return Math.min(text.length, row);
}

/** Return what is wrong with each record, by its index. */
function faultyRows(text: string, records: Cell[][], name: string): Map<number, string> {
  const found = new Map<number, string>();
  const problems = (getState().snapshot?.problems ?? []).filter((problem) => problem.place && fileOf(problem.place)?.name === name);
  if (!problems.length) return found;
  const rowOfLine = new Map<number, number>();
  let line = 1;
  let at = 0;
  records.forEach((record, row) => {
    const from = record[0]?.from ?? at;
    for (; at < from; at++) if (text[at] === "\n") line++;
    rowOfLine.set(line, row);
  });
  for (const problem of problems) {
    const row = rowOfLine.get(problem.place!.line);
    if (row !== undefined) found.set(row, [found.get(row), problem.message].filter(Boolean).join("\n"));
  }
  return found;
}
