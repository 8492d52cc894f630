// What stands beside a card in the mode Arrange: its boxes, what the selected one states, and the card that is hardest on it.
import { useEffect, useState } from "preact/hooks";
import { address, type Face } from "./api";
import { moved, rounded } from "./arrange-geometry";
import { millimetres } from "./arrange";
import { type Arrangement, type Change, type Choices, type DeckChoices, fetchChoices, fetchWorst, type Gesture, type Place, type Stated, statedOf } from "./arranging";
import { languageName } from "./languages";
import { PictureBox } from "./picture";
import { go, setOption, useStore } from "./store";
import { typeValue } from "./values";

interface Properties {
  face: Face;
  found: Arrangement;
  picked: string[];
  pick(paths: string[]): void;
  act(gesture: Gesture): Promise<boolean>;
}

const NO_CHOICES: Choices = { fields: [], styles: [], colors: {}, icons: [], deck: { file: "", texts: [], looks: [], palettes: {}, look: "", palette: "" } };

export function ArrangePanel({ face, found, picked, pick, act }: Properties) {
  const choices = useChoices(face.id);
  const path = picked.length === 1 ? picked[0]! : "";
  const stated = path ? statedOf(found, path) : undefined;
  return (
    <aside class="arrange-panel" aria-label="Boxes">
      <AddBox found={found} choices={choices} act={act} pick={pick} />
      <BoxList found={found} picked={picked} pick={pick} />
      {!picked.length && <DeckForm {...choices.deck} />}
      {picked.length > 1 && <p class="fit-words">{picked.length} boxes are selected. Drag them together, or align them with the buttons above.</p>}
      {stated && <BoxForm key={path} path={path} stated={stated} found={found} choices={choices} act={act} />}
      {stated && ["text", "number", "picture"].includes(stated.type) && <Worst face={face} stated={stated} />}
    </aside>
  );
}

/** All boxes of the file, the uppermost first, also those that this card does not show. */
function BoxList({ found, picked, pick }: { found: Arrangement; picked: string[]; pick(paths: string[]): void }) {
  const shown = new Set(found.boxes.map((box) => box.path));
  const rows = found.stated.flatMap((box, number): [string, Stated, boolean][] => [
    [String(number), box, false],
    ...(box.boxes ?? []).map((inner, inside): [string, Stated, boolean] => [`${number}.${inside}`, inner, true]),
  ]);
  return (
    <section>
      <h3>Boxes</h3>
      <div class="box-list" role="group" aria-label="All boxes">
        {rows.reverse().map(([path, box, isInner]) => (
          <button
            key={path}
            type="button"
            class={shown.has(path) ? "" : "away"}
            style={isInner ? { paddingLeft: "22px" } : {}}
            aria-pressed={picked.includes(path)}
            title={shown.has(path) ? "" : "Not on this card"}
            onClick={(event) => pick(event.shiftKey ? [...picked, path] : [path])}
          >
            {box.name}
            <small>{box.type}</small>
          </button>
        ))}
      </div>
    </section>
  );
}

/** Title, card size, look and palette of the deck, of which a card is one. */
export const ChoicesOfDeck = ({ face }: { face: string }) => <DeckForm {...useChoices(face).deck} />;

/** Return what the boxes of a card and its deck may state, also after each edit. */
function useChoices(face: string): Choices {
  const { edit } = useStore();
  const [choices, setChoices] = useState(NO_CHOICES);
  useEffect(() => {
    let isObsolete = false;
    fetchChoices(face)
      .then((found) => isObsolete || setChoices(found))
      .catch(() => undefined);
    return () => {
      isObsolete = true;
    };
  }, [face, edit]);
  return choices;
}

