// What is wrong with the cells of a grid, and which card each row is.
import { type Face, type Level, LEVELS, levelOf, type Problem } from "./api";
import { fileOf } from "./editing";
import type { Grid, Row } from "./grid-model";

export interface Fault {
  words: string;
  level: Level; // of the gravest problem
}

/** Return what is wrong, by `row:column` as the file counts them; the column of a fault of the whole row is -1. */
export function faultsOf(grid: Grid, name: string, problems: Problem[]): Map<string, Fault> {
  const found = new Map<string, Fault>();
  const rowOfLine = new Map(grid.rows.map((row, number) => [row.line, number]));
  const rowStarts = grid.rows.some((row) => row.places) ? grid.rows.map((row) => Math.min(...startsOf(row).filter(Boolean))) : [];
  const [first, last] = [grid.rows[0]?.line ?? 0, grid.source.end ?? Infinity];
  const ordered = LEVELS.flatMap((level) => problems.filter((problem) => levelOf(problem) === level));
  for (const problem of ordered) {
    const { place } = problem;
    if (!place || fileOf(place)?.name !== name || (place.sheet && place.sheet !== grid.source.key)) continue;
    if (place.line < first || place.line > last) continue;
    const row = rowStarts.length ? lastBefore(rowStarts, placed(place.line, Math.max(place.column, 1))) : (rowOfLine.get(place.line) ?? -1);
    if (row < 0) continue;
    const key = `${row}:${columnOf(grid, row, problem)}`;
    const words = [problem.message, problem.expected && `expected ${problem.expected}`, ...problem.hints].filter(Boolean).join("; ");
    const before = found.get(key);
    found.set(key, before ? { ...before, words: `${before.words}\n${words}` } : { words, level: levelOf(problem) });
  }
  return found;
}

/** Return where the cells of a row begin in a YAML file, as one number each; 0 for a cell without a value. */
const startsOf = ({ places = [] }: Row): number[] => places.flatMap((line, at) => (at % 2 ? [] : [placed(line, places[at + 1]!)]));
const placed = (line: number, column: number): number => line * 1e5 + column;

/** Return the last of some things that begins at or before a place; -1 if none does. */
function lastBefore(starts: number[], place: number): number {
  let found = -1;
  starts.forEach((start, number) => start && start <= place && start >= (starts[found] ?? 0) && (found = number));
  return found;
}

function columnOf(grid: Grid, row: number, problem: Problem): number {
  const { place, message, notes } = problem;
  if (place!.sheet) return place!.column - 1 < grid.columns.length ? place!.column - 1 : -1;
  if (grid.rows[row]!.places && levelOf(problem) !== "unfilled") return lastBefore(startsOf(grid.rows[row]!), placed(place!.line, Math.max(place!.column, 1)));
  // Of a value that is missing, and in a table of text, only the row is known, and the words name the field.
  const words = [message, ...notes.map(([note]) => note)].join("\n");
  return grid.columns.findIndex(({ title }) => {
    const field = title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return new RegExp(`(^|[\\s'])${field}('| of '| is |$)`, "im").test(words);
  });
}

/** Return the card of each row, by the line on which it begins. */
export function facesOf(name: string, sheet: string, faces: Face[]): Map<number, Face> {
  const found = new Map<number, Face>();
  for (const face of faces) {
    const { place } = face;
    if (place && !found.has(place.line) && place.sheet === sheet && fileOf(place)?.name === name) found.set(place.line, face);
  }
  return found;
}
