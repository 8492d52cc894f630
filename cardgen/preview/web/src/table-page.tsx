// The page of a room: a name, a seat, a game, for several people on their own devices.
import "./style.css";
import "./table.css";
import { render } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Lobby, SeatList, Share } from "./lobby";
import { sharpEnough, takePicturesFrom } from "./picture";
import { applyLook, getState, look, useStore } from "./store";
import { Rules } from "./rules";
import { nameOf, playersOf, type Say, sayer, TableClient, type TableState } from "./table-client";
import { usePieces } from "./table-pieces";
import type { RoomFrame } from "./table-types";
import { Dialog, TableView } from "./table-view";

const code = decodeURIComponent(location.pathname.split("/").pop() ?? "").toUpperCase();
const KEPT = `cardgen-table-${code}`;
const RESOLUTIONS = [50, 75, 100, 150, 200, 300];
const ZOOM_STEP = 1.25;

/** The secret of this device's seat: from the address, where it does not stay, or kept by the browser. */
function keptSecret(): string {
  const given = location.hash.slice(1);
  if (given) {
    keep(given);
    history.replaceState(null, "", location.pathname);
    return given;
  }
  return read(KEPT);
}

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

function write(key: string, value: string): void {
  try {
    if (value) localStorage.setItem(key, value);
    else localStorage.removeItem(key);
  } catch {
    // a browser that keeps nothing: the seat lasts as long as the page
  }
}

const keep = (secret: string) => write(KEPT, secret);
const client = new TableClient(code, keptSecret(), read("cardgen-language") || navigator.language.slice(0, 2), keep);
let drawnLanguage = "";

takePicturesFrom((deck, key, pixelsPerMm) => {
  const query = drawnLanguage ? `?lang=${encodeURIComponent(drawnLanguage)}` : "";
  return `/api/rooms/${code}/decks/${encodeURIComponent(deck)}/pictures/${key}-${sharpEnough(pixelsPerMm, RESOLUTIONS)}.png${query}`;
});

function Page() {
  const state = client.use();
  const { looking } = useStore();
  const [watches, setWatches] = useState(false);
  const hasAsked = useRef(false); // for a name or a seat, before the game
  useLayoutEffect(() => applyLook(looking.theme, looking.vision), [looking.theme, looking.vision]);
  const { room, language } = state;
  useEffect(() => {
    document.documentElement.lang = language || "en";
    const turn = state.view?.choices.length ? "● " : "";
    if (room) document.title = `${turn}${titleOf(room)}`;
  }, [room, language, state.view]);
  if (state.status === "closed" || !room) return <Closed state={state} />;
  const say = sayer(state);
  const asksName = !room.you && !watches;
  hasAsked.current ||= asksName || room.phase === "waiting";
  return (
    <>
      <Bar state={state} say={say} />
      <main class="table-page">
        {asksName ? (
          <Join state={state} say={say} onWatch={() => setWatches(true)} />
        ) : room.phase === "waiting" ? (
          <Lobby client={client} state={state} say={say} />
        ) : (
          <Game state={state} say={say} hasBegun={hasAsked.current} />
        )}
      </main>
    </>
  );
}

/** Return the title of the deck that is shared, or of all decks that are played. */
function titleOf(room: RoomFrame): string {
  const titles = room.shares_deck ? [] : room.seats.map((seat) => room.decks.find((deck) => deck.id === seat.deck)?.title ?? "");
  return [...new Set(titles)].filter(Boolean).join(" – ") || room.title;
}

function Closed({ state }: { state: TableState }) {
  const say = sayer(state);
  const reason = state.refusal ? say(`refused_${state.refusal}`) : say("connecting");
  return (
    <main class="notice">
      <h1>cardgen</h1>
      <p role="status">{state.words.connecting ? reason : state.refusal === "code" ? "There is no table of this code. Ask for the link again." : "Connecting to the table"}</p>
    </main>
  );
}

function Join({ state, say, onWatch }: { state: TableState; say: Say; onWatch(): void }) {
  const [name, setName] = useState("");
  return (
    <form
      class="new-game"
      onSubmit={(event) => {
        event.preventDefault();
        client.say("join", { name });
      }}
    >
      <h1>{say("name_title", { title: titleOf(state.room!) })}</h1>
      {state.refusal && (
        <p class="failure" role="alert">
          {say(`refused_${state.refusal}`)}
        </p>
      )}
      <label class="field">
        <span>{say("name_label")}</span>
        <input value={name} maxLength={24} required autoComplete="nickname" onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <p class="note">{say("name_why")}</p>
      <div class="buttons">
        <button type="submit" class="strong">
          {say("name_go")}
        </button>
        <button type="button" class="chip" onClick={onWatch}>
          {say("watch_only")}
        </button>
      </div>
    </form>
  );
}

function Game({ state, say, hasBegun }: { state: TableState; say: Say; hasBegun: boolean }) {
  const { looking } = useStore();
  const room = state.room!;
  const decks = room.shares_deck ? [room.deck] : room.seats.map((seat) => seat.deck);
  const language = room.languages.includes(state.language) ? state.language : "";
  drawnLanguage = language;
  const pieces = usePieces(code, decks, language, state.view?.game);
  const [card] = pieces;
  useEffect(() => {
    if (card) client.look({ card: card.card });
  }, [card?.card.join(" ")]);
  const canSave = room.phase === "over";
  return (
    <>
      {!room.you?.seats.length && room.phase === "playing" && <Watching state={state} say={say} />}
      <TableView
        {...{ client, decks, pieces, hasBegun }}
        zoom={looking.tableZoom}
        recordAddress={canSave ? `/api/rooms/${code}/record` : ""}
        actions={
          room.phase === "over" && room.you ? (
            <button type="button" class="strong" onClick={() => client.say("start")} onKeyDown={(event) => event.repeat && event.preventDefault()}>
              {say("again")}
            </button>
          ) : null
        }
      />
    </>
  );
}

