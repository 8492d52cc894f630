// The start page: a new game from a look, a file or an example, and the decks that were open before.
import "./style.css";
import "./start.css";
import { render } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { answered, askFirst, reached, sendFile } from "./api";
import { filesOf, pathOf, PICTURE } from "./dropped-files";
import { LookPicture } from "./look-picture";
import { applyLook, look, useStore } from "./store";

interface Offers {
  folder: string;
  recent: { file: string; title: string; place: string; printed: number }[]; // in seconds since 1970; 0 for never
  looks: string[];
  games: string[];
  examples: { id: string; game: string; title: string; subtitle: string }[];
}

interface Choices {
  origin: string; // `look NAME`, `example ID`, `game ID`, `rules` or `file`
  look: string; // of a file; empty for the one that suits it
  name: string;
  kinds: string;
  size: string;
  languages: string;
}

const LOOKS: Record<string, string> = {
  classic: "Title, picture, text",
  "full-art": "The picture fills the card",
  landscape: "Wider than high",
  playing: "Numbers in two corners",
  tarot: "Tall, with a title below",
  text: "Words alone",
};
const SIZES: Record<string, string> = { landscape: "88x63", tarot: "tarot" }; // for which a look is made
const ACCEPTED = ".csv,.tsv,.xlsx,.ods,.json,.yaml,.yml,.md,.mse-set,.zip,.txt,.nde,.rb,.svg,.png,.jpg,.jpeg,.webp";

const PROJECT = /^(?!read.?me|licen[cs]e|credits).*\.(rb|nde|txt|html|mse-set|zip)$/i; // the file of one, not a note beside a list

const send = async <Answer,>(path: string, body: BodyInit, type = "application/json"): Promise<Answer> =>
  answered(await reached(`/api/start/${path}`, { method: "POST", body, headers: { "content-type": type } }));

const titled = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1).replaceAll("-", " ");

function Page() {
  const { looking } = useStore();
  const [offers, setOffers] = useState<Offers | null>(null);
  const [failure, setFailure] = useState("");
  useLayoutEffect(() => applyLook(looking.theme, ""), [looking.theme]);
  useEffect(() => {
    askFirst<Offers>("/api/start", setFailure).then(setOffers, (error: Error) => setFailure(error.message));
  }, []);
  if (!offers) return <main class="notice"><p role="status">{failure || "Reading what there is"}</p></main>;
  return (
    <main class="start">
      <header>
        <h1>Make a card game</h1>
        <p class="note">It begins with cards that you change, and can be printed at once. Its folder is made in {offers.folder}.</p>
      </header>
      <NewDeck offers={offers} />
      <Recent offers={offers} />
    </main>
  );
}

