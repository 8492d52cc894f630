// The mode Arrange of a card: its boxes are outlined over it, and are moved, sized and described with the mouse and the keyboard.
import "./arrange.css";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Face } from "./api";
import { aligned, around, boxesAt, boxesIn, boxStyle, changed, combined, distributed, type Edges, type Guide, moved, NO_CHANGE, rounded, snapped } from "./arrange-geometry";
import { ArrangePanel } from "./arrange-panel";
import { applied, type Arrangement, awaitBoxes, type Change, edited, fetchBoxes, type Gesture, isRefused, openText, pathOf, perform, type Place, type Refused, type ShownBox, type Stated, statedOf } from "./arranging";
import { getEditing, openFile, useEditor } from "./editing";
import { followGesture, KindStrip } from "./kind-strip";
import { PictureBox } from "./picture";
import { QuickPicture } from "./quick-picture";
import { address } from "./api";
import { getState, look, useStore } from "./store";
import type { Edit } from "./editor-types";
import { beginTyping, TypeOnCard, TYPED, type Typing } from "./typing";

const SAFE = 3; // mm, as the lines in picture.tsx
const GRID = 0.5; // mm
const REACH = 7; // pixels within which an edge snaps
const NUDGE = { usual: 0.5, large: 5, small: 0.1 }; // mm
const RESTING = 150; // ms without a move, after which the texts of all cards are set in a box that is sized
const SETTLING = 450; // ms in which the true picture is decoded, after the snapshot that names it

interface Drag {
  x: number;
  y: number;
  edges: Edges;
  isHeld: boolean; // whether it began on what was selected
  paths: string[];
  changes: Record<string, Change>;
  guides: Guide[];
  frame: Place | null; // of a selection with the mouse
}

