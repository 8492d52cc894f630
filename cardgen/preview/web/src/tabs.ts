// The tabs of the page. A new one is a component and a line here.
import type { ComponentType } from "preact";
import { Cards } from "./cards";
import { Documents } from "./documents";
import { Play } from "./play";
import { Print } from "./print";
import { Sheets } from "./sheets";
import type { State } from "./store";
import { Try } from "./try";

export interface Tab {
  id: string; // in the address
  title: string;
  view: ComponentType;
  count(state: State): number;
}

export const TABS: Tab[] = [
  { id: "cards", title: "Cards", view: Cards, count: (state) => state.snapshot?.faces.length ?? 0 },
  { id: "sheets", title: "Sheets", view: Sheets, count: (state) => state.snapshot?.sheets.length ?? 0 },
  { id: "documents", title: "Documents", view: Documents, count: (state) => state.snapshot?.documents.length ?? 0 },
  { id: "try", title: "Try it", view: Try, count: () => 0 },
  { id: "play", title: "Play", view: Play, count: () => 0 },
  { id: "print", title: "Print", view: Print, count: () => 0 },
];
