// The files that are open in the editor: what the server has of each, and what is still to be saved.
import { useEffect, useState } from "preact/hooks";
import { address, ask, type Place, Refusal } from "./api";
import type { Edit, Fault, FileType, TextEditor } from "./editor-types";
import { merged, type Merged, type Side } from "./merge";
import { getState, look, notify, onConnected, onFiles, onLeave, onSnapshot, type State, update } from "./store";

export interface ListedFile {
  name: string;
  shown: string;
  type: FileType;
  is_deck: boolean;
}

interface Content {
  name: string;
  text: string;
  revision: string;
  delimiter: string;
}

/** A file that was opened. */
export interface OpenFile {
  name: string;
  base: Content; // as the server had it last
  isDirty: boolean;
  isSaving: boolean;
  failure: string; // why it could not be saved
  conflict: Conflict | null; // it was changed, or deleted, by another program meanwhile
}

/** What another program has made of a file, and the lines that were changed there and here. */
interface Conflict {
  theirs: Content | null;
  overlaps: Merged["overlaps"];
}

export interface Editing {
  files: ListedFile[];
  isEditable: boolean;
  open: ReadonlyMap<string, OpenFile>;
  shown: string; // name of the file in the editor
  failure: string; // why a file cannot be shown
  face: string; // id of the card that the cursor is in
  goal: { name: string; line: number; column: number } | null; // where a card or a fault led last, to a line or a row
  version: number; // grows with each change of a text
}

const PAUSE = 150; // ms after the last key, before a text is saved
const AGAIN = 1000; // ms after which a text is saved again that the server could not take
let editor: TextEditor | null = null;
let loading: Promise<TextEditor> | null = null;
let editing: Editing = { files: [], isEditable: false, open: new Map(), shown: "", failure: "", face: "", goal: null, version: 0 };
let wanted = ""; // name of the file that was asked for last; an earlier one that arrives later is not shown
let changes = 0; // of files that the server has told: what was asked for before the last one may be out of date
const timers = new Map<string, number>();
const unmet = new Set<string>(); // files that may have changed while they were saved

export function getEditing(): Editing {
  return editing;
}

function change(part: Partial<Editing>): void {
  editing = { ...editing, ...part };
  update({}); // components read both
}

function changeFile(name: string, part: Partial<OpenFile>): void {
  const file = editing.open.get(name);
  if (file) change({ open: new Map(editing.open).set(name, { ...file, ...part }) });
}

/** Return the editor; it is loaded when it is first needed. */
export function loadEditor(): Promise<TextEditor> {
  loading ??= (async () => {
    const path = "/static/codemirror.js";
    const { createEditor } = (await import(path)) as typeof import("./codemirror");
    const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? "";
    const request = (what: string, name: string, before: string, after: string) =>
      ask<never>(getState().deck, what, {}, { name, before, after }).catch(() => null);
    editor = createEditor({
      nonce,
      onChange: touched,
      onCursor: (name, line) => editor?.dom.isConnected && showFaceAt(name, line), // a table has a cursor of its own
      onSave: () => void saveAll(),
      onSteps: () => change({ version: editing.version + 1 }),
      onUndone: (name) => getState().looking.editorIsOpen && !getState().selected && void openFile(name),
      suggest: (name, before, after) => request("suggest", name, before, after),
      explain: (name, before, after) => request("explain", name, before, after),
      pictureAddress: (path) => address(getState().deck, path, {}),
    });
    return editor;
  })();
  return loading;
}

/** Return the editor, and draw the component again when it was loaded; null until then. */
export function useEditor(): TextEditor | null {
  const [texts, setTexts] = useState(editor);
  useEffect(() => void loadEditor().then(setTexts), []);
  return texts;
}

/** Learn which files the deck has, and show the one that states the cards if none is shown. */
export async function loadFiles(): Promise<void> {
  const { deck } = getState();
  const before = changes;
  try {
    const { files, is_editable } = await ask<{ files: ListedFile[]; is_editable: boolean }>(deck, "files");
    if (deck !== getState().deck) return;
    if (before !== changes) return loadFiles();
    change({ files, isEditable: is_editable, ...(editing.files.length ? {} : { failure: "" }) });
    await openFirst();
  } catch (error) {
    if (deck === getState().deck) change({ failure: words(error) });
  }
}

