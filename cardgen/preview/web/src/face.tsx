import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Face, Picture } from "./api";
import { placeWords } from "./cards";
import { openPlace } from "./editing";
import { isolated } from "./isolated";
import { PictureBox } from "./picture";
import { PrintedBadge } from "./printed";
import { getState, go, look, showInstead, shownFaces, update, useStore } from "./store";

export const NARROW = 700; // pixels, as in style.css

type Scale = "fit" | "true";

interface Ways {
  arrange?: ComponentType<{ face: Face; close(): void }>;
  typing?: ComponentType<{ face: Face; zoom: number; around: number }>;
}

/** A face large, with its back beside it, and with ways to change it where there are any. */
export function FaceView({ arrange: Arrange, typing: Typing }: Ways) {
  const state = useStore();
  const faces = state.snapshot?.faces ?? [];
  const face = faces.find((one) => one.id === state.selected);
  const dialog = useRef<HTMLDialogElement>(null);
  const [isArranging, setArranging] = useState(false);
  const [scale, setScale] = useState<Scale>("fit");
  const [room, setRoom] = useState({ width: innerWidth, height: innerHeight });

  useLayoutEffect(() => {
    if (dialog.current && !dialog.current.open) dialog.current.showModal();
  }, [Boolean(face)]);
  useEffect(() => {
    const measure = () => setRoom({ width: innerWidth, height: innerHeight });
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, []);
  if (!face) return null;

  const sides = [face.face, ...(face.back ? [face.back] : [])];
  const zoom = scale === "true" ? state.looking.pixelsPerMm : fit(sides, room, state.looking.showsBleed);
  return (
    <dialog
      ref={dialog}
      class="large"
      aria-label={face.name}
      onClose={() => getState().selected && go("cards")}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <header>
        <h2>{face.name}</h2>
        <Facts face={face} />
        <div class="segments" role="group" aria-label="Size">
          <button type="button" aria-pressed={scale === "fit"} onClick={() => setScale("fit")}>
            Large
          </button>
          <button type="button" aria-pressed={scale === "true"} onClick={() => setScale("true")}>
            True size
          </button>
        </div>
        {Arrange && <button type="button" class="toggle" aria-pressed={isArranging} title="Move what stands on the card" onClick={() => setArranging(!isArranging)}>
          Arrange
        </button>}
        {scale === "true" && (
          <button type="button" class="quiet" onClick={() => update({ dialog: "calibrate" })}>
            {state.looking.isCalibrated ? "Calibrate again" : "Calibrate this screen"}
          </button>
        )}
        <span class="grow" />
        <button type="button" class="quiet" onClick={() => step(-1)} aria-label="Previous card" title="Previous (←)">
          ←
        </button>
        <button type="button" class="quiet" onClick={() => step(1)} aria-label="Next card" title="Next (→)">
          →
        </button>
        <button type="button" class="quiet" onClick={() => dialog.current?.close()} aria-label="Close" title="Close (Esc)">
          ✕
        </button>
      </header>
      {Arrange && isArranging ? (
        <Arrange face={face} close={() => setArranging(false)} />
      ) : (
      <div class={`sides${face.is_stale ? " stale" : ""}`}>
        {sides.map((side, number) => (
          <figure key={number}>
            <div class="shown-side">
              <PictureBox
                picture={side}
                zoom={zoom}
                label={`${isolated(face.name)}, ${number ? "back" : "face"}`}
                outline={face.outline}
                corner={face.corner}
                isMirrored={number > 0}
              />
              {Typing && !number && <Typing key={face.id} face={face} zoom={zoom} around={state.looking.showsBleed ? side.bleed : 0} />}
            </div>
            <figcaption>{number ? "Back" : "Face"}</figcaption>
          </figure>
        ))}
      </div>
      )}
      <Notice />
    </dialog>
  );
}

/** What has just happened, for some seconds. */
export function Notice() {
  const { notice } = useStore();
  return (
    <p class={`notice-line${notice ? "" : " hidden"}`} role="status">
      {notice}
    </p>
  );
}

function Facts({ face }: { face: Face }) {
  const { snapshot } = useStore();
  const kind = snapshot?.kinds.find((one) => one.name === face.kind);
  const size = `${millimetres(face.face.width)} × ${millimetres(face.face.height)} mm`;
  return (
    <p class="facts">
      <span>{kind?.title ?? face.kind}</span>
      <span>×{face.copies}</span>
      <span>{size}</span>
      {face.place && (
        <button
          type="button"
          class="place"
          title="Edit it (E)"
          onClick={(event) => {
            event.currentTarget.closest("dialog")?.close(); // first, since it gives the focus back
            if (face.place) void openPlace(face.place);
          }}
        >
          <code>{placeWords(face)}</code>
        </button>
      )}
      <PrintedBadge id={face.id} />
      {face.is_stale && <span class="badge">stale</span>}
    </p>
  );
}

function millimetres(length: number): string {
  return String(Math.round(length * 10) / 10);
}

/** Return the screen pixels per mm at which the sides fill the window. */
function fit(sides: Picture[], room: { width: number; height: number }, showsBleed: boolean): number {
  const bleed = showsBleed ? 2 * Math.max(...sides.map((side) => side.bleed)) : 0;
  if (room.width <= NARROW) return (room.width - 48) / (Math.max(...sides.map((side) => side.width)) + bleed); // one below the other
  const width = sides.reduce((sum, side) => sum + side.width + bleed, 0);
  const height = Math.max(...sides.map((side) => side.height)) + bleed;
  return Math.max(0.5, Math.min((room.width - 120 - 32 * sides.length) / width, (room.height - 170) / height));
}

/** Show the next face of the overview, or the one before. */
export function step(by: number): void {
  const state = getState();
  const faces = shownFaces(state);
  const at = faces.findIndex((face) => face.id === state.selected);
  const next = faces[(at + by + faces.length) % faces.length];
  if (next) showInstead(next.id);
}

export function showTrueSize(): void {
  look({ zoom: getState().looking.pixelsPerMm });
}
