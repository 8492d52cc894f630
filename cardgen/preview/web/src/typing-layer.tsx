// Typing on a card that is shown large: its boxes are places to be typed on, by a double click, a long press, or Enter.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Face } from "./api";
import { type Arrangement, awaitBoxes, fetchChoices, isRefused, type Place, statedOf } from "./arranging";
import { getEditing, loadFiles } from "./editing";
import { onDoubleClick } from "./last-click";
import { useStore } from "./store";
import { beginTyping, TypeOnCard, TYPED, type Typing } from "./typing";

const LONG_PRESS = 500; // ms
const SHAKE = 10; // pixels by which a finger that rests may move

interface Spot {
  path: string;
  item: number; // of a repeated box
  place: Place; // units of the face
  size: number;
}

interface Properties {
  face: Face;
  zoom: number; // pixels per mm
  around: number; // mm of bleed that are shown
}

/** The places of a card that can be typed on, over its picture. */
export function TypingLayer({ face, zoom, around }: Properties) {
  const { edit, options } = useStore();
  const { files, isEditable } = getEditing();
  const [found, setFound] = useState<Arrangement | null>(); // null for a face that has no boxes
  const [fields, setFields] = useState<string[] | null>(null); // to choose from, where there are no boxes
  const [typing, setTyping] = useState<Typing | null>(null);
  const layer = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<[number, number] | null>(null); // fractions of the face, to be typed on once its boxes are known

  useEffect(() => void (files.length || loadFiles()), []);
  useEffect(() => {
    if (isEditable) return awaitBoxes(face.id, "", "", (answer) => setFound(isRefused(answer) ? null : answer));
    return undefined;
  }, [face.id, edit, options, isEditable]);
  useEffect(() => onDoubleClick(face.id, (x, y) => setWanted([x, y])), [face.id]);

  const scale = (found?.scale ?? 1) * zoom;
  const px = (units: number) => units * scale;
  const spots = found ? spotsOf(found) : [];
  const begin = async (spot: Spot) => setTyping(await beginTyping(face.id, spot, statedOf(found!, spot.path)!, spot.item));
  useEffect(() => {
    if (!found || !wanted) return;
    const [x, y] = [wanted[0] * found.width, wanted[1] * found.height];
    setWanted(null);
    const spot = spots.filter((one) => statedOf(found, one.path)?.type !== "picture" && holds(one.place, x, y)).at(-1);
    if (spot) void begin(spot);
  }, [found, wanted]);
  const close = () => {
    const label = typing?.value.field;
    setTyping(null);
    requestAnimationFrame(() => layer.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(label ?? "")}"]`)?.focus());
  };
  const ask = async () => setFields(fields ? null : (await fetchChoices(face.id)).fields.map(([name]) => name));
  const beginField = async (field: string) => {
    setFields(null);
    const place: Place = [0, 0, face.face.width, face.face.height / 4];
    setTyping(await beginTyping(face.id, { place, size: 0 }, { name: field, field } as { name: string }));
  };
  if (!isEditable) return null;
  return (
    <div class="typing-layer" ref={layer} style={{ inset: `${around * zoom}px` }} data-face={face.id}>
      {spots.map((spot) => (
        <Hotspot key={`${spot.path} ${spot.item}`} spot={spot} name={statedOf(found!, spot.path)!.name} px={px} begin={() => void begin(spot)} />
      ))}
      {found === null && (
        <button type="button" class="hotspot whole" aria-label="Type on this card" aria-expanded={Boolean(fields)} {...gestures(() => void ask())} />
      )}
      {fields && (
        <div class="field-choice" role="group" aria-label="What to type">
          {fields.map((field) => (
            <button key={field} type="button" onClick={() => void beginField(field)}>
              {field}
            </button>
          ))}
        </div>
      )}
      {typing && <TypeOnCard key={typing.value.field} typing={typing} px={found ? px : (mm) => mm * zoom} zoom={zoom} done={close} />}
    </div>
  );
}

/** Return the places of the boxes with values, the larger ones first, so that the smaller ones lie above them. */
function spotsOf(found: Arrangement): Spot[] {
  const spots = found.boxes
    .filter(({ path }) => TYPED.includes(statedOf(found, path)?.type ?? ""))
    .flatMap(({ path, places, size }) => places.map((place, item) => ({ path, item, place, size })));
  return spots.sort((one, other) => other.place[2] * other.place[3] - one.place[2] * one.place[3]);
}

const holds = ([left, top, width, height]: Place, x: number, y: number): boolean =>
  x >= left && x <= left + width && y >= top && y <= top + height;

interface HotspotProperties {
  spot: Spot;
  name: string;
  px(units: number): number;
  begin(): void;
}

function Hotspot({ spot, name, px, begin }: HotspotProperties) {
  const [left, top, width, height] = spot.place;
  const style = { left: `${px(left)}px`, top: `${px(top)}px`, width: `${px(width)}px`, height: `${px(height)}px` };
  return <button type="button" class="hotspot" data-field={name} aria-label={`Type: ${name}`} title={`Double click to type: ${name}`} style={style} {...gestures(begin)} />;
}

let press = { x: 0, y: 0, timer: 0 };

/** Return the handlers of a double click, of Enter, and of a long press of a finger. */
function gestures(begin: () => void) {
  const cancel = () => window.clearTimeout(press.timer);
  return {
    onDblClick: (event: MouseEvent) => (event.stopPropagation(), begin()),
    onClick: (event: MouseEvent) => event.detail === 0 && begin(), // Enter or the space bar
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType !== "touch") return;
      press = { x: event.clientX, y: event.clientY, timer: window.setTimeout(begin, LONG_PRESS) };
    },
    onPointerMove: (event: PointerEvent) => Math.hypot(event.clientX - press.x, event.clientY - press.y) > SHAKE && cancel(),
    onPointerUp: cancel,
    onPointerCancel: cancel,
    onContextMenu: (event: MouseEvent) => (event as PointerEvent).pointerType === "touch" && event.preventDefault(),
  };
}
