import "./editor.css";
import { useEffect, useRef } from "preact/hooks";
import { getEditing, loadEditor, loadFiles, type OpenFile, openFile, settle, useEditor } from "./editing";
import { GridView } from "./grid";
import { Problems } from "./problems";
import { look, useStore } from "./store";

/** The files of the deck, to be edited beside what they become. */
export function EditorPane() {
  const { deck, looking, problemsAreOpen } = useStore();
  const { shown, failure, files, open } = getEditing();
  useEffect(() => void loadFiles(), [deck]);
  const listed = files.find((file) => file.name === shown);
  const file = open.get(shown);
  const choice = listed?.type === "table" ? "csvIsTable" : listed?.is_deck && listed.type === "yaml" ? "yamlIsTable" : null;
  const isTable = listed && (listed.type === "workbook" || (file && choice && looking[choice]));
  return (
    <section class="editor" aria-label="Editor" style={{ "--share": looking.editorWidth }}>
      <EditorBar isTable={Boolean(isTable)} setTable={choice && ((isTable) => look({ [choice]: isTable }))} />
      {file && <Conflict file={file} />}
      {file?.failure && (
        <p class="trouble" role="alert">
          Not saved: {file.failure}
        </p>
      )}
      {failure ? (
        <p class="empty" role="alert">
          {failure}
        </p>
      ) : isTable ? (
        <GridView key={shown} file={listed} />
      ) : (
        <Texts />
      )}
      {problemsAreOpen && <Problems />}
      <Divider />
    </section>
  );
}

function EditorBar({ isTable, setTable }: { isTable: boolean; setTable: ((isTable: boolean) => void) | null }) {
  useStore();
  const { files, shown, open, isEditable } = getEditing();
  const texts = useEditor();
  const steps = texts?.steps() ?? { undo: 0, redo: 0 };
  const file = open.get(shown);
  return (
    <header>
      <select aria-label="File" value={shown} onChange={(event) => void openFile(event.currentTarget.value)}>
        {files.map((one) => (
          <option key={one.name} value={one.name}>
            {one.name}
            {open.get(one.name)?.isDirty ? " •" : ""}
          </option>
        ))}
      </select>
      {setTable && (
        <div class="segments" role="group" aria-label="Show as">
          <button type="button" aria-pressed={isTable} onClick={() => setTable(true)}>
            Table
          </button>
          <button type="button" aria-pressed={!isTable} onClick={() => setTable(false)}>
            Text
          </button>
        </div>
      )}
      <span class="saved" role="status">
        {isEditable ? saveWords(file) : files.length ? "Only to read" : ""}
      </span>
      <span class="grow" />
      <button type="button" class="quiet" aria-label="Undo" title="Undo, over all files (Ctrl+Z)" disabled={!steps.undo} onClick={() => texts?.undo()}>
        ↶
      </button>
      <button type="button" class="quiet" aria-label="Redo" title="Redo (Ctrl+Shift+Z)" disabled={!steps.redo} onClick={() => texts?.redo()}>
        ↷
      </button>
      <button type="button" class="quiet" aria-label="Close the editor" title="Close (E)" onClick={() => look({ editorIsOpen: false })}>
        ✕
      </button>
    </header>
  );
}

function saveWords(file: OpenFile | undefined): string {
  if (!file) return "";
  if (file.conflict) return "Changed elsewhere";
  if (file.failure) return "Not saved";
  return file.isDirty || file.isSaving ? "Saving" : "Saved";
}

/** The editor of texts, which outlives its place on the page. */
function Texts() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isGone = false;
    void loadEditor().then((texts) => !isGone && host.current?.replaceChildren(texts.dom));
    return () => {
      isGone = true;
    };
  }, []); // once: to put it there again would take the focus from it
  return <div ref={host} class="texts" />;
}

/** Lines that another program has changed while they were edited here: both are kept until the user chooses. */
function Conflict({ file }: { file: OpenFile }) {
  if (!file.conflict) return null;
  const { theirs, overlaps } = file.conflict;
  return (
    <div class="trouble" role="alert">
      <p>
        {theirs
          ? `Another program has changed the same lines of ${file.name} that you edited here. Nothing is saved until you choose; all other changes are kept.`
          : `${file.name} was deleted or moved by another program. Your text is still here; put the file back to save it.`}
      </p>
      {theirs && (
        <>
          <details open>
            <summary>{overlaps.length === 1 ? "The lines" : `The lines, in ${overlaps.length} places`}: − mine, + theirs</summary>
            <pre>{overlaps.map(({ mine, theirs }) => [...mine.map((line) => `− ${line}`), ...theirs.map((line) => `+ ${line}`)].slice(0, 60).join("\n")).join("\n…\n")}</pre>
          </details>
          <div class="choices">
            <button type="button" class="strong" onClick={() => settle(file.name, "mine")}>
              Keep mine
            </button>
            <button type="button" class="quiet" onClick={() => settle(file.name, "theirs")}>
              Take theirs
            </button>
          </div>
        </>
      )}
    </div>
  );
}

/** The line between the editor and what it becomes, which can be moved. */
function Divider() {
  const { looking } = useStore();
  const set = (share: number) => look({ editorWidth: Math.min(0.75, Math.max(0.2, share)) });
  return (
    <div
      class="divider"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label="Width of the editor"
      aria-valuemin={20}
      aria-valuemax={75}
      aria-valuenow={Math.round(looking.editorWidth * 100)}
      onKeyDown={(event) => {
        const by = { ArrowLeft: -0.02, ArrowRight: 0.02 }[event.key];
        if (!by) return;
        event.preventDefault();
        event.stopPropagation();
        set(looking.editorWidth + by);
      }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && set(event.clientX / innerWidth)}
    />
  );
}
