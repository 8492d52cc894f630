// Pictures that are dropped onto the page: they are put into the folder of the deck, and named where they were dropped.
import { ask, sendFile } from "./api";
import { editText, fileOf, getEditing, loadEditor, loadFiles, loadText } from "./editing";
import type { Edit } from "./editor-types";
import { filesOf, PICTURE } from "./dropped-files";
import { getState, notify } from "./store";
import { writtenCell } from "./csv";
import { fetchValue, inNewColumn, typeValues } from "./values";

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

/** Put pictures into the folder of the deck: those that it names already where it names them; one that is dropped alone is named where it was dropped. */
async function take(files: File[], target: Element, x: number, y: number): Promise<void> {
  const { deck } = getState();
  let named = 0;
  const others: string[] = [];
  for (const file of files) {
    if (!PICTURE.test(file.name)) {
      notify(`${file.name} is no picture; drop an SVG, PNG, JPEG or WebP file.`);
      continue;
    }
    try {
      const added = await sendFile<{ file: string; is_named: boolean }>(deck, "dropped", { name: file.name }, file);
      if (added.is_named && (files.length > 1 || !target.closest("[data-face]"))) named += 1;
      else others.push(added.file);
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error));
    }
  }
  const [first] = others;
  if (first && files.length === 1) return namePicture(first, target, x, y).catch((error: Error) => notify(error.message));
  const told = [
    named && `${named === 1 ? "1 picture is" : `${named} pictures are`} where the cards name ${named === 1 ? "it" : "them"} now.`,
    first && `${others.length === 1 ? "1 picture is" : `${others.length} pictures are`} in the folder of the deck now, which no card names yet: ${others.slice(0, 3).join(", ")}${others.length > 3 ? " and more" : ""}.`,
  ].filter(Boolean);
  if (told.length) notify(told.join(" "));
}

/** Write the path of a picture where it was dropped. */
async function namePicture(path: string, target: Element, x: number, y: number): Promise<void> {
  const face = target.closest<HTMLElement>("[data-face]");
  const cell = target.closest(".grid-cell");
  const texts = await loadEditor();
  const { shown, open } = getEditing();
  if (face) return nameInCard(path, face.dataset.face ?? "");
  if (cell) cell.dispatchEvent(new CustomEvent("cardgen-picture", { detail: path, bubbles: true }));
  else if (target.closest(".text-editor")) {
    const at = texts.positionAt(x, y) ?? texts.text(shown).length;
    texts.replace(shown, at, at, shown.endsWith("csv") ? writtenCell(path, open.get(shown)?.base.delimiter ?? ",") : path);
  }
  notify(`${path} is in the folder of the deck now.`);
}

async function nameInCard(path: string, id: string): Promise<void> {
  const { snapshot, deck } = getState();
  const face = snapshot?.faces.find((one) => one.id === id);
  if (!getEditing().files.length) await loadFiles();
  const file = face?.place && fileOf(face.place);
  if (face && (file?.type === "table" || file?.type === "workbook")) {
    const value = await fetchValue(id, { part: "art" });
    const changes = value.column ? [{ value, words: path }] : value.type === "picture" ? await inNewColumn(value, value.field, (column) => ({ value: { ...value, column }, words: path })) : [];
    if (changes.length && (await typeValues(changes))) return notify(`${face.name} has the picture ${path} now.`);
  }
  if (!face?.place || file?.type !== "yaml") {
    notify(`${path} is in the folder of the deck now; name it in the row of ${face?.name ?? "the card"}.`);
    return;
  }
  if (!(await loadText(file.name))) return;
  let edit: Edit | null = null;
  const { line } = face.place;
  await editText(file.name, async (text) => {
    edit = await ask<Edit | null>(deck, "name-picture", {}, { text, line, picture: path });
    return edit ? [edit] : [];
  });
  notify(edit ? `${face.name} has the picture ${path} now.` : `${path} is in the folder of the deck now; ${face.name} has no place for a picture.`);
}
