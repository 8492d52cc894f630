// Two versions of a text that were made from one: what both have changed in different lines is taken from both.
import { diff3Merge } from "node-diff3";

export type Side = "mine" | "theirs";

export interface Merged {
  overlaps: Record<Side, string[]>[]; // lines that both have changed, each in its own way
  text(side: Side): string; // with the lines of one side where both have changed
}

interface Block {
  ok?: string[];
  conflict?: { a: string[]; b: string[] };
}

const MOST_PAIRS = 200_000; // of equal lines, which take about a second; three times as many take eight

/** Merge two versions of a text line by line. */
export function merged(mine: string, base: string, theirs: string): Merged {
  const blocks = mergedLines(mine.split("\n"), base.split("\n"), theirs.split("\n"));
  const overlaps = blocks.flatMap(({ conflict }) => (conflict ? [{ mine: conflict.a, theirs: conflict.b }] : []));
  const text = (side: Side) => blocks.flatMap(({ ok, conflict }) => ok ?? (side === "mine" ? conflict!.a : conflict!.b)).join("\n");
  return { overlaps, text };
}

/** Merge two versions. Where too many lines are equal, only those between unique lines are compared; of too many there, all overlap. */
function mergedLines(a: string[], base: string[], b: string[]): Block[] {
  if (isQuick(a, base, b)) return diff3Merge(a, base, b, { excludeFalseConflicts: true }) as Block[];
  const [inA, inB] = [uniqueLines(a), uniqueLines(b)];
  const blocks: Block[] = [];
  let [fromA, from, fromB] = [0, 0, 0];
  const take = (toA: number, to: number, toB: number) => {
    const [mine, middle, theirs] = [a.slice(fromA, toA), base.slice(from, to), b.slice(fromB, toB)];
    if (isQuick(mine, middle, theirs)) blocks.push(...(diff3Merge(mine, middle, theirs, { excludeFalseConflicts: true }) as Block[]));
    else blocks.push({ conflict: { a: mine, b: theirs } });
    [fromA, from, fromB] = [toA, to, toB];
  };
  for (const [line, at] of uniqueLines(base)) {
    const [atA, atB] = [inA.get(line) ?? -1, inB.get(line) ?? -1];
    if (atA >= fromA && atB >= fromB) take(atA, at, atB);
  }
  take(a.length, base.length, b.length);
  return blocks;
}

/** Return whether few enough lines are equal to try all pairs of them. */
function isQuick(a: string[], base: string[], b: string[]): boolean {
  const counts = new Map<string, number>();
  for (const line of base) counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...a, ...b].reduce((sum, line) => sum + (counts.get(line) ?? 0), 0) <= MOST_PAIRS;
}

/** Return the lines that stand in a text once, in order, each with its number. */
function uniqueLines(lines: string[]): Map<string, number> {
  const found = new Map(lines.map((line, at) => [line, at]));
  for (const [at, line] of lines.entries()) if (found.get(line) !== at) found.set(line, -1);
  return new Map([...found].filter(([, at]) => at >= 0));
}
