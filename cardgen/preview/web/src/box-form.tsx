// What a box of a face states, to be changed: its field, its style, its place, and what it keeps its distance from.
import { useEffect, useRef } from "preact/hooks";
import { address } from "./api";
import { moved, rounded } from "./arrange-geometry";
import { type Arrangement, type Change, type Choices, type Gesture, type Place, type Stated } from "./arranging";
import { Check, Icons, NumberField, Select, Swatches, Words } from "./panel-fields";
import { useStore } from "./store";

interface FormProperties {
  path: string;
  stated: Stated;
  found: Arrangement;
  choices: Choices;
  act(gesture: Gesture): Promise<boolean>;
}

/** What a box states, to be changed. */
export function BoxForm({ path, stated, found, choices, act }: FormProperties) {
  const box = found.boxes.find((one) => one.path === path);
  const set = (values: Record<string, unknown>) => act({ do: "state", path, values });
  const text = (key: string) => (typeof stated[key] === "string" ? (stated[key] as string) : "");
  const choose = (key: string, label: string, options: [string, string][], usual = "") => <Select label={label} value={text(key) || usual} options={options} set={(chosen) => set({ [key]: chosen || null })} />;
  const { type } = stated;
  const [styleName = "", font = ""] = (text("style") || (type === "number" ? "stock-number" : "stock-rules")).split("@");
  const style = choices.styles.find(([name]) => name === styleName);
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
            <Styles value={style?.[0] ?? ""} styles={choices.styles} set={(name) => set({ style: font ? `${name}@${font}` : name })} />
            {style && <Fonts value={font} style={style} fonts={choices.fonts} set={(name) => set({ style: name ? `${styleName}@${name}` : styleName })} />}
            <SizeField scale={stated.scale} set={(scale) => set({ scale })} />
          </>
        )}
        {type === "text" && (
          <>
            <Check label="Bold" value={stated.bold === true} set={(bold) => set({ bold: bold || null })} />
            <Check label="Italic" value={stated.italic === true} set={(italic) => set({ italic: italic || null })} />
            {choose("fit", "If it is long", FITS, "shrink")}
            {choose("align", "Lines", ALIGNS)}
            {choose("valign", "In its box", VALIGNS, "middle")}
          </>
        )}
        {type === "number" && choose("plate", "Behind it", PLATES, "round")}
        {type === "picture" && choose("fit", "In its box", PICTURE_FITS, "cover")}
        {type === "shape" && choose("shape", "Shape", SHAPES, "rectangle")}
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

/** The size of letters in parts of their style; where the file has a formula for it, in parts of what that gives. */
function SizeField({ scale = 1, set }: { scale: unknown; set(scale: number | string): void }) {
  if (typeof scale !== "string") return <NumberField label="Size, × the style" value={Number(scale)} step={0.05} least={0.1} set={set} />;
  const [, inner, factor] = /^\((.*)\) \* ([\d.]+)$/s.exec(scale) ?? ["", scale, "1"];
  return <NumberField label="Size, × what fits the card" value={Number(factor)} step={0.05} least={0.1} set={(by) => set(by === 1 ? inner! : `(${inner}) * ${by}`)} />;
}

/** The styles, each as it is printed, with its size and its font: `rules: 9 pt Alegreya Sans Regular`. */
function Styles({ value, styles, set }: { value: string; styles: Choices["styles"]; set(name: string): void }) {
  const { deck, options } = useStore();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (chosen) list.current!.scrollTop = chosen.offsetTop - (list.current!.clientHeight - chosen.offsetHeight) / 2;
  }, []);
  const ofCards = styles.filter(([name]) => name.startsWith(STOCK));
  return (
    <div class="wide">
      <h3>Style</h3>
      <div class="style-choice" role="group" aria-label="Style" ref={list}>
        {[...ofCards, ...styles.filter((one) => !ofCards.includes(one))].map(([name, size, color]) => {
          const words = name.replace(STOCK, "");
          const shown = address(deck, "arrange/style.svg", { ...options, style: name, words, as: `${size} ${color}` });
          return (
            <button key={name} type="button" aria-pressed={value === name} onClick={() => set(name)}>
              <img class={isLight(color) ? "on-dark" : ""} src={shown} alt="" loading="lazy" />
              <small>
                {words}: {size.replace("-", " ").replaceAll(/([a-z])([A-Z])/g, "$1 $2")}
              </small>
            </button>
          );
        })}
      </div>
    </div>
  );
}

/** The font families of the theme and those in the folder `fonts/` of the deck, each as it is printed; without one, that of the style. */
function Fonts({ value, style: [style, size, color], fonts, set }: { value: string; style: Choices["styles"][number]; fonts: string[]; set(name: string): void }) {
  const { deck, options } = useStore();
  return (
    <div class="wide">
      <h3>Font</h3>
      <div class="style-choice" role="group" aria-label="Font">
        {["", ...fonts].map((name) => (
          <button key={name} type="button" aria-pressed={value === name} onClick={() => set(name)}>
            {name && <img class={isLight(color) ? "on-dark" : ""} src={address(deck, "arrange/style.svg", { ...options, style: `${style}@${name}`, words: name, as: `${size} ${color}` })} alt="" loading="lazy" />}
            <small>{name || "as the style"}</small>
          </button>
        ))}
      </div>
      <p class="note">Drop a font file (TTF or OTF) onto the page to add it.</p>
    </div>
  );
}

/** Whether a colour, `#rrggbb`, is hard to see on white. */
function isLight(color: string): boolean {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as [number, number, number];
  return 0.3 * red + 0.59 * green + 0.11 * blue > 150;
}

const STOCK = "stock-"; // begins the names of the styles of the stock looks

const TURNED = ["text", "number", "picture", "icon", "shape", "qr"];
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
  ["stretch", "is stretched to it"],
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
function Anchors({ stated, place, found, set }: { stated: Stated; place: Place; found: Arrangement; set(values: Record<string, unknown>): Promise<boolean> }) {
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
          return set({ ...gone, ...added }); // what is stated already stays as it is written
        };
        return <Select key={label} label={label} value={String(now)} options={words.map((one, choice) => [String(choice), one])} set={(choice) => choose(Number(choice))} />;
      })}
    </>
  );
}
