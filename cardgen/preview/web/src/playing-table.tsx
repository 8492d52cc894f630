import { Fragment } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Face, Picture } from "./api";
import { isolated } from "./isolated";
import { PictureBox } from "./picture";
import { choicesAt, named, type Say, sayer, type TableClient, type TableState } from "./table-client";
import { facesById, type Pieces } from "./table-pieces";
import type { Area, PlacedPiece, View } from "./table-types";

const GAP = 12; // pixels between boards
const TITLE = 20; // pixels of the title of a board
const COLUMNS_GAIN = 1.03; // by which boards are larger in columns at least, to stand in them
const ROWS = { own: 150, ally: 84, other: 60 }; // pixels of the height of a card in a row, where there is room
const MOST_FIT = 1.6; // by which rows are drawn larger where boards leave room
const MOST_FIT_ALONE = 2; // where there is no board
const LEAST_FIT = 0.4; // and smaller, before the table scrolls
const NARROW_FIT = 0.64; // where the table scrolls
const NARROW_FIT_ALONE = [0.5, 1] as const; // there, where there is no board: at least, and where there is room for it
const OTHERS_FIT = 0.9; // of the rows of others there at least, whose cards are lower
const PADDING = 10; // pixels above and below the table
const SLACK = 8; // pixels by which marks reach beyond their pieces
const BOARDS_SHARE = 0.55; // of the height that boards have at least
const USUAL_HEIGHT = 53; // mm of a card; what is lower is drawn no larger for it
const NOT_ON_PICTURE = 0.5; // mm by which a lit frame stands off

/** A piece with the deck whose picture it has. */
export interface Shown {
  at: string; // its place, and which piece it is
  name: string;
  face: Face | null; // for a place without a picture, whose signs have a meaning
  deck: string;
  side: "face" | "back";
  note: string;
  meaning: string;
}

interface Properties {
  client: TableClient;
  state: TableState;
  view: View;
  decks: string[]; // names of the decks, by their numbers
  pieces: (Pieces | null)[]; // their pieces
  zoom: number; // 1 fits into the window
  hinted: string[];
  onHover(shown: Shown | null): void;
  onOpen(shown: Shown): void;
}

interface Drawing extends Properties {
  faces: Map<string, Face>[];
  lit: Set<string>;
  counts(place: string): number;
  say: Say;
}

/** The table with its pieces; those that a choice is about are lit. */
export function Table(properties: Properties) {
  const { view, state, pieces, zoom } = properties;
  const left = choicesAt(view, state.selected);
  const drawing: Drawing = {
    ...properties,
    faces: pieces.map((one) => facesById(one)),
    lit: new Set(left.flatMap((choice) => view.choices[choice]!.places)),
    counts: (place) => left.filter((choice) => view.choices[choice]!.places.includes(place)).length,
    say: sayer(state),
  };
  const boards = view.areas.filter((area) => area.board);
  const own = view.areas.filter((area) => !area.board && area.role === "own");
  const others = view.areas.filter((area) => !area.board && area.role !== "own");
  const sizes = boards.map((area) => sizeOf(area, drawing.faces));
  const [table, middle, fit, size, isWide] = useFit(sizes, [view, pieces, zoom]);
  useLayoutEffect(() => showLit(table.current?.parentElement, !state.selected.length), [view.game, view.move, state.selected]);
  const [perMm, isInColumns] = boardZoom(sizes, size);
  return (
    <div class={`playing-table${boards.length ? "" : " without-boards"}`} ref={table}>
      {others.length > 0 && <Rows areas={others} fit={(isWide || boards.length ? fit : Math.max(fit, OTHERS_FIT)) * zoom} {...drawing} />}
      <div class={isInColumns ? "boards in-columns" : "boards"} ref={middle}>
        {boards.map((area, number) => (
          <Board key={area.title} area={area} size={sizes[number]!} perMm={perMm * zoom} {...drawing} />
        ))}
      </div>
      {own.length > 0 && <Rows areas={own} fit={fit * zoom} {...drawing} />}
    </div>
  );
}

/**
 * Scroll to what choices are about, if none of it is seen, and to what has changed if they are only about the hand: to that no further
 * than needed, so that the cards of the others stay in sight above it.
 *
 * @param isNew whether the choices have just been told
 */