export function Arrange({ face, close }: { face: Face; close(): void }) {
  const state = useStore();
  const texts = useEditor();
  const [found, setFound] = useState<Arrangement | null>(null);
  const [refusal, setRefusal] = useState({ words: "", template: "" });
  const [picked, pick] = useState<string[]>([]);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [dropped, setDropped] = useState<Record<string, Change>>({}); // what the pictures of boxes do not show yet
  const [pending, setPending] = useState<number | null>(null);
  const [typing, setTyping] = useState<Typing | null>(null);
  const [hovered, setHovered] = useState("");
  const [failures, setFailures] = useState(0);
  const replaced = useRef<string | null>(null); // the text that a gesture changes, until it is written
  const stage = useRef<HTMLDivElement>(null);
  const room = useRoom(stage, Boolean(found));
  const { version } = getEditing();
  const filePath = found ? pathOf(found) : "";
  const text = openText(filePath, texts);

  useEffect(() => {
    const take = (answer: Arrangement | Refused) => {
      if (isRefused(answer)) return setRefusal({ words: answer.refused, template: answer.template ?? "" });
      if (answer.text === replaced.current) return; // what was dropped stays, and the new text is asked for when it is there
      setFound(answer);
      setDropped({});
      setRefusal({ words: "", template: "" });
    };
    return awaitBoxes(face.id, text && found ? found.file : "", text, take, (words) => setRefusal({ words, template: "" }));
  }, [face.id, version, text, state.edit, state.options, failures]);
  useEffect(() => {
    if (pending === null || state.edit <= pending || state.isBusy) return;
    const timer = window.setTimeout(() => setPending(null), SETTLING);
    return () => window.clearTimeout(timer);
  }, [pending, state.edit, state.isBusy]);
  const isSizing = Boolean(drag && Object.keys(drag.edges).length);
  const hasMoved = Boolean(drag && Object.keys(drag.changes).length);
  const showsQuick = hasMoved || pending !== null;
  useEffect(() => (showsQuick ? () => followGesture({ basis: null, changes: {} }) : undefined), [showsQuick, face.id]);
  useEffect(() => {
    if (!found || !drag || !isSizing || !hasMoved) return;
    let isObsolete = false;
    const before = text || found.text;
    const { changes } = drag;
    const set = (edit: Edit) => isObsolete || followGesture({ basis: { file: found.file, text: applied(before, edit), done: changes } });
    const timer = window.setTimeout(() => void edited(before, { do: "move", changes }).then(set, () => undefined), RESTING);
    return () => {
      isObsolete = true;
      window.clearTimeout(timer);
    };
  }, [drag]);
  const kind = state.snapshot?.faces.filter((one) => one.kind === face.kind) ?? [];
  const strip = useMemo(() => kind.length > 1 && <KindStrip faces={kind} current={face.id} />, [state.snapshot, face.id]);

  const zoom = Math.max(1, Math.min((room.width - 72) / face.face.width, (room.height - 72) / face.face.height));
  if (!found) return <Missing words={refusal.words} template={refusal.template} close={close} />;

  const px = (units: number) => units * found.scale * zoom;
  const known = new Map(found.boxes.map((box) => [box.path, box]));
  const selected = picked.filter((path) => known.has(path));
  const place = (path: string): Place => known.get(path)!.places[0]!;
  const shift = (path: string): Change => drag?.changes[path] ?? NO_CHANGE;
  const unshown = (path: string): Change => dropped[path] ?? NO_CHANGE;

  const act = (gesture: Gesture) => {
    const wait = () => setPending(getState().edit);
    wait();
    replaced.current = text || found.text;
    return perform(found, gesture, wait).then((isDone) => {
      replaced.current = null;
      if (!isDone) {
        setFailures((count) => count + 1);
        setPending(null);
      }
      return isDone;
    });
  };
  const move = (changes: Record<string, Change>) => act({ do: "move", changes });

  const point = (event: MouseEvent): [number, number] => {
    const box = stage.current!.querySelector(".card-stage")!.getBoundingClientRect();
    return [(event.clientX - box.left) / px(1), (event.clientY - box.top) / px(1)];
  };
  const begin = (event: PointerEvent, edges: Edges = {}) => {
    if (event.button) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    stage.current?.focus({ preventScroll: true });
    const [x, y] = point(event);
    const isEdge = Object.keys(edges).length > 0;
    const hits = boxesAt(found.boxes, x, y);
    const isHeld = selected.some((path) => hits.includes(path));
    let paths = selected;
    if (!isEdge && event.shiftKey && hits[0]) {
      paths = selected.includes(hits[0]) ? selected.filter((path) => path !== hits[0]) : [...selected, hits[0]];
    } else if (!isEdge && !isHeld) paths = hits.slice(0, 1);
    pick(paths);
    setDrag({ x, y, edges, isHeld, paths, changes: {}, guides: [], frame: paths.length ? null : [x, y, 0, 0] });
  };
  const follow = (event: PointerEvent) => {
    const [x, y] = point(event);
    if (!drag) return setHovered(boxesAt(found.boxes, x, y)[0] ?? "");
    if (drag.frame) return setDrag({ ...drag, frame: [Math.min(x, drag.x), Math.min(y, drag.y), Math.abs(x - drag.x), Math.abs(y - drag.y)] });
    if (Math.hypot(px(x - drag.x), px(y - drag.y)) < 3 && !Object.keys(drag.changes).length) return;
    const held = drag.paths.map(place);
    if (!held.length) return;
    const isFree = event.altKey;
    const others = found.boxes.filter((box) => !drag.paths.includes(box.path) && !box.path.startsWith(`${drag.paths[0]}.`)).flatMap((box) => box.places);
    const near = { width: found.width, height: found.height, safe: SAFE / found.scale, others, reach: isFree ? 0 : REACH / px(1), grid: isFree ? 0 : GRID / found.scale };
    const { change, guides } = snapped(around(held), x - drag.x, y - drag.y, drag.edges, near);
    const changes = Object.fromEntries(drag.paths.map((path) => [path, change]));
    setDrag({ ...drag, changes, guides });
    followGesture({ changes, isSizing, ...(Object.keys(drag.changes).length ? {} : { basis: { file: found.file, text: text || found.text, done: {} } }) });
    if (isSizing) preview({ do: "move", changes: { [drag.paths[0]!]: change } });
  };
  const end = (event: PointerEvent) => {
    if (!drag) return;
    const [x, y] = point(event);
    if (drag.frame) pick(boxesIn(found.boxes, drag.frame));
    else if (!Object.keys(drag.changes).length) {
      const hits = boxesAt(found.boxes, x, y); // a click on what is selected selects what lies below
      if (drag.isHeld && !event.shiftKey && !Object.keys(drag.edges).length && selected.length === 1) pick([hits[(hits.indexOf(selected[0]!) + 1) % hits.length] ?? selected[0]!]);
    } else {
      // The boxes stay where they were dropped until the file says so.
      setFound({ ...found, boxes: found.boxes.map((box) => (drag.changes[box.path] ? { ...box, places: box.places.map((one) => changed(one, drag.changes[box.path]!)) } : box)) });
      if (!isSizing) setDropped({ ...dropped, ...Object.fromEntries(drag.paths.map((path) => [path, combined(unshown(path), drag.changes[path]!)])) });
      void move(drag.changes);
    }
    setDrag(null);
  };

  // While a box is sized, its text is set anew by the server, one question at a time.
  const preview = usePreview(face.id, found, text || found.text, setFound);

  /** Open what a box shows in its place, to type on the card. */
  const openValue = async (path: string, at = 0) => {
    const box = known.get(path);
    const stated = statedOf(found, path);
    if (!box?.places[at] || !stated) return;
    const opened = await beginTyping(face.id, { place: box.places[at]!, size: box.size }, stated, at);
    if (!opened) return;
    pick([path]);
    setTyping(opened);
  };
  const openAt = (event: MouseEvent) => {
    const [x, y] = point(event);
    const hits = boxesAt(found.boxes, x, y).filter((path) => TYPED.includes(statedOf(found, path)?.type ?? ""));
    const path = hits.find((one) => picked.includes(one) && statedOf(found, one)?.type !== "picture") ?? hits[0];
    if (!path) return;
    const at = known.get(path)!.places.findIndex(([left, top, width, height]) => x >= left && x <= left + width && y >= top && y <= top + height);
    void openValue(path, Math.max(0, at));
  };
  const onKey = (event: KeyboardEvent) => {
    if ((event.target as Element).matches("input, select, textarea")) return;
    const step = (event.shiftKey ? NUDGE.large : event.altKey ? NUDGE.small : NUDGE.usual) / found.scale;
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
    const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
    if (isUndo) {
      setPending(getState().edit);
      if (event.shiftKey) texts?.redo();
      else texts?.undo();
    } else if (by && selected.length) void move(Object.fromEntries(selected.map((path) => [path, moved(by[0]!, by[1]!)])));
    else if (["Delete", "Backspace"].includes(event.key) && selected.length) remove();
    else if (event.key === "Escape" && selected.length) pick([]);
    else if (["[", "]"].includes(event.key) && selected.length === 1) reorder(event.key === "]" ? 1 : -1);
    else if (event.key === "Enter" && selected.length === 1 && (event.target as Element).matches(".stage")) void openValue(selected[0]!);
    else if (event.key.length > 1) return; // Tab and the like
    event.preventDefault();
    event.stopPropagation();
  };
  const remove = () => {
    const whole = selected.filter((path) => !path.includes("."));
    pick([]);
    if (whole.length) void act({ do: "remove", paths: whole });
  };
  const reorder = (by: number) => {
    const path = selected[0]!;
    if (path.includes(".")) return;
    const target = Math.min(Math.max(Number(path) + by, 0), found.stated.length - 1);
    pick([String(target)]); // at once, since a gesture that follows is made when this one is written
    void act({ do: "reorder", path, by }).then((isDone) => isDone || pick([path]));
  };
  const places = new Map(selected.map((path) => [path, place(path)]));
  const align = (how: string) => void move(aligned(places, how, [found.width, found.height]));
  const distribute = (axis: 0 | 1) => void move(distributed(places, axis));

  const only = selected.length === 1 ? selected[0]! : "";
  return (
    <div class="arrange" onKeyDown={onKey}>
      <ArrangeBar
        count={selected.length}
        steps={texts?.steps() ?? { undo: 0, redo: 0 }}
        undo={() => (setPending(getState().edit), texts?.undo())}
        redo={() => (setPending(getState().edit), texts?.redo())}
        align={align}
        distribute={distribute}
        reorder={reorder}
        remove={remove}
        save={address(state.deck, "arrange/card.svg", { ...state.options, face: face.id })}
        showFile={filePath ? () => (close(), look({ editorIsOpen: true }), void openFile(filePath)) : null}
        close={close}
      />
      <div class="arrange-body">
        {strip}
        <div class="stage" ref={stage} tabIndex={0} role="group" aria-label={`${face.name}: the boxes`}>
          <div
            class="card-stage"
            style={{ width: `${px(found.width)}px`, height: `${px(found.height)}px` }}
            data-face={face.id}
            onDblClick={openAt}
            onPointerDown={(event) => begin(event)}
            onPointerMove={follow}
            onPointerUp={end}
            onPointerLeave={() => setHovered("")}
            onPointerCancel={() => setDrag(null)}
          >
            <div class={showsQuick ? "true-picture hidden-picture" : "true-picture"}>
              <PictureBox picture={face.face} zoom={zoom} label={face.name} outline={face.outline} corner={face.corner} />
            </div>
            {showsQuick && <QuickPicture found={found} zoom={zoom} shift={(path) => combined(unshown(path), isSizing ? NO_CHANGE : shift(path))} />}
            {found.boxes.map((box) => (
              <Outline key={box.path} box={box} stated={statedOf(found, box.path)} px={px} change={shift(box.path)} isPicked={selected.includes(box.path)} isHovered={hovered === box.path} />
            ))}
            {typing && (
              <TypeOnCard
                key={typing.value.field}
                typing={typing}
                px={px}
                zoom={zoom}
                done={(hasChanged) => {
                  if (hasChanged) setPending(null);
                  setTyping(null);
                  stage.current?.focus();
                }}
              />
            )}
            {only && !typing && <Handles place={changed(place(only), shift(only))} px={px} begin={begin} follow={follow} end={end} />}
            {drag?.guides.map((guide) => (
              <div key={`${guide.isVertical} ${guide.at}`} class={`guide ${guide.isVertical ? "vertical" : "horizontal"}`} style={guide.isVertical ? { left: `${px(guide.at)}px` } : { top: `${px(guide.at)}px` }} />
            ))}
            {drag?.frame && <div class="picking" style={boxStyle(drag.frame, px)} />}
            {selected.length > 0 && !typing && <Distances place={changed(around(selected.map(place)), shift(selected[0]!))} found={found} px={px} />}
          </div>
        </div>
        <ArrangePanel face={face} found={found} picked={selected} pick={pick} act={act} />
      </div>
      {(refusal.words || found.problems.length > 0) && (
        <p class="trouble" role="alert">
          {refusal.words || found.problems[0]}
        </p>
      )}
    </div>
  );
}

