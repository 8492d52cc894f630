// What stands beside a card in the mode Arrange: its boxes, what the selected one states, and the card that is hardest on it.
import { useEffect, useState } from "preact/hooks";
import type { Face } from "./api";
import { rounded } from "./arrange-geometry";
import { type Arrangement, type Choices, fetchWorst, type Gesture, type Stated, statedOf } from "./arranging";
import { BoxForm } from "./box-form";
import { DeckForm, useChoices } from "./deck-form";
import { PictureBox } from "./picture";
import { go, useStore } from "./store";

interface Properties {
  face: Face;
  found: Arrangement;
  picked: string[];
  pick(paths: string[]): void;
  act(gesture: Gesture): Promise<boolean>;
}

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
          <option value="shape/">Shape</option>
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