function showLit(side: HTMLElement | null | undefined, isNew: boolean): void {
  const lit = [...(side?.querySelectorAll(".piece.lit:not(.selected)") ?? [])];
  if (!side || !lit.length) return;
  const own = side.querySelector(".own-rows"); // which may lie over the boards
  const [{ top, bottom }, hand] = [side.getBoundingClientRect(), own?.getBoundingClientRect().top ?? Infinity];
  const isSeen = (piece: Element) => {
    const box = piece.getBoundingClientRect();
    return box.top >= top && box.bottom <= Math.min(bottom, innerHeight, own?.contains(piece) ? Infinity : hand);
  };
  const changed = [...side.querySelectorAll(".board .piece.changed")].sort((one, other) => Number(Boolean(other.closest(".own"))) - Number(Boolean(one.closest(".own"))));
  const isOwn = lit.every((piece) => own?.contains(piece));
  if (isOwn && isNew) side.scrollTop = 0;
  const wanted = isOwn ? [lit, changed] : [lit];
  for (const pieces of wanted) if (pieces.length && !pieces.some(isSeen)) pieces[0]!.scrollIntoView({ block: own?.contains(pieces[0]!) ? "nearest" : "center" });
}

/**
 * Return the elements of the table and of its boards, a factor by which rows are drawn so that everything fits, the room
 * for boards in pixels, and whether the whole table is to fit into the window.
 */
