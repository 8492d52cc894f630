// What the page and the editor of texts know of each other. The editor, with CodeMirror, is a bundle of its own
// (codemirror.ts), which is loaded when it is first needed; so only types are shared.

export type FileType = "yaml" | "template" | "text" | "table" | "workbook";

/** Something that may be written at the cursor; see cardgen/preview/editor/suggestions.py. */
export interface Suggestion {
  label: string;
  type: string;
  insert: string;
  detail: string;
  about: string;
  rank: number;
  picture: string;
  color: string;
}

export interface Suggestions {
  start: number;
  items: Suggestion[];
}

export interface Explanation {
  start: number;
  end: number;
  title: string;
  type: string;
  about: string;
  values: string[];
  default: string;
  picture: string;
}

/** A fault in a text: its place with line and columns from 1, and what to do. */
export interface Fault {
  line: number;
  column: number; // 0 if only the line is known
  end: number; // the column behind it; 0 if unknown
  severity: "error" | "warning";
  code: string;
  message: string;
  more: string[];
  instead: string; // what was probably meant in its place; may be empty
}

export interface Hooks {
  nonce: string;
  onChange(name: string): void;
  onCursor(name: string, line: number): void;
  onSave(): void;
  onSteps(): void; // a step that is no edit of a text was added or taken
  onUndone(name: string): void; // a step in another file was undone or done again
  suggest(name: string, before: string, after: string): Promise<Suggestions | null>;
  explain(name: string, before: string, after: string): Promise<Explanation | null>;
  pictureAddress(path: string): string;
}

/** A part of a text that is replaced. */
export interface Edit {
  start: number;
  end: number;
  insert: string;
}

/** An edit that is no edit of a text, in the history of all edits. Each way resolves to whether it succeeded. */
export interface Step {
  undo(): Promise<boolean>;
  redo(): Promise<boolean>;
}

export interface TextEditor {
  readonly dom: HTMLElement;
  clear(): void;
  has(name: string): boolean;
  create(name: string, text: string, type: FileType, isReadOnly: boolean): void;
  show(name: string): void;
  text(name: string): string;
  replace(name: string, from: number, to: number, insert: string): void;
  replaceParts(name: string, edits: Edit[]): void; // in one step, with places in the text as it is
  addStep(step: Step): void; // of something else than a text, done already
  joinSteps(first: number): void; // to one: those from a number on, as `steps` counts them
  replaceAll(name: string, text: string): void;
  setFaults(name: string, faults: Fault[]): void;
  goTo(name: string, line: number, column: number): void;
  undo(): void;
  redo(): void;
  steps(): { undo: number; redo: number };
  positionAt(x: number, y: number): number | null;
  focus(): void;
}
