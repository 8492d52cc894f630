// The gallery: the views of the preview as a page that stands alone. What it shows stands in the page; pictures lie beside it.
import "./style.css";
import "./gallery.css";
import { render } from "preact";
import { useLayoutEffect } from "preact/hooks";
import type { Snapshot } from "./api";
import { Calibration } from "./calibration";
import { Cards } from "./cards";
import { Documents } from "./documents";
import { FaceView } from "./face";
import { Filters } from "./filters";
import { LookRows, Menu } from "./menu";
import { handleKey, type Key, search } from "./moving";
import { sharpEnough, takePicturesFrom } from "./picture";
import { Sheets } from "./sheets";
import { applyLook, followAddress, getState, go, look, update, useStore } from "./store";

interface Gallery {
  snapshot: Snapshot;
  resolutions: Record<string, number[]>; // of each picture, by its key
  visions: Parameters<typeof Filters>[0]["visions"];
  reports: { id: string; title: string; file: string }[];
  home: string; // address of the page with all decks; empty if there is one only
}

const gallery = JSON.parse(document.getElementById("gallery")!.textContent ?? "") as Gallery;
const { snapshot } = gallery;

const TABS = [
  { id: "cards", title: "Cards", view: Cards, count: snapshot.faces.length },
  { id: "sheets", title: "Sheets", view: Sheets, count: snapshot.sheets.length },
  { id: "documents", title: "Documents", view: Documents, count: snapshot.documents.length },
].filter((tab) => tab.count > 0);
const ALL = [...TABS, ...gallery.reports.map((report) => ({ ...report, count: 0 }))];
const ZOOM = { least: 1, most: 12 };

const KEYS: Key[] = [
  ...ALL.map((tab, index) => ({ keys: [String(index + 1)], shown: "", words: "", act: () => go(tab.id) })),
  { keys: ["/"], shown: "", words: "", act: search },
  { keys: ["b"], shown: "", words: "", act: () => look({ showsBacks: !getState().looking.showsBacks }) },
  { keys: ["d"], shown: "", words: "", act: () => look({ showsBleed: !getState().looking.showsBleed }) },
  { keys: ["s"], shown: "", words: "", act: () => look({ showsSafe: !getState().looking.showsSafe }) },
];

function App() {
  const { tab: name, selected, dialog, looking } = useStore();
  useLayoutEffect(() => applyLook(looking.theme, looking.vision), [looking.theme, looking.vision]);
  const tab = TABS.find((one) => one.id === name);
  const report = gallery.reports.find((one) => one.id === name);
  const View = tab?.view ?? Cards;
  return (
    <>
      <Filters visions={gallery.visions} />
      <header class="bar">
        <h1>{snapshot.title}</h1>
        <nav class="tabs" aria-label="Views">
          {ALL.map((one) => (
            <button
              key={one.id}
              type="button"
              aria-current={name === one.id ? "page" : undefined}
              onClick={() => go(one.id)}
            >
              {one.title}
              <small>{one.count || ""}</small>
            </button>
          ))}
        </nav>
        <span class="grow" />
        {gallery.home && (
          <a class="home" href={gallery.home}>
            All decks
          </a>
        )}
        {!report && <Zoom isCards={name === "cards"} />}
        <Menu label="View">{() => <LookRows />}</Menu>
      </header>
      <div class="body">
        <main id="main" tabIndex={0} class={`view ${name}${report ? " report" : ""}`}>
          {report ? <iframe src={report.file} title={report.title} sandbox="" /> : <View />}
        </main>
      </div>
      {selected && name === "cards" && <FaceView />}
      {dialog === "calibrate" && <Calibration />}
    </>
  );
}

function Zoom({ isCards }: { isCards: boolean }) {
  const { looking } = useStore();
  const [value, least, most] = isCards ? [looking.zoom, ZOOM.least, ZOOM.most] : [looking.sheetZoom, 0.08, 1];
  return (
    <div class="zoom">
      <input
        type="range"
        aria-label="Zoom"
        min={Math.log(least)}
        max={Math.log(most)}
        step={0.01}
        value={Math.log(value)}
        onInput={({ currentTarget }) => {
          const zoom = Math.exp(Number(currentTarget.value));
          look(isCards ? { zoom } : { sheetZoom: zoom });
        }}
      />
    </div>
  );
}

takePicturesFrom((_deck, key, pixelsPerMm) => `pictures/${key}-${sharpEnough(pixelsPerMm, gallery.resolutions[key] ?? [])}.webp`);
update({ snapshot });
if (!ALL.some((tab) => tab.id === getState().tab)) update({ tab: "cards", selected: "" });
followAddress();
addEventListener("keydown", (event) => handleKey(event, KEYS));
const page = document.getElementById("page");
if (page) render(<App />, page);