function useFit(sizes: Size[], inputs: unknown[]) {
  const table = useRef<HTMLDivElement>(null);
  const middle = useRef<HTMLDivElement>(null);
  const [pane, setPane] = useState({ width: 0, height: 0, isWide: false }); // else the table scrolls, as it does until its size is known
  const [fit, setFit] = useState(1);
  const [room, setRoom] = useState({ width: 900, height: 400 });
  useEffect(() => {
    const element = table.current?.parentElement;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      setPane({ width: element.clientWidth, height: element.clientHeight, isWide: isWideNow(element) });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const { isWide } = pane;
  const [least, most] = isWide ? [LEAST_FIT, sizes.length ? MOST_FIT : MOST_FIT_ALONE] : sizes.length ? [NARROW_FIT, NARROW_FIT] : NARROW_FIT_ALONE;
  useLayoutEffect(() => setFit(most), [pane.width, pane.height, ...inputs]);
  useLayoutEffect(() => {
    const [outer, inner] = [table.current, middle.current];
    if (!outer || !inner) return;
    if (isWideNow(outer) !== isWide) return; // the observer tells the new pane; until then, room and boards would grow each other without end
    const [width, height] = [inner.clientWidth, isWide ? inner.clientHeight : Infinity];
    const shown = isWide ? outer.clientHeight : pane.height - 2 * PADDING;
    const isCrowded = sizes.length ? height < BOARDS_SHARE * shown : outer.scrollHeight > shown + SLACK;
    const takesFromBoards = sizes.length && fit > 1 && boardZoom(sizes, { width, height })[0] < widest(sizes, width);
    if (fit > least && (isCrowded || takesFromBoards)) setFit(Math.max(least, fit * 0.93));
    if (width !== room.width || height !== room.height) setRoom({ width, height });
  });
  return [table, middle, fit, room, isWide] as const;
}

/** Return whether the whole table is to fit into the window as it is now. */
function isWideNow(element: Element): boolean {
  return getComputedStyle(element).getPropertyValue("--table") !== "scrolls";
}

interface Size {
  width: number; // mm of a board, pixels of a room
  height: number;
}

/** Return the pixels per mm at which boards fill a room, and whether they do so one below the other in columns, rather than in rows. */
function boardZoom(sizes: Size[], room: Size): [number, boolean] {
  if (!sizes.length) return [1, false];
  const inRows = largestZoom(sizes, room, packsInRows);
  const inColumns = largestZoom(sizes, room, packsInColumns);
  return inColumns > COLUMNS_GAIN * inRows ? [inColumns, true] : [inRows, false];
}

function largestZoom(sizes: Size[], room: Size, packs: (boards: Size[], room: Size) => boolean): number {
  const fits = (zoom: number) => packs(sizes.map(({ width, height }) => ({ width: width * zoom, height: height * zoom + TITLE })), room);
  let [least, most] = [0, widest(sizes, room.width)];
  if (fits(most)) return most;
  for (let trial = 0; trial < 24; trial++) {
    const middle = (least + most) / 2;
    if (fits(middle)) least = middle;
    else most = middle;
  }
  return least;
}

/** Return the pixels per mm at which the widest board is as wide as the room. */
function widest(sizes: Size[], width: number): number {
  return width / Math.max(1, ...sizes.map((size) => size.width));
}

function packsInColumns(boards: Size[], { width, height }: Size): boolean {
  const turned = boards.map((board) => ({ width: board.height, height: board.width }));
  return turned.every((board) => board.width <= height) && packsInRows(turned, { width: height, height: width });
}

function packsInRows(boards: Size[], room: Size): boolean {
  let [x, row, total] = [0, 0, 0];
  for (const { width, height } of boards) {
    if (x && x + width > room.width) [total, x, row] = [total + row + GAP, 0, 0];
    x += width + GAP;
    row = Math.max(row, height);
  }
  return total + row + 2 <= room.height;
}

function sizeOf(area: Area, faces: Map<string, Face>[]): Size {
  return pictureOf(faces[area.deck]?.get(area.board), area.side) ?? extent(area);
}

function pictureOf(face: Face | undefined, side: "face" | "back"): Picture | undefined {
  return face && ((side === "back" && face.back) || face.face);
}

/** Return the size of a board without a picture: that of what lies on it. */
function extent(area: Area): Size {
  const boxes = area.pieces.flatMap((piece) => (piece.box ? [piece.box] : []));
  return {
    width: Math.max(1, ...boxes.map(([x, , width]) => x + width)),
    height: Math.max(1, ...boxes.map(([, y, , height]) => y + height)),
  };
}

function Board({ area, size, perMm, ...drawing }: Drawing & { area: Area; size: Size; perMm: number }) {
  const picture = pictureOf(drawing.faces[area.deck]?.get(area.board), area.side);
  const title = named(drawing.state, area.title);
  return (
    <section class={`area board ${area.role}`} aria-label={title}>
      <AreaTitle title={area.title} area={area} state={drawing.state} />
      <div class="surface" style={{ width: `${size.width * perMm}px`, height: `${size.height * perMm}px` }}>
        {picture && <PictureBox picture={picture} zoom={perMm} label="" deck={drawing.decks[area.deck]} isPage />}
        {area.pieces.map((piece) => (
          <Piece key={piece.place} piece={piece} perMm={perMm} isOwn={area.role === "own"} {...drawing} />
        ))}
      </div>
    </section>
  );
}

function Rows({ areas, fit, ...drawing }: Drawing & { areas: Area[]; fit: number }) {
  return (
    <div class={`rows ${areas[0]!.role === "own" ? "own-rows" : ""}`}>
      {byOwner(areas).map((group) =>
        group.length === 1 ? (
          <Row key={group[0]!.title} area={group[0]!} fit={fit} {...drawing} />
        ) : (
          <section key={group[0]!.owner} class={`player-rows ${group[0]!.role}`} aria-label={named(drawing.state, group[0]!.owner)}>
            <AreaTitle title={group[0]!.owner} area={group[0]!} state={drawing.state} />
            <div class="rows">
              {group.map((area) => (
                <Row key={area.title} area={{ ...area, numbers: [] }} within={area.owner} fit={fit} {...drawing} />
              ))}
            </div>
          </section>
        ),
      )}
    </div>
  );
}

/** Return areas in groups: those of an owner together. */
function byOwner(areas: Area[]): Area[][] {
  const groups: Area[][] = [];
  for (const area of areas) {
    const last = groups[groups.length - 1];
    if (last && area.owner && last[0]!.owner === area.owner) last.push(area);
    else groups.push([area]);
  }
  return groups;
}

/** A row of pieces; one in which nothing lies is left out, unless a choice is about it or numbers stand there. */
function Row({ area, within = "", fit, ...drawing }: Drawing & { area: Area; within?: string; fit: number }) {
  const { state, lit } = drawing;
  const isBare = !area.pieces.some((one) => one.piece || lit.has(one.place));
  if (isBare && (within || (area.pieces.length && !area.numbers.length))) return null;
  const title = within && area.title.startsWith(`${within}: `) ? area.title.slice(within.length + 2) : area.title;
  return (
    <section class={`area row-of-pieces ${area.role}${area.pieces.length ? "" : " of-numbers"}`} style={{ "--pieces": area.pieces.length }} aria-label={named(state, area.title) || drawing.say("numbers")}>
      <AreaTitle title={title} area={area} state={state} />
      <div class="pieces">
        {area.pieces.map((piece) => (
          <Piece key={piece.place} piece={piece} perMm={rowZoom(area, drawing.faces) * fit} isOwn={area.role === "own"} {...drawing} />
        ))}
      </div>
    </section>
  );
}

/** The name of an area, and what is counted there. */
function AreaTitle({ title, area, state }: { title: string; area: Area; state: TableState }) {
  return (
    <h3>
      {named(state, title)}
      {area.numbers.map(([name, value], number) => (
        <Fragment key={name}>
          {number || title ? " · " : ""}
          <span class="number">
            {name}: <b>{named(state, value)}</b>
          </span>
        </Fragment>
      ))}
    </h3>
  );
}

function rowZoom(area: Area, faces: Map<string, Face>[]): number {
  const heights = area.pieces.map((piece) => faces[piece.deck]?.get(piece.piece)?.face.height ?? 0);
  const height = area.role === "own" ? ROWS.own : area.role === "ally" ? ROWS.ally : ROWS.other;
  return height / Math.max(...heights, USUAL_HEIGHT);
}

function Piece({ piece, perMm, isOwn, ...drawing }: Drawing & { piece: PlacedPiece; perMm: number; isOwn: boolean }) {
  const { client, state, faces, decks, lit, hinted, counts, say, onHover, onOpen } = drawing;
  const face = faces[piece.deck]?.get(piece.piece);
  const picture = pictureOf(face, piece.side);
  const deck = decks[piece.deck] ?? decks[0]!;
  const isSeen = face && !piece.piece.endsWith("/");
  const shown: Shown | null =
    isSeen || piece.meaning ? { at: placeOf(piece), name: piece.name, face: isSeen ? face : null, deck, side: piece.side, note: piece.note, meaning: piece.meaning } : null;
  const isLit = lit.has(piece.place);
  const isSelected = state.selected.includes(piece.place);
  const isChanged = state.changed.has(piece.place) && Boolean(piece.piece || piece.note);
  const marks = { lit: isLit, selected: isSelected, hinted: hinted.includes(piece.place), changed: isChanged, "empty-place": !piece.piece };
  const classes = ["piece", ...Object.entries(marks).flatMap(([name, is]) => (is ? [name] : []))].join(" ");
  const own = piece.box ? Math.min(piece.box[2] / (picture?.width ?? 1), piece.box[3] / (picture?.height ?? 1)) : 1;
  const name = [isolated(piece.name), piece.count > 1 && `×${piece.count}`, piece.note, isChanged && say("changed")].filter(Boolean).join(", ");
  const content = (
    <>
      {picture && <PictureBox picture={picture} zoom={perMm * own} label="" deck={deck} outline={face!.outline} corner={face!.corner} isPage />}
      {!picture && piece.piece && <span class="no-picture">{piece.name}</span>}
      {piece.count > 1 && <span class="count">×{piece.count}</span>}
      {piece.note && (
        <span class="note-on" title={piece.meaning || undefined} onClick={(event) => explain(event, shown, onOpen)}>
          {piece.note}
        </span>
      )}
    </>
  );
  const common = {
    class: classes,
    style: piece.box ? boxStyle(piece.box, perMm, piece.turn) : undefined,
    "data-place": piece.place,
    title: [name, piece.meaning].filter(Boolean).join("\n"),
    "aria-description": piece.meaning || undefined,
    onPointerEnter: (event: PointerEvent) => event.pointerType === "mouse" && onHover(shown),
    onPointerLeave: () => onHover(null),
    onFocus: () => onHover(shown),
    onBlur: () => onHover(null),
  };
  if (isLit || isSelected || choicesAt(drawing.view, [piece.place]).length) {
    const choices = isLit ? counts(piece.place) : choicesAt(drawing.view, [piece.place]).length;
    const words = isSelected ? say("selected") : choices === 1 ? say("one_choice") : say("some_choices", { count: choices });
    return (
      <button type="button" {...common} aria-label={`${name}: ${words}`} aria-pressed={isSelected} onClick={(event) => client.select(piece.place, isFinger(event))}>
        {content}
      </button>
    );
  }
  if (shown && isOwn && !piece.box) {
    return (
      <button type="button" {...common} aria-label={say("look_at", { name })} onClick={() => onOpen(shown)}>
        {content}
      </button>
    );
  }
  if (!piece.piece && !piece.note) return <div class={classes} style={common.style} data-place={piece.place} />;
  return (
    <div {...common} role="img" aria-label={name} onClick={() => shown && onOpen(shown)}>
      {content}
    </div>
  );
}

/** Return where a piece lies, and which it is. */
const placeOf = ({ place, piece }: PlacedPiece) => `${place} ${piece}`;

/** Return whether a piece lies where it was shown. */
export const isThere = (view: View, shown: Shown) => view.areas.some((area) => area.pieces.some((piece) => placeOf(piece) === shown.at));

/** Return whether a click is a touch. */
const isFinger = (event: MouseEvent) => (event as PointerEvent).pointerType === "touch";

/** Open what a sign means when it is touched, where a mouse shows it by hovering. */
function explain(event: MouseEvent, shown: Shown | null, onOpen: (shown: Shown) => void): void {
  if (!isFinger(event) || !shown?.meaning) return;
  event.stopPropagation();
  onOpen(shown);
}

function boxStyle([x, y, width, height]: [number, number, number, number], zoom: number, turn: number) {
  return {
    left: `${(x - NOT_ON_PICTURE) * zoom}px`,
    top: `${(y - NOT_ON_PICTURE) * zoom}px`,
    width: `${(width + 2 * NOT_ON_PICTURE) * zoom}px`,
    height: `${(height + 2 * NOT_ON_PICTURE) * zoom}px`,
    ...(turn ? { rotate: `${turn}deg` } : {}),
  };
}