/** A face that cannot be arranged, and why. */
function Missing({ words, template, close }: { words: string; template: string; close(): void }) {
  const isTemplate = words === "no boxes";
  return (
    <div class="arrange">
      <div class="arrange-bar" role="group" aria-label="Arrange">
        <span class="grow" />
        <button type="button" class="quiet" onClick={close}>
          Done
        </button>
      </div>
      <p class="empty" role="status">
        {!words ? "Reading the boxes" : isTemplate ? `This face is drawn by the template ${template}, which is edited as text. All looks can be arranged, and files NAME.face.yaml.` : words}
      </p>
    </div>
  );
}

interface BarProperties {
  count: number;
  steps: { undo: number; redo: number };
  save: string;
  undo(): void;
  redo(): void;
  align(how: string): void;
  distribute(axis: 0 | 1): void;
  reorder(by: number): void;
  remove(): void;
  showFile: (() => void) | null;
  close(): void;
}

const ALIGNMENTS: [string, string, string][] = [
  ["left", "Align left edges", "⇤"],
  ["center", "Align middles from left to right", "↔"],
  ["right", "Align right edges", "⇥"],
  ["top", "Align upper edges", "⤒"],
  ["middle", "Align middles from top to bottom", "↕"],
  ["bottom", "Align lower edges", "⤓"],
];