function DeckForm({ file, texts, looks, palettes, look, palette }: DeckChoices) {
  const { about, snapshot, options } = useStore();
  if (!file && !texts.length) return snapshot?.state === "broken" ? <p class="fit-words">The deck cannot be read; mend its problems first.</p> : null; // or nothing is known yet
  const set = (path: string[], words: string) => {
    const value = { field: path[0]!, path, file, line: 0, column: 0, sheet: "", focus_column: 0, revisions: {} };
    if (file) void typeValue(value, words || null);
    else setOption(path[0] === "size" ? "card" : path[0]!, words);
  };
  const size = snapshot?.card.map(rounded).join("x") ?? "";
  return (
    <section class="deck-form">
      <h3>The deck</h3>
      {texts.map(([path, words]) => {
        const [key, language] = path as [string, string?];
        if (key === "size") return <Words key={key} label="Card size: a name, or mm" value={file ? words : (options.card ?? "")} hint={size} offers={about?.cards.map(({ name }) => name)} set={(typed) => set(path, typed)} />;
        const label = key === "title" ? "Title" : "Subtitle";
        return file && <Words key={path.join()} label={language ? `${label}, ${languageName(language)}` : label} value={words} set={(typed) => set(path, typed)} />;
      })}
      {looks.length > 0 && <Looks looks={looks} palettes={palettes} look={look} palette={palette} set={(key, name) => set([key], name)} />}
      {!file && <p class="fit-words">A list of cards has no place for these choices, so they are for this page only. Begin a game with it under View, New or recent deck, to keep them and to give it a title.</p>}
      {file && !texts.length && !looks.length && <p class="fit-words">This game has titles and looks of its own; edit {file} as text.</p>}
    </section>
  );
}