function Watching({ state, say }: { state: TableState; say: Say }) {
  return (
    <div class="watching">
      <p>{say("you_watch")}</p>
      {state.room!.you && <SeatList client={client} state={state} say={say} onlyFree />}
    </div>
  );
}

function Bar({ state, say }: { state: TableState; say: Say }) {
  const [open, setOpen] = useState("");
  const room = state.room!;
  const { looking } = useStore();
  const close = () => setOpen("");
  const isPlaying = room.phase !== "waiting";
  return (
    <>
    <header class={isPlaying ? "bar table-bar playing" : "bar table-bar"}>
      <h1>{titleOf(room)}</h1>
      {isPlaying && (
        <ul class="players" aria-label={say("seats")}>
          {room.seats.map((seat, number) => (
            <li key={number} class={state.view?.mover === number ? "moves" : undefined} data-here={seat.is_here ? "" : undefined}>
              <b>{nameOf(state, number)}</b>
              {seat.is_yours || seat.who === "person" ? !/ \d+$/.test(playersOf(state)[number] ?? "") && <span>{playersOf(state)[number]}</span> : <span>{seat.who === "agent" ? say("agent") : say("open_seat")}</span>}
              {!seat.is_here && seat.who === "person" && <span>{say("away_now")}</span>}
            </li>
          ))}
        </ul>
      )}
      <span class="grow" />
      <button type="button" class="quiet" onClick={() => setOpen("rules")}>
        {say("rules")}
      </button>
      {isPlaying && (
        <button type="button" class="quiet" onClick={() => setOpen("seats")}>
          {say("seats")}
        </button>
      )}
      <button type="button" class="quiet" onClick={() => setOpen("share")}>
        {say("share")}
      </button>
      <button type="button" class="quiet" onClick={() => setOpen("menu")}>
        {say("menu")}
      </button>
    </header>
      {open === "rules" && <Rules code={code} state={state} say={say} onClose={close} />}
      {open === "seats" && (
        <Dialog title={say("seats")} say={say} onClose={close}>
          <SeatList client={client} state={state} say={say} />
          {room.you?.seats.length && room.phase === "playing" ? (
            <button type="button" class="chip" onClick={() => (client.say("start"), close())}>
              {say("other_game")}
            </button>
          ) : null}
        </Dialog>
      )}
      {open === "share" && (
        <Dialog title={say("share")} say={say} onClose={close}>
          <Share client={client} say={say} />
        </Dialog>
      )}
      {open === "menu" && (
        <Dialog title={say("menu")} say={say} onClose={close}>
          <label class="row">
            {say("language")}
            <select
              value={state.language}
              onChange={(event) => {
                write("cardgen-language", event.currentTarget.value);
                client.look({ language: event.currentTarget.value });
              }}
            >
              {[...new Set([...state.languages, ...room.languages])].map((language) => (
                <option key={language} value={language}>
                  {new Intl.DisplayNames([language], { type: "language" }).of(language)}
                </option>
              ))}
            </select>
          </label>
          <label class="row">
            {say("theme")}
            <select value={looking.theme} onChange={(event) => look({ theme: event.currentTarget.value as "" | "light" | "dark" })}>
              <option value="">{say("theme_auto")}</option>
              <option value="light">{say("theme_light")}</option>
              <option value="dark">{say("theme_dark")}</option>
            </select>
          </label>
          <div class="row">
            {say("table")}
            <div class="buttons">
              <button type="button" class="chip" aria-label={say("zoom_out")} onClick={() => zoomBy(1 / ZOOM_STEP)}>
                −
              </button>
              <button type="button" class="chip" aria-label={say("zoom_in")} onClick={() => zoomBy(ZOOM_STEP)}>
                +
              </button>
            </div>
          </div>
          {room.you && <Rename name={room.you.name} say={say} onDone={close} />}
        </Dialog>
      )}
    </>
  );
}

function zoomBy(factor: number): void {
  look({ tableZoom: Math.min(4, Math.max(0.5, getState().looking.tableZoom * factor)) });
}

function Rename({ name, say, onDone }: { name: string; say: Say; onDone(): void }) {
  const [value, setValue] = useState(name);
  return (
    <form
      class="rename"
      onSubmit={(event) => {
        event.preventDefault();
        client.say("rename", { name: value });
        onDone();
      }}
    >
      <label class="row">
        {say("name_label")}
        <input value={value} maxLength={24} required onInput={(event) => setValue(event.currentTarget.value)} />
      </label>
      <div class="buttons">
        <button type="submit" class="chip">
          {say("rename")}
        </button>
        <button type="button" class="chip" onClick={() => (client.say("leave"), onDone())}>
          {say("leave")}
        </button>
      </div>
    </form>
  );
}

const page = document.getElementById("page");
if (page) render(<Page />, page);
addEventListener("keydown", (event) => {
  const target = event.target as HTMLElement;
  if (event.key.toLowerCase() === "u" && !event.ctrlKey && !event.metaKey && !event.altKey && !target.matches("input, select, textarea")) client.undo();
});