function ArrangeBar({ count, steps, undo, redo, align, distribute, reorder, remove, save, showFile, close }: BarProperties) {
  const button = (words: string, sign: string, isOff: boolean, action: () => void) => (
    <button key={words} type="button" class="quiet" title={words} aria-label={words} disabled={isOff} onClick={action}>
      {sign}
    </button>
  );
  return (
    <div class="arrange-bar" role="group" aria-label="Arrange">
      {button("Undo (Ctrl+Z)", "↶", !steps.undo, undo)}
      {button("Redo (Ctrl+Shift+Z)", "↷", !steps.redo, redo)}
      <span class="rule" />
      {ALIGNMENTS.map(([how, words, sign]) => button(words, sign, !count, () => align(how)))}
      {button("Equal gaps from left to right", "⇹", count < 3, () => distribute(0))}
      {button("Equal gaps from top to bottom", "⇳", count < 3, () => distribute(1))}
      <span class="rule" />
      {button("Forwards (])", "▲", count !== 1, () => reorder(1))}
      {button("Backwards ([)", "▼", count !== 1, () => reorder(-1))}
      {button("Remove (Delete)", "✕", !count, remove)}
      <span class="grow" />
      <a class="quiet link" href={save} download>
        Save as SVG
      </a>
      {showFile && (
        <button type="button" class="quiet" onClick={showFile}>
          Show the file
        </button>
      )}
      <button type="button" class="strong" onClick={close}>
        Done
      </button>
    </div>
  );
}

