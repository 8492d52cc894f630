// The editor of texts, on CodeMirror 6. It keeps the state of every file that was opened, so that undoing goes back over all
// of them in the order of the edits.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory, redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
import { xml } from "@codemirror/lang-xml";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap, type SearchQuery, setSearchQuery } from "@codemirror/search";
import { EditorState, type Extension, type Transaction } from "@codemirror/state";
import {
  crosshairCursor,
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  MatchDecorator,
  rectangularSelection,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import type { Edit, Fault, FileType, Hooks, Step, TextEditor } from "./editor-types";
import { completions, explanations } from "./editor-help";

const jinjaMarks = new MatchDecorator({
  regexp: /\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}/g,
  decoration: (match) => Decoration.mark({ class: match[0].startsWith("{#") ? "tok-comment" : "tok-jinja" }),
});

/** Expressions and statements of Jinja, marked over the XML around them. */
const jinja = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = jinjaMarks.createDeco(view);
    }
    update(update: ViewUpdate) {
      this.decorations = jinjaMarks.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const LANGUAGES: Record<FileType, Extension> = {
  yaml: [yaml(), EditorView.lineWrapping],
  template: [xml({ autoCloseTags: true }), jinja, EditorView.lineWrapping],
  text: EditorView.lineWrapping,
  table: [],
  workbook: [],
};

/** Go to the first hit behind the cursor while the words of a search are typed. */
const toFirstHit = EditorView.updateListener.of(({ view, transactions }) => {
  const query = transactions.flatMap((one) => one.effects).find((effect) => effect.is(setSearchQuery))?.value as SearchQuery | undefined;
  if (!query?.valid) return;
  const { from } = view.state.selection.main;
  const hits = [query.getCursor(view.state, from).next(), query.getCursor(view.state).next()];
  const hit = hits.find((one) => !one.done)?.value;
  if (hit) queueMicrotask(() => view.dispatch({ selection: { anchor: hit.from, head: hit.to }, scrollIntoView: true, userEvent: "select.search" }));
});

class Editor implements TextEditor {
  readonly dom = document.createElement("div");
  private readonly view: EditorView;
  private readonly states = new Map<string, EditorState>();
  private readonly marked = new Map<string, { doc: EditorState["doc"] | undefined; faults: string }>(); // and the text they were marked in
  private shown = "";
  private done: (string | Step)[] = []; // edits of files by their names, and other steps, the last one at the end
  private undone: (string | Step)[] = [];
  private isGoingBack = false;
  private lastStep: Promise<unknown> = Promise.resolve(); // that was undone or done again

  constructor(private readonly hooks: Hooks) {
    this.dom.className = "text-editor";
    this.view = new EditorView({
      parent: this.dom,
      extensions: [EditorView.cspNonce.of(hooks.nonce), EditorView.contentAttributes.of({ "aria-label": "No file yet" })],
      dispatchTransactions: (transactions) => this.take(transactions),
    });
  }

  /** Forget all files, for another deck. */
  clear(): void {
    this.states.clear();
    this.marked.clear();
    [this.shown, this.done, this.undone] = ["", [], []];
  }

  has(name: string): boolean {
    return this.states.has(name);
  }

  create(name: string, text: string, type: FileType, isReadOnly: boolean): void {
    this.states.set(name, EditorState.create({ doc: text, extensions: this.extensions(name, type, isReadOnly) }));
  }

  show(name: string): void {
    const state = this.states.get(name);
    if (!state || name === this.shown) return;
    this.shown = name;
    this.view.setState(state);
  }

  text(name: string): string {
    return this.states.get(name)?.doc.toString() ?? "";
  }

  replace(name: string, from: number, to: number, insert: string): void {
    this.replaceParts(name, [{ start: from, end: to, insert }]);
  }

  replaceParts(name: string, edits: Edit[]): void {
    const changes = edits.map(({ start, end, insert }) => ({ from: start, to: end, insert }));
    this.dispatch(name, (state) => state.update({ changes, annotations: isolateHistory.of("full"), userEvent: "input" }));
  }

  addStep(step: Step): void {
    this.done.push(step);
    this.undone = [];
    this.hooks.onSteps();
  }

  joinSteps(first: number): void {
    if (this.done.length < first + 2) return;
    const done = this.done.splice(first);
    const undone: typeof done = [];
    const shown = done[done.length - 1]!;
    const takeAll = async (from: typeof done, to: typeof done, way: "undo" | "redo") => {
      let isTaken = true;
      while (isTaken && from.length) {
        const part = from.pop()!;
        isTaken = typeof part === "object" ? await this.takeStep(part, to, way) : this.takeEdit(part, to, way);
      }
      if (typeof shown === "string" && shown !== this.shown) this.hooks.onUndone(shown);
      return isTaken;
    };
    this.addStep({ undo: () => takeAll(done, undone, "undo"), redo: () => takeAll(undone, done, "redo") });
  }

  /** Take another text as an edit that can be undone, which touches no more than differs. */
  replaceAll(name: string, text: string): void {
    const before = this.text(name);
    if (text === before) return;
    let from = 0;
    const shorter = Math.min(before.length, text.length);
    while (from < shorter && before[from] === text[from]) from++;
    let same = 0;
    while (same < shorter - from && before[before.length - 1 - same] === text[text.length - 1 - same]) same++;
    this.replace(name, from, before.length - same, text.slice(from, text.length - same));
  }

  /** Mark faults; those that are marked already stay, with what is shown of them under the pointer. */
  setFaults(name: string, faults: Fault[]): void {
    const marked = { doc: this.states.get(name)?.doc, faults: JSON.stringify(faults) };
    const before = this.marked.get(name);
    if (before?.doc === marked.doc && before?.faults === marked.faults) return;
    this.marked.set(name, marked);
    this.dispatch(name, (state) => state.update(setDiagnostics(state, faults.map((fault) => diagnostic(state, fault)))));
  }

  goTo(name: string, line: number, column: number): void {
    this.show(name);
    const { doc } = this.view.state;
    const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
    const head = Math.min(at.from + Math.max(column - 1, 0), at.to);
    const go = () => this.view.dispatch({ selection: { anchor: head }, effects: EditorView.scrollIntoView(head, { y: "center" }) });
    go();
    this.view.focus();
    // A dialog that has just closed gives the focus back, and the browser then puts its own cursor into the text.
    const stay = new AbortController();
    this.view.dom.addEventListener("keydown", () => stay.abort(), { once: true, signal: stay.signal });
    setTimeout(() => {
      const isMoved = this.shown === name && this.view.state.doc === doc && this.view.state.selection.main.head !== head;
      if (isMoved && !stay.signal.aborted) go();
      stay.abort();
    }, 60);
  }

  undo(): void {
    this.goBack(this.done, this.undone, "undo");
  }

  redo(): void {
    this.goBack(this.undone, this.done, "redo");
  }

  steps(): { undo: number; redo: number } {
    return { undo: this.done.length, redo: this.undone.length };
  }

  positionAt(x: number, y: number): number | null {
    return this.view.posAtCoords({ x, y });
  }

  focus(): void {
    this.view.focus();
  }

  private goBack(from: (string | Step)[], to: (string | Step)[], way: "undo" | "redo"): void {
    const part = from.pop(); // first, so that a second key takes the step before
    if (typeof part === "string") {
      if (this.takeEdit(part, to, way) && part !== this.shown) this.hooks.onUndone(part);
    } else if (part) {
      this.lastStep = this.lastStep.then(() => this.takeStep(part, to, way)).then(() => this.hooks.onSteps());
    }
  }

  private takeEdit(name: string, to: (string | Step)[], way: "undo" | "redo"): boolean {
    const state = this.states.get(name);
    if (!state) return false;
    this.isGoingBack = true;
    const isDone = { undo, redo }[way]({ state, dispatch: (transaction) => this.dispatch(name, () => transaction) });
    this.isGoingBack = false;
    if (isDone) to.push(name);
    return isDone;
  }

  private async takeStep(step: Step, to: (string | Step)[], way: "undo" | "redo"): Promise<boolean> {
    const isDone = await step[way]();
    if (isDone) to.push(step);
    return isDone;
  }

  private dispatch(name: string, make: (state: EditorState) => Transaction): void {
    const state = this.states.get(name);
    if (!state) return;
    if (name === this.shown) this.view.dispatch(make(this.view.state));
    else this.note(name, state, make(state));
  }

  private take(transactions: readonly Transaction[]): void {
    this.view.update(transactions);
    for (const transaction of transactions) this.note(this.shown, transaction.startState, transaction);
  }

  /** Keep the state of a file after a transaction, and remember whether there is a step more to undo. */
  private note(name: string, before: EditorState, transaction: Transaction): void {
    const { state } = transaction;
    this.states.set(name, state);
    if (!this.isGoingBack && transaction.docChanged) {
      for (let more = undoDepth(state) - undoDepth(before); more > 0; more--) this.done.push(name);
      if (!redoDepth(state)) this.undone = [];
    }
    if (transaction.docChanged) this.hooks.onChange(name);
    if (name === this.shown && (transaction.selection || transaction.docChanged)) {
      this.hooks.onCursor(name, state.doc.lineAt(state.selection.main.head).number);
    }
  }

  private extensions(name: string, type: FileType, isReadOnly: boolean): Extension {
    const save = { key: "Mod-s", preventDefault: true, run: () => (this.hooks.onSave(), true) };
    const back = { key: "Mod-z", preventDefault: true, run: () => (this.undo(), true), shift: () => (this.redo(), true) };
    const again = { key: "Mod-y", preventDefault: true, run: () => (this.redo(), true) };
    return [
      EditorView.cspNonce.of(this.hooks.nonce),
      EditorState.readOnly.of(isReadOnly),
      EditorView.contentAttributes.of({ "aria-label": name, tabindex: "0" }),
      keymap.of([save, back, again]),
      history(),
      lineNumbers(),
      foldGutter(),
      lintGutter(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      drawSelection(),
      EditorState.allowMultipleSelections.of(true),
      rectangularSelection(),
      crosshairCursor(),
      indentOnInput(),
      indentUnit.of("  "),
      bracketMatching(),
      closeBrackets(),
      highlightSelectionMatches(),
      search({ top: true }),
      toFirstHit,
      syntaxHighlighting(classHighlighter),
      autocompletion({ override: [completions(name, this.hooks)], icons: false, addToOptions: [PICTURE_OF_SUGGESTION(this.hooks)] }),
      explanations(name, this.hooks),
      keymap.of([...closeBracketsKeymap, ...completionKeymap, ...searchKeymap, ...foldKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
      LANGUAGES[type],
    ];
  }
}

/** A small picture, or a colour, before the words of a suggestion. */
function PICTURE_OF_SUGGESTION(hooks: Hooks) {
  return {
    position: 10,
    render: (completion: object) => {
      const { picture, color } = completion as { picture?: string; color?: string };
      if (color) {
        const swatch = document.createElement("span");
        swatch.className = "swatch";
        swatch.style.background = color;
        return swatch;
      }
      if (!picture) return null;
      const image = document.createElement("img");
      image.className = "thumbnail";
      image.loading = "lazy";
      image.alt = "";
      image.src = hooks.pictureAddress(picture);
      return image;
    },
  };
}

function diagnostic(state: EditorState, fault: Fault): Diagnostic {
  const line = state.doc.line(Math.min(Math.max(fault.line, 1), state.doc.lines));
  const indent = /^\s*/.exec(line.text)?.[0].length ?? 0;
  const from = Math.min(line.from + (fault.column ? fault.column - 1 : indent), line.to);
  const to = fault.end > fault.column ? Math.min(line.from + fault.end - 1, line.to) : line.to;
  const { instead } = fault;
  return {
    from,
    to: Math.max(from, to),
    severity: fault.severity,
    source: fault.code,
    message: [fault.message, ...fault.more].join("\n"),
    ...(instead && {
      actions: [{ name: `Write ${instead}`, apply: (view, start, end) => view.dispatch({ changes: { from: start, to: end, insert: instead }, userEvent: "input" }) }],
    }),
  };
}

export function createEditor(hooks: Hooks): TextEditor {
  return new Editor(hooks);
}
