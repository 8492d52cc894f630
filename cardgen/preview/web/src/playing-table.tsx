import { useEffect, useRef, useState } from "preact/hooks";
import type { Face } from "./api";
import { type Area, choicesAt, type GameView, type PlacedPiece, select, useFaces, usePlaying } from "./games";
import { isolated } from "./isolated";
import { PictureBox } from "./picture";
import { useStore } from "./store";

const LEAST_BOARD = 430; // pixels of a board beside another one; with less, they stand one below the other
const GAP = 16;
const OWN_ROW = 150; // pixels of the height of a card in a row of the viewer
const ALLY_ROW = 110; // in one of a player of the viewer's team
const OTHER_ROW = 68; // and in another row
const USUAL_HEIGHT = 53; // mm of a card; what is lower is drawn no larger for it
const NOT_ON_PICTURE = 0.5; // mm by which a lit frame stands off

/** A piece with the deck whose picture it has. */
export interface Shown {
  face: Face;
  deck: string;
  side: "face" | "back";
}

type Faces = Map<string, Face>[];

/** The table with its pieces; those that a choice is about are lit. */
export function Table({ view, hinted, onLook }: { view: GameView; hinted: string[]; onLook(shown: Shown | null): void }) {
  const { snapshot, options, looking } = useStore();
  const { decks, selected } = usePlaying();
  const faces: Faces = [useFaces(decks[0] ?? "", options, snapshot!), useFaces(decks[1] ?? decks[0] ?? "", options, snapshot!)];
  const [element, width] = useWidthOf();
  const left = choicesAt(view, selected);
  const lit = new Set(left.flatMap((choice) => view.choices[choice]!.places));
  const counts = (place: string) => left.filter((choice) => view.choices[choice]!.places.includes(place)).length;
  const boards = view.areas.filter((area) => area.board);
  const zoom = boardZoom(boards, faces, width) * looking.tableZoom;
  const properties = { faces, decks, lit, hinted, selected, counts, onLook };
  return (
    <div class="playing-table" ref={element}>
      {rows(view.areas).map((areas, number) =>
        areas[0]!.board ? (
          <div class="boards" key={number}>
            {areas.map((area) => (
              <Board key={area.title} area={area} zoom={zoom} {...properties} />
            ))}
          </div>
        ) : (
          <div class="rows" key={number}>
            {areas.map((area, at) => (
              <Row key={at} area={area} zoom={rowZoom(area, faces, looking.tableZoom)} {...properties} />
            ))}
          </div>
        ),
      )}
    </div>
  );
}

/** Return areas in rows: boards that follow each other, and rows of pieces that do. */
function rows(areas: Area[]): Area[][] {
  const found: Area[][] = [];
  for (const area of areas) {
    const last = found[found.length - 1];
    if (last && Boolean(area.board) === Boolean(last[0]!.board)) last.push(area);
    else found.push([area]);
  }
  return found;
}

function boardZoom(boards: Area[], faces: Faces, width: number): number {
  const sizes = boards.map((area) => faces[area.deck]?.get(area.board)?.face.width ?? 250);
  const widest = Math.max(...sizes, 1);
  const eachOf = (beside: number) => (width - GAP * (beside - 1)) / beside;
  const beside = [3, 2].find((number) => number <= boards.length && eachOf(number) >= LEAST_BOARD) ?? 1;
  return eachOf(beside) / widest;
}

function rowZoom(area: Area, faces: Faces, zoom: number): number {
  const heights = area.pieces.map((piece) => faces[piece.deck]?.get(piece.piece)?.face.height ?? 0);
  const height = area.role === "own" ? OWN_ROW : area.role === "ally" ? ALLY_ROW : OTHER_ROW;
  return (height / Math.max(...heights, USUAL_HEIGHT)) * Math.sqrt(zoom);
}

interface AreaProperties {
  area: Area;
  zoom: number; // pixels per mm
  faces: Faces;
  decks: string[];
  lit: Set<string>;
  hinted: string[];
  selected: string[];
  counts(place: string): number;
  onLook(shown: Shown | null): void;
}