interface OutlineProperties {
  box: ShownBox;
  stated: Stated | undefined;
  change: Change;
  isPicked: boolean;
  isHovered: boolean;
  px(units: number): number;
}

/** The outline of a box with its name; a box that is repeated has several. The list of boxes is for those who see none. */
function Outline({ box, stated, change, isPicked, isHovered, px }: OutlineProperties) {
  const [first, ...more] = box.places;
  if (!first) return null;
  const name = stated?.name ?? box.path;
  return (
    <>
      <span
        aria-hidden="true"
        class={`outline${isPicked ? " picked" : isHovered ? " hovered" : ""}${box.problems.length ? " faulty" : ""}`}
        data-box={name}
        style={boxStyle(changed(first, change), px)}
      >
        <span class="box-name">{name}</span>
      </span>
      {more.map((one, index) => (
        <span key={index} aria-hidden="true" class="outline twin" style={boxStyle(changed(one, change), px)} />
      ))}
    </>
  );
}

const HANDLES: [string, Edges][] = [
  ["nw", { left: true, top: true }],
  ["n", { top: true }],
  ["ne", { right: true, top: true }],
  ["e", { right: true }],
  ["se", { right: true, bottom: true }],
  ["s", { bottom: true }],
  ["sw", { left: true, bottom: true }],
  ["w", { left: true }],
];

interface HandleProperties {
  place: Place;
  px(units: number): number;
  begin(event: PointerEvent, edges: Edges): void;
  follow(event: PointerEvent): void;
  end(event: PointerEvent): void;
}