function Looks({ looks, palettes, look, palette, set }: Omit<DeckChoices, "file" | "texts"> & { set(key: string, name: string): void }) {
  return (
    <>
      <label>
        Look
        <select value={look} onChange={(event) => set("look", event.currentTarget.value)}>
          {looks.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <span class="caption">Palette</span>
      <div class="palettes" role="group" aria-label="Palette">
        {Object.entries(palettes).map(([name, colors]) => (
          <button key={name} type="button" title={name} aria-label={name} aria-pressed={palette === name} onClick={() => set("palette", name)}>
            {colors.map((color) => (
              <span key={color} style={{ background: color }} />
            ))}
          </button>
        ))}
      </div>
    </>
  );
}

const BOX_OF_TYPE: Record<string, string> = { picture: "picture", icon: "icon", integer: "number", number: "number" };
const SIZE_OF_TYPE: Record<string, [number, number]> = { picture: [24, 18], icon: [8, 8], number: [11, 11], text: [40, 8], shape: [24, 12], qr: [16, 16] };

function AddBox({ found, choices, act, pick }: { found: Arrangement; choices: Choices; act(gesture: Gesture): Promise<boolean>; pick(paths: string[]): void }) {
  const add = (choice: string) => {
    const [what, name] = choice.split("/") as [string, string];
    const type = what === "field" ? (BOX_OF_TYPE[choices.fields.find(([field]) => field === name)?.[1] ?? ""] ?? "text") : what;
    const [w, h] = (SIZE_OF_TYPE[type] ?? [20, 10]).map((side) => rounded(Math.min(side / found.scale, found.width * 0.8))) as [number, number];
    const own = what === "field" ? { field: name } : { text: { text: "Text" }, icon: { icon: choices.icons.includes("star") ? "star" : (choices.icons[0] ?? "") }, shape: { fill: "accent" }, qr: { text: "https://example.org" } }[type];
    const looks = { text: { style: choices.styles.some(([style]) => style === "stock-rules") ? "stock-rules" : (choices.styles[0]?.[0] ?? "") }, icon: { color: "ink" } }[type];
    const place = { left: rounded((found.width - w) / 2), width: w, top: rounded((found.height - h) / 2), height: h };
    const values = { name: freeName(found.stated, what === "field" ? name : type), type, ...own, ...place, ...looks };
    void act({ do: "add", values }).then((isDone) => isDone && pick([String(found.stated.length)]));
  };
  return (
    <label>
      <span class="hidden">Add a box</span>
      <select value="" onChange={(event) => (add(event.currentTarget.value), (event.currentTarget.value = ""))}>
        <option value="">Add a box…</option>
        <optgroup label="A field">
          {choices.fields.map(([name]) => (
            <option key={name} value={`field/${name}`}>
              {name}
            </option>
          ))}
        </optgroup>
        <optgroup label="The same on each card">
          <option value="text/">Words</option>
          <option value="icon/">Icon</option>
          <option value="shape/">Form</option>
          <option value="qr/">QR code</option>
        </optgroup>
      </select>
    </label>
  );
}

function freeName(boxes: Stated[], wanted: string): string {
  const taken = new Set(boxes.map((box) => box.name));
  const plain = /^[A-Za-z]/.test(wanted) ? wanted.replaceAll(/[^\w -]/g, " ") : `box ${wanted}`;
  let name = plain;
  for (let number = 2; taken.has(name); number++) name = `${plain} ${number}`;
  return name;
}

interface FormProperties {
  path: string;
  stated: Stated;
  found: Arrangement;
  choices: Choices;
  act(gesture: Gesture): Promise<boolean>;
}

/** What a box states, to be changed. */
function BoxForm({ path, stated, found, choices, act }: FormProperties) {
  const box = found.boxes.find((one) => one.path === path);
  const set = (values: Record<string, unknown>) => void act({ do: "state", path, values });
  const text = (key: string) => (typeof stated[key] === "string" ? (stated[key] as string) : "");
  const choose = (key: string, label: string, options: [string, string][], usual = "") => (
    <label>
      {label}
      <select value={text(key) || usual} onChange={(event) => set({ [key]: event.currentTarget.value || null })}>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
  const { type } = stated;
  const style = choices.styles.find(([name]) => name === (text("style") || (type === "number" ? "stock-number" : "stock-rules")));
  return (
    <section>
      <h3>{stated.name}</h3>
      <div class="fields">
        {box?.places[0] && <PlaceFields place={box.places[0]} path={path} found={found} act={act} />}
        {!path.includes(".") && box?.places[0] && <Anchors stated={stated} place={box.places[0]} found={found} set={set} />}
        {"field" in stated && choose("field", "Field", choices.fields.map(([name]) => [name, name]))}
        {(type === "text" || type === "qr") && "text" in stated && <Words label="Words" value={text("text")} set={(words) => set({ text: words })} />}
        {(type === "text" || type === "number") && (
          <>
            <label class="wide">
              Style
              <select value={style?.[0] ?? ""} onChange={(event) => set({ style: event.currentTarget.value })}>
                <StyleGroup label="For cards" styles={choices.styles.filter(([name]) => name.startsWith(STOCK))} />
                <StyleGroup label="For other pages" styles={choices.styles.filter(([name]) => !name.startsWith(STOCK))} />
              </select>
            </label>
            {!(typeof stated.scale === "string") && <NumberField label="Size, × the style" value={Number(stated.scale ?? 1)} step={0.05} least={0.1} set={(scale) => set({ scale })} />}
          </>
        )}
        {type === "text" && (
          <>
            <Check label="Bold" value={stated.bold === true} set={(bold) => set({ bold: bold || null })} />
            {choose("fit", "If it is long", FITS, "shrink")}
            {choose("align", "Lines", ALIGNS)}
            {choose("valign", "In its box", VALIGNS, "middle")}
          </>
        )}
        {type === "number" && choose("plate", "Behind it", PLATES, "round")}
        {type === "picture" && choose("fit", "In its box", PICTURE_FITS, "cover")}
        {type === "shape" && choose("shape", "Form", SHAPES, "rectangle")}
        {type === "picture" && "tile" in stated && <NumberField label="Tile, side" value={Number(stated.tile)} step={0.5} least={0.5} set={(tile) => set({ tile })} />}
        {type === "shape" && ["undefined", "number"].includes(typeof stated.radius) && (
          <NumberField label="Corners, radius" value={Number(stated.radius ?? 0)} step={0.5} least={0} set={(radius) => set({ radius: radius || null })} />
        )}
        {type === "shape" && "radius" in stated && <Check label="Only its corners" value={stated.hollow === true} set={(hollow) => set({ hollow: hollow || null })} />}
        {TURNED.includes(type) && typeof stated.rotate !== "string" && (
          <NumberField label="Turned, degrees" value={Number(stated.rotate ?? 0)} step={15} set={(rotate) => set({ rotate: rotate || null })} />
        )}
        {type === "repeat" && choose("direction", "The next stands", DIRECTIONS, "right")}
        {type === "repeat" && stated.direction !== "stacked" && <NumberField label="Gap" value={Number(stated.gap ?? 0)} step={0.5} least={0} set={(gap) => set({ gap: gap || null })} />}
        <Words label="Shown when" value={text("when")} hint={"when" in stated ? "" : "it is not empty"} set={(words) => set({ when: words || null })} />
      </div>
      {type === "shape" && <Swatches label="Colour inside" value={text("fill")} colors={choices.colors} mayBeNone set={(fill) => set({ fill })} />}
      {type === "shape" && <Swatches label="Colour of the line" value={text("stroke")} colors={choices.colors} mayBeNone set={(stroke) => set({ stroke })} />}
      {(COLORED.includes(type) || (type === "picture" && ("color" in stated || "file" in stated))) && <Swatches label="Colour" value={text("color")} colors={choices.colors} mayBeNone={type !== "icon" && type !== "qr"} set={(color) => set({ color })} />}
      {type === "icon" && "icon" in stated && <Icons value={text("icon")} choices={choices} set={(icon) => set({ icon })} />}
      {box && box.size > 0 && (
        <p class={`fit-words${box.problems.length ? " faulty" : ""}`} role="status" data-fit>
          Printed at {box.size} pt{fullSize(style?.[1], stated, found.scale)}
          {box.problems.map((words) => (
            <span key={words}>. {words[0]?.toUpperCase() + words.slice(1)}</span>
          ))}
        </p>
      )}
    </section>
  );
}

/** Styles, each with its size and its font: `rules: 9 pt Alegreya Sans Regular`. */
function StyleGroup({ label, styles }: { label: string; styles: Choices["styles"] }) {
  return (
    <optgroup label={label}>
      {styles.map(([name, size]) => (
        <option key={name} value={name}>
          {name.replace(STOCK, "")}: {size.replace("-", " ").replaceAll(/([a-z])([A-Z])/g, "$1 $2")}
        </option>
      ))}
    </optgroup>
  );
}

const STOCK = "stock-"; // begins the names of the styles of the stock looks

const TURNED = ["text", "number", "picture", "icon", "qr"];
const COLORED = ["text", "number", "icon", "qr"];
const DIRECTIONS: [string, string][] = [
  ["right", "to the right"],
  ["left", "to the left"],
  ["down", "below"],
  ["stacked", "in the same place"],
];
const FITS: [string, string][] = [
  ["shrink", "becomes smaller"],
  ["title", "a title"],
  ["line", "stays on one line"],
  ["label", "becomes narrower"],
  ["none", "stays as it is"],
];
const ALIGNS: [string, string][] = [
  ["", "as the style"],
  ["left", "left"],
  ["center", "centred"],
  ["right", "right"],
  ["justify", "justified"],
];
const VALIGNS: [string, string][] = [
  ["top", "at the top"],
  ["middle", "in the middle"],
  ["bottom", "at the bottom"],
];
const PLATES: [string, string][] = [
  ["round", "a disc"],
  ["rectangle", "a plate"],
  ["none", "nothing"],
];
const PICTURE_FITS: [string, string][] = [
  ["cover", "fills it"],
  ["contain", "is seen whole"],
];
const SHAPES: [string, string][] = [
  ["rectangle", "rectangle"],
  ["ellipse", "ellipse"],
];

function fullSize(style: string | undefined, stated: Stated, unit: number): string {
  const points = Number.parseFloat(style ?? "");
  const scale = Number(stated.scale ?? 1);
  return points && scale && stated.type === "text" ? ` of ${rounded(points * scale * unit)} pt` : "";
}

/** The place of a box in millimetres. */
function PlaceFields({ place, path, found, act }: { place: Place; path: string; found: Arrangement; act(gesture: Gesture): Promise<boolean> }) {
  const [left, top, width, height] = place;
  const { scale } = found;
  const move = (change: Change) => void act({ do: "move", changes: { [path]: change } });
  const by = (wanted: number, now: number) => rounded(wanted / scale - now);
  const grown = (right: number, bottom: number): Change => ({ left: 0, right, top: 0, bottom });
  return (
    <>
      <NumberField label="Left, mm" value={left * scale} step={0.5} set={(mm) => move(moved(by(mm, left), 0))} />
      <NumberField label="Top, mm" value={top * scale} step={0.5} set={(mm) => move(moved(0, by(mm, top)))} />
      <NumberField label="Width, mm" value={width * scale} step={0.5} least={0.5} set={(mm) => move(grown(by(mm, width), 0))} />
      <NumberField label="Height, mm" value={height * scale} step={0.5} least={0.5} set={(mm) => move(grown(0, by(mm, height)))} />
    </>
  );
}

const AXES = [
  { label: "Keeps to, across", keys: ["left", "right", "center", "width"], words: ["the left edge", "the right edge", "both edges", "the middle"] },
  { label: "Keeps to, down", keys: ["top", "bottom", "middle", "height"], words: ["the upper edge", "the lower edge", "both edges", "the middle"] },
] as const;

/** Which edges of the card a box keeps its distance from, on a card of another size. */
function Anchors({ stated, place, found, set }: { stated: Stated; place: Place; found: Arrangement; set(values: Record<string, unknown>): void }) {
  return (
    <>
      {AXES.map(({ label, keys, words }, axis) => {
        const [first, last, centre, size] = keys;
        const has = (key: string) => key in stated;
        const now = has(first) && has(last) ? 2 : has(first) ? 0 : has(last) ? 1 : 3;
        const room = axis ? found.height : found.width;
        const [start, length] = [place[axis]!, place[axis + 2]!];
        const values: Record<string, number>[] = [
          { [first]: rounded(start), [size]: rounded(length) },
          { [last]: rounded(room - start - length), [size]: rounded(length) },
          { [first]: rounded(start), [last]: rounded(room - start - length) },
          { [centre]: rounded(start + length / 2 - room / 2), [size]: rounded(length) },
        ];
        const choose = (choice: number) => {
          const wanted = values[choice]!;
          const gone = Object.fromEntries(keys.filter((key) => has(key) && !(key in wanted)).map((key) => [key, null]));
          const added = Object.fromEntries(Object.entries(wanted).filter(([key]) => !has(key)));
          set({ ...gone, ...added }); // what is stated already stays as it is written
        };
        return (
          <label key={label}>
            {label}
            <select value={String(now)} onChange={(event) => choose(Number(event.currentTarget.value))}>
              {words.map((one, choice) => (
                <option key={one} value={String(choice)}>
                  {one}
                </option>
              ))}
            </select>
          </label>
        );
      })}
    </>
  );
}

function NumberField({ label, value, step, least, set }: { label: string; value: number; step: number; least?: number; set(value: number): void }) {
  return (
    <label>
      {label}
      <input
        type="number"
        step={step}
        min={least}
        value={millimetres(value)}
        onChange={(event) => {
          const wanted = event.currentTarget.valueAsNumber;
          if (Number.isFinite(wanted) && (least === undefined || wanted >= least)) set(wanted);
        }}
      />
    </label>
  );
}

function Check({ label, value, set }: { label: string; value: boolean; set(value: boolean): void }) {
  return (
    <label>
      {label}
      <input type="checkbox" checked={value} onChange={(event) => set(event.currentTarget.checked)} />
    </label>
  );
}

function Words({ label, value, hint, offers, set }: { label: string; value: string; hint?: string; offers?: string[]; set(words: string): void }) {
  const [words, setWords] = useState(value); // keeps what is being typed while the page follows an edit
  useEffect(() => setWords(value), [value]);
  return (
    <label class="wide">
      {label}
      <input value={words} placeholder={hint ?? ""} list={offers && "offers"} onInput={(event) => setWords(event.currentTarget.value)} onChange={(event) => set(event.currentTarget.value)} />
      {offers && (
        <datalist id="offers">
          {offers.map((offer) => (
            <option key={offer} value={offer} />
          ))}
        </datalist>
      )}
    </label>
  );
}

function Swatches({ label, value, colors, mayBeNone, set }: { label: string; value: string; colors: Record<string, string>; mayBeNone: boolean; set(color: string | null): void }) {
  const swatch = (name: string, color: string) => (
    <button key={name} type="button" title={name} aria-label={name} aria-pressed={value === name} style={{ "--swatch": color }} onClick={() => set(name)} />
  );
  return (
    <div>
      <h3>{label}</h3>
      <div class="swatches" role="group" aria-label={label}>
        {mayBeNone && <button type="button" class="none" title="None of its own" aria-label="None of its own" aria-pressed={!value} onClick={() => set(null)} />}
        {Object.entries(colors).map(([name, color]) => swatch(name, color))}
        <input type="color" class="own-color" aria-label="Another colour" value={/^#[0-9a-f]{6}$/i.test(value) ? value : (colors[value] ?? "#000000")} onChange={(event) => set(event.currentTarget.value)} />
      </div>
    </div>
  );
}

function Icons({ value, choices, set }: { value: string; choices: Choices; set(icon: string): void }) {
  const { deck } = useStore();
  return (
    <div>
      <h3>Icon</h3>
      <div class="icon-choice" role="group" aria-label="Icon">
        {choices.icons.map((name) => (
          <button key={name} type="button" title={name} aria-label={name} aria-pressed={value === name} onClick={() => set(name)}>
            <img src={address(deck, `icons/${encodeURIComponent(name)}`, {})} alt="" loading="lazy" />
          </button>
        ))}
      </div>
    </div>
  );
}

/** The card of the deck that is hardest on a box: with the longest text, or without a picture. */
function Worst({ face, stated }: { face: Face; stated: Stated }) {
  const { snapshot, edit } = useStore();
  const [id, setId] = useState("");
  const key = String(stated.field ?? stated.part ?? "");
  useEffect(() => {
    if (!key) return setId("");
    let isObsolete = false;
    fetchWorst(face.id, stated)
      .then((found) => !isObsolete && setId(found))
      .catch(() => undefined);
    return () => {
      isObsolete = true;
    };
  }, [face.kind, key, stated.type, edit]);
  const worst = snapshot?.faces.find((one) => one.id === id);
  if (!worst) return null;
  return (
    <section class="worst">
      <h3>{stated.type === "picture" ? "Without a picture" : "The longest"}</h3>
      <button type="button" title={`Arrange ${worst.name}`} onClick={() => go("cards", worst.id)}>
        <PictureBox picture={worst.face} zoom={170 / worst.face.width} label={worst.name} outline={worst.outline} corner={worst.corner} />
      </button>
      <span class="fit-words">{worst.id === face.id ? "It is this card." : worst.name}</span>
    </section>
  );
}
