// Pictures that are dropped onto the page: they are put into the folder of the deck, and named where they were dropped.
import { ask, type Face, sendFile } from "./api";
import { editText, fileOf, getEditing, type ListedFile, loadEditor, loadFiles, loadText } from "./editing";
import type { Edit } from "./editor-types";
import { filesOf, PICTURE } from "./dropped-files";
import { getState, notify } from "./store";
import { writtenCell } from "./csv";
import { fetchValue, inNewColumn, typeValues, type ValueChange } from "./values";

const FONT = /\.(ttf|otf)$/i;

/** Follow what is dragged over the page. */
export function acceptPictures(): void {
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    mark(event.target as Element);
  });
  addEventListener("dragleave", (event) => event.relatedTarget || mark(null));
  addEventListener(
    "drop",
    (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      mark(null);
      const { target, clientX, clientY } = event;
      void filesOf(event.dataTransfer).then((files) => take(files, target as Element, clientX, clientY));
    },
    { capture: true }, // before the editor, which would insert the text of an SVG
  );
}

function mark(target: Element | null): void {
  document.querySelector(".dropping")?.classList.remove("dropping");
  if (target) (target.closest("[data-face], .text-editor, .table input") ?? document.getElementById("main"))?.classList.add("dropping");
}

/**
 * Put pictures into the folder of the deck: those that it names already where it names them. One that is dropped alone is named
 * where it was dropped; others are given to the cards that are called like their files.
 */
async function take(files: File[], target: Element, x: number, y: number): Promise<void> {
  const { deck, snapshot } = getState();
  let placed = 0;
  const named: Named[] = [];
  const others: string[] = [];
  const isAlone = files.length === 1 && Boolean(target.closest("[data-face], .grid-cell, .text-editor"));
  for (const file of files) {
    if (FONT.test(file.name)) {
      await sendFile<{ file: string }>(deck, "dropped", { name: file.name }, file).then(({ file: path }) => notify(`${path} is a font of the deck now; Arrange offers it for each text.`), (error: Error) => notify(error.message));
      continue;
    }
    if (!PICTURE.test(file.name)) {
      notify(`${file.name} is no picture; drop an SVG, PNG, JPEG or WebP file, or a font.`);
      continue;
    }
    try {
      const added = await sendFile<{ file: string; is_named: boolean }>(deck, "dropped", { name: file.name }, file);
      const face = isAlone ? undefined : cardCalled(file.name, snapshot?.faces ?? []);
      if (added.is_named && (files.length > 1 || !target.closest("[data-face]"))) placed += 1;
      else if (face) named.push({ path: added.file, face });
      else others.push(added.file);
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error));
    }
  }
  const [first] = others;
  if (first && isAlone) return namePicture(first, target, x, y).catch((error: Error) => notify(error.message));
  const given = await nameInCards(named).catch((error: Error) => (notify(error.message), [] as Named[]));
  others.push(...named.filter((one) => !given.includes(one)).map((one) => one.path));
  const told = [
    placed && `${placed === 1 ? "1 picture is" : `${placed} pictures are`} where the cards name ${placed === 1 ? "it" : "them"} now.`,
    given.length && `${given.length === 1 ? `${given[0]!.face.name} has its picture` : `${given.length} cards have their pictures`} now, by the names of the files.`,
    others.length && `${others.length === 1 ? "1 picture is" : `${others.length} pictures are`} in the folder of the deck now, which no card names yet: ${others.slice(0, 3).join(", ")}${others.length > 3 ? " and more" : ""}.`,
  ].filter(Boolean);
  if (told.length) notify(told.join(" "));
}

/** Return the card that is called like the file of a picture, whatever the case and the signs between the words. */
function cardCalled(name: string, faces: Face[]): Face | undefined {
  const plain = (words: string) => words.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  const wanted = plain(name.replace(PICTURE, ""));
  return faces.find((face) => wanted && (plain(face.name) === wanted || plain(face.id.split("/").at(-1)!) === wanted));
}

/** Write the path of a picture where it was dropped. */
async function namePicture(path: string, target: Element, x: number, y: number): Promise<void> {
  const id = target.closest<HTMLElement>("[data-face]")?.dataset.face;
  const face = getState().snapshot?.faces.find((one) => one.id === id);
  const cell = target.closest(".grid-cell");
  if (face) {
    const isGiven = (await nameInCards([{ path, face }])).length > 0;
    return notify(isGiven ? `${face.name} has the picture ${path} now.` : `${path} is in the folder of the deck now; ${face.name} has no place for a picture.`);
  }
  const texts = await loadEditor();
  const { shown, open } = getEditing();
  if (cell) cell.dispatchEvent(new CustomEvent("cardgen-picture", { detail: path, bubbles: true }));
  else if (target.closest(".text-editor")) {
    const at = texts.positionAt(x, y) ?? texts.text(shown).length;
    texts.replace(shown, at, at, shown.endsWith("csv") ? writtenCell(path, open.get(shown)?.base.delimiter ?? ",") : path);
  }
  notify(`${path} is in the folder of the deck now.`);
}

/** A picture of a card. */
interface Named {
  path: string;
  face: Face;
}

/** Write the paths of pictures into their cards, each file in one edit; return those that are written. */
async function nameInCards(pictures: Named[]): Promise<Named[]> {
  if (!pictures.length) return [];
  if (!getEditing().files.length) await loadFiles();
  const byFile = new Map<ListedFile, Named[]>();
  for (const one of pictures) {
    const file = one.face.place && fileOf(one.face.place);
    if (file) byFile.set(file, [...(byFile.get(file) ?? []), one]);
  }
  const given: Named[] = [];
  for (const [file, group] of byFile) given.push(...(await (file.type === "yaml" ? nameInText(file.name, group) : nameInRows(group))));
  return given;
}

async function nameInText(name: string, pictures: Named[]): Promise<Named[]> {
  if (!(await loadText(name))) return [];
  let edits: (Edit | null)[] = [];
  const isDone = await editText(name, async (text) => {
    edits = await ask<(Edit | null)[]>(getState().deck, "name-pictures", {}, { text, pictures: pictures.map(({ path, face }) => [face.place!.line, path]) });
    return edits.filter((edit) => edit !== null);
  });
  return isDone ? pictures.filter((_, at) => edits[at]) : [];
}

async function nameInRows(pictures: Named[]): Promise<Named[]> {
  const changes: ValueChange[] = [];
  const given: Named[] = [];
  const columns = new Map<string, number>(); // those that are new, by worksheet
  for (const one of pictures) {
    const value = await fetchValue(one.face.id, { part: "art" });
    const written = (column: number) => ({ value: { ...value, column }, words: one.path });
    const column = value.column || columns.get(value.sheet);
    if (column) changes.push(written(column));
    else if (value.type === "picture") changes.push(...(await inNewColumn(value, value.field, (made) => (columns.set(value.sheet, made), written(made)))));
    else continue;
    given.push(one);
  }
  return changes.length && (await typeValues(changes)) ? given : [];
}