/** Save what was typed last into a deck that is left, and close its files. */
function leave(): void {
  keepDrafts();
  void saveAll();
  for (const timer of timers.values()) window.clearTimeout(timer);
  wanted = "";
  unmet.clear();
  editor?.clear();
  change({ files: [], open: new Map(), shown: "", failure: "", face: "", goal: null });
}

/** Show the file that states the cards if none is shown, as soon as it is known. */
async function openFirst(): Promise<void> {
  const { snapshot } = getState();
  if (wanted || !snapshot || !editing.files.length) return;
  const place = snapshot.faces.find((face) => face.place)?.place;
  const first = (place && fileOf(place)) ?? editing.files.find((file) => file.is_deck) ?? editing.files[0];
  if (first) await openFile(first.name);
}

/** Load the text of a file into the editor, without showing it; returns whether it is there. */
export async function loadText(name: string): Promise<boolean> {
  const { deck } = getState();
  const texts = await loadEditor();
  try {
    while (!editing.open.has(name)) {
      const before = changes;
      const content = await ask<Content>(deck, `files/${encodePath(name)}`);
      if (deck !== getState().deck) return false;
      if (before === changes && !editing.open.has(name)) begin(texts, content);
    }
    return true;
  } catch (error) {
    if (deck !== getState().deck) return false;
    if (wanted === name) change({ shown: name, failure: words(error) });
    else notify(words(error));
    return false;
  }
}

function begin(texts: TextEditor, content: Content): void {
  const { name } = content;
  const type = editing.files.find((file) => file.name === name)?.type ?? "text";
  texts.create(name, content.text, type, !editing.isEditable);
  change({ open: new Map(editing.open).set(name, opened(content)) });
  takeDraft(content);
}

/**
 * Edit a text by what the server makes of it, which is asked again if the text has changed meanwhile. Returns whether it was done:
 * not if another deck is shown by then.
 */
export async function editText(name: string, make: (text: string) => Promise<Edit[]>): Promise<boolean> {
  const { deck } = getState();
  const texts = await loadEditor();
  let text: string;
  let edits: Edit[];
  do {
    text = texts.text(name);
    edits = await make(text);
    if (deck !== getState().deck || !texts.has(name)) return false;
  } while (texts.text(name) !== text);
  if (edits.length) texts.replaceParts(name, edits);
  return true;
}

/** Show a file, at a line if one is named, unless another one is asked for before it has arrived. */
export async function openFile(name: string, line = 0, column = 0): Promise<void> {
  wanted = name;
  const isBook = editing.files.find((file) => file.name === name)?.type === "workbook";
  if (!isBook && !(await loadText(name))) return;
  if (wanted !== name) return;
  change({ shown: name, failure: "", ...(line && { goal: { name, line, column } }) });
  if (isBook) return;
  const texts = await loadEditor();
  if (line) texts.goTo(name, line, column);
  else texts.show(name);
  showFaults();
}

function opened(base: Content): OpenFile {
  return { name: base.name, base, isDirty: false, isSaving: false, failure: "", conflict: null };
}

/** Show the place of a fault or a card in the editor. */
export async function openPlace(place: Place): Promise<void> {
  look({ editorIsOpen: true });
  if (!editing.files.length) await loadFiles();
  const file = fileOf(place);
  if (!file) notify(`${place.file} is not in the folder of the deck; edit it in another program.`);
  else await openFile(file.name, place.line, place.column);
}

export function fileOf(place: Pick<Place, "file">): ListedFile | undefined {
  return editing.files.find((file) => file.shown === place.file) ?? editing.files.find((file) => place.file.endsWith(`/${file.name}`));
}

function touched(name: string): void {
  const file = editing.open.get(name);
  if (!file || !editor) return;
  const isDirty = editor.text(name) !== file.base.text;
  changeFile(name, { isDirty, failure: "" });
  change({ version: editing.version + 1 });
  window.clearTimeout(timers.get(name));
  if (isDirty) timers.set(name, window.setTimeout(() => void save(name), PAUSE));
  else dropDraft(name);
}

export async function saveAll(): Promise<void> {
  await Promise.all([...editing.open.values()].filter((file) => file.isDirty).map((file) => save(file.name)));
}

