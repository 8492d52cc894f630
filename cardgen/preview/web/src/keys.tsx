import { useLayoutEffect, useRef } from "preact/hooks";
import { loadEditor, openPlace } from "./editing";
import { showTrueSize } from "./face";
import { undo as takeBack } from "./games";
import { handleKey, type Key, search } from "./moving";
import { getState, go, look, setOption, update, type Vision } from "./store";
import { TABS } from "./tabs";

const VISIONS: Vision[] = ["", "grey", "deuteranopia", "protanopia", "tritanopia"];
export const ZOOM = { least: 1, most: 24 };
export const TABLE_ZOOM = { least: 0.5, most: 4 };

const KEYS: Key[] = [
  ...TABS.map((tab, index) => ({
    keys: [String(index + 1)],
    shown: String(index + 1),
    words: `Show ${tab.title.toLowerCase()}`,
    act: () => go(tab.id),
  })),
  { keys: ["/"], shown: "/", words: "Search", act: search },
  { keys: ["+", "="], shown: "+", words: "Enlarge", act: () => zoomBy(1.15) },
  { keys: ["-"], shown: "−", words: "Reduce", act: () => zoomBy(1 / 1.15) },
  { keys: ["0"], shown: "0", words: "True size", act: showTrueSize },
  { keys: ["b"], shown: "B", words: "Faces or backs", act: () => look({ showsBacks: !getState().looking.showsBacks }) },
  { keys: ["d"], shown: "D", words: "Bleed", act: () => look({ showsBleed: !getState().looking.showsBleed }) },
  { keys: ["s"], shown: "S", words: "Safe area", act: () => look({ showsSafe: !getState().looking.showsSafe }) },
  { keys: ["g"], shown: "G", words: "Next way of seeing colours", act: nextVision },
  { keys: ["i"], shown: "I", words: "Low ink", act: () => setOption("ink", getState().options.ink === "low" ? "" : "low") },
  { keys: ["l"], shown: "L", words: "Next language", act: nextLanguage },
  { keys: ["e"], shown: "E", words: "Edit, at the card with the focus", act: edit },
  { keys: ["u"], shown: "U", words: "Undo the last edit, in whatever file; in a game, the last decision", act: undo },
  { keys: ["p"], shown: "P", words: "Problems", act: () => update({ problemsAreOpen: !getState().problemsAreOpen }) },
  { keys: ["?"], shown: "?", words: "These keys", act: () => update({ dialog: "keys" }) },
];

function undo(): void {
  if (getState().tab === "play") takeBack();
  else void loadEditor().then((texts) => texts.undo());
}

/** Open the editor, at the line of the card that has the focus; or close it. */
function edit(): void {
  const { selected, snapshot, looking } = getState();
  const focused = document.activeElement?.closest<HTMLElement>("[data-face]")?.dataset.face;
  const place = snapshot?.faces.find((face) => face.id === (selected || focused))?.place;
  if (place) {
    document.querySelector<HTMLDialogElement>("dialog[open]")?.close(); // first, since it gives the focus back
    void openPlace(place);
  } else look({ editorIsOpen: !looking.editorIsOpen });
}

export function zoomBy(factor: number): void {
  const { tab, looking } = getState();
  if (tab === "cards") look({ zoom: Math.min(ZOOM.most, Math.max(ZOOM.least, looking.zoom * factor)) });
  else if (tab === "play") look({ tableZoom: Math.min(TABLE_ZOOM.most, Math.max(TABLE_ZOOM.least, looking.tableZoom * factor)) });
  else look({ sheetZoom: Math.min(1.5, Math.max(0.08, looking.sheetZoom * factor)) });
}

function nextVision(): void {
  const at = VISIONS.indexOf(getState().looking.vision);
  look({ vision: VISIONS[(at + 1) % VISIONS.length]! });
}

function nextLanguage(): void {
  const { snapshot } = getState();
  const languages = snapshot?.languages ?? [];
  const next = languages[(languages.indexOf(snapshot?.language ?? "") + 1) % languages.length];
  if (next) setOption("lang", next);
}

export const onKey = (event: KeyboardEvent): void => handleKey(event, KEYS);

/** The list of keys. */
export function KeyList() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const more = [
    { shown: "← ↑ → ↓", words: "From card to card" },
    { shown: "Enter", words: "Show a card large; there, type on what has the focus" },
    { shown: "Esc", words: "Close" },
  ];
  return (
    <dialog ref={dialog} class="small" aria-labelledby="keys" onClose={() => update({ dialog: "" })}>
      <h2 id="keys">Keys</h2>
      <dl class="keys">
        {[...KEYS, ...more].map((key) => (
          <div key={key.words}>
            <dt>
              <kbd>{key.shown}</kbd>
            </dt>
            <dd>{key.words}</dd>
          </div>
        ))}
      </dl>
      <footer>
        <button type="button" class="strong" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </footer>
    </dialog>
  );
}
