// How the user likes to see a grid: widths of columns, wrapped texts, types of columns that no game knows; kept in this browser.
import { useState } from "preact/hooks";
import { getState } from "./store";

export interface Kept {
  widths: Record<string, number>; // pixels by the key of the column
  types: Record<string, string>;
  isWrapped: boolean;
}

const NAME = "cardgen-grids";

/** Return what is kept of a list, and a function that keeps something else. */
export function useKept(file: string, list: string): [Kept, (change: Partial<Kept>) => void] {
  const key = `${getState().deck} ${file} ${list}`;
  const [all, setAll] = useState<Record<string, Kept>>(() => {
    try {
      return JSON.parse(localStorage.getItem(NAME) ?? "{}");
    } catch {
      return {};
    }
  });
  const kept = { widths: {}, types: {}, isWrapped: true, ...all[key] };
  const keep = (change: Partial<Kept>) =>
    setAll((before) => {
      const after = { ...before, [key]: { ...kept, ...before[key], ...change } };
      try {
        localStorage.setItem(NAME, JSON.stringify(after));
      } catch {
        // a browser that keeps nothing: it lasts as long as the page
      }
      return after;
    });
  return [kept, keep];
}