/** Save a file whole, unless another program has changed it since. */
async function save(name: string): Promise<void> {
  const file = editing.open.get(name);
  if (!file?.isDirty || file.isSaving || file.conflict || !editor) return;
  const { deck } = getState();
  const text = editor.text(name);
  keepDraft(name, text, file.base);
  changeFile(name, { isSaving: true });
  try {
    const base = await post(deck, file.base, text);
    if (deck !== getState().deck) {
      const typed = draftOf(name, deck)?.text ?? text; // also after what was saved, before the deck was left
      if (typed !== text) await post(deck, base, typed);
      return dropDraft(name, deck);
    }
    const isDirty = editor.text(name) !== text;
    changeFile(name, { isSaving: false, failure: "", isDirty, base });
    if (isDirty) await save(name);
    else dropDraft(name);
  } catch (error) {
    if (deck !== getState().deck) return; // the draft is taken up when the file is opened again
    changeFile(name, { isSaving: false });
    if (error instanceof Refusal && error.status === 409) {
      meet(name, (error.data as { now: Content | null }).now);
    } else {
      changeFile(name, { failure: words(error) });
      if (!(error instanceof Refusal) || !error.status || error.status >= 500) timers.set(name, window.setTimeout(() => void save(name), AGAIN));
    }
  }
  if (unmet.delete(name)) await compareFile(deck, name);
}

/** Save a text over the content of a file that this page knows; return what the file is then. */
async function post(deck: string, base: Content, text: string): Promise<Content> {
  const { revision } = await ask<{ revision: string }>(deck, `files/${encodePath(base.name)}`, {}, { text, base: base.revision });
  return { ...base, text, revision };
}

/** Compare the open files with those on the disk, since some may have changed. */
async function compare(): Promise<void> {
  const { deck } = getState();
  if (editing.failure) void (editing.files.length ? openFile(wanted) : loadFiles());
  if (!editing.files.length) return;
  const before = changes;
  try {
    const { files } = await ask<{ files: ListedFile[] }>(deck, "files");
    if (deck !== getState().deck || before !== changes) return; // then it is compared anew
    change({ files });
  } catch {
    return;
  }
  for (const { name } of editing.open.values()) await compareFile(deck, name);
}

async function compareFile(deck: string, name: string): Promise<void> {
  const base = editing.open.get(name)?.base;
  let theirs: Content | null = null;
  try {
    theirs = await ask<Content>(deck, `files/${encodePath(name)}`);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 404) return;
  }
  if (deck !== getState().deck) return;
  // What was read before this page saved the file again is out of date.
  if (editing.open.get(name)?.base !== base) await compareFile(deck, name);
  else meet(name, theirs);
}

/** Load a text and take what its file holds by now; return the revision of that, or null while it cannot be taken, which is told. */
export async function followText(name: string): Promise<string | null> {
  const { deck } = getState();
  if (!(await loadText(name))) return null;
  await compareFile(deck, name);
  const file = editing.open.get(name);
  if (deck !== getState().deck || !file) return null;
  if (file.conflict) return notify(`Another program has changed ${name} too; choose in its editor what is kept.`), null;
  return file.base.revision;
}

/** Take what another program has written, also beside what was edited here; ask only where both have changed the same lines. */
function meet(name: string, theirs: Content | null): void {
  const file = editing.open.get(name);
  if (!file || !editor) return;
  if (file.isSaving) return void unmet.add(name);
  if (theirs?.revision === file.base.revision) {
    if (file.conflict) changeFile(name, { conflict: null });
    if (file.conflict) touched(name); // it is again as it was: there is nothing to choose
  } else if (theirs && theirs.text === editor.text(name)) {
    changeFile(name, { base: theirs, isDirty: false, conflict: null });
    dropDraft(name);
  } else if (theirs && !file.isDirty) {
    changeFile(name, { base: theirs, conflict: null });
    editor.replaceAll(name, theirs.text);
  } else if (theirs) {
    const { overlaps, text } = merged(editor.text(name), file.base.text, theirs.text);
    if (overlaps.length) return changeFile(name, { conflict: { theirs, overlaps } });
    take(name, theirs, text("mine"));
    notify(`Another program has changed other lines of ${name}; both changes are kept.`);
  } else if (!file.conflict || file.conflict.theirs) {
    changeFile(name, { conflict: { theirs, overlaps: [] } });
  }
}

