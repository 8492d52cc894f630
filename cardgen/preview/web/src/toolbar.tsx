import { LEVELS, levelOf } from "./api";
import { ChoicesOfDeck } from "./deck-form";
import { NARROW, showTrueSize } from "./face";
import { isolated } from "./isolated";
import { TABLE_ZOOM, ZOOM } from "./keys";
import { languageName } from "./languages";
import { LookRows, Menu, Switch } from "./menu";
import { go, look, open, setOption, update, useStore } from "./store";
import { TABS } from "./tabs";

export function Toolbar() {
  const state = useStore();
  return (
    <header class="bar">
      <DeckName />
      <nav class="tabs" aria-label="Views">
        {TABS.map((tab) => (
          <button
            key={tab.id}
            type="button"
            aria-current={state.tab === tab.id ? "page" : undefined}
            onClick={() => {
              if (innerWidth <= NARROW) look({ editorIsOpen: false }); // which covers the view
              go(tab.id);
            }}
          >
            {tab.title}
            <small>{tab.count(state) || ""}</small>
          </button>
        ))}
      </nav>
      <span class="grow" />
      <button
        type="button"
        class="toggle"
        aria-pressed={state.looking.editorIsOpen}
        title="Edit the files of the deck beside it (E)"
        onClick={() => look({ editorIsOpen: !state.looking.editorIsOpen })}
      >
        Edit
      </button>
      <DeckMenu />
      <Status />
      <Zoom />
      <BuildOptions />
      <ViewMenu />
    </header>
  );
}

function DeckName() {
  const { about, deck, snapshot, options } = useStore();
  const decks = about?.decks ?? [];
  const title = snapshot?.title ?? decks.find((one) => one.id === deck)?.title ?? "cardgen";
  if (decks.length < 2) return <h1 title={decks[0]?.file}>{title}</h1>;
  return (
    <h1 class="switch" title={isolated(title)}>
      <select aria-label="Deck" value={deck} onChange={(event) => open(event.currentTarget.value, options)}>
        {decks.map((one) => (
          <option key={one.id} value={one.id}>
            {one.title}
          </option>
        ))}
      </select>
    </h1>
  );
}

/** Whether the page is current, in a word; a click shows the problems. */
function Status() {
  const { snapshot, isConnected, isBusy, problemsAreOpen } = useStore();
  const [errors, unfilled, warnings] = LEVELS.map((level) => snapshot?.problems.filter((problem) => levelOf(problem) === level).length ?? 0) as [number, number, number];
  let kind = "good";
  let words = "Current";
  if (!isConnected) [kind, words] = ["lost", "Reconnecting"];
  else if (isBusy || !snapshot) [kind, words] = ["busy", "Drawing"];
  else if (errors) [kind, words] = ["bad", `${errors} ${errors === 1 ? "error" : "errors"}`];
  else if (unfilled) [kind, words] = ["warned", `${unfilled} ${unfilled === 1 ? "value" : "values"} to fill in`];
  else if (warnings) [kind, words] = ["warned", `${warnings} ${warnings === 1 ? "warning" : "warnings"}`];
  return (
    <>
    <button
      type="button"
      class={`status ${kind}`}
      aria-expanded={problemsAreOpen}
      title={isConnected ? "Problems (P)" : "The server does not answer; start cardgen preview again"}
      onClick={() => update({ problemsAreOpen: !problemsAreOpen })}
    >
      {words}
    </button>
    <span class="hidden" role="status">
      {words}
    </span>
    </>
  );
}

function Zoom() {
  const { tab, looking } = useStore();
  if (tab === "print" || tab === "try") return null;
  const isCards = tab === "cards";
  const name = isCards ? "zoom" : tab === "play" ? "tableZoom" : "sheetZoom";
  const { least, most } = { zoom: ZOOM, tableZoom: TABLE_ZOOM, sheetZoom: { least: 0.08, most: 1.5 } }[name];
  const value = looking[name];
  // Equal steps of the slider enlarge by equal factors.
  const change = (log: number) => look({ [name]: Math.exp(log) });
  return (
    <div class="zoom">
      <input
        type="range"
        aria-label="Zoom"
        title="Zoom (+ and −)"
        min={Math.log(least)}
        max={Math.log(most)}
        step={0.01}
        value={Math.log(value)}
        onInput={(event) => change(Number(event.currentTarget.value))}
      />
      {isCards && (
        <button
          type="button"
          class="quiet"
          aria-pressed={Math.abs(looking.zoom - looking.pixelsPerMm) < 0.001}
          title="True size on this screen (0)"
          onClick={showTrueSize}
        >
          1:1
        </button>
      )}
    </div>
  );
}

/** Language, size and paper, for this page only. */
function BuildOptions() {
  const { about, snapshot, options, tab } = useStore();
  if (!about || !snapshot) return null;
  const isOfPaper = tab !== "try" && tab !== "play";
  const names = (list: { name: string }[], value: string | undefined) =>
    value && !list.some((one) => one.name === value) ? [{ name: value }, ...list] : list;
  const usualPaper = String(about.options.paper ?? "a4");
  const usualCard = String(about.options.card ?? "");
  return (
    <div class="options">
      {snapshot.languages.length > 1 && (
        <select
          aria-label="Language"
          title="Language (L)"
          value={snapshot.language}
          onChange={(event) => setOption("lang", event.currentTarget.value)}
        >
          {snapshot.languages.map((code) => (
            <option key={code} value={code}>
              {languageName(code)}
            </option>
          ))}
        </select>
      )}
      {isOfPaper && (
        <>
          <select
            aria-label="Card size"
            title="Card size, mm"
            value={options.card ?? ""}
            onChange={(event) => setOption("card", event.currentTarget.value)}
          >
            <option value="">{usualCard || `${round(snapshot.card[0])} × ${round(snapshot.card[1])}`}</option>
            {names(about.cards, options.card).map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
          <select
            aria-label="Paper"
            title="Paper"
            value={options.paper ?? usualPaper}
            onChange={(event) => setOption("paper", event.currentTarget.value === usualPaper ? "" : event.currentTarget.value)}
          >
            {names(about.papers, options.paper ?? usualPaper).map(({ name }) => (
              <option key={name} value={name}>
                {name.length < 4 ? name.toUpperCase() : name.charAt(0).toUpperCase() + name.slice(1)}
              </option>
            ))}
          </select>
        </>
      )}
    </div>
  );
}

function round(length: number): string {
  return String(Math.round(length * 10) / 10);
}

/** Title, card size, look and palette, which the deck keeps. */
function DeckMenu() {
  const { snapshot } = useStore();
  const face = snapshot?.faces.find((one) => one.place);
  return face ? <Menu label="Deck">{() => <ChoicesOfDeck face={face.id} />}</Menu> : null;
}

/** Everything that changes only how the page shows the deck. */
function ViewMenu() {
  const { options } = useStore();
  return (
    <Menu label="View">
      {(close) => (
        <>
          <LookRows />
          <Switch
            label="Low ink"
            hint="I"
            value={options.ink === "low"}
            set={(isLow) => setOption("ink", isLow ? "low" : "")}
          />
          <hr />
          <a class="item" href="/start">
            New or recent deck…
          </a>
          <button type="button" class="item" onClick={() => (close(), update({ dialog: "calibrate" }))}>
            True size on this screen…
          </button>
          <button type="button" class="item" onClick={() => (close(), update({ dialog: "keys" }))}>
            Keys… <kbd>?</kbd>
          </button>
        </>
      )}
    </Menu>
  );
}