function NewDeck({ offers }: { offers: Offers }) {
  const [choices, setChoices] = useState<Choices>({ origin: `look ${offers.looks[0]}`, look: "", name: "", kinds: "", size: "", languages: "" });
  const [file, setFile] = useState<File | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  const [failure, setFailure] = useState("");
  const change = (part: Partial<Choices>) => setChoices((before) => ({ ...before, ...part }));
  const [pictures, setPictures] = useState<File[]>([]);
  const [parts, setParts] = useState<File[]>([]); // of a project of another tool, beside its file and the pictures
  const take = (dropped: File[]) => {
    const others = dropped.filter((one) => !PICTURE.test(one.name));
    const project = others.find((one) => PROJECT.test(one.name));
    const list = project ?? others[0];
    if (list) setParts(project ? others.filter((one) => one !== project) : []);
    setPictures((before) => [...before, ...dropped.filter((one) => PICTURE.test(one.name))]);
    if (!list) return;
    setFile(list);
    setChoices((before) => ({ ...before, origin: "file", name: before.name || list.name.replace(/\.[^.]*$/, "") }));
  };
  useEffect(() => acceptFiles(take), []);

  const isProject = Boolean(file && PROJECT.test(file.name));
  async function make(): Promise<void> {
    setWaiting(true);
    setFailure("");
    try {
      const { origin, look: chosen, ...typed } = choices;
      const [from = "", of = ""] = origin.split(" ");
      const wanted: Record<string, string> = { ...(from === "look" || from === "file" ? { ...typed, size: typed.size || SIZES[of || chosen] || "" } : { name: typed.name }), ...(from === "file" && { look: chosen }), ...(of || from === "rules" ? { [from]: of || "yes" } : {}) };
      let made: { deck: string };
      if (from !== "file") made = await send("new", JSON.stringify(wanted));
      else if (file) {
        const sent = isProject ? [file, ...parts, ...pictures] : [file];
        const query = new URLSearchParams(wanted);
        for (const one of sent) query.append("file", pathOf(one));
        for (const one of sent) query.append("bytes", String(one.size));
        made = await send(`file?${query}`, new Blob(sent), "application/octet-stream");
      }
      else throw new Error("Choose a file, or drop one onto the page.");
      if (from === "file" && !isProject) for (const picture of pictures) await sendFile(made.deck, "dropped", { name: picture.name }, picture);
      look({ yamlIsTable: true }); // who begins here has not written the file
      show(made.deck);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setWaiting(false);
    }
  }

  const origin = (value: string, title: string, words: string, picture?: string) => (
    <label class="origin" key={value}>
      <input type="radio" name="origin" value={value} checked={choices.origin === value} onChange={() => change({ origin: value })} />
      {picture && <i aria-hidden="true"><LookPicture look={picture} /></i>}
      <b>{title}</b>
      <span>{words}</span>
    </label>
  );
  const isOwn = /^(look|file)/.test(choices.origin);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <label class="field name">
        <span>Name of the game</span>
        <input value={choices.name} required maxLength={60} placeholder="Harbour" autoComplete="off" onInput={(event) => change({ name: event.currentTarget.value })} />
      </label>
      <fieldset>
        <legend>Begin with a look</legend>
        <div class="origins">{offers.looks.map((one) => origin(`look ${one}`, titled(one), LOOKS[one] ?? "", one))}</div>
      </fieldset>
      <fieldset>
        <legend>or with a file of yours</legend>
        <div class="drop">
          <p>Drop a spreadsheet here, with the pictures that it names, or a project of Cider, nanDECK, Squib, Magic Set Editor or Tabletop Simulator.</p>
          <label class="file">
            Choose files
            <input type="file" multiple accept={ACCEPTED} onChange={(event) => take([...(event.currentTarget.files ?? [])])} />
          </label>
          {pictures.length > 0 && <p class="note">{pictures.length === 1 ? "1 picture" : `${pictures.length} pictures`}{file ? "" : "; the list of cards that names them is missing"}</p>}
          {file && (
            <p class="taken">
              <label>
                <input type="radio" name="origin" checked={choices.origin === "file"} onChange={() => change({ origin: "file" })} /> Take {[file, ...parts].map((one) => one.name).join(", ")}
              </label>
              <label>
                Look{" "}
                <select value={choices.look} onChange={(event) => change({ origin: "file", look: event.currentTarget.value })}>
                  <option value="">that suits it</option>
                  {offers.looks.map((one) => (
                    <option key={one} value={one}>
                      {titled(one)}
                    </option>
                  ))}
                </select>
              </label>
            </p>
          )}
        </div>
      </fieldset>
      <fieldset>
        <legend>or with a game that exists</legend>
        <div class="origins">
          {offers.examples.map((deck) => origin(`example ${deck.id}`, deck.title, deck.subtitle || titled(deck.game)))}
          {origin("game attack-the-tower", "An army of your own", "A faction of Attack the Tower")}
          {origin("rules", "A game with rules", "Cards with effects, which can be played at once")}
        </div>
      </fieldset>
      {isOwn && (
        <details>
          <summary>Kinds of card, size, languages</summary>
          <div class="fields">
            <label class="field">
              <span>Kinds of card, such as ships, ports</span>
              <input value={choices.kinds} onInput={(event) => change({ kinds: event.currentTarget.value })} />
            </label>
            <label class="field">
              <span>Size, such as poker, tarot, 63x88</span>
              <input value={choices.size} placeholder="poker" onInput={(event) => change({ size: event.currentTarget.value })} />
            </label>
            <label class="field">
              <span>Languages, such as en, pt</span>
              <input value={choices.languages} placeholder="en" onInput={(event) => change({ languages: event.currentTarget.value })} />
            </label>
          </div>
        </details>
      )}
      <div class="making">
        <p class="failure" role="alert">{failure}</p>
        <button type="submit" class="strong" disabled={isWaiting}>{isWaiting ? "Making the game" : "Make the game"}</button>
      </div>
    </form>
  );
}

function Recent({ offers }: { offers: Offers }) {
  const [failure, setFailure] = useState("");
  const open = (file: string) => send<{ deck: string }>("open", JSON.stringify({ file })).then(({ deck }) => show(deck), (error: Error) => setFailure(error.message));
  return (
    <section aria-label="Recent decks">
      <h2>Recent decks</h2>
      {offers.recent.length === 0 && <p class="note">Decks that you open are listed here.</p>}
      <div class="recent">
        {offers.recent.map(({ file, title, place, printed }) => (
          <button type="button" key={file} onClick={() => void open(file)}>
            {title}
            <small>{place}</small>
            {printed > 0 && <small>Printed last on {new Date(printed * 1000).toLocaleDateString(undefined, { day: "numeric", month: "long", year: "numeric" })}</small>}
          </button>
        ))}
      </div>
      <p class="failure" role="alert">{failure}</p>
    </section>
  );
}

function acceptFiles(take: (files: File[]) => void): () => void {
  const over = (event: DragEvent) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  };
  const leave = (event: DragEvent) => event.relatedTarget || document.body.classList.remove("dropping");
  const drop = (event: DragEvent) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    void filesOf(event.dataTransfer).then(take);
  };
  addEventListener("dragover", over);
  addEventListener("dragleave", leave);
  addEventListener("drop", drop);
  return () => {
    removeEventListener("dragover", over);
    removeEventListener("dragleave", leave);
    removeEventListener("drop", drop);
  };
}

const show = (deck: string) => location.assign(`/?${new URLSearchParams({ deck })}`);

const page = document.getElementById("page");
if (page) render(<Page />, page);