/** Go on from what another program has written with a text that holds its changes. */
function take(name: string, theirs: Content, text: string): void {
  changeFile(name, { conflict: null, base: theirs });
  editor?.replaceAll(name, text);
  touched(name);
}

/** End a conflict: where both have changed the same lines, one side is taken; the other changes of both are kept. */
export function settle(name: string, side: Side): void {
  const file = editing.open.get(name);
  const theirs = file?.conflict?.theirs;
  if (file && theirs && editor) take(name, theirs, merged(editor.text(name), file.base.text, theirs.text).text(side));
}

/** Show what is wrong with the open files in their margins. */
function showFaults(): void {
  const problems = getState().snapshot?.problems ?? [];
  for (const { name } of editing.open.values()) {
    const here = problems.filter((problem) => problem.place && fileOf(problem.place)?.name === name);
    editor?.setFaults(
      name,
      here.map((problem): Fault => {
        const meant = problem.hints.map((hint) => /^did you mean '([^']+)'\?$/.exec(hint)?.[1]).find(Boolean);
        const { line, column, end } = problem.place!;
        const more = [problem.expected && `Expected ${problem.expected}`, ...problem.hints].filter(Boolean);
        return { line, column, end, severity: problem.severity, code: problem.code, message: problem.message, more, instead: meant ?? "" };
      }),
    );
  }
}

/** Mark the card that a line belongs to, and bring it into view. */
const showFaceAt = (name: string, line: number): void => showFace(faceAt(getState(), name, line));

/** Mark a card, and bring it into view. */
export function showFace(face: string): void {
  if (face === editing.face) return;
  change({ face });
  if (!face) return;
  requestAnimationFrame(() => document.querySelector(`[data-face="${CSS.escape(face)}"]`)?.scrollIntoView({ block: "nearest" }));
}

/** Return the id of the card whose values stand on a line: the last one that begins before, unless it has ended. */
function faceAt(state: State, name: string, line: number): string {
  let found = "";
  let start = 0;
  let column = 0;
  for (const face of state.snapshot?.faces ?? []) {
    if (!face.place || fileOf(face.place)?.name !== name || face.place.line > line || face.place.line <= start) continue;
    [found, start, column] = [face.id, face.place.line, face.place.column];
  }
  if (!found || name.endsWith("csv")) return start === line ? found : "";
  const lines = (editor?.text(name) ?? "").split("\n").slice(start, line);
  const hasEnded = lines.some((text) => /^\s*[^\s#]/.test(text) && text.search(/\S/) < column - 1);
  return hasEnded ? "" : found;
}

export function encodePath(name: string): string {
  return name.split("/").map(encodeURIComponent).join("/");
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

// What could not be saved survives a reload of the page: it is taken up again when its file is opened.
function draftKey(name: string, deck = getState().deck): string {
  return `cardgen-draft ${deck} ${name}`;
}

function keepDraft(name: string, text: string, base: Content): void {
  try {
    sessionStorage.setItem(draftKey(name), JSON.stringify({ text, base }));
  } catch {
    // no room: the text is in the page as long as it is open
  }
}

function dropDraft(name: string, deck?: string): void {
  sessionStorage.removeItem(draftKey(name, deck));
}

function draftOf(name: string, deck?: string): { text: string; base: Content } | null {
  return JSON.parse(sessionStorage.getItem(draftKey(name, deck)) ?? "null") as { text: string; base: Content } | null;
}

function takeDraft(content: Content): void {
  const kept = draftOf(content.name);
  if (!kept || !editor) return;
  const { text, base } = kept;
  if (text === content.text) return dropDraft(content.name);
  changeFile(content.name, { base });
  editor.replaceAll(content.name, text);
  meet(content.name, content);
}

function keepDrafts(): void {
  for (const file of editing.open.values()) if (file.isDirty) keepDraft(file.name, editor?.text(file.name) ?? "", file.base);
}

addEventListener("pagehide", keepDrafts);
onSnapshot(showFaults);
onSnapshot(() => void openFirst());
onFiles(() => (changes++, void compare()));
onConnected(() => {
  changes++;
  void compare().then(saveAll);
});
onLeave(leave);