function Board(properties: AreaProperties) {
  const { area, zoom, faces, decks } = properties;
  const board = faces[area.deck]?.get(area.board);
  const picture = (area.side === "back" && board?.back) || board?.face;
  const size = picture ?? extent(area);
  return (
    <section class={`area board ${area.role}`} aria-label={area.title}>
      <h3>{area.title}</h3>
      <div class="surface" style={{ width: `${size.width * zoom}px`, height: `${size.height * zoom}px` }}>
        {picture && <PictureBox picture={picture} zoom={zoom} label="" deck={decks[area.deck]} isPage />}
        {area.pieces.map((piece) => (
          <Piece key={piece.place} piece={piece} {...properties} />
        ))}
      </div>
    </section>
  );
}

/** Return the size of a board without a picture: that of what lies on it. */
function extent(area: Area): { width: number; height: number } {
  const boxes = area.pieces.flatMap((piece) => (piece.box ? [piece.box] : []));
  return {
    width: Math.max(0, ...boxes.map(([x, , width]) => x + width)),
    height: Math.max(0, ...boxes.map(([, y, , height]) => y + height)),
  };
}

function Row(properties: AreaProperties) {
  const { area } = properties;
  return (
    <section class={`area row-of-pieces ${area.role}`} aria-label={area.title}>
      <h3>{area.title}</h3>
      <div class="pieces">
        {area.pieces.map((piece) => (
          <Piece key={piece.place} piece={piece} {...properties} />
        ))}
      </div>
    </section>
  );
}

function Piece({ piece, zoom, faces, decks, lit, hinted, selected, counts, onLook }: AreaProperties & { piece: PlacedPiece }) {
  const face = faces[piece.deck]?.get(piece.piece);
  const picture = face && ((piece.side === "back" && face.back) || face.face);
  const shown: Shown | null = face && !piece.piece.endsWith("/") ? { face, deck: decks[piece.deck]!, side: piece.side } : null;
  const isLit = lit.has(piece.place);
  const isSelected = selected.includes(piece.place);
  const classes = [
    "piece",
    isLit && "lit",
    isSelected && "selected",
    hinted.includes(piece.place) && "hinted",
    !piece.piece && "empty-place",
  ].filter(Boolean);
  const own = piece.box ? Math.min(piece.box[2] / (picture?.width ?? 1), piece.box[3] / (picture?.height ?? 1)) : 1;
  const content = (
    <>
      {picture && <PictureBox picture={picture} zoom={zoom * own} label="" deck={decks[piece.deck]} outline={face.outline} corner={face.corner} isPage />}
      {!picture && piece.piece && <span class="no-picture">{piece.name}</span>}
      {piece.count > 1 && <span class="count">×{piece.count}</span>}
      {piece.note && <span class="note-on">{piece.note}</span>}
    </>
  );
  const style = piece.box ? boxStyle(piece.box, zoom, piece.turn) : undefined;
  const name = [isolated(piece.name), piece.count > 1 && `×${piece.count}`, piece.note].filter(Boolean).join(", ");
  const looks = {
    onPointerEnter: () => onLook(shown),
    onPointerLeave: () => onLook(null),
    onFocus: () => onLook(shown),
    onBlur: () => onLook(null),
  };
  if (isLit || isSelected) {
    const choices = counts(piece.place);
    const words = `${name}: ${isSelected ? "selected" : choices === 1 ? "1 choice" : `${choices} choices`}`;
    return (
      <button
        type="button"
        class={classes.join(" ")}
        style={style}
        data-place={piece.place}
        aria-label={words}
        aria-pressed={isSelected}
        title={name}
        onClick={() => select(piece.place)}
        {...looks}
      >
        {content}
      </button>
    );
  }
  if (!piece.piece && !piece.note) return <div class={classes.join(" ")} style={style} data-place={piece.place} />;
  return (
    <div class={classes.join(" ")} style={style} data-place={piece.place} role="img" aria-label={name} title={name} {...looks}>
      {content}
    </div>
  );
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

/** Return the width of an element, in pixels. */
function useWidthOf(): [{ current: HTMLDivElement | null }, number] {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(900);
  useEffect(() => {
    const main = element.current;
    if (!main) return;
    const observer = new ResizeObserver(() => setWidth(main.clientWidth));
    observer.observe(main);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
