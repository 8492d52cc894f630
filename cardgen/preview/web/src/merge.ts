// Two versions of a text that were made from one: what both have changed in different lines is taken from both.
import { diff3Merge } from "node-diff3";

export type Side = "mine" | "theirs";

export interface Merged {
  overlaps: Record<Side, string[]>[]; // lines that both have changed, each in its own way
  text(side: Side): string; // with the lines of one side where both have changed
}

/** Merge two versions of a text line by line. */
export function merged(mine: string, base: string, theirs: string): Merged {
  const blocks = diff3Merge(mine.split("\n"), base.split("\n"), theirs.split("\n"), { excludeFalseConflicts: true }) as {
    ok?: string[];
    conflict?: { a: string[]; b: string[] };
  }[];
  const overlaps = blocks.flatMap(({ conflict }) => (conflict ? [{ mine: conflict.a, theirs: conflict.b }] : []));
  const text = (side: Side) => blocks.flatMap(({ ok, conflict }) => ok ?? (side === "mine" ? conflict!.a : conflict!.b)).join("\n");
  return { overlaps, text };
}