function Handles({ place, px, begin, follow, end }: HandleProperties) {
  const [left, top, width, height] = place;
  return (
    <>
      {HANDLES.map(([name, edges]) => (
        <span
          key={name}
          class={`handle ${name}`}
          data-handle={name}
          style={{
            left: `${px(left + (edges.left ? 0 : edges.right ? width : width / 2))}px`,
            top: `${px(top + (edges.top ? 0 : edges.bottom ? height : height / 2))}px`,
          }}
          onPointerDown={(event) => (event.stopPropagation(), begin(event, edges))}
          onPointerMove={(event) => (event.stopPropagation(), follow(event))}
          onPointerUp={(event) => (event.stopPropagation(), end(event))}
        />
      ))}
    </>
  );
}

/** The distances of what is selected from the edges of the card. */
function Distances({ place, found, px }: { place: Place; found: Arrangement; px(units: number): number }) {
  const [left, top, width, height] = place;
  const { scale } = found;
  const right = found.width - left - width;
  const bottom = found.height - top - height;
  const middle = { x: px(left + width / 2), y: px(top + height / 2) };
  return (
    <div class="distances" aria-hidden="true">
      {left > 0 && <span class="distance across" style={{ left: 0, width: `${px(left)}px`, top: `${middle.y}px` }}><b>{rounded(left * scale)}</b></span>}
      {right > 0 && <span class="distance across" style={{ left: `${px(left + width)}px`, width: `${px(right)}px`, top: `${middle.y}px` }}><b>{rounded(right * scale)}</b></span>}
      {top > 0 && <span class="distance down" style={{ top: 0, height: `${px(top)}px`, left: `${middle.x}px` }}><b>{rounded(top * scale)}</b></span>}
      {bottom > 0 && <span class="distance down" style={{ top: `${px(top + height)}px`, height: `${px(bottom)}px`, left: `${middle.x}px` }}><b>{rounded(bottom * scale)}</b></span>}
    </div>
  );
}

/** Return the size of an element, and draw again when it changes. */
function useRoom(element: { current: HTMLElement | null }, isThere: boolean): { width: number; height: number } {
  const [room, setRoom] = useState({ width: innerWidth, height: innerHeight });
  useLayoutEffect(() => {
    if (!element.current) return;
    const measured = element.current;
    const measure = () => setRoom({ width: measured.clientWidth, height: measured.clientHeight });
    measure(); // before the card is seen, which would change its size otherwise
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [isThere]);
  return room;
}

/** Return a function that shows the card as it would be after a gesture; of many calls, the last one counts. */
function usePreview(face: string, found: Arrangement | null, text: string, show: (change: (now: Arrangement | null) => Arrangement | null) => void): (gesture: Gesture) => void {
  const asked = useRef<{ isBusy: boolean; next: Gesture | null }>({ isBusy: false, next: null });
  const run = async (gesture: Gesture): Promise<void> => {
    if (!found) return;
    asked.current.isBusy = true;
    try {
      const answer = await fetchBoxes(face, found.file, applied(text, await edited(text, gesture)));
      // Only what the box shows: its place follows the pointer.
      if (!isRefused(answer)) show((now) => now && (now.text !== found.text ? now : { ...now, boxes: now.boxes.map((box) => ({ ...box, ...partsOf(answer.boxes.find((one) => one.path === box.path)) })) }));
    } catch {
      // the next one may succeed
    }
    asked.current.isBusy = false;
    const { next } = asked.current;
    asked.current.next = null;
    if (next) await run(next);
  };
  return (gesture) => {
    if (asked.current.isBusy) asked.current.next = gesture;
    else void run(gesture);
  };
}

function partsOf(box: ShownBox | undefined): Partial<ShownBox> {
  return box ? { svg: box.svg, size: box.size, problems: box.problems } : {};
}
